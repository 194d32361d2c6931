/** What is done to the whole hand: its rules, its cards, the way round. */

import { useBoard, useTexts } from '../contexts';
import { dealOf, formatDeal, mirror, rotate } from '../hand';
import type { Hand, Position } from '../protocol';

export function HandTools({ position }: { position: Position }) {
  const { state, dispatch, rules, isCurrent, announce } = useBoard();
  const { t, rules: inWords } = useTexts();
  if (state.shown === null) return null;
  const { at } = state.shown;
  // In the one spelling of a deal that the page reads itself.
  const hand: Hand = { ...state.shown.hand, deal: formatDeal(dealOf(position)) };
  const open = (dialog: string) => dispatch({ do: 'dialog', dialog });
  // Where seats are not players, a dummy's place depends on who declares.
  const canMove = rules !== null && rules.players === position.seats.length && isCurrent;
  const move = (moved: Hand, from: number, said: string) => {
    if (!canMove) return;
    dispatch({ do: 'show', hand: moved, at: from });
    announce(said, moved.deal);
  };
  return (
    <div class="hand-tools" role="group" aria-label={t('tools.title')}>
      <button type="button" class="small" aria-haspopup="dialog" onClick={() => open('rules')}>
        {t('tools.rules')} {inWords(rules?.rules ?? hand.rules ?? '')}
      </button>
      <button
        type="button"
        class="small"
        aria-haspopup="dialog"
        aria-disabled={!isCurrent}
        onClick={() => isCurrent && open('edit')}
      >
        {t('dialog.edit.title')}
      </button>
      <button
        type="button"
        class="small"
        title={t('tools.rotate_about')}
        aria-disabled={!canMove}
        onClick={() => move(rotate(hand), at, t('tools.rotated'))}
      >
        {t('tools.rotate')}
      </button>
      <button
        type="button"
        class="small"
        title={t('tools.mirror_about')}
        aria-disabled={!canMove}
        onClick={() => move(mirror(hand), 0, t('tools.mirrored'))}
      >
        {t('tools.mirror')}
      </button>
    </div>
  );
}

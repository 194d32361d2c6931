/** From loss to loss: each with what would have kept the tricks. */

import { CardText, CardsText } from '../../card';
import { useBoard, useTexts } from '../../contexts';
import type { Board } from '../../contexts';
import { usePageKeys } from '../../keys';
import type { TracedCard } from '../../protocol';
import { SeatMark } from '../../seat';
import type { Texts } from '../../texts';

/** Goes to just before a card was played, and says what it cost. */
export function useJump(): (card: TracedCard) => void {
  const { dispatch, announce } = useBoard();
  const texts = useTexts();
  return (card) => {
    dispatch({ do: 'go', at: card.number - 1 });
    announce(jumpText(texts, card));
  };
}

export function jumpText(texts: Texts, { number, seat, card, before, after, lost, better }: TracedCard): string {
  const names = { number, seat: texts.seat(seat), card: texts.card(card), before, after };
  const first = texts.t(lost > 0 ? 'panel.trace.at_loss' : 'panel.trace.at_card', names);
  if (lost === 0 || better.length === 0) return first;
  return `${first} ${texts.t('panel.trace.keeps', { cards: better.map(texts.card).join(', ') })}`;
}

export function Losses({ hasAll }: { hasAll: boolean }) {
  const { state, trace } = useBoard();
  const { t, count } = useTexts();
  const jump = useJump();
  const { losses } = trace;
  const at = state.shown?.at ?? 0;
  const previous = losses.filter(({ number }) => number - 1 < at).at(-1);
  const next = losses.find(({ number }) => number - 1 > at);
  const here = losses.find(({ number }) => number - 1 === at);
  usePageKeys({ n: () => next && jump(next), p: () => previous && jump(previous) });
  if (losses.length === 0) return hasAll ? <p class="is-made">✓ {t('panel.trace.no_losses')}</p> : null;
  return (
    <section class="losses" aria-label={t('panel.trace.losses')}>
      <div class="losses-bar">
        <JumpButton label={t('panel.trace.previous')} sign="‹" card={previous} />
        <span>
          {here === undefined
            ? count('panel.trace.loss_count', losses.length)
            : t('panel.trace.loss_of', { number: losses.indexOf(here) + 1, count: losses.length })}
        </span>
        <JumpButton label={t('panel.trace.next')} sign="›" card={next} />
      </div>
      {here !== undefined && <Loss card={here} />}
    </section>
  );
}

function JumpButton({ label, sign, card }: { label: string; sign: string; card: TracedCard | undefined }) {
  const jump = useJump();
  return (
    <button type="button" class="losses-jump" aria-disabled={card === undefined} onClick={() => card && jump(card)}>
      {sign === '‹' && <span aria-hidden="true">‹ </span>}
      {label}
      {sign === '›' && <span aria-hidden="true"> ›</span>}
    </button>
  );
}

function Loss({ card }: { card: TracedCard }) {
  const { t } = useTexts();
  const { play, inPlay, isCurrent } = useBoard();
  const playBetter = () => {
    play(card.better[0] as string);
    // The button goes with the loss.
    document.getElementById('panels-tab-trace')?.focus();
  };
  return (
    <div class="loss">
      <p>
        <SeatMark seat={card.seat} /> <strong><CardText card={card.card} /></strong>{' '}
        {t('panel.trace.from_to', { before: card.before, after: card.after })}
      </p>
      {card.better.length > 0 && (
        <p>
          {t('panel.trace.keeps_here', { count: card.before })} <CardsText cards={card.better} />
        </p>
      )}
      {card.better.length > 0 && canPlay(card, inPlay, isCurrent) && (
        <button type="button" class="small" onClick={playBetter}>
          {t('panel.trace.play_better')} <CardText card={card.better[0] as string} />
        </button>
      )}
    </div>
  );
}

function canPlay(card: TracedCard, inPlay: Board['inPlay'], isCurrent: boolean): boolean {
  return isCurrent && inPlay !== null && inPlay.legal.includes(card.better[0] ?? '');
}

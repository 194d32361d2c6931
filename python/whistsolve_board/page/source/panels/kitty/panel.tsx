/** The kitty: the best discard, the value of any other, what was given up, and every strain with its best discard. */

import { useMemo } from 'preact/hooks';

import { mergeParts, useAnswer } from '../../answers';
import { useBoard, useTexts } from '../../contexts';
import { withFields } from '../../hand';
import type { Hand, Question } from '../../protocol';
import type { PanelProperties } from '../../types';
import { Best } from './best';
import { Marking } from './marking';
import { Strains } from './strains';

export function KittyPanel({ position }: PanelProperties) {
  const { state, inPlay } = useBoard();
  const { t } = useTexts();
  const hand = state.shown?.hand;
  const question = useMemo(() => (hand && inPlay?.holder ? questionAbout(hand) : null), [hand, inPlay?.holder]);
  const answer = useAnswer<'discard'>(question, mergeParts);
  if (hand === undefined || position.kitty === null) return <p class="quiet">{t('panel.kitty.none')}</p>;
  return (
    <div class="panel-sections">
      {inPlay === null && <p class="quiet">{t('panel.kitty.no_contract')}</p>}
      {inPlay !== null && question !== null && (
        <>
          <Best position={inPlay} answer={answer} />
          <Marking position={inPlay} hand={question.hand} />
        </>
      )}
      {/* The searches of all strains wait until the one that was asked for is through. */}
      <Strains position={position} waits={answer.waiting} />
    </div>
  );
}

/** What a discard's value depends on, so that it is not asked again for every card that is played. */
function questionAbout(hand: Hand): Question<'discard'> {
  const rest = { calls: '', level: '', discard: '', played: '', scores: '', title: '' };
  return { question: 'discard', hand: withFields(hand, rest) };
}

/** A claim checked from the point on show: whether it holds with all hands open, or the line that refutes it. */

import { useState } from 'preact/hooks';

import { useAnswer } from '../answers';
import { CardText } from '../card';
import { useBoard, useTexts } from '../contexts';
import { playLine } from '../hand';
import { SeatChoice } from '../seat';
import type { ClaimAnswer, PlayedCard, PositionInPlay, Question } from '../protocol';

export function Claim() {
  const { inPlay } = useBoard();
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  if (inPlay === null || inPlay.to_play === null) return null;
  return (
    <details class="claim" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('claim.title')}</summary>
      {open && <ClaimForm position={inPlay} />}
    </details>
  );
}

function ClaimForm({ position }: { position: PositionInPlay }) {
  const { state, isCurrent } = useBoard();
  const { t } = useTexts();
  const [seat, setSeat] = useState<string | null>(null);
  const [wanted, setWanted] = useState<number | null>(null);
  const { left } = position;
  const claimant = seat ?? position.to_play ?? position.declarer;
  const tricks = Math.min(wanted ?? left, left);
  const { shown } = state;
  const question: Question<'claim'> | null =
    shown !== null && isCurrent ? { question: 'claim', hand: shown.hand, at: shown.at, seat: claimant, tricks } : null;
  const answer = useAnswer<'claim'>(question);
  return (
    <div class="claim-check">
      <SeatChoice label={t('claim.seat')} seats={position.seats} value={claimant} onChoose={setSeat} />
      <label class="choice">
        <span>{t('claim.tricks')}</span>
        <select value={String(tricks)} onChange={(event) => setWanted(Number(event.currentTarget.value))}>
          {Array.from({ length: left + 1 }, (_, less) => left - less).map((each) => (
            <option key={each} value={String(each)}>
              {t('claim.of_left', { count: each, left })}
            </option>
          ))}
        </select>
      </label>
      <div class="claim-verdict" role="status" aria-busy={answer.waiting}>
        {answer.error !== null && <p class="error">{answer.error.message}</p>}
        {answer.done !== null && <Verdict answer={answer.done} claimant={claimant} />}
      </div>
    </div>
  );
}

function Verdict({ answer, claimant }: { answer: ClaimAnswer; claimant: string }) {
  const { state, dispatch, inPlay } = useBoard();
  const texts = useTexts();
  const { t, count } = texts;
  const { shown } = state;
  if (answer.holds) return <p class="is-made">{t('claim.holds', { seat: texts.seat(claimant) })}</p>;
  const cards = answer.refutation.map(({ card }) => card);
  const size = inPlay?.seats.length ?? 4;
  const at = inPlay?.at ?? 0;
  const begun = Math.floor(at / size);
  // The first trick may have begun before the claim.
  const tricks: PlayedCard[][] = [];
  answer.refutation.forEach((played, turn) => (tricks[Math.floor((at + turn) / size) - begun] ??= []).push(played));
  return (
    <>
      <p class="is-short">{count('claim.refuted', answer.tricks, { seat: texts.seat(claimant) })}</p>
      <ol class="claim-line">
        {tricks.map((trick, number) => (
          <li key={number} class="line-trick">
            <span class="line-number">{t('claim.trick', { number: begun + number + 1 })}</span>
            {trick.map(({ seat, card }) => (
              <span key={card} class="claim-card">
                <span class="claim-seat">{seat}</span> <CardText card={card} />
              </span>
            ))}
          </li>
        ))}
      </ol>
      <button
        type="button"
        class="small"
        onClick={() => shown !== null && dispatch({ do: 'show', ...playLine(shown, cards) })}
      >
        {t('claim.show')}
      </button>
    </>
  );
}

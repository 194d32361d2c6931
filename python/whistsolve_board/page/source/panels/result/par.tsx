/** Par: the contracts, points and calls of an auction in which everybody calls best with all hands open. */

import { useMemo } from 'preact/hooks';

import { useAnswer } from '../../answers';
import { CallText } from '../../calls';
import { StrainText } from '../../card';
import { useBoard, useTexts } from '../../contexts';
import { withFields } from '../../hand';
import type { Hand, ParAnswer, Question, WorkDone } from '../../protocol';
import { PointsBySeat, SeatMark } from '../../seat';
import { Work } from '../../work';
import { Missing } from './missing';

export function Par() {
  const { state, rules } = useBoard();
  const { t } = useTexts();
  const hand = state.shown?.hand;
  const asks = rules?.has_auction && hand?.dealer;
  const question = useMemo(() => (hand && asks ? questionAbout(hand) : null), [hand, asks]);
  const answer = useAnswer<'par', WorkDone>(question);
  if (!rules?.has_auction) return null;
  return (
    <section aria-busy={answer.waiting}>
      <h2>{t('panel.result.par')}</h2>
      <p class="quiet">{t('panel.result.par_about')}</p>
      {!hand?.dealer && <Missing text={t('panel.result.no_dealer')} field="dealer" />}
      {answer.error !== null && <p class="error">{answer.error.message}</p>}
      {answer.waiting && <Work label={t('panel.result.par_working')} work={answer.parts} />}
      {answer.done !== null && <Found par={answer.done} />}
    </section>
  );
}

/** Par is of the deal as dealt: not of what was called and played. */
function questionAbout(hand: Hand): Question<'par'> {
  const contract = { strain: '', level: '', declarer: '', leader: '', holder: '' };
  return { question: 'par', hand: withFields(hand, { ...contract, calls: '', discard: '', played: '', title: '' }) };
}

function Found({ par }: { par: ParAnswer }) {
  const texts = useTexts();
  const { t, count } = texts;
  const isPar = (points: readonly number[]) => points.join() === par.points.join();
  // Losing six is as good as letting opponents score six; those with the points of par come first.
  const contracts = [...par.contracts].sort((one, other) => Number(isPar(other.points)) - Number(isPar(one.points)));
  return (
    <>
      <p>
        <PointsBySeat points={par.points} />
      </p>
      {par.contracts.length === 0 && <p>{t('panel.result.thrown_in')}</p>}
      <ul class="par-contracts">
        {contracts.map((each) => (
          <li key={`${each.level} ${each.strain} ${each.declarer}`}>
            <strong>
              {each.level} <StrainText strain={each.strain} />
            </strong>{' '}
            <SeatMark seat={String(each.declarer)} /> {count('tricks', each.tricks)}
            {!isPar(each.points) && (
              <>
                {', '}
                <PointsBySeat points={each.points} />
              </>
            )}
          </li>
        ))}
      </ul>
      <h3>{t('panel.result.calls')}</h3>
      <ol class="par-calls">
        {par.calls.map(([seat, call], place) => (
          <li key={place}>
            <SeatMark seat={String(seat)} /> <CallText call={call} />
          </li>
        ))}
      </ol>
      {par.best_first_calls.length > 1 && (
        <p class="quiet">
          {t('panel.result.first_calls')}{' '}
          {par.best_first_calls.map((call, place) => (
            <span key={call}>
              {place > 0 && ', '}
              <CallText call={call} />
            </span>
          ))}
        </p>
      )}
    </>
  );
}

/** What every player gave away by bid, discard and play, and how it adds up. */

import { callWords } from '../../calls';
import { CardsText } from '../../card';
import { useBoard, useTexts } from '../../contexts';
import type { AccountLine, ContractValue, TraceAnswer } from '../../protocol';
import { SeatMark } from '../../seat';
import type { Texts } from '../../texts';

interface Properties {
  analysis: TraceAnswer;
  isDone: boolean;
}

export function Accounts({ analysis, isDone }: Properties) {
  const { position } = useBoard();
  const texts = useTexts();
  const { t } = texts;
  return (
    <section>
      <table class="accounts">
        <caption>{t('panel.trace.accounts')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('panel.trace.player')}</th>
            <th scope="col">{t('panel.trace.bid')}</th>
            <th scope="col">{t('panel.trace.discard')}</th>
            <th scope="col">{t('panel.trace.play')}</th>
            <th scope="col">{t('panel.trace.sum')}</th>
          </tr>
        </thead>
        <tbody>
          {analysis.account.map((line) => (
            <tr key={line.seat}>
              <th scope="row">
                <span class="account-seat">
                  <SeatMark seat={String(line.seat)} />
                  <span aria-hidden="true">{position?.seats.length === 4 && texts.seat(String(line.seat))}</span>
                </span>
              </th>
              <Given value={line.bid} isWaiting={!isDone && isDeclarers(analysis, line, position?.declarer)} />
              <Given value={line.discard} />
              <Given value={line.play} />
              <Given value={line.play + (line.discard ?? 0)} />
            </tr>
          ))}
        </tbody>
      </table>
      <p class="quiet">{t('panel.trace.units')}</p>
      <Sum analysis={analysis} />
      <Verdicts analysis={analysis} />
    </section>
  );
}

/** Only the declarer answers for the contract; it is known last. */
function isDeclarers(analysis: TraceAnswer, line: AccountLine, declarer: string | undefined): boolean {
  return analysis.points === null && String(line.seat) === declarer;
}

function Given({ value, isWaiting = false }: { value: number | null; isWaiting?: boolean }) {
  const { t } = useTexts();
  if (value === null) {
    return (
      <td class="given-none">
        <span aria-hidden="true">{isWaiting ? '…' : '–'}</span>
        <span class="spoken">{t(isWaiting ? 'panel.table.waiting' : 'panel.trace.not_theirs')}</span>
      </td>
    );
  }
  return <td class={value > 0 ? 'given-some' : ''}>{value}</td>;
}

/** Best, less what the discard and the declarer's side gave, plus what the defence gave, is what came out. */
function Sum({ analysis }: { analysis: TraceAnswer }) {
  const { t } = useTexts();
  const terms = [
    { sign: null, text: t(analysis.discard ? 'panel.trace.sum_best' : 'panel.trace.sum_play'), value: analysis.best },
    ...(analysis.discard ? [{ sign: '−', text: t('panel.trace.sum_discard'), value: analysis.discard.lost }] : []),
    { sign: '−', text: t('panel.trace.sum_side'), value: analysis.given_by_declarer },
    { sign: '+', text: t('panel.trace.sum_defence'), value: analysis.given_by_defence },
    { sign: '=', text: t(analysis.finished ? 'panel.trace.sum_taken' : 'panel.trace.sum_end'), value: analysis.end },
  ];
  return (
    <ul class="sum" aria-label={t('panel.trace.sum_title')}>
      {terms.map(({ sign, text, value }) => (
        <li key={text}>
          <span class="sum-value">
            {sign} {value}
          </span>
          <span class="sum-text">{text}</span>
        </li>
      ))}
    </ul>
  );
}

/** What would have been better than the discard and the contract. */
function Verdicts({ analysis }: { analysis: TraceAnswer }) {
  const texts = useTexts();
  const { t, number } = texts;
  const { discard, points } = analysis;
  return (
    <>
      {discard !== null && discard.lost > 0 && (
        <p>
          {t('panel.trace.better_discard', { tricks: discard.tricks, best: discard.best })}{' '}
          <CardsText cards={discard.best_cards} />
        </p>
      )}
      {points !== null && points.lost > 0 && (
        <p>
          {t('panel.trace.better_contract', {
            contract: bidWords(texts, points.played),
            points: number(points.played.points),
            best: points.best.map((each) => bidWords(texts, each)).join(', '),
            best_points: number(points.best[0]?.points ?? 0),
          })}
        </p>
      )}
    </>
  );
}

/** "3 no-trump uptown" of `3NT+ by S`: all are of one declarer. */
function bidWords(texts: Texts, { contract }: ContractValue): string {
  return callWords(texts, contract.split(' ')[0] as string);
}

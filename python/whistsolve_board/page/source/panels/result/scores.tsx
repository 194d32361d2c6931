/** The score of the hand as it was played, and with best play, beside each other, with the match equity. */

import { useMemo } from 'preact/hooks';

import { useAnswer, type Answer } from '../../answers';
import { useBoard, useTexts } from '../../contexts';
import { lineOf, withFields } from '../../hand';
import type { Hand, PositionInPlay, Question, Score, ScoreAnswer } from '../../protocol';
import { PointsBySeat, SeatMark } from '../../seat';
import { Missing } from './missing';

export function Scores({ position }: { position: PositionInPlay }) {
  const { state, rules } = useBoard();
  const { t } = useTexts();
  const isScored = rules !== null && (!rules.has_auction || Boolean(state.shown?.hand.level));
  const hand = isScored ? state.shown?.hand : undefined;
  const isWhole = hand !== undefined && position.length > 0 && position.length === cardsInPlay(position);
  const played = useScore(hand && isWhole ? withFields(hand, { title: '' }) : null, null);
  const best = useBestScore(hand);
  if (hand === undefined) return rules && <Missing text={t('panel.result.no_level')} field="level" />;
  const columns = [
    ...(isWhole ? [{ title: t('panel.result.as_played'), answer: played }] : []),
    { title: t('panel.result.double_dummy'), answer: best },
  ];
  return (
    <section>
      <h2>{t('panel.result.score')}</h2>
      {!isWhole && lineOf(hand).length > 0 && <p class="quiet">{t('panel.result.unfinished')}</p>}
      {columns.flatMap(({ title, answer }) =>
        answer.error === null
          ? []
          : [
              <p key={title} class="error">
                {answer.error.message}
              </p>,
            ],
      )}
      <ScoreTable columns={columns} />
    </section>
  );
}

/** All cards that are played in the hand, whatever point of it is on show. */
function cardsInPlay(position: PositionInPlay): number {
  return position.at + position.hands.join('').replace(/[.-]/g, '').length;
}

function useScore(hand: Hand | null, tricks: number | null): Answer<'score', Score> {
  const question: Question<'score'> | null = hand && { question: 'score', hand, ...(tricks === null ? {} : { tricks }) };
  return useAnswer<'score', Score>(question);
}

/** With the discard that was made, and best play of all from the first lead on. */
function useBestScore(hand: Hand | undefined): Answer<'score', Score> {
  const start = useMemo(() => hand && withFields(hand, { played: '', title: '' }), [hand]);
  const cards = start && withFields(start, { scores: '', calls: '', level: '' });
  const first = useAnswer<'position'>(cards ? { question: 'position', hand: cards, at: 0 } : null);
  const tricks = first.done?.values?.tricks;
  const score = useScore(start !== undefined && tricks !== undefined ? start : null, tricks ?? null);
  return first.error === null ? score : { ...score, error: first.error };
}

interface TableProperties {
  columns: { title: string; answer: Answer<'score', Score> }[];
}

function ScoreTable({ columns }: TableProperties) {
  const { t, number, count } = useTexts();
  const scores = columns.map(({ answer }) => answer.done ?? answer.parts);
  const has = (field: keyof Score) => scores.some((score) => score !== null && score[field] !== null);
  return (
    <table class="score-table">
      <thead>
        <tr>
          <td />
          {columns.map(({ title, answer }) => (
            <th key={title} scope="col" aria-busy={answer.waiting}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {row('panel.result.tricks', (score) => number(score.tricks, 2))}
        {has('books') &&
          row('panel.result.books', (score) =>
            t('panel.result.of', { count: number(score.books ?? 0, 2), needed: number(score.needed ?? 0) }),
          )}
        {has('made') &&
          row('panel.result.contract', (score) => (
            <span class={score.made ? 'is-made' : 'is-short'}>
              {score.boston
                ? `✓ ${t('panel.result.boston')}`
                : score.made
                  ? `✓ ${t('panel.result.made', { count: number(score.over ?? 0, 2) })}`
                  : `▾ ${count('panel.result.set', Math.abs(score.over ?? 0))}`}
            </span>
          ))}
        {has('odd_tricks') && row('panel.result.odd_tricks', (score) => bySide(score.odd_tricks))}
        {has('honours') && row('panel.result.honours', (score) => bySide(score.honours))}
        {row('panel.result.points', (score) => (
          <PointsBySeat points={score.points} />
        ))}
        {columns.some(({ answer }) => answer.done?.equity) &&
          row('panel.result.equity', (_, answer) => answer.done?.equity && <Equity equity={answer.done.equity} />)}
      </tbody>
    </table>
  );

  function bySide(numbers: number[] | null): string {
    return (numbers ?? []).map((each) => number(each)).join(' : ');
  }

  function row(
    title: Parameters<typeof t>[0],
    cell: (score: Score, answer: Answer<'score', Score>) => preact.ComponentChildren,
  ) {
    return (
      <tr>
        <th scope="row">{t(title)}</th>
        {columns.map(({ title: column, answer }, place) => {
          const score = scores[place];
          return <td key={column}>{score ? cell(score, answer) : answer.waiting ? '…' : '–'}</td>;
        })}
      </tr>
    );
  }
}

/** Chances to win the match, before the hand and after it. */
function Equity({ equity }: { equity: NonNullable<ScoreAnswer['equity']> }) {
  const { t, number } = useTexts();
  const percent = (share: number | undefined) => t('panel.result.percent', { value: number(100 * (share ?? 0)) });
  return (
    <ul class="equity">
      {equity.sides.map((side, place) => (
        <li key={side.join()}>
          {side.map((seat) => (
            <SeatMark key={seat} seat={String(seat)} />
          ))}{' '}
          <span class="equity-change">
            {number(100 * (equity.before[place] ?? 0))} <span aria-hidden="true">→</span>
            <span class="spoken">{t('panel.result.then')}</span> <strong>{percent(equity.after[place])}</strong>
          </span>
        </li>
      ))}
    </ul>
  );
}

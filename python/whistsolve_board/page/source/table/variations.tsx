/** Lines of play kept beside each other, each from where it leaves the first, with a comment. */

import { CardsText } from '../card';
import { useBoard, useTexts } from '../contexts';
import { lineOf, withFields } from '../hand';
import { Icon } from '../icons';
import type { Variation } from '../types';
import { inCommon, linesOf } from '../variations';

/** Cards of a line that are shown of it. */
const MOST_CARDS = 8;

export function Variations() {
  const { state, dispatch, position } = useBoard();
  const { t } = useTexts();
  const { shown } = state;
  if (!shown?.lines || position === null || state.hidden !== null) return null;
  const { hand, at } = shown;
  const now = hand.played ?? '';
  const lines = linesOf(shown);
  const first = lines[0]?.played ?? '';
  const second = lines[1]?.played ?? '';
  const change = (next: readonly Variation[]) => {
    const stays = next.some(({ played }) => played === now);
    const played = stays ? now : (next[0]?.played ?? '');
    const to = stays ? at : Math.min(at, inCommon(now, played));
    dispatch({ do: 'show', hand: withFields(hand, { played }), at: to, lines: next });
  };
  return (
    <section class="variations" aria-label={t('lines.title')}>
      <ol>
        {lines.map((line, number) => {
          const from = inCommon(line.played, number ? first : second);
          const cards = lineOf(withFields(hand, { played: line.played })).slice(from);
          const about = t(number ? 'lines.what_if' : 'lines.first', {
            trick: Math.floor(from / position.seats.length) + 1,
          });
          return (
            <li key={line.played}>
              <button
                type="button"
                class="small"
                aria-pressed={line.played === now}
                onClick={() =>
                  dispatch({
                    do: 'show',
                    hand: withFields(hand, { played: line.played }),
                    at: line.played === now ? at : inCommon(line.played, now),
                  })
                }
              >
                {about} <CardsText cards={cards.slice(0, MOST_CARDS)} />
                {cards.length > MOST_CARDS && ' …'}
              </button>
              <input
                type="text"
                aria-label={t('lines.comment', { line: about })}
                placeholder={t('lines.comment_none')}
                maxLength={300}
                value={line.comment}
                onChange={(event) => {
                  const comment = event.currentTarget.value.trim();
                  change(lines.map((each) => (each === line ? { ...line, comment } : each)));
                }}
              />
              {number > 0 && (
                <button
                  type="button"
                  class="icon"
                  aria-label={t('lines.remove', { line: about })}
                  title={t('lines.remove', { line: about })}
                  onClick={() => change(lines.filter((each) => each !== line))}
                >
                  <Icon name="close" />
                </button>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

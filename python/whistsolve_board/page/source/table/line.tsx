/** The cards played as a list, trick by trick; any of them can be gone to. */

import { useRef } from 'preact/hooks';

import { cardSymbols, Seen, suitClass } from '../card';
import { useBoard, useTexts } from '../contexts';
import { lineOf } from '../hand';
import { useRoving } from '../roving';
import { lossText, useSeatClass } from '../seat';

export function Line() {
  const { state, dispatch, position, trace } = useBoard();
  const texts = useTexts();
  const seatClass = useSeatClass();
  const list = useRef<HTMLOListElement>(null);
  useRoving(list, '[aria-current]');
  if (state.shown === null || position === null) return null;
  const { hand, at } = state.shown;
  const line = lineOf(hand);
  const size = position.seats.length;
  const tricks = Array.from({ length: Math.ceil(line.length / size) }, (_, trick) =>
    line.slice(trick * size, (trick + 1) * size),
  );
  return (
    <section class="line" aria-label={texts.t('line.title')}>
      {line.length === 0 && <p class="quiet">{texts.t('line.empty')}</p>}
      <ol ref={list} class="line-tricks">
        {tricks.map((cards, trick) => (
          <li key={trick} class="line-trick">
            <span class="line-number" aria-hidden="true">
              {trick + 1}
            </span>
            {cards.map((card, turn) => {
              const after = trick * size + turn + 1;
              // What a player could not have known yet.
              const isHidden = state.hidden !== null && (state.hidden.dealt || after > at);
              const traced = state.hidden === null ? trace.cards.get(after) : undefined;
              const loss = traced !== undefined && traced.lost > 0 ? traced : null;
              const name = isHidden
                ? texts.t('line.hidden', { number: after })
                : texts.t('line.card', { number: after, card: texts.card(card) });
              return (
                <button
                  key={after}
                  type="button"
                  class={`line-card ${isHidden ? '' : suitClass(card)} ${after > at ? 'line-later' : ''}`}
                  aria-current={after === at ? 'step' : undefined}
                  onClick={() => dispatch({ do: 'go', at: after })}
                >
                  <Seen said={loss === null ? name : `${name}, ${lossText(texts, loss)}`}>
                    {isHidden ? '·' : cardSymbols(card)}
                    {loss !== null && (
                      <span class={`loss-mark ${seatClass(loss.seat)}`}>
                        {loss.seat}−{loss.lost}
                      </span>
                    )}
                  </Seen>
                </button>
              );
            })}
          </li>
        ))}
      </ol>
    </section>
  );
}

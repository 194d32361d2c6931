/** The holder's cards with the kitty's, to mark a discard among them and see at once what it is worth. */

import { useMemo, useRef, useState } from 'preact/hooks';

import { mergeParts, useAnswer } from '../../answers';
import { cardSymbols, CardsText, Seen, suitClass } from '../../card';
import { isJoker, parseHand, sortCards, suitOf, SUITS } from '../../cards';
import { useBoard, useTexts } from '../../contexts';
import { dealOf } from '../../hand';
import type { DiscardValueAnswer, Hand, PositionInPlay } from '../../protocol';
import { useRoving } from '../../roving';
import { GiveUp } from './best';

interface Properties {
  position: PositionInPlay;
  /** The hand without a discard: with it values are asked for. */
  hand: Hand;
}

export function Marking({ position, hand }: Properties) {
  const { state } = useBoard();
  const { t } = useTexts();
  const { hands, kitty } = dealOf(position);
  const pool = sortCards([...(hands[position.seats.indexOf(position.holder ?? '')] ?? []), ...kitty]);
  const given = state.shown?.hand.discard && position.out !== null ? parseHand(position.out) : null;
  const start = `${pool.join()} ${given?.join() ?? ''}`;
  const [marks, setMarks] = useState<{ start: string; cards: readonly string[] }>({ start, cards: given ?? [] });
  // Another deal, or other cards given up: those are marked first.
  const marked = marks.start === start ? marks.cards : (given ?? []);
  const change = (cards: readonly string[]) => setMarks({ start, cards });
  const isGiven = given !== null && given.join() === marked.join();
  const isWhole = marked.length === kitty.length;
  return (
    <>
      {given !== null && (
        <section>
          <h2>{t('panel.kitty.at_table')}</h2>
          <p>
            <CardsText cards={given} />
          </p>
          <Value hand={hand} cards={given} />
        </section>
      )}
      <section>
        <h2>{t('panel.kitty.mark')}</h2>
        <Toggles pool={pool} kitty={kitty} marked={marked} onChange={change} />
        <div class="marked">
          <div aria-live="polite">
            {isGiven ? (
              <p class="quiet">{t('panel.kitty.mark_others')}</p>
            ) : isWhole ? (
              <Value hand={hand} cards={marked} />
            ) : (
              <p class="quiet">{t('panel.kitty.marked', { count: marked.length, size: kitty.length })}</p>
            )}
          </div>
          {isWhole && (
            <p class="discard-best">
              <GiveUp cards={marked} position={position} />
            </p>
          )}
          {/* Not `disabled`, which would lose the focus. */}
          <button
            type="button"
            class="small"
            aria-disabled={marked.length === 0}
            onClick={() => marked.length > 0 && change([])}
          >
            {t('panel.kitty.clear')}
          </button>
        </div>
      </section>
    </>
  );
}

interface TogglesProperties {
  pool: readonly string[];
  kitty: readonly string[];
  marked: readonly string[];
  onChange: (cards: readonly string[]) => void;
}

function Toggles({ pool, kitty, marked, onChange }: TogglesProperties) {
  const { announce } = useBoard();
  const texts = useTexts();
  const group = useRef<HTMLDivElement>(null);
  useRoving(group);
  const rows = [...SUITS.map((suit) => pool.filter((card) => suitOf(card) === suit)), pool.filter(isJoker)];
  const toggle = (card: string) => {
    if (marked.includes(card)) onChange(marked.filter((each) => each !== card));
    else if (marked.length < kitty.length) onChange(sortCards([...marked, card]));
    else announce(texts.count('panel.kitty.enough', kitty.length));
  };
  return (
    <div class="toggles" role="group" aria-label={texts.t('panel.kitty.mark')} ref={group}>
      {rows.map(
        (cards, row) =>
          cards.length > 0 && (
            <div key={row} class="toggles-row">
              {cards.map((card) => (
                <button
                  key={card}
                  type="button"
                  class={`toggle-card ${suitClass(card)} ${kitty.includes(card) ? 'toggle-kitty' : ''}`}
                  aria-pressed={marked.includes(card)}
                  onClick={() => toggle(card)}
                >
                  <Seen
                    said={kitty.includes(card) ? texts.t('panel.kitty.of_kitty', { card: texts.card(card) }) : texts.card(card)}
                  >
                    {cardSymbols(card)}
                  </Seen>
                </button>
              ))}
            </div>
          ),
      )}
      <p class="quiet toggle-legend">
        <span class="toggle-sample" aria-hidden="true" /> {texts.t('panel.kitty.dotted')}
      </p>
    </div>
  );
}

function Value({ hand, cards }: { hand: Hand; cards: readonly string[] }) {
  const { t, count, number } = useTexts();
  const text = cards.join(' ');
  const answer = useAnswer<'discard_value'>(
    useMemo(() => ({ question: 'discard_value', hand, cards: text }), [hand, text]),
    mergeParts,
  );
  if (answer.error !== null) return <p class="error">{answer.error.message}</p>;
  const value: Partial<DiscardValueAnswer> = answer.done ?? answer.parts ?? {};
  const { tricks, lost = 0, as_good, all = 0 } = value;
  if (tricks === undefined) return <p class="quiet">{t('panel.kitty.valuing')}</p>;
  return (
    <p>
      <strong>{count('tricks', tricks)}</strong>{' '}
      {lost > 0 ? (
        <span class="is-short">▾ {count('panel.kitty.lost', lost)}</span>
      ) : (
        <span class="is-made">✓ {t('panel.kitty.nothing_lost')}</span>
      )}{' '}
      {as_good !== undefined &&
        count(lost > 0 ? 'panel.kitty.as_good' : 'panel.kitty.optimal', as_good, {
          some: number(as_good),
          all: number(all),
        })}
    </p>
  );
}

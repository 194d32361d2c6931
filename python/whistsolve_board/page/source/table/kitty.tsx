/** The kitty and the cards out of play, and the suit that a joker names as it is led. */

import { useEffect, useRef } from 'preact/hooks';

import { parseHand, SUITS, SYMBOLS } from '../cards';
import { CardsText } from '../card';
import { useBoard, useTexts } from '../contexts';
import type { Position } from '../protocol';
import { useRoving } from '../roving';

export function Kitty({ position }: { position: Position }) {
  const { state } = useBoard();
  const { t } = useTexts();
  if (position.kitty === null || state.hidden?.kitty) return null;
  return (
    <dl class="kitty-line">
      <div>
        <dt>{t('kitty.title')}</dt>
        <dd>
          <CardsText cards={parseHand(position.kitty)} />
        </dd>
      </div>
      {position.out !== null && position.out !== position.kitty && (
        <div>
          <dt>{t('kitty.given_up')}</dt>
          <dd>
            <CardsText cards={parseHand(position.out)} />
          </dd>
        </div>
      )}
    </dl>
  );
}

export function NameSuit() {
  const { naming, play } = useBoard();
  const { t, card: cardText } = useTexts();
  const first = useRef<HTMLButtonElement>(null);
  const group = useRef<HTMLDivElement>(null);
  useRoving(group);
  useEffect(() => first.current?.focus(), [naming]);
  if (naming === null) return null;
  return (
    <div ref={group} class="name-suit" role="group" aria-label={t('joker.names', { card: cardText(naming) })}>
      <span>{t('joker.names', { card: cardText(naming) })}</span>
      {SUITS.map((suit, place) => (
        <button
          key={suit}
          ref={place === 0 ? first : null}
          type="button"
          class={`card-text suit-${suit}`}
          aria-label={t(`suit.${suit}`)}
          onClick={() => play(`${naming}:${suit}`)}
        >
          {SYMBOLS[suit]}
        </button>
      ))}
    </div>
  );
}

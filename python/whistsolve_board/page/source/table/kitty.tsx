/** The kitty and the cards out of play, and the suit that a joker names as it is led. */

import { useEffect, useRef } from 'preact/hooks';

import { useAsking } from '../asking';
import { parseHand, SUITS, SYMBOLS } from '../cards';
import { CardsText } from '../card';
import { useBoard, useTexts } from '../contexts';
import { withContract } from '../hand';
import type { Hand, Position, PositionInPlay } from '../protocol';
import { useRoving } from '../roving';

/** Whether somebody takes the kitty, and the hand does not say what is given up for it: then nobody took it. */
export function isUntaken(hand: Hand | undefined, inPlay: PositionInPlay | null): boolean {
  return hand !== undefined && !hand.discard && inPlay !== null && inPlay.holder !== null;
}

export function Kitty({ position }: { position: Position }) {
  const { state, inPlay } = useBoard();
  const { t } = useTexts();
  if (position.kitty === null || state.hidden?.kitty) return null;
  const hand = state.shown?.hand;
  return (
    <dl class="kitty-line">
      <div>
        <dt>{t('kitty.title')}</dt>
        <dd>
          <CardsText cards={parseHand(position.kitty)} />
        </dd>
      </div>
      {hand !== undefined && state.hidden === null && isUntaken(hand, inPlay) && <TakeIt key={JSON.stringify(hand)} hand={hand} />}
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

/** Takes the kitty as a cell of the table does: with the best discard. */
function TakeIt({ hand }: { hand: Hand }) {
  const { dispatch } = useBoard();
  const { t } = useTexts();
  const { ask, waiting, error } = useAsking<'discard'>();
  const take = async () => {
    const found = await ask({ question: 'discard', hand });
    if (found !== null) dispatch({ do: 'show', hand: withContract(hand, { discard: found.best.join(' ') }) });
  };
  return (
    <div aria-busy={waiting}>
      <dt>{t('kitty.not_taken')}</dt>
      <dd>
        <button type="button" class="small" aria-disabled={waiting} onClick={() => waiting || void take()}>
          {t('kitty.take')}
        </button>
        {error !== null && <span class="error" role="alert">{` ${error.message}`}</span>}
      </dd>
    </div>
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

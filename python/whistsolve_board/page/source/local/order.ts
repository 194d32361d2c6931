/** Cards in the order in which a person would look at them: the best first, of equals the cheapest. */

import type { CardBounds } from '../engine/engine';

const JOKERS = 4;

/** By the bounds that matter to the side to play, then by what a card is worth to keep. */
export function bestFirst(cards: readonly CardBounds[], trump: number, ranking: number, most: boolean): CardBounds[] {
  const length = (suit: number) => cards.filter(({ card }) => suitOf(card) === suit).length;
  const key = ({ card, low, high }: CardBounds) => {
    const worth = height(card, trump, ranking) - 4 * length(suitOf(card));
    return most ? [-low, -high, worth, card] : [high, low, worth, card];
  };
  return [...cards].sort((one, other) => compare(key(one), key(other)));
}

function compare(one: readonly number[], other: readonly number[]): number {
  const place = one.findIndex((value, at) => value !== other[at]);
  return place < 0 ? 0 : (one[place] as number) - (other[place] as number);
}

function suitOf(card: number): number {
  return Math.floor(card / 13);
}

function height(card: number, trump: number, ranking: number): number {
  const suit = suitOf(card);
  let [kind, above] = [4, card - 52];
  if (suit < JOKERS) {
    const rank = card % 13;
    const low = ranking === 1 ? 11 - rank : 12 - rank;
    above = ranking === 0 || (ranking === 1 && rank === 12) ? rank : low;
    kind = 2 * Number(above === 12) + Number(suit === trump);
  }
  return ((kind * 13 + above) * 16 + 15) * 4 + (suit % 4);
}

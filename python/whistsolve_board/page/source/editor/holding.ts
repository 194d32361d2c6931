/** Who holds which card of a deal that is being put together: pure functions. */

import { formatHand } from '../cards';
import { type DealtCards } from '../hand';

/** The place of the cards left over, beside the seats. */
export const KITTY = 'K';

/** The seat that a card lies at, or the kitty; cards that are not dealt have no entry. */
export type Holding = ReadonlyMap<string, string>;

export interface Sizes {
  hand: number;
  kitty: number;
}

export function holdingOf({ hands, kitty }: DealtCards, seats: readonly string[]): Holding {
  const dealt = hands.flatMap((cards, index) => cards.map((card) => [card, seats[index] ?? KITTY] as const));
  return new Map([...dealt, ...kitty.map((card) => [card, KITTY] as const)]);
}

export function dealtCards(holding: Holding, seats: readonly string[]): DealtCards {
  return { hands: seats.map((seat) => cardsAt(holding, seat)), kitty: cardsAt(holding, KITTY) };
}

export function cardsAt(holding: Holding, place: string): string[] {
  return [...holding].filter(([, each]) => each === place).map(([card]) => card);
}

/** A card to a place; `null` takes it back. */
export function give(holding: Holding, card: string, place: string | null): Holding {
  const given = new Map(holding);
  if (place === null) given.delete(card);
  else given.set(card, place);
  return given;
}

/** A place that has more cards than the rules give it. */
export function overfull(holding: Holding, places: readonly string[], sizes: Sizes): string | undefined {
  return places.find((place) => cardsAt(holding, place).length > sizeOf(place, sizes));
}

export function sizeOf(place: string, sizes: Sizes): number {
  return place === KITTY ? sizes.kitty : sizes.hand;
}

/** The cards that nobody has, at random to whoever has too few. */
export function dealRest(holding: Holding, deck: readonly string[], places: readonly string[], sizes: Sizes): Holding {
  const rest = shuffled(deck.filter((card) => !holding.has(card)));
  const filled = new Map(holding);
  for (const place of places) {
    const missing = sizeOf(place, sizes) - cardsAt(holding, place).length;
    for (const card of rest.splice(0, Math.max(0, missing))) filled.set(card, place);
  }
  return filled;
}

/** Whether it can be shown: equal numbers of cards in all hands, at least one each. */
export function isDeal(holding: Holding, seats: readonly string[]): boolean {
  const counts = seats.map((seat) => cardsAt(holding, seat).length);
  return counts.every((count) => count === counts[0] && count > 0);
}

export function isSame(one: DealtCards, other: DealtCards): boolean {
  const text = ({ hands, kitty }: DealtCards) => [...hands, kitty].map(formatHand).join(' ');
  return text(one) === text(other);
}

/** Every order is as likely as the others. */
function shuffled(cards: readonly string[]): string[] {
  const order = [...cards];
  for (let place = order.length - 1; place > 0; place--) {
    const other = randomBelow(place + 1);
    [order[place], order[other]] = [order[other] as string, order[place] as string];
  }
  return order;
}

function randomBelow(limit: number): number {
  const unbiased = Math.floor(2 ** 32 / limit) * limit;
  const drawn = new Uint32Array(1);
  do crypto.getRandomValues(drawn);
  while ((drawn[0] as number) >= unbiased);
  return (drawn[0] as number) % limit;
}

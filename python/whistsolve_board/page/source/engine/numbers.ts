/** Cards and strains as numbers of the engine, those of csrc/c_api/whistsolve.h. */

import { DECK, parseStrain } from '../cards';

/** The card of each number. */
export const CARDS: readonly string[] = [...DECK.slice(0, 52).reverse(), 'LJ', 'BJ'];

export function setOf(cards: Iterable<string>): bigint {
  return [...cards].reduce((set, card) => set | (1n << BigInt(CARDS.indexOf(card))), 0n);
}

/** The numbers of the cards of a set, in ascending order. */
export function cardsOf(set: bigint): number[] {
  return CARDS.map((_, card) => card).filter((card) => (set >> BigInt(card)) & 1n);
}

export function strainNumbers(strain: string): { trump: number; ranking: number } {
  const { trump, direction } = parseStrain(strain);
  return { trump: ['C', 'D', 'H', 'S', 'NT'].indexOf(trump), ranking: '+-~'.indexOf(direction) };
}

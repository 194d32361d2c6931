/** Double-dummy answers for bid whist, whist and bridge: README.md. A worker searches. */

import { DECK } from '../../../python/whistsolve_board/page/source/cards';
import { CARDS, setOf, strainNumbers } from '../../../python/whistsolve_board/page/source/engine/numbers';
import { parseDeal, seatIndex, seatName } from '../../../python/whistsolve_board/page/source/hand';
import { ask } from './asking';
import type { Question } from './worker';

/** A trump suit or `NT`, and what wins: `+` high cards, `-` low cards and the ace, `~` low cards, the ace last. */
export type Strain = `${'S' | 'H' | 'D' | 'C' | 'NT'}${'+' | '-' | '~'}`;

export interface Options {
  /** Ends the search; the promise is rejected with its reason. */
  signal?: AbortSignal;
}

/** The tricks that the leader's side takes. */
export async function solve(deal: string, strain: Strain, leader: string, options: Options = {}): Promise<number> {
  const problem = problemOf(deal, strain, leader);
  return (await ask<{ low: number }>({ call: 'solve', problem }, options.signal)).low;
}

/** The tricks that the leader's side still takes, after each legal card of the hand to play. */
export async function solveCards(
  deal: string,
  strain: Strain,
  leader: string,
  played: readonly string[] = [],
  options: Options = {},
): Promise<Record<string, number>> {
  const problem = problemOf(deal, strain, leader, played);
  const found = await ask<{ card: number; low: number }[]>({ call: 'solveCards', problem }, options.signal);
  return Object.fromEntries(found.map(({ card, low }) => [CARDS[card] as string, low]));
}

/** The tricks of the leader's side, by strain, uptown and downtown, and leader. */
export async function table(deal: string, options: Options = {}): Promise<Record<string, Record<string, number>>> {
  const { length } = parseDeal(deal).hands;
  const found: Record<string, Record<string, number>> = {};
  for (const direction of ['+', '-'] as const)
    for (const trump of ['S', 'H', 'D', 'C', 'NT'] as const) {
      const cells: Record<string, number> = (found[trump + direction] = {});
      for (let seat = 0; seat < length; ++seat)
        cells[seatName(seat, length)] = await solve(deal, `${trump}${direction}`, seatName(seat, length), options);
    }
  return found;
}

/** What the declarer, who takes the kitty and leads, gives up, and the tricks that the declarer's side then takes. */
export async function bestDiscard(
  deal: string,
  strain: Strain,
  declarer: string,
  options: Options = {},
): Promise<{ tricks: number; cards: string[] }> {
  const problem = problemOf(deal, strain, declarer);
  const { kitty } = parseDeal(deal);
  if (!kitty.length) throw new RangeError('the deal has no kitty: expected one after |');
  const hands = problem.hands.map((hand, seat) => (seat === problem.leader ? hand | setOf(kitty) : hand));
  const question = { call: 'bestDiscard', problem: { ...problem, hands } } as const;
  const found = await ask<{ tricks: number; cards: bigint }>(question, options.signal);
  return { tricks: found.tricks, cards: DECK.filter((card) => found.cards & setOf([card])) };
}

/** As in bid whist: of four hands two are partners; without trumps jokers are worthless, and thrown at the first void. */
function problemOf(deal: string, strain: string, leader: string, played: readonly string[] = []): Question['problem'] {
  const { hands, kitty } = parseDeal(deal);
  const all = [...hands.flat(), ...kitty];
  const twice = all.find((card, place) => all.indexOf(card) !== place);
  if (twice !== undefined) throw new RangeError(`deal: ${twice} is there twice`);
  const size = hands[0]?.length;
  const other = hands.findIndex((hand) => hand.length !== size);
  if (other > 0) throw new RangeError(`deal: ${seatName(other, hands.length)} has not ${size} cards as the first hand has`);
  if (!/^(S|H|D|C|NT)[+~-]$/.test(strain)) throw new RangeError(`strain: ${strain} is none: expected such as S+ or NT-`);
  const unknown = played.find((card) => !CARDS.includes(card));
  if (unknown !== undefined) throw new RangeError(`played: ${unknown} is no card: expected such as SA, HT or BJ`);
  const seat = seatIndex(leader, hands.length);
  return {
    hands: hands.map(setOf),
    ...strainNumbers(strain),
    leader: seat,
    side: hands.length === 4 ? 0b0101 << seat % 2 : 1 << seat,
    played: played.map((card) => CARDS.indexOf(card)),
    named: played.map(() => -1),
    rules: { firstTrickWeight: 1, jokers: 0, jokerLead: 0, mustThrow: true, anyTime: false },
  };
}

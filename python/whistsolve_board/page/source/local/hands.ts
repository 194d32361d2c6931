/** A hand on the board as the engine needs it: sets of cards, seats by turn, and what follows from the rules. */

import { DECK, parseCards, plainCard } from '../cards';
import type { Problem } from '../engine/engine';
import { CARDS, setOf, strainNumbers } from '../engine/numbers';
import { seatName } from '../hand';
import type { Hand } from '../protocol';
import { onlyLibrary, WhistError } from './errors';
import { readDeal, readSeat } from './reading/deals';
import { shown } from './reading/messages';
import { readRules, sideOf, type Rules } from './rules';

const TRUMPS = 'CDHS';
const JOKER_KINDS: Record<string, number> = { high_no_suit: 1, removed: 2 };
const JOKER_LEADS = ['first_suited_card', 'free_play', 'forbidden_unless_only_jokers', 'leader_names_suit'];
export const NO_SUIT = -1;

/** A card of the engine, and the suit that it names as a led joker. */
export function cardOf(number: number, named = NO_SUIT): string {
  return (CARDS[number] as string) + (named < 0 ? '' : `:${TRUMPS[named]}`);
}

/** In printed order. */
export function cardsOf(mask: bigint): string[] {
  return DECK.filter((card) => mask & setOf([card]));
}

export interface BoardHand {
  rules: Rules;
  seats: number;
  dealt: readonly bigint[];
  kitty: bigint | null;
  /** The hands before the first lead, and what is out of play. */
  hands: readonly bigint[];
  out: bigint | null;
  strain: string | null;
  level: number | null;
  declarer: number | null;
  dealer: number | null;
  /** Who leads to the first trick and who takes the kitty, once there is a declarer. */
  leads: number;
  holder: number | null;
  discard: bigint | null;
  played: readonly string[];
}

/** A hand from its fields, checked. */
export function readHand(fields: Hand): BoardHand {
  if (!fields?.deal) throw new WhistError('DealError', "the hand has no deal: expected such as 'N:AK... QJ... T9... 87...'");
  const rules = readRules(fields.rules ?? '');
  const deal = readDeal(fields.deal);
  const seats = deal.hands.length;
  const seat = (name: 'dealer' | 'declarer' | 'leader' | 'holder') =>
    fields[name] ? readSeat(fields[name], seats, name) : null;
  const [dealt, kitty] = [deal.hands.map(setOf), deal.kitty.length ? setOf(deal.kitty) : null];
  const strain = fields.strain ? readStrain(fields.strain, rules) : null;
  const [declarer, dealer, leader] = [seat('declarer'), seat('dealer'), seat('leader')];
  if ((strain === null) !== (declarer === null)) {
    const missing = strain === null ? 'strain' : 'declarer';
    throw new WhistError('NotationError', `the hand has no ${missing}: expected strain and declarer, or neither`);
  }
  const taker = declarer === null || kitty === null ? null : (seat('holder') ?? usualHolder(rules, declarer, seats));
  if (taker !== null && declarer !== null && !sideOf(rules, declarer, seats).includes(taker)) {
    throw new WhistError('DealError', `${seats === 4 ? '' : 'seat '}${seatName(taker, seats)} takes the kitty: expected a hand of the declarer's side`);
  }
  const discard = fields.discard ? setOf(parseCards(fields.discard).map(readCard)) : null;
  const given = { rules, seats, dealt, kitty, strain, declarer, dealer, discard };
  return {
    ...given,
    ...afterDiscard(dealt, kitty, discard, taker),
    level: fields.level ? readLevel(fields.level) : null,
    leads: leader ?? usualLeader(rules, declarer, dealer, seats),
    holder: taker,
    played: parseCards(fields.played),
  };
}

/** The same before the discard, in a strain by a declarer. */
export function withoutPlay(hand: BoardHand, strain: string, declarer: number): BoardHand {
  const { rules, seats, dealt, kitty } = hand;
  const isSame = declarer === hand.declarer;
  const holder = kitty === null ? null : isSame ? hand.holder : usualHolder(rules, declarer, seats);
  const leads = isSame ? hand.leads : usualLeader(rules, declarer, hand.dealer, seats);
  return { ...hand, strain, declarer, holder, leads, hands: dealt, out: kitty, discard: null, played: [] };
}

/** The engine's question after so many of the cards played; tricks are those of the side of the seat counted. */
export function problemOf(hand: BoardHand, at = hand.played.length, counted?: number): Problem {
  const { rules, seats, hands } = hand;
  const [strain, declarer] = contractOf(hand);
  const turn = (seat: number) => turnOf(rules, seat, seats);
  if (strain.startsWith('NT') && rules.values.joker_no_trump === 'exchanged') {
    const holder = hands.findIndex((mask) => mask >> 52n);
    if (holder >= 0) {
      const joker = cardsOf((hands[holder] as bigint) >> 52n << 52n)[0];
      const after = 'expected the hands after jokers were exchanged for discards';
      throw new WhistError('DealError', `${seatName(holder, seats)} holds ${joker} in ${strain}: ${after}`);
    }
  }
  const played = hand.played.slice(0, at).map(readPlay);
  return {
    ...partsOf(rules.values, strain),
    hands: hands.map((_, place) => hands[turn(place)] as bigint),
    leader: turn(hand.leads),
    side: sideMask(rules, counted ?? declarer, seats),
    played: played.map(([card]) => card),
    named: played.map(([, suit]) => suit),
  };
}

/** The question of the best discard: the holder has the kitty too. */
export function discardProblem(hand: BoardHand): { problem: Problem; holder: number } {
  const { rules, seats, dealt, kitty, holder } = hand;
  if (kitty === null || holder === null) throw new WhistError('DealError', 'the deal has no kitty: expected its cards, after a |');
  const kind = rules.values.joker_no_trump as string;
  if (isEnumerated(hand)) throw onlyLibrary(`Discards where jokers are ${kind}`);
  const before = { ...hand, hands: dealt.map((mask, seat) => (seat === holder ? mask | kitty : mask)), played: [] };
  const problem = problemOf(before);
  // The engine lays no jokers aside beside a discard, and here there are none.
  const isAside = problem.trump === 4 && kind === 'removed';
  return {
    problem: isAside ? { ...problem, rules: { ...problem.rules, jokers: 0 } } : problem,
    holder: turnOf(rules, holder, seats),
  };
}

/** Whether discards are searched one by one: where jokers leave the play without a trump suit. */
export function isEnumerated({ strain, rules, dealt, kitty }: BoardHand): boolean {
  const isGone = ['exchanged', 'removed'].includes(rules.values.joker_no_trump as string) && strain?.startsWith('NT');
  return isGone === true && [...dealt, kitty ?? 0n].some((mask) => mask >> 52n);
}

export function contractOf({ strain, declarer }: BoardHand): [string, number] {
  if (strain === null || declarer === null) {
    throw new WhistError('NotationError', 'the hand has no strain and declarer: expected both');
  }
  return [strain, declarer];
}

/** The engine numbers hands by turn: against the clock seats count backwards. It is its own inverse. */
export function turnOf(rules: Rules, seat: number, seats: number): number {
  return rules.step === 1 ? seat : (seats - seat) % seats;
}

/** Cards on the table in all, but jokers that are laid aside. */
export function cardsInPlay({ hands, strain, rules, seats }: BoardHand): number {
  const jokers = (mask: bigint) => cardsOf((mask >> 52n) << 52n).length;
  const isAside = strain?.startsWith('NT') && rules.values.joker_no_trump === 'removed';
  return hands.reduce((sum, mask) => sum + cardsOf(mask).length, 0) - (isAside ? seats * Math.min(...hands.map(jokers)) : 0);
}

export function readStrain(text: string, rules: Rules): string {
  const strain = rules.hasAuction || /[-+~]$/.test(text) ? text : `${text}+`;
  if (/^([SHDC]|NT)[-+~]$/.test(strain)) return strain;
  throw new WhistError('NotationError', `strain ${shown(text)} is wrong: expected such as S+, H- or NT+`);
}

function readCard(text: string): string {
  if (DECK.includes(text)) return text;
  throw new WhistError('NotationError', `card ${shown(text)} is wrong: expected a card such as SA, HT or BJ`);
}

function readPlay(text: string, place: number): [number, number] {
  const suit = text.split(':')[1];
  const named = suit === undefined ? NO_SUIT : TRUMPS.indexOf(suit || '?');
  if (DECK.includes(plainCard(text)) && (suit === undefined || named >= 0)) return [CARDS.indexOf(plainCard(text)), named];
  throw new WhistError('ActError', `card ${place + 1} of those played cannot be read: ${shown(text)}; expected a card such as SA, HT or BJ:H`);
}

function readLevel(text: string): number {
  if (/^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= 17) return Number(text);
  throw new WhistError('NotationError', `level ${/^\d{1,2}$/.test(text) ? text : shown(text)} is wrong: expected a whole number from 1 to 17`);
}

function usualHolder(rules: Rules, declarer: number, seats: number): number {
  const isDummys = rules.values.game === 'dummy' && seats === 4;
  return isDummys ? (declarer + 2) % 4 : declarer;
}

function usualLeader(rules: Rules, declarer: number | null, dealer: number | null, seats: number): number {
  const first = rules.values.first_leader as string;
  const from = first.endsWith('dealer') && dealer !== null ? dealer : (declarer ?? 0);
  return (from + (first.startsWith('left') ? rules.step : 0) + seats) % seats;
}

function afterDiscard(dealt: readonly bigint[], kitty: bigint | null, discard: bigint | null, taker: number | null) {
  if (discard === null) return { hands: dealt, out: kitty };
  if (taker === null || kitty === null) {
    const missing = kitty === null ? 'kitty' : 'declarer';
    throw new WhistError('DealError', `there is a discard and no ${missing}: expected both, or neither`);
  }
  const who = seatName(taker, dealt.length);
  const held = (dealt[taker] as bigint) | kitty;
  const wrong = cardsOf(discard & ~held);
  if (wrong.length) {
    throw new WhistError('DealError', `${who} discards ${wrong.join(' ')}: expected cards that it was dealt or took from the kitty`);
  }
  const [took, gave] = [cardsOf(kitty).length, cardsOf(discard).length];
  if (took !== gave) throw new WhistError('DealError', `${who} takes ${took} cards and discards ${gave}: expected equal numbers`);
  return { hands: dealt.map((mask, seat) => (seat === taker ? held & ~discard : mask)), out: discard };
}

/** What rules and strain are to the engine. */
export function partsOf(values: Rules['values'], strain: string): Pick<Problem, 'trump' | 'ranking' | 'rules'> {
  const kind = values.joker_no_trump as string;
  return {
    ...strainNumbers(strain),
    rules: {
      firstTrickWeight: values.kitty_book === 'first_trick_winner' ? 2 : 1,
      jokers: JOKER_KINDS[kind] ?? 0,
      jokerLead: JOKER_LEADS.indexOf(values.joker_lead_no_trump as string),
      mustThrow: kind === 'must_discard_first_void',
      anyTime: values.joker_any_time === 'true',
    },
  };
}

function sideMask(rules: Rules, declarer: number, seats: number): number {
  return sideOf(rules, declarer, seats).reduce((mask, seat) => mask | (1 << turnOf(rules, seat, seats)), 0);
}

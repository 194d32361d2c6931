/** Whether cards could be played so: who is to follow what, and who wins a trick. */

import { isJoker, sortCards, sortForStrain, suitOf } from '../../cards';
import { seatName } from '../../hand';
import type { Rules } from '../rules';
import { refuse } from './messages';

const NAMES = { S: 'spades', H: 'hearts', D: 'diamonds', C: 'clubs' };
/** Without rules a joker in no-trump may be played at any time and never wins. */
const USUAL: Rules['values'] = { joker_no_trump: 'free_discard', joker_any_time: 'true', joker_lead_no_trump: 'first_suited_card' };

export interface Replay {
  /** The seat whose turn it is. */
  toPlay: number;
  step: number;
  play: (card: string) => void;
}

/** Plays cards one by one, each checked. */
export function replay(hands: readonly (readonly string[])[], strain: string, leader: number, rules: Rules | undefined): Replay {
  const { joker_no_trump: kind, joker_lead_no_trump: lead, joker_any_time: anyTime } = rules?.values ?? USUAL;
  const seats = hands.length;
  const name = (seat: number) => (seats === 4 ? seatName(seat, 4) : `seat ${seat}`);
  const isNoTrump = strain.startsWith('NT');
  const trump = isNoTrump ? null : (strain[0] as 'S');
  const isAside = isNoTrump && kind === 'removed';
  const suit = (card: string) => suitOf(card) ?? trump;
  const played = new Map<string, number>();
  let trick: string[] = [];
  const game: Replay = { toPlay: leader, step: rules?.step ?? 1, play };

  const isFree = lead === 'free_play' || lead === 'leader_names_suit';
  const mayPlayJoker = isNoTrump && anyTime === 'true';

  function suitToFollow() {
    const isOpen = isFree && !isAside && trick[0] && suit(trick[0]) === null;
    return isOpen ? null : (trick.map(suit).find((each) => each !== null) ?? null);
  }

  function lawful(held: readonly string[]): readonly string[] {
    const [plain, jokers, led] = [held.filter((card) => !isJoker(card)), held.filter(isJoker), suitToFollow()];
    const cards = isAside && plain.length ? plain : held;
    const same = cards.filter((card) => led !== null && suit(card) === led);
    if (same.length) return mayPlayJoker ? [...new Set([...same, ...jokers])] : same;
    if (led !== null && isNoTrump && kind === 'must_discard_first_void' && jokers.length) return jokers;
    return !trick.length && isNoTrump && lead === 'forbidden_unless_only_jokers' && plain.length ? plain : cards;
  }

  function winner(): string {
    const [joker] = trick.filter((card) => isJoker(card) && (trump || kind === 'high_no_suit')).sort();
    const first = trick.map(suitOf).find((each) => each !== null);
    const best = [trump, first].flatMap((each) => sortForStrain(trick.filter((card) => suitOf(card) === each), strain).filter((card) => !isJoker(card)));
    return joker ?? best[0] ?? (trick[0] as string);
  }

  function play(card: string): void {
    const held = (hands[game.toPlay] as readonly string[]).filter((each) => !played.has(each));
    const [who, number] = [name(game.toPlay), Math.floor(played.size / seats) + 1];
    const [by, of] = [played.get(card), hands.findIndex((hand) => hand.includes(card))];
    const elsewhere = of < 0 ? 'is in no hand: expected a card that was dealt and not discarded' : `${name(of)} holds: expected a card of its own`;
    const where = by === undefined ? elsewhere : `${name(by)} has played already: expected every card once`;
    if (!held.includes(card)) refuse(`${who} plays ${card}, which ${where}`, 'ActError');
    if (isJoker(card) && !trick.length && isNoTrump && lead === 'leader_names_suit' && !isAside)
      refuse(`${card} is led to trick ${number}, and the hand does not say which suit it names: expected another joker_lead_no_trump`);
    const [allowed, led] = [sortCards(lawful(held)), suitToFollow()];
    const follows = `it must follow suit${mayPlayJoker && held.some(isJoker) ? ' or play a joker' : ''}`;
    const why = held.some((each) => led && suit(each) === led) ? follows : `joker_no_trump=${kind} and joker_lead_no_trump=${lead}`;
    if (!allowed.includes(card) && !rules?.text.includes('renege_mode=detect_and_call'))
      refuse(`${who} plays ${card} to trick ${number}${led ? ` in ${NAMES[led]}` : ''}: ${why}; expected one of ${allowed.join(' ')}`, 'ActError');
    trick.push(card);
    played.set(card, game.toPlay);
    game.toPlay = (game.toPlay + game.step + seats) % seats;
    if (trick.length < seats) return;
    game.toPlay = played.get(winner()) as number;
    trick = [];
  }
  return game;
}

/** Cards of a record, played one by one: the engine knows whose turn it is, and what is legal. */

import { isJoker, sortCards, suitOf } from '../../cards';
import type { Engine, Problem } from '../../engine/engine';
import { CARDS, setOf } from '../../engine/numbers';
import { seatName } from '../../hand';
import { partsOf } from '../hands';
import type { Rules } from '../rules';
import { refuse } from './messages';

const NAMES = { S: 'spades', H: 'hearts', D: 'diamonds', C: 'clubs' };
/** Without rules a joker in no-trump may be played at any time and never wins. */
const USUAL: Pick<Rules, 'step' | 'text' | 'values'> = {
  step: 1,
  text: '',
  values: { joker_no_trump: 'free_discard', joker_any_time: 'true', joker_lead_no_trump: 'first_suited_card' },
};
const [UNNAMED, RENEGE] = [-1, -2];

export interface Replay {
  /** The seat whose turn it is. */
  toPlay: number;
  step: number;
  play: (card: string) => void;
}

export function replay(engine: Engine, hands: readonly (readonly string[])[], strain: string, leader: number, rules = USUAL): Replay {
  const seats = hands.length;
  const { step, values } = rules;
  const turnOf = (seat: number) => (step * seat + seats) % seats;
  const name = (seat: number) => (seats === 4 ? seatName(seat, 4) : `seat ${seat}`);
  const trump = strain.startsWith('NT') ? null : (strain[0] as 'S');
  const played = new Map<string, number>();
  const inTurn = hands.map((_, turn) => setOf(hands[turnOf(turn)] as readonly string[]));
  let problem: Problem = { ...partsOf(values, strain), hands: inTurn, leader: turnOf(leader), side: 1, played: [], named: [] };
  let now = engine.replay(problem);
  const game: Replay = { toPlay: leader, step, play };

  function play(card: string): void {
    const held = (hands[game.toPlay] as readonly string[]).filter((each) => !played.has(each));
    const [who, number] = [name(game.toPlay), Math.floor(played.size / seats) + 1];
    const [by, of] = [played.get(card), hands.findIndex((hand) => hand.includes(card))];
    const elsewhere = of < 0 ? 'is in no hand: expected a card that was dealt and not discarded' : `${name(of)} holds: expected a card of its own`;
    const where = by === undefined ? elsewhere : `${name(by)} has played already: expected every card once`;
    if (!held.includes(card)) refuse(`${who} plays ${card}, which ${where}`, 'ActError');
    const place = CARDS.indexOf(card);
    if (now.needsName.includes(place))
      refuse(`${card} is led to trick ${number}, and the hand does not say which suit it names: expected another joker_lead_no_trump`);
    const isLegal = now.legal.includes(place);
    if (!isLegal && !rules.text.includes('renege_mode=detect_and_call')) refuse(`${who} plays ${card} to trick ${number}${why(held)}`, 'ActError');
    played.set(card, game.toPlay);
    problem = { ...problem, played: [...problem.played, place], named: [...problem.named, isLegal ? UNNAMED : RENEGE] };
    now = engine.replay(problem);
    if (now.toAct >= 0) game.toPlay = turnOf(now.toAct);
  }

  /** Why a card is not legal, in words. */
  function why(held: readonly string[]): string {
    const [suit, legal] = [(card: string) => suitOf(card) ?? trump, sortCards(now.legal.map((card) => CARDS[card] as string))];
    const trick = [...played.keys()].slice(played.size - now.onTable).map(suit);
    const isFree = ['free_play', 'leader_names_suit'].includes(values.joker_lead_no_trump as string) && trick[0] === null;
    const led = isFree ? null : (trick.find((each) => each !== null) ?? null);
    const orJoker = trump === null && values.joker_any_time === 'true' && held.some(isJoker) ? ' or play a joker' : '';
    const follows = held.some((card) => led && suit(card) === led) ? `it must follow suit${orJoker}` : '';
    const reason = follows || `joker_no_trump=${values.joker_no_trump} and joker_lead_no_trump=${values.joker_lead_no_trump}`;
    return `${led ? ` in ${NAMES[led]}` : ''}: ${reason}; expected one of ${legal.join(' ')}`;
  }
  return game;
}

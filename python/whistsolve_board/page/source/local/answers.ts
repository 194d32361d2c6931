/** The answers that the engine gives without the library, in the words of the board's protocol. */

import { formatHand, parseCards, sortCards } from '../cards';
import { EngineError, type Bounds, type CardBounds, type Discards, type Engine, type Problem, type Replay } from '../engine/engine';
import { setOf } from '../engine/numbers';
import { formatDeal, seatName } from '../hand';
import type * as Protocol from '../protocol';
import { onlyLibrary, WhistError } from './errors';
import {
  cardOf, cardsInPlay, cardsOf, contractOf, discardProblem, isEnumerated, problemOf, readHand, readStrain, turnOf,
  withoutPlay, type BoardHand,
} from './hands';
import { bestFirst } from './order';
import { readHands } from './reading';
import { readSeat } from './reading/deals';
import { attempt } from './reading/messages';
import { allStrains, describe, readRules, sideOf } from './rules';

/** Seconds of a call of the engine, after which messages are looked at. */
const SLICE = 0.03;
/** Seconds after which a position is shown with what is known so far, and those for which a cell is solved. */
const PATIENCE = 0.25;
const CELL = 20;
const MOST_TIES = 200;
const FILES = ['text'];
const STRAINS = ['+', '-'].flatMap((mark) => ['S', 'H', 'D', 'C', 'NT'].map((trump) => trump + mark));

export interface Context {
  engine: Engine;
  send: (part: object) => void;
  /** Lets messages in; throws if the question was cancelled. */
  pause: () => Promise<void>;
}

type Fields = Record<string, unknown>;
type Answer = (fields: never, context: Context) => Promise<object> | object;

/** What is answered, by name. */
export const ANSWERS: { [Name in Protocol.QuestionName]?: Answer } = {
  hello: () => ({ version: VERSION, strains: STRAINS, answers: Object.keys(ANSWERS), files: FILES, public: '' }),
  rules: ({ rules }: Fields) => describe(readRules(String(rules ?? ''))),
  read,
  deal,
  position,
  line,
  claim,
  table,
  discard,
  discard_value: discardValue,
  kitty_strains: kittyStrains,
  trace,
  write,
};
/** Answered at once, before anything that searches. */
export const AT_ONCE: ReadonlySet<string> = new Set(['hello', 'rules', 'deal', 'write']);
/** Long ones, which have a worker of their own. */
export const LONG: ReadonlySet<string> = new Set(['table', 'discard', 'discard_value', 'kitty_strains', 'trace']);

declare const VERSION: string;

async function read({ text, rules }: { text: string; rules?: string }, { engine, pause }: Context): Promise<Protocol.ReadAnswer> {
  const { kind, hands, faults } = readHands(text, rules, engine);
  const leftOut = faults.length ? { left_out: faults } : {};
  if (hands.length === 1) return { kind, hands, ...leftOut };
  const results: (Protocol.PlayResult | null)[] = [];
  for (const hand of hands) {
    await pause();
    const result = attempt(() => resultOf(readHand(hand), engine));
    results.push(result instanceof WhistError ? null : result);
  }
  return { kind, hands, results, ...leftOut };
}

/** What became of a hand that was played to its end. */
function resultOf(hand: BoardHand, engine: Engine): Protocol.PlayResult | null {
  if (hand.strain === null) return null;
  const { toAct, won } = replay(hand, problemOf(hand), engine);
  if (toAct >= 0) return null;
  const { kitty_book: book, bid_base: base } = hand.rules.values;
  const books = won + Number(book === 'bidder');
  const isScored = hand.level !== null && hand.rules.hasAuction;
  return { tricks: won, over: isScored ? books - Number(base) - (hand.level as number) : null };
}

function deal({ rules: text, where, seed }: Fields): Protocol.DealAnswer {
  if (where) throw onlyLibrary('Deals by conditions');
  const rules = readRules(String(text ?? ''));
  const used = seed === undefined ? (crypto.getRandomValues(new Uint32Array(1))[0] as number) : Number(seed);
  const deck = shuffled(rules.deck, used);
  const size = rules.handSize;
  const hands = Array.from({ length: rules.dealtHands }, (_, seat) => sortCards(deck.slice(seat * size, (seat + 1) * size)));
  const kitty = sortCards(deck.slice(rules.dealtHands * size)).slice(0, rules.kittySize);
  return { hand: { rules: rules.text, deal: formatDeal({ hands, kitty }) }, seed: used };
}

/** Fisher and Yates, with the generator mulberry32. */
function shuffled(cards: readonly string[], seed: number): string[] {
  const deck = [...cards];
  let state = seed >>> 0;
  for (let place = deck.length - 1; place > 0; place--) {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    const other = Math.floor((((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32) * (place + 1));
    [deck[place], deck[other]] = [deck[other] as string, deck[place] as string];
  }
  return deck;
}

async function position(fields: { hand: Protocol.Hand; at?: number }, context: Context): Promise<object> {
  const hand = readHand(fields.hand);
  const at = readAt(fields.at, hand);
  const described = describePosition(hand, at, context.engine);
  const nothing = { position: described, values: null };
  if (hand.strain === null) return nothing;
  context.send({ position: described });
  const problem = problemOf(hand, at);
  const { toAct } = context.engine.replay(problem);
  if (toAct < 0) return nothing;
  const most = isIn(problem.side, toAct);
  const began = performance.now();
  const values = (cards: CardBounds[]) => valuesOf(cards, problem, most);
  const solved = await valuesFor(problem, context, (cards) => {
    if (performance.now() - began > 1000 * PATIENCE) context.send({ position: described, values: values(cards) });
  });
  return { position: described, values: values(solved) };
}

function valuesOf(cards: readonly CardBounds[], { trump, ranking }: Problem, most: boolean): Protocol.Values {
  const sorted = bestFirst(byCard(cards, most), trump, ranking, most);
  const [best] = sorted as [CardBounds];
  const value = most ? Math.max(...sorted.map(({ low }) => low)) : Math.min(...sorted.map(({ high }) => high));
  const isKnown = (each: CardBounds) => each.low === each.high;
  return {
    tricks: value,
    cards: sorted.map((each) => ({
      card: cardOf(each.card),
      tricks: each.low,
      best: isKnown(each) && isKnown(best) && each.low === best.low,
      ...(isKnown(each) ? {} : { high: each.high }),
    })),
  };
}

/** A joker that is led names the suit that is best for its side. */
function byCard(cards: readonly CardBounds[], most: boolean): CardBounds[] {
  const found = new Map<number, CardBounds>();
  const better = most ? Math.max : Math.min;
  for (const each of cards) {
    const other = found.get(each.card) ?? each;
    found.set(each.card, { ...each, low: better(each.low, other.low), high: better(each.high, other.high) });
  }
  return [...found.values()];
}

async function line(fields: { hand: Protocol.Hand; at?: number }, context: Context): Promise<Protocol.LineAnswer> {
  const hand = readHand(fields.hand);
  const problem = problemOf(hand, readAt(fields.at, hand));
  replay(hand, problem, context.engine);
  const found = await bestLine(problem, context);
  return { cards: found.cards.map(({ card }) => card), tricks: found.tricks };
}

interface LineCard {
  card: string;
  turn: number;
  /** What the side still takes after it. */
  after: number;
}

async function bestLine(start: Problem, context: Context): Promise<{ cards: LineCard[]; tricks: number }> {
  const cards: LineCard[] = [];
  const worth: number[] = [];
  let at = start;
  for (;;) {
    const now = context.engine.replay(at);
    if (now.toAct < 0) break;
    const most = isIn(at.side, now.toAct);
    const each = await valuesFor(at, context);
    const sorted = bestFirst(byCard(each, most), at.trump, at.ranking, most);
    const [first] = sorted as [CardBounds];
    const equal = sorted.filter(({ low }) => low === first.low);
    const best = (now.onTable === 0 && most ? equal.at(-1) : first) as CardBounds;
    const named = each.find(({ card, low }) => card === best.card && low === best.low) as CardBounds;
    worth.push(best.low);
    cards.push({ card: cardOf(best.card, named.named), turn: now.toAct, after: 0 });
    at = { ...at, played: [...at.played, best.card], named: [...at.named, named.named] };
  }
  return { cards: cards.map((card, place) => ({ ...card, after: worth[place + 1] ?? 0 })), tricks: worth[0] ?? 0 };
}

async function claim(
  fields: { hand: Protocol.Hand; at?: number; seat: string; tricks: number },
  context: Context,
): Promise<Protocol.ClaimAnswer> {
  const hand = readHand(fields.hand);
  const at = readAt(fields.at, hand);
  const problem = problemOf(hand, at, readSeat(fields.seat, hand.seats, 'seat'));
  const left = tricksLeft(hand, context.engine, problem);
  const claimed = readNumber(fields.tricks, 'tricks', left);
  const { low: tricks } = await valueOf(problem, context);
  let refutation: LineCard[] = [];
  if (tricks < claimed) {
    const found = (await bestLine(problem, context)).cards;
    let end = (hand.seats - (at % hand.seats)) % hand.seats || hand.seats;
    for (let done = 1; end < found.length && tricks - (found[end - 1] as LineCard).after + left - done >= claimed; done++) end += hand.seats;
    refutation = found.slice(0, end);
  }
  const cards = refutation.map(({ card, turn }) => ({ seat: seatName(turnOf(hand.rules, turn, hand.seats), hand.seats), card }));
  return { holds: tricks >= claimed, claimed, left, tricks, refutation: cards };
}

async function table(
  fields: { hand: Protocol.Hand; strains?: string[]; kitty: boolean },
  context: Context,
): Promise<Protocol.TableAnswer> {
  const hand = readHand(fields.hand);
  const strains = fields.strains?.map((strain) => readStrain(strain, hand.rules)) ?? allStrains(hand.rules);
  const seats = [...hand.dealt.keys()];
  const tricks: number[][] = seats.map(() => []);
  const high: number[][] = seats.map(() => []);
  const discards: string[][][] = seats.map(() => []);
  for (const strain of strains) {
    for (const seat of seats) {
      const best = fields.kitty ? await bestDiscard({ ...withoutPlay(hand, strain, seat), leads: seat }, context) : null;
      const alone = () => valueOf(problemOf({ ...hand, strain, declarer: seat, leads: seat, played: [] }), context, CELL);
      const found = best === null ? await alone() : { low: best.tricks, high: best.tricks };
      tricks[seat]?.push(found.low);
      high[seat]?.push(found.high);
      discards[seat]?.push(cardsOf(best?.cards ?? 0n));
      const open = found.high > found.low ? { high: found.high } : {};
      const given = best === null ? {} : { discard: cardsOf(best.cards) };
      context.send({ seat: seatName(seat, hand.seats), strain, tricks: found.low, ...open, ...given });
    }
  }
  const isKnown = tricks.every((row, seat) => row.every((low, column) => low === high[seat]?.[column]));
  return {
    rows: seats.map((seat) => seatName(seat, hand.seats)),
    strains,
    tricks,
    ...(isKnown ? {} : { high }),
    discards: fields.kitty ? discards : null,
  };
}

async function discard(fields: { hand: Protocol.Hand }, context: Context): Promise<Protocol.DiscardAnswer> {
  const hand = readHand(fields.hand);
  return withDiscards(hand, context, (discards, held) => {
    const best = discards.best();
    const found = {
      holder: seatName(hand.holder as number, hand.seats),
      best: cardsOf(best.cards),
      keep: formatHand(cardsOf(held & ~best.cards)),
      tricks: best.tricks,
      books: best.tricks + Number(hand.rules.values.kitty_book === 'bidder'),
      expected: false,
    };
    context.send(found);
    const reaching = discards.reaching(best.tricks, MOST_TIES);
    const counts = { optimal: reaching.count, all: allOf(hand) };
    context.send(counts);
    return { ...found, ...counts, ties: reaching.cards.map(cardsOf) };
  });
}

async function discardValue(
  fields: { hand: Protocol.Hand; cards: string },
  context: Context,
): Promise<Protocol.DiscardValueAnswer> {
  const hand = readHand(fields.hand);
  const marked = setOf(parseCards(fields.cards));
  const [given, wanted] = [cardsOf(marked).length, cardsOf(hand.kitty ?? 0n).length];
  if (given !== wanted) throw new WhistError('NotationError', `discard 1 has ${given} cards: expected ${wanted}, as in the kitty`);
  return withDiscards(hand, context, (discards, held) => {
    const [wrong] = cardsOf(marked & ~held);
    if (wrong !== undefined) {
      const holder = seatName(hand.holder as number, hand.seats);
      throw new WhistError('NotationError', `discard 1 has ${wrong}, which ${holder} does not hold: expected cards of it`);
    }
    const [tricks, { tricks: best }] = [discards.value(marked), discards.best()];
    const found = { tricks, best, lost: best - tricks, all: allOf(hand) };
    context.send(found);
    return { ...found, as_good: discards.reaching(tricks, 0).count };
  });
}

async function kittyStrains(
  fields: { hand: Protocol.Hand; declarer?: string },
  context: Context,
): Promise<Protocol.KittyStrainsAnswer> {
  const hand = readHand(fields.hand);
  const declarer = fields.declarer === undefined ? hand.declarer : readSeat(fields.declarer, hand.seats, 'declarer');
  if (declarer === null) throw new WhistError('NotationError', 'the hand has no declarer: expected one, or declarer in the request');
  const strains: Protocol.KittyStrain[] = [];
  let holder = declarer;
  for (const strain of allStrains(hand.rules)) {
    const untaken = withoutPlay(hand, strain, declarer);
    holder = untaken.holder ?? declarer;
    const best = await bestDiscard(untaken, context);
    strains.push({ strain, tricks: best.tricks, discard: cardsOf(best.cards) });
    context.send(strains.at(-1) as object);
  }
  const most = Math.max(...strains.map(({ tricks }) => tricks));
  const named = declarer === hand.declarer ? hand.strain : null;
  const own = strains.find(({ strain }) => strain === named)?.tricks ?? null;
  return {
    declarer: seatName(declarer, hand.seats),
    holder: seatName(holder, hand.seats),
    strains,
    best: strains.filter(({ tricks }) => tricks === most).map(({ strain }) => strain),
    named: own === null ? null : named,
    lost: own === null ? null : most - own,
    timing: hand.rules.values.declare_timing as string,
  };
}

async function trace(fields: { hand: Protocol.Hand }, context: Context): Promise<Protocol.TraceAnswer> {
  const hand = readHand(fields.hand);
  const { rules, seats, played } = hand;
  const whole = problemOf(hand);
  const end = replay(hand, whole, context.engine);
  const totals: number[] = [];
  const cards: Protocol.TracedCard[] = [];
  for (let at = played.length; at >= 0; at--) {
    const { low, won } = await valueOf(upTo(whole, at), context);
    totals[at] = won + low;
    if (at === played.length) continue;
    const card = cardOf(whole.played[at] as number);
    const turn = whole.hands.findIndex((mask) => mask & setOf([card]));
    const by = isIn(whole.side, turn) ? 'declarer' : 'defence';
    const [before, after] = [totals[at] as number, totals[at + 1] as number];
    const lost = by === 'declarer' ? before - after : after - before;
    const seat = seatName(turnOf(rules, turn, seats), seats);
    cards[at] = { number: at + 1, trick: Math.floor(at / seats) + 1, seat, card, by, before, after, lost: Math.max(0, lost), better: [] };
    context.send({ card: cards[at] });
  }
  for (const [at, card] of cards.entries()) {
    if (card.lost === 0) continue;
    const problem = upTo(whole, at);
    const most = card.by === 'declarer';
    const each = bestFirst(byCard(await valuesFor(problem, context), most), whole.trump, whole.ranking, most);
    const [best] = each as [CardBounds];
    cards[at] = { ...card, better: each.filter(({ low }) => low === best.low).map(({ card: number }) => cardOf(number)) };
    context.send({ card: cards[at] });
  }
  const start = totals[0] as number;
  const made = hand.discard;
  const best = made === null || isEnumerated(hand) ? null : await bestDiscard(hand, context);
  const given = (by: string) => cards.filter((card) => card.by === by).reduce((sum, { lost }) => sum + lost, 0);
  const found = made !== null && best !== null && {
    seat: seatName(hand.holder as number, seats),
    cards: cardsOf(made),
    tricks: start,
    best: best.tricks,
    best_cards: cardsOf(best.tricks > start ? best.cards : made),
    lost: best.tricks - start,
  };
  return {
    best: found ? found.best : start,
    start,
    end: totals.at(-1) as number,
    taken: end.won,
    finished: end.toAct < 0,
    side: sideOf(rules, contractOf(hand)[1], seats).map((seat) => seatName(seat, seats)),
    given_by_declarer: given('declarer'),
    given_by_defence: given('defence'),
    discard: found || null,
    points: null,
    cards,
    account: [...hand.hands.keys()].map((place) => {
      const seat = seatName(place, seats);
      const play = cards.filter((card) => card.seat === seat).reduce((sum, { lost }) => sum + lost, 0);
      return { seat, bid: null, discard: found && found.seat === seat ? found.lost : null, play };
    }),
  };
}

function write(fields: { hand: Protocol.Hand; as: string }): Protocol.WriteAnswer {
  readHand(fields.hand);
  const name = (fields.hand.title ?? '').toLowerCase().match(/[a-z0-9]+/g)?.join('-').slice(0, 40).replace(/-+$/, '') || 'hand';
  if (!FILES.includes(fields.as)) throw onlyLibrary(`A file as ${fields.as}`);
  return { name: `${name}.txt`, type: 'text/plain', content: `${fields.hand.deal}\n` };
}

function describePosition(hand: BoardHand, at: number, engine: Engine): Protocol.Position | Protocol.PositionInPlay {
  const { rules, seats } = hand;
  const name = (seat: number) => seatName(seat, seats);
  const texts = (masks: readonly bigint[]) => masks.map((mask) => formatHand(cardsOf(mask)));
  const cards = {
    seats: [...hand.hands.keys()].map(name),
    dealt: texts(hand.dealt),
    kitty: hand.kitty === null ? null : formatHand(cardsOf(hand.kitty)),
    hands: texts(hand.hands),
    out: hand.out === null ? null : formatHand(cardsOf(hand.out)),
  };
  if (hand.strain === null || hand.declarer === null) return cards;
  const problem = problemOf(hand, at);
  const now = replay(hand, problem, engine);
  const seatOf = (turn: number) => turnOf(rules, turn, seats);
  const played = hand.played.slice(0, at);
  let turn = problem.leader;
  const tricks = now.winner.map((winner, number) => {
    const leader = turn;
    turn = winner;
    return { leader: name(seatOf(leader)), cards: played.slice(number * seats, (number + 1) * seats), winner: name(seatOf(winner)) };
  });
  const won = [...hand.hands.keys()].map((seat) =>
    now.winner.reduce((sum, winner, number) => sum + (seatOf(winner) !== seat ? 0 : number ? 1 : problem.rules.firstTrickWeight), 0),
  );
  return {
    ...cards,
    hands: texts(hand.hands.map((_, seat) => now.hands[turnOf(rules, seat, seats)] as bigint)),
    strain: hand.strain,
    declarer: name(hand.declarer),
    leader: name(hand.leads),
    holder: hand.holder === null ? null : name(hand.holder),
    level: hand.level,
    side: sideOf(rules, hand.declarer, seats).map(name),
    to_play: now.toAct < 0 ? null : name(seatOf(now.toAct)),
    legal: sortCards(now.legal.map((card) => cardOf(card))),
    names_suit: sortCards(now.needsName.map((card) => cardOf(card))),
    trick: played.slice(tricks.length * seats).map((card, place) => ({ seat: name(seatOf((now.leader + place) % seats)), card })),
    tricks,
    won,
    left: tricksLeft(hand, engine, problem),
    at,
    length: hand.played.length,
    needed: hand.level === null ? null : Number(rules.values.bid_base) + hand.level,
    kitty_books: Number(hand.kitty !== null && rules.values.kitty_book === 'bidder'),
  };
}

/** Where the play stands; names a card that is not legal. */
function replay({ rules, seats }: BoardHand, problem: Problem, engine: Engine): Replay {
  try {
    return engine.replay(problem);
  } catch (error) {
    const [, turn, why] = (error instanceof EngineError && /seat (\d): (.*)/.exec(error.message)) || [];
    if (!(error instanceof EngineError) || turn === undefined) throw error;
    const card = cardOf(problem.played[error.place] as number);
    const by = seatName(turnOf(rules, Number(turn), seats), seats);
    throw new WhistError('ActError', `card ${error.place + 1} of those played, ${card} by ${by}, is not legal: ${why}; expected a legal card`);
  }
}

function tricksLeft(hand: BoardHand, engine: Engine, problem: Problem): number {
  return Math.ceil(cardsInPlay(hand) / hand.seats) - replay(hand, problem, engine).tricksDone;
}

function upTo(problem: Problem, at: number): Problem {
  return { ...problem, played: problem.played.slice(0, at), named: problem.named.slice(0, at) };
}

function isIn(side: number, turn: number): boolean {
  return ((side >> turn) & 1) === 1;
}

/** Asks again until the bounds meet, or the seconds are over. */
async function untilKnown<Found extends Bounds>(ask: () => Found, { pause }: Context, seconds = Infinity): Promise<Found> {
  const end = performance.now() + 1000 * seconds;
  for (;;) {
    const found = ask();
    await pause();
    if (found.low === found.high || performance.now() > end) return found;
  }
}

function valueOf(problem: Problem, context: Context, seconds?: number) {
  return untilKnown(() => context.engine.solve(problem, SLICE), context, seconds);
}

async function valuesFor(problem: Problem, context: Context, meanwhile?: (cards: CardBounds[]) => void): Promise<CardBounds[]> {
  for (;;) {
    const found = context.engine.solveCards(problem, SLICE);
    await context.pause();
    if (found.every(({ low, high }) => low === high)) return found;
    meanwhile?.(found);
  }
}

/** The search of a hand's discards is kept for the next question about the same. */
let kept: { key: string; discards: Discards } | null = null;

async function withDiscards<Found>(
  hand: BoardHand,
  { engine, pause }: Context,
  ask: (discards: Discards, held: bigint) => Found,
): Promise<Found> {
  await pause();
  const { problem, holder } = discardProblem(hand);
  const key = JSON.stringify([problem, holder], (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  if (kept?.key !== key) {
    kept?.discards.free();
    kept = null;
    kept = { key, discards: engine.discards(problem, holder) };
  }
  return ask(kept.discards, problem.hands[holder] as bigint);
}

function bestDiscard(hand: BoardHand, context: Context) {
  return withDiscards(hand, context, (discards) => discards.best());
}

/** How many discards there are. */
function allOf({ dealt, holder, kitty }: BoardHand): number {
  const given = cardsOf(kitty ?? 0n).length;
  const held = cardsOf(dealt[holder as number] ?? 0n).length + given;
  let ways = 1;
  for (let place = 1; place <= given; place++) ways = (ways * (held - given + place)) / place;
  return Math.round(ways);
}

function readAt(at: number | undefined, { played }: BoardHand): number {
  return at === undefined ? played.length : readNumber(at, 'at', played.length);
}

function readNumber(number: number, field: string, most: number): number {
  if (Number.isInteger(number) && number >= 0 && number <= most) return number;
  throw new WhistError('WhistError', `${field} ${number} is wrong: expected a whole number from 0 to ${most}`);
}

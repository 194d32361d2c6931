/** Played hands in PTN, PBN and LIN. */

import { DECK } from '../../cards';
import type { Engine } from '../../engine/engine';
import { seatName, type DealtCards } from '../../hand';
import { WhistError } from '../errors';
import { readRules, type Rules } from '../rules';
import { readContract } from './calls';
import { checkDeal } from './deals';
import { readCard, readHand } from './hands';
import { attempt, placed, refuse, shown } from './messages';
import { replay, type Replay } from './play';

export interface Tag {
  name: string;
  text: string;
  /** The number of its line, and the lines below it with theirs. */
  line: number;
  lines: [number, string][];
}

/** A hand as its file has it; seats are numbers. */
export interface Played {
  deal: DealtCards;
  dealer: number | null;
  calls: string[];
  contract: { level: number; strain: string; declarer: number } | null;
  /** Who took the kitty, and the discard. */
  taker: number | null;
  discard: string[];
  leader: number | null;
  plays: string[];
  tags: Tag[];
  rules?: Rules | undefined;
}

interface Board {
  tags: Tag[];
  line: number;
  error?: WhistError;
}

const SEATS: Record<number, string> = { 2: 'S N', 3: 'S W E', 4: 'N E S W', 5: 'S SW NW NE SE', 6: 'S SW NW N NE SE' };
const FIELDS = 'Rules Dealer Deal Undealt Declarer Contract Auction CardsAdded CardsRemoved Play'.split(' ');
const isField = ({ name }: Tag) => FIELDS.includes(name) && name !== 'Auction' && name !== 'Play';

export function readTag(line: number, row: string): Tag {
  const [, name, text] = /^\s*\[\s*(\w+)\s+"(.*)"\s*\]\s*$/.exec(row) ?? [];
  if (name === undefined || text === undefined) return refuse(`line ${line}: ${shown(row)} is no whole tag: expected such as [Dealer "N"]`);
  return { name, text, line, lines: [] };
}

/** The hands of PTN or PBN, each with its tags. A hand begins where a tag of deal or play is there again, in PBN below an empty line too. */
export function boardsOf(text: string, isPbn: boolean): Board[] {
  const boards: Board[] = [];
  let [names, ended, isOpen, board] = [new Set<string>(), false, false, undefined as Board | undefined];
  text.split(/\r\n|\r|\n/).forEach((raw, at) => {
    let row = raw.trim();
    if (isPbn && row && (isOpen || !/^[[%;]/.test(row))) {
      row = (isOpen ? `{${row}` : row).replace(/\{[^}]*\}/g, ' '); // comments, which may go on in the next line
      isOpen = row.includes('{');
      row = row.replace(/\{.*/, '').trim() || '%';
    }
    ended = board !== undefined && (ended || !row);
    const isAside = !row || row.startsWith('%') || (isPbn && row.startsWith(';'));
    const name = isAside ? '' : (/^\[\s*(\w*)/.exec(row)?.[1] ?? '');
    const isEvent = name === 'Event' && (names.has('Event') || FIELDS.some((each) => names.has(each) && (!isPbn || each === 'Deal')));
    const isLater = /^(?:Declarer|Contract|Result|Score|Auction|Play|Note|)$/.test(name);
    const begins = isEvent || (isPbn ? (/^(?:Board|Deal)$/.test(name) && names.has(name)) || (ended && row && name && (names.has(name) || !isLater)) : FIELDS.includes(name) && names.has(name));
    if (board && (begins || (isAside && /^% PTN/i.test(row)))) [board, names, ended] = [undefined, new Set(), false];
    if (isAside) return;
    if (!board) boards.push((board = { tags: [], line: at + 1 }));
    names.add(name);
    const last = board.tags.at(-1);
    if (row.startsWith('[')) {
      const tag = attempt(() => readTag(at + 1, row));
      if (tag instanceof WhistError) board.error ??= tag;
      else board.tags.push(tag);
    } else if (isPbn && (!last || isField(last) || (ended && !/^(?:[SHDC][2-9TJQKA](?!\w)|-\s)/.test(row)))) return;
    else if (last) last.lines.push([at + 1, row]);
    else board.error ??= new WhistError('NotationError', `line ${at + 1}: ${shown(row)} is no tag: expected such as [Dealer "N"]`);
  });
  return isPbn ? withInherited(boards) : boards;
}

/** The boards of PBN that have a deal, or what was done with one, with what they take from those before. */
function withInherited(boards: readonly Board[]): Board[] {
  const before: Record<string, string> = {};
  for (const tag of boards.flatMap(({ tags }) => tags)) before[tag.name] = tag.text = /^##?$/.test(tag.text) ? (before[tag.name] ?? tag.text) : tag.text;
  return boards.filter(({ tags, error }) => error || tags.some(({ name }) => ['Deal', 'Contract', 'Auction', 'Play'].includes(name)));
}

/** The cards of a hand in a tag, whose jokers are H and L. */
function readDealt(text: string, who: string): string[] {
  if (text === '-') refuse(`the hand of ${who} is not given: expected its cards`);
  const fields = text.split('.');
  const jokers = fields.slice(4).join('.');
  const odd = /[^HL]/.exec(jokers)?.[0];
  const expected = 'expected H for the high (big) joker, L for the low (little) one';
  if (odd) refuse(`${shown(odd)} among the jokers of the hand of ${who} is wrong: ${expected}`);
  const given = [...fields.slice(0, 4), ...(fields.length > 4 ? [jokers.replaceAll('H', 'B')] : [])].join('.');
  return placed(`the hand of ${who}: `, () => readHand(given), 'NotationError');
}

function readPlayed(text: string): string {
  const name = text.toUpperCase();
  if (name === 'BJ' || name === 'LJ') refuse(`${shown(text)} is no card: expected JH for the high (big) joker, JL for the low`);
  return { JH: 'BJ', JL: 'LJ' }[name] ?? readCard(text);
}

/** Cards without gaps, such as `S2SJCJS5`. */
function readCards(text: string, what: string): string[] {
  return placed(`${what}: `, () => {
    const cards = (text.replace(/\s/g, '').match(/..?/gsu) ?? []).map(readPlayed);
    const twice = cards.find((card, place) => cards.indexOf(card) < place);
    if (twice) refuse(`the hand holds ${twice} twice: expected every card once`);
    return DECK.filter((card) => cards.includes(card));
  });
}

const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean);

/** A hand of PTN, or of PBN, which is bridge: contracts are uptown. */
export function readBoard({ tags, error }: Board, isPbn: boolean, engine: Engine): Played {
  if (error) throw error;
  const of = (name: string) => tags.find((tag) => tag.name === name);
  const given = (name: string) => (/^\s*(?:|-|\?|PASS)\s*$/i.test(of(name)?.text ?? '') ? undefined : of(name));
  const at = <T>(tag: Tag, read: (text: string) => T) => placed(`line ${tag.line}: `, () => read(tag.text), 'NotationError');
  const code = given('GameCode');
  if (code && !/whist|bridge/i.test(code.text)) refuse(`line ${code.line}: GameCode ${shown(code.text)} is another game: expected 'Whist' or 'Bridge'`);
  for (const tag of tags.filter(isField))
    for (const [line, row] of tag.lines) refuse(`line ${line}: ${shown(row)} stands below ${tag.name}: expected a tag`);
  const [dealt, undealt] = [of('Deal'), of('Undealt') ?? of('Kitty')];
  if (!dealt) return refuse(`line ${tags[0]?.line}: the hand that begins here has no Deal tag: expected one`);
  const [, first = '', table = '', rest = ''] = /^([^:]*):([^|]*)\|?(.*)$/.exec(dealt.text) ?? [];
  const texts = wordsOf(table);
  const seats = texts.length;
  const names = (SEATS[seats] ?? '').split(' ');
  const seatOf = (text: string, what: string) => {
    const seat = names.indexOf(text.trim().toUpperCase());
    return seat < 0 ? refuse(`${what} ${shown(text)} is no seat of ${seats} hands: expected ${names.join(', ')}`) : seat;
  };
  const seatIn = (name: string) => {
    const tag = given(name);
    return tag ? at(tag, (text) => seatOf(isPbn ? text.replace(/^\^/, '') : text, name)) : null;
  };
  const hands = at(dealt, (text) => {
    if (!(seats in SEATS)) refuse(`Deal ${shown(text)} is wrong: expected the seat of the first hand, a ':' and two to six hands`);
    const start = seatOf(first, 'first hand of the Deal');
    const read = texts.map((each, place) => readDealt(each, names[(start + place) % seats] as string));
    return read.map((_, seat) => read[(seat - start + seats) % seats] as string[]);
  });
  const deal = at(undealt ?? dealt, () => {
    if (rest && undealt) refuse(`the kitty is in the Deal tag and in ${undealt.name}: expected it once`);
    const text = undealt?.text ?? rest.trim();
    return checkDeal({ hands, kitty: text.includes('.') ? readDealt(text, 'the kitty') : readCards(text, 'Undealt') });
  });
  const ruled = given('Rules');
  const rules = ruled && at(ruled, readRules);
  const isPassedOut = /^\s*pass(ed)?( ?out)?\s*$/i.test(of('Contract')?.text ?? '');
  const [made, by] = isPassedOut ? [] : [given('Contract'), given('Declarer')];
  const declarer = by ? seatIn('Declarer') : null;
  if (!made !== !by) refuse(`line ${(made ?? by)?.line}: there is ${by ? 'a Declarer and no Contract' : 'a Contract and no Declarer'}: expected both`);
  const [, bridge, doubled = ''] = (isPbn && /^\s*([1-7]\s*(?:NT?|[SHDC♠♥♦♣]))\s*(X{0,2})\s*$/i.exec(made?.text ?? '')) || [];
  const contract = made && declarer !== null ? { ...at(made, (text) => readContract(bridge ? `${bridge.replace(/N$/i, 'NT')}+` : text, rules)), declarer } : null;
  const [added, removed] = ['CardsAdded', 'CardsRemoved'].map((name) => {
    const [tag, found] = [of(name), hands.map((): string[] => [])];
    const read = (text: string) =>
      wordsOf(text).forEach((entry) => {
        const [, seat, cards = ''] = /^([^:]*):(.*)$/.exec(entry) ?? [];
        if (seat === undefined) return refuse(`${name} ${shown(entry)} is wrong: expected such as 'S:S5CJSJS2'`);
        const place = seatOf(seat, name);
        if (found[place]?.length) refuse(`${name} names ${seat} twice: expected once`);
        found[place] = readCards(cards, `${name} of ${seat}`);
      });
    if (tag) at(tag, read);
    return found;
  }) as [string[][], string[][]];
  const takers = hands.flatMap((_, seat) => (added[seat]?.length || removed[seat]?.length ? seat : []));
  const [taker = null] = takers;
  const [taken, discard] = taker === null ? [[], []] : [added[taker] as string[], removed[taker] as string[]];
  const exchange = of('CardsRemoved') ?? of('CardsAdded');
  const hand = exchange && at(exchange, () => exchanged(deal, taker, taken, discard));
  const words = (tag: Tag | undefined) => (tag?.lines ?? []).map(([line, row]): [number, string[]] => [line, wordsOf(row).filter((word) => !isPbn || !ASIDE.test(word))]);
  const [play, plays] = [of('Play'), [] as string[]];
  const rows = words(play).filter(([, row]) => !isPbn || row.some((word) => word !== '-'));
  const leader = play ? seatIn('Play') : bridge && declarer !== null ? (declarer + 1) % 4 : null;
  if (play && rows.length) {
    const missing = contract ? 'seat of the first leader' : 'Contract';
    if (!contract || leader === null) return refuse(`line ${play.line}: cards were played and there is no ${missing}: expected it`);
    if (taken.length > discard.length) refuse(`line ${play.line}: ${nameOf(taker, seats)} has taken the kitty and not discarded: expected discards`);
    const game = replay(engine, hands.map((cards, seat) => (seat === taker && hand) || cards), contract.strain, leader, rules);
    for (const [line, row] of rows) placed(`line ${line}: `, () => plays.push(...playRow(game, row, leader, names, plays.length % seats > 0)), 'NotationError');
  }
  const [auction, dealer, start, calls] = [of('Auction'), seatIn('Dealer'), seatIn('Auction'), [] as string[]];
  for (const [line, row] of words(auction))
    for (const word of row) {
      if (start === null) refuse(`line ${auction?.line}: Auction names no seat: expected who calls first`);
      if (isPbn && word === 'AP') while (calls.length < 4 || calls.slice(-3).some((call) => !/^pass$/i.test(call))) calls.push('Pass');
      else if (word !== '-') calls.push(placed(`line ${line}: `, () => readWord(word)));
    }
  if (!calls.length && dealer !== null && isPassedOut) calls.push(...names.map(() => 'Pass'));
  if (takers.length > 1) refuse(`${takers.length} hands took cards of the kitty: expected one`, 'DealError');
  const kept = tags.flatMap((tag) => (doubled && tag === made ? { ...tag, name: 'Doubled', text: doubled.toUpperCase() } : FIELDS.includes(tag.name) || tag === undealt ? [] : tag));
  return { deal, dealer, calls, contract, taker, discard, leader, plays, tags: kept, rules };
}

/** Words of PBN that are neither calls nor cards. */
const ASIDE = /^(?:=\d*=|\$\d+|[!?]+|[+*^]|;.*)$/;

const nameOf = (seat: number | null, seats: number) => (seats === 4 ? seatName(seat ?? 0, 4) : `seat ${seat}`);

/** The hand of who took the kitty, after the discard. */
function exchanged({ hands, kitty }: DealtCards, taker: number | null, taken: readonly string[], discard: readonly string[]): string[] {
  const [who, held] = [nameOf(taker, hands.length), [...(hands[taker ?? 0] as string[]), ...taken]];
  const strange = taken.filter((card) => !kitty.includes(card)).join(' ');
  const missing = discard.filter((card) => !held.includes(card)).join(' ');
  const counts = `${taken.length} cards and discards ${discard.length}`;
  if (strange) refuse(`${who} takes ${strange}: expected cards of the kitty${kitty.length ? `, ${kitty.join(' ')}` : ', which is empty'}`);
  if (missing) refuse(`${who} discards ${missing}: expected cards that it was dealt or took from the kitty`);
  if (discard.length && taken.length !== discard.length) refuse(`${who} takes ${counts}: expected equal numbers`);
  return held.filter((card) => !discard.includes(card));
}

/** Plays a trick, whose columns are seats in the order of play from the first leader. */
function playRow(game: Replay, row: readonly string[], start: number, names: readonly string[], isUnfinished: boolean): string[] {
  const [seats, leader] = [names.length, game.toPlay];
  if (isUnfinished) refuse('a row follows a trick that is not complete: expected the end of the play');
  if (row.length > seats) refuse(`the trick has ${row.length} cards: expected ${seats} at most`);
  const order = names.map((_, turn) => (leader + (turn + seats) * game.step + seats * seats) % seats);
  const cells = order.map((seat) => row[(game.step * (seat - start) + seats) % seats] ?? '-');
  const count = [...cells, '-'].indexOf('-');
  const late = cells.findIndex((cell, turn) => turn > count && cell !== '-');
  const nameAt = (turn: number) => names[order[turn] as number];
  const turns = `${nameAt(count)}, whose turn is earlier, does not: expected cards in turn from ${names[leader]}, who leads`;
  if (late >= 0) refuse(`${nameAt(late)} plays ${shown(cells[late] as string).slice(1, -1)} but ${turns}`);
  if (!count) refuse('the trick has no card: expected one at least');
  const cards = cells.slice(0, count).map(readPlayed);
  const fault = attempt(() => cards.forEach(game.play));
  const hint = leader === start ? '' : `; columns stay with their seats: each row begins with that of ${names[start]}`;
  if (fault instanceof WhistError) refuse(fault.message + (fault.kind === 'ActError' ? hint : ''), fault.kind);
  return cards;
}

function readWord(call: string): string {
  return /^[\p{L}\p{N}]\S*$/u.test(call) ? call : refuse(`call ${shown(call)} is wrong: expected a word such as 'Pass' or '3NT↑'`);
}

const CALLS: Record<string, string> = { P: 'Pass', PASS: 'Pass', D: 'X', DOUBLE: 'X', R: 'XX', REDOUBLE: 'XX' };
/** A hand in LIN, in which the letter of a void is there or not. */
const IN_LIN = /^(?:S([2-9TJQKA10]*))?(?:H([2-9TJQKA10]*))?(?:D([2-9TJQKA10]*))?(?:C([2-9TJQKA10]*))?$/i;

/** The board of a LIN, whose last bid is its contract. */
export function readLin(text: string, engine: Engine): Played {
  const words = text.split('|').map((word) => word.trim());
  const all = (key: string) => words.filter((_, at) => at % 2 === 1 && words[at - 1]?.toLowerCase() === key);
  const [[md = ''], [room = ''], [names = ''], [board = '']] = [all('md'), all('qx'), all('pn'), all('ah')];
  const found = md.replace(/^[0-4]+/, '').split(',').map((hand) => hand.trim() && readHand((IN_LIN.exec(hand.trim())?.slice(1) ?? [hand]).map((ranks) => ranks ?? '').join('.')));
  const given = found.filter((hand) => hand !== '');
  if (given.length < 3 || found.length > 4) refuse(`${shown(`md ${md}`)} names ${given.length} hands: expected three or four`);
  const rest = DECK.slice(0, 52).filter((card) => !given.flat().includes(card));
  const deal = checkDeal({ hands: [2, 3, 0, 1].map((place) => found[place] || rest), kitty: [] });
  const dealer = /^[1-4]/.test(md) ? (Number(md[0]) + 1) % 4 : null;
  const calls = all('mb').map((word) => word.replace(/!+$/, '')).filter(Boolean).map((word) => CALLS[word.toUpperCase()] ?? readWord(word));
  const bids = calls.map((call) => /^[1-7](?:NT?|[SHDC])/i.exec(call)?.[0].toUpperCase() ?? '');
  const last = bids.reduce((before, bid, turn) => (bid ? turn : before), -1);
  const [level, suit] = bids[last] ?? '';
  const first = bids.findIndex((bid, turn) => bid && bid[1] === suit && (turn - last) % 2 === 0);
  const contract = last < 0 ? null : { level: Number(level), strain: `${suit === 'N' ? 'NT' : suit}+`, declarer: ((dealer ?? 0) + first) % 4 };
  const leader = contract && (contract.declarer + 1) % 4;
  const plays = contract ? all('pc').map(readCard) : [];
  const game = contract && leader !== null && replay(engine, deal.hands, contract.strain, leader);
  plays.forEach((card, place) => game && placed(`card ${place + 1} of the play: `, () => game.play(card)));
  const after = calls.filter((call) => !/^P/i.test(call)).at(-1) ?? '';
  const values = {
    ...Object.fromEntries(['South', 'West', 'North', 'East'].map((name, place) => [name, names.split(',')[place]?.trim()])),
    Room: { o: 'Open', c: 'Closed' }[room.slice(0, 1).toLowerCase()],
    Board: board.replace(/^Board /, '') || (/^\d+$/.test(room.slice(1)) ? room.slice(1) : ''),
    Result: all('mc')[0],
    Doubled: /^XX?$/.test(after) ? after : '',
    Played: contract ? '' : all('pc').join(' '),
  };
  const tags = Object.entries(values).flatMap(([name, value]) => (value ? { name, text: value.replaceAll('"', "'"), line: 0, lines: [] } : []));
  return { deal, dealer, calls, contract, taker: null, discard: [], leader, plays, tags };
}

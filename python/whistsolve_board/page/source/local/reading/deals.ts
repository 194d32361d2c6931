/** Deals as people write them: on one line, a line or a block for each seat, or round the table. */

import { sortCards } from '../../cards';
import { seatName, type DealtCards } from '../../hand';
import { LIST_MARKS, namesSuits, plainWords, RANK_WORDS, readHand, TRAILING_JOKERS } from './hands';
import { isRead, placed, readSymbols, refuse, refuseForm, shown } from './messages';

const refuseDeal = (message: string): never => refuse(message, 'DealError');
const COMPASS = '(?:NORTH|EAST|SOUTH|WEST|[NESW])';
const OTHERS = String.raw`PLAYER\s*\d`;
const KITTY = 'KITTY|WIDOW|BLIND|TALON|UNDEALT|DISCARD(?:S|ED)?|BURIED';
/** A seat or the kitty, and the cards after it. */
const LABEL = new RegExp(
  String.raw`^\s*(?:(?<seat>${COMPASS}|[0-5](?=\s*\S)|${OTHERS})|(?<kitty>${KITTY}))(?:\s*\([^)]*\))?\*?` +
    String.raw`(?:\s*[:=]\s*|[.)](?:\s+|$)|\s+-\s+|\s+|$)(?<cards>.*)$`,
);
const WEST_EAST = /^\s*W(?:EST)?:?\s+E(?:AST)?:?\s*$/;
const NAMED_SUIT = /(?<![A-Z0-9])(?:SPADES?|HEARTS?|DIAMONDS?|CLUBS?|[SHDC](?=[\s:.=-]|[2-9TJQKA]|10|$))/g;
const BOX = /\|(?:\s{3,}|\s*[NESW+*-][NESW\s+*-]*)\||\+-*\+|-{5,}|(?<=\s)W[ +*-]*E(?!\S)/;
/** A title: neither cards, nor who holds them, nor suits but trumps. */
const TITLE = new RegExp(
  String.raw`^(?!\s*\d\W|.*(?:[♠♥♦♣]|JOKER|\b(?:[SHDC]|[BL]J|(?:SPADES|HEARTS|DIAMONDS|CLUBS)(?! (?:ARE|IS) TRUMP)` +
    String.raw`|VOID|NONE|EMPTY|${RANK_WORDS.join('|')}|${KITTY}|${COMPASS}|${OTHERS})\b)).*\b(?=[A-Z]{3})[A-Z]*[EFGIM-PRU-WYZ]`,
);
/** Lines that printed diagrams have beside the cards. */
const BESIDE = new RegExp(
  String.raw`^(?:(?:BOARD|BD|DEAL)\W*(?:\d+\W*)?|(?:HAND|NUMBER)\W*\d+\W*|(?:OPENING )?LEAD\b.*|(?:LOVE|GAME) ALL|IMPS|MATCHPOINTS` +
    String.raw`|(?:DEALER|DLR|EVENT|SCORING|CONTRACT|TRUMPS?|(?:DECLARER|LED|PLAYED|TRICKS)(?! ?\())\b.*|(?:NS|EW|N-S|E-W|PAR)\s*:.*` +
    String.raw`|\w+ (?:DEALS|DEALER|LEADS|TO LEAD)\W*|.*\bVUL\w*\b.*|\w+ (?:ARE|IS) TRUMPS?\W*|#.*|[=_*]{3,}|-{4,})$`,
);

type Label = { seat?: string; kitty?: string; cards: string };

export const isBeside = (line: string) => BESIDE.test(line.trim().toUpperCase());
export const labelOf = (line: string) => LABEL.exec(line)?.groups as Label | undefined;
const isOneSuit = (hand: string) => /^\s*\S+(?:\s+\S+){0,2}\s*$/.test(hand) && !hand.includes('.') && !namesSuits(hand);
const holder = (at: number, seats: number) => (at === seats ? 'the kitty' : `the hand of ${seats === 4 ? '' : 'seat '}${seatName(at, seats)}`);

/** The deal of a text. */
export function readDeal(given: string): DealtCards {
  const { hands, kitty = '...' } = handsIn(readSymbols(given, 'deal', 'DealError'));
  for (const hand of hands) {
    const dots = '.'.repeat(Math.max(4 - hand.split('.').length, 0));
    const doubt = /\..*\S|\S.*\./.test(hand) && dots && /[^ .-]/.test(hand) && !namesSuits(hand);
    if (doubt) refuseDeal(`${shown(hand.trim())} may be ${hand.trim()}${dots} or ${dots}${hand.trim()}: expected three dots`);
  }
  const read = (text: string, at: number) => placed(`${holder(at, hands.length)}: `, () => readHand(text), 'DealError');
  return checkDeal({ hands: hands.map(read), kitty: read(kitty, hands.length) });
}

/** A deal, of hands of one size in which no card is twice. */
export function checkDeal(deal: DealtCards): DealtCards {
  const [seats, size] = [deal.hands.length, deal.hands[0]?.length];
  deal.hands.forEach(({ length }, at) => {
    const held = `${holder(at, seats)} has ${length} card${length === 1 ? '' : 's'}`;
    if (length < 1 || length > 16) refuseDeal(`${held}: expected 1 to 16`);
    if (length !== size) refuseDeal(`${held} and ${holder(0, seats)} has ${size}: expected equal numbers`);
  });
  [...deal.hands, deal.kitty].forEach((hand, at, all) => {
    const first = (card: string) => all.findIndex((other) => other.includes(card));
    const twice = sortCards(hand).find((card) => first(card) < at);
    if (twice) refuseDeal(`${twice} is in ${holder(first(twice), seats)} and in ${holder(at, seats)}: expected every card once`);
  });
  return deal;
}

type Written = { hands: string[]; kitty?: string | undefined };

function handsIn(given: string): Written {
  if (given.length > 20_000) refuseDeal(`deal ${shown(given)} has ${given.length} characters: expected at most 20000`);
  const text = given.includes('\n') ? given.replaceAll('**', '').replace(LIST_MARKS, (mark) => ' '.repeat(mark.length)) : given;
  const quoted = text.trim().replace(/^["'`]+|["'`]+$/g, '');
  const plain = /^\[\s*DEAL\s+"(.*)"\s*\]$/.exec(quoted)?.[1] ?? quoted;
  const rows = /[\r\n]/.test(plain) ? (quoted === text.trim() ? text : plain).split(/[\r\n]+/) : onOneLine(plain);
  if (!Array.isArray(rows)) return rows;
  let lines = rows.filter((line) => line.trim() && !isBeside(line));
  while (lines.length && TITLE.test(lines[0] as string)) lines.shift();
  // Tabs end at multiples of eight columns.
  lines = lines.map((line) => line.replace(/([^\t]*)\t/g, (_, part: string) => part.padEnd(8 * Math.floor(part.length / 8 + 1))).trimEnd());
  const [below, ...more] = lines.filter((line) => labelOf(line)?.kitty && labelOf(line)?.cards);
  if (more.length) refuseDeal(`deal ${shown(plain)} has more than one kitty: expected one`);
  lines = lines.filter((line) => line !== below);
  const kitty = below && labelOf(below)?.cards;
  const labels = lines.map(labelOf);
  if (lines.length && labels.every((label) => label?.cards)) {
    const hands = labels.map((label) => [label?.seat, label?.cards] as [string, string]);
    const held = [...hands.map(([, cards]) => cards), kitty ?? ''].filter((cards) => !/^(?:[\s,+-]|[BL]J?)*$/.test(plainWords(cards)));
    const bare = held.filter(isOneSuit);
    if (bare.length && bare.length < held.length) refuseDeal(`${shown(bare[0] as string)} may be spades or another suit: expected suits`);
    return { hands: inSeatOrder(hands), kitty };
  }
  const isRow = (line: string) => line.split(/[|\t;,]|\s{2,}/).filter((cell) => labelOf(cell.trim())?.cards === '').length > 2;
  if (lines[0] && isRow(lines[0])) refuseForm('a table');
  const middle = lines.findIndex((line) => WEST_EAST.test(line));
  if (lines.some((line, at) => at !== middle && BOX.test(line))) refuseForm('a diagram with a box');
  const isBlocks = middle < 0 && labels[0] && labels.some((label) => label && label.seat !== 'S');
  const { KITTY: last, ...blocks } = isBlocks ? inBlocks(lines) : {};
  const diagram = isBlocks ? inSeatOrder(Object.entries(blocks)) : inCompass(lines, middle, plain);
  for (const hand of diagram) {
    if (isOneSuit(hand)) refuseDeal(`${shown(hand.trim())} may be spades or another suit: expected all four suits`);
    const astray = /(?:[02-9TJQKA] {4}|\S {9}|\|) *[2-9TJQKA]/.exec(hand)?.[0];
    if (astray) refuseDeal(`${shown(astray)} may be of one hand or two: expected less between its cards`);
  }
  return { hands: diagram, kitty: last || kitty };
}

/** The hands after the first one's seat and a colon; or, if several seats are named, a line for each. */
function onOneLine(plain: string): Written | string[] {
  const byName = plain.split(new RegExp(String.raw`(?<![\s;,|])[\s;,|]+(?=(?:NORTH|EAST|SOUTH|WEST|KITTY|WIDOW|BLIND|UNDEALT|${OTHERS})\b)`));
  const byLetter = plain.split(/(?<![\s;,])[\s;,]+(?=[NESW]\s*[:=])|\|(?=[^|]*$)/);
  const areFour = byLetter.slice(0, 4).flatMap((line) => line[0] ?? []).sort().join('') === 'ENSW' && /[:=].*[:=]/.test(plain);
  if (areFour && byLetter[4]) byLetter[4] = `KITTY: ${byLetter[4]}`;
  const lines = byName.length > 2 ? byName : areFour ? byLetter : [];
  if (lines.length > 2) return lines.map((line) => line.replace(/[ ;,|]+$/, ''));
  const [, first = '', table = '', bar, kitty = ''] = /^([^:]*):([^|]*)(\|?)(.*)$/s.exec(plain) ?? [];
  const doubt = /^[NESW]\s.*\./.test(plain) ? `: ${plain[0]} may be dealer or first hand` : '';
  if (bar === undefined) refuseDeal(`deal ${shown(plain)} has no ':'${doubt}: expected the first hand's seat, a ':' and hands`);
  const hands = table.split(/\s+/).filter(Boolean);
  const { length } = hands;
  if (length < 2 || length > 6) refuseDeal(`deal ${shown(plain)} has ${length} hand${length === 1 ? '' : 's'} after the ':': expected 2 to 6`);
  if (kitty.includes('|')) refuseDeal(`deal ${shown(plain)} has more than one '|': expected one kitty`);
  if (bar && !kitty.trim()) refuseDeal(`deal ${shown(plain)} has nothing after the '|': expected the kitty, or no '|'`);
  const suits = hands.map((hand) => new Set(plainWords(hand).match(/[SHDC]/g)));
  const isOfOne = suits.every(({ size }) => size < 2) || new Set(suits.flatMap((some) => [...some])).size === suits.reduce((sum, { size }) => sum + size, 0);
  const expected = "expected a seat before each hand, or hands such as 'AK...'";
  if (table.split('.').length < 6 && !table.includes('...') && isOfOne)
    refuseDeal(`deal ${shown(plain)} may be one hand of ${first.trim()} or ${length} hands: ${expected}`);
  const start = placed('', () => readSeat(first, length, 'the first seat of the deal', ` (with ${length} hands)`), 'DealError');
  return { hands: hands.map((_, seat) => hands[(seat - start + length) % length] as string), kitty: bar ? kitty : undefined };
}

/** The number of a seat by its letter, name or number. */
export function readSeat(text: string, seats: number, field: string, after = ''): number {
  const word = text.trim().toUpperCase();
  const named = seats === 4 ? ['NORTH', 'EAST', 'SOUTH', 'WEST'].findIndex((each) => word === each || word === each[0]) : -1;
  if (named < 0 && !(/^\d$/.test(word) && Number(word) < seats))
    refuse(`${field} ${shown(text)} is no seat: expected ${seats === 4 ? 'N, E, S or W, or ' : ''}a number from 0 to ${seats - 1}${after}`);
  return named < 0 ? Number(word) : named;
}

function inSeatOrder(named: readonly (readonly [string, string])[]): string[] {
  const { length } = named;
  if (length < 2 || length > 6) refuseDeal(`the diagram has ${length} hands: expected 2 to 6`);
  const lowest = Math.min(1, ...named.flatMap(([name]) => name.match(/\d$/)?.map(Number) ?? [])); // of players
  const hands: string[] = [];
  for (const [name, cards] of named) {
    const lettered = 'NESW'.indexOf(name[0] as string);
    const seat = lettered < 0 ? Number(name.at(-1)) - (name[0] === 'P' ? lowest : 0) : lettered;
    if (hands[seat] !== undefined || !(seat >= 0 && seat < length) || (lettered >= 0 && length !== 4))
      refuseDeal(`seat ${name} in the diagram is wrong: expected each of ${length} seats once`);
    hands[seat] = cards;
  }
  return hands;
}

/** Hands one below the other, each in the lines after its seat; `S` may also be spades. */
function inBlocks(lines: readonly string[]): Record<string, string> {
  const blocks: Record<string, string> = {};
  let name = '';
  for (const line of lines) {
    const { seat = '', kitty, cards = line } = labelOf(line) ?? {};
    const isNumber = cards && /^\d/.test(seat) && !line.includes(':');
    const isSpades = cards && seat === 'S' && !((cards.includes('.') || namesSuits(cards)) && isRead(() => readHand(cards)));
    if (!(seat || kitty) || isNumber || isSpades) {
      if (name) blocks[name] += `${blocks[name] && '\n'}${line}`;
    } else {
      name = kitty ? 'KITTY' : seat.replace(/(?<=^[NESW]).*/, '');
      if (name in blocks) refuseDeal(`${name} is in the diagram twice: expected every hand once`);
      blocks[name] = cards;
    }
  }
  return blocks;
}

/** North, then West and East beside each other, then South; `middle` is the line that names these two, or -1. */
function inCompass(lines: readonly string[], middle: number, text: string): string[] {
  let [start, first, last, end] = [1, middle + 1, 0, 0];
  let edge = (lines[middle] ?? '').search(/E(?:AST)?:?\s*$/);
  if (middle >= 0) {
    const names = lines.map((line) => line.replace(/\(.*/, '').replace(/^[ :]+|[ :]+$/g, ''));
    last = names.findIndex((name, at) => at >= first && /^S(OUTH)?$/.test(name));
    const missing = last < 0 ? 'S' : 'N';
    if (last < 0 || !/^N(ORTH)?$/.test(names[0] as string)) refuseDeal(`the diagram has no line with ${missing} alone: expected the names of all hands`);
    end = last + 1;
  } else {
    const pairs = lines.flatMap((line, at) => (/\S\s{3,}\S/.test(line) && halvesOf(line).length > 1 ? at : []));
    const stray = lines.find((line) => !LABEL.test(line)) ?? text;
    const expected = "expected such as 'N:AK... QJ... T9... 87...', a line for each seat, or the hands round the table";
    if (!pairs[0] || pairs.at(-1) === lines.length - 1) refuseDeal(`${shown(stray)} in deal ${shown(text)} names no seats: ${expected}`);
    [start, first, last] = [0, pairs[0] as number, (pairs.at(-1) as number) + 1];
    while (last < lines.length - 1 && TRAILING_JOKERS.exec(plainWords(lines[last] as string).trim())?.index === 0) last += 1;
    end = last;
    edge = Math.min(...pairs.map((at) => (halvesOf(lines[at] as string)[0] as string).length));
  }
  const between = lines.slice(first, last);
  const areNamed = between.map((line) => /[♠♥♦♣]/.test(line) || line.search(NAMED_SUIT) >= 0);
  const pairs = between.map((line, at) => {
    const [left = '', right] = halvesOf(line);
    const isStray = areNamed.includes(true) && !areNamed[at] && /[2-9TQKA]/.test(plainWords(line));
    const expected = 'may be cards of West and East: expected two blanks or more between them';
    if (isStray || (right === undefined && !areNamed[at] && line.slice(0, edge).trim() && line.slice(edge).trim()))
      refuseDeal(`${shown(line.trim())} in the diagram ${expected}`);
    return right !== undefined ? [left, right] : line.search(/\S|$/) >= edge ? ['', line] : [line, ''];
  });
  const [west, east] = [0, 1].map((side) => pairs.map((pair) => pair[side]).join('\n')) as [string, string];
  return [lines.slice(start, middle < 0 ? first : middle).join('\n'), east, lines.slice(end).join('\n'), west];
}

/** What West and East hold in a line: split before the second suit named, else at its only wide gap. */
function halvesOf(line: string): string[] {
  const symbols = [...line.matchAll(/[♠♥♦♣]/g)];
  const suits = symbols.length ? symbols : [...line.matchAll(NAMED_SUIT)];
  const gaps = suits.length === 1 ? [] : [...line.matchAll(/(?<=\S)\s{2,}/g)];
  const widest = gaps.filter(([gap]) => gaps.every(([other]) => other.length <= gap.length));
  const [gap] = widest;
  const cut = suits.length === 2 ? suits[1]?.index : widest.length === 1 ? (gap?.index ?? 0) + (gap?.[0] ?? '').length : undefined;
  return cut === undefined ? [line] : [line.slice(0, cut), line.slice(cut)];
}

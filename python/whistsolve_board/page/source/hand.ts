/** What is done to a hand: pure functions from hand to hand. */

import { formatHand, parseCards, parseHand } from './cards';
import type { Hand, Position } from './protocol';
import type { Shown, Variation } from './types';

export const FIELDS = [
  'rules',
  'deal',
  'dealer',
  'turned',
  'calls',
  'strain',
  'level',
  'declarer',
  'leader',
  'holder',
  'discard',
  'played',
  'scores',
  'title',
  'tags',
] as const satisfies readonly (keyof Hand)[];

const SEATS_OF_FOUR = 'NESW';

/** Another hand of the file of a hand on the board. */
export function otherOfFile({ file, ...shown }: Shown, place: number): Shown | null {
  const hand = file?.hands[place];
  if (!file || hand === undefined) return null;
  const left = { ...file.left, [file.place]: shown };
  return { ...(left[place] ?? { hand, at: 0 }), file: { ...file, place, left } };
}

/** The hand of an address's fragment, or the first of several as a file has them; `null` where it holds none. */
export function fromFragment(fragment: string): Shown | null {
  const left = fragment.replace(/^#/, '').split('&&').flatMap((each) => fromFields(each) ?? []);
  const hands = left.map(({ hand }) => hand);
  const [first] = left;
  if (first === undefined || left.length === 1) return first ?? null;
  return { ...first, file: { hands, results: [], place: 0, left } };
}

function fromFields(text: string): Shown | null {
  const fields = new URLSearchParams(text);
  if (!fields.get('deal')) return null;
  const hand = cleaned(Object.fromEntries(FIELDS.map((name) => [name, fields.get(name) ?? ''])));
  const at = Number.parseInt(fields.get('at') ?? '', 10);
  const lines = readLines(fields.get('lines') ?? '');
  return {
    hand,
    at: Number.isNaN(at) ? usualAt(hand) : Math.max(0, Math.min(at, lineOf(hand).length)),
    ...(lines.some(({ played }) => played === hand.played) ? { lines } : {}),
  };
}

export function toFragment({ hand, at, lines }: Shown): string {
  const fields = new URLSearchParams();
  for (const name of FIELDS) {
    const text = hand[name];
    if (text) fields.set(name, text);
  }
  if (at !== usualAt(hand)) fields.set('at', String(at));
  if (lines !== undefined) fields.set('lines', writeLines(lines));
  return fields.toString();
}

/** All hands of the file of a hand on the board, each as it was left. */
export function toFragmentOfFile(shown: Shown): string {
  const all = shown.file?.hands.flatMap((_, place) => otherOfFile(shown, place) ?? []) ?? [];
  return all.map(toFragment).join('&&');
}

/** Lines as a link has them, one below the other, each with its comment after `#`. */
function writeLines(lines: readonly Variation[]): string {
  return lines.map(({ played, comment }) => (comment ? `${played} # ${comment}` : played)).join('\n');
}

function readLines(text: string): Variation[] {
  return text.split('\n').map((line) => {
    const [played = '', ...comment] = line.split('#');
    return { played: played.trim(), comment: comment.join('#').trim() };
  });
}

/** Where a link opens that does not say: after the last card, but a hand played to its end before the first. */
function usualAt(hand: Hand): number {
  const length = lineOf(hand).length;
  return length === cardsInPlay(hand) ? 0 : length;
}

function cardsInPlay(hand: Hand): number | null {
  try {
    return parseDeal(hand.deal).hands.reduce((sum, cards) => sum + cards.length, 0);
  } catch {
    return null; // no deal, or a spelling that only its reader knows
  }
}

/** A hand without the fields that are empty. */
export function cleaned(fields: Record<string, string | undefined>): Hand {
  const kept = FIELDS.flatMap((name) => (fields[name]?.trim() ? [[name, fields[name].trim()]] : []));
  return { deal: '', ...Object.fromEntries(kept) } as Hand;
}

/** A hand with other fields; `undefined` or empty text takes a field away. */
export function withFields(hand: Hand, changes: { [name in keyof Hand]?: string | undefined }): Hand {
  return cleaned({ ...hand, ...changes });
}

/** The cards played, in order. */
export function lineOf(hand: Hand): string[] {
  return parseCards(hand.played);
}

/** Play a card: the line goes on where it had that card, otherwise the rest of it is cut off. */
export function playCard({ hand, at }: Shown, card: string): Shown {
  const line = lineOf(hand);
  if (line[at] === card) return { hand, at: at + 1 };
  return { hand: withFields(hand, { played: [...line.slice(0, at), card].join(' ') }), at: at + 1 };
}

/** Play several cards from a point on; they take the place of the rest of the line. */
export function playLine({ hand, at }: Shown, cards: readonly string[]): Shown {
  return { hand: withFields(hand, { played: [...lineOf(hand).slice(0, at), ...cards].join(' ') }), at };
}

/** Name strain, declarer and what else belongs to the contract; nothing is played any more. */
export function withContract(
  hand: Hand,
  contract: Partial<Record<'strain' | 'declarer' | 'leader' | 'holder' | 'level' | 'discard', string | undefined>>,
): Hand {
  return withFields(hand, { ...contract, played: '' });
}

export interface DealtCards {
  /** Clockwise from North or seat 0, each its cards in printed order. */
  hands: string[][];
  kitty: string[];
}

export function parseDeal(deal: string): DealtCards {
  const [first = '', rest = ''] = deal.split(':', 2);
  const [table = '', kitty = ''] = rest.split('|', 2);
  const hands = table.trim().split(/\s+/).map(parseHand);
  const start = seatIndex(first.trim(), hands.length);
  return {
    hands: hands.map((_, seat) => hands[(seat - start + hands.length) % hands.length] as string[]),
    kitty: kitty.trim() ? (/\.|^-$/.test(kitty) ? parseHand(kitty) : parseCards(kitty)) : [],
  };
}

export function formatDeal({ hands, kitty }: DealtCards): string {
  const table = `${seatName(0, hands.length)}:${hands.map(formatHand).join(' ')}`;
  return kitty.length ? `${table} | ${formatHand(kitty)}` : table;
}

/** The deal as a position has it: in the one spelling that `parseDeal` reads, whatever the link's was. */
export function dealOf(position: Pick<Position, 'dealt' | 'kitty'>): DealtCards {
  return { hands: position.dealt.map(parseHand), kitty: position.kitty ? parseHand(position.kitty) : [] };
}

export function seatName(index: number, seats: number): string {
  return seats === 4 ? (SEATS_OF_FOUR[index] as string) : String(index);
}

export function seatIndex(name: string, seats: number): number {
  const letter = seats === 4 ? SEATS_OF_FOUR.indexOf(name.trim().charAt(0).toUpperCase() || '?') : -1;
  const index = letter >= 0 ? letter : Number(name);
  if (!Number.isInteger(index) || index < 0 || index >= seats) throw new RangeError(`${name} is no seat`);
  return index;
}

/** Other cards; what was discarded and played goes. */
export function withCards(hand: Hand, deal: DealtCards): Hand {
  return withFields(hand, { deal: formatDeal(deal), turned: '', discard: '', played: '', tags: '' });
}

/** Every hand one seat on, clockwise, and all that names a seat with it; the play stays. */
export function rotate(hand: Hand, by = 1): Hand {
  return moveSeats(hand, (seat, seats) => (seat + by + seats) % seats);
}

/** The hands the other way round: East's cards to West and West's to East. Calls and play go: their order changes. */
export function mirror(hand: Hand): Hand {
  return withFields(
    moveSeats(hand, (seat, seats) => (seats - seat) % seats),
    { calls: '', played: '' },
  );
}

function moveSeats(hand: Hand, target: (seat: number, seats: number) => number): Hand {
  const { hands, kitty } = parseDeal(hand.deal);
  const seats = hands.length;
  const moved: string[][] = [];
  hands.forEach((cards, seat) => (moved[target(seat, seats)] = cards));
  const named = (['dealer', 'declarer', 'leader', 'holder'] as const).map((field) => {
    const seat = hand[field];
    return [field, seat === undefined ? undefined : seatName(target(seatIndex(seat, seats), seats), seats)];
  });
  return withFields(hand, {
    ...Object.fromEntries(named),
    deal: formatDeal({ hands: moved, kitty }),
    tags: '', // players and scores by seat
    scores: moveScores(parseCards(hand.scores), seats, target),
  });
}

/** By player, or by side: of two sides seats 0, 2 … are one. */
function moveScores(scores: string[], seats: number, target: (seat: number, seats: number) => number): string {
  const moved = [...scores];
  scores.forEach((score, place) => {
    if (scores.length === seats) moved[target(place, seats)] = score;
    else if (scores.length === 2) moved[target(place, seats) % 2] = score;
  });
  return moved.join(' ');
}

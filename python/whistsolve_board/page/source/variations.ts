/** Lines of play kept beside each other: the one that was there first, and each what-if with a comment. */

import { lineOf, withFields } from './hand';
import type { Hand } from './protocol';
import type { Variation } from './types';

/** A hand whose cards played are those of the line on show, with the others that are kept; none where it is alone. */
interface Kept {
  hand: Hand;
  lines?: readonly Variation[] | undefined;
}

/** All lines, that on show among them. */
export function linesOf({ hand, lines }: Kept): readonly Variation[] {
  return lines ?? [{ played: hand.played ?? '', comment: '' }];
}

/** A change of the cards played: along a line that is kept, longer than the one on show, or one more line. */
export function kept(before: Kept, hand: Hand): Kept {
  const now = before.hand.played ?? '';
  const next = hand.played ?? '';
  const lines = linesOf(before);
  const along = lines.find(({ played }) => begins(played, next));
  if (along !== undefined) return { hand: withFields(hand, { played: along.played }), lines };
  if (!begins(next, now)) return { hand, lines: [...lines, { played: next, comment: '' }] };
  return { hand, lines: lines.map((line) => (line.played === now ? { ...line, played: next } : line)) };
}

function begins(line: string, with_: string): boolean {
  return with_ === '' || `${line} `.startsWith(`${with_} `);
}

/** How many cards two lines have in common. */
export function inCommon(one: string, other: string): number {
  const [cards, others] = [one, other].map((played) => lineOf({ deal: '', played })) as [string[], string[]];
  const place = cards.findIndex((card, turn) => card !== others[turn]);
  return place < 0 ? cards.length : place;
}

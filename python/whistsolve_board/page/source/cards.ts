/** Cards and hands as text: `AK.QJ.T9.87.BL` is spades.hearts.diamonds.clubs and jokers; a card is `SA`. */

export type Suit = 'S' | 'H' | 'D' | 'C';

export const SUITS: readonly Suit[] = ['S', 'H', 'D', 'C'];
export const RANKS = 'AKQJT98765432';
export const JOKERS = ['BJ', 'LJ'] as const;
export const SYMBOLS: Record<Suit, string> = { S: '♠', H: '♥', D: '♦', C: '♣' };

/** All cards as printed: spades, hearts, diamonds, clubs, each A to 2, then big and little joker. */
export const DECK: readonly string[] = [...SUITS.flatMap((suit) => [...RANKS].map((rank) => suit + rank)), ...JOKERS];

const PLACE = new Map(DECK.map((card, place) => [card, place]));

/** The card itself, of a led joker that names a suit too: `BJ` of `BJ:H`. */
export function plainCard(text: string): string {
  return text.split(':')[0] as string;
}

/** `null` for a joker. */
export function suitOf(card: string): Suit | null {
  return isJoker(card) ? null : (card[0] as Suit);
}

export function rankOf(card: string): string {
  return card[1] as string;
}

export function isJoker(card: string): boolean {
  return card[1] === 'J' && (card[0] === 'B' || card[0] === 'L');
}

export function sortCards(cards: Iterable<string>): string[] {
  return [...cards].sort((one, other) => (PLACE.get(plainCard(one)) ?? 99) - (PLACE.get(plainCard(other)) ?? 99));
}

/** Ranks by strength, the best first, for each direction of a strain. */
const BY_STRENGTH = { '+': RANKS, '-': 'A23456789TJQK', '~': '23456789TJQKA' } as const;

/** Cards as they are held where a strain is played: by suit, each the best first. */
export function sortForStrain(cards: readonly string[], strain: string | null | undefined): string[] {
  const ranks = BY_STRENGTH[strain ? parseStrain(strain).direction : '+'];
  const place = (card: string) => (isJoker(card) ? 0 : 14 * SUITS.indexOf(card[0] as Suit) + ranks.indexOf(rankOf(card)));
  return [...cards].sort((one, other) => Number(isJoker(one)) - Number(isJoker(other)) || place(one) - place(other));
}

/** The cards of a hand's text, in printed order. */
export function parseHand(text: string): string[] {
  const fields = text.trim().split('.');
  const suits = SUITS.flatMap((suit, field) =>
    [...(fields[field] ?? '').replace('-', '').replaceAll('10', 'T').toUpperCase()].map((rank) => suit + rank),
  );
  const jokers = [...(fields[4] ?? '').replace('-', '').toUpperCase()].map((letter) => `${letter}J`);
  const cards = [...suits, ...jokers];
  const wrong = cards.find((card) => !PLACE.has(card));
  if (wrong !== undefined) throw new RangeError(`${wrong} in hand ${text} is no card`);
  return sortCards(cards);
}

export function formatHand(cards: Iterable<string>): string {
  const sorted = sortCards(cards);
  const fields = SUITS.map((suit) => ranksOf(sorted, suit));
  const jokers = sorted.filter(isJoker).map((joker) => joker[0]);
  return [...fields, ...(jokers.length ? [jokers.join('')] : [])].join('.');
}

/** The ranks of one suit among cards, in their order. */
export function ranksOf(cards: readonly string[], suit: Suit): string {
  return cards
    .filter((card) => suitOf(card) === suit)
    .map(rankOf)
    .join('');
}

/** Cards that stand in one text, separated by blanks or commas. */
export function parseCards(text: string | undefined): string[] {
  return (text ?? '').split(/[\s,]+/).filter(Boolean);
}

/** What a strain's text is made of: `S+`, `NT-`, `H~`. */
export function parseStrain(strain: string): { trump: Suit | 'NT'; direction: '+' | '-' | '~' } {
  return { trump: strain.slice(0, -1) as Suit | 'NT', direction: strain.slice(-1) as '+' | '-' | '~' };
}

export const ARROWS = { '+': '↑', '-': '↓', '~': '⇣' } as const;

/** Text for the eye: `♠A`, `10` for T; `BJ`. */
export function showRank(rank: string): string {
  return rank === 'T' ? '10' : rank;
}

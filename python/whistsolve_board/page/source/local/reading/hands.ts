/** Cards and hands as people write them. Text that can be read in two ways is refused, with both readings. */

import { isJoker, sortCards, SUITS } from '../../cards';
import { readSymbols, refuse, shown } from './messages';

export const RANK_WORDS = 'ACE KING QUEEN JACK KNAVE TEN NINE EIGHT SEVEN SIX FIVE FOUR THREE TREY TWO DEUCE'.split(' ');
const OF_WORDS = 'AKQJJT9876543322';
const SIZES = '(?:BIG|HIGH|LITTLE|SMALL|LOW)';
const COUNTED = String.raw`(?:\s*\(\d{1,2}\))?`;
const NO_JOKERS = String.raw`(?:NO|WITHOUT) JOKERS?|JOKERS?${COUNTED}\s*[:=]\s*(?:NONE|NO|[-—]+|0)(?!\w)`;
const SOME_JOKERS =
  String.raw`(?:THE )?${SIZES}[ -]*JOKER|(?:BOTH|TWO|2) JOKERS(?!\s*[:=(])|JOKERS?${COUNTED}\s*[:=,(]?\s*(?:${SIZES}|BOTH)` +
  String.raw`(?:(?:\s|,|&|AND)+${SIZES})?(?:\)|(?![ -]*JOKER|\w))`;
const JOKER_LABEL = String.raw`JOKERS?${COUNTED}\s*(?=\s[BL][BLJ]*\b|[:=]\s*(?:$|[BL][BLJ]*\b|(?:THE|BIG|HIGH|LITTLE|SMALL|LOW)\b))`;
const WORD = new RegExp(
  String.raw`(?<![A-Z])(?:(?:${NO_JOKERS})|(?<jokers>${SOME_JOKERS})|(?<rank>${RANK_WORDS.join('|')})(?:E?S)?` +
    String.raw`|(?<suit>SPADE|HEART|DIAMOND|CLUB)S?${COUNTED}|(?<none>\(?(?:NONE|VOID|EMPTY)\)?(?!\d))|AND|&|THE(?=\s)|${JOKER_LABEL})(?![A-Z])`,
  'g',
);

/** Upper-case text with letters in place of words and symbols: `ACE OF ♠` is `AS`, 10 is `T`. */
export function plainWords(text: string): string {
  return text
    .replace(/&([SHDC])(?:PADE|EART|IAM|LUB)S;|!(?=[SHDC])|\*\*/g, '$1')
    .replace(/^\s*(?:HAS|HAVE|HAD|HOLDS?|WITH)(?:\s*:|\s)/, '')
    .replace(WORD, (...found) => {
      const { rank, suit, none, jokers } = found.at(-1) as Record<string, string | undefined>;
      const each = jokers?.replace(/BOTH|.+ JOKERS/, 'BIG LOW') ?? '';
      const cards = ' BJ '.repeat(each.match(/BIG|HIGH/g)?.length ?? 0) + ' LJ '.repeat(each.match(/LIT|SM|LOW/g)?.length ?? 0);
      return rank ? (OF_WORDS[RANK_WORDS.indexOf(rank)] as string) : (suit?.[0] ?? (none ? '-' : cards || ' '));
    })
    .replace(/[♠♥♦♣—]|10/g, (symbol) => 'SHDC-T'['♠♥♦♣—1'.indexOf(symbol[0] as string)] as string)
    .replace(/\bJ\s*[:=]|^\s*J(?=\s+[BL]J?\b)/gm, ' ')
    .replace(/-{2,}/g, '-')
    .replace(/(?<=[2-9TJQKA])\s*\bOF\s+(?=[SHDC]\b)/g, '')
    .replace(/(?<![A-Z0-9])([SHDC])\.(?=\s)/g, '$1 ');
}

/** Whether upper-case text names suits, by letter, word or symbol. */
export const namesSuits = (text: string) => /[SHDC]/.test(plainWords(text));

const ONE_CARD = /^(?:([SHDC])([2-9TJQKA])|([2-9TJQKA])([SHDC])|(?:[BL]J?)+)$/;

/** A card, suit and rank in either order. */
export function readCard(text: string): string {
  const plain = readSymbols(text, 'card').trim();
  const word = plainWords(plain).replace(/\s/g, '');
  const [card, ...more] = oneByOne(word) ?? [];
  if (card !== undefined && !more.length && word.length === 2) return card;
  if (plain === 'JOKER') refuse('the joker may be BJ or LJ: expected the big joker or the little joker');
  const expected = 'a suit S, H, D or C and a rank A K Q J T 9 8 7 6 5 4 3 2 in either order, or BJ or LJ for a joker';
  return refuse(`${shown(text)} is no card: expected ${expected}`);
}

export const TRAILING_JOKERS = /(?:(?:^|[\s,;+]+)(?:[BL]J?)+)+\s*$/;
/** Marks of quotations, and of lists before seats and suits. */
export const LIST_MARKS = /^[ \t]*(?:>[> ]*|[*-] {1,2}(?!W +E)(?=KITTY|[B-IL-PRSU-Z♠♥♦♣]))/gm;
/** Ranks between hyphens; two alone may be the ends of a sequence. */
const HYPHENS = /(?<![2-9TJQKA-])[2-9TJQKA](?:-[2-9TJQKA]){2,}(?![2-9TJQKA-])/g;
/** Words that may be a jack or a joker. */
const TURNED = /((?<![BL])J[BL](?!J)|(?<!\w)J[\s,;+]+[BL](?!\w))/;
const JACK = /(?<=[2-9TJQKA])[\s,;+]+(J[K2]?[BL]?)(?:[\s,;+]+(?:[BL]J?)+)*[\s,;.]*$/;
const SPACED_JACK = /(?:^|\W)(?:[2-9TJQKA](?!\w).*)?[AKQ][\s,;]+J(?:[\s,;+]+(?:[BL]J?)+)*[\s,;.]*$/s;
const HIGH = /(?<!\w)(HJ)(?:[\s,;+]+(?:[BL]J?)+)*[\s,;.]*$/;
const GAPS = /[\s,;:=/|.+]+/g;
const IN_LINE = '[ \\t,;:=/|.+]*';
const OF_SUIT = new RegExp(String.raw`([SHDC])(?:(?:-|${IN_LINE})([2-9TJQKA](?:${IN_LINE}[2-9TJQKA])*)|(?:[\s,;:=/|.+]*-)+)?|([BL])J?`, 'g');
const BEFORE_SUIT = /([2-9TJQKA][\s,;:=/|.+2-9TJQKA]*)([SHDC])|([BL])J?/g;
const [SUITS_FIRST, RANKS_FIRST] = [OF_SUIT, BEFORE_SUIT].map(({ source }) => new RegExp(String.raw`^(?:[\s,;:=/|.+]|${source})*$`)) as [RegExp, RegExp];
const linesOf = (text: string) => text.split(/[\r\n]+/).filter((line) => line.trim());
const wrong = (text: string, problem: string) => refuse(`hand ${shown(text)} ${problem}`);

/** The cards of a hand, as printed or as people write it. */
export function readHand(given: string): string[] {
  const text = readSymbols(given, 'hand').trim();
  if (!text) refuse("the hand is empty text: expected such as 'AKQ.JT9.876.5432', or '...' for none");
  if (text.length > 2000) wrong(text, `has ${text.length} characters: expected up to 2000`);
  const plain = plainWords(text).trim();
  if (plain.includes('JOKER')) refuse(`a joker of hand ${shown(text)} may be BJ or LJ: expected the big or the little one`);
  const parts = plain.split('.');
  const named = parts.map((part) => /[SHDC]/.test(part));
  if (parts.length === 2 && named[0] && !parts[1]) return bySuits(parts[0] as string, text); // a full stop
  if (parts.length > 1 && !(named.every(Boolean) && /^[SHDC2-9TJQKA]/.test(plain))) return inFields(parts, text);
  if (named.includes(true)) return bySuits(plain, text);
  const fields = plain.split(/[,;/|]/);
  if (fields.length === 5 || (fields.length === 4 && fields.some((field) => field.trim().length !== 1))) return inFields(fields, text);
  const jokers = TRAILING_JOKERS.exec(plain);
  const suits = plain.slice(0, jokers?.index);
  const words = suits.split(/[\s,;/|]+/);
  if (words.length > 4 && linesOf(plain).length === 4) return inFields(linesOf(plain), text);
  const groups = words.length > 1 ? words : suits.split(/(?<=[2-9TJQKA])-(?=[2-9TJQKA])/);
  const isFour = groups.length === 4 && [1, 4].includes(linesOf(suits).length);
  if (groups.length === 4 && groups.every((group) => /^[^-]$/.test(group)))
    wrong(text, `may be ${groups.join('.')} or the spades ${groups.join('')}: expected suits`);
  if (groups.length !== 1 && !isFour) wrong(text, "names no suits: expected such as 'AKQ.JT9.876.5432' or '♠AKQ ♥T9 ♦- ♣2 BJ'");
  return inFields([...groups, '', '', ''].slice(0, 4).concat(jokers?.[0] ?? ''), text);
}

/** Spades, hearts, diamonds, clubs and perhaps jokers, in this order. */
function inFields(fields: readonly string[], text: string): string[] {
  if (fields.length > 5) wrong(text, `has ${fields.length} parts between dots: expected spades.hearts.diamonds.clubs and, with jokers, .jokers`);
  const last = fields.at(-1) as string;
  const found = fields.length < 5 && /\S\s+\S/.test(last) ? TRAILING_JOKERS.exec(last) : null;
  const suits = fields.slice(0, 4).map((ranks, place) => (found && place === fields.length - 1 ? last.slice(0, found.index) : ranks).replace(/[\s,;]+/g, ''));
  const areNamed = suits.every((ranks, place) => ['', '-', SUITS[place]].includes(ranks.slice(0, 1))); // "SAK.HQ.D.C2"
  const cards = suits.flatMap((ranks, place) => {
    const bare = areNamed ? ranks.replace(/^[SHDC]+/, '') : ranks;
    const odd = bare === '-' ? undefined : /[^2-9TJQKA]/.exec(bare)?.[0];
    const suit = ['spades', 'hearts', 'diamonds', 'clubs'][place];
    if (odd) refuse(`${shown(odd)} among the ${suit} of hand ${shown(text)} is wrong: expected A K Q J T 9 8 7 6 5 4 3 2 or, for none, '-'`);
    return bare === '-' ? [] : [...bare].map((rank) => SUITS[place] + rank);
  });
  const jokers = (found?.[0] ?? fields[4] ?? '').replace(/(?<=[BL])J|[\s,;:=+]+/g, '').replace(/^-$/, '');
  const odd = /[^BL]/.exec(jokers)?.[0];
  if (odd) refuse(`${shown(odd)} among the jokers of hand ${shown(text)} is wrong: expected B or L`);
  return once([...cards, ...[...jokers].map((letter) => `${letter}J`)], text);
}

function once(cards: readonly string[], text: string): string[] {
  const twice = cards.find((card, place) => cards.indexOf(card) < place);
  if (twice !== undefined) wrong(text, `names ${twice} twice: expected every card once`);
  return sortCards(cards);
}

/** Text that names suits: each before its ranks, each after them, or cards in either order. */
function bySuits(given: string, text: string): string[] {
  const plain = given.replace(LIST_MARKS, '').replace(HYPHENS, (ranks) => ranks.replaceAll('-', ''));
  const heart = text.includes('HJ') ? HIGH.exec(plain) : null;
  const isHeart = heart && !/[♠♥♦♣]|SPADE|HEART|DIAMOND|CLUB/.test(text) && (!plain.slice(0, heart.index).includes('H') || oneByOne(plain));
  const joker = TURNED.exec(plain) ?? (SPACED_JACK.test(plain) ? null : JACK.exec(plain)) ?? (isHeart ? null : heart);
  if (joker) refuse(`${joker[1]} in hand ${shown(text)} may be a jack or a joker: expected BJ or LJ`);
  const odd = /\S*[^2-9TJQKASHDCBL\s,;:=/|.+-]\S*/.exec(plain);
  if (odd) refuse(`${shown(odd[0])} in hand ${shown(text)} is wrong: expected suits with their ranks, jokers last, such as '♠AKQ ♥T9 ♦- ♣2 BJ'`);
  const found = [suitsFirst(plain), RANKS_FIRST.test(plain) ? cardsIn(plain.matchAll(BEFORE_SUIT), 2, 1) : null, oneByOne(plain)];
  const readings = found.flatMap((cards) => (cards === null ? [] : [once(cards, text)]));
  const listed = readings.map((cards) => [...cards.filter(isJoker), ...cards.filter((card) => !isJoker(card))].join(' '));
  const other = listed.find((cards) => cards !== listed[0]);
  if (other !== undefined) wrong(text, `may be ${listed[0]} or ${other}: expected all suits before their ranks`);
  if (!readings[0] && /^[SHDC](?:.*[SHDC])?$/s.test(plain)) wrong(text, `has nothing after ${plain.at(-1)}: expected ranks, '-' for none`);
  const each = "each suit with its ranks after it, or '-' for none, or each rank with its suit after it";
  return readings[0] ?? wrong(text, `is wrong: expected ${each}, such as '♠AKQ ♥T9 ♦- ♣2 BJ' or 'AS KS 10H'`);
}

/** The cards of suits with their ranks, by the groups that have them; the third has jokers. */
function cardsIn(found: Iterable<RegExpMatchArray>, suit: number, ranks: number): string[] {
  return [...found].flatMap((each) => (each[3] ? `${each[3]}J` : [...(each[ranks] ?? '').replace(GAPS, '')].map((rank) => each[suit] + rank)));
}

function suitsFirst(plain: string): string[] | null {
  const found = SUITS_FIRST.test(plain) ? [...plain.matchAll(OF_SUIT)] : [];
  const suits = found.flatMap(({ 1: suit }) => suit ?? []);
  const [ranked, voids] = [found.filter((each) => each[2]), found.filter(([all]) => all.endsWith('-'))];
  const isIn = (some: readonly RegExpExecArray[]) => (each: RegExpExecArray) => some.some(({ 1: suit }) => suit === each[1]);
  const missing = found.filter(([all, suit]) => all === suit).filter((each) => !isIn([...ranked, ...voids])(each));
  // A suit without cards is a word by itself, and one that is named again stands in the same line.
  const isGlued = missing.some(({ index }) => /\w/.test(plain.slice(Math.max(index - 1, 0), index) + plain.slice(index + 1, index + 2)));
  const isPart = missing.length > 0 && !(suits.length === 4 && new Set(suits).size === 4);
  const isBelow = found.some((each, at) => at && isIn(found.slice(0, at))(each) && each[1] && plain.slice(found[at - 1]?.index, each.index).includes('\n'));
  return !suits.length || isGlued || isPart || isBelow || voids.some(isIn(ranked)) ? null : cardsIn(found, 1, 2);
}

function oneByOne(plain: string): string[] | null {
  const found = plain.replace(/^[\s,;]+|[\s,;]+$/g, '').split(/[\s,;]+/).map((word) => ONE_CARD.exec(word));
  const cards = (each: RegExpExecArray) => [...each[0].replaceAll('J', '')].map((letter) => `${letter}J`);
  if (found.includes(null)) return null;
  return (found as RegExpExecArray[]).flatMap((each) => (each[1] ? each[0] : each[4] ? `${each[4]}${each[3]}` : cards(each)));
}

/** Finds the deals in a text: one a line, or in parts; what stands around them is passed over. */

import { isBeside, labelOf, readDeal } from './deals';
import { readHand } from './hands';
import { isRead } from './messages';

export interface Found {
  /** The number of its line. */
  line: number;
  text: string;
}

const HAND = String.raw`(?:(?:[SHDC]?(?:[2-9TJQKAX]|10)*|-)\.){3}(?:[SHDC]?(?:[2-9TJQKAX]|10)*|-)(?:\.[BLJ]*)?(?![\w.])`;
const PRINTED = /^[NESW0-5]:[^\s.:]*\.[^\s:]*(?: [^\s.:]*\.[^\s:]*){1,5}(?: \| ?\S+)?$/;
/** A deal among other fields of a line. */
const AMONG = new RegExp(String.raw`(?<![\w.])([NESW0-5])\s*:\s*(${HAND}(?:[\s,;:/]+${HAND}){1,5})(?!\s*[|.])`, 'gi');
const CARDS = /[♠♥♦♣♤♡♢♧|]|^\W*\[\s*\w|[2-9TJQKA10X-]*\.[2-9TJQKA10X-]*\.|^\W*(?:[NESW0-5]|NORTH|EAST|SOUTH|WEST)\s*[:=]/;
const SOME_CARDS = new RegExp(String.raw`${CARDS.source}|^\W*[SHDC][\s:=][\s:=2-9TJQKAX10-]*$|^[\s2-9TJQKA10-]+$`);
const HEADING = /^(?:[^\w♠♥♦♣♤♡♢♧]*(?:(?:BOARD|BD|DEAL|HAND)\W*\d+\s*[.:)]?|\d+\s*[.:)])\s*|[=_*~-]{4,})$/i;
const RULE = /^[\s|+:=-]*(?:--|:-|-:)[\s|+:=-]*$/;

const isDeal = ({ text }: { text: string }) => isRead(() => readDeal(text));
const rowsOf = (text: string) => text.split(/[\r\n]+/).filter((row) => row.trim() && !isBeside(row));
const hasCards = ({ text }: Found) => rowsOf(text).some((row) => row.length > 2000 || SOME_CARDS.test(row.toUpperCase()));

/** The deals of a text, in order: it is one, or has one in each line, or in each part between empty lines. */
export function dealTexts(text: string): Found[] {
  const lines = (text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+/g) ?? []).map((raw, at) => ({ line: at + 1, text: raw }));
  const filled = lines.filter((each) => each.text.trim());
  if (filled.length > 1 && isDeal({ text })) return [{ line: (filled[0] as Found).line, text }];
  const rows = filled.map((each) => ({ ...each, text: each.text.trim() })).filter((each) => PRINTED.test(each.text) || !(isBeside(each.text) || RULE.test(each.text)));
  const deals = rows.map((each) => ({ ...each, text: dealIn(each.text) }));
  if (deals.length < 2) return deals;
  if (deals.some(isDeal)) return deals.filter((each) => !isRemark(each.text));
  const parts = joined(partsOf(lines));
  const hasDeal = parts.some(isDeal);
  const areHands = !hasDeal && rows.some((each) => each.text.includes('.') && isRead(() => readHand(each.text)));
  return areHands ? deals : parts.filter((part) => (hasDeal ? hasCards(part) : rowsOf(part.text).length));
}

/** Whether a line is surely no deal: words, or numbers, and nothing that may be cards. */
function isRemark(text: string): boolean {
  const upper = text.toUpperCase();
  const isSaid = /[\s,;]\S*[\s,;]|[:,]/.test(upper) && /\b(?=[A-Z]{3})[A-Z]*[EFGIM-PRU-WYZ]/.test(upper);
  return text.length <= 2000 && !CARDS.test(upper) && (isSaid || /^(?:[\d\s.,:%/+()[\]{}-]*|<[^<>]*>)$/.test(upper));
}

/** The deal in a line without what stands beside it. */
function dealIn(text: string): string {
  const [among, ...more] = PRINTED.test(text) || text.length > 2000 ? [] : [...text.matchAll(AMONG)];
  if (!among || more.length || new RegExp(HAND, 'i').test(text.replace(among[0], ' '))) return text;
  return `${among[1]}:${(among[2] as string).replace(/[\s,;:/]+/g, ' ')}`;
}

/** Parts between empty lines, headings, and where the first seat is named again. */
function partsOf(lines: readonly Found[]): Found[] {
  const parts: Found[] = [];
  let [isOpen, label] = [false, ''];
  for (const { line, text } of lines) {
    const bare = text.trim();
    const seat = labelOf(bare.toUpperCase().replace(/^[-*> ]+/, ''));
    const named = seat?.cards && bare.includes('.') ? (seat.seat ?? '') : '';
    const isEmpty = /^[> ]*$/.test(bare);
    if (isEmpty || HEADING.test(bare) || (label && (named === label || isRemark(bare)))) isOpen = false;
    if (!isOpen) label = named;
    if (isOpen) (parts.at(-1) as Found).text += text;
    else if (!isEmpty) parts.push({ line, text });
    isOpen = !isEmpty;
  }
  return parts;
}

/** The same, of which up to four may be one deal that has empty lines. */
function joined(parts: readonly Found[]): Found[] {
  const [first] = parts;
  if (!first) return [];
  const texts = [1, 2, 3, 4].map((count) => ({ text: parts.slice(0, count).map(({ text }) => text).join('') }));
  const count = hasCards(first) ? Math.max(texts.slice(0, parts.length).findIndex(isDeal), 0) + 1 : 1;
  return [{ line: first.line, text: (texts[count - 1] as { text: string }).text }, ...joined(parts.slice(count))];
}

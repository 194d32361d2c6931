/** Calls and contracts as people write them. */

import type { Rules } from '../rules';
import { readSymbols, refuse, shown } from './messages';

const NUMBERS = 'ZERO ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN ELEVEN TWELVE THIRTEEN FOURTEEN FIFTEEN SIXTEEN SEVENTEEN'.split(' ');
const NUMBER = String.raw`(?:\d{1,2}|${[...NUMBERS].reverse().join('|')})`;
const TRUMP = String.raw`(?:NO[\s_-]*TRUMPS?|NT|NO|SPADES?|HEARTS?|DIAMONDS?|CLUBS?|[SHDC♠♥♦♣])`;
const WORDS = '(?:UPTOWN|UP|HIGH|STRAIGHT|DOWNTOWN|DOWN|LOW|SPECIAL)';
const GAP = String.raw`[\s,_]*`;
const CALL = new RegExp(`^(?:(${NUMBER})${GAP}(?:${WORDS}${GAP}${TRUMP}|${TRUMP}?${GAP}(?:[-+↑↓]|${WORDS})?)|P(?:ASS)?)$`);
const STARTS = new RegExp(String.raw`(?<![^\s,])(?=${NUMBER}|P(?:ASS)?(?![^\s,]))`, 'gi');
const ACES = `(?:${GAP}ACES?${GAP}(?:GOOD|(BAD)))?`;
const CONTRACT = new RegExp(`^(?:(${NUMBER})\\s*)?(?:(${TRUMP})${GAP}([-+~↑↓⇣]|${WORDS})?|(${WORDS})${GAP}(${TRUMP}))${ACES}$`);

function levelOf(number: string, kind: 'ActError' | 'NotationError'): number {
  const level = NUMBERS.includes(number) ? NUMBERS.indexOf(number) : Number(number);
  return level <= 17 ? level : refuse(`level ${level} is wrong: expected a whole number from 0 to 17`, kind);
}

/** The calls of a text; a call begins with a number or is a pass. */
export function readCalls(text: string): string[] {
  readSymbols(text, 'calls', 'ActError');
  const calls = text.split(STARTS).map((call) => call.replace(/^[\s,]+|[\s,]+$/g, '')).filter(Boolean);
  for (const call of calls) {
    const found = CALL.exec(call.length > 100 ? '' : call.toUpperCase());
    if (!found) refuse(`call ${shown(call)} is wrong: expected pass or a bid such as 4+, 4-, 4NT, 4 or 4S`, 'ActError');
    levelOf(found?.[1] ?? '0', 'ActError');
  }
  return calls;
}

/** Level and strain as rules mean them; without an auction the suit is enough. */
export function readContract(text: string, rules: Rules | undefined): { level: number; strain: string } {
  const plain = readSymbols(text, 'contract').trim();
  const [, number, trump, after, before, last = trump ?? '', bad] = CONTRACT.exec(plain.slice(0, 100)) ?? [];
  const ranking = after ?? before ?? (rules?.hasAuction === false ? '+' : undefined);
  const expected = "expected S, H, D, C or NT, then + (uptown), - (downtown) or ~ (downtown, aces bad), as in 'S+', 'NT-' or 'spades low'";
  const given = plain.replace(new RegExp(`^${NUMBER}\\s*`), '');
  if ((number ?? (rules?.hasAuction === false ? '' : undefined)) === undefined && !new RegExp(`^${NUMBER}\\s*[^\\s\\d.:/\\\\]`).test(plain))
    refuse(`contract ${shown(text)} is wrong: expected such as '4S- by N'`);
  if (!last || !ranking) refuse(`strain ${shown(given)} ${last ? 'does not say how cards rank' : 'is wrong'}: ${expected}`);
  const isUp = /^[+↑UHS]/.test(ranking as string) && ranking !== 'SPECIAL';
  const isBad = bad || /[~⇣]/.test(ranking as string) || rules?.values.downtown_ace === 'bad';
  const suit = last.startsWith('N') ? 'NT' : 'SHDC'['SHDC♠♥♦♣'.indexOf(last[0] as string) % 4];
  return { level: levelOf(number ?? '0', 'NotationError'), strain: `${suit}${isUp ? '+' : isBad ? '~' : '-'}` };
}

/** What readers share: refusals, texts as messages quote them, and plain text of what is pasted. */

import { WhistError } from '../errors';

type Kind = WhistError['kind'];

export function refuse(message: string, kind: Kind = 'NotationError'): never {
  throw new WhistError(kind, message);
}

export function refuseForm(what: string): never {
  refuse(`this is ${what}: expected deals in writing, PTN, PBN, LIN or a link; pip install whistsolve reads more forms`);
}

/** A text as the library quotes it: on one line, at most 60 characters, with escapes for what cannot be printed. */
export function shown(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const letters = [...text].map((each) => (each === quote || each === '\\' ? `\\${each}` : /^( |[^\p{C}\p{Z}])$/u.test(each) ? each : escaped(each)));
  const whole = [...quote + letters.join('') + quote];
  return whole.length <= 60 ? whole.join('') : `${whole.slice(0, 28).join('')}...${whole.slice(-29).join('')}`;
}

function escaped(character: string): string {
  const code = (character.codePointAt(0) as number).toString(16);
  const [letter, digits] = code.length < 3 ? ['x', 2] : code.length < 5 ? ['u', 4] : ['U', 8];
  return { 9: '\\t', a: '\\n', d: '\\r' }[code] ?? `\\${letter}${code.padStart(digits as number, '0')}`;
}

/** Other forms of symbols and blanks, and the plain ones. */
const [FORMS, PLAIN] = ['♤♡♢♧–−─━═│┃║\u00a0\u2002\u2003\u2009\u202f', '♠♥♦♣-----|||     '];

/** A text in upper case, of ASCII and symbols of suits. */
export function readSymbols(text: string, what: string, kind?: Kind): string {
  const plain = text.replace(/[\ufe0e\ufe0f]/g, '').replace(/[^\0-\x7f]/gu, (each) => PLAIN[FORMS.indexOf(each)] ?? each);
  const odd = /[^ -~\t\r\n♠♥♦♣↑↓⇣—]/u.exec(plain)?.[0];
  if (odd !== undefined) refuse(`${what} ${shown(plain)} holds the character '${escaped(odd)}': expected plain letters and digits`, kind);
  return plain.toUpperCase();
}

/** What `read` gives, or its error. */
export function attempt<T>(read: () => T): T | WhistError {
  try {
    return read();
  } catch (error) {
    if (error instanceof WhistError) return error;
    throw error;
  }
}

export const isRead = (read: () => unknown) => !(attempt(read) instanceof WhistError);

/** What `read` gives; its error with the place before it, and of a kind if one is given. */
export function placed<T>(place: string, read: () => T, kind?: Kind): T {
  const found = attempt(read);
  if (!(found instanceof WhistError)) return found;
  return refuse(place + found.message, kind === undefined || found.kind === 'ActError' ? found.kind : kind);
}

import { build } from 'esbuild';
import { readFile } from 'node:fs/promises';
const stdin = { contents: `export { Engine } from './engine/engine'; export { setOf, CARDS, strainNumbers, cardsOf } from './engine/numbers'; export { parseDeal } from './hand';`, resolveDir: 'source', loader: 'ts' };
const { outputFiles: [file] } = await build({ stdin, bundle: true, format: 'esm', platform: 'node', write: false });
export const page = await import('data:text/javascript;base64,' + Buffer.from(file.contents).toString('base64'));
export const load = async (p) => page.Engine.load(await readFile(p));
export function rng(seed) { let a = seed; return () => { a |= 0; a = a + 0x6D2B79F5 | 0; let t = Math.imul(a ^ a >>> 15, 1 | a); t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t; return ((t ^ t >>> 14) >>> 0) / 4294967296; }; }
export function deal(seed, size, seats, kitty, jokers) {
  const r = rng(seed); const n = size * seats + kitty;
  let deck = page.CARDS.map((_, i) => i).slice(0, jokers ? 52 + jokers : 52);
  for (let i = deck.length - 1; i > 0; --i) { const j = Math.floor(r() * (i + 1)); [deck[i], deck[j]] = [deck[j], deck[i]]; }
  const set = (c) => c.reduce((s, x) => s | 1n << BigInt(x), 0n);
  const hands = Array.from({ length: seats }, (_, s) => set(deck.slice(s * size, (s + 1) * size)));
  return { hands, kitty: set(deck.slice(seats * size, n)) };
}
export const rules = { firstTrickWeight: 1, jokers: 0, jokerLead: 0, mustThrow: true, anyTime: false };

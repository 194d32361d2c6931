/** Answers the page's protocol: messages as the WebSocket has them, one search after the other. */

import { Engine, EngineError } from '../engine/engine';
import { ANSWERS, AT_ONCE } from './answers';
import { onlyLibrary, WhistError } from './errors';

const FAILURES: Record<number, string> = { 1: 'WhistError', 2: 'DealError', 3: 'ActError', 4: 'NotationError' };
/** Milliseconds between looks at messages. */
const BREATH = 15;
/** Called with the engine's module, or with why there is none. */
export let begin: (module: WebAssembly.Module | Error) => void;
const engine = new Promise<WebAssembly.Module>((resolve, reject) => {
  begin = (module) => (module instanceof Error ? reject(module) : resolve(module));
}).then((module) => Engine.load(module));
const asked = new Set<number>();
let before: Promise<void> = Promise.resolve();
let breathed = 0;

class Cancelled extends Error {}

/** A message from the page; what comes back goes to `post`. */
export async function receive(text: string, post: (text: string) => void): Promise<void> {
  const message = JSON.parse(text) as { id?: number; cancel?: number; question?: string };
  if (message.cancel !== undefined) {
    if (asked.delete(message.cancel)) post(JSON.stringify({ id: message.cancel, cancelled: true }));
    return;
  }
  const { id = 0, question = '', ...fields } = message;
  asked.add(id);
  const tell = (end: object) => void (asked.has(id) && post(JSON.stringify({ id, ...end })));
  if (AT_ONCE.has(question)) await answer(id, question, fields, tell);
  else await (before = before.then(() => answer(id, question, fields, tell)));
}

async function answer(id: number, question: string, fields: object, tell: (end: object) => void): Promise<void> {
  const pause = async () => {
    if (performance.now() - breathed > BREATH) {
      await new Promise((resolve) => setTimeout(resolve));
      breathed = performance.now();
    }
    if (!asked.has(id)) throw new Cancelled();
  };
  try {
    await pause();
    const found = ANSWERS[question as keyof typeof ANSWERS];
    if (found === undefined) throw onlyLibrary(`The question ${question}`);
    const send = (part: object) => tell({ part });
    tell({ done: await found(fields as never, { engine: AT_ONCE.has(question) ? (null as never) : await engine, send, pause }) });
  } catch (error) {
    if (!(error instanceof Cancelled)) tell({ error: failure(error) });
  } finally {
    asked.delete(id);
  }
}

function failure(error: unknown): { kind: string; message: string } {
  if (error instanceof WhistError) return { kind: error.kind, message: error.message };
  if (error instanceof EngineError) return { kind: FAILURES[error.code] ?? 'WhistError', message: error.message };
  return { kind: 'InternalError', message: String(error) };
}

/** The worker of whistsolve.ts: it answers one question at a time. */

import { Engine, EngineError, type Problem } from '../../../python/whistsolve_board/page/source/engine/engine';

export interface Question {
  call: 'solve' | 'solveCards' | 'bestDiscard';
  /** Of `bestDiscard` the leader gives up cards. */
  problem: Problem;
}

/** One without a code is the end of the worker. */
export interface Failure {
  error: string;
  code: number | null;
  place: number;
}

export type Reply = { value: unknown } | Failure;

const wasm = new URL('./whistsolve.wasm', import.meta.url);
const inNode = typeof self === 'undefined';
const engine = load().then(Engine.load);
engine.catch(() => {}); // who asks is told

async function load(): Promise<WebAssembly.Module> {
  if (inNode) return WebAssembly.compile(await (await import(/* @vite-ignore */ /* webpackIgnore: true */ 'node:fs/promises')).readFile(wasm));
  const response = await fetch(wasm);
  if (!response.ok) throw new Error(`${wasm}: ${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

async function answer({ call, problem }: Question): Promise<unknown> {
  const loaded = await engine;
  if (call !== 'bestDiscard') return loaded[call](problem, 0);
  const discards = loaded.discards(problem, problem.leader);
  try {
    return discards.best();
  } finally {
    discards.free();
  }
}

const threads = inNode && (await import(/* @vite-ignore */ /* webpackIgnore: true */ 'node:worker_threads'));
const port = threads ? threads.parentPort : self;
port.onmessage = async ({ data }: MessageEvent<Question>) => {
  const reply: Reply = await answer(data).then(
    (value) => ({ value }),
    (error: Error) => ({
      error: error.message,
      ...(error instanceof EngineError ? { code: error.code, place: error.place } : { code: null, place: -1 }),
    }),
  );
  port.postMessage(reply);
};

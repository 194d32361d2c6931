/** The worker of whistsolve.ts: it answers one question at a time. */

import { Engine, EngineError, type Problem } from '../../../python/whistsolve_board/page/source/engine/engine';
import { CARDS } from '../../../python/whistsolve_board/page/source/engine/numbers';

export interface Question {
  call: 'solve' | 'solveCards' | 'bestDiscard';
  /** Of `bestDiscard` the leader gives up cards. */
  problem: Problem;
}

/** After some errors the worker is of no use any more. */
export type Reply = { value: unknown } | { error: string; ended: boolean };

const wasm = new URL('./whistsolve.wasm', import.meta.url);
const inNode = typeof self === 'undefined';
const engine = load().then(WebAssembly.compile).then(Engine.load);
engine.catch(() => {}); // who asks is told

async function load(): Promise<BufferSource> {
  if (inNode) return (await import(/* @vite-ignore */ /* webpackIgnore: true */ 'node:fs/promises')).readFile(wasm);
  const response = await fetch(wasm);
  if (!response.ok) throw new Error(`${wasm}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
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

function reasonOf({ message, place = -1 }: Partial<EngineError>, { played }: Problem): string {
  return place < 0 ? `${message}` : `played: card ${place + 1}, ${CARDS[played[place] as number]}: ${message?.split(': ')[1]}`;
}

const threads = inNode && (await import(/* @vite-ignore */ /* webpackIgnore: true */ 'node:worker_threads'));
const port = threads ? threads.parentPort : self;
port.onmessage = async ({ data }: MessageEvent<Question>) => {
  const reply: Reply = await answer(data).then(
    (value) => ({ value }),
    (error) => ({ error: reasonOf(error, data.problem), ended: !(error instanceof EngineError) }),
  );
  port.postMessage(reply);
};

/** One worker, which answers one question after another; after a search that was ended, another one. */

import type { Question, Reply } from './worker';

interface Running {
  worker: Pick<Worker, 'postMessage' | 'terminate'> & { ref?(): void; unref?(): void };
  reply: (reply: Reply) => void;
}

let running: Promise<Running> | null = null;
let last: Promise<unknown> = Promise.resolve();

export function ask<Answer>(question: Question, signal: AbortSignal | undefined): Promise<Answer> {
  const mine = last.then(() => run<Answer>(question, signal));
  last = mine.catch(() => {});
  return mine;
}

async function start(): Promise<Running> {
  const failed = ({ message }: { message: string }) => made.reply({ error: message, ended: true });
  const made = { reply: () => {} } as unknown as Running;
  if (typeof Worker === 'undefined') {
    const threads = await import(/* @vite-ignore */ /* webpackIgnore: true */ 'node:worker_threads');
    // Options of this process need not be those of a worker.
    const worker = new threads.Worker(new URL('./worker.js', import.meta.url), { execArgv: [] });
    worker.on('message', (reply) => made.reply(reply));
    worker.on('error', failed);
    return Object.assign(made, { worker });
  }
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }) => made.reply(data);
  worker.onerror = failed;
  return Object.assign(made, { worker });
}

async function run<Answer>(question: Question, signal: AbortSignal | undefined): Promise<Answer> {
  const asked = await (running ??= start());
  signal?.throwIfAborted();
  asked.worker.ref?.();
  const answer = new Promise<unknown>((resolve, reject) => {
    const end = (reason: unknown) => {
      running = null;
      asked.worker.terminate();
      reject(reason);
    };
    const abort = () => end(signal?.reason);
    signal?.addEventListener('abort', abort);
    asked.reply = (reply) => {
      signal?.removeEventListener('abort', abort);
      if ('value' in reply) resolve(reply.value);
      else if (reply.ended) end(new Error(reply.error));
      else reject(new RangeError(reply.error));
    };
    asked.worker.postMessage(question);
  });
  return answer.finally(() => asked.worker.unref?.()) as Promise<Answer>;
}

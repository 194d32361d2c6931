/** The worker of the page without a server. Long questions go to a worker of its own, which is ended where one is cancelled. */

import { LONG } from './answers';
import { begin, receive } from './worker';

/** Answers that are known since the page was built, by question. */
declare const OPENED: Record<string, object>;

type Module = WebAssembly.Module | Error;

const post = (text: string) => postMessage(text);
const long = new Map<number, string>();
let module: Module | null = null;
let inner: Worker | null = null;

addEventListener('message', ({ data }: MessageEvent<string | Module>) => {
  if (typeof data !== 'string') {
    module = data;
    begin(data);
    inner?.postMessage(data);
    return;
  }
  const { id, ...asked } = JSON.parse(data) as { id: number; cancel?: number; question?: string };
  const { cancel, question } = asked;
  const known = OPENED[JSON.stringify(asked)];
  if (known !== undefined) post(JSON.stringify({ id, done: known }));
  else if (self.name === '' && question !== undefined && LONG.has(question)) {
    long.set(id, data);
    (inner ??= opened()).postMessage(data);
  } else if (cancel !== undefined && long.delete(cancel)) {
    inner?.terminate();
    inner = null;
    for (const text of long.values()) (inner ??= opened()).postMessage(text);
    post(JSON.stringify({ id: cancel, cancelled: true }));
  } else void receive(data, post);
});

function opened(): Worker {
  const worker = new Worker('worker.js', { type: 'module', name: 'long' });
  if (module !== null) worker.postMessage(module);
  worker.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const message = JSON.parse(data) as { id: number; part?: object };
    if (message.part === undefined) long.delete(message.id);
    post(data);
  });
  return worker;
}

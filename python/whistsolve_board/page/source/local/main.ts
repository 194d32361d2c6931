/** The page without a server: a worker answers, and all files are kept for when there is no network. */

import type { Socket } from '../connection';
import { start } from '../start';

const module = WebAssembly.compileStreaming(fetch('whistsolve.wasm')).catch((error: Error) => error);
start(() => {
  const worker = new Worker('worker.js', { type: 'module' });
  void module.then((found) => worker.postMessage(found));
  const socket: Socket = {
    readyState: WebSocket.CONNECTING,
    send: (text) => worker.postMessage(text),
    addEventListener(name, listener) {
      if (name === 'open') setTimeout(() => ((socket.readyState = WebSocket.OPEN), listener(new MessageEvent(name))));
      else worker.addEventListener(name === 'close' ? 'error' : name, (event) => listener(event as MessageEvent));
    },
  };
  return socket;
});
// Asked for a newer one at once: the browser would wait. Without a network there is none.
void navigator.serviceWorker
  ?.register('service-worker.js')
  .then((found) => found.update())
  .catch(() => undefined);

/** What is used of Node. */

declare module 'node:worker_threads' {
  export const parentPort: MessagePort;
  export class Worker {
    constructor(file: URL, options: { execArgv: string[] });
    on(event: 'message' | 'error', listener: (value: never) => void): void;
    postMessage(message: unknown): void;
    ref(): void;
    unref(): void;
    terminate(): void;
  }
}

declare module 'node:fs/promises' {
  export function readFile(file: URL): Promise<BufferSource>;
}

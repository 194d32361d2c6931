/** One WebSocket, or a worker in its place, opened again where it breaks; questions asked meanwhile wait. */

import type { DoneOf, Failure, Message, PartOf, Question, QuestionName } from './protocol';

/** Why a question has no answer; `kind` is the name of an error of the library, `Busy` or `Cancelled`. */
export class QuestionError extends Error {
  constructor(readonly kind: string, message: string) {
    super(message);
    this.name = 'QuestionError';
  }
}

export interface Asked<Done> {
  promise: Promise<Done>;
  /** No longer asked: the promise is rejected with `Cancelled`, and no part comes any more. */
  cancel: () => void;
}

export type ConnectionState = 'connecting' | 'open' | 'lost';

/** What the connection needs of a WebSocket. */
export interface Socket {
  readyState: number;
  send(text: string): void;
  addEventListener(name: 'open' | 'message' | 'close', listener: (event: MessageEvent) => void): void;
}

interface Pending {
  text: string;
  onPart: (part: never) => void;
  resolve: (done: never) => void;
  reject: (error: QuestionError) => void;
}

const SHORTEST_WAIT = 250;
const LONGEST_WAIT = 8000;

export class Connection {
  private socket: Socket | null = null;
  private lastId = 0;
  private wait = SHORTEST_WAIT;
  private state: ConnectionState = 'connecting';
  private readonly pending = new Map<number, Pending>();
  private readonly watchers = new Set<(state: ConnectionState) => void>();

  constructor(private readonly opened: () => Socket) {
    this.open();
  }

  /** Ask; an answer's parts go to `onPart` as they come. */
  ask<Name extends QuestionName>(
    question: Question<Name>,
    onPart: (part: PartOf<Name>) => void = () => undefined,
  ): Asked<DoneOf<Name>> {
    const id = ++this.lastId;
    const promise = new Promise<DoneOf<Name>>((resolve, reject) => {
      const text = JSON.stringify({ id, ...question });
      this.pending.set(id, { text, onPart, resolve, reject } as Pending);
      this.send(text);
    });
    return { promise, cancel: () => this.cancel(id) };
  }

  /** Call back with the state of the connection, now and whenever it changes. */
  watch(callback: (state: ConnectionState) => void): () => void {
    this.watchers.add(callback);
    callback(this.state);
    return () => this.watchers.delete(callback);
  }

  private cancel(id: number): void {
    const question = this.pending.get(id);
    if (question === undefined) return;
    this.pending.delete(id);
    this.send(JSON.stringify({ cancel: id }));
    question.reject(new QuestionError('Cancelled', ''));
  }

  private send(text: string): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
  }

  private open(): void {
    const socket = this.opened();
    this.socket = socket;
    socket.addEventListener('open', () => {
      this.become('open');
      // Nothing of a conversation is kept on the other side: what is not yet answered is asked again.
      for (const question of this.pending.values()) socket.send(question.text);
    });
    socket.addEventListener('message', (event) => this.receive(String(event.data)));
    socket.addEventListener('close', () => {
      this.become('lost');
      setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
    });
  }

  private become(state: ConnectionState): void {
    this.state = state;
    for (const watcher of this.watchers) watcher(state);
  }

  private receive(text: string): void {
    this.wait = SHORTEST_WAIT; // not before: a server that is full opens a WebSocket only to close it
    const message = JSON.parse(text) as Message;
    if (!('id' in message)) {
      console.error('whistsolve board:', message.error.message);
      return;
    }
    const question = this.pending.get(message.id);
    if (question === undefined) return; // cancelled meanwhile
    if ('part' in message) {
      question.onPart(message.part as never);
      return;
    }
    this.pending.delete(message.id);
    if ('done' in message) question.resolve(message.done as never);
    else question.reject(failed('error' in message ? message.error : { kind: 'Cancelled', message: '' }));
  }
}

function failed({ kind, message }: Failure): QuestionError {
  return new QuestionError(kind, message);
}

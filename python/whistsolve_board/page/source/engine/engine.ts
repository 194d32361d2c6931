/** The engine in WebAssembly, csrc/web/engine.cpp. A call returns when it is done: for a worker. */

import { cardsOf } from './numbers';

export type EngineRules = Record<'firstTrickWeight' | 'jokers' | 'jokerLead', number> &
  Record<'mustThrow' | 'anyTime', boolean>;

/** Numbers are those of csrc/c_api/whistsolve.h. */
export interface Problem {
  /** Before the play, by turn. */
  hands: readonly bigint[];
  trump: number;
  ranking: number;
  leader: number;
  /** The turns whose tricks are counted, as bits. */
  side: number;
  played: readonly number[];
  /** For each card played the suit that it names; -1 for none, -2 where it was a renege. */
  named: readonly number[];
  rules: EngineRules;
}

/** Weighted tricks: equal unless a budget of seconds ended. The same call again goes on from there. */
export interface Bounds {
  low: number;
  high: number;
}

export type CardBounds = Bounds & { card: number; named: number };

export interface Replay {
  /** -1 once play is over. */
  toAct: number;
  leader: number;
  onTable: number;
  tricksDone: number;
  won: number;
  winner: number[];
  legal: number[];
  needsName: number[];
  /** What is left. */
  hands: bigint[];
}

export class EngineError extends Error {
  override name = 'EngineError';
  constructor(
    readonly code: number,
    /** Which card of the play was not legal, from 0; otherwise -1. */
    readonly place: number,
    message: string,
  ) {
    super(message);
  }
}

type Name =
  | ('_initialize' | 'buffer' | 'version' | 'message' | 'place' | 'start' | 'replay' | 'solve' | 'solve_cards')
  | ('discards' | 'free_discards' | 'best_discard' | 'value_discard' | 'discards_reaching');
type Exports = Record<Name, (...given: number[]) => number> & { memory: WebAssembly.Memory };

/** The module and its buffer, of which engine.cpp says what is where. A call may let memory grow, which ends its views. */
class Module {
  constructor(readonly exports: Exports) {}

  numbers = () => new Int32Array(this.exports.memory.buffer, this.exports.buffer(), 512);
  sets = () => new BigUint64Array(this.exports.memory.buffer, this.exports.buffer(), 256);

  text(name: 'version' | 'message'): string {
    const bytes = new Uint8Array(this.exports.memory.buffer, this.exports[name]());
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
  }

  put({ hands, trump, ranking, leader, side, played, named, rules }: Problem): this {
    const { firstTrickWeight, jokers, jokerLead, mustThrow, anyTime } = rules;
    const options = [firstTrickWeight, jokers, jokerLead, Number(mustThrow), Number(anyTime)];
    this.numbers().set([hands.length, trump, ranking, leader, side, played.length, ...options]);
    this.sets().fill(0n, 6, 12).set(hands, 6);
    this.numbers().set(played, 24);
    this.numbers().set(named, 78);
    return this;
  }

  /** The numbers that a function answers with. */
  call(name: Name, ...given: number[]): number[] {
    const code = this.exports[name](...given);
    if (code) throw new EngineError(code, this.exports.place(), this.text('message'));
    return [...this.numbers()];
  }
}

/** All discards of one hand in one game. */
export class Discards {
  constructor(
    private readonly module: Module,
    private readonly address: number,
  ) {}

  /** The best discard, and what it takes. */
  best(): { tricks: number; cards: bigint } {
    const [, , tricks = 0] = this.module.call('best_discard', this.address);
    return { tricks, cards: this.module.sets()[0] as bigint };
  }

  value(cards: bigint): number {
    this.module.sets()[0] = cards;
    return this.module.call('value_discard', this.address)[0] as number;
  }

  /** How many take so many tricks, and the first of them, the highest cards first. */
  reaching(tricks: number, most: number): { count: number; cards: bigint[] } {
    const [count = 0, first = 0] = this.module.call('discards_reaching', this.address, tricks);
    return { count, cards: [...new BigUint64Array(this.module.exports.memory.buffer, first, Math.min(count, most))] };
  }

  free(): void {
    this.module.exports.free_discards(this.address);
  }
}

export class Engine {
  readonly version: string;

  private constructor(private readonly module: Module) {
    this.version = module.text('version');
    module.call('start');
  }

  /** @param module what whistsolve.wasm is compiled to */
  static async load(module: WebAssembly.Module): Promise<Engine> {
    const clock_time_get = (_clock: number, _precision: bigint, address: number) => {
      new DataView(exports.memory.buffer).setBigInt64(address, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    };
    // No environment, no view to renew; a trap follows proc_exit.
    const none = () => 1;
    const instance = await WebAssembly.instantiate(module, {
      env: { emscripten_notify_memory_growth: none },
      wasi_snapshot_preview1: { clock_time_get, environ_get: none, environ_sizes_get: none, proc_exit: none },
    });
    const exports = instance.exports as unknown as Exports;
    exports._initialize();
    return new Engine(new Module(exports));
  }

  replay(problem: Problem): Replay {
    const numbers = this.module.put(problem).call('replay').slice(16);
    const [toAct = 0, leader = 0, onTable = 0, tricksDone = 0, won = 0, ...winners] = numbers;
    const hands = [...this.module.sets().subarray(0, problem.hands.length)];
    const [legal = [], needsName = []] = [...this.module.sets().subarray(6, 8)].map(cardsOf);
    return { toAct, leader, onTable, tricksDone, won, winner: winners.slice(0, tricksDone), legal, needsName, hands };
  }

  solve(problem: Problem, seconds: number): Bounds & { won: number } {
    const [low = 0, high = 0, won = 0] = this.module.put(problem).call('solve', seconds);
    return { low, high, won };
  }

  /** By cards in ascending order; a joker that names a suit comes once for each. */
  solveCards(problem: Problem, seconds: number): CardBounds[] {
    const [count = 0, ...rest] = this.module.put(problem).call('solve_cards', seconds);
    return rest.slice(0, count).map((card, at) => {
      const [named = 0, low = 0, high = 0] = [24, 48, 72].map((field) => rest[field + at] as number);
      return { card, named, low, high };
    });
  }

  discards(problem: Problem, holder: number): Discards {
    const [address = 0] = this.module.put(problem).call('discards', holder);
    return new Discards(this.module, address);
  }
}

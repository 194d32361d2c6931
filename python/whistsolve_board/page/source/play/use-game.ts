/** A game as it goes on: acts are asked for, the others' come one by one, and can be taken back. */

import { useEffect, useReducer, useRef } from 'preact/hooks';

import type { Connection, QuestionError } from '../connection';
import { useBoard, useConnection, useTexts } from '../contexts';
import type { ActPart, Game, GameAnswer, GameView } from '../protocol';
import type { Entry, KeptGame } from '../types';
import { keepGame } from './keeping';
import { trickAfter, type TableTrick } from './view';
import { doneText, turnText } from './words';

/** Milliseconds that an act of the others, and a whole trick, stay before the next act. */
const PAUSE = 700;
const PAUSE_AFTER_TRICK = 1300;

export interface Moment {
  game: Game;
  view: GameView;
  trick: TableTrick;
  log: readonly Entry[];
}

export interface Playing extends Moment {
  /** Whether somebody else is acting. */
  waiting: boolean;
  error: string | null;
  /** Whether the person may act now. */
  isTurn: boolean;
  act: (text: string) => void;
  /** Back to before the person's last decision; null where there is none. */
  takeBack: (() => void) | null;
}

type Event =
  | { do: 'ask' }
  | { do: 'show'; moment: Moment; done: boolean }
  | { do: 'fail'; message: string };

interface State {
  moment: Moment;
  waiting: boolean;
  error: string | null;
}

function reduce(state: State, event: Event): State {
  switch (event.do) {
    case 'ask':
      return { ...state, waiting: true, error: null };
    case 'show':
      return { moment: event.moment, waiting: !event.done, error: null };
    case 'fail':
      return { ...state, waiting: false, error: event.message };
  }
}

export function useGame(started: KeptGame): Playing {
  const connection = useConnection();
  const texts = useTexts();
  const { announce } = useBoard();
  const [state, dispatch] = useReducer(reduce, started, ({ game, view, log = [] }): State => {
    return { moment: { game, view, trick: trickAfter(null, view, null, null), log }, waiting: false, error: null };
  });
  const run = useRef<Run | null>(null);
  const speak = useRef({ texts, announce });
  speak.current = { texts, announce };
  const { moment } = state;
  useEffect(() => keepGame({ game: moment.game, view: moment.view, log: moment.log }), [moment]);

  const go = (from: Moment, act?: string) => {
    run.current?.stop();
    dispatch({ do: 'ask' });
    const said: string[] = [];
    run.current = new Run(connection, from, act, {
      onShow: (next, done, isCalm) => {
        const text = next.log.at(-1)?.text;
        if (!isCalm) said.length = 0;
        if (text !== undefined && !done) said.push(text);
        dispatch({ do: 'show', moment: next, done });
        const turn = done ? [turnText(speak.current.texts, next.view)] : [];
        if (!done) speak.current.announce(said.join(' '));
        else speak.current.announce([...(isCalm ? said : said.slice(-1)), ...turn].join(' '));
      },
      onFail: (error) => dispatch({ do: 'fail', message: error.message }),
      describe: (view, stage, done) => doneText(speak.current.texts, view, stage, done),
    });
  };
  useEffect(() => {
    if (!started.view.your_turn && started.view.stage !== 'over') go(moment);
    else speak.current.announce(turnText(texts, started.view));
    return () => run.current?.stop();
  }, []);

  const to = moment.view.undo_to;
  const takeBack = () => {
    if (to === null) return;
    run.current?.stop();
    dispatch({ do: 'ask' });
    const game = { ...moment.game, acts: moment.game.acts.slice(0, to) };
    const asked = connection.ask<'view'>({ question: 'view', game });
    run.current = { stop: asked.cancel } as Run;
    asked.promise.then(
      ({ view }) => {
        const log = moment.log.filter((entry) => entry.acts <= to);
        dispatch({ do: 'show', moment: { game, view, trick: trickAfter(null, view, null, null), log }, done: true });
        announce(`${texts.t('play.taken_back')} ${turnText(texts, view)}`);
      },
      (error: QuestionError) => {
        if (error.kind !== 'Cancelled') dispatch({ do: 'fail', message: error.message });
      },
    );
  };
  return {
    ...moment,
    waiting: state.waiting,
    error: state.error,
    isTurn: moment.view.your_turn && moment.view.stage !== 'over' && !state.waiting,
    act: (text) => go(moment, text),
    takeBack: to === null ? null : takeBack,
  };
}

interface Watcher {
  /** A moment to be shown; `isCalm` where they come without pauses. */
  onShow: (moment: Moment, done: boolean, isCalm: boolean) => void;
  onFail: (error: QuestionError) => void;
  describe: (view: GameView, stage: string, done: ActPart['done']) => string;
}

/** One question for acts: its parts are kept, and shown one by one. */
class Run {
  private readonly parts: ActPart[] = [];
  private readonly cancel: () => void;
  private readonly isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  private timer: number | undefined;
  private rests = false;
  private end: GameAnswer | null = null;
  private failure: QuestionError | null = null;
  private stopped = false;

  constructor(
    connection: Connection,
    private moment: Moment,
    act: string | undefined,
    private readonly watcher: Watcher,
  ) {
    const asked = connection.ask<'act'>({ question: 'act', game: moment.game, ...(act === undefined ? {} : { act }) }, (part) => {
      // What comes again, after the connection was lost, is known.
      const known = Math.max(this.moment.game.acts.length, this.parts.at(-1)?.game.acts.length ?? 0);
      if (part.game.acts.length <= known) return;
      this.parts.push(part);
      this.next();
    });
    this.cancel = asked.cancel;
    asked.promise.then(
      (answer) => {
        this.end = answer;
        this.next();
      },
      (error: QuestionError) => {
        this.failure = error;
        this.next();
      },
    );
  }

  /** Nothing is shown any more; the moment shown last holds. */
  stop(): void {
    if (this.stopped) return;
    this.stopped = true;
    clearTimeout(this.timer);
    this.cancel();
  }

  private next(): void {
    if (this.stopped || this.rests) return;
    const part = this.parts.shift();
    if (part !== undefined) {
      this.show(part);
      return;
    }
    if (this.failure !== null) {
      this.stopped = true;
      if (this.failure.kind !== 'Cancelled') this.watcher.onFail(this.failure);
    } else if (this.end !== null) {
      this.stopped = true;
      this.watcher.onShow({ ...this.moment, ...this.end }, true, this.isCalm);
    }
  }

  private show({ game, view, done }: ActPart): void {
    const before = this.moment;
    const text = this.watcher.describe(view, before.view.stage, done);
    this.moment = {
      game,
      view,
      trick: trickAfter(before.view, view, done.act, done.hand),
      log: [...before.log, { text, acts: game.acts.length }],
    };
    this.watcher.onShow(this.moment, false, this.isCalm);
    if (this.isCalm || view.stage === 'over') {
      this.next();
      return;
    }
    this.rests = true;
    // The person waits for the others, and not for himself.
    const pause = view.your_turn ? 0 : this.moment.trick.winner === null ? PAUSE : PAUSE_AFTER_TRICK;
    this.timer = setTimeout(() => {
      this.rests = false;
      this.next();
    }, pause);
  }
}

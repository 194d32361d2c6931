/** Questions that a button asks: once for every press, followed, and cancelled where the component goes. */

import { useEffect, useRef, useState } from 'preact/hooks';

import { useConnection } from './contexts';
import type { Asked, QuestionError } from './connection';
import type { DoneOf, PartOf, Question, QuestionName } from './protocol';

export interface Asking<Name extends QuestionName> {
  part: PartOf<Name> | null;
  done: DoneOf<Name> | null;
  error: QuestionError | null;
  waiting: boolean;
}

export interface Asker<Name extends QuestionName> extends Asking<Name> {
  /** Ask, which cancels what was asked before. The answer is `null` where there is none: `error` says why. */
  ask: (question: Question<Name>) => Promise<DoneOf<Name> | null>;
  /** No longer asked; forgets the answer or error too. */
  cancel: () => void;
}

const NOTHING = { part: null, done: null, error: null, waiting: false };

export function useAsking<Name extends QuestionName>(): Asker<Name> {
  const connection = useConnection();
  const [asking, setAsking] = useState<Asking<Name>>(NOTHING);
  const last = useRef<Asked<DoneOf<Name>> | null>(null);
  const drop = () => {
    last.current?.cancel();
    last.current = null;
  };
  useEffect(() => drop, []);

  const ask = async (question: Question<Name>) => {
    drop();
    const mine: Asked<DoneOf<Name>> = connection.ask<Name>(question, (part) => {
      if (last.current === mine) setAsking({ ...NOTHING, part, waiting: true });
    });
    last.current = mine;
    setAsking({ ...NOTHING, waiting: true });
    try {
      const done = await mine.promise;
      if (last.current !== mine) return null;
      setAsking({ ...NOTHING, done });
      return done;
    } catch (error) {
      if (last.current === mine) setAsking({ ...NOTHING, error: error as QuestionError });
      return null;
    }
  };
  const cancel = () => {
    drop();
    setAsking(NOTHING);
  };
  return { ...asking, ask, cancel };
}

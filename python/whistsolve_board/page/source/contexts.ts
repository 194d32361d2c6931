/** What components find around them: the board, its connection, the texts. */

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

import type { Connection } from './connection';
import type { QuestionError } from './connection';
import type { Hello, Position, PositionInPlay, RulesAnswer, Values } from './protocol';
import { texts, type Texts } from './texts';
import type { Action, State, Trace } from './types';

export interface Board {
  state: State;
  dispatch: (action: Action) => void;
  /** The position on show. While the next one is on its way this is the one before, and `isCurrent` false. */
  position: Position | null;
  /** The same once strain and declarer are chosen. */
  inPlay: PositionInPlay | null;
  /** Double-dummy values of the position, once they are known. */
  values: Values | null;
  isCurrent: boolean;
  /** What is wrong with the hand, so that there is no position. */
  error: QuestionError | null;
  /** The rules of the hand, described; of the default ones before a hand is loaded. */
  rules: RulesAnswer | null;
  /** What is answered here, and where links lead; `null` until it is known. */
  hello: Hello | null;
  /** What is known of the trace of the hand: all panels and the line of play share it. */
  trace: Trace;
  /** Play a card for the seat whose turn it is, if it is legal; says so for screen readers. */
  play: (card: string) => void;
  /** A joker that is to be led once the suit is chosen that it names. */
  naming: string | null;
  /** Say something in the status line, which screen readers read out, of the deal on show or one that is to be. */
  announce: (text: string, deal?: string) => void;
}

export const ConnectionContext = createContext<Connection | null>(null);
export const BoardContext = createContext<Board | null>(null);

export function useConnection(): Connection {
  return present(useContext(ConnectionContext));
}

export function useBoard(): Board {
  return present(useContext(BoardContext));
}

export function useTexts(): Texts {
  return texts;
}

function present<Value>(value: Value | null): Value {
  if (value === null) throw new Error('a component outside the page');
  return value;
}

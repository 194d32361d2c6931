/** Types that several files share. It imports only the protocol and its error, so that imports have no circles. */

import type { QuestionError } from './connection';
import type { GameAnswer, Hand, PlayResult, Position, Seat, TraceAnswer, TracedCard, WorkDone } from './protocol';

export interface Variation {
  /** The cards, as `played` of a hand has them. */
  played: string;
  comment: string;
}

/** The hands of a file, and which of them is on the board. */
export interface FilePlace {
  hands: readonly Hand[];
  results: readonly (PlayResult | null)[];
  place: number;
  /** Hands of it that were left, as they were. */
  left: Readonly<Record<number, Shown>>;
  /** Whether each asks for one card or discard. */
  puzzles?: true;
}

/** A hand, and how many of its cards played are on show. */
export interface Shown {
  hand: Hand;
  at: number;
  /** Lines of play, that of the hand among them, where there are several or comments. */
  lines?: readonly Variation[] | undefined;
  file?: FilePlace | null;
}

export interface PanelProperties {
  /** The position on show. */
  position: Position;
}

/** A line of the log of a game. */
export interface Entry {
  text: string;
  /** How many acts there were after it. */
  acts: number;
}

export interface KeptGame extends GameAnswer {
  log?: readonly Entry[];
}

/** Cards that the table does not show, and with them no double-dummy values: what a player could have known. */
export interface Hidden {
  seats: readonly Seat[];
  kitty: boolean;
  /** Whether the others are shown as they were dealt: in the auction nothing is known of kitty and play. */
  dealt?: boolean;
}

export type Theme = 'auto' | 'light' | 'dark';

export interface State {
  /** The hand on the board; `null` before one is loaded. */
  shown: Shown | null;
  past: Shown[];
  future: Shown[];
  /** The key of the open panel. */
  panel: string;
  /** The key of the open dialog. */
  dialog: string | null;
  /** Text that was pasted, or a file that was dropped, onto the page, for the dialog that loads hands. */
  pasted: string | File;
  /** The rules that hands are dealt and entered by: those of the hand shown last, or chosen since. */
  rules: string;
  /** The conditions of random deals, kept for the next one. */
  where: string;
  hidden: Hidden | null;
  /** The game that is being played, as it began; the analysis is closed meanwhile. */
  playing: KeptGame | null;
  theme: Theme;
}

export type Action =
  /** A change to the hand on the board; can be undone. Lines of play that were there are kept beside another one. */
  | { do: 'show'; hand: Hand; at?: number; lines?: readonly Variation[] | undefined }
  /** Another hand, by itself or of a file; can be undone. */
  | ({ do: 'load' } & Pick<Shown, 'hand' | 'lines' | 'file'> & { at?: number })
  | { do: 'go'; at: number }
  | { do: 'undo' }
  | { do: 'redo' }
  | { do: 'panel'; panel: string }
  | { do: 'dialog'; dialog: string | null }
  | { do: 'paste'; text: string | File }
  | { do: 'rules'; rules: string }
  | { do: 'where'; where: string }
  | { do: 'hide'; hidden: Hidden | null }
  | { do: 'playing'; playing: KeptGame | null }
  | { do: 'theme'; theme: Theme };

export interface Trace {
  /** Cards whose value is known so far, by number. */
  cards: ReadonlyMap<number, TracedCard>;
  /** Cards that cost their side something, in order. */
  losses: readonly TracedCard[];
  analysis: TraceAnswer | null;
  /** How much of the work is done, while it goes on. */
  work: WorkDone | null;
  isDone: boolean;
  error: QuestionError | null;
}

/** The state of the page that is nobody's answer: the hand, the point of its line, and what is open. */

import { fromFragment, type Shown } from './hand';
import type { GameAnswer, Hand, Seat } from './protocol';

export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Cards that the table does not show, and with them no double-dummy values: what a player could have known. */
export interface Hidden {
  seats: readonly Seat[];
  kitty: boolean;
}

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
  playing: GameAnswer | null;
  theme: Theme;
}

export type Action =
  /** Another hand, or a change to this one; can be undone. */
  | { do: 'show'; hand: Hand; at?: number }
  | { do: 'go'; at: number }
  | { do: 'undo' }
  | { do: 'redo' }
  | { do: 'panel'; panel: string }
  | { do: 'dialog'; dialog: string | null }
  | { do: 'paste'; text: string | File }
  | { do: 'rules'; rules: string }
  | { do: 'where'; where: string }
  | { do: 'hide'; hidden: Hidden | null }
  | { do: 'playing'; playing: GameAnswer | null }
  | { do: 'theme'; theme: Theme };

const DEFAULT_RULES = 'bid_whist';

const MOST_STEPS = 500;

export function reduce(state: State, action: Action): State {
  switch (action.do) {
    case 'show': {
      const shown = { hand: action.hand, at: action.at ?? 0 };
      const past = state.shown === null ? state.past : [...state.past, state.shown].slice(-MOST_STEPS);
      return { ...state, shown, past, future: [], playing: null, rules: action.hand.rules ?? state.rules };
    }
    case 'go':
      return state.shown === null ? state : { ...state, shown: { ...state.shown, at: action.at } };
    case 'undo': {
      const shown = state.past.at(-1);
      if (shown === undefined || state.shown === null) return state;
      return { ...state, shown, past: state.past.slice(0, -1), future: [state.shown, ...state.future] };
    }
    case 'redo': {
      const [shown, ...future] = state.future;
      if (shown === undefined || state.shown === null) return state;
      return { ...state, shown, past: [...state.past, state.shown], future };
    }
    case 'panel':
      return { ...state, panel: action.panel };
    case 'dialog':
      return { ...state, dialog: action.dialog, pasted: '' };
    case 'paste':
      return { ...state, dialog: 'load', pasted: action.text };
    case 'rules':
      return { ...state, rules: action.rules };
    case 'where':
      return { ...state, where: action.where };
    case 'hide':
      return { ...state, hidden: action.hidden };
    case 'playing':
      return { ...state, playing: action.playing };
    case 'theme':
      return { ...state, theme: action.theme };
  }
}

/** The state at the start, from the address and from what was chosen before. */
export function firstState(fragment: string): State {
  const shown = fromFragment(fragment);
  return {
    shown,
    past: [],
    future: [],
    panel: 'table',
    dialog: null,
    pasted: '',
    rules: shown?.hand.rules ?? DEFAULT_RULES,
    where: '',
    hidden: null,
    playing: null,
    theme: rememberedTheme() ?? 'auto',
  };
}

/** The theme outlasts the page where the browser lets it. */
export function rememberTheme(theme: Theme): void {
  try {
    localStorage.setItem('whistsolve-theme', theme);
  } catch {
    // Not allowed here: the choice holds for this page.
  }
}

function rememberedTheme(): Theme | undefined {
  try {
    const theme = localStorage.getItem('whistsolve-theme');
    return THEMES.find((each) => each === theme);
  } catch {
    return undefined;
  }
}

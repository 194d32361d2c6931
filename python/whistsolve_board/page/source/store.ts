/** The state of the page that is nobody's answer: the hand, the point of its line, and what is open. */

import { FIELDS, fromFragment } from './hand';
import { EXAMPLE } from './load/example';
import { keptGame } from './play/keeping';
import type { Hand } from './protocol';
import type { Action, Shown, State, Theme } from './types';
import { kept } from './variations';

export const THEMES: readonly Theme[] = ['auto', 'light', 'dark'];

const DEFAULT_RULES = 'bid_whist';

const MOST_STEPS = 500;

export function reduce(state: State, action: Action): State {
  switch (action.do) {
    case 'show':
    case 'load': {
      const { do: _, ...given } = action;
      const before = action.do === 'show' ? state.shown : null;
      const shown = { at: 0, ...(before?.file ? { file: before.file } : {}), ...given, ...linesAfter(before, action) };
      const past = state.shown === null ? state.past : [...state.past, state.shown].slice(-MOST_STEPS);
      const isOfFile = action.do === 'load' && action.file && action.file.hands === state.shown?.file?.hands;
      const panel = action.do === 'show' || isOfFile ? state.panel : panelFor(action.hand, state.panel);
      return { ...state, shown, past, future: [], panel, playing: null, rules: action.hand.rules ?? state.rules };
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

/** A hand that was played opens on what its cards lost. */
function panelFor(hand: Hand, open: string): string {
  if (hand.played) return 'trace';
  return open === 'trace' ? 'table' : open;
}

/** The hand and its lines after a change: they are kept while only what is played changes, or all but that. */
function linesAfter(before: Shown | null, after: Pick<Shown, 'hand' | 'lines'>): Pick<Shown, 'hand' | 'lines'> {
  const { hand, lines } = before === null || after.lines !== undefined ? after : found(before, after.hand);
  const isAlone = lines?.length === 1 && !lines[0]?.comment;
  return { hand, lines: isAlone ? undefined : lines };
}

function found(before: Shown, hand: Hand): Pick<Shown, 'hand' | 'lines'> {
  const isSame = FIELDS.every((name) => name === 'played' || hand[name] === before.hand[name]);
  if (isSame) return kept(before, hand);
  return { hand, lines: hand.played && hand.played === before.hand.played ? before.lines : undefined };
}

/** The state at the start, from the address and from what was chosen before. */
export function firstState(fragment: string): State {
  // `#deal=` is a board without a hand.
  const shown = fragment.length > 1 ? fromFragment(fragment) : { hand: EXAMPLE, at: 0 };
  return {
    shown,
    past: [],
    future: [],
    panel: shown === null ? 'table' : panelFor(shown.hand, 'table'),
    dialog: null,
    pasted: '',
    rules: shown?.hand.rules ?? DEFAULT_RULES,
    where: '',
    hidden: null,
    playing: keptGame(),
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

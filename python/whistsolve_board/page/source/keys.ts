/** Keys of the whole page: cards that are typed, the line, undo, help. */

import { useEffect, useRef } from 'preact/hooks';

import { RANKS } from './cards';
import type { Board } from './contexts';
import { lineOf } from './hand';

const PATIENCE = 2000;

const TAKES_TEXT = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]';

/** Whether keys have a meaning of their own where they are pressed; with a dialog open, wherever the focus is. */
export function takesText(target: Element | null): boolean {
  return target?.closest(TAKES_TEXT) != null || document.querySelector('dialog[open]') !== null;
}

export function useKeys(board: Board): void {
  const current = useRef(board);
  current.current = board;
  useEffect(() => {
    const typed = new TypedCard();
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      if (event.defaultPrevented || event.altKey || takesText(target)) return;
      if (handle(event, current.current, typed)) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** Keys that mean something while a component is on the page, and nothing where text is typed. */
export function usePageKeys(keys: Readonly<Record<string, () => void>>): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      const run = takesText(target) ? undefined : current.current[event.key.toLowerCase()];
      if (run === undefined) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** Whether the key meant something. */
function handle(event: KeyboardEvent, board: Board, typed: TypedCard): boolean {
  const { dispatch, state } = board;
  const key = event.key.toLowerCase();
  if (state.playing !== null && key !== '?') return false; // a game has its own
  if (event.ctrlKey || event.metaKey) {
    const redo = key === 'y' || (key === 'z' && event.shiftKey);
    if (!redo && key !== 'z') return false;
    dispatch({ do: redo ? 'redo' : 'undo' });
    return true;
  }
  if (key === '?') {
    dispatch({ do: 'dialog', dialog: 'help' });
    return true;
  }
  if (state.shown === null || board.inPlay === null) return false;
  const { at, hand } = state.shown;
  if (key === 'arrowleft' || key === 'arrowright') {
    const to = at + (key === 'arrowleft' ? -1 : 1);
    if (to < 0 || to > lineOf(hand).length) return false;
    dispatch({ do: 'go', at: to });
    return true;
  }
  const card = typed.add(key, event.timeStamp);
  if (card === null) return false;
  board.play(card);
  return true;
}

/** Collects letters until they are a card: a suit and a rank (`h k`, `HT`, `h 1 0`), `b` or `l` for a joker. */
export class TypedCard {
  private suit = '';
  private one = false;
  private last = 0;

  add(key: string, time: number): string | null {
    if (time - this.last > PATIENCE) this.clear();
    this.last = time;
    const letter = key.toUpperCase();
    if (letter.length !== 1) return null;
    if ('SHDC'.includes(letter)) {
      this.suit = letter;
      this.one = false;
      return null;
    }
    if (letter === 'B' || letter === 'L') {
      this.clear();
      return `${letter}J`;
    }
    if (!this.suit) return null;
    if (letter === '1') {
      this.one = true;
      return null;
    }
    const rank = this.one ? (letter === '0' ? 'T' : '') : letter;
    const card = rank && RANKS.includes(rank) ? this.suit + rank : null;
    this.clear();
    return card;
  }

  private clear(): void {
    this.suit = '';
    this.one = false;
  }
}

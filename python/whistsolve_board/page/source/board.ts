/** The board as components find it around them: state, the position on show, and what is played. */

import { useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';

import { useAnswer } from './answers';
import { plainCard } from './cards';
import { useTexts, type Board } from './contexts';
import { fromFragment, playCard, toFragment } from './hand';
import { isUnderWay, keepGame, keptGame } from './play/keeping';
import type { PositionInPlay, Question, Values } from './protocol';
import { firstState, reduce, rememberTheme } from './store';
import type { Action, Shown, State } from './types';
import type { Texts } from './texts';
import { useTraceOf } from './trace';

export function useBoardState() {
  const { t } = useTexts();
  const [state, change] = useReducer(reduce, undefined, () => firstState(location.hash));
  const dispatch = useCallback((action: Action) => {
    const ends = action.do === 'load' || action.do === 'playing';
    if (!ends || !isUnderWay(keptGame()) || confirm(t('play.leave_sure'))) change(action);
  }, []);
  useAddress(state, dispatch);
  useEffect(() => keepGame(state.playing), [state.playing]);
  useEffect(() => {
    document.documentElement.dataset.theme = state.theme;
    rememberTheme(state.theme);
  }, [state.theme]);
  return { state, dispatch };
}

/** The fragment of the address and the hand are always the same. */
function useAddress(state: State, dispatch: Board['dispatch']): void {
  const fragment = state.shown === null ? '' : toFragment(state.shown);
  useEffect(() => {
    if (fragment && location.hash.slice(1) !== fragment) history.replaceState(null, '', `#${fragment}`);
  }, [fragment]);
  useEffect(() => {
    const onChange = () => {
      const shown = fromFragment(location.hash);
      if (shown !== null) dispatch({ do: 'load', ...shown });
    };
    window.addEventListener('hashchange', onChange);
    return () => window.removeEventListener('hashchange', onChange);
  }, []);
}

/** The board, with the answers that all panels share: position, values, rules. */
export function useBoardOf(state: State, dispatch: Board['dispatch'], announce: Board['announce']): Board {
  const texts = useTexts();
  const { shown } = state;
  const question: Question<'position'> | null = shown && { question: 'position', hand: shown.hand, at: shown.at };
  const answer = useAnswer<'position'>(question);
  const found = answer.done?.position ?? answer.parts?.position ?? null;
  const last = useLast(found);
  const position = found ?? (answer.error === null && shown !== null ? last : null);
  const inPlay = position !== null && 'strain' in position ? (position as PositionInPlay) : null;
  const values = state.hidden === null ? (answer.done?.values ?? answer.parts?.values ?? null) : null;
  const hello = useAnswer<'hello'>({ question: 'hello' }).done;
  const rules = useLast(
    useAnswer<'rules'>({
      question: 'rules',
      rules: shown === null ? state.rules : (shown.hand.rules ?? ''),
    }).done,
  );
  const isCurrent = found !== null;
  const [naming, setNaming] = useState<{ card: string; question: Shown } | null>(null);
  // Cards that are typed or clicked while a position is on its way: each is played at its own.
  const waiting = useRef<string[]>([]);
  const play = (card: string) => {
    if (shown === null || inPlay === null || answer.error !== null) return;
    if (!isCurrent) {
      waiting.current.push(card);
      return;
    }
    if (inPlay.to_play === null) return;
    if (!inPlay.legal.includes(plainCard(card))) {
      waiting.current = [];
      announce(texts.t('status.not_legal', { card: texts.card(card), seat: texts.seat(inPlay.to_play) }));
      return;
    }
    if (inPlay.names_suit?.includes(card)) {
      waiting.current = [];
      setNaming({ card, question: shown });
      return;
    }
    announce(playedText(texts, inPlay.to_play, card, values));
    dispatch({ do: 'show', ...playCard(shown, card) });
  };
  useLayoutEffect(() => {
    waiting.current = [];
  }, [shown?.hand.deal, answer.error]);
  // Before the next key or click is heard: a card that waited is played before one that comes now.
  useLayoutEffect(() => {
    if (!isCurrent) return;
    const next = waiting.current.shift();
    if (next !== undefined) play(next);
  }, [shown, isCurrent]);
  return {
    state,
    dispatch,
    position,
    inPlay,
    values,
    isCurrent,
    error: answer.error,
    rules,
    hello,
    trace: useTraceOf(state),
    play,
    naming: naming?.question === shown ? naming.card : null,
    announce,
  };
}

/** The value, or while there is none the one before. */
function useLast<Value>(value: Value | null): Value | null {
  const last = useRef(value);
  if (value !== null) last.current = value;
  return last.current;
}

/** What was played, and what it cost the side that played it where that is known. */
function playedText(texts: Texts, seat: string, card: string, values: Values | null): string {
  const played = { seat: texts.seat(seat), card: texts.card(card) };
  // What a joker is worth depends on the suit that it names.
  const value = values?.cards.find((each) => each.card === card);
  if (value === undefined || values === null) return texts.t('status.played', played);
  if (value.best) return texts.t('status.played_best', played);
  return texts.count('status.played_cost', Math.abs(values.tricks - value.tricks), played);
}

/** Keeps the focus among the cards after one was played there, for its button is gone. */
export function useFocusOnTable(table: { current: HTMLElement | null }, board: Board): void {
  const had = useRef(false);
  const active = document.activeElement;
  // Looked at before the page changes; afterwards what had the focus may be gone.
  if (active?.closest('[data-card], .name-suit') && table.current?.contains(active)) had.current = true;
  else if (active !== null && active !== document.body) had.current = false;
  const { state, isCurrent } = board;
  useLayoutEffect(() => {
    const now = document.activeElement;
    const isLost = now === null || now === document.body || now.matches(':disabled');
    if (!had.current || !isLost || !isCurrent) return;
    const next = table.current?.querySelector<HTMLElement>('[data-card]:not([disabled])[tabindex="0"]');
    (next ?? table.current?.querySelector<HTMLElement>('.controls button'))?.focus();
  }, [state.shown, isCurrent]);
}

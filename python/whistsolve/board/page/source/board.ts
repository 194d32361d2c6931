/** The board as components find it around them: state, the position on show, and what is played. */

import { useEffect, useReducer, useRef, useState } from 'preact/hooks';

import { useAnswer } from './answers';
import { plainCard } from './cards';
import type { Board } from './contexts';
import { fromFragment, playCard, toFragment, type Shown } from './hand';
import type { Position, PositionInPlay, Question, Values } from './protocol';
import { firstState, reduce, remember, type State } from './store';
import type { Texts } from './texts';

const DEFAULT_RULES = 'bid_whist';

export function useBoardState() {
  const [state, dispatch] = useReducer(reduce, undefined, () => firstState(location.hash));
  useAddress(state, dispatch);
  useEffect(() => {
    document.documentElement.dataset.theme = state.theme;
    remember('theme', state.theme);
  }, [state.theme]);
  useEffect(() => {
    document.documentElement.lang = state.language;
    remember('language', state.language);
  }, [state.language]);
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
      if (shown !== null) dispatch({ do: 'show', ...shown });
    };
    window.addEventListener('hashchange', onChange);
    return () => window.removeEventListener('hashchange', onChange);
  }, []);
}

/** The board, with the answers that all panels share: position, values, rules. */
export function useBoardOf(state: State, dispatch: Board['dispatch'], texts: Texts, announce: Board['announce']): Board {
  const { shown } = state;
  const question: Question<'position'> | null = shown && { question: 'position', hand: shown.hand, at: shown.at };
  const answer = useAnswer<'position'>(question);
  const found = answer.done?.position ?? answer.parts?.position ?? null;
  const [last, setLast] = useState<Position | null>(null);
  useEffect(() => {
    if (found !== null) setLast(found);
  }, [found]);
  const position = found ?? (answer.error === null && shown !== null ? last : null);
  const inPlay = position !== null && 'strain' in position ? (position as PositionInPlay) : null;
  const values = state.hidden === null ? (answer.done?.values ?? null) : null;
  const rules = useAnswer<'rules'>({
    question: 'rules',
    rules: shown?.hand.rules ?? DEFAULT_RULES,
    language: state.language,
  });
  const isCurrent = found !== null;
  const [naming, setNaming] = useState<{ card: string; question: Shown } | null>(null);
  const play = (card: string) => {
    if (shown === null || inPlay === null || inPlay.to_play === null || !isCurrent) return;
    if (!inPlay.legal.includes(plainCard(card))) {
      announce(texts.t('status.not_legal', { card: texts.card(card), seat: texts.seat(inPlay.to_play) }));
      return;
    }
    if (inPlay.names_suit?.includes(card)) {
      setNaming({ card, question: shown });
      return;
    }
    announce(playedText(texts, inPlay.to_play, card, values));
    dispatch({ do: 'show', ...playCard(shown, card) });
  };
  return {
    state,
    dispatch,
    position,
    inPlay,
    values,
    isCurrent,
    error: answer.error,
    rules: rules.done,
    play,
    naming: naming?.question === shown ? naming.card : null,
    announce,
  };
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
  const key = board.state.shown && `${board.state.shown.at} ${board.state.shown.hand.played ?? ''}`;
  const active = document.activeElement;
  if (active !== null && active !== document.body) {
    const onCard = active.closest('[data-card]') !== null && (table.current?.contains(active) ?? false);
    had.current = onCard || (had.current && !active.isConnected);
  }
  useEffect(() => {
    if (!had.current || !board.isCurrent || table.current === null) return;
    const lost = document.activeElement === document.body || document.activeElement?.matches(':disabled');
    if (!lost) return;
    const next = table.current.querySelector<HTMLElement>('[data-card]:not([disabled])[tabindex="0"]');
    (next ?? document.querySelector<HTMLElement>('.controls button'))?.focus();
  }, [key, board.isCurrent]);
}

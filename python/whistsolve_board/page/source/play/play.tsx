/** Playing a hand: the table shows what the person may know, and the analysis is closed until it is over. */

import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

import { isPass } from '../calls';
import { parseHand, plainCard, sortCards } from '../cards';
import { CardsText, CardText } from '../card';
import { useBoard, useTexts } from '../contexts';
import { Icon } from '../icons';
import type { GameView } from '../protocol';
import type { KeptGame } from '../types';
import { ActButtons, Claims, ConfirmDiscard, NameSuit } from './acts';
import { Hint } from './hint';
import { useGameKeys } from './keys';
import { Result } from './result';
import { CallsSoFar, Log, Standing } from './side';
import { GameTable } from './table';
import { useGame, type Playing } from './use-game';
import { playableCards, placeOf } from './view';
import { turnText } from './words';

export function Play({ started, status }: { started: KeptGame; status: string }) {
  const { dispatch } = useBoard();
  const texts = useTexts();
  const { t } = texts;
  const playing = useGame(started);
  const { game, view, trick, isTurn, act, takeBack } = playing;
  const cards = useCards(playing);
  const [hintAt, setHintAt] = useState<number | null>(null);
  const hints = isTurn && hintAt === game.acts.length;
  const toggleHint = isTurn ? () => setHintAt(hints ? null : game.acts.length) : null;
  const pass = isTurn ? view.legal.find(isPass) : undefined;
  const place = useRef<HTMLElement>(null);
  useFocusInGame(place, playing);
  useGameKeys({
    onCard: cards.onCard,
    onPass: pass === undefined ? null : () => act(pass),
    onTakeBack: takeBack,
    onHint: toggleHint,
  });
  return (
    <>
      <section class="table-side" ref={place} tabIndex={-1} aria-label={t('play.title')}>
        <Standing view={view} />
        <GameTable view={view} trick={trick} usable={cards.usable} chosen={cards.chosen} onCard={cards.onCard} />
        <div class="game-acts">
          <p class="game-turn">{playing.waiting && view.your_turn ? t('play.turn.wait') : turnText(texts, view)}</p>
          {cards.naming !== null && <NameSuit card={cards.naming} onAct={cards.name} onCancel={() => cards.name(null)} />}
          <ActButtons view={view} isTurn={isTurn} onAct={act} />
          {cards.chosen !== null && <ConfirmDiscard view={view} chosen={cards.chosen} onConfirm={cards.confirm} />}
          {playing.error !== null && (
            <p class="error" role="alert">
              {playing.error}
            </p>
          )}
          <div class="controls">
            <button type="button" aria-expanded={hints} aria-disabled={toggleHint === null} onClick={() => toggleHint?.()}>
              {t('play.hint')}
            </button>
            <button type="button" aria-disabled={takeBack === null} onClick={() => takeBack?.()}>
              <Icon name="undo" /> {t('play.take_back')}
            </button>
            <Claims view={view} isTurn={isTurn} onAct={act} />
            <button type="button" class="leave" onClick={() => dispatch({ do: 'playing', playing: null })}>
              {t('play.leave')}
            </button>
          </div>
          <p class="status" role="status">
            {status}
          </p>
        </div>
      </section>
      <div class="panel-side game-side">
        {view.result !== null && <Result game={game} view={view} result={view.result} />}
        {hints && <Hint game={game} view={view} />}
        <OpenCards view={view} />
        <CallsSoFar view={view} />
        <Log entries={playing.log} />
      </div>
    </>
  );
}

/** The kitty and the card turned up, where the person may know them. */
function OpenCards({ view }: { view: GameView }) {
  const { t } = useTexts();
  if (view.kitty === null && view.turned === null) return null;
  return (
    <dl class="kitty-line">
      {view.kitty !== null && (
        <div>
          <dt>{t('kitty.title')}</dt>
          <dd>
            <CardsText cards={parseHand(view.kitty)} />
          </dd>
        </div>
      )}
      {view.turned !== null && (
        <div>
          <dt>{t('play.turned')}</dt>
          <dd>
            <CardText card={view.turned} />
          </dd>
        </div>
      )}
    </dl>
  );
}

/** What pressing or typing a card does: it is played, or chosen to be given up. */
function useCards({ view, isTurn, game, act }: Playing) {
  const { announce } = useBoard();
  const texts = useTexts();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [naming, setNaming] = useState<string | null>(null);
  const discards = isTurn && view.stage === 'discard';
  useEffect(() => {
    setChosen(new Set(view.forced_discards));
    setNaming(null);
  }, [game.acts.length, view.stage]);
  const playable = isTurn ? playableCards(view) : [];
  const usable = new Set(discards ? heldCards(view) : playable.map(plainCard));
  const onCard = (card: string) => {
    if (!usable.has(card)) {
      if (isTurn && view.stage === 'play') announce(texts.t('play.not_now', { card: texts.card(card) }));
      return;
    }
    if (!discards) {
      if (playable.includes(card)) act(card);
      else setNaming(card); // legal only with the suit that it names
      return;
    }
    if (view.forced_discards.includes(card)) {
      announce(texts.t('play.forced', { card: texts.card(card) }));
      return;
    }
    const next = new Set(chosen);
    if (!next.delete(card) && next.size < view.discard_number) next.add(card);
    setChosen(next);
  };
  const name = (text: string | null) => {
    setNaming(null);
    if (text !== null) act(text);
  };
  return {
    usable,
    chosen: discards ? chosen : null,
    naming,
    onCard,
    name,
    confirm: () => act(sortCards(chosen).join(' ')),
  };
}

function heldCards(view: GameView): string[] {
  const text = view.hands[placeOf(view, view.hand_to_play ?? view.person)];
  return text ? parseHand(text) : [];
}

/** Keeps the focus in the game: what had it may be gone after an act, or did not exist at the start. */
function useFocusInGame(place: RefObject<HTMLElement | null>, { isTurn, game, waiting }: Playing): void {
  const had = useRef(true);
  const active = document.activeElement;
  // Looked at before the page changes; afterwards what had the focus may be gone.
  if (active !== null && active !== document.body) had.current = place.current?.contains(active) ?? had.current;
  useEffect(() => {
    // After the dialog, which gives the focus back to the button that opened it.
    const timer = setTimeout(() => place.current?.contains(document.activeElement) || place.current?.focus());
    return () => clearTimeout(timer);
  }, []);
  useLayoutEffect(() => {
    const now = document.activeElement;
    const isIdle = now?.matches('.card-idle') || now === place.current; // nothing to be done there
    const isLost = now === null || now === document.body || isIdle;
    if (!had.current || !isLost || !isTurn) return;
    const target =
      place.current?.querySelector<HTMLElement>('[data-act]') ??
      place.current?.querySelector<HTMLElement>('.card-usable') ??
      place.current?.querySelector<HTMLElement>('.controls button');
    target?.focus();
  }, [isTurn, waiting, game.acts.length]);
}

/** The best discard, how many others do as well, and those others. */

import { useRef, useState } from 'preact/hooks';

import type { Answer } from '../../answers';
import { CardsText, StrainText } from '../../card';
import { parseHand } from '../../cards';
import { useBoard, useTexts } from '../../contexts';
import { withContract } from '../../hand';
import type { DiscardAnswer, PositionInPlay } from '../../protocol';
import { useRoving } from '../../roving';

interface Properties {
  position: PositionInPlay;
  answer: Answer<'discard'>;
}

export function Best({ position, answer }: Properties) {
  const texts = useTexts();
  const { t, count, number } = texts;
  const found: Partial<DiscardAnswer> = answer.done ?? answer.parts ?? {};
  const { best, tricks = 0, books = tricks, optimal, all = 0, ties } = found;
  const holder = texts.seat(position.holder ?? position.declarer);
  return (
    <section aria-busy={answer.waiting}>
      <h2>
        {t('panel.kitty.best')} <StrainText strain={position.strain} />
      </h2>
      {answer.error !== null && (
        <p class="error" role="alert">
          {answer.error.message}
        </p>
      )}
      {answer.waiting && best === undefined && <p class="quiet">{t('panel.kitty.searching', { seat: holder })}</p>}
      {best !== undefined && (
        <>
          <p class="discard-best">
            <GiveUp cards={best} position={position} prominent />
            <strong>{count('tricks', tricks)}</strong>
          </p>
          {books !== tricks && <p class="quiet">{t('panel.kitty.books', { count: number(books, 2) })}</p>}
          {answer.waiting && optimal === undefined && <p class="quiet">{t('panel.kitty.counting')}</p>}
        </>
      )}
      {optimal !== undefined && (
        <p>{count('panel.kitty.optimal', optimal, { all: number(all), some: number(optimal) })}</p>
      )}
      {optimal !== undefined && optimal > 1 && ties !== undefined && <Ties {...{ ties, optimal, position }} />}
    </section>
  );
}

interface TiesProperties {
  ties: readonly string[][];
  optimal: number;
  position: PositionInPlay;
}

function Ties({ ties, optimal, position }: TiesProperties) {
  const { t, number } = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <details class="ties" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('panel.kitty.ties')}</summary>
      {open && (
        <>
          {ties.length < optimal && (
            <p class="quiet">{t('panel.kitty.ties_first', { count: ties.length, all: number(optimal) })}</p>
          )}
          <TieList ties={ties} position={position} />
        </>
      )}
    </details>
  );
}

function TieList({ ties, position }: Pick<TiesProperties, 'ties' | 'position'>) {
  const list = useRef<HTMLUListElement>(null);
  useRoving(list);
  return (
    <ul ref={list}>
      {ties.map((cards) => (
        <li key={cards.join()}>
          <GiveUp cards={cards} position={position} />
        </li>
      ))}
    </ul>
  );
}

interface GiveUpProperties {
  cards: readonly string[];
  position: PositionInPlay;
  prominent?: boolean;
}

/** Cards, and the button that gives them up. */
export function GiveUp({ cards, position, prominent }: GiveUpProperties) {
  const { t, card } = useTexts();
  const giveUp = useGiveUp();
  const isGiven = isOut(position, cards);
  return (
    <>
      <CardsText cards={cards} />
      <button
        type="button"
        class={`small ${prominent && !isGiven ? 'primary' : ''}`}
        aria-disabled={isGiven}
        aria-label={t(isGiven ? 'panel.kitty.is_given' : 'panel.kitty.give_cards', { cards: cards.map(card).join(', ') })}
        onClick={() => isGiven || giveUp(cards)}
      >
        {t(isGiven ? 'panel.kitty.given' : 'panel.kitty.give')}
      </button>
    </>
  );
}

/** Gives cards up on the board; what was played with others is no longer there. */
function useGiveUp(): (cards: readonly string[]) => void {
  const { state, dispatch, announce } = useBoard();
  const texts = useTexts();
  return (cards) => {
    const hand = state.shown?.hand;
    if (hand === undefined) return;
    dispatch({ do: 'show', hand: withContract(hand, { discard: cards.join(' ') }) });
    announce(texts.t('panel.kitty.given_up', { cards: cards.map(texts.card).join(', ') }));
  };
}

/** Whether these cards are those out of play. */
function isOut(position: PositionInPlay, cards: readonly string[]): boolean {
  const out = new Set(position.out === null ? [] : parseHand(position.out));
  return out.size === cards.length && cards.every((card) => out.has(card));
}

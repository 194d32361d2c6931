/** All cards of the deck as a grid, each with who has it: clicked or typed to a place. */

import { useRef } from 'preact/hooks';

import { DECK, isJoker, rankOf, showRank, suitOf, SUITS, SYMBOLS } from '../cards';
import { Seen, suitClass } from '../card';
import { useTexts } from '../contexts';
import { useRoving } from '../roving';
import type { Texts } from '../texts';
import { KITTY, type Holding } from './holding';

interface Properties {
  deck: readonly string[];
  places: readonly string[];
  holding: Holding;
  /** The place that a click gives a card to. */
  chosen: string;
  onGive: (card: string, place: string | null) => void;
}

export function CardGrid({ deck, places, holding, chosen, onGive }: Properties) {
  const { t } = useTexts();
  const grid = useRef<HTMLDivElement>(null);
  useRoving(grid);
  const inDeck = new Set(deck);
  const cards = DECK.filter((card) => inDeck.has(card) || holding.has(card));
  const rows = [...SUITS.map((suit) => cards.filter((card) => suitOf(card) === suit)), cards.filter(isJoker)];
  const onKey = (event: KeyboardEvent) => {
    const card = event.target instanceof Element ? event.target.closest('[data-deal]')?.getAttribute('data-deal') : null;
    if (!card || event.ctrlKey || event.metaKey || event.altKey) return;
    const isBack = event.key === 'Delete' || event.key === 'Backspace';
    const place = isBack ? null : places.find((each) => each === event.key.toUpperCase());
    if (place === undefined) return;
    event.preventDefault();
    onGive(card, place);
  };
  return (
    <div class="deal-grid" role="grid" aria-label={t('editor.grid')} ref={grid} onKeyDown={onKey}>
      {rows
        .filter((row) => row.length > 0)
        .map((row) => (
          <div key={row[0]} class={`deal-row ${suitClass(row[0] as string)}`} role="row">
            <span class="suit-symbol" role="rowheader" aria-label={rowName(row[0] as string)}>
              {symbolOf(row[0] as string)}
            </span>
            <span class="deal-cells" role="presentation">
              {row.map((card) => (
                <GridCard key={card} card={card} place={holding.get(card) ?? null} {...{ chosen, onGive }} />
              ))}
            </span>
          </div>
        ))}
    </div>
  );

  function rowName(card: string): string {
    const suit = suitOf(card);
    return suit === null ? t('editor.jokers') : t(`suit.${suit}`);
  }
}

function symbolOf(card: string): string {
  const suit = suitOf(card);
  return suit === null ? '★' : SYMBOLS[suit];
}

interface CardProperties {
  card: string;
  place: string | null;
  chosen: string;
  onGive: Properties['onGive'];
}

function GridCard({ card, place, chosen, onGive }: CardProperties) {
  const texts = useTexts();
  const kind = place === null ? 'deal-free' : place === chosen ? 'deal-chosen' : 'deal-other';
  return (
    <span role="gridcell" class="deal-cell">
      <button
        type="button"
        class={`deal-card ${suitClass(card)} ${kind}`}
        data-deal={card}
        onClick={() => onGive(card, place === chosen ? null : chosen)}
      >
        <Seen said={texts.t('editor.card', { card: texts.card(card), place: placeName(texts, place) })}>
          <span class="deal-rank">{isJoker(card) ? card : showRank(rankOf(card))}</span>
          <span class="deal-place">{place ?? '·'}</span>
        </Seen>
      </button>
    </span>
  );
}

/** A place in words: a seat, the kitty, or nowhere. */
export function placeName(texts: Texts, place: string | null): string {
  if (place === null) return texts.t('editor.nowhere');
  return place === KITTY ? texts.t('kitty.title') : texts.seat(place);
}

/** Cards and strains as they are shown: symbols for the eye, words for screen readers. */

import type { ComponentChildren } from 'preact';

import { isJoker, parseStrain, plainCard, rankOf, showRank, suitOf, ARROWS, SYMBOLS } from './cards';
import { useTexts } from './contexts';

/** The class that colours a suit: spades, hearts, diamonds and clubs differ, also for the colour-blind. */
export function suitClass(card: string): string {
  return isJoker(plainCard(card)) ? 'suit-joker' : `suit-${card[0]}`;
}

/** What is seen, and the words that screen readers have in its place. */
export function Seen({ said, children }: { said: string; children: ComponentChildren }) {
  return (
    <>
      <span aria-hidden="true">{children}</span>
      <span class="spoken">{said}</span>
    </>
  );
}

/** A card in text: ♠A, with its name for screen readers. */
export function CardText({ card }: { card: string }) {
  const { card: name } = useTexts();
  return (
    <span class={`card-text ${suitClass(card)}`}>
      <Seen said={name(card)}>{cardSymbols(card)}</Seen>
    </span>
  );
}

/** Several cards on one line. */
export function CardsText({ cards }: { cards: readonly string[] }) {
  return (
    <span class="cards-text">
      {cards.map((card, place) => (
        <>
          {place > 0 && ' '}
          <CardText key={card} card={card} />
        </>
      ))}
    </span>
  );
}

/** A strain: ♠↑, NT↓. */
export function StrainText({ strain }: { strain: string }) {
  const texts = useTexts();
  const { trump, direction } = parseStrain(strain);
  return (
    <span class={`strain-text suit-${trump}`}>
      <Seen said={texts.strain(strain)}>{strainSymbols(texts.t('suit.NT.short'), trump, direction)}</Seen>
    </span>
  );
}

function strainSymbols(noTrump: string, trump: string, direction: keyof typeof ARROWS): string {
  return (trump === 'NT' ? noTrump : SYMBOLS[trump as keyof typeof SYMBOLS]) + ARROWS[direction];
}

export function cardSymbols(text: string): string {
  const card = plainCard(text);
  const suit = suitOf(card);
  const named = text.split(':')[1] as keyof typeof SYMBOLS | undefined;
  if (suit === null) return named === undefined ? card : `${card}:${SYMBOLS[named]}`;
  return SYMBOLS[suit] + showRank(rankOf(card));
}

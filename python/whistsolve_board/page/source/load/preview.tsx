/** A deal on a few lines, before it is on the board. */

import { ranksOf, showRank, sortCards, isJoker, SUITS, SYMBOLS } from '../cards';
import { useTexts } from '../contexts';
import { seatName, type DealtCards } from '../hand';

export function DealPreview({ deal }: { deal: DealtCards }) {
  const { t, seat } = useTexts();
  return (
    <dl class="deal-preview">
      {deal.hands.map((cards, index) => (
        <HandPreview key={index} name={seat(seatName(index, deal.hands.length))} cards={cards} />
      ))}
      {deal.kitty.length > 0 && <HandPreview name={t('kitty.title')} cards={deal.kitty} />}
    </dl>
  );
}

function HandPreview({ name, cards }: { name: string; cards: string[] }) {
  const { t } = useTexts();
  const sorted = sortCards(cards);
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {SUITS.map((suit) => (
          <span key={suit} class={`card-text suit-${suit}`}>
            <span aria-hidden="true">{SYMBOLS[suit]}</span>
            <span class="spoken">{t(`suit.${suit}`)} </span>
            {[...ranksOf(sorted, suit)].map(showRank).join(' ') || '—'}
          </span>
        ))}
        {sorted.filter(isJoker).map((joker) => (
          <span key={joker} class="card-text suit-joker">
            {joker}
          </span>
        ))}
      </dd>
    </div>
  );
}

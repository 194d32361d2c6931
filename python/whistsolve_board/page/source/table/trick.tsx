/** The middle of the table: the trick in progress, the last one, and what the declarer's side comes to. */

import { plainCard } from '../cards';
import { CardsText, CardText } from '../card';
import { useBoard, useTexts } from '../contexts';
import { dealOf } from '../hand';
import type { PlayedCard, PositionInPlay } from '../protocol';
import { isUntaken } from './kitty';

export function Trick() {
  const { state, inPlay } = useBoard();
  const { t, seat: seatText } = useTexts();
  if (inPlay === null || state.hidden?.dealt) {
    return (
      <section class="trick" aria-label={t('trick.title')}>
        <p class="trick-empty">{t(state.hidden?.dealt ? 'trick.as_dealt' : 'trick.no_contract')}</p>
      </section>
    );
  }
  const last = inPlay.tricks.at(-1);
  const isBetween = inPlay.trick.length === 0 && last !== undefined;
  return (
    <section class="trick" aria-label={t('trick.title')}>
      {isBetween && <p class="trick-caption">{t('trick.last', { seat: seatText(last.winner) })}</p>}
      <TrickCards
        position={inPlay}
        cards={isBetween ? seated(inPlay, last.cards) : inPlay.trick}
        winner={isBetween ? last.winner : null}
      />
      <p class="trick-turn">
        {inPlay.to_play === null ? t('trick.over') : t('trick.turn', { seat: seatText(inPlay.to_play) })}
      </p>
      <Result position={inPlay} />
      {!isBetween && last !== undefined && (
        <p class="trick-caption">
          {t('trick.last', { seat: seatText(last.winner) })} <CardsText cards={last.cards} />
        </p>
      )}
    </section>
  );
}

interface CardsProperties {
  position: PositionInPlay;
  cards: PlayedCard[];
  winner: string | null;
}

function TrickCards({ position, cards, winner }: CardsProperties) {
  const { t, seat: seatText } = useTexts();
  return (
    <ul class={`${position.seats.length === 4 ? 'trick-round' : 'trick-row'} ${winner === null ? '' : 'trick-last'}`}>
      {position.seats.map((seat) => {
        const played = cards.find((each) => each.seat === seat);
        const mark = seat === winner ? 'trick-winner' : seat === position.to_play ? 'trick-next' : '';
        return (
          <li key={seat} class={`trick-card trick-${seat} ${mark}`}>
            <span class="trick-seat" aria-hidden="true">
              {seat}
            </span>
            <span class="spoken">{seatText(seat)}: </span>
            {played === undefined ? (
              <span class="trick-none">
                <span aria-hidden="true">·</span>
                <span class="spoken">{t('trick.nothing')}</span>
              </span>
            ) : (
              <CardText card={played.card} />
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Tricks still to come, taken and of the kitty, what they come to, and whether that is enough. */
function Result({ position }: { position: PositionInPlay }) {
  const { state, values } = useBoard();
  const { t, count } = useTexts();
  const isOver = position.to_play === null;
  const taken = position.side.reduce((sum, seat) => sum + (position.won[position.seats.indexOf(seat)] ?? 0), 0);
  const toCome = isOver ? 0 : values?.tricks;
  const known = toCome !== undefined;
  const total = taken + (toCome ?? 0) + position.kitty_books;
  const missing = position.needed === null ? 0 : position.needed - total;
  const parts = [
    ...(known && !isOver ? [count('trick.to_come', toCome)] : []),
    ...(taken > 0 || !known || isOver ? [t('trick.taken', { count: taken })] : []),
    ...(position.kitty_books > 0 ? [t('trick.kitty', { count: position.kitty_books })] : []),
    ...(isUntaken(state.shown?.hand, position) ? [t('kitty.not_taken')] : []),
  ];
  const hasSum = known && (position.needed !== null || parts.length > 1);
  return (
    <p class="trick-result">
      {parts.map((part, place) => (
        <>
          {place > 0 && ', '}
          <span key={part}>{part}</span>
        </>
      ))}
      {hasSum && ': '}
      {hasSum && position.needed === null && (
        <strong class="trick-total">{count(position.kitty_books > 0 ? 'books' : 'tricks', total)}</strong>
      )}
      {hasSum && position.needed !== null && (
        <strong class={`trick-total ${missing > 0 ? 'is-short' : 'is-made'}`}>
          {t('trick.of_needed', { count: total, needed: position.needed })},{' '}
          {missing > 0 ? t('trick.short', { count: missing }) : t('trick.made')}
        </strong>
      )}
    </p>
  );
}

/** The cards of a trick with who played them: who was dealt them, or took them from the kitty. */
function seated(position: PositionInPlay, cards: readonly string[]): PlayedCard[] {
  const { hands } = dealOf(position);
  return cards.map((card) => {
    const dealt = hands.findIndex((hand) => hand.includes(plainCard(card)));
    return { seat: position.seats[dealt] ?? position.holder ?? '', card };
  });
}

/** The middle of the table: the trick in progress, the tricks so far, and what the declarer's side comes to. */

import { CardText } from '../card';
import { useBoard, useTexts } from '../contexts';
import type { PositionInPlay } from '../protocol';

export function Trick() {
  const { inPlay, values } = useBoard();
  const { t, seat: seatText, count } = useTexts();
  if (inPlay === null) {
    return (
      <section class="trick" aria-label={t('trick.title')}>
        <p class="trick-empty">{t('trick.no_contract')}</p>
      </section>
    );
  }
  const won = inPlay.side.reduce((sum, seat) => sum + (inPlay.won[seat] ?? 0), 0);
  return (
    <section class="trick" aria-label={t('trick.title')}>
      <TrickCards position={inPlay} />
      <p class="trick-turn">
        {inPlay.to_play === null ? t('trick.over') : t('trick.turn', { seat: seatText(inPlay.to_play) })}
      </p>
      <p class="trick-result">
        <strong>{count('trick.won', won)}</strong>
        {values !== null && <span>{count('trick.more', values.tricks)}</span>}
        {inPlay.kitty_books > 0 && <span>{count('trick.kitty', inPlay.kitty_books)}</span>}
        {inPlay.needed !== null && <span>{t('trick.needed', { count: inPlay.needed })}</span>}
      </p>
    </section>
  );
}

function TrickCards({ position }: { position: PositionInPlay }) {
  const { t, seat: seatText } = useTexts();
  const last = position.tricks.at(-1);
  const playing = position.trick.length > 0 || last === undefined;
  const cards = playing ? position.trick : seated(position, last.leader, last.cards);
  return (
    <div class={`trick-cards ${playing ? '' : 'trick-last'}`}>
      {!playing && <p class="trick-caption">{t('trick.last', { seat: seatText(last.winner) })}</p>}
      <ul class={position.seats.length === 4 ? 'trick-round' : 'trick-row'}>
        {position.seats.map((seat) => {
          const played = cards.find((each) => each.seat === seat);
          const winner = !playing && seat === last.winner;
          return (
            <li
              key={seat}
              class={`trick-card trick-${seat} ${winner ? 'trick-winner' : ''} ${
                seat === position.to_play ? 'trick-next' : ''
              }`}
            >
              <span class="trick-seat" aria-hidden="true">
                {seat}
              </span>
              <span class="spoken">{seatText(seat)}</span>
              {played === undefined ? <span class="trick-none">·</span> : <CardText card={played.card} />}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The cards of a trick with who played them, in order of play. */
function seated(position: PositionInPlay, leader: string, cards: readonly string[]) {
  const { seats } = position;
  const first = seats.indexOf(leader);
  return cards.map((card, turn) => ({ seat: seats[(first + turn) % seats.length] as string, card }));
}

/** Seats as they are shown: a colour, the letter for the eye, the name for screen readers. */

import { useBoard, useTexts } from './contexts';
import type { TracedCard } from './protocol';
import type { Texts } from './texts';

/** The class that colours a seat. */
export function useSeatClass(): (seat: string) => string {
  const { position } = useBoard();
  return (seat) => {
    const place = position?.seats.indexOf(seat) ?? -1;
    // Where players are not hands, as in dummy whist, players are numbers.
    return `seat-${place >= 0 ? place : Number(seat) || 0}`;
  };
}

interface ChoiceProperties {
  label: string;
  seats: readonly string[];
  value: string;
  onChoose: (seat: string) => void;
}

/** The choice of one seat. */
export function SeatChoice({ label, seats, value, onChoose }: ChoiceProperties) {
  const texts = useTexts();
  return (
    <label class="choice">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {seats.map((seat) => (
          <option key={seat} value={seat}>
            {texts.seat(seat)}
          </option>
        ))}
      </select>
    </label>
  );
}

export function SeatMark({ seat }: { seat: string }) {
  const seatClass = useSeatClass();
  const texts = useTexts();
  return (
    <>
      <span class={`seat-mark ${seatClass(seat)}`} aria-hidden="true">
        {seat}
      </span>
      <span class="spoken">{texts.seat(seat)}</span>
    </>
  );
}

/** Points of players, those who score the same together: "North, South +4". */
export function PointsBySeat({ points }: { points: readonly number[] }) {
  const { position } = useBoard();
  const texts = useTexts();
  const groups = new Map<number, string[]>();
  points.forEach((each, player) => {
    const seat = position?.seats.length === points.length ? position.seats[player] : String(player);
    groups.set(each, [...(groups.get(each) ?? []), seat ?? String(player)]);
  });
  return (
    <span class="points">
      {[...groups].map(([each, seats]) => (
        <span key={seats.join()} class="points-group">
          {seats.map((seat) => (
            <SeatMark key={seat} seat={seat} />
          ))}{' '}
          <strong>{signed(texts.number(Math.abs(each), 2), each)}</strong>
        </span>
      ))}
    </span>
  );
}

function signed(size: string, value: number): string {
  return value > 0 ? `+${size}` : value < 0 ? `−${size}` : size;
}

/** Who lost how much by a card: "South loses 1 trick". */
export function lossText(texts: Texts, { seat, lost }: Pick<TracedCard, 'seat' | 'lost'>): string {
  return texts.count('trace.loses', lost, { seat: texts.seat(seat) });
}

/** What only paper has: contract and auction in words, and what each losing card cost. */

import { callWords } from '../calls';
import { useBoard, useTexts } from '../contexts';
import { outcome } from '../load/outcome';
import { callsOf } from '../panels/bids';
import { jumpText } from '../panels/trace/losses';
import type { Position } from '../protocol';

export function Printed({ position }: { position: Position }) {
  const { state, trace } = useBoard();
  const texts = useTexts();
  const hand = state.shown?.hand;
  if (hand === undefined) return null;
  const calls = callsOf(hand, position, null).map(({ seat, call }) => `${texts.seat(seat)} ${callWords(texts, call)}`);
  return (
    <div class="printed">
      <p>{outcome(texts, hand, null)}</p>
      <p>{calls.join(', ')}</p>
      <ol>
        {trace.losses.map((card) => (
          <li key={card.number}>{jumpText(texts, card)}</li>
        ))}
      </ol>
    </div>
  );
}

/** The trace of the hand on the board: asked while its panel is open, kept as long as the hand stays the same. */

import { useEffect, useState } from 'preact/hooks';

import { useAnswer } from './answers';
import { withFields } from './hand';
import type { Question, TraceAnswer, TracedCard, TracePart } from './protocol';
import type { State, Trace } from './types';

type Found = Pick<Trace, 'cards' | 'analysis' | 'work'>;

const NOTHING: Trace = { cards: new Map(), losses: [], analysis: null, work: null, isDone: false, error: null };

/** The trace as far as it is known. The panel asks, the line of play shows what there is. */
export function useTraceOf({ shown, panel }: State): Trace {
  const question: Question<'trace'> | null = shown?.hand.played
    ? { question: 'trace', hand: withFields(shown.hand, { title: '', scores: '' }) }
    : null;
  const key = JSON.stringify(question);
  const [kept, setKept] = useState<{ key: string; trace: Trace } | null>(null);
  const known = kept?.key === key ? kept.trace : null;
  const asks = panel === 'trace' && !known?.isDone;
  const answer = useAnswer<'trace', Found>(asks ? question : null, gather);
  const found = answer.done === null ? answer.parts : foundIn(answer.done);
  useEffect(() => {
    if (found === null) return;
    const cards = [...found.cards.values()].sort((one, other) => one.number - other.number);
    const losses = cards.filter((card) => card.lost > 0);
    setKept({ key, trace: { ...found, losses, isDone: answer.done !== null, error: null } });
  }, [key, answer.done ?? answer.parts]);
  return answer.error === null ? (known ?? NOTHING) : { ...(known ?? NOTHING), error: answer.error };
}

function gather(found: Found | null, part: TracePart): Found {
  const { cards, analysis, work } = found ?? NOTHING;
  if ('card' in part) return { cards: new Map(cards).set(part.card.number, named(part.card)), analysis, work };
  if ('analysis' in part) return { ...foundIn(part.analysis), work };
  return { cards, analysis, work: part };
}

function foundIn(analysis: TraceAnswer): Found {
  return { cards: new Map(analysis.cards.map((card) => [card.number, named(card)])), analysis, work: null };
}

/** Where there are not four hands their names may come as numbers. */
function named(card: TracedCard): TracedCard {
  return { ...card, seat: String(card.seat) };
}

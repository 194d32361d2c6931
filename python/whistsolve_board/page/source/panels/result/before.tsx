/** Scores before the hand, one number a side, or a player where there are no sides. */

import { useBoard, useTexts } from '../../contexts';
import { parseCards } from '../../cards';
import { withFields } from '../../hand';
import type { Hand, Position, RulesAnswer } from '../../protocol';

export function ScoreBefore({ position }: { position: Position }) {
  const { state, dispatch, rules } = useBoard();
  const { t } = useTexts();
  if (state.shown === null || rules === null) return null;
  const { hand, at } = state.shown;
  const change = (scores: string) => dispatch({ do: 'show', hand: withFields(hand, { scores }), at });
  return (
    <section>
      <h2>{t('panel.result.scores')}</h2>
      <ScoreFields hand={hand} groups={groupsOf(position, rules)} onChange={change} />
    </section>
  );
}

/** Who has one score: a side where there are partners, otherwise a player. Of sides seats 0, 2 … are one. */
function groupsOf(position: Position, rules: RulesAnswer): string[][] {
  const { seats, side } = position;
  const partners = rules.players === seats.length && (side ? side.length > 1 : rules.game.endsWith('whist'));
  const sides = partners ? Math.max(2, seats.length / (side?.length ?? 2)) : rules.players;
  return Array.from({ length: sides }, (_, first) =>
    playersOf(position, rules).filter((_, place) => place % sides === first),
  );
}

/** Players are hands, save with dummies: then they are numbers. */
function playersOf({ seats }: Position, { players }: RulesAnswer): string[] {
  return seats.length === players ? seats : Array.from({ length: players }, (_, player) => String(player));
}

interface FieldsProperties {
  hand: Hand;
  groups: string[][];
  onChange: (scores: string) => void;
}

function ScoreFields({ hand, groups, onChange }: FieldsProperties) {
  const texts = useTexts();
  const given = parseCards(hand.scores);
  // Given by player, or by side: either way the first of a group has the group's score.
  const scores = groups.map((_, place) => given[place] ?? '0');
  const change = (place: number, text: string) => {
    if (!/^-?\d{1,4}$/.test(text)) return;
    const changed = scores.map((score, each) => (each === place ? String(Number(text)) : score));
    onChange(changed.some((score) => score !== '0') ? changed.join(' ') : '');
  };
  return (
    <div class="scores" role="group" aria-label={texts.t('panel.result.scores')}>
      {groups.map((seats, place) => (
        <label key={seats.join()} class="choice">
          <span>{seats.map(texts.seat).join(', ')}</span>
          <input
            type="number"
            step="1"
            value={scores[place]}
            onChange={(event) => change(place, event.currentTarget.value)}
          />
        </label>
      ))}
    </div>
  );
}

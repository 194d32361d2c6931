/** Scores before the hand, its dealer and its level: what the result depends on beside the cards. */

import { useBoard, useTexts } from '../../contexts';
import { parseCards } from '../../cards';
import { withFields } from '../../hand';
import type { Hand, Position, RulesAnswer } from '../../protocol';

const MOST_LEVEL = 7;

export function ScoreBefore({ position }: { position: Position }) {
  const { state, dispatch, rules, inPlay } = useBoard();
  const texts = useTexts();
  const { t } = texts;
  if (state.shown === null || rules === null) return null;
  const { hand, at } = state.shown;
  const change = (changes: Partial<Hand>) => dispatch({ do: 'show', hand: withFields(hand, changes), at });
  const levels = Array.from({ length: MOST_LEVEL }, (_, level) => String(level + 1));
  const players = position.seats.slice(0, rules.players);
  return (
    <section class="before">
      <h2>{t('panel.result.before')}</h2>
      <ScoreFields hand={hand} groups={groupsOf(position, rules)} onChange={(scores) => change({ scores })} />
      <div class="contract">
        <Select label={t('panel.result.dealer')} value={hand.dealer ?? ''} onChoose={(dealer) => change({ dealer })}>
          {players.map((seat) => ({ value: seat, text: texts.seat(seat) }))}
        </Select>
        {rules.has_auction && inPlay !== null && (
          <Select label={t('panel.result.level')} value={hand.level ?? ''} onChoose={(level) => change({ level })}>
            {levels.map((level) => ({ value: level, text: level }))}
          </Select>
        )}
      </div>
    </section>
  );
}

/** Who has one score: a side where there are partners, otherwise a player. Of sides seats 0, 2 … are one. */
function groupsOf(position: Position, rules: RulesAnswer): string[][] {
  const { seats, side } = position;
  const partners = rules.players === seats.length && (side ? side.length > 1 : rules.game.endsWith('whist'));
  const sides = partners ? Math.max(2, seats.length / (side?.length ?? 2)) : rules.players;
  return Array.from({ length: sides }, (_, first) =>
    seats.slice(0, rules.players).filter((_, place) => place % sides === first),
  );
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

interface SelectProperties {
  label: string;
  value: string;
  onChoose: (value: string) => void;
  children: { value: string; text: string }[];
}

function Select({ label, value, onChoose, children }: SelectProperties) {
  const { t } = useTexts();
  return (
    <label class="choice">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        <option value="">{t('panel.result.unknown')}</option>
        {children.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </label>
  );
}

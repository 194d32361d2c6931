/** What else is known of the hand: title, dealer, calls, level, who takes the kitty, scores. */

import { useEffect, useState } from 'preact/hooks';

import { useAsking } from '../asking';
import { useBoard, useTexts } from '../contexts';
import { seatName, withContract, withFields } from '../hand';
import type { Hand, Position } from '../protocol';
import type { Key } from '../texts';

type Field = 'title' | 'dealer' | 'calls' | 'level' | 'holder' | 'scores';

interface Choice {
  value: string;
  text: string;
}

export function Details({ position }: { position: Position }) {
  const { state, rules } = useBoard();
  const { t, seat: seatText } = useTexts();
  if (state.shown === null) return null;
  const seats = position.seats.map((seat) => ({ value: seat, text: seatText(seat) }));
  const players = Array.from({ length: rules?.players ?? position.seats.length }, (_, player) => {
    const name = seatName(player, rules?.players ?? position.seats.length);
    return { value: name, text: seatText(name) };
  });
  return (
    <details class="hand-details">
      <summary>{t('details.summary')}</summary>
      <div class="details-fields">
        <DetailField field="title" />
        <DetailField field="dealer" choices={players} />
        {rules?.has_auction !== false && (
          <>
            <DetailField field="calls" about="details.calls.about" />
            <DetailField field="level" about="details.level.about" />
          </>
        )}
        {position.kitty !== null && <DetailField field="holder" choices={seats} />}
        <DetailField field="scores" about="details.scores.about" />
      </div>
    </details>
  );
}

/** Opens the details at a field that is missing. */
export function openDetail(field: Field): void {
  const input = document.getElementById(`details-${field}`);
  const details = input?.closest('details');
  if (details) details.open = true;
  input?.focus();
}

/** A hand with another value of a field, and what goes with it. */
function changed(hand: Hand, field: Field, value: string): Hand {
  // Who takes the kitty decides what could be discarded.
  if (field === 'holder' && hand.discard) return withContract(hand, { holder: value, discard: '' });
  return withFields(hand, { [field]: value });
}

interface FieldProperties {
  field: Field;
  about?: Key;
  /** Seats or players; text where there are none. */
  choices?: Choice[];
}

/** A field that the hand takes over once it was found right. */
function DetailField({ field, about, choices }: FieldProperties) {
  const { state, dispatch } = useBoard();
  const { t } = useTexts();
  const asker = useAsking<'position'>();
  const given = state.shown?.hand[field] ?? '';
  const [value, setValue] = useState(given);
  useEffect(() => {
    setValue(given);
    asker.cancel();
  }, [given]);
  if (state.shown === null) return null;
  const { hand, at } = state.shown;
  const take = async (text: string) => {
    setValue(text);
    if (text.trim() === given) return asker.cancel();
    const next = changed(hand, field, text);
    const from = next.played === hand.played ? at : 0;
    const done = await asker.ask({ question: 'position', hand: next, at: from });
    if (done !== null) dispatch({ do: 'show', hand: next, at: from });
  };
  const id = `details-${field}`;
  const shared = {
    id,
    value,
    'aria-invalid': asker.error !== null,
    'aria-describedby': [about && `${id}-about`, asker.error && `${id}-error`].filter(Boolean).join(' ') || undefined,
  };
  return (
    <div class={`field detail-${field}`}>
      <label for={id}>{t(`details.${field}`)}</label>
      {choices === undefined ? (
        <input
          type="text"
          {...shared}
          spellcheck={field === 'title'}
          autocomplete="off"
          maxLength={1000}
          onInput={(event) => setValue(event.currentTarget.value)}
          onChange={(event) => void take(event.currentTarget.value)}
        />
      ) : (
        <select {...shared} onChange={(event) => void take(event.currentTarget.value)}>
          <option value="">{t(field === 'holder' ? 'contract.leader_by_rules' : 'details.unknown')}</option>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.text}
            </option>
          ))}
        </select>
      )}
      {about !== undefined && (
        <p class="quiet" id={`${id}-about`}>
          {t(about)}
        </p>
      )}
      <div role="alert">
        {asker.error !== null && (
          <p class="error" id={`${id}-error`}>
            {asker.error.message}
          </p>
        )}
      </div>
    </div>
  );
}

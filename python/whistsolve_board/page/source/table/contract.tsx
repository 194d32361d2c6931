/** Strain, declarer and leader, chosen for the hand. */

import { useBoard, useTexts } from '../contexts';
import { withContract } from '../hand';
import type { Hand, Position } from '../protocol';

/** Who takes the kitty, said outright where the declarer changes and a discard is to stay what it was. */
export function holderFor(hand: Hand, position: Position): string | undefined {
  return hand.discard ? (position.holder ?? hand.holder) : hand.holder;
}

export function Contract({ position }: { position: Position }) {
  const { state, dispatch, rules } = useBoard();
  const { t, seat: seatText, strain: strainText } = useTexts();
  if (state.shown === null) return null;
  const { hand } = state.shown;
  const strains = [...new Set([...(rules?.strains ?? []), ...(position.strain ? [position.strain] : [])])];
  const change = (changes: Parameters<typeof withContract>[1]) =>
    dispatch({ do: 'show', hand: withContract(hand, { holder: holderFor(hand, position), ...changes }) });
  const seats = position.seats.map((seat) => ({ value: seat, text: seatText(seat) }));
  return (
    <div class="contract" role="group" aria-label={t('contract.title')}>
      <Choice
        label={t('contract.strain')}
        value={position.strain ?? ''}
        empty={t('contract.none')}
        options={strains.map((strain) => ({ value: strain, text: strainText(strain) }))}
        onChoose={(strain) =>
          change(
            strain
              ? { strain, declarer: position.declarer ?? position.seats[0] }
              : { strain, declarer: '', leader: '', holder: '', discard: '', level: '' },
          )
        }
      />
      {position.strain !== undefined && (
        <>
          <Choice
            label={t('contract.declarer')}
            value={position.declarer ?? ''}
            options={seats}
            onChoose={(declarer) => change({ declarer, leader: '' })}
          />
          <Choice
            label={t('contract.leader')}
            value={hand.leader ?? ''}
            empty={t('contract.leader_by_rules')}
            options={seats}
            onChoose={(leader) => change({ leader })}
          />
        </>
      )}
    </div>
  );
}

interface ChoiceProperties {
  label: string;
  value: string;
  /** What stands for no choice, where that is one. */
  empty?: string;
  options: { value: string; text: string }[];
  onChoose: (value: string) => void;
}

function Choice({ label, value, empty, options, onChoose }: ChoiceProperties) {
  return (
    <label class="choice">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {empty !== undefined && <option value="">{empty}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A deal entered card by card, by the rules that are chosen. */

import { useState } from 'preact/hooks';

import { useBoard } from '../contexts';
import { DealEditor } from '../editor/editor';
import { formatDeal } from '../hand';
import { PresetChoice, useRules } from '../rules/preset';

const NOTHING = { hands: [], kitty: [] };

export function EnterCards() {
  const { state, dispatch } = useBoard();
  const [rules, setRules] = useState(state.rules);
  const described = useRules(rules);
  return (
    <div class="load-form">
      <PresetChoice rules={rules} onChoose={setRules} />
      {described !== null && (
        <DealEditor
          key={`${described.seats.length} ${described.deck.length} ${described.kitty_size}`}
          rules={described}
          seats={described.seats}
          first={NOTHING}
          onDone={(deal) => {
            dispatch({ do: 'load', hand: { rules: described.rules, deal: formatDeal(deal) } });
            dispatch({ do: 'dialog', dialog: null });
          }}
        />
      )}
    </div>
  );
}

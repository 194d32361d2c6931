/** The cards of the hand on the board, moved between the hands. */

import { useState } from 'preact/hooks';

import { useBoard } from '../contexts';
import { DealEditor } from '../editor/editor';
import { isSame } from '../editor/holding';
import { dealOf, withCards } from '../hand';

export function EditDialog() {
  const { state, dispatch, position, rules } = useBoard();
  // What was on the board as it opened: nothing behind the dialog changes it.
  const [first] = useState(() => position && { seats: position.seats, deal: dealOf(position) });
  if (state.shown === null || first === null || rules === null) return null;
  const { hand } = state.shown;
  return (
    <DealEditor
      rules={rules}
      seats={first.seats}
      first={first.deal}
      onDone={(deal) => {
        if (!isSame(deal, first.deal)) dispatch({ do: 'show', hand: withCards(hand, deal) });
        dispatch({ do: 'dialog', dialog: null });
      }}
    />
  );
}

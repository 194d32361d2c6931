/** The hands of the file that the hand on the board is from: the one before, the next, and all of them. */

import { useBoard, useTexts } from '../contexts';
import { otherOfFile } from '../hand';
import { Icon } from '../icons';
import { datedTitle, outcome } from '../load/outcome';

export function FileBar() {
  const { state, dispatch } = useBoard();
  const texts = useTexts();
  const { t } = texts;
  const file = state.shown?.file;
  if (!state.shown || !file) return null;
  const { shown } = state;
  const go = (place: number) => {
    const other = otherOfFile(shown, place);
    if (other !== null) dispatch({ do: 'load', ...other });
  };
  const step = (name: 'back' | 'forward', place: number) => (
    <button
      type="button"
      class="icon"
      title={t(`file.${name}`)}
      aria-label={t(`file.${name}`)}
      aria-disabled={file.hands[place] === undefined}
      onClick={() => go(place)}
    >
      <Icon name={name} />
    </button>
  );
  return (
    <div class="file-bar" role="group" aria-label={t('file.title')}>
      {step('back', file.place - 1)}
      <select
        aria-label={t('file.hand')}
        value={String(file.place)}
        onChange={(event) => go(Number(event.currentTarget.value))}
      >
        {file.hands.map((hand, place) => (
          <option key={place} value={String(place)}>
            {[`${place + 1}/${file.hands.length}`, outcome(texts, hand, file.results[place]) || datedTitle(hand)].join(' ')}
          </option>
        ))}
      </select>
      {step('forward', file.place + 1)}
    </div>
  );
}

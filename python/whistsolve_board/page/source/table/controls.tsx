/** Going through the line of cards played, undoing changes, and best play from here. */

import { useEffect, useRef, useState } from 'preact/hooks';

import type { Asked } from '../connection';
import { useBoard, useConnection, useTexts } from '../contexts';
import { lineOf, playLine } from '../hand';
import { Icon, type IconName } from '../icons';
import type { LineAnswer } from '../protocol';

interface Control {
  key: Exclude<IconName, 'close'>;
  enabled: boolean;
  run: () => void;
}

export function Controls() {
  const { state, dispatch } = useBoard();
  const { t } = useTexts();
  const best = useBestLine();
  if (state.shown === null) return null;
  const { hand, at } = state.shown;
  const length = lineOf(hand).length;
  const go = (to: number) => dispatch({ do: 'go', at: to });
  const controls: Control[] = [
    { key: 'first', enabled: at > 0, run: () => go(0) },
    { key: 'back', enabled: at > 0, run: () => go(at - 1) },
    { key: 'forward', enabled: at < length, run: () => go(at + 1) },
    { key: 'last', enabled: at < length, run: () => go(length) },
    { key: 'undo', enabled: state.past.length > 0, run: () => dispatch({ do: 'undo' }) },
    { key: 'redo', enabled: state.future.length > 0, run: () => dispatch({ do: 'redo' }) },
  ];
  return (
    <div class="controls" role="group" aria-label={t('controls.title')}>
      {controls.map(({ key, enabled, run }) => (
        // Not `disabled`, which would lose the focus at the end of the line.
        <button
          key={key}
          type="button"
          class="icon"
          title={t(`controls.${key}`)}
          aria-label={t(`controls.${key}`)}
          aria-disabled={!enabled}
          onClick={() => enabled && run()}
        >
          <Icon name={key} />
        </button>
      ))}
      <button type="button" class="best-line" aria-disabled={best.run === null} onClick={() => best.run?.()}>
        {t(best.busy ? 'controls.best_line_busy' : 'controls.best_line')}
      </button>
    </div>
  );
}

/** Puts best play in the place of the rest of the line. */
function useBestLine() {
  const { state, dispatch, inPlay, announce } = useBoard();
  const { count } = useTexts();
  const connection = useConnection();
  const [busy, setBusy] = useState(false);
  const asked = useRef<Asked<LineAnswer> | null>(null);
  const { shown } = state;
  useEffect(
    () => () => {
      asked.current?.cancel();
      setBusy(false);
    },
    [shown],
  );
  if (shown === null || inPlay === null || inPlay.to_play === null || busy) return { busy, run: null };
  const run = () => {
    setBusy(true);
    asked.current = connection.ask({ question: 'line', hand: shown.hand, at: shown.at });
    asked.current.promise
      .then(({ cards, tricks }) => {
        dispatch({ do: 'show', ...playLine(shown, cards) });
        announce(count('status.best_line', tricks));
      })
      .catch((error: Error) => announce(error.message))
      .finally(() => setBusy(false));
  };
  return { busy, run };
}

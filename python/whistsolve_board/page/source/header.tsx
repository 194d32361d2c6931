/** The head of the page: its name, its dialogs and theme. */

import { useBoard, useIsAnswered, useTexts } from './contexts';
import { DIALOGS } from './dialogs/index';
import { useOpenPuzzle } from './puzzles/panel';
import { THEMES } from './store';
import type { Theme } from './types';

export function Header() {
  const { state, dispatch } = useBoard();
  const isAnswered = useIsAnswered();
  const { t } = useTexts();
  const openPuzzle = useOpenPuzzle();
  return (
    <header class="page-head">
      <h1>
        <span aria-hidden="true" class="logo">
          ♠
        </span>
        {t('app.title')}
      </h1>
      <div class="page-tools">
        {DIALOGS.filter(({ button, needs }) => button && (!needs || isAnswered(needs))).map(({ key, title }) => (
          <button
            key={key}
            type="button"
            class={key === 'load' ? 'primary' : ''}
            aria-haspopup="dialog"
            onClick={() => dispatch({ do: 'dialog', dialog: key })}
          >
            {t(title)}
          </button>
        ))}
        <button type="button" class="wide" onClick={openPuzzle}>
          {t('panel.puzzle.day')}
        </button>
        <label>
          <span class="spoken">{t('app.theme')}</span>
          <select
            value={state.theme}
            onChange={(event) => dispatch({ do: 'theme', theme: event.currentTarget.value as Theme })}
          >
            {THEMES.map((theme) => (
              <option key={theme} value={theme}>
                {t(`app.theme.${theme}`)}
              </option>
            ))}
          </select>
        </label>
      </div>
    </header>
  );
}

/** The head of the page: its name, its dialogs and theme. */

import { useBoard, useTexts } from './contexts';
import { DIALOGS } from './dialogs/index';
import { THEMES } from './store';
import type { Theme } from './types';

export function Header() {
  const { state, dispatch, hello } = useBoard();
  const { t } = useTexts();
  return (
    <header class="page-head">
      <h1>
        <span aria-hidden="true" class="logo">
          ♠
        </span>
        {t('app.title')}
      </h1>
      <div class="page-tools">
        {DIALOGS.filter(({ button, needs }) => button && (!needs || (hello?.answers.includes(needs) ?? true))).map(({ key, title }) => (
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

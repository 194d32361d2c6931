/** What keys do. */

import { useTexts } from '../contexts';
import type { Key } from '../texts';

const KEYS: readonly [keys: string[], meaning: Key][] = [
  [['h', 'k'], 'help.card'],
  [['b'], 'help.joker'],
  [['Tab'], 'help.tab'],
  [['←', '→', '↑', '↓'], 'help.arrows'],
  [['←', '→'], 'help.line'],
  [['n', 'p'], 'help.losses'],
  [['Ctrl+Z', 'Ctrl+Y'], 'help.undo'],
  [['p', 'u', 'i'], 'help.play'],
  [['?'], 'help.help'],
];

export function HelpDialog() {
  const { t } = useTexts();
  return (
    <>
      <p>{t('help.about')}</p>
      <dl class="keys">
        {KEYS.map(([keys, meaning]) => (
          <div key={meaning}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(meaning)}</dd>
          </div>
        ))}
      </dl>
      <p class="quiet">{t('help.values')}</p>
    </>
  );
}

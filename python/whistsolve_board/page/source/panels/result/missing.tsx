/** What the result needs and the hand does not say, and the way to say it. */

import { useTexts } from '../../contexts';
import { openDetail } from '../../table/details';

export function Missing({ text, field }: { text: string; field: 'dealer' | 'level' }) {
  const { t } = useTexts();
  return (
    <p class="missing">
      {text}{' '}
      <button type="button" class="small" onClick={() => openDetail(field)}>
        {t('panel.result.enter')}
      </button>
    </p>
  );
}

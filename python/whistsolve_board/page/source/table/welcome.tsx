/** A board without a hand: the box for one, and other ways to begin. */

import { useAsking } from '../asking';
import { useBoard, useTexts } from '../contexts';
import { EXAMPLE } from '../load/example';
import { Paste } from '../load/paste';

export function Welcome() {
  const { state, dispatch } = useBoard();
  const { t } = useTexts();
  const asker = useAsking<'deal'>();
  const deal = async () => {
    const found = await asker.ask({ question: 'deal', rules: state.rules });
    if (found !== null) dispatch({ do: 'load', hand: found.hand });
  };
  return (
    <section class="welcome">
      <h2>{t('welcome.title')}</h2>
      <p>{t('welcome.about')}</p>
      {state.dialog === null && <Paste />}
      <div class="form-buttons">
        <button type="button" onClick={() => dispatch({ do: 'load', hand: EXAMPLE })}>
          {t('welcome.example')}
        </button>
        <button type="button" onClick={() => void deal()}>
          {t('welcome.deal')}
        </button>
        <button type="button" aria-haspopup="dialog" onClick={() => dispatch({ do: 'dialog', dialog: 'play' })}>
          {t('welcome.play')}
        </button>
      </div>
      {asker.error !== null && (
        <p class="error" role="alert">
          {asker.error.message}
        </p>
      )}
    </section>
  );
}

/** Starting a game: rules, seat, strength, this deal or a new one. */

import { useState } from 'preact/hooks';

import { useAnswer } from '../answers';
import { useBoard, useConnection, useTexts } from '../contexts';
import { newSeed } from '../play/view';
import { playerName } from '../play/words';
import type { NewGame, RulesAnswer, Strength } from '../protocol';

const STRENGTHS: readonly Strength[] = ['quick', 'normal', 'strong'];

export function PlayDialog() {
  const { state, rules, dispatch } = useBoard();
  const connection = useConnection();
  const texts = useTexts();
  const { t } = texts;
  const hand = state.shown?.hand;
  const [preset, setPreset] = useState('');
  const [seat, setSeat] = useState('');
  const [strength, setStrength] = useState<Strength>('normal');
  const [isNew, setIsNew] = useState(true);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const onBoard = rules?.rules ?? 'bid_whist';
  const chosen = preset || onBoard;
  const answer = useAnswer<'rules'>({ question: 'rules', rules: chosen });
  const seats = answer.done === null ? [] : playersOf(answer.done);
  // Hands of dummies are not those of the board's seats.
  const mayKeep = hand !== undefined && !preset && answer.done?.players === answer.done?.seats.length;
  const player = seats.includes(seat) ? seat : (seats[2] ?? seats[0] ?? '');
  const start = () => {
    setBusy(true);
    setError(null);
    const kept = !isNew && mayKeep ? { deal: hand.deal, ...(hand.dealer ? { dealer: hand.dealer } : {}) } : {};
    const game: NewGame = { rules: chosen, strength, seed: newSeed(), ...kept, ...(player ? { seat: player } : {}) };
    connection
      .ask<'new_game'>({ question: 'new_game', ...game })
      .promise.then((playing) => {
        dispatch({ do: 'dialog', dialog: null });
        dispatch({ do: 'playing', playing });
      })
      .catch((reason: Error) => {
        setBusy(false);
        setError(reason.message);
      });
  };
  return (
    <form
      class="play-form"
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <p class="quiet">{t('dialog.play.about')}</p>
      <label class="field">
        <span>{t('dialog.play.rules')}</span>
        <select value={preset} onChange={(event) => setPreset(event.currentTarget.value)} data-autofocus>
          <option value="">{t('dialog.play.rules_on_board')}</option>
          {rules?.presets.map(({ name }) => (
            <option key={name} value={name}>
              {texts.rules(name)}
            </option>
          ))}
        </select>
        <span class="quiet">{rules?.presets.find(({ name }) => name === chosen)?.text ?? texts.rules(chosen)}</span>
      </label>
      <label class="field">
        <span>{t('dialog.play.seat')}</span>
        <select value={player} onChange={(event) => setSeat(event.currentTarget.value)}>
          {seats.map((each) => (
            <option key={each} value={each}>
              {playerName(texts, each)}
            </option>
          ))}
        </select>
      </label>
      <fieldset class="choices">
        <legend>{t('dialog.play.strength')}</legend>
        {STRENGTHS.map((each) => (
          <label key={each} class="switch">
            <input type="radio" name="strength" checked={strength === each} onChange={() => setStrength(each)} />
            {t(`dialog.play.strength.${each}`)}
          </label>
        ))}
      </fieldset>
      {mayKeep && (
        <fieldset class="choices">
          <legend>{t('dialog.play.cards')}</legend>
          <label class="switch">
            <input type="radio" name="cards" checked={isNew} onChange={() => setIsNew(true)} />
            {t('dialog.play.cards_new')}
          </label>
          <label class="switch">
            <input type="radio" name="cards" checked={!isNew} onChange={() => setIsNew(false)} />
            {t('dialog.play.cards_these')}
          </label>
        </fieldset>
      )}
      {(error ?? answer.error?.message) && (
        <p class="error" role="alert">
          {error ?? answer.error?.message}
        </p>
      )}
      <div class="form-buttons">
        <button type="submit" class="primary" disabled={busy || seats.length === 0}>
          {t('dialog.play.start')}
        </button>
      </div>
    </form>
  );
}

/** Players by name: those of the seats where there are no dummies, else numbers. */
function playersOf({ players, seats }: RulesAnswer): string[] {
  return players === seats.length ? seats : Array.from({ length: players }, (_, player) => String(player));
}

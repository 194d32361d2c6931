/** Text that is pasted, typed or read from a file: native text, a diagram, PTN, PBN, a link. */

import { useEffect, useState } from 'preact/hooks';

import { useAnswer } from '../answers';
import { useBoard, useTexts } from '../contexts';
import { fromFragment } from '../hand';
import type { Hand } from '../protocol';

export function Paste() {
  const { state, dispatch } = useBoard();
  const texts = useTexts();
  const { t } = texts;
  const [text, setText] = useState(state.pasted);
  const [asked, setAsked] = useState(state.pasted);
  const [keepsRules, setKeepsRules] = useState(false);
  const current = state.shown?.hand.rules;
  const rules = keepsRules && current ? { rules: current } : {};
  const answer = useAnswer<'read'>(asked ? { question: 'read', text: asked, ...rules } : null);
  const hands = answer.done?.hands ?? [];
  const show = (hand: Hand) => {
    const linked = answer.done?.kind === 'link' ? fromFragment(asked.slice(asked.indexOf('#'))) : null;
    dispatch({ do: 'show', hand, at: linked?.at ?? 0 });
    dispatch({ do: 'dialog', dialog: null });
  };
  const onlyHand = hands.length === 1 ? hands[0] : undefined;
  useEffect(() => {
    if (onlyHand !== undefined) show(onlyHand);
  }, [onlyHand]);
  useEffect(() => {
    if (!state.pasted) return;
    setText(state.pasted);
    setAsked(state.pasted);
  }, [state.pasted]);
  return (
    <form
      class="paste"
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(text);
      }}
    >
      <label class="field">
        <span>{t('load.paste.label')}</span>
        <textarea
          rows={6}
          value={text}
          spellcheck={false}
          data-autofocus
          placeholder="N:Q3.QJ743.T64.73 4.985.KJ873.962 A7.T2.AQ2.KQT85 KT986.AK6.95.A4 | J52...J"
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <p class="quiet">{t('load.paste.about')}</p>
      {current !== undefined && (
        <label class="switch">
          <input
            type="checkbox"
            checked={keepsRules}
            onChange={(event) => setKeepsRules(event.currentTarget.checked)}
          />
          {t('load.paste.same_rules')}
        </label>
      )}
      <div class="form-buttons">
        <button type="submit" class="primary" disabled={!text.trim() || answer.waiting}>
          {t('load.paste.show')}
        </button>
        <label class="file">
          {t('load.paste.file')}
          <input
            type="file"
            accept=".txt,.ptn,.pbn,text/plain"
            onChange={async (event) => {
              const content = await event.currentTarget.files?.[0]?.text();
              if (content === undefined) return;
              setText(content);
              setAsked(content);
            }}
          />
        </label>
      </div>
      {answer.error !== null && (
        <p class="error" role="alert">
          {answer.error.message}
        </p>
      )}
      {hands.length > 1 && (
        <fieldset class="choose-hand">
          <legend>{texts.count('load.paste.choose', hands.length)}</legend>
          <ol>
            {hands.map((hand, place) => (
              <li key={place}>
                <button type="button" onClick={() => show(hand)}>
                  {hand.title && <strong>{hand.title}</strong>}
                  <code>{hand.deal}</code>
                </button>
              </li>
            ))}
          </ol>
        </fieldset>
      )}
    </form>
  );
}

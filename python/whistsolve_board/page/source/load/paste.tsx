/** Text that is pasted, typed or read from a file: native text, a diagram, PTN, PBN, a link. */

import { useEffect, useState } from 'preact/hooks';

import { useAnswer } from '../answers';
import { useBoard, useTexts } from '../contexts';
import { fromFragment } from '../hand';
import type { PlayResult, Hand, Question } from '../protocol';
import { isTooLong, MOST_MEGABYTES, readFile } from './files';
import { datedTitle, outcome } from './outcome';

type Refusal = 'load.paste.too_long' | 'load.paste.unreadable';

export function Paste() {
  const { state, dispatch, announce } = useBoard();
  const texts = useTexts();
  const { t } = texts;
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  const [keepsRules, setKeepsRules] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const current = state.shown?.hand.rules;
  const answer = useAnswer<'read'>(questionOf(asked, keepsRules ? current : undefined));
  const hands = answer.done?.hands ?? [];

  const take = async (source: string | File) => {
    const content = typeof source === 'string' ? source : await readFile(source);
    const refused = content === null ? 'load.paste.unreadable' : isTooLong(content) ? 'load.paste.too_long' : null;
    const tooLong = content === null && typeof source !== 'string' && source.size > MOST_MEGABYTES * 1_000_000;
    setRefusal(tooLong ? 'load.paste.too_long' : refused);
    if (content === null || refused !== null) return setAsked('');
    setText(content);
    setAsked(content);
  };
  const results = answer.done?.results ?? [];
  const leftOut = answer.done?.left_out ?? [];
  const show = (hand: Hand, place = 0) => {
    const linked = answer.done?.kind === 'link' ? fromFragment(asked.slice(asked.indexOf('#'))) : null;
    const file = hands.length > 1 ? { hands, results, place, left: linked?.file?.left ?? {} } : null;
    const point = file === null ? linked : file.left[place];
    if (answer.done?.kind === 'text' && file === null && asked.trim() !== hand.deal) {
      announce(t('load.paste.read_as', { deal: hand.deal }), hand.deal);
    }
    dispatch({ do: 'load', hand, at: point?.at ?? 0, lines: point?.lines, file });
    dispatch({ do: 'dialog', dialog: null });
  };
  const onlyHand = hands.length + leftOut.length === 1 ? hands[0] : undefined;
  useEffect(() => {
    if (onlyHand !== undefined) show(onlyHand);
  }, [onlyHand]);
  useEffect(() => {
    if (state.pasted) void take(state.pasted);
  }, [state.pasted]);
  const error = refusal === null ? answer.error?.message : t(refusal, { megabytes: MOST_MEGABYTES });
  return (
    <form
      class="load-form"
      onSubmit={(event) => {
        event.preventDefault();
        void take(text);
      }}
    >
      <label class="field">
        <span>{t('load.paste.label')}</span>
        <textarea
          rows={6}
          value={text}
          spellcheck={false}
          data-autofocus
          aria-invalid={error !== undefined}
          aria-describedby="paste-about paste-error"
          placeholder="N:Q3.QJ743.T64.73 4.985.KJ873.962 A7.T2.AQ2.KQT85 KT986.AK6.95.A4 | J52...J"
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <div id="paste-error" role="alert">
        {error !== undefined && <p class="error">{error}</p>}
      </div>
      <p class="quiet" id="paste-about">
        {t('load.paste.about')}
      </p>
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
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              event.currentTarget.value = ''; // so that the same file can be chosen again
              if (file !== undefined) void take(file);
            }}
          />
        </label>
      </div>
      {hands.length + leftOut.length > 1 && <ChooseHand {...{ hands, results, leftOut }} onChoose={show} />}
    </form>
  );
}

function questionOf(text: string, rules: string | undefined): Question<'read'> | null {
  return text ? { question: 'read', text, ...(rules ? { rules } : {}) } : null;
}

interface ChooseProperties {
  hands: Hand[];
  results: (PlayResult | null)[];
  leftOut: string[];
  onChoose: (hand: Hand, place: number) => void;
}

function ChooseHand({ hands, results, leftOut, onChoose }: ChooseProperties) {
  const texts = useTexts();
  const { count } = texts;
  return (
    <fieldset class="choose-hand">
      <legend>
        <span role="status">{count('load.paste.choose', hands.length)}</span>
      </legend>
      <ol>
        {hands.map((hand, place) => (
          <li key={place}>
            <button type="button" onClick={() => onChoose(hand, place)}>
              <strong>
                {place + 1}. {datedTitle(hand)}
              </strong>
              {outcome(texts, hand, results[place]) || <code>{hand.deal}</code>}
            </button>
          </li>
        ))}
      </ol>
      {leftOut.length > 0 && (
        <div class="error">
          <p>{count('load.paste.left_out', leftOut.length)}</p>
          <ul>
            {leftOut.map((error, place) => (
              <li key={place}>{error}</li>
            ))}
          </ul>
        </div>
      )}
    </fieldset>
  );
}

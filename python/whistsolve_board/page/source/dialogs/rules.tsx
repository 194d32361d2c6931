/** The rules: a preset and every option, each explained where it is set. */

import { useEffect, useState } from 'preact/hooks';

import { useAnswer } from '../answers';
import { useBoard, useTexts } from '../contexts';
import { withFields } from '../hand';
import type { Question, RulesAnswer } from '../protocol';
import { matches, optionNamed, readDraft, withOption, withoutOption } from '../rules/draft';
import { OptionField } from '../rules/option';

export function RulesDialog() {
  const { state, dispatch, announce } = useBoard();
  const { t, rules: inWords } = useTexts();
  const before = state.shown?.hand.rules ?? state.rules;
  const [asked, setAsked] = useState(before);
  const [changed, setChanged] = useState<string | null>(null);
  const [good, setGood] = useState<RulesAnswer | null>(null);
  const answer = useAnswer<'rules'>({ question: 'rules', rules: asked });
  useEffect(() => {
    if (answer.done !== null) setGood(answer.done);
  }, [answer.done]);
  const rules = answer.done ?? good;
  const fault = useFit(answer.done, before);
  if (rules === null) return answer.error === null ? null : <p class="error">{answer.error.message}</p>;

  const wrong = answer.error === null ? [] : optionsWrong(answer.error.message, changed, rules);
  const change = (name: string | null, text: string) => {
    setChanged(name);
    setAsked(text);
  };
  const apply = () => {
    if (answer.done === null) return;
    if (state.shown !== null && fault === null) {
      const hand = withFields(state.shown.hand, { rules: answer.done.rules });
      dispatch({ do: 'show', hand, at: state.shown.at });
    } else dispatch({ do: 'rules', rules: answer.done.rules });
    dispatch({ do: 'dialog', dialog: null });
    announce(t('rules.applied', { rules: inWords(answer.done.rules) }));
  };
  return (
    <div class="rules-dialog">
      <Preset rules={rules} onChoose={(preset) => change(null, preset)} />
      <Options
        rules={rules}
        asked={answer.done?.rules ?? asked}
        error={answer.error?.message ?? null}
        wrong={wrong}
        onChange={change}
      />
      <div class="dialog-foot">
        <p>{inWords(answer.done?.rules ?? asked)}</p>
        <div role="alert">
          {answer.error !== null && (
            <p class="error">{wrong.length ? t('rules.wrong', { options: wrong.join(', ') }) : answer.error.message}</p>
          )}
          {fault !== null && <p class="error">{t('rules.unfit', { message: fault })}</p>}
        </div>
        <div class="form-buttons">
          <button type="button" class="primary" disabled={answer.done === null} onClick={apply}>
            {t(state.shown === null || fault !== null ? 'rules.apply_new' : 'rules.apply')}
          </button>
          {asked !== before && (
            <button type="button" onClick={() => change(null, answer.error === null ? before : rules.rules)}>
              {t(answer.error === null ? 'rules.start_again' : 'rules.take_back')}
            </button>
          )}
        </div>
      </div>
    </div>
  );
}

/** The option that a message is about, and the one that was changed last: the error stands beside both. */
function optionsWrong(message: string, changed: string | null, rules: RulesAnswer): string[] {
  return [...new Set([optionNamed(message, rules), changed])].filter((name) => name !== null);
}

/** Why the hand on the board cannot be shown with other rules. */
function useFit(rules: RulesAnswer | null, before: string): string | null {
  const { state } = useBoard();
  const { shown } = state;
  const question: Question<'position'> | null =
    shown === null || rules === null || rules.rules === before
      ? null
      : { question: 'position', hand: withFields(shown.hand, { rules: rules.rules }), at: shown.at };
  return useAnswer<'position'>(question).error?.message ?? null;
}

function Preset({ rules, onChoose }: { rules: RulesAnswer; onChoose: (preset: string) => void }) {
  const { t, rules: inWords } = useTexts();
  return (
    <div class="field">
      <label class="field">
        <span>{t('rules.preset')}</span>
        <select value={rules.preset} data-autofocus onChange={(event) => onChoose(event.currentTarget.value)}>
          {rules.presets.map(({ name }) => (
            <option key={name} value={name}>
              {inWords(name)}
            </option>
          ))}
        </select>
      </label>
      <p class="quiet">{rules.presets.find(({ name }) => name === rules.preset)?.text}</p>
    </div>
  );
}

interface OptionsProperties {
  rules: RulesAnswer;
  /** The text that is on its way to be rules. */
  asked: string;
  error: string | null;
  /** The options that the error is about. */
  wrong: string[];
  onChange: (name: string, text: string) => void;
}

function Options({ rules, asked, error, wrong, onChange }: OptionsProperties) {
  const { t, count } = useTexts();
  const [search, setSearch] = useState('');
  const [onlyDiffering, setOnlyDiffering] = useState(false);
  const { set } = readDraft(asked);
  const groups = rules.groups
    .map(({ title, options }) => ({
      title,
      differing: options.filter(({ differs }) => differs).length,
      options: options.filter(
        (option) =>
          wrong.includes(option.name) || (matches(option, search.trim()) && (!onlyDiffering || option.differs)),
      ),
    }))
    .filter(({ options }) => options.length > 0);
  const filtered = search.trim() !== '' || onlyDiffering;
  const found = groups.reduce((sum, { options }) => sum + options.length, 0);
  return (
    <>
      <div class="form-buttons">
        <label class="field-inline">
          <span>{t('rules.search')}</span>
          <input type="search" value={search} onInput={(event) => setSearch(event.currentTarget.value)} />
        </label>
        <label class="switch">
          <input
            type="checkbox"
            checked={onlyDiffering}
            onChange={(event) => setOnlyDiffering(event.currentTarget.checked)}
          />
          {t('rules.only_differing')}
        </label>
        <span class="quiet" role="status">
          {filtered && count('rules.found', found)}
        </span>
      </div>
      <div>
        {groups.map(({ title, differing, options }) => (
          <details
            key={title}
            class="option-group"
            open={filtered || options.some(({ name }) => wrong.includes(name)) || undefined}
          >
            <summary>
              {title}
              {differing > 0 && <span class="role">{count('rules.differing', differing)}</span>}
            </summary>
            {options.map((option) => (
              <OptionField
                key={option.name}
                option={option}
                value={set.get(option.name) ?? option.value}
                error={wrong.includes(option.name) ? error : null}
                onChange={(value) => onChange(option.name, withOption(asked, option.name, value))}
                onReset={() => onChange(option.name, withoutOption(asked, option))}
              />
            ))}
          </details>
        ))}
      </div>
    </>
  );
}

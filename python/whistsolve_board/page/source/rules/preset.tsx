/** The rules that a hand is loaded or dealt by: a preset, or those that the board has. */

import { useAnswer } from '../answers';
import { useBoard, useTexts } from '../contexts';
import type { RulesAnswer } from '../protocol';

interface Properties {
  rules: string;
  onChoose: (rules: string) => void;
}

export function PresetChoice({ rules, onChoose }: Properties) {
  const { state } = useBoard();
  const { t, rules: inWords } = useTexts();
  const described = useRules(rules);
  const presets = described?.presets ?? [];
  const names = presets.map(({ name }) => name);
  const others = [...new Set([state.rules, rules])].filter((each) => !names.includes(each));
  const summary = presets.find(({ name }) => name === rules)?.text ?? inWords(rules);
  return (
    <div class="field">
      <label class="field">
        <span>{t('rules.title')}</span>
        <select value={rules} onChange={(event) => onChoose(event.currentTarget.value)}>
          {[...others, ...names].map((name) => (
            <option key={name} value={name}>
              {inWords(name)}
            </option>
          ))}
        </select>
      </label>
      {described !== null && <p class="quiet">{summary}</p>}
    </div>
  );
}

/** Rules in words; `null` until they are known. */
export function useRules(rules: string): RulesAnswer | null {
  return useAnswer<'rules'>({ question: 'rules', rules }).done;
}

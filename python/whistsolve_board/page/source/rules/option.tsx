/** One option of the rules: what it decides, its values with what they mean, and the control that sets it. */

import { useTexts } from '../contexts';
import type { RuleOption } from '../protocol';

const TEXT = { type: 'text', spellcheck: false } as const;

interface Properties {
  option: RuleOption;
  /** What is set, which the rules may not take. */
  value: string;
  /** Why not. */
  error: string | null;
  onChange: (value: string) => void;
  onReset: () => void;
}

export function OptionField({ option, value, error, onChange, onReset }: Properties) {
  const { t } = useTexts();
  const { name, meaning, values, range, form } = option;
  const isList = form === 'single' && values.length > 0;
  const isOther = isList && !values.some((each) => each.value === value);
  const differs = value !== option.default;
  const id = `rule-${name}`;
  return (
    <fieldset class={`option ${differs ? 'option-differs' : ''}`} aria-describedby={`${id}-about`}>
      <legend>
        <code>{name}</code>
        {differs && <span class="role">{t('rules.differs')}</span>}
      </legend>
      <p id={`${id}-about`}>{meaning}</p>
      {option.follows && <p class="quiet">{t('rules.follows', { text: option.follows })}</p>}
      {isList &&
        values.map((each) => (
          <label key={each.value} class="option-value">
            <input type="radio" name={id} checked={each.value === value} onChange={() => onChange(each.value)} />
            <span>
              <code>{each.value}</code> {each.meaning}
            </span>
          </label>
        ))}
      {(!isList || range !== null) && (
        <label class="option-input">
          <span>{range === null ? t('rules.value') : t('rules.range', { low: range[0], high: range[1] })}</span>
          <input
            {...(range !== null && form === 'single' ? { type: 'number' as const, min: range[0], max: range[1] } : TEXT)}
            value={isList && !isOther ? '' : value}
            aria-invalid={error !== null}
            aria-describedby={error === null ? undefined : `${id}-error`}
            onChange={(event) => {
              if (event.currentTarget.value.trim()) onChange(event.currentTarget.value);
            }}
          />
        </label>
      )}
      {!isList && values.length > 0 && (
        <ul class="option-list quiet">
          {values.map((each) => (
            <li key={each.value}>
              <code>{each.value}</code> {each.meaning}
            </li>
          ))}
        </ul>
      )}
      {form === 'penalty' && <p class="quiet">{t('rules.penalty')}</p>}
      <div role="alert">
        {error !== null && (
          <p class="error" id={`${id}-error`}>
            {error}
          </p>
        )}
      </div>
      {differs && (
        <button type="button" class="small" aria-label={t('rules.reset_label', { name, value: option.default })} onClick={onReset}>
          {t('rules.reset', { value: option.default })}
        </button>
      )}
    </fieldset>
  );
}

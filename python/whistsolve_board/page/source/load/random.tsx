/** A random deal, perhaps under conditions. */

import { useEffect, useRef, useState } from 'preact/hooks';

import { useAsking } from '../asking';
import { useBoard, useTexts } from '../contexts';
import { parseDeal } from '../hand';
import type { RulesAnswer } from '../protocol';
import { PresetChoice, useRules } from '../rules/preset';
import type { Key } from '../texts';
import { DealPreview } from './preview';

export function RandomDeal() {
  const { state, dispatch } = useBoard();
  const { t, number } = useTexts();
  const [rules, setRules] = useState(state.rules);
  const [seed, setSeed] = useState('');
  const described = useRules(rules);
  const asker = useAsking<'deal'>();
  const { done, error, waiting, part } = asker;
  const where = state.where;
  const setWhere = (text: string) => dispatch({ do: 'where', where: text });
  const deal = (chosen: string) =>
    void asker.ask({
      question: 'deal',
      rules,
      ...(where.trim() ? { where } : {}),
      ...(chosen.trim() ? { seed: Number(chosen) } : {}),
    });
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => shown.current?.scrollIntoView({ block: 'nearest' }), [done]);
  const wrong = error === null ? null : error.message.startsWith('seed') ? 'seed' : 'where';
  const message = error === null ? null : <p class="error">{error.message}</p>;
  return (
    <form
      class="load-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        deal(seed);
      }}
    >
      <PresetChoice rules={rules} onChoose={setRules} />
      <label class="field">
        <span>{t('load.random.where')}</span>
        <input
          type="text"
          class="code"
          value={where}
          maxLength={1000}
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          data-autofocus
          placeholder={t('load.random.where_none')}
          aria-invalid={wrong === 'where'}
          aria-describedby="random-where-error"
          onInput={(event) => setWhere(event.currentTarget.value)}
        />
      </label>
      <div id="random-where-error" role="alert">
        {wrong === 'where' && message}
      </div>
      <Examples rules={described} onChoose={(text) => setWhere(where.trim() ? `${where.trim()} and ${text}` : text)} />
      <label class="field field-short">
        <span>{t('load.random.seed')}</span>
        <input
          type="number"
          min={0}
          max={4294967295}
          step={1}
          value={seed}
          placeholder={t('load.random.seed_any')}
          aria-invalid={wrong === 'seed'}
          aria-describedby="random-seed-error"
          onInput={(event) => setSeed(event.currentTarget.value)}
        />
      </label>
      <div id="random-seed-error" role="alert">
        {wrong === 'seed' && message}
      </div>
      <div class="form-buttons">
        <button type="submit" class={done === null ? 'primary' : ''} disabled={waiting}>
          {t('load.random.deal')}
        </button>
        {waiting && (
          <button type="button" onClick={asker.cancel}>
            {t('form.cancel')}
          </button>
        )}
        <span class="quiet" role="status">
          {waiting && t('load.random.waiting')}
          {waiting && part !== null && ` ${number(part.done, 0)}`}
          {done !== null && t('load.random.found', { seed: done.seed })}
        </span>
      </div>
      {done !== null && (
        <div class="found-deal" ref={shown}>
          <DealPreview deal={parseDeal(done.hand.deal)} />
          <div class="form-buttons">
            <button
              type="button"
              class="primary"
              onClick={() => {
                dispatch({ do: 'load', hand: done.hand });
                dispatch({ do: 'dialog', dialog: null });
              }}
            >
              {t('load.random.show')}
            </button>
            <button
              type="button"
              onClick={() => {
                setSeed('');
                deal('');
              }}
            >
              {t('load.random.another')}
            </button>
          </div>
        </div>
      )}
    </form>
  );
}

/** Conditions to start from, for the hands and cards of the rules. */
function Examples({ rules, onChoose }: { rules: RulesAnswer | null; onChoose: (text: string) => void }) {
  const { t } = useTexts();
  if (rules === null) return null;
  return (
    <details class="examples">
      <summary>{t('load.random.examples')}</summary>
      <p class="quiet">{t('load.random.examples_about')}</p>
      <ul>
        {examplesFor(rules).map(([text, meaning]) => (
          <li key={text}>
            <button type="button" onClick={() => onChoose(text)}>
              <code>{text}</code>
            </button>
            <span class="quiet">{t(meaning)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function examplesFor({ seats, deck, kitty_size, strains }: RulesAnswer): [text: string, meaning: Key][] {
  const [one = 'N', , other = 'S'] = seats;
  const partner = seats.length === 4 ? other : (seats[1] ?? other);
  const examples: [string, Key][] = [
    [`spades(${one}) >= 6`, 'load.random.example.length'],
    [`4 <= hearts(${partner}) <= 5`, 'load.random.example.range'],
    [`shape(${one}, "any 4440 + 54xx")`, 'load.random.example.shape'],
    [`hcp(${one}) + hcp(${partner}) >= 24`, 'load.random.example.points'],
    [`aces(${one}) > aces(${partner})`, 'load.random.example.aces'],
    [`longest(${one}) >= 7`, 'load.random.example.longest'],
    [`voids(${one}) >= 1`, 'load.random.example.void'],
  ];
  if (deck.includes('BJ')) examples.push([`"BJ" in ${one}`, 'load.random.example.card']);
  if (kitty_size > 0) examples.push(['hcp(kitty) == 0', 'load.random.example.kitty']);
  if (strains[0] !== undefined) examples.push([`tricks(${one}, ${strains[0]}) >= 9`, 'load.random.example.tricks']);
  return examples;
}

/** Rules that are being changed, as text: a preset, then options that differ from it. */

import type { RuleOption, RulesAnswer } from '../protocol';

export interface Draft {
  preset: string;
  set: ReadonlyMap<string, string>;
}

export function readDraft(text: string): Draft {
  const words = text.split(/\s+/).filter(Boolean);
  const preset = words[0] !== undefined && !words[0].includes('=') ? (words.shift() as string) : 'bid_whist';
  return { preset, set: new Map(words.map((word) => word.split(/=(.*)/s, 2) as [string, string])) };
}

export function writeDraft({ preset, set }: Draft): string {
  return [preset, ...[...set].map(([name, value]) => `${name}=${value}`)].join(' ');
}

export function withOption(text: string, name: string, value: string): string {
  const draft = readDraft(text);
  // Words are set apart by blanks: several cards or numbers in one value have commas.
  const word = value.trim().replace(/[\s,]+/g, ',');
  return writeDraft({ ...draft, set: new Map(draft.set).set(name, word) });
}

/** An option as if it had not been touched: as its default, which may follow from others. */
export function withoutOption(text: string, { name, default: usual }: RuleOption): string {
  const draft = readDraft(text);
  if (!draft.set.has(name)) return withOption(text, name, usual);
  const set = new Map(draft.set);
  set.delete(name);
  return writeDraft({ ...draft, set });
}

/** The option that a message begins with, as those on options that do not go together do. */
export function optionNamed(message: string, rules: RulesAnswer): string | null {
  const [first = ''] = message.split(' ', 1);
  return rules.groups.some(({ options }) => options.some(({ name }) => name === first)) ? first : null;
}

/** Whether an option is what is looked for: all words in its name, its meaning or those of its values. */
export function matches(option: RuleOption, search: string): boolean {
  const values = option.values.flatMap(({ value, meaning }) => [value, meaning]);
  const text = [option.name, option.name.replaceAll('_', ' '), option.meaning, ...values].join(' ').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

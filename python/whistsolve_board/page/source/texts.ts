/** All texts of the page: those of en.json, in functions. A key that it does not have is an error of the type checker. */

import english from './en.json';

import { isJoker, plainCard, rankOf, suitOf, parseStrain } from './cards';

/** The language of the texts, for numbers and plurals. */
export const LANGUAGE = 'en';

export type Key = keyof typeof english;
export type Values = Readonly<Record<string, string | number>>;

/** Keys that come as `….one` and `….other`. */
export type PluralKey = Key extends infer Each ? (Each extends `${infer Stem}.one` ? Stem : never) : never;

export interface Texts {
  /** The text of a key, `{name}` in it replaced by values. */
  t: (key: Key, values?: Values) => string;
  /** The text for so many of something: `{count}` in it is the number. */
  count: (stem: PluralKey, count: number, values?: Values) => string;
  /** A card in words: "king of hearts". */
  card: (card: string) => string;
  /** A seat in words: "North", "hand 2". */
  seat: (seat: string) => string;
  /** Rules in words: "Whist", "Cutthroat for three, one joker". */
  rules: (rules: string) => string;
  /** A strain in words: "spades uptown". */
  strain: (strain: string) => string;
  number: (value: number, digits?: number) => string;
}

function makeTexts(): Texts {
  const catalogue: Readonly<Record<string, string>> = english;
  const plurals = new Intl.PluralRules(LANGUAGE);
  const t = (key: Key, values: Values = {}) =>
    (catalogue[key] ?? key).replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  /** A preset, or an option with its value: those without a text of their own by their names. */
  const ruleWords = (word: string) => {
    const [name, value] = word.replaceAll('_', ' ').split('=') as [string, string?];
    if (value === undefined) return catalogue[`preset.${word}`] ?? word;
    const key = [word, word.replace(/=.*/, '')].map((each) => `option.${each}`).find((each) => each in catalogue);
    return t((key ?? 'option.any') as Key, { name, value });
  };
  return {
    t,
    count: (stem, count, values = {}) =>
      t(`${stem}.${plurals.select(count) === 'one' ? 'one' : 'other'}` as Key, { ...values, count }),
    card: (text) => {
      const card = plainCard(text);
      const named = text.split(':')[1];
      if (isJoker(card)) {
        const joker = t(card === 'BJ' ? 'card.BJ' : 'card.LJ');
        return named === undefined ? joker : t('card.naming', { joker, suit: t(`suit.${named}` as Key) });
      }
      return t('card.of_suit', {
        rank: t(`rank.${rankOf(card)}` as Key),
        suit: t(`suit.${suitOf(card) ?? ''}` as Key),
      });
    },
    seat: (seat) => (/^\d+$/.test(seat) ? t('seat.number', { number: seat }) : t(`seat.${seat}` as Key)),
    rules: (text) => text.split(' ').map(ruleWords).join(', '),
    strain: (text) => {
      const { trump, direction } = parseStrain(text);
      return t('strain.name', { trump: t(`suit.${trump}` as Key), direction: t(`direction.${direction}` as Key) });
    },
    number: (value, digits = 1) =>
      new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: digits }).format(value),
  };
}

export const texts = makeTexts();

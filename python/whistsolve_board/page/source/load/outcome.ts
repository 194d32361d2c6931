/** The contract of a hand and what became of it, in words: how the hands of a file are told apart. */

import type { Hand, PlayResult } from '../protocol';
import type { Texts } from '../texts';

/** When a hand of a file was played; hands of one event have the same title. */
export function datedTitle({ title = '', tags = '' }: Hand): string {
  const when = [...tags.matchAll(/^\[(?:UTC)?(?:Date|Time) "([^"?]+)"\]$/gm)].map((found) => found[1]);
  return [...when, title].join(' ').trim();
}

/** Empty where there is no contract. */
export function outcome(texts: Texts, hand: Hand, result: PlayResult | null | undefined): string {
  const { t, count } = texts;
  if (hand.strain === undefined || hand.declarer === undefined) return '';
  const strain = texts.strain(hand.strain);
  const contract = t('play.contract', { level: hand.level ?? '', strain, name: texts.seat(hand.declarer) }).trim();
  if (!result) return contract;
  const { tricks, over } = result;
  const became =
    over === null
      ? count('tricks', tricks)
      : over < 0
        ? count('panel.result.set', -over)
        : t('panel.result.made', { count: over });
  return `${contract}, ${became}`;
}

/** Calls as they are shown, and in words: `4+` is 4↑, "4 uptown". */

import { Seen } from './card';
import { ARROWS, SYMBOLS, type Suit } from './cards';
import { useTexts } from './contexts';
import type { Key, Texts } from './texts';

const BID = /^(\d+)(NT|[SHDC])?([-+~])?$/;

interface Bid {
  level: string;
  trump: Suit | 'NT' | undefined;
  direction: keyof typeof ARROWS | undefined;
}

/** `null` for a pass, and whatever else is no bid. */
export function parseBid(call: string): Bid | null {
  const found = BID.exec(call);
  if (found === null) return null;
  const [, level = '', trump, direction] = found;
  return { level, trump: trump as Bid['trump'], direction: direction as Bid['direction'] };
}

export function isPass(call: string): boolean {
  return call.toLowerCase() === 'pass';
}

/** A call in words. */
export function callWords({ t }: Texts, call: string): string {
  if (isPass(call)) return t('call.pass');
  const bid = parseBid(call);
  if (bid === null) return call;
  const words = [
    bid.level,
    ...(bid.trump ? [t(`suit.${bid.trump}` as Key)] : []),
    ...(bid.direction ? [t(`direction.${bid.direction}` as Key)] : []),
  ];
  return words.join(' ');
}

/** A call for the eye, with its words for screen readers. */
export function CallText({ call }: { call: string }) {
  const texts = useTexts();
  const bid = parseBid(call);
  if (bid === null) return <span class="call-text">{callWords(texts, call)}</span>;
  const trump = bid.trump === 'NT' ? texts.t('suit.NT.short') : bid.trump ? SYMBOLS[bid.trump] : '';
  return (
    <span class={`call-text suit-${bid.trump ?? 'none'}`}>
      <Seen said={callWords(texts, call)}>
        {bid.level}
        {trump}
        {bid.direction ? ARROWS[bid.direction] : ''}
      </Seen>
    </span>
  );
}

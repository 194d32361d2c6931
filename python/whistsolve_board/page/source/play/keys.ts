/** Keys of a game: cards that are typed, p passes, u takes back, i asks for a hint. */

import { useEffect, useRef } from 'preact/hooks';

import { takesText, TypedCard } from '../keys';

export interface GameKeys {
  onCard: (card: string) => void;
  onPass: (() => void) | null;
  onTakeBack: (() => void) | null;
  onHint: (() => void) | null;
}

export function useGameKeys(keys: GameKeys): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    const typed = new TypedCard();
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      if (takesText(target)) return;
      const { onCard, onPass, onTakeBack, onHint } = current.current;
      const card = typed.add(event.key.toLowerCase(), event.timeStamp);
      const act = { p: onPass, u: onTakeBack, i: onHint }[event.key.toLowerCase()];
      if (card !== null) onCard(card);
      else if (act) act();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

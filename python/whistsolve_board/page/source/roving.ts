/** One stop of the Tab key for a group of buttons, inside which arrows move (roving tabindex). */

import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

const ITEMS = 'button:not([disabled])';

type Direction = 'left' | 'right' | 'up' | 'down';
const DIRECTIONS: Record<string, Direction> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

/**
 * Keeps the buttons of a container one stop of Tab. The stop is the button focused last, or the one that matches
 * `preferred`, or the first. To be called by the component that renders them, so that it follows every render.
 */
export function useRoving(container: RefObject<HTMLElement | null>, preferred = '[data-stop]'): void {
  useLayoutEffect(() => {
    const items = itemsOf(container.current);
    const stop =
      items.find((item) => item === document.activeElement) ??
      items.find((item) => item.matches(preferred)) ??
      items.find((item) => item.tabIndex === 0) ??
      items[0];
    for (const item of items) item.tabIndex = item === stop ? 0 : -1;
  });
  useLayoutEffect(() => {
    const element = container.current;
    if (element === null) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const target = targetOf(event.key, itemsOf(element));
      if (target === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      target.focus();
    };
    const onFocus = (event: FocusEvent) => {
      const items = itemsOf(element);
      if (!items.includes(event.target as HTMLButtonElement)) return;
      for (const item of items) item.tabIndex = item === event.target ? 0 : -1;
    };
    element.addEventListener('keydown', onKey);
    element.addEventListener('focusin', onFocus);
    return () => {
      element.removeEventListener('keydown', onKey);
      element.removeEventListener('focusin', onFocus);
    };
  }, [container.current]);
}

function itemsOf(element: HTMLElement | null): HTMLButtonElement[] {
  return element === null ? [] : [...element.querySelectorAll<HTMLButtonElement>(ITEMS)];
}

function targetOf(key: string, items: HTMLButtonElement[]): HTMLButtonElement | undefined {
  const place = items.indexOf(document.activeElement as HTMLButtonElement);
  if (place < 0) return undefined;
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  const direction = DIRECTIONS[key];
  if (direction === undefined) return undefined;
  if (direction === 'left') return items[(place - 1 + items.length) % items.length];
  if (direction === 'right') return items[(place + 1) % items.length];
  return nearest(items[place] as HTMLButtonElement, items, direction === 'up' ? -1 : 1);
}

/** The nearest button of the nearest row above or below; none where this is the last row. */
function nearest(from: HTMLButtonElement, items: HTMLButtonElement[], sign: 1 | -1): HTMLButtonElement | undefined {
  const here = from.getBoundingClientRect();
  const beyond = items
    .map((item) => ({ item, box: item.getBoundingClientRect() }))
    .map(({ item, box }) => ({ item, down: sign * (box.top - here.top), aside: Math.abs(box.left - here.left) }))
    .filter(({ down }) => down > here.height / 2);
  const row = Math.min(...beyond.map(({ down }) => down));
  return beyond
    .filter(({ down }) => down < row + here.height / 2)
    .sort((one, other) => one.aside - other.aside)[0]?.item;
}

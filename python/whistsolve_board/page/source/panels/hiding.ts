/** Hiding what a player could not have seen, while a panel asks what he could have known. */

import { useLayoutEffect } from 'preact/hooks';

import { useBoard } from '../contexts';
import type { Hidden } from '../types';

/** Hides cards of the table while the component is there; `null` hides none. */
export function useHidden(hidden: Hidden | null): void {
  const { dispatch } = useBoard();
  const key = JSON.stringify(hidden);
  useLayoutEffect(() => {
    dispatch({ do: 'hide', hidden });
  }, [key]);
  useLayoutEffect(() => () => dispatch({ do: 'hide', hidden: null }), []);
}

/** The game on the table, kept while the tab is open: a reload goes on with it. */

import type { KeptGame } from '../types';

/** The address has the token of this server, so that no other version reads what it kept. */
function place(): string {
  return `whistsolve-game ${location.pathname}`;
}

export function keepGame(kept: KeptGame | null): void {
  try {
    if (kept === null) sessionStorage.removeItem(place());
    else sessionStorage.setItem(place(), JSON.stringify(kept));
  } catch {
    // Not allowed here: the game ends with the page.
  }
}

export function keptGame(): KeptGame | null {
  try {
    return JSON.parse(sessionStorage.getItem(place()) ?? 'null') as KeptGame | null;
  } catch {
    return null;
  }
}

/** Whether the person has done something in a game that is not over. */
export function isUnderWay(kept: KeptGame | null): boolean {
  return kept !== null && kept.view.stage !== 'over' && kept.view.undo_to !== null;
}

/** What the page makes of what a player may know: who sits where, what may be done. */

import type { Game, GameResult, GameView, NewGame, PlayedCard } from '../protocol';

/** A card as it is played: `SA`, `BJ`, `BJ:H`. */
const CARD = /^(?:[SHDC][2-9TJQKA]|[BL]J)(?::[SHDC])?$/;

/** The cards of the middle of the table: those of a trick, and who took it once it is whole. */
export interface TableTrick {
  cards: readonly PlayedCard[];
  winner: string | null;
}

export function isCard(act: string): boolean {
  return CARD.test(act);
}

export function placeOf(view: GameView, name: string | null): number {
  return name === null ? -1 : view.names.indexOf(name);
}

/** Hands clockwise from the person's: his own is the first. */
export function fromPerson(view: GameView): string[] {
  const { chairs, names } = view;
  const start = Math.max(0, chairs.indexOf(placeOf(view, view.person)));
  return chairs.map((_, chair) => names[chairs[(start + chair) % chairs.length] as number] as string);
}

export function isDummy(view: GameView, name: string): boolean {
  return placeOf(view, name) >= view.players;
}

/** Whether two hands are of one side. */
export function areTogether(view: GameView, one: string, other: string): boolean {
  return view.sides[placeOf(view, one)] === view.sides[placeOf(view, other)];
}

/** Acts of the person's turn that are no cards of the hand that plays: calls, strains, answers. */
export function otherActs(view: GameView): string[] {
  return view.legal.filter((act) => view.stage !== 'play' || !isCard(act));
}

/** Cards that may be played now. */
export function playableCards(view: GameView): string[] {
  return view.stage === 'play' && view.your_turn ? view.legal.filter(isCard) : [];
}

/** The trick that lies on the table after an act; a whole one stays until the next is led. */
export function trickAfter(before: GameView | null, view: GameView, act: string | null, hand: string | null): TableTrick {
  if (view.trick.length > 0) return { cards: view.trick, winner: null };
  const led = before?.trick ?? [];
  if (before !== null && act !== null && hand !== null && isCard(act) && before.stage === 'play') {
    const taken = view.tricks_won.findIndex((won, place) => won > (before.tricks_won[place] ?? 0));
    return { cards: [...led, { seat: hand, card: act }], winner: view.names[taken] ?? null };
  }
  return view.last_trick ?? { cards: [], winner: null };
}

/** Tricks of the declarer's side so far, the person's where there is no declarer. */
export function tricksOfSide(view: GameView): { ours: number; theirs: number } {
  const ours = view.names
    .filter((name) => areTogether(view, name, view.person))
    .reduce((sum, name) => sum + (view.tricks_won[placeOf(view, name)] ?? 0), 0);
  const all = view.tricks_won.reduce((sum, won) => sum + won, 0);
  return { ours, theirs: all - ours };
}

/** The next hand after one that is over: the deal passes on, the scores are kept until the game is won. */
export function nextGame({ rules, strength, samples, seat }: Game, view: GameView, result: GameResult): NewGame {
  const players = view.names.slice(0, view.players);
  const step = result.void === 'same_dealer' ? 0 : 1;
  const dealer = players[(players.indexOf(view.dealer) + step) % players.length];
  const scores = players.map((_, player) => (result.scores[player] ?? 0) + (result.points[player] ?? 0));
  const isWon = result.target !== null && scores.some((score) => score >= (result.target ?? 0));
  return {
    rules,
    strength,
    seat,
    seed: newSeed(),
    ...(samples === undefined ? {} : { samples }),
    ...(dealer === undefined ? {} : { dealer }),
    ...(isWon || scores.every((score) => score === 0) ? {} : { scores }),
  };
}

/** The same cards with the person on the next seat. */
export function sameCards(game: Game, view: GameView): NewGame {
  const { acts: _, ...begun } = game;
  const players = view.names.slice(0, view.players);
  const seat = players[(players.indexOf(game.seat) + 1) % players.length] ?? game.seat;
  return { ...begun, seat };
}

export function newSeed(): number {
  return Math.floor(Math.random() * 2 ** 31);
}

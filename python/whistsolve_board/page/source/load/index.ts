/** The ways to get a hand onto the board, in the order of their tabs in the dialog. */

import type { ComponentType } from 'preact';

import type { Key } from '../texts';
import { EnterCards } from './cards';
import { Paste } from './paste';
import { RandomDeal } from './random';

export interface Way {
  key: string;
  title: Key;
  component: ComponentType;
}

export const WAYS: readonly Way[] = [
  { key: 'paste', title: 'load.paste.title', component: Paste },
  { key: 'random', title: 'load.random.title', component: RandomDeal },
  { key: 'cards', title: 'load.cards.title', component: EnterCards },
];

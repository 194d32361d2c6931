/** The ways to get a hand onto the board, in the order of their tabs in the dialog. */

import type { ComponentType } from 'preact';

import type { Key } from '../texts';
import { Paste } from './paste';

export interface Way {
  key: string;
  title: Key;
  component: ComponentType;
}

export const WAYS: readonly Way[] = [{ key: 'paste', title: 'load.paste.title', component: Paste }];

/** The panels beside the table, in the order of their tabs. A panel is mounted while it is open, and no longer. */

import type { ComponentType } from 'preact';

import type { Key } from '../texts';
import type { QuestionName } from '../protocol';
import type { PanelProperties } from '../types';
import { KittyPanel } from './kitty/panel';
import { ResultPanel } from './result/panel';
import { BidsPanel } from './bids';
import { CardsPanel } from './cards';
import { TablePanel } from './table';
import { TracePanel } from './trace/panel';

export interface Panel {
  key: string;
  /** The key of the text on its tab. */
  title: Key;
  component: ComponentType<PanelProperties>;
  /** Without an answer to this question there is no such panel. */
  needs: QuestionName;
}

export const PANELS: readonly Panel[] = [
  { key: 'table', title: 'panel.table.title', component: TablePanel, needs: 'table' },
  { key: 'kitty', title: 'panel.kitty.title', component: KittyPanel, needs: 'discard' },
  { key: 'bids', title: 'panel.bids.title', component: BidsPanel, needs: 'bids' },
  { key: 'cards', title: 'panel.cards.title', component: CardsPanel, needs: 'cards' },
  { key: 'trace', title: 'panel.trace.title', component: TracePanel, needs: 'trace' },
  { key: 'result', title: 'panel.result.title', component: ResultPanel, needs: 'score' },
];

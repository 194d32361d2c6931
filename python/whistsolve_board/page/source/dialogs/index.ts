/** The dialogs of the page: `state.dialog` names the one that is open. */

import type { ComponentType } from 'preact';

import type { QuestionName } from '../protocol';
import type { Key } from '../texts';
import { EditDialog } from './edit';
import { HelpDialog } from './help';
import { LoadDialog } from './load';
import { RulesDialog } from './rules';
import { ShareDialog } from './share';
import { PlayDialog } from './play';

export interface DialogEntry {
  key: string;
  title: Key;
  component: ComponentType;
  /** Whether the header has a button that opens it. */
  button: boolean;
  /** Without an answer to this question there is no such button. */
  needs?: QuestionName;
}

export const DIALOGS: readonly DialogEntry[] = [
  { key: 'load', title: 'dialog.load.title', component: LoadDialog, button: true },
  { key: 'play', title: 'dialog.play.title', component: PlayDialog, button: true, needs: 'new_game' },
  { key: 'edit', title: 'dialog.edit.title', component: EditDialog, button: false },
  { key: 'rules', title: 'dialog.rules.title', component: RulesDialog, button: true },
  { key: 'share', title: 'dialog.share.title', component: ShareDialog, button: true },
  { key: 'help', title: 'dialog.help.title', component: HelpDialog, button: true },
];

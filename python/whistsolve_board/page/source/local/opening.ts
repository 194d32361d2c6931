/** What the page asks as it opens: answered as it is built, so that nobody waits for the engine. */

import { withFields } from '../hand';
import { EXAMPLE } from '../load/example';
import type { Question } from '../protocol';

export const OPENING: readonly Question[] = [
  { question: 'position', hand: EXAMPLE, at: 0 },
  { question: 'trace', hand: withFields(EXAMPLE, { title: '', scores: '' }) },
];

/** What a hand can be taken away as. */

import type { Key } from '../texts';

/** As `write` names them, and a PNG. */
export type Format = 'text' | 'diagram' | 'ptn' | 'svg' | 'png' | 'html' | 'json';

export const FORMATS: readonly { format: Format; title: Key; about: Key }[] = [
  { format: 'text', title: 'share.text', about: 'share.text.about' },
  { format: 'ptn', title: 'share.ptn', about: 'share.ptn.about' },
  { format: 'png', title: 'share.png', about: 'share.png.about' },
  { format: 'diagram', title: 'share.diagram', about: 'share.diagram.about' },
  { format: 'svg', title: 'share.svg', about: 'share.svg.about' },
  { format: 'html', title: 'share.html', about: 'share.html.about' },
  { format: 'json', title: 'share.json', about: 'share.json.about' },
];

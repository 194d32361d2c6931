/** Taking something away: to the clipboard, to a file, as a picture. */

import type { WriteAnswer } from '../protocol';

export interface Copy {
  name: string;
  content: Blob;
  /** The content where it is text, to be copied by hand where the clipboard is not allowed. */
  text: string | null;
}

const SCALE = 2;
const PICTURE = 'image/png';
const PAPER = '#ffffff';

export function copyOf({ name, type, content }: WriteAnswer): Copy {
  return { name, content: new Blob([content], { type }), text: content };
}

/** The picture that an SVG is, at twice its size. */
export async function drawn(svg: WriteAnswer): Promise<Copy> {
  const address = URL.createObjectURL(new Blob([onPaper(svg.content)], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = SCALE * image.naturalWidth;
    canvas.height = SCALE * image.naturalHeight;
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('this browser draws no pictures');
    context.fillStyle = PAPER;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const content = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, PICTURE));
    if (content === null) throw new Error('the picture cannot be drawn');
    return { name: svg.name.replace(/\.svg$/, '.png'), content, text: null };
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** An SVG goes by light or dark where it is looked at; a picture is looked at anywhere. */
function onPaper(svg: string): string {
  return svg.replace('color-scheme:light dark', 'color-scheme:light');
}

/** Whether it could be put onto the clipboard: the browser may not allow it. */
export async function toClipboard({ content, text }: Pick<Copy, 'content' | 'text'>): Promise<boolean> {
  try {
    if (text !== null) await navigator.clipboard.writeText(text);
    else await navigator.clipboard.write([new ClipboardItem({ [PICTURE]: content })]);
    return true;
  } catch {
    return false;
  }
}

export function toFile({ name, content }: Copy): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads it after the click is over.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Files that are dropped or chosen are read in the page, where they are not too long to be deals. */

export const MOST_MEGABYTES = 1;

/** JSON of a text has quotes and escapes around it, and its question. */
const MOST_BYTES = MOST_MEGABYTES * 1_000_000;

/** Whether a text is longer than a question may be. */
export function isTooLong(text: string): boolean {
  return text.length > MOST_BYTES || new Blob([JSON.stringify(text)]).size > MOST_BYTES;
}

/** The text of a file; `null` where it is too long, or cannot be read. */
export async function readFile(file: File): Promise<string | null> {
  if (file.size > MOST_BYTES) return null;
  return file.text().catch(() => null);
}

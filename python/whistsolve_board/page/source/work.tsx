/** How far long work has come. */

import type { WorkDone } from './protocol';

export function Work({ label, work }: { label: string; work: WorkDone | null }) {
  return (
    <label class="work">
      <span class="quiet">{label}</span>
      {work === null ? <progress /> : <progress value={work.done} max={work.of} />}
    </label>
  );
}

/** An estimate with its 95 % interval, drawn: a bar to the mean, a whisker over the interval. */

import type { Interval } from '../protocol';

export interface Scale {
  low: number;
  high: number;
  /** Where bars begin; without it the scale is a cut-out, and the mean is a mark. */
  zero: number | null;
}

interface Properties {
  mean: number;
  interval: Interval | null;
  scale: Scale;
}

const HEIGHT = 12;

export function IntervalBar({ mean, interval, scale }: Properties) {
  const place = (value: number) =>
    Math.max(0, Math.min(100, (100 * (value - scale.low)) / (scale.high - scale.low || 1)));
  const [low, high] = interval ?? [mean, mean];
  const from = place(low ?? scale.low);
  const to = place(high ?? scale.high);
  const middle = HEIGHT / 2;
  const start = scale.zero === null ? null : place(scale.zero);
  return (
    <svg class="interval" viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <rect class="interval-ground" x="0" y="1" width="100" height={HEIGHT - 2} />
      {start !== null && (
        <rect
          class="interval-bar"
          x={Math.min(start, place(mean))}
          y="1"
          width={Math.abs(place(mean) - start)}
          height={HEIGHT - 2}
        />
      )}
      {start !== null && start > 0 && <path class="interval-zero" d={`M${start} 0V${HEIGHT}`} />}
      <path class="interval-whisker" d={`M${from} ${middle}H${to}M${from} 3V${HEIGHT - 3}M${to} 3V${HEIGHT - 3}`} />
      <path class="interval-mean" d={`M${place(mean)} 1V${HEIGHT - 1}`} />
    </svg>
  );
}

/** The scale that holds all values and the finite ends of their intervals. */
export function scaleOf(values: readonly { mean: number; interval: Interval | null }[], zero: boolean): Scale {
  const all = values.flatMap(({ mean, interval }) => [mean, ...(interval ?? [])]).filter((each) => each !== null);
  const low = Math.min(...all, ...(zero ? [0] : []));
  const high = Math.max(...all, ...(zero ? [0] : []));
  return { low, high, zero: zero ? 0 : null };
}

/** A report of advice as a table: a row for each candidate, its estimates drawn and as text. */

import type { ComponentChildren } from 'preact';

import { useTexts } from '../contexts';
import type { Advice, AdviceRow, Interval } from '../protocol';
import { LANGUAGE, type Key, type Texts } from '../texts';
import { IntervalBar, scaleOf, type Scale } from './interval';

/** The text of a row's candidate, as `best` of its report has it. */
export function candidateOf(row: AdviceRow): string {
  if (row.call !== undefined) return row.call;
  if (row.card !== undefined) return row.named ? `${row.card}:${row.named}` : row.card;
  return row.cards?.join(' ') ?? row.strain ?? '';
}

/** Rows by what candidates are compared by: the chance to win the match, or else points, or else tricks. */
export function bestFirst(report: Advice): AdviceRow[] {
  const isBest = (row: AdviceRow) => Number(candidateOf(row) === report.best);
  const value = (row: AdviceRow) => row.equity ?? row.points ?? row.mean_tricks ?? 0;
  return [...report.rows].sort(
    (one, other) =>
      isBest(other) - isBest(one) ||
      value(other) - value(one) ||
      (other.mean_tricks ?? 0) - (one.mean_tricks ?? 0),
  );
}

export type Estimate = 'tricks' | 'make' | 'points' | 'equity';

interface Value {
  mean: number;
  interval: Interval | null;
}

function valueOf(row: AdviceRow, estimate: Estimate): Value | null {
  const mean = estimate === 'tricks' ? row.mean_tricks : row[estimate];
  return mean === null || mean === undefined ? null : { mean, interval: row[`${estimate}_interval`] };
}

/** A number of an estimate as text; chances are percentages. */
export function estimateText(estimate: Estimate, value: number): string {
  return formatted(estimate, value, isChance(estimate) ? 'percent' : 'decimal');
}

function isChance(estimate: Estimate): boolean {
  return estimate === 'make' || estimate === 'equity';
}

function formatted(estimate: Estimate, value: number, style: 'percent' | 'decimal'): string {
  const digits = estimate === 'make' ? 0 : 1;
  // No minus before what is rounded to zero; the types do not know of it yet.
  const signDisplay = 'negative' as 'auto';
  const format = { signDisplay, style, minimumFractionDigits: digits, maximumFractionDigits: digits } as const;
  return new Intl.NumberFormat(LANGUAGE, format).format(value).replace('-', '−');
}

function intervalText(texts: Texts, estimate: Estimate, [low, high]: Interval): string {
  if (low === null || high === null) return texts.t('estimate.unknown');
  // Per cent as the mean above it, without the sign.
  const bound = (value: number) => formatted(estimate, isChance(estimate) ? 100 * value : value, 'decimal');
  return texts.t('estimate.interval', { low: bound(low), high: bound(high) });
}

interface Properties {
  report: Advice;
  caption: string;
  /** Heads the first column. */
  heading: string;
  estimates: readonly Estimate[];
  name: (row: AdviceRow) => ComponentChildren;
  /** What was done at the table. */
  actual?: string | null;
  /** One more column. */
  more?: { heading: string; of: (row: AdviceRow) => ComponentChildren } | undefined;
  busy?: boolean;
}

export function EstimatesTable({ report, caption, heading, estimates, name, actual, more, busy }: Properties) {
  const { t } = useTexts();
  const rows = bestFirst(report);
  const shown = estimates.filter((estimate) => rows.some((row) => valueOf(row, estimate) !== null));
  const scales = new Map(shown.map((estimate) => [estimate, scaleFor(rows, estimate)]));
  return (
    <table class="estimates" aria-busy={busy}>
      <caption class="spoken">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          {shown.map((estimate) => (
            <th key={estimate} scope="col">
              {t(`estimate.${estimate}`)}
            </th>
          ))}
          {more && (
            <th scope="col" class="more-value">
              {more.heading}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const candidate = candidateOf(row);
          const best = candidate === report.best;
          return (
            <tr key={candidate} class={best ? 'is-best' : ''}>
              <th scope="row">
                <span class="candidate">{name(row)}</span>
                {best && <span class="mark mark-best">{t('estimate.best')}</span>}
                {candidate.toLowerCase() === actual?.toLowerCase() && (
                  <span class="mark mark-actual">{t('estimate.actual')}</span>
                )}
              </th>
              {shown.map((estimate) => (
                <td key={estimate}>
                  <EstimateCell value={valueOf(row, estimate)} estimate={estimate} scale={scales.get(estimate) as Scale} />
                </td>
              ))}
              {more && <td class="more-value">{more.of(row)}</td>}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function EstimateCell({ value, estimate, scale }: { value: Value | null; estimate: Estimate; scale: Scale }) {
  const texts = useTexts();
  if (value === null) return <span class="quiet">–</span>;
  return (
    <>
      <span class="estimate-mean">{estimateText(estimate, value.mean)}</span>
      <IntervalBar {...value} scale={scale} />
      {value.interval !== null && <span class="estimate-range">{intervalText(texts, estimate, value.interval)}</span>}
    </>
  );
}

function scaleFor(rows: readonly AdviceRow[], estimate: Estimate): Scale {
  if (estimate === 'make') return { low: 0, high: 1, zero: 0 };
  const values = rows.map((row) => valueOf(row, estimate)).filter((value) => value !== null);
  // Chances to win the match lie close together: their scale is cut to where they are.
  return scaleOf(values, estimate !== 'equity');
}

/** The first sentence of a reason, without what stands in brackets. */
export function shortReason(reason: string): string {
  return reason.replace(/ \([^)]*\)/g, '').replace(/(?<=\.) .*/, '');
}

/** Why the best is the best, in short; all of it where that is not all. */
function Why({ reason }: { reason: string }) {
  const { t } = useTexts();
  const short = shortReason(reason);
  if (short === reason) return <p>{t('estimate.why', { reason })}</p>;
  return (
    <details>
      <summary>{t('estimate.why', { reason: short })}</summary>
      <p class="quiet">{reason}</p>
    </details>
  );
}

/** How far sampling is, what the numbers rest on, and in the end why the best is the best. */
export function SampleLine({ report, waiting }: { report: Advice | null; waiting: boolean }) {
  const texts = useTexts();
  return (
    <>
      <p class="sample-line quiet">
        {waiting && <progress class="sampling" aria-label={texts.t('estimate.sampling')} />}
        {sampleText(texts, report, waiting)}
      </p>
      {report !== null && !waiting && <Why reason={report.reason} />}
    </>
  );
}

function sampleText(texts: Texts, report: Advice | null, waiting: boolean): string {
  if (report === null) return texts.t('estimate.sampling');
  const certain = texts.t(certainty(report));
  if (report.discards === 'estimated') {
    return `${texts.t(waiting ? 'estimate.at_sight' : 'estimate.at_sight_only')} ${certain}`;
  }
  if (report.exact) return texts.count('estimate.exact', report.samples);
  const size = texts.number(report.effective_sample_size);
  return `${texts.count('estimate.samples', report.samples, { size })} ${certain}`;
}

function certainty({ separated }: Advice): Key {
  return separated ? 'estimate.separated' : 'estimate.not_separated';
}

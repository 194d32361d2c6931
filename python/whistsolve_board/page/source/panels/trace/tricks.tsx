/** The cards played, trick by trick, with who played them and what each lost. */

import { useRef } from 'preact/hooks';

import { cardSymbols, Seen, suitClass } from '../../card';
import { useBoard, useTexts } from '../../contexts';
import { useRoving } from '../../roving';
import { lossText, useSeatClass } from '../../seat';
import { useJump } from './losses';

interface Properties {
  line: readonly string[];
  /** Cards of a trick. */
  size: number;
}

export function Tricks({ line, size }: Properties) {
  const { trace } = useBoard();
  const { t } = useTexts();
  const body = useRef<HTMLTableSectionElement>(null);
  useRoving(body, '[aria-current]');
  const tricks = Array.from({ length: Math.ceil(line.length / size) }, (_, trick) => trick);
  return (
    <table class="trace-tricks">
      <caption>
        {t('panel.trace.caption')}
        <span class="quiet">{t('panel.trace.caption_about')}</span>
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('panel.trace.trick')}</th>
          <th scope="colgroup" colSpan={size}>
            {t('panel.trace.cards')}
          </th>
          <th scope="col">{t('panel.trace.value')}</th>
        </tr>
      </thead>
      <tbody ref={body}>
        {tricks.map((trick) => {
          const first = trick * size + 1;
          const last = Math.min(first + size - 1, line.length);
          return (
            <tr key={trick}>
              <th scope="row">{trick + 1}</th>
              {Array.from({ length: size }, (_, turn) => (
                <td key={turn}>
                  {first + turn <= last && <TracedButton number={first + turn} card={line[first + turn - 1] ?? ''} />}
                </td>
              ))}
              <td class="trace-value">{trace.cards.get(last)?.after ?? ''}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** A card of the line; pressing it goes to just before it. */
function TracedButton({ number, card }: { number: number; card: string }) {
  const { state, trace, dispatch } = useBoard();
  const texts = useTexts();
  const seatClass = useSeatClass();
  const jump = useJump();
  const traced = trace.cards.get(number);
  const name = texts.t('line.card', { number, card: texts.card(card) });
  const who = traced && (traced.lost > 0 ? lossText(texts, traced) : texts.seat(traced.seat));
  return (
    <button
      type="button"
      class={`traced ${traced && traced.lost > 0 ? `traced-loss ${seatClass(traced.seat)}` : ''}`}
      aria-current={state.shown?.at === number - 1 ? 'step' : undefined}
      onClick={() => (traced ? jump(traced) : dispatch({ do: 'go', at: number - 1 }))}
    >
      <Seen said={`${name}, ${who ?? texts.t('panel.table.waiting')}`}>
        <span class="traced-seat">{traced?.seat ?? '·'}</span>
        <span class={`traced-card ${suitClass(card)}`}>{cardSymbols(card)}</span>
        {traced !== undefined && traced.lost > 0 && (
          <span class={`loss-mark ${seatClass(traced.seat)}`}>−{traced.lost}</span>
        )}
      </Seen>
    </button>
  );
}

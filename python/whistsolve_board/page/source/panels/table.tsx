/** Tricks by strain and leader, or by strain and declarer with the kitty's best discard, as a heat-map. */

import { useMemo, useRef, useState } from 'preact/hooks';

import { useAnswer } from '../answers';
import { parseStrain } from '../cards';
import { StrainText } from '../card';
import { useBoard, useTexts } from '../contexts';
import { withContract, withFields } from '../hand';
import type { Card, Hand, Position, Question, TableAnswer, TablePart } from '../protocol';
import { useRoving } from '../roving';
import { holderFor } from '../table/contract';
import { isUntaken } from '../table/kitty';
import type { PanelProperties } from '../types';

interface Cell {
  tricks: number;
  high: number;
  discard: Card[] | null;
}

type Cells = ReadonlyMap<string, Cell>;

export function TablePanel({ position }: PanelProperties) {
  const { state, rules } = useBoard();
  const { t } = useTexts();
  const [wanted, setWanted] = useState(true);
  const hand = state.shown?.hand;
  const kitty = wanted && position.kitty !== null;
  const question = useMemo(() => (hand ? questionAbout(hand, kitty) : null), [hand, kitty]);
  const answer = useAnswer<'table', Cells>(question, gatherCells);
  const cells = answer.done ? cellsOf(answer.done) : (answer.parts ?? new Map<string, Cell>());
  const strains = answer.done?.strains ?? rules?.strains ?? [];
  const directions = [...new Set(strains.map((strain) => parseStrain(strain).direction))];
  return (
    <div class="panel-table">
      {position.kitty !== null && (
        <label class="switch">
          <input type="checkbox" checked={wanted} onChange={(event) => setWanted(event.currentTarget.checked)} />
          {t('panel.table.kitty')}
        </label>
      )}
      <p class="quiet">{t(kitty ? 'panel.table.about_kitty' : 'panel.table.about')}</p>
      {answer.error !== null && <p class="error">{answer.error.message}</p>}
      <div aria-busy={answer.waiting}>
        {directions.map((direction) => (
          <HeatMap
            key={direction}
            caption={t(`panel.table.direction.${direction}`)}
            strains={strains.filter((strain) => parseStrain(strain).direction === direction)}
            cells={cells}
            position={position}
            kitty={kitty}
            failed={answer.error !== null}
          />
        ))}
      </div>
    </div>
  );
}

/** What the table depends on, so that it is not asked again for every card that is played. */
function questionAbout(hand: Hand, kitty: boolean): Question<'table'> {
  const rest = { calls: '', level: '', leader: '', played: '', scores: '', title: '' };
  const contract = { strain: '', declarer: '', holder: '', discard: '' };
  const cards = withFields(hand, kitty || !hand.discard ? { ...rest, ...contract } : rest);
  return { question: 'table', hand: cards, kitty };
}

function keyOf(seat: string, strain: string): string {
  return `${seat} ${strain}`;
}

function gatherCells(cells: Cells | null, part: TablePart): Cells {
  const cell = { tricks: part.tricks, high: part.high ?? part.tricks, discard: part.discard ?? null };
  return new Map(cells ?? []).set(keyOf(part.seat, part.strain), cell);
}

function cellsOf({ rows, strains, tricks, high, discards }: TableAnswer): Cells {
  return new Map(
    rows.flatMap((seat, row) =>
      strains.map((strain, column) => {
        const low = tricks[row]?.[column] ?? 0;
        const cell = { tricks: low, high: high?.[row]?.[column] ?? low, discard: discards?.[row]?.[column] ?? null };
        return [keyOf(seat, strain), cell] as const;
      }),
    ),
  );
}

interface MapProperties {
  caption: string;
  strains: string[];
  cells: Cells;
  position: Position;
  kitty: boolean;
  /** Whether cells that are missing will not come. */
  failed: boolean;
}

function HeatMap({ caption, strains, cells, position, kitty, failed }: MapProperties) {
  const { t, seat: seatText } = useTexts();
  const body = useRef<HTMLTableSectionElement>(null);
  useRoving(body, '[aria-pressed=true]');
  return (
    <table class="heat-map">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t(kitty ? 'panel.table.declarer' : 'panel.table.leader')}</th>
          {strains.map((strain) => (
            <th key={strain} scope="col">
              <StrainText strain={strain} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {position.seats.map((seat) => (
          <tr key={seat}>
            <th scope="row">{seatText(seat)}</th>
            {strains.map((strain) => (
              <td key={strain}>
                <HeatCell seat={seat} strain={strain} cell={cells.get(keyOf(seat, strain))} {...{ position, kitty, failed }} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellProperties {
  seat: string;
  strain: string;
  cell: Cell | undefined;
  position: Position;
  kitty: boolean;
  failed: boolean;
}

/** In place of a cell that is being solved, or will not be. */
export function NoCell({ failed }: { failed: boolean }) {
  const { t } = useTexts();
  if (failed) return <span class="heat">–</span>;
  return <span class="heat heat-waiting" aria-label={t('panel.table.waiting')} role="img" />;
}

function HeatCell({ seat, strain, cell, position, kitty, failed }: CellProperties) {
  const { state, dispatch, inPlay } = useBoard();
  const texts = useTexts();
  if (cell === undefined) return <NoCell failed={failed} />;
  const most = Math.max(...position.dealt.map((text) => text.replace(/[.-]/g, '').length));
  // Half of the tricks are in the middle of the colours.
  const share = Math.min(1, cell.tricks / most);
  const heat = Math.abs(2 * share - 1);
  const names = { seat: texts.seat(seat), strain: texts.strain(strain) };
  const choose = () => {
    const hand = state.shown?.hand;
    if (hand === undefined) return;
    const taken = kitty && cell.discard ? { discard: cell.discard.join(' '), holder: '', leader: '' } : {};
    const open = { leader: seat, holder: holderFor(hand, position) };
    dispatch({ do: 'show', hand: withContract(hand, { strain, declarer: seat, level: '', ...(kitty ? taken : open) }) });
  };
  return (
    <button
      type="button"
      class={share < 0.5 ? 'heat heat-few' : 'heat heat-many'}
      style={{ '--heat': String(heat) }}
      aria-pressed={position.strain === strain && position.declarer === seat && !(kitty && isUntaken(state.shown?.hand, inPlay))}
      aria-label={texts.count(kitty ? 'panel.table.cell_kitty' : 'panel.table.cell', cell.tricks, names)}
      onClick={choose}
    >
      {cell.high > cell.tricks ? `${cell.tricks}–${cell.high}` : cell.tricks}
    </button>
  );
}

/** The played hand: what every card, the discard and the bid gave away, by player. */

import { useBoard, useTexts } from '../../contexts';
import { lineOf } from '../../hand';
import { Work } from '../../work';
import { Accounts } from './accounts';
import { Losses } from './losses';
import { Tricks } from './tricks';

export function TracePanel() {
  const { state, inPlay, trace } = useBoard();
  const { t } = useTexts();
  const hand = state.shown?.hand;
  if (hand === undefined || inPlay === null) return <p class="quiet">{t('panel.trace.no_contract')}</p>;
  const line = lineOf(hand);
  if (line.length === 0) return <p class="quiet">{t('panel.trace.no_cards')}</p>;
  return (
    <div class="panel-sections">
      {trace.error !== null && (
        <p class="error" role="alert">
          {trace.error.message}
        </p>
      )}
      {!trace.isDone && trace.error === null && <Work label={t('panel.trace.working')} work={trace.work} />}
      <Losses hasAll={trace.isDone || trace.cards.size === line.length} />
      <Tricks line={line} size={inPlay.seats.length} />
      {trace.analysis !== null && <Accounts analysis={trace.analysis} isDone={trace.isDone} />}
    </div>
  );
}

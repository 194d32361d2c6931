/** Par, and what the hand scores: as it was played, and with best play. */

import { useBoard, useTexts } from '../../contexts';
import type { PanelProperties } from '../../types';
import { Par } from './par';
import { ScoreBefore } from './before';
import { Scores } from './scores';

export function ResultPanel({ position }: PanelProperties) {
  const { inPlay } = useBoard();
  const { t } = useTexts();
  return (
    <div class="panel-sections">
      <ScoreBefore position={position} />
      {inPlay === null ? <p class="quiet">{t('panel.result.no_contract')}</p> : <Scores position={inPlay} />}
      <Par />
    </div>
  );
}

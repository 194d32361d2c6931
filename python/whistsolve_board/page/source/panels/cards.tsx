/** What could have been known in the play: every card of the seat to play, as sampling goes on. */

import { useEffect, useState } from 'preact/hooks';

import { useAnswer } from '../answers';
import { CardText } from '../card';
import { useBoard, useTexts } from '../contexts';
import { withFields } from '../hand';
import type { Advice, AdviceRow, CardsAnswer, CardsPart, OpenCard, PlayerView, Position, Question } from '../protocol';
import type { Texts } from '../texts';
import type { Hidden, PanelProperties, State } from '../types';
import { HideSwitch, hiddenFrom, MoreSamples } from './bids';
import { candidateOf, estimateText, EstimatesTable, SampleLine } from './estimates';
import { useHidden } from './hiding';

const LEAST_SAMPLES = 48;

export function CardsPanel({ position }: PanelProperties) {
  const { state, inPlay, isCurrent, announce } = useBoard();
  const texts = useTexts();
  const { t } = texts;
  const [hides, setHides] = useState(true);
  const [opens, setOpens] = useState(false);
  const [chosen, setChosen] = useState<{ key: string; samples: number } | null>(null);
  const key = JSON.stringify(state.shown);
  const samples = chosen?.key === key ? chosen.samples : LEAST_SAMPLES;
  const seat = inPlay?.to_play ?? null;
  const asks = seat !== null && isCurrent;
  const answer = useAnswer<'cards', CardsPart>(asks ? questionAbout(state, samples) : null, gatherParts);
  const found: CardsPart = answer.done ?? answer.parts ?? {};
  const { report, view } = found;
  useHidden(hides && seat !== null ? hiddenBy(position, seat, view) : null);
  useEffect(() => {
    if (answer.done !== null) announce(summary(texts, answer.done));
  }, [answer.done]);
  if (inPlay === null) return <p class="quiet">{t('panel.cards.no_contract')}</p>;
  if (seat === null) return <p class="quiet">{t('trick.over')}</p>;
  return (
    <div class="panel-advice">
      <p class="quiet">{t('panel.cards.about', { seat: texts.seat(seat) })}</p>
      <div class="advice-choices">
        <HideSwitch checked={hides} onChange={setHides} />
        <button type="button" aria-expanded={opens} onClick={() => setOpens(!opens)}>
          {t('panel.cards.open')}
        </button>
      </div>
      {view !== undefined && view.seat !== view.to_play && (
        <p class="quiet">{t('panel.cards.decides', { seat: texts.seat(view.seat) })}</p>
      )}
      {answer.error !== null && (
        <p class="error" role="alert">
          {answer.error.message}
        </p>
      )}
      {answer.error === null && <SampleLine report={report ?? null} waiting={answer.waiting || !isCurrent} />}
      {found.auction === 'assumed' && <p class="quiet">{t('panel.bids.assumed')}</p>}
      {report !== undefined && (
        <EstimatesTable
          report={report}
          caption={t('panel.cards.caption', { seat: texts.seat(seat) })}
          heading={t('panel.cards.card')}
          estimates={['tricks', 'make', 'points', 'equity']}
          name={(row) => <CardText card={candidateOf(row)} />}
          actual={found.actual ?? null}
          more={opens ? openColumn(texts, answer.done?.open ?? null) : undefined}
          busy={answer.waiting}
        />
      )}
      {report !== undefined && <p class="quiet">{t('estimate.about')}</p>}
      <MoreSamples
        samples={samples}
        done={answer.done !== null && !answer.done.report.exact}
        onMore={(number) => setChosen({ key, samples: number })}
      />
    </div>
  );
}

/** The card after `at` and those before it matter; what came later does not, but for the card that was played. */
function questionAbout({ shown }: State, samples: number): Question<'cards'> | null {
  if (shown === null) return null;
  return { question: 'cards', hand: withFields(shown.hand, { title: '' }), at: shown.at, samples, open: true };
}

function gatherParts(parts: CardsPart | null, part: CardsPart): CardsPart {
  return { ...parts, ...part };
}

/** Hands that the player who decides does not see; before the answer says which, all others. */
function hiddenBy(position: Position, seat: string, view: PlayerView | undefined): Hidden {
  if (view === undefined || view.to_play !== seat) return hiddenFrom(position, seat);
  return { seats: position.seats.filter((_, place) => view.hands[place] === null), kitty: view.kitty === null };
}

/** Tricks of the same side with all hands open, beside what a player could expect. */
function openColumn({ t }: Texts, open: readonly OpenCard[] | null) {
  const values = new Map(open?.map(({ card, tricks }) => [card, tricks]));
  const most = Math.max(...values.values());
  const of = (row: AdviceRow) => {
    const tricks = values.get(candidateOf(row)) ?? values.get(row.card ?? '');
    if (tricks === undefined) return <span class="quiet">…</span>;
    return (
      <span class={tricks === most ? 'open-best' : ''}>
        {tricks}
        {tricks === most && (
          <>
            <span aria-hidden="true"> ✓</span>
            <span class="spoken">, {t('estimate.best')}</span>
          </>
        )}
      </span>
    );
  };
  return { heading: t('panel.cards.open_tricks'), of };
}

function summary(texts: Texts, { report, view }: CardsAnswer): string {
  const row = bestRow(report);
  const best = texts.t('panel.cards.best', { seat: texts.seat(view.to_play), card: texts.card(report.best) });
  if (row?.mean_tricks === null || row === undefined) return best;
  const tricks = estimateText('tricks', row.mean_tricks);
  return `${best} ${texts.t('panel.cards.best_tricks', { tricks })}`;
}

function bestRow(report: Advice): AdviceRow | undefined {
  return report.rows.find((row) => candidateOf(row) === report.best);
}

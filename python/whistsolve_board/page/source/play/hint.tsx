/** What a player of the game's strength would do with the person's cards, and what all hands open would say. */

import { useState } from 'preact/hooks';

import { useAnswer } from '../answers';
import { CallText } from '../calls';
import { CardText, CardsText, StrainText } from '../card';
import { useTexts } from '../contexts';
import { bestFirst, candidateOf, EstimatesTable, SampleLine } from '../panels/estimates';
import type { AdviceRow, Game, GameView, HintAnswer, OpenCard } from '../protocol';
import type { Texts } from '../texts';
import { actText } from './words';

export function Hint({ game, view }: { game: Game; view: GameView }) {
  const texts = useTexts();
  const { t } = texts;
  const [opens, setOpens] = useState(false);
  const answer = useAnswer<'hint'>({ question: 'hint', game });
  const report = answer.done?.report ?? answer.parts?.report ?? null;
  return (
    <section class="hint panel-advice" aria-label={t('play.hint')}>
      <h2>{t('play.hint')}</h2>
      {answer.error !== null && (
        <p class="error" role="alert">
          {answer.error.message}
        </p>
      )}
      <p class="hint-act" role="status">
        {answer.done !== null && adviceText(texts, view.stage, answer.done)}
      </p>
      {(answer.waiting || report !== null) && <SampleLine report={report} waiting={answer.waiting} />}
      {answer.done?.report === null && <p class="quiet">{t('play.hint_heuristic')}</p>}
      {report !== null && (
        <EstimatesTable
          report={report}
          caption={t('play.hint')}
          heading={t('play.hint_candidate')}
          estimates={['tricks', 'make', 'points', 'equity']}
          name={(row) => <Candidate row={row} />}
          busy={answer.waiting}
        />
      )}
      {answer.done !== null && !opens && (
        <button type="button" onClick={() => setOpens(true)}>
          {t('play.hint_open')}
        </button>
      )}
      {opens && <OpenHint game={game} view={view} />}
    </section>
  );
}

/** What was chosen, and the next best where sampling does not tell them apart. */
export function adviceText(texts: Texts, stage: string, { act, report }: Pick<HintAnswer, 'act' | 'report'>): string {
  const said = actText(texts, stage, act);
  const next = report && !report.separated && !report.exact ? bestFirst(report)[1] : undefined;
  if (next === undefined) return texts.t('play.hint_act', { act: said });
  return texts.t('play.hint_act_unclear', { act: said, next: actText(texts, stage, candidateOf(next)) });
}

function Candidate({ row }: { row: AdviceRow }) {
  if (row.call !== undefined) return <CallText call={row.call} />;
  if (row.card !== undefined) return <CardText card={candidateOf(row)} />;
  if (row.cards !== undefined) return <CardsText cards={row.cards} />;
  return row.strain ? <StrainText strain={row.strain} /> : null;
}

/** The second part: it looks at cards that the person cannot see, so it is asked for by itself. */
function OpenHint({ game, view }: { game: Game; view: GameView }) {
  const texts = useTexts();
  const answer = useAnswer<'hint'>({ question: 'hint', game, open: true });
  const open = answer.done?.open;
  if (answer.error !== null) return <p class="error">{answer.error.message}</p>;
  if (open === undefined || open === null) return <p class="quiet">{texts.t('estimate.sampling')}</p>;
  return (
    <>
      <p role="status">{texts.t('play.hint_open_act', { act: actText(texts, view.stage, open.act) })}</p>
      {open.cards !== null && <OpenCards cards={open.cards} texts={texts} />}
    </>
  );
}

function OpenCards({ cards, texts }: { cards: readonly OpenCard[]; texts: Texts }) {
  return (
    <ul class="open-cards">
      {[...cards]
        .sort((one, other) => other.tricks - one.tricks)
        .map(({ card, tricks }) => (
          <li key={card}>
            <CardText card={card} /> {texts.count('tricks', tricks)}
          </li>
        ))}
    </ul>
  );
}

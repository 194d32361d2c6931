/** What could have been known in the auction: every call of a seat at a point of it, as sampling goes on. */

import { useEffect, useRef, useState } from 'preact/hooks';

import { useAnswer } from '../answers';
import { CallText, callWords } from '../calls';
import { formatHand, parseHand } from '../cards';
import { Seen, StrainText } from '../card';
import { useBoard, useTexts } from '../contexts';
import { withFields } from '../hand';
import type { AdviceRow, BidsAnswer, Hand, Position, Question } from '../protocol';
import { useRoving } from '../roving';
import { SeatChoice } from '../seat';
import type { Texts } from '../texts';
import type { PanelProperties } from '../types';
import { candidateOf, estimateText, EstimatesTable, SampleLine } from './estimates';
import { useHidden } from './hiding';

const LEAST_SAMPLES = 96;
const MOST_SAMPLES = 4096;

/** Who is asked about, and how many calls he had heard; `null` before his first one. */
interface Point {
  seat: string;
  call: number | null;
}

export function BidsPanel({ position }: PanelProperties) {
  const { state, rules, announce } = useBoard();
  const texts = useTexts();
  const { t } = texts;
  const hand = state.shown?.hand ?? { deal: '' };
  const [hides, setHides] = useState(true);
  const [chosen, setChosen] = useState<{ key: string; point: Point; samples: number } | null>(null);
  const auction = `${hand.deal} ${hand.dealer ?? ''} ${hand.calls ?? ''}`;
  const first = { seat: position.declarer ?? position.seats[0] ?? '', call: null };
  const { point, samples } = chosen?.key === auction ? chosen : { point: first, samples: LEAST_SAMPLES };
  const choose = (next: Point, number = samples) => setChosen({ key: auction, point: next, samples: number });
  const hasAuction = rules?.has_auction ?? false;
  useHidden(hides && hasAuction ? { ...hiddenFrom(position, point.seat), dealt: true } : null);
  const answer = useAnswer<'bids'>(hasAuction ? questionAbout(hand, point, samples) : null);
  const report = answer.done?.report ?? answer.parts?.report ?? null;
  const known = useLastFor(auction, answer.done);
  useEffect(() => {
    if (answer.done !== null) announce(summary(texts, answer.done));
  }, [answer.done]);
  if (rules !== null && !hasAuction) return <p class="quiet">{t('panel.bids.no_auction')}</p>;
  return (
    <div class="panel-advice">
      <p class="quiet">{t('panel.bids.about')}</p>
      <div class="advice-choices">
        <SeatChoice
          label={t('panel.bids.seat')}
          seats={position.seats}
          value={point.seat}
          onChoose={(seat) => choose({ seat, call: null })}
        />
        <HideSwitch checked={hides} onChange={setHides} />
      </div>
      <Auction calls={callsOf(hand, position, known)} point={point} answer={answer.done} onChoose={choose} />
      <p class="advice-hand">
        <strong>{texts.seat(point.seat)}</strong> <HandText text={position.dealt[position.seats.indexOf(point.seat)]} />
      </p>
      {answer.error !== null && (
        <p class="error" role="alert">
          {answer.error.message}
        </p>
      )}
      {answer.error === null && <SampleLine report={report} waiting={answer.waiting} />}
      {answer.done?.auction === 'assumed' && <p class="quiet">{t('panel.bids.assumed')}</p>}
      {report !== null && (
        <EstimatesTable
          report={report}
          caption={t('panel.bids.caption', { seat: texts.seat(point.seat) })}
          heading={t('panel.bids.call')}
          estimates={['make', 'points', 'equity']}
          name={(row) => <CallName row={row} />}
          actual={answer.done?.actual ?? null}
          busy={answer.waiting}
        />
      )}
      {report !== null && <p class="quiet">{t('estimate.about')}</p>}
      <MoreSamples samples={samples} done={answer.done !== null} onMore={(number) => choose(point, number)} />
    </div>
  );
}

export function HideSwitch({ checked, onChange }: { checked: boolean; onChange: (hides: boolean) => void }) {
  const { t } = useTexts();
  return (
    <label class="switch">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      {t('panel.bids.hide')}
    </label>
  );
}

/** Asks for four times as many layouts, where there may be more. */
export function MoreSamples(properties: { samples: number; done: boolean; onMore: (samples: number) => void }) {
  const { samples, done, onMore } = properties;
  const { t } = useTexts();
  if (!done || samples >= MOST_SAMPLES) return null;
  const more = Math.min(MOST_SAMPLES, 4 * samples);
  return (
    <button type="button" class="more-samples" onClick={() => onMore(more)}>
      {t('estimate.more', { count: more })}
    </button>
  );
}

function CallName({ row }: { row: AdviceRow }) {
  return (
    <>
      <CallText call={row.call ?? ''} />
      {row.strain && (
        <span class="candidate-strain">
          <StrainText strain={row.strain} />
        </span>
      )}
    </>
  );
}

function HandText({ text }: { text: string | undefined }) {
  const { t } = useTexts();
  if (text === undefined) return null;
  return <code aria-label={t('panel.bids.cards')}>{formatHand(parseHand(text))}</code>;
}

/** The question depends on the cards and the auction alone, so that playing a card does not ask again. */
function questionAbout(hand: Hand, { seat, call }: Point, samples: number): Question<'bids'> {
  const cards = withFields(hand, {
    ...{ strain: '', level: '', declarer: '', leader: '', holder: '' },
    ...{ discard: '', played: '', title: '' },
  });
  return { question: 'bids', hand: cards, seat, samples, ...(call === null ? {} : { call }) };
}

export function hiddenFrom(position: Position, seat: string) {
  return { seats: position.seats.filter((other) => other !== seat), kitty: position.kitty !== null };
}

interface Call {
  number: number;
  seat: string;
  call: string;
}

/** The calls of the hand with their seats: as the answer has them, or clockwise until there is one. */
export function callsOf(hand: Hand, position: Position, answer: BidsAnswer | null): Call[] {
  const calls = (hand.calls ?? '').split(/[\s,]+/).filter(Boolean);
  const dealer = position.seats.indexOf(hand.dealer ?? '');
  if (answer === null && dealer < 0) return [];
  return calls.map((call, number) => {
    const chance = answer?.chances.find((each) => each.call === number);
    const clockwise = position.seats[(dealer + 1 + number) % position.seats.length] ?? '';
    return { number, seat: chance?.seat ?? clockwise, call };
  });
}

interface AuctionProperties {
  calls: readonly Call[];
  point: Point;
  answer: BidsAnswer | null;
  onChoose: (point: Point) => void;
}

/** The auction; a call that is pressed is the one that is asked about. */
function Auction({ calls, point, answer, onChoose }: AuctionProperties) {
  const texts = useTexts();
  const list = useRef<HTMLOListElement>(null);
  useRoving(list, '[aria-pressed=true]');
  if (calls.length === 0) return <p class="quiet">{texts.t('panel.bids.no_calls')}</p>;
  const first = calls.find((each) => each.seat === point.seat)?.number;
  const current = point.call ?? (answer?.seat === point.seat ? answer.heard.length : first);
  return (
    <ol class="auction" ref={list} aria-label={texts.t('panel.bids.auction')}>
      {calls.map(({ number, seat, call }) => (
        <li key={number}>
          <button
            type="button"
            aria-pressed={number === current}
            onClick={() => onChoose({ seat, call: number })}
          >
            <Seen said={texts.t('panel.bids.before', { seat: texts.seat(seat), call: callWords(texts, call) })}>
              <span class="auction-seat">{seat}</span> <CallText call={call} />
            </Seen>
          </button>
        </li>
      ))}
    </ol>
  );
}

/** The last answer about the same auction. */
function useLastFor(auction: string, done: BidsAnswer | null): BidsAnswer | null {
  const last = useRef<{ auction: string; done: BidsAnswer } | null>(null);
  if (done !== null) last.current = { auction, done };
  return last.current?.auction === auction ? last.current.done : null;
}

function summary(texts: Texts, { report, seat }: BidsAnswer): string {
  const row = report.rows.find((each) => candidateOf(each) === report.best);
  const make = row?.make ?? null;
  const call = callWords(texts, report.best);
  const best = texts.t('panel.bids.best', { seat: texts.seat(seat), call });
  if (make === null) return best;
  return `${best} ${texts.t('panel.bids.best_makes', { chance: estimateText('make', make) })}`;
}

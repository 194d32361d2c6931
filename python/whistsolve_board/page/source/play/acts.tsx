/** What the person may do beside playing a card: calls, strains, discards, answers, claims. */

import { useRef, useState } from 'preact/hooks';

import { CallText, parseBid } from '../calls';
import { CardText, StrainText } from '../card';
import { isJoker, plainCard, SUITS, SYMBOLS } from '../cards';
import { useTexts } from '../contexts';
import type { GameView } from '../protocol';
import { useRoving } from '../roving';
import { otherActs } from './view';
import { actText } from './words';

interface Properties {
  view: GameView;
  isTurn: boolean;
  onAct: (act: string) => void;
}

/** The acts of the turn as buttons; calls of one level stand in one row. */
export function ActButtons({ view, isTurn, onAct }: Properties) {
  const texts = useTexts();
  const group = useRef<HTMLDivElement>(null);
  useRoving(group);
  const acts = isTurn ? otherActs(view) : [];
  if (acts.length === 0) return null;
  const rows = rowsOf(view.stage, acts);
  return (
    <div class="act-buttons" role="group" aria-label={texts.t('play.acts')} ref={group}>
      {rows.map((row) => (
        <div key={row[0]} class="act-row">
          {row.map((act) => (
            <button key={act} type="button" data-act={act} onClick={() => onAct(act)}>
              <ActLabel act={act} view={view} />
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}

function rowsOf(stage: string, acts: readonly string[]): string[][] {
  if (stage !== 'auction') return [[...acts]];
  const rows = new Map<string, string[]>();
  for (const act of acts) {
    const level = parseBid(act)?.level ?? '';
    rows.set(level, [...(rows.get(level) ?? []), act]);
  }
  return [...rows.values()];
}

function ActLabel({ act, view }: { act: string; view: GameView }) {
  const texts = useTexts();
  if (view.stage === 'auction' && parseBid(act) !== null) return <CallText call={act} />;
  if (view.stage === 'declaration' && /[-+~]$/.test(act)) return <StrainText strain={act} />;
  if (view.stage === 'exchange' && (isJoker(act) || act.length === 2)) return <CardText card={act} />;
  return <>{actText(texts, view.stage, act)}</>;
}

interface DiscardProperties {
  view: GameView;
  chosen: ReadonlySet<string>;
  onConfirm: () => void;
}

export function ConfirmDiscard({ view, chosen, onConfirm }: DiscardProperties) {
  const { t } = useTexts();
  const isWhole = chosen.size === view.discard_number;
  return (
    <div class="confirm-discard">
      <button type="button" class="primary" aria-disabled={!isWhole} onClick={() => isWhole && onConfirm()}>
        {t('play.discard')}
      </button>
      <span role="status">{t('play.discard_count', { count: chosen.size, of: view.discard_number })}</span>
    </div>
  );
}

interface NamingProperties {
  card: string;
  onAct: (act: string) => void;
  onCancel: () => void;
}

/** The suit that a led joker names. */
export function NameSuit({ card, onAct, onCancel }: NamingProperties) {
  const { t, card: cardText } = useTexts();
  const label = t('joker.names', { card: cardText(plainCard(card)) });
  return (
    <div class="name-suit" role="group" aria-label={label}>
      <span>{label}</span>
      {SUITS.map((suit, place) => (
        <button
          key={suit}
          type="button"
          data-act={`${card}:${suit}`}
          class={`card-text suit-${suit}`}
          aria-label={t(`suit.${suit}`)}
          ref={(button) => {
            if (place === 0 && !button?.parentElement?.contains(document.activeElement)) button?.focus();
          }}
          onClick={() => onAct(`${card}:${suit}`)}
        >
          {SYMBOLS[suit]}
        </button>
      ))}
      <button type="button" onClick={onCancel}>
        {t('play.cancel')}
      </button>
    </div>
  );
}

/** Numbers of tricks that may be claimed, the most first; none is a concession. */
function claimable(view: GameView, most: number): number[] {
  const numbers = Array.from({ length: most }, (_, fewer) => most - fewer);
  return view.may.concede ? [...numbers, 0] : numbers;
}

/** Claiming or conceding tricks, and giving up; each is asked for once more. */
export function Claims({ view, isTurn, onAct }: Properties) {
  const { t, count } = useTexts();
  const [open, setOpen] = useState(false);
  const [tricks, setTricks] = useState<number | null>(null);
  const most = isTurn ? view.may.claim : null;
  const resigns = isTurn && view.may.resign;
  if (most === null && !resigns) return null;
  const claimed = Math.min(tricks ?? most ?? 0, most ?? 0);
  const act = (text: string) => {
    setOpen(false);
    setTricks(null);
    onAct(text);
  };
  return (
    <div class="claims">
      <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t('play.claim')}
      </button>
      {open && (
        <div class="claim-form" role="group" aria-label={t('play.claim')}>
          {most !== null && (
            <>
              <label class="choice">
                <span>{t('play.claim_tricks')}</span>
                <select value={claimed} onChange={(event) => setTricks(Number(event.currentTarget.value))}>
                  {claimable(view, most).map((number) => (
                    <option key={number} value={number}>
                      {t('play.claim_of', { count: number, of: view.left })}
                    </option>
                  ))}
                </select>
              </label>
              <button type="button" onClick={() => act(claimed === 0 ? 'concede' : `claim ${claimed}`)}>
                {claimed === 0 ? t('play.act.concede') : count('play.act.claim', claimed)}
              </button>
            </>
          )}
          {resigns && (
            <button type="button" onClick={() => act('resign')}>
              {t('play.act.resign')}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

/** Beside the table of a game: the auction and everything that was done. */

import { useEffect, useRef } from 'preact/hooks';

import { CallText } from '../calls';
import { StrainText } from '../card';
import { useTexts } from '../contexts';
import type { GameView } from '../protocol';
import type { Entry } from '../types';
import { tricksOfSide } from './view';
import { nameIn } from './words';

export function CallsSoFar({ view }: { view: GameView }) {
  const texts = useTexts();
  if (view.calls.length === 0) return null;
  return (
    <section class="game-calls">
      <h2>{texts.t('play.auction')}</h2>
      <ol class="call-list">
        {view.calls.map(({ seat, call }, place) => (
          <li key={place}>
            <span class="quiet">{nameIn(texts, view, seat)}</span> <CallText call={call} />
          </li>
        ))}
      </ol>
    </section>
  );
}

export function Log({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTexts();
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [entries]);
  if (entries.length === 0) return null;
  return (
    <section class="game-log">
      <h2 id="game-log-title">{t('play.log')}</h2>
      <ol ref={list} tabIndex={0} aria-labelledby="game-log-title">
        {entries.map(({ text, acts }) => (
          <li key={acts}>{text}</li>
        ))}
      </ol>
    </section>
  );
}

/** Contract, trumps and tricks on one line. */
export function Standing({ view }: { view: GameView }) {
  const texts = useTexts();
  const { t } = texts;
  const { ours, theirs } = tricksOfSide(view);
  const { contract } = view;
  return (
    <dl class="standing">
      {contract !== null && (
        <div>
          <dt>{t('contract.title')}</dt>
          <dd>
            {contract.level} <StrainText strain={contract.strain} /> {nameIn(texts, view, contract.declarer)}
          </dd>
        </div>
      )}
      {contract === null && view.strain !== null && (
        <div>
          <dt>{t('contract.strain')}</dt>
          <dd>
            <StrainText strain={view.strain} />
          </dd>
        </div>
      )}
      {view.needed !== null && (
        <div>
          <dt>{t('play.needed')}</dt>
          <dd>
            {view.needed}
            {view.kitty_books > 0 && <span class="quiet">{` ${t('play.needed_kitty', { count: view.kitty_books })}`}</span>}
          </dd>
        </div>
      )}
      <div>
        <dt>{t('play.tricks')}</dt>
        <dd>{t('play.tricks_sides', { ours, theirs })}</dd>
      </div>
      <div>
        <dt>{t('play.left')}</dt>
        <dd>{view.left}</dd>
      </div>
    </dl>
  );
}

/** A hand that is over: what became of it, and what to do next. */

import { useEffect, useRef, useState } from 'preact/hooks';

import { useBoard, useConnection, useTexts } from '../contexts';
import type { Game, GameResult, GameView, NewGame } from '../protocol';
import type { Texts } from '../texts';
import { fullName, nameIn } from './words';
import { isDummy, nextGame, placeOf, sameCards } from './view';

interface Properties {
  game: Game;
  view: GameView;
  result: GameResult;
}

export function Result({ game, view, result }: Properties) {
  const { dispatch } = useBoard();
  const connection = useConnection();
  const texts = useTexts();
  const { t } = texts;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const fail = (reason: Error) => {
    setBusy(false);
    setError(reason.message);
  };
  const start = (next: NewGame) => {
    if (busy) return;
    setBusy(true);
    connection
      .ask<'new_game'>({ question: 'new_game', ...next })
      .promise.then((playing) => dispatch({ do: 'playing', playing }))
      .catch(fail);
  };
  const review = () => {
    if (busy) return;
    setBusy(true);
    connection
      .ask<'finished'>({ question: 'finished', game })
      .promise.then(({ hand }) => dispatch({ do: 'load', hand }))
      .catch(fail);
  };
  return (
    <section class="game-result" aria-labelledby="game-result-title">
      <h2 id="game-result-title" tabIndex={-1} ref={title}>
        {resultText(texts, view, result)}
      </h2>
      <Scores view={view} result={result} />
      {error !== null && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      <div class="form-buttons">
        <button type="button" class="primary" aria-disabled={busy} onClick={review}>
          {t('play.review')}
        </button>
        <button type="button" aria-disabled={busy} onClick={() => start(nextGame(game, view, result))}>
          {t('play.next')}
        </button>
        <button type="button" aria-disabled={busy} onClick={() => start(sameCards(game, view))}>
          {t('play.same_cards')}
        </button>
      </div>
    </section>
  );
}

/** What became of the hand, in one line. */
export function resultText(texts: Texts, view: GameView, result: GameResult): string {
  const { t } = texts;
  if (result.void !== null) return t('play.result.void');
  const side = view.sides[placeOf(view, view.declarer ?? view.person)] ?? 0;
  const books = result.books[side] ?? 0;
  if (result.made === null) return texts.count('play.result.tricks', books);
  const contract = view.contract === null ? (result.contract ?? '') : contractText(texts, view, view.contract);
  return t(result.made ? 'play.result.made' : 'play.result.set', { contract, count: books });
}

function contractText(texts: Texts, view: GameView, { level, strain, declarer }: NonNullable<GameView['contract']>) {
  return texts.t('play.contract', { level, strain: texts.strain(strain), name: nameIn(texts, view, declarer) });
}

function Scores({ view, result }: Omit<Properties, 'game'>) {
  const texts = useTexts();
  const { t, number } = texts;
  return (
    <table class="game-scores">
      <caption class="spoken">{t('play.scores')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('play.player')}</th>
          <th scope="col">{t('play.tricks')}</th>
          <th scope="col">{t('estimate.points')}</th>
          <th scope="col">{t('play.score')}</th>
        </tr>
      </thead>
      <tbody>
        {view.names.map((name, player) => (
          <tr key={name}>
            <th scope="row">{fullName(texts, view, name)}</th>
            <td>{result.tricks[player] ?? 0}</td>
            <td>{isDummy(view, name) ? '–' : number(result.points[player] ?? 0)}</td>
            <td>
              {isDummy(view, name) ? '–' : number((result.scores[player] ?? 0) + (result.points[player] ?? 0))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

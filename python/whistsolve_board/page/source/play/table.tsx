/** The table of a game: the person's hand nearest, the others clockwise, the trick in the middle. */

import { useRef } from 'preact/hooks';

import { CallText, isPass } from '../calls';
import { CardText, Seen, suitClass } from '../card';
import { isJoker, parseHand, plainCard, rankOf, showRank, sortForStrain, suitOf, SUITS } from '../cards';
import { useTexts } from '../contexts';
import type { GameView } from '../protocol';
import { useRoving } from '../roving';
import { HiddenCards, SuitRow } from '../table/hands';
import type { Key } from '../texts';
import { areTogether, fromPerson, placeOf, type TableTrick } from './view';
import { fullName, nameIn } from './words';

interface TableProperties {
  view: GameView;
  trick: TableTrick;
  /** Cards of the hand to play that can be pressed now, and what that does. */
  usable: ReadonlySet<string>;
  /** Cards chosen to be given up; `null` at other times. */
  chosen: ReadonlySet<string> | null;
  onCard: (card: string) => void;
}

export function GameTable({ view, trick, ...rest }: TableProperties) {
  const names = fromPerson(view);
  const isRound = names.length === 4;
  return (
    <div class={isRound ? 'hands hands-round' : 'hands game-list'}>
      {names.map((name, chair) => (
        <GameHand key={name} name={name} place={isRound ? `at-${chair}` : chair === 0 ? 'at-own' : ''} view={view} {...rest} />
      ))}
      <GameTrick view={view} trick={trick} names={names} isRound={isRound} />
    </div>
  );
}

interface HandProperties extends Omit<TableProperties, 'trick'> {
  name: string;
  place: string;
}

function GameHand({ name, place, view, usable, chosen, onCard }: HandProperties) {
  const texts = useTexts();
  const suits = useRef<HTMLDivElement>(null);
  useRoving(suits);
  const at = placeOf(view, name);
  const text = view.hands[at] ?? null;
  const cards = text === null ? [] : sortForStrain(parseHand(text), view.strain);
  const count = view.sizes[at] ?? cards.length;
  const acts = (view.hand_to_play ?? view.to_act) === name;
  const isOwn = view.hand_to_play === name || (view.hand_to_play === null && name === view.person);
  const button = (card: string) => (
    <GameCard key={card} card={card} usable={isOwn && usable.has(card)} chosen={isOwn && chosen ? chosen.has(card) : null} onCard={onCard} />
  );
  return (
    <section
      class={`hand ${place} ${acts ? 'hand-to-play' : ''}`}
      aria-label={texts.t(acts ? 'hand.label_to_play' : 'hand.label', { seat: fullName(texts, view, name), count })}
    >
      <h2 class="hand-name">
        {fullName(texts, view, name)}
        {rolesOf(view, name).map((role) => (
          <span key={role} class="role">
            {texts.t(role)}
          </span>
        ))}
        <span class="won">{texts.count('tricks', view.tricks_won[at] ?? 0)}</span>
      </h2>
      {text === null ? (
        count > 0 && <HiddenCards count={count} />
      ) : cards.length === 0 ? null : (
        <div class="suits" ref={suits}>
          {SUITS.map((suit) => (
            <SuitRow key={suit} suit={suit} cards={cards.filter((card) => suitOf(card) === suit)}>
              {button}
            </SuitRow>
          ))}
          {cards.some(isJoker) && (
            <div class="suit suit-joker">
              <span class="suit-symbol" aria-hidden="true">
                ★
              </span>
              <span class="suit-cards">{cards.filter(isJoker).map(button)}</span>
            </div>
          )}
        </div>
      )}
    </section>
  );
}

function rolesOf(view: GameView, name: string): Key[] {
  const roles: Key[] = [];
  if (name === view.dealer) roles.push('play.role.dealer');
  if (name === view.declarer) roles.push('role.declarer');
  else if (name !== view.person && areTogether(view, name, view.person)) roles.push('role.partner');
  return roles;
}

interface CardProperties {
  card: string;
  usable: boolean;
  /** Whether it is chosen to be given up; `null` where none is. */
  chosen: boolean | null;
  onCard: (card: string) => void;
}

/** Not `disabled` where it cannot be played, so that the focus stays in the hand while others act. */
function GameCard({ card, usable, chosen, onCard }: CardProperties) {
  const texts = useTexts();
  return (
    <button
      type="button"
      class={`card ${suitClass(card)} ${usable ? 'card-usable' : 'card-idle'}`}
      data-card={card}
      data-stop={usable || undefined}
      aria-disabled={!usable}
      aria-pressed={chosen ?? undefined}
      onClick={() => usable && onCard(card)}
    >
      <Seen said={texts.card(card)}>
        <span class="card-rank">{isJoker(card) ? card : showRank(rankOf(card))}</span>
        {chosen && <span class="card-chosen">✓</span>}
      </Seen>
    </button>
  );
}

interface TrickProperties {
  view: GameView;
  trick: TableTrick;
  /** Clockwise from the person. */
  names: readonly string[];
  isRound: boolean;
}

function GameTrick({ view, trick, names, isRound }: TrickProperties) {
  const texts = useTexts();
  const { t } = texts;
  const calls = view.stage === 'auction' ? view.calls : [];
  if (view.stage !== 'play' && trick.cards.length === 0 && calls.length === 0) {
    return <p class="trick game-stage">{stageText()}</p>;
  }
  const bidder = calls.filter(({ call }) => !isPass(call)).at(-1)?.seat;
  return (
    <section class="trick" aria-label={t(calls.length ? 'play.auction' : 'trick.title')}>
      {calls.length > 0 && <p class="trick-caption">{t('play.auction')}</p>}
      {trick.winner !== null && (
        <p class="trick-caption">{t('play.trick_to', { name: nameIn(texts, view, trick.winner) })}</p>
      )}
      <ul class={isRound ? 'trick-round' : 'trick-row'}>
        {names.map((name, chair) => {
          const played = trick.cards.find((each) => each.seat === name);
          const called = calls.filter(({ seat }) => seat === name).at(-1);
          const mark = name === (trick.winner ?? bidder) ? 'trick-winner' : '';
          return (
            <li key={name} class={`trick-card at-${chair} ${mark}`}>
              <span class="trick-seat" aria-hidden="true">
                {name === view.person ? t('play.you') : name}
              </span>
              <span class="spoken">{nameIn(texts, view, name)}: </span>
              {called !== undefined ? (
                <CallText call={called.call} />
              ) : played === undefined ? (
                <span class="trick-none">
                  <span aria-hidden="true">·</span>
                  <span class="spoken">{t('trick.nothing')}</span>
                </span>
              ) : (
                <>
                  <CardText card={plainCard(played.card)} />
                  <NamedSuit card={played.card} />
                </>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );

  function stageText(): string {
    return t(view.stage === 'over' ? 'play.over' : (`play.stage.${view.stage}` as Key));
  }
}

/** The suit that a joker named as it was led. */
function NamedSuit({ card }: { card: string }) {
  const { t } = useTexts();
  const suit = card.split(':')[1];
  if (suit === undefined) return null;
  return <span class={`named-suit suit-${suit}`}>{t(`suit.${suit}` as Key)}</span>;
}

/** The hands round the table, every legal card a button with its double-dummy value. */

import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

import { isJoker, parseHand, rankOf, showRank, sortForStrain, suitOf, SUITS, SYMBOLS, type Suit } from '../cards';
import { Seen, suitClass } from '../card';
import { useBoard, useTexts } from '../contexts';
import type { CardValue, Position, PositionInPlay } from '../protocol';
import { useRoving } from '../roving';
import { Trick } from './trick';

/** Four hands lie round the table; other numbers of hands, one below the other. */
export function Hands({ position }: { position: Position }) {
  const { state, inPlay } = useBoard();
  const round = position.seats.length === 4;
  const hands = state.hidden?.dealt ? position.dealt : position.hands;
  const play = state.hidden?.dealt ? null : inPlay;
  return (
    <div class={round ? 'hands hands-round' : 'hands hands-list'}>
      {position.seats.map((seat, index) => (
        <HandOf key={seat} seat={seat} text={hands[index] ?? '...'} inPlay={play} won={play?.won[index]} />
      ))}
      <Trick />
    </div>
  );
}

interface HandProperties {
  seat: string;
  text: string;
  inPlay: PositionInPlay | null;
  won: number | undefined;
}

function HandOf({ seat, text, inPlay, won }: HandProperties) {
  const { state, values } = useBoard();
  const texts = useTexts();
  const element = useRef<HTMLDivElement>(null);
  useRoving(element);
  const cards = sortForStrain(parseHand(text), inPlay?.strain);
  const isHidden = state.hidden?.seats.includes(seat) ?? false;
  const toPlay = inPlay?.to_play === seat;
  const legal = new Set(toPlay ? inPlay.legal : []);
  const valued = new Map(values?.cards.map((value) => [value.card, value]));
  const roles = inPlay === null ? [] : rolesOf(seat, inPlay);
  const first = values?.cards[0]?.card;
  return (
    <section
      class={`hand hand-${seat} ${toPlay ? 'hand-to-play' : ''}`}
      aria-label={texts.t(toPlay ? 'hand.label_to_play' : 'hand.label', {
        seat: texts.seat(seat),
        count: cards.length,
      })}
    >
      <h2 class="hand-name">
        {texts.seat(seat)}
        {roles.map((role) => (
          <span key={role} class="role">
            {texts.t(role)}
          </span>
        ))}
        {won !== undefined && <span class="won">{texts.count('tricks', won)}</span>}
      </h2>
      {isHidden ? <HiddenCards count={cards.length} /> : suits()}
    </section>
  );

  function suits() {
    return (
      <div class="suits" ref={element}>
        {SUITS.map((suit) => (
          <SuitRow key={suit} suit={suit} cards={cards.filter((card) => suitOf(card) === suit)}>
            {(card) => button(card)}
          </SuitRow>
        ))}
        {cards.some(isJoker) && (
          <div class="suit suit-joker">
            <span class="suit-symbol" aria-hidden="true">
              ★
            </span>
            <span class="suit-cards">{cards.filter(isJoker).map((card) => button(card))}</span>
          </div>
        )}
      </div>
    );
  }

  function button(card: string) {
    const value = toPlay ? valued.get(card) : undefined;
    return <CardButton key={card} card={card} legal={legal.has(card)} value={value} isStop={card === first} />;
  }
}

/** Cards face down. */
export function HiddenCards({ count }: { count: number }) {
  const texts = useTexts();
  return (
    <p class="hidden-cards">
      <span class="backs" aria-hidden="true">
        {Array.from({ length: count }, (_, card) => (
          <span key={card} class="back" />
        ))}
      </span>
      {texts.count('hand.hidden', count)}
    </p>
  );
}

function rolesOf(seat: string, { declarer, leader, side }: { declarer: string; leader: string; side: string[] }) {
  const roles: ('role.declarer' | 'role.partner' | 'role.leader')[] = [];
  if (seat === declarer) roles.push('role.declarer');
  else if (side.includes(seat)) roles.push('role.partner');
  if (seat === leader) roles.push('role.leader');
  return roles;
}

interface RowProperties {
  suit: Suit;
  cards: string[];
  children: (card: string) => ComponentChildren;
}

export function SuitRow({ suit, cards, children }: RowProperties) {
  return (
    <div class={`suit suit-${suit} ${cards.length ? '' : 'suit-void'}`}>
      <span class="suit-symbol" aria-hidden="true">
        {SYMBOLS[suit]}
      </span>
      <span class="suit-cards">{cards.length ? cards.map(children) : <span aria-hidden="true">—</span>}</span>
    </div>
  );
}

interface CardProperties {
  card: string;
  legal: boolean;
  value: CardValue | undefined;
  isStop: boolean;
}

function CardButton({ card, legal, value, isStop }: CardProperties) {
  const { play } = useBoard();
  const texts = useTexts();
  const quality = value === undefined || value.high !== undefined ? '' : value.best ? 'card-best' : 'card-worse';
  const name = texts.card(card);
  const worth =
    value === undefined
      ? ''
      : value.high !== undefined
        ? `, ${texts.t('card.bounds', { low: value.tricks, high: value.high })}`
        : `, ${texts.count('card.tricks', value.tricks)}, ${texts.t(value.best ? 'card.best' : 'card.worse')}`;
  return (
    <button
      type="button"
      class={`card ${suitClass(card)} ${quality}`}
      disabled={!legal}
      data-card={card}
      data-stop={isStop || undefined}
      onClick={() => play(card)}
    >
      <Seen said={name + worth}>
        <span class="card-rank">{isJoker(card) ? card : showRank(rankOf(card))}</span>
        {value !== undefined && (
          <span class="card-value">
            {value.tricks}
            {value.high === undefined ? (value.best ? '' : '▾') : `–${value.high}`}
          </span>
        )}
      </Seen>
    </button>
  );
}

/** Every strain with its best discard for one declarer: who names it first may regret it after a look. */

import { useRef, useMemo, useState } from 'preact/hooks';

import { useAnswer } from '../../answers';
import { CardsText, StrainText } from '../../card';
import { useBoard, useTexts } from '../../contexts';
import { withContract, withFields } from '../../hand';
import type { Hand, KittyStrain, Position, Question } from '../../protocol';
import { useRoving } from '../../roving';
import { SeatChoice } from '../../seat';
import { NoCell } from '../table';

interface Properties {
  position: Position;
  /** Whether the question is not to be asked yet, for another one is not answered. */
  waits: boolean;
}

export function Strains({ position, waits }: Properties) {
  const { state, inPlay, rules } = useBoard();
  const texts = useTexts();
  const { t, count } = texts;
  const hand = state.shown?.hand;
  const [chosen, setChosen] = useState<{ of: string | undefined; seat: string } | null>(null);
  const own = inPlay?.declarer;
  const declarer = chosen !== null && chosen.of === own ? chosen.seat : (own ?? position.seats[0] ?? '');
  const question = useMemo(() => (hand ? questionAbout(hand, declarer, own) : null), [hand, declarer, own]);
  const key = JSON.stringify(question);
  const started = useRef('');
  // What was asked once goes on: a strain chosen here has its discard searched for beside it.
  if (!waits) started.current = key;
  const asks = started.current === key;
  const answer = useAnswer<'kitty_strains', readonly KittyStrain[]>(asks ? question : null, gather);
  const found = answer.done?.strains ?? answer.parts ?? [];
  const order = answer.done?.strains.map(({ strain }) => strain) ?? rules?.strains ?? [];
  const named = declarer === own ? found.find(({ strain }) => strain === inPlay?.strain) : undefined;
  const most = Math.max(...found.map(({ tricks }) => tricks));
  const timing = answer.done?.timing;
  return (
    <section>
      <h2>{t('panel.kitty.strains')}</h2>
      <SeatChoice
        label={t('contract.declarer')}
        seats={position.seats}
        value={declarer}
        onChoose={(seat) => setChosen({ of: own, seat })}
      />
      {answer.error !== null && <p class="error">{answer.error.message}</p>}
      {timing !== undefined && (
        <p class="quiet">{t(timing.startsWith('before') ? 'panel.kitty.names_first' : 'panel.kitty.looks_first')}</p>
      )}
      {answer.done !== null && named !== undefined && (
        <p>
          {named.tricks === most
            ? t('panel.kitty.named_best', { strain: texts.strain(named.strain) })
            : count('panel.kitty.named_lost', most - named.tricks, { strain: texts.strain(named.strain) })}
        </p>
      )}
      <StrainTable
        order={order}
        found={new Map(found.map((each) => [each.strain, each]))}
        best={answer.done === null ? [] : answer.done.best}
        position={position}
        declarer={declarer}
        waits={!asks || answer.waiting}
        failed={answer.error !== null}
      />
    </section>
  );
}

/** What the strains' values depend on: not on the one that is named. Holder and leader belong to its declarer. */
function questionAbout(hand: Hand, declarer: string, own: string | undefined): Question<'kitty_strains'> {
  const rest = { calls: '', level: '', strain: '', declarer: '', discard: '', played: '', scores: '', title: '' };
  const others = declarer === own ? {} : { holder: '', leader: '' };
  return { question: 'kitty_strains', hand: withFields(hand, { ...rest, ...others }), declarer };
}

function gather(found: readonly KittyStrain[] | null, part: KittyStrain): readonly KittyStrain[] {
  return [...(found ?? []).filter(({ strain }) => strain !== part.strain), part];
}

interface TableProperties {
  order: readonly string[];
  found: ReadonlyMap<string, KittyStrain>;
  best: readonly string[];
  position: Position;
  declarer: string;
  waits: boolean;
  failed: boolean;
}

function StrainTable({ order, found, best, position, declarer, waits, failed }: TableProperties) {
  const { t } = useTexts();
  const body = useRef<HTMLTableSectionElement>(null);
  useRoving(body, '[aria-pressed=true]');
  return (
    <table class="strain-values" aria-busy={waits}>
      <thead>
        <tr>
          <th scope="col">
            <span class="spoken">{t('contract.strain')}</span>
          </th>
          <th scope="col">{t('panel.kitty.tricks')}</th>
          <th scope="col">{t('panel.kitty.discard')}</th>
        </tr>
      </thead>
      <tbody ref={body}>
        {order.map((strain) => {
          const each = found.get(strain);
          return (
            <tr key={strain} class={best.includes(strain) ? 'is-best' : ''}>
              <th scope="row">
                <StrainText strain={strain} />
              </th>
              <td>
                {each === undefined ? (
                  <NoCell failed={failed} />
                ) : (
                  <Bar value={each} isBest={best.includes(strain)} {...{ position, declarer }} />
                )}
              </td>
              <td>{each !== undefined && <CardsText cards={each.discard} />}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface BarProperties {
  value: KittyStrain;
  isBest: boolean;
  position: Position;
  declarer: string;
}

/** The tricks of a strain; a button that plays it. */
function Bar({ value, isBest, position, declarer }: BarProperties) {
  const { state, dispatch } = useBoard();
  const texts = useTexts();
  const size = Math.max(...position.dealt.map((text) => text.replace(/[.-]/g, '').length));
  const names = { seat: texts.seat(declarer), strain: texts.strain(value.strain) };
  const label = texts.count('panel.table.cell_kitty', value.tricks, names);
  const choose = () => {
    const hand = state.shown?.hand;
    if (hand === undefined) return;
    const others = hand.declarer === declarer ? {} : { holder: '', leader: '' };
    const contract = { strain: value.strain, declarer, level: '', discard: value.discard.join(' '), ...others };
    dispatch({ do: 'show', hand: withContract(hand, contract) });
  };
  return (
    <button
      type="button"
      class="bar"
      style={{ '--share': String(Math.min(1, value.tricks / size)) }}
      aria-pressed={position.strain === value.strain && position.declarer === declarer}
      aria-label={isBest ? `${label}, ${texts.t('card.best')}` : label}
      onClick={choose}
    >
      <span class="bar-fill" />
      <span class="bar-text">
        {texts.number(value.tricks, 2)}
        {isBest && ' ★'}
      </span>
    </button>
  );
}

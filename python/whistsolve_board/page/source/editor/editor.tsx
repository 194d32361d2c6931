/** A deal entered by clicking: a place is chosen, and cards are given to it. */

import { useState } from 'preact/hooks';

import { useTexts } from '../contexts';
import type { DealtCards } from '../hand';
import type { RulesAnswer } from '../protocol';
import { CardGrid, placeName } from './grid';
import { cardsAt, dealRest, dealtCards, give, holdingOf, isDeal, KITTY, overfull, sizeOf, type Holding } from './holding';

interface Properties {
  /** Deck and sizes are those of the rules. */
  rules: RulesAnswer;
  seats: readonly string[];
  /** What the hands have at the start. */
  first: DealtCards;
  onDone: (deal: DealtCards) => void;
}

export function DealEditor({ rules, seats, first, onDone }: Properties) {
  const texts = useTexts();
  const { t, count } = texts;
  const sizes = { hand: rules.hand_size, kitty: rules.kitty_size };
  const places = rules.kitty_size > 0 || first.kitty.length > 0 ? [...seats, KITTY] : [...seats];
  const [holding, setHolding] = useState<Holding>(() => holdingOf(first, seats));
  const [past, setPast] = useState<Holding[]>([]);
  const [chosen, setChosen] = useState(seats[0] ?? KITTY);
  const [said, setSaid] = useState('');
  const change = (next: Holding, text: string) => {
    setPast([...past, holding]);
    setHolding(next);
    setSaid(text);
  };
  const onGive = (card: string, place: string | null) => {
    const next = give(holding, card, place);
    const where = place ?? holding.get(card) ?? null;
    const what = { card: texts.card(card), place: placeName(texts, where) };
    const number = where === null ? 0 : cardsAt(next, where).length;
    change(next, count(place === null ? 'editor.taken' : 'editor.given', number, what));
  };
  const onRest = () => {
    const full = overfull(holding, places, sizes);
    if (full !== undefined) {
      setSaid(count('editor.too_many', sizeOf(full, sizes), { place: placeName(texts, full) }));
      return;
    }
    change(dealRest(holding, rules.deck, places, sizes), t('editor.rest_dealt'));
  };
  const undo = () => {
    setHolding(past.at(-1) ?? holding);
    setPast(past.slice(0, -1));
    setSaid(t('editor.undone'));
  };
  const ready = isDeal(holding, seats);
  return (
    <div class="deal-editor">
      <fieldset class="places">
        <legend>{t('editor.places')}</legend>
        {places.map((place) => (
          <label key={place} class="place">
            <input type="radio" name="place" checked={place === chosen} onChange={() => setChosen(place)} />
            <span>{placeName(texts, place)}</span>
            <span class="quiet">
              {t('editor.of', { count: cardsAt(holding, place).length, size: sizeOf(place, sizes) })}
            </span>
          </label>
        ))}
      </fieldset>
      <CardGrid {...{ deck: rules.deck, places, holding, chosen, onGive }} />
      <p class="quiet">{t('editor.about', { keys: places.join(' ') })}</p>
      <p class="status" role="status">
        {said}
      </p>
      <div class="form-buttons">
        <button type="button" class="primary" disabled={!ready} onClick={() => onDone(dealtCards(holding, seats))}>
          {t('editor.show')}
        </button>
        <button type="button" onClick={onRest}>
          {t('editor.rest')}
        </button>
        <button type="button" disabled={holding.size === 0} onClick={() => change(new Map(), t('editor.cleared'))}>
          {t('editor.clear')}
        </button>
        <button type="button" disabled={past.length === 0} onClick={undo}>
          {t('controls.undo')}
        </button>
      </div>
      {!ready && <p class="quiet">{t('editor.equal')}</p>}
    </div>
  );
}

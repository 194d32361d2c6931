/** Puzzles: the values are hidden until a card or a discard is chosen; then what it costs, and best play. */

import { useEffect, useState } from 'preact/hooks';

import { mergeParts, useAnswer } from '../answers';
import { CardsText } from '../card';
import { parseCards, sortCards } from '../cards';
import { useBoard, useTexts } from '../contexts';
import { dealOf, lineOf, playLine, withFields } from '../hand';
import { useHidden } from '../panels/hiding';
import { GiveUp } from '../panels/kitty/best';
import { Toggles } from '../panels/kitty/marking';
import type { Hand, PositionInPlay } from '../protocol';
import { texts } from '../texts';
import type { Shown } from '../types';

const DAY = 86_400_000;

/** Puts the puzzle of the day on the board; its file has all others. */
export function useOpenPuzzle(): () => void {
  const { dispatch, announce } = useBoard();
  const show = (shown: Shown) => {
    dispatch({ do: 'load', ...shown });
    dispatch({ do: 'panel', panel: 'puzzle' });
  };
  return () => void puzzleOfTheDay().then(show, () => announce(texts.t('panel.puzzle.missing')));
}

async function puzzleOfTheDay(): Promise<Shown> {
  const found = (await (await fetch('puzzles.json')).json()) as [level: number, hand: Hand][];
  const left = found.map(([level, hand], place) => {
    const title = texts.t('panel.puzzle.name', { number: place + 1, level });
    return { hand: { ...hand, title }, at: lineOf(hand).length };
  });
  const place = Math.floor(Date.now() / DAY) % left.length;
  const hands = left.map(({ hand }) => hand);
  return { ...(left[place] as Shown), file: { hands, results: [], place, left, puzzles: true } };
}

export function PuzzlePanel() {
  const { state, inPlay } = useBoard();
  const open = useOpenPuzzle();
  const { hand, file } = state.shown ?? {};
  const puzzle = file?.puzzles && file.hands[file.place];
  const chosen = hand && puzzle && chosenIn(hand, puzzle);
  useHidden(puzzle && !chosen ? { seats: [], kitty: false } : null);
  if (puzzle && inPlay !== null) {
    return (
      <div key={puzzle.title} class="panel-sections">
        {chosen ? <Verdict puzzle={puzzle} chosen={chosen} /> : <Question puzzle={puzzle} position={inPlay} />}
      </div>
    );
  }
  return (
    <div class="panel-sections">
      <p>{texts.t('panel.puzzle.about')}</p>
      <button type="button" class="primary small" onClick={open}>
        {texts.t('panel.puzzle.day')}
      </button>
    </div>
  );
}

/** The card that was played after those of the puzzle, or the discard. */
function chosenIn(hand: Hand, { played }: Hand): string | undefined {
  if (played === undefined) return hand.discard;
  return hand.played?.startsWith(played) ? lineOf(hand)[parseCards(played).length] : undefined;
}

function Question({ puzzle, position }: { puzzle: Hand; position: PositionInPlay }) {
  const { t, seat } = useTexts();
  const [marked, setMarked] = useState<readonly string[]>([]);
  if (puzzle.played !== undefined) return <p>{t('panel.puzzle.card', { seat: seat(position.to_play ?? '') })}</p>;
  const { hands, kitty } = dealOf(position);
  const holder = position.holder ?? '';
  const pool = sortCards([...(hands[position.seats.indexOf(holder)] ?? []), ...kitty]);
  return (
    <>
      <p>{t('panel.puzzle.discard', { seat: seat(holder), count: kitty.length })}</p>
      <Toggles {...{ pool, kitty, marked }} onChange={setMarked} />
      <p class="discard-best">{marked.length === kitty.length && <GiveUp cards={marked} position={position} prominent />}</p>
    </>
  );
}

function Verdict({ puzzle, chosen }: { puzzle: Hand; chosen: string }) {
  const { dispatch, announce } = useBoard();
  const { t, count, card } = useTexts();
  const at = lineOf(puzzle).length;
  const isPlay = puzzle.played !== undefined;
  const { values } = useAnswer<'position'>(isPlay ? { question: 'position', hand: puzzle, at } : null).done ?? {};
  const asked = { hand: puzzle, cards: chosen };
  const given = useAnswer<'discard_value'>(isPlay ? null : { question: 'discard_value', ...asked }, mergeParts);
  const found = useAnswer<'discard'>(isPlay ? null : { question: 'discard', hand: puzzle }, mergeParts);
  const value = values?.cards.find((each) => each.card === chosen);
  const lost = values && value ? Math.abs(values.tricks - value.tricks) : (given.done ?? given.parts)?.lost;
  const best = values?.cards.slice(0, 1).map((each) => each.card) ?? (found.done ?? found.parts)?.best;
  const solved = isPlay || !best ? puzzle : withFields(puzzle, { discard: best.join(' ') });
  const line = useAnswer<'line'>(best ? { question: 'line', hand: solved, at } : null).done?.cards;
  const cards = parseCards(chosen).map(card).join(', ');
  const right = lost === 0 ? t('panel.puzzle.right', { cards }) : '';
  const verdict = lost ? count('panel.puzzle.wrong', lost, { cards }) : right;
  const show = (played: string[]) => dispatch({ do: 'show', ...playLine({ hand: solved, at }, played) });
  useEffect(() => {
    if (verdict) announce(verdict);
  }, [verdict]);
  if (!verdict || !best) return <p class="quiet">{t('panel.puzzle.judging')}</p>;
  return (
    <>
      <p class={right ? 'is-made' : 'is-short'}>{`${right ? '✓' : '▾'} ${verdict}`}</p>
      <p class="discard-best">
        {t('panel.puzzle.answer')} <CardsText cards={best} />
      </p>
      {line && (
        <p class="discard-best">
          {t('panel.puzzle.line')} <CardsText cards={line} />
          <button type="button" class="small" onClick={() => show(line)}>
            {t('panel.puzzle.show')}
          </button>
        </p>
      )}
    </>
  );
}

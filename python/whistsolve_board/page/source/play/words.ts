/** Games in words: who somebody is, what was done, what is to be done. */

import { callWords } from '../calls';
import { parseCards, plainCard } from '../cards';
import type { DoneAct, GameView } from '../protocol';
import type { Key, Texts } from '../texts';
import { areTogether, isCard, isDummy, placeOf } from './view';

/** A hand in words, the person's as such. */
export function nameIn(texts: Texts, view: GameView, name: string): string {
  if (name === view.person) return texts.t('play.you');
  if (isDummy(view, name)) {
    if (view.names.length - view.players === 1) return texts.t('play.dummy');
    return texts.t(areTogether(view, name, view.person) ? 'play.dummy_own' : 'play.dummy_other');
  }
  return playerName(texts, name);
}

/** A player in words: "North", "player 2". */
export function playerName(texts: Texts, name: string): string {
  return /^\d+$/.test(name) ? texts.t('play.player_number', { number: name }) : texts.seat(name);
}

/** Who somebody is, with the seat of the person: "You (South)". */
export function fullName(texts: Texts, view: GameView, name: string): string {
  if (name !== view.person) return nameIn(texts, view, name);
  return texts.t('play.you_seat', { seat: playerName(texts, name) });
}

/** What was done, as a line of the log; the stage is that before it. */
export function doneText(texts: Texts, view: GameView, stage: string, { seat, hand, act }: DoneAct): string {
  const { t } = texts;
  const name = nameIn(texts, view, hand ?? seat ?? view.dealer);
  if (act === null) return t(`play.done.hidden.${stage}` as Key, { name });
  if (stage === 'discard') {
    const count = parseCards(act).length;
    const isSeen = hand !== null && view.discards[placeOf(view, hand)] !== null;
    return isSeen
      ? t('play.done.discards', { name, cards: parseCards(act).map(texts.card).join(', ') })
      : texts.count('play.done.discarded', count, { name });
  }
  return t('play.done.act', { name, act: actText(texts, stage, act) });
}

/** An act in words. */
export function actText(texts: Texts, stage: string, act: string): string {
  const { t } = texts;
  const lower = act.toLowerCase();
  if (stage === 'auction' && !isWord(lower)) return callWords(texts, act);
  if (stage === 'declaration' && !isWord(lower)) return texts.strain(act);
  if (isCard(act)) return cardWords(texts, act);
  const [first = '', second = ''] = lower.split(' ');
  switch (first) {
    case 'claim':
      return /^\d+$/.test(second) ? texts.count('play.act.claim', Number(second)) : t('play.act.claim_all');
    case 'correct':
      return t('play.act.correct', { card: cardWords(texts, act.split(' ')[1] ?? '') });
    case 'accept':
    case 'contest':
    case 'concede':
    case 'resign':
    case 'settle':
    case 'keep':
    case 'swap':
    case 'redeal':
    case 'misdeal':
      return t(`play.act.${first}` as Key);
  }
  return stage === 'discard' ? parseCards(act).map(texts.card).join(', ') : act;
}

function isWord(act: string): boolean {
  return /^(claim|concede|accept|contest|resign|redeal|misdeal)\b/.test(act);
}

/** A card, and the suit that a joker names as it is led. */
function cardWords(texts: Texts, act: string): string {
  const suit = act.split(':')[1];
  const card = texts.card(plainCard(act));
  return suit ? texts.t('play.act.joker', { card, suit: texts.t(`suit.${suit}` as Key) }) : card;
}

/** What the person is to do, or who is thinking. */
export function turnText(texts: Texts, view: GameView): string {
  const { t } = texts;
  if (view.stage === 'over') return t('play.over');
  if (!view.your_turn) {
    return view.to_act === null ? t('play.turn.wait') : t('play.turn.another', { name: nameIn(texts, view, view.to_act) });
  }
  switch (view.stage) {
    case 'discard':
      return texts.count('play.turn.discard', view.discard_number);
    case 'play': {
      const hand = view.hand_to_play;
      if (hand !== null && hand !== view.person) return t('play.turn.play_for', { name: nameIn(texts, view, hand) });
      return t('play.turn.play');
    }
    case 'claim': {
      const claim = view.claims.at(-1);
      if (claim === undefined) return t('play.turn.settlement');
      return t('play.turn.claim', { name: nameIn(texts, view, claim.seat), count: claim.tricks, left: claim.left });
    }
    default:
      return t(`play.turn.${view.stage}` as Key);
  }
}

/** Hands from text that is pasted: deals in writing, PTN, PBN, LIN and links of the board. */

import { isJoker } from '../../cards';
import type { Engine } from '../../engine/engine';
import { cleaned, FIELDS, formatDeal, seatName, type DealtCards } from '../../hand';
import type { Hand } from '../../protocol';
import { WhistError } from '../errors';
import { readHand as readBoardHand } from '../hands';
import { readRules, usualRules, type Rules } from '../rules';
import { readCalls } from './calls';
import { readDeal, readSeat } from './deals';
import { boardsOf, readBoard, readLin, readTag, type Played, type Tag } from './files';
import { readCard, readHand } from './hands';
import { attempt, isRead, placed, refuse, refuseForm, shown } from './messages';
import { dealTexts } from './texts';

type Kind = 'text' | 'ptn' | 'pbn' | 'lin' | 'link';
type Fields = Record<string, string | undefined>;
type Found = { line: number; read: () => DealtCards | Played };

const MOST_HANDS = 500;
const LONGEST = 2000;
const SEATS = ['dealer', 'declarer', 'leader', 'holder'] as const;

/** The hands of a text under rules, or each under its own or the usual ones; the errors of those that cannot be read. */
export function readHands(given: string, rules: string | undefined, engine: Engine): { kind: Kind; hands: Hand[]; faults: string[] } {
  const ruled = rules === undefined ? undefined : readRules(rules);
  const text = given.replace(/^[\ufeff \t\r\n]+|[\ufeff \t\r\n]+$/g, '');
  const isLin = !/^[ \t]*\[\w+[ \t]+"/m.test(text) && /(?:^|\|)\s*md\||[?&]lin=/.test(text);
  const isLink = !isLin && !text.includes('\n') && /^(?:https?:\/\/|#.*deal=)/.test(text);
  if (isLink) return { kind: 'link', hands: (text.split('#').at(-1) as string).split('&&').map(ofLink), faults: [] };
  const [kind, found]: [Kind, Found[]] = isLin ? ['lin', [ofLin(text, engine)]] : findIn(given.replace(/^\ufeff/, ''), text, engine);
  if (found.length > MOST_HANDS) refuse(`there are ${found.length} hands: expected at most ${MOST_HANDS}`);
  if (!found.length) refuse('there is no deal in the text: expected deals, or hands in PTN, PBN or LIN');
  const isAlone = kind === 'text' && found.length === 1;
  const all = found.map(({ line, read }) => {
    const record = attempt(read);
    if (!(record instanceof WhistError)) return attempt(() => fieldsOf(record, ruled));
    const place = isAlone || /^line \d+: /.test(record.message) ? '' : `line ${line}: `;
    return (isAlone && noDeal(text)) || new WhistError(record.kind, place + record.message);
  });
  const hands = all.filter((each): each is Hand => !(each instanceof WhistError));
  const faults = all.filter((each) => each instanceof WhistError);
  if (faults[0] && !hands.length) throw faults[0];
  return { kind, hands, faults: faults.map(({ message }) => message) };
}

function findIn(given: string, text: string, engine: Engine): [Kind, Found[]] {
  if (/^(?:\{\s*(?:["}]|$)|\[\s*(?:[[{"\]]|$))/.test(text)) refuseForm('JSON');
  if (/^H [NESW]:\S*\./m.test(text)) refuseForm('RBN');
  const isOurs = text.startsWith('% PTN') ? text.includes('[GameCode "Bridge"') : /^% PBN/i.test(text) || (text.includes('[Deal ') && text.includes('[Board '));
  const isPbn = isOurs && !['[Undealt', '[CardsAdded', '[GameCode "Whist"'].some((tag) => text.includes(tag));
  if (isPbn || /^(?:%|\[(?!\s*['(]))/.test(text))
    return [isPbn ? 'pbn' : 'ptn', boardsOf(given, isPbn).map((board) => ({ line: board.line, read: () => readBoard(board, isPbn, engine) }))];
  return ['text', dealTexts(given).map((deal) => ({ line: deal.line, read: () => readDeal(deal.text) }))];
}

function ofLin(text: string, engine: Engine): Found {
  const link = /[?&]lin=[^&#\s]*/.exec(text)?.[0].slice(1);
  const lin = link ? (new URLSearchParams(link).get('lin') as string) : text;
  if ((text.match(/(?:^|[|=]|%7C)\s*md(?:\||%7C)/gi) ?? []).length > 1) refuseForm('LIN of several boards');
  return { line: lin.slice(0, lin.search(/md\|/i)).split('\n').length, read: () => placed('board 1: ', () => readLin(lin, engine)) };
}

/** The error of a text that is one hand, or a single word, and no deal. */
function noDeal(text: string): WhistError | null {
  const isHand = isRead(() => readHand(text));
  if (!isHand && !/^[^\s:]+$/.test(text)) return null;
  const message = isHand
    ? 'this is one hand: expected a deal. Enter cards (Load) deals the rest; Bids advises calls'
    : `${shown(text)} is no deal: expected 'N:AK... QJ... T9... 87...'`;
  return new WhistError('DealError', message);
}

const jokersOf = ({ hands, kitty }: DealtCards) => [...hands.flat(), ...kitty].filter(isJoker).length;
const usualOf = (deal: DealtCards) => usualRules(deal.hands.length, deal.hands[0]?.length ?? 0, deal.kitty.length > 0, jokersOf(deal));
const valueOf = (tag: Tag | undefined) => tag?.text.replace(/\\(["\\])/g, '$1');

function fieldsOf(found: DealtCards | Played, ruled: Rules | undefined): Hand {
  if ('hands' in found) return cleaned({ rules: (ruled ?? usualOf(found)).text, deal: formatDeal(found) });
  const { deal, contract, taker, tags } = found;
  const rules = ruled ?? found.rules ?? sitesRules(found) ?? usualOf(deal);
  const name = (seat: number | null | undefined) => (seat == null ? '' : seatName(seat, deal.hands.length));
  const calls = found.calls.join(' ');
  const areCalls = isRead(() => readCalls(calls));
  const named = attempt(() => (sitesRules(found) ?? usualOf(deal)).text);
  let left = LONGEST;
  const kept = [...tags, ...(areCalls ? [] : [{ name: 'Calls', text: calls, lines: [] }])]
    .filter((tag) => tag.name !== 'Event' && !tag.lines.length && (tag.name !== 'GameOptionsJson' || named === rules.text))
    .map((tag) => `[${tag.name} "${tag.text}"]`)
    .filter((tag) => tag.length < left && (left -= tag.length + 1) >= 0);
  const fields: Fields = {
    rules: rules.text,
    deal: formatDeal(deal),
    dealer: name(found.dealer),
    calls: areCalls ? calls : '',
    strain: contract?.strain,
    level: contract?.level ? String(contract.level) : '',
    declarer: name(contract?.declarer),
    played: found.plays.join(' '),
    title: valueOf(tags.find((tag) => tag.name === 'Event'))?.slice(0, LONGEST),
    tags: kept.join('\n'),
  };
  if (!contract && found.leader !== null) refuse('the hand has no strain and declarer: expected both');
  const usual = readBoardHand(cleaned(fields));
  const leader = found.leader === usual.leads ? '' : name(found.leader);
  return checked({ ...fields, discard: found.discard.join(' '), leader, holder: taker === usual.holder ? '' : name(taker) });
}

/** The rules that a site names by options or, without them, in the title. */
function sitesRules({ tags, deal }: Played): Rules | null {
  const of = (name: string) => tags.find((tag) => tag.name === name);
  const [options, title, isWhist] = [of('GameOptionsJson'), valueOf(of('Event')) ?? '', (valueOf(of('GameCode')) ?? 'Whist') === 'Whist'];
  const inTitle = (form: RegExp) => form.exec(title)?.[1];
  let named: Record<string, unknown> | null = null;
  if (options && isWhist) {
    named = parsed(valueOf(options) as string) ?? parsed(options.text);
    if (!named) refuse('tag GameOptionsJson is no JSON object: expected the options of the game');
  } else if (title.includes('Bid Whist')) {
    const [bidderLeads, doubleForNT] = [inTitle(/(bidder (?:gets kitty & )?leads)/), inTitle(/(2x for NT)/)];
    const [lowBeatsHigh, defensiveScoring] = [title.includes('low beats high'), title.includes('defensive scoring')];
    named = { bidderLeads, doubleForNT, lowBeatsHigh, defensiveScoring, minBid: inTitle(/min bid (\d)/), gameOverScore: inTitle(/to ±(\d{1,2})\b/) };
  }
  if (!named) return null;
  const { minBid = 3, bidderLeads, gameOverScore = 7, doubleForNT, lowBeatsHigh = true, defensiveScoring } = named;
  const different = [
    jokersOf(deal) !== 2 && `jokers=${jokersOf(deal)}`,
    lowBeatsHigh && 'low_beats_high=downtown_over_uptown',
    Number(minBid) !== 3 && `min_bid=${minBid}`,
    !bidderLeads && 'first_leader=left_of_bidder',
    !defensiveScoring && 'set_scoring=bidder_loses',
    !doubleForNT && 'nt_multiplier=1',
    Number(gameOverScore) !== 7 && `target=${gameOverScore}`,
  ];
  return readRules(['trickster', ...different.filter(Boolean)].join(' '));
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const found = JSON.parse(text) as Record<string, unknown>;
    return typeof found === 'object' && !Array.isArray(found) ? found : null;
  } catch {
    return null;
  }
}

/** The fields of a link that belong to the hand. */
function ofLink(fragment: string): Hand {
  const pieces = fragment ? fragment.split('&') : [];
  if (pieces.length > 2 * FIELDS.length || pieces.some((piece) => !piece.includes('='))) refuse("the link has no hand after its '#': expected one of a board");
  return checked(Object.fromEntries([...new URLSearchParams(fragment)].filter(([, value]) => value)));
}

/** A hand as its fields are written, once they fit each other. */
function checked(given: Fields): Hand {
  const long = FIELDS.find((name) => (given[name] ?? '').length > LONGEST);
  if (long) refuse(`${long} ${shown(given[long] as string)} of the hand is wrong: expected text of at most ${LONGEST} characters`, 'WhistError');
  const fields = cleaned(given);
  const rules = readRules(fields.rules ?? '').text;
  const deal = attempt(() => readDeal(fields.deal));
  if (deal instanceof WhistError) throw fields.deal ? (noDeal(fields.deal) ?? deal) : attempt(() => readBoardHand(fields));
  const { length } = deal.hands;
  for (const name of SEATS) if (fields[name]) fields[name] = seatName(readSeat(fields[name], length, name), length);
  const read = {
    ...fields,
    rules,
    deal: formatDeal(deal),
    turned: fields.turned && readCard(fields.turned),
    calls: readCalls(fields.calls ?? '').join(' '),
    discard: fields.discard && readHand(fields.discard).join(' '),
    played: fields.played?.replace(/[\s,]+/g, ' '),
  };
  readBoardHand(cleaned(read));
  fields.tags?.split('\n').forEach((line, at) => readTag(at + 1, line));
  return cleaned(read);
}

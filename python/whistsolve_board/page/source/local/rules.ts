/** Rules as far as cards are dealt and played by them. `rules.json` has presets and options, made by the library. */

import { DECK } from '../cards';
import { seatName } from '../hand';
import type { RuleOption, RulesAnswer } from '../protocol';
import { onlyLibrary, WhistError } from './errors';
import { shown } from './reading/messages';
import known from './rules.json';

const PRESETS: Record<string, { about: string; aliases: string[]; values: Record<string, string> }> = known.presets;
const OF_PLAY = known.options.map(({ name }) => name);
const TRUMPS = ['S', 'H', 'D', 'C', 'NT'];
const RANKINGS: Record<string, string> = { good: '+-', bad: '+~', declarer_choice: '+-~' };
const HAND_SIZES: Record<string, number> = { 3: 16, 4: 12, 5: 10, 6: 8 };
const MOST_CARDS = 16;

export interface Rules {
  /** As a hand has them. */
  text: string;
  preset: string;
  /** The value of each option of dealing and play. */
  values: Record<string, string>;
  /** The values that follow from the others. */
  defaults: Record<string, string>;
  players: number;
  dealtHands: number;
  deck: string[];
  handSize: number;
  kittySize: number;
  hasAuction: boolean;
  /** The step to the next in turn: 1 clockwise. */
  step: 1 | -1;
}

/** Rules from a preset, by default bid whist, and options. */
export function readRules(text: string): Rules {
  const words = text.trim().split(/\s+/).filter(Boolean);
  const named = words[0] !== undefined && !words[0].includes('=') ? (words.shift() as string) : 'bid_whist';
  const preset = Object.keys(PRESETS).find((name) => name === named || PRESETS[name]?.aliases.includes(named));
  if (preset === undefined) {
    const expected = Object.keys(PRESETS).join(', ');
    throw new WhistError('RulesError', `preset ${shown(named)} is wrong: expected one of ${expected}`);
  }
  const options = new Map<string, string>();
  for (const word of words) {
    const [name = '', value, ...more] = word.split('=');
    if (!name || value === undefined || more.length) {
      throw new WhistError('RulesError', `option ${shown(word)} is wrong: expected option=value, such as nt_multiplier=2`);
    }
    if (options.has(name)) throw new WhistError('RulesError', `option ${shown(name)} is given twice: expected once`);
    if (OF_PLAY.includes(name)) checkValue(name, value);
    else if (name in (PRESETS.bid_whist as { values: object }).values) throw onlyLibrary(`Rules with ${word}`);
    else if (!known.others.includes(name)) throw new WhistError('RulesError', `there is no option ${shown(name)} in the rules`);
    options.set(name, value);
  }
  return settled(preset, options);
}

/** The usual rules of a deal without any: those of its number of hands, with the jokers dealt. */
export function usualRules(seats: number, handSize: number, hasKitty: boolean, jokers: number): Rules {
  let preset = [3, 5, 6].includes(seats) ? `cutthroat_${seats}` : 'bid_whist';
  if (seats === 4 && handSize === 13 && !hasKitty) preset = 'bid_whist_no_kitty';
  return readRules(`${preset} jokers=${jokers}`);
}

function checkValue(name: string, value: string): void {
  const { values, range } = known.options.find((option) => option.name === name) as unknown as RuleOption;
  const [low, high] = range ?? [1, 0];
  if (values.some((each) => each.value === value) || (/^\d{1,2}$/.test(value) && Number(value) >= low && Number(value) <= high)) return;
  if (name === 'removed_cards') throw onlyLibrary(`Rules with ${name}`);
  const expected = [...(range ? [`${low} to ${high}`] : []), ...values.map((each) => each.value)].join(', ');
  throw new WhistError('RulesError', `${name} ${shown(value)} is wrong: expected ${expected}`);
}

function settled(preset: string, options: ReadonlyMap<string, string>): Rules {
  const usual = (PRESETS[preset] as { values: Record<string, string> }).values;
  const values = { ...usual, ...Object.fromEntries([...options].filter(([name]) => name in usual)) };
  const [lowest, jokers] = [Number(values.lowest_rank), Number(values.jokers)];
  const ranks = 'AKQJT98765432'.slice(0, 15 - lowest);
  const deck = DECK.filter((card) => (card[1] === 'J' && 'BL'.includes(card[0] as string) ? 'BL'.indexOf(card[0] as string) < jokers : ranks.includes(card[1] as string)));
  const { game, players } = { game: values.game as string, players: Number(values.players) };
  const hands = game === 'dummy' || game === 'double_dummy' ? 4 : players;
  const hasKitty = game === 'bid_whist' || game === 'cutthroat';
  const defaults = { ...usual };
  defaults.hand_size = String(hasKitty ? HAND_SIZES[players] : 13);
  if (options.has('kitty_size') && hands === players) {
    const size = (deck.length - Number(values.kitty_size)) / players;
    if (Number.isInteger(size) && size > 0 && size <= MOST_CARDS) defaults.hand_size = String(size);
  }
  if (!options.has('hand_size')) values.hand_size = defaults.hand_size;
  const handSize = values.hand_size === 'none' ? Math.floor((deck.length - Number(values.kitty_size)) / hands) : Number(values.hand_size);
  defaults.kitty_size = String(hasKitty ? Math.max(0, deck.length - players * handSize) : 0);
  if (!options.has('kitty_size')) values.kitty_size = defaults.kitty_size;
  const kittySize = Number(values.kitty_size);
  // Dummies throw out what jokers they are dealt too many.
  const left = deck.length - (hands > players ? jokers : 0) - hands * handSize;
  if (left !== kittySize) {
    const cards = `${deck.length} cards, ${hands} hands of ${handSize} and a kitty of ${kittySize}`;
    throw new WhistError('RulesError', `kitty_size ${kittySize} is wrong: ${cards} do not come out even; expected ${Math.max(0, left)}`);
  }
  // A book from the kitty is a preset's where its kitty stays.
  defaults.kitty_book = kittySize === 0 ? 'none' : usual.kitty_book === 'none' ? 'bidder' : (usual.kitty_book as string);
  if (!options.has('kitty_book')) values.kitty_book = defaults.kitty_book;
  const books = handSize + (values.kitty_book === 'none' ? 0 : 1);
  const base = game === 'cutthroat' ? 0 : 6;
  defaults.bid_base = String(books > base ? base : Math.floor(books / 2));
  if (!options.has('bid_base')) values.bid_base = defaults.bid_base;
  const different = [...options].filter(([name, value]) => !(name in defaults) || value !== defaults[name]);
  return {
    text: [preset, ...different.map(([name, value]) => `${name}=${value}`)].join(' '),
    preset,
    values,
    defaults,
    players,
    dealtHands: hands,
    deck,
    handSize,
    kittySize,
    hasAuction: values.trump_rule === 'declared',
    step: values.direction_of_play === 'clockwise' ? 1 : -1,
  };
}

/** Every strain that may be named, in the order of tables. */
export function allStrains({ hasAuction, values }: Rules): string[] {
  const marks = hasAuction ? (RANKINGS[values.downtown_ace as string] as string) : '+';
  return [...marks].flatMap((mark) => TRUMPS.map((trump) => trump + mark));
}

/** The seats of a declarer's side among so many hands. */
export function sideOf({ values }: Rules, declarer: number, seats: number): number[] {
  if (seats !== 4 || values.game === 'cutthroat') return [declarer];
  const isFacing = values.game === 'double_dummy' && values.seating === 'facing';
  return [declarer, isFacing ? declarer ^ 3 : (declarer + 2) % 4].sort();
}

/** The answer to `rules`. */
export function describe(rules: Rules): RulesAnswer {
  const groups = new Map<string, RuleOption[]>();
  for (const { group, ...option } of known.options as unknown as (RuleOption & { group: string })[]) {
    const { [option.name]: value = '' } = rules.values;
    const usual = rules.defaults[option.name] as string;
    const named = option.values.map((each) => each.value).filter((each) => each === value);
    groups.set(group, [...(groups.get(group) ?? []), { ...option, value, default: usual, differs: value !== usual, named }]);
  }
  return {
    rules: rules.text,
    game: rules.values.game as string,
    players: rules.players,
    seats: Array.from({ length: rules.dealtHands }, (_, seat) => seatName(seat, rules.dealtHands)),
    deck: rules.deck,
    hand_size: rules.handSize,
    kitty_size: rules.kittySize,
    strains: allStrains(rules),
    has_auction: rules.hasAuction,
    presets: Object.entries(PRESETS).map(([name, { about }]) => ({ name, text: about })),
    preset: rules.preset,
    groups: [...groups].map(([title, options]) => ({ title, options })),
  };
}

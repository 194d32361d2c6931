/** What the page and whatever answers it say to each other: docs/board-protocol.md as types. */

/** A hand: text fields, of which all but `deal` may be left out. The fragment of a link has the same. */
export interface Hand {
  rules?: string;
  deal: string;
  dealer?: string;
  turned?: Card;
  calls?: string;
  strain?: string;
  level?: string;
  declarer?: string;
  leader?: string;
  holder?: string;
  discard?: string;
  played?: string;
  scores?: string;
  title?: string;
  /** Other tags of the file that it is from, a line each. */
  tags?: string;
}

export type Seat = string;
export type Card = string;

export interface Hello {
  version: string;
  strains: string[];
  /** The questions that are answered here, and what `write` writes. */
  answers: string[];
  files: string[];
  /** The address of a page for everybody, to which links lead; empty where they lead to this one. */
  public: string;
}

export interface RuleOption {
  name: string;
  meaning: string;
  value: string;
  default: string;
  differs: boolean;
  form: 'single' | 'pair' | 'penalty' | 'cards' | 'trumps';
  /** From what the value follows where the option is not set; empty where it has one of its own. */
  follows: string;
  /** A value that ends in `:n` stands for any number from 1 to 99. */
  values: { value: string; meaning: string }[];
  /** Which of `values` it is: several in a choice of penalties, none for a number of the range. */
  named: string[];
  range: [number, number] | null;
}

export interface RulesAnswer {
  rules: string;
  game: string;
  players: number;
  seats: Seat[];
  deck: Card[];
  hand_size: number;
  kitty_size: number;
  strains: string[];
  has_auction: boolean;
  presets: { name: string; text: string }[];
  /** What the rules start from. */
  preset: string;
  groups: { title: string; options: RuleOption[] }[];
}

/** Of a hand played to its end: tricks of the declarer's side, and books above those needed. */
export interface PlayResult {
  tricks: number;
  over: number | null;
}

export interface ReadAnswer {
  kind: 'text' | 'ptn' | 'pbn' | 'lin' | 'link';
  hands: Hand[];
  /** Of several hands: what became of each. */
  results?: (PlayResult | null)[];
  /** Why others could not be read. */
  left_out?: string[];
}

export interface DealAnswer {
  hand: Hand;
  seed: number;
}

export interface PlayedCard {
  seat: Seat;
  card: Card;
}

/** The cards of a hand on the board, and where it is played what may be played next. */
export interface Cards {
  seats: Seat[];
  dealt: string[];
  kitty: string | null;
  hands: string[];
  /** Cards out of play: the kitty, or what was given up for it. */
  out: string | null;
}

/** What a position has besides once strain and declarer are known. */
export interface InPlay {
  strain: string;
  declarer: Seat;
  leader: Seat;
  holder: Seat | null;
  level: number | null;
  side: Seat[];
  to_play: Seat | null;
  legal: Card[];
  /** Jokers among them that name a suit as they are led: played as `BJ:H`. */
  names_suit?: Card[];
  trick: PlayedCard[];
  tricks: { leader: Seat; cards: Card[]; winner: Seat }[];
  /** Tricks by seat, in the order of `seats`. */
  won: number[];
  left: number;
  at: number;
  length: number;
  needed: number | null;
  kitty_books: number;
}

export type Position = Cards & Partial<InPlay>;
export type PositionInPlay = Cards & InPlay;

export interface CardValue {
  card: Card;
  tricks: number;
  best: boolean;
  /** While only bounds are known: `tricks` is then the lower one. */
  high?: number;
}

export interface Values {
  tricks: number;
  /** The best first, equals in the order in which a person would look at them. */
  cards: CardValue[];
}

export interface PositionAnswer {
  position: Position;
  values: Values | null;
}

export interface LineAnswer {
  cards: Card[];
  tricks: number;
}

export interface ClaimAnswer {
  holds: boolean;
  claimed: number;
  left: number;
  tricks: number;
  refutation: PlayedCard[];
}

export interface TablePart {
  seat: Seat;
  strain: string;
  tricks: number;
  /** Where only bounds were found: `tricks` is then the lower one. */
  high?: number;
  discard?: Card[];
}

export interface TableAnswer {
  rows: Seat[];
  strains: string[];
  tricks: number[][];
  high?: number[][];
  discards: Card[][][] | null;
}

/** Tricks are an expected number where jokers are exchanged for cards drawn blindly. */
export interface DiscardAnswer {
  holder: Seat;
  best: Card[];
  /** The holder's hand without it. */
  keep: string;
  tricks: number;
  /** With the kitty's book, where the rules give it to the declarer's side. */
  books: number;
  expected: boolean;
  optimal: number;
  all: number;
  /** At most 200 of them. */
  ties: Card[][];
}

export interface DiscardValueAnswer {
  tricks: number;
  best: number;
  lost: number;
  as_good: number;
  all: number;
}

export interface KittyStrain {
  strain: string;
  tricks: number;
  discard: Card[];
}

export interface KittyStrainsAnswer {
  declarer: Seat;
  holder: Seat;
  strains: KittyStrain[];
  best: string[];
  named: string | null;
  lost: number | null;
  timing: string;
}

export interface TracedCard {
  number: number;
  trick: number;
  seat: Seat;
  card: Card;
  by: 'declarer' | 'defence';
  before: number;
  after: number;
  lost: number;
  better: Card[];
}

/** What a player gave away: tricks, and points by the contract that he chose. */
export interface AccountLine {
  seat: Seat;
  bid: number | null;
  discard: number | null;
  play: number;
}

/** `PlayAnalysis.as_dict`, and what every player gave away. */
export interface TraceAnswer {
  best: number;
  start: number;
  end: number;
  taken: number;
  finished: boolean;
  side: Seat[];
  given_by_declarer: number;
  given_by_defence: number;
  discard: { seat: Seat; cards: Card[]; tricks: number; best: number; best_cards: Card[]; lost: number } | null;
  points: { played: ContractValue; best: ContractValue[]; lost: number } | null;
  cards: TracedCard[];
  account: AccountLine[];
}

export interface ContractValue {
  contract: string;
  tricks: number;
  points: number;
}

export interface WorkDone {
  done: number;
  of: number;
}

export type TracePart = { card: TracedCard } | { analysis: TraceAnswer } | WorkDone;

/** `Par.as_dict`: points by player. */
export interface ParAnswer {
  points: number[];
  calls: [Seat, string][];
  contracts: { level: number; strain: string; declarer: Seat; tricks: number; points: number[] }[];
  first_calls: Record<string, number[]>;
  best_first_calls: string[];
}

/** Books and what they are measured by are `null` in whist without an auction, what that counts elsewhere. */
export interface Score {
  tricks: number;
  books: number | null;
  needed: number | null;
  /** Books above those needed; below 0 where the contract is set. */
  over: number | null;
  made: boolean | null;
  boston: boolean | null;
  /** By seat. */
  points: number[];
  odd_tricks: number[] | null;
  honours: number[] | null;
}

export interface ScoreAnswer extends Score {
  /** The chance of each side to win the match. */
  equity: { sides: Seat[][]; before: number[]; after: number[] } | null;
}

/** A 95 % interval; a bound is null where it is not finite. */
export type Interval = [number | null, number | null];

/** A row of a report of advice: the candidate, a call, card, discard or strain, then its estimates. */
export interface AdviceRow {
  call?: string;
  card?: Card;
  /** The suit that a led joker names. */
  named?: string | null;
  cards?: Card[];
  strain?: string | null;
  /** The chance that the call becomes the contract. */
  contract?: number;
  mean_tricks: number | null;
  tricks_interval: Interval | null;
  make: number | null;
  make_interval: Interval | null;
  points: number | null;
  points_interval: Interval | null;
  equity: number | null;
  equity_interval: Interval | null;
  exact: boolean;
}

export interface Advice {
  /** The text of the best row. */
  best: string;
  samples: number;
  effective_sample_size: number;
  /** How discards were chosen: `estimated` where tricks are as the cards look. */
  discards: string | null;
  /** Whether the best is better than the next by three standard errors. */
  separated: boolean;
  /** Why the best row is the best, in a sentence. */
  reason: string;
  exact: boolean;
  rows: AdviceRow[];
}

export interface HeardCall {
  seat: Seat;
  call: string;
}

export interface BidsPart {
  report: Advice;
}

export interface BidsAnswer extends BidsPart {
  seat: Seat;
  dealer: Seat;
  heard: HeardCall[];
  /** The call that was made at the table. */
  actual: string | null;
  chances: { call: number; seat: Seat }[];
  auction: 'known' | 'assumed';
}

/** What the player who decides sees. */
export interface PlayerView {
  seat: Seat;
  to_play: Seat;
  hands: (string | null)[];
  sizes: number[];
  kitty: string | null;
  discards: (string | null)[];
}

export interface OpenCard {
  card: Card;
  tricks: number;
}

export interface CardsPart {
  report?: Advice;
  view?: PlayerView;
  actual?: Card | null;
  auction?: 'known' | 'assumed';
}

export interface CardsAnswer extends Required<CardsPart> {
  open: OpenCard[] | null;
}

export interface Game {
  rules: string;
  deal: string;
  dealer: Seat;
  turned?: Card;
  /** In whist with one dummy, the player whose it is. */
  partner?: Seat;
  /** Of each player. */
  scores?: number[];
  seat: Seat;
  strength: Strength;
  samples?: number;
  seed: number;
  acts: string[];
}

export type Strength = 'quick' | 'normal' | 'strong';

export interface GameView {
  stage: string;
  to_act: Seat | null;
  hand_to_play: Seat | null;
  your_turn: boolean;
  /** Of hands, those of players first; what is by hand is in this order. */
  names: Seat[];
  /** How many of the hands are those of players; the others are dummies. */
  players: number;
  person: Seat;
  dealer: Seat;
  declarer: Seat | null;
  /** By seat of the table, clockwise, the number of the hand there. */
  chairs: number[];
  sides: number[];
  hands: (string | null)[];
  sizes: number[];
  kitty: string | null;
  discards: (string | null)[];
  discard_sizes: number[];
  calls: HeardCall[];
  contract: { level: number; strain: string; declarer: Seat; text: string } | null;
  strain: string | null;
  turned: Card | null;
  trick: PlayedCard[];
  last_trick: { cards: PlayedCard[]; winner: Seat } | null;
  tricks_won: number[];
  left: number;
  needed: number | null;
  /** The kitty's, for the declarer's side. */
  kitty_books: number;
  legal: string[];
  discard_number: number;
  forced_discards: Card[];
  may: { claim: number | null; concede: boolean; resign: boolean; call_renege: boolean };
  claims: { seat: Seat; tricks: number; left: number; accepted: boolean | null }[];
  undo_to: number | null;
  result: GameResult | null;
}

/** `HandResult.as_dict`. */
export interface GameResult {
  seats: Seat[];
  dealer: Seat;
  contract: string | null;
  tricks: number[];
  books: number[];
  points: number[];
  honours: number[];
  scores: number[];
  made: boolean | null;
  void: 'same_dealer' | 'next_dealer' | null;
  target: number | null;
}

export interface GameAnswer {
  game: Game;
  view: GameView;
}

/** An act that was done; what the person may not know of it is null. */
export interface DoneAct {
  /** The player; null where a card was drawn. */
  seat: Seat | null;
  /** The hand that played or discarded. */
  hand: Seat | null;
  act: string | null;
}

export interface ActPart extends GameAnswer {
  done: DoneAct;
}

export interface HintPart {
  report: Advice;
}

export interface HintAnswer {
  act: string;
  report: Advice | null;
  open: { act: string; cards: OpenCard[] | null } | null;
}

export interface WriteAnswer {
  name: string;
  type: string;
  content: string;
}

/** How much of the work is done; `of` is `null` where nobody knows how much there is. */
export interface Progress {
  done: number;
  of: number | null;
}

type OnHand = { hand: Hand };

/** What a game begins with; what is left out is drawn, or as the rules have it. */
export type NewGame = Pick<Game, 'rules' | 'strength'> & Partial<Omit<Game, 'rules' | 'strength' | 'acts'>>;

/** For each question its arguments, the parts of its answer, and the whole answer. */
export interface Questions {
  hello: { arguments: Record<never, never>; part: never; done: Hello };
  rules: { arguments: { rules: string }; part: never; done: RulesAnswer };
  read: { arguments: { text: string; rules?: string }; part: never; done: ReadAnswer };
  deal: { arguments: { rules: string; where?: string; seed?: number }; part: Progress; done: DealAnswer };
  position: { arguments: OnHand & { at?: number }; part: { position: Position; values?: Values }; done: PositionAnswer };
  line: { arguments: OnHand & { at?: number }; part: never; done: LineAnswer };
  claim: { arguments: OnHand & { at?: number; seat: Seat; tricks: number }; part: never; done: ClaimAnswer };
  table: { arguments: OnHand & { strains?: string[]; kitty: boolean }; part: TablePart; done: TableAnswer };
  discard: { arguments: OnHand; part: Partial<DiscardAnswer>; done: DiscardAnswer };
  discard_value: {
    arguments: OnHand & { cards: string };
    part: Partial<DiscardValueAnswer>;
    done: DiscardValueAnswer;
  };
  kitty_strains: { arguments: OnHand & { declarer?: Seat }; part: KittyStrain; done: KittyStrainsAnswer };
  trace: { arguments: OnHand; part: TracePart; done: TraceAnswer };
  par: { arguments: OnHand; part: WorkDone; done: ParAnswer };
  score: { arguments: OnHand & { tricks?: number }; part: Score; done: ScoreAnswer };
  bids: {
    arguments: OnHand & { seat: Seat; call?: number; samples?: number; seed?: number };
    part: BidsPart;
    done: BidsAnswer;
  };
  cards: {
    arguments: OnHand & { at?: number; samples?: number; seed?: number; open?: boolean };
    part: CardsPart;
    done: CardsAnswer;
  };
  new_game: { arguments: NewGame; part: never; done: GameAnswer };
  act: { arguments: { game: Game; act?: string }; part: ActPart; done: GameAnswer };
  view: { arguments: { game: Game }; part: never; done: { view: GameView } };
  hint: { arguments: { game: Game; open?: boolean }; part: HintPart; done: HintAnswer };
  finished: { arguments: { game: Game }; part: never; done: { hand: Hand; exact: boolean } };
  write: {
    arguments: OnHand & {
      as: 'text' | 'diagram' | 'ptn' | 'svg' | 'html' | 'json';
      at?: number;
    };
    part: Progress;
    done: WriteAnswer;
  };
}

export type QuestionName = keyof Questions;
export type PartOf<Name extends QuestionName> = Questions[Name]['part'];
export type DoneOf<Name extends QuestionName> = Questions[Name]['done'];

/** A question as it is sent, without its `id`. */
export type Question<Name extends QuestionName = QuestionName> = {
  [Each in Name]: { question: Each } & Questions[Each]['arguments'];
}[Name];

export interface Failure {
  kind: string;
  message: string;
}

/** What comes back: a part, or one of the three ends. */
export type Message =
  | { id: number; part: unknown }
  | { id: number; done: unknown }
  | { id: number; error: Failure }
  | { id: number; cancelled: true }
  | { error: Failure };

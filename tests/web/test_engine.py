"""The engine in WebAssembly, asked by the page's sources in Node: the library's answers."""

import pytest
from tests.oracle.asking import rules_of
from tests.oracle.positions import random_problem
from tests.support.page_functions import ask_page, needs_node

import whistsolve as ws
from whistsolve.encoding import strain_code
from whistsolve.solving import Discards, Position

pytestmark = [needs_node, pytest.mark.web]
SCRIPT = """
import { readFile } from 'node:fs/promises';
import { Engine } from './engine/engine';
import { CARDS, setOf } from './engine/numbers';

const wasm = await readFile('../../../build/web/whistsolve.wasm');
const engine = await Engine.load(await WebAssembly.compile(wasm));
const read = ({ hands, played, ...rest }) =>
  ({ ...rest, hands: hands.map(BigInt), played: played.map((card) => CARDS.indexOf(card)) });
const cards = (set) => CARDS.filter((card) => set & setOf([card]));
/** One call without a budget, or as many of so many seconds as it takes. */
function whole(seconds, call) {
  for (;;) {
    const bounds = call(seconds);
    if ([bounds].flat().every(({ low, high }) => low === high)) return bounds;
  }
}
const discardsOf = (problem, holder, use) => {
  const discards = engine.discards(read(problem), holder);
  try { return use(discards); } finally { discards.free(); }
};

export const version = () => engine.version;
export function position(problem) {
  const now = engine.replay(read(problem));
  return { ...now, hands: now.hands.map(cards), legal: now.legal.map((card) => CARDS[card]) };
}
export const solve = (problem, seconds) => whole(seconds, (budget) => engine.solve(read(problem), budget));
export const solveCards = (problem, seconds) =>
  whole(seconds, (budget) => engine.solveCards(read(problem), budget))
    .map(({ card, named, low }) => [CARDS[card], named, low]);
export const discard = (problem, holder) => discardsOf(problem, holder, (discards) => {
  const best = discards.best();
  const { count, cards: first } = discards.reaching(best.tricks, 200);
  return { best: best.tricks, value: discards.value(best.cards), count, cards: first.map(cards) };
});
export function failure(problem) {
  try { engine.replay(read(problem)); } catch ({ code, place, message }) { return [code, place, message]; }
}
/** As many discards as memory holds; once some are freed there is room again. */
export function full(problem) {
  const held = [];
  try {
    for (;;) held.push(engine.discards(read(problem), 0));
  } catch ({ code, place, message }) {
    for (const discards of held) discards.free();
    engine.discards(read(problem), 0).free();
    return [code, place, message];
  }
}
"""


def in_engine(position, hands=None, played=()):
    """The position of a deal as the page has it for the engine; ``hands`` in place of those of the deal."""
    rules = position.engine_rules
    trump, ranking = strain_code(position.strain)
    masks = hands or [hand.mask for hand in position.deal.hands]
    core = rules.core_rules
    return {
        "hands": [str(mask) for mask in rules.in_turn(masks)],
        "trump": trump,
        "ranking": ranking,
        "leader": rules.turn(position.leader),
        "side": rules.side(position.declarer),
        "played": [str(card) for card, _ in played],
        "named": [-1 if suit is None else int(suit) for _, suit in played],
        "rules": {
            "firstTrickWeight": core.first_trick_weight,
            "jokers": core.joker_kind,
            "jokerLead": core.joker_lead,
            "mustThrow": core.must_throw,
            "anyTime": core.any_time,
        },
    }


def best_names(cards, most):
    """The value of each card, of a joker that names a suit with the best one."""
    found = {}
    for card, _, value in cards:
        found[card] = (max if most else min)(found.get(card, value), value)
    return found


def test_random_positions():
    """Values, cards, and where the play stands, for two to six hands, every kind of joker and ranking."""
    problems = [random_problem(seed, 2 + seed % 5, left=9 - 2 * (seed % 5) or 2) for seed in range(500)]
    positions = []
    for each in problems:
        where = (ws.Deal(each.hands), each.strain, each.leader, each.declarer)
        positions.append(Position.read(*where, each.played, rules_of(each)))
    asked = [in_engine(each, played=each.played) for each in positions]
    calls = [[name, each, 0] for each in asked for name in ("position", "solve", "solveCards")]
    answers = iter(ask_page(SCRIPT, *calls))
    for position in positions:
        now, value, cards = next(answers), next(answers), next(answers)
        solution = ws.Solver().solve_position(position)
        assert (value["low"], value["won"], now["won"]) == (solution.tricks, solution.won, solution.won)
        to_act = now["toAct"]
        most = to_act >= 0 and position.engine_rules.side(position.declarer) >> to_act & 1
        wanted = {str(card): low for card, (low, _) in ws.Solver().bound_cards(position).items()}
        assert best_names(cards, most) == wanted and set(now["legal"]) == set(wanted), position


@pytest.mark.parametrize("seconds", [0, 0.03])
def test_full_hands(seconds):
    """Values, cards and discards of whole deals; values in one call, and in calls of so many seconds."""
    presets = ("bid_whist_no_kitty", "bid_whist")
    whole = [ws.Deal.random(seed, rules) for seed in range(5) for rules in presets]
    calls, wanted = [], []
    for number, deal in enumerate(whole):
        strain = ("S+", "H-", "NT+", "C~", "NT-")[number // 2]
        position = Position.read(deal, strain, number % 4)
        problem = in_engine(position)
        calls += [["solve", problem, seconds], ["solveCards", problem, seconds]]
        wanted.append(ws.Solver().solve_position(position).tricks)
        wanted.append({str(card): low for card, (low, _) in ws.Solver().bound_cards(position).items()})
        if deal.kitty is None:
            continue
        holder = position.leader
        masks = [hand.mask | (seat == holder and deal.kitty.mask) for seat, hand in enumerate(deal.hands)]
        calls.append(["discard", in_engine(position, masks), holder])
        discards = Discards(deal, strain, holder)
        best, count = discards.best().tricks, discards.count()
        first = [{str(card) for card in cards} for cards in discards.optimal()[:200]]
        wanted.append({"best": best, "value": best, "count": count, "cards": first})
    for call, answer, right in zip(calls, ask_page(SCRIPT, *calls), wanted, strict=True):
        match call[0]:
            case "solve":
                assert answer["low"] == right
            case "solveCards":
                assert {card: low for card, _, low in answer} == right
            case _:
                assert {**answer, "cards": [set(cards) for cards in answer["cards"]]} == right


def test_errors_have_a_code_a_place_and_a_message():
    problem = in_engine(Position.read("N:AK... Q.2.. 43... 65...", "S+", "N"))
    illegal = {**problem, "played": ["SA", "H2"], "named": [-1, -1]}
    many = {**problem, "hands": problem["hands"] * 2}
    followed = "card 1 of the play, number 26 by seat 1: it holds a card of the suit to follow"
    assert ask_page(SCRIPT, ["failure", illegal], ["failure", many], ["full", problem], ["version"]) == [
        [3, 1, followed],
        [2, -1, "a deal has two to six hands"],
        [6, -1, "no memory"],
        ws.__version__,
    ]

"""What the page does by itself with hands, rules, games and reports, run in Node, against the library."""

import random
from collections import Counter

import pytest
from tests.support.board_answers import answered, random_act
from tests.support.page_functions import ask_page, needs_node

import whistsolve as ws
from whistsolve.game import Auction
from whistsolve.rules import PRESETS
from whistsolve.rules.reading import rules_from_text

pytestmark = needs_node
SCRIPT = """
import { callWords } from './calls';
import { give, dealRest, dealtCards, holdingOf, isDeal, isSame, overfull } from './editor/holding';
import { parseDeal } from './hand';
import { estimateText } from './panels/estimates';
import { adviceText } from './play/hint';
import { actText, doneText, nameIn, turnText } from './play/words';
import { readDraft, writeDraft } from './rules/draft';
import { texts } from './texts';
export * from './hand';
export * from './panels/interval';
export * from './play/view';
export { isTooLong } from './load/files';
export { bestFirst, candidateOf, shortReason } from './panels/estimates';
export { withOption, withoutOption, optionNamed, matches } from './rules/draft';

const SEATS = ['N', 'E', 'S', 'W'];
const from = (deal) => holdingOf(parseDeal(deal), SEATS);
export const given = (deal, ...moves) =>
  dealtCards(moves.reduce((holding, [card, place]) => give(holding, card, place), from(deal)), SEATS);
export const dealt = (deal, deck, sizes) =>
  dealtCards(dealRest(from(deal), deck, [...SEATS, 'K'], sizes), SEATS);
export const fits = (deal) => isDeal(from(deal), SEATS);
export const full = (deal, sizes) => overfull(from(deal), [...SEATS, 'K'], sizes) ?? null;
export const same = (one, other) => isSame(parseDeal(one), parseDeal(other));
export const again = (text) => writeDraft(readDraft(text));
export const call = (text) => callWords(texts, text);
export const rules = (text) => texts.rules(text);
export const done = (view, stage, act) => doneText(texts, view, stage, act);
export const turn = (view) => turnText(texts, view);
export const names = (view) => view.names.map((name) => nameIn(texts, view, name));
export const advice = (stage, answer) => adviceText(texts, stage, answer);
export const estimate = (kind, value) => estimateText(kind, value);
"""
SMALL = "N:AK... QJ... T9... 87..."
DECK = [str(card) for card in ws.Rules.preset("bid_whist").deck]


def ask(*calls):
    return ask_page(SCRIPT, *calls)


def all_of(name, *arguments):
    """One function's answers to several arguments, each alone."""
    return ask(*((name, each) for each in arguments))


def row(call, points, equity=None):
    return {"call": call, "points": points, "equity": equity, "mean_tricks": None}


#: Options of rules, and reports, as the board sends them.
JOKERS = {"name": "jokers", "default": "2"}
SIX = {"value": "six", "meaning": "As many"}
KITTY = {"name": "kitty_size", "meaning": "Cards left over.", "values": [SIX]}
GROUPS = {"groups": [{"options": [JOKERS, KITTY]}]}
REPORT = {"best": "4NT", "rows": [row("Pass", 0.4), row("4NT", 0.5), row("4-", 0.1)], "exact": False}
HINT = "A player with your cards would choose: 4 no-trump."
INTERVALS = [{"mean": 1.0, "interval": [0.5, 2.5]}, {"mean": 2.0, "interval": [None, None]}]
#: Each call, and its answer.
ANSWERS = [
    # What is a deal, which place has too many cards, and what is the same deal.
    (("fits", SMALL), True),
    (("fits", f"{SMALL} | .2.."), True),
    (("fits", SMALL[:-4] + "..."), False),
    (("fits", "N:-... -... -... -..."), False),
    (("full", SMALL, {"hand": 2, "kitty": 1}), None),
    (("full", SMALL.replace("QJ", "QJ4"), {"hand": 2, "kitty": 1}), "E"),
    (("full", f"{SMALL} | .32..", {"hand": 2, "kitty": 1}), "K"),
    (("same", SMALL, "E:JQ... 9T... 78... KA..."), True),
    (("same", SMALL, f"{SMALL} | .2.."), False),
    (("parseDeal", "N:AX... K... Q... J..."), {"error": "SX in hand AX... is no card"}),
    (("parseDeal", "5:A... K..."), {"error": "5 is no seat"}),
    # Options of rules are set, found and named.
    (("withOption", "bid_whist jokers=1", "kitty_size", "5"), "bid_whist jokers=1 kitty_size=5"),
    (("withOption", "bid_whist", "removed_cards", " D2,  C2 "), "bid_whist removed_cards=D2,C2"),
    (("withOption", "jokers=1", "jokers", "0"), "bid_whist jokers=0"),
    (("again", "bid_whist session_targets=5,7 jokers=1"), "bid_whist session_targets=5,7 jokers=1"),
    (("withoutOption", "bid_whist jokers=1 kitty_size=5", JOKERS), "bid_whist kitty_size=5"),
    (("withoutOption", "cardsharks", JOKERS), "cardsharks jokers=2"),
    (("optionNamed", "kitty_size 7 is wrong: expected", GROUPS), "kitty_size"),
    (("optionNamed", "the rules are wrong", GROUPS), None),
    (("optionNamed", "", GROUPS), None),
    *((("matches", KITTY, text), True) for text in ("", "kitty size", "LEFT", "six cards", "many")),
    (("matches", KITTY, "jokers"), False),
    # Texts are measured as they are sent: one that is longer in JSON would end the connection.
    (("isTooLong", "x" * 900_000), False),
    *((("isTooLong", text), True) for text in ("x" * 1_000_000, '"' * 600_000, "♠" * 400_000)),
    # Calls and hints in words; one that is not certain says so.
    (("call", "4-"), "4 downtown"),
    (("call", "NT"), "NT"),
    (("call", "5NT+"), "5 no-trump uptown"),
    (("call", "Pass"), "pass"),
    (("advice", "auction", {"act": "4NT", "report": None}), HINT),
    (("advice", "auction", {"act": "4NT", "report": {**REPORT, "separated": True}}), HINT),
    (("advice", "auction", {"act": "4NT", "report": {**REPORT, "separated": False, "exact": True}}), HINT),
    (
        ("advice", "auction", {"act": "4NT", "report": {**REPORT, "separated": False}}),
        f"{HINT} That it is better than pass is not certain.",
    ),
    # Rules in words: options without a text of their own by their names. Reasons in short.
    (("rules", "whist"), "Whist"),
    (("rules", "trickster jokers=0 min_bid=4"), "Bid whist at Trickster Cards, no jokers, bids from 4"),
    (("rules", "jokers=1 set_scoring=both_odd"), "one joker, set scoring: both odd"),
    (("shortReason", "4NT and 3NT are equal."), "4NT and 3NT are equal."),
    (("shortReason", "4NT wins 1.5 % more than 3NT (error 0.1). If you"), "4NT wins 1.5 % more than 3NT."),
    # Rows of a report; the scale holds every interval that ends; numbers have no minus for nothing.
    (("candidateOf", {"card": "BJ", "named": "H"}), "BJ:H"),
    (("candidateOf", {"card": "BJ", "named": None}), "BJ"),
    (("scaleOf", INTERVALS, True), {"low": 0, "high": 2.5, "zero": 0}),
    (("scaleOf", INTERVALS, False), {"low": 0.5, "high": 2.5, "zero": None}),
    (("estimate", "points", -0.04), "0.0"),
    (("estimate", "points", -3.25), "\N{MINUS SIGN}3.3"),
    (("estimate", "make", 0.666), "67%"),
    (("estimate", "equity", 0.5005), "50.1%"),
    (("estimate", "tricks", 7.0), "7.0"),
]


def test_answers_of_functions():
    found = ask(*(call for call, _ in ANSWERS))
    assert list(zip((call for call, _ in ANSWERS), found, strict=True)) == ANSWERS
    texts = [answer for call, answer in ANSWERS if call[0] == "withOption"]
    assert (rules_from_text(str(texts[0])).kitty_size, rules_from_text(str(texts[2])).jokers) == (5, 0)
    rows = [row("Pass", -1.0), row("4+", 2.0), row("4-", 2.5), row("5+", 2.0)]
    by_equity = [row("4-", 3, 0.4), row("4+", 1, 0.5)]
    ordered = all_of("bestFirst", {"best": "4+", "rows": rows}, {"best": "4+", "rows": by_equity})
    assert [[each["call"] for each in rows] for rows in ordered] == [["4+", "4-", "5+", "Pass"], ["4+", "4-"]]


# Deals that are entered card by card.


def test_cards_are_given_moved_and_taken_back_and_the_rest_is_dealt():
    entered = "N:AK... -... T9... 87....BL | .2.."
    sizes = {"hand": 12, "kitty": 6}
    moved, back, *dealt = ask(
        ("given", f"{SMALL} | .2..", ["SA", "E"], ["H2", "N"], ["BJ", "K"]),
        ("given", f"{SMALL} | .2..", ["SA", None], ["H2", None]),
        *[("dealt", entered, DECK, sizes)] * 2,
    )
    hands = [["H2", "SK"], ["SA", "SJ", "SQ"], ["S9", "ST"], ["S7", "S8"]]
    assert ([sorted(hand) for hand in moved["hands"]], moved["kitty"]) == (hands, ["BJ"])
    assert back == {"hands": [["SK"], ["SQ", "SJ"], ["ST", "S9"], ["S8", "S7"]], "kitty": []}
    for found in dealt:
        assert [len(hand) for hand in (*found["hands"], found["kitty"])] == [12] * 4 + [6]
        assert sorted(sum(found["hands"], found["kitty"])) == sorted(DECK)
        assert {"SA", "SK"} <= set(found["hands"][0]) and {"BJ", "LJ"} <= set(found["hands"][3])
        assert "H2" in found["kitty"]
    assert dealt[0] != dealt[1]


def test_every_place_is_as_likely_for_a_card():
    """The first hand has the ace in a quarter of the deals of four cards, within four standard errors."""
    number, sizes = 400, {"hand": 1, "kitty": 0}
    found = ask(*[("dealt", "N:-... -... -... -...", ["SA", "SK", "SQ", "SJ"], sizes)] * number)
    counts = Counter(deal["hands"].index(["SA"]) for deal in found)
    assert all(abs(counts[seat] - number / 4) < 4 * (number * 3 / 16) ** 0.5 for seat in range(4))


# Hands.


def deals():
    presets = ("bid_whist", "bid_whist_no_kitty", "cutthroat_3", "cutthroat_5", "whist")
    six = ws.Deal(["A...", "K...", "2..", ".2..", "..2", "...2"], kitty=["BJ", "LJ"])
    return [six, *(ws.Deal.random(seed, ws.Rules.preset(preset)) for seed in range(2) for preset in presets)]


def other_start(deal):
    """The same deal written from its second hand on, with dashes for voids and a 10."""
    hands = [str(hand).replace("T", "10") for hand in (*deal.hands[1:], deal.hands[0])]
    hands = [".".join(field or "-" for field in hand.split(".")) for hand in hands]
    kitty = f"| {deal.kitty}" if deal.kitty else ""
    return f"{'E' if deal.seats == 4 else 1}: {' '.join(hands)} {kitty}"


def test_deals_are_read_written_and_turned_as_the_library_does():
    given = deals()
    read = all_of("parseDeal", *map(other_start, given))
    for each, deal in zip(read, given, strict=True):
        hands = [[str(card) for card in hand] for hand in deal.hands]
        assert (each["hands"], each["kitty"]) == (hands, [str(card) for card in deal.kitty or ()])
    assert all_of("formatDeal", *read) == list(map(str, given))
    turned = all_of("rotate", *({"deal": str(deal), "declarer": "0", "played": "SA"} for deal in given))
    for each, deal in zip(turned, given, strict=True):
        rotated = str(ws.Deal((deal.hands[-1], *deal.hands[:-1]), kitty=deal.kitty))
        assert each == {"deal": rotated, "declarer": "E" if deal.seats == 4 else "1", "played": "SA"}
    deal = given[1]
    hand = {"deal": str(deal), "dealer": "W", "leader": "S", "holder": "E", "scores": "3 -2"}
    [once] = ask(("rotate", hand))
    assert {**once, "deal": ""} == {"deal": "", "dealer": "N", "leader": "W", "holder": "S", "scores": "-2 3"}
    assert ask(("rotate", once, 3)) == [hand]
    # Mirrored, east and west are swapped, and there is no play.
    hand = {"deal": str(deal), "declarer": "E", "holder": "W", "leader": "S", "calls": "pass", "played": "SA"}
    north, east, south, west = deal.hands
    swapped = str(ws.Deal([north, west, south, east], kitty=deal.kitty))
    assert ask(("mirror", hand)) == [{"deal": swapped, "declarer": "W", "holder": "E", "leader": "S"}]


# Games and reports.


class PlayedGame:
    """A game played to its end with random acts of the person, and all that the page was sent of it."""

    def __init__(self, rules):
        draw = random.Random(3)
        now = answered("new_game", rules=rules, seed=3, strength="quick", samples=1)[1]
        before = now["view"]
        #: Each act with the view before it and after it.
        self.steps = []
        while now["view"]["result"] is None:
            act = {"act": random_act(now["view"], draw)} if now["view"]["your_turn"] else {}
            parts, now = answered("act", game=now["game"], **act)
            for part in parts:
                self.steps.append((before, part["view"], part["done"]))
                before = part["view"]
        self.game, self.view = now["game"], now["view"]


@pytest.mark.parametrize("rules", ["bid_whist", "whist", "dummy"])
def test_a_game_is_shown_and_goes_on(rules):
    game = PlayedGame(rules)
    view, result = game.view, game.view["result"]
    # A whole trick stays on the table.
    in_play = [step for step in game.steps if step[0]["stage"] == "play" and step[2]["hand"] is not None]
    tables = ask(*(("trickAfter", old, new, done["act"], done["hand"]) for old, new, done in in_play))
    for (old, new, done), table in zip(in_play, tables, strict=True):
        won = [now - was for now, was in zip(new["tricks_won"], old["tricks_won"], strict=True)]
        cards = [*old["trick"], {"seat": done["hand"], "card": done["act"]}]
        assert table == {"cards": cards, "winner": new["names"][won.index(1)] if 1 in won else None}
    assert sum(table["winner"] is not None for table in tables) == sum(view["tricks_won"])
    # What may be done is a card of a hand or a button.
    turns = [old for old, _, _ in game.steps if old["your_turn"]]
    found = zip(turns, all_of("playableCards", *turns), all_of("otherActs", *turns), strict=True)
    for each, cards, others in found:
        assert sorted([*cards, *others]) == sorted(each["legal"])
        assert bool(cards) == (each["stage"] == "play")
    # The person sits first, and the others clockwise.
    [seats, names] = ask(("fromPerson", view), ("names", view))
    chairs = [view["names"][hand] for hand in view["chairs"]]
    first = chairs.index(view["person"])
    assert seats == chairs[first:] + chairs[:first]
    # Everything that happens has words.
    assert len(set(names)) == len(names) and names[view["names"].index(view["person"])] == "You"
    said = ask(*(("done", new, old["stage"], done) for old, new, done in game.steps))
    for text in (*said, *all_of("turn", *(new for _, new, _ in game.steps))):
        assert text and "{" not in text and "play." not in text
    hidden = [done["act"] is None for _, _, done in game.steps]
    assert [text.endswith("face down.") for text in said] == hidden
    # The next hand, and the same cards from another place.
    following, same = ask(("nextGame", game.game, view, result), ("sameCards", game.game, view))
    begun, again = (answered("new_game", **each)[1] for each in (following, same))
    players = view["names"][: view["players"]]
    step = 0 if result["void"] == "same_dealer" else 1
    assert begun["view"]["dealer"] == players[(players.index(view["dealer"]) + step) % len(players)]
    scores = [before + won for before, won in zip(result["scores"], result["points"], strict=True)]
    is_won = result["target"] is not None and max(scores) >= result["target"]
    assert begun["game"].get("scores", [0] * len(players)) == ([0] * len(players) if is_won else scores)
    assert [again["game"][name] for name in ("deal", "dealer")] == [
        game.game[name] for name in ("deal", "dealer")
    ]
    assert again["view"]["person"] == players[(players.index(view["person"]) + 1) % len(players)]


def test_calls_of_all_games_have_words():
    rules = [each for each in map(ws.Rules.preset, PRESETS) if each.trump_rule == "declared"]
    calls = sorted({str(call) for each in rules for call in Auction.start(each, 0).legal_calls})
    assert len(set(all_of("call", *calls))) == len(calls) > 20

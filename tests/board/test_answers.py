"""Answers of the board about a hand, compared with the library: play, kitty, trace, par, score and rules."""

from fractions import Fraction
from itertools import combinations
from threading import Timer
from typing import Any

import pytest
from tests.oracle import asking, minimax
from tests.oracle.positions import random_problem
from tests.support.board_answers import NO_KITTY, REAL, answered, ask, real_hand, real_record, without
from tests.support.random_rules import random_rules
from tests.support.thorough import by_default

import whistsolve as ws
from whistsolve.advice.calls.call_model import quick_equity
from whistsolve.cancelling import Cancellation, subject_to
from whistsolve.equity import MatchState
from whistsolve.equity.payoffs import ScoreTable
from whistsolve.errors import ActError, DealError, NotationError, RulesError, WhistError
from whistsolve.game import score_hand, score_whist_hand
from whistsolve.game.auction.calls import all_strains
from whistsolve.game.record.record import winners_under
from whistsolve.rules import PRESET_DOCUMENTS, options_in_use, rules_from_text, rules_to_text, setting_text
from whistsolve.values import seat_name
from whistsolve_board.arguments import Arguments
from whistsolve_board.context import RequestContext, SolverPool
from whistsolve_board.handlers import handler_named
from whistsolve_board.hands import BoardHand


def dealt(rules, **fields):
    """A random deal with other fields of a hand."""
    return {"rules": rules, "deal": str(ws.Deal.random(1, rules_from_text(rules))), **fields}


FOUR = "N:AK.2.3. QJ.A.2. T9.K.A. 87.Q.K."
SPADES = {"rules": NO_KITTY, "deal": "N:A2... K3... Q4... J5...", "strain": "S+", "declarer": "N"}
NO_TRUMP = {"rules": NO_KITTY, "deal": "N:AQ2... T98... 765... K43...", "strain": "NT+", "level": "1"}
NO_TRUMP |= {"declarer": "S", "played": "S5 S3 SA S8 SQ"}
CUTTHROAT = {"rules": "cutthroat_3", "deal": "0:A43.A.. K2.32.. QJ.QJ.. | T9.4..", "dealer": "2"}
CUTTHROAT |= {"strain": "S-", "level": "3", "declarer": "1", "discard": "S9 ST H4", "played": "SK SQ SA"}
#: Where the number of every discard can be had by solving it.
KITTY = {"deal": "N:.KQJ..Q A..J.AT JT.T.T. .A.AQ.K | ..K.J", "strain": "H+", "declarer": "N", "leader": "E"}
BID = dealt("bid_whist", strain="S+", level="4", declarer="E")
REFUSED = [
    ("position", {"hand": {**SPADES, "played": "SA S4"}}, ActError, "S4 by E, is not legal: E does not hold"),
    ("discard_value", {"hand": KITTY, "cards": "HK CA"}, NotationError, "has CA, which N does not hold"),
    ("discard_value", {"hand": KITTY, "cards": "HK"}, NotationError, "has 1 cards: expected 2"),
    ("kitty_strains", {"hand": {"deal": KITTY["deal"]}}, NotationError, "no declarer"),
    ("trace", {"hand": {"deal": FOUR}}, ActError, "no contract"),
    ("trace", {"hand": {**NO_TRUMP, "played": "S5 S9"}}, ActError, "S9"),
    ("par", {"hand": dealt(NO_KITTY)}, WhistError, "no dealer"),
    ("par", {"hand": dealt("whist_portland", dealer="N")}, RulesError, "no auction"),
    ("score", {"hand": BID}, ActError, "12 tricks are left"),
    ("score", {"hand": {**BID, "deal": FOUR}, "tricks": 1}, RulesError, "expected 4 of 4"),
    ("score", {"hand": {"deal": BID["deal"]}, "tricks": 5}, NotationError, "no strain and declarer"),
    ("score", {"hand": BID, "tricks": 13}, WhistError, "tricks 13"),
    ("score", {"hand": BID, "tricks": [1, 2, 3, 4]}, WhistError, "expected 4 with the sum 12"),
    ("score", {"hand": BID, "tricks": [1, 2, 3]}, WhistError, "expected 4 with the sum 12"),
    ("score", {"hand": {**BID, "level": ""}, "tricks": 5}, NotationError, "no level"),
    ("score", {"hand": {**BID, "level": "9"}, "tricks": 5}, NotationError, "level 9"),
    ("score", {"hand": {**BID, "dealer": "N", "scores": "9 0"}, "tricks": 5}, WhistError, "it ends the game"),
]
for _question in ("discard", "discard_value", "kitty_strains"):
    REFUSED.append((_question, {"hand": SPADES, "cards": "SA"}, DealError, "the deal has no kitty"))


def test_what_cannot_be_answered_is_named():
    for question, fields, error, message in REFUSED:
        with pytest.raises(error, match=message):
            ask(question, **fields)


# Points of the play: against the references of play, the solver, and plain minimax.


def hand_of(problem):
    """A problem as the page has it."""
    name = [seat_name(seat, problem.seats) for seat in range(problem.seats)]
    return {
        "rules": rules_to_text(asking.rules_of(problem)),
        "deal": str(ws.Deal(problem.hands)),
        "strain": problem.strain,
        "declarer": name[problem.leader if problem.declarer is None else problem.declarer],
        "leader": name[problem.leader],
        "played": " ".join(problem.played),
    }


@pytest.mark.parametrize("seed", by_default(12, range(40)))
def test_a_point_of_the_play(seed):
    for seats in (2, 3, 4, 5, 6):
        problem = random_problem(seed, seats, left=2)
        expected = problem.position()
        names = [seat_name(seat, seats) for seat in range(seats)]
        parts, found = answered("position", hand=hand_of(problem))
        position, values = found["position"], found["values"]
        assert parts == [{"position": position}]
        turns = ((names[(expected.leader + turn) % seats], card) for turn, card in enumerate(expected.table))
        assert {**position, "legal": set(position["legal"]), "side": set(position["side"])} == {
            **position,
            "legal": {play[:2] for play in expected.legal()},
            "to_play": None if expected.finished else names[expected.to_play],
            "trick": [{"seat": seat, "card": card} for seat, card in turns],
            "won": list(expected.won),
            "side": {names[seat] for seat in problem.side},
        }, seats
        held = [{card[:2] for card in hand} for hand in expected.hands]
        assert [set(map(str, ws.Hand(text))) for text in position["hands"]] == held, seats
        if expected.finished:
            assert values is None
            continue
        best = minimax.card_values(expected, problem.side)
        wanted = (max if expected.to_play in problem.side else min)(best.values())
        assert {each["card"]: (each["tricks"], each["best"]) for each in values["cards"]} == {
            card: (tricks, tricks == wanted) for card, tricks in best.items()
        }, seats
        assert values["tricks"] == wanted == minimax.value(expected, problem.side), seats


def test_a_deal_without_a_contract_has_its_cards():
    hands = ["A2...", "K3...", "Q4...", "J5..."]
    seats = {"seats": ["N", "E", "S", "W"], "dealt": hands, "hands": hands, "kitty": ".2..", "out": ".2.."}
    found = answered("position", hand={"deal": f"{SPADES['deal']} | .2..."})[1]
    assert found == {"values": None, "position": seats}


@pytest.mark.parametrize("name", by_default(1, REAL))
def test_every_point_and_the_tables_of_a_real_hand(name):
    hand, record = real_hand(name), real_record(name)
    rules = rules_from_text(hand["rules"])
    strain, declarer = record.contract.strain, record.contract.declarer
    played = [
        ("NESW"[trick.leader], [str(card) for card in trick.cards], "NESW"[trick.winner])
        for trick in record.tricks
        if trick.winner is not None
    ]
    for at in range(0, len(record.plays), 5):
        given = {"declarer": declarer, "played": record.plays[:at], "rules": rules}
        asked = (record.deal_in_play, strain, record.leader)
        found, line = (answered(question, hand=hand, at=at)[1] for question in ("position", "line"))
        cards = [(each["card"], each["tricks"]) for each in found["values"]["cards"]]
        assert cards == [(str(card), each) for card, each in ws.solve_cards(*asked, **given).items()], at
        tricks = [(trick["leader"], trick["cards"], trick["winner"]) for trick in found["position"]["tricks"]]
        assert tricks == played[: at // 4], at
        best = ws.best_line(*asked, **given)
        assert line == {"cards": [str(card) for card in best], "tricks": best.tricks}, at
    assert name != REAL[0] or answered("position", hand=hand, at=len(record.plays))[1]["values"] is None
    for kitty in (False, True):
        parts, found = answered("table", hand=hand, kitty=kitty)
        table = ws.table(record.deal_in_play, rules=rules)
        if kitty:
            table = ws.table(record.deal, rules=rules, kitty="optimal")
            assert all(len(part["discard"]) == rules.kitty_size for part in parts)
        assert kitty or found["discards"] is None
        numbers = {(part["seat"], part["strain"]): part["tricks"] for part in parts}
        assert found["tricks"] == [[numbers[row, each] for each in found["strains"]] for row in found["rows"]]
        assert numbers == {key: table["NESW".index(key[0]), ws.Strain.of(key[1])] for key in numbers}


def test_a_claim_that_holds_and_one_that_is_refuted():
    holds = {"holds": True, "claimed": 1, "left": 2, "tricks": 1, "refutation": []}
    assert [ask("claim", hand=SPADES, seat=seat, tricks=1) for seat in "SE"] == [holds, holds]
    theirs = {"deal": "N:AK... QJ... T9... 87...", "strain": "NT+", "declarer": "N"}
    assert ask("claim", hand=theirs, seat="E", tricks=1)["tricks"] == 0
    refuted = ask("claim", hand=SPADES, seat="N", tricks=2)
    assert not refuted["holds"] and refuted["tricks"] == 1
    # The other side has taken the trick that was claimed, and no card more is shown.
    played = [each["card"] for each in refuted["refutation"]]
    hands = [{**SPADES, "played": " ".join(cards)} for cards in (played[:-1], played)]
    before, after = (ask("position", hand=hand)["position"]["won"] for hand in hands)
    assert after[1] + after[3] == 1 and sum(before) < 2


# The kitty.


def kitty_arguments(fields):
    """The arguments of the library for the same hand."""
    hand = BoardHand.read(fields)
    position = hand.kitty_position()
    given = {name: getattr(position, name) for name in ("strain", "declarer", "holder", "leader", "rules")}
    return {"deal": hand.deal, **given}


HANDS = [real_hand(), dealt("cutthroat_5", strain="S+", declarer="2", leader="4"), real_hand(REAL[1])]


@pytest.mark.parametrize("fields", HANDS, ids=["241", "cutthroat, another leader", "327"])
def test_best_discards_and_all_ties_are_those_of_the_library(fields):
    found = ask("discard", parts := [], hand=fields)
    given = kitty_arguments(fields)
    best, optimal, discards = ws.best_discard(**given), ws.optimal_discards(**given), ws.Discards(**given)
    assert (found["tricks"], found["books"], found["expected"]) == (best.tricks, best.books, False)
    assert tuple(map(ws.Card.from_text, found["best"])) in optimal
    kept = ws.Hand.from_text(found["keep"]) | ws.Hand(map(ws.Card.from_text, found["best"]))
    assert kept == given["deal"].hands[given["holder"]] | given["deal"].kitty
    assert (found["optimal"], found["all"]) == (discards.count(), discards.total)
    assert found["optimal"] == len(optimal)
    assert found["ties"] == [[str(card) for card in cards] for cards in optimal[:200]]
    assert {**parts[0], **parts[1], "ties": found["ties"]} == found and len(parts) == 2
    if fields == HANDS[0]:  # more ties than a page shows are counted
        assert (found["optimal"], found["all"], len(found["ties"])) == (392, 1820, 200)


def test_a_mark_is_valued_against_the_best_and_against_all_discards():
    given = kitty_arguments(KITTY)
    every = list(combinations(sorted(given["deal"].hands[0] | given["deal"].kitty), 2))
    values = ws.Discards(**given).values(every)
    assert set(values) == {0, 1, 2, 3}
    solvers = SolverPool()
    for cards, tricks in zip(every, values, strict=True):
        found = ask("discard_value", parts := [], solvers, hand=KITTY, cards=" ".join(map(str, cards)))
        as_good, lost = sum(each >= tricks for each in values), max(values) - tricks
        numbers = {"tricks": tricks, "best": max(values), "lost": lost, "as_good": as_good}
        assert found == {**numbers, "all": len(every)}
        assert [{**part, "as_good": as_good} for part in parts] == [found]


@pytest.mark.parametrize("fields", HANDS[:2], ids=["241", "cutthroat, another leader"])
def test_every_strain_has_the_value_of_its_best_discard(fields):
    found = ask("kitty_strains", parts := [], hand=fields)
    given = kitty_arguments(fields)
    expected = {
        str(strain): ws.best_discard(**{**given, "strain": strain}).tricks
        for strain in all_strains(given["rules"])
    }
    assert {each["strain"]: each["tricks"] for each in parts} == expected
    for each in parts[:3]:
        of_strain = {**given, "strain": each["strain"]}
        assert ws.Discards(**of_strain).values([each["discard"]]) == [each["tricks"]]
    most = max(expected.values())
    assert found == {
        "strains": parts,
        "best": [strain for strain, tricks in expected.items() if tricks == most],
        "named": fields["strain"],
        "lost": most - expected[fields["strain"]],
        "declarer": fields["declarer"],
        "holder": fields["declarer"],
        "timing": given["rules"].declare_timing,
    }


def test_strains_are_asked_for_any_declarer_and_before_there_is_one():
    found = ask("kitty_strains", hand={"deal": KITTY["deal"]}, declarer="W")
    assert (found["declarer"], found["named"], found["lost"]) == ("W", None, None)
    assert found["strains"][0]["tricks"] == ws.best_discard(KITTY["deal"], "S+", "W").tricks
    other = ask("kitty_strains", hand={**KITTY, "holder": "S"}, declarer="W")
    assert (other["strains"], other["holder"], other["named"]) == (found["strains"], "W", None)


def test_jokers_exchanged_for_cards_drawn_make_expected_numbers():
    fields = {"rules": "bid_whist joker_no_trump=exchanged exchange_pick=random", "strain": "NT+"}
    fields |= {"deal": "N:AK..4. Q3..2. J..A..L T9..K. | 8.7", "declarer": "N"}
    found = ask("discard", hand=fields)
    assert (found["expected"], found["tricks"]) == (True, ws.best_discard(**kitty_arguments(fields)).tricks)


def test_a_question_given_up_while_it_counts_leaves_a_sound_table_behind():
    hand = dealt("bid_whist", strain="NT-", declarer="N")
    position = BoardHand.read(hand).kitty_position()
    held = list(position.deal.hands[0] | position.kitty)
    solvers, cancellation = SolverPool(), Cancellation()
    # Nearly all discards are as good as the highest cards, which takes seconds to count.
    arguments = Arguments({"hand": hand, "cards": " ".join(map(str, held[:6]))})
    context = RequestContext(lambda _: Timer(0.01, cancellation.cancel).start(), solvers)
    with subject_to(cancellation), pytest.raises(KeyboardInterrupt):
        handler_named("discard_value").answer(arguments, context)
    with solvers.discards(position) as discards:
        assert discards.count() == ws.Discards(**kitty_arguments(hand)).count()


def test_the_next_question_of_a_hand_finds_what_is_proved():
    solvers, position = SolverPool(), BoardHand.read(KITTY).kitty_position()
    with solvers.discards(position) as first, solvers.discards(position) as second:
        assert first is not second
    with solvers.discards(BoardHand.read(KITTY).kitty_position()) as third:
        assert third in (first, second)


# The trace of a played hand with its account, and par.


def test_a_trace_is_that_of_the_library_and_grows_card_by_card():
    found = ask("trace", parts := [], hand=real_hand())
    account = found.pop("account")
    hand = BoardHand.read(real_hand())
    expected = ws.analyse_play(hand.record(), rules=hand.rules, contract=True)
    assert {**found, "nodes": 0} == {**expected.as_dict(), "nodes": 0}
    cards = [part["card"] for part in parts if "card" in part]
    last = {card["number"]: card for card in cards}
    assert [last[number] for number in sorted(last)] == found["cards"]
    assert len(cards) == len(found["cards"]) + len(expected.losses)
    [early] = [part["analysis"] for part in parts if "analysis" in part]
    assert early["points"] is None and early["cards"] == found["cards"]
    assert early["discard"] == found["discard"]
    lost = {"S": {"bid": expected.contract.lost, "discard": expected.discard.lost}}
    given = zip("NESW", expected.given_by_seat, strict=True)
    nothing = {"bid": None, "discard": None}
    assert account == [{"seat": seat, "play": play, **lost.get(seat, nothing)} for seat, play in given]
    assert [each["play"] for each in early["account"]] == [each["play"] for each in account]
    work = [part for part in parts if "done" in part]
    assert work[-1]["done"] == work[-1]["of"] == len(work)
    # What is given away closes.
    signs = {each["seat"]: -1 if each["seat"] in found["side"] else 1 for each in account}
    changes = [signs[each["seat"]] * (each["play"] + (each["discard"] or 0)) for each in account]
    assert found["best"] + sum(changes) == found["end"]


def test_hands_of_which_less_is_known_are_traced():
    found = ask("trace", hand=without(real_hand(), "level"))
    assert found["points"] is None and found["contract"] == "NT+ by S"
    assert [each["bid"] for each in found["account"]] == [None] * 4
    found = ask("trace", hand=NO_TRUMP)
    assert found["discard"] is None and [card["lost"] for card in found["cards"]] == [0, 0, 1, 0, 0]
    assert found["cards"][2]["better"] == ["S2", "SQ"]
    assert [each["play"] for each in found["account"]] == [1, 0, 0, 0]
    found = ask("trace", hand=without(NO_TRUMP, "played"))
    assert found["cards"] == [] and [each["play"] for each in found["account"]] == [0] * 4


def test_par_is_that_of_the_library_and_of_the_cards_as_dealt():
    rules = rules_from_text(NO_KITTY)
    found = ask("par", hand={"rules": NO_KITTY, "deal": FOUR, "dealer": "E", "scores": "3 -2"})
    assert found == ws.par(FOUR, "E", rules=rules, scores=(3, -2)).as_dict()
    deal, parts = "0:A4.A.. K2.3.. QJ.Q.. | T...", list[dict[str, Any]]()
    found = ask("par", parts, hand={**CUTTHROAT, "deal": deal, "discard": "ST", "played": ""})
    assert found == ws.par(deal, "2", rules=rules_from_text("cutthroat_3")).as_dict()
    assert parts[-1]["done"] == parts[-1]["of"]
    # Player 2 declares from S; the dummy, the last hand, is opposite, and player 0 between them.
    fields = {"rules": "dummy", "deal": FOUR, "dealer": "W", "strain": "S+", "declarer": "S"}
    north, east, south, west = ws.Deal.from_text(FOUR).hands
    expected = ws.par(ws.Deal([west, east, south, north]), "0", rules=rules_from_text("dummy"))
    assert ask("par", hand=fields) == expected.as_dict()


# The score of a hand, and its match equity.


def contracted(preset, **fields):
    """A random hand of a preset with a contract."""
    rules = rules_from_text(preset)
    level = {"level": str(rules.min_bid + 1)} if rules.trump_rule == "declared" else {}
    declarer = seat_name(1, rules.dealt_hands)
    return dealt(preset, strain="S+", **{"declarer": declarer, **level, **fields})


def test_the_tricks_of_a_whole_hand_are_counted():
    played = real_hand(rules="bid_whist jokers=0")
    found = ask("score", parts := [], hand=played)
    hand = BoardHand.read(played)
    winners = winners_under(hand.record(), hand.rules)
    tricks = sum(winner in (0, 2) for winner in winners)
    score = score_hand("3NT+ by S", tricks, rules=hand.rules)
    assert found["tricks"] == tricks and found["points"] == list(score.points)
    assert (found["books"], found["needed"], found["made"]) == (score.books, score.needed, score.made)
    assert found["over"] == score.books - score.needed and found["boston"] is False
    for given in (tricks, [winners.count(seat) for seat in range(4)]):
        assert found == ask("score", hand=played, tricks=given)
    assert parts == [without(found, "equity")]


def test_the_scores_of_other_games():
    portal, portland = "bid_whist_52_whistportal", rules_from_text("whist_portland")
    # Tricks by seat, with the kitty's book in the first trick; dummies, who score nothing.
    of_seats = {"first_trick": "W"}
    for fields, tricks, contract, taken, more in (
        (contracted(portal, level="3"), [2, 6, 1, 4], "3S+ by E", 9, of_seats),
        (contracted("dummy", declarer="N", dealer="0"), 8, "2S+ by N", 8, {}),
        (contracted("double_dummy", declarer="N", dealer="0"), 8, "2S+ by N", 8, {}),
    ):
        rules = rules_from_text(fields["rules"])
        found = ask("score", hand=fields, tricks=tricks)
        score = score_hand(contract, taken, rules=rules, **more)
        assert (found["points"], found["books"]) == (list(score.points), score.books), fields["rules"]
    after = found["equity"]["after"]
    assert len(after) == rules.players and sum(after) == pytest.approx(1)
    # Whist has odd tricks and honours.
    deal = "N:AKQ2.432.432.432 J43.AKQ.765.8765 T65.J65.AKQ.QJT9 987.T987.JT98.AK"
    fields = {"rules": "whist_portland", "deal": deal, "strain": "S+", "declarer": "E", "scores": "1 3"}
    found = ask("score", hand=fields, tricks=5)
    score = score_whist_hand(8, rules=portland, honours=(3, 1), scores=(1, 3))
    assert found["points"] == list(score.points) and found["odd_tricks"] == [2, 0]
    assert found["honours"] == list(score.honours) == [2, 0]
    assert (found["tricks"], found["books"], found["made"], found["equity"]) == (5, None, None, None)


def test_equity_is_that_before_the_hand_and_after_its_points():
    for preset, scores, dealer, tricks, named in (
        ("bid_whist", (2, -3), "S", [1, 9, 2, 0], [["N", "S"], ["E", "W"]]),
        ("cutthroat_3", (10, 4, 0), "2", [3, 5, 8], [["0"], ["1"], ["2"]]),
    ):
        equity, sides = quick_equity(rules_from_text(preset)), len(scores)
        hand = contracted(preset, dealer=dealer, scores=" ".join(map(str, scores)))
        found = ask("score", hand=hand, tricks=tricks)
        state = MatchState(scores, (0,) * sides, (0,) * sides, 0)
        points = found["points"][:sides]
        after = equity.after_hand(state, points, dealer=3 % sides, declarer=1, made=found["made"])
        before = list(equity.win(scores, 2 % sides))
        assert found["equity"] == {"before": before, "after": list(after.win), "sides": named}
        assert sum(found["equity"]["after"]) == pytest.approx(1)


# Rules explained: every option in use with its value and meaning.


def test_rules_have_their_values_and_meanings():
    for text in ("cutthroat_5", "whist_portland", "double_dummy match=two_sessions", "bid_whist jokers=1"):
        rules = rules_from_text(text)
        answer = ask("rules", rules=text)
        assert (rules_from_text(answer["rules"]), answer["preset"]) == (rules, text.split()[0])
        presets = {each["name"]: each["text"] for each in answer["presets"]}
        assert presets == {name: each.about for name, each in PRESET_DOCUMENTS.items()}
        options = [option for group in answer["groups"] for option in group["options"]]
        for found, used in zip(options, options_in_use(rules), strict=True):
            expected, value, default = used.option, setting_text(used.value), setting_text(used.default)
            values = {setting_text(value): meaning for value, meaning in expected.values}
            assert without(found, "named", "form") == {
                "name": expected.name,
                "meaning": expected.meaning,
                "follows": expected.follows,
                "value": value,
                "default": default,
                "differs": value != default,
                "values": [{"value": each, "meaning": meaning} for each, meaning in values.items()],
                "range": expected.span and list(expected.span),
            }
            if found["form"] == "single" and value not in values:
                assert found["range"][0] <= int(value) <= found["range"][1], expected.name
            assert set(found["named"]) <= set(values), expected.name
            assert found["named"] or found["range"] or found["form"] in ("cards", "trumps"), expected.name
        differing = {found["name"] for found in options if found["differs"]}
        assert differing - {"game"} == set(rules.overrides()) - {"game"}
        assert ("game" in differing) == (rules.game != "bid_whist")


def test_the_text_of_rules_starts_from_the_preset_that_is_named():
    for rules in (random_rules(1000), random_rules(1001), random_rules(1002)):
        answer = ask("rules", rules=rules_to_text(rules, "bid_whist"))
        assert (answer["rules"].split()[0], answer["preset"]) == ("bid_whist", "bid_whist")
        assert rules_from_text(answer["rules"]) == rules


def test_seats_of_three_are_texts_too_and_contracts_without_points_are_left_out():
    found, hand = ask("trace", parts := [], hand=CUTTHROAT), BoardHand.read(CUTTHROAT)
    expected = ws.analyse_play(hand.record(), rules=hand.rules)
    discards = (None, expected.discard.lost, None)
    assert found["account"] == [
        {"seat": str(seat), "bid": None, "discard": discards[seat], "play": play}
        for seat, play in enumerate(expected.given_by_seat)
    ]
    assert [card["seat"] for card in found["cards"]] == ["1", "2", "0"]
    assert {part["card"]["seat"] for part in parts if "card" in part} == {"0", "1", "2"}
    assert (found["leader"], found["side"], found["discard"]["seat"]) == ("1", ["1"], "1")


def test_every_number_of_tricks_scores_as_in_the_table_of_the_rules():
    for preset in ("bid_whist", "cardsharks", "bid_whist_52_whistportal", "cutthroat_3", "cutthroat_6"):
        fields, rules = contracted(preset), rules_from_text(preset)
        level, table = int(fields["level"]), ScoreTable.of(rules)
        side = BoardHand.read(fields).position().side
        for tricks in range(table.tricks + 1):
            found = ask("score", hand=fields, tricks=tricks)
            own, others = (float(each[level, 0, tricks]) for each in (table.own, table.others))
            expected = [own if seat in side else others for seat in range(rules.players)]
            assert found["points"] == pytest.approx(expected) and found["equity"] is None, (preset, tricks)
            verdict = (table.made[level, tricks], table.boston[level, tricks])
            assert (found["made"], found["boston"]) == verdict, (preset, tricks)


def test_teams_share_what_they_take():
    fields = dealt("bid_whist players=6 teams=3 nonbidders_score=per_trick", strain="S+", level="3")
    fields["declarer"], by_seat = "1", [2, 1, 0, 1, 3, 1]
    found, shared = (ask("score", hand=fields, tricks=tricks) for tricks in (by_seat, 4))
    score = score_hand("3S+ by 1", by_seat, rules=rules_from_text(fields["rules"]))
    assert found["points"] == list(score.points)
    assert shared["tricks"] == found["tricks"] == 4 and shared["points"][1] == found["points"][1]
    assert sum(map(Fraction, shared["points"])) == sum(found["points"])
    assert len({shared["points"][seat] for seat in (0, 2, 3, 5)}) == 1

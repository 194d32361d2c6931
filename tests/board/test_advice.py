"""What could have been known, on the board: the library's reports, and no card that the player cannot see."""

import random
from dataclasses import replace

import pytest
from tests.support.board_answers import (
    NO_KITTY,
    REAL,
    answered,
    as_json,
    played_by_heuristics,
    real_hand,
    real_record,
    refused,
    without,
)
from tests.support.other_layouts import with_other_layout
from tests.support.thorough import by_default

import whistsolve as ws
from whistsolve.advice import CallModel, evaluate_bids, evaluate_cards
from whistsolve.advice.calls.call_model import default_model
from whistsolve.errors import RulesError, WhistError
from whistsolve.game import HandState
from whistsolve.game.auction.calls import all_strains
from whistsolve.inference.play_model import PlayModel
from whistsolve.rules import PRESETS, Rules
from whistsolve_board.finished import hand_of_state
from whistsolve_board.hands import BoardHand
from whistsolve_board.playing_out import PlayedOut
from whistsolve_board.states import auction_on_board, state_on_board

#: The deal of a real hand, of which nothing else is known.
DEALT = {"rules": "bid_whist jokers=0", "deal": real_hand()["deal"]}
#: Calls of files as the library has them.
CALLS = {"Pass": "Pass", "3NT↑": "3NT", "3↓": "3-", "4♠↓": "4-"}


def test_calls_are_those_of_the_library():
    hand = real_hand()
    rules = Rules("trickster", jokers=0, low_beats_high="downtown_over_uptown")
    parts, found = answered("bids", hand=hand, seat="W", samples=4, seed=3)
    held = ws.Deal.from_text(hand["deal"]).hands[3]
    question = {"rules": rules, "seat": "W", "dealer": "N", "calls": "pass 3NT", "seed": 3}
    expected = evaluate_bids(held, samples=4, **question)
    sight = evaluate_bids(held, samples=240, discards="estimated", **question)
    assert (found["report"], found["report"]["discards"]) == (as_json(expected.as_dict()), "sampled")
    assert [part["report"] for part in parts] == [as_json(sight.as_dict())]
    assert without(found, "report") == {
        "heard": [{"seat": "E", "call": "Pass"}, {"seat": "S", "call": "3NT"}],
        "seat": "W",
        "dealer": "N",
        "actual": "Pass",
        "auction": "known",
        "chances": [{"call": number, "seat": seat} for number, seat in enumerate("ESWN")],
    }


def test_every_call_of_a_hand_is_found():
    for name in REAL:
        hand = BoardHand.read(real_hand(name))
        for number, call in enumerate(hand.calls):
            seat = (hand.dealer + 1 + number) % 4
            for given in (None, number):
                found = auction_on_board(hand, seat, given)
                assert (found.actual, found.is_assumed) == (CALLS[call], False), (name, number)
            with pytest.raises(WhistError):
                auction_on_board(hand, (seat + 1) % 4, number)


def test_where_no_call_is_known_the_seat_calls_first_or_after_passes():
    deal = BoardHand.read({"rules": "bid_whist", "deal": str(ws.Deal.random(1))})
    for seat in range(4):
        found = auction_on_board(deal, seat)
        assert found.is_assumed and not found.before.calls and found.before.to_act == seat
        known = auction_on_board(BoardHand.read({**deal.fields(), "dealer": "N"}), seat)
        assert [str(call) for _, call in known.before.calls] == ["Pass"] * ((seat - 1) % 4)
        assert known.is_assumed == (seat != 1) and known.actual is None
    begun = BoardHand.read({**deal.fields(), "dealer": "N", "calls": "3-"})
    found = auction_on_board(begun, 3)
    assert [str(call) for _, call in found.before.calls] == ["3-", "Pass"] and found.is_assumed


def test_calls_that_are_not_known_are_no_evidence():
    contract = {"strain": "NT+", "level": "3", "declarer": "S"}
    found = answered("bids", hand={**DEALT, **contract}, seat="W", samples=1)[1]
    assert (found["auction"], found["actual"]) == ("assumed", None)
    assert found["heard"] == [{"seat": "S", "call": "3NT"}]
    rules = Rules.preset("bid_whist", jokers=0)
    question = {"rules": rules, "seat": "W", "dealer": "E", "calls": "3NT", "samples": 1}
    held = ws.Deal.from_text(DEALT["deal"]).hands[3]
    expected = evaluate_bids(held, model=CallModel(rules, trust=0), **question)
    assert found["report"] == as_json(expected.as_dict())


@pytest.mark.parametrize(("name", "at"), [(REAL[0], 0), (REAL[0], 26), (REAL[1], 28)])
def test_cards_are_those_of_the_library(name, at):
    hand, record = real_hand(name), real_record(name)
    calls = [replace(call, text=CALLS[call.text]) for call in record.calls]
    state = replace(record, calls=calls).state(BoardHand.read(hand).rules)
    state = state.copy(acts=len(state.acts) - len(record.plays) + at)
    parts, found = answered("cards", hand=hand, at=at, samples=20, seed=5)
    expected = evaluate_cards(state.view(state.to_act), samples=20, seed=5)
    assert found["report"] == as_json(expected.as_dict())
    actual = dict(enumerate(hand["played"].split())).get(at)
    assert (found["actual"], found["auction"], found["open"]) == (actual, "known", None)
    assert parts[0] == {key: found[key] for key in ("view", "actual", "auction")}
    assert all(part["report"]["samples"] <= 20 for part in parts[1:])
    view, seat = found["view"], state.to_act
    assert view["seat"] == view["to_play"] == "NESW"[seat]
    assert view["hands"] == [str(held) if each == seat else None for each, held in enumerate(state.hands)]
    assert view["sizes"] == [len(each) for each in state.hands]


@pytest.mark.parametrize(("name", "at"), [(REAL[0], 0), (REAL[0], 25), (REAL[0], 27), (REAL[1], 26)])
def test_open_hands_stand_beside_the_rows_where_they_are_wanted(name, at):
    hand = real_hand(name)
    found = answered("cards", hand=hand, at=at, samples=1, open=True)[1]
    assert [each["card"] for each in found["open"]] == [row["card"] for row in found["report"]["rows"]]
    position = BoardHand.read(hand).position(at, "NESW".index(found["view"]["to_play"]))
    whole = len(PlayedOut.of(position).tricks)
    for each in found["open"]:
        after = position.followed_by(each["card"])
        won = [trick.winner in position.side for trick in PlayedOut.of(after).tricks[whole:]]
        assert each["tricks"] == ws.Solver().solve_position(after).tricks + sum(won)


def test_a_defender_alone_has_the_tricks_that_the_declarer_has_not():
    state = played_by_heuristics(Rules.preset("cutthroat_3"), 5, 40)
    hand, _ = hand_of_state(state)
    found = answered("cards", hand=hand.fields(), samples=1, open=True)[1]
    declarers = ws.Solver().bound_cards(hand.position())
    assert state.to_act != state.declarer
    assert {each["card"]: each["tricks"] for each in found["open"]} == {
        str(card): 3 - low for card, (low, _) in declarers.items()
    }


def test_without_calls_the_contract_alone_is_evidence():
    hand = without(real_hand(REAL[1]), "calls", "dealer")
    parts, found = answered("cards", hand=hand, at=25, samples=6)
    assert found["auction"] == parts[0]["auction"] == "assumed"
    rules = BoardHand.read(hand).rules
    state = HandState(hand["deal"], rules, dealer="E")  # the declarer calls first
    for act in ("4-", "pass", "pass", "pass", "S-", hand["discard"], *hand["played"].split()[:25]):
        state.push(act)
    given = {"model": CallModel(rules, trust=0), "equity": None, "play_model": PlayModel()}
    expected = evaluate_cards(state.view(state.to_act), samples=6, **given)
    assert [row["tricks"] for row in found["report"]["rows"]] == [row.tricks for row in expected.rows]
    assert default_model(rules).trust > 0  # the model of others is what it was


def test_an_auction_is_found_for_every_contract():
    for preset in without(PRESETS, "humbug"):
        rules, draw = Rules.preset(preset), random.Random(1)
        deal = ws.Deal.random(1, rules)
        declared = rules.trump_rule == "declared"
        strain = draw.choice([each for each in all_strains(rules) if declared or str(each) in ("S+", "D+")])
        hand = BoardHand(rules, deal, strain=strain, declarer=draw.randrange(rules.players))
        found = state_on_board(hand)
        state = found.state
        assert found.is_assumed and state.stage == "play" and state.strain == strain, preset
        if declared:
            assert found.seat_of(state.declarer) == hand.declarer, preset
        assert found.seat_of(state.hand_to_play) == hand.leads, preset
        assert [state.hands[each] for each in state.seating.chairs] == list(hand.deal.hands), preset
        if preset == "bid_whist":  # a low level where none is known
            levels = [state_on_board(replace(hand, level=level)).state.contract for level in (None, 6)]
            assert [contract.level for contract in levels if contract] == [3, 6]


@pytest.mark.parametrize("preset", by_default(lambda each: each in ("bid_whist", "cutthroat_3"), PRESETS))
def test_nothing_depends_on_cards_that_the_player_cannot_see(preset):
    for seed in range(2, 4):
        state = played_by_heuristics(Rules.preset(preset), seed, 8 * seed)
        if state.stage != "play" or preset == "humbug" or state.to_act is None:
            continue
        states = (state, with_other_layout(state, state.to_act, seed))
        hands = [hand_of_state(each) for each in states]
        assert all(exact for _, exact in hands)
        answers = [answered("cards", hand=hand.fields(), samples=4) for hand, _ in hands]
        assert answers[0] == answers[1]
        assert state.rules.has_dummies or hands[0][0].deal != hands[1][0].deal


def test_a_dummy_lies_open_and_is_played_by_its_partner():
    state = played_by_heuristics(Rules.preset("dummy"), 3, 2)
    hand, _ = hand_of_state(state)
    found = answered("cards", hand=hand.fields(), samples=4)[1]
    view, chairs = found["view"], state.seating.chairs
    assert state.hand_to_play == 3
    seats = ("NESW"[chairs.index(state.to_act)], "NESW"[chairs.index(3)])
    assert (view["seat"], view["to_play"]) == seats
    shown = {chairs[seat] for seat, cards in enumerate(view["hands"]) if cards is not None}
    assert shown == {state.to_act, 3}
    expected = evaluate_cards(state.view(state.to_act), samples=4)
    assert [row["card"] for row in found["report"]["rows"]] == [str(row.card) for row in expected.rows]


def test_a_short_deal_and_jokers_that_the_rules_have_otherwise():
    short = {"rules": NO_KITTY, "deal": "N:AK... Q..A. J..K. T..Q.", "strain": "S+", "declarer": "N"}
    report = answered("cards", hand=short, samples=90)[1]["report"]
    assert report["exact"] and report["samples"] == 90  # 6! / (2! 2! 2!)
    assert {row["card"]: row["tricks"] for row in report["rows"]} == {"SA": 2.0, "SK": 2.0}
    hand = {**DEALT, "rules": "bid_whist", "strain": "NT+", "declarer": "S"}
    assert state_on_board(BoardHand.read(hand)).state.rules == Rules.preset("bid_whist", jokers=0)


def test_what_cannot_be_answered_is_named():
    hand = real_hand()
    changed = (
        (dict.fromkeys(("strain", "declarer", "level", "discard")), "no strain and declarer"),
        ({"calls": "pass pass pass 3-"}, "do not make S the declarer"),
        ({"calls": "pass 3-"}, "do not make S the declarer"),
        ({"calls": "pass 3- pass pass"}, r"does not allow NT\+"),
        ({"calls": "pass 9-"}, "call 2 of the hand"),
        ({"leader": "N"}, "N leads to the first trick: by the rules S does"),
        ({"holder": "N", "discard": None}, "N takes the kitty"),
        ({"rules": "cutthroat_3"}, "4 hands"),
        ({"rules": "whist"}, "no card that makes"),
        ({"rules": "bid_whist_no_kitty"}, "kitty"),
    )
    for changes, message in changed:
        refused(WhistError, message, "cards", hand={**hand, **changes}, at=0)
    refused(WhistError, "at 49", "cards", hand=hand, at=49)
    refused(WhistError, "the hand is over", "cards", hand=hand)
    refused(WhistError, "expected 0 to 4", "bids", hand=hand, seat="N", call=5)
    refused(WhistError, "samples", "bids", hand=hand, seat="N", samples=100_000)
    dummies, whist = (
        {"rules": name, "deal": str(ws.Deal.random(1, Rules.preset(name)))} for name in ("dummy", "whist")
    )
    refused(RulesError, "has dummies", "bids", hand=dummies, seat="N")
    refused(RulesError, "no auction", "bids", hand=whist, seat="N", call=0)
    humbug = {**dummies, "rules": "humbug", "strain": "S+", "declarer": "N"}
    refused(RulesError, "out of play", "cards", hand=humbug)

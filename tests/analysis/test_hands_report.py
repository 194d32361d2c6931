"""Reports over many played hands: totals by player, what is discussed first, and hands that are refused."""

import random
import re
from dataclasses import replace

import pytest
from tests.support.command import SPADES
from tests.support.random_matches import random_act
from tests.support.refusals import assert_refused
from tests.support.traced import HAND_241, HAND_327

import whistsolve as ws
from whistsolve.analysis import HandsReport, report_hands
from whistsolve.game import HandState
from whistsolve.game.record import PlayedHand, Tag
from whistsolve.game.record.record import record_hand
from whistsolve.show import describe, to_text

TINY = ws.Rules.preset("bid_whist", hand_size=2, kitty_size=44, jokers=0, min_bid=1, bid_base=0)
QUIET, LOUD = "SQ SK SJ S9 S2 ST S8 SA", "SA SK SJ S9 SQ S2 ST S8"  # East throws the king under the ace


def tiny(plays=LOUD, names=("Ann", "Bob", "Cy", "")):
    """Two cards each: North makes both tricks with the ace, if the ten is not covered."""
    seats = ("North", "East", "South", "West")
    tags = [Tag(seat, name) for seat, name in zip(seats, names, strict=True) if name]
    deal = "N:AQ... K2... JT... 98..."
    return PlayedHand(deal, contract="2S+ by N", leader="N", plays=plays, tags=tags)


def test_a_hand_is_told_as_its_analysis_tells_it():
    (hand,) = report_hands([HAND_241]).hands
    found = ws.analyse_play(HAND_241, contract=True)
    assert hand.analysis == found and hand.score.points == (-6, 0, -6, 0)  # under the rules of its tags
    rows = {row["seat"]: row for row in hand.players}
    assert [rows[seat]["play"] for seat in "NESW"] == list(found.given_by_seat)
    assert [rows[seat]["role"] for seat in "NESW"] == ["partner", "defender", "declarer", "defender"]
    assert rows["S"]["discard"] == 1 and hand.swing == sum(found.given_by_seat) + 1
    lost = found.contract.lost_by_bid, found.contract.lost_by_strain
    assert (rows["S"]["bid"], rows["S"]["strain"]) == lost and "bid" not in rows["N"]


def test_totals_are_by_name_whatever_the_seat():
    report = report_hands([tiny(), tiny(names=("Bob", "Ann", "", "Cy"))], rules=TINY)
    totals = {total.pop("player"): total for total in report.players}
    assert set(totals) == {"Ann", "Bob", "Cy", "S", "W"}
    for name in ("Ann", "Bob"):
        told = {"play_as_declarer": 0, "play_as_defender": 1, "hands": 2, "play": 1, "made": 1}
        told["hands_as_declarer"] = 1
        assert {each: totals[name][each] for each in told} == told
    assert totals["Cy"]["hands_as_partner"] == totals["Cy"]["hands_as_defender"] == 1
    assert totals["S"]["hands"] == totals["W"]["hands"] == 1
    # Names that stand twice at a table have their seats.
    report = report_hands([tiny(names=("(Auto)", "(Auto)", "Cy", ""))], rules=TINY)
    assert {total["player"] for total in report.players} == {"(Auto) N", "(Auto) E", "Cy", "W"}
    text = to_text(describe(report))
    assert "by (Auto) N, " in text and re.search(r"1 +\(Auto\) E +1 +♠K +1 trick +♠2\n", text)


def test_what_is_most_worth_discussing_comes_first():
    report = report_hands([tiny(QUIET), tiny(LOUD)], rules=TINY)
    assert [hand.number for hand in report.by_swing] == [2, 1] and report.hands[0].swing == 0
    ((hand, card, lost),) = report.worst_cards
    assert (hand.number, str(card.card), lost) == (2, "SK", 1)
    # East alone could keep the value, with the king on the queen and the two on the ace.
    assert (1, "SK", 2) in [(hand.number, str(card.card), legal) for hand, card, legal in report.best_cards]


def test_only_cards_are_those_that_alone_keep_the_value():
    (hand,) = report_hands([HAND_241]).hands
    asked = {"declarer": "S", "rules": hand.analysis.rules}
    want = []
    for number, card in enumerate(HAND_241.plays):
        played = HAND_241.plays[:number]
        values = ws.solve_cards(HAND_241.deal_in_play, "NT+", "S", played=played, **asked)
        alone = list(values.values()).count(values[card]) == 1 < len(values)
        if alone and not hand.analysis.cards[number].lost:
            want.append((card, len(values)))
    assert want and [(each.card, legal) for each, legal in hand.only_cards] == want


def test_a_bid_too_high_is_lost_by_the_bid():
    high = replace(HAND_241, contract=replace(HAND_241.contract, level=6), source=None)
    (hand,) = report_hands([high]).hands
    verdict, rules = hand.analysis.contract, hand.analysis.rules
    assert verdict.lost_by_bid > 0 < verdict.lost_by_strain
    assert verdict.lost == verdict.lost_by_bid + verdict.lost_by_strain
    contracts = [replace(high.contract, level=level) for level in range(3, 8)]
    levels = [ws.score_hand(each, verdict.played.tricks, rules=rules).points for each in contracts]
    assert verdict.played.points + verdict.lost_by_bid == max(each[2] - each[1] for each in levels)


def test_hands_that_cannot_be_analysed_are_listed():
    given = [
        (replace(HAND_327, plays=()), "not complete: 0 cards"),
        (HAND_241, None),
        (PlayedHand("N:AQ... K2... JT... 98..."), "no contract"),
        (tiny(), "the rules are of 4"),
        (ws.WhistError("hand 3 of a file"), "hand 3 of a file"),
        (SPADES.read_text("utf-8").replace("SK SQ", "SQ SK"), "plays SQ"),
        ("N:AQ... K2... JT... 98...", "only dealt"),
    ]
    report = report_hands([hand for hand, _ in given], sources=[f"place {n}" for n in range(1, 8)])
    assert [hand.number for hand in report.hands] == [2]
    expected = [(number, words) for number, (_, words) in enumerate(given, 1) if words]
    for (number, source, reason), (place, words) in zip(report.refused, expected, strict=True):
        assert (number, source) == (place, f"place {place}") and words in reason
    rows = report.to_dicts()
    assert [row["number"] for row in rows] == [1, 2, 2, 2, 2, 3, 4, 5, 6, 7]
    assert rows[0]["reason"] and rows[0]["play"] is None and rows[1]["reason"] is None
    assert rows[3]["points"] == report.hands[0].score.points[2]
    told = report.as_dict()
    assert told["rows"] == rows and told["worst_cards"] == [[2, 13, 1], [2, 37, 1]]
    assert repr(report) == "<HandsReport: 1 hands, 6 not analysed>"


def at_random(preset, seed):
    rules = ws.Rules.preset(preset)
    state, draw = HandState.random(seed, rules, dealer=0), random.Random(seed)
    while not state.is_over:
        state.push(random_act(state, draw))
    return report_hands([record_hand(state)], rules=rules)


def test_rules_that_compare_no_contracts_leave_bid_and_strain_open():
    (hand,) = at_random("cutthroat_4", 1).hands
    assert hand.analysis.contract is None and all("bid" not in row for row in hand.players)


def test_cards_of_a_dummy_are_those_of_its_player():
    report = at_random("dummy", 4)
    (hand,) = report.hands
    assert [row["role"] for row in hand.players] == ["declarer", "defender", "defender"]
    lost = hand.players[0]["play"]
    assert lost == hand.analysis.given_by_declarer > 0
    text = to_text(describe(hand.analysis), describe(report))
    assert "S played by N: ♣J costs 2 tricks, better ♠8 ♥A3 ♦KJ82 ♣864\n" in text
    assert f"by player   N {lost} tricks, E 4 tricks" in text
    assert re.search("1  N +2  ♣J +2 tricks  ♠8 ♥A3", text)


def test_what_was_done_is_kept_and_progress_told():
    told, cancel = [], ws.Cancellation()

    def tell(done, total):
        told.append((done, total))
        if done == 2:
            cancel.cancel()

    with pytest.raises(ws.Stopped, match="2 of 3 hands are done") as stopped:
        report_hands([HAND_241, "nothing", HAND_241], progress=tell, cancel=cancel)
    assert isinstance(stopped.value.partial, HandsReport) and told == [(1, 3), (2, 3)]
    assert len(stopped.value.partial.hands) == len(stopped.value.partial.refused) == 1


def test_wrong_arguments():
    cases = [
        ({"hands": 7}, "hands 7 are wrong"),
        ({"hands": [], "sources": ["one"]}, "there are 1 sources: expected 0"),
        ({"hands": [], "rules": 7}, "rules 7 are wrong"),
    ]
    assert_refused(lambda given: report_hands(**given), ws.WhistError, cases)

"""Bids and strains with ``play="table"``: double-dummy tricks corrected, and all that follows from them."""

import json

import numpy as np
import pytest
from tests.advice.test_toy_decks import AFTER, POINTS, RULES, model_of
from tests.support.command import done, refused

import whistsolve as ws
from whistsolve.equity import MatchEquity
from whistsolve.equity.score_table import ScoreTable
from whistsolve.errors import RulesError, WhistError
from whistsolve.evaluation import TablePlay, TableWeights
from whistsolve.inference import Knowledge
from whistsolve.rules import Rules

HAND = "AKQJ.T9.32.9876"
ASKED = {"seat": "S", "dealer": "W", "calls": "pass 3+"}
WON = {"seat": "S", "dealer": "E", "bid": "4+"}


class AsIs(TablePlay):
    """At the table as double dummy."""

    def matrix(self, no_trump, tricks):
        return np.eye(tricks + 1)


class OneLess(TablePlay):
    """A quarter of the time one trick less than double dummy, if there is one."""

    def matrix(self, no_trump, tricks):
        found = 0.75 * np.eye(tricks + 1) + 0.25 * np.eye(tricks + 1, k=-1)
        found[0, 0] = 1
        return found


def shifted(by):
    return TablePlay({kind: TableWeights(by, 0.0, -1.0, 0.0) for kind in ("trump", "no_trump")})


def toy(play, rules=RULES, **options):
    """South, dealer East, has both jokers of a deck of ten cards."""
    equity = MatchEquity(rules, POINTS)
    asked = {"rules": rules, "seat": 2, "dealer": 1, "model": model_of(rules), "equity": equity, **options}
    return ws.evaluate_bids(ws.Hand(["BJ", "LJ"]), play=play, **asked)


def test_chances_counted_by_hand():
    """Two jokers take both tricks with trumps, and with the kitty's book three; 90 layouts are all."""
    known = Knowledge.of_hand(ws.Hand(["BJ", "LJ"]), rules=RULES, seat=2).with_cards("kitty", ["SA", "HK"])
    plain, found = (toy(play, samples=100, knowledge=known) for play in ("double_dummy", OneLess()))
    assert found.exact and found.play == "table" and plain.play == "double_dummy"
    before, after = ({str(row.call): row for row in report.rows} for report in (plain, found))
    # What is certain no play at the table takes away.
    assert before["3+"].tricks == after["3+"].tricks == (0, 0, 1) and after["3+"].make == 1
    none, one, two = before["3NT"].tricks
    tricks = none + one / 4, one * 3 / 4 + two / 4, two * 3 / 4
    assert after["3NT"].tricks == pytest.approx(tricks)
    assert after["3NT"].make == pytest.approx(tricks[2])
    # Nothing is higher than 3NT, so that it is the contract: its points are those of its tricks.
    assert after["3NT"].points == pytest.approx(ScoreTable.of(RULES).margin()[3, 1] @ tricks)


def test_without_a_difference_it_is_double_dummy():
    for rules, discards in (
        (RULES, "sampled"),
        (RULES, "estimated"),
        (AFTER, "sampled"),
        (AFTER, "heuristic"),
    ):
        plain, found = (toy(play, rules, discards=discards, samples=30) for play in ("double_dummy", AsIs()))
        assert found.rows == plain.rows and not found.exact, (rules, discards)
    for hand in (HAND, ws.Hand(HAND) | ws.Hand("5432..4.2")):
        plain, found = (
            ws.evaluate_strains(hand, samples=4, discards="heuristic", play=play, **WON)
            for play in ("double_dummy", AsIs())
        )
        assert found.rows == plain.rows and (plain.play, found.play) == ("double_dummy", "table")


def test_what_is_certain_stays_certain_at_the_table():
    """Twelve books of a hand that leads: A K Q J T 9 and both jokers of trumps, two aces, A K."""
    hand = ws.Hand("AKQJT9.A.AK2..BL")
    for discards in ("heuristic", "estimated"):
        report = ws.evaluate_bids(hand, seat="S", dealer="E", play="table", samples=4, discards=discards)
        sure = [row.make for row in report.rows if str(row.call) in ("4+", "5+", "6+")]
        assert sure == pytest.approx([1] * 3), discards


@pytest.mark.parametrize("discards", ["heuristic", "estimated"])
def test_chances_move_with_the_shift(discards):
    """Of this side's bids and of the other side's contract after a pass; in the prior too."""
    low, middle, high = (
        ws.evaluate_bids(HAND, samples=8, discards=discards, play=shifted(by), **ASKED).rows
        for by in (-1.0, 0.0, 1.0)
    )
    for first, second, third in zip(low[1:], middle[1:], high[1:], strict=True):
        assert first.make < second.make < third.make, str(first.call)
        if discards == "heuristic" and first.strain == second.strain == third.strain:
            assert first.prior.make < second.prior.make < third.prior.make
    assert low[0].points > middle[0].points > high[0].points


def test_the_packaged_correction_and_its_report():
    asked = {"samples": 4, "discards": "heuristic", "play": "table", **ASKED}
    report = ws.evaluate_bids(HAND, **asked)
    assert report.as_dict()["play"] == "table" and report == ws.evaluate_bids(HAND, threads=1, **asked)
    assert "tricks corrected for play at the table" in str(report)
    assert all(sum(row.tricks) == pytest.approx(1) for row in report.rows[1:])
    strains = ws.evaluate_strains(HAND, samples=4, discards="estimated", play="table", **WON)
    assert strains.as_dict()["play"] == "table"
    assert "tricks estimated" in str(strains) and "corrected" in str(strains)


def test_what_cannot_be_asked():
    for evaluate, asked in ((ws.evaluate_bids, ASKED), (ws.evaluate_strains, WON)):
        with pytest.raises(WhistError, match="play 'open' is wrong: expected 'double_dummy', 'table'"):
            evaluate(HAND, play="open", **asked)
    cutthroat = Rules.preset("cutthroat_3")
    hand = ws.Deal.random(seed=1, rules=cutthroat).hands[0]
    with pytest.raises(RulesError, match="of 3 players: expected four with partners"):
        ws.evaluate_bids(hand, rules=cutthroat, seat=0, dealer=2, play="table")


def test_the_command():
    asked = "bid", HAND, "--seat", "S", "--dealer", "W", "--calls", "pass 3+", "--samples", "4"
    quick = *asked, "--discards", "estimated"
    found = json.loads(done(*quick, "--play", "table", "--json"))
    report = ws.evaluate_bids(HAND, samples=4, discards="estimated", play="table", **ASKED)
    assert found == json.loads(json.dumps(report.as_dict()))
    assert json.loads(done(*quick, "--json"))["play"] == "table"
    assert "corrected for play at the table" in " ".join(done(*quick, "--play", "table").split())
    assert "--play" in refused(*quick, "--play", "open")
    assert "--play does not go with --table" in refused("bid", "--table", "--play", "table")

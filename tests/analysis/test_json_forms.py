"""Results as dicts for JSON: those that the command line prints, and those that it does not."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from tests.support.command import NO_TRUMP, SPADES, done
from tests.support.hands_played import (
    played_out,
    pushed,
    started,
    sure_deal,
    to_play,
    trick_with_reneges,
)
from tests.support.traced import HAND_241, HAND_327

import whistsolve as ws
from whistsolve.errors import SeatError
from whistsolve.game import HandState
from whistsolve.game.record import PlayedHand
from whistsolve.rules import Rules

DEAL = "N:A2... K3... Q4... J5..."


def printed(*args: object) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(done(*args, "--json"))
    return found


def same(found: object, expected: object) -> None:
    """The same as JSON, keys in the same order."""
    assert json.dumps(found) == json.dumps(expected)


@pytest.mark.parametrize(("hand", "path"), [(HAND_241, NO_TRUMP), (HAND_327, SPADES)])
def test_a_trace(hand: Any, path: Any) -> None:
    jokers = {"jokers": 0} if hand is HAND_241 else {}
    found = ws.analyse_play(hand, rules=Rules.preset("bid_whist", **jokers), contract=True)  # type: ignore[arg-type]
    told = found.as_dict()
    same(told, printed("trace", path, "--best"))
    assert told["best"] == found.best and told["first_loss"] == found.losses[0].number
    assert found.discard is not None and found.contract is not None
    assert told["discard"] == found.discard.as_dict() and told["points"] == found.contract.as_dict()
    assert told["cards"] == [card.as_dict() for card in found.cards]
    first = found.losses[0]
    assert first.as_dict()["better"] == [str(card) for card in first.better] != []


def test_seats_of_other_tables_are_numbers() -> None:
    hand = ws.analyse_play(
        PlayedHand("0:A2... K3... QJ...", contract="1S+ by 2", leader=2, plays="SQ SA S3"),
        rules=Rules.preset("cutthroat_3"),
    )
    told: Any = hand.as_dict()
    assert (told["contract"], told["leader"], told["side"]) == ("1S+ by 2", 2, [2])
    assert told["cards"][0] == hand.cards[0].as_dict(3)
    assert told["cards"][0] == {
        **{"number": 1, "trick": 1, "seat": 2, "card": "SQ", "by": "declarer"},
        **{"before": 0, "after": 0, "lost": 0, "better": []},
    }
    assert hand.cards[0].as_dict()["seat"] == "S"
    with pytest.raises(SeatError, match="seat 5"):
        replace(hand.cards[0], seat=5).as_dict()


def test_par() -> None:
    rules = Rules.preset("bid_whist_no_kitty")
    found = ws.par(DEAL, "W", rules=rules)
    told = found.as_dict()
    same(
        {"deal": str(ws.Deal.from_text(DEAL)), "dealer": "W", **told},
        printed("par", DEAL, "--dealer=W", "--rules=bid_whist_no_kitty"),
    )
    assert told["contracts"] == [each.as_dict() for each in found.contracts] != []


def test_a_claim_that_is_refuted() -> None:
    state = HandState(DEAL, Rules.preset("bid_whist_no_kitty"), dealer="W")
    pushed(state, "2+", "pass", "pass", "pass", "S+")
    found = ws.check_claim(state, "claim")
    line = [["N SA", "E S3", "S S4", "W S5"], ["N S2", "E SK", "S SQ", "W SJ"]]
    told = {
        **{"player": "N", "claimed": 2, "left": 2, "tricks": 1, "holds": False},
        "refutation": [[text.split() for text in trick] for trick in line],
    }
    same(found.as_dict(), told)
    assert found.as_dict(("me", "left", "dummy", "right"))["player"] == "me"
    assert ws.check_claim(state, "claim 1").as_dict()["refutation"] == []


def test_scores_of_contracts_and_of_whist() -> None:
    score = ws.score_hand("8S+ by 1", (6, 7, 3), rules=Rules.preset("cutthroat_3"))
    same(score.as_dict(), printed("score", "8S+ by 1", "6,7,3", "--rules=cutthroat_3"))
    assert score.as_dict()["seats"] == [0, 1, 2] and score.as_dict()["contract"] == "8S+ by 1"
    whist = ws.score_whist_hand(9, rules=Rules.preset("whist_portland"), honours=(3, 1), scores=(3, 0))
    asked = ("score", 9, "--honours=3,1", "--scores=3,0", "--rules=whist_portland")
    same(whist.as_dict(), printed(*asked))


def test_the_result_of_a_hand_with_a_penalty() -> None:
    rules = Rules.preset("bid_whist_seed", renege_mode="detect_and_call")
    state = to_play(HandState(sure_deal(10, rules), rules, dealer=3), "S+", level=5)
    played_out(trick_with_reneges(state, 2))
    result = pushed(state, "renege 1 by 1", "settle").result()
    assert result.score is not None
    told = json.loads(json.dumps(result.as_dict()))
    assert told == {
        **{"seats": ["N", "E", "S", "W"], "dealer": "W", "contract": "5S+ by N"},
        **{"tricks": list(result.tricks), "books": [8, 5], "score": result.score.as_dict()},
        **{"points": [-5, 0, -5, 0], "honours": [0, 0, 0, 0], "scores": [0, 0, 0, 0], "made": False},
        "penalties": [
            {
                **{"player": "E", "trick": 1, "accused": "S", "right": True},
                **{"penalty": "transfer_tricks:3", "side": 0, "other": 1, "tricks": 3, "points": [0, 0]},
            }
        ],
        **{"revoked": ["N", "S"], "loses_game": [], "barred": [], "void": None},
        "target": result.target,
    }


def test_the_results_of_a_hand_that_nobody_bid_and_of_one_with_a_dummy() -> None:
    deal = ws.Deal.random(1, Rules.preset("bid_whist_seed"))
    void = pushed(started(deal, all_pass="redeal_next_dealer", dealer="W"), *["pass"] * 4).result().as_dict()
    assert (void["contract"], void["score"], void["made"], void["books"]) == (None, None, None, [])
    assert (void["void"], void["points"]) == ("next_dealer", [0, 0, 0, 0])
    rules = Rules.preset("dummy_classic")
    whist = played_out(HandState.random(3, rules, dealer=1)).result()
    told: Any = whist.as_dict()
    assert (told["seats"], told["dealer"]) == ([0, 1, 2], 1)
    assert whist.score is not None and told["score"] == whist.score.as_dict() and told["contract"] is None
    assert told["score"]["seats"] == ["N", "E", "S", "W"]


def test_solutions_and_discards_and_their_bounds() -> None:
    solution = ws.solve(DEAL, "S+", "N")
    told = {"tricks": solution.tricks, "low": solution.tricks, "high": solution.tricks, "exact": True}
    same(solution.as_dict(), {**told, "won": 0, "books": solution.books, "nodes": solution.nodes})
    open_one = ws.Solution(low=3, high=5, won=1, kitty_books=1, nodes=9).as_dict()
    assert (open_one["tricks"], open_one["books"], open_one["exact"]) == (None, None, False)
    best = ws.best_discard(HAND_241.deal, "NT+", "S")
    found = printed("discard", NO_TRUMP)
    assert best.as_dict() == {key: found[key] for key in best.as_dict()}
    assert best.as_dict()["discard"] == [str(card) for card in best.cards]

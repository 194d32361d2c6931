"""Results as dicts for JSON: those that the command line prints, and those that it does not."""

import json
from dataclasses import replace
from typing import Any

import pytest
from tests.support.command import done
from tests.support.hands_played import pushed

import whistsolve as ws
from whistsolve.errors import NotationError
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
    with pytest.raises(NotationError, match="seat 5"):
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

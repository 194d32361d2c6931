"""Calls, seats, strains and cards in words on the command line come to the same as in letters."""

from __future__ import annotations

import json

import pytest
from tests.support.command import SMALL, done, refused

import whistsolve as ws

HAND = "AKQJ.T9.32.9876"
BID = ("--samples", "24", "--discards", "estimated", "--json")


@pytest.mark.parametrize(
    ("words", "letters"),
    [
        (
            ("table", SMALL, "--strains", "spades uptown, no trump low,H- ♦+"),
            ("table", SMALL, "--strains", "S+ NT- H- D+"),
        ),
        (
            ("solve", SMALL, "--strain", "spades high", "--leader", "North"),
            ("solve", SMALL, "--strain", "S+", "--leader", "N"),
        ),
        (
            (
                "bid",
                "♠AKQJ ♥T9 ♦32 ♣9876",
                "--seat",
                "South",
                "--dealer",
                "west",
                "--calls",
                "Pass, 3 high",
                *BID,
            ),
            ("bid", HAND, "--seat", "S", "--dealer", "3", "--calls", "pass 3+", *BID),
        ),
        (("score", "five spades high by North", "11"), ("score", "5S+ by N", "11")),
    ],
)
def test_words_and_letters_come_to_the_same(words: tuple[str, ...], letters: tuple[str, ...]) -> None:
    assert done(*words) == done(*letters)


def test_a_hand_is_played_in_words() -> None:
    lines = ["Pass", "four low", "p", "P", "SPADES", "help", "undo", "quit"]
    told = done("play", "--open", "--seed", "1", "--dealer", "West", "--json", stdin="\n".join(lines))
    answers = [json.loads(line) for line in told.splitlines()]
    assert not [answer for answer in answers if "error" in answer]
    assert [call for _, call in answers[4]["calls"]] == ["Pass", "4-", "Pass", "Pass"]
    assert answers[5]["contract"] == "4S- by E"
    assert "7+, 7-, 7NT, pass" in answers[6]["help"]
    named = done("play", "--open", "--seed", "1", "--set", "bid_form=named_strain", stdin="help\n4\nquit\n")
    assert "7C+, 7C-, 7NT-, pass" in named
    assert "wrong: call 4 of E is not legal" in named
    assert "expected pass or a bid such as 4C+, 4C-" in " ".join(named.split())


@pytest.mark.parametrize(
    ("dealer", "caller", "leader"), [("S", "W", "N"), ("South", "West", "North"), ("2", "player 3", "seat 0")]
)
def test_errors_name_seats_as_the_caller_did(dealer: str, caller: str, leader: str) -> None:
    asked = ("bid", HAND, "--dealer", dealer)
    assert f"call 8+ of {caller} is not legal" in refused(*asked, "--seat", "N", "--calls", "8+")
    seat = leader.removeprefix("seat ")
    first = leader.replace("seat", "player")
    assert f"not the turn of {first}: it is {caller}'s" in refused(*asked, "--seat", seat)
    assert f"{first} has not won the auction" in refused(*asked, "--seat", seat, "--strains")
    wrong = refused("solve", SMALL, "--strain", "S+", "--leader", seat, "--played", "SK")
    assert f"SK by {leader}, is not legal: {leader} does not hold it" in wrong
    no_kitty = refused("discard", SMALL, "--strain", "S+", "--declarer", seat)
    assert f"expected the cards that {leader} takes" in no_kitty
    told = done("play", "--open", "--seed", "1", "--dealer", dealer, stdin="8+\nquit\n")
    assert f"wrong: call 8+ of {caller} is not legal" in told


def test_errors_name_seats_by_letters_by_default() -> None:
    state = ws.HandState.random(1, dealer="N")
    with pytest.raises(ws.WhistError, match=r"call 4\+ of S is not legal: it does not beat 5\+ of E"):
        state.push("5+")
        state.push("4+")
    for seat in ("1", 1, "E", "East"):
        with pytest.raises(ws.WhistError, match=r"SA by (seat 1|E|East), is not legal"):
            ws.solve(SMALL, "S+", seat, played="SA")
    with pytest.raises(ws.WhistError, match="SA by E, is not legal: E does not hold it"):
        ws.solve(SMALL, "S+", 1, played="SA")

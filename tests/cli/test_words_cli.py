"""Calls, seats, strains and cards in words on the command line come to the same as in letters."""

from __future__ import annotations

import json

import pytest
from tests.support.command import SMALL, done

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
    assert "wrong: call 4 of player 1 is not legal" in named
    assert "expected pass or a bid such as 4C+, 4C-" in " ".join(named.split())

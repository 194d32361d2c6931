"""``whistsolve puzzle``: what is printed, and what is answered to each line."""

import json

import pytest
from tests.support.command import NO_TRUMP, SMALL, done, refused

PLAYED = """\
[Deal "N:AQ.3.. T9.4.. 76..2. K3..4."]
[Declarer "S"]
[Contract "1NT↑"]
[Play "S"]
S6 S3 SA S9
"""


@pytest.fixture
def played(tmp_path):
    path = tmp_path / "played.ptn"
    path.write_text(PLAYED, encoding="utf-8")
    return path


def test_a_puzzle_is_asked_and_each_answer_is_judged(played):
    asked = done("puzzle", played, stdin="H3\nSK\nnonsense\nsa\nSQ\n")
    assert "N, for N-S to win 2 of the 3 tricks left" in asked
    judged = asked[asked.index("tricks left") :].splitlines()[1:]
    assert judged[:2] == [
        "wrong: N plays H3 to trick 1 in spades: it must follow suit; expected one of SA SQ",
        "wrong: N plays SK, which W holds: expected a card of its own",
    ]
    assert judged[2].startswith("wrong: ") and judged[3:5] == ["it loses 1 trick", "right"]
    assert judged[5].split() == ["solution", "♠Q"] and "trick 1  N ♠Q, E ♠9: 1 left" in judged


def test_a_puzzle_can_be_given_up():
    for lines, solutions, puzzles in (("\n\n", 2, 3), ("quit\n", 0, 1), ("", 0, 1)):
        asked = done("puzzle", NO_TRUMP, "--set", "jokers=0", stdin=lines)
        assert (asked.count("solution"), asked.count("to play")) == (solutions, puzzles)


def test_solutions_are_printed(played):
    assert "1 trick lost by ♠A" in done("puzzle", played, "--solution")
    assert "1. played.ptn, trick 1: N\n" in done("puzzle", played.parent, "--solution")
    (found,) = map(json.loads, done("puzzle", played, "--json").splitlines())
    assert (found["cards"], found["losses"], found["next"]) == (["SQ"], {"SA": 1}, "SA")
    assert (found["source"], found["player"], found["trick"]) == ("hand 1", "N", 1)
    assert found["line"][0] == ["N", "SQ", 2]
    none = '[Deal "N:AK... QJ... T9... 87..."]\n[Declarer "N"]\n[Contract "1NT↑"]\n[Play "N"]\nSA SQ S9 S7\n'
    assert "no position" in done("puzzle", "-", "--solution", stdin=none)
    assert done("puzzle", "-", "--json", stdin=none) == ""


def test_a_sheet_has_the_solutions_at_the_end(tmp_path):
    page = tmp_path / "sheet.html"
    assert done("puzzle", "--set", "jokers=0", "--seed", 1, "--count", 2, "-o", page) == ""
    text = page.read_text("utf-8")
    named = ("<h2>1. bid_whist jokers=0, seed 1, hand 1, trick", "to play", "<h2>Solution of 1. bid_whist")
    assert [text.index(words) for words in named] == sorted(text.index(words) for words in named)
    assert text.index("1 trick lost by") > text.index(named[-1])
    assert text.count("to play") == 2 == text.count(">solution<")


def test_what_cannot_be_asked():
    assert "standard input is for what you try" in refused("puzzle", "-", stdin=PLAYED)
    assert "there is a deal and no play: expected hands in PTN" in refused("puzzle", SMALL)
    assert "--count" in refused("puzzle", "--count", 0)

"""The command ``score``: contracts, played hands, and whist."""

import json

import pytest
from tests.support.command import NO_TRUMP, SMALL, SPADES, done, refused, run

import whistsolve as ws
from whistsolve.rules import Rules


def answer(*args: object, stdin: str | None = None) -> dict[str, object]:
    return json.loads(done("score", *args, "--json", stdin=stdin))


@pytest.mark.parametrize(
    ("contract", "tricks", "preset", "changes", "options"),
    [
        ("5S+ by N", "11", "bid_whist_seed", {}, {}),
        ("4NT- by E", "12", "bid_whist_common", {"boston_bonus": "fixed_13"}, {}),
        ("7H~ by W", "12", "bid_whist_honours_even", {"boston_bonus": "double"}, {}),
        ("3C+ by S", "8", "bid_whist_52_whistportal", {}, {"first_trick": "E"}),
        ("8NT- by 2", "5,5,6", "cutthroat_3", {}, {}),
        ("5NT+ by 5", "8", "bid_whist_parlett", {"players": 6}, {}),
        ("2D+ by 1", "9", "dummy_seed", {}, {}),
        ("2D+ by 2", "9", "double_dummy", {}, {"kept": 2}),
    ],
)
def test_contracts_score_what_score_hand_says(
    contract: str, tricks: str, preset: str, changes: dict[str, object], options: dict[str, object]
) -> None:
    rules = Rules.preset(preset, **changes)
    numbers = [int(number) for number in tricks.split(",")]
    expected = ws.score_hand(contract, numbers[0] if len(numbers) == 1 else numbers, rules=rules, **options)
    args = ["--rules", preset, *(f"--set={name}={value}" for name, value in changes.items())]
    args += [f"--{name.replace('_', '-')}={value}" for name, value in options.items()]
    found = answer(*args, contract, tricks)
    assert found == {
        "seats": list("NESW") if rules.dealt_hands == 4 else list(range(rules.dealt_hands)),
        "contract": expected.contract.to_text(rules.dealt_hands),
        "books": expected.books,
        "needed": expected.needed,
        "made": expected.made,
        "boston": expected.boston,
        "points": list(expected.points),
    }


def test_contracts_for_people() -> None:
    assert done("score", "5S+ by N", 11).splitlines() == [
        "contract  5♠↑ by N",
        "books     12 with the kitty's, 11 needed: made, 1 over",
        "points    N +6, E 0, S +6, W 0",
    ]
    assert "11 with the kitty's, 11 needed: just made" in done("score", "5♠↑ by N", 10)
    assert "set, 2 short" in done("score", "5S+ by N", 8)
    assert "a Boston" in done("score", "5S+ by N", 12)
    text = done("score", "--rules", "cutthroat_3", "8NT- by 2", "5,5,6")
    assert "8NT↓ by 2" in text and "points    0 +5, 1 +5, 2 -8" in text
    assert "books     9, 9 needed" in done(
        "score", "--rules=bid_whist_52_whistportal", "3S+ by N", 9, "--first-trick=E"
    )


def test_played_hands() -> None:
    expected = ws.score_hand(
        "3NT+ by S", 7, rules=Rules.preset("trickster", jokers=0, low_beats_high="downtown_over_uptown")
    )
    found = answer(NO_TRUMP)
    assert (found["books"], found["needed"], found["points"]) == (8, 9, list(expected.points))
    assert answer("--file", NO_TRUMP) == answer(stdin=NO_TRUMP.read_text()) == found
    assert found["points"] == [-6, 0, -6, 0], "the file says that no-trump counts double"
    assert answer(NO_TRUMP, "--set", "nt_multiplier=1")["points"] == [-3, 0, -3, 0]
    _, out, err = run("score", NO_TRUMP, "--rules", "bid_whist", "--set", "jokers=0")
    assert (
        "N -3" in out and err.startswith("note: the hand names the rules trickster") and err.count("\n") == 1
    )
    # The kitty's book goes to who won the first trick, West.
    assert answer(NO_TRUMP, "--set", "kitty_book=first_trick_winner")["books"] == 7
    two = done("score", stdin=NO_TRUMP.read_text() + NO_TRUMP.read_text())
    assert two.count("contract") == 2 and "\n\n" in two


def test_whist() -> None:
    rules = Rules.preset("whist_seed")
    expected = ws.score_whist_hand(9, rules=rules)
    found = answer("--rules", "whist_seed", 9)
    assert found == {
        "seats": list("NESW"), "odd_tricks": [3, 0], "honours": [0, 0], "points": list(expected.points),
    }  # fmt: skip
    assert answer("--rules", "whist_seed", "9,4") == found
    assert answer("--rules", "whist_seed", "4,2,5,2") == found
    portland = Rules.preset("whist_portland")
    for scores in ((0, 0), (4, 0), (0, 4)):
        expected = ws.score_whist_hand(5, rules=portland, honours=(1, 3), scores=scores)
        pair = ",".join(map(str, scores))
        args = ("--rules", "whist_portland", 5, "--honours", "1,3", "--scores", pair)
        assert answer(*args)["points"] == list(expected.points)
        assert done("score", *args).splitlines()[1] == f"honours     N-S 0, E-W {expected.honours[1]}"
    assert done("score", "--rules", "whist_seed", 9).splitlines() == [
        "odd tricks  N-S 3, E-W 0",
        "points      N +3, E 0, S +3, W 0",
    ]


INCOMPLETE = '[Deal "N:AK... QJ... T9... 87..."]\n[Declarer "N"]\n[Contract "1♠↑"]\n[Play "N"]\nSA SQ S9 S7\n'


@pytest.mark.parametrize(
    ("args", "stdin", "words"),
    [
        (["5S+ by N"], None, ["Missing argument 'TRICKS'"]),
        (["5X+ by N"], None, ["Missing argument 'TRICKS'"]),
        (["5X+ by N", "9"], None, ["strain 'X+'"]),
        (["2S+ by N", "9"], None, ["level 2", "3 to 7"]),
        (["5S+ by N", "13"], None, ["tricks 13"]),
        (["5S+ by N", "nine"], None, ["tricks 'nine'", "expected a whole number"]),
        (["5S+ by N", "9", "--scores", "1,2"], None, ["--scores is given", "a contract"]),
        (["5S+ by N", "9", "--file", "x"], None, ["tricks and --file"]),
        (["--rules", "cutthroat_4", "6S+ by N", "6"], None, ["one for each seat"]),
        (["--rules", "bid_whist_52_whistportal", "3S+ by N", "9"], None, ["first_trick is missing"]),
        (["--rules", "whist_seed"], None, ["expected the tricks"]),
        (["--rules", "whist_seed", "14"], None, ["tricks 14"]),
        (["--rules", "whist_seed", "9", "--honours", "3,1"], None, ["--honours", "honours=true"]),
        (["--rules", "whist_portland", "9", "--honours", "3"], None, ["honours '3'", "two numbers"]),
        ([str(SPADES)], None, ["not complete", "28 cards", "expected 48"]),
        ([str(NO_TRUMP), "--first-trick", "N"], None, ["--first-trick is given", "a played hand"]),
        ([SMALL], None, ["expected hands in PTN"]),
        ([], '[Deal "N:AK... QJ... T9... 87..."]\n', ["no contract"]),
        ([], INCOMPLETE, ["not complete", "4 cards", "expected 8"]),
        ([], INCOMPLETE + "SK SJ ST S8\n", ["hands of 12 cards", "expected 4 of 2"]),
    ],
)
def test_wrong_input_is_one_line(args: list[str], stdin: str | None, words: list[str]) -> None:
    message = refused("score", *args, stdin=stdin)
    for word in words:
        assert word in message

"""The command ``score``: contracts, played hands, and whist."""

import json
import re

import pytest
from tests.support.command import NO_TRUMP, SMALL, SPADES, done, refused, run
from tests.support.random_matches import play_on

import whistsolve as ws
from whistsolve.game import HandState
from whistsolve.notation import format_ptn
from whistsolve.rules import Rules

INCOMPLETE = '[Deal "N:AK... QJ... T9... 87..."]\n[Declarer "N"]\n[Contract "1♠↑"]\n[Play "N"]\nSA SQ S9 S7\n'
#: A board that was claimed.
LIN = (
    "pn|Sue,Will,Ann,Ed|st||md|3SA7HT2DAQ2CKQT985,SKJT986HAK6D95CA4,SQ32HQJ743DT64C73,|sv|o|ah|Board 7|"
    "mb|p|mb|p|mb|1N!|an|15-17|mb|d|mb|p|mb|p|mb|3N|mb|p|mb|p|mb|p|pc|SK|pc|S2|pc|S4|pc|SA|mc|6|"
)
WHISTPORTAL = "--rules=bid_whist_52_whistportal"


def answer(*args, stdin=None):
    return json.loads(done("score", *args, "--json", stdin=stdin))


@pytest.mark.parametrize(
    ("contract", "tricks", "preset", "changes", "options"),
    [
        ("5S+ by N", 11, "bid_whist_seed", {}, {}),
        ("4NT- by E", 12, "bid_whist_common", {"boston_bonus": "fixed_13"}, {}),
        ("7H~ by W", 12, "bid_whist_honours_even", {"boston_bonus": "double"}, {}),
        ("3C+ by S", 8, "bid_whist_52_whistportal", {}, {"first_trick": "E"}),
        ("8NT- by 2", [5, 5, 6], "cutthroat_3", {}, {}),
        ("5NT+ by 5", 8, "bid_whist_parlett", {"players": 6}, {}),
        ("2D+ by 1", 9, "dummy_seed", {}, {}),
        ("2D+ by 2", 9, "double_dummy", {}, {"kept": 2}),
    ],
)
def test_contracts_score_what_score_hand_says(contract, tricks, preset, changes, options):
    rules = Rules.preset(preset, **changes)
    expected = ws.score_hand(contract, tricks, rules=rules, **options)
    args = ["--rules", preset, *(f"--set={name}={value}" for name, value in changes.items())]
    args += [f"--{name.replace('_', '-')}={value}" for name, value in options.items()]
    said = ",".join(map(str, tricks)) if isinstance(tricks, list) else tricks
    names = ("books", "needed", "made", "boston")
    assert answer(*args, contract, said) == {
        "seats": list("NESW") if rules.dealt_hands == 4 else list(range(rules.dealt_hands)),
        "contract": expected.contract.to_text(rules.dealt_hands),
        **{name: getattr(expected, name) for name in names},
        "points": list(expected.points),
    }


def test_contracts_for_people():
    assert done("score", "5S+ by N", 11).splitlines() == [
        "points    N +6, E 0, S +6, W 0",
        "contract  5♠↑ by N",
        "books     12 with the kitty's, 11 needed: made, 1 over",
    ]
    for args, words in (
        (("5♠↑ by N", 10), "11 with the kitty's, 11 needed: just made"),
        (("5S+ by N", 8), "set, 2 short"),
        (("5S+ by N", 12), "a Boston"),
        (("--rules", "cutthroat_3", "8NT- by 2", "5,5,6"), "8NT↓ by 2"),
        (("--rules", "cutthroat_3", "8NT- by 2", "5,5,6"), "points    0 +5, 1 +5, 2 -8"),
        ((WHISTPORTAL, "3S+ by N", 9, "--first-trick=E"), "books     9, 9 needed"),
    ):
        assert words in done("score", *args)
    assert answer(WHISTPORTAL, "4S+ by N", 0, "--first-trick=E")["books"] == 0


def test_whist():
    rules = Rules.preset("whist_seed")
    points = list(ws.score_whist_hand(9, rules=rules).points)
    want = {"seats": list("NESW"), "odd_tricks": [3, 0], "honours": [0, 0], "points": points}
    for tricks in (9, "9,4", "4,2,5,2"):
        assert answer("--rules", "whist_seed", tricks) == want
    for scores in ((0, 0), (4, 0), (0, 4)):
        asked = {"honours": (1, 3), "scores": scores}
        expected = ws.score_whist_hand(5, rules=Rules.preset("whist_portland"), **asked)
        pair = ",".join(map(str, scores))
        args = ("--rules", "whist_portland", 5, "--honours", "1,3", "--scores", pair)
        assert answer(*args)["points"] == list(expected.points)
        assert done("score", *args).splitlines()[2] == f"honours     N-S 0, E-W {expected.honours[1]}"
    kept = ("--rules", "double_dummy_classic", "--set", "hand_option=sequential", 9, "--kept", 1)
    assert answer(*kept)["points"] == [6, 0, 6, 0]
    assert done("score", "--rules", "whist_seed", 9).splitlines() == [
        "points      N +3, E 0, S +3, W 0",
        "odd tricks  N-S 3, E-W 0",
    ]


def test_wrong_input_is_one_line():
    for args, stdin, words in (
        (["5X+ by N"], None, ["Missing argument 'TRICKS'"]),
        (["5X+ by N", "9"], None, ["strain 'X+'"]),
        (["2S+ by N", "9"], None, ["level 2", "3 to 7"]),
        (["5S+ by N", "13"], None, ["tricks 13"]),
        (["5S+ by N", "nine"], None, ["tricks 'nine'", "expected a whole number"]),
        (["5S+ by N", "9", "--scores", "1,2"], None, ["--scores is given", "a contract"]),
        (["5S+ by N", "9", "--file", "x"], None, ["tricks and --file"]),
        (["--rules", "cutthroat_4", "6S+ by N", "6"], None, ["one for each seat"]),
        ([WHISTPORTAL, "3S+ by N", "9"], None, ["first_trick is missing"]),
        ([WHISTPORTAL, "4S+ by N", 0, "--first-trick=N"], None, ["first_trick 0 is wrong"]),
        ([WHISTPORTAL, "4S+ by N", 12, "--first-trick=E"], None, ["first_trick 1 is wrong"]),
        (["--rules", "whist_seed"], None, ["expected the tricks"]),
        (["--rules", "whist_seed", "14"], None, ["tricks 14"]),
        (["--rules", "whist_seed", "9", "--honours", "3,1"], None, ["--honours", "honours=true"]),
        (["--rules", "whist_portland", "9", "--honours", "3"], None, ["honours '3'", "two numbers"]),
        ([SPADES], None, ["not complete", "28 cards", "expected 48"]),
        ([NO_TRUMP, "--first-trick", "N"], None, ["--first-trick is given", "a played hand"]),
        ([SMALL], None, ["expected hands in PTN"]),
        ([], '[Deal "N:AK... QJ... T9... 87..."]\n', ["no contract"]),
        ([], INCOMPLETE, ["not complete", "4 cards", "expected 8"]),
        ([], INCOMPLETE + "SK SJ ST S8\n", ["hands of 12 cards", "expected 4 of 2"]),
    ):
        message = refused("score", *args, stdin=stdin)
        assert [each for each in words if each not in message] == [], (args, message)


# Played hands.


def test_played_hands():
    rules = Rules.preset("trickster", jokers=0, low_beats_high="downtown_over_uptown")
    points = list(ws.score_hand("3NT+ by S", 7, rules=rules).points)
    found = answer(NO_TRUMP)
    assert (found["books"], found["needed"], found["points"]) == (8, 9, points)
    assert answer("--file", NO_TRUMP) == answer(stdin=NO_TRUMP.read_text()) == found
    assert points == [-6, 0, -6, 0], "the file says that no-trump counts double"
    assert answer(NO_TRUMP, "--set", "nt_multiplier=1")["points"] == [-3, 0, -3, 0]
    _, out, err = run("score", NO_TRUMP, "--rules", "bid_whist", "--set", "jokers=0")
    assert "N -3" in out and err.count("\n") == 1
    assert err.startswith("note: the hand names the rules trickster")
    # The kitty's book goes to who won the first trick, West.
    assert answer(NO_TRUMP, "--set", "kitty_book=first_trick_winner")["books"] == 7
    found = answer("--rules", "bid_whist_no_kitty", stdin=LIN)
    assert (found["contract"], found["books"]) == ("3NT+ by S", 6), "it was claimed"


def test_whist_and_who_kept_the_hand_dealt():
    state = play_on(HandState.random(1, Rules.preset("whist_portland"), dealer=1), 1)
    text = format_ptn(ws.record_hand(state))
    assert answer(stdin=text)["points"] == list(state.result().points)
    assert "\nodd tricks  N-S " in done("score", stdin=text)
    state = play_on(HandState.random(1, Rules.preset("double_dummy"), dealer=1), 1)
    text = format_ptn(ws.record_hand(state))
    assert '[Kept "' in text and sum(answer(stdin=text)["points"]) == sum(state.result().points)
    bare = re.sub(r"\[Kept .*\n", "", text)
    assert "no tag Kept" in refused("score", stdin=bare)
    once, twice = (sum(answer("--kept", kept, stdin=bare)["points"]) for kept in (0, 1))
    assert twice == 2 * once != 0


def test_hands_that_ended_early_are_scored_by_their_tags():
    rules = '[Rules "bid_whist hand_size=2 kitty_size=44 jokers=0 min_bid=1 bid_base=0"]\n'
    for tag, text, books, made in (
        *(("Claim", "1 by N", 3, True), ("Claim", "0 by S", 2, True), ("Claim", "1 by W", 2, True)),
        *(("Resigned", "N", 2, False), ("Result", "2", 3, True), ("Result", "1", 2, True)),
    ):
        ended = f'{rules}[{tag} "{text}"]\n{INCOMPLETE}'
        found = answer(stdin=ended)
        assert (found["books"], found["made"]) == (books, made), (tag, text)
        assert f"{tag.lower():<10}  {text}" in done("trace", stdin=ended)
        for wrong in ("x by N", "1 by Q", "4"):
            refused("score", stdin=ended.replace(f'"{text}"', f'"{wrong}"'))


def test_a_bad_hand_does_not_stop_the_others():
    good = NO_TRUMP.read_text()
    status, out, err = run("score", stdin=good + good.replace("CT CA", "CA CT", 1) + good)
    assert status == 2 and out.count("contract") == 2 and "hand 3\n" in out and "\n\n" in out
    assert re.fullmatch(r"whistsolve: error: hand 2: line \d+: .*\n", err)


def test_what_contradicts_the_score_is_noted():
    text, dealer = NO_TRUMP.read_text(), '[Dealer "N"]'
    against = "the auction is against the rules: call 2 of the hand: call 3NT"
    for old, new, words in (
        ("Pass 3NT↑", "Pass 4NT↑", "the contract is 3NT+ by S, and the highest bid 4NT by S"),
        (dealer, '[Dealer "E"]', "the calls are not in turn from the dealer, E"),
        ("Pass 3NT↑ Pass", "4↓ 3NT↑ Pass", against),
        (dealer, f'{dealer}\n[Result "9"]', "the result is '9', and in the play the declarer's"),
        (dealer, f'{dealer}\n[Doubled "X"]', "the contract was doubled"),
    ):
        assert old in text
        for command in ("score", "solve"):
            status, _, err = run(command, stdin=text.replace(old, new))
            assert status == 0 and err.startswith(f"note: {words}") and err.count("\n") == 1


# How strains are read under the rules.


def test_downtown_is_what_the_rules_have():
    bad = "--rules=bid_whist_honours_even"
    assert answer(bad, "4S- by N", "10")["contract"] == "4S~ by N"
    assert json.loads(done("solve", SMALL, "--strain=NT↓", "--leader=N", bad, "--json"))["strain"] == "NT~"
    assert "NT~" in json.loads(done("table", SMALL, bad, "--json"))["strains"]
    whist = json.loads(done("table", SMALL, "--rules=whist", "--json"))["strains"]
    assert whist == ["S+", "H+", "D+", "C+", "NT+"]
    text = SPADES.read_text()
    assert "in S- aces are good, and the rules have S~ alone" in refused("trace", bad, stdin=text)
    named = text.replace("[Dealer", '[Rules "bid_whist_honours_even"]\n[Dealer')
    assert "4♠⇣ by S" in done("trace", stdin=named.partition("[Play")[0] + '[Play "S"]\n')

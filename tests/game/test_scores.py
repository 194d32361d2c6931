"""Scores of hands: the worked ones of the rules, by their numbers, every option of scoring, and penalties."""

import itertools
import re

import pytest
from tests.support.hands_played import (
    of_whist,
    played_out,
    pushed,
    refused,
    settled,
    sure_deal,
    to_play,
    trick_with_reneges,
)

import whistsolve as ws
from whistsolve.equity.payoffs import ScoreTable
from whistsolve.errors import ActError, NotationError, RulesError, WhistError
from whistsolve.game import CallRenege, HandState, Match
from whistsolve.game.scoring.contract_score import score_books
from whistsolve.rules import Penalty, Rules
from whistsolve.show import describe, to_text

SEED = "bid_whist_seed"
NT2, NT3 = {"nt_multiplier": 2}, {"nt_multiplier": 3}
NO_KITTY = {"kitty_book": "none"}


def contract_points(contract, tricks, preset=SEED, kept=0, **options):
    return ws.score_hand(contract, tricks, rules=Rules.preset(preset, **options), kept=kept).points


#: Options, contract, tricks at the table, and points of North and East.
BID_WHIST = [
    ({}, "5S+ by N", 7, (-5, 0)),
    ({}, "5S+ by N", 9, (-5, 0)),  # T2
    ({}, "5S+ by N", 11, (6, 0)),  # T3
    ({}, "5S+ by E", 10, (0, 5)),  # T4
    (NT2, "4NT- by N", 8, (-8, 0)),  # T5
    (NT2, "4NT+ by N", 9, (8, 0)),  # T6
    (NT2, "4NT+ by N", 10, (10, 0)),  # T7
    (NT3, "4NT+ by N", 10, (15, 0)),
    (NT3, "4NT+ by N", 8, (-12, 0)),
    (NT3, "4S+ by N", 10, (5, 0)),
    ({}, "4NT+ by N", 8, (-4, 0)),  # T8
    ({}, "4C- by N", 12, (7, 0)),  # T11
    ({}, "7C- by S", 12, (7, 0)),  # T12
    ({}, "7C- by S", 11, (-7, 0)),  # T13
    ({"made_scoring": "bid_only"}, "4S+ by N", 11, (4, 0)),
    ({"made_scoring": "per_trick"}, "4S+ by N", 11, (12, 0)),
    ({"made_scoring": "per_trick"}, "4S+ by N", 8, (-4, 0)),
    # One down, and five books to eight.
    ({"set_scoring": "opponents_gain"}, "4S+ by N", 8, (0, 4)),
    ({"set_scoring": "opponents_gain"}, "4S+ by N", 4, (0, 4)),
    ({"set_scoring": "both"}, "4H+ by W", 8, (4, -4)),  # T16
    ({"set_scoring": "both"}, "4S+ by N", 4, (-4, 4)),
    ({"set_scoring": "opponents_odd_tricks"}, "4S+ by N", 8, (0, 0)),
    ({"set_scoring": "opponents_odd_tricks"}, "4S+ by N", 4, (0, 2)),
    ({"set_scoring": "both_odd"}, "4S+ by N", 8, (-4, 0)),
    ({"set_scoring": "both_odd"}, "4S+ by N", 4, (-4, 2)),
    (NO_KITTY, "4S+ by N", 9, (-4, 0)),
    (NO_KITTY, "4S+ by N", 10, (4, 0)),
    ({"bid_base": 0, "min_bid": 1}, "4S+ by N", 3, (4, 0)),
    ({"bid_base": 4}, "9S+ by N", 12, (9, 0)),
    ({"bid_base": 4}, "7S+ by N", 9, (-7, 0)),
    # Every book: twelve tricks and the kitty's.
    ({"boston_bonus": "fixed_13"}, "4S+ by N", 12, (13, 0)),
    ({"boston_bonus": "fixed_13"}, "4S+ by N", 11, (6, 0)),
    ({"boston_bonus": "fixed_13", **NT2}, "4NT+ by N", 12, (26, 0)),
    ({"boston_bonus": "double"}, "4S+ by N", 12, (7, 0)),
    ({"boston_bonus": "double"}, "7S+ by N", 12, (14, 0)),
    ({"boston_bonus": "quadruple"}, "4S+ by N", 12, (28, 0)),
    ({"boston_bonus": "quadruple", **NT2}, "4NT+ by N", 12, (56, 0)),
    ({"boston_bonus": 5}, "7S+ by N", 12, (12, 0)),
    ({"boston_bonus": 5, **NT2}, "4NT+ by N", 12, (19, 0)),  # added after the multiplier
    ({"boston_bonus": 5}, "4S+ by N", 11, (6, 0)),
    ({"boston_bonus": 1000, "made_scoring": "bid_only"}, "4S+ by N", 12, (1004, 0)),
    ({"nonbidders_score": "per_trick"}, "4S+ by N", (9, 1, 0, 2), (4, 3)),  # partners alike
]
#: Presets and options, contract, tricks, and points of all.
OTHERS = [
    ("cutthroat_4", {}, "4S+ by 2", (3, 3, 3, 3), (3, 3, 4, 3)),  # T29
    ("cutthroat_4", {}, "5H+ by 0", (5, 3, 2, 2), (6, 3, 2, 2)),  # T30
    ("cutthroat_4", {}, "5H+ by 0", (3, 4, 3, 2), (-5, 4, 3, 2)),  # T31
    ("cutthroat_4", {}, "6S+ by 0", (5, 0, 0, 7), (6, 0, 0, 7)),  # with the kitty's book
    ("cutthroat_4", NO_KITTY, "6S+ by 0", (5, 0, 0, 7), (-6, 0, 0, 7)),
    ("cutthroat_4", NO_KITTY, "5S+ by 0", (5, 0, 0, 7), (5, 0, 0, 7)),
    ("cutthroat_4", {"nonbidders_score": "none"}, "5S+ by 0", (8, 0, 0, 4), (9, 0, 0, 0)),
    ("cutthroat_4", {"nonbidders_score": "none"}, "9S+ by 0", (7, 0, 0, 5), (-9, 0, 0, 0)),
    ("dummy_seed", {}, "5H+ by N", 6, (0, 5, 0, 5)),
    ("dummy_seed", {}, "5H+ by N", 10, (0, 5, 0, 5)),  # T45
    ("dummy_seed", {}, "5H+ by N", 11, (5, 0, 0, 0)),
    ("dummy_seed", {}, "5H+ by N", 12, (6, 0, 0, 0)),  # T46
    ("dummy_seed", {"set_scoring": "bidder_loses"}, "5H+ by N", 10, (-5, 0, 0, 0)),
    ("dummy_seed", {"set_scoring": "both"}, "5H+ by N", 10, (-5, 5, 0, 5)),
    ("double_dummy_seed", {"kept": 1, "boston_bonus": 5}, "4S+ by 0", 13, (24, 0, 0, 0)),
    *(
        ("double_dummy", {"kept": kept}, f"{level}S+ by {seat}", 10, (level * 2**kept, 0, 0, 0))
        for kept in (0, 1, 2)  # T49, T50
        for level, seat in ((4, "N"), (5, "S"))
    ),
    ("double_dummy", {"kept": 1, "seating": "alternating"}, "5S+ by E", 10, (10, 0, 0, 0)),
]


def test_worked_scores():
    for options, contract, tricks, expected in BID_WHIST:
        assert contract_points(contract, tricks, **options) == expected * 2, (options, contract, tricks)
    for preset, options, contract, tricks, expected in OTHERS:
        assert contract_points(contract, tricks, preset, **options) == expected, (preset, contract, tricks)


def test_option_nt_doubles_what_is_won_or_what_is_lost():
    for rule, over, down, odd, boston in (
        ("whole_result", 15, -12, 6, 39),
        ("bid_only", 13, -12, 2, 39),
        ("gain_only", 15, -4, 2, 39),
        ("penalty_only", 5, -12, 6, 13),
    ):
        options = {"nt_doubles": rule, **NT3}
        found = [
            contract_points("4NT+ by N", 10, **options),
            contract_points("4NT+ by N", 4, set_scoring="both", **options),
            contract_points("4NT+ by N", 4, set_scoring="both_odd", **options),
            contract_points("4NT+ by N", 12, boston_bonus="fixed_13", **options),
            contract_points("4S+ by N", 10, **options),
            contract_points("4S+ by N", 4, set_scoring="both_odd", **options),
        ]
        expected = [(over, 0), (down, -down), (down, odd), (boston, 0), (5, 0), (-4, 2)]
        assert found == [each * 2 for each in expected], rule


def test_option_kitty_book_says_whose_it_is():
    """The declarer's left hand leads and wins the first trick, the declarer's side nine."""
    for rule, books, points in (
        ("bidder", (10, 3), (4, 0)),
        ("none", (9, 3), (-4, 0)),
        ("first_trick_winner", (9, 4), (-4, 0)),
    ):
        rules = Rules.preset(SEED, kitty_book=rule, first_leader="left_of_dealer")
        state = to_play(HandState(sure_deal(3, rules, (1, 2, 3, 0)), rules, dealer=0), "NT+", 0, level=4)
        result = played_out(state).result()
        assert state.tricks[0].winner == 1 and result.tricks == (9, 3, 0, 0)
        assert (result.books, result.points[:2]) == (books, points), rule
    rules = Rules.preset("bid_whist_52_whistportal")
    for winner, points in (("S", (4, 0)), ("W", (-4, 0))):
        assert ws.score_hand("4S+ by N", 9, rules=rules, first_trick=winner).points == points * 2
    for given, words in (({}, "first_trick is missing"), ({"first_trick": "X"}, "first_trick")):
        with pytest.raises(WhistError, match=words):
            ws.score_hand("4S+ by N", 9, rules=rules, **given)


def test_books_that_set_a_bid_t1_t9_t10():
    rules = Rules.preset(SEED)
    for level, setting in ((3, 5), (4, 4), (5, 3), (6, 2), (7, 1)):
        for books in range(1, 14):
            score = ws.score_hand(ws.Contract(level, "S+", "N"), books - 1, rules=rules)
            assert (score.books, score.needed) == (books, 6 + level)
            assert (score.made, score.boston) == (13 - books < setting, books == 13), (level, books)
    assert ws.score_hand("4S+ by N", (5, 1, 5, 1), rules=rules) == ws.score_hand("4S+ by N", 10, rules=rules)
    for score, given in ((ws.score_hand, ("4NT- by S", 10)), (ws.score_whist_hand, ([7, 6],))):
        preset = "bid_whist" if score is ws.score_hand else "whist"
        assert score(*given, rules=preset) == score(*given, rules=Rules.preset(preset)), "rules may be text"


def test_tables_of_points_are_those_of_score_hand():
    for options in (
        {"nt_doubles": "gain_only", "set_scoring": "both_odd", "boston_bonus": 20, **NT3},
        {"nt_doubles": "penalty_only", "set_scoring": "both", "boston_bonus": "quadruple", **NT2},
        {"nonbidders_score": "per_trick", "made_scoring": "per_trick", **NT3},
    ):
        rules = Rules.preset(SEED, **options)
        table = ScoreTable.of(rules)
        for level in range(rules.min_bid, rules.max_bid + 1):
            for strain in ("NT-", "H+"):
                for tricks in range(table.tricks + 1):
                    contract = ws.Contract(level, strain, 0)
                    score = ws.score_hand(contract, (tricks, 12 - tricks, 0, 0), rules=rules)
                    found = table.all_points(0)[level, int(strain == "NT-"), tricks].tolist()
                    assert (found, table.made[level, tricks]) == ([*score.points[:2]], score.made), contract


def test_wrong_calls():
    for contract, tricks, preset, options, error, message in (
        ("2S+ by N", 9, SEED, {}, NotationError, "level 2 is wrong: expected 3 to 7"),
        ("4S+ by N", 13, SEED, {}, WhistError, "tricks 13"),
        ("4S+ by N", 7, "whist", {}, RulesError, "has no contracts"),
        ("4S+ by N", (9, 1, 1, 0), SEED, {}, WhistError, "4 numbers with the sum 12"),
        ("4S+ by 0", 9, "cutthroat_4", {}, WhistError, "one for each seat"),
        ("4S+ by E", 9, "double_dummy", {}, NotationError, "declarer 1 is a dummy: expected 0 or 2"),
        ("4S+ by N", 9, SEED, {"kept": 1}, WhistError, "no hand option"),
        ("4S+ by N", 9, "double_dummy_seed", {"kept": 3}, WhistError, "kept 3"),
    ):
        with pytest.raises(error, match=message):
            contract_points(contract, tricks, preset, **options)


def test_wrong_numbers():
    double = "double_dummy_seed"
    for preset, contract, by, error, message in (
        ("dummy_seed", "5S+ by 3", "hands", NotationError, "declarer 3 is wrong: expected a player below"),
        (double, "5S+ by 2", "hands", NotationError, "expected a player below 2"),
        (double, "5S+ by 2", "seats", NotationError, "declarer 2 is a dummy: expected 0 or 1"),
        ("dummy_seed", "5S+ by 4", "seats", NotationError, "declarer 4 is wrong: expected a seat below 4"),
        ("dummy_seed", "5S+ by 0", "chairs", WhistError, "by 'chairs' is wrong: expected 'seats' or 'h"),
        ("dummy_seed", "5S+ by 0", None, WhistError, "by None is wrong"),
        ("dummy_seed", "5S+ by 0", [], WhistError, "by .* is wrong"),
    ):
        options = {"seating": "alternating"} if preset == double else {}
        with pytest.raises(error, match=message):
            ws.score_hand(contract, 9, rules=Rules.preset(preset, **options), by=by)


# Whist.

WHIST = {"honours": True}
START_OF_DEAL = {"honours_bar_when": "start_of_deal", **WHIST}
NOT_VOID = {"honours_void_if_both_reach": False, **WHIST}
#: Preset and options, tricks and honours of both sides, scores before, and points.
HONOURS = [
    ("whist_seed", {}, 7, (4, 0), (0, 0), (1, 0)),
    ("whist_seed", WHIST, 7, (2, 2), (0, 0), (1, 0)),
    ("whist_seed", WHIST, 7, (4, 0), (1, 0), (5, 0)),  # T36
    ("whist_seed", WHIST, 7, (3, 1), (0, 0), (4, 0)),  # T37
    ("whist_portland", {}, 7, (3, 1), (0, 0), (3, 0)),
    ("whist_seed", {"honours_three": 2, **WHIST}, 7, (3, 1), (0, 0), (3, 0)),
    ("whist_seed", {"honours_three": 2, **WHIST}, 7, (4, 0), (0, 0), (5, 0)),
    ("whist_seed", WHIST, 7, (4, 0), (2, 0), (5, 0)),
    ("whist_seed", WHIST, 7, (4, 0), (3, 0), (1, 0)),  # T38
    ("whist_portland", {}, 7, (4, 0), (3, 0), (5, 0)),
    ("whist_seed", START_OF_DEAL, 7, (4, 0), (3, 0), (5, 0)),
    ("whist_seed", START_OF_DEAL, 7, (4, 0), (4, 0), (1, 0)),
    ("whist_seed", WHIST, 6, (4, 0), (4, 0), (0, 1)),  # T39
    ("whist_portland", {}, 6, (4, 0), (4, 0), (0, 1)),
    # A reaches the target by tricks, B would by honours.
    ("whist_seed", WHIST, 9, (0, 4), (2, 3), (3, 0)),  # T40
    ("whist_seed", WHIST, 9, (0, 4), (2, 0), (3, 4)),
    ("whist_seed", WHIST, 9, (0, 4), (1, 3), (3, 4)),
    ("whist_seed", NOT_VOID, 9, (0, 4), (2, 3), (3, 4)),
    ("whist", {"made_scoring": "per_trick"}, 9, (0, 0), (0, 0), (9, 4)),
    ("whist", {}, 9, (0, 0), (0, 0), (3, 0)),
]


def test_worked_scores_of_whist():
    for preset, options, tricks, honours, scores, expected in HONOURS:
        given = {"rules": Rules.preset(preset, **options), "honours": honours, "scores": scores}
        points = ws.score_whist_hand(tricks, **given).points
        assert points == expected * 2, (preset, options, tricks, honours, scores)


def test_odd_tricks_t34_t35():
    rules = Rules.preset("whist_seed")
    for tricks in range(14):
        score = ws.score_whist_hand(tricks, rules=rules)
        ours, theirs = max(tricks - 6, 0), max(7 - tricks, 0)
        assert (score.points, score.odd_tricks) == ((ours, theirs) * 2, (ours, theirs))
        by_seat = (tricks // 2, 13 - tricks, tricks - tricks // 2, 0)
        for other in ((tricks, 13 - tricks), by_seat):
            assert ws.score_whist_hand(other, rules=rules) == score, other
    facing = Rules.preset("double_dummy_classic", seating="facing")
    for tricks in (9, (4, 2, 2, 5)):
        assert ws.score_whist_hand(tricks, rules=facing).points == (3, 0, 0, 3)


def test_option_honours_bar_is_the_score_from_which_none_count():
    """A side's trick is counted first."""
    for bar, target, last_that_counts in (
        *((4, 5, 2), ("target_minus_1", 5, 2), (4, 10, 2)),
        *(("target_minus_1", 10, 7), (9, 10, 7), (0, 5, -2)),
    ):
        rules = Rules.preset("whist_seed", honours_bar=bar, target=target, **WHIST)
        for score in range(-3, target):
            found = ws.score_whist_hand(7, rules=rules, honours=(4, 0), scores=(score, 0)).honours
            assert found == (4 if score <= last_that_counts else 0, 0), (bar, target, score)
    # In the second session, to ten, a bar of four lies at nine.
    rules = Rules.preset("whist_seed", match="two_sessions", **WHIST)
    for before, scored in ((7, 3), (8, 0)):
        given = {"honours": (3, 0), "scores": (before, 0), "target": 10}
        assert ws.score_whist_hand(7, rules=rules, **given).honours == (scored, 0)


def test_hands_kept_multiply_scores_of_double_dummy():
    rules = Rules.preset("double_dummy_classic", hand_option="sequential")
    for kept, points in ((0, 5), (2, 20)):
        assert ws.score_whist_hand(9, rules=rules, honours=(3, 1), kept=kept).points == (points, 0) * 2
    seed = Rules.preset("whist_seed", **WHIST)
    for tricks, options, error, message in (
        (9, {"kept": 1}, WhistError, "no hand option"),
        (14, {}, WhistError, "tricks 14"),
        ((7, 7), {}, WhistError, "two or four numbers of sum 13"),
        (7, {"honours": (3, 2)}, WhistError, "no more than four"),
        (7, {"scores": (1, 2, 3)}, WhistError, "scores"),
        (7, {"rules": Rules.preset(SEED)}, RulesError, "has contracts"),
    ):
        with pytest.raises(error, match=message):
            ws.score_whist_hand(tricks, **{"rules": seed, **options})


DETECT = {"renege_mode": "detect_and_call"}
#: Portland Club 1900, law 75.
LAW_75 = "transfer_tricks:3|minus_points:3|plus_points_opp:3"


def called(reneging, *calls, level=5, tricks=10, **options):
    """North bids and has eleven books, ten of them tricks; reneges in trick 1, called after the last card."""
    rules = Rules.preset(SEED, **DETECT, **options)
    state = to_play(HandState(sure_deal(tricks, rules), rules, dealer=3), "S+", level=level)
    return settled(state, *reneging, calls=calls)


def test_penalties_of_either_side():
    """Of the bidders, who have eleven books on a bid of five, and of the defenders, who have two."""
    for penalty, books, points, their_books, their_points in (
        ("transfer_tricks:3", (8, 5), (-5, 0), (13, 0), (7, 0)),  # T20, T21
        ("transfer_tricks:1", (10, 3), (-5, 0), (12, 1), (6, 0)),
        ("remove_tricks:3", (8, 2), (-5, 0), (11, 0), (5, 0)),
        ("minus_points:2", (11, 2), (3, 0), (11, 2), (5, -2)),
        ("plus_points_opp:2", (11, 2), (5, 2), (11, 2), (7, 0)),
        ("transfer_points:3", (11, 2), (2, 3), (11, 2), (8, -3)),
        ("lose_game", (11, 2), (5, 0), (11, 2), (5, 0)),
        ("none", (11, 2), (5, 0), (11, 2), (5, 0)),
    ):
        expected = [(books, points * 2), (their_books, their_points * 2)]
        loses = [{0, 2}, {1, 3}] if penalty == "lose_game" else [set(), set()]
        false = {"false_call_penalty": penalty}
        # There was no renege, or it was in another trick (T22).
        results = [called((), "renege 1 by 0", **false), called((), "renege 1 by 3", **false)]
        results.append(called((1,), "renege 2 by 0", **false))
        assert [(each.books, each.points) for each in results] == [*expected, expected[0]], penalty
        assert not any(each.revoked for each in results)
        assert not any(paid.called.right for each in results for paid in each.penalties), penalty
        if penalty != "none":
            right = {"renege_penalty": penalty}
            results = [called((2,), "renege 1 by 1", **right), called((1,), "renege 1 by 2", **right)]
            assert [(each.books, each.points) for each in results] == expected, penalty
            assert [each.loses_game for each in results] == loses, penalty
            assert [each.revoked for each in results] == [{0, 2}, {1, 3}]
            match = Match(results[1].rules, dealer=3)
            match.add(results[1])
            won = penalty == "lose_game" or their_points[0] >= 7
            assert match.winners == ({0, 2} if won else set()), penalty
    [paid] = called((1,), "renege 1 by 2", renege_penalty="transfer_tricks:3").penalties
    assert (paid.tricks, paid.called.accused) == (2, 1), "no more books than they have"
    assert called((1,), "renege 1 by 2", renege_penalty="transfer_points:3").penalties[0].points == (-3, 3)


def test_option_boston_counts_penalties_or_tricks():
    """Eleven books and two from a penalty; then thirteen less one."""
    for counts, gained, lost in ((False, 7, 24), (True, 28, 6)):
        options = {"boston_bonus": "quadruple", "boston_counts_penalties": counts}
        result = called((1,), "renege 1 by 0", renege_penalty="transfer_tricks:3", **options)
        assert (result.books, result.points[:2], result.score.boston) == ((13, 0), (gained, 0), counts)
        result = called((), "renege 1 by 0", tricks=12, false_call_penalty="remove_tricks:1", **options)
        assert (result.books, result.points[:2], result.score.boston) == ((12, 0), (lost, 0), not counts)
    # All tricks were taken; a penalty has the contract set all the same, and a Boston is one that is made.
    result = called((), "renege 1 by 0", tricks=12, false_call_penalty="transfer_tricks:3")
    assert (result.books, result.made, result.score.boston) == ((10, 3), False, False)
    rules, contract = Rules.preset(SEED), ws.Contract(4, "S+", 0)
    assert score_books(contract, 10, 3, (), rules=rules, taken=13).boston
    assert not score_books(contract, 10, 3, (), rules=rules).boston
    assert not score_books(contract, 13, 0, (), rules=rules, by_penalty=False).boston


def test_option_renege_penalty_of_the_contract():
    """A renege of either side, and a false call of either side, with eleven books."""
    for level, own, theirs in ((4, (-4, 0), (5, 0)), (5, (-5, 0), (5, 0)), (6, (-6, 0), (6, 0))):
        assert called((), level=level).made == (level < 6)
        for option, reneging, caller, made in (
            ("renege_penalty", (2,), 1, False),
            ("renege_penalty", (1,), 0, True),
            ("false_call_penalty", (), 0, False),
            ("false_call_penalty", (), 1, True),
        ):
            result = called(reneging, f"renege 1 by {caller}", level=level, **{option: "lose_contract"})
            case = (level, option, reneging, caller)
            assert (result.books, result.made, result.score.made) == ((11, 2), made, made), case
            assert result.points[:2] == (theirs if made else own), case
            verdict = "made by a penalty" if made else "set by a penalty"
            assert f"11 with the kitty's, {level + 6} needed: {verdict}" in to_text(describe(result))


def test_option_renege_penalty_where_each_plays_alone():
    """Player 0 declares and has the kitty's book alone, 1 leads and wins three, 3 nine; 3 calls a renege."""
    for penalty, offender, level, made, points in (
        ("minus_points:2", 0, 1, True, (-1, 3, 0, 9)),
        ("lose_contract", 0, 1, False, (-1, 3, 0, 9)),
        ("lose_contract", 2, 4, True, (4, 3, 0, 9)),
        ("transfer_points:2", 0, 1, True, (-1, 3, 0, 11)),
        ("transfer_points:2", 2, 1, True, (1, 3, -2, 11)),
        ("lose_contract|transfer_points:2", 2, 4, True, (4, 3, 0, 9)),
    ):
        rules = Rules.preset("cutthroat_4", **DETECT, renege_penalty=penalty, first_leader="left_of_bidder")
        state = to_play(HandState(sure_deal(3, rules, (1, 0, 2, 3)), rules, dealer=3), "NT+", level=level)
        result = settled(state, offender, calls=[f"renege 1 by 3 of {offender}"])
        assert (result.tricks, result.books) == ((0, 3, 0, 9), (1, 3, 0, 9))
        assert (result.made, result.points) == (made, points), (penalty, offender)


def test_option_renege_penalty_with_a_dummy():
    """Player 0 declares with ten tricks of thirteen, the hand on the left leads and wins three."""
    lost, moved = {"renege_penalty": "lose_contract"}, {"renege_penalty": "transfer_points:3"}
    three = {"renege_penalty": "transfer_tricks:3"}
    immune = {"dummy_renege_immune": True}
    for offender, caller, level, options, points in (
        (0, 2, 4, lost, (0, 4, 4)),
        (3, 2, 4, lost, (0, 4, 4)),
        (3, 2, 4, {**immune, **lost}, (4, 0, 0)),
        (3, 1, 4, three, (0, 4, 4)),
        (3, 1, 4, {**immune, **three}, (4, 0, 0)),
        (0, 1, 4, {**immune, **three}, (0, 4, 4)),
        (2, 0, 5, lost, (5, 0, 0)),
        (2, 0, 5, moved, (3, 2, 2)),
        (3, 1, 4, moved, (1, 3, 3)),
        (0, 1, 4, moved, (1, 3, 3)),
    ):
        rules = Rules.preset("dummy_seed", **DETECT, first_leader="left_of_bidder", **options)
        deal = sure_deal(3, rules, {0: (1, 0, 2, 3), 2: (1, 2, 3, 0), 3: (1, 3, 2, 0)}[offender])
        state = to_play(HandState(deal, rules, dealer=2), "NT+", level=level)
        result = settled(state, offender, calls=[f"renege 1 by {caller}"])
        assert result.points == points, (offender, caller, options)


def test_option_renege_penalty_with_two_dummies():
    """Both keep their hands: what contracts score counts four times, points for penalties do not."""
    for seating, (penalty, offender, level, points) in itertools.product(
        ("alternating", "facing"),
        (
            ("lose_contract", 2, 4, (0, 16)),
            ("lose_contract", 1, 5, (20, 0)),
            ("lose_contract", 3, 5, (20, 0)),
            ("transfer_points:3", 2, 4, (13, 3)),
            ("transfer_points:3", 3, 5, (3, 17)),
        ),
    ):
        rules = Rules.preset("double_dummy_seed", **DETECT, seating=seating, renege_penalty=penalty)
        others = [hand for hand in (2, 1, 3) if hand != offender]
        deal = sure_deal(10, rules, (0, offender, *others))
        state = to_play(HandState(deal, rules, dealer=1), "NT+", level=level)
        result = settled(state, offender, calls=[f"renege 1 by {1 if offender == 2 else 0}"])
        assert result.points == points, (seating, penalty, offender)


def revoked(*acts, penalty=LAW_75):
    """Whist: player 0 has seven tricks; the partner reneged in the first."""
    state = of_whist(Rules.preset("whist_seed", **DETECT, renege_penalty=penalty))
    return pushed(played_out(trick_with_reneges(state, 2)), *acts)


def test_option_renege_penalty_by_choice():
    for chosen, books, points in (
        ("", (4, 9), (0, 3)),
        (" for transfer_tricks:3", (4, 9), (0, 3)),
        (" for minus_points:3", (7, 6), (-2, 0)),
        (" of 2 for plus_points_opp:3", (7, 6), (1, 3)),
    ):
        text = f"renege 1 by 1{chosen}"
        state = revoked(text)
        assert str(state.acts[-1]) == text
        assert state.reneges_called[0].penalty == (chosen.rpartition(" ")[2] or None)
        act = state.pop()
        assert state.snapshot == revoked().snapshot and act == CallRenege(1, 1, act.accused, act.penalty)
        result = pushed(state, act, "settle").result()
        assert (result.books, result.points[:2]) == (books, points), chosen
        assert str(result.penalties[0].penalty) in LAW_75.split("|")
    for penalty, named in itertools.product((LAW_75, "minus_points:3"), ("minus_points:2", "none", "3")):
        state = revoked(penalty=penalty)
        expected = " or ".join(penalty.split("|"))
        words = re.escape(f"penalty '{named}' is wrong: expected {expected}, by")
        refused(state, f"renege 1 by 1 for {named}", words)
        with pytest.raises(ActError, match=r"penalty Penalty.* is wrong"):
            state.push(CallRenege(1, 1, penalty=Penalty("minus_points", 3)))
        assert pushed(state, "renege 1 by 1 for minus_points:3", "settle").result().points[0] == -2
    # What a call named that turns out to be false is not paid.
    rules = Rules.preset("whist_seed", **DETECT, renege_penalty=LAW_75, false_call_penalty="minus_points:1")
    result = settled(of_whist(rules), calls=["renege 1 by 1 for minus_points:3"])
    assert result.points == (1, -1, 1, -1)


def test_texts_of_penalties():
    points = (
        "transfer_tricks:3",
        "minus_points:12",
        "plus_points_opp:2",
        "remove_tricks:1",
        "transfer_points:99",
    )
    for text in (*points, "lose_game", "lose_contract", "none"):
        penalty = Penalty.from_text(text)
        kind, _, amount = text.partition(":")
        assert (penalty.kind, penalty.amount, str(penalty)) == (kind, int(amount or 0), text)
        assert Penalty.alternatives(text) == (penalty,)
    assert list(map(str, Penalty.alternatives("minus_points:2|lose_game"))) == ["minus_points:2", "lose_game"]
    wrong = ["", "minus_points", "minus_points:", "minus_points:-1", "minus_points:100", "x:3", None, 3]
    choices = ["minus_points:2|minus_points:2", "lose_game|none", "lose_game|", "|"]
    for read, texts in ((Penalty.from_text, wrong), (Penalty.alternatives, choices)):
        for text in texts:
            with pytest.raises(RulesError, match=r"penalty .* expected"):
                read(text)


def test_option_renege_penalty_of_the_contract_with_other_options():
    """Made by a penalty, it has what its books bring, at least the bid; odd tricks are those taken."""
    lost, made = ((2,), "renege 1 by 1"), ((1,), "renege 1 by 0")
    both = ((1, 2), "renege 1 by 0", "renege 1 by 1")
    for hand, options, points in (
        (lost, {"set_scoring": "both"}, (-5, 5)),
        (lost, {"set_scoring": "both_odd"}, (-5, 0)),
        (made, {"made_scoring": "per_trick", "level": 4}, (11, 0)),
        (made, {"made_scoring": "per_trick", "level": 7}, (13, 0)),
        (both, {}, (5, 0)),  # of two the first called decides
        ((both[0], *both[:0:-1]), {}, (-5, 0)),
        (both, {"both_sides_revoke": "cancel", "level": 6}, (-6, 0)),
    ):
        result = called(*hand, renege_penalty="lose_contract", **options)
        assert result.points == points * 2, (hand, options)
        match = Match(result.rules, dealer=3)
        match.add(result)
        assert match.standing.sets[0] == (points[0] < 0), (hand, options)
    # A false call takes three books from the side whose contract the defence has lost.
    options = {"renege_penalty": "lose_contract", "false_call_penalty": "transfer_tricks:3"}
    result = called((1,), "renege 2 by 0", "renege 1 by 0", **options)
    assert (result.books, result.made, result.points[:2]) == ((8, 5), True, (5, 0))

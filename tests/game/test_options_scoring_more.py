"""Bostons, no-trump's multiplier, and penalties of every kind, shown by hands played to their end."""

import json
import re

import pytest
from tests.support.command import done, refused
from tests.support.hands_played import (
    played_hand,
    played_out,
    pushed,
    sure_deal,
    to_play,
    trick_with_reneges,
)

import whistsolve as ws
from whistsolve.equity.score_table import ScoreTable
from whistsolve.errors import ActError, RulesError
from whistsolve.game import CallRenege, HandResult, HandState, Match
from whistsolve.game.scoring.contract_score import score_books
from whistsolve.rules import Penalty, Rules
from whistsolve.show import describe, to_text

SEED = "bid_whist_seed"
DETECT = {"renege_mode": "detect_and_call"}
#: Portland Club 1900, law 75.
LAW_75 = "transfer_tricks:3|minus_points:3|plus_points_opp:3"


def points(tricks: int, bid: str, strain: str = "S+", **options: object) -> tuple[int, ...]:
    """What North and East score where North bids and takes so many tricks at the table."""
    match = Match(Rules.preset(SEED, **options), dealer=3)
    return played_hand(match, tricks, bid, strain=strain).points[:2]


def defended(strain: str = "NT+", **options: object) -> tuple[int, ...]:
    """The same where North bids four and takes four tricks: five books to eight."""
    rules = Rules.preset(SEED, first_leader="left_of_dealer", **options)
    state = to_play(HandState(sure_deal(8, rules, (1, 2, 3, 0)), rules, dealer=0), strain, 0, level=4)
    result = played_out(state).result()
    assert result.books == (5, 8)
    return result.points[:2]


def called(
    reneging: tuple[int, ...], *calls: str, level: int = 5, tricks: int = 10, **options: object
) -> HandResult:
    """North bids and has eleven books, ten of them tricks; reneges in trick 1, called after the last card."""
    rules = Rules.preset(SEED, **DETECT, **options)
    state = to_play(HandState(sure_deal(tricks, rules), rules, dealer=3), "S+", level=level)
    return pushed(played_out(trick_with_reneges(state, *reneging)), *calls, "settle").result()


@pytest.mark.parametrize(("multiplier", "made", "down"), [(1, 5, -4), (2, 10, -8), (3, 15, -12)])
def test_option_nt_multiplier_of_three(multiplier: int, made: int, down: int) -> None:
    assert points(10, "4NT", "NT+", nt_multiplier=multiplier) == (made, 0)
    assert points(8, "4NT", "NT+", nt_multiplier=multiplier) == (down, 0)
    assert points(10, "4+", nt_multiplier=multiplier) == (5, 0)


@pytest.mark.parametrize(
    ("nt_doubles", "over", "down", "odd", "boston"),
    [
        ("whole_result", 15, -12, 6, 39),
        ("bid_only", 13, -12, 2, 39),
        ("gain_only", 15, -4, 2, 39),
        ("penalty_only", 5, -12, 6, 13),
    ],
)
def test_option_nt_doubles_what_is_won_or_what_is_lost(
    nt_doubles: str, over: int, down: int, odd: int, boston: int
) -> None:
    options = {"nt_multiplier": 3, "nt_doubles": nt_doubles}
    assert points(10, "4NT", "NT+", **options) == (over, 0)
    assert defended(**options, set_scoring="both") == (down, -down)
    assert defended(**options, set_scoring="both_odd") == (down, odd)
    assert points(12, "4NT", "NT+", **options, boston_bonus="fixed_13") == (boston, 0)
    assert points(10, "4+", **options) == (5, 0)
    assert defended("S+", **options, set_scoring="both_odd") == (-4, 2)


def test_option_boston_bonus_of_any_number() -> None:
    assert points(12, "4+", boston_bonus=5) == points(12, "7+", boston_bonus=5) == (12, 0)
    assert points(11, "4+", boston_bonus=5) == (6, 0)
    # Added after the multiplier.
    assert points(12, "4NT", "NT+", boston_bonus=5, nt_multiplier=2) == (19, 0)
    assert points(12, "4+", boston_bonus=1000, made_scoring="bid_only") == (1004, 0)
    kept = Rules.preset("double_dummy_seed", boston_bonus=5)
    assert ws.score_hand("4S+ by 0", 13, rules=kept, kept=1).points[0] == 24


def test_option_boston_bonus_needs_thirteen_books() -> None:
    with pytest.raises(RulesError, match="boston_bonus 5 is wrong: a Boston takes 13 books, here are 12"):
        Rules.preset(SEED, boston_bonus=5, kitty_book="none")


def test_option_boston_bonus_of_a_number_on_the_command_line() -> None:
    answer = json.loads(done("score", "4S+ by N", 12, "--set", "boston_bonus=5", "--json"))
    assert (answer["boston"], answer["points"]) == (True, [12, 0, 12, 0])
    told = json.loads(done("rules", "--set", "boston_bonus=5", "--json"))["options"]["boston_bonus"]
    assert (told["value"], told["differs"], told["range"]) == (5, True, [1, 1000])
    assert "boston_bonus 0 is wrong" in refused("score", "4S+ by N", 12, "--set", "boston_bonus=0")


@pytest.mark.parametrize(("counts", "gained", "lost"), [(False, 7, 24), (True, 28, 6)])
def test_option_boston_counts_penalties_or_tricks(counts: bool, gained: int, lost: int) -> None:
    """Eleven books and two from a penalty; then thirteen less one."""
    options = {"boston_bonus": "quadruple", "boston_counts_penalties": counts}
    result = called((1,), "renege 1 by 0", renege_penalty="transfer_tricks:3", **options)
    assert (result.books, result.points[:2], result.score.boston) == ((13, 0), (gained, 0), counts)
    result = called((), "renege 1 by 0", tricks=12, false_call_penalty="remove_tricks:1", **options)
    assert (result.books, result.points[:2], result.score.boston) == ((12, 0), (lost, 0), not counts)


def test_a_boston_is_a_contract_that_is_made() -> None:
    """All tricks were taken; a penalty has the contract set all the same."""
    result = called((), "renege 1 by 0", tricks=12, false_call_penalty="transfer_tricks:3", level=5)
    assert (result.books, result.made, result.score.boston) == ((10, 3), False, False)
    rules = Rules.preset(SEED)
    contract = ws.Contract(4, "S+", 0)
    assert score_books(contract, 10, 3, (), rules=rules, taken=13).boston
    assert not score_books(contract, 10, 3, (), rules=rules).boston
    assert not score_books(contract, 13, 0, (), rules=rules, by_penalty=False).boston


def test_option_renege_penalty_of_points_transferred() -> None:
    """Five for the contract; three points go from one side to the other, and no books."""
    result = called((2,), "renege 1 by 1", renege_penalty="transfer_points:3")
    assert (result.books, result.points, result.made) == ((11, 2), (2, 3, 2, 3), True)
    result = called((1,), "renege 1 by 2", renege_penalty="transfer_points:3")
    assert (result.books, result.points) == ((11, 2), (8, -3, 8, -3))
    assert result.penalties[0].points == (-3, 3)


def test_option_false_call_penalty_of_points_transferred() -> None:
    result = called((), "renege 1 by 1", false_call_penalty="transfer_points:2")
    assert result.points == (7, -2, 7, -2)


#: Level, whether made by eleven books, points where the declarer's side loses it, and where the defence does.
CONTRACTS = [(4, True, (-4, 0), (5, 0)), (5, True, (-5, 0), (5, 0)), (6, False, (-6, 0), (6, 0))]


@pytest.mark.parametrize(("level", "by_books", "own", "theirs"), CONTRACTS)
def test_option_renege_penalty_of_the_contract(
    level: int, by_books: bool, own: tuple[int, int], theirs: tuple[int, int]
) -> None:
    """A renege of either side, and a false call of either side."""
    assert called((), level=level).made == by_books
    for option, reneging, caller in (
        ("renege_penalty", (2,), 1),
        ("renege_penalty", (1,), 0),
        ("false_call_penalty", (), 0),
        ("false_call_penalty", (), 1),
    ):
        result = called(reneging, f"renege 1 by {caller}", level=level, **{option: "lose_contract"})
        made = reneging == (1,) or (not reneging and caller == 1)
        assert (result.books, result.made, result.score.made) == ((11, 2), made, made)
        assert result.points[:2] == (theirs if made else own)
        verdict = "made by a penalty" if made else "set by a penalty"
        assert f"11 with the kitty's, {level + 6} needed: {verdict}" in to_text(describe(result))


def test_option_renege_penalty_of_the_contract_follows_set_scoring() -> None:
    result = called((2,), "renege 1 by 1", renege_penalty="lose_contract", set_scoring="both")
    assert result.points == (-5, 5, -5, 5)
    match = Match(result.rules, dealer=3)
    match.add(result)
    assert match.standing.sets == (1, 0, 1, 0)


def test_option_renege_penalty_of_the_contract_leaves_books_as_they_are() -> None:
    """A contract made by a penalty has what its books bring, at least the bid; odd tricks are those taken."""
    options = {"renege_penalty": "lose_contract", "made_scoring": "per_trick"}
    assert called((1,), "renege 1 by 0", level=4, **options).points[0] == 11
    assert called((1,), "renege 1 by 0", level=7, **options).points[0] == 13
    result = called((2,), "renege 1 by 1", renege_penalty="lose_contract", set_scoring="both_odd")
    assert result.points == (-5, 0, -5, 0)


@pytest.mark.parametrize("first", [0, 1])
def test_option_renege_penalty_of_the_contract_the_first_called_decides(first: int) -> None:
    calls = ["renege 1 by 0", "renege 1 by 1"]
    result = called((1, 2), calls[first], calls[1 - first], renege_penalty="lose_contract")
    assert result.made == (first == 0) and len(result.penalties) == 2
    assert result.points[:2] == ((5, 0) if first == 0 else (-5, 0))
    cancelled = called((1, 2), *calls, renege_penalty="lose_contract", both_sides_revoke="cancel", level=6)
    assert (cancelled.made, cancelled.penalties) == (False, ())


def test_option_renege_penalty_of_the_contract_does_not_undo_other_penalties() -> None:
    """A false call takes three books from the side whose contract the defence has lost."""
    options = {"renege_penalty": "lose_contract", "false_call_penalty": "transfer_tricks:3"}
    result = called((1,), "renege 2 by 0", "renege 1 by 0", **options)
    assert (result.books, result.made, result.points[:2]) == ((8, 5), True, (5, 0))


def alone(penalty: str, offender: int, level: int) -> HandResult:
    """Player 0 declares, 1 leads and wins three tricks, 3 the other nine; 3 calls a renege in the first."""
    rules = Rules.preset("cutthroat_4", **DETECT, renege_penalty=penalty, first_leader="left_of_bidder")
    state = to_play(HandState(sure_deal(3, rules, (1, 0, 2, 3)), rules, dealer=3), "NT+", level=level)
    played_out(trick_with_reneges(state, offender))
    result = pushed(state, f"renege 1 by 3 of {offender}", "settle").result()
    assert result.tricks == (0, 3, 0, 9) and result.books == (1, 3, 0, 9)
    return result


@pytest.mark.parametrize(
    ("penalty", "offender", "level", "expected"),
    [
        ("minus_points:2", 0, 1, (-1, 3, 0, 9)),
        ("lose_contract", 0, 1, (-1, 3, 0, 9)),
        ("lose_contract", 2, 4, (4, 3, 0, 9)),
        ("transfer_points:2", 0, 1, (-1, 3, 0, 11)),
        ("transfer_points:2", 2, 1, (1, 3, -2, 11)),
        ("lose_contract|transfer_points:2", 2, 4, (4, 3, 0, 9)),
    ],
)
def test_option_renege_penalty_where_each_plays_alone(
    penalty: str, offender: int, level: int, expected: tuple[int, ...]
) -> None:
    """The declarer has the kitty's book alone: enough for a bid of one, too few for four."""
    result = alone(penalty, offender, level)
    assert result.points == expected
    assert result.made == ((level == 1) if penalty.endswith("s:2") and "|" not in penalty else level == 4)


def with_dummy(offender: int, call: str, level: int = 5, **options: object) -> HandResult:
    """Player 0 declares with ten tricks of thirteen, the hand on the left leads and wins three."""
    rules = Rules.preset("dummy_seed", **DETECT, first_leader="left_of_bidder", **options)
    deal = sure_deal(3, rules, {0: (1, 0, 2, 3), 2: (1, 2, 3, 0), 3: (1, 3, 2, 0)}[offender])
    state = to_play(HandState(deal, rules, dealer=2), "NT+", level=level)
    result = pushed(played_out(trick_with_reneges(state, offender)), call, "settle").result()
    assert result.books == (10, 3)
    return result


@pytest.mark.parametrize(
    ("offender", "call", "level", "options", "expected"),
    [
        (0, "renege 1 by 2", 4, {}, (0, 4, 4)),
        (3, "renege 1 by 2", 4, {}, (0, 4, 4)),
        (3, "renege 1 by 2", 4, {"dummy_renege_immune": True}, (4, 0, 0)),
        (2, "renege 1 by 0", 5, {}, (5, 0, 0)),
        (2, "renege 1 by 0", 5, {"renege_penalty": "transfer_points:3"}, (3, 2, 2)),
        (3, "renege 1 by 1", 4, {"renege_penalty": "transfer_points:3"}, (1, 3, 3)),
        (0, "renege 1 by 1", 4, {"renege_penalty": "transfer_points:3"}, (1, 3, 3)),
    ],
)
def test_option_renege_penalty_with_a_dummy(
    offender: int, call: str, level: int, options: dict[str, object], expected: tuple[int, ...]
) -> None:
    result = with_dummy(offender, call, level, **{"renege_penalty": "lose_contract", **options})
    assert result.points == expected


@pytest.mark.parametrize("seating", ["alternating", "facing"])
@pytest.mark.parametrize(
    ("penalty", "offender", "level", "expected"),
    [
        ("lose_contract", 2, 4, (0, 16)),
        ("lose_contract", 1, 5, (20, 0)),
        ("lose_contract", 3, 5, (20, 0)),
        ("transfer_points:3", 2, 4, (13, 3)),
        ("transfer_points:3", 3, 5, (3, 17)),
    ],
)
def test_option_renege_penalty_with_two_dummies(
    seating: str, penalty: str, offender: int, level: int, expected: tuple[int, int]
) -> None:
    """Both keep their hands: what contracts score counts four times, points for penalties do not."""
    rules = Rules.preset("double_dummy_seed", **DETECT, seating=seating, renege_penalty=penalty)
    others = [hand for hand in (2, 1, 3) if hand != offender]
    deal = sure_deal(10, rules, (0, offender, *others))
    state = to_play(HandState(deal, rules, dealer=1), "NT+", level=level)
    played_out(trick_with_reneges(state, offender))
    result = pushed(state, f"renege 1 by {1 if offender == 2 else 0}", "settle").result()
    assert result.points == expected


def revoked(*acts: object, penalty: str = LAW_75) -> HandState:
    """Whist: player 0 has seven tricks; the partner reneged in the first."""
    rules = Rules.preset("whist_seed", **DETECT, renege_penalty=penalty)
    state = HandState(sure_deal(7, rules), rules, dealer=0, turned="SA")
    return pushed(played_out(trick_with_reneges(state, 2)), *acts)


@pytest.mark.parametrize(
    ("chosen", "books", "score"),
    [
        ("", (4, 9), (0, 3)),
        (" for transfer_tricks:3", (4, 9), (0, 3)),
        (" for minus_points:3", (7, 6), (-2, 0)),
        (" of 2 for plus_points_opp:3", (7, 6), (1, 3)),
    ],
)
def test_option_renege_penalty_by_choice(chosen: str, books: tuple[int, int], score: tuple[int, int]) -> None:
    text = f"renege 1 by 1{chosen}"
    state = revoked(text)
    assert str(state.acts[-1]) == text and isinstance(state.acts[-1], CallRenege)
    assert state.reneges_called[0].penalty == (chosen.rpartition(" ")[2] or None)
    before = revoked().snapshot
    act = state.pop()
    assert state.snapshot == before and act == CallRenege(1, 1, act.accused, act.penalty)
    result = pushed(state, act, "settle").result()
    assert (result.books, result.points[:2]) == (books, score)
    assert str(result.penalties[0].penalty) in LAW_75.split("|")


@pytest.mark.parametrize("penalty", [LAW_75, "minus_points:3"])
@pytest.mark.parametrize("named", ["minus_points:2", "lose_game", "none", "3"])
def test_option_renege_penalty_that_is_not_to_be_chosen(penalty: str, named: str) -> None:
    state = revoked(penalty=penalty)
    expected = " or ".join(penalty.split("|"))
    with pytest.raises(ActError, match=re.escape(f"penalty '{named}' is wrong: expected {expected}, by")):
        state.push(f"renege 1 by 1 for {named}")
    with pytest.raises(ActError, match=r"penalty Penalty.* is wrong"):
        state.push(CallRenege(1, 1, penalty=Penalty("minus_points", 3)))  # type: ignore[arg-type]
    assert pushed(state, "renege 1 by 1 for minus_points:3", "settle").result().points[0] == -2


def test_option_false_call_penalty_leaves_no_choice() -> None:
    with pytest.raises(RulesError, match=r"false_call_penalty 'minus_points:1.*expected one penalty"):
        Rules.preset(SEED, false_call_penalty="minus_points:1|lose_game")
    # What a call named that turns out to be false is not paid.
    rules = Rules.preset("whist_seed", **DETECT, renege_penalty=LAW_75, false_call_penalty="minus_points:1")
    state = played_out(HandState(sure_deal(7, rules), rules, dealer=0, turned="SA"))
    assert pushed(state, "renege 1 by 1 for minus_points:3", "settle").result().points == (1, -1, 1, -1)


@pytest.mark.parametrize(
    ("preset", "penalty", "words"),
    [
        ("whist_seed", "lose_contract", "trump_rule 'last_dealt_card': there is no contract .* lose_game"),
        ("dummy_classic", "minus_points:2|lose_contract", "there is no contract to lose"),
        (SEED, "minus_points:2|minus_points:2", "several different ones joined with |"),
        (SEED, "minus_points:2|none", "several different ones"),
        (SEED, "minus_points:2|", "several different ones"),
        (SEED, "lose_contract:2", "lose_contract, lose_game"),
        (SEED, "transfer_points", r"transfer_points:n, .*\(n from 1 to 99\)"),
    ],
)
def test_option_renege_penalty_that_cannot_be(preset: str, penalty: str, words: str) -> None:
    with pytest.raises(RulesError, match=f"renege_penalty .* is wrong.* {words}"):
        Rules.preset(preset, renege_penalty=penalty)
    if "|" not in penalty:
        with pytest.raises(RulesError, match=r"false_call_penalty .* is wrong"):
            Rules.preset(preset, false_call_penalty=penalty)


# ---------------------------------------------------------------------------------- all who score contracts

SCORED = [
    {"nt_multiplier": 3, "nt_doubles": "gain_only", "set_scoring": "both_odd", "boston_bonus": 20},
    {"nt_multiplier": 2, "nt_doubles": "penalty_only", "set_scoring": "both", "boston_bonus": "quadruple"},
    {"nonbidders_score": "per_trick", "made_scoring": "per_trick", "nt_multiplier": 3},
]


@pytest.mark.parametrize("options", SCORED, ids=str)
def test_tables_of_points_are_those_of_score_hand(options: dict[str, object]) -> None:
    rules = Rules.preset(SEED, **options)
    table = ScoreTable.of(rules)
    for level in range(rules.min_bid, rules.max_bid + 1):
        for no_trump in (False, True):
            for tricks in range(table.tricks + 1):
                contract = ws.Contract(level, "NT-" if no_trump else "H+", 0)
                each = (tricks, 12 - tricks, 0, 0)
                score = ws.score_hand(contract, each, rules=rules)
                assert score.points[0] == score.points[2] and score.points[1] == score.points[3]
                assert table.points(level, no_trump, tricks, 0).tolist() == [*score.points[:2]]
                assert table.made[level, tricks] == score.made

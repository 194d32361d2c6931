"""Penalties for reneges and false calls, of every kind and by choice, in hands played to their end."""

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
from whistsolve.errors import ActError, RulesError
from whistsolve.game import CallRenege, HandResult, HandState, Match
from whistsolve.game.scoring.contract_score import score_books
from whistsolve.rules import Penalty, Rules
from whistsolve.show import describe, to_text

SEED = "bid_whist_seed"
DETECT = {"renege_mode": "detect_and_call"}
#: Portland Club 1900, law 75.
LAW_75 = "transfer_tricks:3|minus_points:3|plus_points_opp:3"


def called(
    reneging: tuple[int, ...], *calls: str, level: int = 5, tricks: int = 10, **options: object
) -> HandResult:
    """North bids and has eleven books, ten of them tricks; reneges in trick 1, called after the last card."""
    rules = Rules.preset(SEED, **DETECT, **options)
    state = to_play(HandState(sure_deal(tricks, rules), rules, dealer=3), "S+", level=level)
    return settled(state, *reneging, calls=calls)


def test_penalties_of_either_side() -> None:
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


def test_option_boston_counts_penalties_or_tricks() -> None:
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


def test_option_renege_penalty_of_the_contract() -> None:
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


def test_option_renege_penalty_of_the_contract_with_other_options() -> None:
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


def test_option_renege_penalty_where_each_plays_alone() -> None:
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


def test_option_renege_penalty_with_a_dummy() -> None:
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


def test_option_renege_penalty_with_two_dummies() -> None:
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


def revoked(*acts: object, penalty: str = LAW_75) -> HandState:
    """Whist: player 0 has seven tricks; the partner reneged in the first."""
    state = of_whist(Rules.preset("whist_seed", **DETECT, renege_penalty=penalty))
    return pushed(played_out(trick_with_reneges(state, 2)), *acts)


def test_option_renege_penalty_by_choice() -> None:
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
            state.push(CallRenege(1, 1, penalty=Penalty("minus_points", 3)))  # type: ignore[arg-type]
        assert pushed(state, "renege 1 by 1 for minus_points:3", "settle").result().points[0] == -2
    # What a call named that turns out to be false is not paid.
    rules = Rules.preset("whist_seed", **DETECT, renege_penalty=LAW_75, false_call_penalty="minus_points:1")
    result = settled(of_whist(rules), calls=["renege 1 by 1 for minus_points:3"])
    assert result.points == (1, -1, 1, -1)


def test_texts_of_penalties() -> None:
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

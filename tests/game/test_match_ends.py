"""What ends a match, alone or with other ends in one hand: which comes first, and who wins."""

import itertools
from dataclasses import replace

import pytest

from whistsolve.errors import RulesError
from whistsolve.game import HandResult, HandScore, Match, Standing
from whistsolve.game.match.ends import ENDS
from whistsolve.rules import Rules
from whistsolve.values import Contract

NORTH, EAST = frozenset({0, 2}), frozenset({1, 3})
#: In one hand of cutthroat player 0 is set, falls to the limit below, and misses a second bid; player 1
#: reaches the target, player 2 loses the game by a renege, and it is the last hand in the last minute.
BEFORE = Standing((-6, 26, 27, 20), 3, (1, 0, 0, 0), (0,) * 4, (0,) * 4, hands=4, minutes=10)
POINTS = (-5, 4, 2, 1)
#: Rules and winners by which each end comes, if no other does.
ALONE = {
    "renege": ({"renege_penalty": "lose_game"}, {0, 1, 3}),
    "set": ({"rise_and_fly": "on_set"}, {1, 2, 3}),
    "lies_limit": ({"lies_limit": 2}, {1, 2, 3}),
    "negative_target": ({"negative_target": -11}, {1}),
    "target": ({"target": 30}, {1}),
    "hand_limit": ({"hand_limit": 5}, {1}),
    "time_limit": ({"time_limit": 15}, {1}),
}
#: Pairs of ends that one hand cannot bring: refused, but for the target, of which no score is kept.
IMPOSSIBLE = {("set", end) for end in ("lies_limit", "negative_target", "target", "hand_limit", "time_limit")}


def made_hand(rules, points, bid="5S+ by N", books=4, **more):
    """The result of a hand, as if it had been played; `books` are those of the declarer."""
    given = {"dealer": 3, "loses_game": frozenset(), **more}
    contract = None if bid is None else Contract.from_text(bid)
    score = None
    if contract is not None:
        needed = contract.level + rules.bid_base
        score = HandScore(contract, books, needed, points, books == 13 and rules.bid_base == 6)
    return HandResult(rules, given.pop("dealer"), contract, (), (), score, points, **given)


def result_after(before, rules, result):
    """The match after the hand; it is also taken back and counted again."""
    match = Match.from_standing(before, rules)
    match.add(result, minutes=20)
    standing = match.standing
    assert match.pop() == result and match.standing == before
    match.add(result, minutes=20)
    assert match.standing == standing
    return match


def hand_of(*ends, before=BEFORE, **options):
    """The match after the hand in which these ends come, and no others."""
    high = {"session_targets": (999, 1000)} if options.get("match") == "two_sessions" else {"target": 1000}
    chosen = {} if "set" in ends else high
    for end in ends:
        chosen |= ALONE[end][0]
    rules = Rules.preset("cutthroat_4", **{**chosen, **options})
    return result_after(
        before, rules, made_hand(rules, POINTS, loses_game=frozenset({2} if "renege" in ends else ()))
    )


def test_each_end_comes_alone_and_of_two_the_first_decides():
    assert tuple(ALONE) == ENDS and not hand_of().is_over
    pairs = [pair for pair in itertools.combinations(ENDS, 2) if pair not in IMPOSSIBLE]
    assert len(pairs) == 16
    for ends in [*((end,) for end in ENDS), *pairs]:
        match = hand_of(*ends)
        assert (match.standing.reason, match.winners) == (ends[0], ALONE[ends[0]][1]), ends
    possible = [end for end in ENDS if end != "set"]
    assert hand_of(*possible).standing.reason == "renege"
    assert hand_of(*possible[1:]).standing.reason == "lies_limit"
    for pair in IMPOSSIBLE - {("set", "target")}:
        with pytest.raises(RulesError, match=f"{pair[1]} .* is wrong.* rise_and_fly"):
            hand_of(*pair)
    match = hand_of("set", "target")
    assert match.standing.reason == "set" and match.scores == BEFORE.scores
    # A hand that is made ends nothing, whatever it would have brought.
    assert not result_after(BEFORE, match.rules, made_hand(match.rules, POINTS, "1S+ by N")).is_over


def both_fall(scores, **options):
    """North misses a bid and the penalty of a renege is East's: both lose points in one hand."""
    rules = Rules.preset("bid_whist_seed", **options)
    before = Standing((-4, -5, -4, -5), 3, (0,) * 4, (0,) * 4, (0,) * 4)
    points = (scores[0] + 4, scores[1] + 5) * 2
    return result_after(before, rules, made_hand(rules, points, "4S+ by N", 8))


def test_both_sides_fall_to_the_limit_below():
    for rule, winners in {
        "highest_wins_then_replay": [EAST, NORTH, set()],
        "bidder_first": [NORTH] * 3,
        "shared": [NORTH | EAST] * 3,
    }.items():
        found = [both_fall(pair, negative_tie_break=rule) for pair in ((-11, -8), (-8, -11), (-8, -8))]
        assert [match.winners for match in found] == winners, rule
        assert {match.standing.reason for match in found if match.is_over} == {"negative_target"}
    # After equal scores below another hand decides.
    match = both_fall((-8, -8))
    assert not match.is_over and match.scores == (-8,) * 4
    # North is back above -7, East is not; or nobody is; or East is ahead.
    for points, winners in (((2, 0), NORTH), ((0, 0), set()), ((-1, 0), EAST)):
        match.add(made_hand(match.rules, points * 2, None, dealer=match.dealer))
        assert match.winners == winners, points
        match.pop()
    for rule, equal in (("highest_wins_then_replay", set()), ("bidder_first", {0}), ("shared", {0, 2})):
        rules = Rules.preset("cutthroat_4", negative_target=-10, negative_tie_break=rule)
        before = Standing((4, -9, 8, 3), 3, (0,) * 4, (0,) * 4, (0,) * 4)
        match = result_after(before, rules, made_hand(rules, (6, -2, 2, 1), books=6))
        assert (match.scores, match.winners) == ((10, -11, 10, 4), equal), "equals above the limit"


def test_every_other_end_ends_both_sessions():
    sessions = {"match": "two_sessions"}
    for end in ("renege", "lies_limit", "negative_target", "hand_limit", "time_limit"):
        match = hand_of(end, **sessions)
        assert (match.winners, match.standing.reason) == (ALONE[end][1], end)
        # What loses a game comes before the end of a session, a limit after it.
        match = hand_of(end, session_targets=(30, 40), **sessions)
        limit = end.endswith("_limit") and end != "lies_limit"
        assert (match.standing.reason, match.standing.session) == (end, 2 if limit else 1)
        if limit:
            assert match.scores[1] == 26 + 4 + 1 and match.winners == {1}  # the bonus is counted first
            match = hand_of(end, session_targets=(29, 30), **sessions)
            assert (match.standing.reason, match.winners) == ("sessions", {1})
    match = hand_of(session_targets=(30, 31), **sessions)  # both sessions end in one hand
    assert (match.standing.reason, match.standing.session, match.scores[1]) == ("sessions", 2, 31)
    assert not hand_of(session_targets=(30, 32), **sessions).is_over


def test_a_void_hand_ends_nothing():
    rules = Rules.preset("cutthroat_4", hand_limit=5, time_limit=15, all_pass="redeal_next_dealer")
    void = HandResult(rules, 3, None, (), (), None, (0,) * 4, void="next_dealer")
    match = result_after(BEFORE, rules, void)
    assert not match.is_over and (match.standing.hands, match.standing.minutes) == (4, 20)


def test_equals_at_a_limit():
    rules_of_ties = {"highest_wins_then_replay": set(), "bidder_first": {0}, "shared": {0, 1}}
    for end, (rule, equal) in itertools.product(("hand_limit", "time_limit"), rules_of_ties.items()):
        rules = Rules.preset("cutthroat_4", tie_break=rule, **{end: ALONE[end][0][end]})
        before = replace(BEFORE, scores=(10, 12, 1, 1))
        match = result_after(before, rules, made_hand(rules, (6, 4, 2, 1), books=6))
        assert (match.winners, match.standing.reason) == (equal, end if equal else ""), (end, rule)
        if not equal:  # one more hand, and whoever is ahead then
            match.add(made_hand(rules, (-5, 3, 5, 4), books=2, dealer=match.dealer))
            assert (match.winners, match.standing.reason) == ({1}, end)


def test_every_end_is_that_of_a_game_of_several():
    for match, (end, (_, winners)) in itertools.product(("rubber", "best_of"), ALONE.items()):
        if end in ("set", "time_limit"):
            with pytest.raises(RulesError, match="is wrong with"):
                hand_of(end, match=match)
            continue
        won = tuple(int(player in winners) for player in range(4))
        first = hand_of(end, match=match)
        assert not first.is_over and first.standing.games == won, (match, end)
        assert (first.scores, first.standing.sets, first.standing.hands) == ((0,) * 4, (0,) * 4, 0)
        second = hand_of(end, match=match, before=replace(BEFORE, games=won))
        assert (second.winners, second.standing.reason) == (winners, match), end
        assert second.standing.games == tuple(2 * games for games in won)
    # The end of the match is never another one than that of its last game, so that it has no pairs.
    last = hand_of("target", "hand_limit", match="best_of", before=replace(BEFORE, games=(0, 1, 0, 0)))
    assert (last.standing.reason, last.winners) == ("best_of", {1})

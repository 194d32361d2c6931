"""Several ends of a game in one hand: every pair that can happen, and why the others cannot."""

import itertools
from dataclasses import replace

import pytest
from tests.support.hands_played import played_out, pushed, sure_deal, trick_with_reneges

from whistsolve.errors import RulesError
from whistsolve.game import HandResult, HandScore, Match, Standing
from whistsolve.game.match.ends import ENDS
from whistsolve.rules import Rules
from whistsolve.values import Contract

NOBODY: frozenset[int] = frozenset()
#: In one hand of cutthroat player 0 is set, falls to the limit below, and misses a second bid; player 1
#: reaches the target, player 2 loses the game by a renege, and it is the last hand in the last minute.
BEFORE = Standing((-6, 26, 27, 20), 3, (1, 0, 0, 0), (0,) * 4, (0,) * 4, hands=4, minutes=10)
POINTS = (-5, 4, 2, 1)
#: Rules and winners by which each end comes, if no other does.
ALONE: dict[str, tuple[dict[str, object], set[int]]] = {
    "renege": ({"renege_penalty": "lose_game"}, {0, 1, 3}),
    "set": ({"rise_and_fly": "on_set"}, {1, 2, 3}),
    "lies_limit": ({"lies_limit": 2}, {1, 2, 3}),
    "negative_target": ({"negative_target": -11}, {1}),
    "target": ({"target": 30}, {1}),
    "hand_limit": ({"hand_limit": 5}, {1}),
    "time_limit": ({"time_limit": 15}, {1}),
}
#: Pairs of ends that one hand cannot bring.
IMPOSSIBLE = {
    ("set", "lies_limit"): "refused: the first missed bid ends the match",
    ("set", "negative_target"): "refused: rise and fly on_set keeps no score",
    ("set", "target"): "rise and fly on_set keeps no score",
    ("set", "hand_limit"): "refused: a limit asks for the highest score, and there is none",
    ("set", "time_limit"): "refused: a limit asks for the highest score, and there is none",
}
PAIRS = [pair for pair in itertools.combinations(ENDS, 2) if pair not in IMPOSSIBLE]


def made_hand(
    rules: Rules,
    points: tuple[int, ...],
    *,
    bid: str | None = None,
    books: int = 0,
    dealer: int = 3,
    loses: set[int] = frozenset(),  # type: ignore[assignment]
) -> HandResult:
    """The result of a hand, as if it had been played; `books` are those of the declarer."""
    contract = None if bid is None else Contract.from_text(bid)
    score = None
    if contract is not None:
        needed = contract.level + rules.bid_base
        score = HandScore(contract, books, needed, points, books == 13 and rules.bid_base == 6)
    return HandResult(rules, dealer, contract, (), (), score, points, loses_game=frozenset(loses))


def after(before: Standing, rules: Rules, result: HandResult, minutes: float = 20) -> Match:
    """The match after the hand; it is also taken back and counted again."""
    match = Match.from_standing(before, rules)
    match.add(result, minutes=max(minutes, before.minutes))
    standing = match.standing
    assert match.pop() == result and match.standing == before
    match.add(result, minutes=max(minutes, before.minutes))
    assert match.standing == standing
    return match


def hand_of(*ends: str) -> Match:
    """The match after the hand in which these ends come, and no others."""
    options: dict[str, object] = {} if "set" in ends else {"target": 1000}
    for end in ends:
        options |= ALONE[end][0]
    rules = Rules.preset("cutthroat_4", **options)
    result = made_hand(rules, POINTS, bid="5S+ by N", books=4, loses={2} if "renege" in ends else set())
    return after(BEFORE, rules, result)


@pytest.mark.parametrize("end", ENDS)
def test_each_end_comes_alone(end: str) -> None:
    match = hand_of(end)
    assert (match.standing.reason, match.winners) == (end, ALONE[end][1])
    assert not hand_of().is_over


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_of_two_ends_the_first_decides(first: str, second: str) -> None:
    match = hand_of(first, second)
    assert (match.standing.reason, match.winners) == (first, ALONE[first][1])


def test_every_pair_happens_or_there_is_a_reason_why_not() -> None:
    assert {*PAIRS, *IMPOSSIBLE} == set(itertools.combinations(ENDS, 2)) and len(PAIRS) == 16
    assert tuple(ALONE) == ENDS
    possible = [end for end in ENDS if end != "set"]
    assert hand_of(*possible).standing.reason == "renege"
    assert hand_of(*possible[1:]).standing.reason == "lies_limit"


@pytest.mark.parametrize("pair", IMPOSSIBLE)
def test_pairs_that_cannot_happen(pair: tuple[str, str]) -> None:
    if IMPOSSIBLE[pair].startswith("refused"):
        with pytest.raises(RulesError, match=f"{pair[1]} .* is wrong.* rise_and_fly"):
            hand_of(*pair)
        return
    match = hand_of(*pair)
    assert match.standing.reason == "set" and match.scores == BEFORE.scores
    # A hand that is made ends nothing, whatever it would have brought.
    rules = match.rules
    assert not after(BEFORE, rules, made_hand(rules, POINTS, bid="1S+ by N", books=4)).is_over


NORTH, EAST, ALL = {0, 2}, {1, 3}, {0, 1, 2, 3}


def both_fall(scores: tuple[int, int], **options: object) -> Match:
    """North misses a bid and the penalty of a renege is East's: both lose points in one hand."""
    rules = Rules.preset("bid_whist_seed", **options)
    before = Standing((-4, -5, -4, -5), 3, (0,) * 4, (0,) * 4, (0,) * 4)
    points = (scores[0] + 4, scores[1] + 5) * 2
    return after(before, rules, made_hand(rules, points, bid="4S+ by N", books=8))


@pytest.mark.parametrize(
    ("rule", "higher_other", "higher_own", "equal"),
    [
        ("highest_wins_then_replay", EAST, NORTH, set()),
        ("bidder_first", NORTH, NORTH, NORTH),
        ("shared", ALL, ALL, ALL),
    ],
)
def test_both_sides_fall_to_the_limit_below(
    rule: str, higher_other: set[int], higher_own: set[int], equal: set[int]
) -> None:
    found = [both_fall(pair, negative_tie_break=rule) for pair in ((-11, -8), (-8, -11), (-8, -8))]
    assert [match.winners for match in found] == [higher_other, higher_own, equal]
    assert {match.standing.reason for match in found if match.is_over} == {"negative_target"}


def test_after_equal_scores_below_another_hand_decides() -> None:
    match = both_fall((-8, -8))
    assert not match.is_over and match.scores == (-8,) * 4
    rules = match.rules
    match.add(made_hand(rules, (2, 0, 2, 0), dealer=match.dealer))  # North is back above -7, East is not
    assert (match.winners, match.standing.reason) == (NORTH, "negative_target")
    match.pop()
    match.add(made_hand(rules, (0, 0, 0, 0), dealer=match.dealer))
    assert not match.is_over
    match.add(made_hand(rules, (-1, 0, -1, 0), dealer=match.dealer))
    assert match.winners == EAST


@pytest.mark.parametrize(
    ("rule", "winners"),
    [("highest_wins_then_replay", set()), ("bidder_first", {0}), ("shared", {0, 2})],
)
def test_equals_that_are_left_above_the_limit_below(rule: str, winners: set[int]) -> None:
    rules = Rules.preset("cutthroat_4", negative_target=-10, negative_tie_break=rule)
    before = Standing((4, -9, 8, 3), 3, (0,) * 4, (0,) * 4, (0,) * 4)
    match = after(before, rules, made_hand(rules, (6, -2, 2, 1), bid="5S+ by N", books=6))
    assert match.scores == (10, -11, 10, 4)
    assert match.winners == winners


@pytest.mark.parametrize(("called", "winners"), [((1, 2), NORTH), ((2, 1), EAST)])
def test_both_sides_renege_and_the_first_called_loses(called: tuple[int, int], winners: set[int]) -> None:
    rules = Rules.preset("whist_seed", renege_mode="detect_and_call", renege_penalty="lose_game")
    match = Match(rules, dealer=0)
    state = played_out(trick_with_reneges(match.new_hand(deal=sure_deal(7, rules), turned="SA"), 1, 2))
    for hand in called:
        state.push(f"renege 1 by {(hand + 1) % 4} of {hand}")
    match.add(pushed(state, "settle").result())
    assert (match.winners, match.standing.reason) == (winners, "renege")


@pytest.mark.parametrize("end", ["hand_limit", "time_limit"])
@pytest.mark.parametrize(
    ("rule", "equal"), [("highest_wins_then_replay", set()), ("bidder_first", {0}), ("shared", {0, 1})]
)
def test_equals_at_a_limit(end: str, rule: str, equal: set[int]) -> None:
    rules = Rules.preset("cutthroat_4", tie_break=rule, **{end: ALONE[end][0][end]})
    before = replace(BEFORE, scores=(10, 12, 1, 1))
    match = after(before, rules, made_hand(rules, (6, 4, 2, 1), bid="5S+ by N", books=6))
    assert match.winners == equal and match.standing.reason == (end if equal else "")
    if not equal:  # one more hand, and whoever is ahead then
        match.add(made_hand(rules, (-5, 3, 5, 4), bid="5S+ by N", books=2, dealer=match.dealer))
        assert (match.winners, match.standing.reason) == ({1}, end)


def long_match(match: str, *ends: str, before: Standing = BEFORE, **options: object) -> Match:
    high = {"session_targets": (999, 1000)} if match == "two_sessions" else {"target": 1000}
    chosen: dict[str, object] = {**(high if "set" not in ends else {}), "match": match}
    for end in ends:
        chosen |= ALONE[end][0]
    rules = Rules.preset("cutthroat_4", **{**chosen, **options})
    result = made_hand(rules, POINTS, bid="5S+ by N", books=4, loses={2} if "renege" in ends else set())
    return after(before, rules, result)


@pytest.mark.parametrize("match", ["rubber", "best_of"])
@pytest.mark.parametrize("end", [end for end in ENDS if end not in ("set", "time_limit")])
def test_every_end_is_that_of_a_game_of_several(match: str, end: str) -> None:
    won = tuple(int(player in ALONE[end][1]) for player in range(4))
    first = long_match(match, end)
    assert not first.is_over and first.standing.games == won
    assert (first.scores, first.standing.sets, first.standing.hands) == ((0,) * 4, (0,) * 4, 0)
    second = long_match(match, end, before=replace(BEFORE, games=won))
    assert (second.winners, second.standing.reason) == (ALONE[end][1], match)
    assert second.standing.games == tuple(2 * games for games in won)


@pytest.mark.parametrize("match", ["rubber", "best_of"])
@pytest.mark.parametrize("end", ["set", "time_limit"])
def test_ends_that_games_of_several_cannot_have(match: str, end: str) -> None:
    with pytest.raises(RulesError, match="is wrong with"):
        long_match(match, end)


@pytest.mark.parametrize("end", [end for end in ENDS if end not in ("set", "target")])
def test_every_other_end_ends_both_sessions(end: str) -> None:
    match = long_match("two_sessions", end)
    assert (match.winners, match.standing.reason) == (ALONE[end][1], end)


SESSIONS = {"session_targets": (30, 40)}


@pytest.mark.parametrize("end", ["renege", "lies_limit", "negative_target"])
def test_what_loses_a_game_comes_before_the_end_of_a_session(end: str) -> None:
    match = long_match("two_sessions", end, **SESSIONS)
    assert (match.standing.reason, match.standing.session) == (end, 1)


@pytest.mark.parametrize("end", ["hand_limit", "time_limit"])
def test_a_limit_comes_after_the_end_of_the_first_session(end: str) -> None:
    match = long_match("two_sessions", end, **SESSIONS)
    assert (match.standing.reason, match.standing.session, match.winners) == (end, 2, {1})
    assert match.scores[1] == 26 + 4 + 1  # the bonus is counted first
    match = long_match("two_sessions", end, session_targets=(29, 30))
    assert (match.standing.reason, match.winners) == ("sessions", {1})


def test_both_sessions_end_in_one_hand() -> None:
    match = long_match("two_sessions", session_targets=(30, 31))
    assert (match.standing.reason, match.standing.session, match.scores[1]) == ("sessions", 2, 31)
    assert not long_match("two_sessions", session_targets=(30, 32)).is_over


def test_rubber_and_best_of_end_with_their_last_game_only() -> None:
    """The end of the match is never another one than that of its last game, so that it has no pairs."""
    for match in ("rubber", "best_of"):
        last = long_match(match, "target", "hand_limit", before=replace(BEFORE, games=(0, 1, 0, 0)))
        assert (last.standing.reason, last.winners) == (match, {1})


def test_a_void_hand_ends_nothing() -> None:
    rules = Rules.preset("cutthroat_4", hand_limit=5, time_limit=15, all_pass="redeal_next_dealer")
    void = HandResult(rules, 3, None, (), (), None, (0,) * 4, void="next_dealer")
    match = after(BEFORE, rules, void)
    assert not match.is_over and (match.standing.hands, match.standing.minutes) == (4, 20)

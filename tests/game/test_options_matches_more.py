"""Options of matches: best of several, limits of hands and time, game points, going out, two games."""

from dataclasses import replace

import pytest
from tests.support.hands_played import counted, played_hand, played_out, pushed, sure_deal, trick_with_reneges

from whistsolve.errors import ActError, RulesError, WhistError
from whistsolve.game import Match, Session, Standing
from whistsolve.rules import Rules

SEED = "bid_whist_seed"
NORTH, EAST, NOBODY = frozenset({0, 2}), frozenset({1, 3}), frozenset()


def bid_whist(score: int = 0, others: int = 0, **options: object) -> Match:
    """A match of bid whist, West to deal, so that North calls first."""
    return Match(Rules.preset(SEED, **options), dealer=3, scores=(score, others, score, others))


@pytest.mark.parametrize(
    ("rule", "winners"),
    [("highest_wins_then_replay", EAST), ("bidder_first", NORTH), ("shared", NORTH | EAST)],
)
def test_option_negative_tie_break_where_nobody_is_left(rule: str, winners: frozenset[int]) -> None:
    rules = Rules.preset(SEED, negative_tie_break=rule)
    match = Match.from_standing(Standing((-5, -6, -5, -6), 3, (0,) * 4, (0,) * 4, (0,) * 4), rules)
    counted(match, (0, -2, 0, -2))
    assert match.winners == NORTH and match.standing.reason == "negative_target"  # one side alone falls
    match.pop()
    played = played_hand(bid_whist(-5, -6, negative_tie_break=rule, negative_target=-50), 8, "4+")
    match.add(replace(played, rules=rules, scores=(), points=(-4, -2, -4, -2)))
    assert (match.scores[:2], match.winners) == ((-9, -8), winners)


@pytest.mark.parametrize(("own", "winners"), [(False, EAST), (True, NOBODY)])
def test_option_win_on_own_bid_alone(own: bool, winners: frozenset[int]) -> None:
    match = bid_whist(0, 5, win_on_own_bid=own, set_scoring="both")
    played_hand(match, 8, "4+")
    assert (match.scores[1], match.winners) == (9, winners)
    if own:
        played_hand(match, 8, "4+", declarer=1)  # set in its own bid
        assert (match.scores[:2], match.winners) == ((0, 5), NOBODY)
        played_hand(match, 8, "3+", declarer=3)
        assert (match.scores[1], match.winners, match.standing.reason) == (8, EAST, "target")


def test_option_win_on_own_bid_begins_above_the_target() -> None:
    match = bid_whist(9, 3, win_on_own_bid=True)
    played_hand(match, 9, "4+", declarer=1)
    assert match.winners == EAST
    match = bid_whist(12, win_on_own_bid=True)
    played_hand(match, 8, "4+")  # set, and still above the target
    assert (match.scores[0], match.winners) == (8, NOBODY)
    with pytest.raises(WhistError, match="score 9 of player 0 is wrong: it ends the game"):
        bid_whist(9, 3)


def test_option_win_on_own_bid_does_not_let_who_reneged_win() -> None:
    """Cards are such that North makes four in spite of the books lost."""
    rules = Rules.preset(
        SEED, win_on_own_bid=True, renege_mode="detect_and_call", revoker_cannot_win=True,
        renege_penalty="transfer_tricks:1", joker_no_trump="free_discard",
    )  # fmt: skip
    for cannot, winners in ((False, NORTH), (True, NOBODY)):
        used = Rules.from_dict({**rules.overrides(), "revoker_cannot_win": cannot})
        match = Match(used, dealer=3, scores=(8, 0, 8, 0))
        state = match.new_hand(deal=sure_deal(11, used))
        pushed(state, "4+", "pass", "pass", "pass", "S+")
        state.push(state.deal.kitty)
        played_out(trick_with_reneges(state, 2))
        match.add(pushed(state, "renege 1 by 3", "settle").result())
        assert match.results[0].made and match.results[0].revoked == NORTH
        assert (match.scores[0] >= 7, match.winners) == (True, winners)


@pytest.mark.parametrize(("limit", "sets"), [(1, 1), (4, 4)])
def test_option_lies_limit_of_any_number(limit: int, sets: int) -> None:
    match = bid_whist(lies_limit=limit, negative_target=None)
    while not match.is_over:
        assert match.standing.sets[0] < limit
        played_hand(match, 7, "3+")
    assert (match.standing.sets[0], match.winners, match.standing.reason) == (sets, EAST, "lies_limit")


def test_option_match_best_of_and_games_from_zero() -> None:
    match = bid_whist(match="best_of")
    played_hand(match, 12, "4+")
    assert (match.standing.games, match.scores, match.is_over) == ((1, 0, 1, 0), (0,) * 4, False)
    played_hand(match, 12, "4+", declarer=1)
    played_hand(match, 7, "3+", declarer=1)
    assert (match.standing.games, match.standing.sets, match.scores[1]) == ((1,) * 4, (0, 1, 0, 1), -3)
    played_hand(match, 12, "4+", declarer=2)
    assert (match.winners, match.standing.reason, match.standing.games) == (NORTH, "best_of", (2, 1, 2, 1))
    session = Session.of(["one", "two"]).after(match)
    assert dict(session.games) == {"one": 1, "two": 0}


@pytest.mark.parametrize(("best_of", "needed"), [(1, 1), (3, 2), (5, 3), (99, 50)])
def test_option_best_of_is_won_by_more_than_half(best_of: int, needed: int) -> None:
    match = bid_whist(match="best_of", best_of=best_of)
    counted(match, (1, 0, 1, 0))
    while not match.is_over:
        counted(match, (7, 0, 7, 0))
    assert match.standing.games == (needed, 0, needed, 0)


def test_option_best_of_a_game_that_counts_two_counts_two() -> None:
    match = bid_whist(match="best_of")
    played_hand(match, 12, "7+")
    assert (match.winners, match.standing.games) == (NORTH, (2, 0, 2, 0))
    assert not _after_seven(match="best_of", best_of=5).is_over


def _after_seven(**options: object) -> Match:
    match = bid_whist(**options)
    played_hand(match, 12, "7+")
    return match


@pytest.mark.parametrize("number", [2, 98])
def test_an_even_number_of_games_is_refused(number: int) -> None:
    with pytest.raises(RulesError, match=f"best_of {number} is wrong: .* odd one such as {number + 1}"):
        Rules.preset(SEED, match="best_of", best_of=number)


@pytest.mark.parametrize(("limit", "hands"), [(None, 5), (1, 1), (3, 3)])
def test_option_hand_limit_ends_the_game(limit: int | None, hands: int) -> None:
    match = Match(Rules.preset("whist_seed", hand_limit=limit), dealer=0)
    while not match.is_over:
        counted(match, (0, 1, 0, 1) if len(match.results) % 2 else (2, 0, 2, 0))
        assert match.is_over or match.new_hand(1)
    assert (len(match.results), match.winners) == (hands, NORTH)
    assert match.standing.reason == ("hand_limit" if limit else "target")
    assert match.standing.hands == hands
    with pytest.raises(ActError, match="the match is over"):
        match.new_hand()


def test_option_hand_limit_does_not_count_void_hands() -> None:
    match = bid_whist(hand_limit=2, all_pass="redeal_next_dealer")
    for _ in range(3):
        state = pushed(match.new_hand(1), *["pass"] * 4)
        match.add(state.result())
    assert match.standing.hands == 0 and not match.is_over
    played_hand(match, 9, "4+", declarer=match.dealer - 1)
    assert not match.is_over
    played_hand(match, 7, "3+", declarer=match.dealer - 1)
    assert (match.standing.reason, match.standing.hands) == ("hand_limit", 2)
    match.pop()
    assert (match.standing.hands, match.is_over) == (1, False)


class Clock:
    """Seconds that a test sets."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.mark.parametrize(("limit", "hands"), [(None, 2), (15, 2), (10, 1)])
def test_option_time_limit_lets_the_hand_in_play_be_the_last(limit: int | None, hands: int) -> None:
    clock = Clock()
    match = Match(Rules.preset(SEED, time_limit=limit), dealer=3, clock=clock)
    while not match.is_over and len(match.results) < 2:
        clock.seconds += 600
        counted(match, (4, 0, 4, 0) if not match.results else (0, 1, 0, 1))
    assert (len(match.results), match.is_over) == (hands, limit is not None)
    assert match.standing.minutes == (0 if limit is None else 10 * hands)
    if limit is not None:
        assert (match.winners, match.standing.reason) == (NORTH, "time_limit")
        match.pop()
        assert match.standing.minutes == 10 * (hands - 1) and not match.is_over


def test_option_time_limit_a_tied_round_is_decided_by_one_hand() -> None:
    """Cardsharks: in the event of a tied round one hand is played."""
    match = Match(Rules.preset(SEED, time_limit=15), dealer=3)
    for minutes, points in ((5, (4, 0, 4, 0)), (12, (0, 4, 0, 4)), (15.5, (0, 0, 0, 0))):
        match.add(_points(match, points), minutes=minutes)
        assert not match.is_over and match.standing.minutes == minutes
    match.add(_points(match, (0, 2, 0, 2)), minutes=19)
    assert (match.winners, match.standing.reason) == (EAST, "time_limit")


def _points(match: Match, points: tuple[int, ...]) -> object:
    """The result of a hand without contract that the match has not counted."""
    other = Match(match.rules, dealer=match.dealer, clock=lambda: 0.0)
    counted(other, points)
    return other.results[0]


@pytest.mark.parametrize("minutes", [None, float("nan"), 3])
def test_minutes_that_cannot_be(minutes: object) -> None:
    match = Match(Rules.preset(SEED, time_limit=15), dealer=3, clock=lambda: 0.0)
    match.add(_points(match, (1, 0, 1, 0)), minutes=4)
    before = match.standing
    if minutes is None:  # the clock is asked, and does not run backwards
        match.add(_points(match, (1, 0, 1, 0)))
        assert match.standing.minutes == 4
        return
    with pytest.raises(ActError, match="minutes"):
        match.add(_points(match, (1, 0, 1, 0)), minutes=minutes)  # type: ignore[arg-type]
    assert match.standing == before


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"time_limit": 15, "match": "best_of"}, "time_limit 15 is wrong with match 'best_of'.* hand_limit"),
        ({"time_limit": 15, "match": "rubber"}, "time_limit 15 is wrong with match 'rubber'"),
        ({"rise_and_fly": "on_set", "match": "rubber"}, "match 'rubber' is wrong with rise_and_fly 'on_set'"),
        ({"rise_and_fly": "on_set", "hand_limit": 4}, "hand_limit 4 is wrong .* expected None, or"),
        ({"game_points": 5, "match": "rubber"}, "game_points 5 is wrong with match 'rubber'"),
        ({"forfeit_bonus": 5, "match": "rubber"}, "forfeit_bonus 5 is wrong with match 'rubber'"),
    ],
)
def test_options_of_matches_that_exclude_each_other(options: dict[str, object], words: str) -> None:
    with pytest.raises(RulesError, match=words):
        Rules.preset(SEED, **options)


@pytest.mark.parametrize(
    ("points", "ledger"), [(0, ((0, 0), (0, 0), (0, 0))), (5, ((5, 0), (5, 5), (15, 5)))]
)
def test_option_game_points_for_each_game(points: int, ledger: tuple[tuple[int, int], ...]) -> None:
    """The third game is won by a seven and counts two."""
    match = bid_whist(match="best_of", best_of=5, game_points=points)
    for declarer, bid, expected in ((0, "4+", ledger[0]), (1, "4+", ledger[1]), (2, "7+", ledger[2])):
        played_hand(match, 12, bid, declarer=declarer)
        assert match.standing.ledger == expected * 2
    assert match.is_over


@pytest.mark.parametrize("bonus", [0, 5])
def test_option_first_hand_bonus_for_the_side_that_did_not_bid(bonus: int) -> None:
    given = {"first_hand_bonus": bonus, "game_points": 2, "target": 5, "match": "best_of"}
    match = bid_whist(**given)
    played_hand(match, 9, "5+")  # North is set and falls to the limit below
    assert (match.standing.games, match.standing.ledger) == ((0, 1, 0, 1), (0, 2 + bonus, 0, 2 + bonus))
    played_hand(match, 11, "5+", declarer=1)  # East has bid
    assert match.standing.ledger == (0, 4 + bonus, 0, 4 + bonus)
    match = bid_whist(**given)
    played_hand(match, 7, "3+")  # not in the first hand
    played_hand(match, 7, "3+", declarer=2)
    assert (match.standing.games, match.standing.ledger) == ((0, 1, 0, 1), (0, 2, 0, 2))


@pytest.mark.parametrize("bonus", [0, 5])
def test_option_forfeit_bonus_for_a_game_lost_by_a_renege(bonus: int) -> None:
    rules = Rules.preset(
        "whist_seed", renege_mode="detect_and_call", renege_penalty="lose_game",
        forfeit_bonus=bonus, game_points=2,
    )  # fmt: skip
    match = Match(rules, dealer=0)
    state = played_out(trick_with_reneges(match.new_hand(deal=sure_deal(7, rules), turned="SA"), 2))
    match.add(pushed(state, "renege 1 by 3", "settle").result())
    assert (match.winners, match.standing.ledger) == (EAST, (0, 2 + bonus, 0, 2 + bonus))
    match = Match(rules, dealer=0)
    counted(match, (7, 0, 7, 0))
    assert match.standing.ledger == (2, 0, 2, 0)


@pytest.mark.parametrize("bonus", [0, 5])
def test_option_forfeit_bonus_for_a_game_lost_by_missed_bids(bonus: int) -> None:
    match = bid_whist(forfeit_bonus=bonus, game_points=2, lies_limit=2)
    for _ in range(2):
        played_hand(match, 5, "3+")
    assert (match.standing.reason, match.standing.ledger) == ("lies_limit", (0, 2 + bonus, 0, 2 + bonus))


@pytest.mark.parametrize(
    ("value", "worth"),
    [
        ("boston_bid", {"7+": 2, "4+": 1, "4NT": 1, "short": 1}),
        ("boston_taken", {"7+": 2, "4+": 2, "4NT": 2, "short": 1}),
        ("no_trump_made", {"7+": 1, "4+": 1, "4NT": 2, "short": 2}),
        ("boston_or_no_trump", {"7+": 2, "4+": 2, "4NT": 2, "short": 2}),
    ],
)
def test_option_two_games_for_the_hand_that_wins(value: str, worth: dict[str, int]) -> None:
    """`short` is a no-trump made with eleven books."""
    for bid, games in worth.items():
        match = bid_whist(6, two_games_for=value)
        strain = "NT+" if bid in ("4NT", "short") else "S+"
        tricks, called = (10, "4NT") if bid == "short" else (12, bid)
        played_hand(match, tricks, called, strain=strain)
        assert (match.winners, match.standing.games[0]) == (NORTH, games)


@pytest.mark.parametrize("value", ["boston_taken", "no_trump_made", "boston_or_no_trump"])
def test_two_games_for_nothing_are_refused(value: str) -> None:
    with pytest.raises(RulesError, match=r"two_games_for .* matters only with boston_game_value above 1"):
        bid_whist(6, two_games_for=value, boston_game_value=1)


@pytest.mark.parametrize(("counts", "games"), [(True, 2), (False, 1)])
def test_a_seven_made_by_a_penalty_counts_two_games_where_penalties_do(counts: bool, games: int) -> None:
    match = bid_whist(renege_mode="detect_and_call", boston_counts_penalties=counts)
    state = match.new_hand(deal=sure_deal(11, match.rules))
    pushed(state, "7+", "pass", "pass", "pass", "S+").push(state.deal.kitty)
    played_out(trick_with_reneges(state, 1))
    match.add(pushed(state, "renege 1 by 0", "settle").result())
    assert (match.results[0].made, match.winners, match.standing.games[0]) == (True, NORTH, games)


def test_option_two_games_for_hands_that_win_alone() -> None:
    match = bid_whist(two_games_for="no_trump_made", match="best_of")
    played_hand(match, 10, "4NT", strain="NT+")
    assert match.standing.games == (0,) * 4  # the game goes on
    played_hand(match, 11, "4+", declarer=2)
    assert match.standing.games == (1, 0, 1, 0)  # it is won by a suit
    played_hand(match, 6, "7NT", strain="NT+", declarer=1)
    assert match.standing.games == (2, 0, 2, 0)  # the others lose one by no-trump

"""Every option of games, sessions and rubbers has an effect; and every option of Rules has a test."""

import pytest
from tests.support.hands_played import counted, played_hand, played_out, pushed, sure_deal, trick_with_reneges

from whistsolve.game import HandState, Match, Session, score_whist_hand
from whistsolve.rules import Rules

SEED = "bid_whist_seed"
NORTH, EAST, NOBODY = frozenset({0, 2}), frozenset({1, 3}), frozenset()


def bid_whist(score: int = 0, others: int = 0, **options: object) -> Match:
    """A match of bid whist, West to deal, so that North calls first."""
    return Match(Rules.preset(SEED, **options), dealer=3, scores=(score, others, score, others))


@pytest.mark.parametrize("value", [1, 2])
def test_option_boston_game_value_of_a_game_won_by_a_seven(value: int) -> None:
    match = bid_whist(boston_game_value=value)
    played_hand(match, 12, "7+")
    assert (match.winners, match.standing.games) == (NORTH, (value, 0, value, 0))
    match = bid_whist(boston_game_value=value)
    played_hand(match, 12, "6+")
    assert (match.winners, match.standing.games) == (NORTH, (1, 0, 1, 0))


@pytest.mark.parametrize(("target", "winners"), [(7, NORTH), (8, NOBODY), (11, NOBODY)])
def test_option_target_is_the_score_that_wins(target: int, winners: frozenset[int]) -> None:
    match = bid_whist(3, target=target)
    played_hand(match, 9, "4+")
    assert (match.scores[0], match.winners, match.target) == (7, winners, target)


@pytest.mark.parametrize(
    ("negative_target", "winners"), [(None, NOBODY), (-5, EAST), (-6, EAST), (-7, NOBODY)]
)
def test_option_negative_target_is_the_score_that_loses(
    negative_target: int | None, winners: frozenset[int]
) -> None:
    match = bid_whist(-2, negative_target=negative_target)
    played_hand(match, 8, "4+")
    assert (match.scores[0], match.winners) == (-6, winners)
    assert match.standing.reason == ("negative_target" if winners else "")


@pytest.mark.parametrize(
    ("tie_break", "higher_other", "equal"),
    [
        ("highest_wins_then_replay", {3}, set()),
        ("bidder_first", {0}, {0}),
        ("shared", {0, 3}, {0, 3}),
    ],
)
def test_option_tie_break_where_two_reach_the_target(
    tie_break: str, higher_other: set[int], equal: set[int]
) -> None:
    for before, scores, winners in ((29, (30, 31), higher_other), (28, (30, 30), equal)):
        match = Match(Rules.preset("cutthroat_4", tie_break=tie_break), dealer=3, scores=(19, 0, 0, before))
        played_hand(match, 10, "5")
        assert (match.scores[0], match.scores[3]) == scores
        assert match.winners == winners
    if not equal:  # another hand decides
        played_hand(match, 12, "5", declarer=3)
        assert match.winners == {3}


def test_option_tie_break_where_the_bidder_does_not_reach_it() -> None:
    match = Match(Rules.preset("dummy_seed", tie_break="bidder_first"), dealer=2, scores=(0, 16, 17))
    played_hand(match, 10, "5+", roles=(0, 1, 3, 2))
    assert match.winners == {2}


@pytest.mark.parametrize(
    ("rise_and_fly", "after_set", "after_game"),
    [("off", None, NOBODY), ("on_set", NORTH, None), ("on_game_loss", None, EAST)],
)
def test_option_rise_and_fly_says_when_who_leaves(
    rise_and_fly: str, after_set: frozenset[int] | None, after_game: frozenset[int] | None
) -> None:
    """`None`: the match goes on."""
    match = bid_whist(rise_and_fly=rise_and_fly)
    played_hand(match, 8, "4+")
    assert (match.leaving if match.is_over else None) == after_set
    match = bid_whist(rise_and_fly=rise_and_fly)
    played_hand(match, 12, "4+")
    assert (match.leaving if match.is_over else None) == after_game
    if after_game is not None:
        waiting = Session.of(["one", "two", "three"]).after(match)
        assert waiting.table == (("one", "three") if after_game else ("one", "two"))


def whist(*points: tuple[int, int], **options: object) -> Match:
    """A match of whist after hands in which both sides scored this."""
    match = Match(Rules.preset("whist_seed", **options), dealer=0)
    for ours, theirs in points:
        counted(match, (ours, theirs, ours, theirs))
    return match


def test_option_match_says_what_five_points_win() -> None:
    five = ((3, 0), (2, 2))
    match = whist(*five)
    assert (match.winners, match.standing.reason) == (NORTH, "target")
    match = whist(*five, match="two_sessions")
    assert (match.winners, match.standing.session, match.scores) == (NOBODY, 2, (7, 2, 7, 2))
    counted(match, (3, 0, 3, 0))
    assert (match.winners, match.standing.reason, match.scores[0]) == (NORTH, "sessions", 10)
    match = whist(*five, match="rubber")
    assert (match.winners, match.standing.games, match.scores) == (NOBODY, (1, 0, 1, 0), (0, 0, 0, 0))
    counted(match, (5, 0, 5, 0))
    assert (match.winners, match.standing.reason) == (NORTH, "rubber")
    assert match.standing.ledger == (2 + 3 + 2, 0, 2 + 3 + 2, 0)


def test_option_match_rubber_of_three_games() -> None:
    """A single won, a double lost, a treble won: one and three, two for the rubber, less two."""
    match = whist((0, 3), (5, 0), match="rubber")
    assert match.standing.ledger == (1, 0, 1, 0)
    counted(match, (1, 0, 1, 0))
    counted(match, (0, 5, 0, 5))
    assert match.standing.ledger == (1, 2, 1, 2) and not match.is_over
    counted(match, (5, 0, 5, 0))
    assert (match.winners, match.standing.ledger) == (NORTH, (4, 0, 4, 0))


def test_a_game_is_a_double_only_against_less_than_half_the_target() -> None:
    doubles = [whist((0, theirs), (10, 0), match="rubber", target=10).standing.ledger[0] for theirs in (4, 5)]
    assert doubles == [2, 1]


@pytest.mark.parametrize(("targets", "session"), [((5, 10), 1), ((3, 6), 2)])
def test_option_session_targets_end_the_sessions(targets: tuple[int, int], session: int) -> None:
    match = whist((3, 2), match="two_sessions", session_targets=targets)
    assert (match.standing.session, match.target) == (session, targets[session - 1])
    match = whist((6, 2), match="two_sessions", session_targets=targets, session_bonus_to="ledger")
    assert match.is_over == (targets == (3, 6))


@pytest.mark.parametrize(
    ("bonus_to", "scores", "ledger"),
    [("score", (8, 0, 8, 0), (0, 0, 0, 0)), ("ledger", (5, 0, 5, 0), (3, 0, 3, 0))],
)
def test_option_session_bonus_to_score_or_ledger(
    bonus_to: str, scores: tuple[int, ...], ledger: tuple[int, ...]
) -> None:
    match = whist((5, 0), match="two_sessions", session_bonus_to=bonus_to)
    assert (match.scores, match.standing.ledger) == (scores, ledger)
    counted(match, (2, 0, 2, 0))
    assert match.is_over == (bonus_to == "score")


def revoking(match: Match, reneging: tuple[int, ...]) -> HandState:
    """Player 0's side takes seven tricks; reneges of trick 1, called by who sits next, count."""
    rules = match.rules
    state = HandState(sure_deal(7, rules), rules, dealer=0, turned="SA", scores=match.scores)
    played_out(trick_with_reneges(state, *reneging))
    for hand in reneging:
        state.push(f"renege 1 by {(hand + 1) % 4} of {hand}")
    match.add(pushed(state, "settle").result())
    return state


def whist_with_reneges(score: int, **options: object) -> Match:
    rules = Rules.preset("whist_seed", renege_mode="detect_and_call", **options)
    return Match(rules, dealer=0, scores=(score, 0, score, 0))


@pytest.mark.parametrize(
    ("cannot", "scores", "winners"), [(False, (5, 2, 5, 2), NORTH), (True, (4, 2, 4, 2), NOBODY)]
)
def test_option_revoker_cannot_win_in_that_hand(
    cannot: bool, scores: tuple[int, ...], winners: frozenset[int]
) -> None:
    match = whist_with_reneges(4, revoker_cannot_win=cannot, renege_penalty="plus_points_opp:2")
    revoking(match, (2,))
    assert (match.scores, match.winners) == (scores, winners)


@pytest.mark.parametrize(
    ("both", "scores", "dealer"),
    [("independent", (3, -2), 3), ("cancel", (4, 0), 3), ("new_deal", (4, 0), 0)],
)
def test_option_both_sides_revoke(both: str, scores: tuple[int, int], dealer: int) -> None:
    match = whist_with_reneges(4, both_sides_revoke=both)
    result = revoking(match, (1, 2)).result()
    assert (match.scores[:2], match.winners, match.dealer) == (scores, NOBODY, dealer)
    assert result.void == ("same_dealer" if both == "new_deal" else "")
    assert len(result.penalties) == (2 if both == "independent" else 0)
    # Where one side revokes alone, it pays.
    match = whist_with_reneges(4, both_sides_revoke=both)
    revoking(match, (2,))
    assert match.scores[:2] == (3, 0)


def test_option_both_sides_revoke_cancel_lets_neither_win() -> None:
    """Seven tricks would win the game from four."""
    match = whist_with_reneges(4, both_sides_revoke="cancel")
    assert revoking(match, (1, 2)).result().barred == {0, 1, 2, 3}
    assert match.scores == (4, 0, 4, 0) and not match.is_over
    match = whist_with_reneges(4)
    revoking(match, ())
    assert match.winners == NORTH


@pytest.mark.parametrize(("floor", "scores"), [(False, (-1, 1)), (True, (0, 1))])
def test_option_score_floor_zero_stops_penalties(floor: bool, scores: tuple[int, int]) -> None:
    rules = Rules.preset("whist_seed", renege_mode="detect_and_call", score_floor_zero=floor)
    match = Match(rules, dealer=1, scores=(1, 0, 1, 0))
    state = HandState(sure_deal(7, rules, (1, 2, 3, 0)), rules, dealer=1, turned="SA", scores=match.scores)
    played_out(trick_with_reneges(state, 2))
    match.add(pushed(state, "renege 1 by 3", "settle").result())
    assert match.scores[:2] == scores


@pytest.mark.parametrize("void", [True, False])
def test_option_honours_void_if_both_reach_or_tricks_win_before_them(void: bool) -> None:
    """One side reaches the target by tricks, the other would by honours, which are counted after tricks."""
    rules = Rules.preset("whist_seed", honours=True, honours_void_if_both_reach=void)
    match = Match(rules, dealer=0, scores=(2, 3, 2, 3))
    score = score_whist_hand(9, rules=rules, honours=(0, 4), scores=(2, 3))
    assert score.points[:2] == ((3, 0) if void else (3, 4))
    counted(match, score.points, honours=score.honours * 2)
    assert match.winners == NORTH


# ------------------------------------------------------------------------------------------------ complete

"""House rules of whist without an auction: fixed trumps, tricks as points, no target, honours won, called."""

import random

import pytest
from tests.support.hands_played import played_out, pushed

from whistsolve.errors import ActError, DealError, RulesError
from whistsolve.game import CallHonours, HandState, Match, score_whist_hand
from whistsolve.players import RandomPlayer, play_matches
from whistsolve.rules import Rules
from whistsolve.values import Strain

#: Whist drives: trumps in turn, a point a trick, so many hands, and no target.
DRIVE = {"trump_rule": "fixed_order", "made_scoring": "per_trick", "target": None, "hand_limit": 5}
HONOURS = "N:AK87... QJ54... T932... .AKQJ.."


def played(match: Match, seed: int) -> HandState:
    """A hand of a match, played to its end and counted."""
    state = played_out(match.new_hand(seed=seed))
    match.add(state.result())
    return state


@pytest.mark.parametrize(
    ("order", "trumps"),
    [
        ("NT,S,H,D,C", ["NT", "S", "H", "D", "C", "NT"]),
        ("hearts, clubs no-trump", ["H", "C", "NT", "H", "C", "NT"]),
        ("NT", ["NT"] * 6),
        ("D", ["D"] * 6),
    ],
)
def test_option_trump_order_by_hand_of_a_game(order: str, trumps: list[str]) -> None:
    match = Match(Rules.preset("whist", trump_order=order, trump_rule="fixed_order", target=1000), dealer=0)
    for number, trump in enumerate(trumps):
        state = match.new_hand(seed=number)
        assert state.strain == Strain(trump, "uptown") and state.setup.turned is None
        assert state.view(1).strain == state.strain and state.stage == "play"
        match.add(played_out(state).result())
    # A new game begins with the first again.
    rules = Rules.preset("whist_portland", trump_order="S,H", trump_rule="fixed_order", target=1)
    match = Match(rules, dealer=0)
    played(match, 1)
    assert match.new_hand(seed=2).strain == Strain("S", "uptown")


def test_void_hands_keep_their_trumps() -> None:
    match = Match(Rules.preset("whist", trump_rule="fixed_order", misdeal="next_dealer"), dealer=0)
    played(match, 1)
    match.add(pushed(match.new_hand(seed=2), "misdeal").result())
    assert match.new_hand(seed=3).strain == Strain("S", "uptown")


def test_trumps_of_one_hand() -> None:
    rules = Rules.preset("whist", trump_rule="fixed_order", trump_order="NT,S")
    deal = HandState.random(1, rules).deal
    assert HandState(deal, rules).strain == Strain("NT", "uptown")
    assert HandState(deal, rules, turned="spades").strain == Strain("S", "uptown")
    with pytest.raises(DealError, match="turned 'H' is wrong: expected trumps of trump_order, NT, S"):
        HandState(deal, rules, turned="H")
    # Without trumps nobody lacks them.
    claimed = rules.with_options(redeal_claim="no_trump_card")
    assert not HandState(deal, claimed).may_claim_redeal
    with pytest.raises(RulesError, match="trump_order 'S,X' is wrong: expected some of S, H, D, C and NT"):
        rules.with_options(trump_order="S,X")


def test_a_whist_drive_counts_tricks_over_its_hands() -> None:
    match = Match(Rules.preset("whist", **DRIVE), dealer=0)
    assert match.target is None and not match.rules.warnings()
    won = [0, 0]
    while not match.is_over:
        assert len(match.results) < 5
        state = played(match, len(match.results))
        won = [before + sum(state.tricks_won[side::2]) for side, before in enumerate(won)]
        assert list(match.scores) == won * 2
    assert sum(won) == 5 * 13 and match.standing.reason == "hand_limit"
    assert match.winners == ({0, 2} if won[0] > won[1] else {1, 3})


def test_option_made_scoring_of_whist() -> None:
    rules = Rules.preset("whist", made_scoring="per_trick")
    assert score_whist_hand(9, rules=rules).points == (9, 4, 9, 4)
    assert score_whist_hand(9, rules=Rules.preset("whist")).points == (3, 0, 3, 0)
    with pytest.raises(RulesError, match="made_scoring 'bid_only' is wrong without an auction"):
        Rules.preset("whist", made_scoring="bid_only")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "target None is wrong: nothing ends the game"),
        ({"hand_limit": 3, "match": "rubber"}, "match 'rubber' is wrong with target None"),
        ({"hand_limit": 3, "game_points": "target_less_losers"}, "game_points 'target_less_losers' is wrong"),
        ({"hand_limit": 3, "revoker_cannot_win": True}, "revoker_cannot_win .* only with a target"),
    ],
)
def test_a_game_without_a_target_needs_another_end(options: dict[str, object], words: str) -> None:
    with pytest.raises(RulesError, match=words):
        Rules.preset("whist", target=None, **options)


def test_a_game_of_bid_whist_without_a_target_ends_by_its_hands_alone() -> None:
    rules = Rules.preset("bid_whist", target=None, hand_limit=2)
    assert rules.negative_target is None
    match = Match(rules, dealer=0, scores=(50, -50, 50, -50))
    for seed in (1, 2):
        state, draw = match.new_hand(seed=seed), random.Random(seed)
        while not state.is_over:
            state.push(draw.choice(list(state.legal_acts())))
        match.add(state.result())
    assert (match.winners, match.standing.reason) == ({0, 2}, "hand_limit")


@pytest.mark.parametrize(("theirs", "value"), [(0, 7), (4, 3), (6, 1), (-2, 9)])
def test_option_game_points_of_american_whist(theirs: int, value: int) -> None:
    """The value is the target less the losers' score, however far the winners passed the target."""
    rules = Rules.preset("whist", target=7, game_points="target_less_losers")
    seed = next(
        seed
        for seed in range(500)
        if played_out(HandState.random(seed, rules, dealer=0)).result().points[0] >= 3
    )
    match = Match(rules, dealer=0, scores=(6, theirs, 6, theirs))
    played(match, seed)
    assert match.scores[0] >= 9 and match.winners == {0, 2}
    assert match.standing.ledger == (value, 0, value, 0)


def whist(honours: object, **options: object) -> HandState:
    """A hand of four cards with spades for trumps; North leads."""
    rules = Rules.preset(
        "whist", honours=honours, direction_of_play="clockwise", made_scoring="per_trick", **options
    )
    return HandState(HONOURS, rules, dealer=0, turned="SA")


def test_option_honours_for_who_wins_them() -> None:
    """North's ace takes East's queen, the king the jack: all four are the side's that was dealt two."""
    assert played_out(whist(True)).result().honours == (0, 0, 0, 0)
    state = pushed(whist("won"), "SA", "SQ", "S2", "HA", "SK", "SJ", "S3", "HK")
    result = played_out(state).result()
    assert result.honours == (4, 0, 4, 0) and result.points[0] == result.books[0] + 4
    state = pushed(whist("won"), "S7", "SQ", "S2", "HA", "S4", "S3", "HK", "SK", "SA", "SJ", "S9", "HQ")
    assert played_out(state).result().honours == (3, 1, 3, 1)
    assert score_whist_hand(7, rules=state.rules, honours=(1, 3)).honours == (1, 3)


def test_honours_in_claimed_tricks_are_of_who_gets_these() -> None:
    state = pushed(whist("won"), "SA", "S4", "S2", "HA", "SK")
    with pytest.raises(ActError, match="under honours='won' nobody says who wins the honours"):
        state.push("claim 1 by 0")
    conceded = pushed(state.copy(), "concede by 0", "accept", "accept").result()
    assert (conceded.tricks, conceded.honours) == ((1, 3, 0, 0), (1, 3, 1, 3))
    assert pushed(state, "claim by 0", "accept", "accept").result().honours == (4, 0, 4, 0)


def test_without_trumps_there_are_no_honours() -> None:
    for honours in (True, "won"):
        rules = Rules.preset("whist", honours=honours, trump_rule="fixed_order", trump_order="NT")
        assert played_out(HandState.random(2, rules)).result().honours == (0, 0, 0, 0)


@pytest.mark.parametrize(("calls", "points"), [((), 0), ((0,), 4), ((2,), 4), ((1,), 0), ((3, 2), 4)])
def test_option_honours_called(calls: tuple[int, ...], points: int) -> None:
    """North and South were dealt all four, and score them only if one of the two calls them."""
    rules = Rules.preset("whist", honours=True, honours_called=True)
    state = played_out(HandState("N:AKQ2... ...5432 J543... ...9876", rules, turned="SA"))
    assert (state.stage, state.to_act) == ("settlement", None)
    for player in calls:
        state.push(f"honours by {player}")
        with pytest.raises(ActError, match="their side has called them; expected 'settle'"):
            state.push(CallHonours(player ^ 2))
    assert ("honours by 0" in map(str, state.legal_acts())) == (not {0, 2} & {*calls})
    assert pushed(state, "settle").result().honours == (points, 0, points, 0)


def test_honours_that_score_by_themselves_are_not_called() -> None:
    state = HandState.random(1, Rules.preset("whist", honours=True, renege_mode="detect_and_call"))
    state = played_out(state)
    with pytest.raises(ActError, match="honours_called is False; expected 'settle'"):
        state.push("honours by 0")
    assert [str(act) for act in state.legal_acts()] == ["settle"]


def test_players_call_their_honours() -> None:
    """Matches under the rule come out as without it, since nobody forgets."""
    options = {"honours": True, "target": 9}
    results = [
        play_matches(
            RandomPlayer(1),
            RandomPlayer(2),
            rules=Rules.preset("whist", **options, **more),
            matches=6,
            seed=1,
        )
        for more in ({}, {"honours_called": True})
    ]
    won = [[[each.won for each in pair.matches] for pair in result.pairs] for result in results]
    points = [[hand.state.result().points for hand in result.played()] for result in results]
    assert won[0] == won[1] and points[0] == points[1]

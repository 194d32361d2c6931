"""Match equity under options of matches: against `Match`, against itself a hand later, against simulation."""

import random

import numpy as np
import pytest

from whistsolve.equity import HandOutcomes, MatchEquity, MatchState
from whistsolve.errors import RulesError, WhistError
from whistsolve.game import HandResult, HandScore, Match, Standing
from whistsolve.rules import Rules
from whistsolve.rules.sides import side_count, side_of
from whistsolve.values import Contract

#: Points, declarer, made and two games of each outcome for two sides; the last is thrown in.
ROWS = [
    ((4, 0), 0, True, False),
    ((7, 0), 0, True, True),
    ((-4, 3), 0, False, False),
    ((-8, -5), 0, False, False),
    ((2, 5), 1, True, False),
    ((0, -6), 1, False, False),
    ((1, 1), 1, True, True),
    ((0, 0), -1, False, False),
]
OUTCOMES = HandOutcomes(
    np.array([row[0] for row in ROWS]),
    np.array([4, 1, 3, 1, 4, 3, 2, 1]) / 19,
    *(np.array([row[column] for row in ROWS]) for column in (1, 2, 3)),
)
SHORT = {"target": 6, "negative_target": -6, "two_games_for": "no_trump_made"}
CHANGES = [
    {},
    {"lies_limit": 1},
    {"lies_limit": 2},
    {"lies_limit": 4, "set_scoring": "both"},
    {"hand_limit": 1},
    {"hand_limit": 3},
    {"hand_limit": 3, "tie_break": "shared"},
    {"hand_limit": 4, "tie_break": "bidder_first", "negative_target": None},
    {"match": "best_of"},
    {"match": "best_of", "best_of": 5, "boston_game_value": 1},
    {"match": "best_of", "best_of": 3, "lies_limit": 2, "hand_limit": 2},
    {"match": "best_of", "best_of": 3, "tie_break": "shared"},
    {"win_on_own_bid": True},
    {"win_on_own_bid": True, "hand_limit": 3},
    {"negative_tie_break": "bidder_first"},
    {"negative_tie_break": "shared"},
    {"tie_break": "bidder_first"},
    {"score_floor_zero": True},
    {"time_limit": 15},
]


def rules_of(changes):
    return Rules.preset("bid_whist_seed", **SHORT).with_options(**changes)


def standing_of(rules, draw):
    """The standing of a match that goes on."""
    while True:
        scores, sets, games = (
            [draw.randint(low, high) for _ in range(side_count(rules))]
            for low, high in (
                (0 if rules.score_floor_zero else -5, 9 if rules.win_on_own_bid else 5),
                (0, (rules.lies_limit or 1) - 1),
                (0, rules.best_of // 2 if rules.match == "best_of" else 0),
            )
        )
        players = range(rules.players)
        values = [tuple(each[side_of(player, rules)] for player in players) for each in (scores, sets, games)]
        hands = draw.randrange(rules.hand_limit or 1)
        found = Standing(
            values[0], draw.choice(players), values[1], values[2], (0,) * len(players), hands=hands
        )
        try:
            Match.from_standing(found, rules)
        except WhistError:
            continue
        return found


def matched(rules, before, row):
    """The match after a hand with this outcome, its points counted from side 0."""
    points = tuple(row[0][side_of(player, rules)] for player in range(rules.players))
    if row[1] < 0:
        result = HandResult(rules, before.dealer, None, (), (), None, points, void="next_dealer")
    else:
        declarer = next(player for player in range(rules.players) if side_of(player, rules) == row[1])
        contract = Contract.from_text(f"3{'NT' if row[3] else 'S'}+ by {declarer}")
        needed = contract.level + rules.bid_base
        score = HandScore(contract, needed if row[2] else needed - 1, needed, points, False)
        result = HandResult(rules, before.dealer, contract, (), (), score, points)
    match = Match.from_standing(before, rules)
    match.add(result, minutes=0)
    return match


def compared(equity, before, row, match):
    """A hand brings the same by match equity as in the match."""
    rules, state = equity.rules, MatchState.of(before, equity.rules)
    dealer, (points, declarer, made, two_games) = side_of(match.dealer, rules), row
    after = equity.after_hand(
        state, points, dealer=dealer, declarer=None if declarer < 0 else declarer, made=made,
        two_games=two_games,
    )  # fmt: skip
    gained = [now - games for now, games in zip(match.standing.games, before.games, strict=True)]
    expected = {side_of(player, rules): gained[player] or -max(gained) for player in range(rules.players)}
    assert list(after.games) == [expected[side] for side in sorted(expected)]
    assert sum(after.win) == pytest.approx(1)
    if match.is_over:
        winners = {side_of(player, rules) for player in match.winners}
        assert after.win == pytest.approx([(side in winners) / len(winners) for side in sorted(expected)])
    else:
        assert after.win == pytest.approx(win(equity, MatchState.of(match.standing, rules), dealer))


def win(equity, state, dealer):
    return equity.win(state.scores, dealer, sets=state.sets, games=state.games, hands=state.hands)


@pytest.mark.parametrize("changes", CHANGES, ids=str)
def test_chances_are_those_of_matches(changes, monkeypatch):
    """Games end as in a `Match`; chances are the mean of those a hand later, and those of simulated ones."""
    rules, draw = rules_of(changes), random.Random(f"{changes}")
    equity = MatchEquity(rules, OUTCOMES)
    assert equity.is_exact
    over = 0
    for _ in range(100):
        before, row = standing_of(rules, draw), draw.choice(ROWS)
        match = matched(rules, before, row)
        compared(equity, before, row, match)
        over += match.is_over
    assert over > 5
    for _ in range(10):
        state, dealer = MatchState.of(standing_of(rules, draw), rules), draw.randrange(2)
        mean = np.zeros(2)
        for (points, side, made, two_games), chance in zip(ROWS, OUTCOMES.probabilities, strict=True):
            declarer = None if side < 0 else (side + dealer) % 2
            later = equity.after_hand(
                state, points[::-1] if dealer else points, dealer=1 - dealer, declarer=declarer, made=made,
                two_games=two_games,
            )  # fmt: skip
            mean += chance * np.array(later.win)
        assert win(equity, state, dealer) == pytest.approx(mean.tolist(), abs=1e-9)
    monkeypatch.setattr("whistsolve.equity.match_equity._MOST_STATES", 0)
    simulated = MatchEquity(rules, OUTCOMES, matches=2_500)
    assert not simulated.is_exact
    # Five standard errors of 2500 matches.
    assert win(simulated, state, dealer) == pytest.approx(win(equity, state, dealer), abs=0.05)


def test_three_sides_end_as_in_a_match():
    """Points of three sides; there are too many states, so that only the ends are compared."""
    rows = [((6, 3, 2), 0, True, False), ((-5, 5, 5), 0, False, False), ((2, -12, 4), 1, False, False)]
    points, *contracts = (np.array(column) for column in zip(*rows, strict=True))
    outcomes = HandOutcomes(points, np.full(3, 1 / 3), *contracts)
    draw = random.Random(1)
    for rule in ("highest_wins_then_replay", "bidder_first", "shared"):
        rules = Rules.preset(
            "cutthroat_3", target=8, negative_target=-8, tie_break=rule, lies_limit=3, hand_limit=5
        )
        equity = MatchEquity(rules, outcomes, matches=10)
        over = 0
        for _ in range(100):
            before, row = standing_of(rules, draw), draw.choice(rows)
            match = matched(rules, before, row)
            if match.is_over:
                compared(equity, before, row, match)
                over += 1
        assert over > 30


def test_a_last_hand_and_a_limit_of_time():
    hands = MatchEquity(rules_of({"hand_limit": 5}), OUTCOMES)
    assert hands.win((3, 0), 0, hands=5) == (1, 0)
    timed, plain = (MatchEquity(rules_of(changes), OUTCOMES) for changes in ({"time_limit": 15}, {}))
    assert timed.win((3, -2), 1) == plain.win((3, -2), 1)


def test_outcomes_without_contracts_are_refused_where_they_are_needed():
    for changes, words in (
        ({"lies_limit": 2}, "lies_limit 2 asks who declared"),
        ({"win_on_own_bid": True}, "win_on_own_bid asks who declared"),
        ({"tie_break": "bidder_first"}, "tie_break 'bidder_first' asks who declared"),
        ({"match": "best_of"}, "boston_game_value 2 of best_of asks who declared"),
    ):
        with pytest.raises(RulesError, match=words):
            MatchEquity(rules_of(changes), HandOutcomes(OUTCOMES.points, OUTCOMES.probabilities))


def test_arguments_that_are_wrong():
    equity = MatchEquity(rules_of({"lies_limit": 2, "match": "best_of"}), OUTCOMES)
    for given, words in (
        ({"sets": (2, 0)}, "sets 2 is wrong: expected a whole number from 0 to 1"),
        ({"games": (0, 2)}, "games 2 is wrong: expected a whole number from 0 to 1"),
        ({"games": (0,)}, r"games \(0,\) are wrong: expected one for each of 2 sides"),
        ({"hands": -1}, "hands -1 is wrong"),
    ):
        with pytest.raises(WhistError, match=words):
            equity.win((0, 0), 0, **given)
    points, chances = OUTCOMES.points, OUTCOMES.probabilities
    with pytest.raises(WhistError, match="contracts of outcomes are wrong"):
        HandOutcomes(points, chances, np.array([0]), np.array([True]), np.array([True]))
    with pytest.raises(WhistError, match="declarers of outcomes are wrong: expected sides below 2, or -1"):
        HandOutcomes(points, chances, np.full(8, 2), np.full(8, True), np.full(8, True))

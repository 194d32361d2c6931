"""Match equity: against exact values, and invariants that hold for all."""

import itertools
import random
from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from whistsolve.equity import MatchState
from whistsolve.equity.match_equity import HandOutcomes, MatchEquity
from whistsolve.equity.payoffs import PayoffTable
from whistsolve.errors import RulesError, WhistError
from whistsolve.game import Match
from whistsolve.rules import Rules
from whistsolve.rules.sides import side_count

SEED = Rules.preset("bid_whist_seed")
EVEN = HandOutcomes(np.array([[3, 0], [0, 3], [-4, 0], [0, -4]]), np.full(4, 0.25))


def outcomes(rows: list[tuple[int, ...]], weights: list[int]) -> HandOutcomes:
    return HandOutcomes(np.array(rows), np.array(weights) / sum(weights))


@pytest.mark.parametrize("target", [3, 5, 9])
def test_rising_scores_have_exact_values(target: int) -> None:
    """Where scores never fall there are no circles, so that probabilities are plain fractions."""
    rules = Rules.preset("bid_whist_seed", target=target, negative_target=None)
    rows, weights = [(1, 0), (0, 2), (2, 0), (0, 1)], [4, 1, 2, 3]
    total = sum(weights)

    @cache
    def exact(first: int, second: int, dealer: int) -> Fraction:
        """The probability of side 0."""
        if first >= target or second >= target:
            return Fraction(int(first >= target))
        chance = Fraction(0)
        for points, weight in zip(rows, weights, strict=True):
            mine, yours = points if dealer == 0 else points[::-1]
            chance += Fraction(weight, total) * exact(first + mine, second + yours, 1 - dealer)
        return chance

    equity = MatchEquity(rules, outcomes(rows, weights))
    assert equity.is_exact
    for first in range(target):
        for second in range(target):
            for dealer in (0, 1):
                assert equity.win((first, second), dealer)[0] == pytest.approx(
                    float(exact(first, second, dealer)), abs=1e-10
                )


def test_scores_that_fall_are_the_gamblers_ruin() -> None:
    """One side alone moves, a point up or down: the chance is linear in its score."""
    rules = Rules.preset("bid_whist_seed", target=4, negative_target=-4)
    # Side 0 moves whoever deals: half of the hands are the dealer's, half the other's.
    flat = HandOutcomes(np.array([[1, 0], [-1, 0], [0, 1], [0, -1]]), np.array([0.25] * 4))
    equity = MatchEquity(rules, flat)
    chances = [equity.win((score, 0), 0)[0] for score in range(-3, 4)]
    assert chances[3] == pytest.approx(0.5, abs=1e-9)
    assert all(low < high for low, high in itertools.pairwise(chances))
    for score in range(4):
        assert chances[3 + score] + chances[3 - score] == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize("seed", range(6))
def test_invariants(seed: int) -> None:
    """Chances sum to one, both sides are alike, and a higher score is never worse."""
    draw = random.Random(seed)
    rows = [(draw.randint(-7, 7), 0) for _ in range(4)] + [(0, draw.randint(-7, 7)) for _ in range(4)]
    rows += [(1, 0), (0, 1)]
    equity = MatchEquity(SEED, outcomes(rows, [draw.randint(1, 9) for _ in rows]))
    for dealer in (0, 1):
        for first in range(-6, 7):
            for second in range(-6, 7):
                ours, theirs = equity.win((first, second), dealer)
                assert ours + theirs == pytest.approx(1, abs=1e-9)
                assert equity.win((second, first), 1 - dealer)[1] == pytest.approx(ours, abs=1e-9)
                if first < 6:
                    assert equity.win((first + 1, second), dealer)[0] >= ours - 1e-9


def test_a_game_that_is_over_was_won() -> None:
    equity = MatchEquity(SEED, EVEN)
    assert equity.win((7, 0), 0) == (1, 0)
    assert equity.win((-8, 3), 1) == (0, 1)


def test_simulated_matches_agree_with_solved_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    solved = MatchEquity(SEED, EVEN)
    monkeypatch.setattr("whistsolve.equity.match_equity._MOST_STATES", 0)
    simulated = MatchEquity(SEED, EVEN)
    assert solved.is_exact and not simulated.is_exact
    for scores in ((0, 0), (5, -3), (-6, 2)):
        for dealer in (0, 1):
            found = simulated.win(scores, dealer)
            assert sum(found) == pytest.approx(1)
            assert found[0] == pytest.approx(solved.win(scores, dealer)[0], abs=0.012)


def test_three_sides() -> None:
    rules = Rules.preset("cutthroat_3")
    assert side_count(rules) == 3
    equity = MatchEquity(rules, outcomes([(5, 3, 2), (2, 5, 4), (-4, 6, 5), (1, 2, 7)], [1, 1, 1, 1]))
    level = equity.win((0, 0, 0), 0)
    assert sum(level) == pytest.approx(1)
    ahead = equity.win((20, 0, 0), 0)
    assert ahead[0] > 0.9 > level[0]
    assert equity.win((0, 20, 0), 1)[1] == pytest.approx(ahead[0], abs=0.012)


def test_three_teams_of_six_players_are_three_sides() -> None:
    rules = Rules.preset("bid_whist_seed", players=6, teams=3)
    one_moves = outcomes([(3, 0, 0), (0, 3, 0), (0, 0, 3), (-4, 0, 0), (0, -4, 0), (0, 0, -4)], [1] * 6)
    equity = MatchEquity(rules, one_moves)
    assert equity.is_exact
    assert equity.win((2, 2, 2), 1) == pytest.approx((1 / 3,) * 3)
    assert equity.win((-7, 3, 2), 0) == (0, 1, 0)  # the highest of the others
    ahead = equity.win((5, 0, -3), 0)
    assert ahead[0] > ahead[1] > ahead[2] and sum(ahead) == pytest.approx(1)
    assert equity.win((-3, 5, 0), 1) == pytest.approx((ahead[2], ahead[0], ahead[1]))
    with pytest.raises(WhistError, match="expected one for each of 3 sides"):
        equity.win((0, 0), 0)
    two = MatchEquity(Rules.preset("bid_whist_seed", players=6), EVEN)
    assert two.win((5, 0), 0) == pytest.approx(MatchEquity(SEED, EVEN).win((5, 0), 0))


@pytest.mark.parametrize("teams", [2, 3])
def test_payoffs_of_teams(teams: int) -> None:
    rules = Rules.preset("bid_whist_seed", players=6, teams=teams, set_scoring="both")
    moves = outcomes(
        [tuple(3 * (side == each) for side in range(teams)) for each in range(teams)], [1] * teams
    )
    scores = (4, 0, 2)[:teams] * (6 // teams)
    before = replace(Match(rules, dealer=5).standing, scores=scores)
    table = PayoffTable(rules, 1, 5, MatchState.of(before, rules), MatchEquity(rules, moves))
    for declarer in range(6):
        made, lost = table.of(declarer, 3, False, 6), table.of(declarer, 3, False, 3)
        own = declarer % teams == 1
        # Less the mean of the others; of three teams two gain by a set.
        assert made.points == (3 if own else -3 / (teams - 1))
        assert lost.points == (-6 if own else 6 if teams == 2 else 3)
        assert (made.games, made.win) == ((-1, 0) if declarer % teams == 0 else (0, made.win))
    assert table.of(1, 5, True, 8).points == 5


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(WhistError, match="none below 0, and 1 in all"):
        HandOutcomes(np.array([[1, 0]]), np.array([0.5]))
    with pytest.raises(WhistError, match="shape"):
        HandOutcomes(np.array([1, 0]), np.array([0.5, 0.5]))
    with pytest.raises(WhistError, match="expected 3"):
        MatchEquity(Rules.preset("cutthroat_3"), EVEN)
    with pytest.raises(WhistError, match="never change a score"):
        MatchEquity(SEED, HandOutcomes(np.zeros((1, 2), dtype=int), np.ones(1)))
    with pytest.raises(RulesError, match="single_game"):
        MatchEquity(Rules.preset("whist_portland"), EVEN)
    with pytest.raises(WhistError, match="expected one for each of 2 sides"):
        MatchEquity(SEED, EVEN).win((1, 2, 3), 0)


@pytest.mark.parametrize("changes", [{}, {"tie_break": "shared"}, {"target": 60, "score_floor_zero": True}])
def test_first_passages_are_the_matches_played_out(
    monkeypatch: pytest.MonkeyPatch, changes: dict[str, object]
) -> None:
    """The hand in which a score reaches the target decides as each hand in turn does, ties and floors too."""
    rules = Rules.preset("cutthroat_4").with_options(**changes)
    hand = outcomes(
        [(9, 3, 2, 2), (2, 7, 4, 4), (-12, 6, 6, 5), (0, 0, 0, 0), (3, 3, 12, 12)], [3, 4, 4, 1, 2]
    )
    quick = MatchEquity(rules, hand, matches=300)
    monkeypatch.setattr("whistsolve.equity.first_passage.FirstPassages.fits", lambda *_: False)
    plain = MatchEquity(rules, hand, matches=300)
    assert quick.is_quick and not quick.is_exact and not plain.is_quick
    draw = random.Random(3)
    for _ in range(12):
        low = 0 if rules.score_floor_zero else -30
        scores, dealer = [draw.randint(low, rules.target - 1) for _ in range(4)], draw.randrange(4)
        assert quick.win(scores, dealer) == pytest.approx(plain.win(scores, dealer), abs=1e-12)


def test_long_matches_are_drawn_to_their_ends() -> None:
    """More hands than are drawn at first; and none that would never end."""
    rules = Rules.preset("cutthroat_3", target=400)
    equity = MatchEquity(rules, outcomes([(2, 1, 1), (1, 2, 1), (1, 1, 2)], [1, 1, 1]), matches=100)
    assert sum(equity.win((0, 0, 0), 0)) == pytest.approx(1)
    assert equity.win((399, 0, 0), 0)[0] == 1
    never = MatchEquity(rules, outcomes([(-1, -1, -1)], [1]), matches=2)
    with pytest.raises(WhistError, match="matches do not end"):
        never.win((0, 0, 0), 0)


def test_several_hands_at_once_are_each_by_itself() -> None:
    rules = Rules.preset("cutthroat_3")
    equity = MatchEquity(rules, outcomes([(5, 3, 2), (2, 5, 4), (-4, 6, 5)], [1, 1, 1]), matches=200)
    state = MatchState((10, 22, -3), (0, 0, 0), (0, 0, 0), 0)
    points = np.array([[5, 0, 0], [0, 9, 0], [-40, 1, 1], [0, 0, 0]])
    declarers, made = np.array([0, 1, 0, -1]), np.array([True, True, False, False])
    win, games = equity.after_hands(
        state, points, dealer=2, declarers=declarers, made=made, two_games=np.zeros(4, dtype=bool)
    )
    for row, declarer in enumerate(declarers.tolist()):
        alone = equity.after_hand(
            state,
            points[row].tolist(),
            dealer=2,
            declarer=None if declarer < 0 else declarer,
            made=bool(made[row]),
        )
        assert tuple(win[row].tolist()) == alone.win and tuple(games[row].tolist()) == alone.games
    assert games[1].tolist() == [-1, 1, -1] and not games[0].any()

"""Match equity: against exact values, invariants that hold for all, and on disk."""

import itertools
import json
import random
from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

import whistsolve as ws
from whistsolve.advice import default_equity
from whistsolve.equity import HandOutcomes, MatchEquity, MatchState, load_equity, save_equity
from whistsolve.equity.payoffs import PayoffTable
from whistsolve.errors import RulesError, WhistError
from whistsolve.game import Match
from whistsolve.rules import Rules
from whistsolve.rules.sides import side_count

SEED, THREE = Rules.preset("bid_whist_seed"), Rules.preset("cutthroat_3")
EVEN = HandOutcomes(np.array([[3, 0], [0, 3], [-4, 0], [0, -4]]), np.full(4, 0.25))


def outcomes(rows, weights):
    return HandOutcomes(np.array(rows), np.array(weights) / sum(weights))


def test_rising_scores_have_exact_values():
    """Where scores never fall there are no circles, so that probabilities are plain fractions."""
    target = 7
    rules = Rules.preset("bid_whist_seed", target=target, negative_target=None)
    rows, weights = [(1, 0), (0, 2), (2, 0), (0, 1)], [4, 1, 2, 3]

    @cache
    def exact(first, second, dealer):
        """The probability of side 0."""
        if first >= target or second >= target:
            return Fraction(int(first >= target))
        chance = Fraction(0)
        for points, weight in zip(rows, weights, strict=True):
            mine, yours = points if dealer == 0 else points[::-1]
            chance += Fraction(weight, 10) * exact(first + mine, second + yours, 1 - dealer)
        return chance

    equity = MatchEquity(rules, outcomes(rows, weights))
    assert equity.is_exact
    for first, second, dealer in itertools.product(range(target), range(target), (0, 1)):
        expected = float(exact(first, second, dealer))
        assert equity.win((first, second), dealer)[0] == pytest.approx(expected, abs=1e-10)


def test_invariants():
    """Chances sum to one, both sides are alike, and a higher score is never worse."""
    for seed in range(2):
        draw = random.Random(seed)
        rows = [(draw.randint(-7, 7), 0) for _ in range(4)] + [(0, draw.randint(-7, 7)) for _ in range(4)]
        rows += [(1, 0), (0, 1)]
        equity = MatchEquity(SEED, outcomes(rows, [draw.randint(1, 9) for _ in rows]))
        for dealer, first, second in itertools.product((0, 1), range(-6, 7), range(-6, 7)):
            ours, theirs = equity.win((first, second), dealer)
            assert ours + theirs == pytest.approx(1, abs=1e-9)
            assert equity.win((second, first), 1 - dealer)[1] == pytest.approx(ours, abs=1e-9)
            if first < 6:
                assert equity.win((first + 1, second), dealer)[0] >= ours - 1e-9
    assert (equity.win((7, 0), 0), equity.win((-8, 3), 1)) == ((1, 0), (0, 1))  # it is over, and was won


def test_three_teams_of_six_players_are_three_sides():
    rules = Rules.preset("bid_whist_seed", players=6, teams=3)
    one_moves = outcomes([(3, 0, 0), (0, 3, 0), (0, 0, 3), (-4, 0, 0), (0, -4, 0), (0, 0, -4)], [1] * 6)
    equity = MatchEquity(rules, one_moves)
    assert (
        equity.is_exact and side_count(rules) == 3 and equity.win((2, 2, 2), 1) == pytest.approx((1 / 3,) * 3)
    )
    assert equity.win((-7, 3, 2), 0) == (0, 1, 0)  # the highest of the others
    ahead = equity.win((5, 0, -3), 0)
    assert ahead[0] > ahead[1] > ahead[2] and sum(ahead) == pytest.approx(1)
    assert equity.win((-3, 5, 0), 1) == pytest.approx((ahead[2], ahead[0], ahead[1]))
    two = MatchEquity(Rules.preset("bid_whist_seed", players=6), EVEN)
    assert two.win((5, 0), 0) == pytest.approx(MatchEquity(SEED, EVEN).win((5, 0), 0))


def test_payoffs_of_teams():
    for teams in (2, 3):
        rules = Rules.preset("bid_whist_seed", players=6, teams=teams, set_scoring="both")
        moves = outcomes((3 * np.eye(teams, dtype=int)).tolist(), [1] * teams)
        before = replace(Match(rules, dealer=5).standing, scores=(4, 0, 2)[:teams] * (6 // teams))
        table = PayoffTable(rules, 1, 5, MatchState.of(before, rules), MatchEquity(rules, moves))
        for declarer in range(6):
            made, lost = table.of(declarer, 3, False, 6), table.of(declarer, 3, False, 3)
            own = declarer % teams == 1
            # Less the mean of the others; of three teams two gain by a set.
            assert made.points == (3 if own else -3 / (teams - 1))
            assert lost.points == (-6 if own else 6 if teams == 2 else 3)
            assert (made.games, made.win) == ((-1, 0) if declarer % teams == 0 else (0, made.win))
        assert table.of(1, 5, True, 8).points == 5


def test_wrong_arguments_are_named():
    still = HandOutcomes(np.zeros((1, 2), dtype=int), np.ones(1))
    for make, error, words in (
        (lambda: HandOutcomes(np.array([[1, 0]]), np.array([0.5])), WhistError, "none below 0, and 1 in all"),
        (lambda: HandOutcomes(np.array([1, 0]), np.array([0.5, 0.5])), WhistError, "shape"),
        (lambda: MatchEquity(THREE, EVEN), WhistError, "expected 3"),
        (lambda: MatchEquity(SEED, still), WhistError, "never change a score"),
        (lambda: MatchEquity(Rules.preset("whist_portland"), EVEN), RulesError, "single_game"),
        (lambda: MatchEquity(SEED, EVEN).win((1, 2, 3), 0), WhistError, "expected one for each of 2 sides"),
    ):
        with pytest.raises(error, match=words):
            make()


@pytest.mark.parametrize("changes", [{}, {"tie_break": "shared"}, {"target": 60, "score_floor_zero": True}])
def test_first_passages_are_the_matches_played_out(monkeypatch, changes):
    """The hand in which a score reaches the target decides as each hand in turn does, ties and floors too."""
    rules = Rules.preset("cutthroat_4").with_options(**changes)
    rows = [(9, 3, 2, 2), (2, 7, 4, 4), (-12, 6, 6, 5), (0, 0, 0, 0), (3, 3, 12, 12)]
    hand = outcomes(rows, [3, 4, 4, 1, 2])
    quick = MatchEquity(rules, hand, matches=200)
    monkeypatch.setattr("whistsolve.equity.first_passage.FirstPassages.fits", lambda *_: False)
    plain = MatchEquity(rules, hand, matches=200)
    assert quick.is_quick and not quick.is_exact and not plain.is_quick
    draw = random.Random(3)
    for _ in range(8):
        low = 0 if rules.score_floor_zero else -30
        scores, dealer = [draw.randint(low, rules.target - 1) for _ in range(4)], draw.randrange(4)
        assert quick.win(scores, dealer) == pytest.approx(plain.win(scores, dealer), abs=1e-12)


def test_long_matches_are_drawn_to_their_ends():
    """More hands than are drawn at first; and none that would never end."""
    rules = THREE.with_options(target=400)
    equity = MatchEquity(rules, outcomes([(2, 1, 1), (1, 2, 1), (1, 1, 2)], [1, 1, 1]), matches=50)
    assert sum(equity.win((0, 0, 0), 0)) == pytest.approx(1) and equity.win((399, 0, 0), 0)[0] == 1
    never = MatchEquity(rules, outcomes([(-1, -1, -1)], [1]), matches=2)
    with pytest.raises(WhistError, match="matches do not end"):
        never.win((0, 0, 0), 0)


def test_several_hands_at_once_are_each_by_itself():
    equity = MatchEquity(THREE, outcomes([(5, 3, 2), (2, 5, 4), (-4, 6, 5)], [1, 1, 1]), matches=200)
    state = MatchState((10, 22, -3), (0, 0, 0), (0, 0, 0), 0)
    points = np.array([[5, 0, 0], [0, 9, 0], [-40, 1, 1], [0, 0, 0]])
    declarers, made = np.array([0, 1, 0, -1]), np.array([True, True, False, False])
    given = {"declarers": declarers, "made": made, "two_games": np.zeros(4, dtype=bool)}
    win, games = equity.after_hands(state, points, dealer=2, **given)
    for row, declarer in enumerate((0, 1, 0, None)):
        one = {"dealer": 2, "declarer": declarer, "made": bool(made[row])}
        alone = equity.after_hand(state, points[row].tolist(), **one)
        assert (tuple(win[row].tolist()), tuple(games[row].tolist())) == (alone.win, alone.games)
    assert games[1].tolist() == [-1, 1, -1] and not games[0].any()


BID_WHIST = ws.Rules.preset("bid_whist")


def test_what_was_saved_is_the_same(tmp_path):
    for preset, changes in (("bid_whist", {"lies_limit": 2}), ("cutthroat_4", {})):
        rules = ws.Rules.preset(preset).with_options(**changes)
        outcomes = default_equity(ws.Rules.preset(preset)).outcomes
        equity = MatchEquity(rules, outcomes, seed=4, matches=50)
        scores = (3, 1, 2, 0)[: outcomes.points.shape[1]]
        chances = equity.win(scores, 1)
        save_equity(equity, tmp_path / "equity.json")
        loaded = load_equity(str(tmp_path / "equity.json"))
        assert (loaded.rules, loaded.seed, loaded.matches) == (rules, 4, 50)
        assert loaded.simulated == equity.simulated and bool(loaded.simulated) == (not equity.is_exact)
        assert loaded.win(scores, 1) == chances
        assert loaded.win(scores[::-1], 0) == equity.win(scores[::-1], 0)  # not simulated before


def test_a_report_takes_what_was_saved(tmp_path):
    save_equity(default_equity(BID_WHIST), tmp_path / "equity.json")
    asked = {"seat": "S", "dealer": "W", "calls": "pass 3+", "samples": 20, "discards": "estimated"}
    usual, saved = (
        ws.evaluate_bids("AKQJ.T9.32.9876", equity=equity, **asked)
        for equity in (None, load_equity(tmp_path / "equity.json"))
    )
    assert usual == saved


def test_other_files_are_refused(tmp_path):
    path = tmp_path / "equity.json"
    save_equity(MatchEquity(BID_WHIST, HandOutcomes(np.array([[3, 0]]), np.ones(1))), path)
    given = json.loads(path.read_text())
    changed = {"rules": {"game": "chess"}, "points": [[1, 2, 3]], "matches": 0, "simulated": [1]}
    texts = [json.dumps({**given, name: value}) for name, value in changed.items()]
    for text in (*texts, "", "[]", "{}", '{"format": "whistsolve match equity 1"}', "\x00"):
        path.write_text(text)
        with pytest.raises(
            WhistError, match=r"equity\.json' holds no match equity: expected a file that save_equity"
        ):
            load_equity(path)
    with pytest.raises(WhistError, match="expected a MatchEquity"):
        save_equity("equity", path)
    with pytest.raises(OSError, match="missing"):
        load_equity(tmp_path / "missing.json")

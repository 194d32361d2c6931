"""Match equity: as a `Match` ends, as it is a hand later, as simulated; against matches drawn; on disk."""

import json
import random
from dataclasses import replace

import numpy as np
import pytest

import whistsolve as ws
from whistsolve.advice import default_equity
from whistsolve.equity import HandOutcomes, MatchEquity, MatchState, load_equity, save_equity
from whistsolve.equity.payoffs import PayoffTable
from whistsolve.errors import RulesError, WhistError
from whistsolve.game import HandResult, HandScore, Match, Standing
from whistsolve.rules import Rules
from whistsolve.rules.sides import side_of
from whistsolve.values import Contract

BID_WHIST, SEED, THREE = map(Rules.preset, ("bid_whist", "bid_whist_seed", "cutthroat_3"))
EVEN = HandOutcomes(np.array([[3, 0], [0, 3], [-4, 0], [0, -4]]), np.full(4, 0.25))

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
BEST_OF, SOONER = {"match": "best_of"}, {"tie_break": "bidder_first"}
CHANGES = [
    {},
    {"lies_limit": 1},
    {"lies_limit": 2},
    {"lies_limit": 4, "set_scoring": "both"},
    {"hand_limit": 1},
    {"hand_limit": 3},
    {"hand_limit": 3, "tie_break": "shared"},
    {"hand_limit": 4, "negative_target": None, **SOONER},
    BEST_OF,
    {"best_of": 5, "boston_game_value": 1, **BEST_OF},
    {"best_of": 3, "lies_limit": 2, "hand_limit": 2, **BEST_OF},
    {"best_of": 3, "tie_break": "shared", **BEST_OF},
    {"win_on_own_bid": True},
    {"win_on_own_bid": True, "hand_limit": 3},
    {"negative_tie_break": "bidder_first"},
    {"negative_tie_break": "shared"},
    SOONER,
    {"score_floor_zero": True},
]


def outcomes(rows, weights):
    return HandOutcomes(np.array(rows), np.array(weights) / sum(weights))


def rules_of(changes):
    return Rules.preset("bid_whist_seed", **SHORT).with_options(**changes)


def standing_of(rules, draw):
    """The standing of a match that goes on."""
    players, nothing = range(rules.players), (0,) * rules.players
    ranges = (
        (0 if rules.score_floor_zero else -5, 9 if rules.win_on_own_bid else 5),  # scores
        (0, (rules.lies_limit or 1) - 1),  # sets
        (0, rules.best_of // 2 if rules.match == "best_of" else 0),  # games
    )
    while True:
        drawn = [[draw.randint(*ends) for _ in range(rules.side_count)] for ends in ranges]
        values = [tuple(each[side_of(player, rules)] for player in players) for each in drawn]
        hands, dealer = draw.randrange(rules.hand_limit or 1), draw.choice(players)
        found = Standing(values[0], dealer, *values[1:], nothing, hands=hands)
        try:
            Match.from_standing(found, rules)
        except WhistError:
            continue
        return found


def matched(rules, before, row):
    """The match after a hand with this outcome, its points counted from side 0."""
    points = tuple(row[0][side_of(player, rules)] for player in range(rules.players))
    contract, score, void = None, None, "next_dealer"
    if row[1] >= 0:
        declarer = next(player for player in range(rules.players) if side_of(player, rules) == row[1])
        contract, void = Contract.from_text(f"3{'NT' if row[3] else 'S'}+ by {declarer}"), None
        needed = contract.level + rules.bid_base
        score = HandScore(contract, needed if row[2] else needed - 1, needed, points, False)
    result = HandResult(rules, before.dealer, contract, (), (), score, points, void=void)
    match = Match.from_standing(before, rules)
    match.add(result, minutes=0)
    return match


def compared(equity, before, row, match):
    """A hand brings the same by match equity as in the match."""
    rules, state = equity.rules, MatchState.of(before, equity.rules)
    dealer = side_of(match.dealer, rules)
    after = equity.after_hand(state, row[0], dealer=dealer, **contract_of(row))
    gained = [now - games for now, games in zip(match.standing.games, before.games, strict=True)]
    expected = {side_of(player, rules): gained[player] or -max(gained) for player in range(rules.players)}
    assert list(after.games) == [expected[side] for side in sorted(expected)]
    assert sum(after.win) == pytest.approx(1)
    if match.is_over:
        winners = {side_of(player, rules) for player in match.winners}
        assert after.win == pytest.approx([(side in winners) / len(winners) for side in sorted(expected)])
    else:
        assert after.win == pytest.approx(win(equity, MatchState.of(match.standing, rules), dealer))


def contract_of(row, dealer=0):
    """What `after_hand` takes of a contract; of two sides each is the other where side 1 dealt."""
    return {"declarer": None if row[1] < 0 else row[1] ^ dealer, "made": row[2], "two_games": row[3]}


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
        for row, chance in zip(ROWS, OUTCOMES.probabilities, strict=True):
            points = row[0][::-1] if dealer else row[0]
            later = equity.after_hand(state, points, dealer=1 - dealer, **contract_of(row, dealer))
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
    draw, limits = random.Random(1), {"target": 8, "negative_target": -8, "lies_limit": 3, "hand_limit": 5}
    for rule in ("highest_wins_then_replay", "bidder_first", "shared"):
        rules = THREE.with_options(tie_break=rule, **limits)
        equity = MatchEquity(rules, outcomes, matches=10)
        standings = [(standing_of(rules, draw), draw.choice(rows)) for _ in range(100)]
        over = [(*each, match) for each in standings if (match := matched(rules, *each)).is_over]
        assert len(over) > 30
        for each in over:
            compared(equity, *each)


def test_what_is_over_is_won_and_time_changes_nothing():
    even, changes = MatchEquity(SEED, EVEN), ({}, {"time_limit": 15}, {"hand_limit": 5})
    plain, timed, limited = (MatchEquity(rules_of(each), OUTCOMES) for each in changes)
    assert (even.win((7, 0), 0), even.win((-8, 3), 1)) == ((1, 0), (0, 1))
    assert timed.win((3, -2), 1) == plain.win((3, -2), 1)
    assert limited.win((3, 0), 0, hands=5) == (1, 0)


def test_three_teams_of_six_players_are_three_sides():
    rules = Rules.preset("bid_whist_seed", players=6, teams=3)
    moves = outcomes([*np.diag([3] * 3), *np.diag([-4] * 3)], [1] * 6)
    equity = MatchEquity(rules, moves)
    assert equity.is_exact and equity.win((2, 2, 2), 1) == pytest.approx((1 / 3,) * 3)
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
    with pytest.raises(WhistError, match="matches do not end"):
        MatchEquity(rules, outcomes([(-1, -1, -1)], [1]), matches=2).win((0, 0, 0), 0)


def test_what_is_wrong_is_named():
    points, chances = OUTCOMES.points, OUTCOMES.probabilities
    still, without = HandOutcomes(np.zeros((1, 2), dtype=int), np.ones(1)), HandOutcomes(points, chances)
    true = np.full(8, True)
    for given, words in (
        ((np.array([[1, 0]]), np.array([0.5])), "none below 0, and 1 in all"),
        ((np.array([1, 0]), np.array([0.5, 0.5])), "shape"),
        (
            (points, chances, np.array([0]), true[:1], true[:1]),
            r"declarers .* whole numbers, shape \(8\)",
        ),
        ((points, chances, np.full(8, 2), true, true), "declarers .* wrong: expected sides below 2, or -1"),
    ):
        with pytest.raises(WhistError, match=words):
            HandOutcomes(*given)
    for rules, hand, error, words in (
        (THREE, EVEN, WhistError, "expected 3"),
        (SEED, still, WhistError, "never change a score"),
        (Rules.preset("whist_portland"), EVEN, RulesError, "single_game"),
        (rules_of({"lies_limit": 2}), without, RulesError, "lies_limit 2 asks who declared"),
        (rules_of({"win_on_own_bid": True}), without, RulesError, "win_on_own_bid asks who declared"),
        (rules_of({"tie_break": "bidder_first"}), without, RulesError, "tie_break 'bidder_first' asks who"),
        (rules_of({"match": "best_of"}), without, RulesError, "boston_game_value 2 of best_of asks who"),
    ):
        with pytest.raises(error, match=words):
            MatchEquity(rules, hand)
    equity = MatchEquity(rules_of({"lies_limit": 2, "match": "best_of"}), OUTCOMES)
    for given, words in (
        ({"scores": (1, 2, 3)}, "expected one for each of 2 sides"),
        ({"sets": (2, 0)}, "sets 2 is wrong: expected a whole number from 0 to 1"),
        ({"games": (0, 2)}, "games 2 is wrong: expected a whole number from 0 to 1"),
        ({"games": (0,)}, r"games \(0,\) are wrong: expected one for each of 2 sides"),
        ({"hands": -1}, "hands -1 is wrong"),
    ):
        with pytest.raises(WhistError, match=words):
            equity.win(**{"scores": (0, 0), "dealer": 0, **given})


def test_what_was_saved_is_the_same(tmp_path):
    path = tmp_path / "equity.json"
    cases = [("bid_whist", {"lies_limit": 2}, (3, 1)), ("cutthroat_4", {}, (3, 1, 2, 0))]
    for preset, changes, scores in cases:
        rules = Rules.preset(preset).with_options(**changes)
        equity = MatchEquity(rules, default_equity(Rules.preset(preset)).outcomes, seed=4, matches=50)
        chances = equity.win(scores, 1)
        save_equity(equity, path)
        loaded = load_equity(str(path))
        assert (loaded.rules, loaded.seed, loaded.matches) == (rules, 4, 50)
        assert loaded.simulated == equity.simulated and bool(loaded.simulated) == (not equity.is_exact)
        assert loaded.win(scores, 1) == chances
        assert loaded.win(scores[::-1], 0) == equity.win(scores[::-1], 0)  # not simulated before
    # A report takes it.
    save_equity(default_equity(BID_WHIST), path)
    asked = {"seat": "S", "dealer": "W", "calls": "pass 3+", "samples": 20, "discards": "estimated"}
    report = ws.evaluate_bids("AKQJ.T9.32.9876", equity=load_equity(path), **asked)
    assert report == ws.evaluate_bids("AKQJ.T9.32.9876", **asked)


def test_other_files_are_refused(tmp_path):
    path = tmp_path / "equity.json"
    save_equity(MatchEquity(BID_WHIST, EVEN), path)
    given = json.loads(path.read_text())
    changed = {"rules": {"game": "chess"}, "points": [[1, 2, 3]], "matches": 0, "simulated": [1]}
    texts = [json.dumps({**given, name: value}) for name, value in changed.items()]
    for text in (*texts, "", "[]", '{"format": "whistsolve match equity 1"}', "\x00"):
        path.write_text(text)
        with pytest.raises(WhistError, match=r"equity\.json' holds no match equity: expected a file"):
            load_equity(path)
    with pytest.raises(WhistError, match="expected a MatchEquity"):
        save_equity("equity", path)
    with pytest.raises(OSError, match="missing"):
        load_equity(tmp_path / "missing.json")

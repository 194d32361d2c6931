"""Duplicate matches between players: what is the same in a pair, who wins, what a failing player loses."""

import json
from pathlib import Path

import pytest
from tests.support.recording_players import Recorder

import whistsolve as ws
from whistsolve.analysis import report_hands
from whistsolve.errors import Interrupted, RulesError, WhistError
from whistsolve.game import CallRenege, Claim, HandState, HandView
from whistsolve.players import (
    Decisions,
    DoubleDummyPlayer,
    HeuristicPlayer,
    MatchesResult,
    MatchHand,
    MatchPair,
    MatchPlayed,
    RandomPlayer,
    play_round_robin,
)
from whistsolve.players import arena as module
from whistsolve.players.contest import Contest
from whistsolve.players.matches_result import interval_by_pairs, match_and_roles
from whistsolve.players.round_robin import _fitted
from whistsolve.rules import Rules

RULES = Rules.preset("bid_whist")
FEW_HANDS = Rules.preset("bid_whist", hand_limit=2)


class Failing(RandomPlayer):
    """Plays at random until it has to play a card; then it does something wrong."""

    def __init__(self, what: str) -> None:
        super().__init__()
        self.what = what

    def act(self, view: HandView) -> object:  # type: ignore[override]
        if view.stage != "play":
            return super().act(view)
        if self.what == "raise":
            raise ZeroDivisionError("no idea")
        return {
            "nothing": None,
            "other": next(card for card in view.rules.deck if card not in view.legal_cards),
            "claim": Claim(None, (view.player + 1) % 4),
            "renege": CallRenege((view.player + 1) % 4, 1),
            "settle": "settle",
        }[self.what]


def test_careful_beats_random() -> None:
    result = ws.play_matches(HeuristicPlayer(), RandomPlayer(), rules=FEW_HANDS, matches=8, seed=3)
    assert result.matches == 8 == 2 * len(result.pairs)
    assert result.share > 0.8 and result.interval[0] <= result.share <= result.interval[1] <= 1
    assert not result.failures and result.hands >= 8
    for own in result.decisions:
        assert own.number == sum(own.kinds.values()) > 50 and set(own.kinds) >= {"call", "card"}
        assert 0 < own.percentile(50) <= own.percentile(95) <= own.percentile(99, "card") * 1e6
        assert own.processor >= 0 and 0 < own.seconds / own.number < 1


def test_the_matches_of_a_pair_have_the_same_deals_with_sides_exchanged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[tuple[int, HandState, tuple[int, ...]]] = []
    wrapped = Contest.play

    def spy(contest, state, roles, *rest):  # type: ignore[no-untyped-def]
        seen.append((state.dealer, state.copy(), roles))
        return wrapped(contest, state, roles, *rest)

    monkeypatch.setattr(Contest, "play", spy)
    a, b = Recorder(1), Recorder(2)
    ws.play_matches(a, b, rules=Rules.preset("bid_whist", hand_limit=4), matches=2, seed=4)
    first = [each for each in seen if each[2] == (0, 1, 0, 1)]
    second = [each for each in seen if each[2] == (1, 0, 1, 0)]
    assert seen == first + second and first and second
    for one, other in zip(first, second, strict=False):
        assert (one[0], one[1].deal) == (other[0], other[1].deal)
    assert len({state.deal for _, state, _ in first}) == len(first)
    assert all(view.is_turn for view in a.views)
    hands = [view for view in a.views if view.scores == (0, 0, 0, 0) and view.stage == "auction"]
    assert {view.player for view in hands} == {0, 1, 2, 3}
    assert all(view.hands[(view.player + 1) % 4] is None for view in a.views)


def test_sides_of_every_game_alternate() -> None:
    def roles(preset: str, turn: int, exchanged: int, **options: object) -> tuple[int, ...]:
        rules = Rules.preset(preset, **options)
        pair = turn * (rules.players if rules.has_auction else rules.dealt_hands)
        return match_and_roles(rules, pair, exchanged)[1]

    assert roles("bid_whist", 0, 0) == (0, 1, 0, 1) and roles("bid_whist", 0, 1) == (1, 0, 1, 0)
    assert roles("bid_whist", 0, 0, players=6) == (0, 1) * 3
    assert roles("bid_whist", 0, 1, players=6, teams=3) == (1, 0, 1) * 2
    assert [roles("cutthroat_3", turn, 0) for turn in range(3)] == [(0, 1, 0), (1, 0, 0), (0, 0, 1)]
    assert roles("cutthroat_4", 1, 1) == (0, 1, 0, 1)
    assert roles("dummy_classic", 0, 0) == (0, 1, 1)
    assert roles("double_dummy", 0, 1) == (1, 0)


def test_a_player_who_fails_loses_the_match_and_nothing_else() -> None:
    for what, message in {
        "raise": "test_arena.py, line ",
        "nothing": "expected",
        "other": "expected",
        "claim": "is one of player",
        "renege": "is one of player",
        "settle": "settle",
    }.items():
        result = ws.play_matches(RandomPlayer(), Failing(what), rules=RULES, matches=4, seed=2)
        assert (result.matches, result.share) == (4, 1.0), what
        where = [(each.number, each.which, each.player) for each in result.failures]
        assert where == [(pair, match, "b") for pair in (0, 1) for match in (0, 1)], what
        for failure in result.failures:
            assert message in failure.message and "at the stage 'play'" in failure.message, what
            assert failure.message.startswith("hand 1: Failing(seed=0) as player ")
    other = ws.play_matches(Failing("raise"), RandomPlayer(), rules=RULES, matches=2, seed=2)
    assert other.share == 0 and {each.player for each in other.failures} == {"a"}


def test_a_match_without_end_counts_half(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_HANDS", 1)
    rules = Rules.preset("whist")
    result = ws.play_matches(RandomPlayer(), RandomPlayer(1), rules=rules, matches=2, seed=2)
    assert result.share == 0.5
    assert {(each.player, each.message) for each in result.failures} == {
        ("", "the match is not over after 1 hands")
    }


def test_hands_of_a_result_are_dealt_and_played_again() -> None:
    rules, seen = Rules.preset("bid_whist", hand_limit=2), []
    result = ws.play_matches(HeuristicPlayer(), Failing("raise"), rules=rules, matches=4, seed=5)
    played = ws.play_matches(
        HeuristicPlayer(), RandomPlayer(3), rules=rules, matches=4, seed=5, on_hand=seen.append
    )
    assert seen == list(played.played()) and len(seen) == played.hands
    for hand in seen:
        stored = played.pairs[hand.pair].matches[hand.match].hands[hand.number]
        assert MatchHand.of(hand.state) == stored and hand.state.result().points == stored.points
    for hand in result.played():  # a match that failed ends before the act that did
        assert hand.players[hand.state.to_act] == "b" and hand.state.stage == "play"
    records = list(played.records())
    report = report_hands(records)
    assert {row["player"] for row in report.players} == {"HeuristicPlayer()", "RandomPlayer(seed=3)"}
    assert sum(row["hands"] for row in report.players) == 4 * len(records)
    assert (
        next(ws.play_matches("random", "random", rules=rules, matches=2).records()).tags[1].text
        == "RandomPlayer(seed=0) (a)"
    )


def test_a_round_robin_rates_all(tmp_path: Path) -> None:
    rules = Rules.preset("bid_whist", hand_limit=2)
    names = ["random", "heuristic", "whistsolve.players:RandomPlayer(seed=4)"]
    done: list[tuple[int, int]] = []
    run = {"rules": rules, "matches": 5, "seed": 1, "save": tmp_path / "all"}
    result = play_round_robin(names, progress=lambda *count: done.append(count), **run)
    assert done[-1] == (18, 18) and done == sorted(done) and not result.failures
    best, *others = result.ratings
    assert best.name == "HeuristicPlayer()" and best.matches == 12 and best.elo > 0
    assert all(other.interval[0] < other.elo < other.interval[1] for other in others)
    assert sum(each.elo for each in result.ratings) == pytest.approx(0)
    again = play_round_robin(names, **run)
    assert again.results == result.results  # nothing is played: it is in the files
    assert len(result.to_dicts()) == 3 and json.loads(json.dumps(result.as_dict()))["ratings"]
    with pytest.raises(WhistError, match="one player"):
        play_round_robin(["random"], matches=2)


def test_ratings_are_those_of_the_odds() -> None:
    """Shares of 10 to 1 are 400 points."""
    games = [(0, 1, 10 / 11)] * 20_000
    strengths, errors = _fitted(2, games)
    assert strengths[0] - strengths[1] == pytest.approx(400, abs=1) and errors[0] < 5


def test_the_double_dummy_player_sees_all_hands() -> None:
    rules = Rules.preset("bid_whist_no_kitty", hand_limit=1)
    peeking = DoubleDummyPlayer(memory_mb=8, time_limit=0.05)
    result = ws.play_matches(peeking, "random", rules=rules, matches=2, before_play="heuristic")
    assert not result.failures and result.decisions[0].number > 0


def test_wrong_arguments_are_named() -> None:
    good = RandomPlayer()
    for a, more, message in (
        ("randum", {}, "player 'randum' is wrong: expected random, heuristic, .*; did you mean 'random'?"),
        ("whistsolve.players:RandomPlayer(1 +)", {}, "wrong arguments: expected literals"),
        ("whistsolve.players:RandomPlayer(seed=print)", {}, "wrong arguments"),
        ("./players.py:Mine", {}, "expected the name of the module, not of its file"),
        ("whistsolve.players:RandomPlayr", {}, "class of a module; did you mean 'RandomPlayer'?"),
        (4, {}, "player a 4 is wrong: expected an object with a method act"),
        (RandomPlayer, {}, "player a "),
        (good, {"matches": 0}, "matches 0"),
        (good, {"before_play": 3}, "player before_play 3"),
        (good, {"resume": 3}, "resume 3"),
        (good, {"resume": MatchesResult(("x", "y"), RULES, 0, None, ())}, "expected the same players"),
    ):
        with pytest.raises(WhistError, match=message):
            ws.play_matches(a, good, **{"matches": 2, "rules": RULES, **more})  # type: ignore[arg-type]
    with pytest.raises(RulesError):
        ws.play_matches(good, good, matches=2, rules="bid_wist")  # type: ignore[arg-type]

    class Local(RandomPlayer):
        """Of no module."""

    with pytest.raises(WhistError, match="cannot be pickled"):
        ws.play_matches(good, Local(), matches=2, processes=2)


def test_numbers_of_a_result() -> None:
    def match(won: float, a: int = 10) -> MatchPlayed:
        hands = (MatchHand("4S+ by N", True, (4, 0, 4, 0), "4+; Pass"),) * 3
        return MatchPlayed(won, hands, None, (Decisions(a, 1.0), Decisions(20, 4.0)))

    pairs = (MatchPair(0, (match(1), match(1))), MatchPair(1, (match(1), match(0, 30))))
    result = MatchesResult(("a", "b"), RULES, 7, None, pairs)
    assert (result.matches, result.share, result.hands) == (4, 0.75, 12)
    a, b = result.decisions
    assert (a.number, a.seconds, b.number, b.seconds) == (60, 4.0, 80, 16.0)
    assert result.interval == interval_by_pairs([1, 0.5])
    values = json.loads(json.dumps(result.as_dict()))
    assert values["pairs"] == [[1, 1], [1, 0]] and values["share"] == 0.75 and values["failures"] == []
    for shares in ([0.0], [1.0], [0.5], [0.0, 1.0], [1.0] * 50, [0.5] * 8, [1.0, 0.5, 0.5]):
        low, high = interval_by_pairs(shares)
        assert 0 <= low <= sum(shares) / len(shares) <= high <= 1 and low < high


def test_an_interrupt_that_a_player_turns_into_an_error_ends_the_contest() -> None:
    class Clumsy(RandomPlayer):
        def act(self, view: HandView) -> object:  # type: ignore[override]
            try:
                raise KeyboardInterrupt
            except KeyboardInterrupt:
                raise ValueError("no idea what that was") from None

    with pytest.raises(Interrupted):
        ws.play_matches(Clumsy(), RandomPlayer(), matches=2, rules=RULES)

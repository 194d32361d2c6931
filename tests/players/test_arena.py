"""Duplicate matches between players: what is the same in a pair, who wins, what a failing player loses."""

import json

import pytest
from tests.support.recording_players import Recorder

import whistsolve as ws
from whistsolve.errors import RulesError, WhistError
from whistsolve.game import CallRenege, Claim, HandState, HandView, Match
from whistsolve.players import (
    DoubleDummyPlayer,
    HeuristicPlayer,
    MatchesResult,
    MatchPair,
    MatchPlayed,
    RandomPlayer,
)
from whistsolve.players import arena as module
from whistsolve.players.contest import Contest
from whistsolve.players.matches_result import interval_by_pairs
from whistsolve.rules import Rules

RULES = Rules.preset("bid_whist")


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
    result = ws.play_matches(HeuristicPlayer(), RandomPlayer(), rules=RULES, matches=10, seed=3)
    assert result.matches == 10 == 2 * len(result.pairs)
    assert result.share > 0.9 and result.interval[0] <= result.share <= result.interval[1] <= 1
    assert not result.failures and result.hands >= 10
    assert all(number > 50 for number in result.decisions)
    assert all(0 < seconds < 1 for seconds in result.seconds_per_decision)
    cards = ws.play_matches(
        HeuristicPlayer(), RandomPlayer(), rules=RULES, matches=10, seed=3, before_play=HeuristicPlayer()
    )
    assert cards.share > 0.5 and cards.interval[0] > 0.4  # the play of the cards alone


def test_a_player_against_itself_wins_half() -> None:
    for preset in ("bid_whist", "cutthroat_3", "cutthroat_4", "dummy", "dummy_classic", "whist"):
        result = ws.play_matches(
            RandomPlayer(), RandomPlayer(), rules=Rules.preset(preset), matches=2, seed=1
        )
        (pair,) = result.pairs
        assert pair.matches[0].won + pair.matches[1].won == pytest.approx(1)
        assert pair.matches[0].hands == pair.matches[1].hands


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
    ws.play_matches(a, b, rules=RULES, matches=2, seed=4)
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
        return module._roles(Match(Rules.preset(preset, **options), dealer=0), turn, exchanged)

    assert roles("bid_whist", 0, 0) == (0, 1, 0, 1) and roles("bid_whist", 0, 1) == (1, 0, 1, 0)
    assert roles("bid_whist", 0, 0, players=6) == (0, 1) * 3
    assert roles("bid_whist", 0, 1, players=6, teams=3) == (1, 0, 1) * 2
    assert [roles("cutthroat_3", turn, 0) for turn in range(3)] == [(0, 1, 0), (1, 0, 0), (0, 0, 1)]
    assert roles("cutthroat_4", 1, 1) == (0, 1, 0, 1)
    assert roles("dummy_classic", 0, 0) == (0, 1, 1)
    assert roles("double_dummy", 0, 1) == (1, 0)


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ("raise", "ZeroDivisionError: no idea"),
        ("nothing", "expected"),
        ("other", "expected"),
        ("claim", "is one of player"),
        ("renege", "is one of player"),
        ("settle", "settle"),
    ],
)
def test_a_player_who_fails_loses_the_match_and_nothing_else(what: str, message: str) -> None:
    wrong = Failing(what)
    result = ws.play_matches(RandomPlayer(), wrong, rules=RULES, matches=4, seed=2)
    assert (result.matches, result.share) == (4, 1.0)
    where = [(each.number, each.which, each.player) for each in result.failures]
    assert where == [(pair, match, "b") for pair in (0, 1) for match in (0, 1)]
    for failure in result.failures:
        assert message in failure.message and "at the stage 'play'" in failure.message
        assert failure.message.startswith("hand 1: RandomPlayer(seed=0) as player ")
    other = ws.play_matches(wrong, RandomPlayer(), rules=RULES, matches=2, seed=2)
    assert other.share == 0 and {each.player for each in other.failures} == {"a"}


def test_a_match_without_end_counts_half(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_HANDS", 1)
    rules = Rules.preset("whist")
    result = ws.play_matches(RandomPlayer(), RandomPlayer(1), rules=rules, matches=2, seed=2)
    assert result.share == 0.5
    assert {(each.player, each.message) for each in result.failures} == {
        ("", "the match is not over after 1 hands")
    }


def test_the_double_dummy_player_sees_all_hands() -> None:
    rules = Rules.preset("bid_whist_no_kitty", hand_limit=1)
    peeking = DoubleDummyPlayer(memory_mb=8, time_limit=0.05)
    result = ws.play_matches(peeking, "random", rules=rules, matches=2, before_play="heuristic")
    assert not result.failures and result.decisions[0] > 0


def test_wrong_arguments_are_named() -> None:
    good = RandomPlayer()
    for a, more, message in (
        ("randum", {}, "player 'randum' is wrong: expected random, heuristic, .*; did you mean 'random'?"),
        ("whistsolve.players:RandomPlayr", {}, "without arguments; did you mean 'RandomPlayer'?"),
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
    def match(won: float, decisions: tuple[int, int] = (10, 20)) -> MatchPlayed:
        return MatchPlayed(won, 3, None, decisions, (1.0, 4.0))

    pairs = (MatchPair(0, (match(1), match(1))), MatchPair(1, (match(1), match(0, (30, 20)))))
    result = MatchesResult(("a", "b"), RULES, 7, None, pairs)
    assert (result.matches, result.share, result.hands) == (4, 0.75, 12)
    assert result.decisions == (60, 80) and result.seconds_per_decision == (4 / 60, 16 / 80)
    assert result.interval == interval_by_pairs([1, 0.5])
    values = json.loads(json.dumps(result.as_dict()))
    assert values["pairs"] == [[1, 1], [1, 0]] and values["share"] == 0.75 and values["failures"] == []
    for shares in ([0.0], [1.0], [0.5], [0.0, 1.0], [1.0] * 50, [0.5] * 8, [1.0, 0.5, 0.5]):
        low, high = interval_by_pairs(shares)
        assert 0 <= low <= sum(shares) / len(shares) <= high <= 1 and low < high

"""Duplicate matches, and the play of cards alone: the same deals for every pairing, failures, numbers."""

import json
import math
import statistics

import pytest
from tests.support.recording_players import Recorder, spied

import whistsolve as ws
from whistsolve.analysis import report_hands
from whistsolve.errors import Interrupted, RulesError, WhistError
from whistsolve.game import CallRenege, Claim, HandState
from whistsolve.players import DoubleDummyPlayer, HeuristicPlayer, RandomPlayer, arena, play_round_robin
from whistsolve.players.contest import Contest
from whistsolve.players.contest_result import Decisions, Failure
from whistsolve.players.deals_result import DealPlayed, DealsResult, HandPlayed, PairingSummary
from whistsolve.players.matches_result import (
    MatchesResult,
    MatchHand,
    MatchPair,
    MatchPlayed,
    interval_by_pairs,
    match_and_roles,
)
from whistsolve.players.round_robin import _fitted
from whistsolve.rules import Rules

RULES = Rules.preset("bid_whist")
TWO_HANDS = Rules.preset("bid_whist", hand_limit=2)


class Failing(RandomPlayer):
    """Plays at random until a stage of the first deals; then it does something wrong."""

    def __init__(self, what="raise", stage="play", deals=100):
        super().__init__()
        self.what, self.stage, self.deals = what, stage, deals

    def act(self, view):
        if view.stage != self.stage or view.dealer >= self.deals:
            return super().act(view)
        other = (view.player + 1) % 4
        if self.what == "raise":
            raise ZeroDivisionError("no idea")
        if self.what == "other":
            return next(card for card in view.rules.deck if card not in view.legal_cards)
        wrong = {"nothing": None, "claim": Claim(None, other), "renege": CallRenege(other, 1)}
        return wrong.get(self.what, self.what)


def test_the_matches_of_a_pair_have_the_same_deals_with_sides_exchanged(monkeypatch):
    keep = lambda contest, state, roles, *_: (state.dealer, state.deal, roles)  # noqa: E731
    seen = spied(monkeypatch, Contest, "play", keep)
    a, b = Recorder(1), Recorder(2)
    ws.play_matches(a, b, rules=Rules.preset("bid_whist", hand_limit=4), matches=2, seed=4)
    first, second = ([each for each in seen if each[2] == roles] for roles in ((0, 1, 0, 1), (1, 0, 1, 0)))
    assert seen == first + second and first and second
    for one, other in zip(first, second, strict=False):
        assert one[:2] == other[:2]
    assert len({deal for _, deal, _ in first}) == len(first)
    assert all(view.is_turn and view.hands[(view.player + 1) % 4] is None for view in a.views)
    hands = [view for view in a.views if view.scores == (0, 0, 0, 0) and view.stage == "auction"]
    assert {view.player for view in hands} == {0, 1, 2, 3}


def test_sides_of_every_game_alternate():
    for preset, options, turn, exchanged, roles in (
        ("bid_whist", {}, 0, 0, (0, 1, 0, 1)),
        ("bid_whist", {}, 0, 1, (1, 0, 1, 0)),
        ("bid_whist", {"players": 6}, 0, 0, (0, 1) * 3),
        ("bid_whist", {"players": 6, "teams": 3}, 0, 1, (1, 0, 1) * 2),
        ("cutthroat_3", {}, 1, 0, (1, 0, 0)),
        ("cutthroat_3", {}, 2, 0, (0, 0, 1)),
        ("cutthroat_4", {}, 1, 1, (0, 1, 0, 1)),
        ("dummy_classic", {}, 0, 0, (0, 1, 1)),
        ("double_dummy", {}, 0, 1, (1, 0)),
    ):
        rules = Rules.preset(preset, **options)
        pair = turn * (rules.players if rules.has_auction else rules.dealt_hands)
        assert match_and_roles(rules, pair, exchanged)[1] == roles, (preset, options, turn, exchanged)


def test_a_player_who_fails_loses_the_match_and_nothing_else():
    for what, message in {
        "raise": "test_contests.py, line ",
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
    other = ws.play_matches(Failing(), RandomPlayer(), rules=RULES, matches=2, seed=2)
    assert other.share == 0 and {each.player for each in other.failures} == {"a"}


def test_a_match_without_end_counts_half(monkeypatch):
    monkeypatch.setattr("whistsolve.players.arena._MOST_HANDS", 1)
    result = ws.play_matches(RandomPlayer(), RandomPlayer(1), rules=Rules.preset("whist"), matches=2, seed=2)
    said = {(each.player, each.message) for each in result.failures}
    assert (result.share, said) == (0.5, {("", "the match is not over after 1 hands")})


def test_hands_of_a_result_are_dealt_and_played_again():
    asked, seen = {"rules": TWO_HANDS, "matches": 4, "seed": 5}, []
    for hand in ws.play_matches(HeuristicPlayer(), Failing(), **asked).played():
        # A match that failed ends before the act that did.
        assert hand.players[hand.state.to_act] == "b" and hand.state.stage == "play"
    played = ws.play_matches(HeuristicPlayer(), RandomPlayer(3), on_hand=seen.append, **asked)
    assert seen == list(played.played()) and len(seen) == played.hands
    for hand in seen:
        stored = played.pairs[hand.pair].matches[hand.match].hands[hand.number]
        assert MatchHand.of(hand.state) == stored and hand.state.result().points == stored.points
    records = list(played.records())
    report = report_hands(records)
    assert {row["player"] for row in report.players} == {"HeuristicPlayer()", "RandomPlayer(seed=3)"}
    assert sum(row["hands"] for row in report.players) == 4 * len(records)
    twice = next(ws.play_matches("random", "random", rules=TWO_HANDS, matches=2).records())
    assert twice.tags[1].text == "RandomPlayer(seed=0) (a)"


def test_a_round_robin_rates_all(tmp_path):
    names, done = ["random", "heuristic", "whistsolve.players:RandomPlayer(seed=4)"], []
    run = {"rules": TWO_HANDS, "matches": 5, "seed": 1, "save": tmp_path / "all"}
    result = play_round_robin(names, progress=lambda *count: done.append(count), **run)
    assert done[-1] == (18, 18) and done == sorted(done) and not result.failures
    best, *others = result.ratings
    assert best.name == "HeuristicPlayer()" and best.matches == 12 and best.elo > 0
    assert all(other.interval[0] < other.elo < other.interval[1] for other in others)
    assert sum(each.elo for each in result.ratings) == pytest.approx(0)
    assert play_round_robin(names, **run).results == result.results  # nothing is played: it is in the files
    assert len(result.to_dicts()) == 3 and json.loads(json.dumps(result.as_dict()))["ratings"]
    # Shares of 10 to 1 are 400 points.
    strengths, errors = _fitted(2, [(0, 1, 10 / 11)] * 20_000)
    assert strengths[0] - strengths[1] == pytest.approx(400, abs=1) and errors[0] < 5


def test_the_double_dummy_player_sees_all_hands():
    rules = Rules.preset("bid_whist_no_kitty", hand_limit=1)
    peeking = DoubleDummyPlayer(memory_mb=8, time_limit=0.05)
    result = ws.play_matches(peeking, "random", rules=rules, matches=2, before_play="heuristic")
    assert not result.failures and result.decisions[0].number > 0


def test_wrong_arguments_are_named():
    good, both = RandomPlayer(), (ws.play_matches, ws.play_deals)
    other = MatchesResult(("x", "y"), RULES, 0, None, ())
    one = ws.play_deals(good, good, deals=1, rules=RULES)
    named = r"'randum' is wrong: expected random, heuristic, .*; did you mean 'random'\?"

    class Local(RandomPlayer):
        """Of no module."""

    for plays, a, more, message in (
        (both, "randum", {}, named),
        (both, "whistsolve.players:RandomPlayer(1 +)", {}, "wrong arguments: expected literals"),
        (both[:1], "whistsolve.players:RandomPlayer(seed=print)", {}, "wrong arguments"),
        (both[:1], "./players.py:Mine", {}, "expected the name of the module, not of its file"),
        (both[:1], "whistsolve.players:RandomPlayr", {}, "of a module; did you mean 'RandomPlayer'?"),
        (both[:1], 4, {}, "player a 4 is wrong: expected an object with a method act"),
        (both[:1], RandomPlayer, {}, "player a "),
        (both[:1], good, {"matches": 0}, "matches 0"),
        (both, good, {"before_play": 3}, "player before_play 3"),
        (both, good, {"resume": 3}, "resume 3 is wrong: expected a (Matches|Deals)Result"),
        (both[:1], good, {"resume": other}, "expected the same players"),
        (both[:1], Local(), {"processes": 2}, "cannot be pickled"),
        (both[1:], good, {"deals": 0}, "deals 0"),
        (both[1:], good, {"itself": 1}, "itself 1 is wrong: expected True or False"),
        (both[1:], good, {"save": 3}, "save 3 is wrong: expected the name of a file"),
        (both[1:], good, {"resume": one, "itself": True}, "of other pairings: expected the same"),
    ):
        for play in plays:
            number = {"matches": 2} if play is ws.play_matches else {"deals": 1}
            with pytest.raises(WhistError, match=message):
                play(a, good, **{**number, "rules": RULES, **more})
    with pytest.raises(RulesError):
        ws.play_matches(good, good, matches=2, rules="bid_wist")
    with pytest.raises(WhistError, match="one player"):
        play_round_robin(["random"], matches=2)


def test_numbers_of_a_result_of_matches():
    def match(won, a=10):
        hands = (MatchHand("4S+ by N", True, (4, 0, 4, 0), "4+; Pass"),) * 3
        return MatchPlayed(won, hands, None, (Decisions(a, 1.0), Decisions(20, 4.0)))

    pairs = (MatchPair(0, (match(1), match(1))), MatchPair(1, (match(1), match(0, 30))))
    result = MatchesResult(("a", "b"), RULES, 7, None, pairs)
    assert (result.matches, result.share, result.hands) == (4, 0.75, 12)
    assert [(own.number, own.seconds) for own in result.decisions] == [(60, 4.0), (80, 16.0)]
    assert result.interval == interval_by_pairs([1, 0.5])
    values = json.loads(json.dumps(result.as_dict()))
    assert values["pairs"] == [[1, 1], [1, 0]] and values["share"] == 0.75 and values["failures"] == []
    for shares in ([0.0], [1.0], [0.5], [0.0, 1.0], [1.0] * 50, [0.5] * 8, [1.0, 0.5, 0.5]):
        low, high = interval_by_pairs(shares)
        assert 0 <= low <= sum(shares) / len(shares) <= high <= 1 and low < high


def test_an_interrupt_that_a_player_turns_into_an_error_ends_the_contest():
    class Clumsy(RandomPlayer):
        def act(self, view):
            try:
                raise KeyboardInterrupt
            except KeyboardInterrupt:
                raise ValueError("no idea what that was") from None

    with pytest.raises(Interrupted):
        ws.play_matches(Clumsy(), RandomPlayer(), matches=2, rules=RULES)


def test_every_pairing_begins_with_the_same_contract_and_cards():
    for preset in ("bid_whist", "cutthroat_4", "dummy", "whist"):
        asked = {"deals": 1, "rules": Rules.preset(preset), "seed": 6, "itself": True}
        a, b, bidder = Recorder(1), Recorder(2), Recorder(3)
        (deal,) = ws.play_deals(a, b, before_play=bidder, **asked).deals
        assert "play" not in {view.stage for view in bidder.views}
        views = a.views + b.views
        assert {view.stage for view in a.views} == {view.stage for view in b.views} == {"play"}
        assert all(view.is_turn and not any(view.scores) for view in views)
        (strain,) = {str(view.strain) for view in views}
        assert strain in deal.contract
        first = {}  # the cards of each player at their first play, by side
        for view in views:
            if not view.tricks and len(view.hand) == max(view.sizes):
                first.setdefault(view.player, set()).add(view.hand)
        assert first and all(len(hands) == 1 for hands in first.values())
        # a plays for the declarer, then against them, then on both sides.
        declares = [view.seating.sides[view.player] == view.seating.sides[deal.declarer] for view in a.views]
        changes = [one for one, other in zip(declares, [None, *declares], strict=False) if one != other]
        assert changes[:2] == [True, False] and len(changes) > 4
        assert [own.number for own in deal.decisions] == [len(a.views), len(b.views)]


def test_tricks_and_points_are_those_of_the_declarers_side(monkeypatch):
    states = spied(monkeypatch, arena, "_play_cards", lambda contest, state, *_: state)
    for preset in ("cutthroat_4", "whist"):
        states.clear()
        result = ws.play_deals(HeuristicPlayer(), RandomPlayer(), deals=2, rules=Rules.preset(preset), seed=1)
        for number, state in enumerate(states):
            deal, scored = result.deals[number // 3], state.result()
            hand, sides = deal.hands[number % 3], state.seating.sides
            own = [each for each in range(4) if sides[each] == sides[deal.declarer]]
            others = [scored.points[each] for each in range(4) if each not in own]
            assert hand.made == scored.made and hand.tricks == sum(scored.tricks[each] for each in own)
            assert hand.points == scored.points[deal.declarer] - statistics.fmean(others)
            if preset == "whist":
                lead = state.tricks[0].plays[0].hand
                assert deal.declarer == lead and deal.contract == str(state.strain)


def test_the_bidder_is_the_model_where_it_knows_the_game():
    one, modelled = RandomPlayer(7), "HeuristicPlayer(bids='modelled')"
    for preset, given, said in (
        ("bid_whist", None, modelled),
        ("cutthroat_4", None, modelled),
        ("whist", None, "HeuristicPlayer()"),
        ("dummy", None, modelled),
        ("bid_whist", one, "RandomPlayer(seed=7)"),
    ):
        result = ws.play_deals(one, one, deals=1, rules=Rules.preset(preset), before_play=given)
        assert result.before_play == said, preset


def test_a_deal_that_nobody_bids_on_is_dealt_again(monkeypatch):
    rules = Rules.preset("bid_whist", all_pass="redeal_next_dealer")
    dealt = spied(monkeypatch, HandState, "random", lambda seed, rules, **more: (seed, more.get("dealer")))
    result = ws.play_deals(RandomPlayer(), RandomPlayer(), deals=4, rules=rules, seed=2)
    assert [deal.dealer for deal in result.deals] == [0, 1, 2, 3] and not result.failures
    monkeypatch.setattr(arena, "_MOST_DEALT", 3)
    passing = RandomPlayer()
    passing.call = lambda view: view.legal_calls[0]
    dealt.clear()
    nobody = ws.play_deals(RandomPlayer(), RandomPlayer(), deals=2, rules=rules, before_play=passing)
    assert [dealer for _, dealer in dealt[1:]] == [0, 0, 0, 1, 1, 1] and len(set(dealt)) == 7
    assert [(each.number, each.player) for each in nobody.failures] == [(0, ""), (1, "")]
    assert "dealt 3 times" in nobody.failures[0].message
    assert not nobody.finished and nobody.as_dict()["pairings"] == {}


def test_failures_are_reported_and_in_no_mean():
    good = RandomPlayer(2)
    result = ws.play_deals(Failing(deals=2), good, deals=4, seed=5)
    where = {(each.number, each.which, each.player) for each in result.failures}
    assert where == {(deal, pairing, "a") for deal in (0, 1) for pairing in ("ab", "ba")}
    message = result.failures[0].message
    assert "ZeroDivisionError: no idea" in message and "at the stage 'play'" in message
    assert [deal.number for deal in result.finished] == [2, 3]
    for deal in result.deals[:2]:
        assert deal.hands[:2] == (None, None) and deal.hands[2] is not None
    right = ws.play_deals(RandomPlayer(), good, deals=4, seed=5)
    assert result.deals[2:] == right.deals[2:]
    tricks = [deal.hands[0].tricks - deal.hands[2].tricks for deal in right.deals[2:]]
    assert result.declaring.tricks == statistics.fmean(tricks)
    before = ws.play_deals(good, good, deals=2, before_play=Failing(stage="auction", deals=1))
    assert [(each.number, each.which, each.player) for each in before.failures] == [(0, "", "before_play")]


def test_numbers_of_a_result_of_deals():
    times = Decisions(10, 1.0), Decisions(20, 4.0)

    def deal(number, *tricks):
        hands = tuple(HandPlayed(each, each > 9, float(each - 9)) for each in tricks)
        return DealPlayed(number, 0, 1, "4S+ by E", hands, (), times)

    failure = Failure(2, "ab", "a", "?")
    failed = DealPlayed(2, 0, 1, "4S+ by E", (None, None, None), (failure,), times)
    played = (deal(0, 10, 8, 9), deal(1, 11, 9, 9), failed)
    result = DealsResult(("a", "b"), RULES, 7, "c", played)
    assert result.failures == (failure,) and result.finished == played[:2]
    assert result.declaring.tricks == 1.5 and result.defending.tricks == 0.5
    assert result.declaring.tricks_interval == (pytest.approx(1.5 - 0.98), pytest.approx(1.5 + 0.98))
    assert result.declaring.points == 1.5 and [own.number for own in result.decisions] == [30, 60]
    assert result.pairings[0] == PairingSummary("ab", 10.5, 1.0, 1.5)
    assert [each.pairing for each in result.pairings] == ["ab", "ba", "bb"]
    declaring = "+1.50 tricks (+0.52 to +2.48)"
    assert str(result.declaring) == declaring
    defending = "defending +0.50 tricks (-0.48 to +1.48)"
    assert str(result) == f"2 deals, a beside b: declaring {declaring}, {defending}"
    values = json.loads(json.dumps(result.as_dict()))
    assert values["finished"] == 2 and values["declaring"]["tricks"] == 1.5
    assert tuple(DealPlayed.from_dict(each) for each in values["played"]) == played
    empty = DealsResult(("a", "b"), RULES, 7, "c", ())
    assert math.isnan(empty.declaring.tricks)
    assert json.loads(json.dumps(empty.as_dict(), allow_nan=False))["declaring"]["tricks"] is None

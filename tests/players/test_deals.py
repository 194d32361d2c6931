"""The play of the cards alone: the same start for every pairing, who plays which side, gains, failures."""

import json
import math
import statistics

import pytest
from tests.support.recording_players import Recorder

import whistsolve as ws
from whistsolve.errors import WhistError
from whistsolve.game import Act, Bid, HandState, HandView, Pass
from whistsolve.players import (
    DealPlayed,
    DealsResult,
    Decisions,
    Failure,
    HandPlayed,
    HeuristicPlayer,
    PairingSummary,
    RandomPlayer,
)
from whistsolve.players import deals as module
from whistsolve.rules import Rules

RULES = Rules.preset("bid_whist")


class Wrong(RandomPlayer):
    """Plays at random, but raises an exception at a stage of the first deals."""

    def __init__(self, stage: str, deals: int = 100) -> None:
        super().__init__()
        self.stage, self.deals = stage, deals

    def act(self, view: HandView) -> Act:
        if view.stage == self.stage and view.dealer < self.deals:
            raise ZeroDivisionError("no idea")
        return super().act(view)


class Passing(RandomPlayer):
    """Never bids where it may pass."""

    def call(self, view: HandView) -> Bid | Pass:
        return view.legal_calls[0]


def declares(view: HandView, result: DealPlayed) -> bool:
    return view.seating.sides[view.player] == view.seating.sides[result.declarer]


def test_the_same_player_gains_nothing() -> None:
    one = RandomPlayer(1)
    for preset in ("bid_whist", "cutthroat_3", "dummy", "double_dummy", "whist"):
        rules = Rules.preset(preset)
        result = ws.play_deals(one, one, deals=2, rules=rules, seed=3, before_play=one, itself=True)
        for deal in result.deals:
            assert len(set(deal.hands)) == 1 and deal.hands[0] is not None
        assert result.declaring.tricks == result.defending.tricks == 0 == result.declaring.points
        assert not result.failures and len(result.finished) == 2


@pytest.mark.parametrize("preset", ["bid_whist", "cutthroat_4", "dummy", "whist"])
def test_every_pairing_begins_with_the_same_contract_and_cards(preset: str) -> None:
    rules = Rules.preset(preset)
    a, b, bidder = Recorder(1), Recorder(2), Recorder(3)
    (deal,) = ws.play_deals(a, b, deals=1, rules=rules, seed=6, before_play=bidder, itself=True).deals
    assert {view.stage for view in bidder.views} <= {"auction", "declaration", "discard", "exchange"} | {
        "hand_option"
    }
    for views in (a.views, b.views):
        assert {view.stage for view in views} == {"play"}
        assert all(view.is_turn and not any(view.scores) for view in views)
        (strain,) = {str(view.strain) for view in views}
        assert strain in deal.contract
    first = {}  # the cards of each player at their first play, by side
    for view in a.views + b.views:
        if not view.tricks and len(view.hand) == max(view.sizes):
            first.setdefault(view.player, set()).add(view.hand)
    assert first and all(len(hands) == 1 for hands in first.values())
    # a plays for the declarer, then against them, then on both sides.
    sides = [declares(view, deal) for view in a.views]
    changes = [one for one, other in zip(sides, [None, *sides], strict=False) if one != other]
    assert changes[:2] == [True, False] and len(changes) > 4
    assert [own.number for own in deal.decisions] == [len(a.views), len(b.views)]


def test_tricks_and_points_are_those_of_the_declarers_side(monkeypatch: pytest.MonkeyPatch) -> None:
    states: list[HandState] = []
    wrapped = module._play_cards

    def spy(contest, state, *rest):  # type: ignore[no-untyped-def]
        states.append(state)
        return wrapped(contest, state, *rest)

    monkeypatch.setattr(module, "_play_cards", spy)
    for preset in ("cutthroat_4", "whist"):
        states.clear()
        result = ws.play_deals(HeuristicPlayer(), RandomPlayer(), deals=2, rules=Rules.preset(preset), seed=1)
        for number, state in enumerate(states):
            deal, scored = result.deals[number // 3], state.result()
            hand, sides = deal.hands[number % 3], state.seating.sides
            assert hand is not None and hand.made == scored.made
            own = [each for each in range(4) if sides[each] == sides[deal.declarer]]
            assert hand.tricks == sum(scored.tricks[each] for each in own)
            others = [scored.points[each] for each in range(4) if each not in own]
            assert hand.points == scored.points[deal.declarer] - statistics.fmean(others)
            if preset == "whist":
                lead = state.tricks[0].plays[0].hand
                assert deal.declarer == lead and deal.contract == str(state.strain)


def test_the_bidder_is_the_model_where_it_knows_the_game() -> None:
    for preset, known in (("bid_whist", True), ("cutthroat_4", True), ("whist", False), ("dummy", True)):
        rules = Rules.preset(preset)
        result = ws.play_deals(RandomPlayer(), RandomPlayer(), deals=1, rules=rules)
        assert result.before_play == ("HeuristicPlayer(bids='modelled')" if known else "HeuristicPlayer()")
    other = ws.play_deals(RandomPlayer(), RandomPlayer(), deals=1, before_play=RandomPlayer(7))
    assert other.before_play == "RandomPlayer(seed=7)"


def test_a_deal_that_nobody_bids_on_is_dealt_again(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Rules.preset("bid_whist", all_pass="redeal_next_dealer")
    dealt = []
    wrapped = HandState.random

    def spy(seed, rules, **more):  # type: ignore[no-untyped-def]
        dealt.append((seed, more.get("dealer")))
        return wrapped(seed, rules, **more)

    monkeypatch.setattr(module.HandState, "random", spy)
    result = ws.play_deals(RandomPlayer(), RandomPlayer(), deals=4, rules=rules, seed=2)
    assert [deal.dealer for deal in result.deals] == [0, 1, 2, 3] and not result.failures
    monkeypatch.setattr(module, "_MOST_DEALT", 3)
    dealt.clear()
    nobody = ws.play_deals(RandomPlayer(), RandomPlayer(), deals=2, rules=rules, before_play=Passing())
    assert [dealer for _, dealer in dealt[1:]] == [0, 0, 0, 1, 1, 1] and len(set(dealt)) == 7
    assert [(each.number, each.player) for each in nobody.failures] == [(0, ""), (1, "")]
    assert "dealt 3 times" in nobody.failures[0].message
    assert not nobody.finished and nobody.as_dict()["pairings"] == {}


def test_failures_are_reported_and_in_no_mean() -> None:
    good = RandomPlayer(2)
    result = ws.play_deals(Wrong("play", deals=2), good, deals=4, seed=5)
    assert {(each.number, each.which, each.player) for each in result.failures} == {
        (deal, pairing, "a") for deal in (0, 1) for pairing in ("ab", "ba")
    }
    assert "ZeroDivisionError: no idea" in result.failures[0].message
    assert "at the stage 'play'" in result.failures[0].message
    assert [deal.number for deal in result.finished] == [2, 3]
    for deal in result.deals[:2]:
        assert deal.hands[:2] == (None, None) and deal.hands[2] is not None
    right = ws.play_deals(RandomPlayer(), good, deals=4, seed=5)
    assert result.deals[2:] == right.deals[2:]
    tricks = [deal.hands[0].tricks - deal.hands[2].tricks for deal in right.deals[2:]]  # type: ignore[union-attr]
    assert result.declaring.tricks == statistics.fmean(tricks)
    before = ws.play_deals(good, good, deals=2, before_play=Wrong("auction", deals=1))
    assert [(each.number, each.which, each.player) for each in before.failures] == [(0, "", "before_play")]


def test_wrong_arguments_are_named() -> None:
    good = RandomPlayer()
    for a, more, message in (
        (good, {"deals": 0}, "deals 0"),
        (good, {"itself": 1}, "itself 1 is wrong: expected True or False"),
        (good, {"resume": 3}, "resume 3 is wrong: expected a DealsResult"),
        (good, {"save": 3}, "save 3 is wrong: expected the name of a file"),
    ):
        with pytest.raises(WhistError, match=message):
            ws.play_deals(a, good, **{"deals": 2, "rules": RULES, **more})  # type: ignore[arg-type]
    one = ws.play_deals(good, good, deals=1, rules=RULES)
    with pytest.raises(WhistError, match="of other pairings: expected the same"):
        ws.play_deals(good, good, deals=1, rules=RULES, resume=one, itself=True)


TIMES = Decisions(10, 1.0), Decisions(20, 4.0)


def test_numbers_of_a_result() -> None:
    def deal(number: int, *tricks: int) -> DealPlayed:
        hands = tuple(HandPlayed(each, each > 9, float(each - 9)) for each in tricks)
        return DealPlayed(number, 0, 1, "4S+ by E", hands, (), TIMES)

    failure = Failure(2, "ab", "a", "?")
    failed = DealPlayed(2, 0, 1, "4S+ by E", (None, None, None), (failure,), TIMES)
    deals = (deal(0, 10, 8, 9), deal(1, 11, 9, 9), failed)
    result = DealsResult(("a", "b"), RULES, 7, "c", deals)
    assert result.failures == (failure,) and result.finished == deals[:2]
    assert result.declaring.tricks == 1.5 and result.defending.tricks == 0.5
    assert result.declaring.tricks_interval == (pytest.approx(1.5 - 0.98), pytest.approx(1.5 + 0.98))
    assert result.declaring.points == 1.5 and [own.number for own in result.decisions] == [30, 60]
    assert result.pairings[0] == PairingSummary("ab", 10.5, 1.0, 1.5)
    assert [each.pairing for each in result.pairings] == ["ab", "ba", "bb"]
    assert str(result.declaring) == "+1.50 tricks (+0.52 to +2.48)"
    assert str(result) == (
        f"2 deals, a beside b: declaring {result.declaring}, defending +0.50 tricks (-0.48 to +1.48)"
    )
    values = json.loads(json.dumps(result.as_dict()))
    assert values["finished"] == 2 and values["declaring"]["tricks"] == 1.5
    assert tuple(DealPlayed.from_dict(each) for each in values["played"]) == deals
    empty = DealsResult(("a", "b"), RULES, 7, "c", ())
    assert math.isnan(empty.declaring.tricks)
    assert json.loads(json.dumps(empty.as_dict(), allow_nan=False))["declaring"]["tricks"] is None

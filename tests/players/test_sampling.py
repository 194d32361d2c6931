"""`SamplingPlayer`: every stage and every game, equal views give equal acts, and where heuristics decide."""

import pickle
import random
from collections.abc import Iterator
from copy import deepcopy

import pytest
from tests.support.hands_played import pushed, short_hand, started, to_play
from tests.support.random_matches import check_cards
from tests.support.refusals import assert_refused
from tests.support.thorough import by_default

from whistsolve.advice import (
    CallModel,
    Convention,
    Meaning,
    evaluate_bids,
    evaluate_cards,
    evaluate_discards,
    evaluate_strains,
)
from whistsolve.analysis import check_claim
from whistsolve.errors import ActError, RulesError, WhistError
from whistsolve.game import Answer, Claim, Declare, Discard, HandState, HandView, Play
from whistsolve.players import Advice, HeuristicPlayer, Player, SamplingPlayer, player_named
from whistsolve.rules import PRESETS, Rules
from whistsolve.values import Deal, Hand

TINY = SamplingPlayer("quick", samples=2)
DUMMIES = [preset for preset in PRESETS if Rules.preset(preset).has_dummies]
#: Presets that are played by default, one of every kind.
QUICK = ("bid_whist", "whist", "dummy", "double_dummy", "humbug")


def decisions(state: HandState, player: SamplingPlayer) -> Iterator[tuple[HandState, HandView, Advice]]:
    """Play a hand to its end; gives each state with the view and what was decided."""
    while not state.is_over:
        turn = state.to_act
        if turn is None:
            state.push(state.legal_picks[0] if state.stage == "exchange" else "settle")
            continue
        view = state.view(turn)
        advice = player.advise(view)
        yield state, view, advice
        state.push(advice.act)


def at(stage: str, rules: Rules, seed: int = 1) -> HandState:
    """A hand at the first decision of a stage, called and discarded by heuristics."""
    state = HandState.random(seed, rules, dealer=0)
    while state.stage != stage:
        assert state.to_act is not None
        state.push(HeuristicPlayer().act(state.view(state.to_act)))
    return state


def view_at(stage: str, rules: Rules, seed: int = 1) -> HandView:
    state = at(stage, rules, seed)
    return state.view(state.to_act or 0)


@pytest.mark.parametrize("preset", by_default(lambda preset: preset in QUICK, PRESETS))
def test_acts_are_legal_in_every_game(preset: str) -> None:
    """Short hands, in which everybody knows what was dealt: cards are sampled, calls are by heuristics."""
    state = short_hand(Rules.preset(preset), 1, 3)
    player = SamplingPlayer("quick", seed=1, samples=2, deck=state.deal.cards)
    advised = 0
    for now, view, advice in decisions(state, player):
        assert advice.act in set(now.legal_acts()) or isinstance(advice.act, Discard)
        if view.stage != "play":
            assert advice == Advice(HeuristicPlayer().act(view), None)
        else:  # a forced act is not sampled
            assert (advice.report is None) == (len(view.legal_cards) == 1 and not view.names_suit)
            advised += advice.report is not None
        check_cards(now)
    assert state.is_over and advised > 1


@pytest.mark.parametrize("preset", by_default(1, ["cutthroat_3", "bid_whist", "original_bid_whist"]))
def test_calls_strains_and_the_first_cards_of_whole_hands(preset: str) -> None:
    rules, stages = Rules.preset(preset), set()
    for now, view, advice in decisions(HandState.random(2, rules), TINY):
        assert advice.act in set(now.legal_acts()) or isinstance(advice.act, Discard)
        if advice.report is not None:
            stages.add(view.stage)
        if sum(len(trick.plays) for trick in view.tricks) + len(view.trick) > 1:
            break
    assert stages == {"auction", "declaration", "play"}


@pytest.mark.parametrize(
    "preset", by_default(1, [name for name in PRESETS if Rules.preset(name).has_dummies])
)
def test_games_with_dummies(preset: str) -> None:
    """The dummy is a hand that is not seen, and then one that is."""
    for _, view, advice in decisions(HandState.random(1, Rules.preset(preset)), TINY):
        if view.stage == "hand_option":
            assert advice.report is None and advice.act == HeuristicPlayer().act(view)
        elif max(len(view.legal_calls), len(view.legal_strains), len(view.legal_cards)) > 1:
            assert advice.report is not None
        if len(view.tricks) == 1:
            break


def test_a_call_is_the_best_by_match_equity() -> None:
    rules = Rules.preset("bid_whist")
    view = view_at("auction", rules)
    player = SamplingPlayer("quick", seed=4, samples=16)
    advice = player.advise(view)
    asked = {"rules": rules, "seat": view.player, "dealer": 0, "samples": 16, "seed": 4000}
    report = evaluate_bids(view.hand, **asked, discards="estimated", play="table")  # type: ignore[arg-type]
    assert advice == Advice(report.best.call, report)
    ahead = HandState(HandState.random(1, rules).deal, rules, dealer=0, scores=(6, 0, 6, 0))
    assert player.advise(ahead.view(1)).report != report  # the scores count


def test_a_card_is_the_best_of_evaluate_cards() -> None:
    view = view_at("play", Rules.preset("whist"), 2)
    report = evaluate_cards(view, samples=4, seed=7000, threads=1)
    advice = SamplingPlayer("strong", seed=7, samples=4).advise(view)
    assert advice == Advice(Play(report.best.card), report)
    played = HandState.random(2, Rules.preset("whist"), dealer=0)
    played.push(report.best.card)
    assert played.to_act is not None
    after = SamplingPlayer(seed=7, samples=4).advise(played.view(played.to_act))
    assert after.report == evaluate_cards(played.view(played.to_act), samples=4, seed=7001)


def test_strains_and_discards() -> None:
    rules = Rules.preset("bid_whist", declare_timing="after_kitty")
    view = view_at("declaration", rules)
    question = {"rules": rules, "seat": view.player, "dealer": 0, "calls": [call for _, call in view.calls]}
    player = SamplingPlayer("normal", samples=2)
    seed = len(view.calls)
    search = player._effort.search
    strains = evaluate_strains(
        view.hand, samples=2, seed=seed, discard_search=search, play="table", **question
    )
    assert player.advise(view) == Advice(Declare(strains.best.strain), strains)
    assert player.name(view) == strains.best.strain
    named = pushed(at("declaration", rules), Declare(strains.best.strain)).view(view.player)
    discards = evaluate_discards(
        view.hand,
        strains.best.strain,
        samples=2,
        seed=seed,
        discard_search=search,
        double_dummy_samples=0,
        **question,
    )
    assert player.advise(named) == Advice(Discard(discards.best.cards), discards)
    assert SamplingPlayer("quick").advise(named) == Advice(HeuristicPlayer().act(named), None)


@pytest.mark.parametrize("strength", by_default(1, ["quick", "normal"]))
def test_a_strain_named_after_the_discard_is_that_of_the_discard(strength: str) -> None:
    rules = Rules.preset("bid_whist", declare_timing="after_discard")
    player = SamplingPlayer(strength, samples=2)  # type: ignore[arg-type]
    state = at("discard", rules)
    assert state.declarer is not None and state.strain is None
    discard = player.advise(state.view(state.declarer))
    state.push(discard.act)
    assert player.advise(state.view(state.declarer)).report == discard.report is not None
    other = at("discard", rules)
    kept = [card for card in other.hands[state.declarer] if card not in discard.act.cards]
    other.push(Discard(Hand(kept[:6])))
    assert player.advise(other.view(state.declarer)).report is None


def test_jokers_that_are_exchanged_are_left_to_heuristics() -> None:
    rules = Rules.preset("bid_whist", joker_no_trump="exchanged", exchange_bidder_must_bury=True)
    state = pushed(HandState.random(0, rules, dealer="W"), "pass", "pass", "4NT", "pass")
    for _, view, advice in decisions(state, TINY):
        if view.stage in ("discard", "exchange"):
            assert advice == Advice(HeuristicPlayer().act(view), None)
        if view.stage == "play":
            assert advice.report is not None
            break


def test_a_claim_is_accepted_where_it_holds_in_every_layout() -> None:
    state = to_play(started("N:AK2... QJ3... T98... 654...", "bid_whist_no_kitty", claims="agreed"), "S+")
    knows, player = SamplingPlayer("quick", deck=state.deal.cards), SamplingPlayer("quick")
    # Without the deck nobody knows what is out.
    for asked, tricks, accepted in (
        *((knows, 3, False), (knows, 2, True), (knows, 0, True), (player, 2, False), (player, 0, True)),
    ):
        claimed = pushed(state.copy(), Claim(tricks))
        assert asked.act(claimed.view(claimed.to_act or 0)) == Answer(accepted), (asked, tricks)


def test_a_claim_that_holds_only_as_the_cards_lie_is_contested() -> None:
    """North's king draws the last trumps but where one of the opponents has two, and ruffs the ace."""
    start = started("N:AK.A.. QJ.2.. T9.3.. 87.4..", "bid_whist_no_kitty", claims="agreed")
    state = pushed(to_play(start, "S+"), "SA", "SJ", "S9", "S7")
    player = SamplingPlayer(deck=state.deal.cards)
    two, one = pushed(state.copy(), "claim 2"), pushed(state, "claim 1")
    assert check_claim(two).holds
    assert player.act(two.view(1)) == Answer(False)  # West may have the eight and the ten
    assert player.act(one.view(1)) == Answer(True)  # the king is high


def test_equal_views_give_equal_acts() -> None:
    """Other cards where the player sees none, another object of the player, any threads, any order."""
    rules, draw, compared = Rules.preset("bid_whist_no_kitty"), random.Random(1), 0
    one, two = TINY, SamplingPlayer("quick", samples=2, threads=2)
    for now, view, advice in decisions(HandState.random(8, rules), SamplingPlayer("quick", samples=2)):
        if draw.random() < 0.15:
            assert one.advise(deepcopy(view)) == two.advise(view) == advice
            compared += 1
        if not view.tricks and not view.trick:
            hands = list(now.deal.hands)
            first, second = [player for player in range(4) if player != view.player][:2]
            hands[first], hands[second] = hands[second], hands[first]
            other = HandState(Deal(hands), rules, dealer=now.dealer)
            pushed(other, *now.acts)
            assert other.view(view.player) == view
            assert one.advise(other.view(view.player)) == advice
    assert compared > 3


def test_it_can_be_pickled_and_named() -> None:
    player = SamplingPlayer("strong", seed=3, samples=2)
    again = pickle.loads(pickle.dumps(player))
    view = view_at("play", Rules.preset("whist"))
    assert repr(again) == repr(player) == "SamplingPlayer('strong', seed=3, samples=2)"
    assert again.advise(view) == player.advise(view)
    assert isinstance(player, Player)
    names = {"sampling": "normal", "sampling_quick": "quick", "sampling_strong": "strong"}
    for name, strength in names.items():
        assert repr(player_named(name)) == f"SamplingPlayer({strength!r}, seed=0)"
    assert repr(SamplingPlayer(time_limit=2, deck="A.K.Q.J")) == (
        "SamplingPlayer('normal', seed=0, time_limit=2.0, deck='A.K.Q.J')"
    )


def test_short_deals_without_their_deck_are_played_by_heuristics() -> None:
    state = short_hand(Rules.preset("bid_whist_no_kitty"), 1)
    for _, view, advice in decisions(state, TINY):
        assert advice == Advice(HeuristicPlayer().act(view), None)


def test_agreed_bids_show_what_the_hand_has() -> None:
    """No 4 in a suit without a joker, more often with one; other players are not taken to agree."""
    rules, named = Rules.preset("bid_whist"), "four_shows_joker"
    player = SamplingPlayer("quick", samples=48, agreements=[named])
    plain = SamplingPlayer("quick", samples=48)
    showing = fours = 0
    for seed in range(20):
        state = HandState.random(seed, rules, dealer=3)
        view = state.view(0)
        bid, other = player.call(view), plain.call(view)
        assert player.agreements == (named,)
        fours += str(other) in ("4+", "4-")
        if str(bid) in ("4+", "4-"):
            showing += 1
            assert any(card.is_joker for card in view.hand)
    assert 0 < showing < fours
    model = player._call_model(view)
    assert model is not None and model.followed_by == {0, 2}
    with pytest.raises(WhistError, match="there is no convention 'four_shows_jokers'"):
        SamplingPlayer(agreements=["four_shows_jokers"])
    with pytest.raises(WhistError, match="a model and agreements are given"):
        SamplingPlayer(agreements=[named], model=CallModel(rules))
    low = Convention(
        "three_low", (Meaning(levels=(3,), kind="suit", direction="uptown", leaning="downtown"),)
    )
    with pytest.raises(RulesError, match="'three_shows_direction' and 'three_low' contradict each other"):
        SamplingPlayer(agreements=["three_shows_direction", low]).call(view)
    with pytest.raises(RulesError, match="'four_shows_joker' does not fit the rules"):
        player.call(view_at("auction", Rules.preset("cutthroat_4")))


def test_wrong_arguments() -> None:
    cases = [
        ({"strength": "weak"}, "strength 'weak' is wrong: expected 'quick', 'normal' or 'strong'"),
        ({"samples": 0}, "samples"),
        ({"deck": "nonsense"}, ""),
    ]
    assert_refused(lambda wrong: SamplingPlayer(**wrong), WhistError, cases)
    state = HandState.random(1, Rules.preset("bid_whist"), dealer="W")
    with pytest.raises(ActError, match="player 2 is not to act, player 0 is at the stage 'auction'"):
        TINY.act(state.view(2))

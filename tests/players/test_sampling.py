"""`SamplingPlayer`: every stage and every game, equal views give equal acts, and where heuristics decide."""

import pickle
import random
from collections.abc import Iterator
from copy import deepcopy

import pytest
from tests.support.hands_played import pushed, short_hand, started, to_play
from tests.support.random_matches import check_cards

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
from whistsolve.errors import ActError, NotationError, RulesError, WhistError
from whistsolve.game import Answer, Claim, Declare, Discard, HandState, HandView, Play
from whistsolve.players import (
    Advice,
    HeuristicPlayer,
    Player,
    RandomPlayer,
    SamplingPlayer,
    play_matches,
    player_named,
)
from whistsolve.rules import PRESETS, Rules
from whistsolve.values import Card, Deal, Hand

TINY = SamplingPlayer("quick", samples=2)
#: Games in which the advice knows no calls.
UNKNOWN = [preset for preset in PRESETS if Rules.preset(preset).has_dummies]


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


def deck_of(state: HandState) -> Hand:
    deal = state.deal
    return Hand([card for hand in (*deal.hands, deal.kitty or ()) for card in hand])


def at(stage: str, rules: Rules, seed: int = 1) -> HandState:
    """A hand at the first decision of a stage, called and discarded by heuristics."""
    state = HandState.random(seed, rules, dealer=0)
    while state.stage != stage:
        assert state.to_act is not None
        state.push(HeuristicPlayer().act(state.view(state.to_act)))
    return state


def view_at(stage: str, rules: Rules, seed: int = 1) -> HandView:
    state = at(stage, rules, seed)
    assert state.to_act is not None
    return state.view(state.to_act)


# --------------------------------------------------------------------------------------------- every game


@pytest.mark.parametrize("preset", PRESETS)
def test_acts_are_legal_in_every_game(preset: str) -> None:
    """Short hands, in which everybody knows what was dealt: cards are sampled, calls are by heuristics."""
    seed = 1
    state = short_hand(Rules.preset(preset), seed, 3)
    player = SamplingPlayer("quick", seed=seed, samples=2, deck=deck_of(state))
    advised = 0
    for now, view, advice in decisions(state, player):
        assert advice.act in set(now.legal_acts()) or isinstance(advice.act, Discard)
        if view.stage != "play":
            assert advice == Advice(HeuristicPlayer().act(view), None)
        else:
            assert (advice.report is None) == (len(view.legal_cards) == 1 and not view.names_suit)
            advised += advice.report is not None
        check_cards(now)
    assert state.is_over and advised > 1


@pytest.mark.parametrize("preset", ["bid_whist", "bid_whist_no_kitty", "original_bid_whist", "cutthroat_3"])
def test_calls_strains_and_the_first_cards_of_whole_hands(preset: str) -> None:
    rules, stages = Rules.preset(preset), set()
    for now, view, advice in decisions(HandState.random(2, rules), TINY):
        assert advice.act in set(now.legal_acts()) or isinstance(advice.act, Discard)
        if advice.report is not None:
            stages.add(view.stage)
        if sum(len(trick.plays) for trick in view.tricks) + len(view.trick) > 5:
            break
    assert stages == {"auction", "declaration", "play"}


@pytest.mark.parametrize("preset", UNKNOWN)
def test_games_with_dummies(preset: str) -> None:
    """The dummy is a hand that is not seen, and then one that is."""
    for _, view, advice in decisions(HandState.random(1, Rules.preset(preset)), TINY):
        if view.stage == "hand_option":
            assert advice.report is None and advice.act == HeuristicPlayer().act(view)
        elif max(len(view.legal_calls), len(view.legal_strains), len(view.legal_cards)) > 1:
            assert advice.report is not None
        if len(view.tricks) == 2:
            break


# ------------------------------------------------------------------------------------------ what it decides


def test_a_call_is_the_best_by_match_equity() -> None:
    rules = Rules.preset("bid_whist")
    view = view_at("auction", rules)
    advice = SamplingPlayer("quick", seed=4).advise(view)
    report = evaluate_bids(
        view.hand,
        rules=rules,
        seat=view.player,
        dealer=0,
        samples=160,
        seed=4000,
        discards="estimated",
        play="table",
    )
    assert advice.report == report and advice.act == report.best.call
    ahead = HandState(HandState.random(1, rules).deal, rules, dealer=0, scores=(6, 0, 6, 0))
    assert SamplingPlayer("quick", seed=4).advise(ahead.view(1)).report != report  # the scores count


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
    player = SamplingPlayer("normal", samples=3)
    seed = len(view.calls)
    search = player._effort.search
    strains = evaluate_strains(
        view.hand, samples=3, seed=seed, discard_search=search, play="table", **question
    )
    assert player.advise(view) == Advice(Declare(strains.best.strain), strains)
    assert player.name(view) == strains.best.strain
    named = pushed(at("declaration", rules), Declare(strains.best.strain)).view(view.player)
    discards = evaluate_discards(
        view.hand,
        strains.best.strain,
        samples=3,
        seed=seed,
        discard_search=search,
        double_dummy_samples=0,
        **question,
    )
    assert player.advise(named) == Advice(Discard(discards.best.cards), discards)
    assert Hand(player.discard(named)) == discards.best.cards
    assert SamplingPlayer("quick").advise(named) == Advice(HeuristicPlayer().act(named), None)


@pytest.mark.parametrize("strength", ["quick", "normal"])
def test_a_strain_named_after_the_discard_is_that_of_the_discard(strength: str) -> None:
    rules = Rules.preset("bid_whist", declare_timing="after_discard")
    player = SamplingPlayer(strength, samples=2)  # type: ignore[arg-type]
    for seed in (1, 2):
        state = at("discard", rules, seed)
        assert state.declarer is not None and state.strain is None
        discard = player.advise(state.view(state.declarer))
        state.push(discard.act)
        strain = player.advise(state.view(state.declarer))
        assert strain.report == discard.report is not None
        other = at("discard", rules, seed)
        kept = [card for card in other.hands[state.declarer] if card not in discard.act.cards]
        other.push(Discard(Hand(kept[:6])))
        assert player.advise(other.view(state.declarer)).report is None


def test_jokers_that_are_exchanged_are_left_to_heuristics() -> None:
    rules = Rules.preset("bid_whist", joker_no_trump="exchanged", exchange_bidder_must_bury=True)
    for seed in range(3):
        state = HandState.random(seed, rules, dealer="W")
        pushed(state, "pass", "pass", "4NT", "pass")
        for _, view, advice in decisions(state, TINY):
            if view.stage in ("discard", "exchange"):
                assert advice == Advice(HeuristicPlayer().act(view), None)
            if view.stage == "play":
                assert advice.report is not None
                break


def test_a_forced_act_is_not_sampled() -> None:
    state = to_play(started("N:A4... K.3.. Q2... J5...", "bid_whist_no_kitty"), "S+")
    state.push("SA")
    assert state.to_act == 1
    assert SamplingPlayer().advise(state.view(1)) == Advice(Play(Card.from_text("SK")), None)


# --------------------------------------------------------------------------------------------------- claims

HANDS = "N:AK2... QJ3... T98... 654..."


def test_a_claim_is_accepted_where_it_holds_in_every_layout() -> None:
    state = to_play(started(HANDS, "bid_whist_no_kitty", claims="agreed"), "S+")
    player = SamplingPlayer("quick", deck=deck_of(state))
    for tricks, accepted in ((3, False), (2, True), (0, True)):
        claimed = pushed(state.copy(), Claim(tricks))
        assert claimed.to_act is not None
        assert player.act(claimed.view(claimed.to_act)) == Answer(accepted)
    # Without the deck nobody knows what is out.
    claimed = pushed(state.copy(), Claim(2))
    assert SamplingPlayer("quick").act(claimed.view(1)) == Answer(False)
    assert SamplingPlayer("quick").act(pushed(state.copy(), Claim(0)).view(1)) == Answer(True)


def test_a_claim_that_holds_only_as_the_cards_lie_is_contested() -> None:
    """North's king draws the last trumps but where one of the opponents has two, and ruffs the ace."""
    deal = "N:AK.A.. QJ.2.. T9.3.. 87.4.."
    state = to_play(started(deal, "bid_whist_no_kitty", claims="agreed"), "S+")
    pushed(state, "SA", "SJ", "S9", "S7", "claim 2")
    assert check_claim(state).holds
    player = SamplingPlayer(deck=deck_of(state))
    assert player.act(state.view(1)) == Answer(False)  # West may have the eight and the ten
    fewer = pushed(
        to_play(started(deal, "bid_whist_no_kitty", claims="agreed"), "S+"), "SA", "SJ", "S9", "S7"
    )
    assert player.act(pushed(fewer, "claim 1").view(1)) == Answer(True)  # the king is high


# ---------------------------------------------------------------------------------------- a function of views


def test_equal_views_give_equal_acts() -> None:
    """Other cards where the player sees none, another object of the player, any threads, any order."""
    rules, draw, compared = Rules.preset("bid_whist_no_kitty"), random.Random(1), 0
    one, two = TINY, SamplingPlayer("quick", samples=2, threads=2)
    for now, view, advice in decisions(HandState.random(8, rules), SamplingPlayer("quick", samples=2)):
        if draw.random() < 0.3:
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
    assert compared > 5


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


def test_it_wins_against_random_players() -> None:
    rules = Rules.preset("bid_whist_no_kitty", target=3)
    result = play_matches(TINY, RandomPlayer(), rules=rules, matches=4, seed=2)
    assert result.share >= 0.75 and not result.failures


# ---------------------------------------------------------------------------------------------- bad input


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
    for seed in range(60):
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
    for wrong, message in (
        ({"strength": "weak"}, "strength 'weak' is wrong: expected 'quick', 'normal' or 'strong'"),
        ({"samples": 0}, "samples"),
    ):
        with pytest.raises(WhistError, match=message):
            SamplingPlayer(**wrong)  # type: ignore[arg-type]
    with pytest.raises(NotationError):
        SamplingPlayer(deck="nonsense")
    state = HandState.random(1, Rules.preset("bid_whist"), dealer="W")
    with pytest.raises(ActError, match="player 2 is not to act, player 0 is at the stage 'auction'"):
        TINY.act(state.view(2))

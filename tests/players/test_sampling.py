"""`SamplingPlayer`: every stage and every game, equal views give equal acts, and where heuristics decide."""

import pytest
from tests.support.hands_played import pushed, short_hand, started, to_play
from tests.support.random_matches import check_cards
from tests.support.recording_players import by_views
from tests.support.refusals import assert_refused
from tests.support.thorough import by_default

import whistsolve as ws
from whistsolve.advice import CallModel, Convention, Meaning
from whistsolve.analysis import check_claim
from whistsolve.errors import ActError, RulesError, WhistError
from whistsolve.game import Answer, Claim, Declare, Discard, HandState, Play
from whistsolve.players import Advice, HeuristicPlayer, SamplingPlayer
from whistsolve.rules import PRESETS, Rules
from whistsolve.values import Hand

BID_WHIST, NO_KITTY, WHIST = map(Rules.preset, ("bid_whist", "bid_whist_no_kitty", "whist"))
TINY = SamplingPlayer("quick", samples=2)
DUMMIES = [preset for preset in PRESETS if Rules.preset(preset).has_dummies]
QUICK = {"bid_whist", "whist", "dummy", "double_dummy", "humbug"}  # one of every kind


def decisions(state, player=TINY):
    return by_views(state, player.advise)


def at(stage, rules, seed=1):
    """A hand at the first decision of a stage, called and discarded by heuristics."""
    state = HandState.random(seed, rules, dealer=0)
    while state.stage != stage:
        state.push(HeuristicPlayer().act(state.view(state.to_act)))
    return state


def view_at(stage, rules, seed=1):
    state = at(stage, rules, seed)
    return state.view(state.to_act)


def by_heuristics(view):
    return Advice(HeuristicPlayer().act(view), None)


@pytest.mark.parametrize("preset", by_default(QUICK.__contains__, PRESETS))
def test_acts_are_legal_in_every_game(preset):
    """Short hands, in which everybody knows what was dealt: cards are sampled, calls are by heuristics."""
    state, advised = short_hand(Rules.preset(preset), 1, 3), 0
    player = SamplingPlayer("quick", seed=1, samples=2, deck=state.deal.cards)
    for now, view, advice in decisions(state, player):
        if view.stage != "play":
            assert advice == by_heuristics(view)
        else:  # a forced act is not sampled
            assert (advice.report is None) == (len(view.legal_cards) == 1 and not view.names_suit)
            advised += advice.report is not None
        check_cards(now)
    assert state.is_over and advised > 1


@pytest.mark.parametrize(
    "preset", by_default(2, [DUMMIES[0], "cutthroat_3", "bid_whist", "original_bid_whist", *DUMMIES[1:]])
)
def test_calls_strains_and_the_first_trick_of_whole_hands(preset):
    """A dummy is a hand that is not seen, and then one that is."""
    rules, stages = Rules.preset(preset), set()
    for _, view, advice in decisions(HandState.random(2, rules)):
        if view.stage == "hand_option":
            assert advice == by_heuristics(view)
        elif max(len(view.legal_calls), len(view.legal_strains), len(view.legal_cards)) > 1:
            assert advice.report is not None
            stages.add(view.stage)
        if sum(len(trick.plays) for trick in view.tricks) + len(view.trick) > 4:
            break
    assert stages == ({"auction", "declaration", "play"} if rules.has_auction else {"play"})


def test_a_call_is_the_best_by_match_equity():
    view = view_at("auction", BID_WHIST)
    player = SamplingPlayer("quick", seed=4, samples=16)
    advice = player.advise(view)
    asked = {"rules": BID_WHIST, "seat": view.player, "dealer": 0, "samples": 16, "seed": 4000}
    report = ws.evaluate_bids(view.hand, **asked, discards="estimated", play="table")
    assert advice == Advice(report.best.call, report)
    ahead = HandState(HandState.random(1, BID_WHIST).deal, BID_WHIST, dealer=0, scores=(6, 0, 6, 0))
    assert player.advise(ahead.view(1)).report != report  # the scores count


def test_a_card_is_the_best_of_evaluate_cards():
    view = view_at("play", WHIST, 2)
    report = ws.evaluate_cards(view, samples=4, seed=7000, threads=1)
    assert SamplingPlayer("strong", seed=7, samples=4).advise(view) == Advice(Play(report.best.card), report)
    state = pushed(HandState.random(2, WHIST, dealer=0), report.best.card)
    view = state.view(state.to_act)
    after = SamplingPlayer(seed=7, samples=4).advise(view)
    assert after.report == ws.evaluate_cards(view, samples=4, seed=7001)


def test_strains_and_discards():
    rules = Rules.preset("bid_whist", declare_timing="after_kitty")
    view, player = view_at("declaration", rules), SamplingPlayer("normal", samples=2)
    asked = {"rules": rules, "seat": view.player, "dealer": 0, "calls": [call for _, call in view.calls]}
    asked |= {"samples": 2, "seed": len(view.calls), "discard_search": player._effort.search}
    strains = ws.evaluate_strains(view.hand, play="table", **asked)
    assert player.advise(view) == Advice(Declare(strains.best.strain), strains)
    assert player.name(view) == strains.best.strain
    named = pushed(at("declaration", rules), Declare(strains.best.strain)).view(view.player)
    discards = ws.evaluate_discards(view.hand, strains.best.strain, double_dummy_samples=0, **asked)
    assert player.advise(named) == Advice(Discard(discards.best.cards), discards)
    assert SamplingPlayer("quick").advise(named) == by_heuristics(named)


@pytest.mark.parametrize("strength", by_default(1, ["quick", "normal"]))
def test_a_strain_named_after_the_discard_is_that_of_the_discard(strength):
    rules = Rules.preset("bid_whist", declare_timing="after_discard")
    player, state = SamplingPlayer(strength, samples=2), at("discard", rules)
    discard = player.advise(state.view(state.declarer))
    state.push(discard.act)
    assert player.advise(state.view(state.declarer)).report == discard.report is not None
    other = at("discard", rules)
    kept = [card for card in other.hands[state.declarer] if card not in discard.act.cards]
    other.push(Discard(Hand(kept[:6])))
    assert player.advise(other.view(state.declarer)).report is None


def test_exchanged_jokers_and_short_deals_without_their_deck_are_left_to_heuristics():
    rules = Rules.preset("bid_whist", joker_no_trump="exchanged", exchange_bidder_must_bury=True)
    state = pushed(HandState.random(0, rules, dealer="W"), "pass", "pass", "4NT", "pass")
    for _, view, advice in decisions(state):
        if view.stage in ("discard", "exchange"):
            assert advice == by_heuristics(view)
        if view.stage == "play":
            assert advice.report is not None
            break
    for _, view, advice in decisions(short_hand(NO_KITTY, 1)):
        assert advice == by_heuristics(view)


def test_a_claim_is_accepted_where_it_holds_in_every_layout():
    state = to_play(started("N:AK2... QJ3... T98... 654...", "bid_whist_no_kitty", claims="agreed"), "S+")
    knows, player = SamplingPlayer("quick", deck=state.deal.cards), SamplingPlayer("quick")
    # Without the deck nobody knows what is out.
    for asked, tricks, accepted in (
        *((knows, 3, False), (knows, 2, True), (knows, 0, True), (player, 2, False), (player, 0, True)),
    ):
        claimed = pushed(state.copy(), Claim(tricks))
        assert asked.act(claimed.view(claimed.to_act)) == Answer(accepted), (asked, tricks)
    # North's king draws the last trumps but where one of the opponents has two, and ruffs the ace.
    start = started("N:AK.A.. QJ.2.. T9.3.. 87.4..", "bid_whist_no_kitty", claims="agreed")
    state = pushed(to_play(start, "S+"), "SA", "SJ", "S9", "S7")
    player = SamplingPlayer(deck=state.deal.cards)
    two, one = pushed(state.copy(), "claim 2"), pushed(state, "claim 1")
    assert check_claim(two).holds
    assert player.act(two.view(1)) == Answer(False)  # West may have the eight and the ten
    assert player.act(one.view(1)) == Answer(True)  # the king is high


def test_agreed_bids_show_what_the_hand_has():
    """No 4 in a suit without a joker, as without agreements; other players are not taken to agree."""
    named = "four_shows_joker"
    player = SamplingPlayer("quick", samples=48, agreements=[named])
    plain = SamplingPlayer("quick", samples=48)
    showing = without = 0
    for seed in range(40):
        view = HandState.random(seed, BID_WHIST, dealer=3).view(0)
        fours = [str(each.call(view)) in ("4+", "4-") for each in (player, plain)]
        if any(card.is_joker for card in view.hand):
            showing += fours[0]
        else:
            without += fours[1]
            assert not fours[0]
    assert player.agreements == (named,) and showing and without
    assert player._call_model(view).followed_by == {0, 2}
    cases = [
        ({"agreements": ["four_shows_jokers"]}, "there is no convention 'four_shows_jokers'"),
        ({"agreements": [named], "model": CallModel(BID_WHIST)}, "a model and agreements are given"),
        ({"strength": "weak"}, "strength 'weak' is wrong: expected 'quick', 'normal' or 'strong'"),
        ({"samples": 0}, "samples"),
        ({"deck": "nonsense"}, ""),
    ]
    assert_refused(lambda wrong: SamplingPlayer(**wrong), WhistError, cases)
    meaning = Meaning(levels=(3,), kind="suit", direction="uptown", leaning="downtown")
    both = SamplingPlayer(agreements=["three_shows_direction", Convention("three_low", (meaning,))])
    with pytest.raises(RulesError, match="'three_shows_direction' and 'three_low' contradict each other"):
        both.call(view)
    with pytest.raises(RulesError, match="'four_shows_joker' does not fit the rules"):
        player.call(view_at("auction", Rules.preset("cutthroat_4")))
    with pytest.raises(ActError, match="player 2 is not to act, player 0 is at the stage 'auction'"):
        TINY.act(HandState.random(1, BID_WHIST, dealer="W").view(2))

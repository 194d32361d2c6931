"""Layouts drawn in mid-trick are ones that the solver takes, in every game, at every card of random hands."""

import random
from collections.abc import Iterator

import numpy as np
import pytest
from tests.support.random_matches import random_act
from tests.support.thorough import by_default

import whistsolve as ws
from whistsolve.analysis.position_in_play import position_in_play
from whistsolve.errors import ActError, LayoutError
from whistsolve.game import HandState
from whistsolve.inference import Knowledge, LayoutPosterior, Layouts, TrickInProgress
from whistsolve.players import RandomPlayer
from whistsolve.rules import PRESETS

#: Changes of rules that matter to a trick and are in no preset; and presets that stand for others.
RULES = [
    ("bid_whist", {"joker_no_trump": "high_no_suit", "joker_any_time": True}),
    ("bid_whist", {"joker_no_trump": "free_discard", "joker_lead_no_trump": "leader_names_suit"}),
    ("bid_whist", {"joker_no_trump": "removed", "hand_size": None}),
    ("bid_whist", {"joker_no_trump": "exchanged"}),
    ("bid_whist", {"partner_sees_kitty": True}),
    ("bid_whist", {"players": 6}),
    ("bid_whist", {"players": 6, "teams": 3}),
    *((preset, {}) for preset in ("cutthroat_3", "dummy", "double_dummy", "humbug", "whist")),
    *((preset, {}) for preset in PRESETS),
]
TWELVE = pytest.mark.parametrize(("preset", "more"), by_default(12, RULES), ids=str)


def points(rules: ws.Rules, seed: int) -> Iterator[HandState]:
    """A random hand to its end: its state whenever a card is to be played."""
    draw = random.Random(seed)
    state = HandState.random(seed, rules, dealer=seed % rules.players)
    while not state.is_over:
        if state.stage == "play":
            yield state
        if rules.renege_mode == "detect_and_call" or state.to_act is None:
            state.push(random_act(state, draw))
        else:
            state.push(RandomPlayer(seed).act(state.view(state.to_act)))


def strongest(rules: ws.Rules, seed: int) -> Iterator[HandState]:
    """The points of the first hand from a seed on that is played in no trump, where there is one."""
    found = [list(map(HandState.copy, points(rules, number))) for number in range(seed, seed + 4)]
    in_no_trump = [states for states in found if states and states[0].strain.is_no_trump]
    return iter((in_no_trump or [states for states in found if states])[0])


@TWELVE
def test_the_solver_takes_what_is_drawn_at_every_card(preset: str, more: dict[str, object]):
    rules, taken = ws.Rules.preset(preset, **more), 0
    for number, state in enumerate(strongest(rules, 5)):
        view = state.view(state.to_act)
        trick = TrickInProgress.of_view(view)
        own, held = trick.to_play, set(state.hands[state.hand_to_play])
        for deal in trick.draw(2, seed=number):
            assert set(deal.hands[own]) == held
            bounds = ws.solve_cards(deal, **trick.arguments, node_limit=1)
            assert set(bounds) == set(view.legal_cards)
            taken += 1
    assert taken >= 2 * len(trick.hands)


@TWELVE
def test_the_hand_as_it_lies_is_solved_as_it_is(preset: str, more: dict[str, object]):
    """The question from a view, of the layout that is true, is the one of the whole hand so far."""
    for state in strongest(ws.Rules.preset(preset, **more), 5):
        if min(len(hand) for hand in state.hands) > 4:
            continue
        trick = TrickInProgress.of_view(state.view(state.to_act))
        true = [hand.mask for hand in state.hands]
        if trick.knowledge.rest is not None:
            true.append(trick.knowledge.deck.mask - sum(true))
        layouts = np.array([true], dtype=np.uint64)
        [deal] = trick.deals(layouts)
        assert [deal] == trick.deals([list(map(ws.Hand.from_mask, true))])
        position = position_in_play(state, trick.counted_hand)
        expected = {card: low for card, (low, _) in ws.Solver().bound_cards(position).items()}
        assert ws.solve_cards(deal, **trick.arguments) == expected
        assert trick.declares == (
            state.seating.sides[state.hand_to_play] == state.seating.sides[trick.counted_hand]
        )


def test_reneges_do_not_stop_the_player_who_does_not_see_them():
    taken = refused = 0
    for seed, preset in enumerate(("bid_whist", "dummy")):
        for state in points(ws.Rules.preset(preset, renege_mode="detect_and_call"), seed):
            for player in range(state.rules.players):
                view = state.view(player)
                try:
                    trick = TrickInProgress.of_view(view)
                except LayoutError as error:
                    assert "renege" in str(error) and state.snapshot.reneges
                    refused += 1
                    continue
                [deal] = trick.draw(1, seed=seed)
                assert ws.solve_cards(deal, **trick.arguments, node_limit=1)
                taken += 1
    assert taken > 50 and refused


def test_what_a_player_knows_besides_is_used():
    state = next(s.copy() for s in points(ws.Rules.preset("bid_whist"), 2) if len(s.trick) == 2)
    view = state.view(state.to_act)
    known = Knowledge.of_view(view).with_void((view.player + 1) % 4, "hearts")
    trick = TrickInProgress.of_view(view, knowledge=known)
    seat = trick.hands.index((view.player + 1) % 4)
    assert all(not deal[seat].hearts for deal in trick.draw(20, seed=1))
    assert any(deal[seat].hearts for deal in TrickInProgress.of_view(view).draw(20, seed=1))
    weighted = LayoutPosterior(trick.knowledge).draw(3, 1)
    assert len(trick.deals(weighted.layouts)) == 3 and trick.deals([]) == []


def test_short_deals_need_their_deck():
    rules = ws.Rules.preset("bid_whist_no_kitty")
    deal = ws.Deal.from_text("N:A4... K3... Q2... J5...")
    state = HandState(deal, rules, dealer="W")
    for act in ("2+", "pass", "pass", "pass", "S+", "SA"):
        state.push(act)
    deck = [card for hand in deal.hands for card in hand]
    trick = TrickInProgress.of_view(state.view(1), deck=deck)
    found = {str(each) for each in trick.deals(Layouts(trick.knowledge).all())}
    # One of five cards for North, two of the other four for South.
    assert str(deal) in found and len(found) == 5 * 6
    with pytest.raises(LayoutError, match="deck"):
        TrickInProgress.of_view(state.view(1))


def test_wrong_calls():
    bidding = HandState.random(3, ws.Rules.preset("bid_whist"))
    views = [state.view(0) for state in points(ws.Rules.preset("bid_whist"), 2)]
    trick, known = TrickInProgress.of_view(views[0]), Knowledge.of_view(views[0])
    for make, error, words in (
        (lambda: TrickInProgress.of_view(bidding.view(0)), ActError, "'auction': expected a card to be"),
        (lambda: TrickInProgress.of_view(bidding), ActError, "expected a HandView"),
        (lambda: TrickInProgress.of_view(views[-1], knowledge=known), LayoutError, "expected that of hands"),
        (lambda: trick.deals(np.zeros((1, 4), dtype=np.uint64)), LayoutError, "5 columns"),
        (lambda: trick.deals([[ws.Hand()], [ws.Hand()] * 2]), LayoutError, "different numbers of columns"),
    ):
        with pytest.raises(error, match=words):
            make()

"""`DeclarerModel`: strains and discards of declarers, and what they do to `evaluate_cards`."""

import copy

import numpy as np
import pytest

import whistsolve as ws
from whistsolve.advice import CallModel
from whistsolve.advice.calls.declarer_model import DeclarerModel
from whistsolve.advice.calls.self_play import default_model, quick_equity
from whistsolve.dealing import random_deals
from whistsolve.errors import WhistError
from whistsolve.game import HandState, Play
from whistsolve.players import HeuristicPlayer
from whistsolve.rules import Rules

RULES = Rules.preset("bid_whist")
PLAYER = HeuristicPlayer(bids="modelled")
STRAINS = tuple(ws.Strain.of(text) for text in ("S+", "H+", "D+", "C+"))


def unbelieved():
    """The usual model; what a declarer chose is no evidence."""
    model = copy.copy(default_model(RULES))
    model.declarer_trust = 0.0
    return model


def played(seed, cards):
    """A hand after so many cards."""
    state = HandState.random(seed, RULES, dealer=seed % 4)
    done = 0
    while done < cards or state.stage != "play":
        act = PLAYER.act(state.view(state.to_act))
        done += isinstance(act, Play)
        state.push(act)
    return state


def expected(model, cards):
    """The six cards with the highest odds to be discarded."""
    order, odds = model.discard_odds(np.array([cards], dtype=np.uint64), 6)
    assert (np.diff(odds[0]) < 0).all() and order.shape == (1, 18)
    return sum(1 << int(card) for card in order[0, :6])


def test_strains_are_likely_that_have_many_tricks():
    models = [DeclarerModel(default_model(RULES), strain, STRAINS) for strain in STRAINS]
    for with_kitty in (False, True):
        deals = random_deals(200, 3, RULES)
        hands = deals[:, 0] | (deals[:, -1] if with_kitty else 0)
        found = np.stack([model.strain_likelihood(hands) for model in models], axis=1)
        assert found.sum(axis=1) == pytest.approx(1) and found.min() > 0
        kept = hands
        if with_kitty:
            kept = hands & ~np.array([expected(models[0], hand) for hand in hands], dtype=np.uint64)
        spades = np.array([len(ws.Hand.from_mask(mask).of_suit("S")) for mask in kept.tolist()])
        assert found[spades >= 6, 0].mean() > 0.5 > 4 * found[spades <= 2, 0].mean()


def test_the_discard_expected_is_that_of_heuristic_players():
    for seed in range(4):
        state = played(seed, 0)
        given_up = state.discards[state.declarer]
        model = DeclarerModel(default_model(RULES), state.strain, STRAINS)
        assert model.knows_discards
        assert expected(model, state.hands[state.declarer].mask | given_up.mask) == given_up.mask


def test_high_jokers_without_trumps_are_not_expected_to_go():
    model = CallModel(Rules.preset("bid_whist", joker_no_trump="high_no_suit"))
    no_trump = ws.Strain.of("NT+")
    assert not DeclarerModel(model, no_trump, (no_trump,)).knows_discards
    assert DeclarerModel(model, STRAINS[0], STRAINS).knows_discards


def test_defenders_and_partner_know_that_the_declarer_is_strong():
    """Beside double dummy of the true layout calls alone leave some two tricks of error."""
    asked = {"samples": 8, "seed": 1, "equity": quick_equity(RULES)}
    more = {True: [], False: []}
    for seed in range(8):
        for cards in (1, 2):
            state = played(seed, cards)
            if len(state.legal_cards) < 2 or state.to_act == state.declarer:
                continue
            view = state.view(state.to_act)
            told, untold = (ws.evaluate_cards(view, model=each, **asked) for each in (None, unbelieved()))
            partner = (state.to_act - state.declarer) % 2 == 0
            more[partner].append(told.best.tricks - untold.best.tricks)
            assert told.effective_sample_size >= told.samples / 2 - 1e-6
    assert len(more[True]) > 2 and np.mean(more[True]) > 0.6
    assert len(more[False]) > 3 and np.mean(more[False]) < -0.6


def test_trust_is_a_share():
    for share in (-0.1, 1.5, "half"):
        with pytest.raises(WhistError, match=r"declarer_trust .* is wrong: expected a number from 0 to 1"):
            CallModel(RULES, declarer_trust=share)

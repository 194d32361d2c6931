"""Views at random moments of random hands, where players and advice have to decide by the view alone."""

import itertools
import random
from collections import Counter

from tests.support.other_layouts import with_other_layout

import whistsolve as ws
from whistsolve.advice import DiscardSearch, evaluate_bids, evaluate_discards, evaluate_strains
from whistsolve.errors import RulesError
from whistsolve.game import HandState
from whistsolve.players import HeuristicPlayer, RandomPlayer
from whistsolve.players.named import PLAYERS

#: Players that decide in no time, and are asked at every moment.
QUICK = ("random", "heuristic", "modelled")


def makers(every):
    """Players of the package by name but those that see all hands; the quick ones, or every one."""

    def maker(name):
        return lambda state: PLAYERS[name]()

    found = [name for name, make in PLAYERS.items() if not getattr(make(), "sees_all_hands", False)]
    return {name: maker(name) for name in found if every or name in QUICK}


class Counts(Counter[str]):
    """Views by stage, those ``changed`` elsewhere, those with an ``open hand``, and what was asked.

    Asked are players and advice by name; ``refused`` are questions that the rules leave no answer to.
    """


# ------------------------------------------------------------------------------------------------- moments


def moments(rules, seed):
    """Random moments of random hands, with a player to act: of the stages of a hand each is as likely."""
    for number in itertools.count():
        draw = random.Random(f"{seed} {number} {rules.overrides()}")
        scores = [0] * rules.players
        if rules.game in ("bid_whist", "no_kitty_52"):
            scores = [draw.randrange(3), draw.randrange(3)] * 2
        dealer = draw.randrange(rules.players)
        state = HandState.random(draw.getrandbits(32), rules, dealer=dealer, scores=scores)
        player = draw.choice([RandomPlayer(number), HeuristicPlayer()])
        by_stage = {}
        while not state.is_over and state.to_act is not None:
            by_stage.setdefault(state.stage, []).append(state.copy())
            state.push(player.act(state.view(state.to_act)))
        yield draw.choice(by_stage[draw.choice(list(by_stage))])


# ----------------------------------------------------------------------------------------------- decisions


def advice(view, seed):
    """What the advice for the stage of a view says; `None` at stages that have none.

    Raises
    ------
    RulesError
        Where there is none for the rules.
    """
    known = {"rules": view.rules, "seat": view.player, "dealer": view.dealer, "seed": seed, "threads": 1}
    asked = {**known, "calls": [call for _, call in view.calls], "memory_mb": 16}
    if view.stage == "auction":
        return evaluate_bids(view.hand, **asked, samples=4, discards="heuristic")
    if view.stage == "declaration":
        return evaluate_strains(view.hand, **asked, samples=2, discards="heuristic")
    if view.stage == "discard":
        search = {"discard_search": DiscardSearch(), "double_dummy_samples": 0}
        return evaluate_discards(view.hand, view.strain, **asked, **search, samples=2)
    if view.stage == "play":
        return ws.evaluate_cards(view, samples=4, seed=seed, threads=1, memory_mb=16)
    return None


def said_of(state, players, seed, counts):
    """What the player to act is told and does, as text to the last digit, by the name of who says it."""
    view, said = state.view(state.to_act), {}
    try:
        report = advice(view, seed)
        if report is not None:
            said["advice"] = f"{report!r} {report.as_dict()}"
            counts["advice"] += 1
    except RulesError as error:
        said["advice"] = str(error)
        counts["refused"] += 1
    for name, make in players.items():
        try:
            said[name] = repr(make(state).act(view))
            counts[name] += 1
        except RulesError as error:  # the call model knows fewer games
            said[name] = str(error)
            counts["refused"] += 1
    return said


def differences(state, players, seed, counts):
    """Who says something else when the cards that the player to act cannot see lie otherwise.

    Raises
    ------
    AssertionError
        Where the view is another one.
    """
    other = with_other_layout(state, state.to_act, seed)
    view = state.view(state.to_act)
    assert other.view(state.to_act) == view, (state.to_act, state.acts, state.deal, other.deal)
    counts[state.stage] += 1
    counts["changed"] += other.deal != state.deal or other.acts != state.acts
    counts["open hand"] += sum(hand is not None for hand in view.hands) > 1
    said, again = (said_of(each, players, seed, counts) for each in (state, other))
    return [name for name in said if said[name] != again[name]]

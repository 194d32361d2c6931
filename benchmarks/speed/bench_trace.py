"""How long it takes to analyse a hand that was played, with the answers checked; see README.md."""

from __future__ import annotations

import random

import pytest
from benchmarks.speed.bench_solver import DATA, timed
from pytest_benchmark.fixture import BenchmarkFixture
from tests.support.thorough import by_default

import whistsolve as ws
from whistsolve.game.record import PlayedHand
from whistsolve.notation import parse_ptn
from whistsolve.solving import legal_cards

pytestmark = pytest.mark.benchmark(group="hands that were played")

BID_WHIST = ws.Rules.preset("bid_whist")

#: Hands that were played: best tricks, those after the discard, those at the end, cards that lost one.
PLAYED = {241: (8, 7, 7, [13, 37]), 327: (10, 10, 9, [1])}


@pytest.mark.parametrize("number", list(PLAYED))
def test_trace_of_a_hand_that_was_played(benchmark: BenchmarkFixture, number: int) -> None:
    hand = parse_ptn((DATA / "ptn" / f"trickster-{number}.ptn").read_bytes().decode())
    nodes = ws.analyse_play(hand).nodes
    found = timed(benchmark, lambda: ws.analyse_play(hand), nodes)
    losses = [card.number for card in found.losses]
    assert (found.best, found.start, found.end, losses) == PLAYED[number]
    assert found.nodes == nodes


def random_hand(seed: int, strain: str) -> PlayedHand:
    """A full deal played to the end by random legal cards, after a random discard."""
    rng = random.Random(seed)
    deal = ws.Deal.random(seed, BID_WHIST)
    assert deal.kitty is not None
    given_up = rng.sample([*deal.hands[0], *deal.kitty], len(deal.kitty))

    def hand(plays: list[ws.Card]) -> PlayedHand:
        return PlayedHand(
            deal,
            contract=ws.Contract(4, strain, 0),
            added={0: deal.kitty or []},
            removed={0: given_up},
            leader=0,
            plays=plays,
        )

    in_play, plays = hand([]).deal_in_play, list[ws.Card]()
    while legal := legal_cards(in_play, strain, 0, played=plays, rules=BID_WHIST):
        plays.append(rng.choice(legal))
    return hand(plays)


#: Of the random hands: best tricks, those after the discard, those at the end, how many cards lost some.
RANDOM = {"S+": (6, 5, 7, 3), "H-": (5, 2, 6, 6), "NT+": (10, 9, 7, 6)}


@pytest.mark.parametrize("strain", by_default("NT+".__eq__, RANDOM))
def test_trace_of_a_full_deal_played_at_random(benchmark: BenchmarkFixture, strain: str) -> None:
    hand = random_hand(1, strain)
    nodes = ws.analyse_play(hand).nodes
    found = timed(benchmark, lambda: ws.analyse_play(hand), nodes)
    assert (found.best, found.start, found.end, len(found.losses)) == RANDOM[strain]
    assert found.finished and found.end == found.taken and found.nodes == nodes


def test_contracts_of_a_hand_that_was_played(benchmark: BenchmarkFixture) -> None:
    hand = parse_ptn((DATA / "ptn" / "trickster-241.ptn").read_bytes().decode())
    rules = ws.Rules.preset("bid_whist", jokers=0)
    nodes = ws.analyse_play(hand, rules=rules, contract=True).nodes
    found = timed(benchmark, lambda: ws.analyse_play(hand, rules=rules, contract=True), nodes)
    assert found.contract is not None and found.nodes == nodes
    assert (found.contract.played.points, found.contract.lost) == (3, 1)
    assert [str(value.contract) for value in found.contract.best] == [
        "4C+ by S",
        "4S- by S",
        "4C- by S",
        "4NT- by S",
    ]

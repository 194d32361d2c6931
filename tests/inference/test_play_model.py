"""`PlayModel`: the kernel against slow and plain Python, posteriors by hand, and the effective sample size."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from tests.support.hands_played import to_play

from whistsolve import Card, Hand, Rules, WhistError, _kernels
from whistsolve.game import HandState, Play
from whistsolve.game.hand.trick_rules import CardPlayed, TrickRules
from whistsolve.inference import Knowledge, LayoutPosterior, Layouts, PlayModel
from whistsolve.inference.play_weights import CONTEXTS, TRAITS, WEIGHTS
from whistsolve.inference.plays_seen import PlaysSeen
from whistsolve.inference.posterior import _effective, _tempered

JOKERS = 3 << 52


# ------------------------------------------------------------------------------------- slow and plain Python


class PlainPolicy:
    """The policy once more, card by card: what each hand chose from in one layout."""

    def __init__(self, state: HandState, hands: list[set[Card]], aside: set[Card]) -> None:
        self.state, self.strain = state, state.strain
        self.rules = TrickRules(state.rules, state.strain)
        self.deck = set(state.rules.deck)
        if state.strain.is_no_trump and state.rules.joker_no_trump == "removed":
            self.deck -= set(Hand.from_mask(JOKERS))
        self.aside = aside
        self.hands = [set(hand) for hand in hands]
        for played in state.snapshot.plays:
            self.hands[played.hand].add(played.card)
        self.gone: set[Card] = set()
        self.led: list[set[int]] = [set() for _ in hands]
        self.void: list[set[int]] = [set() for _ in hands]

    def suit(self, card: Card) -> int:
        found = self.rules.suit_of(card)
        return 4 if found is None else found

    def height(self, card: Card) -> int:
        return card.index - 39 if card.is_joker else self.strain.height(card.rank)

    def probabilities(self) -> list[float]:
        """Of every play of the hand so far."""
        found = []
        for plays in (*(trick.plays for trick in self.state.tricks), self.state.snapshot.trick):
            for number, played in enumerate(plays):
                found.append(self.probability(plays[:number], played))
                self.see(plays[:number], played)
            self.gone |= {played.card for played in plays}
        return found

    def see(self, trick: tuple[CardPlayed, ...], played: CardPlayed) -> None:
        follow = self.rules.suit_to_follow(trick)
        suit = self.rules.suit_of(played.card)
        if not trick:
            self.led[played.hand].add(self.suit(played.card))
        elif follow is not None and suit != follow and not (suit is None and self.strain.is_no_trump):
            self.void[played.hand].add(follow)
        self.hands[played.hand].remove(played.card)

    def probability(self, trick: tuple[CardPlayed, ...], played: CardPlayed) -> float:
        held, table = self.hands[played.hand], {each.card for each in trick}
        mask = sum(1 << card.index for card in held)
        legal = set(Hand.from_mask(self.rules.lawful(mask, trick)))
        hidden = self.deck - self.gone - table - held
        if played.hand == self.state.declarer:
            hidden -= self.aside
        runs: list[list[Card]] = []
        for card in sorted(held, key=lambda card: (self.suit(card), self.height(card))):
            last = runs[-1][-1] if runs else None
            if last is not None and self.suit(last) == self.suit(card) and not any(
                self.suit(other) == self.suit(card)
                and self.height(last) < self.height(other) < self.height(card)
                for other in hidden | table
            ):  # fmt: skip
                runs[-1].append(card)
            else:
                runs.append([card])
        context = self.context(trick, played.hand, held)
        weights = np.array(WEIGHTS[CONTEXTS[context]]) / 100
        utilities, chosen = [], None
        winner_seen = False
        for run in runs:
            if run[0] not in legal:
                continue
            traits = self.traits(trick, played.hand, held, hidden, runs, run)
            if traits[0]:
                traits[1] = 0.0 if winner_seen else 1.0
                winner_seen = True
            utilities.append(float(weights @ np.array(traits)))
            if played.card in run:
                chosen = len(utilities) - 1, len(run)
        assert chosen is not None
        total = sum(math.exp(each) for each in utilities)
        return math.exp(utilities[chosen[0]]) / total / chosen[1]

    def sides(self, hand: int) -> tuple[list[int], list[int]]:
        partners = [other for other in self.state.seating.side_hands(hand) if other != hand]
        order = self.state.seating.order
        return partners, [other for other in order if other != hand and other not in partners]

    def context(self, trick: tuple[CardPlayed, ...], hand: int, held: set[Card]) -> int:
        trumps, declarer = not self.strain.is_no_trump, self.state.declarer
        follow = self.rules.suit_to_follow(trick)
        if not trick:
            declares = declarer is not None and declarer in self.state.seating.side_hands(hand)
            return (0 if trumps else 2) + (not declares)
        ours = self.rules.winner(trick) in self.sides(hand)[0]
        last = len(trick) == len(self.state.seating.order) - 1
        if follow is not None and any(self.suit(card) == follow for card in held):
            return 4 if len(trick) == 1 and not last else 5 + 2 * last + (not ours)
        return 9 + 2 * last + (not ours) if trumps else 13 + (not ours)

    def traits(self, trick, hand, held, hidden, runs, run) -> list[float]:
        """As `TRAITS`."""
        card, suit = run[0], self.suit(run[0])
        partners, opponents = self.sides(hand)
        follow = self.rules.suit_to_follow(trick)
        wins = follow is not None and self.rules.winner((*trick, CardPlayed(hand, card))) == hand
        of_suit = [other for other in held if self.suit(other) == suit]
        unseen = [other for other in hidden if self.suit(other) == suit]
        above = sum(self.height(other) > self.height(card) for other in unseen)
        lower = sum(
            self.suit(other[0]) == suit and self.height(other[0]) < self.height(card) for other in runs
        )
        plain = suit < 4
        trump = plain and not self.strain.is_no_trump and suit == "CDHS".index(self.strain.trump)
        height = self.height(card) if plain else card.index - 52
        return [
            float(each)
            for each in (
                *(wins, 0, plain and above == 0, plain and above == 1, min(above, 4) / 4),
                *(lower == 0, min(lower, 4) / 4, trump, len(of_suit) / 4, plain and len(of_suit) == 1),
                len(run) > 1,
                any(suit in self.led[other] for other in partners),
                any(suit in self.led[other] for other in opponents),
                any(suit in self.void[other] for other in partners),
                any(suit in self.void[other] for other in opponents),
                *(not plain, wins and above == 0, trump and above == 0, min(height, 12) / 12, len(unseen) / 13),
            )
        ]


PRESETS = ("bid_whist", "bid_whist_seed", "bid_whist_no_kitty", "cutthroat_3", "cutthroat_5")


def in_play(rules: Rules, strain: str, seed: int, cards: int) -> HandState:
    rng = random.Random(seed)
    state = HandState.random(seed, rules, dealer=seed % rules.players)
    to_play(state, strain, seed % rules.players)
    for _ in range(cards):
        state.push(rng.choice([act for act in state.legal_acts() if isinstance(act, Play)]))
    return state


def hands_of(state: HandState, row: list[int]) -> list[set[Card]]:
    return [set(Hand.from_mask(row[hand])) for hand in range(len(state.hands))]


@pytest.mark.parametrize(
    ("rules", "strain"),
    [
        *((Rules.preset(name), strain) for name in PRESETS for strain in ("H+", "S-", "NT+", "NT-")),
        *(
            (Rules.preset("bid_whist", joker_no_trump=kind), "NT+")
            for kind in ("high_no_suit", "must_discard_first_void")
        ),
        (Rules.preset("bid_whist", joker_no_trump="removed", hand_size=None), "NT+"),
        (Rules.preset("bid_whist", joker_lead_no_trump="leader_names_suit"), "NT+"),
        (Rules.preset("bid_whist", joker_lead_no_trump="free_play"), "NT-"),
        (Rules.preset("bid_whist", joker_any_time=True, joker_no_trump="high_no_suit"), "NT+"),
    ],
    ids=str,
)
def test_the_kernel_agrees_with_plain_python(rules: Rules, strain: str) -> None:
    rules = rules.with_options(renege_mode="enforce")
    compared = 0
    for seed, cards in ((1, 13), (2, 26), (3, 39)):
        state = in_play(rules, strain, seed, cards)
        view = state.view(state.to_act)
        known = Knowledge.of_view(view)
        layouts = Layouts(known).draw(4, seed)
        plays = PlaysSeen.of_view(view, known.deck.mask)
        found = PlayModel().likelihoods(plays, layouts)
        assert found.min() > 0
        for row, probabilities in zip(layouts.tolist(), found, strict=True):
            aside = set(Hand.from_mask(row[-1])) if known.rest == "discards" else set()
            expected = PlainPolicy(state, hands_of(state, row), aside).probabilities()
            expected = [
                each
                for each, played in zip(expected, state.snapshot.plays, strict=True)
                if played.hand != view.player
            ]
            assert probabilities == pytest.approx(expected)
            compared += len(expected)
    assert compared > 100

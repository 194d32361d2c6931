"""Alpha-mu against every strategy on toy endings, and what perfect-information Monte Carlo gets wrong."""

import pickle
import random

import numpy as np
import pytest
from tests.oracle.asking import rules_of
from tests.oracle.information_sets import Question, card_chances
from tests.oracle.positions import Problem, hand_text
from tests.support.long_calls import FREE_PLAY

import whistsolve as ws
from whistsolve.dealing import random_deals
from whistsolve.encoding import deals_to_array
from whistsolve.solving import alpha_mu

ENDINGS = range(140, 164)


class Ending:
    """Three cards a hand from the best of two suits: layouts in which two rivals have exchanged a card.

    Every third is a finesse against the queen that can be taken either way, or nearly so.
    """

    def __init__(self, seed):
        rng = random.Random(seed)
        seats, partners = (4, True) if seed % 3 == 0 else rng.choice(((4, True), (3, False), (2, False)))
        size = 3
        deck = [suit + rank for suit in "SH" for rank in "AKQJT98"] + ["BJ"] * (rng.random() < 0.3)
        rng.shuffle(deck)
        if seed % 3 == 0:
            small = rng.sample(["S9", "S8", "S7", "S6", "S5", "S4", "H2", "H3"], 7)
            deck = ["SA", "SJ", small[0], "SQ", small[1], small[2], "SK", "ST", *small[3:]]
        hands = [deck[i * size : (i + 1) * size] for i in range(seats)]
        kitty = deck[seats * size :]
        me = 2 * rng.randrange(2) if seed % 3 == 0 else rng.randrange(seats)
        self.declarer = me if rng.random() < 0.7 else (me + 1) % seats
        strain = "NT+" if seed % 3 == 0 else rng.choice(("NT+", "NT+", "S+", "H-"))
        first = self.problem(hands, strain, me, partners)
        side = first.side if me in first.side else frozenset(range(seats)) - first.side
        controls = {me}
        if len(side) == 2 and rng.random() < 0.8:
            controls |= side
        hidden = [seat for seat in range(seats) if seat not in controls]
        self.controls = controls
        self.target = size if seed % 3 == 0 else rng.randint(1, size - 1)
        self.problems = [first]
        for _ in range(rng.randint(1, 4)):
            changed = [list(hand) for hand in hands]
            queen = "SQ" in hands[hidden[0]] and seed % 3 == 0
            one = changed[hidden[0] if queen else rng.choice(hidden)]
            rest = [changed[seat] for seat in hidden if changed[seat] is not one]
            other = rng.choice(rest) if rest else kitty.copy()
            i, j = 0 if queen else rng.randrange(size), rng.randrange(len(other))
            one[i], other[j] = other[j], one[i]
            self.problems.append(self.problem(changed, strain, me, partners))
        self.weights = [rng.randint(1, 4) for _ in self.problems]
        self.question = Question(frozenset(controls), side, self.target)

    def problem(self, hands, strain, leader, partners):
        return Problem(tuple(map(hand_text, hands)), strain, leader, self.declarer, partners=partners)

    def positions(self):
        return [problem.position() for problem in self.problems]

    def chances(self, depth):
        """By every strategy; whole numbers until the last, so that equal chances are equal."""
        total = sum(self.weights)
        found = card_chances(self.question, self.positions(), self.weights, depth)
        return {card: weight / total for card, weight in found.items()}

    def ask(self, depth, **options):
        first = self.problems[0]
        return alpha_mu(
            deals_to_array(ws.Deal(each.hands) for each in self.problems),
            first.strain,
            first.leader,
            declarer=first.declarer,
            target=self.target,
            depth=depth,
            controls=sorted(self.controls),
            weights=self.weights,
            rules=rules_of(first),
            memory_mb=4,
            **options,
        )


def by_card(values):
    return {str(each.card): each.value for each in values.cards}


def test_toy_endings_have_the_value_of_the_best_strategy():
    """Exact at full depth; depth 1 is PIMC; values never rise; the choice is no worse than that of PIMC."""
    fused = 0
    chosen = {1: 0.0, 2: 0.0, 8: 0.0}
    for seed in ENDINGS:
        ending = Ending(seed)
        truth = ending.chances(99)
        before = {}
        for depth in (1, 2, 8):
            found = ending.ask(depth)
            assert all(each.exact for each in found.cards) and found.depth == depth
            values = by_card(found)
            assert values == pytest.approx(truth if depth == 8 else ending.chances(depth), abs=1e-12), seed
            assert all(values[card] <= before.get(card, 1.0) + 1e-12 for card in values)
            assert all(values[card] >= truth[card] - 1e-12 for card in values)
            for each in found.cards:
                assert each.value == pytest.approx(np.average(each.made, weights=ending.weights))
            assert found.best is not None and found.best.value == max(values.values())
            chosen[depth] += truth[str(found.best.card)]
            fused += any(values[card] < before.get(card, 0.0) - 1e-9 for card in values)
            before = values
        best = ending.ask(8, best_only=True)
        assert best.cards[0].value == pytest.approx(max(truth.values()), abs=1e-12)
        assert best.cards[0].exact
        assert all(each.value >= truth[str(each.card)] - 1e-12 for each in best.cards)
    assert fused >= len(ENDINGS) // 30
    assert chosen[1] < chosen[2] <= chosen[8] + 1e-9, chosen


def test_a_partner_who_is_not_seen():
    """By their cards an ally may tell the layouts apart; one who plays by rote tells less."""
    for seed in range(24):
        ending = Ending(seed)
        if len(ending.question.side) < 2:
            continue
        ending.controls = {ending.problems[0].leader}
        ally, rote = by_card(ending.ask(8)), by_card(ending.ask(8, partner="double_dummy"))
        assert all(rote[card] <= ally[card] + 1e-12 for card in ally)


HANDS = deals_to_array(map(ws.Deal.from_text, ["N:AJ... Q3... KT... 76...", "N:AJ... 73... KT... Q6..."]))
GOOD = {"layouts": HANDS, "strain": "NT+", "leader": "N", "target": 2, "controls": "NS"}


WRONG = [
    ({"layouts": HANDS[:0]}, ws.LayoutError, "there are 0 layouts"),
    ({"layouts": np.repeat(HANDS, 65, axis=0)}, ws.LayoutError, "there are 130 layouts"),
    ({"layouts": HANDS.astype(int)}, ws.DealError, "dtype int64"),
    ({"controls": "NSE"}, ws.NotationError, "N, E, S are on both sides"),
    ({"controls": "S"}, ws.NotationError, "expected N among them"),
    ({"controls": ()}, ws.NotationError, "name no seat"),
    ({"controls": 3}, ws.NotationError, "controls 3"),
    ({"controls": "NX"}, ws.NotationError, "'X' is no seat"),
    ({"played": "SA", "controls": None}, ws.LayoutError, "layout 1: the hand of E is not that of layout 0"),
    ({"played": "SA S3 ST SQ", "controls": "NS"}, ws.ActError, "layout 0: .*SQ by W"),
    ({"played": "SA S3 ST S7", "controls": "NS"}, ws.ActError, "layout 1: .*S7 by W"),
    ({"target": -1}, ws.WhistError, "target -1"),
    ({"target": 19}, ws.WhistError, "target 19"),
    ({"depth": 0}, ws.WhistError, "depth 0"),
    ({"weights": [1]}, ws.LayoutError, r"weights of shape \(1,\)"),
    ({"weights": [1, -1]}, ws.LayoutError, "weight of layout 1 is -1"),
    ({"weights": [1, np.nan]}, ws.LayoutError, "weight of layout 1 is nan"),
    ({"weights": [0, 0]}, ws.LayoutError, "all weights are 0"),
    ({"weights": "x"}, ws.LayoutError, "weights 'x'"),
    ({"partner": "blind"}, ws.WhistError, "partner 'blind'"),
    ({"best_only": 1}, ws.WhistError, "best_only 1"),
    ({"time_limit": 0}, ws.WhistError, "time_limit 0"),
    ({"memory_mb": 0}, ws.WhistError, "memory_mb 0"),
    ({"strain": "X"}, ws.NotationError, "'X'"),
    ({"rules": 3}, ws.RulesError, "rules 3"),
]


def test_what_is_wrong_is_named():
    assert len(alpha_mu(**GOOD).cards) == 2
    for wrong, error, message in WRONG:
        with pytest.raises(error, match=message):
            alpha_mu(**{**GOOD, **wrong})


def test_values_are_equal_to_their_pickle_and_to_no_others():
    values, others = alpha_mu(**GOOD), alpha_mu(**{**GOOD, "target": 3})
    same = pickle.loads(pickle.dumps(values))
    assert same == values != others and hash(same) == hash(values)
    # Targets at the ends, and play that is over.
    assert {each.value for each in alpha_mu(**{**GOOD, "target": 0}).cards} == {1.0}
    assert {each.value for each in others.cards} == {0.0}
    over = alpha_mu(**{**GOOD, "layouts": HANDS[:1], "played": "SA S3 ST S6 SJ SQ SK S7"})
    assert over.cards == () and over.best is None


def test_the_end_of_the_time_leaves_upper_bounds():
    layouts = random_deals(4, 3, FREE_PLAY)[2:3, :3]
    both = np.concatenate([layouts, layouts[:, [0, 2, 1]]])
    more = {"rules": FREE_PLAY, "target": 5, "depth": 8, "memory_mb": 1}
    found = alpha_mu(both, "NT+", 0, time_limit=0.02, **more)
    assert found.depth < 8 and found.cards and not any(each.exact for each in found.cards)

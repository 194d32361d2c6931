"""`evaluate_cards` by alpha-mu: toy endings against every strategy, where PIMC goes wrong, and its limits."""

import random
from fractions import Fraction

import pytest
from tests.advice.test_cards import NO_KITTY, SEED, ask, with_choice
from tests.oracle.information_sets import Question, card_chances
from tests.oracle.positions import Problem
from tests.support.hands_played import to_play
from tests.support.thorough import by_default

import whistsolve as ws
from whistsolve.errors import WhistError
from whistsolve.game import HandState
from whistsolve.inference import Knowledge, Layouts
from whistsolve.rules import Rules

#: A declarer who sees the dummy and leads; contracts are of as many tricks as their level.
TOY = Rules.preset("dummy_seed", bid_base=0)
#: Declarer, the next player, the dummy, the last: seats of the table, as hands of the game.
ROUND = (0, 1, 3, 2)
DECK = [suit + rank for suit in "SH" for rank in "AKQJT987"]


class Ending:
    """A few cards a hand, and a contract of so many tricks."""

    def __init__(self, hands, tricks):
        self.tricks, self.hands = tricks, [ws.Hand(hand) for hand in hands]
        deal = ws.Deal([self.hands[ROUND.index(hand)] for hand in range(4)])
        self.state = to_play(HandState(deal, TOY, dealer=2), "NT+", 0, level=tricks)
        deck = [card for hand in self.hands for card in hand]
        self.known = Knowledge.of_view(self.state.view(0), deck=deck)

    def with_a_card_of_each_rival(self, hands):
        self.known = self.known.with_cards(1, hands[1][:1]).with_cards(2, hands[3][:1])
        return self

    def truth(self):
        """Of each card the chance that the contract is made, by the best of all strategies."""
        layouts = list(Layouts(self.known).all())
        positions = [Problem(tuple(str(each[hand]) for hand in ROUND), "NT+").position() for each in layouts]
        question = Question(frozenset({0, 2}), frozenset({0, 2}), self.tricks)
        found = card_chances(question, positions, [1] * len(layouts))
        return {card: Fraction(round(made), len(layouts)) for card, made in found.items()}

    def ask(self, method, depth=2, layouts=6):
        report = ws.evaluate_cards(
            self.state.view(0), knowledge=self.known, samples=64, method=method, depth=depth, threads=1,
            memory_mb=4,
        )  # fmt: skip
        assert report.exact and report.method == method and report.samples == layouts
        return report


def makes(report):
    return {str(row.card): row.make for row in report.rows}


@pytest.mark.parametrize(("first", "endings"), by_default(1, [(0, 8), (8, 340)]))
def test_over_random_endings_it_is_never_below_pimc(first, endings):
    """By the value of the game once the chosen card is played, against every strategy."""
    chosen = dict.fromkeys((("pimc", 1), ("alpha_mu", 2), ("alpha_mu", 3)), Fraction(0))
    for seed in range(first, first + endings):
        rng = random.Random(seed)
        cards = [ws.Card.from_text(card) for card in rng.sample(DECK, 12)]
        hands = [cards[3 * seat : 3 * seat + 3] for seat in range(4)]
        ending = Ending(hands, rng.randint(1, 3)).with_a_card_of_each_rival(hands)
        truth, reports = ending.truth(), {way: ending.ask(*way) for way in chosen}
        for way, report in reports.items():
            chosen[way] += truth[str(report.best.card)]
        pimc, two, three = map(makes, reports.values())
        for card, best in truth.items():
            assert pimc[card] + 1e-9 >= two[card] >= three[card] - 1e-9 >= float(best) - 2e-9, seed
        assert makes(ending.ask("alpha_mu", 1)) == pytest.approx(pimc)
    pimc, *better = chosen.values()
    assert min(better) >= pimc, chosen


def test_strategy_fusion():
    """A guess that PIMC believes to guess right later, and a line that is better than a guess."""
    for declarer, following, dummy, last, tricks in (
        # Declarer, next, dummy, last, tricks. In the first two a line is certain.
        ("S8 HA HJ", "S9 SQ S7", "SA SK SJ", "HK HQ H7", 3),
        ("SA SJ HQ", "HT SK SQ", "HA H9 H7", "S7 HK H8", 2),
        ("ST S9 H8", "S8 SA HT", "SK HA HQ", "H7 HK H9", 2),
        ("SQ ST H9", "H7 SJ S9", "SK HQ HT", "S8 HA HJ", 2),
    ):
        hands = [hand.split() for hand in (declarer, following, dummy, last)]
        ending = Ending(hands, tricks).with_a_card_of_each_rival(hands)
        truth, pimc, better = ending.truth(), ending.ask("pimc").best, ending.ask("alpha_mu").best
        assert truth[str(pimc.card)] < truth[str(better.card)] == max(truth.values()), declarer
        assert pimc.make > truth[str(pimc.card)]
        assert better.make == better.aim == pytest.approx(float(max(truth.values())))


def test_defenders_aim_to_beat_the_contract():
    aimed = 0
    for seed in range(0, 60, 20):
        state = with_choice(NO_KITTY, 37, seed)
        report, plain = (ask(state, method="alpha_mu", samples=24, depth=depth) for depth in (2, 1))
        assert (report.method, report.depth) == ("alpha_mu", 2)
        declares = report.to_play % 2 == report.contract.declarer % 2
        for row, first in zip(report.rows, plain.rows, strict=True):
            assert row.make == pytest.approx(row.aim if declares else 1 - row.aim)
            assert row.aim <= first.aim + 1e-9 and row.tricks == first.tricks
        assert report.best.aim == max(row.aim for row in report.rows)
        aimed += not declares
    assert aimed


def test_whist_aims_at_every_trick():
    """At depth 1 the chances of all numbers of tricks add up to the tricks of PIMC."""
    state = with_choice(Rules.preset("whist"), 28, 3)
    first, second = (ask(state, method="alpha_mu", depth=depth, samples=20) for depth in (1, 2))
    for row, deeper in zip(first.rows, second.rows, strict=True):
        assert row.make is None and row.aim == pytest.approx(row.tricks) and deeper.aim <= row.aim + 1e-9


def test_where_pimc_takes_its_place():
    """Before eight cards are left, and where a joker that is led names a suit."""
    early, late = with_choice(SEED, 12, 4), with_choice(SEED, 20, 4)
    plain = ask(early)
    assert len(plain.hand) == 9 and plain.depth is None and ask(early, method="alpha_mu") == plain
    report = ask(late, method="alpha_mu", samples=1000)
    assert len(report.hand) < 9 and (report.method, report.depth, report.samples) == ("alpha_mu", 2, 64)
    assert (report.as_dict()["method"], report.as_dict()["depth"]) == ("alpha_mu", 2)
    assert report == ask(late, method="alpha_mu", samples=1000, threads=2)
    for depth in (0, 4, "two"):
        with pytest.raises(WhistError, match=r"depth .* is wrong: expected a whole number from 1 to 3"):
            ask(late, depth=depth)


def test_its_time_is_kept():
    state = with_choice(SEED, 17, 7)
    ask(state, samples=1)  # what is made once for these rules
    report = ask(state, samples=64, method="alpha_mu", depth=3, time_limit=0.3)
    assert report.samples >= 1 and (report.depth is None) == (report.method == "pimc")
    assert ask(state, samples=64, method="alpha_mu", time_limit=1e-5).method == "bounds"


def test_layouts_beyond_a_word_of_bits_are_all_taken():
    """A K 9 3 opposite Q 8 4 2, all four tricks wanted: 70 layouts."""
    ending = Ending(("SA SK S9 S3", "SJ ST S7 HA", "SQ S8 S4 S2", "S6 S5 HK HQ"), 4)
    pimc, aims = (makes(ending.ask(method, 3, 70)) for method in ("pimc", "alpha_mu"))
    assert all(aims[card] <= pimc[card] + 1e-9 for card in aims)
    # Both rivals may have four: a top honour shows who has them.
    assert aims["SA"] == aims["SK"] == pytest.approx(64 / 70) and max(aims["S9"], aims["S3"]) < 64 / 70

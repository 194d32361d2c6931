"""`evaluate_cards` by alpha-mu: toy endings against every strategy, where PIMC goes wrong, and its limits."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest
from tests.advice.test_cards import NO_KITTY, SEED, ask, with_choice
from tests.oracle.information_sets import Question, card_chances
from tests.oracle.positions import Problem
from tests.support.hands_played import to_play
from tests.support.thorough import by_default

import whistsolve as ws
from whistsolve.advice import CardReport
from whistsolve.errors import WhistError
from whistsolve.game import HandState
from whistsolve.inference import Knowledge, Layouts
from whistsolve.rules import Rules

#: A declarer who sees the dummy and leads; contracts are of as many tricks as their level.
TOY = Rules.preset("dummy_seed", bid_base=0)
#: Declarer, the next player, the dummy, the last: seats of the table, as hands of the game.
ROUND = (0, 1, 3, 2)
DECK = [ws.Card.from_text(suit + rank) for suit in "SH" for rank in "AKQJT987"]


class Ending:
    """Three cards a hand, and a contract of so many tricks: of each rival's hand one card is known."""

    def __init__(self, hands: list[list[ws.Card]], tricks: int) -> None:
        self.tricks = tricks
        deal = ws.Deal([ws.Hand(hands[ROUND.index(hand)]) for hand in range(4)])
        self.state = to_play(HandState(deal, TOY, dealer=2), "NT+", 0, level=tricks)
        assert self.state.to_act == self.state.hand_to_play == 0
        known = Knowledge.of_view(self.state.view(0), deck=[card for hand in hands for card in hand])
        self.known = known.with_cards(1, hands[1][:1]).with_cards(2, hands[3][:1])

    @classmethod
    def random(cls, seed: int) -> Ending:
        rng = random.Random(seed)
        cards = rng.sample(DECK, 12)
        return cls([cards[3 * seat : 3 * seat + 3] for seat in range(4)], rng.randint(1, 3))

    @classmethod
    def of(cls, declarer: str, next_player: str, dummy: str, last: str, tricks: int) -> Ending:
        texts = (declarer, next_player, dummy, last)
        return cls([[ws.Card.from_text(card) for card in text.split()] for text in texts], tricks)

    def truth(self) -> dict[str, Fraction]:
        """Of each card the chance that the contract is made, by the best of all strategies."""
        layouts = list(Layouts(self.known).all())
        positions = [Problem(tuple(str(each[hand]) for hand in ROUND), "NT+").position() for each in layouts]
        question = Question(frozenset({0, 2}), frozenset({0, 2}), self.tricks)
        found = card_chances(question, positions, [1] * len(layouts))
        return {card: Fraction(round(made), len(layouts)) for card, made in found.items()}

    def ask(self, method: str, depth: int = 2) -> CardReport:
        report = ws.evaluate_cards(
            self.state.view(0), knowledge=self.known, samples=64, method=method, depth=depth,  # type: ignore[arg-type]
            threads=1, memory_mb=4,
        )  # fmt: skip
        assert report.exact and report.method == method and report.samples == 6
        return report


def makes(report: CardReport) -> dict[str, float]:
    return {str(row.card): row.make for row in report.rows if row.make is not None}


@pytest.mark.parametrize(("first", "endings"), by_default(1, [(0, 10), (10, 340)]))
def test_over_random_endings_it_is_never_below_pimc(first: int, endings: int) -> None:
    """By the value of the game once the chosen card is played, against every strategy."""
    chosen: dict[tuple[str, int], Fraction] = {}
    beside: Counter[str] = Counter()
    for seed in range(first, first + endings):
        ending = Ending.random(seed)
        truth, reports = ending.truth(), {}
        for way in (("pimc", 1), ("alpha_mu", 2), ("alpha_mu", 3)):
            reports[way] = ending.ask(*way)
            chosen[way] = chosen.get(way, Fraction(0)) + truth[str(reports[way].best.card)]
        pimc, two, three = map(makes, reports.values())
        for card, best in truth.items():
            assert pimc[card] + 1e-9 >= two[card] >= three[card] - 1e-9 >= float(best) - 2e-9, seed
        assert makes(ending.ask("alpha_mu", 1)) == pytest.approx(pimc)
        values = [truth[str(report.best.card)] for report in reports.values()]
        beside["above" if values[1] > values[0] else "below" if values[1] < values[0] else "same"] += 1
    assert chosen["alpha_mu", 2] >= chosen["pimc", 1], beside
    assert chosen["alpha_mu", 3] >= chosen["pimc", 1], beside


#: Declarer, next, dummy, last, tricks. In the first two a line is certain, in the others better than a guess.
FUSION = [
    ("S8 HA HJ", "S9 SQ S7", "SA SK SJ", "HK HQ H7", 3),
    ("SA SJ HQ", "HT SK SQ", "HA H9 H7", "S7 HK H8", 2),
    ("ST S9 H8", "S8 SA HT", "SK HA HQ", "H7 HK H9", 2),
    ("SQ ST H9", "H7 SJ S9", "SK HQ HT", "S8 HA HJ", 2),
]


@pytest.mark.parametrize("hands", FUSION)
def test_strategy_fusion(hands: tuple[str, str, str, str, int]) -> None:
    """A guess that PIMC believes to guess right later, and a line that is better than a guess."""
    ending = Ending.of(*hands)
    truth, pimc, better = ending.truth(), ending.ask("pimc"), ending.ask("alpha_mu")
    assert truth[str(pimc.best.card)] < truth[str(better.best.card)] == max(truth.values())
    assert pimc.best.make is not None and pimc.best.make > truth[str(pimc.best.card)]
    assert better.best.make == better.best.aim == pytest.approx(float(max(truth.values())))


def test_defenders_aim_to_beat_the_contract() -> None:
    aimed = 0
    for seed in range(0, 60, 10):
        state = with_choice(NO_KITTY, 37, seed)
        report = ask(state, method="alpha_mu", samples=24)
        assert report.method == "alpha_mu" and report.depth == 2 and report.contract is not None
        declares = report.to_play % 2 == report.contract.declarer % 2
        plain = ask(state, method="alpha_mu", samples=24, depth=1)
        for row, first in zip(report.rows, plain.rows, strict=True):
            assert row.make is not None and row.aim is not None and first.aim is not None
            assert row.make == pytest.approx(row.aim if declares else 1 - row.aim)
            assert row.aim <= first.aim + 1e-9 and row.tricks == first.tricks
        assert report.best.aim == max(row.aim or 0 for row in report.rows)
        aimed += not declares
    assert aimed


def test_whist_aims_at_every_trick() -> None:
    """At depth 1 the chances of all numbers of tricks add up to the tricks of PIMC."""
    state = with_choice(Rules.preset("whist"), 28, 3)
    first, second = (ask(state, method="alpha_mu", depth=depth, samples=20) for depth in (1, 2))
    for row, deeper in zip(first.rows, second.rows, strict=True):
        assert row.make is None and row.aim == pytest.approx(row.tricks) and deeper.aim is not None
        assert deeper.aim <= row.aim + 1e-9


def test_where_pimc_takes_its_place() -> None:
    """Before eight cards are left, and where a joker that is led names a suit."""
    early, late = with_choice(SEED, 12, 4), with_choice(SEED, 20, 4)
    assert len(ask(early).hand) == 9 and len(ask(late).hand) < 9
    assert ask(early, method="alpha_mu") == ask(early) and ask(early).depth is None
    report = ask(late, method="alpha_mu", samples=1000)
    assert report.method == "alpha_mu" and report.samples == 64
    assert report.as_dict()["method"] == "alpha_mu" and report.as_dict()["depth"] == 2
    assert report == ask(late, method="alpha_mu", samples=1000, threads=2)


def test_its_time_is_kept() -> None:
    state = with_choice(SEED, 17, 7)
    ask(state, samples=1)  # what is made once for these rules
    report = ask(state, samples=64, method="alpha_mu", depth=3, time_limit=0.3)
    assert report.samples >= 1 and (report.depth is None) == (report.method == "pimc")
    assert ask(state, samples=64, method="alpha_mu", time_limit=1e-5).method == "bounds"


@pytest.mark.parametrize("depth", [0, 4, "two"])
def test_wrong_depths(depth: object) -> None:
    with pytest.raises(WhistError, match=r"depth .* is wrong: expected a whole number from 1 to 3"):
        ask(with_choice(SEED, 24), depth=depth)


def test_layouts_beyond_a_word_of_bits_are_all_taken() -> None:
    """A K 9 3 opposite Q 8 4 2, all four tricks wanted: 70 layouts."""
    hands = [ws.Hand(each) for each in ("SA SK S9 S3", "SJ ST S7 HA", "SQ S8 S4 S2", "S6 S5 HK HQ")]
    state = to_play(
        HandState(ws.Deal([hands[ROUND.index(hand)] for hand in range(4)]), TOY, dealer=2), "NT+", 0, level=4
    )
    known = Knowledge.of_view(state.view(0), deck=[card for hand in hands for card in hand])
    found = {
        method: ws.evaluate_cards(
            state.view(0), knowledge=known, samples=12, method=method, depth=3, threads=1, memory_mb=32
        )
        for method in ("pimc", "alpha_mu")
    }
    assert all(report.exact and report.samples == 70 for report in found.values())
    assert found["alpha_mu"].method == "alpha_mu" and found["alpha_mu"].depth == 3
    pimc, aims = makes(found["pimc"]), makes(found["alpha_mu"])
    assert all(aims[card] <= pimc[card] + 1e-9 for card in aims)
    # Both rivals may have four: a top honour shows who has them.
    assert aims["SA"] == aims["SK"] == pytest.approx(64 / 70) and max(aims["S9"], aims["S3"]) < 64 / 70

"""Layouts: counted, listed and drawn as plain enumeration has them, and the same for ever."""

import itertools
import random
from collections import Counter
from math import comb

import numpy as np
import pytest

from whistsolve import Card, Deal, Hand, LayoutError, Rules, WhistError, dealing
from whistsolve.dealing import random_deals
from whistsolve.inference import MOST_LISTED, Knowledge, Layouts, layouts

NORTH = "AKQJ.T98.765.4.B"
SUITS = (*"SHDC", "jokers")


def ways(cards, sizes):
    """Every way to lay cards in columns of some sizes."""
    if len(sizes) == 1:
        yield (sum(1 << card for card in cards),)
        return
    for chosen in itertools.combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in chosen]
        for others in ways(rest, sizes[1:]):
            yield (sum(1 << card for card in chosen), *others)


def is_uniform(drawn, rows):
    """Whether draws from some rows are as even as chance has it, by chi-square; none is of another row."""
    seen = Counter(map(tuple, drawn.tolist()))
    assert set(seen) <= set(rows)
    expected = len(drawn) / len(rows)
    statistic = sum((seen[row] - expected) ** 2 / expected for row in rows)
    freedom = len(rows) - 1
    return abs(statistic - freedom) < 4.5 * (2 * max(freedom, 1)) ** 0.5


def is_true(fact, hands):
    method, place, *what = fact
    if method == "where":
        return place(hands)
    held = hands[-1 if place == "kitty" else place]
    if method == "with_lengths":
        suit, low, high = what
        return low <= len(held.jokers if suit == "jokers" else held.of_suit(suit)) <= high
    return all((card in held) == (method == "with_cards") for card in what[0])


def told(known, facts):
    for method, *arguments in facts:
        known = getattr(known, method)(*arguments)
    return known


class Toy:
    """A short deal, facts that may contradict each other, and the layouts they leave by enumeration."""

    def __init__(self, draw):
        players = draw.choice((3, 3, 4))
        self.rules = Rules.preset(f"cutthroat_{players}")
        self.sizes = [draw.randint(1, 2 if players == 4 else 3)] * players
        if draw.random() < 0.7:
            self.sizes.append(draw.randint(0, 2))
        # Few suits, so that lengths and voids are constraints that matter.
        pool = [13 * suit + rank for suit in range(3) for rank in range(4)] + [52, 53]
        self.deck = sorted(draw.sample(pool, sum(self.sizes)))
        shuffled = draw.sample(self.deck, len(self.deck))
        self.own = shuffled[: self.sizes[0]]
        #: What is told, as methods of `Knowledge` and their arguments.
        self.facts = []
        for _ in range(draw.randint(0, 4)):
            column = draw.randrange(1, len(self.sizes))
            method = draw.choice(("with_cards", "without_cards", *["with_lengths"] * 3))
            low = draw.choice((0, 0, 1, 2))
            what = {
                "with_cards": [[Card(draw.choice(self.deck))]],
                "without_cards": [list(map(Card, draw.sample(self.deck, draw.randint(1, 3))))],
                "with_lengths": (draw.choice(SUITS), low, low + draw.randint(0, 2)),
            }
            self.facts.append((method, "kitty" if column == players else column, *what[method]))
        if draw.random() < 0.3:
            card = Card(draw.choice(self.deck))
            self.facts.append(("where", lambda hands: card in hands[1] or card in hands[2]))

    def knowledge(self):
        own, deck = (list(map(Card, cards)) for cards in (self.own, self.deck))
        return told(Knowledge.of_hand(own, rules=self.rules, seat=0, deck=deck, sizes=self.sizes), self.facts)

    def fits(self, masks):
        hands = list(map(Hand.from_mask, masks))
        return all(is_true(fact, hands) for fact in self.facts)

    def enumerated(self):
        own = sum(1 << card for card in self.own)
        rest = [card for card in self.deck if card not in self.own]
        return {(own, *masks) for masks in ways(rest, self.sizes[1:]) if self.fits((own, *masks))}


def listed(known):
    """What `Layouts.all` lists, each once."""
    found = [tuple(hand.mask for hand in layout) for layout in known.all()]
    assert len(found) == len(set(found))
    return set(found)


def test_random_facts_leave_what_enumeration_leaves():
    draw = random.Random("toys")
    seen = Counter()
    for number in range(200):
        toy = Toy(draw)
        expected = toy.enumerated()
        try:
            known = toy.knowledge()
        except LayoutError:
            assert not expected, (number, toy.facts)
            seen["contradiction"] += 1
            continue
        every = Layouts(known)
        assert every.count == len(expected), (number, toy.facts)
        assert listed(every) == expected
        assert all(known.allows(list(map(Hand.from_mask, masks))) for masks in expected)
        if expected:
            assert set(map(tuple, every.draw(5, number).tolist())) <= expected
        if 20 < len(expected) < 200:
            assert is_uniform(every.draw(20 * len(expected), number), expected), (number, toy.facts)
            seen["drawn"] += 1
    assert seen["contradiction"] and seen["drawn"] > 20, seen


@pytest.mark.parametrize("left_out", ["lengths", "bars"])
def test_rejection_sampling_draws_what_counting_draws(left_out, monkeypatch):
    """Where counting is given up, lengths, and then barred cards, are imposed by rejection."""
    draw = random.Random("short of counting")
    toys = [toy for toy in (Toy(draw) for _ in range(50)) if 10 <= len(toy.enumerated()) <= 100]
    counted = Layouts._tree_of

    def given_up(every, **wanted):
        tree = counted(every, **wanted)
        tree.too_many = wanted["lengths"] or wanted[left_out]
        return tree

    monkeypatch.setattr(Layouts, "_tree_of", given_up)
    for toy in toys:
        every, expected = Layouts(toy.knowledge()), toy.enumerated()
        assert every.count is None
        assert is_uniform(every.draw(20 * len(expected), 5), expected), toy.facts
        with pytest.raises(LayoutError, match="too many to count"):
            every.all()
    assert len(toys) > 5


def short(deck="AKQJ.AK.A..BL", sizes=(2, 2, 2, 2, 1), own="A..A"):
    return Knowledge.of_hand(own, rules=Rules.preset("cutthroat_4"), seat=0, deck=deck, sizes=sizes)


#: What is told of a deal beside North's hand, and a layout drawn then: these lines may not change, ever.
STREAMS = [
    ([], "T6.76.AKT2.AQ82 8753.QJ42.3.T9.L 92.AK53.94.KJ65 | 4..QJ8.73"),
    ([("with_void", "E", "S")], ".AQ2.AJT94.AQ98 3.J64.KQ83.K72.L 7642.K3.2.JT653 | T985.75.."),
    (
        [("with_lengths", "E", "S", 4, 6), ("without_cards", "W", "T.A.A.A")],
        "7543.KJ.KQ2.AJT 986.AQ32.JT.Q72 2.75.9843.K9653 | T.64.A.8.L",
    ),
    (
        [("where", lambda hands: len(hands[1].of_suit("S")) >= 4)],
        "6542.72.K83.AK.L 98.J65.AJT.J875 73.AK4.Q42.Q962 | T.Q3.9.T3",
    ),
]


def test_layouts_of_a_seed_are_the_same_in_parts_by_threads_and_for_ever(monkeypatch):
    for facts, text in STREAMS:
        every = Layouts(told(Knowledge.of_hand(NORTH, seat="N"), facts))
        row = [Hand.from_mask(mask) for mask in every.draw(1, 7, first=3)[0].tolist()]
        assert str(Deal(row[:4], row[4])) == f"N:{NORTH} {text}"
        if every.count is None:  # a predicate
            continue
        whole = every.draw(10_000, 5, threads=1)
        assert (every.draw(10_000, 5, threads=3) == whole).all()
        assert (every.draw(5, 5, first=10) == whole[10:15]).all()
        assert (Layouts(every.knowledge).draw(100, 5, first=9_900) == whole[9_900:]).all()
        assert (every.draw(50, 6) != whole[:50]).any() and (every.draw(50) != every.draw(50)).any()
        assert every.draw(0, 5).shape == (0, 5) and len(np.unique(whole, axis=0)) == len(whole)
    whole = every.draw(300, 5)
    assert (every.draw(37, 5, first=123) == whole[123:160]).all()
    monkeypatch.setattr(dealing, "_MOST_TRIED_AT_ONCE", 64)
    monkeypatch.setattr(layouts, "_ROWS_A_THREAD", 8)
    assert (every.draw(300, 5, threads=4) == whole).all()
    assert all((mask >> 39).bit_count() >= 4 for mask in (whole[:, 1] & np.uint64(0x1FFF << 39)).tolist())


def test_without_more_than_cards_they_are_random_deals():
    known = Knowledge.of_hand(NORTH, seat="N").with_cards("kitty", "32")
    drawn = Layouts(known).draw(500, 9, first=4)
    assert (drawn == random_deals(500, 9, known={"N": NORTH, "kitty": "32"}, first=4)).all()


def test_counts_of_whole_deals():
    known = Knowledge.of_hand(NORTH, seat="N")
    assert Layouts(known).count == comb(42, 12) * comb(30, 12) * comb(18, 12)
    # Nine spades are not for East.
    assert Layouts(known.with_void("E", "S")).count == comb(33, 12) * comb(30, 12) * comb(18, 12)
    # East's spades are 0-2, 3 or 4-9: together all there are, other suits being bounded as before.
    for seat, suit in itertools.product("ESW", "HDC"):
        known = known.with_lengths(seat, suit, 1, 5)
    parts = [Layouts(known.with_lengths("E", "S", *span)).count for span in ((0, 2), (3, 3), (4, 9))]
    assert all(parts) and sum(parts) == Layouts(known).count


def test_there_may_be_no_layout_though_nothing_single_contradicts():
    """Three cards for room for two."""
    known = short(deck="AKQ.AK.A.A2", sizes=(2, 1, 2, 1, 2), own="A..A")
    none = Layouts(known.without_cards(2, "K.A..A").without_cards("kitty", "K.A..A"))
    assert none.count == 0 and list(none.all()) == []
    with pytest.raises(LayoutError, match="there is no layout"):
        none.draw(1, 1)


def test_errors_of_layouts():
    with pytest.raises(LayoutError, match="expected a Knowledge"):
        Layouts("AKQ")
    every = Layouts(Knowledge.of_hand(NORTH, seat="N"))
    with pytest.raises(LayoutError, match=f"expected at most {MOST_LISTED}"):
        every.all()
    wrong = {"count": -1, "seed": "x", "threads": 0, "first": 2**40}
    for name, value in wrong.items():
        with pytest.raises(WhistError, match=name):
            every.draw(**{"count": 1, "seed": 1, name: value})


def test_predicates_that_hardly_any_layout_satisfies(monkeypatch):
    monkeypatch.setattr(layouts, "_MOST_TRIES", 200)
    never = Layouts(Knowledge.of_hand(NORTH, seat="N").where(lambda hands: False))
    with pytest.raises(LayoutError, match="none of 200 tried for layout 7 does, and 0 of 800 tried"):
        never.draw(100, 1, first=7)
    assert never.draw(0, 1).shape == (0, 5)

    def fails(hands):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        Layouts(short().where(fails)).draw(1, 1)

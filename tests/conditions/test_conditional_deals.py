"""Deals under conditions: counted and drawn as plain enumeration has them, whatever way they are drawn."""

import itertools
from collections import Counter
from functools import cache
from math import comb

import numpy as np
import pytest

import whistsolve as ws
from whistsolve.conditions import ConditionalDeals, profiles
from whistsolve.conditions.columns import Columns
from whistsolve.conditions.language import read_condition
from whistsolve.conditions.terms import Deals
from whistsolve.dealing import random_deals
from whistsolve.encoding import array_to_deals

DECK = "AK2.AK.2.A.BL"
SIZES = (2, 2, 2, 2, 1)


@cache
def every_deal():
    """All 22,680 deals of the small deck, each as a row of masks."""

    def shared(cards, sizes):
        if not sizes:
            yield ()
            return
        for chosen in itertools.combinations(cards, sizes[0]):
            rest = tuple(card for card in cards if card not in chosen)
            for others in shared(rest, sizes[1:]):
                yield (sum(1 << card for card in chosen), *others)

    return list(shared(tuple(card.index for card in ws.Hand(DECK)), SIZES))


@cache  # few sets of cards come up, and often
def suit(mask, letter):
    return len(ws.Hand.from_mask(mask).of_suit(letter))


@cache
def ranks(mask, letters):
    return sum(str(card)[1] in letters for card in ws.Hand.from_mask(mask) if not card.is_joker)


def jokers(mask):
    return mask >> 52


@cache
def lengths(mask):
    return [suit(mask, letter) for letter in "SHDC"]


#: Conditions, and what they mean for the masks of N, E, S, W and the kitty.
MEANINGS = {
    "spades(N) == 2": lambda n, e, s, w, k: suit(n, "S") == 2,
    "spades(N) >= 1 and hearts(E) == 1": lambda n, e, s, w, k: suit(n, "S") >= 1 and suit(e, "H") == 1,
    "1 <= spades(N + S) < 3": lambda n, e, s, w, k: 1 <= suit(n | s, "S") < 3,
    "'BJ' in S": lambda n, e, s, w, k: bool(s >> 53 & 1),
    "'SA BJ' in N | kitty": lambda n, e, s, w, k: suit((n | k) & 1 << 51, "S") == 1 and bool((n | k) >> 53),
    "'BJ' not in S and 'LJ' in kitty": lambda n, e, s, w, k: not s >> 53 & 1 and bool(k >> 52 & 1),
    "jokers(N) == jokers(S)": lambda n, e, s, w, k: jokers(n).bit_count() == jokers(s).bit_count(),
    "hcp(N) + hcp(S) >= 12": lambda n, e, s, w, k: 4 * ranks(n | s, "A") + 3 * ranks(n | s, "K") >= 12,
    "not (aces(E) >= 1 or kings(W) >= 1)": lambda n, e, s, w, k: not ranks(e, "A") and not ranks(w, "K"),
    "shape(N, 'any 11xx + 2xxx - x1xx')": lambda n, e, s, w, k: (
        ((sum(x == 1 for x in lengths(n)) == 2) or suit(n, "S") == 2) and suit(n, "H") != 1
    ),
    "longest(N) == 2 or voids(S) == 4": lambda n, e, s, w, k: max(lengths(n)) == 2 or not any(lengths(s)),
    "singletons(N) > shortest(E) + 1": lambda n, e, s, w, k: lengths(n).count(1) > min(lengths(e)) + 1,
    "points(N, 'A=4.5 K=3 BJ=5') > points(S, 'A=4.5 K=3 BJ=5', spades) + 4": lambda n, e, s, w, k: (
        4.5 * ranks(n, "A") + 3 * ranks(n, "K") + 5 * (n >> 53)
        > 4.5 * (s >> 51 & 1) + 3 * (s >> 50 & 1) + 4
    ),
    "cards(W, 'SA HA CA') == 2 and ranks(kitty, 'K2') == 1": lambda n, e, s, w, k: (
        ranks(w, "A") == 2 and ranks(k, "K2") == 1
    ),
    "(2 if 'BJ' in N else 1) * aces(N) == 2": lambda n, e, s, w, k: (1 + (n >> 53)) * ranks(n, "A") == 2,
    "max(spades(N), hearts(S), 1) - min(jokers(W), 1) == abs(-2)": lambda n, e, s, w, k: (
        max(suit(n, "S"), suit(s, "H"), 1) - min(jokers(w).bit_count(), 1) == 2
    ),
    "spades(N) in (0, 2) and (clubs(E) == 1) + (clubs(W) == 1) == 1": lambda n, e, s, w, k: (
        suit(n, "S") in (0, 2) and suit(e | w, "C") == 1
    ),
    "tens(N) + queens(N) + jacks(N) == honours(N, hearts) / 2 - 0.5": lambda n, e, s, w, k: suit(n, "H") == 1,
}  # fmt: skip


def fitting(text):
    return [row for row in every_deal() if MEANINGS[text](*row)]


def is_uniform(drawn, rows):
    """Whether draws from some rows are as even as chance has it, by chi-square; none is of another row."""
    seen = Counter(map(tuple, drawn.tolist()))
    assert set(seen) <= set(rows)
    expected = len(drawn) / len(rows)
    statistic = sum((seen[row] - expected) ** 2 / expected for row in rows)
    freedom = len(rows) - 1
    return abs(statistic - freedom) < 4.5 * (2 * max(freedom, 1)) ** 0.5


@pytest.mark.parametrize("text", MEANINGS)
def test_conditions_are_counted_and_drawn_as_by_enumeration(text):
    rows = fitting(text)
    deals = ConditionalDeals(text, deck=DECK, sizes=SIZES)
    found = deals.count()
    assert (found.exact, found.count, found.total) == (True, len(rows), len(every_deal()))
    assert found.probability == pytest.approx(len(rows) / 22_680) and found.standard_error == 0
    assert is_uniform(deals.draw(len(rows), seed=1), rows)


def test_rejection_by_a_function_draws_the_same_distribution():
    for text in list(MEANINGS)[2:4]:
        rows, meaning = fitting(text), MEANINGS[text]
        asked = [
            lambda deal, m=meaning: m(*(hand.mask for hand in (*deal.hands, deal.kitty))),
            "hearts(E) < 3",
        ]
        deals = ConditionalDeals(asked, deck=DECK, sizes=SIZES)
        found = deals.count(samples=1_000, seed=3)
        assert (found.exact, found.count, found.samples) == (False, None, 1_000)
        assert abs(found.probability - len(rows) / 22_680) < 4.5 * found.standard_error
        assert is_uniform(deals.draw(500, seed=4), rows)


def test_what_cannot_be_told_apart_together_is_stacked_in_part(monkeypatch):
    """With room for few profiles only some conditions are drawn exactly; the deals are as uniform."""
    text = "spades(N) >= 1 and hearts(E) == 1"
    both = "spades(N) >= 1 and spades(S) >= 1 and hearts(E) >= 1 and aces(N + S) >= 2"
    rows = [
        (n, e, s, w, k)
        for n, e, s, w, k in every_deal()
        if suit(n, "S") and suit(s, "S") and suit(e, "H") and ranks(n | s, "A") >= 2
    ]
    whole = ConditionalDeals(both, deck=DECK, sizes=SIZES)
    assert whole.count().count == len(rows)
    monkeypatch.setattr(profiles, "_MOST_MADE", 8)
    part = ConditionalDeals(both, deck=DECK, sizes=SIZES)
    assert part._proposal.left and part.proposed > whole.proposed
    assert type(part._proposal.drawer).__name__ == "Layouts"
    assert is_uniform(part.draw(2_000, seed=2), rows)
    bounds = ConditionalDeals(text, deck=DECK, sizes=SIZES)
    assert not bounds._proposal.left
    assert bounds.count().count == len(fitting(text))
    assert is_uniform(bounds.draw(2_000, seed=2), fitting(text))
    monkeypatch.setattr(profiles, "_MOST_MADE", 0)
    none = ConditionalDeals(text, deck=DECK, sizes=SIZES)
    assert none.proposed == 1 and is_uniform(none.draw(2_000, seed=5), fitting(text))


def test_full_deals_agree_with_plain_rejection():
    """Within 4.5 standard errors of 1000 deals drawn, and of those that hold of 20,000."""
    text = "shape(N, 'any 44xx') and hcp(N + S) >= 20 and 'BJ' in S"
    deals = random_deals(20_000, 5)
    stacked = ws.deals_where(1_000, text, seed=6)
    plain, exact = ws.deal_average(f"1 if ({text}) else 0", deals), ws.count_deals(text)
    assert abs(exact.probability - plain.mean) < 4 * (exact.standard_error + plain.standard_error)
    assert ws.deal_average(text, stacked).mean == 1
    terms = [term.values(Deals(deals)) for term in read_condition(text, Columns.read(None))]
    rejected = deals[np.all(terms, axis=0)]
    for expression in ("hcp(N)", "spades(N)", "jokers(kitty)", "hearts(E) * spades(W)"):
        one, other = ws.deal_average(expression, stacked), ws.deal_average(expression, rejected)
        spread = (one.standard_error**2 + other.standard_error**2) ** 0.5
        assert abs(one.mean - other.mean) < 4.5 * spread, expression


def test_rare_shapes_come_at_once():
    deals = ConditionalDeals("spades(N) >= 11 and hearts(S) >= 9")
    assert deals.proposed < 1e-10 and deals.count().exact
    for deal in array_to_deals(deals.draw(50, seed=1), kitty=True):
        assert len(deal.hands[0].of_suit("S")) >= 11 and len(deal.hands[2].of_suit("H")) >= 9


def test_bounds_on_all_hands_are_counted_by_convolution():
    deals = ConditionalDeals("spades(N) >= 7 and hearts(E) >= 7 and diamonds(S) >= 7")
    assert type(deals._proposal.drawer).__name__ == "Layouts" and deals.count().exact
    found = deals.draw(20, seed=1)
    assert ws.deal_average("min(spades(N), hearts(E), diamonds(S))", found).lowest >= 7


def test_exact_probabilities_are_those_of_textbooks():
    whist = ws.Rules.preset("whist")
    shapes = {"any 4432": 0.215512, "any 5332": 0.155168, "any 4333": 0.105361, "any 7222": 0.005130}
    for shape, probability in shapes.items():
        assert ws.count_deals(f"shape(N, '{shape}')", whist).probability == pytest.approx(
            probability, abs=5e-7
        )
    assert ws.count_deals("shape(N, '13-0-0-0')", whist).probability == pytest.approx(1 / comb(52, 13))
    assert ws.count_deals("hcp(N) == 37", whist).probability * comb(52, 13) == pytest.approx(4)
    assert ws.count_deals("aces(N) + aces(S) == 4", whist).probability == pytest.approx(
        comb(26, 4) / comb(52, 4)
    )


def test_a_stream_is_the_same_in_parts_and_for_ever():
    deals = ConditionalDeals(["spades(N) >= 7 and hcp(N) >= 12", lambda deal: "HA" in deal.hands[1]])
    whole = deals.draw(40, seed=-3)
    parts = [deals.draw(1, seed=-3), deals.draw(29, seed=-3, first=1), deals.draw(10, seed=-3, first=30)]
    assert (np.concatenate(parts) == whole).all()
    assert not (deals.draw(40, seed=4) == whole).all()
    assert deals.draw(0, seed=1).shape == (0, 5)
    first = array_to_deals(ws.deals_where(1, "'BJ' in N", seed=1), kitty=True)[0]
    assert str(first) == ("N:2.AKJ2.T9.T864.B K43.95.AK8.K52.L Q98.843.Q73.QJ3 AJT765.T6.J52.9 | .Q7.64.A7")


def test_known_cards_beside_lengths():
    text = "'SA SK SQ BJ' in N and spades(N) == 3 and 'LJ' in kitty and hearts(N) == 8"
    deals = ConditionalDeals(text)
    assert deals.count().exact
    for deal in array_to_deals(deals.draw(10, seed=1), kitty=True):
        assert str(deal.hands[0].of_suit("S")) == "AKQ..." and len(deal.hands[0].of_suit("H")) == 8
        assert deal.hands[0].jokers == ws.Hand(["BJ"]) and "LJ" in deal.kitty
    one = "'SA' in N and 'SK' in E and 'SQ' in S and 'SJ' in W"
    everything = ConditionalDeals(one, deck="AKQJ...", sizes=(1, 1, 1, 1))
    assert everything.count().count == 1
    assert [str(deal) for deal in array_to_deals(everything.draw(2, 1))] == ["N:A... K... Q... J..."] * 2


def test_what_no_deal_satisfies_is_refused():
    for where in (
        "'SA' in N and 'SA' in S",
        "spades(N) >= 7 and spades(S) >= 7",
        "spades(N) >= 7 and spades(S) >= 5 and spades(E) >= 2",
        "spades(N) == 13",
        "aces(N) > 4",
        "False",
        "jokers(N) == 1 and jokers(S) == 1 and jokers(kitty) == 1",
        "spades(N) + hearts(N) + diamonds(N) + clubs(N) <= 9",
    ):
        with pytest.raises(ws.LayoutError, match="no deal satisfies the conditions"):
            ConditionalDeals(where)


def test_what_hardly_any_deal_satisfies_is_cancelled():
    deals = ConditionalDeals(["spades(N) >= 6", lambda deal: False])
    with pytest.raises(
        ws.LayoutError, match=r"none of 200 tried for deal 3 does, and 0 of \d+ tried"
    ) as error:
        deals.draw(5, seed=1, first=3, tries=200)
    assert "expected conditions that leave more" in str(error.value)
    found = deals.count(samples=100, seed=1)
    assert found.probability == 0 and found.standard_error > 0


def test_a_stop_keeps_what_was_found():
    asked = {"seed": 1, "where": "hcp(N) + hcp(S) > 24 or spades(E) > 6"}
    cancelled = ws.Cancellation()
    with pytest.raises(ws.Stopped, match=r"^cancelled: \d+ of 100000 deals") as caught:
        ws.deals_where(100_000, progress=lambda *_: cancelled.cancel(), cancel=cancelled, **asked)
    drawn = caught.value.partial
    assert 0 < len(drawn) < 100_000 and (drawn == ws.deals_where(len(drawn), **asked)).all()

    def predicate(deal):
        if next(numbers) > most:
            raise KeyboardInterrupt
        return len(deal.hands[0].of_suit("S")) % 2 == 0

    numbers, most = itertools.count(1), 30
    with pytest.raises(ws.Interrupted) as stopped:
        ws.deals_where(1000, predicate, seed=1)
    partial, most = stopped.value.partial, 10**6
    assert 0 < len(partial) < 30 and (partial == ws.deals_where(len(partial), predicate, seed=1)).all()


def test_progress_is_told():
    told: list[tuple[int, int | None]] = []
    ws.deals_where(50, "spades(N) >= 5", seed=1, progress=lambda *each: told.append(each))
    assert told[-1] == (50, 50) and [done for done, _ in told] == sorted(done for done, _ in told)
    told.clear()
    ws.count_deals(lambda deal: True, samples=10, seed=1, progress=lambda *each: told.append(each))
    assert told[-1] == (10, 10)


def test_double_dummy_tricks_are_a_condition():
    deck, sizes = "AKQ.AKQ.AKQ.AKQ", (3, 3, 3, 3)
    deals = ws.deals_where(6, "tricks(N, NT+) == 3 and aces(N) == 2", seed=1, deck=deck, sizes=sizes)
    for deal in array_to_deals(deals):
        assert ws.table(deal)["N", "NT+"] == 3
    assert not ws.count_deals("tricks(N, NT+) == 3", deck=deck, sizes=sizes, samples=50, seed=1).exact


def test_wrong_arguments_are_named():
    four = {"deck": "AKQJ...", "sizes": [1, 1, 1, 2]}
    for arguments, words in (
        ({"where": 7}, "condition 7 is wrong: expected text"),
        ({"where": [7]}, "condition 7 is wrong: expected text"),
        ({"count": -1}, "count -1 is wrong"),
        ({"first": -1}, "first -1 is wrong"),
        ({"tries": 0}, "tries 0 is wrong"),
        ({"seed": "x"}, "seed 'x' is wrong"),
        ({"progress": 3}, "progress 3 is wrong"),
        ({"rules": "whst"}, "preset 'whst' is wrong"),
        (four, "hold 5 cards and the deck has 4"),
        ({**four, "deck": "AKQJT..."}, "expected hands of one size"),
    ):
        with pytest.raises(ws.WhistError, match=words):
            ws.deals_where(**{"where": "True", "count": 1, **arguments})

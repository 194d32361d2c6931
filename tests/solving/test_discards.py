"""Discards of a real hand, limits, wrong calls; of all others in tests/engine/test_random_rules.py."""

import json
import pickle
import threading

import pytest
from tests.support.command import NO_TRUMP, SPADES, done, refused

import whistsolve as ws
from whistsolve.cancelling import subject_to
from whistsolve.show.terminal import Glyphs
from whistsolve.solving import KittyTable

#: A hand that was played: South takes the kitty in 3NT.
HAND_241 = "N:Q3.QJ743.T64.73 4.985.KJ873.962 A7.T2.AQ2.KQT85 KT986.AK6.95.A4 | J52...J"
CUTTHROAT = ws.Rules.preset("cutthroat_3")
REMOVED = ws.Rules.preset("cutthroat_3", joker_no_trump="removed", hand_size=None)
EXCHANGED = ws.Rules.preset("bid_whist_seed", joker_no_trump="exchanged")


def test_the_hand_that_was_played():
    up = ws.best_discard(HAND_241, "NT+", "S")
    assert (up.tricks, up.low, up.high, up.exact, up.books) == (8, 8, 8, True, 9)
    discards = ws.Discards(HAND_241, "NT+", "S")
    assert (discards.count(), discards.total) == (392, 1820)
    every = ws.optimal_discards(HAND_241, "NT+", "S")
    assert len(set(every)) == 392 and up.cards in every
    assert discards.values([up.cards, "D2 DQ H2 HT"]) == [8, 7], "the other is that of the table"
    deal = ws.Deal.from_text(HAND_241)
    assert set(up.hand) | set(up.cards) == set(deal.hands[2]) | set(deal.kitty)
    assert ws.best_discard(HAND_241, "NT-", "S").tricks == 9


def test_the_table_with_the_kitty():
    strains = ("S+", "NT-")
    table = ws.table(HAND_241, strains=strains, kitty="optimal")
    assert isinstance(table, KittyTable) and table.exact
    for declarer in "NESW":
        for strain in strains:
            alone = ws.best_discard(HAND_241, strain, declarer)
            assert table[declarer, strain] == table.discard(declarer, strain).tricks == alone.tricks
    for threads in (1, 2):
        assert table == ws.table(HAND_241, strains=strains, kitty="optimal", threads=threads)
        part = ws.table(HAND_241, strains=strains, kitty="optimal", threads=threads, time_limit=1e-6)
        assert (part.low <= table.low).all() and (part.high >= table.high).all() and not part.exact


def test_in_dummy_whist_the_dummy_gives_up():
    deal = ws.Deal.random(5)
    rules = ws.Rules.preset("dummy_seed", joker_no_trump="free_discard")
    dummy = ws.best_discard(deal, "S+", "N", rules=rules)
    assert set(dummy.hand) <= set(deal.hands[2]) | set(deal.kitty)
    assert dummy == ws.best_discard(deal, "S+", "N", rules=rules, holder="S")


def test_a_limit_gives_bounds_that_hold():
    deal = ws.Deal.random(2, CUTTHROAT)
    for limit in (1, 2_000, 40_000):
        part = ws.best_discard(deal, "NT-", 0, rules=CUTTHROAT, node_limit=limit)
        assert part.low <= 4 <= part.high and not part.exact
        assert ws.Discards(deal, "NT-", 0, rules=CUTTHROAT).values([part.cards])[0] >= part.low
        with pytest.raises(ws.WhistError, match=f"between {part.low} and {part.high} tricks"):
            _ = part.tricks
        assert ws.best_discard(deal, "NT-", 0, rules=CUTTHROAT, node_limit=limit) == part
    aside = "0:AJ.A7.K. KQ.KQ.A. 87.85.Q. | T9..J..BL"
    whole = ws.best_discard(aside, "NT+", 0, rules=REMOVED)
    for more in ({"node_limit": 1}, {"time_limit": 1e-6}):
        part = ws.best_discard(aside, "NT+", 0, rules=REMOVED, **more)
        assert part.low <= whole.tricks <= part.high and not part.exact


def test_an_interrupt_keeps_what_is_known():
    """The best discard so far, or the cells of a table; the smallest memory makes it a long search."""
    deal = ws.Deal.random(2, CUTTHROAT)
    for threads in (0, 1, 2):
        cancellation = ws.Cancellation()
        threading.Timer(0.1, cancellation.cancel).start()
        words = "of 9 cells are known" if threads else "the discard so far"
        with subject_to(cancellation), pytest.raises(ws.Interrupted, match=words) as caught:
            if threads:
                more = {"strains": ["S+", "NT-", "H-"], "threads": threads}
                ws.table(deal, kitty="optimal", rules=CUTTHROAT, memory_mb=threads, **more)
            else:
                ws.best_discard(deal, "NT-", 0, rules=CUTTHROAT, memory_mb=1)
        so_far, copy = caught.value.partial, pickle.loads(pickle.dumps(caught.value))
        assert str(copy) == str(caught.value) and not so_far.exact
        low, high = so_far.bounds(0, "NT-") if threads else (so_far.low, so_far.high)
        assert low <= 4 <= high
        assert len((so_far.discard(0, "NT-") if threads else so_far).cards) == 6
        assert threads or copy.partial == so_far


SHORT = "N:AK... QJ... T9... 87..."
RIGHT = "SA S7 HT H2"
MANY = ws.Deal.random(1, ws.Rules.preset("bid_whist_seed", hand_size=7, kitty_size=26))
#: By the words of the message; deals are those before the discard.
WRONG = {
    "no kitty": (ws.DealError, lambda: best(SHORT)),
    "1 jokers are exchanged for discards of N, of which 0": (
        ws.DealError,
        lambda: best("N:AK... Q....L T9... 87... | ....B", rules=EXCHANGED),
    ),
    "2 jokers and gives up 1": (
        ws.DealError,
        lambda: best("N:K....L QJ... T9... 87... | ....B", rules=EXCHANGED),
    ),
    "discards: expected at most 2,000,000": (ws.DealError, lambda: best(MANY)),
    "E takes the kitty: expected a hand of the declarer's side": (
        ws.DealError,
        lambda: best(HAND_241, holder="E"),
    ),
    "leader": (ws.NotationError, lambda: best(HAND_241, leader=4)),
    "not in the table": (ws.NotationError, lambda: kitty_table(strains=["S+"]).discard("N", "H+")),
    "kitty 'best' is wrong: expected 'optimal'": (ws.WhistError, lambda: kitty_table(kitty="best")),
    "memory_mb": (ws.WhistError, lambda: kitty_table(memory_mb="much")),
    "keeps a joker": (
        ws.NotationError,
        lambda: ws.Discards(f"{SHORT} | 6....B", "NT+", "N", rules=EXCHANGED).values(["S6 SK"]),
    ),
    "discards 'SA' are wrong": (ws.NotationError, lambda: ws.Discards(HAND_241, "NT+", "S").values("SA")),
}


def best(deal, **more):
    return ws.best_discard(deal, "NT+", "N", **more)


def kitty_table(**more):
    return ws.table(HAND_241, **{"kitty": "optimal", **more})


WRONG_DISCARDS = {
    "discard 2 has 3 cards: expected 4, as in the kitty": "SA S7 HT",
    "discard 2: hand 'SA SA S7 HT' names SA twice": "SA SA S7 HT",
    "discard 2 has SQ, which S does not hold": "SQ S7 HT H2",
    "discard 2: ": "XX S7 HT H2",
    "discard 2: 7 is no hand": 7,
    "discard 2": [7],
}


def test_what_is_wrong_is_named():
    for words, (error, ask) in WRONG.items():
        with pytest.raises(error, match=words):
            ask()
    for words, discard in WRONG_DISCARDS.items():
        with pytest.raises(ws.NotationError, match=words):
            ws.Discards(HAND_241, "NT+", "S").values([RIGHT, discard])


def test_the_command():
    out = done("discard", NO_TRUMP)
    for words in (
        "8 tricks for the declarer's side",
        "of 1,820 discards 392 do as well",
        "at the table  ♥T2 ♦Q2: costs 1 trick",
    ):
        assert words in out
    best = ws.best_discard(HAND_241, "NT+", "S")
    assert out.splitlines()[0] == f"give up {Glyphs(symbols=True).cards(ws.Hand(best.cards))}: takes 8 tricks"
    # Trumps stay, and what is low uptown is high downtown.
    assert "obvious       ♥T5 ♦5 ♣Q87: as good" in done("discard", SPADES)
    values = json.loads(done("discard", SPADES, "--time-limit", "0.000001", "--json"))
    assert not values["exact"] and values["tricks"] is None
    assert values["low"] <= 10 <= values["high"] and "obvious" not in values
    for arguments, message in (
        ((HAND_241, "--declarer", "S"), "Missing option '--strain'"),
        ((HAND_241, "--strain", "S+"), "Missing option '--declarer'"),
        ((SHORT, "--strain", "S+", "--declarer", "S"), "no kitty"),
        ((HAND_241, "--strain", "S+", "--declarer", "S", "--holder", "E"), "E takes the kitty"),
        ((HAND_241, "--strain", "S+", "--declarer", "S", "--time-limit", "0"), "time_limit 0.0 is wrong"),
    ):
        assert message in refused("discard", *arguments)

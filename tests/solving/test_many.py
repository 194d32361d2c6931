"""Many deals at once: the answers of `solve`, threads and memory, what is read, progress."""

import threading

import numpy as np
import pytest

import whistsolve as ws
from whistsolve.dealing import random_deals
from whistsolve.encoding import deals_to_array
from whistsolve.solving.batch.deals import CHUNK
from whistsolve.values import STRAINS

SHORT = ws.Rules.preset("bid_whist_seed", hand_size=5, kitty_size=34)
ONE_TRICK = ws.Deal(["A", "K", "Q", "J"])


def short_deals(count):
    return [
        ws.Deal([ws.Hand.from_mask(mask) for mask in row[:4]], ws.Hand.from_mask(row[4]))
        for row in random_deals(count, 1, SHORT).tolist()
    ]


def test_table_many_and_solve_agree_in_every_cell():
    for preset, options in (
        ("bid_whist_seed", {"kitty_book": "first_trick_winner", "joker_no_trump": "high_no_suit"}),
        ("cutthroat_3", {"hand_size": 9, "kitty_size": 27}),
        ("cutthroat_6", {}),
        ("whist_seed", {}),
    ):
        rules = ws.Rules.preset(preset, **options)
        deal = ws.Deal.random(1, rules)
        many, table = ws.solve_many([deal, deal], rules=rules), ws.table(deal, rules=rules)
        assert (many.dtype, many.shape) == (np.dtype(np.uint8), (2, deal.seats, 10))
        assert np.array_equal(many, [table.to_numpy()] * 2)
        assert (table.seats, table.strains) == (deal.seats, STRAINS)
        assert [tricks for _, tricks in table] == many[0].ravel().tolist(), preset
        assert all(table[leader, strain] == tricks for (leader, strain), tricks in table), preset
        for leader, strain in ((0, "S+"), (1, "NT-"), (2, "H+")):
            assert table[leader, strain] == ws.solve(deal, strain, leader, rules=rules).tricks, preset


def test_strains_are_columns_in_the_order_asked_for():
    deals = short_deals(4)
    every = ws.solve_many(deals)
    some = ws.solve_many(deals, ["NT-", ws.Strain("C+"), "H↓", "S~"])
    places = [list(map(str, STRAINS)).index(strain) for strain in ("NT-", "C+", "H-")]
    assert some.shape == (4, 4, 4) and np.array_equal(some[:, :, :3], every[:, :, places])
    assert all(some[n, 0, 3] == ws.solve(deal, "S~", 0).tricks for n, deal in enumerate(deals))
    generated = ws.table(deals[0], strains=(strain for strain in ("H-", "S+")))
    assert list(map(str, generated.strains)) == ["H-", "S+"]


def test_threads_and_memory_change_nothing():
    deals = [*short_deals(40), ws.Deal.random(1)]
    one = ws.solve_many(deals, threads=1)
    for more in ({"threads": 3}, {"threads": 8}, {"threads": None}, {"threads": 3, "memory_mb": 1}):
        assert np.array_equal(ws.solve_many(deals, **more), one), more
    assert np.array_equal(ws.table(deals[-1], threads=3), one[-1])


def test_deals_of_every_kind_of_input():
    deals = short_deals(5)
    want = ws.solve_many(deals, ["D+"])
    texts = [str(deal) for deal in deals]
    array = deals_to_array(deals)
    kinds = [tuple(deals), iter(deals), (deal for deal in deals), texts, [deals[0], *texts[1:]]]
    kinds += [array, dict.fromkeys(deals)]
    for given in kinds:
        assert np.array_equal(ws.solve_many(given, ["D+"]), want)
    sizes = [*short_deals(2), ONE_TRICK, ws.Deal.random(1)]
    found = ws.solve_many(sizes, ["S+"])
    assert [cell[0, 0] for cell in found] == [ws.solve(deal, "S+", "N").tricks for deal in sizes]


def test_the_kitty_of_an_array_is_not_in_play():
    as_large_as_hands = ws.Rules.preset("bid_whist_seed", lowest_rank=5, jokers=0, hand_size=8)
    three = ws.Rules.preset("cutthroat_3", hand_size=4, kitty_size=42)
    for dealt_by in (SHORT, as_large_as_hands, three):
        rows = random_deals(5, 1, dealt_by)
        want = ws.solve_many(rows[:, :-1], ["S+"], rules=dealt_by)
        assert np.array_equal(ws.solve_many(rows, ["S+"], rules=dealt_by), want)
    with pytest.raises(ws.DealError, match=r"of a kitty in the last column kitty=True"):
        ws.solve_many(rows, ["S+"], rules=SHORT)


def test_a_deal_that_is_wrong_is_named():
    """Of another number of hands, with a card twice, or none at all; in whatever chunk."""
    for before in (1, CHUNK, CHUNK + 2):
        for wrong, words in (
            (ws.Deal(["A", "K", "Q"]), "has 3 hands and .* 4: expected as many"),
            ("N:A... K... Q... A...", ": SA is in the hand of N and in the hand of W"),
            (None, ": deal None is wrong"),
        ):
            deals = [ONE_TRICK] * before + [wrong]
            for given in (deals, iter(deals)):
                with pytest.raises(ws.DealError, match=f"^deal {before} ?{words}"):
                    ws.solve_many(given, ["S+"])


@pytest.mark.parametrize("known", [True, False])
def test_progress_rises_to_the_end_and_a_generator_is_read_as_it_goes(known):
    """Its deals are gone before the next are asked for: no more than a chunk is ever held."""
    count, drawn, most_ahead = 2 * CHUNK + 40, 0, 0
    seen = [(0, None)]
    threads = set()

    def deals():
        nonlocal drawn, most_ahead
        for _ in range(count):
            drawn += 1
            most_ahead = max(most_ahead, drawn - seen[-1][0])
            yield ONE_TRICK

    def progress(done, total):
        seen.append((done, total))
        threads.add(threading.get_ident())

    found = ws.solve_many([ONE_TRICK] * count if known else deals(), ["NT+"], progress=progress)
    assert found.tolist() == [[[1], [0], [1], [0]]] * count
    counts = [done for done, _ in seen]
    assert counts == sorted(counts) and len(counts) > 2 and seen[-1] == (count, count)
    assert {total for _, total in seen[1:-1]} <= {count if known else None, count}
    assert threads == {threading.get_ident()}, "called from the thread that waits"
    assert known or (drawn == count and most_ahead <= CHUNK)

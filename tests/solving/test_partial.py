"""Batches that are resumed: nothing that was finished is solved again; tables with bounds."""

import pickle

import numpy as np
import pytest
from tests.support.long_calls import FREE_PLAY, LONG

import whistsolve as ws
from whistsolve.dealing import random_deals
from whistsolve.encoding import array_to_deals
from whistsolve.solving import PartialBatch
from whistsolve.solving.batch.deals import CHUNK, deal_hashes_of

SHORT = ws.Rules.preset("bid_whist_seed", hand_size=4, kitty_size=38)
STRAINS = ("S+", "NT-", "H~")
KINDS = (list, iter)


def short_deals(count):
    return array_to_deals(random_deals(count, 1, SHORT)[:, :4])


class Enough(Exception):
    pass


def ended(deals, after, **options):
    """What a batch had finished whose progress raises an error once so many deals are done."""

    def progress(done, total):
        if done >= after:
            raise Enough

    with pytest.raises(Enough) as caught:
        ws.solve_many(deals, STRAINS, progress=progress, **options)
    found = caught.value.partial
    return found


def test_resumed_is_as_uninterrupted():
    """The part has the right tricks where it says so, and 0 elsewhere; more deals may follow."""
    deals = short_deals(2 * CHUNK + 30)
    want = ws.solve_many(deals, STRAINS)
    for kind in KINDS:
        partial = ended(kind(deals), CHUNK + 1)
        assert partial.deals in (2 * CHUNK, len(deals)) and partial.whole_deals >= CHUNK
        assert partial.tricks.shape == want[: partial.deals].shape
        assert partial.done.shape == (partial.deals, 3) and partial.cells_done == partial.done.sum()
        done = np.broadcast_to(partial.done[:, np.newaxis, :], partial.tricks.shape)
        assert np.array_equal(partial.tricks, np.where(done, want[: partial.deals], 0))
        assert partial.done[: partial.whole_deals].all()
        seen = []
        again = ws.solve_many(
            kind(deals), STRAINS, resume=partial, progress=lambda done, total, seen=seen: seen.append(done)
        )
        assert np.array_equal(again, want) and again.dtype == np.uint8 and seen[-1] == len(deals)
    whole = PartialBatch(want, np.ones((len(deals), 3), dtype=bool))
    assert np.array_equal(ws.solve_many(deals, STRAINS, resume=whole, time_limit=1e-9), want)


def test_only_the_missing_cells_are_solved():
    """Cells that are said to be done are believed, not solved: here with numbers that no deal has."""
    deals = short_deals(CHUNK + 5)
    want = ws.solve_many(deals, STRAINS)
    done = np.random.default_rng(1).random((len(deals), 3)) < 0.7
    marks = np.broadcast_to(done[:, np.newaxis, :], want.shape)
    resume = PartialBatch(np.where(marks, np.uint8(99), np.uint8(0)), done)
    for threads in (1, 3):
        found = ws.solve_many(iter(deals), STRAINS, resume=resume, threads=threads)
        assert np.array_equal(found, np.where(marks, 99, want))
    assert (resume.tricks != 99).any() and (resume.tricks == 99).any(), "what was passed stays as it was"


def test_when_the_time_is_over_at_once_nothing_is_finished():
    with pytest.raises(ws.Stopped, match=r"limit of 1e-09 seconds .*: 0 of the 9 cells of 3 deals") as caught:
        ws.solve_many(short_deals(3), STRAINS, time_limit=1e-9)
    assert caught.value.partial.deals == 3 and not caught.value.partial.done.any()


def test_hashes_of_deals_are_fixed():
    """They may be kept in a file by one version and compared by another."""
    hands = np.array([[1, 2, 4, 8], [1, 2, 8, 4], [1, 2, 4, 8]], dtype=np.uint64)
    first, second, third = deal_hashes_of(hands).tolist()
    assert first == third == 13_327_707_547_288_542_507 and first != second


def tricks_of(*shape):
    return np.zeros(shape, dtype=np.uint8)


def flags_of(*shape):
    return np.zeros(shape, dtype=bool)


NO_PARTIAL = [
    (None, flags_of(1, 2), (), "tricks None of a partial batch .* uint8 with 3 axes"),
    (tricks_of(1, 4), flags_of(1, 2), (), "tricks .* uint8 with 3 axes"),
    (np.zeros((1, 4, 2)), flags_of(1, 2), (), "tricks .* uint8 with 3 axes"),
    (tricks_of(1, 4, 2), tricks_of(1, 2), (), "done .* bool with 2 axes"),
    (tricks_of(1, 4, 2), [[True, False]], (), "done .* bool with 2 axes"),
    (tricks_of(1, 4, 2), flags_of(2, 1), (), r"done of shape \(2, 1\) .* expected \(1, 2\)"),
    (tricks_of(1, 4, 2), flags_of(1, 2), (ws.Strain("S+"),), "1 strains and the tricks have 2"),
]
OTHER_STRAINS = tuple(map(ws.Strain.of, ("S+", "H~", "NT-")))
NO_RESUME = [
    ("what was done", "resume 'what was done' is wrong: expected the .partial"),
    (tricks_of(2, 4, 3), "resume array.* expected the .partial"),
    (PartialBatch(tricks_of(2, 4, 2), flags_of(2, 2)), "2 strains and there are 3: expected as many"),
    (PartialBatch(tricks_of(2, 3, 3), flags_of(2, 3)), "3 seats and the deals have 4 hands"),
    (PartialBatch(tricks_of(3, 4, 3), flags_of(3, 3)), "there are 2 deals and resume has 3"),
    (
        PartialBatch(tricks_of(2, 4, 3), flags_of(2, 3), OTHER_STRAINS),
        r"strains S\+ H~ NT- and not S\+ NT- H~",
    ),
]


def test_what_cannot_be_resumed():
    for tricks, done, strains, words in NO_PARTIAL:
        with pytest.raises(ws.WhistError, match=words):
            PartialBatch(tricks, done, strains)
    for resume, words in NO_RESUME:
        for kind in KINDS:
            with pytest.raises(ws.WhistError, match=words):
                ws.solve_many(kind(short_deals(2)), STRAINS, resume=resume)


def test_the_part_of_other_deals_is_refused():
    """Also of one other deal, or of the same in another order, in whatever chunk."""
    deals = short_deals(CHUNK + 4)
    partial = ended(deals, CHUNK + 1)
    shorter = PartialBatch(partial.tricks[:5], partial.done[:5], deal_hashes=partial.deal_hashes[:5])
    for kind, other in ((list, 0), (iter, 6), (list, CHUNK + 2), (iter, CHUNK + 2)):
        one_other = [*deals[:other], ws.Deal.random(99, SHORT), *deals[other + 1 :]]
        swapped = [*deals[:other], deals[other + 1], deals[other], *deals[other + 2 :]]
        for wrong in (one_other, swapped):
            with pytest.raises(ws.DealError, match=f"^deal {other} is another than the one that resume"):
                ws.solve_many(kind(wrong), STRAINS, resume=partial)
    # What had not been read before may be anything.
    ws.solve_many([*deals[:6], ws.Deal.random(99, SHORT)], STRAINS, resume=shorter)


def test_the_part_of_other_rules_is_refused():
    deals = short_deals(4)
    partial = ended(deals, 1, rules=SHORT)
    for rules, words in (
        (
            SHORT.with_options(first_leader="left_of_bidder"),
            "first_leader=bidder and not left_of_bidder: exp",
        ),
        (None, "hand_size=4 and not 12"),
    ):
        with pytest.raises(ws.WhistError, match=f"^resume has the rules with {words}"):
            ws.solve_many(deals, STRAINS, resume=partial, rules=rules)
    want = ws.solve_many(deals, STRAINS, rules=SHORT)
    again = pickle.loads(pickle.dumps(partial))
    assert np.array_equal(ws.solve_many(deals, STRAINS, rules=SHORT, resume=again), want)


def test_a_table_has_bounds_where_the_time_was_over():
    found = ws.table(LONG, strains=["NT+"], rules=FREE_PLAY, memory_mb=1, time_limit=0.05)
    assert not found.exact and (found.low <= found.high).all()
    assert (found.low.dtype, found.low.shape) == ("u1", (3, 1))
    assert found.bounds("0", "NT+") == (found.low[0, 0], found.high[0, 0])
    leader = int(np.nonzero(found.low[:, 0] < found.high[:, 0])[0][0])
    assert f"{found.low[leader, 0]}-{found.high[leader, 0]}" in str(found)
    for ask, words in (
        (lambda: found[leader, "NT+"], rf"of {leader}'s side in NT\+ are between \d+ and \d+, .*\.bounds"),
        (lambda: list(found), "are between"),
        (found.to_numpy, r"of \d of the 3 cells only bounds are known: take \.low and \.high"),
    ):
        with pytest.raises(ws.WhistError, match=words):
            ask()
    for array in (found.low, found.high):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1

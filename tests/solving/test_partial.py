"""Batches and tables that end early: nothing that was finished is lost, and the rest is solved later."""

import pickle
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import whistsolve as ws
from whistsolve.dealing import random_deals
from whistsolve.encoding import array_to_deals
from whistsolve.solving import PartialBatch
from whistsolve.solving.batch.deals import CHUNK
from whistsolve.solving.batch.partial import deal_hashes_of

FREE_PLAY = ws.Rules.preset("cutthroat_3", joker_no_trump="free_discard", joker_lead_no_trump="free_play")
#: With the smallest table it takes minutes in NT+.
LONG = ws.Deal.random(29, FREE_PLAY)
SHORT = ws.Rules.preset("bid_whist_seed", hand_size=7, kitty_size=26)
STRAINS = ("S+", "NT-", "H~")


def short_deals(count: int, seed: int = 1) -> list[ws.Deal]:
    return array_to_deals(random_deals(count, seed, SHORT)[:, :4])


class Enough(Exception):
    pass


def ended(deals: Any, after: int, error: BaseException, **options: Any) -> BaseException:
    """What comes out of a batch whose progress raises an error once so many deals are done."""

    raised = []

    def progress(done: int, total: int | None) -> None:
        if done >= after:
            raised.append(done)
            raise error

    with pytest.raises(type(error)) as caught:
        ws.solve_many(deals, STRAINS, progress=progress, **options)
    assert len(raised) == 1
    return caught.value


def whole_then_nothing(wanted: np.ndarray, partial: PartialBatch) -> None:
    """A partial batch has the right tricks where it says so, and 0 elsewhere."""
    assert partial.tricks.shape == wanted[: partial.deals].shape
    assert partial.done.shape == (partial.deals, len(STRAINS))
    done = np.broadcast_to(partial.done[:, np.newaxis, :], partial.tricks.shape)
    assert np.array_equal(partial.tricks[done], wanted[: partial.deals][done])
    assert not partial.tricks[~done].any()
    assert partial.done[: partial.whole_deals].all()
    assert partial.cells_done == partial.done.sum()


# ----------------------------------------------------------------------------------------- ended and resumed


@pytest.mark.parametrize("kind", [list, iter])
def test_resumed_is_as_uninterrupted(kind: Any) -> None:
    deals = short_deals(2 * CHUNK + 30)
    want = ws.solve_many(deals, STRAINS)
    error = ended(kind(deals), CHUNK + 1, Enough("enough"))
    partial = error.partial  # type: ignore[attr-defined]
    assert partial.deals in (2 * CHUNK, len(deals)) and partial.whole_deals >= CHUNK
    whole_then_nothing(want, partial)
    seen: list[int] = []
    again = ws.solve_many(
        kind(deals), STRAINS, resume=partial, progress=lambda done, total: seen.append(done)
    )
    assert np.array_equal(again, want) and again.dtype == np.uint8
    assert seen[-1] == len(deals)


def test_only_the_missing_cells_are_solved() -> None:
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


def test_more_deals_may_follow_than_were_read_before() -> None:
    deals = short_deals(12)
    want = ws.solve_many(deals, STRAINS)
    resume = PartialBatch(want[:5], np.ones((5, 3), dtype=bool))
    assert np.array_equal(ws.solve_many(deals, STRAINS, resume=resume), want)
    whole = PartialBatch(want, np.ones((12, 3), dtype=bool))
    assert np.array_equal(ws.solve_many(deals, STRAINS, resume=whole, time_limit=1e-9), want)


def test_when_the_time_is_over_what_is_finished_is_there() -> None:
    with pytest.raises(ws.Stopped, match=r"limit of 1e-09 seconds .*: 0 of the 9 cells of 3 deals") as caught:
        ws.solve_many(short_deals(3), STRAINS, time_limit=1e-9)
    assert caught.value.partial.deals == 3 and not caught.value.partial.done.any()
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value) and again.partial.deals == 3
    with pytest.raises(ws.Stopped) as caught:
        ws.solve_many([LONG] * 2, ["NT+"], rules=FREE_PLAY, memory_mb=1, threads=1, time_limit=0.1)
    assert caught.value.partial.tricks.shape == (2, 3, 1) and caught.value.partial.cells_done == 0


# ------------------------------------------------------------------------------------ what else ends a batch


@pytest.mark.parametrize("error", [Enough("stop here"), ws.WhistError("stop here"), SystemExit("stop here")])
def test_what_progress_raises_comes_through_and_carries_what_is_finished(error: BaseException) -> None:
    deals = short_deals(CHUNK + 10)
    found = ended(deals, CHUNK, error)
    assert found is error and found.partial.whole_deals >= CHUNK  # type: ignore[attr-defined]


def test_an_interrupt_is_a_keyboard_interrupt_that_carries_what_is_finished() -> None:
    deals = short_deals(CHUNK + 10)
    found = ended(deals, CHUNK, KeyboardInterrupt("stop here"))
    assert isinstance(found, ws.Interrupted) and isinstance(found, KeyboardInterrupt)
    assert str(found) == "stop here" and not isinstance(found, Exception)
    whole_then_nothing(ws.solve_many(deals, STRAINS), found.partial)
    again = pickle.loads(pickle.dumps(found))
    assert str(again) == "stop here" and np.array_equal(again.partial.done, found.partial.done)
    silent = ended(deals, CHUNK, KeyboardInterrupt())
    assert str(silent).startswith("interrupted: ") and str(silent).endswith("deals are done")


def test_a_deal_that_cannot_be_read_loses_nothing() -> None:
    def deals() -> Iterator[ws.Deal | str]:
        yield from good
        yield "N:A... K... Q..."

    good = short_deals(CHUNK)
    with pytest.raises(ws.DealError, match=f"^deal {CHUNK}: ") as caught:
        ws.solve_many(deals(), STRAINS)
    partial = caught.value.partial  # type: ignore[attr-defined]
    assert partial.whole_deals == partial.deals == CHUNK
    want = ws.solve_many(good, STRAINS)
    assert np.array_equal(partial.tricks, want)


PROGRAM = f"""
import os, signal, sys, threading
import whistsolve as ws
signal.signal(signal.SIGINT, signal.default_int_handler)
rules = ws.{FREE_PLAY!r}
long = ws.Deal.from_text({str(LONG)!r})
import whistsolve.solving  # loaded before the time runs
def interrupt():
    {{how}}
threading.Timer(0.3, interrupt).start()
try:
    easy = ["0:A... K... Q...", "0:AK... QJ... T9..."]
    ws.solve_many([*easy, long, long], ["NT+"], rules=rules, memory_mb=1, threads=1)
except ws.Interrupted as interrupt:
    partial = interrupt.partial
    print(partial.done.tolist(), partial.tricks.tolist(), partial.strains)
    sys.exit(130)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGINT to send to a process")
@pytest.mark.parametrize("how", ["os.kill(os.getpid(), signal.SIGINT)", "signal.raise_signal(signal.SIGINT)"])
def test_an_interrupt_ends_a_process_with_what_is_finished(how: str) -> None:
    program = PROGRAM.format(how=how)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr) == (130, "")
    flags, tricks = [[True], [True], [False], [False]], [[[1], [0], [0]], [[2], [0], [0]]]
    nothing = [[[0], [0], [0]]] * 2
    assert done.stdout == f"{flags} {tricks + nothing} (Strain.from_text('NT+'),)\n"


# ------------------------------------------------------------------------------------------ partial batches


def tricks_of(*shape: int) -> np.ndarray:
    return np.zeros(shape, dtype=np.uint8)


def flags_of(*shape: int) -> np.ndarray:
    return np.zeros(shape, dtype=bool)


@pytest.mark.parametrize(
    ("tricks", "done", "strains", "words"),
    [
        (None, flags_of(1, 2), (), "tricks None of a partial batch .* uint8 with 3 axes"),
        (tricks_of(1, 4), flags_of(1, 2), (), "tricks .* uint8 with 3 axes"),
        (np.zeros((1, 4, 2)), flags_of(1, 2), (), "tricks .* uint8 with 3 axes"),
        (tricks_of(1, 4, 2), tricks_of(1, 2), (), "done .* bool with 2 axes"),
        (tricks_of(1, 4, 2), [[True, False]], (), "done .* bool with 2 axes"),
        (tricks_of(1, 4, 2), flags_of(2, 1), (), r"done of shape \(2, 1\) .* expected \(1, 2\)"),
        (tricks_of(1, 4, 2), flags_of(1, 2), (ws.Strain("S+"),), "1 strains and the tricks have 2"),
    ],
)
def test_arrays_that_make_no_partial_batch(tricks: Any, done: Any, strains: Any, words: str) -> None:
    with pytest.raises(ws.WhistError, match=words):
        PartialBatch(tricks, done, strains)


@pytest.mark.parametrize(
    ("resume", "words"),
    [
        ("what was done", "resume 'what was done' is wrong: expected the .partial"),
        (tricks_of(2, 4, 3), "resume array.* expected the .partial"),
        (PartialBatch(tricks_of(2, 4, 2), flags_of(2, 2)), "2 strains and there are 3: expected as many"),
        (PartialBatch(tricks_of(2, 3, 3), flags_of(2, 3)), "3 seats and the deals have 4 hands"),
        (PartialBatch(tricks_of(3, 4, 3), flags_of(3, 3)), "there are 2 deals and resume has 3"),
        (
            PartialBatch(tricks_of(2, 4, 3), flags_of(2, 3), tuple(map(ws.Strain.of, ("S+", "H~", "NT-")))),
            r"strains S\+ H~ NT- and not S\+ NT- H~",
        ),
    ],
)
@pytest.mark.parametrize("kind", [list, iter])
def test_what_cannot_be_resumed(kind: Any, resume: Any, words: str) -> None:
    with pytest.raises(ws.WhistError, match=words):
        ws.solve_many(kind(short_deals(2)), STRAINS, resume=resume)


@pytest.mark.parametrize("kind", [list, iter])
@pytest.mark.parametrize("other", [0, 6, CHUNK + 2])
def test_the_part_of_other_deals_is_refused(kind: Any, other: int) -> None:
    """Also of one other deal, or of the same in another order, in whatever chunk."""
    deals = short_deals(CHUNK + 4)
    partial = ended(deals, CHUNK + 1, Enough()).partial  # type: ignore[attr-defined]
    one_other = [*deals[:other], ws.Deal.random(99, SHORT), *deals[other + 1 :]]
    swapped = [*deals[:other], deals[other + 1], deals[other], *deals[other + 2 :]]
    for wrong in (one_other, swapped):
        with pytest.raises(ws.DealError, match=f"^deal {other} is another than the one that resume"):
            ws.solve_many(kind(wrong), STRAINS, resume=partial)
    shorter = PartialBatch(partial.tricks[:5], partial.done[:5], deal_hashes=partial.deal_hashes[:5])
    for wrong in (one_other, swapped):
        if other > 5:  # what had not been read before may be anything
            ws.solve_many(kind(wrong), STRAINS, resume=shorter)


def test_the_part_of_other_rules_is_refused() -> None:
    deals = short_deals(4)
    partial = ended(deals, 1, Enough(), rules=SHORT).partial  # type: ignore[attr-defined]
    with pytest.raises(
        ws.WhistError,
        match=r"^resume has the rules with first_leader=bidder and not left_of_bidder: expected",
    ):
        ws.solve_many(deals, STRAINS, resume=partial, rules=SHORT.with_options(first_leader="left_of_bidder"))
    with pytest.raises(ws.WhistError, match="rules with hand_size=7 and not 12"):
        ws.solve_many(deals, STRAINS, resume=partial)
    want = ws.solve_many(deals, STRAINS, rules=SHORT)
    again = pickle.loads(pickle.dumps(partial))
    assert np.array_equal(ws.solve_many(deals, STRAINS, rules=SHORT, resume=again), want)


def test_hashes_of_deals_are_fixed() -> None:
    """They may be kept in a file by one version and compared by another."""
    hands = np.array([[1, 2, 4, 8], [1, 2, 8, 4], [1, 2, 4, 8]], dtype=np.uint64)
    first, second, third = deal_hashes_of(hands).tolist()
    assert first == third == 13_327_707_547_288_542_507 and first != second


# ----------------------------------------------------------------------------------------------------- tables


def test_a_table_has_bounds_where_the_time_was_over() -> None:
    found = ws.table(LONG, strains=["NT+"], rules=FREE_PLAY, memory_mb=1, time_limit=0.05)
    assert (
        not found.exact
        and (found.low <= found.high).all()
        and (found.low.dtype, found.low.shape) == ("u1", (3, 1))
    )
    assert found.bounds("0", "NT+") == (found.low[0, 0], found.high[0, 0])
    leader = int(np.nonzero(found.low[:, 0] < found.high[:, 0])[0][0])
    with pytest.raises(
        ws.WhistError, match=rf"of {leader}'s side in NT\+ are between \d+ and \d+, .*\.bounds"
    ):
        found[leader, "NT+"]
    with pytest.raises(ws.WhistError, match="are between"):
        list(found)
    with pytest.raises(
        ws.WhistError, match=r"of \d of the 3 cells only bounds are known: take \.low and \.high"
    ):
        found.to_numpy()
    assert f"{found.low[leader, 0]}-{found.high[leader, 0]}" in str(found)
    for array in (found.low, found.high):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


@pytest.mark.parametrize("seed", range(3))
def test_the_bounds_of_a_table_hold_the_tricks(seed: int) -> None:
    deal = ws.Deal.random(seed)
    exact = ws.table(deal, memory_mb=64)
    assert exact.exact and exact == ws.table(deal, time_limit=1e6)
    assert np.array_equal(exact.low, exact.to_numpy()) and np.array_equal(exact.high, exact.low)
    for limit in (1e-9, 0.02, 0.1):
        found = ws.table(deal, time_limit=limit)
        assert (found.low <= exact.low).all() and (exact.low <= found.high).all()
        assert found.exact == (found == exact) and (found.exact or hash(found) != hash(exact))
        for (leader, strain), tricks in exact:
            low, high = found.bounds(leader, strain)
            assert low <= tricks <= high
            if low == high:
                assert found[leader, strain] == tricks
    assert not ws.table(deal, time_limit=1e-9).exact

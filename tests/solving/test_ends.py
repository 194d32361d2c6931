"""Calls that end early, by `cancel`, interrupts, signals, time or `progress`, and what they had finished."""

import pickle
import sys
import threading

import numpy as np
import pytest
from tests.support.alarm import alarm_ends_it, needs_timer
from tests.support.long_calls import CALLS, DEALS, FREE_PLAY, LAYOUTS, LONG, ROWS
from tests.support.programs import run_program
from tests.support.thorough import by_default

import whistsolve as ws
from whistsolve import solving
from whistsolve.cancelling import subject_to
from whistsolve.errors import Interrupted
from whistsolve.solving.batch.deals import CHUNK


@pytest.mark.parametrize("delay", by_default(1, [0.02, 0.1]))
@pytest.mark.parametrize("name", CALLS)
def test_the_partial_of_a_call_is_its_own(name, delay):
    call, types = CALLS[name]
    for how in ("cancelled", "interrupted"):
        cancellation = ws.Cancellation()
        timer = threading.Timer(delay, cancellation.cancel)
        timer.start()
        with pytest.raises((ws.Stopped, KeyboardInterrupt)) as caught:
            if how == "cancelled":
                call(cancel=cancellation)
            else:
                with subject_to(cancellation):
                    call()
        timer.join()
        assert isinstance(caught.value, ws.Stopped) is (how == "cancelled")
        partial = getattr(caught.value, "partial", None)
        assert partial is None or isinstance(partial, types)


@needs_timer
@pytest.mark.parametrize("name", ["solve", "solve_cards", "solve_many", "solve_rows", "alpha_mu", "perft"])
def test_what_a_signal_handler_raises_ends_the_call(name):
    with alarm_ends_it(0.05):
        CALLS[name][0]()


def many(deals, **more):
    return ws.solve_many(deals, ["NT+", "S+"], **more)


def rows(deals, **more):
    return solving.solve_rows(deals[:, :4], "NT+", 0, 1, **more)


def card_rows(layouts, **more):
    return solving.solve_card_rows(layouts, "S+", "N", "E", first_trick=True, **more)


class Enough(Exception):
    pass


def finished(partial):
    """Whether each row is finished, and the tricks of all."""
    if isinstance(partial, solving.PartialBatch):
        return partial.done.all(axis=1), partial.tricks
    tricks = partial[1] if isinstance(partial, tuple) else partial
    return ~tricks.mask.reshape(len(tricks), -1).all(axis=1), tricks


@pytest.mark.parametrize(
    ("ask", "given"), [(many, ROWS), (rows, ROWS), (card_rows, LAYOUTS)], ids=["many", "rows", "card_rows"]
)
def test_a_batch_that_ends_early_carries_what_is_finished(ask, given):
    def check(partial):
        done, tricks = finished(partial)
        some = np.nonzero(done)[0][:3]
        assert len(some) and not done.all()
        again = ask(given[some])
        assert np.array_equal(tricks[some], again[1] if isinstance(again, tuple) else again)

    for error in (KeyboardInterrupt, Enough, ws.WhistError, SystemExit):

        def progress(done, total, error=error):
            assert total == len(given) and 0 <= done <= total
            if done > 4:
                raise error("stop here")

        with pytest.raises(error, match="stop here") as caught:
            ask(given, threads=2, progress=progress)
        assert type(caught.value) is (Interrupted if error is KeyboardInterrupt else error)
        check(caught.value.partial)
    words = r"time limit of 0.2 seconds was reached: \d+ of .*(cells|rows)"
    with pytest.raises(ws.Stopped, match=words) as caught:
        ask(given, threads=2, time_limit=0.2)
    check(caught.value.partial)
    copy = pickle.loads(pickle.dumps(caught.value))
    assert str(copy) == str(caught.value)
    assert np.ma.allequal(finished(copy.partial)[1], finished(caught.value.partial)[1])


def test_an_interrupt_without_words_says_what_is_done():
    def progress(done, total):
        raise KeyboardInterrupt

    with pytest.raises(ws.Interrupted, match=r"^interrupted: .*deals are done$"):
        ws.solve_many(DEALS, progress=progress, cancel=ws.Cancellation())


INTERRUPTED = f"""
import os, signal, threading
import whistsolve as ws
import whistsolve.solving  # loaded before the time runs
# A shell that starts this in the background may have told it to ignore the signal.
signal.signal(signal.SIGINT, signal.default_int_handler)
rules = ws.{FREE_PLAY!r}
long = ws.Deal.from_text({str(LONG)!r})
threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    easy = ["0:A... K... Q...", "0:AK... QJ... T9..."]
    ws.solve_many([*easy, long, long], ["NT+"], rules=rules, memory_mb=1, threads=1)
except ws.Interrupted as interrupt:
    partial = interrupt.partial
    print(partial.done.tolist(), partial.tricks.tolist(), partial.strains)
threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    ws.Solver(memory_mb=1).solve(long, "NT+", 0, rules=rules)
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGINT to send to a process")
def test_ctrl_c_ends_a_call_with_what_is_finished():
    flags = [[True], [True], [False], [False]]
    tricks = [[[1], [0], [0]], [[2], [0], [0]], [[0], [0], [0]], [[0], [0], [0]]]
    assert run_program(INTERRUPTED) == [f"{flags} {tricks} (Strain.from_text('NT+'),)", "interrupted"]


def test_a_generator_of_deals_that_fails_loses_nothing():
    def deals():
        yield from [ws.Deal(["A", "K", "Q", "J"])] * CHUNK
        yield "N:A... K... Q..."

    with pytest.raises(ws.DealError, match=f"deal {CHUNK}: ") as caught:
        ws.solve_many(deals(), ["S+", "NT+"])
    partial = caught.value.partial
    assert partial.whole_deals == partial.deals == CHUNK
    assert np.array_equal(partial.tricks, ws.solve_many(["N:A... K... Q... J..."] * CHUNK, ["S+", "NT+"]))

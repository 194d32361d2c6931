"""Every call that takes ``memory_mb``, on problems that would take far more than the caps tried here."""

import contextlib
import threading
from collections.abc import Callable

from tests.support import long_calls
from tests.support.long_calls import DEALS, FREE_PLAY, LAYOUTS, LONG

import whistsolve as ws
from whistsolve.solving import alpha_mu

#: How long the calls are, that end by themselves only after minutes.
SECONDS = 1.0

Call = Callable[..., object]


def _evaluate_cards(method):
    state = ws.HandState.random(5, ws.Rules.preset("whist"), dealer="W")
    return lambda **more: ws.evaluate_cards(state.view(state.to_act), samples=40, method=method, **more)


#: Those that take a number of threads as well, and those that do not.
_THREADED = {
    **{
        name: long_calls.CALLS[name][0]
        for name in ("table, kitty", "solve_many", "solve_rows", "solve_card_rows", "par", "run_batch")
    },
    "table": lambda **more: ws.table(LONG, rules=FREE_PLAY, **more),
    "solve_many, long": lambda **more: ws.solve_many([LONG] * 3, rules=FREE_PLAY, **more),
    "evaluate_cards": _evaluate_cards("pimc"),
    "evaluate_cards, alpha_mu": _evaluate_cards("alpha_mu"),
}
_ALONE = {
    **{name: long_calls.CALLS[name][0] for name in ("best_discard", "optimal_discards", "alpha_mu")},
    "Solver.solve": lambda memory_mb, **more: ws.Solver(memory_mb=memory_mb).solve(
        LONG, "NT+", 0, rules=FREE_PLAY, **more
    ),
    "alpha_mu, 8 layouts": lambda **more: alpha_mu(LAYOUTS[:8], "NT+", 0, target=6, depth=1, **more),
    "Discards.count": lambda memory_mb, **more: ws.Discards(DEALS[2], "S+", 0, memory_mb=memory_mb).count(
        **more
    ),
}


def _limited(call, threaded):
    def limited(threads, mb):
        cancellation = ws.Cancellation()
        timer = threading.Timer(SECONDS, cancellation.cancel)
        timer.start()
        with contextlib.suppress(ws.Stopped):
            call(memory_mb=mb, cancel=cancellation, **({"threads": threads} if threaded else {}))
        timer.cancel()

    return limited


#: A call of so many threads under a cap, by its name.
CALLS = {
    **{name: _limited(call, True) for name, call in _THREADED.items()},
    **{name: _limited(call, False) for name, call in _ALONE.items()},
}

"""Every call that takes ``memory_mb``, on problems that would take far more than the caps tried here."""

import contextlib
import tempfile
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import whistsolve as ws
from whistsolve.dealing import random_deals
from whistsolve.encoding import deals_to_array
from whistsolve.errors import Stopped
from whistsolve.game import HandState
from whistsolve.solving import alpha_mu, solve_card_rows, solve_rows

#: How long the calls are that end by themselves only after minutes.
SECONDS: Final = 1.5

_RULES = ws.Rules.preset("bid_whist")
#: Cutthroat with a led joker that nobody need follow fills any table.
_FREE_PLAY = ws.Rules.preset("cutthroat_3", joker_no_trump="free_discard", joker_lead_no_trump="free_play")
_LONG = ws.Deal.random(29, _FREE_PLAY)
_DEALS = [ws.Deal.random(seed) for seed in range(400)]
_ROWS = deals_to_array(_DEALS)
_HAND = _DEALS[1].hands[0]

Call = Callable[[int, int], object]


def _timed(call: Callable[..., object], *args: Any, **more: Any) -> None:
    """A call that is cancelled where it takes long."""
    cancellation = ws.Cancellation()
    timer = threading.Timer(SECONDS, cancellation.cancel)
    timer.start()
    with contextlib.suppress(ws.Stopped):
        call(*args, cancel=cancellation, **more)
    timer.cancel()


def _solver(threads: int, mb: int) -> None:
    ws.Solver(memory_mb=mb).solve(_LONG, "NT+", 0, rules=_FREE_PLAY, time_limit=SECONDS)


def _best(threads: int, mb: int) -> None:
    deal = ws.Deal.random(29, ws.Rules.preset("cutthroat_3"))
    rules = ws.Rules.preset("cutthroat_3")
    ws.best_discard(deal, "NT+", 0, rules=rules, memory_mb=mb, time_limit=SECONDS)


def _kitty_table(threads: int, mb: int) -> None:
    ws.table(_DEALS[1], kitty="optimal", threads=threads, memory_mb=mb, time_limit=SECONDS)


def _table(threads: int, mb: int) -> None:
    ws.table(_LONG, rules=_FREE_PLAY, threads=threads, memory_mb=mb, time_limit=SECONDS)


def _many(threads: int, mb: int) -> None:
    with contextlib.suppress(ws.Stopped):
        ws.solve_many([_LONG] * 3, rules=_FREE_PLAY, threads=threads, memory_mb=mb, time_limit=SECONDS)


def _solve_rows(threads: int, mb: int) -> None:
    count = 120
    solve_rows(
        _ROWS[:count, :4],
        np.zeros(count, dtype=np.int64),
        0,
        0,
        columns=["NT+"],
        threads=threads,
        memory_mb=mb,
    )


def _card_rows(threads: int, mb: int) -> None:
    with contextlib.suppress(Stopped):
        solve_card_rows(
            _layouts(40), "NT+", 0, 0, first_trick=True, threads=threads, memory_mb=mb, time_limit=SECONDS
        )


def _layouts(number: int) -> NDArray[np.uint64]:
    known: dict[str | int, ws.Hand | str] = {0: _HAND}
    return random_deals(number, 5, _RULES, known=known)[:, :4]


def _alpha_mu(layouts: int) -> Call:
    def call(threads: int, mb: int) -> None:
        alpha_mu(_layouts(layouts), "NT+", 0, target=6, depth=1, memory_mb=mb, time_limit=SECONDS)

    return call


def _cards(method: str) -> Call:
    def call(threads: int, mb: int) -> None:
        state = HandState.random(5, ws.Rules.preset("whist"), dealer="W")
        view = state.view(state.to_act)
        more: dict[str, Any] = {"threads": threads, "memory_mb": mb, "method": method}
        ws.evaluate_cards(view, samples=40, time_limit=SECONDS, **more)

    return call


def _batch(question: str, **given: object) -> Call:
    def call(threads: int, mb: int) -> None:
        with tempfile.TemporaryDirectory() as folder:
            _timed(
                ws.run_batch,
                [{"deal": str(deal)} for deal in _DEALS[:60]],
                Path(folder) / "rows.jsonl",
                question,
                given=given,
                threads=threads,
                memory_mb=mb,
            )

    return call


#: A call of so many threads under a cap, by its name.
CALLS: Final[Mapping[str, Call]] = MappingProxyType(
    {
        "Solver.solve": _solver,
        "best_discard": _best,
        "Discards.count": lambda threads, mb: _timed(
            ws.Discards(_DEALS[2], "S+", 0, memory_mb=mb).count,
        ),
        "Discards.values": lambda threads, mb: _timed(
            ws.Discards(_DEALS[2], "NT+", 0, memory_mb=mb).values,
            [list(_DEALS[2].hands[0])[shift : shift + 6] for shift in range(7)],
        ),
        "table": _table,
        "table(kitty)": _kitty_table,
        "solve_many": _many,
        "solve_rows": _solve_rows,
        "solve_card_rows": _card_rows,
        "alpha_mu, 8 layouts": _alpha_mu(8),
        "alpha_mu, 64 layouts": _alpha_mu(64),
        "par": lambda threads, mb: _timed(ws.par, _DEALS[1], 3, threads=threads, memory_mb=mb),
        "evaluate_cards": _cards("pimc"),
        "evaluate_cards(alpha_mu)": _cards("alpha_mu"),
        "run_batch kitty": _batch("kitty"),
    }
)

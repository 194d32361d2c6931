"""Every public function that can take long has ``cancel``, says so, and ends where it is cancelled."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator

import pytest
from tests.support.long_calls import LONG_CALLS

import whistsolve as ws

#: The public rooms.
ROOMS = (
    *("analysis", "batch", "bidding", "conditions", "dealing", "equity", "evaluation", "inference"),
    *("players", "solving"),
)
#: Parameters of calls whose length is up to the caller: such a call is long, or says here why not.
SIGNS = {"progress", "threads", "processes", "samples", "time_limit"}
#: Players act within calls that take `cancel`; of a result, its samples are a number that it has.
SHORT = {"Interrupted", "SamplingPlayer", "DoubleDummyPlayer", "Rules"}


def public() -> Iterator[tuple[str, Callable[..., object]]]:
    """The functions, classes and methods of the public rooms."""
    for room in (ws, *(getattr(ws, name) for name in ROOMS)):
        for name in room.__all__:
            found = getattr(room, name)
            if inspect.isclass(found):
                for method, function in vars(found).items():
                    if inspect.isfunction(function) and not method.startswith("_"):
                        yield f"{name}.{method}", function
            if callable(found) and not hasattr(found, "__dataclass_fields__"):
                yield name, found


@pytest.mark.parametrize("call", [pytest.param(call, id=call.__qualname__) for call in LONG_CALLS])
def test_a_long_call_takes_cancel_and_says_so(call: Callable[..., object]) -> None:
    parameter = inspect.signature(call).parameters["cancel"]
    assert parameter.kind is inspect.Parameter.KEYWORD_ONLY and parameter.default is None
    assert parameter.annotation == "Cancel | None"
    said = inspect.getdoc(call) or ""
    # In full, or by naming another of them whose parameters it has.
    others = {each.__name__ for each in LONG_CALLS} - {"table"}
    assert ("cancel : " in said and "CallCancelled" in said) or any(f"`{other}`" in said for other in others)
    cancelled = ws.Cancellation()
    cancelled.cancel()
    with pytest.raises(ws.CallCancelled, match="cancelled before it began"):
        call(*(None,) * (inspect.isclass(call) + 1), cancel=cancelled)


def test_no_call_whose_length_is_up_to_the_caller_is_without_it() -> None:
    long = {call.__qualname__ for call in LONG_CALLS}
    asked = []
    for name, call in public():
        try:
            parameters = set(inspect.signature(call).parameters)
        except ValueError:
            continue
        assert "cancel" not in parameters or call.__qualname__ in long, name
        if parameters & SIGNS and name not in SHORT and call.__qualname__ not in long:
            asked.append(name)
    assert not asked

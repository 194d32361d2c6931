"""Double-dummy engine for the whist family: bid whist, cutthroat, whist and dummy whist.

Examples
--------
>>> import whistsolve as ws
>>> deal = ws.Deal.from_text("N:AK... QJ... T9... 87...")
>>> deal.hands[0]
Hand.from_text('AK...')
"""

from whistsolve._internal import LOCK as _lock
from whistsolve._internal import RENDERING as _rendering
from whistsolve._internal.guesses import hint as _hint

__version__ = "0.3.0"


# Values do not import what displays them.
_rendering.append(lambda name: __import__(f"whistsolve.{name}", fromlist=["__name__"]))


def __getattr__(name: str) -> object:
    # A subpackage is imported when one of its names is first used: a program that only reads deals does not
    # wait for NumPy or advice. The stub beside this file lists where each name is defined (Scientific Python,
    # SPEC 1).
    # Without the lock, two threads that import the modules of a cycle in different orders could deadlock.
    with _lock:
        if "_load" not in globals():
            import lazy_loader  # now, since the command has to handle signals before it is loaded

            attached = lazy_loader.attach_stub(__name__, __file__)
            globals().update(zip(("_load", "__dir__", "__all__"), attached, strict=True))
        if name not in globals()["__all__"] and (said := _hint([__name__], name)):
            raise AttributeError(said)
        return globals()["__all__"] if name == "__all__" else globals()["_load"](name)


def __dir__() -> object:
    return __getattr__("__all__")

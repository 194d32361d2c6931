"""Base classes of what is displayed, which know nothing of the package that displays it."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final, cast

from whistsolve._internal import RENDERING
from whistsolve._internal.guesses import refuse
from whistsolve._internal.reading import shortened

_LONGEST_REPR: Final = 200


def rendering(module: str) -> Any:
    """A module of the package, such as ``show.html``, imported when an object is first displayed."""
    return RENDERING[-1](module)


class GuessedType(type):
    """Metaclass of classes that say what a guessed name of theirs is called."""

    if not TYPE_CHECKING:  # which would take every name

        def __getattr__(cls, name):
            refuse(cls, name, cls)


class Brief:
    """Base class of dataclasses whose ``repr`` has at most 200 characters, and that know guessed names."""

    __slots__ = ()
    if not TYPE_CHECKING:

        def __getattr__(self, name):
            refuse(type(self), name, self)

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "__repr__" not in vars(cls) and cls.__repr__ in (object.__repr__, Brief._brief):
            type.__setattr__(cls, "__repr__", Brief._brief)  # the decorator keeps what it finds in the class

    def _brief(self) -> str:
        listed = fields(cast(Any, self)) if hasattr(self, "__dataclass_fields__") else ()
        named = [each.name for each in listed if each.repr]
        named.sort(key=lambda name: name not in type(self).__annotations__)  # those of the class itself first
        values = (f"{name}={getattr(self, name)!r}" for name in named)
        return shortened(f"{type(self).__name__}({', '.join(values)})", _LONGEST_REPR)


class Shown(Brief):
    """Base class of everything that notebooks and IPython display: cards and deals, rules, results."""

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        # IPython takes what it finds first from a class upwards: without this, the `__repr__` of the class.
        type.__setattr__(cls, "_repr_pretty_", Shown._repr_pretty_)

    def _repr_html_(self) -> str:
        """What notebooks display: HTML without scripts or outside resources, for light and dark pages."""
        return str(rendering("show.html").html_of(self))

    def __str__(self) -> str:
        """The text that commands print, not wrapped; values print what they read instead."""
        return self._text()

    def _repr_pretty_(self, p: Any, cycle: bool) -> None:
        """What IPython prints: the text that commands print; the `repr` of what is part of something else."""
        import shutil  # not for programs outside IPython, which load faster

        width = shutil.get_terminal_size().columns
        p.text(self._text(width) if len(p.stack) == 1 else repr(self))

    def _text(self, width: int | None = None) -> str:
        show = rendering("show")
        return str(show.to_text(show.describe(self), width=width)).rstrip()


class Plotted(Shown):
    """Base class of results that can also be plotted."""

    __slots__ = ()

    def _plotted(self, ax: Any, what: str = "") -> Any:
        """Plot the object on the given axes, or on new ones if ``ax`` is ``None``."""
        return rendering("show.plot").plot_of(self, ax, what)

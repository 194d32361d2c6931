"""Where forms and plots are registered: a module for each room, loaded when something of it is shown."""

from __future__ import annotations

from collections.abc import Collection
from importlib import import_module

__all__ = ["load_modules_for"]


def load_modules_for(value: object, folder: str, rooms: Collection[str]) -> None:
    """Load what shows the class of a value and its bases, so that rooms that nobody used are not loaded.

    Parameters
    ----------
    value : object
    folder : str
        Of this room, with a module ``of_`` each room.
    rooms : collection of str
        Rooms that have such a module.
    """
    for base in type(value).__mro__:
        package, _, rest = base.__module__.partition(".")
        room = rest.partition(".")[0]
        if package == "whistsolve" and room in rooms:
            import_module(f"whistsolve.show.{folder}.of_{room}")

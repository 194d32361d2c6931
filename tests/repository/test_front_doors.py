"""Rooms are entered by their front doors, so that threads that load several at once wait in one order.

Python locks what it loads, ``room.part`` before ``room``: a thread that loads ``room.part`` first waits for
one that loads ``room``, and that one for ``room.part``. Python ends such a deadlock with an error.
"""

from __future__ import annotations

from functools import cache

import pytest
from tests.repository.test_imports import Arrow, arrows, modules

#: Programs, which one thread loads before there are others.
PROGRAMS = ("whistsolve.cli", "whistsolve.board", "whistsolve.__main__")
FILES = dict(modules())
SOURCES = {module: path.read_text("utf-8") for module, path in FILES.items()}
PACKAGES = {module for module, path in FILES.items() if path.stem == "__init__"}
LIBRARY = sorted(module for module in SOURCES if not module.startswith(PROGRAMS) and "." in module)


def parents(module: str) -> list[str]:
    """The packages that a module is in, the room first."""
    parts = module.split(".")
    return [".".join(parts[:count]) for count in range(2, len(parts))]


@cache
def ways(source: str, package: str) -> tuple[Arrow, ...]:
    """What a source imports."""
    return tuple(arrows(source, package))


class Loading:
    """What a thread has loaded, as imports run in the order of the source."""

    def __init__(self, sources: dict[str, str]) -> None:
        self.sources = sources
        self.loading: list[str] = []
        self.loaded: set[str] = {"whistsolve"}
        self.side_doors: list[str] = []

    def enter(self, module: str, visitor: str = "") -> None:
        """Loads a module, and before it the packages that it is in."""
        for package in parents(module):
            if package in self.loading:
                break  # what is in there, nobody else loads now
            if package not in self.loaded and visitor:
                self.side_doors.append(f"{visitor} imports {module} before {package}")
        for each in (*parents(module), module):
            if each not in self.loaded and each not in self.loading and each in self.sources:
                self.loading.append(each)
                self.follow(each, "now")
                self.loading.remove(each)
                self.loaded.add(each)

    def follow(self, module: str, kind: str) -> None:
        """Does what imports of a module do."""
        package = module if module in PACKAGES else module.rpartition(".")[0]
        for arrow in ways(self.sources[module], package):
            if arrow.kind == kind:
                for each in (arrow.first, arrow.target):
                    if each:
                        self.enter(each, module)


def side_doors(module: str, sources: dict[str, str]) -> list[str]:
    """Wrong ways of a module that is loaded after its room, and of its functions that are called then."""
    thread = Loading(sources)
    for each in (*parents(module), module):
        thread.enter(each)
    thread.follow(module, "late")
    return thread.side_doors


@pytest.mark.parametrize("module", LIBRARY)
def test_a_module_enters_rooms_by_their_front_doors(module: str) -> None:
    assert side_doors(module, SOURCES) == []


def test_every_room_is_seen() -> None:
    thread = Loading(SOURCES)
    for module in LIBRARY:
        thread.enter(module)
    assert thread.loaded >= set(LIBRARY) and len(LIBRARY) > 200


@pytest.mark.parametrize(
    ("source", "wrong"),
    [
        ("from whistsolve.values.cards import Card", 1),
        ("import whistsolve.values\nfrom whistsolve.values.cards import Card", 0),
        ("from whistsolve.values import cards", 0),
        ("from whistsolve.values import Card", 0),
        ("def f():\n    from whistsolve.values.cards import Card", 1),
        ("if TYPE_CHECKING:\n    from whistsolve.values.cards import Card", 0),
        # What loads another room by its front door need not name those that this one loads.
        ("import whistsolve.game\nfrom whistsolve.rules.options import Game", 0),
        ("import whistsolve.rules\nfrom whistsolve.game.record.record import record_hand", 2),
    ],
)
def test_a_side_door_is_seen(source: str, wrong: int) -> None:
    sources = {**SOURCES, "whistsolve.tabular": source}
    assert len(side_doors("whistsolve.tabular", sources)) == wrong

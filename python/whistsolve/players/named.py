"""Players by name: those of the package, and any others as ``module:Class``."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Final

from whistsolve._internal.reading import shown
from whistsolve.errors import WhistError
from whistsolve.players.double_dummy import DoubleDummyPlayer
from whistsolve.players.heuristic import HeuristicPlayer
from whistsolve.players.player import PeekingPlayer, Player
from whistsolve.players.random_player import RandomPlayer
from whistsolve.players.sampling import SamplingPlayer
from whistsolve.rules.suggestions import nearest

#: Every player of the package by its name. ``modelled`` bids by the call model, ``double_dummy`` sees all.
PLAYERS: Final[Mapping[str, Callable[[], Player | PeekingPlayer]]] = MappingProxyType(
    {
        "random": RandomPlayer,
        "heuristic": HeuristicPlayer,
        "modelled": lambda: HeuristicPlayer(bids="modelled"),
        "sampling_quick": partial(SamplingPlayer, "quick"),
        "sampling": SamplingPlayer,
        "sampling_strong": partial(SamplingPlayer, "strong"),
        "double_dummy": DoubleDummyPlayer,
    }
)


def player_named(name: str) -> Player | PeekingPlayer:
    """A player of the package by its name, or an instance of another class, made without arguments.

    Parameters
    ----------
    name : str
        One of `PLAYERS`, or ``module:Class``; the module may be in the working directory.

    Raises
    ------
    WhistError
        If there is no such player, or it cannot be imported or made.

    Examples
    --------
    >>> player_named("heuristic"), player_named("whistsolve.players:RandomPlayer")
    (HeuristicPlayer(), RandomPlayer(seed=0))
    """
    if not isinstance(name, str):
        raise WhistError(f"player {shown(name)} is wrong: expected text, got {type(name).__name__}")
    if name in PLAYERS:
        return PLAYERS[name]()
    module, colon, attribute = name.partition(":")
    if not colon or not module or not attribute:
        expected = f"{', '.join(PLAYERS)}, or module:Class{nearest(name, PLAYERS)}"
        raise WhistError(f"player {shown(name)} is wrong: expected {expected}")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)  # for this process and those that it starts
    try:
        made = getattr(importlib.import_module(module), attribute)()
    except Exception as error:  # a foreign module may raise anything
        found = sys.modules.get(module)
        near = "" if found is None or hasattr(found, attribute) else nearest(attribute, vars(found))
        raise WhistError(
            f"player {shown(name)} cannot be made ({type(error).__name__}: {error}): expected a class of a"
            f" module, made without arguments{near}"
        ) from None
    if not isinstance(made, Player):
        raise WhistError(f"player {shown(name)} has no method act: expected a whistsolve.players.Player")
    return made


def player_of(given: object, name: str) -> Player | PeekingPlayer:
    """The player that a caller passed, itself or as text for `player_named`; ``name`` is for the error."""
    if isinstance(given, str):
        return player_named(given)
    if isinstance(given, type) or not isinstance(given, Player):
        raise WhistError(
            f"player {name} {shown(given)} is wrong: expected an object with a method act(view), such as"
            " HeuristicPlayer(), or a name such as 'heuristic'"
        )
    return given

"""Players by name: those of the package, and any others as ``module:Class``."""

from __future__ import annotations

import ast
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
from whistsolve.players.external import ExternalPlayer
from whistsolve.players.player import HeuristicPlayer, PeekingPlayer, Player, RandomPlayer
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
    """A player of the package by its name, an instance of another class, or a bot that is a program.

    The name is one of `PLAYERS`; ``module:Class`` or ``module:Class(16, depth=2)`` with literal arguments,
    where the module may be in the working directory; or ``exec:COMMAND`` for an `ExternalPlayer`. Raises
    `WhistError` if there is no such player, or it cannot be imported or made.

    Examples
    --------
    >>> player_named("heuristic"), player_named("whistsolve.players:RandomPlayer(7)")
    (HeuristicPlayer(), RandomPlayer(seed=7))
    """
    if not isinstance(name, str):
        raise WhistError(f"player {shown(name)} is wrong: expected text, got {type(name).__name__}")
    if name in PLAYERS:
        return PLAYERS[name]()
    if name.startswith("exec:"):
        return ExternalPlayer(name.removeprefix("exec:"))
    module, colon, call = name.partition(":")
    attribute, bracket, _ = call.partition("(")
    if not colon or not module or not attribute:
        expected = f"{', '.join(PLAYERS)}, exec:COMMAND or module:Class{nearest(name, PLAYERS)}"
        raise WhistError(f"player {shown(name)} is wrong: expected {expected}")
    try:
        parsed = ast.parse(call if bracket else f"{call}()", mode="eval").body
        assert isinstance(parsed, ast.Call)
        positional = [ast.literal_eval(each) for each in parsed.args]
        named = {str(each.arg): ast.literal_eval(each.value) for each in parsed.keywords}
    except (SyntaxError, ValueError, AssertionError, RecursionError, MemoryError):
        expected = "expected literals, as in module:Class(16, depth=2)"
        raise WhistError(f"player {shown(name)} has wrong arguments: {expected}") from None
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)  # for this process and those that it starts
    try:
        made = getattr(importlib.import_module(module), attribute)(*positional, **named)
    except Exception as error:  # a foreign module may raise anything
        found = sys.modules.get(module)
        near = "" if found is None or hasattr(found, attribute) else nearest(attribute, vars(found))
        if "/" in module or module.endswith(".py"):
            near = "; expected the name of the module, not of its file"
        raise WhistError(
            f"player {shown(name)} cannot be made ({type(error).__name__}: {error}): expected a class of a"
            f" module{near}"
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

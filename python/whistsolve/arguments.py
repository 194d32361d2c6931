"""Arguments that many public functions take: their defaults, how they are read, limits and resources."""

from __future__ import annotations

import contextlib
import math
import numbers
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, TypeAlias

from whistsolve.errors import ActError, DealError, RulesError, StrainError, WhistError
from whistsolve.rules import Rules
from whistsolve.rules.sides import plays_with_partners, side_count
from whistsolve.values.deals import Deal
from whistsolve.values.reading import read_integer, read_several, shown
from whistsolve.values.seats import SEAT_LETTERS, seats_named_as
from whistsolve.values.strains import STRAINS, Strain
from whistsolve.values.words import read_seat

__all__ = [
    "DEFAULT_MEMORY_MB",
    "DEFAULT_RULES",
    "NO_LIMITS",
    "Limits",
    "Progress",
    "Resources",
    "player_names",
    "read_callback",
    "read_deal",
    "read_player",
    "read_progress",
    "read_rules",
    "read_scores",
    "read_strains",
    "require_rules",
    "seed_text",
]

#: Rules that hold where a caller names none.
DEFAULT_RULES: Final = Rules.preset("bid_whist")
#: Cap on the transposition tables of a process where the caller names none, in MiB.
DEFAULT_MEMORY_MB: Final = 256

#: Called with the number of items done and their number in all, ``None`` while that is not known.
Progress: TypeAlias = Callable[[int, int | None], object]

#: All strains that exist: five trump suits, no trump among them, in three rankings.
_MOST_STRAINS: Final = 15
#: Bits of numbers that are shorter than what Python writes in decimal at least, 640 digits.
_LONGEST_DECIMAL: Final = 2000
#: The largest count of nodes that the engine holds.
_MOST_NODES: Final = 2**64 - 1
#: The most threads that a call starts.
_MOST_THREADS: Final = 256


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one search; ``None`` where there is no limit.

    Attributes
    ----------
    nodes : int or None
        Nodes, which are cards played in the search.
    seconds : float or None
        Wall-clock time.
    """

    nodes: int | None = None
    seconds: float | None = None

    @classmethod
    def read(cls, node_limit: int | None = None, time_limit: float | None = None) -> Limits:
        """The limits of a call: nodes from 1 on, seconds above 0.

        Raises
        ------
        WhistError
            Where an argument is no such number.
        """
        if node_limit is None and time_limit is None:
            return NO_LIMITS
        nodes = None if node_limit is None else read_integer(node_limit, "node_limit", WhistError, 1)
        seconds = None if time_limit is None else _read_seconds(time_limit, "time_limit")
        return cls(None if nodes is None else min(nodes, _MOST_NODES), seconds)


def _read_seconds(value: object, what: str) -> float:
    """A length of time in seconds, from any real number type but ``bool``."""
    if isinstance(value, numbers.Real) and not isinstance(value, bool):
        # Of a number too large, or a value that is none after all; other exceptions are the caller's own.
        with contextlib.suppress(TypeError, ValueError, OverflowError):
            seconds = float(value)
            if seconds > 0 and math.isfinite(seconds):
                return seconds
    raise WhistError(f"{what} {shown(value)} is wrong: expected seconds, a number above 0")


#: For a search that ends only with its exact answer.
NO_LIMITS: Final = Limits()


@dataclass(frozen=True, slots=True)
class Resources:
    """How much of the machine a call may use.

    Attributes
    ----------
    threads : int
        From 1 on, and no more than `memory_mb`. Answers do not depend on it.
    memory_mb : int
        Cap on the transposition tables of all threads together, in MiB.
    """

    threads: int
    memory_mb: int

    @classmethod
    def read(cls, threads: int | None = 1, memory_mb: int = DEFAULT_MEMORY_MB) -> Resources:
        """Threads from 1 to 256, as many as there are processors for ``None``; memory from 1 to 65536 MiB.

        There is a MiB for each thread: with less memory there are fewer threads.

        Raises
        ------
        WhistError
            Where an argument is no such number.
        """
        if threads is None:
            count = _processors()
        else:
            count = read_integer(threads, "threads", WhistError, 1, _MOST_THREADS)
        memory = read_integer(memory_mb, "memory_mb", WhistError, 1, 65536)
        return cls(min(count, memory), memory)

    def of_one_thread(self) -> Resources:
        """The share of one thread, where each has a table of its own."""
        return Resources(1, self.memory_mb // self.threads)

    @property
    def memory_bytes(self) -> int:
        """The cap in bytes, as the engine takes it."""
        return self.memory_mb << 20


def _processors() -> int:
    """Processors that this process may run on."""
    try:
        count = len(os.sched_getaffinity(0))
    except AttributeError:  # not on every platform
        count = os.cpu_count() or 1
    return min(count, _MOST_THREADS)


def require_rules(rules: object) -> Rules:
    """Rules that have no default.

    Raises
    ------
    RulesError
        Where they are no rules.
    """
    if not isinstance(rules, Rules):
        raise RulesError(f"rules {shown(rules)} are wrong: expected Rules")
    return rules


def read_rules(rules: object) -> Rules:
    """The rules given, or the default ones for ``None``.

    Raises
    ------
    RulesError
        Where they are no rules.
    """
    if rules is None:
        return DEFAULT_RULES
    if not isinstance(rules, Rules):
        raise RulesError(f"rules {shown(rules)} are wrong: expected Rules, such as Rules.preset('bid_whist')")
    return rules


def read_deal(deal: object) -> Deal:
    """A deal from itself or its text.

    Raises
    ------
    DealError
        Where it is neither.
    """
    if isinstance(deal, Deal):
        return deal
    if isinstance(deal, str):
        return Deal.from_text(deal)
    raise DealError(
        f"deal {shown(deal)} is wrong: expected a Deal or its text, such as 'N:AK... QJ... T9... 87...'"
    )


def read_strains(strains: Iterable[Strain | str] | None) -> tuple[Strain, ...]:
    """The strains given, or the default ten for ``None``.

    Raises
    ------
    StrainError
        Where one cannot be read, none is given, or one is given twice.
    """
    if strains is None:
        return STRAINS
    if isinstance(strains, (str, Strain)) or not isinstance(strains, Iterable):
        raise StrainError(f"strains {shown(strains)} are wrong: expected several, such as ['S+', 'NT-']")
    several = read_several(strains, "strains", StrainError)
    read = tuple(Strain.of(strain) for strain in islice(several, _MOST_STRAINS + 1))
    if not read:
        raise StrainError("there are no strains: expected at least one, such as ['S+']")
    if len(set(read)) < len(read):
        twice = next(strain for strain in read if read.count(strain) > 1)
        raise StrainError(f"strain {twice} is given twice: expected each once")
    return read


def read_player(player: object, rules: Rules, what: str = "player") -> int:
    """The number of a player, from itself or, at a table of four, its seat: ``S``, ``South``.

    Parameters
    ----------
    player : int or str
    rules : Rules
    what : str
        The name of the argument, for the message.

    Raises
    ------
    ActError
        Where there is no such player.
    """
    if isinstance(player, str):
        number = read_seat(player, rules.dealt_hands)
        if number is None and player.isascii() and player.strip().isdigit() and len(player) < 10:
            number = int(player)
        if number is None:
            letters = ", ".join(SEAT_LETTERS[: rules.players]) + ", or " if rules.dealt_hands == 4 else ""
            expected = f"{letters}a whole number from 0 to {rules.players - 1}"
            raise ActError(f"{what} {shown(player)} is wrong: expected {expected}")
        player = number
    return read_integer(player, what, ActError, 0, rules.players - 1)


def player_names(player: object, rules: Rules) -> tuple[str, ...]:
    """All players, for messages, in the way in which a caller named one: ``S``, ``South`` or ``player 2``."""
    return seats_named_as(player, rules.dealt_hands, "player {}")


def read_scores(scores: Sequence[int], rules: Rules) -> tuple[int, ...]:
    """Scores of all players before a hand, given for each player or, where there are partners, for each side.

    Two zeros stand for the beginning of any game.

    Raises
    ------
    WhistError
        Where they are no whole numbers, or too many or too few.
    """
    several = islice(read_several(scores, "scores", WhistError), rules.players + 1)
    given = [read_integer(score, "score", WhistError) for score in several]
    if len(given) == 2 and not any(given):
        return (0,) * rules.players
    if len(given) == side_count(rules) and plays_with_partners(rules):
        return tuple(given * (rules.players // len(given)))  # sides of seats 0, 1 and so on
    if len(given) != rules.players:
        raise WhistError(
            f"scores {shown(scores)} are wrong: expected one for each of {rules.players} players"
        )
    return tuple(given)


def read_progress(progress: object) -> None:
    """Checks that it can be called, or is ``None``.

    Raises
    ------
    WhistError
        Where it cannot.
    """
    read_callback(progress, "progress", "two numbers")


def read_callback(function: object, name: str, given: str) -> None:
    """Checks that an argument can be called, or is ``None``.

    Parameters
    ----------
    function : callable or None
    name : str
        Of the argument, for the message.
    given : str
        What it is called with, for the message.

    Raises
    ------
    WhistError
        Where it cannot be called.
    """
    if function is not None and not callable(function):
        raise WhistError(f"{name} {shown(function)} is wrong: expected a function of {given}")


def seed_text(seed: object) -> str:
    """A seed as text for `random.Random`, which draws the same from text in every version.

    In decimal; of thousands of digits, which Python may refuse to write so, in hexadecimal.

    Raises
    ------
    WhistError
        Where the seed is no whole number.
    """
    number = read_integer(seed, "seed", WhistError)
    return str(number) if number.bit_length() < _LONGEST_DECIMAL else hex(number)

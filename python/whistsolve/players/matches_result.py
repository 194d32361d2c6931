"""The result of duplicate matches between two players, with a base class shared with single deals."""

from __future__ import annotations

import math
import statistics
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from whistsolve.advice.reports.intervals import Interval, json_value, wilson_interval
from whistsolve.rules import Rules
from whistsolve.tabular import Column, Tabular, integers, numbers, texts
from whistsolve.values.shown import Shown


@dataclass(frozen=True, slots=True)
class Failure:
    """A match or the cards of a deal that were not played to their end.

    Attributes
    ----------
    number : int
        Number of the pair of matches, or of the deal.
    which : int or str
        For a match, 0 for the first of the pair, 1 for that with sides exchanged. For a deal, one of
        `PAIRINGS`, or empty if it failed before the first lead.
    player : str
        Who failed: ``"a"``, ``"b"`` or ``"before_play"``; empty if a match reached the limit of hands,
        which counts half, or nobody bid within the limit of deals.
    message : str
        The player, their seat, the stage of the hand and the error.
    """

    number: int
    which: int | str
    player: str
    message: str


@dataclass(frozen=True, repr=False)
class ContestResult(Shown, Tabular):
    """What the results of `play_matches` and `play_deals` have in common.

    Attributes
    ----------
    names : tuple of str
        The names of a and b.
    rules : Rules
    seed : int
    before_play : str or None
        The name of the player who acted for everybody before the first lead, if any.
    """

    names: tuple[str, str]
    rules: Rules
    seed: int
    before_play: str | None

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {' beside '.join(self.names)}, {self}>"

    def is_same_run(self, other: ContestResult) -> bool:
        """Whether another result has the same players, rules and seed; parts finished may differ."""
        return type(self) is type(other) and all(
            getattr(self, name) == getattr(other, name) for name in ("names", "rules", "seed", "before_play")
        )

    @property
    @abstractmethod
    def _played(self) -> Sequence[Any]:
        """Matches or deals, which have `decisions` and `seconds`."""

    @property
    def decisions(self) -> tuple[int, int]:
        """How many acts a and b chose."""
        first, second = (sum(each.decisions[which] for each in self._played) for which in (0, 1))
        return first, second

    @property
    def seconds_per_decision(self) -> tuple[float, float]:
        """The mean time that a and b took for an act, in seconds; 0 if they chose none."""
        first, second = (
            math.fsum(each.seconds[which] for each in self._played) / max(self.decisions[which], 1)
            for which in (0, 1)
        )
        return first, second

    def _head(self) -> dict[str, object]:
        return {
            "players": list(self.names),
            "before_play": self.before_play,
            "rules": self.rules.overrides(),
            "seed": self.seed,
        }

    def _times(self) -> dict[str, object]:
        return {
            "decisions": list(self.decisions),
            "seconds_per_decision": list(self.seconds_per_decision),
        }


def decisions_and_seconds(values: Mapping[str, Any]) -> tuple[tuple[int, int], tuple[float, float]]:
    """Decisions and seconds from the values of `as_dict`."""
    (one, other), (its, others) = values["decisions"], values["seconds"]
    return (int(one), int(other)), (float(its), float(others))


# ------------------------------------------------------------------------------------------------- matches


@dataclass(frozen=True, slots=True)
class MatchPlayed:
    """One match.

    Attributes
    ----------
    won : float
        1 if a won it, 0 if b did; if players of both won, the share of a's among them.
    hands : int
        Hands played, including void ones.
    failure : Failure or None
    decisions : tuple of int
        How many acts a and b chose.
    seconds : tuple of float
        The time that they took; ignored in comparisons.
    """

    won: float
    hands: int
    failure: Failure | None
    decisions: tuple[int, int]
    seconds: tuple[float, float] = field(compare=False)

    def as_dict(self) -> dict[str, object]:
        """Everything as plain values, for JSON; a failure as its player and message."""
        failure = self.failure
        return {
            "won": self.won,
            "hands": self.hands,
            "decisions": list(self.decisions),
            "seconds": list(self.seconds),
            "failure": None if failure is None else {"player": failure.player, "message": failure.message},
        }


@dataclass(frozen=True, slots=True)
class MatchPair:
    """Two matches with the same deals and the same first dealer, the sides exchanged.

    Attributes
    ----------
    number : int
        From 0; the deals depend on it and the seed.
    matches : tuple of MatchPlayed
    """

    number: int
    matches: tuple[MatchPlayed, MatchPlayed]

    @property
    def share(self) -> float:
        """The share of the two matches that a won."""
        return (self.matches[0].won + self.matches[1].won) / 2

    def as_dict(self) -> dict[str, object]:
        """Everything as plain values, for JSON."""
        return {"number": self.number, "matches": [match.as_dict() for match in self.matches]}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> MatchPair:
        """A pair from what `as_dict` gave, otherwise a `KeyError`, `TypeError` or `ValueError`."""
        number = int(values["number"])
        first, second = (_match(number, which, each) for which, each in enumerate(values["matches"]))
        return cls(number, (first, second))


def _match(number: int, which: int, values: Mapping[str, Any]) -> MatchPlayed:
    failure = values["failure"]
    if failure is not None:
        failure = Failure(number, which, str(failure["player"]), str(failure["message"]))
    return MatchPlayed(float(values["won"]), int(values["hands"]), failure, *decisions_and_seconds(values))


@dataclass(frozen=True, repr=False)
class MatchesResult(ContestResult):
    """The result of `play_matches`; see `ContestResult`.

    Attributes
    ----------
    pairs : tuple of MatchPair
        In ascending order of their numbers.

    As a table (see `Tabular`) it has a row for each match: ``pair``, ``match`` (int64: 0, or 1 with the sides
    exchanged), ``won`` (float64, by a), ``hands``, ``decisions_a``, ``decisions_b`` (int64), ``seconds_a``,
    ``seconds_b`` (float64), ``failure_player`` and ``failure`` (text, null if it was played to its end).
    """

    pairs: tuple[MatchPair, ...]

    @property
    def matches(self) -> int:
        """Matches played: two for each pair."""
        return 2 * len(self.pairs)

    @property
    def share(self) -> float:
        """The share of the matches that a won, 0 to 1; not a number (nan) if none was played."""
        return statistics.fmean(pair.share for pair in self.pairs) if self.pairs else math.nan

    @property
    def interval(self) -> Interval:
        """The 95 % interval of the share, by pairs; see `interval_by_pairs`."""
        return interval_by_pairs([pair.share for pair in self.pairs]) if self.pairs else (0.0, 1.0)

    @property
    def failures(self) -> tuple[Failure, ...]:
        """Matches that ended by a player's illegal act or exception, or by the limit of hands."""
        return tuple(match.failure for match in self._played if match.failure is not None)

    @property
    def hands(self) -> int:
        """Hands played."""
        return sum(match.hands for match in self._played)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.matches} matches, a won {self.share:.1%} ({low:.1%} to {high:.1%})"

    @property
    def _played(self) -> list[MatchPlayed]:
        return [match for pair in self.pairs for match in pair.matches]

    def _columns(self) -> Mapping[str, Column]:
        played = self._played
        numbered = [(pair.number, which) for pair in self.pairs for which in range(len(pair.matches))]
        failures = [match.failure for match in played]
        return {
            "pair": integers([pair for pair, _ in numbered]),
            "match": integers([which for _, which in numbered]),
            "won": numbers([match.won for match in played]),
            "hands": integers([match.hands for match in played]),
            "decisions_a": integers([match.decisions[0] for match in played]),
            "decisions_b": integers([match.decisions[1] for match in played]),
            "seconds_a": numbers([match.seconds[0] for match in played]),
            "seconds_b": numbers([match.seconds[1] for match in played]),
            "failure_player": texts([None if each is None else each.player for each in failures]),
            "failure": texts([None if each is None else each.message for each in failures]),
        }

    def as_dict(self) -> dict[str, object]:
        """Everything as plain values, for JSON."""
        return {
            **self._head(),
            "matches": self.matches,
            "share": json_value(self.share),
            "interval": list(self.interval),
            "pairs": [[match.won for match in pair.matches] for pair in self.pairs],
            "hands": self.hands,
            **self._times(),
            "failures": [
                {"pair": each.number, "match": each.which, "player": each.player, "message": each.message}
                for each in self.failures
            ],
        }


def interval_by_pairs(shares: Sequence[float]) -> Interval:
    """The 95 % interval of the share of matches won, from the share of each pair of duplicate matches.

    Matches of a pair are not independent, so the variance is that between pairs. It gives the effective
    number of matches (Kish 1965), for which Wilson's interval is taken, which is valid near 0 and 1 too. If
    all pairs have the same share, each counts as one match.

    Parameters
    ----------
    shares : sequence of float
        The share of each pair, 0 to 1; at least one pair.
    """
    share, matches = statistics.fmean(shares), float(len(shares))
    variance = statistics.variance(shares) / len(shares) if len(shares) > 1 else 0.0
    if variance and 0 < share < 1:
        matches = share * (1 - share) / variance
    return wilson_interval(share, matches)

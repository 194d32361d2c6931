"""What duplicate matches between two players gave."""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from whistsolve.bidding.reports.intervals import Interval, json_number, wilson_interval
from whistsolve.errors import EndedEarly, Interrupted, WhistError
from whistsolve.rules import Rules
from whistsolve.tabular import Column, Tabular, integers, numbers, texts
from whistsolve.values.shown import Shown

__all__ = [
    "Failure",
    "MatchPair",
    "MatchPlayed",
    "MatchesInterrupted",
    "MatchesResult",
    "MatchesStopped",
    "interval_by_pairs",
]


@dataclass(frozen=True, slots=True)
class Failure:
    """A match that was not played to its end.

    Attributes
    ----------
    pair, match : int
        Which pair, and its first match (0) or the one with sides exchanged (1).
    player : str
        ``"a"`` or ``"b"``, who lost the match by it; empty where it came to no end and counts half.
    message : str
        The player, his seat and the stage of the hand; the error.
    """

    pair: int
    match: int
    player: str
    message: str


@dataclass(frozen=True, slots=True)
class MatchPlayed:
    """One match.

    Attributes
    ----------
    won : float
        1 where it was won by a, 0 by b; where players of both win, the share of a's among them.
    hands : int
        Hands played, void ones among them.
    failure : Failure or None
    decisions : tuple of int
        How many acts a and b chose.
    seconds : tuple of float
        The time that they took for them; no part of comparisons.
    """

    won: float
    hands: int
    failure: Failure | None
    decisions: tuple[int, int]
    seconds: tuple[float, float] = field(compare=False)

    def as_dict(self) -> dict[str, object]:
        """Everything as plain values, for JSON; of a failure the player and the message."""
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
        From 0; with the seed it decides the deals.
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
        """A pair from what `as_dict` gave.

        Raises
        ------
        KeyError, TypeError, ValueError
            Where it is something else.
        """
        number = int(values["number"])
        first, second = (_match(number, which, each) for which, each in enumerate(values["matches"]))
        return cls(number, (first, second))


def _match(number: int, which: int, values: Mapping[str, Any]) -> MatchPlayed:
    failure = values["failure"]
    if failure is not None:
        failure = Failure(number, which, str(failure["player"]), str(failure["message"]))
    (one, other), (its, others) = values["decisions"], values["seconds"]
    played = float(values["won"]), int(values["hands"]), failure
    return MatchPlayed(*played, (int(one), int(other)), (float(its), float(others)))


@dataclass(frozen=True)
class MatchesResult(Shown, Tabular):
    """The result of `play_matches`.

    Attributes
    ----------
    names : tuple of str
        What a and b are called.
    rules : Rules
    seed : int
    pairs : tuple of MatchPair
        In ascending order of their numbers.
    before_play : str or None
        What the player is called who acted for everybody before the first lead, where one did.

    As a table (see `Tabular`) it has a row for each match: ``pair``, ``match`` (int64: 0, or 1 with the sides
    exchanged), ``won`` (float64, by a), ``hands``, ``decisions_a``, ``decisions_b`` (int64), ``seconds_a``,
    ``seconds_b`` (float64), ``failure_player`` and ``failure`` (text, null where it was played to its end).
    """

    names: tuple[str, str]
    rules: Rules
    seed: int
    pairs: tuple[MatchPair, ...]
    before_play: str | None = None

    def is_same_run(self, other: MatchesResult) -> bool:
        """Whether another result is of the same players, rules and seed, whatever was finished of it."""
        return replace(self, pairs=()) == replace(other, pairs=())

    @property
    def matches(self) -> int:
        """Matches played: two for each pair."""
        return 2 * len(self.pairs)

    @property
    def share(self) -> float:
        """The share of the matches that a won, 0 to 1; not a number where none was played."""
        return statistics.fmean(pair.share for pair in self.pairs) if self.pairs else math.nan

    @property
    def interval(self) -> Interval:
        """The 95 % interval of the share, by pairs; see `interval_by_pairs`."""
        return interval_by_pairs([pair.share for pair in self.pairs]) if self.pairs else (0.0, 1.0)

    @property
    def failures(self) -> tuple[Failure, ...]:
        """Matches that ended by an illegal act or an exception of a player, or came to no end."""
        return tuple(match.failure for match in self._played if match.failure is not None)

    @property
    def hands(self) -> int:
        """Hands played."""
        return sum(match.hands for match in self._played)

    @property
    def decisions(self) -> tuple[int, int]:
        """How many acts a and b chose."""
        return sum(match.decisions[0] for match in self._played), sum(
            match.decisions[1] for match in self._played
        )

    @property
    def seconds_per_decision(self) -> tuple[float, float]:
        """The mean time that a and b took for an act, in seconds; 0 where they chose none."""
        first, second = (
            math.fsum(match.seconds[which] for match in self._played) / max(self.decisions[which], 1)
            for which in (0, 1)
        )
        return first, second

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
            "players": list(self.names),
            "before_play": self.before_play,
            "rules": self.rules.overrides(),
            "seed": self.seed,
            "matches": self.matches,
            "share": json_number(self.share),
            "interval": list(self.interval),
            "pairs": [[match.won for match in pair.matches] for pair in self.pairs],
            "hands": self.hands,
            "decisions": list(self.decisions),
            "seconds_per_decision": list(self.seconds_per_decision),
            "failures": [
                {"pair": each.pair, "match": each.match, "player": each.player, "message": each.message}
                for each in self.failures
            ],
        }


class MatchesInterrupted(Interrupted[MatchesResult]):
    """An interrupt that ended `play_matches`. Caught as the `KeyboardInterrupt` that it is.

    Attributes
    ----------
    partial : MatchesResult
        The pairs that were finished.
    """


class MatchesStopped(EndedEarly[MatchesResult], WhistError):
    """A pair of matches of `play_matches` whose process died, and that of its second try too.

    Attributes
    ----------
    partial : MatchesResult
        The pairs that were finished.
    """


def interval_by_pairs(shares: Sequence[float]) -> Interval:
    """The 95 % interval of the share of matches won, from the share of each pair of duplicate matches.

    Matches of a pair are not independent, so that the variance is that between pairs. It gives the effective
    number of matches (Kish 1965), for which the interval is Wilson's, which holds near 0 and 1 too. Where all
    pairs came out the same they count as one match each.

    Parameters
    ----------
    shares : sequence of float
        Of each pair, 0 to 1; at least one.
    """
    share, matches = statistics.fmean(shares), float(len(shares))
    variance = statistics.variance(shares) / len(shares) if len(shares) > 1 else 0.0
    if variance and 0 < share < 1:
        matches = share * (1 - share) / variance
    return wilson_interval(share, matches)

"""The result of the play of single deals by two players."""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from whistsolve._internal.shown import Brief
from whistsolve.advice.statistics import Interval, json_value, normal_interval
from whistsolve.players.contest_result import ContestResult, Decisions, Failure
from whistsolve.tabular import Column, flags, integers, numbers, texts
from whistsolve.values.seats import seat_name

#: The players of the declarer's side and of its opponents; the last pairing only if ``itself`` is set.
PAIRINGS: Final = ("ab", "ba", "bb", "aa")


@dataclass(frozen=True, slots=True)
class HandPlayed:
    """The cards of a deal played once."""

    #: Tricks of the declarer's side; the kitty's book is not counted.
    tricks: int
    #: Whether the contract was made; ``None`` if there was none.
    made: bool | None
    #: Mean points of the players of the declarer's side, less those of their opponents.
    points: float


@dataclass(frozen=True, slots=True)
class DealPlayed(Brief):
    """One deal: bid and discarded once, its cards played by each pairing from there."""

    #: From 0; the cards depend on it and the seed.
    number: int
    dealer: int
    #: In games without an auction, the hand that leads to the first trick.
    declarer: int
    #: In games without an auction only the strain. Empty if the deal failed before the play.
    contract: str
    #: One for each pairing, in the order of `PAIRINGS`; ``None`` for one that failed.
    hands: tuple[HandPlayed | None, ...]
    failures: tuple[Failure, ...]
    #: The acts that a and b chose.
    decisions: tuple[Decisions, Decisions]

    def as_dict(self) -> dict[str, object]:
        """Everything as plain values, for JSON."""
        return {
            "number": self.number,
            "dealer": self.dealer,
            "declarer": self.declarer,
            "contract": self.contract,
            "hands": [None if hand is None else [hand.tricks, hand.made, hand.points] for hand in self.hands],
            "failures": [[each.which, each.player, each.message] for each in self.failures],
            "decisions": [each.as_dict() for each in self.decisions],
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> DealPlayed:
        """A deal from what `as_dict` gave, otherwise a `KeyError`, `TypeError` or `ValueError`."""
        number = int(values["number"])
        hands: list[HandPlayed | None] = []
        for hand in values["hands"]:
            tricks, made, points = (0, None, 0) if hand is None else hand
            if made not in (True, False, None):
                raise ValueError
            played = HandPlayed(int(str(tricks)), None if made is None else bool(made), float(str(points)))
            hands.append(None if hand is None else played)
        failures = tuple(Failure(number, *map(str, each)) for each in values["failures"])
        dealer, declarer = int(values["dealer"]), int(values["declarer"])
        first, second = map(Decisions.from_dict, values["decisions"])
        return cls(number, dealer, declarer, str(values["contract"]), tuple(hands), failures, (first, second))


@dataclass(frozen=True, slots=True)
class Gain:
    """How much more one player's card play achieved than another's, in the same seats of the same deals.

    Tricks and points are means per deal, nan if no deal was finished; intervals are 95 %, over deals.
    """

    tricks: float
    tricks_interval: Interval
    points: float
    points_interval: Interval

    def __str__(self) -> str:
        """The tricks and their interval."""
        low, high = self.tricks_interval
        return f"{self.tricks:+.2f} tricks ({low:+.2f} to {high:+.2f})"

    def as_dict(self) -> dict[str, object]:
        """Everything as plain values, for JSON."""
        return {name: json_value(value) for name, value in asdict(self).items()}


@dataclass(frozen=True, slots=True)
class PairingSummary:
    """The results of one pairing of players, over all finished deals."""

    #: Who played for the declarer's side, and who against it: ``"ab"``.
    pairing: str
    #: Mean per deal of the declarer's side.
    tricks: float
    #: The share of contracts made; ``None`` if there were none.
    made: float | None
    #: Mean per deal of the declarer's side, less those of its opponents.
    points: float


@dataclass(frozen=True, repr=False)
class DealsResult(ContestResult):
    """The result of `play_deals`; see `ContestResult`.

    Deals with a failure are left out of every mean. ``str`` gives the two gains.

    As a table (see `Tabular`) it has a row for each deal and pairing: ``deal`` (int64), ``pairing``,
    ``dealer``, ``declarer``, ``contract`` (text), ``tricks`` (int64), ``made`` (bool), ``points`` (float64),
    which are null if the deal failed, and ``failure`` (text), null if it did not.
    """

    #: In ascending order of their numbers.
    deals: tuple[DealPlayed, ...]

    @property
    def finished(self) -> tuple[DealPlayed, ...]:
        """The deals without a failure."""
        return tuple(deal for deal in self.deals if not deal.failures)

    @property
    def declaring(self) -> Gain:
        """How much more a achieves than b for the declarer's side, both against b."""
        return self._gain("ab", "bb")

    @property
    def defending(self) -> Gain:
        """How much more a saves than b against the declarer's side, both against b."""
        return self._gain("bb", "ba")

    @property
    def pairings(self) -> tuple[PairingSummary, ...]:
        """The results of each pairing; empty if no deal was finished."""
        found = []
        for which in range(min((len(deal.hands) for deal in self.finished), default=0)):
            hands = self._hands(which)
            made = [hand.made for hand in hands if hand.made is not None]
            tricks, points = ([getattr(hand, name) for hand in hands] for name in ("tricks", "points"))
            share = statistics.fmean(made) if made else None
            means = statistics.fmean(tricks), share, statistics.fmean(points)
            found.append(PairingSummary(PAIRINGS[which], *means))
        return tuple(found)

    def _hands(self, which: int) -> list[HandPlayed]:
        hands = (deal.hands[which] for deal in self.finished)
        return [hand for hand in hands if hand is not None]

    def _gain(self, more: str, less: str) -> Gain:
        """The mean paired difference of two pairings over deals."""
        first, second = (self._hands(PAIRINGS.index(each)) for each in (more, less))
        both = list(zip(first, second, strict=True))
        tricks = _mean([one.tricks - other.tricks for one, other in both])
        return Gain(*tricks, *_mean([one.points - other.points for one, other in both]))

    @property
    def failures(self) -> tuple[Failure, ...]:
        """Acts that were not legal, and exceptions of players; their deals are in no mean."""
        return tuple(failure for deal in self.deals for failure in deal.failures)

    @property
    def _played(self) -> Sequence[DealPlayed]:
        return self.deals

    def _columns(self) -> Mapping[str, Column]:
        each = [zip(PAIRINGS, deal.hands, strict=False) for deal in self.deals]
        rows = [(deal, *hand) for deal, hands in zip(self.deals, each, strict=True) for hand in hands]
        players, hands = self.rules.players, [hand for _, _, hand in rows]
        return {
            "deal": integers([deal.number for deal, _, _ in rows]),
            "pairing": texts([pairing for _, pairing, _ in rows]),
            "dealer": texts([seat_name(deal.dealer, players) for deal, _, _ in rows]),
            "declarer": texts([seat_name(deal.declarer, players) for deal, _, _ in rows]),
            "contract": texts([deal.contract or None for deal, _, _ in rows]),
            "tricks": integers([None if hand is None else hand.tricks for hand in hands]),
            "made": flags([None if hand is None else hand.made for hand in hands]),
            "points": numbers([None if hand is None else hand.points for hand in hands]),
            # A failure before the first lead counts for all pairings.
            "failure": texts(
                [
                    next((each.message for each in deal.failures if each.which in (pairing, "")), None)
                    for deal, pairing, _ in rows
                ]
            ),
        }

    def as_dict(self) -> dict[str, object]:
        """Everything as plain values, for JSON."""
        return {
            **self.header,
            "deals": len(self.deals),
            "finished": len(self.finished),
            "declaring": self.declaring.as_dict(),
            "defending": self.defending.as_dict(),
            "pairings": {row.pop("pairing"): row for row in map(asdict, self.pairings)},
            "decisions": [each.as_dict() for each in self.decisions],
            "played": [deal.as_dict() for deal in self.deals],
        }

    def __str__(self) -> str:
        both = f"declaring {self.declaring}, defending {self.defending}"
        return f"{len(self.finished)} deals, a beside b: {both}"


def _mean(values: Sequence[float]) -> tuple[float, Interval]:
    """The mean of a value over deals, and its 95 % interval."""
    if not values:
        return math.nan, (-math.inf, math.inf)
    mean = statistics.fmean(values)
    error = statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else None
    return mean, normal_interval(mean, error)

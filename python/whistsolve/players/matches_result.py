"""The result of duplicate matches between two players, and the deals and sides of their hands."""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from whistsolve._internal.arguments import seed_text
from whistsolve.advice.statistics import Interval, json_value, wilson_interval
from whistsolve.errors import NotationError
from whistsolve.game import HandState, Match, PlayedHand, Tag, record_hand
from whistsolve.notation import name_tags
from whistsolve.players.contest_result import ContestResult, Decisions, Failure
from whistsolve.rules import Rules
from whistsolve.tabular import Column, integers, numbers, texts


@dataclass(frozen=True, slots=True)
class MatchHand:
    """One hand of a match."""

    #: Such as ``4S+ by N``; ``None`` without one.
    contract: str | None
    #: Whether the contract was made; ``None`` without one, and if the hand was not played to its end.
    made: bool | None
    #: What it brought to each player; empty if it was not played to its end.
    points: tuple[int, ...]
    #: All acts, separated by semicolons.
    acts: str

    @classmethod
    def of(cls, state: HandState) -> MatchHand:
        """A hand, over or not."""
        contract, acts = state.contract, "; ".join(map(str, state.acts))
        text = None if contract is None else contract.to_text(state.rules.dealt_hands)
        if not state.is_over:
            return cls(text, None, (), acts)
        result = state.result()
        return cls(text, result.made, result.points, acts)


@dataclass(frozen=True, slots=True)
class MatchPlayed:
    """One match."""

    #: 1 if a won it, 0 if b did; if players of both won, the share of a's among them.
    won: float
    #: The hands played, including void ones, and one that a failure ended.
    hands: tuple[MatchHand, ...]
    failure: Failure | None
    #: The acts that a and b chose.
    decisions: tuple[Decisions, Decisions]

    def as_dict(self) -> dict[str, object]:
        """Everything as plain values, for JSON; a failure as its player and message."""
        failure = self.failure
        return {
            "won": self.won,
            "hands": [[hand.contract, hand.made, list(hand.points), hand.acts] for hand in self.hands],
            "decisions": [each.as_dict() for each in self.decisions],
            "failure": None if failure is None else {"player": failure.player, "message": failure.message},
        }


@dataclass(frozen=True, slots=True)
class MatchPair:
    """Two matches with the same deals and the same first dealer, the sides exchanged."""

    #: From 0; the deals depend on it and the seed.
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
        number, matches = int(values["number"]), []
        for which, match in enumerate(values["matches"]):
            failure = match["failure"]
            if failure is not None:
                failure = Failure(number, which, str(failure["player"]), str(failure["message"]))
            hands = tuple(
                MatchHand(text, made, tuple(points), str(acts)) for text, made, points, acts in match["hands"]
            )
            a, b = map(Decisions.from_dict, match["decisions"])
            matches.append(MatchPlayed(float(match["won"]), hands, failure, (a, b)))
        first, second = matches
        return cls(number, (first, second))


class HandInMatch(NamedTuple):
    """A hand of `MatchesResult.played`.

    ``players`` has ``"a"`` or ``"b"`` for each player, `state` all acts of the hand: ``state.copy(acts=n)``
    is the hand before act n.
    """

    pair: int
    match: int
    number: int
    players: tuple[str, ...]
    names: tuple[str, str]
    state: HandState

    def record(self) -> PlayedHand:
        """The record of the hand, with the names of the players as tags; see `record_hand`."""
        hand, seating = record_hand(self.state), self.state.seating
        whose = [self.players[seating.controllers[each]] for each in seating.in_play]
        own = dict(zip("ab", self.names, strict=True))
        same = self.names[0] == self.names[1]
        names = [f"{own[each]} ({each})" if same else own[each] for each in whose]
        event = Tag("Event", f"pair {self.pair}, match {self.match}, hand {self.number}")
        seated = map(Tag, name_tags(hand.seats), names)
        return replace(hand, tags=(event, *seated, *hand.tags))


@dataclass(frozen=True, repr=False)
class MatchesResult(ContestResult):
    """The result of `play_matches`; see `ContestResult`.

    As a table (see `Tabular`) it has a row for each match: ``pair``, ``match`` (int64: 0, or 1 with the sides
    exchanged), ``won`` (float64, by a), ``hands``, ``decisions_a``, ``decisions_b`` (int64), ``seconds_a``,
    ``seconds_b`` (float64), ``failure_player`` and ``failure`` (text, null if it was played to its end).
    """

    #: In ascending order of their numbers.
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
        return sum(len(match.hands) for match in self._played)

    def played(self, pairs: Iterable[MatchPair] | None = None) -> Iterator[HandInMatch]:
        """The hands played, one by one, of all pairs or of some: dealt again by the seed, with their acts.

        The last hand of a match that failed is not over: it ends before the act that failed.
        """
        for pair in self.pairs if pairs is None else pairs:
            for which, played in enumerate(pair.matches):
                match, roles = match_and_roles(self.rules, pair.number, which)
                for number, hand in enumerate(played.hands):
                    state, _ = next_hand(match, seed_text(self.seed), pair.number)
                    for act in filter(None, hand.acts.split("; ")):
                        state.push(act)
                    players = tuple("ab"[role] for role in roles)
                    yield HandInMatch(pair.number, which, number, players, self.names, state)
                    if state.is_over:
                        match.add(state.result())

    def records(self) -> Iterator[PlayedHand]:
        """The records of all hands with a contract that can be written (see `HandInMatch.record`).

        `whistsolve.analysis.report_hands` takes them: it says what each player lost by bids, strains,
        discards and cards.
        """
        for hand in self.played():
            if hand.state.is_over and hand.state.strain is not None:
                with suppress(NotationError):
                    yield hand.record()

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.matches} matches, a won {self.share:.1%} ({low:.1%} to {high:.1%})"

    @property
    def _played(self) -> list[MatchPlayed]:
        return [match for pair in self.pairs for match in pair.matches]

    def _columns(self) -> Mapping[str, Column]:
        played, failures = self._played, [match.failure for match in self._played]
        a, b = ([match.decisions[which] for match in played] for which in (0, 1))
        return {
            "pair": integers([pair.number for pair in self.pairs for _ in pair.matches]),
            "match": integers([which for pair in self.pairs for which in range(len(pair.matches))]),
            "won": numbers([match.won for match in played]),
            "hands": integers([len(match.hands) for match in played]),
            "decisions_a": integers([each.number for each in a]),
            "decisions_b": integers([each.number for each in b]),
            "seconds_a": numbers([each.seconds for each in a]),
            "seconds_b": numbers([each.seconds for each in b]),
            "failure_player": texts([None if each is None else each.player for each in failures]),
            "failure": texts([None if each is None else each.message for each in failures]),
        }

    def as_dict(self) -> dict[str, object]:
        """Everything as plain values, for JSON."""
        return {
            **self.header,
            "matches": self.matches,
            "share": json_value(self.share),
            "interval": list(self.interval),
            "pairs": [[match.won for match in pair.matches] for pair in self.pairs],
            "hands": self.hands,
            "decisions": [each.as_dict() for each in self.decisions],
            "failures": [
                {"pair": each.number, "match": each.which, "player": each.player, "message": each.message}
                for each in self.failures
            ],
        }


def match_and_roles(rules: Rules, pair: int, which: int) -> tuple[Match, tuple[int, ...]]:
    """A match of a pair before its first hand, and for each player whether a (0) or b (1) acts for them.

    Every other side is a's, in the second match of a pair b's.
    """
    seats = rules.dealt_hands if not rules.has_auction else rules.players
    match = Match(rules, dealer=pair % seats, clock=lambda: 0.0)
    players = range(rules.players)
    sides = sorted({match.side_of(player) for player in players})
    places = [(sides.index(match.side_of(player)) + pair // seats) % len(sides) for player in players]
    return match, tuple((place + which) % 2 for place in places)


def next_hand(match: Match, seed: str, pair: int) -> tuple[HandState, random.Random]:
    """The next hand of a match, and the generator that draws cards for the rules in it."""
    draw = random.Random(f"{seed} {pair} {len(match.results)}")
    return match.new_hand(seed=draw.getrandbits(32)), draw


def interval_by_pairs(shares: Sequence[float]) -> Interval:
    """The 95 % interval of the share of matches won, from the share of each of at least one pair of matches.

    Matches of a pair are not independent, so the variance is that between pairs. It gives the effective
    number of matches (Kish 1965), for which Wilson's interval is taken. If all pairs have the same share,
    each counts as one match.
    """
    share, matches = statistics.fmean(shares), float(len(shares))
    variance = statistics.variance(shares) / len(shares) if len(shares) > 1 else 0.0
    if variance and 0 < share < 1:
        matches = share * (1 - share) / variance
    return wilson_interval(share, matches)

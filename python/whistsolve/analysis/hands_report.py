"""A report over many played hands: what every player lost in each, and in all of them together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from whistsolve._internal.arguments import Progress, read_progress
from whistsolve._internal.reading import read_several
from whistsolve._internal.shown import Shown
from whistsolve.analysis.play_analysis import analyse_play, read_played
from whistsolve.analysis.results import CardValue, PlayAnalysis
from whistsolve.cancelling import Cancellation, cancellable
from whistsolve.errors import Interrupted, WhistError
from whistsolve.game import HandScore, WhistScore
from whistsolve.game.record import PlayedHand
from whistsolve.game.record.named_rules import rules_of_hand
from whistsolve.game.record.record import is_ended, score_played
from whistsolve.notation import player_names
from whistsolve.rules import Rules
from whistsolve.solving import Position, Solver
from whistsolve.tabular import Column, Tabular, flags, integers, texts
from whistsolve.values import seat_name

ROLES: Final = ("declarer", "partner", "defender")
_SUMMED: Final = ["hands", "made", "bid", "strain", "discard", "play"] + [
    f"{what}_as_{role}" for role in ROLES for what in ("hands", "play")
]
_COLUMNS: Final[Mapping[str, Callable[[Sequence[Any]], Column]]] = (
    {"number": integers, "source": texts, "contract": texts, "books": integers, "needed": integers}
    | {"made": flags, "player": texts, "seat": texts, "role": texts, "points": integers, "bid": integers}
    | {"strain": integers, "discard": integers, "play": integers, "reason": texts}
)


@dataclass(frozen=True, slots=True)
class ReportedHand(Shown):
    """One hand of a report: its number from 1, where it is from, its analysis, and its score at the table.

    ``source`` is such as ``club.ptn, hand 3``, and may be empty; ``score`` is ``None`` if the play stops
    early; ``only_cards`` are the cards played that alone kept the value, in order, each with the number of
    legal cards.
    """

    number: int
    source: str
    analysis: PlayAnalysis
    score: HandScore | WhistScore | None
    only_cards: tuple[tuple[CardValue, int], ...]

    @property
    def swing(self) -> int:
        """Tricks lost by both sides together, by cards played and the discard."""
        return sum(self.analysis.given_by_seat) + self.analysis.lost_by_discard

    @property
    def players(self) -> tuple[dict[str, Any], ...]:
        """For each player, by seat, the row of the table that `HandsReport` is."""
        found, score, contract = self.analysis, self.score, self.analysis.hand.contract
        assert contract is not None
        seats, names, verdict = found.hand.seats, names_apart(found.hand), found.contract
        owners = found.owners
        gave_up = None if found.discard is None else owners[found.discard.seat]
        given = list(zip(owners, found.given_by_seat, strict=True))
        rows = []
        for seat in sorted(set(owners)):
            declares = seat == contract.declarer
            scored = {} if score is None else {**score.as_dict(), "points": score.points[seat]}
            row: dict[str, Any] = {"number": self.number, "source": self.source, **scored}
            row |= {"contract": contract.to_text(seats), "player": names[seat]}
            row["seat"] = seat_name(seat, seats)
            row["role"] = "declarer" if declares else "partner" if seat in found.side else "defender"
            if verdict is not None and declares:
                row |= {"bid": verdict.lost_by_bid, "strain": verdict.lost_by_strain}
            row["discard"] = found.lost_by_discard if seat == gave_up else 0
            row["play"] = sum(lost for owner, lost in given if owner == seat)
            rows.append(row)
        return tuple(rows)


@dataclass(frozen=True, slots=True, repr=False)
class HandsReport(Shown, Tabular):
    """What players lost in many hands: the hands that were analysed, in the order given.

    ``refused`` are the others: number and source as in `ReportedHand`, and the reason. As a table (see
    `Tabular`) it has a row for each player of each hand: ``number`` (int64), ``source``, ``contract``
    (text), ``books``, ``needed`` (int64), ``made`` (bool), null without an auction; ``player``, by the hand's
    tags (with the seat, if a name stands twice) or else the seat, ``seat``, ``role`` (text); ``points`` that
    the hand brought; ``bid`` and ``strain``, points lost as in `ContractVerdict`, null but for declarers
    under rules that allow the comparison; tricks lost by ``discard`` and ``play``, a dummy's by the player
    who plays it (int64). A hand that was not analysed has one row, with ``reason`` (text).
    """

    hands: tuple[ReportedHand, ...]
    refused: tuple[tuple[int, str, str], ...]

    @property
    def by_swing(self) -> tuple[ReportedHand, ...]:
        """The hands most worth discussing first: by the tricks lost in them."""
        return tuple(sorted(self.hands, key=lambda hand: hand.swing, reverse=True))

    @property
    def worst_cards(self) -> _Cards:
        """The ten cards that lost most tricks, each with its hand and their number."""
        return _ten((hand, card, card.lost) for hand in self.hands for card in hand.analysis.losses)

    @property
    def best_cards(self) -> _Cards:
        """The ten cards that alone kept the value of most legal ones, each with its hand and their number."""
        return _ten((hand, card, legal) for hand in self.hands for card, legal in hand.only_cards)

    @property
    def players(self) -> tuple[dict[str, Any], ...]:
        """The totals of each player, most hands first; a name that a table has twice, with its seat.

        ``player``, ``hands``, contracts ``made`` as declarer; sums of ``bid``, ``strain``, ``discard``,
        ``play``; and ``hands_as_declarer``, ``play_as_declarer`` and so on for each role.
        """
        totals: dict[str, dict[str, Any]] = {}
        for row in (row for hand in self.hands for row in hand.players):
            total = totals.setdefault(row["player"], {"player": row["player"], **dict.fromkeys(_SUMMED, 0)})
            row |= {"hands": 1, f"hands_as_{row['role']}": 1, f"play_as_{row['role']}": row["play"]}
            row["made"] = int(bool(row.get("made")) and row["role"] == "declarer")
            for name in _SUMMED:
                total[name] += row.get(name) or 0
        return tuple(sorted(totals.values(), key=lambda total: (-total["hands"], total["player"])))

    def as_dict(self) -> dict[str, object]:
        """The report, for JSON; cards are numbers of hand and card, with tricks lost or legal cards."""
        return {
            "rows": self.to_dicts(),
            "players": list(self.players),
            "hands": [{"number": hand.number, **hand.analysis.as_dict()} for hand in self.by_swing],
            "worst_cards": [[hand.number, card.number, lost] for hand, card, lost in self.worst_cards],
            "best_cards": [[hand.number, card.number, legal] for hand, card, legal in self.best_cards],
        }

    def _columns(self) -> Mapping[str, Column]:
        rows = [row for hand in self.hands for row in hand.players]
        rows += [dict(zip(("number", "source", "reason"), each, strict=True)) for each in self.refused]
        rows.sort(key=lambda row: int(row["number"]))
        return {name: kind([row.get(name) for row in rows]) for name, kind in _COLUMNS.items()}

    def __repr__(self) -> str:
        return f"<HandsReport: {len(self.hands)} hands, {len(self.refused)} not analysed>"


def names_apart(hand: PlayedHand) -> tuple[str, ...]:
    """The players of a hand by seat, as `player_names`; a name on both sides has its seat after it."""
    names = player_names(hand)
    twice = {*names[::2]} & {*names[1::2]}
    return tuple(
        f"{name} {seat_name(seat, hand.seats)}" if name in twice else name for seat, name in enumerate(names)
    )


_Cards: TypeAlias = tuple[tuple[ReportedHand, CardValue, int], ...]


def _ten(found: Iterable[tuple[ReportedHand, CardValue, int]]) -> _Cards:
    return tuple(sorted(found, key=lambda each: -each[2])[:10])


@cancellable
def report_hands(
    hands: Iterable[PlayedHand | str | WhistError],
    *,
    rules: Rules | Callable[[PlayedHand], Rules] | None = None,
    sources: Iterable[str] | None = None,
    progress: Progress | None = None,
    cancel: Cancellation | None = None,
) -> HandsReport:
    """What players lost in many hands: by bid, strain, discard and cards played, all hands open.

    The hands have cards played, or a tag that says who has the tricks; text is as for `analyse_play`. A play
    that stops early has no score. A hand that cannot be analysed is listed with the reason, as is an error
    that was met when a hand was read. The rules are of all hands, or a function gives those of a hand; by
    default they are those that its tags name, or the usual ones with as many jokers as were dealt. The
    sources say for each hand where it is from.

    Raises `WhistError` if an argument cannot be read, or there are not as many sources as hands. The
    ``partial`` of `Interrupted` and `Stopped` (`Cancellation`) is the report of the hands that were done.

    Examples
    --------
    >>> rules = Rules("bid_whist", hand_size=2, kitty_size=44, jokers=0, min_bid=1, bid_base=0)
    >>> given = {"contract": "2S+ by N", "leader": "N", "plays": "SA SK SJ S9 SQ S2 ST S8"}
    >>> report_hands([PlayedHand("N:AQ... K2... JT... 98...", **given), "nothing"], rules=rules)
    <HandsReport: 1 hands, 1 not analysed>
    """
    given = list(read_several([hands] if isinstance(hands, str) else hands, "hands", WhistError))
    places = [""] * len(given) if sources is None else list(read_several(sources, "sources", WhistError))
    if len(places) != len(given):
        raise WhistError(f"there are {len(places)} sources: expected {len(given)}, one for each hand")
    Rules.or_default(None if callable(rules) else rules)
    read_progress(progress)
    done: list[ReportedHand] = []
    refused: list[tuple[int, str, str]] = []
    try:
        for number, (source, each) in enumerate(zip(map(str, places), given, strict=True), 1):
            try:
                if isinstance(each, WhistError):
                    raise each
                hand = read_played(each)
                used = rules(hand) if callable(rules) else rules or rules_of_hand(hand)
                done.append(_reported(number, source, hand, Rules.or_default(used)))
            except WhistError as error:
                refused.append((number, source, str(error)))
            if progress is not None:
                progress(number, len(given))
    except KeyboardInterrupt:
        message = f"interrupted: {len(done) + len(refused)} of {len(given)} hands are done"
        raise Interrupted(message, HandsReport(tuple(done), tuple(refused))) from None
    return HandsReport(tuple(done), tuple(refused))


def _reported(number: int, source: str, hand: PlayedHand, rules: Rules) -> ReportedHand:
    score = score_played(hand, rules) if is_ended(hand) or not hand.plays else None
    found = analyse_play(hand, rules=rules, contract=None)
    contract, leader = hand.contract, hand.leader
    assert contract is not None and leader is not None
    deal, declarer = hand.deal_in_play, contract.declarer
    last = Position.read(deal, contract.strain, leader, declarer, hand.plays, rules)
    only, solver = [], Solver()
    for card in found.cards:
        bounds = {} if card.lost else solver.bound_cards(last.after(card.number - 1))
        if len(bounds) > 1 and list(bounds.values()).count(bounds[card.card]) == 1:
            only.append((card, len(bounds)))
    return ReportedHand(number, source, found, score, tuple(only))

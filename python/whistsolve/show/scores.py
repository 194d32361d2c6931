"""Terminal views of scores: contract, books and points. Nothing is computed here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console, ConsoleOptions, RenderResult

from whistsolve.game import HandResult, HandScore, WhistScore
from whistsolve.rules import Rules
from whistsolve.rules.sides import partner_of
from whistsolve.show.results import Facts, Part
from whistsolve.values import seat_name

__all__ = ["ResultLines", "ScoreLines", "hand_names", "numbered"]

Lines = list[tuple[str, Sequence[Part]]]


def hand_names(rules: Rules) -> tuple[str, ...]:
    """Names of the hands of a game: seats, or in games with dummies the numbers of players."""
    if not rules.has_dummies:
        return tuple(seat_name(seat, rules.players) for seat in range(rules.players))
    players = tuple(map(str, range(rules.players)))
    if rules.game == "dummy":
        return (*players, "dummy")
    return (*players, "dummy of 0", "dummy of 1")


class ScoreLines:
    """The score of a contract, or of a hand of whist, by seat of the table.

    Parameters
    ----------
    score : HandScore or WhistScore
    rules : Rules
        The rules that it was scored under.
    """

    def __init__(self, score: HandScore | WhistScore, rules: Rules) -> None:
        self._score = score
        self._rules = rules

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        seats = self._rules.dealt_hands
        names = [seat_name(seat, seats) for seat in range(seats)]
        yield Facts(
            [*_outcome(self._score, self._rules, names), ("points", [_points(self._score.points, names)])]
        )


class ResultLines:
    """The result of a played hand, by player.

    Parameters
    ----------
    result : HandResult
    """

    def __init__(self, result: HandResult) -> None:
        self._result = result

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        result, rules = self._result, self._result.rules
        names = hand_names(rules)
        lines: Lines = []
        if result.score is not None:
            lines += _outcome(result.score, rules, names)
        lines.append(("tricks", [numbered(result.tricks, names)]))
        for paid in result.penalties:
            kind = "renege" if paid.called.right else "false call"
            lines.append((kind, [f"in trick {paid.called.trick}: {paid.penalty}"]))
        if result.void:
            who = "the same dealer" if result.void == "same_dealer" else "the next dealer"
            lines.append(("void", [f"nothing is scored, {who} deals again"]))
        lines.append(("points", [_points(result.points, names)]))
        yield Facts(lines)


def numbered(numbers: Iterable[int | str], names: Sequence[str]) -> str:
    """A number for each hand: ``N 3, E 4, S 2, W 3``."""
    return ", ".join(f"{name} {number}" for name, number in zip(names, numbers, strict=False))


def _points(points: Iterable[int], names: Sequence[str]) -> str:
    return numbered((f"{number:+d}" if number else "0" for number in points), names)


def _outcome(score: HandScore | WhistScore, rules: Rules, names: Sequence[str]) -> Lines:
    if isinstance(score, WhistScore):
        return _whist_outcome(score, rules, names)
    played = score.contract
    kitty = " with the kitty's" if rules.books_from_kitty else ""
    over = score.books - score.needed
    verdict = "just made" if not over else f"made, {over} over" if over > 0 else f"set, {-over} short"
    if score.by_penalty is not None:
        verdict = f"{'made' if score.made else 'set'} by a penalty"
    if score.resigned:
        verdict = "set, for the declarer resigned"
    boston = ", a Boston" if score.boston else ""
    return [
        ("contract", [str(played.level), played.strain, f" by {names[played.declarer]}"]),
        ("books", [f"{score.books}{kitty}, {score.needed} needed: {verdict}{boston}"]),
    ]


def _whist_outcome(score: WhistScore, rules: Rules, names: Sequence[str]) -> Lines:
    if names[0] == "0":
        return []  # players with dummies are not named by their chairs, and sides are those of chairs
    first = (0, partner_of(0, rules))
    sides = [first, tuple(seat for seat in range(rules.dealt_hands) if seat not in first)]
    called = ["-".join(names[seat] for seat in sorted(side)) for side in sides]
    lines: Lines = [("odd tricks", [numbered(score.odd_tricks, called)])]
    if rules.honours:
        lines.append(("honours", [numbered(score.honours, called)]))
    return lines

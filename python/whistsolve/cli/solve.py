"""``whistsolve solve``: the double-dummy value of a deal or of a hand that was played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import click
from rich.console import RenderableType
from rich.text import Text

import whistsolve as ws
from whistsolve.cli.output import Working, print_json, print_shown, seat_value
from whistsolve.cli.ruleset import rules_for, rules_options
from whistsolve.cli.sources import Source, deal_source, read_source
from whistsolve.errors import PlayError
from whistsolve.game.record import PlayedHand
from whistsolve.rules import Rules
from whistsolve.rules.sides import declarer_side
from whistsolve.show import (
    BEST_PLAY,
    NOT_EXACT,
    CardTricks,
    DealDiagram,
    Facts,
    SolutionLines,
    tricks_of,
)
from whistsolve.values import Card, Contract, Deal, Strain, seat_index, seat_name

__all__ = ["solve"]

_Found = TypeVar("_Found")
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@click.command(short_help="Tricks of the declarer's side, from a deal or a hand in PTN.")
@deal_source
@click.option("--strain", metavar="STRAIN", help="Such as S+ (spades uptown), NT- or S~ (aces bad).")
@click.option("--leader", metavar="SEAT", help="Who leads to the first trick.")
@click.option("--declarer", metavar="SEAT", help="Whose side's tricks are counted.  [default: the leader]")
@click.option("--played", metavar="CARDS", help='Cards played so far, in order, such as "SA SK S2 S3 H4".')
@click.option(
    "--after-trick", type=click.IntRange(0), metavar="N", help="PTN: solve after trick N of the play."
)
@rules_options
@click.option("--cards", "each_card", is_flag=True, help="Also the tricks that each legal card leads to.")
@click.option(
    "--node-limit", type=int, metavar="N", help="Search N cards at most; bounds where that is too few."
)
@click.option("--time-limit", type=float, metavar="SECONDS", help="Search so long at most; bounds likewise.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object for each deal.")
def solve(
    deal: str | None,
    path: str | None,
    strain: str | None,
    leader: str | None,
    declarer: str | None,
    played: str | None,
    after_trick: int | None,
    preset: str | None,
    settings: tuple[str, ...],
    each_card: bool,
    node_limit: int | None,
    time_limit: float | None,
    as_json: bool,
) -> None:
    """Tricks that the declarer's side still wins, with both sides' best play, all hands open.

    DEAL is the text of a deal, the name of a file, or - (or nothing) for the standard input. A hand in PTN
    is solved with the hands after kitty and discards, from the first lead on; strain, declarer and leader
    are those of the file, and jokers in the rules as many as were dealt.

    With a limit, which holds for each deal, and once more for its cards, the answer may be bounds: at least
    and at most so many tricks.
    """
    if played is not None and after_trick is not None:
        raise click.UsageError("--played and --after-trick are given: expected one of them")
    asked = BidRequest(strain, leader, declarer, played, after_trick, preset, settings)
    sources = read_source(deal, path)
    with Working("solving") as working:
        for number, source in enumerate(sources):
            working(number, len(sources))
            with source.at_fault():
                answer = Answer.of(asked.about(source), each_card, node_limit, time_limit)
            working.make_room()
            if as_json:
                print_json(answer.as_json())
            else:
                heading = (
                    [Text(str(source.deal), style="bold")] if answer.is_bare and len(sources) > 1 else []
                )
                print_shown(*heading, *answer.as_shown(), *([Text()] if number < len(sources) - 1 else []))


@dataclass(frozen=True)
class Question:
    """What is solved: all that the solver is told, and the hand as played where there is one."""

    deal: Deal
    strain: Strain
    leader: int
    declarer: int
    played: tuple[Card | str, ...]
    rules: Rules
    hand: PlayedHand | None
    first: int

    @property
    def side(self) -> tuple[int, ...]:
        """The seats of the declarer's side."""
        return tuple(sorted(declarer_side(self.declarer, self.rules, self.deal.seats)))

    @property
    def contract(self) -> Contract | None:
        """The contract of the hand as played, where just that is asked about."""
        contract = None if self.hand is None else self.hand.contract
        same = contract is not None and (contract.strain, contract.declarer) == (self.strain, self.declarer)
        return contract if same else None

    def name(self, seat: int) -> str:
        """How a seat is called."""
        return seat_name(seat, self.deal.seats)


@dataclass(frozen=True)
class BidRequest:
    """The options of the command line."""

    strain: str | None
    leader: str | None
    declarer: str | None
    played: str | None
    after_trick: int | None
    preset: str | None
    settings: Sequence[str]

    def about(self, source: Source) -> Question:
        """The question about one deal; what the options leave open is taken from the hand as played.

        Raises
        ------
        WhistError, click.UsageError
            Where something is wrong, or missing in both.
        """
        deal = source.deal
        hand = source.hand if isinstance(source.hand, PlayedHand) else None
        contract = None if hand is None else hand.contract
        strain = self.strain or (contract.strain if contract is not None else None)
        leader = self.leader or (hand.leader if hand is not None else None)
        declarer: str | int | None = self.declarer
        if contract is not None:
            declarer = contract.declarer if declarer is None else declarer
            leader = contract.declarer if leader is None else leader
        if strain is None or leader is None:
            missing = "--strain" if strain is None else "--leader"
            raise click.UsageError(f"Missing option '{missing}'", click.get_current_context(silent=True))
        leads = seat_index(leader, deal.seats, "leader")
        return Question(
            deal,
            Strain.of(strain),
            leads,
            leads if declarer is None else seat_index(declarer, deal.seats, "declarer"),
            self._cards(hand),
            rules_for(hand, self.preset, self.settings),
            hand,
            self.after_trick or 0,
        )

    def _cards(self, hand: PlayedHand | None) -> tuple[Card | str, ...]:
        if self.after_trick is None:
            return tuple((self.played or "").replace(",", " ").split())
        if hand is None:
            raise click.UsageError("--after-trick is given with a deal: expected a hand in PTN")
        whole = len(hand.plays) // hand.seats
        if self.after_trick > whole:
            raise PlayError(f"--after-trick {self.after_trick} is wrong: the hand has {whole} whole tricks")
        return hand.plays[: self.after_trick * hand.seats]


@dataclass(frozen=True)
class Answer:
    """What the solver says, ready to be shown."""

    question: Question
    solution: ws.Solution
    cards: dict[Card, tuple[int, int]] | None

    @classmethod
    def of(
        cls, question: Question, each_card: bool, node_limit: int | None, time_limit: float | None
    ) -> Answer:
        """Solve."""
        q = question
        solver = ws.Solver()

        def ask(what: Callable[..., _Found]) -> _Found:
            return what(
                *(q.deal, q.strain, q.leader),
                declarer=q.declarer,
                played=q.played,
                rules=q.rules,
                node_limit=node_limit,
                time_limit=time_limit,
            )

        return cls(q, ask(solver.solve), ask(solver.card_bounds) if each_card else None)

    @property
    def is_bare(self) -> bool:
        """Whether there is a deal only, and nothing is known of its being played."""
        return self.question.hand is None

    def as_json(self) -> dict[str, object]:
        """The answer by name, in a fixed order."""
        q, seats = self.question, self.question.deal.seats
        exact = self.solution.exact
        values: dict[str, object] = {
            "deal": str(q.deal),
            "strain": str(q.strain),
            "leader": seat_value(q.leader, seats),
            "declarer": seat_value(q.declarer, seats),
            "played": [str(card) for card in q.played],
            "tricks": self.solution.tricks if exact else None,
            "low": self.solution.low,
            "high": self.solution.high,
            "exact": exact,
            "won": self.solution.won,
            "books": self.solution.books if exact else None,
            "nodes": self.solution.nodes,
        }
        if self.cards is not None:
            spans = {str(card): span for card, span in self.cards.items()}
            values["cards"] = {card: low if low == high else None for card, (low, high) in spans.items()}
            if any(low < high for low, high in spans.values()):
                values["card_bounds"] = {card: list(span) for card, span in spans.items()}
        if q.contract is not None and q.hand is not None:
            values["contract"] = q.contract.to_text(seats)
            values["books_needed"] = self._needed(q.contract)
            values["tricks_played"] = sum(q.hand.tricks_won)
            values["tricks_taken"] = self._taken(q.hand)
        return values

    def as_shown(self) -> list[RenderableType]:
        """The answer for people."""
        q = self.question
        parts: list[RenderableType] = []
        if q.hand is not None:
            has_discards = any(q.hand.removed)
            parts += [DealDiagram(q.deal, kitty="discards" if has_discards else "kitty"), Text()]
        if q.contract is not None and q.hand is not None:
            parts.append(self._against_contract(q.contract, q.hand))
        else:
            side = "-".join(map(q.name, q.side))
            parts.append(SolutionLines(self.solution, strain=q.strain, leader=q.name(q.leader), side=side))
        if self.cards:
            parts += [Text(), CardTricks(self.cards, seat=q.name(self._to_play()))]
        return parts

    def _against_contract(self, contract: Contract, hand: PlayedHand) -> Facts:
        q, solution, needed = self.question, self.solution, self._needed(contract)
        side = "-".join(map(q.name, q.side))
        here = f"after trick {q.first}: " if q.first else ""
        before = f", {solution.won} won before" if q.played else ""
        limit = "" if solution.exact else f"{NOT_EXACT}; "
        tricks = tricks_of(solution.low, solution.high)
        least, most = (solution.won + solution.kitty_books + n for n in (solution.low, solution.high))
        lines: list[tuple[str, Sequence[str | Strain]]] = [
            (
                "contract",
                [str(contract.level), contract.strain, f" by {q.name(q.declarer)}, {needed} books needed"],
            ),
            (
                "double dummy",
                [f"{here}{tricks} for the declarer's side, {side}{before} ({limit}{BEST_PLAY})"],
            ),
            ("", [self._outcome(least, most, needed)]),
        ]
        played = sum(hand.tricks_won)
        if played == hand.deal.hand_size:
            taken = self._taken(hand)
            books = taken + solution.kitty_books
            outcome = self._outcome(books, books, needed)
            lines += [("at the table", [f"{tricks_of(taken, taken)} of {played}"]), ("", [outcome])]
        elif played:
            taken = self._taken(hand)
            lines.append(("at the table", [f"{tricks_of(taken, taken)} of the {played} played"]))
        return Facts(lines)

    def _needed(self, contract: Contract) -> int:
        return self.question.rules.bid_base + contract.level

    def _taken(self, hand: PlayedHand) -> int:
        """Tricks of the declarer's side at the table, counted as the solver counts."""
        q = self.question
        taken = sum(hand.tricks_won[seat] for seat in q.side)
        first = next(iter(hand.tricks), None)
        return taken + (q.rules.first_trick_weight - 1 if first is not None and first.winner in q.side else 0)

    def _outcome(self, least: int, most: int, needed: int) -> str:
        kitty = " with the kitty's" if self.solution.kitty_books else ""
        if least < most:
            verdict = "made" if least >= needed else "short" if most < needed else "made or short"
            return f"{least} to {most} books{kitty}: {verdict}"
        if most == needed:
            return f"{most} books{kitty}: just made"
        count = abs(most - needed)
        number = _NUMBERS[count] if count < len(_NUMBERS) else str(count)
        return f"{most} books{kitty}: {number} {'short' if most < needed else 'over'}"

    def _to_play(self) -> int:
        """Whose turn it is."""
        q = self.question
        legal = next(iter(self.cards or {}))
        return next(seat for seat, hand in enumerate(q.deal.hands) if legal in hand)

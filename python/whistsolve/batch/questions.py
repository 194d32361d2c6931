"""The questions of a batch: a function for each, from the fields of rows to answers of a fixed schema."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final, Protocol, TypeVar, cast

import numpy as np

from whistsolve.arguments import Progress, Resources, read_deal
from whistsolve.batch.advice import answer_bids
from whistsolve.batch.answers import Answer, AnswersInterrupted, collected
from whistsolve.batch.fields import Fields, QuestionOptions
from whistsolve.cancelling import in_threads
from whistsolve.encoding import deals_to_array
from whistsolve.errors import WhistError
from whistsolve.solving.batch.deals import solve_many
from whistsolve.solving.batch.partial import BatchInterrupted
from whistsolve.solving.batch.rows import solve_rows
from whistsolve.solving.deal_table import table
from whistsolve.solving.discards.position import KittyPosition
from whistsolve.solving.discards.question import DiscardQuestion
from whistsolve.solving.discards.table import KittyTable
from whistsolve.solving.engine_rules import EngineRules
from whistsolve.solving.position import Position
from whistsolve.solving.solver import Solver
from whistsolve.values.deals import Deal
from whistsolve.values.reading import shown
from whistsolve.values.seats import seat_value

__all__ = ["QUESTIONS", "BatchQuestion", "read_question"]

_Read = TypeVar("_Read")


class _Answers(Protocol):
    def __call__(
        self, rows: Sequence[Fields], options: QuestionOptions, progress: Progress | None, /
    ) -> list[Answer]: ...


@dataclass(frozen=True, slots=True)
class BatchQuestion:
    """A question that every row of a batch is asked.

    Attributes
    ----------
    answers : callable
        From the fields of rows to their answers, in order, which depend on nothing but the row and the
        options: not on other rows, threads or where it is done.
    takes : tuple of str
        The fields of a row that it looks at.
    schema : mapping from str to str
        The names and types of an answer, in order, as Parquet has them.
    """

    answers: _Answers
    takes: tuple[str, ...]
    schema: Mapping[str, str]


def read_question(name: object) -> BatchQuestion:
    """The question of a name.

    Raises
    ------
    WhistError
        Where there is none.
    """
    if not isinstance(name, str) or name not in QUESTIONS:
        raise WhistError(f"question {shown(name)} is wrong: expected {', '.join(QUESTIONS)}")
    return QUESTIONS[name]


def _read_each(rows: Sequence[Fields], read: Callable[[Fields], _Read]) -> Iterator[_Read | WhistError]:
    def attempt(row: Fields) -> _Read | WhistError:
        try:
            return read(row)
        except WhistError as error:
            return error

    return map(attempt, rows)


# -------------------------------------------------------------------------------------------------- solving


def _answer_table(
    rows: Sequence[Fields], options: QuestionOptions, progress: Progress | None
) -> list[Answer]:
    """Every leader and strain, as `solve_many`."""

    def read(row: Fields) -> Deal:
        deal = read_deal(row.required("deal"))
        engine_rules = EngineRules.of(options.rules, deal.seats)
        for strain in options.strains:
            engine_rules.check_jokers(deal, strain)
        return deal

    found: list[Answer | Deal] = list(_read_each(rows, read))
    strains = [str(strain) for strain in options.strains]
    for seats in sorted({deal.seats for deal in found if isinstance(deal, Deal)}):
        indices = [
            index for index, deal in enumerate(found) if isinstance(deal, Deal) and deal.seats == seats
        ]
        deals = [deal for deal in found if isinstance(deal, Deal) and deal.seats == seats]
        interrupted = False
        try:
            tricks = solve_many(
                deals_to_array(deals),
                options.strains,
                rules=options.rules,
                threads=options.threads,
                memory_mb=options.memory_mb,
                progress=progress if len(deals) == len(rows) else None,
            )
        except BatchInterrupted as error:
            interrupted = True
            tricks = error.partial.tricks[: error.partial.whole_deals]
        leaders = [seat_value(seat, seats) for seat in range(seats)]
        for index, deal, each in zip(indices, deals, tricks.tolist(), strict=not interrupted):
            found[index] = {"deal": str(deal), "leaders": leaders, "strains": strains, "tricks": each}
        if interrupted:
            done = takewhile(lambda answer: not isinstance(answer, Deal), found)
            raise AnswersInterrupted("interrupted", cast("list[Answer]", list(done)))
    return cast("list[Answer]", found)


def _position(row: Fields, options: QuestionOptions) -> Position:
    leader = row.required("leader")
    return Position.read(
        row.required("deal"),
        row.required("strain"),
        leader,
        row.get("declarer", leader),
        row.get("played", ()),
        options.rules,
    )


def _of_position(position: Position) -> dict[str, object]:
    return {
        **position.as_dict(),
        "played": [
            str(card) if named is None else f"{card}:{named.letter}" for card, named in position.played
        ],
    }


def _answer_solve(
    rows: Sequence[Fields], options: QuestionOptions, progress: Progress | None
) -> list[Answer]:
    """The tricks of the declarer's side; those of whole deals in one call of `solve_rows`."""
    found = list(_read_each(rows, lambda row: _position(row, options)))
    kitty_books = options.rules.books_from_kitty if options.rules.kitty_size > 0 else 0
    answers: dict[int, Answer] = {}

    def answer(index: int, position: Position, tricks: int, won: int) -> None:
        counted = {"tricks": tricks, "won": won, "books": won + tricks + kitty_books}
        answers[index] = {**_of_position(position), **counted}

    whole: dict[int, list[tuple[int, Position]]] = {}
    solver = Solver(memory_mb=options.memory_mb)
    for index, each in enumerate(found):
        if isinstance(each, WhistError):
            answers[index] = each
        elif not each.played:
            whole.setdefault(each.deal.seats, []).append((index, each))
        else:
            try:
                solution = solver.solve_position(each)
            except WhistError as error:
                answers[index] = error
            else:
                answer(index, each, solution.tricks, solution.won)
    del solver  # frees its table before `solve_rows` takes as much
    for group in whole.values():
        columns = sorted({position.strain for _, position in group}, key=str)
        tricks = solve_rows(
            deals_to_array([position.deal for _, position in group]),
            np.array([columns.index(position.strain) for _, position in group]),
            np.array([position.leader for _, position in group]),
            np.array([position.declarer for _, position in group]),
            columns=columns,
            rules=options.rules,
            threads=options.threads,
            memory_mb=options.memory_mb,
        )
        for (index, position), each_tricks in zip(group, tricks.tolist(), strict=True):
            answer(index, position, each_tricks, 0)
    return [answers[index] for index in range(len(rows))]


def _in_threads(
    rows: Sequence[Fields], resources: Resources, search: Callable[[Fields], dict[str, object]]
) -> list[Answer]:
    """Answers to rows, each by one thread; an interrupt ends those that are being searched."""

    def answer(row: Fields) -> Answer:
        try:
            return search(row)
        except WhistError as error:
            return error

    count = min(resources.threads, len(rows))
    if count <= 1:
        return collected(map(answer, rows))
    with in_threads(answer, count) as begin:
        return collected(answered.result() for answered in [begin(row) for row in rows])


def _answer_cards(
    rows: Sequence[Fields], options: QuestionOptions, progress: Progress | None
) -> list[Answer]:
    """Every legal card, as `solve_cards`: best first."""
    resources = options.resources

    def search(row: Fields) -> dict[str, object]:
        position = _position(row, options)
        found = Solver(memory_mb=resources.of_one_thread().memory_mb).bound_cards(position)
        cards = {"cards": [str(card) for card in found], "tricks": [low for low, _ in found.values()]}
        return {**_of_position(position), **cards}

    return _in_threads(rows, resources, search)


# -------------------------------------------------------------------------------------------------- the kitty


def _answer_discard(
    rows: Sequence[Fields], options: QuestionOptions, progress: Progress | None
) -> list[Answer]:
    """The best discard, as `best_discard`."""
    resources = options.resources

    def search(row: Fields) -> dict[str, object]:
        position = KittyPosition.read(
            row.get("dealt") or row.required("deal"),
            row.required("strain"),
            row.required("declarer"),
            row.get("holder"),
            # Of a hand that was played, only for its declarer.
            None if row.replaces("declarer") and not row.says("leader") else row.get("leader"),
            options.rules,
        )
        question = DiscardQuestion(position, resources.of_one_thread())
        try:
            best = question.best()
        finally:
            question.close()
        return {
            **position.as_dict(),
            "discard": [str(card) for card in best.cards],
            "hand": str(best.hand),
            "tricks": best.tricks,
            "books": best.books,
        }

    return _in_threads(rows, resources, search)


def _answer_kitty(
    rows: Sequence[Fields], options: QuestionOptions, progress: Progress | None
) -> list[Answer]:
    """The best discard of every declarer and strain, as ``table(kitty="optimal")``."""

    def answer(row: Fields) -> dict[str, object]:
        deal = read_deal(row.get("dealt") or row.required("deal"))
        found = table(
            deal,
            strains=options.strains,
            rules=options.rules,
            threads=options.threads,
            memory_mb=options.memory_mb,
            kitty="optimal",
        )
        assert isinstance(found, KittyTable)
        declarers = range(deal.seats)
        discards = [
            [" ".join(map(str, found.discard(declarer, strain).cards)) for strain in options.strains]
            for declarer in declarers
        ]
        return {
            "deal": str(deal),
            "declarers": [seat_value(seat, deal.seats) for seat in declarers],
            "strains": [str(strain) for strain in options.strains],
            "tricks": found.to_numpy().tolist(),
            "discards": discards,
        }

    return collected(_read_each(rows, answer))


_POSITION: Final = {
    **{"number": "int64", "deal": "string", "strain": "string"},
    **{"leader": "string", "declarer": "string", "played": "list<string>"},
}
#: The questions by name.
QUESTIONS: Final[Mapping[str, BatchQuestion]] = {
    "table": BatchQuestion(
        _answer_table,
        ("deal",),
        {
            **{"number": "int64", "deal": "string", "leaders": "list<string>"},
            **{"strains": "list<string>", "tricks": "list<list<int64>>"},
        },
    ),
    "solve": BatchQuestion(
        _answer_solve,
        ("deal", "strain", "leader", "declarer", "played"),
        {**_POSITION, "tricks": "int64", "won": "int64", "books": "int64"},
    ),
    "cards": BatchQuestion(
        _answer_cards,
        ("deal", "strain", "leader", "declarer", "played"),
        {**_POSITION, "cards": "list<string>", "tricks": "list<int64>"},
    ),
    "discard": BatchQuestion(
        _answer_discard,
        ("deal", "strain", "declarer", "holder", "leader"),
        {
            **{"number": "int64", "deal": "string", "strain": "string", "declarer": "string"},
            **{"holder": "string", "leader": "string", "discard": "list<string>", "hand": "string"},
            **{"tricks": "double", "books": "double"},
        },
    ),
    "kitty": BatchQuestion(
        _answer_kitty,
        ("deal",),
        {
            **{"number": "int64", "deal": "string", "declarers": "list<string>", "strains": "list<string>"},
            **{"tricks": "list<list<int64>>", "discards": "list<list<string>>"},
        },
    ),
    "bids": BatchQuestion(
        answer_bids,
        ("hand", "deal", "seat", "dealer", "calls", "scores", "samples", "seed", "discards"),
        {
            **{"number": "int64", "hand": "string", "seat": "string", "dealer": "string"},
            **{"calls": "string", "scores": "list<int64>", "best": "string", "samples": "int64"},
            **{"exact": "bool", "rows": "list<bid>"},
        },
    ),
}

"""The questions of a batch: for each, a function from the fields of rows to answers with a fixed schema."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeAlias, TypeVar

import numpy as np

from whistsolve._internal.arguments import Progress
from whistsolve._internal.reading import read_integer
from whistsolve.analysis.play_analysis import analyse_play
from whistsolve.cancelling import in_threads
from whistsolve.encoding import deals_to_array
from whistsolve.errors import WhistError
from whistsolve.runs.rows import Answer, Chunk, Fields, QuestionOptions, fields_of
from whistsolve.runs.tables import answer_tables
from whistsolve.solving.batch.rows import solve_rows
from whistsolve.solving.deal_table import KittyTable, table
from whistsolve.solving.discards import Discards
from whistsolve.solving.position import KittyPosition, Position
from whistsolve.solving.solver import Solver
from whistsolve.values.deals import Deal
from whistsolve.values.seats import MAX_SEATS, seat_value

_ESTIMATES = ("mean_tricks", "make", "make_error", "points", "points_error", "equity", "equity_error")
#: The fields of each call in an answer, with their types in Parquet.
BID_COLUMNS = {"call": "string", "strain": "string", **dict.fromkeys(_ESTIMATES, "double")}
_Read = TypeVar("_Read")
_Answers: TypeAlias = Callable[[Chunk, QuestionOptions, Progress | None], Iterator[Answer]]


class BatchQuestion:
    """A question that is answered for every row of a batch.

    `answers` gives those of a chunk, in order, and raises an interrupt after those that were complete;
    `takes` are fields of a row, `schema` the names and Parquet types of the fields of an answer.
    """

    def __init__(self, answers: _Answers, takes: str, columns: str) -> None:
        self.answers = answers
        self.takes: tuple[str, ...] = tuple(takes.split())
        names = (column.split() for column in columns.split(","))
        self.schema: Mapping[str, str] = {"number": "int64"} | dict(names)


def _attempt(read: Callable[..., _Read], row: Fields, options: QuestionOptions) -> _Read | WhistError:
    try:
        return read(row, options)
    except WhistError as error:
        return error


def _by_row(
    answer: Callable[[Fields, QuestionOptions], dict[str, object]], *, in_parallel: bool = False
) -> _Answers:
    """A function that answers row by row, each with all threads, or `in_parallel` with one thread each."""

    def answers(chunk: Chunk, options: QuestionOptions, progress: Progress | None) -> Iterator[Answer]:
        rows = fields_of(chunk, options)
        count = min(options.resources.threads, len(rows)) if in_parallel else 1
        if count <= 1:
            yield from (_attempt(answer, row, options) for row in rows)
            return
        with in_threads(lambda row: _attempt(answer, row, options), count) as begin:
            for answered in [begin(row) for row in rows]:
                yield answered.result()

    return answers


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


def _answer_solve(chunk: Chunk, options: QuestionOptions, progress: Progress | None) -> Iterator[Answer]:
    """The tricks of the declarer's side; deals without cards played are solved together by `solve_rows`."""
    found: list[Answer | Position] = [_attempt(_position, row, options) for row in fields_of(chunk, options)]
    kitty_books = options.rules.books_from_kitty if options.rules.kitty_size > 0 else 0

    def answer(position: Position, tricks: int, won: int) -> Answer:
        counted = {"tricks": tricks, "won": won, "books": won + tricks + kitty_books}
        return {**position.as_dict(), **counted}

    whole: dict[int, list[tuple[int, Position]]] = {}
    solver = Solver(memory_mb=options.resources.memory_mb)
    for at, each in enumerate(found):
        if isinstance(each, Position) and each.played:
            try:
                solution = solver.solve_position(each)
                found[at] = answer(each, solution.tricks, solution.won)
            except WhistError as error:
                found[at] = error
        elif isinstance(each, Position):
            whole.setdefault(each.deal.seats, []).append((at, each))
    del solver  # frees its table before `solve_rows` allocates one
    for group in whole.values():
        columns = sorted({position.strain for _, position in group}, key=str)
        tricks = solve_rows(
            deals_to_array([position.deal for _, position in group]),
            np.array([columns.index(position.strain) for _, position in group]),
            np.array([position.leader for _, position in group]),
            np.array([position.declarer for _, position in group]),
            columns=columns,
            rules=options.rules,
            threads=options.resources.threads,
            memory_mb=options.resources.memory_mb,
        )
        for (at, position), each_tricks in zip(group, tricks.tolist(), strict=True):
            found[at] = answer(position, each_tricks, 0)
    yield from (each for each in found if not isinstance(each, Position))


def _answer_cards(row: Fields, options: QuestionOptions) -> dict[str, object]:
    position = _position(row, options)
    found = Solver(memory_mb=options.resources.of_one_thread().memory_mb).bound_cards(position)
    cards = {"cards": [str(card) for card in found], "tricks": [low for low, _ in found.values()]}
    return {**position.as_dict(), **cards}


def _answer_trace(row: Fields, options: QuestionOptions) -> dict[str, object]:
    """What the play lost, as in `analyse_play`, with the contract compared where the rules allow it."""
    memory_mb = options.resources.of_one_thread().memory_mb
    found = analyse_play(row.required("ptn"), rules=options.rules, contract=None, memory_mb=memory_mb)
    hand, verdict, discard = found.hand, found.contract, found.discard
    assert hand.contract is not None
    play = [*found.given_by_seat, *[None] * MAX_SEATS]
    return {
        "deal": str(hand.deal),
        "contract": hand.contract.to_text(hand.seats),
        "declarer": seat_value(hand.contract.declarer, hand.seats),
        "finished": found.finished,
        "tricks": found.taken,
        "best": found.best,
        "bid": None if verdict is None else verdict.lost_by_bid,
        "strain": None if verdict is None else verdict.lost_by_strain,
        "holder": None if discard is None else seat_value(discard.seat, hand.seats),
        "discard": found.lost_by_discard,
        **{f"play_{seat}": play[seat] for seat in range(MAX_SEATS)},
    }


def _answer_discard(row: Fields, options: QuestionOptions) -> dict[str, object]:
    # The leader of a recorded hand does not apply to another declarer.
    replaced = row.has("declarer") and "declarer" in row.row.as_played
    position = KittyPosition.read(
        row.get("dealt") or row.required("deal"),
        row.required("strain"),
        row.required("declarer"),
        row.get("holder"),
        None if replaced and not row.has("leader") else row.get("leader"),
        options.rules,
    )
    question = Discards.at(position, options.resources.of_one_thread().memory_mb)
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


def _answer_kitty(row: Fields, options: QuestionOptions) -> dict[str, object]:
    deal = Deal.of(row.get("dealt") or row.required("deal"))
    found = table(
        deal,
        strains=options.strains,
        rules=options.rules,
        threads=options.resources.threads,
        memory_mb=options.resources.memory_mb,
        kitty="optimal",
    )
    assert isinstance(found, KittyTable)
    declarers, strains = range(deal.seats), options.strains
    return {
        "deal": str(deal),
        "declarers": [seat_value(seat, deal.seats) for seat in declarers],
        "strains": list(map(str, strains)),
        "tricks": found.to_numpy().tolist(),
        "discards": [
            [[*map(str, found.discard(seat, strain).cards)] for strain in strains] for seat in declarers
        ],
    }


def _answer_bids(row: Fields, options: QuestionOptions) -> dict[str, object]:
    from whistsolve.advice import evaluate_bids  # which takes as long to load as all else of a batch

    rules = options.rules
    player, calls = row.turn(rules)
    scores, seed = row.get("scores", (0, 0)), row.get("seed", 0)
    if row.row.fields.get("seed") is None:
        # With equal samples, the errors of the rows would be correlated.
        seed = read_integer(seed, "seed", WhistError) + row.number
    extra: dict[str, Any] = {name: row.get(name) for name in ("samples", "discards") if row.has(name)}
    report = evaluate_bids(
        row.hand_of(player),
        rules=rules,
        seat=player,
        dealer=row.required("dealer"),
        calls=calls,
        scores=scores,
        seed=seed,
        threads=options.resources.threads,
        memory_mb=options.resources.memory_mb,
        **extra,
    )
    listed = [each.as_dict() for each in report.rows]
    return {
        "hand": str(report.hand),
        "seat": seat_value(report.seat, rules.players),
        "dealer": seat_value(report.dealer, rules.players),
        "calls": calls if isinstance(calls, str) else " ".join(map(str, calls)),
        "scores": list(scores),
        "best": str(report.best),
        "samples": report.samples,
        "exact": report.exact,
        "rows": [{name: each[name] for name in BID_COLUMNS} for each in listed],
    }


_POSITION_FIELDS: Final = "deal strain leader declarer played"
_POSITION: Final = "deal string, strain string, leader string, declarer string, played list<string>"
_PLAY: Final = ", ".join(f"play_{seat} int64" for seat in range(MAX_SEATS))
#: The questions by name.
QUESTIONS: Final[Mapping[str, BatchQuestion]] = {
    "table": BatchQuestion(
        answer_tables,
        "deal",
        "deal string, leaders list<string>, strains list<string>, tricks list<list<int64>>",
    ),
    "solve": BatchQuestion(
        _answer_solve, _POSITION_FIELDS, f"{_POSITION}, tricks int64, won int64, books int64"
    ),
    "cards": BatchQuestion(
        _by_row(_answer_cards, in_parallel=True),
        _POSITION_FIELDS,
        f"{_POSITION}, cards list<string>, tricks list<int64>",
    ),
    "discard": BatchQuestion(
        _by_row(_answer_discard, in_parallel=True),
        "deal strain declarer holder leader",
        "deal string, strain string, declarer string, holder string, leader string, discard list<string>,"
        "hand string, tricks double, books double",
    ),
    "kitty": BatchQuestion(
        _by_row(_answer_kitty),
        "deal",
        "deal string, declarers list<string>, strains list<string>, tricks list<list<int64>>,"
        "discards list<list<list<string>>>",
    ),
    "bids": BatchQuestion(
        _by_row(_answer_bids),
        "hand deal seat dealer calls scores samples seed discards",
        "hand string, seat string, dealer string, calls string, scores list<int64>, best string,"
        "samples int64, exact bool, rows list<bid>",
    ),
    "trace": BatchQuestion(
        _by_row(_answer_trace, in_parallel=True),
        "ptn",
        "deal string, contract string, declarer string, finished bool, tricks int64, best int64,"
        f"bid int64, strain int64, holder string, discard int64, {_PLAY}",
    ),
}

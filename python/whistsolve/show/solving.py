"""Results of the solver: tables, solutions, tricks of cards, discards, rows of batches, the bench."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from whistsolve.show.document import Bar, Block, Content, Facts, Line, Lines, Part, Shaded, Table, bold, dim
from whistsolve.show.game import played_cards
from whistsolve.show.phrases import (
    BEST_PLAY,
    NOT_EXACT,
    contract_parts,
    count_of,
    limit_note,
    seat_names,
    span,
    tricks_of,
)
from whistsolve.values import Card, Contract, Hand, Strain

if TYPE_CHECKING:
    from whistsolve.solving import (
        BestDiscard,
        BestLine,
        DealFrame,
        KittyTable,
        PartialBatch,
        Solution,
        TrickFrame,
        TrickTable,
    )
    from whistsolve.solving.bench.fixed import BenchResult, HardBenchResult
    from whistsolve.solving.position import Position

#: Number of rows shown of a table of many deals.
_FIRST_ROWS: Final = 10
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def trick_table(table: TrickTable | KittyTable) -> list[Block]:
    """A row for each leader or declarer: the more tricks, the darker the cell; its tooltip has a discard."""
    most = max(int(table.high.max(initial=0)), 1)
    discard = getattr(table, "discard", None)
    row = "leader" if discard is None else "declarer"

    def cell(name: str, strain: Strain) -> Content:
        low, high = table.bounds(name, strain)
        title = f"{name} leads, {strain}"
        if discard is not None:
            title = f"{name} declares {strain} and gives up {' '.join(map(str, discard(name, strain).cards))}"
        return Shaded(span(low, high), (low + high) / 2 / most, f"{title}: {tricks_of(low, high)}")

    rows = [[name, *(cell(name, strain) for strain in table.strains)] for name in table.leaders]
    return [
        Table(rows, [row, *table.strains], "lr"),
        dim(f"tricks of the {row}'s side{limit_note(table.exact)}; {BEST_PLAY}"),
    ]


kitty_table = trick_table


def card_tricks(
    cards: Mapping[Card, tuple[int, int]], seat: str, side: str = "the declarer's side"
) -> list[Block]:
    """The legal cards, given best first, by the bounds of the tricks they lead to; ``seat`` is to play."""
    rows: list[list[Content]] = [
        [span(*tricks), Hand([card for card, value in cards.items() if value == tricks])]
        for tricks in dict.fromkeys(cards.values())
    ]
    exact = all(low == high for low, high in cards.values())
    return [
        Table(rows, ["tricks", f"if {seat} plays, best first"], "rl", best={0} if exact else ()),
        dim(f"tricks of {side}, this one counted{limit_note(exact)}; {BEST_PLAY}"),
    ]


def solution(found: Solution, strain: Strain | None = None, leader: str = "", side: str = "") -> list[Block]:
    """A solution, with the strain, the leader and the declarer's side if they are given."""
    limit = "" if found.exact else f"{NOT_EXACT}; "
    number, whose = span(found.low, found.high, " to "), f", {side}" if side else ""
    tricks = f"{number} for the declarer's side{whose} ({limit}{BEST_PLAY})"
    lines: Lines = [("tricks", tricks)]
    if strain is not None:
        lines.append(("strain", [strain, f", {leader} leads first"]))
    if found.won:
        lines.append(("won before", str(found.won)))
    if found.kitty_books:
        before = found.won + found.kitty_books
        lines.append(("books", f"{span(before + found.low, before + found.high, ' to ')} with the kitty's"))
    if strain is None:
        lines.append(("nodes", f"{found.nodes:,}"))
    return [Facts(lines)]


def best_line(line: BestLine) -> list[Block]:
    seats, end = seat_names(line.position.deal.seats), 0
    lines: Lines = []
    for number, trick in enumerate(line.by_trick, len(line.position.played) // len(seats) + 1):
        end += len(trick)
        lines.append((f"trick {number}", [*played_cards(trick, seats), f": {line.after[end - 1]} left"]))
    worth = tricks_of(line.tricks)
    return [Facts(lines), dim(f"{worth} for the declarer's side, and those left after each; {BEST_PLAY}")]


@dataclass(frozen=True, slots=True)
class AtTable:
    """A contract in real play: books needed, tricks taken by its side, tricks played, tricks of a hand."""

    contract: Contract
    needed: int
    taken: int
    played: int
    size: int


def solved_contract(found: Solution, table: AtTable, position: Position, side: str) -> list[Block]:
    """A contract with the double-dummy value of a position of its play, and its result in real play."""
    seats, played = position.deal.seats, position.played
    whole = len(played) // seats
    here: list[Part] = [f"after trick {whole}"] if whole else []
    for card, _ in played[whole * seats :]:
        here += [", " if here else "after ", card]
    before = f", {found.won} won before" if played else ""
    limit = "" if found.exact else f"{NOT_EXACT}; "
    least, most = (found.won + found.kitty_books + number for number in (found.low, found.high))
    value = (
        f"{': ' if here else ''}{tricks_of(found.low, found.high)} for the declarer's side, {side}{before}"
    )
    lines: Lines = [
        ("double dummy", [*here, f"{value} ({limit}{BEST_PLAY})"]),
        ("", _books(least, most, table.needed, bool(found.kitty_books))),
        ("contract", [*contract_parts(table.contract, seats), f", {table.needed} books needed"]),
    ]
    if table.played == table.size:
        books = table.taken + found.kitty_books
        lines.append(("at the table", f"{tricks_of(table.taken)} of {table.played}"))
        lines.append(("", _books(books, books, table.needed, bool(found.kitty_books))))
    elif table.played:
        lines.append(("at the table", f"{tricks_of(table.taken)} of the {table.played} played"))
    return [Facts(lines)]


def _books(least: int, most: int, needed: int, with_kitty: bool) -> str:
    """The bounds of the books, and whether these make the contract."""
    kitty = " with the kitty's" if with_kitty else ""
    books = f"{span(least, most, ' to ')} books{kitty}"
    if least < most:
        return f"{books}: {'made' if least >= needed else 'short' if most < needed else 'made or short'}"
    if most == needed:
        return f"{books}: just made"
    count = abs(most - needed)
    number = _NUMBERS[count] if count < len(_NUMBERS) else str(count)
    return f"{books}: {number} {'short' if most < needed else 'over'}"


# Discards.


def best_discard(best: BestDiscard) -> list[Block]:
    lines: Lines = [("discard", bold(Hand(best.cards))), ("keep", best.hand)]
    lines.append(("tricks", _discard_tricks(best)))
    if best.kitty_books:
        low, high = best.low + best.kitty_books, best.high + best.kitty_books
        lines.append(("books", f"{span(low, high, ' to ')} with the kitty's"))
    return [Facts(lines), dim(BEST_PLAY)]


def compared_discards(
    best: BestDiscard,
    strain: Strain,
    holder: str,
    optimal: int | None,
    discards: int,
    compared: Mapping[str, tuple[Sequence[Card], float]],
) -> list[Block]:
    """The best discard, how many of all ``discards`` are (``None``: unknown), and others with tricks."""
    lines: Lines = [
        ("strain", [strain, f", {holder} gives up {len(best.cards)} cards"]),
        ("tricks", _discard_tricks(best)),
    ]
    if optimal is not None:
        do = "no other does" if optimal == 1 else f"{optimal:,} do"
        lines.append(("", f"of {discards:,} discards {do} as well"))
    for name, (cards, tricks) in compared.items():
        cost = best.low - tricks
        verdict = "as good" if cost == 0 else f"costs {tricks_of(cost)}"
        lines.append((name.replace("_", " "), [Hand(cards), f": {verdict}"]))
    takes = f": takes {tricks_of(best.low, best.high)}"
    return [Line(["give up ", Hand(best.cards), takes]), Facts(lines)]


def _discard_tricks(best: BestDiscard) -> str:
    return f"{tricks_of(best.low, best.high)} for the declarer's side{limit_note(best.exact)}"


# Batches.


def trick_frame(frame: TrickFrame | DealFrame) -> list[Block]:
    rows = frame.first_rows(_FIRST_ROWS)
    cells = [["" if value is None else str(value) for value in row.values()] for row in rows]
    more = "" if len(frame) <= len(rows) else f"the first {len(rows)} of "
    return [Table(cells, list(rows[0]) if rows else []), dim(more + count_of(len(frame), "row"))]


deal_frame = trick_frame


def partial_batch(partial: PartialBatch) -> list[Block]:
    share = partial.cells_done / max(partial.done.size, 1)
    bar = Bar(share, share, share)
    lines: Lines = [
        ("cells", [bar, f"{partial.cells_done:,} of {partial.done.size:,} done"]),
        ("deals", f"{partial.deals:,} read, the first {partial.whole_deals:,} of them done in all strains"),
    ]
    if partial.strains:
        lines.append(("strains", [part for strain in partial.strains for part in (strain, " ")]))
    return [Facts(lines), dim("pass it to solve_many as resume= for the rest")]


# The bench.


def bench_result(result: BenchResult) -> list[Block]:
    """The fixed bench; the signature comes first."""
    times = result.cell_ms
    lines = {
        "signature": f"{result.nodes} nodes",
        "deals": str(result.deals),
        "seconds": f"{result.seconds:.3f}",
        "nodes/second": f"{result.nodes_per_second:,.0f}",
        "time of a cell": f"50% {times.p50:.2f}, 90% {times.p90:.2f}, 99% {times.p99:.2f} ms",
        "slowest cell": f"{times.max:.2f} ms",
        "peak memory": f"{result.peak_memory_mb:.1f} MiB",
        "sum of tricks": str(result.tricks_checksum),
        "architecture": result.architecture,
    }
    return [Facts([*lines.items()])]


def hard_bench_result(result: HardBenchResult) -> list[Block]:
    rows = []
    for each in result.deals:
        speed, peak = f"{each.nodes_per_second:,.0f}", f"{each.peak_memory_mb:.1f}"
        rows.append([each.name, f"{each.seconds:.3f}", str(each.nodes), speed, peak, str(len(each.wrong))])
    return [Table(rows, ["deal", "seconds", "nodes", "nodes/second", "peak MiB", "wrong"], "lr")]

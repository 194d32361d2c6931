"""What the solver gives: tables as heat-maps, solutions, discards, batches that ended early."""

from __future__ import annotations

from collections.abc import Callable

from whistsolve.show.html.cards import cards, hand, strain
from whistsolve.show.html.forms import form
from whistsolve.show.html.markup import block, bold, caption, facts, grid, span, text
from whistsolve.show.results import BEST_PLAY, NOT_EXACT, tricks_of
from whistsolve.solving import (
    BestDiscard,
    DealFrame,
    KittyTable,
    PartialBatch,
    Solution,
    TrickFrame,
    TrickTable,
)
from whistsolve.values import Strain

__all__: list[str] = []

#: Of the highest number of a table; 0 has no colour.
_STRONGEST = 0.6
#: Of a table of many deals.
_FIRST_ROWS = 10
_TABLE = "border-collapse:separate;border-spacing:2px;border:0;font-variant-numeric:tabular-nums"
_CELL = "padding:.25em .3em;min-width:1.7em;text-align:center;border:0;"


@form.register(TrickTable)
def _trick_table(table: TrickTable) -> str:
    return _heat_map(table, "leader", lambda name, column: f"{name} leads, {column}")


@form.register(KittyTable)
def _kitty_table(table: KittyTable) -> str:
    def said(name: str, column: Strain) -> str:
        given = " ".join(map(str, table.discard(name, column).cards))
        return f"{name} declares {column} and gives up {given}"

    return _heat_map(table, "declarer", said)


def _heat_map(table: TrickTable, row: str, said: Callable[[str, Strain], str]) -> str:
    """A row for each hand, a column for each strain; the more tricks, the stronger the colour."""
    most = max(int(table.high.max(initial=0)), 1)
    rows = []
    for name in table.leaders:
        cells = [f'<th style="{_CELL}text-align:left">{text(name)}</th>']
        for column in table.strains:
            low, high = table.bounds(name, column)
            number = str(low) if low == high else f"{low}-{high}"
            ground = f"rgba(70,130,200,{_STRONGEST * (low + high) / 2 / most:.2f})"
            title = text(f"{said(name, column)}: {tricks_of(low, high)}")
            cells.append(f'<td style="{_CELL}background:{ground}" title="{title}">{number}</td>')
        rows.append(f'<tr style="background:none">{"".join(cells)}</tr>')
    heads = "".join(f'<th style="{_CELL}">{strain(column)}</th>' for column in table.strains)
    limit = "" if table.exact else f" ({NOT_EXACT})"
    return block(
        f'<table style="{_TABLE}"><thead><tr style="background:none">'
        f'<th style="{_CELL}text-align:left">{row}</th>{heads}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table>",
        caption(f"tricks of the {row}'s side{limit}; {BEST_PLAY}"),
    )


@form.register(Solution)
def _solution(solution: Solution) -> str:
    limit = "" if solution.exact else f" ({NOT_EXACT})"
    lines = [
        (
            "tricks",
            f"{bold(tricks_of(solution.low, solution.high))} still to win for the declarer's side{limit}",
        )
    ]
    if solution.won:
        lines.append(("won before", str(solution.won)))
    if solution.kitty_books:
        lines.append(
            ("of the kitty", "1 book" if solution.kitty_books == 1 else f"{solution.kitty_books} books")
        )
    if solution.won or solution.kitty_books:
        before = solution.won + solution.kitty_books
        low, high = before + solution.low, before + solution.high
        lines.append(("in all", f"{low} books" if low == high else f"{low} to {high} books"))
    return block(facts([*lines, ("nodes", f"{solution.nodes:,}")]), caption(BEST_PLAY))


@form.register(BestDiscard)
def _best_discard(best: BestDiscard) -> str:
    limit = "" if best.exact else f" ({NOT_EXACT})"
    lines = [
        ("discard", bold(cards(best.cards))),
        ("keep", hand(best.hand)),
        ("tricks", f"{bold(tricks_of(best.low, best.high))} for the declarer's side{limit}"),
    ]
    if best.kitty_books:
        low, high = best.low + best.kitty_books, best.high + best.kitty_books
        lines.append(("books", f"{low:g} with the kitty's" if low == high else f"{low:g} to {high:g}"))
    return block(facts(lines), caption(BEST_PLAY))


@form.register(DealFrame)
@form.register(TrickFrame)
def _frame(frame: DealFrame | TrickFrame) -> str:
    rows = frame.first_rows(_FIRST_ROWS)
    heads = [text(name) for name in rows[0]] if rows else []
    cells = [["" if value is None else text(value) for value in row.values()] for row in rows]
    more = "" if len(frame) <= len(rows) else f"the first {len(rows)} of "
    number = "1 row" if len(frame) == 1 else f"{len(frame):,} rows"
    return block(grid(cells, head=heads), caption(more + number))


@form.register(PartialBatch)
def _partial_batch(partial: PartialBatch) -> str:
    share = partial.cells_done / max(partial.done.size, 1)
    bar = span(
        span("", f"display:block;height:100%;width:{100 * share:.1f}%;background:rgba(70,130,200,.7)"),
        "display:inline-block;width:10em;height:.8em;border:1px solid;vertical-align:middle",
    )
    lines = [
        ("cells", f"{bar} {partial.cells_done:,} of {partial.done.size:,} done"),
        ("deals", f"{partial.deals:,} read, the first {partial.whole_deals:,} of them done in all strains"),
    ]
    if partial.strains:
        lines.append(("strains", " ".join(map(strain, partial.strains))))
    return block(facts(lines), caption("pass it to solve_many as resume= for the rest"))

"""Tables of tricks by seat and strain, sent cell by cell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from whistsolve.errors import WhistError
from whistsolve.game.auction.calls import all_strains
from whistsolve.solving import KittyTable, table
from whistsolve.solving.position import Position
from whistsolve.values import Strain
from whistsolve_board.arguments import Arguments
from whistsolve_board.context import RequestContext
from whistsolve_board.hands import BoardHand

#: The number of all strains.
_MOST_STRAINS: Final = 15


def answer_table(arguments: Arguments, context: RequestContext) -> dict[str, Any]:
    """Tricks in every strain for every leader or, with the kitty, for every declarer."""
    hand = arguments.hand()
    named = arguments.texts("strains", _MOST_STRAINS) if "strains" in arguments else None
    strains = all_strains(hand.rules) if named is None else [Strain.of(each) for each in named]
    if not strains:
        raise WhistError("there are no strains: expected at least one")
    with_kitty = arguments.flag("kitty")
    cells = _with_kitty if with_kitty else _without_kitty
    columns = [cells(hand, strain, context) for strain in strains]
    found: dict[str, Any] = {
        "rows": [hand.named(seat) for seat in range(hand.deal.seats)],
        "strains": [str(strain) for strain in strains],
        "tricks": _rows([tricks for tricks, _ in columns]),
        "discards": _rows([discards for _, discards in columns]) if with_kitty else None,
    }
    return found


_Column = tuple[list[Any], list[list[str]]]


def _without_kitty(hand: BoardHand, strain: Strain, context: RequestContext) -> _Column:
    """Tricks of each leader's side, with the hands before the first lead."""
    tricks = []
    with context.solver() as solver:
        for seat in range(hand.deal.seats):
            name = hand.named(seat)
            position = Position.read(hand.deal_in_play, strain, name, rules=hand.rules)
            tricks.append(int(solver.solve_position(position).tricks))
            context.send(seat=name, strain=str(strain), tricks=tricks[-1])
    return tricks, []


def _with_kitty(hand: BoardHand, strain: Strain, context: RequestContext) -> _Column:
    """Tricks of each declarer's side after the best discard, and that discard."""
    found = table(
        hand.deal,
        strains=[strain],
        rules=hand.rules,
        threads=None,
        memory_mb=context.memory_mb,
        kitty="optimal",
    )
    assert isinstance(found, KittyTable)
    tricks, discards = [], []
    for seat in range(hand.deal.seats):
        tricks.append(found[seat, strain])
        discards.append([str(card) for card in found.discard(seat, strain).cards])
        context.send(seat=hand.named(seat), strain=str(strain), tricks=tricks[-1], discard=discards[-1])
    return tricks, discards


def _rows(columns: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """The columns (by strain) transposed to rows (by seat)."""
    return [list(row) for row in zip(*columns, strict=True)]

"""``whistsolve discard``: which cards to give up for the kitty."""

from __future__ import annotations

from collections.abc import Sequence

import click
from rich.text import Text

from whistsolve.arguments import Limits
from whistsolve.cli.options import memory_option
from whistsolve.cli.output import Working, print_json, print_shown, seat_value
from whistsolve.cli.ruleset import rules_for, rules_options
from whistsolve.cli.sources import deal_source, read_source
from whistsolve.game.record import PlayedHand
from whistsolve.rules import Rules
from whistsolve.show import NOT_EXACT, Facts, tricks_of
from whistsolve.solving.discards.question import BestDiscard, DiscardQuestion
from whistsolve.values import Card, Deal, Strain, seat_name

__all__ = ["discard"]


@click.command(short_help="Which cards to give up for the kitty.")
@deal_source
@click.option("--strain", metavar="STRAIN", help="Such as S+ (spades uptown), NT- or S~ (aces bad).")
@click.option("--declarer", metavar="SEAT", help="Whose side's tricks are counted.")
@click.option("--holder", metavar="SEAT", help="Who takes the kitty.  [default: the declarer]")
@click.option("--leader", metavar="SEAT", help="Who leads to the first trick.  [default: the declarer]")
@rules_options
@click.option("--time-limit", type=float, metavar="SECONDS", help="Look so long at most; bounds likewise.")
@memory_option
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object for each deal.")
def discard(
    deal: str | None,
    path: str | None,
    strain: str | None,
    declarer: str | None,
    holder: str | None,
    leader: str | None,
    preset: str | None,
    settings: tuple[str, ...],
    time_limit: float | None,
    memory_mb: int,
    as_json: bool,
) -> None:
    """The discard after which the declarer's side takes the most tricks, over all there are.

    DEAL is the text of a deal with its kitty after a '|', the name of a file, or - (or nothing) for the
    standard input. Of a hand in PTN, strain, declarer and leader are those of the file, and what was given up
    at the table is compared.
    """
    sources = read_source(deal, path)
    with Working("solving") as working:
        for number, source in enumerate(sources):
            working(number, len(sources))
            with source.at_fault():
                played = source.hand if isinstance(source.hand, PlayedHand) else None
                hand = _asked(
                    source.hand,
                    strain,
                    declarer,
                    holder=holder,
                    leader=leader,
                    rules=rules_for(played, preset, settings),
                    memory_mb=memory_mb,
                )
                values, lines = _answer(hand, played, time_limit)
            working.make_room()
            if as_json:
                print_json(values)
            else:
                print_shown(Facts(lines), *([Text()] if number < len(sources) - 1 else []))


def _asked(
    given: Deal | PlayedHand,
    strain: str | None,
    declarer: str | None,
    *,
    holder: str | None,
    leader: str | None,
    rules: Rules | None,
    memory_mb: int,
) -> DiscardQuestion:
    """The hand with the kitty, and what is asked of it; what is left out is as it was played."""
    played = given if isinstance(given, PlayedHand) else None
    contract = None if played is None else played.contract
    asked = strain if strain is not None else (contract.strain if contract is not None else None)
    by = declarer if declarer is not None else (contract.declarer if contract is not None else None)
    if asked is None or by is None:
        missing = "--strain" if asked is None else "--declarer"
        raise click.UsageError(f"Missing option '{missing}'", click.get_current_context(silent=True))
    return DiscardQuestion(
        given.deal if isinstance(given, PlayedHand) else given,
        asked,
        by,
        holder=holder,
        leader=leader if leader is not None or played is None or declarer is not None else played.leader,
        rules=rules,
        memory_mb=memory_mb,
    )


def _answer(
    hand: DiscardQuestion, played: PlayedHand | None, time_limit: float | None
) -> tuple[dict[str, object], list[tuple[str, Sequence[str | Strain]]]]:
    """What was found, by name, and in lines for people."""
    best = hand.best(Limits(seconds=time_limit))
    compared = {"obvious": hand.obvious()}
    if played is not None and len(played.removed[hand.holder]):
        compared["at_the_table"] = tuple(played.removed[hand.holder])
    if not best.exact:
        compared = {}
    worth = {name: hand.core.value(hand.read(cards, 1))[0] for name, cards in compared.items()}
    count = hand.core.count(best.low) if best.exact else None
    values = _as_json(hand, best, count)
    values |= {
        name: {"cards": [str(card) for card in cards], "tricks": worth[name]}
        for name, cards in compared.items()
    }
    return values, _as_lines(hand, best, count, compared, worth)


def _as_json(hand: DiscardQuestion, best: BestDiscard, count: int | None) -> dict[str, object]:
    seats = hand.deal.seats
    return {
        "deal": str(hand.deal),
        "strain": str(hand.strain),
        "declarer": seat_value(hand.declarer, seats),
        "holder": seat_value(hand.holder, seats),
        "leader": seat_value(hand.leader, seats),
        "discard": [str(card) for card in best.cards],
        "hand": str(best.hand),
        "tricks": best.tricks if best.exact else None,
        "low": best.low,
        "high": best.high,
        "exact": best.exact,
        "books": best.books if best.exact else None,
        "optimal": count,
        "discards": hand.all_discards,
        "nodes": best.nodes,
    }


def _as_lines(
    hand: DiscardQuestion,
    best: BestDiscard,
    count: int | None,
    compared: dict[str, tuple[Card, ...]],
    worth: dict[str, float],
) -> list[tuple[str, Sequence[str | Strain]]]:
    name = seat_name(hand.holder, hand.deal.seats)
    limit = "" if best.exact else f" ({NOT_EXACT})"
    lines: list[tuple[str, Sequence[str | Strain]]] = [
        ("strain", [hand.strain, f", {name} gives up {len(best.cards)} cards"]),
        ("discard", [" ".join(map(str, best.cards))]),
        ("tricks", [f"{tricks_of(best.low, best.high)} for the declarer's side{limit}"]),
    ]
    if count is not None:
        others = "no other does" if count == 1 else f"{count:,} do"
        lines.append(("", [f"of {hand.all_discards:,} discards {others} as well"]))
    for label, cards in compared.items():
        cost = best.low - worth[label]
        verdict = "as good" if cost == 0 else f"costs {tricks_of(cost, cost)}"
        lines.append((label.replace("_", " "), [f"{' '.join(map(str, cards))}: {verdict}"]))
    return lines

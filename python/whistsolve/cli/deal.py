"""``whistsolve deal``: random deals, also under conditions, how many there are, and statistics of them."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterator
from functools import partial

import click
import numpy as np
from numpy.typing import NDArray
from rich.text import Text

from whistsolve.arguments import DEFAULT_RULES
from whistsolve.cli.options import Verb
from whistsolve.cli.output import Working, print_json, print_shown
from whistsolve.cli.ruleset import read_rules, rules_options
from whistsolve.conditions import (
    ConditionalDeals,
    DrawInterrupted,
    deal_average,
    deal_frequency,
)
from whistsolve.dealing import random_deals
from whistsolve.rules import Rules
from whistsolve.show import DealDiagram
from whistsolve.show.deal_statistics import Averages, Frequencies, HowMany
from whistsolve.values import Deal, Hand

__all__ = ["deal"]

#: Deals drawn in one call of the generator, and under conditions, where some may take long to be found.
_CHUNK = 1024
_CHUNK_WHERE = 64
#: Deals of which statistics are made, where a caller does not say.
_SAMPLE = 10_000


@click.command(
    cls=Verb,
    help="""Random deals, all equally likely; the rules give deck, hands and kitty.

    Conditions, and what statistics are made of, are in docs/dealing.md.
    """,
    examples=[
        "whistsolve deal --seed 1 --count 3",
        'whistsolve deal --where "spades(N) >= 6 and hcp(N) + hcp(S) >= 20" --count 10',
        'whistsolve deal --where "spades(N) == longest(N)" --average "hcp(N)" --count 500',
    ],
)
@click.option(
    "--seed", type=int, metavar="N", help="The same number gives the same deals.  [default: random]"
)
@click.option(
    "--count",
    type=click.IntRange(1),
    metavar="N",
    help=f"How many.  [default: 1; {_SAMPLE} for statistics]",
)
@click.option(
    "--where",
    metavar="CONDITION",
    multiple=True,
    help="Deals that satisfy it, such as \"spades(N) >= 6 and 'BJ' in S\"; may be repeated, and all hold.",
)
@click.option(
    "--probability", is_flag=True, help="Show how many deals satisfy the conditions, exactly where possible."
)
@click.option(
    "--average",
    "averages",
    metavar="EXPRESSION",
    multiple=True,
    help='Show the mean of a number, such as "hcp(N) + hcp(S)"; may be repeated.',
)
@click.option(
    "--frequency",
    "frequencies",
    metavar="EXPRESSION",
    multiple=True,
    help='Show how often a number has each value; two, "spades(N), spades(S)", make a cross table.',
)
@rules_options
@click.option("--diagram", is_flag=True, help="Show hands round the table instead of a line of text.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object for each deal.")
def deal(
    seed: int | None,
    count: int | None,
    where: tuple[str, ...],
    probability: bool,
    averages: tuple[str, ...],
    frequencies: tuple[str, ...],
    preset: str | None,
    settings: tuple[str, ...],
    diagram: bool,
    as_json: bool,
) -> None:
    statistics = probability or bool(averages or frequencies)
    if diagram and as_json:
        raise click.UsageError("--diagram and --json are given: expected one of them")
    if diagram and statistics:
        raise click.UsageError("--diagram is given with statistics: expected one of them")
    if probability and not where:
        raise click.UsageError("--probability is given without --where: expected conditions")
    rules = read_rules(preset, settings) or DEFAULT_RULES
    used_seed = secrets.randbits(32) if seed is None else seed
    source = ConditionalDeals(where, rules) if where else None
    if statistics:
        _print_statistics(
            source if probability else None,
            _sample(source, count or _SAMPLE, used_seed, rules) if averages or frequencies else None,
            (averages, frequencies),
            used_seed,
            rules,
            as_json,
        )
        return
    for number, row in enumerate(_rows(source, count or 1, used_seed, rules)):
        hands = [Hand.from_mask(mask) for mask in row]
        dealt = Deal(hands[: rules.dealt_hands], *hands[rules.dealt_hands :])
        if as_json:
            print_json({"seed": used_seed, "number": number, "deal": str(dealt)})
        elif diagram:
            print_shown(*([Text()] if number else []), DealDiagram(dealt))
        else:
            sys.stdout.write(f"{dealt}\n")


def _rows(source: ConditionalDeals | None, count: int, seed: int, rules: Rules) -> Iterator[list[int]]:
    """The masks of one deal after another; of an interrupted search those that were found."""
    if source is None:
        for first in range(0, count, _CHUNK):
            yield from random_deals(min(_CHUNK, count - first), seed, rules, first=first).tolist()
        return
    for first in range(0, count, _CHUNK_WHERE):
        size = min(_CHUNK_WHERE, count - first)
        interrupt = None
        with Working("deals") as working:
            try:
                found = source.draw(size, seed, first=first, progress=partial(_tell, working, first, count))
            except DrawInterrupted as stopped:
                found, interrupt = stopped.partial, stopped
        yield from found.tolist()
        if interrupt is not None:
            raise interrupt


def _tell(working: Working, before: int, count: int, done: int, _: int | None) -> None:
    """Progress of all deals from that of one part."""
    working(before + done, count)


def _sample(source: ConditionalDeals | None, count: int, seed: int, rules: Rules) -> NDArray[np.uint64]:
    if source is None:
        return random_deals(count, seed, rules)
    with Working("deals") as working:
        return source.draw(count, seed, progress=working)


def _print_statistics(
    counted: ConditionalDeals | None,
    deals: NDArray[np.uint64] | None,
    expressions: tuple[tuple[str, ...], tuple[str, ...]],
    seed: int,
    rules: Rules,
    as_json: bool,
) -> None:
    with Working("statistics") as working:
        found = counted.count(seed=seed, progress=working) if counted is not None else None
        means, tables = [], []
        if deals is not None:
            means = [deal_average(text, deals, rules, progress=working) for text in expressions[0]]
            tables = [deal_frequency(text, deals, rules, progress=working) for text in expressions[1]]
    if as_json:
        values: dict[str, object] = {"seed": seed, "deals": 0 if deals is None else len(deals)}
        if found is not None:
            values["probability"] = found.as_dict()
        values["averages"] = [each.as_dict() for each in means]
        values["frequencies"] = [each.as_dict() for each in tables]
        print_json(values)
        return
    if found is not None:
        print_shown(HowMany(found))
    if means:
        print_shown(Averages(means))
    for each in tables:
        print_shown(Frequencies(each))
    if deals is not None:
        print_shown(Text(f"{len(deals)} deals, seed {seed}", style="dim"))

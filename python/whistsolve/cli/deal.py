"""``whistsolve deal``: random deals, or deals that satisfy conditions; how many there are; statistics."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

import click

from whistsolve.cli import options
from whistsolve.cli.output import Working, print_answer, print_json, print_shown
from whistsolve.errors import Interrupted
from whistsolve.rules import Rules
from whistsolve.values import Deal, Hand

if TYPE_CHECKING:
    from whistsolve.conditions import ConditionalDeals
    from whistsolve.show import Block

#: Deals drawn in one call of the generator; fewer under conditions, since each may take long to find.
_CHUNK = 1024
_CHUNK_WHERE = 64
#: Default number of deals for statistics.
_SAMPLE = 10_000


@options.command(
    """Print random deals, all equally likely, or only those that satisfy conditions.

    The rules give the deck, the hands and the kitty. docs/dealing.md describes conditions and statistics.
    """,
    'whistsolve deal --where "spades(N) >= 6 and hcp(N) + hcp(S) >= 20" --count 10',
    'whistsolve deal --where "spades(N) == longest(N)" --average "hcp(N)" --count 500',
)
@options.number("--seed", help="Seed: the same gives the same deals.  [default: random]")
@options.number("--count", least=1, help=f"How many.  [default: 1; {_SAMPLE} for statistics]")
@click.option(
    "--where",
    metavar="CONDITION",
    multiple=True,
    help="A condition, such as \"hcp(N) > 9 and 'BJ' in S\". Repeatable.",
)
@click.option(
    "--probability", is_flag=True, help="How many deals satisfy the conditions, exactly if possible."
)
@click.option(
    "--average",
    "averages",
    metavar="EXPRESSION",
    multiple=True,
    help='Mean of a number, such as "hcp(N) + hcp(S)". Repeatable.',
)
@click.option(
    "--frequency",
    "frequencies",
    metavar="EXPRESSION",
    multiple=True,
    help="How often a number has each value; a cross table for two.",
)
@options.rules
@click.option("--diagram", is_flag=True, help="Show hands round the table, not a line of text.")
@options.json("Print a JSON object for each deal.")
def deal(
    seed: int | None,
    count: int | None,
    where: tuple[str, ...],
    probability: bool,
    averages: tuple[str, ...],
    frequencies: tuple[str, ...],
    rules: options.RulesOptions,
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
    used = rules.or_default()
    used_seed = secrets.randbits(32) if seed is None else seed
    from whistsolve.conditions import ConditionalDeals
    from whistsolve.show import BLANK, Diagram

    source = ConditionalDeals(where, used) if where else None
    if statistics:
        sample = (count or _SAMPLE) if averages or frequencies else 0
        _print_statistics(source, probability, sample, averages, frequencies, used_seed, used, as_json)
        return
    for number, row in enumerate(_rows(source, count or 1, used_seed, used)):
        hands = [Hand.from_mask(mask) for mask in row]
        dealt = Deal(hands[: used.dealt_hands], *hands[used.dealt_hands :])
        if as_json:
            print_json({"seed": used_seed, "number": number, "deal": str(dealt)})
        elif diagram:
            print_shown(*([BLANK] if number else []), Diagram.of_deal(dealt))
        else:
            sys.stdout.write(f"{dealt}\n")


def _rows(source: ConditionalDeals | None, count: int, seed: int, rules: Rules) -> Iterator[list[int]]:
    """Yield the masks of each deal; after an interrupt, yield the deals found so far, then raise it."""
    from whistsolve.dealing import random_deals

    if source is None:
        for first in range(0, count, _CHUNK):
            yield from random_deals(min(_CHUNK, count - first), seed, rules, first=first).tolist()
        return
    for first in range(0, count, _CHUNK_WHERE):
        size = min(_CHUNK_WHERE, count - first)
        interrupt = None
        with Working("deals") as working:
            try:
                progress = partial(lambda before, done, _: working(before + done, count), first)
                found = source.draw(size, seed, first=first, progress=progress)
            except Interrupted as stopped:
                found, interrupt = stopped.partial, stopped
        yield from found.tolist()
        if interrupt is not None:
            raise interrupt


def _print_statistics(
    source: ConditionalDeals | None,
    probability: bool,
    sample: int,
    averages: tuple[str, ...],
    frequencies: tuple[str, ...],
    seed: int,
    rules: Rules,
    as_json: bool,
) -> None:
    from whistsolve.conditions import deal_average, deal_frequency
    from whistsolve.dealing import random_deals
    from whistsolve.show import describe
    from whistsolve.show.document import dim
    from whistsolve.show.statistics import averages as mean_table

    with Working("statistics") as working:
        if source is None or not sample:
            deals = random_deals(sample, seed, rules)
        else:
            deals = source.draw(sample, seed, progress=working)
        found = source.count(seed=seed, progress=working) if probability and source is not None else None
        means = [deal_average(text, deals, rules, progress=working) for text in averages]
        tables = [deal_frequency(text, deals, rules, progress=working) for text in frequencies]
    values: dict[str, object] = {"seed": seed, "deals": sample}
    if found is not None:
        values["probability"] = found.as_dict()
    values["averages"] = [each.as_dict() for each in means]
    values["frequencies"] = [each.as_dict() for each in tables]
    blocks: list[Block] = [] if found is None else [*describe(found)]
    blocks += mean_table(means) if means else []
    blocks += [block for each in tables for block in describe(each)]
    if sample:
        blocks.append(dim(f"{sample} deals, seed {seed}"))
    print_answer(as_json, values, blocks)

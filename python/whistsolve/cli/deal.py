"""``whistsolve deal``: random deals."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterator

import click
from rich.text import Text

from whistsolve.arguments import DEFAULT_RULES
from whistsolve.cli.options import Verb
from whistsolve.cli.output import print_json, print_shown
from whistsolve.cli.ruleset import read_rules, rules_options
from whistsolve.dealing import random_deals
from whistsolve.rules import Rules
from whistsolve.show import DealDiagram
from whistsolve.values import Deal, Hand

__all__ = ["deal"]

#: Deals drawn in one call of the generator.
_CHUNK = 1024


@click.command(
    cls=Verb,
    examples=[
        "whistsolve deal --seed 1 --count 3",
    ],
)
@click.option(
    "--seed", type=int, metavar="N", help="The same number gives the same deals.  [default: random]"
)
@click.option("--count", type=click.IntRange(1), default=1, metavar="N", show_default=True, help="How many.")
@rules_options
@click.option("--diagram", is_flag=True, help="Show hands round the table instead of a line of text.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object for each deal.")
def deal(
    seed: int | None,
    count: int,
    preset: str | None,
    settings: tuple[str, ...],
    diagram: bool,
    as_json: bool,
) -> None:
    """Random deals, all equally likely; the rules give deck, hands and kitty."""
    if diagram and as_json:
        raise click.UsageError("--diagram and --json are given: expected one of them")
    rules = read_rules(preset, settings) or DEFAULT_RULES
    used_seed = secrets.randbits(32) if seed is None else seed
    for number, dealt in enumerate(_deals(count, used_seed, rules)):
        if as_json:
            print_json({"seed": used_seed, "number": number, "deal": str(dealt)})
        elif diagram:
            print_shown(DealDiagram(dealt), *([Text()] if number < count - 1 else []))
        else:
            sys.stdout.write(f"{dealt}\n")


def _deals(count: int, seed: int, rules: Rules) -> Iterator[Deal]:
    for first in range(0, count, _CHUNK):
        for row in random_deals(min(_CHUNK, count - first), seed, rules, first=first).tolist():
            hands = [Hand.from_mask(mask) for mask in row]
            yield Deal(hands[: rules.dealt_hands], *hands[rules.dealt_hands :])

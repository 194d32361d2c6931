"""Which module describes which class; the module is imported when a result is first shown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib import import_module
from typing import Final

from whistsolve.show.document import Block

#: The modules of this package with the classes that they describe. The function for a class has its name in
#: snake case: ``trick_table`` describes `TrickTable`. Derived classes are described like their bases.
_DESCRIBED: Final = {
    "advice": "AdviceReport AdviceRow",
    "analysis": "CardValue CardValues ClaimCheck ContractValue ContractVerdict DiscardVerdict Par ParContract"
    " PerfectMoment PlayAnalysis",
    "conditions": "DealAverage DealCount DealFrequency",
    "game": "Auction HandResult HandScore HandState HandView Match PlayedHand Session WhistScore",
    "hands_report": "HandsReport ReportedHand",
    "players": "BatchSummary DealsResult MatchesResult RoundRobinResult",
    "rules": "Rules",
    "solving": "BestDiscard BestLine DealFrame KittyTable PartialBatch Solution TrickFrame TrickTable",
    "values": "Card Contract Deal Hand Strain Suit",
}
_MODULE_OF: Final = {name: module for module, names in _DESCRIBED.items() for name in names.split()}


def describe(value: object) -> Sequence[Block]:
    """The blocks that show a value or result; raises `TypeError` if its class is not described."""
    for base in type(value).__mro__:
        if base.__name__ in _MODULE_OF and base.__module__.startswith("whistsolve."):
            module = import_module(f"whistsolve.show.{_MODULE_OF[base.__name__]}")
            function = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", base.__name__).lower()
            blocks: Sequence[Block] = getattr(module, function)(value)
            return blocks
    raise TypeError(f"{type(value).__name__} has no HTML form")

"""Hands from texts in all supported formats, and random hands."""

from __future__ import annotations

import secrets
from typing import Any, Final

from whistsolve.conditions import deals_where
from whistsolve.errors import WhistError
from whistsolve.rules.reading import rules_to_text
from whistsolve.values import Deal
from whistsolve_board.arguments import Arguments
from whistsolve_board.context import RequestContext
from whistsolve_board.handlers.scoring import played_result
from whistsolve_board.hands import BoardHand
from whistsolve_board.sources import read_hands

_MOST_SEED: Final = 2**32 - 1


def answer_read(arguments: Arguments, context: RequestContext) -> dict[str, Any]:
    """The hands in a text: deals, a diagram, PTN, PBN or a link. Of several, what became of each.

    ``left_out`` has the errors of those that cannot be read.
    """
    rules, faults = arguments.rules() if "rules" in arguments else None, list[WhistError]()
    kind, hands = read_hands(arguments.text("text"), rules, faults.append)
    left_out = {"left_out": list(map(str, faults))} if faults else {}
    if len(hands) == 1:
        return {"kind": kind, "hands": hands, **left_out}
    results = []
    for hand in hands:
        context.check()
        results.append(played_result(BoardHand.read(hand)))
    return {"kind": kind, "hands": hands, "results": results, **left_out}


def answer_deal(arguments: Arguments, context: RequestContext) -> dict[str, Any]:
    """A random deal, on request one that satisfies conditions."""
    rules = arguments.rules()
    seed = arguments.integer("seed", 0, _MOST_SEED, secrets.randbelow(_MOST_SEED))
    where = arguments.text("where", "").strip()
    if where:
        [deal] = deals_where(where, 1, seed, rules, progress=context.progress)
    else:
        deal = Deal.random(seed, rules)
    return {"hand": {"rules": rules_to_text(rules), "deal": str(deal)}, "seed": seed}

"""The weights by which the engine orders leads of one hand against two, fitted as those of two against two.

What is said in ``lead_order`` holds here; only the tables differ, which ``lead_features_three.hpp`` has::

    python -m benchmarks.fitting.lead_order_three sample --program build/leads/fitting/sample_leads \
        --rows round1.bin --round 1
    python -m benchmarks.fitting.lead_order_three fit round1.bin > csrc/whistsolve/lead_weights_three.hpp

The deals are random, from seeds that nothing else uses: `SEED` and up.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from benchmarks.fitting.lead_order import JOKERS, Latents, fit, header, run

from whistsolve.dealing import random_deals
from whistsolve.rules import Rules

#: Seed of the first round's deals.
SEED: Final = 991_001
_NAMES: Final = ("kThreeTops", "kThreeLengths", "kThreeRuffs", "kThreeTrumps")
#: Roles of a leader, who is alone or has the next or the last hand as partner, and kinds of suit.
_ROLES: Final = range(3)
_KINDS: Final = range(3)

Key = tuple[object, ...]


class LatentsOfThree(Latents):
    """Weights that places of the tables of three hands share."""

    def _tops(self) -> list[list[int]]:
        table = []
        layouts = [owners for cards in range(5) for owners in product(range(3), repeat=cards)]
        for role, kind in product(_ROLES, _KINDS):
            for owners in layouts:
                for above in range(5):
                    at = ("tops", role, kind, above)
                    keys: list[Key] = [(*at, len(owners), "cards")]
                    keys += [(*at, rank, owner, "one") for rank, owner in enumerate(owners)]
                    if len(owners) > 1:
                        keys.append((*at, *owners[:2], "two"))
                    if len(owners) > 2:
                        keys += [(*at, *owners[:3], "three"), (*at, *owners[1:3], "middle")]
                    table.append(self._row(*keys, (*at, *owners, "place")))
        return [*table, self._row(("joker",))]

    def _lengths(self) -> list[list[int]]:
        table = []
        for role, kind, place, sort in product(_ROLES, _KINDS, range(64), range(4)):
            lengths = [place >> 2 * turn & 3 for turn in range(3)]
            at = ("lengths", role, kind)
            keys: list[Key] = [(*at, sort, "sort")]
            keys += [(*at, sort, turn, length, "one") for turn, length in enumerate(lengths)]
            keys += [(*at, a, b, lengths[a], lengths[b], "two") for a in range(3) for b in range(a)]
            table.append(self._row(*keys, (*at, sort, place, "place")))
        return [*table, self._row(("joker",))]

    def _ruffs(self) -> list[list[int]]:
        table = []
        for role, place in product(_ROLES, range(64)):
            voids, trumps = place >> 4, [place >> 2 * turn & 3 for turn in range(2)]
            keys: list[Key] = [("ruffs", role, voids, "voids")]
            for turn in range(2):
                keys.append(("ruffs", role, turn, voids >> turn & 1, trumps[turn], "one"))
                keys.append(("ruffs", role, turn, voids, trumps[turn], "two"))
            table.append(self._row(*keys, ("ruffs", role, place, "place")))
        return [*table, []]

    def _trumps(self) -> list[list[int]]:
        table: list[list[int]] = [[]]
        for role, place in product(_ROLES, range(256)):
            mine, my_trumps, partners, partners_trumps = (place >> 2 * i & 3 for i in range(4))
            table.append(
                self._row(
                    ("side", role, mine, my_trumps, "mine"),
                    ("side", role, partners, partners_trumps, "partner's"),
                    ("side", role, mine, partners_trumps, "mine, partner's"),
                    ("side", role, partners, my_trumps, "partner's, mine"),
                    ("side", role, place, "place"),
                )
            )
        for role, place in product(_ROLES, range(8)):
            keys = [("short", role, bit, place >> bit & 1, "bit") for bit in range(3)]
            table.append(self._row(*keys, ("short", role, place, "place")))
        return table


def deals_as_text(deals: int, seed: int) -> Iterator[str]:
    """Yield full deals of three hands: a line for each strain, as ``sample_leads`` reads it."""
    for number, deal in enumerate(random_deals(deals, seed, Rules.preset("cutthroat_3"))[:, :3]):
        hands = " ".join(str(hand) for hand in deal.tolist())
        kind = JOKERS[number % len(JOKERS)]
        for trump in range(5):
            yield f"3 {trump} {kind[0]} {kind[1]} {kind[2]} {hands}\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Sample or fit."""
    return run(
        arguments,
        __doc__.split("\n")[0] if __doc__ else None,
        200,
        lambda deals, number: deals_as_text(deals, SEED + number),
        lambda sample: header(
            fit(sample, LatentsOfThree()), _NAMES, "lead_order_three", "lead_features_three"
        ),
    )


if __name__ == "__main__":
    sys.exit(main())

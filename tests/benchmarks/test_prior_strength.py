"""The fit of the prior strength: found again in simulated bids, and no winner's curse with it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from benchmarks.fitting.prior_strength import curse, fit


def simulated(strength: float, layouts: int) -> list[dict[str, Any]]:
    """Bids of 150 deals, eight each, whose truths are drawn about their priors."""
    random = np.random.Generator(np.random.PCG64(layouts))
    rows = []
    for deal in range(150):
        for prior in random.uniform(0.2, 0.8, 8):
            truth = random.beta(strength * prior, strength * (1 - prior))
            mean = random.binomial(layouts, truth) / layouts
            row = {"prior": [prior] * 3, "mean": [mean] * 3, "fresh": [truth] * 3}
            rows.append({"deal": deal, "size": float(layouts), **row})
    return rows


@pytest.mark.parametrize("strength", [8.0, 32.0])
def test_the_strength_is_found_again(strength: float) -> None:
    assert fit(simulated(strength, 40)) == pytest.approx(strength, rel=0.25)


def test_the_winners_curse_goes_with_the_right_strength() -> None:
    rows = simulated(16.0, 8)
    plain, plain_off = curse(rows, 2, 0.0)
    shrunk, shrunk_off = curse(rows, 2, 16.0)
    assert plain - 2 * plain_off > 0.05
    assert abs(shrunk) < 0.02 + shrunk_off

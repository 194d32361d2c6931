"""The fit of the engine's order of leads: costs by hand, the gradient, and the tables it writes."""

import re
from pathlib import Path

import numpy as np
import pytest
from benchmarks.fitting.lead_order import Latents, Sample, expected_cost, header, read_samples
from benchmarks.fitting.lead_order_three import LatentsOfThree
from tests.support.sources import ROOT

LATENTS = Latents()
OF_THREE = LatentsOfThree()


@pytest.fixture
def sample(tmp_path: Path) -> Sample:
    """Three nodes of two cells: (cell, node, one in, tops, lengths, ruffs, trumps, cost, cut)."""
    rows = [
        (0, 0, 1, 10, 7, 512, 0, 40, 1),
        (0, 0, 1, 60, 11, 512, 0, 10, 0),
        (0, 1, 2, 10, 7, 512, 0, 30, 1),
        (0, 1, 2, 2000, 1500, 3, 20, 90, 0),
        (0, 1, 2, 60, 11, 512, 0, 5, 1),
        (5, 2, 1, 4000, 2100, 512, 270, 50, 0),
        (5, 2, 1, 2000, 1500, 3, 20, 20, 1),
    ]
    np.array(rows, dtype=np.int32).tofile(tmp_path / "rows.bin")
    return read_samples([tmp_path / "rows.bin"])


def test_the_cost_of_a_node_without_weights(sample: Sample) -> None:
    assert sample.cost.mean() == pytest.approx(1)
    # In one cell costs keep their ratio, tempered by the power; the node that stands for two counts twice.
    assert sample.cost[3] / sample.cost[1] == pytest.approx((2 * 90 / 10) ** 0.8)
    # With equal odds, a failed lead comes before one that cuts with chance 1/2, before both of two with 1/3.
    cost = sample.cost
    nodes = [cost[0] + cost[1] / 2, (cost[2] + cost[4]) / 2 + cost[3] / 3, cost[6] + cost[5] / 2]
    found, _ = expected_cost(LATENTS, np.zeros(LATENTS.count), sample)
    assert found == pytest.approx(np.mean(nodes))


def test_the_gradient_is_that_of_the_cost(sample: Sample) -> None:
    random = np.random.default_rng(3)
    for table, rows in zip(sample.places, LATENTS.rows, strict=True):
        table %= len(rows)
    weights, along = random.normal(size=(2, LATENTS.count)) / 5
    _, gradient = expected_cost(LATENTS, weights, sample)
    ahead, _ = expected_cost(LATENTS, weights + 1e-5 * along, sample)
    behind, _ = expected_cost(LATENTS, weights - 1e-5 * along, sample)
    assert gradient @ along == pytest.approx((ahead - behind) / 2e-5, rel=1e-4)


def test_the_header_has_a_weight_for_each_place() -> None:
    table = re.compile(r"(k\w+)\[\] = \{\n([^}]*)\}")
    for latents, file, names, places in (
        (LATENTS, "lead_weights", "kLead", (5116, 3073, 513, 321)),
        (OF_THREE, "lead_weights_three", "kThree", (5446, 2305, 193, 793)),
    ):
        tables = [names + of for of in ("Tops", "Lengths", "Ruffs", "Trumps")]
        packaged = (ROOT / "csrc" / "whistsolve" / f"{file}.hpp").read_text("utf-8")
        for text in (packaged, header(latents.tables(np.zeros(latents.count)), tables)):
            sizes = [(name, values.count(",")) for name, values in table.findall(text)]
            assert sizes == list(zip(tables, places, strict=True))

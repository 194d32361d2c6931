"""What is fitted: the order of leads, the policy of plays, tricks at the table."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from benchmarks.fitting.lead_order import Latents, Sample, expected_cost, header, read_samples
from benchmarks.fitting.lead_order_three import LatentsOfThree
from benchmarks.fitting.played_hands import play_hand, played_hands
from benchmarks.fitting.table_play import fit_weights
from benchmarks.fitting.table_play import main as fit_main
from benchmarks.strength.table_tricks import SEED, Played, Setup, main, read_played
from tests.support.sources import ROOT

from whistsolve._internal.logit import fit_conditional_logit, log_chances
from whistsolve.equity.score_table import ScoreTable
from whistsolve.evaluation import TablePlay, TableWeights
from whistsolve.inference.play_fitting import TRAITS, Choices, choices_of
from whistsolve.values import Strain

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


def test_known_weights_are_found_again() -> None:
    random = np.random.Generator(np.random.PCG64(1))
    true = random.normal(0, 1, len(TRAITS))
    traits = random.random((4000, 5, len(TRAITS)))
    legal = np.arange(5) < random.integers(2, 6, 4000)[:, np.newaxis]
    chances = np.exp(log_chances(traits @ true, legal))
    assert not chances[~legal].any() and chances.sum(axis=1) == pytest.approx(1)
    chosen = (random.random(4000)[:, np.newaxis] > chances.cumsum(axis=1)).sum(axis=1)
    choices = Choices(traits, legal, np.minimum(chosen, legal.sum(axis=1) - 1))
    found = fit_conditional_logit(traits, legal, choices.chosen, 0 * true, 0.01)
    assert np.abs(found - true).max() < 0.5
    assert choices.log_loss(found) <= choices.log_loss(true) < choices.log_loss(0 * true)


def test_hands_are_played_written_and_read(tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    first, status = played_hands(7, 1, path=path)
    written = path.read_bytes()
    again, _ = played_hands(7, 1, path=path)
    assert again == first and status == 0 and path.read_bytes() == written
    assert play_hand(7, 0).acts == tuple(str(act) for act in first[0].acts)
    assert 10 < sum(len(each.chosen) for each in choices_of(first)) < 48


TRUE = {"trump": TableWeights(0.1, -0.8, -0.4, 0.5), "no_trump": TableWeights(0.1, -0.4, -0.15, 0.3)}


def simulated(number: int) -> list[Played]:
    """Contracts whose tricks at the table are drawn from a model."""
    draw, model = np.random.Generator(np.random.PCG64(3)), TablePlay(TRUE)
    rows = []
    for deal in range(number):
        strain = Strain(("S", "NT")[deal % 2], ("uptown", "downtown")[deal // 2 % 2])
        known = int(draw.integers(3, 13))
        tricks = int(draw.choice(13, p=model.matrix(strain.is_no_trump, 12)[known]))
        row = Played(deal, SEED, "drawn", 0, 1, str(strain), 4, known, tricks, tricks >= 9)
        rows.append(replace(row, declarer_lost=max(known - tricks, 0), defence_lost=max(tricks - known, 0)))
    return rows


def test_the_weights_are_found_again() -> None:
    found = fit_weights(simulated(4000), 12)
    for kind, weights in TRUE.items():
        assert found[kind].as_array() == pytest.approx(weights.as_array(), abs=0.15)
        assert found[kind].spread == pytest.approx(weights.spread, rel=0.15)


def test_the_file_is_resumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "played.jsonl"
    assert main(["--deals", "1", "--resume", str(file)]) == 0
    setup, rows = read_played(file)
    assert setup == Setup() and [row.contract for row in rows] == ["auction", "drawn"]
    for row in rows:
        assert row.double_dummy - row.declarer_lost + row.defence_lost == row.tricks
        assert row.made == ScoreTable.of(setup.rules).made[row.level, row.tricks]
    first, whole = capsys.readouterr().out, file.read_bytes()
    assert main(["--deals", "1", "--resume", str(file)]) == 0
    assert file.read_bytes() == whole, "nothing is played again"
    assert capsys.readouterr().out == first
    with pytest.raises(SystemExit):
        main(["--deals", "1", "--seed", "5", "--resume", str(file)])
    assert "begun with setup.seed" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        fit_main([str(file)])
    assert "expected some of every fold" in capsys.readouterr().err

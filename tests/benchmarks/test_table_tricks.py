"""Tricks at the table: contracts that are played, the file of them, the fit of the correction."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from benchmarks.fitting.table_play import fit_weights
from benchmarks.fitting.table_play import main as fit_main
from benchmarks.strength.table_tricks import SEED, Played, Setup, main, read_played

from whistsolve.equity.score_table import ScoreTable
from whistsolve.evaluation import TablePlay, TableWeights
from whistsolve.values import Strain

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

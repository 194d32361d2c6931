"""Figures of benchmarks/strength/calibration.py where the truth is known, and what it asks of real deals."""

import dataclasses
import json
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest
from benchmarks.long_runs import read_as
from benchmarks.strength import predictions
from benchmarks.strength.calibration import main, report
from benchmarks.strength.predictions import (
    Answer,
    Came,
    Check,
    Estimate,
    Prediction,
    Setup,
    ask,
    check,
    predict,
)
from benchmarks.strength.reliability import brier_parts, expected_cover, is_near, mean_interval, share

QUICK = Setup(samples=12, discards="estimated", coverage_discards="estimated", coverage_deals=2, reference=2)
ARGUMENTS = ["--deals", "3", "--coverage-deals", "2", "--samples", "12", "--reference", "2"]
ARGUMENTS += ["--discards", "estimated", "--coverage-discards", "estimated"]


def drawn(seed: int = 1) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64(seed))


def test_true_probabilities_are_reliable_and_overconfident_ones_are_not() -> None:
    draw = drawn()
    true = draw.random(20_000)
    came = (draw.random(len(true)) < true).tolist()
    bold = np.clip(0.5 + 1.6 * (true - 0.5), 0, 1)
    right, wrong = brier_parts(true.tolist(), came), brier_parts(bold.tolist(), came)
    assert right.reliability < 0.001 < 0.005 < wrong.reliability
    assert right.score == pytest.approx(1 / 6, abs=0.005)  # the mean of p (1 - p)
    assert right.score < wrong.score
    nothing = brier_parts([0.5] * len(true), came)
    assert nothing.resolution == 0 and nothing.score == pytest.approx(0.25)


def test_the_decomposition_of_a_brier_score_adds_up() -> None:
    draw = drawn()
    for decimals in (1, 12):
        stated = [*draw.random(500).round(decimals).tolist(), 0.0, 1.0, 0.0, 1.0]
        came = (draw.random(504) < 0.3).tolist()
        parts = brier_parts(stated, came)
        whole = parts.reliability - parts.resolution + parts.uncertainty + parts.within
        assert parts.score == pytest.approx(whole, abs=1e-12)
        assert parts.uncertainty == pytest.approx(np.mean(came) * (1 - np.mean(came)))
        assert decimals > 1 or parts.within == pytest.approx(0)  # nothing differs within bins


def test_intervals_of_proportions_are_clustered_by_deals() -> None:
    draw = drawn()
    held = 0
    for _ in range(400):
        # Ten rows of a deal that all come or all do not.
        deals, came = np.repeat(np.arange(60), 10), np.repeat(draw.random(60) < 0.3, 10)
        found, low, high = share(deals.tolist(), came.tolist())
        assert low <= found <= high
        held += low <= 0.3 <= high
    assert 0.91 < held / 400 < 0.98
    once, often = share([1, 2, 3, 4], [True] * 4), share([1, 1, 2, 2, 3, 3, 4, 4], [True] * 8)
    assert once == often and once[0] == once[2] == 1 and once[1] > 0.4


def test_intervals_of_means_are_clustered_by_deals() -> None:
    draw = drawn()
    values = draw.normal(size=100)
    alone = mean_interval(list(range(100)), values.tolist())
    assert alone[1] == pytest.approx(1.96 * values.std(ddof=1) / 10)
    again = mean_interval(np.repeat(np.arange(100), 5).tolist(), np.repeat(values, 5).tolist())
    assert again == pytest.approx(alone)
    assert mean_interval([7, 7], [1.0, 2.0])[1] == 0


def simulated(what: str, scale: float, number: int = 3000) -> list[Estimate]:
    """Numbers from 24 layouts with their intervals, these made narrower, and the same from 192."""
    draw, found = drawn(), []
    for _ in range(number):
        chance = draw.uniform(0.2, 0.8)
        some, more = draw.random(24) < chance, draw.random(192) < chance
        error, other = (float(each.std(ddof=1)) / len(each) ** 0.5 for each in (some, more))
        value, reference = float(some.mean()), float(more.mean())
        half = 1.96 * error * scale
        stated = value, error * scale, value - half, value + half, 24 / scale**2
        found.append(Estimate(what, "4+", False, True, *stated, reference, other, 192))
    return found


def test_correct_intervals_cover_and_halved_ones_do_not() -> None:
    right, halved = simulated("make", 1), simulated("make", 0.5)
    near = np.mean([is_near(each) for each in right])
    assert 0.93 < near < 0.965
    assert np.mean([is_near(each) for each in halved]) < near - 0.15
    held = np.mean([each.low <= each.reference <= each.high for each in right])
    assert held == pytest.approx(expected_cover(24, 192), abs=0.025)
    assert np.mean([each.low <= each.reference <= each.high for each in halved]) < held - 0.15


def test_expected_cover() -> None:
    assert expected_cover(1, 8) == pytest.approx(0.9354, abs=1e-4)
    assert expected_cover(1, 1e12) == pytest.approx(0.95, abs=1e-4)
    assert expected_cover(1, 1) == pytest.approx(0.8342, abs=1e-4)


def made_up(number: int, rows: Iterable[tuple[float, bool]]) -> Answer:
    bids = tuple(Prediction("4+", 4, "S+", False, stated, 0.1, 0.5, 10, made) for stated, made in rows)
    return Answer(number, 0, 3, (), 24, 0.5, bids, Came("4+", 1.0, 2.0, 0.5, 0.6))


def test_the_tables() -> None:
    answers = [made_up(0, [(0.0, False), (0.25, True)]), made_up(1, [(0.25, False), (1.0, True)])]
    text = report(Setup(), answers)
    assert "2 deals of bid_whist" in text and "24.0 on average; 0.50 s a deal" in text
    assert "| 20-30% | 2 | 25.0% | 50.0% |" in text
    assert "| 0% | 1 | 0.0% | 0.0% |" in text and "| 100% | 1 | 100.0% | 100.0% |" in text
    assert "| 4 suit | 4 | 37.5% | 50.0% |" in text and "no-trump | " not in text.split("any suit")[1]
    assert "| evaluate_bids | 0.1562 |" in text and "| points | +1.000 | +2.000 | +1.000 ± 0.000 |" in text
    estimates = simulated("points", 1, 40) + simulated("make", 1, 40)
    both = report(Setup(), [*answers, Check(0, 24, 2.0, tuple(estimates))])
    assert both.startswith(text) and "| points | 40 |" in both and "| chance to make | 40 |" in both
    rare = dataclasses.replace(estimates[-1], reference=0.01)
    assert "| - hardly varies | 1 |" in report(Setup(), [Check(0, 24, 2.0, (rare,))])
    assert report(Setup(), []) == "Nothing is known yet.\n"


def test_forecasts_and_outcomes() -> None:
    setup = QUICK
    made = setup.rules.min_bid
    answers = [predict(setup, number) for number in range(4)]
    for answer in answers:
        assert len(answer.calls) == (answer.seat - answer.dealer - 1) % 4
        for each in answer.predictions:
            assert 0 <= each.stated <= 1 and 0 <= each.quick <= 1 and made <= each.level <= 7
            assert each.made == (each.tricks + setup.rules.books_from_kitty >= 6 + each.level)
    assert len({(answer.seat, answer.dealer) for answer in answers}) > 1
    found = check(setup, 0)
    assert {each.what for each in found.estimates} == {"make", "points", "win"}
    assert all(each.low <= each.value <= each.high for each in found.estimates)
    assert {each.reference_layouts for each in found.estimates} == {24}
    assert sum(each.best for each in found.estimates if each.what == "points") == 1


def test_results_are_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    resume = ["--resume", str(tmp_path / "results.jsonl")]
    assert main([*ARGUMENTS, *resume]) == 0
    said = capsys.readouterr().out
    assert "3 deals of" in said and "2 deals of" in said
    whole = (tmp_path / "results.jsonl").read_text("utf-8")
    for line in whole.splitlines()[1:]:
        found = read_as(predictions.Asked, json.loads(line))
        again = ask(QUICK, found.number)
        assert dataclasses.replace(found.answer, seconds=0) == dataclasses.replace(again.answer, seconds=0)
        assert (found.check is None) == (again.check is None) == (found.number == 2)
    assert main([*ARGUMENTS, *resume]) == 0
    assert (tmp_path / "results.jsonl").read_text("utf-8") == whole
    with pytest.raises(SystemExit) as ended:
        main([*ARGUMENTS, "--seed", "5", *resume])
    assert ended.value.code == 2 and "begun with setup.seed" in capsys.readouterr().err

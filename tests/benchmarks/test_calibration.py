"""Figures of calibrations where the truth is known, and what they ask of real deals and hands."""

import dataclasses
import json

import numpy as np
import pytest
from benchmarks.long_runs import read_as
from benchmarks.strength import card_calibration, predictions
from benchmarks.strength.calibration import main, report
from benchmarks.strength.card_calibration import Decision, HandDone
from benchmarks.strength.predictions import Answer, Came, Check, Estimate, Prediction, Setup, ask
from benchmarks.strength.reliability import brier_parts, expected_cover, is_near, mean_interval, share


def drawn():
    return np.random.Generator(np.random.PCG64(1))


def test_true_probabilities_are_reliable_and_overconfident_ones_are_not():
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


def test_the_decomposition_of_a_brier_score_adds_up():
    for decimals in (1, 12):
        stated = [*drawn().random(500).round(decimals).tolist(), 0.0, 1.0, 0.0, 1.0]
        came = (drawn().random(504)[::-1] < 0.3).tolist()
        parts = brier_parts(stated, came)
        whole = parts.reliability - parts.resolution + parts.uncertainty + parts.within
        assert parts.score == pytest.approx(whole, abs=1e-12)
        assert parts.uncertainty == pytest.approx(np.mean(came) * (1 - np.mean(came)))
        assert decimals > 1 or parts.within == pytest.approx(0)  # nothing differs within bins


def test_intervals_are_clustered_by_deals():
    draw, held = drawn(), 0
    for _ in range(400):
        # Ten rows of a deal that all come or all do not.
        deals, came = np.repeat(np.arange(60), 10), np.repeat(draw.random(60) < 0.3, 10)
        found, low, high = share(deals.tolist(), came.tolist())
        assert low <= found <= high
        held += low <= 0.3 <= high
    assert 0.91 < held / 400 < 0.98
    once, often = share([1, 2, 3, 4], [True] * 4), share([1, 1, 2, 2, 3, 3, 4, 4], [True] * 8)
    assert once == often and once[0] == once[2] == 1 and once[1] > 0.4
    values = draw.normal(size=100)
    alone = mean_interval(list(range(100)), values.tolist())
    assert alone[1] == pytest.approx(1.96 * values.std(ddof=1) / 10)
    again = mean_interval(np.repeat(np.arange(100), 5).tolist(), np.repeat(values, 5).tolist())
    assert again == pytest.approx(alone)
    assert mean_interval([7, 7], [1.0, 2.0])[1] == 0


def simulated(what, scale, number=3000):
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


def test_correct_intervals_cover_and_halved_ones_do_not():
    right, halved = simulated("make", 1), simulated("make", 0.5)
    near = np.mean([is_near(each) for each in right])
    assert 0.93 < near < 0.965
    assert np.mean([is_near(each) for each in halved]) < near - 0.15
    held, fewer = (np.mean([e.low <= e.reference <= e.high for e in each]) for each in (right, halved))
    assert held == pytest.approx(expected_cover(24, 192), abs=0.025) and fewer < held - 0.15
    covers = [expected_cover(1, layouts) for layouts in (8, 1e12, 1)]
    assert covers == pytest.approx([0.9354, 0.95, 0.8342], abs=1e-4)


def made_up(number, rows):
    bids = tuple(Prediction("4+", 4, "S+", False, stated, 0.1, 0.5, 10, made) for stated, made in rows)
    return Answer(number, 0, 3, (), 24, 0.5, bids, Came("4+", 1.0, 2.0, 0.5, 0.6))


def test_the_tables():
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


def test_forecasts_and_outcomes_are_kept(tmp_path, capsys):
    discards = {"discards": "estimated", "coverage_discards": "estimated"}
    setup = Setup(samples=12, coverage_deals=2, reference=2, **discards)
    arguments = ["--deals", "3", "--coverage-deals", "2", "--samples", "12", "--reference", "2"]
    arguments += ["--discards", "estimated", "--coverage-discards", "estimated"]
    arguments += ["--resume", str(tmp_path / "results.jsonl")]
    assert main(arguments) == 0
    said = capsys.readouterr().out
    assert "3 deals of" in said and "2 deals of" in said
    whole, seats = (tmp_path / "results.jsonl").read_text("utf-8"), set()
    for line in whole.splitlines()[1:]:
        found = read_as(predictions.Asked, json.loads(line))
        again, answer = ask(setup, found.number), found.answer
        assert dataclasses.replace(answer, seconds=0) == dataclasses.replace(again.answer, seconds=0)
        seats.add((answer.seat, answer.dealer))
        assert len(answer.calls) == (answer.seat - answer.dealer - 1) % 4
        for each in answer.predictions:
            assert 0 <= each.stated <= 1 and 0 <= each.quick <= 1
            assert setup.rules.min_bid <= each.level <= 7
            assert each.made == (each.tricks + setup.rules.books_from_kitty >= 6 + each.level)
        assert (found.check is None) == (again.check is None) == (found.number == 2)
        if found.check is None:
            continue
        estimates = found.check.estimates
        assert {each.what for each in estimates} == {"make", "points", "win"}
        assert all(each.low <= each.value <= each.high for each in estimates)
        assert {each.reference_layouts for each in estimates} == {24}
        assert sum(each.best for each in estimates if each.what == "points") == 1
    assert len(seats) > 1 and main(arguments) == 0
    assert (tmp_path / "results.jsonl").read_text("utf-8") == whole
    with pytest.raises(SystemExit) as ended:
        main([*arguments, "--seed", "5"])
    assert ended.value.code == 2 and "begun with setup.seed" in capsys.readouterr().err


CARDS = card_calibration.Setup(5, "heuristic", "quick")


def test_means_of_statements_about_cards_by_seat_and_trick():
    hands = [
        HandDone(0, (Decision(0, 1, 8.5, 0.75, 8, True), Decision(1, 1, 5.0, 0.5, 4, True)), ()),
        HandDone(1, (Decision(0, 1, 8.0, 0.25, 8, False),), ()),
    ]
    lines = card_calibration.tables(CARDS, hands).splitlines()
    found = [line for line in lines if line.startswith(("| all", "| declarer"))]
    numbers = [[each.split(" ± ")[0].strip() for each in line.split("|")[3:5]] for line in found]
    assert numbers == [["3", "+0.50"], ["2", "+0.25"]]
    assert "| 50.0 % | 66.7 % | -16.7 ±" in found[0] and "| 50.0 % | 50.0 % | +0.0 ±" in found[1]


@pytest.mark.thorough
def test_a_hand_is_played_to_its_end():
    hand = card_calibration.play_hand(CARDS, 1)
    assert {each.trick for each in hand.decisions} <= {1, 3, 6, 9} and len(hand.decisions) > 4
    assert len({each.made for each in hand.decisions}) == 1
    assert all(0 <= each.make <= 1 for each in hand.decisions)
    declared = {each.tricks_came for each in hand.decisions if each.seat % 2 == 0}
    defended = {each.tricks_came for each in hand.decisions if each.seat % 2}
    assert len(declared) == len(defended) == 1 and declared.pop() + defended.pop() in (12, 13)

"""Tricks at the table given double-dummy tricks: the model of their difference."""

import math

import numpy as np
import pytest

from whistsolve.errors import RulesError, WhistError
from whistsolve.evaluation import TablePlay, TableWeights
from whistsolve.evaluation.table_play import read_play, table_features
from whistsolve.rules import Rules


def same_for_all(*weights):
    return TablePlay({kind: TableWeights(*weights) for kind in ("trump", "no_trump")})


@pytest.mark.parametrize("no_trump", [False, True])
def test_rows_are_distributions(no_trump):
    play = TablePlay()
    for tricks in (1, 2, 12, 13):
        chances, mean = play.matrix(no_trump, tricks), play.mean(no_trump, tricks)
        assert chances.shape == (tricks + 1, tricks + 1) and chances.min() > 0
        assert chances.sum(axis=1) == pytest.approx(1)
        numbers = np.arange(tricks + 1)
        assert mean == pytest.approx(chances @ numbers)
        variance = (chances * (numbers - mean[:, np.newaxis]) ** 2).sum(axis=1)
        assert play.standard_deviation(no_trump, tricks) == pytest.approx(np.sqrt(variance))
        assert np.all(np.diff(mean) > 0), "more double-dummy tricks, more at the table"
    with pytest.raises(ValueError, match="read-only"):
        play.matrix(no_trump, 12)[0, 0] = 1
    assert play.matrix(no_trump, 12) is play.matrix(no_trump, 12)


def test_the_model_is_that_of_its_weights():
    """Of two tricks, worked out by hand: powers are the weights times the features."""
    play = same_for_all(0.3, 0.2, -0.1, 0.5)
    powers = [-2 * 0.3 - 2 * 0.2 - 0.1 * 4 * 6, -0.3 - 0.2 - 0.1 * 6, 0.5]
    total = sum(map(math.exp, powers))
    assert play.matrix(False, 2)[2] == pytest.approx([math.exp(power) / total for power in powers])
    middle = [math.exp(-0.3 - 0.1 * 6), math.exp(0.5), math.exp(0.3 - 0.1 * 6)]
    assert play.matrix(True, 2)[1] == pytest.approx([each / sum(middle) for each in middle])
    assert table_features(2)[0, 2].tolist() == [2, -2, 24, 0]


def test_what_comes_with_the_package():
    """Guesses cost both sides: the difference has a spread, more without trumps, and runs to the middle."""
    play = TablePlay()
    for no_trump in (False, True):
        more = play.mean(no_trump, 12) - np.arange(13)
        assert more[11] < -0.3 and more[11] < more[8] < more[5] < 2
        assert play.matrix(no_trump, 12)[9].argmax() == 9
    assert 0.5 < play.standard_deviation(False, 12)[9] < play.standard_deviation(True, 12)[9] < 2.5


def test_reading_how_hands_are_played():
    rules, own = Rules.preset("bid_whist"), same_for_all(0, 0, -1, 0)
    packaged = read_play("table", rules)
    assert packaged.weights == TablePlay().weights
    assert read_play("double_dummy", rules) is None and read_play(own, rules) is own
    assert read_play("table", Rules.preset("bid_whist_no_kitty")) is read_play(None, rules) is packaged
    for wrong in ("open", 1, True):
        with pytest.raises(WhistError, match="expected 'double_dummy', 'table' or a TablePlay"):
            read_play(wrong, rules)
    for name in ("cutthroat_3", "cutthroat_4", "cutthroat_6"):
        alone = Rules.preset(name)
        assert read_play("double_dummy", alone) is None is read_play(None, alone)
        with pytest.raises(RulesError, match="expected four with partners"):
            read_play("table", alone)
    weights = TableWeights(0, 0, -1, 0)
    for wrong in ({}, {"trump": weights}, {"trump": (0, 0, -1, 0), "no_trump": (0, 0, -1, 0)}):
        with pytest.raises(WhistError, match="expected TableWeights for 'trump' and 'no_trump'"):
            TablePlay(wrong)

"""The fit of the policy of plays: known weights found again in simulated choices; hands read again."""

from pathlib import Path

import numpy as np
import pytest
from benchmarks.fitting.played_hands import play_hand, played_hands

from whistsolve._internal.logit import fit_conditional_logit, log_chances
from whistsolve.inference.play_fitting import TRAITS, Choices, choices_of


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

"""Every target over its samples and over broken ones, without a fuzzer."""

from pathlib import Path

import pytest
from tests.fuzz.mutations import PIECES, long_fields, mutations

NAMES = sorted(path.stem for path in (Path(__file__).parent / "corpus").iterdir())
#: Broken inputs of a target by default; the long run has many times as many, and others.
MUTATIONS = 30


@pytest.mark.parametrize("name", NAMES)
def test_samples_and_broken_ones(name):
    """Also of pieces alone, and with words so long that a message cannot quote them."""
    from tests.fuzz import targets

    samples, is_slow = targets.samples_of(name), name in targets.SLOW
    assert len(samples) >= 2
    long = long_fields(samples[0] if is_slow else samples[-1])
    pieces = () if is_slow else PIECES
    for data in (b"", *samples, *pieces, *mutations(samples, MUTATIONS, seed=1), *long):
        targets.TARGETS[name](data)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("name", NAMES)
def test_many_broken_samples(name, seed):
    from tests.fuzz import targets

    samples = targets.samples_of(name)
    long = (data for sample in samples for data in long_fields(sample))
    for data in (*PIECES, *mutations(samples, 8000, seed=100 + seed), *long):
        targets.TARGETS[name](data)


def test_every_corpus_is_of_a_target():
    from tests.fuzz.targets import TARGETS

    assert set(NAMES) == set(TARGETS)

"""Every target over its samples and over broken ones, without a fuzzer."""

import pytest
from tests.fuzz.mutations import PIECES, long_fields, mutations
from tests.fuzz.targets import CORPUS, TARGETS, samples_of

#: Broken inputs of a target by default; the long run has many times as many, and others.
MUTATIONS = 200


@pytest.mark.parametrize("name", TARGETS)
def test_samples(name: str) -> None:
    samples = samples_of(name)
    assert len(samples) >= 2
    for data in (b"", *samples, *PIECES):
        TARGETS[name](data)


@pytest.mark.parametrize("name", TARGETS)
def test_broken_samples(name: str) -> None:
    for data in mutations(samples_of(name), MUTATIONS, seed=1):
        TARGETS[name](data)


@pytest.mark.parametrize("name", TARGETS)
def test_messages_quote_a_part_of_what_is_long(name: str) -> None:
    for sample in samples_of(name):
        for data in long_fields(sample):
            TARGETS[name](data)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("name", TARGETS)
def test_many_broken_samples(name: str, seed: int) -> None:
    for data in mutations(samples_of(name), 8000, seed=100 + seed):
        TARGETS[name](data)


def test_every_corpus_is_of_a_target() -> None:
    assert {path.stem for path in CORPUS.iterdir()} == set(TARGETS)


def test_the_same_seed_gives_the_same_inputs() -> None:
    samples = samples_of("deal")
    assert (
        list(mutations(samples, 50, 3)) == list(mutations(samples, 50, 3)) != list(mutations(samples, 50, 4))
    )

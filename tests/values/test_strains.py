"""Strains: text, order, and what is no strain."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whistsolve import NotationError, Strain
from whistsolve.values import STRAINS
from whistsolve.values.strains import RANKINGS, TRUMPS

ALL = [Strain(trump, ranking) for ranking in RANKINGS for trump in TRUMPS]


@pytest.mark.parametrize("strain", ALL, ids=str)
def test_every_strain_parses_what_it_prints(strain):
    assert Strain.from_text(str(strain)) == Strain.from_text(strain.symbol) == eval(repr(strain)) == strain
    assert Strain.of(strain) == Strain.of(str(strain)) == pickle.loads(pickle.dumps(strain)) == strain
    assert strain.is_no_trump == (strain.trump == "NT")


def test_the_ten_of_a_table():
    assert " ".join(map(str, STRAINS)) == "S+ H+ D+ C+ NT+ S- H- D- C- NT-"
    assert " ".join(strain.symbol for strain in STRAINS) == "S↑ H↑ D↑ C↑ NT↑ S↓ H↓ D↓ C↓ NT↓"
    assert str(Strain("H", "downtown_aces_bad")) == "H~"


@given(st.permutations(ALL))
def test_strains_are_ordered_as_in_tables(mixed):
    assert sorted(mixed) == ALL
    assert max(mixed) == Strain("NT", "downtown_aces_bad") >= mixed[0]


def test_strains_and_other_things_have_no_order():
    with pytest.raises(TypeError):
        Strain("S", "uptown") < "S+"  # noqa: B015


@pytest.mark.parametrize(
    "text",
    ["", "X", "+", "NT", "T-", "S+ +", "S++", "+S", "S high +", "S\0", "S→"],
)
def test_text_that_is_no_strain(text):
    for read in (Strain.from_text, Strain):
        with pytest.raises(NotationError, match=r"strain .*expected"):
            read(text)


@given(st.text(max_size=5) | st.text("SHDCNT+-~↑↓⇣♠♥ ", max_size=4))
def test_any_text_is_a_strain_or_a_strain_error(text):
    try:
        strain = Strain.from_text(text)
    except NotationError as error:
        assert len(str(error)) >= 10
    else:
        assert strain in ALL

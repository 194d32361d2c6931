"""Contracts: text, and what is no contract."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whistsolve import Contract, NotationError, Strain, WhistError


@given(st.from_type(Contract))
def test_every_contract_parses_what_it_prints(contract):
    assert Contract.from_text(str(contract)) == eval(repr(contract)) == contract
    assert Contract.from_text(contract.to_text(6)) == pickle.loads(pickle.dumps(contract)) == contract
    assert hash(Contract(contract.level, str(contract.strain), str(contract.declarer))) == hash(contract)


@pytest.mark.parametrize(
    ("text", "declarer", "printed"),
    [
        ("4S- by N", None, "4S- by N"),
        ("3NT↑", "S", "3NT+ by S"),
        ("4♠↓", 2, "4S- by S"),
        ("4♠↓ by s", "S", "4S- by S"),
        (" 17 h~  BY  5 ", None, "17H~ by 5"),
        ("0C+ by 0", None, "0C+ by N"),
    ],
)
def test_text_and_how_it_is_printed(text, declarer, printed):
    assert str(Contract.from_text(text, declarer)) == printed


def test_declarers_are_kept_as_numbers():
    assert [Contract(3, "S+", seat).declarer for seat in ("N", "e", "2", 3, 5)] == [0, 1, 2, 3, 5]
    assert Contract(3, "S+", 2).strain == Strain("S", "uptown")
    assert Contract(3, "S+", 2).to_text(3) == "3S+ by 2"
    with pytest.raises(NotationError, match="from 0 to 2"):
        Contract(3, "S+", 3).to_text(3)


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("", NotationError, "expected such as"),
        ("S+ by N", NotationError, "expected such as"),
        ("4 by N", NotationError, "expected such as"),
        ("4S-", NotationError, "names no declarer"),
        ("4S- N", NotationError, "expected such as"),
        ("18S- by N", NotationError, "level 18 .* from 0 to 17"),
        ("4X- by N", NotationError, "strain 'X-'"),
        ("4S- by X", NotationError, "declarer 'X'.*from 0 to 5"),
        ("4S- by 6", NotationError, "declarer '6'"),
        ("4S-\0 by N", NotationError, "character"),
        ("٤S- by N", NotationError, "character"),
    ],
)
def test_text_that_is_no_contract(text, error, words):
    with pytest.raises(error, match=words):
        Contract.from_text(text)


def test_two_declarers_must_agree():
    with pytest.raises(NotationError, match="different seats"):
        Contract.from_text("4S- by N", declarer="S")


@given(st.text(max_size=10) | st.text("0123456789SHDCNT+-~↑ byNESW", max_size=12))
def test_any_text_is_a_contract_or_a_whist_error(text):
    try:
        contract = Contract.from_text(text)
    except WhistError as error:
        assert len(str(error)) >= 10
    else:
        assert Contract.from_text(str(contract)) == contract

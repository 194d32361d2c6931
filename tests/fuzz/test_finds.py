"""What the targets have found, each as short as it can be."""

from __future__ import annotations

import pytest
from tests.support.ptn_texts import SMALL

from whistsolve.batch.readers import rows_of_lines
from whistsolve.board.sources import read_hands
from whistsolve.conditions.columns import Columns
from whistsolve.errors import ActError, ConditionError, DealError, NotationError
from whistsolve.notation import read_ptn


def test_a_lone_surrogate_in_pbn_for_the_board() -> None:
    """It was a UnicodeEncodeError."""
    board = '% PBN\n[Event "{}"]\n[Deal "N:A2.K.. Q3.A.. K4.Q.. J5.J..{}"]\n'
    assert len(read_hands(board.format("\ud800", ""), None)[1]) == 1
    with pytest.raises(DealError, match="expected"):
        read_hands(board.format("Club", "\ud800"), None)


def test_a_call_in_ptn_that_is_none_for_the_board() -> None:
    """The board was given fields that it did not read itself."""
    with pytest.raises(ActError, match="'PasNT-' is wrong"):
        read_hands(SMALL.replace("Pass 3↑", "PasNT- 3↑"), None)


def test_a_control_character_in_a_row_of_play() -> None:
    """The message held it as it was."""
    with pytest.raises(NotationError, match=r"W plays \\x1b and N") as caught:
        read_ptn(f"{SMALL}\x1b\n")
    assert str(caught.value).isprintable()


def test_a_kitty_taken_and_nothing_discarded_spoils_no_other_row() -> None:
    """The error ended the whole file."""
    broken = SMALL.partition("[CardsRemoved")[0]
    assert read_ptn(broken)[0].added[3]
    good, bad, last = rows_of_lines((SMALL + broken + SMALL).encode().splitlines(), "ptn")
    assert good.fields == last.fields and good.fields["deal"] and not good.fault
    assert bad.fault == "W has taken the kitty and not discarded: expected discards" and not bad.fields


def test_cards_of_a_condition_are_not_repeated_at_length() -> None:
    """The message held the whole text."""
    with pytest.raises(ConditionError, match="expected") as caught:
        Columns.read(None).read_cards("SA " + "\b" * 4000)
    assert len(str(caught.value)) < 400

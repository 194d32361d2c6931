"""The puzzles of the page: in each one card, or one discard, alone is best."""

import json
from collections import Counter

import pytest
from tests.support.board_answers import ask
from tests.support.sources import BOARD
from tests.support.thorough import by_default

PUZZLES = json.loads((BOARD / "static" / "puzzles.json").read_text("utf-8"))


def test_there_are_as_many_of_each_kind_and_difficulty():
    counts = Counter((level, "played" in hand) for level, hand in PUZZLES)
    assert counts == {
        (level, is_play): 24 + 32 * is_play for level in range(1, 6) for is_play in (True, False)
    }


@pytest.mark.parametrize("number", by_default(20, range(400)))
def test_one_card_or_discard_alone_is_best(number):
    hand = PUZZLES[number][1]
    if "played" in hand:
        best = [each["best"] for each in ask("position", hand=hand)["values"]["cards"]]
        assert len(best) >= 4 and best.count(True) == 1
    else:
        assert ask("discard", hand=hand)["optimal"] == 1

"""Statements about cards beside what came: the means and their rows, and a hand that is played."""

import pytest
from benchmarks.strength.card_calibration import Decision, HandDone, Setup, play_hand, tables

SETUP = Setup(5, "heuristic", "quick")


def test_means_by_seat_and_trick() -> None:
    hands = [
        HandDone(0, (Decision(0, 1, 8.5, 0.75, 8, True), Decision(1, 1, 5.0, 0.5, 4, True)), ()),
        HandDone(1, (Decision(0, 1, 8.0, 0.25, 8, False),), ()),
    ]
    found = [line for line in tables(SETUP, hands).splitlines() if line.startswith(("| all", "| declarer"))]
    assert [line.split("|")[3:5] for line in found] == [
        [" 3 ", f" {(0.5 + 1 + 0) / 3:+.2f} ± {found[0].split('± ')[1].split(' ')[0]} "],
        [" 2 ", f" +0.25 ± {found[1].split('± ')[1].split(' ')[0]} "],
    ]
    assert "| 50.0 % | 66.7 % | -16.7 ±" in found[0] and "| 50.0 % | 50.0 % | +0.0 ±" in found[1]


@pytest.mark.thorough
def test_a_hand_is_played_to_its_end() -> None:
    hand = play_hand(SETUP, 1)
    assert {each.trick for each in hand.decisions} <= {1, 3, 6, 9} and len(hand.decisions) > 4
    assert len({each.made for each in hand.decisions}) == 1 and all(
        0 <= each.make <= 1 for each in hand.decisions
    )
    declared = {each.tricks_came for each in hand.decisions if each.seat % 2 == 0}
    defended = {each.tricks_came for each in hand.decisions if each.seat % 2}
    assert len(declared) == len(defended) == 1 and declared.pop() + defended.pop() in (12, 13)

"""Sides of hands at the table, and players who score together: one statement, whichever way it is asked."""

import pytest

from whistsolve.game import Match, Seating
from whistsolve.rules import Rules
from whistsolve.rules.sides import declarer_side, turn_step

TABLES = [
    (preset, {"direction_of_play": direction, **seating})
    for preset in Rules.preset_names()
    for direction in ("clockwise", "counterclockwise")
    for seating in (
        ({"seating": "alternating"}, {"seating": "facing"})
        if Rules.preset(preset).game == "double_dummy" and preset != "humbug"
        else ({},)
    )
]


def sides_expected(rules: Rules, declarer: int) -> tuple[int, ...]:
    """For each hand, the number of its side."""
    if rules.game == "dummy":
        return tuple(0 if hand in (declarer, 3) else 1 for hand in range(4))
    if rules.game == "double_dummy":
        return 0, 1, 0, 1  # each player with their own dummy, wherever it lies
    return tuple(range(rules.players)) if rules.game == "cutthroat" else (0, 1, 0, 1)


@pytest.mark.parametrize(("preset", "changes"), TABLES, ids=str)
def test_sides_of_hands_are_those_of_their_seats(preset: str, changes: dict[str, str]) -> None:
    rules = Rules.preset(preset, **changes)
    for declarer in range(rules.players):
        seating = Seating.of(rules, declarer)
        assert seating.sides == sides_expected(rules, declarer)
        assert sorted(seating.chairs) == list(range(rules.dealt_hands))
        for seat, hand in enumerate(seating.chairs):
            together = {
                each for each in range(rules.dealt_hands) if seating.sides[each] == seating.sides[hand]
            }
            side = declarer_side(seat, rules, rules.dealt_hands)
            assert {seating.chairs[each] for each in side} == together
        for hand in seating.order:
            after = seating.chair_of(seating.hand_after(hand))
            if len(seating.order) == rules.dealt_hands:
                assert after == (seating.chair_of(hand) + turn_step(rules)) % rules.dealt_hands


@pytest.mark.parametrize("preset", Rules.preset_names())
def test_players_who_score_together(preset: str) -> None:
    rules = Rules.preset(preset)
    for partner in range(rules.players):
        match = Match(rules, dealer=0, partner=partner)
        for player in range(rules.players):
            expected = {player}
            if rules.game == "dummy" and rules.trump_rule == "last_dealt_card" and player != partner:
                expected = set(range(3)) - {partner}
            elif rules.game not in ("cutthroat", "dummy", "double_dummy"):
                expected = {player, (player + 2) % 4}
            assert match.side_of(player) == tuple(sorted(expected))

"""The rules and scores that the tags of a record name."""

import pytest
from tests.support.ptn_texts import REAL

import whistsolve as ws
from whistsolve.game.record.named_rules import rules_of_hand, scores_before, unread_options
from whistsolve.notation import parse_ptn
from whistsolve.rules import Rules

OPTIONS = {
    241: Rules("trickster", jokers=0, low_beats_high="downtown_over_uptown"),
    327: Rules("trickster"),
}


@pytest.mark.parametrize("number", [241, 327])
@pytest.mark.parametrize("left_out", ["", "GameOptionsJson"])
def test_the_options_and_the_title_name_the_same_rules(number: int, left_out: str) -> None:
    lines = [line for line in REAL[number].splitlines(keepends=True) if not left_out or left_out not in line]
    assert rules_of_hand(parse_ptn("".join(lines))) == OPTIONS[number]


def test_options_are_read_one_by_one() -> None:
    text = REAL[327].replace('\\"doubleForNT\\":true', '\\"minBid\\":4,\\"gameOverScore\\":5,\\"doubles\\":2')
    hand = parse_ptn(text)
    found = rules_of_hand(hand)
    assert (found.nt_multiplier, found.min_bid, found.target, found.set_scoring) == (1, 4, 5, "both_odd")
    assert unread_options(hand) == ["'doubles': 2"]
    assert rules_of_hand(hand, {"min_bid": 3}).min_bid == 3
    with pytest.raises(ws.NotationError, match="GameOptionsJson"):
        rules_of_hand(parse_ptn(REAL[327].replace("{\\", "[\\", 1)))


def test_scores_are_those_before_the_hand() -> None:
    """A hand that is over has the scores after it: a set of three in no-trump took six from -1."""
    for number, expected in ((241, (-1, 2, -1, 2)), (327, (0, 0, 0, 0))):
        hand = parse_ptn(REAL[number])
        assert scores_before(hand, rules_of_hand(hand)) == expected
    plain = parse_ptn('[Deal "N:A... K... Q... J..."]')
    assert scores_before(plain, rules_of_hand(plain)) is None

"""Whole matches of every preset and of every option, by random legal acts."""

import pytest
from tests.support.random_matches import WITH_RENEGES, Counts, play_match
from tests.support.thorough import by_default, every_second
from tests.support.variants import AGAIN, BID, RESIGNING, SHORT, VARIANTS

from whistsolve.rules import Rules


def played(rules, matches):
    counts = Counts()
    for seed in range(matches):
        play_match(rules, seed, counts)
    assert counts.matches == matches
    return counts


@pytest.mark.parametrize("preset", Rules.preset_names())
@pytest.mark.parametrize("matches", by_default(1, [1, 20]))
def test_matches_of_every_preset(matches, preset):
    counts = played(Rules.preset(preset), matches)
    assert counts.swaps > matches  # unseen cards were swapped
    assert counts.resigned == counts.reneges == counts.called == 0


@pytest.mark.parametrize("preset", by_default(lambda name: "_" not in name, Rules.preset_names()))
def test_matches_with_reneges(preset):
    rules = Rules.preset(preset, **WITH_RENEGES)
    counts = played(rules, 3)
    assert counts.reneges > 0 and counts.called > 0
    assert counts.corrected > 0 or rules.renege_correction == "never"


def test_matches_with_short_decks():
    for short, reneges in ((SHORT, {}), (SHORT | {"lowest_rank": 9, "hand_size": 5}, WITH_RENEGES)):
        rules = Rules.preset(BID, jokers=0, **short, **reneges)
        assert (rules.kitty_size, rules.max_bid) == (4, rules.hand_size + 1)
        counts = played(rules, 8)
        assert counts.swaps > 8 and set(counts.reasons) == {"target", "negative_target"}


def test_matches_with_claims_resignations_and_new_deals():
    counts = Counts()
    for seed, preset in enumerate(("bid_whist", "double_dummy", "dummy", "humbug") * 5):
        if seed > 1 and counts.accepted and counts.contested and counts.resigned:
            break
        play_match(Rules.preset(preset, **RESIGNING, **WITH_RENEGES), seed, counts)
    assert counts.resigned > 0 and counts.accepted > 0 and counts.contested > 0
    none = played(Rules.preset(BID, claims="none"), 1)
    assert none.resigned == none.accepted == none.contested == 0
    # Few cards, so that hands which may be dealt again are frequent.
    again = played(Rules.preset(BID, redeal_claim="no_ace", **SHORT, **AGAIN), 2)
    assert again.misdeals > 0 and again.redeals > 0 and again.swaps > 0


@pytest.mark.parametrize(("preset", "changes"), every_second(VARIANTS), ids=str)
def test_matches_under_rules_that_no_preset_has(preset, changes):
    played(Rules.preset(preset, **changes), 1)

"""What is said of the bids of the quick player, and what came."""

from benchmarks.strength.callers import Forecast, contracts, forecasts, makes


def test_of_bids_that_became_the_contract_it_is_known_whether_they_were_made():
    found = forecasts("mixed", range(1))
    assert {each.became for each in found} == {False, True}
    for each in found:
        assert 0 <= each.contract <= 1 and 0 <= each.make <= 1 and (each.made is not None) == each.became


def test_tables_compare_what_is_stated_with_what_came():
    """Ten contracts in no-trump, of which the better half is made."""
    found = {"own": [Forecast(n, n < 2, 0.5, n % 2 == 0, n / 20, n >= 10, True) for n in range(20)]}
    all_bids, first = contracts(found).splitlines()[2:]
    assert all_bids.startswith("| own | all | 20 | 50.0 % | 50.0 % | +0.0 ± ") and "| 2 | 50.0 %" in first
    *_, no_trump, _, _, _, _, best = makes(found).splitlines()
    assert "no-trump | 10 | 45.0 % | 50.0 % | -5.0 ± " in no_trump
    assert "fifth 5 | 2 | 85.0 % | 100.0 % | -15.0 ± " in best

"""What the seed rules say of deal, auction and kitty, where no test of an option or a worked row shows it."""

import pytest
from tests.support.hands_played import pushed, texts, to_declare

from whistsolve.errors import ActError
from whistsolve.game import HandState
from whistsolve.rules import Rules
from whistsolve.values import Hand

ONE_ROUND = ("bid_whist", "dummy", "double_dummy")


def in_auction(preset: str, dealer: int, *calls: str, **options: object) -> HandState:
    """A hand in the auction after some calls; hands of double dummy whist are played as dealt."""
    state = HandState.random(1, Rules.preset(preset, **options), dealer=dealer)
    while state.stage == "hand_option":
        state.push("keep")
    return pushed(state, *calls)


@pytest.mark.parametrize("preset", ONE_ROUND)
def test_everybody_calls_once_from_the_dealers_left_to_the_dealer(preset: str) -> None:
    players = Rules.preset(preset).players
    for dealer in range(players):
        state = in_auction(preset, dealer)
        for turn in range(1, players + 1):
            assert (state.stage, state.to_act) == ("auction", (dealer + turn) % players)
            calls = texts(state.legal_calls)
            assert f"{turn + 2}NT" in calls and ("Pass" in calls)
            state.push(f"{turn + 2}+")
        assert (state.stage == "auction", state.declarer) == (False, dealer)
        state = in_auction(preset, dealer, "3+", *["pass"] * (players - 1))
        assert (state.stage == "auction", state.declarer) == (False, (dealer + 1) % players)


@pytest.mark.parametrize("preset", ONE_ROUND)
def test_no_deal_is_passed_out_for_the_dealer_must_bid(preset: str) -> None:
    rules = Rules.preset(preset)
    for dealer in range(rules.players):
        state = in_auction(preset, dealer, *["pass"] * (rules.players - 1))
        assert state.to_act == dealer and "Pass" not in texts(state.legal_calls)
        assert {call.level for call in state.legal_calls} == set(range(rules.min_bid, 8))
        with pytest.raises(ActError, match="the dealer bids; expected a bid"):
            state.push("pass")
        assert pushed(state, "4-").declarer == dealer


@pytest.mark.parametrize("preset", ONE_ROUND)
def test_a_bid_must_be_better_than_the_best_so_far(preset: str) -> None:
    """More books, or no-trump for a suit; never fewer books, and high and low of a number are equal."""
    for best, better, others in (
        ("4+", "4NT 5+ 5- 5NT", "4+ 4- 3+ 3- 3NT"),
        ("4-", "4NT 5+ 5- 5NT", "4+ 4- 3+ 3- 3NT"),
        ("4NT", "5+ 5- 5NT", "4+ 4- 4NT 3+ 3- 3NT"),
    ):
        legal = texts(in_auction(preset, 0, best).legal_calls)
        assert set(better.split()) <= set(legal)
        assert not set(others.split()) & set(legal)
        players = Rules.preset(preset).players
        dealing = in_auction(preset, 0, best, *["pass"] * (players - 2))
        assert dealing.to_act == 0 and texts(dealing.legal_calls) == legal, "the dealer's too"
    if players > 2:  # the best so far, not the last call
        assert "4NT" not in texts(in_auction(preset, 0, "4NT", "pass").legal_calls)


@pytest.mark.parametrize("preset", ONE_ROUND)
def test_at_some_tables_low_is_better_than_high(preset: str) -> None:
    for best, better in (("4+", True), ("4-", False)):
        state = in_auction(preset, 0, best, low_beats_high="downtown_over_uptown")
        legal = texts(state.legal_calls)
        assert ("4-" in legal) == better and "4+" not in legal


@pytest.mark.parametrize("preset", ONE_ROUND)
@pytest.mark.parametrize(
    ("bid", "strains"), [("4+", "C+ D+ H+ S+"), ("4-", "C- D- H- S-"), ("4NT", "NT+ NT-")]
)
def test_the_winning_bid_leaves_the_suit_or_the_direction_to_be_named(
    preset: str, bid: str, strains: str
) -> None:
    players = Rules.preset(preset).players
    state = in_auction(preset, players - 1, bid, *["pass"] * (players - 1))
    assert (state.stage, state.to_act, state.strain) == ("declaration", 0, None)
    assert texts(state.legal_strains) == strains.split()
    for strain in strains.split():
        assert str(pushed(state.copy(), strain).contract) == f"4{strain} by N"


@pytest.mark.parametrize("declarer", range(4))
def test_the_kitty_goes_to_who_won_the_auction_and_as_many_cards_leave_the_hand(declarer: int) -> None:
    state = to_declare(in_auction("bid_whist", 3), "NT+", declarer)
    assert [len(state.view(player).hand) for player in range(4)] == [12] * 4, "the strain is named first"
    state.push("NT-")
    kitty = state.deal.kitty
    assert kitty is not None and len(kitty) == 6
    assert [state.view(player).taken for player in range(4)] == [
        kitty if player == declarer else None for player in range(4)
    ]
    assert (state.stage, state.to_act, len(state.hands[declarer])) == ("discard", declarer, 18)
    # Any cards of the kitty or of the hand.
    away = Hand([*list(kitty)[:3], *list(state.deal.hands[declarer])[:3]])
    kept = state.hands[declarer] - away
    assert pushed(state, away).hands[declarer] == kept and len(kept) == 12
    assert [state.view(player).discards[declarer] for player in range(4)] == [
        away if player == declarer else None for player in range(4)
    ]


@pytest.mark.parametrize(("preset", "lowest", "option"), [("dummy", 1, {}), ("dummy", 0, {"min_bid": 0})])
def test_dummy_whist_has_no_minimum_bid(preset: str, lowest: int, option: dict[str, int]) -> None:
    legal = texts(in_auction(preset, 2, **option).legal_calls)
    assert {f"{lowest}+", f"{lowest}-", f"{lowest}NT"} <= set(legal)
    assert f"{lowest - 1}NT" not in legal


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_cutthroat_is_bid_until_all_but_one_have_passed(players: int) -> None:
    preset = f"cutthroat_{players}"
    state = in_auction(preset, players - 1, "1", "2", *["pass"] * (players - 3), "3")
    assert state.to_act == 0, "the dealer has called, and the bidding goes on"
    pushed(state, "4")
    assert state.to_act == 1
    pushed(state, "pass")
    assert state.to_act == players - 1 and state.declarer is None, "who passed in the first round is out"
    assert pushed(state, "pass").declarer == 0
    assert state.stage == "declaration"


@pytest.mark.parametrize(("bid", "strains"), [("5", "C+ C- D+ D- H+ H- S+ S-"), ("5NT", "NT+ NT-")])
def test_the_winner_of_cutthroat_names_direction_and_trumps_and_takes_the_kitty(
    bid: str, strains: str
) -> None:
    state = in_auction("cutthroat_4", 3, bid, "pass", "pass", "pass")
    assert texts(state.legal_strains) == strains.split()
    assert len(state.view(0).hand) == 12, "the kitty comes after this"
    assert len(pushed(state, strains.split()[1]).view(0).hand) == 18


@pytest.mark.parametrize(
    ("preset", "options"),
    [
        *((f"cutthroat_{players}", {}) for players in (3, 4, 5, 6)),
        *((f"cutthroat_{players}", {"kitty_book": "none"}) for players in (3, 4, 5, 6)),
        ("cutthroat_4", {"kitty_book": "first_trick_winner"}),
        ("cutthroat_4", {"jokers": 0}),
        ("bid_whist", {}),
        ("bid_whist", {"kitty_book": "none"}),
        ("bid_whist_no_kitty", {}),
        ("dummy", {}),
    ],
)
def test_no_bid_needs_more_books_than_there_are(preset: str, options: dict[str, object]) -> None:
    rules = Rules.preset(preset, **options)
    books = rules.dealt_hand_size + (rules.kitty_size > 0 and rules.kitty_book != "none")
    state = in_auction(preset, rules.players - 1, **options)
    highest = max(call.level for call in state.legal_calls if str(call) != "Pass")
    assert highest + rules.bid_base == books
    with pytest.raises(ActError, match=rf"{highest + 1}NT.* expected "):
        state.push(f"{highest + 1}NT")

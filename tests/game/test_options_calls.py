"""Bids that name suit and direction: order, what they leave to declare, and everything that values bids."""

import itertools

import pytest
from tests.support.hands_played import pushed

import whistsolve as ws
from whistsolve.analysis import par
from whistsolve.errors import ActError, RulesError
from whistsolve.game import HandState, beats, read_call, strains_of
from whistsolve.game.auction.calls import all_bids, may_equal
from whistsolve.game.record.record import record_hand
from whistsolve.notation import format_ptn, read_ptn
from whistsolve.players import DoubleDummyPlayer
from whistsolve.rules import Rules

SEED = "bid_whist_seed"
#: The kinds of a level, lowest first where each beats those before.
LADDER = ["4C+", "4C-", "4D+", "4D-", "4H+", "4H-", "4S+", "4S-", "4NT+", "4NT-"]
DOWN_FIRST = {"low_beats_high": "downtown_over_uptown"}


def named(**options: object) -> Rules:
    return Rules.preset(SEED, bid_form="named_strain", **options)


def opened(*calls: str, **options: object) -> HandState:
    return pushed(HandState.random(1, named(**options), dealer="W"), *calls)


def legal(state: HandState, below: int) -> list[str]:
    return [str(call) for call in state.legal_calls if str(call) != "Pass" and call.level < below]


def test_option_bid_form_named_strain_names_suit_and_direction() -> None:
    assert [str(bid) for bid in all_bids(named()) if bid.level == 4] == LADDER
    state = opened()
    assert legal(state, 4) == [bid.replace("4", "3") for bid in LADDER]
    pushed(state, "4 spades low", "pass", "pass", "pass")
    # Nothing is left to declare: the kitty is turned up and taken.
    assert (state.stage, str(state.contract)) == ("discard", "4S- by N")
    assert str(pushed(opened(), "4NT+", "pass", "pass", "pass").contract) == "4NT+ by N"
    for call in ("4", "4+", "4S", "4NT"):
        with pytest.raises(
            ActError, match="suit or no-trump, and uptown or downtown; expected pass or a bid"
        ):
            opened().push(call)


def test_option_bid_form_named_strain_ranks_suits_then_no_trump() -> None:
    """Level, then no-trump, then C D H S, then the direction of the same suit."""
    bids = [read_call(text) for text in LADDER]
    place = {bid: number for number, bid in enumerate(bids)}
    for one, other in itertools.product(bids, bids):
        same = one.trump == other.trump
        assert beats(one, other, named()) == (not same and place[one] > place[other])
        assert beats(one, other, named(**DOWN_FIRST)) == (place[one] > place[other])
        level = named(nt_beats_suit=False, **DOWN_FIRST)
        mixed = (one.trump == "NT") != (other.trump == "NT")
        assert beats(one, other, level) == (not mixed and place[one] > place[other])
        assert beats(read_call("5C+"), one, named()) and not beats(one, read_call("5C+"), named())
        assert may_equal(one, other, named(dealer_may_equal="number_and_strain")) == (one == other)
        assert may_equal(one, other, named(dealer_may_equal="number"))
    assert legal(opened("4S+"), 5) == ["4NT+", "4NT-"]
    assert legal(opened("4S+", **DOWN_FIRST), 5) == ["4S-", "4NT+", "4NT-"]
    assert legal(opened("4NT-", **DOWN_FIRST), 5) == []


@pytest.mark.parametrize("downtown_ace", ["good", "bad", "declarer_choice"])
def test_option_bid_form_named_strain_leaves_the_ace_where_the_declarer_chooses(downtown_ace: str) -> None:
    rules = named(downtown_ace=downtown_ace)
    low = {"good": ["S-"], "bad": ["S~"], "declarer_choice": ["S-", "S~"]}[downtown_ace]
    assert [str(strain) for strain in strains_of(read_call("4S-"), rules)] == low
    assert [str(strain) for strain in strains_of(read_call("4NT+"), rules)] == ["NT+"]
    for timing in ("before_kitty", *(["after_discard"] if len(low) == 2 else [])):
        state = opened("4S-", "pass", "pass", "pass", downtown_ace=downtown_ace, declare_timing=timing)
        early = timing == "before_kitty" and len(low) == 2
        assert state.stage == ("declaration" if early else "discard")
        if len(low) == 2:
            assert [str(strain) for strain in state.legal_strains] == (low if early else [])
    if len(low) == 2:
        state = opened("4S-", "pass", "pass", "pass", downtown_ace=downtown_ace)
        assert str(pushed(state, "S~").contract) == "4S~ by N"


def test_option_nt_direction_in_bid_follows_named_strain() -> None:
    assert named().nt_direction_in_bid and not Rules.preset(SEED).nt_direction_in_bid
    assert "nt_direction_in_bid" not in named().overrides()
    assert Rules.from_dict(named().overrides()) == named(nt_direction_in_bid=True) == named()
    with pytest.raises(RulesError, match="nt_direction_in_bid False is wrong with bid_form 'named_strain'"):
        named(nt_direction_in_bid=False)


@pytest.mark.parametrize("preset", ["cutthroat_3", "dummy_seed", "double_dummy_seed"])
def test_option_bid_form_named_strain_in_other_games(preset: str) -> None:
    state = HandState.random(2, Rules.preset(preset, bid_form="named_strain"))
    player = DoubleDummyPlayer(time_limit=0.5)
    while state.stage in ("hand_option", "auction"):
        if state.stage == "auction" and not any(str(call) != "Pass" for _, call in state.calls):
            state.push("4 hearts low")
        else:
            state.push("keep" if state.stage == "hand_option" else "pass")
    assert str(state.strain) == "H-"
    assert player.act(state) in list(state.legal_acts())


def test_par_of_bids_that_name_the_strain() -> None:
    """Each hand takes its three tricks in a suit of its own: bids may say it or leave it open."""
    short = {"bid_base": 0, "min_bid": 1, "lowest_rank": 12, "hand_size": 3}
    points = set()
    for form in ("level_strain", "named_suit", "named_strain"):
        rules = Rules.preset("bid_whist_no_kitty", bid_form=form, **short)
        found = par("N:AKQ... .AKQ.. ..AKQ. ...AKQ", "W", rules=rules)
        points.add(found.points)
        if form == "named_strain":
            bids = [call for _, call in found.calls if str(call) != "Pass"]
            [strain] = strains_of(bids[-1], rules)
            assert strain in [each.contract.strain for each in found.contracts]
    assert len(points) == 1


def test_hands_with_named_strains_are_written_and_read() -> None:
    state = opened("3♠↓", "pass", "4 clubs high", "pass")
    hand = record_hand(state)
    assert [call.text for call in hand.calls] == ["3♠↓", "Pass", "4♣↑", "Pass"]
    [again] = read_ptn(format_ptn(hand))
    assert again.calls == hand.calls and again.contract == hand.contract == ws.Contract(4, "C+", "S")
    assert [str(read_call(call.text)) for call in again.calls] == ["3S-", "Pass", "4C+", "Pass"]

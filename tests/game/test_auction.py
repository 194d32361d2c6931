"""Auctions: who calls, which bids beat which, how they end, and what the winner names and takes then."""

import itertools

import pytest
from tests.support.hands_played import pushed, refused, started, texts, to_declare

from whistsolve.errors import ActError
from whistsolve.game import HandState, Match, beats, read_call, strains_of
from whistsolve.game.auction.calls import all_bids, may_equal
from whistsolve.rules import Rules
from whistsolve.values import Hand

SEED = "bid_whist_seed"
ONE_ROUND = ("bid_whist", "dummy", "double_dummy")
#: The bids of a number that name suit and direction, lowest first where each beats those before.
LADDER = ["4C+", "4C-", "4D+", "4D-", "4H+", "4H-", "4S+", "4S-", "4NT+", "4NT-"]
DOWN_FIRST = {"low_beats_high": "downtown_over_uptown"}


def opened(*calls, preset=SEED, dealer=3, **options):
    """A hand after some calls; hands of double dummy whist are played as dealt."""
    state = HandState.random(1, Rules.preset(preset, **options), dealer=dealer)
    while state.stage == "hand_option":
        state.push("keep")
    return pushed(state, *calls)


def legal(state, below=8):
    """The legal calls up to some number, in the order that the state gives them."""
    return [str(call) for call in state.legal_calls if str(call) == "Pass" or call.level < below]


def named(**options):
    return Rules.preset(SEED, bid_form="named_strain", **options)


def test_everybody_calls_once_from_the_dealers_left_to_the_dealer():
    for preset in ONE_ROUND:
        players = Rules.preset(preset).players
        for dealer in range(players):
            state = opened(preset=preset, dealer=dealer)
            for turn in range(1, players + 1):
                assert (state.stage, state.to_act) == ("auction", (dealer + turn) % players), preset
                assert {f"{turn + 2}NT", "Pass"} <= set(texts(state.legal_calls))
                state.push(f"{turn + 2}+")
            assert (state.stage == "auction", state.declarer) == (False, dealer), preset
            state = opened("3+", *["pass"] * (players - 1), preset=preset, dealer=dealer)
            assert (state.stage == "auction", state.declarer) == (False, (dealer + 1) % players), preset


def test_cutthroat_is_bid_until_all_but_one_have_passed():
    for players in (3, 4, 5, 6):
        calls = ("1", "2", *["pass"] * (players - 3), "3")
        state = opened(*calls, preset=f"cutthroat_{players}", dealer=players - 1)
        assert state.to_act == 0, "the dealer has called, and the bidding goes on"
        assert pushed(state, "4").to_act == 1
        pushed(state, "pass")
        assert (state.to_act, state.declarer) == (players - 1, None), "who passed in the first round is out"
        assert (pushed(state, "pass").declarer, state.stage) == (0, "declaration")


def test_option_pass_is_final_says_who_may_come_back():
    calls = ("3+", "pass", "4+", "pass", "5+")
    for final, caller in ((True, 2), (False, 1)):
        for rounds in ("until_one_left", "until_passed_out"):
            state = opened(*calls, auction_rounds=rounds, pass_is_final=final)
            assert state.to_act == caller
            # It ends when all others are out, have passed last, or have passed in a row.
            others = 1 if final else 2 if rounds == "until_one_left" else 3
            assert pushed(state, *["pass"] * (others - 1)).declarer is None, (final, rounds)
            assert pushed(state, "pass").declarer == 0, (final, rounds)
        state = opened(*calls, preset="cutthroat_4", bid_form="level_strain", pass_is_final=final)
        assert state.to_act == caller


def test_option_all_pass_says_what_happens_where_nobody_bids():
    tables = [(preset, {}) for preset in ONE_ROUND]
    tables += [("cutthroat_5", {}), (SEED, {"auction_rounds": "until_passed_out", "pass_is_final": False})]
    for preset, options in tables:
        for all_pass, void in (
            ("dealer_must_bid", ""),
            ("dealer_stuck_at_minimum", ""),
            ("redeal_same_dealer", "same_dealer"),
            ("redeal_next_dealer", "next_dealer"),
        ):
            case = (preset, options, all_pass)
            rules = Rules.preset(preset, all_pass=all_pass, **options)
            passes = ["pass"] * (rules.players - 1)
            state = opened(*passes, preset=preset, dealer=0, all_pass=all_pass, **options)
            assert state.to_act == 0, case
            if void:
                assert "Pass" in legal(state), case
                result = pushed(state, "pass").result()
                assert (result.void, result.points) == (void, (0,) * rules.players), case
                assert state.snapshot.auction.is_thrown_in, case
                match = Match(rules, dealer=0)
                match.add(result)
                assert match.dealer == (void == "next_dealer") and not any(match.standing.sets)
                continue
            highest = rules.max_bid if all_pass == "dealer_must_bid" else rules.min_bid
            levels = {call.level for call in state.legal_calls}  # no pass
            assert levels == set(range(rules.min_bid, highest + 1)), case
            refused(state, "pass", "the dealer bids")
            pushed(state, str(state.legal_calls[0]))
            while state.stage == "auction":
                state.push("pass")
            assert state.declarer == 0, case


def test_option_bid_form_says_what_a_bid_names():
    for bid_form, bids, text, strain, strains in (
        ("level_strain", ["3+", "3-", "3NT"], "3-", "S-", 4),
        ("level_nt_only", ["3", "3NT"], "3", "S-", 8),
        ("number_only", ["3"], "3", "NT-", 10),
        ("named_suit", ["3C", "3D", "3H", "3S", "3NT"], "3H", "H-", 2),
    ):
        state = opened(bid_form=bid_form)
        assert legal(state, 4) == ["Pass", *bids], bid_form
        pushed(state, text, "pass", "pass", "pass")
        assert len(state.legal_strains) == strains, bid_form
        assert str(pushed(state, strain).strain) == strain


def test_option_min_bid_is_the_lowest_number():
    for preset, min_bid in ((SEED, 0), (SEED, 4), (SEED, 7), ("dummy", 1), ("dummy", 0)):
        state = opened(preset=preset, dealer=2, min_bid=min_bid)
        assert legal(state, min_bid + 1) == ["Pass", *(f"{min_bid}{mark}" for mark in ("+", "-", "NT"))]
        assert state.legal_calls[-1].level == 7
        if min_bid:
            refused(state, f"{min_bid - 1}NT", f"expected a number from min_bid, {min_bid}, to 7")


def test_a_bid_must_be_better_than_the_best_so_far():
    """More books, or no-trump for a suit; a suit never beats no-trump, and fewer books nothing."""
    five = "5+ 5- 5NT"
    for options, best, better in (
        ({}, "4+", f"4NT {five}"),
        ({}, "4-", f"4NT {five}"),
        ({}, "4NT", five),
        ({"nt_beats_suit": False}, "4+", five),
        ({"nt_beats_suit": False}, "4NT", five),
        (DOWN_FIRST, "4+", f"4- 4NT {five}"),
        (DOWN_FIRST, "4-", f"4NT {five}"),
        ({"bid_form": "named_suit"}, "4H", "4S 4NT 5C 5D 5H 5S 5NT"),
        ({"bid_form": "named_strain"}, "5S+", "5NT+ 5NT-"),
        ({"bid_form": "named_strain", **DOWN_FIRST}, "5S+", "5S- 5NT+ 5NT-"),
        ({"bid_form": "named_strain", **DOWN_FIRST}, "5NT-", ""),
    ):
        for preset in ONE_ROUND:
            state = opened(best, preset=preset, dealer=0, **options)
            found = ["Pass", *better.split()]
            assert legal(state, 6) == found, (preset, options, best)
            dealing = pushed(state, *["pass"] * (state.rules.players - 2))
            assert (dealing.to_act, legal(dealing, 6)) == (0, found), "the dealer's too"
    for number, call in enumerate(order := ["1", "1NT", "2", "2NT", "3", "3NT"]):
        state = opened(*order[:number], preset="cutthroat_3", dealer=2)
        assert legal(state, 4) == ["Pass", *order[number:]], call


def test_the_winning_bid_leaves_the_suit_or_the_direction_to_be_named():
    tables = {
        **{("4+", preset): "C+ D+ H+ S+" for preset in ONE_ROUND},
        **{("4-", preset): "C- D- H- S-" for preset in ONE_ROUND},
        **{("4NT", preset): "NT+ NT-" for preset in (*ONE_ROUND, "cutthroat_4")},
        ("4", "cutthroat_4"): "C+ C- D+ D- H+ H- S+ S-",
    }
    for (bid, preset), strains in tables.items():
        players = Rules.preset(preset).players
        state = opened(bid, *["pass"] * (players - 1), preset=preset, dealer=players - 1)
        assert (state.stage, state.to_act, state.strain) == ("declaration", 0, None), (preset, bid)
        assert texts(state.legal_strains) == strains.split(), (preset, bid)
        for strain in strains.split():
            assert str(pushed(state.copy(), strain).contract) == f"4{strain} by N"


def test_no_bid_needs_more_books_than_there_are():
    tables = [(f"cutthroat_{players}", {}) for players in (3, 4, 5, 6)]
    tables += [(preset, {"kitty_book": "none"}) for preset in ("bid_whist", "cutthroat_3", "cutthroat_6")]
    tables += [("cutthroat_4", {"jokers": 0}), ("cutthroat_4", {"kitty_book": "first_trick_winner"})]
    for preset, options in [*tables, ("bid_whist", {}), ("bid_whist_no_kitty", {}), ("dummy", {})]:
        rules = Rules.preset(preset, **options)
        books = rules.dealt_hand_size + (rules.kitty_size > 0 and rules.kitty_book != "none")
        state = opened(preset=preset, dealer=rules.players - 1, **options)
        highest = max(call.level for call in state.legal_calls if str(call) != "Pass")
        assert highest + rules.bid_base == books, (preset, options)
        refused(state, f"{highest + 1}NT", rf"{highest + 1}NT.* expected ")


def test_option_dealer_may_equal_takes_the_contract():
    for rule, may in (
        (False, ["4NT"]),
        ("number", ["4+", "4-", "4NT"]),
        ("number_and_strain", ["4+", "4NT"]),
    ):
        state = opened("pass", "4+", "pass", dealer_may_equal=rule)
        assert legal(state, 5) == ["Pass", *may]
        if rule:  # also from a partner
            assert pushed(state, "4+").declarer == 3
        assert legal(opened("4+", dealer_may_equal=rule), 5) == ["Pass", "4NT"]
    # Where the bidding goes round, the dealer equals a number once.
    options = {"dealer_may_equal": "number", "auction_rounds": "until_one_left"}
    state = opened("4+", "4NT", "pass", **options)
    pushed(state, "4+", "pass", "4NT")  # over the dealer's own four
    assert legal(state, 5) == ["Pass"] and legal(pushed(state.copy(), "5+"), 6) == ["Pass", "5NT"]
    with pytest.raises(ActError, match="5- of player 1 is not legal: it does not beat 5NT"):
        pushed(state, "5NT", "5-")
    assert legal(opened("4+", "5-", "pass", **options), 6) == ["Pass", "5+", "5-", "5NT"]


def test_option_nt_direction_in_bid_says_when_it_is_named():
    state = opened("4+", nt_direction_in_bid=False)
    assert legal(state, 5) == ["Pass", "4NT"]
    pushed(state, "4NT", "pass", "pass")
    assert (state.stage, texts(state.legal_strains)) == ("declaration", ["NT+", "NT-"])
    state = opened("4+", nt_direction_in_bid=True)
    assert legal(state, 5) == ["Pass", "4NT+", "4NT-"]
    pushed(state, "4NT-", "pass", "pass")  # there is nothing left to declare
    assert (state.stage, str(state.strain)) == ("discard", "NT-")


def test_option_declare_timing_with_a_kitty():
    for timing in ("before_kitty", "before_dummy", "after_kitty", "after_dummy", "after_discard"):
        state = opened("4+", "pass", "pass", "pass", declare_timing=timing)
        stages = ["declaration", "discard"]
        if timing == "after_discard":
            stages.reverse()
        assert state.stage == stages[0], timing
        # Before the kitty the declarer has their own cards only.
        assert len(state.view(0).hand) == (12 if timing.startswith("before") else 18), timing
        state.push("S+" if stages[0] == "declaration" else Hand(list(state.hands[0])[:6]))
        assert state.stage == stages[1], timing


def test_the_kitty_goes_to_who_won_the_auction_and_as_many_cards_leave_the_hand():
    for declarer in range(4):
        state = to_declare(opened(preset="bid_whist"), "NT+", declarer)
        assert [len(state.view(player).hand) for player in range(4)] == [12] * 4, "the strain is named first"
        kitty = pushed(state, "NT-").deal.kitty
        assert kitty is not None and len(kitty) == 6
        own = [player == declarer for player in range(4)]
        assert [state.view(player).taken == kitty for player in range(4)] == own
        assert (state.stage, state.to_act, len(state.hands[declarer])) == ("discard", declarer, 18)
        # Any cards of the kitty or of the hand.
        away = Hand([*list(kitty)[:3], *list(state.deal.hands[declarer])[:3]])
        kept = state.hands[declarer] - away
        assert pushed(state, away).hands[declarer] == kept and len(kept) == 12
        assert [state.view(player).discards[declarer] == away for player in range(4)] == own


def test_option_downtown_ace_is_the_best_or_the_worst_card():
    for rule, strains in (("good", ["S-"]), ("bad", ["S~"]), ("declarer_choice", ["S-", "S~"])):
        for strain, winner in (("S-", 0), ("S~", 1)):
            state = started("N:A... 2... .A.. ..A. | 5...", dealer=3, downtown_ace=rule)
            to_declare(state, strain if strain in strains else strains[0], 0)
            assert [text for text in texts(state.legal_strains) if text[0] == "S"] == strains
            if strain in strains:
                pushed(state, strain, "S5", "SA", "S2", "HA", "DA")
                assert state.tricks[0].winner == winner, (rule, strain)
            else:
                refused(state, strain, f"under downtown_ace='{rule}'")


def test_option_bid_form_named_strain_names_suit_and_direction():
    assert [str(bid) for bid in all_bids(named()) if bid.level == 4] == LADDER
    state = opened(bid_form="named_strain")
    assert legal(state, 4) == ["Pass", *(bid.replace("4", "3") for bid in LADDER)]
    for call in ("4", "4+", "4S", "4NT"):
        refused(state, call, "suit or no-trump, and uptown or downtown; expected pass or a")
    pushed(state, "4 spades low", "pass", "pass", "pass")
    # Nothing is left to declare: the kitty is turned up and taken.
    assert (state.stage, str(state.contract)) == ("discard", "4S- by N")
    assert named().nt_direction_in_bid and named() == named(nt_direction_in_bid=True)
    assert "nt_direction_in_bid" not in named().overrides()
    # The ace is left where the declarer chooses.
    for rule, low in (("good", ["S-"]), ("bad", ["S~"]), ("declarer_choice", ["S-", "S~"])):
        options = {"bid_form": "named_strain", "downtown_ace": rule}
        assert [str(strain) for strain in strains_of(read_call("4S-"), named(downtown_ace=rule))] == low
        state = opened("4S-", "pass", "pass", "pass", **options)
        assert (state.stage == "declaration", texts(state.legal_strains)) == (len(low) == 2, low[:-1] and low)
        if state.stage == "declaration":
            assert str(pushed(state, "S~").contract) == "4S~ by N"
            state = opened("4S-", "pass", "pass", "pass", declare_timing="after_discard", **options)
        assert state.stage == "discard", rule


def test_option_bid_form_named_strain_ranks_suits_then_no_trump():
    """Level, then no-trump, then C D H S, then the direction of the same suit."""
    bids = [read_call(text) for text in LADDER]
    down_first, level = named(**DOWN_FIRST), named(nt_beats_suit=False, **DOWN_FIRST)
    equal = {rule: named(dealer_may_equal=rule) for rule in ("number", "number_and_strain")}
    for (place, one), (before, other) in itertools.product(enumerate(bids), enumerate(bids)):
        case, higher = (str(one), str(other)), place > before
        mixed = (one.trump == "NT") != (other.trump == "NT")
        assert beats(one, other, named()) == (higher and one.trump != other.trump), case
        assert beats(one, other, down_first) == higher, case
        assert beats(one, other, level) == (higher and not mixed), case
        assert may_equal(one, other, equal["number_and_strain"]) == (one == other), case
        assert may_equal(one, other, equal["number"]), case
    assert all(beats(read_call("5C+"), one, named()) for one in bids)

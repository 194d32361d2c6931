"""Jokers that must be discarded: as soon as the bid or the strain named says no-trump, from any hand."""

from itertools import islice

import pytest
from tests.support.hands_played import pushed, short_hand, started, to_declare

from whistsolve.errors import ActError
from whistsolve.game import Bid, Discard, HandState, strains_of
from whistsolve.players import DoubleDummyPlayer
from whistsolve.rules import Rules
from whistsolve.values import Deal, Hand

TIMINGS = ("before_kitty", "after_kitty", "after_discard", "after_dummy", "before_dummy")
#: Rules with jokers for every way to have cards too many: from a kitty, in one dummy, in two.
GAMES = {
    "kitty": {"preset": "bid_whist_seed"},
    "alone": {"preset": "cutthroat_3"},
    "dummy": {"preset": "dummy_seed", "jokers": 2, "min_bid": 3},
    "dummies": {"preset": "double_dummy_seed", "jokers": 2, "min_bid": 3},
}
FORMS = {
    "NT": {"bid_form": "level_nt_only"},
    "NT, -": {"bid_form": "level_strain"},
    "NT-": {"bid_form": "level_strain", "nt_direction_in_bid": True},
    "suit or NT": {"bid_form": "named_suit"},
    "number": {"bid_form": "number_only"},
}


def rules_of(game: str, form: str, timing: str, **options: object) -> Rules:
    given = {**GAMES[game], **FORMS[form], **options}
    preset = str(given.pop("preset"))
    return Rules.preset(preset, joker_no_trump="exchanged", declare_timing=timing, **given)


def is_no_trump_by_now(state: HandState) -> bool:
    """Whether no strain with trumps can be named any more, read off calls and strain."""
    if state.strain is not None:
        return state.strain.is_no_trump
    bids = [call for _, call in state.calls if isinstance(call, Bid)]
    return all(strain.is_no_trump for strain in strains_of(bids[-1], state.rules))


@pytest.mark.parametrize("timing", TIMINGS)
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("game", GAMES)
def test_forced_discards_are_the_same_for_everybody(game: str, form: str, timing: str) -> None:
    player = DoubleDummyPlayer()
    seen = 0
    for seed in range(6):
        rules = rules_of(game, form, timing)
        state = to_declare(short_hand(rules, seed, 3), "NT-", seed % rules.players)
        while state.stage in ("declaration", "discard"):
            if state.stage == "declaration":
                state.push("NT-")
                continue
            held, number = state.hands[state.hand_to_play], state.discard_number
            jokers = list(held.jokers) if is_no_trump_by_now(state) else []
            must = state.forced_discards
            assert not must - Hand(jokers) and len(must) == min(len(jokers), number)
            seen += len(must)
            for act in islice(state.legal_acts(), 40):
                assert isinstance(act, Discard) and not must - act.cards and len(act.cards) == number
                state.copy().push(act)
            if must:
                kept = Hand([card for card in held if card not in must][:number])
                with pytest.raises(ActError, match="is kept: under exchange_bidder_must_bury"):
                    state.push(kept)
            chosen = player.discard(state)
            assert not must - Hand(chosen.cards) and len(chosen.cards) == number
            state.push(Hand(chosen.cards))
    # A bid of a number leaves trumps possible until the strain is named.
    open_yet = form == "number" and timing in (
        ("after_discard", "after_dummy") if rules.has_dummies else ("after_discard",)
    )
    assert (seen > 0) == (not open_yet)


@pytest.mark.parametrize("timing", TIMINGS)
def test_nothing_is_forced_in_a_trump_contract_or_without_the_rule(timing: str) -> None:
    for strain, bury in (("S-", True), ("NT-", False)):
        rules = rules_of("kitty", "NT, -", timing, exchange_bidder_must_bury=bury)
        for seed in range(6):
            state = to_declare(short_hand(rules, seed, 3), strain, seed % 4)
            while state.stage == "declaration":
                state.push(strain)
            assert state.stage == "discard" and not state.forced_discards


@pytest.mark.parametrize("timing", ("before_kitty", "after_kitty", "after_discard"))
def test_a_bid_of_no_trump_forces_the_jokers_of_the_bidder(timing: str) -> None:
    deal = "N:76....L K32... Q54... AT9... | .4.6..B"
    state = started(deal, dealer=3, joker_no_trump="exchanged", declare_timing=timing)
    to_declare(state, "NT+", 0)
    if timing != "after_discard":
        state.push("NT+")
    assert state.forced_discards == Hand("....BL") and state.discard_number == 3
    with pytest.raises(ActError, match="BJ LJ is kept"):
        state.push("S6 S7 H4")
    state.push("BJ LJ S6")
    if timing == "after_discard":
        state.push("NT-")
    assert state.stage == "play" and not state.snapshot.exchanges


@pytest.mark.parametrize("timing", TIMINGS)
def test_a_bid_of_no_trump_forces_the_jokers_of_a_dummy(timing: str) -> None:
    suits = ["AKQJT98765432"]
    deal = Deal([Hand("." * at + suits[0] + "." * (3 - at)) for at in range(4)], "....BL")
    rules = Rules.preset("dummy_seed", jokers=2, joker_no_trump="exchanged", declare_timing=timing)
    state = pushed(HandState(deal, rules, dealer=2), "4NT", "pass", "pass")
    if state.stage == "declaration":
        state.push("NT+")
    assert (state.stage, state.hand_to_play) == ("discard", 3)
    assert state.forced_discards == Hand("....BL")
    assert [str(act) for act in state.legal_acts()] == ["BJ LJ"]
    with pytest.raises(ActError, match="is kept: under exchange_bidder_must_bury"):
        state.push("C2 C3")


def test_a_hand_with_more_jokers_than_cards_too_many_exchanges_the_rest() -> None:
    """One dummy of double dummy whist is dealt both jokers, and discards a single card."""
    rules = Rules.preset("double_dummy_seed", jokers=2, joker_no_trump="exchanged", hand_option="off")
    deal = Deal(["A2", "K3", "Q....B", "J4"], "...2.L")
    state = HandState(deal, rules, dealer=1, extra=[["LJ"], ["C2"]])
    pushed(state, "4NT", "pass")
    while state.stage != "exchange":
        forced = len(state.forced_discards) if state.stage == "discard" else 0
        assert forced == (state.hand_to_play == 2)
        state.push(next(state.legal_acts()))
    assert (state.hand_to_play, state.discards[2]) == (2, Hand("....L"))
    assert pushed(state, state.legal_picks[0]).stage == "play"

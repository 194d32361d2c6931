"""Where the sources contradict each other: each point set either way, by its number, with both outcomes."""

from __future__ import annotations

import pytest
from tests.support.hands_played import (
    played_hand,
    played_out,
    pushed,
    started,
    sure_deal,
    texts,
    to_declare,
    to_play,
    trick_with_reneges,
)

from whistsolve.errors import PlayError
from whistsolve.game import HandState, Match
from whistsolve.rules import Rules
from whistsolve.values import Deal

SEED = "bid_whist_seed"


def after(*calls: str, preset: str = SEED, **options: object) -> list[str]:
    """The legal bids below five after some calls; player 0 calls first, 3 deals."""
    state = pushed(HandState.random(1, Rules.preset(preset, **options), dealer=3), *calls)
    return texts(call for call in state.legal_calls if str(call) != "Pass" and call.level < 5)


def points(
    tricks: int, bid: str, strain: str = "S+", preset: str = SEED, **options: object
) -> tuple[int, int]:
    """What North and East score where North bids and takes so many tricks at the table."""
    match = Match(Rules.preset(preset, **options), dealer=3)
    return played_hand(match, tricks, bid, strain=strain).points[:2]


@pytest.mark.parametrize(
    ("preset", "options", "takes_out"),
    [
        (SEED, {}, False),
        (SEED, {"low_beats_high": "downtown_over_uptown"}, True),
        ("bid_whist_cardsharks_5", {}, True),
        ("bid_whist_honours_even", {}, True),
    ],
)
def test_contradiction_1_downtown_over_uptown(
    preset: str, options: dict[str, object], takes_out: bool
) -> None:
    assert ("4-" in after("4+", preset=preset, **options)) == takes_out
    assert "4+" not in after("4-", preset=preset, **options)


@pytest.mark.parametrize(
    ("preset", "lowest"),
    [(SEED, 3), ("bid_whist_common", 4), ("bid_whist_cardsharks_5", 4), ("bid_whist_52_whistportal", 1)],
)
def test_contradiction_2_the_minimum_bid(preset: str, lowest: int) -> None:
    assert after(preset=preset)[0][0] == str(lowest)
    assert after(min_bid=lowest, preset=SEED)[0] == f"{lowest}+"


@pytest.mark.parametrize(
    ("preset", "bid", "may"),
    [
        (SEED, "4+", ["4NT"]),
        ("bid_whist_52_whistportal", "4", ["4"]),
        ("bid_whist_honours_even", "4+", ["4+", "4-", "4NT"]),
    ],
)
def test_contradiction_3_the_dealer_may_equal(preset: str, bid: str, may: list[str]) -> None:
    assert after("pass", bid, "pass", preset=preset) == may


@pytest.mark.parametrize(
    ("preset", "strains"),
    [(SEED, ["S-"]), ("bid_whist_honours_even", ["S~"]), ("bid_whist_52_whistportal", ["S-", "S~"])],
)
def test_contradiction_4_the_ace_downtown(preset: str, strains: list[str]) -> None:
    winners = {"S-": 0, "S~": 1}
    for strain in strains:
        state = started("N:A 2 .A ..A | 5", preset, dealer=3)
        to_declare(state, strain, 0)
        assert [text for text in texts(state.legal_strains) if text in winners] == sorted(strains)
        pushed(state, strain, "S5", "SA", "S2", "HA", "DA")
        assert state.tricks[0].winner == winners[strain]


@pytest.mark.parametrize(
    ("kind", "winner"), [("must_discard_first_void", 0), ("free_discard", 0), ("high_no_suit", 1)]
)
def test_contradiction_5_what_jokers_are_worth_in_no_trump(kind: str, winner: int) -> None:
    state = to_play(started("N:A ....B K Q | 5", dealer=3, joker_no_trump=kind), "NT+")
    assert pushed(state, "SA", "BJ", "SK", "SQ").tricks[0].winner == winner


@pytest.mark.parametrize(("kitty_book", "books"), [("bidder", (10, 3)), ("first_trick_winner", (9, 4))])
def test_contradiction_6_the_book_of_the_kitty(kitty_book: str, books: tuple[int, int]) -> None:
    """East leads and wins three tricks, North, who is declarer, all others."""
    rules = Rules.preset(SEED, kitty_book=kitty_book, first_leader="left_of_bidder")
    state = to_play(HandState(sure_deal(3, rules, (1, 2, 3, 0)), rules, dealer=3), "NT+", level=4)
    result = played_out(state).result()
    assert result.books == books
    assert result.points[:2] == ((4, 0) if books[0] == 10 else (-4, 0))


@pytest.mark.parametrize(
    ("preset", "made_scoring", "score"),
    [(SEED, "books_over_six", 6), ("bid_whist_no_kitty", "books_over_six", 5), (SEED, "bid_only", 4)],
)
def test_contradiction_7_overtricks(preset: str, made_scoring: str, score: int) -> None:
    assert points(11, "4+", preset=preset, made_scoring=made_scoring) == (score, 0)
    assert points(11, "4+", preset="bid_whist_cardsharks_5") == (4, 0)


@pytest.mark.parametrize(("multiplier", "made", "down"), [(1, 4, -4), (2, 8, -8)])
def test_contradiction_8_no_trump_doubled(multiplier: int, made: int, down: int) -> None:
    assert points(9, "4NT", "NT+", nt_multiplier=multiplier) == (made, 0)
    assert points(8, "4NT", "NT+", nt_multiplier=multiplier) == (down, 0)
    preset = SEED if multiplier == 1 else "bid_whist_common"
    assert points(9, "4NT", "NT+", preset=preset) == (made, 0)


@pytest.mark.parametrize(
    ("preset", "options", "taken", "bid"),
    [
        (SEED, {}, 7, 7),
        ("bid_whist_honours_even", {}, 13, 13),
        (SEED, {"boston_bonus": "double"}, 7, 14),
        (SEED, {"boston_bonus": "quadruple"}, 28, 28),
        ("bid_whist_parlett", {}, 16, 28),  # four times what was bid
    ],
)
def test_contradiction_9_a_boston(preset: str, options: dict[str, object], taken: int, bid: int) -> None:
    assert points(12, "4+", preset=preset, **options) == (taken, 0)
    assert points(12, "7+", preset=preset, **options) == (bid, 0)


@pytest.mark.parametrize(
    ("set_scoring", "scores", "winners"),
    [("bidder_loses", (-4, 3), set()), ("both", (-4, 7), {1, 3})],
)
def test_contradiction_10_the_back_door(set_scoring: str, scores: tuple[int, int], winners: set[int]) -> None:
    match = Match(Rules.preset(SEED, set_scoring=set_scoring), dealer=3, scores=(0, 3, 0, 3))
    played_hand(match, 8, "4+")
    assert (match.scores[:2], match.winners) == (scores, winners)


@pytest.mark.parametrize(("declare_timing", "cards"), [("before_kitty", 12), ("after_kitty", 18)])
def test_contradiction_11_declaring_before_or_after_the_kitty(declare_timing: str, cards: int) -> None:
    state = HandState.random(1, Rules.preset(SEED, declare_timing=declare_timing), dealer=3)
    to_declare(state, "S+", 0)
    assert state.stage == "declaration" and len(state.view(0).hand) == cards
    assert pushed(state, "S+").stage == "discard" and len(state.view(0).hand) == 18


@pytest.mark.parametrize(
    ("preset", "options", "leader"),
    [
        ("whist_seed", {}, 2),
        ("whist_seed", {"direction_of_play": "clockwise"}, 2),
        ("whist_seed", {"first_leader": "left_of_dealer", "direction_of_play": "clockwise"}, 3),
        ("whist_portland", {}, 3),
    ],
)
def test_contradiction_12_the_first_lead_at_whist(
    preset: str, options: dict[str, object], leader: int
) -> None:
    deal = "N:AK... .AK.. ..AK. ...AK"
    assert started(deal, preset, dealer=2, turned="DK", **options).to_act == leader


@pytest.mark.parametrize(("preset", "score"), [("whist_seed", 3), ("whist_portland", 2)])
def test_contradiction_13_three_honours(preset: str, score: int) -> None:
    """The dealer leads and wins seven tricks; of four honours in trumps his left hand has the jack."""
    rules = Rules.preset(preset, honours=True, first_leader="dealer")
    hands = [[str(card) for card in hand] for hand in sure_deal(7, rules).hands]
    hands[0][hands[0].index("SJ")], hands[1][hands[1].index("S7")] = "S7", "SJ"
    state = played_out(HandState(Deal(hands), rules, dealer=0, turned="SA"))
    assert state.result().points == (1 + score, 0, 1 + score, 0)


@pytest.mark.parametrize(
    ("penalty", "books", "score"),
    [
        ("minus_points:2", (7, 6), (-1, 0)),
        ("transfer_tricks:3", (4, 9), (0, 3)),
        ("plus_points_opp:3", (7, 6), (1, 3)),
        ("minus_points:3", (7, 6), (-2, 0)),
    ],
)
def test_contradiction_14_a_revoke(penalty: str, books: tuple[int, int], score: tuple[int, int]) -> None:
    rules = Rules.preset("whist_seed", renege_mode="detect_and_call", renege_penalty=penalty)
    state = HandState(sure_deal(7, rules), rules, dealer=0, turned="SA")
    played_out(trick_with_reneges(state, 2))
    result = pushed(state, "renege 1 by 1", "settle").result()
    assert (result.books, result.points[:2]) == (books, score)


@pytest.mark.parametrize(
    ("set_scoring", "score"),
    [("opponents_gain", (0, 5, 5)), ("bidder_loses", (-5, 0, 0)), ("both", (-5, 5, 5))],
)
def test_contradiction_15_a_set_in_dummy_whist(set_scoring: str, score: tuple[int, ...]) -> None:
    match = Match(Rules.preset("dummy_seed", set_scoring=set_scoring), dealer=2)
    assert played_hand(match, 10, "5+", roles=(0, 1, 3, 2)).points == score


@pytest.mark.parametrize(
    ("rule", "may"),
    [("first_suited_card", ["BJ", "CK"]), ("forbidden_unless_only_jokers", ["CK"])],
)
def test_contradiction_16_leading_a_joker_in_no_trump(rule: str, may: list[str]) -> None:
    deal = "N:...K.B .92.. A5... .A.4. | ..2."
    state = to_play(started(deal, dealer=3, joker_lead_no_trump=rule), "NT+")
    assert texts(state.legal_cards) == may
    if "BJ" in may:
        assert texts(pushed(state, "BJ", "H9", "S5").legal_cards) == ["HA"]
    else:
        with pytest.raises(PlayError, match="a joker is led last"):
            state.push("BJ")


@pytest.mark.parametrize(
    ("set_scoring", "score"),
    [
        ("bidder_loses", (-4, 0)),
        ("both_odd", (-4, 2)),
        ("opponents_odd_tricks", (0, 2)),
        ("opponents_gain", (0, 4)),
        ("both", (-4, 4)),
    ],
)
def test_contradiction_17_what_a_set_brings_the_defenders(set_scoring: str, score: tuple[int, int]) -> None:
    """East leads and takes eight tricks, North, who bid four, four and the kitty's book."""
    rules = Rules.preset(SEED, set_scoring=set_scoring, first_leader="left_of_bidder")
    state = to_play(HandState(sure_deal(8, rules, (1, 2, 3, 0)), rules, dealer=3), "NT+", level=4)
    assert played_out(state).result().points[:2] == score

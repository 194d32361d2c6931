"""Jokers exchanged for discards before a no-trump hand, and solving after the exchange."""

import random

import pytest

import whistsolve as ws
from whistsolve.solving import exchange_jokers

EXCHANGED = ws.Rules.preset("bid_whist_seed", joker_no_trump="exchanged")
TO_THE_RIGHT = ws.Rules.preset("bid_whist_seed", direction_of_play="counterclockwise")
#: East declares: South comes first, then West, then North.
BEFORE = ws.Deal.from_text("N:AK....B QJ..2. T9....L 87..3. | ..4567.")


def after_discard(seed: int) -> tuple[ws.Deal, int]:
    """A full deal whose declarer has put the jokers and some other cards among the discards."""
    deal = ws.Deal.random(seed)
    declarer = seed % 4
    assert deal.kitty is not None
    held = list(deal.hands[declarer] | deal.kitty)
    held.sort(key=lambda card: (not card.is_joker, card))
    hands = list(deal.hands)
    hands[declarer] = ws.Hand(held[6:])
    return ws.Deal(hands, held[:6]), declarer


@pytest.mark.parametrize("seed", range(25))
def test_hands_keep_their_size_and_the_pile_takes_the_jokers(seed: int) -> None:
    before, declarer = after_discard(seed)
    after = exchange_jokers(before, declarer, seed=seed)
    assert before.kitty is not None and after.kitty is not None
    assert after.hand_size == before.hand_size and len(after.kitty) == len(before.kitty)
    assert not any(hand.jokers for hand in after.hands)
    assert len(after.kitty.jokers) == 2, "both are in the pile, wherever they were"
    every = ws.Hand()
    for hand in (*after.hands, after.kitty):
        every |= hand
    assert len(every) == 54
    for old, new in zip(before.hands, after.hands, strict=True):
        assert old - new == old.jokers
        assert len(new - old) == len(old.jokers) and new - old == (new - old) & before.kitty
    assert after.hands[declarer] == before.hands[declarer]


def test_some_of_these_deals_have_jokers_to_exchange() -> None:
    counts = {sum(len(hand.jokers) for hand in after_discard(seed)[0].hands) for seed in range(25)}
    assert counts == {0, 1, 2}


@pytest.mark.parametrize("seed", [0, 1, -7, 10**30])
def test_the_pick_is_drawn_from_the_seed(seed: int) -> None:
    assert exchange_jokers(BEFORE, "E", seed=seed) == exchange_jokers(BEFORE, "E", seed=seed)


def test_every_discard_can_be_drawn() -> None:
    after = [exchange_jokers(BEFORE, "E", seed=seed) for seed in range(200)]
    drawn = {(str(deal.hands[0] - BEFORE.hands[0]), str(deal.hands[2] - BEFORE.hands[2])) for deal in after}
    cards = ["..7.", "..6.", "..5.", "..4."]
    assert drawn == {(one, other) for one in cards for other in cards if one != other}
    assert len({str(exchange_jokers(BEFORE, "E")) for _ in range(60)}) > 1, "without a seed, new draws"


@pytest.mark.parametrize(
    ("declarer", "rules", "first"),
    [
        ("E", None, 2), ("E", EXCHANGED, 2), ("E", TO_THE_RIGHT, 0),
        ("W", None, 0), ("W", TO_THE_RIGHT, 2), (1, None, 2),
    ],
)  # fmt: skip
def test_holders_pick_in_the_order_of_play_from_the_declarer_on(
    declarer: str | int, rules: ws.Rules | None, first: int
) -> None:
    after = exchange_jokers(BEFORE, declarer, picks=["D7", "D4"], rules=rules)
    second = 2 - first
    assert after.hands[first] - BEFORE.hands[first] == ws.Hand(["D7"])
    assert after.hands[second] - BEFORE.hands[second] == ws.Hand(["D4"])
    assert after.kitty == ws.Hand("..65..BL")


def test_who_holds_both_gives_up_the_big_one_first() -> None:
    both = ws.Deal(["AK", "QJ", ".A2", "....BL"], "..45")
    after = exchange_jokers(both, "N", picks=["D5", "D4"])
    assert (str(after.hands[3]), str(after.kitty)) == ("..54.", "....BL")


def test_without_jokers_in_the_hands_nothing_changes() -> None:
    for text in ("N:A... K... Q... J...", "N:A... K... Q... J... | 2.3...B", "0:A2... K3... Q4..."):
        deal = ws.Deal.from_text(text)
        assert exchange_jokers(deal, 0, seed=1) == deal
        assert exchange_jokers(text, 0, picks=()) == deal


@pytest.mark.parametrize("seats", [2, 3, 5, 6])
def test_with_other_numbers_of_hands(seats: int) -> None:
    hands = ["A2", "K3", "Q4", "J5", "T6", "97"][:seats]
    hands[seats - 1] = "9....L"
    after = exchange_jokers(ws.Deal(hands, ".AKQ"), 0, picks=["HK"])
    assert after.hands[seats - 1] == ws.Hand("9.K") and after.kitty == ws.Hand(".AQ...L")


@pytest.mark.parametrize(
    ("deal", "declarer", "picks", "error", "words"),
    [
        (BEFORE, "N", None, ws.DealError, r"^N holds a joker: expected the declarer to have put it"),
        (BEFORE, "S", None, ws.DealError, r"^S holds a joker"),
        ("N:A....B K2 Q3 J4", "E", None, ws.DealError, r"^there is no discard left for BJ of N$"),
        ("N:A....B K2 Q3 J4 | ....L", "E", None, ws.DealError, r"^there is no discard left for BJ of N$"),
        ("N:A....B K2 Q3 J....L | 5", "E", None, ws.DealError, r"^there is no discard left for BJ of N$"),
        (BEFORE, "E", [], ws.NotationError, r"^there are 0 picks: expected one for LJ too$"),
        (BEFORE, "E", ["D4"], ws.NotationError, r"^there are 1 picks: expected one for BJ too$"),
        (BEFORE, "E", ["D4", "D5", "D6"], ws.NotationError, r"^there are 3 picks: expected 2, one for each"),
        (BEFORE, "E", ["D4", "D4"], ws.NotationError, r"^pick D4 is not .*: expected one of D7, D6, D5$"),
        (BEFORE, "E", ["SA", "D4"], ws.NotationError, r"^pick SA is not among the discards"),
        (BEFORE, "E", ["BJ", "D4"], ws.NotationError, r"^pick BJ is not among the discards"),
        (BEFORE, "E", ["D1", "D4"], ws.NotationError, "'D1' is no card"),
        (BEFORE, "X", None, ws.NotationError, r"^declarer 'X' is no seat"),
        (BEFORE, 4, None, ws.NotationError, r"^declarer 4 is no seat"),
    ],
)  # fmt: skip
def test_exchanges_that_cannot_be(
    deal: ws.Deal | str,
    declarer: str | int,
    picks: list[str] | None,
    error: type[ws.WhistError],
    words: str,
) -> None:
    with pytest.raises(error, match=words):
        exchange_jokers(deal, declarer, picks=picks, seed=1)


@pytest.mark.parametrize("strain", ["NT+", "NT-", "NT~"])
def test_a_joker_that_is_left_is_an_error_and_afterwards_it_is_plain_no_trump(strain: str) -> None:
    with pytest.raises(ws.DealError, match=r"^N holds BJ in NT.*exchange_jokers"):
        ws.solve(BEFORE, strain, "E", rules=EXCHANGED)
    after = exchange_jokers(BEFORE, "E", seed=3, rules=EXCHANGED)
    plain = ws.Rules.preset("bid_whist_no_kitty")
    for leader in range(4):
        found = ws.solve(after, strain, leader, rules=EXCHANGED)
        assert found.tricks == ws.solve(after, strain, leader, rules=plain).tricks
        assert ws.solve_cards(after, strain, leader, rules=EXCHANGED) == ws.solve_cards(
            after, strain, leader, rules=plain
        )


@pytest.mark.parametrize("seed", range(4))
def test_full_hands_after_the_exchange(seed: int) -> None:
    before, declarer = after_discard(seed)
    after = exchange_jokers(before, declarer, seed=seed, rules=EXCHANGED)
    table = ws.table(after, rules=EXCHANGED)
    assert table == ws.table(after, rules=ws.Rules.preset("bid_whist_52_whistportal", kitty_book="none"))
    assert table == ws.table(after)
    rng = random.Random(seed)
    strain = rng.choice(("NT+", "NT-"))
    assert table[declarer, strain] == ws.solve(after, strain, declarer, rules=EXCHANGED).tricks

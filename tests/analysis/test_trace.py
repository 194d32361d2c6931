"""Played hands analysed: two real ones, small ones checked by hand; test_perfect_moments has random ones."""

import random
from dataclasses import replace

import pytest
from tests.support.command import SPADES
from tests.support.traced import HAND_241, HAND_327, NO_JOKERS, checked, losses

import whistsolve as ws
from whistsolve.game.auction.calls import all_strains
from whistsolve.game.record import PlayedHand

# The hands that were played.


def test_the_spade_hand_loses_nothing_from_the_second_trick_on() -> None:
    found = checked(HAND_327)
    assert [card.trick for card in found.losses] == [1]
    assert all(card.lost == 0 and card.after == 9 for card in found.cards if card.trick > 1)
    assert (found.start, found.end, found.taken, found.finished) == (10, 9, 5, False)
    assert losses(found) == [(1, "S4", 1, "D5 H5 D4 D3 DA")]
    assert found.discard is not None
    assert (found.discard.lost, found.discard.tricks, found.discard.best) == (0, 10, 10)
    assert found.discard.best_cards == found.discard.cards == tuple(HAND_327.removed[2])
    assert found == checked(SPADES.read_bytes().decode())


def test_the_discard_of_the_no_trump_hand_costs_exactly_one_trick() -> None:
    found = checked(HAND_241, rules=NO_JOKERS)
    assert (found.best, found.start, found.end, found.taken, found.finished) == (8, 7, 7, 7, True)
    discard = found.discard
    assert discard is not None
    assert (discard.seat, discard.tricks, discard.best, discard.lost) == (2, 7, 8, 1)
    assert discard.cards == tuple(ws.Hand.from_text(".T2.Q2."))
    assert discard.best_cards in ws.optimal_discards(HAND_241.deal, "NT+", "S")
    assert losses(found) == [(13, "C4", 1, "D5 D9"), (37, "SA", 1, "S7")]
    assert found.first_loss == found.losses[0] == found.cards[12]
    assert [card.by_declarer for card in found.losses] == [False, True]
    assert (found.side, found.given_by_declarer, found.given_by_defence) == ((0, 2), 1, 1)


def test_every_trick_of_a_hand_is_what_the_solver_says() -> None:
    found = checked(HAND_241)
    for count in range(0, 48, 5):
        asked = {"declarer": "S", "played": HAND_241.plays[:count]}
        solution = ws.solve(HAND_241.deal_in_play, "NT+", "S", **asked)
        assert found.cards[count].before == solution.won + solution.tricks
    assert found.nodes > 0 and found.contract is None
    assert hash(found) == hash(checked(HAND_241))


def test_a_hand_that_ends_anywhere() -> None:
    whole = checked(HAND_241)
    for count in (0, 1, 13, 47):
        part = checked(replace(HAND_241, plays=HAND_241.plays[:count]))
        assert part.cards == whole.cards[:count]
        assert (part.start, part.discard) == (whole.start, whole.discard)
        assert part.end == (whole.cards[count - 1].after if count else whole.start)
        won = ws.solve(HAND_241.deal_in_play, "NT+", "S", played=HAND_241.plays[:count]).won
        assert (part.taken, part.finished) == (won, False)


# Small hands, checked by hand.


def test_discards_of_a_part_and_of_the_wrong_card() -> None:
    for deal, added, removed, plays, lost, best, start in (
        ("N:A... K... Q... J... | 2...", "S2", "SA", "S2 SK SQ SJ", 1, "S2", 0),
        # Where a part of the kitty is taken, that is all that can be given up.
        ("N:2... K... Q... J... | A3...", "S3", "S2", "", 0, "S2", 0),
    ):
        exchange = {"added": {"N": [added]}, "removed": {"N": [removed]}}
        found = checked(PlayedHand(deal, contract="1NT+ by N", leader="N", plays=plays, **exchange))
        assert found.discard is not None
        assert (found.discard.lost, " ".join(map(str, found.discard.best_cards))) == (lost, best)
        assert (found.best, found.start, found.losses, found.first_loss) == (lost, start, (), None)


# Contracts.

#: Contracts for books, from one on, so that hands of three cards make them.
SHORT = ws.Rules.preset("bid_whist_seed", hand_size=3, kitty_size=42, bid_base=0, min_bid=1)


@pytest.mark.parametrize(
    ("downtown_ace", "kitty_book"),
    [("good", "bidder"), ("bad", "first_trick_winner"), ("declarer_choice", "none")],
)
def test_the_best_contract_of_short_hands(downtown_ace: str, kitty_book: str) -> None:
    cards = [suit + rank for suit in "SHDC" for rank in "AK32"]
    random.Random(0).shuffle(cards)
    deal = ws.Deal([cards[i * 3 : i * 3 + 3] for i in range(4)], cards[12:14])
    rules = replace(SHORT, downtown_ace=downtown_ace, kitty_book=kitty_book, nt_multiplier=2)  # type: ignore[arg-type]
    exchange = {"added": {"E": deal.kitty}, "removed": {"E": deal.kitty}}
    hand = PlayedHand(deal, contract="1S+ by E", leader="E", **exchange)
    verdict = checked(hand, rules=rules, contract=True).contract
    assert verdict is not None
    marks = {"good": "+-", "bad": "+~", "declarer_choice": "+-~"}[downtown_ace]
    want: dict[str, tuple[int, int, int]] = {}
    for strain in (trump + mark for mark in marks for trump in ("S", "H", "D", "C", "NT")):
        tricks = int(ws.best_discard(deal, strain, "E", rules=rules).tricks)
        books = tricks + (kitty_book == "bidder")
        # All books score in a contract made; the smallest contract is the cheapest to lose.
        points = (2 if strain.startswith("NT") else 1) * (books or -1)
        want[strain] = points, max(books, 1), tricks
    most = max(points for points, _, _ in want.values())
    assert (verdict.played.tricks, verdict.played.points) == (want["S+"][2], want["S+"][0])
    assert verdict.lost == most - want["S+"][0] > 0
    assert {each.contract.declarer for each in verdict.best} == {1}
    best = {str(each.contract.strain): each for each in verdict.best}
    got = {strain: (each.points, each.contract.level, each.tricks) for strain, each in best.items()}
    assert got == {strain: numbers for strain, numbers in want.items() if numbers[0] == most}


def test_opponents_points_count_against_a_contract() -> None:
    high = replace(HAND_241, contract=ws.Contract.from_text("5NT+ by S"))
    for scoring, points, lost in ((NO_JOKERS.set_scoring, -5, 9), ("both", -10, 14)):
        verdict = checked(high, rules=replace(NO_JOKERS, set_scoring=scoring), contract=True).contract
        assert verdict is not None and (verdict.played.points, verdict.lost) == (points, lost)


def test_a_contract_without_a_kitty() -> None:
    rules = ws.Rules.preset("bid_whist_no_kitty", lowest_rank=13, hand_size=2, bid_base=0)
    hand = PlayedHand("N:AQ... K2... JT... 98...", contract="1H+ by N", leader="N")
    found = checked(hand, rules=rules, contract=True)
    assert found.discard is None and found.contract is not None
    assert found.contract.played.tricks == found.start == ws.solve(hand.deal, "H+", "N").tricks
    tricks = {strain: ws.solve(hand.deal, strain, "N").tricks for strain in all_strains(rules)}
    assert found.contract.best[0].tricks == max(
        tricks[value.contract.strain] for value in found.contract.best
    )
    assert found.contract.best[0].points == max(
        (2 if strain.is_no_trump else 1) * number for strain, number in tricks.items()
    )

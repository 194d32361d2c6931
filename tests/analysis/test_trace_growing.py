"""A trace while it is worked out: each card as it is found."""

from dataclasses import replace

import pytest
from tests.support.traced import HAND_241, NO_JOKERS

import whistsolve as ws
from whistsolve.analysis import CardValue
from whistsolve.errors import DealError, WhistError
from whistsolve.game.record import PlayedHand


def test_each_card_is_told_as_it_is_found_and_better_cards_after_that() -> None:
    told: list[CardValue] = []
    done: list[int] = []
    cards_of: list[int] = []

    def progress(answered: int, _: int | None) -> None:
        done.append(answered)
        cards_of.append(len(told))

    found = ws.analyse_play(HAND_241, rules=NO_JOKERS, on_card=told.append, progress=progress)
    assert found == ws.analyse_play(HAND_241, rules=NO_JOKERS)
    values = [replace(card, better=()) for card in found.cards]
    assert told == [*reversed(values), *found.losses] and len(found.losses) == 2
    # A card for each position but the last one, and the best discard when all were told.
    assert cards_of == [0, *range(48), 50] and done == list(range(1, 51))
    # Later ones replace those before them.
    assert tuple({card.number: card for card in told}[number] for number in range(1, 49)) == found.cards


def test_what_is_raised_on_the_way_is_passed_on() -> None:
    def stop(card: CardValue) -> None:
        raise KeyboardInterrupt(card.number)

    with pytest.raises(KeyboardInterrupt, match="48"):
        ws.analyse_play(HAND_241, rules=NO_JOKERS, on_card=stop)
    with pytest.raises(WhistError, match="on_card 'x' is wrong: expected a function of a card"):
        ws.analyse_play(HAND_241, rules=NO_JOKERS, on_card="x")  # type: ignore[arg-type]


def test_discards_that_are_too_many_are_refused_before_any_card() -> None:
    """Seven cards of 33 are kept: the search for the best discard would refuse them later."""
    deck = [*(f"{suit}{rank}" for suit in "SHDC" for rank in "AKQJT98765432"), "LJ", "BJ"]
    hands = [ws.Hand(deck[start : start + 7]) for start in range(0, 28, 7)]
    deal = ws.Deal(hands, ws.Hand(deck[28:]))
    assert deal.kitty is not None
    exchanged = {"added": {"N": deal.kitty}, "removed": {"N": deal.kitty}}
    hand = PlayedHand(deal, contract="1S+ by N", leader="N", plays="SA", **exchanged)
    told: list[CardValue] = []
    with pytest.raises(DealError, match="discards: expected at most 2,000,000"):
        ws.analyse_play(hand, on_card=told.append)
    assert told == []

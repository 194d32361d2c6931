"""Deals that are entered card by card on the page, and rules that are changed there, in Node."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.support.page_functions import ask_page, needs_node

import whistsolve as ws
from whistsolve.rules.reading import rules_from_text

pytestmark = needs_node
SCRIPT = """
import { give, dealRest, dealtCards, holdingOf, isDeal, isSame, overfull } from './editor/holding';
import { parseDeal } from './hand';
import { readDraft, writeDraft } from './rules/draft';
import { isTooLong } from './load/files';
export { withOption, withoutOption, optionNamed, matches } from './rules/draft';
export { isTooLong };

const SEATS = ['N', 'E', 'S', 'W'];
const from = (deal) => holdingOf(parseDeal(deal), SEATS);
export const given = (deal, ...moves) =>
  dealtCards(moves.reduce((holding, [card, place]) => give(holding, card, place), from(deal)), SEATS);
export const dealt = (deal, deck, sizes) =>
  dealtCards(dealRest(from(deal), deck, [...SEATS, 'K'], sizes), SEATS);
export const fits = (deal) => isDeal(from(deal), SEATS);
export const full = (deal, sizes) => overfull(from(deal), [...SEATS, 'K'], sizes) ?? null;
export const same = (one, other) => isSame(parseDeal(one), parseDeal(other));
export const again = (text) => writeDraft(readDraft(text));
"""
SIZES = {"hand": 12, "kitty": 6}
DECK = [str(card) for card in ws.Rules.preset("bid_whist").deck]


def ask(*calls: tuple[object, ...]) -> list[Any]:
    return ask_page(SCRIPT, *calls)


def test_cards_are_given_moved_and_taken_back() -> None:
    deal = "N:AK... QJ... T9... 87... | .2.."
    moved, back = ask(
        ("given", deal, ["SA", "E"], ["H2", "N"], ["BJ", "K"]),
        ("given", deal, ["SA", None], ["H2", None]),
    )
    assert [sorted(hand) for hand in moved["hands"]] == [
        ["H2", "SK"],
        ["SA", "SJ", "SQ"],
        ["S9", "ST"],
        ["S7", "S8"],
    ]
    assert moved["kitty"] == ["BJ"]
    assert back == {"hands": [["SK"], ["SQ", "SJ"], ["ST", "S9"], ["S8", "S7"]], "kitty": []}


def test_the_rest_is_dealt_to_who_has_too_few() -> None:
    entered = "N:AK... -... T9... 87....BL | .2.."
    first, second = ask(("dealt", entered, DECK, SIZES), ("dealt", entered, DECK, SIZES))
    for found in (first, second):
        assert [len(hand) for hand in found["hands"]] == [12] * 4
        assert len(found["kitty"]) == 6
        assert sorted(sum(found["hands"], found["kitty"])) == sorted(DECK)
        assert {"SA", "SK"} <= set(found["hands"][0])
        assert {"BJ", "LJ"} <= set(found["hands"][3])
        assert "H2" in found["kitty"]
    assert first != second


def test_every_place_is_as_likely_for_a_card() -> None:
    """The first hand has the ace in a quarter of the deals of four cards, within four standard errors."""
    deck, sizes = ["SA", "SK", "SQ", "SJ"], {"hand": 1, "kitty": 0}
    number = 400
    found = ask(*[("dealt", "N:-... -... -... -...", deck, sizes)] * number)
    counts = Counter(deal["hands"].index(["SA"]) for deal in found)
    assert sum(counts.values()) == number
    assert all(abs(counts[seat] - number / 4) < 4 * (number * 3 / 16) ** 0.5 for seat in range(4))


@pytest.mark.parametrize(
    ("deal", "fits"),
    [
        ("N:AK... QJ... T9... 87...", True),
        ("N:AK... QJ... T9... 87... | .2..", True),
        ("N:AK... QJ... T9... 8...", False),
        ("N:-... -... -... -...", False),
    ],
)
def test_hands_of_equal_numbers_are_a_deal(deal: str, fits: bool) -> None:
    assert ask(("fits", deal)) == [fits]


def test_a_place_with_too_many_cards_is_named() -> None:
    sizes = {"hand": 2, "kitty": 1}
    deals = ("N:AK... QJ... T9... 87...", "N:AK... QJ4... T9... 87...", "N:AK... QJ... T9... 87... | .32..")
    assert ask(*(("full", deal, sizes) for deal in deals)) == [None, "E", "K"]


def test_the_same_cards_are_the_same_deal_in_any_order() -> None:
    deal, turned = "N:AK... QJ... T9... 87...", "E:JQ... 9T... 78... KA..."
    assert ask(("same", deal, turned), ("same", deal, deal + " | .2..")) == [True, False]


def test_an_option_that_is_set_is_read_by_the_library() -> None:
    texts = ask(
        ("withOption", "bid_whist jokers=1", "kitty_size", "5"),
        ("withOption", "bid_whist", "removed_cards", " D2,  C2 "),
        ("withOption", "bid_whist session_targets=5,7", "jokers", "1"),
        ("withOption", "jokers=1", "jokers", "0"),
    )
    assert texts == [
        "bid_whist jokers=1 kitty_size=5",
        "bid_whist removed_cards=D2,C2",
        "bid_whist session_targets=5,7 jokers=1",
        "bid_whist jokers=0",
    ]
    assert rules_from_text(texts[0]).kitty_size == 5
    assert rules_from_text(texts[3]).jokers == 0
    assert ask(*(("again", text) for text in texts)) == texts


def test_an_option_goes_back_to_its_default() -> None:
    option = {"name": "jokers", "default": "2"}
    assert ask(
        ("withoutOption", "bid_whist jokers=1 kitty_size=5", option),
        ("withoutOption", "cardsharks", option),
    ) == ["bid_whist kitty_size=5", "cardsharks jokers=2"]


def test_an_error_names_the_option_it_begins_with() -> None:
    rules = {"groups": [{"options": [{"name": "jokers"}, {"name": "kitty_size"}]}]}
    messages = ("kitty_size 7 is wrong: expected", "the rules are wrong", "")
    assert ask(*(("optionNamed", text, rules) for text in messages)) == ["kitty_size", None, None]


def test_options_are_found_by_words_of_their_name_meaning_and_values() -> None:
    option = {
        "name": "kitty_size",
        "meaning": "Cards left over.",
        "values": [{"value": "six", "meaning": "As many"}],
    }
    searches = {"": True, "kitty size": True, "LEFT": True, "six cards": True, "many": True, "jokers": False}
    assert ask(*(("matches", option, search) for search in searches)) == list(searches.values())


def test_texts_are_measured_as_they_are_sent() -> None:
    """A text that JSON makes longer than a message may be would end the connection."""
    assert ask(
        ("isTooLong", "x" * 900_000),
        ("isTooLong", "x" * 1_000_000),
        ("isTooLong", '"' * 600_000),
        ("isTooLong", "♠" * 400_000),
    ) == [False, True, True, True]

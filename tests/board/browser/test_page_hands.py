"""What the page does to a hand by itself, run in Node and compared with the library."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import parse_qs, urlencode

import pytest
from tests.support.page_functions import ask_page, needs_node

import whistsolve as ws

pytestmark = needs_node
PRESETS: Final = ("bid_whist", "bid_whist_no_kitty", "cutthroat_3", "cutthroat_5", "whist")


def ask(*calls: tuple[object, ...]) -> list[Any]:
    """Calls of functions of hand.ts, each a name and its arguments."""
    return ask_page("export * from './hand';", *calls)


def deals() -> list[ws.Deal]:
    return [ws.Deal.random(seed, ws.Rules.preset(preset)) for seed in range(4) for preset in PRESETS] + [
        ws.Deal(["A...", "K...", "2..", ".2..", "..2", "...2"], kitty=["BJ", "LJ"])
    ]


def other_start(deal: ws.Deal) -> str:
    """The same deal written from its second hand on, with dashes for voids and a 10."""
    hands = [str(hand).replace("T", "10") for hand in (*deal.hands[1:], deal.hands[0])]
    hands = [".".join(field or "-" for field in hand.split(".")) for hand in hands]
    kitty = f"| {deal.kitty}" if deal.kitty else ""
    return f"{'E' if deal.seats == 4 else 1}: {' '.join(hands)} {kitty}"


def test_deals_are_read_and_written_as_the_library_does() -> None:
    given = deals()
    read = ask(*(("parseDeal", other_start(deal)) for deal in given))
    assert [len(each["hands"]) for each in read] == [deal.seats for deal in given]
    for each, deal in zip(read, given, strict=True):
        assert each["hands"] == [[str(card) for card in hand] for hand in deal.hands]
        assert each["kitty"] == [str(card) for card in deal.kitty or ()]
    assert ask(*(("formatDeal", each) for each in read)) == list(map(str, given))


def test_rotating_moves_every_hand_and_seat_clockwise() -> None:
    given = deals()
    turned = ask(*(("rotate", {"deal": str(deal), "declarer": "0", "played": "SA"}) for deal in given))
    for each, deal in zip(turned, given, strict=True):
        assert each["deal"] == str(ws.Deal((deal.hands[-1], *deal.hands[:-1]), kitty=deal.kitty))
        assert each["declarer"] == ("E" if deal.seats == 4 else "1")
        assert each["played"] == "SA"
    hand = {"deal": str(given[0]), "dealer": "W", "leader": "S", "holder": "E", "scores": "3 -2"}
    once = ask(("rotate", hand))[0]
    assert (once["dealer"], once["leader"], once["holder"], once["scores"]) == ("N", "W", "S", "-2 3")
    assert ask(("rotate", once, 3)) == [hand]


def test_a_mirrored_hand_has_east_and_west_swapped_and_no_play() -> None:
    deal = ws.Deal.random(5)
    hand = {"deal": str(deal), "declarer": "E", "holder": "W", "leader": "S", "calls": "pass", "played": "SA"}
    mirrored = ask(("mirror", hand))[0]
    north, east, south, west = deal.hands
    assert mirrored == {
        "deal": str(ws.Deal([north, west, south, east], kitty=deal.kitty)),
        "declarer": "W",
        "holder": "E",
        "leader": "S",
    }


def test_links_are_what_the_library_writes_and_reads() -> None:
    hand = {
        "rules": "bid_whist jokers=1",
        "deal": str(ws.Deal.random(1)),
        "strain": "S+",
        "played": "SA BJ:H",
    }
    ((fragment, short), (shown, part)) = (
        ask(("toFragment", {"hand": hand, "at": 2}), ("toFragment", {"hand": hand, "at": 1})),
        ask(("fromFragment", "#" + urlencode(hand)), ("fromFragment", urlencode({**hand, "at": "1"}))),
    )
    assert {name: values[0] for name, values in parse_qs(fragment).items()} == hand
    assert parse_qs(short)["at"] == ["1"]
    assert (shown, part) == ({"hand": hand, "at": 2}, {"hand": hand, "at": 1})
    assert ask(("fromFragment", "#"), ("fromFragment", "#strain=S%2B")) == [None, None]


def test_playing_goes_on_in_the_line_or_cuts_it() -> None:
    hand = {"deal": str(ws.Deal.random(1)), "played": "SA S2 S3"}
    same, other = ask(
        ("playCard", {"hand": hand, "at": 1}, "S2"),
        ("playCard", {"hand": hand, "at": 1}, "H2"),
    )
    assert same == {"hand": hand, "at": 2}
    assert other == {"hand": {**hand, "played": "SA H2"}, "at": 2}


def test_what_is_no_card_or_seat_is_refused() -> None:
    wrong = ask(("parseDeal", "N:AX... K... Q... J..."), ("parseDeal", "5:A... K..."))
    assert [each["error"] for each in wrong] == ["SX in hand AX... is no card", "5 is no seat"]


STORE = """
import { otherOfFile } from './hand';
import { firstState, reduce } from './store';
export { readLines, writeLines } from './variations';
/** What is on the board after each of some changes. */
export const after = (...actions) => {
  let state = firstState('');
  return actions.map((action) => (state = reduce(state, action)).shown);
};
export const turned = (shown, ...places) => {
  const all = [shown];
  for (const place of places) all.push(otherOfFile(all.at(-1), place));
  return all;
};
"""


def test_a_what_if_is_kept_beside_the_line_that_was_played() -> None:
    deal = str(ws.Deal.random(1))

    def show(played: str, at: int = 0, **more: Any) -> dict[str, Any]:
        return {"do": "show", "hand": {"deal": deal, "played": played}, "at": at, **more}

    def lines(*played: str) -> list[dict[str, str]]:
        return [{"played": each, "comment": ""} for each in played]

    [found] = ask_page(
        STORE,
        (
            "after",
            show("SA S2 S3"),
            show("SA H2", 2),  # another card: one more line
            show("SA H2 H3", 3),  # longer
            show("SA S2", 2),  # along the first line
            show("SA S2 S4", 3),
            {"do": "undo"},
            {**show("SA S2 S3"), "hand": {"deal": deal, "played": "SA S2 S3", "title": "A title"}},
            {"do": "show", "hand": {"deal": deal, "strain": "S+", "declarer": "N"}},
        ),
    )
    assert [each["hand"].get("played") for each in found] == [
        "SA S2 S3",
        "SA H2",
        "SA H2 H3",
        "SA S2 S3",
        "SA S2 S4",
        "SA S2 S3",
        "SA S2 S3",
        None,
    ]
    two = lines("SA S2 S3", "SA H2 H3")
    three = [*two, *lines("SA S2 S4")]
    kept = [each.get("lines") for each in found]
    assert kept == [None, lines("SA S2 S3", "SA H2"), two, two, three, two, two, None]
    noted = [two[0], {"played": "SA H2 H3", "comment": "Ruffs # early"}]
    written, read = ask_page(
        STORE, ("writeLines", noted), ("readLines", "SA S2 S3\nSA H2 H3 # Ruffs # early")
    )
    assert (written, read) == ("SA S2 S3\nSA H2 H3 # Ruffs # early", noted)
    fragment = urlencode({"deal": deal, "played": "SA H2 H3", "at": "2", "lines": written})
    [shown] = ask(("fromFragment", fragment))
    assert shown["lines"] == noted
    assert parse_qs(ask(("toFragment", shown))[0]) == parse_qs(fragment)


def test_a_hand_of_a_file_is_as_it_was_left() -> None:
    hands = [{"deal": str(ws.Deal.random(seed)), "played": "SA"} for seed in range(3)]
    file = {"hands": hands, "results": [None] * 3, "place": 0, "left": {}}
    begun = {"hand": {**hands[0], "title": "Mine"}, "at": 1, "file": file}
    [[_, second, back]] = ask_page(STORE, ("turned", begun, 1, 0))
    assert (second["hand"], second["at"], second["file"]["place"]) == (hands[1], 0, 1)
    assert (back["hand"], back["at"], back["file"]["place"]) == (begun["hand"], 1, 0)
    assert ask_page(STORE, ("turned", begun, 3)) == [[begun, None]]


@pytest.mark.parametrize("strain", ["S+", "NT-", "H~"])
def test_cards_are_held_by_their_strength_in_the_strain(strain: str) -> None:
    rules = ws.Rules.preset("bid_whist")
    [sorted_cards] = ask_page(
        "export * from './cards';", ("sortForStrain", list(map(str, rules.deck)), strain)
    )
    ranking = ws.Strain.from_text(strain).ranking
    best_first = {
        "uptown": "AKQJT98765432",
        "downtown": "A23456789TJQK",
        "downtown_aces_bad": "23456789TJQKA",
    }
    ranks = best_first[ranking]
    assert sorted_cards == [*(suit + rank for suit in "SHDC" for rank in ranks), "BJ", "LJ"]

"""Requests of the kitty: best discards, one that is marked, the strains, compared with the library."""

import asyncio
from collections.abc import Mapping
from itertools import combinations
from typing import Any

import pytest
from tests.support.board_answers import NO_KITTY, REAL, ask, real_hand, refused

import whistsolve as ws
from whistsolve import aio
from whistsolve.errors import DealError, NotationError
from whistsolve.game.auction.calls import all_strains
from whistsolve.rules.reading import rules_to_text
from whistsolve_board.arguments import Arguments
from whistsolve_board.context import RequestContext, SolverPool
from whistsolve_board.handlers import handler_named
from whistsolve_board.hands import BoardHand


def random_hand(preset: str, strain: str, declarer: str, **fields: str) -> dict[str, str]:
    rules = ws.Rules.preset(preset)  # type: ignore[arg-type]
    deal = str(ws.Deal.random(1, rules))
    return {"rules": rules_to_text(rules), "deal": deal, "strain": strain, "declarer": declarer, **fields}


#: Where each number can be had by solving every discard.
SMALL = {"deal": "N:.KQJ..Q A..J.AT JT.T.T. .A.AQ.K | ..K.J", "strain": "H+", "declarer": "N", "leader": "E"}
HANDS = {
    "241": real_hand(),
    "327": real_hand(REAL[1]),
    "cutthroat, another leader": random_hand("cutthroat_5", "S+", "2", leader="4"),
}


def kitty_arguments(fields: Mapping[str, str]) -> dict[str, Any]:
    """The arguments of the library for the same hand."""
    hand = BoardHand.read(fields)
    position = hand.kitty_position()
    given = {name: getattr(position, name) for name in ("declarer", "holder", "leader", "rules")}
    return {"deal": hand.deal, "strain": position.strain, **given}


@pytest.mark.parametrize("name", HANDS)
def test_best_discards_and_all_ties_are_those_of_the_library(name: str) -> None:
    parts: list[dict[str, Any]] = []
    found = ask("discard", parts, hand=HANDS[name])
    given = kitty_arguments(HANDS[name])
    best, optimal, discards = ws.best_discard(**given), ws.optimal_discards(**given), ws.Discards(**given)
    assert (found["tricks"], found["books"], found["expected"]) == (best.tricks, best.books, False)
    assert tuple(map(ws.Card.from_text, found["best"])) in optimal
    kept = ws.Hand.from_text(found["keep"]) | ws.Hand(map(ws.Card.from_text, found["best"]))
    assert kept == given["deal"].hands[given["holder"]] | given["deal"].kitty
    assert (found["optimal"], found["all"]) == (discards.count(), discards.total)
    assert found["optimal"] == len(optimal)
    assert found["ties"] == [[str(card) for card in cards] for cards in optimal[:200]]
    assert {**parts[0], **parts[1], "ties": found["ties"]} == found and len(parts) == 2
    if name == "241":  # more ties than a page shows are counted
        assert (found["optimal"], found["all"], len(found["ties"])) == (392, 1820, 200)


def test_a_mark_is_valued_against_the_best_and_against_all_discards() -> None:
    given = kitty_arguments(SMALL)
    every = list(combinations(sorted(given["deal"].hands[0] | given["deal"].kitty), 2))
    values = ws.Discards(**given).values(every)
    assert set(values) == {0, 1, 2, 3}
    solvers = SolverPool()
    for cards, tricks in zip(every, values, strict=True):
        parts: list[dict[str, Any]] = []
        found = ask("discard_value", parts, solvers, hand=SMALL, cards=" ".join(map(str, cards)))
        as_good, lost = sum(each >= tricks for each in values), max(values) - tricks
        numbers = {"tricks": tricks, "best": max(values), "lost": lost, "as_good": as_good}
        assert found == {**numbers, "all": len(every)}
        assert [{**part, "as_good": as_good} for part in parts] == [found]
    fields = HANDS["241"]  # that of the table
    [tricks] = ws.Discards(**kitty_arguments(fields)).values([fields["discard"]])
    assert ask("discard_value", hand=fields, cards=fields["discard"])["tricks"] == tricks


@pytest.mark.parametrize("name", [name for name in HANDS if name != "327"])
def test_every_strain_has_the_value_of_its_best_discard(name: str) -> None:
    fields, parts = HANDS[name], list[dict[str, Any]]()
    found = ask("kitty_strains", parts, hand=fields)
    given = kitty_arguments(fields)
    expected = {
        str(strain): ws.best_discard(**{**given, "strain": strain}).tricks
        for strain in all_strains(given["rules"])
    }
    assert found["strains"] == parts
    assert {each["strain"]: each["tricks"] for each in parts} == expected
    for each in parts[:3]:
        of_strain = {**given, "strain": each["strain"]}
        assert ws.Discards(**of_strain).values([each["discard"]]) == [each["tricks"]]
    most = max(expected.values())
    assert {name: value for name, value in found.items() if name != "strains"} == {
        "best": [strain for strain, tricks in expected.items() if tricks == most],
        "named": fields["strain"],
        "lost": most - expected[fields["strain"]],
        "declarer": fields["declarer"],
        "holder": fields["declarer"],
        "timing": given["rules"].declare_timing,
    }


def test_strains_are_asked_for_any_declarer_and_before_there_is_one() -> None:
    hand = {"deal": SMALL["deal"]}
    found = ask("kitty_strains", hand=hand, declarer="W")
    assert (found["declarer"], found["named"], found["lost"]) == ("W", None, None)
    assert found["strains"][0]["tricks"] == ws.best_discard(SMALL["deal"], "S+", "W").tricks
    other = ask("kitty_strains", hand={**SMALL, "holder": "S"}, declarer="W")
    assert (other["strains"], other["holder"], other["named"]) == (found["strains"], "W", None)


def test_what_cannot_be_answered_is_named() -> None:
    refused(NotationError, "has CA, which N does not hold", "discard_value", hand=SMALL, cards="HK CA")
    refused(NotationError, "has 1 cards: expected 2", "discard_value", hand=SMALL, cards="HK")
    refused(NotationError, "no declarer", "kitty_strains", hand={"deal": SMALL["deal"]})
    for question in ("discard", "discard_value", "kitty_strains"):
        hand = random_hand(NO_KITTY, "S+", "N")
        refused(DealError, "the deal has no kitty", question, hand=hand, cards="SA")


def test_jokers_exchanged_for_cards_drawn_make_expected_numbers() -> None:
    rules = ws.Rules.preset("bid_whist", joker_no_trump="exchanged", exchange_pick="random")
    deal = "N:AK..4. Q3..2. J..A..L T9..K. | 8.7"
    fields = {"rules": rules_to_text(rules), "deal": deal, "strain": "NT+", "declarer": "N"}
    found = ask("discard", hand=fields)
    assert (found["expected"], found["tricks"]) == (True, ws.best_discard(**kitty_arguments(fields)).tricks)


def test_a_question_given_up_while_it_counts_leaves_a_sound_table_behind() -> None:
    hand = random_hand("bid_whist", "NT-", "N")
    position = BoardHand.read(hand).kitty_position()
    held = list(position.deal.hands[0] | position.kitty)
    solvers = SolverPool()

    async def main() -> None:
        loop = asyncio.get_running_loop()

        def stop(_: Mapping[str, Any]) -> None:
            loop.call_soon_threadsafe(task.cancel)

        # Nearly all discards are as good as the highest cards, which takes seconds to count.
        arguments = Arguments({"hand": hand, "cards": " ".join(map(str, held[:6]))})
        context = RequestContext(stop, solvers)
        task = asyncio.create_task(aio.to_thread(handler_named("discard_value").answer, arguments, context))
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
    with solvers.discards(position) as discards:
        assert discards.count() == ws.Discards(**kitty_arguments(hand)).count()


def test_the_next_question_of_a_hand_finds_what_is_proved() -> None:
    solvers, position = SolverPool(), BoardHand.read(SMALL).kitty_position()
    with solvers.discards(position) as first, solvers.discards(position) as second:
        assert first is not second
    with solvers.discards(BoardHand.read(SMALL).kitty_position()) as third:
        assert third in (first, second)

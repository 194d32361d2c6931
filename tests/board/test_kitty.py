"""Requests of the kitty: best discards, one that is marked, the strains, compared with the library."""

import asyncio
from collections.abc import Mapping
from itertools import combinations
from typing import Any

import pytest
from tests.support.board_answers import ask, ptn_fields, real_hands

import whistsolve as ws
from whistsolve import aio
from whistsolve.errors import DealError, NotationError
from whistsolve.game.auction.calls import all_strains
from whistsolve.rules.reading import rules_to_text
from whistsolve_board.arguments import Arguments
from whistsolve_board.context import RequestContext, SolverPool
from whistsolve_board.handlers import handler_named
from whistsolve_board.hands import BoardHand

CUTTHROAT = ws.Rules.preset("cutthroat_5")


def random_hand(rules: ws.Rules, strain: str, declarer: str, seed: int = 1, **fields: str) -> dict[str, str]:
    deal = str(ws.Deal.random(seed, rules))
    return {"rules": rules_to_text(rules), "deal": deal, "strain": strain, "declarer": declarer, **fields}


HANDS = [
    *(pytest.param(ptn_fields(path), id=path.stem) for path in real_hands()),
    pytest.param(random_hand(CUTTHROAT, "H-", "3"), id="cutthroat"),
    pytest.param(random_hand(CUTTHROAT, "S+", "2", leader="4"), id="another leader"),
]
#: Where each number can be had by solving every discard.
SMALL = {
    "deal": "N:.KQJ..Q A..J.AT JT.T.T. .A.AQ.K | ..K.J",
    "strain": "H+",
    "declarer": "N",
    "leader": "E",
}


def kitty_arguments(fields: Mapping[str, str]) -> dict[str, Any]:
    """The arguments of the library for the same hand."""
    hand = BoardHand.read(fields)
    position = hand.kitty_position()
    given = {name: getattr(position, name) for name in ("declarer", "holder", "leader", "rules")}
    return {"deal": hand.deal, "strain": position.strain, **given}


@pytest.mark.parametrize("fields", HANDS)
def test_best_discards_and_all_ties_are_those_of_the_library(fields: dict[str, str]) -> None:
    parts: list[dict[str, Any]] = []
    found = ask("discard", parts, hand=fields)
    given = kitty_arguments(fields)
    best, optimal = ws.best_discard(**given), ws.optimal_discards(**given)
    assert (found["tricks"], found["books"]) == (best.tricks, best.books)
    assert tuple(map(ws.Card.from_text, found["best"])) in optimal
    kept = ws.Hand.from_text(found["keep"]) | ws.Hand(map(ws.Card.from_text, found["best"]))
    holder = given["holder"]
    assert kept == given["deal"].hands[holder] | given["deal"].kitty
    discards = ws.Discards(**given)
    assert (found["optimal"], found["all"]) == (discards.count(), discards.total)
    assert found["optimal"] == len(optimal)
    assert found["ties"] == [[str(card) for card in cards] for cards in optimal[:200]]
    assert {**parts[0], **parts[1], "ties": found["ties"]} == found and len(parts) == 2
    assert found["expected"] is False


def test_more_ties_than_a_page_shows_are_counted() -> None:
    found = ask("discard", hand=ptn_fields(real_hands()[0]))
    assert (found["optimal"], found["all"], len(found["ties"])) == (392, 1820, 200)


def test_a_mark_is_valued_against_the_best_and_against_all_discards() -> None:
    given = kitty_arguments(SMALL)
    held = sorted(given["deal"].hands[0] | given["deal"].kitty)
    every = list(combinations(held, 2))
    values = ws.Discards(**given).values(every)
    assert set(values) == {0, 1, 2, 3}
    solvers = SolverPool()
    for cards, tricks in zip(every, values, strict=True):
        parts: list[dict[str, Any]] = []
        found = ask("discard_value", parts, solvers, hand=SMALL, cards=" ".join(map(str, cards)))
        assert found == {
            "tricks": tricks,
            "best": max(values),
            "lost": max(values) - tricks,
            "as_good": sum(each >= tricks for each in values),
            "all": len(every),
        }
        assert [{**part, "as_good": found["as_good"]} for part in parts] == [found]


@pytest.mark.parametrize("fields", HANDS[:2])
def test_the_discard_of_the_table_is_valued(fields: dict[str, str]) -> None:
    [tricks] = ws.Discards(**kitty_arguments(fields)).values([fields["discard"]])
    assert ask("discard_value", hand=fields, cards=fields["discard"])["tricks"] == tricks


def test_wrong_marks_are_named() -> None:
    with pytest.raises(NotationError, match="has CA, which N does not hold"):
        ask("discard_value", hand=SMALL, cards="HK CA")
    with pytest.raises(NotationError, match="has 1 cards: expected 2"):
        ask("discard_value", hand=SMALL, cards="HK")


@pytest.mark.parametrize("fields", [*HANDS[:1], *HANDS[2:]])
def test_every_strain_has_the_value_of_its_best_discard(fields: dict[str, str]) -> None:
    parts: list[dict[str, Any]] = []
    found = ask("kitty_strains", parts, hand=fields)
    given = kitty_arguments(fields)
    expected = {}
    for strain in all_strains(given["rules"]):
        expected[str(strain)] = ws.best_discard(**{**given, "strain": strain}).tricks
    assert found["strains"] == parts
    assert {each["strain"]: each["tricks"] for each in parts} == expected
    for each in parts[:3]:
        of_strain = {**given, "strain": each["strain"]}
        assert ws.Discards(**of_strain).values([each["discard"]]) == [each["tricks"]]
    most = max(expected.values())
    assert found["best"] == [strain for strain, tricks in expected.items() if tricks == most]
    assert (found["named"], found["lost"]) == (fields["strain"], most - expected[fields["strain"]])
    assert (found["declarer"], found["holder"]) == (fields["declarer"],) * 2
    assert found["timing"] == given["rules"].declare_timing


def test_strains_are_asked_for_any_declarer_and_before_there_is_one() -> None:
    hand = {"deal": SMALL["deal"]}
    found = ask("kitty_strains", hand=hand, declarer="W")
    assert (found["declarer"], found["named"], found["lost"]) == ("W", None, None)
    assert found["strains"][0]["tricks"] == ws.best_discard(SMALL["deal"], "S+", "W").tricks
    other = ask("kitty_strains", hand={**SMALL, "holder": "S"}, declarer="W")
    assert (other["strains"], other["holder"], other["named"]) == (found["strains"], "W", None)
    with pytest.raises(NotationError, match="no declarer"):
        ask("kitty_strains", hand=hand)


@pytest.mark.parametrize("question", ["discard", "discard_value", "kitty_strains"])
def test_a_deal_without_a_kitty_is_told_so(question: str) -> None:
    hand = random_hand(ws.Rules.preset("bid_whist_no_kitty"), "S+", "N")
    with pytest.raises(DealError, match="the deal has no kitty"):
        ask(question, hand=hand, cards="SA")


def test_jokers_exchanged_for_cards_drawn_make_expected_numbers() -> None:
    rules = ws.Rules.preset("bid_whist", joker_no_trump="exchanged", exchange_pick="random")
    deal = "N:AK..4. Q3..2. J..A..L T9..K. | 8.7"
    fields = {"rules": rules_to_text(rules), "deal": deal, "strain": "NT+", "declarer": "N"}
    found = ask("discard", hand=fields)
    assert found["expected"] is True
    assert found["tricks"] == ws.best_discard(**kitty_arguments(fields)).tricks


def test_a_question_given_up_while_it_counts_leaves_a_sound_table_behind() -> None:
    hand = random_hand(ws.Rules.preset("bid_whist"), "NT-", "N")
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
    solvers = SolverPool()
    position = BoardHand.read(SMALL).kitty_position()
    with solvers.discards(position) as first, solvers.discards(position) as second:
        assert first is not second
    with solvers.discards(BoardHand.read(SMALL).kitty_position()) as third:
        assert third in (first, second)

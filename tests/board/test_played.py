"""The trace of a played hand with its account, and par, compared with the library."""

from typing import Any

import pytest
from tests.support.board_answers import ask, ptn_fields, real_hands

import whistsolve as ws
from whistsolve.analysis import PlayAnalysis
from whistsolve.errors import ActError, NotationError, RulesError, WhistError
from whistsolve_board.hands import BoardHand

HANDS = [ptn_fields(path) for path in real_hands()]
CUTTHROAT = {
    "rules": "cutthroat_3",
    "deal": "0:A43.A.. K2.32.. QJ.QJ.. | T9.4..",
    "dealer": "2",
    "strain": "S-",
    "level": "3",
    "declarer": "1",
}
NO_KITTY = {
    "rules": "bid_whist_no_kitty",
    "deal": "N:AQ2... T98... 765... K43...",
    "strain": "NT+",
    "level": "1",
    "declarer": "S",
    "played": "S5 S3 SA S8 SQ",
}


def analysed(fields: dict[str, str], contract: bool) -> PlayAnalysis:
    hand = BoardHand.read(fields)
    return ws.analyse_play(hand.record(), rules=hand.rules, contract=contract)


@pytest.mark.parametrize("fields", HANDS, ids=["241", "327"])
def test_a_trace_is_that_of_the_library_and_grows_card_by_card(fields: dict[str, str]) -> None:
    parts: list[dict[str, Any]] = []
    found = ask("trace", parts, hand=fields)
    account = found.pop("account")
    expected = analysed(fields, contract=True)
    values = expected.as_dict()
    values.pop("nodes"), found.pop("nodes")
    assert found == values
    cards = [part["card"] for part in parts if "card" in part]
    last = {card["number"]: card for card in cards}
    assert [last[number] for number in sorted(last)] == found["cards"]
    assert len(cards) == len(found["cards"]) + len(expected.losses)
    [early] = [part["analysis"] for part in parts if "analysis" in part]
    assert early["points"] is None and early["cards"] == found["cards"]
    assert early["discard"] == found["discard"]
    assert [each["play"] for each in account] == list(expected.given_by_seat)
    assert expected.discard is not None and expected.contract is not None
    assert [each["seat"] for each in account] == ["N", "E", "S", "W"]
    assert [each["discard"] for each in account] == [None, None, expected.discard.lost, None]
    assert [each["bid"] for each in account] == [None, None, expected.contract.lost, None]
    assert [each["play"] for each in early["account"]] == [each["play"] for each in account]
    work = [part for part in parts if "done" in part]
    assert work[-1]["done"] == work[-1]["of"] == len(work)


def test_what_is_given_away_closes() -> None:
    found = ask("trace", hand=HANDS[0])
    side = [each for each in found["account"] if each["seat"] in found["side"]]
    others = [each for each in found["account"] if each["seat"] not in found["side"]]
    lost = sum(each["play"] + (each["discard"] or 0) for each in side)
    assert found["best"] - lost + sum(each["play"] for each in others) == found["end"]


def test_without_a_level_no_contract_is_compared_or_made_up() -> None:
    fields = {name: text for name, text in HANDS[0].items() if name != "level"}
    found = ask("trace", hand=fields)
    assert found["points"] is None and found["contract"] == "NT+ by S"
    assert [each["bid"] for each in found["account"]] == [None] * 4


def test_seats_of_three_are_texts_too_and_contracts_without_points_are_left_out() -> None:
    fields = {**CUTTHROAT, "discard": "S9 ST H4", "played": "SK SQ SA"}
    parts: list[dict[str, Any]] = []
    found = ask("trace", parts, hand=fields)
    expected = analysed(fields, contract=False)
    assert expected.discard is not None
    assert found["account"] == [
        {"seat": "0", "bid": None, "discard": None, "play": expected.given_by_seat[0]},
        {"seat": "1", "bid": None, "discard": expected.discard.lost, "play": expected.given_by_seat[1]},
        {"seat": "2", "bid": None, "discard": None, "play": expected.given_by_seat[2]},
    ]
    assert [card["seat"] for card in found["cards"]] == ["1", "2", "0"]
    assert {part["card"]["seat"] for part in parts if "card" in part} == {"0", "1", "2"}
    assert (found["leader"], found["side"], found["discard"]["seat"]) == ("1", ["1"], "1")


def test_a_hand_without_a_kitty_is_traced() -> None:
    found = ask("trace", hand=NO_KITTY)
    assert found["discard"] is None and [card["lost"] for card in found["cards"]] == [0, 0, 1, 0, 0]
    assert found["cards"][2]["better"] == ["S2", "SQ"]
    assert [each["play"] for each in found["account"]] == [1, 0, 0, 0]


def test_a_hand_that_is_not_played_yet_has_an_account_of_nothing() -> None:
    fields = {name: text for name, text in NO_KITTY.items() if name != "played"}
    found = ask("trace", hand=fields)
    assert found["cards"] == [] and [each["play"] for each in found["account"]] == [0] * 4


def test_what_cannot_be_traced_is_named() -> None:
    with pytest.raises(ActError, match="no contract"):
        ask("trace", hand={"deal": NO_KITTY["deal"]})
    with pytest.raises(ActError, match="S9"):
        ask("trace", hand={**NO_KITTY, "played": "S5 S9"})
    fields = {
        "rules": "bid_whist joker_lead_no_trump=leader_names_suit joker_no_trump=high_no_suit",
        "deal": "N:A....B 3.4.. 2.5.. 4.6..",
        "strain": "NT+",
        "declarer": "N",
        "played": "BJ:H",
    }
    with pytest.raises(NotationError, match="which suit it names"):
        ask("trace", hand=fields)


def short(rules: str, **options: Any) -> tuple[ws.Rules, dict[str, str]]:
    """Rules that are quick to solve: no kitty, and what a hand of theirs says."""
    made = ws.Rules.preset(rules, **options)
    given = " ".join([rules, *(f"{name}={value}" for name, value in options.items())])
    return made, {"rules": given, "deal": str(ws.Deal.random(3, made))}


def test_par_is_that_of_the_library() -> None:
    rules, fields = short("bid_whist_no_kitty")
    found = ask("par", hand={**fields, "dealer": "E", "scores": "3 -2"})
    assert found == ws.par(fields["deal"], "E", rules=rules, scores=(3, -2)).as_dict()


def test_par_is_of_the_cards_as_dealt() -> None:
    fields = HANDS[0]
    hand = BoardHand.read(fields)
    parts: list[dict[str, Any]] = []
    found = ask("par", parts, hand=fields)
    assert found == ws.par(hand.deal, fields["dealer"], rules=hand.rules).as_dict()
    assert parts[-1]["done"] == parts[-1]["of"]


def test_par_with_a_dummy_has_the_hands_of_the_seats() -> None:
    rules, fields = short("dummy")
    hands = ws.Deal.from_text(fields["deal"]).hands
    # Player 2 declares from S; the dummy, the last hand, is opposite, and player 0 between them.
    found = ask("par", hand={**fields, "dealer": "W", "strain": "S+", "declarer": "S"})
    deal = ws.Deal([hands[3], hands[1], hands[2], hands[0]])
    assert found == ws.par(deal, "0", rules=rules).as_dict()


def test_who_dealt_has_to_be_known() -> None:
    with pytest.raises(WhistError, match="no dealer"):
        ask("par", hand=short("bid_whist_no_kitty")[1])
    with pytest.raises(RulesError, match="no auction"):
        ask("par", hand={**short("whist_portland")[1], "dealer": "N"})

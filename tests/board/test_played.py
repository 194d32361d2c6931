"""The trace of a played hand with its account, and par, compared with the library."""

from typing import Any

from tests.support.board_answers import NAMING, NO_KITTY, ask, real_hand, refused, without

import whistsolve as ws
from whistsolve.analysis import PlayAnalysis
from whistsolve.errors import ActError, NotationError, RulesError, WhistError
from whistsolve_board.hands import BoardHand

CUTTHROAT = {"rules": "cutthroat_3", "deal": "0:A43.A.. K2.32.. QJ.QJ.. | T9.4..", "dealer": "2"}
CUTTHROAT |= {"strain": "S-", "level": "3", "declarer": "1", "discard": "S9 ST H4", "played": "SK SQ SA"}
SHORT = {"rules": NO_KITTY, "deal": "N:AQ2... T98... 765... K43...", "strain": "NT+", "level": "1"}
FOUR = "N:AK.2.3. QJ.A.2. T9.K.A. 87.Q.K."
SHORT |= {"declarer": "S", "played": "S5 S3 SA S8 SQ"}


def analysed(fields: dict[str, str], contract: bool) -> PlayAnalysis:
    hand = BoardHand.read(fields)
    return ws.analyse_play(hand.record(), rules=hand.rules, contract=contract)


def test_a_trace_is_that_of_the_library_and_grows_card_by_card() -> None:
    parts: list[dict[str, Any]] = []
    found = ask("trace", parts, hand=real_hand())
    account = found.pop("account")
    expected = analysed(real_hand(), contract=True)
    assert {**found, "nodes": 0} == {**expected.as_dict(), "nodes": 0}
    cards = [part["card"] for part in parts if "card" in part]
    last = {card["number"]: card for card in cards}
    assert [last[number] for number in sorted(last)] == found["cards"]
    assert len(cards) == len(found["cards"]) + len(expected.losses)
    [early] = [part["analysis"] for part in parts if "analysis" in part]
    assert early["points"] is None and early["cards"] == found["cards"]
    assert early["discard"] == found["discard"]
    assert expected.discard is not None and expected.contract is not None
    lost = {"S": {"bid": expected.contract.lost, "discard": expected.discard.lost}}
    given = zip("NESW", expected.given_by_seat, strict=True)
    nothing = {"bid": None, "discard": None}
    assert account == [{"seat": seat, "play": play, **lost.get(seat, nothing)} for seat, play in given]
    assert [each["play"] for each in early["account"]] == [each["play"] for each in account]
    work = [part for part in parts if "done" in part]
    assert work[-1]["done"] == work[-1]["of"] == len(work)
    # What is given away closes.
    side, others = (
        [each for each in account if (each["seat"] in found["side"]) == of_side] for of_side in (True, False)
    )
    lost_by_side = sum(each["play"] + (each["discard"] or 0) for each in side)
    assert found["best"] - lost_by_side + sum(each["play"] for each in others) == found["end"]


def test_without_a_level_no_contract_is_compared_or_made_up() -> None:
    found = ask("trace", hand=without(real_hand(), "level"))
    assert found["points"] is None and found["contract"] == "NT+ by S"
    assert [each["bid"] for each in found["account"]] == [None] * 4


def test_seats_of_three_are_texts_too_and_contracts_without_points_are_left_out() -> None:
    parts: list[dict[str, Any]] = []
    found = ask("trace", parts, hand=CUTTHROAT)
    expected = analysed(CUTTHROAT, contract=False)
    assert expected.discard is not None
    assert found["account"] == [
        {
            "seat": str(seat),
            "bid": None,
            "discard": expected.discard.lost if seat == 1 else None,
            "play": play,
        }
        for seat, play in enumerate(expected.given_by_seat)
    ]
    assert [card["seat"] for card in found["cards"]] == ["1", "2", "0"]
    assert {part["card"]["seat"] for part in parts if "card" in part} == {"0", "1", "2"}
    assert (found["leader"], found["side"], found["discard"]["seat"]) == ("1", ["1"], "1")


def test_a_hand_without_a_kitty_is_traced_and_one_that_is_not_played() -> None:
    found = ask("trace", hand=SHORT)
    assert found["discard"] is None and [card["lost"] for card in found["cards"]] == [0, 0, 1, 0, 0]
    assert found["cards"][2]["better"] == ["S2", "SQ"]
    assert [each["play"] for each in found["account"]] == [1, 0, 0, 0]
    found = ask("trace", hand=without(SHORT, "played"))
    assert found["cards"] == [] and [each["play"] for each in found["account"]] == [0] * 4


def test_what_cannot_be_answered_is_named() -> None:
    refused(ActError, "no contract", "trace", hand={"deal": SHORT["deal"]})
    refused(ActError, "S9", "trace", hand={**SHORT, "played": "S5 S9"})
    refused(NotationError, "which suit it names", "trace", hand=NAMING)
    refused(WhistError, "no dealer", "par", hand=dealt(NO_KITTY))
    refused(RulesError, "no auction", "par", hand={**dealt("whist_portland"), "dealer": "N"})


def dealt(rules: str) -> dict[str, str]:
    return {"rules": rules, "deal": str(ws.Deal.random(3, ws.Rules.preset(rules)))}  # type: ignore[arg-type]


def test_par_is_that_of_the_library() -> None:
    fields = {"rules": NO_KITTY, "deal": FOUR, "dealer": "E", "scores": "3 -2"}
    rules = ws.Rules.preset("bid_whist_no_kitty")
    assert ask("par", hand=fields) == ws.par(fields["deal"], "E", rules=rules, scores=(3, -2)).as_dict()


def test_par_is_of_the_cards_as_dealt() -> None:
    deal = "0:A4.A.. K2.3.. QJ.Q.. | T..."
    fields = {**CUTTHROAT, "deal": deal, "discard": "ST", "played": ""}
    parts: list[dict[str, Any]] = []
    found = ask("par", parts, hand=fields)
    assert found == ws.par(fields["deal"], "2", rules=ws.Rules.preset("cutthroat_3")).as_dict()
    assert parts[-1]["done"] == parts[-1]["of"]


def test_par_with_a_dummy_has_the_hands_of_the_seats() -> None:
    fields = {"rules": "dummy", "deal": FOUR}
    hands = ws.Deal.from_text(fields["deal"]).hands
    # Player 2 declares from S; the dummy, the last hand, is opposite, and player 0 between them.
    found = ask("par", hand={**fields, "dealer": "W", "strain": "S+", "declarer": "S"})
    deal = ws.Deal([hands[3], hands[1], hands[2], hands[0]])
    assert found == ws.par(deal, "0", rules=ws.Rules.preset("dummy")).as_dict()

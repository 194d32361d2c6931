"""Every question of a batch against the function that answers it for one deal."""

import io
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from tests.support.batches import SHORT, answers, deals_with_kitty, short_deals

import whistsolve as ws
from whistsolve.game.record import PlayedHand
from whistsolve.runs import RandomDeals
from whistsolve.solving import KittyTable

PTN = Path(__file__).parents[1] / "data" / "ptn"
STRAINS = ("S+", "NT-")


def asked(rows: Any, question: Any, **options: Any) -> list[dict[str, Any]]:
    """The answers to rows that are all answered."""
    out = io.BytesIO()
    summary = ws.run_batch(rows, out, question, **options)
    assert summary.broken == 0, summary.first_broken
    found = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [row.pop("number") for row in found] == list(range(len(found)))
    assert summary.rows == summary.items == len(found)
    return found


def test_tables() -> None:
    three = ws.Deal.from_text("0:AK... QJ... T9...")
    deals = [*short_deals(3), three, *short_deals(2, seed=9)]
    found = asked(deals, "table", strains=STRAINS)
    for deal, row in zip(deals, found, strict=True):
        names = ["N", "E", "S", "W"] if deal.seats == 4 else [0, 1, 2]
        tricks = ws.table(deal, strains=STRAINS).to_numpy().tolist()
        assert row == {"deal": str(deal), "leaders": names, "strains": list(STRAINS), "tricks": tricks}


def test_solve() -> None:
    rows: list[dict[str, Any]] = [
        {"deal": str(deal), "strain": strain, "leader": leader, "declarer": declarer}
        for deal, (strain, leader, declarer) in zip(
            short_deals(4),
            [("S+", "N", None), ("NT-", 2, "W"), ("H~", "E", "E"), ("S+", "W", "N")],
            strict=True,
        )
    ]
    played = list(map(str, ws.solve_cards(rows[0]["deal"], "S+", "N")))[:1]
    rows.append({**rows[0], "played": played})
    for row, found in zip(rows, asked(rows, "solve"), strict=True):
        want = ws.solve(row["deal"], row["strain"], row["leader"], declarer=row["declarer"],
                        played=row.get("played", ()))  # fmt: skip
        assert (found["tricks"], found["won"], found["books"]) == (want.tricks, want.won, want.books)
        assert found["played"] == row.get("played", [])
        assert found["declarer"] == ws.values.seat_name(
            ws.values.seat_index(row["declarer"] or row["leader"], 4, "x"), 4
        )


def test_cards() -> None:
    deals = short_deals(4)
    found = asked(deals, "cards", given={"strain": ws.Strain.of("C-"), "leader": "E", "declarer": "S"})
    for deal, row in zip(deals, found, strict=True):
        want = ws.solve_cards(deal, "C-", "E", declarer="S")
        assert row["cards"] == list(map(str, want)) and row["tricks"] == list(want.values())
        assert (row["strain"], row["leader"], row["declarer"]) == ("C-", "E", "S")


def test_discards() -> None:
    deals = deals_with_kitty(4)
    for deal, row in zip(
        deals, asked(deals, "discard", given={"strain": "S+", "declarer": "E"}), strict=True
    ):
        want = ws.best_discard(deal, "S+", "E")
        assert row["discard"] == list(map(str, want.cards)) and row["hand"] == str(want.hand)
        assert (row["tricks"], row["books"]) == (want.tricks, want.books)
        assert (row["declarer"], row["holder"], row["leader"]) == ("E", "E", "E")


def test_kitty_tables() -> None:
    deals = deals_with_kitty(3)
    for deal, row in zip(deals, asked(deals, "kitty", strains=STRAINS), strict=True):
        want = ws.table(deal, strains=STRAINS, kitty="optimal")
        assert isinstance(want, KittyTable)
        assert row["tricks"] == want.to_numpy().tolist()
        assert row["discards"][1][0] == [*map(str, want.discard("E", "S+").cards)]


def test_bids() -> None:
    given: dict[str, Any] = {"dealer": "W", "samples": 8, "discards": "estimated", "seed": 5}
    rows = [
        {"hand": "AKQJ.T9.32.9876", "seat": "S", "calls": "pass 3+", "scores": [3, -2]},
        {"deal": str(ws.Deal.random(3)), "seat": "N", "seed": 77},
    ]
    found = asked(rows, "bids", given=given)
    want = [
        ws.evaluate_bids(
            rows[0]["hand"], seat="S", dealer="W", calls="pass 3+", scores=(3, -2), samples=8,
            discards="estimated", seed=5,
        ),
        ws.evaluate_bids(
            ws.Deal.random(3).hands[0],
            seat="N", dealer="W", samples=8, discards="estimated", seed=77,
        ),
    ]  # fmt: skip
    for row, report in zip(found, want, strict=True):
        assert (row["best"], row["samples"], row["hand"]) == (
            str(report.best), report.samples, str(report.hand)
        )  # fmt: skip
        whole = [each.as_dict() for each in report.rows]
        assert row["rows"] == [{name: each[name] for name in row["rows"][0]} for each in whole]
    assert (found[0]["seat"], found[0]["dealer"], found[0]["scores"]) == ("S", "W", [3, -2])


@pytest.mark.parametrize("question", ["table", "solve", "cards", "discard", "kitty"])
def test_answers_are_the_same_however_they_are_found(question: Any, tmp_path: Path) -> None:
    """Whatever the chunks, threads and memory, and by an executor."""
    given = {
        "table": None, "kitty": None, "discard": {"strain": "H-", "declarer": "N"},
    }.get(question, {"strain": "H-", "leader": "N"})  # fmt: skip
    deals = deals_with_kitty(9)
    first = tmp_path / "0"
    ws.run_batch(deals, first, question, given=given, strains=STRAINS, threads=1)
    with ThreadPoolExecutor(2) as executor:
        ways: list[dict[str, Any]] = [
            {"chunk": 1, "threads": 2, "memory_mb": 2},
            {"chunk": 4, "executor": executor},
        ]
        for number, way in enumerate(ways, 1):
            ws.run_batch(deals, tmp_path / str(number), question, given=given, strains=STRAINS, **way)
            assert (tmp_path / str(number)).read_bytes() == first.read_bytes()
    assert len(answers(first)) == 9


# ---------------------------------------------------------------------------------------------- played hands


def test_hands_in_ptn_are_asked_about_as_they_were_played() -> None:
    """As the verbs do it: strain, declarer and leader of the file, or those that are given."""
    (found,) = asked(PTN / "trickster-241.ptn", "discard")
    hand = ws.notation.parse_ptn((PTN / "trickster-241.ptn").read_text("utf-8"))
    assert hand.contract is not None and hand.leader is not None
    want = ws.best_discard(hand.deal, hand.contract.strain, hand.contract.declarer, leader=hand.leader)
    assert (found["deal"], found["tricks"]) == (str(hand.deal), want.tricks)
    (found,) = asked(PTN / "trickster-241.ptn", "solve")
    assert (found["deal"], found["strain"], found["declarer"]) == (str(hand.deal_in_play), "NT+", "S")
    assert found["tricks"] == ws.solve(hand.deal_in_play, "NT+", hand.leader, declarer="S").tricks
    (found,) = asked(PTN / "trickster-241.ptn", "solve", given={"strain": "C+", "leader": "W"})
    assert (found["strain"], found["leader"], found["declarer"]) == ("C+", "W", "S")


def test_bids_of_an_auction_that_was_played() -> None:
    given = {"samples": 4, "discards": "estimated"}
    rules = ws.Rules.preset("bid_whist", jokers=0)
    (found,) = asked(PTN / "trickster-241.ptn", "bids", rules=rules, given={**given, "seat": "S"})
    hand = ws.notation.parse_ptn((PTN / "trickster-241.ptn").read_text("utf-8"))
    assert (found["hand"], found["calls"], found["dealer"]) == (str(hand.deal.hands[2]), "Pass", "N")
    (found,) = asked(PTN / "trickster-241.ptn", "bids", rules=rules, given=given)
    assert (found["seat"], found["calls"]) == ("E", "")


# ---------------------------------------------------------------------------------------------- wrong rows


@pytest.mark.parametrize(
    ("question", "row", "words"),
    [
        ("table", "N:A... K... Q...", "hands"),
        ("table", 7, "7 is no row"),
        ("solve", {"deal": "N:A... K... Q... J...", "leader": "N"}, "there is no strain"),
        ("solve", {"deal": "N:A... K... Q... J...", "strain": "X", "leader": "N"}, "strain 'X'"),
        (
            "solve",
            {"deal": "N:A... K... Q... J...", "strain": "S+", "leader": "N", "played": ["SK"]},
            "SK by N",
        ),
        ("discard", {"deal": "N:A... K... Q... J...", "strain": "S+", "declarer": "N"}, "no kitty"),
        ("bids", {"hand": "AKQJ.T9.32.9876", "seat": "N"}, "there is no dealer"),
    ],
)
def test_a_wrong_row_is_broken_and_says_why(question: Any, row: object, words: str) -> None:
    out = io.BytesIO()
    summary = ws.run_batch([row], out, question)
    assert (summary.rows, summary.broken, out.getvalue()) == (0, 1, b"")
    assert summary.first_broken.startswith("rows, line 1: ") and words in summary.first_broken


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"question": "tables"}, "question 'tables' is wrong: expected 'table', 'solve'"),
        ({"given": {"strain": "S+"}}, "the question 'table' takes no 'strain': expected deal"),
        ({"given": "S+"}, "given 'S\\+' is wrong"),
        ({"executor": 4}, "executor 4 is wrong"),
        ({"processes": 2, "executor": ThreadPoolExecutor(1)}, "executor and processes are both given"),
        ({"chunk": 0}, "chunk 0 is wrong"),
        ({"resume": True}, "expected a file to go on with"),
        ({"resume": True, "overwrite": True}, "resume and overwrite are both given"),
        ({"output": 5}, "output 5 is wrong"),
        ({"source": 5}, "source 5 is wrong"),
        ({"output": Path("x"), "format": "csv"}, "format 'csv' is wrong"),
    ],
)
def test_wrong_calls(options: dict[str, Any], words: str) -> None:
    options = {"source": [], "output": io.BytesIO(), **options}
    with pytest.raises(ws.WhistError, match=words):
        ws.run_batch(
            options.pop("source"), options.pop("output"), options.pop("question", "table"), **options
        )


def test_deals_of_a_seed() -> None:
    out = io.BytesIO()
    ws.run_batch(RandomDeals(4, 6, SHORT), out, strains=["NT+"], chunk=4)
    rows = [json.loads(line) for line in out.getvalue().splitlines()]
    assert rows[0]["deal"] == str(ws.Deal.random(4, SHORT))
    text = io.BytesIO()
    ws.run_batch("random:4:6", text, strains=["NT+"], rules=SHORT, chunk=1)
    assert text.getvalue() == out.getvalue()
    for wrong in ((1.5, 3), (1, -1), (1, "x")):
        with pytest.raises(ws.WhistError, match="is wrong"):
            RandomDeals(*wrong)  # type: ignore[arg-type]


def test_traces() -> None:
    hands = [PTN / "trickster-241.ptn", PTN / "trickster-327.ptn"]
    rows = asked(hands, "trace")
    for path, row in zip(hands, rows, strict=True):
        want = ws.analyse_play(path, rules=ws.Rules.preset("bid_whist"), contract=True)
        assert want.contract is not None and want.discard is not None and want.hand.contract is not None
        assert row["deal"] == str(want.hand.deal) and row["contract"] == want.hand.contract.to_text()
        assert [row[f"play_{seat}"] for seat in range(6)] == [*want.given_by_seat, None, None]
        assert (row["tricks"], row["best"], row["finished"]) == (want.taken, want.best, want.finished)
        assert (row["holder"], row["discard"]) == ("S", want.discard.lost)
        assert (row["bid"], row["strain"]) == (want.contract.lost_by_bid, want.contract.lost_by_strain)
    text = {"ptn": hands[0].read_text("utf-8")}
    assert asked([text], "trace") == rows[:1]
    out = io.BytesIO()
    assert "there is no ptn" in ws.run_batch([text["ptn"], {"deal": SHORT}], out, "trace").first_broken


def test_traces_in_parquet(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    hand = PlayedHand("N:A2... K3... QJ... T9...", contract="1S+ by N", leader="N", plays="SA S3")
    assert ws.run_batch([{"ptn": str(hand)}], tmp_path / "out.parquet", "trace").rows == 1
    (row,) = parquet.read_table(tmp_path / "out.parquet").to_pylist()
    assert (row["holder"], row["play_0"], row["play_5"], row["finished"]) == (None, 0, None, False)

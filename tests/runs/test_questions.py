"""Every question of a batch against the function that answers it for one deal; in lines and in Parquet."""

import io
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from tests.support import batches
from tests.support.batches import SHORT, answers, deals_with_kitty, short_deals
from tests.support.command import NO_TRUMP, SPADES

import whistsolve as ws
from whistsolve.game.record import PlayedHand
from whistsolve.notation import parse_ptn
from whistsolve.runs import RandomDeals
from whistsolve.solving import TrickFrame

STRAINS = ("S+", "NT-")
DEAL = "N:A... K... Q... J..."
SPADES_OF_N = {"deal": DEAL, "strain": "S+", "leader": "N"}
HAND = "AKQJ.T9.32.9876"


def asked(rows, question, **options):
    """The answers to rows that are all answered."""
    found, summary = batches.asked(rows, question, **options)
    assert summary.broken == 0, summary.first_broken
    assert [row.pop("number") for row in found] == list(range(len(found)))
    assert summary.rows == summary.items == len(found)
    return found


def texts(cards):
    return list(map(str, cards))


def test_tables():
    deals = [*short_deals(3), ws.Deal.from_text("0:AK... QJ... T9..."), *short_deals(2, seed=9)]
    for deal, row in zip(deals, asked(deals, "table", strains=STRAINS), strict=True):
        names = ["N", "E", "S", "W"] if deal.seats == 4 else [0, 1, 2]
        tricks = ws.table(deal, strains=STRAINS).to_numpy().tolist()
        assert row == {"deal": str(deal), "leaders": names, "strains": list(STRAINS), "tricks": tricks}


def test_solve():
    asks = [("S+", "N", None, "N"), ("NT-", 2, "W", "W"), ("H~", "E", "E", "E"), ("S+", "W", "N", "N")]
    rows = [
        {"deal": str(deal), "strain": strain, "leader": leader, "declarer": declarer}
        for deal, (strain, leader, declarer, _) in zip(short_deals(4), asks, strict=True)
    ]
    rows.append({**rows[0], "played": texts(ws.solve_cards(rows[0]["deal"], "S+", "N"))[:1]})
    names = [declarer for *_, declarer in asks] + ["N"]
    for row, name, found in zip(rows, names, asked(rows, "solve"), strict=True):
        played = row.get("played", [])
        given = {"declarer": row["declarer"], "played": played}
        want = ws.solve(row["deal"], row["strain"], row["leader"], **given)
        assert (found["tricks"], found["won"], found["books"]) == (want.tricks, want.won, want.books)
        assert (found["played"], found["declarer"]) == (played, name)


def test_cards():
    deals = short_deals(4)
    given = {"strain": ws.Strain.of("C-"), "leader": "E", "declarer": "S"}
    for deal, row in zip(deals, asked(deals, "cards", given=given), strict=True):
        want = ws.solve_cards(deal, "C-", "E", declarer="S")
        assert row["cards"] == texts(want) and row["tricks"] == list(want.values())
        assert (row["strain"], row["leader"], row["declarer"]) == ("C-", "E", "S")


def test_discards_and_kitty_tables():
    deals = deals_with_kitty(3)
    given = {"strain": "S+", "declarer": "E"}
    rows = asked(deals, "discard", given=given), asked(deals, "kitty", strains=STRAINS)
    for deal, discard, kitty in zip(deals, *rows, strict=True):
        want = ws.best_discard(deal, "S+", "E")
        assert discard["discard"] == texts(want.cards) and discard["hand"] == str(want.hand)
        assert (discard["tricks"], discard["books"]) == (want.tricks, want.books)
        assert (discard["declarer"], discard["holder"], discard["leader"]) == ("E", "E", "E")
        table = ws.table(deal, strains=STRAINS, kitty="optimal")
        assert kitty["tricks"] == table.to_numpy().tolist()
        assert kitty["discards"][1][0] == texts(table.discard("E", "S+").cards)


def test_bids():
    given = {"dealer": "W", "samples": 8, "discards": "estimated", "seed": 5}
    rows = [
        {"hand": HAND, "seat": "S", "calls": "pass 3+", "scores": [3, -2]},
        {"deal": str(ws.Deal.random(3)), "seat": "N", "seed": 77},
    ]
    found = asked(rows, "bids", given=given)
    hand, other = rows[0]["hand"], ws.Deal.random(3).hands[0]
    want = [
        ws.evaluate_bids(hand, seat="S", calls="pass 3+", scores=(3, -2), **given),
        ws.evaluate_bids(other, seat="N", **{**given, "seed": 77}),
    ]
    for row, report in zip(found, want, strict=True):
        best = (str(report.best), report.samples, str(report.hand))
        assert (row["best"], row["samples"], row["hand"]) == best
        whole = [each.as_dict() for each in report.rows]
        assert row["rows"] == [{name: each[name] for name in row["rows"][0]} for each in whole]
    assert (found[0]["seat"], found[0]["dealer"], found[0]["scores"]) == ("S", "W", [3, -2])
    recorded = {"hand": HAND, "dealer": "N", "auction": 5}  # by PTN alone
    assert "there is no seat" in batches.asked([recorded], "bids")[1].first_broken


GIVEN = {"discard": {"strain": "H-", "declarer": "N"}, "table": None, "kitty": None}


@pytest.mark.parametrize("question", ["table", "solve", "cards", "discard", "kitty"])
def test_answers_are_the_same_however_they_are_found(question, tmp_path):
    """Whatever the chunks, threads and memory, and by an executor."""
    given = {"given": GIVEN.get(question, {"strain": "H-", "leader": "N"}), "strains": STRAINS}
    deals = deals_with_kitty(5)
    with ThreadPoolExecutor(2) as executor:
        ways = {"threads": 1}, {"chunk": 1, "threads": 2, "memory_mb": 2}, {"chunk": 2, "executor": executor}
        found = [asked(deals, question, **given, **way) for way in ways]
    assert found[0] == found[1] == found[2]


# Played hands.


def test_hands_in_ptn_are_asked_about_as_they_were_played():
    """As the verbs do it: strain, declarer and leader of the file, or those that are given."""
    hand = parse_ptn(NO_TRUMP.read_text("utf-8"))
    (found,) = asked(NO_TRUMP, "discard")
    want = ws.best_discard(hand.deal, hand.contract.strain, hand.contract.declarer, leader=hand.leader)
    assert (found["deal"], found["tricks"]) == (str(hand.deal), want.tricks)
    (found,) = asked(NO_TRUMP, "solve")
    assert (found["deal"], found["strain"], found["declarer"]) == (str(hand.deal_in_play), "NT+", "S")
    assert found["tricks"] == ws.solve(hand.deal_in_play, "NT+", hand.leader, declarer="S").tricks
    (found,) = asked(NO_TRUMP, "solve", given={"strain": "C+", "leader": "W"})
    assert (found["strain"], found["leader"], found["declarer"]) == ("C+", "W", "S")
    given = {"samples": 4, "discards": "estimated"}
    rules = ws.Rules.preset("bid_whist", jokers=0)
    (found,) = asked(NO_TRUMP, "bids", rules=rules, given={**given, "seat": "S"})
    assert (found["hand"], found["calls"], found["dealer"]) == (str(hand.deal.hands[2]), "Pass", "N")
    (found,) = asked(NO_TRUMP, "bids", rules=rules, given=given)
    assert (found["seat"], found["calls"]) == ("E", "")


def test_traces():
    hands = [NO_TRUMP, SPADES]
    rows = asked(hands, "trace")
    for path, row in zip(hands, rows, strict=True):
        want = ws.analyse_play(path, rules=ws.Rules.preset("bid_whist"), contract=True)
        assert row["deal"] == str(want.hand.deal) and row["contract"] == want.hand.contract.to_text()
        assert [row[f"play_{seat}"] for seat in range(6)] == [*want.given_by_seat, None, None]
        assert (row["tricks"], row["best"], row["finished"]) == (want.taken, want.best, want.finished)
        assert (row["holder"], row["discard"]) == ("S", want.discard.lost)
        assert (row["bid"], row["strain"]) == (want.contract.lost_by_bid, want.contract.lost_by_strain)
    text = hands[0].read_text("utf-8")
    assert asked([{"ptn": text}], "trace") == rows[:1]
    assert "there is no ptn" in batches.asked([text, {"deal": SHORT}], "trace")[1].first_broken


# Wrong rows and calls.


def test_a_wrong_row_is_broken_and_says_why():
    for question, row, words in (
        ("table", "N:A... K... Q...", "hands"),
        ("table", 7, "7 is no row"),
        ("solve", {"deal": DEAL, "leader": "N"}, "there is no strain"),
        ("solve", {**SPADES_OF_N, "strain": "X"}, "strain 'X'"),
        ("solve", {**SPADES_OF_N, "played": ["SK"]}, "SK by N"),
        ("discard", {"deal": DEAL, "strain": "S+", "declarer": "N"}, "no kitty"),
        ("bids", {"hand": HAND, "seat": "N"}, "there is no dealer"),
    ):
        found, summary = batches.asked([row], question)
        assert (summary.rows, summary.broken, found) == (0, 1, []), words
        assert summary.first_broken.startswith("rows, line 1: ") and words in summary.first_broken


def test_wrong_calls():
    executor = ThreadPoolExecutor(1)
    for options, words in (
        ({"question": "tables"}, "question 'tables' is wrong: expected 'table', 'solve'"),
        ({"given": {"strain": "S+"}}, "the question 'table' takes no 'strain': expected deal"),
        ({"given": "S+"}, "given 'S\\+' is wrong"),
        ({"executor": 4}, "executor 4 is wrong"),
        ({"processes": 2, "executor": executor}, "executor and processes are both given"),
        ({"chunk": 0}, "chunk 0 is wrong"),
        ({"resume": True}, "expected a file to go on with"),
        ({"resume": True, "overwrite": True}, "resume and overwrite are both given"),
        ({"output": 5}, "output 5 is wrong"),
        ({"source": 5}, "source 5 is wrong"),
        ({"output": Path("x"), "format": "csv"}, "format 'csv' is wrong"),
    ):
        with pytest.raises(ws.WhistError, match=words):
            ws.run_batch(**{"source": [], "output": io.BytesIO(), **options})


# Parquet.


@pytest.fixture
def pq():
    return pytest.importorskip("pyarrow.parquet")


def flat(rows):
    """Answers about tables with a column for each leader and strain, by their names in `TrickFrame`."""
    tricks = np.array([row["tricks"] for row in rows], np.uint8)
    wide = TrickFrame([row["deal"] for row in rows], tricks, rows[0]["strains"], wide=True).to_dicts()
    return [{"number": row["number"], **each} for row, each in zip(rows, wide, strict=True)]


def test_parquet_has_the_rows_of_json_lines(tmp_path, pq):
    source = RandomDeals(1, 14, SHORT)
    lines = batches.asked(source, strains=["S+"])[0]
    for part_rows in (1, 4, 7, 100):
        out = tmp_path / f"{part_rows}" / "out.parquet"
        out.parent.mkdir()
        ws.run_batch(source, out, strains=["S+"], part_rows=part_rows, chunk=3)
        parts = sorted(out.iterdir())
        assert [part.name for part in parts] == [f"part-{n:06d}.parquet" for n in range(-(-14 // part_rows))]
        assert pq.read_table(out).to_pylist() == flat(lines), part_rows
        assert all(pq.read_metadata(part).num_rows == part_rows for part in parts[:-1])
        names = {path.name for path in out.parent.iterdir()}
        assert names == {"out.parquet", "out.parquet.manifest.json"}
    with pytest.raises(ws.WhistError, match="begun with part_rows"):
        ws.run_batch(source, out, strains=["S+"], part_rows=5, resume=True)


def test_parquet_of_every_question(tmp_path, pq):
    short = RandomDeals(1, 2, ws.Rules.preset("cutthroat_3", hand_size=4, kitty_size=42))
    for question, source, given in (
        ("solve", short, {"strain": "S+", "leader": 0}),
        ("cards", short, {"strain": "S+", "leader": 0}),
        ("bids", RandomDeals(1, 2), {"seat": 0, "dealer": 2, "samples": 2, "discards": "estimated"}),
    ):
        ws.run_batch(source, tmp_path / f"{question}.parquet", question, given=given)
        found = pq.read_table(tmp_path / f"{question}.parquet").to_pylist()
        want = batches.asked(source, question, given=given)[0]
        assert [list(row) for row in found] == [list(row) for row in want], question
        for name in ("cards", "leader", "declarer", "seat", "dealer"):
            known = [row.get(name) for row in want]
            assert [row.get(name) for row in found] == [
                str(each) if isinstance(each, int) else each for each in known
            ]
    hand = PlayedHand("N:A2... K3... QJ... T9...", contract="1S+ by N", leader="N", plays="SA S3")
    ws.run_batch([{"ptn": str(hand)}], tmp_path / "trace.parquet", "trace")
    (row,) = pq.read_table(tmp_path / "trace.parquet").to_pylist()
    assert (row["holder"], row["play_0"], row["play_5"], row["finished"]) == (None, 0, None, False)


def test_no_rows_at_all(tmp_path, pq):
    assert ws.run_batch([], tmp_path / "x.jsonl").items == 0 and answers(tmp_path / "x.jsonl") == []
    ws.run_batch([], tmp_path / "x.parquet", "kitty")
    assert pq.read_table(tmp_path / "x.parquet").column_names == ["number", "deal"]

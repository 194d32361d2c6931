"""What the targets have found, each as short as it can be."""

import io
import json
import time

import numpy as np
import pytest
from tests.support.ptn_texts import SMALL

from whistsolve.equity.hand_outcomes import HandOutcomes
from whistsolve.equity.match_equity import MatchEquity
from whistsolve.equity.saved import load_equity, save_equity
from whistsolve.errors import ActError, NotationError, WhistError
from whistsolve.game.auction.calls import read_call
from whistsolve.notation import read_pbn, read_ptn
from whistsolve.players import RandomPlayer, play_matches
from whistsolve.rules import Rules
from whistsolve.runs import run_batch
from whistsolve.runs.readers import rows_of_lines
from whistsolve.values import Contract, Deal, Strain
from whistsolve_board.sources import read_hands

#: Matches that are over after one hand.
ONE_HAND = Rules.preset("bid_whist", hand_limit=1)


def test_a_lone_surrogate_in_pbn_for_the_board():
    """It was a UnicodeEncodeError."""
    board = '% PBN\n[Event "{}"]\n[Deal "N:A2.K.. Q3.A.. K4.Q.. J5.J..{}"]\n'
    assert len(read_hands(board.format("\ud800", ""), None)[1]) == 1
    with pytest.raises(NotationError, match=r"line 3: .* expected"):
        read_hands(board.format("Club", "\ud800"), None)


def test_a_call_in_ptn_that_is_none_for_the_board():
    """The board was given fields that it did not read itself."""
    with pytest.raises(ActError, match="'PasNT-' is wrong"):
        read_hands(SMALL.replace("Pass 3↑", "PasNT- 3↑"), None)


def test_a_control_character_in_a_row_of_play():
    """The message held it as it was."""
    with pytest.raises(NotationError, match=r"W plays \\x1b but N") as caught:
        read_ptn(f"{SMALL}\x1b\n")
    assert str(caught.value).isprintable()


def test_a_board_of_pbn_for_two_hands_has_a_line():
    """It was line 0: the leader had no place in the text."""
    [row] = rows_of_lines([b"% PBN", b'[Deal "N:A K"]', b'[Declarer "S"]', b'[Contract "3NT"]'], "pbn")
    assert row.line == 4 and "no seat of 2 hands: expected" in row.fault


def test_a_kitty_taken_and_nothing_discarded_spoils_no_other_row():
    """The error ended the whole file."""
    broken = SMALL.partition("[CardsRemoved")[0]
    assert read_ptn(broken)[0].added[3]
    good, bad, last = rows_of_lines((SMALL + broken + SMALL).encode().splitlines(), "ptn")
    assert good.fields == last.fields and good.fields["deal"] and not good.fault
    assert bad.fault == "W has taken the kitty and not discarded: expected discards" and not bad.fields


def test_long_texts_are_soon_refused():
    """They took the square of their length, or its third power."""
    begun = time.process_time()
    for read, text in (
        (Strain.from_text, f"S{',' * 30_000}A"),
        (Contract.from_text, f"3S{' ' * 30_000}x"),
        (read_call, f"4{' ' * 30_000}x"),
        (Deal.from_text, f"N:{',' * 15_000}x"),
        (Deal.from_text, f"N: A\nDEAL{' ' * 2000}x"),
        (Deal.from_text, "N: A\n" + "\t" * 2000 + "x"),
        (read_pbn, '[X "1"]\n' * 10_000 + '[Deal "x"]'),
        (read_pbn, f'[Deal "x"]\n[Play "N"]\n}} {"{" * 200_000}'),
        (read_pbn, f'[Deal "x"]\n[Auction "N"]\n1S {"Pass " * 10_000} {"AP " * 10_000}'),
    ):
        with pytest.raises(WhistError, match="expected"):
            read(text)
        assert time.process_time() - begun < 3, text[:20]


def match(path, number):
    play_matches(RandomPlayer(1), RandomPlayer(2), matches=number, rules=ONE_HAND, save=path)


def test_a_line_of_a_saved_run_that_is_no_part(tmp_path):
    """Deep nesting was a RecursionError, a number without end an OverflowError."""
    path = tmp_path / "run.jsonl"
    match(path, 2)
    whole = path.read_text("utf-8")
    for wrong in ("[" * 100_000, '{"number": 1e999}', '{"number": null}'):
        path.write_text(f"{whole}{wrong}\n", "utf-8")
        with pytest.raises(WhistError, match=r"line 3 of .* is wrong"):
            match(path, 4)


def test_the_header_of_a_saved_run_is_not_repeated_as_it_is(tmp_path):
    """The message held control characters, and all of a long text."""
    path = tmp_path / "run.jsonl"
    for wrong in ("\x1b[2J\x07a\nb", "x" * 5000):
        path.write_text(json.dumps({"whistsolve": wrong}) + "\n", "utf-8")
        with pytest.raises(WhistError, match="expected one of matches") as caught:
            match(path, 2)
        assert str(caught.value).isprintable() and len(str(caught.value)) < 400


def test_deep_nesting_in_headers_and_manifests(tmp_path):
    """It was a RecursionError."""
    for name in ("run.jsonl", "equity.json", "out.jsonl.manifest.json"):
        (tmp_path / name).write_text("[" * 100_000 + "\n", "utf-8")
    with pytest.raises(WhistError, match="is no file of matches"):
        match(tmp_path / "run.jsonl", 2)
    with pytest.raises(WhistError, match="holds no match equity"):
        load_equity(tmp_path / "equity.json")
    with pytest.raises(WhistError, match="is no manifest of a batch"):
        run_batch(["N:A... K... Q... J..."], tmp_path / "out.jsonl", resume=True)


def test_saved_equity_whose_chances_are_none(tmp_path):
    """They were read, and given as chances."""
    hand = HandOutcomes(np.array([[3, 0, 1], [1, 4, 0]]), np.array([0.5, 0.5]))
    path = tmp_path / "equity.json"
    save_equity(MatchEquity(Rules.preset("cutthroat_3"), hand), path)
    document = json.loads(path.read_text("utf-8"))
    for wrong in (
        [[0, 0, 0], [0, 0, 0], [0, 0, 0], 0, 0, "abc"],
        [[0, 0, 0], [0, 0, 0], [0, 0, 0], 0, 0, [0.5, 0.5, 7]],
        [[0, 0, 0, 0], [0, 0, 0], [0, 0, 0], 0, 0, [0.5, 0.5, 0]],
        [[0, 0, 0], [0, 0, 0], [0, 0, 0], 0, 3, [0.5, 0.5, 0]],
        [[0, 0, 0], [0, 0, 0], [0, 0, 0], None, 0, [0.5, 0.5, 0]],
    ):
        path.write_text(json.dumps(document | {"simulated": [wrong]}), "utf-8")
        with pytest.raises(WhistError, match=r"holds no match equity.* is wrong: expected"):
            load_equity(path)


def test_a_broken_file_of_parquet(tmp_path):
    """It was pyarrow's OSError, in several lines."""
    pyarrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "deals.parquet"
    parquet.write_table(pyarrow.table({"deal": ["N:A... K... Q... J..."] * 3}), path)
    whole = path.read_bytes()
    for place in (10, 400, len(whole) - 30):
        path.write_bytes(whole[:place] + b"\xff" * 20 + whole[place + 20 :])
        with pytest.raises(NotationError, match=r"deals.parquet' cannot be read as Parquet: ") as caught:
            run_batch(path, io.BytesIO())
        assert str(caught.value).isprintable()

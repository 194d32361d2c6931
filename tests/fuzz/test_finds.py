"""Every target over its samples and over broken ones, and what they have found that no sample shows."""

import json
import time
from pathlib import Path

import numpy as np
import pytest
from tests.fuzz.mutations import PIECES, long_fields, mutations
from tests.support.ptn_texts import SMALL

from whistsolve.equity import MatchEquity, load_equity, save_equity
from whistsolve.equity.transitions import HandOutcomes
from whistsolve.errors import WhistError
from whistsolve.game.auction.calls import read_call
from whistsolve.notation import read_pbn, read_ptn
from whistsolve.players import RandomPlayer, play_matches
from whistsolve.rules import Rules
from whistsolve.runs import run_batch
from whistsolve.runs.readers import rows_of_lines
from whistsolve.values import Contract, Deal, Strain

NAMES = sorted(path.stem for path in (Path(__file__).parent / "corpus").iterdir())
#: Broken inputs of a target; `python -m tests.fuzz` has as many as there is time for, and others.
MUTATIONS = 30


@pytest.mark.parametrize("name", NAMES)
def test_samples_and_broken_ones(name):
    """Also of pieces alone, and with words so long that a message cannot quote them."""
    from tests.fuzz import targets

    samples, is_slow = targets.samples_of(name), name in targets.SLOW
    assert len(samples) >= 2 and set(targets.TARGETS) == set(NAMES)
    long = long_fields(samples[0] if is_slow else samples[-1])
    pieces = () if is_slow else PIECES
    for data in (b"", *samples, *pieces, *mutations(samples, MUTATIONS, seed=1), *long):
        targets.TARGETS[name](data)


@pytest.mark.thorough
@pytest.mark.parametrize("name", NAMES)
def test_all_pieces_and_long_words(name):
    from tests.fuzz import targets

    long = (data for sample in targets.samples_of(name) for data in long_fields(sample))
    for data in (*PIECES, *long):
        targets.TARGETS[name](data)


#: Matches that are over after one hand.
ONE_HAND = Rules.preset("bid_whist", hand_limit=1)


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
    # Of a header the message held control characters, and all of a long text.
    for wrong in ("\x1b[2J\x07a\nb", "x" * 5000):
        path.write_text(json.dumps({"whistsolve": wrong}) + "\n", "utf-8")
        with pytest.raises(WhistError, match="expected one of matches") as caught:
            match(path, 2)
        assert str(caught.value).isprintable() and len(str(caught.value)) < 400


def test_deep_nesting_in_headers_and_manifests(tmp_path):
    """It was a RecursionError."""
    path = tmp_path / "out.jsonl"
    for file in (path, tmp_path / "out.jsonl.manifest.json"):
        file.write_text("[" * 100_000 + "\n", "utf-8")
    for call, words in (
        (lambda: match(path, 2), "is no file of matches"),
        (lambda: load_equity(path), "holds no match equity"),
        (lambda: run_batch(["N:A... K... Q... J..."], path, resume=True), "is no manifest of a batch"),
    ):
        with pytest.raises(WhistError, match=words):
            call()


def test_saved_equity_whose_chances_are_none(tmp_path):
    """They were read, and given as chances."""
    hand = HandOutcomes(np.array([[3, 0, 1], [1, 4, 0]]), np.array([0.5, 0.5]))
    path = tmp_path / "equity.json"
    save_equity(MatchEquity(Rules.preset("cutthroat_3"), hand), path)
    document = json.loads(path.read_text("utf-8"))
    fresh = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]
    wrong = [[*fresh, 0, 0, "abc"], [*fresh, 0, 0, [0.5, 0.5, 7]], [*fresh, 0, 3, [0.5, 0.5, 0]]]
    wrong += [[[0, 0, 0, 0], *fresh[1:], 0, 0, [0.5, 0.5, 0]], [*fresh, None, 0, [0.5, 0.5, 0]]]
    for each in wrong:
        path.write_text(json.dumps(document | {"simulated": [each]}), "utf-8")
        with pytest.raises(WhistError, match=r"holds no match equity.* is wrong: expected"):
            load_equity(path)

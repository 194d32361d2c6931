"""Long runs: files that a killed run goes on from, and processes that die."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support.dying_players import Dying

import whistsolve as ws
from whistsolve.errors import WhistError
from whistsolve.players import HeuristicPlayer, RandomPlayer
from whistsolve.players.processes import WorkerDied, in_processes
from whistsolve.rules import Rules

RULES = Rules.preset("bid_whist_no_kitty", hand_limit=1)
A, B = HeuristicPlayer(), RandomPlayer(5)


def matches(file: Path | None = None, number: int = 6, **more):  # type: ignore[no-untyped-def]
    return ws.play_matches(A, more.pop("b", B), **{"rules": RULES, "matches": number, "save": file, **more})


def deals(file: Path | None = None, number: int = 6, **more):  # type: ignore[no-untyped-def]
    fixed = {"rules": RULES, "before_play": A, "deals": number, "save": file}
    return ws.play_deals(A, more.pop("b", B), **{**fixed, **more})


KINDS = pytest.mark.parametrize("play", [matches, deals])
Play = Callable[..., ws.MatchesResult | ws.DealsResult]


@KINDS
def test_a_saved_run_goes_on_and_plays_nothing_twice(play: Play, tmp_path: Path) -> None:
    file, played = tmp_path / "run.jsonl", []
    assert play(file, 4, progress=lambda done, _: played.append(done)) == play(None, 4)
    first = file.read_bytes()
    several = len(played)
    assert len(first.splitlines()) == 1 + several
    assert play(file, 4, progress=lambda done, _: played.append(done)) == play(None, 4)
    assert len(played) == several and file.read_bytes() == first
    assert play(file, 6, processes=2) == play(None, 6)
    assert file.read_bytes().startswith(first)
    assert play(file, 2) == play(None, 2)


@KINDS
def test_a_line_written_in_half_is_ignored(play: Play, tmp_path: Path) -> None:
    file, expected = tmp_path / "run.jsonl", play(None, 4)
    play(file, 4)
    whole = file.read_bytes()
    for length in (3, len(whole.splitlines(keepends=True)[0]) + 20, len(whole) - 1, len(whole) - 30):
        file.write_bytes(whole[:length])
        assert play(file, 4) == expected
        lines = file.read_bytes().splitlines()
        assert len(lines) == len(whole.splitlines()) and all(json.loads(line) for line in lines)


@KINDS
def test_an_interrupt_keeps_the_file(play: Play, tmp_path: Path) -> None:
    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    file = tmp_path / "run.jsonl"
    with pytest.raises(KeyboardInterrupt) as caught:
        play(file, 6, progress=stop)
    assert play(file, 6, resume=caught.value.partial) == play(None, 6)  # type: ignore[attr-defined]
    other = tmp_path / "other.jsonl"  # what is resumed is saved too
    play(other, 6, resume=play(None, 6))
    assert len(other.read_bytes().splitlines()) == len(file.read_bytes().splitlines())


def test_a_file_of_another_run_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    matches(file, 2)
    before = file.read_bytes()
    for play, more, message in (
        (matches, {"seed": 4}, "has seed 0: expected 4"),
        (matches, {"b": RandomPlayer(6)}, "has players .*seed=5.*: expected .*seed=6"),
        (matches, {"rules": Rules.preset("bid_whist")}, "has rules "),
        (matches, {"before_play": A}, "has before_play None: expected 'HeuristicPlayer"),
        (deals, {}, "is a file of matches: expected one of deals"),
    ):
        with pytest.raises(WhistError, match=message):
            play(file, 2, **more)
        assert file.read_bytes() == before
    deals(tmp_path / "deals.jsonl", 1)
    with pytest.raises(WhistError, match="has pairings "):
        deals(tmp_path / "deals.jsonl", 1, itself=True)
    for text in ("notes of mine", "notes\nof mine\n", '{"a": 1}\n', "[1]\n"):
        file.write_text(text)
        with pytest.raises(WhistError, match="no file of matches"):
            matches(file, 2)
        assert file.read_text() == text
    first, second, *_ = before.splitlines(keepends=True)
    for wrong in (b"?\n", b"{}\n", b'{"number": 0, "matches": []}\n', b"[]\n"):
        file.write_bytes(first + second + wrong + second)
        with pytest.raises(WhistError, match=r"line 3 of .* expected a pair as it was saved"):
            matches(file, 2)
    with pytest.raises(OSError):
        matches(tmp_path, 2)


# ---------------------------------------------------------------------------------------- processes that die


@KINDS
def test_a_process_that_dies_once_loses_nothing(play: Play, tmp_path: Path) -> None:
    dying = Dying(tmp_path, 1, 0)
    assert play(None, 4, b=dying, processes=2) == play(None, 4, b=RandomPlayer())
    assert len(list(tmp_path.iterdir())) == 1


@KINDS
def test_a_second_death_names_the_part_and_keeps_the_others(play: Play, tmp_path: Path) -> None:
    (tmp_path / "deaths").mkdir()
    dying = Dying(tmp_path / "deaths", 2, 2)  # hands of dealer 2 alone: the third deal, or pair
    file = tmp_path / "run.jsonl"
    with pytest.raises(WhistError, match=r"(pair|deal) 2 cannot be played: .*exit status 3") as caught:
        play(file, 6, b=dying, processes=2)
    assert isinstance(caught.value, (ws.MatchesStopped, ws.DealsStopped))
    partial = caught.value.partial
    kept = partial.deals if isinstance(partial, ws.DealsResult) else partial.pairs
    assert 2 not in [each.number for each in kept]
    assert len(file.read_bytes().splitlines()) == 1 + len(kept)
    assert play(file, 6, b=dying, processes=2) == play(None, 6, b=RandomPlayer())


def _double(number: int) -> int:
    if number == 7:
        raise ValueError("seven")
    if number == 8:
        time.sleep(600)
    return 2 * number


def _kill(number: int) -> int:
    os.kill(os.getpid(), signal.SIGTERM)
    return number


def test_processes_and_their_ends() -> None:
    assert sorted(in_processes(_double, range(5), 3)) == [0, 2, 4, 6, 8]
    assert list(in_processes(_double, [], 2)) == [] and list(in_processes(_double, [1], 2)) == [2]
    with pytest.raises(ValueError, match="seven"):
        list(in_processes(_double, [7], 2))
    with pytest.raises(WorkerDied, match="over 3, the second with exit status") as caught:
        list(in_processes(_kill, [3], 2))
    assert caught.value.task == 3
    began = time.monotonic()
    results = in_processes(_double, [1, 8], 2)
    assert next(results) == 2
    results.close()  # does not wait for the other
    assert time.monotonic() - began < 300

"""benchmarks/strength/card_calibration.py: deals played out, files that are resumed, and its tables."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from benchmarks.strength import card_calibration, card_forecasts
from benchmarks.strength.card_calibration import main, report
from benchmarks.strength.card_forecasts import MOMENTS, Played, Setup, Stated, play_deal, read_played

from whistsolve.players import HeuristicPlayer

QUICK = Setup(samples=2, table_samples=1, reference=2, checked=1)
ARGUMENTS = ["--samples", "2", "--table-samples", "1", "--reference", "2", "--checked", "1", "--deals", "2"]


@pytest.fixture(scope="module")
def deals() -> list[Played]:
    return [play_deal(QUICK, number) for number in range(2)]


def test_a_deal_is_played_out(deals: list[Played]) -> None:
    for each in deals:
        assert each.made is not None and [stated.tricks_before for stated in each.stated] == list(MOMENTS)
        for stated in each.stated:
            assert 0 <= stated.make <= 1 and 0 <= stated.tricks_came <= 12 - stated.tricks_before
        assert read_played(json.loads(json.dumps(asdict(each)))) == each
        again = play_deal(QUICK, each.number)
        assert replace(again, seconds=each.seconds) == each
    assert deals[0].estimates and not deals[1].estimates
    assert deals[0] != deals[1]
    for first, later in zip(deals[0].stated, deals[0].stated[1:], strict=False):
        if first.declares == later.declares:
            assert first.tricks_came >= later.tricks_came


def test_players_can_be_exchanged(monkeypatch: pytest.MonkeyPatch, deals: list[Played]) -> None:
    """Who plays is said in one place."""
    player = HeuristicPlayer()
    monkeypatch.setattr(card_forecasts, "play_at_table", lambda view, setup, seed: player.act(view))
    other = play_deal(QUICK, 0)
    assert other.contract == deals[0].contract and other.stated[0].make == deals[0].stated[0].make
    assert other.stated[1:] != deals[0].stated[1:]


def test_the_tables() -> None:
    def stated(tricks: int, declares: bool, make: float) -> Stated:
        return Stated(tricks, declares, make, 0.1, 5.0, 4, 16, False)

    deals = [
        Played(number, "4S+ by N", number % 2 == 0, 1.0, (stated(0, True, 0.75), stated(3, False, 0.5)), ())
        for number in range(4)
    ]
    text = report(QUICK, [*deals, Played(4, "", None, 1.0, (), ())])
    assert "4 deals of bid_whist, 50.0% made" in text
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if "|" in line]
    assert ["first lead", "4", "75.0%", "50.0%"] in [row[:4] for row in rows]
    assert ["declarer's side", "4", "75.0%"] in [row[:3] for row in rows]
    assert ["after trick 3", "0.2500", "0.0000", "0.0000", "0.2500", "0.0000"] in rows
    assert ["defenders, after trick 3", "4", "5.00", "4.00", "+1.00 ± 0.00"] in rows
    assert report(QUICK, []) == "Nothing is known yet.\n"


def test_a_run_is_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[int] = []

    def counted(setup: Setup, number: int) -> Played:
        asked.append(number)
        return play_deal(setup, number)

    monkeypatch.setattr(card_calibration, "play_deal", counted)
    arguments = [*ARGUMENTS, "--resume", str(tmp_path / "results.jsonl")]
    assert main(arguments) == 0 and asked == [0, 1]
    first = capsys.readouterr().out
    assert main(arguments) == 0 and asked == [0, 1]
    assert capsys.readouterr().out == first and "95 % intervals" in first
    with pytest.raises(SystemExit):
        main([*arguments, "--seed", "5"])
    assert "has results of something else" in capsys.readouterr().err


@pytest.mark.parametrize(
    "wrong", [["--preset", "whist"], ["--seed", "-1"], ["--samples", "1"], ["--checked", "-1"]]
)
def test_what_the_command_refuses(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([*ARGUMENTS, *wrong])
    assert "error:" in capsys.readouterr().err

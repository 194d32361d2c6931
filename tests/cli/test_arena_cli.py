"""The command ``arena``: named players, players from outside, JSON, errors, interrupts."""

import json
import sys
from pathlib import Path

import pytest
from tests.support.command import done, refused, run

import whistsolve as ws
from whistsolve.players import HeuristicPlayer, RandomPlayer
from whistsolve.rules import Rules

OUTSIDE = '''
from whistsolve.players import RandomPlayer

class Timid(RandomPlayer):
    """Passes where it may."""

    def call(self, view):
        return view.legal_calls[0]

class Broken:
    def act(self, view):
        raise RuntimeError("out of ideas")

class Nothing:
    pass
'''


@pytest.fixture
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "players_from_outside.py").write_text(OUTSIDE, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "players_from_outside", raising=False)


def test_named_players() -> None:
    found = json.loads(done("arena", "heuristic", "random", "--matches", 4, "--seed", 2, "--json"))
    result = ws.play_matches(HeuristicPlayer(), RandomPlayer(), matches=4, seed=2)
    for name in ("players", "rules", "matches", "share", "interval", "pairs", "hands"):
        assert found[name] == json.loads(json.dumps(result.as_dict()))[name]
    text = done("arena", "heuristic", "random", "--matches", 4, "--seed", 2)
    assert "HeuristicPlayer()" in text and f"{result.share:.1%} won by a" in text
    found = json.loads(
        done("arena", "random", "random", "--matches", 2, "--rules", "cutthroat_3", "--before-play",
             "heuristic", "--json")
    )  # fmt: skip
    assert found["rules"] == Rules.preset("cutthroat_3").overrides()


def test_the_cards_alone() -> None:
    arguments = ("arena", "heuristic", "random", "--deals", 4, "--seed", 2)
    found = json.loads(done(*arguments, "--itself", "--json"))
    result = ws.play_deals(HeuristicPlayer(), RandomPlayer(), deals=4, seed=2, itself=True)
    expected = json.loads(json.dumps(result.as_dict()))
    for name in ("players", "before_play", "rules", "finished", "declaring", "defending", "pairings"):
        assert found[name] == expected[name]
    text = done(*arguments)
    words = " ".join(text.split())
    assert f"declaring {result.declaring} a deal" in words and "before play HeuristicPlayer(bids=" in words
    rows = [line.split() for line in text.splitlines()]
    assert ["a", "b", f"{result.pairings[0].tricks:.2f}"] in [row[:3] for row in rows]
    found = json.loads(
        done("arena", "random", "random", "--deals", 1, "--before-play", "heuristic", "--json")
    )
    assert found["before_play"] == "HeuristicPlayer()"


@pytest.mark.parametrize("kind", ["--matches", "--deals"])
def test_a_run_is_saved_and_resumed(kind: str, tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    arguments = ("arena", "heuristic", "random", "--rules", "whist", "--json", kind)
    assert "does not exist" in refused(*arguments, 2, "--resume", file)
    first = json.loads(done(*arguments, 2, "--save", file))
    assert "exists: expected a new file" in refused(*arguments, 2, "--save", file)
    assert "exclude each other" in refused(*arguments, 2, "--save", tmp_path / "x", "--resume", file)
    assert "was begun with seed 0 and not 5" in refused(*arguments, 4, "--seed", 5, "--resume", file)
    assert json.loads(done(*arguments, 2, "--resume", file)) == first  # nothing is played: times are the same
    file.write_bytes(file.read_bytes() + b'{"number": 3')
    found, alone = (json.loads(done(*arguments, 4, *more)) for more in (("--resume", file), ()))
    name = "pairs" if kind == "--matches" else "pairings"
    assert found[name] == alone[name]
    numbers = [[own["number"] for own in each["decisions"]] for each in (found, alone)]
    assert numbers[0] == numbers[1]


@pytest.mark.usefixtures("outside")
def test_players_from_outside() -> None:
    names = "players_from_outside:Timid", "players_from_outside:Broken"
    status, out, err = run("arena", *names, "--matches", 2, "--json")
    assert (status, err) == (1, "whistsolve: error: 2 failed: expected none\n")
    found = json.loads(out)
    assert found["share"] == 1.0 and len(found["failures"]) == 2
    assert "RuntimeError: out of ideas" in found["failures"][0]["message"]
    text = run("arena", "players_from_outside:Broken", "random", "--matches", 12)[1]
    assert text.count("RuntimeError") == 5 and "12 in all" in text
    assert "has no method act" in refused("arena", "players_from_outside:Nothing", "random")
    assert "AttributeError" in refused("arena", "players_from_outside:Nobody", "random")


def test_wrong_input() -> None:
    assert "expected random, heuristic" in refused("arena", "clever", "random")
    assert "ModuleNotFoundError" in refused("arena", "no_such_module:X", "random")
    assert "matches 0" in refused("arena", "random", "random", "--matches", 0)
    assert "processes" in refused("arena", "random", "random", "--processes", 0)
    assert "expected two" in refused("arena", "random")
    assert "exclude each other" in refused("arena", "random", "random", "--deals", 2, "--matches", 2)
    assert "expected --deals" in refused("arena", "random", "random", "--itself")
    assert "deals 0" in refused("arena", "random", "random", "--deals", 0)


def test_an_interrupt_prints_the_pairs_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    partial = ws.play_matches(RandomPlayer(), RandomPlayer(), matches=2)

    def interrupted(*args: object, **more: object) -> None:
        raise ws.Interrupted("interrupted", partial)

    monkeypatch.setattr(ws, "play_matches", interrupted)
    status, out, _ = run("arena", "random", "random", "--json")
    assert status == 130 and json.loads(out)["matches"] == 2
    deals = ws.play_deals(RandomPlayer(), RandomPlayer(), deals=1, before_play=RandomPlayer())

    def stopped(*args: object, **more: object) -> None:
        raise ws.Stopped("deal 1 cannot be done: two processes died over it", deals, "failed")

    monkeypatch.setattr(ws, "play_deals", stopped)
    status, out, err = run("arena", "random", "random", "--deals", 9)
    assert status == 2 and "1 of 1 finished" in out and "deal 1 cannot be done" in err

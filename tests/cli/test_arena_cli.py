"""The command ``arena``: named players, players from outside, JSON, saved runs, errors, interrupts."""

import json
import sys

import pytest
from tests.support.command import done, refused, run

import whistsolve as ws
from whistsolve.players import HeuristicPlayer, RandomPlayer
from whistsolve.rules import Rules

NAMED = ("arena", "heuristic", "random", "--seed", 2)
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


def parsed(*args):
    return json.loads(done(*args, "--json"))


def told(result, *names):
    return {name: json.loads(json.dumps(result.as_dict()))[name] for name in names}


def test_matches():
    found = parsed(*NAMED, "--matches", 2)
    result = ws.play_matches(HeuristicPlayer(), RandomPlayer(), matches=2, seed=2)
    names = ("players", "rules", "matches", "share", "interval", "pairs", "hands")
    assert {name: found[name] for name in names} == told(result, *names)
    text = done(*NAMED, "--matches", 2)
    assert "HeuristicPlayer()" in text and f"{result.share:.1%} won by a" in text
    asked = ("arena", "random", "random", "--matches", 2, "--rules", "cutthroat_3")
    assert parsed(*asked, "--before-play", "heuristic")["rules"] == Rules.preset("cutthroat_3").overrides()


def test_the_cards_alone():
    found = parsed(*NAMED, "--deals", 4, "--itself")
    result = ws.play_deals(HeuristicPlayer(), RandomPlayer(), deals=4, seed=2, itself=True)
    names = ("players", "before_play", "rules", "finished", "declaring", "defending", "pairings")
    assert {name: found[name] for name in names} == told(result, *names)
    text = done(*NAMED, "--deals", 4)
    words = " ".join(text.split())
    assert f"declaring {result.declaring} a deal" in words and "before play HeuristicPlayer(bids=" in words
    rows = [line.split()[:3] for line in text.splitlines()]
    assert ["a", "b", f"{result.pairings[0].tricks:.2f}"] in rows
    found = parsed("arena", "random", "random", "--deals", 1, "--before-play", "heuristic")
    assert found["before_play"] == "HeuristicPlayer()"


@pytest.mark.parametrize(("kind", "name"), [("--matches", "pairs"), ("--deals", "pairings")])
def test_a_run_is_saved_and_resumed(kind, name, tmp_path):
    file = tmp_path / "run.jsonl"
    asked = ("arena", "heuristic", "random", "--rules", "whist", kind)
    assert "does not exist" in refused(*asked, 2, "--resume", file)
    first = parsed(*asked, 2, "--save", file)
    for more, words in (
        ((2, "--save", file), "exists: expected a new file"),
        ((2, "--save", tmp_path / "x", "--resume", file), "exclude each other"),
        ((4, "--seed", 5, "--resume", file), "was begun with seed 0 and not 5"),
    ):
        assert words in refused(*asked, *more)
    assert parsed(*asked, 2, "--resume", file) == first  # nothing is played: times are the same
    file.write_bytes(file.read_bytes() + b'{"number": 3')
    found, alone = parsed(*asked, 4, "--resume", file), parsed(*asked, 4)
    assert found[name] == alone[name]
    numbers = [[own["number"] for own in each["decisions"]] for each in (found, alone)]
    assert numbers[0] == numbers[1]


def test_players_from_outside(tmp_path, monkeypatch):
    (tmp_path / "players_from_outside.py").write_text(OUTSIDE, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "players_from_outside", raising=False)
    timid, broken, nothing, nobody = (
        f"players_from_outside:{name}" for name in ("Timid", "Broken", "Nothing", "Nobody")
    )
    status, out, err = run("arena", timid, broken, "--matches", 2, "--json")
    assert (status, err) == (1, "whistsolve: error: 2 failed: expected none\n")
    found = json.loads(out)
    assert found["share"] == 1.0 and len(found["failures"]) == 2
    assert "RuntimeError: out of ideas" in found["failures"][0]["message"]
    text = run("arena", broken, "random", "--matches", 12)[1]
    assert text.count("RuntimeError") == 5 and "12 in all" in text
    assert "has no method act" in refused("arena", nothing, "random")
    assert "AttributeError" in refused("arena", nobody, "random")


def test_wrong_input():
    for args, words in (
        (("clever", "random"), "expected random, heuristic"),
        (("no_such_module:X", "random"), "ModuleNotFoundError"),
        (("random", "random", "--matches", 0), "matches 0"),
        (("random", "random", "--deals", 0), "deals 0"),
        (("random", "random", "--processes", 0), "processes"),
        (("random",), "expected two"),
        (("random", "random", "--deals", 2, "--matches", 2), "exclude each other"),
        (("random", "random", "--itself"), "expected --deals"),
    ):
        assert words in refused("arena", *args)


def test_an_early_end_prints_what_there_is_so_far(monkeypatch):
    players = RandomPlayer(), RandomPlayer()
    some = ws.play_matches(*players, matches=2)
    deals = ws.play_deals(*players, deals=1, before_play=RandomPlayer())

    def ends(error):
        def play(*args, **more):
            raise error

        return play

    monkeypatch.setattr(ws, "play_matches", ends(ws.Interrupted("interrupted", some)))
    status, out, _ = run("arena", "random", "random", "--json")
    assert status == 130 and json.loads(out)["matches"] == 2
    died = ws.Stopped("deal 1 cannot be done: two processes died over it", deals, "failed")
    monkeypatch.setattr(ws, "play_deals", ends(died))
    status, out, err = run("arena", "random", "random", "--deals", 9)
    assert status == 2 and "1 of 1 finished" in out and "deal 1 cannot be done" in err

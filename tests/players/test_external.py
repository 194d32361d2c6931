"""Bots in processes of their own: another language, every rule broken, ends of processes, what they know."""

import json
import os
import pickle
import re
import shutil
import sys
import threading
import time
from pathlib import Path

import pytest
from tests.support.command import run
from tests.support.refusals import assert_refused
from tests.support.thorough import by_default
from tests.support.valid import check_message

import whistsolve as ws
from whistsolve.cancelling import Cancellation
from whistsolve.cli.engine import answers
from whistsolve.game import HandView
from whistsolve.players import ExternalPlayer, RandomPlayer
from whistsolve.players.external import _Process

ROOT = Path(__file__).parents[2]
BOTS = ROOT / "tests" / "data" / "bots"
ENGINE = f"{sys.executable} -m whistsolve engine"
needs_sessions = pytest.mark.skipif(sys.platform == "win32", reason="no sessions of processes")
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")


@pytest.fixture(autouse=True)
def check_messages(monkeypatch):
    """Check every message to a bot against its schema."""
    said = _Process.say

    def say(self, **message):
        check_message(message)
        said(self, **message)

    monkeypatch.setattr(_Process, "say", say)


def bad(what, **limits):
    return ExternalPlayer(f"{sys.executable} {BOTS / 'bad.py'} '{what}'", **limits)


def said_in(folder, mark=""):
    """The messages of a log, or those to the bot (">") or by it ("<") alone."""
    lines = [line for file in folder.iterdir() for line in file.read_text().splitlines()]
    return [json.loads(line[2:]) for line in lines if line.startswith(mark)]


@needs_node
@pytest.mark.parametrize("preset", by_default(2, ["bid_whist", "double_dummy", "cutthroat_3"]))
def test_a_bot_in_another_language_plays_every_game(preset, tmp_path):
    bot = ExternalPlayer(f"node {BOTS / 'bot.js'}", log=tmp_path)
    rules = ws.Rules.preset(preset, hand_limit=1)
    result = ws.play_matches(bot, "random", matches=2, rules=rules, seed=1)
    assert not result.failures and result.decisions[0].number > 10
    told, answered = said_in(tmp_path, ">"), said_in(tmp_path, "<")
    kinds = {"hello", "match", "agreements", "hand", "act", "turn", "over", "bye"}
    assert {each["type"] for each in told} == kinds
    assert {each["type"] for each in answered} == {"ready", "info", "bestact"}
    for each in answered:
        check_message(each)
    agreements = next(each["by_player"] for each in told if each["type"] == "agreements")
    assert ["no conventions"] in agreements and [] in agreements


def test_the_session_of_the_page_is_literal():
    """Its messages are such as are sent, and the view is read; the page lists every message with a schema."""
    page = (ROOT / "docs" / "protocol.md").read_text("utf-8")
    session = [json.loads(text) for text in re.findall(r"^[<>] (\{.*\})$", page, re.MULTILINE)]
    for each in session:
        check_message(each)
    turn = next(each for each in session if each["type"] == "turn")
    view = HandView.from_dict(turn["view"])
    assert turn["legal"] == list(map(str, view.legal_acts())) and len(session) > 8
    schemas = json.loads((ROOT / "docs" / "schemas" / "messages.json").read_text("utf-8"))["$defs"]
    named = {name for name, each in schemas.items() if "type" in each["properties"]}
    assert set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)) == named


def test_the_engine_is_the_player_itself(tmp_path):
    """The same matches as by the player in this process; hidden acts are told without their cards."""
    rules = ws.Rules.preset("bid_whist", hand_limit=1)
    outside, inside = (
        ws.play_matches(player, RandomPlayer(5), matches=2, rules=rules, seed=4)
        for player in (ExternalPlayer(f"{ENGINE} heuristic", log=tmp_path), "heuristic")
    )
    assert outside.pairs == inside.pairs and not outside.failures
    told = said_in(tmp_path, ">")
    hidden = [each["player"] for each in told if each["type"] == "act" and each["act"] is None]
    assert hidden and None not in hidden


WRONG = {
    "late": r"did not answer within 0.3 s: expected 'bestact'",
    "illegal": "'lunch'",
    "nothing": "act None is wrong: expected text",
    "dead": r"the bot ended with -9: expected 'bestact'",
    "no JSON": r"said 'hello\?': expected a JSON object",
    "another type": "expected a message of the type 'bestact'",
    "error": "the bot found an error: 'out of ideas'",
    "chatty": "said more than 200 lines",
    "chatty after": "said more than 200 lines",
    "long line": "expected a JSON object",
    "memory": "MiB: expected at most 100",
    "child": r"the bot ended with 3: expected 'bestact'",
    # On a busy machine what it says out of turn may come so late that it is taken for its next act.
    "out of turn": "before its turn: expected nothing|does not hold it",
    "version": "protocol 7 of the bot is wrong: expected 1",
}


@pytest.mark.parametrize("what", [*WRONG, pytest.param("orphan", marks=needs_sessions)])
def test_a_bot_that_breaks_a_rule_loses_the_match_and_others_go_on(what):
    player = bad(what, move_seconds=0.3 if what == "late" else 20.0, memory_mb=100)
    result = ws.play_matches(player, "random", matches=2, rules=ws.Rules.preset("bid_whist"), seed=1)
    assert result.share == 0 and len(result.failures) == 2
    for failure in result.failures:
        message = WRONG.get(what, r"the bot ended with 3")
        assert failure.player == "a" and re.search(message, failure.message), failure.message


def test_a_bot_that_ignores_bye_is_ended():
    player = bad("deaf to bye")
    player.begin_match(ws.Rules.preset("bid_whist"), [0, 2])
    processes = [each._process for each in player._processes]
    assert [each.poll() for each in processes] == [None, None]
    player.close()
    assert all(each.returncode is not None for each in processes)


def test_a_command_that_cannot_play():
    """It loses every match and deal, with one line, on every way in."""
    rules = ws.Rules.preset("whist")
    for command, message in {
        "no-such-program x": "command 'no-such-program' cannot be started",
        "true": "the bot ended with 0: expected 'ready'",
    }.items():
        player = ExternalPlayer(command)
        for _ in range(2):
            with pytest.raises(ws.WhistError, match=message):
                player.begin_match(rules, [0])
        for result in (
            ws.play_matches(player, "random", matches=2, rules=rules),
            ws.play_deals("random", player, deals=1, rules=rules),
        ):
            assert len(result.failures) >= 2
            assert all(re.search(f"exec:{command}: {message}", each.message) for each in result.failures)
        status, out, _ = run("arena", "random", f"exec:{command}", "--rules", "whist", "--matches", 1)
        assert status == 1 and message.split(":")[0] in " ".join(out.split())


def test_a_bot_that_leaves_between_matches_loses_the_next(monkeypatch):
    begin = ExternalPlayer.begin_match

    def begin_late(player, *given):
        """Who comes too early finds it alive, and asks it in vain."""
        for process in player._processes:
            process._process.wait(60)
        begin(player, *given)

    monkeypatch.setattr(ExternalPlayer, "begin_match", begin_late)
    rules = ws.Rules.preset("whist", hand_limit=1)
    result = ws.play_matches(bad("leaves"), "random", matches=4, rules=rules)
    assert [(each.number, each.which) for each in result.failures] == [(0, 1), (1, 1)]
    assert all("the bot ended with 3: expected" in each.message for each in result.failures)


def test_wrong_commands_limits_and_seats():
    cases = [({"command": command}, "command .* is wrong: expected a program") for command in ("", "'", None)]
    limits = ({"move_seconds": 0}, {"memory_mb": 0}, {"move_seconds": "x"})
    cases += [({"command": "true", **each}, next(iter(each))) for each in limits]
    assert_refused(lambda given: ExternalPlayer(**given), ws.WhistError, cases)
    with pytest.raises(ws.WhistError, match="does not act for player 0"):
        ExternalPlayer("true").act(ws.HandState.random(1).view(0))
    again = pickle.loads(pickle.dumps(ExternalPlayer("true x", move_seconds=2)))
    assert repr(again) == "exec:true x" and again._seconds == 2


class Killed(ExternalPlayer):
    """A bot whose processes are killed before its fifth act."""

    acts = 0

    def act(self, view):
        self.acts += 1
        if self.acts == 5:
            for each in self._processes:
                each._process.kill()
        return super().act(view)


def test_a_killed_bot_loses_and_the_resumed_run_goes_on(tmp_path):
    """The other matches are those of an undisturbed run."""
    file, fair = tmp_path / "run", bad("fair")
    asked = {"rules": ws.Rules.preset("bid_whist", hand_limit=1)}
    calm = ws.play_matches(fair, "random", matches=4, **asked)
    result = ws.play_matches(Killed(fair.command), "random", matches=2, save=file, **asked)
    assert [(each.number, each.which) for each in result.failures] == [(0, 0)]
    assert "the bot ended with -9" in result.failures[0].message
    before = file.read_bytes()
    whole = ws.play_matches(fair, "random", matches=4, save=file, **asked)
    assert file.read_bytes().startswith(before) and whole.matches == 4
    assert whole.pairs[0].matches[1] == calm.pairs[0].matches[1] and whole.pairs[1] == calm.pairs[1]


@pytest.mark.parametrize("processes", by_default({2}.__contains__, [1, 2]))
def test_a_wait_for_a_bot_can_be_cancelled(processes, tmp_path):
    """And no process of it is left, though it does not hear that it is to end."""

    def cancel():
        while sum('"turn"' in each.read_text() for each in tmp_path.iterdir()) < 2:
            time.sleep(0.1)
        time.sleep(0.5)
        cancellation.cancel()

    cancellation = Cancellation()
    threading.Thread(target=cancel, daemon=True).start()
    player = ExternalPlayer(bad("late").command, log=tmp_path, move_seconds=60)
    with pytest.raises(ws.Stopped):
        ws.play_matches(player, "random", matches=4, processes=processes, cancel=cancellation)
    for pid in [int(each.stem.rpartition("-")[2]) for each in tmp_path.iterdir()]:
        with pytest.raises(OSError):
            os.kill(pid, 0)


def test_the_engine_answers_wrong_lines_by_errors(monkeypatch):
    view = ws.HandState.random(1).view(3).as_dict()
    lines = ["{", "[]", '{"type": "lunch"}', '{"type": "hello", "protocol": 2}', '{"type": "turn"}']
    lines += [json.dumps({"type": "turn", "view": {**view, "hands": 3}}), '{"type": "hand"}']
    lines += [json.dumps({"type": "hello", "protocol": 1}), '{"type": "bye"}', '{"type": "turn"}']
    found = list(answers("random", lines))
    for each in found:
        check_message(each)
    assert [each["type"] for each in found] == ["error"] * 6 + ["ready"]
    assert "view.hands 3 is wrong" in found[5]["message"]
    with pytest.raises(ws.WhistError, match="sees all hands"):
        next(answers("double_dummy", lines))
    # It ends with a line that has no end.
    monkeypatch.setattr("whistsolve.cli.sources._LONGEST_LINE", 100)
    status, out, err = run("engine", "random", stdin="{}\n" + "[" * 101)
    assert [json.loads(line)["type"] for line in out.splitlines()] == ["error", "error"]
    assert status == 2 and "is too long" in out and "is too long" in err

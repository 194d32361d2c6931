"""Long runs: files that a killed run goes on from, and processes that die."""

import json

import pytest
from tests.support.dying_players import Dying

import whistsolve as ws
from whistsolve.errors import WhistError
from whistsolve.players import DealsResult, HeuristicPlayer, MatchesResult, RandomPlayer
from whistsolve.rules import Rules

RULES = Rules.preset("bid_whist_no_kitty", hand_limit=1)
A, B = HeuristicPlayer(), RandomPlayer(5)


def matches(file=None, number=6, b=B, **more):
    return ws.play_matches(A, b, **{"rules": RULES, "matches": number, "save": file, **more})


def deals(file=None, number=6, b=B, **more):
    return ws.play_deals(A, b, **{"rules": RULES, "before_play": A, "deals": number, "save": file, **more})


KINDS = pytest.mark.parametrize("play", [matches, deals])


@KINDS
def test_a_saved_run_goes_on_and_plays_nothing_twice(play, tmp_path):
    file, played = tmp_path / "run.jsonl", []
    assert play(file, 4, progress=lambda done, total: played.append((done, total))) == play(None, 4)
    assert played == [(done, 4) for done in ((2, 4) if play is matches else range(1, 5))]
    first, several = file.read_bytes(), len(played)
    assert len(first.splitlines()) == 1 + several
    assert play(file, 4, progress=lambda done, _: played.append(done)) == play(None, 4)
    assert len(played) == several and file.read_bytes() == first
    assert play(file, 6, processes=2 if play is matches else 1) == play(None, 6)
    assert file.read_bytes().startswith(first)
    assert play(file, 2) == play(None, 2)


def test_a_line_written_in_half_is_ignored(tmp_path):
    file, expected = tmp_path / "run.jsonl", matches(None, 4)
    matches(file, 4)
    whole = file.read_bytes()
    for length in (3, len(whole.splitlines(keepends=True)[0]) + 20, len(whole) - 30):
        file.write_bytes(whole[:length])
        assert matches(file, 4) == expected
        lines = file.read_bytes().splitlines()
        assert len(lines) == len(whole.splitlines()) and all(json.loads(line) for line in lines)


@KINDS
def test_an_interrupt_keeps_the_file(play, tmp_path):
    def stop(done, total):
        raise KeyboardInterrupt

    file, other = tmp_path / "run.jsonl", tmp_path / "other.jsonl"
    with pytest.raises(ws.Interrupted, match=r"interrupted after [12] of 6") as caught:
        play(file, 6, progress=stop)
    assert play(file, 6, resume=caught.value.partial) == play(None, 6)
    play(other, 6, resume=play(None, 6))  # what is resumed is saved too
    assert len(other.read_bytes().splitlines()) == len(file.read_bytes().splitlines())


def test_a_file_of_another_run_is_refused(tmp_path):
    file = tmp_path / "run.jsonl"
    matches(file, 2)
    before = file.read_bytes()
    for play, more, message in (
        (matches, {"seed": 4}, "begun with seed 0 and not 4"),
        (matches, {"b": RandomPlayer(6)}, "begun with players .*seed=5.* and not .*seed=6"),
        (matches, {"rules": Rules.preset("bid_whist")}, "begun with rules"),
        (matches, {"before_play": A}, "begun with before_play None and not 'HeuristicPlayer"),
        (deals, {}, "is a file of 'matches': expected one of deals"),
    ):
        with pytest.raises(WhistError, match=message):
            play(file, 2, **more)
        assert file.read_bytes() == before
    deals(tmp_path / "deals.jsonl", 1)
    with pytest.raises(WhistError, match="begun with pairings "):
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


def test_matches_that_are_cancelled_are_resumed():
    cancellation = ws.Cancellation()
    with pytest.raises(ws.Stopped, match=r"^cancelled after \d+ of 40 matches") as caught:
        matches(None, 40, progress=lambda *_: cancellation.cancel(), cancel=cancellation)
    partial = caught.value.partial
    assert isinstance(partial, MatchesResult) and 0 < partial.matches < 40
    assert matches(None, 4, resume=partial) == matches(None, 4)


def test_deals_that_are_cancelled_by_a_player():
    """In the midst of a hand, which no search interrupts."""
    cancellation, player, acts = ws.Cancellation(), RandomPlayer(), []

    def act(view):
        acts.append(view.stage)
        if len(acts) == 60:
            cancellation.cancel()
        return RandomPlayer().act(view)

    player.act = act
    with pytest.raises(ws.Stopped) as caught:
        ws.play_deals(player, RandomPlayer(), deals=1000, seed=1, cancel=cancellation)
    assert len(acts) == 60 and isinstance(caught.value.partial, DealsResult)


def test_a_second_death_names_the_part_and_keeps_the_others(tmp_path):
    """A process that dies once is replaced, and nothing lost."""
    (tmp_path / "deaths").mkdir()
    dying = Dying(tmp_path / "deaths", 2, 2)  # hands of dealer 2 alone: the third pair
    file = tmp_path / "run.jsonl"
    with pytest.raises(WhistError, match=r"pair 2 cannot be done: .*exit status 3") as caught:
        matches(file, 6, b=dying, processes=2)
    assert isinstance(caught.value, ws.Stopped) and caught.value.reason == "failed"
    kept = caught.value.partial.pairs
    assert 2 not in [each.number for each in kept]
    assert len(file.read_bytes().splitlines()) == 1 + len(kept)
    assert len(list((tmp_path / "deaths").iterdir())) == 2
    assert matches(file, 6, b=RandomPlayer()) == matches(None, 6, b=RandomPlayer())

"""The command ``play`` at a seat: who sits at the others, what a hint says, and what ``--open`` changes."""

import json

import pytest
from tests.support.command import done

from whistsolve.game import HandState
from whistsolve.players import DoubleDummyPlayer, SamplingPlayer
from whistsolve.rules import Rules

SHORT = "N:AK2... QJ3... T9.2.. 87..2. | 654..."
DECK = "AKQJT98765432.2.2."
QUICK = ("--strength", "quick")


def printed(*args: object, lines: list[str]) -> str:
    return done("play", *args, stdin="".join(f"{line}\n" for line in lines))


def answers(*args: object, lines: list[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in printed(*args, "--json", lines=lines).splitlines()]


@pytest.mark.parametrize(
    ("preset", "seat"), [("bid_whist_no_kitty", "S"), ("cutthroat_3", "0"), ("dummy", "0")]
)
def test_a_person_sits_at_a_seat(preset: str, seat: str) -> None:
    args = ("--rules", preset, "--seed", 3, *QUICK)
    first = answers(*args, lines=[])[0]
    shown = [name for name, hand in first["hands"].items() if hand is not None]  # type: ignore[attr-defined]
    assert shown == [seat] and first["to_act"] == seat
    assert f"you are {seat}, seed 3;" in printed(*args, lines=[])
    assert answers(*args, "--seat", seat, lines=[])[0] == first


def test_the_other_seats_are_sampling_players() -> None:
    rules = Rules.preset("bid_whist_no_kitty")
    state, player = HandState.random(3, rules, dealer="S"), SamplingPlayer("quick", seed=3)
    while state.to_act != 2:
        assert state.to_act is not None
        state.push(player.act(state.view(state.to_act)))
    args = ("--rules", "bid_whist_no_kitty", "--seed", 3, "--dealer", "S", *QUICK)
    first, after = answers(*args, lines=["auto"])
    assert [each["act"] for each in first["done"]] == [str(act) for act in state.acts]  # type: ignore[attr-defined]
    assert after["done"][0] == {"player": "S", "hand": None, "act": str(player.act(state.view(2)))}  # type: ignore[index]


def test_a_hint_says_what_one_could_know_and_apart_what_double_dummy_says() -> None:
    rules, lines = Rules.preset("bid_whist_no_kitty"), ["hint"]
    args = ("--rules", "bid_whist_no_kitty", "--seed", 3, "--dealer", "E", *QUICK)
    state = HandState.random(3, rules, dealer="E")
    advice = SamplingPlayer("quick", seed=3).advise(state.view(2))
    assert advice.report is not None
    *_, hint = answers(*args, lines=lines)
    assert hint["advice"] == {
        "act": str(advice.act),
        "report": json.loads(json.dumps(advice.report.as_dict())),
    }
    assert hint["hint"] == str(DoubleDummyPlayer().act(state))
    text = printed(*args, lines=lines)
    known, seen = text.index(f"advice  {advice.act}, by what you can know"), text.index("with all hands seen")
    assert known < text.index("95 % intervals in brackets") < seen
    # Other cards in the hands that are not seen: the same advice.
    hands = list(state.deal.hands)
    hands[0], hands[3] = hands[3], hands[0]
    swapped = "N:" + " ".join(map(str, hands))
    args = (swapped, "--rules", "bid_whist_no_kitty", "--seed", 3, "--dealer", "E", *QUICK)
    assert answers(*args, lines=lines)[-1]["advice"] == hint["advice"]


def test_hints_where_heuristics_decide_and_where_nobody_does() -> None:
    *_, hint = answers("--rules", "double_dummy", "--seed", 1, *QUICK, lines=["hint"])
    assert set(hint) == {"hint", "advice"} and hint["advice"]["report"] is None  # type: ignore[index]
    text = printed("--rules", "double_dummy", "--seed", 1, *QUICK, lines=["hint"])
    assert "by heuristics, by what you can know" in text
    over = printed(SHORT, "--dealer=W", *QUICK, lines=["auto all", "hint"])
    assert "wrong: the hand is over" in over


def test_cards_of_a_short_deal_are_advised() -> None:
    """Everybody knows which cards were dealt."""
    lines = ["3+", "auto", "auto", "hint"]
    *_, hint = answers(SHORT, "--dealer=W", "--seat=N", *QUICK, lines=lines)
    report = hint["advice"]["report"]  # type: ignore[index]
    assert report is not None and {row["card"] for row in report["rows"]} == set(hint["cards"])  # type: ignore[call-overload]


def test_open_with_a_seat() -> None:
    args = (SHORT, "--dealer=W", "--seat=E", "--open", "--seed=1")
    first = answers(*args, lines=[])[0]
    assert None not in first["hands"].values() and first["to_act"] == "E"  # type: ignore[attr-defined]
    assert [each["act"] for each in first["done"]] == ["Pass"]  # type: ignore[attr-defined]
    text = printed(*args, lines=[])
    assert "you are E, all hands open, seed 1;" in text and "♠AK2" in text
    # What the others give up is seen too.
    hidden = answers(*args[:3], "--seed=1", *QUICK, lines=[])[0]
    assert sum(hand is not None for hand in hidden["hands"].values()) == 1  # type: ignore[attr-defined]
    everything = answers(SHORT, "--dealer=W", "--seat=W", "--open", lines=["auto all"])[-1]
    assert None not in [each["act"] for each in everything["done"]]  # type: ignore[attr-defined]


def test_a_refutation_is_shown_with_all_hands_open_alone() -> None:
    lines = ["3+", "S+", "S2 S4 S5", "claim"]
    text = printed(SHORT, "--dealer=W", "--seat=N", *QUICK, lines=lines)
    assert ": contest" in text and "refuted" not in text
    assert "claim_check" not in answers(SHORT, "--dealer=W", "--seat=N", *QUICK, lines=lines)[-1]
    assert "refuted" in printed(SHORT, "--dealer=W", "--seat=N", "--open", lines=lines)

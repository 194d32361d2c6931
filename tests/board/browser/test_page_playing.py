"""What the page makes of a game and of a report, run in Node on answers of the board."""

from __future__ import annotations

import random
from typing import Any, Final

import pytest
from tests.support.board_answers import answered, random_act
from tests.support.page_functions import ask_page, needs_node

import whistsolve as ws
from whistsolve.game import Auction
from whistsolve.rules import PRESETS

pytestmark = needs_node
GAMES: Final = ("bid_whist", "whist", "dummy")
SCRIPT: Final = """
export * from './play/view';
export * from './panels/interval';
export { bestFirst, candidateOf, estimateText } from './panels/estimates';
import { callWords } from './calls';
import { estimateText } from './panels/estimates';
import { actText, doneText, nameIn, turnText } from './play/words';
import { texts } from './texts';
export const call = (text) => callWords(texts, text);
export const done = (view, stage, act) => doneText(texts, view, stage, act);
export const turn = (view) => turnText(texts, view);
export const names = (view) => view.names.map((name) => nameIn(texts, view, name));
import { adviceText } from './play/hint';
export const advice = (stage, answer) => adviceText(texts, stage, answer);
export const estimate = (kind, value) => estimateText(kind, value);
"""


def ask(*calls: tuple[object, ...]) -> list[Any]:
    return ask_page(SCRIPT, *calls)


class PlayedGame:
    """A game played to its end with random acts of the person, and all that the page was sent of it."""

    def __init__(self, rules: str, seed: int = 3) -> None:
        draw = random.Random(seed)
        begun = answered("new_game", rules=rules, seed=seed, strength="quick", samples=1)[1]
        self.begun = begun
        #: Each act with the view before it and after it.
        self.steps: list[tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = []
        now = begun
        while now["view"]["result"] is None:
            act = {"act": random_act(now["view"], draw)} if now["view"]["your_turn"] else {}
            parts, now = answered("act", game=now["game"], **act)
            for part in parts:
                before = self.steps[-1][1] if self.steps else begun["view"]
                self.steps.append((before, part["view"], part["done"]))
        self.game, self.view = now["game"], now["view"]


@pytest.fixture(scope="module", params=GAMES)
def played(request: pytest.FixtureRequest) -> PlayedGame:
    return PlayedGame(request.param)


def test_a_whole_trick_stays_on_the_table(played: PlayedGame) -> None:
    calls = [("trickAfter", before, after, done["act"], done["hand"]) for before, after, done in played.steps]
    tables = ask(*calls)
    whole = 0
    for (before, after, done), table in zip(played.steps, tables, strict=True):
        if before["stage"] != "play" or done["hand"] is None:
            continue
        assert table["cards"] == [*before["trick"], {"seat": done["hand"], "card": done["act"]}]
        won = [now - was for now, was in zip(after["tricks_won"], before["tricks_won"], strict=True)]
        assert table["winner"] == (after["names"][won.index(1)] if 1 in won else None)
        whole += 1 in won
    assert whole == sum(played.view["tricks_won"])


def test_what_may_be_done_is_a_card_of_a_hand_or_a_button(played: PlayedGame) -> None:
    turns = [before for before, _, _ in played.steps if before["your_turn"]]
    found = ask(*(call for view in turns for call in (("playableCards", view), ("otherActs", view))))
    for view, cards, others in zip(turns, found[::2], found[1::2], strict=True):
        assert sorted([*cards, *others]) == sorted(view["legal"])
        assert bool(cards) == (view["stage"] == "play")


def test_the_person_sits_first_and_the_others_clockwise(played: PlayedGame) -> None:
    view = played.view
    [round_table] = ask(("fromPerson", view))
    assert round_table[0] == view["person"]
    assert sorted(round_table) == sorted(view["names"][hand] for hand in view["chairs"])
    places = [view["chairs"].index(view["names"].index(name)) for name in round_table]
    assert [(place - places[0]) % len(places) for place in places] == list(range(len(places)))


def test_everything_that_happens_has_words(played: PlayedGame) -> None:
    done = [("done", after, before["stage"], act) for before, after, act in played.steps]
    turns = [("turn", after) for _, after, _ in played.steps]
    texts = ask(*done, *turns, ("names", played.view))
    names = texts.pop()
    assert len(set(names)) == len(names)
    assert names[played.view["names"].index(played.view["person"])] == "You"
    for text in texts:
        assert text
        assert "{" not in text
        assert "play." not in text
    for (_, _, act), text in zip(played.steps, texts, strict=False):
        assert (act["act"] is None) == text.endswith("face down.")


def test_the_next_hand_and_the_same_cards_can_be_played(played: PlayedGame) -> None:
    view, result = played.view, played.view["result"]
    following, same = ask(("nextGame", played.game, view, result), ("sameCards", played.game, view))
    begun = answered("new_game", **following)[1]
    players = view["names"][: view["players"]]
    step = 0 if result["void"] == "same_dealer" else 1
    assert begun["view"]["dealer"] == players[(players.index(view["dealer"]) + step) % len(players)]
    scores = [before + won for before, won in zip(result["scores"], result["points"], strict=True)]
    is_won = result["target"] is not None and max(scores) >= result["target"]
    assert begun["game"].get("scores", [0] * len(players)) == ([0] * len(players) if is_won else scores)
    again = answered("new_game", **same)[1]
    assert again["game"]["deal"] == played.game["deal"]
    assert again["game"]["dealer"] == played.game["dealer"]
    assert players.index(again["view"]["person"]) == (players.index(view["person"]) + 1) % len(players)


def test_calls_of_all_games_have_words() -> None:
    rules = [each for each in map(ws.Rules.preset, PRESETS) if each.trump_rule == "declared"]
    calls = sorted({str(call) for each in rules for call in Auction.start(each, 0).legal_calls})
    words = ask(*(("call", call) for call in calls))
    assert len(set(words)) == len(calls) > 20
    assert ask(("call", "4-"), ("call", "NT"), ("call", "5NT+"), ("call", "Pass")) == [
        "4 downtown",
        "NT",
        "5 no-trump uptown",
        "pass",
    ]


def test_a_hint_that_is_not_certain_says_so() -> None:
    report = {"best": "4NT", "rows": [row("Pass", 0.4), row("4NT", 0.5), row("4-", 0.1)], "exact": False}
    certain, open_choice, exact, by_rule = ask(
        ("advice", "auction", {"act": "4NT", "report": {**report, "separated": True}}),
        ("advice", "auction", {"act": "4NT", "report": {**report, "separated": False}}),
        ("advice", "auction", {"act": "4NT", "report": {**report, "separated": False, "exact": True}}),
        ("advice", "auction", {"act": "4NT", "report": None}),
    )
    assert certain == exact == by_rule == "A player with your cards would choose: 4 no-trump."
    assert open_choice == f"{certain} That it is better than pass is not certain."


def row(call: str, points: float, equity: float | None = None) -> dict[str, object]:
    return {"call": call, "points": points, "equity": equity, "mean_tricks": None}


def test_the_best_row_stands_first() -> None:
    rows = [row("Pass", -1.0), row("4+", 2.0), row("4-", 2.5), row("5+", 2.0)]
    [ordered] = ask(("bestFirst", {"best": "4+", "rows": rows}))
    assert [each["call"] for each in ordered] == ["4+", "4-", "5+", "Pass"]
    [by_equity] = ask(("bestFirst", {"best": "4+", "rows": [row("4-", 3, 0.4), row("4+", 1, 0.5)]}))
    assert [each["call"] for each in by_equity] == ["4+", "4-"]
    named = {"card": "BJ", "named": "H"}
    assert ask(("candidateOf", named), ("candidateOf", {**named, "named": None})) == ["BJ:H", "BJ"]


def test_the_scale_holds_every_interval_that_ends() -> None:
    values = [{"mean": 1.0, "interval": [0.5, 2.5]}, {"mean": 2.0, "interval": [None, None]}]
    with_zero, cut = ask(("scaleOf", values, True), ("scaleOf", values, False))
    assert with_zero == {"low": 0, "high": 2.5, "zero": 0}
    assert cut == {"low": 0.5, "high": 2.5, "zero": None}


def test_numbers_are_rounded_without_a_minus_for_nothing() -> None:
    calls = [("points", -0.04), ("points", -3.25), ("make", 0.666), ("equity", 0.5005), ("tricks", 7.0)]
    shown = ask(*(("estimate", *each) for each in calls))
    assert shown == ["0.0", "\N{MINUS SIGN}3.3", "67%", "50.1%", "7.0"]

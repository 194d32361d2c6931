"""A hand that a person plays on the board: the others act as in the library, and nothing hidden is shown."""

import json
import random
import re
from typing import Any

import pytest
from tests.support.board_answers import answered, ask, played_by_heuristics, random_act
from tests.support.other_layouts import with_other_layout
from tests.support.thorough import by_default

import whistsolve as ws
from whistsolve.errors import ActError, WhistError
from whistsolve.game import Correct, HandChoice, HandState
from whistsolve.players import (
    DoubleDummyPlayer,
    HeuristicPlayer,
    InteractiveHand,
    RandomPlayer,
    SamplingPlayer,
)
from whistsolve.rules import PRESETS, Rules, rules_to_text
from whistsolve.rules.reading import rules_from_text
from whistsolve_board.finished import hand_of_state
from whistsolve_board.game_views import view_document
from whistsolve_board.hands import BoardHand
from whistsolve_board.states import state_on_board

QUICK = ("bid_whist", "whist", "dummy", "cutthroat_3", "double_dummy")
_CARD = re.compile(r"\b(?:[SHDC][2-9TJQKA]|[BL]J)\b")


def new_game(rules: str, seed: int = 1, **more: Any) -> dict[str, Any]:
    _, found = answered("new_game", rules=rules, seed=seed, strength="quick", samples=2, **more)
    return found


def state_of(game: dict[str, Any]) -> HandState:
    """The hand of a game, pushed act by act."""
    rules = rules_from_text(game["rules"])
    start = {key: game[key] for key in ("turned", "partner") if key in game}
    state = HandState(game["deal"], rules, dealer=game["dealer"], **start)
    for act in game["acts"]:
        state.push(act)
    return state


def cards_shown(view: dict[str, Any]) -> set[str]:
    """Every card that stands anywhere in what the page is sent to show."""
    texts = [text for key in ("hands", "discards") for text in view[key] if text is not None]
    texts += [view["kitty"]] if view["kitty"] else []
    shown = {str(card) for text in texts for card in ws.Hand.from_text(text)}
    rest = {key: value for key, value in view.items() if key not in ("hands", "discards", "kitty")}
    return shown | set(_CARD.findall(json.dumps(rest)))


def hidden_cards(state: HandState, person: int) -> set[str]:
    """Cards in hands that lie closed to a person, but for the one turned up and a kitty that all saw."""
    dummies = range(state.rules.players, state.rules.dealt_hands)
    opened = [each for each in dummies if state.snapshot.seen[each] >> person & 1]
    closed = [hand for number, hand in enumerate(state.hands) if number not in (person, *opened)]
    cards = {str(card) for hand in closed for card in hand}
    known = ws.Hand.from_mask(state.snapshot.sported)
    return cards - {str(card) for card in known} - {str(state.setup.turned)}


@pytest.mark.parametrize("preset", by_default(lambda each: each in QUICK, PRESETS))
def test_a_hand_is_played_to_its_end(preset: str) -> None:
    draw, hidden = random.Random(preset), 0
    game = new_game(preset)["game"]
    parts, found = answered("act", game=game)
    while True:
        for part in parts:
            state, view = state_of(part["game"]), part["view"]
            person = view["names"].index(view["person"])
            closed = hidden_cards(state, person)
            hidden += len(closed)
            assert not closed & cards_shown(view)
            discard = part["done"]["act"] and part["done"]["act"] not in view["legal"]
            if discard and len(part["done"]["act"].split()) > 1:  # the person's own, or of a hand on show
                assert not closed & set(part["done"]["act"].split())
            assert view["sizes"] == [len(hand) for hand in state.hands]
        game, view = found["game"], found["view"]
        assert [part["game"]["acts"][-1] for part in parts] == game["acts"][-len(parts) :] or not parts
        if view["result"] is not None:
            break
        assert view["your_turn"] and (view["legal"] or view["discard_number"])
        parts, found = answered("act", game=game, act=random_act(view, draw))
        assert parts[0]["done"]["act"] == parts[0]["game"]["acts"][-1]
    state = state_of(game)
    assert hidden and state.is_over and view["stage"] == "over"
    assert view["result"] == json.loads(json.dumps(state.result().as_dict()))
    assert view["tricks_won"] == list(state.tricks_won)
    if preset == "bid_whist":
        side = view["sides"][view["names"].index(view["declarer"])]
        tricks = sum(won for won, of in zip(view["tricks_won"], view["sides"], strict=True) if of == side)
        assert view["result"]["books"][side] == tricks + view["kitty_books"] == tricks + 1
    _, last = answered("finished", game=game)
    _, at_end = answered("position", hand=last["hand"])
    in_play = len(state.seating.order) == state.rules.dealt_hands
    assert last["exact"] == in_play
    assert len(at_end["position"]["tricks"]) == sum(state.tricks_won)


@pytest.mark.parametrize("preset", ["bid_whist", "cutthroat_3", "dummy"])
def test_the_others_are_sampling_players(preset: str) -> None:
    rules = Rules.preset(preset)  # type: ignore[arg-type]
    game = new_game(preset, 7, dealer="0")["game"]
    start = HandState(game["deal"], rules, dealer=game["dealer"])
    seat = "NESW".index(game["seat"]) if game["seat"] in "NESW" else int(game["seat"])
    hand = InteractiveHand(start, SamplingPlayer("quick", seed=7, samples=2), seat)
    heuristic = HeuristicPlayer()
    expected = [str(done.act) for done in hand.answers()]
    _, found = answered("act", game=game)
    for _ in range(6):
        assert found["game"]["acts"] == expected
        act = str(heuristic.act(hand.state.view(seat)))
        expected.append(str(hand.do(act).act))
        expected += [str(done.act) for done in hand.answers()]
        _, found = answered("act", game=found["game"], act=act)
    assert found["game"]["acts"] == expected


@pytest.mark.parametrize("preset", PRESETS)
def test_views_are_the_same_with_other_cards_where_the_person_cannot_see(preset: str) -> None:
    rules = Rules.preset(preset)  # type: ignore[arg-type]
    for seed in range(6):
        state = played_by_heuristics(rules, seed, 4 * seed + 1)
        for seat in range(rules.players):
            if state.to_act != seat:
                continue
            other = with_other_layout(state, seat, seed)
            views = [
                view_document(InteractiveHand(each, HeuristicPlayer(), seat), None) for each in (state, other)
            ]
            assert views[0] == views[1]


def test_acts_of_others_that_the_person_may_not_know_are_hidden() -> None:
    game = new_game("bid_whist", 3, dealer="N")["game"]
    for seed in range(3, 30):
        game = new_game("bid_whist", seed, dealer="N")["game"]
        parts, found = answered("act", game=game)
        parts += answered("act", game=found["game"], act="pass")[0]
        done_by_act = {part["game"]["acts"][-1]: part["done"] for part in parts}
        discards = [act for act in done_by_act if len(act.split()) == 6]
        if discards:
            break
    assert done_by_act[discards[0]]["act"] is None and done_by_act[discards[0]]["seat"] is not None
    assert all(done["act"] is not None for act, done in done_by_act.items() if act not in discards)


def test_taking_back_is_sending_fewer_acts() -> None:
    draw = random.Random(4)
    _, found = answered("act", game=new_game("bid_whist", 4)["game"])
    assert found["view"]["undo_to"] is None
    before = []
    for _ in range(4):
        before.append((found["view"], len(found["game"]["acts"])))
        _, found = answered("act", game=found["game"], act=random_act(found["view"], draw))
    for view, number in reversed(before):
        assert found["view"]["undo_to"] == number
        game = {**found["game"], "acts": found["game"]["acts"][:number]}
        _, seen = answered("view", game=game)
        assert seen["view"] == view
        found = {"game": game, "view": view}


def test_a_game_has_what_it_was_made_with() -> None:
    deal = str(ws.Deal.random(9))
    made = new_game("bid_whist", 2, deal=deal, dealer="E", seat="W", scores=[3, -2])
    assert made["game"] == {
        "rules": "bid_whist",
        "deal": deal,
        "dealer": "E",
        "seat": "W",
        "strength": "quick",
        "samples": 2,
        "seed": 2,
        "acts": [],
        "scores": [3, -2, 3, -2],
    }
    view = made["view"]
    assert (view["person"], view["dealer"], view["to_act"], view["your_turn"]) == ("W", "E", "S", False)
    assert [cards is not None for cards in view["hands"]] == [False, False, False, True]
    assert view["legal"] == [] and not view["discard_number"]
    whist = new_game("whist", 2, dealer="S")
    turned = whist["game"]["turned"]
    assert whist["view"]["turned"] == turned
    assert turned in set(map(str, ws.Hand.from_text(whist["view"]["hands"][2])))
    assert new_game("bid_whist", 5) == new_game("bid_whist", 5)
    assert answered("new_game", rules="bid_whist")[1]["game"]["strength"] == "normal"
    again = new_game("double_dummy jokers=2", 5)["game"]
    assert state_of(again).view(0).sizes == tuple(answered("view", game=again)[1]["view"]["sizes"])


def in_play(rules: str, seed: int, seat: str = "S") -> dict[str, Any]:
    """A game at the person's first card, with calls and discards by heuristics."""
    _, found = answered("act", game=new_game(rules, seed, seat=seat)["game"])
    player = HeuristicPlayer()
    while found["view"]["stage"] != "play":
        state = state_of(found["game"])
        act = str(player.act(state.view("NESW".index(seat))))
        _, found = answered("act", game=found["game"], act=act)
    return found


def test_tricks_are_claimed_and_conceded() -> None:
    found = in_play("bid_whist", 4)
    left = found["view"]["left"]
    assert found["view"]["may"]["claim"] == left == 12 and found["view"]["may"]["concede"]
    parts, given = answered("act", game=found["game"], act="concede")
    assert [part["done"]["act"] for part in parts] == ["concede", "accept", "accept"]
    assert given["view"]["result"] is not None
    assert given["view"]["claims"] == [{"seat": "S", "tricks": 0, "left": left, "accepted": True}]
    _, contested = answered("act", game=found["game"], act=f"claim {left}")
    assert contested["view"]["claims"][0]["accepted"] is False
    assert contested["view"]["your_turn"] and contested["view"]["result"] is None
    with pytest.raises(ActError, match=f"expected {left} at most"):
        answered("act", game=found["game"], act=f"claim {left + 1}")
    none = in_play("bid_whist claims=none", 4)
    assert none["view"]["may"] == {
        "claim": None,
        "concede": False,
        "resign": False,
        "call_renege": False,
    }
    _, over = answered("finished", game=given["game"])
    cards = sum(trick["seat"] is not None for trick in found["view"]["trick"])
    assert over["exact"] and len(over["hand"].get("played", "").split()) == cards


def test_a_declarer_resigns_where_the_rules_allow_it() -> None:
    game = new_game("bid_whist resigning=after_kitty", 3, seat="E", dealer="N")["game"]
    _, found = answered("act", game=game)
    assert found["view"]["may"]["resign"] is False  # nobody declares yet
    _, found = answered("act", game=found["game"], act="7NT")
    while found["view"]["stage"] != "discard":
        _, found = answered("act", game=found["game"], act=found["view"]["legal"][0])
    assert found["view"]["may"]["resign"] is True
    _, found = answered("act", game=found["game"], act="resign")
    assert found["view"]["result"]["made"] is False


def test_hints_are_those_of_a_player_of_the_same_strength() -> None:
    found = in_play("bid_whist", 5)
    state = state_of(found["game"])
    advice = SamplingPlayer("quick", seed=5, samples=2).advise(state.view(2))
    parts, hint = answered("hint", game=found["game"], open=True)
    assert hint["act"] == str(advice.act)
    assert advice.report is not None and hint["report"] == json.loads(json.dumps(advice.report.as_dict()))
    values = {str(card): low for card, (low, _) in DoubleDummyPlayer().card_values(state).items()}
    declares = state.declarer in (0, 2)
    assert {each["card"]: each["tricks"] for each in hint["open"]["cards"]} == {
        card: tricks if declares else 12 - tricks for card, tricks in values.items()
    }
    assert answered("hint", game=found["game"])[1]["open"] is None
    many = {**found["game"], "samples": 40}
    parts, hint = answered("hint", game=many)
    sizes = [part["report"]["samples"] for part in parts]
    assert sizes == sorted(set(sizes)) and sizes[0] == 16
    with pytest.raises(ActError, match="not your turn"):
        answered("hint", game=new_game("bid_whist", 1, dealer="N")["game"])


@pytest.mark.parametrize("preset", [*PRESETS, "whist trump_rule=fixed_order", "whist_portland honours=won"])
def test_a_finished_hand_is_played_again_act_by_act(preset: str) -> None:
    rules = rules_from_text(preset)
    state = played_by_heuristics(rules, 5)
    hand, exact = hand_of_state(state)
    again = BoardHand.read(hand.fields())
    assert again == hand
    if not exact:
        assert preset == "humbug" and len(hand.played) == len(state.snapshot.plays)
        return
    found = state_on_board(again)
    assert [trick.winner for trick in found.state.tricks] == [trick.winner for trick in state.tricks]
    if rules.trump_rule != "declared":
        assert (found.state.dealer, found.state.setup.turned) == (state.dealer, state.setup.turned)
        assert found.state.acts == state.acts and not found.is_assumed
    else:
        # A player of double dummy whist who swapped has the other hand here, and keeps it.
        acts = [
            [act for act in each.acts if not isinstance(act, HandChoice)] for each in (found.state, state)
        ]
        assert acts[0] == acts[1] and not found.is_assumed
        if HandChoice(False) not in state.acts:
            assert found.state.result().points == state.result().points


@pytest.mark.parametrize(
    "rules",
    [
        "bid_whist joker_no_trump=exchanged",
        "bid_whist joker_no_trump=removed hand_size=none kitty_size=6",
        "bid_whist joker_lead_no_trump=leader_names_suit",
        "bid_whist renege_mode=detect_and_call",
        "double_dummy jokers=2",
        "dummy jokers=1",
        "bid_whist direction_of_play=counterclockwise",
        "bid_whist all_pass=redeal_next_dealer",
    ],
)
def test_what_a_notation_cannot_express(rules: str) -> None:
    for seed in range(6):
        state = HandState.random(seed, rules_from_text(rules), dealer=0)
        player, draw = RandomPlayer(seed), random.Random(seed)
        while not state.is_over:
            if state.to_act is None:
                acts = list(state.legal_acts())
                state.push(draw.choice(acts))
                continue
            state.push(player.act(state.view(state.to_act)))
        hand, exact = hand_of_state(state)
        fields = hand.fields()
        assert BoardHand.read(fields) == hand
        if hand.strain is None:
            assert exact and not state.snapshot.plays
            continue
        _, found = answered("position", hand=fields)
        shown = len(hand.played)
        assert shown == len(state.snapshot.plays) or not exact
        winners = [trick["winner"] for trick in found["position"]["tricks"]]
        chairs = state.seating.in_play
        assert winners == [
            found["position"]["seats"][chairs.index(trick.winner)] for trick in state.tricks[: len(winners)]
        ]


def test_a_hand_with_a_renege_is_shown_up_to_it() -> None:
    rules = Rules.preset("bid_whist_no_kitty", renege_mode="detect_and_call")
    state = HandState("N:A4.K.. K3.Q.. Q2.J.. J5.T..", rules, dealer="W")
    for act in ("1+", "pass", "pass", "pass", "S+", "SA", "HQ", "S2", "S5"):
        state.push(act)
    while not state.is_over:
        acts = [act for act in state.legal_acts() if not isinstance(act, Correct)]
        state.push(acts[0])
    hand, exact = hand_of_state(state)
    assert not exact and hand.played == ("SA",)
    game = {
        "rules": rules_to_text(rules),
        "deal": str(state.deal),
        "dealer": "W",
        "seat": "N",
        "seed": 0,
        "acts": [str(act) for act in state.acts[:9]],
    }
    _, found = answered("view", game=game)
    assert found["view"]["may"]["call_renege"] is True
    assert not [act for act in found["view"]["legal"] if "correct" in act]  # that of another hand is hidden
    own = {**game, "seat": "E"}
    assert "call_renege" in answered("view", game=own)[1]["view"]["may"]


def test_errors_say_what_is_wrong_with_a_game() -> None:
    made = new_game("bid_whist", 1, dealer="N", seat="E")
    game = made["game"]
    for changes, message in (
        ({"acts": ["pass", "pass", "8-"]}, "act 3 of the game"),
        ({"acts": ["x" * 101]}, "longer than 100"),
        ({"acts": ["pass"] * 301}, "at most 300"),
        ({"seat": "5"}, "seat"),
        ({"strength": "best"}, "strength"),
        ({"deal": "N:A... K... Q... J..."}, "kitty"),
        ({"scores": [1]}, "scores"),
        ({"turned": "SA"}, "turned"),
    ):
        with pytest.raises(WhistError, match=message):
            answered("act", game={**game, **changes}, act="pass")
    with pytest.raises(ActError, match="expected"):
        answered("act", game=game, act="play")
    with pytest.raises(ActError, match="it is the turn of N"):
        answered("act", game={**game, "seat": "S", "acts": ["pass", "pass", "pass"]}, act="pass")
    with pytest.raises(ActError, match="expected it to be over"):
        answered("finished", game=game)
    with pytest.raises(WhistError, match="game"):
        answered("view")


def test_an_answer_that_is_cancelled_ends_with_the_act_under_way() -> None:
    parts: list[dict[str, Any]] = []
    game = new_game("whist", 1, dealer="N")["game"]
    with pytest.raises(KeyboardInterrupt):
        ask("act", parts, is_cancelled=lambda: len(parts) == 1, game=game)
    assert len(parts) == 1
    # Nothing is lost: it goes on from there.
    _, found = answered("act", game=parts[-1]["game"])
    assert found == answered("act", game=game)[1] and len(found["game"]["acts"]) == 2

"""A hand that a person plays on the board: the others act as in the library, and nothing hidden is shown."""

import random

import pytest
from tests.support.board_answers import answered, as_json, played_by_heuristics, random_act, refused
from tests.support.thorough import by_default

import whistsolve as ws
from whistsolve import players
from whistsolve.cancelling import Cancellation, subject_to
from whistsolve.errors import ActError, WhistError
from whistsolve.game import Correct, HandChoice, HandState
from whistsolve.rules import PRESETS, Rules, rules_from_text, rules_to_text
from whistsolve_board.arguments import Arguments
from whistsolve_board.context import RequestContext, SolverPool
from whistsolve_board.finished import hand_of_state
from whistsolve_board.handlers import handler_named
from whistsolve_board.hands import BoardHand
from whistsolve_board.states import state_on_board

QUICK = ("bid_whist", "whist", "dummy", "cutthroat_5", "double_dummy")


def new_game(rules, seed=1, **more):
    return answered("new_game", rules=rules, seed=seed, strength="quick", samples=1, **more)[1]


def act(game, text=None):
    """The answer to an act of the person, or to none."""
    return answered("act", game=game, **({} if text is None else {"act": text}))[1]


def state_of(game):
    """The hand of a game, pushed act by act."""
    rules = rules_from_text(game["rules"])
    start = {key: game[key] for key in ("turned", "partner") if key in game}
    state = HandState(game["deal"], rules, dealer=game["dealer"], **start)
    for text in game["acts"]:
        state.push(text)
    return state


@pytest.mark.parametrize("preset", by_default(lambda each: each in QUICK, PRESETS))
def test_a_hand_is_played_to_its_end(preset):
    draw = random.Random(preset)
    parts, found = answered("act", game=new_game(preset)["game"])
    while found["view"]["result"] is None:
        game, view = found["game"], found["view"]
        assert view["your_turn"] and (view["legal"] or view["discard_number"])
        parts, found = answered("act", game=game, act=random_act(view, draw))
        acts = [part["game"]["acts"][-1] for part in parts]
        assert acts == found["game"]["acts"][-len(parts) :] and parts[0]["done"]["act"] == acts[0]
        sizes = [[len(hand) for hand in state_of(part["game"]).hands] for part in parts]
        assert sizes == [part["view"]["sizes"] for part in parts]
    game, view = found["game"], found["view"]
    state = state_of(game)
    assert state.is_over and view["stage"] == "over"
    assert [view["result"], view["tricks_won"]] == as_json((state.result().as_dict(), state.tricks_won))
    if preset == "bid_whist":
        side = view["sides"][view["names"].index(view["declarer"])]
        tricks = sum(won for won, of in zip(view["tricks_won"], view["sides"], strict=True) if of == side)
        assert view["result"]["books"][side] == tricks + view["kitty_books"] == tricks + 1
    last = answered("finished", game=game)[1]
    at_end = answered("position", hand=last["hand"])[1]
    assert last["exact"] == (len(state.seating.order) == state.rules.dealt_hands)
    assert len(at_end["position"]["tricks"]) == sum(state.tricks_won)


@pytest.mark.parametrize("preset", ["bid_whist", "cutthroat_3", "dummy"])
def test_the_others_are_sampling_players(preset):
    game = new_game(preset, 7, dealer="0")["game"]
    start = HandState(game["deal"], rules_from_text(preset), dealer=game["dealer"])
    seat = "NESW".index(game["seat"]) if game["seat"] in "NESW" else int(game["seat"])
    hand = players.InteractiveHand(start, players.SamplingPlayer("quick", seed=7, samples=1), seat)
    expected = [str(done.act) for done in hand.answers()]
    found = act(game)
    for _ in range(2):
        assert found["game"]["acts"] == expected
        own = str(players.HeuristicPlayer().act(hand.state.view(seat)))
        expected.append(str(hand.do(own).act))
        expected += [str(done.act) for done in hand.answers()]
        found = act(found["game"], own)
    assert found["game"]["acts"] == expected


def test_discards_of_others_are_hidden():
    parts, found = answered("act", game=new_game("bid_whist", 3, dealer="N")["game"])
    parts += answered("act", game=found["game"], act="pass")[0]
    acts = [(part["game"]["acts"][-1], part["done"]["act"]) for part in parts]
    assert [said for _, said in acts] == [None if len(done.split()) == 6 else done for done, _ in acts]
    assert [part["done"]["seat"] for part in parts if part["done"]["act"] is None] == ["N"]


def test_taking_back_is_sending_fewer_acts():
    draw = random.Random(4)
    found = act(new_game("bid_whist", 4)["game"])
    assert found["view"]["undo_to"] is None
    before = []
    for _ in range(4):
        before.append((found["view"], len(found["game"]["acts"])))
        found = act(found["game"], random_act(found["view"], draw))
    for view, number in reversed(before):
        assert found["view"]["undo_to"] == number
        game = {**found["game"], "acts": found["game"]["acts"][:number]}
        assert answered("view", game=game)[1]["view"] == view
        found = {"game": game, "view": view}


def test_a_game_has_what_it_was_made_with():
    given = {"deal": str(ws.Deal.random(9)), "dealer": "E", "seat": "W"}
    made = new_game("bid_whist", 2, **given, scores=[3, -2])
    own = {"rules": "bid_whist", "strength": "quick", "samples": 1, "seed": 2, "acts": []}
    assert made["game"] == {**given, **own, "scores": [3, -2, 3, -2]}
    view = made["view"]
    assert (view["person"], view["dealer"], view["to_act"], view["your_turn"]) == ("W", "E", "S", False)
    assert [cards is not None for cards in view["hands"]] == [False, False, False, True]
    assert view["legal"] == [] and not view["discard_number"]
    whist = new_game("whist", 2, dealer="S")
    turned = whist["game"]["turned"]
    assert whist["view"]["turned"] == turned
    assert turned in set(map(str, ws.Hand.from_text(whist["view"]["hands"][2])))
    assert new_game("whist trump_rule=fixed_order")["game"]["turned"] == "NT"
    assert new_game("bid_whist", 5) == new_game("bid_whist", 5)
    assert answered("new_game", rules="bid_whist")[1]["game"]["strength"] == "normal"
    again = new_game("double_dummy jokers=2", 5)["game"]
    assert state_of(again).view(0).sizes == tuple(answered("view", game=again)[1]["view"]["sizes"])


def in_play(rules, seed):
    """A game at South's first card, with calls and discards by heuristics."""
    found = act(new_game(rules, seed, seat="S")["game"])
    while found["view"]["stage"] != "play":
        own = players.HeuristicPlayer().act(state_of(found["game"]).view(2))
        found = act(found["game"], str(own))
    return found


def test_tricks_are_claimed_and_conceded_and_hands_resigned():
    found = in_play("bid_whist", 6)
    left = found["view"]["left"]
    assert found["view"]["may"]["claim"] == left == 12 and found["view"]["may"]["concede"]
    parts, given = answered("act", game=found["game"], act="concede")
    assert [part["done"]["act"] for part in parts] == ["concede", "accept", "accept"]
    assert given["view"]["result"] is not None
    assert given["view"]["claims"] == [{"seat": "S", "tricks": 0, "left": left, "accepted": True}]
    contested = act(found["game"], f"claim {left}")
    assert contested["view"]["claims"][0]["accepted"] is False
    assert contested["view"]["your_turn"] and contested["view"]["result"] is None
    refused(ActError, f"expected {left} at most", "act", game=found["game"], act=f"claim {left + 1}")
    may = {"claim": None, "concede": False, "resign": False, "call_renege": False}
    assert in_play("bid_whist claims=none", 4)["view"]["may"] == may
    over = answered("finished", game=given["game"])[1]
    cards = sum(trick["seat"] is not None for trick in found["view"]["trick"])
    assert over["exact"] and len(over["hand"].get("played", "").split()) == cards

    # A declarer resigns where the rules allow it.
    found = act(new_game("bid_whist resigning=after_kitty", 3, seat="E", dealer="N")["game"])
    assert found["view"]["may"]["resign"] is False  # nobody declares yet
    found = act(found["game"], "7NT")
    while found["view"]["stage"] != "discard":
        found = act(found["game"], found["view"]["legal"][0])
    assert found["view"]["may"]["resign"] is True
    assert act(found["game"], "resign")["view"]["result"]["made"] is False


def test_hints_are_those_of_a_player_of_the_same_strength():
    found = in_play("bid_whist", 5)
    state = state_of(found["game"])
    advice = players.SamplingPlayer("quick", seed=5, samples=1).advise(state.view(2))
    hint = answered("hint", game=found["game"], open=True)[1]
    assert (hint["act"], hint["report"]) == (str(advice.act), as_json(advice.report.as_dict()))
    declares = state.declarer in (0, 2)
    assert {each["card"]: each["tricks"] for each in hint["open"]["cards"]} == {
        str(card): low if declares else 12 - low
        for card, (low, _) in players.DoubleDummyPlayer().card_values(state).items()
    }
    parts, hint = answered("hint", game={**found["game"], "samples": 40})
    assert hint["open"] is None
    sizes = [part["report"]["samples"] for part in parts]
    assert sizes == sorted(set(sizes)) and sizes[0] == 16
    refused(ActError, "not your turn", "hint", game=new_game("bid_whist", 1, dealer="N")["game"])


AGAIN = [*PRESETS, "whist trump_rule=fixed_order", "whist_portland honours=won"]


@pytest.mark.parametrize("text", by_default(lambda each: each in (*QUICK, "humbug", *AGAIN[-2:]), AGAIN))
def test_a_finished_hand_is_played_again_act_by_act(text):
    rules = rules_from_text(text)
    state = played_by_heuristics(rules, 5)
    hand, exact = hand_of_state(state)
    again = BoardHand.read(hand.fields())
    assert again == hand
    if not exact:
        assert text == "humbug" and len(hand.played) == len(state.snapshot.plays)
        return
    found = state_on_board(again)
    both = (found.state, state)
    winners = [[trick.winner for trick in each.tricks] for each in both]
    # A player of double dummy whist who swapped has the other hand here, and keeps it.
    acts = [[act for act in each.acts if not isinstance(act, HandChoice)] for each in both]
    assert winners[0] == winners[1] and acts[0] == acts[1] and not found.is_assumed
    if rules.trump_rule != "declared":
        assert (found.state.dealer, found.state.setup.turned) == (state.dealer, state.setup.turned)
    if HandChoice(False) not in state.acts:
        assert found.state.result().points == state.result().points


NOT_EXPRESSED = ["double_dummy jokers=2", "dummy jokers=1", "bid_whist joker_no_trump=exchanged"]
NOT_EXPRESSED += ["bid_whist joker_no_trump=removed hand_size=none kitty_size=6"]
NOT_EXPRESSED += ["bid_whist joker_lead_no_trump=leader_names_suit", "bid_whist renege_mode=detect_and_call"]
NOT_EXPRESSED += ["bid_whist direction_of_play=counterclockwise", "bid_whist all_pass=redeal_next_dealer"]


@pytest.mark.parametrize("seed", by_default(2, range(6)))
def test_what_a_notation_cannot_express(seed):
    for rules in NOT_EXPRESSED:
        state = HandState.random(seed, rules_from_text(rules), dealer=0)
        player, draw = players.RandomPlayer(seed), random.Random(seed)
        while not state.is_over:
            acts = list(state.legal_acts()) if state.to_act is None else []
            state.push(draw.choice(acts) if acts else player.act(state.view(state.to_act)))
        hand, exact = hand_of_state(state)
        assert BoardHand.read(hand.fields()) == hand, rules
        if hand.strain is None:
            assert exact and not state.snapshot.plays, rules
            continue
        position = answered("position", hand=hand.fields())[1]["position"]
        assert len(hand.played) == len(state.snapshot.plays) or not exact, rules
        winners = [trick["winner"] for trick in position["tricks"]]
        chairs, tricks = state.seating.in_play, state.tricks[: len(winners)]
        assert winners == [position["seats"][chairs.index(trick.winner)] for trick in tricks], rules


def test_a_hand_with_a_renege_is_shown_up_to_it():
    rules = Rules.preset("bid_whist_no_kitty", renege_mode="detect_and_call")
    state = HandState("N:A4.K.. K3.Q.. Q2.J.. J5.T..", rules, dealer="W")
    acts = ["1+", "pass", "pass", "pass", "S+", "SA", "HQ", "S2", "S5"]
    for each in acts:
        state.push(each)
    while not state.is_over:
        state.push(next(each for each in state.legal_acts() if not isinstance(each, Correct)))
    hand, exact = hand_of_state(state)
    assert not exact and hand.played == ("SA",)
    game = {"rules": rules_to_text(rules), "deal": str(state.deal), "dealer": "W", "seed": 0}
    game |= {"acts": [str(each) for each in state.acts[: len(acts)]]}
    view = answered("view", game={**game, "seat": "N"})[1]["view"]
    assert view["may"]["call_renege"] is True
    assert not [each for each in view["legal"] if "correct" in each]  # that of another hand is hidden
    assert "call_renege" in answered("view", game={**game, "seat": "E"})[1]["view"]["may"]


def test_errors_say_what_is_wrong_with_a_game():
    game = new_game("bid_whist", 1, dealer="N", seat="E")["game"]
    for changes, message in (
        ({"acts": ["pass", "pass", "8-"]}, "act 3 of the game"),
        ({"acts": ["x" * 101]}, "longer than 100"),
        ({"acts": ["pass"] * 301}, "at most 300"),
        ({"seat": "5"}, "seat"),
        ({"strength": "best"}, "strength"),
        ({"deal": "N:A... K... Q... J..."}, "kitty"),
        ({"scores": [1]}, "scores"),
        ({"turned": "SA"}, "turned"),
        ({"seat": "S", "acts": ["pass", "pass", "pass"]}, "it is the turn of N"),
    ):
        refused(WhistError, message, "act", game={**game, **changes}, act="pass")
    refused(ActError, "expected", "act", game=game, act="play")
    refused(ActError, "expected it to be over", "finished", game=game)
    refused(WhistError, "game", "view")


def test_an_answer_that_is_cancelled_ends_with_the_act_under_way():
    parts, cancellation = [], Cancellation()
    game = new_game("whist", 1, dealer="N")["game"]
    context = RequestContext(lambda part: [parts.append(part), cancellation.cancel()], SolverPool())
    with subject_to(cancellation), pytest.raises(KeyboardInterrupt):
        handler_named("act").answer(Arguments({"game": game}), context)
    assert len(parts) == 1
    # Nothing is lost: it goes on from there.
    found = act(as_json(parts[0]["game"]))
    assert found == act(game) and len(found["game"]["acts"]) == 2

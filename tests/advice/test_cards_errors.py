"""What `evaluate_cards` and players refuse, and what they say then."""

from functools import cache
from typing import Any

import pytest
from tests.support.hands_played import pushed, to_play

import whistsolve as ws
from whistsolve.errors import ActError, LayoutError, WhistError
from whistsolve.game import Claim, HandState, HandView
from whistsolve.inference import Knowledge
from whistsolve.players import DoubleDummyPlayer, HeuristicPlayer, RandomPlayer
from whistsolve.rules import Rules

SEED = Rules.preset("bid_whist_seed")
NO_KITTY = Rules.preset("bid_whist_no_kitty")


def in_play(rules: Rules = SEED, cards: int = 8, seed: int = 1) -> HandState:
    """A hand after so many cards, the first legal one each time."""
    state = to_play(HandState.random(seed, rules, dealer=1), "S+", 1)
    while cards and state.stage == "play":
        state.push(state.legal_cards[0])
        cards -= 1
    return state


@cache
def asked() -> HandView:
    """The view of the player to act."""
    state = in_play()
    assert state.to_act is not None
    return state.view(state.to_act)


@pytest.mark.parametrize("limit", [0, float("nan"), "soon"])
def test_budgets_of_time(limit: Any) -> None:
    with pytest.raises(WhistError, match=r"time_limit .* is wrong: expected seconds, a number above 0"):
        ws.evaluate_cards(asked(), time_limit=limit)


@pytest.mark.parametrize("method", ["PIMC", 1])
def test_methods(method: Any) -> None:
    with pytest.raises(WhistError, match=r"method .* is wrong: expected 'pimc'"):
        ws.evaluate_cards(asked(), method=method)


@pytest.mark.parametrize("view", [None, "N", in_play()])
def test_what_is_no_view(view: Any) -> None:
    with pytest.raises(ActError, match=r"view .* is wrong: expected a HandView"):
        ws.evaluate_cards(view)


def test_stages_without_a_card_to_play() -> None:
    claimed = pushed(in_play(SEED.with_options(claims="agreed")), Claim(2))
    assert claimed.stage == "claim" and claimed.to_act is not None
    settled = in_play(SEED.with_options(renege_mode="detect_and_call"), 52)
    assert settled.stage == "settlement"
    for state, player in ((claimed, claimed.to_act), (settled, 0)):
        with pytest.raises(ActError, match=f"at the stage '{state.stage}': expected a card to be played"):
            ws.evaluate_cards(state.view(player))


def test_a_view_of_another_seat() -> None:
    state = in_play()
    for player in range(4):
        if player != state.to_act:
            message = f"not the turn of player {player}: expected the view of player {state.to_act}"
            with pytest.raises(ActError, match=message):
                ws.evaluate_cards(state.view(player))


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        (7, "was played: expected knowledge of the cards left"),
        (12, r"of hands of \(9, 9, 9, 9\) cards: expected \(10, 10, 10, 10\), as they are now"),
    ],
)
def test_knowledge_of_another_moment(cards: int, message: str) -> None:
    knowledge = Knowledge.of_view(in_play(cards=cards).view(asked().player))
    with pytest.raises(LayoutError, match=message):
        ws.evaluate_cards(asked(), knowledge=knowledge)


def test_knowledge_that_contradicts_the_play() -> None:
    """A hand that has shown a void cannot be known to hold the suit."""
    state = void = None
    for seed in range(40):
        state = in_play(cards=16, seed=seed)
        assert state.to_act is not None
        known = Knowledge.of_view(state.view(state.to_act))
        void = next(
            (
                (hand, card)
                for hand in range(4)
                for card in known.barred[hand]
                if hand != state.to_act and card not in known.known[state.to_act]
            ),
            None,
        )
        if void is not None:
            break
    assert state is not None and state.to_act is not None and void is not None
    hand, card = void
    view = state.view(state.to_act)
    free = Knowledge.of_hand(
        view.hand, rules=SEED, seat=view.player, deck=known.deck, sizes=known.sizes
    ).with_cards(hand, [card])  # what somebody takes to be so who did not watch
    with pytest.raises(LayoutError, match=str(card)):
        ws.evaluate_cards(view, knowledge=free)


# ------------------------------------------------------------------------------------------------ players


@pytest.mark.parametrize(
    "player", [RandomPlayer(), HeuristicPlayer(), HeuristicPlayer(bids="modelled")], ids=str
)
def test_players_act_for_the_seat_to_act(player: HeuristicPlayer | RandomPlayer) -> None:
    state, over = in_play(), in_play(cards=52)
    assert over.is_over
    for wrong in (None, state, "N"):
        with pytest.raises(ActError, match=r"view .* is wrong: expected a HandView"):
            player.act(wrong)  # type: ignore[arg-type]
    with pytest.raises(ActError, match="nobody is at the stage 'over': expected the view of"):
        player.act(over.view(0))
    other = ((state.to_act or 0) + 1) % 4
    with pytest.raises(
        ActError, match=f"player {other} is not to act, player {state.to_act} is at the stage"
    ):
        player.act(state.view(other))


def test_a_player_who_sees_all_hands_takes_no_view() -> None:
    with pytest.raises(ActError, match=r"state .* is wrong: expected a HandState"):
        DoubleDummyPlayer().act(asked())  # type: ignore[arg-type]

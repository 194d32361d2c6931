"""A hand that a person plays with sampling players. The server is stateless: requests have all acts."""

from __future__ import annotations

from typing import Any

from whistsolve.errors import ActError
from whistsolve.players import DoubleDummyPlayer, InteractiveHand
from whistsolve.players.sampling import AdviceOfStage
from whistsolve_board.arguments import Arguments
from whistsolve_board.context import RequestContext
from whistsolve_board.finished import hand_of_state
from whistsolve_board.game_views import done_document, view_document
from whistsolve_board.games import Game, hand_ids


def answer_new_game(arguments: Arguments, context: RequestContext) -> dict[str, Any]:
    """A new hand before its first act."""
    game = Game.new(arguments)
    return {"game": game.as_dict(), "view": view_document(*game.played())}


def answer_view(arguments: Arguments, context: RequestContext) -> dict[str, Any]:
    """What the person sees of a game."""
    return {"view": view_document(*Game.read(arguments).played())}


def answer_act(arguments: Arguments, context: RequestContext) -> dict[str, Any]:
    """The person's act, if given, and the acts of the others until it is the person's turn again."""
    game = Game.read(arguments)
    names = hand_ids(game.start.rules)
    hand, undo_to = game.played()
    if "act" in arguments:
        undo_to = len(game.acts)
        done = hand.do(arguments.text("act"))
        game = game.after(str(done.act))
        context.send(game=game.as_dict(), view=view_document(hand, undo_to), done=done_document(done, names))
    for done in hand.answers():
        game = game.after(str(done.act))
        context.send(game=game.as_dict(), view=view_document(hand, undo_to), done=done_document(done, names))
    return {"game": game.as_dict(), "view": view_document(hand, undo_to)}


def answer_hint(arguments: Arguments, context: RequestContext) -> dict[str, Any]:
    """The act that a player of the game's strength advises, and on request the double-dummy best act."""
    game = Game.read(arguments)
    hand, _ = game.played()
    if not hand.is_turn:
        raise ActError("it is not your turn: expected a hand in which you have to act")

    def send(report: AdviceOfStage) -> None:
        context.send(report=report.as_dict())

    is_open = arguments.flag("open")
    advice = game.player().advise(hand.state.view(game.seat), send)
    report = None if advice.report is None else advice.report.as_dict()
    found = _with_open_hands(hand, game.drawer()) if is_open else None
    return {"act": str(advice.act), "report": report, "open": found}


def answer_finished(arguments: Arguments, context: RequestContext) -> dict[str, Any]:
    """A finished game as a hand for the board."""
    state = Game.read(arguments).played()[0].state
    if not state.is_over:
        raise ActError(f"the hand is at the stage {state.stage!r}: expected it to be over")
    hand, exact = hand_of_state(state)
    return {"hand": hand.fields(), "exact": exact}


def _with_open_hands(hand: InteractiveHand, player: DoubleDummyPlayer) -> dict[str, Any]:
    """The double-dummy best act, and for every card the tricks that the person's side still wins."""
    state = hand.state
    if state.stage == "settlement":
        return {"act": str(player.act(state)), "cards": None}
    act, cards = str(player.act(state)), None
    if state.stage == "play":
        assert state.hand_to_play is not None
        try:
            values = player.card_values(state)
        except ActError:  # raised if a card of the trick is a renege
            return {"act": act, "cards": None}
        own = state.hand_to_play in player.side(state)
        weight = 1 if state.tricks else state.rules.first_trick_weight
        left = len(state.hands[state.hand_to_play]) - 1 + weight
        cards = [
            {"card": str(card), "tricks": (low if own else left - low) if low == high else None}
            for card, (low, high) in values.items()
        ]
    return {"act": act, "cards": cards}

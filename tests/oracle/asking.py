"""Puts a problem to the engine and gives back plain numbers and text, as the references do."""

from typing import Any

import whistsolve as ws
from whistsolve import solving

from .positions import Problem


def rules_of(problem: Problem) -> ws.Rules:
    """The rules of a problem; where jokers are laid aside, hands have no fixed size.

    Where no joker stays in play, there is no option of their lead: `Rules` refuses what can change nothing.
    """
    options = {**problem.table, **problem.options}
    if options.get("joker_no_trump") in ("exchanged", "removed"):
        options.pop("joker_lead_no_trump", None)
    sizes = {"hand_size": None} if options.get("joker_no_trump") == "removed" else {}
    return ws.Rules.preset(problem.preset, **options, **sizes)


def asked(problem: Problem) -> tuple[tuple[ws.Deal, str, int], dict[str, Any]]:
    """The arguments by position and by name, but for the declarer."""
    more = {"played": problem.played, "rules": rules_of(problem)}
    return (ws.Deal(problem.hands), problem.strain, problem.leader), more


def solve(problem: Problem) -> tuple[int, int]:
    """Tricks that the declarer's side still wins, and those it has won."""
    where, more = asked(problem)
    solution = ws.solve(*where, declarer=problem.declarer, **more)
    return solution.tricks, solution.won


def solve_cards(problem: Problem) -> dict[str, int]:
    """Tricks that the declarer's side still wins, for every legal card of the hand to play."""
    where, more = asked(problem)
    cards = ws.solve_cards(*where, declarer=problem.declarer, **more)
    return {str(card): tricks for card, tricks in cards.items()}


def legal_cards(problem: Problem) -> set[str]:
    """The legal cards of the hand to play."""
    where, more = asked(problem)
    cards = solving.legal_cards(*where, **more)
    assert len(set(cards)) == len(cards), f"a card twice: {cards}"
    return {str(card) for card in cards}


def perft(problem: Problem, depth: int | None = None) -> int:
    """The number of legal sequences of plays."""
    where, more = asked(problem)
    return solving.perft(*where, depth=depth, **more)

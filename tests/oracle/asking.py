"""Puts a problem to the engine and gives back plain numbers and text, as the references do."""

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


def solve(problem: Problem) -> tuple[int, int]:
    """Tricks that the declarer's side still wins, and those it has won."""
    solution = ws.solve(
        ws.Deal(problem.hands),
        problem.strain,
        problem.leader,
        declarer=problem.declarer,
        played=problem.played,
        rules=rules_of(problem),
    )
    return solution.tricks, solution.won


def solve_cards(problem: Problem) -> dict[str, int]:
    """Tricks that the declarer's side still wins, for every legal card of the hand to play."""
    cards = ws.solve_cards(
        ws.Deal(problem.hands),
        problem.strain,
        problem.leader,
        declarer=problem.declarer,
        played=problem.played,
        rules=rules_of(problem),
    )
    return {str(card): tricks for card, tricks in cards.items()}


def legal_cards(problem: Problem) -> set[str]:
    """The legal cards of the hand to play."""
    cards = solving.legal_cards(
        ws.Deal(problem.hands),
        problem.strain,
        problem.leader,
        played=problem.played,
        rules=rules_of(problem),
    )
    assert len(set(cards)) == len(cards), f"a card twice: {cards}"
    return {str(card) for card in cards}


def perft(problem: Problem, depth: int | None = None) -> int:
    """The number of legal sequences of plays."""
    return solving.perft(
        ws.Deal(problem.hands),
        problem.strain,
        problem.leader,
        played=problem.played,
        rules=rules_of(problem),
        depth=depth,
    )

"""The questions of the page by name: for each a function from its arguments to the answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final, cast

from whistsolve.board.arguments import Arguments
from whistsolve.board.context import AnswerContext
from whistsolve.errors import WhistError
from whistsolve.values.reading import shown

__all__ = ["BoardQuestion", "load_questions", "question_named"]


@dataclass(frozen=True, slots=True)
class BoardQuestion:
    """A question of the page.

    Attributes
    ----------
    answer : callable
        From its arguments, and what it has at hand, to the answer: values that JSON has. It is called in a
        thread, and an interrupt ends it where the question is cancelled.
    is_prompt : bool
        Whether a person waits for it at sight, so that it never waits for longer ones.
    """

    answer: Callable[[Arguments, AnswerContext], Mapping[str, Any]]
    is_prompt: bool


#: Where each question is answered: module and function, and whether it is prompt. A module is loaded with the
#: first question that it answers, or by `load_questions`.
_QUESTIONS: Final[Mapping[str, tuple[str, str, bool]]] = {
    "hello": ("program", "answer_hello", True),
    "rules": ("program", "answer_rules", True),
    "read": ("reading", "answer_read", True),
    "deal": ("reading", "answer_deal", False),
    "position": ("position", "answer_position", True),
    "line": ("position", "answer_line", True),
    "claim": ("position", "answer_claim", True),
    "table": ("tables", "answer_table", False),
    "bids": ("advice", "answer_bids", False),
    "cards": ("advice", "answer_cards", False),
    "new_game": ("playing", "answer_new_game", True),
    "act": ("playing", "answer_act", False),
    "view": ("playing", "answer_view", True),
    "hint": ("playing", "answer_hint", False),
    "finished": ("playing", "answer_finished", True),
    "discard": ("kitty", "answer_discard", False),
    "discard_value": ("kitty", "answer_discard_value", False),
    "kitty_strains": ("kitty", "answer_kitty_strains", False),
    "trace": ("played", "answer_trace", False),
    "par": ("played", "answer_par", False),
    "score": ("scoring", "answer_score", False),
    "write": ("writing", "answer_write", False),
}


def question_named(name: object) -> BoardQuestion:
    """The question of a name.

    Raises
    ------
    WhistError
        Where there is none.
    """
    if not isinstance(name, str) or name not in _QUESTIONS:
        raise WhistError(f"question {shown(name)} is unknown: expected one of {', '.join(_QUESTIONS)}")
    module, function, is_prompt = _QUESTIONS[name]

    def answer(arguments: Arguments, context: AnswerContext) -> Mapping[str, Any]:
        # Loaded in the thread of the worker, which the page does not wait for.
        found = getattr(import_module(f"whistsolve.board.questions.{module}"), function)
        return cast(Mapping[str, Any], found(arguments, context))

    return BoardQuestion(answer, is_prompt)


def load_questions(is_over: Callable[[], bool] = lambda: False) -> None:
    """Loads what answers questions, so that the first of them does not wait for it.

    Parameters
    ----------
    is_over : callable
        Whether nobody will ask any more; asked between one module and the next.
    """
    for module in dict.fromkeys(module for module, _, _ in _QUESTIONS.values()):
        if is_over():
            return
        import_module(f"whistsolve.board.questions.{module}")

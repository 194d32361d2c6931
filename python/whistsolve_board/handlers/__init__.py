"""Handlers of the page's requests by name; each is a function from the request's arguments to the answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final, cast

from whistsolve._internal.reading import shown
from whistsolve.errors import WhistError
from whistsolve_board.arguments import Arguments
from whistsolve_board.context import RequestContext

__all__ = ["FILES", "HANDLERS", "Handler", "handler_named", "load_handlers"]

#: The handler of each request: its module, its function, and `Handler.is_prompt`.
HANDLERS: Final[Mapping[str, tuple[str, str, bool]]] = {
    "hello": ("rules", "answer_hello", True),
    "rules": ("rules", "answer_rules", True),
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


#: For each kind of file that `write` answers with, the suffix of its name and its media type.
FILES: Final = {
    "text": (".txt", "text/plain"),
    "diagram": ("-diagram.txt", "text/plain"),
    "ptn": (".ptn", "text/plain"),
    "svg": (".svg", "image/svg+xml"),
    "html": (".html", "text/html"),
    "json": (".json", "application/json"),
}


@dataclass(frozen=True, slots=True)
class Handler:
    """The handler of one kind of request.

    Attributes
    ----------
    answer : callable
        Takes arguments and context and returns the answer, in values that JSON supports. It is called in a
        thread, and ended by a `KeyboardInterrupt` if the request is cancelled.
    is_prompt : bool
        Whether the request is short and must not wait in a queue behind long ones.
    """

    answer: Callable[[Arguments, RequestContext], Mapping[str, Any]]
    is_prompt: bool


def handler_named(name: object) -> Handler:
    """The handler of a kind of request; a `WhistError` if there is none."""
    if not isinstance(name, str) or name not in HANDLERS:
        raise WhistError(f"question {shown(name)} is unknown: expected one of {', '.join(HANDLERS)}")
    module, function, is_prompt = HANDLERS[name]

    def answer(arguments: Arguments, context: RequestContext) -> Mapping[str, Any]:
        # Imported in the worker thread, so that the event loop does not wait for the import.
        found = getattr(import_module(f"whistsolve_board.handlers.{module}"), function)
        return cast(Mapping[str, Any], found(arguments, context))

    return Handler(answer, is_prompt)


def load_handlers(is_over: Callable[[], bool] = lambda: False) -> None:
    """Imports all handlers, so that the first request need not wait; stops once `is_over` is true."""
    for module in dict.fromkeys(module for module, _, _ in HANDLERS.values()):
        if is_over():
            return
        import_module(f"whistsolve_board.handlers.{module}")

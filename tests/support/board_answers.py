"""Questions of the board asked without a page: the answer, and all parts that were sent before it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tests.support.sources import ROOT

from whistsolve.board.arguments import Arguments
from whistsolve.board.context import AnswerContext, SolverShelf
from whistsolve.board.hands import fields_of_record
from whistsolve.board.questions import question_named
from whistsolve.cancelling import Cancellation, heeding
from whistsolve.notation import parse_ptn
from whistsolve.rules.usual import usual_rules

__all__ = ["answered", "ask", "ptn_fields", "real_hands"]


def ask(
    question: str,
    parts: list[dict[str, Any]] | None = None,
    shelf: SolverShelf | None = None,
    is_given_up: Callable[[], bool] = lambda: False,
    **fields: object,
) -> dict[str, Any]:
    """The answer to a question; ``parts`` takes what is sent before it."""
    taken = [] if parts is None else parts

    def send(part: Mapping[str, Any]) -> None:
        taken.append(dict(part))
        if is_given_up():
            cancellation.cancel()

    cancellation = Cancellation()
    if is_given_up():
        cancellation.cancel()
    context = AnswerContext(send, shelf or SolverShelf())
    with heeding(cancellation):
        return dict(question_named(question).answer(Arguments(fields), context))


def answered(question: str, **fields: Any) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The parts of an answer, and the answer, as they come out of JSON."""
    parts: list[dict[str, Any]] = []
    found = ask(question, parts, **_through(fields))
    return _through(parts), _through(found)


def _through(value: Any) -> Any:
    return json.loads(json.dumps(value, allow_nan=False))


def real_hands() -> list[Path]:
    """The files of the hands that were played on a site."""
    return sorted((ROOT / "tests/data/ptn").glob("*.ptn"))


def ptn_fields(path: Path) -> dict[str, str]:
    """The fields of a hand in a file, under the rules that its cards are usually dealt by."""
    hand = parse_ptn(path.read_text("utf-8"))
    return fields_of_record(hand, usual_rules(hand.deal))

"""Questions of the board answered in this process, without a server."""

from __future__ import annotations

import json
from typing import Any

from whistsolve.board.arguments import Asked
from whistsolve.board.context import AnswerContext, SolverShelf
from whistsolve.board.questions import question_named

__all__ = ["answered"]


def answered(question: str, **fields: Any) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The parts of an answer, and the answer, as they come out of JSON."""
    parts: list[dict[str, Any]] = []
    context = AnswerContext(lambda part: parts.append(_through(part)), SolverShelf(), lambda: False)
    # What the page sends goes through JSON too.
    asked = Asked(_through({"question": question, **fields}))
    return parts, _through(question_named(question).answer(asked, context))


def _through(value: Any) -> Any:
    return json.loads(json.dumps(value, allow_nan=False))

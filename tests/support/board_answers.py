"""Requests to the board without a page, and hands and games for them."""

import json
import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tests.support.sources import ROOT

import whistsolve as ws
from whistsolve.cancelling import Cancellation, subject_to
from whistsolve.game import HandState
from whistsolve.notation import parse_ptn
from whistsolve.players import HeuristicPlayer
from whistsolve.rules import Rules, usual_rules
from whistsolve_board.arguments import Arguments
from whistsolve_board.context import RequestContext, SolverPool
from whistsolve_board.handlers import handler_named
from whistsolve_board.hands import fields_of_record


def ask(
    question: str,
    parts: list[dict[str, Any]] | None = None,
    solvers: SolverPool | None = None,
    is_cancelled: Callable[[], bool] = lambda: False,
    **fields: object,
) -> dict[str, Any]:
    """The answer to a request; ``parts`` gets what is sent before it."""
    taken = [] if parts is None else parts

    def send(part: Mapping[str, Any]) -> None:
        taken.append(dict(part))
        if is_cancelled():
            cancellation.cancel()

    cancellation = Cancellation()
    if is_cancelled():
        cancellation.cancel()
    context = RequestContext(send, solvers or SolverPool())
    with subject_to(cancellation):
        return dict(handler_named(question).answer(Arguments(fields), context))


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


def random_act(view: dict[str, Any], draw: random.Random) -> str:
    """An act that the view of a game allows; hands are not dealt again."""
    number, forced = view["discard_number"], view["forced_discards"]
    if not number:
        return str(draw.choice([act for act in view["legal"] if act not in ("redeal", "misdeal")]))
    held = ws.Hand.from_text(view["hands"][view["names"].index(view["hand_to_play"])])
    free = [str(card) for card in held if str(card) not in forced]
    return " ".join([*forced, *draw.sample(free, number - len(forced))])


def played_by_heuristics(rules: Rules, seed: int, cards: int = 99) -> HandState:
    """A random hand after some cards of the play, or at its end."""
    state = HandState.random(seed, rules, dealer=0)
    player = HeuristicPlayer()
    while not state.is_over and len(state.snapshot.plays) < cards:
        assert state.to_act is not None
        state.push(player.act(state.view(state.to_act)))
    return state

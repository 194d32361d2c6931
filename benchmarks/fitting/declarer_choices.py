"""What the strain that a declarer named and his discard tell of the cards, and how far to trust them.

``python -m benchmarks.fitting.declarer_choices`` has deals of `bid_whist` bid, declared and played, in turn
by `HeuristicPlayer` (calls by the call model) and by `SamplingPlayer`. It prints how likely the choices of
declarers are under `DeclarerModel` by its constants. On other deals it prints how much likelier they make the
true layout, in nats, and what `evaluate_cards` expects of the best card less what double dummy of the true
layout gives, by role, with and without that evidence.
"""

from __future__ import annotations

import argparse
import copy
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

import numpy as np
from benchmarks.speed.sections import markdown_table
from benchmarks.strength.reliability import mean_interval
from benchmarks.strength.result_files import add_line, read_lines
from numpy.typing import NDArray

from whistsolve.arguments import Limits, Resources
from whistsolve.bidding import evaluate_cards
from whistsolve.bidding.calls.call_model import CallModel
from whistsolve.bidding.calls.declarer_model import DeclarerModel
from whistsolve.bidding.calls.self_play import default_model, quick_equity
from whistsolve.bidding.card_tricks import CardSolver
from whistsolve.bidding.cards_request import CardRequest
from whistsolve.game import HandState, Play, strains_of
from whistsolve.inference.declarer_choices import discard_likelihoods
from whistsolve.players import HeuristicPlayer, Player, SamplingPlayer
from whistsolve.players.sampling import Strength
from whistsolve.rules import Rules
from whistsolve.solving.deadline import Deadline

__all__ = ["Choice", "choice_of", "errors_of", "hands_of", "main", "play_hand"]

#: Seed of the deals, other than those of every other fit and test.
SEED: Final = 20270922
RULES: Final = Rules.preset("bid_whist")
#: Cards played before a question: the second, third and fourth hand of the first trick, and leads later.
_PLAYED: Final = {1: "trick 1, second hand", 2: "trick 1, third hand", 3: "trick 1, fourth hand"}
_LEADS: Final = {4 * tricks: f"after trick {tricks}" for tricks in (1, 3, 6, 9)}
_ROLES: Final = ("declarer", "partner", "defender")
#: Constants that are tried.
_TRUSTS: Final = (0.5, 0.7, 0.8, 0.9, 0.95, 0.99)
_TEMPERATURES: Final = (0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.6, 0.8)
_ODDS: Final = (0.003, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4)


#: Layouts, and kitties in each, of the likelihood of the true one.
_LAYOUTS, _KITTIES = 1024, 16


# -------------------------------------------------------------------------------------------------- the hands


def play_hand(number: int, whole: bool) -> dict[str, Any]:
    """One hand, to the first lead or to the end: its number, and all acts as text.

    To the first lead every second one of the sampling players is of normal strength, which searches discards.
    """
    state = _start(number)
    strength: Strength = "quick" if whole or number % 4 == 1 else "normal"
    player: Player = HeuristicPlayer(bids="modelled")
    if number % 2:
        player = SamplingPlayer(strength, seed=number)
    while not state.is_over and (whole or state.stage != "play"):
        assert state.to_act is not None
        state.push(player.act(state.view(state.to_act)))
    return {"number": number, "acts": [str(act) for act in state.acts]}


def _start(number: int) -> HandState:
    return HandState.random(SEED * 10_000 + number, RULES, dealer=number % 4)


def hands_of(numbers: Sequence[int], whole: bool, processes: int, path: Path | None) -> Iterator[HandState]:
    """Hands by their numbers; those in a file are read from there."""
    rows = [] if path is None else read_lines(path, {"seed": SEED, "whole": whole})
    known = {row["number"]: row for row in rows}
    missing = [number for number in numbers if number not in known]
    if missing:
        with get_context("spawn").Pool(processes) as pool:
            for row in pool.imap_unordered(partial(play_hand, whole=whole), missing):
                known[row["number"]] = row
                if path is not None:
                    add_line(path, row)
    for number in numbers:
        state = _start(number)
        for act in known[number]["acts"]:
            state.push(act)
        yield state


# ----------------------------------------------------------------------------------- likelihood of choices


class Choice:
    """What a declarer chose, beside what the model says.

    Attributes
    ----------
    model : DeclarerModel
    dealt, had, discard : ndarray
        uint64, shape (1,): his hand as dealt, with the kitty, and what he gave up.
    """

    def __init__(self, model: DeclarerModel, dealt: int, had: int, discard: int) -> None:
        self.model = model
        self.dealt, self.had, self.discard = (
            np.array([each], dtype=np.uint64) for each in (dealt, had, discard)
        )

    def strain(self, temperature: float) -> float:
        """The likelihood of the strain over that by chance."""
        model = DeclarerModel(self.model.model, self.model.strain, self.model.strains, temperature)
        return float(model.strain_likelihood(self.dealt)[0]) * len(model.strains)

    @property
    def kept(self) -> int:
        """How many cards of the heuristic discard he gave up."""
        expected = self.model.expected_discards(self.had, RULES.kitty_size)
        return int(expected[0] & self.discard[0]).bit_count()


def choice_of(state: HandState) -> Choice | None:
    """What the declarer of a hand chose; ``None`` where it was thrown in."""
    high = None if state.declarer is None else state.view(0).auction
    if high is None or high.high is None or state.strain is None or state.deal.kitty is None:
        return None
    assert state.declarer is not None
    model = DeclarerModel(default_model(RULES), state.strain, strains_of(high.high[1], RULES))
    dealt = state.deal.hands[state.declarer].mask
    return Choice(model, dealt, dealt | state.deal.kitty.mask, state.discards[state.declarer].mask)


def _fits(choices: Sequence[Choice]) -> str:
    """Mean log likelihood of strains and discards over chance, by the constants, in nats."""
    size, number = RULES.dealt_hand_size + RULES.kitty_size, RULES.kitty_size
    kept = np.array([choice.kept for choice in choices])
    counted = np.bincount(kept, minlength=number + 1).tolist()
    strains, discards = [], []
    for temperature in _TEMPERATURES:
        likely = np.array([choice.strain(temperature) for choice in choices])
        strains.append([f"{temperature}", *(_mean_log(likely, trust) for trust in _TRUSTS)])
    for odds in _ODDS:
        likely = discard_likelihoods(size, number, odds)[kept]
        discards.append([f"{odds}", *(_mean_log(likely, trust) for trust in _TRUSTS)])
    trusts = [f"trust {trust}" for trust in _TRUSTS]
    return (
        f"{len(choices)} declarers, by the number of expected cards in the discard: {counted}\n\n"
        + markdown_table(["temperature", *trusts], strains)
        + "\n"
        + markdown_table(["odds", *trusts], discards)
    )


def _mean_log(likely: NDArray[np.float64], trust: float) -> str:
    return f"{np.log(trust * likely + 1 - trust).mean():.3f}"


# ---------------------------------------------------------------------------------------- errors of advice


def errors_of(state: HandState, number: int, trusts: Sequence[float], samples: int) -> list[dict[str, Any]]:
    """Before some plays of a hand that is over: who is asked, and the error in tricks for each trust."""
    current, found, played = state.copy(), [], 0
    for _ in state.acts:
        current.pop()
    models = [_model(trust) for trust in trusts]
    for act in state.acts:
        if isinstance(act, Play):
            when = {**_PLAYED, **_LEADS}.get(played)
            if when is not None and len(current.legal_cards) > 1:
                found.append({"number": number, "when": when, **_errors(current, models, samples, number)})
            played += 1
        current.push(act)
    return found


def _model(trust: float) -> CallModel:
    model = copy.copy(default_model(RULES))
    model.declarer_trust = trust
    return model


def _errors(state: HandState, models: Sequence[CallModel], samples: int, seed: int) -> dict[str, Any]:
    assert state.to_act is not None and state.declarer is not None
    view = state.view(state.to_act)
    request = CardRequest.read(view, model=models[0], equity=quick_equity(RULES))
    aside = sum(cards.mask for cards in state.discards)
    true = np.array([[*(hand.mask for hand in state.hands), aside]], dtype=np.uint64)
    resources = Resources.read(1, 64)
    tricks = CardSolver(request, resources).tricks(true, Deadline(Limits.read().seconds))[0].astype(int)
    best = int(tricks.max()) if request.declares else request.most_tricks - int(tricks.min())
    role = 0 if state.to_act == state.declarer else 1 if request.declares else 2
    reports = [
        evaluate_cards(
            view, samples=samples, seed=seed, model=model, equity=quick_equity(RULES), threads=1, memory_mb=64
        )
        for model in models
    ]
    return {
        "role": _ROLES[role],
        "errors": [report.best.tricks - best for report in reports],
        "sizes": [report.effective_sample_size / report.samples for report in reports],
        "gain": _gain(CardRequest.read(view, model=models[-1], equity=quick_equity(RULES)), true, seed),
    }


def _gain(request: CardRequest, true: NDArray[np.uint64], seed: int) -> tuple[float, float] | None:
    """How much likelier the strain and the discard make the true layout beside calls and plays, in nats."""
    posterior = request.posterior()
    choices = posterior.choices
    if choices is None:
        return None
    layouts, weights, _ = posterior.without_choices().weighted(_LAYOUTS, seed)
    generator = np.random.Generator(np.random.PCG64(seed))
    strain = 0.0
    if choices.names:
        had = choices.dealt.cards_of(choices.declarer, np.concatenate([layouts, true]))
        dealt = choices.dealt.before_kitty(choices.declarer, had, generator, _KITTIES)
        likely = choices.strain_likelihood(dealt.reshape(-1)).reshape(dealt.shape).mean(axis=1)
        likely /= np.average(likely[:-1], weights=weights)
        factors = choices.model.trust * likely + 1 - choices.model.trust
        weights = weights * factors[:-1]
        strain = float(np.log(factors[-1]))
    mean = np.average(choices.redrawn(layouts, generator)[1], weights=weights)
    return strain, float(np.log(choices.discard_likelihood(true)[0] / mean))


def _table(rows: Sequence[dict[str, Any]], trusts: Sequence[float]) -> str:
    lines = []
    for role in _ROLES:
        for when in (*_PLAYED.values(), *_LEADS.values(), None):
            some = [row for row in rows if row["role"] == role and when in (row["when"], None)]
            if some:
                numbers = [row["number"] for row in some]
                cells = []
                for column in range(len(trusts)):
                    errors = [row["errors"][column] for row in some]
                    mean, off = mean_interval(numbers, errors)
                    squares = np.mean(np.square(errors))
                    size = np.mean([row["sizes"][column] for row in some])
                    cells += [f"{mean:+.2f} ± {off:.2f}", f"{squares**0.5:.2f}", f"{size:.2f}"]
                lines.append([role, when or "all", str(len(some)), *cells])
    heads = [f"{what}, trust {trust}" for trust in trusts for what in ("error", "rms", "size")]
    return markdown_table(["role", "when", "questions", *heads], lines)


def _gains(rows: Sequence[dict[str, Any]]) -> str:
    """How much likelier the true layout is, at the last trust."""
    lines = []
    for when in (*_PLAYED.values(), *_LEADS.values(), None):
        some = [row for row in rows if row["gain"] is not None and when in (row["when"], None)]
        if some:
            numbers = [row["number"] for row in some]
            found = [mean_interval(numbers, [row["gain"][column] for row in some]) for column in range(2)]
            cells = [f"{mean:+.2f} ± {off:.2f}" for mean, off in found]
            lines.append([when or "all", str(len(some)), *cells])
    return markdown_table(["true layout likelier by", "questions", "strain", "discard"], lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the likelihoods by constants, then the errors of advice in other deals."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.fitting.declarer_choices", description=__doc__
    )
    parser.add_argument("--fitted", type=int, default=200, help="deals for the constants, to the first lead")
    parser.add_argument("--deals", type=int, default=120, help="deals for the errors of advice")
    parser.add_argument("--samples", type=int, default=16)
    parser.add_argument("--trusts", type=float, nargs="+", default=(0.0, 0.9))
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--json", type=Path, help="of the hands played; read again where it exists")
    options = parser.parse_args(arguments)
    fitted = range(1000, 1000 + options.fitted)
    choices = [choice_of(hand) for hand in hands_of(fitted, False, options.processes, None)]
    if fitted:
        print(_fits([choice for choice in choices if choice is not None]))
    numbers = range(options.deals)
    rows: list[dict[str, Any]] = []
    for number, hand in zip(numbers, hands_of(numbers, True, options.processes, options.json), strict=True):
        rows += errors_of(hand, number, options.trusts, options.samples)
    if rows:
        print(_table(rows, options.trusts) + "\n" + _gains(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Call models fitted to the calls of played hands, and kept in files."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from whistsolve._internal.files import read_path, write_whole
from whistsolve._internal.logit import fit_conditional_logit
from whistsolve._internal.reading import read_several, shown
from whistsolve.advice.calls.call_features import FEATURES, GROUPS, group_of
from whistsolve.advice.calls.call_model import CallModel
from whistsolve.advice.calls.self_play import default_equity, default_model
from whistsolve.advice.calls.stakes import Stakes
from whistsolve.errors import RulesError, WhistError
from whistsolve.game import CalledHand, PlayedHand
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import Bid, Pass
from whistsolve.game.record.calls import called_hand
from whistsolve.game.record.named_rules import names_rules, rules_of_hand
from whistsolve.rules import Rules

#: The precision of the prior of each weight, whose mean is that of the packaged policies.
_PRIOR: Final = 1.0
_FORMAT: Final = "whistsolve call model 1"


class Choice(NamedTuple):
    """A call that was made: the group of its state, the features of all legal calls, and its index."""

    group: int
    features: NDArray[np.float64]
    made: int

    @classmethod
    def of(cls, model: CallModel, auction: Auction, hand: int, call: Bid | Pass) -> Choice:
        """The choice of a call by the seat to act with a hand, a mask."""
        kind, caller = model.states.of(auction).kind, auction.to_act
        assert kind is not None and caller is not None
        values = model.bid_values(np.array([hand], dtype=np.uint64), caller)
        return cls(group_of(kind), model.features(auction, values)[0], auction.legal_calls.index(call))


def fit_calls(records: Iterable[PlayedHand | CalledHand], rules: Rules | None = None) -> CallModel:
    """`CallModel.fit`."""
    hands = list(read_several(records, "records", WhistError))
    named = (rules_of_hand(hand) for hand in hands if isinstance(hand, PlayedHand) and names_rules(hand))
    used = Rules.of(rules or next(named, Rules.preset("bid_whist")))
    model = default_model(used)
    equity = default_equity(used)
    choices: list[Choice] = []
    for number, record in enumerate(hands, 1):
        try:
            hand = _read_hand(record, used)
            if equity is not None:
                model = model.at(Stakes.before(hand, used, equity))
            choices += _choices(hand, model)
        except WhistError as error:
            raise type(error)(f"record {number}: {error}") from None
    if not choices:
        raise WhistError(
            f"{len(hands)} records have no call with a choice: expected some, with the hands dealt"
        )
    return CallModel._fitted(used, fit_policy(choices, model.policies.mean(axis=0)), len(choices))


def fit_policy(choices: Sequence[Choice], prior: NDArray[np.float64]) -> NDArray[np.float64]:
    """The weights of a policy, (groups, features), of the highest posterior density given some choices."""
    found = prior.copy()
    for group in range(len(GROUPS)):
        some = [choice for choice in choices if choice.group == group]
        if some:
            features, available = padded(some)
            chosen = np.array([choice.made for choice in some])
            found[group] = fit_conditional_logit(features, available, chosen, prior[group], _PRIOR)
    return found


def _read_hand(record: object, rules: Rules) -> CalledHand:
    if isinstance(record, CalledHand):
        return record
    if not isinstance(record, PlayedHand):
        raise WhistError(f"{shown(record)} is wrong: expected a PlayedHand")
    if names_rules(record) and rules_of_hand(record) != rules:
        raise RulesError(
            "it is of other rules: expected those of the other records, or of the argument rules"
        )
    return called_hand(record, rules)


def _choices(hand: CalledHand, model: CallModel) -> Iterator[Choice]:
    """The calls of a hand that were made with a choice and from a hand that is known."""
    auction = Auction.start(model.rules, hand.dealer)
    for caller, call in hand.calls:
        held = hand.hands[caller]
        if len(auction.legal_calls) > 1 and held is not None and len(held) == model.rules.dealt_hand_size:
            yield Choice.of(model, auction, held.mask, call)
        auction = auction.after(call)


def padded(choices: Sequence[Choice]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Features of choices among different numbers of calls as one array, and which calls there are."""
    width = max(len(choice.features) for choice in choices)
    features = np.zeros((len(choices), width, len(FEATURES)))
    available = np.zeros((len(choices), width), dtype=np.bool_)
    for row, choice in enumerate(choices):
        features[row, : len(choice.features)] = choice.features
        available[row, : len(choice.features)] = True
    return features, available


def named_weights(weights: Sequence[Sequence[float]]) -> dict[str, dict[str, float]]:
    """The weights of a policy by group and feature."""
    return {group: dict(zip(FEATURES, row, strict=True)) for group, row in zip(GROUPS, weights, strict=True)}


def save_calls(model: CallModel, path: str | os.PathLike[str]) -> None:
    """`CallModel.save`."""
    policies = zip(model.kinds, model.policies.tolist(), strict=True)
    document = {
        "format": _FORMAT,
        "rules": model.rules.overrides(),
        "calls": model.calls,
        "policies": {kind: named_weights(weights) for kind, weights in policies},
    }
    write_whole(read_path(path, "path"), json.dumps(document, indent=1).encode())


def load_calls(path: str | os.PathLike[str]) -> CallModel:
    """`CallModel.load`."""
    file = read_path(path, "path")
    try:
        given: Any = json.loads(file.read_text(encoding="utf-8"))
        if not isinstance(given, dict) or given.get("format") != _FORMAT:
            raise ValueError
        rules = Rules.from_dict(given["rules"])
        policies = {
            str(kind): [[float(weights[group][name]) for name in FEATURES] for group in GROUPS]
            for kind, weights in given["policies"].items()
        }
        calls = int(given["calls"])
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        if isinstance(error, WhistError):
            raise
        raise WhistError(f"{shown(file)} is no call model: expected a file of CallModel.save") from None
    model = CallModel(rules, policies=policies)
    model.calls = calls
    return model

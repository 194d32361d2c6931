"""`CallModel`, a model of how other seats call, and the models and match equity that are used by default."""

from __future__ import annotations

import copy
import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from whistsolve._internal.files import read_path, write_whole
from whistsolve._internal.reading import is_instance, read_instance, read_integer, read_several, shown
from whistsolve.advice.calls.bid_values import Stakes, TrickEvaluator
from whistsolve.advice.calls.call_features import (
    FEATURES,
    GROUPS,
    Choice,
    fit_policy,
    named_weights,
    packaged_policies,
    weights_of,
)
from whistsolve.advice.calls.conventions import Convention, read_conventions
from whistsolve.advice.calls.policy import CallPolicy
from whistsolve.advice.calls.rollout import self_play_equity, self_play_outcomes
from whistsolve.advice.calls.solved_evaluator import usual_evaluator
from whistsolve.cancelling import Cancellation, cancellable, made_once
from whistsolve.equity.match_equity import MatchEquity
from whistsolve.equity.payoffs import ScoreTable
from whistsolve.equity.transitions import HandOutcomes
from whistsolve.errors import ActError, RulesError, WhistError
from whistsolve.evaluation.hand_evaluator import check_hands
from whistsolve.game import CalledHand, PlayedHand
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import Bid, Pass
from whistsolve.game.record.named_rules import called_hand, names_rules, rules_of_hand
from whistsolve.rules import Rules, RulesLike
from whistsolve.rules.reading import rules_name

#: Mixture weight of the model in the likelihood of another seat's call; the rest is no evidence.
_TRUST: Final = 0.9
#: Mixture weight of the declarer model in the likelihood of the declarer's strain and discard.
_DECLARER_TRUST: Final = 0.97
#: The prior chances of the kinds, before any call is heard, where a game has them all: strangers are mostly
#: quieter than the library's own bidder.
_PRIOR: Final = {
    "own": 0.14,
    "sampling": 0.06,
    "counting": 0.05,
    "lowest": 0.05,
    "passive": 0.05,
    "bold": 0.05,
    "quiet": 0.25,
    "silent": 0.15,
    "raising": 0.2,
}
#: Deals of self-play from which the distribution of outcomes is estimated, by default and at most: arrays of
#: all of them are in memory at once.
_HANDS: Final = 3000
_MOST_HANDS: Final = 1_000_000
#: Matches simulated for each score for a player who has to act at once (`quick_equity`).
_FEW_MATCHES: Final = 400
_FORMAT: Final = "whistsolve call model 1"


class CallModel(CallPolicy):
    """A population of bidders, which of them may sit in each seat, and the likelihood of calls.

    The rules are of a game with an auction. `evaluator` is how seats predict the tricks of their hands, by
    default `Evaluator`, or `SolvedEvaluator` for games without fitted weights. `policies` are by name of a
    kind of bidder its weights, shape (3, 14), in the order of `GROUPS` and `FEATURES` of `call_features`, by
    default those of `population`. `trust`, from 0 to 1, is the share of calls of other seats that are assumed
    to follow them; the others carry no information. `declarer_trust` is that for the declarer's strain and
    discard during play (`DeclarerModel`). `conventions` are names in `CONVENTIONS`, or your own, for the
    players in `followed_by`, by default all.

    Attributes are as given, but `policies` is an array of the weights, float64, shape (kinds, groups,
    features), of the policies of `kinds`; `weights`, shape (players, kinds), are the chances of each kind in
    each seat; `calls` is how many calls the policies were fitted to by `fit`, 0 for others.

    Raises `RulesError` if the rules are for another game or one that the evaluator does not support, or a
    convention does not fit them. Raises `WhistError` if a trust is not from 0 to 1, a convention is unknown
    or given twice, or policies are wrong.

    Notes
    -----
    A policy takes each legal call with a probability that is a softmax of its utility: no call excludes a
    layout. Utilities are linear in what the bid brings as the contract, in points and in chances to win the
    match, in the tricks that it is short or has to spare, and in the auction. Conventions add a bonus if the
    hand has what the bid shows, a penalty if not. In a rollout nobody draws conclusions from others' calls.

    Examples
    --------
    >>> from whistsolve.values.hands import Hand
    >>> rules = Rules("bid_whist")
    >>> model = CallModel(rules, conventions=["four_shows_joker"])
    >>> with_and_without = [Hand("AKQ82.K3.Q7.98.B"), Hand("AKQ82.K3.Q7.A98")]
    >>> hands = np.array([hand.mask for hand in with_and_without], dtype=np.uint64)
    >>> likely = model.likelihood(Auction.start(rules, "W"), Bid(4, None, "uptown"), hands)
    >>> bool(likely[0] > 4 * likely[1])
    True
    """

    def __init__(
        self,
        rules: Rules,
        evaluator: TrickEvaluator | None = None,
        *,
        policies: Mapping[str, ArrayLike] | None = None,
        trust: float = _TRUST,
        conventions: Iterable[str | Convention] = (),
        followed_by: Iterable[int] | None = None,
        declarer_trust: float = _DECLARER_TRUST,
    ) -> None:
        for name, share in (("trust", trust), ("declarer_trust", declarer_trust)):
            if not is_instance(share, (int, float)) or not 0 <= share <= 1:
                raise WhistError(f"{name} {shown(share)} is wrong: expected a number from 0 to 1")
        if evaluator is not None and not hasattr(evaluator, "distributions"):
            raise WhistError(f"evaluator {shown(evaluator)} is wrong: expected one such as Evaluator")
        ScoreTable.of(Rules.of(rules))  # raises if the game has no auction
        agreed = read_conventions(conventions, rules)
        players = range(rules.players)
        given = players if followed_by is None else read_several(followed_by, "followed_by", WhistError)
        following = frozenset(
            read_integer(each, "player of followed_by", WhistError, 0, players[-1]) for each in given
        )
        weights = packaged_policies(rules) if policies is None else _read_policies(policies)
        prior = np.array([_PRIOR[kind] if policies is None else 1.0 for kind in weights])
        used = usual_evaluator(rules) if evaluator is None else evaluator
        super().__init__(rules, used, weights, prior, agreed, following)
        self.trust: float = float(trust)
        self.declarer_trust: float = float(declarer_trust)
        self.calls: int = 0

    def __repr__(self) -> str:
        digest = hashlib.sha256(self.policies.tobytes() + self.weights.tobytes()).hexdigest()[:8]
        return f"<CallModel: {rules_name(self.rules)}, {', '.join(self.kinds)}, {digest}>"

    @classmethod
    def population(
        cls, rules: Rules, kinds: Mapping[str, float] | Iterable[str] | None = None, **options: Any
    ) -> CallModel:
        """The packaged population, or some kinds of it, with the prior chance of each in every seat.

        Kinds have weights that need not add up to one, or are equally likely; by default they are all:
        ``own``, the library's; ``sampling``, which takes others to bid by the points of the bid itself;
        ``counting`` and ``bold``, as high as their count of books goes, or two more; ``passive`` and
        ``lowest``, the lowest bid that the count, or two more, supports. Other arguments are as for
        `CallModel`, and so are errors; WhistError also if there is no such kind, or a weight is not above 0.
        """
        packaged = packaged_policies(Rules.of(rules))
        if kinds is None:
            return cls(rules, **options)
        if isinstance(kinds, str) or not isinstance(kinds, Iterable):
            raise WhistError(f"kinds {shown(kinds)} are wrong: expected some of {', '.join(packaged)}")
        chosen = dict(kinds) if isinstance(kinds, Mapping) else dict.fromkeys(kinds, 1.0)
        for name, weight in chosen.items():
            if name not in packaged:
                raise WhistError(f"kind {shown(name)} is unknown: expected one of {', '.join(packaged)}")
            if not isinstance(weight, (int, float)) or not 0 < weight < np.inf:
                raise WhistError(f"the weight of kind {name}, {shown(weight)}, is wrong: expected above 0")
        if not chosen:
            raise WhistError(f"kinds are empty: expected some of {', '.join(packaged)}")
        model = cls(rules, policies={name: packaged[name] for name in chosen}, **options)
        weights = np.array(list(chosen.values()), dtype=np.float64)
        model.weights = np.tile(weights / weights.sum(), (rules.players, 1))
        return model

    @classmethod
    def fit(cls, records: Iterable[PlayedHand | CalledHand], rules: RulesLike | None = None) -> CallModel:
        """A model with one policy, ``fitted``, to the calls of played hands; `calls` is how many there are.

        The posterior mode of a conditional logit model, whose prior is centred at the mean of the packaged
        policies: few calls leave it there. Hands are read as they were dealt, so that records need deals.
        Rules are by default those of the first record that has any, or `Rules("bid_whist")`.

        Raises `RulesError` if a record is of other rules, or the game has no auction. Raises `ActError` if a
        call of a record is not legal under the rules, or a record has no dealer. Raises `WhistError` if there
        is no call with a choice, or a record has scores at which the match would be over.
        """
        hands = list(read_several(records, "records", WhistError))
        named = (rules_of_hand(hand) for hand in hands if isinstance(hand, PlayedHand) and names_rules(hand))
        used = Rules.of(rules or next(named, Rules.preset("bid_whist")))
        policy = default_model(used)
        equity = self_play_equity(policy)
        choices: list[Choice] = []
        for number, record in enumerate(hands, 1):
            try:
                hand = _read_hand(record, used)
                if equity is not None:
                    policy = policy.at(Stakes.before(hand, used, equity))
                choices += _choices(hand, policy)
            except WhistError as error:
                raise type(error)(f"record {number}: {error}") from None
        if not choices:
            raise WhistError(
                f"{len(hands)} records have no call with a choice: expected some, with the hands dealt"
            )
        model = cls(used, policies={"fitted": fit_policy(choices, policy.policies.mean(axis=0))})
        model.calls = len(choices)
        return model

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write rules and policies to a file (JSON) that `load` reads; an existing file is replaced.

        Raises `OSError` if the file cannot be written, `WhistError` if `path` is not a path.
        """
        write_whole(read_path(path, "path"), self.to_json().encode())

    def to_json(self) -> str:
        """The text of the file that `save` writes."""
        policies = zip(self.kinds, self.policies.tolist(), strict=True)
        document = {
            "format": _FORMAT,
            "rules": self.rules.overrides(),
            "calls": self.calls,
            "policies": {kind: named_weights(weights) for kind, weights in policies},
        }
        return json.dumps(document, indent=1)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> CallModel:
        """The model that `save` wrote, with the default evaluator and trust.

        Raises `OSError` if the file cannot be read, `WhistError` if `save` did not write it.
        """
        file = read_path(path, "path")
        try:
            given: Any = json.loads(file.read_text(encoding="utf-8"))
            if not isinstance(given, dict) or given.get("format") != _FORMAT:
                raise ValueError
            rules = Rules.from_dict(given["rules"])
            policies = {str(kind): weights_of(named) for kind, named in given["policies"].items()}
            calls = int(given["calls"])
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            if isinstance(error, WhistError):
                raise
            raise WhistError(f"{shown(file)} is no call model: expected a file of CallModel.save") from None
        model = cls(rules, policies=policies)
        model.calls = calls
        return model

    def likelihood(
        self, auction: Auction, call: Bid | Pass, hands: NDArray[np.uint64]
    ) -> NDArray[np.float64]:
        """The likelihood of a call by the seat to act, given its hand in each layout: float64, (layouts,).

        Raises `ActError` if `auction` is not an Auction or the call is not legal in it; otherwise errors are
        those of `Evaluator.distributions`.
        """
        legal = read_instance(auction, Auction, "auction", ActError).legal_calls
        if not is_instance(call, (Bid, Pass)) or call not in legal:
            raise ActError(f"call {shown(call)} is wrong: expected a legal call of the auction")
        assert auction.to_act is not None  # a call is legal
        values = self.bid_values(check_hands(hands, self.rules), auction.to_act)
        probabilities = self.call_probabilities(auction, values)
        return probabilities[:, legal.index(call)]


def _read_policies(policies: Mapping[str, ArrayLike]) -> dict[str, NDArray[np.float64]]:
    shape = len(GROUPS), len(FEATURES)
    try:
        found = {kind: np.array(weights, dtype=np.float64) for kind, weights in policies.items()}
    except (TypeError, ValueError, AttributeError):
        found = {}
    if not found or any(each.shape != shape or not np.isfinite(each).all() for each in found.values()):
        raise WhistError(
            f"policies {shown(policies)} are wrong: expected finite weights of shape {shape} by kind"
        )
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


def _choices(hand: CalledHand, model: CallPolicy) -> Iterator[Choice]:
    """The calls of a hand that were made with a choice and from a hand that is known."""
    auction = Auction.start(model.rules, hand.dealer)
    for caller, call in hand.calls:
        held = hand.hands[caller]
        if len(auction.legal_calls) > 1 and held is not None and len(held) == model.rules.dealt_hand_size:
            yield model.choice(auction, held.mask, call)
        auction = auction.after(call)


@made_once
def default_model(rules: Rules) -> CallModel:
    """The call model of the given rules with the packaged evaluator; cached."""
    return CallModel(rules)


@made_once
def own_model(rules: Rules) -> CallModel:
    """The call model whose seats all call as the library's own bidder."""
    return CallModel.population(rules, ("own",))


@made_once
def silent_model(rules: Rules) -> CallModel:
    """The default model with a trust of 0: seats call by it, but their calls are no evidence."""
    model = copy.copy(default_model(rules))  # its fit does not depend on the trust
    model.trust = 0.0
    return model


@cancellable
def default_equity(rules: RulesLike, *, cancel: Cancellation | None = None) -> MatchEquity | None:
    """Match equity between seats that call by the default model, the default equity of advice; cached.

    ``None`` if a match is neither one game won on points nor the best of several such games. `cancel` ends
    the call within a tenth of a second, see `Cancellation`.

    Raises `RulesError` as for `simulated_outcomes`. Raises `Stopped` if `cancel` ended it.
    """
    return self_play_equity(default_model(Rules.of(rules)))


def quick_equity(rules: Rules) -> MatchEquity | None:
    """`default_equity` for players, from fewer matches if they must be simulated, which takes time."""
    equity = default_equity(rules)
    if equity is None or equity.is_quick:
        return equity
    return self_play_equity(default_model(rules), _FEW_MATCHES)


@cancellable
def simulated_outcomes(
    rules: Rules,
    *,
    seed: int = 0,
    hands: int = _HANDS,
    model: CallModel | None = None,
    cancel: Cancellation | None = None,
) -> HandOutcomes:
    """The empirical distribution of points and contracts in deals whose seats all call by the same model.

    Tricks are sampled from the predictions of its `DealEvaluator`, which sees all hands: nothing is solved.
    They are those at the table, if that is modelled (`TablePlay`). The same seed gives the same outcomes.
    `hands` is the number of deals, at most a million; each uses about 3 kB of memory. The model is by default
    that of these rules with the packaged evaluator.

    Raises `RulesError` if the game has no auction. Raises `WhistError` if seed or hands are not integers or
    are out of range. Raises `Stopped` if `cancel` ended it.
    """
    rules = Rules.of(rules)
    seed = read_integer(seed, "seed", WhistError, 0)
    hands = read_integer(hands, "hands", WhistError, 1, _MOST_HANDS)
    policy = default_model(rules) if model is None else read_instance(model, CallModel, "model", WhistError)
    return self_play_outcomes(policy, hands, seed)

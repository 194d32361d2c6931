"""`PlayModel`: the likelihood of the cards that others chose to play, under a fast policy, and its fit."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve import _kernels
from whistsolve._internal.logit import fit_conditional_logit, log_chances
from whistsolve._internal.reading import is_instance, read_several, shown
from whistsolve.errors import WhistError
from whistsolve.game import HandState, PlayedHand
from whistsolve.inference.plays_seen import PlaysSeen

#: Mixture weight of the model in the likelihood of a card that was played.
_TRUST: Final = 0.8
#: Choices among touching cards are one, so that no hand has more.
_MOST_CHOICES: Final = 16
#: The precision of the prior of each weight in a fit: traits are of the order of one.
_PRIOR: Final = 1.0


#: The fitted weights of play_weights.json, in hundredths: by context of a play, then by trait of a card.
#: Contexts and traits are in the order of the kernels. In their names "others" are the declarer's opponents,
#: or everybody in games without a declarer; a "side" is the side of the hand that plays.
PLAY_WEIGHTS: Final[dict[str, dict[str, int]]] = json.loads(
    Path(__file__).with_name("play_weights.json").read_text("utf-8")
)["weights"]
#: The contexts of plays, each with weights of its own, and the traits of cards.
CONTEXTS: Final = tuple(PLAY_WEIGHTS)
TRAITS: Final = tuple(next(iter(PLAY_WEIGHTS.values())))


class PlayModel:
    """A policy of plays, and the likelihood of plays under it.

    A softmax over the legal cards (conditional logit; McFadden 1974) of a linear function of a card's traits:
    what it does in the trick and in its suit. Each context has its own weights. The policy depends on one
    hand and on what all have seen, uses no search, and gives every legal card a positive probability.
    Touching cards, with no card between them that others may hold, are one choice, its probability shared
    equally among them: that one was played is only evidence that another touching card, if held, might have
    been played as well (principle of restricted choice).

    `trust` is the mixture weight of the policy in the likelihood of a card that was played: the share of
    plays, from 0 to 1, that are taken to follow the policy; WhistError if it is another. Other plays carry no
    information about a hand. With 0 the cards played are no evidence. Weights and trust are fitted to hands
    that the library's players have played (``python -m benchmarks.fitting.play_policy``).
    """

    def __init__(self, *, trust: float = _TRUST) -> None:
        if is_instance(trust, bool) or not is_instance(trust, (int, float)) or not 0 <= trust <= 1:
            raise WhistError(f"trust {shown(trust)} is wrong: expected a number from 0 to 1")
        self.trust: float = float(trust)
        #: How many plays the weights were fitted to by `fit`; 0 for the packaged ones.
        self.plays: int = 0
        self._weights = np.array([list(each.values()) for each in PLAY_WEIGHTS.values()]) / 100

    @classmethod
    def fit(cls, records: Iterable[PlayedHand], *, trust: float = _TRUST) -> PlayModel:
        """A model fitted to the cards of played hands, toward the packaged one where they say little.

        The posterior mode of each context's weights, whose prior is centred at the packaged ones; `plays` is
        the number of plays with a choice that it rests on. Records are hands with all cards, by rules under
        which a record says what was played; the trust is as for `PlayModel`.

        Raises `WhistError` if there is no play with a choice, a record cannot have been played so by its
        rules, or the trust is wrong.
        """
        states = []
        for number, record in enumerate(read_several(records, "records", WhistError), 1):
            if not isinstance(record, PlayedHand):
                raise WhistError(f"record {number}, {shown(record)}, is wrong: expected a PlayedHand")
            try:
                states.append(record.state())
            except WhistError as error:
                raise type(error)(f"record {number}: {error}") from None
        contexts = choices_of(states)
        found = cls(trust=trust)
        found.plays = sum(len(each.chosen) for each in contexts)
        if not found.plays:
            raise WhistError(f"{len(states)} records have no play with a choice: expected some")
        found._weights = np.stack(
            [each.fit(prior) for each, prior in zip(contexts, found._weights, strict=True)]
        )
        return found

    def __repr__(self) -> str:
        if self.plays:
            return f"<PlayModel fitted to {self.plays} plays, trust={self.trust}>"
        return "PlayModel()" if self.trust == _TRUST else f"PlayModel(trust={self.trust})"

    def likelihoods(self, plays: PlaysSeen, layouts: NDArray[np.uint64]) -> NDArray[np.float64]:
        """The likelihood of each play in each layout: float64, shape (layouts, plays), above 0.

        Layouts are of the cards left now, as `Layouts.draw` returns them.
        """
        found = np.empty((len(layouts), len(plays)))
        rows = np.ascontiguousarray(layouts)
        _kernels.play_probabilities(rows, found, *plays.arguments, self._weights)
        return found


@dataclass(frozen=True)
class Choices:
    """Plays among several choices, of one context."""

    #: Shape (plays, choices, traits).
    traits: NDArray[np.float64]
    #: Shape (plays, choices).
    legal: NDArray[np.bool_]
    #: Shape (plays,).
    chosen: NDArray[np.intp]

    def fit(self, prior: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
        """The weights of the highest posterior density, with a prior around 0 by default: shape (traits,)."""
        mean = np.zeros(len(TRAITS)) if prior is None else prior
        return fit_conditional_logit(self.traits, self.legal, self.chosen, mean, _PRIOR)

    def log_loss(self, weights: NDArray[np.float64]) -> float:
        """Mean negative log probability of the choices that were made, in nats."""
        found = log_chances(self.traits @ weights, self.legal)
        return float(-found[np.arange(len(self.chosen)), self.chosen].mean())


def choices_of(states: Iterable[HandState]) -> Sequence[Choices]:
    """All plays of some hands of which every card is known, by context."""
    traits: list[NDArray[np.float64]] = [np.empty((0, _MOST_CHOICES, len(TRAITS)))]
    legal: list[NDArray[np.bool_]] = [np.empty((0, _MOST_CHOICES), dtype=np.bool_)]
    chosen: list[NDArray[np.int32]] = [np.empty(0, dtype=np.int32)]
    contexts: list[NDArray[np.int32]] = [np.empty(0, dtype=np.int32)]
    for state in states:
        if not state.tricks:
            continue
        aside = sum(cards.mask for cards in state.discards)
        layout = np.array([*(hand.mask for hand in state.hands), aside], dtype=np.uint64)
        for seat in (0, 1):  # plays of seat 0 are those that seat 1 sees, all others those that seat 0 sees
            plays = PlaysSeen.of_view(state.view(seat), int(np.bitwise_or.reduce(layout)))
            found = np.empty((len(plays), 54, len(TRAITS)))
            sizes = np.empty((len(plays), 54), dtype=np.uint8)
            which = np.empty((len(plays), 2), dtype=np.int32)
            _kernels.play_choices(layout, found, sizes, which, *plays.arguments)
            some = (sizes[:, 1] > 0) & ((plays.numbers[:, 0] == 0) == (seat == 1))
            traits.append(found[some, :_MOST_CHOICES])
            legal.append(sizes[some, :_MOST_CHOICES] > 0)
            chosen.append(which[some, 0])
            contexts.append(which[some, 1])
    several = [np.concatenate(each) for each in (traits, legal, chosen, contexts)]
    of_context = [[each[several[3] == context] for each in several] for context in range(len(CONTEXTS))]
    return [Choices(traits, legal, chosen.astype(np.intp)) for traits, legal, chosen, _ in of_context]

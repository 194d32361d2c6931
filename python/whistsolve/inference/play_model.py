"""`PlayModel`: the likelihood of the cards that others chose to play, under a fast policy."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve import _kernels
from whistsolve._internal.reading import read_several, shown
from whistsolve.errors import WhistError
from whistsolve.game import PlayedHand
from whistsolve.inference.plays_seen import PlaysSeen

#: Mixture weight of the model in the likelihood of a card that was played.
_TRUST: Final = 0.8


@lru_cache(maxsize=1)
def play_weights() -> dict[str, dict[str, int]]:
    """The fitted weights of play_weights.json, in hundredths: by context of a play, then by trait of a card.

    Contexts and traits are in the order of the kernels. In their names "others" are the declarer's opponents,
    or everybody in games without a declarer; a "side" is the side of the hand that plays.
    """
    text = Path(__file__).with_name("play_weights.json").read_text("utf-8")
    weights: dict[str, dict[str, int]] = json.loads(text)["weights"]
    return weights


class PlayModel:
    """A policy of plays, and the likelihood of plays under it.

    A softmax over the legal cards (conditional logit; McFadden 1974) of a linear function of a card's traits:
    what it does in the trick and in its suit. Each context has its own weights. The policy depends on one
    hand and on what all have seen, uses no search, and gives every legal card a positive probability.
    Touching cards, with no card between them that others may hold, are one choice, its probability shared
    equally among them: that one was played is only evidence that another touching card, if held, might have
    been played as well (principle of restricted choice).

    Parameters
    ----------
    trust : float
        Mixture weight of the policy, from 0 to 1, in the likelihood of a card that was played: the share of
        plays that are taken to follow the policy. Other plays carry no information about a hand. With 0 the
        cards played are no evidence. WhistError if it is not from 0 to 1.

    Notes
    -----
    Weights and trust are fitted to hands that the library's players have played
    (``python -m benchmarks.fitting.play_policy``).
    """

    def __init__(self, *, trust: float = _TRUST) -> None:
        if isinstance(trust, bool) or not isinstance(trust, (int, float)) or not 0 <= trust <= 1:
            raise WhistError(f"trust {shown(trust)} is wrong: expected a number from 0 to 1")
        self.trust: float = float(trust)
        #: How many plays the weights were fitted to by `fit`; 0 for the packaged ones.
        self.plays: int = 0
        self._weights = np.array([list(each.values()) for each in play_weights().values()]) / 100

    @classmethod
    def fit(cls, records: Iterable[PlayedHand], *, trust: float = _TRUST) -> PlayModel:
        """A model fitted to the cards of played hands, toward the packaged one where they say little.

        The posterior mode of each context's weights, whose prior is centred at the packaged ones; `plays` is
        the number of plays with a choice that it rests on.

        Parameters
        ----------
        records : iterable of PlayedHand
            Hands with all cards, by rules under which a record says what was played.
        trust : float
            As for `PlayModel`.

        Raises
        ------
        WhistError
            If there is no play with a choice, a record cannot have been played so by its rules, or the trust
            is wrong.
        """
        # Imported here because that module imports this one.
        from whistsolve.inference.play_fitting import choices_of

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
        _kernels.play_probabilities(
            np.ascontiguousarray(layouts),
            found,
            plays.masks,
            plays.suits,
            plays.numbers,
            plays.heights,
            plays.trump,
            self._weights,
        )
        return found

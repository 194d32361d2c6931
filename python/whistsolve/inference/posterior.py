"""One player's posterior over layouts by Bayes' rule: from known cards, calls and plays.

The prior is uniform over the layouts that satisfy the hard constraints (`Knowledge`). The likelihood in each
layout is that of the other seats' calls, of the strain that a declarer named and of the discard, and of the
cards that others chose to play, under models of these choices.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from whistsolve._internal.reading import read_instance, read_integer
from whistsolve.cancelling import Cancellation, cancellable, end_if_cancelled
from whistsolve.dealing import MOST_ROWS
from whistsolve.errors import LayoutError
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import Bid, Pass
from whistsolve.inference.declarer_choices import DealtHands, DeclarerChoices
from whistsolve.inference.knowledge import Knowledge
from whistsolve.inference.layouts import Layouts
from whistsolve.inference.play_model import PlayModel
from whistsolve.inference.plays_seen import PlaysSeen
from whistsolve.values.hands import Hand

#: Samples of the prior for each sample of the posterior: more would not reduce the errors of advice.
_PRIOR_SAMPLES: Final = 24
#: Factor on samples of the prior if the strain named is evidence: its likelihood is cheap and informative.
_FIRST_STAGE: Final = 4
#: Minimum effective sample size of the weighted prior, for each sample of the posterior.
_LEAST_EFFECTIVE: Final = 0.5
#: Bisection steps for the exponent that tempers weights.
_HALVINGS: Final = 40
#: Kitties over which the likelihood of a declarer's call is averaged if all layouts are enumerated.
_KITTIES: Final = 64
#: Maximum number of hands, times kitties for each, for which that likelihood is computed.
_MOST_HANDS: Final = 10_000
#: Seed for drawing these kitties: the same whatever the seed of the request.
_KITTY_SEED: Final = 1


class CallLikelihood(Protocol):
    """A model of how other seats call, as `CallModel` is."""

    @property
    def trust(self) -> float:
        """Mixture weight of the model, from 0 to 1: the share of calls that are taken to follow it."""

    def likelihood(
        self, auction: Auction, call: Bid | Pass, hands: NDArray[np.uint64]
    ) -> NDArray[np.float64]:
        """The likelihood of a call by the seat whose turn it is, given its hands: shape (layouts,)."""


@dataclass(frozen=True, slots=True, eq=False)
class WeightedLayouts:
    """A sample of layouts with importance weights."""

    #: Shape (layouts, columns), as `Layouts.draw` gives them.
    layouts: NDArray[np.uint64]
    #: Shape (layouts,), summing to one.
    weights: NDArray[np.float64]
    #: How many independent samples of the posterior are as informative (Kish, Survey Sampling, 1965): the
    #: square of the sum of the importance weights over the sum of their squares, before resampling, and at
    #: most the number of layouts; that number if all layouts are enumerated.
    effective_sample_size: float


class LayoutPosterior:
    """The distribution of layouts given what one player knows, and what others have called and played.

    The prior is uniform over the layouts that the knowledge allows. Each kind of evidence is optional: the
    calls so far, the cards that others chose to play (each with the model of its likelihood), and what the
    declarer named and discarded. `dealt` is what was dealt, ``None`` while hands are as they were dealt.
    """

    def __init__(
        self,
        knowledge: Knowledge,
        auction: Auction | None = None,
        model: CallLikelihood | None = None,
        dealt: DealtHands | None = None,
        plays: PlaysSeen | None = None,
        play_model: PlayModel | None = None,
        choices: DeclarerChoices | None = None,
    ):
        self._layouts = Layouts(knowledge)
        self._knowledge, self._model, self._dealt = knowledge, model, dealt
        self._play_model, self._choices = play_model, choices
        self._auction: Auction | None = None
        if auction is not None:
            read_instance(auction, Auction, "auction", LayoutError)
            heard = any(player != knowledge.player for player, _ in auction.calls)
            self._auction = auction if heard else None
        if plays is not None:
            read_instance(plays, PlaysSeen, "plays", LayoutError)
        self._plays = plays or None  # a player may have seen none

    @property
    def player(self) -> int:
        """The player whose posterior it is, 0-based."""
        return self._knowledge.player

    @property
    def deck(self) -> Hand:
        """The cards of a layout."""
        return self._knowledge.deck

    def is_enumerable(self, most: int) -> bool:
        """Whether the layouts can be counted, and there are at most `most`."""
        count = self._layouts.count
        return count is not None and count <= read_integer(most, "most", LayoutError)

    def with_kitty(self, kitty: int) -> LayoutPosterior:
        """The posterior once the player has also seen the kitty, a mask as in ``Hand.mask``."""
        mask = read_integer(kitty, "kitty", LayoutError, 0, 2**54 - 1)
        known = self._knowledge.with_cards("kitty", Hand.from_mask(mask))
        acts = self._auction, self._model, self._dealt, self._plays, self._play_model
        return LayoutPosterior(known, *acts, self._choices)

    def enumerate(self) -> WeightedLayouts:
        """All layouts with exact posterior probabilities; LayoutError as for `Layouts.all`, or if none."""
        layouts = np.array([[hand.mask for hand in each] for each in self._layouts.all()], dtype=np.uint64)
        if not len(layouts):
            raise LayoutError("there is no layout: what is known of the cards contradicts itself")
        generator = np.random.Generator(np.random.PCG64(_KITTY_SEED))
        weights, choices = np.ones(len(layouts)), self._choices
        hands = self._all_hands_as_dealt(layouts, generator, _KITTIES)
        if choices is not None and choices.discards:
            weights *= choices.discard_likelihood(layouts)
        if choices is not None and choices.names:
            weights *= self._strain_mixture(layouts, hands[choices.declarer], weights)
        weights *= self._likelihood(layouts, hands, weights)
        return WeightedLayouts(layouts, weights / weights.sum(), float(len(layouts)))

    @cancellable
    def draw(
        self, number: int, seed: int, first: int = 0, *, cancel: Cancellation | None = None
    ) -> WeightedLayouts:
        """A sample of the posterior, all weights equal: the rows from `first` on of the stream of a seed.

        Sampling-importance-resampling (Rubin 1988): if there is evidence, 24 times as many layouts are
        weighted by its likelihood (`weighted`), and resampled by systematic resampling (Kitagawa, J. Comput.
        Graph. Stat. 5, 1996, 1-25). A likely layout may occur more than once. If few layouts would have
        nearly all the weight, the likelihood is tempered: raised to the power below 1 at which the effective
        sample size is half the number of samples. Errors are as for `Layouts.draw`.
        """
        number, seed, first = _read(number, seed, first)
        equal = np.full(number, 1 / number)
        if self._auction is None and self._plays is None and self._choices is None:
            return WeightedLayouts(self._layouts.draw(number, seed, first=first), equal, float(number))
        drawn = number * _PRIOR_SAMPLES, seed, first * _PRIOR_SAMPLES
        prior, weights, ancestors = self.weighted(*drawn)
        weights = _tempered(weights, _LEAST_EFFECTIVE * number, ancestors)
        offset = np.random.Generator(np.random.PCG64([seed % 2**64, first])).random()
        effective = min(float(number), _effective(weights, ancestors))
        return WeightedLayouts(prior[_resampled(weights, number, offset)], equal, effective)

    def weighted(
        self, number: int, seed: int, first: int = 0
    ) -> tuple[NDArray[np.uint64], NDArray[np.float64], NDArray[np.intp]]:
        """Layouts and their likelihood, before tempering and resampling.

        If a declarer named the strain, four times as many layouts are drawn from the prior and resampled by
        the likelihood of the strain alone. If the discard was face down, it is redrawn in each layout.

        Returns layouts, uint64, shape (number, columns); weights, float64, shape (number,), up to a constant
        factor; and ancestors, (number,): layouts with the same number come from the same draw of the prior.
        """
        number, seed, first = _read(number, seed, first)
        generator = np.random.Generator(np.random.PCG64([seed % 2**64, first, 1]))
        choices = self._choices
        times = _FIRST_STAGE if choices is not None and choices.names else 1
        layouts = self._layouts.draw(number * times, seed, first=first * times)
        weights, ancestors = np.ones(number), np.arange(number)
        hands: dict[int, _Hands] = {}
        if choices is not None and choices.names:
            heard = self._hands_as_dealt(choices.declarer, layouts, generator, 1)
            named = self._strain_mixture(layouts, heard, np.ones(len(layouts)))
            ancestors = _resampled(named / named.sum(), number, generator.random())
            layouts = layouts[ancestors]
            rows, indices = np.unique(heard.indices[ancestors], return_inverse=True)
            hands[choices.declarer] = _Hands(heard.hands[rows], indices.reshape(-1))
        if choices is not None and choices.draws_discards:
            layouts, weights = choices.redrawn(layouts, generator)
        elif choices is not None and choices.discards:
            weights = choices.discard_likelihood(layouts)
        hands = self._all_hands_as_dealt(layouts, generator, 1, hands)
        return layouts, weights * self._likelihood(layouts, hands, weights), ancestors

    def _likelihood(
        self, layouts: NDArray[np.uint64], hands: Mapping[int, _Hands], given: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """The likelihood of calls and plays so far in each layout, up to a constant factor: shape (layouts,).

        For each it is ``trust * model + (1 - trust)``, with the model's scaled to mean 1 under the weights so
        far. The player's own calls and plays are left out: their cards never differ.
        """
        weights = np.ones(len(layouts))
        if self._auction is not None:
            assert self._model is not None
            auction = Auction.start(self._auction.rules, self._auction.dealer)
            for player, call in self._auction.calls:
                if player != self.player:
                    end_if_cancelled()
                    heard = hands[player]
                    likelihood = heard.mean(self._model.likelihood(auction, call, heard.hands.reshape(-1)))
                    weights *= _mixture(likelihood, given * weights, self._model.trust)
                auction = auction.after(call)
        if self._plays is not None:
            assert self._play_model is not None
            for likelihood in self._play_model.likelihoods(self._plays, layouts).T:
                weights *= _mixture(likelihood, given * weights, self._play_model.trust)
        return weights

    def _strain_mixture(
        self, layouts: NDArray[np.uint64], heard: _Hands, weights: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """The mixture likelihood of the strain that the declarer named, in each layout: shape (layouts,)."""
        choices = self._choices
        assert choices is not None
        if choices.with_kitty:
            likelihood = choices.model.strain_likelihood(choices.dealt.cards_of(choices.declarer, layouts))
        else:
            likelihood = heard.mean(choices.model.strain_likelihood(heard.hands.reshape(-1)))
        return _mixture(likelihood, weights, choices.model.trust)

    def _all_hands_as_dealt(
        self,
        layouts: NDArray[np.uint64],
        generator: np.random.Generator,
        ways: int,
        found: Mapping[int, _Hands] | None = None,
    ) -> dict[int, _Hands]:
        """By player, the hands from which others called and the declarer named the strain."""
        hands = {} if found is None else dict(found)
        callers = [] if self._auction is None else [player for player, _ in self._auction.calls]
        if self._choices is not None and self._choices.names:
            callers.append(self._choices.declarer)
        for player in callers:
            if player != self.player and player not in hands:
                hands[player] = self._hands_as_dealt(player, layouts, generator, ways)
        return hands

    def _hands_as_dealt(
        self, player: int, layouts: NDArray[np.uint64], generator: np.random.Generator, ways: int
    ) -> _Hands:
        """The hands from which a player called, by layout; with up to `ways` kitties each, if unknown."""
        if self._dealt is None:
            return _Hands(layouts[:, player, np.newaxis], np.arange(len(layouts)))
        # Late in a hand many layouts have the same cards in one seat: each distinct hand is evaluated once.
        cards, indices = np.unique(self._dealt.cards_of(player, layouts), return_inverse=True)
        most = max(1, min(ways, _MOST_HANDS // len(cards)))
        return _Hands(self._dealt.before_kitty(player, cards, generator, most), indices.reshape(-1))


class _Hands(NamedTuple):
    """The hands from which a player may have called, (hands, ways: one per kitty); and each layout's row."""

    hands: NDArray[np.uint64]
    indices: NDArray[np.intp]

    def mean(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """The mean of the values of its hands in each layout: shape (layouts,)."""
        return np.asarray(values.reshape(self.hands.shape).mean(axis=1)[self.indices])


def _read(number: int, seed: int, first: int) -> tuple[int, int, int]:
    """The checked arguments: how many layouts, the seed of their stream, and the first of them."""
    rows = read_integer(number, "number", LayoutError, 1, MOST_ROWS)
    return rows, read_integer(seed, "seed", LayoutError), read_integer(first, "first", LayoutError, 0)


def _mixture(
    likelihood: NDArray[np.float64], weights: NDArray[np.float64], trust: float
) -> NDArray[np.float64]:
    """The mixture likelihood of one act in each layout, as in `LayoutPosterior._likelihood`."""
    return np.asarray(trust * likelihood / np.average(likelihood, weights=weights) + (1 - trust))


def _resampled(weights: NDArray[np.float64], number: int, offset: float) -> NDArray[np.intp]:
    """Indices of rows by systematic resampling with weights that sum to one, and an offset from 0 to 1."""
    quantiles = (np.arange(number) + offset) / number
    # Rounding may leave the last cumulative weight below the last quantile.
    return np.minimum(np.searchsorted(np.cumsum(weights), quantiles, side="right"), len(weights) - 1)


def _effective(weights: NDArray[np.float64], ancestors: NDArray[np.intp] | None = None) -> float:
    """The effective sample size of weights that sum to one; rows with the same ancestor count as one."""
    by_draw = weights if ancestors is None else np.bincount(ancestors, weights)
    return float(1 / (by_draw**2).sum())


def _tempered(
    weights: NDArray[np.float64], least: float, ancestors: NDArray[np.intp] | None = None
) -> NDArray[np.float64]:
    """Weights raised to the highest power up to 1 with an effective sample size of `least`; sum is one."""
    normed: NDArray[np.float64] = weights / weights.sum()
    if _effective(normed, ancestors) >= least:
        return normed
    logarithms = np.log(np.maximum(weights / weights.max(), np.finfo(np.float64).tiny))
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        raised = np.exp(middle * logarithms)
        enough = _effective(raised / raised.sum(), ancestors) >= least
        low, high = (middle, high) if enough else (low, middle)
    raised = np.exp(low * logarithms)
    return np.asarray(raised / raised.sum())

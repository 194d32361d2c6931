"""`Evaluator`: how many tricks a hand will take as declarer, from its own cards alone and at once."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve.bidding.evaluator_numbers import NUMBERS
from whistsolve.bidding.holdings import (
    NO_TRUMP_FEATURES,
    SIDE_FEATURES,
    TRUMP_FEATURES,
    features_of_plain,
    features_of_trumps,
)
from whistsolve.bidding.places import ORDERED, RANKS, suit_patterns
from whistsolve.encoding import strain_code, suit_lengths
from whistsolve.errors import HandError, RulesError
from whistsolve.rules import Rules
from whistsolve.solving.many import read_strains
from whistsolve.solving.problem import read_rules
from whistsolve.values.cards import BIG_JOKER, LITTLE_JOKER
from whistsolve.values.strains import Strain

__all__ = ["Evaluator", "Weights", "probabilities"]

_NO_TRUMP: Final = 4
#: Hundredths of a trick beyond which predictions are cut off; no hand comes near.
_LEAST, _MOST = -600, 2000
#: Where `Weights.spread` is measured, about what an average hand takes.
_MIDDLE: Final = 8.0


@dataclass(frozen=True, slots=True)
class Weights:
    """What counts how much, with a trump suit or without.

    Attributes
    ----------
    points : mapping of str to int
        Hundredths of a trick for each feature of `whistsolve.bidding.holdings`, and ``"kitty of 6"`` and so
        on to start from; without a trump suit ``"joker"`` too.
    spread : float
        Standard deviation, in tricks, where the prediction is 8.
    narrowing : float
        Its natural logarithm falls by so much with each trick more that is predicted.
    """

    points: Mapping[str, int]
    spread: float
    narrowing: float

    def deviation(self, prediction: NDArray[np.float64]) -> NDArray[np.float64]:
        """The standard deviation for predictions, in tricks."""
        found: NDArray[np.float64] = self.spread * np.exp(-self.narrowing * (prediction - _MIDDLE))
        return found


class Evaluator:
    """Predicts tricks from the cards of one hand: it declares, takes a kitty unseen so far, discards and
    leads.

    Tricks are predicted as a sum over the suits, high cards and lengths, so that 100,000 hands in ten strains
    take less than a second. Their number is taken to be normally distributed around that, cut at none and at
    all. It is a first guess: the kitty and the other hands, which it does not see, leave a standard deviation
    of more than two tricks.

    Parameters
    ----------
    numbers : mapping of str to Weights, optional
        ``"trump"`` and ``"no_trump"`` with a kitty, ``"trump_no_kitty"`` and ``"no_trump_no_kitty"`` without,
        as `whistsolve.bidding.fit` makes them. Those that come with the package where they are left out.

    Notes
    -----
    Fitted to the best play of all four hands, open, after discards by rule of thumb, with the declarer
    leading. Games of four players and partners only. Tricks are counted without the book of the kitty, each
    as one. Jokers without a trump suit are taken to be worthless.

    Examples
    --------
    >>> from whistsolve.values.hands import Hand
    >>> hand = Hand.from_text("AKQJT9.AK.32.2.B")
    >>> means = Evaluator().means(np.array([hand.mask], dtype=np.uint64), ["S+", "C+"])
    >>> bool(means[0, 0] > 9 > means[0, 1])
    True
    """

    def __init__(self, numbers: Mapping[str, Weights] | None = None) -> None:
        self.numbers = _packaged() if numbers is None else dict(numbers)
        self._tables: dict[tuple[int, int], _Tables] = {}

    def predictions(
        self,
        hands: NDArray[np.uint64],
        strains: Iterable[Strain | str] | None = None,
        rules: Rules | None = None,
    ) -> NDArray[np.int64]:
        """Where the distributions have their middle: hundredths of a trick, below 0 or above all tricks too.

        Returns
        -------
        ndarray
            int64, shape (hands, strains). Parameters and errors are those of `distributions`.
        """
        columns = read_strains(strains)
        game = _read_game(rules, columns)
        tables = self._tables_of(game)
        checked = _check_hands(hands, game)
        patterns = suit_patterns(checked)
        found = np.empty((len(checked), len(columns)), dtype=np.int64)
        sides: dict[int, NDArray[np.int64]] = {}
        for column, (trump, ranking) in enumerate(map(strain_code, columns)):
            if trump == _NO_TRUMP:
                found[:, column] = (
                    tables.no_trump[ranking][patterns[:4]].sum(axis=0) + tables.jokers[patterns[4]]
                )
                continue
            if ranking not in sides:
                sides[ranking] = tables.side[ranking][patterns[:4]]
            own = patterns[trump] | patterns[4] << RANKS
            others = [sides[ranking][suit] for suit in range(4) if suit != trump]
            found[:, column] = tables.trumps[ranking][own] + others[0] + others[1] + others[2]
        return np.clip(found, _LEAST, _MOST, out=found)

    def distributions(
        self,
        hands: NDArray[np.uint64],
        strains: Iterable[Strain | str] | None = None,
        rules: Rules | None = None,
    ) -> NDArray[np.float64]:
        """The chance of each number of tricks, for each hand and strain.

        Parameters
        ----------
        hands : ndarray
            uint64, shape (hands,): masks of the cards before the kitty.
        strains : iterable of Strain or str, optional
            S+ H+ D+ C+ NT+ S- H- D- C- NT- where they are left out.
        rules : Rules, optional
            Bid whist with a kitty of 4 to 6 cards and hands of 12, or without kitty and hands of 13; the seed
            rules where they are left out.

        Returns
        -------
        ndarray
            float64, shape (hands, strains, tricks + 1): chances that the side of the hand takes 0, 1, ...
            tricks.

        Raises
        ------
        HandError
            Where the hands are no such array, or one has another number of cards or one outside the deck:
            names it.
        StrainError
            As for `solve_many`.
        RulesError
            Where the game is none that the numbers were fitted to, or jokers win in no-trump.
        """
        columns = read_strains(strains)
        game = _read_game(rules, columns)
        at = self.predictions(hands, columns, game) - _LEAST
        tables = self._tables_of(game)
        found = np.empty((*at.shape, tables.chances.shape[2]))
        for column, strain in enumerate(columns):
            np.take(tables.chances[int(strain.is_no_trump)], at[:, column], axis=0, out=found[:, column])
        return found

    def means(
        self,
        hands: NDArray[np.uint64],
        strains: Iterable[Strain | str] | None = None,
        rules: Rules | None = None,
    ) -> NDArray[np.float64]:
        """The mean number of tricks: float64, shape (hands, strains).

        Parameters and errors are those of `distributions`.
        """
        columns = read_strains(strains)
        game = _read_game(rules, columns)
        at = self.predictions(hands, columns, game) - _LEAST
        tables = self._tables_of(game)
        kinds = np.array([int(strain.is_no_trump) for strain in columns])
        found: NDArray[np.float64] = tables.means[kinds, at]
        return found

    def table(self, rules: Rules | None = None) -> str:
        """What a card and the length of a suit are worth, in tricks, as lines of plain text.

        Raises
        ------
        RulesError
            As for `distributions`.
        """
        game = _read_game(rules, ())
        tables = self._tables_of(game)
        jokers = ["big joker", "little joker"][: game.jokers]
        trump = tables.trumps[0] - tables.trumps[0][0]
        cards = ["ace", "king", "queen", "jack", "ten", "nine"]
        lines = ["uptown; downtown 2 3 4 5 stand for K Q J T", "", "trumps"]
        # Two low cards beside it in each case, so that the length is the same.
        low = 0b11
        for name, bit in zip(jokers, (1 << 14, 1 << 13), strict=False):
            lines.append(_line(name, trump[bit | low] - trump[low | 4]))
        for place, name in enumerate(cards):
            lines.append(_line(name, trump[1 << 12 - place | low] - trump[low | 4]))
        lows = [trump[(1 << length) - 1] for length in range(8)]
        lines += [_line(f"{length} low ones", lows[length] - lows[3]) for length in range(8)]
        for title, values in (
            ("plain suit beside trumps", tables.side[0]),
            ("suit in no-trump", tables.no_trump[0]),
        ):
            base = values[0b111]
            lines += ["", title]
            for place, name in enumerate(cards[:4]):
                lines.append(
                    _line(f"{name} and three low ones", values[1 << 12 - place | 0b111] - values[0b1111])
                )
            lines += [_line(f"{length} low ones", values[(1 << length) - 1] - base) for length in range(8)]
            lines.append(_line("ace, king, queen and three low ones", values[7 << 10 | 0b111] - base))
        if game.jokers:
            lines.append(_line("joker in no-trump", int(tables.jokers[1] - tables.jokers[0])))
        return "\n".join(lines)

    def _tables_of(self, game: Rules) -> _Tables:
        key = game.kitty_size, game.jokers
        if key not in self._tables:
            suffix = "" if game.kitty_size else "_no_kitty"
            self._tables[key] = _Tables(
                self.numbers["trump" + suffix], self.numbers["no_trump" + suffix], *key
            )
        return self._tables[key]


class _Tables:
    """Hundredths of a trick for every holding of a suit, and chances for every prediction, in one game."""

    def __init__(self, trump: Weights, no_trump: Weights, kitty: int, jokers: int) -> None:
        def worth(features: NDArray[np.int64], names: tuple[str, ...], weights: Weights) -> NDArray[np.int64]:
            found: NDArray[np.int64] = features @ np.array([weights.points[name] for name in names])
            return found

        plain = features_of_plain()
        side = worth(plain[:, : len(SIDE_FEATURES)], SIDE_FEATURES, trump)
        trumps = worth(features_of_trumps(jokers), TRUMP_FEATURES, trump) + trump.points[f"kitty of {kitty}"]
        #: By ranking and the cards of the suit, the two as bit 0.
        self.side = side[ORDERED]
        self.no_trump = worth(plain, NO_TRUMP_FEATURES, no_trump)[ORDERED]
        both = np.arange(4)[:, np.newaxis]  # bit 0 the little joker, bit 1 the big one
        swapped = both >> 1 | (both & 1) << 1
        #: The same with the jokers as bits 13 and 14.
        self.trumps = np.stack([trumps[(row.astype(np.int64) << 2 | swapped).ravel()] for row in ORDERED])
        held = np.array([0, 1, 1, 2])
        #: By the jokers held.
        self.jokers = no_trump.points["joker"] * held + no_trump.points[f"kitty of {kitty}"]
        grid = np.arange(_LEAST, _MOST + 1) / 100
        tricks = 12 if kitty else 13
        #: By kind of strain, trumps first, and the prediction from `_LEAST` on.
        self.chances = np.stack([probabilities(grid, weights, tricks) for weights in (trump, no_trump)])
        self.means = self.chances @ np.arange(tricks + 1)


def probabilities(predictions: NDArray[np.float64], weights: Weights, tricks: int) -> NDArray[np.float64]:
    """Chances of 0, 1, ... tricks: of a normal distribution, cut at none and at all.

    Parameters
    ----------
    predictions : ndarray
        float64, shape (rows,): in tricks.
    weights : Weights
        For the spread.
    tricks : int
        All there are.

    Returns
    -------
    ndarray
        float64, shape (rows, tricks + 1).
    """
    edges = (np.arange(tricks) + 0.5 - predictions[:, np.newaxis]) / weights.deviation(predictions)[
        :, np.newaxis
    ]
    below = normal_below(edges)
    ends = np.zeros((len(predictions), 1)), np.ones((len(predictions), 1))
    found: NDArray[np.float64] = np.diff(np.concatenate([ends[0], below, ends[1]], axis=1), axis=1)
    return found


def normal_below(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The chance that a standard normal variable is below each value."""
    flat = [0.5 * math.erfc(-value / math.sqrt(2)) for value in values.ravel().tolist()]
    return np.array(flat).reshape(values.shape)


@lru_cache(maxsize=1)
def _packaged() -> dict[str, Weights]:
    return {name: Weights(points, spread, narrowing) for name, (points, spread, narrowing) in NUMBERS.items()}


def _line(name: str, hundredths: int) -> str:
    return f"  {name:<38}{hundredths / 100:+6.2f}"


def _read_game(rules: Rules | None, strains: tuple[Strain, ...]) -> Rules:
    game = read_rules(rules)
    hand = {6: 12, 5: 12, 4: 12, 0: 13}.get(game.kitty_size)
    if game.players != 4 or not game.is_partnership or hand != game.hand_size:
        raise RulesError(
            f"the rules have {game.players} players, {game.hand_size} cards a hand and a kitty of"
            f" {game.kitty_size}: expected a partnership game of four with 12 cards and a kitty of 4 to 6,"
            " or with 13 cards and none"
        )
    high = game.jokers > 0 and game.joker_no_trump == "high_no_suit"
    if high and any(strain.is_no_trump for strain in strains):
        raise RulesError(
            "jokers win in no-trump under joker_no_trump='high_no_suit': expected worthless ones"
        )
    return game


def _check_hands(hands: object, game: Rules) -> NDArray[np.uint64]:
    """The array itself, where each is a hand of the game."""
    if not isinstance(hands, np.ndarray) or hands.dtype != np.uint64 or hands.ndim != 1:
        kind = (
            f"of dtype {hands.dtype} with {hands.ndim} axes" if isinstance(hands, np.ndarray) else "no array"
        )
        raise HandError(f"hands are {kind}: expected uint64 with 1 axis")
    jokers = (0, 1 << BIG_JOKER, 1 << BIG_JOKER | 1 << LITTLE_JOKER)[game.jokers]
    deck = np.uint64(((1 << LITTLE_JOKER) - 1) | jokers)
    outside = np.nonzero(hands & ~deck)[0]
    if outside.size:
        raise HandError(
            f"hand {outside[0]} has a card outside the deck: expected none, and {game.jokers} jokers at most"
        )
    sizes = suit_lengths(hands[:, np.newaxis]).sum(axis=(1, 2))
    wrong = np.nonzero(sizes != game.hand_size)[0]
    if wrong.size:
        raise HandError(f"hand {wrong[0]} has {sizes[wrong[0]]} cards: expected {game.hand_size}")
    return hands

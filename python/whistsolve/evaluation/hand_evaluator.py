"""`Evaluator`: how many tricks a hand will take as declarer, from its own cards alone and at once."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve.arguments import read_rules, read_strains
from whistsolve.encoding import NO_TRUMP, strain_code, suit_lengths
from whistsolve.errors import HandError, RulesError
from whistsolve.evaluation.suit_features import (
    NO_TRUMP_FEATURES,
    SIDE_FEATURES,
    TRUMP_FEATURES,
    features_of_plain,
    features_of_trumps,
)
from whistsolve.evaluation.suit_patterns import ORDERED, RANKS, suit_patterns
from whistsolve.evaluation.weights import NUMBERS
from whistsolve.rules import Rules
from whistsolve.rules.defaults import HAND_SIZES_ALONE
from whistsolve.values.cards import BIG_JOKER, LITTLE_JOKER
from whistsolve.values.strains import Strain

__all__ = ["Evaluator", "Weights", "kind_of", "probabilities"]

#: Hundredths of a trick beyond which predictions are cut off; no hand comes near.
_LEAST, _MOST = -600, 2000
#: Where `Weights.spread` is measured, about what an average hand takes with a partner.
MIDDLE: Final = 8.0
#: What `Weights.points` start from.
START: Final = ("start", "each joker in the deck")


@dataclass(frozen=True, slots=True)
class Weights:
    """What counts how much, with a trump suit or without.

    Attributes
    ----------
    points : mapping of str to int
        Hundredths of a trick for each feature of `whistsolve.evaluation.suit_features`, and ``"start"`` and
        ``"each joker in the deck"`` to start from; without a trump suit ``"joker"`` too, for each that is
        held, and where jokers win ``"the best joker"``, for what the big one is worth more.
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
        found: NDArray[np.float64] = self.spread * np.exp(-self.narrowing * (prediction - MIDDLE))
        return found


class Evaluator:
    """Predicts tricks from the cards of one hand: it declares, takes a kitty unseen so far, discards and
    leads.

    Tricks are predicted as a sum over the suits, high cards and lengths, so that 100,000 hands in ten strains
    take less than a second. Their number is taken to be normally distributed around that, cut at none and at
    all. It is a first guess: the kitty and the other hands, which it does not see, leave a standard deviation
    of more than two tricks with a partner, and of one to two without.

    Parameters
    ----------
    numbers : mapping of str to Weights, optional
        By what `kind_of` says of the rules, as `benchmarks.fitting.hand_evaluator` makes them: ``"trump"``
        and ``"no_trump"`` with a kitty, ``"trump_no_kitty"``, ``"no_trump_alone_5"``, ``"no_trump_high"`` and
        so on. Those that come with the package where they are left out.

    Notes
    -----
    Fitted to the best play of all hands, open, after discards by rule of thumb, with the declarer leading.
    In cutthroat all others play against the declarer. Tricks are counted without the book of the kitty, each
    as one. Without a trump suit jokers win under ``joker_no_trump="high_no_suit"`` alone. Where they are
    exchanged or removed before play, the numbers are those of worthless ones that stay in the hands.

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
        self._tables: dict[tuple[str, str, int], _Tables] = {}

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
        game = _read_game(rules)
        tables = self._tables_of(game)
        checked = _check_hands(hands, game)
        patterns = suit_patterns(checked)
        found = np.empty((len(checked), len(columns)), dtype=np.int64)
        sides: dict[int, NDArray[np.int64]] = {}
        for column, (trump, ranking) in enumerate(map(strain_code, columns)):
            if trump == NO_TRUMP:
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
            Of four players with partners: hands of 12 and a kitty of 4 to 6 cards, or hands of 13 and
            neither kitty nor jokers. Or of cutthroat with the usual hands. No short decks. The seed rules of
            bid whist where they are left out.

        Returns
        -------
        ndarray
            float64, shape (hands, strains, ``rules.dealt_hand_size + 1``): chances that the side of the hand
            takes 0, 1, ... tricks.

        Raises
        ------
        HandError
            Where the hands are no such array, or one has another number of cards or one outside the deck:
            names it.
        StrainError
            As for `solve_many`.
        RulesError
            Where the game is none that the numbers were fitted to.
        """
        columns = read_strains(strains)
        game = _read_game(rules)
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
        game = _read_game(rules)
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
        game = _read_game(rules)
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
        little, big = (tables.jokers[1:3] - tables.jokers[0]).tolist()
        if little == big and game.jokers:
            lines.append(_line("joker in no-trump", little))
        elif game.jokers:
            pairs = zip(jokers, (big, little), strict=False)
            lines += [_line(f"{name} in no-trump", worth) for name, worth in pairs]
        return "\n".join(lines)

    def _tables_of(self, game: Rules) -> _Tables:
        kinds = kind_of(game, no_trump=False), kind_of(game, no_trump=True)
        key = *kinds, game.jokers
        if key not in self._tables:
            for kind in kinds:
                if kind not in self.numbers:
                    raise RulesError(f"there are no numbers of the kind {kind!r}: expected those of the game")
            trump, no_trump = (self.numbers[kind] for kind in kinds)
            self._tables[key] = _Tables(trump, no_trump, game.jokers, game.dealt_hand_size)
        return self._tables[key]


class _Tables:
    """Hundredths of a trick for every holding of a suit, and chances for every prediction, in one game."""

    def __init__(self, trump: Weights, no_trump: Weights, jokers: int, tricks: int) -> None:
        def worth(features: NDArray[np.int64], names: tuple[str, ...], weights: Weights) -> NDArray[np.int64]:
            found: NDArray[np.int64] = features @ np.array([weights.points[name] for name in names])
            return found

        def start(weights: Weights) -> int:
            return weights.points[START[0]] + jokers * weights.points[START[1]]

        plain = features_of_plain()
        side = worth(plain[:, : len(SIDE_FEATURES)], SIDE_FEATURES, trump)
        trumps = worth(features_of_trumps(jokers), TRUMP_FEATURES, trump) + start(trump)
        #: By ranking and the cards of the suit, the two as bit 0.
        self.side = side[ORDERED]
        self.no_trump = worth(plain, NO_TRUMP_FEATURES, no_trump)[ORDERED]
        both = np.arange(4)[:, np.newaxis]  # bit 0 the little joker, bit 1 the big one
        swapped = both >> 1 | (both & 1) << 1
        #: The same with the jokers as bits 13 and 14.
        self.trumps = np.stack([trumps[(row.astype(np.int64) << 2 | swapped).ravel()] for row in ORDERED])
        #: By the jokers held, the little one as bit 0.
        self.jokers = no_trump.points["joker"] * np.array([0, 1, 1, 2]) + start(no_trump)
        self.jokers[2:] += no_trump.points.get("the best joker", 0)
        grid = np.arange(_LEAST, _MOST + 1) / 100
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


def kind_of(rules: Rules, no_trump: bool) -> str:
    """What the numbers for a game are called, with a trump suit or without.

    Examples
    --------
    >>> kind_of(Rules.preset("cutthroat_5"), no_trump=False)
    'trump_alone_5'
    """
    kind = "no_trump" if no_trump else "trump"
    if no_trump and rules.jokers and rules.joker_no_trump == "high_no_suit":
        kind += "_high"
    if not rules.is_partnership:
        return f"{kind}_alone_{rules.players}"
    return kind if rules.kitty_size else f"{kind}_no_kitty"


def _read_game(rules: Rules | None) -> Rules:
    """The rules, where the hands are those that there are numbers for."""
    game = read_rules(rules)
    hand = game.dealt_hand_size
    if game.is_partnership:
        fitted = game.players == 4 and (hand == 12 or (hand == 13 and not game.jokers))
    else:
        fitted = hand == HAND_SIZES_ALONE[game.players]
    # Short decks leave hands of the same sizes with other cards in them.
    if not fitted or game.deck_size != 52 + game.jokers:
        raise RulesError(
            f"there are no numbers for {game.game} with {game.players} players, {game.deck_size} cards and"
            f" hands of {hand}: expected 52 cards and jokers, and four players with partners and hands of 12,"
            " or of 13 without jokers, or cutthroat of 3 to 6 players with hands of 16, 12, 10 or 8"
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
    wrong = np.nonzero(sizes != game.dealt_hand_size)[0]
    if wrong.size:
        raise HandError(f"hand {wrong[0]} has {sizes[wrong[0]]} cards: expected {game.dealt_hand_size}")
    return hands

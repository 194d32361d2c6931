"""`Evaluator`: the distribution of a declarer's tricks given one hand alone, by regression, not search."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve import _kernels
from whistsolve._internal.reading import read_named
from whistsolve.encoding import NO_TRUMP, strain_code
from whistsolve.errors import NotationError, RulesError, WhistError
from whistsolve.evaluation.suit_features import (
    BEST_FIRST,
    NO_TRUMP_FEATURES,
    RANKS,
    SIDE_FEATURES,
    TRUMP_FEATURES,
    plain_suit_features,
    suit_patterns,
    trump_features,
)
from whistsolve.rules import Rules, RulesLike
from whistsolve.rules.defaults import HAND_SIZES_ALONE
from whistsolve.values.strains import Strain, StrainLike, read_strains

#: Bounds, in hundredths of a trick, to which predictions are clipped; no hand comes near either bound.
LOWEST_PREDICTION: Final = -600
_HIGHEST: Final = 2000
#: The prediction, in tricks, at which `Weights.residual_sd` holds: about the mean in partnership games.
REFERENCE_PREDICTION: Final = 8.0
#: Terms of the regression's intercept: a constant, and a slope for the number of jokers in the deck.
INTERCEPT: Final = ("intercept", "each joker in the deck")
#: The cards of a suit that `Evaluator.table` lists, best first.
_HIGH_CARDS: Final = ("ace", "king", "queen", "jack", "ten", "nine")


@dataclass(frozen=True, slots=True)
class Weights:
    """A heteroscedastic linear regression of tricks on suit features, with a trump suit or without.

    Coefficients are hundredths of a trick for each feature of `suit_features` and of `INTERCEPT`; in no-trump
    also for each ``"joker"`` held and, if jokers win, for ``"the best joker"``, the difference between the
    two. `residual_sd` is the residual standard deviation at a prediction of 8 tricks; its natural logarithm
    falls by `sd_decay` for each further trick.
    """

    coefficients: Mapping[str, int]
    residual_sd: float
    sd_decay: float

    def of(self, names: tuple[str, ...]) -> NDArray[np.int64]:
        """The coefficients of some features."""
        return np.array([self.coefficients[name] for name in names])

    def standard_deviation(self, prediction: NDArray[np.float64]) -> NDArray[np.float64]:
        """The residual standard deviation for predictions, both in tricks."""
        return np.asarray(self.residual_sd * np.exp(-self.sd_decay * (prediction - REFERENCE_PREDICTION)))


@dataclass(frozen=True, slots=True)
class WeightTable:
    """How much cards and suit lengths add to the predicted tricks, in each kind of suit.

    Columns are trumps, a plain suit beside trumps, a suit in no-trump. A row has a holding, and for each
    column the difference that it makes in tricks; ``None`` if it does not exist there. A card is compared
    with a low card in a suit of the same length, a length with three low cards. Cards have uptown names:
    downtown, read K Q J T as 2 3 4 5.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[float | None, ...]], ...]


class Evaluator:
    """Predicts the tricks of a hand that declares, takes an unseen kitty, discards and leads.

    A linear regression on features of high cards and suit lengths, summed over the suits by table lookup, so
    that 100,000 hands in ten strains take less than a second. The number of tricks is a normal variable with
    the prediction as its mean, rounded to an integer and censored at 0 and at all tricks. The unseen kitty
    and other hands leave a residual standard deviation of over two tricks with a partner, one to two without.

    Weights other than the packaged ones are given by the kind that `kind_of` returns for the rules, as
    `benchmarks.fitting.hand_evaluator` fits them: ``"trump"`` and ``"no_trump"`` with a kitty,
    ``"trump_no_kitty"``, ``"no_trump_alone_5"``, ``"no_trump_high"`` and so on.

    Notes
    -----
    Fitted to double-dummy results after heuristic discards, with the declarer leading. In cutthroat all
    others play against the declarer. The book of the kitty is not counted, and every trick counts one. In
    no-trump, jokers win only under ``joker_no_trump="high_no_suit"``. If jokers are exchanged or removed
    before play, the weights are those for jokers that stay in the hands and never win; if they may be played
    at any time, those for jokers that may not.

    Examples
    --------
    >>> from whistsolve.values.hands import Hand
    >>> hand = Hand.from_text("AKQJT9.AK.32.2.B")
    >>> means = Evaluator().means(np.array([hand.mask], dtype=np.uint64), ["S+", "C+"])
    >>> bool(means[0, 0] > 9 > means[0, 1])
    True
    """

    def __init__(self, weights: Mapping[str, Weights] | None = None) -> None:
        self.weights: dict[str, Weights] = (
            _packaged() if weights is None else read_named(weights, Weights, "weights", WhistError)
        )
        self._tables: dict[tuple[str, str, int], _Tables] = {}

    def predictions(
        self,
        hands: NDArray[np.uint64],
        strains: Iterable[StrainLike] | None = None,
        rules: RulesLike | None = None,
    ) -> NDArray[np.int64]:
        """The predictions of the regression in hundredths of a trick, possibly below 0 or above all tricks.

        int64, shape (hands, strains). Parameters and errors are those of `distributions`.
        """
        return self._asked(hands, strains, rules)[2] + LOWEST_PREDICTION

    def _asked(
        self, hands: NDArray[np.uint64], strains: Iterable[StrainLike] | None, rules: RulesLike | None
    ) -> tuple[_Tables, NDArray[np.int64], NDArray[np.int64]]:
        """The tables of the game, and the indices of kinds and of predictions in them."""
        columns, game = read_strains(strains), _read_game(rules)
        rows = self.merits(check_hands(hands, game), columns, game) - LOWEST_PREDICTION
        return self._tables_of(game), np.array([int(strain.is_no_trump) for strain in columns]), rows

    def merits(self, hands: NDArray[np.uint64], columns: Sequence[Strain], game: Rules) -> NDArray[np.int64]:
        """As `predictions`, for hands of any size: how good they are beside each other, not their tricks."""
        tables = self._tables_of(game)
        patterns = suit_patterns(hands)
        found = np.empty((len(hands), len(columns)), dtype=np.int64)
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
        return np.clip(found, LOWEST_PREDICTION, _HIGHEST, out=found)

    def by_prediction(self, rules: RulesLike | None = None) -> NDArray[np.float64]:
        """The distribution of tricks with a trump suit and without, for each prediction.

        float64, shape (2, predictions, ``rules.dealt_hand_size + 1``); the first prediction is
        `LOWEST_PREDICTION`. Errors are those of `distributions`.
        """
        return self._tables_of(_read_game(rules)).distributions

    def distributions(
        self,
        hands: NDArray[np.uint64],
        strains: Iterable[StrainLike] | None = None,
        rules: RulesLike | None = None,
    ) -> NDArray[np.float64]:
        """The probability that the side of each hand wins 0, 1, ... tricks in each strain.

        float64, shape (hands, strains, ``rules.dealt_hand_size + 1``). Hands are masks of the cards before
        the kitty: uint64, shape (hands,). Strains are S+ H+ D+ C+ NT+ S- H- D- C- NT- by default. Rules are
        for four players with partners, with hands of 12 and a kitty of 4 to 6 cards or hands of 13 and
        neither kitty nor jokers; or for cutthroat with the usual hand sizes; not for short decks. By default
        they are ``Rules("bid_whist")``.

        Raises `NotationError` if `hands` is not such an array, a hand has the wrong number of cards or one
        outside the deck, or strains cannot be read. Raises `RulesError` if the game has no weights.
        """
        tables, kinds, rows = self._asked(hands, strains, rules)
        return np.asarray(tables.distributions[kinds, rows])

    def means(
        self,
        hands: NDArray[np.uint64],
        strains: Iterable[StrainLike] | None = None,
        rules: RulesLike | None = None,
    ) -> NDArray[np.float64]:
        """The mean number of tricks: float64, shape (hands, strains).

        Parameters and errors are those of `distributions`.
        """
        tables, kinds, rows = self._asked(hands, strains, rules)
        return np.asarray(tables.means[kinds, rows])

    def table(self, rules: RulesLike | None = None) -> WeightTable:
        """How much cards and suit lengths add to the prediction, in tricks; errors as for `distributions`."""
        game = _read_game(rules)
        tables = self._tables_of(game)
        suits = tables.trumps[0], tables.side[0], tables.no_trump[0]
        rows: list[tuple[str, tuple[float | None, ...]]] = []

        def add(name: str, held: int, other: int, *columns: int) -> None:
            """The row of a holding, a pattern, in which it is compared with another one."""
            values = [
                int(suit[held] - suit[other]) / 100 if column in columns else None
                for column, suit in enumerate(suits)
            ]
            rows.append((name, tuple(values)))

        for name, bit in zip(("big joker", "little joker")[: game.jokers], (1 << 14, 1 << 13), strict=False):
            add(name, bit | 0b11, 0b111, 0)
        for below_ace, name in enumerate(_HIGH_CARDS):
            add(name, 1 << 12 - below_ace | 0b11, 0b111, 0)
        for below_ace, name in enumerate(_HIGH_CARDS[:4]):
            add(f"{name} and three low ones", 1 << 12 - below_ace | 0b111, 0b1111, 1, 2)
        for length in range(8):
            add(f"{length} low ones", (1 << length) - 1, 0b111, 0, 1, 2)
        add("ace, king, queen and three low ones", 7 << 10 | 0b111, 0b111, 1, 2)
        little, big = (tables.jokers[1:3] - tables.jokers[0]).tolist()
        jokers = ("joker",) if little == big else ("big joker", "little joker")
        for name, value in zip(jokers[: game.jokers], (big, little), strict=False):
            rows.append((f"{name} in no-trump", (None, None, value / 100)))
        return WeightTable(("trumps", "plain suit beside trumps", "suit in no-trump"), tuple(rows))

    def _tables_of(self, game: Rules) -> _Tables:
        kinds = kind_of(game, no_trump=False), kind_of(game, no_trump=True)
        key = *kinds, game.jokers
        if key not in self._tables:
            for kind in kinds:
                if kind not in self.weights:
                    raise RulesError(f"there are no numbers of the kind {kind!r}: expected those of the game")
            trump, no_trump = (self.weights[kind] for kind in kinds)
            self._tables[key] = _Tables(trump, no_trump, game.jokers, game.dealt_hand_size)
        return self._tables[key]


class _Tables:
    """Lookup tables of one game: the regression by holding of a suit, the distribution by prediction."""

    def __init__(self, trump: Weights, no_trump: Weights, jokers: int, tricks: int) -> None:
        terms = np.array([1, jokers])  # of the intercept
        plain = plain_suit_features()
        side = plain[:, : len(SIDE_FEATURES)] @ trump.of(SIDE_FEATURES)
        trumps = trump_features(jokers) @ trump.of(TRUMP_FEATURES) + trump.of(INTERCEPT) @ terms
        #: Hundredths of a trick by ranking and the pattern of the suit, the deuce as bit 0.
        self.side = side[BEST_FIRST]
        self.no_trump = (plain @ no_trump.of(NO_TRUMP_FEATURES))[BEST_FIRST]
        both = np.arange(4)[:, np.newaxis]  # bit 0 the little joker, bit 1 the big one
        swapped = both >> 1 | (both & 1) << 1
        #: Hundredths of a trick for trumps, with the jokers as bits 13 and 14; includes the intercept.
        self.trumps = np.stack([trumps[(row.astype(np.int64) << 2 | swapped).ravel()] for row in BEST_FIRST])
        #: Hundredths of a trick for jokers held in no-trump, the little one as bit 0; includes the intercept.
        self.jokers = no_trump.coefficients["joker"] * np.array([0, 1, 1, 2]) + no_trump.of(INTERCEPT) @ terms
        self.jokers[2:] += no_trump.coefficients.get("the best joker", 0)
        grid = np.arange(LOWEST_PREDICTION, _HIGHEST + 1) / 100
        #: Probabilities by kind of strain, trumps first, and by prediction from `LOWEST_PREDICTION` on.
        self.distributions = np.stack(
            [trick_distributions(grid, weights, tricks) for weights in (trump, no_trump)]
        )
        self.means = self.distributions @ np.arange(tricks + 1)


def trick_distributions(
    predictions: NDArray[np.float64], weights: Weights, tricks: int
) -> NDArray[np.float64]:
    """Probabilities of 0, 1, ... tricks for each prediction in tricks: float64, shape (rows, tricks + 1).

    A normal variable with the standard deviation of the weights is rounded to an integer, and censored.
    """
    deviations = weights.standard_deviation(predictions)[:, np.newaxis]
    cumulative = normal_cdf((np.arange(tricks) + 0.5 - predictions[:, np.newaxis]) / deviations)
    none = np.zeros((len(predictions), 1))
    return np.diff(np.concatenate([none, cumulative, none + 1], axis=1), axis=1)


def normal_cdf(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The cumulative distribution function of the standard normal distribution, elementwise."""
    found = np.empty(values.size)
    _kernels.normal_cdf(values.ravel(), found)
    return found.reshape(values.shape)


@lru_cache(maxsize=1)
def _packaged() -> dict[str, Weights]:
    """The fitted weights that come with the package."""
    fitted = json.loads(Path(__file__).with_name("weights.json").read_text("utf-8"))["weights"]
    return {kind: Weights(**each) for kind, each in fitted.items()}


def kind_of(rules: Rules, no_trump: bool) -> str:
    """The kind of weights for a game, a key of `Evaluator.weights`, such as ``trump_alone_5``."""
    kind = "no_trump" if no_trump else "trump"
    if no_trump and rules.jokers and rules.joker_no_trump == "high_no_suit":
        kind += "_high"
    if not rules.is_partnership:
        return f"{kind}_alone_{rules.players}"
    return kind if rules.kitty_size else f"{kind}_no_kitty"


def has_weights(game: Rules) -> bool:
    """Whether there are fitted weights for the hand size and deck of a game."""
    hand = game.dealt_hand_size
    if game.double_dummy_mode == "two_hands":
        return False
    if game.is_partnership:
        fitted = game.dealt_hands == 4 and (hand == 12 or (hand == 13 and not game.jokers))
    else:
        fitted = hand == HAND_SIZES_ALONE[game.players]
    # With a short deck hands may have the right size, but other cards than those the weights are fitted to.
    return fitted and game.deck_size == 52 + game.jokers


def _read_game(rules: RulesLike | None) -> Rules:
    """The rules; RulesError if there are no weights for their hand size and deck."""
    game = Rules.or_default(rules)
    if not has_weights(game):
        raise RulesError(
            f"there are no numbers for {game.game} with {game.players} players, {game.deck_size} cards and"
            f" hands of {game.dealt_hand_size}: expected 52 cards and jokers, and four hands with partners of"
            " 12 cards, or of 13 without jokers, or cutthroat of 3 to 6 players with hands of 16, 12, 10 or 8"
        )
    return game


def check_hands(hands: object, game: Rules) -> NDArray[np.uint64]:
    """The array itself, after a check that every row is a hand of the game."""
    if not isinstance(hands, np.ndarray) or hands.dtype != np.uint64 or hands.ndim != 1:
        kind = "no array"
        if isinstance(hands, np.ndarray):
            kind = f"of dtype {hands.dtype} with {hands.ndim} axes"
        raise NotationError(f"hands are {kind}: expected uint64 with 1 axis")
    outside = np.nonzero(hands & ~np.uint64(game.deck.mask))[0]
    if outside.size:
        raise NotationError(
            f"hand {outside[0]} has a card outside the deck: expected none, and {game.jokers} jokers at most"
        )
    sizes = np.bitwise_count(hands)
    wrong = np.nonzero(sizes != game.dealt_hand_size)[0]
    if wrong.size:
        raise NotationError(f"hand {wrong[0]} has {sizes[wrong[0]]} cards: expected {game.dealt_hand_size}")
    return hands

"""`TablePlay`: tricks at the table (in real play, with the other hands unseen) given double-dummy tricks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve._internal.reading import is_instance, read_flag, read_integer, shown
from whistsolve.errors import WhistError, unanswered
from whistsolve.rules import Rules
from whistsolve.rules.sides import plays_with_partners

#: Tricks of the deals that the weights are fitted to.
_FITTED_TRICKS: Final = 12
#: Maximum number of tricks: all cards dealt to two hands.
_MOST_TRICKS: Final = 54 // 2
#: Kinds of strains: with trumps, and without.
KINDS: Final = ("trump", "no_trump")


@dataclass(frozen=True, slots=True)
class TableWeights:
    """A multinomial logit model of the difference between tricks at the table and double-dummy tricks.

    The log odds of a difference are the sum of these weights times the `table_features`. `shift` is the
    weight of the difference, above 0 if declarers win more than double dummy, and `shift_slope` how much it
    grows from half of the tricks to all; `spread`, below 0, is that of the squared difference; `none` that of
    no difference.
    """

    shift: float
    shift_slope: float
    spread: float
    none: float

    def as_array(self) -> NDArray[np.float64]:
        """The four weights: float64, in the order of the features."""
        return np.array([self.shift, self.shift_slope, self.spread, self.none])


def table_features(tricks: int) -> NDArray[np.float64]:
    """The features of each pair of double-dummy tricks and tricks at the table: (tricks + 1, tricks + 1, 4).

    Squares are divided by the number of tricks, as if each trick added the same variance.
    """
    numbers = np.arange(tricks + 1)
    more = (numbers[np.newaxis, :] - numbers[:, np.newaxis]).astype(np.float64)
    share = 2 * numbers[:, np.newaxis] / tricks - 1
    return np.stack([more, more * share, more**2 * (_FITTED_TRICKS / tricks), more == 0], axis=2)


class TablePlay:
    """Tricks of a declarer's side at the table, given its double-dummy tricks.

    Fitted to hands of bid whist that four sampling players played, each from the cards that they saw (see
    `benchmarks.fitting.table_play`): the spread includes the mistakes and guesses of both sides. Other
    weights are `TableWeights` for ``"trump"`` and ``"no_trump"``; WhistError if they are not.

    Examples
    --------
    >>> chances = TablePlay().matrix(no_trump=False, tricks=12)
    >>> chances.shape, bool(np.allclose(chances.sum(axis=1), 1)), int(chances[9].argmax())
    ((13, 13), True, 9)
    """

    def __init__(self, weights: Mapping[str, TableWeights] | None = None) -> None:
        used = _PACKAGED if weights is None else weights
        kinds = is_instance(used, Mapping) and set(used) == set(KINDS)
        if not kinds or not all(isinstance(each, TableWeights) for each in used.values()):
            raise WhistError(
                f"weights {shown(weights)} are wrong: expected TableWeights for 'trump' and 'no_trump'"
            )
        self.weights = dict(used)
        self._matrices: dict[tuple[bool, int], NDArray[np.float64]] = {}

    def matrix(self, no_trump: bool, tricks: int) -> NDArray[np.float64]:
        """The probability of each number of tricks at the table for each number of double-dummy tricks.

        float64, shape (tricks + 1, tricks + 1), read-only: rows are double-dummy tricks of the declarer's
        side and sum to one, columns are its tricks at the table. Both are counted as in `solve`, up to
        `tricks`. WhistError if an argument has the wrong type, or there is no such number of tricks.
        """
        no_trump = read_flag(no_trump, "no_trump", WhistError)
        tricks = read_integer(tricks, "tricks", WhistError, 1, _MOST_TRICKS)
        key = no_trump, tricks
        if key not in self._matrices:
            powers = table_features(tricks) @ self.weights[KINDS[no_trump]].as_array()
            chances = np.exp(powers - powers.max(axis=1, keepdims=True))
            chances /= chances.sum(axis=1, keepdims=True)
            chances.setflags(write=False)
            self._matrices[key] = chances
        return self._matrices[key]

    def played(
        self, chances: NDArray[np.float64], no_trump: bool, certain: NDArray[np.intp]
    ) -> NDArray[np.float64]:
        """Distributions at the table, (layouts, tricks + 1), of double-dummy distributions of the same shape.

        Nearly certain tricks, (layouts,), are not at stake: the others are as those of a shorter hand.
        """
        found, most = chances.copy(), chances.shape[1] - 1
        for number in np.unique(certain[certain < most]).tolist():
            rows = certain == number
            found[rows, number:] = chances[rows, number:] @ self.matrix(no_trump, most - number)
        return found

    def mean(self, no_trump: bool, tricks: int) -> NDArray[np.float64]:
        """Expected tricks at the table for 0, 1, ... double-dummy tricks: float64, shape (tricks + 1,)."""
        return np.asarray(self.matrix(no_trump, tricks) @ np.arange(int(tricks) + 1))

    def standard_deviation(self, no_trump: bool, tricks: int) -> NDArray[np.float64]:
        """The standard deviation of tricks at the table, by double-dummy tricks: float64, (tricks + 1,)."""
        squares = self.matrix(no_trump, tricks) @ np.arange(int(tricks) + 1) ** 2
        return np.asarray(np.sqrt(squares - self.mean(no_trump, tricks) ** 2))


def read_play(play: object, rules: Rules) -> TablePlay | None:
    """The model of play for the argument `play`, by default the packaged one; ``None`` for double dummy."""
    if play is None:
        return _PACKAGED_PLAY if knows_table_play(rules) else None
    if isinstance(play, str) and play == "double_dummy":
        return None
    if not isinstance(play, TablePlay) and not (isinstance(play, str) and play == "table"):
        raise WhistError(f"play {shown(play)} is wrong: expected 'double_dummy', 'table' or a TablePlay")
    if not knows_table_play(rules):
        raise unanswered(
            f"play at the table is asked for and the game is {rules.game} of {rules.players} players",
            "four with partners, or play='double_dummy'",
        )
    return play if isinstance(play, TablePlay) else _PACKAGED_PLAY


def knows_table_play(rules: Rules) -> bool:
    """Whether `TablePlay` supports the game: four players with partners."""
    return rules.players == 4 and plays_with_partners(rules)


#: Fitted by `benchmarks.fitting.table_play` to 2,214 contracts in 1,107 deals of bid_whist, seed 20270715,
#: that four "quick" sampling players played (`benchmarks.strength.table_tricks`).
_PACKAGED: Final = {
    "trump": TableWeights(-0.2055, -0.9185, -0.4026, 0.5101),
    "no_trump": TableWeights(-0.067, -0.5185, -0.1239, 0.7073),
}
_PACKAGED_PLAY: Final = TablePlay(_PACKAGED)

"""Strains: the trump suit or no trump, and the ranking of the cards."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Final, Literal, TypeAlias, cast

from whistsolve._internal.reading import is_instance, read_choice, read_integer, read_several, shown
from whistsolve._internal.shown import Shown
from whistsolve._internal.words import read_strain_words, read_symbols
from whistsolve.errors import NotationError

Trump = Literal["S", "H", "D", "C", "NT"]
Ranking = Literal["uptown", "downtown", "downtown_aces_bad"]

#: Trumps, in the order in which results are listed.
TRUMPS: Final[tuple[Trump, ...]] = ("S", "H", "D", "C", "NT")
#: Rankings, in the order in which results are listed.
RANKINGS: Final[tuple[Ranking, ...]] = ("uptown", "downtown", "downtown_aces_bad")

#: The heights of the ranks 2 to 14 in each ranking, 12 for the best.
_HEIGHTS = {
    "uptown": (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
    "downtown": (11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 12),
    "downtown_aces_bad": (12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0),
}

_MARKS = dict(zip(RANKINGS, "+-~", strict=True))
_ARROWS = dict(zip(RANKINGS, "↑↓⇣", strict=True))


@functools.total_ordering
@dataclass(frozen=True, slots=True, init=False, repr=False)
class Strain(Shown):
    """The trump suit and the ranking of the cards; sorted by ranking, uptown first, then S H D C NT.

    ``Strain(text)`` is read as in :meth:`from_text`. Raises `NotationError` for other trumps or rankings.

    Examples
    --------
    >>> Strain.from_text("S-")
    Strain.from_text('S-')
    >>> Strain("NT", "uptown").symbol
    'NT↑'
    """

    #: ``S``, ``H``, ``D``, ``C`` or ``NT``.
    trump: Trump
    #: ``uptown``: A K Q ... 2, best first. ``downtown``: A 2 3 ... Q K. ``downtown_aces_bad``: 2 3 ... K A.
    #: In each, jokers are the two best trumps; without a trump suit they belong to no suit. Source: seed
    #: rules of bid whist; for bad aces, the rules of Whist Portal and Honours-Even.
    ranking: Ranking

    def __init__(self, trump: str, ranking: Ranking | None = None) -> None:
        if is_instance(trump, str) and ranking is None:
            trump, ranking = _read_strain(trump)
        object.__setattr__(self, "trump", read_choice(trump, "trump", NotationError, TRUMPS))
        object.__setattr__(self, "ranking", read_choice(ranking, "ranking", NotationError, RANKINGS))

    @classmethod
    def from_text(cls, text: object) -> Strain:
        """The strain written as text such as ``S+``, ``NT-``, ``S~`` (aces bad), or ``S↑``, ``♠↓``, ``NT⇣``.

        Words in upper or lower case are read too: ``spades uptown``, ``♠ high``, ``no trump low``, ``low
        hearts``; uptown may be called up, high or straight, downtown may be called down, low or special.
        ``spades downtown`` is ``S-``; aces are bad only if the text says so: ``spades downtown, aces bad``.
        Raises `NotationError` if the text is not a strain.
        """
        known = _STRAINS_BY_TEXT.get(text) if isinstance(text, str) else None
        return known if known is not None else cls(*_read_strain(text))

    @classmethod
    def of(cls, strain: object, ranking: Ranking | None = None) -> Strain:
        """The strain given as a `Strain` or as text. Raises `NotationError` if it is neither.

        ``ranking`` is that of a suit alone, as in games that know no other; ``None`` refuses it.
        """
        if isinstance(strain, Strain):
            return strain
        return cls.from_text(strain) if ranking is None else cls(*_read_strain(strain, ranking))

    @property
    def is_no_trump(self) -> bool:
        """Whether there is no trump suit."""
        return self.trump == "NT"

    def height(self, rank: int) -> int:
        """The height of a rank, 2 to 14, under this ranking: 12 for the best, 0 for the lowest.

        Raises `NotationError` if there is no such rank.
        """
        return _HEIGHTS[self.ranking][read_integer(rank, "rank", NotationError, 2, 14) - 2]

    @property
    def symbol(self) -> str:
        """The strain with an arrow, for display: ``S↑``, ``S↓``, ``S⇣`` (aces bad)."""
        return self.trump + _ARROWS[self.ranking]

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Strain):
            return NotImplemented
        one, two = ((RANKINGS.index(each.ranking), TRUMPS.index(each.trump)) for each in (self, other))
        return one < two

    def __str__(self) -> str:
        return self.trump + _MARKS[self.ranking]

    def __repr__(self) -> str:
        return f"Strain.from_text({str(self)!r})"


#: A strain or its text.
StrainLike: TypeAlias = Strain | str
#: The ten strains of a trick table: S+ H+ D+ C+ NT+ S- H- D- C- NT-.
STRAINS = tuple(Strain(trump, ranking) for ranking in RANKINGS[:2] for trump in TRUMPS)

#: More characters than any strain in words; the patterns take time that grows with their square.
_LONGEST: Final = 100
_STRAINS_BY_TEXT = {str(strain): strain for strain in STRAINS}


def _read_strain(text: object, usual: Ranking | None = None) -> tuple[Trump, Ranking]:
    plain = read_symbols(text, "strain", NotationError)
    words = read_strain_words(plain) if len(plain) <= _LONGEST else None
    direction = None if words is None else words.direction or usual
    if words is None or words.trump is None or direction is None:
        wrong = "does not say how cards rank" if words is not None and words.trump else "is wrong"
        raise NotationError(
            f"strain {shown(text)} {wrong}: expected S, H, D, C or NT, then + (uptown), - (downtown)"
            " or ~ (downtown, aces bad), as in 'S+', 'NT-' or 'spades low'"
        )
    return cast(Trump, words.trump), "downtown_aces_bad" if words.aces == "bad" else direction


def read_strains(
    strains: Iterable[StrainLike] | StrainLike | None, ranking: Ranking | None = None
) -> tuple[Strain, ...]:
    """The given strains, or the default ten for ``None``; ``ranking`` as for `Strain.of`."""
    if strains is None:
        return STRAINS
    if isinstance(strains, str):
        # Words of a strain may have blanks and commas between them, so that a single strain is tried first.
        strains = (
            [strains] if read_strain_words(strains.strip().upper()) else strains.replace(",", " ").split()
        )
    elif isinstance(strains, Strain):
        strains = [strains]
    if not isinstance(strains, Iterable):
        raise NotationError(f"strains {shown(strains)} are wrong: expected several, such as ['S+', 'NT-']")
    several = read_several(strains, "strains", NotationError)
    read = tuple(Strain.of(strain, ranking) for strain in islice(several, len(TRUMPS) * len(RANKINGS) + 1))
    if not read:
        raise NotationError("there are no strains: expected at least one, such as ['S+']")
    if len(set(read)) < len(read):
        twice = next(strain for strain in read if read.count(strain) > 1)
        raise NotationError(f"strain {twice} is given twice: expected each once")
    return read

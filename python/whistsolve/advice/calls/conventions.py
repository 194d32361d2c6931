"""Bidding conventions: what partners have agreed that certain bids show, and a list of published ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from whistsolve._internal.reading import (
    is_instance,
    read_choice,
    read_instance,
    read_integer,
    read_list,
    shown,
)
from whistsolve.errors import RulesError, WhistError
from whistsolve.game.auction.calls import Bid, all_bids, strains_of
from whistsolve.rules import Rules
from whistsolve.rules.sides import plays_with_partners
from whistsolve.rules.suggestions import nearest
from whistsolve.values.cards import CARDS, DECK_SIZE, Card, Suit
from whistsolve.values.contracts import MAX_LEVEL
from whistsolve.values.strains import Strain

Kind = Literal["any", "suit", "no_trump", "number"]
Direction = Literal["uptown", "downtown"]
#: Each field of a meaning that counts cards or suits: its maximum, and the words for one and for several.
_COUNTED: Final = {
    "jokers": (2, "joker", "jokers"),
    "aces": (4, "ace", "aces"),
    "length": (15, "trump", "trumps"),
    "top_trumps": (5, "top trump", "top trumps"),
    "stopped_suits": (4, "suit stopped", "suits stopped"),
}
_ACE: Final = 14
#: Ranks compared on either side for high and low cards.
_COMPARED: Final = 4
#: The maximum penalty and bonus, in points, and number of conventions of one model.
_MOST_POINTS, _MOST_CONVENTIONS = 100, 1000


def honours_compared(rules: Rules) -> tuple[frozenset[int], frozenset[int]]:
    """The ranks that count as high (aces too if bad downtown) and as low: four of each, or fewer."""
    ranks = sorted({card.rank for card in rules.deck if card.rank is not None and card.rank < _ACE})
    number = min(_COMPARED, len(ranks) // 2)
    high = ranks[len(ranks) - number :]
    return frozenset([*high, _ACE] if rules.downtown_ace == "bad" else high), frozenset(ranks[:number])


class HeldCards:
    """Counts of cards in many hands, uint64 of shape (hands,), under the given rules."""

    def __init__(self, hands: NDArray[np.uint64], rules: Rules) -> None:
        self.rules = rules
        bits = np.arange(DECK_SIZE, dtype=np.uint64)
        self._held: NDArray[np.bool_] = (hands[:, np.newaxis] >> bits & np.uint64(1)).astype(np.bool_)
        high, low = honours_compared(rules)
        self._anywhere = {
            "jokers": self._count([card for card in CARDS if card.is_joker]),
            "aces": self._count([card for card in CARDS if card.rank == _ACE]),
            "leaning": self._count([card for card in CARDS if card.rank in high])
            - self._count([card for card in CARDS if card.rank in low]),
        }
        self._by_strain: dict[Strain, dict[str, NDArray[np.int64]]] = {}

    def counts(self, strain: Strain) -> dict[str, NDArray[np.int64]]:
        """How many each hand has of each field of a `Meaning`, shape (hands,); `leaning` is high less low."""
        if strain in self._by_strain:
            return self._by_strain[strain]
        length = top_trumps = stopped = np.zeros(len(self._held), dtype=np.int64)
        for suit in Suit:
            cards = [card for card in self.rules.deck.of_suit(suit) if card.rank is not None]
            cards.sort(key=lambda card: -strain.height(card.rank or 0))
            held = self._count(cards)
            if suit.letter == strain.trump:
                length = held + self._anywhere["jokers"]
                top_trumps = self._count(cards[:3]) + self._anywhere["jokers"]
            # The best card of the deck, the second best guarded once, or the third best twice.
            guarded = [self._held[:, card.index] & (held > guards) for guards, card in enumerate(cards[:3])]
            stopped = stopped + np.any(guarded, axis=0)
        in_strain = {"length": length, "top_trumps": top_trumps, "stopped_suits": stopped}
        found = self._by_strain[strain] = self._anywhere | in_strain
        return found

    def _count(self, cards: list[Card]) -> NDArray[np.int64]:
        """How many of the given cards each hand has."""
        found: NDArray[np.int64] = self._held[:, [card.index for card in cards]].sum(axis=1, dtype=np.int64)
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """Which bids have a meaning, and what the bidder's hand then has: everything that the fields require.

    Raises `WhistError` if a value is wrong, nothing is required of the hand, or trumps are required for
    no-trump bids.

    The bids are those of the `levels`, or of all if there are none. Their `kind` is ``"suit"``: they name a
    suit or leave it open; ``"no_trump"``; ``"number"``: they are only a number, and leave no-trump open too;
    or ``"any"``. They state the `direction`, if one is given. `first`: only the first bid of a side.

    The hand has at least as many `jokers`; `aces`; trumps, with jokers, in the best suit that the bid allows
    (`length`); of the jokers and the three best cards of that suit (`top_trumps`); and `stopped_suits`, with
    the best card, the second best and one more, or the third best and two. `leaning` ``"uptown"`` is more of
    the four ranks below the ace than of the four lowest, ``"downtown"`` fewer; aces count for neither if they
    are good downtown, and as high cards if they are bad.

    Examples
    --------
    >>> print(Meaning(levels=(4,), kind="suit", first=True, jokers=1))
    4 in a suit as the first bid of a side: 1 joker or more
    """

    levels: tuple[int, ...] = ()
    kind: Kind = "any"
    direction: Direction | None = None
    first: bool = False
    jokers: int = 0
    aces: int = 0
    length: int = 0
    top_trumps: int = 0
    stopped_suits: int = 0
    leaning: Direction | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.levels, tuple):
            raise WhistError(f"levels {shown(self.levels)} of a meaning are wrong: expected a tuple, (4,)")
        for level in self.levels:
            read_integer(level, "level of a meaning", WhistError, 0, MAX_LEVEL)
        for name, (most, *_) in _COUNTED.items():
            read_integer(getattr(self, name), f"{name} of a meaning", WhistError, 0, most)
        read_choice(self.kind, "kind of a meaning", WhistError, get_args(Kind))
        for name in ("direction", "leaning"):
            if getattr(self, name) is not None:
                read_choice(getattr(self, name), f"{name} of a meaning", WhistError, get_args(Direction))
        if type(self.first) is not bool:
            raise WhistError(f"first {shown(self.first)} of a meaning is wrong: expected True or False")
        if not any(getattr(self, name) for name in (*_COUNTED, "leaning")):
            raise WhistError(f"a meaning asks nothing of a hand: expected {', '.join(_COUNTED)} or leaning")
        if self.kind == "no_trump" and (self.length or self.top_trumps):
            raise WhistError("a meaning of no-trump bids asks for trumps: expected no length nor top_trumps")

    def __str__(self) -> str:
        first = " as the first bid of a side" if self.first else ""
        wanted = [f"{self._counted(name)} or more" for name in _COUNTED if getattr(self, name)]
        if self.leaning is not None:
            more, less = ("high", "low") if self.leaning == "uptown" else ("low", "high")
            wanted.append(f"more {more} cards than {less}")
        return f"{self._about()}{first}: {', '.join(wanted)}"

    def _counted(self, name: str) -> str:
        """The number of a field in words, ``2 jokers``."""
        number = getattr(self, name)
        return f"{number} {_COUNTED[name][2 if number > 1 else 1]}"

    def _about(self) -> str:
        """The bids in words, ``3, 4 or 5 in a suit``."""
        *before, last = map(str, self.levels or ("any bid",))
        level = f"{', '.join(before)} or {last}" if before else last
        kind = {"any": "", "suit": " in a suit", "no_trump": " in no-trump", "number": " and nothing else"}
        return f"{level}{kind[self.kind]}{f' {self.direction}' if self.direction else ''}"

    def bids(self, rules: Rules) -> tuple[Bid, ...]:
        """The bids that have this meaning. Raises `RulesError` if `rules` is not a Rules."""
        read_instance(rules, Rules, "rules", RulesError)
        return tuple(
            bid
            for bid in all_bids(rules)
            if (not self.levels or bid.level in self.levels)
            and self.direction in (None, bid.direction)
            and self.kind in ("any", _kind_of(bid, rules))
        )

    def is_shown(self, held: HeldCards, bid: Bid) -> NDArray[np.bool_]:
        """Whether each hand has what a bid shows, in one of the strains that it allows: shape (hands,)."""
        by_strain = []
        for counts in (held.counts(strain) for strain in strains_of(bid, held.rules)):
            enough = [counts[name] >= getattr(self, name) for name in _COUNTED]
            if self.leaning is not None:
                enough.append(counts["leaning"] > 0 if self.leaning == "uptown" else counts["leaning"] < 0)
            by_strain.append(np.all(enough, axis=0))
        return np.asarray(np.any(by_strain, axis=0))

    def misfit(self, rules: Rules) -> str:
        """Why the meaning does not fit the rules, empty if it does; RulesError if `rules` is not a Rules."""
        if not self.bids(rules):
            return f"nobody can bid {self._about()}: expected rules with such a bid"
        aces = sum(card.rank == _ACE for card in rules.deck)
        for name, there in (("jokers", len(rules.deck.jokers)), ("aces", aces)):
            if getattr(self, name) > there:
                return f"it shows {self._counted(name)}, the deck has {there}: expected a deck with as many"
        if self.leaning is not None and not all(honours_compared(rules)):
            return "no ranks of this deck are high and low: expected at least two below the ace"
        return ""


@dataclass(frozen=True, slots=True)
class Convention:
    """An agreement between partners on what certain bids show.

    `meanings` are those of the bids that the convention covers; `source` says who describes it. `penalty` and
    `bonus` are points, 0 or more: the penalty is subtracted from the value of the bid if the hand lacks what
    it shows, the bonus is added if the hand has it. Raises `WhistError` if an argument has a wrong type or
    value.

    Notes
    -----
    The points are added to the values of bids before the softmax of `CallModel`: no call becomes impossible,
    and what one bid loses goes to the other calls in proportion. At the cautious temperature of 0.7 points, a
    penalty of two divides the odds of the bid by 17; a bonus of one half doubles them.

    Examples
    --------
    >>> print(Convention("seven_shows_aces", (Meaning(levels=(7,), aces=3),)))
    seven_shows_aces: 7: 3 aces or more
    """

    name: str
    meanings: tuple[Meaning, ...]
    penalty: float = 2.0
    bonus: float = 0.5
    source: str = ""

    def __post_init__(self) -> None:
        if not is_instance(self.name, str) or not self.name:
            raise WhistError(f"name {shown(self.name)} of a convention is wrong: expected a text")
        given = self.meanings
        if not is_instance(given, tuple) or not given or not all(isinstance(each, Meaning) for each in given):
            what = f"meanings of convention {shown(self.name)} are wrong"
            raise WhistError(f"{what}: expected a tuple of one Meaning or more")
        for name in ("penalty", "bonus"):
            value = getattr(self, name)
            is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
            if not is_number or not 0 <= value <= _MOST_POINTS:
                raise WhistError(
                    f"{name} {shown(value)} of convention {shown(self.name)} is wrong:"
                    f" expected points from 0 to {_MOST_POINTS}"
                )

    def __str__(self) -> str:
        return f"{self.name}: {'; '.join(map(str, self.meanings))}"


def _kind_of(bid: Bid, rules: Rules) -> Kind:
    if rules.bid_form == "number_only":
        return "number"
    return "no_trump" if bid.trump == "NT" else "suit"


_TRICKSTER: Final = "an experienced player, TricksterBots issue 369, 2026"
_BIDWHIST_COM: Final = "bidwhist.com, How to Play Bid Whist"
#: Published conventions, by name. Those that cover every bid of a kind have no bonus: they state when a bid
#: is sound, not that it should be made.
_PUBLISHED: Final = (
    Convention(
        "four_shows_joker",
        (Meaning(levels=(4,), kind="suit", first=True, jokers=1),),
        source=_TRICKSTER,
    ),
    Convention(
        "four_no_trump_shows_two_aces",
        (Meaning(levels=(4,), kind="no_trump", aces=2),),
        source=_TRICKSTER,
    ),
    Convention(
        "three_shows_direction",
        tuple(
            Meaning(levels=(3,), kind="suit", direction=way, first=True, leaning=way)
            for way in get_args(Direction)
        ),
        source=f"{_BIDWHIST_COM}: a three high tells partner of a better high hand than low hand",
    ),
    Convention(
        "one_low_two_high",
        (
            Meaning(levels=(1,), kind="number", first=True, leaning="downtown"),
            Meaning(levels=(2,), kind="number", first=True, leaning="uptown"),
        ),
        source="the simulated 'Family' players of a bid whist program: partner's 1 is low cards, a 2 high",
    ),
    Convention(
        "suit_shows_five_trumps",
        (Meaning(kind="suit", length=5, top_trumps=3),),
        bonus=0.0,
        source=f"{_BIDWHIST_COM}: five or more in one suit, with at least three boss cards",
    ),
    Convention(
        "no_trump_shows_stoppers",
        (Meaning(kind="no_trump", stopped_suits=3),),
        bonus=0.0,
        source="How to Play Strait Whist: Use Your Partner's Bidding to Your Advantage (a video course)",
    ),
)
CONVENTIONS: Final = MappingProxyType({each.name: each for each in _PUBLISHED})


def named_conventions(conventions: object) -> tuple[Convention, ...]:
    """Conventions that are given as objects or by their names in `CONVENTIONS`, each once."""
    if isinstance(conventions, (str, Convention)) or not isinstance(conventions, Iterable):
        raise WhistError(f"conventions {shown(conventions)} are wrong: expected names or Conventions")
    found: dict[str, Convention] = {}
    for given in read_list(conventions, "conventions", WhistError, _MOST_CONVENTIONS):
        convention = CONVENTIONS.get(given) if isinstance(given, str) else given
        if not isinstance(convention, Convention):
            raise WhistError(
                f"there is no convention {shown(given)}: expected a Convention or one of"
                f" {', '.join(CONVENTIONS)}{nearest(given, CONVENTIONS)}"
            )
        if convention.name in found:
            raise WhistError(f"convention {shown(convention.name)} is there twice: expected each once")
        found[convention.name] = convention
    return tuple(found.values())


def read_conventions(conventions: object, rules: Rules) -> tuple[Convention, ...]:
    """As `named_conventions`; `RulesError` if one does not fit the rules, or two contradict each other."""
    found = named_conventions(conventions)
    leanings: dict[Bid, tuple[Direction | None, str]] = {}
    alone = "" if plays_with_partners(rules) else "nobody has a partner: expected a game of partners"
    for convention in found:
        for meaning in convention.meanings:
            if misfit := alone or meaning.misfit(rules):
                raise RulesError(f"convention {shown(convention.name)} does not fit the rules: {misfit}")
            for bid in meaning.bids(rules) if meaning.leaning is not None else ():
                leaning, name = leanings.setdefault(bid, (meaning.leaning, convention.name))
                if leaning != meaning.leaning:
                    raise RulesError(
                        f"conventions {shown(name)} and {shown(convention.name)} contradict each other:"
                        f" by one of them {bid} shows more high cards, by the other more low ones"
                    )
    return found

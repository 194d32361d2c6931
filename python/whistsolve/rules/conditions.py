"""When options matter: the conditions on the rules under which the value of an option changes anything.

To set an option that cannot change anything is an error; it is not ignored. Options about jokers matter even
if the rules deal none, since deals to be solved may have jokers under any rules. Options about reneges
describe the penalties of the game, whether or not ``renege_mode`` lets reneges happen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

#: `Rules`, whose class is made of options and so of these conditions.
AnyRules: TypeAlias = Any


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition that rules must satisfy for an option to matter."""

    #: Completes "it matters only ...".
    words: str
    #: Whether rules satisfy the condition, without those in `also`.
    test: Callable[[AnyRules], bool]
    #: Further conditions that rules must satisfy.
    also: tuple[Condition, ...] = ()

    def __and__(self, other: Condition) -> Condition:
        if not (self.words and other.words):  # one of them is `ALWAYS`
            return self if self.words else other
        return Condition(self.words, self.test, (*self.also, other))

    def holds(self, rules: AnyRules) -> bool:
        """Whether rules satisfy the condition and all in `also`."""
        return not self.missing(rules)

    def missing(self, rules: AnyRules) -> str:
        """The conditions that rules do not satisfy, in words; empty if they satisfy all."""
        parts = [] if self.test(rules) else [self.words]
        parts += [part.missing(rules) for part in self.also]
        return ", and ".join(filter(None, parts))


ALWAYS: Final = Condition("", lambda rules: True)
AUCTION: Final = Condition("with an auction", lambda rules: rules.has_auction)
KITTY: Final = Condition("with a kitty", lambda rules: rules.kitty_size > 0)
DUMMIES: Final = Condition(
    "with dummies that are played",
    lambda rules: rules.has_dummies and rules.double_dummy_mode == "four_hands",
)
DOUBLE_DUMMY: Final = Condition("in double_dummy", lambda rules: rules.game == "double_dummy")
EXCHANGED: Final = Condition(
    "with joker_no_trump='exchanged'", lambda rules: rules.joker_no_trump == "exchanged"
)
LEAVES_OPEN: Final = Condition(
    "where bids leave something to be named",
    lambda rules: rules.bid_form != "named_strain" or rules.downtown_ace == "declarer_choice",
)
TELLS_NO_TRUMP: Final = Condition(
    "where a bid says whether it is no-trump", lambda rules: rules.bid_form != "number_only"
)
TELLS_DIRECTION: Final = Condition(
    "where a bid says its direction",
    lambda rules: rules.bid_form in ("level_strain", "named_strain") or rules.nt_direction_in_bid,
)
DISCARDS: Final = Condition(
    "where cards are discarded",
    lambda rules: rules.kitty_size > 0 or (DUMMIES.holds(rules) and rules.jokers > 0),
)
WITHOUT_AUCTION: Final = Condition("without an auction", lambda rules: not rules.has_auction)
#: Honours that score for the side that they were dealt to.
HONOURS: Final = Condition("with honours=True", lambda rules: rules.honours is True)
FIXED_ORDER: Final = Condition(
    "with trump_rule='fixed_order'", lambda rules: rules.trump_rule == "fixed_order"
)
TARGET: Final = Condition(
    "with a target", lambda rules: rules.target is not None or rules.match == "two_sessions"
)
SCORES_KEPT: Final = Condition(
    "where a score is kept: not with rise_and_fly='on_set'", lambda rules: rules.rise_and_fly != "on_set"
)
TWO_SIDES: Final = Condition("where two sides play", lambda rules: rules.is_partnership and rules.teams == 2)
TWO_SESSIONS: Final = Condition("with match='two_sessions'", lambda rules: rules.match == "two_sessions")
CLAIM: Final = Condition("with a redeal_claim", lambda rules: rules.redeal_claim != "none")
GAMES_COUNTED: Final = Condition(
    "where games are counted", lambda rules: rules.match in ("single_game", "best_of")
)
#: Where a game can count two.
TWO_GAMES: Final = AUCTION & SCORES_KEPT & GAMES_COUNTED & TARGET
DOUBLED: Final = Condition("with nt_multiplier above 1", lambda rules: rules.nt_multiplier > 1)
BOSTONS: Final = Condition(
    "where a Boston is possible: thirteen books, or the teams of six players, and a bid_base above 0",
    lambda rules: rules.books == rules.boston_books and rules.bid_base > 0,
)

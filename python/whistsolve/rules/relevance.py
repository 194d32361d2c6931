"""Where each option matters: an option that is set where it could change nothing is an error, not ignored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from whistsolve.errors import RulesError
from whistsolve.values.reading import shown

if TYPE_CHECKING:
    from whistsolve.rules.rules import Rules

__all__ = ["CONDITIONS", "Condition", "IrrelevantOption", "check_relevance"]


class IrrelevantOption(RulesError):
    """An option is set where it can change nothing; `option` is its name."""

    def __init__(self, option: str, message: str) -> None:
        super().__init__(message)
        self.option = option


@dataclass(frozen=True, slots=True)
class Condition:
    """What rules must have for an option to matter.

    Attributes
    ----------
    words : str
        Completes "it matters only ...".
    test : callable
        Whether rules have it.
    also : tuple of Condition
        What they must have beside it.
    """

    words: str
    test: Callable[[Rules], bool]
    also: tuple[Condition, ...] = ()

    def __and__(self, other: Condition) -> Condition:
        return Condition(self.words, self.test, (*self.also, other))

    def holds(self, rules: Rules) -> bool:
        """Whether rules have all of it."""
        return not self.missing(rules)

    def missing(self, rules: Rules) -> str:
        """What rules lack, in words; empty where they lack nothing."""
        parts = [] if self.test(rules) else [self.words]
        parts += [part.missing(rules) for part in self.also]
        return ", and ".join(filter(None, parts))


_AUCTION: Final = Condition("with an auction", lambda rules: rules.trump_rule == "declared")
_KITTY: Final = Condition("with a kitty", lambda rules: rules.kitty_size > 0)
_DUMMIES: Final = Condition(
    "with dummies that are played",
    lambda rules: rules.has_dummies and rules.double_dummy_mode == "four_hands",
)
_DOUBLE_DUMMY: Final = Condition("in double_dummy", lambda rules: rules.game == "double_dummy")
_EXCHANGED: Final = Condition(
    "with joker_no_trump='exchanged'", lambda rules: rules.joker_no_trump == "exchanged"
)
_LEAVES_OPEN: Final = Condition(
    "where bids leave something to be named",
    lambda rules: rules.bid_form != "named_strain" or rules.downtown_ace == "declarer_choice",
)
_TELLS_NO_TRUMP: Final = Condition(
    "where a bid says whether it is no-trump", lambda rules: rules.bid_form != "number_only"
)
_TELLS_DIRECTION: Final = Condition(
    "where a bid says its direction",
    lambda rules: rules.bid_form in ("level_strain", "named_strain") or rules.nt_direction_in_bid,
)
_DISCARDS: Final = Condition(
    "where cards are discarded",
    lambda rules: rules.kitty_size > 0 or (_DUMMIES.holds(rules) and rules.jokers > 0),
)
_HONOURS: Final = Condition("with honours=True", lambda rules: rules.honours)
_TURNED: Final = Condition(
    "without an auction, with a turned-up trump", lambda rules: rules.trump_rule == "last_dealt_card"
)
_SCORES_KEPT: Final = Condition(
    "where a score is kept: not with rise_and_fly='on_set'", lambda rules: rules.rise_and_fly != "on_set"
)
_TWO_SIDES: Final = Condition("where two sides play", lambda rules: rules.is_partnership and rules.teams == 2)
_TWO_SESSIONS: Final = Condition("with match='two_sessions'", lambda rules: rules.match == "two_sessions")
_CLAIM: Final = Condition("with a redeal_claim", lambda rules: rules.redeal_claim != "none")
_GAMES_COUNTED: Final = Condition(
    "where games are counted", lambda rules: rules.match in ("single_game", "best_of")
)
_DOUBLED: Final = Condition("with nt_multiplier above 1", lambda rules: rules.nt_multiplier > 1)
_BOSTONS: Final = Condition(
    "where a Boston is possible: thirteen books, or the teams of six players, and a bid_base above 0",
    lambda rules: rules.books == rules.boston_books and rules.bid_base > 0,
)

#: Under what condition each option matters. The others always do, or are checked with the numbers of cards.
#: Jokers need not be dealt for their rules to matter: deals that are solved may have them under any rules.
#: Options of reneges describe the penalties of the game, whether or not ``renege_mode`` lets reneges happen.
CONDITIONS: Final[dict[str, Condition]] = {
    "redeal_claim_when": _CLAIM,
    "redeal_dealer": _CLAIM,
    "teams": Condition(
        "with six players of bid whist", lambda rules: rules.game == "bid_whist" and rules.players == 6
    ),
    "first_dealer": Condition(
        "where a player deals first: with one dummy and a turned-up trump the dummy does",
        lambda rules: rules.game != "dummy" or rules.trump_rule == "declared",
    ),
    "auction_rounds": _AUCTION,
    "bid_form": _AUCTION,
    "bid_base": _AUCTION,
    "min_bid": _AUCTION,
    "nt_beats_suit": _AUCTION & _TELLS_NO_TRUMP,
    "low_beats_high": _AUCTION & _TELLS_DIRECTION,
    "nt_direction_in_bid": _AUCTION & _TELLS_NO_TRUMP,
    "dealer_may_equal": _AUCTION,
    "all_pass": _AUCTION,
    "pass_is_final": _AUCTION
    & Condition("where the bidding goes round", lambda rules: rules.auction_rounds != "single"),
    "declare_timing": _AUCTION
    & Condition(
        "with a kitty or a dummy to see first",
        lambda rules: rules.kitty_size > 0 or _DUMMIES.holds(rules),
    )
    & _LEAVES_OPEN,
    "downtown_ace": _AUCTION,
    "joker_any_time": _AUCTION,
    "sport_kitty": _KITTY,
    "partner_sees_kitty": _KITTY & Condition("with partners", lambda rules: rules.is_partnership),
    "reveal_discards_at_end": _DISCARDS,
    "joker_no_trump": _AUCTION,
    "exchange_pick": _EXCHANGED,
    "exchange_bidder_must_bury": _EXCHANGED,
    "joker_lead_no_trump": _AUCTION
    & Condition(
        "where jokers stay in play", lambda rules: rules.joker_no_trump not in ("exchanged", "removed")
    ),
    "both_sides_revoke": _TWO_SIDES,
    "resigning": _AUCTION & _TWO_SIDES,
    "dummy_renege_immune": _DUMMIES,
    "made_scoring": _AUCTION,
    "nonbidders_score": _AUCTION,
    "set_scoring": _AUCTION,
    "nt_multiplier": _AUCTION,
    "nt_doubles": _AUCTION & _DOUBLED,
    "boston_bonus": _AUCTION & _BOSTONS,
    "boston_counts_penalties": _AUCTION & _BOSTONS,
    "boston_game_value": _AUCTION
    & _SCORES_KEPT
    & _GAMES_COUNTED
    & Condition(
        "where a hand of two_games_for is possible",
        lambda rules: rules.two_games_for in ("no_trump_made", "boston_or_no_trump") or _BOSTONS.holds(rules),
    ),
    "two_games_for": _AUCTION
    & _SCORES_KEPT
    & _GAMES_COUNTED
    & Condition("with boston_game_value above 1", lambda rules: rules.boston_game_value > 1),
    "best_of": Condition("with match='best_of'", lambda rules: rules.match == "best_of"),
    "win_on_own_bid": _AUCTION & _SCORES_KEPT,
    "negative_tie_break": _SCORES_KEPT
    & Condition("with a negative_target", lambda rules: rules.negative_target is not None),
    "first_hand_bonus": _AUCTION,
    "forfeit_bonus": Condition(
        "where a game can be forfeited, by lies_limit or a penalty lose_game",
        lambda rules: (
            rules.lies_limit is not None
            or "lose_game" in f"{rules.renege_penalty}|{rules.false_call_penalty}".split("|")
        ),
    ),
    "target": _SCORES_KEPT
    & Condition(
        "without match='two_sessions', which has session_targets",
        lambda rules: rules.match != "two_sessions",
    ),
    "negative_target": _SCORES_KEPT
    & Condition("without score_floor_zero", lambda rules: not rules.score_floor_zero),
    "tie_break": _SCORES_KEPT,
    "lies_limit": _AUCTION & _SCORES_KEPT,
    "session_targets": _TWO_SESSIONS,
    "session_bonus_to": _TWO_SESSIONS,
    "score_floor_zero": _SCORES_KEPT,
    "honours": _TURNED,
    "honours_three": _HONOURS,
    "honours_four": _HONOURS,
    "honours_bar": _HONOURS,
    "honours_bar_when": _HONOURS,
    "honours_void_if_both_reach": _HONOURS,
    "revoker_cannot_win": _SCORES_KEPT,
    "dummy_exposed_when": _DUMMIES,
    "double_dummy_mode": _DOUBLE_DUMMY,
    "seating": _DOUBLE_DUMMY & _DUMMIES,
    "hand_option": _DOUBLE_DUMMY,
    "swap_effect": _DOUBLE_DUMMY & Condition("with a hand_option", lambda rules: rules.hand_option != "off"),
}


def check_relevance(rules: Rules) -> None:
    """Whether every option that differs from its default can change something.

    Raises
    ------
    IrrelevantOption
        Where one cannot: names the option, and what it needs.
    """
    for name, condition in CONDITIONS.items():
        value, default = getattr(rules, name), rules.default_of(name)
        missing = "" if value == default else condition.missing(rules)
        if missing:
            raise IrrelevantOption(
                name,
                f"{name} {shown(value)} is wrong: it matters only {missing};"
                f" expected it left out, as {default!r}",
            )

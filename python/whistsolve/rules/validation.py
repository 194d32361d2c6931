"""What options say about each other: combinations that cannot be played, and those that surprise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistsolve.errors import RulesError
from whistsolve.rules.defaults import PLAYERS
from whistsolve.rules.options import BOOKS_AT_STAKE

if TYPE_CHECKING:
    from whistsolve.rules.rules import Rules

__all__ = ["check_players", "check_rules", "rules_warnings"]


def check_players(rules: Rules) -> None:
    """Whether the game can have that many players; sizes of hands cannot be worked out before.

    Raises
    ------
    RulesError
        Where it cannot.
    """
    allowed = sorted(PLAYERS[rules.game])
    if rules.players not in allowed:
        expected = str(allowed[0]) if len(allowed) == 1 else f"{allowed[0]} to {allowed[-1]}"
        raise RulesError(f"players {rules.players} is wrong: {rules.game} has {expected}")


def check_rules(rules: Rules) -> None:
    """Whether the options go together.

    Raises
    ------
    RulesError
        Where they do not: names the options and says what would do.
    """
    _check_cards(rules)
    _check_first_dealer(rules)
    _check_jokers(rules)
    _check_auction(rules)


def _check_cards(rules: Rules) -> None:
    if rules.has_dummies and rules.kitty_size:
        raise RulesError(f"kitty_size {rules.kitty_size} is wrong: {rules.game} has no kitty, expected 0")
    if rules.game == "double_dummy" and rules.jokers == 1:
        raise RulesError("jokers 1 is wrong: in double_dummy both dummies need one too many, expected 0 or 2")
    hands, size = rules.dealt_hands, rules.dealt_hand_size
    # The dummies get the jokers' worth of cards more than the players, and throw as many out.
    free = rules.deck_size - (rules.jokers if rules.has_dummies else 0)
    if free < hands:
        raise RulesError(
            f"lowest_rank {rules.lowest_rank} is wrong: {free} cards are too few for {hands} hands"
        )
    if rules.kitty_size > free - hands:
        raise RulesError(f"kitty_size {rules.kitty_size} is wrong: no cards are left for the hands")
    left = free - size * hands
    if left != rules.kitty_size:
        cards = f"{rules.deck_size} cards, {hands} hands of {size}"
        if rules.has_dummies or left < 0:
            expected = f"{free // hands}" if rules.has_dummies else f"{free // hands} at most"
            raise RulesError(
                f"hand_size {rules.hand_size} is wrong: {cards} do not come out even, expected {expected}"
            )
        raise RulesError(f"kitty_size {rules.kitty_size} is wrong: {cards} leave a kitty of {left}")
    if rules.kitty_book != "none" and not rules.kitty_size:
        raise RulesError(f"kitty_book {rules.kitty_book!r} is wrong: there is no kitty, expected 'none'")


def _check_first_dealer(rules: Rules) -> None:
    # Equal cards are drawn again, and aces are all equal.
    if rules.lowest_rank == 14 and rules.first_dealer in ("low_card", "high_card"):
        raise RulesError(
            f"first_dealer {rules.first_dealer!r} is wrong with lowest_rank 14: all cards drawn are equal,"
            " expected random, first_diamond or first_club"
        )


def _check_jokers(rules: Rules) -> None:
    if (
        rules.joker_no_trump == "exchanged"
        and not rules.kitty_size
        and not (rules.has_dummies and rules.jokers and rules.double_dummy_mode == "four_hands")
    ):
        raise RulesError(
            "joker_no_trump 'exchanged' is wrong: there are no discards to exchange with,"
            " neither from a kitty nor thrown out of a dummy"
        )
    if rules.joker_any_time and rules.joker_no_trump in ("exchanged", "removed"):
        raise RulesError(
            f"joker_any_time True is wrong with joker_no_trump {rules.joker_no_trump!r}: no joker is played"
            " in no-trump; expected joker_any_time False, or joker_no_trump 'must_discard_first_void',"
            " 'free_discard' or 'high_no_suit'"
        )
    if rules.joker_any_time and not rules.jokers:
        raise RulesError(
            "joker_any_time True is wrong with jokers 0: there is no joker to play; expected jokers 1 or 2,"
            " or joker_any_time False"
        )
    if rules.joker_no_trump == "removed" and rules.hand_size is not None:
        raise RulesError(
            f"joker_no_trump 'removed' is wrong with hand_size {rules.hand_size}: hands that lose a joker"
            " become smaller; give hand_size=None as well"
        )
    if rules.hand_size is None and rules.joker_no_trump != "removed":
        raise RulesError(
            f"hand_size None is wrong with joker_no_trump {rules.joker_no_trump!r}: hands stay of one size,"
            " expected a whole number from 1 to 16"
        )


def _check_auction(rules: Rules) -> None:
    if rules.min_bid > rules.max_bid:
        raise RulesError(f"min_bid {rules.min_bid} is wrong: the highest bid is {rules.max_bid}")
    if rules.boston_bonus != "none" and rules.books != BOOKS_AT_STAKE:
        raise RulesError(
            f"boston_bonus {rules.boston_bonus!r} is wrong: a Boston takes 13 books, here are {rules.books}"
        )
    if rules.swap_effect == "discard" and rules.double_dummy_mode != "two_hands":
        raise RulesError(
            "swap_effect 'discard' is wrong with double_dummy_mode 'four_hands': a side would have no"
            " dummy; expected 'swap', or double_dummy_mode 'two_hands'"
        )


def rules_warnings(rules: Rules) -> tuple[str, ...]:
    """What can be played but will surprise; see `Rules.warnings`."""
    if rules.trump_rule == "last_dealt_card":
        tricks = rules.dealt_hand_size
        most = f"tricks above six score, and there are {tricks}: {max(tricks - 6, 0)} score at most"
        return () if tricks == BOOKS_AT_STAKE else (most,)
    if rules.bid_base == 0 or rules.books == BOOKS_AT_STAKE:
        return ()
    top = rules.books - 6
    first = (
        f"a contract above six supposes 13 books, and there are {rules.books}:"
        f" {rules.dealt_hand_size} tricks and {rules.books - rules.dealt_hand_size} for the kitty"
    )
    second = f"a bid is set with {top + 1} less the bid"
    if top < rules.min_bid:
        second = f"no bid can be made, for the lowest, {rules.min_bid}, needs {rules.min_bid + 6} books"
    elif top < 7:
        second = f"a bid of {top + 1} or more cannot be made, and {second}"
    return (f"{first}; {second}",)

"""What options say about each other: combinations that cannot be played, and those that surprise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistsolve.errors import RulesError
from whistsolve.rules.defaults import PLAYERS, WITHOUT_KITTY
from whistsolve.rules.options import BOOKS_AT_STAKE
from whistsolve.values.cards import Card

if TYPE_CHECKING:
    from whistsolve.rules.rules import Rules

#: What tables take out of the pack where cards must come out even: the deuces of the minor suits first.
_LOW_CARDS = ("D2", "C2", "H2", "S2")

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
        gaps = allowed[-1] - allowed[0] >= len(allowed)
        few = " or ".join(map(str, allowed))
        expected = few if gaps or len(allowed) == 1 else f"{allowed[0]} to {allowed[-1]}"
        raise RulesError(f"players {rules.players} is wrong: {rules.game} has {expected}")


def check_rules(rules: Rules) -> None:
    """Whether the options go together.

    Raises
    ------
    RulesError
        Where they do not: names the options and says what would do.
    """
    _check_teams(rules)
    _check_cards(rules)
    _check_first_dealer(rules)
    _check_jokers(rules)
    _check_auction(rules)
    _check_penalties(rules)
    _check_before_play(rules)
    _check_resigning(rules)
    _check_match(rules)


def _check_teams(rules: Rules) -> None:
    if rules.teams == 3 and rules.is_partnership and not rules.has_teams:
        raise RulesError(
            f"teams 3 is wrong: {rules.game} with {rules.players} players has two sides, expected 2;"
            " three teams of two play game='bid_whist' with players=6"
        )
    if not rules.has_teams:
        return
    if rules.trump_rule != "declared":
        raise RulesError(
            f"trump_rule {rules.trump_rule!r} is wrong with players 6: whist without an auction has four"
            " hands, expected 'declared'"
        )
    if rules.teams == 3 and rules.set_scoring in ("opponents_odd_tricks", "both_odd"):
        raise RulesError(
            f"set_scoring {rules.set_scoring!r} is wrong with teams 3: the books of two teams are no odd"
            " tricks of one; expected bidder_loses, opponents_gain or both, or teams=2"
        )
    if rules.boston_bonus == "fixed_13":
        raise RulesError(
            f"boston_bonus 'fixed_13' is wrong with players 6: there are {rules.books} books and not 13,"
            " expected none, double or quadruple"
        )


def _check_cards(rules: Rules) -> None:
    if rules.trump_rule == "last_dealt_card":
        _check_turned_up(rules)
    if rules.has_dummies and rules.kitty_size:
        raise RulesError(f"kitty_size {rules.kitty_size} is wrong: {rules.game} has no kitty, expected 0")
    if rules.game in WITHOUT_KITTY and rules.kitty_size:
        raise RulesError(
            f"kitty_size {rules.kitty_size} is wrong: {rules.game} deals all cards, expected 0, or"
            " game='bid_whist', which has a kitty"
        )
    if rules.game == "double_dummy" and rules.jokers == 1:
        raise RulesError("jokers 1 is wrong: in double_dummy both dummies need one too many, expected 0 or 2")
    _check_removed(rules)
    _check_sizes(rules)
    if rules.kitty_book != "none" and not rules.kitty_size:
        raise RulesError(f"kitty_book {rules.kitty_book!r} is wrong: there is no kitty, expected 'none'")


def _check_turned_up(rules: Rules) -> None:
    """Without an auction nobody takes a kitty, and jokers belong to no suit that is turned up."""
    if rules.game in ("bid_whist", "cutthroat"):
        raise RulesError(
            f"trump_rule 'last_dealt_card' is wrong: {rules.game} has an auction, expected 'declared', or"
            " another game, such as 'whist'"
        )
    if rules.jokers:
        raise RulesError(
            f"jokers {rules.jokers} is wrong: whist with a turned-up trump has no jokers, expected 0, or"
            " trump_rule='declared'"
        )
    if rules.first_leader in ("bidder", "left_of_bidder"):
        raise RulesError(
            f"first_leader {rules.first_leader!r} is wrong without an auction: expected 'dealer' or"
            " 'left_of_dealer'"
        )


def _check_removed(rules: Rules) -> None:
    """Every removed card must be in the deck that `lowest_rank` leaves."""
    low = [
        name
        for name in (rules.removed_cards or "").split()
        if (Card.from_text(name).rank or 0) < rules.lowest_rank
    ]
    if low:
        raise RulesError(
            f"removed_cards {rules.removed_cards!r} is wrong: {low[0]} is left out by"
            f" lowest_rank={rules.lowest_rank} already; expected other cards"
        )


def _check_sizes(rules: Rules) -> None:
    """Whether hands and kitty use up the deck."""
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
    if left == rules.kitty_size:
        return
    cards = f"{rules.deck_size} cards, {hands} hands of {size}"
    if rules.has_dummies or left < 0:
        expected = f"{free // hands}" if rules.has_dummies else f"{free // hands} at most"
        raise RulesError(
            f"hand_size {rules.hand_size} is wrong: {cards} do not come out even, expected {expected}"
        )
    surplus = (free - rules.kitty_size) % hands
    way_out = f"a kitty of {left}"
    if rules.game == "no_kitty_52":
        way_out = "game='bid_whist', which has a kitty"
    if surplus:
        example = " ".join(_LOW_CARDS[:surplus]) if surplus <= len(_LOW_CARDS) else ""
        remove = f"removed_cards with {surplus} card{'s' if surplus > 1 else ''}" + (
            f", such as {example!r}" if example else ""
        )
        way_out = f"{remove}, or {way_out}"
    name, value = ("jokers", rules.jokers) if rules.jokers and surplus else ("kitty_size", rules.kitty_size)
    raise RulesError(
        f"{name} {value} is wrong: {cards} and a kitty of {rules.kitty_size} do not use"
        f" them up; expected {way_out}"
    )


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
    if rules.trump_rule == "declared" and rules.max_bid < 1:
        raise RulesError(
            f"bid_base {rules.bid_base} is wrong: there are {rules.books} books, expected fewer that do not"
            " count"
        )
    if rules.trump_rule == "declared" and rules.min_bid > rules.max_bid:
        raise RulesError(
            f"min_bid {rules.min_bid} is wrong: the highest bid is {rules.max_bid}, which takes all"
            f" {rules.books} books; expected no more, or another bid_base"
        )
    if rules.bid_form == "named_strain" and not rules.nt_direction_in_bid:
        raise RulesError(
            "nt_direction_in_bid False is wrong with bid_form 'named_strain', in which every bid says its"
            " direction: expected True; bid_form 'named_suit' says the suit alone"
        )
    if rules.boston_bonus != "none" and rules.books != rules.boston_books:
        raise RulesError(
            f"boston_bonus {rules.boston_bonus!r} is wrong: a Boston takes 13 books, here are {rules.books}"
        )
    if rules.swap_effect == "discard" and rules.double_dummy_mode != "two_hands":
        raise RulesError(
            "swap_effect 'discard' is wrong with double_dummy_mode 'four_hands': a side would have no"
            " dummy; expected 'swap', or double_dummy_mode 'two_hands'"
        )


def _check_penalties(rules: Rules) -> None:
    if "|" in rules.false_call_penalty:
        raise RulesError(
            f"false_call_penalty {rules.false_call_penalty!r} is wrong: the choice belongs to who calls a"
            " renege, and here it is he who pays; expected one penalty"
        )
    if rules.trump_rule == "declared":
        return
    for name in ("renege_penalty", "false_call_penalty"):
        value = getattr(rules, name)
        if "lose_contract" in value.split("|"):
            raise RulesError(
                f"{name} {value!r} is wrong with trump_rule 'last_dealt_card': there is no contract to lose;"
                " expected another penalty, such as lose_game"
            )


def _check_before_play(rules: Rules) -> None:
    if rules.redeal_claim == "no_trump_card" and rules.trump_rule == "declared":
        raise RulesError(
            "redeal_claim 'no_trump_card' is wrong with trump_rule 'declared': trumps are not known before"
            " the first call; expected none, no_ace, no_face or no_ace_or_face"
        )
    if rules.partner_sees_kitty and rules.sport_kitty == "always":
        raise RulesError(
            "partner_sees_kitty True is wrong with sport_kitty 'always': everybody sees the kitty; expected"
            " False, or sport_kitty 'never' or 'trump_only'"
        )


def _check_resigning(rules: Rules) -> None:
    if rules.resigning != "none" and rules.game == "cutthroat":
        raise RulesError(
            f"resigning {rules.resigning!r} is wrong in cutthroat: nobody says which opponent gets the tricks"
            " that are left; expected resigning 'none'"
        )


def _check_match(rules: Rules) -> None:
    if rules.best_of % 2 == 0:
        raise RulesError(
            f"best_of {rules.best_of} is wrong: of an even number of games both sides may win half,"
            f" expected an odd one such as {rules.best_of + 1}"
        )
    if rules.rise_and_fly == "on_set":
        for name, expected in (("match", "single_game"), ("hand_limit", None), ("time_limit", None)):
            value = getattr(rules, name)
            if value != expected:
                raise RulesError(
                    f"{name} {value!r} is wrong with rise_and_fly 'on_set': the first missed bid ends the"
                    f" match, and no score is kept; expected {expected!r}, or rise_and_fly 'on_game_loss'"
                )
    if rules.time_limit is not None and rules.match in ("best_of", "rubber"):
        raise RulesError(
            f"time_limit {rules.time_limit} is wrong with match {rules.match!r}: the time ends one game,"
            " expected match 'single_game' or 'two_sessions', or hand_limit, which counts hands of each game"
        )
    for name in ("game_points", "first_hand_bonus", "forfeit_bonus"):
        value = getattr(rules, name)
        if value and rules.match == "rubber":
            raise RulesError(
                f"{name} {value} is wrong with match 'rubber': the ledger has the values of its games,"
                " expected 0, or match 'best_of'"
            )


def rules_warnings(rules: Rules) -> tuple[str, ...]:
    """What can be played but will surprise; see `Rules.warnings`."""
    if rules.trump_rule == "last_dealt_card":
        tricks = rules.dealt_hand_size
        most = f"tricks above six score, and there are {tricks}: {max(tricks - 6, 0)} score at most"
        return () if tricks == BOOKS_AT_STAKE else (most,)
    if rules.bid_base == 0 or rules.has_teams or rules.books == BOOKS_AT_STAKE:
        return ()
    first = (
        f"a contract above {rules.bid_base} supposes 13 books, and there are {rules.books}:"
        f" {rules.dealt_hand_size} tricks and {rules.books - rules.dealt_hand_size} for the kitty"
    )
    return (f"{first}; a bid is set with {rules.max_bid + 1} less the bid",)

"""Checks of options against each other: combinations that cannot be played, and surprising ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from whistsolve.errors import RulesError
from whistsolve.rules.conditions import AnyRules
from whistsolve.rules.defaults import GAMES_WITH_KITTY
from whistsolve.rules.option import Game
from whistsolve.values.cards import Card

#: The number of books that a contract counted above six assumes, and that a Boston needs.
BOOKS_AT_STAKE: Final = 13
#: The numbers of players that each game allows.
_PLAYERS: Final[dict[Game, tuple[int, ...]]] = {
    "bid_whist": (4, 6),
    "cutthroat": (3, 4, 5, 6),
    "whist": (4,),
    "dummy": (3,),
    "double_dummy": (2,),
    "no_kitty_52": (4,),
}
#: Cards usually removed so that the pack divides evenly among the hands: deuces of the minor suits first.
_LOW_CARDS: Final = ("D2", "C2", "H2", "S2")

#: The name of an option, and the rest of the message after "is wrong": what is wrong with its value.
_Problem = tuple[str, str]


def check_players(rules: AnyRules) -> None:
    """Checks the number of players of the game, before the sizes of hands are computed from it."""
    allowed = _PLAYERS[rules.game]
    if rules.players not in allowed:
        expected = "3 to 6" if len(allowed) > 2 else " or ".join(map(str, allowed))
        raise RulesError(f"players {rules.players} is wrong: {rules.game} has {expected}")


def check_rules(rules: AnyRules) -> None:
    """Raises a RulesError for options that cannot be combined."""
    for problems in (_of_deck, _of_sizes, _of_jokers, _of_auction, _of_scores, _of_matches):
        for name, problem in problems(rules):
            raise RulesError(f"{name} {getattr(rules, name)!r} is wrong{problem}")


def _of_deck(rules: AnyRules) -> Iterator[_Problem]:
    """Teams, cards and games: without an auction nobody takes a kitty, and a joker turned up has no suit."""
    game = rules.game
    if rules.teams == 3 and rules.is_partnership and not rules.has_teams:
        expected = "expected 2; three teams of two play game='bid_whist' with players=6"
        yield "teams", f": {game} with {rules.players} players has two sides, {expected}"
    if rules.has_teams and not rules.has_auction:
        yield "trump_rule", " with players 6: whist without an auction has four hands, expected 'declared'"
    if not rules.has_auction:
        if game in GAMES_WITH_KITTY:
            yield (
                "trump_rule",
                f": {game} has an auction, expected 'declared', or another game, such as 'whist'",
            )
        if rules.jokers:
            yield "jokers", ": whist without an auction has no jokers, expected 0, or trump_rule='declared'"
        if rules.first_leader in ("bidder", "left_of_bidder"):
            yield "first_leader", " without an auction: expected 'dealer' or 'left_of_dealer'"
    if rules.kitty_size and rules.has_dummies:
        yield "kitty_size", f": {game} has no kitty, expected 0"
    if rules.kitty_size and game not in GAMES_WITH_KITTY:
        yield "kitty_size", f": {game} deals all cards, expected 0, or game='bid_whist', which has a kitty"
    if game == "double_dummy" and rules.jokers == 1:
        yield "jokers", ": in double_dummy both dummies need one too many, expected 0 or 2"
    for card in (rules.removed_cards or "").split():
        if (Card.from_text(card).rank or 0) < rules.lowest_rank:
            left_out = f"is left out by lowest_rank={rules.lowest_rank} already"
            yield "removed_cards", f": {card} {left_out}; expected other cards"


def _of_sizes(rules: AnyRules) -> Iterator[_Problem]:
    """Hands and kitty must use up the deck."""
    hands, size = rules.dealt_hands, rules.dealt_hand_size
    # With jokers, the dummies are dealt that many cards more than the players, in all, and throw them out.
    free = rules.deck_size - (rules.jokers if rules.has_dummies else 0)
    if free < hands:
        yield "lowest_rank", f": {free} cards are too few for {hands} hands"
    if rules.kitty_size > free - hands:
        yield "kitty_size", ": no cards are left for the hands"
    left = free - size * hands
    cards = f"{rules.deck_size} cards, {hands} hands of {size}"
    if left != rules.kitty_size and (rules.has_dummies or left < 0):
        most = "" if rules.has_dummies else " at most"
        yield "hand_size", f": {cards} do not come out even, expected {free // hands}{most}"
    if left != rules.kitty_size:
        surplus = (free - rules.kitty_size) % hands
        way_out = (
            "game='bid_whist', which has a kitty" if rules.game == "no_kitty_52" else f"a kitty of {left}"
        )
        if surplus:
            example = f", such as {' '.join(_LOW_CARDS[:surplus])!r}" if surplus <= len(_LOW_CARDS) else ""
            plural = "s" if surplus > 1 else ""
            way_out = f"removed_cards with {surplus} card{plural}{example}, or {way_out}"
        wrong = f": {cards} and a kitty of {rules.kitty_size} do not use them up; expected {way_out}"
        yield "jokers" if rules.jokers and surplus else "kitty_size", wrong
    if rules.kitty_book != "none" and not rules.kitty_size:
        yield "kitty_book", ": there is no kitty, expected 'none'"
    # Players who draw equal cards draw again, and with aces alone all cards are equal.
    if rules.lowest_rank == 14 and rules.first_dealer in ("low_card", "high_card"):
        expected = "expected random, first_diamond or first_club"
        yield "first_dealer", f" with lowest_rank 14: all cards drawn are equal, {expected}"


def _of_jokers(rules: AnyRules) -> Iterator[_Problem]:
    throws_out = rules.has_dummies and rules.jokers and rules.double_dummy_mode == "four_hands"
    no_trump = f" with joker_no_trump {rules.joker_no_trump!r}"
    if rules.joker_no_trump == "exchanged" and not rules.kitty_size and not throws_out:
        yield "joker_no_trump", ": there are no discards to exchange with, from a kitty or out of a dummy"
    if rules.joker_any_time and rules.joker_no_trump in ("exchanged", "removed"):
        others = "'must_discard_first_void', 'free_discard' or 'high_no_suit'"
        expected = f"expected joker_any_time False, or joker_no_trump {others}"
        yield "joker_any_time", f"{no_trump}: no joker is played in no-trump; {expected}"
    if rules.joker_no_trump == "removed" and rules.hand_size is not None:
        smaller = "hands that lose a joker become smaller; give hand_size=None as well"
        yield "joker_no_trump", f" with hand_size {rules.hand_size}: {smaller}"
    if rules.hand_size is None and rules.joker_no_trump != "removed":
        yield "hand_size", f"{no_trump}: hands stay of one size, expected a whole number from 1 to 16"


def _of_auction(rules: AnyRules) -> Iterator[_Problem]:
    """The auction, claims to a new deal, the kitty and resigning."""
    if rules.has_auction and rules.max_bid < 1:
        yield "bid_base", f": there are {rules.books} books, expected fewer that do not count"
    if rules.has_auction and rules.min_bid > rules.max_bid:
        highest = f"the highest bid is {rules.max_bid}, which takes all {rules.books} books"
        yield "min_bid", f": {highest}; expected no more, or another bid_base"
    if rules.bid_form == "named_strain" and not rules.nt_direction_in_bid:
        expected = "every bid says its direction, expected True, or bid_form 'named_suit'"
        yield "nt_direction_in_bid", f" with bid_form 'named_strain': {expected}"
    if rules.redeal_claim == "no_trump_card" and rules.has_auction:
        unknown = "trumps are not known before the first call"
        expected = "expected none, no_ace, no_face or no_ace_or_face"
        yield "redeal_claim", f" with trump_rule 'declared': {unknown}; {expected}"
    if rules.partner_sees_kitty and rules.sport_kitty == "always":
        expected = "everybody sees the kitty; expected False, or sport_kitty 'never' or 'trump_only'"
        yield "partner_sees_kitty", f" with sport_kitty 'always': {expected}"
    if rules.resigning != "none" and rules.game == "cutthroat":
        unsaid = "nobody says which opponent gets the tricks that are left"
        yield "resigning", f" in cutthroat: {unsaid}; expected resigning 'none'"


def _of_scores(rules: AnyRules) -> Iterator[_Problem]:
    """What a hand scores, and what penalties take."""
    if rules.set_scoring in ("opponents_odd_tricks", "both_odd"):
        expected = "are no odd tricks of one; expected bidder_loses, opponents_gain or both"
        if rules.has_teams and rules.teams == 3:
            yield "set_scoring", f" with teams 3: the books of two teams {expected}, or teams=2"
        if rules.game == "cutthroat":
            yield "set_scoring", f" in cutthroat: the books of several opponents {expected}"
    if rules.has_teams and rules.boston_bonus == "fixed_13":
        expected = f"there are {rules.books} books and not 13, expected none, double or quadruple"
        yield "boston_bonus", f" with players 6: {expected}"
    if rules.boston_bonus != "none" and rules.books != rules.boston_books:
        yield "boston_bonus", f": a Boston takes 13 books, here are {rules.books}"
    if rules.made_scoring == "bid_only" and not rules.has_auction:
        yield "made_scoring", " without an auction: nobody bids, expected 'books_over_six' or 'per_trick'"
    if "|" in rules.false_call_penalty:
        chooses = "the choice belongs to who calls a renege, and here the caller pays"
        yield "false_call_penalty", f": {chooses}; expected one penalty"
    for name in ("renege_penalty", "false_call_penalty"):
        if not rules.has_auction and "lose_contract" in getattr(rules, name).split("|"):
            expected = "there is no contract to lose; expected another penalty, such as lose_game"
            yield name, f" with trump_rule {rules.trump_rule!r}: {expected}"


def _of_matches(rules: AnyRules) -> Iterator[_Problem]:
    if rules.target is None and rules.hand_limit is None and rules.time_limit is None:
        yield "target", ": nothing ends the game, expected a hand_limit, a time_limit, or a whole number"
    if rules.target is None and (rules.match == "rubber" or rules.game_points == "target_less_losers"):
        name = "match" if rules.match == "rubber" else "game_points"
        yield name, " with target None: it counts by the target, expected another, or a target"
    if rules.best_of % 2 == 0:
        odd = f"expected an odd one such as {rules.best_of + 1}"
        yield "best_of", f": of an even number of games both sides may win half, {odd}"
    for name, expected in (("match", "single_game"), ("hand_limit", None), ("time_limit", None)):
        if rules.rise_and_fly == "on_set" and getattr(rules, name) != expected:
            first = "the first missed bid ends the match, and no score is kept"
            other = f"expected {expected!r}, or rise_and_fly 'on_game_loss'"
            yield name, f" with rise_and_fly 'on_set': {first}; {other}"
    if rules.time_limit is not None and rules.match in ("best_of", "rubber"):
        expected = (
            "expected match 'single_game' or 'two_sessions', or hand_limit, which counts hands of games"
        )
        yield "time_limit", f" with match {rules.match!r}: the time ends one game, {expected}"
    for name in ("game_points", "first_hand_bonus", "forfeit_bonus"):
        if getattr(rules, name) and rules.match == "rubber":
            values = "the ledger has the values of its games; expected 0, or match 'best_of'"
            yield name, f" with match 'rubber': {values}"


def rules_warnings(rules: AnyRules) -> tuple[str, ...]:
    """Warnings about rules that can be played but will surprise; see `Rules.warnings`."""
    if not rules.has_auction:
        tricks = BOOKS_AT_STAKE if rules.made_scoring == "per_trick" else rules.dealt_hand_size
        most = f"tricks above six score, and there are {tricks}: {max(tricks - 6, 0)} score at most"
        return () if tricks == BOOKS_AT_STAKE else (most,)
    if rules.bid_base == 0 or rules.has_teams or rules.books == BOOKS_AT_STAKE:
        return ()
    first = (
        f"a contract above {rules.bid_base} supposes 13 books, and there are {rules.books}:"
        f" {rules.dealt_hand_size} tricks and {rules.books - rules.dealt_hand_size} for the kitty"
    )
    return (f"{first}; a bid is set with {rules.max_bid + 1} less the bid",)

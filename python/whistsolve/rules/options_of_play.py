"""The options of play, of reneges and of the scores of a contract."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from whistsolve.rules import conditions
from whistsolve.rules.option import Group
from whistsolve.rules.options_before_play import OptionsBeforePlay

PLAY = Group("Play and reneges")
SCORES = Group("Scores of a contract")

_PENALTIES = {
    "transfer_tricks:n": "n books (1 to 99) go to the other side, but no more than the side has",
    "remove_tricks:n": "n books are taken away and go to nobody",
    "transfer_points:n": "n points of the score go to the other side: lost books paid with points",
    "minus_points:n": "the side that pays loses n points",
    "plus_points_opp:n": "the other side scores n points",
    "lose_contract": "the contract is set if the declarer's side pays, and made if another does",
    "lose_game": "the game is lost",
}


@dataclass(frozen=True, slots=True, kw_only=True, init=False, eq=False, repr=False)
class OptionsOfPlay(OptionsBeforePlay):
    """Further fields of `Rules`."""

    first_leader: Literal["bidder", "left_of_bidder", "left_of_dealer", "dealer"] = PLAY.option(
        "Who leads to the first trick. Afterwards the winner of a trick leads to the next.",
        {
            "bidder": "the declarer, who won the auction",
            "left_of_bidder": "the player whose turn comes after the declarer's",
            "left_of_dealer": "eldest hand: the player whose turn comes after the dealer's",
            "dealer": "the dealer",
        },
        by_game={"whist": "dealer"},
    )
    trick_review: Literal["last", "all", "none"] = PLAY.option(
        "Which finished tricks a player may look at again.",
        {
            "last": "the last, until the player or their partner has played to the next",
            "all": "all of them",
            "none": "none",
        },
    )
    renege_mode: Literal["enforce", "detect_and_call"] = PLAY.option(
        "What happens to a renege (revoke): a card played against the rules.",
        {
            "enforce": "it is impossible: such a card is refused",
            "detect_and_call": "it stands until it is corrected, or called by an opponent",
        },
    )
    renege_penalty: str = PLAY.option(
        "What a renege costs the side that made it, if it is called. Of several, joined with a"
        " vertical bar, the player who calls it chooses one; the first counts where none is named.",
        _PENALTIES,
        default="transfer_tricks:3",
        by_game={"whist": "minus_points:2"},
        form="penalty",
    )
    false_call_penalty: str = PLAY.option(
        "What it costs a side to call a renege that was none, or in the wrong trick.",
        {**_PENALTIES, "none": "it costs nothing"},
        default="transfer_tricks:3",
        by_game={"whist": "none"},
        form="penalty",
    )
    renege_correction: Literal["never", "before_trick_complete", "before_quitted"] = PLAY.option(
        "Until when a player may take back their own renege without penalty.",
        {
            "never": "never",
            "before_trick_complete": "until the trick is complete",
            "before_quitted": "until the next trick is led to",
        },
        by_game={"whist": "before_trick_complete"},
    )
    claims: Literal["agreed", "none"] = PLAY.option(
        "Whether a player may claim or concede tricks that are still to be played.",
        {
            "agreed": "they may, between two cards; the tricks are their side's once every opponent accepts",
            "none": "they may not: every card is played",
        },
    )
    resigning: Literal["none", "after_kitty"] = PLAY.option(
        "Whether the declarer may resign: the contract is set, and all tricks left go to the opponents.",
        {
            "none": "they may not",
            "after_kitty": "once they have seen the kitty or the dummy; without these, after the auction",
        },
        matters_if=conditions.AUCTION & conditions.TWO_SIDES,
    )
    revoker_cannot_win: bool = PLAY.option(
        "Whether a side that reneged may win the game by that hand.",
        {True: "it may not: its score stays below the target", False: "it may"},
        default=False,
        matters_if=conditions.SCORES_KEPT & conditions.TARGET,
    )
    both_sides_revoke: Literal["independent", "cancel", "new_deal"] = PLAY.option(
        "What follows where both sides reneged in one hand.",
        {
            "independent": "each pays its penalty",
            "cancel": "nobody pays, and neither side can win the game by that hand",
            "new_deal": "the hand is void, and the same dealer deals again",
        },
        matters_if=conditions.TWO_SIDES,
    )
    made_scoring: Literal["books_over_six", "bid_only", "per_trick"] = SCORES.option(
        "What the declarer's side scores for a contract made, or without an auction each side.",
        {
            "books_over_six": "its books above six (above bid_base), overtricks included",
            "bid_only": "the number bid",
            "per_trick": "every book; in whist drives every trick",
        },
        by_game={"cutthroat": "per_trick"},
    )
    nonbidders_score: Literal["none", "per_trick"] = SCORES.option(
        "What the others score whether the contract is made or set.",
        {"none": "nothing", "per_trick": "a point for each trick of their own"},
        by_game={"cutthroat": "per_trick"},
        matters_if=conditions.AUCTION,
    )
    set_scoring: Literal["bidder_loses", "opponents_gain", "both", "opponents_odd_tricks", "both_odd"] = (
        SCORES.option(
            "Who gains or loses what where the contract is set.",
            {
                "bidder_loses": "the declarer's side loses the number bid",
                "opponents_gain": "the opponents score the number bid (each of them in dummy whist)",
                "both": "both of these: back door",
                "opponents_odd_tricks": "the opponents score books above six (above bid_base)",
                "both_odd": "the declarer's side loses the number bid, the opponents score odd tricks",
            },
            by_game={"dummy": "opponents_gain", "double_dummy": "opponents_gain"},
            matters_if=conditions.AUCTION,
        )
    )
    nt_multiplier: Literal[1, 2, 3] = SCORES.option(
        "What the score of a no-trump contract is multiplied by, made or set.",
        {1: "no-trump scores as a suit does", 2: "no-trump counts double", 3: "no-trump counts three times"},
        matters_if=conditions.AUCTION,
    )
    nt_doubles: Literal["whole_result", "bid_only", "gain_only", "penalty_only"] = SCORES.option(
        "What of a no-trump score nt_multiplier applies to.",
        {
            "whole_result": "all of it, overtricks and the opponents' odd tricks included",
            "bid_only": "the number bid; overtricks and the opponents' odd tricks count once",
            "gain_only": "only what a contract scores that is made",
            "penalty_only": "only what a contract costs, or brings the opponents, that is set",
        },
        matters_if=conditions.AUCTION & conditions.DOUBLED,
    )
    boston_bonus: int | Literal["none", "fixed_13", "double", "quadruple"] = SCORES.option(
        "What a Boston scores: a contract made with all 13 books, or with all there are of six"
        " players. A number is that many points more, whatever was bid, added after nt_multiplier.",
        {
            "none": "nothing beyond its books",
            "fixed_13": "13 points whatever was bid, times nt_multiplier in no-trump",
            "double": "twice the score, where the highest number was bid, seven of 13 books",
            "quadruple": "four times the score, whatever was bid",
        },
        span=(1, 1000),
        matters_if=conditions.AUCTION & conditions.BOSTONS,
    )
    boston_counts_penalties: bool = SCORES.option(
        "Whether books gained and lost by penalties count towards a Boston.",
        {
            True: "they do: it takes 13 books after penalties",
            False: "they do not: it takes 13 books in tricks, the kitty's among them",
        },
        default=False,
        matters_if=conditions.AUCTION & conditions.BOSTONS,
    )

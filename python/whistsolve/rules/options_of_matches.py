# ruff: noqa: RUF009 (options are fields of a dataclass)
"""The options of matches, of whist without an auction, and of dummies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from whistsolve.rules import conditions, defaults
from whistsolve.rules.conditions import Condition
from whistsolve.rules.option import Group
from whistsolve.rules.options_of_play import OptionsOfPlay

MATCH = Group("Match")
WHIST = Group("Whist without an auction")
DUMMIES = Group("Dummies")

_NO_TARGET: Final[dict[int | None, str]] = {
    None: "none does: the highest score wins after hand_limit or time_limit, one of which is needed"
}
_TieBreak = Literal["highest_wins_then_replay", "bidder_first", "shared"]
_TIE_BREAKS: Final[dict[_TieBreak, str]] = {
    "highest_wins_then_replay": "the highest score; if equal, another hand is played",
    "bidder_first": "the declarer's side if among them, else as highest_wins_then_replay",
    "shared": "all of them",
}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class OptionsOfMatches(OptionsOfPlay):
    """The last fields of `Rules`; with those inherited, the options that its methods take as parameters."""

    target: int | None = MATCH.option(
        "Score that wins the game.",
        _NO_TARGET,
        default=7,
        by_game={"cutthroat": 30, "whist": 5, "dummy": 21, "double_dummy": 21},
        span=(1, 1000),
        matters_if=conditions.SCORES_KEPT
        & Condition(
            "without match='two_sessions', which has session_targets",
            lambda rules: rules.match != "two_sessions",
        ),
    )
    negative_target: int | None = MATCH.option(
        "Score that loses the game for a side that falls to it; of the others the highest wins.",
        {None: "a low score never loses"},
        default=defaults.negative_target,
        follows="minus the target in bid_whist and no_kitty_52",
        span=(-1000, -1),
        matters_if=conditions.SCORES_KEPT
        & Condition("without score_floor_zero", lambda rules: not rules.score_floor_zero),
    )
    tie_break: _TieBreak = MATCH.option(
        "Who wins where several reach the target in one hand, and of equals at hand_limit or time_limit.",
        _TIE_BREAKS,
        default="highest_wins_then_replay",
        matters_if=conditions.SCORES_KEPT,
    )
    negative_tie_break: _TieBreak = MATCH.option(
        "Who wins where nobody is left above negative_target, and of equals that are left above it.",
        _TIE_BREAKS,
        default=defaults.negative_tie_break,
        follows="as tie_break",
        matters_if=conditions.SCORES_KEPT
        & Condition("with a negative_target", lambda rules: rules.negative_target is not None),
    )
    win_on_own_bid: bool = MATCH.option(
        "Whether a side reaches the target only in a hand in which it made its own contract. Its"
        " score runs on meanwhile; hand_limit, time_limit and what loses a game ask for no contract.",
        {True: "it must be declarer and make it: going out on one's own bid", False: "in any hand"},
        default=False,
        matters_if=conditions.AUCTION & conditions.SCORES_KEPT & conditions.TARGET,
    )
    lies_limit: int | None = MATCH.option(
        "How many lies (missed bids, contracts that are set) lose the game whatever the score.",
        {None: "no number of them"},
        span=(1, 100),
        matters_if=conditions.AUCTION & conditions.SCORES_KEPT,
    )
    hand_limit: int | None = MATCH.option(
        "How many hands a game has at most: after them the highest score wins, of equals by"
        " tie_break. Void hands are not counted.",
        {None: "any number"},
        span=(1, 1000),
    )
    time_limit: int | None = MATCH.option(
        "After how many minutes of a match the hand in play is the last: then the highest score wins,"
        " of equals by tie_break.",
        {None: "time does not matter"},
        span=(1, 1000),
    )
    two_games_for: Literal["boston_bid", "boston_taken", "no_trump_made", "boston_or_no_trump"] = (
        MATCH.option(
            "Which hand, where a contract made in it wins the game by the target, makes the game count"
            " boston_game_value games.",
            {
                "boston_bid": "the highest bid, seven",
                "boston_taken": "one in which the declarer's side took all 13 books",
                "no_trump_made": "any no-trump",
                "boston_or_no_trump": "all 13 books taken, or any no-trump",
            },
            matters_if=conditions.TWO_GAMES
            & Condition("with boston_game_value above 1", lambda rules: rules.boston_game_value > 1),
        )
    )
    boston_game_value: Literal[1, 2] = MATCH.option(
        "How many games a game counts that is won by a hand of two_games_for.",
        {1: "one, as any other", 2: "two"},
        default=2,
        matters_if=conditions.TWO_GAMES
        & Condition(
            "where a hand of two_games_for is possible",
            lambda rules: (
                rules.two_games_for in ("no_trump_made", "boston_or_no_trump")
                or conditions.BOSTONS.holds(rules)
            ),
        ),
    )
    rise_and_fly: Literal["off", "on_set", "on_game_loss"] = MATCH.option(
        "When a side rises from the table to make room for those who wait.",
        {
            "off": "never",
            "on_set": "at its first missed bid, which ends the match; no score is kept",
            "on_game_loss": "when it has lost the match",
        },
    )
    match: Literal["single_game", "best_of", "two_sessions", "rubber"] = MATCH.option(
        "What is played for.",
        {
            "single_game": "one game, to the target",
            "best_of": "games from zero, until somebody has won more than half of best_of",
            "two_sessions": "two sessions with the targets of session_targets; the first brings a bonus",
            "rubber": "the best of three games, each worth 1, 2 or 3 by the losers' score, and 2 more",
        },
    )
    best_of: int = MATCH.option(
        'How many games match "best_of" is the best of, an odd number: 5 is three of five. A game'
        " that counts two counts two.",
        default=3,
        span=(1, 99),
        matters_if=Condition("with match='best_of'", lambda rules: rules.match == "best_of"),
    )
    session_targets: tuple[int, int] = MATCH.option(
        'Scores that end the first and the second session of match "two_sessions"; the score runs on.',
        default=(5, 10),
        span=(1, 1000),
        form="pair",
        matters_if=conditions.TWO_SESSIONS,
    )
    session_bonus_to: Literal["score", "ledger"] = MATCH.option(
        "Where the bonus of the first session goes: 3, 2 or 1 points as the losers have nothing, less"
        " than half the target, or more.",
        {"score": "it is added, and may end the match", "ledger": "into an account of its own, the ledger"},
        matters_if=conditions.TWO_SESSIONS,
    )
    game_points: int | Literal["target_less_losers"] = MATCH.option(
        "Points that the winners of a game enter in the ledger, for each game that it counts.",
        {"target_less_losers": "the target less the losers' score, at least 0, as in American whist"},
        default=0,
        span=(0, 1000),
    )
    first_hand_bonus: int = MATCH.option(
        "Points in the ledger beside game_points for winning a game in its first hand without having"
        " bid: Columbus' back door, worth 5. Where the others forfeit the game, forfeit_bonus takes"
        " its place.",
        default=0,
        span=(0, 1000),
        matters_if=conditions.AUCTION,
    )
    forfeit_bonus: int = MATCH.option(
        "Points in the ledger beside game_points for a game that the others forfeit, by missed bids"
        " (lies_limit) or by a renege or false call (lose_game), in whichever hand: Columbus has 5.",
        default=0,
        span=(0, 1000),
        matters_if=Condition(
            "where a game can be forfeited, by lies_limit or a penalty lose_game",
            lambda rules: (
                rules.lies_limit is not None
                or "lose_game" in f"{rules.renege_penalty}|{rules.false_call_penalty}".split("|")
            ),
        ),
    )
    score_floor_zero: bool = MATCH.option(
        "Whether scores may fall below zero.",
        {True: "they stop at zero", False: "they may"},
        default=False,
        matters_if=conditions.SCORES_KEPT,
    )
    trump_rule: Literal["declared", "last_dealt_card", "fixed_order"] = WHIST.option(
        "How trumps are found.",
        {
            "declared": "there is an auction, and the declarer names them",
            "last_dealt_card": "there is no auction: the dealer's last card is turned up for trumps",
            "fixed_order": "there is no auction, and trumps are fixed beforehand, by trump_order",
        },
        by_game={"whist": "last_dealt_card"},
    )
    trump_order: str = WHIST.option(
        "Trumps of the first hand of a game, of the second and so on, round and round: H is hearts in"
        " every hand, NT whist without trumps. Void hands do not count.",
        default="NT,S,H,D,C",
        form="trumps",
        matters_if=conditions.FIXED_ORDER,
        source="whist as taught on paloaltobridge.org; an Italian account on goblins.net",
    )
    honours: Literal[False, True, "won"] = WHIST.option(
        "Whether honours score: A K Q J of trumps.",
        {
            True: "three or four dealt to one side do",
            False: "they do not",
            "won": "each scores a point for the side that wins it in a trick, as in Foster's bid whist",
        },
        default=False,
        matters_if=conditions.WITHOUT_AUCTION,
    )
    honours_called: bool = WHIST.option(
        "Whether honours have to be called to score.",
        {
            True: "after the last card a player of the side has to call them: honours by 2",
            False: "they score without being called",
        },
        default=False,
        matters_if=conditions.HONOURS,
        source="laws of short whist, 1864, 6 and 7: called at the end of the hand",
    )
    honours_three: Literal[3, 2] = WHIST.option(
        "What three honours score.", {3: "three points", 2: "two points"}, matters_if=conditions.HONOURS
    )
    honours_bar: int | Literal["target_minus_1"] = WHIST.option(
        "The score that bars a side from honours: only a side below it counts them.",
        {"target_minus_1": "one less than the target"},
        default=4,
        span=(0, 1000),
        matters_if=conditions.HONOURS,
    )
    honours_bar_when: Literal["after_tricks", "start_of_deal"] = WHIST.option(
        "Which score is compared with honours_bar.",
        {
            "after_tricks": "that after the tricks of the hand are scored",
            "start_of_deal": "that before the hand",
        },
        matters_if=conditions.HONOURS,
    )
    honours_void_if_both_reach: bool = WHIST.option(
        "What becomes of honours where both sides would reach the target with them.",
        {True: "they are void in that hand", False: "they count, after the tricks"},
        matters_if=conditions.HONOURS & conditions.TARGET,
    )
    dummy_exposed_when: Literal["after_auction", "from_start"] = DUMMIES.option(
        "When dummies are laid open.",
        {
            "after_auction": "after the auction and the cards thrown out; see declare_timing",
            "from_start": "before the first call",
        },
        matters_if=conditions.DUMMIES,
    )
    dummy_renege_immune: bool = DUMMIES.option(
        "Whether a renege of the dummy's cards is punished.",
        {True: "it costs nothing", False: "it costs renege_penalty, as any other"},
        default=False,
        matters_if=conditions.DUMMIES,
    )
    double_dummy_mode: Literal["four_hands", "two_hands"] = DUMMIES.option(
        "What the dummies of double dummy whist are for.",
        {
            "four_hands": "each player plays their hand and dummy, in tricks of four cards",
            "two_hands": "they are dead and stay face down; tricks are of two cards",
        },
        matters_if=conditions.DOUBLE_DUMMY,
    )
    seating: Literal["alternating", "facing"] = DUMMIES.option(
        "Who sits where in double dummy whist, named clockwise.",
        {
            "alternating": "A, B, dummy of A, dummy of B: partners are opposite",
            "facing": "A, dummy of B, B, dummy of A: players are opposite, each dummy at its player's right",
        },
        by_game={"double_dummy": "facing"},
        matters_if=conditions.DOUBLE_DUMMY & conditions.DUMMIES,
    )
    hand_option: Literal["off", "sequential", "simultaneous"] = DUMMIES.option(
        "Whether players of double dummy whist may swap the hand dealt for their dummy's. Each"
        " player who keeps the hand dealt doubles all scores of the hand.",
        {
            "off": "no, and nothing is doubled",
            "sequential": "yes: the player who is not the dealer chooses first, openly",
            "simultaneous": "yes: neither knows what the other chooses",
        },
        default="sequential",
        matters_if=conditions.DOUBLE_DUMMY,
    )

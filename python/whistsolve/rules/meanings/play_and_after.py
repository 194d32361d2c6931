"""What the options mean that matter from the first lead on: play, scores, match, whist, dummies."""

from __future__ import annotations

from typing import Final

from whistsolve.rules.meanings.entry import Group, Meaning

__all__ = ["DUMMIES", "MATCH", "PLAY", "SCORES", "WHIST"]

_PENALTIES: Final[dict[object, str]] = {
    "transfer_tricks:n": "n books (1 to 99) go to the other side, but no more than the side has",
    "remove_tricks:n": "n books are taken away and go to nobody",
    "transfer_points:n": "n points of the score go to the other side: lost books paid with points",
    "minus_points:n": "the side that pays loses n points",
    "plus_points_opp:n": "the other side scores n points",
    "lose_contract": "the contract is set if the declarer's side pays, and made if another does",
    "lose_game": "the game is lost",
}

PLAY: Final = Group(
    "Play and reneges",
    {
        "first_leader": Meaning(
            "Who leads to the first trick. Afterwards the winner of a trick leads to the next.",
            {
                "bidder": "the declarer, who won the auction",
                "left_of_bidder": "the player whose turn comes after the declarer's",
                "left_of_dealer": "eldest hand: the player whose turn comes after the dealer's",
                "dealer": "the dealer",
            },
        ),
        "trick_review": Meaning(
            "Which finished tricks a player may look at again.",
            {
                "last": "the last, until he or his partner has played to the next",
                "all": "all of them",
                "none": "none",
            },
        ),
        "renege_mode": Meaning(
            "What happens to a renege (revoke): a card played against the rules.",
            {
                "enforce": "it is impossible: such a card is refused",
                "detect_and_call": "it stands until it is corrected, or called by an opponent",
            },
        ),
        "renege_penalty": Meaning(
            "What a renege costs the side that made it, if it is called. Of several, joined with a vertical"
            " bar, the player who calls it chooses one; the first counts where none is named.",
            _PENALTIES,
        ),
        "false_call_penalty": Meaning(
            "What it costs a side to call a renege that was none, or in the wrong trick.",
            {**_PENALTIES, "none": "it costs nothing"},
        ),
        "renege_correction": Meaning(
            "Until when a player may take back a renege of his own without penalty.",
            {
                "never": "never",
                "before_trick_complete": "until the trick is complete",
                "before_quitted": "until the next trick is led to",
            },
        ),
        "claims": Meaning(
            "Whether a player may claim or concede tricks that are still to be played.",
            {
                "agreed": "he may, between two cards; they are his side's once every opponent accepts",
                "none": "he may not: every card is played",
            },
        ),
        "resigning": Meaning(
            "Whether the declarer may resign: the contract is set, and all tricks left go to the opponents.",
            {
                "none": "he may not",
                "after_kitty": "once he has seen the kitty or the dummy; without these, after the auction",
            },
        ),
        "revoker_cannot_win": Meaning(
            "Whether a side that reneged may win the game by that hand.",
            {True: "it may not: its score stays below the target", False: "it may"},
        ),
        "both_sides_revoke": Meaning(
            "What follows where both sides reneged in one hand.",
            {
                "independent": "each pays its penalty",
                "cancel": "nobody pays, and neither side can win the game by that hand",
                "new_deal": "the hand is void, and the same dealer deals again",
            },
        ),
    },
)

SCORES: Final = Group(
    "Scores of a contract",
    {
        "made_scoring": Meaning(
            "What the declarer's side scores for a contract made.",
            {
                "books_over_six": "its books above six (above bid_base), overtricks included",
                "bid_only": "the number bid",
                "per_trick": "every book",
            },
        ),
        "nonbidders_score": Meaning(
            "What the others score whether the contract is made or set.",
            {"none": "nothing", "per_trick": "a point for each trick of their own"},
        ),
        "set_scoring": Meaning(
            "Who gains or loses what where the contract is set.",
            {
                "bidder_loses": "the declarer's side loses the number bid",
                "opponents_gain": "the opponents score the number bid (each of them in dummy whist)",
                "both": "both of these: back door",
                "opponents_odd_tricks": "the opponents score books above six (above bid_base)",
                "both_odd": "the declarer's side loses the number bid, the opponents score odd tricks",
            },
        ),
        "nt_multiplier": Meaning(
            "What the score of a no-trump contract is multiplied by, made or set.",
            {
                1: "no-trump scores as a suit does",
                2: "no-trump counts double",
                3: "no-trump counts three times",
            },
        ),
        "nt_doubles": Meaning(
            "What of a no-trump score nt_multiplier applies to.",
            {
                "whole_result": "all of it, overtricks and the opponents' odd tricks included",
                "bid_only": "the number bid; overtricks and the opponents' odd tricks count once",
                "gain_only": "only what a contract scores that is made",
                "penalty_only": "only what a contract costs, or brings the opponents, that is set",
            },
        ),
        "boston_bonus": Meaning(
            "What a Boston scores: a contract made with all 13 books, or with all there are of six players. A"
            " number is that many points more, whatever was bid, added after nt_multiplier.",
            {
                "none": "nothing beyond its books",
                "fixed_13": "13 points whatever was bid, times nt_multiplier in no-trump",
                "double": "twice the score, where the highest number was bid, seven of 13 books",
                "quadruple": "four times the score, whatever was bid",
            },
        ),
        "boston_counts_penalties": Meaning(
            "Whether books gained and lost by penalties count towards a Boston.",
            {
                True: "they do: it takes 13 books after penalties",
                False: "they do not: it takes 13 books in tricks, the kitty's among them",
            },
        ),
    },
)

MATCH: Final = Group(
    "Match",
    {
        "target": Meaning("Score that wins the game."),
        "negative_target": Meaning(
            "Score that loses the game for who falls to it; of the others the highest wins.",
            {None: "a low score never loses"},
            follows="minus the target in bid_whist and no_kitty_52",
        ),
        "tie_break": Meaning(
            "Who wins where several reach the target in one hand, and of equals at hand_limit or time_limit.",
            {
                "highest_wins_then_replay": "the highest score; if equal, another hand is played",
                "bidder_first": "the declarer's side if among them, else as highest_wins_then_replay",
                "shared": "all of them",
            },
        ),
        "negative_tie_break": Meaning(
            "Who wins where nobody is left above negative_target, and of equals that are left above it.",
            {
                "highest_wins_then_replay": "the highest score; if equal, another hand is played",
                "bidder_first": "the declarer's side if among them, else as highest_wins_then_replay",
                "shared": "all of them",
            },
            follows="as tie_break",
        ),
        "win_on_own_bid": Meaning(
            "Whether a side reaches the target only in a hand in which it made its own contract. Its score"
            " runs on meanwhile; hand_limit, time_limit and what loses a game ask for no contract.",
            {True: "it must be declarer and make it: going out on one's own bid", False: "in any hand"},
        ),
        "lies_limit": Meaning(
            "How many lies (missed bids, contracts that are set) lose the game whatever the score.",
            {None: "no number of them"},
        ),
        "hand_limit": Meaning(
            "How many hands a game has at most: after them the highest score wins, of equals by tie_break."
            " Void hands are not counted.",
            {None: "any number"},
        ),
        "time_limit": Meaning(
            "After how many minutes of a match the hand in play is the last: then the highest score wins, of"
            " equals by tie_break.",
            {None: "time does not matter"},
        ),
        "two_games_for": Meaning(
            "Which hand, where a contract made in it wins the game by the target, makes the game count"
            " boston_game_value games.",
            {
                "boston_bid": "the highest bid, seven",
                "boston_taken": "one in which the declarer's side took all 13 books",
                "no_trump_made": "any no-trump",
                "boston_or_no_trump": "all 13 books taken, or any no-trump",
            },
        ),
        "boston_game_value": Meaning(
            "How many games a game counts that is won by a hand of two_games_for.",
            {1: "one, as any other", 2: "two"},
        ),
        "rise_and_fly": Meaning(
            "When a side rises from the table to make room for those who wait.",
            {
                "off": "never",
                "on_set": "at its first missed bid, which ends the match; no score is kept",
                "on_game_loss": "when it has lost the match",
            },
        ),
        "match": Meaning(
            "What is played for.",
            {
                "single_game": "one game, to the target",
                "best_of": "games from zero, until somebody has won more than half of best_of",
                "two_sessions": "two sessions with the targets of session_targets; the first brings a bonus",
                "rubber": "the best of three games, each worth 1, 2 or 3 by the losers' score, and 2 more",
            },
        ),
        "best_of": Meaning(
            'How many games match "best_of" is the best of, an odd number: 5 is three of five. A game that'
            " counts two counts two."
        ),
        "session_targets": Meaning(
            'Scores that end the first and the second session of match "two_sessions"; the score runs on.'
        ),
        "session_bonus_to": Meaning(
            "Where the bonus of the first session goes: 3, 2 or 1 points as the losers have nothing, less"
            " than half the target, or more.",
            {"score": "it is added to the score", "ledger": "into an account of its own, the ledger"},
        ),
        "game_points": Meaning(
            "Tournament points that the winners of a game enter in the ledger, for each game that it counts."
        ),
        "first_hand_bonus": Meaning(
            "Points in the ledger beside game_points for winning a game in its first hand without having bid:"
            " Columbus' back door, worth 5. Where the others forfeit the game, forfeit_bonus takes its place."
        ),
        "forfeit_bonus": Meaning(
            "Points in the ledger beside game_points for a game that the others forfeit, by missed bids"
            " (lies_limit) or by a renege or false call (lose_game), in whichever hand: Columbus has 5."
        ),
        "score_floor_zero": Meaning(
            "Whether scores may fall below zero.",
            {True: "they stop at zero", False: "they may"},
        ),
    },
)

WHIST: Final = Group(
    "Whist without an auction",
    {
        "trump_rule": Meaning(
            "How trumps are found.",
            {
                "declared": "there is an auction, and the declarer names them",
                "last_dealt_card": "there is no auction: the dealer's last card is turned up for trumps",
            },
        ),
        "honours": Meaning(
            "Whether honours score: A K Q J of trumps, as they were dealt to a side.",
            {True: "three or four on one side do", False: "they do not"},
        ),
        "honours_three": Meaning(
            "What three honours score.",
            {3: "three points", 2: "two points"},
        ),
        "honours_four": Meaning("What four honours score.", {4: "four points"}),
        "honours_bar": Meaning(
            "The score that bars a side from honours: only a side below it counts them.",
            {"target_minus_1": "one less than the target"},
        ),
        "honours_bar_when": Meaning(
            "Which score is compared with honours_bar.",
            {
                "after_tricks": "that after the tricks of the hand are scored",
                "start_of_deal": "that before the hand",
            },
        ),
        "honours_void_if_both_reach": Meaning(
            "What becomes of honours where both sides would reach the target with them.",
            {True: "they are void in that hand", False: "they count, after the tricks"},
        ),
    },
)

DUMMIES: Final = Group(
    "Dummies",
    {
        "dummy_exposed_when": Meaning(
            "When dummies are laid open.",
            {
                "after_auction": "after the auction and the cards thrown out; see declare_timing",
                "from_start": "before anything is said",
            },
        ),
        "dummy_renege_immune": Meaning(
            "Whether a renege of the dummy's cards is punished.",
            {True: "it costs nothing", False: "it costs renege_penalty, as any other"},
        ),
        "double_dummy_mode": Meaning(
            "What the dummies of double dummy whist are for.",
            {
                "four_hands": "each player plays his hand and his dummy, in tricks of four cards",
                "two_hands": "they are dead and stay face down; tricks are of two cards",
            },
        ),
        "seating": Meaning(
            "Order of play in double dummy whist.",
            {
                "alternating": "A, B, dummy of A, dummy of B: partners are opposite",
                "facing": "A, dummy of B, B, dummy of A: players are opposite, partners side by side",
            },
        ),
        "hand_option": Meaning(
            "Whether players of double dummy whist may swap the hand dealt for their dummy's. Each"
            " who keeps his own doubles all scores of the hand.",
            {
                "off": "no, and nothing is doubled",
                "sequential": "yes: the player who is not the dealer chooses first, openly",
                "simultaneous": "yes: neither knows what the other chooses",
            },
        ),
        "swap_effect": Meaning(
            "What becomes of a hand that is swapped.",
            {
                "swap": "it becomes the dummy",
                "discard": 'it is out of play; only with double_dummy_mode "two_hands"',
            },
        ),
    },
)

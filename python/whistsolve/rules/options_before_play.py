# ruff: noqa: RUF009 (options are fields of a dataclass)
"""The options that matter before the first lead: table, deck, auction, kitty, jokers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from whistsolve.rules import conditions, defaults
from whistsolve.rules.conditions import Condition
from whistsolve.rules.option import MOST_CARDS, Game, Group

DECK = Group("Table and deck")
AUCTION = Group("Auction", conditions.AUCTION)
KITTY = Group("Kitty")
JOKERS = Group("Jokers in no-trump", conditions.AUCTION)


@dataclass(frozen=True, slots=True, kw_only=True, init=False, eq=False, repr=False)
class OptionsBeforePlay:
    """The first fields of `Rules`; see `Group.option` for how each is defined."""

    game: Game = DECK.option(
        "Which game is played; defaults of other options follow from it.",
        {
            "bid_whist": "partnership bid whist: four players, or six in teams, an auction, a kitty",
            "cutthroat": "bid whist of three to six players, each alone",
            "whist": "classic whist: no auction, the last card dealt makes trumps",
            "dummy": "dummy whist: three players and a fourth hand, the dummy, opposite the declarer",
            "double_dummy": "double dummy whist: two players, each with their own dummy",
            "no_kitty_52": "partnership bid whist in which all 52 cards are dealt, 13 each",
        },
    )
    players: int = DECK.option(
        "Players at the table, dummies not counted. Cutthroat has 3 to 6, bid whist 4 or 6, other"
        " games leave no choice.",
        default=4,
        by_game={"dummy": 3, "double_dummy": 2},
        span=(2, 6),
    )
    teams: Literal[2, 3] = DECK.option(
        "Sides that play against each other in bid whist of six. All other teams play together"
        " against that of the declarer.",
        {2: "two teams of three, every other player", 3: "three teams of two, opposite players"},
        matters_if=Condition("with six players of bid whist", lambda rules: rules.has_teams),
    )
    direction_of_play: Literal["clockwise", "counterclockwise"] = DECK.option(
        "Direction of dealing, bidding and play. Seats are numbered clockwise in either.",
        {"clockwise": "the turn passes to the left", "counterclockwise": "the turn passes to the right"},
        by_game={"whist": "counterclockwise"},
    )
    jokers: Literal[0, 1, 2] = DECK.option(
        "Jokers in the deck.",
        {0: "none", 1: "one, the big joker", 2: "big joker and little joker"},
        default=2,
        by_game={"whist": 0, "dummy": 0, "double_dummy": 0, "no_kitty_52": 0},
    )
    lowest_rank: int = DECK.option(
        "Lowest rank in the deck (jack 11, queen 12, king 13, ace 14); lower ones are left out.",
        default=2,
        span=(2, 14),
    )
    removed_cards: str | None = DECK.option(
        "Single cards that leave the pack, such as D2 C2: with both jokers and without a kitty the"
        " other 52 come out even. Cards of suits with blanks between.",
        {None: "the pack is whole"},
        form="cards",
    )
    hand_size: int | None = DECK.option(
        "Cards of each hand in play, after the declarer's discard.",
        {None: 'hands need not be of one size; only with joker_no_trump "removed", which requires it'},
        default=defaults.hand_size,
        follows="in cutthroat 16, 12, 10 or 8 with 3, 4, 5 or 6 players, in bid whist of six 8; what a kitty"
        " of a given size leaves",
        span=(1, MOST_CARDS),
    )
    kitty_size: int = DECK.option(
        "Cards left over for the kitty. It must be what the hands leave of the deck.",
        default=defaults.kitty_size,
        follows="what the hands leave of the deck; 0 with dummies",
        span=(0, 54),
    )
    first_dealer: Literal["random", "low_card", "high_card", "first_diamond", "first_club"] = DECK.option(
        "How the first dealer is found. Afterwards the deal passes on in the direction of play.",
        {
            "random": "at random",
            "low_card": "everybody draws a card, the lowest deals; the ace is low",
            "high_card": "everybody draws a card, the highest deals; the ace is high",
            "first_diamond": "cards are dealt face up; the player who gets the first diamond deals",
            "first_club": "cards are dealt face up; the player who gets the first club deals",
        },
        by_game={"whist": "low_card"},
        matters_if=Condition(
            "where a player deals first: with one dummy and a turned-up trump the dummy does",
            lambda rules: rules.game != "dummy" or rules.has_auction,
        ),
    )
    misdeal: Literal["none", "same_dealer", "next_dealer"] = DECK.option(
        "Whether a misdeal may be claimed before the first call, or without an auction before the"
        " first card; the hand is then void.",
        {
            "none": "it may not",
            "same_dealer": "it may, and the same dealer deals again",
            "next_dealer": "it may, and the next player deals",
        },
        source="Columbus Whist Players Society, and other house rules",
    )
    redeal_claim: Literal["none", "no_ace", "no_face", "no_ace_or_face", "no_trump_card"] = DECK.option(
        "Which hand entitles a player to have the cards dealt again before calling, or without"
        " an auction played. The hand is shown, and is void. A joker is neither ace nor face card,"
        " but a player who was dealt one may not claim.",
        {
            "none": "none",
            "no_ace": "one without an ace",
            "no_face": "one without a face card: king, queen or jack",
            "no_ace_or_face": "one without ace, king, queen and jack",
            "no_trump_card": "one without a card of the suit turned up for trumps",
        },
        source="house rules; about jokers this library's reading",
    )
    redeal_claim_when: Literal["first_hand", "any_hand"] = DECK.option(
        "In which hands the cards may be dealt again under redeal_claim.",
        {
            "first_hand": "until a hand of the game has counted; void hands do not",
            "any_hand": "in every hand",
        },
        matters_if=conditions.CLAIM,
    )
    redeal_dealer: Literal["same_dealer", "next_dealer"] = DECK.option(
        "Who deals after a claim under redeal_claim.",
        {"same_dealer": "the same dealer", "next_dealer": "the next player"},
        matters_if=conditions.CLAIM,
    )
    auction_rounds: Literal["single", "until_one_left", "until_passed_out"] = AUCTION.option(
        "How long the bidding goes on. The player after the dealer calls first.",
        {
            "single": "one round: everybody calls once, the dealer last",
            "until_one_left": "round after round, until all but one have passed",
            "until_passed_out": "round after round, until after a bid all others have passed in a row",
        },
        by_game={"cutthroat": "until_one_left"},
    )
    bid_form: Literal["level_strain", "level_nt_only", "number_only", "named_suit", "named_strain"] = (
        AUCTION.option(
            "What a bid says beside its number; what it leaves open is named by the declarer.",
            {
                "level_strain": "uptown, downtown or no-trump: 4+, 4-, 4NT",
                "level_nt_only": "whether it is no-trump: 4, 4NT",
                "number_only": "nothing: 4",
                "named_suit": "the suit, ranked clubs, diamonds, hearts, spades, no-trump: 4S, 4NT",
                "named_strain": "suit and direction, suits ranked likewise: 4S-, 4NT+",
            },
            by_game={"cutthroat": "level_nt_only"},
        )
    )
    bid_base: int = AUCTION.option(
        "Tricks that do not count: books that a contract needs on top of the number bid. With 6 the"
        " number is odd tricks, so that a bid of 4 needs 10 books; with 0 it is all books.",
        default=defaults.bid_base,
        follows="half of all books with six players of bid whist, 4 of 9, and of six books or fewer",
        span=(0, 6),
    )
    min_bid: int = AUCTION.option(
        "Lowest number that may be bid. The highest takes all books: 7 where there are 13.",
        default=defaults.min_bid,
        follows="1 with six players of bid whist; no more than can be made",
        span=(0, 7),
    )
    nt_beats_suit: bool = AUCTION.option(
        "How a no-trump bid compares with a suit bid of the same number.",
        {True: "no-trump beats it", False: "they are equal, neither beats the other"},
        matters_if=conditions.TELLS_NO_TRUMP,
    )
    low_beats_high: Literal["equal", "downtown_over_uptown"] = AUCTION.option(
        "How a downtown bid compares with an uptown bid of the same number, and suit where it is named.",
        {"equal": "neither beats the other", "downtown_over_uptown": "downtown beats uptown"},
        matters_if=conditions.TELLS_DIRECTION,
    )
    nt_direction_in_bid: bool = AUCTION.option(
        "Whether a no-trump bid says its direction.",
        {True: "it does: 4NT+ or 4NT-", False: "uptown or downtown is named by the declarer"},
        default=defaults.nt_direction_in_bid,
        follows="true with bid_form named_strain, which requires it",
        matters_if=conditions.TELLS_NO_TRUMP,
    )
    dealer_may_equal: Literal[False, "number", "number_and_strain"] = AUCTION.option(
        "Whether the dealer may take the contract with a bid that is no better than the best so far."
        " Where the bidding goes round, only at a number that the dealer has not bid yet: this library's"
        " reading, without which an auction might not end.",
        {
            False: "no, the dealer's bid must be better, as any other",
            "number": "yes, with any bid of the same number",
            "number_and_strain": "yes, with the very same bid",
        },
    )
    all_pass: Literal[
        "dealer_must_bid", "dealer_stuck_at_minimum", "redeal_same_dealer", "redeal_next_dealer"
    ] = AUCTION.option(
        "What happens where all before the dealer have passed.",
        {
            "dealer_must_bid": "the dealer has to bid, any legal bid",
            "dealer_stuck_at_minimum": "the dealer has to bid the lowest number",
            "redeal_same_dealer": "the dealer may pass too, then the same dealer deals again",
            "redeal_next_dealer": "the dealer may pass too, then the next player deals",
        },
    )
    pass_is_final: bool = AUCTION.option(
        "Whether a pass is final where the bidding goes round more than once.",
        {True: "who has passed is out of the auction", False: "who has passed may bid later"},
        matters_if=Condition("where the bidding goes round", lambda rules: rules.auction_rounds != "single"),
    )
    declare_timing: Literal["before_kitty", "after_kitty", "after_discard", "after_dummy", "before_dummy"] = (
        AUCTION.option(
            "When the declarer names what the bid has left open, trump suit or direction.",
            {
                "before_kitty": "before the kitty is taken; with dummies, before a dummy is seen",
                "after_kitty": "with the kitty in hand, before the discard",
                "after_discard": "after the discard; with dummies, before they are exposed",
                "after_dummy": "when the dummies are exposed; without dummies as after_kitty",
                "before_dummy": "as before_kitty",
            },
            by_game={"dummy": "after_dummy", "double_dummy": "after_dummy"},
            matters_if=Condition(
                "with a kitty or a dummy to see first",
                lambda rules: rules.kitty_size > 0 or conditions.DUMMIES.holds(rules),
            )
            & conditions.LEAVES_OPEN,
        )
    )
    downtown_ace: Literal["good", "bad", "declarer_choice"] = AUCTION.option(
        "What the ace is worth downtown.",
        {
            "good": "the best card of its suit: A 2 3 ... Q K",
            "bad": "the worst card of its suit: 2 3 ... Q K A",
            "declarer_choice": "either, as the declarer chooses when naming the strain",
        },
    )
    sport_kitty: Literal["never", "trump_only", "always"] = KITTY.option(
        "Whether the kitty is sported: turned up for all to see before it is taken.",
        {
            "never": "only the declarer sees it",
            "trump_only": "where it is known by then that the contract has a trump suit",
            "always": "in every contract",
        },
        default="trump_only",
        matters_if=conditions.KITTY,
    )
    partner_sees_kitty: bool = KITTY.option(
        "Whether the declarer's partner sees the kitty once it is taken, as it was: not the discards.",
        {True: "the partner does", False: "the partner does not, unless the kitty is turned up for all"},
        default=False,
        matters_if=conditions.KITTY & Condition("with partners", lambda rules: rules.is_partnership),
    )
    kitty_book: Literal["bidder", "first_trick_winner", "none"] = KITTY.option(
        "Whose book the discards of the kitty are.",
        {
            "bidder": "the declarer's side has one book from them",
            "first_trick_winner": "they go with the first trick, which counts two",
            "none": "nobody's",
        },
        default=defaults.kitty_book,
        follows="none where there is no kitty",
    )
    reveal_discards_at_end: bool = KITTY.option(
        "Whether the discards are shown to all after the last trick.",
        {True: "they are", False: "only who made them knows them"},
        default=False,
        matters_if=conditions.DISCARDS,
    )
    joker_no_trump: Literal[
        "must_discard_first_void", "free_discard", "exchanged", "removed", "high_no_suit"
    ] = JOKERS.option(
        "What jokers are in no-trump, where they belong to no suit. With a trump suit they are the"
        " two best trumps, the big joker first. Who can follow suit must, unless joker_any_time is"
        " true.",
        {
            "must_discard_first_void": "worthless; a hand that cannot follow suit must throw one",
            "free_discard": "worthless; a hand that cannot follow suit may throw any card",
            "exchanged": "before the first lead each is exchanged for one of the discards",
            "removed": "laid aside: a joker stands for one card less",
            "high_no_suit": "the two best cards of all, the big joker first; no duty to play them",
        },
    )
    joker_any_time: bool = JOKERS.option(
        "Whether in no-trump a joker may be played by a hand that could follow suit. It may be led as"
        " joker_lead_no_trump says, and where it must be thrown at a void it still must.",
        {True: "at any time, as a card of no suit", False: "only by a hand that cannot follow"},
        default=False,
    )
    exchange_pick: Literal["random", "bidder_chooses", "holder_chooses_face_up"] = JOKERS.option(
        'Which discard a joker is exchanged for under joker_no_trump "exchanged"; it is never a joker.',
        {
            "random": "one drawn blindly",
            "bidder_chooses": "one that the declarer chooses",
            "holder_chooses_face_up": "one that the holder of the joker chooses; all see both cards",
        },
        matters_if=conditions.EXCHANGED,
    )
    exchange_bidder_must_bury: bool = JOKERS.option(
        'What a hand that discards, also a dummy, does with its jokers under joker_no_trump "exchanged".',
        {
            True: "it discards them, where the bid or the strain named says no-trump by then",
            False: "it may keep them, and exchanges them; the declarer's hand after all others",
        },
        matters_if=conditions.EXCHANGED,
    )
    joker_lead_no_trump: Literal[
        "first_suited_card", "free_play", "forbidden_unless_only_jokers", "leader_names_suit"
    ] = JOKERS.option(
        "What the lead of a joker means in no-trump.",
        {
            "first_suited_card": "the next card with a suit is played freely; that suit must be followed",
            "free_play": "nobody has to follow; if jokers are worthless, the first suit played decides",
            "forbidden_unless_only_jokers": "only a hand of jokers may lead one; as first_suited_card",
            "leader_names_suit": "the leader names the suit that must be followed: BJ:H",
        },
        matters_if=Condition(
            "where jokers stay in play", lambda rules: rules.joker_no_trump not in ("exchanged", "removed")
        ),
    )

"""What the options mean that matter before the first lead: table, deck, auction, kitty, jokers."""

from __future__ import annotations

from typing import Final

from whistsolve.rules.meanings.entry import Group, Meaning

__all__ = ["AUCTION", "JOKERS", "KITTY", "TABLE_AND_DECK"]

TABLE_AND_DECK: Final = Group(
    "Table and deck",
    {
        "game": Meaning(
            "Which game is played; defaults of other options follow from it.",
            {
                "bid_whist": "partnership bid whist: four players, or six in teams, an auction, a kitty",
                "cutthroat": "bid whist of three to six players, each for himself",
                "whist": "classic whist: no auction, the last card dealt makes trumps",
                "dummy": "dummy whist: three players and a fourth hand, the dummy, opposite the declarer",
                "double_dummy": "double dummy whist: two players, each with a dummy of his own",
                "no_kitty_52": "partnership bid whist in which all 52 cards are dealt, 13 each",
            },
        ),
        "players": Meaning(
            "Players at the table, dummies not counted. Cutthroat has 3 to 6, bid whist 4 or 6, other games"
            " leave no choice."
        ),
        "teams": Meaning(
            "Sides that play against each other in bid whist of six. All other teams play together against"
            " that of the declarer.",
            {2: "two teams of three, every other player", 3: "three teams of two, opposite players"},
        ),
        "direction_of_play": Meaning(
            "Direction of dealing, bidding and play. Seats are numbered clockwise in either.",
            {
                "clockwise": "the turn passes to the left",
                "counterclockwise": "the turn passes to the right",
            },
        ),
        "jokers": Meaning(
            "Jokers in the deck.",
            {0: "none", 1: "one, the big joker", 2: "big joker and little joker"},
        ),
        "lowest_rank": Meaning(
            "Lowest rank in the deck (jack 11, queen 12, king 13, ace 14); lower ones are left out."
        ),
        "removed_cards": Meaning(
            "Single cards that leave the pack, such as D2 C2: with both jokers and without a kitty the other"
            " 52 come out even. Cards of suits with blanks between.",
            {None: "the pack is whole"},
        ),
        "hand_size": Meaning(
            "Cards of each hand in play, after the declarer's discard.",
            {None: 'hands need not be of one size; only with joker_no_trump "removed", which requires it'},
            follows="in cutthroat 16, 12, 10 or 8 with 3, 4, 5 or 6 players, in bid whist of six 8;"
            " what a kitty of a given size leaves",
        ),
        "kitty_size": Meaning(
            "Cards left over for the kitty. It must be what the hands leave of the deck.",
            follows="what the hands leave of the deck; 0 with dummies",
        ),
        "first_dealer": Meaning(
            "How the first dealer is found. Afterwards the deal passes on in the direction of play.",
            {
                "random": "at random",
                "low_card": "everybody draws a card, the lowest deals; the ace is low",
                "high_card": "everybody draws a card, the highest deals; the ace is high",
                "first_diamond": "cards are dealt face up; who gets the first diamond deals",
                "first_club": "cards are dealt face up; who gets the first club deals",
            },
        ),
        "misdeal": Meaning(
            "Whether a misdeal may be claimed before the first call, or without an auction before the first"
            " card; the hand is then void. Source: house rules, Columbus among them.",
            {
                "none": "it may not",
                "same_dealer": "it may, and the same dealer deals again",
                "next_dealer": "it may, and the next player deals",
            },
        ),
        "redeal_claim": Meaning(
            "Which hand entitles a player to have the cards dealt again before he has called, or without an"
            " auction played. He shows it, and the hand is void. A joker is neither ace nor face card, but"
            " whoever was dealt one may not claim. Source: house rules; about jokers this library's reading.",
            {
                "none": "none",
                "no_ace": "one without an ace",
                "no_face": "one without a face card: king, queen or jack",
                "no_ace_or_face": "one without ace, king, queen and jack",
                "no_trump_card": "one without a card of the suit turned up for trumps",
            },
        ),
        "redeal_claim_when": Meaning(
            "In which hands the cards may be dealt again under redeal_claim.",
            {
                "first_hand": "until a hand of the game has counted; void hands do not",
                "any_hand": "in every hand",
            },
        ),
        "redeal_dealer": Meaning(
            "Who deals after a claim under redeal_claim.",
            {"same_dealer": "the same dealer", "next_dealer": "the next player"},
        ),
    },
)

AUCTION: Final = Group(
    "Auction",
    {
        "auction_rounds": Meaning(
            "How long the bidding goes on. The player after the dealer calls first.",
            {
                "single": "one round: everybody calls once, the dealer last",
                "until_one_left": "round after round, until all but one have passed",
                "until_passed_out": "round after round, until after a bid all others have passed in a row",
            },
        ),
        "bid_form": Meaning(
            "What a bid says beside its number; what it leaves open is named by the declarer.",
            {
                "level_strain": "uptown, downtown or no-trump: 4+, 4-, 4NT",
                "level_nt_only": "whether it is no-trump: 4, 4NT",
                "number_only": "nothing: 4",
                "named_suit": "the suit, ranked clubs, diamonds, hearts, spades, no-trump: 4S, 4NT",
                "named_strain": "suit and direction, suits ranked likewise: 4S-, 4NT+",
            },
        ),
        "bid_base": Meaning(
            "Tricks that do not count: books that a contract needs on top of the number bid. With 6 the"
            " number is odd tricks, so that a bid of 4 needs 10 books; with 0 it is all books.",
            follows="half of all books with six players of bid whist, 4 of 9, and of six books or fewer",
        ),
        "min_bid": Meaning(
            "Lowest number that may be bid. The highest takes all books: 7 where there are 13.",
            follows="1 with six players of bid whist; no more than can be made",
        ),
        "nt_beats_suit": Meaning(
            "How a no-trump bid compares with a suit bid of the same number.",
            {True: "no-trump beats it", False: "they are equal, neither beats the other"},
        ),
        "low_beats_high": Meaning(
            "How a downtown bid compares with an uptown bid of the same number, and suit where it is named.",
            {"equal": "neither beats the other", "downtown_over_uptown": "downtown beats uptown"},
        ),
        "nt_direction_in_bid": Meaning(
            "Whether a no-trump bid says its direction.",
            {True: "it does: 4NT+ or 4NT-", False: "uptown or downtown is named by the declarer"},
            follows="true with bid_form named_strain, which requires it",
        ),
        "dealer_may_equal": Meaning(
            "Whether the dealer may take the contract with a bid that is no better than the best so far.",
            {
                False: "no, his bid must be better, as everybody's",
                "number": "yes, with any bid of the same number",
                "number_and_strain": "yes, with the very same bid",
            },
        ),
        "all_pass": Meaning(
            "What happens where all before the dealer have passed.",
            {
                "dealer_must_bid": "the dealer has to bid, whatever he likes",
                "dealer_stuck_at_minimum": "the dealer has to bid the lowest number",
                "redeal_same_dealer": "he may pass too, then the same dealer deals again",
                "redeal_next_dealer": "he may pass too, then the next player deals",
            },
        ),
        "pass_is_final": Meaning(
            "Whether a pass is final where the bidding goes round more than once.",
            {True: "who has passed is out of the auction", False: "who has passed may bid later"},
        ),
        "declare_timing": Meaning(
            "When the declarer names what his bid has left open, trump suit or direction.",
            {
                "before_kitty": "before the kitty is taken; with dummies, before a dummy is seen",
                "after_kitty": "with the kitty in hand, before the discard",
                "after_discard": "after the discard; with dummies, before they are exposed",
                "after_dummy": "when the dummies are exposed; without dummies as after_kitty",
                "before_dummy": "as before_kitty",
            },
        ),
        "downtown_ace": Meaning(
            "What the ace is worth downtown.",
            {
                "good": "the best card of its suit: A 2 3 ... Q K",
                "bad": "the worst card of its suit: 2 3 ... Q K A",
                "declarer_choice": "either, as the declarer says when he names the strain",
            },
        ),
    },
)

KITTY: Final = Group(
    "Kitty",
    {
        "sport_kitty": Meaning(
            "Whether the kitty is sported: turned up for all to see before it is taken.",
            {
                "never": "only the declarer sees it",
                "trump_only": "where it is known by then that the contract has a trump suit",
                "always": "in every contract",
            },
        ),
        "partner_sees_kitty": Meaning(
            "Whether the declarer's partner sees the kitty once it is taken, as it was: not the discards.",
            {True: "he does", False: "he does not, unless the kitty is turned up for all"},
        ),
        "kitty_book": Meaning(
            "Whose book the discards of the kitty are.",
            {
                "bidder": "the declarer's side has one book from them",
                "first_trick_winner": "they go with the first trick, which counts two",
                "none": "nobody's",
            },
            follows="none where there is no kitty",
        ),
        "reveal_discards_at_end": Meaning(
            "Whether the discards are shown to all after the last trick.",
            {True: "they are", False: "only who made them knows them"},
        ),
    },
)

JOKERS: Final = Group(
    "Jokers in no-trump",
    {
        "joker_no_trump": Meaning(
            "What jokers are in no-trump, where they belong to no suit. With a trump suit they are the two"
            " best trumps, the big joker first. Who can follow suit must, unless joker_any_time is true.",
            {
                "must_discard_first_void": "worthless; who cannot follow suit must throw one if he can",
                "free_discard": "worthless; who cannot follow suit may throw any card",
                "exchanged": "before the first lead each is exchanged for one of the discards",
                "removed": "laid aside: a joker stands for one card less",
                "high_no_suit": "the two best cards of all, the big joker first; no duty to play them",
            },
        ),
        "joker_any_time": Meaning(
            "Whether in no-trump a joker may be played by a hand that could follow suit. It may be led as"
            " joker_lead_no_trump says, and where it must be thrown at a void it still must.",
            {True: "at any time, as a card of no suit", False: "only by who cannot follow"},
        ),
        "exchange_pick": Meaning(
            'Which discard a joker is exchanged for under joker_no_trump "exchanged"; it is never a joker.',
            {
                "random": "one drawn blindly",
                "bidder_chooses": "one that the declarer chooses",
                "holder_chooses_face_up": "one that the holder of the joker chooses; all see both cards",
            },
        ),
        "exchange_bidder_must_bury": Meaning(
            'What a hand that discards, also a dummy, does with its jokers under joker_no_trump "exchanged".',
            {
                True: "it discards them, where the bid or the strain named says no-trump by then",
                False: "it may keep them, and exchanges them; the declarer's hand after all others",
            },
        ),
        "joker_lead_no_trump": Meaning(
            "What the lead of a joker means in no-trump.",
            {
                "first_suited_card": "the next card with a suit is played freely; that suit must be followed",
                "free_play": "nobody has to follow; if jokers are worthless, the first suit played decides",
                "forbidden_unless_only_jokers": "only a hand of jokers may lead one; as first_suited_card",
                "leader_names_suit": "the leader names the suit that must be followed: BJ:H",
            },
        ),
    },
)

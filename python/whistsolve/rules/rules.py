"""`Rules`: every option of every game in one frozen dataclass."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, get_type_hints

from whistsolve.errors import RulesError
from whistsolve.rules.defaults import BY_GAME, game_default
from whistsolve.rules.options import Game, Option, nearest
from whistsolve.rules.presets import PRESETS
from whistsolve.rules.validation import check_players, check_rules, rules_warnings
from whistsolve.values.cards import BIG_JOKER, LITTLE_JOKER, RANK_MASK, Suit
from whistsolve.values.hands import Hand
from whistsolve.values.reading import shown

__all__ = ["Rules"]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Rules:
    """The rules of a game of the whist family.

    Every option may be given by name; those left out have the default of the game. Make rules with
    :meth:`preset`, or directly.

    Raises
    ------
    RulesError
        Where an option has a value that it cannot have, or options exclude each other: the message names
        the option and its value, and says what was expected.

    Notes
    -----
    Source: the seed rules of bid whist, whist and dummy whist; where they are silent, Portland Club 1900
    and published house rules, as named at the presets.

    ``hand_size=None`` means that hands need not be of one size during play. It belongs to
    ``joker_no_trump="removed"``, and deals then take ``dealt_hand_size`` cards each.

    Examples
    --------
    >>> rules = Rules.preset("bid_whist_seed", jokers=1)
    >>> rules.hand_size, rules.kitty_size, rules.books
    (12, 5, 13)
    >>> Rules(game="cutthroat", players=5)
    Rules(game='cutthroat', players=5)
    """

    #: Which game; the defaults of other options follow from it.
    game: Game = "bid_whist"
    #: Players at the table, dummies not counted.
    players: int = BY_GAME
    #: Direction of bidding, dealing and play. Seats are numbered clockwise in either.
    direction_of_play: Literal["clockwise", "counterclockwise"] = BY_GAME
    #: Jokers in the deck; a single one is the big joker.
    jokers: Literal[0, 1, 2] = BY_GAME
    #: Lowest rank in the deck, 2 to 14 (jack 11, ace 14); lower ones are left out of every suit.
    lowest_rank: int = 2
    #: Cards each, after a declarer's discards; `None` only with ``joker_no_trump="removed"``.
    hand_size: int | None = BY_GAME
    #: Cards left over for the kitty; follows from deck, players and hand size.
    kitty_size: int = BY_GAME
    #: Who deals first.
    first_dealer: Literal["random", "low_card", "high_card", "first_diamond", "first_club"] = BY_GAME

    # The auction.
    #: How long bidding goes on.
    auction_rounds: Literal["single", "until_one_left", "until_passed_out"] = BY_GAME
    #: What a bid says beside its number.
    bid_form: Literal["level_strain", "level_nt_only", "number_only", "named_suit", "points"] = BY_GAME
    #: Books that do not count towards the number bid.
    bid_base: Literal[6, 0] = BY_GAME
    #: Lowest number that may be bid.
    min_bid: int = BY_GAME
    #: Whether no-trump beats a suit bid of the same number.
    nt_beats_suit: bool = True
    #: How a downtown bid compares with an uptown bid of the same number.
    low_beats_high: Literal["equal", "downtown_over_uptown"] = "equal"
    #: Whether a no-trump bid says uptown or downtown at once.
    nt_direction_in_bid: bool = False
    #: Whether the dealer takes the contract with an equal bid.
    dealer_may_equal: Literal[False, "number", "number_and_strain"] = False
    #: What happens where nobody bids.
    all_pass: Literal[
        "dealer_must_bid", "dealer_stuck_at_minimum", "redeal_same_dealer", "redeal_next_dealer"
    ] = "dealer_must_bid"
    #: Whether who has passed is out of the auction.
    pass_is_final: bool = True
    #: When trump suit or direction is named.
    declare_timing: Literal["before_kitty", "after_kitty", "after_discard", "after_dummy", "before_dummy"] = (
        BY_GAME
    )
    #: Whether the ace is the best or the worst card downtown.
    downtown_ace: Literal["good", "bad", "declarer_choice"] = "good"

    # The kitty.
    #: When all see the kitty before it is taken.
    sport_kitty: Literal["never", "trump_only", "always"] = "trump_only"
    #: Whose book the discards are.
    kitty_book: Literal["bidder", "first_trick_winner", "none"] = BY_GAME
    #: Whether the discards are shown after play.
    reveal_discards_at_end: bool = False

    # Jokers in no-trump, where they belong to no suit.
    #: What a holder must or may do with one.
    joker_no_trump: Literal[
        "must_discard_first_void", "free_discard", "exchanged", "removed", "high_no_suit"
    ] = "must_discard_first_void"
    #: Which discard a holder gets for his joker where they are exchanged.
    exchange_pick: Literal["random", "bidder_chooses", "holder_chooses_face_up"] = "random"
    #: Whether the bidder must discard his own jokers where they are exchanged.
    exchange_bidder_must_bury: bool = True
    #: What happens where a joker is led.
    joker_lead_no_trump: Literal[
        "first_suited_card", "free_play", "forbidden_unless_only_jokers", "leader_names_suit"
    ] = "first_suited_card"

    # Play.
    #: Who leads to the first trick.
    first_leader: Literal["bidder", "left_of_bidder", "left_of_dealer", "dealer"] = BY_GAME
    #: Which tricks may be looked at again.
    trick_review: Literal["last", "all", "none"] = "last"
    #: Whether illegal cards are impossible, or stand until somebody calls them.
    renege_mode: Literal["enforce", "detect_and_call"] = "enforce"
    #: What a renege costs: ``transfer_tricks:n``, ``remove_tricks:n``, ``minus_points:n``,
    #: ``plus_points_opp:n`` or ``lose_game``; `Penalty.from_text` reads it.
    renege_penalty: str = BY_GAME
    #: What calling a renege wrongly costs: the same, or ``none``.
    false_call_penalty: str = BY_GAME
    #: Until when a renege can be put right.
    renege_correction: Literal["never", "before_trick_complete", "before_quitted"] = BY_GAME

    # Scores.
    #: What the declarer's side scores for a contract made.
    made_scoring: Literal["books_over_six", "bid_only", "per_trick"] = BY_GAME
    #: What the others score whatever the contract does.
    nonbidders_score: Literal["none", "per_trick"] = BY_GAME
    #: Who gains or loses what where the contract is set; ``both`` is what is called "back door".
    set_scoring: Literal["bidder_loses", "opponents_gain", "both", "opponents_odd_tricks", "both_odd"] = (
        BY_GAME
    )
    #: What no-trump multiplies scores by.
    nt_multiplier: Literal[1, 2] = 1
    #: What of the score it multiplies.
    nt_doubles: Literal["whole_result", "bid_only"] = "whole_result"
    #: What taking all thirteen books scores.
    boston_bonus: Literal["none", "fixed_13", "double", "quadruple"] = "none"
    #: How many games a game won by bidding seven counts.
    boston_game_value: Literal[1, 2] = 2
    #: Score that wins the game.
    target: int = BY_GAME
    #: Score that loses it, or `None`.
    negative_target: int | None = BY_GAME
    #: Who wins where several reach the target in one hand.
    tie_break: Literal["highest_wins_then_replay", "bidder_first", "shared"] = "highest_wins_then_replay"
    #: How many missed bids lose the game, or `None`.
    lies_limit: Literal[2] | None = None
    #: When a side leaves the table.
    rise_and_fly: Literal["off", "on_set", "on_game_loss"] = "off"

    # Whist without an auction.
    #: How trumps are found.
    trump_rule: Literal["declared", "last_dealt_card"] = BY_GAME
    #: Whether honours (A K Q J of trumps) score.
    honours: bool = False
    #: What three honours score.
    honours_three: Literal[3, 2] = 3
    #: What four honours score.
    honours_four: Literal[4] = 4
    #: Score from which on a side counts no honours.
    honours_bar: int | Literal["target_minus_1"] = 4
    #: When that score is looked at.
    honours_bar_when: Literal["after_tricks", "start_of_deal"] = "after_tricks"
    #: Whether honours are void where both sides would reach the target.
    honours_void_if_both_reach: bool = True
    #: What is played for.
    match: Literal["single_game", "two_sessions", "rubber"] = "single_game"
    #: Scores that end the first and the second session.
    session_targets: tuple[int, int] = (5, 10)
    #: Where the bonus of the first session goes.
    session_bonus_to: Literal["score", "ledger"] = "score"
    #: Whether a side that revoked cannot win the game in that hand.
    revoker_cannot_win: bool = False
    #: What happens where both sides revoke.
    both_sides_revoke: Literal["independent", "cancel", "new_deal"] = "independent"
    #: Whether scores stop at zero on the way down.
    score_floor_zero: bool = False

    # Dummies.
    #: When a dummy is laid open.
    dummy_exposed_when: Literal["after_auction", "from_start"] = "after_auction"
    #: Whether a dummy's renege costs nothing.
    dummy_renege_immune: bool = False
    #: Double dummy whist with each player's dummy in play, or with the dummies dead.
    double_dummy_mode: Literal["four_hands", "two_hands"] = "four_hands"
    #: Where the dummies sit: A, B, dummy A, dummy B in order of play, or A, dummy B, B, dummy A.
    seating: Literal["alternating", "facing"] = "alternating"
    #: Whether players may swap their hand for their dummy's, and who says so first.
    hand_option: Literal["off", "sequential", "simultaneous"] = "sequential"
    #: What becomes of a hand swapped.
    swap_effect: Literal["swap", "discard"] = "swap"

    def __post_init__(self) -> None:
        for name, option in _OPTIONS.items():
            value = getattr(self, name)
            read = game_default(name, self) if value is BY_GAME else option.read(name, value)
            object.__setattr__(self, name, read)
            if name == "players":
                check_players(self)
        check_rules(self)

    @classmethod
    def preset(cls, name: str, **overrides: Any) -> Rules:
        """Rules with a name, changed where options are given.

        Options that follow from others follow the changed ones: with ``jokers=1`` the kitty has a card less.

        Parameters
        ----------
        name : str
            One of :meth:`preset_names`.
        **overrides
            Options and their values.

        Raises
        ------
        RulesError
            Where there is no such preset or option, or as for ``Rules(...)``.
        """
        if not isinstance(name, str) or name not in PRESETS:
            hint = nearest(name, PRESETS)
            raise RulesError(f"preset {shown(name)} is wrong: expected one of {', '.join(PRESETS)}{hint}")
        return cls.from_dict({**PRESETS[name], **overrides})

    @staticmethod
    def preset_names() -> tuple[str, ...]:
        """The names of all presets."""
        return tuple(PRESETS)

    @classmethod
    def from_dict(cls, options: Mapping[str, object]) -> Rules:
        """Rules from options by name, such as :meth:`overrides` gives or a JSON object holds.

        Raises
        ------
        RulesError
            Where it is no mapping or names an option that does not exist, or as for ``Rules(...)``.
        """
        if not isinstance(options, Mapping):
            raise RulesError(f"rules {shown(options)} are wrong: expected options by name")
        for name in options:
            if name == "back_door":
                raise RulesError("option 'back_door' is not used: say set_scoring='both' for back door")
            if not isinstance(name, str) or name not in _OPTIONS:
                raise RulesError(f"there is no option {shown(name)} in the rules{nearest(name, _OPTIONS)}")
        return cls(**options)  # type: ignore[arg-type]  # values are read in __post_init__

    def overrides(self) -> dict[str, object]:
        """The game, and the options that differ from what follows from it; `from_dict` reads it back."""
        changed = {
            name: getattr(self, name)
            for name, default in _DEFAULTS.items()
            if getattr(self, name) != (game_default(name, self) if default is BY_GAME else default)
        }
        return {"game": self.game, **changed}

    def warnings(self) -> tuple[str, ...]:
        """What can be played but will surprise: books or tricks above six score, and there are not 13."""
        return rules_warnings(self)

    @property
    def deck_size(self) -> int:
        """Cards in the deck."""
        return len(self.deck)

    @property
    def deck(self) -> Hand:
        """All cards of the game; a single joker is the big one."""
        jokers = (0, 1 << BIG_JOKER, (1 << BIG_JOKER) | (1 << LITTLE_JOKER))[self.jokers]
        left_out = self.lowest_rank - 2
        ranks = (RANK_MASK >> left_out) << left_out
        return Hand.from_mask(sum(ranks << 13 * suit for suit in Suit) | jokers)

    @property
    def has_dummies(self) -> bool:
        """Whether four hands are dealt to two or three players."""
        return self.game in ("dummy", "double_dummy")

    @property
    def dealt_hands(self) -> int:
        """Hands dealt: one for each player, four in the games with dummies."""
        return 4 if self.has_dummies else self.players

    @property
    def dealt_hand_size(self) -> int:
        """Cards dealt to each player: the hand size, or what the kitty leaves where that is ``None``."""
        if self.hand_size is not None:
            return self.hand_size
        return (self.deck_size - self.kitty_size) // self.dealt_hands

    @property
    def is_partnership(self) -> bool:
        """Whether, with four hands, the declarer and the hand opposite are one side."""
        return self.game != "cutthroat"

    @property
    def books(self) -> int:
        """Books in a deal: tricks played, and one for the kitty where it counts."""
        return self.dealt_hand_size + (self.kitty_book != "none")

    @property
    def books_from_kitty(self) -> int:
        """Books that the declarer's side has before the first trick."""
        return 1 if self.kitty_book == "bidder" else 0

    @property
    def first_trick_weight(self) -> int:
        """How many tricks the first trick of the deal counts."""
        return 2 if self.kitty_book == "first_trick_winner" else 1

    @property
    def max_bid(self) -> int:
        """The highest number that may be bid: seven, in cutthroat all books there are."""
        return 7 if self.bid_base else self.books

    def __repr__(self) -> str:
        return f"Rules({', '.join(f'{name}={value!r}' for name, value in self.overrides().items())})"


#: Ranges of the options that are numbers.
_SPANS: Final[dict[str, tuple[int, int]]] = {
    "players": (2, 6),
    "lowest_rank": (2, 14),
    "hand_size": (1, 16),
    "kitty_size": (0, 54),
    "min_bid": (0, 7),
    "target": (1, 1000),
    "negative_target": (-1000, -1),
    "honours_bar": (0, 1000),
}


def _read_options() -> dict[str, Option]:
    """What each field may hold, from its type."""
    hints = get_type_hints(Rules)
    special = {
        "renege_penalty": Option(form="penalty"),
        "false_call_penalty": Option(("none",), form="penalty"),
        "session_targets": Option((), (1, 1000), "pair"),
    }
    return {
        field.name: special.get(field.name) or Option.of_type(hints[field.name], _SPANS.get(field.name))
        for field in dataclasses.fields(Rules)
    }


_OPTIONS: Final = _read_options()
_DEFAULTS: Final = {field.name: field.default for field in dataclasses.fields(Rules) if field.name != "game"}

"""`Rules`: every option of every game in one frozen dataclass."""

from __future__ import annotations

import dataclasses
import inspect
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, get_args, get_type_hints

from whistsolve.errors import RulesError
from whistsolve.rules.defaults import BY_GAME, game_default, hand_size_beside
from whistsolve.rules.documents import OptionDocument, document_options, parameters_section
from whistsolve.rules.options import BOOKS_AT_STAKE, SPANS, Game, Option
from whistsolve.rules.presets import PRESET_ALIASES, PRESETS
from whistsolve.rules.relevance import IrrelevantOption, check_relevance
from whistsolve.rules.suggestions import nearest, parts_of
from whistsolve.rules.typed import PresetName, RuleOptions
from whistsolve.rules.validation import check_players, check_rules, rules_warnings
from whistsolve.values.cards import BIG_JOKER, LITTLE_JOKER, RANK_MASK, Suit
from whistsolve.values.hands import Hand
from whistsolve.values.reading import shown
from whistsolve.values.shown import Shown

if TYPE_CHECKING:
    from typing_extensions import Unpack  # `typing` has it from Python 3.11 on

__all__ = ["Rules", "preset_name"]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Rules(Shown):
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
    >>> rules = Rules.preset("bid_whist", jokers=1)
    >>> rules.hand_size, rules.kitty_size, rules.books
    (12, 5, 13)
    >>> Rules(game="cutthroat", players=5)
    Rules(game='cutthroat', players=5)
    """

    # What each option and each value means is said in `whistsolve.rules.meanings`: the docstring above gets
    # its section "Parameters" from there.

    # Table and deck.
    game: Game = "bid_whist"
    players: int = BY_GAME
    teams: Literal[2, 3] = 2
    direction_of_play: Literal["clockwise", "counterclockwise"] = BY_GAME
    jokers: Literal[0, 1, 2] = BY_GAME
    lowest_rank: int = 2
    removed_cards: str | None = None
    hand_size: int | None = BY_GAME
    kitty_size: int = BY_GAME
    first_dealer: Literal["random", "low_card", "high_card", "first_diamond", "first_club"] = BY_GAME
    misdeal: Literal["none", "same_dealer", "next_dealer"] = "none"
    redeal_claim: Literal["none", "no_ace", "no_face", "no_ace_or_face", "no_trump_card"] = "none"
    redeal_claim_when: Literal["first_hand", "any_hand"] = "first_hand"
    redeal_dealer: Literal["same_dealer", "next_dealer"] = "same_dealer"

    # Auction.
    auction_rounds: Literal["single", "until_one_left", "until_passed_out"] = BY_GAME
    bid_form: Literal["level_strain", "level_nt_only", "number_only", "named_suit", "named_strain"] = BY_GAME
    bid_base: int = BY_GAME
    min_bid: int = BY_GAME
    nt_beats_suit: bool = True
    low_beats_high: Literal["equal", "downtown_over_uptown"] = "equal"
    nt_direction_in_bid: bool = BY_GAME
    dealer_may_equal: Literal[False, "number", "number_and_strain"] = False
    all_pass: Literal[
        "dealer_must_bid", "dealer_stuck_at_minimum", "redeal_same_dealer", "redeal_next_dealer"
    ] = "dealer_must_bid"
    pass_is_final: bool = True
    declare_timing: Literal["before_kitty", "after_kitty", "after_discard", "after_dummy", "before_dummy"] = (
        BY_GAME
    )
    downtown_ace: Literal["good", "bad", "declarer_choice"] = "good"

    # Kitty.
    sport_kitty: Literal["never", "trump_only", "always"] = "trump_only"
    partner_sees_kitty: bool = False
    kitty_book: Literal["bidder", "first_trick_winner", "none"] = BY_GAME
    reveal_discards_at_end: bool = False

    # Jokers in no-trump.
    joker_no_trump: Literal[
        "must_discard_first_void", "free_discard", "exchanged", "removed", "high_no_suit"
    ] = "must_discard_first_void"
    joker_any_time: bool = False
    exchange_pick: Literal["random", "bidder_chooses", "holder_chooses_face_up"] = "random"
    exchange_bidder_must_bury: bool = True
    joker_lead_no_trump: Literal[
        "first_suited_card", "free_play", "forbidden_unless_only_jokers", "leader_names_suit"
    ] = "first_suited_card"

    # Play.
    first_leader: Literal["bidder", "left_of_bidder", "left_of_dealer", "dealer"] = BY_GAME
    trick_review: Literal["last", "all", "none"] = "last"
    renege_mode: Literal["enforce", "detect_and_call"] = "enforce"
    renege_penalty: str = BY_GAME
    false_call_penalty: str = BY_GAME
    renege_correction: Literal["never", "before_trick_complete", "before_quitted"] = BY_GAME
    claims: Literal["agreed", "none"] = "agreed"
    resigning: Literal["none", "after_kitty"] = "none"

    # Scores.
    made_scoring: Literal["books_over_six", "bid_only", "per_trick"] = BY_GAME
    nonbidders_score: Literal["none", "per_trick"] = BY_GAME
    set_scoring: Literal["bidder_loses", "opponents_gain", "both", "opponents_odd_tricks", "both_odd"] = (
        BY_GAME
    )
    nt_multiplier: Literal[1, 2, 3] = 1
    nt_doubles: Literal["whole_result", "bid_only", "gain_only", "penalty_only"] = "whole_result"
    boston_bonus: int | Literal["none", "fixed_13", "double", "quadruple"] = "none"
    boston_counts_penalties: bool = False

    # Match.
    target: int = BY_GAME
    negative_target: int | None = BY_GAME
    tie_break: Literal["highest_wins_then_replay", "bidder_first", "shared"] = "highest_wins_then_replay"
    negative_tie_break: Literal["highest_wins_then_replay", "bidder_first", "shared"] = BY_GAME
    win_on_own_bid: bool = False
    lies_limit: int | None = None
    hand_limit: int | None = None
    time_limit: int | None = None
    two_games_for: Literal["boston_bid", "boston_taken", "no_trump_made", "boston_or_no_trump"] = "boston_bid"
    boston_game_value: Literal[1, 2] = 2
    rise_and_fly: Literal["off", "on_set", "on_game_loss"] = "off"
    match: Literal["single_game", "best_of", "two_sessions", "rubber"] = "single_game"
    best_of: int = 3
    session_targets: tuple[int, int] = (5, 10)
    session_bonus_to: Literal["score", "ledger"] = "score"
    game_points: int = 0
    first_hand_bonus: int = 0
    forfeit_bonus: int = 0

    # Whist without an auction.
    trump_rule: Literal["declared", "last_dealt_card"] = BY_GAME
    honours: bool = False
    honours_three: Literal[3, 2] = 3
    honours_four: Literal[4] = 4
    honours_bar: int | Literal["target_minus_1"] = 4
    honours_bar_when: Literal["after_tricks", "start_of_deal"] = "after_tricks"
    honours_void_if_both_reach: bool = True
    revoker_cannot_win: bool = False
    both_sides_revoke: Literal["independent", "cancel", "new_deal"] = "independent"
    score_floor_zero: bool = False

    # Dummies.
    dummy_exposed_when: Literal["after_auction", "from_start"] = "after_auction"
    dummy_renege_immune: bool = False
    double_dummy_mode: Literal["four_hands", "two_hands"] = "four_hands"
    seating: Literal["alternating", "facing"] = BY_GAME
    hand_option: Literal["off", "sequential", "simultaneous"] = "sequential"
    swap_effect: Literal["swap", "discard"] = "swap"

    def __post_init__(self) -> None:
        for name, option in _OPTIONS.items():
            value = getattr(self, name)
            if value is not BY_GAME:
                read = option.read(name, value, _WORDS)
            elif name == "hand_size" and self.kitty_size is not BY_GAME:
                read = hand_size_beside(self)
            else:
                read = game_default(name, self)
            object.__setattr__(self, name, read)
            if name == "players":
                check_players(self)
        check_rules(self)
        check_relevance(self)

    @classmethod
    def preset(cls, name: PresetName, **overrides: Unpack[RuleOptions]) -> Rules:
        """Rules with a name, changed where options are given.

        Options that follow from others follow the changed ones: with ``jokers=1`` the kitty has a card less.
        Those of the preset that can change nothing any more are left out, such as ``sport_kitty`` where there
        is no kitty.

        Parameters
        ----------
        name : str
            One of :meth:`preset_names`, or another name of one, see :meth:`preset_aliases`.
        **overrides
            Options and their values.

        Raises
        ------
        RulesError
            Where there is no such preset or option, or as for ``Rules(...)``.
        """
        return cls._changed(PRESETS[preset_name(name)], overrides)

    def with_options(self, **options: Unpack[RuleOptions]) -> Rules:
        """The same rules with some options changed; those that change nothing any more are left out.

        Raises
        ------
        RulesError
            As for ``Rules(...)``.
        """
        return self._changed(self.overrides(), options)

    @classmethod
    def _changed(cls, before: Mapping[str, object], changes: Mapping[str, object]) -> Rules:
        """Rules of some options with others on top; what these make idle falls away."""
        kept = dict(before)
        while True:
            try:
                return cls.from_dict({**kept, **changes})
            except IrrelevantOption as error:
                if error.option in changes or error.option not in kept:
                    raise
                del kept[error.option]

    @staticmethod
    def preset_names() -> tuple[PresetName, ...]:
        """The names of all presets, each by the name that it is known by best."""
        return tuple(PRESETS)

    @staticmethod
    def preset_aliases() -> Mapping[str, PresetName]:
        """Other names of presets, each with the name that `preset_names` has for it."""
        return PRESET_ALIASES

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
                raise _no_option(name)
        return cls(**options)  # type: ignore[arg-type]  # values are read in __post_init__

    @staticmethod
    def options() -> tuple[OptionDocument, ...]:
        """Every option with its meaning, values and default, related ones together."""
        return _DOCUMENTS

    def default_of(self, name: str) -> object:
        """The value that an option would have, were it not given: by the game and the other options.

        Raises
        ------
        RulesError
            Where there is no such option.
        """
        if not isinstance(name, str) or name not in _OPTIONS:
            raise _no_option(name)
        default = _DEFAULTS[name]
        return game_default(name, self) if default is BY_GAME else default

    def overrides(self) -> dict[str, object]:
        """The game, and the options that differ from what follows from it; `from_dict` reads it back."""
        changed = {
            name: getattr(self, name)
            for name in _OPTIONS
            if name != "game" and getattr(self, name) != self.default_of(name)
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
        removed = Hand((self.removed_cards or "").split()).mask
        return Hand.from_mask(sum(ranks << 13 * suit for suit in Suit) & ~removed | jokers)

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
    def has_teams(self) -> bool:
        """Whether six players play bid whist, in teams of three or of two."""
        return self.game == "bid_whist" and self.players == 6

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
        """The highest number that may be bid, which takes all books there are: seven where there are 13."""
        return self.books - self.bid_base

    @property
    def boston_books(self) -> int:
        """Books that a Boston takes: 13; with six players, who have no 13, all there are."""
        return self.books if self.has_teams else BOOKS_AT_STAKE

    def __repr__(self) -> str:
        return f"Rules({', '.join(f'{name}={value!r}' for name, value in self.overrides().items())})"


def _read_options() -> dict[str, Option]:
    """What each field may hold, from its type."""
    hints = get_type_hints(Rules)
    special = {
        "renege_penalty": Option(form="penalty"),
        "false_call_penalty": Option(("none",), form="penalty"),
        "session_targets": Option((), (1, 1000), "pair"),
        "removed_cards": Option((None,), form="cards"),
    }
    return {
        field.name: special.get(field.name) or Option.of_type(hints[field.name], SPANS.get(field.name))
        for field in dataclasses.fields(Rules)
    }


def preset_name(name: object) -> PresetName:
    """The name of a preset as `Rules.preset_names` has it, from any of its names, such as a user types.

    Raises
    ------
    RulesError
        Where there is no such preset.
    """
    if isinstance(name, str):
        for known in PRESETS:
            if known == PRESET_ALIASES.get(name, name):
                return known
    hint = nearest(name, [*PRESETS, *PRESET_ALIASES], _WORDS)
    raise RulesError(f"preset {shown(name)} is wrong: expected one of {', '.join(PRESETS)}{hint}")


def _no_option(name: object) -> RulesError:
    return RulesError(f"there is no option {shown(name)} in the rules{nearest(name, _OPTIONS, _WORDS)}")


_OPTIONS: Final = _read_options()
#: Every word that names of options, values and presets are made of.
_WORDS: Final = frozenset(
    word
    for name in (*_OPTIONS, *PRESETS, *(value for option in _OPTIONS.values() for value in option.values))
    for word in parts_of(str(name))
)
_DEFAULTS: Final[dict[str, object]] = {field.name: field.default for field in dataclasses.fields(Rules)}
_DOCUMENTS: Final = document_options(_OPTIONS, {game: Rules(game=game) for game in get_args(Game)})


def _with_parameters(docstring: str) -> str:
    """The docstring of `Rules` with a section on the options, before that on errors."""
    before, errors, after = inspect.cleandoc(docstring).partition("\nRaises\n------\n")
    return f"{before}\n{parameters_section(_DOCUMENTS)}\n{errors}{after}"


if Rules.__doc__ is not None and sys.flags.optimize < 2:  # python -OO keeps no docstrings
    Rules.__doc__ = _with_parameters(Rules.__doc__)

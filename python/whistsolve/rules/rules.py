"""`Rules`: every option of every game in one frozen dataclass."""

from __future__ import annotations

import dataclasses
import inspect
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Concatenate, Final, ParamSpec, TypeAlias, TypeVar, get_args, overload

from whistsolve._internal.reading import is_instance, shown
from whistsolve._internal.shown import GuessedType, Shown, rendering
from whistsolve.errors import RulesError
from whistsolve.rules.checks import BOOKS_AT_STAKE, check_players, check_rules, rules_warnings
from whistsolve.rules.defaults import hand_size_beside_kitty
from whistsolve.rules.documents import parameters_section
from whistsolve.rules.option import BY_GAME, Game, Option
from whistsolve.rules.options_of_matches import OptionsOfMatches
from whistsolve.rules.presets import PRESET_ALIASES, PRESETS, PresetName
from whistsolve.rules.settings import preset_and_settings
from whistsolve.rules.suggestions import nearest
from whistsolve.values.cards import BIG_JOKER, LITTLE_JOKER, RANK_MASK, Suit
from whistsolve.values.hands import Hand
from whistsolve.values.strains import Ranking

_P = ParamSpec("_P")
_C = TypeVar("_C")
_N = TypeVar("_N")
_R = TypeVar("_R")


def _options(of: Callable[_P, object]) -> Callable[[Callable[[_C], _R]], Callable[Concatenate[_C, _P], _R]]:
    """For type checkers: gives a method the parameters of a class as keyword arguments."""

    def typed(method: Callable[..., _R]) -> Callable[Concatenate[_C, _P], _R]:
        return method

    return typed


def _named_options(
    of: Callable[_P, object],
) -> Callable[[Callable[[_C, _N], _R]], Callable[Concatenate[_C, _N, _P], _R]]:
    """Like `_options`, for a method that takes a name before the keyword arguments."""

    def typed(method: Callable[..., _R]) -> Callable[Concatenate[_C, _N, _P], _R]:
        return method

    return typed


@dataclass(frozen=True, slots=True, kw_only=True, init=False, repr=False)
class Rules(OptionsOfMatches, Shown, metaclass=GuessedType):
    """The rules of a game of the whist family.

    Every option can be given by name; an option left out has the default of the game, or with the name of a
    preset, ``Rules("trickster", jokers=1)``, that of the preset, as in :meth:`preset`.

    Raises
    ------
    RulesError
        If an option has a value that it cannot have, or options exclude each other: the message names
        the option and its value, and says what was expected.

    Notes
    -----
    Source: the seed rules of bid whist, whist and dummy whist; for points that these leave open, Portland
    Club 1900 and published house rules, as named in the presets.

    ``hand_size=None`` means that hands need not have equal sizes during play. It is for
    ``joker_no_trump="removed"``; each hand is then dealt ``dealt_hand_size`` cards.

    Examples
    --------
    >>> rules = Rules("bid_whist", jokers=1)
    >>> rules.hand_size, rules.kitty_size, rules.books
    (12, 5, 13)
    >>> Rules(game="cutthroat", players=5)
    Rules('cutthroat_5')
    """

    @overload
    @_options(OptionsOfMatches)
    def __init__(self, /, **options: Any) -> None: ...
    @overload
    @_named_options(OptionsOfMatches)
    def __init__(self, preset: PresetName, /, **options: Any) -> None: ...
    def __init__(self, preset: PresetName | None = None, /, **options: Any) -> None:
        made = self._changed({}, options) if preset is None else self.preset(preset, **options)
        for name in _DEFAULTS:
            object.__setattr__(self, name, getattr(made, name))

    def _settle(self) -> None:
        """Validate the given values, and set the other options to their defaults."""
        for name, option in _OPTIONS.items():
            value = getattr(self, name)
            if value is not BY_GAME:
                read = option.read(value)
            elif name == "hand_size":
                read = hand_size_beside_kitty(self)
            else:
                read = option.default_in(self)
            object.__setattr__(self, name, read)
            if name == "players":
                check_players(self)
        check_rules(self)

    @classmethod
    @_named_options(OptionsOfMatches)
    def preset(cls, name: PresetName, /, **overrides: Any) -> Rules:
        """The rules of a preset, by its name or an alias, with the given options changed.

        Defaults that depend on a changed option change with it: with ``jokers=1`` the kitty has a card less.
        Options of the preset that no longer matter are left out, such as ``sport_kitty`` if there is no
        kitty. Raises `RulesError` if there is no such preset or option, or as for ``Rules(...)``.
        """
        return cls._changed(PRESETS[preset_name(name)], overrides)

    @_options(OptionsOfMatches)
    def with_options(self, /, **options: Any) -> Rules:
        """These rules with the given options changed; options that no longer matter are left out.

        Raises `RulesError` as for ``Rules(...)``.
        """
        return self._changed(self.overrides(), options)

    @classmethod
    def _changed(cls, before: Mapping[str, object], changes: Mapping[str, object]) -> Rules:
        """Rules from options and changes to them; options that no longer matter after these are dropped."""
        for name in (*before, *changes):
            if name not in _OPTIONS:
                raise _no_option(name)
        kept = dict(before)
        while True:
            rules = object.__new__(cls)
            for name, default in _DEFAULTS.items():
                object.__setattr__(rules, name, changes.get(name, kept.get(name, default)))
            rules._settle()
            for name, option in _OPTIONS.items():
                value, usual = getattr(rules, name), option.default_in(rules)
                if value != usual and (needed := option.matters_if.missing(rules)):
                    if name not in kept:
                        raise RulesError(
                            f"{name} {shown(value)} is wrong: it matters only {needed};"
                            f" expected it left out, as {usual!r}"
                        )
                    del kept[name]
                    break
            else:
                return rules

    @classmethod
    def of(cls, rules: object) -> Rules:
        """The rules given as `Rules` or as text (`rules_from_text`); `RulesError` if they are neither."""
        if isinstance(rules, str):
            name, settings = preset_and_settings(rules)
            return cls.preset(preset_name(name), **settings)
        if not isinstance(rules, Rules):
            raise RulesError(
                f"rules {shown(rules)} are wrong: expected Rules, or such as 'bid_whist jokers=1'"
            )
        return rules

    @classmethod
    def or_default(cls, rules: object) -> Rules:
        """The given rules as in `of`; those of ``bid_whist`` for ``None``."""
        return DEFAULT_RULES if rules is None else cls.of(rules)

    @staticmethod
    def preset_names() -> tuple[PresetName, ...]:
        """The main names of all presets."""
        return tuple(PRESETS)

    @staticmethod
    def preset_aliases() -> Mapping[str, PresetName]:
        """Aliases of presets, each with the preset's main name, as in `preset_names`."""
        return PRESET_ALIASES

    @classmethod
    def from_dict(cls, options: Mapping[str, object]) -> Rules:
        """Rules from a mapping of options by name, such as that of :meth:`overrides` or of a JSON object.

        Raises `RulesError` if it is not a mapping or names an option that does not exist, or as for
        ``Rules(...)``.
        """
        if not isinstance(options, Mapping):
            raise RulesError(f"rules {shown(options)} are wrong: expected options by name")
        return cls._changed({}, options)

    @staticmethod
    def options() -> tuple[Option, ...]:
        """Every option with its meaning, values and default; options of one group are consecutive."""
        return tuple(_OPTIONS.values())

    def default_of(self, name: str) -> object:
        """The default of an option, given the game and the other options.

        Raises `RulesError` if there is no such option.
        """
        if not is_instance(name, str) or name not in _OPTIONS:
            raise _no_option(name)
        return _OPTIONS[name].default_in(self)

    def overrides(self) -> dict[str, object]:
        """The game, and the options that differ from their defaults; `from_dict` reads them back."""
        changed = {
            name: getattr(self, name)
            for name, option in _OPTIONS.items()
            if name != "game" and getattr(self, name) != option.default_in(self)
        }
        return {"game": self.game, **changed}

    def warnings(self) -> tuple[str, ...]:
        """Warnings about rules that can be played but will surprise, as there are not 13 books or tricks."""
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
    def has_auction(self) -> bool:
        """Whether there is an auction, and so a declarer with a contract."""
        return self.trump_rule == "declared"

    @property
    def only_ranking(self) -> Ranking | None:
        """``uptown`` in games without an auction, which know no other ranking; ``None`` if there are more."""
        return None if self.has_auction else "uptown"

    @property
    def has_dummies(self) -> bool:
        """Whether the game has dummies: four hands are dealt to two or three players."""
        return self.game in ("dummy", "double_dummy")

    @property
    def dealt_hands(self) -> int:
        """The number of hands dealt: one for each player, four in games with dummies."""
        return 4 if self.has_dummies else self.players

    @property
    def dealt_hand_size(self) -> int:
        """Cards dealt to each player: `hand_size`, or an equal share beside the kitty if it is ``None``."""
        if self.hand_size is not None:
            return self.hand_size
        return (self.deck_size - self.kitty_size) // self.dealt_hands

    @property
    def is_partnership(self) -> bool:
        """Whether, in deals of four hands, the declarer and the opposite hand are one side."""
        return self.game != "cutthroat"

    @property
    def has_teams(self) -> bool:
        """Whether six players play bid whist in teams: two teams of three or three teams of two."""
        return self.game == "bid_whist" and self.players == 6

    @property
    def side_count(self) -> int:
        """The number of sides that score: two with partners, the number of teams, or one for each player."""
        if self.has_teams:
            return self.teams
        return 2 if self.is_partnership and self.players == 4 else self.players

    @property
    def books(self) -> int:
        """The number of books in a deal: the tricks played, and one for the kitty if it counts as a book."""
        return self.dealt_hand_size + (self.kitty_book != "none")

    @property
    def books_from_kitty(self) -> int:
        """Books that the declarer's side has before the first trick: 1 if the kitty counts for it, else 0."""
        return 1 if self.kitty_book == "bidder" else 0

    @property
    def first_trick_weight(self) -> int:
        """How many tricks the first trick counts as: 2 if its winner gets the kitty's book, else 1."""
        return 2 if self.kitty_book == "first_trick_winner" else 1

    @property
    def max_bid(self) -> int:
        """The highest bid, a contract for all books: seven if there are 13 and bids count above six."""
        return self.books - self.bid_base

    @property
    def boston_books(self) -> int:
        """The number of books of a Boston: 13, or with teams of six players, who have fewer, all books."""
        return self.books if self.has_teams else BOOKS_AT_STAKE

    __str__ = object.__str__

    def __repr__(self) -> str:
        return str(rendering("rules.reading").rules_to_python(self))


#: Rules, or the text of a preset and options: ``bid_whist jokers=1``.
RulesLike: TypeAlias = Rules | str


def preset_name(name: object) -> PresetName:
    """The main name of a preset, as in `Rules.preset_names`, from that name or an alias.

    Raises `RulesError` if there is no such preset.
    """
    if isinstance(name, str):
        for known in PRESETS:
            if known == PRESET_ALIASES.get(name, name):
                return known
    hint = nearest(name, [*PRESETS, *PRESET_ALIASES])
    raise RulesError(f"preset {shown(name)} is wrong: expected one of {', '.join(PRESETS)}{hint}")


def _no_option(name: object) -> RulesError:
    hint = ": back door is set_scoring='both'" if name == "back_door" else nearest(name, _OPTIONS)
    return RulesError(f"there is no option {shown(name)} in the rules{hint}")


_DEFAULTS: Final[dict[str, object]] = {each.name: each.default for each in dataclasses.fields(Rules)}
_OPTIONS: Final = {
    each.name: dataclasses.replace(each.metadata["option"], name=each.name)
    for each in dataclasses.fields(Rules)
}
_GAMES: Final = {game: Rules(game=game) for game in get_args(Game)}
for _name, _option in _OPTIONS.items():
    _by_game = {game: _option.default_in(rules) for game, rules in _GAMES.items()}
    _OPTIONS[_name] = dataclasses.replace(_option, by_game=_by_game)

#: The rules used if the caller passes none.
DEFAULT_RULES: Final = Rules.preset("bid_whist")


if Rules.__doc__ is not None and sys.flags.optimize < 2:  # python -OO keeps no docstrings
    _about, _raises, _rest = inspect.cleandoc(Rules.__doc__).partition("\nRaises\n------\n")
    Rules.__doc__ = f"{_about}\n{parameters_section(_OPTIONS.values())}\n{_raises}{_rest}"

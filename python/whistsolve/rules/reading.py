"""Rules as one line of text, ``bid_whist jokers=1``; strains and contracts as rules mean them."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from whistsolve._internal.reading import read_instance, read_text, shortened
from whistsolve.errors import NotationError, RulesError
from whistsolve.rules.option import Option, setting_text
from whistsolve.rules.presets import PRESETS, PresetName
from whistsolve.rules.rules import Rules, preset_name
from whistsolve.values.contracts import Contract
from whistsolve.values.deals import Deal
from whistsolve.values.hands import Hand
from whistsolve.values.strains import Strain, StrainLike


def read_strain(given: StrainLike, rules: Rules | None) -> Strain:
    """A strain as rules mean it; raises `NotationError` if it is none.

    Where aces are always bad downtown, ``-`` is ``~``; and see `Rules.only_ranking`.
    """
    strain = Strain.of(given, None if rules is None else rules.only_ranking)
    is_bad = rules is not None and rules.downtown_ace == "bad" and strain.ranking == "downtown"
    return Strain(strain.trump, "downtown_aces_bad") if is_bad else strain


def read_contract(text: object, rules: Rules | None, declarer: int | None = None) -> Contract:
    """A contract, whose strain is read as in `read_strain`; without an auction it needs no level."""
    if rules is not None and not rules.has_auction and isinstance(text, str):
        parts = re.fullmatch(r"\s*0?(\D+?)(?:\s+by\s+(\S+))?\s*", text, re.IGNORECASE)
        with suppress(NotationError):
            if parts is not None:
                return Contract(0, read_strain(parts[1], rules), parts[2] or declarer)
    found = Contract.from_text(text, declarer)
    return replace(found, strain=read_strain(found.strain, rules))


def rules_from_text(text: str) -> Rules:
    """The rules that a line of text names: a preset, by default ``bid_whist``, then options ``option=value``.

    Values are ``true`` and ``false``, ``none``, integers and words, several with commas between. Raises
    `RulesError` if it is not such text or names an option twice, and as ``Rules(...)`` does.

    Examples
    --------
    >>> rules_from_text("bid_whist jokers=1 joker_no_trump=free_discard").kitty_size
    5
    """
    return Rules.of(read_text(text, "rules", RulesError))


def rules_to_text(rules: Rules, preset: str | None = None) -> str:
    """A text that `rules_from_text` reads back as these rules.

    It starts from the preset, by default from the one with the shortest text, the first if several tie.
    Raises `RulesError` if ``rules`` is not a Rules, or there is no such preset.

    Examples
    --------
    >>> rules_to_text(Rules("cardsharks", jokers=2, removed_cards="D2 C2"))
    'cardsharks jokers=2 removed_cards=D2,C2'
    """
    read_instance(rules, Rules, "rules", RulesError)
    name, options = nearest_preset(rules) if preset is None else _options(rules, preset_name(preset))
    return _line(name, options)


def rules_name(rules: Rules) -> str:
    """The rules as in `rules_to_text`, at most 120 characters."""
    return shortened(rules_to_text(rules), 120)


@functools.lru_cache(maxsize=256)
def nearest_preset(rules: Rules) -> tuple[PresetName, dict[str, object]]:
    """The preset from which these rules differ least, by the length of the text, and how they differ."""
    return min((_options(rules, name) for name in PRESETS), key=lambda found: len(_line(*found)))


def rules_to_python(rules: Rules) -> str:
    """The rules as the call that makes them, at most 200 characters."""
    preset, options = nearest_preset(rules)
    text = ", ".join([repr(preset), *(f"{name}={value!r}" for name, value in options.items())])
    return f"Rules({shortened(text, 190)})"


def _line(preset: PresetName, options: Mapping[str, object]) -> str:
    return " ".join([preset, *(f"{name}={setting_text(value)}" for name, value in options.items())])


def _options(rules: Rules, preset: PresetName) -> tuple[PresetName, dict[str, object]]:
    """The preset with as few options as possible."""
    wanted, given = rules.overrides(), PRESETS[preset]
    options = {
        name: getattr(rules, name)
        for name in (option.name for option in Rules.options())
        if (name in wanted or name in given) and (name not in given or given[name] != getattr(rules, name))
    }
    for name in tuple(options):  # some follow from others
        fewer: dict[str, Any] = {other: value for other, value in options.items() if other != name}
        with suppress(RulesError):
            if Rules.preset(preset, **fewer) == rules:
                options = fewer
    return preset, options


@dataclass(frozen=True, slots=True)
class OptionInUse:
    """The value that one option has in the given rules, and its default given the other options."""

    option: Option
    value: object
    default: object

    @property
    def differs(self) -> bool:
        """Whether the value differs from the default."""
        return self.value != self.default

    @property
    def named(self) -> tuple[object, ...]:
        """The value as listed in `Option.values`: ``transfer_tricks:n`` for ``transfer_tricks:3``.

        A choice of penalties has several.
        """
        if not isinstance(self.value, str):
            return (self.value,)
        parts = [part.partition(":") for part in self.value.split("|")]
        return tuple(dict.fromkeys(f"{kind}:n" if colon else kind for kind, colon, _ in parts))

    def as_dict(self) -> dict[str, object]:
        """A dict for JSON: that of the option, with ``value``, ``default`` and ``differs``."""
        return {
            **self.option.as_dict(),
            "value": self.value,
            "default": self.default,
            "differs": self.differs,
        }


def options_in_use(rules: Rules) -> tuple[OptionInUse, ...]:
    """Every option with its value in the rules, in the order of `Rules.options`.

    Raises `RulesError` if ``rules`` is not a Rules.
    """
    read_instance(rules, Rules, "rules", RulesError)
    return tuple(
        OptionInUse(option, getattr(rules, option.name), option.default_in(rules))
        for option in rules.options()
    )


def usual_rules(deal: Deal, options: Mapping[str, Any] | None = None) -> Rules:
    """Rules for a deal without any: cutthroat for 3, 5 or 6 hands, else bid whist, with the jokers dealt.

    Four hands of thirteen, as in bridge, have no kitty. ``options``, by name, override what follows from the
    deal. Raises `RulesError` if they cannot be combined.

    Examples
    --------
    >>> usual_rules(Deal.from_text("N:AK... QJ... T9... 87...")).jokers
    0
    """
    preset = f"cutthroat_{deal.seats}" if deal.seats in (3, 5, 6) else "bid_whist"
    if deal.seats == 4 and deal.hand_size == 13 and deal.kitty is None:
        preset = "bid_whist_no_kitty"
    return Rules.preset(preset_name(preset), **{"jokers": len(deal.cards.jokers), **(options or {})})


def short_deck(deal: Deal, rules: Rules) -> Hand | None:
    """The cards of a short deal, which all players know; ``None`` if the deal has the rules' full deck."""
    return None if deal.cards == rules.deck else deal.cards

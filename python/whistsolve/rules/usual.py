"""The rules that cards are taken to be dealt by where nobody names any."""

from __future__ import annotations

from typing import cast

from whistsolve.rules.rules import Rules, preset_name
from whistsolve.rules.typed import RuleOptions
from whistsolve.values.deals import Deal

__all__ = ["usual_rules"]


def usual_rules(deal: Deal, options: RuleOptions | None = None) -> Rules:
    """Rules for a deal: cutthroat of 3, 5 or 6 hands, otherwise bid whist, with the jokers that were dealt.

    Parameters
    ----------
    deal : Deal
    options : RuleOptions, optional
        That are known; what else they say stands in place of it.

    Raises
    ------
    RulesError
        Where the options do not go together.

    Examples
    --------
    >>> usual_rules(Deal.from_text("N:AK... QJ... T9... 87...")).jokers
    0
    """
    jokers: dict[str, object] = {"jokers": len(deal.cards.jokers)}
    preset = f"cutthroat_{deal.seats}" if deal.seats in (3, 5, 6) else "bid_whist"
    return Rules.preset(preset_name(preset), **cast(RuleOptions, {**jokers, **(options or {})}))

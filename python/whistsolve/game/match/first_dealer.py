"""The draw for the first dealer."""

from __future__ import annotations

import random

from whistsolve.arguments import require_rules, seed_text
from whistsolve.rules import Rules
from whistsolve.rules.sides import turn_step

__all__ = ["first_dealer"]


def first_dealer(rules: Rules, seed: int | None = None) -> int:
    """The first dealer, drawn as the rule ``first_dealer`` says.

    Under ``low_card`` and ``high_card`` every player draws a card and the lowest or highest deals; equal ones
    draw again; the ace is low in the first, high in the second. Under ``first_diamond`` and ``first_club``
    cards are dealt face up, from player 0 on, until that suit comes. Jokers are left out. In whist with one
    dummy the dummy deals first. Sources: seed rules of whist, Portland Club 1900, and for the others the
    published rules of bid whist.

    Parameters
    ----------
    rules : Rules
    seed : int or None
        The same seed draws the same dealer.

    Raises
    ------
    WhistError
        Where the seed is no whole number.
    RulesError
        Where ``rules`` are no rules.

    Returns
    -------
    int
        A player; in whist with one dummy the hand 3.
    """
    require_rules(rules)
    draw = random.Random(None if seed is None else seed_text(seed))
    players = list(range(rules.players))
    deck = sorted(card.index for card in rules.deck if not card.is_joker)
    if rules.game == "dummy" and rules.trump_rule == "last_dealt_card":
        return 3
    if rules.first_dealer == "random":
        return draw.choice(players)
    if rules.first_dealer in ("low_card", "high_card"):
        while len(players) > 1:
            drawn = draw.sample(deck, len(players))
            low = rules.first_dealer == "low_card"
            # By rank, 0 the two and 12 the ace, which is below the two where the lowest deals.
            ranks = [-((card % 13 + 1) % 13) if low else card % 13 for card in drawn]
            players = [player for player, rank in zip(players, ranks, strict=True) if rank == max(ranks)]
        return players[0]
    wanted = 1 if rules.first_dealer == "first_diamond" else 0
    turned = draw.sample(deck, len(deck))
    turn = next(turn for turn, card in enumerate(turned) if card // 13 == wanted)
    return turn_step(rules) * turn % rules.players

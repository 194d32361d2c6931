"""Which cards to give up by what the declarer sees, and what that is worth on layouts not used to choose."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from whistsolve.arguments import DEFAULT_MEMORY_MB, Resources, read_player, read_rules
from whistsolve.bidding.discarding.declarer_solver import DeclarerContext
from whistsolve.bidding.discarding.selection import DiscardSearch, sampled_discards
from whistsolve.bidding.sampler import SINGLE_DISCARD_SEARCH
from whistsolve.dealing import random_deals
from whistsolve.errors import HandError, RulesError, WhistError
from whistsolve.game import Seating
from whistsolve.rules import Rules
from whistsolve.solving import solve_rows
from whistsolve.values.cards import Card
from whistsolve.values.hands import Hand
from whistsolve.values.reading import read_integer
from whistsolve.values.strains import Strain

__all__ = ["HonestDiscard", "honest_discard"]


@dataclass(frozen=True, slots=True)
class HonestDiscard:
    """A discard chosen without seeing the other hands.

    Attributes
    ----------
    cards : tuple of Card
        What is given up: spades, hearts, diamonds, clubs, high to low, then jokers.
    hand : Hand
        What is left.
    tricks, error : float
        Tricks of the declarer's side that it takes on the average, with best play of both sides, over layouts
        that had no part in choosing it; and the standard error.
    """

    cards: tuple[Card, ...]
    hand: Hand
    tricks: float
    error: float


def honest_discard(
    hand: Hand | str,
    strain: Strain | str,
    *,
    seat: int | str,
    dealer: int | str | None = None,
    rules: Rules | None = None,
    seed: int = 0,
    layouts: int = 48,
    discard_search: DiscardSearch | None = None,
    threads: int | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
) -> HonestDiscard:
    """The discard that takes the most tricks on the average, by what its player sees.

    Parameters
    ----------
    hand : Hand or str
        All cards of the declarer, the kitty's among them.
    strain : Strain or str
    seat : int or str
        The declarer.
    dealer : int or str, optional
        Needed where the rules let a seat lead that is found from the dealer.
    rules : Rules, optional
        Of a game with a kitty and without dummies; `Rules.preset("bid_whist_seed")` where left out.
    seed : int
        The same seed gives the same discard and numbers.
    layouts : int
        Layouts that the discard is valued on.
    discard_search : DiscardSearch, optional
        How hard it is looked for: five rules of thumb and eight swaps on up to 42 layouts, where left out.
    threads, memory_mb : int
        As for `solve_rows`.

    Raises
    ------
    HandError
        Where there are not as many cards as hand and kitty have.
    RulesError
        In a game without a kitty, with dummies, or where jokers are exchanged or laid aside.
    WhistError
        Where another argument is wrong.

    Notes
    -----
    The other cards are dealt to the other hands with equal chances; what was called is not looked at.

    Examples
    --------
    >>> found = honest_discard("AKQJT987.AK32.32.32.BL", "S+", seat="N", layouts=8)
    >>> [str(card) for card in found.cards], found.tricks
    (['H3', 'H2', 'D3', 'D2', 'C3', 'C2'], 12.0)
    """
    used = read_rules(rules)
    if not used.kitty_size or used.has_dummies:
        raise RulesError(f"{used.game} has no kitty that a declarer takes: expected a game with one")
    named = Strain.of(strain)
    if named.is_no_trump and used.joker_no_trump in ("exchanged", "removed"):
        raise RulesError(
            f"joker_no_trump {used.joker_no_trump!r} is not looked at here: expected jokers that are played"
        )
    cards = list(Hand.of(hand))
    size = used.dealt_hand_size
    if len(cards) != size + used.kitty_size:
        raise HandError(f"the hand has {len(cards)} cards: expected {size + used.kitty_size}, with the kitty")
    declarer = read_player(seat, used)
    if dealer is None and used.first_leader in ("dealer", "left_of_dealer"):
        raise WhistError(f"dealer is missing: expected who dealt, for first_leader is {used.first_leader!r}")
    dealt = declarer if dealer is None else read_player(dealer, used)
    leader = Seating.of(used, declarer).first_leader(used, declarer, dealt)
    number = read_integer(layouts, "layouts", WhistError, 1, 1_000_000)
    chance = read_integer(seed, "seed", WhistError)
    row = np.zeros((1, used.players + 1), dtype=np.uint64)
    row[0, declarer], row[0, -1] = Hand(cards[:size]).mask, Hand(cards[size:]).mask
    context = DeclarerContext(used, declarer, leader, (named,), None, Resources.read(threads, memory_mb))
    chosen, _ = sampled_discards(
        row, context, seed=chance, discard_search=discard_search or SINGLE_DISCARD_SEARCH
    )
    discard = Hand.from_mask(int(chosen[0, 0]))
    left = Hand(cards) - discard
    # Another stream than that of the layouts it was chosen by.
    known: dict[str | int, Hand | str] = {declarer: left, "kitty": discard}
    fresh = random_deals(number, -1 - chance, used, known=known)[:, : used.players]
    tricks = solve_rows(fresh, named, leader, declarer, rules=used, threads=threads, memory_mb=memory_mb)
    error = float(tricks.std(ddof=1) / number**0.5) if number > 1 else float("inf")
    return HonestDiscard(tuple(discard), left, float(tricks.mean()), error)

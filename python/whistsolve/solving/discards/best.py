"""Which cards to give up: the best discard of a hand that took the kitty, all of them, what one costs.

A hand that has more cards than the others gives up the surplus before the first lead. All discards are
searched with one transposition table: two of them lead to the same positions once the cards are gone in
which they differ.
"""

from __future__ import annotations

from collections.abc import Iterable

from whistsolve.arguments import DEFAULT_MEMORY_MB, Limits, Resources
from whistsolve.cancelling import Cancel, cancellable
from whistsolve.rules import Rules
from whistsolve.solving.discards.position import KittyPosition
from whistsolve.solving.discards.question import DiscardQuestion
from whistsolve.solving.discards.results import BestDiscard
from whistsolve.values.cards import Card
from whistsolve.values.deals import Deal
from whistsolve.values.strains import Strain

__all__ = ["best_discard", "count_optimal_discards", "discard_values", "optimal_discards"]


@cancellable
def best_discard(
    deal: Deal | str,
    strain: Strain | str,
    declarer: int | str,
    *,
    rules: Rules | None = None,
    holder: int | str | None = None,
    leader: int | str | None = None,
    node_limit: int | None = None,
    time_limit: float | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
    cancel: Cancel | None = None,
) -> BestDiscard:
    """The most tricks that the declarer's side can take after taking the kitty, over every possible discard.

    Parameters
    ----------
    deal : Deal or str
        Two to six hands of one size and the kitty: the cards that the holder takes, and as many as it gives
        up.
    strain : Strain or str
        Trump suit and ranking, such as ``"S+"`` or ``"NT-"``.
    declarer : int or str
        Seat whose side's tricks are counted, as for `solve`.
    rules : Rules, optional
        As for `solve`.
    holder : int or str, optional
        Seat of the declarer's side that takes the kitty: the declarer where it is left out, in dummy whist
        with four hands the dummy opposite.
    leader : int or str, optional
        Seat that leads to the first trick; the declarer where it is left out.
    node_limit, time_limit : int, float, optional
        As for `solve`.
    memory_mb : int
        Cap on the transposition table, 1 to 65536 MiB.
    cancel : Cancellation or threading.Event, optional
        Ends the call within a tenth of a second, see `Cancellation`.

    Returns
    -------
    BestDiscard
        ``.tricks``, ``.cards`` and ``.hand``; where a limit was reached the best discard so far with ``.low``
        and ``.high``.

    Raises
    ------
    BestDiscardInterrupted
        A `KeyboardInterrupt` that has the best discard so far.
    DealError
        Where the deal has no kitty, the holder is not of the declarer's side, or there are more jokers to be
        exchanged or given up than discards.
    StrainError, SeatError, RulesError, WhistError
        Where an argument cannot be read.
    CallCancelled
        Where `cancel` ended it; ``.partial`` is the best discard so far, where there is one.

    Notes
    -----
    Discards share a transposition table, and with it most of their searches; see `BestDiscard`. Under
    ``joker_no_trump="removed"`` jokers that are laid aside shorten the play after some discards and not after
    others, so that each discard is searched by itself.

    Under ``joker_no_trump="exchanged"`` the holder's jokers are always given up, and in no-trump the jokers
    of others are exchanged after the discard, in the order of `exchange_jokers`. The value of a discard then
    depends on ``exchange_pick``: under ``"random"`` the expected number of tricks over all blind draws, a
    float; under ``"bidder_chooses"`` the most over all swaps; under ``"holder_chooses_face_up"`` each holder
    takes the card that is best for its own side, so that an opponent's swap is the worst for the declarer's
    side. This takes some twenty times as long for one joker, and some three hundred times for two; limits
    are checked between the searches of single swaps.

    Examples
    --------
    >>> best_discard("N:AK... QJ... T9... 87... | 65...", "NT+", "N").tricks
    2
    """
    position = KittyPosition.read(deal, strain, declarer, holder, leader, rules)
    return _question(position, memory_mb).best(Limits.read(node_limit, time_limit))


@cancellable
def optimal_discards(
    deal: Deal | str,
    strain: Strain | str,
    declarer: int | str,
    *,
    rules: Rules | None = None,
    holder: int | str | None = None,
    leader: int | str | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
    cancel: Cancel | None = None,
) -> list[tuple[Card, ...]]:
    """Every discard that takes as many tricks as the best one.

    Parameters and errors are those of `best_discard`.

    Returns
    -------
    list of tuple of Card
        Each as spades, hearts, diamonds, clubs, high to low, then jokers; there may be thousands.

    Examples
    --------
    >>> optimal_discards("N:A... K... Q... J... | 2...", "NT+", "N")
    [(Card.from_text('S2'),)]
    """
    position = KittyPosition.read(deal, strain, declarer, holder, leader, rules)
    return _question(position, memory_mb).optimal()


@cancellable
def count_optimal_discards(
    deal: Deal | str,
    strain: Strain | str,
    declarer: int | str,
    *,
    rules: Rules | None = None,
    holder: int | str | None = None,
    leader: int | str | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
    cancel: Cancel | None = None,
) -> tuple[int, int]:
    """How many discards take as many tricks as the best one, and how many there are in all.

    Parameters and errors are those of `best_discard`. Quicker than `optimal_discards` where there are many.

    Examples
    --------
    >>> count_optimal_discards("N:A... K... Q... J... | 2...", "NT+", "N")
    (1, 2)
    """
    position = KittyPosition.read(deal, strain, declarer, holder, leader, rules)
    question = _question(position, memory_mb)
    return question.count_optimal(), question.all_discards


@cancellable
def discard_values(
    deal: Deal | str,
    strain: Strain | str,
    declarer: int | str,
    discards: Iterable[Iterable[Card | str]],
    *,
    rules: Rules | None = None,
    holder: int | str | None = None,
    leader: int | str | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
    cancel: Cancel | None = None,
) -> list[float]:
    """Tricks of the declarer's side after each of some discards.

    Parameters are those of `best_discard`, and

    discards : iterable of iterable of Card or str
        Each as many cards of the holder as the kitty has, dealt or from the kitty; text such as ``"S2 H3"``
        too.

    Returns
    -------
    list of int or float
        In the order of the discards. A discard costs the difference to ``best_discard(...).tricks``.

    Raises
    ------
    CardError
        Where a discard cannot be read, has a card twice, a card that the holder does not have, or the wrong
        number; otherwise as `best_discard`.

    Examples
    --------
    >>> discard_values("N:A... K... Q... J... | 2...", "NT+", "N", ["SA", "S2"])
    [0, 1]
    """
    position = KittyPosition.read(deal, strain, declarer, holder, leader, rules)
    return _question(position, memory_mb).values(discards)


def _question(position: KittyPosition, memory_mb: int) -> DiscardQuestion:
    return DiscardQuestion(position, Resources.read(memory_mb=memory_mb))

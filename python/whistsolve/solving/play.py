"""The rules of play without search: legal cards, perft, jokers exchanged before the first lead."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from whistsolve import _core
from whistsolve.arguments import read_deal, read_rules
from whistsolve.cancelling import Cancel, cancellable
from whistsolve.errors import CardError, DealError, WhistError
from whistsolve.rules import Rules
from whistsolve.solving.position import Position
from whistsolve.values.cards import Card
from whistsolve.values.deals import Deal
from whistsolve.values.hands import Hand
from whistsolve.values.reading import read_integer, read_several
from whistsolve.values.seats import seat_index, seat_name
from whistsolve.values.strains import Strain

__all__ = ["exchange_jokers", "legal_cards", "perft"]


def legal_cards(
    deal: Deal | str,
    strain: Strain | str,
    leader: int | str,
    *,
    played: Iterable[Card | str] = (),
    rules: Rules | None = None,
) -> tuple[Card, ...]:
    """The cards that the hand to play may play, in printed order; none after the last card.

    Parameters and errors are those of `solve`.
    """
    return Position.read(deal, strain, leader, played=played, rules=rules).legal_cards()


@cancellable
def perft(
    deal: Deal | str,
    strain: Strain | str,
    leader: int | str,
    *,
    played: Iterable[Card | str] = (),
    rules: Rules | None = None,
    depth: int | None = None,
    cancel: Cancel | None = None,
) -> int:
    """Perft: the number of sequences of legal cards from a position, a check of the rules of play.

    Parameters
    ----------
    depth : int, optional
        Cards in a sequence; all that are left where it is left out.
    cancel : Cancellation or threading.Event, optional
        Ends the call, with `CallCancelled`.

    Other parameters and the errors are those of `solve`. A led joker that names a suit counts once for each
    suit. The first fourteen cards of a whole deal take seconds, all of them more than a lifetime.
    """
    position = Position.read(deal, strain, leader, played=played, rules=rules)
    left = position.cards_in_play - len(position.played)
    wanted = left if depth is None else read_integer(depth, "depth", WhistError, 0, left)
    with position.problem() as problem:
        return _core.perft(problem, wanted)


def exchange_jokers(
    deal: Deal | str,
    declarer: int | str,
    *,
    picks: Sequence[Card | str] | None = None,
    seed: int | None = None,
    rules: Rules | None = None,
) -> Deal:
    """The deal after jokers were given up for discards, as ``joker_no_trump="exchanged"`` has it.

    Before the first lead of a no-trump hand each holder of a joker, clockwise from the declarer's left,
    gives it up for a card from the discards that is no joker. Source: seed rules of bid whist ("others
    exchange them"); the order is this library's.

    Parameters
    ----------
    deal : Deal or str
        The hands after the declarer discarded; the kitty is the pile of discards.
    declarer : int or str
        Who discarded. A joker in this hand is an error, for the declarer puts it into the discards; under
        ``exchange_bidder_must_bury=False`` it is exchanged last.
    picks : sequence of Card or str, optional
        The card that each joker is given up for, in that order; drawn blindly where they are left out.
    seed : int, optional
        For the blind draw; the same seed draws the same cards.
    rules : Rules, optional
        For the direction of play, and for jokers of the declarer.

    Returns
    -------
    Deal
        Hands of the same size without jokers; the jokers lie in the kitty.

    Raises
    ------
    DealError
        Where there are no discards, too few of them, or the declarer holds a joker.
    CardError
        Where a pick is not among the discards, or there are too few or too many picks.
    """
    before = read_deal(deal)
    first = seat_index(declarer, before.seats, "declarer")
    checked_rules = read_rules(rules)
    step = 1 if checked_rules.direction_of_play == "clockwise" else -1
    hands = list(before.hands)
    if checked_rules.exchange_bidder_must_bury and any(card.is_joker for card in hands[first]):
        raise DealError(
            f"{seat_name(first, before.seats)} holds a joker: expected the declarer to have put it into the"
            " discards"
        )
    pile = [card for card in before.kitty or () if not card.is_joker]
    buried = [card for card in before.kitty or () if card.is_joker]
    wanted = None if picks is None else [Card.of(pick) for pick in read_several(picks, "picks", CardError)]
    draw = random.Random(None if seed is None else read_integer(seed, "seed", WhistError))
    exchanged = 0
    for turn in range(1, before.seats + 1):
        seat = (first + step * turn) % before.seats
        for joker in [card for card in hands[seat] if card.is_joker]:
            if not pile:
                raise DealError(f"there is no discard left for {joker} of {seat_name(seat, before.seats)}")
            if wanted is None:
                card = pile[draw.randrange(len(pile))]
            elif exchanged < len(wanted):
                card = wanted[exchanged]
            else:
                raise CardError(f"there are {len(wanted)} picks: expected one for {joker} too")
            if card not in pile:
                raise CardError(
                    f"pick {card} is not among the discards: expected one of {', '.join(map(str, pile))}"
                )
            pile.remove(card)
            buried.append(joker)
            hands[seat] = Hand([card if held == joker else held for held in hands[seat]])
            exchanged += 1
    if wanted is not None and exchanged < len(wanted):
        raise CardError(f"there are {len(wanted)} picks: expected {exchanged}, one for each joker held")
    return Deal(hands, pile + buried)

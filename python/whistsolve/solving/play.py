"""Play without double-dummy search: legal cards, perft, the exchange of jokers before the first lead."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from whistsolve import _core
from whistsolve._internal.reading import read_integer, read_several
from whistsolve.cancelling import Cancellation, cancellable
from whistsolve.errors import DealError, NotationError, WhistError
from whistsolve.rules import Rules
from whistsolve.solving.position import PlayedCard, Position
from whistsolve.values import Card, Deal, Hand, Strain, seat_index, seat_name


def legal_cards(
    deal: Deal | str,
    strain: Strain | str,
    leader: int | str,
    *,
    played: Iterable[Card | str | PlayedCard] = (),
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
    played: Iterable[Card | str | PlayedCard] = (),
    rules: Rules | None = None,
    depth: int | None = None,
    cancel: Cancellation | None = None,
) -> int:
    """Perft: the number of sequences of legal plays from a position, to check the rules of play.

    A sequence has ``depth`` cards, by default all cards left; other parameters and errors are those of
    `solve`. A led joker that names a suit counts once for each suit. Depth 14 of a whole deal takes seconds.
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
    """The deal after jokers are exchanged for discards, as under ``joker_no_trump="exchanged"``.

    Before the first lead of a no-trump hand each holder of a joker, in the order of play after the
    declarer, exchanges it for a card from the discards that is not a joker.

    Parameters
    ----------
    deal : Deal or str
        The hands after the declarer discarded; the kitty is the pile of discards.
    declarer : int or str
        The seat that discarded. A joker in this hand is an error, since the declarer must discard it; but
        under ``exchange_bidder_must_bury=False`` it is exchanged, after all others.
    picks : sequence of Card or str, optional
        The card received for each joker, in the order of exchange; by default drawn blindly.
    seed : int, optional
        Seed for the blind draw.
    rules : Rules, optional
        Used for the direction of play, and for jokers in the declarer's hand.

    Returns
    -------
    Deal
        The hands, of the same size as before and without jokers; the jokers are in the kitty.

    Raises
    ------
    DealError
        If there are more jokers to exchange than other discards, or the declarer must have discarded one.
    NotationError
        If a pick is not among the discards, or the number of picks is wrong.
    """
    before = Deal.of(deal)
    first = seat_index(declarer, before.seats, "declarer")
    checked_rules = Rules.or_default(rules)
    step = 1 if checked_rules.direction_of_play == "clockwise" else -1
    hands = list(before.hands)
    if checked_rules.exchange_bidder_must_bury and any(card.is_joker for card in hands[first]):
        raise DealError(
            f"{seat_name(first, before.seats)} holds a joker: expected the declarer to have put it into the"
            " discards"
        )
    pile = [card for card in before.kitty or () if not card.is_joker]
    buried = [card for card in before.kitty or () if card.is_joker]
    wanted = (
        None if picks is None else [Card.of(pick) for pick in read_several(picks, "picks", NotationError)]
    )
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
                raise NotationError(f"there are {len(wanted)} picks: expected one for {joker} too")
            if card not in pile:
                raise NotationError(
                    f"pick {card} is not among the discards: expected one of {', '.join(map(str, pile))}"
                )
            pile.remove(card)
            buried.append(joker)
            hands[seat] = Hand([card if held == joker else held for held in hands[seat]])
            exchanged += 1
    if wanted is not None and exchanged < len(wanted):
        raise NotationError(f"there are {len(wanted)} picks: expected {exchanged}, one for each joker held")
    return Deal(hands, pile + buried)

"""What a player may know: own cards, what lies open, what was said and played, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from whistsolve.game.auction.calls import Bid, Pass
from whistsolve.game.hand.setup import Setup
from whistsolve.game.hand.snapshot import CalledRenege, Exchanged, HandSnapshot, TrickPlayed
from whistsolve.game.hand.trick_rules import CardPlayed
from whistsolve.rules import Rules
from whistsolve.values.cards import Card
from whistsolve.values.hands import Hand
from whistsolve.values.strains import Strain

__all__ = ["HandView", "view_of"]


@dataclass(frozen=True, slots=True)
class HandView:
    """A hand as one player sees it.

    Two hands that differ only in cards this player has not seen give equal views.

    Attributes
    ----------
    player : int
    rules : Rules
    dealer : int
    scores : tuple of int
        For each player, before the hand.
    stage : str
        As `HandState.stage`.
    hands : tuple of (Hand or None)
        What each hand holds now, where this player may see it: his own, dummies that lie open, a dummy whose
        cards he is throwing out, the hand that he swapped for his dummy.
    sizes : tuple of int
        How many cards each hand holds.
    kept : tuple of (bool or None)
        Double dummy whist: who plays the hand he was dealt. Of simultaneous choices another's is shown once
        both are made.
    calls : tuple of (int, Bid or Pass)
    declarer : int or None
    strain : Strain or None
    turned : Card or None
        The card that made trumps, in whist: the dealer was dealt it.
    kitty : Hand or None
        The kitty on the table where it was turned up for all, also after it was taken.
    taken : Hand or None
        What this player took from the kitty.
    discards : tuple of (Hand or None)
        For each hand, what it gave up, where this player saw it: his own, those of a dummy that lay open;
        everybody's at the end under ``reveal_discards_at_end``.
    discard_sizes : tuple of int
        How many cards each hand gave up.
    exchanges : tuple of Exchanged
        Jokers given up for discards. Which cards they were is shown to who gave the joker; to the declarer
        who chose the card; to all under ``exchange_pick="holder_chooses_face_up"``.
    hand_to_play : int or None
    to_act : int or None
    trick : tuple of CardPlayed
        On the table.
    tricks : tuple of TrickPlayed
        The whole tricks so far, which everybody saw.
    review : tuple of int
        Numbers of the tricks, from 1, that he may look at again under ``trick_review``: the last until he or
        his partner has played to the next, all, or none.
    lying_open : Hand
        Cards of hands that are not seen, which lie open since a renege was corrected.
    reneges_called : tuple of CalledRenege
    legal_cards : tuple of Card
        What may be played, where it is his turn to play a card.
    """

    player: int
    rules: Rules
    dealer: int
    scores: tuple[int, ...]
    stage: str
    hands: tuple[Hand | None, ...]
    sizes: tuple[int, ...]
    kept: tuple[bool | None, ...]
    calls: tuple[tuple[int, Bid | Pass], ...]
    declarer: int | None
    strain: Strain | None
    turned: Card | None
    kitty: Hand | None
    taken: Hand | None
    discards: tuple[Hand | None, ...]
    discard_sizes: tuple[int, ...]
    exchanges: tuple[Exchanged, ...]
    hand_to_play: int | None
    to_act: int | None
    trick: tuple[CardPlayed, ...]
    tricks: tuple[TrickPlayed, ...]
    review: tuple[int, ...]
    lying_open: Hand
    reneges_called: tuple[CalledRenege, ...]
    legal_cards: tuple[Card, ...]

    @property
    def hand(self) -> Hand:
        """The player's own hand."""
        own = self.hands[self.player]
        assert own is not None
        return own

    @property
    def tricks_won(self) -> tuple[int, ...]:
        """Tricks that each hand has won."""
        winners = [trick.winner for trick in self.tricks]
        return tuple(winners.count(hand) for hand in range(len(self.sizes)))


def view_of(setup: Setup, moment: HandSnapshot, player: int, to_act: int | None, lawful: int) -> HandView:
    """What a player may know.

    Parameters
    ----------
    player : int
        His number.
    to_act : int or None
        Whose turn it is.
    lawful : int
        The cards that may be played now, if it is his turn.
    """
    rules = setup.rules
    bit = 1 << player
    hands = tuple(
        Hand.from_mask(held) if seen & bit else None
        for held, seen in zip(moment.hands, moment.seen, strict=True)
    )
    auction = moment.auction
    choosing = rules.hand_option == "simultaneous" and None in moment.kept
    kept = tuple(None if choosing and each != player else keep for each, keep in enumerate(moment.kept))
    return HandView(
        player=player,
        rules=rules,
        dealer=setup.dealer,
        scores=setup.scores,
        stage=moment.stage,
        hands=hands,
        sizes=tuple(held.bit_count() for held in moment.hands),
        kept=kept,
        calls=() if auction is None else auction.calls,
        declarer=moment.declarer,
        strain=moment.strain,
        turned=setup.turned,
        kitty=Hand.from_mask(moment.sported) if moment.sported else None,
        taken=Hand.from_mask(moment.added[player]) if moment.added[player] else None,
        discards=_discards(setup, moment, bit),
        discard_sizes=tuple(cards.bit_count() for cards in moment.removed),
        exchanges=_exchanges(setup, moment, player),
        hand_to_play=moment.to_play if moment.stage == "play" else moment.giving,
        to_act=None if choosing and to_act != player else to_act,
        trick=moment.trick,
        tricks=moment.tricks,
        review=_review(setup, moment, player),
        lying_open=Hand.from_mask(moment.lying_open),
        reneges_called=moment.called,
        legal_cards=tuple(Hand.from_mask(lawful)),
    )


def _discards(setup: Setup, moment: HandSnapshot, bit: int) -> tuple[Hand | None, ...]:
    revealed = moment.stage == "over" and setup.rules.reveal_discards_at_end
    return tuple(
        Hand.from_mask(cards) if cards and (revealed or seen & bit) else None
        for cards, seen in zip(moment.removed, moment.removed_seen, strict=True)
    )


def _exchanges(setup: Setup, moment: HandSnapshot, player: int) -> tuple[Exchanged, ...]:
    """Exchanges as far as a player knows them. A hand that lies open shows both cards to all."""
    pick = setup.rules.exchange_pick
    shown = []
    for done in moment.exchanges:
        sees_hand = moment.seen[done.hand] >> player & 1 == 1 or pick == "holder_chooses_face_up"
        chose = pick == "bidder_chooses" and player == moment.declarer
        joker = done.joker if sees_hand else None
        shown.append(Exchanged(done.hand, joker, done.card if sees_hand or chose else None))
    return tuple(shown)


def _review(setup: Setup, moment: HandSnapshot, player: int) -> tuple[int, ...]:
    number = len(moment.tricks)
    if setup.rules.trick_review == "none" or not number:
        return ()
    if setup.rules.trick_review == "all":
        return tuple(range(1, number + 1))
    sides = moment.seating.sides
    has_played = any(sides[played.hand] == sides[player] for played in moment.trick)
    return () if has_played else (number,)

"""`HandView`: what one player may know of a hand: their own and open cards, calls and plays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from itertools import combinations

from whistsolve._internal.shown import Shown
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import Bid, Pass, strains_of
from whistsolve.game.hand.acts import (
    Act,
    Answer,
    DealAgain,
    Declare,
    Discard,
    Exchange,
    HandChoice,
    Play,
    Settle,
)
from whistsolve.game.hand.before_play import forced_discards
from whistsolve.game.hand.coherence import check_view
from whistsolve.game.hand.plain import plain, read_plain
from whistsolve.game.hand.seating import Seating
from whistsolve.game.hand.setup import Standing
from whistsolve.game.hand.snapshot import (
    CalledRenege,
    ClaimMade,
    Exchanged,
    Stage,
    TrickPlayed,
    tricks_by_hand,
)
from whistsolve.game.hand.trick_rules import CardPlayed, TrickRules
from whistsolve.rules import Rules
from whistsolve.values import Card, Contract, Hand, Strain, Suit


@dataclass(frozen=True, slots=True)
class HandView(Shown):
    """A hand as one player sees it.

    Two hands that differ only in cards this player has not seen give equal views. `rules`, `dealer`, `stage`,
    `calls`, `declarer`, `strain`, `hand_to_play`, `to_act`, `reneges_called` and `seating` are as in
    `HandState`, except that players who choose the hand option simultaneously see only their own turn.
    """

    player: int
    rules: Rules
    dealer: int
    #: The score of each player before the hand.
    scores: tuple[int, ...]
    #: The state of the match before the hand, if it is one of a match: bids missed, games, hands.
    standing: Standing | None
    stage: Stage
    #: The claim that annulled the hand: a misdeal, or the redeal with the player who was entitled to it.
    dealt_again: DealAgain | None
    #: The current cards of each hand that this player may see: their own, dummies that lie open, a dummy from
    #: which they discard, the hand that they swapped for their dummy, a hand shown for a redeal, hands of
    #: players who claimed tricks. ``None`` for the others.
    hands: tuple[Hand | None, ...]
    #: The number of cards of each hand.
    sizes: tuple[int, ...]
    #: In double dummy whist, whether each player plays the hand dealt; ``None`` if not chosen yet. The
    #: opponent's simultaneous choice is shown once both are made.
    kept: tuple[bool | None, ...]
    calls: tuple[tuple[int, Bid | Pass], ...]
    declarer: int | None
    #: In whist with one dummy and no auction, the player whose dummy it is.
    dummy_of: int | None
    strain: Strain | None
    #: In games without an auction, the dealer's card whose suit is trumps.
    turned: Card | None
    #: The kitty if it was turned up for all, even after it was taken. Under ``partner_sees_kitty`` the
    #: declarer's partner sees it too once it was taken.
    kitty: Hand | None
    #: The cards that this player took from the kitty.
    taken: Hand | None
    #: The discards of each hand if this player saw them: their own, those of a dummy whose cards they saw,
    #: and all at the end under ``reveal_discards_at_end``; otherwise ``None``.
    discards: tuple[Hand | None, ...]
    #: The number of discards of each hand.
    discard_sizes: tuple[int, ...]
    #: Jokers exchanged for discards. Both cards are shown to players who see the hand, and to all under
    #: ``exchange_pick="holder_chooses_face_up"``; a declarer who chose the discard sees that one.
    exchanges: tuple[Exchanged, ...]
    hand_to_play: int | None
    to_act: int | None
    #: The cards of the trick in progress.
    trick: tuple[CardPlayed, ...]
    #: The complete tricks so far.
    tricks: tuple[TrickPlayed, ...]
    #: Numbers of the tricks, from 1, that the player may look at again under ``trick_review``: the last until
    #: they or their partner have played to the next; all; or none.
    review: tuple[int, ...]
    #: Cards that lie face up because a renege with them was corrected.
    lying_open: Hand
    reneges_called: tuple[CalledRenege, ...]
    #: All claims so far, with the answers to them.
    claims: tuple[ClaimMade, ...]
    #: By hand, tricks credited by a claim or a resignation instead of play; empty if there are none.
    claimed: tuple[int, ...]
    #: The stage at which the declarer resigned.
    resigned_at: Stage | None
    #: The legal cards if it is the player's turn to play, otherwise none.
    legal_cards: tuple[Card, ...]
    #: The discards to choose from if the player now chooses the card for which a joker is exchanged;
    #: otherwise none.
    legal_picks: tuple[Card, ...]
    #: If it is the player's turn, what may be done in place of the stage's own act: the correction of a
    #: renege by a hand that they play, honours called, cards dealt again. Claims and resignations apart.
    other_acts: tuple[Act, ...]
    seating: Seating

    @property
    def is_turn(self) -> bool:
        """Whether it is this player's turn."""
        return self.to_act == self.player

    @property
    def auction(self) -> Auction | None:
        """The auction so far; ``None`` in games without one."""
        if not self.rules.has_auction:
            return None
        auction = Auction.start(self.rules, self.dealer)
        for _, call in self.calls:
            auction = auction.after(call)
        return auction

    @property
    def contract(self) -> Contract | None:
        """Level, strain and declarer (a player's number), ``None`` until the strain is named."""
        bids = [(player, call) for player, call in self.calls if isinstance(call, Bid)]
        if self.strain is None or not bids:
            return None
        return Contract(bids[-1][1].level, self.strain, bids[-1][0])

    @property
    def partner(self) -> int | None:
        """The other hand in play on the player's side, perhaps a dummy; ``None`` without one."""
        ours = [hand for hand in self.seating.side_hands(self.player) if hand != self.player]
        return ours[0] if len(ours) == 1 else None

    @property
    def winning(self) -> int | None:
        """The hand whose card is winning the trick in progress; ``None`` before its first card."""
        if not self.trick or self.strain is None:
            return None
        return TrickRules(self.rules, self.strain).winner(self.trick)

    @property
    def unseen(self) -> Hand:
        """The cards of the deck that the player has not seen: in hidden hands, discarded, or out of play."""
        mask = self.rules.deck.mask
        for hand in (*self.hands, *self.discards):
            mask &= -1 if hand is None else ~hand.mask
        for played in (*(played for trick in self.tricks for played in trick.plays), *self.trick):
            mask &= ~(1 << played.card.index)
        return Hand.from_mask(mask)

    @property
    def voids(self) -> tuple[frozenset[Suit], ...]:
        """For each hand, the suits of which its plays have shown it to be void, with trumps as their suit."""
        found: list[set[Suit]] = [set() for _ in self.sizes]
        if self.strain is None:
            return tuple(map(frozenset, found))
        rules = TrickRules(self.rules, self.strain)
        any_time = self.rules.joker_any_time and self.strain.is_no_trump
        for plays in (*(trick.plays for trick in self.tricks), self.trick):
            for number, played in enumerate(plays):
                suit = rules.suit_to_follow(plays[:number])
                follows = suit is None or rules.suit_of(played.card) == suit
                if suit is not None and not follows and not (any_time and played.card.is_joker):
                    found[played.hand].add(Suit(suit))
        return tuple(map(frozenset, found))

    def legal_acts(self) -> Iterator[Act]:
        """An iterator over the legal acts of the player, none if it is not their turn.

        It leaves out what `HandState.legal_acts` does; there may be thousands of discards.
        """
        if self.stage == "settlement":
            yield from (*self.other_acts, Settle())
        if not self.is_turn:
            return
        if self.stage == "hand_option":
            yield from (HandChoice(True), HandChoice(False))
        yield from self.legal_calls
        yield from map(Declare, self.legal_strains)
        if self.stage == "discard":
            assert self.hand_to_play is not None
            held, forced = self.hands[self.hand_to_play], self.forced_discards
            assert held is not None  # players see every hand from which they discard
            for chosen in combinations(held - forced, self.discard_number - len(forced)):
                yield Discard(Hand(chosen) | forced)
        yield from map(Exchange, self.legal_picks)
        for card in self.legal_cards:
            yield from (Play(card, suit) for suit in (Suit if card.is_joker and self.names_suit else (None,)))
        if self.stage == "claim":
            yield from (Answer(True), Answer(False))
        yield from self.other_acts

    def hides(self, act: Act, player: int | None, hand: int | None) -> bool:
        """Whether the player sees only that an act was just done, not which: the acting player and hand."""
        if isinstance(act, HandChoice):
            return player is not None and self.kept[player] is None
        if isinstance(act, Discard):
            return hand is not None and self.discards[hand] is None
        return isinstance(act, Exchange) and self.exchanges[-1].card is None

    def as_dict(self) -> dict[str, object]:
        """Every field by name as JSON types: seats as numbers, cards, hands, strains and acts as text.

        The rules are the options that differ from the defaults (`Rules.from_dict`).
        """
        return {each.name: plain(getattr(self, each.name)) for each in fields(self)}

    @classmethod
    def from_dict(cls, values: Mapping[str, object]) -> HandView:
        """A view from what `as_dict` gave, which can be acted on: no field contradicts another.

        Raises `WhistError`, which names the field that is wrong.
        """
        view: HandView = read_plain(cls, values, "view")
        check_view(view)
        return view

    @property
    def legal_calls(self) -> tuple[Bid | Pass, ...]:
        """The legal calls if it is the player's turn to call, otherwise none."""
        auction = self.auction if self.stage == "auction" and self.is_turn else None
        return () if auction is None else auction.legal_calls

    @property
    def leader(self) -> int | None:
        """The hand that led to the trick in progress, or leads to the next; ``None`` before the first lead.

        It is ``None`` also if the hand ended without a card being played.
        """
        if self.trick:
            return self.trick[0].hand
        if self.tricks:
            return self.tricks[-1].winner
        if self.strain is None or self.stage not in ("play", "claim"):
            return None
        return self.seating.first_leader(self.rules, self.declarer, self.dealer)

    @property
    def possible_strains(self) -> tuple[Strain, ...]:
        """The strains that the declarer may still name; once the strain is known, only that one."""
        if self.strain is not None:
            return (self.strain,)
        auction = None if self.declarer is None else self.auction
        return () if auction is None or auction.high is None else strains_of(auction.high[1], self.rules)

    @property
    def legal_strains(self) -> tuple[Strain, ...]:
        """The strains that the player may name if it is their turn to do so, otherwise none."""
        return self.possible_strains if self.stage == "declaration" and self.is_turn else ()

    @property
    def discard_number(self) -> int:
        """How many cards `hand_to_play` has to discard if it is the player's turn to discard, otherwise 0."""
        if self.stage != "discard" or not self.is_turn or self.hand_to_play is None:
            return 0
        return self.sizes[self.hand_to_play] - min(self.sizes)  # some hand has no surplus cards (left)

    @property
    def forced_discards(self) -> Hand:
        """Cards that the discard must contain: jokers that are to be exchanged; otherwise none."""
        number = self.discard_number
        held = self.hands[self.hand_to_play] if number and self.hand_to_play is not None else None
        if held is None:
            return Hand()
        return Hand.from_mask(forced_discards(self.rules, self.possible_strains, held.mask, number))

    @property
    def names_suit(self) -> bool:
        """Whether the player is to lead and must name a suit if they lead a joker."""
        if not self.legal_cards or self.trick or self.strain is None:
            return False
        return TrickRules(self.rules, self.strain).names_suit

    @property
    def hand(self) -> Hand:
        """The player's own hand."""
        own = self.hands[self.player]
        assert own is not None
        return own

    @property
    def tricks_won(self) -> tuple[int, ...]:
        """Tricks won by each hand, including those that it got by a claim or a resignation."""
        return tricks_by_hand(self.tricks, self.claimed, len(self.sizes))

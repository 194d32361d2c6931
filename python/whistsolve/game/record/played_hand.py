"""A hand as it was dealt, bid, and played at a table, in part or to the end."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from whistsolve._internal.shown import Shown, rendering
from whistsolve.errors import ActError, NotationError
from whistsolve.game.auction.calls import PASS, Bid, strains_of
from whistsolve.game.hand.seating import Seating
from whistsolve.game.hand_state import HandState
from whistsolve.game.record.parts import (
    Call,
    CardsOfSeats,
    Tag,
    Trick,
    after_exchange,
    cards_by_seat,
    check_exchange,
    listed,
    read_call_of_seat,
    read_tags,
    replayed,
)
from whistsolve.rules import Rules, RulesLike
from whistsolve.rules.reading import read_contract
from whistsolve.rules.sides import each_score, turn_step
from whistsolve.values import Card, CardLike, Contract, ContractLike, Deal, DealLike, Hand
from whistsolve.values.seats import SeatLike, seat_index
from whistsolve.values.written import card_texts


@dataclass(frozen=True, slots=True, init=False)
class PlayedHand(Shown):
    """Deal, auction, kitty and play of one hand.

    Raises `NotationError` if dealer, leader, declarer or a caller is not a seat of the deal; if a tag or call
    cannot be written; or if a led joker names a suit, since plays do not say which. Raises `DealError` if
    cards taken are not in the kitty, discards are not held, or their numbers differ. Raises `ActError` if a
    seat plays a card that it does not hold or may not play, or cards are played without contract or leader.
    Raises `RulesError` if ``rules`` is not a Rules, `WhistError` if deal, contract or a card cannot be read.

    Examples
    --------
    >>> hand = PlayedHand("N:A... K... Q... J...", contract="1S+ by N", leader="N", plays="SA SK SQ")
    >>> hand.tricks[0].winner is None
    True
    """

    #: The cards as dealt, with the kitty.
    deal: Deal
    dealer: int | None
    #: The calls in order, each with its seat.
    calls: tuple[Call, ...]
    #: With its declarer. In games without an auction a contract of level 0 has the strain, and as declarer a
    #: seat of the side whose tricks count.
    contract: Contract | None
    #: Cards that each seat took from the kitty, and its discards; given by seat, or as a mapping from seats.
    added: tuple[Hand, ...]
    removed: tuple[Hand, ...]
    #: The leader of the first trick; required if cards were played.
    leader: int | None
    #: The cards in the order in which they were played; the last trick may be in progress.
    plays: tuple[Card, ...]
    #: Other tags, in order.
    tags: tuple[Tag, ...]
    #: ``None`` if they are not known. They say in which direction play goes, what jokers do in no-trump, and
    #: whether a card may be a renege.
    rules: Rules | None
    #: The exact text that the hand was read from; ignored in comparisons.
    source: str | None = field(compare=False, repr=False)
    #: The tricks played, the one in progress last.
    tricks: tuple[Trick, ...] = field(init=False, compare=False, repr=False)
    #: The cards among `plays`, by index, that were played against the rules of the hand.
    reneges: tuple[int, ...] = field(init=False, compare=False, repr=False)

    def __init__(
        self,
        deal: DealLike,
        *,
        dealer: SeatLike | None = None,
        calls: Iterable[Call | tuple[SeatLike, str]] = (),
        contract: ContractLike | None = None,
        added: CardsOfSeats | None = None,
        removed: CardsOfSeats | None = None,
        leader: SeatLike | None = None,
        plays: str | Iterable[CardLike] = (),
        tags: Iterable[Tag | tuple[str, str]] = (),
        rules: RulesLike | None = None,
        source: str | None = None,
    ) -> None:
        def keep(name: str, value: object) -> None:
            object.__setattr__(self, name, value)

        dealt = deal if isinstance(deal, Deal) else Deal.from_text(deal)
        seats = dealt.seats
        keep("deal", dealt)
        keep("dealer", None if dealer is None else seat_index(dealer, seats, "dealer"))
        keep("calls", tuple(read_call_of_seat(call, seats) for call in listed(calls, "calls")))
        keep("rules", None if rules is None else Rules.of(rules))
        keep("contract", _read_contract(contract, seats, self.rules))
        keep("added", cards_by_seat(added, seats, "added"))
        keep("removed", cards_by_seat(removed, seats, "removed"))
        keep("leader", None if leader is None else seat_index(leader, seats, "leader"))
        cards = card_texts(plays) if isinstance(plays, str) else listed(plays, "plays")
        keep("plays", tuple(Card.of(card) for card in cards))
        keep("tags", read_tags(tags))
        keep("source", source)
        check_exchange(dealt, self.added, self.removed)
        tricks: tuple[Trick, ...] = ()
        reneges: list[int] = []
        if self.plays:
            if self.contract is None or self.leader is None:
                missing = "contract" if self.contract is None else "leader"
                raise ActError(f"cards were played and there is no {missing}: expected both")
            hands, strain = self.deal_in_play.hands, self.contract.strain
            play = replayed(hands, strain, self.leader, self.plays, self.rules)
            tricks, reneges = play.tricks, play.reneges
        keep("tricks", tricks)
        keep("reneges", tuple(reneges))

    @property
    def seats(self) -> int:
        """The number of hands."""
        return self.deal.seats

    @property
    def declarer(self) -> int | None:
        """The declarer's seat, ``None`` without a contract."""
        return None if self.contract is None else self.contract.declarer

    @property
    def deal_in_play(self) -> Deal:
        """The deal after the kitty was taken and cards were discarded; its kitty is the cards out of play.

        Raises `DealError` if a seat has taken the kitty and not yet discarded.
        """
        return after_exchange(self.deal, self.added, self.removed)

    @property
    def step(self) -> int:
        """The step from a seat to the next in turn: 1, or -1 where play goes counterclockwise."""
        return 1 if self.rules is None else turn_step(self.rules)

    @property
    def tricks_won(self) -> tuple[int, ...]:
        """Complete tricks won so far by each seat, each counted once and without the kitty's book."""
        winners = [trick.winner for trick in self.tricks]
        return tuple(winners.count(seat) for seat in range(self.seats))

    def state(self, rules: RulesLike | None = None) -> HandState:
        """The hand as a `HandState`, act by act as far as it was played.

        ``state.copy(acts=n)`` is the hand before its act n, and ``view`` of it what a player knew then.
        Without calls in the record the declarer makes the bid of the contract and the others pass. The rules
        are by default those of the record, or `Rules("bid_whist")`.

        Raises `WhistError` if the hand cannot have been played so under the rules: jokers that were exchanged
        or laid aside before the first lead are not recorded.
        """
        used = Rules.or_default(rules if rules is not None else self.rules)
        deal, dealer = dealt_hands(self, used)
        contract, seats = self.contract, seating_of(self, used).chairs
        kept, swaps = set(range(used.players)), used.game == "double_dummy" and used.hand_option != "off"
        if swaps and self.tag("Kept") is not None and deal.seats == 4:
            kept = {seats[seat] for seat in seats_in(self, "Kept")}
            order = [each if each % 2 in kept else (each + 2) % 4 for each in range(4)]
            deal = Deal([deal.hands[each] for each in order], deal.kitty)
        turned = next((tag.text for tag in self.tags if tag.name == "Turned"), None)
        if dealer is None:
            dealer = 0 if contract is None else (contract.declarer - turn_step(used)) % used.players
        state = HandState(deal, used, dealer=dealer, turned=turned, scores=recorded_scores(self, used))
        ended = {tag.name: tag.text for tag in self.tags if tag.name in ("Claim", "Resigned")}
        calls, plays = [call.text for call in self.calls], list(map(str, self.plays))
        while not state.is_over:
            if state.stage == "hand_option":
                state.push("keep" if state.to_act in kept else "swap")
            elif state.stage == "auction" and (self.calls or contract is None):
                if not calls:
                    break
                state.push(calls.pop(0))
            elif state.stage == "auction":
                assert contract is not None
                bids = (call for call in state.legal_calls if isinstance(call, Bid))
                level = (bid for bid in bids if bid.level == contract.level)
                made = (bid for bid in level if contract.strain in strains_of(bid, used))
                state.push(next(made, PASS) if state.to_act == seats[contract.declarer] else PASS)
            elif state.stage == "declaration" and contract is not None:
                state.push(contract.strain)
            elif state.stage == "discard" and any(self.removed):
                state.push(self.removed[seats.index(state.hand_to_play or 0)])
            elif state.stage == "play" and plays:
                state.push(plays.pop(0))
            elif state.stage == "claim":
                state.push("accept")
            elif state.stage == "settlement":
                state.push("settle")
            elif "Resigned" in ended:
                state.push("resign")
            elif "Claim" in ended:
                tricks, _, seat = ended.pop("Claim").partition(" by ")
                state.push(f"claim {tricks} by {seats[seat_index(seat, self.seats)]}")
            else:
                break
        return state

    def tag(self, name: str) -> Tag | None:
        """The first tag with the given name, ``None`` if there is none."""
        return next((tag for tag in self.tags if tag.name == name), None)

    def to_ptn(self) -> str:
        """The hand in PTN, which can say every hand; as in its file if it was read and not changed."""
        return str(rendering("notation").format_ptn(self))

    def to_pbn(self) -> str:
        """The hand in PBN, which is read back as this hand.

        Raises `NotationError` for what PBN cannot say: other than four hands, jokers, a kitty, downtown.
        """
        return str(rendering("notation").played_to_pbn(self))

    def to_lin(self) -> str:
        """The hand in LIN, which is read back as this hand.

        Raises `NotationError` for what LIN cannot say: as in PBN, and a contract that the calls do not make.
        """
        return str(rendering("notation").played_to_lin(self))

    def __str__(self) -> str:
        """The hand in PTN."""
        return self.to_ptn()


def _read_contract(contract: ContractLike | None, seats: int, rules: Rules | None) -> Contract | None:
    if contract is None:
        return None
    if not isinstance(contract, Contract):
        is_bid = rules is None or rules.has_auction
        contract = Contract.from_text(contract) if is_bid else read_contract(contract, rules)
    if contract.declarer >= seats:
        raise NotationError(f"contract {contract} is played by no seat of {seats}: expected 0 to {seats - 1}")
    return contract


def dealt_hands(hand: PlayedHand, rules: Rules) -> tuple[Deal, int | None]:
    """The deal of a recorded hand in the order of hands of `HandState`, and the dealer.

    In games with dummies the hands by seat are reordered: those of players first, then those of dummies.
    """
    if not rules.has_dummies or hand.seats != rules.dealt_hands:
        return hand.deal, hand.dealer
    seating = seating_of(hand, rules)
    hands = [hand.deal.hands[seating.chair_of(number)] for number in range(hand.seats)]
    dealer = None if hand.dealer is None else seating.chairs[hand.dealer]
    return Deal(hands, hand.deal.kitty), dealer


def recorded_scores(hand: PlayedHand, rules: Rules) -> tuple[int, ...] | None:
    """The score of each player before a hand, from the tag ``Scores``; ``None`` if there is none."""
    tag = hand.tag("Scores")
    given = [] if tag is None else re.findall(r"-?\d{1,4}", tag.value)
    return each_score(list(map(int, given)), rules) if tag is not None else None


def seats_in(hand: PlayedHand, name: str) -> set[int]:
    """The seats that a tag names, on which points depend."""
    tag = hand.tag(name)
    if tag is None:
        expected = f'expected such as [{name} "N"], - for nobody, or {name.lower()}'
        raise ActError(f"the hand has no tag {name}, on which its points depend: {expected}")
    return {seat_index(word, hand.seats, name) for word in tag.value.split() if word != "-"}


def seating_of(hand: PlayedHand, rules: Rules) -> Seating:
    """Who sits where at the table of a recorded hand."""
    declarer = 0 if hand.contract is None or rules.game != "dummy" else hand.contract.declarer
    if declarer >= rules.players:
        raise NotationError(f"the declarer is on chair {declarer}: expected player 0 to {rules.players - 1}")
    return Seating.of(rules, declarer)

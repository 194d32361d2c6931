"""The door of the questions before the first lead: the player's cards, the auction, what else is known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, TypeAlias

from whistsolve._internal.reading import read_instance, read_several, shown
from whistsolve.advice.calls.call_model import CallModel
from whistsolve.advice.calls.callers import Caller, after_calls, callers_of
from whistsolve.advice.game_models import GameModels, SeatModels
from whistsolve.advice.simulation import Simulation
from whistsolve.equity.payoffs import PayoffTable
from whistsolve.equity.transitions import MatchState
from whistsolve.errors import ActError, LayoutError, NotationError, WhistError
from whistsolve.game import HandView, Standing
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import Bid, Pass, read_calls, strains_of
from whistsolve.game.match.single_hand import match_before
from whistsolve.inference.knowledge import Knowledge
from whistsolve.inference.posterior import LayoutPosterior
from whistsolve.rules import Rules, RulesLike
from whistsolve.rules.sides import player_names, read_player
from whistsolve.values.hands import Hand, HandLike
from whistsolve.values.seats import SeatLike
from whistsolve.values.strains import Strain, StrainLike

#: Calls as a sequence, or all in one text.
Calls: TypeAlias = Iterable[Bid | Pass | str] | str


class AuctionRequest:
    """A question before the first lead: who asks, with which cards, after which calls, at which standing.

    The arguments are read one by one or from a view, in which cards that were discarded count as held;
    `discarding` says which games have an answer. A method for each question checks the rest of them.
    """

    #: What the player knows.
    knowledge: Knowledge
    #: What they believe; ``None`` for discards if neither calls nor a bid nor a model nor an equity is given.
    seated: SeatModels | None = None
    #: The bid that has won the auction, for strains and discards.
    bid: Bid | None = None
    #: Whether the hand includes the kitty.
    kitty_seen: bool = False

    def __init__(
        self,
        hand: HandLike | HandView,
        rules: RulesLike | None,
        seat: SeatLike | None,
        dealer: SeatLike | None,
        calls: Calls,
        scores: Sequence[int] | Standing | None,
        *,
        discarding: bool = False,
    ) -> None:
        #: The strain of a view, or of the discards.
        self.strain: Strain | None = None
        if isinstance(hand, HandView):
            given = {"rules": rules, "seat": seat, "dealer": dealer, "calls": None if calls == () else calls}
            for name, value in given.items():
                if value is not None:
                    raise WhistError(f"{name} {shown(value)} is given with a view: expected the view alone")
            self.hand: Hand = hand.hand | (hand.discards[hand.player] or Hand())
            self.strain, seat, dealer = hand.strain, hand.player, hand.dealer
            calls = tuple(call for _, call in hand.calls)
            scores = hand.standing or hand.scores if scores is None else scores
            self.game: GameModels = GameModels.of(hand.rules)
        else:
            for name, value in (("seat", seat), ("dealer", dealer)):
                if value is None:
                    raise ActError(f"{name} is missing: expected such as seat='S', dealer='N', or a HandView")
            self.hand = Hand.of(hand)
            self.game = GameModels.of(Rules.or_default(rules))
        _ = self.game.discards if discarding else self.game.scores  # raises if the game has no answer
        assert seat is not None and dealer is not None
        self.rules: Rules = self.game.rules
        self.seat: int = read_player(seat, self.rules, "seat")
        self._names = player_names(seat, self.rules)
        self.auction: Auction = Auction.start(self.rules, dealer)
        for call in read_several(read_calls(calls) if isinstance(calls, str) else calls, "calls", ActError):
            self.auction = self.auction.after(call)
        self.dealer: int = self.auction.dealer
        before = match_before((0, 0) if scores is None else scores, self.rules, self.dealer)
        self._standing = before.standing

    def to_call(self, given: Simulation[Any]) -> AuctionRequest:
        """Checks a question of `evaluate_bids`; raises its errors."""
        self._check_size(self.rules.dealt_hand_size, "before the kitty")
        auction, names, to_act = self.auction, self._names, self.auction.to_act
        if to_act != self.seat:
            turn = "nobody's, for the auction is over" if to_act is None else f"{names[to_act]}'s"
            heard = ", ".join(f"{names[who]} {call}" for who, call in auction.calls) or "no calls"
            why = f"dealer {names[auction.dealer]}, {heard}"
            raise ActError(f"it is not the turn of {names[self.seat]}: it is {turn} ({why})")
        self.knowledge = self._known(self.hand, given)
        self._seat(given)
        return self

    def to_name(self, bid: Bid | str | None, given: Simulation[Any]) -> AuctionRequest:
        """Checks a question of `evaluate_strains`; raises its errors."""
        size, kitty = self.rules.dealt_hand_size, self.rules.kitty_size
        self.kitty_seen = bool(kitty) and len(self.hand) == size + kitty
        if not self.kitty_seen:
            self._check_size(size, f"or {size + kitty} with the kitty" if kitty else "")
        self.bid = self._read_won(bid)
        if self.bid is None:
            raise self._not_won()
        self.knowledge = self._known_with_kitty(given) if self.kitty_seen else self._known(self.hand, given)
        self._seat(given)
        return self

    def to_discard(
        self, strain: StrainLike | None, bid: Bid | str | None, given: Simulation[Any]
    ) -> AuctionRequest:
        """Checks a question of `evaluate_discards`; raises its errors."""
        rules = self.rules
        if strain is not None:
            self.strain = Strain.of(strain)
        if self.strain is None:
            raise ActError("strain is missing: expected one, or a view in which it is named")
        self._check_size(rules.dealt_hand_size + self.game.discards, "with the kitty")
        self.bid, self.kitty_seen = self._read_won(bid), True
        if self.bid is not None and self.strain not in strains_of(self.bid, rules):
            allowed = ", ".join(map(str, strains_of(self.bid, rules)))
            raise ActError(f"strain {self.strain} is wrong after {self.bid}: expected one of {allowed}")
        self.knowledge = self._known_of_dummy(given) if rules.has_dummies else self._known_with_kitty(given)
        if self.bid is not None or given.get("model") is not None or given.get("equity") is not None:
            self._seat(given)
        return self

    def _seat(self, given: Simulation[Any]) -> None:
        self.seated = self.game.seated(self.seat, self._standing, given)

    def _check_size(self, size: int, which: str) -> None:
        if len(self.hand) != size:
            expected = ", ".join(filter(None, (str(size), which)))
            raise NotationError(f"the hand has {len(self.hand)} cards: expected {expected}")

    def _read_won(self, bid: Bid | str | None) -> Bid | None:
        """The bid with which the seat has won the auction; ``None`` if neither calls nor bid is given."""
        auction = self.auction
        if bid is None:
            if not auction.calls:
                return None
            if auction.to_act is not None or auction.high is None or auction.high[0] != self.seat:
                raise self._not_won()
            return auction.high[1]
        if auction.calls:
            raise ActError("there are calls and a bid: expected one of them")
        read = auction.read(bid)
        if not isinstance(read, Bid):
            raise ActError("bid is a pass: expected a bid")
        auction.after(read)  # raises if these rules have no such bid
        return read

    def _not_won(self) -> ActError:
        return ActError(
            f"{self._names[self.seat]} has not won the auction: expected calls that end with that, or bid"
        )

    @cached_property
    def model(self) -> CallModel | None:
        """How the others call, as this seat has it."""
        return None if self.seated is None else self.seated.model

    @cached_property
    def payoffs(self) -> PayoffTable | None:
        """What contracts pay this seat."""
        return None if self.seated is None else self.seated.payoffs

    def posterior(self) -> LayoutPosterior:
        """The layouts given what is known and the calls so far."""
        return LayoutPosterior(self.knowledge, self.auction, self.model)

    def callers(self) -> tuple[Caller, ...]:
        """Which kinds of bidders the others are taken to be."""
        if self.model is None:
            return ()
        return callers_of(after_calls(self.model, self.auction, self.seat, self.hand), self.seat)

    # ------------------------------------------------------------------------------------------ the knowledge

    def _known(self, dealt: Hand, given: Simulation[Any], kitty: Hand | None = None) -> Knowledge:
        """What the player knows with a hand as it was dealt, and with the kitty if it was seen."""
        known, seat = given.get("knowledge"), self.seat
        if known is None:
            known = Knowledge.of_hand(dealt, rules=self.rules, seat=seat)
        else:
            check_knowledge(known, self.rules, seat)
            if known.known[seat] != dealt:
                asked = f"expected {dealt}, the hand asked about"
                raise LayoutError(f"the knowledge is of {known.known[seat]}: {asked}")
            if known.rest == "discards":
                raise LayoutError(
                    "the knowledge is of a hand in play: expected one before the kitty was taken"
                )
        return known if kitty is None else known.with_cards("kitty", kitty)

    def _known_with_kitty(self, given: Simulation[Any]) -> Knowledge:
        """What the player knows with the kitty; without knowledge any of the cards count as the kitty."""
        cards, size, known = list(self.hand), self.rules.dealt_hand_size, given.get("knowledge")
        dealt, kitty = Hand(cards[:size]), Hand(cards[size:])
        if isinstance(known, Knowledge) and known.known[self.seat] | known.known[-1] == self.hand:
            dealt, kitty = known.known[self.seat], known.known[-1]
        return self._known(dealt, given, kitty)

    def _known_of_dummy(self, given: Simulation[Any]) -> Knowledge:
        """What the player knows who looks at the cards of the dummy, all that it was dealt."""
        known = given.get("knowledge")
        if known is None:
            raise LayoutError(
                "knowledge is missing: expected Knowledge.of_view, in which you have a hand beside the dummy"
            )
        check_knowledge(known, self.rules, self.seat)
        if known.known[-1] != self.hand:
            raise LayoutError(f"the knowledge is of a dummy with {known.known[-1]}: expected {self.hand}")
        return self._known(known.known[self.seat], given)


def check_knowledge(known: Knowledge, rules: Rules, player: int) -> None:
    """Raises `LayoutError` unless a knowledge is of this game and player."""
    read_instance(known, Knowledge, "knowledge", LayoutError)
    if known.rules != rules:
        raise LayoutError("the knowledge is of other rules: expected those of the question")
    if known.player != player:
        raise LayoutError(f"the knowledge is of player {known.player}: expected player {player}")


def read_state(scores: Sequence[int] | Standing, rules: Rules, dealer: int) -> MatchState:
    """The state of the match before a hand, from scores of all players or of both sides, or a standing."""
    return MatchState.of(match_before(scores, rules, dealer).standing, rules)

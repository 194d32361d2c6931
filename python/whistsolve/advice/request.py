"""The door of the questions before the first lead: the player's cards, the auction, what else is known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
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


class Situation:
    """Who asks before the first lead, with which cards, after which calls, at which standing.

    The arguments of a question are read here, one by one or from a view, in which cards that were discarded
    count as held. `strain` is what the view has; `discarding` says which games have an answer.
    """

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
        rules = self.game.rules
        self.seat: int = read_player(seat, rules, "seat")
        self.names: tuple[str, ...] = player_names(seat, rules)
        self.auction: Auction = _read_auction(rules, dealer, calls)
        before = match_before((0, 0) if scores is None else scores, rules, self.auction.dealer)
        self.standing: Standing = before.standing

    def to_call(self, given: Simulation[Any]) -> AuctionRequest:
        """The request of `evaluate_bids`; raises its errors."""
        self._check_size(self.game.rules.dealt_hand_size, "before the kitty")
        auction, names, to_act = self.auction, self.names, self.auction.to_act
        if to_act != self.seat:
            turn = "nobody's, for the auction is over" if to_act is None else f"{names[to_act]}'s"
            heard = ", ".join(f"{names[who]} {call}" for who, call in auction.calls) or "no calls"
            why = f"dealer {names[auction.dealer]}, {heard}"
            raise ActError(f"it is not the turn of {names[self.seat]}: it is {turn} ({why})")
        known = self._knowledge(self.hand, given)
        return AuctionRequest(self.game, self.hand, self.seat, auction, known, self._seated(given))

    def to_name(self, bid: Bid | str | None, given: Simulation[Any]) -> AuctionRequest:
        """The request of `evaluate_strains`; raises its errors."""
        rules = self.game.rules
        size, kitty = rules.dealt_hand_size, rules.kitty_size
        seen = bool(kitty) and len(self.hand) == size + kitty
        if not seen:
            with_kitty = f"or {size + kitty} with the kitty" if kitty else ""
            self._check_size(size, with_kitty)
        won = self._read_won(bid)
        if won is None:
            raise self._not_won()
        known = self._knowledge_with_kitty(given) if seen else self._knowledge(self.hand, given)
        return AuctionRequest(
            self.game, self.hand, self.seat, self.auction, known, self._seated(given), won, seen
        )

    def to_discard(
        self, strain: StrainLike | None, bid: Bid | str | None, given: Simulation[Any]
    ) -> AuctionRequest:
        """The request of `evaluate_discards`; raises its errors."""
        game, rules = self.game, self.game.rules
        named = self.strain if strain is None else Strain.of(strain)
        if named is None:
            raise ActError("strain is missing: expected one, or a view in which it is named")
        self._check_size(rules.dealt_hand_size + game.discards, "with the kitty")
        won = self._read_won(bid)
        if won is not None and named not in strains_of(won, rules):
            allowed = ", ".join(map(str, strains_of(won, rules)))
            raise ActError(f"strain {named} is wrong after {won}: expected one of {allowed}")
        known = self._knowledge_of_dummy(given) if rules.has_dummies else self._knowledge_with_kitty(given)
        seated = None
        if won is not None or given.get("model") is not None or given.get("equity") is not None:
            seated = self._seated(given)
        return AuctionRequest(game, self.hand, self.seat, self.auction, known, seated, won, True, named)

    def _seated(self, given: Simulation[Any]) -> SeatModels:
        return self.game.seated(self.seat, self.standing, given)

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
        name = self.names[self.seat]
        return ActError(f"{name} has not won the auction: expected calls that end with that, or bid")

    # ------------------------------------------------------------------------------------------ the knowledge

    def _knowledge(self, dealt: Hand, given: Simulation[Any], kitty: Hand | None = None) -> Knowledge:
        """What the player knows with a hand as it was dealt, and with the kitty if it was seen."""
        known, seat = given.get("knowledge"), self.seat
        if known is None:
            known = Knowledge.of_hand(dealt, rules=self.game.rules, seat=seat)
        else:
            check_knowledge(known, self.game.rules, seat)
            if known.known[seat] != dealt:
                asked = f"expected {dealt}, the hand asked about"
                raise LayoutError(f"the knowledge is of {known.known[seat]}: {asked}")
            if known.rest == "discards":
                raise LayoutError(
                    "the knowledge is of a hand in play: expected one before the kitty was taken"
                )
        return known if kitty is None else known.with_cards("kitty", kitty)

    def _knowledge_with_kitty(self, given: Simulation[Any]) -> Knowledge:
        """What the player knows whose cards include the kitty.

        The given knowledge says which cards were the kitty; without it any are chosen, to the same effect.
        """
        cards, size, known = list(self.hand), self.game.rules.dealt_hand_size, given.get("knowledge")
        dealt, kitty = Hand(cards[:size]), Hand(cards[size:])
        if isinstance(known, Knowledge) and known.known[self.seat] | known.known[-1] == self.hand:
            dealt, kitty = known.known[self.seat], known.known[-1]
        return self._knowledge(dealt, given, kitty)

    def _knowledge_of_dummy(self, given: Simulation[Any]) -> Knowledge:
        """What the player knows who looks at the cards of the dummy, all that it was dealt."""
        known = given.get("knowledge")
        if known is None:
            raise LayoutError(
                "knowledge is missing: expected Knowledge.of_view, in which you have a hand beside the dummy"
            )
        check_knowledge(known, self.game.rules, self.seat)
        if known.known[-1] != self.hand:
            raise LayoutError(f"the knowledge is of a dummy with {known.known[-1]}: expected {self.hand}")
        return self._knowledge(known.known[self.seat], given)


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


def _read_auction(rules: Rules, dealer: SeatLike, calls: Calls) -> Auction:
    """The auction after the given calls, a sequence or one text."""
    auction = Auction.start(rules, dealer)
    given = read_calls(calls) if isinstance(calls, str) else calls
    for call in read_several(given, "calls", ActError):
        auction = auction.after(call)
    return auction


@dataclass(frozen=True)
class AuctionRequest:
    """A checked question before the first lead: whose it is, the calls so far, what is known and believed.

    `seated` is ``None`` for discards if neither calls nor a bid nor a model nor an equity is given. `bid` has
    won the auction, for strains and discards; `kitty_seen` is whether the hand includes the kitty.
    """

    game: GameModels
    hand: Hand
    seat: int
    auction: Auction
    knowledge: Knowledge
    seated: SeatModels | None
    bid: Bid | None = None
    kitty_seen: bool = False
    strain: Strain | None = None

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.game.rules

    @property
    def dealer(self) -> int:
        """The dealer."""
        return self.auction.dealer

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

"""The request of `evaluate_cards`: a hand in play as its player knows it, and what it pays by tricks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whistsolve._internal.reading import read_instance
from whistsolve.advice.calls.call_model import CallModel
from whistsolve.advice.calls.callers import Caller, after_calls, callers_of
from whistsolve.advice.calls.declarer_model import DeclarerModel
from whistsolve.advice.game_models import GameModels, SeatModels
from whistsolve.advice.request import check_knowledge
from whistsolve.advice.simulation import Simulation
from whistsolve.equity.payoffs import PayoffTable
from whistsolve.errors import ActError, LayoutError, RulesError, WhistError
from whistsolve.game import HandView
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import strains_of
from whistsolve.game.hand.setup import first_target
from whistsolve.game.hand.trick_rules import CardPlayed, TrickRules
from whistsolve.game.match.single_hand import match_before
from whistsolve.game.scoring.contract_score import score_books
from whistsolve.game.scoring.whist_score import score_whist_books
from whistsolve.inference.declarer_choices import DealtHands, DeclarerChoices
from whistsolve.inference.knowledge import Knowledge
from whistsolve.inference.play_model import PlayModel
from whistsolve.inference.plays_seen import PlaysSeen
from whistsolve.inference.posterior import LayoutPosterior
from whistsolve.inference.trick_in_progress import TrickInProgress, without_renege
from whistsolve.solving.results import by_preference
from whistsolve.values.cards import Suit
from whistsolve.values.contracts import Contract
from whistsolve.values.hands import Hand
from whistsolve.values.seats import SeatLike
from whistsolve.values.strains import Strain


class CardRequest:
    """A hand in play at the turn of the view's player, what they know and believe, and what tricks pay them.

    The arguments of `evaluate_cards` are checked here; each part that follows from them is made once. The
    view is that of the player even if the hand `to_play` is a dummy. Contract and auction are ``None`` in
    games without an auction. Raises the errors of `evaluate_cards`.
    """

    def __init__(
        self, view: HandView, play_model: PlayModel | None = None, given: Simulation[Any] | None = None
    ) -> None:
        read_instance(view, HandView, "view", ActError)
        if view.stage == "over":
            raise ActError("the hand is over: expected one in which a card is to be played")
        if view.stage != "play" or view.strain is None or view.hand_to_play is None:
            raise ActError(f"the hand is at the stage {view.stage!r}: expected a card to be played")
        if view.to_act != view.player:
            raise ActError(
                f"it is not the turn of player {view.player}: expected the view of player {view.to_act}"
            )
        self.view: HandView = view
        self.game: GameModels = GameModels.of(view.rules)
        self.seat: int = view.player
        self.dealer: int = view.dealer
        self.to_play: int = view.hand_to_play
        self.hand: Hand = view.hands[view.hand_to_play] or Hand()
        self.strain: Strain = view.strain
        self.auction: Auction | None = view.auction
        self.contract: Contract | None = view.contract
        self._given: Simulation[Any] = {} if given is None else given
        used = PlayModel() if play_model is None else play_model
        self.play_model: PlayModel = read_instance(used, PlayModel, "play_model", WhistError)

    # ----------------------------------------------------------------------------------------------- the hand

    @property
    def counted_hand(self) -> int:
        """A hand of the side whose tricks are counted: the declarer's or, without a contract, `to_play`."""
        return self.to_play if self.contract is None else self.contract.declarer

    @property
    def is_declarers(self) -> bool:
        """Whether the declarer is to play from their own hand, and sees no other."""
        declarer = None if self.contract is None else self.contract.declarer
        return self.view.player == self.to_play == declarer and not self.view.rules.has_dummies

    @property
    def tricks_won(self) -> int:
        """Tricks that the counted side has won, as `solve` counts them: the first one may count two."""
        view = self.view
        own = view.seating.side_hands(self.counted_hand)
        first = bool(view.tricks) and view.tricks[0].winner in own
        return sum(view.tricks_won[each] for each in own) + first * (view.rules.first_trick_weight - 1)

    @property
    def tricks_left(self) -> int:
        """Tricks still to be won, including the one in progress."""
        first = 0 if self.view.tricks else self.view.rules.first_trick_weight - 1
        return self.view.sizes[self.to_play] + first

    @property
    def all_tricks(self) -> int:
        """All tricks of the hand, as `solve` counts them."""
        first = self.view.rules.first_trick_weight - 1 if self.view.tricks else 0
        return len(self.view.tricks) + first + self.tricks_left

    @cached_property
    def plays(self) -> tuple[CardPlayed, ...]:
        """The legal plays in order of preference; a joker that must name a suit has one for each suit."""
        names_suit = TrickRules(self.view.rules, self.strain).names_suit and not self.view.trick
        return tuple(
            CardPlayed(self.to_play, card, suit)
            for card in by_preference(self.view.legal_cards, self.strain)
            for suit in (list(Suit) if names_suit and card.is_joker else [None])
        )

    @cached_property
    def trick(self) -> TrickInProgress:
        """The trick in progress for the solver, if it has no renege: no other trick can be solved."""
        view, known = self.view, self._knowledge(self._given.get("knowledge"))
        try:
            known = without_renege(known, view)
        except LayoutError as error:
            raise RulesError(str(error)) from None
        return TrickInProgress(view, known, self.strain, view.seating.in_play, self.counted_hand)

    def _knowledge(self, given: Knowledge | None) -> Knowledge:
        """What the view shows, combined with the given knowledge."""
        view = self.view
        if given is None:
            return Knowledge.of_view(view)
        check_knowledge(given, view.rules, view.player)
        tricks = (*(trick.plays for trick in view.tricks), view.trick)
        played = Hand([each.card for trick in tricks for each in trick])
        for card in given.deck & played:
            raise LayoutError(
                f"{card} was played: expected knowledge of the cards left, as Knowledge.of_view"
            )
        columns = len(view.sizes)
        if given.sizes[:columns] != view.sizes:
            raise LayoutError(
                f"the knowledge is of hands of {given.sizes[:columns]} cards: expected {view.sizes}, as they"
                " are now (Knowledge.of_view)"
            )
        known = Knowledge.of_view(view, deck=given.deck | played)
        for column in range(given.columns):
            name: SeatLike = column
            if column >= columns:
                assert given.rest is not None
                name = given.rest
            known = known.with_cards(name, given.known[column]).without_cards(name, given.barred[column])
            for suit, (low, high) in enumerate(given.lengths[column]):
                known = known.with_lengths(name, "jokers" if suit == len(Suit) else suit, low, high)
        for predicate in given.predicates:
            known = known.where(predicate)
        return known

    # ------------------------------------------------------------------------------------ what is believed

    @cached_property
    def seated(self) -> SeatModels | None:
        """The models of the player; ``None`` in games without contracts, and with dummies."""
        view, rules, given = self.view, self.view.rules, self._given
        if self.contract is None or rules.has_dummies:
            if given.get("model") is not None or given.get("equity") is not None:
                expected = "a game with contracts and without dummies"
                raise RulesError(f"{rules.game} takes no model or equity: expected {expected}")
            return None
        standing = match_before(view.standing or view.scores, rules, view.dealer).standing
        return self.game.seated(view.player, standing, given, if_known=True)

    @cached_property
    def model(self) -> CallModel | None:
        """How the others call; ``None`` if calls are no evidence."""
        return None if self.seated is None else self.seated.model

    @cached_property
    def payoffs(self) -> CardPayoffs:
        """What each number of tricks pays the player."""
        return CardPayoffs.of(self, None if self.seated is None else self.seated.payoffs)

    def callers(self) -> tuple[Caller, ...]:
        """Which kinds of bidders the others are taken to be."""
        if self.model is None or self.auction is None:
            return ()
        return callers_of(after_calls(self.model, self.auction, self.seat, Hand()), self.seat)

    def posterior(self) -> LayoutPosterior:
        """The layouts given what is known, the calls, the declarer's choices, and the cards played so far."""
        view, known, plays = self.view, self.trick.knowledge, None
        if self.play_model.trust > 0:
            plays = PlaysSeen.of_view(view, known.deck.mask)
        if self.model is None:
            return LayoutPosterior(known, plays=plays, play_model=self.play_model)
        auction, dealt, choices = self.auction, DealtHands.of_view(view), None
        if dealt is not None and auction is not None and auction.high is not None:
            declarer = DeclarerModel(self.model, self.strain, strains_of(auction.high[1], view.rules))
            choices = DeclarerChoices.of_view(view, known, dealt, declarer)
        heard = None if dealt is None else auction
        return LayoutPosterior(known, heard, self.model, dealt, plays, self.play_model, choices)


@dataclass(frozen=True, slots=True, eq=False)
class CardPayoffs:
    """The outcome of a hand by the tricks that the counted side still wins.

    Tricks already won count; penalties for reneges and points for honours do not. All are float64, shape
    (tricks + 1,): `made` is 1 if the contract is made, 0 if not, and ``None`` without a contract; `points`
    are those of the player's side less those of the other side, or less the mean of the other sides; `equity`
    is the player's chance of winning the match, ``None`` if it is not known.
    """

    made: NDArray[np.float64] | None
    points: NDArray[np.float64]
    equity: NDArray[np.float64] | None

    @classmethod
    def of(cls, asked: CardRequest, table: PayoffTable | None) -> CardPayoffs:
        """The outcomes of a hand in play; `table` is ``None`` in games without contracts or with dummies."""
        contract, won = asked.contract, asked.tricks_won
        totals = np.arange(won, won + asked.tricks_left + 1)
        if contract is None:
            return cls(None, np.array([_whist_margin(asked, int(tricks)) for tricks in totals]), None)
        if table is None:
            scored = [_dummy_margin(asked, contract, int(tricks)) for tricks in totals]
            return cls(np.array([made for made, _ in scored]), np.array([each for _, each in scored]), None)
        totals = np.minimum(totals, table.table.tricks)
        payoffs = table.of_tricks(contract.declarer, contract.level, contract.strain.is_no_trump)[totals]
        made = table.table.made[contract.level][totals].astype(np.float64)
        return cls(made, payoffs[:, 0], payoffs[:, 1] if table.with_matches else None)


def _dummy_margin(asked: CardRequest, contract: Contract, tricks: int) -> tuple[float, float]:
    """Whether a contract with a dummy is made, and the margin of points, given all tricks of the declarer."""
    view, rules = asked.view, asked.view.rules
    own = tricks + rules.books_from_kitty
    theirs = asked.all_tricks + rules.books_from_kitty - own
    score = score_books(contract, own, theirs, (), rules=rules, by="hands", kept=view.kept.count(True))
    return float(score.made), _margin(view, score.points)


def _whist_margin(asked: CardRequest, tricks: int) -> float:
    """The margin of points for odd tricks, given all tricks of the side of the hand to play."""
    view, seating = asked.view, asked.view.seating
    first = seating.sides[seating.chairs[0]]
    taken = [asked.all_tricks - tricks] * 2
    taken[int(seating.sides[asked.to_play] != first)] = tricks
    score = score_whist_books(
        (taken[0], taken[1]),
        (0, 0),
        (0, 0),
        rules=view.rules,
        target=first_target(view.rules),
        kept=view.kept.count(True),
    )
    players = range(view.rules.players)
    return _margin(view, [score.points[seating.chair_of(player)] for player in players])


def _margin(view: HandView, points: tuple[int, ...] | list[int]) -> float:
    """Points of the player less the mean points of the players of other sides."""
    sides, own = view.seating.sides, view.player
    others = [each for player, each in enumerate(points) if sides[player] != sides[own]]
    return points[own] - sum(others) / len(others)

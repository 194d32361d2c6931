"""The checked request of `evaluate_cards`: the player to act, what is known, and the payoffs of the hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Unpack

from whistsolve._internal.reading import read_instance
from whistsolve.advice.calls.call_model import CallModel
from whistsolve.advice.calls.callers import Caller, after_calls, at_table, callers_of
from whistsolve.advice.calls.declarer_model import DeclarerModel
from whistsolve.advice.card_payoffs import CardPayoffs, all_tricks
from whistsolve.advice.request import read_auction, read_equity, read_history, read_model, read_state
from whistsolve.advice.simulation import Simulation
from whistsolve.equity.match_equity import MatchEquity
from whistsolve.equity.payoffs import PayoffTable, kept_payoffs
from whistsolve.errors import ActError, LayoutError, RulesError, WhistError
from whistsolve.game import HandView
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import strains_of
from whistsolve.game.hand.trick_rules import CardPlayed, TrickRules
from whistsolve.inference.dealt_hands import DealtHands
from whistsolve.inference.declarer_choices import DeclarerChoices
from whistsolve.inference.knowledge import Knowledge
from whistsolve.inference.play_model import PlayModel
from whistsolve.inference.plays_seen import PlaysSeen
from whistsolve.inference.posterior import LayoutPosterior
from whistsolve.inference.trick_in_progress import without_renege
from whistsolve.rules import Rules
from whistsolve.solving.preference import by_preference
from whistsolve.values.cards import Suit
from whistsolve.values.contracts import Contract
from whistsolve.values.hands import Hand
from whistsolve.values.strains import Strain


@dataclass(frozen=True, slots=True)
class CardRequest:
    """Who plays from which hand, what the player knows, and the payoffs of the hand.

    The view is that of the player even if the hand `to_play` is a dummy. Contract and auction are ``None`` in
    games without an auction; the model is ``None`` if calls are no evidence. `plays` are in order of
    preference; a joker that must name a suit is listed once for each suit.
    """

    view: HandView
    to_play: int
    strain: Strain
    contract: Contract | None
    plays: tuple[CardPlayed, ...]
    knowledge: Knowledge
    auction: Auction | None
    model: CallModel | None
    play_model: PlayModel
    payoffs: CardPayoffs

    @classmethod
    def read(
        cls, view: HandView, play_model: PlayModel | None = None, **simulation: Unpack[Simulation[Any]]
    ) -> CardRequest:
        """Checks the arguments of `evaluate_cards`; raises its errors."""
        to_play, strain = _read_turn(view)
        known = _read_knowledge(simulation.get("knowledge"), view)
        auction, contract = None, None
        if view.calls:
            auction = read_auction(view.rules, view.dealer, [call for _, call in view.calls])
            assert auction.high is not None  # a card is to be played
            contract = Contract(auction.high[1].level, strain, auction.high[0])
        table, calling = _read_payoffs(view, contract, simulation)
        return cls(
            view,
            to_play,
            strain,
            contract,
            tuple(_legal_plays(view, to_play, strain)),
            known,
            auction,
            calling,
            read_instance(
                PlayModel() if play_model is None else play_model, PlayModel, "play_model", WhistError
            ),
            CardPayoffs.of_view(view, contract, table),
        )

    @property
    def rules(self) -> Rules:
        """The rules of the hand."""
        return self.view.rules

    @property
    def most_tricks(self) -> int:
        """The maximum number of tricks that a side can still win, including the one in progress."""
        return len(self.payoffs.points) - 1

    @property
    def counted_hand(self) -> int:
        """A hand of the side whose tricks are counted: the declarer's or, without a contract, `to_play`."""
        return self.to_play if self.contract is None else self.contract.declarer

    @property
    def declares(self) -> bool:
        """Whether the hand to play belongs to the side whose tricks are counted."""
        return self.to_play in self.view.seating.side_hands(self.counted_hand)

    @property
    def is_declarers(self) -> bool:
        """Whether the declarer is to play from their own hand, and sees no other."""
        declarer = None if self.contract is None else self.contract.declarer
        return self.view.player == self.to_play == declarer and not self.rules.has_dummies

    @property
    def share_left(self) -> float:
        """The share of the tricks of the hand that are still to be won."""
        return self.most_tricks / all_tricks(self.view)

    def callers(self) -> tuple[Caller, ...]:
        """Which kinds of bidders the others are taken to be."""
        if self.model is None or self.auction is None:
            return ()
        seat = self.view.player
        return callers_of(after_calls(self.model, self.auction, seat, Hand()), seat)

    def posterior(self) -> LayoutPosterior:
        """The layouts given what is known, the calls, the declarer's choices, and the cards played so far."""
        view, known = self.view, self.knowledge
        dealt = None if self.model is None else DealtHands.of_view(view)
        auction = None if dealt is None else self.auction
        plays = None
        if self.play_model.trust > 0:
            plays = PlaysSeen.of_view(view, known.deck.mask)
        choices = None
        if dealt is not None and self.model is not None and self.auction is not None:
            assert self.auction.high is not None  # a card is to be played
            strains = strains_of(self.auction.high[1], self.rules)
            declarer = DeclarerModel(self.model, self.strain, strains)
            choices = DeclarerChoices.of_view(view, known, dealt, declarer)
        return LayoutPosterior(known, auction, self.model, dealt, plays, self.play_model, choices)


def _read_turn(view: HandView) -> tuple[int, Strain]:
    """The hand to play and the strain. Raises `ActError` unless it is the turn of the view's player."""
    read_instance(view, HandView, "view", ActError)
    if view.stage == "over":
        raise ActError("the hand is over: expected one in which a card is to be played")
    if view.stage != "play" or view.strain is None or view.hand_to_play is None:
        raise ActError(f"the hand is at the stage {view.stage!r}: expected a card to be played")
    if view.to_act != view.player:
        raise ActError(
            f"it is not the turn of player {view.player}: expected the view of player {view.to_act}"
        )
    return view.hand_to_play, view.strain


def _legal_plays(view: HandView, to_play: int, strain: Strain) -> Iterator[CardPlayed]:
    names_suit = TrickRules(view.rules, strain).names_suit and not view.trick
    for card in by_preference(view.legal_cards, strain):
        suits = list(Suit) if names_suit and card.is_joker else [None]
        for suit in suits:
            yield CardPlayed(to_play, card, suit)


def _read_knowledge(given: Knowledge | None, view: HandView) -> Knowledge:
    """What the view shows, combined with the given knowledge."""
    if given is None:
        return _without_renege(Knowledge.of_view(view), view)
    read_instance(given, Knowledge, "knowledge", LayoutError)
    if given.rules != view.rules:
        raise LayoutError("the knowledge is of other rules: expected those of the view")
    if given.player != view.player:
        raise LayoutError(f"the knowledge is of player {given.player}: expected player {view.player}")
    played = [each.card for trick in view.tricks for each in trick.plays]
    played += [each.card for each in view.trick]
    for card in given.deck & Hand(played):
        raise LayoutError(f"{card} was played: expected knowledge of the cards left, as Knowledge.of_view")
    columns = len(view.sizes)
    if given.sizes[:columns] != view.sizes:
        raise LayoutError(
            f"the knowledge is of hands of {given.sizes[:columns]} cards: expected {view.sizes}, as they are"
            " now (Knowledge.of_view)"
        )
    known = Knowledge.of_view(view, deck=given.deck | Hand(played))
    for column in range(given.columns):
        name: int | str = column
        if column >= columns:
            assert given.rest is not None
            name = given.rest
        known = known.with_cards(name, given.known[column]).without_cards(name, given.barred[column])
        for suit, (low, high) in enumerate(given.lengths[column]):
            known = known.with_lengths(name, "jokers" if suit == len(Suit) else suit, low, high)
    for predicate in given.predicates:
        known = known.where(predicate)
    return _without_renege(known, view)


def _without_renege(known: Knowledge, view: HandView) -> Knowledge:
    """The knowledge if the trick in progress has no renege: no other trick can be solved."""
    try:
        return without_renege(known, view)
    except LayoutError as error:
        raise RulesError(str(error)) from None


def _read_payoffs(
    view: HandView, contract: Contract | None, simulation: Simulation[Any]
) -> tuple[PayoffTable | None, CallModel | None]:
    """Payoffs of contracts and the model of calls; each is ``None`` if the rules do not support it.

    Raises `RulesError` if the caller passes a model or an equity that the rules do not support.
    """
    rules, model, equity = view.rules, simulation.get("model"), simulation.get("equity")
    if contract is None or rules.has_dummies:
        if model is not None or equity is not None:
            raise RulesError(
                f"{rules.game} takes no model or equity: expected a game with contracts and without dummies"
            )
        return None, None
    calling: CallModel | None = None
    chances: MatchEquity | None = None
    try:
        calling = read_model(model, rules)
        chances = read_equity(equity, calling, rules)
    except RulesError:
        if model is not None or equity is not None:
            raise
    state = read_state(view.standing or view.scores, rules, view.dealer)
    if calling is not None:
        history = read_history(simulation.get("history", ()), view.standing, rules)
        calling = at_table(calling, view.player, view.dealer, state, chances, history)
    return kept_payoffs(rules, view.player, view.dealer, state, chances), calling

"""`HandState`: one hand of any game, from the deal to its score, act by act and back."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence

from whistsolve.arguments import read_player, read_rules
from whistsolve.errors import ActError
from whistsolve.game.auction.calls import Bid, Pass
from whistsolve.game.hand.acts import (
    Act,
    read_act,
)
from whistsolve.game.hand.before_play import actor, begin, discard_terms, legal_strains, picks, prepare
from whistsolve.game.hand.card_play import go_on, lawful_cards, may_be_called
from whistsolve.game.hand.legal_acts import legal_acts
from whistsolve.game.hand.seating import Seating
from whistsolve.game.hand.setup import Setup, read_dealer, read_setup
from whistsolve.game.hand.snapshot import CalledRenege, HandSnapshot, TrickPlayed
from whistsolve.game.hand.view import HandView, view_of
from whistsolve.game.scoring.hand_result import HandResult, result_of
from whistsolve.rules import Rules
from whistsolve.values.cards import Card
from whistsolve.values.contracts import Contract
from whistsolve.values.deals import Deal
from whistsolve.values.hands import Hand
from whistsolve.values.strains import Strain

__all__ = ["HandState"]


class HandState:
    """A hand of any game of the family: whose turn it is, what is legal, what each player knows, the score.

    Acts are added with `push` and taken back with `pop`; everything that is asked for is a value that does
    not change. Players are numbered clockwise from 0 and have the hand of that number. In dummy whist the
    dummy is hand 3, in double dummy whist hands 2 and 3 are the dummies of players 0 and 1.

    Parameters
    ----------
    deal : Deal or str
        Hands as dealt, those of players first, then dummies. Short deals are as good as full ones. The kitty
        of a deal for games with dummies is what these were dealt too many, by jokers.
    rules : Rules or None
        `Rules.preset("bid_whist_seed")` where they are left out.
    dealer : int or str
        The player who dealt; in whist with one dummy the hand.
    turned : Card or str, optional
        In games without an auction the card of the dealer's that was turned up for trumps.
    scores : sequence of int, optional
        The score of each player before the hand, on which honours depend.
    partner : int
        In whist with one dummy, the player whose dummy it is.
    extra : sequence of Hand or str, optional
        Double dummy whist with jokers: the cards each dummy was dealt too many, which together are the kitty
        of the deal; in printed order where they are left out.
    target : int, optional
        The score that ends a session, where it is not the first.

    Raises
    ------
    DealError
        Where the deal does not fit the rules.
    RulesError
        Where a hand under the rules cannot be played or scored.
    WhistError
        Where another argument is wrong.

    Examples
    --------
    >>> rules = Rules.preset("bid_whist_no_kitty")
    >>> state = HandState("N:A4... K3... Q2... J5...", rules, dealer="W")
    >>> for act in ("2+", "pass", "pass", "pass", "S+", "SA", "SK", "SQ", "SJ"):
    ...     state.push(act)
    >>> state.to_act, [str(card) for card in state.legal_cards], state.contract
    (0, ['S4'], Contract.from_text('2S+ by N'))
    >>> print(state.pop(), state.view(1).hands[0], state.view(1).hands[1])
    SJ None 3...
    """

    __slots__ = ("_acts", "_moments", "_setup")

    def __init__(
        self,
        deal: Deal | str,
        rules: Rules | None = None,
        *,
        dealer: int | str = 0,
        turned: Card | str | None = None,
        scores: Sequence[int] | None = None,
        partner: int = 0,
        extra: Sequence[Hand | str | Iterable[Card]] | None = None,
        target: int | None = None,
    ) -> None:
        self._setup = read_setup(
            deal,
            read_rules(rules),
            dealer,
            turned=turned,
            scores=scores,
            partner=partner,
            extra=extra,
            target=target,
        )
        self._moments = [begin(self._setup)]
        self._acts: list[Act] = []

    @classmethod
    def random(
        cls,
        seed: int | None = None,
        rules: Rules | None = None,
        *,
        dealer: int | str = 0,
        scores: Sequence[int] | None = None,
        partner: int = 0,
        target: int | None = None,
    ) -> HandState:
        """A hand with cards, and the card turned up, drawn with equal chances; see `Deal.random`.

        Raises
        ------
        WhistError
            As for ``HandState(...)``, and where the seed is no whole number.
        """
        read = read_rules(rules)
        deal = Deal.random(seed, read)
        draw = random.Random(None if seed is None else f"{seed}")  # text: the same on every version
        turned = None
        if read.trump_rule == "last_dealt_card":
            suited = [card for card in deal.hands[read_dealer(dealer, read)] if not card.is_joker]
            turned = draw.choice(suited) if suited else None  # a joker makes no trumps
        extra = None
        if read.game == "double_dummy" and deal.kitty is not None:
            extra = [[card] for card in draw.sample(list(deal.kitty), 2)]
        return cls(
            *(deal, read),
            dealer=dealer,
            turned=turned,
            scores=scores,
            partner=partner,
            extra=extra,
            target=target,
        )

    # ------------------------------------------------------------------------------------- going on and back

    def push(self, act: Act | Card | Strain | Hand | str) -> None:
        """Do what comes next: an act, or its text as the stage of the hand reads it.

        Raises
        ------
        PlayError
            Where a card is not held or may not be played.
        ActError
            Where the act is not of this stage, or not legal: says which rule forbids it.
        WhistError
            Where text cannot be read.
        """
        moment = self._moments[-1]
        if moment.stage == "over":
            raise ActError("the hand is over: expected no more acts")
        read = read_act(act, moment.stage)
        change = go_on if moment.stage in ("play", "settlement") else prepare
        self._moments.append(change(self._setup, moment, read))
        self._acts.append(read)

    def pop(self) -> Act:
        """Take the last act back, and give it.

        Raises
        ------
        ActError
            Where nothing was done yet.
        """
        if not self._acts:
            raise ActError("there is nothing to take back: no act was done yet")
        self._moments.pop()
        return self._acts.pop()

    def copy(self) -> HandState:
        """Another state of the same hand, which goes its own way."""
        other = object.__new__(HandState)
        other._setup = self._setup
        other._moments = list(self._moments)
        other._acts = list(self._acts)
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, HandState):
            return NotImplemented
        return self._setup == other._setup and self._acts == other._acts

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __repr__(self) -> str:
        return f"<HandState: {self.rules.game}, {self.stage} after {len(self._acts)} acts>"

    # ------------------------------------------------------------------------------------------ what is known

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._setup.rules

    @property
    def deal(self) -> Deal:
        """The cards as dealt."""
        return self._setup.deal

    @property
    def dealer(self) -> int:
        """Who dealt."""
        return self._setup.dealer

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each player before the hand."""
        return self._setup.scores

    @property
    def acts(self) -> tuple[Act, ...]:
        """Everything done so far, in order."""
        return tuple(self._acts)

    @property
    def stage(self) -> str:
        """``hand_option, auction, declaration, discard, exchange, play, settlement`` or ``over``.

        ``settlement`` comes after the last card where reneges may be called.
        """
        return self._moments[-1].stage

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to be done."""
        return self.stage == "over"

    @property
    def to_act(self) -> int | None:
        """The player whose turn it is.

        ``None`` where a card is drawn blindly (any of `legal_picks` is pushed), where everybody may call
        reneges, and where the hand is over.
        """
        return actor(self._setup, self._moments[-1])

    @property
    def hand_to_play(self) -> int | None:
        """The hand whose card, discard or joker it is, which may be a dummy; ``None`` at other stages."""
        moment = self._moments[-1]
        if moment.stage == "play":
            return moment.to_play
        return moment.giving

    @property
    def hands(self) -> tuple[Hand, ...]:
        """What each hand holds now, dummies last."""
        return tuple(map(Hand.from_mask, self._moments[-1].hands))

    @property
    def seating(self) -> Seating:
        """Who plays which hand, in what order and with whom; in dummy whist settled by the auction."""
        return self._moments[-1].seating

    @property
    def calls(self) -> tuple[tuple[int, Bid | Pass], ...]:
        """The calls so far: players and what they said."""
        auction = self._moments[-1].auction
        return () if auction is None else auction.calls

    @property
    def declarer(self) -> int | None:
        """The player who won the auction."""
        return self._moments[-1].declarer

    @property
    def strain(self) -> Strain | None:
        """Trump suit and ranking, once they are named or turned up."""
        return self._moments[-1].strain

    @property
    def contract(self) -> Contract | None:
        """Level, strain and declarer, once the strain is named. The declarer is the number of a player."""
        moment = self._moments[-1]
        if moment.strain is None or moment.auction is None or moment.auction.high is None:
            return None
        return Contract(moment.auction.high[1].level, moment.strain, moment.auction.high[0])

    @property
    def trick(self) -> tuple[Card, ...]:
        """The cards on the table, in the order played."""
        return tuple(played.card for played in self._moments[-1].trick)

    @property
    def tricks(self) -> tuple[TrickPlayed, ...]:
        """The whole tricks so far."""
        return self._moments[-1].tricks

    @property
    def discards(self) -> tuple[Hand, ...]:
        """What each hand gave up."""
        return tuple(map(Hand.from_mask, self._moments[-1].removed))

    @property
    def reneges_called(self) -> tuple[CalledRenege, ...]:
        """The reneges that were called so far, and whether rightly."""
        return self._moments[-1].called

    @property
    def moment(self) -> HandSnapshot:
        """Everything that changes, as one value that can be compared."""
        return self._moments[-1]

    @property
    def setup(self) -> Setup:
        """Everything that is fixed."""
        return self._setup

    def view(self, player: int | str) -> HandView:
        """What a player may know now, and nothing else.

        Raises
        ------
        ActError
            Where there is no such player.
        """
        moment, viewer, turn = self._moments[-1], read_player(player, self.rules), self.to_act
        lawful = lawful_cards(moment) if moment.stage == "play" and turn == viewer else 0
        return view_of(self._setup, moment, viewer, turn, lawful)

    def result(self) -> HandResult:
        """What the hand came to.

        Raises
        ------
        ActError
            Where it is not over.
        """
        if not self.is_over:
            raise ActError(f"the hand is at the stage {self.stage!r}: expected it to be over")
        return result_of(self._setup, self._moments[-1])

    # ------------------------------------------------------------------------------------------ what is legal

    @property
    def legal_calls(self) -> tuple[Bid | Pass, ...]:
        """The calls of the player to act, none at other stages."""
        moment = self._moments[-1]
        if moment.stage != "auction" or moment.auction is None:
            return ()
        return moment.auction.legal_calls

    @property
    def legal_strains(self) -> tuple[Strain, ...]:
        """What the declarer may name now, none at other stages."""
        moment = self._moments[-1]
        return legal_strains(self._setup, moment) if moment.stage == "declaration" else ()

    @property
    def legal_cards(self) -> tuple[Card, ...]:
        """The cards that the hand to play may play; none at other stages.

        Under ``renege_mode="detect_and_call"`` every card that it holds can be pushed; others than these
        are reneges.
        """
        moment = self._moments[-1]
        return tuple(Hand.from_mask(lawful_cards(moment))) if moment.stage == "play" else ()

    @property
    def legal_picks(self) -> tuple[Card, ...]:
        """The discards that a joker can be given up for now; none at other stages."""
        moment = self._moments[-1]
        return picks(moment) if moment.stage == "exchange" else ()

    @property
    def discard_number(self) -> int:
        """How many cards are to be given up now, by `hand_to_play`; 0 at other stages."""
        moment = self._moments[-1]
        return discard_terms(self._setup, moment)[2] if moment.stage == "discard" else 0

    @property
    def forced_discards(self) -> Hand:
        """Of these, the cards that have to be among them: jokers that are exchanged."""
        moment = self._moments[-1]
        return Hand.from_mask(discard_terms(self._setup, moment)[3] if moment.stage == "discard" else 0)

    def legal_acts(self) -> Iterator[Act]:
        """Every legal act, one by one: there may be thousands of discards.

        Cards against the rules and calls of reneges, which ``renege_mode="detect_and_call"`` lets one try,
        are not among them; corrections are.
        """
        return legal_acts(self._setup, self._moments[-1])

    @property
    def may_call_renege(self) -> bool:
        """Whether a renege may be called now."""
        return may_be_called(self._setup, self._moments[-1])

"""`HandState`: one hand of any game, from the deal to its score; acts are pushed and popped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from whistsolve._internal.reading import read_integer
from whistsolve._internal.shown import Shown
from whistsolve.errors import ActError
from whistsolve.game.auction.calls import Bid, Pass
from whistsolve.game.hand import before_play, card_play
from whistsolve.game.hand.acts import Act, CallHonours, Correct, Exchange, Settle, read_act
from whistsolve.game.hand.claims import no_redeal
from whistsolve.game.hand.seating import Seating
from whistsolve.game.hand.setup import Setup, Standing, random_cards, read_setup
from whistsolve.game.hand.snapshot import CalledRenege, HandSnapshot, Stage, TrickPlayed
from whistsolve.game.hand.turn import after_act, player_to_act, view_of
from whistsolve.game.hand.view import HandView
from whistsolve.game.scoring.hand_result import HandResult, result_of
from whistsolve.rules import Rules, RulesLike
from whistsolve.rules.reading import rules_name
from whistsolve.rules.sides import read_player
from whistsolve.values import Card, CardLike, Contract, Deal, DealLike, Hand, HandLike, SeatLike, Strain


class HandState(Shown):
    """A hand of any game of the family: whose turn it is, what is legal, what each player knows, the score.

    `push` adds an act and `pop` takes it back, as on a ``chess.Board``. Every property is an immutable value.
    Players are numbered clockwise from 0. Each has the hand of the same number. In dummy whist the dummy is
    hand 3. In double dummy whist hands 2 and 3 are the dummies of players 0 and 1.

    Raises `DealError` if the deal does not fit the rules, `RulesError` if a hand under the rules cannot be
    played or scored, `WhistError` if another argument is wrong.

    - ``deal``: hands as dealt, players first, then dummies; hands may have fewer cards than the rules deal.
      In games with dummies the kitty holds the surplus cards that jokers add to the dummies' hands.
    - ``rules``: `Rules("bid_whist")` by default.
    - ``dealer``: the player who dealt; in games without an auction the hand.
    - ``turned``: in games without an auction, the dealer's card that was turned up for trumps, or in a fixed
      order the trumps themselves: a suit, or NT; by default the first of ``trump_order``.
    - ``scores``: the score of each player before the hand, on which honours depend; or the state of the
      match, which every player may know (`HandView.standing`).
    - ``partner``: in whist with one dummy, the player whose dummy it is.
    - ``extra``: in double dummy whist with jokers, the surplus cards of each dummy, which together are the
      kitty of the deal; by default the kitty's cards in printed order.
    - ``target``: the score that ends the game or session; by default that of the first one, if there is any.
    - ``first_hand``: whether no hand of the game has counted yet; ``redeal_claim_when`` depends on it.

    Examples
    --------
    >>> rules = Rules("bid_whist_no_kitty")
    >>> state = HandState("N:A4... K3... Q2... J5...", rules, dealer="W")
    >>> for act in ("2+", "pass", "pass", "pass", "S+", "SA", "SK", "SQ", "SJ"):
    ...     state.push(act)
    >>> state.to_act, [str(card) for card in state.legal_cards], state.contract
    (0, ['S4'], Contract.from_text('2S+ by N'))
    >>> print(state.pop(), state.view(1).hands[0], state.view(1).hands[1])
    SJ None 3...
    """

    __slots__ = ("_acts", "_setup", "_snapshots")

    def __init__(
        self,
        deal: DealLike,
        rules: RulesLike | None = None,
        *,
        dealer: SeatLike = 0,
        turned: CardLike | None = None,
        scores: Sequence[int] | Standing | None = None,
        partner: SeatLike = 0,
        extra: Sequence[HandLike] | None = None,
        target: int | None = None,
        first_hand: bool = True,
    ) -> None:
        used = Rules.or_default(rules)
        self._begin(read_setup(deal, used, dealer, turned, scores, partner, extra, target, first_hand))

    def _begin(self, setup: Setup) -> None:
        self._setup, self._snapshots = setup, [before_play.initial_snapshot(setup)]
        self._acts: list[Act] = []

    @classmethod
    def random(
        cls,
        seed: int | None = None,
        rules: RulesLike | None = None,
        *,
        dealer: SeatLike = 0,
        scores: Sequence[int] | Standing | None = None,
        partner: SeatLike = 0,
        target: int | None = None,
        first_hand: bool = True,
    ) -> HandState:
        """A hand with cards and turned-up card drawn uniformly at random; see `Deal.random`.

        Raises `WhistError` as for ``HandState(...)``, and if the seed is not an integer.
        """
        used, state = Rules.or_default(rules), object.__new__(cls)
        deal, turned, extra = random_cards(seed, used, dealer)
        state._begin(read_setup(deal, used, dealer, turned, scores, partner, extra, target, first_hand))
        return state

    def push(self, act: Act | Card | Strain | Hand | str) -> None:
        """Add an act, given as a value or as text; the stage of the hand decides how text is read.

        Raises `ActError` if a card is not held, or the act does not belong to this stage or is not legal; the
        message names the rule that forbids it. Raises `WhistError` if text cannot be read.
        """
        snapshot = self._snapshots[-1]
        if snapshot.stage == "over":
            raise ActError("the hand is over: expected no more acts")
        read = self.read(act)
        self._snapshots.append(after_act(self._setup, snapshot, read))
        self._acts.append(read)

    def read(self, act: Act | Card | Strain | Hand | str) -> Act:
        """The act as which `push` would read this now, legal or not; raises `push`'s errors of reading."""
        snapshot, strains = self._snapshots[-1], self.legal_strains
        return read_act(act, snapshot.stage, self.rules, auction=snapshot.auction, strains=strains)

    def pop(self) -> Act:
        """Take back the last act and return it. Raises `ActError` if there was no act yet."""
        if not self._acts:
            raise ActError("there is nothing to take back: no act was done yet")
        self._snapshots.pop()
        return self._acts.pop()

    def copy(self, acts: int | None = None) -> HandState:
        """An independent state of the same hand with the same acts, or with the given number of the first.

        Raises `ActError` if there were not so many acts.
        """
        number = len(self._acts) if acts is None else read_integer(acts, "acts", ActError, 0, len(self._acts))
        other = object.__new__(HandState)
        other._setup, other._acts = self._setup, self._acts[:number]
        other._snapshots = self._snapshots[: number + 1]
        return other

    __copy__ = copy

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, HandState):
            return NotImplemented
        return self._setup == other._setup and self._acts == other._acts

    __hash__: ClassVar[None] = None  # type: ignore[assignment]  # mutable

    def __repr__(self) -> str:
        return f"<HandState: {rules_name(self.rules)}, {self.stage} after {len(self._acts)} acts>"

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
        """The player who dealt; in games without an auction the hand."""
        return self._setup.dealer

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each player before the hand."""
        return self._setup.scores

    @property
    def acts(self) -> tuple[Act, ...]:
        """The acts so far, in order."""
        return tuple(self._acts)

    @property
    def stage(self) -> Stage:
        """``hand_option, auction, declaration, discard, exchange, play, claim, settlement`` or ``over``.

        ``claim``: opponents answer a claim. ``settlement``: after play, reneges may be called.
        """
        return self._snapshots[-1].stage

    @property
    def is_over(self) -> bool:
        """Whether the hand is over."""
        return self.stage == "over"

    @property
    def to_act(self) -> int | None:
        """The player to act.

        ``None`` if a card is drawn blindly (then any of `legal_picks` may be pushed), while everybody may
        call reneges (``settlement``), and once the hand is over.
        """
        return player_to_act(self._setup, self._snapshots[-1])

    @property
    def hand_to_play(self) -> int | None:
        """The hand that plays, discards or exchanges a joker, perhaps a dummy; ``None`` at other stages."""
        snapshot = self._snapshots[-1]
        return snapshot.to_play if snapshot.stage == "play" else snapshot.giving

    @property
    def hands(self) -> tuple[Hand, ...]:
        """The current cards of each hand, dummies last."""
        return tuple(map(Hand.from_mask, self._snapshots[-1].hands))

    @property
    def seating(self) -> Seating:
        """Order of play, controllers, sides and chairs; in dummy whist they depend on the declarer."""
        return self._snapshots[-1].seating

    @property
    def calls(self) -> tuple[tuple[int, Bid | Pass], ...]:
        """The calls so far, each with its player."""
        auction = self._snapshots[-1].auction
        return () if auction is None else auction.calls

    @property
    def declarer(self) -> int | None:
        """The player who won the auction, ``None`` before that."""
        return self._snapshots[-1].declarer

    @property
    def strain(self) -> Strain | None:
        """Trump suit and ranking, ``None`` until they are named or turned up."""
        return self._snapshots[-1].strain

    @property
    def contract(self) -> Contract | None:
        """Level, strain and declarer (a player's number), ``None`` until the strain is named."""
        auction, strain = self._snapshots[-1].auction, self.strain
        if strain is None or auction is None or auction.high is None:
            return None
        return Contract(auction.high[1].level, strain, auction.high[0])

    @property
    def trick(self) -> tuple[Card, ...]:
        """The cards on the table, in the order played."""
        return tuple(played.card for played in self._snapshots[-1].trick)

    @property
    def tricks(self) -> tuple[TrickPlayed, ...]:
        """The complete tricks so far."""
        return self._snapshots[-1].tricks

    @property
    def tricks_won(self) -> tuple[int, ...]:
        """Tricks won by each hand, including claimed tricks; the kitty's book and penalties do not count."""
        return self._snapshots[-1].tricks_won

    @property
    def discards(self) -> tuple[Hand, ...]:
        """The discards of each hand."""
        return tuple(map(Hand.from_mask, self._snapshots[-1].removed))

    @property
    def reneges_called(self) -> tuple[CalledRenege, ...]:
        """The calls of reneges so far, each with whether it was right."""
        return self._snapshots[-1].called

    @property
    def snapshot(self) -> HandSnapshot:
        """Everything that acts change, as one immutable value that can be compared."""
        return self._snapshots[-1]

    @property
    def setup(self) -> Setup:
        """Everything that is fixed before the first act."""
        return self._setup

    def view(self, player: SeatLike | None = None) -> HandView:
        """What a player may know now, and nothing more; by default the player to act.

        Raises `ActError` if there is no such player, or nobody is to act.
        """
        seen_by = self.to_act if player is None else player
        return view_of(self._setup, self._snapshots[-1], read_player(seen_by, self.rules))

    def result(self) -> HandResult:
        """The result of the hand. Raises `ActError` if the hand is not over."""
        if not self.is_over:
            raise ActError(f"the hand is at the stage {self.stage!r}: expected it to be over")
        return result_of(self._setup, self._snapshots[-1])

    @property
    def legal_calls(self) -> tuple[Bid | Pass, ...]:
        """The legal calls of the player to act; none at other stages."""
        auction = self._snapshots[-1].auction if self.stage == "auction" else None
        return () if auction is None else auction.legal_calls

    @property
    def legal_strains(self) -> tuple[Strain, ...]:
        """The strains that the declarer may name now; none at other stages."""
        if self.stage != "declaration":
            return ()
        return before_play.legal_strains(self._setup, self._snapshots[-1])

    @property
    def legal_cards(self) -> tuple[Card, ...]:
        """The cards that the hand to play may play; none at other stages.

        Under ``renege_mode="detect_and_call"`` every card that the hand holds can be pushed; one that is not
        in `legal_cards` is a renege.
        """
        return tuple(Hand.from_mask(card_play.lawful_cards(self._snapshots[-1])))

    @property
    def legal_picks(self) -> tuple[Card, ...]:
        """The discarded cards that a joker may be exchanged for now; none at other stages."""
        return before_play.legal_picks(self._snapshots[-1])

    @property
    def discard_number(self) -> int:
        """How many cards `hand_to_play` has to discard now; 0 at other stages."""
        return before_play.discard_terms(self._setup, self._snapshots[-1])[0]

    @property
    def forced_discards(self) -> Hand:
        """Cards that the discard must contain: jokers that are to be exchanged; none at other stages."""
        return Hand.from_mask(before_play.discard_terms(self._setup, self._snapshots[-1])[1])

    def legal_acts(self) -> Iterator[Act]:
        """An iterator over the ordinary legal acts: there may be thousands of discards.

        It includes corrections of reneges, answers to a claim and a redeal that the player to act may claim.
        It leaves out reneges, calls of reneges, a misdeal, a redeal claimed by another player, claims and
        resignations, which may be pushed as well.
        """
        setup, snapshot, turn = self._setup, self._snapshots[-1], self.to_act
        if turn is None:
            yield from map(Exchange, self.legal_picks)
        else:
            yield from self.view(turn).legal_acts()
        for renege in card_play.correctable(setup, snapshot) if self.stage in ("play", "settlement") else ():
            if snapshot.seating.controllers[renege.hand] != turn:
                yield from (Correct(card, renege.hand) for card in Hand.from_mask(renege.lawful))
        if self.stage == "settlement":
            yield from map(CallHonours, card_play.sides_to_call_honours(setup, snapshot))
            yield Settle()

    @property
    def may_claim_redeal(self) -> bool:
        """Whether the player to act may have the cards dealt again, under ``redeal_claim``."""
        turn = self.to_act
        return turn is not None and not no_redeal(self._setup, self._snapshots[-1], turn)

    @property
    def may_call_renege(self) -> bool:
        """Whether a renege may be called now."""
        return card_play.may_be_called(self._setup, self._snapshots[-1])

"""A played hand analysed double dummy: the losses by each card, the discard and the contract.

All positions after the discard are of one deal in one strain, so that one solver evaluates them, and its
searches share a transposition table.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from whistsolve._internal.arguments import (
    DEFAULT_MEMORY_MB,
    Progress,
    Resources,
    read_callback,
    read_progress,
)
from whistsolve._internal.reading import shown
from whistsolve.analysis.contracts import ContractScoring, solve_declarer
from whistsolve.analysis.results import CardValue, CardValues, DiscardVerdict, PlayAnalysis
from whistsolve.cancelling import Cancellation, cancellable
from whistsolve.errors import ActError, DealError, NotationError, RulesError
from whistsolve.game import HandState, record_hand
from whistsolve.game.auction.calls import all_strains
from whistsolve.game.record import PlayedHand
from whistsolve.game.record.named_rules import names_rules, rules_of_hand
from whistsolve.game.record.replay import replayed
from whistsolve.notation import read
from whistsolve.rules import Rules
from whistsolve.rules.sides import declarer_side
from whistsolve.solving import BestDiscard, Solution, Solver
from whistsolve.solving.discards import Discards
from whistsolve.solving.position import KittyPosition, Position
from whistsolve.values import Card, Deal, Strain, seat_name


@cancellable
def analyse_play(
    hand: PlayedHand | HandState | str | os.PathLike[str],
    *,
    rules: Rules | None = None,
    contract: bool | None = False,
    memory_mb: int = DEFAULT_MEMORY_MB,
    progress: Progress | None = None,
    on_card: Callable[[CardValue], object] | None = None,
    cancel: Cancellation | None = None,
) -> PlayAnalysis:
    """The double-dummy value before and after every card of a played hand, and the tricks given away.

    Parameters
    ----------
    hand : PlayedHand, HandState, str or path
        A hand with contract and leader, played to the end, in part, or not at all; or a file or text with
        one, as in `read`. A `HandState` is recorded by `record_hand`; without an auction its contract has
        level 0, and the tricks are those of the leader's side, or that of the dummy's partner.
    rules : Rules, optional
        As for `solve`; by default those of the hand or that its tags name, if there are any. Under
        ``renege_mode="detect_and_call"`` a card against the rules is a renege: it is valued as any other, may
        gain tricks, and its penalty does not count.
    contract : bool or None
        Whether to compare the contract, in points, with the best that the same declarer could have played;
        ``None``: if the rules allow it.
    memory_mb : int
        Maximum size of the transposition table, 1 to 65536 MiB.
    progress : callable, optional
        Called with the number of searches done and the total: each position, the best discard, each strain.
    on_card : callable, optional
        Called with each card as soon as its value is known, from the last card to the first, with ``better``
        empty; then, in order of play, once more with each card that lost a trick and with its ``better``
        cards. The best discard, which takes longer than all cards, is searched for after that.

    Returns
    -------
    PlayAnalysis
        ``.cards`` with ``.before``, ``.after``, ``.lost`` and ``.better``; ``.discard`` if one hand took the
        kitty and discarded. The numbers add up:
        ``best - discard.lost - given_by_declarer + given_by_defence == end``.

    Raises
    ------
    ActError
        If contract or leader are missing, or a card is not legal under the rules.
    DealError
        If the kitty was taken and nothing discarded; cards of it were taken by several seats or by a seat
        not of the declarer's side; or a joker is left in no-trump under ``joker_no_trump="exchanged"``.
    RulesError
        With ``contract=True``, if the number or size of hands is not that of the rules, the rules do not
        score contracts for books, all players score their own tricks, or a no-trump contract has only an
        expected number of tricks, because jokers would be exchanged for discards drawn blindly.
    NotationError
        If ``hand`` is no played hand, state or text with one hand, or cannot be recorded; with
        ``contract=True``, if the contract cannot be bid under the rules.
    WhistError
        If another argument cannot be read.

    Notes
    -----
    A card of the declarer's side gives away the tricks by which the value falls, a card of the defence those
    by which it rises; with best play on both sides the value never changes. Source: Zermelo 1913, on games of
    perfect information.

    The best contract is searched among all strains that ``downtown_ace`` lets the declarer name and all
    levels from ``min_bid`` on, with the same leader and, if the kitty was taken, the best discard. Whether
    the auction would have allowed it is ignored.

    Examples
    --------
    >>> from whistsolve.game.record import PlayedHand
    >>> hand = PlayedHand("N:AQ2... T98... 765... K43...", contract="1NT+ by S", leader="S", plays="S5 S3 SA")
    >>> found = analyse_play(hand)
    >>> [(str(card.card), card.before, card.after) for card in found.cards]
    [('S5', 2, 2), ('S3', 2, 2), ('SA', 2, 1)]
    >>> [str(card) for card in found.first_loss.better]
    ['S2', 'SQ']
    """
    if not isinstance(contract, bool | None):
        raise RulesError(f"contract {shown(contract)} is wrong: expected True or False")
    read_progress(progress)
    read_callback(on_card, "on_card", "a card")
    analysis = CheckedPlay(hand, rules)
    return analysis.run(Resources.read(memory_mb=memory_mb), contract, progress, on_card)


def read_played(hand: object) -> PlayedHand:
    """A played hand, the record of a `HandState`, or the only hand of a file or text."""
    if isinstance(hand, HandState):
        return record_hand(hand)
    found = read(hand) if isinstance(hand, (str, os.PathLike)) else hand
    if isinstance(found, list):
        raise NotationError(f"{shown(hand)} holds {len(found)} hands: expected one")
    if isinstance(found, Deal):
        raise NotationError(f"hand {shown(hand)} is only dealt: expected one with a contract, such as in PTN")
    if not isinstance(found, PlayedHand):
        raise NotationError(f"hand {shown(hand)} is wrong: expected a PlayedHand, a file or text such as PTN")
    return found


class CheckedPlay:
    """A played hand and its rules, checked for errors before anything is solved."""

    def __init__(self, given: object, rules: Rules | None) -> None:
        hand = read_played(given)
        named = rules is None and names_rules(hand)
        if hand.contract is None or hand.leader is None:
            missing = "contract" if hand.contract is None else "leader"
            raise ActError(f"the hand has no {missing}: expected a contract and who leads to the first trick")
        self.hand = hand
        self.rules = rules_of_hand(hand) if named else Rules.or_default(rules)
        self.contract = hand.contract
        self.leader = hand.leader
        self.deal = hand.deal_in_play
        self.side = tuple(sorted(declarer_side(self.contract.declarer, self.rules, hand.seats)))
        self.holder = self._find_holder()
        self._refuse_named_suits()
        self.reneges = self._find_reneges()
        #: The position after the last card played. Its legal cards are computed here, so that an illegal
        #: play raises an error before anything is solved.
        self.last = self._position(self.contract.strain, hand.plays)
        self.finished = not self.last.legal_cards()

    def run(
        self,
        resources: Resources,
        with_contract: bool | None,
        progress: Progress | None,
        on_card: Callable[[CardValue], object] | None,
    ) -> PlayAnalysis:
        """The whole analysis. Only one transposition table exists at a time."""
        answered = 0
        scoring = None
        if with_contract is not False:
            with suppress(*(() if with_contract else (RulesError, NotationError))):
                self._refuse_expected_numbers(resources)
                scoring = ContractScoring(self.hand.deal, self.contract, self.rules, self.side)
        in_all = len(self.hand.plays) + 1 + (self.holder is not None)
        in_all += len(all_strains(self.rules)) - 1 if scoring else 0

        def tell() -> None:
            nonlocal answered
            answered += 1
            if progress is not None:
                progress(min(answered, in_all), in_all)

        nodes = 0

        def at_first(strain: Strain) -> Position | KittyPosition:
            """The position before the discard, or before the first lead if nobody took the kitty."""
            return self._position(strain) if self.holder is None else self._with_kitty(strain, self.holder)

        def solved(position: Position | KittyPosition) -> Solution | BestDiscard:
            nonlocal nodes
            found = solve_declarer(position, Solver(memory_mb=resources.memory_mb))
            nodes += found.nodes
            tell()
            return found

        first = at_first(self.contract.strain)
        if isinstance(first, KittyPosition):
            Discards.at(first, resources.memory_mb)  # raises errors before anything is solved
        # The cards come first because the search for the discard takes most of the time.
        solver = Solver(memory_mb=resources.memory_mb)
        values, taken, cards = self._walk(solver, tell, on_card)
        nodes += solver.nodes
        del solver
        best = None if self.holder is None else solved(first)
        assert best is None or isinstance(best, BestDiscard)
        known = values[0] if best is None else int(best.tricks)

        def tricks_in(strain: Strain) -> int:
            return known if strain == self.contract.strain else int(solved(at_first(strain)).tricks)

        verdict = None if scoring is None else scoring.verdict(tricks_in)
        return PlayAnalysis(
            hand=self.hand,
            rules=self.rules,
            side=self.side,
            start=values[0],
            taken=taken,
            finished=self.finished,
            cards=cards,
            discard=None if best is None else self._discard_verdict(best, values[0]),
            contract=verdict,
            nodes=nodes,
        )

    def _position(self, strain: Strain, played: Sequence[Card] = ()) -> Position:
        """The position after the discard and the given cards."""
        read = Position.read(self.deal, strain, self.leader, self.contract.declarer, played, self.rules)
        return replace(read, reneges=self.reneges)

    def _with_kitty(self, strain: Strain, holder: int) -> KittyPosition:
        """The position before the discard of the seat that took the kitty (``holder``)."""
        deal = Deal(self.hand.deal.hands, self.hand.added[holder])
        declarer = self.contract.declarer
        return KittyPosition.read(deal, strain, declarer, holder, self.leader, self.rules)

    # Checks before anything is solved.

    def _find_holder(self) -> int | None:
        """The seat that took the kitty; ``None`` if nobody did, or in double dummy an opponent did."""
        takers = [seat for seat, cards in enumerate(self.hand.added) if cards]
        if self.rules.game == "double_dummy" and not set(takers) <= set(self.side):
            return None
        if len(takers) > 1:
            names = " and ".join(seat_name(seat, self.hand.seats) for seat in takers)
            raise DealError(f"cards of the kitty are taken by {names}: expected one seat")
        return takers[0] if takers else None

    def _find_reneges(self) -> frozenset[int]:
        """The cards against the rules, by place in the play, if the rules let them stand."""
        if self.rules.renege_mode == "enforce":
            return frozenset()
        hands, strain = self.deal.hands, self.contract.strain
        return frozenset(replayed(hands, strain, self.leader, self.hand.plays, self.rules).reneges)

    def _refuse_named_suits(self) -> None:
        """Refuse hands in which a joker that was led names a suit, since records do not say which."""
        rules = self.rules
        named = rules.joker_lead_no_trump == "leader_names_suit" and rules.joker_no_trump != "removed"
        if not named or not self.contract.strain.is_no_trump:
            return
        for index in range(0, len(self.hand.plays), self.hand.seats):
            card = self.hand.plays[index]
            if card.is_joker:
                raise ActError(
                    f"card {index + 1} of those played, {card}, is led, and the hand does not say which suit"
                    " it names: expected another joker_lead_no_trump"
                )

    def _refuse_expected_numbers(self, resources: Resources) -> None:
        """Refuse expected numbers of tricks, because their points would not be the expected points."""
        if self.holder is None:
            return
        for strain in all_strains(self.rules):
            if Discards.at(self._with_kitty(strain, self.holder), resources.memory_mb).expected:
                raise RulesError(
                    f"tricks in {strain} are an expected number, since jokers are exchanged for discards"
                    " drawn blindly: expected contract=False, or another exchange_pick"
                )

    # The play.

    def _walk(
        self, solver: Solver, tell: Callable[[], None], on_card: Callable[[CardValue], object] | None
    ) -> tuple[list[int], int, CardValues]:
        """The values before the first card and after each card; the tricks won by the declarer; the cards."""
        positions = [self.last.after(count) for count in range(len(self.hand.plays) + 1)]
        # Going from the last card to the first takes one percent fewer nodes than the other way round.
        solved: list[Solution] = []
        cards: list[CardValue] = []
        for position in reversed(positions):
            solved.insert(0, solver.solve_position(position))
            tell()
            if len(solved) > 1:
                before, after = (each.won + each.tricks for each in solved[:2])
                cards.insert(0, self._card(len(positions) - len(solved), before, after))
                if on_card is not None:
                    on_card(cards[0])
        # Better cards are searched for after all values: alternating both searches would take more nodes.
        for index, card in enumerate(cards):
            if card.lost > 0:
                bounds = solver.bound_cards(positions[index])
                kept = (each for each, (low, _) in bounds.items() if low == solved[index].tricks)
                cards[index] = replace(card, better=tuple(kept))
                if on_card is not None:
                    on_card(cards[index])
        return [each.won + each.tricks for each in solved], solved[-1].won, CardValues(cards)

    def _card(self, index: int, before: int, after: int) -> CardValue:
        """A card with the values before and after it, and no better cards yet."""
        card = self.hand.plays[index]
        # The seat that held the card; a record, read without rules, may attribute it to another seat.
        seat = self.last.seat_of(card)
        return CardValue(
            number=index + 1,
            trick=index // self.hand.seats + 1,
            seat=seat,
            card=card,
            by_declarer=seat in self.side,
            before=before,
            after=after,
            better=(),
        )

    def _discard_verdict(self, best: BestDiscard, tricks: int) -> DiscardVerdict:
        """The discard that was made, with its tricks, against the best one."""
        seat, made = next((seat, cards) for seat, cards in enumerate(self.hand.removed) if cards)
        most = int(best.tricks)
        return DiscardVerdict(seat, tuple(made), tricks, most, best.cards if most > tricks else tuple(made))

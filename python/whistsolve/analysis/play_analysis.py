"""A played hand analysed double dummy: the losses by each card, the discard and the contract."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import count

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
from whistsolve.game.record.parts import replayed
from whistsolve.notation import read
from whistsolve.rules import Rules, RulesLike
from whistsolve.rules.sides import declarer_side
from whistsolve.solving import BestDiscard, Discards, EngineRules, KittyPosition, Position, Solution, Solver
from whistsolve.values import Card, Deal, Strain, seat_name


@cancellable
def analyse_play(
    hand: PlayedHand | HandState | str | os.PathLike[str],
    *,
    rules: RulesLike | None = None,
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
        empty; then, in order of play, once more with each card that lost a trick, with its ``better`` cards.

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
        With ``contract=True``, if the number or size of hands is not that of the rules, they do not score
        contracts for books, all players score their own tricks, or tricks are an expected number, because
        jokers would be exchanged for discards drawn blindly.
    NotationError
        If ``hand`` is no played hand, state or text with one hand, or cannot be recorded; with
        ``contract=True``, if the contract cannot be bid under the rules.
    WhistError
        If another argument cannot be read.

    Notes
    -----
    A card of the declarer's side gives away the tricks by which the value falls, a card of the defence those
    by which it rises. The best contract is searched among all strains that ``downtown_ace`` allows and all
    levels from ``min_bid`` on, whatever the auction would have allowed, with the same leader and, if the
    kitty was taken, the best discard.

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
    memory = Resources.read(memory_mb=memory_mb).memory_mb
    play = CheckedPlay(hand, rules)
    hand, scoring = play.hand, None
    in_all, done, nodes = len(hand.plays) + 1 + (play.holder is not None), count(1), 0

    def searched(more: int = 0) -> None:
        nonlocal nodes
        nodes, number = nodes + more, next(done)
        if progress is not None:
            progress(min(number, in_all), in_all)

    if contract is not False:
        with suppress(*(() if contract else (RulesError, NotationError))):
            for strain in all_strains(play.rules) if play.holder is not None else ():
                dealt = play.first(strain)
                # Points of an expected number of tricks would not be the expected points.
                if isinstance(dealt, KittyPosition) and Discards.at(dealt, memory).expected:
                    raise RulesError(
                        f"tricks in {strain} are an expected number, since jokers are exchanged for"
                        " discards drawn blindly: expected contract=False, or another exchange_pick"
                    )
            scoring = ContractScoring(hand.deal, play.contract, play.rules, play.side)
            in_all += len(all_strains(play.rules)) - 1
    first = play.first(play.contract.strain)
    if isinstance(first, KittyPosition):
        Discards.at(first, memory)  # raises errors before anything is solved
    # The cards come first because the search for the discard takes most of the time.
    solver = Solver(memory_mb=memory)
    positions = [play.last.after(number) for number in range(len(hand.plays) + 1)]
    solved: list[Solution] = []
    cards: list[CardValue] = []
    # Going from the last card to the first takes one percent fewer nodes than the other way round.
    for index in reversed(range(len(positions))):
        solved.insert(0, solver.solve_position(positions[index]))
        searched()
        if len(solved) == 1:
            continue
        card = hand.plays[index]
        # The seat that held the card; a record, read without rules, may attribute it to another seat.
        seat = play.last.seat_of(card)
        trick, by_declarer = index // hand.seats + 1, seat in play.side
        before, after = (each.won + each.tricks for each in solved[:2])
        cards.insert(0, CardValue(index + 1, trick, seat, card, by_declarer, before, after, ()))
        if on_card is not None:
            on_card(cards[0])
    # Better cards are searched for after all values: alternating both searches would take more nodes.
    for index, value in enumerate(cards):
        if value.lost > 0:
            bounds = solver.bound_cards(positions[index])
            kept = (each for each, (low, _) in bounds.items() if low == solved[index].tricks)
            cards[index] = replace(value, better=tuple(kept))
            if on_card is not None:
                on_card(cards[index])
    nodes += solver.nodes
    del solver  # only one transposition table exists at a time
    start = known = solved[0].won + solved[0].tricks
    discard = None
    if isinstance(first, KittyPosition):
        best = solve_declarer(first, memory)
        assert isinstance(best, BestDiscard)
        searched(best.nodes)
        known = int(best.tricks)
        taker, made = next((seat, tuple(made)) for seat, made in enumerate(hand.removed) if made)
        discard = DiscardVerdict(taker, made, start, known, best.cards if known > start else made)

    def tricks_in(strain: Strain) -> int:
        if strain == play.contract.strain:
            return known
        found = solve_declarer(play.first(strain), memory)
        searched(found.nodes)
        return int(found.tricks)

    verdict = None if scoring is None else scoring.verdict(tricks_in)
    return PlayAnalysis(
        hand=hand,
        rules=play.rules,
        side=play.side,
        start=start,
        taken=solved[-1].won,
        finished=play.finished,
        cards=CardValues(cards),
        discard=discard,
        contract=verdict,
        nodes=nodes,
    )


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

    def __init__(self, given: object, rules: RulesLike | None) -> None:
        self.hand = hand = read_played(given)
        if hand.contract is None or hand.leader is None:
            missing = "contract" if hand.contract is None else "leader"
            raise ActError(f"the hand has no {missing}: expected a contract and who leads to the first trick")
        named = rules is None and names_rules(hand)
        self.rules = rules_of_hand(hand) if named else Rules.or_default(rules)
        self.contract, self.leader, self.deal = hand.contract, hand.leader, hand.deal_in_play
        self.side = tuple(sorted(declarer_side(self.contract.declarer, self.rules, hand.seats)))
        takers = [seat for seat, cards in enumerate(hand.added) if cards]
        if self.rules.game == "double_dummy" and not set(takers) <= set(self.side):
            takers = []
        if len(takers) > 1:
            names = " and ".join(seat_name(seat, hand.seats) for seat in takers)
            raise DealError(f"cards of the kitty are taken by {names}: expected one seat")
        #: The seat that took the kitty; ``None`` if nobody did, or in double dummy an opponent did.
        self.holder = takers[0] if takers else None
        strain = self.contract.strain
        led = hand.plays[:: hand.seats] if EngineRules.of(self.rules, hand.seats).names_suit(strain) else ()
        for trick, card in enumerate(led):
            if card.is_joker:
                raise ActError(
                    f"card {trick * hand.seats + 1} of those played, {card}, is led, and the hand does not"
                    " say which suit it names: expected another joker_lead_no_trump"
                )
        #: The cards against the rules, by place in the play, if the rules let them stand.
        self.reneges = frozenset[int]()
        if self.rules.renege_mode != "enforce":
            replay = replayed(self.deal.hands, strain, hand.leader, hand.plays, self.rules)
            self.reneges = frozenset(replay.reneges)
        #: The position after the last card played. Its legal cards are computed here, so that an illegal
        #: play raises an error before anything is solved.
        self.last = self._position(strain, hand.plays)
        self.finished = not self.last.legal_cards()

    def _position(self, strain: Strain, played: Sequence[Card] = ()) -> Position:
        read = Position.read(self.deal, strain, self.leader, self.contract.declarer, played, self.rules)
        return replace(read, reneges=self.reneges)

    def first(self, strain: Strain) -> Position | KittyPosition:
        """The position before the discard, or before the first lead if nobody took the kitty."""
        if self.holder is None:
            return self._position(strain)
        deal = Deal(self.hand.deal.hands, self.hand.added[self.holder])
        declarer = self.contract.declarer
        return KittyPosition.read(deal, strain, declarer, self.holder, self.leader, self.rules)

"""Double-dummy tricks of every declarer in every strain of a hand, each solved once."""

from __future__ import annotations

from collections.abc import Hashable

from whistsolve.arguments import Progress, Resources
from whistsolve.errors import RulesError
from whistsolve.game import HandState, Seating
from whistsolve.game.auction.calls import all_strains
from whistsolve.rules import Rules
from whistsolve.solving import Solver, table
from whistsolve.solving.declarer import solve_declarer
from whistsolve.solving.discards.position import KittyPosition
from whistsolve.solving.position import Position
from whistsolve.values import Deal, Hand, Strain

__all__ = ["ContractTricks"]


class ContractTricks:
    """What each declarer takes in each strain, with best discards and best play on both sides.

    Parameters
    ----------
    resources : Resources
        Threads are used where a whole table is solved.
    progress : callable, optional
        Called with the cells done and their number, where a whole table with the kitty is solved.
    """

    def __init__(self, resources: Resources, progress: Progress | None = None) -> None:
        self._resources = resources
        self._progress = progress
        self._known: dict[Hashable, int] = {}

    def tricks(self, state: HandState, declarer: int, strain: Strain) -> int:
        """Tricks of the declarer's side, as `solve` counts them.

        Parameters
        ----------
        state : HandState
            A hand whose auction is over, or has yet to begin with hands settled.
        declarer : int
            A player.

        Raises
        ------
        RulesError
            Where they are an expected number, or cards are thrown out of two dummies.
        """
        key = (state.snapshot.kept, declarer, strain)
        if key not in self._known:
            self._find(state, declarer, strain)
        return self._known[key]

    def _find(self, state: HandState, declarer: int, strain: Strain) -> None:
        rules, kept = state.rules, state.snapshot.kept
        seating = Seating.of(rules, declarer)
        deal = chairs_deal(state, seating)
        chair = seating.chair_of(declarer) if len(seating.order) == len(seating.chairs) else declarer
        leader = seating.first_leader(rules, declarer, state.dealer)
        if leader == declarer and not rules.has_dummies and not _exchanges_jokers(rules, strain):
            # The whole table on all threads: par needs every cell of it.
            strains = [each for each in all_strains(rules) if not _exchanges_jokers(rules, each)]
            found = table(
                deal,
                strains=strains,
                rules=rules,
                threads=self._resources.threads,
                memory_mb=self._resources.memory_mb,
                kitty="optimal" if deal.kitty is not None else None,
                progress=self._progress,
            )
            for seat in range(deal.seats):
                for each in strains:
                    self._known[kept, seat, each] = found[seat, each]
            return
        led_by = seating.chair_of(leader) if len(seating.order) == len(seating.chairs) else leader
        position: Position | KittyPosition
        if deal.kitty is None:
            position = Position.read(deal, strain, led_by, chair, rules=rules)
        else:
            position = KittyPosition.read(deal, strain, chair, leader=led_by, rules=rules)
        tricks = solve_declarer(position, Solver(memory_mb=self._resources.memory_mb)).tricks
        if not isinstance(tricks, int):
            raise RulesError(
                f"tricks in {strain} are an expected number, since jokers are exchanged for discards drawn"
                " blindly: expected another exchange_pick"
            )
        self._known[kept, declarer, strain] = tricks


def _exchanges_jokers(rules: Rules, strain: Strain) -> bool:
    """Whether jokers are exchanged for discards before play."""
    return rules.joker_no_trump == "exchanged" and strain.is_no_trump


def chairs_deal(state: HandState, seating: Seating) -> Deal:
    """The hands on the chairs of the table, before anybody takes the kitty or throws cards out of a dummy.

    Raises
    ------
    RulesError
        Where cards are thrown out of two dummies, which the solver cannot search.
    """
    size = state.setup.size
    hands = (
        [state.hands[hand] for hand in seating.order]
        if len(seating.order) == 2
        else [state.hands[hand] for hand in seating.chairs]
    )
    kitty = Hand() if state.rules.has_dummies else state.deal.kitty or Hand()
    fuller = [seat for seat, hand in enumerate(hands) if len(hand) > size]
    if len(fuller) > 1 or (fuller and state.rules.game == "double_dummy"):
        raise RulesError(
            "cards are thrown out of two dummies, which cannot be solved: expected jokers=0 in double dummy"
        )
    for seat in fuller:
        kitty = Hand.from_mask(state.setup.extra[3])
        hands[seat] -= kitty
    return Deal(hands, kitty if kitty else None)

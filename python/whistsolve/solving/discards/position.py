"""`KittyPosition`: a hand that has taken the kitty, before it discards."""

from __future__ import annotations

from dataclasses import dataclass

from whistsolve.arguments import read_deal, read_rules
from whistsolve.errors import DealError
from whistsolve.rules import Rules
from whistsolve.rules.sides import declarer_side, partner_of
from whistsolve.solving.engine_rules import EngineRules
from whistsolve.values.deals import Deal
from whistsolve.values.hands import Hand
from whistsolve.values.seats import seat_index, seat_name, seat_value, seats_named_as
from whistsolve.values.strains import Strain

__all__ = ["KittyPosition"]


@dataclass(frozen=True, slots=True)
class KittyPosition:
    """A deal in a strain whose kitty one hand takes. `read` checks the arguments of public functions.

    Attributes
    ----------
    deal : Deal
        With the kitty, which the holder takes, and gives up as many cards as it has.
    strain : Strain
    declarer : int
        Seat whose side's tricks are counted.
    holder : int
        Seat that takes the kitty.
    leader : int
        Seat that leads to the first trick.
    rules : Rules
    """

    deal: Deal
    strain: Strain
    declarer: int
    holder: int
    leader: int
    rules: Rules

    @classmethod
    def read(
        cls,
        deal: Deal | str,
        strain: Strain | str,
        declarer: int | str,
        holder: int | str | None = None,
        leader: int | str | None = None,
        rules: Rules | None = None,
    ) -> KittyPosition:
        """A position from the arguments of `best_discard`.

        Raises
        ------
        DealError
            Where the deal cannot be read or has no kitty, or the holder is not of the declarer's side.
        StrainError, SeatError, RulesError
            Where another argument cannot be read.
        """
        cards = read_deal(deal)
        seats = cards.seats
        checked_rules = read_rules(rules)
        in_strain = Strain.of(strain)
        declares = seat_index(declarer, seats, "declarer")
        if holder is not None:
            takes = seat_index(holder, seats, "holder")
        else:
            takes = partner_of(declares, checked_rules) if _has_dummy(checked_rules, seats) else declares
        leads = declares if leader is None else seat_index(leader, seats, "leader")
        said = declarer if holder is None else holder
        name = seats_named_as(said if isinstance(said, str) else None, seats)[takes]
        if cards.kitty is None:
            raise DealError(f"the deal has no kitty: expected the cards that {name} takes, after a '|'")
        if takes not in declarer_side(declares, checked_rules, seats):
            raise DealError(f"{name} takes the kitty: expected a hand of the declarer's side")
        return cls(cards, in_strain, declares, takes, leads, checked_rules)

    @property
    def engine_rules(self) -> EngineRules:
        """The rules at a table of as many hands as the deal has."""
        return EngineRules(self.rules, self.deal.seats)

    @property
    def holder_name(self) -> str:
        """How the holder's seat is called."""
        return seat_name(self.holder, self.deal.seats)

    def as_dict(self) -> dict[str, object]:
        """Deal, strain and seats by name, for JSON."""
        seats = self.deal.seats
        return {
            "deal": str(self.deal),
            "strain": str(self.strain),
            "declarer": seat_value(self.declarer, seats),
            "holder": seat_value(self.holder, seats),
            "leader": seat_value(self.leader, seats),
        }

    @property
    def kitty(self) -> Hand:
        """The cards that the holder takes."""
        assert self.deal.kitty is not None
        return self.deal.kitty


def _has_dummy(rules: Rules, seats: int) -> bool:
    """Whether the dummy opposite the declarer takes the kitty and not the declarer: in dummy whist."""
    return rules.game == "dummy" and seats == 4

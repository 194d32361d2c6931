"""`KittyPosition`: a deal before the kitty is taken and cards are discarded."""

from __future__ import annotations

from dataclasses import dataclass

from whistsolve.errors import DealError
from whistsolve.rules import Rules
from whistsolve.rules.sides import declarer_side, partner_of
from whistsolve.solving.engine_rules import EngineRules
from whistsolve.values.deals import Deal
from whistsolve.values.hands import Hand
from whistsolve.values.seats import seat_index, seat_name, seat_value, seats_named_as
from whistsolve.values.strains import Strain


@dataclass(frozen=True, slots=True)
class KittyPosition:
    """A deal in a strain in which the ``holder`` takes the kitty and discards as many cards.

    `read` checks the arguments of public functions.
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
        """A position from the arguments of `best_discard`."""
        cards = Deal.of(deal)
        seats = cards.seats
        checked_rules = Rules.or_default(rules)
        in_strain = Strain.of(strain)
        declares = seat_index(declarer, seats, "declarer")
        if holder is not None:
            takes = seat_index(holder, seats, "holder")
        else:
            dummy_takes = checked_rules.game == "dummy" and seats == 4
            takes = partner_of(declares, checked_rules) if dummy_takes else declares
        leads = declares if leader is None else seat_index(leader, seats, "leader")
        given = declarer if holder is None else holder
        name = seats_named_as(given if isinstance(given, str) else None, seats)[takes]
        if cards.kitty is None:
            raise DealError(f"the deal has no kitty: expected the cards that {name} takes, after a '|'")
        if takes not in declarer_side(declares, checked_rules, seats):
            raise DealError(f"{name} takes the kitty: expected a hand of the declarer's side")
        return cls(cards, in_strain, declares, takes, leads, checked_rules)

    @property
    def engine_rules(self) -> EngineRules:
        """The engine's rules for the number of hands in the deal."""
        return EngineRules(self.rules, self.deal.seats)

    @property
    def holder_name(self) -> str:
        """The name of the holder's seat."""
        return seat_name(self.holder, self.deal.seats)

    def as_dict(self) -> dict[str, object]:
        """Deal, strain and seats as a dict for JSON."""
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

"""``whistsolve discard``: which cards to give up for the kitty."""

from __future__ import annotations

import click

from whistsolve.arguments import Limits, Progress, Resources
from whistsolve.cli.answers import Answer, print_answers
from whistsolve.cli.options import Verb, memory_option, missing_option, seat_option, strain_option
from whistsolve.cli.ruleset import rules_for, rules_options
from whistsolve.cli.sources import Source, deal_source
from whistsolve.errors import CardError
from whistsolve.game.record import PlayedHand
from whistsolve.rules import Rules
from whistsolve.show import DiscardLines
from whistsolve.solving.discards.position import KittyPosition
from whistsolve.solving.discards.question import DiscardQuestion
from whistsolve.values import Card, Deal, Hand, Strain

__all__ = ["discard"]


@click.command(
    cls=Verb,
    help="""The discard after which the declarer's side takes the most tricks, over all there are.

    DEAL is the text of a deal with its kitty after a '|', the name of a file, or - (or nothing) for the
    standard input. Of a hand in PTN, strain, declarer and leader are those of the file, and what was given up
    at the table is compared; so is what --discard names.
    """,
    examples=[
        "whistsolve discard hand.ptn",
    ],
)
@deal_source
@strain_option
@seat_option("--declarer", help="Whose side's tricks are counted.")
@seat_option("--holder", help="Who takes the kitty.  [default: the declarer]")
@seat_option("--leader", help="Who leads to the first trick.  [default: the declarer]")
@click.option("--discard", "given", metavar="CARDS", help='To compare with, such as "H2 D2".')
@rules_options
@click.option("--time-limit", type=float, metavar="SECONDS", help="Look so long at most; bounds likewise.")
@memory_option
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object for each deal.")
def discard(
    deal: str | None,
    path: str | None,
    strain: str | None,
    declarer: str | None,
    holder: str | None,
    leader: str | None,
    given: str | None,
    preset: str | None,
    settings: tuple[str, ...],
    time_limit: float | None,
    memory_mb: int,
    as_json: bool,
) -> None:
    limits = Limits.read(time_limit=time_limit)
    resources = Resources.read(memory_mb=memory_mb)
    own = None if given is None else tuple(Hand.from_text(given))

    def answer(source: Source, progress: Progress | None) -> Answer:
        hand = source.hand if isinstance(source.hand, PlayedHand) else None
        rules = rules_for(hand, preset, settings)
        position = _position(source.hand, strain, declarer, holder, leader, rules)
        return _answer(position, hand, own, DiscardQuestion(position, resources), limits)

    print_answers(deal, path, answer, what="searching discards", as_json=as_json)


def _position(
    given: Deal | PlayedHand,
    strain: str | None,
    declarer: str | None,
    holder: str | None,
    leader: str | None,
    rules: Rules,
) -> KittyPosition:
    """The hand with the kitty; what the options leave out is as it was played."""
    hand = given if isinstance(given, PlayedHand) else None
    contract = None if hand is None else hand.contract
    in_strain: Strain | str | None = strain
    declares: int | str | None = declarer
    leads: int | str | None = leader
    if contract is not None:
        in_strain = contract.strain if strain is None else strain
        declares = contract.declarer if declarer is None else declarer
    if hand is not None and leader is None and declarer is None:
        leads = hand.leader
    if in_strain is None or declares is None:
        raise missing_option("--strain" if in_strain is None else "--declarer")
    deal = given.deal if isinstance(given, PlayedHand) else given
    return KittyPosition.read(deal, in_strain, declares, holder, leads, rules)


def _check(discard: tuple[Card, ...], position: KittyPosition) -> None:
    """Check a discard before anything is searched."""
    missing = Hand(discard) - (position.deal.hands[position.holder] | position.kitty)
    for card in missing:
        who = f"{position.holder_name} holds neither from the deal nor from the kitty"
        raise CardError(f"--discard has {card}, which {who}: expected cards of the hand")
    if len(discard) != len(position.kitty):
        raise CardError(
            f"--discard has {len(discard)} cards: expected {len(position.kitty)}, as many as the kitty"
        )


def _answer(
    position: KittyPosition,
    hand: PlayedHand | None,
    own: tuple[Card, ...] | None,
    question: DiscardQuestion,
    limits: Limits,
) -> Answer:
    """The best discard, and where it is exact the heuristic one and the one made at the table beside it."""
    if own is not None:
        _check(own, position)
    best = question.best(limits)
    others = {"obvious": question.heuristic()}
    if own is not None:
        others["given"] = own
    if hand is not None and len(hand.removed[position.holder]):
        others["at_the_table"] = tuple(hand.removed[position.holder])
    optimal: int | None = None
    compared: dict[str, tuple[tuple[Card, ...], float]] = {}
    if best.exact:
        tricks = question.values(others.values())
        compared = {name: (cards, each) for (name, cards), each in zip(others.items(), tricks, strict=True)}
        optimal = question.count(best.low)
    lines = DiscardLines(
        best, position.strain, position.holder_name, optimal, question.all_discards, compared
    )
    values = {**position.as_dict(), **best.as_dict()}
    # The nodes stay last.
    values |= {"optimal": optimal, "discards": question.all_discards, "nodes": values.pop("nodes")}
    for name, (cards, tricks_after) in compared.items():
        values[name] = {"cards": [str(card) for card in cards], "tricks": tricks_after}
    return Answer(values, [lines])

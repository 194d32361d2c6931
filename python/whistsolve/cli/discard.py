"""``whistsolve discard``: which cards to discard after taking the kitty."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from os.path import isfile
from typing import TYPE_CHECKING

import click

import whistsolve as ws
from whistsolve._internal.arguments import Limits, Progress
from whistsolve.cli import options
from whistsolve.cli.output import print_report
from whistsolve.cli.sources import Answer, Source, SourceOptions, deal_source, print_answers
from whistsolve.errors import NotationError, WhistError
from whistsolve.rules import Rules
from whistsolve.rules.reading import read_strain
from whistsolve.values import Card, Hand, Strain

if TYPE_CHECKING:
    from whistsolve.solving.position import KittyPosition


@options.command(
    """Find the discard with which the declarer's side takes the most tricks, of all there are.

    DEAL is a deal with its kitty after a '|', a file, or - (or nothing) for the standard input. A hand in PTN
    gives strain, declarer and leader, and its own discard is compared.

    One hand with the kitty in it is a DEAL too: then the others' cards are sampled, all layouts equally
    likely. To take calls into account, use `whistsolve bid --strains`.
    """,
    "whistsolve discard hand.ptn",
    'whistsolve discard "AKQJT987.AK32.32.32.BL" --strain S+',
)
@deal_source
@options.strain()
@options.seat("--declarer", help="Whose side's tricks are counted.")
@options.seat("--holder", help="Who takes the kitty.  [default: the declarer]")
@options.seat("--leader", help="Who leads to the first trick.  [default: the declarer]")
@click.option("--discard", "given", metavar="CARDS", help='Cards to compare with, such as "H2 D2".')
@options.rules
@options.time_limit()
@options.memory
@options.every("Of one hand: every candidate, not only the best.")
@options.json("Print a JSON object for each deal.")
def discard(
    source: SourceOptions,
    given: str | None,
    rules: options.RulesOptions,
    time_limit: float | None,
    memory_mb: int,
    every: bool,
    as_json: bool,
    **named: str | None,
) -> None:
    hand = None
    if source.deal not in (None, "-") and not isfile(source.deal or ""):
        with suppress(WhistError):
            hand = Hand.from_text(source.deal)
    if hand is not None and source.path is None:
        if (given, time_limit, named["holder"], named["leader"]) != (None,) * 4:
            raise options.usage_error("of options for deals one hand takes --strain and --declarer alone")
        if named["strain"] is None:
            raise options.missing("--strain")
        seat = named["declarer"] or 0
        in_strain = read_strain(named["strain"], rules.read())
        ask = partial(ws.evaluate_discards, hand, in_strain, rules=rules.read(), seat=seat, dealer=0)
        print_report(as_json, partial(ask, memory_mb=memory_mb), every=every)
        return
    limits = Limits.read(time_limit=time_limit)
    own = None if given is None else tuple(Hand.from_text(given))

    def answer(each: Source, progress: Progress | None) -> Answer:
        position = _position(each, rules.for_hand(each.hand), **named)
        from whistsolve.show.solving import compared_discards
        from whistsolve.solving.discards import Discards

        hand, question = each.played, Discards.at(position, memory_mb)
        if own is not None:  # checked before anything is searched
            for card in Hand(own) - (position.deal.hands[position.holder] | position.kitty):
                who = f"{position.holder_name} holds neither from the deal nor from the kitty"
                raise NotationError(f"--discard has {card}, which {who}: expected cards of the hand")
            if len(own) != (size := len(position.kitty)):
                expected = f"expected {size}, as many as the kitty"
                raise NotationError(f"--discard has {len(own)} cards: {expected}")
        best = question.best(node_limit=limits.nodes, time_limit=limits.seconds)
        others = {"obvious": question.heuristic()}
        if own is not None:
            others["given"] = own
        if hand is not None and len(hand.removed[position.holder]):
            others["at_the_table"] = tuple(hand.removed[position.holder])
        optimal: int | None = None
        compared: dict[str, tuple[tuple[Card, ...], float]] = {}
        if best.exact:
            tricks = question.values(others.values())
            compared = dict(zip(others, zip(others.values(), tricks, strict=True), strict=True))
            optimal = question.count(best.low)
        strain, holder = position.strain, position.holder_name
        lines = compared_discards(best, strain, holder, optimal, question.total, compared)
        values = {**position.as_dict(), **best.as_dict()}
        # Removed and added again, so that the nodes are the last key.
        values |= {"optimal": optimal, "discards": question.total, "nodes": values.pop("nodes")}
        for name, (cards, tricks_after) in compared.items():
            values[name] = {"cards": [str(card) for card in cards], "tricks": tricks_after}
        return Answer(values, lines)

    print_answers(source, answer, what="searching discards", as_json=as_json)


def _position(
    source: Source,
    rules: Rules,
    strain: Strain | str | None,
    declarer: int | str | None,
    holder: str | None,
    leader: int | str | None,
) -> KittyPosition:
    if (hand := source.played) is not None:
        leader = hand.leader if leader is None and declarer is None else leader
        if (contract := hand.contract) is not None:
            strain, declarer = strain or contract.strain, declarer or contract.declarer
    if strain is None or declarer is None:
        raise options.missing(*["--strain"] * (strain is None), *["--declarer"] * (declarer is None))
    from whistsolve.solving.position import KittyPosition

    return KittyPosition.read(source.dealt, read_strain(strain, rules), declarer, holder, leader, rules)

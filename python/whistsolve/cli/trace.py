"""``whistsolve trace``: the tricks that the cards, the discard and the contract of a hand gave away."""

from __future__ import annotations

from typing import Any

import click

import whistsolve as ws
from whistsolve._internal.arguments import Progress
from whistsolve.analysis import PlayAnalysis
from whistsolve.cli import options
from whistsolve.cli.sources import (
    Answer,
    Source,
    SourceOptions,
    deal_source,
    is_contract,
    print_answers,
    write_text,
)
from whistsolve.errors import DealError
from whistsolve.game.record import PlayedHand
from whistsolve.rules.reading import read_contract
from whistsolve.show import BLANK, Diagram
from whistsolve.show.analysis import marked_diagram, played_tricks
from whistsolve.show.document import Content
from whistsolve.show.hands_report import hand_heading, traces_page
from whistsolve.values import Hand, seat_name


@options.command(
    """The tricks that each card of a played hand gave away, and its discard, with all hands open.

    DEAL is a hand in PTN, a file of hands or a folder with files in PTN, several of them, or - (or nothing)
    for the standard input. A hand may be played in part; jokers in the rules are as many as were dealt.

    It may be the text of a deal too, as dealt, with its kitty after a '|': then --contract is the contract
    played, --discard the cards given up for the kitty, and --play the cards in order. With a hand in PTN
    these options take the place of what the file has.
    """,
    "whistsolve trace hand.ptn",
    "whistsolve trace hands/ --html club.html",
    'whistsolve trace "N:A2... K3... QJ... T9..." --contract "1S+ by N" --play "SA S3 SJ S9"',
)
@deal_source
@click.option(
    "--contract",
    metavar="[CONTRACT]",
    is_flag=False,
    flag_value="",
    help='Of a deal in text, such as "4S+ by N". Alone: also the best contract of the declarer.',
)
@click.option("--best", "with_best", is_flag=True, help="Also the best contract of the declarer.")
@options.seat("--leader", help="Who led to the first trick.  [default: the declarer]")
@options.seat("--holder", help="Who took the kitty.  [default: the declarer]")
@click.option("--discard", metavar="CARDS", help='Given up for the kitty, such as "H2 D2".')
@click.option("--play", metavar="CARDS", help='Cards played, in order, such as "SA SK S2 S3 H4".')
@options.file("--html", help="A page of HTML to write too, with every hand.")
@options.file("--svg", help="A picture to write too: the hands, with the cards marked that lost tricks.")
@options.rules
@options.memory
@options.json("Print a JSON object for each hand.")
def trace(
    source: SourceOptions,
    contract: str | None,
    with_best: bool,
    html: str | None,
    svg: str | None,
    rules: options.RulesOptions,
    memory_mb: int,
    as_json: bool,
    **played: str | None,
) -> None:
    if contract and not source.is_given and not is_contract(contract):
        source, contract = SourceOptions(contract), ""  # the option took the next file name as its value
    with_best = with_best or contract == ""
    traced: list[tuple[Content, PlayAnalysis]] = []

    def answer(each: Source, progress: Progress | None) -> Answer:
        hand = _played_hand(each, contract or None, rules.read(), **played)
        used = rules.for_hand(hand, each.location)
        found = ws.analyse_play(hand, rules=used, contract=with_best, memory_mb=memory_mb, progress=progress)
        diagram = Diagram.of_deal(hand.deal_in_play, "discards" if any(hand.removed) else "kitty")
        traced.append((hand_heading(found.hand, each.location or "hand 1"), found))
        return Answer(found.as_dict(), [diagram, BLANK, *played_tricks(found)], traced[-1][0])

    try:
        print_answers(source, answer, what="solving card by card", as_json=as_json)
    finally:  # some hands may be wrong, and the others are in the page
        if html is not None and traced:
            write_text(html, traces_page(traced))
    if svg is not None:
        if len(traced) > 1:
            raise options.usage_error(f"--svg is of one hand, and there are {len(traced)}: expected --html")
        write_text(svg, marked_diagram(traced[0][1]).svg())


def _played_hand(
    source: Source,
    contract_text: str | None,
    rules: ws.Rules | None,
    leader: str | None,
    holder: str | None,
    discard: str | None,
    play: str | None,
) -> PlayedHand:
    """The played hand of a source; given options replace its own values."""
    hand = source.played
    if hand is None:
        if contract_text is None:
            where = f"{source.location}: " if source.location else ""
            raise options.usage_error(
                f"{where}there is a deal and no play: expected hands in PTN, or --contract and --play"
            )
        hand = PlayedHand(source.dealt)
    contract = hand.contract
    if contract_text is not None:
        contract = read_contract(contract_text, rules or hand.rules)
    if leader is None and hand.leader is None and contract is not None:
        leader = seat_name(contract.declarer, hand.seats)
    return PlayedHand(
        hand.deal,
        dealer=hand.dealer,
        calls=hand.calls if contract_text is None else (),
        contract=contract,
        leader=hand.leader if leader is None else leader,
        plays=hand.plays if play is None else play,
        tags=hand.tags,
        rules=hand.rules if rules is None else rules,
        source=hand.source,
        **_exchange(hand, contract, holder, discard),
    )


def _exchange(
    hand: PlayedHand, contract: ws.Contract | None, holder: str | None, discard: str | None
) -> dict[str, Any]:
    """The arguments of `PlayedHand` for who took the kitty and what they discarded."""
    if discard is None and holder is None:
        return {"added": hand.added, "removed": hand.removed}
    if discard is None:
        raise options.usage_error("--holder is given without --discard: expected both")
    if hand.deal.kitty is None:
        raise DealError("the deal has no kitty: expected its cards after a '|'")
    taker: int | str | None = holder
    if taker is None:
        taken = [seat for seat, cards in enumerate(hand.added) if cards]
        taker = taken[0] if taken else None if contract is None else contract.declarer
    if taker is None:
        raise options.missing("--holder")
    return {"added": {taker: hand.deal.kitty}, "removed": {taker: Hand.from_text(discard)}}

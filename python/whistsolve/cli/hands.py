"""``whistsolve trace``, ``report`` and ``fit-calls``: what is learned from hands that were played."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

import whistsolve as ws
from whistsolve._internal.arguments import Progress
from whistsolve._internal.reading import path_text
from whistsolve.analysis import HandsReport, PlayAnalysis, report_hands
from whistsolve.cli import options
from whistsolve.cli.output import Working, print_answer
from whistsolve.cli.sources import (
    Answer,
    Source,
    SourceOptions,
    deal_source,
    is_contract,
    print_answers,
    write_text,
)
from whistsolve.errors import DealError, Interrupted, NotationError, WhistError
from whistsolve.game.record import PlayedHand
from whistsolve.notation import read_ptn
from whistsolve.rules.reading import read_contract
from whistsolve.runs.sources import played_hands
from whistsolve.show import BLANK, Diagram, Facts, describe
from whistsolve.show.analysis import marked_diagram, played_tricks
from whistsolve.show.document import Content
from whistsolve.show.hands_report import hand_heading, report_page, traces_page
from whistsolve.values import Hand


@options.command(
    """Show the tricks that each card of a played hand lost, and its discard, with all hands open.

    DEAL is a hand in PTN, a file, a folder, several of them, or - (or nothing) for the standard input. The
    play may be unfinished.

    The text of a deal as dealt needs --contract, with --discard for the kitty and --play for the cards. With
    a hand in PTN these options replace its own values.
    """,
    "whistsolve trace hands/ --html club.html",
    'whistsolve trace "N:A2... K3... QJ... T9..." --contract "1S+ by N" --play "SA S3 SJ S9"',
)
@deal_source
@click.option(
    "--contract",
    metavar="[CONTRACT]",
    is_flag=False,
    flag_value="",
    help='The contract, such as "4S+ by N"; alone: as --best.',
)
@click.option("--best", "with_best", is_flag=True, help="Also the best contract of the declarer.")
@options.seat("--leader", help="Who led to the first trick.  [default: the declarer]")
@options.seat("--holder", help="Who took the kitty.  [default: the declarer]")
@click.option("--discard", metavar="CARDS", help='Given up for the kitty, such as "H2 D2".')
@click.option("--play", metavar="CARDS", help='Cards played, in order, such as "SA SK S2 S3 H4".')
@options.file("--html", help="Write a page of HTML with every hand.")
@options.file("--svg", help="Write a picture of the hand, with lost tricks marked.")
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
        facts, *tricks = played_tricks(found)
        return Answer(found.as_dict(), [facts, BLANK, diagram, *tricks], traced[-1][0])

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
    new: dict[str, Any] = {"rules": rules or hand.rules, "leader": leader or hand.leader}
    contract = hand.contract
    if contract_text is not None:
        contract = read_contract(contract_text, new["rules"])
        new |= {"contract": contract, "calls": ()}
    if new["leader"] is None and contract is not None:
        new["leader"] = contract.declarer
    if play is not None:
        new["plays"] = play
    if discard is None and holder is not None:
        raise options.usage_error("--holder is given without --discard: expected both")
    if discard is not None:
        if hand.deal.kitty is None:
            raise DealError("the deal has no kitty: expected its cards after a '|'")
        takers = [holder, *(seat for seat, cards in enumerate(hand.added) if cards)]
        takers += [] if contract is None else [contract.declarer]
        taker = next((each for each in takers if each is not None), None)
        if taker is None:
            raise options.missing("--holder")
        new |= {"added": {taker: hand.deal.kitty}, "removed": {taker: Hand.from_text(discard)}}
    return replace(hand, **new)


@options.command(
    """Add up what each player lost in many hands: by bid, strain, discard and cards played.

    FILE is a file of hands in PTN, PBN or LIN, or a folder of such files. Players are named by the tags of
    the hands, or else by seat. Hands that cannot be analysed are listed with the reason.

    OUT is a page of HTML, also for paper, with the totals and every hand. Ctrl-C writes and prints what is
    done.
    """,
    "whistsolve report hand.ptn",
    "whistsolve report hands/ -o club.html --csv club.csv",
)
@options.files("sources")
@options.file("-o", "--output", "page", metavar="OUT", help="Page of HTML to write.")
@options.file("--csv", "table_file", help="Write a table: a row for each player of each hand.")
@options.rules
@options.json()
def report(
    sources: tuple[str, ...],
    page: str | None,
    table_file: str | None,
    rules: options.RulesOptions,
    as_json: bool,
) -> None:
    rules.or_default()  # its errors are not those of a hand
    hands = list(played_hands(map(Path, sources)))
    places = {id(hand): place for place, hand in hands}
    given: dict[str, Any] = {"sources": [place for place, _ in hands]}
    given["rules"] = lambda hand: rules.for_hand(hand, places.get(id(hand), ""))
    early: Interrupted[HandsReport] | None = None
    try:
        with Working("hands") as working:
            found = report_hands([hand for _, hand in hands], progress=working, **given)
    except Interrupted as interrupted:
        early, found = interrupted, interrupted.partial
    if found.hands:
        if page is not None:
            title = path_text(", ".join(Path(each).resolve().name for each in sources))
            write_text(page, report_page(found, title))
        if table_file is not None:
            text, rows = io.StringIO(), found.to_dicts()
            writer = csv.writer(text, lineterminator="\n")
            writer.writerow(rows[0])
            for row in rows:
                cells = row.values()
                # An apostrophe stands before text that a spreadsheet would take for a formula.
                writer.writerow(re.sub("^(?=[=+@\t\r-])", "'", x) if isinstance(x, str) else x for x in cells)
            write_text(table_file, text.getvalue())
        if "-" not in (page, table_file):
            print_answer(as_json, found.as_dict(), describe(found))
    if early is not None:
        raise early
    if not found.hands:
        first = [f"; {place}: {reason}" for _, place, reason in found.refused[:1]]
        raise NotationError(f"none of {len(hands)} hands can be analysed{''.join(first)}")


@options.command(
    """Learn from hands how their players call, for advice about players like them.

    RECORDS are files of hands in PTN, or folders of them, all by the same rules. OUT is a file for
    `whistsolve bid --model`. With few calls, the model stays close to the packaged average.
    """,
    "whistsolve fit-calls hand.ptn -o table.json",
    "whistsolve fit-calls hands/ -o table.json",
)
@options.files("records", "RECORDS...")
@options.file("-o", "--output", "output", metavar="OUT", help="File to write the model to.")
@options.rules
@options.json()
def fit_calls(
    records: tuple[str, ...], output: str | None, rules: options.RulesOptions, as_json: bool
) -> None:
    rules.or_default()  # its errors are not those of a hand
    hands: list[tuple[str, PlayedHand]] = []
    for place, hand in played_hands(map(Path, records)):  # some files have PTN in a column
        if isinstance(hand, WhistError):
            raise type(hand)(f"{place}: {hand}")
        hands.append((place, read_ptn(hand)[0] if isinstance(hand, str) else hand))
    from whistsolve.advice import CallModel
    from whistsolve.advice.calls.call_features import named_weights

    used = rules.for_hand(hands[0][1], hands[0][0]) if hands else rules.or_default()
    model = CallModel.fit([hand for _, hand in hands], used)
    if output is not None:
        write_text(output, model.to_json())
    weights = named_weights(model.policies[0].round(3).tolist())
    document = {"hands": len(hands), "calls": model.calls, "weights": weights}
    facts = [("hands", str(len(hands))), ("calls", str(model.calls))]
    facts += [
        (f"{name.replace('_', ' ')}, {group}", f"{weight:+.3f}")
        for group, some in weights.items()
        for name, weight in some.items()
    ]
    if output != "-":
        print_answer(as_json, document, [Facts(facts)])

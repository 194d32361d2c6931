"""``whistsolve trace``: the tricks that the cards, the discard and the contract of a hand gave away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click
from rich.text import Text

import whistsolve as ws
from whistsolve.arguments import Progress
from whistsolve.cli.answers import Answer, print_answers
from whistsolve.cli.options import Verb, memory_option, missing_option, seat_option
from whistsolve.cli.ruleset import rules_for, rules_options
from whistsolve.cli.sources import Source, deal_source, is_contract
from whistsolve.errors import DealError
from whistsolve.game.record import PlayedHand
from whistsolve.show import DealDiagram, PlayTrace
from whistsolve.values import Contract, Deal, Hand, seat_name

__all__ = ["trace"]


@click.command(
    cls=Verb,
    help="""The tricks that each card of a played hand gave away, and its discard, with all hands open.

    DEAL is a hand in PTN, the name of a file of hands, or - (or nothing) for the standard input. A hand may
    be played in part; jokers in the rules are as many as were dealt.

    It may be the text of a deal too, as dealt, with its kitty after a '|': then --contract says what was
    played, --discard what was given up for the kitty, and --play the cards in order. With a hand in PTN these
    options stand in place of what the file has.
    """,
    examples=[
        "whistsolve trace hand.ptn",
        'whistsolve trace "N:A2... K3... QJ... T9..." --contract "1S+ by N" --play "SA S3 SJ S9"',
    ],
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
@seat_option("--leader", help="Who led to the first trick.  [default: the declarer]")
@seat_option("--holder", help="Who took the kitty.  [default: the declarer]")
@click.option("--discard", metavar="CARDS", help='Given up for the kitty, such as "H2 D2".')
@click.option("--play", metavar="CARDS", help='Cards played, in order, such as "SA SK S2 S3 H4".')
@rules_options
@memory_option
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object for each hand.")
def trace(
    deal: str | None,
    path: str | None,
    contract: str | None,
    with_best: bool,
    leader: str | None,
    holder: str | None,
    discard: str | None,
    play: str | None,
    preset: str | None,
    settings: tuple[str, ...],
    memory_mb: int,
    as_json: bool,
) -> None:
    if contract and deal is None and path is None and not is_contract(contract):
        deal, contract = contract, ""  # the option alone, before the name of a file
    with_best = with_best or contract == ""
    told = _Told(contract or None, leader, holder, discard, play)

    def answer(source: Source, progress: Progress | None) -> Answer:
        hand = told.hand(source)
        found = ws.analyse_play(
            hand,
            rules=rules_for(hand, preset, settings),
            contract=with_best,
            memory_mb=memory_mb,
            progress=progress,
        )
        diagram = DealDiagram(hand.deal_in_play, kitty="discards" if any(hand.removed) else "kitty")
        return Answer(found.as_dict(), [diagram, Text(), PlayTrace(found)])

    print_answers(deal, path, answer, what="solving card by card", as_json=as_json)


@dataclass(frozen=True, slots=True)
class _Told:
    """What the options say of a hand, as text; ``None`` where they leave it to the file."""

    contract: str | None
    leader: str | None
    holder: str | None
    discard: str | None
    play: str | None

    def hand(self, source: Source) -> PlayedHand:
        """The played hand of a source, with what the options say in place of what it has."""
        hand = source.hand
        if isinstance(hand, Deal):
            if self.contract is None:
                where = f"{source.location}: " if source.location else ""
                raise click.UsageError(
                    f"{where}there is a deal and no play: expected hands in PTN, or --contract and --play",
                    click.get_current_context(silent=True),
                )
            hand = PlayedHand(hand)
        contract = hand.contract if self.contract is None else Contract.from_text(self.contract)
        leader = self.leader
        if leader is None and hand.leader is None and contract is not None:
            leader = seat_name(contract.declarer, hand.seats)
        return PlayedHand(
            hand.deal,
            dealer=hand.dealer,
            calls=hand.calls,
            contract=contract,
            leader=hand.leader if leader is None else leader,
            plays=hand.plays if self.play is None else self.play.replace(",", " "),
            tags=hand.tags,
            **self._exchange(hand, contract),
        )

    def _exchange(self, hand: PlayedHand, contract: Contract | None) -> dict[str, Any]:
        """Who took the kitty and gave up what."""
        if self.discard is None and self.holder is None:
            return {"added": hand.added, "removed": hand.removed}
        if self.discard is None:
            raise click.UsageError(
                "--holder is given without --discard: expected both", click.get_current_context(silent=True)
            )
        if hand.deal.kitty is None:
            raise DealError("the deal has no kitty: expected its cards after a '|'")
        taker: int | str | None = self.holder
        if taker is None:
            taken = [seat for seat, cards in enumerate(hand.added) if cards]
            taker = taken[0] if taken else None if contract is None else contract.declarer
        if taker is None:
            raise missing_option("--holder")
        return {"added": {taker: hand.deal.kitty}, "removed": {taker: Hand.from_text(self.discard)}}

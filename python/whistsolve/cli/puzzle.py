"""``whistsolve puzzle``: positions in which one card alone keeps the tricks, to be found."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator
from itertools import count, islice
from typing import TypeAlias

import click

from whistsolve.analysis import PerfectMoment, perfect_moments
from whistsolve.analysis.claims import position_in_play
from whistsolve.analysis.hands_report import names_apart
from whistsolve.cli import options
from whistsolve.cli.output import Working, print_json, print_shown
from whistsolve.cli.sources import SourceOptions, deal_source, errors_at, typed_lines, write_text
from whistsolve.errors import ActError, WhistError
from whistsolve.game import HandState
from whistsolve.game.record.parts import replayed
from whistsolve.players import HeuristicPlayer
from whistsolve.players.contest import Contest
from whistsolve.players.contest_result import Decisions
from whistsolve.rules import Rules, rules_to_text
from whistsolve.show import BLANK, Block, Line, describe
from whistsolve.show.analysis import puzzle_question, puzzle_solution
from whistsolve.show.html import page_of, to_html
from whistsolve.show.phrases import seat_names, tricks_of
from whistsolve.solving import BestLine, Solver
from whistsolve.values import Card

#: Where a position is from, and who is to play.
_Puzzle: TypeAlias = tuple[str, str, PerfectMoment]


@options.command(
    """Find the only card that keeps the tricks, with all hands open and best play of both sides.

    DEAL is a hand in PTN or a file of hands: positions in which every other card loses tricks, first those
    that the player missed. Without one, hands are dealt.

    Type a card to try, nothing for the solution, or quit. With -o nothing is asked: OUT is a page of HTML
    with the positions, and the solutions after them.
    """,
    "whistsolve puzzle --seed 1",
    "whistsolve puzzle hands/ --count 8 -o sheet.html",
)
@deal_source
@options.number("--seed", help="Seed of hands dealt.  [default: random]")
@options.number("--count", "number", default=3, least=1, help="Number of positions.")
@click.option("--solution", "solved", is_flag=True, help="Print the solutions, and ask nothing.")
@options.file("-o", "--output", "page", metavar="OUT", help="Page of HTML to write.")
@options.rules
@options.json("Print a JSON object for each position, with its solution.")
def puzzle(
    source: SourceOptions,
    seed: int | None,
    number: int,
    solved: bool,
    page: str | None,
    rules: options.RulesOptions,
    as_json: bool,
) -> None:
    if source.deal == "-" and not (solved or page or as_json):
        raise click.UsageError("the standard input is for what you try: expected a file, or --solution")
    if source.is_given:
        moments = _of_hands(source, rules)
    else:
        moments = _of_random_hands(secrets.randbits(32) if seed is None else seed, rules.or_default())
    lines, asked, answered = typed_lines(), list[tuple[str, str]](), list[tuple[str, str]]()
    for place, player, moment in islice(moments, number):
        trick = len(moment.position.played) // moment.position.deal.seats + 1
        head = f"{len(asked) + 1}. {place}, trick {trick}: {player}"
        if as_json:
            line = BestLine.of(moment.position, Solver()).as_dict()["line"]
            print_json({"source": place, "trick": trick, "player": player, **moment.as_dict(), "line": line})
        elif page is None:
            print_shown(Line(head, "bold"), *puzzle_question(moment))
            if solved:
                print_shown(*_solution(moment), BLANK)
            elif not _ask(moment, lines):
                return
        asked.append((head, to_html(puzzle_question(moment)) if page else ""))
        answered.append((f"Solution of {head}", to_html(_solution(moment)) if page else ""))
    if page is not None and asked:
        write_text(page, page_of("Puzzles", asked + answered))
    if not asked and not as_json:
        print_shown(Line("no position in which one card alone keeps the tricks"))


def _of_hands(source: SourceOptions, rules: options.RulesOptions) -> Iterator[_Puzzle]:
    for each in source.read():
        with errors_at(each.location), Working("solving card by card") as working:
            found = perfect_moments(each.record, rules=rules.for_hand(each.hand), progress=working)
        for moment in found:
            yield each.location or "hand 1", names_apart(each.record)[moment.seat], moment


def _of_random_hands(seed: int, rules: Rules) -> Iterator[_Puzzle]:
    player, draw = HeuristicPlayer(), random.Random(f"{seed}")
    contest = Contest((player, player), None, rules, seed, 1)
    for number in count(1):
        state = HandState.random(draw.getrandbits(32), rules, dealer=draw.randrange(rules.players))
        fault = contest.play(state, (0,) * rules.players, draw, (Decisions(), Decisions()))
        if fault is not None:
            raise WhistError(fault.message)
        if state.snapshot.trick_rules is not None:  # somebody bid
            declarer = state.snapshot.leader if state.declarer is None else state.declarer
            with Working("solving card by card") as working:
                found = perfect_moments(position_in_play(state, declarer), progress=working)
            for moment in found[:1]:
                place = f"{rules_to_text(rules)}, seed {seed}, hand {number}"
                yield place, seat_names(moment.position.deal.seats)[moment.seat], moment


def _solution(moment: PerfectMoment) -> list[Block]:
    return [*puzzle_solution(moment), *describe(BestLine.of(moment.position, Solver()))]


def _ask(moment: PerfectMoment, lines: Iterator[str]) -> bool:
    losses, at = dict(moment.losses), moment.position
    for word in map(str.strip, lines):
        if word.lower() in ("quit", "exit"):
            return False
        try:
            card = Card.from_text(word) if word else moment.cards[0]
            if card not in moment.cards and card not in losses:
                before = [each for each, _ in at.played]  # what comes next says why it may not be played
                replayed(at.deal.hands, at.strain, at.leader, before, at.rules).play(card)
                raise ActError(f"{card} may not be played: expected another card")
        except WhistError as error:
            print_shown(Line(f"wrong: {error}"))
            continue
        if card in moment.cards:
            print_shown(Line("right" if word else ""), *_solution(moment), BLANK)
            return True
        print_shown(Line(f"it loses {tricks_of(losses[card])}"))
    return False

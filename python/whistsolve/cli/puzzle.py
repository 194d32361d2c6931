"""``whistsolve puzzle``: positions in which one card alone keeps the tricks, to be found."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator
from itertools import islice

import click

from whistsolve.analysis import PerfectMoment, perfect_moments
from whistsolve.analysis.position_in_play import position_in_play
from whistsolve.cli import options
from whistsolve.cli.dialogue import typed_lines
from whistsolve.cli.output import Working, print_json, print_shown
from whistsolve.cli.sources import SourceOptions, deal_source, errors_at
from whistsolve.errors import NotationError, WhistError
from whistsolve.game import HandState
from whistsolve.players import HeuristicPlayer
from whistsolve.players.contest import Contest, Decisions
from whistsolve.rules import Rules
from whistsolve.show import BLANK, Line
from whistsolve.show.analysis import puzzle_question, puzzle_solution
from whistsolve.show.phrases import tricks_of
from whistsolve.values import Card


@options.command(
    """Find the only card that keeps the tricks, with all hands open and best play of both sides.

    DEAL is a hand in PTN or the name of a file of hands: positions in which every other card loses tricks, of
    each hand first those that the player missed. Without one, hands are dealt and played without search.

    Each line is a card to try; an empty line gives the solution, 'quit' ends.
    """,
    "whistsolve puzzle --seed 1",
    "whistsolve puzzle hand.ptn --solution",
)
@deal_source
@options.number("--seed", help="Seed of hands dealt.  [default: random]")
@options.number("--count", default=3, least=1, help="Number of positions.")
@click.option("--solution", "solved", is_flag=True, help="Print the solutions, and ask nothing.")
@options.rules
@options.json("Print a JSON object for each position, with its solution.")
def puzzle(
    source: SourceOptions,
    seed: int | None,
    count: int,
    solved: bool,
    rules: options.RulesOptions,
    as_json: bool,
) -> None:
    if source.deal == "-" and not (solved or as_json):
        raise click.UsageError("the standard input is for what you try: expected a file, or --solution")
    if source.is_given:
        moments = _of_hands(source, rules)
    else:
        used_seed, used = secrets.randbits(32) if seed is None else seed, rules.or_default()
        moments = _of_random_hands(used_seed, used)
        if not as_json:
            print_shown(Line(f"{used.game}, seed {used_seed}"), BLANK)
    lines, found = typed_lines(), False
    for moment in islice(moments, count):
        found = True
        if as_json:
            print_json(moment.as_dict())
            continue
        print_shown(*puzzle_question(moment))
        if solved:
            print_shown(*puzzle_solution(moment), BLANK)
        elif not _ask(moment, lines):
            return
    if not found and not as_json:
        print_shown(Line("no position in which one card alone keeps the tricks"))


def _of_hands(source: SourceOptions, rules: options.RulesOptions) -> Iterator[PerfectMoment]:
    for each in source.read():
        with errors_at(each.location), Working("solving card by card") as working:
            if each.played is None:
                raise NotationError("there is a deal and no play: expected hands in PTN")
            found = perfect_moments(each.played, rules=rules.for_hand(each.played), progress=working)
        yield from found


def _of_random_hands(seed: int, rules: Rules) -> Iterator[PerfectMoment]:
    """Of each hand that has any, the most surprising position."""
    player, draw = HeuristicPlayer(), random.Random(f"{seed}")
    contest = Contest((player, player), None, rules, seed)
    while True:
        state = HandState.random(draw.getrandbits(32), rules, dealer=draw.randrange(rules.players))
        fault = contest.play(state, (0,) * rules.players, draw, Decisions())
        if fault is not None:
            raise WhistError(fault.message)
        if state.snapshot.trick_rules is not None:  # somebody bid
            declarer = state.snapshot.leader if state.declarer is None else state.declarer
            with Working("solving card by card") as working:
                found = perfect_moments(position_in_play(state, declarer), progress=working)
            yield from found[:1]


def _ask(moment: PerfectMoment, lines: Iterator[str]) -> bool:
    """Read cards until one is right, or the solution is asked for; false at the end."""
    losses = dict(moment.losses)
    for word in map(str.strip, lines):
        if word.lower() in ("quit", "exit"):
            return False
        try:
            card = Card.from_text(word) if word else moment.cards[0]
        except NotationError as error:
            print_shown(Line(f"wrong: {error}"))
            continue
        if card in moment.cards:
            print_shown(Line("right" if word else ""), *puzzle_solution(moment), BLANK)
            return True
        lost = losses.get(card)
        print_shown(Line("that card may not be played" if lost is None else f"it loses {tricks_of(lost)}"))
    return False

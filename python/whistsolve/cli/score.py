"""``whistsolve score``: scores of a contract, a played hand, or a hand of whist."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click
from rich.text import Text

import whistsolve as ws
from whistsolve.arguments import DEFAULT_RULES
from whistsolve.cli.completion import complete_files
from whistsolve.cli.options import Verb, file_option, seat_option
from whistsolve.cli.output import print_json, print_shown
from whistsolve.cli.ruleset import read_rules, rules_for, rules_options
from whistsolve.cli.sources import Source, is_contract, read_source
from whistsolve.errors import PlayError, RulesError, WhistError
from whistsolve.game import HandScore, WhistScore
from whistsolve.game.record import PlayedHand
from whistsolve.game.record.record import winners_under
from whistsolve.rules import Rules
from whistsolve.show import ScoreLines
from whistsolve.values.reading import shown

__all__ = ["score"]


@click.command(
    cls=Verb,
    help="""Books and points of a hand.

    Of a contract with the tricks that the declarer's side took at the table, the kitty's book not counted;
    where others score theirs too, a number for each seat. Seats are those of the table: in dummy whist the
    dummy is opposite the declarer. Of a hand in PTN that was played to its end, or a file of such hands. Of
    whist without an auction, with the tricks of the side of seat 0 or of both sides.
    """,
    examples=[
        'whistsolve score "5S+ by N" 11',
        'whistsolve score --rules cutthroat_4 "6S+ by N" 6,3,2,1',
        "whistsolve score hand.ptn",
        "whistsolve score --rules whist_portland 9 --honours 3,1 --scores 3,0",
    ],
)
@click.argument("what", required=False, shell_complete=complete_files)
@click.argument("tricks", required=False)
@file_option("--file", "path", metavar="PATH", help="File of hands in PTN.")
@seat_option("--first-trick", help="Its winner, where the kitty's book goes with it.")
@click.option("--kept", type=int, metavar="N", help="Double dummy whist: how many kept their hand, 0 to 2.")
@click.option("--honours", metavar="N,N", help="Whist: A K Q J of trumps that each side was dealt.")
@click.option("--scores", metavar="N,N", help="Whist: the score of each side before the hand.")
@rules_options
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object for each hand.")
def score(
    what: str | None,
    tricks: str | None,
    path: str | None,
    first_trick: str | None,
    kept: int | None,
    honours: str | None,
    scores: str | None,
    preset: str | None,
    settings: tuple[str, ...],
    as_json: bool,
) -> None:
    rules = read_rules(preset, settings) or DEFAULT_RULES
    of_whist = rules.trump_rule == "last_dealt_card"
    given = {"--first-trick": first_trick, "--kept": kept, "--honours": honours, "--scores": scores}
    if path is None and of_whist:
        _refuse(given, ("--kept", "--honours", "--scores"), "a hand of whist")
        if what is None or tricks is not None:
            raise _usage(
                "expected the tricks of the side of seat 0, or of both sides such as 9,4, and no more"
            )
        _print(_whist_score(what, honours, scores, kept or 0, rules), rules, as_json)
    elif path is None and what is not None and (tricks is not None or is_contract(what)):
        _refuse(given, ("--first-trick", "--kept"), "a contract")
        if tricks is None:
            raise _usage("Missing argument 'TRICKS'")
        found = ws.score_hand(
            what, _numbers(tricks, "tricks"), rules=rules, first_trick=first_trick, kept=kept or 0
        )
        _print(found, rules, as_json)
    else:
        _refuse(given, ("--kept",), "a played hand")
        if tricks is not None:
            raise _usage("tricks and --file are given: expected one of them")
        sources = read_source(what, path)
        for number, source in enumerate(sources):
            with source.at_fault():
                used, found = _hand_score(source, kept or 0, preset, settings)
            _print(found, used, as_json, last=number == len(sources) - 1)


def _usage(message: str) -> click.UsageError:
    return click.UsageError(message, click.get_current_context(silent=True))


def _refuse(given: Mapping[str, object], allowed: Sequence[str], what: str) -> None:
    """Check that only options are given that apply to what is scored."""
    for option, value in given.items():
        if value is not None and option not in allowed:
            raise _usage(f"{option} is given: it says nothing about {what}")


def _numbers(text: str, what: str) -> int | list[int]:
    """A whole number, or several separated by commas."""
    parts = [part.strip() for part in text.split(",")]
    for part in parts:
        plain = part.removeprefix("-")
        if not (plain.isascii() and plain.isdigit() and len(plain) < 10):
            raise WhistError(
                f"{what} {shown(text)} are wrong: expected a whole number, or several such as 9,4"
            )
    numbers = [int(part) for part in parts]
    return numbers[0] if len(numbers) == 1 else numbers


def _pair(text: str | None, what: str) -> tuple[int, int]:
    if text is None:
        return 0, 0
    numbers = _numbers(text, what)
    if isinstance(numbers, int) or len(numbers) != 2:
        raise WhistError(
            f"{what} {shown(text)} are wrong: expected two numbers, one for each side, such as 3,1"
        )
    return numbers[0], numbers[1]


def _whist_score(tricks: str, honours: str | None, scores: str | None, kept: int, rules: Rules) -> WhistScore:
    if honours is not None and not rules.honours:
        raise RulesError("--honours is given: expected rules that score them, such as --set honours=true")
    return ws.score_whist_hand(
        _numbers(tricks, "tricks"),
        rules=rules,
        honours=_pair(honours, "honours"),
        scores=_pair(scores, "scores"),
        kept=kept,
    )


def _hand_score(
    source: Source, kept: int, preset: str | None, settings: Sequence[str]
) -> tuple[Rules, HandScore]:
    """Rules and score of a played hand."""
    hand = source.hand
    if not isinstance(hand, PlayedHand):
        raise PlayError("there is a deal and no play: expected hands in PTN")
    if hand.contract is None:
        raise PlayError("the hand has no contract: expected one, and its play")
    if len(hand.plays) < hand.seats * hand.deal.hand_size:
        ended = next(
            (f", {tag.name} {tag.text}" for tag in hand.tags if tag.name in ("Claim", "Resigned")), ""
        )
        raise PlayError(
            f"the hand is not complete: {len(hand.plays)} cards were played{ended}, expected"
            f" {hand.seats * hand.deal.hand_size}"
        )
    rules = rules_for(hand, preset, settings)
    if (hand.seats, hand.deal.hand_size) != (rules.dealt_hands, rules.dealt_hand_size):
        raise RulesError(
            f"the rules are of {rules.dealt_hands} hands of {rules.dealt_hand_size} cards: expected"
            f" {hand.seats} of {hand.deal.hand_size} as in the hand"
        )
    winners = winners_under(hand, rules)
    by_seat = [winners.count(seat) for seat in range(hand.seats)]
    first = winners[0] if rules.kitty_book == "first_trick_winner" else None
    return rules, ws.score_hand(hand.contract, by_seat, rules=rules, first_trick=first, kept=kept)


def _print(found: HandScore | WhistScore, rules: Rules, as_json: bool, *, last: bool = True) -> None:
    if as_json:
        print_json(found.as_dict())
    else:
        print_shown(ScoreLines(found, rules), *([] if last else [Text()]))

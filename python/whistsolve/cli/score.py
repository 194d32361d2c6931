"""``whistsolve score`` and ``rules``: what hands score, and what the rules mean by which they do."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from os.path import isdir

import click

import whistsolve as ws
from whistsolve._internal.reading import shown
from whistsolve.cli import options
from whistsolve.cli.output import print_answer
from whistsolve.cli.sources import Answer, Source, SourceOptions, is_contract, is_source, print_answers
from whistsolve.errors import RulesError, WhistError
from whistsolve.game.record.record import score_played
from whistsolve.rules import PRESET_DOCUMENTS, Rules, options_in_use, preset_name, rules_markdown
from whistsolve.rules.reading import read_contract
from whistsolve.show import BLANK, Facts
from whistsolve.show.game import hand_score
from whistsolve.show.rules import all_options, option_documents, presets


@options.command(
    """Score a contract, a played hand or a hand of whist.

    A contract needs the tricks that the declarer's side took, without the kitty's book; one number for each
    seat if the others score too. In dummy whist the dummy sits opposite the declarer.

    Or give hands in PTN, or a folder of them. Or, for whist without an auction, the tricks of the side of
    seat 0, or of both sides.
    """,
    'whistsolve score "5S+ by N" 11',
    "whistsolve score --rules whist_portland 9 --honours 3,1 --scores 3,0",
)
@click.argument("what", required=False, shell_complete=options.complete_files)
@click.argument("tricks", required=False)
@options.file("--file", "path", metavar="PATH", help="File of hands in PTN.")
@options.seat("--first-trick", help="Who won it, if the kitty's book goes with it.")
@options.number("--kept", help="Double dummy whist: how many kept their hand, 0 to 2.")
@click.option("--honours", metavar="N,N", help="Whist: honours of trumps of each side.")
@click.option("--scores", metavar="N,N", help="Whist: scores before the hand.")
@options.rules
@options.json("Print a JSON object for each hand.")
def score(
    what: str | None,
    tricks: str | None,
    path: str | None,
    first_trick: str | None,
    kept: int | None,
    honours: str | None,
    scores: str | None,
    rules: options.RulesOptions,
    as_json: bool,
) -> None:
    used = rules.or_default()
    given = {"--first-trick": first_trick, "--kept": kept, "--honours": honours, "--scores": scores}
    is_hand = path is not None or (what is not None and (isdir(what) or is_source(what)))
    if not is_hand and not used.has_auction:
        _refuse(given, ("--kept", "--honours", "--scores"), "a hand of whist")
        if what is None or tricks is not None:
            raise options.usage_error(
                "expected the tricks of the side of seat 0, or of both sides such as 9,4, and no more"
            )
        if honours is not None and not used.honours:
            raise RulesError("--honours is given: expected rules that score them, such as --set honours=true")
        won, cards, before = _tricks(what), _pair(honours, "honours"), _pair(scores, "scores")
        whist = ws.score_whist_hand(won, rules=used, honours=cards, scores=before, kept=kept or 0)
        print_answer(as_json, whist.as_dict(), hand_score(whist, used))
    elif path is None and what is not None and (tricks is not None or is_contract(what)):
        _refuse(given, ("--first-trick", "--kept"), "a contract")
        if tricks is None:
            raise options.usage_error("Missing argument 'TRICKS'")
        contract, numbers = read_contract(what, used), _tricks(tricks)
        found = ws.score_hand(contract, numbers, rules=used, first_trick=first_trick, kept=kept or 0)
        print_answer(as_json, found.as_dict(), hand_score(found, used))
    else:
        _refuse(given, ("--kept",), "a played hand")
        if tricks is not None:
            raise options.usage_error("tricks and --file are given: expected one of them")

        def answer(source: Source, progress: object) -> Answer:
            of_hand = rules.for_hand(source.record, source.location)
            score = score_played(source.record, of_hand, kept=kept)
            return Answer(score.as_dict(), hand_score(score, of_hand), source.location)

        print_answers(SourceOptions(what, path), answer, what="scoring", as_json=as_json)


def _refuse(given: Mapping[str, object], allowed: Sequence[str], what: str) -> None:
    for option, value in given.items():
        if value is not None and option not in allowed:
            raise options.usage_error(f"{option} is given: it does not apply to {what}")


def _tricks(text: str) -> int | list[int]:
    numbers = options.read_numbers(text, "tricks", "a whole number, or several such as 9,4")
    return numbers[0] if len(numbers) == 1 else numbers


def _pair(text: str | None, what: str) -> tuple[int, int]:
    expected = "two numbers, one for each side, such as 3,1"
    numbers = [0, 0] if text is None else options.read_numbers(text, what, expected)
    if len(numbers) != 2:
        raise WhistError(f"{what} {shown(text)} are wrong: expected {expected}")
    return numbers[0], numbers[1]


@options.command(
    """Explain the rules: presets, options, values and defaults.

    NAME is a preset, whose options are shown, first those that differ from the default; or an option. Without
    NAME and --set, all presets and options are listed.
    """,
    "whistsolve rules bid_whist --set jokers=1",
    "whistsolve rules renege_mode",
)
@click.argument("preset", metavar="[NAME]", required=False, shell_complete=options.complete_presets)
@options.settings
@options.json()
@click.option("--markdown", is_flag=True, help="Print the tables of docs/rules.md.")
def rules(preset: str | None, settings: tuple[str, ...], as_json: bool, markdown: bool) -> None:
    if asked := [each for each in Rules.options() if each.name == preset and not (settings or markdown)]:
        meanings = {each.name: each.as_dict() for each in asked}
        print_answer(as_json, {"options": meanings}, option_documents(asked)[1:])
        return
    changed = options.RulesOptions.of_texts(preset, settings).read()
    if markdown and (as_json or changed is not None):
        raise click.UsageError("--markdown is of all presets and options: expected nothing beside it")
    if markdown:
        sys.stdout.write(rules_markdown(Rules.options(), PRESET_DOCUMENTS))
    elif changed is not None:
        name = preset_name(preset or "bid_whist")
        document = PRESET_DOCUMENTS[name]
        values = {
            "preset": name,
            "about": document.about,
            "source": document.source,
            "set": list(settings),
            "warnings": list(changed.warnings()),
            "options": {each.option.name: each.as_dict() for each in options_in_use(changed)},
        }
        facts = [("preset", name), ("game", document.about), ("source", document.source)]
        facts += [("changed", ", ".join(settings))] if settings else []
        print_answer(as_json, values, [Facts(facts), BLANK, *all_options(changed)])
    else:
        documents = {name: each.as_dict() for name, each in PRESET_DOCUMENTS.items()}
        meanings = {each.name: each.as_dict() for each in Rules.options()}
        blocks = [*presets(PRESET_DOCUMENTS), BLANK, *option_documents(Rules.options())]
        print_answer(as_json, {"presets": documents, "options": meanings}, blocks)

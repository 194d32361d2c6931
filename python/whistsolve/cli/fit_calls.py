"""``whistsolve fit-calls``: how the players of some hands call, learned from these hands."""

from __future__ import annotations

from pathlib import Path

import click

from whistsolve.cli import options
from whistsolve.cli.completion import complete_files
from whistsolve.cli.output import print_answer
from whistsolve.errors import WhistError
from whistsolve.game import PlayedHand
from whistsolve.notation import read_ptn
from whistsolve.runs.sources import played_hands


@options.command(
    """A model of how the players of some hands call, for advice about players like them.

    RECORDS are files of hands in PTN, or folders with such files in it or below, all by the same rules: those
    that the first hand names, or --rules. OUT is a file for whistsolve bid --model. The fewer calls it rests
    on, the closer the model is to the average of the packaged kinds of bidders.
    """,
    "whistsolve fit-calls hand.ptn -o table.json",
)
@click.argument("records", metavar="RECORDS...", nargs=-1, required=True, shell_complete=complete_files)
@options.file("-o", "--output", "output", metavar="OUT", help="File to write the model to.")
@options.rules
@options.json()
def fit_calls(
    records: tuple[str, ...], output: str | None, rules: options.RulesOptions, as_json: bool
) -> None:
    rules.or_default()  # its errors are not those of a hand
    hands = [(place, _read(place, hand)) for place, hand in played_hands(map(Path, records))]
    from whistsolve.advice import CallModel
    from whistsolve.advice.calls.call_features import named_weights
    from whistsolve.show import Facts

    used = rules.for_hand(hands[0][1], hands[0][0]) if hands else rules.or_default()
    model = CallModel.fit([hand for _, hand in hands], used)
    if output is not None:
        model.save(output)
    weights = named_weights(model.policies[0].round(3).tolist())
    document = {"hands": len(hands), "calls": model.calls, "weights": weights}
    facts = [("hands", str(len(hands))), ("calls", str(model.calls))]
    facts += [
        (f"{name.replace('_', ' ')}, {group}", f"{weight:+.3f}")
        for group, some in weights.items()
        for name, weight in some.items()
    ]
    print_answer(as_json, document, [Facts(facts)])


def _read(place: str, hand: PlayedHand | str | WhistError) -> PlayedHand:
    """A hand of a file, some of which have PTN in a column."""
    if isinstance(hand, WhistError):
        raise type(hand)(f"{place}: {hand}")
    return read_ptn(hand)[0] if isinstance(hand, str) else hand

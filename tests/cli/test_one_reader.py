"""Every way to read a file finds the same hands in it, and refuses the same ones with the same words."""

import random
import re
import warnings
from functools import partial

import click
import pytest
from tests.support.command import DATA

import whistsolve as ws
from whistsolve._internal.files import lines_of
from whistsolve.cli.sources import SourceOptions
from whistsolve.notation.reading import PLAYED
from whistsolve.runs.readers import rows_of_lines
from whistsolve.runs.rows import Fields
from whistsolve.runs.sources import played_hands
from whistsolve_board import sources

FILES = sorted([*(DATA / "forms").iterdir(), *(DATA / "ptn").iterdir()])
SIGNS = 'N:|.,-+[]" \nAKQ2{}%#;♠'


def broken(text, draw):
    """The text with a line deleted or doubled, or characters changed."""
    lines = text.splitlines(keepends=True)
    at, kind = draw.randrange(len(lines)), draw.randrange(4)
    if kind < 2:
        lines[at : at + 1] = [lines[at]] * (2 * kind)
        return "".join(lines)
    place = draw.randrange(len(text))
    return text[:place] + draw.choice(SIGNS) * (kind - 2) + text[place + draw.randrange(3) :]


def plain(error):
    """A message without the file, the number of the hand, and the line."""
    text = re.sub(r"^(?:[^\s:]+\.\w+: )?(?:hand \d+: )?(?:line \d+: )?(?:board \d+: )?", "", str(error))
    return re.sub(r"no deal in .*?:", "no deal:", text)


def outcome(call):
    """How many hands were read, and what was said of the others."""
    faults = []
    try:
        hands = call(faults)
    except ws.WhistError as error:
        return 0, [plain(error)]
    return len(hands), list(map(plain, faults))


def parted(found, faults):
    """The hands; the errors are added to the others, and the first is raised if there is nothing else."""
    hands = [each for each in found if not isinstance(each, ws.WhistError)]
    faults += [each for each in found if isinstance(each, ws.WhistError)]
    if not hands:
        raise faults[0]
    return hands


def by_read(path, faults):
    hands = ws.read(path, skip=faults.append)
    return hands if isinstance(hands, list) else [hands]


def by_command(path, faults):
    with click.Context(click.Command("table")):
        return parted([each.read for each in SourceOptions(str(path)).read()], faults)


def by_report(path, faults):
    return parted([hand for _, hand in played_hands([path])], faults)


def by_board(path, faults):
    # Rules that its tags name wrongly are no fault of the hand.
    text = re.sub(r'(?m)^\[GameOptionsJson ".*"\]$', "%", path.read_text("utf-8"))
    return sources.read_hands(text, None, faults.append)[1]


def by_batch(path, faults):
    def deal_of(row):
        try:
            return ws.WhistError(row.fault) if row.fault else ws.Deal(Fields(0, row, {}).required("deal"))
        except ws.WhistError as error:
            return error

    with path.open("rb") as file:
        rows = list(map(deal_of, rows_of_lines(lines_of(file), None, path.name)))
    return parted(
        rows or [ws.NotationError("there is no deal in it: expected deals, or hands in PTN, PBN or LIN")],
        faults,
    )


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_all_readers_agree(path, tmp_path):
    draw, file = random.Random(path.name), tmp_path / path.name
    text = path.read_text("utf-8")
    for number in range(12):
        file.write_text(text if not number else broken(text, draw), "utf-8")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            read = outcome(partial(by_read, file))
            for other in (by_command, by_batch, by_board, by_report):
                if other is by_report and path.suffix not in PLAYED:
                    continue
                assert outcome(partial(other, file)) == read, (other.__name__, file.read_text("utf-8"))

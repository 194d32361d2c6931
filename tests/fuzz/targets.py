"""The targets by name, and the samples that each begins with."""

import json
from pathlib import Path

from tests.fuzz import command_targets, file_targets, text_targets
from tests.support.command import DATA

#: Each takes any bytes, and raises where something is wrong.
TARGETS = {
    name.removeprefix("fuzz_"): target
    for module in (text_targets, file_targets, command_targets)
    for name, target in vars(module).items()
    if name.startswith("fuzz_")
}

#: A file for each target, a sample a line: a JSON string, its bytes as UTF-8.
CORPUS = Path(__file__).parent / "corpus"


def samples_of(name):
    """The samples of a target, in the order of its file."""
    lines = (CORPUS / f"{name}.jsonl").read_text("utf-8").splitlines()
    files = sorted((DATA / "forms").iterdir()) if name in ("read", "rows") else []
    samples = [json.loads(line).encode("utf-8", "surrogateescape") for line in lines]
    return samples + [path.read_bytes() for path in files]


#: Targets whose inputs take ten times as long as a card's and more: of a number of inputs they get a quarter
#: of what the others get.
SLOW = frozenset(TARGETS) - {"card", "hand", "deal", "strain", "contract"}


def shares():
    """What each target gets of a number of inputs; together 1."""
    parts = {name: 0.25 if name in SLOW else 1.0 for name in TARGETS}
    return {name: part / sum(parts.values()) for name, part in parts.items()}

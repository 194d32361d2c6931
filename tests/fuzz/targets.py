"""The targets by name, and the samples that each begins with."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from tests.fuzz import row_targets, rules_targets, text_targets

__all__ = ["CORPUS", "TARGETS", "Target", "samples_of"]

#: Takes any bytes, and raises where something is wrong.
Target = Callable[[bytes], None]

TARGETS: Final[Mapping[str, Target]] = {
    name.removeprefix("fuzz_"): getattr(module, name)
    for module in (text_targets, rules_targets, row_targets)
    for name in module.__all__
}


#: A file for each target, a sample a line: a JSON string, its bytes as UTF-8.
CORPUS: Final = Path(__file__).parent / "corpus"


def samples_of(name: str) -> list[bytes]:
    """The samples of a target, in the order of its file."""
    lines = (CORPUS / f"{name}.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line).encode("utf-8", "surrogateescape") for line in lines]

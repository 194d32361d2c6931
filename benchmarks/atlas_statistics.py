"""What a file of the atlas says, as markdown: tricks by strain and side, the kitty's worth, levels that make.

python benchmarks/atlas_statistics.py docs/data/atlas-sample.parquet --into docs/atlas.md
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

# Run as a file it finds its neighbours, and the package of this checkout or the installed one.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.atlas import KEY, Manifest
from benchmarks.speed.report import put_between
from benchmarks.speed.sections import markdown_table

from whistsolve.values import Strain
from whistsolve.values.seats import SEAT_LETTERS

#: What the ten strains are grouped by.
_KINDS: Final[dict[str, Callable[[Strain], bool]]] = {
    "suit uptown": lambda strain: not strain.is_no_trump and strain.ranking == "uptown",
    "suit downtown": lambda strain: not strain.is_no_trump and strain.ranking == "downtown",
    "no-trump uptown": lambda strain: strain.is_no_trump and strain.ranking == "uptown",
    "no-trump downtown": lambda strain: strain.is_no_trump and strain.ranking == "downtown",
}
#: Tricks, shape (deals, seats, strains).
_Tricks: TypeAlias = NDArray[np.float64]


def statistics(path: Path) -> str:
    """The tables of a file.

    Parameters
    ----------
    path : Path
        As ``atlas.py join`` writes it.
    """
    table: Any = import_module("pyarrow.parquet").read_table(path)
    manifest = Manifest.from_json(table.schema.metadata[KEY])
    strains = [Strain.from_text(each) for each in manifest.strains]
    tricks = _cells(table, "", manifest)
    text = [
        f"{manifest.deals:,} deals and {tricks.size:,} cells of seed {manifest.seed}, with the rules"
        f" `{json.dumps(manifest.rules)}`; made by version {manifest.version}.\n",
        "### Tricks of the leader's side\n",
        _by_strain(tricks, strains),
        "### How often the leader's side takes so many tricks, in percent\n",
        _distribution(tricks, strains),
    ]
    if manifest.discards_every:
        there = table.filter(table["kitty N S+"].is_valid())
        before, after = _cells(there, "", manifest), _cells(there, "kitty ", manifest)
        text += [
            "### What the kitty is worth to a declarer\n",
            f"{there.num_rows:,} deals, each hand as declarer.\n",
            _worth(before, after, strains),
            "### How often each level makes, in percent\n",
            _levels(after, strains, manifest),
        ]
    return "\n".join(text)


def _cells(table: Any, prefix: str, manifest: Manifest) -> _Tricks:
    columns = [
        [table[f"{prefix}{seat} {strain}"].to_numpy() for strain in manifest.strains] for seat in SEAT_LETTERS
    ]
    return np.moveaxis(np.array(columns, dtype=np.float64), 2, 0)


def _of_kind(tricks: _Tricks, strains: Sequence[Strain], kind: str) -> _Tricks:
    return tricks[:, :, [_KINDS[kind](strain) for strain in strains]]


def _by_strain(tricks: _Tricks, strains: Sequence[Strain]) -> str:
    rows = []
    for column, strain in enumerate(strains):
        own = tricks[:, :, column]
        sides = own[:, ::2].mean(), own[:, 1::2].mean()
        rows.append([str(strain), *(f"{each:.3f}" for each in (*sides, own.mean(), own.std()))])
    return markdown_table(["strain", "N or S leads", "E or W leads", "mean", "standard deviation"], rows)


def _distribution(tricks: _Tricks, strains: Sequence[Strain]) -> str:
    most = int(tricks.max())
    rows = [
        [str(number), *(f"{_percent(_of_kind(tricks, strains, kind) == number):.2f}" for kind in _KINDS)]
        for number in range(most + 1)
    ]
    return markdown_table(["tricks", *_KINDS], rows)


def _worth(before: _Tricks, after: _Tricks, strains: Sequence[Strain]) -> str:
    pairs = {kind: (_of_kind(before, strains, kind), _of_kind(after, strains, kind)) for kind in _KINDS}
    pairs["the best strain"] = before.max(axis=2), after.max(axis=2)
    rows = []
    for name, (without, taken) in pairs.items():
        gain = taken - without
        shares = [_percent(gain == number) for number in range(3)]
        means = [f"{each.mean():.3f}" for each in (without, taken, gain)]
        rows.append([name, *means, *(f"{each:.2f}" for each in (*shares, _percent(gain >= 3)))])
    head = ["strain", "without", "with the kitty", "worth", "0 more", "1 more", "2 more", "3 or more"]
    return markdown_table(head, rows)


def _levels(after: _Tricks, strains: Sequence[Strain], manifest: Manifest) -> str:
    rules = manifest.game()
    columns = [_of_kind(after, strains, kind) for kind in _KINDS]
    columns += [after.max(axis=2), after.max(axis=2).reshape(-1, 2, 2).max(axis=1), after.max(axis=(1, 2))]
    rows = []
    for level in range(rules.min_bid, rules.max_bid + 1):
        needed = rules.bid_base + level - rules.books_from_kitty
        rows.append([str(level), str(needed), *(f"{_percent(each >= needed):.2f}" for each in columns)])
    head = ["level", "tricks", *_KINDS, "best strain of a hand", "of a side", "of all four hands"]
    return markdown_table(head, rows)


def _percent(which: NDArray[np.bool_]) -> float:
    return 100 * float(which.mean())


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--into", type=Path, metavar="PAGE", help="put them between the marks in PAGE")
    options = parser.parse_args(arguments)
    try:
        text = statistics(options.file)
        if options.into is None:
            print(text)
        else:
            options.into.write_text(put_between(options.into.read_text("utf-8"), text), "utf-8")
    except (ValueError, OSError) as error:
        print(f"atlas_statistics: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())

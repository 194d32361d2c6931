"""The atlas: random bid-whist deals of one seed with their double-dummy tables, as Parquet.

``make`` solves the deals in parts, alone or on several processes or a Dask cluster, and goes on where it was
stopped; ``join`` makes a file of Parquet of them. docs/atlas.md describes both files, and what the sample
shows.

    python benchmarks/atlas.py make atlas.jsonl --deals 1000000 --processes 16
    python benchmarks/atlas.py join atlas.jsonl atlas.parquet

The same manifest gives the same file of Parquet, byte for byte with the same version of pyarrow, however
often the run was stopped and wherever its parts were solved.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

# Run as a file it finds the package of this checkout, or the installed one.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.long_runs import Part, finished, positive, read_as

import whistsolve as ws
from whistsolve._internal.arguments import Resources, read_strains
from whistsolve._internal.files import write_whole
from whistsolve.dealing import random_deals
from whistsolve.encoding import array_to_deals
from whistsolve.solving.deal_table import solve_kitty_table
from whistsolve.values.seats import SEAT_LETTERS

# Without types; pip install "whistsolve[parquet]".
pa: Any = import_module("pyarrow")
pq: Any = import_module("pyarrow.parquet")

#: Raised when what is in a part changes.
FORMAT: Final = "whistsolve atlas 1"
#: MiB for the tables of one worker. Fixed: which of equally good discards is found depends on it.
_MEMORY_MB: Final = 256
#: The key of the manifest in the metadata of a file.
KEY: Final = b"whistsolve.atlas"


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an atlas is made of: the first line of the file of its parts, and metadata of that of Parquet.

    Attributes
    ----------
    deals : int
        How many, from number 0 of the seed on.
    seed : int
        Of `random_deals`.
    discards_every : int
        Best discards are searched in every deal whose number is a multiple of it; 0 for none.
    part : int
        Deals in a part.
    rules : dict
        The options that differ from the defaults, as ``Rules.overrides()`` gives them.
    strains : tuple of str
        The columns of a table.
    format, version : str
        Of the file, and of the package that solves.
    digest : str
        SHA-256 of the cards of all deals, hands and kitty as little-endian uint64, deal by deal.
    """

    deals: int
    seed: int
    discards_every: int
    part: int
    rules: dict[str, Any]
    strains: tuple[str, ...]
    format: str
    version: str
    digest: str

    @classmethod
    def of(cls, deals: int, seed: int, discards_every: int, part: int, rules: ws.Rules) -> Manifest:
        """The manifest of a new atlas.

        Raises
        ------
        ValueError
            Where a number is out of range, or the rules have no four hands with a kitty.
        """
        for name, number, least in (("deals", deals, 1), ("part", part, 1), ("discards", discards_every, 0)):
            if number < least:
                raise ValueError(f"{name} {number} is wrong: expected {least} or more")
        if random_deals(1, seed, rules).shape[1] != 5:
            raise ValueError("the rules are wrong: expected four hands and a kitty")
        strains = tuple(map(str, read_strains(None)))
        begun = cls(deals, seed, discards_every, part, rules.overrides(), strains, FORMAT, ws.__version__, "")
        digest = hashlib.sha256()
        for number in range(begun.parts):
            digest.update(begun.masks(number).astype("<u8").tobytes())
        return replace(begun, digest=digest.hexdigest())

    @classmethod
    def from_json(cls, text: str | bytes) -> Manifest:
        """A manifest from what `to_json` gave."""
        manifest: Manifest = read_as(cls, json.loads(text))
        return manifest

    def to_json(self) -> str:
        """All fields by name."""
        return json.dumps(asdict(self), indent=1) + "\n"

    @property
    def parts(self) -> int:
        """How many parts there are."""
        return -(-self.deals // self.part)

    def game(self) -> ws.Rules:
        """The rules."""
        return ws.Rules.from_dict(self.rules)

    def masks(self, number: int) -> NDArray[np.uint64]:
        """The hands and the kitty of the deals of a part: uint64, shape (deals, 5)."""
        first = number * self.part
        return random_deals(min(self.part, self.deals - first), self.seed, self.game(), first=first)

    def with_discards(self, number: int) -> list[int]:
        """The places in a part of the deals whose best discards are searched."""
        count = min(self.part, self.deals - number * self.part)
        if not self.discards_every:
            return []
        return [row for row in range(count) if (number * self.part + row) % self.discards_every == 0]


# ------------------------------------------------------------------------------------------------- the parts


@dataclass(frozen=True, slots=True)
class SolvedPart(Part):
    """Consecutive deals.

    Attributes
    ----------
    tricks : tuple of str
        For each deal a hexadecimal digit for each leader and strain.
    kitty : tuple of str
        For each deal with discards likewise the tricks of each declarer and strain.
    discards : tuple of str
        For each of these deals the discards as hands, one after another.
    """

    tricks: tuple[str, ...]
    kitty: tuple[str, ...]
    discards: tuple[str, ...]


def solve_part(manifest: Manifest, number: int) -> SolvedPart:
    """The part of a number: draws its deals and solves them with one thread. What a worker does."""
    masks, rules, strains = manifest.masks(number), manifest.game(), read_strains(manifest.strains)
    hands = np.ascontiguousarray(masks[:, :4])
    tricks = ws.solve_many(hands, strains, rules=rules, threads=1, memory_mb=_MEMORY_MB)
    kitty, discards = [], []
    for row in manifest.with_discards(number):
        [deal] = array_to_deals(masks[row : row + 1], kitty=True)
        found = solve_kitty_table(deal, strains, rules, resources=Resources(1, _MEMORY_MB), seconds=None)
        best = [found.discard(declarer, strain) for declarer in SEAT_LETTERS for strain in strains]
        kitty.append("".join(f"{one.tricks:x}" for one in best))
        discards.append(" ".join(str(ws.Hand(one.cards)) for one in best))
    digits = ("".join(f"{each:x}" for each in row) for row in tricks.reshape(len(masks), -1).tolist())
    return SolvedPart(number, tuple(digits), tuple(kitty), tuple(discards))


def make(
    path: Path, manifest: Manifest, *, workers: int | Executor = 1, parts: int | None = None
) -> tuple[list[SolvedPart], int]:
    """Solve the parts that a file does not have yet; see `finished`.

    Parameters
    ----------
    path : Path
        Made where it does not exist; one of another manifest is refused.
    manifest : Manifest
    workers : int or Executor
        How many processes, or what solves the parts.
    parts : int, optional
        Only so many, from the first on.
    """
    work, wanted = partial(solve_part, manifest), manifest.parts if parts is None else parts
    return finished("parts", SolvedPart, work, wanted, asdict(manifest), workers=workers, save=path)


# --------------------------------------------------------------------------------------------------- Parquet


def join(path: Path, target: Path) -> None:
    """A file of Parquet of all parts.

    Raises
    ------
    ValueError
        Where it is no file of parts, or some are missing.
    """
    lines = path.read_text("utf-8").splitlines()
    try:
        manifest = read_as(Manifest, json.loads(lines[0])["setup"])
        parts = {part.number: part for part in (read_as(SolvedPart, json.loads(line)) for line in lines[1:])}
    except (IndexError, KeyError, TypeError, ValueError):
        raise ValueError(f"{path} is no file of an atlas: expected one that was made") from None
    missing = [number for number in range(manifest.parts) if number not in parts]
    if missing:
        raise ValueError(f"{len(missing)} of {manifest.parts} parts are missing, the first {missing[0]}")
    tables = [_table(manifest, parts[number]) for number in range(manifest.parts)]
    write_whole(target, _parquet(manifest, tables))


def _table(manifest: Manifest, part: SolvedPart) -> Any:
    """The columns of a part; of discards null where there are none."""
    first = part.number * manifest.part
    deals = array_to_deals(manifest.masks(part.number), kitty=True)
    found = {
        "number": pa.array(range(first, first + len(deals)), pa.int64()),
        "deal": pa.array(map(str, deals), pa.string()),
    }
    cells = [f"{seat} {strain}" for seat in SEAT_LETTERS for strain in manifest.strains]
    for cell, name in enumerate(cells):
        found[name] = pa.array([int(row[cell], 16) for row in part.tricks], pa.uint8())
    if manifest.discards_every:
        places = manifest.with_discards(part.number)
        kitty = dict(zip(places, part.kitty, strict=True))
        given = {row: text.split(" ") for row, text in zip(places, part.discards, strict=True)}
        rows = range(len(deals))
        for cell, name in enumerate(cells):
            best = [int(kitty[row][cell], 16) if row in kitty else None for row in rows]
            found[f"kitty {name}"] = pa.array(best, pa.uint8())
        for cell, name in enumerate(cells):
            texts = [given[row][cell] if row in given else None for row in rows]
            found[f"discard {name}"] = pa.array(texts, pa.string())
    return pa.table(found)


def _parquet(manifest: Manifest, tables: list[Any]) -> bytes:
    """One Parquet file, with nothing in it that depends on where and when it was written."""
    table = pa.concat_tables(tables).combine_chunks()
    table = table.replace_schema_metadata({KEY: manifest.to_json().encode()})
    target = io.BytesIO()
    # A dictionary pays for numbers of tricks; every deal is a text of its own.
    numbers = [name for name in table.column_names if name not in ("number", "deal")]
    pq.write_table(
        table,
        target,
        compression="zstd",
        compression_level=19,
        use_dictionary=numbers,
        column_encoding={"number": "DELTA_BINARY_PACKED"},
        row_group_size=100_000,
        write_statistics=["number"],
    )
    return target.getvalue()


# ------------------------------------------------------------------------------------------------ command


@contextmanager
def _workers(processes: int, scheduler: str | None) -> Iterator[int | Executor]:
    """What solves the parts."""
    if scheduler is None:
        yield processes
        return
    client_of: Any = import_module("distributed").Client
    with client_of(None if scheduler == "auto" else scheduler) as client:
        yield client.get_executor(pure=False, retries=3)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    making = commands.add_parser("make", help="solve the parts that are missing")
    add = making.add_argument
    add("file", type=Path)
    add("--deals", type=int, default=10_000)
    add("--seed", type=int, default=2026)
    add("--part", type=int, default=1000, help="deals in a part")
    add("--discards", type=int, default=20, metavar="N", help="best discards in every Nth deal; 0 for none")
    add("--preset", default="bid_whist")
    add("--processes", type=positive, default=1)
    add("--scheduler", help="the address of a Dask scheduler, or auto for one of this machine")
    joining = commands.add_parser("join", help="make a file of Parquet of all parts")
    joining.add_argument("file", type=Path)
    joining.add_argument("target", type=Path)
    options = parser.parse_args(arguments)
    try:
        if options.command == "join":
            join(options.file, options.target)
            return 0
        rules = ws.Rules.preset(options.preset)
        manifest = Manifest.of(options.deals, options.seed, options.discards, options.part, rules)
        with _workers(options.processes, options.scheduler) as workers:
            return make(options.file, manifest, workers=workers)[1]
    except (ValueError, OSError) as error:
        print(f"atlas: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())

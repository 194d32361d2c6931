"""The atlas: random bid-whist deals of one seed with their double-dummy tables, as Parquet.

``make`` solves the deals in parts, alone or on several processes or a Dask cluster, and goes on where it was
stopped; ``join`` makes one file of the parts. docs/atlas.md describes the columns, and what the sample says.

    python benchmarks/atlas.py make atlas/ --deals 1000000 --processes 16
    python benchmarks/atlas.py join atlas/ atlas.parquet

A part depends on the manifest and its number alone, so that the same manifest gives the same bytes, with the
same version of pyarrow, however often the run was stopped and whoever solved which part.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import os
import queue
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

# Run as a file it finds the package of this checkout, or the installed one.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import whistsolve as ws
from whistsolve.arguments import Resources, read_strains
from whistsolve.dealing import random_deals
from whistsolve.encoding import array_to_deals
from whistsolve.solving.discards.table import solve_kitty_table
from whistsolve.values.seats import SEAT_LETTERS

__all__ = ["FORMAT", "KEY", "Manifest", "join", "main", "make", "part_bytes"]

# Without types; pip install "whistsolve[parquet]".
pa: Any = import_module("pyarrow")
pq: Any = import_module("pyarrow.parquet")

#: Raised when what is in a part changes.
FORMAT: Final = "whistsolve atlas 1"
#: MiB for the tables of one worker. Fixed: which of equally good discards is found depends on it.
_MEMORY_MB: Final = 256
#: Parts that are handed to each worker ahead of time.
_QUEUED: Final = 4
#: Seconds between two lines of progress.
_SAID_EVERY: Final = 10.0
#: The key of the manifest in the metadata of a file.
KEY: Final = b"whistsolve.atlas"
_MANIFEST: Final = "manifest.json"


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an atlas is made of; kept beside its parts, and in the metadata of every file.

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
        values = json.loads(text)
        return cls(**{**values, "strains": tuple(values["strains"])})

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


# ------------------------------------------------------------------------------------------------- a part


def part_bytes(manifest: Manifest, number: int) -> bytes:
    """A part as a Parquet file: draws its deals and solves them with one thread. What a worker does."""
    return _parquet(manifest, [_solved(manifest, number)])


def _solved(manifest: Manifest, number: int) -> Any:
    masks, rules = manifest.masks(number), manifest.game()
    deals = array_to_deals(masks, kitty=True)
    hands = np.ascontiguousarray(masks[:, :4])
    tricks = ws.solve_many(hands, manifest.strains, rules=rules, threads=1, memory_mb=_MEMORY_MB)
    numbers = range(number * manifest.part, number * manifest.part + len(deals))
    found = {"number": pa.array(numbers, pa.int64()), "deal": pa.array(map(str, deals), pa.string())}
    for seat, leader in enumerate(SEAT_LETTERS):
        for column, strain in enumerate(manifest.strains):
            found[f"{leader} {strain}"] = pa.array(np.ascontiguousarray(tricks[:, seat, column]))
    return pa.table(found | _discards(manifest, numbers, deals))


def _discards(manifest: Manifest, numbers: range, deals: list[ws.Deal]) -> dict[str, Any]:
    """Tricks after the best discard and one such discard, by declarer and strain; null where skipped."""
    every, rules, strains = manifest.discards_every, manifest.game(), read_strains(manifest.strains)
    if not every:
        return {}
    tables = [
        solve_kitty_table(deal, strains, rules, resources=Resources(1, _MEMORY_MB), seconds=None)
        if number % every == 0
        else None
        for number, deal in zip(numbers, deals, strict=True)
    ]
    tricks: dict[str, Any] = {}
    cards: dict[str, Any] = {}
    for declarer in SEAT_LETTERS:
        for strain in manifest.strains:
            cell = f"{declarer} {strain}"
            best = [None if each is None else each.discard(declarer, strain) for each in tables]
            tricks[f"kitty {cell}"] = pa.array(
                [None if one is None else one.tricks for one in best], pa.uint8()
            )
            texts = [None if one is None else str(ws.Hand(one.cards)) for one in best]
            cards[f"discard {cell}"] = pa.array(texts, pa.string())
    return tricks | cards


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


# ---------------------------------------------------------------------------------------------- all parts


class Future(Protocol):
    """What an executor's ``submit`` returns: of concurrent.futures, or of a Dask client."""

    def result(self) -> Any:
        """The result, or the exception of the call raised."""

    def add_done_callback(self, fn: Callable[[Any], object], /) -> object:
        """Has a function called with the future once it is done."""


class Executor(Protocol):
    """What parts are handed to: a ``concurrent.futures`` executor or a ``dask.distributed.Client``."""

    def submit(self, fn: Callable[..., Any], /, *args: Any) -> Any:
        """Has a function called elsewhere."""


def make(
    folder: Path,
    manifest: Manifest,
    executor: Executor | None = None,
    *,
    workers: int = 1,
    progress: Callable[[int, int], object] | None = None,
) -> None:
    """Solve the parts that a folder does not have yet.

    Parameters
    ----------
    folder : Path
        Made where it does not exist. A part is written under another name and then renamed, so that every
        part in it is whole.
    manifest : Manifest
    executor : Executor, optional
        Who solves parts; this process where it is left out.
    workers : int
        How many parts the executor solves at a time.
    progress : callable, optional
        Called after each part with the number of parts that are there, and of all.

    Raises
    ------
    ValueError
        Where the folder has an atlas of another manifest.
    """
    _claim(folder, manifest)
    missing = [number for number in range(manifest.parts) if not _part(folder, number).exists()]
    there = manifest.parts - len(missing)
    for number, data in _solve(manifest, missing, executor, workers):
        _write(_part(folder, number), data)
        there += 1
        if progress is not None:
            progress(there, manifest.parts)


def _solve(
    manifest: Manifest, numbers: Sequence[int], executor: Executor | None, workers: int
) -> Iterator[tuple[int, bytes]]:
    """Parts as they are done, so that a slow one holds up no other; few are under way at a time."""
    if executor is None:
        yield from ((number, part_bytes(manifest, number)) for number in numbers)
        return
    done: queue.SimpleQueue[tuple[int, Future]] = queue.SimpleQueue()
    waiting, under_way = iter(numbers), 0

    def submit(number: int) -> None:
        future: Future = executor.submit(part_bytes, manifest, number)
        future.add_done_callback(lambda each: done.put((number, each)))

    for number in waiting:
        submit(number)
        under_way += 1
        if under_way < workers * _QUEUED:
            continue
        finished, future = done.get()
        under_way -= 1
        yield finished, future.result()
    for _ in range(under_way):
        finished, future = done.get()
        yield finished, future.result()


def _claim(folder: Path, manifest: Manifest) -> None:
    """Has the folder hold this manifest, or refuses it."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / _MANIFEST
    if not path.exists():
        _write(path, manifest.to_json().encode())
        return
    there = Manifest.from_json(path.read_text("utf-8"))
    ours, theirs = asdict(manifest), asdict(there)
    # The digest follows from the others and is named only where it alone differs.
    unlike = [name for name in ours if ours[name] != theirs[name]]
    named = [name for name in unlike if name != "digest"] or unlike
    differ = [f"{name} {theirs[name]} and not {ours[name]}" for name in named]
    if differ:
        raise ValueError(
            f"{folder} has an atlas of {'; '.join(differ)}: expected the same, or another folder"
        )


def _part(folder: Path, number: int) -> Path:
    return folder / f"part-{number:05}.parquet"


def _write(path: Path, data: bytes) -> None:
    """The file whole, or not at all."""
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with unfinished.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def join(folder: Path, target: Path) -> None:
    """One file of all parts.

    Raises
    ------
    ValueError
        Where parts are missing, or one is of another manifest.
    """
    manifest = Manifest.from_json((folder / _MANIFEST).read_text("utf-8"))
    missing = [number for number in range(manifest.parts) if not _part(folder, number).exists()]
    if missing:
        raise ValueError(f"{len(missing)} of {manifest.parts} parts are missing, the first {missing[0]}")
    tables = []
    for number in range(manifest.parts):
        tables.append(pq.read_table(_part(folder, number), partitioning=None))
        if Manifest.from_json(tables[-1].schema.metadata[KEY]) != manifest:
            raise ValueError(f"{_part(folder, number)} is of another atlas: expected that of {folder}")
    _write(target, _parquet(manifest, tables))


# ------------------------------------------------------------------------------------------------ command


@contextmanager
def _executor(processes: int, scheduler: str | None) -> Iterator[tuple[Executor | None, int]]:
    """Who solves parts, and how many at a time."""
    if scheduler is not None:
        client_of: Any = import_module("distributed").Client
        with client_of(None if scheduler == "auto" else scheduler) as client:
            yield client, max(sum(client.nthreads().values()), 1)
    elif processes > 1:
        # Not forked: NumPy and the engine may have threads.
        with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
            yield pool, processes
    else:
        yield None, 1


def _say(start: float) -> Callable[[int, int], None]:
    """Progress on standard error, now and then."""
    said = [start]

    def say(done: int, total: int) -> None:
        now = time.monotonic()
        if now - said[0] >= _SAID_EVERY or done == total:
            said[0] = now
            print(f"{done} of {total} parts, {now - start:.0f} s", file=sys.stderr, flush=True)

    return say


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    making = verbs.add_parser("make", help="solve the parts that are missing")
    making.add_argument("folder", type=Path)
    making.add_argument("--deals", type=int, default=10_000)
    making.add_argument("--seed", type=int, default=2026)
    making.add_argument("--part", type=int, default=1000, help="deals in a part")
    making.add_argument(
        "--discards", type=int, default=20, metavar="N", help="best discards in every Nth deal; 0 for none"
    )
    making.add_argument("--preset", default="bid_whist")
    making.add_argument("--processes", type=int, default=1)
    making.add_argument(
        "--scheduler", help="the address of a Dask scheduler, or auto for one of this machine"
    )
    joining = verbs.add_parser("join", help="make one file of all parts")
    joining.add_argument("folder", type=Path)
    joining.add_argument("target", type=Path)
    options = parser.parse_args(arguments)
    try:
        if options.verb == "join":
            join(options.folder, options.target)
            return 0
        rules = ws.Rules.preset(options.preset)
        manifest = Manifest.of(options.deals, options.seed, options.discards, options.part, rules)
        with _executor(options.processes, options.scheduler) as (executor, workers):
            say = _say(time.monotonic())
            make(options.folder, manifest, executor, workers=workers, progress=say)
    except (ValueError, OSError) as error:
        print(f"atlas: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted; the same command goes on", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())

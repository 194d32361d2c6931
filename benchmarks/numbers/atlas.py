"""The atlas: random deals of one seed with their double-dummy tables, as one Parquet file.

``python -m benchmarks.numbers.atlas FOLDER --deals N`` solves them by `run_batch`, and goes on where it was
stopped; then it joins what is in the folder to ``atlas.parquet``. docs/numbers.md describes that file.
"""

from __future__ import annotations

import argparse
import io
import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import numpy as np
from benchmarks.long_runs import positive
from numpy.typing import NDArray

import whistsolve as ws
from whistsolve._internal.files import write_whole
from whistsolve.dealing import random_deals
from whistsolve.runs.solved_deals import ATLAS_FORMAT, ATLAS_KEY, atlas_digest
from whistsolve.values.seats import SEAT_LETTERS

#: MiB for the tables of one worker.
_MEMORY_MB: Final = 256
#: Deals that are drawn at once.
_BLOCK: Final = 100_000


def make(
    folder: Path,
    deals: int,
    seed: int,
    kitty_every: int,
    rules: ws.Rules,
    *,
    processes: int | None = None,
    executor: Executor | None = None,
) -> None:
    """Solve what a folder does not have yet: all tables, and best discards in every so many deals."""
    folder.mkdir(exist_ok=True)
    drawn = [
        random_deals(min(_BLOCK, deals - first), seed, rules, first=first)[
            -first % kitty_every :: kitty_every
        ]
        for first in range(0, deals, _BLOCK)
    ]
    for source, name, question in (
        (f"random:{seed}:{deals}", "tables.parquet", "table"),
        (np.concatenate(drawn), "kitty.parquet", "kitty"),
    ):
        ws.run_batch(
            source,
            folder / name,
            question,  # type: ignore[arg-type]  # one of two
            rules=rules,
            processes=processes,
            executor=executor,
            memory_mb=_MEMORY_MB,
            resume=True,
            progress=_progress,
        )


def _progress(done: int, total: int | None) -> None:
    print(f"\r{done} of {total}", end="", file=sys.stderr, flush=True)


def join(folder: Path, deals: int, seed: int, kitty_every: int, rules: ws.Rules) -> bytes:
    """One Parquet file of all answers, with nothing in it that depends on when or where they were found."""
    pa: Any = import_module("pyarrow")
    tables, kitty = (_answers(folder / name) for name in ("tables.parquet", "kitty.parquet"))
    strains = [name.removeprefix("N ") for name in tables.column_names if name.startswith("N ")]
    cells = [f"{seat} {strain}" for seat in SEAT_LETTERS for strain in strains]
    rows = np.arange(0, deals, kitty_every)
    if (tables.num_rows, kitty.num_rows) != (deals, len(rows)):
        raise ValueError(f"{folder} has other deals: expected {deals}, and {len(rows)} with best discards")
    columns = {"number": pa.array(range(deals), pa.int64()), "deal": tables["deal"]}
    columns |= {cell: tables[cell].cast(pa.uint8()) for cell in cells}
    for cell in cells:
        numbers = np.zeros(deals, dtype=np.uint8)
        numbers[rows] = kitty[cell].to_numpy()
        columns[f"kitty {cell}"] = pa.array(numbers, pa.uint8(), mask=np.arange(deals) % kitty_every != 0)
    manifest = {
        "format": ATLAS_FORMAT,
        "deals": deals,
        "seed": seed,
        "kitty_every": kitty_every,
        "rules": rules.overrides(),
        "strains": strains,
        "version": ws.__version__,
        "digest": atlas_digest(
            random_deals(deals, seed, rules), _numbers(tables, cells), _numbers(kitty, cells)
        ),
    }
    table = pa.table(columns).replace_schema_metadata({ATLAS_KEY: json.dumps(manifest).encode()})
    target = io.BytesIO()
    # A dictionary pays for numbers of tricks; every deal is a text of its own.
    import_module("pyarrow.parquet").write_table(
        table.combine_chunks(),
        target,
        compression="zstd",
        compression_level=19,
        use_dictionary=[name for name in table.column_names if name not in ("number", "deal")],
        column_encoding={"number": "DELTA_BINARY_PACKED"},
        row_group_size=_BLOCK,
        write_statistics=["number"],
    )
    return target.getvalue()


def _answers(folder: Path) -> Any:
    return import_module("pyarrow.parquet").read_table(folder)


def _numbers(table: Any, cells: Sequence[str]) -> NDArray[np.uint8]:
    return np.stack([table[cell].to_numpy() for cell in cells], axis=1).astype(np.uint8)


@contextmanager
def _executor(scheduler: str | None) -> Iterator[Executor | None]:
    if scheduler is None:
        yield None
        return
    client_of: Any = import_module("distributed").Client
    with client_of(None if scheduler == "auto" else scheduler) as client:
        yield client.get_executor(pure=False, retries=3)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    add = parser.add_argument
    add("folder", type=Path)
    add("--deals", type=positive, default=20_000)
    add("--seed", type=int, default=2026)
    add("--kitty", type=positive, default=20, metavar="N", help="best discards in every Nth deal")
    add("--processes", type=positive, default=1)
    add("--scheduler", help="the address of a Dask scheduler, or auto for one of this machine")
    options = parser.parse_args(arguments)
    what = options.deals, options.seed, options.kitty, ws.Rules.preset("bid_whist")
    try:
        with _executor(options.scheduler) as executor:
            processes = None if executor is not None else options.processes
            make(options.folder, *what, processes=processes, executor=executor)
        write_whole(options.folder / "atlas.parquet", join(options.folder, *what))
    except KeyboardInterrupt:
        print("interrupted; the same command goes on", file=sys.stderr)
        return 130
    except (ws.WhistError, ValueError, OSError) as error:
        print(f"atlas: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Outputs of a batch: a file of JSON lines, a folder of Parquet files, or a stream."""

from __future__ import annotations

import glob
import json
import os
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import IO, Any, Final, TypeAlias

from whistsolve._internal.files import sync_folder
from whistsolve._internal.reading import is_instance, shown
from whistsolve.errors import WhistError
from whistsolve.runs.questions import BID_COLUMNS
from whistsolve.runs.readers import import_arrow, parquet_length
from whistsolve.runs.saved import GrowingFile, State
from whistsolve.runs.tables import columns_of_tables


class JsonLines(GrowingFile):
    def has_rows(self) -> bool:
        return self.path.exists() and self.path.stat().st_size > 0

    finish = GrowingFile.sync

    def settle(self) -> None:
        """Do nothing: there are no files of earlier states to remove."""


def write_rows(stream: IO[bytes], rows: Sequence[bytes]) -> None:
    if rows:
        rest = b"".join(rows)
        # An unbuffered stream may write only a part; others need not return how much they wrote.
        while is_instance(taken := stream.write(rest), int) and 0 < taken < len(rest):
            rest = rest[taken:]
        stream.flush()


class ParquetParts:
    """A folder of Parquet files; rows wait as lines of JSON beside it until there are enough for a part."""

    def __init__(self, path: Path, schema: Mapping[str, str], part_rows: int) -> None:
        self._path, self._part_rows = path, part_rows
        self._parquet = import_arrow("pyarrow.parquet")
        #: Without the cells of a table, which are those of the rows.
        self._schema = {
            name: schema[name] for name in schema if "strains" not in schema or name not in _TABLE
        }
        self._has_leaders = "leaders" in schema
        self._parts = 0
        self._file = GrowingFile(self._waiting(0), lazy=True)

    def has_rows(self) -> bool:
        if self._path.is_dir():
            return any(self._path.iterdir())
        return self._path.exists()

    @property
    def lines(self) -> int:
        """Number of rows; the last part of a complete output may have fewer than others."""
        return self._file.lines + sum(map(parquet_length, map(self._part, range(self._parts))))

    def begin(self) -> None:
        if self._path.exists() and not self._path.is_dir():
            raise WhistError(f"{shown(self._path)} is a file: expected a folder for Parquet files")
        self._path.mkdir(exist_ok=True)
        self._remove_parts(0)
        self._begin_part(0)
        self.settle()

    def restore(self, state: State) -> bool:
        self._parts = state.count("parts")
        missing = next((part for part in map(self._part, range(self._parts)) if not part.exists()), None)
        if missing is not None:
            raise WhistError(
                f"{shown(missing)} is missing: expected the parts that were written;"
                " overwriting the output begins anew"
            )
        self._path.mkdir(exist_ok=True)
        self._remove_parts(self._parts)
        self._file = GrowingFile(self._waiting(self._parts), lazy=True)
        if not self._file.restore(state.part("waiting")):
            return False
        self.settle()
        return True

    def recover(self, state: State) -> int:
        raise WhistError(
            f"{shown(self._waiting(self._parts))} was cut off: expected the rows that wait for the"
            " next part; overwriting the output begins anew"
        )

    def add(self, rows: Sequence[bytes]) -> None:
        while rows:
            some = rows[: self._part_rows - self._file.lines]
            rows = rows[len(some) :]
            self._file.add(some)
            if self._file.lines == self._part_rows:
                self._write_part()

    def sync(self) -> dict[str, Any]:
        return {"parts": self._parts, "waiting": self._file.sync()}

    def finish(self) -> dict[str, Any]:
        """Write the last part, then `sync`."""
        if self._file.lines or not self._parts:  # without rows, one empty part
            self._write_part()
        return self.sync()

    def settle(self) -> None:
        """Remove files of earlier states, once the manifest has the state that `sync` returned."""
        for path in self._path.parent.glob(f"{glob.escape(self._path.name)}.rows-*.jsonl"):
            if path != self._waiting(self._parts):
                path.unlink(missing_ok=True)

    def close(self) -> None:
        self._file.close()

    def _waiting(self, part: int) -> Path:
        return self._path.with_name(f"{self._path.name}.rows-{part:06d}.jsonl")

    def _part(self, number: int) -> Path:
        return self._path / f"part-{number:06d}.parquet"

    def _remove_parts(self, first: int) -> None:
        """Remove the parts from number `first` on, and those never finished."""
        for path in self._path.iterdir():
            name = path.name.removesuffix(".new")
            if not (name.startswith("part-") and name.endswith(".parquet")):
                raise WhistError(f"{shown(path)} is no part of a batch: expected a folder with nothing else")
            if name != path.name or name >= self._part(first).name:
                path.unlink()

    def _write_part(self) -> None:
        lines = self._waiting(self._parts).read_bytes() if self._file.lines else b""
        table = self._table(lines)
        path = self._part(self._parts)
        beside = path.with_name(f"{path.name}.new")
        with open(beside, "wb") as file:
            self._parquet.write_table(table, file, compression="zstd")
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
        sync_folder(self._path)
        self._begin_part(self._parts + 1)

    def _table(self, lines: bytes) -> Any:
        """Lines as a table of Arrow; tables of deals with as many hands are read as columns."""
        arrow, count = import_arrow(), self._file.lines
        if lines and self._has_leaders and (columns := columns_of_tables(lines, count)):
            schema = _arrow_schema({name: self._schema.get(name, "uint8") for name in columns})
            # From buffers: of an array or a list pyarrow asks pandas, which takes long to load.
            buffers = [[None, *map(arrow.py_buffer, column)] for column in columns.values()]
            arrays = [*map(arrow.Array.from_buffers, schema.types, [count] * len(schema), buffers)]
            return arrow.Table.from_arrays(arrays, schema=schema)
        rows = [_flat(json.loads(line)) for line in lines.splitlines()]
        cells = dict.fromkeys(name for row in rows for name in row if name not in self._schema)
        kinds = {name: "list<string>" if name.endswith(" discard") else "uint8" for name in cells}
        return arrow.Table.from_pylist(rows, schema=_arrow_schema(self._schema | kinds))

    def _begin_part(self, number: int) -> None:
        self._file.close()
        # Lazy: after the last part no rows follow, and no file is left.
        file = GrowingFile(self._waiting(number), lazy=True)
        # Assigned together: an interrupt in between would leave an inconsistent state.
        self._parts, self._file = number, file
        file.begin()


#: Outputs that can be cut back to an earlier state.
FileSink: TypeAlias = JsonLines | ParquetParts

#: Columns of seats, which are names if there are four hands, otherwise numbers.
_SEATS: Final = ("leader", "declarer", "holder", "seat", "dealer")
#: The fields of a table of tricks, which has a column for each cell instead.
_TABLE: Final = ("leaders", "declarers", "strains", "tricks", "discards")


def _flat(row: dict[str, Any]) -> dict[str, Any]:
    """A row with its seats as text, since a column has one type, and a table's cells as in `TrickFrame`."""
    if "strains" not in row:
        return row | {name: str(row[name]) for name in _SEATS if row.get(name) is not None}
    seats = row["leaders"] if "leaders" in row else row["declarers"]
    names = [f"{seat} {strain}" for seat in seats for strain in row["strains"]]
    discards = chain(*row.get("discards", ()))
    return {
        **{name: value for name, value in row.items() if name not in _TABLE},
        **dict(zip(names, chain(*row["tricks"]), strict=True)),
        **{f"{name} discard": cards for name, cards in zip(names, discards, strict=False)},
    }


def _arrow_schema(schema: Mapping[str, str]) -> Any:
    pyarrow = import_arrow()
    plain = {kind: pyarrow.type_for_alias(kind) for kind in ("int64", "uint8", "double", "bool", "string")}
    plain["bid"] = pyarrow.struct([(name, plain[kind]) for name, kind in BID_COLUMNS.items()])
    kinds = plain | {f"list<{kind}>": pyarrow.list_(each) for kind, each in plain.items()}
    return pyarrow.schema([(name, kinds[kind]) for name, kind in schema.items()])

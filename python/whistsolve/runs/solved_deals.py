"""`atlas`: reads a file of solved random deals."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from whistsolve._internal.files import read_path
from whistsolve._internal.reading import shown
from whistsolve.encoding import deals_to_array
from whistsolve.errors import WhistError
from whistsolve.rules import Rules
from whistsolve.values.seats import SEAT_LETTERS
from whistsolve.values.strains import Strain

#: The key of the manifest in the metadata of a file, and what it says of its format.
ATLAS_KEY: Final = b"whistsolve.atlas"
ATLAS_FORMAT: Final = "whistsolve atlas 2"


@dataclass(frozen=True, slots=True, eq=False)
class Atlas:
    """Random deals with their double-dummy tricks, as `atlas` reads them."""

    rules: Rules
    strains: tuple[Strain, ...]
    #: uint64, shape (deals, 5): the hands N, E, S and W, and the kitty, as masks.
    deals: NDArray[np.uint64]
    #: uint8, shape (deals, 4, strains): tricks of the side of each hand if that hand leads, and nobody takes
    #: the kitty.
    tricks: NDArray[np.uint8]
    #: int64, shape (solved,): the rows of the deals in which best discards were searched.
    kitty_rows: NDArray[np.int64]
    #: uint8, shape (solved, 4, strains): tricks of the side of each hand if that hand takes the kitty, makes
    #: the best discard and leads; the book of the kitty is not counted.
    kitty_tricks: NDArray[np.uint8]
    #: How the file was made: ``deals``, ``seed``, ``kitty_every``, ``rules``, ``version``, ``digest``.
    manifest: Mapping[str, Any]

    def __repr__(self) -> str:
        seed = self.manifest["seed"]
        return f"<Atlas: {len(self.deals)} deals of seed {seed}, {len(self.kitty_rows)} with best discards>"


def atlas(path: str | os.PathLike[str]) -> Atlas:
    """Read a file of solved random deals (docs/numbers.md), and check it against its checksum.

    The file is Parquet, as ``python -m benchmarks.numbers.atlas`` makes it. Raises `ImportError` if pyarrow
    is missing: ``pip install whistsolve[parquet]``; `OSError` if the file cannot be read; `WhistError` if it
    is no such file, or not as it was made.
    """
    file = read_path(path, "path")
    try:
        parquet: Any = import_module("pyarrow.parquet")
    except ImportError:
        raise ImportError("an atlas needs pyarrow: pip install whistsolve[parquet]") from None
    try:
        table = parquet.read_table(file)
        manifest = json.loads(table.schema.metadata[ATLAS_KEY])
        assert manifest["format"] == ATLAS_FORMAT
        rules, strains = Rules.from_dict(manifest["rules"]), tuple(map(Strain.of, manifest["strains"]))
        cells = [f"{seat} {strain}" for seat in SEAT_LETTERS for strain in strains]
        hands = deals_to_array(table["deal"].to_pylist())
        with_kitty = table.filter(table[f"kitty {cells[0]}"].is_valid())
        rows = with_kitty["number"].to_numpy().astype(np.int64)
        tricks, kitty = (
            np.stack([part[name].to_numpy() for name in names], axis=1)
            .reshape(-1, len(SEAT_LETTERS), len(strains))
            .astype(np.uint8)
            for part, names in ((table, cells), (with_kitty, [f"kitty {cell}" for cell in cells]))
        )
    except OSError:
        raise
    except Exception as error:  # pyarrow's and many more: another file, or a damaged one
        raise WhistError(
            f"{shown(file)} is no atlas ({shown(error)}): expected a file that was made"
        ) from None
    rest = np.bitwise_xor.reduce(hands, axis=1) ^ np.uint64(rules.deck.mask)
    deals = np.concatenate([hands, rest[:, np.newaxis]], axis=1)
    if atlas_digest(deals, tricks, kitty) != manifest["digest"]:
        raise WhistError(f"{shown(file)} is not as it was made: its checksum is another")
    return Atlas(rules, strains, deals, tricks, rows, kitty, manifest)


def atlas_digest(deals: NDArray[np.uint64], tricks: NDArray[np.uint8], kitty: NDArray[np.uint8]) -> str:
    """The checksum of an atlas: SHA-256 of masks (little-endian), tricks and tricks with the kitty."""
    digest = hashlib.sha256(np.ascontiguousarray(deals).astype("<u8").tobytes())
    for numbers in (tricks, kitty):
        digest.update(np.ascontiguousarray(numbers).tobytes())
    return digest.hexdigest()

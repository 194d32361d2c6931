"""Bridge deals beside other solvers that were built elsewhere: macroxue's program, a library of DDS.

``python -m benchmarks.speed.peers --macroxue solver --dds libdds.so [--deals 80] [FILE ...]`` solves random
deals, or those of files in the format of macroxue's program, with one thread. Times are of the processor,
starting a program included; all results are compared.
"""

from __future__ import annotations

import argparse
import ctypes
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from subprocess import run
from tempfile import TemporaryDirectory
from typing import Final

import numpy as np
from benchmarks.speed.dds import BRIDGE_RULES, time_bridge_deals
from benchmarks.speed.report import whole_number
from numpy.typing import NDArray

import whistsolve as ws
from whistsolve.dealing import random_deals
from whistsolve.encoding import deals_to_array

#: Shape (leaders N E S W, strains S H D C none): the tricks of the leader's side.
Table = NDArray[np.uint8]

_SEATS: Final = "NESW"
_STRAINS: Final = "SHDCN"


def by_macroxue(program: Path, folder: Path) -> Callable[[str], Table]:
    """Solves deals by macroxue's program, a process and a file in the folder for each."""
    file = folder / "deal"

    def table(deal: str) -> Table:
        north, east, south, west = (
            " ".join(holding or "-" for holding in hand.split(".")) for hand in deal[2:].split(" ")
        )
        file.write_text(f"{north}\n{west}\n{east}\n{south}\n")
        command = [str(program), "-i", "-m0", "-f", str(file)]
        printed = run(command, capture_output=True, text=True, check=True).stdout
        tricks = {}
        for line in printed.splitlines():
            strain, *by_declarer = line.split()[:5]
            tricks.update(
                {(declarer, strain): int(won) for declarer, won in zip("SNWE", by_declarer, strict=True)}
            )
        return _led(lambda declarer, strain: tricks[declarer, strain])

    return table


def by_dds(library: Path) -> Callable[[str], Table]:
    """Solves deals by a shared library with the functions of DDS 2.9, with one thread."""
    dds = ctypes.CDLL(str(library))
    dds.SetMaxThreads(1)

    def table(deal: str) -> Table:
        found = ((ctypes.c_int * 4) * 5)()
        status = dds.CalcDDtablePBN(_DealOfDDS(deal.encode()), found)
        if status != 1:
            raise ValueError(f"DDS gave the error {status} for {deal}")
        return _led(lambda declarer, strain: found[_STRAINS.index(strain)][_SEATS.index(declarer)])

    return table


class _DealOfDDS(ctypes.Structure):
    _fields_ = [("cards", ctypes.c_char * 80)]


def _led(declarers_tricks: Callable[[str, str], int]) -> Table:
    """The table of the leader's side: the declarer sits at the leader's right."""
    return np.array(
        [[13 - declarers_tricks(_SEATS[seat - 1], strain) for strain in _STRAINS] for seat in range(4)],
        dtype=np.uint8,
    )


def read_macroxue(text: str) -> ws.Deal:
    """A deal from a file of macroxue's program: holdings of north, west, east, south, then perhaps more."""
    words = text.translate(dict.fromkeys(map(ord, "♠♥♦♣"))).split()
    north, west, east, south = (
        ".".join(word.replace("-", "") for word in words[first : first + 4]) for first in (0, 4, 8, 12)
    )
    return ws.Deal.from_text(f"N:{north} {east} {south} {west}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; the exit status is 1 where results differ."""
    parser = argparse.ArgumentParser(description="Bridge deals beside other solvers.")
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="deals for macroxue's program")
    parser.add_argument("--macroxue", type=Path, metavar="PROGRAM", help="macroxue's program")
    parser.add_argument("--dds", type=Path, metavar="LIBRARY", help="a shared library of DDS")
    parser.add_argument("--deals", type=whole_number, default=80, help="random ones [default: 80]")
    parser.add_argument("--seed", type=int, default=1, help="of the random deals [default: 1]")
    parser.add_argument("--turns", type=whole_number, default=3, help="of which the least time counts")
    options = parser.parse_args(arguments)
    if options.files:
        rows = deals_to_array([read_macroxue(file.read_text("utf-8")) for file in options.files])
    else:
        rows = random_deals(options.deals, options.seed, BRIDGE_RULES)
    differ = False
    with TemporaryDirectory() as folder:
        peers = {}
        if options.macroxue is not None:
            peers["macroxue"] = by_macroxue(options.macroxue.resolve(), Path(folder))
        if options.dds is not None:
            peers["DDS"] = by_dds(options.dds.resolve())
        if not peers:
            parser.error("expected --macroxue or --dds")
        for name, peer in peers.items():
            times = time_bridge_deals(rows, peer=peer, turns=options.turns)
            ratios = times.theirs / times.ours
            for deal, ours, theirs in zip(times.deals, times.ours, times.theirs, strict=True):
                print(f"{deal}  {1000 * ours:.1f} ms, {name} {1000 * theirs:.1f} ms")
            print(
                f"{name} over whistsolve, {len(rows)} deals: {np.median(ratios):.2f} at the median,"
                f" {times.theirs.sum() / times.ours.sum():.2f} in total; wrong: {len(times.wrong)}",
                flush=True,
            )
            differ |= bool(times.wrong)
    return int(differ)


if __name__ == "__main__":
    sys.exit(main())

"""Threads that solve at once, with own and shared solvers; a long stream of deals in constant memory."""

import gc
import json
import os
import subprocess
import sys
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

import whistsolve as ws
from whistsolve.dealing import random_deals
from whistsolve.encoding import array_to_deals
from whistsolve.solving.batch.deals import CHUNK

THREADS = 8
SOLVES = 10_000
BUSY = "at work in another thread"
KINDS = [
    ws.Rules.preset("bid_whist_seed", hand_size=5, kitty_size=34, bid_base=0),
    ws.Rules.preset("bid_whist_seed", hand_size=4, kitty_size=38, bid_base=0, joker_no_trump="high_no_suit"),
    ws.Rules.preset("cutthroat_3", hand_size=5, kitty_size=39),
    ws.Rules.preset("cutthroat_6", hand_size=3, kitty_size=36),
    ws.Rules.preset("whist", lowest_rank=10, hand_size=5),
]


class Opening(NamedTuple):
    deal: ws.Deal
    strain: str
    leader: int
    rules: ws.Rules


def questions(each: int) -> list[Opening]:
    """Short deals of every kind in turn: rules, sorts of play and numbers of hands change at every step."""
    by_kind = [
        array_to_deals(random_deals(each, seed, rules)[:, : rules.players])
        for seed, rules in enumerate(KINDS)
    ]
    strains = ("S+", "NT+", "H-", "NT-", "C~")
    return [
        Opening(deal, strains[number % len(strains)], number % rules.players, rules)
        for number in range(each)
        for rules, deals in zip(KINDS, by_kind, strict=True)
        for deal in deals[number : number + 1]
    ]


def tricks_of(solver: ws.Solver, opening: Opening) -> int:
    return solver.solve(opening.deal, opening.strain, opening.leader, rules=opening.rules).tricks


def test_eight_threads_with_own_and_shared_solvers() -> None:
    """Answers are those of a single thread; who finds a shared solver busy is told so, and asks again."""
    work = questions(250)
    alone = ws.Solver(memory_mb=1)
    want = [tricks_of(alone, opening) for opening in work]
    assert len(set(want)) >= 4
    share = SOLVES // THREADS
    assert share * THREADS == SOLVES and share <= len(work)
    shared = [ws.Solver(memory_mb=1) for _ in range(2)]
    together = Barrier(THREADS)

    def run(thread: int) -> tuple[int, int, int]:
        own = ws.Solver(memory_mb=1)
        right = wrong = refused = 0
        together.wait()
        for number in range(share):
            index = (thread * 151 + number) % len(work)
            solver = own if number % 2 else shared[number // 2 % 2]
            while True:
                try:
                    tricks = tricks_of(solver, work[index])
                except ws.WhistError as error:
                    if solver is own or BUSY not in str(error):
                        raise
                    refused += 1
                else:
                    break
            right += tricks == want[index]
            wrong += tricks != want[index]
        return right, wrong, refused

    # Threads take turns far more often than they would, so that they meet at the shared solvers.
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(THREADS) as pool:
            found = list(pool.map(run, range(THREADS)))
    finally:
        sys.setswitchinterval(interval)
    assert [(right, wrong) for right, wrong, _ in found] == [(share, 0)] * THREADS
    assert sum(refused for *_, refused in found) > 0, "no thread ever found a shared solver busy"
    for solver in shared:
        assert [tricks_of(solver, opening) for opening in work] == want


# ------------------------------------------------------------------------------------- a long stream of deals

STREAM = 100_000
SETTLED = 20_000
SHORT = ws.Rules.preset("bid_whist_seed", hand_size=3, kitty_size=42, bid_base=0)
STRAINS = ["S+"]
#: What a process may grow by in the long run, results apart: less than thirty bytes a deal.
SLACK = 2 << 20
#: A safety net only: what runs so long has hung.
HUNG = 300.0


def resident() -> int:
    """Bytes of this process that are in memory now."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Stream:
    """Deals made one by one as they are asked for, and what is seen on the way."""

    def __init__(self, rows: NDArray[np.uint64], kept: list[ws.Deal] | None = None) -> None:
        self.rows, self.kept = rows, kept
        self.drawn = self.done = self.most_ahead = self.settled = 0

    def __iter__(self) -> Iterator[ws.Deal]:
        for row in self.rows:
            if self.drawn == SETTLED:
                self.settled = resident()
            self.drawn += 1
            self.most_ahead = max(self.most_ahead, self.drawn - self.done)
            deal = ws.Deal([ws.Hand.from_mask(mask) for mask in row.tolist()])
            if self.kept is not None:
                self.kept.append(deal)
            yield deal

    def progress(self, done: int, total: int | None) -> None:
        self.done = done


def measure(deals: int, kept: list[ws.Deal] | None) -> dict[str, int]:
    """Bytes taken since deals were first done, results apart; how far ahead deals were drawn; the answers."""
    stream = Stream(random_deals(deals, 5, SHORT)[:, :4], kept)
    found = ws.solve_many(iter(stream), STRAINS, threads=2, memory_mb=2, progress=stream.progress)
    assert stream.drawn == stream.done == deals and stream.settled > 0
    grown = resident() - stream.settled - found.nbytes
    return {"grown": grown, "most_ahead": stream.most_ahead, "answers": zlib.crc32(found.tobytes())}


def in_a_new_process(deals: int, what: str) -> dict[str, int]:
    """What other tests let go of would hide what this one takes."""
    said = subprocess.run(
        [sys.executable, __file__, str(deals), what], capture_output=True, text=True, timeout=HUNG
    )
    assert said.returncode == 0, said.stderr
    measured: dict[str, int] = json.loads(said.stdout)
    return measured


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="nothing tells the memory in use")
def test_memory_is_flat_however_many_deals_come() -> None:
    measured = in_a_new_process(STREAM, "let go")
    assert measured["grown"] <= SLACK
    assert 0 < measured["most_ahead"] <= CHUNK, "deals are drawn before they are needed"
    rows = random_deals(STREAM, 5, SHORT)[:, :4]
    want = ws.solve_many(rows, STRAINS, threads=1, memory_mb=1)
    assert measured["answers"] == zlib.crc32(want.tobytes())
    # Deals that the caller keeps are seen, as a leak would be.
    assert in_a_new_process(2 * SETTLED, "kept")["grown"] > 2 * SLACK


if __name__ == "__main__":
    print(json.dumps(measure(int(sys.argv[1]), [] if sys.argv[2] == "kept" else None)))

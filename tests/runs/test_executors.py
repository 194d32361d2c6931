"""Batches in processes, on executors and on Dask: the bytes of a run here, also where workers are killed."""

import json
import logging
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import distributed
import pytest
from tests.support.batches import SHORT, source_with_wrong_lines, start_batch

import whistsolve as ws
from whistsolve.runs import RandomDeals
from whistsolve.runs.pool import SPARE_TASKS

STRAINS = ("S+", "NT-")
#: A safety net only: what waits so long has hung.
HUNG = 120.0


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return source_with_wrong_lines(tmp_path / "deals.txt", 60)


@pytest.fixture
def local(source: Path, tmp_path: Path) -> bytes:
    """The bytes of a run in this process, side file and all."""
    ws.run_batch(source, tmp_path / "local", strains=STRAINS)
    return both(tmp_path / "local")


def both(output: Path) -> bytes:
    return output.read_bytes() + Path(f"{output}.errors.jsonl").read_bytes()


# --------------------------------------------------------------------------------------------- in processes


def test_processes_give_the_same_bytes(source: Path, local: bytes, tmp_path: Path) -> None:
    out = tmp_path / "out"
    ws.run_batch(source, out, strains=STRAINS, processes=2, chunk=7)
    assert both(out) == local
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        ws.run_batch(source, out, strains=STRAINS, executor=executor, chunk=7, overwrite=True)
    assert both(out) == local


class Recording(ThreadPoolExecutor):
    """One thread; counts the chunks that it has been given, and breaks down after some where it is to."""

    def __init__(self, breaks_after: int | None = None) -> None:
        super().__init__(1)
        self.futures: list[Future[Any]] = []
        self.most = 0
        self._breaks_after = breaks_after

    def submit(self, work: Callable[..., Any], /, *given: Any, **options: Any) -> Future[Any]:
        if len(self.futures) == self._breaks_after:
            raise BrokenExecutor("a child process terminated abruptly")
        self.futures.append(super().submit(work, *given, **options))
        self.most = max(self.most, sum(not future.done() for future in self.futures))
        return self.futures[-1]


def test_an_executor_has_few_chunks_at_a_time(source: Path, local: bytes, tmp_path: Path) -> None:
    with Recording() as executor:
        ws.run_batch(source, tmp_path / "out", strains=STRAINS, executor=executor, chunk=2)
    assert both(tmp_path / "out") == local
    assert len(executor.futures) == 30 and executor.most <= 1 + SPARE_TASKS


def test_an_executor_that_breaks_down_is_an_error(source: Path, local: bytes, tmp_path: Path) -> None:
    with (
        Recording(5) as executor,
        pytest.raises(ws.Stopped, match="cannot be done: a child process terminated") as caught,
    ):
        ws.run_batch(source, tmp_path / "out", strains=STRAINS, executor=executor, chunk=2)
    assert caught.value.reason == "failed" and 0 < caught.value.partial.items < 60
    ws.run_batch(source, tmp_path / "out", strains=STRAINS, resume=True)
    assert both(tmp_path / "out") == local


# --------------------------------------------------------------------------------------------------- on Dask


@pytest.fixture(scope="module")
def client() -> Iterator[distributed.Client]:
    """A scheduler and two workers, each a process, on this machine."""
    # A worker that is killed is reported by others, as it should be.
    for name in ("distributed.nanny", "distributed.scheduler", "distributed.core", "distributed.worker"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_a_worker_that_is_killed_changes_nothing(client: distributed.Client, tmp_path: Path) -> None:
    """Deals of a seed, so that nothing but numbers travels; and one of two workers dies in the middle."""
    source = RandomDeals(3, 240, SHORT)
    before = client.run(os.getpid)
    killed: list[int] = []

    def progress(done: int, total: int | None) -> None:
        if done >= 60 and not killed:
            killed.append(next(iter(before.values())))
            os.kill(killed[0], signal.SIGKILL)

    out = tmp_path / "out.jsonl"
    ws.run_batch(
        source, out, strains=STRAINS, executor=client.get_executor(retries=3), chunk=5, progress=progress
    )
    ws.run_batch(source, tmp_path / "local.jsonl", strains=STRAINS)
    assert killed and out.read_bytes() == (tmp_path / "local.jsonl").read_bytes()
    client.wait_for_workers(2, timeout=HUNG)
    assert killed[0] not in client.run(os.getpid).values(), "another worker has taken its place"


@pytest.mark.thorough
def test_a_cluster_by_its_address(
    client: distributed.Client, source: Path, local: bytes, tmp_path: Path
) -> None:
    """From the command line; the address is that of the scheduler."""
    address = client.scheduler_info()["address"]
    out = tmp_path / "out"
    arguments = (source, "-o", out, "--strains", "S+,NT-", "--scheduler", address)
    with start_batch(*arguments) as process:
        _, err = process.communicate(timeout=HUNG)
    assert process.returncode == 0 and err.startswith("whistsolve: 9 of 60 rows are broken, see "), err
    assert both(out) == local


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_an_interrupt_of_all_processes_says_nothing(tmp_path: Path) -> None:
    """As Ctrl-C sends it: to the workers as well, which leave it to the process that started them."""
    out = tmp_path / "out.jsonl"
    arguments = ("random:1:100000", "-o", out, "--scheduler", "auto", "--processes", "2")
    with start_batch(*arguments, start_new_session=True) as process:
        end = time.monotonic() + HUNG
        while not out.exists() or not out.stat().st_size:
            assert process.poll() is None and time.monotonic() < end
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=HUNG)
    assert (process.returncode, err) == (130, "")
    state = json.loads(Path(f"{out}.manifest.json").read_text(encoding="utf-8"))["state"]
    assert state["items"] == len(out.read_bytes().splitlines()) > 0


def test_nobody_at_the_address(source: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "200ms"}
    arguments = (source, "-o", tmp_path / "out", "--scheduler", "tcp://127.0.0.1:9")
    with start_batch(*arguments, env=environment) as process:
        _, err = process.communicate(timeout=HUNG)
    assert process.returncode == 2 and err.count("\n") == 1 and "no Dask scheduler answers" in err, err
    assert not (tmp_path / "out").exists()

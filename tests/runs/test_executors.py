"""Batches in processes, on executors and on Dask: the bytes of a run here, also where workers are killed."""

import json
import logging
import os
import signal
import sys
import time
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.support.batches import SHORT, source_with_wrong_lines, start_batch
from tests.support.command import refused, run
from tests.support.long_commands import HUNG

import whistsolve as ws
from whistsolve.runs import RandomDeals
from whistsolve.runs.pool import SPARE_TASKS

STRAINS = ("S+", "NT-")


@pytest.fixture
def source(tmp_path):
    return source_with_wrong_lines(tmp_path / "deals.txt", 60)


@pytest.fixture
def local(source, tmp_path):
    """The bytes of a run in this process, side file and all."""
    ws.run_batch(source, tmp_path / "local", strains=STRAINS)
    return both(tmp_path / "local")


def both(output):
    return output.read_bytes() + Path(f"{output}.errors.jsonl").read_bytes()


def test_processes_give_the_same_bytes(source, local, tmp_path):
    out = tmp_path / "out"
    ws.run_batch(source, out, strains=STRAINS, processes=2, chunk=7)
    assert both(out) == local


class Recording(ThreadPoolExecutor):
    """One thread; counts the chunks that it has been given, and breaks down after some where it is to."""

    def __init__(self, breaks_after=None):
        super().__init__(1)
        self.futures = []
        self.most = 0
        self._breaks_after = breaks_after

    def submit(self, work, /, *given, **options):
        if len(self.futures) == self._breaks_after:
            raise BrokenExecutor("a child process terminated abruptly")
        self.futures.append(super().submit(work, *given, **options))
        self.most = max(self.most, sum(not future.done() for future in self.futures))
        return self.futures[-1]


def test_an_executor_has_few_chunks_at_a_time(source, local, tmp_path):
    with Recording() as executor:
        ws.run_batch(source, tmp_path / "out", strains=STRAINS, executor=executor, chunk=2)
    assert both(tmp_path / "out") == local
    assert len(executor.futures) == 30 and executor.most <= 1 + SPARE_TASKS


def test_an_executor_that_breaks_down_is_an_error(source, local, tmp_path):
    words = "cannot be done: a child process terminated"
    with Recording(5) as executor, pytest.raises(ws.Stopped, match=words) as caught:
        ws.run_batch(source, tmp_path / "out", strains=STRAINS, executor=executor, chunk=2)
    assert caught.value.reason == "failed" and 0 < caught.value.partial.items < 60
    ws.run_batch(source, tmp_path / "out", strains=STRAINS, resume=True)
    assert both(tmp_path / "out") == local


# On Dask.


def cluster(workers, **options):
    """A scheduler and workers on this machine."""
    distributed = pytest.importorskip("distributed")
    # A worker that is killed is reported by others, as it should be.
    for name in ("distributed.nanny", "distributed.scheduler", "distributed.core", "distributed.worker"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    return distributed.LocalCluster(
        n_workers=workers, threads_per_worker=1, dashboard_address=":0", **options
    )


@pytest.mark.parametrize("kind", ["auto", "address"])
def test_a_cluster_of_the_command_or_by_its_address(kind, source, local, tmp_path, monkeypatch):
    """Its workers are threads here."""
    out, asked = tmp_path / "out", ["--strains", "S+,NT-", "--scheduler"]
    with cluster(1, processes=False, protocol="tcp") as scheduler:
        address = {"address": [scheduler.scheduler_address], "auto": ["auto", "--processes", 2]}[kind]
        begin = type(scheduler)
        monkeypatch.setattr("distributed.LocalCluster", lambda **given: begin(**given | {"processes": False}))
        status, _, err = run("batch", source, "-o", out, *asked, *address)
    assert status == 0 and err.startswith("whistsolve: 9 of 60 rows are broken, see "), err
    assert both(out) == local


def test_nobody_at_the_address(source, tmp_path):
    config = pytest.importorskip("dask.config")
    with config.set({"distributed.comm.timeouts.connect": "200ms"}):
        message = refused("batch", source, "-o", tmp_path / "out", "--scheduler", "tcp://127.0.0.1:9")
    assert "no Dask scheduler answers" in message and not (tmp_path / "out").exists()


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_a_worker_that_is_killed_changes_nothing(tmp_path):
    """Deals of a seed, so that nothing but numbers travels; and one of two workers dies in the middle."""
    source, killed = RandomDeals(3, 240, SHORT), []
    out, local = tmp_path / "out.jsonl", tmp_path / "local.jsonl"
    with cluster(2, processes=True) as scheduler, scheduler.get_client() as client:
        before = client.run(os.getpid)

        def progress(done, total):
            if done >= 60 and not killed:
                killed.append(next(iter(before.values())))
                os.kill(killed[0], signal.SIGKILL)

        executor = client.get_executor(retries=3)
        ws.run_batch(source, out, strains=STRAINS, executor=executor, chunk=5, progress=progress)
        client.wait_for_workers(2, timeout=HUNG)
        assert killed and killed[0] not in client.run(os.getpid).values(), "another has taken its place"
    ws.run_batch(source, local, strains=STRAINS)
    assert out.read_bytes() == local.read_bytes()


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_an_interrupt_of_all_processes_says_nothing(tmp_path):
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

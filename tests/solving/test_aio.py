"""`whistsolve.aio`: calls awaited in asyncio, and engines that stop where the await is cancelled."""

import asyncio
import itertools
import threading

import pytest

import whistsolve as ws
from whistsolve import aio
from whistsolve.solving import PartialBatch

DEAL = "N:AK... Q2... J3... T4..."
MANY = [ws.Deal.random(seed=seed) for seed in range(30)]
#: No test waits so long unless an engine goes on.
HANG = 60.0


def run(main):
    async def guarded():
        return await asyncio.wait_for(main, HANG)

    return asyncio.run(guarded())


def for_ever(**more):
    return ws.solve_many(itertools.cycle(MANY), ["NT+", "S+"], **{"threads": 1, **more})


class Begun:
    """A `progress` function by which the event loop learns that the engine is at work."""

    def __init__(self):
        self.event = asyncio.Event()
        self.loop = asyncio.get_running_loop()
        self.calls = 0

    def __call__(self, done, total):
        self.calls += 1
        if done:
            self.loop.call_soon_threadsafe(self.event.set)


async def cancelled(task):
    task.cancel()
    with pytest.raises(asyncio.CancelledError) as caught:
        await task
    return caught.value


@pytest.mark.parametrize("threads", [1, 2])
def test_a_cancelled_batch_stops_and_keeps_what_it_has(threads):
    async def main():
        begun = Begun()
        task = asyncio.create_task(aio.to_thread(for_ever, threads=threads, progress=begun))
        await begun.event.wait()
        error = await cancelled(task)
        calls = begun.calls
        assert isinstance(error.__cause__, ws.Interrupted)
        partial = aio.partial_of(error)
        assert isinstance(partial, PartialBatch) and 0 < partial.done.sum() < partial.done.size
        await asyncio.sleep(0.2)  # several reports of an engine that goes on
        assert begun.calls == calls

    run(main())


def test_a_call_done_as_it_is_cancelled_is_not_lost():
    async def main():
        loop, begun, go_on = asyncio.get_running_loop(), asyncio.Event(), threading.Event()

        def call():
            loop.call_soon_threadsafe(begun.set)
            go_on.wait()
            return 7

        task = asyncio.create_task(aio.to_thread(call))
        await begun.wait()
        task.cancel()
        await asyncio.sleep(0)
        task.cancel()  # once more, while the first is on its way
        go_on.set()
        with pytest.raises(asyncio.CancelledError) as caught:
            await task
        assert aio.partial_of(caught.value) == 7

    run(main())


def test_no_more_calls_run_at_once_than_the_pool_has_threads():
    running, most, lock, both = 0, 0, threading.Lock(), threading.Barrier(2)

    def counted(seed):
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        both.wait(HANG)  # two do run at once
        tricks = ws.solve(MANY[seed], "NT+", "N").tricks
        with lock:
            running -= 1
        return tricks

    async def main():
        assert await aio.to_thread(ws.solve, DEAL, "S+", leader="N") == ws.solve(DEAL, "S+", "N")
        async with aio.ThreadPool(2) as pool:
            found = await asyncio.gather(*(pool.run(counted, seed) for seed in range(20)))
        assert found == [ws.solve(deal, "NT+", "N").tricks for deal in MANY[:20]]
        assert most == 2

    run(main())


def test_a_call_that_waits_for_a_thread_is_never_made_and_an_exception_ends_all():
    async def main():
        made = []
        begun = Begun()
        with pytest.raises(LookupError):
            async with aio.ThreadPool(1) as pool:
                first = asyncio.create_task(pool.run(for_ever, progress=begun))
                await begun.event.wait()
                waiting = [asyncio.create_task(pool.run(made.append, number)) for number in range(2)]
                await asyncio.sleep(0)
                assert (await cancelled(waiting[0])).__cause__ is None and not first.done()
                raise LookupError
        assert isinstance(aio.partial_of(await cancelled(first)), PartialBatch)
        await cancelled(waiting[1])
        async with aio.ThreadPool(1) as pool:
            await cancelled(asyncio.create_task(pool.run(for_ever)))
            await pool.run(made.append, 2)
        assert made == [2]

    run(main())

"""Many deals at once: cells, threads, inputs, progress; one solver and several threads; interrupts."""

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from tests.support.alarm import alarm_ends_it, needs_timer

import whistsolve as ws
from whistsolve.dealing import random_deals
from whistsolve.encoding import deals_to_array
from whistsolve.solving import Solution
from whistsolve.solving.batch.deals import CHUNK
from whistsolve.values import STRAINS

SHORT = ws.Rules.preset("bid_whist_seed", hand_size=6, kitty_size=30)
#: Cutthroat with a led joker that nobody need follow: with the smallest table the long deal takes more than
#: 250 million nodes.
FREE_PLAY = ws.Rules.preset("cutthroat_3", joker_no_trump="free_discard", joker_lead_no_trump="free_play")
LONG_SEED = 29
#: A safety net only: what waits so long has hung.
HUNG = 30.0


def short_deals(count: int, seed: int = 1) -> list[ws.Deal]:
    rows = random_deals(count, seed, SHORT)
    return [
        ws.Deal([ws.Hand.from_mask(mask) for mask in row[:4]], ws.Hand.from_mask(row[4]))
        for row in rows.tolist()
    ]


# ------------------------------------------------------------------------------------------- the same answers


@pytest.mark.parametrize(
    ("preset", "options"),
    [
        ("bid_whist_seed", {}),
        ("bid_whist_seed", {"kitty_book": "first_trick_winner", "joker_no_trump": "high_no_suit"}),
        ("cutthroat_3", {"hand_size": 9, "kitty_size": 27}),
        ("cutthroat_6", {}),
        ("whist_seed", {}),
    ],
)
def test_table_many_and_solve_agree_in_every_cell(preset: str, options: dict[str, Any]) -> None:
    rules = ws.Rules.preset(preset, **options)
    deals = [ws.Deal.random(seed, rules) for seed in (1, 2)]
    many = ws.solve_many(deals, rules=rules)
    seats = deals[0].seats
    assert (many.dtype, many.shape) == (np.dtype(np.uint8), (2, seats, 10))
    for number, deal in enumerate(deals):
        table = ws.table(deal, rules=rules)
        assert np.array_equal(table.to_numpy(), many[number])
        assert (table.seats, table.strains) == (seats, STRAINS)
        for leader in range(seats):
            for column, strain in enumerate(STRAINS):
                cell = table[leader, strain]
                assert cell == many[number, leader, column]
                if (leader + column) % 4 == 0:
                    assert cell == ws.solve(deal, strain, leader, rules=rules).tricks


def test_strains_are_columns_in_the_order_asked_for() -> None:
    deals = short_deals(4)
    every = ws.solve_many(deals)
    some = ws.solve_many(deals, ["NT-", ws.Strain("C+"), "H↓", "S~"])
    assert some.shape == (4, 4, 4)
    places = [list(map(str, STRAINS)).index(strain) for strain in ("NT-", "C+", "H-")]
    assert np.array_equal(some[:, :, :3], every[:, :, places])
    assert all(some[n, 0, 3] == ws.solve(deal, "S~", 0).tricks for n, deal in enumerate(deals))
    generated = ws.table(deals[0], strains=(strain for strain in ("H-", "S+")))
    assert list(map(str, generated.strains)) == ["H-", "S+"]


def test_the_number_of_threads_changes_nothing() -> None:
    deals = [*short_deals(40), *(ws.Deal.random(seed) for seed in range(2))]
    one = ws.solve_many(deals, threads=1)
    for threads in (2, 3, 8, None):
        assert np.array_equal(ws.solve_many(deals, threads=threads), one)
    assert np.array_equal(ws.table(deals[-1], threads=3).to_numpy(), one[-1])


def test_little_memory_changes_nothing() -> None:
    deals = [ws.Deal.random(seed) for seed in range(2)]
    assert np.array_equal(ws.solve_many(deals, memory_mb=1, threads=3), ws.solve_many(deals))


# ----------------------------------------------------------------------------------------------- what is read


def test_deals_of_every_kind_of_input() -> None:
    deals = short_deals(5)
    want = ws.solve_many(deals, ["D+"])
    texts = [str(deal) for deal in deals]
    array = deals_to_array(deals)
    kinds: list[Any] = [tuple(deals), iter(deals), (deal for deal in deals), texts, [deals[0], *texts[1:]]]
    kinds += [array, np.asfortranarray(array), np.concatenate([array, array])[::1][:5], dict.fromkeys(deals)]
    for given in kinds:
        assert np.array_equal(ws.solve_many(given, ["D+"]), want)
    assert np.array_equal(array, deals_to_array(deals)), "what was passed stays as it was"


def test_the_kitty_of_an_array_is_not_in_play() -> None:
    as_large_as_hands = ws.Rules.preset("bid_whist_seed", lowest_rank=5, jokers=0, hand_size=8)
    three = ws.Rules.preset("cutthroat_3", hand_size=4, kitty_size=42)
    for dealt_by in (SHORT, as_large_as_hands, three):
        rows = random_deals(5, 1, dealt_by)
        want = ws.solve_many(rows[:, :-1], ["S+"], rules=dealt_by)
        assert np.array_equal(ws.solve_many(rows, ["S+"], rules=dealt_by), want)
    with pytest.raises(ws.DealError, match=r"of a kitty in the last column kitty=True"):
        ws.solve_many(rows, ["S+"], rules=SHORT)


def test_deals_of_several_sizes_in_one_call() -> None:
    deals = [*short_deals(2), ws.Deal(["A", "K", "Q", "J"]), ws.Deal.random(1)]
    found = ws.solve_many(deals, ["S+"])
    assert [cell[0, 0] for cell in found] == [ws.solve(deal, "S+", "N").tricks for deal in deals]


@pytest.mark.parametrize("before", [1, 3, CHUNK, CHUNK + 2])
def test_another_number_of_hands_names_the_deal(before: int) -> None:
    four, three = ws.Deal(["A", "K", "Q", "J"]), ws.Deal(["A", "K", "Q"])
    with pytest.raises(ws.DealError, match=rf"^deal {before} has 3 hands and .* 4: expected as many"):
        ws.solve_many([four] * before + [three], ["S+"])


@pytest.mark.parametrize("before", [0, 2, CHUNK + 1])
def test_a_deal_that_is_none_is_named(before: int) -> None:
    def deals() -> Iterator[Any]:
        for _ in range(before):
            yield "N:A... K... Q... J..."
        yield "N:A... K... Q... A..."

    with pytest.raises(ws.DealError, match=rf"^deal {before}: SA is in the hand of N and in the hand of W"):
        ws.solve_many(deals(), ["S+"])
    with pytest.raises(ws.DealError, match=rf"^deal {before}: deal None is wrong"):
        ws.solve_many(["N:A... K... Q... J..."] * before + [None], ["S+"])  # type: ignore[list-item]


def test_a_generator_is_read_as_it_goes() -> None:
    """Its deals are gone before the next are asked for: no more than a chunk is ever held."""
    drawn = 0
    most_ahead = 0
    done = 0

    def deals() -> Iterator[ws.Deal]:
        nonlocal drawn, most_ahead
        for _ in range(3 * CHUNK):
            drawn += 1
            most_ahead = max(most_ahead, drawn - done)
            yield deal

    def progress(so_far: int, total: int | None) -> None:
        nonlocal done
        done = so_far

    deal = ws.Deal(["A", "K", "Q", "J"])
    found = ws.solve_many(deals(), ["NT+"], progress=progress)
    assert found.shape == (3 * CHUNK, 4, 1) and (found == 1).sum() == found[:, [0, 2]].size
    assert drawn == 3 * CHUNK and most_ahead <= CHUNK


# --------------------------------------------------------------------------------------------------- progress


@pytest.mark.parametrize("known", [True, False])
def test_progress_rises_to_the_end(known: bool) -> None:
    deals = short_deals(CHUNK + 40)
    seen: list[tuple[int, int | None]] = []
    threads = set()

    def progress(done: int, total: int | None) -> None:
        seen.append((done, total))
        threads.add(threading.get_ident())

    ws.solve_many(deals if known else iter(deals), ["S+"], progress=progress)
    counts = [done for done, _ in seen]
    assert counts == sorted(counts) and len(counts) >= 2 and counts[0] >= 0
    assert seen[-1] == (len(deals), len(deals))
    assert {total for _, total in seen[:-1]} <= {len(deals) if known else None, len(deals)}
    assert threads == {threading.get_ident()}, "called from the thread that waits"


# -------------------------------------------------------------------------------------------- several threads


def test_eight_threads_with_a_solver_each() -> None:
    work = [(ws.Deal.random(seed), strain) for seed in range(4) for strain in ("S+", "H-", "NT-", "C~")]
    want = [ws.solve(deal, strain, "N").tricks for deal, strain in work]

    def all_of_it(shift: int) -> list[int]:
        solver = ws.Solver()
        turned = work[shift:] + work[:shift]
        found = [solver.solve(deal, strain, "N").tricks for deal, strain in turned]
        return found[len(found) - shift :] + found[: len(found) - shift]

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(all_of_it, range(8))) == [want] * 8


def wait_until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + HUNG
    while not true():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.005)


def test_a_solver_at_work_refuses_other_threads_until_it_is_cancelled() -> None:
    solver = ws.Solver(memory_mb=1)
    long = ws.Deal.random(LONG_SEED, FREE_PLAY)
    easy = "N:A... K... Q... J..."
    outcome: list[BaseException | Solution] = []
    cancellation = ws.Cancellation()

    def work() -> None:
        while not outcome:
            try:
                outcome.append(solver.solve(long, "NT+", 0, rules=FREE_PLAY, cancel=cancellation))
            except ws.Stopped as stopped:
                outcome.append(stopped)
            except ws.WhistError:
                pass  # the other thread was at its easy deal just then

    def is_at_work() -> bool:
        try:
            solver.solve(easy, "S+", "N")
        except ws.WhistError as error:
            assert "at work in another thread: use one solver a thread" in str(error)
            return True
        return False

    thread = threading.Thread(target=work)
    thread.start()
    try:
        wait_until(is_at_work)
        with pytest.raises(ws.WhistError, match="at work in another thread"):
            solver.solve_cards(easy, "S+", "N")
        with pytest.raises(ws.WhistError, match="at work in another thread"):
            solver.clear()
    finally:
        cancellation.cancel()
        thread.join(HUNG)
    assert not thread.is_alive()
    assert [type(each) for each in outcome] == [ws.Stopped]
    assert solver.solve(easy, "S+", "N").tricks == 1
    deal = ws.Deal.random(1)
    assert solver.solve(deal, "S+", "N").tricks == ws.solve(deal, "S+", "N").tricks


# ------------------------------------------------------------------------------------------------- interrupts

LONG_CALLS = {
    "solve_many": "ws.solve_many([ws.Deal.random(seed) for seed in range(3000)])",
    "solve_many with progress": "ws.solve_many((ws.Deal.random(s) for s in range(9**9)), progress=print)",
    "solve": "ws.Solver(memory_mb=1).solve(deal, 'NT+', 0, rules=rules)",
    "solve_cards": "ws.Solver(memory_mb=1).solve_cards(deal, 'NT+', 0, rules=rules)",
}
PROGRAM = f"""
import signal, sys
import whistsolve as ws
# A shell that starts this in the background may have told it to ignore the signal.
signal.signal(signal.SIGINT, signal.default_int_handler)
rules = ws.{FREE_PLAY!r}
deal = ws.Deal.random({LONG_SEED}, rules)
try:
    print("begins", file=sys.stderr, flush=True)
    while True:
        {{call}}
except KeyboardInterrupt:
    sys.exit(130)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGINT to send to another process")
@pytest.mark.parametrize("name", LONG_CALLS)
def test_an_interrupt_ends_a_long_call(name: str) -> None:
    program = PROGRAM.format(call=LONG_CALLS[name])
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stderr is not None
            assert process.stderr.readline() == "begins\n"
            time.sleep(0.5)
            assert process.poll() is None
            process.send_signal(signal.SIGINT)
            _, said = process.communicate(timeout=HUNG)
        finally:
            process.kill()
    assert (process.returncode, said) == (130, "")


@needs_timer
@pytest.mark.parametrize("call", ["solve", "solve_cards", "solve_many"])
def test_what_a_signal_handler_raises_ends_the_call_and_no_more(call: str) -> None:
    solver = ws.Solver(memory_mb=1)
    long = ws.Deal.random(LONG_SEED, FREE_PLAY)

    with alarm_ends_it():
        if call == "solve_many":
            ws.solve_many([long], ["NT+"], rules=FREE_PLAY, memory_mb=1, threads=2)
        else:
            getattr(solver, call)(long, "NT+", 0, rules=FREE_PLAY)
    deal = ws.Deal.random(1)
    assert solver.solve(deal, "S+", "N").tricks == ws.solve(deal, "S+", "N").tricks

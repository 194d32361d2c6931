"""Calls that end early, by `cancel`, interrupts, signals, time or `progress`, and what they had finished."""

import itertools
import pickle
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import pytest
from tests.support.alarm import alarm_ends_it, needs_timer
from tests.support.programs import run_program
from tests.support.thorough import by_default

import whistsolve as ws
from whistsolve import conditions, solving
from whistsolve.advice import BidReport, CardReport, DiscardReport, StrainReport
from whistsolve.cancelling import subject_to
from whistsolve.dealing import random_deals
from whistsolve.encoding import deals_to_array
from whistsolve.errors import Interrupted
from whistsolve.game.record import PlayedHand
from whistsolve.players import DealsResult, MatchesResult, RandomPlayer, SamplingPlayer
from whistsolve.runs import BatchSummary
from whistsolve.solving.batch.deals import CHUNK
from whistsolve.solving.bench.hard_deals import HARD_DEALS

DEALS: Final = [ws.Deal.random(seed) for seed in range(60)]
KITTY: Final = DEALS[1]
ROWS: Final = deals_to_array(DEALS * 50)
HARD: Final = HARD_DEALS[1].deal
RULES: Final = ws.Rules.preset("bid_whist")
#: Hands that one seat sees, all with the same cards of North.
LAYOUTS: Final = random_deals(2000, 5, RULES, known={0: KITTY.hands[0]})[:, :4]
PLAYED: Final = PlayedHand(DEALS[3], contract="4NT+ by N", leader="N", plays=[])
NOTHING: Final = ()
SOLVED: Final = "tricks(N, 'NT+') > 20"
#: Cutthroat with a led joker that nobody need follow: with the smallest table it takes minutes.
FREE_PLAY = ws.Rules.preset("cutthroat_3", joker_no_trump="free_discard", joker_lead_no_trump="free_play")
LONG = ws.Deal.random(29, FREE_PLAY)


def in_play() -> ws.HandState:
    state = ws.HandState.random(5, ws.Rules.preset("whist"), dealer="W")
    state.push(str(state.legal_cards[0]))
    return state


def for_ever(call: Callable[..., object]) -> Callable[..., object]:
    """A call that is too short to be ended by itself."""
    return lambda **more: [call(**more) for _ in itertools.repeat(None)]


def advice(function: Callable[..., object], **given: Any) -> Callable[..., object]:
    return lambda **more: function(rules=RULES, seat=0, dealer=3, samples=20_000, **given, **more)


def run_batch(**more: Any) -> object:
    with tempfile.TemporaryDirectory() as folder:
        rows = [{"deal": str(deal)} for deal in DEALS]
        return ws.run_batch(rows, Path(folder) / "rows.jsonl", "kitty", threads=2, **more)


#: Calls that take far longer than a test, each with the types that its ``partial`` may have.
CALLS: Final[dict[str, tuple[Callable[..., object], tuple[type, ...]]]] = {
    "solve": (for_ever(lambda **more: ws.solve(HARD, "NT+", 0, **more)), NOTHING),
    "solve_cards": (for_ever(lambda **more: ws.solve_cards(HARD, "NT+", 0, **more)), NOTHING),
    "table": (for_ever(lambda **more: ws.table(HARD, **more)), NOTHING),
    "table, kitty": (
        lambda **more: ws.table(KITTY, kitty="optimal", threads=2, **more),
        (solving.KittyTable,),
    ),
    "solve_many": (lambda **more: ws.solve_many(itertools.cycle(DEALS), **more), (solving.PartialBatch,)),
    "solve_rows": (lambda **more: solving.solve_rows(ROWS, "NT+", 0, 0, **more), (np.ma.MaskedArray,)),
    "solve_card_rows": (
        lambda **more: solving.solve_card_rows(LAYOUTS, "NT+", 0, 0, first_trick=True, **more),
        (tuple,),
    ),
    "alpha_mu": (
        for_ever(lambda **more: solving.alpha_mu(LAYOUTS[:64], "NT+", 0, target=6, **more)),
        NOTHING,
    ),
    "best_discard": (
        for_ever(lambda **more: ws.best_discard(KITTY, "NT+", 0, **more)),
        (solving.BestDiscard,),
    ),
    "optimal_discards": (for_ever(lambda **more: ws.optimal_discards(KITTY, "NT+", 0, **more)), NOTHING),
    "Discards.count": (for_ever(lambda **more: ws.Discards(KITTY, "NT+", 0).count(**more)), NOTHING),
    "par": (lambda **more: ws.par(KITTY, 3, **more), NOTHING),
    "check_claim": (for_ever(lambda **more: ws.check_claim(in_play(), "claim 9 by 0", **more)), NOTHING),
    "analyse_play": (for_ever(lambda **more: ws.analyse_play(PLAYED, **more)), NOTHING),
    "evaluate_bids": (advice(ws.evaluate_bids, hand=KITTY.hands[0]), (BidReport,)),
    "evaluate_strains": (advice(ws.evaluate_strains, hand=KITTY.hands[0], bid="4+"), (StrainReport,)),
    "evaluate_discards": (
        advice(
            ws.evaluate_discards,
            hand=KITTY.hands[0] | (KITTY.kitty or ws.Hand()),
            strain="S+",
            calls="4+ pass pass pass",
        ),
        (DiscardReport,),
    ),
    "evaluate_cards": (
        for_ever(lambda **more: ws.evaluate_cards(in_play().view(2), samples=20_000, **more)),
        (CardReport,),
    ),
    "play_deals": (
        lambda **more: ws.play_deals(SamplingPlayer(samples=50), RandomPlayer(), deals=50, seed=1, **more),
        (DealsResult,),
    ),
    "play_matches": (
        lambda **more: ws.play_matches(SamplingPlayer(samples=50), RandomPlayer(), matches=9, seed=1, **more),
        (MatchesResult,),
    ),
    "run_batch": (run_batch, (BatchSummary,)),
    "deals_where": (lambda **more: ws.deals_where(10**7, "hcp(N) > 20", 1, **more), (np.ndarray,)),
    "deals_where, solved": (lambda **more: ws.deals_where(50, SOLVED, 1, **more), (np.ndarray,)),
    "count_deals": (lambda **more: ws.count_deals(SOLVED, samples=10**5, **more), NOTHING),
    "deal_average": (
        lambda **more: ws.deal_average("tricks(N, 'NT+')", random_deals(9999, 1), **more),
        NOTHING,
    ),
    "deal_frequency": (
        lambda **more: ws.deal_frequency("tricks(N, 'NT+')", random_deals(9999, 1), **more),
        NOTHING,
    ),
    "ConditionalDeals.count": (
        lambda **more: conditions.ConditionalDeals(SOLVED).count(samples=10**5, **more),
        NOTHING,
    ),
    "perft": (for_ever(lambda **more: solving.perft(DEALS[0], "S+", "N", depth=9, **more)), NOTHING),
}


@pytest.mark.parametrize("delay", by_default(1, [0.02, 0.1]))
@pytest.mark.parametrize("name", CALLS)
def test_the_partial_of_a_call_is_its_own(name: str, delay: float) -> None:
    call, types = CALLS[name]
    for how in ("cancelled", "interrupted"):
        cancellation = ws.Cancellation()
        timer = threading.Timer(delay, cancellation.cancel)
        timer.start()
        with pytest.raises((ws.Stopped, KeyboardInterrupt)) as caught:
            if how == "cancelled":
                call(cancel=cancellation)
            else:
                with subject_to(cancellation):
                    call()
        timer.join()
        assert isinstance(caught.value, ws.Stopped) is (how == "cancelled")
        partial = getattr(caught.value, "partial", None)
        assert partial is None or isinstance(partial, types)


@needs_timer
@pytest.mark.parametrize("name", ["solve", "solve_cards", "solve_many", "solve_rows", "alpha_mu", "perft"])
def test_what_a_signal_handler_raises_ends_the_call(name: str) -> None:
    with alarm_ends_it(0.05):
        CALLS[name][0]()


# ------------------------------------------------------------------------------------ batches by their rows


class Batch(NamedTuple):
    """A call of 2,000 rows or more, and how what it had finished is read and found again."""

    ask: Callable[..., Any]
    total: int
    #: Whether each row is finished.
    done: Callable[[Any], Any]
    tricks: Callable[[Any], Any]
    again: Callable[[Any], Any]


def card_rows(layouts: Any, **more: Any) -> Any:
    return solving.solve_card_rows(layouts, "S+", "N", "E", first_trick=True, **more)


BATCHES: Final[dict[str, Batch]] = {
    "solve_many": Batch(
        lambda **more: ws.solve_many(ROWS, ["NT+", "S+"], **more),
        len(ROWS),
        lambda partial: partial.done.all(axis=1),
        lambda partial: partial.tricks,
        lambda rows: ws.solve_many(ROWS[rows], ["NT+", "S+"]),
    ),
    "solve_rows": Batch(
        lambda **more: solving.solve_rows(ROWS[:, :4], "NT+", 0, 1, **more),
        len(ROWS),
        lambda partial: ~partial.mask,
        lambda partial: partial,
        lambda rows: solving.solve_rows(ROWS[rows][:, :4], "NT+", 0, 1),
    ),
    "solve_card_rows": Batch(
        lambda **more: card_rows(LAYOUTS, **more),
        len(LAYOUTS),
        lambda partial: ~partial[1].mask.all(axis=1),
        lambda partial: partial[1],
        lambda rows: card_rows(LAYOUTS[rows])[1],
    ),
}


class Enough(Exception):
    pass


def check_partial(batch: Batch, partial: Any) -> None:
    done = batch.done(partial)
    assert 0 < done.sum() < batch.total
    some = np.nonzero(done)[0][:3]
    assert np.array_equal(batch.tricks(partial)[some], batch.again(some))


@pytest.mark.parametrize("name", BATCHES)
def test_a_batch_that_ends_early_carries_what_is_finished(name: str) -> None:
    batch = BATCHES[name]
    for error in (KeyboardInterrupt, Enough, ws.WhistError, SystemExit):

        def progress(done: int, total: int | None, error: type[BaseException] = error) -> None:
            assert total == batch.total and 0 <= done <= total
            if done > 4:
                raise error("stop here")

        with pytest.raises(error, match="stop here") as caught:
            batch.ask(threads=2, progress=progress)
        assert type(caught.value) is (Interrupted if error is KeyboardInterrupt else error)
        check_partial(batch, caught.value.partial)
    with pytest.raises(
        ws.Stopped, match=r"time limit of 0.2 seconds was reached: \d+ of .*(cells|rows)"
    ) as caught:
        batch.ask(threads=2, time_limit=0.2)
    check_partial(batch, caught.value.partial)
    copy = pickle.loads(pickle.dumps(caught.value))
    assert str(copy) == str(caught.value)
    assert np.ma.allequal(batch.tricks(copy.partial), batch.tricks(caught.value.partial))


def test_an_interrupt_without_words_says_what_is_done() -> None:
    def progress(done: int, total: int | None) -> None:
        raise KeyboardInterrupt

    with pytest.raises(ws.Interrupted, match=r"^interrupted: .*deals are done$"):
        ws.solve_many(DEALS, progress=progress, cancel=ws.Cancellation())


def test_progress_rises_to_the_end_and_enough_time_changes_nothing() -> None:
    rows = random_deals(8, 3, ws.Rules.preset("bid_whist_seed", hand_size=4, kitty_size=38))[:, :4]
    for ask, count in (
        (lambda **more: solving.solve_rows(rows, "S+", 0, 1, **more), 8),
        (lambda **more: card_rows(rows[[0, 0]], **more)[1], 2),
    ):
        seen: list[tuple[int, int | None]] = []
        found = ask(time_limit=60, progress=lambda *said, seen=seen: seen.append(said))
        assert seen == sorted(seen) and seen[-1] == (count, count)
        assert np.array_equal(found, ask())


# ---------------------------------------------------------------------------------------------- processes

INTERRUPTED = f"""
import os, signal, threading
import whistsolve as ws
import whistsolve.solving  # loaded before the time runs
# A shell that starts this in the background may have told it to ignore the signal.
signal.signal(signal.SIGINT, signal.default_int_handler)
rules = ws.{FREE_PLAY!r}
long = ws.Deal.from_text({str(LONG)!r})
threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    easy = ["0:A... K... Q...", "0:AK... QJ... T9..."]
    ws.solve_many([*easy, long, long], ["NT+"], rules=rules, memory_mb=1, threads=1)
except ws.Interrupted as interrupt:
    partial = interrupt.partial
    print(partial.done.tolist(), partial.tricks.tolist(), partial.strains)
threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    ws.Solver(memory_mb=1).solve(long, "NT+", 0, rules=rules)
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGINT to send to a process")
def test_ctrl_c_ends_a_call_with_what_is_finished() -> None:
    flags = [[True], [True], [False], [False]]
    tricks = [[[1], [0], [0]], [[2], [0], [0]], [[0], [0], [0]], [[0], [0], [0]]]
    assert run_program(INTERRUPTED) == [f"{flags} {tricks} (Strain.from_text('NT+'),)", "interrupted"]


def test_a_generator_of_deals_that_fails_loses_nothing() -> None:
    def deals() -> Iterator[ws.Deal | str]:
        yield from [ws.Deal(["A", "K", "Q", "J"])] * CHUNK
        yield "N:A... K... Q..."

    with pytest.raises(ws.DealError, match=f"deal {CHUNK}: ") as caught:
        ws.solve_many(deals(), ["S+", "NT+"])
    partial = caught.value.partial  # type: ignore[attr-defined]
    assert partial.whole_deals == partial.deals == CHUNK
    assert np.array_equal(partial.tricks, ws.solve_many(["N:A... K... Q... J..."] * CHUNK, ["S+", "NT+"]))

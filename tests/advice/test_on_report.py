"""Reports of advice while they grow, what is left of a question that stops, and answers in time."""

import inspect
import threading

import numpy as np
import pytest
from tests.support.hands_played import to_play

import whistsolve as ws
from whistsolve.advice import BidReport, DiscardSearch, Simulation, card_tricks
from whistsolve.errors import ActError, Interrupted, WhistError
from whistsolve.game import HandState, Play
from whistsolve.inference import LayoutPosterior
from whistsolve.rules import Rules

SEED = Rules.preset("bid_whist_seed")
HELD = {"seed": 3, "threads": 1, "memory_mb": 64}
#: Of so few discards that choosing among them takes a moment.
FEW = DiscardSearch(candidates=3, swaps=2, rounds=(2, 3))


def view_after(cards):
    state = to_play(HandState.random(3, SEED, dealer=0), "S+", 0)
    for _ in range(cards):
        state.push(next(act for act in state.legal_acts() if isinstance(act, Play)))
    assert len(state.legal_cards) > 1
    return state.view(state.to_act)


def bids(**asked):
    given = {"seat": "S", "dealer": "E", "discards": "heuristic"}
    return ws.evaluate_bids("AKJ4.A9.J2.9876", **given, **HELD, **asked)


def estimated(**asked):
    """With a call that was heard: layouts are drawn by what it tells."""
    given = {"seat": "S", "dealer": "N", "calls": "3+", "discards": "estimated"}
    return ws.evaluate_bids("KJ943.K92.J3.A7", **given, **HELD, **asked)


def strains(**asked):
    given = {"seat": "W", "dealer": "S", "bid": "5+", "discards": "estimated"}
    return ws.evaluate_strains("AKQ2.AKQ3.Q2.43", **{**given, **HELD, **asked})


def discards(**asked):
    given = {"discard_search": FEW, "double_dummy_samples": 2}
    hand = ws.Hand("AK72.QJ4.932.K65.BL") | ws.Hand("3.2.A.")
    return ws.evaluate_discards(hand, "S-", seat="E", dealer="N", **given, **HELD, **asked)


def cards(**asked):
    return ws.evaluate_cards(view_after(24), **HELD, **asked)


#: Each question, and the number of layouts of a batch.
BATCHES = {bids: 24, estimated: 240, strains: 24, discards: 24, cards: 16}
ASKS = pytest.mark.parametrize("ask", BATCHES, ids=lambda ask: ask.__name__)


@ASKS
def test_reports_on_the_way_are_those_of_fewer_samples(ask):
    """They grow batch by batch, the last is returned and not given, and it is what it is without them."""
    given, threads, batch = [], set(), BATCHES[ask]

    def keep(report):
        given.append(report)
        threads.add(threading.get_ident())

    last = ask(samples=2 * batch + 4, on_report=keep)
    assert [report.samples for report in given] == [batch, 2 * batch] and last.samples == 2 * batch + 4
    assert given[0] == ask(samples=batch) and last == ask(samples=2 * batch + 4)
    assert threads == {threading.get_ident()}


@ASKS
def test_what_is_raised_on_the_way(ask):
    """An interrupt carries the report that was given; an error is that of the caller."""
    given, batch = [], BATCHES[ask]

    def stop(report):
        given.append(report)
        raise KeyboardInterrupt

    with pytest.raises(Interrupted, match=f"interrupted after {batch} of {3 * batch} layouts") as caught:
        ask(samples=3 * batch, on_report=stop)
    assert [caught.value.partial] == given

    def fail(report):
        raise LookupError("nowhere to show it")

    if ask is estimated:
        with pytest.raises(LookupError, match="nowhere to show it"):
            ask(samples=3 * batch, on_report=fail)


@ASKS
def test_before_the_first_batch_there_is_no_report(ask, monkeypatch):
    """Neither before layouts are drawn nor while they are; an interrupt of the keyboard or by `cancel`."""
    cancellation = ws.Cancellation()

    def interrupt(*_):
        raise KeyboardInterrupt

    def cancel(*_):
        cancellation.cancel()
        raise KeyboardInterrupt

    for method in ("is_enumerable", "draw"):
        cancellation = ws.Cancellation()
        with monkeypatch.context() as patch:
            patch.setattr(LayoutPosterior, method, interrupt)
            with pytest.raises(Interrupted) as interrupted:
                ask()
            patch.setattr(LayoutPosterior, method, cancel)
            with pytest.raises(ws.Stopped) as stopped:
                ask(cancel=cancellation)
        assert interrupted.value.partial is None and stopped.value.partial is None


def test_a_cancelled_question_keeps_the_report_so_far():
    cancellation = ws.Cancellation()

    def progress(done, total):
        if done >= 12:
            cancellation.cancel()

    with pytest.raises(ws.Stopped, match=r"^cancelled after \d+ of 5000 layouts") as caught:
        bids(samples=5000, tolerance=0, progress=progress, cancel=cancellation)
    assert isinstance(caught.value.partial, BidReport) and caught.value.partial.samples >= 12


def test_wrong_arguments_of_all_questions():
    for name, value, words in (
        ("on_report", 3, "on_report 3 is wrong: expected a function of a report"),
        ("progress", 3, "progress 3 is wrong"),
        ("samples", 0, "samples 0 is wrong: expected a whole number from 1 to 100000"),
        ("seed", "x", "seed"),
        ("discards", "lucky", "discards 'lucky' is wrong: expected 'sampled', "),
        ("discard_search", 5, "discard_search 5 is wrong: expected a DiscardSearch"),
        ("model", "me", "model 'me' is wrong: expected a CallModel"),
        ("equity", "me", "equity 'me' is wrong: expected a MatchEquity"),
        ("knowledge", "me", "knowledge 'me' is wrong: expected a Knowledge"),
    ):
        with pytest.raises(WhistError, match=words):
            strains(**{name: value})
    with pytest.raises(WhistError, match=r"layouts of a round 100001 is wrong: expected .* to 100000"):
        DiscardSearch(rounds=(1, 100_001))
    with pytest.raises(TypeError, match=r"evaluate_strains\(\) got an unexpected keyword argument 'sample'"):
        strains(sample=3)
    with pytest.raises(TypeError, match=r"evaluate_cards\(\) got .* 'discards'"):
        cards(discards="sampled")
    parameters = inspect.signature(ws.evaluate_bids).parameters
    assert set(Simulation.__annotations__) | {"hand", "tolerance", "discards", "play"} <= set(parameters)
    assert parameters["seed"].default == 0 and parameters["cancel"].annotation == "Cancellation | None"


RULES = ws.Rules.preset("bid_whist")
HAND = "AQ2.KJ5.T987.K2"


def with_kitty(**asked):
    return ws.evaluate_strains("K7265.A43.A54.A5432.BL", seat="W", dealer="S", bid="5NT", **HELD, **asked)


@pytest.mark.parametrize("ask", [*BATCHES, with_kitty], ids=lambda ask: ask.__name__)
def test_there_is_an_answer_in_no_time_and_a_better_one_in_more(ask):
    quick = ask(time_limit=1e-6)
    assert quick.rows and quick.samples >= 1 and not quick.exact
    assert "bounds" in str(quick) if ask is cards else quick.discards == "estimated"
    assert ask(time_limit=1e-6) == quick
    several = []
    found = ask(time_limit=60, samples=4, on_report=several.append)
    assert several[0].rows and (several[0] == quick or several[0].samples > quick.samples)
    assert 3 <= found.samples <= 4 and len(found.rows) == len(quick.rows)
    kinds = {bids: "heuristic", discards: "sampled", with_kitty: "sampled", cards: None}
    assert found.discards == kinds.get(ask, "estimated")


def test_games_that_the_evaluator_does_not_know_have_certain_tricks():
    rules = ws.Rules.preset("bid_whist", hand_size=5, kitty_size=6, lowest_rank=9)
    given = {"rules": rules, "seat": 0, "dealer": 0, "time_limit": 1e-6}
    report = ws.evaluate_discards("AKQJ.AK.A.AK.BL", "S+", **given)
    assert report.discards == "estimated" and report.best.tricks == 5.0


def test_a_view_asks_what_its_parts_ask():
    state = HandState.random(3, RULES, dealer="N", scores=(2, 1, 2, 1))
    given = {"samples": 8, "discards": "estimated", "seed": 2}
    state.push("4+")
    view, parts = state.view("S"), {"seat": "S", "dealer": "N", "calls": "4+", "scores": (2, 1)}
    assert ws.evaluate_bids(view, **given) == ws.evaluate_bids(view.hand, **parts, **given)
    for _ in range(3):
        state.push("pass")
    view, parts = state.view("E"), {**parts, "seat": "E", "calls": "4+ pass pass pass"}
    assert ws.evaluate_strains(view, **given) == ws.evaluate_strains(view.hand, **parts, **given)
    with pytest.raises(ActError, match="strain is missing"):
        ws.evaluate_discards(view)
    while state.stage != "discard":
        state.push(next(iter(state.legal_acts())))
    view, few = state.view("E"), {"samples": 2, "double_dummy_samples": 0, "discard_search": FEW}
    assert ws.evaluate_discards(view, **few) == ws.evaluate_discards(view.hand, view.strain, **parts, **few)


def test_a_view_stands_alone_and_a_hand_needs_a_seat_and_a_dealer():
    view = HandState.random(3, RULES, dealer=0).view(1)
    for given in ({"seat": 0}, {"dealer": 0}, {"rules": RULES}, {"calls": "pass"}):
        with pytest.raises(WhistError, match="is given with a view: expected the view alone"):
            ws.evaluate_bids(view, **given)
    for missing, given in (("seat", {"dealer": "E"}), ("dealer", {"seat": "S"})):
        with pytest.raises(ActError, match=f"{missing} is missing: expected such as seat='S', dealer='N'"):
            ws.evaluate_bids(HAND, **given)


def test_an_interrupt_of_a_solve_keeps_what_was_solved(monkeypatch):
    """All layouts, where it came after the last of them was solved."""
    view, solve, positions = view_after(36), card_tricks.solve_card_rows, 0
    for solved in ("none", "some", "all"):

        def interrupted(rows, *args, solved=solved, **kwargs):
            nonlocal positions
            positions = len(rows)
            found, tricks = solve(rows, *args, **kwargs)
            most = {"none": 0, "some": 1, "all": positions}[solved]
            open_rows = np.broadcast_to((np.arange(positions) >= most)[:, np.newaxis], tricks.shape)
            raise Interrupted("interrupted", (found, np.ma.MaskedArray(tricks, mask=open_rows)))

        with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt) as caught:
            patch.setattr(card_tricks, "solve_card_rows", interrupted)
            ws.evaluate_cards(view, samples=2000, seed=3)
        assert isinstance(caught.value, Interrupted) and 1 < positions < 2000
        partial = caught.value.partial
        if solved == "none":
            assert partial is None
        elif solved == "some":
            assert 1 <= partial.samples < 2000
        else:
            assert partial.samples >= positions
            assert partial == ws.evaluate_cards(view, samples=partial.samples, seed=3)

"""Each reader of arguments with values that no argument is meant to have: a clear error, or none."""

import io
import itertools
import tracemalloc

import numpy as np
import pytest
from tests.support.wrong_values import Own, raising, wrong_values

import whistsolve as ws
from whistsolve import dealing, encoding, equity, inference, notation, rules
from whistsolve._internal.reading import read_integer, shown
from whistsolve.conditions import ConditionalDeals
from whistsolve.game import Auction, Play, read_call
from whistsolve.players import RandomPlayer

DEAL = "N:AK... QJ... T9... 87..."
TOY = ws.Rules.preset("bid_whist_seed", lowest_rank=13, hand_size=2, bid_base=0, min_bid=1, target=4)
#: What a message may quote at most of what was given, and what it says besides.
LONGEST_MESSAGE = 600


def ends_call(done, total):
    """A progress that ends a call as soon as it begins its work, all arguments read."""
    raise Own


def playing():
    hand = ws.HandState.random(1, TOY)
    while hand.stage != "play":
        hand.push(next(iter(hand.legal_acts())))
    return hand


def knowledge():
    return inference.Knowledge.of_hand("AK...", rules=TOY, seat="N")


def bids(**given):
    given = {"hand": "AK...", "rules": TOY, "seat": 1, "dealer": 0, "samples": 1, **given}
    given |= {"progress": ends_call, "threads": 1, "memory_mb": 1}
    return ws.evaluate_bids(**given)


def batch(**given):
    given = {"source": [DEAL], "output": io.BytesIO(), "strains": ["S+"], "threads": 1, **given}
    return ws.run_batch(**given)


def matches(**given):
    given = {"a": RandomPlayer(), "b": RandomPlayer(), "rules": TOY, "progress": ends_call, **given}
    return ws.play_matches(**given, matches=1)


#: A call for each way to read an argument, by what is read; one call stands for all that read alike.
READERS = {
    "card": ws.Card.of,
    "card of an index": ws.Card.from_index,
    "suit": ws.Hand("AK.Q..").of_suit,
    "rank": ws.Strain.of("S+").height,
    "hand": ws.Hand.of,
    "cards": ws.Hand,
    "mask": ws.Hand.from_mask,
    "strain": ws.Strain.of,
    "contract": ws.Contract.from_text,
    "hands of a deal": ws.Deal,
    "deal": lambda value: ws.solve(value, "S+", "N"),
    "seat": lambda value: ws.Deal.from_text(DEAL)[value],
    "played": lambda value: ws.solve(DEAL, "S+", "N", played=value),
    "seed": ws.Deal.random,
    "count": lambda value: dealing.random_deals(value, 1),
    "known cards": lambda value: dealing.random_deals(1, 1, known={"N": value}),
    "array of deals": encoding.array_to_deals,
    "rules": lambda value: ws.solve(DEAL, "S+", "N", rules=value),
    "preset": ws.Rules.preset,
    "options": ws.Rules.from_dict,
    "value of an option": lambda value: ws.Rules.from_dict({"target": value}),
    "settings": rules.read_settings,
    "penalty": rules.Penalty.from_text,
    "strains": lambda value: ws.table(DEAL, strains=value),
    "deals": lambda value: ws.solve_many(value, ["S+"], progress=ends_call),
    "threads": lambda value: ws.table(DEAL, strains=["S+"], threads=value),
    "memory_mb": lambda value: ws.table(DEAL, strains=["S+"], memory_mb=value),
    "node_limit": lambda value: ws.solve(DEAL, "S+", "N", node_limit=value),
    "time_limit": lambda value: ws.solve(DEAL, "S+", "N", time_limit=value),
    "progress": lambda value: ws.solve_many([DEAL], ["S+"], progress=value),
    "cancel": lambda value: ws.solve(DEAL, "S+", "N", cancel=value),
    "condition": lambda value: ConditionalDeals(value, TOY),
    "scores": lambda value: ws.HandState.random(1, TOY, scores=value),
    "flag": lambda value: ws.HandState.random(1, TOY, first_hand=value),
    "player": lambda value: ws.HandState.random(1, TOY).view(value),
    "act": lambda value: playing().push(value),
    "card of an act": lambda value: playing().push(Play(value)),
    "call": read_call,
    "call of an auction": Auction.start(TOY, 0).after,
    "result": lambda value: ws.Match(TOY, seed=1).add(value),
    "sides": ws.Session.of,
    "tricks": lambda value: ws.score_hand("4S+ by N", value, rules=ws.Rules.preset("bid_whist")),
    "honours": lambda value: ws.score_whist_hand((7, 6), rules=ws.Rules.preset("whist"), honours=value),
    "calls": lambda value: bids(calls=value),
    "samples": lambda value: bids(samples=value),
    "tolerance": lambda value: bids(tolerance=value),
    "choice": lambda value: bids(discards=value),
    "equity": lambda value: bids(equity=value),
    "knowledge": lambda value: bids(knowledge=value),
    "predicate": lambda value: inference.Layouts(knowledge().where(value)),
    "layout": lambda value: knowledge().allows(value),
    "deck": lambda value: inference.Knowledge.of_hand("AK...", rules=TOY, seat="N", deck=value),
    "sizes": lambda value: inference.Knowledge.of_hand("AK...", rules=TOY, seat="N", sizes=value),
    "points": lambda value: equity.HandOutcomes(value, np.array([1.0])),
    "player of a match": lambda value: matches(a=value),
    "path": lambda value: matches(save=value),
    "source": lambda value: batch(source=[value]),
    "output": lambda value: batch(output=value, overwrite=True),
    "question": lambda value: batch(question=value),
    "ptn": notation.read_ptn,
}


def refused(call, value):
    """Whether a call refuses a value, with a message; other errors but those of the value pass through."""
    try:
        call(value)
    except ws.WhistError as error:
        message = str(error)
        assert 10 <= len(message) <= LONGEST_MESSAGE and message.isprintable(), ascii(message)
        return True
    except (Own, OSError):
        pass
    return False


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", READERS)
def test_wrong_values(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    values = wrong_values()
    found = {kind: refused(READERS[name], make()) for kind, make in values.items()}
    assert any(found.values())


def test_quoted_values_are_printable_and_short():
    unprintable = type("T", (), {"__repr__": lambda _: "\x9b\n" * 99})()
    for value in ("\x1b[2J\x07", "\udc80", raising("__repr__"), unprintable):
        assert shown(value).isprintable()
        assert len(shown([[value] * 9] * 9)) <= 200
        with pytest.raises(ws.WhistError, match=r"number .* is wrong") as caught:
            read_integer(value, "number", ws.WhistError)
        assert str(caught.value).isprintable()


def test_of_many_bytes_no_more_is_quoted_than_is_shown():
    for kind in (bytes, bytearray):
        value = kind(b"a" * 1_000_000 + b"z")
        tracemalloc.start()
        try:
            text = shown(value)
            assert tracemalloc.get_traced_memory()[1] < 100_000
        finally:
            tracemalloc.stop()
        assert "aaa...aaa" in text and "z'" in text and len(text) <= 60


def test_exceptions_of_the_caller_pass_through():
    for call in (ws.Hand, ws.Deal, ws.Session.of, ws.solve_many):
        with pytest.raises(Own):
            call(raising("__iter__"))


def test_iterators_without_end_are_refused():
    for call in (
        lambda: ws.Session.of(map(str, itertools.count())),
        lambda: ws.Match(scores=itertools.repeat(0)),
        lambda: ws.HandState.random(1, scores=itertools.count()),
        lambda: ConditionalDeals(itertools.repeat("hcp(N) > 3")),
    ):
        with pytest.raises(ws.WhistError):
            call()

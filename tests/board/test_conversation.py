"""Conversations: whatever a page sends is answered as the protocol says, and the conversation goes on."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.support.board import Page, Place, board_process, running_board
from websockets.exceptions import ConnectionClosed

import whistsolve as ws
from whistsolve import errors
from whistsolve.board import messages
from whistsolve.board.conversation import Conversation
from whistsolve.board.messages import message_of, text_of
from whistsolve.board.questions import _QUESTIONS
from whistsolve.solving.bench.hard_deals import HARD_DEALS

SMALL = {"deal": "N:AK... QJ... T9... 87..."}
#: As many questions as a page may have open.
MOST = 24
KINDS = {name for name, error in vars(errors).items() if isinstance(error, type)} | {"Busy"}


@pytest.fixture(scope="module")
def place() -> Iterator[Place]:
    """A server that has to be silent in all that follows, and to be there afterwards."""
    with board_process() as found:
        yield found
        with found.page() as page:
            assert page.ask("hello")


@pytest.fixture
def page(place: Place) -> Iterator[Page]:
    with place.page() as found:
        yield found


# Messages that are none.


@pytest.mark.parametrize(
    "message",
    [
        *("", " ", "x", "{", "null", "true", "1", '"hello"', "[]", '[{"id": 1}]', "{'id': 1}"),
        *("\ud7ff", "{}{}", '{"id": 1, "question": "hello",}', '{"id": 1', '{1: 2}', "\x00", "\ufeff{}"),
        *("NaN", '{"id": NaN, "question": "hello"}', '{"id": 1, "question": "hello", "more": Infinity}'),
        *('{"id": 1, "question": "hello", "x": [-Infinity]}', '{"id": 1, "question": "hello", "x": 1e999}'),
        *("[" * 500_000, '{"id": ' * 100_000, '{"id": 1, "question": ' + "[" * 400_000, "9" * 10_000),
        *("{}", '{"question": "hello"}', '{"id": null, "question": "hello"}'),
        *(b"", b"\xff", b'{"id": 1, "question": "hello"}', b"\x00" * 1000),
    ],
    ids=lambda message: repr(message[:40]),
)  # fmt: skip
def test_what_is_no_question_is_answered_without_an_id(page: Page, message: str | bytes) -> None:
    page.send(message)
    answer = page.receive()
    assert set(answer) == {"error"} and set(answer["error"]) == {"kind", "message"}
    assert answer["error"]["kind"] == "WhistError" and ": expected " in answer["error"]["message"]
    assert page.ask("hello")


@pytest.mark.parametrize(
    "number",
    ["1.0", "1.5", "-1", "true", "false", '"1"', "[1]", '{"a": 1}', "null", "9" * 400, str(2**53), "1e3"],
)
def test_an_id_is_a_whole_number(page: Page, number: str) -> None:
    for message in (f'{{"id": {number}, "question": "hello"}}', f'{{"cancel": {number}}}'):
        page.send(message)
        answer = page.receive()
        assert set(answer) == {"error"} and answer["error"]["kind"] == "WhistError"
    assert page.ask("hello")


def test_the_ends_of_the_range_of_ids(page: Page) -> None:
    for number in (0, 2**53 - 1):
        page.send({"id": number, "question": "hello"})
        assert page.receive()["id"] == number


@pytest.mark.parametrize(
    "name", ["nothing", "", "HELLO", 1, None, [], {}, "__class__", "hello\ud800", "x" * 10_000]
)
def test_questions_that_there_are_not(page: Page, name: object) -> None:
    page.send({"id": 5, "question": name})
    answer = page.receive()
    assert set(answer) == {"id", "error"} and answer["id"] == 5
    assert answer["error"]["message"].startswith("question ") and "hello, " in answer["error"]["message"]
    assert len(answer["error"]["message"]) < 2_000


def test_a_lone_surrogate_comes_back_as_it_went(page: Page) -> None:
    page.send('{"id": 1, "question": "rules", "rules": "\\ud800"}')
    assert page.receive()["error"]["kind"] == "RulesError"
    page.send('{"id": 2, "question": "\\udfff", "\\ud800": "\\ud800"}')
    assert page.receive()["error"]["kind"] == "WhistError"
    assert page.ask("hello")


def test_a_key_twice_and_unknown_fields_do_no_harm(page: Page) -> None:
    page.send('{"id": 1, "id": 2, "question": "x", "question": "hello", "unknown": [[[[{}]]]]}')
    assert page.receive()["id"] == 2


def test_cancelling_what_is_not_asked_says_nothing(page: Page) -> None:
    for number in (0, 1, 77, 2**53 - 1):
        page.cancel(number)
    assert page.begin("hello") == 1
    assert page.receive()["id"] == 1
    page.cancel(1)  # too late: it has been answered
    assert page.ask("hello")


def test_long_messages_end_the_conversation(place: Place) -> None:
    with place.page() as page:
        page.send(json.dumps({"id": 1, "question": "read", "text": "x" * (1 << 20)}))
        with pytest.raises(ConnectionClosed):
            while True:
                page.receive()
    with place.page() as page:
        page.send(json.dumps({"id": 1, "question": "read", "text": "x" * 1_000_000}))
        assert page.receive()["error"]


def test_too_many_messages_end_the_conversation(place: Place) -> None:
    with place.page() as page, pytest.raises(ConnectionClosed) as closed:
        for _ in range(1000):
            page.send('{"cancel": 0}')
        while True:
            page.receive()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1008


# Fields of every kind for every question.

_TEXTS = st.one_of(
    st.sampled_from(
        [
            *(
                "",
                "N",
                "S",
                "0",
                "-1",
                "4",
                "S+",
                "NT-",
                "SA SK",
                "bid_whist",
                "whist",
                "cutthroat_3 jokers=2",
            ),
            *("N:AK... QJ... T9... 87...", "N:AK... QJ... T9... 87... | H5 D3", "0:AK... QJ... T9...", "N:"),
            *(
                "H5 D3",
                "pass 3- 4+ pass",
                "SA SQ ST S8",
                "SA:H",
                "3 -2",
                "text",
                "ptn",
                "svg",
                "en",
                "sv",
                "normal",
            ),
            *("#deal=N%3AAK...+QJ...+T9...+87...", "http://x/#deal", '[Deal "N:AK... QJ... T9... 87..."]'),
            *(
                "% PBN 2.1",
                "\x00",
                "\ud800",
                "٣",
                "²",
                "1_0",
                "9" * 5000,
                "[" * 3000,
                "kitty_size=-1",
                "jokers=x",
            ),
        ]
    ),
    st.text(max_size=20),
)
_VALUES = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-3, 20),
        st.sampled_from([2**31, -(2**63), 10**400, 0.5, -0.0, 1e300]),
        _TEXTS,
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(_TEXTS, inner, max_size=3)),
    max_leaves=5,
)
#: Names of arguments of all questions; each question is asked with some that are not its own.
_HAND = ("rules", "deal", "dealer", "calls", "strain", "level", "declarer", "leader", "holder", "discard")
_ARGUMENTS = (
    *(
        "language",
        "rules",
        "text",
        "where",
        "seed",
        "at",
        "seat",
        "tricks",
        "strains",
        "kitty",
        "cards",
        "call",
    ),
    *("samples", "discards", "act", "strength", "deal", "dealer", "as"),
)
_GOOD = {
    **{"deal": "N:AK... QJ... T9... 87... | H5 D3", "strain": "S+", "declarer": "N", "played": "SQ ST"},
    **{"dealer": "S", "calls": "pass", "level": "1", "discard": "H5 D3", "scores": "0 0", "title": "x"},
}
_HANDS = st.one_of(
    st.just(SMALL),
    st.dictionaries(st.sampled_from(sorted(_GOOD)), st.none()).map(
        lambda left_out: {name: text for name, text in _GOOD.items() if name not in left_out}
    ),
    st.builds(
        lambda changed: {**_GOOD, **changed},
        st.dictionaries(st.sampled_from((*_HAND, "played", "scores", "title")), _VALUES, max_size=2),
    ),
    _VALUES,
)


_GAME = {
    **{"rules": "whist", "deal": str(ws.Deal.random(1, ws.Rules.preset("whist"))), "dealer": "N"},
    **{"turned": "SA", "seat": "E", "strength": "quick", "seed": 1, "acts": [], "scores": "0 0"},
}
_GAMES = st.one_of(
    st.builds(
        lambda changed: {**_GAME, **changed},
        st.dictionaries(st.sampled_from(sorted(_GAME)), _VALUES, min_size=1, max_size=2),
    ),
    _VALUES,
)


@pytest.mark.parametrize("question", sorted(_QUESTIONS))
def test_whatever_a_field_is_the_answer_is_one_of_the_protocol(place: Place, question: str) -> None:
    @settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
    @given(
        hand=_HANDS,
        game=_GAMES,
        arguments=st.dictionaries(st.sampled_from(_ARGUMENTS), _VALUES, max_size=4),
        few=st.sampled_from([{}, {"samples": 2}]),
    )
    def ask(hand: object, game: object, arguments: dict[str, Any], few: dict[str, Any]) -> None:
        with place.page() as page:
            answer = page.asked(question, **{"hand": hand, "game": game, **arguments, **few})
            assert page.ask("hello")  # the conversation goes on
        [kind] = set(answer.end) - {"id"}
        if kind == "error":
            assert answer.error["kind"] in KINDS, answer.error
            assert set(answer.error) == {"kind", "message"} and answer.error["message"]
        else:
            assert kind == "done" and isinstance(answer.done, dict)
        assert all(isinstance(part, dict) for part in answer.parts)

    ask()


@given(_VALUES)
def test_messages_are_strict_json(value: object) -> None:
    text = text_of({"value": value})
    assert text.isascii() and "\n" not in text
    assert message_of(text) == {"value": value}


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf"), {1, 2}, b"x", object()])
def test_what_json_does_not_have_is_not_sent(value: object) -> None:
    with pytest.raises((ValueError, TypeError)):
        text_of({"value": [value]})


# Questions that take long.

_LONG = {"question": "table", "kitty": True, "hand": {"deal": str(ws.Deal.random(5))}}
_HARD = {"question": "table", "kitty": False, "hand": {"deal": HARD_DEALS[0].deal, "rules": "whist"}}
#: Needs a worker of those that long questions keep busy.
_SHORT = {"question": "table", "kitty": False, "hand": SMALL}
WORKERS = max(os.cpu_count() or 1, 2)


@pytest.mark.parametrize("long", [_LONG, _HARD], ids=["with the kitty", "of a hard deal"])
@pytest.mark.parametrize("way", ["cancelled", "left at once", "left"])
def test_what_is_no_longer_asked_makes_room(place: Place, long: dict[str, Any], way: str) -> None:
    with place.page() as other, place.page(close_timeout=0) as page:
        asked = [page.begin(**long) for _ in range(MOST)]
        assert page.asked("hello").error["kind"] == "Busy"
        # Who waits at sight does not wait for what takes long, wherever it is asked.
        last = asked.pop()
        page.cancel(last)
        assert page.answer(last).end == {"id": last, "cancelled": True}
        assert page.ask("position", hand=SMALL) and other.ask("hello")
        if way == "cancelled":
            for number in asked:
                page.cancel(number)
            assert page.ask(**_SHORT)
        elif way == "left":
            page.close()
        else:
            page.socket.socket.close()
        # All workers were busy, and as many again waited for them.
        assert other.ask(**_SHORT)


def test_every_question_has_one_end(page: Page) -> None:
    """Cancelled before it began, or as it begins, and twice."""
    ended: dict[int, int] = {}
    for _ in range(MOST - 1):
        number = page.begin(**_LONG)
        page.cancel(number)
        page.cancel(number)
    while len(ended) < MOST - 1:
        message = page.receive()
        assert message.get("cancelled") is True
        ended[message["id"]] = ended.get(message["id"], 0) + 1
    assert set(ended.values()) == {1}
    assert page.ask("hello") and page.ask(**_SHORT)


def test_a_number_is_asked_once_at_a_time(page: Page) -> None:
    number = page.begin(**_LONG)
    page.send({"id": number, "question": "hello"})
    while "error" not in (message := page.receive()):
        pass
    assert set(message) == {"error"} and f"id {number} is asked already" in message["error"]["message"]
    page.cancel(number)
    assert page.answer(number).end == {"id": number, "cancelled": True}


def test_parts_come_before_the_end(page: Page) -> None:
    answer = page.asked(**{**_SHORT, "strains": ["S+", "NT-"]})
    assert [(part["seat"], part["strain"]) for part in answer.parts] == [
        (seat, strain) for strain in ("S+", "NT-") for seat in "NESW"
    ]
    assert [row[1] for row in answer.done["tricks"]] == [part["tricks"] for part in answer.parts[4:]]


def test_pages_are_answered_side_by_side(place: Place) -> None:
    with place.page() as first, place.page() as second:
        one, two = first.begin(**_SHORT), second.begin("hello")
        assert second.answer(two).done["version"] == ws.__version__
        assert first.answer(one).done["rows"] == ["N", "E", "S", "W"]


# Faults of ours, and limits that are soon reached, in a thread of this process.


@pytest.mark.parametrize(
    "fault", [ZeroDivisionError("x"), MemoryError(), RecursionError(), SystemExit(3), GeneratorExit()]
)
def test_a_fault_of_an_answer_is_told_and_the_next_question_answered(
    monkeypatch: pytest.MonkeyPatch, fault: BaseException
) -> None:
    from whistsolve.board.questions import program

    def fails(asked: object, context: object) -> object:
        raise fault

    with running_board() as place, place.page() as page:
        with monkeypatch.context() as patched:
            patched.setattr(program, "answer_hello", fails)
            error = page.asked("hello").error
        assert error["kind"] == "InternalError" and type(fault).__name__ in error["message"]
        assert page.ask("hello")


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {1}, object()])
def test_an_answer_that_is_no_json_is_a_fault(monkeypatch: pytest.MonkeyPatch, value: object) -> None:
    from whistsolve.board.questions import program

    with running_board() as place, place.page() as page:
        with monkeypatch.context() as patched:
            patched.setattr(program, "answer_hello", lambda asked, context: {"value": value})
            assert page.asked("hello").error["kind"] == "InternalError"
            patched.setattr(program, "answer_hello", lambda asked, context: context.send(value=value))
            assert page.asked("hello").error["kind"] == "InternalError"
        assert page.ask("hello")


def test_parts_that_nobody_takes_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    from whistsolve.board.questions import program

    def tells(asked: object, context: Any) -> object:
        for number in range(5_000):
            context.send(number=number)
        return {"all": True}

    monkeypatch.setattr(messages, "_MOST_PARTS", 3)
    monkeypatch.setattr(program, "answer_hello", tells)
    with running_board() as place, place.page() as page:
        answer = page.asked("hello")
        numbers = [part["number"] for part in answer.parts]
        assert answer.done == {"all": True} and numbers == sorted(numbers)


def test_a_conversation_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Conversation] = []
    run = Conversation.run

    async def noted(self: Conversation) -> None:
        await run(self)
        seen.append(self)

    monkeypatch.setattr(Conversation, "run", noted)
    with running_board() as place:
        with place.page(close_timeout=0) as page:
            for _ in range(5):
                page.begin(**_LONG)
            page.ask("hello")
        with place.page() as page:
            assert page.ask(**_SHORT)
    assert len(seen) == 2 and not any(conversation._questions for conversation in seen)

"""Page sessions: whatever a page sends is answered as the protocol says, and the session goes on."""

from collections.abc import Iterator
from typing import Any
from unittest.mock import Mock

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.support.board import Page, Place, running_board
from tests.support.board_answers import ask
from websockets.exceptions import ConnectionClosed

import whistsolve as ws
from whistsolve import errors
from whistsolve.solving.bench.hard_deals import HARD_DEALS
from whistsolve_board import messages
from whistsolve_board.handlers import _HANDLERS, rules
from whistsolve_board.messages import message_of, text_of
from whistsolve_board.session import PageSession

SMALL = {"deal": "N:AK... QJ... T9... 87..."}
#: Requests that a page may have at once.
MOST = 24
KINDS = {name for name, error in vars(errors).items() if isinstance(error, type)} | {"Busy"}


@pytest.fixture
def page(place: Place) -> Iterator[Page]:
    with place.page() as found:
        yield found


# Messages that are no requests.

NO_REQUESTS: list[str | bytes] = ["", "{", "null", "{1: 2}", "\ufeff{}", "{}", '{"question": "hello"}']
NO_REQUESTS += [
    '[{"id": 1}]',
    '{"id": 1, "question": "hello",}',
    '{"id": 1, "question": "hello", "x": 1e999}',
]
NO_REQUESTS += ['{"id": 1, "question": "hello", "more": Infinity}', '{"id": 1, "question": ' + "[" * 400_000]
NO_REQUESTS += ["[" * 500_000, "9" * 10_000, b"\xff", b'{"id": 1, "question": "hello"}']


def test_other_messages_are_answered_without_an_id(place: Place) -> None:
    for message in NO_REQUESTS:
        with place.page() as page:
            page.send(message)
            answer = page.receive()
            assert set(answer) == {"error"} and set(answer["error"]) == {"kind", "message"}, message[:40]
            assert answer["error"]["kind"] == "WhistError" and ": expected " in answer["error"]["message"]
            assert page.ask("hello"), message[:40]


def test_an_id_is_a_whole_number(page: Page) -> None:
    for number in ("1.0", "-1", "true", '"1"', "[1]", "null", "9" * 400, str(2**53), "1e3"):
        for message in (f'{{"id": {number}, "question": "hello"}}', f'{{"cancel": {number}}}'):
            page.send(message)
            answer = page.receive()
            assert set(answer) == {"error"} and answer["error"]["kind"] == "WhistError", message
    for highest in (0, 2**53 - 1):
        page.send({"id": highest, "question": "hello"})
        assert page.receive()["id"] == highest


def test_unknown_requests_fields_and_ids_do_no_harm(page: Page) -> None:
    for name in ("nothing", "", "HELLO", 1, None, [], "__class__", "hello\ud800", "x" * 10_000):
        page.send({"id": 5, "question": name})
        answer = page.receive()
        assert set(answer) == {"id", "error"} and answer["id"] == 5, name
        message = answer["error"]["message"]
        assert message.startswith("question ") and "hello, " in message and len(message) < 2_000, name
    page.send('{"id": 1, "question": "rules", "rules": "\\ud800"}')
    assert page.receive()["error"]["kind"] == "RulesError"
    page.send('{"id": 1, "id": 2, "question": "x", "question": "hello", "\\ud800": [[[[{}]]]]}')
    assert page.receive()["id"] == 2
    # Cancelling an unknown request has no answer.
    for number in (0, 1, 2**53 - 1):
        page.send({"cancel": number})
    assert page.begin("hello") == 1
    assert page.receive()["id"] == 1
    page.send({"cancel": 1})  # too late: it has been answered
    assert page.ask("hello")


def test_long_messages_and_too_many_end_the_session(place: Place) -> None:
    with place.page() as page:
        page.send({"id": 1, "question": "read", "text": "x" * 1_000_000})
        assert page.receive()["error"]
        page.send({"id": 2, "question": "read", "text": "x" * (1 << 20)})
        with pytest.raises(ConnectionClosed):
            page.receive()
    with place.page() as page, pytest.raises(ConnectionClosed) as closed:
        for _ in range(1000):
            page.send('{"cancel": 0}')
        while True:
            page.receive()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1008


# Fields of every kind for every request.

_KNOWN = ("", "N", "-1", "4", "S+", "SA SK", "H5 D3", "pass 3-", "3 -2", "bid_whist", "svg", "% PBN")
_DEALS = ("N:AK... QJ... T9... 87... | H5 D3", "0:AK... QJ... T9...", '[Deal "N:AK... QJ... T9... 87..."]')
_ODD = ("\x00", "\ud800", "٣", "²", "1_0", "9" * 5000, "[" * 3000, "jokers=x", "#deal=N%3AAK...+QJ...+T9...")
_TEXTS = st.text(max_size=20) | st.sampled_from([*_KNOWN, *_DEALS, *_ODD])
_NUMBERS = st.integers(-3, 20) | st.sampled_from([2**31, -(2**63), 10**400, 0.5, -0.0, 1e300])
_VALUES = st.recursive(
    st.none() | st.booleans() | _NUMBERS | _TEXTS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(_TEXTS, inner, max_size=3)),
    max_leaves=5,
)
_HAND = {"deal": "N:AK... QJ... T9... 87... | H5 D3", "dealer": "S", "calls": "pass", "scores": "0 0"}
_HAND |= {"strain": "S+", "level": "1", "declarer": "N", "discard": "H5 D3", "played": "SQ ST", "title": "x"}
_GAME = ask("new_game", rules="whist", strength="quick", seed=1)["game"] | {"scores": "0 0"}


def _changed(fields: dict[str, Any], *more: str) -> st.SearchStrategy[Any]:
    """Objects of which some fields are left out, or have other values."""
    names = st.sampled_from([*fields, *more])
    changes = st.dictionaries(names, st.one_of(st.none(), _VALUES), max_size=4)
    return st.one_of(st.just(SMALL), changes.map(lambda changed: {**fields, **changed}), _VALUES)


#: Each request is sent with some arguments that are not its own.
ARGUMENTS = ["act", "as", "at", "call", "cards", "declarer", "kitty", "open", "rules", "samples", "seat"]
ARGUMENTS += ["seed", "strains", "strength", "text", "tricks", "where"]


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(
    question=st.sampled_from(sorted(_HANDLERS)),
    hand=_changed(_HAND, "rules", "leader", "holder"),
    game=_changed(_GAME),
    arguments=st.dictionaries(st.sampled_from(ARGUMENTS), _VALUES, max_size=4),
    few=st.sampled_from([{}, {"samples": 2}]),
)
def test_whatever_a_field_is_the_answer_is_one_of_the_protocol(
    place: Place, question: str, hand: object, game: object, arguments: dict[str, Any], few: dict[str, Any]
) -> None:
    with place.page() as page:
        answer = page.asked(question, **{"hand": hand, "game": game, **arguments, **few})
        assert page.ask("hello")  # the session goes on
    [kind] = set(answer.end) - {"id"}
    if kind == "error":
        assert answer.error["kind"] in KINDS, answer.error
        assert set(answer.error) == {"kind", "message"} and answer.error["message"]
    else:
        assert kind == "done" and isinstance(answer.done, dict)
    assert all(isinstance(part, dict) for part in answer.parts)


@given(_VALUES)
def test_messages_are_strict_json(value: object) -> None:
    text = text_of({"value": value})
    assert text.isascii() and "\n" not in text
    assert message_of(text) == {"value": value}
    for wrong in (float("nan"), float("inf"), {1, 2}, object()):
        with pytest.raises((ValueError, TypeError)):
            text_of({"value": [value, wrong]})


# Requests that take long.

_LONG = {"question": "table", "kitty": True, "hand": {"deal": str(ws.Deal.random(5))}}
_HARD = {"question": "table", "kitty": False, "hand": {"deal": HARD_DEALS[0].deal, "rules": "whist"}}
#: Needs one of the threads that long requests occupy.
_SHORT = {"question": "table", "kitty": False, "hand": SMALL}


@pytest.mark.parametrize("way", ["cancelled", "closed at once", "closed"])
def test_cancelled_requests_free_their_threads(place: Place, way: str) -> None:
    with place.page() as other, place.page(close_timeout=0) as page:
        numbers = [page.begin(**(_LONG if number % 2 else _HARD)) for number in range(MOST)]
        assert page.asked("hello").error["kind"] == "Busy"
        # Short requests do not wait for long ones of any page.
        last = numbers.pop()
        page.send({"cancel": last})
        assert page.answer(last).end == {"id": last, "cancelled": True}
        assert page.ask("position", hand=SMALL) and other.ask("hello")
        if way == "cancelled":
            for number in numbers:
                page.send({"cancel": number})
            assert page.ask(**_SHORT)
        elif way == "closed":
            page.socket.close()
        else:
            page.socket.socket.close()
        assert other.ask(**_SHORT)


def test_every_request_has_one_end_and_an_id_of_its_own(page: Page) -> None:
    """Those that are cancelled before they begin, or as they begin, and twice."""
    ended: list[int] = []
    for _ in range(MOST - 1):
        number = page.begin(**_LONG)
        page.send({"cancel": number})
        page.send({"cancel": number})
    while len(ended) < MOST - 1:
        message = page.receive()
        assert message.get("cancelled") is True
        ended.append(message["id"])
    assert len(set(ended)) == MOST - 1
    assert page.ask("hello") and page.ask(**_SHORT)
    number = page.begin(**_LONG)
    page.send({"id": number, "question": "hello"})
    while "error" not in (message := page.receive()):
        pass
    assert set(message) == {"error"}
    assert f"id {number} is used by another request" in message["error"]["message"]
    page.send({"cancel": number})
    assert page.answer(number).end == {"id": number, "cancelled": True}


def test_parts_come_before_the_end_and_pages_are_answered_side_by_side(page: Page, place: Place) -> None:
    number = page.begin(**{**_SHORT, "strains": ["S+", "NT-"]})
    with place.page() as other:
        assert other.ask("hello")["version"] == ws.__version__
    answer = page.answer(number)
    assert [(part["seat"], part["strain"]) for part in answer.parts] == [
        (seat, strain) for strain in ("S+", "NT-") for seat in "NESW"
    ]
    assert [row[1] for row in answer.done["tricks"]] == [part["tricks"] for part in answer.parts[4:]]


# Faults of handlers, and limits that are soon reached, in a thread of this process.


def test_an_error_in_a_handler_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    faults = (ZeroDivisionError("x"), MemoryError(), RecursionError(), SystemExit(3), GeneratorExit())
    answers = {type(fault).__name__: Mock(side_effect=fault) for fault in faults}
    # What JSON does not have.
    answers |= {"set": Mock(return_value={"value": {1}})}
    answers |= {"JSON": Mock(side_effect=lambda arguments, context: context.send(value={1}))}
    with running_board() as place, place.page() as page:
        for name, answer in answers.items():
            with monkeypatch.context() as patched:
                patched.setattr(rules, "answer_hello", answer)
                error = page.asked("hello").error
            assert error["kind"] == "InternalError" and name in error["message"]
            assert page.ask("hello")


def test_parts_that_the_page_does_not_read_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    def sends(arguments: object, context: Any) -> object:
        for number in range(5_000):
            context.send(number=number)
        return {"all": True}

    monkeypatch.setattr(messages, "_MOST_PARTS", 3)
    monkeypatch.setattr(rules, "answer_hello", sends)
    with running_board() as place, place.page() as page:
        answer = page.asked("hello")
        numbers = [part["number"] for part in answer.parts]
        assert answer.done == {"all": True} and numbers == sorted(numbers)


def test_a_session_that_ends_has_no_requests_left(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[PageSession] = []
    run = PageSession.run

    async def noted(self: PageSession) -> None:
        await run(self)
        ended.append(self)

    monkeypatch.setattr(PageSession, "run", noted)
    with running_board() as place:
        with place.page(close_timeout=0) as page:
            for _ in range(5):
                page.begin(**_LONG)
            page.ask("hello")
        with place.page() as page:
            assert page.ask(**_SHORT)
    assert len(ended) == 2 and not any(session._requests for session in ended)

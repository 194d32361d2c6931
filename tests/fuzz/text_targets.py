"""Targets for all that is read from text: values, acts, hands, rules, conditions, rows, links and messages.

What is read is printed, and read again as the same.
"""

import functools
import itertools
import pickle

import numpy as np
from tests.fuzz.reading import accepted, text_of_bytes
from tests.support.random_rules import values_of

from whistsolve.conditions import deal_average, deal_frequency
from whistsolve.conditions.language import read_condition, read_expressions
from whistsolve.conditions.terms import Columns
from whistsolve.game import HandState
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import read_call, read_calls
from whistsolve.game.hand.acts import read_act
from whistsolve.notation import format_ptn, read_hands, read_ptn
from whistsolve.rules import Rules
from whistsolve.rules.reading import rules_from_text, rules_to_text
from whistsolve.runs.readers import rows_of_lines
from whistsolve.runs.rows import Fields, Row
from whistsolve.solving.position import Position
from whistsolve.values import Card, Contract, Deal, Hand, Strain
from whistsolve_board import sources
from whistsolve_board.arguments import Arguments
from whistsolve_board.games import Game
from whistsolve_board.handlers import handler_named
from whistsolve_board.hands import BoardHand
from whistsolve_board.messages import message_of, text_of

_STAGES = (
    *("auction", "declaration", "discard", "exchange", "hand_option", "play", "claim", "settlement", "over"),
)
#: Acts of a hand that are tried by number; discards alone may be thousands.
_MOST_LEGAL = 64
_KINDS = ("text", "json", "ptn", "pbn", "lin")
#: Rows and texts of one input that are looked at.
_MOST = 20
#: What no option is, and what some are by accident.
_ODD = (
    *(None, True, False, -1, 0, 1, 2, 3, 7, 13, 54, 10**30, -(2**63), 0.5, float("nan"), float("inf")),
    *("", " ", "none", "\x00", "♠", "\ud800", "x" * 300, b"bytes"),
    *((), (1,), [1, 2], {}, {"a": 1}, {1}, object),
)
#: Deals of few cards, so that what is solved is solved at once.
_DEALS = ("N:A2.K.. Q3.A.. K4.Q.. J5.J.. | ...A2", "N:K4.Q.. J5.J.. A2.K.. Q3...A | .A..2")
_values = functools.cache(values_of)


def _printed(kind):
    """A target for values of a kind: what is read is read from what it prints."""

    def target(data):
        value = accepted(lambda: kind.from_text(text_of_bytes(data)))
        assert value is None or kind.from_text(str(value)) == value

    return target


fuzz_card, fuzz_deal, fuzz_strain = map(_printed, (Card, Deal, Strain))


def fuzz_hand(data):
    text = text_of_bytes(data)
    hand = accepted(lambda: Hand.from_text(text))
    assert hand is None or Hand.from_text(str(hand)) == hand
    accepted(lambda: Hand(text.split()))


def fuzz_contract(data):
    text = text_of_bytes(data)
    for declarer in (None, 0, "N"):
        contract = accepted(functools.partial(Contract.from_text, text, declarer))
        if contract is not None:
            assert Contract.from_text(str(contract)) == contract


def fuzz_calls(data):
    """One call, and several in an auction."""
    text = text_of_bytes(data)
    call = accepted(lambda: read_call(text))
    assert call is None or read_call(str(call)) == call
    auctions = _auctions()
    auction = auctions[len(data) % len(auctions)]
    for each in accepted(lambda: read_calls(text)) or ():
        auction = accepted(functools.partial(auction.after, each)) or auction


def fuzz_ptn(data):
    text = text_of_bytes(data)
    hands = accepted(lambda: read_ptn(text))
    if hands is not None:
        assert format_ptn(hands) == (text if hands else "") and read_ptn(format_ptn(hands)) == hands


def fuzz_read(data):
    """PBN, LIN, links with LIN, and what else is told from the text itself."""
    accepted(lambda: list(read_hands(text_of_bytes(data))))


def fuzz_acts(data):
    """A hand: a byte for the rules, then lines, each an act, or ``#`` for one of the legal acts."""
    states = _states()
    state = states[data[0] % len(states) if data else 0].copy()
    for line in text_of_bytes(data[1:]).split("\n")[:60]:
        if line.startswith("#"):
            legal = list(itertools.islice(state.legal_acts(), _MOST_LEGAL))
            if legal:
                state.push(legal[sum(map(ord, line)) % len(legal)])
            continue
        for stage in _STAGES:
            accepted(functools.partial(read_act, line, stage, state.rules))
        read = accepted(functools.partial(state.read, line))
        if read is not None:
            assert state.read(str(read)) == read
        accepted(functools.partial(state.push, line))


@functools.cache
def _auctions():
    """An auction of every preset that has one."""
    presets = map(Rules.preset, Rules.preset_names())
    return tuple(Auction.start(rules, 0) for rules in presets if rules.trump_rule == "declared")


@functools.cache
def _states():
    """A hand of every preset before its first act."""
    return tuple(HandState.random(seed, Rules.preset(name)) for seed, name in enumerate(Rules.preset_names()))


def fuzz_rules_text(data):
    rules = accepted(lambda: rules_from_text(text_of_bytes(data)))
    if rules is not None:
        _check_rules(rules)


def fuzz_rules_object(data):
    """Options by name: two bytes each, for the option and its value, which may be an odd one."""
    names = [document.name for document in Rules.options()]
    options = {}
    for at in range(0, min(len(data), 24) - 1, 2):
        name = names[data[at] % len(names)]
        values = (*_values(name), *(_ODD if data[at + 1] >= 192 else ()))
        options[name] = values[data[at + 1] % len(values)]
    rules = accepted(lambda: Rules.from_dict(options))
    if rules is not None:
        _check_rules(rules)


def fuzz_conditions(data):
    """A condition and an expression; what can be read is worked out over some deals."""
    text = text_of_bytes(data)
    columns, deals = _columns()
    for read in (read_condition, read_expressions):
        accepted(functools.partial(read, text, columns))
    accepted(functools.partial(columns.read_cards, text))
    for statistic in (deal_average, deal_frequency):
        given = {"deck": columns.deck, "sizes": columns.sizes}
        found = accepted(functools.partial(statistic, text, deals, columns.rules, **given))
        assert found is None or found.deals == len(deals)


def _check_rules(rules):
    assert rules_from_text(rules_to_text(rules, "bid_whist")) == rules
    same = Rules.from_dict(rules.overrides()), pickle.loads(pickle.dumps(rules))
    assert same == (rules, rules) and hash(same[0]) == hash(rules)
    assert str(rules) and repr(rules) and isinstance(rules.warnings(), tuple)


@functools.cache
def _columns():
    """Columns of few cards, and deals of them."""
    deals = [Deal.from_text(text) for text in _DEALS]
    masks = [[hand.mask for hand in (*deal.hands, deal.kitty or Hand())] for deal in deals]
    return Columns.read(None, deals[0].cards, [3, 3, 3, 3, 2]), np.array(masks, np.uint64)


def fuzz_rows(data):
    """A file of lines as every kind of file; each row as the batch reads its fields."""
    lines = data.splitlines(keepends=True)[:_MOST]
    for kind in (None, *_KINDS):
        for number, row in enumerate(accepted(lambda kind=kind: list(rows_of_lines(lines, kind)))):
            assert row.line >= 1 and (row.fields or row.fault or kind == "json"), row
            _read_row(Fields(number, row, {}))
            _read_row(Fields(number, Row(row.line, row.fields), {"strain": "S+", "leader": 0}))


def fuzz_links(data):
    """What a person gives the board to read; the fields of each hand are read again as they are."""
    found = accepted(lambda: sources.read_hands(text_of_bytes(data[:4000]), None))
    if found is not None:
        for fields in found[1][:_MOST]:
            assert BoardHand.read(fields).fields() == fields


def fuzz_messages(data):
    """A message of the page: the question it asks, and the documents in its fields."""
    message = accepted(lambda: message_of(text_of_bytes(data)))
    if message is None:
        return
    assert message_of(text_of(message)) == message
    arguments = Arguments(message)
    accepted(lambda: handler_named(message.get("question")))
    accepted(arguments.rules)
    accepted(arguments.hand)
    accepted(lambda: Game.read(arguments).played())
    accepted(lambda: sources.read_hands(arguments.text("text"), None))
    accepted(lambda: arguments.integers("scores", 6))


def _read_row(row):
    accepted(lambda: Deal.of(row.required("deal")))
    accepted(functools.partial(_position, row))


def _position(row):
    leader = row.required("leader")
    declarer, played = row.get("declarer", leader), row.get("played", ())
    return Position.read(row.required("deal"), row.required("strain"), leader, declarer, played, None)

"""Targets for values, calls, acts and texts: what is read is printed, and read again as the same."""

import functools
import itertools

from tests.fuzz.reading import accepted, text_of_bytes

from whistsolve.game import HandState
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import read_call, read_calls
from whistsolve.game.hand.act_texts import read_act
from whistsolve.notation import format_ptn, read_hands, read_ptn
from whistsolve.rules import Rules
from whistsolve.values import Card, Contract, Deal, Hand, Strain

__all__ = [
    *("fuzz_acts", "fuzz_calls", "fuzz_card", "fuzz_contract", "fuzz_deal"),
    *("fuzz_hand", "fuzz_ptn", "fuzz_read", "fuzz_strain"),
]

_STAGES = (
    *("auction", "declaration", "discard", "exchange", "hand_option", "play", "claim", "settlement", "over"),
)
#: Acts of a hand that are tried by number; discards alone may be thousands.
_MOST_LEGAL = 64


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
        assert read_ptn(format_ptn(hands)) == hands


def fuzz_read(data):
    """PBN, LIN, links with LIN, and what else is told from the text itself."""
    accepted(lambda: read_hands(text_of_bytes(data)))


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


@functools.lru_cache(maxsize=1)
def _auctions():
    """An auction of every preset that has one."""
    presets = map(Rules.preset, Rules.preset_names())
    return tuple(Auction.start(rules, 0) for rules in presets if rules.trump_rule == "declared")


@functools.lru_cache(maxsize=1)
def _states():
    """A hand of every preset before its first act."""
    return tuple(HandState.random(seed, Rules.preset(name)) for seed, name in enumerate(Rules.preset_names()))

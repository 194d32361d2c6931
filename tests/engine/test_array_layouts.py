"""Arrays as callers have them: off alignment, strided, backwards, read-only, in another order of bytes."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import whistsolve as ws
from whistsolve.dealing import random_deals
from whistsolve.evaluation import Evaluator
from whistsolve.solving import alpha_mu, solve_card_rows, solve_rows

RULES = ws.Rules.preset("bid_whist_seed", hand_size=5, kitty_size=34, bid_base=0)
STRAINS = ("S+", "NT-")
MORE = {"rules": RULES, "memory_mb": 2}
DEALS = random_deals(6, 3, RULES)[:, :4]
#: One situation: the first hand is known, the cards of two others are exchanged.
LAYOUTS = np.array([DEALS[0], DEALS[0][[0, 2, 1, 3]], DEALS[0][[0, 3, 2, 1]]])
NUMBERS = np.array([0, 1, 2, 3, 1, 0])

Array = NDArray[Any]


def off_alignment(array, offset):
    """The same, so many bytes behind an address that the dtype is aligned at."""
    memory = np.zeros(array.nbytes + 64, dtype=np.uint8)
    start = -memory.ctypes.data % 64 + offset
    found = memory[start : start + array.nbytes].view(array.dtype).reshape(array.shape)
    found[...] = array
    return found


def packed(array):
    """A field of records without padding, as files have them."""
    found = np.zeros(array.shape, dtype=[("flag", np.uint8), ("value", array.dtype)])
    found["value"] = array
    return found["value"]


def read_only(array):
    return np.frombuffer(array.tobytes(), dtype=array.dtype).reshape(array.shape)


FORMS = {
    "one byte off": lambda array: off_alignment(array, 1),
    "Fortran": lambda array: array.copy(order="F"),
    "every other row": lambda array: np.repeat(array, 2, axis=0)[::2],
    "backwards": lambda array: array[::-1].copy()[::-1],
    "all backwards": lambda array: np.flip(np.flip(array).copy()),
    "read-only": read_only,
    "packed records": packed,
    "broadcast": lambda array: np.broadcast_to(array, (2, *array.shape))[1],
}


def values(found):
    """What alpha-mu says of each card."""
    return [(card.card, card.suit, card.value, card.made.tolist()) for card in found.cards]


CALLS = {
    "solve_many": (DEALS, lambda rows: ws.solve_many(rows, STRAINS, **MORE)),
    "solve_rows": (DEALS, lambda rows: solve_rows(rows, "S+", leaders=NUMBERS, declarers=0, **MORE)),
    "solve_rows, leaders": (
        NUMBERS,
        lambda leaders: solve_rows(DEALS, "S+", leaders=leaders, declarers=leaders, **MORE),
    ),
    "solve_card_rows": (
        LAYOUTS,
        lambda rows: solve_card_rows(rows, "S+", 0, 0, first_trick=False, **MORE)[1],
    ),
    "alpha_mu": (
        LAYOUTS,
        lambda rows: values(alpha_mu(rows, "S+", 0, target=2, depth=1, rules=RULES, memory_mb=4)),
    ),
    "alpha_mu, weights": (
        np.array([0.5, 0.25, 0.25]),
        lambda weights: values(
            alpha_mu(LAYOUTS, "S+", 0, target=2, depth=1, weights=weights, rules=RULES, memory_mb=4)
        ),
    ),
    "deal_average": (random_deals(6, 3, RULES), lambda rows: ws.deal_average("hcp(N)", rows, RULES).mean),
    "Evaluator": (
        random_deals(4, 1, ws.Rules())[:, 0],
        lambda hands: Evaluator().distributions(hands, STRAINS),
    ),
}


@pytest.mark.parametrize("call", CALLS)
def test_the_answers_are_those_of_a_plain_array(call):
    plain, ask = CALLS[call]
    want = ask(plain)
    for form, made in FORMS.items():
        given = made(plain)
        before = given.copy()
        assert np.array_equal(given, plain), form
        found = ask(given)
        assert np.array_equal(found, want) if isinstance(want, np.ndarray) else found == want, form
        assert np.array_equal(given, before), f"{form}: what the caller gave was written to"
    if plain.dtype == np.uint64:
        with pytest.raises(ws.WhistError, match=">u8"):
            ask(plain.astype(">u8"))

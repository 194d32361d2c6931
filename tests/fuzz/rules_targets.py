"""Targets for rules and conditions."""

import functools
import pickle

import numpy as np
from tests.fuzz.reading import accepted, text_of_bytes
from tests.support.random_rules import values_of

from whistsolve.conditions import deal_average, deal_frequency
from whistsolve.conditions.columns import Columns
from whistsolve.conditions.language import read_condition, read_expressions
from whistsolve.rules import Rules
from whistsolve.rules.reading import rules_from_text, rules_to_text
from whistsolve.values import Deal, Hand

__all__ = ["fuzz_conditions", "fuzz_rules_object", "fuzz_rules_text"]

#: What no option is, and what some are by accident.
_ODD = (
    *(None, True, False, -1, 0, 1, 2, 3, 7, 13, 54, 10**30, -(2**63), 0.5, float("nan"), float("inf")),
    *("", " ", "none", "\x00", "♠", "\ud800", "x" * 300, b"bytes"),
    *((), (1,), [1, 2], {}, {"a": 1}, {1}, object),
)
_VALUES = functools.cache(values_of)
#: Deals of few cards, so that what is solved is solved at once.
_DEALS = ("N:A2.K.. Q3.A.. K4.Q.. J5.J.. | ...A2", "N:K4.Q.. J5.J.. A2.K.. Q3...A | .A..2")


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
        values = (*_VALUES(name), *(_ODD if data[at + 1] >= 192 else ()))
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
        found = accepted(
            functools.partial(statistic, text, deals, columns.rules, deck=columns.deck, sizes=columns.sizes)
        )
        assert found is None or found.deals == len(deals)


def _check_rules(rules):
    assert Rules.from_dict(rules.overrides()) == rules
    assert rules_from_text(rules_to_text(rules, "bid_whist")) == rules
    assert pickle.loads(pickle.dumps(rules)) == rules and hash(rules) == hash(
        Rules.from_dict(rules.overrides())
    )
    assert str(rules) and repr(rules) and isinstance(rules.warnings(), tuple)


@functools.lru_cache(maxsize=1)
def _columns():
    """Columns of few cards, and deals of them."""
    deals = [Deal.from_text(text) for text in _DEALS]
    masks = [[hand.mask for hand in (*deal.hands, deal.kitty or Hand())] for deal in deals]
    return Columns.read(None, deals[0].cards, [3, 3, 3, 3, 2]), np.array(masks, np.uint64)

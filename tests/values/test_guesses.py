"""Names that are guessed: what is refused with the way to do it."""

import copy
import pickle

import pytest

import whistsolve as ws
from whistsolve._internal.guesses import _GUESSES
from whistsolve.game import HandView, PlayedHand
from whistsolve.solving import Solution, TrickTable
from whistsolve.tabular import Tabular

CLASSES = (
    ws.Card,
    ws.Hand,
    ws.Deal,
    ws.HandState,
    HandView,
    PlayedHand,
    ws.Rules,
    Solution,
    TrickTable,
    Tabular,
)
DEAL = ws.Deal("N:AK... QJ... T9... 87...")
THINGS = {
    "Deal": DEAL,
    "HandState": ws.HandState.random(1, "whist"),
    "HandView": ws.HandState.random(1, "whist").view(),
    "Rules": ws.Rules("whist"),
    "Solution": DEAL.solve("NT+", "N"),
    "TrickTable": DEAL.table(),
}


def test_no_guess_is_a_name_of_its_class():
    assert {each.__name__ for each in CLASSES} == set(_GUESSES)
    for each in CLASSES:
        guessed = " ".join(_GUESSES[each.__name__]).split()
        assert len(guessed) == len(set(guessed)) and not set(guessed) & set(dir(each)), each


@pytest.mark.parametrize("name", THINGS)
def test_a_guess_is_refused_with_the_name_here(name):
    thing = THINGS[name]
    for guesses, expected in _GUESSES[name].items():
        for guess in guesses.split():
            with pytest.raises(AttributeError) as caught:
                getattr(thing, guess)
            assert str(caught.value) == f"{name} has no {guess!r}: expected {expected}"
    with pytest.raises(AttributeError, match=f"^'{name}' object has no attribute 'nothing'$"):
        thing.nothing  # noqa: B018
    assert pickle.loads(pickle.dumps(thing)) == copy.deepcopy(thing) == copy.copy(thing) == thing


def test_names_of_the_class_itself_are_refused_too():
    with pytest.raises(AttributeError, match=r"^Deal has no 'from_pbn': expected Deal\(text\)"):
        ws.Deal.from_pbn  # noqa: B018
    with pytest.raises(AttributeError, match=r"^Rules has no 'presets': expected preset_names\(\)$"):
        ws.Rules.presets  # noqa: B018
    with pytest.raises(AttributeError, match=r"^type object 'Deal' has no attribute 'nothing'$"):
        ws.Deal.nothing  # noqa: B018

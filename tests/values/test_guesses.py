"""Names that are guessed: what is refused with the way to do it."""

import copy
import pickle

import pytest

import whistsolve as ws
from whistsolve._internal.guesses import guesses
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
    assert {each.__name__ for each in (ws, *CLASSES)} == set(guesses())
    for each in (ws, *CLASSES):
        assert not set(guesses()[each.__name__]) & set(dir(each)), each


@pytest.mark.parametrize("name", THINGS)
def test_a_guess_is_refused_with_the_name_here(name):
    thing = THINGS[name]
    for guess, expected in guesses()[name].items():
        with pytest.raises(AttributeError) as caught:
            getattr(thing, guess)
        assert str(caught.value) == f"{name} has no {guess!r}: expected {expected}"
    with pytest.raises(AttributeError, match=f"^'{name}' object has no attribute 'nothing'$"):
        thing.nothing  # noqa: B018
    assert pickle.loads(pickle.dumps(thing)) == copy.deepcopy(thing) == copy.copy(thing) == thing


def test_a_wrong_argument_is_refused_with_those_there_are():
    with pytest.raises(TypeError, match="unexpected keyword argument 'trump': expected some of deal, strain"):
        ws.solve(DEAL, trump="S", leader="N")
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'leader': expected some of"):
        ws.solve(DEAL, "S+")


def test_names_of_the_package_and_of_a_class_are_refused_too():
    with pytest.raises(
        AttributeError, match=r"^whistsolve has no 'read_pbn': expected read\(path_or_text\)$"
    ):
        ws.read_pbn  # noqa: B018
    with pytest.raises(AttributeError, match=r"^Deal has no 'from_pbn': expected Deal\(text\)"):
        ws.Deal.from_pbn  # noqa: B018
    with pytest.raises(AttributeError, match=r"^Rules has no 'presets': expected preset_names\(\)$"):
        ws.Rules.presets  # noqa: B018
    with pytest.raises(AttributeError, match=r"^type object 'Deal' has no attribute 'nothing'$"):
        ws.Deal.nothing  # noqa: B018

"""The game for OpenSpiel, by its own tests: random play, saved states, playthroughs, its interface."""

import sys
import unittest

import pytest

import whistsolve.env.openspiel  # noqa: F401, registers the game
from whistsolve.errors import WhistError

pyspiel = pytest.importorskip("pyspiel", reason="needs OpenSpiel")

GAMES = ("bid_whist", "cutthroat", "whist", "dummy", "double_dummy")


@pytest.fixture
def absl():
    """Flags that OpenSpiel's tests read; and its log may not close the stream that pytest captures."""
    pytest.importorskip("absl.flags").FLAGS(["pytest"])
    yield
    pytest.importorskip("absl.logging").get_absl_handler().python_handler.stream = sys.__stderr__


@pytest.mark.parametrize("name", [*GAMES, "dummy_classic", "double_dummy jokers:2 seating:facing"])
def test_random_play_is_consistent(name):
    """Utilities and lengths within their bounds, legal actions, and states that are copied and saved."""
    game = pyspiel.load_game(f"python_whistsolve(rules={name})")
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.usefixtures("absl")
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ImportWarning")
def test_a_playthrough_is_the_same_again(name, tmp_path):
    made = pytest.importorskip("open_spiel.python.algorithms.generate_playthrough")
    file = tmp_path / "playthrough.txt"
    file.write_text(made.playthrough(f"python_whistsolve(rules={name})", None, seed=1), "utf-8")
    told, again = made.replay(str(file))
    assert told == again and "InformationStateString" in told


@pytest.mark.usefixtures("absl")
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ImportWarning")
def test_its_interface_is_the_one_of_openspiel():
    api = pytest.importorskip("open_spiel.integration_tests.api_test")

    class OfTheGame(api.EnforceAPIOnPartialTreeBase):
        game, game_name = pyspiel.load_game("python_whistsolve"), "python_whistsolve"

    outcome = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(OfTheGame).run(outcome)
    assert outcome.testsRun >= 5 and not outcome.failures and not outcome.errors, outcome


def test_parameters_are_text_that_the_game_reads_again():
    for rules, told in (
        ("whist target=7", "whist target:7"),
        ("whist trump_rule:fixed_order trump_order:S/H/D", "whist trump_rule:fixed_order trump_order:S/H/D"),
    ):
        game = pyspiel.load_game("python_whistsolve", {"rules": rules, "dealer": 2})
        assert str(game) == f"python_whistsolve(dealer=2,rules={told})"
        assert pyspiel.load_game(str(game)).rules == game.rules
    for wrong in ({"rules": "whits"}, {"dealer": 4}):
        with pytest.raises(WhistError, match=r"whits|dealer 4"):
            pyspiel.load_game("python_whistsolve", wrong)

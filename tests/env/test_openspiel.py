"""The game for OpenSpiel, by its own tests: random play, saved states, playthroughs, its interface."""

import itertools
import random
import sys
import unittest
from collections import Counter

import numpy as np
import pytest

import whistsolve.env.openspiel  # noqa: F401, registers the game
from whistsolve.errors import ActError, WhistError
from whistsolve.game.hand.acts import Play
from whistsolve.inference import Knowledge, Layouts

pyspiel = pytest.importorskip("pyspiel", reason="needs OpenSpiel")

GAMES = ("bid_whist", "cutthroat", "whist", "dummy", "double_dummy")
EXCHANGED = "bid_whist joker_no_trump:exchanged exchange_pick:"
#: Rules under which jokers change hands or are laid aside, or dummies have cards too many.
UNUSUAL = (
    "dummy_classic",
    "double_dummy jokers:2 seating:facing",
    *(EXCHANGED + pick for pick in ("random", "bidder_chooses", "holder_chooses_face_up")),
    "humbug jokers:2 joker_no_trump:removed hand_size:none",
    "bid_whist redeal_claim:no_ace declare_timing:after_discard",
)


@pytest.fixture
def absl():
    """Flags that OpenSpiel's tests read; and its log may not close the stream that pytest captures."""
    pytest.importorskip("absl.flags").FLAGS(["pytest"])
    yield
    pytest.importorskip("absl.logging").get_absl_handler().python_handler.stream = sys.__stderr__


def acted(state, draw):
    """The state after a random action, or chance outcome."""
    outcomes = [action for action, _ in state.chance_outcomes()] if state.is_chance_node() else []
    state.apply_action(draw.choice(outcomes or state.legal_actions()))
    return state


@pytest.mark.parametrize("name", [*GAMES, *UNUSUAL])
def test_a_player_cannot_tell_a_resampled_state(name):
    """At any moment, of a discard too, whoever is to act; and it can be played to its end."""
    game, draw, changed = pyspiel.load_game(f"python_whistsolve(rules={name})"), random.Random(name), 0
    for _ in range(4):
        state = game.new_initial_state()
        while not state.is_terminal():
            early = state.play is not None and state.play.hand.stage in ("discard", "exchange")
            if draw.random() < (0.3 if early else 0.05):
                player, number = draw.randrange(game.num_players()), draw.random()
                other, again = (
                    state.resample_from_infostate(player, iter([number]).__next__) for _ in range(2)
                )
                assert other.information_state_string(player) == state.information_state_string(player)
                assert other.current_player() == state.current_player() and str(other) == str(again)
                changed += str(other) != str(state)
                while not other.is_terminal():
                    acted(other, draw)
            acted(state, draw)
    assert changed > 8
    with pytest.raises(ActError, match="player 9"):
        state.resample_from_infostate(9, draw.random)


@pytest.mark.parametrize("name", ["bid_whist", EXCHANGED + "random"])
def test_every_layout_and_every_kitty_is_resampled_as_often(name):
    """By chi-squared, before the last trick of a short hand with a declarer who discarded."""
    game, draw = (
        pyspiel.load_game(f"python_whistsolve(rules={name} lowest_rank:12 hand_size:3)"),
        random.Random(1),
    )
    for state in iter(game.new_initial_state, None):
        while state.play is None or not (state.is_terminal() or len(state.play.hand.tricks) == 2):
            acted(state, draw)
        hand = state.play.hand
        if not hand.is_over and (name == "bid_whist" or hand.snapshot.exchanges):
            break
    player = (hand.declarer + 1) % 4
    rows = {cards[:4] for cards in Layouts(Knowledge.of_view(hand.view(player))).all()}
    layouts, kitties = Counter(), Counter()
    for _ in range(30 * len(rows)):
        other = state.resample_from_infostate(player, draw.random).play.hand
        layouts[other.hands] += 1
        taken = sorted(other.deal.hands[hand.declarer] | other.deal.kitty)
        kitties[tuple(sorted(map(taken.index, other.deal.kitty)))] += 1
    for counts, cells in ((layouts, rows), (kitties, list(itertools.combinations(range(5), 2)))):
        assert set(counts) == set(cells) and len(cells) > 5
        expected = counts.total() / len(cells)
        statistic = sum((count - expected) ** 2 / expected for count in counts.values())
        assert abs(statistic - len(cells)) < 4.5 * (2 * len(cells)) ** 0.5


@pytest.mark.parametrize("name", [*GAMES, *UNUSUAL[2:]])
def test_numbers_of_an_information_state_are_those_of_its_text(name):
    """The same for the same text and others for another, in short hands from one deal or one first lead."""
    short = f"{name} lowest_rank:12" + ("" if "hand_size" in name else " hand_size:3")
    game, draw, texts = pyspiel.load_game(f"python_whistsolve(rules={short})"), random.Random(name), {}
    for stage in ("auction", "play"):
        begun = game.new_initial_state()
        while begun.play is None or begun.play.hand.stage not in (stage, "play"):
            begun = acted(game.new_initial_state() if begun.is_terminal() else begun, draw)
        for _ in range(24):
            state = begun.clone()
            while not state.is_terminal():
                player = draw.randrange(game.num_players())
                numbers = tuple(state.information_state_tensor(player))
                text = texts.setdefault(numbers, state.information_state_string(player))
                assert text == state.information_state_string(player)
                acted(state, draw)
    assert len(set(texts.values())) == len(texts) > 100
    assert game.information_state_tensor_shape() == [len(numbers)]


def test_the_order_of_an_information_state_is_that_of_the_hand():
    """Of calls and of cards, by hand and number of the action, in OpenSpiel's own view of the observer."""
    observed = pytest.importorskip("open_spiel.python.observation").make_observation
    game, draw = pyspiel.load_game("python_whistsolve(rules=bid_whist)"), random.Random(2)
    observer = observed(game, pyspiel.IIGObservationType(perfect_recall=True))
    state = game.new_initial_state()
    while state.play is None or len(state.play.hand.tricks) < 5:
        acted(state, draw)
    observer.set_from(state, 1)
    order, hand = observer.dict["order"], state.play.hand
    found = [tuple(np.argwhere(order == number)[:, 1]) for number in range(1, 5)]
    assert [{state.play.acts[at] for at in each} for each in found] == [
        {call, Play(card)} for (_, call), card in zip(hand.calls, hand.tricks[0].cards, strict=True)
    ]
    assert np.count_nonzero(order) == len(hand.calls) + len(hand.snapshot.plays)


@pytest.mark.parametrize("name", GAMES)
def test_information_set_search_plays_a_hand(name):
    search, mcts = (
        pytest.importorskip(f"open_spiel.python.algorithms.{each}") for each in ("ismcts", "mcts")
    )
    game, draw = pyspiel.load_game(f"python_whistsolve(rules={name})"), np.random.RandomState(1)
    bot = search.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, draw), 10, 3, random_state=draw)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            acted(state, random.Random(len(state.history())))
        else:
            state.apply_action(bot.step(state))
    assert len(state.play.hand.tricks) in (0, 12, 13)  # passed out, or played


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

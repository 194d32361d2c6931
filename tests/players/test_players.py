"""Players that act from a view alone: legal acts in every game, no peeking, and the heuristics of play."""

import itertools
from copy import deepcopy

import pytest
from tests.support.hands_played import pushed, started, to_play
from tests.support.no_peeking import Counts, differences, makers, moments
from tests.support.recording_players import by_views
from tests.support.refusals import assert_refused
from tests.support.thorough import by_default

from whistsolve.advice.calls.call_model import own_model
from whistsolve.errors import ActError, WhistError
from whistsolve.game import Claim, HandState
from whistsolve.players import DoubleDummyPlayer, HeuristicPlayer, PeekingPlayer, Player, RandomPlayer
from whistsolve.players.card_heuristics import heuristic_play
from whistsolve.players.named import player_named
from whistsolve.rules import PRESETS, Rules
from whistsolve.values import Deal, Hand

KINDS = (RandomPlayer(3), HeuristicPlayer())
#: Rules under which jokers in no-trump do what they do in no preset.
JOKERS = (
    {"joker_no_trump": "high_no_suit"},
    {"joker_no_trump": "high_no_suit", "joker_any_time": True},
    {"joker_no_trump": "free_discard", "joker_lead_no_trump": "leader_names_suit"},
    {"joker_no_trump": "free_discard", "joker_lead_no_trump": "forbidden_unless_only_jokers"},
    {"joker_no_trump": "must_discard_first_void", "joker_lead_no_trump": "free_play"},
    {"joker_no_trump": "removed", "hand_size": None},
    {"joker_no_trump": "exchanged", "exchange_pick": "bidder_chooses"},
    {"joker_no_trump": "exchanged", "exchange_pick": "holder_chooses_face_up"},
    {"joker_no_trump": "exchanged", "exchange_bidder_must_bury": True},
)


LEGAL = ("legal_calls", "legal_strains", "discard_number", "forced_discards", "legal_cards", "legal_picks")


def check_hand(state, player):
    """To the end of a hand every act is legal, and a view says what the state says."""
    for now, view, _ in by_views(state, player.act):
        for name in (*LEGAL, "seating"):
            assert getattr(view, name) == getattr(now, name), name
        other = now.view((view.player + 1) % now.rules.players)
        assert not other.is_turn and not any(getattr(other, name) for name in (*LEGAL, "names_suit"))
    assert state.is_over


def test_acts_are_legal_in_every_game():
    for number, preset in enumerate(list(PRESETS)[::3]):
        rules = Rules.preset(preset)
        check_hand(HandState.random(number, rules, dealer=number % rules.players), KINDS[number % 2])
    for number, teams in enumerate((2, 3)):
        rules = Rules.preset("bid_whist", players=6, teams=teams)
        check_hand(HandState.random(5, rules), KINDS[number])
    for number, options in enumerate(JOKERS):
        state = HandState.random(1, Rules.preset("bid_whist", **options), dealer="W")
        check_hand(pushed(state, "pass", "pass", "4NT", "pass"), KINDS[number % 2])


@pytest.mark.thorough
def test_acts_are_legal_in_hands_of_every_game_by_every_player():
    for player, preset, seed in itertools.product(KINDS, PRESETS, range(2)):
        check_hand(HandState.random(seed, Rules.preset(preset)), player)


#: Presets of every kind whose chances to win are not simulated, and the least number of views that differ.
LOOKED_AT = dict.fromkeys(("bid_whist", "bid_whist_no_kitty", "whist", "dummy", "dummy_classic"), 4)
LOOKED_AT |= {"double_dummy": 1, "humbug": 1}


@pytest.mark.parametrize(
    "preset", by_default(lambda preset: preset in ("bid_whist", "double_dummy"), LOOKED_AT)
)
def test_nobody_peeks(preset):
    """Other cards where a player sees none change nothing; `tests.support.no_peeking` looks at more views."""
    counts, rules = Counts(), Rules.preset(preset)
    for number, state in enumerate(itertools.islice(moments(rules, 7), 5)):
        asked = makers(every=number == 4 and preset != "bid_whist")
        assert not differences(state, asked, number, counts)
    assert counts["changed"] >= LOOKED_AT[preset]
    assert counts["random"] == counts["heuristic"] == 10
    assert bool(counts["open hand"]) == rules.has_dummies


def test_equal_views_give_equal_acts():
    for _, view, act in by_views(HandState.random(1, Rules.preset("bid_whist")), RandomPlayer(1).act):
        assert RandomPlayer(1).act(deepcopy(view)) == act


def test_wrong_turns_arguments_and_names():
    state = HandState.random(1, Rules.preset("bid_whist"), dealer="W")
    for player in KINDS:
        with pytest.raises(ActError, match=r"player 2 is not to act, player 0 is at the stage 'auction'"):
            player.act(state.view(2))
    assert isinstance(HeuristicPlayer(), Player) and not isinstance("random", Player)
    assert isinstance(DoubleDummyPlayer(), PeekingPlayer) and not isinstance(RandomPlayer(), PeekingPlayer)

    class Mine(HeuristicPlayer):
        """A subclass has a name of its own."""

    players = player_named("random"), Mine(), HeuristicPlayer(bids="modelled")
    assert [*map(repr, players)] == ["RandomPlayer(seed=0)", "Mine()", "HeuristicPlayer(bids='modelled')"]
    assert isinstance(player_named("double_dummy"), DoubleDummyPlayer)
    cases = [
        ((player_named, "nobody"), "expected random, heuristic"),
        ((player_named, "no_such_module:Player"), "ModuleNotFoundError"),
        ((player_named, "whistsolve.players:Nobody"), "AttributeError"),
        ((player_named, "builtins:int"), "has no method act"),
        ((player_named, ":x"), "expected random, heuristic"),
        ((lambda bids: HeuristicPlayer(bids=bids), "wild"), "bids 'wild' is wrong: expected 'counted' or"),
        ((RandomPlayer, "x"), "seed"),
    ]
    assert_refused(lambda given: given[0](given[1]), WhistError, cases)


def test_claims_are_answered():
    state = to_play(started("N:AK2... QJ3... T98... 654...", "bid_whist_no_kitty", claims="agreed"), "S+")
    for tricks, answer in ((3, "contest"), (0, "accept")):
        claimed = pushed(state.copy(), Claim(tricks))
        assert str(HeuristicPlayer().act(claimed.view(claimed.to_act))) == answer


def test_modelled_bids_are_those_of_the_call_model():
    rules, player = Rules.preset("bid_whist_no_kitty"), HeuristicPlayer(bids="modelled")
    model, calls = own_model(rules), set()
    for seed in range(3):
        for _, view, act in by_views(HandState.random(seed, rules), player.act):
            if view.stage == "auction":
                assert act == model.likeliest_call(view.auction, view.hand)
                calls.add(act)
    assert len(calls) > 2
    dummies = HandState.random(1, Rules.preset("double_dummy", jokers=2, hand_option="off"))
    with pytest.raises(WhistError, match="both dummies throw cards out"):
        player.act(dummies.view(dummies.to_act))


def test_the_heuristic_player_bids_the_lowest_that_its_count_carries():
    rules, strong = Rules.preset("bid_whist"), Hand("AKQJT98.A.A.A.BL")
    others = [card for card in rules.deck if card not in strong]
    for calls, bid in (("", "3"), ("3NT", "4"), ("pass 5NT", "6")):
        dealt = [Hand(others[12 * each : 12 * each + 12]) for each in range(3)]
        dealt.insert(len(calls.split()), strong)
        state = pushed(HandState(Deal(dealt, Hand(others[36:])), rules, dealer="W"), *calls.split())
        assert str(HeuristicPlayer().call(state.view(state.to_act))).startswith(bid), calls


def test_heuristics_of_play():
    for deal, strain, plays, expected in (
        # Second hand low with the king and a small one; last hand as cheaply as it wins.
        ("N:2.A3.. K4.5.. A5.6.. 36.7..", "NT+", "S2", "S4"),
        ("N:2.A3.. 4.56.. T.78.. KQ.9..", "NT+", "S2 S4 ST", "SQ"),
        # Second hand wins where it is certain: no higher card is out.
        ("N:2.A3.. A4.5.. 5.6Q.. 36.7..", "NT+", "S2", "SA"),
        # Third hand: the lowest of touching cards, and no overtaking of partner's ace.
        ("N:2.A3.. 4.56.. KQ.7.. A3.9..", "NT+", "S2 S4", "SQ"),
        ("N:A.A3.. 4.56.. KQ.7.. 32.9..", "NT+", "SA S4", "SQ"),
        # Partner's ace is not ruffed; an opponent's is.
        ("N:A.3.4. 4.6.5. .27.K. 3.9.8.", "H+", "SA S4", "DK"),
        ("N:A.3.4. .26.5. 4.7.K. 3.9.8.", "H+", "SA", "H2"),
        # Nothing to win and void: the lowest card of the weakest suit.
        ("N:A.3.4. 2.6.5. 4.7.K. .9.A2.", "NT+", "SA S2 S4", "H9"),
        # Declarer draws trumps from the top, then cashes what is certain.
        ("N:AK.A.. 42.6.. 56.7.. 3.98..", "S+", "", "SK"),
        ("N:AK.A.. 42.6.. 56.7.. 3.98..", "NT+", "", "SK"),
        # Downtown the deuce is above the king.
        ("N:4.A3.. 5.56.. K2.7.. 36.9..", "NT-", "S4 S5", "S2"),
    ):
        state = pushed(to_play(started(deal, "bid_whist_no_kitty"), strain), *plays.split())
        assert str(heuristic_play(state.view(state.to_act)).card) == expected, (deal, strain, plays)


def test_jokers_are_thrown_first_where_they_win_nothing_and_name_the_longest_suit():
    start = started("N:AK.3... 42.6... 56.7... .98...L | ..234", "bid_whist", joker_no_trump="free_discard")
    state = pushed(to_play(start, "NT+", level=4), "SA", "S2", "S5")
    assert str(heuristic_play(state.view(3)).card) == "LJ"
    rules = {"joker_no_trump": "high_no_suit", "joker_lead_no_trump": "leader_names_suit"}
    start = started("N:.K2...B 42.6... 56.7... 3.98... | ..234", "bid_whist", **rules)
    state = to_play(start, "NT+", level=4)
    view = state.view(0)
    assert view.names_suit and not state.view(1).names_suit
    assert str(heuristic_play(view)) == "BJ:H"
    drawn = [RandomPlayer(seed).act(view) for seed in range(40)]
    assert all((play.named is not None) == play.card.is_joker for play in drawn) and len(set(drawn)) > 3

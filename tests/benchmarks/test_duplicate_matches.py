"""Duplicate matches between bots: scores that are the library's, fair pairs, and bots to measure ours by."""

import numpy as np
import pytest
from benchmarks.strength import matches
from benchmarks.strength.bots import ByPoints, ByTricks
from benchmarks.strength.matches import Setup, interval, play_hand, play_pair
from benchmarks.strength.plain_monte_carlo import PlainCards, PlainMonteCarlo
from tests.support.hands_played import to_play
from tests.support.recording_players import spied

from whistsolve.dealing import random_deals
from whistsolve.game import PASS, Auction, Bid, Declare, Discard, HandState, Match
from whistsolve.inference import LayoutPosterior
from whistsolve.players import DoubleDummyPlayer
from whistsolve.rules import Rules
from whistsolve.values import Deal, Hand, Strain

PRESETS = matches.presets()
RULES = Rules.preset("bid_whist_seed")


@pytest.mark.parametrize("preset", ["bid_whist_seed", "bid_whist_52_whistportal"])
def test_hands_score_as_if_their_cards_were_played(preset):
    """The same acts, with every card played by a player who sees all, make the same match."""
    rules, sides, double_dummy = Rules.preset(preset), (ByTricks(), ByPoints()), DoubleDummyPlayer()
    match, cards, deal = Match(rules, dealer=1), Match(rules, dealer=1), Deal.random(40, rules)
    hands = [*deal.hands, deal.kitty] if deal.kitty is not None else list(deal.hands)
    result, _ = play_hand(match, hands, sides)
    state = HandState(deal, rules, dealer=1, scores=cards.scores)
    while state.stage != "over":
        auction = Auction.start(rules, 1)
        for _, call in state.calls:
            auction = auction.after(call)
        if state.stage == "auction":
            seat = state.to_act
            state.push(sides[seat % 2].call(hands[seat], seat, auction, cards.scores))
            continue
        declarer, bid = auction.high
        bot, held = sides[declarer % 2], state.hands[declarer]
        if state.stage == "declaration":
            state.push(Declare(bot.strain(held, bid, auction, cards.scores)))
        elif state.stage == "discard":
            state.push(Discard(bot.discard(held, state.strain, auction)))
        else:
            state.push(double_dummy.act(state))
    assert (result.contract, result.points) == (state.result().contract, state.result().points)
    match.add(result)
    cards.add(state.result())
    assert match.standing == cards.standing


def test_a_bot_against_itself_wins_one_of_two():
    for name in ("by_tricks", "by_runs", "by_points", "at_random", "quick"):
        for preset in PRESETS if name == "by_tricks" else PRESETS[:1]:
            result = play_pair(Setup(name, name, seed=5, preset=preset), 0)
            assert (result.won, result.ours) == (1, result.against) and result.ours.hands >= 2
            tally = result.ours
            assert tally.made + tally.missed <= tally.hands and tally.calls >= tally.hands


def test_bots_exchange_seats_and_nothing_else(monkeypatch):
    keep = lambda match, hands, sides: (match.dealer, tuple(bot.name for bot in sides), hands)  # noqa: E731
    seen = spied(monkeypatch, matches, "play_hand", keep)
    play_pair(Setup("by_tricks", "at_random"), 2)
    sides = ("by_tricks", "at_random"), ("at_random", "by_tricks")
    ours, exchanged = ([each for each in seen if each[1] == names] for names in sides)
    assert seen == ours + exchanged and ours and exchanged
    for one, other in zip(ours, exchanged, strict=False):
        assert (one[0], one[2]) == (other[0], other[2])
    assert [each[0] for each in ours[:3]] == [2, 3, 0][: len(ours)]
    # The deals of a pair are a part of the stream of the seed.
    setup = Setup("quick", "by_runs", seed=3)
    hands = [next_hands for next_hands, _ in zip(matches._stream(setup, 2), range(40), strict=False)]
    masks = [[hand.mask for hand in row] for row in hands]
    assert masks == random_deals(40, 3, RULES, first=2000).tolist()


def test_the_interval_is_clustered_by_pairs():
    for shares, expected in (
        # As if matches were independent: pairs of two wins, one and none as often as for coins.
        ([2, 1, 1, 0] * 50, (0.5, 0.451, 0.549)),
        # Pairs that are won or lost whole are as informative as one match.
        ([2, 0] * 100, (0.5, 0.431, 0.569)),
        ([2] * 100, (1, 0.963, 1)),
        ([1], (0.5, 0.055, 0.945)),
    ):
        assert interval(shares) == pytest.approx(expected, abs=0.001)
    # Where the cards decide, most pairs are split, and the variance is smaller.
    assert interval([1] * 180 + [2, 0] * 10)[1] > 0.475


def test_the_command_prints_both_sides(capsys):
    arguments = ["--matches", "3", "--ours", "by_points", "--against", "at_random", "--seed", "4"]
    assert matches.main(arguments) == 0
    printed = capsys.readouterr().out.splitlines()
    lines = [[each.strip() for each in line.strip("|").split("|")] for line in printed]
    ours, against = (next(line for line in lines if line[0] == name) for name in ("by_points", "at_random"))
    assert ours[1:3] == ["at_random", "4"] and float(ours[3]) + float(against[3]) == 4
    pairs = [play_pair(Setup("by_points", "at_random", seed=4), number) for number in range(2)]
    assert float(ours[3]) == sum(pair.won for pair in pairs)
    assert int(ours[8]) == sum(pair.ours.made for pair in pairs) <= int(ours[7])


def test_the_majority_of_layouts_decides(monkeypatch):
    # Eleven spades from the top and the jokers, but one: with the kitty every trick in spades.
    sure, bot, start = Hand("AKQJT98765....BL"), PlainMonteCarlo(), Auction.start(RULES, 3)
    made = {Strain.of("S+"): np.array([13] * 7 + [11] * 9), Strain.of("NT-"): np.array([12] * 9 + [0] * 7)}
    monkeypatch.setattr(bot, "_books", lambda *_: made)

    def call(player, *calls):
        auction = start
        for each in calls:
            auction = auction.after(each)
        return bot.call(sure, player, auction, (0, 0, 0, 0))

    # Twelve books in nine of 16 layouts without trumps; uptown more than eleven in seven only.
    assert call(0) == Bid(6, "NT", None)
    made.popitem()
    assert call(0).level == call(1, "4+").level == 5
    assert call(1, "5+") == PASS
    assert call(2, "3+", "pass") == PASS  # it is its partner's


def test_a_card_is_the_best_over_uniform_layouts(monkeypatch):
    state = to_play(HandState.random(3, RULES, dealer=0), "S+", 1)
    view, drawn, draw = state.view(state.to_act), [], LayoutPosterior.draw
    monkeypatch.setattr(LayoutPosterior, "draw", lambda *args: drawn.append(draw(*args)) or drawn[-1])
    assert PlainCards().play(view) == PlainCards().play(view)
    layouts = np.concatenate([each.layouts for each in drawn])
    assert len(layouts) == 48 and len(np.unique(layouts, axis=0)) == 24  # none drawn twice
    assert {each.effective_sample_size for each in drawn} == {16.0, 8.0}

"""Of equally good cards the cheapest is played: the same order in the solver, the player and the analysis."""

import random

from hypothesis import given
from tests.support.hands_played import short_hand
from tests.support.random_matches import random_act

import whistsolve as ws
from whistsolve.errors import NotationError
from whistsolve.game import Play
from whistsolve.game.record.record import record_hand
from whistsolve.players import DoubleDummyPlayer
from whistsolve.rules import Rules
from whistsolve.solving.results import by_preference
from whistsolve.values import Hand, Strain

#: Ranks of each ranking, the cheapest first.
CHEAPEST_FIRST = {"+": "23456789TJQKA", "-": "KQJT98765432A", "~": "AKQJT98765432"}


def cost(card, strain, legal):
    """What the documents say, higher for what is played later."""
    if card.is_joker:
        return (5, int(str(card) == "BJ"))
    suit, rank = str(card)
    ranks = CHEAPEST_FIRST[str(strain)[-1]]
    best = 2 if rank == ranks[-1] else 0
    length = sum(each.suit == card.suit for each in legal)
    return (best + (suit == strain.trump), ranks.index(rank), -length, "CDHS".index(suit))


@given(hand=..., strain=...)
def test_the_order_is_the_documented_one(hand: Hand, strain: Strain) -> None:
    cards = list(hand)
    assert by_preference(cards, strain) == sorted(cards, key=lambda card: cost(card, strain, cards))
    assert by_preference(reversed(cards), strain) == by_preference(cards, strain)


def test_bounds_are_in_the_order_too():
    kept = 0
    for seed, node_limit in enumerate((1, 300, 3000, 10**9, 300, 3000)):
        deal, strain = ws.Deal.random(seed), Strain.from_text(("S+", "H-", "NT+", "C~")[seed % 4])
        for declarer, ours in (("N", True), ("E", False)):
            bounds = ws.solve_cards(deal, strain, "N", declarer=declarer, node_limit=node_limit)
            legal = list(bounds)
            spans = {card: bounds.bounds(card) for card in bounds}
            worth = {card: (-low, -high) if ours else (high, low) for card, (low, high) in spans.items()}
            keys = [(worth[card], cost(card, strain, legal)) for card in legal]
            assert keys == sorted(keys)
            kept += len(legal) - len(set(spans.values()))
    assert kept > 10


FREE = {"joker_no_trump": "free_discard"}
HIGH = {"joker_no_trump": "high_no_suit"}
RULES = (
    Rules.preset("bid_whist_seed", **FREE),
    Rules.preset("bid_whist_seed", **HIGH),
    Rules.preset("bid_whist_seed", kitty_book="first_trick_winner", joker_no_trump="exchanged"),
    Rules.preset("bid_whist_no_kitty", downtown_ace="bad"),
    Rules.preset("cutthroat_5"),
    Rules.preset("double_dummy_seed", seating="facing"),
    Rules.preset("dummy_seed"),
)


def ending(rules, draw):
    """A short hand after a random auction and some random cards, some better than others, and its record."""
    while True:
        state = short_hand(rules, draw.randrange(10**6))
        while state.stage != "play":
            state.push(random_act(state, draw))
        for _ in range(draw.randrange(3 * len(state.seating.order))):
            state.push(random_act(state, draw))
        if len(state.legal_cards) < 2:
            continue
        try:
            hand = record_hand(state)
        except NotationError:
            continue  # there is no way to write jokers that were exchanged, or won in no-trump
        if len(set(DoubleDummyPlayer().card_values(state).values())) > 1:
            return state, hand


def test_solver_player_and_analysis_agree():
    draw, bot, equal = random.Random(7), DoubleDummyPlayer(), 0
    for rules in RULES * 8:
        state, hand = ending(rules, draw)
        asked = {"declarer": hand.contract.declarer, "played": hand.plays, "rules": rules}
        cards = ws.solve_cards(hand.deal_in_play, state.strain, hand.leader, **asked)
        legal, tricks = list(cards), list(cards.values())
        best = [card for card in cards if cards[card] == tricks[0]]
        assert set(legal) == set(state.legal_cards) and len(best) < len(legal)
        assert best == sorted(best, key=lambda card: cost(card, Strain.of(state.strain), legal))

        act = bot.act(state)
        assert isinstance(act, Play) and act.card == best[0]
        assert list(bot.card_values(state)) == legal

        state.push(Play(legal[-1]))
        assert list(ws.analyse_play(record_hand(state), rules=rules).cards[-1].better) == best
        equal += len(best) > 1
    assert equal > 20

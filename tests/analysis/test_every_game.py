"""Hands of every game are recorded, written as PTN, read back and analysed."""

import random
from dataclasses import replace

import pytest
from tests.oracle.minimax import value
from tests.oracle.position import Position, Terms
from tests.support.hands_played import pushed, short_hand, started, to_play
from tests.support.random_matches import WITH_RENEGES, play_on
from tests.support.thorough import by_default

import whistsolve as ws
from whistsolve.game import record_hand
from whistsolve.game.record import PlayedHand
from whistsolve.notation import format_ptn, parse_ptn
from whistsolve.rules import Rules

CHANGES = [
    ("dummy", {"jokers": 2}),
    ("double_dummy", {"jokers": 2}),
    ("humbug", {"jokers": 2}),
    ("bid_whist", {"direction_of_play": "counterclockwise"}),
    ("cutthroat_3", {"direction_of_play": "counterclockwise"}),
    ("double_dummy", {"direction_of_play": "counterclockwise", "seating": "alternating"}),
    ("bid_whist", {"joker_no_trump": "high_no_suit", "joker_lead_no_trump": "free_play"}),
    ("bid_whist", {"joker_no_trump": "exchanged"}),
    ("bid_whist", {"joker_no_trump": "removed", "hand_size": None, "kitty_size": 6}),
    ("bid_whist", WITH_RENEGES),
    ("whist", WITH_RENEGES),
    ("bid_whist", {"players": 6}),
]
CASES = [*((name, {}) for name in Rules.preset_names()), *CHANGES]
QUICK = [*((name, {}) for name in ("bid_whist_seed", "cutthroat_3", "whist")), *CHANGES[:3], *CHANGES[5:10]]


@pytest.mark.parametrize(("preset", "changes"), by_default(lambda case: case in QUICK, CASES), ids=str)
def test_hands_of_every_game_are_written_read_and_analysed(preset, changes):
    rules = Rules.preset(preset, **changes)
    analysed = 0
    for seed in range(4):
        state = play_on(short_hand(rules, seed, 3), seed, most=1000 if seed % 2 else 12)
        if state.snapshot.dealt_again is not None:
            continue
        hand = record_hand(state)
        assert parse_ptn(format_ptn(hand)) == hand
        in_play = state.seating.in_play
        winners = [trick.winner for trick in state.tricks]
        assert hand.tricks_won == tuple(winners.count(number) for number in in_play)
        if state.strain is None or state.stage in ("declaration", "discard", "exchange"):
            continue
        found = ws.analyse_play(state)
        assert found.as_dict() == ws.analyse_play(parse_ptn(str(hand))).as_dict()
        assert found.start - found.given_by_declarer + found.given_by_defence == found.end
        side = state.seating.side_hands(in_play[hand.contract.declarer])
        weights = [rules.first_trick_weight, *[1] * len(winners)]
        assert found.taken == sum(weights[number] for number, who in enumerate(winners) if who in side)
        analysed += 1
    assert analysed >= 2


def test_a_renege_is_valued_as_the_card_that_it_is():
    draw, gained = random.Random(1), 0
    for seed in range(6):
        rules = Rules.preset("bid_whist_no_kitty", **WITH_RENEGES)
        state = play_on(short_hand(rules, seed, size=3), seed, most=5)
        while not state.is_over and state.stage == "play":
            state.push(draw.choice(list(state.hands[state.hand_to_play])))
        if not state.snapshot.reneges:
            continue
        found, memo = ws.analyse_play(state), {}
        hands = [map(str, cards) for cards in found.hand.deal_in_play.hands]
        terms = Terms(state.strain.trump, state.strain.ranking)
        position = Position.start(terms, hands, found.hand.leader)
        for card in found.cards:
            won = sum(position.won[seat] for seat in found.side)
            assert card.before == won + value(position, frozenset(found.side), memo)
            position = position.put(str(card.card))
        gained += any(card.lost < 0 for card in found.cards)
        assert all(card.lost >= 0 or card.number - 1 in found.hand.reneges for card in found.cards)
    assert gained  # against the rules more can be won than by them
    # A joker that had to be thrown and was kept.
    deal = "N:..A2. ...7.L ..KQ. ..JT. | ...2"
    state = to_play(started(deal, dealer=3, renege_mode="detect_and_call"), "NT+")
    found = ws.analyse_play(pushed(state, "DA", "C7", "DQ", "DT"))
    assert (found.hand.reneges, found.end) == ((1,), 2)


def test_the_trumps_of_classic_whist_are_a_contract_of_level_0():
    state = ws.HandState("N:A4... K3... Q2... J5...", Rules.preset("whist"), dealer="N", turned="S4")
    for act in ("SA", "SJ", "SQ", "SK"):  # the dealer leads, and play goes to the right
        state.push(act)
    hand = record_hand(state)
    assert hand.contract == ws.Contract("0S+ by N") and hand.tricks[0].winner == 0
    for line in ('[Rules "whist"]', '[Turned "S4"]', '[Play "N"]\nSA SJ SQ SK'):
        assert line in str(hand)
    assert replace(hand, plays=["SA", "SK", "SQ", "SJ"], rules=None).tricks[0].winner == 0


def test_seats_of_other_tables_are_numbers():
    played = PlayedHand("0:A2... K3... QJ...", contract="1S+ by 2", leader=2, plays="SQ SA S3")
    hand = ws.analyse_play(played, rules=Rules.preset("cutthroat_3"))
    told = hand.as_dict()
    assert (told["contract"], told["leader"], told["side"]) == ("1S+ by 2", 2, [2])
    assert (
        told["cards"][0]
        == hand.cards[0].as_dict(3)
        == {
            **{"number": 1, "trick": 1, "seat": 2, "card": "SQ", "by": "declarer"},
            **{"before": 0, "after": 0, "lost": 0, "better": []},
        }
    )
    assert hand.cards[0].as_dict()["seat"] == "S"
    with pytest.raises(ws.NotationError, match="seat 5"):
        replace(hand.cards[0], seat=5).as_dict()

"""Every card of the hand to play in many layouts: the answers are those of `solve_cards`."""

import random

import numpy as np
import pytest
from tests.support.situations import TABLES, random_situation

import whistsolve as ws
from whistsolve.encoding import array_to_deals, deal_to_masks
from whistsolve.solving import solve_card_rows


@pytest.mark.parametrize(("preset", "seats"), TABLES)
def test_rows_are_what_solve_cards_says(preset: str, seats: int) -> None:
    """30 situations of each table, with two threads or one, and with one hand known or two."""
    rng = random.Random(f"{preset} {seats}")
    rows = in_a_trick = 0
    for number in range(30):
        situation = random_situation(rng, preset, seats, known=1 + number % 2)
        cards, tricks = situation.solve(threads=1 + number // 2 % 2)
        assert tricks.dtype == np.uint8 and tricks.shape == (len(situation.hands), len(cards))
        for row in range(len(tricks)):
            assert dict(zip(cards, tricks[row].tolist(), strict=True)) == situation.wanted(row), situation
        rows += len(tricks)
        in_a_trick += bool(situation.in_trick)
    assert rows > 60 and in_a_trick > 10


def test_a_table_kept_from_row_to_row_changes_no_answer() -> None:
    """Many layouts with a dummy on the table, in one thread; a table that is always full, too."""
    rules = ws.Rules.preset("bid_whist")
    rng = random.Random(3)
    for strain in ("S+", "NT-", "H~"):
        deck = rng.sample(range(52), 28)
        held = [deck[7 * seat : 7 * seat + 7] for seat in range(4)]
        unseen = held[1] + held[3]
        rows = []
        for _ in range(60):
            rng.shuffle(unseen)
            hands = [held[0], unseen[:7], held[2], unseen[7:]]
            rows.append([sum(1 << card for card in hand) for hand in hands])
        hands = np.array(rows, dtype=np.uint64)
        for memory_mb in (1, 64):
            cards, tricks = solve_card_rows(
                hands, strain, 0, 1, first_trick=False, rules=rules, threads=1, memory_mb=memory_mb
            )
            for row, deal in enumerate(array_to_deals(hands)):
                want = ws.solve_cards(deal, strain, 0, declarer=1, rules=rules)
                assert dict(zip(cards, tricks[row].tolist(), strict=True)) == want


def test_the_first_trick_counts_two_only_where_it_is_the_first() -> None:
    rules = ws.Rules.preset("bid_whist", kitty_book="first_trick_winner")
    hands = np.array([deal_to_masks(ws.Deal.from_text("N:A2... K3... Q4... J5..."))], dtype=np.uint64)
    for first_trick, ace in ((True, 2), (False, 1)):
        cards, tricks = solve_card_rows(hands, "NT+", "N", "N", first_trick=first_trick, rules=rules)
        assert dict(zip(map(str, cards), tricks[0].tolist(), strict=True))["SA"] == ace


def test_a_game_in_play_asks_with_what_its_view_has() -> None:
    """What a view has is an argument as it is; the values are those of the whole deal and play."""
    state = ws.HandState.random(4, ws.Rules.preset("whist"))
    while len(state.acts) < 30:
        state.push(state.legal_cards[0])
    assert state.to_act is not None and state.hand_to_play is not None
    view = state.view(state.to_act)
    assert view.strain is not None and view.hand_to_play is not None
    masks = np.array([[hand.mask for hand in state.hands]], dtype=np.uint64)
    cards, tricks = solve_card_rows(
        masks,
        view.strain,
        view.hand_to_play,
        view.hand_to_play,
        first_trick=not view.tricks,
        trick=map(str, view.trick),
        rules=view.rules,
    )
    assert cards == view.legal_cards and len(view.trick) == 2
    want = ws.solve_cards(
        state.deal,
        view.strain,
        view.tricks[0].plays[0].hand,
        declarer=view.hand_to_play,
        played=[str(card) for trick in view.tricks for card in trick.plays]
        + [str(card) for card in view.trick],
        rules=view.rules,
    )
    assert dict(zip(cards, tricks[0].tolist(), strict=True)) == want


def test_each_suit_that_a_joker_names_has_a_column() -> None:
    rules = ws.Rules.preset("bid_whist", joker_lead_no_trump="leader_names_suit")
    deal = ws.Deal.from_text("N:A2...3.B K3.4..5 Q4..6.7 J5.8.9.")
    hands = np.array([deal_to_masks(deal)], dtype=np.uint64)
    cards, tricks = solve_card_rows(hands, "NT+", "N", "N", first_trick=False, each_name=True, rules=rules)
    assert list(map(str, cards)).count("BJ") == 4
    wide = dict(zip(map(str, cards), tricks[0].tolist(), strict=True))
    one, best = solve_card_rows(hands, "NT+", "N", "N", first_trick=False, rules=rules)
    narrow = dict(zip(map(str, one), best[0].tolist(), strict=True))
    first = cards.index(ws.Card.from_text("BJ"))
    named = [
        ws.solve(deal, "NT+", "N", played=[f"BJ:{suit}"], rules=rules).tricks for suit in ("C", "D", "H", "S")
    ]
    assert tricks[0, first : first + 4].tolist() == named and max(named) == narrow["BJ"]
    assert {card: wide[card] for card in narrow if card != "BJ"} == {
        card: value for card, value in narrow.items() if card != "BJ"
    }

"""What solving gives back along whole hands; sides; functions that keep no solver."""

import random
from concurrent.futures import ThreadPoolExecutor
from itertools import product

import pytest
from tests.oracle.positions import Problem, random_hands

import whistsolve as ws
from whistsolve.solving import solver as module

#: Three tricks, all North's in no-trump uptown.
SHORT = ws.Deal.from_text("N:AK.Q.. QJ.2.. T9.J.. 87.3..")
SHORT_PLAY = ("SA", "SQ", "ST", "S8", "SK", "SJ", "S9", "S7", "HQ", "H2", "HJ", "H3")


def test_what_is_won_what_is_to_come_and_the_kitty_make_the_books():
    for kitty_book, first_trick, kitty in (("none", 1, 0), ("bidder", 1, 1), ("first_trick_winner", 2, 0)):
        rules = ws.Rules.preset("bid_whist_seed", kitty_book=kitty_book)
        for count in range(len(SHORT_PLAY) + 1):
            done = count // 4
            won = done + (first_trick - 1 if done else 0)
            tricks = 3 + first_trick - 1 - won
            for declarer, (mine_won, mine) in {"N": (won, tricks), "S": (won, tricks), "E": (0, 0)}.items():
                found = ws.solve(SHORT, "NT+", "N", declarer=declarer, played=SHORT_PLAY[:count], rules=rules)
                assert (found.tricks, found.won, found.kitty_books) == (mine, mine_won, kitty)
                assert found.books == mine + mine_won + kitty


LINES = [
    ("bid_whist_seed", {}, "S+"),
    ("bid_whist_seed", {"kitty_book": "first_trick_winner"}, "NT-"),
    ("bid_whist_seed", {"joker_no_trump": "free_discard", "joker_lead_no_trump": "free_play"}, "NT+"),
    ("bid_whist_no_kitty", {}, "H~"),
    ("cutthroat_3", {}, "C-"),
    ("cutthroat_5", {}, "D+"),
    ("cutthroat_6", {}, "NT-"),
]


@pytest.mark.parametrize(("preset", "options", "strain"), LINES)
def test_tricks_and_won_along_a_whole_hand(preset, options, strain):
    """Best cards all along leave the sum as it is, and it is what the side has in the end.

    Careless cards change it only to the player's loss. What is won is counted by the plain model, and every
    answer of a solver that knows the line so far is that of a new one.
    """
    rules = ws.Rules.preset(preset, **options)
    deal = ws.Deal.random(31, rules)
    leader, declarer = 1, deal.seats - 1
    side = {declarer, (declarer + 2) % 4} if deal.seats == 4 else {declarer}
    names = ("joker_no_trump", "joker_lead_no_trump", "kitty_book")
    plain = {name: getattr(rules, name) for name in names}
    problem = Problem(tuple(map(str, deal.hands)), strain, leader, partners=deal.seats == 4, options=plain)
    for careless in (False, True):
        solver, rng, position = ws.Solver(), random.Random(5), problem.start()
        played = []
        said = solver.solve(deal, strain, leader, declarer=declarer, rules=rules).tricks
        while not position.finished:
            asked = {"declarer": declarer, "played": played, "rules": rules}
            found = solver.solve(deal, strain, leader, **asked)
            assert found.won == sum(position.won[seat] for seat in side)
            assert found.tricks + found.won == said
            cards = solver.solve_cards(deal, strain, leader, **asked)
            assert {str(card) for card in cards} == set(position.legal())
            mine = position.to_play in side
            assert found.tricks == (max if mine else min)(cards.values())
            if len(played) % 9 == 0:
                assert ws.solve(deal, strain, leader, **asked).tricks == found.tricks
            best = next(card for card in cards if cards[card] == found.tricks)
            choice = rng.choice(list(cards)) if careless else best
            said += cards[choice] - found.tricks
            played.append(str(choice))
            position = position.play(str(choice))
        assert len(played) == deal.seats * deal.hand_size
        assert said == sum(position.won[seat] for seat in side)


ALONE = [frozenset({seat}) for seat in range(6)]
OPPOSITE = [frozenset({0, 2}), frozenset({1, 3})] * 2
FACING = [frozenset({0, 3}), frozenset({1, 2}), frozenset({1, 2}), frozenset({0, 3})]
SIDES = [
    *((name, {}, OPPOSITE) for name in ("bid_whist_seed", "whist_seed", "whist_portland")),
    *((name, {}, OPPOSITE) for name in ("dummy", "double_dummy_classic", "bid_whist_no_kitty")),
    ("double_dummy", {}, FACING),
    ("double_dummy", {"seating": "alternating"}, OPPOSITE),
    *((f"cutthroat_{seats}", {}, ALONE[:seats]) for seats in (3, 4, 5, 6)),
    *(("bid_whist_seed", {}, ALONE[:seats]) for seats in (2, 3, 5, 6)),
    ("humbug", {}, ALONE[:2]),
]


def test_who_is_on_the_declarers_side():
    """From deals of one trick."""
    for preset, options, sides in SIDES:
        rules, seats = ws.Rules.preset(preset, **options), range(len(sides))
        for declarer, winner in product(seats, seats):
            hands = ["A" if seat == winner else str(2 + seat) for seat in seats]
            tricks = ws.solve(ws.Deal(hands), "NT+", 0, declarer=declarer, rules=rules).tricks
            assert tricks == (winner in sides[declarer]), (preset, declarer, winner)


def test_deals_of_every_size():
    """As many cards as the 54 allow: 16 each of two and three, 13 of four, 10 of five, 9 of six."""
    for seats, size, jokers in product(range(2, 7), (1, 2, 8, 16), (0, 2)):
        size = min(size, 54 // seats)
        if seats * size > 52 + jokers:
            continue
        deal = ws.Deal(random_hands(random.Random(seats * size), seats, size, jokers))
        for strain in ("D+", "NT-"):
            cards = ws.solve_cards(deal, strain, 0)
            found = ws.solve(deal, strain, 0)
            assert found.tricks == max(cards.values()) <= size and set(cards) == set(deal.hands[0])
            against = ws.solve(deal, strain, 0, declarer=1).tricks
            assert found.tricks + against == size if seats in (2, 4) else found.tricks + against <= size


ENDINGS = ("N:AQ... K2... JT... 98...", "N:A.K.Q. K.Q.A. Q.A..K J..K.A", "0:AK... QJ... T9...")
QUESTIONS = [(deal, strain, leader) for deal in ENDINGS for strain in ("S+", "NT-") for leader in (0, 2)]


def whole(seed):
    return ws.Deal.random(seed), "NT+", "N"


def test_a_call_visits_the_nodes_of_a_new_solver():
    """Whatever was asked before, by other threads, or ended in an error; and of a cleared solver."""
    asked = [*QUESTIONS, whole(1), *QUESTIONS, whole(2), whole(1)]
    want = [ws.Solver().solve(*each) for each in asked]
    with pytest.raises(ws.ActError, match="card 1 of those played, SK by N, is not legal"):
        ws.solve(ENDINGS[0], "S+", "N", played=["SK"])
    assert [ws.solve(*each) for each in asked] == want
    for each in asked:
        assert ws.solve_cards(*each, node_limit=50) == ws.Solver().solve_cards(*each, node_limit=50)
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(lambda each: ws.solve(*each), asked * 4)) == want * 4
    solver = ws.Solver()
    first, again = solver.solve(*whole(1)), solver.solve(*whole(1))
    assert first.nodes > 1000 and (again.tricks, again.nodes < first.nodes) == (first.tricks, True)
    solver.clear()
    assert solver.solve(*whole(1)) == first


def test_a_solver_is_kept_only_where_it_holds_little():
    ws.solve(*QUESTIONS[0])
    (kept,) = module._SPARES
    ws.solve_cards(*QUESTIONS[1])
    assert module._SPARES[0] is kept and len(module._SPARES) == 1
    ws.solve(*next(deal for deal in map(whole, range(20)) if ws.solve(*deal).nodes > module._LITTLE_WORK))
    assert module._SPARES == []

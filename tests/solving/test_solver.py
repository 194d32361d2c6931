"""What solving gives back: tricks, won, books, every card; warm and cleared solvers; sides and directions."""

import random
from dataclasses import replace

import pytest
from tests.oracle.minimax import value
from tests.oracle.positions import Problem, random_hands, random_play

import whistsolve as ws
from whistsolve.solving import legal_cards

NESW = "NESW"
#: Three tricks, all North's in no-trump uptown.
SHORT = ws.Deal.from_text("N:AK.Q.. QJ.2.. T9.J.. 87.3..")
SHORT_PLAY = ("SA", "SQ", "ST", "S8", "SK", "SJ", "S9", "S7", "HQ", "H2", "HJ", "H3")
SEED = ws.Rules.preset("bid_whist_seed")


def full_deal(seed: int, rules: ws.Rules = SEED) -> ws.Deal:
    deal = ws.Deal.random(seed, rules)
    assert deal.hand_size == rules.dealt_hand_size and deal.seats == rules.dealt_hands
    return deal


def reference_problem(deal: ws.Deal, strain: str, leader: int, rules: ws.Rules = SEED) -> Problem:
    """The deal as the plain model of play has it, to count tricks and list legal plays."""
    options = {name: getattr(rules, name) for name in ("joker_no_trump", "joker_lead_no_trump", "kitty_book")}
    return Problem(tuple(map(str, deal.hands)), strain, leader, options=options)


# -------------------------------------------------------------------------------------- tricks, won and books


@pytest.mark.parametrize(
    ("kitty_book", "first_trick", "kitty"), [("none", 1, 0), ("bidder", 1, 1), ("first_trick_winner", 2, 0)]
)
def test_what_is_won_what_is_to_come_and_the_kitty_make_the_books(
    kitty_book: str, first_trick: int, kitty: int
) -> None:
    rules = ws.Rules.preset("bid_whist_seed", kitty_book=kitty_book)
    for count in range(len(SHORT_PLAY) + 1):
        done = count // 4
        won = done + (first_trick - 1 if done else 0)
        tricks = 3 + first_trick - 1 - won
        for declarer, (mine_won, mine) in {"N": (won, tricks), "S": (won, tricks), "E": (0, 0)}.items():
            found = ws.solve(SHORT, "NT+", "N", declarer=declarer, played=SHORT_PLAY[:count], rules=rules)
            assert (found.tricks, found.won) == (mine, mine_won), (count, declarer)
            assert found.kitty_books == kitty
            assert found.books == mine + mine_won + kitty


@pytest.mark.parametrize("kitty_book", ["bidder", "first_trick_winner", "none"])
@pytest.mark.parametrize("strain", ["S+", "H-", "NT+", "NT-", "D~"])
def test_the_two_sides_share_the_tricks_of_a_full_deal(kitty_book: str, strain: str) -> None:
    rules = ws.Rules.preset("bid_whist_seed", kitty_book=kitty_book)
    deal = full_deal(len(strain) + 17, rules)
    found = [ws.solve(deal, strain, "W", declarer=declarer, rules=rules) for declarer in NESW]
    assert found[0].tricks == found[2].tricks and found[1].tricks == found[3].tricks
    assert found[0].tricks + found[1].tricks == 12 + (kitty_book == "first_trick_winner")


LINES = [
    ("bid_whist_seed", {}, "S+"),
    ("bid_whist_seed", {"kitty_book": "first_trick_winner"}, "NT-"),
    ("bid_whist_seed", {"joker_no_trump": "free_discard", "joker_lead_no_trump": "free_play"}, "NT+"),
    ("bid_whist_seed", {"joker_no_trump": "high_no_suit"}, "NT~"),
    ("bid_whist_no_kitty", {}, "H~"),
    ("cutthroat_3", {}, "C-"),
    ("cutthroat_3", {}, "NT+"),
    ("cutthroat_5", {}, "D+"),
    ("cutthroat_6", {}, "NT-"),
]


@pytest.mark.parametrize(("preset", "options", "strain"), LINES)
@pytest.mark.parametrize("careless", [False, True])
def test_tricks_and_won_along_a_whole_hand(
    preset: str, options: dict[str, str], strain: str, careless: bool
) -> None:
    """Best cards all along leave the sum as it is, and it is what the side has in the end.

    Careless cards change it only to the player's loss. What is won is counted by the plain model, and every
    answer of a solver that knows the line so far is that of a new one.
    """
    rules = ws.Rules.preset(preset, **options)
    deal = full_deal(31, rules)
    leader, declarer = 1, deal.seats - 1
    side = {declarer, (declarer + 2) % 4} if deal.seats == 4 else {declarer}
    position = replace(reference_problem(deal, strain, leader, rules), partners=deal.seats == 4).start()
    solver = ws.Solver()
    rng = random.Random(5)
    played: list[str] = []
    said = 0
    while True:
        asked = {"declarer": declarer, "played": played, "rules": rules}
        found = solver.solve(deal, strain, leader, **asked)
        assert found.won == sum(position.won[seat] for seat in side)
        if not played:
            said = found.tricks
        assert found.tricks + found.won == said
        cards = solver.solve_cards(deal, strain, leader, **asked)
        assert {str(card) for card in cards} == set(position.legal())
        if not cards:
            break
        mine = position.to_play in side
        assert found.tricks == (max if mine else min)(cards.values())
        if len(played) % 7 == 0:
            assert ws.solve(deal, strain, leader, **asked).tricks == found.tricks
        choice = rng.choice(list(cards)) if careless else next(c for c in cards if cards[c] == found.tricks)
        assert cards[choice] <= found.tricks if mine else cards[choice] >= found.tricks
        said += cards[choice] - found.tricks
        played.append(str(choice))
        position = position.play(str(choice))
    assert position.finished and len(played) == deal.seats * deal.hand_size
    assert said == sum(position.won[seat] for seat in side)


# ------------------------------------------------------------------------------------------------- every card


@pytest.mark.parametrize("strain", ["H+", "NT-", "C~"])
@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 9, 22, 47])
def test_every_legal_card_once_best_first_and_the_best_is_the_value(strain: str, count: int) -> None:
    deal = full_deal(count)
    start = reference_problem(deal, strain, 2).start()
    played = random_play(random.Random(count), start, count)
    position = start.after(played)
    for declarer in ("E", "S"):
        cards = ws.solve_cards(deal, strain, "S", declarer=declarer, played=played)
        legal = legal_cards(deal, strain, "S", played=played)
        assert len(set(legal)) == len(legal) and set(cards) == set(legal)
        mine = position.to_play % 2 == NESW.index(declarer) % 2
        assert list(cards.values()) == sorted(cards.values(), reverse=mine)
        best = next(iter(cards.values()))
        assert best == ws.solve(deal, strain, "S", declarer=declarer, played=played).tricks


def test_a_joker_that_names_a_suit_is_one_card_of_the_answer() -> None:
    rules = ws.Rules.preset("bid_whist_seed", joker_lead_no_trump="leader_names_suit")
    deal = "N:6....L ..7.4 ...A7 A....B"
    cards = ws.solve_cards(deal, "NT-", "N", rules=rules)
    named = {suit: ws.solve(deal, "NT-", "N", played=[f"LJ:{suit}"], rules=rules).tricks for suit in "SHDC"}
    assert {str(card): tricks for card, tricks in cards.items()} == {"LJ": max(named.values()), "S6": 0}
    assert len(set(named.values())) > 1
    against = ws.solve_cards(deal, "NT-", "N", declarer="E", rules=rules)
    assert {str(card): tricks for card, tricks in against.items()} == {"LJ": 0, "S6": 2}


# ------------------------------------------------------------------------------------- warm, cleared, stopped

WORK = [("S+", 0), ("S+", 1), ("S+", 2), ("S+", 3), ("NT-", 0), ("S+", 0), ("NT-", 2), ("H~", 1), ("NT-", 0)]


def test_a_warm_solver_gives_the_answers_of_a_new_one() -> None:
    solver = ws.Solver()
    asked = [(full_deal(seed), strain, leader) for seed in (3, 4, 3) for strain, leader in WORK]
    warm = [solver.solve(*each).tricks for each in asked]
    assert warm == [ws.solve(*each).tricks for each in asked]
    assert len(set(warm)) > 3
    cards = [solver.solve_cards(*each) for each in asked[:6]]
    assert cards == [ws.solve_cards(*each) for each in asked[:6]]


def test_a_warm_solver_works_less_and_a_cleared_one_the_same_again() -> None:
    solver = ws.Solver()
    deal = full_deal(1)
    first = solver.solve(deal, "S+", "N")
    again = solver.solve(deal, "S+", "N")
    assert (again.tricks, again.nodes < first.nodes) == (first.tricks, True)
    solver.solve(deal, "H-", "E")
    solver.clear()
    assert solver.solve(deal, "S+", "N") == first
    assert ws.solve(deal, "S+", "N") == first
    assert first.nodes > 1000


@pytest.mark.parametrize("memory_mb", [1, 2, 64])
def test_little_memory_changes_the_work_and_not_the_answer(memory_mb: int) -> None:
    for seed in range(4):
        deal = full_deal(seed)
        for strain in ("S+", "NT+"):
            small = ws.Solver(memory_mb=memory_mb).solve(deal, strain, "N")
            assert small.tricks == ws.solve(deal, strain, "N").tricks


# --------------------------------------------------------------------------------------- sides and directions


def mirrored(deal: ws.Deal) -> ws.Deal:
    """The deal with its seats in the other order: seat s and seat -s change places."""
    return ws.Deal([deal.hands[-seat % deal.seats] for seat in range(deal.seats)], deal.kitty)


@pytest.mark.parametrize("preset", ["whist_seed", "bid_whist_seed", "cutthroat_3", "cutthroat_5"])
@pytest.mark.parametrize("strain", ["S+", "NT-", "H~"])
@pytest.mark.parametrize("seed", range(2))
def test_counterclockwise_is_clockwise_in_the_mirror(preset: str, strain: str, seed: int) -> None:
    short = {"hand_size": 10, "kitty_size": 24} if preset == "cutthroat_3" else {}
    left = ws.Rules.preset(preset, **short, direction_of_play="clockwise")
    right = ws.Rules.preset(preset, **short, direction_of_play="counterclockwise")
    deal = full_deal(50 + seed, left)
    seats = deal.seats
    other = mirrored(deal)
    for leader, count in ((0, 0), (1, 3), (seats - 1, 2 * seats + 1)):
        play = replace(reference_problem(deal, strain, leader, left), partners=seats == 4)
        played = random_play(random.Random(seed), play.start(), count)
        for declarer in (0, 1):
            here = ws.solve(deal, strain, leader, declarer=declarer, played=played, rules=left)
            there = ws.solve(
                other, strain, -leader % seats, declarer=-declarer % seats, played=played, rules=right
            )
            assert there == here, (leader, count, declarer)
        assert ws.solve_cards(other, strain, -leader % seats, played=played, rules=right) == ws.solve_cards(
            deal, strain, leader, played=played, rules=left
        )
    here_table = ws.table(deal, strains=[strain], rules=left, threads=1)
    there_table = ws.table(other, strains=[strain], rules=right, threads=1)
    for seat in range(seats):
        assert there_table[-seat % seats, strain] == here_table[seat, strain]


def test_the_classic_preset_plays_to_the_right() -> None:
    rules = ws.Rules.preset("whist_seed")
    assert rules.direction_of_play == "counterclockwise"
    assert ws.solve(SHORT, "NT+", "N", played=["SA", "S8", "ST", "SQ"], rules=rules).won == 1
    with pytest.raises(ws.ActError, match=r"card 2 .* SQ by W, .* W does not hold it"):
        ws.solve(SHORT, "NT+", "N", played=["SA", "SQ"], rules=rules)
    with pytest.raises(ws.ActError, match=r"card 2 .* S8 by E, .* E does not hold it"):
        ws.solve(SHORT, "NT+", "N", played=["SA", "S8"])


def test_the_direction_decides_a_finesse() -> None:
    """The queen is safe where East, who holds the king, plays before South, not where East plays after."""
    deal = "N:.32.. .K4.. .AQ.. 32..."
    left = ws.Rules.preset("bid_whist_seed")
    right = replace(left, direction_of_play="counterclockwise")
    assert ws.solve(deal, "NT+", "N", rules=left).tricks == 2
    assert ws.solve(deal, "NT+", "N", rules=right).tricks == 1
    assert ws.solve_many([deal], ["NT+"], rules=left)[0, 0, 0] == 2
    assert ws.solve_many([deal], ["NT+"], rules=right)[0, 0, 0] == 1


def sides_of_the_engine(seats: int, rules: ws.Rules) -> list[frozenset[int]]:
    """Who is on each declarer's side, from deals of one trick."""
    sides = []
    for declarer in range(seats):
        side = set()
        for winner in range(seats):
            hands = ["A" if seat == winner else str(2 + seat) for seat in range(seats)]
            if ws.solve(ws.Deal(hands), "NT+", 0, declarer=declarer, rules=rules).tricks:
                side.add(winner)
        sides.append(frozenset(side))
    return sides


ALONE = [frozenset({seat}) for seat in range(6)]
OPPOSITE = [frozenset({0, 2}), frozenset({1, 3})] * 2
FACING = [frozenset({0, 3}), frozenset({1, 2}), frozenset({1, 2}), frozenset({0, 3})]


@pytest.mark.parametrize(
    ("preset", "options", "seats", "sides"),
    [
        *((name, {}, 4, OPPOSITE) for name in ("bid_whist_seed", "whist_seed", "whist_portland")),
        *((name, {}, 4, OPPOSITE) for name in ("dummy", "double_dummy_classic", "bid_whist_no_kitty")),
        ("double_dummy", {}, 4, FACING),
        ("double_dummy", {"seating": "alternating"}, 4, OPPOSITE),
        ("cutthroat_4", {}, 4, ALONE[:4]),
        *((f"cutthroat_{seats}", {}, seats, ALONE[:seats]) for seats in (3, 5, 6)),
        *(("bid_whist_seed", {}, seats, ALONE[:seats]) for seats in (2, 3, 5, 6)),
        ("humbug", {}, 2, ALONE[:2]),
    ],
)
def test_who_is_on_the_declarers_side(
    preset: str, options: dict[str, str], seats: int, sides: list[frozenset[int]]
) -> None:
    assert sides_of_the_engine(seats, ws.Rules.preset(preset, **options)) == sides


@pytest.mark.parametrize("strain", ["S+", "NT-"])
@pytest.mark.parametrize("seed", range(2))
def test_partners_who_sit_together(strain: str, seed: int) -> None:
    rules = ws.Rules.preset("double_dummy_seed", seating="facing")
    hands = random_hands(random.Random(seed), 4, 4, 2)
    play = reference_problem(ws.Deal(hands), strain, seed % 4, rules)
    for declarer, side in enumerate(FACING):
        want = value(play.start(), side)
        assert ws.solve(ws.Deal(hands), strain, seed % 4, declarer=declarer, rules=rules).tricks == want
    table = ws.table(ws.Deal(hands), strains=[strain], rules=rules, threads=1)
    for leader in range(4):
        turned = replace(play, leader=leader)
        assert table[leader, strain] == value(turned.start(), FACING[leader])


# --------------------------------------------------------------------------------------------- sizes of deals


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("size", [1, 2, 3, 8, 16])
def test_deals_of_every_size(seats: int, size: int) -> None:
    """As many cards as the 54 allow: 16 each of two and three, 13 of four, 10 of five, 9 of six."""
    size = min(size, 54 // seats)
    rng = random.Random(seats * size)
    for jokers in (0, 2):
        if seats * size > 52 + jokers:
            continue
        deal = ws.Deal(random_hands(rng, seats, size, min(jokers, seats * size)))
        for strain in ("D+", "NT-"):
            cards = ws.solve_cards(deal, strain, 0)
            found = ws.solve(deal, strain, 0)
            assert found.tricks == max(cards.values()) <= size
            assert set(cards) == set(deal.hands[0])
            against = ws.solve(deal, strain, 0, declarer=1).tricks
            assert found.tricks + against <= size and (
                seats > 4 or seats == 3 or found.tricks + against == size
            )


def test_all_fifty_four_cards_in_play() -> None:
    rules = ws.Rules.preset("cutthroat_6", hand_size=9, kitty_size=0, kitty_book="none")
    deal = full_deal(8, rules)
    assert deal.kitty is None and sum(map(len, deal.hands)) == 54
    table = ws.table(deal, rules=rules)
    assert table.to_numpy().shape == (6, 10)
    for (leader, strain), tricks in table:
        assert ws.solve(deal, strain, leader, rules=rules).tricks == tricks
    assert table.to_numpy().max() > 0

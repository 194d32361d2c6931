"""Jokers that may be played at any time in no-trump: the engine against the reference, all joker rules."""

import random
from dataclasses import replace
from itertools import combinations, product

import pytest
from tests.oracle import asking
from tests.oracle.minimax import Memo, card_values, sequences, value
from tests.oracle.position import JOKERS
from tests.oracle.positions import (
    DECK,
    JOKER_LEAD_NO_TRUMP,
    JOKERS_PLAYED,
    Problem,
    hand_text,
    random_hands,
    random_play,
)
from tests.support.thorough import by_default

import whistsolve as ws
from whistsolve.rules import Rules
from whistsolve.values import Card, Deal, Hand

#: Hands, whether two play against two, and cards of each at the start of a trick, at times one more or less.
TABLES = ((2, False, 4), (3, False, 3), (4, True, 3), (4, False, 3), (5, False, 2), (6, False, 2))
WAYS = tuple(product(JOKERS_PLAYED, JOKER_LEAD_NO_TRUMP))
#: Every pair of joker rules, by default so many of them that each value is tried.
PAIRS = by_default(
    lambda pair: (JOKERS_PLAYED.index(pair[0]) - JOKER_LEAD_NO_TRUMP.index(pair[1])) % 4 == 0, WAYS
)
#: Endings of every table under every pair of joker rules: 10,080 in all, with -m thorough.
SEEDS = range(140)


def at_any_time(way: str, lead: str, **options: str) -> dict[str, str | bool]:
    return {"joker_no_trump": way, "joker_lead_no_trump": lead, "joker_any_time": True, **options}


def ending(
    rng: random.Random, seats: int, partners: bool, most: int, options: dict[str, str | bool]
) -> Problem:
    """A no-trump ending in few suits, mostly with both jokers and often within a trick."""
    before = rng.choice((0, 0, 1))
    size = most + rng.choice((-1, 0, 0, 0, 0, 0, 0, 0, 1)) + before
    hands = random_hands(rng, seats, size, rng.choice((1, 2, 2)), narrow=rng.random() < 0.7)
    declarer = rng.choice((None, rng.randrange(seats)))
    strain = "NT" + rng.choice("+-~")
    problem = Problem(hands, strain, rng.randrange(seats), declarer, partners=partners, options=options)
    count = before * seats + rng.choice((0, rng.randrange(seats)))
    return replace(problem, played=random_play(rng, problem.start(), count))


def test_in_the_endings_the_option_matters() -> None:
    """In many of them other cards are legal than without it, and in many the value is another."""
    cards = tricks = 0
    for (seats, partners, most), (way, lead), seed in product(TABLES, WAYS, range(1)):
        rng = random.Random(f"{seats} {partners} {way} {lead} {seed}")
        problem = ending(rng, seats, partners, most, at_any_time(way, lead))
        position = problem.position()
        usual = replace(position, terms=replace(position.terms, joker_any_time=False))
        cards += set(position.legal()) != set(usual.legal())
        tricks += value(position, problem.side) != value(usual, problem.side)
    assert cards >= 3 and tricks >= 3, (cards, tricks)


@pytest.mark.parametrize(("seats", "partners", "most"), TABLES)
@pytest.mark.parametrize("seed", by_default(3, SEEDS))
def test_option_joker_any_time_endings_equal_the_twin(
    seats: int, partners: bool, most: int, seed: int
) -> None:
    for way, lead in WAYS:
        rng = random.Random(f"{seats} {partners} {way} {lead} {seed}")
        book = {"kitty_book": "first_trick_winner"} if rng.random() < 0.2 else {}
        problem = ending(rng, seats, partners, most, at_any_time(way, lead, **book))
        position, memo = problem.position(), Memo()
        won = sum(position.won[seat] for seat in problem.side)
        assert asking.solve(problem) == (value(position, problem.side, memo), won), problem
        assert asking.solve_cards(problem) == card_values(position, problem.side, memo), problem


@pytest.mark.parametrize(("way", "lead"), WAYS)
@pytest.mark.parametrize("seats", range(2, 7))
def test_option_joker_any_time_sequences_equal_the_twin(way: str, lead: str, seats: int) -> None:
    rng = random.Random(f"{way} {lead} {seats}")
    problem = ending(rng, seats, seats == 4, 2, at_any_time(way, lead))
    assert asking.perft(problem) == sequences(problem.position()), problem


def twin_tricks(deal: Deal, strain: str, leader: int, side: set[int], options: dict[str, str | bool]) -> int:
    problem = Problem(tuple(map(str, deal.hands)), strain, leader, options=options)
    return value(problem.start(), frozenset(side))


@pytest.mark.parametrize(("way", "lead"), PAIRS)
@pytest.mark.parametrize(
    ("preset", "changes", "partner"),
    [
        ("dummy_seed", {}, 2),
        ("double_dummy_seed", {"seating": "alternating"}, 2),
        ("double_dummy_seed", {"seating": "facing"}, 3),
    ],
)
def test_option_joker_any_time_with_dummies(
    way: str, lead: str, preset: str, changes: dict[str, str], partner: int
) -> None:
    rng = random.Random(f"{way} {lead} {preset} {partner}")
    options = at_any_time(way, lead)
    rules = Rules.preset(preset, jokers=2, **changes, **options)
    for leader in range(4):
        deal = Deal(random_hands(rng, 4, 3, 2, narrow=True))
        expected = twin_tricks(deal, "NT+", leader, {0, partner}, options)
        assert ws.solve(deal, "NT+", leader, declarer=0, rules=rules).tricks == expected, deal


@pytest.mark.parametrize("trump", "SHDC")
def test_option_joker_any_time_does_not_change_trump_contracts(trump: str) -> None:
    """There a joker is a trump: it follows trumps, and no other suit."""
    for seed in range(10):
        rng = random.Random(f"{trump} {seed}")
        deal = Deal(random_hands(rng, 4, 4, 2, narrow=True))
        strains = [trump + mark for mark in "+-~"]
        usual, at_will = (
            ws.table(deal, strains=strains, rules=Rules.preset("bid_whist_seed", joker_any_time=any_time))
            for any_time in (False, True)
        )
        assert usual.to_numpy().tolist() == at_will.to_numpy().tolist()


# ------------------------------------------------------------------------------- others that ask the engine


@pytest.mark.parametrize("way", JOKERS_PLAYED)
@pytest.mark.parametrize("seed", by_default(1, range(8)))
def test_option_joker_any_time_the_best_discard_is_that_of_all_tried(way: str, seed: int) -> None:
    """A joker in the kitty, and one in another hand; no-trump."""
    rng = random.Random(f"{way} {seed}")
    options = at_any_time(way, JOKER_LEAD_NO_TRUMP[seed % 4])
    deck = [suit + rank for suit in "SHDC" for rank in "AKQJT"]
    kitty, cards = ["BJ"], ["LJ", *rng.sample(deck, 12)]
    rng.shuffle(cards)
    rules = Rules.preset("cutthroat_3", **options)
    hands = [cards[4 * seat : 4 * seat + 4] for seat in range(3)]
    kitty.append(cards[12])
    deal = Deal([hand_text(hand) for hand in hands], Hand([Card.from_text(card) for card in kitty]))
    held = set(hands[0]) | set(kitty)
    tried = {
        frozenset(given): twin_tricks(
            Deal([hand_text(held - set(given)), *map(hand_text, hands[1:])]), "NT-", 0, {0}, options
        )
        for given in combinations(sorted(held), 2)
    }
    best = max(tried.values())
    found = ws.best_discard(deal, "NT-", 0, rules=rules)
    assert (found.low, found.high) == (best, best)
    every = {frozenset(map(str, cards)) for cards in ws.optimal_discards(deal, "NT-", 0, rules=rules)}
    assert every == {given for given, tricks in tried.items() if tricks == best}
    some = [sorted(given) for given in list(tried)[::4]]
    values = ws.Discards(deal, "NT-", 0, rules=rules).values(some)
    assert values == [tried[frozenset(given)] for given in some]


@pytest.mark.parametrize(("way", "lead"), PAIRS)
def test_option_joker_any_time_in_tables_and_rows(way: str, lead: str) -> None:
    rng = random.Random(f"{way} {lead}")
    options = at_any_time(way, lead)
    rules = Rules.preset("bid_whist_seed", **options)
    deals = [Deal(random_hands(rng, 4, 3, 2, narrow=True)) for _ in range(2)]
    sides = [{leader, (leader + 2) % 4} for leader in range(4)]
    want = [
        [
            [twin_tricks(deal, strain, leader, side, options) for strain in ("NT+", "NT-")]
            for leader, side in enumerate(sides)
        ]
        for deal in deals
    ]
    assert ws.solve_many(deals, ["NT+", "NT-"], rules=rules).tolist() == want
    assert ws.table(deals[0], strains=["NT+", "NT-"], rules=rules).to_numpy().tolist() == want[0]


# ------------------------------------------------------------------------ decks with single cards left out


#: Two jokers in the place of two deuces, as where there is no kitty; and decks that lack more.
LEFT_OUT = (("S2", "C2"), ("S2", "D2", "H3"), ("SA", "HA", "DK", "D9", "D8"))


@pytest.mark.parametrize("left_out", LEFT_OUT, ids="-".join)
@pytest.mark.parametrize("any_time", [False, True])
@pytest.mark.parametrize("seed", by_default(1, range(40)))
def test_suits_of_unequal_length(left_out: tuple[str, ...], any_time: bool, seed: int) -> None:
    """Deals of whole short suits, of which some have fewer ranks than others."""
    rng = random.Random(f"{left_out} {any_time} {seed}")
    ranks = "AKQJT9" if "D8" in left_out else "5432"
    deck = [card for card in DECK if card[1] in ranks and card not in left_out] + list(JOKERS)
    seats = rng.choice((2, 3, 4, 4, 4))
    size = {2: 4, 3: 4, 4: 3}[seats]
    rng.shuffle(deck)
    hands = tuple(hand_text(deck[i * size : (i + 1) * size]) for i in range(seats))
    options = at_any_time(*rng.choice(WAYS), joker_any_time=any_time)
    for strain in ("NT" + rng.choice("+-~"), rng.choice("SHDC") + rng.choice("+-~")):
        problem = Problem(hands, strain, rng.randrange(seats), partners=seats == 4, options=options)
        position, memo = problem.position(), Memo()
        assert asking.solve(problem) == (value(position, problem.side, memo), 0), problem
        assert asking.solve_cards(problem) == card_values(position, problem.side, memo), problem


def test_thirteen_cards_each_where_jokers_stand_for_two_deuces() -> None:
    """The whole deck of the game without a kitty, solved and played to the end along best cards."""
    deck = [card for card in DECK if card not in LEFT_OUT[0]] + list(JOKERS)
    random.Random(7).shuffle(deck)
    deal = Deal([hand_text(deck[13 * seat : 13 * seat + 13]) for seat in range(4)])
    for any_time in (False, True):
        rules = Rules.preset("bid_whist_seed", joker_any_time=any_time)
        for strain in ("S-", "NT+"):
            tricks = ws.solve(deal, strain, "N", rules=rules).tricks
            cards = ws.solve_cards(deal, strain, "N", rules=rules)
            assert max(cards.values()) == tricks
            east = ws.solve(deal, strain, "N", declarer="E", rules=rules).tricks
            assert tricks + east == 13

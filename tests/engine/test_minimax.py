"""The engine equals plain minimax on short endings: all rules, two to six hands, every phase of a trick."""

import random
import re
from dataclasses import replace

import pytest
from tests.oracle import asking
from tests.oracle.minimax import Memo, card_values, value
from tests.oracle.position import SUITS, side_of
from tests.oracle.positions import RANKINGS, Problem, cards_of, random_hands, random_options, random_problem
from tests.support.thorough import by_default

import whistsolve as ws

#: Hands, cards left in each at the start of the current trick, how many problems; a third of them by default.
SIZES = (
    (2, 1, 20), (2, 3, 80), (2, 5, 80),
    (3, 2, 60), (3, 4, 80),
    (4, 1, 20), (4, 2, 120), (4, 3, 180), (4, 4, 90), (4, 5, 4),
    (5, 2, 40), (5, 3, 30),
    (6, 2, 50), (6, 3, 16),
)  # fmt: skip
CASES = [
    case
    for seats, left, count in SIZES
    for case in by_default(
        (count + 3) // 4,
        [pytest.param(seats, left, seed, id=f"{seats}x{left}-{seed}") for seed in range(count)],
    )
]


def declarers(problem: Problem) -> range:
    """One seat of every side that can be asked for."""
    return range(2 if problem.partners and problem.seats == 4 else problem.seats)


def check_every_side(problem: Problem) -> None:
    position = problem.position()
    for declarer in declarers(problem):
        asked = replace(problem, declarer=declarer)
        won = sum(position.won[seat] for seat in asked.side)
        memo: Memo = {}
        assert asking.solve(asked) == (value(position, asked.side, memo), won), asked
        assert asking.solve_cards(asked) == card_values(position, asked.side, memo), asked


@pytest.mark.parametrize(("seats", "left", "seed"), CASES)
def test_the_engine_equals_the_twin(seats: int, left: int, seed: int) -> None:
    check_every_side(random_problem(seed, seats, left=left))


#: Endings of one against three in which the one gets a trick that is easily overlooked, because the three
#: must follow suit among themselves. They are too rare to turn up among a few hundred random problems.
ONE_TRICK_FOR_ONE = (
    Problem(("92..K8.", "76..QT.", "Q5..32.", "T..965."), "H-", 0, 0, ("S9",), partners=False),
    Problem(
        ("K4..7..B", "9..Q64.", "6..JT..L", "J87..3."), "C~", 0, 0, ("BJ", "DQ", "LJ", "S8"), partners=False
    ),
    Problem(
        ("..A.AK9", "..KT.62", "..74.QT", "..Q2.J4"), "H~", 0, 2, ("DA", "DT", "D4", "D2"), partners=False
    ),
    Problem(
        ("K...K764", "Q76...T2", "A4...98.B", "J8...Q5.L"),
        "NT~",
        1,
        2,
        ("S6", "SA", "S8", "SK", "CT", "C9", "C5"),
        partners=False,
    ),
    Problem(("..KT.K9", "..A9.J2", "..42.AQ", "..3.T63"), "NT+", 3, 0, ("C3", "CK", "CJ"), partners=False),
)


@pytest.mark.parametrize("problem", ONE_TRICK_FOR_ONE, ids=str)
def test_one_trick_for_one_against_three(problem: Problem) -> None:
    check_every_side(problem)


@pytest.mark.parametrize("joker_no_trump", ["must_discard_first_void", "free_discard", "high_no_suit"])
@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("seed", by_default(3, range(8)))
def test_every_suit_that_a_led_joker_can_name(joker_no_trump: str, seats: int, seed: int) -> None:
    rng = random.Random(1000 * seed + seats)
    hands = random_hands(rng, seats, 3 if seats < 5 else 2, 2)
    options = {"joker_no_trump": joker_no_trump, "joker_lead_no_trump": "leader_names_suit"}
    strain = rng.choice(("NT+", "NT-", "NT~"))
    problem = Problem(hands, strain, partners=seats == 4, options=options)
    for leader, hand in enumerate(hands):
        for joker in cards_of(hand) & {"BJ", "LJ"}:
            for suit in SUITS:
                led = replace(problem, leader=leader, declarer=leader, played=(f"{joker}:{suit}",))
                assert asking.solve(led) == (value(led.position(), led.side), 0), led


@pytest.mark.parametrize("seed", by_default(20, range(40)))
def test_the_declarer_is_the_leader_unless_named(seed: int) -> None:
    problem = replace(random_problem(seed, 4, left=2), declarer=None)
    assert asking.solve(problem) == asking.solve(replace(problem, declarer=problem.leader)), problem


@pytest.mark.parametrize(("seats", "size"), [(2, 4), (3, 3), (4, 2), (4, 3), (5, 2), (6, 2)])
@pytest.mark.parametrize("seed", by_default(1, range(4)))
def test_tables_equal_the_twin(seats: int, size: int, seed: int) -> None:
    rng = random.Random(100 * seed + seats)
    options = dict(random_options(rng, "NT+", jokers=2))
    hands = random_hands(rng, seats, size, 2, narrow=True)
    problem = Problem(hands, "NT+", partners=seats == 4, options=options)
    strains = [trump + mark for mark in RANKINGS for trump in (*SUITS, "NT")]
    want = [
        [
            value(asked.start(), side_of(leader, seats, problem.partners))
            for strain in strains
            for asked in [replace(problem, strain=strain, leader=leader)]
        ]
        for leader in range(seats)
    ]
    deal, rules = ws.Deal(problem.hands), asking.rules_of(problem)
    table = ws.table(deal, strains=strains, rules=rules)
    assert table.to_numpy().tolist() == want, problem
    assert [[table[leader, strain] for strain in strains] for leader in range(seats)] == want, problem
    assert ws.solve_many([deal, deal], strains, rules=rules).tolist() == [want, want], problem


@pytest.mark.parametrize("seed", range(20))
def test_nothing_is_left_after_the_last_card(seed: int) -> None:
    problem = replace(random_problem(seed, 4, left=2), played=())
    position, played = problem.start(), []
    while not position.finished:
        played.append(position.legal()[-1])
        position = position.play(played[-1])
    done = replace(problem, played=tuple(played))
    assert asking.solve(done) == (0, sum(position.won[seat] for seat in done.side)), done


@pytest.mark.parametrize("joker", ["BJ", "LJ"])
def test_a_joker_still_held_where_jokers_are_exchanged(joker: str) -> None:
    held = Problem(
        ("AK...", f"Q....{joker[0]}", "JT...", "98..."), "NT+", options={"joker_no_trump": "exchanged"}
    )
    with pytest.raises(ws.WhistError, match=joker) as error:
        asking.solve(held)
    assert re.search(r"\bE(ast)?\b", str(error.value)), error.value
    assert asking.solve(replace(held, strain="S+")) == (1, 0)  # the joker takes one of two trump leads
    assert asking.solve(replace(held, hands=("AK...", "Q..2.", "JT...", "98..."))) == (2, 0)


def test_a_joker_led_must_name_its_suit_where_leaders_do() -> None:
    asked = Problem(
        ("A....B", "KQ...", "JT...", "98..."),
        "NT+",
        played=("BJ:S", "SK"),
        options={"joker_lead_no_trump": "leader_names_suit"},
    )
    assert asking.solve(asked) == (1, 0)
    for wrong in ("BJ", "BJ:X", "BJ:", "BJ:NT", "SA:S"):
        with pytest.raises(ws.WhistError, match="suit"):
            asking.solve(replace(asked, played=(wrong,)))
    with pytest.raises(ws.WhistError):
        asking.solve(replace(asked, options={}))


@pytest.mark.parametrize(
    ("played", "options"),
    [
        (("SA", "H2"), {}),  # nobody holds it
        (("SA", "BJ"), {}),  # East can follow, and a joker does not
        (("SA", "S3"), {}),  # West's card
        (("SA", "S2", "D2"), {}),  # South is void of spades and must throw the joker
        (("SA", "S2", "LJ", "S3", "SA"), {}),  # a card twice
        (("SA", "S2", "LJ", "S3", "D2"), {}),  # North won and leads
        (("CA",), {"joker_lead_no_trump": "forbidden_unless_only_jokers"}),  # nobody's card
        (("SA", "BJ"), {"joker_no_trump": "high_no_suit"}),
        (("SA", "S2", "LJ"), {"joker_no_trump": "removed"}),  # laid aside while another card is held
    ],
)
def test_an_illegal_play_is_refused(played: tuple[str, ...], options: dict[str, str]) -> None:
    problem = Problem(("A2...", "4....B", "..2..L", "3...2"), "NT+", played=played, options=options)
    with pytest.raises(ValueError, match=r"may not play"):
        problem.position()
    with pytest.raises(ws.WhistError):
        asking.solve(problem)


def test_a_joker_is_not_led_while_another_card_is_held_where_that_is_forbidden() -> None:
    problem = Problem(
        ("A....B", "43...", "..2..L", "2...2"),
        "NT+",
        played=("BJ",),
        options={"joker_lead_no_trump": "forbidden_unless_only_jokers"},
    )
    with pytest.raises(ws.WhistError):
        asking.solve(problem)
    assert asking.solve(replace(problem, options={})) == (1, 0)

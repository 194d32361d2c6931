"""Every option that bears on play changes the value of some position, in the reference and in the engine."""

from dataclasses import replace
from itertools import combinations

import pytest
from tests.oracle import asking
from tests.oracle.minimax import value
from tests.oracle.positions import JOKER_LEAD_NO_TRUMP, JOKER_NO_TRUMP, Problem

#: Tricks of the leader's side. A row for each way of joker_no_trump: must_discard_first_void, free_discard,
#: removed, high_no_suit. A column for each way of joker_lead_no_trump: first_suited_card, free_play,
#: forbidden_unless_only_jokers, leader_names_suit.
WORTH = (
    # North leads the joker. East plays the diamond, wins, and gives South the second trick with a club; named
    # clubs take that choice away. Where the joker may not be led, West has the first trick and the lead.
    (
        Problem(("6....L", "..7.4", "...A7", "A....B"), "NT-"),
        ((1, 1, 0, 2), (1, 1, 0, 2), (0, 0, 0, 0), (0, 0, 0, 1)),
    ),
    (
        Problem(("..T..L", "..A8.", "..6..B", "..K9."), "NT-"),
        ((0, 1, 0, 0), (0, 1, 0, 1), (0, 0, 0, 0), (2, 2, 1, 2)),
    ),
    (
        Problem(("...T.L", "...74", "...AJ", "...Q.B"), "NT~"),
        ((0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), (1, 0, 0, 1)),
    ),
    # South throws the ace of hearts on the ace of spades and frees North's hearts, unless forced to throw the
    # joker. Where a joker names its suit, South can win the first heart and put North in with a spade.
    (
        Problem(("A.KQ...", "2.2.A.", ".A.2..B", "3.3.K."), "NT+"),
        ((2, 2, 2, 3), (3, 3, 3, 3), (3, 3, 3, 3), (3, 3, 3, 3)),
    ),
    # Two hands.
    (
        Problem(("..84..L", "..QJ..B"), "NT+"),
        ((1, 1, 0, 1), (1, 1, 0, 1), (0, 0, 0, 0), (0, 0, 0, 1)),
    ),
    # Three hands, each for himself.
    (
        Problem((".J96..", ".83...B", ".A4...L"), "NT+", partners=False),
        ((2, 1, 2, 2), (2, 1, 2, 1), (2, 2, 2, 2), (0, 0, 1, 0)),
    ),
)
CELLS = [
    pytest.param(
        replace(problem, options={"joker_no_trump": way, "joker_lead_no_trump": lead}),
        row[column],
        id=f"{number}-{way}-{lead}",
    )
    for number, (problem, rows) in enumerate(WORTH)
    for way, row in zip(JOKER_NO_TRUMP, rows, strict=True)
    for column, lead in enumerate(JOKER_LEAD_NO_TRUMP)
]


@pytest.mark.parametrize(("problem", "tricks"), CELLS)
def test_the_twin_on_every_pair_of_joker_rules(problem: Problem, tricks: int) -> None:
    assert value(problem.start(), problem.side) == tricks


@pytest.mark.parametrize(("problem", "tricks"), CELLS)
def test_the_engine_on_every_pair_of_joker_rules(problem: Problem, tricks: int) -> None:
    assert asking.solve(problem) == (tricks, 0), problem


@pytest.mark.parametrize(("one", "other"), list(combinations(range(4), 2)))
def test_any_two_values_of_an_option_differ_somewhere(one: int, other: int) -> None:
    """Among four hands, so that no option is told from another by two or three hands alone."""
    four = [rows for problem, rows in WORTH if problem.seats == 4]
    assert any(rows[one][0] != rows[other][0] for rows in four), "joker_no_trump"
    for way in (0, 1, 3):
        assert any(rows[way][one] != rows[way][other] for rows in four), JOKER_NO_TRUMP[way]


FIRST_TRICK = {"kitty_book": "first_trick_winner"}
#: Pairs of problems that differ in one choice only, and what each is worth.
PAIRS = {
    "the first trick counts two": (
        (Problem(("A2...", "K3...", "Q4...", "J5..."), "NT+"), 1),
        (Problem(("A2...", "K3...", "Q4...", "J5..."), "NT+", options=FIRST_TRICK), 2),
    ),
    "the first trick counts two for the other side": (
        (Problem(("K2...", "A3...", "Q4...", "J5..."), "NT+", declarer=1), 1),
        (Problem(("K2...", "A3...", "Q4...", "J5..."), "NT+", declarer=1, options=FIRST_TRICK), 2),
    ),
    "a partner opposite or none": (
        (Problem(("32...", "65...", "AK...", "87..."), "NT+"), 2),
        (Problem(("32...", "65...", "AK...", "87..."), "NT+", partners=False), 0),
    ),
    "uptown and downtown": (
        (Problem(("KQ...", "32...", "JT...", "54..."), "NT+"), 2),
        (Problem(("KQ...", "32...", "JT...", "54..."), "NT-"), 0),
    ),
    "aces good and aces bad": (
        (Problem(("A4...", "2K...", "QJ...", "T9..."), "S-"), 1),
        (Problem(("A4...", "2K...", "QJ...", "T9..."), "S~"), 0),
    ),
    # East throws the joker under the ace of spades, and keeps the king over the queen.
    "a joker at any time or at a void": (
        (Problem(("AQ...", "K....B", "54...", "76..."), "NT+"), 2),
        (Problem(("AQ...", "K....B", "54...", "76..."), "NT+", options={"joker_any_time": True}), 1),
    ),
    "jokers with and without a trump suit": (
        (Problem(("2....B", "AK...", "54...", "76..."), "S+"), 1),
        (Problem(("2....B", "AK...", "54...", "76..."), "NT+"), 0),
    ),
}


def test_pairs_differ() -> None:
    assert all(one != other for (_, one), (_, other) in PAIRS.values())


@pytest.mark.parametrize("name", PAIRS)
def test_the_twin_on_pairs(name: str) -> None:
    for problem, tricks in PAIRS[name]:
        assert value(problem.start(), problem.side) == tricks, problem


@pytest.mark.parametrize("name", PAIRS)
def test_the_engine_on_pairs(name: str) -> None:
    for problem, tricks in PAIRS[name]:
        assert asking.solve(problem) == (tricks, 0), problem

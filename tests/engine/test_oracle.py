"""The reference solvers against positions worked by hand; nothing here needs the engine."""

import random
from dataclasses import replace
from itertools import product

import pytest
from tests.oracle.minimax import card_values, play_values, sequences, value
from tests.oracle.position import exchange_jokers, is_joker, winning_play
from tests.oracle.positions import (
    DECK,
    JOKER_LEAD_NO_TRUMP,
    JOKER_NO_TRUMP,
    JOKERS_PLAYED,
    Problem,
    cards_of,
    hand_text,
    jokers_in,
    random_hands,
    random_problem,
)

RANKING_MARKS = "+-~"


def legal(problem: Problem) -> set[str]:
    return set(problem.position().legal())


def worth(problem: Problem) -> int:
    return value(problem.position(), problem.side)


# J1 to J7: the play tests for jokers of the rules.

VOID_WITH_JOKER = Problem(("5..4.", "...7.L", "6..5.", "7..6."), "NT+", played=("D4",))


def test_j1_void_holder_must_throw_the_joker() -> None:
    assert legal(VOID_WITH_JOKER) == {"LJ"}
    assert legal(replace(VOID_WITH_JOKER, options={"joker_no_trump": "free_discard"})) == {"LJ", "C7"}
    assert legal(replace(VOID_WITH_JOKER, options={"joker_no_trump": "high_no_suit"})) == {"LJ", "C7"}
    assert legal(replace(VOID_WITH_JOKER, options={"joker_no_trump": "removed"})) == {"C7"}


def test_j1_either_of_two_jokers_will_do_one_at_each_occasion() -> None:
    both = Problem(("543...", "...7.BL", "862...", "97..2."), "NT+", played=("S5",))
    assert legal(both) == {"BJ", "LJ"}
    assert legal(replace(both, played=("S5", "BJ", "S6", "S9", "S7", "S4"))) == {"LJ"}
    assert legal(replace(both, played=("S5", "LJ", "S6", "S9", "S7", "S4"))) == {"BJ"}


@pytest.mark.parametrize("ways", list(product(JOKER_NO_TRUMP, JOKER_LEAD_NO_TRUMP)))
def test_j2_who_can_follow_may_not_throw_a_joker(ways: tuple[str, str]) -> None:
    options = dict(zip(("joker_no_trump", "joker_lead_no_trump"), ways, strict=True))
    follows = Problem(("5..4.", "..7..L", "6..5.", "7..6."), "NT+", played=("D4",), options=options)
    assert legal(follows) == {"D7"}


LED_JOKER = Problem((".K...B", "2.9...", "A.Q...", "3.T..."), "NT+", played=("BJ",))


def test_j3_first_suited_card_fixes_the_suit() -> None:
    assert legal(LED_JOKER) == {"S2", "H9"}
    assert legal(replace(LED_JOKER, played=("BJ", "H9"))) == {"HQ"}
    assert legal(replace(LED_JOKER, played=("BJ", "S2"))) == {"SA"}
    done = replace(LED_JOKER, played=("BJ", "H9", "HQ", "HT")).position()
    assert (done.leader, done.won) == (2, (0, 0, 1, 0))
    downtown = replace(LED_JOKER, strain="NT-", played=("BJ", "H9", "HQ", "HT")).position()
    assert downtown.leader == 1


@pytest.mark.parametrize("jokers", [("B", "L"), ("L", "B")])
def test_j4_two_jokers_and_the_third_hand_fixes_the_suit(jokers: tuple[str, str]) -> None:
    big, little = jokers
    problem = Problem((f".K...{big}", f"2....{little}", "A.Q...", "3.T..."), "NT+")
    problem = replace(problem, played=(f"{big}J", f"{little}J"))
    assert legal(problem) == {"SA", "HQ"}
    third = replace(problem, played=(*problem.played, "HQ"))
    assert legal(third) == {"HT"}
    assert replace(third, played=(*third.played, "HT")).position().leader == 2
    beaten = replace(third, hands=(*problem.hands[:3], "3.A..."), played=(*third.played, "HA"))
    assert beaten.position().leader == 3


@pytest.mark.parametrize("joker_lead", ["first_suited_card", "free_play"])
def test_j4b_no_joker_is_forced_before_a_suit_is_fixed(joker_lead: str) -> None:
    options = {"joker_lead_no_trump": joker_lead}
    problem = Problem(("8.9...B", "2.3...L", "4.5.2..", "6.7.3.."), "NT+", played=("BJ",), options=options)
    assert legal(problem) == {"S2", "H3", "LJ"}


def test_j4c_no_joker_lead_while_another_card_is_held() -> None:
    options = {"joker_lead_no_trump": "forbidden_unless_only_jokers"}
    problem = Problem(("K....B", "23...", "45...", "67..."), "NT+", options=options)
    assert legal(problem) == {"SK"}
    only = Problem(("....BL", "23...", "4.5...", "6.7..."), "NT+", options=options)
    assert legal(only) == {"BJ", "LJ"}
    assert legal(replace(only, played=("BJ", "S3"))) == {"S4"}


@pytest.mark.parametrize("mark", RANKING_MARKS)
def test_j5_a_joker_follows_a_trump_lead(mark: str) -> None:
    problem = Problem(("2.3...", ".4...L", "5.6...", "7.8..."), "S" + mark, played=("S2",))
    assert legal(problem) == {"LJ"}
    led = Problem((".3...L", "2.4...", "5.6...", ".78..."), "S" + mark, played=("LJ",))
    assert legal(led) == {"S2"}
    assert legal(replace(led, played=("LJ", "S2", "S5"))) == {"H7", "H8"}


@pytest.mark.parametrize("mark", RANKING_MARKS)
def test_j6_big_beats_little_beats_ace(mark: str) -> None:
    problem = Problem(("A....", "....L", "....B", "2...."), "S" + mark, played=("SA", "LJ", "BJ", "S2"))
    assert problem.position().leader == 2
    without = Problem(("A....", "....L", "3....", "2...."), "S" + mark, played=("SA", "LJ", "S3", "S2"))
    assert without.position().leader == 1


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_j7_exchange_keeps_the_hands_and_the_pile(seed: int) -> None:
    rng = random.Random(seed)
    hands = [cards_of(hand) for hand in random_hands(rng, 4, 12, 0)]
    pile = sorted(set(DECK).difference(*hands))  # the bidder's discards, two cards short
    for seat, joker in ((1, "LJ"), (3, "BJ")):
        given = min(hands[seat])
        hands[seat] = hands[seat] - {given} | {joker}
        pile.append(given)
    swapped, left = exchange_jokers(hands, pile, bidder=0)
    assert [len(hand) for hand in swapped] == [12] * 4
    assert len(left) == len(pile)
    assert {card for card in left if is_joker(card)} == {"BJ", "LJ"}
    assert not any(is_joker(card) for hand in swapped for card in hand)
    assert len(swapped[1] - hands[1]) == len(swapped[3] - hands[3]) == 1
    assert (swapped[0], swapped[2]) == (hands[0], hands[2])
    exchanged = {"joker_no_trump": "exchanged"}
    Problem(tuple(map(hand_text, swapped)), "NT+", options=exchanged).start()
    with pytest.raises(ValueError, match="seat 1 still holds LJ"):
        Problem(tuple(map(hand_text, hands)), "NT+", options=exchanged).start()


# The other values of the lead rule.


def test_free_play_nobody_follows_and_the_first_suited_card_decides() -> None:
    free = replace(LED_JOKER, options={"joker_lead_no_trump": "free_play"})
    assert legal(replace(free, played=("BJ", "H9"))) == {"SA", "HQ"}
    assert legal(replace(free, played=("BJ", "H9", "SA"))) == {"S3", "HT"}
    assert replace(free, played=("BJ", "H9", "SA", "S3")).position().leader == 1
    assert replace(free, played=("BJ", "H9", "SA", "HT")).position().leader == 3


def test_free_play_has_no_duty_to_throw_the_other_joker() -> None:
    hands = ("2....B", "3.9...", "A.2...", ".T...L")
    played = ("BJ", "S3", "SA")
    assert legal(Problem(hands, "NT+", played=played)) == {"LJ"}
    free = Problem(hands, "NT+", played=played, options={"joker_lead_no_trump": "free_play"})
    assert legal(free) == {"HT", "LJ"}


NAMED = replace(LED_JOKER, options={"joker_lead_no_trump": "leader_names_suit"})


def test_the_leader_of_a_joker_names_a_suit() -> None:
    assert legal(replace(NAMED, played=())) == {"HK", "BJ:S", "BJ:H", "BJ:D", "BJ:C"}
    assert legal(replace(NAMED, played=("BJ:H",))) == {"H9"}
    assert legal(replace(NAMED, played=("BJ:D",))) == {"S2", "H9"}
    assert legal(replace(NAMED, played=("BJ:D", "S2"))) == {"SA", "HQ"}
    assert replace(NAMED, played=("BJ:H", "H9", "HQ", "HT")).position().leader == 2
    # Nobody has a diamond: the first suited card decides.
    assert replace(NAMED, played=("BJ:D", "S2", "HQ", "HT")).position().leader == 1
    assert replace(NAMED, played=("BJ:D", "S2", "HQ", "S3")).position().leader == 3


def test_the_named_suit_decides_though_another_fell_first() -> None:
    asked = replace(NAMED, hands=(".K...B", "A.9...", "3.Q...", "4..2.."), played=("BJ:D", "SA", "S3", "D2"))
    assert asked.position().leader == 3


def test_who_lacks_the_named_suit_must_throw_a_joker() -> None:
    asked = replace(NAMED, hands=(".K...B", "A....L", "3.Q...", "4..2.."), played=("BJ:D",))
    assert legal(asked) == {"LJ"}
    assert legal(replace(asked, played=("BJ:S",))) == {"SA"}
    assert legal(replace(asked, options=dict(asked.options, joker_no_trump="free_discard"))) == {"SA", "LJ"}


def test_a_joker_led_is_worth_its_best_suit() -> None:
    # Clubs: East's four falls under South's ace, whose seven is good as well. Diamonds: East's seven wins the
    # trick, and South's ace the second one.
    asked = replace(NAMED, hands=("6....L", "..7.4", "...A7", "A....B"), strain="NT-", played=())
    by_suit = play_values(asked.position(), asked.side)
    assert (by_suit["LJ:C"], by_suit["LJ:D"]) == (2, 1)
    assert card_values(asked.position(), asked.side)["LJ"] == 2
    other_side = replace(asked, declarer=1)
    assert play_values(other_side.position(), other_side.side)["LJ:D"] == 1
    assert card_values(other_side.position(), other_side.side)["LJ"] == 0


# Jokers that are high, and jokers laid aside.


@pytest.mark.parametrize("mark", RANKING_MARKS)
def test_high_jokers_win_over_all(mark: str) -> None:
    high = {"joker_no_trump": "high_no_suit"}
    lead = Problem(("A....", "2....", "....L", "....B"), "NT" + mark, options=high)
    assert replace(lead, played=("SA", "S2", "LJ", "BJ")).position().leader == 3
    led = Problem(("....L", "2....", "A....", "....B"), "NT" + mark, options=high)
    assert replace(led, played=("LJ", "S2", "SA", "BJ")).position().leader == 3
    alone = Problem(("....L", "2....", "A....", "3...."), "NT" + mark, options=high)
    assert replace(alone, played=("LJ", "S2", "SA", "S3")).position().leader == 0


def test_a_hand_of_jokers_against_one_card_of_each_suit() -> None:
    # Two hands: the high jokers take both tricks, worthless ones lose them, laid aside they are not there.
    hands = ("....BL", "2..2..")
    for way, tricks in (("high_no_suit", 2), ("free_discard", 0), ("removed", 0)):
        assert worth(Problem(hands, "NT+", options={"joker_no_trump": way})) == tricks


@pytest.mark.parametrize(
    ("way", "leader", "winner"),
    [
        ("must_discard_first_void", 0, 0), ("must_discard_first_void", 1, 1),
        ("free_discard", 0, 0), ("free_discard", 1, 1),
        ("high_no_suit", 0, 1), ("high_no_suit", 1, 1),
    ],
)  # fmt: skip
def test_a_trick_of_jokers_only(way: str, leader: int, winner: int) -> None:
    problem = Problem(("....L", "....B"), "NT+", leader, declarer=winner, options={"joker_no_trump": way})
    assert worth(problem) == 1


def test_jokers_laid_aside_make_no_trick_of_their_own() -> None:
    aside = {"joker_no_trump": "removed", "kitty_book": "first_trick_winner"}
    for leader in (0, 1):
        for declarer in (0, 1):
            problem = Problem(("....L", "....B"), "NT+", leader, declarer, options=aside)
            assert problem.start().finished and worth(problem) == 0


@pytest.mark.parametrize("joker_lead", JOKER_LEAD_NO_TRUMP)
def test_who_has_only_a_joker_laid_aside_passes_the_lead_on(joker_lead: str) -> None:
    aside = {"joker_no_trump": "removed", "joker_lead_no_trump": joker_lead}
    asked = Problem(("4....L", "3.5...", "A.A...", "6.7..."), "NT-", options=aside)
    assert legal(asked) == {"S4"}
    led = replace(asked, strain="NT+", played=("S4", "S3", "SA", "S6", "HA", "H7"))
    assert legal(led) == {"LJ"}
    alone = Problem(
        ("....L", "2....", "A....", "3...."), "NT+", options=aside, played=("LJ", "S2", "SA", "S3")
    )
    assert alone.position().won == (0, 0, 1, 0)
    two = Problem(("....LB", "2.2...", "A.A...", "3.3..."), "NT+", options=aside, played=("LJ", "H2"))
    assert legal(two) == {"HA"}


# Endings worked by hand.

ENDINGS = {
    "top tricks": (Problem(("AK...", "QJ...", "32...", "54..."), "NT+"), 2),
    "the low card is high": (Problem(("23...", "45...", "KQ...", "JT..."), "NT-"), 2),
    "downtown the ace is best": (Problem(("23...", "A5...", "KQ...", "JT..."), "NT-"), 1),
    "downtown with aces bad": (Problem(("23...", "A5...", "KQ...", "JT..."), "NT~"), 2),
    # North leads a heart towards the ace and queen: the queen wins if East, who plays before, has the king.
    "finesse that works": (Problem((".32...", ".K4...", ".AQ...", "32...."), "NT+"), 2),
    "finesse that fails": (Problem((".32...", "32....", ".AQ...", ".K4..."), "NT+"), 1),
    # West follows to the first heart and ruffs the second.
    "ruff": (Problem((".AK...", ".32...", ".54...", "2.6..."), "S+"), 1),
    "no ruff in no-trump": (Problem((".AK...", ".32...", ".54...", "2.6..."), "NT+"), 2),
    "the little joker is the best trump left": (Problem(("2....L", "AK...", ".32...", ".54..."), "S+"), 1),
    # South throws the ace of hearts on the ace of spades, so that North can run the hearts.
    "free to unblock": (
        Problem(
            ("A.KQ...", "2.2.A.", ".A.2..B", "3.3.K."), "NT+", options={"joker_no_trump": "free_discard"}
        ),
        3,
    ),
    # South must throw the joker instead, wins the first heart with the ace, and has a diamond to lead.
    "the duty to throw the joker keeps a hand blocked": (
        Problem(("A.KQ...", "2.2.A.", ".A.2..B", "3.3.K."), "NT+"),
        2,
    ),
    "the first trick counts two": (
        Problem(("A2...", "K3...", "Q4...", "J5..."), "NT+", options={"kitty_book": "first_trick_winner"}),
        2,
    ),
    "one against three": (Problem(("A2...", "K3...", "Q4..."), "NT+", partners=False), 1),
    "opposite hands are opponents in cutthroat": (
        Problem(("32...", "65...", "AK...", "87..."), "NT+", partners=False),
        0,
    ),
    "opposite hands are partners": (Problem(("32...", "65...", "AK...", "87..."), "NT+"), 2),
}


@pytest.mark.parametrize("name", ENDINGS)
def test_endings_worked_by_hand(name: str) -> None:
    problem, tricks = ENDINGS[name]
    assert worth(problem) == tricks


def test_the_first_trick_counts_two_only_while_it_is_to_come() -> None:
    options = {"kitty_book": "first_trick_winner"}
    problem = Problem(("A2...", "K3...", "Q4...", "J5..."), "NT+", options=options)
    assert worth(replace(problem, played=("SA", "S3", "S4"))) == 2
    after = replace(problem, played=("SA", "S3", "S4", "S5"))
    assert (after.position().won, worth(after)) == ((2, 0, 0, 0), 0)
    assert worth(replace(after, declarer=1)) == 1


# The model itself.


@pytest.mark.parametrize("seed", range(30))
def test_undoing_every_play_leads_back(seed: int) -> None:
    position = start = random_problem(seed, 2 + seed % 5, left=3).start()
    rng, plays = random.Random(seed), 0
    while not position.finished:
        position, plays = position.play(rng.choice(position.legal())), plays + 1
    assert plays == sum(map(len, start.hands)) - sum(map(len, position.hands))
    for _ in range(plays):
        position = position.undo()
    assert position == start


def test_sequences_of_plays() -> None:
    one_suit_each = Problem(("AKQ...", ".AKQ...", "..AKQ.", "...AKQ"), "NT+")
    assert sequences(one_suit_each.start()) == 6**4
    assert sequences(one_suit_each.start(), 3) == 27
    assert sequences(one_suit_each.start(), 0) == 1
    # A joker led with four suits to name is four plays.
    named = {"joker_lead_no_trump": "leader_names_suit", "joker_no_trump": "free_discard"}
    assert sequences(Problem(("....B", "A...."), "NT+", options=named).start()) == 4
    assert sequences(Problem(("....B", "A...."), "NT+").start()) == 1


def test_the_problems_reach_every_rule_and_phase() -> None:
    seen: set[tuple[str, ...]] = set()
    for seats in range(2, 7):
        for seed in range(300):
            problem = random_problem(seed, seats, left=2)
            position = problem.position()
            seen.add(("on the table", str(seats), str(len(position.table))))
            seen.add(("sides", str(seats), str(problem.partners)))
            held = any(is_joker(card) for hand in position.hands for card in hand)
            if problem.terms.no_trump and held and jokers_in(problem):
                seen.add(
                    (problem.options["joker_no_trump"], problem.options["joker_lead_no_trump"], str(seats))
                )
                if problem.terms.joker_any_time:
                    seen.add((problem.options["joker_no_trump"], "at any time", str(seats)))
    for seats in range(2, 7):
        assert {("on the table", str(seats), str(count)) for count in range(seats)} <= seen
        for way, lead in product(JOKER_NO_TRUMP, JOKER_LEAD_NO_TRUMP):
            assert (way, lead, str(seats)) in seen
        assert {(way, "at any time", str(seats)) for way in JOKERS_PLAYED} <= seen
    assert {("sides", "4", "True"), ("sides", "4", "False")} <= seen


def test_a_ruff_beats_the_suit_led() -> None:
    terms = Problem(("A....", "2....", "3....", "4...."), "H+").terms
    assert winning_play(("SA", "H2", "S3", "H3"), terms) == 3
    assert winning_play(("SA", "DK", "LJ", "BJ"), terms) == 3
    assert winning_play(("SA", "DK", "CK", "D2"), terms) == 0

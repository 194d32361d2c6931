"""The rules of play worked by hand, each option: the reference and the engine both hold to them."""

from dataclasses import replace
from itertools import product

from tests.oracle import asking
from tests.oracle.minimax import card_values, play_values, value
from tests.oracle.position import card_of
from tests.oracle.positions import JOKER_LEAD_NO_TRUMP, JOKER_NO_TRUMP, Problem

import whistsolve as ws


def rule(way=None, lead=None):
    given = {"joker_no_trump": way, "joker_lead_no_trump": lead}
    return {name: each for name, each in given.items() if each is not None}


def after(problem, plays, **more):
    return replace(problem, played=tuple(plays.split()), **more)


VOID = Problem(("5..4.", "...7.L", "6..5.", "7..6."), "NT+", played=("D4",))
TWO_JOKERS = Problem(("543...", "...7.BL", "862...", "97..2."), "NT+", played=("S5",))
FOLLOWS = Problem(("5..4.", "..7..L", "6..5.", "7..6."), "NT+", played=("D4",))
LED = Problem((".K...B", "2.9...", "A.Q...", "3.T..."), "NT+", played=("BJ",))
FREE = replace(LED, options=rule(lead="free_play"))
NAMED = replace(LED, options=rule(lead="leader_names_suit"))
BEFORE_A_SUIT = Problem(("8.9...B", "2.3...L", "4.5.2..", "6.7.3.."), "NT+", played=("BJ",))
FORBIDDEN = rule(lead="forbidden_unless_only_jokers")
ONLY_JOKERS = Problem(("....BL", "23...", "4.5...", "6.7..."), "NT+", options=FORBIDDEN)
TRUMP_LED = Problem(("2.3...", ".4...L", "5.6...", "7.8..."), "S+", played=("S2",))
JOKER_LED = Problem((".3...L", "2.4...", "5.6...", ".78..."), "S-", played=("LJ",))
ASIDE = Problem(("4....L", "3.5...", "A.A...", "6.7..."), "NT-", options=rule("removed"))
LACKS_THE_NAMED = replace(NAMED, hands=(".K...B", "A....L", "3.Q...", "4..2.."))
TWO_VOID = Problem(("2....B", "3.9...", "A.2...", ".T...L"), "NT+", played=("BJ", "S3", "SA"))
ANY_TIME = Problem(("A2...", "K....B", "54...", "76..."), "NT+", played=("SA",))
LEGAL = {
    "who is void throws a joker": (VOID, "LJ"),
    "who is void may keep a joker": (replace(VOID, options=rule("free_discard")), "C7 LJ"),
    "who is void may keep a high joker": (replace(VOID, options=rule("high_no_suit")), "C7 LJ"),
    "a joker laid aside stays there": (replace(VOID, options=rule("removed")), "C7"),
    "either of two jokers": (TWO_JOKERS, "BJ LJ"),
    "and then the other": (after(TWO_JOKERS, "S5 BJ S6 S9 S7 S4"), "LJ"),
    "who can follow keeps the joker": (FOLLOWS, "D7"),
    "a joker at any time": (replace(ANY_TIME, options={"joker_any_time": True}), "SK BJ"),
    "anything on a led joker": (LED, "H9 S2"),
    "the first suited card is followed": (after(LED, "BJ H9"), "HQ"),
    "the third hand fixes the suit": (
        Problem((".K...B", "2....L", "A.Q...", "3.T..."), "NT+", played=("BJ", "LJ")),
        "HQ SA",
    ),
    "no joker is forced before a suit is fixed": (BEFORE_A_SUIT, "H3 LJ S2"),
    "free play: not either": (replace(BEFORE_A_SUIT, options=rule(lead="free_play")), "H3 LJ S2"),
    "free play: nobody follows": (after(FREE, "BJ H9"), "HQ SA"),
    "free play: nobody throws a joker": (replace(TWO_VOID, options=rule(lead="free_play")), "HT LJ"),
    "a joker is thrown once a suit is fixed": (TWO_VOID, "LJ"),
    "no joker is led": (Problem(("K....B", "23...", "45...", "67..."), "NT+", options=FORBIDDEN), "SK"),
    "jokers are led where there is nothing else": (ONLY_JOKERS, "BJ LJ"),
    "a joker follows a trump": (TRUMP_LED, "LJ"),
    "a led joker is followed by trumps": (JOKER_LED, "S2"),
    "or by anything": (after(JOKER_LED, "LJ S2 S5"), "H7 H8"),
    "a joker led names its suit": (after(NAMED, ""), "HK BJ:C BJ:D BJ:H BJ:S"),
    "the named suit is followed": (after(NAMED, "BJ:H"), "H9"),
    "anything where the named suit is lacking": (after(NAMED, "BJ:D"), "H9 S2"),
    "and the next may play anything too": (after(NAMED, "BJ:D S2"), "HQ SA"),
    "who lacks the named suit throws a joker": (after(LACKS_THE_NAMED, "BJ:D"), "LJ"),
    "who has the named suit does not": (after(LACKS_THE_NAMED, "BJ:S"), "SA"),
    "who lacks the named suit may keep a joker": (
        after(LACKS_THE_NAMED, "BJ:D", options=dict(NAMED.options, joker_no_trump="free_discard")),
        "LJ SA",
    ),
    "no lead of a joker laid aside": (ASIDE, "S4"),
    "but as the last card": (after(ASIDE, "S4 S3 SA S6 HA H7", strain="NT+"), "LJ"),
    "two laid aside, and who follows": (
        Problem(
            ("....LB", "2.2...", "A.A...", "3.3..."), "NT+", options=rule("removed"), played=("LJ", "H2")
        ),
        "HA",
    ),
}


def test_what_may_be_played():
    for name, (problem, plays) in LEGAL.items():
        want = set(plays.split())
        assert set(problem.position().legal()) == want, name
        assert asking.legal_cards(problem) == {card_of(play) for play in want}, name


HIGH = rule("high_no_suit")
ACE, TWO = Problem(("A....", "2....", "....L", "....B"), "NT+"), ("A....", "....L", "3....", "2....")
#: Problems after one trick, and who won it.
WINNERS = {
    "the best of the suit of a led joker": (after(LED, "BJ H9 HQ HT"), 2),
    "downtown": (after(LED, "BJ H9 HQ HT", strain="NT-"), 1),
    "free play: the first suited card decides": (after(FREE, "BJ H9 SA S3"), 1),
    "free play: a better one": (after(FREE, "BJ H9 SA HT"), 3),
    "the named suit": (after(NAMED, "BJ:H H9 HQ HT"), 2),
    "nobody has the named suit": (after(NAMED, "BJ:D S2 HQ S3"), 3),
    "the named suit falls last": (
        after(NAMED, "BJ:D SA S3 D2", hands=(".K...B", "A.9...", "3.Q...", "4..2..")),
        3,
    ),
    "big joker": (after(ACE, "SA S2 LJ BJ", strain="S+"), 3),
    "little joker": (Problem(TWO, "S~", played=("SA", "LJ", "S3", "S2")), 1),
    "no joker in no-trump": (after(ACE, "SA S2 LJ BJ"), 0),
    "high jokers": (after(ACE, "SA S2 LJ BJ", options=HIGH), 3),
    "a high joker led": (
        Problem(("....L", "2....", "A....", "3...."), "NT-", options=HIGH, played=("LJ", "S2", "SA", "S3")),
        0,
    ),
    "a joker laid aside passes the lead on": (
        Problem(
            ("....L", "2....", "A....", "3...."),
            "NT+",
            options=rule("removed"),
            played=("LJ", "S2", "SA", "S3"),
        ),
        2,
    ),
    "a ruff": (Problem(("A....", ".2...", "3....", ".3..."), "H+", played=("SA", "H2", "S3", "H3")), 3),
    "a trump joker ruffs": (
        Problem(("A....", "..K..", "....L", "....B"), "H+", played=("SA", "DK", "LJ", "BJ")),
        3,
    ),
    "nobody follows": (
        Problem(("A....", "..K..", "...K.", "..2.."), "H+", played=("SA", "DK", "CK", "D2")),
        0,
    ),
}


def test_who_wins_a_trick():
    for name, (problem, winner) in WINNERS.items():
        won = [int(seat == winner) for seat in range(4)]
        assert list(problem.position().won) == won, name
        for declarer in range(4):
            alone = replace(problem, partners=False, declarer=declarer)
            assert asking.solve(alone)[1] == won[declarer], name


FIRST_TRICK = {"kitty_book": "first_trick_winner"}
FOUR_TOPS = Problem(("A2...", "K3...", "Q4...", "J5..."), "NT+")
OPPOSITE = Problem(("32...", "65...", "AK...", "87..."), "NT+")
LOW_CARDS = Problem(("KQ...", "32...", "JT...", "54..."), "NT+")
ACES = Problem(("A4...", "2K...", "QJ...", "T9..."), "S-")
KEPT = Problem(("AQ...", "K....B", "54...", "76..."), "NT+")
RUFF = Problem((".AK...", ".32...", ".54...", "2.6..."), "S+")
UNBLOCK = Problem(("A.KQ...", "2.2.A.", ".A.2..B", "3.3.K."), "NT+")
ALONE = Problem(("....BL", "2..2.."), "NT+")
LAST = Problem(("....L", "....B"), "NT+")
ENDINGS = {
    "the first trick counts one": (FOUR_TOPS, 1),
    "the first trick counts two": (replace(FOUR_TOPS, options=FIRST_TRICK), 2),
    "for the other side too": (
        Problem(("K2...", "A3...", "Q4...", "J5..."), "NT+", declarer=1, options=FIRST_TRICK),
        2,
    ),
    "in the middle of it": (after(FOUR_TOPS, "SA S3 S4", options=FIRST_TRICK), 2),
    "no longer": (after(FOUR_TOPS, "SA S3 S4 S5", options=FIRST_TRICK), 0),
    "a partner opposite": (OPPOSITE, 2),
    "an opponent opposite": (replace(OPPOSITE, partners=False), 0),
    "one against three": (Problem(("A2...", "K3...", "Q4..."), "NT+", partners=False), 1),
    "uptown": (LOW_CARDS, 2),
    "downtown": (replace(LOW_CARDS, strain="NT-"), 0),
    "downtown aces are good": (ACES, 1),
    "downtown aces are bad": (replace(ACES, strain="S~"), 0),
    # East throws the joker under the ace of spades, and keeps the king over the queen.
    "a joker at a void": (KEPT, 2),
    "a joker at any time": (replace(KEPT, options={"joker_any_time": True}), 1),
    "a joker among trumps": (Problem(("2....B", "AK...", "54...", "76..."), "S+"), 1),
    "a joker without trumps": (Problem(("2....B", "AK...", "54...", "76..."), "NT+"), 0),
    # North leads a heart towards the ace and queen: the queen wins if East, who plays before, has the king.
    "finesse that works": (Problem((".32...", ".K4...", ".AQ...", "32...."), "NT+"), 2),
    "finesse that fails": (Problem((".32...", "32....", ".AQ...", ".K4..."), "NT+"), 1),
    # West follows to the first heart and ruffs the second.
    "ruff": (RUFF, 1),
    "no ruff in no-trump": (replace(RUFF, strain="NT+"), 2),
    "high jokers take both tricks": (replace(ALONE, options=HIGH), 2),
    "worthless ones lose them": (replace(ALONE, options=rule("free_discard")), 0),
    "laid aside they are not there": (replace(ALONE, options=rule("removed")), 0),
    "of jokers only the led one wins": (replace(LAST, leader=1, declarer=1), 1),
    "of high jokers only the big one wins": (replace(LAST, options=HIGH, declarer=1), 1),
    "jokers laid aside make no trick": (replace(LAST, options=dict(rule("removed"), **FIRST_TRICK)), 0),
}


def test_endings():
    for name, (problem, tricks) in ENDINGS.items():
        assert value(problem.position(), problem.side) == tricks, name
        assert asking.solve(problem)[0] == tricks, name


#: Tricks of the leader's side. A row for each way of joker_no_trump: must_discard_first_void, free_discard,
#: removed, high_no_suit. A column for each way of joker_lead_no_trump: first_suited_card, free_play,
#: forbidden_unless_only_jokers, leader_names_suit.
JOKER_RULES = (
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
    (UNBLOCK, ((2, 2, 2, 3), (3, 3, 3, 3), (3, 3, 3, 3), (3, 3, 3, 3))),
    # Two hands.
    (Problem(("..84..L", "..QJ..B"), "NT+"), ((1, 1, 0, 1), (1, 1, 0, 1), (0, 0, 0, 0), (0, 0, 0, 1))),
    # Three hands, each for himself.
    (
        Problem((".J96..", ".83...B", ".A4...L"), "NT+", partners=False),
        ((2, 1, 2, 2), (2, 1, 2, 1), (2, 2, 2, 2), (0, 0, 1, 0)),
    ),
)


def test_every_pair_of_joker_rules():
    """By new solvers, and by one that has just answered for another pair."""
    solver = ws.Solver(memory_mb=1)
    for problem, rows in JOKER_RULES:
        for (row, way), (column, lead) in product(enumerate(JOKER_NO_TRUMP), enumerate(JOKER_LEAD_NO_TRUMP)):
            asked = replace(problem, options=rule(way, lead))
            assert value(asked.start(), asked.side) == rows[row][column], asked
            assert asking.solve(asked) == (rows[row][column], 0), asked
            where, more = asking.asked(asked)
            assert solver.solve(*where, declarer=asked.declarer, **more).tricks == rows[row][column], asked


def test_a_joker_led_is_worth_its_best_suit():
    """Clubs: East's four falls under South's ace, and South's seven is good. Diamonds: East's seven wins."""
    asked = Problem(("6....L", "..7.4", "...A7", "A....B"), "NT-", options=NAMED.options)
    for declarer, clubs, diamonds, best in ((0, 2, 1, 2), (1, 0, 1, 0)):
        problem = replace(asked, declarer=declarer)
        by_suit = play_values(problem.position(), problem.side)
        assert (by_suit["LJ:C"], by_suit["LJ:D"]) == (clubs, diamonds)
        assert card_values(problem.position(), problem.side)["LJ"] == best
        assert asking.solve_cards(problem)["LJ"] == best

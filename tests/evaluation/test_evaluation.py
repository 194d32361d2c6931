"""Estimates: the evaluator's properties, errors and fit; tricks that are certain; tricks at the table."""

import itertools
import json
import math
import random
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from benchmarks.fitting import hand_evaluator as fitting
from benchmarks.fitting.training_sample import GAMES, Sample, draw_sample
from tests.oracle import minimax
from tests.oracle.positions import Problem
from tests.support.thorough import by_default

import whistsolve as ws
from whistsolve.dealing import random_deals
from whistsolve.encoding import strain_code
from whistsolve.evaluation import TablePlay, TableWeights, hand_evaluator
from whistsolve.evaluation.discard_heuristics import heuristic_discards
from whistsolve.evaluation.hand_evaluator import Evaluator, Weights, kind_of, trick_distributions
from whistsolve.evaluation.suit_features import BEST_FIRST, RANK_ORDER, certain_of, certain_tricks
from whistsolve.evaluation.table_play import read_play, table_features
from whistsolve.inference import Knowledge, Layouts
from whistsolve.show.advice import weight_lines
from whistsolve.solving import solve_rows
from whistsolve.values.strains import RANKINGS, STRAINS, TRUMPS

ALL = [ws.Strain(trump, ranking) for ranking in RANKINGS for trump in TRUMPS]
#: The games of the known hands, by their kitty.
KITTIES = {6: "partners, jokers 2", 5: "partners, jokers 1", 4: "partners, jokers 0", 0: "partners, no kitty"}
ALONE = [ws.Rules.preset(f"cutthroat_{players}") for players in (3, 4, 5, 6)]
HIGH = {"joker_no_trump": "high_no_suit"}
RULES = [
    *(GAMES[name][0] for name in KITTIES.values()),
    *ALONE,
    ws.Rules.preset("cutthroat_4", jokers=1),
    ws.Rules.preset("cutthroat_5", jokers=0),
    ws.Rules.preset("bid_whist_seed", **HIGH),
    ws.Rules.preset("cutthroat_3", **HIGH),
    ws.Rules.preset("cutthroat_6", jokers=1, **HIGH),
]
#: By default the first game of partners, and one of players who play alone with jokers that win.
OVER_RULES = pytest.mark.parametrize("rules", by_default(2, [RULES[0], RULES[-1], *RULES[1:-1]]), ids=str)
DATA = Path(__file__).parents[1] / "data" / "evaluator_hands.jsonl"
EVALUATOR = Evaluator()
PACKAGED = EVALUATOR.weights
#: On the 400 known hands 2.176, 0.001 and -2.158 were measured; the bounds leave two standard errors.
MOST_ERROR, MOST_BIAS, LEAST_SCORE = 2.34, 0.22, -2.24


def hands_of(rules, count):
    return random_deals(count, 5, rules)[:, 0].copy()


def each_card(hands, moved):
    """The hands with card i replaced by card ``moved[i]``."""
    found = np.zeros_like(hands)
    for card, to in enumerate(moved):
        found |= (hands >> np.uint64(card) & np.uint64(1)) << np.uint64(to)
    return found


@OVER_RULES
def test_distributions_have_the_means_and_mirrored_hands_swap_uptown_and_downtown(rules):
    """A 2 3 ... K for A K Q ... 2, and 2 3 ... A for A K ... 2."""
    hands = hands_of(rules, 300)
    here, means = (ask(hands, ALL, rules) for ask in (EVALUATOR.distributions, EVALUATOR.means))
    assert here.dtype == np.float64 and here.shape == (300, 15, rules.dealt_hand_size + 1)
    assert (here >= 0).all() and np.allclose(here.sum(axis=2), 1, atol=1e-12)
    assert np.allclose(means, here @ np.arange(here.shape[2]), atol=1e-12)
    assert np.array_equal(EVALUATOR.means(hands, None, rules), means[:, :10])
    mirrored = [13 * suit + (12 if rank == 12 else 11 - rank) for suit in range(4) for rank in range(13)]
    there = EVALUATOR.distributions(each_card(hands, [*mirrored, 52, 53]), None, rules)
    assert np.array_equal(there[:, 5:], here[:, :5]) and np.array_equal(there[:, :5], here[:, 5:10])
    reversed_ = [13 * suit + 12 - rank for suit in range(4) for rank in range(13)]
    bad = EVALUATOR.distributions(each_card(hands, [*reversed_, 52, 53]), ALL[10:], rules)
    assert np.array_equal(bad, here[:, :5])


def test_other_suits_are_other_strains():
    for rules, order in zip(RULES, itertools.cycle(([1, 0, 2, 3], [3, 2, 1, 0], [2, 3, 1, 0])), strict=False):
        hands = hands_of(rules, 100)
        moved = [13 * order[card // 13] + card % 13 for card in range(52)]
        here = EVALUATOR.predictions(hands, ALL, rules)
        there = EVALUATOR.predictions(each_card(hands, [*moved, 52, 53]), ALL, rules)
        codes = [strain_code(strain) for strain in ALL]
        to = [codes.index(([*order, 4][trump], ranking)) for trump, ranking in codes]
        assert np.array_equal(there[:, to], here), (rules, order)


@OVER_RULES
def test_a_better_card_never_lowers_the_mean(rules):
    """In every strain and hand where a card can be replaced by a better one of the suit."""
    hands = hands_of(rules, 100)
    before = EVALUATOR.means(hands, ALL, rules)
    compared = 0
    for number, strain in enumerate(ALL):
        trump, ranking = strain_code(strain)
        for suit in range(4):
            best_first = [13 * suit + rank for rank in np.argsort(RANK_ORDER[ranking]).tolist()]
            if suit == trump:
                best_first = [53, 52][: rules.jokers] + best_first
            for better, worse in pairwise(best_first):
                held = (hands >> np.uint64(worse) & ~(hands >> np.uint64(better)) & np.uint64(1)) == 1
                changed = hands[held] ^ np.uint64(1 << worse | 1 << better)
                after = EVALUATOR.means(changed, [strain], rules)[:, 0]
                assert (after >= before[held, number]).all(), (strain, better, worse)
                compared += len(after)
    assert compared > 8_000


def test_best_first_is_what_the_rankings_say():
    orders = ["".join("23456789TJQKA"[rank] for rank in np.argsort(order)) for order in RANK_ORDER[:3]]
    assert orders == ["AKQJT98765432", "A23456789TJQK", "23456789TJQKA"]
    ace_and_two = 1 << 12 | 1
    assert (BEST_FIRST[0, ace_and_two], BEST_FIRST[1, ace_and_two]) == (ace_and_two, 0b11)


def known_hands():
    lines = [json.loads(line) for line in DATA.read_text("utf-8").splitlines()]
    return Sample(
        np.array([ws.Hand.from_text(line["hand"]).mask for line in lines], dtype=np.uint64),
        np.array([STRAINS.index(ws.Strain.from_text(line["strain"])) for line in lines]),
        np.array([list(GAMES).index(KITTIES[line["kitty"]]) for line in lines]),
        np.array([line["tricks"] for line in lines], dtype=np.uint8),
    )


def test_hands_that_the_weights_were_not_fitted_to():
    """Bounds are what was measured, 400 rows, and two standard errors."""
    sample = known_hands()
    assert len(sample) == 400
    chances = fitting.distributions_of(EVALUATOR, sample)
    error = chances @ np.arange(chances.shape[1]) - sample.tricks
    assert np.sqrt((error**2).mean()) < MOST_ERROR
    assert abs(error.mean()) < MOST_BIAS
    assert np.log(chances[np.arange(400), sample.tricks]).mean() > LEAST_SCORE
    no_trump = sample.strains % 5 == 4
    kitty_of_6, no_kitty = (sample.games == list(GAMES).index(KITTIES[kitty]) for kitty in (6, 0))
    for some in (no_trump, ~no_trump, kitty_of_6, no_kitty):
        assert abs(error[some].mean()) < 2 * MOST_BIAS
        assert np.sqrt((error[some] ** 2).mean()) < 0.95 * sample.tricks[some].std()


@pytest.mark.thorough
def test_the_known_hands_are_drawn_and_solved_as_said():
    again, known = draw_sample(200, 7, games=KITTIES.values()), known_hands()
    for name in ("hands", "strains", "games", "tricks"):
        assert np.array_equal(getattr(again, name), getattr(known, name))


def test_hands_of_cutthroat_that_the_weights_were_not_fitted_to():
    """In 40 deals of five, with trumps and without. From 0.61 to 0.70 of a constant's error were measured."""
    sample = draw_sample(40, 31, games=["5 alone, jokers 2"])
    chances = fitting.distributions_of(EVALUATOR, sample)
    means = chances @ np.arange(chances.shape[1])
    error = means - sample.tricks
    assert np.sqrt((error**2).mean()) < 0.85 * sample.tricks.std() and abs(error.mean()) < 0.6
    for rows in (slice(0, 40), slice(40, 80)):
        assert np.corrcoef(means[rows], sample.tricks[rows])[0, 1] > 0.35


def test_heuristic_discards():
    """In no trump jokers are given up; else no trump is where there are cards enough."""
    deals = random_deals(300, 8)
    taken, jokers = deals[:, 0] | deals[:, 4], np.uint64(3 << 52)
    for trump, ranking in itertools.product(range(5), range(3)):
        gone = heuristic_discards(taken, np.full(300, trump), np.full(300, ranking), 6)
        assert ((gone & ~taken) == 0).all()
        assert [mask.bit_count() for mask in gone.tolist()] == [6] * 300
        if trump == 4:
            assert (taken & jokers & ~gone == 0).all()
        else:
            own = np.uint64(0x1FFF << 13 * trump) | jokers
            few = np.array([mask.bit_count() <= 12 for mask in (taken & own).tolist()])
            assert few.sum() > 290 and (gone[few] & own == 0).all(), (trump, ranking)
    assert (heuristic_discards(taken, np.full(300, 4), np.zeros(300, dtype=int), 0) == 0).all()


def test_distributions_are_rounded_and_censored_normal_ones():
    weights = Weights({}, 2.0, 0.1)
    found = trick_distributions(np.array([8.0, 6.5, 40.0, -40.0]), weights, 12)
    assert found[0, 8] == pytest.approx(0.197413, abs=1e-6)
    assert found[1, 6] == pytest.approx(found[1, 7]) and found[1].sum() == pytest.approx(1)
    assert found[2, 12] == 1
    deviation = weights.standard_deviation(np.array([8.0, 18.0]))
    assert deviation.tolist() == pytest.approx([2.0, 2.0 / np.e])


def test_the_weights_are_what_the_program_prints():
    """Form, kinds, and the command that made them, which is the default one."""
    printed = fitting._as_json(dict(PACKAGED), fitting.DEALS, fitting.SEED)
    file = Path(hand_evaluator.__file__).with_name("weights.json")
    assert file.read_text("utf-8") == printed + "\n"
    assert tuple(PACKAGED) == fitting.KINDS
    for rules in RULES:
        assert {kind_of(rules, no_trump) for no_trump in (False, True)} <= set(PACKAGED)


def test_the_table_for_players():
    high = ws.Rules.preset("cutthroat_3", **HIGH)
    for rules in (RULES[0], *ALONE, high):
        lines = weight_lines(EVALUATOR.table(rules)).splitlines()
        tricks = [line[-6:] for line in lines if line.startswith("  ")]
        assert len(tricks) > 30 and all(each.strip()[0] in "+-" and float(each) < 9 for each in tricks)
        assert all(len(line) < 60 for line in lines)
        jokers = [line.split()[0] for line in lines if "joker" in line]
        assert jokers == (["big", "little"] * 2 if rules is high else ["big", "little", "joker"])
    assert "joker" not in weight_lines(EVALUATOR.table(GAMES["partners, no kitty"][0]))
    assert len({EVALUATOR.table(each) for each in ALONE}) == 4


def masks(*hands):
    return np.array(hands, dtype=np.uint64)


def test_wrong_hands_are_named():
    one_joker, no_joker = (ws.Rules.preset("bid_whist_seed", jokers=jokers) for jokers in (1, 0))
    for hands, rules, message in (
        ([0xFFF], None, "no array"),
        (np.array([0xFFF]), None, "dtype int64"),
        (masks([0xFFF]), None, "2 axes"),
        (masks(0xFFF, 0x7FF), None, "hand 1 has 11 cards: expected 12"),
        (masks(0xFFF, 0x7FF | 1 << 54), None, "hand 1 has a card outside the deck"),
        (masks(0x7FF | 1 << 52), one_joker, "hand 0 has a card outside the deck"),
        (masks(0x7FF | 1 << 53), no_joker, "hand 0 has a card outside the deck"),
    ):
        for method in (EVALUATOR.distributions, EVALUATOR.means, EVALUATOR.predictions):
            with pytest.raises(ws.NotationError, match=message):
                method(hands, None, rules)
    assert EVALUATOR.distributions(masks()).shape == (0, 10, 13)
    with pytest.raises(ws.NotationError):
        EVALUATOR.means(masks(), [])


def test_games_and_kinds_without_weights_are_refused():
    for preset, options in (
        ("humbug", {}),
        ("bid_whist_seed", {"hand_size": 11}),
        ("bid_whist_seed", {"lowest_rank": 3}),
        ("bid_whist_no_kitty", {"jokers": 2, "removed_cards": "D2 C2"}),
        ("cutthroat_4", {"hand_size": 13}),
        ("cutthroat_3", {"hand_size": None, "joker_no_trump": "removed", "kitty_size": 9}),
    ):
        rules = ws.Rules.preset(preset, **options)
        expected = f"no numbers for {rules.game} with {rules.players} players.*expected 52 cards and jokers"
        for ask in (lambda rules: EVALUATOR.means(masks(), None, rules), EVALUATOR.table):
            with pytest.raises(ws.RulesError, match=expected):
                ask(rules)
    some = Evaluator({kind: PACKAGED[kind] for kind in ("trump", "no_trump")})
    hands = hands_of(RULES[0], 3)
    assert np.array_equal(some.means(hands), EVALUATOR.means(hands))
    with pytest.raises(ws.RulesError, match="no numbers of the kind 'trump_alone_4'"):
        some.means(hands, None, ALONE[1])


BID_WHIST = ws.Rules.preset("bid_whist")
UPTOWN, *OTHERS = (ws.Strain.from_text(text) for text in ("S+", "S-", "NT+", "NT-"))


def strong_hand(seed, strain):
    """Twelve cards, mostly the best of their suits."""
    draw = random.Random(seed)

    def height(card):
        if card.is_joker:
            return -99 if strain.is_no_trump else 99
        return strain.height(card.rank) + 9 * (card.suit.letter == strain.trump) + draw.gauss(0, 1.5)

    return ws.Hand(sorted(BID_WHIST.deck, key=height, reverse=True)[:12])


@pytest.mark.parametrize("strain", [UPTOWN, *OTHERS], ids=str)
def test_no_layout_takes_fewer_than_are_certain(strain):
    for leads in (True, False):
        most = 0
        for seed in range(8):
            hand = strong_hand(seed, strain)
            least = certain_tricks(hand, strain, BID_WHIST, leads=leads)
            rows = random_deals(15, seed, BID_WHIST, known={0: hand})[:, :4]
            assert solve_rows(rows, strain, 0 if leads else 1, 0, rules=BID_WHIST).min() >= least, str(hand)
            most = max(most, least)
        assert most > 2 or (strain.is_no_trump and not leads and most == 0)


def test_a_solid_hand_takes_all():
    hand = ws.Hand.from_text("AKQJT98.A.A.A.BL")
    certain = [certain_tricks(hand, UPTOWN, BID_WHIST, leads=leads) for leads in (True, False)]
    assert certain == [12, 9]  # where another leads an ace may be ruffed
    for text, tricks in (("AKQJT98.A.A.A.BL", 10), ("AKQJT98.A.A.AK.B", 11), ("AKQJT983.AQ.AJ", 10)):
        assert certain_tricks(ws.Hand(text), OTHERS[1], BID_WHIST, leads=True) == tricks, text
    missing_one = ws.Hand("AKQJT98.A32.2..B")  # the little joker takes one trick
    assert certain_tricks(missing_one, UPTOWN, BID_WHIST, leads=True) == 7
    # The ace of hearts is lost only if one hand has more trumps than half of those that are out.
    for text, tricks in (("AKQJT98.A32.2..B", 8), ("AKQJT98.A32.2.2", 6), ("AKQJT9.A32.2.32", 4)):
        hands = np.array([ws.Hand(text).mask], np.uint64)
        found = certain_of(hands, UPTOWN, BID_WHIST, leads=True, nearly=True)
        assert found.tolist() == [tricks], text


@pytest.mark.parametrize("jokers", ["free_discard", "must_discard_first_void", "high_no_suit"])
@pytest.mark.parametrize("strain", ["S+", "S-", "NT+", "NT-"])
def test_what_is_certain_is_the_least_of_all_layouts(strain, jokers):
    """Where jokers win it may be less: a joker out takes one trick, and then another may lead."""
    options = {"joker_no_trump": jokers, "kitty_book": "none"}
    rules = ws.Rules.preset("bid_whist_seed", hand_size=2, lowest_rank=13, kitty_size=2, **options)
    draw = random.Random(strain)
    for pair in draw.sample(list(itertools.combinations(rules.deck, 2)), 6):
        hand = ws.Hand(pair)
        every = Layouts(Knowledge.of_hand(hand, seat=0, rules=rules)).all()
        rows = np.array([[each.mask for each in layout[:4]] for layout in every], dtype=np.uint64)
        for leaders in ([0], [1, 2, 3]):
            tricks = np.stack([solve_rows(rows, strain, leader, 0, rules=rules) for leader in leaders])
            which, row = np.unravel_index(tricks.argmin(), tricks.shape)
            hands = tuple(str(ws.Hand.from_mask(mask)) for mask in rows[row].tolist())
            problem = Problem(hands, strain, leaders[which], 0, options=options)
            worst = minimax.value(problem.start(), problem.side)
            certain = certain_tricks(hand, ws.Strain(strain), rules, leads=leaders == [0])
            least = worst if jokers != "high_no_suit" else min(certain, worst)
            assert certain == least <= worst == tricks.min(), (str(hand), leaders)


def same_for_all(*weights):
    return TablePlay({kind: TableWeights(*weights) for kind in ("trump", "no_trump")})


def test_rows_are_distributions():
    play = TablePlay()
    for no_trump, tricks in itertools.product((False, True), (1, 2, 12, 13)):
        chances, mean = play.matrix(no_trump, tricks), play.mean(no_trump, tricks)
        assert chances.shape == (tricks + 1, tricks + 1) and chances.min() > 0
        assert chances.sum(axis=1) == pytest.approx(1)
        numbers = np.arange(tricks + 1)
        assert mean == pytest.approx(chances @ numbers)
        variance = (chances * (numbers - mean[:, np.newaxis]) ** 2).sum(axis=1)
        assert play.standard_deviation(no_trump, tricks) == pytest.approx(np.sqrt(variance))
        assert np.all(np.diff(mean) > 0), "more double-dummy tricks, more at the table"
        assert play.matrix(no_trump, tricks) is chances
        with pytest.raises(ValueError, match="read-only"):
            chances[0, 0] = 1


def test_certain_tricks_are_not_at_stake():
    play = TablePlay()
    double_dummy = np.eye(13)[[9, 9, 12, 3]]
    found = play.played(double_dummy, False, np.array([0, 7, 12, 3]))
    assert np.allclose(found[0], play.matrix(False, 12)[9])
    assert found[1, :7].sum() == 0 and np.allclose(found[1, 7:], play.matrix(False, 5)[2])
    assert (found[2] == double_dummy[2]).all() and found[3, :3].sum() == 0


@pytest.mark.parametrize("strain", ["NT+", "NT-"])
def test_no_discard_without_trumps_gives_up_a_certain_trick(strain):
    for seed in range(40):
        strong = strong_hand(seed, ws.Strain(strain))
        held = strong | ws.Hand(random.Random(seed).sample(list(BID_WHIST.deck - strong), 6))
        given_up = heuristic_discards(np.array([held.mask], np.uint64), *strain_code(strain), 6)
        kept = held - ws.Hand.from_mask(int(given_up[0]))
        before, after = (
            certain_tricks(each, ws.Strain(strain), BID_WHIST, leads=True) for each in (held, kept)
        )
        assert after == min(before, 12), str(held)


def test_the_model_is_that_of_its_weights():
    """Of two tricks, worked out by hand: powers are the weights times the features."""
    play = same_for_all(0.3, 0.2, -0.1, 0.5)
    powers = [-2 * 0.3 - 2 * 0.2 - 0.1 * 4 * 6, -0.3 - 0.2 - 0.1 * 6, 0.5]
    total = sum(map(math.exp, powers))
    assert play.matrix(False, 2)[2] == pytest.approx([math.exp(power) / total for power in powers])
    middle = [math.exp(-0.3 - 0.1 * 6), math.exp(0.5), math.exp(0.3 - 0.1 * 6)]
    assert play.matrix(True, 2)[1] == pytest.approx([each / sum(middle) for each in middle])
    assert table_features(2)[0, 2].tolist() == [2, -2, 24, 0]


def test_what_comes_with_the_package():
    """Guesses cost both sides: the difference has a spread, more without trumps, and runs to the middle."""
    play = TablePlay()
    for no_trump in (False, True):
        more = play.mean(no_trump, 12) - np.arange(13)
        assert more[11] < -0.3 and more[11] < more[8] < more[5] < 2
        assert play.matrix(no_trump, 12)[9].argmax() == 9
    assert 0.5 < play.standard_deviation(False, 12)[9] < play.standard_deviation(True, 12)[9] < 2.5


def test_reading_how_hands_are_played():
    """What cannot be asked for is tested with the advice."""
    rules, own = ws.Rules.preset("bid_whist"), same_for_all(0, 0, -1, 0)
    packaged = read_play("table", rules)
    assert packaged.weights == TablePlay().weights
    assert read_play("double_dummy", rules) is None and read_play(own, rules) is own
    assert read_play("table", ws.Rules.preset("bid_whist_no_kitty")) is read_play(None, rules) is packaged
    for alone in ALONE:
        assert read_play("double_dummy", alone) is None is read_play(None, alone)
    weights = TableWeights(0, 0, -1, 0)
    for wrong in ({}, {"trump": weights}, {"trump": (0, 0, -1, 0), "no_trump": (0, 0, -1, 0)}):
        with pytest.raises(ws.WhistError, match="expected TableWeights for 'trump' and 'no_trump'"):
            TablePlay(wrong)

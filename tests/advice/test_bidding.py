"""What to bid: discards, repeated reports, wrong requests, play at the table, standings, six players."""

import json
from dataclasses import replace

import numpy as np
import pytest
from tests.advice.test_toy_decks import POINTS, RULES, model_of
from tests.support.command import done, refused

import whistsolve as ws
from whistsolve.advice import CallModel
from whistsolve.advice.calls.call_model import default_equity, simulated_outcomes
from whistsolve.advice.discarding.declarer_solver import DeclarerSolver
from whistsolve.advice.discarding.selection import played_tricks, sampled_discards
from whistsolve.dealing import random_deals
from whistsolve.equity import MatchEquity, MatchState
from whistsolve.equity.payoffs import PayoffTable, ScoreTable
from whistsolve.errors import ActError, NotationError, RulesError, WhistError
from whistsolve.evaluation import TablePlay, TableWeights
from whistsolve.evaluation.deal_evaluator import DealEvaluator
from whistsolve.evaluation.discard_heuristics import candidate_discards
from whistsolve.game import Match, Standing
from whistsolve.inference import Knowledge
from whistsolve.rules import Rules

SEED = Rules.preset("bid_whist_seed")
NAMED = [ws.Strain.from_text(text) for text in ("S+", "H-", "NT+")]
HAND = "AKQJ.T9.32.9876"
WEAK = "987.876.987.876"


def test_a_sampled_discard_is_never_better_than_the_best():
    """And depends on what its player sees: other hands change places, all but the tricks stays."""
    layouts = random_deals(3, 11, SEED)
    solver = DeclarerSolver(SEED, 1, 0, NAMED)
    sampled, best, heuristic = (
        played_tricks(layouts, solver, kind, seed=3) for kind in ("sampled", "double_dummy", "heuristic")
    )
    assert (sampled.tricks <= best.tricks).all() and (heuristic.tricks <= best.tricks).all()
    for i, row in enumerate(layouts):
        deal = ws.Deal([ws.Hand.from_mask(int(mask)) for mask in row[:4]], ws.Hand.from_mask(int(row[4])))
        for j, strain in enumerate(NAMED):
            assert best.tricks[i, j] == ws.best_discard(deal, strain, 1).tricks
            cards = ws.Hand.from_mask(int(sampled.discards[i, j]))
            assert ws.Discards(deal, strain, 1).values([cards]) == [sampled.tricks[i, j]]
    shuffled = layouts.copy()
    shuffled[:, [0, 2, 3]] = layouts[:, [3, 0, 2]]
    one, other = (sampled_discards(some, solver, seed=3) for some in (layouts, shuffled))
    assert (one[0] == other[0]).all() and (one[1] == other[1]).all()


def test_candidates_are_discards():
    held = ws.Hand("AK72.QJ4.932.K65.BL") | ws.Hand("3.2.A.2.")
    masks = np.array([held.mask], dtype=np.uint64)
    for strain in (*NAMED, ws.Strain.from_text("S~")):
        heuristics, swapped = (candidate_discards(masks, 6, strain, SEED, 5, swaps)[0] for swaps in (0, 8))
        assert 1 <= len(heuristics) == len(set(heuristics)) <= 5
        assert swapped[: len(heuristics)] == heuristics and len(set(swapped)) == len(swapped)
        for discard in map(ws.Hand.from_mask, swapped):
            assert len(discard) == 6 and not discard - held
            # Jokers are the best trumps, and the first to go where they win nothing.
            assert bool(discard.jokers) == strain.is_no_trump
        assert all((each ^ heuristics[0]).bit_count() == 2 for each in swapped[len(heuristics) :])


def test_the_same_seed_gives_the_same_report():
    asked = {"seat": "S", "dealer": "W", "calls": "pass 3+", "scores": (2, -1), "seed": 4, "samples": 12}
    asked["discards"] = "heuristic"
    found = ws.evaluate_bids(HAND, threads=2, **asked)
    assert (
        found == ws.evaluate_bids(HAND, threads=1, **asked) != ws.evaluate_bids(HAND, **{**asked, "seed": 5})
    )
    assert [str(row.call) for row in found.rows][:2] == ["Pass", "3NT"]
    assert found.samples == 12 and 1 <= found.effective_sample_size <= 12
    for row in found.rows:
        assert 0 <= row.equity <= 1
        if row.make is not None:
            assert sum(row.tricks) == pytest.approx(1) and row.strain is not None
            assert row.make == pytest.approx(sum(row.tricks[row.call.level + 6 - 1 :]))


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"hand": "9876.876.987.876"}, NotationError, "13 cards: expected 12"),
        ({"hand": "9877.876.987.87"}, NotationError, "twice"),
        ({"dealer": "W"}, ActError, "not the turn of S: it is N's"),
        ({"dealer": "W", "calls": "4+ 3+"}, ActError, "not legal"),
        ({"scores": (7, 0)}, WhistError, "it ends the game"),
        ({"rules": Rules.preset("whist_seed")}, RulesError, "has no auction"),
    ],
)
def test_wrong_questions(changes, error, message):
    with pytest.raises(error, match=message):
        ws.evaluate_bids(**{"hand": WEAK, "seat": "S", "dealer": "E", "samples": 1, **changes})


ASKED = {"seat": "S", "dealer": "W", "calls": "pass 3+"}
WON = {"seat": "S", "dealer": "E", "bid": "4+"}


class OneLess(TablePlay):
    """A quarter of the time one trick less than double dummy, if there is one."""

    def matrix(self, no_trump, tricks):
        found = 0.75 * np.eye(tricks + 1) + 0.25 * np.eye(tricks + 1, k=-1)
        found[0, 0] = 1
        return found


def shifted(by):
    return TablePlay({kind: TableWeights(by, 0.0, -1.0, 0.0) for kind in ("trump", "no_trump")})


def toy(play, rules=RULES, **options):
    """South, dealer East, has both jokers of a deck of ten cards."""
    equity = MatchEquity(rules, POINTS)
    asked = {"rules": rules, "seat": 2, "dealer": 1, "model": model_of(rules), "equity": equity, **options}
    return ws.evaluate_bids(ws.Hand(["BJ", "LJ"]), play=play, **asked)


def test_chances_counted_by_hand():
    """Two jokers take both tricks with trumps, and with the kitty's book three; 90 layouts are all."""
    known = Knowledge.of_hand(ws.Hand(["BJ", "LJ"]), rules=RULES, seat=2).with_cards("kitty", ["SA", "HK"])
    plain, found = (toy(play, samples=100, knowledge=known) for play in ("double_dummy", OneLess()))
    assert found.exact and found.play == "table" and plain.play == "double_dummy"
    before, after = ({str(row.call): row for row in report.rows} for report in (plain, found))
    # What is certain no play at the table takes away.
    assert before["3+"].tricks == after["3+"].tricks == (0, 0, 1) and after["3+"].make == 1
    none, one, two = before["3NT"].tricks
    assert none == 0  # the ace of spades is certain, and so is no trick at stake where it takes one
    tricks = 0, one + two / 4, two * 3 / 4
    assert after["3NT"].tricks == pytest.approx(tricks)
    assert after["3NT"].make == pytest.approx(tricks[2])
    # Nothing is higher than 3NT, so that it is the contract: its points are those of its tricks.
    assert after["3NT"].points == pytest.approx(ScoreTable.of(RULES).margin()[3, 1] @ tricks)


@pytest.mark.parametrize("discards", ["heuristic", "estimated"])
def test_chances_move_with_the_shift(discards):
    """Of this side's bids and of the other side's contract after a pass; in the prior too."""
    low, middle, high = (
        ws.evaluate_bids(HAND, samples=8, discards=discards, play=shifted(by), **ASKED).rows
        for by in (-1.0, 0.0, 1.0)
    )
    for first, second, third in zip(low[1:], middle[1:], high[1:], strict=True):
        assert first.make < second.make < third.make, str(first.call)
        if discards == "heuristic" and first.strain == second.strain == third.strain:
            assert first.prior.make < second.prior.make < third.prior.make
    assert low[0].points > middle[0].points > high[0].points


def test_what_play_cannot_be_asked_for():
    for evaluate, asked in ((ws.evaluate_bids, ASKED), (ws.evaluate_strains, WON)):
        with pytest.raises(WhistError, match="play 'open' is wrong: expected 'double_dummy', 'table'"):
            evaluate(HAND, play="open", **asked)
    cutthroat = Rules.preset("cutthroat_3")
    hand = ws.Deal.random(seed=1, rules=cutthroat).hands[0]
    with pytest.raises(RulesError, match="of 3 players: expected four with partners"):
        ws.evaluate_bids(hand, rules=cutthroat, seat=0, dealer=2, play="table")


def test_the_command_has_the_play():
    asked = "bid", HAND, "--seat", "S", "--dealer", "W", "--calls", "pass 3+", "--samples", "4"
    quick = *asked, "--discards", "estimated"
    found = json.loads(done(*quick, "--play", "table", "--json"))
    report = ws.evaluate_bids(HAND, samples=4, discards="estimated", play="table", **ASKED)
    assert found == json.loads(json.dumps(report.as_dict()))
    assert json.loads(done(*quick, "--json"))["play"] == "table"
    assert "corrected for play at the table" in " ".join(done(*quick, "--play", "table").split())
    assert "--play" in refused(*quick, "--play", "open")
    assert "--play does not go with --table" in refused("bid", "--table", "--play", "table")


START = Standing((0,) * 4, 3, (0,) * 4, (0,) * 4, (0,) * 4)
NO_KITTY = ws.Rules.preset("bid_whist_no_kitty")


def chances(rules, scores):
    """The chance to win the match after each call of North, who calls first."""
    report = ws.evaluate_bids(
        "AKQJT9.AK.32.432", rules=rules, seat="N", dealer="W", scores=scores, discards="estimated", samples=40
    )
    return {str(row.call): row.equity for row in report.rows}


def test_missed_bids_of_the_match_count():
    standings = ((0, 0), START, replace(START, sets=(1, 0, 1, 0)), replace(START, sets=(0, 1, 0, 1)))
    alone, again, lied, other = (chances(NO_KITTY, scores) for scores in standings)
    assert again == alone
    for call in ("2+", "3+", "4+"):
        assert lied[call] < alone[call] < other[call]
    view = Match.from_standing(standings[2], NO_KITTY).new_hand(1).view("N")
    given, asked = {"discards": "estimated", "samples": 40}, {"rules": NO_KITTY, "seat": "N", "dealer": "W"}
    assert ws.evaluate_bids(view, **given) == ws.evaluate_bids(
        view.hand, **asked, scores=standings[2], **given
    )
    # A seven that is set loses the game anyway, and one that is made wins it.
    assert lied["7NT"] == pytest.approx(alone["7NT"])


def test_hands_and_games_of_the_match_count():
    rules = ws.Rules.preset("bid_whist_no_kitty", match="best_of", hand_limit=2, target=5, negative_target=-5)
    behind = replace(START, games=(0, 1, 0, 1))
    level, later, last = (chances(rules, each) for each in (START, behind, replace(behind, hands=1)))
    assert all(later[call] < level[call] for call in level)
    assert last["1+"] != pytest.approx(later["1+"], abs=1e-3)


def test_games_of_two_are_those_of_the_rules():
    for two_games_for, suit, boston, no_trump, seven in (
        ("boston_bid", 1, 1, 1, 2),
        ("boston_taken", 1, 2, 1, 2),
        ("no_trump_made", 1, 1, 2, 1),
    ):
        rules = NO_KITTY.with_options(two_games_for=two_games_for)
        state = MatchState.of(replace(START, scores=(4, 0, 4, 0)), rules)
        table = PayoffTable(rules, 0, 3, state, default_equity(rules))
        played = (4, False, 10), (4, False, 13), (4, True, 10), (4, True, 9), (7, False, 13), (7, False, 12)
        games = [suit, boston, no_trump, 0, seven, 0]
        assert [table.of(0, *each).games for each in played] == games, two_games_for
        assert table.of(1, 7, False, 12).games == 1


def test_the_standing_is_of_this_hand():
    with pytest.raises(ws.WhistError, match="dealer 2 is wrong: expected 3, who deals by the standing"):
        ws.evaluate_bids("AKQJT9.AK.32.432", rules=NO_KITTY, seat="W", dealer="S", scores=START)
    state = MatchState.of(replace(START, scores=(1, 2, 1, 2), hands=3), ws.Rules.preset("whist_seed"))
    assert (state.scores, state.hands) == ((1, 2), 3)


#: Queens, kings, aces and two jokers: two cards each, and a kitty of two.
SMALL = {"lowest_rank": 12, "hand_size": 2}


class Guess:
    """An evaluator for two cards: a joker is worth a trick."""

    def distributions(self, hands, strains, rules):
        found = np.tile(np.array([4.0, 2.0, 1.0]), (len(hands), len(list(strains)), 1))
        found[hands >> np.uint64(52) > 0] = [1, 2, 4]
        return found / found.sum(axis=2, keepdims=True)


def test_without_an_evaluator_tricks_are_those_of_solved_deals():
    rules = Rules.preset("bid_whist_seed", players=6, teams=3, lowest_rank=8, hand_size=4)
    deal = ws.Deal.random(seed=1, rules=rules)
    hand, whose = deal.hands[0], {"rules": rules, "seat": 0, "dealer": 5, "samples": 2}
    bids = ws.evaluate_bids(hand, discards="heuristic", **whose)
    assert bids.rows and all(row.prior is None for row in bids.rows)
    assert ws.evaluate_strains(hand, bid="3+", discards="heuristic", **whose).rows
    report = ws.evaluate_discards(hand | deal.kitty, "S+", bid="3+", double_dummy_samples=0, **whose)
    assert len(report.rows) > 1 and all(0 <= row.tricks <= 4 for row in report.rows)


def test_with_an_evaluator_of_the_callers_teams_are_sides():
    for teams in (2, 3):
        rules = Rules.preset("bid_whist_seed", players=6, teams=teams, **SMALL)
        model = CallModel(rules, Guess())
        outcomes = simulated_outcomes(rules, hands=300, model=model)
        assert outcomes.points.shape[1] == teams
        report = ws.evaluate_bids(
            "A....B", rules=rules, seat=2, dealer=0, calls="pass", samples=8, seed=1,
            scores=(0, 1, 2)[:teams], model=model, equity=MatchEquity(rules, outcomes),
        )  # fmt: skip
        assert [str(row.call) for row in report.rows[:3]] == ["Pass", "1+", "1-"]
        # Both jokers or an ace besides: with a book from the kitty one is always made. The caller's
        # evaluator does not know, but the top joker wins a trick however the others lie.
        one = report.rows[1]
        assert one.prior.make == pytest.approx(1) and one.make == pytest.approx(1) and one.points > 0


def test_tricks_of_a_declarer_count_his_partners():
    """Whether a strong hand is a partner's makes all the difference, not which partner's."""
    means = np.random.Generator(np.random.PCG64(1)).random((200, 6, 1)) * 4
    strong = np.full((6, 6, 1), 2.0)
    strong[np.arange(6), np.arange(6), 0] = 6
    for teams, partners in ((2, [0, 4]), (3, [5])):
        rules = Rules.preset("bid_whist_seed", players=6, teams=teams)
        held = np.zeros(len(means), dtype=np.uint64)
        evaluator = DealEvaluator(rules, (ws.Strain("S+"),), means, held, 8)
        found = evaluator.of_strains(strong, held[:6], 2, [0])[0] @ np.arange(9)
        others = [seat for seat in range(6) if seat not in (2, *partners)]
        assert len(set(found[partners])) == len(set(found[others])) == 1
        assert found[2] > found[partners[0]] > found[others[0]]

"""What to bid: sampled and double-dummy discards, reports that repeat, and wrong requests."""

import json

import numpy as np
import pytest
from tests.support.command import done, refused

import whistsolve as ws
from whistsolve.advice import DiscardSearch
from whistsolve.advice.discarding.candidates import candidate_discards
from whistsolve.advice.discarding.declarer_solver import DeclarerSolver
from whistsolve.advice.discarding.selection import played_tricks, sampled_discards
from whistsolve.dealing import random_deals
from whistsolve.equity.score_table import ScoreTable
from whistsolve.errors import ActError, NotationError, RulesError, WhistError
from whistsolve.game import score_hand
from whistsolve.rules import Rules

SEED = Rules.preset("bid_whist_seed")
NAMED = [ws.Strain.from_text(text) for text in ("S+", "H-", "NT+")]
HAND = "AKQJ.T9.32.9876"
STRONG, WEAK = "AKQJT98.A.A.A.BL", "987.876.987.876"


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


def test_harder_searches_are_at_least_as_many_tricks_on_the_average():
    many = random_deals(10, 5, SEED)
    solver = DeclarerSolver(SEED, 0, 3, NAMED[:1])
    assert solver.leader == 0
    search = DiscardSearch(candidates=5, swaps=4, rounds=(4, 8))
    heuristic = played_tricks(many, solver, "heuristic").tricks.mean()
    assert played_tricks(many, solver, seed=1, discard_search=search).tricks.mean() >= heuristic


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


def test_scores_are_those_of_score_hand():
    for preset in ("bid_whist_seed", "bid_whist_parlett", "bid_whist_no_kitty", "bid_whist_cardsharks_5"):
        rules = Rules.preset(preset)
        table = ScoreTable.of(rules)
        for level in range(rules.min_bid, 8):
            for kind, strain in enumerate(("S+", "NT-")):
                for tricks in range(rules.dealt_hand_size + 1):
                    score = score_hand(ws.Contract(level, strain, 0), tricks, rules=rules)
                    at = level, kind, tricks
                    assert (table.own[at], table.others[at]) == score.points[:2], (preset, at)
                    assert table.made[level, tricks] == score.made


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


def test_strong_and_weak_hands():
    strong, weak = (
        ws.evaluate_bids(hand, seat="S", dealer="E", samples=24, discards=discards)
        for hand, discards in ((STRONG, "sampled"), (WEAK, "heuristic"))
    )
    # Both win the match in every layout; the prior does not take seven for certain after 24 of them.
    assert str(strong.best) in ("6+", "7+") and strong.best.make > 0.95
    assert {str(row.call): row for row in strong.rows}["7+"].make_interval[1] > 0.99
    assert "7" not in str(weak.best)
    rows = {str(row.call): row for row in weak.rows}
    assert rows["7+"].equity < rows["Pass"].equity < 0.5
    # A higher bid of the same kind is made less often.
    made = [rows[f"{level}+"].make for level in range(3, 8)]
    assert made == sorted(made, reverse=True)


def test_the_score_changes_what_is_best():
    """At six behind a lost bid costs no more than a pass that lets the others win."""
    asked = {"seat": "S", "dealer": "W", "calls": "pass 4+", "samples": 24, "discards": "heuristic"}
    level, last = (ws.evaluate_bids(HAND, **asked, scores=scores) for scores in ((0, 0), (0, 6)))
    for before, after in zip(level.rows, last.rows, strict=True):
        # Nearly: others call by the score, so that the layouts are not the same.
        assert after.equity <= before.equity + 0.01
    assert last.rows[0].equity < level.rows[0].equity


def test_over_the_highest_bid_only_a_pass_is_legal():
    """It is valued as any call: by what the others' contract brings."""
    asked = {"seat": "S", "dealer": "W", "calls": "pass 7NT", "samples": 4, "threads": 1}
    for discards in ("heuristic", "sampled", "estimated"):
        report = ws.evaluate_bids("AK3.T92.Q32.986", discards=discards, **asked)
        assert [str(row.call) for row in report.rows] == ["Pass"] and report.best.make is None
        assert report.best.points > 0  # nobody takes thirteen books


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


def test_the_command_says_what_the_function_says():
    asked = ("bid", WEAK, "--seat", "S", "--dealer", "E", "--samples", "2", "--seed", "2")
    found = ws.evaluate_bids(WEAK, seat="S", dealer="E", samples=2, seed=2)
    assert json.loads(done(*asked, "--json")) == json.loads(json.dumps(found.as_dict()))
    shown = done(*asked)
    assert shown.startswith("call  strain") and f"best  {found.best}" in shown
    assert "expected 12" in refused("bid", "AKQJ.T9.32.98765", "--seat", "S", "--dealer", "E")

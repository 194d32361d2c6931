"""What to bid: sampled and double-dummy discards, reports that repeat, and wrong requests."""

import json

import numpy as np
import pytest
from tests.support.command import done, refused
from tests.support.thorough import by_default

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
STRONG, WEAK = "AKQJT98.A.A.A.BL", "987.876.987.876"


@pytest.fixture(scope="module")
def layouts() -> np.ndarray:
    return random_deals(6, 11, SEED)


def test_a_sampled_discard_is_never_better_than_the_best(layouts: np.ndarray) -> None:
    solver = DeclarerSolver(SEED, 1, 0, NAMED)
    sampled, best, heuristic = (
        played_tricks(layouts, solver, kind, seed=3) for kind in ("sampled", "double_dummy", "heuristic")
    )
    assert (sampled.tricks <= best.tricks).all() and (heuristic.tricks <= best.tricks).all()
    for i, row in enumerate(layouts):
        for j, strain in enumerate(NAMED):
            deal = ws.Deal([ws.Hand.from_mask(int(mask)) for mask in row[:4]], ws.Hand.from_mask(int(row[4])))
            assert best.tricks[i, j] == ws.best_discard(deal, strain, 1).tricks
            cards = ws.Hand.from_mask(int(sampled.discards[i, j]))
            assert ws.Discards(deal, strain, 1).values([cards]) == [sampled.tricks[i, j]]


def test_a_sampled_discard_depends_on_what_its_player_sees_alone(layouts: np.ndarray) -> None:
    """The other hands change places, and everything but the tricks stays."""
    shuffled = layouts.copy()
    shuffled[:, [0, 2, 3]] = layouts[:, [3, 0, 2]]
    solver = DeclarerSolver(SEED, 1, 0, NAMED)
    one, other = (sampled_discards(some, solver, seed=3) for some in (layouts, shuffled))
    assert (one[0] == other[0]).all() and (one[1] == other[1]).all()


@pytest.mark.parametrize("deals", by_default(1, [16, 40]))
def test_harder_searches_are_at_least_as_many_tricks_on_the_average(deals: int) -> None:
    many = random_deals(deals, 5, SEED)
    solver = DeclarerSolver(SEED, 0, 3, NAMED[:1])
    assert solver.leader == 0
    heuristic = played_tricks(many, solver, "heuristic").tricks.mean()
    discard_search = DiscardSearch(candidates=5, swaps=4, rounds=(4, 8))
    sampled = played_tricks(many, solver, seed=1, discard_search=discard_search).tricks.mean()
    assert sampled >= heuristic


def test_candidates_are_discards() -> None:
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
        for discard in swapped[len(heuristics) :]:
            assert (discard ^ heuristics[0]).bit_count() == 2


def test_scores_are_those_of_score_hand() -> None:
    for preset in ("bid_whist_seed", "bid_whist_parlett", "bid_whist_no_kitty", "bid_whist_cardsharks_5"):
        rules = Rules.preset(preset)
        table = ScoreTable.of(rules)
        for level in range(rules.min_bid, 8):
            for kind, strain in enumerate(("S+", "NT-")):
                for tricks in range(rules.dealt_hand_size + 1):
                    score = score_hand(ws.Contract(level, strain, 0), tricks, rules=rules)
                    assert table.own[level, kind, tricks] == score.points[0]
                    assert table.others[level, kind, tricks] == score.points[1]
                    assert table.made[level, tricks] == score.made


@pytest.mark.parametrize("threads", by_default((2).__eq__, [1, 2]))
def test_the_same_seed_gives_the_same_report(threads: int) -> None:
    asked = {"seat": "S", "dealer": "W", "calls": "pass 3+", "scores": (2, -1), "seed": 4, "samples": 12}
    hand = "AKQJ.T9.32.9876"
    found = ws.evaluate_bids(hand, threads=threads, **asked)  # type: ignore[arg-type]
    assert found == ws.evaluate_bids(hand, threads=1, **asked)  # type: ignore[arg-type]
    assert found != ws.evaluate_bids(hand, **{**asked, "seed": 5})  # type: ignore[arg-type]
    assert [str(row.call) for row in found.rows][:2] == ["Pass", "3NT"]
    assert found.samples == 12 and 1 <= found.effective_sample_size <= 12
    for row in found.rows:
        assert row.equity is not None and 0 <= row.equity <= 1
        if row.make is not None:
            assert sum(row.tricks) == pytest.approx(1)
            assert row.strain is not None
            needed = row.call.level + 6 - 1  # type: ignore[union-attr]
            assert row.make == pytest.approx(sum(row.tricks[needed:]))


def test_strong_and_weak_hands() -> None:
    strong = ws.evaluate_bids(STRONG, seat="S", dealer="E", samples=24)
    # Both win the match in every layout; the prior does not take seven for certain after 24 of them.
    assert str(strong.best) in ("6+", "7+") and strong.best.make > 0.95
    assert {str(row.call): row for row in strong.rows}["7+"].make_interval[1] > 0.99
    weak = ws.evaluate_bids(WEAK, seat="S", dealer="E", samples=24)
    assert "7" not in str(weak.best)
    rows = {str(row.call): row for row in weak.rows}
    assert rows["7+"].equity < rows["Pass"].equity < 0.5
    # A higher bid of the same kind is made less often.
    made = [rows[f"{level}+"].make for level in range(3, 8)]
    assert made == sorted(made, reverse=True)


def test_the_score_changes_what_is_best() -> None:
    """At six behind a lost bid costs no more than a pass that lets the others win."""
    asked = {"seat": "S", "dealer": "W", "calls": "pass 4+", "samples": 24}
    level = ws.evaluate_bids("AKQJ.T9.32.9876", **asked)
    last = ws.evaluate_bids("AKQJ.T9.32.9876", scores=(0, 6), **asked)
    for before, after in zip(level.rows, last.rows, strict=True):
        # Nearly: others call by the score, so that the layouts are not the same.
        assert after.equity <= before.equity + 0.01
    assert last.rows[0].equity < level.rows[0].equity


@pytest.mark.parametrize("discards", ["heuristic", "sampled", "estimated"])
def test_over_the_highest_bid_only_a_pass_is_legal(discards: str) -> None:
    """It is valued as any call: by what the others' contract brings."""
    report = ws.evaluate_bids(
        "AK3.T92.Q32.986", seat="S", dealer="W", calls="pass 7NT", samples=4, discards=discards, threads=1
    )  # type: ignore[arg-type]
    assert [str(row.call) for row in report.rows] == ["Pass"] and report.best.make is None
    assert report.best.points > 0  # nobody takes thirteen books


def test_wrong_questions() -> None:
    def asked(hand: str = WEAK, **changes: object) -> None:
        ws.evaluate_bids(hand, **{"seat": "S", "dealer": "E", "samples": 1, **changes})  # type: ignore[arg-type]

    with pytest.raises(NotationError, match="13 cards: expected 12"):
        asked("9876.876.987.876")
    with pytest.raises(NotationError, match="twice"):
        asked("9877.876.987.87")
    with pytest.raises(ActError, match="not the turn of S: it is N's"):
        asked(dealer="W")
    with pytest.raises(ActError, match="not legal"):
        asked(dealer="W", calls="4+ 3+")
    with pytest.raises(WhistError, match="it ends the game"):
        asked(scores=(7, 0))
    with pytest.raises(RulesError, match="has no auction"):
        asked(rules=Rules.preset("whist_seed"))


def test_the_command_says_what_the_function_says() -> None:
    asked = ("bid", WEAK, "--seat", "S", "--dealer", "E", "--samples", "6", "--seed", "2")
    found = ws.evaluate_bids(WEAK, seat="S", dealer="E", samples=6, seed=2)
    assert json.loads(done(*asked, "--json")) == json.loads(json.dumps(found.as_dict()))
    shown = done(*asked)
    assert shown.startswith("call  strain") and f"best  {found.best}" in shown
    assert "expected 12" in refused("bid", "AKQJ.T9.32.98765", "--seat", "S", "--dealer", "E")

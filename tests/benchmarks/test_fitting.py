"""What is fitted: the order of leads, the policy of plays, tricks at the table."""

import re
from dataclasses import replace

import numpy as np
import pytest
from benchmarks.fitting.lead_order import Latents, header
from benchmarks.fitting.lead_order_three import LatentsOfThree
from benchmarks.fitting.table_play import certain, fit_weights
from benchmarks.strength.table_tricks import SEED, Played, Setup, play
from tests.support.sources import ROOT

from whistsolve._internal.logit import fit_conditional_logit, log_chances
from whistsolve.equity.payoffs import ScoreTable
from whistsolve.evaluation import TablePlay, TableWeights
from whistsolve.inference.play_model import TRAITS, Choices
from whistsolve.values import Strain


def test_the_header_has_a_weight_for_each_place():
    table = re.compile(r"(k\w+)\[\] = \{\n([^}]*)\}")
    for latents, file, names, places in (
        (Latents(), "lead_weights", "kLead", (5116, 3073, 513, 321)),
        (LatentsOfThree(), "lead_weights_three", "kThree", (5446, 2305, 193, 793)),
    ):
        tables = [names + of for of in ("Tops", "Lengths", "Ruffs", "Trumps")]
        packaged = (ROOT / "csrc" / "whistsolve" / f"{file}.hpp").read_text("utf-8")
        for text in (packaged, header(latents.tables(np.zeros(latents.count)), tables)):
            sizes = [(name, values.count(",")) for name, values in table.findall(text)]
            assert sizes == list(zip(tables, places, strict=True))


def test_known_weights_are_found_again():
    random = np.random.Generator(np.random.PCG64(1))
    true = random.normal(0, 1, len(TRAITS))
    traits = random.random((800, 5, len(TRAITS)))
    legal = np.arange(5) < random.integers(2, 6, 800)[:, np.newaxis]
    chances = np.exp(log_chances(traits @ true, legal))
    assert not chances[~legal].any() and chances.sum(axis=1) == pytest.approx(1)
    chosen = (random.random(800)[:, np.newaxis] > chances.cumsum(axis=1)).sum(axis=1)
    choices = Choices(traits, legal, np.minimum(chosen, legal.sum(axis=1) - 1))
    found = fit_conditional_logit(traits, legal, choices.chosen, 0 * true, 0.01)
    assert np.abs(found - true).max() < 1
    assert choices.log_loss(found) <= choices.log_loss(true) < choices.log_loss(0 * true)


def test_the_weights_of_tricks_at_the_table_are_found_again():
    """Contracts whose tricks at the table are drawn from a model."""
    true = {"trump": TableWeights(0.1, -0.8, -0.4, 0.5), "no_trump": TableWeights(0.1, -0.4, -0.15, 0.3)}
    draw, model, rows = np.random.Generator(np.random.PCG64(3)), TablePlay(true), []
    rules = Setup().rules
    for deal in range(4000):
        strain = Strain(("S", "NT")[deal % 2], ("uptown", "downtown")[deal // 2 % 2])
        row = Played(deal, SEED, "drawn", 0, 1, str(strain), 4, 12, 12)
        sure = np.array(certain([row], rules))
        known = max(int(draw.integers(3, 13)), sure[0])
        [chances] = model.played(np.eye(13)[[known]], strain.is_no_trump, sure)
        tricks = int(draw.choice(13, p=chances))
        lost = {"declarer_lost": max(known - tricks, 0), "defence_lost": max(tricks - known, 0)}
        rows.append(replace(row, double_dummy=known, tricks=tricks, made=tricks >= 9, **lost))
    found = fit_weights(rows, rules)
    for kind, weights in true.items():
        assert found[kind].as_array() == pytest.approx(weights.as_array(), abs=0.15)
        assert found[kind].spread == pytest.approx(weights.spread, rel=0.15)


@pytest.mark.thorough
def test_a_contract_is_played_to_its_end():
    setup = Setup()
    row = play(setup, 3, "drawn")
    assert row.double_dummy - row.declarer_lost + row.defence_lost == row.tricks
    assert row.made == ScoreTable.of(setup.rules).made[row.level, row.tricks]
    assert (row.deal, row.seed, row.dealer, row.contract) == (3, SEED, 3, "drawn")

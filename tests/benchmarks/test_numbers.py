"""Bid whist in numbers: the samples as they are made, and the page of them."""

import pytest
from benchmarks.numbers import atlas as making
from benchmarks.numbers import page
from benchmarks.numbers.findings import Finding, from_atlas, from_played
from tests.support.refusals import assert_refused
from tests.support.sources import ROOT

import whistsolve as ws
from whistsolve.values import STRAINS

NAMES = [str(strain) for strain in STRAINS[:10]]
#: Short hands, which are solved at once.
RULES = ws.Rules.preset("bid_whist", lowest_rank=12, hand_size=3, kitty_size=2, bid_base=0)
SAMPLE = page.DATA / "atlas-sample.parquet"


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    """A file of five deals, of which every second has discards."""
    folder = tmp_path_factory.mktemp("atlas")
    making.make(folder, 5, 7, 2, RULES)
    file = folder / "all.parquet"
    file.write_bytes(making.join(folder, 5, 7, 2, RULES))
    return file


def test_an_atlas_is_what_its_functions_give(tiny, tmp_path):
    pq = pytest.importorskip("pyarrow.parquet")
    found = ws.atlas(tiny)
    assert (found.rules, [str(strain) for strain in found.strains]) == (RULES, NAMES)
    assert repr(found) == "<Atlas: 5 deals of seed 7, 3 with best discards>"
    deals = pq.read_table(tiny)["deal"].to_pylist()
    assert deals[0] == str(ws.Deal.random(7, RULES)) and found.kitty_rows.tolist() == [0, 2, 4]
    for row, text in enumerate(deals):
        deal = ws.Deal.from_text(text)
        assert found.deals[row].tolist() == [hand.mask for hand in (*deal.hands, deal.kitty)]
        assert (found.tricks[row] == ws.table(deal, rules=RULES).to_numpy()).all()
    best = ws.best_discard(ws.Deal.from_text(deals[2]), "H+", "E", rules=RULES)
    assert found.kitty_tricks[1, 1, 1] == best.tricks
    for _ in range(2):  # what is there is kept
        making.make(tmp_path / "again", 5, 7, 2, RULES)
    assert making.join(tmp_path / "again", 5, 7, 2, RULES) == tiny.read_bytes()
    with pytest.raises(ValueError, match="has other deals: expected 6"):
        making.join(tmp_path / "again", 6, 7, 2, RULES)


def test_another_file_is_no_atlas(tiny, tmp_path):
    pq = pytest.importorskip("pyarrow.parquet")
    table = pq.read_table(tiny)
    changed = table.set_column(2, "N S+", [[(each + 1) % 3 for each in table["N S+"].to_pylist()]])
    pq.write_table(changed.cast(table.schema), tmp_path / "changed")
    pq.write_table(table.replace_schema_metadata(None), tmp_path / "bare")
    (tmp_path / "text").write_text("deals")
    cases = [("changed", "its checksum is another"), ("bare", "is no atlas"), ("text", "is no atlas")]
    assert_refused(lambda name: ws.atlas(tmp_path / name), ws.WhistError, cases)
    with pytest.raises(OSError, match="none"):
        ws.atlas(tmp_path / "none.parquet")


def test_the_page_is_that_of_its_samples():
    atlas, hands = ws.atlas(SAMPLE), page.read_played(page.DATA / "played-sample.jsonl")
    assert SAMPLE.stat().st_size < 2 * 10**6
    found = from_atlas(atlas) | from_played(hands)
    assert page.figures(atlas, len(hands), found).strip() in (ROOT / "docs" / "numbers.md").read_text("utf-8")
    for name, plot in page.plots(found).items():
        assert (page.DATA / name).read_text("utf-8") == plot and "prefers-color-scheme:dark" in plot
    some = atlas.deals[-2:, :4]
    assert (ws.solve_many(some) == atlas.tricks[-2:]).all()
    assert f"{Finding(0.126, 0.011)} {Finding(0.126, 0.011):%}" == "0.13 ± 0.01 12.6 ± 1.1 %"
    assert f"{Finding(-0.001, 0.02)} {Finding(0.2126, 0.004)}" == "0.00 ± 0.02 0.213 ± 0.004"

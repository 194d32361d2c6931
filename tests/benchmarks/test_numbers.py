"""Bid whist in numbers: the samples as they are made, and every headline computed again by pandas."""

import json
import re
from functools import cache

import numpy as np
import pytest
from benchmarks.numbers import atlas as making
from benchmarks.numbers import page
from benchmarks.numbers.findings import Finding, from_atlas, from_played
from tests.support.refusals import assert_refused
from tests.support.sources import ROOT

import whistsolve as ws
from whistsolve.evaluation import TablePlay
from whistsolve.values import STRAINS

NAMES = [str(strain) for strain in STRAINS[:10]]
CELLS = [f"{seat} {strain}" for seat in "NESW" for strain in NAMES]
SUITS_UP, NO_TRUMP_UP = ["S+", "H+", "D+", "C+"], ["NT+"]
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
    cases = [
        ("changed", "is not as it was made: its checksum is another"),
        ("bare", "is no atlas"),
        ("text", "is no atlas"),
    ]
    assert_refused(lambda name: ws.atlas(tmp_path / name), ws.WhistError, cases)
    with pytest.raises(OSError, match="none"):
        ws.atlas(tmp_path / "none.parquet")


@pytest.fixture(scope="module")
def frame():
    """A row for each hand of the deals with best discards; the best of kinds of strains, and what it held."""
    pd = pytest.importorskip("pandas")
    table = pd.read_parquet(SAMPLE)
    table = table[table["kitty N S+"].notna()].astype({f"kitty {cell}": float for cell in CELLS})
    rows = []
    for record in table.to_dict("records"):
        hands = ws.Deal.from_text(record["deal"]).hands
        for seat, hand in zip("NESW", hands, strict=True):
            after = {name: record[f"kitty {seat} {name}"] for name in NAMES}
            before = {name: record[f"{seat} {name}"] for name in NAMES}
            rows.append({"number": record["number"], "hand": hand, "after": after, "before": before})
    return pd.DataFrame(rows)


@cache
def said():
    """The numbers of each headline of the page, errors left out."""
    text = (ROOT / "docs" / "numbers.md").read_text("utf-8")
    lines = re.findall(r"^(\d+)\. (.*(?:\n   .*)*)", text, flags=re.MULTILINE)
    assert [number for number, _ in lines] == [str(number) for number in range(1, 11)]
    return [[float(each) for each in re.findall(r"(-?\d+\.\d+) ±", line)] for _, line in lines]


def mean(frame, function):
    return float(frame.apply(function, axis=1).mean())


def best(cells, ends=("+", "-"), none=None):
    wanted = {name: none in (None, name.startswith("NT")) and name.endswith(ends) for name in cells}
    return max(tricks for name, tricks in cells.items() if wanted[name])


def test_headlines_on_strains_and_the_kitty(frame):
    gained = mean(frame, lambda row: best(row.after) - best(row.before))
    assert said()[0] == [pytest.approx(gained, abs=0.0051)]
    worth = [
        mean(frame, lambda row, names=names: np.mean([row.after[each] - row.before[each] for each in names]))
        for names in (SUITS_UP, NO_TRUMP_UP)
    ]
    assert said()[1] == pytest.approx(worth, abs=0.0051)
    leads = frame.apply(lambda row: best(row.after, ("+",)) - best(row.after, ("-",)), axis=1)
    share = ((leads > 0) + (leads == 0) / 2).mean()
    assert said()[2] == pytest.approx([100 * share, leads.mean()], abs=0.051)
    none = mean(frame, lambda row: best(row.after, none=True) > best(row.after, none=False))
    assert said()[3] == [pytest.approx(100 * none, abs=0.051)]


def test_headlines_on_jokers_the_lead_and_trumps(frame):
    jokers = frame["hand"].map(lambda hand: sum(card.is_joker for card in hand))
    own = frame["after"].map(lambda cells: best(cells, none=False))
    assert said()[4] == pytest.approx([own[jokers == number].mean() for number in range(3)], abs=0.0051)
    table = pytest.importorskip("pandas").read_parquet(SAMPLE)
    kinds = [[cell for cell in CELLS if cell[2:] in names] for names in (SUITS_UP, NO_TRUMP_UP)]
    assert said()[5] == pytest.approx([table[cells].to_numpy().mean() - 6 for cells in kinds], abs=0.0051)
    chance = TablePlay().matrix(no_trump=False, tricks=12)[:, 9:].sum(axis=1)
    found = []
    for wanted in (5, 6):
        tricks = np.array([
            cells[name]
            for hand, cells in zip(frame["hand"], frame["after"], strict=True)
            for name in NAMES
            if not name.startswith("NT") and len(hand[name[0]]) + len(hand["jokers"]) == wanted
        ])  # fmt: skip
        found += [100 * (tricks >= 9).mean(), 100 * chance[tricks.astype(int)].mean()]
    assert said()[6] == pytest.approx(found, abs=0.051)


def test_headlines_on_levels_and_hands_played(frame):
    own = frame["after"].map(best)
    found = [100 * (own.groupby(frame["number"]).max() >= 10).mean(), 100 * (own >= 10).mean()]
    assert said()[7] == pytest.approx(found, abs=0.051)
    lines = (page.DATA / "played-sample.jsonl").read_text("utf-8").splitlines()[1:]
    played = pytest.importorskip("pandas").DataFrame(map(json.loads, lines)).dropna(subset="declarer")
    bids = played["calls"].map(lambda calls: [call for call in calls if call != "Pass"])
    found = [(bids.map(len) == 1).mean(), bids.map(lambda each: each[0][0] == "4").mean()]
    found.append(played["made"].astype(float).mean())
    assert said()[8] == pytest.approx([100 * each for each in found], abs=0.051)
    cost = (played["tricks_unshown"] - played["tricks"]).dropna().astype(float)
    assert said()[9] == [pytest.approx(cost.mean(), abs=0.0051)]


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

"""A sample of the deals and hands that DDS has solved: read, and the engine says the same."""

from dataclasses import replace
from pathlib import Path

from benchmarks.truth.bridge_records import compare_played, compare_solved, read_played, read_solved

DATA = Path(__file__).parents[1] / "data"
SOLVED = list(read_solved((DATA / "dds_solved.txt").read_text("ascii").splitlines()))
PLAYED = list(read_played((DATA / "dds_played.txt").read_text("ascii").splitlines()))


def test_the_engine_says_what_dds_said():
    assert (len(SOLVED), len(PLAYED)) == (60, 24)
    assert compare_solved(SOLVED[:6]) == (6 * 20, [])
    compared, differences = compare_played(PLAYED[:4])
    assert not differences and any(record.plays for record in PLAYED[:4])
    assert compared == sum(20 + 13 + len(record.trace) * bool(record.plays) for record in PLAYED[:4])


def test_a_wrong_number_is_found():
    wrong = replace(SOLVED[0], tricks=((13,) * 4, *SOLVED[0].tricks[1:]))
    assert {each.what[:5] for each in compare_solved([wrong])[1]} == {"table"}
    record = next(record for record in PLAYED if record.plays)
    leads = {**record.leads, next(iter(record.leads)): 14}
    for changed in ({"leads": leads}, {"trace": (14, *record.trace[1:])}):
        assert [each.what for each in compare_played([replace(record, **changed)])[1]] == list(changed)

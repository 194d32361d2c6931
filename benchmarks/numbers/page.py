"""Writes docs/numbers.md and its plots from the samples beside it.

``python -m benchmarks.numbers.page`` puts headlines and tables, by the template ``figures.md``, between the
marks of the page, and the plots beside the samples; ``--atlas`` and ``--played`` name other samples.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from benchmarks.long_runs import read_as
from benchmarks.numbers.findings import (
    KINDS,
    LENGTHS,
    LEVELS,
    POINTS,
    Finding,
    Findings,
    from_atlas,
    from_played,
)
from benchmarks.numbers.played import HandPlayed
from benchmarks.pages import put_between
from benchmarks.speed.sections import markdown_table

import whistsolve as ws
from whistsolve.runs import Atlas

DOCS: Final = Path(__file__).resolve().parents[2] / "docs"
DATA: Final = DOCS / "data"
#: Of plots, in pixels.
_WIDTH, _ROW, _LEFT = 640, 26, 190
_STYLE: Final = (
    "text{font:13px system-ui,sans-serif;fill:#1f2328}.bar{fill:#2f6f9f}"
    ".error{stroke:#1f2328;stroke-width:1.5}"
    "@media(prefers-color-scheme:dark){text{fill:#e6edf3}.bar{fill:#5aa0d0}.error{stroke:#e6edf3}}"
)


def read_played(path: Path) -> list[HandPlayed]:
    """The hands of a file of `benchmarks.numbers.played`."""
    _, *lines = path.read_text("utf-8").splitlines()
    return [read_as(HandPlayed, json.loads(line)) for line in lines]


def tables(found: Findings) -> dict[str, str]:
    """The tables of the page, by the names in its template."""
    kinds = [[kind, f"{found[f'leads {kind}']}", f"{found[f'kitty {kind}']}"] for kind in KINDS]
    by_level = ("makes {}", "makes {} at the table", "side makes {}", "anyone makes {}", "of {} made")
    by_length = ("make 4", "make 4 at the table", "make 5", "make 5 at the table")
    holdings = [f"{low}-{high} points" for low, high in POINTS]
    holdings += [f"{number} {what}" for what, most in (("aces", 4), ("jokers", 3)) for number in range(most)]
    shares = {
        "opens": "the first player bids",
        **{f"opens at {level}": f"the first bid is {level}" for level in LEVELS},
        "first bid stands": "the first bid becomes the contract",
        "dealer declares": "the dealer declares",
        "no-trump contract": "the contract is in no-trump",
        "downtown contract": "the contract is downtown",
        "contract made": "the contract is made",
    }
    return {
        "table of kinds": markdown_table(
            ["strain", "tricks of the side that leads", "the kitty is worth"],
            [*kinds, ["the best strain", "", f"{found['kitty best']}"]],
        ),
        "table of levels": markdown_table(
            ["level", "a hand", "at the table", "a side", "somebody", "contracts made"],
            [[str(level), *(_share(found, each.format(level)) for each in by_level)] for level in LEVELS],
        ),
        "table of trumps": markdown_table(
            ["trumps", "tricks", *(each.removeprefix("make ") for each in by_length)],
            [
                [
                    f"{length} or more" if length == LENGTHS[-1] else str(length),
                    str(found[name]),
                    *(_share(found, f"{name} {each}") for each in by_length),
                ]
                for length in LENGTHS
                if (name := f"{length} trumps") in found
            ],
        ),
        "table of holdings": markdown_table(
            ["in a hand as it was dealt", "tricks", "4 makes", "4 at the table"],
            [
                [
                    name.removesuffix("s") if name.startswith("1 ") else name,
                    str(found[name]),
                    *(_share(found, f"{name} {each}") for each in by_length[:2]),
                ]
                for name in holdings
                if name in found
            ],
        ),
        "table of hands played": markdown_table(
            ["of the deals or contracts", "share"],
            [[words, _share(found, name)] for name, words in shares.items()],
        ),
    }


def _share(found: Findings, name: str) -> str:
    return f"{found[name]:%}" if name in found else ""


def plots(found: Findings) -> dict[str, str]:
    """The plots as SVG, which suits light and dark pages, by the names of their files."""
    lengths = [length for length in LENGTHS if f"{length} trumps" in found]
    return {
        "numbers-kitty.svg": _bars([(kind, found[f"kitty {kind}"]) for kind in KINDS], 3, "{:.2f}"),
        "numbers-levels.svg": _bars([(str(each), found[f"makes {each}"]) for each in LEVELS], 1, "{:.0%}"),
        "numbers-trumps.svg": _bars(
            [(f"{each} trumps", found[f"{each} trumps make 4"]) for each in lengths], 1, "{:.0%}"
        ),
    }


def _bars(rows: Sequence[tuple[str, Finding]], most: float, form: str) -> str:
    """A bar for each row, with its interval."""
    scale, height = (_WIDTH - _LEFT - 70) / most, _ROW * len(rows) + 8
    size = f'viewBox="0 0 {_WIDTH} {height}"'
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img"><style>{_STYLE}</style>']
    for number, (label, found) in enumerate(rows):
        top, end = _ROW * number + 6, _LEFT + scale * found.value
        low, high = end - scale * found.error, end + scale * found.error
        lines += [
            f'<text x="{_LEFT - 8}" y="{top + 14}" text-anchor="end">{label}</text>',
            f'<rect class="bar" x="{_LEFT}" y="{top}" width="{end - _LEFT:.1f}" height="{_ROW - 8}"/>',
            f'<path class="error" d="M{low:.1f} {top + 9}H{high:.1f}"/>',
            f'<text x="{high + 8:.1f}" y="{top + 14}">{form.format(found.value)}</text>',
        ]
    return "\n".join([*lines, "</svg>\n"])


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--atlas", type=Path, default=DATA / "atlas-sample.parquet")
    parser.add_argument("--played", type=Path, default=DATA / "played-sample.jsonl")
    parser.add_argument("--page", type=Path, default=DOCS / "numbers.md")
    options = parser.parse_args(arguments)
    try:
        atlas, played = ws.atlas(options.atlas), read_played(options.played)
        found = from_atlas(atlas) | from_played(played)
        text = figures(atlas, len(played), found)
        options.page.write_text(put_between(options.page.read_text("utf-8"), text), "utf-8")
        for name, plot in plots(found).items():
            (options.page.parent / "data" / name).write_text(plot, "utf-8")
    except (ValueError, OSError, ws.WhistError) as error:
        print(f"page: {error}", file=sys.stderr)
        return 2
    return 0


def figures(atlas: Atlas, played: int, found: Findings) -> str:
    """What stands between the marks of the page."""
    counts = {
        "deals": f"{len(atlas.deals):,}",
        "solved": f"{len(atlas.kitty_rows):,}",
        "played": f"{played:,}",
    }
    template = Path(__file__).with_name("figures.md").read_text("utf-8")
    return template.format_map({**found, **counts, **tables(found)})


if __name__ == "__main__":
    sys.exit(main())

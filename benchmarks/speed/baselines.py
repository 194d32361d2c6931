"""Nodes of the benchmarks of a run of pytest beside the saved ones: a count that grew, and never a time.

``pytest benchmarks/speed -n 0 --benchmark-enable --benchmark-json=FILE`` writes what it has timed, with the
nodes of each in its ``extra_info``. ``python benchmarks/speed/baselines.py FILE`` compares those with
baselines.json and ends with the status 1 where a benchmark plays more nodes, beyond the tolerance; ``--save``
writes that file anew. Instructions are counted by ``work.py``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

#: Nodes by group and name.
SAVED: Final = Path(__file__).with_name("baselines.json")
#: A benchmark may play so many more nodes: a change of the search that pays on the whole is worse somewhere.
TOLERANCE: Final = 0.1

#: Nodes by group, then by name.
Counts = Mapping[str, Mapping[str, int]]


def counted(run: Mapping[str, Any]) -> dict[str, dict[str, int]]:
    """The nodes of a run of pytest-benchmark, as its JSON has it; those that count none are left out."""
    found: dict[str, dict[str, int]] = {}
    for each in sorted(run["benchmarks"], key=lambda each: (str(each["group"]), str(each["name"]))):
        if "nodes" in each["extra_info"]:
            found.setdefault(str(each["group"]), {})[str(each["name"])] = int(each["extra_info"]["nodes"])
    return found


def grown(saved: Counts, found: Counts) -> list[str]:
    """Lines about benchmarks that play more nodes than were saved, beyond the tolerance, or are not there."""
    lines = []
    for group, several in saved.items():
        for name, before in several.items():
            now = found.get(group, {}).get(name)
            if now is None:
                lines.append(f"{group}: {name}: not in this run, saved {before} nodes")
            elif now > before * (1 + TOLERANCE):
                lines.append(f"{group}: {name}: {now} nodes, {now / before:.3f} of {before} saved")
    return lines


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare or save, and give the exit status: 1 where a count grew."""
    parser = argparse.ArgumentParser(description="Nodes of benchmarks, beside what was saved.")
    parser.add_argument("run", type=Path, help="the file of --benchmark-json")
    parser.add_argument("--save", action="store_true", help="write baselines.json")
    options = parser.parse_args(arguments)
    found = counted(json.loads(options.run.read_text("utf-8")))
    if options.save:
        SAVED.write_text(json.dumps(found, indent=2) + "\n", "utf-8")
        return 0
    saved: dict[str, dict[str, int]] = json.loads(SAVED.read_text("utf-8"))
    for group, several in found.items():
        print(group)
        for name, nodes in several.items():
            before = saved.get(group, {}).get(name)
            beside = "new" if before is None else f"{nodes / before:.3f} of {before}"
            print(f"  {name}: {nodes} nodes, {beside}")
    wrong = grown(saved, found)
    for line in wrong:
        print(f"error: {line}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

"""Figures within a page, and the machine that they are of."""

from __future__ import annotations

import platform
import re
from pathlib import Path


def put_between(page: str, figures: str, name: str = "figures") -> str:
    """A page with other figures between its marks ``<!-- name: begin -->`` and ``<!-- name: end -->``.

    Raises
    ------
    ValueError
        Where the page has not both marks once each, in this order.
    """
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    if page.count(begin) != 1 or page.count(end) != 1 or page.index(begin) > page.index(end):
        raise ValueError(f"the page has no place for figures: expected {begin} and {end}, each once")
    before, rest = page.split(begin)
    return f"{before}{begin}\n\n{figures.strip()}\n\n{end}{rest.split(end)[1]}"


def processor() -> str:
    """The processor's name, as far as the system tells."""
    try:
        found = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text("utf-8"), re.MULTILINE)
    except OSError:
        found = None
    name = found[1] if found is not None else platform.processor() or platform.machine()
    return " ".join(name.split()) or "an unknown processor"

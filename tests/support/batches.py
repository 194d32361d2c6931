"""Small inputs of batches, what they are answered, and a run in a process of its own."""

import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import whistsolve as ws
from whistsolve.dealing import random_deals
from whistsolve.encoding import array_to_deals
from whistsolve.runs import BatchSummary

#: Five cards each; the rest is out of play.
SHORT = ws.Rules.preset("bid_whist_seed", hand_size=5, kitty_size=34)
#: Four cards each, and a kitty of two is what `deals_with_kitty` leaves of the rest.
KITTY = ws.Rules.preset("bid_whist_seed", hand_size=4, kitty_size=38)
_TIMES = re.compile(rb'"seconds": [^,]*, "processor": [^,]*, "latencies": \{(?:\}|.*?\}\})')


def short_deals(count: int, seed: int = 1, rules: ws.Rules = SHORT) -> list[ws.Deal]:
    """Deals without their kitty."""
    return array_to_deals(random_deals(count, seed, rules)[:, :4])


def deals_with_kitty(count: int, seed: int = 1) -> list[ws.Deal]:
    """Deals of four cards each and a kitty of two."""
    return [
        ws.Deal(deal.hands, ws.Hand(list(deal.kitty)[:2]))
        for deal in (ws.Deal.random(seed + number, KITTY) for number in range(count))
        if deal.kitty is not None
    ]


def file_of(path: Path, deals: list[ws.Deal]) -> Path:
    """A file with a deal a line."""
    path.write_text("".join(f"{deal}\n" for deal in deals), "utf-8")
    return path


def source_with_wrong_lines(path: Path, count: int = 60) -> Path:
    """A file of deals in which every seventh line, from the first on, is wrong."""
    lines = [str(deal) if n % 7 else f"wrong {n}" for n, deal in enumerate(short_deals(count))]
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return path


def answers(path: Path) -> list[dict[str, Any]]:
    """The JSON lines of a file."""
    return [json.loads(line) for line in path.read_text("ascii").splitlines()]


def contents(folder: Path) -> dict[str, bytes]:
    """Every file by its path, without the times that players took."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): _TIMES.sub(b"", path.read_bytes()) for path in files}


def asked(source: Any, question: Any = "table", **options: Any) -> tuple[list[dict[str, Any]], BatchSummary]:
    """The answers of a batch, and its summary."""
    out = io.BytesIO()
    summary = ws.run_batch(source, out, question, **options)
    return [json.loads(line) for line in out.getvalue().splitlines()], summary


def start_batch(*arguments: object, **options: Any) -> subprocess.Popen[str]:
    """``whistsolve batch`` in a process of its own."""
    command = [sys.executable, "-m", "whistsolve", "batch", *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)

"""Small inputs of batches, what they are answered, and a run in a process of its own."""

import io
import json
import re
import subprocess
import sys

import whistsolve as ws
from whistsolve.dealing import random_deals
from whistsolve.encoding import array_to_deals

#: Five cards each; the rest is out of play.
SHORT = ws.Rules.preset("bid_whist_seed", hand_size=5, kitty_size=34)
#: Four cards each, and a kitty of two is what `deals_with_kitty` leaves of the rest.
KITTY = ws.Rules.preset("bid_whist_seed", hand_size=4, kitty_size=38)
_TIMES = re.compile(rb'"seconds": [^,]*, "processor": [^,]*, "latencies": \{(?:\}|.*?\}\})')


def short_deals(count, seed=1, rules=SHORT):
    """Deals without their kitty."""
    return array_to_deals(random_deals(count, seed, rules)[:, :4])


def deals_with_kitty(count, seed=1):
    """Deals of four cards each and a kitty of two."""
    return [
        ws.Deal(deal.hands, ws.Hand(list(deal.kitty)[:2]))
        for deal in (ws.Deal.random(seed + number, KITTY) for number in range(count))
        if deal.kitty is not None
    ]


def file_of(path, deals):
    """A file with a deal a line."""
    path.write_text("".join(f"{deal}\n" for deal in deals), "utf-8")
    return path


def source_with_wrong_lines(path, count=60):
    """A file of deals in which every seventh line, from the first on, is wrong."""
    lines = [str(deal) if n % 7 else f"wrong {n}" for n, deal in enumerate(short_deals(count))]
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return path


def answers(path):
    """The JSON lines of a file."""
    return [json.loads(line) for line in path.read_text("ascii").splitlines()]


def contents(folder):
    """Every file by its path, without the times that players took."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): _TIMES.sub(b"", path.read_bytes()) for path in files}


def asked(source, question="table", **options):
    """The answers of a batch, and its summary."""
    out = io.BytesIO()
    summary = ws.run_batch(source, out, question, **options)
    return [json.loads(line) for line in out.getvalue().splitlines()], summary


def start_batch(*arguments, **options):
    """``whistsolve batch`` in a process of its own."""
    command = [sys.executable, "-m", "whistsolve", "batch", *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)

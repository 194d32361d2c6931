"""The commands, one after another in one process: a script for the tests beside it."""

import json
import sys
from pathlib import Path

#: What a command that asks reads from the standard input.
TYPED = "help\n4♠↑\nquit\n".encode()
_SMALL = "N:AQ... K2... JT... 98..."
_TINY = "N:A2... K3... QJ... T9..."


def command_lines(folder):
    """Every command whose output is the same each time, for people and as JSON."""
    hand = str(folder / "hand.ptn")
    shown = [
        ["solve", hand, "--cards"],
        ["table", _SMALL, "--strains", "S+,♥↓,NT-"],
        ["trace", _TINY, "--contract", "1♠↑ by N", "--play", "♠A S3 ♠J S9"],
        ["score", hand],
        ["score", "5♠↑ by N", "11"],
        ["discard", hand],
        ["rules", "bid_whist"],
        ["deal", "--count", "2", "--seed", "3", "--where", "spades(N) >= 5"],
        ["solve", "N:\u0131\u0130... K2... JT... 98..."],
        ["solve", "m\u0131ssing-\u0130♠.ptn"],
    ]
    helps = ("solve", "trace", "discard", "bid", "play", "batch", "arena", "board")
    return [
        *shown,
        *([*line, "--json"] for line in shown),
        ["batch", str(folder / "deals.txt"), "--strains", "S+,NT-"],
        ["play", "--open", "--seed", "1", "--dealer", "West"],
        ["--help"],
        *([name, "--help"] for name in helps),
    ]


def main(folder, package):
    """Run all of them, each followed by its status."""
    if package not in sys.path:  # python -I reads no PYTHONPATH
        sys.path.insert(0, package)
    from whistsolve.cli import app

    for line in command_lines(folder):
        status = app.main(line, standalone_mode=False)
        sys.stdout.write(f"=== {json.dumps(line[0])} {status}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])

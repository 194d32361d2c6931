"""Thousands of random matches: of every preset, of six players, and of rules drawn at random.

``python -m tests.support.many_matches --matches 2000 --rules 200`` plays 2000 matches of every preset and
of bid whist of six, half of them with reneges that are played, called and corrected, and as many in all
under 200 random sets of rules with house rules among them. ``--part 1/2`` and
``--part 2/2`` share the work.
"""

import argparse
import sys
import time
from collections.abc import Iterator

from tests.support.random_matches import SIX_PLAYERS, WITH_RENEGES, Counts, play_match
from tests.support.random_rules import HOUSE_RULES, random_rules

from whistsolve.rules import Rules


def games(matches: int, sets: int, seed: int) -> Iterator[tuple[str, Rules, range]]:
    """Rules with a name, and the seeds of their matches."""
    tables = [(preset, {}) for preset in Rules.preset_names()] + [("bid_whist", six) for six in SIX_PLAYERS]
    for preset, changes in tables:
        name = " ".join([preset, *(f"{option}={value}" for option, value in changes.items())])
        yield name, Rules.preset(preset, **changes), range(seed, seed + matches // 2)
        reneges = Rules.preset(preset, **changes, **WITH_RENEGES)
        yield f"{name} with reneges", reneges, range(seed, seed + (matches + 1) // 2)
    for number in range(sets):
        rules = random_rules(seed + number, HOUSE_RULES, 2)
        yield f"random {seed + number} {rules}", rules, range(seed, seed + -(-matches // sets))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--rules", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--part", default="1/1", metavar="K/N")
    options = parser.parse_args()
    part, parts = map(int, options.part.split("/"))
    for number, (name, rules, seeds) in enumerate(games(options.matches, options.rules, options.seed)):
        if number % parts != part - 1:
            continue
        counts, began = Counts(), time.monotonic()
        for seed in seeds:
            try:
                play_match(rules, seed, counts)
            except Exception as error:
                raise AssertionError(f"match {seed} of {rules!r}") from error
        print(f"{name}: {counts}, {time.monotonic() - began:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The word list: names and phrases that are no longer used, each with what is said in their place.

Standard terms are in docs/glossary.md. A pattern here is narrow enough to leave ordinary English alone.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("python", "src", "csrc", "docs", "benchmarks", "tests")
PYTHON = (".py", ".pyi", ".pyx", ".pxi", ".pxd")
CPP = (".hpp", ".cpp")
PROSE = (".md", ".txt", ".toml", ".yml")
ANYWHERE = (*PYTHON, *CPP, *PROSE)
CHANGELOG = ROOT / "CHANGELOG.md"

#: What to say, by a pattern of what is not said: anywhere.
RETIRED = {
    # Inference.
    r"\bLying\b|\b[a-z_]*lying_of\b": "CardLocations, card_locations_of",
    r"\bUnseen\b(?! (?:cards|hands))|\b_unseen\b|\bunseen=|\bunseen(?:: | = )LayoutPosterior": (
        "LayoutPosterior, posterior"
    ),
    r"\bWeighed\b": "WeightedLayouts",
    r"\bweighed\b": "weighted",
    # Evaluation.
    r"\bTogether\b(?! [a-z])|\bTOGETHER\b|\.together\b|\btogether = (?:DealEv|np\.)": "DealEvaluator",
    r"\bevaluator_numbers\b": "evaluation.weights",
    # Equity and calls.
    r"\b_?[Ss]takes\b": "PayoffTable, payoffs",
    r"\b_?[Oo]pinions?\b": "BidValues, values",
    r"\b(?:sampled|exact)_endings\b": "sample_outcomes, enumerate_outcomes",
    r"\b_softly\b|\b_TEMPER\b|\btemper\b": "_softmax, temperature",
    # Requests and statistics.
    r"\bAsked\b(?! [a-z])|\b_asked\b|\bread_asked\b|\basked(?:: | = )(?:read_bid|BidR)": "request",
    r"\basked\.(?:rules|seat|auction|hand|model|knowledge|scores|equity)\b": "request",
    r"\bLooked\b(?! [a-z])": "LayoutStatistics",
    r"\b_Race\b|\braces\b(?=[\[:, ]|$)": "_ArmStatistics, arms",
    r"\b_AHEAD\b": "_INCUMBENT_BONUS",
    r"\b_GUESS\b": "_PRIOR_STRENGTH",
    r"\.effective\b(?!_)|\beffective :": "effective_sample_size",
    r"\blook=|\bbidding\.Look\b": "discard_search=",
    # Discards.
    r"\b[Hh]onest(?:ly|y)?\b|\b_?HONEST\b": "sampled",
    r"\bhonest_discard\b|\bHonestDiscard\b": "evaluate_discards, DiscardReport",
    r"\b_?[Cc]lairvoyan\w*": "double-dummy discards",
    r"\bthumbs?\b|_of_thumb\b|\b_?Thumb\b": "heuristic",
    r"\bKittyHand\b|\b_?kitty_hand\b": "DiscardQuestion, question",
    r"\bGiveUp\b": "BestDiscard",
    # The games and their players.
    r"\bMoment\b(?! [a-z])|\b_moments\b|\bmoment(?:\.\w|: | = )": "HandSnapshot, snapshot",
    r"\bFollowing\b(?=[(\[\]`|])|\b(?:->|:) Following\b|\bfollowing_of\b": "TrickRules",
    r"\bMachine\b": "DoubleDummyPlayer",
    r"(?:against|from|with) (?:a|the) machine\b": "the double-dummy player",
    r"\b[Tt]he machine (?:does|is the|plays|would|calls|thinks)\b": "it",
    r"\bSitting\b": "the interactive player",
    # The search.
    r"\b[Ss]ure.tricks?\b": "quick tricks",
    r"\blean(?:s|ed)? on\b|\blean(?:s|ed)_on\b": "depends on, relevant",
    r"\bSearchStats::plays\b|\bbound_cuts\b": "nodes, quick_trick_cutoffs",
    # Tests.
    r"\b[Tt]wins?\b": "oracle, reference",
    # Phrases that have to be guessed.
    r"\bhave turns\b|\bin turns[.,;]": "alternate, interleaved",
    r"\b[Aa]t a glance\b|\bat_a_glance\b": "without search, by table and quick tricks",
    r"\bsa(?:y|ys|ying) something of (?:its|their) own\b": "independent; effective sample size",
    r"\bsays? as much (?:of|as)\b": "prior strength",
}
#: In Python alone.
RETIRED_IN_PYTHON = {
    r"\bBudget\b": "Limits, SimulationOptions",
    r"\bfor place, |\bfor \w+, place in enumerate|\[place\]": "index",
}
#: In C++ alone.
RETIRED_IN_CPP = {
    r"\bstats_?\.plays\b|\bplays \+=|\.plays\b": "nodes",
    r"\"(?:arch_main|bounds|bounds_general|bounds_partners|discard|estimate|history|moves|scan|searcher|surplus"
    r"|table|view)\.hpp\"": "the file's name of today",
    r"\bSearcher\b": "SearchInterface",
}
#: Modules that have moved, by the room that they have left.
MOVED = {
    "bidding": "asking counting declaring endings equity evaluator evaluator_numbers fit fit_together"
    " holdings honest knowledge layouts learning lying means naming opinions places"
    " rule_of_thumb sample sampling simulate stakes together unseen worth",
    "analysis": "cells contracts machine sitting trace",
    "game": "acts calls following moment playing scores sides steps views whist_scores",
    "notation": "played_hand replay ptn_reading ptn_text ptn_writing",
    "solving": "cells exchanged_discards hard_deals kitty_hand kitty_table many partial problem rows timed",
}


def files(suffixes: tuple[str, ...]) -> list[Path]:
    found = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in suffixes]
    found += [path for path in ROOT.iterdir() if path.suffix in suffixes]
    return [path for path in found if path != Path(__file__).resolve()]


def text_of(path: Path) -> str:
    """The text of a file; of the changelog what is not about the old names themselves."""
    text = path.read_text("utf-8")
    return re.sub(r"(?ms)^### Renamed$.*?(?=^### )", "", text) if path == CHANGELOG else text


TEXTS = {path: text_of(path) for path in files(ANYWHERE)}


def hits(pattern: str, suffixes: tuple[str, ...]) -> list[str]:
    """Where a pattern is found: file, line, and the line itself."""
    wrong = re.compile(pattern, re.MULTILINE)
    return [
        f"{path.relative_to(ROOT).as_posix()}:{number}: {line.strip()[:90]}"
        for path, text in TEXTS.items()
        if path.suffix in suffixes and wrong.search(text)
        for number, line in enumerate(text.splitlines(), 1)
        if wrong.search(line)
    ]


def listed() -> Iterable[tuple[str, str, tuple[str, ...]]]:
    """Every pattern with what to say and the kinds of files that it is for."""
    for words, suffixes in ((RETIRED, ANYWHERE), (RETIRED_IN_PYTHON, PYTHON), (RETIRED_IN_CPP, CPP)):
        for pattern, instead in words.items():
            yield pattern, instead, suffixes


@pytest.mark.parametrize(
    ("pattern", "instead", "suffixes"), [pytest.param(*each, id=each[1]) for each in listed()]
)
def test_a_retired_word_is_not_used(pattern: str, instead: str, suffixes: tuple[str, ...]) -> None:
    found = hits(pattern, suffixes)
    assert not found, f"{len(found)} uses; say instead: {instead}\n" + "\n".join(found)


@pytest.mark.parametrize("room", MOVED)
def test_no_module_is_named_where_it_was(room: str) -> None:
    gone = "|".join(MOVED[room].split())
    found = hits(rf"\bwhistsolve[./]{room}[./](?:{gone})\b(?!/)|`{room}/(?:{gone})\.py", ANYWHERE)
    still = {f"whistsolve.{room}.{name}" for name in MOVED[room].split()}
    still -= {
        name for name in still if not (ROOT / "python" / Path(*name.split("."))).with_suffix(".py").exists()
    }
    assert not still, "a module of the list exists"
    assert not found, "\n".join(found)


def test_there_are_files_to_look_at() -> None:
    assert len([path for path in TEXTS if path.suffix in PYTHON]) > 150
    assert len([path for path in TEXTS if path.suffix in CPP]) > 40
    assert CHANGELOG in TEXTS and len(TEXTS[CHANGELOG]) < len(CHANGELOG.read_text("utf-8"))


@pytest.mark.parametrize(
    "line",
    [
        "from whistsolve.inference.posterior import Unseen",
        "self._unseen = LayoutPosterior(knowledge)",
        "def report(self, unseen: LayoutPosterior) -> None:",
        "Honest discards are chosen on other layouts.",
        "found = honest_discard(hand, strain)",
        "by a rule of thumb",
        "they have turns",
        "layouts that say something of their own",
        "the bounds that are seen at a glance",
        "/// the cards that the plan leans on",
        "a hand against the machine",
        "now = Moment(stage)",
        "auction = moment.auction",
        "for place, call in enumerate(calls):",
        "asked = read_bid_request(hand)",
        "report.effective",
        "stats_.plays += 1;",
    ],
)
def test_a_retired_word_is_seen(line: str) -> None:
    assert any(re.search(pattern, line) for pattern, _, _ in listed())


@pytest.mark.parametrize(
    "line",
    [
        "The number of nodes is equal on every machine.",
        "cards of the suit led must be followed; the following cards are free",
        "Following suit is a duty.",
        "at any moment of a hand, and for a moment",
        "the unseen cards are dealt to the other hands",
        "Unseen cards are dealt uniformly",
        "asked about a hand that holds the kitty",
        "Asked for other sets of discards it takes as many nodes.",
        "Together they hold all trumps.",
        "Mistakes in patterns are rare.",
        "report.effective_sample_size",
        "hand.plays[:8]",
        "the place where jokers lie",
        "the traces of hands",
    ],
)
def test_ordinary_english_is_let_through(line: str) -> None:
    plays = {pattern for pattern in RETIRED_IN_CPP if "plays" in pattern}
    assert not [pattern for pattern, _, _ in listed() if pattern not in plays and re.search(pattern, line)]


def renamed() -> list[str]:
    """The new names of the changelog, where they say in which room they are."""
    section = re.search(r"(?ms)^### Renamed$(.*?)(?=^### )", CHANGELOG.read_text("utf-8"))
    assert section is not None
    new = [line.split("|")[2] for line in section[1].splitlines() if line.startswith("| `")]
    assert len(new) >= 20
    return [name for cell in new for name in re.findall(r"`([a-z]\w*(?:\.\w+)+)`", cell)]


@pytest.mark.parametrize("name", renamed())
def test_a_new_name_of_the_changelog_exists(name: str) -> None:
    module, _, member = f"whistsolve.{name}".rpartition(".")
    if not hasattr(importlib.import_module(module), member):
        importlib.import_module(f"{module}.{member}")

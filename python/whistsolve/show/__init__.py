"""How deals and results are shown to people: text, in colour on a terminal. No numbers are made here."""

from whistsolve.show.bench import BenchLines, HardBenchGrid, PairedBenchLines
from whistsolve.show.bids import AdviceTable
from whistsolve.show.board import ActLine, Board
from whistsolve.show.claims import ClaimLines
from whistsolve.show.contracts import ContractLines
from whistsolve.show.deals import DealDiagram
from whistsolve.show.discards import DiscardLines
from whistsolve.show.matches import DealsLines, MatchesLines
from whistsolve.show.par import ParLines
from whistsolve.show.results import (
    BEST_PLAY,
    NOT_EXACT,
    CardTricks,
    Facts,
    SolutionLines,
    TrickGrid,
    tricks_of,
)
from whistsolve.show.rules import OptionLines, PresetLines, RulesLines
from whistsolve.show.scores import ResultLines, ScoreLines, hand_names, numbered
from whistsolve.show.streams import console_for, show, to_text
from whistsolve.show.trace import PlayTrace

__all__ = [
    "BEST_PLAY",
    "NOT_EXACT",
    "ActLine",
    "AdviceTable",
    "BenchLines",
    "Board",
    "CardTricks",
    "ClaimLines",
    "ContractLines",
    "DealDiagram",
    "DealsLines",
    "DiscardLines",
    "Facts",
    "HardBenchGrid",
    "MatchesLines",
    "OptionLines",
    "PairedBenchLines",
    "ParLines",
    "PlayTrace",
    "PresetLines",
    "ResultLines",
    "RulesLines",
    "ScoreLines",
    "SolutionLines",
    "TrickGrid",
    "console_for",
    "hand_names",
    "numbered",
    "show",
    "to_text",
    "tricks_of",
]

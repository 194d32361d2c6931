"""All public functions, classes and methods that take arguments, found by looking."""

from __future__ import annotations

import enum
import importlib
import inspect
from collections.abc import Callable, Iterator

#: The rooms whose names the reference has.
ROOMS = (
    *("whistsolve", "whistsolve.aio", "whistsolve.batch", "whistsolve.bidding", "whistsolve.conditions"),
    *("whistsolve.dealing", "whistsolve.encoding", "whistsolve.equity", "whistsolve.evaluation"),
    *("whistsolve.game", "whistsolve.game.record", "whistsolve.inference", "whistsolve.notation"),
    *("whistsolve.players", "whistsolve.rules"),
)
#: Special methods that take what a caller writes.
_OPERATORS = ("__getitem__", "__contains__", "__or__", "__and__", "__sub__")


def public_callables() -> dict[str, frozenset[str]]:
    """By their names, ``solve`` or ``Deal.from_text``, the names of the parameters."""
    found: dict[str, frozenset[str]] = {}
    seen: set[int] = set()
    for room in ROOMS:
        module = importlib.import_module(room)
        for name in module.__all__:
            thing = getattr(module, name)
            if (
                id(thing) in seen
                or not callable(thing)
                or not getattr(thing, "__module__", "").startswith("whistsolve")
            ):
                continue
            seen.add(id(thing))
            for each, function in _callables_of(name, thing, seen):
                parameters = _parameters(function)
                if parameters:
                    found[each] = parameters
    return found


def _callables_of(name: str, thing: object, seen: set[int]) -> Iterator[tuple[str, Callable[..., object]]]:
    if not inspect.isclass(thing):
        yield name, thing  # type: ignore[misc]
        return
    if issubclass(thing, BaseException) or getattr(thing, "_is_protocol", False):
        return
    is_plain = not issubclass(thing, (enum.Enum, dict, tuple))
    if is_plain and not inspect.isabstract(thing):
        yield name, thing
    for base in thing.__mro__:
        if not base.__module__.startswith("whistsolve"):
            continue
        for method, value in vars(base).items():
            function = getattr(value, "__func__", value)
            is_named = not method.startswith("_") or method in _OPERATORS
            if is_named and inspect.isfunction(function) and id(function) not in seen:
                seen.add(id(function))
                yield f"{name}.{method}", function


def _parameters(function: Callable[..., object]) -> frozenset[str]:
    names = inspect.signature(function).parameters
    kinds = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return frozenset(
        name
        for name, parameter in names.items()
        if name not in ("self", "cls") and parameter.kind not in kinds
    )


#: What is not tried, by the reason.
NOT_TRIED: dict[str, tuple[str, ...]] = {
    "made by the library alone, of values that it has checked": (
        *("Auction", "BatchSummary", "BestDiscard", "BidReport", "BidRow", "CardReport", "CardRow"),
        *("CardValue", "ClaimCheck", "ContractValue", "ContractVerdict", "DealAverage", "DealCount"),
        *("DealFrequency", "DealsResult", "DiscardReport", "DiscardRow", "DiscardTricks", "DiscardVerdict"),
        *("HandResult", "HandScore", "HandView", "MatchesResult", "Par", "ParContract", "PartialBatch"),
        *("PlayAnalysis", "Seating", "Session", "Solution", "StrainReport", "StrainRow", "WhistScore"),
        *("Advice", "DealFailure", "DealPlayed", "DealPlayed.from_dict", "Failure", "Gain", "HandPlayed"),
        *("MatchPair", "MatchPair.from_dict", "MatchPlayed", "PairingSummary", "PerformedAct"),
        *("Knowledge", "TrickInProgress", "WeightedLayouts", "TableWeights", "Trick", "WeightTable"),
        *("OptionDocument", "OptionInUse", "Preset"),
    ),
    "called by the library alone, with what it made": (
        *("Auction.following", "CallModel.call_probabilities", "CallModel.call_values", "CallModel.chances"),
        *("CallModel.contracts", "CallModel.named_strain", "CallModel.named_strains", "Meaning.is_shown"),
        *("BidRow.around", "CardValue.as_dict", "ClaimCheck.as_dict", "ContractValue.as_dict"),
        *("ContractVerdict.as_dict", "DiscardVerdict.as_dict", "PlayModel.likelihoods"),
        *("DealsResult.is_same_run", "MatchesResult.is_same_run", "Solver.bound_cards"),
        *("Solver.solve_position", "Seating.chair_of", "Seating.first_leader", "Seating.hand_after"),
        *("Seating.on_chairs", "Seating.side_hands", "DeclarerContext", "DeclarerContext.of"),
        *("fill_deals", "played_tricks", "sampled_discards", "OptionDocument.default_text", "rules_markdown"),
        "setting_text",
    ),
    "tried with the classes that have it": ("BasePlayer.act",),
    "called by BasePlayer.act, which has checked the view": tuple(
        f"{player}.{stage}"
        for player in ("BasePlayer", "RandomPlayer", "HeuristicPlayer", "SamplingPlayer")
        for stage in ("answer", "call", "discard", "exchange", "keep", "name", "play")
    ),
    "takes axes of matplotlib alone, as TrickTable.plot does": ("BidReport.plot", "BidReport.plot_tricks"),
}

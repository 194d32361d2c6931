"""The batch question `bids`: the value of every legal call of the player who holds a hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from whistsolve._internal.reading import read_integer
from whistsolve.advice import evaluate_bids
from whistsolve.errors import WhistError
from whistsolve.rules import Rules
from whistsolve.rules.players import read_player
from whistsolve.runs.rows import Fields, QuestionOptions
from whistsolve.values.deals import Deal
from whistsolve.values.hands import Hand
from whistsolve.values.seats import seat_value

_ESTIMATES = ("mean_tricks", "make", "make_error", "points", "points_error", "equity", "equity_error")
#: The fields of each call in an answer, with their types in Parquet.
BID_COLUMNS = {"call": "string", "strain": "string", **dict.fromkeys(_ESTIMATES, "double")}


def answer_bids(row: Fields, options: QuestionOptions) -> dict[str, object]:
    """The report of `evaluate_bids` for a row."""
    rules = options.rules
    player, calls = _turn(row, rules)
    scores = row.get("scores", (0, 0))
    seed = row.get("seed", 0)
    if not row.has_own_seed:
        # With equal samples, the errors of the rows would be correlated.
        seed = read_integer(seed, "seed", WhistError) + row.number
    extra: dict[str, Any] = {name: row.get(name) for name in ("samples", "discards") if row.has(name)}
    report = evaluate_bids(
        _hand(row, player),
        rules=rules,
        seat=player,
        dealer=row.required("dealer"),
        calls=calls,
        scores=scores,
        seed=seed,
        threads=options.threads,
        memory_mb=options.memory_mb,
        **extra,
    )
    names = tuple(BID_COLUMNS)
    listed = [each.as_dict() for each in report.rows]
    return {
        "hand": str(report.hand),
        "seat": seat_value(report.seat, rules.players),
        "dealer": seat_value(report.dealer, rules.players),
        "calls": calls if isinstance(calls, str) else " ".join(map(str, calls)),
        "scores": list(scores),
        "best": str(report.best),
        "samples": report.samples,
        "exact": report.exact,
        "rows": [{name: each[name] for name in names} for each in listed],
    }


def _turn(row: Fields, rules: Rules) -> tuple[int, Any]:
    """The seat to call and the calls before it; in a recorded auction, those before the seat's first call."""
    auction: Sequence[tuple[int, str]] = row.auction
    if auction and not row.has("seat") and not row.has("calls"):
        return auction[0][0], ()
    seat = read_player(row.required("seat"), rules, "seat")
    if row.has("calls") or not auction:
        return seat, row.get("calls", ())
    callers = [caller for caller, _ in auction]
    end = callers.index(seat) if seat in callers else len(callers)
    return seat, tuple(text for _, text in auction[:end])


def _hand(row: Fields, player: int) -> Hand:
    """The hand of the player who calls: given as such, or that of their seat in a deal."""
    if row.has("hand"):
        return Hand.of(row.required("hand"))
    given = row.get("dealt") or row.get("deal")
    if given is None:
        return Hand.of(row.required("hand"))
    if isinstance(given, str) and ":" not in given:
        return Hand.of(given)
    deal = Deal.of(given)
    if player >= deal.seats:
        raise WhistError(f"seat {player} is not in the deal: expected one of its {deal.seats} hands")
    return deal.hands[player]

"""Conditions on deals: random deals that satisfy them, how many there are, and statistics of deals."""

# Whole rooms first, as threads that load several at once need one order.
import whistsolve.inference
import whistsolve.solving  # noqa: F401
from whistsolve.conditions.conditional_deals import (
    Condition,
    ConditionalDeals,
    DealCount,
    DrawInterrupted,
    Where,
)
from whistsolve.conditions.dealing_where import count_deals, deals_where
from whistsolve.conditions.statistics import DealAverage, DealFrequency, deal_average, deal_frequency

__all__ = [
    "Condition",
    "ConditionalDeals",
    "DealAverage",
    "DealCount",
    "DealFrequency",
    "DrawInterrupted",
    "Where",
    "count_deals",
    "deal_average",
    "deal_frequency",
    "deals_where",
]

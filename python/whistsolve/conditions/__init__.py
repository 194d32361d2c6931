"""Conditions on deals: drawing and counting the deals that satisfy them, and statistics of deals."""

from whistsolve.conditions.conditional_deals import (
    Condition,
    ConditionalDeals,
    DealCount,
    Where,
    count_deals,
    deals_where,
)
from whistsolve.conditions.statistics import DealAverage, DealFrequency, deal_average, deal_frequency

__all__ = [
    "Condition", "ConditionalDeals", "DealAverage", "DealCount", "DealFrequency", "Where", "count_deals",
    "deal_average", "deal_frequency", "deals_where",
]  # fmt: skip

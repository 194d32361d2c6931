"""How long the machines of ``tests/machines`` run."""

from __future__ import annotations

from hypothesis import settings

__all__ = ["runs"]


def runs(count: int, steps: int) -> settings:
    """So many runs of so many steps each; as many times more as a profile has more than 100 examples."""
    return settings(max_examples=max(1, count * settings().max_examples // 100), stateful_step_count=steps)

"""How long the machines of ``tests/machines`` run."""

from hypothesis import settings


def runs(count: int, steps: int) -> settings:
    """Settings for a number of runs and steps; more in proportion where a profile has over 100 examples."""
    return settings(max_examples=max(1, count * settings().max_examples // 100), stateful_step_count=steps)

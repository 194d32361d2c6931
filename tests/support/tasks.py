"""Work for processes, in a module that they load at once."""

from __future__ import annotations

import os
import time

__all__ = ["dies_at_five", "double"]


def double(number: int) -> int:
    """Twice the number, and that of 2 late."""
    time.sleep(0.05 if number == 2 else 0)
    return 2 * number


def dies_at_five(number: int) -> int:
    """The number; the process ends over 5."""
    if number == 5:
        os._exit(3)
    return number

"""Work for processes, in a module that they load at once."""

import os
import time


def double(number):
    """Twice the number, and that of 2 late; no number but 7."""
    if number == 7:
        raise ValueError("seven")
    time.sleep(0.05 if number == 2 else 0)
    return 2 * number


#: Seconds for which `dies_at_five` leaves a child.
ORPHANED = 60.0


def dies_at_five(number):
    """The number; the process ends over 5, and leaves a child that has all its open files."""
    if number == 5:
        if hasattr(os, "fork") and os.fork() == 0:
            time.sleep(ORPHANED)
        os._exit(3)
    return number


class Counting:
    """Counts its calls."""

    def __init__(self):
        self.calls = 0

    def __call__(self, number):
        self.calls += 1
        return self.calls

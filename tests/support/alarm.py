"""A signal handler that raises while a long call runs."""

import gc
import signal
from contextlib import contextmanager

import pytest

needs_timer = pytest.mark.skipif(
    not hasattr(signal, "setitimer"), reason="there is no timer that sends signals"
)


class Alarm(Exception):
    """What the handler raises."""


@contextmanager
def alarm_ends_it(seconds=0.2):
    """Raise `Alarm` in the block after a number of seconds, and require that it ends the block."""

    def ring(number, frame):
        raise Alarm

    before = signal.signal(signal.SIGALRM, ring)
    gc.disable()  # what is raised in a callback of the collector, such as Hypothesis's, is lost
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        with pytest.raises(Alarm):
            yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        gc.enable()
        signal.signal(signal.SIGALRM, before)

"""What players see and do, and what functions are called with, for tests that look at it."""

from whistsolve.game import Discard
from whistsolve.players import RandomPlayer


class Recorder(RandomPlayer):
    """Plays at random and keeps the views."""

    def __init__(self, seed=0):
        super().__init__(seed)
        self.views = []

    def act(self, view):
        self.views.append(view)
        return super().act(view)


def by_views(state, decide):
    """Play a hand to its end by views; gives each state with the view and what was decided, a legal act."""
    while not state.is_over:
        if state.to_act is None:
            state.push(state.legal_picks[0] if state.stage == "exchange" else "settle")
            continue
        view = state.view(state.to_act)
        decided = decide(view)
        act = getattr(decided, "act", decided)
        assert act in set(state.legal_acts()) or isinstance(act, Discard), (state.rules.overrides(), act)
        yield state, view, decided
        state.push(act)


def spied(monkeypatch, owner, name, keep):
    """What is kept of each call of a function, as the calls come."""
    seen, wrapped = [], getattr(owner, name)

    def spy(*given, **more):
        seen.append(keep(*given, **more))
        return wrapped(*given, **more)

    monkeypatch.setattr(owner, name, spy)
    return seen

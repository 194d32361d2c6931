"""Players that keep what they see."""

from whistsolve.game import Act, HandView
from whistsolve.players import RandomPlayer


class Recorder(RandomPlayer):
    """Plays at random and keeps the views."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.views: list[HandView] = []

    def act(self, view: HandView) -> Act:
        self.views.append(view)
        return super().act(view)

"""Players whose process ends in the middle of a hand, for what is lost by it: nothing."""

import os
from pathlib import Path

from whistsolve.players import RandomPlayer


class Dying(RandomPlayer):
    """Plays at random, but ends its process a number of times before a card of a certain dealer's hands.

    Parameters
    ----------
    folder : path
        An empty one, in which a file is left for each time.
    times : int
    dealer : int
    """

    def __init__(self, folder, times, dealer):
        super().__init__()
        self.folder, self.times, self.dealer = str(folder), times, dealer

    def __repr__(self):
        return "RandomPlayer(seed=0)"  # as which it plays

    def act(self, view):
        if view.stage == "play" and view.dealer == self.dealer:
            for time in range(self.times):
                try:
                    os.close(os.open(Path(self.folder, str(time)), os.O_CREAT | os.O_EXCL))
                except FileExistsError:
                    continue
                os._exit(3)
        return super().act(view)

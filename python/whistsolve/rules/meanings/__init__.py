"""What every option of `Rules` means, in words: the one source of its documentation.

``help(Rules)``, the tables of docs/rules.md and ``whistsolve rules`` are all written from `GROUPS`.
"""

from whistsolve.rules.meanings.before_play import AUCTION, JOKERS, KITTY, TABLE_AND_DECK
from whistsolve.rules.meanings.entry import Group, Meaning
from whistsolve.rules.meanings.play_and_after import DUMMIES, MATCH, PLAY, SCORES, WHIST

__all__ = ["GROUPS", "Group", "Meaning"]

#: All groups, in the order in which they are shown.
GROUPS: tuple[Group, ...] = (TABLE_AND_DECK, AUCTION, KITTY, JOKERS, PLAY, SCORES, MATCH, WHIST, DUMMIES)

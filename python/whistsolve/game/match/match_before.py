"""The match in which a question about one hand is asked: at scores alone, or at a standing."""

from __future__ import annotations

from collections.abc import Sequence

from whistsolve.arguments import read_scores
from whistsolve.errors import WhistError
from whistsolve.game.match.match import Match
from whistsolve.game.match.standing import Standing
from whistsolve.rules import Rules

__all__ = ["match_before"]


def match_before(scores: Sequence[int] | Standing, rules: Rules, dealer: int) -> Match:
    """The match before a hand.

    Parameters
    ----------
    scores : sequence of int, or Standing
        Scores as for `read_scores`, where no bid was missed, no game won and no hand played before; or a
        standing, which has all that.
    rules : Rules
    dealer : int
        Of the hand.

    Raises
    ------
    WhistError
        Where they are wrong, the match would be over, or a standing has another dealer.
    """
    if not isinstance(scores, Standing):
        return Match(rules, dealer=dealer, scores=read_scores(scores, rules))
    if scores.dealer != dealer:
        raise WhistError(
            f"dealer {dealer} is wrong: expected {scores.dealer}, who deals next by the standing"
        )
    return Match.from_standing(scores, rules)

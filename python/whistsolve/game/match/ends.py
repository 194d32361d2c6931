"""When a game ends and who wins it: every end that a hand can bring, and their order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from whistsolve.game.match.standing import MatchSides, Standing
from whistsolve.game.scoring.hand_result import HandResult

__all__ = ["ENDS", "Ending", "ending_of", "score_winners"]

_NOBODY: Final[frozenset[int]] = frozenset()
#: Every end of a game, in their order: where one hand brings several, the first that has a winner ends it.
ENDS: Final = (*("renege", "set", "lies_limit", "negative_target", "target", "hand_limit", "time_limit"),)


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a game.

    Attributes
    ----------
    winners : frozenset of int
        Empty where the game goes on.
    reason : str
        One of `ENDS`.
    """

    winners: frozenset[int]
    reason: str


def ending_of(standing: Standing, result: HandResult, sides: MatchSides, target: int) -> Ending:
    """How a hand ends the game, or that it does not.

    The one place where the order of simultaneous ends is decided: that of `ENDS`. An end without a winner,
    because equal scores play on, leaves it to the next.

    Parameters
    ----------
    standing : Standing
        With the points of the hand, its set, and the hand itself counted.
    result : HandResult
        Of a hand that is not void.
    sides : MatchSides
    target : int
        The score that wins the game or session.
    """
    hand = _HandEnds(standing, result, sides, target)
    found = {
        "renege": hand.renege,
        "set": hand.first_set,
        "lies_limit": hand.lies_limit,
        "negative_target": hand.negative_target,
        "target": hand.reached_target,
        "hand_limit": hand.hand_limit,
        "time_limit": hand.time_limit,
    }
    for reason in ENDS:
        winners = found[reason]()
        if winners:
            return Ending(winners, reason)
    return Ending(_NOBODY, "")


def score_winners(standing: Standing, sides: MatchSides, target: int) -> frozenset[int]:
    """Who has won by the scores of a standing alone; empty where the game goes on, as after equal scores."""
    rules = sides.rules
    nothing = HandResult(rules, standing.dealer, None, (), (), None, (0,) * rules.players)
    hand = _HandEnds(standing, nothing, sides, target)
    return hand.negative_target() or hand.reached_target()


@dataclass(frozen=True, slots=True)
class _HandEnds:
    """One method for each end: the winners by it, nobody where the hand does not bring it."""

    standing: Standing
    result: HandResult
    sides: MatchSides
    target: int

    @property
    def declarers(self) -> frozenset[int]:
        """The declarer's side; empty where nobody declared."""
        contract = self.result.contract
        return _NOBODY if contract is None else self.sides.of(contract.declarer)

    @property
    def missed(self) -> frozenset[int]:
        """The side that was set in this hand."""
        return self.declarers if self.result.made is False else _NOBODY

    @property
    def has_scores(self) -> bool:
        """Rise and fly ``on_set`` has no running score."""
        return self.sides.rules.rise_and_fly != "on_set"

    def renege(self) -> frozenset[int]:
        """Who did not lose the game by a renege or a false call."""
        losers = self.result.loses_game
        return self.sides.everybody - losers if losers else _NOBODY

    def first_set(self) -> frozenset[int]:
        """Rise and fly ``on_set``: who did not miss the bid."""
        return _NOBODY if self.has_scores or not self.missed else self.sides.everybody - self.missed

    def lies_limit(self) -> frozenset[int]:
        """Who did not miss as many bids as lose a game."""
        limit = self.sides.rules.lies_limit
        lost = limit is not None and any(self.standing.sets[player] >= limit for player in self.missed)
        return self.sides.everybody - self.missed if lost else _NOBODY

    def negative_target(self) -> frozenset[int]:
        """The highest of those who have not fallen to the limit below, or of all where all have."""
        low, everybody = self.sides.rules.negative_target, self.sides.everybody
        if low is None or not self.has_scores:
            return _NOBODY
        fallen = frozenset(player for player in everybody if self.standing.scores[player] <= low)
        if not fallen:
            return _NOBODY
        left = everybody - fallen
        rule = self.sides.rules.negative_tie_break
        return self._winners_among(self._highest(left) if left else everybody, rule)

    def reached_target(self) -> frozenset[int]:
        """Who reached the target, by ``tie_break`` where several did."""
        rules, scores, honours = self.sides.rules, self.standing.scores, self.result.honours
        if not self.has_scores:
            return _NOBODY
        reached = frozenset(player for player in self.sides.everybody if scores[player] >= self.target)
        if rules.win_on_own_bid:
            reached &= self.declarers if self.result.made else _NOBODY
        # Tricks count before honours: a player who needs no honours reached the target first.
        by_tricks = frozenset(
            player for player in reached if not honours or scores[player] - honours[player] >= self.target
        )
        if by_tricks and rules.tie_break != "shared":
            reached = by_tricks
        return self._winners_among(reached, rules.tie_break) - self._kept_from_winning

    @property
    def _kept_from_winning(self) -> frozenset[int]:
        """Who reneged and may not win the game by this hand."""
        revoked = self.result.revoked if self.sides.rules.revoker_cannot_win else _NOBODY
        return revoked | self.result.barred

    def hand_limit(self) -> frozenset[int]:
        """The highest score after the last hand."""
        limit = self.sides.rules.hand_limit
        return self._leaders() if limit is not None and self.standing.hands >= limit else _NOBODY

    def time_limit(self) -> frozenset[int]:
        """The highest score once the time has run out."""
        limit = self.sides.rules.time_limit
        return self._leaders() if limit is not None and self.standing.minutes >= limit else _NOBODY

    def _leaders(self) -> frozenset[int]:
        """Who wins by the highest score of all."""
        return self._winners_among(self._highest(self.sides.everybody), self.sides.rules.tie_break)

    def _highest(self, players: frozenset[int]) -> frozenset[int]:
        """Those of some players with the highest score."""
        most = max((self.standing.scores[player] for player in players), default=0)
        return frozenset(player for player in players if self.standing.scores[player] == most)

    def _winners_among(self, players: frozenset[int], rule: str) -> frozenset[int]:
        """Winners among players who all could win, by a rule for ties; nobody where another hand decides."""
        if not players or rule == "shared":
            return players
        if rule == "bidder_first" and players & self.declarers:
            return self.declarers
        best = self._highest(players)
        return best if self.sides.is_one(best) else _NOBODY

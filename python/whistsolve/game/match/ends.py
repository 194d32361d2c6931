"""When a game ends, who wins it, and what that changes in the match."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from whistsolve.game.match.standing import MatchSides, Standing, added
from whistsolve.game.scoring.contract_score import HandScore
from whistsolve.game.scoring.hand_result import HandResult
from whistsolve.rules import Rules

_NOBODY: Final[frozenset[int]] = frozenset()


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a game."""

    #: The players who win; empty if the game goes on.
    winners: frozenset[int]
    #: One of `ENDS`.
    reason: str


def ending_of(standing: Standing, result: HandResult, sides: MatchSides, target: int | None) -> Ending:
    """How a hand that was not annulled ends the game, if it does.

    The standing is that after the hand: it already counts its points, its set and the hand itself. The target
    is the score that wins the game or session, if any does. Only this function decides the precedence of
    simultaneous ends: that of `ENDS`. An end without a winner, as after a tie that is played on, is skipped.
    """
    hand = _HandEnds(standing, result, sides, target)
    for reason, winners_by in _WINNERS_BY.items():
        winners = winners_by(hand)
        if winners:
            return Ending(winners, reason)
    return Ending(_NOBODY, "")


def score_winners(standing: Standing, sides: MatchSides, target: int | None) -> frozenset[int]:
    """Who has won by the scores of a standing alone; empty if the game goes on, for example after a tie."""
    rules = sides.rules
    nothing = HandResult(rules, standing.dealer, None, (), (), None, (0,) * rules.players)
    hand = _HandEnds(standing, nothing, sides, target)
    return hand.negative_target() or hand.reached_target()


@dataclass(frozen=True, slots=True)
class _HandEnds:
    """One method for each end: its winners, nobody if the hand does not meet the condition."""

    standing: Standing
    result: HandResult
    sides: MatchSides
    target: int | None

    @property
    def declarers(self) -> frozenset[int]:
        """The declarer's side; empty if nobody declared."""
        contract = self.result.contract
        return _NOBODY if contract is None else self.sides.of(contract.declarer)

    @property
    def missed(self) -> frozenset[int]:
        """The declarer's side if it was set in this hand, otherwise empty."""
        return self.declarers if self.result.made is False else _NOBODY

    @property
    def has_scores(self) -> bool:
        """Whether there is a running score; rise and fly ``on_set`` has none."""
        return self.sides.rules.rise_and_fly != "on_set"

    def renege(self) -> frozenset[int]:
        """The other players if a side loses the game by a renege or a false call."""
        losers = self.result.loses_game
        return self.sides.everybody - losers if losers else _NOBODY

    def first_set(self) -> frozenset[int]:
        """Rise and fly ``on_set``: the other players if a side was set."""
        return _NOBODY if self.has_scores or not self.missed else self.sides.everybody - self.missed

    def lies_limit(self) -> frozenset[int]:
        """The other players if the side that was set has reached the limit of missed bids."""
        limit = self.sides.rules.lies_limit
        lost = limit is not None and any(self.standing.sets[player] >= limit for player in self.missed)
        return self.sides.everybody - self.missed if lost else _NOBODY

    def negative_target(self) -> frozenset[int]:
        """If a player fell to the negative target: the highest scorer above it, or of all if nobody is."""
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
        """The players who reached the target; ``tie_break`` decides among several."""
        rules, scores, target = self.sides.rules, self.standing.scores, self.target
        honours = self.result.honours if rules.honours is True else ()
        if target is None or not self.has_scores:
            return _NOBODY
        reached = frozenset(player for player in self.sides.everybody if scores[player] >= target)
        if rules.win_on_own_bid:
            reached &= self.declarers if self.result.made else _NOBODY
        # Tricks count before honours dealt, so a player who needs none of these reached the target first.
        by_tricks = frozenset(
            player for player in reached if not honours or scores[player] - honours[player] >= target
        )
        if by_tricks and rules.tie_break != "shared":
            reached = by_tricks
        return self._winners_among(reached, rules.tie_break) - self._kept_from_winning

    @property
    def _kept_from_winning(self) -> frozenset[int]:
        """Players who may not win the game by this hand because they reneged (revoked) or are barred."""
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
        """The winners by the highest score of all players."""
        return self._winners_among(self._highest(self.sides.everybody), self.sides.rules.tie_break)

    def _highest(self, players: frozenset[int]) -> frozenset[int]:
        """Those of the given players who have the highest score."""
        most = max((self.standing.scores[player] for player in players), default=0)
        return frozenset(player for player in players if self.standing.scores[player] == most)

    def _winners_among(self, players: frozenset[int], rule: str) -> frozenset[int]:
        """Winners among players who all could win, by a rule for ties; nobody if another hand must decide."""
        if not players or rule == "shared":
            return players
        if rule == "bidder_first" and players & self.declarers:
            return self.declarers
        best = self._highest(players)
        return best if self.sides.is_one(best) else _NOBODY


_WINNERS_BY: Final = {
    "renege": _HandEnds.renege,
    "set": _HandEnds.first_set,
    "lies_limit": _HandEnds.lies_limit,
    "negative_target": _HandEnds.negative_target,
    "target": _HandEnds.reached_target,
    "hand_limit": _HandEnds.hand_limit,
    "time_limit": _HandEnds.time_limit,
}
#: Every way a game can end, by precedence: if a hand meets several, the first that has a winner counts.
ENDS: Final = tuple(_WINNERS_BY)


#: Points for winning a rubber, added to the points of its games.
RUBBER_POINTS = 2


def counts_two_games(rules: Rules, level: int, is_no_trump: bool, boston: bool) -> bool:
    """Whether a game won by making this contract counts as ``boston_game_value`` games.

    A boston is all thirteen books for the declarer's side.
    """
    highest = rules.bid_base > 0 and level == rules.max_bid
    return {
        "boston_bid": highest and boston,  # a bid of seven made only by penalties does not count
        "boston_taken": boston,
        "no_trump_made": is_no_trump,
        "boston_or_no_trump": boston or is_no_trump,
    }[rules.two_games_for]


def after_game(
    standing: Standing, ending: Ending, result: HandResult, sides: MatchSides, target: int | None
) -> Standing:
    """The standing after a hand has ended a game or session: the start of the next, or the end of the match.

    The given standing already counts the hand; the target is the score that wins the game or session.
    """
    rules, winners = sides.rules, ending.winners
    if rules.match == "rubber" and target is not None:
        return _rubber_game(standing, winners, sides, target)
    if rules.match == "two_sessions" and ending.reason == "target" and target is not None:
        return _session(standing, ending, result, sides, target)
    worth = _games_won(ending, result, sides)
    won = _entered(standing, ending, result, sides, worth, target)
    if rules.match != "best_of":
        return replace(won, winners=winners, reason=ending.reason)
    leaders = frozenset(player for player in sides.everybody if 2 * won.games[player] > rules.best_of)
    if not leaders:
        return _next_game(won)
    most = max(won.games)
    best = frozenset(player for player in leaders if won.games[player] == most)
    return replace(won, winners=best, reason="best_of")


def _games_won(ending: Ending, result: HandResult, sides: MatchSides) -> int:
    """The number of games that the one just ended counts as."""
    contract, score = result.contract, result.score
    if ending.reason != "target" or contract is None or not result.made:
        return 1
    if contract.declarer not in ending.winners:
        return 1
    boston = isinstance(score, HandScore) and score.boston
    two = counts_two_games(sides.rules, contract.level, contract.strain.is_no_trump, boston)
    return sides.rules.boston_game_value if two else 1


def _entered(
    standing: Standing, ending: Ending, result: HandResult, sides: MatchSides, worth: int, target: int | None
) -> Standing:
    """The standing with the game counted as won, and its points added to the ledger."""
    rules, winners = sides.rules, ending.winners
    if isinstance(rules.game_points, int):
        points = rules.game_points * worth
    else:
        assert target is not None  # by the rules
        losers = sides.everybody - winners
        theirs = max((standing.scores[player] for player in losers), default=0)
        points = max(target - theirs, 0) * worth
    bid = result.contract is not None and result.contract.declarer in winners
    if ending.reason in ("renege", "lies_limit"):
        points += rules.forfeit_bonus
    elif standing.hands == 1 and result.contract is not None and not bid:
        points += rules.first_hand_bonus
    games = added(standing.games, winners, worth)
    return replace(standing, games=games, ledger=added(standing.ledger, winners, points))


def _next_game(standing: Standing) -> Standing:
    """The standing at the beginning of the next game."""
    nothing = (0,) * len(standing.scores)
    return replace(standing, scores=nothing, sets=nothing, hands=0)


def _rubber_game(standing: Standing, winners: frozenset[int], sides: MatchSides, target: int) -> Standing:
    """The standing after a game of a rubber: single, double or treble, depending on the losers' score.

    Source: Portland Club 1900, law 53: the winners score the values of their games, less the value of
    the losers' game, plus two for the rubber.
    """
    ledger = added(standing.ledger, winners, _value(standing, winners, target))
    won = replace(standing, games=added(standing.games, winners, 1), ledger=ledger)
    if max(won.games[player] for player in winners) < 2:
        return _next_game(won)
    losers = sides.everybody - winners
    lost = max((ledger[player] for player in losers), default=0)
    final = added(ledger, winners, RUBBER_POINTS - lost)
    final = tuple(0 if player in losers else points for player, points in enumerate(final))
    return replace(won, ledger=final, winners=winners, reason="rubber")


def _session(
    standing: Standing, ending: Ending, result: HandResult, sides: MatchSides, target: int
) -> Standing:
    """The standing after a session: the winner of the first gets a bonus, the second ends the match.

    One hand may end both sessions; if it ends only the first, a limit of hands or time may end the match.
    """
    rules, winners = sides.rules, ending.winners
    second = rules.session_targets[1]
    if standing.session == 1:
        bonus = _value(standing, winners, target)
        to_score = rules.session_bonus_to == "score"
        standing = replace(
            standing,
            session=2,
            scores=added(standing.scores, winners, bonus if to_score else 0),
            ledger=added(standing.ledger, winners, 0 if to_score else bonus),
        )
    if max(standing.scores[player] for player in winners) < second:
        limit = ending_of(standing, result, sides, second)
        return after_game(standing, limit, result, sides, second) if limit.winners else standing
    return replace(_entered(standing, ending, result, sides, 1, second), winners=winners, reason="sessions")


def _value(standing: Standing, winners: frozenset[int], target: int) -> int:
    """Value of a game: 3 if the losers have no points, 2 if fewer than half the target, otherwise 1."""
    theirs = [score for player, score in enumerate(standing.scores) if player not in winners]
    best = max(theirs, default=0)
    if best <= 0:
        return 3
    return 2 if 2 * best < target else 1

"""When a game ends, who wins it, and what that changes in the match."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from whistsolve.game.hand.setup import Standing
from whistsolve.game.scoring.contract_score import HandScore
from whistsolve.game.scoring.hand_result import HandResult
from whistsolve.rules import Rules
from whistsolve.rules.sides import declarer_side

_NOBODY: Final[frozenset[int]] = frozenset()


@dataclass(frozen=True, slots=True)
class MatchSides:
    """Who scores together in a match."""

    rules: Rules
    #: In whist with one dummy, the player whose dummy it is.
    partner: int

    @property
    def everybody(self) -> frozenset[int]:
        """All players."""
        return frozenset(range(self.rules.players))

    @property
    def has_partner(self) -> bool:
        """Whether one player has the dummy for the whole match."""
        return self.rules.game == "dummy" and not self.rules.has_auction

    def of(self, player: int) -> frozenset[int]:
        """The players who score together with a player, including that player."""
        if self.has_partner and player != self.partner:
            # Whist with one dummy: its player is fixed for the match, and the other two are partners.
            return self.everybody - {self.partner}
        return declarer_side(player, self.rules, self.rules.players)


def after_hand(standing: Standing, result: HandResult, sides: MatchSides, target: int | None) -> Standing:
    """The standing after a hand: in the same game, at the start of the next, or at the end of the match.

    The given standing already counts the hand's points, its set and the hand itself. The target is the score
    that wins the game or session, if any does. Of simultaneous ends the first of `ENDS` that has a winner
    counts: after a tie that is played on there is none.
    """
    hand = _Hand(standing, result, sides, target)
    for reason, winners in hand.ends():
        if winners:
            return _after_game(hand, winners, reason)
    return standing


def score_winners(standing: Standing, sides: MatchSides, target: int | None) -> frozenset[int]:
    """Who has won by the scores of a standing alone; empty if the game goes on, for example after a tie."""
    rules = sides.rules
    nothing = HandResult(rules, standing.dealer, None, (), (), None, (0,) * rules.players)
    ends = dict(_Hand(standing, nothing, sides, target).ends())
    return ends["negative_target"] or ends["target"]


#: Every way a game can end, by precedence.
ENDS: Final = ("renege", "set", "lies_limit", "negative_target", "target", "hand_limit", "time_limit")


@dataclass(frozen=True, slots=True)
class _Hand:
    """A hand that was not annulled, with the standing after it."""

    standing: Standing
    result: HandResult
    sides: MatchSides
    target: int | None

    def ends(self) -> Iterator[tuple[str, frozenset[int]]]:
        """Each of `ENDS` with its winners; nobody if the hand does not end the game so."""
        rules, everybody = self.sides.rules, self.sides.everybody
        result, standing = self.result, self.standing
        has_scores = rules.rise_and_fly != "on_set"
        missed = self.declarers if result.made is False else _NOBODY
        lies = max((standing.sets[player] for player in missed), default=0)
        yield "renege", everybody - result.loses_game if result.loses_game else _NOBODY
        yield "set", everybody - missed if missed and not has_scores else _NOBODY
        yield "lies_limit", everybody - missed if missed and _reaches(lies, rules.lies_limit) else _NOBODY
        yield "negative_target", self._above_negative_target() if has_scores else _NOBODY
        yield "target", self._at_target() if has_scores else _NOBODY
        for name, number, limit in (
            ("hand_limit", standing.hands, rules.hand_limit),
            ("time_limit", standing.minutes, rules.time_limit),
        ):
            leaders = self._highest(everybody) if _reaches(number, limit) else _NOBODY
            yield name, self._winners_among(leaders, rules.tie_break)

    @property
    def declarers(self) -> frozenset[int]:
        """The declarer's side; empty if nobody declared."""
        contract = self.result.contract
        return _NOBODY if contract is None else self.sides.of(contract.declarer)

    def _above_negative_target(self) -> frozenset[int]:
        """If a player fell to the negative target: the highest scorer above it, or of all if nobody is."""
        low, everybody = self.sides.rules.negative_target, self.sides.everybody
        left = frozenset(player for player in everybody if low is None or self.standing.scores[player] > low)
        if left == everybody:
            return _NOBODY
        return self._winners_among(
            self._highest(left) if left else everybody, self.sides.rules.negative_tie_break
        )

    def _at_target(self) -> frozenset[int]:
        """The players who reached the target; ``tie_break`` decides among several."""
        rules, scores, target = self.sides.rules, self.standing.scores, self.target
        honours = self.result.honours if rules.honours is True else ()
        if target is None:
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
        revoked = self.result.revoked if rules.revoker_cannot_win else _NOBODY
        return self._winners_among(reached, rules.tie_break) - revoked - self.result.barred

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
        return best if best <= self.sides.of(min(best)) else _NOBODY


def _reaches(number: float, limit: float | None) -> bool:
    return limit is not None and number >= limit


#: Points for winning a rubber, added to the points of its games.
_RUBBER_POINTS: Final = 2


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


def _added(values: tuple[int, ...], players: frozenset[int], more: int) -> tuple[int, ...]:
    return tuple(value + more * (player in players) for player, value in enumerate(values))


def _after_game(hand: _Hand, winners: frozenset[int], reason: str) -> Standing:
    """The standing after the end of a game or session: the start of the next, or the end of the match."""
    rules, result, standing, target = hand.sides.rules, hand.result, hand.standing, hand.target
    if rules.match == "rubber" and target is not None:
        return _rubber_game(standing, winners, target)
    if rules.match == "two_sessions" and reason == "target" and target is not None:
        return _session(hand, winners, target)
    contract, score, worth = result.contract, result.score, 1
    if reason == "target" and contract is not None and result.made and contract.declarer in winners:
        boston = isinstance(score, HandScore) and score.boston
        if counts_two_games(rules, contract.level, contract.strain.is_no_trump, boston):
            worth = rules.boston_game_value
    won = _entered(hand, winners, reason, worth)
    if rules.match != "best_of":
        return replace(won, winners=winners, reason=reason)
    if 2 * max(won.games) <= rules.best_of:
        return _next_game(won)
    best = frozenset(player for player, games in enumerate(won.games) if games == max(won.games))
    return replace(won, winners=best, reason="best_of")


def _entered(hand: _Hand, winners: frozenset[int], reason: str, worth: int) -> Standing:
    """The standing with the game counted as won, and its points added to the ledger."""
    rules, contract, standing = hand.sides.rules, hand.result.contract, hand.standing
    if isinstance(rules.game_points, int):
        points = rules.game_points * worth
    else:
        assert hand.target is not None  # by the rules
        theirs = [score for player, score in enumerate(standing.scores) if player not in winners]
        points = max(hand.target - max(theirs, default=0), 0) * worth
    if reason in ("renege", "lies_limit"):
        points += rules.forfeit_bonus
    elif standing.hands == 1 and contract is not None and contract.declarer not in winners:
        points += rules.first_hand_bonus
    games = _added(standing.games, winners, worth)
    return replace(standing, games=games, ledger=_added(standing.ledger, winners, points))


def _next_game(standing: Standing) -> Standing:
    nothing = (0,) * len(standing.scores)
    return replace(standing, scores=nothing, sets=nothing, hands=0)


def _rubber_game(standing: Standing, winners: frozenset[int], target: int) -> Standing:
    """The standing after a game of a rubber: single, double or treble, depending on the losers' score.

    Source: Portland Club 1900, law 53: the winners score the values of their games, less the value of
    the losers' game, plus two for the rubber.
    """
    ledger = _added(standing.ledger, winners, _value(standing, winners, target))
    won = replace(standing, games=_added(standing.games, winners, 1), ledger=ledger)
    if max(won.games[player] for player in winners) < 2:
        return _next_game(won)
    lost = max((points for player, points in enumerate(ledger) if player not in winners), default=0)
    final = [(points + _RUBBER_POINTS - lost) * (player in winners) for player, points in enumerate(ledger)]
    return replace(won, ledger=tuple(final), winners=winners, reason="rubber")


def _session(hand: _Hand, winners: frozenset[int], target: int) -> Standing:
    """The standing after a session: the winner of the first gets a bonus, the second ends the match.

    One hand may end both sessions; if it ends only the first, a limit of hands or time may end the match.
    """
    rules, standing = hand.sides.rules, hand.standing
    second = rules.session_targets[1]
    if standing.session == 1:
        bonus = _value(standing, winners, target)
        if rules.session_bonus_to == "score":
            standing = replace(standing, session=2, scores=_added(standing.scores, winners, bonus))
        else:
            standing = replace(standing, session=2, ledger=_added(standing.ledger, winners, bonus))
    if max(standing.scores[player] for player in winners) < second:
        return after_hand(standing, hand.result, hand.sides, second)
    ended = _entered(replace(hand, standing=standing, target=second), winners, "target", 1)
    return replace(ended, winners=winners, reason="sessions")


def _value(standing: Standing, winners: frozenset[int], target: int) -> int:
    """Value of a game: 3 if the losers have no points, 2 if fewer than half the target, otherwise 1."""
    theirs = [score for player, score in enumerate(standing.scores) if player not in winners]
    best = max(theirs, default=0)
    if best <= 0:
        return 3
    return 2 if 2 * best < target else 1

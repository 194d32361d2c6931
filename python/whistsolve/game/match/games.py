"""How the end of a game changes the match: games won, ledger, sessions, rubber, best of several."""

from __future__ import annotations

from dataclasses import replace

from whistsolve.game.match.ends import Ending, ending_of
from whistsolve.game.match.standing import MatchSides, Standing, added
from whistsolve.game.scoring.contract_score import HandScore
from whistsolve.game.scoring.hand_result import HandResult
from whistsolve.rules import Rules

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

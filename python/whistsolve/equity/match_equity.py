"""Match equity: the probability of winning a match from any score, by dynamic programming or simulation."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve._internal.reading import (
    is_instance,
    read_flag,
    read_instance,
    read_integer,
    read_several,
    shown,
)
from whistsolve.cancelling import Cancellation, cancellable
from whistsolve.equity.chain import MatchChain
from whistsolve.equity.first_passage import FirstPassages, SimulatedMatches
from whistsolve.equity.transitions import (
    AfterHand,
    Contracts,
    HandOutcomes,
    HandsAfter,
    Matches,
    MatchState,
    Transitions,
    check_outcomes,
    read_column,
    read_contracts,
)
from whistsolve.errors import RulesError, WhistError
from whistsolve.rules import Rules

#: Maximum number of states for which the chain is solved; larger chains are simulated.
_MOST_STATES = 200_000
#: Matches that are simulated from each state: the standard error is at most 0.0025.
_SIMULATED: Final = 40_000
#: Maximum number of states whose simulated chances are cached.
_KEPT: Final = 20_000


def has_equity(rules: Rules) -> bool:
    """Whether a match is a single game or the best of several, and games are won by reaching a score."""
    won_on_points = rules.rise_and_fly != "on_set" and rules.target is not None
    return won_on_points and rules.match in ("single_game", "best_of")


class MatchEquity:
    """Each side's probability of winning the match from any score, if hands are independent draws.

    Raises `RulesError` if matches are neither one game nor the best of several, or no score ends them; if the
    rules depend on who declared, and the outcomes have no contracts. Raises `WhistError` if the outcomes have
    the wrong number of sides, or never end a match.

    The rules set the target, the negative target, and who wins if several sides reach the target; outcomes
    are for as many sides. `seed` is that of the random numbers of simulated matches, `matches` their number
    for each state, and `simulated` a cache of each side's simulated chances, by state and dealing side.

    Notes
    -----
    The chances are absorption probabilities of a Markov chain. Scores can fall as well as rise, so that it is
    solved by value iteration (Bellman 1957), until no probability changes by more than 1e-12. Missed bids
    (``lies_limit``), hands played (``hand_limit``) and games won (``match="best_of"``) only grow, and are
    solved by backward induction. If there are more than 200,000 states, as in cutthroat, matches are
    simulated, with common random numbers for all states. If only scores that reach the target end a match,
    first-passage times make this faster: half a millisecond per state. Simulated chances are cached.

    Outcomes with contracts are needed under ``lies_limit``, ``win_on_own_bid`` and ``bidder_first``, and for
    the best of several games if a game may count two. Without contracts every hand counts for ``hand_limit``.

    Simplifications: reneges and ``time_limit`` are ignored. Scores are cut off at minus the target if no
    negative target is set; under ``win_on_own_bid`` at twice the target. After a tie that does not end the
    game, tied scores are one below the target, or one above the negative target. A thrown-in hand passes on
    the deal.

    Examples
    --------
    >>> hand = HandOutcomes(np.array([[3, 0], [0, 3], [-4, 0], [0, -4]]), np.full(4, 0.25))
    >>> equity = MatchEquity(Rules("bid_whist"), hand)
    >>> [round(chance, 3) for chance in equity.win((0, 0), dealer=0)]
    [0.5, 0.5]
    """

    @cancellable
    def __init__(
        self,
        rules: Rules,
        outcomes: HandOutcomes,
        *,
        seed: int = 0,
        matches: int = _SIMULATED,
        cancel: Cancellation | None = None,
    ) -> None:
        if not is_instance(rules, Rules) or not has_equity(rules):
            raise RulesError("rules are wrong: expected match='single_game' or 'best_of', and a score to win")
        self.rules: Rules = rules
        self.outcomes: HandOutcomes = read_instance(outcomes, HandOutcomes, "outcomes", WhistError)
        self._sides = rules.side_count
        check_outcomes(outcomes, rules)
        self.seed: int = read_integer(seed, "seed", WhistError)
        self.matches: int = read_integer(matches, "matches", WhistError, 1, 10_000_000)
        self._transitions = Transitions.of(rules)
        self._hand_by_hand = SimulatedMatches(self._transitions, outcomes, self.matches, self.seed)
        # Cached, since all decisions in a hand need the chances in the same possible next states.
        self.simulated: dict[tuple[MatchState, int], tuple[float, ...]] = {}
        self._chain: MatchChain | None = None
        self._passages: FirstPassages | None = None
        if MatchChain.size(rules) <= _MOST_STATES:
            self._chain = MatchChain(rules, outcomes)
        elif FirstPassages.fits(rules, outcomes):
            self._passages = FirstPassages(self._hand_by_hand)

    @property
    def is_exact(self) -> bool:
        """Whether the chain is solved; otherwise matches are simulated."""
        return self._chain is not None

    @property
    def is_quick(self) -> bool:
        """Whether computing the chances from a new state takes a millisecond or less."""
        return self._chain is not None or self._passages is not None

    @cancellable
    def win(
        self,
        scores: Sequence[int],
        dealer: int,
        *,
        sets: Sequence[int] | None = None,
        games: Sequence[int] | None = None,
        hands: int = 0,
        cancel: Cancellation | None = None,
    ) -> tuple[float, ...]:
        """Each side's probability of winning the match, if the side `dealer` deals next.

        There is a score for each side. One that ends the game is allowed: then the winner of this game is
        certain, though more games may follow. `sets` and `games` are each side's missed bids in this game and
        games won in a best-of match, zeros by default; `hands` of this game count towards ``hand_limit``.

        Raises `WhistError` if there is not one number for each side, there is no such dealer, or the match
        would be over after these missed bids or games won.
        """
        nothing, limit = (0,) * self._sides, self.rules.lies_limit
        # More games won would have ended the match.
        most_games = self.rules.best_of // 2 if self.rules.match == "best_of" else 0
        state = MatchState(
            self._read(scores, "scores", None, None),
            nothing if sets is None else self._read(sets, "sets", 0, None if limit is None else limit - 1),
            nothing if games is None else self._read(games, "games", 0, most_games),
            read_integer(hands, "hands", WhistError, 0),
        )
        deals = read_integer(dealer, "dealer", WhistError, 0, self._sides - 1)
        nobody = np.zeros(1, dtype=np.bool_)
        unknown = Contracts(np.full(1, -1), nobody, nobody, nobody)
        after = self._transitions.after(Matches.one(state), np.zeros((1, self._sides), int), unknown)
        return tuple(self._values(after, deals)[0][0].tolist())

    @cancellable
    def after_hand(
        self,
        state: MatchState,
        points: Sequence[int],
        *,
        dealer: int,
        declarer: int | None,
        made: bool = False,
        two_games: bool = False,
        cancel: Cancellation | None = None,
    ) -> AfterHand:
        """The result of a hand for each side, given the state before it and each side's points.

        `dealer` is the side that deals next, `declarer` the declarer's, ``None`` if the hand is thrown in;
        `made` whether the contract was made, and `two_games` whether a game that it wins counts
        ``boston_game_value``.

        Raises `WhistError` if an argument has the wrong type, or there is no such side.
        """
        given = -1 if declarer is None else read_integer(declarer, "declarer", WhistError, 0, self._sides - 1)
        win, games = self.after_hands(
            state,
            np.array([self._read(points, "points", None, None)]),
            dealer=dealer,
            declarers=np.array([given]),
            made=np.array([read_flag(made, "made", WhistError)]),
            two_games=np.array([read_flag(two_games, "two_games", WhistError)]),
        )
        return AfterHand(tuple(win[0].tolist()), tuple(games[0].tolist()))

    @cancellable
    def after_hands(
        self,
        state: MatchState,
        points: NDArray[np.int64],
        *,
        dealer: int,
        declarers: NDArray[np.int64],
        made: NDArray[np.bool_],
        two_games: NDArray[np.bool_],
        cancel: Cancellation | None = None,
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """The results of several possible next hands, all from one state.

        As `after_hand`, with arrays of shape (n, sides) and (n,), a declarer of -1 if a hand is thrown in;
        results are float64 and int64, shape (n, sides), as in `AfterHand`.
        """
        read_instance(state, MatchState, "state", WhistError)
        dealer = read_integer(dealer, "dealer", WhistError, 0, self._sides - 1)
        points = read_column(points, "points", "iu", (None, self._sides))
        declarers, made, two_games = read_contracts(declarers, made, two_games, len(points))
        before = Matches.one(state).of(np.zeros(len(points), dtype=np.intp))
        contracts = Contracts(declarers, made, two_games, declarers >= 0)
        return self._values(self._transitions.after(before, points, contracts), dealer)

    def _read(
        self, numbers: Sequence[int], what: str, lowest: int | None, highest: int | None
    ) -> tuple[int, ...]:
        """A number for each side."""
        given = islice(read_several(numbers, what, WhistError), self._sides + 1)
        read = tuple(read_integer(each, what, WhistError, lowest, highest) for each in given)
        if len(read) != self._sides:
            expected = f"expected one for each of {self._sides} sides"
            raise WhistError(f"{what} {shown(numbers)} are wrong: {expected}")
        return read

    def _values(self, after: HandsAfter, dealer: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Each side's chances after each given hand, and the games that it wins: shapes (n, sides)."""
        games = np.where(after.won > 0, after.won, -after.won.max(axis=1, keepdims=True))
        win, going_on = after.shares.copy(), ~after.over
        if not going_on.any():
            return win, games
        matches = after.matches.of(going_on)
        states = matches.states()
        if self._chain is not None:
            win[going_on] = [self._chain.win(state, dealer) for state in states]
            return win, games
        if len(self.simulated) >= _KEPT:
            self.simulated = {}
        kept = self.simulated  # another thread may begin a new one
        new = {state: row for row, state in enumerate(states) if (state, dealer) not in kept}
        if self._passages is not None and new:
            found = self._passages.win(matches.scores[list(new.values())], dealer).tolist()
            kept.update(((state, dealer), tuple(win)) for state, win in zip(new, found, strict=True))
        else:
            for state, row in new.items():
                kept[state, dealer] = self._hand_by_hand.win(matches.of(np.array([row])), dealer)
        win[going_on] = [kept[state, dealer] for state in states]
        return win, games

"""Match equity: the probability to win a match from any score, by dynamic programming or simulation.

A match is an absorbing Markov chain: its states are the scores of all sides, the side that deals, and where
the rules ask for them missed bids, hands played and games won; its transitions are the outcomes of a hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from whistsolve.cancelling import Cancel, cancellable, end_if_cancelled
from whistsolve.equity.chain import MatchChain, contracts_of
from whistsolve.equity.drawn_hands import DrawnHands
from whistsolve.equity.first_passage import FirstPassages
from whistsolve.equity.hand_outcomes import HandOutcomes, check_column
from whistsolve.equity.match_state import MatchState
from whistsolve.equity.transitions import Contracts, HandsAfter, Matches, Transitions
from whistsolve.errors import RulesError, WhistError
from whistsolve.rules import Rules
from whistsolve.rules.sides import side_count
from whistsolve.values.reading import read_flag, read_instance, read_integer, read_several, shown

__all__ = ["AfterHand", "HandOutcomes", "MatchEquity", "has_equity"]

#: Most states for which the chain is solved; matches of larger ones are simulated.
_MOST_STATES = 200_000
#: Hands of a simulated match before it is given up.
_MOST_HANDS: Final = 20_000
#: Matches that are simulated for each score asked for: a standard error of 0.0025 at most.
_SIMULATED: Final = 40_000
#: Scores whose simulated matches are kept.
_KEPT: Final = 20_000


def has_equity(rules: Rules) -> bool:
    """Whether matches under the rules are of games that points win, one or the best of several."""
    return rules.match in ("single_game", "best_of") and rules.rise_and_fly != "on_set"


class AfterHand(NamedTuple):
    """What a hand brings, by side.

    Attributes
    ----------
    win : tuple of float
        The probability of each side to win the match.
    games : tuple of int
        Games that the hand wins for each side, negative where it loses them; 0 where no game ends.
    """

    win: tuple[float, ...]
    games: tuple[int, ...]


class MatchEquity:
    """The probability of each side to win the match from any score, where hands are independent draws.

    Parameters
    ----------
    rules : Rules
        Target, limit below, and who wins where several reach the target.
    outcomes : HandOutcomes
        The distribution of a hand, with as many sides as the rules have.
    seed : int
        Of the random numbers of matches that are simulated.
    matches : int
        How many matches are simulated for each score asked for.
    cancel : Cancellation or threading.Event, optional
        Ends the call within a tenth of a second, see `Cancellation`.

    Raises
    ------
    RulesError
        Where matches are neither one game nor the best of several, or nothing but a missed bid ends them;
        where the rules ask who declared, and the outcomes do not say it.
    WhistError
        Where the outcomes are of another number of sides, or never end a match.
    CallCancelled
        Where `cancel` ended it.

    Notes
    -----
    The absorption probabilities of a Markov chain, by dynamic programming. Scores can fall as well as rise,
    so that the chain has cycles, and no order of the states solves each in one step. It is solved by value
    iteration (Bellman 1957) without a choice of actions, each dealer's table updated in place as in the
    method of Gauss and Seidel, until no probability changes by more than 1e-12. Missed bids
    (``lies_limit``), hands played (``hand_limit``) and games won (``match="best_of"``) only grow, and are
    solved from their ends. Where there are more than 200,000 states, as in cutthroat, matches are simulated
    from the state asked for, with common random numbers for all states, so that differences between them
    have less variance. Where nothing but scores that reach the target ends a match, as in cutthroat, that
    takes half a millisecond a state by first-passage times; what was simulated is kept.

    Outcomes with contracts are needed under ``lies_limit``, ``win_on_own_bid`` and ``bidder_first``, and
    for the best of several games where one may count two. Without them every hand counts for ``hand_limit``.

    Simplifications: reneges are left out, and so is ``time_limit``, since nobody knows how long hands take:
    a game is valued as without it. Without a limit below, scores are cut off at minus the target, under
    ``win_on_own_bid`` at twice the target. Equal scores that decide nothing play on at one below the target,
    or at one above the limit below. A hand that is thrown in is followed by the next dealer's.

    Examples
    --------
    >>> hand = HandOutcomes(np.array([[3, 0], [0, 3], [-4, 0], [0, -4]]), np.full(4, 0.25))
    >>> equity = MatchEquity(Rules.preset("bid_whist"), hand)
    >>> [round(chance, 3) for chance in equity.win((0, 0), dealer=0)]
    [0.5, 0.5]
    """

    __slots__ = (
        "_chain",
        "_hands",
        "_matches",
        "_outcomes",
        "_passages",
        "_rules",
        "_seed",
        "_sides",
        "_simulated",
        "_transitions",
    )

    @cancellable
    def __init__(
        self,
        rules: Rules,
        outcomes: HandOutcomes,
        *,
        seed: int = 0,
        matches: int = _SIMULATED,
        cancel: Cancel | None = None,
    ) -> None:
        if not isinstance(rules, Rules) or not has_equity(rules):
            raise RulesError(
                "rules are wrong: expected match='single_game' or 'best_of', and a score to be won by"
            )
        if not isinstance(outcomes, HandOutcomes):
            raise WhistError(f"outcomes {shown(outcomes)} are wrong: expected HandOutcomes")
        self._rules = rules
        self._outcomes = outcomes
        self._sides = side_count(rules)
        if outcomes.points.shape[1] != self._sides:
            raise WhistError(f"outcomes are of {outcomes.points.shape[1]} sides: expected {self._sides}")
        if not outcomes.points.any():
            raise WhistError("outcomes never change a score: expected some that end a match")
        if not outcomes.has_contracts:
            _check_contracts_not_needed(rules)
        self._seed = read_integer(seed, "seed", WhistError)
        self._matches = read_integer(matches, "matches", WhistError, 1, 10_000_000)
        self._transitions = Transitions.of(rules)
        self._hands = DrawnHands(outcomes, self._matches, self._seed)
        #: What was simulated: players ask for the states after a hand at each of its decisions.
        self._simulated: dict[tuple[MatchState, int], tuple[float, ...]] = {}
        self._chain: MatchChain | None = None
        self._passages: FirstPassages | None = None
        if MatchChain.size(rules) <= _MOST_STATES:
            self._chain = MatchChain(rules, outcomes)
            self._chain.solve()
        elif FirstPassages.fits(rules, outcomes):
            self._passages = FirstPassages(self._transitions, outcomes, self._hands.outcomes)

    @property
    def rules(self) -> Rules:
        """The rules of the matches."""
        return self._rules

    @property
    def is_exact(self) -> bool:
        """Whether the chain is solved; otherwise matches are simulated."""
        return self._chain is not None

    @property
    def outcomes(self) -> HandOutcomes:
        """The distribution of a hand."""
        return self._outcomes

    @property
    def seed(self) -> int:
        """Of the matches that are simulated."""
        return self._seed

    @property
    def matches(self) -> int:
        """How many are simulated for each score."""
        return self._matches

    @property
    def simulated(self) -> dict[tuple[MatchState, int], tuple[float, ...]]:
        """Chances of each side that were simulated so far, by state and dealing side; kept for later."""
        return self._simulated

    @property
    def is_quick(self) -> bool:
        """Whether chances from a new state take a millisecond or less."""
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
        cancel: Cancel | None = None,
    ) -> tuple[float, ...]:
        """The probability of each side to win the match.

        Parameters
        ----------
        scores : sequence of int
            For each side. A score that ends the game is allowed: then the winner is certain, but for the
            games that may follow.
        dealer : int
            The side that deals next.
        sets : sequence of int, optional
            Missed bids of each side in this game; none where they are left out.
        games : sequence of int, optional
            Games won by each side, of the best of several; none where they are left out.
        hands : int
            Hands of this game that counted.
        cancel : Cancellation or threading.Event, optional
            Ends the call: a state that is simulated (`is_quick`) may take seconds.

        Raises
        ------
        WhistError
            Where there is not a number for each side, no such dealer, or the match would be over by missed
            bids or games.
        CallCancelled
            Where `cancel` ended it.
        """
        nothing = (0,) * self._sides
        state = MatchState(
            self._read(scores, "score", None, None),
            nothing if sets is None else self._read(sets, "sets", 0, self._most_sets),
            nothing if games is None else self._read(games, "games", 0, self._most_games),
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
        cancel: Cancel | None = None,
    ) -> AfterHand:
        """What a hand brings each side.

        Parameters
        ----------
        state : MatchState
            Before the hand.
        points : sequence of int
            Of the hand, for each side.
        dealer : int
            The side that deals next.
        declarer : int or None
            The declarer's side; ``None`` where the hand is thrown in.
        made, two_games : bool
            Whether the contract was made, and whether a game that it wins counts ``boston_game_value``.
        cancel : Cancellation or threading.Event, optional
            As for `win`.

        Raises
        ------
        WhistError, CallCancelled
            Where an argument is of another kind, or there is no such side; where `cancel` ended it.
        """
        last = self._sides - 1
        given = -1 if declarer is None else read_integer(declarer, "declarer", WhistError, 0, last)
        points = self._read(points, "points", None, None)
        made = read_flag(made, "made", WhistError)
        two_games = read_flag(two_games, "two_games", WhistError)
        win, games = self.after_hands(
            *(state, np.array([points])),
            dealer=dealer,
            declarers=np.array([given]),
            made=np.array([made]),
            two_games=np.array([two_games]),
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
        cancel: Cancel | None = None,
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """What each of several hands would bring each side, all from one state.

        Parameters are those of `after_hand`, shapes (n, sides) and (n,), with -1 for a hand that is thrown
        in.

        Returns
        -------
        win, games : ndarray
            float64 and int64, shape (n, sides), as in `AfterHand`.

        Raises
        ------
        WhistError, CallCancelled
            Where an argument is of another kind or shape, or there is no such side; where `cancel` ended it.
        """
        read_instance(state, MatchState, "state", WhistError)
        dealer = read_integer(dealer, "dealer", WhistError, 0, self._sides - 1)
        check_column(points, "points", "iu", (None, self._sides))
        check_column(declarers, "declarers", "iu", (len(points),))
        check_column(made, "made", "b", (len(points),))
        check_column(two_games, "two_games", "b", (len(points),))
        before = Matches.one(state).of(np.zeros(len(points), dtype=np.intp))
        contracts = Contracts(declarers, made, two_games, declarers >= 0)
        return self._values(self._transitions.after(before, points, contracts), dealer)

    @property
    def _most_sets(self) -> int | None:
        """The most missed bids of a side in a game that goes on."""
        return None if self._rules.lies_limit is None else self._rules.lies_limit - 1

    @property
    def _most_games(self) -> int:
        """The most games a side has in a match that goes on."""
        return self._rules.best_of // 2 if self._rules.match == "best_of" else 0

    def _read(
        self, numbers: Sequence[int], what: str, lowest: int | None, highest: int | None
    ) -> tuple[int, ...]:
        """A number for each side."""
        several = {"score": "scores"}.get(what, what)
        read = [
            read_integer(each, what, WhistError, lowest, highest)
            for each in islice(read_several(numbers, several, WhistError), self._sides + 1)
        ]
        if len(read) != self._sides:
            raise WhistError(
                f"{several} {shown(numbers)} are wrong: expected one for each of {self._sides} sides"
            )
        return tuple(read)

    def _values(self, after: HandsAfter, dealer: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Chances of each side after each of some hands, and the games that it brings: shapes (n, sides)."""
        games = np.where(after.won > 0, after.won, -after.won.max(axis=1, keepdims=True))
        win = after.shares.copy()
        rows = np.flatnonzero(~after.over)
        if len(rows):
            win[rows] = self._going_on(after.matches.of(rows), dealer)
        return win, games

    def _going_on(self, matches: Matches, dealer: int) -> NDArray[np.float64]:
        """Chances of each side in matches that go on: shape (n, sides)."""
        states = matches.states()
        if self._chain is not None:
            return np.array([self._chain.win(state, dealer) for state in states])
        if len(self._simulated) >= _KEPT:
            self._simulated.clear()
        new = {state: row for row, state in enumerate(states) if (state, dealer) not in self._simulated}
        if self._passages is not None and new:
            found = self._passages.win(matches.scores[list(new.values())], dealer).tolist()
            for state, win in zip(new, found, strict=True):
                self._simulated[state, dealer] = tuple(win)
        else:
            for state, row in new.items():
                self._simulated[state, dealer] = self._simulate(matches.of(np.array([row])), dealer)
        return np.array([self._simulated[state, dealer] for state in states])

    def _simulate(self, start: Matches, dealer: int) -> tuple[float, ...]:
        """The Monte Carlo estimate from one state: the share of simulated matches that each side wins."""
        playing: NDArray[np.intp] = np.arange(self._matches)
        matches = start.of(np.zeros(self._matches, dtype=np.intp))
        won = np.zeros(self._sides)
        for hand in range(_MOST_HANDS):
            end_if_cancelled()
            if not len(playing):
                return tuple((won / self._matches).tolist())
            rows, deals = self._hands.outcomes(hand)[playing], (dealer + hand) % self._sides
            points = np.roll(self._outcomes.points[rows], deals, axis=1)
            contracts = contracts_of(self._outcomes, rows, deals, self._sides)
            after = self._transitions.after(matches, points, contracts)
            won += after.shares[after.over].sum(axis=0)
            playing, matches = playing[~after.over], after.matches.of(~after.over)
        raise WhistError("matches do not end: expected outcomes that end a match")


def _check_contracts_not_needed(rules: Rules) -> None:
    """Check that the end of a game does not depend on who declared."""
    asking = {
        f"lies_limit {rules.lies_limit}": rules.lies_limit is not None,
        "win_on_own_bid": rules.win_on_own_bid,
        "tie_break 'bidder_first'": rules.tie_break == "bidder_first",
        "negative_tie_break 'bidder_first'": rules.negative_target is not None
        and rules.negative_tie_break == "bidder_first",
        "boston_game_value 2 of best_of": rules.match == "best_of" and rules.boston_game_value == 2,
    }
    for option, asks in asking.items():
        if asks and rules.trump_rule == "declared":
            raise RulesError(
                f"{option} asks who declared: expected outcomes with declarers, made and two_games"
            )

"""`Match`: a sequence of hands, with dealer, scores, sessions, rubber, and the end of the match."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from numbers import Real
from typing import Final

from whistsolve._internal.reading import is_instance, read_instance, shown
from whistsolve._internal.shown import Shown
from whistsolve.errors import ActError, WhistError
from whistsolve.game.hand.seating import Seating
from whistsolve.game.hand.setup import Standing, first_dealer, random_cards, read_dealer, trump_of
from whistsolve.game.hand_state import HandState
from whistsolve.game.match.ends import MatchSides, after_hand, score_winners
from whistsolve.game.scoring.hand_result import HandResult
from whistsolve.rules import Rules, RulesLike
from whistsolve.rules.reading import rules_name
from whistsolve.rules.sides import each_score, read_player, turn_step
from whistsolve.values import CardLike, DealLike, HandLike, SeatLike

#: Hands whose calls a standing has.
_HISTORY: Final = 100


class Match(Shown):
    """One game, the best of several games, two sessions, or a rubber, as the rule ``match`` says.

    Raises `WhistError` if an argument is wrong.

    - ``rules``: `Rules("bid_whist")` by default.
    - ``dealer``: the first dealer; by default drawn by ``seed`` as the rule ``first_dealer`` says.
    - ``scores``: the score of each player at the start, 0 by default. The match has no earlier hands and
      missed bids; `from_standing` continues a match that has them.
    - ``partner``: in whist with one dummy, the player whose dummy it is.
    - ``clock``: returns a time in seconds. If the rules have ``time_limit`` it is called on construction, and
      by `add` if no minutes are given.

    Examples
    --------
    >>> match = Match(Rules("bid_whist"), dealer="N", scores=(5, 0, 5, 0))
    >>> hand = match.new_hand(seed=1)
    >>> hand.dealer, hand.to_act, hand.scores
    (0, 1, (5, 0, 5, 0))
    """

    __slots__ = ("_began", "_clock", "_results", "_rules", "_sides", "_standings")

    def __init__(
        self,
        rules: RulesLike | None = None,
        *,
        dealer: SeatLike | None = None,
        seed: int | None = None,
        scores: Sequence[int] | None = None,
        partner: SeatLike = 0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        read = Rules.or_default(rules)
        self._rules = read
        self._sides = MatchSides(read, read_player(partner, read, "partner"))
        first = first_dealer(read, seed) if dealer is None else read_dealer(dealer, read)
        nothing = (0,) * read.players
        before = nothing if scores is None else each_score(scores, read)
        self._standings = [Standing(before, first, nothing, nothing, nothing)]
        self._check_scores(before)
        self._results: list[HandResult] = []
        if not callable(clock):
            raise WhistError(f"clock {shown(clock)} is wrong: expected a function that gives seconds")
        self._clock = clock
        self._began = 0.0 if read.time_limit is None else _read_time(clock(), "what the clock gives")

    @classmethod
    def from_standing(
        cls,
        standing: Standing,
        rules: RulesLike | None = None,
        *,
        partner: int = 0,
        clock: Callable[[], float] = time.monotonic,
    ) -> Match:
        """A match continued from a standing, with its dealer, missed bids, games, hands and minutes.

        Raises `WhistError` if ``standing`` is not the standing of an unfinished match under the rules, or as
        for ``Match(...)``.
        """
        read = Rules.or_default(rules)
        read_instance(standing, Standing, "standing", WhistError)
        if standing.session not in (1, 2):
            raise WhistError(f"session {shown(standing.session)} of the standing is wrong: expected 1 or 2")
        if standing.winners:
            raise WhistError("the standing is of a match that is over: expected one that goes on")
        for name in ("scores", "sets", "games", "ledger"):
            values = getattr(standing, name)
            if len(values) != read.players:
                each = f"expected one for each of {read.players} players"
                raise WhistError(f"{name} {shown(values)} of the standing are wrong: {each}")
        match = cls(read, dealer=standing.dealer, partner=partner, clock=clock)
        match._standings = [standing]
        match._check_scores(standing.scores)
        match._began -= 60 * standing.minutes
        return match

    def _check_scores(self, scores: tuple[int, ...]) -> None:
        rules = self._rules
        if score_winners(self.standing, self._sides, self.target):
            low = rules.negative_target
            high = math.inf if self.target is None else self.target
            outside = (score >= high or (low is not None and score <= low) for score in scores)
            player = [*outside].index(True)
            raise WhistError(f"score {shown(scores[player])} of player {player} is wrong: it ends the game")
        for player, score in enumerate(scores):
            if score != scores[min(self._sides.of(player))]:
                raise WhistError(f"scores {shown(scores)} are wrong: expected partners to have the same")

    @property
    def rules(self) -> Rules:
        """The rules of all hands."""
        return self._rules

    @property
    def partner(self) -> int:
        """In whist with one dummy, the player whose dummy it is."""
        return self._sides.partner

    @property
    def results(self) -> tuple[HandResult, ...]:
        """Results of the hands so far, including void hands."""
        return tuple(self._results)

    @property
    def standing(self) -> Standing:
        """The state of the match after the last hand."""
        return self._standings[-1]

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each player."""
        return self.standing.scores

    @property
    def dealer(self) -> int:
        """The next dealer: the number of a player, or in whist with dummies of a hand."""
        return self.standing.dealer

    @property
    def is_over(self) -> bool:
        """Whether the match is won."""
        return bool(self.standing.winners)

    @property
    def winners(self) -> frozenset[int]:
        """Players who have won the match; empty while it goes on."""
        return self.standing.winners

    @property
    def leaving(self) -> frozenset[int]:
        """Players who leave the table after the match: the losers, under ``rise_and_fly``."""
        if self._rules.rise_and_fly == "off" or not self.is_over:
            return frozenset()
        return frozenset(range(self._rules.players)) - self.winners

    @property
    def target(self) -> int | None:
        """The score that ends the game, or in a match of two sessions the current session, if one does."""
        if self._rules.match == "two_sessions":
            return self._rules.session_targets[self.standing.session - 1]
        return self._rules.target

    def new_hand(
        self,
        seed: int | None = None,
        *,
        deal: DealLike | None = None,
        turned: CardLike | None = None,
        extra: Sequence[HandLike] | None = None,
    ) -> HandState:
        """The next hand, with dealer, scores, target and partner of the match.

        The cards are drawn at random by ``seed``, as by `HandState.random`, or given as ``deal``, with
        ``turned`` and ``extra`` as for `HandState`. Raises `ActError` if the match is over, or arguments
        exclude each other, `WhistError` as for `HandState`.
        """
        if self.is_over:
            raise ActError("the match is over: expected no more hands")
        if deal is None:
            for name, given in (("turned", turned), ("extra", extra)):
                if given is not None:
                    raise ActError(f"{name} is given without a deal: expected both, or neither")
            deal, turned, extra = random_cards(seed, self._rules, self.dealer)
        elif seed is not None:
            raise ActError("seed and deal are given: expected one of them")
        if turned is None:
            turned = trump_of(self._rules, self.standing.hands)
        return HandState(
            deal,
            self._rules,
            dealer=self.dealer,
            turned=turned,
            scores=self.standing,
            partner=self._sides.partner,
            extra=extra,
            target=self.target,
            first_hand=self.standing.hands == 0 and not any(self.scores),  # void hands do not count
        )

    def add(self, result: HandResult, *, minutes: float | None = None) -> None:
        """Add the result of a hand, and the minutes from the beginning of the match to its end.

        By default minutes come from the clock, if the rules have ``time_limit``.

        Raises `ActError` if the match is over; if rules, dealer, scores, target or partner of the result are
        not those of the match; or if ``minutes`` is not a number, or less than after the previous hand.
        """
        if not isinstance(result, HandResult):
            raise ActError(f"result {shown(result)} is wrong: expected what HandState.result() gives")
        if self.is_over:
            raise ActError("the match is over: expected no more hands")
        if result.rules != self._rules or result.dealer != self.dealer:
            raise ActError(f"the hand is not of this match: expected its rules, and dealer {self.dealer}")
        if result.scores and result.scores != self.scores:
            raise ActError(f"the hand was played at {result.scores}: expected the scores {self.scores}")
        if result.target not in (None, self.target):
            raise ActError(f"the hand was played to {result.target}: expected the target {self.target}")
        if self._sides.has_partner and result.partner not in (None, self.partner):
            raise ActError(f"the hand has the dummy of player {result.partner}: expected {self.partner}")
        before = self.standing
        ended = self._minutes_now() if minutes is None else _read_time(minutes, "minutes")
        if ended < before.minutes:
            raise ActError(
                f"minutes {ended:g} are wrong: expected {before.minutes:g}, as after the hand before, or more"
            )
        dealer, heard = before.dealer, () if result.called is None else (result.called,)
        if result.void != "same_dealer" and self._rules.has_auction:
            dealer = (dealer + turn_step(self._rules)) % self._rules.players
        elif result.void != "same_dealer":
            dealer = Seating.of(self._rules, self.partner).hand_after(dealer)
        history = (*before.history, *heard)[-_HISTORY:]
        after = replace(before, dealer=dealer, minutes=ended, history=history)
        if not result.void:
            after = after_hand(self._scored(after, result), result, self._sides, self.target)
        self._standings.append(after)
        self._results.append(result)

    def _minutes_now(self) -> float:
        """Minutes since the beginning of the match by the clock."""
        if self._rules.time_limit is None:
            return self.standing.minutes
        minutes = (_read_time(self._clock(), "what the clock gives") - self._began) / 60
        return max(self.standing.minutes, minutes)

    def pop(self) -> HandResult:
        """Take back the last hand and return its result. Raises `ActError` if there was no hand yet."""
        if not self._results:
            raise ActError("there is nothing to take back: no hand was played yet")
        self._standings.pop()
        return self._results.pop()

    def copy(self) -> Match:
        """An independent match with the same hands and the same clock."""
        other = object.__new__(Match)
        other._rules, other._sides = self._rules, self._sides
        other._clock, other._began = self._clock, self._began
        other._standings, other._results = list(self._standings), list(self._results)
        return other

    __copy__ = copy

    def __repr__(self) -> str:
        won = f", won by {sorted(self.winners)}" if self.is_over else ""
        return f"<Match: {rules_name(self._rules)}, {len(self._results)} hands, scores {self.scores}{won}>"

    def side_of(self, player: int) -> tuple[int, ...]:
        """The players who score together with a player, including that player.

        Raises `ActError` if there is no such player.
        """
        return tuple(sorted(self._sides.of(read_player(player, self._rules))))

    def _scored(self, standing: Standing, result: HandResult) -> Standing:
        """The standing with the points of a hand added and, if its contract was missed, the set counted."""
        rules = self._rules
        scores = []
        for player, (before, points) in enumerate(zip(standing.scores, result.points, strict=True)):
            # Rise and fly "on_set" has no running score.
            score = before + points * (rules.rise_and_fly != "on_set")
            held = rules.revoker_cannot_win and player in result.revoked
            if self.target is not None and (held or player in result.barred):
                score = min(score, max(before, self.target - 1))  # capped just below the target
            scores.append(max(score, 0) if rules.score_floor_zero else score)
        sets = list(standing.sets)
        if result.contract is not None and result.made is False:
            for player in self.side_of(result.contract.declarer):
                sets[player] += 1
        return replace(standing, scores=tuple(scores), sets=tuple(sets), hands=standing.hands + 1)


def _read_time(value: object, what: str) -> float:
    """A time from any real number type but ``bool``."""
    if isinstance(value, Real) and not is_instance(value, bool):
        with contextlib.suppress(OverflowError):  # an integer or a fraction too large for a float
            time = float(value)
            if math.isfinite(time):
                return time
    raise ActError(f"{what} {shown(value)} is wrong: expected a number")

"""`Match`: hands in a row, with dealer, scores, sessions, rubber, and the end of the match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from whistsolve.arguments import read_rules
from whistsolve.errors import ActError, WhistError
from whistsolve.game.hand.seating import Seating
from whistsolve.game.hand.setup import read_dealer
from whistsolve.game.hand_state import HandState
from whistsolve.game.match.first_dealer import first_dealer
from whistsolve.game.scoring.hand_result import HandResult
from whistsolve.game.scoring.whist_score import first_target
from whistsolve.rules import Rules
from whistsolve.rules.sides import declarer_side, turn_step
from whistsolve.values.reading import read_integer, read_several, shown

__all__ = ["Match", "Standing"]

#: Points for winning a rubber, beside those of its games.
RUBBER_POINTS = 2


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of a match between two hands. Tuples have a number for each player, equal for partners.

    Attributes
    ----------
    scores : tuple of int
        Scores of the game; of both sessions where there are two.
    dealer : int
        The next dealer.
    sets : tuple of int
        Contracts in which the player's side was set in this game.
    games : tuple of int
        Games won; one that was won by the highest bid, of all books, counts ``boston_game_value``.
    ledger : tuple of int
        Points kept apart from the score: values of games of a rubber, bonuses of sessions.
    session : int
        1, or 2 in the second session.
    winners : frozenset of int
        Players who have won the match; empty while it goes on.
    reason : str
        Why the match ended: ``target``, ``negative_target``, ``lies_limit``, ``set`` (rise and fly),
        ``renege``, ``rubber`` or ``sessions``; empty while it goes on.
    """

    scores: tuple[int, ...]
    dealer: int
    sets: tuple[int, ...]
    games: tuple[int, ...]
    ledger: tuple[int, ...]
    session: int = 1
    winners: frozenset[int] = frozenset()
    reason: str = ""


class Match:
    """A game, two sessions, or a rubber, as ``match`` of the rules says.

    Parameters
    ----------
    rules : Rules, optional
        `Rules.preset("bid_whist_seed")` where they are left out.
    dealer : int or str, optional
        The first dealer; drawn as the rule ``first_dealer`` says where it is left out.
    seed : int, optional
        Seed of that draw.
    scores : sequence of int, optional
        Score of each player at the start; 0 where they are left out.
    partner : int
        In whist with one dummy, the player whose dummy it is.

    Raises
    ------
    WhistError
        Where an argument is wrong.

    Examples
    --------
    >>> match = Match(Rules.preset("bid_whist_seed"), dealer="N", scores=(5, 0, 5, 0))
    >>> hand = match.new_hand(seed=1)
    >>> hand.dealer, hand.to_act, hand.scores
    (0, 1, (5, 0, 5, 0))
    """

    __slots__ = ("_partner", "_results", "_rules", "_standings")

    def __init__(
        self,
        rules: Rules | None = None,
        *,
        dealer: int | str | None = None,
        seed: int | None = None,
        scores: Sequence[int] | None = None,
        partner: int = 0,
    ) -> None:
        read = read_rules(rules)
        self._rules = read
        self._partner = read_integer(partner, "partner", WhistError, 0, read.players - 1)
        first = first_dealer(read, seed) if dealer is None else read_dealer(dealer, read)
        nothing = (0,) * read.players
        before = nothing
        if scores is not None:
            before = tuple(
                read_integer(score, "score", WhistError)
                for score in read_several(scores, "scores", WhistError)
            )
        self._check_scores(before)
        self._standings = [Standing(before, first, nothing, nothing, nothing)]
        self._results: list[HandResult] = []

    def _check_scores(self, scores: tuple[int, ...]) -> None:
        rules = self._rules
        if len(scores) != rules.players:
            raise WhistError(f"scores {scores} are wrong: expected one for each of {rules.players} players")
        low = rules.negative_target
        for player, score in enumerate(scores):
            if score >= first_target(rules) or (low is not None and score <= low):
                raise WhistError(f"score {score} of player {player} is wrong: the game would be over")
            if score != scores[self.side_of(player)[0]]:
                raise WhistError(f"scores {scores} are wrong: expected partners to have the same")

    # ---------------------------------------------------------------------------------------------- standing

    @property
    def rules(self) -> Rules:
        """The rules of all hands."""
        return self._rules

    @property
    def results(self) -> tuple[HandResult, ...]:
        """Results of the hands so far, void ones among them."""
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
        """The next dealer: a player; in whist with dummies a hand."""
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
    def target(self) -> int:
        """The score that ends the game, or the session where there are two."""
        if self._rules.match == "two_sessions":
            return self._rules.session_targets[self.standing.session - 1]
        return self._rules.target

    def new_hand(self, seed: int | None = None) -> HandState:
        """The next hand, with cards drawn at random; see `HandState.random`.

        Raises
        ------
        ActError
            Where the match is over.
        """
        if self.is_over:
            raise ActError("the match is over: expected no more hands")
        return HandState.random(
            seed,
            self._rules,
            dealer=self.dealer,
            scores=self.scores,
            partner=self._partner,
            target=self.target,
        )

    # ------------------------------------------------------------------------------------- hands

    def add(self, result: HandResult) -> None:
        """Add the result of a hand.

        Raises
        ------
        ActError
            Where the match is over, or the result is of other rules, another dealer's hand, or other scores.
        """
        if not isinstance(result, HandResult):
            raise ActError(f"result {shown(result)} is wrong: expected what HandState.result() gives")
        if self.is_over:
            raise ActError("the match is over: expected no more hands")
        if result.rules != self._rules or result.dealer != self.dealer:
            raise ActError(f"the hand is not of this match: expected its rules, and dealer {self.dealer}")
        if result.scores and result.scores != self.scores:
            raise ActError(f"the hand was played at {result.scores}: expected the scores {self.scores}")
        before = self.standing
        dealer = before.dealer if result.void == "same_dealer" else self._next_dealer()
        after = replace(before, dealer=dealer)
        if not result.void:
            after = self._ended(self._scored(after, result), result)
        self._standings.append(after)
        self._results.append(result)

    def pop(self) -> HandResult:
        """Take back the last hand and return its result.

        Raises
        ------
        ActError
            Where there was no hand yet.
        """
        if not self._results:
            raise ActError("there is nothing to take back: no hand was played yet")
        self._standings.pop()
        return self._results.pop()

    def __repr__(self) -> str:
        won = f", won by {sorted(self.winners)}" if self.is_over else ""
        return f"<Match: {self._rules.game}, {len(self._results)} hands, scores {self.scores}{won}>"

    def side_of(self, player: int) -> tuple[int, ...]:
        """The players who score together with a player, the player among them."""
        rules = self._rules
        if rules.game == "dummy" and rules.trump_rule == "last_dealt_card" and player != self._partner:
            # Whist with one dummy: its player is fixed for the match, and the other two are partners.
            return tuple(each for each in range(rules.players) if each != self._partner)
        return tuple(sorted(declarer_side(player, rules, rules.players)))

    def _next_dealer(self) -> int:
        rules, dealer = self._rules, self.dealer
        if rules.trump_rule == "last_dealt_card":
            seating = Seating.of(rules, self._partner)
            return seating.hand_after(dealer)
        return (dealer + turn_step(rules)) % rules.players

    def _scored(self, standing: Standing, result: HandResult) -> Standing:
        """The standing with a hand's points added, and its set counted."""
        rules = self._rules
        scores = []
        for player, (before, points) in enumerate(zip(standing.scores, result.points, strict=True)):
            # Rise and fly "on_set" has no running score.
            score = before + points * (rules.rise_and_fly != "on_set")
            held = rules.revoker_cannot_win and player in result.revoked
            if held or player in result.barred:
                score = min(score, max(before, self.target - 1))  # capped just below the target
            scores.append(max(score, 0) if rules.score_floor_zero else score)
        sets = list(standing.sets)
        if result.contract is not None and result.made is False:
            for player in self.side_of(result.contract.declarer):
                sets[player] += 1
        return replace(standing, scores=tuple(scores), sets=tuple(sets))

    def _ended(self, standing: Standing, result: HandResult) -> Standing:
        """The standing with the game, session or match ended, where this hand ends it."""
        winners, reason = self._game_won(standing, result)
        if not winners:
            return standing
        rules = self._rules
        if rules.match == "rubber" and reason == "target":
            return self._rubber_game(standing, winners)
        if rules.match == "two_sessions" and reason == "target":
            return self._session(standing, winners)
        worth = 1
        if (
            reason == "target"
            and result.contract is not None
            and result.made
            and result.contract.level == rules.max_bid
            and rules.bid_base > 0
            and result.contract.declarer in winners
        ):
            worth = rules.boston_game_value
        games = _add(standing.games, winners, worth)
        return replace(standing, games=games, winners=winners, reason=reason)

    def _game_won(self, standing: Standing, result: HandResult) -> tuple[frozenset[int], str]:
        """Winners of the game by this hand, and why; empty where it goes on."""
        rules = self._rules
        everybody = frozenset(range(rules.players))
        if result.loses_game:
            return everybody - result.loses_game, "renege"
        missed = (
            frozenset()
            if result.contract is None or result.made
            else frozenset(self.side_of(result.contract.declarer))
        )
        if missed and rules.rise_and_fly == "on_set":
            return everybody - missed, "set"
        if rules.lies_limit is not None and any(
            standing.sets[player] >= rules.lies_limit for player in missed
        ):
            return everybody - missed, "lies_limit"
        if rules.rise_and_fly == "on_set":
            return frozenset(), ""  # there is no running score
        low = rules.negative_target
        if low is not None:
            lost = frozenset(player for player in everybody if standing.scores[player] <= low)
            if lost:
                return self._best(standing, everybody - lost), "negative_target"
        reached = frozenset(player for player in everybody if standing.scores[player] >= self.target)
        return self._first(standing, reached, result), "target"

    def _best(self, standing: Standing, players: frozenset[int]) -> frozenset[int]:
        """Those of some players with the highest score."""
        most = max((standing.scores[player] for player in players), default=0)
        return frozenset(player for player in players if standing.scores[player] == most)

    def _first(self, standing: Standing, reached: frozenset[int], result: HandResult) -> frozenset[int]:
        """Winners among the players who reached the target in one hand: one side, or several in a tie."""
        rule = self._rules.tie_break
        if not reached or rule == "shared":
            return reached
        if rule == "bidder_first" and result.contract is not None and result.contract.declarer in reached:
            return frozenset(self.side_of(result.contract.declarer))
        # Tricks count before honours: a player who needs no honours reached the target first.
        by_tricks = frozenset(
            player
            for player in reached
            if not result.honours or standing.scores[player] - result.honours[player] >= self.target
        )
        best = self._best(standing, by_tricks or reached)
        one_side = frozenset(self.side_of(min(best)))
        return best if best <= one_side else frozenset()  # equal: another hand is played

    def _rubber_game(self, standing: Standing, winners: frozenset[int]) -> Standing:
        """The end of a game of a rubber: single, double or treble by the losers' score.

        Source: Portland Club 1900, law 53: the winners score the values of their games, less the value of
        the losers' game, plus two for the rubber.
        """
        nothing = (0,) * self._rules.players
        ledger = _add(standing.ledger, winners, self._worth(standing, winners))
        games = _add(standing.games, winners, 1)
        after = replace(standing, scores=nothing, sets=nothing, games=games, ledger=ledger)
        if max(games[player] for player in winners) < 2:
            return after
        losers = frozenset(range(self._rules.players)) - winners
        lost = max(ledger[player] for player in losers)
        won = _add(ledger, winners, RUBBER_POINTS - lost)
        final = tuple(0 if player in losers else won[player] for player in range(self._rules.players))
        return replace(after, scores=standing.scores, ledger=final, winners=winners, reason="rubber")

    def _session(self, standing: Standing, winners: frozenset[int]) -> Standing:
        """The end of a session: the first earns a bonus, the second ends the match."""
        second = self._rules.session_targets[1]
        if standing.session == 1:
            bonus = self._worth(standing, winners)
            to_score = self._rules.session_bonus_to == "score"
            standing = replace(
                standing,
                session=2,
                scores=_add(standing.scores, winners, bonus if to_score else 0),
                ledger=_add(standing.ledger, winners, 0 if to_score else bonus),
            )
        if max(standing.scores[player] for player in winners) < second:
            return standing
        games = _add(standing.games, winners, 1)
        return replace(standing, games=games, winners=winners, reason="sessions")

    def _worth(self, standing: Standing, winners: frozenset[int]) -> int:
        """Value of a game: 3 where the losers have no points, 2 below half the target, otherwise 1."""
        theirs = [score for player, score in enumerate(standing.scores) if player not in winners]
        best = max(theirs, default=0)
        if best <= 0:
            return 3
        return 2 if 2 * best < self.target else 1


def _add(values: tuple[int, ...], players: frozenset[int], more: int) -> tuple[int, ...]:
    return tuple(value + more * (player in players) for player, value in enumerate(values))

"""Par: the auction solved by backward induction, double dummy, with best calls of all players."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from whistsolve._internal.arguments import DEFAULT_MEMORY_MB, Progress, Resources, read_progress
from whistsolve._internal.shown import Shown
from whistsolve.analysis.contracts import ContractTricks
from whistsolve.cancelling import Cancellation, cancellable, end_if_cancelled
from whistsolve.errors import RulesError
from whistsolve.game import Bid, HandState, Pass, Standing, strains_of
from whistsolve.game.hand.acts import HandChoice
from whistsolve.game.hand.setup import read_dealer
from whistsolve.game.match.single_hand import Outcome, match_before, outcome_of
from whistsolve.rules import Rules, RulesLike
from whistsolve.tabular import Column, Tabular, integers, numbers, texts
from whistsolve.values import Contract, Deal, DealLike, SeatLike, seat_name

_Call: TypeAlias = HandChoice | Bid | Pass
#: What a player maximises: games won minus games lost, then points minus the mean of the opponents' points.
_Utility: TypeAlias = tuple[int, Fraction]


@dataclass(frozen=True, slots=True)
class ParContract(Shown):
    """A contract at the end of a sequence of best calls."""

    #: Its declarer is a player's number, not a seat in play.
    contract: Contract
    #: Tricks of the declarer's side with the best discard and best play, as `solve` counts them.
    tricks: int
    #: The points of each player.
    points: tuple[float, ...]

    def as_dict(self) -> dict[str, object]:
        """The contract by name, for JSON: level, strain, declarer (text), tricks, points of each player."""
        return {
            "level": self.contract.level,
            "strain": str(self.contract.strain),
            "declarer": seat_name(self.contract.declarer, len(self.points)),
            "tricks": self.tricks,
            "points": list(self.points),
        }


@dataclass(frozen=True, slots=True, repr=False)
class Par(Shown, Tabular):
    """The result of an auction solved by backward induction.

    As a table (see `Tabular`) it has a row for each contract: ``contract`` (text), ``level`` (int64),
    ``strain``, ``declarer`` (text), ``tricks`` (int64), and the points of each player (float64): ``points_N``
    to ``points_W`` with four players, otherwise ``points_0`` and so on.
    """

    #: The points of each player if everybody makes the best calls: integers, unless all players score their
    #: own tricks, see `par`.
    points: tuple[float, ...]
    #: One sequence of best calls, each with its player, choices to keep or swap hands first. Of equally good
    #: calls it has the first in `HandState.legal_calls`: a pass, else the lowest bid.
    calls: tuple[tuple[int, _Call], ...]
    #: All contracts that end a sequence of best calls; empty if all of these throw the hand in. Their points
    #: may differ from ``points``: losing six is as good as letting opponents score six.
    contracts: tuple[ParContract, ...]
    #: Every first call, and the points of each player if everybody makes the best calls after it.
    first_calls: tuple[tuple[_Call, tuple[float, ...]], ...]
    #: The first calls after which every player has the same utility as after the best one.
    best_first_calls: tuple[_Call, ...]

    def __repr__(self) -> str:
        return f"<Par: points {self.points}, {len(self.contracts)} contracts>"

    def as_dict(self) -> dict[str, object]:
        """All attributes by name, for JSON; calls and players are text, the points of first calls by call."""
        players = len(self.points)
        return {
            "points": list(self.points),
            "calls": [[seat_name(player, players), str(call)] for player, call in self.calls],
            "contracts": [each.as_dict() for each in self.contracts],
            "first_calls": {str(call): list(points) for call, points in self.first_calls},
            "best_first_calls": [str(call) for call in self.best_first_calls],
        }

    def _columns(self) -> Mapping[str, Column]:
        players, found = len(self.points), [each.contract for each in self.contracts]
        columns = {
            "contract": texts([each.to_text(players) for each in found]),
            "level": integers([each.level for each in found]),
            "strain": texts([each.strain for each in found]),
            "declarer": texts([seat_name(each.declarer, players) for each in found]),
            "tricks": integers([each.tricks for each in self.contracts]),
        }
        for player in range(players):
            points = [each.points[player] for each in self.contracts]
            columns[f"points_{seat_name(player, players)}"] = numbers(points)
        return columns


@cancellable
def par(
    deal: DealLike,
    dealer: SeatLike,
    *,
    rules: RulesLike | None = None,
    scores: Sequence[int] | Standing = (0, 0),
    threads: int | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
    progress: Progress | None = None,
    cancel: Cancellation | None = None,
) -> Par:
    """Par: the result of the auction with all hands open and best calls of all players.

    The deal is as before the auction, with its kitty, as for `HandState`; the rules have an auction, and are
    `Rules("bid_whist")` by default. The scores are those before the hand, one for each side or for each
    player; or the standing of a match, with its missed bids, games and hands. `threads` and `memory_mb` are
    as for `table`. `progress` is called with the number of cells solved and the total, if a whole trick table
    is solved.

    Raises
    ------
    RulesError
        If the rules have no auction, or the tricks of a contract cannot be solved: jokers are exchanged for
        discards drawn blindly (an expected number), cards are discarded from two dummies, or there are
        thousands of discards and jokers that are laid aside.
    DealError, WhistError
        If another argument is wrong.

    Notes
    -----
    The declarer names the best strain that the bid allows and makes the best discard; play is double dummy.
    Players maximise games won minus games lost, then points minus the mean of their opponents' points.
    Between two sides this is a zero-sum game, which has one value; with more sides each player maximises
    their own utility and makes the first of equal calls. If all players score the tricks that they win
    (cutthroat), the others play as one side against the declarer and their tricks are divided equally among
    them. The duration of this hand is unknown, so the rules' ``time_limit`` counts only if the time has
    already run out. Misdeals and redeals are ignored: this deal is played.

    Source: backward induction (Zermelo 1913; Kuhn 1953 for more than two players).

    Examples
    --------
    >>> rules = Rules("bid_whist_no_kitty", bid_base=0)
    >>> found = par("N:AK... QJ... T9... 87...", "W", rules=rules)
    >>> [(str(each.contract), each.points) for each in found.contracts][:1]
    [('3S+ by E', (0.0, -3.0, 0.0, -3.0))]

    North or South would score four in no-trump: East or West bids three and is set, which costs only three.
    """
    read = Rules.or_default(rules)
    if not read.has_auction:
        raise RulesError(f"game {read.game!r} has no auction: expected trump_rule='declared'")
    match = match_before(scores, read, read_dealer(dealer, read))
    state = match.new_hand(deal=Deal.of(deal))
    read_progress(progress)
    tricks = ContractTricks(Resources.read(threads, memory_mb), progress)
    return _BackwardInduction(state, match.standing, tricks).par()


@dataclass(frozen=True, slots=True)
class _Value:
    """The value of a state of the auction: the outcome, and each player's utility, after best calls."""

    outcome: Outcome
    utilities: tuple[_Utility, ...]

    @classmethod
    def of(cls, outcome: Outcome) -> _Value:
        utilities = []
        for player, partners in enumerate(outcome.sides):
            theirs = [each for other, each in enumerate(outcome.points) if other not in partners]
            mean = sum(theirs, Fraction(0)) / len(theirs)
            utilities.append((outcome.games[player], outcome.points[player] - mean))
        return cls(outcome, tuple(utilities))

    @property
    def points(self) -> tuple[float, ...]:
        return tuple(map(float, self.outcome.points))


class _BackwardInduction:
    """Solves one auction by backward induction, and caches the values of its states and contracts."""

    def __init__(self, state: HandState, standing: Standing, tricks: ContractTricks) -> None:
        self._state = state
        self._standing = standing
        self._tricks = tricks
        self._known: dict[Hashable, _Value] = {}
        #: The value at the end of an auction, and the declarer's contracts that achieve it.
        self._ends: dict[Hashable, tuple[_Value, tuple[ParContract, ...]]] = {}

    def par(self) -> Par:
        state = self._state
        first = tuple((call, child.points) for call, child in self._children(state))
        best_first = tuple(self._best_calls(state))
        line = []
        walk = state.copy()
        while walk.stage in ("hand_option", "auction"):
            assert walk.to_act is not None
            line.append((walk.to_act, self._best_calls(walk)[0]))
            walk.push(line[-1][1])
        found: dict[Contract, ParContract] = {}
        self._collect(state.copy(), found, set())
        contracts = tuple(sorted(found.values(), key=lambda each: each.contract.declarer))
        return Par(self._solve(state).points, tuple(line), contracts, first, best_first)

    def _key(self, state: HandState) -> Hashable:
        auction = state.snapshot.auction
        if state.stage == "hand_option" or auction is None:
            return state.snapshot.kept
        return state.snapshot.kept, auction.continuation

    def _children(self, state: HandState) -> list[tuple[_Call, _Value]]:
        calls: Sequence[_Call] = state.legal_calls or (HandChoice(True), HandChoice(False))
        found, auction = list[tuple[_Call, _Value]](), state.snapshot.auction
        for call in reversed(calls):  # the highest bids first: what follows lower ones is then mostly known
            known = None
            # Most calls end the auction. Pushing one is slow: it also performs the steps that follow.
            if auction is not None and not isinstance(call, HandChoice):
                after = auction.after(call)
                if after.is_over and after.high is not None:
                    known = self._ends.get((state.snapshot.kept, *after.high))
            if known is None:
                state.push(call)
                found.append((call, self._solve(state)))
                state.pop()
            else:
                found.append((call, known[0]))
        return found[::-1]

    def _best_calls(self, state: HandState) -> list[_Call]:
        best = self._solve(state)
        return [call for call, child in self._children(state) if child.utilities == best.utilities]

    def _solve(self, state: HandState) -> _Value:
        if state.stage not in ("hand_option", "auction"):
            return self._end(state)[0]
        key = self._key(state)
        if key not in self._known:
            end_if_cancelled()
            player = state.to_act
            assert player is not None
            # max() returns the first of equal values, so the first of equally good calls is chosen.
            values = [value for _, value in self._children(state)]
            self._known[key] = max(values, key=lambda value: value.utilities[player])
        return self._known[key]

    def _collect(self, state: HandState, found: dict[Contract, ParContract], seen: set[Hashable]) -> None:
        """Add the contracts at the ends of all sequences of best calls to ``found``."""
        if state.stage not in ("hand_option", "auction"):
            for each in self._end(state)[1]:
                found.setdefault(each.contract, each)
        elif (key := self._key(state)) not in seen:
            seen.add(key)
            for call in self._best_calls(state):
                state.push(call)
                self._collect(state, found, seen)
                state.pop()

    def _end(self, state: HandState) -> tuple[_Value, tuple[ParContract, ...]]:
        """The value at the end of an auction, and the declarer's contracts that achieve it, by strain."""
        auction, kept = state.snapshot.auction, state.snapshot.kept
        assert auction is not None
        if auction.high is None:
            return _Value.of(outcome_of(state.setup, None, 0, 0)), ()
        player, bid = auction.high
        key = (kept, player, bid)
        if key not in self._ends:
            ends = []
            for strain in strains_of(bid, state.rules):
                contract = Contract(bid.level, strain, player)
                tricks = self._tricks.tricks(state, player, strain)
                hands_kept = kept.count(True)
                value = _Value.of(outcome_of(state.setup, contract, tricks, hands_kept, self._standing))
                ends.append((value, ParContract(contract, tricks, value.points)))
            best = max((value for value, _ in ends), key=lambda value: value.utilities[player])
            self._ends[key] = best, tuple(each for value, each in ends if value.utilities == best.utilities)
        return self._ends[key]

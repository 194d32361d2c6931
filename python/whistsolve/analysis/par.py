"""Par: what the auction comes to when everybody sees all hands and calls best."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from whistsolve.analysis.contract_tricks import ContractCells
from whistsolve.arguments import DEFAULT_MEMORY_MB, read_deal, read_rules
from whistsolve.errors import RulesError, WhistError
from whistsolve.game import Auction, Bid, HandState, Pass, strains_of
from whistsolve.game.hand.acts import HandChoice
from whistsolve.game.match.contract_outcome import Outcome, outcome_of
from whistsolve.rules import Rules
from whistsolve.rules.sides import plays_with_partners
from whistsolve.values import Contract, Deal, Strain
from whistsolve.values.reading import read_integer, read_several, shown

__all__ = ["Par", "ParContract", "par"]

_Call: TypeAlias = HandChoice | Bid | Pass
#: What a player wants: games won less games lost, then points less the mean of his opponents'.
_Wish: TypeAlias = tuple[int, Fraction]


@dataclass(frozen=True, slots=True)
class ParContract:
    """A contract that best calls lead to.

    Attributes
    ----------
    contract : Contract
        The declarer is the number of the player.
    tricks : int
        Of the declarer's side, with the best discard and best play on both sides, as `solve` counts them.
    points : tuple of float
        What each player scores.
    """

    contract: Contract
    tricks: int
    points: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Par:
    """The auction solved backwards.

    Attributes
    ----------
    points : tuple of float
        What each player scores when everybody calls best: whole numbers, save where all score their own
        tricks, see `par`.
    calls : tuple of (int, call)
        One sequence of best calls with the players who make them, hand options first: of equally good calls
        the first of `HandState.legal_calls`, which is a pass, or the lowest bid.
    contracts : tuple of ParContract
        All contracts that end a sequence of best calls; empty where the hand is then thrown in. Their points
        may be others: losing six is as good as letting opponents score six.
    first_calls : tuple of (call, tuple of float)
        Every first call, and what each player scores after it if everybody calls best from there on.
    best_first_calls : tuple of call
        The first calls that are as good as any, for everybody.
    """

    points: tuple[float, ...]
    calls: tuple[tuple[int, _Call], ...]
    contracts: tuple[ParContract, ...]
    first_calls: tuple[tuple[_Call, tuple[float, ...]], ...]
    best_first_calls: tuple[_Call, ...]


def par(
    deal: Deal | str,
    dealer: int | str,
    *,
    rules: Rules | None = None,
    scores: Sequence[int] = (0, 0),
    threads: int | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
) -> Par:
    """The outcome of the auction when all see all.

    Parameters
    ----------
    deal : Deal or str
        As dealt, with the kitty; as for `HandState`.
    dealer : int or str
        The player who dealt.
    rules : Rules, optional
        With an auction; `Rules.preset("bid_whist_seed")` where they are left out.
    scores : sequence of int
        Before the hand, for both sides, or one for each player. Who can win the game by the hand, or keep
        others from it, wants that above all points.
    threads : int, optional
        How many to use; as many as there are processors where it is left out.
    memory_mb : int
        Cap on the tables of all threads together, 1 to 65536 MiB.

    Returns
    -------
    Par

    Raises
    ------
    RulesError
        Where the rules have no auction, or what a contract is worth cannot be solved: where it is an expected
        number, since jokers are exchanged for discards drawn blindly, or cards are thrown out of two dummies.
    DealError, WhistError
        Where another argument is wrong.

    Notes
    -----
    The declarer names the strain that is best for himself of those his bid allows, makes the best discard,
    and both sides play their best; whether he names it before or after he sees the kitty makes no difference
    when all see all. Players want to win the game, then points: the difference to the mean of their
    opponents. Where two sides play against each other this is a game of two sides, whose value is one
    number; where each plays for himself, each takes what is best for himself, and of equals the first in the
    order of calls. Where each scores the tricks he takes (cutthroat), the others play as one against the
    declarer, and their tricks are shared out in equal parts, for how they fall is not settled. No side has
    missed a bid before.

    Source: backward induction (Zermelo 1913; Kuhn 1953 for more than two players).

    Examples
    --------
    >>> rules = Rules.preset("bid_whist_no_kitty", bid_base=0)
    >>> found = par("N:AK... QJ... T9... 87...", "W", rules=rules)
    >>> [(str(each.contract), each.points) for each in found.contracts][:1]
    [('3S+ by E', (0.0, -3.0, 0.0, -3.0))]

    North or South would score four in no-trump: East or West bids three and is set, which costs only three.
    """
    read = read_rules(rules)
    if read.trump_rule != "declared":
        raise RulesError(f"game {read.game!r} has no auction: expected trump_rule='declared'")
    before = _read_scores(scores, read)
    state = HandState(read_deal(deal), read, dealer=dealer, scores=before)
    return _Solving(state, threads, memory_mb).par()


def _read_scores(scores: Sequence[int], rules: Rules) -> tuple[int, ...]:
    """One for each player."""
    given = [read_integer(score, "score", WhistError) for score in read_several(scores, "scores", WhistError)]
    if len(given) == 2 and not any(given):
        return (0,) * rules.players
    if len(given) == 2 and plays_with_partners(rules):
        return tuple(given * 2)
    if len(given) != rules.players:
        raise WhistError(
            f"scores {shown(scores)} are wrong: expected one for each of {rules.players} players"
        )
    return tuple(given)


@dataclass(frozen=True, slots=True)
class _Node:
    """What best calls from a point of the auction on lead to."""

    outcome: Outcome
    wishes: tuple[_Wish, ...]


class _Solving:
    """One auction, with everything found so far."""

    def __init__(self, state: HandState, threads: int | None, memory_mb: int) -> None:
        self._state = state
        self._rules = state.rules
        self._cells = ContractCells(threads, memory_mb)
        self._known: dict[Hashable, _Node] = {}
        self._ends: dict[Hashable, tuple[_Node, tuple[ParContract, ...]]] = {}

    def par(self) -> Par:
        state = self._state
        root = self._solve(state)
        children = self._children(state)
        first = tuple((call, _floats(child.outcome.points)) for call, child in children)
        best_first = tuple(call for call, child in children if child.wishes == root.wishes)
        line = []
        walk = state.copy()
        while walk.stage in ("hand_option", "auction"):
            player, best = walk.to_act, self._solve(walk)
            assert player is not None
            call = next(call for call, child in self._children(walk) if child.wishes == best.wishes)
            line.append((player, call))
            walk.push(call)
        found: dict[Contract, ParContract] = {}
        self._collect(state.copy(), found, set())
        contracts = tuple(sorted(found.values(), key=lambda each: each.contract.declarer))
        return Par(_floats(root.outcome.points), tuple(line), contracts, first, best_first)

    def _key(self, state: HandState) -> Hashable:
        """What decides how the auction may go on."""
        auction = state.snapshot.auction
        if state.stage == "hand_option" or auction is None:
            return state.snapshot.kept
        return state.snapshot.kept, *_auction_key(auction)

    def _children(self, state: HandState) -> list[tuple[_Call, _Node]]:
        """Every call that is legal, and what best calls lead to after it."""
        calls: Sequence[_Call] = state.legal_calls or (HandChoice(True), HandChoice(False))
        found = []
        for call in calls:
            state.push(call)
            found.append((call, self._solve(state)))
            state.pop()
        return found

    def _solve(self, state: HandState) -> _Node:
        """What best calls lead to from here."""
        if state.stage not in ("hand_option", "auction"):
            return self._end(state)[0]
        key = self._key(state)
        if key not in self._known:
            player = state.to_act
            assert player is not None
            # max() keeps the first of equals.
            best = max((child for _, child in self._children(state)), key=lambda node: node.wishes[player])
            self._known[key] = best
        return self._known[key]

    def _collect(self, state: HandState, found: dict[Contract, ParContract], seen: set[Hashable]) -> None:
        """The contracts at the ends of all sequences of best calls."""
        if state.stage not in ("hand_option", "auction"):
            for each in self._end(state)[1]:
                found.setdefault(each.contract, each)
            return
        key = self._key(state)
        if key in seen:
            return
        seen.add(key)
        best = self._solve(state)
        for call in [call for call, child in self._children(state) if child.wishes == best.wishes]:
            state.push(call)
            self._collect(state, found, seen)
            state.pop()

    def _end(self, state: HandState) -> tuple[_Node, tuple[ParContract, ...]]:
        """What the contract at the end of an auction comes to, and the strains that bring it."""
        auction = state.snapshot.auction
        assert auction is not None
        if auction.high is None:
            nothing = outcome_of(state.setup, None, 0, 0)
            return self._node(nothing), ()
        player, bid = auction.high
        key = (state.snapshot.kept, player, bid)
        if key not in self._ends:
            strains = strains_of(bid, self._rules)
            ends = [self._played(state, Contract(bid.level, strain, player)) for strain in strains]
            best = max((node for node, _ in ends), key=lambda node: node.wishes[player])
            self._ends[key] = best, tuple(each for node, each in ends if node.wishes == best.wishes)
        return self._ends[key]

    def _played(self, state: HandState, contract: Contract) -> tuple[_Node, ParContract]:
        tricks = self._tricks(state, contract.declarer, contract.strain)
        kept = state.snapshot.kept.count(True)
        node = self._node(outcome_of(state.setup, contract, tricks, kept))
        return node, ParContract(contract, tricks, _floats(node.outcome.points))

    def _tricks(self, state: HandState, declarer: int, strain: Strain) -> int:
        return self._cells.tricks(state, declarer, strain)

    def _node(self, outcome: Outcome) -> _Node:
        return _Node(outcome, tuple(self._wish(outcome, player) for player in range(self._rules.players)))

    def _wish(self, outcome: Outcome, player: int) -> _Wish:
        partners = outcome.side_of(player)
        theirs = [each for other, each in enumerate(outcome.points) if other not in partners]
        mean = sum(theirs, Fraction(0)) / len(theirs)
        return outcome.games[player], outcome.points[player] - mean


def _auction_key(auction: Auction) -> tuple[Hashable, ...]:
    single = auction.rules.auction_rounds == "single"
    return auction.to_act, auction.high, auction.out, auction.passes, len(auction.calls) if single else None


def _floats(points: Sequence[Fraction]) -> tuple[float, ...]:
    return tuple(float(each) for each in points)

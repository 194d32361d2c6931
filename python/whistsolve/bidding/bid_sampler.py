"""Layouts looked at for a call, and what each legal call came to in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve.bidding.calls.bid_values import BidValues
from whistsolve.bidding.calls.rollout import TURNS, WinningBid, enumerate_outcomes, sample_outcomes
from whistsolve.bidding.discarding.declarer_solver import DiscardTricks
from whistsolve.bidding.discarding.exhaustive import exact_discards
from whistsolve.bidding.discarding.selection import Kind as Discarding
from whistsolve.bidding.discarding.selection import played_tricks
from whistsolve.bidding.monte_carlo import LayoutStatistics
from whistsolve.bidding.reports.bid_report import BidReport, BidRow
from whistsolve.bidding.request import BidRequest, SimulationOptions
from whistsolve.equity.payoffs import PayoffTable
from whistsolve.game import Seating
from whistsolve.game.auction.calls import Bid, Pass, strains_of
from whistsolve.inference.posterior import LayoutPosterior, WeightedLayouts

__all__ = ["BidSampler"]

#: Strains of each kind of bid that are solved, the best by the quick evaluator.
_STRAINS_OF_A_KIND: Final = 2
#: So many layouts say as much of a strain as the evaluator does.
_PRIOR_STRENGTH: Final = 16.0


#: How an auction ended: nobody bid; or who declares which bid, in which strain, by its place, where that is
#: another player than the one who asks.
_End = tuple[int, Bid, int] | None
#: Of some layouts, the chance of each end in each.
_Ends = dict[_End, NDArray[np.float64]]


@dataclass(frozen=True, slots=True, eq=False)
class _Part:
    """Some layouts that were looked at together.

    Attributes
    ----------
    start, stop : int
        Places of the layouts among all.
    ends : list of dict
        For each call, how the auction may end after it.
    others : dict
        Chances of 0, 1, ... tricks where another player declares in a strain: (layouts, tricks + 1). Without
        chances where that is no end.
    """

    start: int
    stop: int
    ends: list[_Ends]
    others: dict[tuple[int, int], NDArray[np.float64]]


class BidSampler:
    """Layouts so far; `add` looks at more of them, `add_every` at all that there are.

    Parameters
    ----------
    asked : BidRequest
    options : SimulationOptions
    most : int
        How many layouts will be looked at: all, where there are no more, and then in all strains.
    """

    def __init__(self, asked: BidRequest, options: SimulationOptions, most: int) -> None:
        self._asked, self._options, self._model = asked, options, asked.model
        rules, auction = asked.rules, asked.auction
        self._stakes = PayoffTable(rules, asked.seat, auction.dealer, asked.scores, asked.equity)
        self._table = self._stakes.table
        self._calls = auction.legal_calls
        self._unseen = LayoutPosterior(asked.knowledge, auction, asked.model)
        #: Whether all layouts are to be looked at.
        self.few = self._unseen.is_enumerable(most)
        self._strains = self._candidates()
        named = [asked.model.strains[place] for place in self._strains]
        own = np.array([asked.hand.mask], dtype=np.uint64)
        #: What the evaluator says of them before any layout is looked at: (strains, tricks + 1).
        self._guessed = asked.model.tricks(own, named)[0]
        self.looked = LayoutStatistics()
        #: Where every layout was looked at, numbers of their kitties: those of one look alike to a declarer.
        self._groups: NDArray[np.intp] | None = None
        #: Chances of 0, 1, ... tricks in the candidate strains: (layouts, strains, tricks + 1).
        self._own = np.empty((0, len(self._strains), self._table.tricks + 1))
        #: What the player expects of his discards there: (layouts, strains).
        self._means = np.empty((0, len(self._strains)))
        self._parts: list[_Part] = []

    def _candidates(self) -> list[int]:
        """Places of the strains that are looked at: of each kind of bid the best by the evaluator, or all."""
        rules, model = self._asked.rules, self._model
        a_kind = len(model.strains) if self.few else _STRAINS_OF_A_KIND
        means = model.opinion(np.array([self._asked.hand.mask], dtype=np.uint64)).means[0]
        chosen: set[int] = set()
        for call in self._calls:
            if isinstance(call, Bid):
                allowed = [model.strains.index(strain) for strain in strains_of(call, rules)]
                several = a_kind * (2 if call.trump is None and call.direction is None else 1)
                chosen |= set(sorted(allowed, key=lambda place: -means[place])[:several])
        return sorted(chosen)

    # ---------------------------------------------------------------------------------------------- sampling

    def add(self, number: int) -> None:
        """Looks at more layouts."""
        asked, options, start = self._asked, self._options, self.looked.done
        weighed = self._unseen.draw(number, options.seed, start)
        # Numbers of each layout's own, so that they do not depend on how many are looked at together.
        streams = (np.random.PCG64([options.seed % 2**64, start + row]) for row in range(number))
        chances = np.stack([np.random.Generator(bits).random(TURNS) for bits in streams])
        opinions = self._opinions(weighed.layouts)
        ends = []
        for call in self._calls:
            highs = sample_outcomes(asked.auction.after(call), asked.model, opinions, chances)
            rows: dict[WinningBid, NDArray[np.float64]] = {}
            for row, high in enumerate(highs):
                rows.setdefault(high, np.zeros(number))[row] = 1
            ends.append(self._named(rows, opinions))
        self._take(weighed, opinions, ends)

    def add_every(self) -> None:
        """Looks at all layouts, and at every way in which the auction may end in them."""
        asked = self._asked
        every = self._unseen.enumerate()
        opinions = self._opinions(every.layouts)
        ends = [
            self._named(enumerate_outcomes(asked.auction.after(call), asked.model, opinions), opinions)
            for call in self._calls
        ]
        self._take(every, opinions, ends)
        self.looked.exact = True
        if self._options.discards != "double_dummy":
            self._groups = np.unique(every.layouts[:, -1], return_inverse=True)[1]

    def _opinions(self, layouts: NDArray[np.uint64]) -> list[BidValues]:
        """What every seat thinks of its own cards."""
        return [self._model.opinion(layouts[:, seat]) for seat in range(self._asked.rules.players)]

    def _named(self, highs: dict[WinningBid, NDArray[np.float64]], opinions: list[BidValues]) -> _Ends:
        """Ends of an auction, with what other players name in each layout."""
        found: _Ends = {}
        for high, chances in highs.items():
            if high is None:
                found[None] = chances
            elif high[0] == self._asked.seat:
                found[(*high, -1)] = chances
            else:
                named = self._model.named_by(high[1], opinions[high[0]])
                for place in np.unique(named[chances > 0]).tolist():
                    found[(*high, place)] = np.where(named == place, chances, 0)
        return found

    def _take(self, weighed: WeightedLayouts, opinions: list[BidValues], ends: list[_Ends]) -> None:
        layouts, declarer = weighed.layouts, self._asked.seat
        wanted: dict[tuple[int, int], NDArray[np.bool_]] = {}
        for each in ends:
            for end, chances in each.items():
                if end is not None and end[0] != declarer:
                    key = end[0], end[2]
                    wanted[key] = wanted.get(key, np.zeros(len(layouts), dtype=np.bool_)) | (chances > 0)
        if self._options.discards == "estimated":
            together = np.stack([opinion.means for opinion in opinions], axis=1)
            guess = self._model.together.distributions
            own = np.stack([guess(together, declarer, place) for place in self._strains], axis=1)
            means = opinions[declarer].means[:, self._strains]
            others = {key: guess(together, *key) for key in wanted}
        else:
            found = self._played(weighed)
            own, means = self._certain(found.tricks), found.means
            others = {}
            for key, rows in sorted(wanted.items()):
                others[key] = np.zeros((len(layouts), self._table.tricks + 1))
                solved = self._played_by(key[0], layouts[rows], [key[1]], "heuristic")
                others[key][rows] = self._certain(solved.tricks[:, 0])
        self._own = np.concatenate([self._own, own])
        self._means = np.concatenate([self._means, means])
        start = self.looked.done
        self._parts.append(_Part(start, start + len(layouts), ends, others))
        self.looked.take(weighed)

    def _certain(self, tricks: NDArray[np.float64]) -> NDArray[np.float64]:
        """Chances of 0, 1, ... tricks, where the number is known: one axis more."""
        return np.eye(self._table.tricks + 1)[tricks.astype(np.intp)]

    def _played(self, weighed: WeightedLayouts) -> DiscardTricks:
        """What this player takes."""
        asked, options = self._asked, self._options
        if self.few and options.discards == "sampled" and asked.rules.kitty_size:
            return exact_discards(
                weighed,
                asked.seat,
                [asked.model.strains[place] for place in self._strains],
                rules=asked.rules,
                leader=self._leader(asked.seat),
                discard_search=options.discard_search,
                threads=options.threads,
                memory_mb=options.memory_mb,
            )
        assert options.discards != "estimated"
        found = self._played_by(asked.seat, weighed.layouts, self._strains, options.discards)
        if options.discards != "heuristic" or not asked.rules.kitty_size:
            return found
        # What the rule leaves is judged by the cards alone, for nobody sees where the others lie.
        held = weighed.layouts[:, asked.seat] | weighed.layouts[:, -1]
        columns = [
            self._model.opinion(held & ~found.discards[:, column]).means[:, place]
            for column, place in enumerate(self._strains)
        ]
        return DiscardTricks(found.tricks, found.discards, np.stack(columns, axis=1))

    def _played_by(
        self, declarer: int, layouts: NDArray[np.uint64], strains: list[int], kind: Discarding
    ) -> DiscardTricks:
        options = self._options
        return played_tricks(
            layouts,
            declarer,
            [self._model.strains[place] for place in strains],
            rules=self._asked.rules,
            leader=self._leader(declarer),
            kind=kind,
            # Streams of their own for the layouts that discards are chosen by.
            seed=options.seed * 1_000_003 + self.looked.done + 1,
            discard_search=options.discard_search,
            unseen=self._unseen if declarer == self._asked.seat else None,
            threads=options.threads,
            memory_mb=options.memory_mb,
        )

    def _leader(self, declarer: int) -> int:
        rules = self._asked.rules
        return Seating.of(rules, declarer).first_leader(rules, declarer, self._asked.auction.dealer)

    # ----------------------------------------------------------------------------------------------- valuing

    def separated(self) -> bool:
        """Whether the best call is better than all others by three standard errors of the difference."""
        known: _Known = {}
        return self.looked.is_sure([self._values(place, known) for place in range(len(self._calls))])

    def report(self) -> BidReport:
        """What is known so far."""
        known: _Known = {}
        return BidReport(
            hand=self._asked.hand,
            seat=self._asked.seat,
            dealer=self._asked.auction.dealer,
            rows=tuple(self._row(place, known) for place in range(len(self._calls))),
            samples=self.looked.done,
            effective_sample_size=self.looked.effective_sample_size,
            discards=self._options.discards,
            separated=self.separated(),
            exact=self.looked.exact,
        )

    def _row(self, place: int, known: _Known) -> BidRow:
        call, mean = self._calls[place], self.looked.mean
        points, wins, games = self._outcomes(place, known)
        win, win_error = mean(wins) if self._stakes.with_matches else (None, None)
        rest = *mean(points), win, win_error, mean(games)[0], self.looked.effective_sample_size
        if isinstance(call, Pass):
            return BidRow(call, None, None, None, (), 0.0, *rest)
        own = self._own_of(call, known)
        make, make_error = mean(own.chances @ self._table.made[call.level])
        tricks = tuple(np.average(own.chances, axis=0, weights=self.looked.weights).tolist())
        becomes = np.zeros(self.looked.done)
        for part in self._parts:
            chances = part.ends[place].get((self._asked.seat, call, -1))
            if chances is not None:
                becomes[part.start : part.stop] = chances
        strain = self._model.strains[own.strain]
        return BidRow(call, strain, make, make_error, tricks, mean(becomes)[0], *rest)

    def _values(self, place: int, known: _Known) -> NDArray[np.float64]:
        points, wins, _ = self._outcomes(place, known)
        return wins if self._stakes.with_matches else points

    def _own_of(self, bid: Bid, known: _Known) -> _Own:
        if bid not in known:
            known[bid] = self._own_contract(bid)
        return known[bid]

    def _own_contract(self, bid: Bid) -> _Own:
        """What this player takes with a bid.

        Before the kitty is seen one strain is named for all layouts; after it, that of the most points by
        what the player expects of his discards.
        """
        model, rules = self._model, self._asked.rules
        named = [model.strains[place] for place in self._strains]
        allowed = [column for column, strain in enumerate(named) if strain in strains_of(bid, rules)]
        kinds = np.array([int(named[column].is_no_trump) for column in allowed])
        margin = self._table.margin()[bid.level]
        worths = [self._own[:, column] @ margin[kind] for column, kind in zip(allowed, kinds, strict=True)]
        first = rules.declare_timing in ("before_kitty", "before_dummy") or not rules.kitty_size
        if first or self._options.discards == "estimated":
            means = np.array([self.looked.mean(worth)[0] for worth in worths])
            if not self.looked.exact:
                # The best of several means over few layouts looks better than it is: the evaluator says
                # beforehand what to expect.
                guessed = [
                    self._guessed[column] @ margin[kind] for column, kind in zip(allowed, kinds, strict=True)
                ]
                means += (
                    (np.array(guessed) - means)
                    * _PRIOR_STRENGTH
                    / (_PRIOR_STRENGTH + self.looked.effective_sample_size)
                )
            picked = np.full(self.looked.done, int(means.round(9).argmax()))
        else:
            if self._groups is not None:
                expected = [self._by_kitty(worth) for worth in worths]
            else:
                numbers = np.arange(margin.shape[1])
                columns = zip(self._means[:, allowed].T, kinds, strict=True)
                expected = [np.interp(means, numbers, margin[kind]) for means, kind in columns]
            picked = np.round(expected, 9).argmax(axis=0)
        chosen = np.array(allowed)[picked]
        own = self._own[np.arange(self.looked.done), chosen]
        most = int(np.bincount(chosen, weights=self.looked.weights).argmax())
        return _Own(own, kinds[picked] == 1, self._strains[most])

    def _by_kitty(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Layout by layout, the mean over all layouts with the same kitty."""
        groups, weights = self._groups, self.looked.weights
        assert groups is not None
        found: NDArray[np.float64] = np.bincount(groups, weights * values) / np.bincount(groups, weights)
        return found[groups]

    def _outcomes(
        self, place: int, known: _Known
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """Layout by layout: points of this side less those of others, the chance to win, and games."""
        found = np.zeros((self.looked.done, 3))
        for part in self._parts:
            rows = slice(part.start, part.stop)
            for end, chances in part.ends[place].items():
                if end is None:
                    found[rows] += np.outer(chances, self._stakes.thrown_in())
                    continue
                declarer, bid, strain = end
                if declarer == self._asked.seat:
                    own = self._own_of(bid, known)
                    suits, no_trump = (
                        self._stakes.of_tricks(declarer, bid.level, kind) for kind in (False, True)
                    )
                    tricks = own.chances[rows]
                    brings = np.where(own.no_trump[rows, np.newaxis], tricks @ no_trump, tricks @ suits)
                else:
                    kind = self._model.strains[strain].is_no_trump
                    stakes = self._stakes.of_tricks(declarer, bid.level, kind)
                    brings = part.others[declarer, strain] @ stakes
                found[rows] += chances[:, np.newaxis] * brings
        return found[:, 0], found[:, 1], found[:, 2]


@dataclass(frozen=True, slots=True, eq=False)
class _Own:
    """What this player takes with a bid: chances of 0, 1, ... tricks in each layout, and in which strain."""

    chances: NDArray[np.float64]
    no_trump: NDArray[np.bool_]
    #: The place of the strain that is named most often.
    strain: int


_Known = dict[Bid, _Own]

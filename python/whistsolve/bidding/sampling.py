"""Layouts looked at for a call, and what each legal call came to in them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from whistsolve.bidding.calling import CallModel, Opinion
from whistsolve.bidding.equity import MatchEquity, sides_of
from whistsolve.bidding.honest import Kind, Look, played_tricks
from whistsolve.bidding.knowledge import Knowledge
from whistsolve.bidding.layouts import Layouts
from whistsolve.bidding.report import BidReport, BidRow
from whistsolve.bidding.simulate import finished_auction, simulated_outcomes
from whistsolve.bidding.worth import ScoreTable
from whistsolve.game import Seating
from whistsolve.game.auction import Auction
from whistsolve.game.calls import Bid, Pass, strains_of
from whistsolve.rules import Rules
from whistsolve.values.hands import Hand

__all__ = ["Asked", "BidSampling"]

#: Strains of each kind of bid that are solved, the best by the quick evaluator.
_STRAINS_OF_A_KIND = 2
#: Layouts drawn for each that is looked at, where calls make some more likely.
_POOL = 48
#: The best call is separated where it is better than every other by so many standard errors.
_SURE = 3.0


@dataclass(frozen=True, slots=True)
class Asked:
    """Whose call it is, with which cards, at which scores."""

    hand: Hand
    rules: Rules
    auction: Auction
    scores: tuple[int, ...]

    @property
    def seat(self) -> int:
        """Who is to call."""
        assert self.auction.to_act is not None
        return self.auction.to_act


@dataclass(frozen=True, slots=True)
class _End:
    """How an auction ended in one layout: who declares what, and tricks where another player does."""

    declarer: int
    bid: Bid
    tricks: int
    no_trump: bool


class BidSampling:
    """Layouts so far; `add` looks at more of them.

    Parameters
    ----------
    asked : Asked
    seed : int
    discards, look, threads, memory_mb
        As for `evaluate_bids`.
    """

    def __init__(
        self, asked: Asked, seed: int, discards: Kind, look: Look | None, threads: int | None, memory_mb: int
    ) -> None:
        rules = asked.rules
        self._asked, self._seed, self._kind, self._look = asked, seed, discards, look
        self._threads, self._memory_mb = threads, memory_mb
        self._model = CallModel(rules)
        self._scores = ScoreTable.of(rules)
        self._calls = asked.auction.legal_calls
        self._layouts = Layouts(Knowledge.of_hand(asked.hand, rules=rules, seat=asked.seat))
        self._strains = self._candidates()
        self._equity = None
        if sides_of(rules) == 2 and rules.match == "single_game" and rules.rise_and_fly != "on_set":
            self._equity = MatchEquity(rules, simulated_outcomes(rules))
        self._known_wins: dict[tuple[int, int], float] = {}
        self.done = 0
        self._effective = 0.0
        #: Tricks in the candidate strains, and what was expected of the discards: (layouts, strains).
        self._tricks = np.empty((0, len(self._strains)))
        self._means = np.empty((0, len(self._strains)))
        #: For each call, how the auction ended in each layout, None where the hand was thrown in.
        self._ends: list[list[_End | None]] = [[] for _ in self._calls]

    def _candidates(self) -> list[int]:
        """Places of the strains that are solved: of each kind of bid the best by the evaluator."""
        rules, model = self._asked.rules, self._model
        means = model.means(np.array([self._asked.hand.mask], dtype=np.uint64))[0]
        chosen: set[int] = set()
        for call in self._calls:
            if isinstance(call, Bid):
                allowed = [model.strains.index(strain) for strain in strains_of(call, rules)]
                several = _STRAINS_OF_A_KIND * (2 if call.trump is None and call.direction is None else 1)
                chosen |= set(sorted(allowed, key=lambda place: -means[place])[:several])
        return sorted(chosen)

    # ---------------------------------------------------------------------------------------------- sampling

    def add(self, number: int) -> None:
        """Looks at more layouts."""
        asked, rules, model = self._asked, self._asked.rules, self._model
        layouts = self._drawn(number)
        opinions = [model.opinion(layouts[:, seat]) for seat in range(rules.players)]
        found = played_tricks(
            layouts,
            asked.seat,
            [model.strains[place] for place in self._strains],
            rules=rules,
            leader=self._leader(asked.seat),
            kind=self._kind,
            seed=self._seed * 1_000_003 + self.done + 1,
            look=self._look,
            threads=self._threads,
            memory_mb=self._memory_mb,
        )
        # Numbers of each layout's own, so that they do not depend on how many are looked at together.
        chances = [
            np.random.Generator(np.random.PCG64([self._seed % 2**64, self.done + row])).random(
                (4, rules.players)
            )
            for row in range(number)
        ]
        highs = [
            [
                finished_auction(asked.auction.after(call), model, opinions, row, chances[row]).high
                for row in range(number)
            ]
            for call in self._calls
        ]
        others = self._others(layouts, highs, opinions)
        self._tricks = np.concatenate([self._tricks, found.tricks])
        self._means = np.concatenate([self._means, found.means])
        for place, rows in enumerate(highs):
            for row, high in enumerate(rows):
                self._ends[place].append(None if high is None else self._end(row, high, opinions, others))
        self.done += number

    def _end(
        self,
        row: int,
        high: tuple[int, Bid],
        opinions: list[Opinion],
        others: dict[tuple[int, int, int], int],
    ) -> _End:
        player, bid = high
        if player == self._asked.seat:
            return _End(player, bid, -1, False)
        strain = self._model.named(bid, opinions[player], row)
        no_trump = self._model.strains[strain].is_no_trump
        return _End(player, bid, others[row, player, strain], no_trump)

    def _others(
        self,
        layouts: NDArray[np.uint64],
        highs: list[list[tuple[int, Bid] | None]],
        opinions: list[Opinion],
    ) -> dict[tuple[int, int, int], int]:
        """Tricks of contracts of other players, by layout, player and strain: each is solved once."""
        wanted: dict[tuple[int, int], set[int]] = {}
        for rows in highs:
            for row, high in enumerate(rows):
                if high is not None and high[0] != self._asked.seat:
                    strain = self._model.named(high[1], opinions[high[0]], row)
                    wanted.setdefault((high[0], strain), set()).add(row)
        found: dict[tuple[int, int, int], int] = {}
        for (player, strain), chosen in sorted(wanted.items()):
            rows_of = sorted(chosen)
            tricks = played_tricks(
                layouts[rows_of],
                player,
                [self._model.strains[strain]],
                rules=self._asked.rules,
                leader=self._leader(player),
                kind="thumb",
                threads=self._threads,
                memory_mb=self._memory_mb,
            ).tricks[:, 0]
            found |= {(row, player, strain): int(each) for row, each in zip(rows_of, tricks, strict=True)}
        return found

    def _drawn(self, number: int) -> NDArray[np.uint64]:
        """Layouts as likely as the calls so far make them.

        Where others have called, many are drawn with equal chances, and of these some by how likely the calls
        are in each (systematic resampling), which may draw a likely one more than once.
        """
        calling = [player for player, _ in self._asked.auction.calls if player != self._asked.seat]
        if not calling:
            self._effective += number
            return self._layouts.draw(number, self._seed, first=self.done)
        pool = self._layouts.draw(number * _POOL, self._seed, first=self.done * _POOL)
        weights = self._likelihood(pool)
        weights /= weights.sum()
        self._effective += min(float(number), float(1 / (weights**2).sum()))
        offset = np.random.Generator(np.random.PCG64([self._seed % 2**64, self.done])).random()
        places = (np.arange(number) + offset) / number
        picked = np.searchsorted(np.cumsum(weights), places, side="right")
        return pool[np.minimum(picked, len(pool) - 1)]

    def _likelihood(self, layouts: NDArray[np.uint64]) -> NDArray[np.float64]:
        """How likely the calls so far are in each layout; this player's own say nothing of the others."""
        weights = np.ones(len(layouts))
        auction = Auction.start(self._asked.rules, self._asked.auction.dealer)
        for player, call in self._asked.auction.calls:
            if player != self._asked.seat:
                likely = self._model.chances(auction, self._model.opinion(layouts[:, player]))
                weights *= likely[:, auction.legal_calls.index(call)]
            auction = auction.after(call)
        return weights

    def _leader(self, declarer: int) -> int:
        rules = self._asked.rules
        return Seating.of(rules, declarer).first_leader(rules, declarer, self._asked.auction.dealer)

    # ----------------------------------------------------------------------------------------------- valuing

    def separated(self) -> bool:
        """Whether the best call is better than all others by three standard errors of the difference."""
        values = [self._values(place) for place in range(len(self._calls))]
        means = [self._mean(value)[0] for value in values]
        best = means.index(max(means))
        for place, value in enumerate(values):
            mean, error = self._mean(values[best] - value)
            if place != best and mean <= _SURE * error:
                return False
        return True

    def report(self) -> BidReport:
        """What is known so far."""
        return BidReport(
            hand=self._asked.hand,
            seat=self._asked.seat,
            dealer=self._asked.auction.dealer,
            rows=tuple(self._row(place) for place in range(len(self._calls))),
            samples=self.done,
            effective=self._effective,
            discards=self._kind,
            separated=self.separated(),
        )

    def _mean(self, values: NDArray[np.float64]) -> tuple[float, float]:
        """The mean over layouts, and its standard error, by as many layouts as say something of their own."""
        if len(values) == 1:
            return float(values[0]), float("inf")
        spread = float(values.var(ddof=1)) / max(self._effective, 1.0)
        return float(values.mean()), spread**0.5

    def _row(self, place: int) -> BidRow:
        call = self._calls[place]
        points, equity, games = self._outcomes(place)
        mean, error = self._mean(points)
        win, win_error = (None, None) if equity is None else self._mean(equity)
        if isinstance(call, Pass):
            return BidRow(call, None, None, None, (), 0.0, mean, error, win, win_error, games)
        own, _, strain = self._own(call)
        made = self._scores.made[call.level, own].astype(np.float64)
        make, make_error = self._mean(made)
        tricks = tuple(float((own == number).mean()) for number in range(self._scores.tricks + 1))
        ours = np.array(
            [
                end is not None and end.declarer == self._asked.seat and end.bid == call
                for end in self._ends[place]
            ],
            dtype=np.float64,
        )
        contract = self._mean(ours)[0]
        named = self._model.strains[self._strains[strain]]
        return BidRow(call, named, make, make_error, tricks, contract, mean, error, win, win_error, games)

    def _values(self, place: int) -> NDArray[np.float64]:
        points, equity, _ = self._outcomes(place)
        return points if equity is None else equity

    def _own(self, bid: Bid) -> tuple[NDArray[np.int64], NDArray[np.bool_], int]:
        """Tricks in each layout if this bid becomes the contract, whether without trumps, and the strain.

        Before the kitty is seen one strain is named for all layouts; after it, that of the most points by
        what the player expects of his discards.
        """
        model, rules = self._model, self._asked.rules
        allowed = [
            place
            for place, strain in enumerate(self._strains)
            if model.strains[strain] in strains_of(bid, rules)
        ]
        kinds = np.array([int(model.strains[self._strains[place]].is_no_trump) for place in allowed])
        margin = self._scores.margin()[bid.level]
        if rules.kitty_size and rules.declare_timing not in ("before_kitty", "before_dummy"):
            numbers = np.arange(margin.shape[1])
            expected = np.stack(
                [
                    np.interp(self._means[:, place], numbers, margin[kind])
                    for place, kind in zip(allowed, kinds, strict=True)
                ]
            )
            picked = expected.argmax(axis=0)
        else:
            tricks = self._tricks[:, allowed].astype(np.int64)
            worth = [self._mean(margin[kind, tricks[:, i]])[0] for i, kind in enumerate(kinds)]
            picked = np.full(self.done, int(np.argmax(worth)))
        chosen = np.array(allowed)[picked]
        own = self._tricks[np.arange(self.done), chosen].astype(np.int64)
        most = int(np.bincount(chosen).argmax())
        return own, kinds[picked] == 1, most

    def _outcomes(self, place: int) -> tuple[NDArray[np.float64], NDArray[np.float64] | None, float]:
        """Points of this side less those of others, the chance to win, layout by layout; and games."""
        sevens = np.zeros(self.done)  # 1 for seven bid and made by this side, -1 by the other
        points = np.zeros((self.done, 2))  # of this side, and of the other, or of the mean of others
        known: dict[Bid, tuple[NDArray[np.int64], NDArray[np.bool_], int]] = {}
        for row, end in enumerate(self._ends[place]):
            if end is None:
                continue
            if end.declarer == self._asked.seat:
                if end.bid not in known:
                    known[end.bid] = self._own(end.bid)
                tricks, kind = int(known[end.bid][0][row]), int(known[end.bid][1][row])
            else:
                tricks, kind = end.tricks, int(end.no_trump)
            own = self._scores.own[end.bid.level, kind, tricks]
            other = self._scores.others[end.bid.level, kind, tricks]
            points[row] = self._to_sides(end.declarer, own, other)
            if end.bid.level == 7 and self._scores.made[7, tricks]:
                sevens[row] = 1 if (end.declarer - self._asked.seat) % 2 == 0 else -1
        margin = points[:, 0] - points[:, 1]
        if self._equity is None:
            return margin, None, 0.0
        wins = np.array([self._win(round(ours), round(theirs)) for ours, theirs in points])
        games = np.where(wins == 1, 1, np.where(wins == 0, -1, 0))
        double = self._asked.rules.boston_game_value - 1
        return margin, wins, float((games + double * sevens * (games == sevens)).mean())

    def _to_sides(self, declarer: int, own: float, other: float) -> tuple[float, float]:
        """Points of this player's side, and of the other or the mean of the others."""
        rules, seat = self._asked.rules, self._asked.seat
        if sides_of(rules) == 2:
            return (own, other) if (declarer - seat) % 2 == 0 else (other, own)
        if declarer == seat:
            return own, other
        others = rules.players - 1
        return other, (own + (others - 1) * other) / others

    def _win(self, ours: int, theirs: int) -> float:
        """The chance to win the match after a hand."""
        assert self._equity is not None
        if (ours, theirs) not in self._known_wins:
            seat, scores = self._asked.seat % 2, self._asked.scores
            after = [scores[0], scores[1]]
            after[seat] += ours
            after[1 - seat] += theirs
            next_dealer = (self._asked.auction.dealer + 1) % 2  # whoever it is, of the other side
            self._known_wins[ours, theirs] = self._equity.win(after, next_dealer)[seat]
        return self._known_wins[ours, theirs]

"""Which strain to name: all that a bid allows, valued over layouts, before the kitty is seen or after."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from whistsolve.arguments import DEFAULT_MEMORY_MB, read_player, read_rules
from whistsolve.bidding.calls.call_model import CallModel
from whistsolve.bidding.discarding.declarer_solver import Declaring, DiscardTricks
from whistsolve.bidding.discarding.exhaustive import exact_discards
from whistsolve.bidding.discarding.selection import DiscardSearch, Kind, played_tricks, sampled_discards
from whistsolve.bidding.monte_carlo import LayoutStatistics, run_until_separated
from whistsolve.bidding.reports.strain_report import StrainReport, StrainRow
from whistsolve.bidding.request import (
    SimulationOptions,
    read_auction,
    read_equity,
    read_knowledge,
    read_match_scores,
    read_model,
)
from whistsolve.equity.match_equity import MatchEquity
from whistsolve.equity.payoffs import PayoffTable
from whistsolve.equity.score_table import ScoreTable
from whistsolve.errors import ActError, HandError, Interrupted, WhistError
from whistsolve.game import Seating
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import Bid, Pass, read_call, strains_of
from whistsolve.inference.knowledge import Knowledge
from whistsolve.inference.posterior import LayoutPosterior, WeightedLayouts
from whistsolve.rules import Rules
from whistsolve.values.hands import Hand
from whistsolve.values.reading import read_integer

__all__ = ["StrainsInterrupted", "evaluate_strains"]

#: Layouts that are looked at between two looks at whether the best strain is separated.
_CHUNK: Final = 24
#: How hard the discard is looked for where the kitty is seen: one for each strain and not for each layout.
_DISCARD_SEARCH: Final = DiscardSearch(candidates=5, swaps=8, rounds=(6, 12, 24))


class StrainsInterrupted(Interrupted[StrainReport]):
    """An interrupt that ended `evaluate_strains`. Caught as the `KeyboardInterrupt` that it is.

    Attributes
    ----------
    partial : StrainReport
        What is known so far.
    """


def evaluate_strains(
    hand: Hand | str,
    *,
    rules: Rules | None = None,
    seat: int | str,
    dealer: int | str,
    calls: Iterable[Bid | Pass | str] | str = (),
    bid: Bid | str | None = None,
    scores: Sequence[int] = (0, 0),
    knowledge: Knowledge | None = None,
    samples: int = 96,
    seed: int = 0,
    discards: Kind | Literal["estimated"] = "sampled",
    discard_search: DiscardSearch | None = None,
    model: CallModel | None = None,
    equity: MatchEquity | None = None,
    threads: int | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
    progress: Callable[[int, int], object] | None = None,
) -> StrainReport:
    """Every strain that the winner of an auction may name, with what it is worth, before the kitty or after.

    Parameters
    ----------
    hand : Hand or str
        The declarer's cards: as many as were dealt, or with those of the kitty where it was seen. Then each
        row says what to bury.
    rules : Rules, optional
        Of a game with an auction and without dummies; `Rules.preset("bid_whist_seed")` where left out.
    seat, dealer : int or str
        The declarer, and who dealt.
    calls : iterable of Bid, Pass or str, or text
        The whole auction, which this seat has won: layouts are drawn as the calls make them likely.
    bid : Bid or str, optional
        In place of calls: what was bid, where nothing is to be read from calls.
    scores : sequence of int
        Before the hand, for both sides beginning with that of seat 0, or one for each player.
    knowledge : Knowledge, optional
        What more is known of unseen cards. It is of this seat; with the kitty seen, of what was dealt, with
        the kitty as known cards.
    samples : int
        Layouts to look at, at most: it ends before that once the best strain is separated from the next by
        three standard errors. All are looked at where there are no more, and the numbers are exact.
    seed : int
        The same seed gives the same report, whatever the number of threads.
    discards : str
        ``sampled``, ``double_dummy`` (an upper bound, slow), ``heuristic``, or ``estimated``, before the
        kitty is seen.
    discard_search : DiscardSearch, optional
        How hard honest discards are looked for.
    model, equity
        As for `evaluate_bids`.
    threads, memory_mb : int
        As for `solve_rows`.
    progress : callable, optional
        Called with the layouts looked at and the most there will be.

    Returns
    -------
    StrainReport

    Raises
    ------
    StrainsInterrupted
        A `KeyboardInterrupt` with the report so far, once there is one.
    HandError
        Where there are neither as many cards as the rules deal nor as many as with the kitty.
    ActError
        Where the calls are no auction that this seat has won, or there is neither calls nor bid, or both.
    LayoutError
        Where the knowledge is of another hand, seat or game, or no layout agrees with it.
    RulesError
        Where the game has no auction, has dummies, or the evaluator does not know it.
    WhistError
        Where another argument is wrong.

    Notes
    -----
    As in `evaluate_bids` the discard is made for what the declarer sees and the hand is played double dummy.
    Before the kitty is seen there is a kitty in every layout, and a discard for each.

    Examples
    --------
    >>> report = evaluate_strains("AKQJT98.A.A.A.BL", seat="S", dealer="E", bid="5+", samples=8)
    >>> str(report.best.strain), report.best.make
    ('S+', 1.0)
    """
    used = read_rules(rules)
    ScoreTable.of(used)
    cards = Hand.of(hand)
    size = used.dealt_hand_size
    seen = bool(used.kitty_size) and len(cards) == size + used.kitty_size
    if not seen and len(cards) != size:
        with_kitty = f", or {size + used.kitty_size} with the kitty" if used.kitty_size else ""
        raise HandError(f"the hand has {len(cards)} cards: expected {size}{with_kitty}")
    who = read_player(seat, used)
    auction, won = _won(used, who, dealer, calls, bid)
    given = read_match_scores(scores, used, auction.dealer)
    calling = read_model(model, used)
    dealt, kitty = cards, None
    if seen:
        dealt, kitty = Hand(list(cards)[:size]), Hand(list(cards)[size:])
        if isinstance(knowledge, Knowledge) and knowledge.known[who] | knowledge.known[-1] == cards:
            dealt, kitty = knowledge.known[who], knowledge.known[-1]
    known = read_knowledge(knowledge, dealt, kitty, used, who)
    number = read_integer(samples, "samples", WhistError, 1, 100_000)
    if seen and discards == "estimated":
        raise WhistError(
            "discards 'estimated' are wrong with the kitty: expected honest, clairvoyant or thumb"
        )
    options = SimulationOptions(
        read_integer(seed, "seed", WhistError), discards, discard_search, threads, memory_mb
    )
    stakes = PayoffTable(used, who, auction.dealer, given, read_equity(equity, calling, used))
    unseen = LayoutPosterior(known, auction if auction.calls else None, calling)
    naming = StrainSampler(
        cards, used, auction, won, unseen, calling, stakes, options, seen, unseen.is_enumerable(number)
    )
    return run_until_separated(naming, number, _CHUNK, progress, StrainsInterrupted)


def _won(
    rules: Rules,
    seat: int,
    dealer: int | str,
    calls: Iterable[Bid | Pass | str] | str,
    bid: Bid | str | None,
) -> tuple[Auction, Bid]:
    """The auction, and the bid that has won it."""
    auction = read_auction(rules, dealer, calls)
    if bid is None:
        if auction.to_act is not None or auction.high is None or auction.high[0] != seat:
            raise ActError(
                f"player {seat} has not won the auction: expected calls that end with that, or bid"
            )
        return auction, auction.high[1]
    if auction.calls:
        raise ActError("there are calls and a bid: expected one of them")
    read = read_call(bid)
    if not isinstance(read, Bid):
        raise ActError("bid is a pass: expected a bid")
    auction.after(read)  # says why it is no bid of these rules
    return auction, read


class StrainSampler:
    """Layouts so far, and what every strain came to in them."""

    def __init__(
        self,
        hand: Hand,
        rules: Rules,
        auction: Auction,
        bid: Bid,
        unseen: LayoutPosterior,
        model: CallModel,
        stakes: PayoffTable,
        options: SimulationOptions,
        seen: bool,
        few: bool,
    ) -> None:
        self._hand, self._rules, self._bid, self._options = hand, rules, bid, options
        self._dealer, self._unseen, self._stakes, self._seen = auction.dealer, unseen, stakes, seen
        self._model, self.few = model, few
        self._strains = strains_of(bid, rules)
        declarer = unseen.player
        self._leader = Seating.of(rules, declarer).first_leader(rules, declarer, auction.dealer)
        self.looked = LayoutStatistics()
        #: Chances of 0, 1, ... tricks in each strain: (layouts, strains, tricks + 1).
        self._chances = np.empty((0, len(self._strains), stakes.table.tricks + 1))
        #: What is buried, strain by strain, where one discard does for all layouts.
        self._discards: NDArray[np.uint64] | None = None

    def add(self, number: int) -> None:
        """Looks at more layouts."""
        options, start = self._options, self.looked.done
        weighed = self._unseen.draw(number, options.seed, start)
        # Streams of their own for the layouts that discards are chosen by.
        seed = options.seed * 1_000_003 + start + 1
        if options.discards == "estimated":
            self._take(weighed, self._estimated(weighed.layouts), every=False)
            return
        if not (self._seen and options.discards == "sampled"):
            found = self._played(weighed.layouts, options.discards, seed)
            self._take(weighed, self._certain(found.tricks), every=False)
            if self._seen and options.discards == "heuristic":
                self._discards = found.discards[0]
            return
        if self._discards is None:
            self._discards = sampled_discards(
                weighed.layouts[:1],
                self._unseen.player,
                self._strains,
                rules=self._rules,
                leader=self._leader,
                seed=seed,
                discard_search=options.discard_search or _DISCARD_SEARCH,
                unseen=self._unseen,
                threads=options.threads,
                memory_mb=options.memory_mb,
            )[0][0]
        self._take(weighed, self._certain(self._after_discards(weighed.layouts)), every=False)

    def add_every(self) -> None:
        """Looks at all layouts."""
        options, every = self._options, self._unseen.enumerate()
        if options.discards == "estimated":
            self._take(every, self._estimated(every.layouts), every=True)
            return
        if options.discards == "sampled" and self._rules.kitty_size:
            found = exact_discards(
                every,
                self._unseen.player,
                self._strains,
                rules=self._rules,
                leader=self._leader,
                discard_search=options.discard_search or (_DISCARD_SEARCH if self._seen else None),
                threads=options.threads,
                memory_mb=options.memory_mb,
            )
        else:
            found = self._played(every.layouts, options.discards, 0)
        if self._seen and options.discards != "double_dummy":
            self._discards = found.discards[0]
        self._take(every, self._certain(found.tricks), every=True)

    def _played(self, layouts: NDArray[np.uint64], kind: Kind, seed: int) -> DiscardTricks:
        return played_tricks(
            layouts,
            self._unseen.player,
            self._strains,
            rules=self._rules,
            leader=self._leader,
            kind=kind,
            seed=seed,
            discard_search=self._options.discard_search,
            unseen=self._unseen,
            threads=self._options.threads,
            memory_mb=self._options.memory_mb,
        )

    def _after_discards(self, layouts: NDArray[np.uint64]) -> NDArray[np.float64]:
        """Tricks where the same is buried in every layout."""
        assert self._discards is not None
        options, declarer = self._options, self._unseen.player
        declaring = Declaring(
            self._rules, declarer, self._leader, self._strains, None, options.threads, options.memory_mb
        )
        return declaring.after(layouts, np.tile(self._discards, (len(layouts), 1)))

    def _estimated(self, layouts: NDArray[np.uint64]) -> NDArray[np.float64]:
        """Chances of 0, 1, ... tricks without a card being played."""
        means = [self._model.opinion(layouts[:, seat]).means for seat in range(self._rules.players)]
        together = np.stack(means, axis=1)
        places = [self._model.strains.index(strain) for strain in self._strains]
        guess = self._model.together.distributions
        return np.stack([guess(together, self._unseen.player, place) for place in places], axis=1)

    def _certain(self, tricks: NDArray[np.float64]) -> NDArray[np.float64]:
        """Chances of 0, 1, ... tricks, where the number is known: one axis more."""
        return np.eye(self._stakes.table.tricks + 1)[tricks.astype(np.intp)]

    def _take(self, weighed: WeightedLayouts, chances: NDArray[np.float64], *, every: bool) -> None:
        self._chances = np.concatenate([self._chances, chances])
        self.looked.take(weighed, every=every)

    def _stakes_of(self, column: int) -> NDArray[np.float64]:
        """Points, chance to win and games in each layout: float64, shape (3, layouts)."""
        no_trump = self._strains[column].is_no_trump
        stakes = self._stakes.of_tricks(self._unseen.player, self._bid.level, no_trump)
        found: NDArray[np.float64] = (self._chances[:, column] @ stakes).T
        return found

    def separated(self) -> bool:
        """Whether the best strain is sure."""
        place = int(self._stakes.with_matches)
        return self.looked.is_sure([self._stakes_of(column)[place] for column in range(len(self._strains))])

    def _row(self, column: int) -> StrainRow:
        points, wins, _ = self._stakes_of(column)
        chances = self._chances[:, column]
        table, mean = self._stakes.table, self.looked.mean
        win, win_error = mean(wins) if self._stakes.with_matches else (None, None)
        discard = None
        if self._discards is not None:
            discard = tuple(Hand.from_mask(int(self._discards[column])))
        return StrainRow(
            self._strains[column],
            *mean(chances @ table.made[self._bid.level]),
            tuple(np.average(chances, axis=0, weights=self.looked.weights).tolist()),
            *mean(points),
            win,
            win_error,
            self.looked.effective_sample_size,
            discard,
        )

    def report(self) -> StrainReport:
        """What is known so far."""
        return StrainReport(
            hand=self._hand,
            seat=self._unseen.player,
            dealer=self._dealer,
            bid=self._bid,
            kitty_seen=self._seen,
            rows=tuple(self._row(column) for column in range(len(self._strains))),
            samples=self.looked.done,
            effective_sample_size=self.looked.effective_sample_size,
            discards=self._options.discards,
            separated=self.separated(),
            exact=self.looked.exact,
        )

"""What to bid with toy decks, where everything can be counted: against a walk of all that may happen.

Ten cards, aces, kings and two jokers: two each and two in the kitty. Every layout is listed, every way in
which the auction may go on is followed, every discard is tried, and cards are played by plain minimax.
"""

import itertools
from collections import defaultdict
from functools import cache

import numpy as np
import pytest
from tests.oracle.minimax import value
from tests.oracle.positions import Problem
from tests.support.thorough import by_default

import whistsolve as ws
from whistsolve.advice import CallModel
from whistsolve.advice.calls.callers import after_calls, at_table
from whistsolve.advice.request import read_state
from whistsolve.encoding import strain_code
from whistsolve.equity import HandOutcomes, MatchEquity
from whistsolve.evaluation.discard_heuristics import heuristic_discards
from whistsolve.game import Auction, score_hand
from whistsolve.game.auction.calls import Bid, read_call, strains_of
from whistsolve.inference import Knowledge, Layouts
from whistsolve.rules import Rules

TOY = {"lowest_rank": 13, "hand_size": 2, "bid_base": 0, "min_bid": 1, "target": 4, "negative_target": -4}
RULES = Rules.preset("bid_whist_seed", **TOY)
AFTER = Rules.preset("bid_whist_seed", **TOY, declare_timing="after_kitty")
#: What hands bring, made up: that matters to chances to win, not to how they are used.
POINTS = HandOutcomes(np.array([[2, 0], [0, 3], [-2, 0], [0, -1]]), np.array([0.4, 0.3, 0.2, 0.1]))
SOUTH = 2


@cache
def worths(strain):
    """What each card of the deck adds to a hand: the top rank one, and a trump or a joker one."""
    top = "A" if strain.ranking == "uptown" else "K"
    return [(str(card)[1] == top) + (str(card)[0] == strain.trump or card.is_joker) for card in RULES.deck]


class Guess:
    """An evaluator for two cards: aces, kings and jokers are worth so much, and nothing is certain."""

    def distributions(self, hands, strains, rules):
        cards = np.array([card.index for card in RULES.deck], dtype=np.uint64)
        held = (hands[:, np.newaxis] >> cards & np.uint64(1)).astype(int)
        strength = held @ np.array([worths(strain) for strain in strains]).T
        found = np.array([[4, 3, 1], [2, 4, 2], [1, 3, 4], [0, 2, 6], [0, 1, 7]])[strength]
        return found / found.sum(axis=2, keepdims=True)


@cache
def model_of(rules):
    """The model of calls of all tests with these rules."""
    return CallModel(rules, Guess())


@cache
def minimax(hands, strain, leader):
    """Tricks of the leader's side, who has declared."""
    problem = Problem(hands, strain, leader)
    return value(problem.start(), problem.side)


class Walk:
    """All that may happen, each with its chance."""

    def __init__(self, hand, dealer, calls, rules, knowledge, scores=(0, 0)):
        self.rules, equity = rules, MatchEquity(rules, POINTS)
        self.model = at_table(model_of(rules), SOUTH, dealer, read_state(scores, rules, dealer), equity, ())
        self.auction = Auction.start(rules, dealer)
        #: North, East, South, West and the kitty.
        self.layouts = list(Layouts(knowledge).all())
        weights = np.ones(len(self.layouts))
        for text in calls.split():
            seat, call = self.auction.to_act, read_call(text)
            if seat != SOUTH:
                likely = np.array([self.chances(self.auction, each[seat])[call] for each in self.layouts])
                # Half of those who call so say something of their hand by it, or whatever the model has.
                trust, mean = self.model.trust, np.average(likely, weights=weights)
                weights *= trust * likely / mean + 1 - trust
            self.auction = self.auction.after(call)
        #: What the calls tell of who made them counts in those to come.
        self.model = after_calls(self.model, self.auction, SOUTH, ws.Hand(hand))
        self.chances.cache_clear()
        self.weights = weights / weights.sum()

    @cache  # noqa: B019  # walks live as long as a test
    def chances(self, auction, hand):
        """How likely each call of the seat to act is, by its own two cards."""
        values = self.model.bid_values(np.array([hand.mask], dtype=np.uint64), auction.to_act)
        found = self.model.call_probabilities(auction, values)[0].tolist()
        return dict(zip(auction.legal_calls, found, strict=True))

    def ends(self, auction, layout):
        """Every contract the auction may end in, with its chance."""
        if auction.to_act is None:
            return {auction.high: 1.0}
        found = defaultdict(float)
        for call, chance in self.chances(auction, layout[auction.to_act]).items():
            for end, share in self.ends(auction.after(call), layout).items():
                found[end] += chance * share
        return found

    def taken(self, layout, declarer, strain, discard):
        hands = [str(hand) for hand in layout[:4]]
        hands[declarer] = str((layout[declarer] | layout[4]) - discard)
        return minimax(tuple(hands), str(strain), declarer)

    def heuristic(self, held, strain):
        trump, ranking = map(np.array, zip(strain_code(strain), strict=True))
        masks = np.array([held.mask], dtype=np.uint64)
        return ws.Hand.from_mask(int(heuristic_discards(masks, trump, ranking, 2)[0]))

    @cache  # noqa: B019
    def sampled(self, strain, kitty):
        """The discard of the highest mean over what cannot be told apart; the heuristic one of equal ones."""
        rows = [row for row, layout in enumerate(self.layouts) if layout[4] == kitty]
        held = self.layouts[rows[0]][SOUTH] | kitty
        cards = sorted(held, key=lambda card: card.index)
        tried = [self.heuristic(held, strain), *map(ws.Hand, itertools.combinations(cards, 2))]

        def mean(discard):
            taken = [self.taken(self.layouts[row], SOUTH, strain, discard) for row in rows]
            return round(np.average(taken, weights=self.weights[rows]), 9)

        return max(tried, key=mean)

    def own_tricks(self, strain):
        """Those of South in each layout, after the sampled discard."""
        return [self.taken(each, SOUTH, strain, self.sampled(strain, each[4])) for each in self.layouts]

    @cache  # noqa: B019
    def own(self, bid):
        """Tricks in each layout if South declares, and the strains that are named."""
        strains = strains_of(bid, self.rules)
        tricks = np.array([self.own_tricks(strain) for strain in strains])
        margin = np.vectorize(lambda index, number: self.margin(bid, strains[index], int(number)))
        worth = margin(np.arange(len(strains))[:, np.newaxis], tricks) * self.weights
        first, named = self.rules.declare_timing == "before_kitty", []
        for layout in self.layouts:  # the same for all that South cannot tell apart
            same = [first or each[4] == layout[4] for each in self.layouts]
            named.append(np.round(worth[:, same].sum(axis=1), 9).argmax())
        return tricks[named, range(len(named))].tolist(), [strains[index] for index in named]

    def margin(self, bid, strain, tricks):
        """Points of South's side less the other's, where South has declared."""
        score = score_hand(ws.Contract(bid.level, strain, 0), tricks, rules=self.rules)
        return score.points[0] - score.points[1]

    def worth(self, bid, strain, taken):
        """The chance to make a bid, and the points that it brings."""
        made = np.array(taken) + self.rules.books_from_kitty >= bid.level
        points = [self.margin(bid, strain, tricks) for tricks in taken]
        return pytest.approx((self.weights @ made, self.weights @ points), abs=1e-9)

    def row(self, call, equity, scores):
        """What a call is worth."""
        found = defaultdict(float)
        if isinstance(call, Bid):
            taken, _ = self.own(call)
            for weight, tricks in zip(self.weights, taken, strict=True):
                found["make"] += weight * (tricks + self.rules.books_from_kitty >= call.level)
                found[f"tricks {tricks}"] += weight
        next_side = (self.auction.dealer + 1) % 2
        for row, layout in enumerate(self.layouts):
            for end, chance in self.ends(self.auction.after(call), layout).items():
                share, points = self.weights[row] * chance, np.zeros(2, dtype=int)
                if end is not None:
                    seat, bid = end
                    if seat == SOUTH:
                        tricks, strain = (each[row] for each in self.own(bid))
                        found["contract"] += share * (bid == call)
                    else:
                        strain, tricks = self.other(layout, seat, bid)
                    score = score_hand(ws.Contract(bid.level, strain, seat), tricks, rules=self.rules)
                    points[:] = score.points[:2]
                found["points"] += share * (points[0] - points[1])
                found["equity"] += share * equity.win(tuple(np.array(scores) + points), next_side)[0]
        return found

    @cache  # noqa: B019
    def other(self, layout, seat, bid):
        """What another declarer names by their own two cards, and takes after a heuristic discard."""
        values = self.model.bid_values(np.array([layout[seat].mask], dtype=np.uint64))
        strain = self.model.strains[self.model.named_strains(bid, values)[0]]
        return strain, self.taken(layout, seat, strain, self.heuristic(layout[seat] | layout[4], strain))


def few(hand, rules, known):
    """So many cards of the others are known: of North, East, West and the kitty in turn."""
    rest = list(rules.deck - ws.Hand(hand))
    knowledge = Knowledge.of_hand(hand, rules=rules, seat="S")
    for seat, card in list(zip(("N", "E", "W", "kitty"), (0, 3, 6, 1), strict=True))[:known]:
        knowledge = knowledge.with_cards(seat, [rest[card]])
    return knowledge


#: South's hand, dealer, calls, rules, scores, and how many other cards are known. By default: the kitty seen
#: before the strain is named, after two calls; and the others still to call.
ASKED = by_default(
    2,
    [
        ("K....B", 3, "1- pass", AFTER, (2, -3), 4),
        ("A.A..", 3, "pass 1+", RULES, (1, -2), 4),
        ("K....B", 3, "1- pass", AFTER, (2, -3), 3),
        (".K.A.", 0, "pass", RULES, (3, 1), 3),
        ("A.K..", 2, "pass pass pass", RULES, (0, 0), 2),
        ("A.A..", 3, "pass 1+", RULES, (1, -2), 2),
        ("A.K..", 2, "1+ pass 2-", AFTER, (-1, 3), 2),
        ("A....L", 1, "", AFTER, (0, 0), 3),
    ],
)
#: Layouts by the number of other cards known.
COUNTS = {2: 180, 3: 60, 4: 24}


@pytest.mark.parametrize(("hand", "dealer", "calls", "rules", "scores", "known"), ASKED)
def test_every_number_is_that_of_a_walk_of_everything(hand, dealer, calls, rules, scores, known):
    knowledge = few(hand, rules, known)
    equity = MatchEquity(rules, POINTS)
    walk = Walk(hand, dealer, calls, rules, knowledge, scores)
    report = ws.evaluate_bids(
        hand, rules=rules, seat="S", dealer=dealer, calls=calls, scores=scores, knowledge=knowledge,
        samples=3000, model=model_of(rules), equity=equity, play="double_dummy",
    )  # fmt: skip
    assert report.exact and report.samples == len(walk.layouts) == COUNTS[known]
    assert [row.call for row in report.rows] == list(walk.auction.legal_calls)
    for row in report.rows:
        expected = walk.row(row.call, equity, scores)
        found = {"points": row.points, "equity": row.equity}
        assert row.points_error == row.equity_error == 0
        if row.make is not None:
            found |= {"make": row.make, "contract": row.contract}
            found |= {f"tricks {number}": row.tricks[number] for number in range(3)}
        for name, number in found.items():
            assert number == pytest.approx(expected[name], abs=1e-9), (str(row.call), name)


@pytest.mark.parametrize(
    ("hand", "dealer", "auction"),
    by_default(1, [("A.K..", 2, "1+ pass pass 2-"), ("K....B", 3, "1- pass 2+ pass")]),
)
def test_strains_and_discards_are_those_of_a_walk_of_everything(hand, dealer, auction):
    """South has won the auction, has not seen the kitty, and then has."""
    knowledge = few(hand, RULES, 3)
    kitty = Walk(hand, dealer, auction, RULES, knowledge).layouts[7][4]
    for seen in (False, True):
        known = knowledge.with_cards("kitty", kitty) if seen else knowledge
        walk = Walk(hand, dealer, auction, RULES, known)
        report = ws.evaluate_strains(
            ws.Hand(hand) | kitty if seen else hand, rules=RULES, seat="S", dealer=dealer, calls=auction,
            model=model_of(RULES), play="double_dummy", knowledge=known, samples=3000,
            equity=MatchEquity(RULES, POINTS),
        )  # fmt: skip
        assert report.exact and report.kitty_seen == seen
        for row in report.rows:
            taken = walk.own_tricks(row.strain)
            assert (row.make, row.points) == walk.worth(report.bid, row.strain, taken)
            shares = np.bincount(taken, weights=walk.weights, minlength=3)
            assert row.tricks == pytest.approx(shares.tolist(), abs=1e-9)
            buried = walk.sampled(row.strain, kitty) if seen else None
            assert (row.discard and ws.Hand(row.discard)) == buried


@pytest.mark.parametrize(
    ("hand", "kitty", "dealer", "auction", "strains"),
    [
        ("A.K..", ".A..K", 2, "1+ pass pass 2-", ("S-",)),
        ("K....B", "A...A", 3, "1- pass 2+ pass", ("S+", "D+")),
        ("A.K..", "..AK.", 0, "", ("H-", "NT+")),
    ],
)
def test_discards_are_those_of_a_walk_of_everything(hand, kitty, dealer, auction, strains):
    """South discards from four cards, in every layout of the other six."""
    knowledge = Knowledge.of_hand(hand, rules=RULES, seat="S").with_cards("kitty", kitty)
    walk = Walk(hand, dealer, auction, RULES, knowledge)
    held = ws.Hand(hand) | ws.Hand(kitty)
    called = {"model": model_of(RULES), "equity": MatchEquity(RULES, POINTS)} if auction else {}
    for strain in map(ws.Strain.from_text, strains):
        report = ws.evaluate_discards(
            held, strain, rules=RULES, seat="S", dealer=dealer, calls=auction, knowledge=knowledge,
            samples=90, double_dummy_samples=90, **called,
        )  # fmt: skip
        assert report.exact and report.samples == len(walk.layouts) == report.double_dummy_samples == 90
        assert {row.cards for row in report.rows} == {ws.Hand(c) for c in itertools.combinations(held, 2)}
        assert report.best.cards == walk.sampled(strain, ws.Hand(kitty))
        best_of_each = [0] * len(walk.layouts)
        for row in report.rows:
            taken = [walk.taken(layout, SOUTH, strain, row.cards) for layout in walk.layouts]
            best_of_each = list(map(max, best_of_each, taken))
            assert row.hand == held - row.cards and row.exact and row.samples == 90
            assert row.tricks == pytest.approx(walk.weights @ taken, abs=1e-9)
            assert row.tricks_error == 0 and row.tricks_interval == (row.tricks, row.tricks)
            assert row.tricks <= report.best.tricks + 1e-9
            if report.bid is None:
                assert row.make is row.points is row.points_error is row.equity is None
                continue
            assert (row.make, row.points) == walk.worth(report.bid, strain, taken)
            assert row.make_error == row.points_error == row.equity_error == 0
        assert report.double_dummy_tricks == pytest.approx(walk.weights @ best_of_each, abs=1e-9)
        assert set(report.kept) == set(held) and sum(report.kept.values()) == pytest.approx(2)

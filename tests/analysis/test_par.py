"""Par against a walk of the whole tree of calls: no memory, every discard tried, tricks by plain minimax."""

import dataclasses
import itertools
import json
import random
from fractions import Fraction

import pytest
from tests.oracle.minimax import value
from tests.oracle.position import Position, Terms
from tests.support.command import NO_TRUMP, done, refused
from tests.support.refusals import assert_refused
from tests.support.thorough import by_default

import whistsolve as ws
from whistsolve.errors import RulesError, WhistError
from whistsolve.game import HandState
from whistsolve.rules import Rules

DECK = [str(card) for card in ws.Hand.from_mask((1 << 52) - 1)]


class Walk:
    """The auction of one deal, walked through without any shortcut."""

    def __init__(self, deal, rules, scores):
        self.deal, self.rules, self.scores = deal, rules, scores
        self.tricks, self.ends, self.leaves = {}, {}, 0

    def best(self, state):
        """What everybody scores from here on."""
        if state.stage not in ("auction", "hand_option"):
            self.leaves += 1
            return self.contract(state)
        player, found = state.to_act, []
        for act in list(state.legal_acts()):
            state.push(act)
            found.append(self.best(state))
            state.pop()
        return max(found, key=lambda points: self.wish(points, player))

    def partners(self, player):
        rules = self.rules
        if rules.game == "bid_whist" and rules.players == 6:
            return {(player + rules.teams * turn) % 6 for turn in range(3)}
        partnership = rules.players == 4 and rules.game != "cutthroat"
        return {player, player ^ 2} if partnership else {player}

    def wish(self, points, player):
        """First the game, then points less those of opponents."""
        after = [before + more for before, more in zip(self.scores, points, strict=True)]
        low, own = self.rules.negative_target, self.partners(player)
        result = 0
        if low is not None and min(after) <= low:
            # The highest of those who have not lost.
            result = 1 if low < after[player] == max(after) else -1
        elif max(after) >= self.rules.target:
            most = [each for each in range(len(after)) if after[each] == max(after)]
            if set(most) <= self.partners(most[0]):
                result = 1 if player in most else -1
        others = [points[other] for other in range(len(points)) if other not in own]
        return result, points[player] - sum(others, Fraction(0)) / len(others)

    def contract(self, state):
        bids = [(player, call) for player, call in state.calls if str(call) != "Pass"]
        if not bids:
            return (Fraction(0),) * self.rules.players
        player, bid = bids[-1]
        key = (player, bid, state.snapshot.kept)
        if key not in self.ends:
            ends = [self.score(state, player, bid, strain) for strain in nameable(bid, self.rules)]
            self.ends[key] = max(ends, key=lambda points: self.wish(points, player))
        return self.ends[key]

    def score(self, state, player, bid, strain):
        rules = self.rules
        own = self.most(state, player, strain) + (1 if rules.kitty_book == "bidder" else 0)
        books = self.deal.hand_size + (1 if rules.kitty_book != "none" else 0)
        made = own >= bid.level + rules.bid_base
        factor = rules.nt_multiplier if strain.is_no_trump else 1
        if rules.game == "double_dummy" and rules.hand_option != "off":
            factor *= 2 ** [str(act) for act in state.acts].count("keep")
        points = [Fraction(0)] * rules.players
        for each in range(rules.players):
            if each in self.partners(player):
                if made:
                    odd = own - rules.bid_base
                    points[each] = Fraction(factor * (bid.level if rules.made_scoring == "bid_only" else odd))
                elif rules.set_scoring in ("bidder_loses", "both"):
                    points[each] = Fraction(-factor * bid.level)
            elif rules.nonbidders_score == "per_trick":
                points[each] = Fraction(books - own, rules.players - 1)
            elif not made and rules.set_scoring in ("opponents_gain", "both"):
                points[each] = Fraction(factor * bid.level)
        return tuple(points)

    def most(self, state, player, strain):
        """The most tricks over every discard, by plain minimax."""
        rules, kept = self.rules, state.snapshot.kept
        key = (kept, player, strain)
        if key in self.tricks:
            return self.tricks[key]
        hands = [set(map(str, hand)) for hand in state.deal.hands]
        for each, keep in enumerate(kept):
            if keep is False:
                hands[each], hands[each + 2] = hands[each + 2], hands[each]
        seat, side = player, self.partners(player)
        if rules.game == "dummy":
            order = [player, (player + 1) % 3, 3, (player + 2) % 3]
            hands, seat, side = [hands[hand] for hand in order], 0, {0, 2}
        elif rules.game == "double_dummy":
            side = {player, player + 2}
        kitty = set(map(str, self.deal.kitty or ()))
        terms = Terms(strain.trump, strain.ranking, kitty_book=rules.kitty_book)
        leader = seat if rules.first_leader == "bidder" else (seat + 1) % len(hands)
        found = []
        for discard in itertools.combinations(sorted(hands[seat] | kitty), len(kitty)):
            left = [set(hand) for hand in hands]
            left[seat] = (hands[seat] | kitty) - set(discard)
            found.append(value(Position.start(terms, left, leader), frozenset(side)))
        self.tricks[key] = max(found)
        return self.tricks[key]


def nameable(bid, rules):
    """What a bid lets its winner name, from the rules alone."""
    trumps = [bid.trump] if bid.trump else list("SHDC")
    if rules.bid_form == "number_only":
        trumps = [*"SHDC", "NT"]
    down = {"good": "-", "bad": "~", "declarer_choice": "-~"}[rules.downtown_ace]
    marks = {"uptown": "+", "downtown": down, None: "+" + down}[bid.direction]
    return [ws.Strain.from_text(trump + mark) for trump in trumps for mark in marks]


NUMBERS = {"bid_base": 0, "bid_form": "number_only"}
SIX = {**NUMBERS, "players": 6, "min_bid": 7}  # few numbers, for the tree has a level for every player
ALONE = {**NUMBERS, "auction_rounds": "single", "kitty_book": "none"}
OPTION_SETS = [
    # name of preset, changes, hands, cards each, kitty, jokers, scores
    ("bid_whist_52_whistportal", {"bid_base": 0, "kitty_book": "bidder"}, 4, 2, 1, 0, (0, 0, 0, 0)),
    ("bid_whist_52_whistportal", {"bid_base": 0, "all_pass": "redeal_next_dealer"}, 4, 2, 1, 0, (0, 0, 0, 0)),
    ("bid_whist_52_whistportal", {"bid_base": 0, "set_scoring": "both"}, 4, 2, 0, 0, (5, 3, 5, 3)),
    ("bid_whist_no_kitty", {**NUMBERS, "nt_multiplier": 1}, 4, 3, 0, 0, (0,) * 4),
    ("bid_whist_no_kitty", NUMBERS, 4, 3, 0, 0, (3, -3, 3, -3)),
    ("bid_whist_no_kitty", {**NUMBERS, "made_scoring": "bid_only"}, 4, 2, 0, 0, (0,) * 4),
    ("bid_whist_no_kitty", {**NUMBERS, "first_leader": "left_of_bidder"}, 4, 2, 0, 0, (0,) * 4),
    ("bid_whist_seed", {**NUMBERS, "all_pass": "dealer_stuck_at_minimum"}, 4, 2, 1, 2, (0,) * 4),
    ("bid_whist_seed", {"min_bid": 6, "set_scoring": "opponents_gain"}, 4, 2, 1, 2, (0, 0, 0, 0)),
    ("bid_whist_seed", {"min_bid": 6, "low_beats_high": "downtown_over_uptown"}, 4, 2, 1, 0, (1, -2, 1, -2)),
    ("cutthroat_3", {"auction_rounds": "single"}, 3, 2, 1, 0, (0, 0, 0)),
    ("cutthroat_4", ALONE, 4, 2, 1, 2, (28, 10, 29, 0)),
    ("dummy_seed", {"bid_base": 0}, 4, 2, 0, 0, (0, 0, 0)),
    ("dummy_seed", {**NUMBERS, "set_scoring": "both"}, 4, 3, 0, 0, (19, 18, 20)),
    ("double_dummy_seed", NUMBERS, 4, 2, 0, 0, (0, 0)),
    ("double_dummy_seed", {"bid_base": 0, "hand_option": "off", "nt_multiplier": 2}, 4, 2, 0, 0, (3, 19)),
    ("cutthroat_3", {"hand_size": 1, "dealer_may_equal": "number"}, 3, 1, 1, 0, (0, 0, 0)),
    ("cutthroat_3", {"hand_size": 1, "pass_is_final": False}, 3, 1, 1, 0, (29, 0, 0)),
    ("bid_whist_seed", {"min_bid": 7, "bid_form": "named_strain"}, 4, 2, 1, 0, (0, 0, 0, 0)),
    ("bid_whist_seed", {**SIX, "set_scoring": "both"}, 6, 2, 1, 0, (0,) * 6),
    ("bid_whist_seed", {**SIX, "teams": 3}, 6, 2, 1, 2, (5, -6, 4) * 2),
]  # fmt: skip


@pytest.mark.parametrize(
    "case",
    by_default({1, 6, 7, 11, 15, 16, 18}.__contains__, range(len(OPTION_SETS))),
    ids=lambda case: f"{case}-{OPTION_SETS[case][0]}",
)
def test_par_is_what_the_whole_tree_comes_to(case):
    preset, changes, hands, size, kitty, jokers, scores = OPTION_SETS[case]
    rules = Rules.preset(preset, **({"jokers": jokers} | changes))
    draw = random.Random(f"par {case}")
    kitty = rules.kitty_size and max(kitty, 1)
    # Few ranks, so that suits are contested.
    deck = [card for card in DECK + ["BJ", "LJ"][:jokers] if card[1] in "AKQJT2"]
    cards = draw.sample(deck, hands * size + kitty)
    dealt = [cards[size * hand : size * (hand + 1)] for hand in range(hands)]
    deal = ws.Deal(dealt, cards[hands * size :] or None)
    dealer = draw.randrange(rules.players)
    walk, state = Walk(deal, rules, scores), HandState(deal, rules, dealer=dealer, scores=scores)
    found = ws.par(deal, dealer, rules=rules, scores=scores)
    assert found.points == tuple(map(float, walk.best(state))), (str(deal), dealer)
    assert walk.leaves > 10
    # The calls given are legal, and end in one of the contracts that reach par.
    for player, call in found.calls:
        assert state.to_act == player
        state.push(call)
    assert state.stage not in ("auction", "hand_option")
    for each in found.contracts:
        # As good for everybody, perhaps by other points: those less the mean of all.
        mean = (sum(each.points) - sum(found.points)) / len(found.points)
        assert [points - mean for points in each.points] == pytest.approx(found.points)
    bids = [(player, call) for player, call in found.calls if isinstance(call, ws.game.Bid)]
    if not bids:
        assert not any(found.points)
        return
    player, bid = bids[-1]
    assert (bid.level, player) in {(each.contract.level, each.contract.declarer) for each in found.contracts}
    assert found.calls[0][1] in found.best_first_calls
    assert dict(found.first_calls)[found.calls[0][1]] == found.points


BARE_BOOKS = Rules.preset("bid_whist_no_kitty", bid_base=0)
SACRIFICE = "N:AK... QJ... T9... 87..."


def sacrificed(**asked):
    return ws.par(SACRIFICE, "W", rules=BARE_BOOKS, **asked)


def test_the_score_changes_what_is_par():
    """Nobody is set for less than the game, and who needs but a little to win bids no more than that."""
    for threads in (1, 2):
        assert sacrificed(threads=threads).points == (0, -3, 0, -3)
    # At -3 a bid of three that is set loses the game, and so does letting the others make four at +1.
    lost = sacrificed(scores=(1, -3))
    assert lost.points[0] - lost.points[1] >= 2
    assert sacrificed(scores=(1, -3, 1, -3)) == lost
    # East's sacrifice costs three points; as the second missed bid it would cost the game.
    plain, nothing = sacrificed(), ws.game.Standing((0,) * 4, 3, (0,) * 4, (0,) * 4, (0,) * 4)
    assert str(plain.contracts[0].contract) == "3S+ by E" and sacrificed(scores=nothing) == plain
    found = sacrificed(scores=dataclasses.replace(nothing, sets=(0, 1, 0, 1)))
    assert {each.contract.declarer % 2 for each in found.contracts} == {0} and found.points[0] > 0
    with pytest.raises(WhistError, match="dealer 1 is wrong: expected 3, who deals by the standing"):
        ws.par(SACRIFICE, "E", rules=BARE_BOOKS, scores=nothing)


def test_a_hand_that_nobody_bids_is_thrown_in():
    rules = Rules.preset("bid_whist_seed", all_pass="redeal_same_dealer", jokers=0)
    found = ws.par("N:2.3.4. 3.4.5. 4.5.6. 5.6.7. | 8...", "N", rules=rules)
    assert found.points == (0, 0, 0, 0) and not found.contracts
    assert [str(call) for _, call in found.calls] == ["Pass"] * 4


def test_what_cannot_be_solved_is_refused():
    removed = Rules.preset("bid_whist_seed", joker_no_trump="removed", hand_size=None, kitty_size=6)
    exchanged = Rules.preset("bid_whist_seed", joker_no_trump="exchanged", bid_base=0)
    dummies = Rules.preset("double_dummy_seed", jokers=2, bid_base=0)
    cases = [
        (("N:A... K... Q... J...", Rules.preset("whist_seed")), "no auction"),
        (("N:A2.... K....B Q.2... J.3... | .45..", exchanged), "expected number"),
        (("N:A.2... K.3... Q.4... J.5... | .67...", dummies), "two dummies"),
        ((ws.Deal.random(1, removed), removed), "each of 18564 discards is searched by itself"),
    ]
    assert_refused(lambda asked: ws.par(asked[0], "N", rules=asked[1]), RulesError, cases)
    scores = [((1, 2, 3), "expected one each for 4 players"), ((9, 0), "it ends the game")]
    assert_refused(lambda given: sacrificed(scores=given), WhistError, scores)


def test_the_verb_says_what_the_function_says():
    asked = (SACRIFICE, "--dealer", "W", "--rules", "bid_whist_no_kitty", "--set", "bid_base=0")
    said, found = json.loads(done("par", *asked, "--json")), sacrificed()
    assert said == {"deal": SACRIFICE, "dealer": "W", **found.as_dict()}
    assert said["points"] == list(found.points) == [0, -3, 0, -3]
    assert said["calls"] == [["NESW"[player], str(call)] for player, call in found.calls]
    three_spades = {"level": 3, "strain": "S+", "declarer": "E", "tricks": 0, "points": [0, -3, 0, -3]}
    assert said["contracts"][0] == found.contracts[0].as_dict() == three_spades
    assert said["best_first_calls"] == [str(call) for call in found.best_first_calls]
    shown = done("par", *asked)
    assert shown.startswith("par         3♠↑ by W: E -3 W -3\n") and "3♠↑ by E: 0 tricks" in shown
    assert refused("par", "N:A... K... Q... J... | 2...").startswith("Missing option '--dealer'")
    wrong = refused("par", NO_TRUMP, "--scores", "1,x")
    assert wrong == "--scores '1,x' are wrong: expected whole numbers, such as 5,-2"

"""`evaluate_cards`: exact endings against all layouts, no peeking, wrong requests, and alpha-mu."""

import itertools
import json
import pickle
import random
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from tests.oracle.information_sets import Question, card_chances
from tests.oracle.minimax import card_values
from tests.oracle.positions import Problem
from tests.support.hands_played import pushed, to_play, trick_with_reneges
from tests.support.thorough import by_default

import whistsolve as ws
from whistsolve.advice import CallModel
from whistsolve.advice.calls.callers import at_table
from whistsolve.advice.calls.rollout import self_play_equity
from whistsolve.advice.card_sampler import CardSampler
from whistsolve.advice.cards_request import CardRequest
from whistsolve.advice.request import read_state
from whistsolve.advice.simulation import SimulationOptions
from whistsolve.errors import ActError, LayoutError, RulesError, WhistError
from whistsolve.evaluation import TablePlay
from whistsolve.game import Auction, Claim, HandState, Play
from whistsolve.inference import Knowledge, LayoutPosterior, Layouts, PlayModel
from whistsolve.inference.trick_in_progress import rules_of_trick
from whistsolve.rules import Rules

SEED = Rules.preset("bid_whist_seed")
#: The kitty is not shown, so that any of the declarer's cards may have been in it.
HIDDEN = SEED.with_options(sport_kitty="never")
NO_KITTY = Rules.preset("bid_whist_no_kitty")
#: The cards played are no evidence.
UNBELIEVED = PlayModel(trust=0)


@cache
def model_of(rules, trust):
    """A model of calls that is believed or not; what the declarer chose is no evidence."""
    return CallModel(rules, trust=trust, declarer_trust=0)


def in_play(rules, seed, cards, strain="S+", **start):
    """A hand in which so many cards were played at random."""
    rng = random.Random(seed)
    state = HandState.random(seed, rules, dealer=seed % rules.players, **start)
    if rules.trump_rule == "declared":
        to_play(state, strain, seed % rules.players)
    while state.stage == "hand_option":
        state.push("keep")
    for _ in range(cards):
        state.push(rng.choice([act for act in state.legal_acts() if isinstance(act, Play)]))
    return state


def with_choice(rules, cards, seed=0, **start):
    """The first such hand in which several cards are legal."""
    states = (in_play(rules, number, cards, **start) for number in itertools.count(seed))
    return next(state for state in states if len(state.legal_cards) > 1)


def ask(state, **changes):
    """A quick request of the player to act."""
    return ws.evaluate_cards(state.view(state.to_act), **{"samples": 12, "seed": 3, **changes})


def all_layouts(state):
    """Hands that the player to act cannot rule out, and what the declarer's side takes after each card."""
    trick = state.snapshot.trick
    leader = trick[0].hand if trick else state.to_act
    for layout in Layouts(Knowledge.of_view(state.view(state.to_act))).all():
        held = [set(hand) for hand in layout[:4]]
        for played in trick:
            held[played.hand].add(played.card)
        texts = tuple(str(ws.Hand(hand)) for hand in held)
        problem = Problem(texts, str(state.strain), leader, state.declarer, tuple(map(str, trick)))
        yield layout, card_values(problem.position(), problem.side)


def test_an_ending_is_the_mean_of_all_layouts():
    for rules, cards, seed in ((NO_KITTY, 43, 7), (NO_KITTY, 42, 20), (HIDDEN, 43, 10)):
        state = with_choice(rules, cards, seed)
        report = ask(state, samples=100_000, model=model_of(rules, 0.0), play_model=UNBELIEVED)
        tricks = [values for _, values in all_layouts(state)]
        assert report.exact and report.samples == len(tricks) == report.effective_sample_size > 1, cards
        contract, seat = state.contract, state.to_act
        left, own = len(state.hands[seat]), seat % 2 == contract.declarer % 2
        won = sum(state.tricks_won[player] for player in (contract.declarer, (contract.declarer + 2) % 4))
        needed = contract.level + rules.bid_base - rules.books_from_kitty - won
        assert {str(row.card) for row in report.rows} == set(tricks[0])
        for row in report.rows:
            values = np.array([values[str(row.card)] for values in tricks])
            assert row.tricks == pytest.approx((values if own else left - values).mean())
            assert row.make == pytest.approx((values >= needed).mean())
            assert row.tricks_error == row.make_error == row.points_error == row.equity_error == 0


def test_layouts_weigh_as_much_as_the_calls_make_them():
    """Hands were called when they had thirteen cards."""
    state = with_choice(NO_KITTY, 44, 30)
    given = model_of(NO_KITTY, 1.0)
    before = read_state((0, 0), NO_KITTY, state.dealer)
    equity = self_play_equity(given)
    model = at_table(given, state.to_act, state.dealer, before, equity, ())
    weights, tricks = [], []
    for layout, values in all_layouts(state):
        hands = [set(hand) for hand in layout[:4]]
        for played in state.snapshot.plays:
            hands[played.hand].add(played.card)
        auction, weight = Auction.start(NO_KITTY, state.dealer), 1.0
        for player, call in state.calls:
            if player != state.to_act:
                held = np.array([ws.Hand(hands[player]).mask], dtype=np.uint64)
                weight *= float(model.likelihood(auction, call, held)[0])
            auction = auction.after(call)
        weights.append(weight)
        tricks.append(values)
    report = ask(state, samples=100_000, model=given, play_model=UNBELIEVED)
    own = state.to_act in (state.declarer, (state.declarer + 2) % 4)
    assert report.exact and max(weights) > 1.05 * min(weights)
    for row in report.rows:
        mean = np.average([values[str(row.card)] for values in tricks], weights=weights)
        assert row.tricks == pytest.approx(mean if own else 2 - mean)


def test_threads_do_not_matter_and_seeds_do():
    state = with_choice(SEED, 24, 40)
    one, three = ask(state, threads=1), ask(state, threads=3)
    assert one == three and one.as_dict() == three.as_dict() and str(one) == str(three)
    assert one != ask(state, seed=4)


def test_a_report_as_text_page_and_data():
    state = with_choice(SEED, 30)
    report = ask(state)
    assert {row.card for row in report.rows} == set(state.legal_cards)
    assert report.seat == report.to_play == state.to_act and report.hand == state.hands[report.seat]
    assert (report.contract, report.method, report.discards) == (state.contract, "pimc", None)
    assert report.best.value == max(row.value for row in report.rows)
    assert str(report).splitlines()[3].split() == ["card", "tricks", "make", "points", "win"]
    assert str(report).startswith(f"play {report.best}: ") and "discard" not in str(report)
    assert "<table" in report._repr_html_()
    data = json.loads(json.dumps(report.as_dict()))
    expected = {"best": str(report.best), "method": "pimc", "contract": str(report.contract), "strain": "S+"}
    assert data | expected == data
    assert [row["card"] for row in data["rows"]] == [str(row.card) for row in report.rows]
    assert pickle.loads(pickle.dumps(report)) == report


def test_everyone_for_himself_defends_together():
    """What the declarer does not take is theirs, and what is made is the declarer's contract."""
    rules = Rules.preset("cutthroat_4")
    states = (with_choice(rules, 40, seed) for seed in range(0, 200, 5))
    state = next(state for state in states if state.to_act != state.declarer and not state.trick)
    seat = state.to_act
    known = Knowledge.of_view(state.view(seat))
    for player in range(4):
        known = known.with_cards(player, state.hands[player])
    report = ask(state, knowledge=known)
    problem = Problem(tuple(map(str, state.hands)), "S+", seat, state.declarer, partners=False)
    values = card_values(problem.position(), problem.side)
    assert report.exact and report.best.equity is not None
    assert {str(row.card): len(report.hand) - row.tricks for row in report.rows} == values


def test_a_dummy_is_played_by_its_owner():
    """All hands of two players and two dummies are seen: they are one layout."""
    for preset in ("dummy_seed", "double_dummy_classic"):
        states = (in_play(Rules.preset(preset), seed, 29) for seed in range(40))
        state = next(
            each for each in states if each.hand_to_play != each.to_act and len(each.legal_cards) > 1
        )
        report = ask(state, samples=4)
        assert report.to_play == state.hand_to_play != report.seat == state.to_act, preset
        assert report.exact and (report.samples == 1) == (preset == "double_dummy_classic")
        assert report.hand == state.hands[report.to_play]
        assert {row.card for row in report.rows} == set(state.legal_cards)


def test_a_led_joker_names_a_suit():
    rules = Rules.preset("bid_whist", joker_lead_no_trump="leader_names_suit", jokers=2)
    states = (in_play(rules, seed, 4 * (seed % 6), "NT+") for seed in range(200))
    state = next(
        each for each in states if not each.trick and any(card.is_joker for card in each.legal_cards)
    )
    report = ask(state, samples=3)
    named = [str(row) for row in report.rows if row.card.is_joker]
    assert len(named) % 4 == 0 and len(set(named)) == len(named) and named[0][2] == ":"
    assert all((row.named is None) != row.card.is_joker for row in report.rows)


def test_the_books_of_the_first_trick_count_once():
    """Where the first trick brings the kitty's book, it counts two as long as it is not won."""
    rules = SEED.with_options(kitty_book="first_trick_winner")
    assert [rules_of_trick(rules, tricks).kitty_book for tricks in (0, 1)] == ["first_trick_winner", "bidder"]
    first, later = with_choice(rules, 1), with_choice(rules, 5)
    assert ask(first, samples=2).best.most_tricks == 13 and ask(later, samples=2).best.most_tricks == 11


def test_reneges_prove_nothing():
    state = to_play(HandState.random(2, SEED.with_options(renege_mode="detect_and_call"), dealer=1), "S+", 0)
    trick_with_reneges(state)
    assert {row.card for row in ask(state, samples=2).rows} == set(state.legal_cards)


def test_knowledge_adds_to_the_view():
    """Once all is known there is one layout; few are listed, whatever the number of samples."""
    assert ask(few := with_choice(NO_KITTY, 40, 5)).exact and 12 < ask(few).samples <= 500
    state = with_choice(SEED, 24, 2)
    known = Knowledge.of_view(state.view(state.to_act))
    assert ask(state, knowledge=known) == ask(state)
    for player in {0, 1, 2, 3} - {state.to_act}:
        known = known.with_cards(player, state.hands[player])
    report = ask(state, knowledge=known)
    assert report.exact and report.samples == 1


def test_knowledge_may_not_contradict_the_view():
    state = in_play(SEED, 1, 24)
    seat, view = state.to_act, state.view(state.to_act)
    known, other = Knowledge.of_view(view), (seat + 1) % 4
    hand, void = next(
        (hand, card)
        for hand in range(4)
        for card in known.barred[hand]
        if hand != seat and card not in known.known[seat]
    )
    # What somebody takes to be so who did not watch: a hand that has shown a void holds the suit.
    free = Knowledge.of_hand(view.hand, rules=SEED, seat=seat, deck=known.deck, sizes=known.sizes)
    earlier, later = (Knowledge.of_view(in_play(SEED, 1, cards).view(seat)) for cards in (23, 28))
    cases = {
        "was played: expected knowledge of the cards left": earlier,
        r"of hands of \(5, 5, 5, 5\) cards: expected \(6, 6, 6, 6\), as they are now": later,
        f"is of player {other}: expected player {seat}": Knowledge.of_view(state.view(other)),
        "of other rules": Knowledge.of_view(in_play(NO_KITTY, 1, 8).view(0)),
        "layout": known.where(lambda layout: False),
        str(void): free.with_cards(hand, [void]),
    }
    for message, knowledge in cases.items():
        with pytest.raises(LayoutError, match=message):
            ask(state, knowledge=knowledge)
    with pytest.raises(LayoutError):
        ask(in_play(SEED, 3, 24), knowledge=Knowledge.of_view(in_play(SEED, 2, 24).view(0)))


def test_short_deals_need_their_deck():
    state = to_play(HandState("N:AQ... K2... JT... 98...", NO_KITTY, dealer="W"), "NT+", 0)
    view = state.view(state.to_act)
    with pytest.raises(LayoutError, match="expected deck, the cards that were dealt"):
        ws.evaluate_cards(view)
    deck = [card for hand in state.deal.hands for card in hand]
    report = ws.evaluate_cards(view, knowledge=Knowledge.of_view(view, deck=deck), samples=100)
    assert report.exact and report.samples == 90


def test_wrong_requests():
    state, whist = in_play(SEED, 1, 8), in_play(Rules.preset("whist"), 1, 8)
    other = (state.to_act + 1) % 4
    for asked, changes, error, message in (
        (state, {"time_limit": 0}, WhistError, "time_limit 0 is wrong: expected seconds, a number above 0"),
        (state, {"time_limit": float("nan")}, WhistError, "time_limit nan is wrong"),
        (state, {"time_limit": "soon"}, WhistError, "time_limit 'soon' is wrong"),
        (state, {"method": "PIMC"}, WhistError, "method 'PIMC' is wrong: expected 'pimc'"),
        (state, {"method": 1}, WhistError, "method 1 is wrong"),
        (whist, {"model": model_of(SEED, 0.5)}, RulesError, "whist takes no model or equity"),
        (state, {"model": model_of(NO_KITTY, 1.0)}, RulesError, "the model of calls is of other rules"),
    ):
        with pytest.raises(error, match=message):
            ask(asked, **changes)
    claimed = pushed(in_play(SEED.with_options(claims="agreed"), 1, 8), Claim(2))
    settled = in_play(SEED.with_options(renege_mode="detect_and_call"), 1, 48)
    for view, message in (
        (None, "view None is wrong: expected a HandView"),
        (state, "view .* is wrong: expected a HandView"),
        (claimed.view(claimed.to_act), "at the stage 'claim': expected a card to be played"),
        (settled.view(0), "at the stage 'settlement': expected a card to be played"),
        (state.view(other), f"not the turn of player {other}: expected the view of player {state.to_act}"),
    ):
        with pytest.raises(ActError, match=message):
            ws.evaluate_cards(view)


def test_the_declarers_own_cards_are_corrected_for_play_at_the_table():
    """By the matrix of `TablePlay`, in part, within the tricks of layouts; the fewest are not at stake."""
    state = in_play(SEED, 2, 0)
    assert state.to_act == state.declarer
    solved, played = ask(state, play="double_dummy"), ask(state)
    assert (solved.play, played.play) == ("double_dummy", "table")
    request = CardRequest(state.view(state.to_act))
    sampler = CardSampler(request, SimulationOptions.read(SEED, 12, seed=3))
    assert sampler.run() == played
    tricks = sampler._tricks.astype(int)
    assert tricks.mean(axis=0) == pytest.approx([row.tricks for row in solved.rows])
    for own, before, after in zip(tricks.T, solved.rows, played.rows, strict=True):
        low, high = own.min(), own.max() + 1
        inside = TablePlay().matrix(no_trump=False, tricks=12 - low)[: high - low, : high - low]
        inside = inside / inside.sum(axis=1, keepdims=True)
        assert after.tricks == pytest.approx((inside[own - low] @ np.arange(low, high)).mean())
        assert after.make != before.make or low == high - 1


def test_what_is_believed_of_the_other_hands():
    """Means over all layouts; by chance every free place of a hand without a void is alike."""
    state = in_play(NO_KITTY, 3, 40)
    view = state.view(state.to_act)
    report = ask(state, samples=100_000, play_model=UNBELIEVED, model=model_of(NO_KITTY, 0.0))
    layouts = LayoutPosterior(Knowledge.of_view(view)).enumerate().layouts
    assert report.exact and len(layouts) > 20
    assert {each.hand for each in report.believed} == {0, 1, 2, 3} - {view.player}
    for each in report.believed:
        suit = ("clubs", "diamonds", "hearts", "spades", "jokers").index(each.suit)
        mask = 0b11 << 52 if suit == 4 else 0x1FFF << 13 * suit
        held = [(int(row[each.hand]) & mask).bit_count() for row in layouts]
        assert each.cards == pytest.approx(np.mean(held)) and (each.by_chance > 0) == (max(held) > 0)
    unseen = (Knowledge.of_view(view).deck - view.hand).mask
    for name, mask in (("spades", 0x1FFF << 39), ("hearts", 0x1FFF << 26)):
        some = [each for each in report.believed if each.suit == name]
        for total in (sum(each.cards for each in some), sum(each.by_chance for each in some)):
            assert total == pytest.approx((unseen & mask).bit_count())
    assert report.as_dict()["believed"][0] == report.believed[0].as_dict()
    early = ask(with_choice(SEED, 1))
    most = max(early.believed, key=lambda each: abs(each.cards - each.by_chance))
    assert f"{most.name} {most.cards:.1f} {most.suit}" in early.reason


#: A declarer who sees the dummy and leads; contracts are of as many tricks as their level.
TOY = Rules.preset("dummy_seed", bid_base=0)
#: Declarer, the next player, the dummy, the last: seats of the table, as hands of the game.
ROUND = (0, 1, 3, 2)
DECK = [suit + rank for suit in "SH" for rank in "AKQJT987"]


class Ending:
    """A few cards a hand, and a contract of so many tricks."""

    def __init__(self, hands, tricks):
        self.tricks, self.hands = tricks, [ws.Hand(hand) for hand in hands]
        deal = ws.Deal([self.hands[ROUND.index(hand)] for hand in range(4)])
        self.state = to_play(HandState(deal, TOY, dealer=2), "NT+", 0, level=tricks)
        deck = [card for hand in self.hands for card in hand]
        self.known = Knowledge.of_view(self.state.view(0), deck=deck)

    def with_a_card_of_each_rival(self, hands):
        self.known = self.known.with_cards(1, hands[1][:1]).with_cards(2, hands[3][:1])
        return self

    def truth(self):
        """Of each card the chance that the contract is made, by the best of all strategies."""
        layouts = list(Layouts(self.known).all())
        positions = [Problem(tuple(str(each[hand]) for hand in ROUND), "NT+").position() for each in layouts]
        question = Question(frozenset({0, 2}), frozenset({0, 2}), self.tricks)
        found = card_chances(question, positions, [1] * len(layouts))
        return {card: Fraction(round(made), len(layouts)) for card, made in found.items()}

    def ask(self, method, depth=2, layouts=6):
        report = ws.evaluate_cards(
            self.state.view(0), knowledge=self.known, samples=64, method=method, depth=depth, threads=1,
            memory_mb=4,
        )  # fmt: skip
        assert report.exact and report.method == method and report.samples == layouts
        return report


def makes(report):
    return {str(row.card): row.make for row in report.rows}


@pytest.mark.parametrize(("first", "endings"), by_default(1, [(0, 8), (8, 340)]))
def test_over_random_endings_it_is_never_below_pimc(first, endings):
    """By the value of the game once the chosen card is played, against every strategy."""
    chosen = dict.fromkeys((("pimc", 1), ("alpha_mu", 2), ("alpha_mu", 3)), Fraction(0))
    for seed in range(first, first + endings):
        rng = random.Random(seed)
        cards = [ws.Card.from_text(card) for card in rng.sample(DECK, 12)]
        hands = [cards[3 * seat : 3 * seat + 3] for seat in range(4)]
        ending = Ending(hands, rng.randint(1, 3)).with_a_card_of_each_rival(hands)
        truth, reports = ending.truth(), {way: ending.ask(*way) for way in chosen}
        for way, report in reports.items():
            chosen[way] += truth[str(report.best.card)]
        pimc, two, three = map(makes, reports.values())
        for card, best in truth.items():
            assert pimc[card] + 1e-9 >= two[card] >= three[card] - 1e-9 >= float(best) - 2e-9, seed
        assert makes(ending.ask("alpha_mu", 1)) == pytest.approx(pimc)
    pimc, *better = chosen.values()
    assert min(better) >= pimc, chosen


def test_strategy_fusion():
    """A guess that PIMC believes to guess right later, and a line that is better than a guess."""
    for declarer, following, dummy, last, tricks in (
        # Declarer, next, dummy, last, tricks. In the first two a line is certain.
        ("S8 HA HJ", "S9 SQ S7", "SA SK SJ", "HK HQ H7", 3),
        ("SA SJ HQ", "HT SK SQ", "HA H9 H7", "S7 HK H8", 2),
        ("ST S9 H8", "S8 SA HT", "SK HA HQ", "H7 HK H9", 2),
        ("SQ ST H9", "H7 SJ S9", "SK HQ HT", "S8 HA HJ", 2),
    ):
        hands = [hand.split() for hand in (declarer, following, dummy, last)]
        ending = Ending(hands, tricks).with_a_card_of_each_rival(hands)
        truth, pimc, better = ending.truth(), ending.ask("pimc").best, ending.ask("alpha_mu").best
        assert truth[str(pimc.card)] < truth[str(better.card)] == max(truth.values()), declarer
        assert pimc.make > truth[str(pimc.card)]
        assert better.make == better.aim == pytest.approx(float(max(truth.values())))


def test_defenders_aim_to_beat_the_contract():
    aimed = 0
    for seed in (0, 20, 40):
        state = with_choice(NO_KITTY, 37, seed)
        report, plain = (ask(state, method="alpha_mu", samples=24, depth=depth) for depth in (2, 1))
        assert (report.method, report.depth) == ("alpha_mu", 2)
        drawn = ask(state, method="pimc", samples=24, play="double_dummy")
        by_chance = {row.card: row.make for row in drawn.rows}
        assert {row.card: row.make for row in plain.rows} == pytest.approx(by_chance, abs=0.1)
        declares = report.to_play % 2 == report.contract.declarer % 2
        for row, first in zip(report.rows, plain.rows, strict=True):
            assert row.make == pytest.approx(row.aim if declares else 1 - row.aim)
            assert row.aim <= first.aim + 1e-9 and row.tricks == first.tricks
        assert report.best.aim == max(row.aim for row in report.rows)
        aimed += not declares
    assert aimed


def test_where_pimc_takes_its_place():
    """Before eight cards are left, and where a joker that is led names a suit."""
    early, late = with_choice(SEED, 12, 4), with_choice(SEED, 20, 4)
    plain = ask(early)
    assert len(plain.hand) == 9 and plain.depth is None and ask(early, method="alpha_mu") == plain
    report = ask(late, method="alpha_mu", samples=1000)
    assert len(report.hand) < 9 and (report.method, report.depth, report.samples) == ("alpha_mu", 2, 64)
    assert (report.as_dict()["method"], report.as_dict()["depth"]) == ("alpha_mu", 2)
    assert report == ask(late, method="alpha_mu", samples=1000, threads=2)
    for depth in (0, 4, "two"):
        with pytest.raises(WhistError, match=r"depth .* is wrong: expected a whole number from 1 to 3"):
            ask(late, depth=depth)


def test_layouts_beyond_a_word_of_bits_are_all_taken():
    """A K 9 3 opposite Q 8 4 2, all four tricks wanted: 70 layouts."""
    ending = Ending(("SA SK S9 S3", "SJ ST S7 HA", "SQ S8 S4 S2", "S6 S5 HK HQ"), 4)
    pimc, aims = (makes(ending.ask(method, 3, 70)) for method in ("pimc", "alpha_mu"))
    assert all(aims[card] <= pimc[card] + 1e-9 for card in aims)
    # Both rivals may have four: a top honour shows who has them.
    assert aims["SA"] == aims["SK"] == pytest.approx(64 / 70) and max(aims["S9"], aims["S3"]) < 64 / 70

"""`PlayModel`: the kernel against slow and plain Python, posteriors by hand, the effective sample size."""

import itertools
import math
import random

import numpy as np
import pytest
from tests.support.hands_played import to_play
from tests.support.thorough import by_default

from whistsolve import Hand, Rules, WhistError, _kernels
from whistsolve.game import HandState, Play
from whistsolve.game.hand.trick_rules import CardPlayed, TrickRules
from whistsolve.inference import Knowledge, LayoutPosterior, Layouts, PlayModel
from whistsolve.inference.play_model import play_weights
from whistsolve.inference.plays_seen import PlaysSeen
from whistsolve.inference.posterior import _effective, _tempered

WEIGHTS = [list(each.values()) for each in play_weights().values()]

JOKERS = 3 << 52
DECK = (1 << 54) - 1


class PlainPolicy:
    """The policy once more, card by card: what each hand chose from in one layout."""

    def __init__(self, state, hands, aside):
        self.state, self.strain = state, state.strain
        self.rules = TrickRules(state.rules, state.strain)
        self.deck = set(state.rules.deck)
        if state.strain.is_no_trump and state.rules.joker_no_trump == "removed":
            self.deck -= set(Hand.from_mask(JOKERS))
        self.aside = aside
        self.hands = [set(hand) for hand in hands]
        for played in state.snapshot.plays:
            self.hands[played.hand].add(played.card)
        self.gone, self.led, self.void = set(), [set() for _ in hands], [set() for _ in hands]

    def suit(self, card):
        found = self.rules.suit_of(card)
        return 4 if found is None else found

    def height(self, card):
        return card.index - 39 if card.is_joker else self.strain.height(card.rank)

    def probabilities(self):
        """Of every play of the hand so far."""
        found = []
        for plays in (*(trick.plays for trick in self.state.tricks), self.state.snapshot.trick):
            for number, played in enumerate(plays):
                found.append(self.probability(plays[:number], played))
                self.see(plays[:number], played)
            self.gone |= {played.card for played in plays}
        return found

    def see(self, trick, played):
        follow = self.rules.suit_to_follow(trick)
        suit = self.rules.suit_of(played.card)
        if not trick:
            self.led[played.hand].add(self.suit(played.card))
        elif follow is not None and suit != follow and not (suit is None and self.strain.is_no_trump):
            self.void[played.hand].add(follow)
        self.hands[played.hand].remove(played.card)

    def probability(self, trick, played):
        held, table = self.hands[played.hand], {each.card for each in trick}
        mask = sum(1 << card.index for card in held)
        legal = set(Hand.from_mask(self.rules.lawful(mask, trick)))
        hidden = self.deck - self.gone - table - held
        if played.hand == self.state.declarer:
            hidden -= self.aside
        runs = []
        for card in sorted(held, key=lambda card: (self.suit(card), self.height(card))):
            between = None
            if runs and self.suit(runs[-1][-1]) == self.suit(card):
                low, high = self.height(runs[-1][-1]), self.height(card)
                others = [other for other in hidden | table if self.suit(other) == self.suit(card)]
                between = any(low < self.height(other) < high for other in others)
            if between is False:
                runs[-1].append(card)
            else:
                runs.append([card])
        weights = np.array(WEIGHTS[self.context(trick, played.hand, held)]) / 100
        utilities, chosen, winner_seen = [], None, False
        for run in runs:
            if run[0] not in legal:
                continue
            traits = self.traits(trick, played.hand, held, hidden, runs, run)
            if traits[0]:
                traits[1] = 0.0 if winner_seen else 1.0
                winner_seen = True
            utilities.append(float(weights @ np.array(traits)))
            if played.card in run:
                chosen = len(utilities) - 1, len(run)
        assert chosen is not None
        total = sum(math.exp(each) for each in utilities)
        return math.exp(utilities[chosen[0]]) / total / chosen[1]

    def sides(self, hand):
        partners = [other for other in self.state.seating.side_hands(hand) if other != hand]
        order = self.state.seating.order
        return partners, [other for other in order if other != hand and other not in partners]

    def context(self, trick, hand, held):
        trumps, declarer = not self.strain.is_no_trump, self.state.declarer
        follow = self.rules.suit_to_follow(trick)
        if not trick:
            declares = declarer is not None and declarer in self.state.seating.side_hands(hand)
            return (0 if trumps else 2) + (not declares)
        ours = self.rules.winner(trick) in self.sides(hand)[0]
        last = len(trick) == len(self.state.seating.order) - 1
        if follow is not None and any(self.suit(card) == follow for card in held):
            return 4 if len(trick) == 1 and not last else 5 + 2 * last + (not ours)
        return 9 + 2 * last + (not ours) if trumps else 13 + (not ours)

    def traits(self, trick, hand, held, hidden, runs, run):
        """Of the play, in the order of the weights."""
        card, suit = run[0], self.suit(run[0])
        partners, opponents = self.sides(hand)
        follow = self.rules.suit_to_follow(trick)
        wins = follow is not None and self.rules.winner((*trick, CardPlayed(hand, card))) == hand
        of_suit = [other for other in held if self.suit(other) == suit]
        unseen = [other for other in hidden if self.suit(other) == suit]
        above = sum(self.height(other) > self.height(card) for other in unseen)
        lower = sum(
            self.suit(other[0]) == suit and self.height(other[0]) < self.height(card) for other in runs
        )
        plain = suit < 4
        trump = plain and not self.strain.is_no_trump and suit == "CDHS".index(self.strain.trump)
        height = self.height(card) if plain else card.index - 52
        told = [(each, who) for each in (self.led, self.void) for who in (partners, opponents)]
        found = [
            *(wins, 0, plain and above == 0, plain and above == 1, min(above, 4) / 4),
            *(lower == 0, min(lower, 4) / 4, trump, len(of_suit) / 4, plain and len(of_suit) == 1),
            len(run) > 1,
            *(any(suit in suits[other] for other in who) for suits, who in told),
            *(not plain, wins and above == 0, trump and above == 0, min(height, 12) / 12, len(unseen) / 13),
        ]
        return [float(each) for each in found]


def in_play(rules, strain, seed, cards, declarer=None, dealer=None):
    """A hand in which so many cards were played at random."""
    rng, player = random.Random(seed), seed % rules.players
    state = HandState.random(seed, rules, dealer=player if dealer is None else dealer)
    to_play(state, strain, player if declarer is None else declarer)
    while sum(len(trick.plays) for trick in state.tricks) + len(state.snapshot.trick) < cards:
        state.push(rng.choice([act for act in state.legal_acts() if isinstance(act, Play)]))
    return state


def moved_by(posterior, drawn, cards, columns, within):
    """How far the posterior is from the prior; draws, layouts and weights, follow the posterior."""
    exact, moved = posterior.enumerate(), 0.0
    assert drawn[1].min() > 0
    for card, column in itertools.product(cards, columns):
        held, listed = (
            rows[:, column] & np.uint64(1 << card.index) != 0 for rows in (drawn[0], exact.layouts)
        )
        expected = float(exact.weights[listed].sum())
        assert np.average(held, weights=drawn[1]) == pytest.approx(expected, abs=within), (str(card), column)
        moved = max(moved, abs(expected - float(listed.mean())))
    return moved


def hands_of(state, row):
    return [set(Hand.from_mask(row[hand])) for hand in range(len(state.hands))]


#: Of each kind of contract, and of what jokers do in no trump; by default the first of them.
GAMES = [
    ("bid_whist", {}, "H+"),
    ("bid_whist_seed", {}, "S-"),
    ("bid_whist_no_kitty", {}, "NT+"),
    ("cutthroat_3", {}, "NT-"),
    ("cutthroat_5", {}, "H+"),
    ("bid_whist", {"joker_no_trump": "high_no_suit"}, "NT+"),
    ("bid_whist", {"joker_no_trump": "must_discard_first_void"}, "NT+"),
    ("bid_whist", {"joker_no_trump": "removed", "hand_size": None}, "NT+"),
    ("bid_whist", {"joker_lead_no_trump": "leader_names_suit"}, "NT+"),
    ("bid_whist", {"joker_lead_no_trump": "free_play"}, "NT-"),
    ("bid_whist", {"joker_any_time": True, "joker_no_trump": "high_no_suit"}, "NT+"),
    *itertools.product(
        ("bid_whist", "bid_whist_no_kitty", "cutthroat_3", "cutthroat_5"), [{}], ("H+", "S-", "NT+", "NT-")
    ),
]


@pytest.mark.parametrize(("preset", "changes", "strain"), by_default(11, GAMES), ids=str)
def test_the_kernel_agrees_with_plain_python(preset, changes, strain):
    rules = Rules.preset(preset, **changes, renege_mode="enforce")
    compared = 0
    for seed, cards in ((1, 13), (2, 26), (3, 39)):
        state = in_play(rules, strain, seed, cards)
        view = state.view(state.to_act)
        known = Knowledge.of_view(view)
        layouts = Layouts(known).draw(3, seed)
        found = PlayModel().likelihoods(PlaysSeen.of_view(view, known.deck.mask), layouts)
        assert found.min() > 0
        for row, probabilities in zip(layouts.tolist(), found, strict=True):
            aside = set(Hand.from_mask(row[-1])) if known.rest == "discards" else set()
            every = PlainPolicy(state, hands_of(state, row), aside).probabilities()
            plays = zip(every, state.snapshot.plays, strict=True)
            expected = [each for each, played in plays if played.hand != view.player]
            assert probabilities == pytest.approx(expected)
            compared += len(expected)
    assert compared > 100


def ending(cards):
    """A hand after so many cards: the view of the player to act, what they know, and the plays seen."""
    state = in_play(Rules.preset("bid_whist_no_kitty"), "S+", 4, cards)
    view = state.view(state.to_act)
    known = Knowledge.of_view(view)
    return state, view, known, PlaysSeen.of_view(view, known.deck.mask)


def test_the_posterior_is_that_of_plays_one_by_one():
    """Bayes' rule by hand: each play in turn multiplies every layout by its likelihood, in part."""
    state, view, known, plays = ending(42)
    rows = LayoutPosterior(known).enumerate().layouts.tolist()
    assert len(rows) > 20
    chances = np.array([PlainPolicy(state, hands_of(state, row), set()).probabilities() for row in rows])
    for trust in (0.0, 0.6, 1.0):
        found = LayoutPosterior(known, plays=plays, play_model=PlayModel(trust=trust)).enumerate()
        assert found.layouts.tolist() == rows
        weights = np.full(len(rows), 1 / len(rows))
        for played, chance in zip(state.snapshot.plays, chances.T, strict=True):
            if played.hand != view.player:
                weights = weights * (trust * chance / (weights @ chance) + 1 - trust)
        assert found.weights == pytest.approx(weights), trust
        assert (found.weights > 0).all() and found.effective_sample_size == len(rows)
        assert (np.ptp(weights) > 1e-3) == (trust > 0)


def test_draws_follow_the_posterior():
    _, view, known, plays = ending(40)
    posterior = LayoutPosterior(known, plays=plays, play_model=PlayModel(trust=0.5))
    drawn = posterior.draw(2000, seed=5)
    asked = known.deck - view.hand, [(view.player + 1) % 4]
    assert moved_by(posterior, (drawn.layouts, drawn.weights), *asked, within=0.05) > 0.1


def test_the_effective_sample_size_does_not_collapse():
    """However little a model leaves of the prior, and whatever the draw."""

    class OneInAThousand:
        trust = 1.0

        def likelihoods(self, plays, layouts):
            found = np.full((len(layouts), len(plays)), 1e-30)
            found[::500] = 1.0
            return found

    _, _, known, plays = ending(20)
    one, usual = (
        LayoutPosterior(known, plays=plays, play_model=model).draw(16, seed=3).effective_sample_size
        for model in (OneInAThousand(), PlayModel())
    )
    assert one == pytest.approx(8, rel=1e-3) and 8 <= usual <= 16


def test_weights_are_tempered_no_more_than_needed() -> None:
    weights = np.random.Generator(np.random.PCG64(1)).random(500) ** 40
    normed = weights / weights.sum()
    assert _tempered(weights, 2.0) == pytest.approx(normed)
    tempered = _tempered(weights, 100.0)
    assert _effective(tempered) == pytest.approx(100, rel=1e-6) and tempered.sum() == pytest.approx(1)
    assert (np.argsort(tempered) == np.argsort(weights)).all()
    with_nothing = np.array([0.0] * 8 + [1e-300, 1.0])
    assert _effective(_tempered(with_nothing, 1.9)) == pytest.approx(1.9)


def test_own_plays_and_those_of_open_hands_are_no_evidence():
    state = HandState.random(3, Rules.preset("dummy"), dealer=0)
    rng = random.Random(3)
    while len(state.tricks) < 5:
        acts = list(state.legal_acts())
        state.push(rng.choice([act for act in acts if isinstance(act, Play) or state.stage != "play"]))
    for seat in range(3):
        view = state.view(seat)
        plays = PlaysSeen.of_view(view, Knowledge.of_view(view).deck.mask)
        hidden = {hand for hand, cards in enumerate(view.hands) if cards is None}
        assert set(plays.numbers[:, 0].tolist()) == hidden != set()


def test_where_reneges_may_be_played_cards_off_suit_are_no_evidence():
    rules = Rules.preset("bid_whist")
    strict = in_play(rules.with_options(renege_mode="enforce"), "H+", 1, 40)
    free = HandState(strict.deal, rules.with_options(renege_mode="detect_and_call"), dealer=strict.dealer)
    for act in strict.acts:
        free.push(act)
    every, some = (
        set(PlaysSeen.of_view(state.view(state.to_act), DECK).numbers[:, 6].tolist())
        for state in (strict, free)
    )
    of_others = [played for played in strict.snapshot.plays if played.hand != strict.to_act]
    assert every == {played.card.index for played in of_others}
    off, trick_rules = set(), TrickRules(rules, strict.strain)
    for plays in (*(trick.plays for trick in strict.tricks), strict.snapshot.trick):
        follow = trick_rules.suit_to_follow(plays[:1])
        off |= {each.card.index for each in plays if trick_rules.suit_of(each.card) != follow}
    assert some == every - off != every


def test_trust_is_a_share():
    for trust in (-0.1, 1.1, "much", None, True, float("nan")):
        with pytest.raises(WhistError, match=r"trust .* is wrong: expected a number from 0 to 1"):
            PlayModel(trust=trust)


def test_the_kernel_refuses_what_does_not_fit():
    assert np.array(WEIGHTS).shape == (_kernels.PLAY_CONTEXTS, _kernels.PLAY_TRAITS)
    assert len({tuple(row) for row in play_weights().values()}) == 1  # the same traits in the same order
    _, _, known, plays = ending(20)
    layouts = Layouts(known).draw(2, 1)
    good = {
        "layouts": layouts, "probabilities": np.empty((2, len(plays))), "masks": plays.masks,
        "suits": plays.suits, "numbers": plays.numbers, "heights": plays.heights, "trump": plays.trump,
        "weights": np.zeros((_kernels.PLAY_CONTEXTS, _kernels.PLAY_TRAITS)),
    }  # fmt: skip
    _kernels.play_probabilities(**good)
    wrong = [
        {"trump": 4}, {"trump": -2}, {"probabilities": np.empty((2, 3))}, {"suits": plays.suits[:3]},
        {"heights": plays.heights[:100]}, {"weights": np.zeros((2, 2))}, {"layouts": layouts[:1]},
        {"heights": np.full(8192, 8192, dtype=np.uint16)},
    ]  # fmt: skip
    for column, value in ((0, 4), (0, -1), (1, 9), (2, 5), (3, 15), (4, -1), (5, 8), (6, 54), (6, -1)):
        numbers = plays.numbers.copy()
        numbers[1, column] = value
        wrong.append({"numbers": numbers})
    for changes in wrong:
        with pytest.raises(ValueError, match="arrays do not agree"):
            _kernels.play_probabilities(**{**good, **changes})

"""What plays and declarers' choices are evidence of: the kernel against plain Python, posteriors by hand."""

import itertools
import math
import random

import numpy as np
import pytest
from tests.support.hands_played import to_play
from tests.support.thorough import by_default

from whistsolve import Hand, Rules, WhistError
from whistsolve.game import HandState, Play
from whistsolve.game.hand.trick_rules import CardPlayed, TrickRules
from whistsolve.inference import Knowledge, LayoutPosterior, Layouts, PlayModel
from whistsolve.inference.declarer_choices import DealtHands, DeclarerChoices
from whistsolve.inference.play_model import PLAY_WEIGHTS
from whistsolve.inference.plays_seen import PlaysSeen
from whistsolve.inference.posterior import _effective, _tempered

WEIGHTS = [list(each.values()) for each in PLAY_WEIGHTS.values()]

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


def test_weights_are_tempered_no_more_than_needed():
    weights = np.random.Generator(np.random.PCG64(1)).random(500) ** 40
    normed = weights / weights.sum()
    assert _tempered(weights, 2.0) == pytest.approx(normed)
    tempered = _tempered(weights, 100.0)
    assert _effective(tempered) == pytest.approx(100, rel=1e-6) and tempered.sum() == pytest.approx(1)
    assert (np.argsort(tempered) == np.argsort(weights)).all()
    with_nothing = np.array([0.0] * 8 + [1e-300, 1.0])
    assert _effective(_tempered(with_nothing, 1.9)) == pytest.approx(1.9)


def test_own_plays_and_those_of_open_hands_are_no_evidence():
    state = in_play(Rules.preset("dummy"), "S+", 3, 20)
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


SEED = Rules.preset("bid_whist_seed", sport_kitty="never")
AFTER = SEED.with_options(declare_timing="after_kitty")
TRUST = 0.8


class LowestCards:
    """Declarers who give up cards of low index, and like to name a strain with many spades."""

    knows_discards = True

    def __init__(self, trust=TRUST):
        self.trust = trust

    def strain_likelihood(self, cards):
        return np.array([spades(mask) ** 2 + 0.01 for mask in cards.tolist()])

    def discard_odds(self, cards, number):
        order = np.array([[card.index for card in in_order(mask)] for mask in cards.tolist()])
        return order, np.array([[odds(place, self.trust) for place in range(len(row))] for row in order])


def odds(place, trust=TRUST):
    return 1.5 ** (-place * trust)


def spades(mask):
    return (mask >> 39 & 0x1FFF).bit_count()


def in_order(mask):
    return sorted(Hand.from_mask(mask), key=lambda card: card.index)


def likelihood(had, given_up):
    """That of a discard: the sum over all discards is a coefficient of the product of 1 + odds * x."""
    every = [odds(place) for place in range(had.bit_count())]
    total = np.polynomial.polynomial.polyfromroots([-1 / each for each in every])[given_up.bit_count()]
    mine = [each for each, card in zip(every, in_order(had), strict=True) if given_up >> card.index & 1]
    return math.prod(mine) / float(total * math.prod(every))


def declared(cards, seed=1, rules=SEED):
    return in_play(rules, "S+", seed, cards, declarer=0, dealer=3)


def choices_of(view, known=None, trust=TRUST):
    dealt = DealtHands.of_view(view)
    return DeclarerChoices.of_view(view, known or Knowledge.of_view(view), dealt, LowestCards(trust))


def posterior_of(view, known, **changes):
    return LayoutPosterior(known, dealt=DealtHands.of_view(view), choices=choices_of(view, known, **changes))


def seen_by(state, player, told=2):
    """A view of the end of a hand, and its knowledge with some of the discards told, so that few are left."""
    view = state.view(player)
    given_up = sorted(state.discards[0], key=lambda card: card.index)[:: 6 // told][:told]
    return view, Knowledge.of_view(view).with_cards("discards", given_up)


@pytest.mark.parametrize("rules", [SEED, AFTER], ids=["before the kitty", "after"])
def test_all_layouts_weigh_as_much_as_the_choices_make_them(rules):
    """Each pair of cards and discard by Bayes' rule; the strain with the kitty or, by some kitty, without."""
    state = declared(40, rules=rules)
    view, known = seen_by(state, 1, told=3)
    found = posterior_of(view, known).enumerate()
    played = sum(1 << each.card.index for each in state.snapshot.plays if each.hand == 0)
    discards, strains = [], []
    for row in found.layouts.tolist():
        had = row[0] | row[-1] | played
        discards.append(likelihood(had, row[-1]))
        cards = spades(had)
        # Of a third of the cards in the kitty, the squares of what is left: the hypergeometric moments.
        left = cards * 12 / 18
        variance = 12 * cards / 18 * (1 - cards / 18) * 6 / 17
        strains.append(0.01 + (cards**2 if rules is AFTER else left**2 + variance))
    weights = np.array(discards) / np.sum(discards)
    weights *= TRUST * np.array(strains) / (weights @ np.array(strains)) + 1 - TRUST
    weights /= weights.sum()
    assert len(weights) > 500 and np.ptp(weights) > 0.5 / len(weights)
    off = np.abs(np.log(found.weights / weights))
    # Before the kitty is taken the mean over all kitties is that over 64 of them.
    assert off.max() < (1e-9 if rules is AFTER else 0.4) and off.mean() < 0.1
    assert np.abs(np.log(weights * len(weights))).mean() > 0.2  # equal weights would not have passed


def check_draws(posterior, cards, columns, least):
    layouts, weights, _ = posterior.weighted(10_000, seed=5)
    assert moved_by(posterior, (layouts, weights), cards, columns, within=0.03) > least


def test_discards_drawn_anew_follow_the_posterior():
    """The two stages of drawing give what weighting all layouts gives."""
    for player, cards, seed, trust in ((1, 40, 1, 0.8), (2, 41, 2, 1.0), (3, 39, 4, 1.0)):
        view, known = seen_by(declared(cards, seed, AFTER), player, told=3)
        choices = choices_of(view, known)
        assert choices.draws_discards and choices.names
        posterior = posterior_of(view, known, trust=trust)
        check_draws(posterior, known.deck - view.hand, (0, known.columns - 1), 0.1)


def test_what_is_known_of_lengths_leaves_the_discards_as_they_are():
    """Then layouts are weighted: the same posterior, from more draws."""
    state = declared(40, 1, AFTER)
    view, known = seen_by(state, 1, told=3)
    suit = next(card.suit for card in state.hands[0] if card.suit is not None)
    longer = known.with_lengths(0, suit, 1, 12)
    choices = choices_of(view, longer)
    assert choices.discards and not choices.draws_discards
    check_draws(posterior_of(view, longer), longer.deck - view.hand, (-1,), 0.05)


def test_what_is_no_evidence():
    no_kitty = Rules.preset("bid_whist_no_kitty")
    for rules, player, trust, expected in (
        (SEED, 0, TRUST, None),  # the declarer's own
        (SEED, 1, 0.0, None),
        (SEED, 1, TRUST, (True, True, False)),
        (no_kitty, 1, TRUST, (True, False, False)),
        (no_kitty.with_options(bid_form="named_strain"), 1, TRUST, None),
    ):
        found = choices_of(declared(8, rules=rules).view(player), trust=trust)
        assert (found and (found.names, found.discards, found.with_kitty)) == expected, (rules, player)


def traced(state, viewer, player, draws=20):
    """Cards that a player had with the kitty, and hands drawn as dealt, of the layout as it is."""
    columns = [hand.mask for hand in state.hands]
    given_up = sum(cards.mask for cards in state.discards)
    layout = np.array([[*columns, *([given_up] if given_up else [])]], dtype=np.uint64)
    dealt = DealtHands.of_view(state.view(viewer))
    held = dealt.cards_of(player, layout)
    return held, dealt.before_kitty(player, held, np.random.Generator(np.random.PCG64(1)), draws)


def test_hands_are_traced_back_to_the_deal():
    no_kitty, alone = Rules.preset("bid_whist_no_kitty"), Rules.preset("cutthroat_4", sport_kitty="never")
    for rules, cards in ((SEED, 0), (SEED, 30), (no_kitty, 5), (alone, 5), (alone, 30)):
        state = declared(cards, 4, rules)
        for player, hand in enumerate(state.deal.hands[:3]):
            held, found = traced(state, 3, player)
            if player or state.deal.kitty is None:
                assert found.tolist() == [[hand.mask]]
                continue
            assert held.tolist() == [hand.mask | state.deal.kitty.mask]
            assert len(set(found[0].tolist())) == 20  # ways to choose the kitty
            for mask in found[0].tolist():
                assert mask & held[0] == mask and len(Hand.from_mask(mask)) == len(hand)
    state = declared(9, 4, SEED.with_options(sport_kitty="always"))  # the kitty was turned up
    assert state.view(2).kitty == state.deal.kitty
    assert traced(state, 2, 0)[1].tolist() == [[state.deal.hands[0].mask]]


def test_every_kitty_is_as_likely():
    """Of 18 cards each lies in the kitty in a third of 3000 draws, within 0.04."""
    held, found = traced(declared(0, 4), 2, 0, 3000)
    kitties = [Hand.from_mask(int(held[0]) & ~mask) for mask in found[0].tolist()]
    shares = [np.mean([card in kitty for kitty in kitties]) for card in Hand.from_mask(int(held[0]))]
    assert len(shares) == 18 and max(abs(share - 1 / 3) for share in shares) < 0.04


def test_short_hands_and_dummies_tell_nothing_of_calls():
    short = HandState("N:A4... K3... Q2... J5...", Rules.preset("bid_whist_no_kitty"), dealer="W")
    for state in (short, HandState.random(1, Rules.preset("dummy_seed"), dealer=0)):
        assert DealtHands.of_view(to_play(state, "S+", 0).view(1)) is None

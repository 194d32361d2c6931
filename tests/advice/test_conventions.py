"""Conventions of bidding: what bids show, the posterior after them, and who may agree on what."""

import dataclasses
import itertools
from functools import cache

import numpy as np
import pytest
from tests.advice.test_toy_decks import RULES, SOUTH, TOY, Guess
from tests.support.command import done, refused
from tests.support.sources import ROOT

import whistsolve as ws
from whistsolve.advice import CONVENTIONS, CallModel, Convention, Meaning
from whistsolve.advice.calls.conventions import HeldCards, read_conventions
from whistsolve.advice.calls.rollout import enumerate_outcomes
from whistsolve.dealing import random_deals
from whistsolve.errors import RulesError, WhistError
from whistsolve.game import Auction, read_call
from whistsolve.inference import Knowledge, Layouts
from whistsolve.inference.posterior import LayoutPosterior
from whistsolve.rules import PRESETS, Rules
from whistsolve.rules.sides import plays_with_partners

SEED = Rules.preset("bid_whist_seed")
NORTH = 0
#: What a bid of two in a suit shows in the toy deck, where a joker is one of ten cards.
TWO_SHOWS_JOKER = Convention(
    "two_shows_joker", (Meaning(levels=(2,), kind="suit", first=True, jokers=1),), penalty=1.5, bonus=0.25
)


@cache
def model_of(rules, *conventions):
    return CallModel(rules, conventions=conventions)


def test_the_posterior_after_a_bid_of_partner():
    """Bayes' rule over all layouts of the toy deck, with the policy of the caller written out by hand."""
    own, trust = ws.Hand("A...A"), 0.5
    found = {}
    for conventions in ((), (TWO_SHOWS_JOKER,)):
        model = CallModel(RULES, Guess(), trust=trust, conventions=conventions)
        auction = Auction.start(RULES, 3)
        layouts = list(Layouts(Knowledge.of_hand(own, rules=RULES, seat=SOUTH)).all())
        by_hand = {}
        for hand in {layout[NORTH] for layout in layouts}:
            values = model.bid_values(np.array([hand.mask], dtype=np.uint64), NORTH)
            utilities = model.features(auction, values)[0] @ model.policies[:, 0].T  # nobody has bid
            for index, call in enumerate(auction.legal_calls):
                if conventions and str(call) in ("2+", "2-"):
                    utilities[index] += 1.5 * (0.25 if len(hand.jokers) else -1.5)
            chances = np.exp(utilities) / np.exp(utilities).sum(axis=0)
            by_hand[hand] = chances[auction.legal_calls.index(read_call("2+"))] @ model.weights[NORTH]
        likely = [by_hand[layout[NORTH]] for layout in layouts]
        weights = trust * np.array(likely) / np.mean(likely) + 1 - trust
        with_joker = np.array([len(layout[NORTH].jokers) > 0 for layout in layouts])
        expected = weights[with_joker].sum() / weights.sum()

        heard = auction.after("2+")
        posterior = LayoutPosterior(Knowledge.of_hand(own, rules=RULES, seat=SOUTH), heard, model).enumerate()
        jokers = np.array([len(ws.Hand.from_mask(int(mask)).jokers) for mask in posterior.layouts[:, NORTH]])
        found[len(conventions)] = float(posterior.weights[jokers > 0].sum())
        assert found[len(conventions)] == pytest.approx(expected, abs=1e-9)
    assert found[1] > found[0] + 0.05


def test_a_four_shows_a_joker():
    """Of the hands that open with four in a suit few have no joker, where many had none before."""
    hands, auction = random_deals(1500, 5, SEED)[:, NORTH], Auction.start(SEED, 3)
    has_joker, shares = hands >> np.uint64(52) > 0, []
    for names in ((), ("four_shows_joker",)):
        model = model_of(SEED, *names)
        values = model.bid_values(hands)
        chances = model.call_probabilities(auction, values)
        four = chances[:, auction.legal_calls.index(read_call("4+"))]
        shares.append(four[has_joker].sum() / four.sum())
    assert shares[0] < 0.7 and shares[1] > 0.9
    # Once partner has bid their side's second bid shows nothing; once an opponent has, it does.
    plain, over = dataclasses.replace(values, agreed=None), auction.after("3+")
    for later, shows in ((over, True), (over.after("pass"), False)):
        both = (model.call_probabilities(later, each) for each in (values, plain))
        assert np.array_equal(*both) != shows


@pytest.mark.parametrize("again", [False, True])
def test_rollouts_know_which_sides_have_bid(again):
    """Where a first bid shows something, auctions that differ in who has bid before are not the same."""
    options = {"auction_rounds": "until_passed_out", "pass_is_final": False, "min_bid": 2} if again else {}
    rules = Rules.preset("bid_whist_seed", **TOY | options)
    convention = Convention("bid_shows_joker", (Meaning(first=True, jokers=1),))
    model = CallModel(rules, Guess(), conventions=[convention])
    deals = random_deals(4, 3, rules)
    values = [model.bid_values(deals[:, seat]) for seat in range(4)]
    start = Auction.start(rules, 3)
    found = {}

    def walk(auction, reached):
        if auction.to_act is None:
            found[auction.high] = found.get(auction.high, 0) + reached
            return
        chances = model.call_probabilities(auction, values[auction.to_act])
        for call, chance in zip(auction.legal_calls, chances.T, strict=True):
            walk(auction.after(call), reached * chance)

    walk(start, np.ones(4))
    merged = enumerate_outcomes(start, model, values)
    assert merged.keys() == found.keys()
    for outcome, chances in merged.items():
        assert np.allclose(chances, found[outcome], rtol=0, atol=1e-12)


def counted(hand, trump, best, high, low):
    """What a hand has in a strain, by its text; `best` is the order of ranks, best first."""
    suits = dict(zip("SHDC", str(hand).split("."), strict=False))
    jokers = len(hand.jokers)
    stopped = 0
    for ranks in suits.values():
        held = [rank in ranks for rank in best[:3]]
        stopped += held[0] or (held[1] and len(ranks) >= 2) or (held[2] and len(ranks) >= 3)
    plain = "".join(suits.values())
    return {
        "jokers": jokers,
        "aces": plain.count("A"),
        "length": len(suits[trump]) + jokers if trump != "NT" else 0,
        "top_trumps": sum(rank in suits[trump] for rank in best[:3]) + jokers if trump != "NT" else 0,
        "stopped_suits": stopped,
        "leaning": sum(rank in high for rank in plain) - sum(rank in low for rank in plain),
    }


def test_cards_are_counted():
    short = {"lowest_rank": 8, "hand_size": 7, "kitty_size": 2}
    for preset, options, down, high, low in (
        ("bid_whist", {}, "A23456789TJQK", "KQJT", "2345"),
        ("bid_whist_honours_even", {}, "23456789TJQKA", "AKQJT", "2345"),
        ("bid_whist", short, "A89TJQK", "KQJ", "89T"),
    ):
        rules = Rules.preset(preset, **options)
        masks = random_deals(60, 2, rules)[:, 0]
        held, hands = HeldCards(masks, rules), [ws.Hand.from_mask(int(mask)) for mask in masks]
        downtown = "downtown" if down.startswith("A") else "downtown_aces_bad"
        for trump, ranking in itertools.product(("S", "D", "NT"), ("uptown", downtown)):
            best, named = "AKQJT98765432" if ranking == "uptown" else down, ws.Strain(trump, ranking)
            expected = [counted(hand, trump, best, high, low) for hand in hands]
            for name, counts in held.counts(named).items():
                assert counts.tolist() == [each[name] for each in expected]


def test_a_bid_shows_trumps_of_the_suits_that_it_allows():
    five_spades, five_low_clubs = ws.Hand("AKQ52.K3.Q72.98"), ws.Hand("J9.QJT.KJ.A2398")
    meaning = CONVENTIONS["suit_shows_five_trumps"].meanings[0]

    def shown_by(rules, bid):
        masks = np.array([five_spades.mask, five_low_clubs.mask], dtype=np.uint64)
        return meaning.is_shown(HeldCards(masks, rules), read_call(bid)).tolist()

    assert shown_by(SEED, "4+") == [True, False]
    assert shown_by(SEED, "4-") == [False, True]
    named = Rules.preset("bid_whist_seed", bid_form="named_suit")
    assert [shown_by(named, bid) for bid in ("4S", "4H", "4C")] == [[True, False], [False] * 2, [False, True]]


def fitting(rules):
    """Names of the conventions that fit, where others say why they do not."""
    found = []
    for name in CONVENTIONS:
        try:
            found += [each.name for each in read_conventions([name], rules)]
        except RulesError as error:
            assert f"convention {name!r} does not fit the rules: " in str(error), error
    return found


def test_every_preset_takes_conventions_or_says_why_not():
    """And the chances of calls under all that fit add up."""
    for preset in PRESETS:
        rules = Rules.preset(preset)
        if rules.trump_rule != "declared":
            with pytest.raises(RulesError, match="expected one with an auction"):
                CallModel(rules, conventions=CONVENTIONS)
            continue
        names = fitting(rules)
        assert bool(names) == plays_with_partners(rules), preset
        if preset not in ("bid_whist_seed", "original_bid_whist", "dummy_seed"):
            continue
        model, auction = CallModel(rules, conventions=names), Auction.start(rules, 3)
        hands = random_deals(100, 1, rules)[:, NORTH]
        assert [each.name for each in model.conventions] == names
        while auction.to_act is not None:
            chances = model.call_probabilities(auction, model.bid_values(hands))
            assert (chances > 0).all() and np.abs(chances.sum(axis=1) - 1).max() < 1e-12
            calls = auction.legal_calls
            auction = auction.after(calls[min(2, len(calls) - 1)] if len(auction.calls) < 3 else calls[0])


@pytest.mark.parametrize(
    ("conventions", "rules", "error", "message"),
    [
        (["four_show_joker"], SEED, WhistError, "did you mean 'four_shows_joker'"),
        ([4], SEED, WhistError, "there is no convention 4"),
        ("four_shows_joker", SEED, WhistError, "expected names or Conventions"),
        (["four_shows_joker"] * 2, SEED, WhistError, "'four_shows_joker' is there twice"),
        (["four_shows_joker"], SEED.with_options(jokers=0), RulesError, "shows 1 joker, the deck"),
        (["three_shows_direction"], Rules.preset("bid_whist_common"), RulesError, "bid 3 in a suit uptown"),
        (["no_trump_shows_stoppers"], Rules.preset("original_bid_whist"), RulesError, "any bid in no-trump"),
        (["four_shows_joker"], Rules.preset("cutthroat_4"), RulesError, "nobody has a partner"),
        ([Convention("kings", (Meaning(leaning="uptown"),))], RULES, RulesError, "no ranks of this deck"),
    ],
)
def test_what_cannot_be_agreed(conventions, rules, error, message):
    with pytest.raises(error, match=message):
        CallModel(rules, Guess() if rules is RULES else None, conventions=conventions)


def test_wrong_meanings():
    joker = Meaning(jokers=1)
    for wrong, message in (
        ({"levels": (4,)}, "asks nothing of a hand"),
        ({"levels": (18,), "jokers": 1}, "level of a meaning 18"),
        ({"jokers": 3}, "jokers of a meaning 3"),
        ({"kind": "hearts", "jokers": 1}, "expected 'any', 'suit', 'no_trump' or 'number'"),
        ({"first": 1, "jokers": 1}, "expected True or False"),
        ({"kind": "no_trump", "length": 5}, "asks for trumps"),
    ):
        with pytest.raises(WhistError, match=message):
            Meaning(**wrong)
    with pytest.raises(WhistError, match="expected a tuple of one Meaning or more"):
        Convention("mine", ("jokers",))
    with pytest.raises(WhistError, match="expected points from 0 to 100"):
        Convention("mine", (joker,), penalty=-1)


def test_the_command_takes_conventions():
    asked = ("bid", "AKQJ.T9.32.9876", "--seat", "S", "--dealer", "W", "--calls", "4+ pass", "--discards")
    asked = (*asked, "estimated", "--samples", "48", "--json")
    agreed = done(*asked, "--convention", "four_shows_joker", "--convention", "no_trump_shows_stoppers")
    assert agreed != done(*asked)
    assert "did you mean 'four_shows_joker'" in refused(*asked, "--convention", "four_show_joker")
    assert "docs/bidding.md" in done("bid", "--help")
    page = (ROOT / "docs" / "bidding.md").read_text(encoding="utf-8")
    assert all(f"`{name}`" in page for name in CONVENTIONS)

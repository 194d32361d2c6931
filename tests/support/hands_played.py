"""Hands at a given stage, and hands whose tricks are known in advance, for tests of the games."""

import random
import re

import pytest

from whistsolve.errors import ActError
from whistsolve.game import Declare, Discard, HandResult, HandState, strains_of
from whistsolve.rules import Rules
from whistsolve.values import Card, Deal, Hand, Strain, Suit


def texts(things):
    """Cards, calls or strains as they are written, in ascending order of the text."""
    return sorted(map(str, things))


def pushed(state, *acts):
    """The state itself, after some acts."""
    for act in acts:
        state.push(act)
    return state


def follow(state, script):
    """The state after acts of one word each, and between them what holds then.

    ``?SA,S2`` says which cards are legal, ``@1`` which hand plays next, ``!1`` which won the last trick.
    """
    for word in script.split():
        mark, rest, at = word[0], word[1:], (script, word)
        if mark == "?":
            assert texts(state.legal_cards) == rest.split(","), at
        elif mark == "@":
            assert state.hand_to_play == int(rest), at
        elif mark == "!":
            assert state.tricks[-1].winner == int(rest), at
        else:
            state.push(word)
    return state


def refused(state, act, *words, error=ActError):
    """Pushing the act raises this very error, whose message these are found in, and changes nothing."""
    before, acts, stage = state.snapshot, state.acts, state.stage
    with pytest.raises(error) as caught:
        state.push(act)
    assert type(caught.value) is error
    text = str(caught.value)
    assert not [word for word in words if not (word in text or re.search(word, text))], text
    assert state.snapshot == before and state.acts == acts and state.stage == stage


def short_hand(rules, seed, size=4):
    """A hand of few cards; the kitty is whole where jokers are exchanged for it."""
    draw = random.Random(seed)
    deal = Deal.random(seed, rules)
    hands = [Hand(draw.sample(list(hand), size)) for hand in deal.hands]
    kitty = deal.kitty
    if kitty is not None and not rules.has_dummies and rules.joker_no_trump != "exchanged":
        kitty = Hand(draw.sample(list(kitty), 3))
    dealer = seed % rules.players
    turned = None
    if rules.trump_rule == "last_dealt_card":
        turned = next(card for card in hands[dealer] if not card.is_joker)
    return HandState(Deal(hands, kitty), rules, dealer=dealer, turned=turned)


def started(deal, preset="bid_whist_seed", **options):
    """A hand before the first act; options other than ``dealer`` and ``turned`` are those of the rules."""
    given = {name: options.pop(name) for name in ("dealer", "turned") if name in options}
    return HandState(deal, Rules.preset(preset, **options), **given)


def to_declare(state, strain, declarer, level=None):
    """The state, after an auction that the declarer won with the lowest bid that allows the strain."""
    wanted = Strain.of(strain)
    while state.stage == "hand_option":
        state.push("keep")
    while state.stage == "auction":
        fitting = [
            call
            for call in state.legal_calls
            if str(call) != "Pass" and wanted in strains_of(call, state.rules) and level in (None, call.level)
        ]
        bids = state.to_act == declarer and not _has_bid(state, declarer)
        state.push(fitting[0] if bids else "pass")
    assert state.declarer == declarer
    return state


def _has_bid(state, player):
    return any(caller == player and str(call) != "Pass" for caller, call in state.calls)


def to_play(state, strain, declarer=0, *, level=None):
    """The state at the first lead; the kitty is discarded again, but for jokers to bury."""
    to_declare(state, strain, declarer, level)
    while state.stage != "play":
        if state.stage == "declaration":
            state.push(Declare(Strain.of(strain)))
        elif state.stage == "discard":
            state.push(Discard(discarded(state)))
        else:
            state.push(state.legal_picks[0])
    return state


def discarded(state):
    """A discard: forced cards first, then those of the kitty, then others."""
    held = state.hands[state.hand_to_play]
    kitty = state.deal.kitty or Hand()
    first = [*state.forced_discards, *(card for card in held if card in kitty), *held]
    chosen = []
    for card in first:
        if card not in chosen and len(chosen) < state.discard_number:
            chosen.append(card)
    return Hand(chosen)


def played_out(state):
    """The state after the last card: leaders play their highest card, others their lowest legal one."""
    while state.stage == "play":
        cards = sorted(state.legal_cards, key=lambda card: (card.rank or 0, card.index))
        state.push(cards[0] if state.trick else cards[-1])
    return state


def sure_deal(tricks, rules, roles=(0, 1, 2, 3)):
    """A deal in which the first hand of `roles`, leading first, wins a number of tricks, the last all others.

    With no trump, or spades as trumps, uptown, and as `played_out` plays. The first has the highest spades
    and low clubs, the last the ace of clubs, the highest hearts, and low diamonds; jokers are in the kitty.
    """
    size = rules.dealt_hand_size
    own = [Card(13 * Suit.SPADES + 12 - down) for down in range(tricks)]
    own += [Card(13 * Suit.CLUBS + up) for up in range(size - tricks)]
    rival = [Card(13 * Suit.CLUBS + 12)] if tricks < size else []
    rival += [Card(13 * Suit.HEARTS + 12 - down) for down in range(size - tricks - len(rival))]
    rival += [Card(13 * Suit.DIAMONDS + up) for up in range(tricks)]
    left = [Card(index) for index in range(51, -1, -1)]
    left = [card for card in left if card not in own and card not in rival]
    first, *between, last = roles
    hands = [[] for _ in roles]
    hands[first], hands[last] = own, rival
    rest = len(between) * size
    for index, hand in enumerate(between):
        hands[hand] = left[index : rest : len(between)]
    kitty = left[rest:] + ([Card(52), Card(53)][2 - rules.jokers :])
    return Deal(hands, kitty or None)


def played_hand(match, tricks, bid, declarer=0, strain="S+", roles=None):
    """A hand of a match, played to its end and counted; the declarer takes a number of tricks."""
    seats = match.rules.dealt_hands
    order = [(declarer + turn) % seats for turn in range(seats)] if roles is None else roles
    state = HandState(
        sure_deal(tricks, match.rules, order),
        match.rules,
        dealer=match.dealer,
        scores=match.scores,
        target=match.target,
    )
    while state.stage == "hand_option":
        state.push("swap")
    while state.stage == "auction":
        state.push(bid if state.to_act == declarer and not _has_bid(state, declarer) else "pass")
    if state.stage == "declaration":
        state.push(strain)
    if state.stage == "discard":
        state.push(Discard(discarded(state)))
    result = played_out(state).result()
    match.add(result)
    return result


def trick_with_reneges(state, *reneging):
    """The state a trick later; hands in `reneging` play their lowest illegal card, others as `played_out`."""
    number = len(state.tricks) + 1
    while len(state.tricks) < number:
        held = state.hands[state.hand_to_play]
        wrong = state.hand_to_play in reneging
        may = [card for card in held if (card in state.legal_cards) != wrong]
        cards = sorted(may, key=lambda card: (card.rank or 0, card.index))
        state.push(cards[0] if state.trick else cards[-1])
    return state


def settled(state, *reneging, calls=()):
    """The result where some hands reneged in the trick at hand and this is called after the last card."""
    return pushed(played_out(trick_with_reneges(state, *reneging)), *calls, "settle").result()


def of_whist(rules):
    """A hand of whist in which spades are trumps, and the dealer, player 0, leads and takes seven tricks."""
    return HandState(sure_deal(7, rules), rules, dealer=0, turned="SA")


def counted(match, points, honours=()):
    """Add a hand without contract to a match, with these points of each player, some for honours."""
    match.add(HandResult(match.rules, match.dealer, None, (), (), None, tuple(points), tuple(honours)))


def knows(view, hand):
    """Whether a player sees a hand."""
    return view.hands[hand] is not None

"""Short hands of any game, played by random acts: quick to analyse."""

import random

from tests.support.random_matches import random_act

from whistsolve.game import HandState
from whistsolve.rules import Rules
from whistsolve.values import Card, Deal, Hand


def short_hand(rules: Rules, seed: int, size: int = 4) -> HandState:
    """A hand of few cards before the first act."""
    draw = random.Random(seed)
    kitty = rules.jokers if rules.has_dummies else min(2, rules.kitty_size)
    jokers = [card for card in rules.deck if card.is_joker]
    suited = draw.sample([card for card in rules.deck if not card.is_joker], 4 * 8)
    cards = (jokers + suited)[: rules.dealt_hands * size + kitty]
    draw.shuffle(cards)
    hands = [Hand(cards[size * number : size * (number + 1)]) for number in range(rules.dealt_hands)]
    dealer = seed % rules.players
    turned: Card | None = None
    if rules.trump_rule == "last_dealt_card":
        turned = next(card for card in hands[dealer] if not card.is_joker)
    return HandState(
        Deal(hands, Hand(cards[size * rules.dealt_hands :])), rules, dealer=dealer, turned=turned
    )


def play_on(state: HandState, seed: int, most: int = 1000) -> HandState:
    """The same hand after random legal acts, to its end or to so many acts."""
    draw = random.Random(seed)
    while not state.is_over and len(state.acts) < most:
        state.push(random_act(state, draw))
    return state

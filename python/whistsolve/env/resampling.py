"""Other hands that look the same to one player: cards and acts that they have not seen are drawn anew."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import count

from whistsolve.env.numbered_hand import NumberedHand
from whistsolve.game.hand.acts import CallHonours, Discard, Exchange, HandChoice, Settle
from whistsolve.inference import Knowledge, Layouts
from whistsolve.values import Card, Hand
from whistsolve.values.cards import CARDS


def other_histories(play: NumberedHand, player: int, draw: random.Random) -> Iterator[list[int]]:
    """Cards dealt, in OpenSpiel's order, and actions since, as they may have been for all a player can tell.

    The cards lie now in one of the `Layouts` that the player's view allows, each as likely. Of how they came
    there, what the player did not see is drawn. Where jokers are exchanged or buried, an act may not be
    legal: then the next history is to be tried.
    """
    hand, view = play.hand, play.hand.view(player)
    setup, held, chosen = hand.setup, hand.snapshot, play.chosen
    layouts, seed = Layouts(Knowledge.of_view(view)), draw.getrandbits(64)
    columns = [*held.hands, layouts.knowledge.deck.mask & ~sum(held.hands)]  # the last: kitty or discards
    given_up = next(filter(None, (*view.discards, view.kitty)), Hand())
    for row in count():
        others = dict(zip(CARDS, CARDS, strict=True))  # the card that each card is now
        for before, after in zip(columns, layouts.draw(1, seed, first=row)[0].tolist(), strict=False):
            gone, come = (list(Hand.from_mask(mask)) for mask in (before & ~after, after & ~before))
            draw.shuffle(gone)
            others.update(zip(sorted(gone, key=lambda card: card.is_joker), sorted(come), strict=True))
        got = {done.card for done in held.exchanges}
        for seen, done in zip(view.exchanges, held.exchanges, strict=True):
            if (
                seen.card is None and done.card is not None
            ):  # any of the hand's, or what was known to be there
                own = hand.hands[done.hand] | Hand(each.card for each in held.plays if each.hand == done.hand)
                able = [done.card, *(card for card in own if not card.is_joker and card not in got)]
                card = draw.choice([card for card in able if others[card] in given_up] or able)
                others[card], others[done.card] = others[done.card], others[card]

        hands, kitty = [_moved(cards, others) for cards in setup.deal.hands], _moved(setup.deal.kitty, others)
        if view.declarer is not None and held.added[view.declarer]:  # the kitty was taken
            whole = hands[view.declarer] | kitty
            kitty = view.kitty or view.taken or Hand(draw.sample(list(whole), len(kitty)))
            hands[view.declarer] = whole - kitty
        extra = [_moved(Hand.from_mask(mask), others) for mask in setup.extra if mask]
        actions = [card.index for cards in (*hands, *(extra or [kitty])) for card in cards]
        actions += [] if setup.turned is None else [setup.turned.index]
        for act in hand.acts:
            if isinstance(act, Discard):
                actions += sorted(card.index for card in _moved(act.cards, others))
            elif isinstance(act, HandChoice) and hand.to_act == player and view.kept[1 - player] is None:
                actions.append(play.acts.index(HandChoice(draw.random() < 0.5)))  # the opponent's, not shown
            elif isinstance(act, Exchange):
                actions.append(others[act.card].index)
            elif not isinstance(act, (CallHonours, Settle)):  # these are no actions
                actions.append(play.acts.index(act))
        if chosen and player != hand.to_act:
            cards = list(_moved(hand.hands[hand.hand_to_play or 0], others))
            chosen = Hand(sorted(draw.sample(cards, hand.discard_number))[: len(chosen)])
        yield actions + sorted(card.index for card in chosen)


def _moved(cards: Hand | None, others: Mapping[Card, Card]) -> Hand:
    return Hand(others[card] for card in cards or ())

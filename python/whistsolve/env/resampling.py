"""Other hands that look the same to one player: cards and acts that they have not seen are drawn anew."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count

from whistsolve.env.numbered_hand import NumberedHand
from whistsolve.env.numbering import acts_of
from whistsolve.game.hand.acts import CallHonours, Discard, Exchange, HandChoice, Settle
from whistsolve.inference import Knowledge, Layouts
from whistsolve.values import Card, Hand
from whistsolve.values.cards import CARDS


def other_histories(play: NumberedHand, player: int, draw: random.Random) -> Iterator[list[int]]:
    """Cards dealt, in OpenSpiel's order, and actions since, as they may have been for all a player can tell.

    The cards lie now in one of the `Layouts` that the player's view allows, each as likely. Of how they came
    there the player sees what was seen; the rest is drawn. Where jokers are exchanged or buried, an act may
    not be legal: then the next history is to be tried.
    """
    hand, acts = play.hand, acts_of(play.hand.rules)
    view, setup, held = hand.view(player), hand.setup, hand.snapshot
    layouts, seed = Layouts(Knowledge.of_view(view)), draw.getrandbits(64)
    columns = [*held.hands, layouts.knowledge.deck.mask & ~sum(held.hands)]  # the last: kitty or discards
    for row in count():
        others = dict(zip(CARDS, CARDS, strict=True))  # the card that each card is now
        drawn = layouts.draw(1, seed, first=row)[0].tolist()
        for before, after in zip(columns, drawn, strict=False):
            gone, come = (list(Hand.from_mask(mask)) for mask in (before & ~after, after & ~before))
            draw.shuffle(gone)
            both = (sorted(cards, key=lambda card: card.is_joker) for cards in (gone, come))
            others.update(zip(*both, strict=True))
        _draw_picks(play, player, drawn, others, draw)

        hands, kitty = [_moved(cards, others) for cards in setup.deal.hands], Hand()
        if setup.deal.kitty is not None:
            kitty = _moved(setup.deal.kitty, others)
        if view.declarer is not None and held.added[view.declarer]:  # the kitty was taken
            whole = hands[view.declarer] | kitty
            kitty = view.kitty or view.taken or Hand(draw.sample(list(whole), len(kitty)))
            hands[view.declarer] = whole - kitty
        extra = [_moved(Hand.from_mask(mask), others) for mask in setup.extra]
        dealt = [*hands, *(extra if any(extra) else [kitty])]
        actions = [card.index for cards in dealt for card in cards]
        actions += [] if setup.turned is None else [setup.turned.index]

        for act in hand.acts:
            match act:
                case Discard(cards):
                    actions += sorted(card.index for card in _moved(cards, others))
                case Exchange(card):
                    actions.append(others[card].index)
                case HandChoice() if hand.to_act == player and view.kept[1 - player] is None:  # not shown yet
                    actions.append(acts.index(HandChoice(draw.random() < 0.5)))
                case CallHonours() | Settle():
                    pass  # not actions
                case _:
                    actions.append(acts.index(act))
        chosen = list(play.chosen)
        if chosen and player != hand.to_act:
            from_cards = list(_moved(hand.hands[hand.hand_to_play or 0], others))
            chosen = sorted(draw.sample(from_cards, hand.discard_number))[: len(chosen)]
        yield actions + sorted(card.index for card in chosen)


def _moved(cards: Hand, others: dict[Card, Card]) -> Hand:
    return Hand(others[card] for card in cards)


def _draw_picks(
    play: NumberedHand, player: int, drawn: list[int], others: dict[Card, Card], draw: random.Random
) -> None:
    """Draw which card of its own each hand got for a joker, if the player did not see it."""
    view, held = play.hand.view(player), play.hand.snapshot
    given_up = [cards for cards in view.discards if cards is not None]
    got = {each.card for each in view.exchanges}
    for seen, done in zip(view.exchanges, held.exchanges, strict=True):
        assert done.card is not None
        if seen.card is None:
            cards = drawn[done.hand] | sum(1 << p.card.index for p in held.plays if p.hand == done.hand)
            able = [card for card in Hand.from_mask(cards) if not card.is_joker and card not in got]
            known = [card for card in able if card in (given_up[0] if given_up else view.kitty or Hand())]
            card = draw.choice(known or able)
            was = next(each for each in CARDS if others[each] == card)
            others[done.card], others[was] = card, others[done.card]
            got.add(card)

"""The ordinary acts that are legal in a snapshot of a hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from whistsolve.game.hand import acts
from whistsolve.game.hand.acts import Act
from whistsolve.game.hand.before_play import player_to_act
from whistsolve.game.hand.card_play import correctable, lawful_cards, sides_to_call_honours
from whistsolve.game.hand.claims import may_claim_redeal
from whistsolve.game.hand.declaring import discard_terms, legal_picks, legal_strains
from whistsolve.game.hand.setup import Setup
from whistsolve.game.hand.snapshot import HandSnapshot
from whistsolve.values import Hand, Suit


def legal_acts(setup: Setup, snapshot: HandSnapshot) -> Iterator[Act]:
    """The legal acts, one by one; see `HandState.legal_acts`."""
    stage = snapshot.stage
    if stage == "hand_option":
        yield from (acts.HandChoice(True), acts.HandChoice(False))
    if stage == "auction" and snapshot.auction is not None:
        yield from snapshot.auction.legal_calls
    if stage == "declaration":
        yield from map(acts.Declare, legal_strains(setup, snapshot))
    if stage == "discard":
        _, held, number, must = discard_terms(setup, snapshot)
        free = list(Hand.from_mask(held & ~must))
        for chosen in combinations(free, number - must.bit_count()):
            yield acts.Discard(Hand(chosen) | Hand.from_mask(must))
    if stage == "exchange":
        yield from map(acts.Exchange, legal_picks(snapshot))
    if stage == "play":
        for card in Hand.from_mask(lawful_cards(snapshot)):
            if (
                card.is_joker
                and not snapshot.trick
                and snapshot.trick_rules
                and snapshot.trick_rules.names_suit
            ):
                yield from (acts.Play(card, suit) for suit in Suit)
            else:
                yield acts.Play(card)
    if stage == "claim":
        yield from (acts.Answer(True), acts.Answer(False))
    if stage in ("play", "settlement"):
        for renege in correctable(setup, snapshot):
            yield from (acts.Correct(card, renege.hand) for card in Hand.from_mask(renege.lawful))
    if stage == "settlement":
        yield from map(acts.CallHonours, sides_to_call_honours(setup, snapshot))
        yield acts.Settle()
    turn = player_to_act(setup, snapshot)
    if turn is not None and may_claim_redeal(setup, snapshot, turn):
        yield acts.Redeal()

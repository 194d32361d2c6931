"""Claims that have the cards dealt again before the hand is played: misdeal, redeal.

Either makes the hand void. Sources: house rules, among them those of the Columbus Whist Players Society, by
which a wrong deal is void before the bidding. What jokers mean for a redeal is this library's reading.
"""

from __future__ import annotations

from typing import Final

from whistsolve._internal.reading import read_integer
from whistsolve.errors import ActError
from whistsolve.game.hand.acts import DealAgain, Misdeal, Redeal
from whistsolve.game.hand.setup import Setup
from whistsolve.game.hand.snapshot import HandSnapshot, changed, put
from whistsolve.values.cards import Card

_ACE: Final = 14
_FACES: Final = (11, 12, 13)


def deal_again(setup: Setup, snapshot: HandSnapshot, act: DealAgain, to_act: int | None) -> HandSnapshot:
    """The snapshot after the claim: the hand is over; a hand that entitles to a redeal is shown to all."""
    if isinstance(act, Misdeal):
        refused = _no_misdeal(setup, snapshot)
        if refused:
            raise ActError(f"a misdeal cannot be claimed: {refused}")
        return changed(snapshot, stage="over", plan=(), dealt_again=act)
    if act.player is None:
        player = to_act
    else:
        player = read_integer(act.player, "player", ActError, 0, setup.rules.players - 1)
    refused = _no_redeal(setup, snapshot, player)
    if refused:
        raise ActError(f"a redeal cannot be claimed: {refused}")
    assert player is not None  # refused otherwise
    everybody = (1 << setup.rules.players) - 1
    seen = put(snapshot.seen, player, everybody)
    return changed(snapshot, stage="over", plan=(), seen=seen, dealt_again=Redeal(player))


def may_claim_redeal(setup: Setup, snapshot: HandSnapshot, player: int) -> bool:
    """Whether a player may have the cards dealt again now."""
    return not _no_redeal(setup, snapshot, player)


def _no_misdeal(setup: Setup, snapshot: HandSnapshot) -> str:
    """Why a misdeal cannot be claimed; empty if it can."""
    if setup.rules.misdeal == "none":
        return "misdeal='none' allows it to nobody; expected misdeal='same_dealer' or 'next_dealer'"
    if any(_has_acted(snapshot, player) for player in range(setup.rules.players)):
        return f"expected before the first {_first_act(setup)}"
    return ""


def _no_redeal(setup: Setup, snapshot: HandSnapshot, player: int | None) -> str:
    """Why a player cannot claim a redeal; empty if they can."""
    rules = setup.rules
    if rules.redeal_claim == "none":
        return "redeal_claim='none' allows it to nobody; expected another redeal_claim"
    if rules.redeal_claim_when == "first_hand" and not setup.first_hand:
        return "a hand of the game has counted; expected the first, by redeal_claim_when='first_hand'"
    if player is None or _has_acted(snapshot, player):
        who = "that player" if player is None else setup.name(player, "player")
        return f"expected {who} to claim before their first {_first_act(setup)}"
    for card in setup.deal.hands[player]:
        if card.is_joker or _bars(setup, card):
            who = setup.name(player, "player")
            return f"{who} holds {card}; expected a hand to fit redeal_claim={rules.redeal_claim!r}"
    return ""


def _first_act(setup: Setup) -> str:
    return "call" if setup.rules.has_auction else "card"


def _has_acted(snapshot: HandSnapshot, player: int) -> bool:
    """Whether a player has called, played a card of their own or a dummy's, or chosen between two hands."""
    calls = () if snapshot.auction is None else snapshot.auction.calls
    return (
        snapshot.kept[player] is not None
        or any(caller == player for caller, _ in calls)
        or any(snapshot.seating.controllers[played.hand] == player for played in snapshot.plays)
    )


def _bars(setup: Setup, card: Card) -> bool:
    """Whether holding this card, not a joker, rules out claiming a redeal."""
    claim = setup.rules.redeal_claim
    if claim == "no_trump_card":
        return setup.trump == "NT" or (card.suit is not None and card.suit.letter == setup.trump)
    aces, faces = claim in ("no_ace", "no_ace_or_face"), claim in ("no_face", "no_ace_or_face")
    return (aces and card.rank == _ACE) or (faces and card.rank in _FACES)

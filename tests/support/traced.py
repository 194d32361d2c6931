"""Two hands that were played, and what holds for every analysis."""

from tests.support.command import NO_TRUMP, SPADES

import whistsolve as ws
from whistsolve.notation import parse_ptn

NO_JOKERS = ws.Rules.preset("bid_whist_seed", jokers=0)
HAND_241 = parse_ptn(NO_TRUMP.read_bytes().decode())
HAND_327 = parse_ptn(SPADES.read_bytes().decode())


def checked(hand, **options):
    """The analysis, after what holds for every one."""
    found = ws.analyse_play(hand, **options)
    balance = found.best - found.given_by_declarer + found.given_by_defence
    balance -= 0 if found.discard is None else found.discard.lost
    assert balance == found.end
    assert found.end == found.taken or not found.finished
    assert all(card.lost >= 0 and bool(card.better) == bool(card.lost) for card in found.cards)
    assert [card.number for card in found.cards] == list(range(1, len(found.cards) + 1))
    chain = [found.start, *(card.after for card in found.cards)]
    assert [card.before for card in found.cards] == chain[:-1]
    return found


def losses(found):
    """Number, card and tricks of each card that lost some, and what was better."""
    return [
        (card.number, str(card.card), card.lost, " ".join(map(str, card.better))) for card in found.losses
    ]

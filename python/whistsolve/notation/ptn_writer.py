"""Writing of a `PlayedHand` in PTN."""

from __future__ import annotations

from collections.abc import Iterator

from whistsolve.game.record.played_hand import PlayedHand
from whistsolve.notation.ptn_sections import HEADER, JOKERS, SEATS
from whistsolve.values import Card, Deal, Hand, Strain, Suit

__all__ = ["write_hand"]

#: Letters of the jokers in PTN, by those in the text of a `Hand`.
_LETTERS = {ours: letter for letter, ours in JOKERS.items()}


def write_hand(hand: PlayedHand) -> str:
    """The PTN text of a hand, made from its fields."""
    lines = [HEADER]
    for tag in hand.tags:
        lines += [f'[{tag.name} "{tag.text}"]', *tag.lines]
    for name, text, below in _fields(hand):
        lines += [f'[{name} "{text}"]', *below]
    return "\n".join(lines) + "\n"


def _fields(hand: PlayedHand) -> Iterator[tuple[str, str, list[str]]]:
    """Name, text and lines of the tag of every field that is set, in the order of `FIELD_TAGS`."""
    names = SEATS[hand.seats]
    if hand.dealer is not None:
        yield "Dealer", names[hand.dealer], []
    yield "Deal", _deal_text(hand.deal, hand.dealer or 0), []
    if hand.deal.kitty is not None:
        yield "Undealt", _cards_text(hand.deal.kitty), []
    if hand.contract is not None:
        yield "Declarer", names[hand.contract.declarer], []
        yield "Contract", f"{hand.contract.level}{_strain_text(hand.contract.strain)}", []
    if hand.calls:
        yield "Auction", names[hand.calls[0].seat], _call_rows(hand)
    for name, by_seat in (("CardsAdded", hand.added), ("CardsRemoved", hand.removed)):
        entries = [f"{names[i]}:{_cards_text(cards)}" for i, cards in enumerate(by_seat) if cards]
        if entries:
            yield name, " ".join(entries), []
    if hand.leader is not None:
        yield "Play", names[hand.leader], _play_rows(hand)


def _deal_text(deal: Deal, first: int) -> str:
    hands = deal.hands[first:] + deal.hands[:first]
    return f"{SEATS[deal.seats][first]}:{' '.join(_hand_text(hand) for hand in hands)}"


def _hand_text(hand: Hand) -> str:
    *suits, jokers = str(hand).split(".", 4) if hand.jokers else (str(hand), "")
    letters = "".join(_LETTERS[letter] for letter in jokers)
    return ".".join(suits) + (f".{letters}" if letters else "")


def _card_text(card: Card) -> str:
    return f"J{_LETTERS[str(card)[0]]}" if card.is_joker else str(card)


def _cards_text(cards: Hand) -> str:
    return "".join(map(_card_text, cards))


def _strain_text(strain: Strain) -> str:
    trump = "NT" if strain.is_no_trump else Suit.of(strain.trump).symbol
    return trump + strain.symbol[-1]


def _call_rows(hand: PlayedHand) -> list[str]:
    """The calls, one row for each round, with ``-`` for seats that are skipped."""
    words: list[str] = []
    for call in hand.calls:
        turn = (call.seat - hand.calls[0].seat) % hand.seats
        words += ["-"] * ((turn - len(words)) % hand.seats)
        words.append(call.text)
    return [" ".join(words[i : i + hand.seats]) for i in range(0, len(words), hand.seats)]


def _play_rows(hand: PlayedHand) -> list[str]:
    rows = []
    for trick in hand.tricks:
        cells = ["-"] * hand.seats
        for offset, card in enumerate(trick.cards):
            cells[(trick.leader + offset - (hand.leader or 0)) % hand.seats] = _card_text(card)
        rows.append(" ".join(cells))
    return rows

"""Write PBN and LIN, the notations of bridge; what they cannot say is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Final

from whistsolve.errors import NotationError, WhistError
from whistsolve.game.record.played_hand import PlayedHand
from whistsolve.notation.bridge import ORDER, read_lin, read_pbn
from whistsolve.notation.ptn import call_rows, play_rows
from whistsolve.rules.reading import rules_to_text
from whistsolve.values import Deal, Strain
from whistsolve.values.seats import SEAT_LETTERS
from whistsolve.values.strains import TRUMPS

_CALLS: Final = {"Pass": "p", "X": "d", "XX": "r"}


def format_pbn(
    hand: PlayedHand | Deal, tricks: Mapping[tuple[int, Strain], int] | None = None, board: int = 1
) -> str:
    """A board of PBN with the deal of a hand and, if they are given, the values of all contracts.

    Auction and play are left out; `played_to_pbn` has them. The kitty, which PBN does not have, is a tag
    ``Undealt``. ``tricks`` are those of each declarer's seat in each strain uptown, written as
    ``OptimumResultTable``; ``board`` is the number of the board, if the hand has none. Raises `NotationError`
    for jokers, other than four hands, and a contract that is not uptown of level 1 to 7.
    """
    deal = hand if isinstance(hand, Deal) else hand.deal
    _check_deal(deal, "PBN")
    tags = dict.fromkeys(("Event", "Board", "Dealer", "Deal", "Declarer", "Contract"), "")
    tags |= {"Board": str(board), "Deal": str(Deal(deal.hands))}
    if isinstance(hand, PlayedHand):
        tags |= {tag.name: tag.text for tag in hand.tags if tag.text}
        tags |= _fields(hand)
    if deal.kitty is not None:
        tags["Undealt"] = "".join(map(str, deal.kitty))
    lines = [f'[{name} "{text}"]' for name, text in tags.items()]
    if tricks is not None:
        lines.append('[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]')
        lines += [
            f"{SEAT_LETTERS[seat]} {trump:>2} {tricks[seat, Strain(f'{trump}+')]:>2}"
            for seat in range(4)
            for trump in reversed(TRUMPS)
            if (seat, Strain(f"{trump}+")) in tricks
        ]
    return "\n".join(lines) + "\n"


def played_to_pbn(hand: PlayedHand) -> str:
    """`PlayedHand.to_pbn`."""
    _check_deal(hand.deal, "PBN")
    named = [(tag.name, tag.text, *tag.lines) for tag in hand.tags]
    doubled = next((number for number, tag in enumerate(named) if tag[0] == "Doubled"), len(named))
    rules = {} if hand.rules is None else {"Rules": rules_to_text(hand.rules)}
    lines, ours = ["% PBN 2.1"], {**rules, **_fields(hand)}.items()
    for name, text, *below in (*named[:doubled], *ours, *named[doubled + 1 :]):
        lines += [f'[{name} "{text}"]', *below]
    if hand.calls:
        lines += [f'[Auction "{SEAT_LETTERS[hand.calls[0].seat]}"]', *call_rows(hand)]
    lines += [f'[Play "{"" if hand.leader is None else SEAT_LETTERS[hand.leader]}"]', *play_rows(hand)]
    return _checked("\n".join(lines) + "\n", hand, "PBN", read_pbn)


def played_to_lin(hand: PlayedHand) -> str:
    """`PlayedHand.to_lin`."""
    _check_deal(hand.deal, "LIN")
    names = {tag.name: tag.text for tag in hand.tags}
    dealer = "" if hand.dealer is None else str(list(ORDER).index(hand.dealer) + 1)
    players = ",".join(names.get(name, "") for name in ORDER.values())
    dealt = ",".join("S{}H{}D{}C{}".format(*str(hand.deal.hands[seat]).split(".")) for seat in ORDER)
    words = [("pn", players)] if players.strip(",") else []
    words += [("md", dealer + dealt)]
    words += [("ah", f"Board {names['Board']}")] if "Board" in names else []
    words += [("mb", _CALLS.get(call.text, call.text)) for call in hand.calls]
    words += [("pc", str(card)) for card in hand.plays]
    words += [("mc", names["Result"])] if "Result" in names else []
    return _checked("".join(f"{key}|{value}|" for key, value in words) + "\n", hand, "LIN", read_lin)


def _check_deal(deal: Deal, form: str) -> None:
    if deal.seats != 4 or deal.cards.jokers:
        raise NotationError(f"the deal cannot be written as {form}: expected four hands without jokers")


def _fields(hand: PlayedHand) -> dict[str, str]:
    """Dealer, deal and contract as tags."""
    tags = {"Dealer": "" if hand.dealer is None else SEAT_LETTERS[hand.dealer]}
    tags |= {"Deal": str(Deal(hand.deal.hands)), "Declarer": "", "Contract": ""}
    contract = hand.contract
    if contract is not None:
        if contract.strain.ranking != "uptown" or not 1 <= contract.level <= 7:
            raise NotationError(
                f"contract {contract} cannot be written as PBN: expected level 1 to 7, uptown"
            )
        doubled = hand.tag("Doubled")
        tags["Declarer"] = SEAT_LETTERS[contract.declarer]
        tags["Contract"] = f"{contract.level}{contract.strain.trump}{doubled.text if doubled else ''}"
    return tags


def _checked(text: str, hand: PlayedHand, form: str, read: Callable[[str], list[PlayedHand]]) -> str:
    """The text, if the hand is read from it; otherwise the error names what the form cannot say."""
    try:
        [back] = read(text)
    except (WhistError, ValueError) as error:
        raise NotationError(f"the hand cannot be written as {form}: {error}") from None
    for name in (each.name for each in fields(hand) if each.compare):
        if getattr(back, name) != getattr(hand, name):
            raise NotationError(f"the hand cannot be written as {form}, which cannot say its {name}")
    return text

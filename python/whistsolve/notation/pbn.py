"""Read and write PBN, the notation of bridge programs: boards become played hands, contracts are uptown.

Source: Portable Bridge Notation 2.1 (tistis.nl/pbn), whose tags of deal, auction and play are those of PTN.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from whistsolve.errors import NotationError
from whistsolve.game.record.played_hand import PlayedHand
from whistsolve.notation.ptn_reader import read_hand
from whistsolve.notation.ptn_sections import HandText, Section, numbered_lines, read_tag
from whistsolve.values import Deal, Strain
from whistsolve.values.seats import SEAT_LETTERS
from whistsolve.values.strains import TRUMPS

_CONTRACT: Final = re.compile(
    r"(?P<level>[1-7])\s*(?P<trump>NT?|[SHDC])\s*(?P<doubled>X{0,2})", re.IGNORECASE
)
#: Words of an auction or play that are neither calls nor cards: notes, comments, ends.
_ASIDE: Final = re.compile(r"=\d*=|\$\d+|[!?]+|[+*^]|;.*")
#: Tags that only hands of whist have, also under the header of PBN.
_OF_WHIST: Final = ("[Undealt", "[CardsAdded", '[GameCode "Whist"')


def is_pbn(text: str) -> bool:
    """Whether a text is PBN, judged by its header or, without one, by its tags."""
    first = text.lstrip("\ufeff \t\r\n").partition("\n")[0].upper()
    if any(tag in text for tag in _OF_WHIST) or first.startswith("% PTN"):
        return False
    return first.startswith("% PBN") or ("[Deal " in text and "[Board " in text)


def read_pbn(text: str) -> list[PlayedHand]:
    """All boards of a PBN text that have a deal, in order.

    The contract is played uptown, and declarer's left-hand opponent leads. Doubles are kept as the tag
    ``Doubled``. Raises `NotationError` with the line if a board cannot be read, `ActError` if a card may not
    be played.
    """
    hands: list[PlayedHand] = []
    before: dict[str, str] = {}
    for sections in _boards(text):
        for section in sections:
            if section.text in ("#", "##") and section.name in before:
                section.text = before[section.name]
        before = {section.name: section.text for section in sections}
        if "Deal" in before:
            hands.append(read_hand(HandText(sections=list(_as_played(sections, before))), keep_source=False))
    return hands


def _boards(text: str) -> Iterator[list[Section]]:
    """The tags of each board, with the lines below them; an empty line ends a board."""
    sections: list[Section] = []
    in_comment = has_deal = False
    for number, _, line in numbered_lines(text):
        if not line and not in_comment:
            if sections:
                yield sections
            sections, has_deal = [], False
        elif line.startswith("[") and not in_comment:
            if has_deal and line.startswith(("[Event ", "[Deal ")):
                yield sections
                sections, has_deal = [], False
            sections.append(read_tag(number, line))
            has_deal = has_deal or sections[-1].name == "Deal"
        elif not line.startswith(("%", ";")):
            plain, in_comment = _without_comments(line, in_comment)
            if plain and sections:
                sections[-1].lines.append((number, plain))
    if sections:
        yield sections


def _without_comments(line: str, in_comment: bool) -> tuple[str, bool]:
    if in_comment:
        _, end, line = line.partition("}")
        if not end:
            return "", True
    ended, end, rest = line.rpartition("}")  # so that each comment that is looked for has an end
    plain, begin, _ = (re.sub(r"\{[^}]*\}", " ", ended + end) + rest).partition("{")
    return plain.strip(), bool(begin)


def _as_played(sections: Iterable[Section], tags: Mapping[str, str]) -> Iterator[Section]:
    """The sections as PTN has them."""
    declarer = tags.get("Declarer", "").removeprefix("^")
    found = _CONTRACT.fullmatch(tags.get("Contract", "").strip())
    leads = (
        SEAT_LETTERS[(SEAT_LETTERS.index(declarer) + 1) % 4] if declarer in SEAT_LETTERS and declarer else ""
    )
    for section in sections:
        words = [
            (line, [word for word in text.split() if not _ASIDE.fullmatch(word)])
            for line, text in section.lines
        ]
        if section.name == "Declarer":
            section.text = declarer
        elif section.name == "Contract" and found is not None:
            section.text = f"{found['level']}{'NT' if found['trump'].upper()[0] == 'N' else found['trump']}+"
            if found["doubled"]:
                yield Section("Doubled", found["doubled"].upper(), section.line)
        elif section.name == "Auction":
            section.lines = list(_with_all_passes(words))
        elif section.name == "Play":
            section.lines = [(line, " ".join(row)) for line, row in words if set(row) - {"-"}]
        yield section
    if found is not None and leads and "Play" not in tags:
        yield Section("Play", leads, section.line)


def _with_all_passes(rows: Iterable[tuple[int, list[str]]]) -> Iterator[tuple[int, str]]:
    """The rows of calls, with ``AP`` written out as the passes that end the auction."""
    calls: list[str] = []
    for line, row in rows:
        for word in row:
            if word.upper() == "AP":
                last = calls[:-5:-1]
                passed = next((at for at, call in enumerate(last) if call.upper() != "PASS"), None)
                missing = ["Pass"] * (4 - len(last) if passed is None else 3 - passed)
                calls += missing
                yield line, " ".join(missing)
            else:
                calls.append(word)
                yield line, word


def format_pbn(
    hand: PlayedHand | Deal, tricks: Mapping[tuple[int, Strain], int] | None = None, board: int = 1
) -> str:
    """A board of PBN with the deal of a hand and, where they are given, the values of all contracts.

    Parameters
    ----------
    hand : PlayedHand or Deal
        Four hands without jokers; a contract must be uptown, level 1 to 7. The kitty, which PBN
        does not have, is a tag ``Undealt``.
    tricks : mapping from (seat, Strain) to int, optional
        Tricks of each declarer in each strain uptown: written as ``OptimumResultTable``.
    board : int
        The number of the board, where the hand has none.

    Raises
    ------
    NotationError
        If the hand has jokers, or other than four hands, or its contract cannot be one of bridge.
    """
    deal = hand if isinstance(hand, Deal) else hand.deal
    if deal.seats != 4 or deal.cards.jokers:
        raise NotationError("the deal cannot be written as PBN: expected four hands without jokers")
    tags = dict.fromkeys(("Event", "Board", "Dealer", "Deal", "Declarer", "Contract"), "")
    tags |= {"Board": str(board), "Deal": str(Deal(deal.hands))}
    if isinstance(hand, PlayedHand):
        tags |= {tag.name: tag.text for tag in hand.tags if tag.text}
        tags["Dealer"] = "" if hand.dealer is None else SEAT_LETTERS[hand.dealer]
        if hand.contract is not None:
            if hand.contract.strain.ranking != "uptown" or not 1 <= hand.contract.level <= 7:
                raise NotationError(
                    f"contract {hand.contract} cannot be written as PBN: expected level 1 to 7, uptown"
                )
            tags["Declarer"] = SEAT_LETTERS[hand.contract.declarer]
            tags["Contract"] = f"{hand.contract.level}{hand.contract.strain.trump}{tags.get('Doubled', '')}"
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

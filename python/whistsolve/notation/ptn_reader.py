"""Reads the tags of a hand of PTN into a `PlayedHand`; errors give the line number."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from whistsolve._internal.reading import shown
from whistsolve.cancelling import end_if_cancelled
from whistsolve.errors import ActError, NotationError, WhistError
from whistsolve.game.record.parts import FIELD_TAGS, Call, Replay, Tag, after_exchange, check_exchange
from whistsolve.game.record.played_hand import PlayedHand
from whistsolve.notation.hand_texts import HandText, Section
from whistsolve.rules import Rules
from whistsolve.rules.reading import read_contract, rules_from_text
from whistsolve.rules.sides import turn_step
from whistsolve.values import Card, Contract, Deal, Hand
from whistsolve.values.seats import MAX_SEATS, MIN_SEATS

#: Names of the seats clockwise from seat 0, by the number of hands.
SEATS: Final[dict[int, tuple[str, ...]]] = {
    2: ("S", "N"),
    3: ("S", "W", "E"),
    4: ("N", "E", "S", "W"),
    5: ("S", "SW", "NW", "NE", "SE"),
    6: ("S", "SW", "NW", "N", "NE", "SE"),
}
#: For each joker's letter in PTN (high, low), its letter in the text of a `Hand` (big, little).
JOKERS = {"H": "B", "L": "L"}

_JOKER_CARDS = {f"J{letter}": f"{ours}J" for letter, ours in JOKERS.items()}


@contextmanager
def _at(line: int) -> Iterator[None]:
    """Prefix the message of an error with the line; every error but ActError becomes NotationError."""
    try:
        yield
    except WhistError as error:
        kind = ActError if isinstance(error, ActError) else NotationError
        raise kind(f"line {line}: {error}") from None


def read_hand(text: HandText, *, keep_source: bool = True) -> PlayedHand:
    """The played hand that the text of one hand describes, with that text unless it was rewritten."""
    end_if_cancelled()
    if text.error is not None:
        raise text.error
    code = text.given("GameCode")
    if code is not None and not any(game in code.text.lower() for game in ("whist", "bridge")):
        raise NotationError(
            f"line {code.line}: GameCode {shown(code.text)} is another game: expected 'Whist' or 'Bridge'"
        )
    for section in text.sections:
        if section.lines and section.name in FIELD_TAGS and section.name not in ("Auction", "Play"):
            number, line = section.lines[0]
            raise NotationError(f"line {number}: {shown(line)} stands below {section.name}: expected a tag")
    deal, rules, named = _read_deal(text), None, text.given("Rules")
    if named is not None:
        with _at(named.line):
            rules = rules_from_text(named.text)
    contract = _read_contract(text, deal.seats, rules)
    added = _read_exchange(text.section("CardsAdded"), deal.seats)
    removed = _read_exchange(text.section("CardsRemoved"), deal.seats)
    exchange = text.section("CardsRemoved") or text.section("CardsAdded")
    if exchange is not None:
        with _at(exchange.line):
            check_exchange(deal, added, removed)
    play, leader = text.section("Play"), _read_seat(text.given("Play"), deal.seats)
    plays: list[Card] = []
    if play is not None and play.lines:
        if contract is None or leader is None:
            missing = "Contract" if contract is None else "seat of the first leader"
            raise NotationError(f"line {play.line}: cards were played and there is no {missing}: expected it")
        with _at(play.line):
            game = Replay(after_exchange(deal, added, removed).hands, contract.strain, leader, rules)
        for number, row in play.lines:
            with _at(number):
                plays += _play_row(game, row.split(), leader, deal.seats, bool(len(plays) % deal.seats))
    return PlayedHand(
        deal,
        dealer=_read_seat(text.given("Dealer"), deal.seats),
        calls=_read_calls(text, deal.seats, rules),
        contract=contract,
        added=added,
        removed=removed,
        leader=leader,
        plays=plays,
        tags=[
            Tag(section.name, section.text, tuple(line for _, line in section.lines))
            for section in text.sections
            if section.name not in FIELD_TAGS and section is not _undealt(text)
        ],
        rules=rules,
        source="".join(text.parts) if keep_source else None,
    )


def _read_seat(section: Section | None, seats: int) -> int | None:
    if section is None:
        return None
    with _at(section.line):
        return _seat(section.text, seats, section.name)


def _seat(text: str, seats: int, what: str) -> int:
    name = text.strip().upper()
    if name not in SEATS[seats]:
        expected = ", ".join(SEATS[seats])
        raise NotationError(f"{what} {shown(text)} is no seat of {seats} hands: expected {expected}")
    return SEATS[seats].index(name)


def _undealt(text: HandText) -> Section | None:
    """The tag of the kitty, which others name so."""
    return text.section("Undealt") or text.section("Kitty")


def _read_deal(text: HandText) -> Deal:
    section, undealt = text.section("Deal"), _undealt(text)
    if section is None:
        raise NotationError(
            f"line {text.sections[0].line}: the hand that begins here has no Deal tag: expected one"
        )
    first, colon, table = section.text.partition(":")
    table, _, rest = table.partition("|")
    fields = table.split()
    seats = len(fields)
    with _at(section.line):
        if not colon or not MIN_SEATS <= seats <= MAX_SEATS:
            raise NotationError(
                f"Deal {shown(section.text)} is wrong: expected the seat of the first hand, a ':' and two to"
                " six hands"
            )
        start = _seat(first, seats, "first hand of the Deal")
        names = SEATS[seats][start:] + SEATS[seats][:start]
        hands = list(map(_read_dealt, fields, names))
    with _at(section.line if undealt is None else undealt.line):
        if rest and undealt is not None:
            raise NotationError(f"the kitty is in the Deal tag and in {undealt.name}: expected it once")
        given = rest.strip() if undealt is None else undealt.text
        kitty = _read_dealt(given, "the kitty") if "." in given else _read_cards(given, "Undealt")
        return Deal(hands[seats - start :] + hands[: seats - start], kitty)


def _read_dealt(text: str, seat: str) -> Hand:
    """One hand of the Deal tag: like the text of a `Hand`, except for the letters of the jokers."""
    if text == "-":
        raise NotationError(f"the hand of {seat} is not given: expected its cards")
    *suits, jokers = text.split(".", 4) if text.count(".") >= 4 else (*text.split("."), "")
    strange = next((letter for letter in jokers if letter not in JOKERS), None)
    if strange is not None:
        raise NotationError(
            f"{shown(strange)} among the jokers of the hand of {seat} is wrong:"
            " expected H for the high (big) joker, L for the low (little) one"
        )
    try:
        fields = [*suits, "".join(JOKERS[letter] for letter in jokers)]
        return Hand(".".join(fields if jokers or text.count(".") > 3 else suits))
    except WhistError as error:
        raise NotationError(f"the hand of {seat}: {error}") from None


def _read_cards(text: str, what: str) -> Hand:
    """Cards written without separators, such as ``S2SJCJS5``."""
    letters = "".join(text.split())
    try:
        return Hand([_read_card(letters[at : at + 2]) for at in range(0, len(letters), 2)])
    except WhistError as error:
        raise NotationError(f"{what}: {error}") from None


def _read_card(text: str) -> Card:
    name = text.upper()
    if name in _JOKER_CARDS.values():
        raise NotationError(f"{shown(text)} is no card: expected JH for the high (big) joker, JL for the low")
    return Card.from_text(_JOKER_CARDS.get(name, text))


def _read_exchange(section: Section | None, seats: int) -> tuple[Hand, ...]:
    """Cards by seat, from text such as ``S:S5CJSJS2``; several seats are separated by blanks."""
    hands = [Hand()] * seats
    if section is None:
        return tuple(hands)
    name = section.name
    with _at(section.line):
        for entry in section.text.split():
            seat, colon, cards = entry.partition(":")
            if not colon:
                raise NotationError(f"{name} {shown(entry)} is wrong: expected such as 'S:S5CJSJS2'")
            index = _seat(seat, seats, name)
            if hands[index]:
                raise NotationError(f"{name} names {seat} twice: expected once")
            hands[index] = _read_cards(cards, f"{name} of {seat}")
    return tuple(hands)


def _read_contract(text: HandText, seats: int, rules: Rules | None) -> Contract | None:
    section, declarer = text.given("Contract"), text.given("Declarer")
    if _is_passed_out(text):
        return None
    seat = _read_seat(declarer, seats)
    if section is None or seat is None:
        missing = "a Contract and no Declarer" if declarer is None else "a Declarer and no Contract"
        if section is not None or declarer is not None:
            line = (section or declarer or text.sections[0]).line
            raise NotationError(f"line {line}: there is {missing}: expected both")
        return None
    with _at(section.line):
        return read_contract(section.text, rules, seat)


def _is_passed_out(text: HandText) -> bool:
    contract = text.section("Contract")
    return contract is not None and re.fullmatch(r"(?i)pass(ed)?( ?out)?", contract.text.strip()) is not None


def _read_calls(text: HandText, seats: int, rules: Rules | None) -> list[Call]:
    """The calls in order, starting with the seat that the tag names; ``-`` is a seat that is skipped."""
    section, start = text.section("Auction"), _read_seat(text.given("Auction"), seats)
    words = [(line, word) for line, row in section.lines for word in row.split()] if section else []
    dealer = _read_seat(text.given("Dealer"), seats)
    if not words and dealer is not None and _is_passed_out(text):
        return [Call((dealer + turn) % seats, "Pass") for turn in range(seats)]
    if section is not None and words and start is None:
        raise NotationError(f"line {section.line}: Auction names no seat: expected who calls first")
    step = 1 if rules is None else turn_step(rules)
    calls = []
    for number, (line, word) in enumerate(words):
        if word != "-":
            with _at(line):
                calls.append(Call(((start or 0) + step * number) % seats, word))
    return calls


def _play_row(game: Replay, cells: list[str], start: int, seats: int, unfinished: bool) -> list[Card]:
    """Play the cards of one row in turn, beginning with the column of the trick's leader.

    Rows are tricks. Columns are seats in the order of play from the first leader, `start`, and stay the same
    in later tricks. A card that is not yet played is ``-`` or left out.
    """
    if unfinished:
        raise NotationError("a row follows a trick that is not complete: expected the end of the play")
    if len(cells) > seats:
        raise NotationError(f"the trick has {len(cells)} cards: expected {seats} at most")
    cells = cells + ["-"] * (seats - len(cells))
    leader = game.to_play
    order = [(leader + game.step * offset) % seats for offset in range(seats)]
    in_order = [cells[game.step * (seat - start) % seats] for seat in order]
    count = in_order.index("-") if "-" in in_order else seats
    if any(cell != "-" for cell in in_order[count:]):
        here, late = order[count], next(i for i in range(count, seats) if in_order[i] != "-")
        played = shown(in_order[late])[1:-1]  # without quotes, like cards in other messages
        raise NotationError(
            f"{SEATS[seats][order[late]]} plays {played} but {SEATS[seats][here]},"
            f" whose turn is earlier, does not: expected cards in turn from {SEATS[seats][leader]}, who leads"
        )
    if count == 0:
        raise NotationError("the trick has no card: expected one at least")
    cards = [_read_card(cell) for cell in in_order[:count]]
    try:
        for card in cards:
            game.play(card)
    except ActError as error:
        hint = f"; columns stay with their seats: each row begins with that of {SEATS[seats][start]}"
        raise ActError(f"{error}{hint if leader != start else ''}") from None
    return cards

"""Seats, suits, strains, cards, hands and contracts as people write them: what is read, what is refused."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.words import CALL_WORDS

import whistsolve as ws
from whistsolve._internal.arguments import read_player
from whistsolve.errors import ActError, DealError, NotationError, WhistError
from whistsolve.game.hand.setup import read_dealer
from whistsolve.rules import Rules
from whistsolve.show import Diagram, to_text
from whistsolve.show.glyphs import ASCII, UNICODE
from whistsolve.values import Card, Contract, Deal, Hand, Strain, Suit, seat_index
from whistsolve.values.cards import CARDS
from whistsolve.values.strains import RANKINGS, TRUMPS

FOUR, THREE, DUMMY = (Rules.preset(name) for name in ("bid_whist_seed", "cutthroat_3", "dummy_seed"))

SEATS = {
    0: ("N", "n", "North", "north", "NORTH", " N ", "0"),
    1: ("E", "East", "1"),
    2: ("S", "south", "South", "2"),
    3: ("W", "WEST", "w", "3"),
}
SUITS = {
    "S": ("S", "s", "♠", "♠\ufe0f", "spade", "Spade", "spades", "SPADES"),
    "H": ("H", "♥", "heart", "Hearts"),
    "D": ("D", "♦", "diamond", "diamonds"),
    "C": ("C", "♣", "Club", "clubs"),
}
STRAINS = {
    "S+": ("S+", "s +", "S↑", "♠↑", "spades uptown", "Spades Up", "SPADES HIGH", "spade high", "♠straight"),
    "S-": ("S-", "S↓", "♠ low", "spades downtown", "spades down", "special spades", "low spades", "S_LOW"),
    "S~": ("S~", "S⇣", "♠~", "spades downtown, aces bad", "low spades, ace bad"),
    "H-": ("hearts low", "♥\ufe0flow", "h -", "hearts low aces good"),
    "C+": ("clubs uptown", "clubs_uptown", "c high"),
    "NT+": ("NT+", "nt ↑", "no trump high", "No-Trump Uptown", "no_trump_uptown", "no high", "high no trump"),
    "NT-": ("NT-", "no trump low", "notrump downtown", "no-trump -", "NO TRUMPS special", "downtown nt"),
    "NT~": ("NT~", "no trump ~", "notrump down aces bad"),
}
CONTRACTS = {
    "4S- by N": ("4S- by N", "4♠↓ by north", "four spades low by North", "4 spades down by 0", "4s- BY n"),
    "3NT+ by W": ("3NT↑ by W", "3 no trump uptown by West", "three no-trump high by W"),
}


def cases(table: dict[object, tuple[str, ...]]) -> list[tuple[str, object]]:
    return [(text, value) for value, texts in table.items() for text in texts]


@pytest.mark.parametrize(("text", "seat"), cases(SEATS))
def test_seats_and_players(text: str, seat: int) -> None:
    assert seat_index(text, 4) == read_player(text, FOUR) == read_dealer(text, FOUR) == seat
    assert Contract(4, "S+", text).declarer == seat
    assert ws.HandState.random(1, FOUR, dealer=text).dealer == seat
    assert ws.Match(FOUR, dealer=text).dealer == seat
    if text.strip().isdigit() and seat < 3:
        assert seat_index(text, 3) == read_player(text, THREE) == seat
    else:
        for wrong in (lambda: seat_index(text, 3), lambda: read_player(text, THREE)):
            with pytest.raises(WhistError, match=r"expected a (whole )?number from 0 to 2"):
                wrong()


def test_seats_of_games_with_dummies_are_those_of_players() -> None:
    assert [read_player(name, DUMMY) for name in ("North", "east", "S")] == [0, 1, 2]
    with pytest.raises(ActError, match="expected a whole number from 0 to 2"):
        read_player("West", DUMMY)
    with pytest.raises(ActError, match="expected N, E, S, or a whole number from 0 to 2"):
        read_player("Nord", DUMMY)


@pytest.mark.parametrize("text", ["", "Nort", "NE", "4", "-1", "½", "\uff2e"])
def test_what_is_no_seat(text: str) -> None:
    with pytest.raises(NotationError, match="expected N, E, S or W, or a number from 0 to 3"):
        seat_index(text, 4)
    with pytest.raises(ActError, match="a whole number from 0 to 3"):
        read_player(text, FOUR)


@pytest.mark.parametrize(("text", "letter"), cases(SUITS))
def test_suits(text: str, letter: str) -> None:
    assert Suit.of(text).letter == letter
    assert str(Hand("A.K.Q.J").of_suit(text)) == str(Hand("A.K.Q.J").of_suit(letter))


@pytest.mark.parametrize(("text", "strain"), cases(STRAINS))
def test_strains(text: str, strain: str) -> None:
    assert str(Strain.from_text(text)) == str(Strain.of(text.lower())) == strain


@pytest.mark.parametrize(
    "text",
    ["S", "high", "N+", "S high low", "S+-", "spades high aces bad", "S- aces bad", "SH high", "4S-", "- S"],
)
def test_what_is_no_strain(text: str) -> None:
    with pytest.raises(NotationError, match=r"expected S, H, D, C or NT, then \+ \(uptown\)"):
        Strain.from_text(text)


def test_hands_of_a_deal_may_name_their_suits() -> None:
    assert Deal.from_text("0:♠A♥K ♠2♥3 SQHJ") == Deal(["A.K..", "2.3..", "Q.J.."])
    assert Deal(["♠A ♥K", "♠2 ♥3"], "♠10").kitty == Hand("T...")


@pytest.mark.parametrize(("text", "contract"), cases(CONTRACTS))
def test_contracts(text: str, contract: str) -> None:
    assert str(Contract.from_text(text)) == contract


@pytest.mark.parametrize("text", ["4 spades by N", "4S- by Nobody", "eighteen S- by N", "4hands.ptn", "4S-"])
def test_what_is_no_contract(text: str) -> None:
    with pytest.raises(NotationError):
        Contract.from_text(text)


@given(st.integers(0, (1 << 54) - 1))
def test_every_hand_is_read_from_what_is_printed(mask: int) -> None:
    hand = Hand.from_mask(mask)
    assert Hand.from_text(str(hand)) == hand
    if hand:
        assert Hand.from_text(" ".join(map(str, hand))) == hand
        for glyphs in (UNICODE, ASCII):
            assert Hand.from_text(glyphs.cards(hand).plain) == hand


@given(st.sets(st.integers(0, 53), min_size=2, max_size=20))
def test_a_diagram_s_lines_are_read(cards: set[int]) -> None:
    """The lines of one hand below each other, voids among them, as a diagram of a deal has them."""
    hand = Hand(CARDS[index] for index in cards)
    for glyphs in (UNICODE, ASCII):
        lines = [f"{glyphs.suit(suit).plain} {glyphs.ranks(hand, suit)}" for suit in reversed(Suit)]
        jokers = " ".join(map(str, hand.jokers))
        assert Hand.from_text("\n".join([*lines, jokers])) == hand


def test_every_card_strain_and_contract_is_read_from_what_is_printed() -> None:
    for card in CARDS:
        for text in (str(card), UNICODE.card(card).plain, ASCII.card(card).plain):
            assert Card.from_text(text) == Card.from_text(text.lower()) == card
    for trump in TRUMPS:
        for ranking in RANKINGS:
            strain = Strain(trump, ranking)
            shown = [glyphs.strain(strain).plain for glyphs in (UNICODE, ASCII)]
            for text in (str(strain), strain.symbol, *shown):
                assert Strain.from_text(text) == Strain.from_text(text.lower()) == strain
                for declarer in range(4):
                    assert Contract.from_text(f"4{text} by {'NESW'[declarer]}") == Contract(
                        4, strain, declarer
                    )


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    """Deals of every number of hands, with kitty and jokers or without."""
    seats = draw(st.integers(2, 6))
    size = draw(st.integers(1, 54 // seats if seats > 3 else 16))
    kitty = draw(st.integers(0, min(8, 54 - seats * size)))
    cards = draw(st.permutations(range(54)))
    hands = [Hand(CARDS[card] for card in cards[seat * size : (seat + 1) * size]) for seat in range(seats)]
    return Deal(hands, Hand(CARDS[card] for card in cards[seats * size : seats * size + kitty]))


@given(deals(), st.integers(60, 200))
def test_every_deal_is_read_from_what_is_printed(deal: Deal, width: int) -> None:
    assert eval(repr(deal)) == deal
    assert all(Deal.from_text(deal.to_text(first)) == deal for first in range(deal.seats))
    for ascii_only in (False, True):
        diagram = to_text(Diagram.of_deal(deal), ascii_only=ascii_only, width=width)
        assert Deal.from_text(diagram) == Deal.from_text(diagram.lower()) == deal
        assert Deal.from_text(diagram.replace("kitty: ", "discards: ")) == deal
        # Nothing depends on the empty columns before it, nor on blanks at line ends.
        assert Deal.from_text("\n".join(f"  {line}  " for line in diagram.splitlines())) == deal


@given(st.lists(st.integers(0, 53), unique=True, min_size=1))
def test_cards_in_any_order_are_read_as_a_hand(cards: list[int]) -> None:
    held = [CARDS[card] for card in cards]
    for glyphs in (UNICODE, ASCII):
        assert Hand.from_text(glyphs.cards(held).plain) == Hand(held)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("N\n♠ A\nW   E\n♠ K ♠ Q", "no line with S alone"),
        ("♠ A\nW   E\n♠ K ♠ Q\nS\n♠ J", "no line with N alone"),
        ("N\n♠ A\nW   E\n♠ K ♠ Q\nS\n", "expected"),
        ("0  ♠ A\n0  ♠ K", "seat 0 .* each of 2 seats once"),
        ("0  ♠ A\n2  ♠ K", "seat 2 .* each of 2 seats once"),
        ("N  ♠ A\nE  ♠ K", "seat N .* each of 2 seats once"),
        ("0  ♠ A\nwho", "expected"),
        ("0  ♠ A\nkitty  ♠ 2", "has 1 hands: expected 2 to 6"),
        ("0  ♠ A\n1  ♠ A", "SA is in the hand of seat 0 and in the hand of seat 1"),
    ],
)
def test_what_is_no_diagram(text: str, words: str) -> None:
    with pytest.raises(DealError, match=words):
        Deal.from_text(text)


_WORDS = st.lists(
    st.sampled_from([*CALL_WORDS, "A", "10", "by", "north", "BJ", "aces", "bad", "—", ".", "K"]), max_size=8
)


@given(_WORDS)
def test_any_words_are_read_or_refused(words: list[str]) -> None:
    readers: list[Callable[[object], object]] = [
        Strain.from_text,
        Card.from_text,
        Hand.from_text,
        Contract.from_text,
        Suit.of,
    ]
    for read in readers:
        for text in ("".join(words), " ".join(words)):
            try:
                value = read(text)
            except WhistError as error:
                assert "expected" in str(error) or "suit first" in str(error) or "twice" in str(error)
            else:
                printed = value.symbol if isinstance(value, Suit) else str(value)
                assert read(printed) == value

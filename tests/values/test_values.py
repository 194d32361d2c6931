"""Seats, suits, strains, cards and contracts: what is read and printed, their order, and what is refused."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.refusals import assert_refused

import whistsolve as ws
from whistsolve._internal import reading
from whistsolve._internal.arguments import read_player
from whistsolve.errors import ActError, NotationError, WhistError
from whistsolve.game.hand.setup import read_dealer
from whistsolve.rules import Rules
from whistsolve.show import Diagram, to_text
from whistsolve.show.glyphs import ASCII, UNICODE
from whistsolve.values import STRAINS, Card, Contract, Deal, Hand, Strain, Suit, seat_index, seat_name
from whistsolve.values.cards import CARDS
from whistsolve.values.strains import RANKINGS, TRUMPS

FOUR, THREE, DUMMY = (Rules.preset(name) for name in ("bid_whist_seed", "cutthroat_3", "dummy_seed"))
ALL_STRAINS = [Strain(trump, ranking) for ranking in RANKINGS for trump in TRUMPS]

SEATS = {
    0: ("N", "n", "North", "NORTH", " N ", "0"),
    1: ("E", "East", "1"),
    2: ("S", "south", "2"),
    3: ("W", "WEST", "w", "3"),
}
SUITS = {
    "S": ("S", "s", 3, Suit.SPADES, "♠", "♠\ufe0f", "spade", "Spade", "SPADES"),
    "H": ("H", "♥", "heart", "Hearts"),
    "D": ("D", "♦", "diamond", "diamonds"),
    "C": ("C", "♣", "Club", "clubs"),
}
READ_AS = {
    "S+": ("S+", "s +", "S↑", "♠↑", "spades uptown", "Spades Up", "SPADES HIGH", "♠straight"),
    "S-": ("S-", "S↓", "♠ low", "spades downtown", "spades down", "special spades", "low spades", "S_LOW"),
    "S~": ("S~", "S⇣", "♠~", "spades downtown, aces bad", "low spades, ace bad"),
    "H-": ("hearts low", "♥\ufe0flow", "h -", "hearts low aces good"),
    "C+": ("clubs uptown", "clubs_uptown", "c high"),
    "NT+": ("NT+", "nt ↑", "no trump high", "No-Trump Uptown", "no_trump_uptown", "no high", "high no trump"),
    "NT-": ("NT-", "no trump low", "notrump downtown", "no-trump -", "NO TRUMPS special", "downtown nt"),
    "NT~": ("NT~", "no trump ~", "notrump down aces bad"),
}
CONTRACTS = {
    ("4S- by N", None): "4S- by N",
    ("4♠↓ by north", None): "4S- by N",
    ("four spades low by North", None): "4S- by N",
    ("4 spades down by 0", None): "4S- by N",
    ("3 no trump uptown by West", None): "3NT+ by W",
    ("three no-trump high by W", None): "3NT+ by W",
    ("3NT↑", "S"): "3NT+ by S",
    ("4♠↓", 2): "4S- by S",
    ("4♠↓ by s", "S"): "4S- by S",
    (" 17 h~  BY  5 ", None): "17H~ by 5",
    ("0C+ by 0", None): "0C+ by N",
}


def test_what_is_read():
    for seat, texts in SEATS.items():
        for text in texts:
            found = seat_index(text, 4), read_player(text, FOUR), read_dealer(text, FOUR)
            assert found == (seat, seat, seat), text
            assert Contract(4, "S+", text).declarer == ws.Match(FOUR, dealer=text).dealer == seat, text
            if text.strip().isdigit() and seat < 3:
                assert seat_index(text, 3) == read_player(text, THREE) == seat, text
            else:
                assert_refused(lambda name: seat_index(name, 3), NotationError, [(text, "from 0 to 2")])
                assert_refused(lambda name: read_player(name, THREE), ActError, [(text, "from 0 to 2")])
    for letter, names in SUITS.items():
        for name in names:
            assert (Suit.of(name).letter, str(Hand("A.A.A.A").of_suit(name)[letter])) == (
                letter, str(Hand([f"{letter}A"])),
            ), name  # fmt: skip
    for printed, texts in READ_AS.items():
        for text in texts:
            assert str(Strain.from_text(text)) == str(Strain.of(text.lower())) == printed, text
    assert {given: str(Contract.from_text(*given)) for given in CONTRACTS} == CONTRACTS


def test_seats_and_players_of_games():
    assert [read_player(name, DUMMY) for name in ("North", "east", "S")] == [0, 1, 2]
    assert [seat_index(seat, seats) for seat, seats in ((3, 4), (5, 6), ("2", 3), (0, 2))] == [3, 5, 2, 0]
    assert [seat_name(i, 4) for i in range(4)] == ["N", "E", "S", "W"]
    assert [seat_name(i, 3) for i in range(3)] == ["0", "1", "2"]
    four = "^leader .* is no seat: expected N, E, S or W, or a number from 0 to 3$"
    wrong = ["", "X", "Nort", "NE", "4", -1, True, 1.0, "+1", "½", "²", "\uff2e"]
    cases = [(seat, four) for seat in (*wrong, "-1")]
    assert_refused(lambda seat: seat_index(seat, 4, "leader"), NotationError, cases)
    cases = [(seat, "a whole number from 0 to 3") for seat in wrong]
    assert_refused(lambda seat: read_player(seat, FOUR), ActError, cases)
    cases = [("West", "expected a whole number from 0 to 2"), ("Nord", "expected N, E, S, or a whole number")]
    assert_refused(lambda seat: read_player(seat, DUMMY), ActError, cases)
    assert_refused(lambda seat: seat_name(seat, 3), NotationError, [(3, "from 0 to 2")])
    assert_refused(
        lambda seats: seat_name(0, seats),
        NotationError,
        [(b"", "seats b'' is wrong: expected a whole number from 2 to 6")],
    )


def test_what_is_refused():
    assert_refused(Suit.of, NotationError, [(value, "expected") for value in ("", "SS", "spad", 4, True)])
    strains = [
        *(
            "",
            "X",
            "+",
            "S",
            "NT",
            "T-",
            "high",
            "N+",
            "S high low",
            "S+-",
            "S+ +",
            "S++",
            "+S",
            "- S",
            "4S-",
        ),
        *("4S-", "S high +", "spades high aces bad", "S- aces bad", "SH high", "S\0", "S→"),
    ]
    for read in (Strain.from_text, Strain):
        words = r"strain .*expected (S, H, D, C or NT, then \+ \(uptown\)|plain letters)"
        assert_refused(read, NotationError, [(text, words) for text in strains])
    contracts = [
        ("", "expected such as"),
        ("S+ by N", "expected such as"),
        ("4 by N", "expected such as"),
        ("4S- N", "expected such as"),
        ("4hands.ptn", "expected"),
        ("eighteen S- by N", "expected"),
        ("4S-", "names no declarer"),
        ("18S- by N", "level 18 .* from 0 to 17"),
        ("4X- by N", "strain 'X-'"),
        ("4 spades by N", "strain"),
        ("4S- by X", "declarer 'X'.*from 0 to 5"),
        ("4S- by 6", "declarer '6'"),
        ("4S-\0 by N", "character"),
        ("٤S- by N", "character"),
    ]
    assert_refused(Contract.from_text, NotationError, contracts)
    with pytest.raises(NotationError, match="different seats"):
        Contract.from_text("4S- by N", declarer="S")
    for make in (Card, Card.from_index):
        assert_refused(make, NotationError, [(index, "from 0 to 53") for index in (-1, 54, True)])


def test_cards_are_numbered_as_the_engine_numbers_them():
    assert [str(card) for card in CARDS] == [
        *(suit + rank for suit in "CDHS" for rank in "23456789TJQKA"), "LJ", "BJ",
    ]  # fmt: skip
    for index, card in enumerate(CARDS):
        assert (Card.from_index(index), Card(index).index) == (card, index)
        expected = (Suit(index // 13), index % 13 + 2, False) if index < 52 else (None, None, True)
        assert (card.suit, card.rank, card.is_joker) == expected


def test_contracts_of_strains_and_seats():
    assert [Contract(3, "S+", seat).declarer for seat in ("N", "e", "2", 3, 5)] == [0, 1, 2, 3, 5]
    contract = Contract(3, "S+", 2)
    assert (contract.strain, contract.to_text(3)) == (Strain("S", "uptown"), "3S+ by 2")
    with pytest.raises(NotationError, match="from 0 to 2"):
        Contract(3, "S+", 3).to_text(3)


def test_the_ten_strains_of_a_table():
    assert " ".join(map(str, STRAINS)) == "S+ H+ D+ C+ NT+ S- H- D- C- NT-"
    assert " ".join(strain.symbol for strain in STRAINS) == "S↑ H↑ D↑ C↑ NT↑ S↓ H↓ D↓ C↓ NT↓"
    assert [str(strain) for strain in ALL_STRAINS if strain.is_no_trump] == ["NT+", "NT-", "NT~"]


@given(st.permutations(ALL_STRAINS), st.permutations(CARDS))
def test_strains_and_cards_are_ordered_as_in_tables(strains: list[Strain], cards: list[Card]) -> None:
    assert sorted(strains) == ALL_STRAINS and sorted(cards) == list(CARDS)
    assert max(strains) == Strain("NT", "downtown_aces_bad") >= strains[0]
    with pytest.raises(TypeError):
        strains[0] < "S+"  # noqa: B015


@pytest.mark.parametrize("kind", [Card, Strain, Contract, Hand, Deal])
@given(data=st.data())
def test_every_value_is_read_from_what_it_prints(kind: type, data: st.DataObject) -> None:
    value = data.draw(st.from_type(kind))
    texts = [str(value)]
    if kind in (Card, Strain, Hand) and value != Hand():
        show = {Card: "card", Strain: "strain", Hand: "cards"}[kind]
        texts += [getattr(glyphs, show)(value).plain for glyphs in (UNICODE, ASCII)]
    if kind is Contract:
        texts += [value.to_text(6)]
    if kind is Deal:
        texts += [value.to_text(first) for first in range(value.seats)]
    for text in texts:
        assert kind.from_text(text) == kind.from_text(text.lower()) == value, text
    again = eval(repr(value))
    assert again == pickle.loads(pickle.dumps(value)) == value and hash(again) == hash(value)
    if kind is not Deal and kind is not Contract:
        assert kind.of(value) == kind.of(str(value)) == value


@given(st.from_type(Deal), st.integers(60, 200))
def test_every_deal_is_read_from_its_diagram(deal: Deal, width: int) -> None:
    deal = Deal(deal.hands, Hand(list(deal.kitty or ())[:8]))  # longer ones are cut off at narrow widths
    for ascii_only in (False, True):
        diagram = to_text(Diagram.of_deal(deal), ascii_only=ascii_only, width=width)
        assert Deal.from_text(diagram) == Deal.from_text(diagram.lower()) == deal
        assert Deal.from_text(diagram.replace("kitty: ", "discards: ")) == deal
        # Nothing depends on the empty columns before it, nor on blanks at line ends.
        assert Deal.from_text("\n".join(f"  {line}  " for line in diagram.splitlines())) == deal


class _Unprintable:
    def __repr__(self):
        raise RuntimeError("no")


def test_values_are_quoted_shortly_whatever_they_are():
    assert len(reading.shown("x" * 10**6)) < 100 and len(reading.shown(list(range(10**5)))) < 100
    assert reading.shown(10**6000) == "a value of type int"
    assert "_Unprintable" in reading.shown(_Unprintable())
    with pytest.raises(NotationError, match="a value of type int"):
        Card(10**6000)
    with pytest.raises(NotationError) as caught:
        Hand("AK" * 10**5)
    assert len(str(caught.value)) < 200
    with pytest.raises(WhistError, match=r"expected a whole number$"):
        reading.read_integer(_Unprintable(), "number", WhistError)

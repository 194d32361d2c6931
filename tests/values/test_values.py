"""Seats, suits, strains, cards, contracts, hands and deals: their parts and order, and what is refused."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.refusals import assert_refused

import whistsolve as ws
from whistsolve import _kernels
from whistsolve.encoding import array_to_deals, deal_texts, deals_to_array
from whistsolve.errors import ActError, DealError, NotationError
from whistsolve.game.hand.setup import read_dealer
from whistsolve.rules import Rules
from whistsolve.rules.sides import read_player
from whistsolve.show import Diagram, Line, to_text
from whistsolve.values import STRAINS, Card, Contract, Deal, Hand, Strain, Suit, hands, seat_index, seat_name
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
            if text.isdigit() and seat < 3:
                assert seat_index(text, 3) == read_player(text, THREE) == seat, text
                continue
            assert_refused(lambda name: seat_index(name, 3), NotationError, [(text, "from 0 to 2")])
            assert_refused(lambda name: read_player(name, THREE), ActError, [(text, "from 0 to 2")])
    for letter, name in ((letter, name) for letter, names in SUITS.items() for name in names):
        found = Suit.of(name).letter, Hand("A.A.A.A").of_suit(name)[letter]
        assert found == (letter, Hand([f"{letter}A"])), name
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
    wrong = ("", "X", "Nort", "NE", "4", -1, True, 1.0, "+1", "½", "²", "\uff2e")
    for call, error, values, words in (
        (lambda seat: seat_index(seat, 4, "leader"), NotationError, (*wrong, "-1"), four),
        (lambda seat: read_player(seat, FOUR), ActError, wrong, "a whole number from 0 to 3"),
        (lambda seat: read_player(seat, DUMMY), ActError, ["West"], "expected a whole number from 0 to 2"),
        (lambda seat: read_player(seat, DUMMY), ActError, ["Nord"], "expected N, E, S, or a whole number"),
        (lambda seat: seat_name(seat, 3), NotationError, [3], "from 0 to 2"),
        (lambda seats: seat_name(0, seats), NotationError, [b""], "seats b'' is wrong: .* from 2 to 6"),
    ):
        assert_refused(call, error, [(value, words) for value in values])


def test_what_is_refused():
    assert_refused(Suit.of, NotationError, [(value, "expected") for value in ("", "SS", "spad", 4, True)])
    strains = [
        *("", "X", "+", "S", "NT", "T-", "high", "N+", "S high low", "S+-", "S+ +", "S++", "+S", "- S"),
        *("4S-", "S high +", "spades high aces bad", "S- aces bad", "SH high", "S\0", "S→"),
    ]
    for read in (Strain.from_text, Strain):
        words = r"strain .*expected (S, H, D, C or NT, then \+ \(uptown\)|plain letters)"
        assert_refused(read, NotationError, [(text, words) for text in strains])
    contracts = [
        *((text, "expected such as") for text in ("", "S+ by N", "4 by N", "4S- N")),
        *((text, "expected") for text in ("4hands.ptn", "eighteen S- by N")),
        ("4S-", "names no declarer"),
        ("18S- by N", "level 18 .* from 0 to 17"),
        ("4X- by N", "strain 'X-'"),
        ("4 spades by N", "strain"),
        ("4S- by X", "declarer 'X'.*from 0 to 5"),
        ("4S- by 6", "declarer '6'"),
        *((text, "character") for text in ("4S-\0 by N", "٤S- by N")),
    ]
    assert_refused(Contract.from_text, NotationError, contracts)
    for call, values, words in (
        (lambda declarer: Contract.from_text("4S- by N", declarer), "S", "different seats"),
        (Contract(3, "S+", 3).to_text, [3], "from 0 to 2"),
        (Hand, [["SA", Card("SA")]], "holds SA twice"),
        (Hand, [[None]], "no card"),
        (Hand.from_mask, (-1, 1 << 54, True), "hand mask"),
        (Hand("AK").__getitem__, (0, "X", "NT", slice(2)), r"suit .* is wrong: expected S, H, D"),
        (Hand("AK").hcp_in, "X", "strain"),
    ):
        assert_refused(call, NotationError, [(value, words) for value in values])
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


def test_the_ten_strains_of_a_table_and_contracts_of_seats():
    assert " ".join(map(str, STRAINS)) == "S+ H+ D+ C+ NT+ S- H- D- C- NT-"
    assert " ".join(strain.symbol for strain in STRAINS) == "S↑ H↑ D↑ C↑ NT↑ S↓ H↓ D↓ C↓ NT↓"
    assert [str(strain) for strain in ALL_STRAINS if strain.is_no_trump] == ["NT+", "NT-", "NT~"]
    contract = Contract(3, "S+", 5)
    assert (contract.strain, contract.declarer) == (Strain("S", "uptown"), 5)
    assert [Contract(3, "S+", 2).to_text(seats) for seats in (3, 4)] == ["3S+ by 2", "3S+ by S"]


@given(st.permutations(ALL_STRAINS), st.permutations(CARDS))
def test_strains_and_cards_are_ordered_as_in_tables(strains, cards):
    assert sorted(strains) == ALL_STRAINS and sorted(cards) == list(CARDS)
    assert max(strains) == Strain("NT", "downtown_aces_bad") >= strains[0]
    with pytest.raises(TypeError):
        strains[0] < "S+"  # noqa: B015


@pytest.mark.parametrize("kind", [Card, Strain, Contract, Hand, Deal])
@given(data=st.data())
def test_every_value_is_read_from_what_it_prints(kind, data):
    value = data.draw(st.from_type(kind))
    texts = [str(value)]
    if kind in (Card, Strain, Hand) and value != Hand():
        texts += [to_text(Line(value), ascii_only=ascii_only).strip() for ascii_only in (False, True)]
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
def test_every_deal_is_read_from_its_diagram(deal, width):
    deal = Deal(deal.hands, Hand(list(deal.kitty or ())[:8]))  # longer ones are cut off at narrow widths
    for ascii_only in (False, True):
        diagram = to_text(Diagram.of_deal(deal), ascii_only=ascii_only, width=width)
        assert Deal.from_text(diagram) == Deal.from_text(diagram.lower()) == deal
        assert Deal.from_text(diagram.replace("kitty: ", "discards: ")) == deal
        # Nothing depends on the empty columns before it, nor on blanks at line ends.
        assert Deal.from_text("\n".join(f"  {line}  " for line in diagram.splitlines())) == deal


@given(st.from_type(Hand))
def test_a_hand_is_its_cards_in_printed_order(hand):
    cards = list(hand)
    assert Hand(cards) == Hand(iter(cards)) == Hand(map(str, cards)) == hand
    assert len(hand) == len(cards) and bool(hand) == bool(cards)
    assert hand.mask == sum(1 << card.index for card in cards)
    order = [(-1, card.index) if card.is_joker else (card.suit, card.rank) for card in cards]
    assert order == sorted(order, reverse=True)
    assert [card for card in CARDS if card in hand] == sorted(cards)


@given(st.from_type(Hand), st.from_type(Hand))
def test_sets_as_python_has_them(one, two):
    a, b = set(one), set(two)
    assert (set(one | two), set(one & two), set(one - two)) == (a | b, a & b, a - b)
    assert (one == two) == (a == b) and one | str(two) == one | two


@given(
    st.from_type(Hand),
    st.randoms(use_true_random=False),
    st.text("AKQJT1098765432.-BLakqx♠ ", max_size=2),
    st.integers(0, 40),
)
def test_printed_text_has_a_way_of_its_own_that_reads_the_same(hand, random, more, at):
    """Ranks in any order; and any other text is left to the way that knows all forms and words the errors."""
    fields = [random.sample(field, len(field)) for field in str(hand).split(".")]
    text = ".".join("".join(field) for field in fields)
    assert _kernels.mask_of_hand(text) == hands.hand_mask(text.upper()) == hand.mask
    changed = text[:at] + more + text[at:]
    mask = _kernels.mask_of_hand(changed)
    try:
        assert mask in (None, hands.hand_mask(changed.upper()))
    except NotationError:
        assert mask is None


@given(st.from_type(Deal))
def test_deals_in_an_array_are_written_as_they_print_and_read_back(deal):
    masks = [hand.mask for hand in (*deal.hands, deal.kitty or Hand())]
    rows = np.array([masks, [*masks[-2::-1], masks[-1]]], dtype=np.uint64)
    texts = deal_texts(rows, kitty=True)
    assert texts == [str(each) for each in array_to_deals(rows, kitty=True)]
    first, hands, *kitty = texts[0].replace(":", " | ").split(" | ")
    assert (first, [*hands.split(), *kitty]) == ("N" if deal.seats == 4 else "0", printed(masks))
    assert np.array_equal(deals_to_array(texts), rows[:, :-1]) and Deal.from_text(texts[0]) == deal
    assert deal_texts(rows[:, :-1]) == [text.split(" |")[0] for text in texts]


def printed(masks):
    """The hands, and a kitty that is not empty, card by card."""
    found = []
    for mask in masks:
        *suits, jokers = [
            "".join(letter for letter, card in field.items() if mask >> Card.of(card).index & 1)
            for field in (
                *({rank: suit + rank for rank in "AKQJT98765432"} for suit in "SHDC"),
                {"B": "BJ", "L": "LJ"},
            )
        ]
        found.append(".".join([*suits, jokers] if jokers else suits))
    return found if masks[-1] else found[:-1]


@given(st.from_type(Hand))
def test_suits_by_name_are_those_of_the_suit(hand):
    parts = [hand.spades, hand.hearts, hand.diamonds, hand.clubs, hand.jokers]
    names = ("Spades", "♥", "d", Suit.CLUBS, "jokers")
    assert [hand[name] for name in names] == parts and sum(part.mask for part in parts) == hand.mask
    for part, suit in zip(parts, (*reversed(Suit), None), strict=True):
        assert all(card.suit is suit for card in part)
    assert hand.lengths == tuple(map(len, parts[:4])) and sum(map(len, parts)) == len(hand)
    assert sorted(hand.lengths) == list(hand.shape)[::-1]


@given(st.from_type(Hand))
def test_high_card_points_count_the_four_best_of_each_suit(hand):
    def points(ranks):
        return sum((4 - ranks.index(str(card)[1])) for card in hand - "....BL" if str(card)[1] in ranks)

    assert hand.hcp == points("AKQJ") == hand.hcp_in("S+") == hand.hcp_in("NT+")
    assert hand.hcp_in("H-") == points("A234") and hand.hcp_in("NT~") == points("2345")
    assert [Hand(CARDS).hcp_in(strain) for strain in ("S+", "S-", "C~")] == [40, 40, 40]


@given(st.from_type(Deal))
def test_a_deal_is_its_hands_and_kitty(deal):
    same = Deal(map(str, deal.hands), deal.kitty)
    assert Deal(deal.hands, deal.kitty) == same == deal and hash(same) == hash(deal)
    assert (deal.seats, deal.hand_size) == (len(deal.hands), len(deal.hands[0]))
    dealt = [card for hand in (*deal.hands, deal.kitty or Hand()) for card in hand]
    assert deal.cards == Hand(dealt) and len(deal.cards) == len(dealt)


@given(st.from_type(Deal))
def test_hands_by_seat(deal):
    assert [deal[seat] for seat in range(deal.seats)] == list(deal.hands)
    assert deal["0"] == deal.hands[0]
    if deal.seats == 4:
        named = [deal[name] for name in ("N", "east", "South", "w")]
        assert named == [deal.north, deal.east, deal.south, deal.west] == list(deal.hands)
    else:
        names = [
            (name, "^seat '[NESW]' is no seat: expected a number")
            for name in ("north", "east", "south", "west")
        ]
        assert_refused(lambda name: getattr(deal, name), NotationError, names)
    wrong = ("N" if deal.seats != 4 else "X", deal.seats, -1, None, slice(1))
    assert_refused(deal.__getitem__, NotationError, [(seat, "is no seat: expected") for seat in wrong])


def test_a_deal_is_a_sequence_of_its_hands():
    """Where deals are expected, one deal is not taken for its hands; in a column it is one object."""
    deal = Deal.random(1)
    assert (list(deal), len(deal), deal[1], deal.kitty) == ([*deal.hands], 4, deal["E"], Deal(deal).kitty)
    assert_refused(ws.solve_many, ws.WhistError, [(deal, "expected several deals")])
    assert pytest.importorskip("pandas").Series([deal, deal]).tolist() == [deal, deal]


def test_a_deal_is_turned_and_changed_hand_by_hand():
    deal = Deal.random(1)
    assert deal.rotate(1).hands == deal.hands[-1:] + deal.hands[:-1] and deal.rotate(-3) == deal.rotate(5)
    assert deal.rotate(4) == deal == deal.with_hand("E", deal[1]) and deal.rotate(2).kitty == deal.kitty
    swapped = Deal("N:A... K... Q... J...").with_hand("S", "2...")
    assert str(swapped) == "N:A... K... 2... J..."
    assert_refused(lambda hand: swapped.with_hand("S", hand), ws.DealError, [("K...", "every card once")])
    assert_refused(deal.rotate, ws.DealError, [("N", "expected a whole number")])


def test_a_deal_is_asked_for_its_tricks():
    deal = Deal("N:AK... QJ... T9... 87...")
    assert deal.solve("NT+", "N", played="SK").tricks == 2 and deal.solve("S", "E", rules="whist").tricks == 0
    assert deal.table(strains=["NT"], rules="whist") == ws.table(deal, strains=["NT+"])


def test_pbn_has_no_words_for_kitties_jokers_and_other_numbers_of_hands():
    written = Deal("N:A... K... Q... J...")
    assert (written.to_pbn(), written.to_pbn("S")) == ("N:A... K... Q... J...", "S:Q... J... A... K...")
    assert written[0].to_pbn() == "A..."
    cannot = ("N:A... K... Q... J... | 2", "0:A... K... Q...", "N:A....B K....L QJ... T9...")
    cases = [(Deal(text), "expected four hands, no jokers, no kitty") for text in cannot]
    assert_refused(Deal.to_pbn, NotationError, cases)
    assert_refused(Hand.to_pbn, NotationError, [(Hand("A....B"), "expected no jokers")])


def test_deals_are_made_of_hands_in_any_form():
    assert Deal(["A", "K"], "...").kitty is None
    assert Deal(["A", "K"], []) == Deal(["A", "K"]) == Deal.from_text("0:A... K... | ...")
    expected = Deal(["AK...", ".AK.."], "....B")
    assert Deal((Hand("AK..."), ["HA", "HK"]), {"BJ"}) == expected
    assert Deal(iter([["SA", Card("SK")], ".AK"]), Hand("....B")) == expected
    assert Deal.from_text("0:♠A♥K ♠2♥3 SQHJ") == Deal(["A.K..", "2.3..", "Q.J.."])
    assert Deal(["♠A ♥K", "♠2 ♥3"], "♠10").kitty == Hand("T...")


def test_hands_that_make_no_deal():
    cases = [
        ((Hand("AKQJ"),), "expected two to six hands"),
        (([],), "no hands"),
        ((iter(lambda: "A...", None),), "more than 6 hands"),
        ((["A", "K"], 5), r"the kitty: .*expected"),
        (([["SK"], ["AX"]],), r"the hand of seat 1: .*is no card"),
        (("0:A... K... | Q", "J"), "given beside that of the text"),
    ]
    assert_refused(lambda given: Deal(*given), DealError, cases)
    assert_refused(Deal(["A", "K"]).to_text, NotationError, [("N", "first")])

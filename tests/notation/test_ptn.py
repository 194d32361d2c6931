"""PTN and PlayedHand: the two public exports, round trips of random hands, and what is refused."""

import dataclasses
import json
import pickle
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracle.position import Position, Terms
from tests.support.ptn_texts import REAL, SMALL
from tests.support.refusals import assert_refused

import whistsolve
from whistsolve import notation
from whistsolve.errors import ActError, DealError, NotationError, WhistError
from whistsolve.game.record import Call, PlayedHand, Tag, parts, replay, trick_winner
from whistsolve.notation import format_ptn, is_ptn, parse_ptn, player_names, read_ptn
from whistsolve.values import Card, Contract, Deal, Hand, Strain


def test_the_no_trump_hand():
    hand = parse_ptn(REAL[241])
    assert str(hand.deal) == "N:Q3.QJ743.T64.73 4.985.KJ873.962 A7.T2.AQ2.KQT85 KT986.AK6.95.A4 | J52...J"
    assert (hand.dealer, hand.contract, hand.declarer, hand.leader) == (0, Contract(3, "NT+", "S"), 2, 2)
    assert hand.calls == (Call(1, "Pass"), Call(2, "3NT↑"), Call(3, "Pass"), Call(0, "Pass"))
    assert hand.added == (Hand(), Hand(), Hand("J52...J"), Hand())
    assert hand.removed == (Hand(), Hand(), Hand(".T2.Q2."), Hand())
    assert hand.deal_in_play.hands[2] == Hand("AJ752..A.KQJT85")
    assert hand.deal_in_play.kitty == hand.removed[2]
    assert " ".join(map(str, hand.plays[:8])) == "CT CA C3 C2 HA H3 H5 S2"
    assert (len(hand.plays), len(set(hand.plays)), len(hand.tricks)) == (48, 48, 12)
    assert [trick.leader for trick in hand.tricks[:4]] == [2, 3, 3, 3]
    # At the table, South's side took seven of the twelve tricks.
    assert hand.tricks_won[2] + hand.tricks_won[0] == 7


def test_the_spade_hand_with_jokers():
    hand = parse_ptn(REAL[327])
    assert hand.deal.hands[2] == Hand("J832.T4.54.Q74.B")
    assert hand.deal.hands[1] == Hand("5.KJ632.Q8.963.L")
    assert str(hand.contract) == "4S- by S"
    assert [call.text for call in hand.calls] == ["Pass", "Pass", "3↓", "4♠↓"]
    assert [str(card) for card in hand.tricks[0].cards] == ["S4", "SK", "SQ", "LJ"]
    assert str(hand.plays[24]) == "BJ"
    # The export ends after seven of the twelve tricks; South's side took five.
    assert [trick.winner for trick in hand.tricks] == [1, 3, 0, 0, 0, 2, 2]
    assert hand.tricks_won[2] + hand.tricks_won[0] == 5


def test_reading_and_writing_changes_no_byte_and_keeps_all_tags():
    for whole in REAL.values():
        hand = parse_ptn(whole)
        for end in ("\n", "\r\n", "\r"):
            text = whole.replace("\n", end)
            assert format_ptn(read_ptn(text)) == text == str(parse_ptn(text))
            assert parse_ptn(text) == hand
        assert all(f'[{tag.name} "{tag.text}"]\n' in whole for tag in hand.tags)
        assert [tag.name for tag in hand.tags][:2] == ["Event", "UTCDate"]
        assert hand.tag("Event").text.startswith("Trickster Cards: Practice Whist - Bid Whist to ±7")
        assert json.loads(hand.tag("GameOptionsJson").value)["bidderGetsKitty"] is True
        assert hand.tag("Nothing") is None


def test_unusual_layout_is_kept():
    whole = REAL[241]
    for text in (
        whole.rstrip("\n"),
        "\ufeff" + whole,
        "\n \n" + whole + "\n\n% the end\n",
        whole.replace("\n[", "\n\n[").replace("\nS5", "\n% a remark\n\t S5"),
        whole.replace("% PTN ---------------------------\n", ""),
        whole.replace('[Dealer "', '  [ Dealer   "').replace(" ", "  ").replace("  [", "["),
        whole.replace('\\"', '"'),
        whole.replace("[Play", '[Notes "more"]\nfirst line\n second line \n[Play'),
    ):
        hand = parse_ptn(text)
        assert format_ptn(hand) == text != whole
        assert hand.plays == parse_ptn(whole).plays
        assert parse_ptn(str(dataclasses.replace(hand, source=None))) == hand


def test_several_hands_in_one_text():
    joined = "\r\n" + REAL[327] + "\n" + REAL[241].replace("\n", "\r\n") + "\n\n" + REAL[327]
    hands = read_ptn(joined)
    assert hands == [parse_ptn(REAL[number]) for number in (327, 241, 327)]
    assert format_ptn(hands) == joined == "".join(map(str, hands))
    assert read_ptn(format_ptn(hands[:2])) == hands[:2]
    # Without its header a hand begins with its Event, or with a tag that the hand before already has.
    bare = [REAL[number].split("\n", 1)[1] for number in (327, 241)]
    assert read_ptn("".join(bare)) == hands[:2]
    assert format_ptn(read_ptn("\n".join(bare))) == "\n".join(bare)
    dealers = "".join(text[text.index("[Dealer") :] for text in bare)
    assert [hand.plays for hand in read_ptn(dealers)] == [hand.plays for hand in hands[:2]]
    assert format_ptn(read_ptn(dealers)) == dealers


def test_hands_put_together_from_different_files_stay_apart():
    ends_without_line = parse_ptn(REAL[241].rstrip("\n"))
    assert read_ptn(format_ptn([ends_without_line] * 2)) == [ends_without_line] * 2
    undealt = '[Dealer "N"]\n[Deal "N:A... K... Q... J..."]\n'
    kitty_only = parse_ptn('[Undealt "H2"]\n[Deal "N:A... K... Q... J..."]\n')
    merged = [parse_ptn(undealt), kitty_only]
    assert read_ptn(format_ptn(merged)) == merged


def test_a_changed_hand_is_written_afresh():
    hand = parse_ptn(REAL[327])
    shorter = dataclasses.replace(hand, plays=hand.plays[:6])
    text = format_ptn(shorter)
    assert parse_ptn(text) == shorter != hand
    assert text.startswith("% PTN ---------------------------\n[Event ")
    # East won the first trick and leads; South, whose column is the first, follows East.
    assert text.endswith('[Play "S"]\nS4 SK SQ JL\nD4 - - DQ\n')
    lines = [f'[{tag.name} "{tag.text}"]' for tag in hand.tags]
    lines += ['[Declarer "S"]', '[Contract "4♠↓"]', '[Undealt "STS4H5DAD3C8"]', '[Dealer "S"]']
    assert set(lines) <= set(text.splitlines()) and str(hand) == REAL[327]


def test_written_afresh_the_exports_differ_only_in_the_order_of_kitty_cards():
    for text in REAL.values():
        fresh = str(dataclasses.replace(parse_ptn(text), source=None))
        pairs = zip(text.splitlines(), fresh.splitlines(), strict=True)
        differing = [(old, new) for old, new in pairs if old != new]
        assert [old.split()[0] for old, _ in differing] == ["[Undealt", "[CardsAdded", "[CardsRemoved"]
        assert all(sorted(old) == sorted(new) for old, new in differing)


@st.composite
def played_hands(draw):
    """Hands with random exchange, legal play, calls and tags."""
    deal = draw(st.from_type(Deal))
    seats = st.integers(0, deal.seats - 1)
    added, removed = [Hand()] * deal.seats, [Hand()] * deal.seats
    contract = leader = None
    plays = []
    if draw(st.booleans()):
        contract = Contract(draw(st.integers(0, 17)), draw(st.from_type(Strain)), draw(seats))
        if deal.kitty is not None and draw(st.booleans()):
            declarer = contract.declarer
            added[declarer] = deal.kitty
            pool = sorted(deal.hands[declarer] | deal.kitty)
            removed[declarer] = Hand(draw(st.permutations(pool))[: len(deal.kitty)])
        leader = draw(seats)
        table = PlayedHand(deal, added=added, removed=removed).deal_in_play
        plays = draw(legal_plays(table, contract.strain, leader))
    text = st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"]), max_size=12)
    words = st.from_regex(r"[A-Za-z0-9]\S{0,4}", fullmatch=True)
    names = st.from_regex(r"[A-Z]\w{0,5}", fullmatch=True).filter(str.isascii)
    known = parts.FIELD_TAGS
    tags = draw(st.lists(st.tuples(names.filter(lambda name: name not in known), text), max_size=3))
    return PlayedHand(
        deal,
        dealer=draw(st.none() | seats),
        calls=draw(st.lists(st.tuples(seats, words), max_size=6)),
        contract=contract,
        added=added,
        removed=removed,
        leader=leader,
        plays=plays,
        tags=[tag for tag in tags if tag[0] != "Event"] + ([("Event", draw(text))] if tags else []),
    )


@st.composite
def legal_plays(draw, deal, strain, leader):
    position = position_of(deal, strain, leader)
    plays = []
    for choice in draw(st.lists(st.integers(0, 15), max_size=deal.seats * deal.hand_size)):
        cards = position.legal()
        plays.append(cards[choice % len(cards)])
        position = position.play(plays[-1])
    return plays


def position_of(deal, strain, leader):
    """The same position in the tests' own model of play, under the notation's terms."""
    terms = Terms(strain.trump, strain.ranking, joker_no_trump="free_discard")
    return Position.start(terms, [map(str, hand) for hand in deal.hands], leader)


#: Hands are slow to draw.
FEWER = settings(max_examples=3 * settings().max_examples // 10)


@FEWER
@given(played_hands())
def test_every_played_hand_reads_back_equal_and_has_the_tricks_of_the_tests_own_model(hand):
    text = str(hand)
    back = parse_ptn(text)
    assert back == hand and hash(back) == hash(hand)
    assert str(back) == text == back.source
    names = {**vars(whistsolve.values), **vars(parts), "PlayedHand": PlayedHand, **vars(notation)}
    assert len(repr(hand)) == 200 or eval(repr(hand), names) == hand, "cut to 200 characters, or Python"
    assert hand == pickle.loads(pickle.dumps(hand)) == dataclasses.replace(hand)
    for write, read in ((PlayedHand.to_pbn, notation.read_pbn), (PlayedHand.to_lin, notation.read_lin)):
        with suppress(NotationError):
            assert read(write(hand)) == [hand], "what these notations cannot say is refused"
    if hand.contract is None:
        assert hand.tricks == () and sum(hand.tricks_won) == 0
        return
    position = position_of(hand.deal_in_play, hand.contract.strain, hand.leader)
    position = position.after(map(str, hand.plays))
    assert hand.tricks_won == position.won
    assert sum((trick.cards for trick in hand.tricks), ()) == hand.plays
    whole = [trick for trick in hand.tricks if trick.winner is not None]
    assert len(hand.tricks) - len(whole) == bool(position.table)
    for before, after in zip(hand.tricks, hand.tricks[1:], strict=False):
        assert after.leader == before.winner


@FEWER
@given(st.from_type(Deal), st.from_type(Strain), st.data())
def test_a_card_is_refused_where_the_tests_own_model_refuses_it(deal, strain, data):
    leader = data.draw(st.integers(0, deal.seats - 1))
    plays = data.draw(legal_plays(deal, strain, leader))
    position = position_of(deal, strain, leader).after(plays)
    card = data.draw(st.from_type(Card))
    if not position.finished and str(card) in position.legal():
        assert replay(deal.hands, strain, leader, [*plays, card])[-1].cards[-1] == card
    else:
        with pytest.raises(ActError) as raised:
            replay(deal.hands, strain, leader, [*plays, card])
        assert str(card) in str(raised.value) and f"card {len(plays) + 1} of the play" in str(raised.value)


def test_a_trick_in_progress():
    # North won the first trick with the ace, so North leads to the second.
    started = parse_ptn(SMALL + "- H2\n")
    assert [str(card) for card in started.plays] == ["SJ", "SA", "SK", "SQ", "H2"]
    assert started.tricks[1].leader == 0 and started.tricks[1].winner is None
    assert started.tricks_won == (1, 0, 0, 0)
    assert parse_ptn(SMALL + "D2 H2 H3 H4\n").tricks_won == (1, 0, 1, 0)


def test_before_the_discard_and_before_the_play():
    taken = SMALL[: SMALL.index("[CardsRemoved")]
    hand = parse_ptn(taken)
    assert hand.added[3] == Hand("..A2.") and not any(hand.removed) and hand.plays == ()
    with pytest.raises(DealError, match="W has taken the kitty and not discarded"):
        _ = hand.deal_in_play
    bidding = parse_ptn(SMALL[: SMALL.index("[Declarer")] + '[Auction "S"]\nPass\n')
    assert (bidding.contract, bidding.declarer, bidding.leader, bidding.tricks) == (None, None, None, ())
    assert bidding.deal_in_play == bidding.deal
    open_seats = '[Dealer "?"]\n[Deal "N:A... K... Q... J..."]\n'
    open_seats += '[Declarer ""]\n[Contract "Pass"]\n[Auction ""]\n[Play ""]\n'
    assert parse_ptn(open_seats) == PlayedHand("N:A... K... Q... J...")
    assert str(parse_ptn(open_seats)) == open_seats


def test_other_numbers_of_hands():
    for names in ("S N", "S W E", "S SW NW NE SE", "S SW NW N NE SE"):
        seats = names.split()
        hands = ["A...", "K...", "Q...", "J...", "T...", "9..."][: len(seats)]
        for seat, name in enumerate(seats):
            text = f'[Dealer "{name}"]\n[Deal "{name}:{" ".join(hands)}"]\n'
            hand = parse_ptn(text)
            assert (hand.dealer, hand.deal.hands[seat]) == (seat, Hand("A"))
            assert str(dataclasses.replace(hand, source=None)).splitlines()[1:] == text.splitlines()


def test_skipped_calls():
    hand = parse_ptn(SMALL)
    assert hand.calls == (Call(2, "Pass"), Call(3, "3↑"))
    later = dataclasses.replace(hand, calls=[("S", "Pass"), ("W", "3↑"), ("W", "3♠↑")])
    assert '[Auction "S"]\nPass 3↑ - -\n- 3♠↑\n' in str(later)
    assert parse_ptn(str(later)).calls == later.calls


def test_what_looks_like_ptn_and_what_has_no_hands():
    assert is_ptn(REAL[241]) and is_ptn("\ufeff\n  [Deal") and is_ptn("% PTN")
    assert not is_ptn("N:A K Q J") and not is_ptn("") and not is_ptn("# a remark\nN:A K Q J")
    assert read_ptn("") == read_ptn("\n% only a remark\n\n") == []
    cases = [("% nothing", "holds no hands"), (REAL[241] + REAL[327], "holds 2 hands")]
    assert_refused(parse_ptn, NotationError, cases)


def test_names_of_players():
    tags = [("South", " Ann "), ("West", ""), ("East", 'The "Duke"'.replace('"', '\\"'))]
    assert player_names(PlayedHand("N:A... K... Q... J...", tags=tags)) == ("N", 'The "Duke"', "Ann", "W")
    assert player_names(PlayedHand("0:A... K... Q...", tags=tags)) == ("Ann", "1", 'The "Duke"')


def swap(old, new):
    assert SMALL.count(old) == 1, old
    return SMALL.replace(old, new)


WRONG = [
    ("nonsense\n" + SMALL, "nonsense", ["no tag"]),
    (swap('[Dealer "E"]', "[Dealer E]"), "[Dealer E]", ["no whole tag"]),
    (swap('[Dealer "E"]', '[Dealer "X"]'), '[Dealer "X"]', ["Dealer 'X'", "N, E, S, W"]),
    (swap("N:A.2.. K", "N:A.2.. - K"), '[Deal "N:A.2.. - K.3.. Q.4.. J.5.."]', ["no seat of 5"]),
    (swap(" J.5..", " -"), '[Deal "N:A.2.. K.3.. Q.4.. -"]', ["hand of W", "not given"]),
    (swap('"N:A', '"A'), '[Deal "A.2.. K.3.. Q.4.. J.5.."]', ["a ':'"]),
    (swap("K.3..", "K.A3.."), "Undealt", ["hand of E has 3 cards"]),
    (swap("K.3..", "K.2.."), "Undealt", ["H2", "hand of N", "hand of E"]),
    (swap("K.3..", "K....B"), "Deal", ["'B'", "hand of E", "expected H"]),
    (swap('Undealt "DAD2"', 'Undealt "DAHA2"'), "Undealt", ["Undealt", "'2'"]),
    (swap('Undealt "DAD2"', 'Undealt "DADA"'), "Undealt", ["DA twice"]),
    (swap('Undealt "DAD2"', 'Undealt "DASA"'), "Undealt", ["SA", "hand of N", "kitty"]),
    (swap('[Declarer "W"]', '[Declarer "Q"]'), '[Declarer "Q"]', ["'Q'"]),
    (swap('[Declarer "W"]\n', ""), '[Contract "3♠↑"]', ["no Declarer"]),
    (swap('[Contract "3♠↑"]\n', ""), '[Declarer "W"]', ["no Contract"]),
    (swap("3♠↑", "33♠↑"), '[Contract "33♠↑"]', ["level 33"]),
    (swap('Auction "S"', 'Auction ""'), '[Auction ""]', ["who calls first"]),
    (swap("Pass 3↑", "{Pass 3↑"), "{Pass 3↑ - -", ["call '{Pass'"]),
    (swap('CardsAdded "W:DAD2"', 'CardsAdded "W:DA W:D2"'), "CardsAdded", ["W twice"]),
    (swap('CardsAdded "W:DAD2"', 'CardsAdded "X:DAD2"'), "CardsAdded", ["'X'"]),
    (swap('CardsAdded "W:DAD2"', 'CardsAdded "W:DAD3"'), "CardsRemoved", ["W takes D3", "kitty, DA D2"]),
    (swap('CardsAdded "W:DAD2"', 'CardsAdded "W:DABJ"'), "CardsAdded", ["'BJ'", "JH"]),
    (swap('"W:H5DA"', '"W:H5SA"'), "CardsRemoved", ["W discards SA"]),
    (swap('"W:H5DA"', '"W:DA"'), "CardsRemoved", ["W takes 2", "discards 1"]),
    (swap('"W:H5DA"', '"E:H3SK"'), "CardsRemoved", ["E takes 0", "discards 2"]),
    (swap("[CardsRemoved", "[Removed"), "Play", ["W has taken the kitty"]),
    (swap('Play "W"', 'Play "M"'), "Play", ["'M'"]),
    (swap('Play "W"', 'Play ""'), "Play", ["first leader"]),
    (swap("SJ SA SK SQ", "SJ SA SK SQ SQ"), "SJ SA SK SQ SQ", ["5 cards"]),
    (swap("SJ SA SK SQ", "- - - -"), "- - - -", ["no card"]),
    (swap("SJ SA SK SQ", "SJ - SK SQ"), "SJ - SK SQ", ["E plays SK", "N, whose turn", "W, who leads"]),
    (swap("SJ SA SK SQ", "SJ SA SK -\nD2"), "D2", ["not complete"]),
    (SMALL + "D2 H2 H3 H4\nD2", "D2", ["W plays D2", "S, who leads"]),
]
WRONG_PLAYS = [
    ("SJ SA SK H4", ["S plays H4", "spades", "SQ"]),
    ("SJ SA SQ SK", ["E plays SQ", "S holds"]),
    ("SJ H5 SK SQ", ["N plays H5", "no hand"]),
    ("SA SJ SK SQ", ["W plays SA", "N holds"]),
    ("SJ SA SK SJ", ["S plays SJ", "W has played"]),
    ("SJ SA SK SQ\n- D2", ["N plays D2", "W holds"]),
    ("SJ SA SK SQ\nD2 SA H3 H4", ["N plays SA", "N has played", "once"]),
]


def test_errors_name_line_and_cause():
    plays = [(swap("SJ SA SK SQ", row), row.splitlines()[-1], words) for row, words in WRONG_PLAYS]
    for error, cases in ((NotationError, WRONG), (ActError, plays)):
        for text, line, words in cases:
            with pytest.raises(error) as raised:
                parse_ptn(text)
            message = str(raised.value)
            rows = enumerate(text.splitlines(), 1)
            [number] = {number for number, row in rows if line == row or f"[{line} " in row}
            assert message.startswith(f"line {number}: ") and "\n" not in message, (line, message)
            assert all(word in message for word in words), (line, message)


def test_line_numbers_count_through_several_hands():
    text = REAL[241] + swap("SJ SA SK SQ", "SJ SA SK H4")
    with pytest.raises(ActError, match=f"^line {len(text.splitlines())}: S plays H4"):
        read_ptn(text)
    with pytest.raises(NotationError, match=rf"^line {REAL[241].count(chr(10)) + 3}: .* has no Deal"):
        read_ptn(REAL[241] + '% PTN\n\n[Event "nothing"]\n')


DEAL = "N:A.2.. K.3.. Q.4.. J.5.. | ..A2."


CANNOT_BE = {
    NotationError: [
        ({"dealer": "X"}, "dealer 'X'"),
        ({"leader": 4}, "leader 4"),
        ({"calls": [("Q", "Pass")]}, "caller 'Q'"),
        *(
            ({"calls": [call]}, "call '(Pass|-|two words)'")
            for call in ("Pass", ("N", "-"), ("N", "two words"))
        ),
        ({"contract": Contract(3, "S+", 5)}, r"contract 3S\+ by 5"),
        ({"tags": [("Dealer", "N")]}, "field of its own"),
        ({"tags": [("a b", "N")]}, "'a b'"),
        ({"tags": [("A", "one\ntwo")]}, "one line"),
        ({"tags": ["A"]}, "pair"),
        ({"tags": [("Event", "1"), ("Event", "2")]}, "twice"),
    ],
    WhistError: [({"contract": "3S+"}, "declarer")],
    DealError: [
        ({"added": {"W": "..A2.", 3: ".."}}, "W stand twice"),
        ({"added": "..A2."}, "each of 4 seats"),
        ({"added": {"W": ["DA"], "E": ["DA"]}}, "takes DA"),
        ({"added": {"W": ["DA"]}, "removed": {"W": ["SK"]}}, "W discards SK"),
    ],
    ActError: [
        ({"plays": ["SJ"], "leader": "W"}, "no contract"),
        ({"plays": ["SJ"], "contract": "1S+ by W"}, "no leader"),
        ({"plays": "SK", "contract": "1S+ by W", "leader": 3}, "card 1 of the play: W plays SK"),
    ],
}


def test_played_hands_that_cannot_be():
    for error, cases in CANNOT_BE.items():
        assert_refused(lambda values: PlayedHand(DEAL, **values), error, cases)
    assert_refused(lambda cards: trick_winner(cards, Strain("S+")), ActError, [([], "without cards")])
    lines = [("[x",), ("% x",), (" x",), ("x ",), ("",), ("a\nb",), (None,), "abc"]
    assert_refused(lambda each: Tag("Notes", "", each), NotationError, [(each, "Notes") for each in lines])


def test_a_kitty_may_stand_in_the_deal_or_in_a_tag_of_its_own():
    hands = "A4... K3... Q2... J5..."
    for text in (
        f'[Deal "N:{hands} | 76....L"]',
        f'[Deal "N:{hands}"]\n[Kitty "76....L"]',
        f'[Deal "N:{hands}"]\n[Undealt "S7S6JL"]',
    ):
        hand = parse_ptn(f"% PTN\n{text}\n")
        assert hand.deal.kitty == Hand("76....L") and not hand.tags
    both = f'[Deal "N:{hands} | 76....L"]\n[Undealt "S7S6JL"]'
    with pytest.raises(NotationError, match="in the Deal tag and in Undealt: expected it once"):
        parse_ptn(both)
    other = parse_ptn(f'[Deal "N:{hands}"]\n[Undealt "S7S6JL"]\n[Kitty "nobody saw it"]')
    assert [tag.text for tag in other.tags] == ["nobody saw it"]

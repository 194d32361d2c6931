"""PTN and PlayedHand: the two public exports, and round trips of random hands."""

import dataclasses
import json
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracle.position import Position, Terms
from tests.support.ptn_texts import REAL, SMALL

import whistsolve
from whistsolve import ActError, Card, Contract, Deal, DealError, Hand, NotationError, Strain, notation
from whistsolve.game.record import Call, PlayedHand, played_hand, replay, trick_winner
from whistsolve.notation import format_ptn, is_ptn, parse_ptn, player_names, read_ptn

# The two exports.


def test_the_no_trump_hand():
    hand = parse_ptn(REAL[241])
    assert str(hand.deal) == ("N:Q3.QJ743.T64.73 4.985.KJ873.962 A7.T2.AQ2.KQT85 KT986.AK6.95.A4 | J52...J")
    assert hand.dealer == 0
    assert hand.calls == (Call(1, "Pass"), Call(2, "3NT↑"), Call(3, "Pass"), Call(0, "Pass"))
    assert hand.contract == Contract(3, "NT+", "S")
    assert (hand.declarer, hand.leader, hand.seats) == (2, 2, 4)
    assert hand.added == (Hand(), Hand(), Hand("J52...J"), Hand())
    assert hand.removed == (Hand(), Hand(), Hand(".T2.Q2."), Hand())
    assert hand.deal_in_play.hands[2] == Hand("AJ752..A.KQJT85")
    assert hand.deal_in_play.kitty == hand.removed[2]
    assert [str(card) for card in hand.plays[:8]] == ["CT", "CA", "C3", "C2", "HA", "H3", "H5", "S2"]
    assert (len(hand.plays), len(set(hand.plays)), len(hand.tricks)) == (48, 48, 12)
    assert [trick.leader for trick in hand.tricks[:4]] == [2, 3, 3, 3]
    # At the table, South's side took seven of the twelve tricks.
    assert hand.tricks_won[2] + hand.tricks_won[0] == 7


def test_other_tags_are_kept_exactly():
    for text in REAL.values():
        hand = parse_ptn(text)
        for tag in hand.tags:
            assert f'[{tag.name} "{tag.text}"]\n' in text
        assert [tag.name for tag in hand.tags][:2] == ["Event", "UTCDate"]
        assert hand.tag("Event").text.startswith("Trickster Cards: Practice Whist - Bid Whist to ±7")
        assert json.loads(hand.tag("GameOptionsJson").value)["bidderGetsKitty"] is True
        assert hand.tag("Nothing") is None


# Round trips.


def test_reading_and_writing_changes_no_byte():
    for whole in REAL.values():
        for end in ("\n", "\r\n", "\r"):
            text = whole.replace("\n", end)
            assert format_ptn(read_ptn(text)) == text == str(parse_ptn(text))
            assert parse_ptn(text) == parse_ptn(whole)


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
    for tag in hand.tags:
        assert f'[{tag.name} "{tag.text}"]\n' in text
    for line in ('[Declarer "S"]', '[Contract "4♠↓"]', '[Undealt "STS4H5DAD3C8"]', '[Dealer "S"]'):
        assert line in text.splitlines()
    assert hand.plays[:6] != hand.plays and str(hand) == REAL[327]


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
    known = played_hand.FIELD_TAGS
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
    names = {**vars(whistsolve), **vars(played_hand), **vars(notation)}
    assert eval(repr(hand), names) == hand == pickle.loads(pickle.dumps(hand)) == dataclasses.replace(hand)
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


def test_the_winner_of_a_trick():
    winners = {
        ("S2 SA HK S3", "H+"): 2,
        ("S2 SA SK S3", "NT+"): 1,
        ("S3 S2 SK SA", "NT-"): 3,
        ("S3 S2 SK SA", "NT~"): 1,
        ("S3 H2 LJ BJ", "D-"): 3,
        ("LJ H2 SA BJ", "NT+"): 1,
        ("BJ LJ", "NT-"): 0,
        ("LJ BJ", "C+"): 1,
        ("HT", "S+"): 0,
    }
    assert winners == {
        (cards, strain): trick_winner([Card.from_text(card) for card in cards.split()], Strain.of(strain))
        for cards, strain in winners
    }
    with pytest.raises(ActError, match="without cards"):
        trick_winner([], Strain.of("S+"))


# More of the format.


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


def test_what_looks_like_ptn():
    assert is_ptn(REAL[241]) and is_ptn("\ufeff\n  [Deal") and is_ptn("% PTN")
    assert not is_ptn("N:A K Q J") and not is_ptn("") and not is_ptn("# a remark\nN:A K Q J")


def test_nothing_to_read():
    assert read_ptn("") == read_ptn("\n% only a remark\n\n") == []
    with pytest.raises(NotationError, match="holds no hands"):
        parse_ptn("% nothing")
    with pytest.raises(NotationError, match="holds 2 hands"):
        parse_ptn(REAL[241] + REAL[327])


def test_names_of_players():
    tags = [("South", " Ann "), ("West", ""), ("East", 'The "Duke"'.replace('"', '\\"'))]
    assert player_names(PlayedHand("N:A... K... Q... J...", tags=tags)) == ("N", 'The "Duke"', "Ann", "W")
    assert player_names(PlayedHand("0:A... K... Q...", tags=tags)) == ("Ann", "1", 'The "Duke"')

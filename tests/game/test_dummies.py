"""Dummy and double dummy whist: where hands sit and play, who sees them, and hands kept or swapped."""

import itertools

from tests.support.hands_played import (
    counted,
    follow,
    knows,
    played_out,
    pushed,
    refused,
    started,
    sure_deal,
    texts,
    to_declare,
    to_play,
)

from whistsolve.game import HandState, Match, Seating
from whistsolve.rules import Rules
from whistsolve.rules.sides import declarer_side, turn_step
from whistsolve.values import Hand

DUMMY = Rules.preset("dummy")
HANDS = "N:AK... .AK.. ..AK. ...AK"


def seen(state):
    """The hands that each player sees."""
    players = range(state.rules.players)
    return [[hand for hand in range(4) if knows(state.view(player), hand)] for player in players]


def sides_expected(rules, declarer):
    """For each hand, the number of its side."""
    if rules.game == "dummy":
        return tuple(0 if hand in (declarer, 3) else 1 for hand in range(4))
    if rules.game == "double_dummy":
        return 0, 1, 0, 1  # each player with their own dummy, wherever it lies
    return tuple(range(rules.players)) if rules.game == "cutthroat" else (0, 1, 0, 1)


def test_sides_of_hands_are_those_of_their_seats():
    for preset, direction in itertools.product(Rules.preset_names(), ("clockwise", "counterclockwise")):
        double = Rules.preset(preset).game == "double_dummy" and preset != "humbug"
        for seating in ("alternating", "facing") if double else ("",):
            options = {"direction_of_play": direction} | ({"seating": seating} if seating else {})
            rules = Rules.preset(preset, **options)
            for declarer in range(rules.players):
                check_seats(rules, declarer, range(rules.dealt_hands))


def check_seats(rules, declarer, hands):
    seating = Seating.of(rules, declarer)
    assert seating.sides == sides_expected(rules, declarer), rules
    assert sorted(seating.chairs) == list(hands), rules
    for seat, hand in enumerate(seating.chairs):
        together = {each for each in hands if seating.sides[each] == seating.sides[hand]}
        side = declarer_side(seat, rules, rules.dealt_hands)
        assert {seating.chairs[each] for each in side} == together, (rules, declarer)
    if len(seating.order) == rules.dealt_hands:
        for hand in seating.order:
            after = (seating.chair_of(hand) + turn_step(rules)) % rules.dealt_hands
            assert seating.chair_of(seating.hand_after(hand)) == after, (rules, declarer)


def test_players_who_score_together():
    for preset in Rules.preset_names():
        rules = Rules.preset(preset)
        for partner, player in itertools.product(range(rules.players), repeat=2):
            expected = {player}
            if rules.game == "dummy" and rules.trump_rule == "last_dealt_card" and player != partner:
                expected = set(range(3)) - {partner}
            elif rules.game not in ("cutthroat", "dummy", "double_dummy"):
                expected = {player, (player + 2) % 4}
            match = Match(rules, dealer=0, partner=partner)
            assert match.side_of(player) == tuple(sorted(expected)), (preset, partner)


def test_players_of_double_dummy_whist_are_opposite_and_each_dummy_at_its_players_right():
    for direction in ("clockwise", "counterclockwise"):
        seating = Seating.of(Rules.preset("double_dummy", direction_of_play=direction))
        chair = [seating.chair_of(hand) for hand in range(4)]
        assert (chair[0] - chair[1]) % 4 == 2
        for player in (0, 1):
            assert chair[2 + player] == (chair[player] - 1) % 4, "seats are numbered to the left"
            assert seating.controllers[2 + player] == player
            assert seating.side_hands(player) == (player, 2 + player)


def test_the_dummy_lies_face_down_until_the_auction_is_over():
    for declarer in range(3):
        state = HandState.random(1, DUMMY, dealer=2)
        assert [len(hand) for hand in state.hands] == [13] * 4 and state.deal.kitty is None
        assert seen(state) == [[0], [1], [2]]
        to_declare(state, "H-", declarer)
        assert (state.stage, state.to_act) == ("declaration", declarer), "the dummy is turned up first"
        assert seen(state) == [[0, 3], [1, 3], [2, 3]]
    open_at_once = started(HANDS, "dummy_seed", dealer=2, dummy_exposed_when="from_start")
    assert seen(open_at_once) == [[0, 3], [1, 3], [2, 3]]


def test_the_dummy_plays_opposite_the_declarer_who_leads_first():
    for declarer in range(3):
        left, right = (declarer + 1) % 3, (declarer + 2) % 3
        state = to_play(HandState.random(1, DUMMY, dealer=2), "S+", declarer)
        for hand, player in ((declarer, declarer), (left, left), (3, declarer), (right, right)):
            assert (state.hand_to_play, state.to_act, len(state.tricks)) == (hand, player, 0)
            state.push(state.legal_cards[0])
        chairs = state.seating.chairs
        assert (chairs.index(declarer) - chairs.index(3)) % 4 == 2, "across the table"
        assert state.hand_to_play == state.tricks[0].winner
        result = played_out(state).result()
        assert (len(state.tricks), sum(result.books)) == (13, 13)
        assert result.books[0] == result.tricks[declarer] + result.tricks[3]


def test_the_dummy_leads_follows_suit_and_throws_as_any_hand():
    for deal, strain, script in (
        ("N:A32... K4.5.. Q.A2.. 5.K.3.", "NT+", "SA SK ?S5 S5 SQ S3 S4 ?D3,HK D3 H2 @1"),
        ("N:A32... K4.5.. Q.A2.. .9.K3.", "H+", "SA SK ?D3,DK,H9"),  # it need not ruff
        ("N:32.2.. K4.5.. Q.A4.. 5.K.3.", "H+", "H2 H5 HK H4 !3 @3"),
    ):
        state = follow(to_play(started(deal, "dummy", dealer=2), strain), script)
    assert state.to_act == 0, "it took the trick, and the declarer leads from it"


def test_the_last_trick_is_looked_at_until_declarer_or_dummy_has_played_to_the_next():
    state = to_play(started("N:A2... K3... Q4... J5...", "dummy", dealer=2), "NT+", 1)
    pushed(state, "SK", "SQ", "SJ", "SA")  # East, South, the dummy, North
    assert [state.view(player).review for player in range(3)] == [(1,)] * 3
    pushed(state, "S2")
    assert [state.view(player).review for player in range(3)] == [(), (1,), ()]
    pushed(state, "S3")
    assert [state.view(player).review for player in range(3)] == [(), (), ()]


def with_a_joker(**options):
    """North declares no-trump; the little joker is in South's hand, the big one was dealt to the dummy."""
    deal = "N:A2... K3... .3...L Q4... | ..6..B"
    return to_declare(started(deal, "dummy", dealer=2, jokers=2, **options), "NT+", 0)


def test_two_cards_leave_the_dummy_before_it_is_turned_up():
    state = with_a_joker()
    assert [len(hand) for hand in state.hands] == [2, 2, 2, 4]
    assert (state.stage, state.to_act, state.hand_to_play) == ("discard", 0, 3)
    assert seen(state) == [[0, 3], [1], [2]]
    refused(state, "D6", "expected 2")
    pushed(state, "S4 D6")
    assert state.stage == "declaration" and state.hands[3] == Hand("Q....B")
    assert seen(state) == [[0, 3], [1, 3], [2, 3]]
    assert [state.view(player).discards[3] for player in range(3)] == [Hand("4..6."), None, None]


def test_a_void_hand_throws_its_joker_in_no_trump_and_so_does_the_dummy():
    follow(pushed(with_a_joker(), "S4 SQ", "NT+"), "SA S3 ?BJ BJ ?LJ LJ !0")


def test_jokers_are_exchanged_for_cards_thrown_out_of_the_dummy():
    state = pushed(with_a_joker(joker_no_trump="exchanged"), "BJ D6", "NT+")
    assert (state.stage, state.hand_to_play, texts(state.legal_picks)) == ("exchange", 2, ["D6"])
    assert pushed(state, "D6").stage == "play"
    assert [len(hand) for hand in state.hands] == [2] * 4 and state.hands[2] == Hand(".3.6.")


def test_both_dummies_stay_face_down_until_the_auction_is_over():
    state = HandState.random(1, Rules.preset("double_dummy"), dealer=1)
    assert [len(hand) for hand in state.hands] == [13] * 4
    for _ in range(2):
        assert state.stage == "hand_option" and texts(state.legal_acts()) == ["keep", "swap"]
        assert seen(state) == [[0], [1]]
        state.push("keep")
    assert [str(call) for call in state.legal_calls][:2] == ["Pass", "1+"], "bid as dummy whist"
    to_declare(state, "S+", 0)
    assert state.stage == "declaration", "both lie open when the strain is named"
    assert seen(state) == [[0, 2, 3], [1, 2, 3]]


def test_dummy_and_double_dummy_whist_are_won_by_twenty_one_points():
    for preset, points, last in (("dummy", (20, 0, -50), (1, 0, 0)), ("double_dummy", (20, 3), (1, 0))):
        match = Match(Rules.preset(preset), dealer=0)
        counted(match, points)
        assert not match.is_over, "none are too few"
        counted(match, last)
        assert match.winners == {0} and match.scores[0] == 21


def test_option_double_dummy_mode_says_how_many_hands_play():
    deal = "N:A2... K3... ..AK. .AK.."
    for mode, order in (("four_hands", 4), ("two_hands", 2)):
        options = {"dealer": 1, "double_dummy_mode": mode}
        state = to_play(started(deal, "double_dummy_seed", **options), "NT+")
        assert len(state.seating.order) == order
        assert seen(state) == ([[0, 2, 3], [1, 2, 3]] if order == 4 else [[0], [1]]), mode
        pushed(state, "SA", "HA" if order == 4 else "S3")
        assert len(state.tricks) == (order == 2)
        assert len(played_out(state).tricks) == 2


def test_option_seating_says_in_what_order_hands_play():
    deal = "N:A2... K3... Q4... J5..."
    for seating, order in (("alternating", (0, 1, 2, 3)), ("facing", (0, 3, 1, 2))):
        state = to_play(started(deal, "double_dummy_seed", dealer=1, seating=seating), "NT+")
        assert state.seating.order == order
        assert pushed(state, "S2").hand_to_play == order[1]
        assert state.to_act == order[1] % 2
        # Whoever sits where, a player and their own dummy are a side.
        assert state.seating.side_hands(0) == (0, 2) and state.seating.side_hands(1) == (1, 3)


def test_option_hand_option_says_whether_and_how_one_chooses():
    assert started(HANDS, "double_dummy_seed", dealer=1, hand_option="off").stage == "auction"
    state = started(HANDS, "double_dummy_seed", dealer=1, hand_option="sequential")
    assert (state.stage, state.to_act) == ("hand_option", 0), "who did not deal is first"
    pushed(state, "swap")
    assert state.to_act == state.view(1).to_act == 1
    assert state.view(1).kept == (False, None)
    assert pushed(state, "keep").hands[0] == Hand("..AK.") and state.hands[1] == Hand(".AK..")
    state = pushed(started(HANDS, "double_dummy_seed", dealer=1, hand_option="simultaneous"), "swap")
    assert (state.view(0).kept, state.view(1).kept) == ((False, None), (None, None)), "not known yet"
    assert pushed(state, "keep").view(1).kept == (False, True)


def test_option_hand_option_doubles_scores():
    for hand_option, choices, points in (
        ("off", (), 7),
        ("sequential", ("swap", "swap"), 7),
        ("sequential", ("keep", "swap"), 14),
        ("simultaneous", ("keep", "keep"), 28),
    ):
        rules = Rules.preset("double_dummy_seed", hand_option=hand_option)
        own = 2 if choices[:1] == ("swap",) else 0
        state = HandState(sure_deal(13, rules, (own, 1, 2 - own, 3)), rules, dealer=1)
        pushed(state, *choices, "4+", "pass", "S+")
        assert played_out(state).result().points == (points, 0), (hand_option, choices)
    rules = Rules.preset("double_dummy_classic", hand_option="sequential")
    state = HandState(sure_deal(9, rules), rules, dealer=0, turned="SA")
    assert played_out(pushed(state, "keep", "swap")).result().points == (14, 0)


def test_option_double_dummy_mode_says_what_becomes_of_the_hand_given_up():
    for player in (0, 1):
        state = HandState.random(1, Rules.preset("double_dummy"), dealer=1)
        dealt = state.hands
        pushed(state, *("swap" if each == player else "keep" for each in (0, 1)))
        assert state.view(player).hand == dealt[2 + player]
        assert state.hands[2 + player] == dealt[player], "their old hand is the dummy now"
        assert state.view(1 - player).hand == dealt[1 - player]
    deal = "N:A2... K3... ..AK. .AK.."
    # Swapped, it lies open as one's dummy and plays.
    state = to_play(pushed(started(deal, "double_dummy_seed", dealer=1), "swap", "keep"), "NT+")
    assert state.hands[2] == Hand("A2...") and knows(state.view(1), 2)
    assert state.hand_to_play == 0 and pushed(state, "DA", "HA", "S3").hand_to_play == 2
    state = started(deal, "double_dummy_seed", dealer=1, dummy_exposed_when="from_start")
    assert seen(pushed(state, "swap")) == [[0, 2, 3], [1, 2, 3]]
    assert seen(pushed(state, "keep")) == [[0, 2, 3], [0, 1, 2, 3]], "the hand that was swapped for was seen"
    # Thrown away, it is out of play: nobody else ever sees it.
    state = to_play(pushed(started(deal, "humbug", dealer=1), "swap", "keep"), "NT+")
    assert not knows(state.view(1), 2)
    assert played_out(state).is_over and state.hands[2] == Hand("A2...") and not knows(state.view(1), 2)

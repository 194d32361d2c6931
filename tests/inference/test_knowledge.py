"""Knowledge: true and complete at every stage of every game; its layouts are solved in mid-trick."""

import itertools
import random
from collections import Counter

import numpy as np
import pytest
from tests.game.test_random_matches import VARIANTS
from tests.support.hands_played import pushed
from tests.support.random_matches import WITH_RENEGES, known_cards, random_act
from tests.support.thorough import by_default

from whistsolve import Hand, HandState, LayoutError, NotationError, Rules, RulesError, Solver, solve_cards
from whistsolve.analysis.claims import position_in_play
from whistsolve.errors import ActError
from whistsolve.inference import Knowledge, LayoutPosterior, Layouts, TrickInProgress
from whistsolve.players import RandomPlayer
from whistsolve.rules import PRESETS

NORTH = "AKQJ.T98.765.4.B"
SPADES, JOKERS = 3, 4


def layout_of(state):
    """How the cards lie now."""
    snapshot = state.snapshot
    pile = {card for hand in state.discards for card in hand}
    for done in snapshot.exchanges:
        pile = pile - {done.card} | {done.joker}
    rest = Hand(pile) if pile else Hand.from_mask(snapshot.kitty)
    return (*state.hands, rest) if rest else state.hands


def holders(knowledge, card):
    """The columns where a card may lie."""
    known = {column for column, cards in enumerate(knowledge.known) if card in cards}
    return known or {
        column for column in range(knowledge.columns) if knowledge.room_for(column) >> card.index & 1
    }


def check_snapshot(state, player, knowledge):
    """The knowledge is true, and holds what the player saw."""
    assert knowledge.allows(layout_of(state)), (state.acts, player)
    view = state.view(player)
    assert knowledge.known[player] == view.hand and knowledge.player == player
    # Dead hands are never shown, which known_cards does not leave out where they hold a card too many.
    dead = {hand for hand, cards in enumerate(view.hands) if not cards} - set(state.seating.order)
    hidden = {card for hand in dead for card in state.hands[hand]}
    seen = known_cards(state, player) & set(knowledge.deck) - hidden
    open_somewhere = {state.declarer, knowledge.columns - 1, *(done.hand for done in view.exchanges)}
    for card in seen:
        where = holders(knowledge, card)
        if len(where) > 1:  # seen, but gone somewhere out of sight
            kitty = view.kitty is not None and card in view.kitty
            own = any(hand is not None and card in hand for hand in view.discards)
            assert ((kitty or own) and where <= open_somewhere) or card in view.lying_open, (card, where)
            if card in view.lying_open:
                assert where <= set(state.seating.order)


def play(rules, seed):
    draw = random.Random(f"{seed} {rules.overrides()}")
    players = rules.players
    state = HandState.random(seed, rules, dealer=draw.randrange(players), partner=draw.randrange(players))
    while True:
        for player in range(players):
            knowledge = Knowledge.of_view(state.view(player))
            check_snapshot(state, player, knowledge)
            if draw.random() < 0.01 or len(state.acts) == 3:
                layouts = Layouts(knowledge)
                assert layouts.count
                assert knowledge.allows(list(map(Hand.from_mask, layouts.draw(1, seed)[0].tolist())))
        if state.is_over:
            return
        state.push(random_act(state, draw))


#: Beside some presets, by default, those that move cards, which matters most to knowledge.
MOVING = ("joker_no_trump", "exchange_pick", "sport_kitty", "partner_sees_kitty", "resigning")
GAMES = [*((preset, {}) for preset in PRESETS), *((preset, WITH_RENEGES) for preset in PRESETS), *VARIANTS]


def is_default(game):
    preset, changes = game
    few = ("bid_whist", "cutthroat_5", "humbug", "whist_portland")
    return preset in few if changes in ({}, WITH_RENEGES) else not set(MOVING).isdisjoint(changes)


@pytest.mark.parametrize(("preset", "changes"), by_default(is_default, GAMES), ids=str)
def test_it_is_true_at_every_moment(preset, changes):
    play(Rules.preset(preset, **changes), 1)


PASSES = ("pass", "pass", "pass")
SHORT = "N:A2.3.. .KQ2.. 43..Q. 65...J"
#: North takes the kitty, the little joker; West has the big one.
WITH_KITTY = "N:AKQ... .A2..2 J.K.2. T.Q...B | ....L"


def after(deal, *acts, rules="bid_whist_seed", **changes):
    return pushed(HandState(deal, Rules.preset(rules, **changes), dealer="W"), *acts)


def known_to(state, player):
    dealt = [*state.deal.hands, state.deal.kitty or Hand()]
    return Knowledge.of_view(state.view(player), deck=[card for hand in dealt for card in hand])


def test_hands_laid_open_by_a_claim_are_known():
    state = after("N:A2... K3... Q4... J5...", "2+", *PASSES, "S+", rules="bid_whist_no_kitty")
    for act in ("claim by 1", "accept", "contest"):
        state.push(act)
        knowledge = known_to(state, 3)
        check_snapshot(state, 3, knowledge)
        assert knowledge.known[1] == state.hands[1] and Layouts(knowledge).count == 6


def test_a_hand_that_cannot_follow_is_void():
    acts = ("2+", *PASSES, "D+", "SA", "HK")
    south = known_to(after(SHORT, *acts, rules="bid_whist_no_kitty"), 2)
    assert south.sizes == (2, 2, 3, 3) and south.deck == Hand("65432.Q32.Q.J")
    assert south.known == (Hand(), Hand(), Hand("43..Q."), Hand())
    # No spades; a trump that need not have been played.
    assert south.barred[1] == Hand("65432") and not south.barred[0] and not south.barred[3]
    # Of 652 of spades, Q32 of hearts and CJ East has two, and no spade.
    assert Layouts(south).count == 6 * 10
    loose = known_to(after(SHORT, *acts, rules="bid_whist_no_kitty", renege_mode="detect_and_call"), 2)
    assert not any(loose.barred) and Layouts(loose).count == 21 * 10


def test_a_joker_not_thrown_or_played_where_it_had_to_be_is_not_held():
    for call, strain, kind, shows in (
        ("4NT", "NT+", "must_discard_first_void", True),
        ("4NT", "NT+", "free_discard", False),
        ("4NT", "NT+", "high_no_suit", False),
        ("4+", "S+", "must_discard_first_void", True),  # with trumps, jokers follow them
        ("4+", "C+", "must_discard_first_void", False),
    ):
        acts = (call, *PASSES, strain, "LJ", "SA", "HA")
        north = known_to(after(WITH_KITTY, *acts, joker_no_trump=kind), 0)
        assert north.rest == "discards" and north.known[4] == Hand("....L")
        assert north.barred[1] == (Hand("KQJT....BL") if shows else Hand("KQJT")), (strain, kind)


def test_a_kitty_that_was_turned_up_lies_with_the_declarer_or_is_cancelled():
    state = after(WITH_KITTY, "4+", *PASSES, "S+")
    east = known_to(state, 1)
    assert east.rest is None and east.sizes == (4, 3, 3, 3)
    assert [("LJ" in barred) for barred in east.barred] == [False, True, True, True]
    state.push("SQ")
    assert [("LJ" in barred) for barred in known_to(state, 1).barred] == [False, True, True, True, False]
    assert known_to(state, 0).known[4] == Hand("Q")
    hidden = after(WITH_KITTY, "4+", *PASSES, "S+", "SQ", sport_kitty="never")
    assert not any(known_to(hidden, 1).barred)


def test_cards_that_changed_for_jokers():
    # North takes and gives up the four; West gets it for the joker, drawn unseen.
    deal = "N:AKQ... .A2..2 J.K.2. T.Q...B | .4.."
    acts = ("4NT", *PASSES, "NT+", "H4")
    before = known_to(after(deal, *acts, joker_no_trump="exchanged"), 0)
    assert before.lengths[3][JOKERS][0] == 1 and before.known[4] == Hand(".4")
    done = after(deal, *acts, "H4", joker_no_trump="exchanged")
    north, east, west = (known_to(done, player) for player in (0, 1, 3))
    assert west.known[3] == Hand("T.Q4") and west.known[4] == Hand("....B")
    assert all("BJ" in barred for barred in east.barred[:4]) and Layouts(east).draw(1, 1)[0, 4] == 1 << 53
    assert holders(north, next(iter(Hand(".4")))) == {3, 4} and Layouts(north).draw(1, 1)[0, 4] == 1 << 53
    chosen = after(deal, *acts, "H4", joker_no_trump="exchanged", exchange_pick="bidder_chooses")
    assert known_to(chosen, 0).known[3] == Hand(".4")
    # Nothing else than what North discarded is among the discards, nor but what West is shown to choose from.
    short = "N:AKQ... .A2..2 J.K.2. T.Q...B | .4..3"
    gave = after(short, *acts[:-1], "H4 C3", "H4", joker_no_trump="exchanged")
    assert (
        Layouts(known_to(gave, 0)).count == 2 * 560
    )  # which of two West got, and eight cards to two, three and three
    picks = {"joker_no_trump": "exchanged", "exchange_pick": "holder_chooses_face_up"}
    assert known_to(after(short, *acts[:-1], "H4 C3", **picks), 3).known[4] == Hand(".4..3")


def test_facts_add_up():
    start = Knowledge.of_hand(NORTH, seat="N")
    known = (
        start.with_void("E", "S")
        .with_lengths(2, "H", 2)
        .with_lengths("S", "H", 0, 5)
        .with_cards("kitty", "32")
        .without_cards("W", "T...A")
        .with_void("W", "jokers")
    )
    assert known.lengths[1][SPADES] == (0, 0) and known.lengths[2][2] == (2, 5)
    assert known.known[4] == Hand("32") and known.barred[3] == Hand("T...A")
    assert known.lengths[3][JOKERS] == (0, 0)
    assert known.span(4, SPADES) == (2, 6) and start == Knowledge.of_hand(NORTH, seat=0)
    # A layout of other sizes, with a card twice, or that a predicate refuses.
    row = [Hand.from_mask(mask) for mask in Layouts(known).draw(1, 1)[0].tolist()]
    assert not known.allows(row[:4]) and not known.allows([*row[:4], row[0]])
    assert not known.allows([row[1], row[0], *row[2:]])
    assert not known.where(lambda hands: False).allows(row)
    assert not start.with_lengths("E", "S", 1).allows(row)
    assert hash(known) == hash(known.with_cards("kitty", "3")) and known == known.with_cards("kitty", "3")


@pytest.mark.parametrize(
    ("given", "facts", "error", "words"),
    [
        ({"hand": "AKQJ.T98.765.43.B"}, [], LayoutError, "the hand of N has 13 cards: expected 12"),
        ({"hand": "AKX"}, [], NotationError, "'X' among the spades"),
        ({"seat": "X"}, [], NotationError, "'X' is no seat"),
        ({"seat": 3, "rules": Rules.preset("dummy_seed")}, [], NotationError, "is a dummy's"),
        ({"rules": 3}, [], RulesError, "expected Rules"),
        ({"hand": "A", "sizes": [1, 1]}, [], LayoutError, "expected 4 hands"),
        ({"hand": "A", "sizes": [1, 1, 1, -1]}, [], LayoutError, "size -1"),
        ({"hand": "A", "sizes": [1] * 4}, [], LayoutError, "54 cards, and the columns hold 4"),
        ({"hand": "A", "sizes": [1] * 4, "deck": "KQJT"}, [], LayoutError, "SA, known to be in the hand of"),
        ({}, [("with_cards", "discards", "T")], NotationError, r"no column 'discards': .* or 'kitty'"),
        ({}, [("with_void", "E", "X")], NotationError, "expected S, H, D, C or 'jokers'"),
        *(
            ({}, facts, LayoutError, words)
            for facts, words in (
                ([("with_cards", "E", "A")], "SA, known .* the hand of E, is known to lie"),
                ([("with_cards", "E", "T98765432.AKQJ")], "13 cards are known of the hand of E"),
                ([("with_cards", "kitty", "T98765432")], "known of the kitty: it holds 6"),
                ([("with_void", "N", "S")], "N has from 0 to 0 spades: .* 4 or more"),
                ([("with_lengths", "E", "S", 10)], "can have no more than 9"),
                ([("with_lengths", "E", "S", 4, 3)], "from 4 to 3 .* low not above high"),
                ([("with_lengths", "E", "S", 5), ("with_lengths", "E", "S", 0, 4)], "from 5 to 4"),
                ([("with_lengths", "E", "S", 7), ("with_lengths", "E", "H", 6)], "hand of E has 12"),
                ([("with_lengths", "E", "S", 5), ("with_lengths", "S", "S", 5)], "suit of spades"),
                ([("without_cards", "N", "A")], "known to be in the hand of N, and known not"),
                ([("with_cards", "E", "T"), ("without_cards", "E", "T")], "and known not to be"),
                ([("where", "S")], "expected a function"),
                ([("without_cards", where, "T") for where in (*"ESW", "kitty")], "ST can lie nowhere: every"),
            )
        ),
    ],
)
def test_what_cannot_be_is_named(given, facts, error, words):
    with pytest.raises(error, match=words):
        known = Knowledge.of_hand(**{"hand": NORTH, "seat": "N", **given})
        for method, *arguments in facts:
            known = getattr(known, method)(*arguments)


#: Changes of rules that matter to a trick and are in no preset; and presets that stand for others.
RULES = [
    ("bid_whist", {"joker_no_trump": "high_no_suit", "joker_any_time": True}),
    ("bid_whist", {"joker_no_trump": "free_discard", "joker_lead_no_trump": "leader_names_suit"}),
    ("bid_whist", {"joker_no_trump": "removed", "hand_size": None}),
    ("bid_whist", {"joker_no_trump": "exchanged"}),
    ("bid_whist", {"partner_sees_kitty": True}),
    ("bid_whist", {"kitty_book": "first_trick_winner"}),
    ("bid_whist", {"players": 6}),
    ("bid_whist", {"players": 6, "teams": 3}),
    *((preset, {}) for preset in ("cutthroat_3", "dummy", "double_dummy", "humbug", "whist")),
    *((preset, {}) for preset in PRESETS),
]


def points(rules, seed):
    """A random hand to its end: its state whenever a card is to be played."""
    draw = random.Random(seed)
    state = HandState.random(seed, rules, dealer=seed % rules.players)
    while not state.is_over:
        if state.stage == "play":
            yield state
        if rules.renege_mode == "detect_and_call" or state.to_act is None:
            state.push(random_act(state, draw))
        else:
            state.push(RandomPlayer(seed).act(state.view(state.to_act)))


def strongest(rules, seed):
    """The points of the first hand from a seed on that is played in no trump, where there is one."""
    found = [list(map(HandState.copy, points(rules, number))) for number in range(seed, seed + 4)]
    in_no_trump = [states for states in found if states and states[0].strain.is_no_trump]
    return (in_no_trump or [states for states in found if states])[0]


@pytest.mark.parametrize(("preset", "more"), by_default(13, RULES), ids=str)
def test_layouts_are_solved_at_every_card(preset, more):
    """What is drawn, and, late in the hand, the true layout as the whole hand so far is solved."""
    for number, state in enumerate(strongest(Rules.preset(preset, **more), 5)):
        view = state.view(state.to_act)
        trick = TrickInProgress.of_view(view)
        for deal in trick.draw(2, seed=number):
            assert set(deal.hands[trick.to_play]) == set(state.hands[state.hand_to_play])
            assert set(solve_cards(deal, **trick.arguments, node_limit=1)) == set(view.legal_cards)
        if min(len(hand) for hand in state.hands) > 4:
            continue
        true = [hand.mask for hand in state.hands]
        if trick.knowledge.rest is not None:
            true.append(trick.knowledge.deck.mask - sum(true))
        [deal] = trick.deals(np.array([true], dtype=np.uint64))
        assert [deal] == trick.deals([list(map(Hand.from_mask, true))])
        position = position_in_play(state, trick.counted_hand)
        expected = {card: low for card, (low, _) in Solver().bound_cards(position).items()}
        assert solve_cards(deal, **trick.arguments) == expected
        sides = state.seating.sides
        assert trick.declares == (sides[state.hand_to_play] == sides[trick.counted_hand])


def test_reneges_do_not_stop_the_player_who_does_not_see_them():
    seen = Counter()
    for seed, preset in enumerate(("bid_whist", "dummy")):
        rules = Rules.preset(preset, **WITH_RENEGES)
        for state, player in itertools.product(
            map(HandState.copy, points(rules, seed)), range(rules.players)
        ):
            try:
                trick = TrickInProgress.of_view(state.view(player))
            except LayoutError as error:
                assert "renege" in str(error) and state.snapshot.reneges
                seen["refused"] += 1
                continue
            [deal] = trick.draw(1, seed=seed)
            assert solve_cards(deal, **trick.arguments, node_limit=1)
            seen["solved"] += 1
    assert seen["solved"] > 50 and seen["refused"]


def test_what_a_player_knows_besides_is_used():
    state = next(each for each in points(Rules.preset("bid_whist"), 2) if len(each.trick) == 2)
    view, other = state.view(state.to_act), (state.to_act + 1) % 4
    known = Knowledge.of_view(view).with_void(other, "hearts")
    trick, plain = TrickInProgress.of_view(view, knowledge=known), TrickInProgress.of_view(view)
    seat = trick.hands.index(other)
    held = [any(deal[seat].hearts for deal in each.draw(20, seed=1)) for each in (trick, plain)]
    assert held == [False, True] and trick.deals([]) == []
    assert len(trick.deals(LayoutPosterior(trick.knowledge).draw(3, 1).layouts)) == 3


def test_wrong_calls():
    bidding = HandState.random(3, Rules.preset("bid_whist"))
    views = [state.view(0) for state in points(Rules.preset("bid_whist"), 2)]
    trick, known = TrickInProgress.of_view(views[0]), Knowledge.of_view(views[0])
    short = after(SHORT, rules="bid_whist_no_kitty")
    for make, error, words in (
        (lambda: Knowledge.of_view(short.view(0)), LayoutError, "have 40 cards more than .* expected deck"),
        (lambda: Knowledge.of_view(short.view(0), deck="A2.KQ32.Q43.J5"), LayoutError, "have 1 cards fewer"),
        (lambda: Knowledge.of_view(short), LayoutError, "expected a HandView"),
        (lambda: TrickInProgress.of_view(bidding.view(0)), ActError, "'auction': expected a card to be"),
        (lambda: TrickInProgress.of_view(bidding), ActError, "expected a HandView"),
        (lambda: TrickInProgress.of_view(views[-1], knowledge=known), LayoutError, "expected that of hands"),
        (lambda: trick.deals(np.zeros((1, 4), dtype=np.uint64)), LayoutError, "5 columns"),
        (lambda: trick.deals([[Hand()], [Hand()] * 2]), LayoutError, "expected 5"),
    ):
        with pytest.raises(error, match=words):
            make()


def test_jokers_may_lie_anywhere_after_a_resignation_before_their_exchange():
    changes = {"joker_no_trump": "exchanged", "resigning": "after_kitty"}
    deal = "N:AKQ... .A2..2 J.K.2. T.Q...B | 2....L"
    state = after(deal, "3NT", *PASSES, "NT+", "resign", **changes)
    assert state.is_over
    for player in range(4):
        check_snapshot(state, player, known_to(state, player))


def test_jokers_that_all_hands_laid_aside_lie_nowhere():
    rules = Rules.preset("humbug", jokers=2, joker_no_trump="removed", hand_size=None)
    state = HandState("N:A2....B 43....L K5.2.. Q6.3.. | 7.8..", rules, dealer=0)
    pushed(state, "keep", "keep", "4NT", "pass", "NT+")
    assert state.stage == "play" and state.snapshot.aside == 3 << 52
    known = known_to(state, 0)
    assert not known.deck.jokers and known.sizes == (2, 2, 4, 4) and known.rest is None
    assert known.allows(layout_of(state))


def test_a_card_turned_up_lies_with_the_dealer_until_it_is_played():
    rules = Rules.preset("whist_portland")
    state = HandState("N:A2... K3... Q4... J5...", rules, dealer=3, turned="S5")
    assert known_to(state, 0).known[3] == Hand("5") and known_to(state, 3).known[3] == Hand("J5")
    pushed(state, "SA", "S3", "S4", "S5")
    assert known_to(state, 0).known[3] == Hand() and "S5" not in known_to(state, 0).deck

"""Jokers: what they are worth, when they may be led or played, the solver, and those exchanged or buried."""

from itertools import islice, product

import pytest
from tests.support.hands_played import (
    follow,
    played_out,
    pushed,
    refused,
    short_hand,
    started,
    texts,
    to_declare,
    to_play,
)

import whistsolve as ws
from whistsolve.errors import ActError, NotationError
from whistsolve.game import Bid, Discard, HandState, strains_of
from whistsolve.game.record import PlayedHand
from whistsolve.game.record.record import record_hand, winners_under
from whistsolve.notation import parse_ptn
from whistsolve.players import DoubleDummyPlayer
from whistsolve.rules import Rules
from whistsolve.solving import exchange_jokers
from whistsolve.values import Deal, Hand

PLAYED = ("must_discard_first_void", "free_discard", "high_no_suit")
FORBIDDEN = {"joker_lead_no_trump": "forbidden_unless_only_jokers"}
#: East can follow spades, and holds the big joker and a club; West the little joker and no spade.
DEAL = "A4.2.. K...3.B 532... ...QJ.L | ..6."


def at_the_lead(hands=DEAL, strain="NT+", **options):
    """North is declarer and leads."""
    if options.get("joker_no_trump") == "removed":
        options["hand_size"] = None
    return to_play(started(f"N:{hands}", dealer=3, **options), strain)


def test_option_joker_no_trump_says_what_one_is_worth():
    hands, other = "A4... ...3.B K2... Q3... | ..5.", "A4.2.. K...3.B 532... ...QJ9 | ..6."
    for kind, script in (
        ("must_discard_first_void", "SA ?BJ BJ S2 S3 !0"),
        ("free_discard", "SA ?BJ,C3 BJ S2 S3 !0"),
        ("high_no_suit", "SA ?BJ,C3 BJ S2 S3 !1"),
        ("removed", "SA ?C3 C3 S2 S3 !0"),
        ("exchanged", "SA ?C3,D5 C3 S2 S3 !0"),
    ):
        follow(at_the_lead(hands, joker_no_trump=kind), script)
        # With a trump suit it is the best of all, and a joker never follows another suit.
        follow(at_the_lead(hands, "S+", joker_no_trump=kind), "SA ?BJ BJ S2 S3 !1")
        follow(at_the_lead(other, joker_no_trump=kind), "SA ?SK")


def test_two_hands_lay_a_joker_aside_each_so_that_they_stay_equal():
    options = {"dealer": 1, "jokers": 2, "joker_no_trump": "removed", "hand_size": None}
    state = to_play(started("N:A2....B K3....L ..AKQ. .AKQ.. | ...32", "humbug", **options), "NT+")
    assert follow(state, "?S2,SA SA ?S3,SK SK !0 S2 S3 !1").is_over


def test_j1_a_void_hand_throws_its_joker():
    hands = "..A2. ...7.L ..KQ. ..JT. | ...2"
    state = follow(at_the_lead(hands), "DA ?LJ")
    refused(state, "C7", r"must_discard_first_void.* cannot follow plays a joker: LJ")
    state = at_the_lead(hands, renege_mode="detect_and_call")
    pushed(played_out(pushed(state, "DA", "C7")), "renege 1 by 0")
    assert state.reneges_called[0].right and state.reneges_called[0].accused == 1


def test_j6_the_big_joker_beats_the_little_one_and_that_the_ace():
    for strain in ("H+", "H-", "H~"):
        for hands, script in (
            (".A3.. Q....B K....L .2.A. | ...2", "HA BJ LJ H2 !1"),
            (".A3.. Q....L K....B .2.A. | ...2", "HA LJ BJ H2 !2"),
            (".A2.. Q....L .3.A. K.4.. | ...2", "HA ?LJ LJ H3 H4 !1"),
        ):
            follow(at_the_lead(hands, strain, downtown_ace="declarer_choice"), script)


def test_option_joker_lead_no_trump_says_what_is_to_be_followed():
    """North has a joker and a club, East hearts and a club, South spades and a heart, West no spade."""
    led = "...K2.B .92..3 A5.3.. .A.K4. | ..2."
    for kind, script in (
        ("first_suited_card", "?BJ,C2,CK BJ ?C3,H2,H9 H9 ?H3 H3 ?HA HA !3"),
        ("free_play", "?BJ,C2,CK BJ ?C3,H2,H9 H9 ?H3,S5,SA H3 ?D4,DK,HA D4 !1"),
        ("leader_names_suit", "?BJ,C2,CK BJ:S ?C3,H2,H9 H9 ?S5,SA S5 ?D4,DK,HA D4 !2"),
    ):
        follow(at_the_lead(led, joker_lead_no_trump=kind), script)
    none = "...K2.B .92..3 A5.3.. .A..Q4 | ..2."  # who has no card of the suit named
    follow(at_the_lead(none, joker_lead_no_trump="leader_names_suit"), "BJ:D ?C3,H2,H9 H9 H3 HA !3")
    options = {"joker_no_trump": "high_no_suit", "joker_lead_no_trump": "free_play"}
    follow(at_the_lead(led, **options), "BJ C3 S5 D4 !0")
    # A joker is led from jokers only.
    state = follow(at_the_lead("K....B .9.3. 5.2.. A...A | ...2", **FORBIDDEN), "?SK")
    refused(state, "BJ", r"joker_lead_no_trump='forbidden_un.*led last; expected one of SK")
    follow(at_the_lead("....BL .9.3. 5.2.. A...A | ...2", **FORBIDDEN), "?BJ,LJ BJ ?D3,H9 H9 ?H2")


def test_j3_j4_the_next_card_with_a_suit_fixes_the_suit():
    for kind in PLAYED[:2]:
        for hands, script in (
            ("2....B .9.3. 5.2.. A...A | ...2", "BJ H9 ?H2 H2 ?CA,SA SA !1"),
            ("2..3..B A.3...L 5.2.K. K.A.A. | ...2", "BJ ?H3,LJ,SA"),  # nobody is void yet
            ("2....B A....L 5.2.. K.A.. | ...2", "BJ LJ ?H2,S5 S5 ?SK SK !3"),
            ("2....B A....L 5.2.. K.A.. | ...2", "BJ LJ ?H2,S5 H2 ?HA HA !3"),
        ):
            if kind == PLAYED[0] or "!3" not in script:
                follow(at_the_lead(hands, joker_no_trump=kind), script)


def test_option_joker_any_time_says_who_may_play_one():
    """The king that a joker saves beats the next spade; where jokers win, it wins the trick itself."""
    for kind, lead, script in (
        (PLAYED[0], "first_suited_card", "BJ S2 ?LJ LJ !0 S4"),
        (PLAYED[1], "free_play", "BJ S2 ?CJ,CQ,LJ CQ !0 S4"),
        (PLAYED[2], "leader_names_suit", "BJ S2 ?CJ,CQ,LJ CQ !1 SK"),
    ):
        options = {"joker_no_trump": kind, "joker_lead_no_trump": lead}
        for any_time, legal in ((False, "SK"), (True, "BJ,SK")):
            state = follow(at_the_lead(joker_any_time=any_time, **options), f"SA ?{legal}")
            assert texts(state.view(1).legal_cards) == legal.split(","), (kind, any_time)
            assert texts(act.card for act in state.legal_acts()) == legal.split(",")
            refused(state, "C3", r"it must follow suit( or play a joker)?; expected ")
        follow(state, script)


def test_option_joker_any_time_changes_neither_leads_nor_trump_contracts():
    hands = "A4....B K.5.3. 532... ..4.QJ | ..6."
    for deal, strain, options, script in (
        (hands, "NT+", FORBIDDEN, "?S4,SA"),
        (hands, "NT+", {"joker_lead_no_trump": "leader_names_suit"}, "BJ:D ?D3"),
        (hands, "NT+", {}, "BJ SK ?S2,S3,S5"),
        (DEAL, "C+", {}, "SA ?SK SK S2 ?CJ,CQ,LJ"),
    ):
        follow(at_the_lead(deal, strain, joker_any_time=True, **options), script)


def test_option_joker_any_time_says_what_is_a_renege():
    for any_time in (False, True):
        state = at_the_lead(joker_any_time=any_time, renege_mode="detect_and_call")
        pushed(played_out(pushed(state, "SA", "BJ")), "renege 1 by 0")
        assert state.reneges_called[0].right is not any_time


def test_option_joker_any_time_is_written_and_read():
    """Without rules a joker is read at any time; rules by which a record is replayed check it."""
    state = played_out(pushed(at_the_lead(joker_any_time=True), "SA", "BJ"))
    hand = record_hand(state)
    assert parse_ptn(str(hand)).tricks == hand.tricks
    assert winners_under(hand, state.rules) == tuple(trick.winner for trick in state.tricks)
    refused = "E plays BJ to trick 1 in spades: it must follow suit; expected one of SK"
    with pytest.raises(ActError, match=refused):
        winners_under(hand, Rules.preset("bid_whist_seed"))
    high = Rules.preset("bid_whist_seed", joker_any_time=True, joker_no_trump="high_no_suit")
    with pytest.raises((ActError, NotationError), match=r"E won it by a rule about jokers|E plays BJ"):
        winners_under(hand, high)
    refused = "E plays C3 to trick 1 in spades: it must follow suit or play a joker; expected one of SK BJ"
    with pytest.raises(ActError, match=refused):
        PlayedHand("N:A42 K...3.B 653 987", contract="3NT+ by N", leader="N", plays="SA C3")


EXCHANGED = Rules.preset("bid_whist_seed", joker_no_trump="exchanged")
TO_THE_RIGHT = Rules.preset("bid_whist_seed", direction_of_play="counterclockwise")
#: East declares: South comes first, then West, then North.
BEFORE = Deal.from_text("N:AK....B QJ..2. T9....L 87..3. | ..4567.")


def after_discard(seed):
    """A full deal whose declarer has put the jokers and some other cards among the discards."""
    deal, declarer = Deal.random(seed), seed % 4
    held = sorted(deal.hands[declarer] | deal.kitty, key=lambda card: (not card.is_joker, card))
    hands = list(deal.hands)
    hands[declarer] = Hand(held[6:])
    return Deal(hands, held[:6]), declarer


def test_hands_keep_their_size_and_the_pile_takes_the_jokers():
    counts = set()
    for seed in range(12):
        before, declarer = after_discard(seed)
        after = exchange_jokers(before, declarer, seed=seed)
        assert after == exchange_jokers(before, declarer, seed=seed)
        assert after.hand_size == before.hand_size and len(after.kitty.jokers) == 2
        assert not any(hand.jokers for hand in after.hands)
        assert Hand(card for hand in (*after.hands, after.kitty) for card in hand) == Rules().deck
        for old, new in zip(before.hands, after.hands, strict=True):
            assert old - new == old.jokers and not new - old - before.kitty
        assert after.hands[declarer] == before.hands[declarer]
        counts.add(sum(len(hand.jokers) for hand in before.hands))
    assert counts == {0, 1, 2}


def test_holders_pick_in_the_order_of_play_from_the_declarer_on():
    for declarer, rules, first in (
        *(("E", None, 2), ("E", EXCHANGED, 2), ("E", TO_THE_RIGHT, 0)),
        *(("W", None, 0), ("W", TO_THE_RIGHT, 2), (1, None, 2)),
    ):
        after = exchange_jokers(BEFORE, declarer, picks=["D7", "D4"], rules=rules)
        picked = [after.hands[hand] - BEFORE.hands[hand] for hand in (first, 2 - first)]
        assert picked == [Hand(["D7"]), Hand(["D4"])], (declarer, rules)
        assert after.kitty == Hand("..65..BL")
    both = Deal(["AK", "QJ", ".A2", "....BL"], "..45")
    after = exchange_jokers(both, "N", picks=["D5", "D4"])
    assert (str(after.hands[3]), str(after.kitty)) == ("..54.", "....BL")
    for seats in (2, 3, 5, 6):
        hands = ["A2", "K3", "Q4", "J5", "T6", "97"][: seats - 1]
        after = exchange_jokers(Deal([*hands, "9....L"], ".AKQ"), 0, picks=["HK"])
        assert (after.hands[seats - 1], after.kitty) == (Hand("9.K"), Hand(".AQ...L")), seats


def test_exchanges_that_cannot_be():
    short, none_left = "N:A....B K2 Q3 J4", r"^there is no discard left for BJ of N$"
    for deal, declarer, picks, error, words in (
        (BEFORE, "N", None, ws.DealError, r"^N holds a joker: expected the declarer to have put it"),
        (short, "E", None, ws.DealError, none_left),
        (f"{short} | ....L", "E", None, ws.DealError, none_left),
        ("N:A....B K2 Q3 J....L | 5", "E", None, ws.DealError, none_left),
        (BEFORE, "E", [], ws.NotationError, r"^there are 0 picks: expected 2, one for each"),
        (BEFORE, "E", ["D4"], ws.NotationError, r"^there are 1 picks: expected 2, one for each"),
        (BEFORE, "E", ["D4", "D5", "D6"], ws.NotationError, r"^there are 3 picks: expected 2, one for each"),
        (BEFORE, "E", ["D4", "D4"], ws.NotationError, r"^pick D4 is not .*: expected one of D7, D6, D5$"),
        (BEFORE, "E", ["BJ", "D4"], ws.NotationError, r"^pick BJ is not among the discards"),
        (BEFORE, "E", ["D1", "D4"], ws.NotationError, "'D1' is no card"),
        (BEFORE, "X", None, ws.NotationError, r"^declarer 'X' is no seat"),
        (BEFORE, 4, None, ws.NotationError, r"^declarer 4 is no seat"),
    ):
        with pytest.raises(error, match=words):
            exchange_jokers(deal, declarer, picks=picks, seed=1)
    with pytest.raises(ws.DealError, match=r"^N holds BJ in NT.*exchange_jokers"):
        ws.solve(BEFORE, "NT-", "E", rules=EXCHANGED)
    after = exchange_jokers(BEFORE, "E", seed=3)
    assert ws.solve(after, "NT-", "E", rules=EXCHANGED).tricks == ws.solve(after, "NT-", "E").tricks


TIMINGS = ("before_kitty", "after_kitty", "after_discard", "after_dummy", "before_dummy")
#: Rules with jokers for every way to have cards too many: from a kitty, in one dummy, in two.
GAMES = {
    "bid_whist_seed": {},
    "cutthroat_3": {},
    "dummy_seed": {"jokers": 2, "min_bid": 3},
    "double_dummy_seed": {"jokers": 2, "min_bid": 3},
}
FORMS = [{"bid_form": form} for form in ("level_nt_only", "level_strain", "named_suit", "number_only")]
FORMS.append({"nt_direction_in_bid": True})


def is_no_trump_by_now(state):
    """Whether no strain with trumps can be named any more, read off calls and strain."""
    if state.strain is not None:
        return state.strain.is_no_trump
    bids = [call for _, call in state.calls if isinstance(call, Bid)]
    return all(strain.is_no_trump for strain in strains_of(bids[-1], state.rules))


@pytest.mark.parametrize("timing", TIMINGS)
def test_forced_discards_are_the_same_for_everybody(timing):
    player = DoubleDummyPlayer()
    for (game, options), form in product(GAMES.items(), FORMS):
        seen = 0
        rules = Rules.preset(game, joker_no_trump="exchanged", declare_timing=timing, **options, **form)
        for seed in range(6):
            state = to_declare(short_hand(rules, seed, 3), "NT-", seed % rules.players)
            while state.stage in ("declaration", "discard"):
                if state.stage == "declaration":
                    state.push("NT-")
                    continue
                held, number = state.hands[state.hand_to_play], state.discard_number
                jokers = list(held.jokers) if is_no_trump_by_now(state) else []
                must = state.forced_discards
                assert not must - Hand(jokers) and len(must) == min(len(jokers), number), (game, form)
                seen += len(must)
                for act in islice(state.legal_acts(), 10):
                    assert isinstance(act, Discard) and not must - act.cards and len(act.cards) == number
                    state.copy().push(act)
                if must:
                    kept = Hand([card for card in held if card not in must][:number])
                    refused(state, kept, "is kept: under exchange_bidder_must_bury")
                chosen = Hand(player.discard(state).cards)
                assert not must - chosen and len(chosen) == number, (game, form)
                state.push(chosen)
        # A bid of a number leaves trumps possible until the strain is named.
        late = ("after_discard", "after_dummy") if rules.has_dummies else ("after_discard",)
        assert (seen > 0) == (form != FORMS[3] or timing not in late), (game, form)


def test_option_exchange_bidder_must_bury_a_joker():
    deal = "N:76....L K32... Q54... AT9... | .4.6..B"
    for timing in ("before_kitty", "after_kitty", "after_discard"):
        options = {"joker_no_trump": "exchanged", "declare_timing": timing}
        for bury in (True, False):
            state = started(deal, dealer=3, exchange_bidder_must_bury=bury, **options)
            to_declare(state, "NT+", 0)
            if timing != "after_discard":
                state.push("NT+")
            assert (texts(state.forced_discards), state.discard_number) == (["BJ", "LJ"] if bury else [], 3)
            if bury:
                refused(state, "S6 S7 H4", "BJ LJ is kept: under exchange_bidder_must_bury")
            state.push("BJ LJ S6" if bury else "BJ H4 D6")
            if timing == "after_discard":
                state.push("NT-")
            assert state.stage == ("play" if bury else "exchange"), (timing, bury)
            if not bury:
                assert pushed(state, "D6").hands[0] == Hand("76..6."), timing


def test_a_hand_with_more_jokers_than_cards_too_many_exchanges_the_rest():
    """One dummy of double dummy whist is dealt both jokers, and discards a single card."""
    rules = Rules.preset("double_dummy_seed", jokers=2, joker_no_trump="exchanged", hand_option="off")
    deal = Deal(["A2", "K3", "Q....B", "J4"], "...2.L")
    state = HandState(deal, rules, dealer=1, extra=[["LJ"], ["C2"]])
    pushed(state, "4NT", "pass")
    while state.stage != "exchange":
        forced = len(state.forced_discards) if state.stage == "discard" else 0
        assert forced == (state.hand_to_play == 2)
        state.push(next(state.legal_acts()))
    assert (state.hand_to_play, state.discards[2]) == (2, Hand("....L"))
    assert pushed(state, state.legal_picks[0]).stage == "play"


def test_option_exchange_pick_says_who_chooses_and_who_sees():
    """East has a joker to be given up for one of two diamonds that North discarded."""
    for pick, chooser, seen_by in (
        ("random", None, [1]),
        ("bidder_chooses", 0, [0, 1]),
        ("holder_chooses_face_up", 1, [0, 1, 2, 3]),
    ):
        deal = "N:A4... ...3.B K2... Q3... | ..65."
        state = started(deal, dealer=3, joker_no_trump="exchanged", exchange_pick=pick)
        pushed(to_declare(state, "NT+", 0), "NT+", Hand("..65."))
        assert (state.stage, state.hand_to_play, state.to_act) == ("exchange", 1, chooser), pick
        assert texts(state.legal_picks) == ["D5", "D6"]
        assert pushed(state, "D5").hands[1] == Hand("..5.3")
        seen = {player: state.view(player).exchanges[0].card for player in range(4)}
        assert {player: str(card) for player, card in seen.items() if card} == dict.fromkeys(seen_by, "D5")


def test_jokers_are_exchanged_from_the_declarers_left_the_big_one_first():
    for north, east, order in (("A....L", "...3.B", ["1BJ", "0LJ"]), ("A4...", "....BL", ["1BJ", "1LJ"])):
        options = {"joker_no_trump": "exchanged", "exchange_bidder_must_bury": False}
        state = started(f"N:{north} {east} K2... Q3... | ..65.", dealer=3, **options)
        pushed(to_declare(state, "NT+", 0), "NT+", Hand("..65."), "D5", "D6")
        assert [f"{done.hand}{done.joker}" for done in state.snapshot.exchanges] == order

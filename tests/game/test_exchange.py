"""Jokers exchanged for discards before a no-trump hand, those that must be buried, and solving afterwards."""

from itertools import islice, product

import pytest
from tests.support.hands_played import pushed, refused, short_hand, started, texts, to_declare

import whistsolve as ws
from whistsolve.game import Bid, Discard, HandState, strains_of
from whistsolve.players import DoubleDummyPlayer
from whistsolve.rules import Rules
from whistsolve.solving import exchange_jokers
from whistsolve.values import Deal, Hand

EXCHANGED = Rules.preset("bid_whist_seed", joker_no_trump="exchanged")
TO_THE_RIGHT = Rules.preset("bid_whist_seed", direction_of_play="counterclockwise")
#: East declares: South comes first, then West, then North.
BEFORE = Deal.from_text("N:AK....B QJ..2. T9....L 87..3. | ..4567.")


def after_discard(seed: int) -> tuple[Deal, int]:
    """A full deal whose declarer has put the jokers and some other cards among the discards."""
    deal, declarer = Deal.random(seed), seed % 4
    assert deal.kitty is not None
    held = sorted(deal.hands[declarer] | deal.kitty, key=lambda card: (not card.is_joker, card))
    hands = list(deal.hands)
    hands[declarer] = Hand(held[6:])
    return Deal(hands, held[:6]), declarer


def test_hands_keep_their_size_and_the_pile_takes_the_jokers() -> None:
    counts = set()
    for seed in range(12):
        before, declarer = after_discard(seed)
        after = exchange_jokers(before, declarer, seed=seed)
        assert after == exchange_jokers(before, declarer, seed=seed)
        assert before.kitty is not None and after.kitty is not None
        assert after.hand_size == before.hand_size and len(after.kitty.jokers) == 2
        assert not any(hand.jokers for hand in after.hands)
        assert Hand(card for hand in (*after.hands, after.kitty) for card in hand) == Rules().deck
        for old, new in zip(before.hands, after.hands, strict=True):
            assert old - new == old.jokers and not new - old - before.kitty
        assert after.hands[declarer] == before.hands[declarer]
        counts.add(sum(len(hand.jokers) for hand in before.hands))
    assert counts == {0, 1, 2}


def test_every_discard_can_be_drawn() -> None:
    after = [exchange_jokers(BEFORE, "E", seed=seed) for seed in range(-100, 100)]
    drawn = {(str(deal.hands[0] - BEFORE.hands[0]), str(deal.hands[2] - BEFORE.hands[2])) for deal in after}
    cards = ["..7.", "..6.", "..5.", "..4."]
    assert drawn == {(one, other) for one in cards for other in cards if one != other}
    assert len({str(exchange_jokers(BEFORE, "E")) for _ in range(60)}) > 1, "without a seed, new draws"


def test_holders_pick_in_the_order_of_play_from_the_declarer_on() -> None:
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


def test_without_jokers_in_the_hands_nothing_changes() -> None:
    for text in ("N:A... K... Q... J...", "N:A... K... Q... J... | 2.3...B", "0:A2... K3... Q4..."):
        deal = Deal.from_text(text)
        assert exchange_jokers(deal, 0, seed=1) == exchange_jokers(text, 0, picks=()) == deal


def test_exchanges_that_cannot_be() -> None:
    short, none_left = "N:A....B K2 Q3 J4", r"^there is no discard left for BJ of N$"
    for deal, declarer, picks, error, words in (
        (BEFORE, "N", None, ws.DealError, r"^N holds a joker: expected the declarer to have put it"),
        (short, "E", None, ws.DealError, none_left),
        (f"{short} | ....L", "E", None, ws.DealError, none_left),
        ("N:A....B K2 Q3 J....L | 5", "E", None, ws.DealError, none_left),
        (BEFORE, "E", [], ws.NotationError, r"^there are 0 picks: expected one for LJ too$"),
        (BEFORE, "E", ["D4"], ws.NotationError, r"^there are 1 picks: expected one for BJ too$"),
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


def is_no_trump_by_now(state: HandState) -> bool:
    """Whether no strain with trumps can be named any more, read off calls and strain."""
    if state.strain is not None:
        return state.strain.is_no_trump
    bids = [call for _, call in state.calls if isinstance(call, Bid)]
    return all(strain.is_no_trump for strain in strains_of(bids[-1], state.rules))


@pytest.mark.parametrize("timing", TIMINGS)
def test_forced_discards_are_the_same_for_everybody(timing: str) -> None:
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


def test_option_exchange_bidder_must_bury_a_joker() -> None:
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


def test_a_hand_with_more_jokers_than_cards_too_many_exchanges_the_rest() -> None:
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


def test_option_exchange_pick_says_who_chooses_and_who_sees() -> None:
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


def test_jokers_are_exchanged_from_the_declarers_left_the_big_one_first() -> None:
    for north, east, order in (("A....L", "...3.B", ["1BJ", "0LJ"]), ("A4...", "....BL", ["1BJ", "1LJ"])):
        options = {"joker_no_trump": "exchanged", "exchange_bidder_must_bury": False}
        state = started(f"N:{north} {east} K2... Q3... | ..65.", dealer=3, **options)
        pushed(to_declare(state, "NT+", 0), "NT+", Hand("..65."), "D5", "D6")
        assert [f"{done.hand}{done.joker}" for done in state.snapshot.exchanges] == order

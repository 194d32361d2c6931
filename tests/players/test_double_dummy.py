"""DoubleDummyPlayer acts at every stage of every game, and its acts are best double dummy."""

import random

import pytest
from tests.support.hands_played import pushed, short_hand
from tests.support.random_matches import WITH_RENEGES, random_act
from tests.support.thorough import by_default

import whistsolve as ws
from whistsolve.errors import ActError
from whistsolve.game import Claim, Discard, HandState, Play
from whistsolve.players import DoubleDummyPlayer
from whistsolve.rules import Rules
from whistsolve.solving.results import by_preference
from whistsolve.values import Hand, Suit

SEED_RULES, NO_KITTY = Rules.preset("bid_whist_seed"), Rules.preset("bid_whist_no_kitty", **WITH_RENEGES)
#: Rules under which it has special cases.
VARIANTS = [
    ("bid_whist_seed", {"joker_no_trump": "exchanged", "exchange_pick": "random"}),
    ("bid_whist_seed", {"joker_no_trump": "exchanged", "exchange_pick": "bidder_chooses"}),
    ("bid_whist_seed", {"joker_no_trump": "removed", "hand_size": None, "kitty_size": 6}),
    ("bid_whist_seed", {"joker_no_trump": "high_no_suit", "joker_lead_no_trump": "leader_names_suit"}),
    ("bid_whist_seed", {"joker_lead_no_trump": "forbidden_unless_only_jokers"} | WITH_RENEGES),
    ("bid_whist_seed", {"declare_timing": "after_discard", "joker_no_trump": "exchanged"}),
    ("cutthroat_5", {"direction_of_play": "counterclockwise"}),
    ("bid_whist_seed", {"players": 6, "teams": 3, "joker_no_trump": "exchanged"}),
    ("dummy_seed", {"jokers": 2, "joker_no_trump": "high_no_suit", "direction_of_play": "counterclockwise"}),
    ("double_dummy_seed", {"jokers": 2, "joker_no_trump": "exchanged", "seating": "facing"}),
]
QUICK = ("bid_whist", "cutthroat_3", "whist", "dummy", "double_dummy")
ALL = VARIANTS + [(name, {}) for name in Rules.preset_names()]


@pytest.mark.parametrize(
    ("preset", "changes"), by_default(lambda case: case[1] or case[0] in QUICK, ALL), ids=str
)
def test_it_acts_at_every_stage_of_every_game(preset, changes):
    rules = Rules.preset(preset, **changes)
    for seed in (1, 2):
        state, draw, bot = short_hand(rules, seed), random.Random(seed), DoubleDummyPlayer(seed=seed)
        wild = 0.3 * (seed % 2)  # how often somebody else does something else
        values = []
        while not state.is_over:
            if state.stage == "play" and not state.snapshot.reneges:
                values_now = bot.card_values(state)
                assert set(values_now) == set(state.legal_cards)
                assert all(low == high for low, high in values_now.values())
            if draw.random() < wild:
                state.push(random_act(state, draw))
                continue
            act = bot.act(state)
            if isinstance(act, Play) and not state.snapshot.reneges:
                tricks = {card: low for card, (low, _) in values_now.items()}
                best = (max if state.hand_to_play in bot.side(state) else min)(tricks.values())
                cheapest_first = by_preference(state.legal_cards, state.strain)
                assert act.card == next(card for card in cheapest_first if tricks[card] == best)
                if not wild and not state.tricks and not state.trick:
                    values.append(best)
            before = state.snapshot
            assert bot.act(state) == act and state.snapshot is before
            state.push(act)
        if values:
            result, first = state.result(), 0
            if rules.kitty_book == "first_trick_winner":
                first = state.tricks[0].winner in bot.side(state)
            assert sum(result.tricks[hand] for hand in bot.side(state)) + first == values[0]
        with pytest.raises(ActError, match="over"):
            bot.act(state)


def test_it_bids_what_it_makes_and_no_more():
    state, bot = HandState.random(2, SEED_RULES), DoubleDummyPlayer()
    table = ws.table(state.deal, kitty="optimal", rules=SEED_RULES)
    while state.stage == "auction":
        legal = [str(call) for call in state.legal_calls]
        books = {str(strain): table[state.to_act, strain] + 1 for strain in table.strains}
        most = {mark: max(books[f"{suit}{mark}"] for suit in "SHDC") for mark in "+-"}
        most["T"] = max(books["NT+"], books["NT-"])
        bids = legal[1 if "Pass" in legal else 0 :]
        made = [call for call in bids if 6 + int(call[0]) <= most[call[-1]]]
        act = bot.act(state)
        assert str(act) == (made[-1] if made else legal[0])
        state.push(act)
    while not state.is_over:
        state.push(bot.act(state))
    # A contract that was bid to be made is made; one that the dealer had to bid need not be.
    assert state.result().made or [str(call) for _, call in state.calls].count("Pass") == 3


def test_discards_and_strains_are_the_best():
    state, bot = HandState.random(4, SEED_RULES, dealer="W"), DoubleDummyPlayer()
    pushed(state, "3-", "pass", "pass", "pass")
    strains = bot.strain_tricks(state)
    best = {s: ws.best_discard(state.deal, s, "N", rules=SEED_RULES).tricks for s in ("S-", "H-", "D-", "C-")}
    assert {str(strain): tricks for strain, tricks in strains.items()} == best
    state.push(bot.act(state))
    found = bot.discard(state)
    assert found.tricks == strains[state.strain] == max(best.values())
    act = bot.act(state)
    assert act == Discard(Hand(found.cards))
    state.push(act)
    assert bot.side(state) == (0, 2)
    assert max(bot.card_values(state).values())[0] == found.tricks


def test_a_discard_of_the_other_side_is_best_for_that_side():
    rules = Rules.preset("double_dummy_seed", jokers=2, declare_timing="before_dummy", seating="alternating")
    deal = "N:AK... QJ... T9... 87... | 6.2.."
    state, bot = HandState(deal, rules, dealer=1, extra=["6...", ".2.."]), DoubleDummyPlayer()
    pushed(state, "keep", "keep", "1+", "pass", "H+")
    assert (state.stage, state.hand_to_play) == ("discard", 2)
    state.push(bot.act(state))
    assert (state.hand_to_play, state.to_act) == (3, 1)
    # Hearts are trumps, and the dummy of player 1 holds the only one.
    assert [str(card) for card in bot.discard(state).cards] != ["H2"]
    assert bot.discard(state).tricks == 1


def test_a_led_joker_names_the_best_suit():
    rules = Rules.preset("bid_whist_seed", joker_lead_no_trump="leader_names_suit")
    # Partner wins the trick in hearts only; where nobody has to follow East leaves it to the ace of spades.
    state = HandState("N:2....B 3.4.. .AK.. A.2.. | ..23.", rules, dealer="W")
    pushed(state, "3NT", "pass", "pass", "pass", "NT+", "D3 D2")
    bot, joker = DoubleDummyPlayer(), ws.Card.from_text("BJ")
    assert bot.card_values(state)[joker] == (2, 2)
    assert bot.act(state) == Play(joker, Suit.HEARTS)


def test_a_trick_with_a_renege_has_no_values_and_claims_in_it_are_contested():
    state, bot = HandState("N:A.2.. 2.3.. J3... T4...", NO_KITTY, dealer=3), DoubleDummyPlayer()
    pushed(state, "1+", "pass", "pass", "pass", "S+", "SA", "H3")
    with pytest.raises(ActError, match="renege"):
        bot.card_values(state)
    assert str(bot.act(state)) == "S3"
    claimed = pushed(state.copy(), "claim 2 by 0")
    assert bot.claim_tricks(claimed) == (0, 2) and str(bot.act(claimed)) == "contest"
    pushed(state, "SJ", "ST")
    # The next trick has values again: West has the best trump.
    assert bot.card_values(state) == {ws.Card.from_text("H2"): (0, 0)}


@pytest.mark.parametrize(
    "preset", by_default(3, ["bid_whist_seed", "cutthroat_4", "double_dummy_seed", "dummy_seed", "humbug"])
)
def test_it_accepts_what_holds_and_contests_the_rest(preset):
    answers = set()
    for seed in range(3):
        state, draw, bot = short_hand(Rules.preset(preset), seed), random.Random(seed), DoubleDummyPlayer()
        while state.stage != "play":
            state.push(random_act(state, draw))
        for _ in range(draw.randrange(5)):
            state.push(random_act(state, draw))
        left = len(state.hands[state.hand_to_play])
        for player in range(state.rules.players):
            for number in range(left + 1) if len(set(state.seating.sides)) == 2 else [None]:
                claimed = pushed(state.copy(), Claim(number, player))
                check = ws.check_claim(claimed)
                assert bot.claim_tricks(claimed) == (check.tricks, check.tricks)
                while claimed.stage == "claim":
                    claimed.push(bot.act(claimed))
                assert claimed.snapshot.claims[-1].accepted is check.holds
                answers.add(check.holds)
    assert answers == {True, False}


def test_limits_give_bounds_and_what_is_not_proven_is_contested():
    state, bot = HandState.random(2, Rules.preset("cutthroat_3")), DoubleDummyPlayer(time_limit=1e-4)
    for ask in (bot.card_values, bot.discard, bot.strain_tricks, bot.claim_tricks):
        with pytest.raises(ActError, match="stage 'auction'"):
            ask(state)
    state.push(bot.act(state))
    while state.stage != "play":
        state.push(random_act(state, random.Random(1)))
    assert any(low < high for low, high in bot.card_values(state).values())
    pushed(state, bot.act(state), "claim")
    low, high = bot.claim_tricks(state)
    assert low < high and str(bot.act(state)) == "contest"

"""Every option of deck, table and auction has an effect: on legal calls, order, or deals."""

import itertools
import random
from collections.abc import Sequence

import pytest
from tests.support.hands_played import knows, played_out, pushed, started, texts, to_declare, to_play

from whistsolve.errors import ActError, DealError, RulesError
from whistsolve.game import HandState, Match, first_dealer
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import PASS, all_bids
from whistsolve.rules import PRESETS, Rules
from whistsolve.values import Card, Deal, Hand

SEED = "bid_whist_seed"


def opened(*calls: str, preset: str = SEED, dealer: int = 3, **options: object) -> HandState:
    """A hand after some calls; cards do not matter."""
    state = HandState.random(1, Rules.preset(preset, **options), dealer=dealer)
    return pushed(state, *calls)


def legal(state: HandState, below: int = 8) -> list[str]:
    """The legal calls up to some number, in the order that the state gives them."""
    return [str(call) for call in state.legal_calls if str(call) == "Pass" or call.level < below]


@pytest.mark.parametrize(
    ("game", "hands", "stage", "legal_bids", "target"),
    [
        ("bid_whist", [12] * 4, "auction", ["3+", "3-", "3NT"], 7),
        ("no_kitty_52", [13] * 4, "auction", ["3+", "3-", "3NT"], 7),
        ("cutthroat", [12] * 4, "auction", ["1", "1NT", "2", "2NT", "3", "3NT"], 30),
        ("whist", [13] * 4, "play", [], 5),
        ("dummy", [13] * 4, "auction", ["1+", "1-", "1NT", "2+", "2-", "2NT", "3+", "3-", "3NT"], 21),
        ("double_dummy", [13] * 4, "hand_option", [], 21),
    ],
)
def test_option_game_says_what_is_dealt_and_done(
    game: str, hands: list[int], stage: str, legal_bids: list[str], target: int
) -> None:
    rules = Rules(game=game)
    state = HandState.random(1, rules)
    assert [len(hand) for hand in state.hands] == hands
    assert (state.stage, rules.target) == (stage, target)
    assert [call for call in legal(state, 4) if call != "Pass"] == legal_bids


@pytest.mark.parametrize(("players", "cards"), [(3, 16), (4, 12), (5, 10), (6, 8)])
def test_option_players_says_how_many_cards_each_has(players: int, cards: int) -> None:
    state = HandState.random(1, Rules(game="cutthroat", players=players), dealer=players - 1)
    assert [len(hand) for hand in state.hands] == [cards] * players
    assert len(to_play(state, "S+").seating.order) == players
    assert pushed(state, state.legal_cards[0]).hand_to_play == 1


@pytest.mark.parametrize(("direction", "second"), [("clockwise", 1), ("counterclockwise", 3)])
def test_option_direction_of_play_is_that_of_calls_cards_and_deals(direction: str, second: int) -> None:
    state = opened(dealer=0, direction_of_play=direction)
    assert state.to_act == second
    to_play(state, "S+", 0)
    assert pushed(state, state.legal_cards[0]).hand_to_play == second
    match = Match(state.rules, dealer=0)
    match.add(played_out(state).result())
    assert match.dealer == second


@pytest.mark.parametrize(("jokers", "kitty"), [(0, 4), (1, 5), (2, 6)])
def test_option_jokers_says_which_cards_are_dealt(jokers: int, kitty: int) -> None:
    state = opened(jokers=jokers)
    cards = [card for hand in (*state.hands, state.deal.kitty) for card in hand]
    assert texts(card for card in cards if card.is_joker) == [[], ["BJ"], ["BJ", "LJ"]][jokers]
    assert len(state.deal.kitty) == kitty


@pytest.mark.parametrize(
    ("lowest_rank", "hand_size", "ranks"), [(2, 12, "AKQJT98765432"), (7, 8, "AKQJT987"), (8, 7, "AKQJT98")]
)
def test_option_lowest_rank_says_which_cards_are_dealt(lowest_rank: int, hand_size: int, ranks: str) -> None:
    state = opened(lowest_rank=lowest_rank, hand_size=hand_size, min_bid=1)
    cards = Hand(card for hand in (*state.hands, state.deal.kitty) for card in hand)
    assert str(cards) == ".".join([ranks] * 4 + ["BL"])
    assert len(state.deal.kitty) == 4 * len(ranks) + 2 - 4 * hand_size
    result = played_out(to_play(opened(lowest_rank=lowest_rank, hand_size=hand_size, min_bid=1), "S+"))
    assert sum(result.result().tricks) == hand_size


def test_option_lowest_rank_says_which_cards_a_hand_may_have() -> None:
    deal = "N:A9... K8... QT... J7... | 2"
    assert started(deal).rules.lowest_rank == 2
    with pytest.raises(DealError, match="the deal has S2: expected no card below lowest_rank=3"):
        started(deal, lowest_rank=3, hand_size=11)
    assert started("N:A9... K8... QT... J7... | .7", lowest_rank=7, hand_size=8).legal_calls
    with pytest.raises(DealError, match="the deal has S8: expected no card below lowest_rank=9"):
        started("N:A9... K8... QT... J7... | .7", lowest_rank=9, hand_size=5, bid_base=0)


@pytest.mark.parametrize("lowest_rank", [2, 13])
def test_option_lowest_rank_says_what_players_draw_for_the_deal(
    lowest_rank: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: set[int | None] = set()

    class Seen(random.Random):
        def sample(self, population: Sequence[int], k: int) -> list[int]:  # type: ignore[override]
            drawn.update(Card(index).rank for index in population)
            return super().sample(population, k)

    sizes = {"lowest_rank": lowest_rank, "hand_size": 2, "bid_base": 0} if lowest_rank > 2 else {}
    dealers = {how: set() for how in ("low_card", "high_card", "first_diamond", "first_club")}
    monkeypatch.setattr(random, "Random", Seen)
    for how, found in dealers.items():
        rules = Rules.preset(SEED, first_dealer=how, **sizes)
        found |= {first_dealer(rules, seed) for seed in range(100)}
    assert drawn == set(range(lowest_rank, 15))
    assert all(found == {0, 1, 2, 3} for found in dealers.values())


@pytest.mark.parametrize(("hand_size", "kitty", "books"), [(12, 6, 13), (13, 2, 14)])
def test_option_hand_size_says_how_many_tricks_are_played(hand_size: int, kitty: int, books: int) -> None:
    state = opened(hand_size=hand_size)
    assert to_declare(state, "S+", 0).hands[1] and len(state.hands[1]) == hand_size
    assert pushed(state, "S+").discard_number == kitty
    result = played_out(to_play(opened(hand_size=hand_size), "S+")).result()
    assert (sum(result.tricks), sum(result.books)) == (hand_size, books)


def test_option_kitty_size_says_what_lies_on_the_table() -> None:
    # The hands follow from it; where they are given too, it must be what they leave.
    removed = {"joker_no_trump": "removed", "hand_size": None}
    for size, each in ((6, 12), (2, 13)):
        for changes in ({}, removed):
            state = opened(kitty_size=size, **changes)
            assert len(state.deal.kitty) == size and len(state.hands[0]) == each
            assert pushed(to_declare(state, "S+", 0), "S+").discard_number == size
    with pytest.raises(
        RulesError, match=r"jokers 2 is wrong: .* expected removed_cards with 1 card, such as 'D2', "
    ):
        Rules.preset(SEED, kitty_size=5)
    with pytest.raises(RulesError, match=r"kitty_size 2 is wrong: .* expected a kitty of 6"):
        Rules.preset(SEED, kitty_size=2, hand_size=12)


@pytest.mark.parametrize(
    ("preset", "changes", "hand_size", "kitty"),
    [
        (SEED, {"kitty_size": 0}, 13, 0),  # both jokers and no kitty
        (SEED, {"kitty_size": 4}, 12, 4),
        ("bid_whist_no_kitty", {"jokers": 2}, 13, 0),
        ("cutthroat_4", {}, 12, 4),
    ],
)
def test_option_removed_cards_leave_the_pack(
    preset: str, changes: dict[str, object], hand_size: int, kitty: int
) -> None:
    rules = Rules.preset(preset, removed_cards="C2, d2", **changes)
    assert (rules.removed_cards, rules.hand_size, rules.kitty_size) == ("D2 C2", hand_size, kitty)
    state = HandState.random(1, rules, dealer=3)
    cards = {str(card) for hand in (*state.hands, state.deal.kitty or ()) for card in hand}
    assert len(cards) == rules.deck_size == 52 and not cards & {"D2", "C2"} and {"BJ", "LJ"} <= cards
    whole = Rules.preset(
        preset, **{**changes, "jokers": 0, "kitty_size": 4 if preset == SEED else rules.kitty_size}
    )
    assert "C2" in whole.deck
    with pytest.raises(DealError, match="the deal has C2: expected no card of removed_cards"):
        HandState(
            "N:AC2 K8 QT J7".replace("AC2", "A...2") + (" | 3" if rules.kitty_size else ""), rules, dealer=3
        )


def test_removed_cards_that_are_none() -> None:
    for cards, words in (("BJ", "expected cards of suits"), ("2X", "is no card")):
        with pytest.raises(RulesError, match=f"removed_cards .* is wrong: .*{words}"):
            Rules.preset(SEED, removed_cards=cards)
    with pytest.raises(
        RulesError, match="removed_cards 'C2' is wrong: C2 is left out by lowest_rank=7 already"
    ):
        Rules.preset(SEED, removed_cards="C2", lowest_rank=7, hand_size=8)


class Drawn(random.Random):
    """Draws certain cards."""

    cards: tuple[str, ...] = ()

    def sample(self, population: object, k: int) -> list[int]:  # type: ignore[override]
        rest = [index for index in range(52) if str(Card(index)) not in self.cards]
        return ([Card.from_text(text).index for text in self.cards] + rest)[:k]

    def choice(self, seq: list[int]) -> int:  # type: ignore[override]
        return seq[3]


@pytest.mark.parametrize(
    ("first_dealer", "cards", "player"),
    [
        ("random", "CK D2 H5 S9", 3),
        ("low_card", "CK D2 H5 S9", 1),
        ("low_card", "CK D2 HA S9", 2),  # the ace is the lowest in this draw
        ("high_card", "CK D2 H5 S9", 0),
        ("high_card", "CK D2 HA S9", 2),
        ("first_diamond", "SK H2 C5 CQ S9 D2", 1),  # the sixth card, round the table
        ("first_club", "SK H2 C5 CQ S9 D2", 2),
    ],
)
def test_option_first_dealer_says_how_they_are_found(
    first_dealer: str, cards: str, player: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(random, "Random", Drawn)
    monkeypatch.setattr(Drawn, "cards", tuple(cards.split()))
    assert Match(Rules.preset(SEED, first_dealer=first_dealer)).dealer == player
    if first_dealer == "low_card":
        assert Match(Rules.preset("whist")).dealer == player


def test_option_trump_rule_says_whether_there_is_an_auction() -> None:
    deal = Deal.from_text("N:A2... .A2 ..A2 ...A2")
    state = started(deal, "whist_seed", dealer=2, turned="D2")
    assert (state.stage, str(state.strain), state.declarer) == ("play", "D+", None)
    state = started(deal, "whist_seed", dealer=2, trump_rule="declared")
    assert (state.stage, state.strain) == ("auction", None)
    assert str(to_play(state, "S-", 1).contract) == "3S- by E"


@pytest.mark.parametrize(
    ("auction_rounds", "next_to_call"), [("single", None), ("until_one_left", 0), ("until_passed_out", 0)]
)
def test_option_auction_rounds_says_whether_one_may_raise(
    auction_rounds: str, next_to_call: int | None
) -> None:
    state = opened("3+", "pass", "4+", "pass", auction_rounds=auction_rounds)
    assert state.declarer == (2 if next_to_call is None else None)
    if next_to_call is not None:
        assert state.to_act == next_to_call
        assert pushed(state, "5+", "pass").declarer == 0


def test_option_bid_form_says_what_a_bid_names() -> None:
    for bid_form, bids, named, strain, strains in (
        ("level_strain", ["3+", "3-", "3NT"], "3-", "S-", 4),
        ("level_nt_only", ["3", "3NT"], "3", "S-", 8),
        ("number_only", ["3"], "3", "NT-", 10),
        ("named_suit", ["3C", "3D", "3H", "3S", "3NT"], "3H", "H-", 2),
    ):
        state = opened(bid_form=bid_form)
        assert legal(state, 4) == ["Pass", *bids], bid_form
        pushed(state, named, "pass", "pass", "pass")
        assert len(state.legal_strains) == strains, bid_form
        assert str(pushed(state, strain).strain) == strain
    state = opened("4H", bid_form="named_suit")
    assert legal(state, 5) == ["Pass", "4S", "4NT"]


@pytest.mark.parametrize(("bid_base", "needed", "made"), [(6, 10, False), (0, 4, True)])
def test_option_bid_base_says_how_many_books_a_bid_needs(bid_base: int, needed: int, made: bool) -> None:
    state = opened("4+", "pass", "pass", "pass", bid_base=bid_base)
    state = played_out(to_play(state, "S+"))
    result = state.result()
    assert 4 <= result.books[0] < 10, "this deal has neither too many books nor too few"
    assert (result.score.needed, result.made) == (needed, made)


@pytest.mark.parametrize("min_bid", [0, 4, 7])
def test_option_min_bid_is_the_lowest_number(min_bid: int) -> None:
    state = opened(min_bid=min_bid)
    assert state.legal_calls[1].level == min_bid and state.legal_calls[-1].level == 7
    if min_bid:
        with pytest.raises(ActError, match=f"expected a number from min_bid, {min_bid}, to 7"):
            state.push(f"{min_bid - 1}NT")


@pytest.mark.parametrize(("nt_beats_suit", "better"), [(True, ["4NT"]), (False, [])])
def test_option_nt_beats_suit_at_the_same_number(nt_beats_suit: bool, better: list[str]) -> None:
    assert legal(opened("4+", nt_beats_suit=nt_beats_suit), 5) == ["Pass", *better]
    # A suit never beats no-trump, and the number comes first.
    assert legal(opened("4NT", nt_beats_suit=nt_beats_suit), 6) == ["Pass", "5+", "5-", "5NT"]


@pytest.mark.parametrize(
    ("low_beats_high", "better"), [("equal", ["4NT"]), ("downtown_over_uptown", ["4-", "4NT"])]
)
def test_option_low_beats_high_of_suits(low_beats_high: str, better: list[str]) -> None:
    assert legal(opened("4+", low_beats_high=low_beats_high), 5) == ["Pass", *better]
    assert legal(opened("4-", low_beats_high=low_beats_high), 5) == ["Pass", "4NT"]


@pytest.mark.parametrize(
    ("said", "bids", "strains"), [(False, ["4NT"], ["NT+", "NT-"]), (True, ["4NT+", "4NT-"], ["NT-"])]
)
def test_option_nt_direction_in_bid_says_when_it_is_named(
    said: bool, bids: list[str], strains: list[str]
) -> None:
    state = opened("4+", nt_direction_in_bid=said)
    assert legal(state, 5) == ["Pass", *bids]
    pushed(state, bids[-1], "pass", "pass")
    if said:  # there is nothing left to declare
        assert (state.stage, str(state.strain)) == ("discard", "NT-")
    else:
        assert (state.stage, texts(state.legal_strains)) == ("declaration", strains)


@pytest.mark.parametrize(
    ("dealer_may_equal", "may"),
    [(False, ["4NT"]), ("number", ["4+", "4-", "4NT"]), ("number_and_strain", ["4+", "4NT"])],
)
def test_option_dealer_may_equal_takes_the_contract(dealer_may_equal: str | bool, may: list[str]) -> None:
    state = opened("pass", "4+", "pass", dealer_may_equal=dealer_may_equal)
    assert legal(state, 5) == ["Pass", *may]
    if dealer_may_equal:  # also from a partner
        assert pushed(state, "4+").declarer == 3
    assert legal(opened("4+", dealer_may_equal=dealer_may_equal), 5) == ["Pass", "4NT"]


def test_the_dealer_equals_a_number_once_where_the_bidding_goes_round() -> None:
    state = opened("4+", "4NT", "pass", dealer_may_equal="number", auction_rounds="until_one_left")
    pushed(state, "4+", "pass", "4NT")  # over the dealer's own four
    assert legal(state, 5) == ["Pass"] and legal(pushed(state.copy(), "5+"), 6) == ["Pass", "5NT"]
    pushed(state, "5NT")
    with pytest.raises(ActError, match="5- of player 1 is not legal: it does not beat 5NT"):
        pushed(state, "5-")
    state = opened("4+", "5-", "pass", dealer_may_equal="number", auction_rounds="until_one_left")
    assert legal(state, 6) == ["Pass", "5+", "5-", "5NT"]


@pytest.mark.parametrize("preset", [name for name in PRESETS if Rules.preset(name).trump_rule == "declared"])
@pytest.mark.parametrize("equals", ["number", "number_and_strain"])
def test_no_auction_is_endless(preset: str, equals: str) -> None:
    """Up to the dealer's equalling bid at a number, and after it, each bid is better than the one before."""
    draw = random.Random(f"{preset} {equals}")
    for rounds, final, form in itertools.product(
        ("until_one_left", "until_passed_out"), (True, False), ("level_strain", "named_strain")
    ):
        rules = Rules.preset(
            preset, auction_rounds=rounds, pass_is_final=final, bid_form=form, dealer_may_equal=equals
        )
        most = (2 * len(all_bids(rules)) + 1) * rules.players
        for dealer in range(rules.players):
            auction = Auction.start(rules, dealer)
            while not auction.is_over:
                bids = [call for call in auction.legal_calls if call != PASS]
                lowest = [bid for bid in bids if bid.level == bids[0].level]
                passes = not bids or (PASS in auction.legal_calls and draw.random() < 0.2)
                auction = auction.following(PASS if passes else draw.choice(lowest))
                assert len(auction.calls) <= most


def test_option_all_pass_says_what_happens_where_nobody_bids() -> None:
    for all_pass, may in (
        ("dealer_must_bid", legal(opened())[1:]),
        ("dealer_stuck_at_minimum", ["3+", "3-", "3NT"]),
        ("redeal_same_dealer", legal(opened())),
        ("redeal_next_dealer", legal(opened())),
    ):
        state = opened("pass", "pass", "pass", all_pass=all_pass)
        assert legal(state) == may, all_pass
    for all_pass, dealer in (("redeal_same_dealer", 3), ("redeal_next_dealer", 0)):
        match = Match(Rules.preset(SEED, all_pass=all_pass), dealer=3)
        state = pushed(match.new_hand(1), "pass", "pass", "pass", "pass")
        assert state.is_over and state.result().void
        auction = state.snapshot.auction
        assert auction is not None and auction.is_thrown_in
        match.add(state.result())
        assert (match.dealer, match.scores) == (dealer, (0, 0, 0, 0))


@pytest.mark.parametrize(("final", "caller"), [(True, 2), (False, 1)])
def test_option_pass_is_final_says_who_may_come_back(final: bool, caller: int) -> None:
    calls = ("3+", "pass", "4+", "pass", "5+")
    for rounds in ("until_one_left", "until_passed_out"):
        state = opened(*calls, auction_rounds=rounds, pass_is_final=final)
        assert state.to_act == caller
        # It ends when all others are out, have passed last, or have passed in a row.
        others = 1 if final else 2 if rounds == "until_one_left" else 3
        pushed(state, *["pass"] * (others - 1))
        assert state.declarer is None
        assert pushed(state, "pass").declarer == 0
    state = opened(*calls, preset="cutthroat_4", bid_form="level_strain", pass_is_final=final)
    assert state.to_act == caller


@pytest.mark.parametrize(
    ("declare_timing", "stages"),
    [
        ("before_kitty", ["declaration", "discard"]),
        ("before_dummy", ["declaration", "discard"]),
        ("after_kitty", ["declaration", "discard"]),
        ("after_dummy", ["declaration", "discard"]),
        ("after_discard", ["discard", "declaration"]),
    ],
)
def test_option_declare_timing_with_a_kitty(declare_timing: str, stages: list[str]) -> None:
    state = opened("4+", "pass", "pass", "pass", declare_timing=declare_timing)
    assert state.stage == stages[0]
    # Before the kitty the declarer has their own cards only.
    assert len(state.view(0).hand) == (12 if declare_timing.startswith("before") else 18)
    state.push("S+" if stages[0] == "declaration" else Hand(list(state.hands[0])[:6]))
    assert state.stage == stages[1]


@pytest.mark.parametrize(
    ("declare_timing", "stages", "declarer_sees", "others_see"),
    [
        ("before_dummy", ["declaration", "discard"], False, False),
        ("before_kitty", ["declaration", "discard"], False, False),
        ("after_kitty", ["declaration", "discard"], True, False),
        ("after_discard", ["discard", "declaration"], True, False),
        ("after_dummy", ["discard", "declaration"], True, True),
    ],
)
def test_option_declare_timing_with_a_dummy(
    declare_timing: str, stages: list[str], declarer_sees: bool, others_see: bool
) -> None:
    state = opened(
        "4+", "pass", "pass", preset="dummy_seed", jokers=2, dealer=2, declare_timing=declare_timing
    )
    assert state.stage == stages[0]
    if stages[0] == "discard":
        state.push(Hand(list(state.hands[3])[:2]))
    assert state.stage == "declaration"
    assert [knows(state.view(player), 3) for player in range(3)] == [declarer_sees, others_see, others_see]


@pytest.mark.parametrize(
    ("downtown_ace", "strains", "winner"),
    [("good", ["S-"], 0), ("bad", ["S~"], 1), ("declarer_choice", ["S-", "S~"], None)],
)
def test_option_downtown_ace_is_the_best_or_the_worst_card(
    downtown_ace: str, strains: list[str], winner: int | None
) -> None:
    for strain, wins in (("S-", 0), ("S~", 1)):
        state = started("N:A... 2... .A ..A | 5", dealer=3, downtown_ace=downtown_ace)
        to_declare(state, strain if strain in strains else strains[0], 0)
        assert [text for text in texts(state.legal_strains) if text[0] == "S"] == sorted(strains)
        if strain not in strains:
            with pytest.raises(ActError, match=f"under downtown_ace='{downtown_ace}'"):
                state.push(strain)
            continue
        pushed(state, strain, "S5", "SA", "S2", "HA", "DA")
        assert state.tricks[0].winner == wins and winner in (None, wins)

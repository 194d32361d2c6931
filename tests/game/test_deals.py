"""Deals: the pack, what is dealt and done first, who deals, misdeals, redeals, and kitties that are seen."""

import random

import pytest
from tests.support.hands_played import (
    counted,
    played_out,
    pushed,
    refused,
    started,
    texts,
    to_declare,
    to_play,
)

from whistsolve.errors import ActError, DealError
from whistsolve.game import HandState, Match, Misdeal, Redeal, first_dealer
from whistsolve.inference import Knowledge
from whistsolve.rules import Rules
from whistsolve.values import Card, Hand

SEED = "bid_whist_seed"


def random_hand(**options):
    return HandState.random(1, Rules.preset(SEED, **options), dealer=3)


def cards_of(state):
    """All cards of a deal."""
    return Hand(card for hand in (*state.hands, state.deal.kitty or ()) for card in hand)


def test_option_game_says_what_is_dealt_and_done():
    for game, size, stage, target, bids in (
        ("bid_whist", 12, "auction", 7, "3+ 3- 3NT"),
        ("no_kitty_52", 13, "auction", 7, "3+ 3- 3NT"),
        ("cutthroat", 12, "auction", 30, "1 1NT 2 2NT 3 3NT"),
        ("whist", 13, "play", 5, ""),
        ("dummy", 13, "auction", 21, "1+ 1- 1NT 2+ 2- 2NT 3+ 3- 3NT"),
        ("double_dummy", 13, "hand_option", 21, ""),
    ):
        state = HandState.random(1, Rules(game=game))
        legal = [str(call) for call in state.legal_calls if str(call) != "Pass" and call.level < 4]
        assert [len(hand) for hand in state.hands] == [size] * 4, game
        assert (state.stage, state.rules.target, " ".join(legal)) == (stage, target, bids), game


def test_option_direction_of_play_is_that_of_calls_cards_and_deals():
    for direction, second in (("clockwise", 1), ("counterclockwise", 3)):
        state = HandState.random(1, Rules.preset(SEED, direction_of_play=direction), dealer=0)
        assert state.to_act == second
        to_play(state, "S+", 0)
        assert pushed(state, state.legal_cards[0]).hand_to_play == second
        match = Match(state.rules, dealer=0)
        match.add(played_out(state).result())
        assert match.dealer == second


def test_option_jokers_says_which_cards_are_dealt():
    for jokers, named in enumerate(([], ["BJ"], ["BJ", "LJ"])):
        state = random_hand(jokers=jokers)
        assert (texts(cards_of(state).jokers), len(state.deal.kitty)) == (named, 4 + jokers)


def test_option_lowest_rank_says_which_cards_are_dealt():
    for lowest, size, ranks in ((2, 12, "AKQJT98765432"), (7, 8, "AKQJT987"), (8, 7, "AKQJT98")):
        state = random_hand(lowest_rank=lowest, hand_size=size, min_bid=1)
        assert str(cards_of(state)) == ".".join([ranks] * 4 + ["BL"])
        assert len(state.deal.kitty) == 4 * len(ranks) + 2 - 4 * size
        assert sum(played_out(to_play(state, "S+")).result().tricks) == size
    for deal, lowest, card in (
        ("N:A9... K8... QT... J7... | 2", 3, "S2"),
        ("N:A... K... Q... J... | .7", 8, "H7"),
    ):
        assert started(deal).rules.lowest_rank == 2
        with pytest.raises(DealError, match=f"the deal has {card}: expected no card below lowest_rank"):
            started(deal, lowest_rank=lowest, hand_size=6, bid_base=0)


def test_option_hand_size_and_kitty_size_say_what_is_played_and_lies_on_the_table():
    for options, size, kitty, books in (
        ({"hand_size": 12}, 12, 6, 13),
        ({"hand_size": 13}, 13, 2, 14),
        ({"kitty_size": 6}, 12, 6, 13),
        ({"kitty_size": 2}, 13, 2, 14),
        ({"kitty_size": 2, "joker_no_trump": "removed", "hand_size": None}, 13, 2, 14),
    ):
        state = random_hand(**options)
        assert ([len(hand) for hand in state.hands], len(state.deal.kitty)) == ([size] * 4, kitty), options
        assert pushed(to_declare(state, "S+", 0), "S+").discard_number == kitty, options
        result = played_out(to_play(state, "S+")).result()
        assert (sum(result.tricks), sum(result.books)) == (size, books), options


def test_option_removed_cards_leave_the_pack():
    for preset, changes, hand_size, kitty in (
        (SEED, {"kitty_size": 0}, 13, 0),  # both jokers and no kitty
        (SEED, {"kitty_size": 4}, 12, 4),
        ("bid_whist_no_kitty", {"jokers": 2}, 13, 0),
        ("cutthroat_4", {}, 12, 4),
    ):
        rules = Rules.preset(preset, removed_cards="C2, d2", **changes)
        assert (rules.removed_cards, rules.hand_size, rules.kitty_size) == ("D2 C2", hand_size, kitty)
        found = cards_of(HandState.random(1, rules, dealer=3))
        assert found == rules.deck and len(found) == rules.deck_size == 52
        assert not found & Hand(["D2", "C2"]) and len(found.jokers) == 2, preset
        with pytest.raises(DealError, match="the deal has C2: expected no card of removed_cards"):
            HandState("N:A...2 K8 QT J7" + (" | 3" if rules.kitty_size else ""), rules, dealer=3)


class Drawn(random.Random):
    """Draws certain cards, and remembers the ranks among which they were."""

    cards: tuple[str, ...] = ()
    ranks: frozenset[int | None] = frozenset()

    def sample(self, population, k):
        Drawn.ranks = frozenset(Card(index).rank for index in population)
        rest = [index for index in range(52) if str(Card(index)) not in self.cards]
        return ([Card.from_text(text).index for text in self.cards] + rest)[:k]

    def choice(self, seq):
        return seq[3]


def test_option_first_dealer_says_how_they_are_found(monkeypatch):
    monkeypatch.setattr(random, "Random", Drawn)
    for how, cards, player in (
        ("random", "CK D2 H5 S9", 3),
        ("low_card", "CK D2 H5 S9", 1),
        ("low_card", "CK D2 HA S9", 2),  # the ace is the lowest in this draw
        ("high_card", "CK D2 H5 S9", 0),
        ("high_card", "CK D2 HA S9", 2),
        ("first_diamond", "SK H2 C5 CQ S9 D2", 1),  # the sixth card, round the table
        ("first_club", "SK H2 C5 CQ S9 D2", 2),
    ):
        monkeypatch.setattr(Drawn, "cards", tuple(cards.split()))
        assert Match(Rules.preset(SEED, first_dealer=how)).dealer == player, (how, cards)
        if how == "low_card":
            assert Match(Rules.preset("whist")).dealer == player
        if how != "random":
            short = Rules.preset(SEED, first_dealer=how, lowest_rank=13, hand_size=2, bid_base=0)
            first_dealer(short, 1)
            assert Drawn.ranks == {13, 14}, how


def test_every_player_may_be_drawn_as_the_first_dealer():
    for how in ("random", "low_card", "high_card", "first_diamond", "first_club"):
        rules = Rules.preset(SEED, first_dealer=how, lowest_rank=13, hand_size=2, bid_base=0)
        if how == "random":
            rules = Rules.preset(SEED, first_dealer=how)
        assert {first_dealer(rules, seed) for seed in range(60)} == {0, 1, 2, 3}, how


#: North has no ace, East no face card, South neither, West a joker and low cards.
HANDS = "N:K32... .A32.. ..432. ...32.B | AQ..."
#: Hearts are turned up by West; North has none of them.
TURNED = {"dealer": 3, "turned": "HA"}
WHIST = "N:AK2... .32.2. 43..4. .AK..5"


def dealt(**options):
    return started(HANDS, dealer=3, **options)


def whole(state):
    """All cards of a deal."""
    return [card for hand in (*state.deal.hands, state.deal.kitty or ()) for card in hand]


def claims(state):
    """The players who could claim a redeal now, in turn or not."""
    found = []
    for player in range(state.rules.players):
        try:
            state.copy().push(Redeal(player))
        except ActError:
            continue
        found.append(player)
    return found


def test_option_misdeal_says_whether_it_is_claimed_and_who_deals_then():
    for preset in (SEED, "double_dummy"):
        state = HandState.random(1, Rules.preset(preset, misdeal="none"))
        refused(state, "misdeal", "a misdeal cannot be claimed: misdeal='none' allows it to nobody")
        assert pushed(HandState.random(1, Rules.preset(preset, misdeal="same_dealer")), "misdeal").is_over
    for misdeal, dealer in (("same_dealer", 2), ("next_dealer", 3)):
        match = Match(Rules.preset(SEED, misdeal=misdeal), dealer=2, scores=(3, 0, 3, 0))
        state = match.new_hand(1)
        before = state.snapshot
        assert pushed(state, " MisDeal ").is_over
        assert state.to_act is None and not list(state.legal_acts()) and not state.calls
        assert state.acts == (Misdeal(),) and str(state.acts[0]) == "misdeal"
        assert state.view(1).dealt_again == Misdeal() and state.view(1).hands[0] is None
        result = state.result()
        assert (result.void, result.points, result.contract, result.books) == (misdeal, (0,) * 4, None, ())
        match.add(result)
        assert (match.dealer, match.scores, match.is_over) == (dealer, (3, 0, 3, 0), False)
        assert state.pop() == Misdeal() and state.snapshot == before
        # The same of a redeal.
        rules = Rules.preset(SEED, redeal_claim="no_ace", redeal_dealer=misdeal, misdeal="same_dealer")
        match = Match(rules, dealer=2)
        match.add(pushed(HandState(HANDS, rules, dealer=2), "redeal by 0").result())
        assert (match.results[0].void, match.dealer, match.scores) == (misdeal, dealer, (0,) * 4)


def test_option_misdeal_is_too_late_after_the_first_call_or_card():
    misdeal = {"misdeal": "next_dealer"}
    choosing = HandState.random(1, Rules.preset("double_dummy_seed", **misdeal))
    for state, word in (
        (pushed(dealt(**misdeal), "pass"), "call"),
        (pushed(dealt(**misdeal), "3+"), "call"),
        (to_play(dealt(**misdeal), "S+"), "call"),
        (pushed(choosing, "keep"), "call"),
        (pushed(started(WHIST, "whist_seed", **misdeal, **TURNED), "C5"), "card"),
    ):
        refused(state, Misdeal(), f"cannot be claimed: expected before the first {word}")
    state = started(WHIST, "whist_seed", **misdeal, **TURNED)
    assert pushed(state, "misdeal").result().void == "next_dealer"


def test_option_redeal_claim_says_with_which_hand():
    for claim, may in (("none", []), ("no_ace", [0, 2]), ("no_face", [1, 2]), ("no_ace_or_face", [2])):
        state = dealt(redeal_claim=claim)
        assert claims(state) == may, claim
        for player in range(4):
            in_turn = player in may
            assert state.may_claim_redeal == in_turn, claim
            assert [str(act) for act in state.legal_acts()].count("redeal") == in_turn, claim
            if in_turn:
                assert pushed(state.copy(), "redeal").is_over
            else:
                refused(state, "redeal", "a redeal cannot be claimed: ")
            if player < 3:
                state.push("pass")
    state = dealt(redeal_claim="no_ace_or_face")
    for player, words in ((0, "holds SK"), (1, "holds HA"), (3, "holds BJ"), (4, "is wrong: expected a wh")):
        refused(state, f"redeal by {player}", f"player {player} {words}")


def test_option_redeal_claim_of_a_hand_without_trumps():
    state = started(WHIST, "whist_seed", redeal_claim="no_trump_card", **TURNED)
    # Play goes to the right from the dealer, West, to South, East and North.
    assert (claims(state), state.may_claim_redeal) == ([0, 2], False)
    pushed(state, "C5")
    assert (claims(state), state.may_claim_redeal) == ([0, 2], True)
    assert claims(pushed(state, "S4")) == [0]
    refused(state, "redeal by 2", "expected player 2 to claim before their first card")
    pushed(state, "D2")
    assert state.may_claim_redeal and pushed(state, "redeal").result().void == "same_dealer"


def test_option_redeal_claim_ends_with_a_players_first_call_and_shows_the_hand():
    state = dealt(redeal_claim="no_ace")
    with pytest.raises(ActError, match="expected player 0 to claim before their first call"):
        pushed(state.copy(), "3+", "redeal by 0")
    bid = pushed(state.copy(), "4+", "redeal by 2").result()
    assert (bid.contract, bid.void, bid.made) == (None, "same_dealer", None)
    assert claims(pushed(state, "pass")) == [2]
    pushed(state, "redeal by 2")  # out of turn: East has not called yet
    assert state.is_over and state.acts[-1] == Redeal(2)
    for player in range(4):
        view = state.view(player)
        assert view.dealt_again == Redeal(2) and view.hands[2] == Hand("..432.")
        assert sum(hand is not None for hand in view.hands) == (1 if player == 2 else 2)
        assert Knowledge.of_view(view, deck=whole(state)).known[2] == Hand("..432.")
    assert pushed(dealt(redeal_claim="no_ace"), "redeal").view(1).dealt_again == Redeal(0)


def test_option_redeal_claim_of_a_player_with_a_dummy():
    """It is about the hand dealt to the player, until they keep or swap it, or play from either."""
    deal = "N:K2... A3... Q4... J5..."
    state = started(deal, "double_dummy_seed", dealer=1, redeal_claim="no_ace")
    assert claims(state) == [0] and state.may_claim_redeal
    assert claims(pushed(state, "keep")) == []
    options = {"redeal_claim": "no_ace", "first_leader": "dealer"}
    state = started(deal, "dummy_classic", dealer=3, turned="SJ", **options)
    assert claims(state) == [0, 2] and state.hand_to_play == 3
    assert claims(pushed(state, "SJ")) == [2]


def test_option_redeal_claim_when_says_in_which_hands_of_the_game():
    for always in (True, False):
        claim = {"redeal_claim": "no_trump_card", "redeal_claim_when": "any_hand" if always else "first_hand"}
        rules = Rules.preset("whist_seed", match="rubber", misdeal="same_dealer", **claim)
        match = Match(rules, dealer=0)

        def may(match=match, rules=rules):
            """Whether a hand of the match without trumps may be claimed now."""
            first = match.new_hand(1).setup.first_hand
            deal = "N:AK... .32.. .Q.2. .T..2"
            return claims(HandState(deal, rules, dealer=3, turned="HT", first_hand=first)) == [0]

        assert may()
        match.add(pushed(match.new_hand(2), "misdeal").result())
        assert may(), "a void hand does not count"
        counted(match, (1, 0, 1, 0))
        assert may() == always
        counted(match, (4, 0, 4, 0))
        assert match.standing.games == (1, 0, 1, 0) and may(), "another game of the rubber has begun"
        counted(match, (0, 0, 0, 0))
        assert may() == always, "a hand in which nobody scored has counted"
        match.pop()
        assert may()
        begun = Match(rules, dealer=0, scores=(1, 0, 1, 0))
        assert begun.new_hand(1).setup.first_hand is False
    late = HandState(HANDS, Rules.preset(SEED, redeal_claim="no_ace"), dealer=3, first_hand=False)
    refused(late, "redeal", "a hand of the game has counted; expected the first")


def test_option_partner_sees_kitty_as_it_was_taken():
    deal = "N:AK... .AK.. ..AK. ...AK | 65..."
    for sees in (True, False):
        for timing in ("before_kitty", "after_kitty", "after_discard"):
            rules = {"partner_sees_kitty": sees, "sport_kitty": "never", "declare_timing": timing}
            state = started(deal, dealer=3, **rules)
            assert [state.view(player).kitty for player in range(4)] == [None] * 4
            to_declare(state, "NT+", 1)
            if timing == "before_kitty":
                assert state.view(3).kitty is None
                state.push("NT+")
            kitty = Hand("65...") if sees else None
            for _ in range(3):
                seen = [state.view(player).kitty for player in range(4)]
                assert seen == [None, None, None, kitty], (sees, timing, state.stage)
                assert state.view(1).taken == Hand("65...") and state.view(3).taken is None
                assert state.view(3).discards[1] is None
                if state.stage in ("discard", "declaration"):
                    state.push("S6 HA" if state.stage == "discard" else "NT-")
            assert state.stage == "play" and played_out(state).view(3).kitty == kitty
    state = pushed(to_declare(dealt(partner_sees_kitty=True), "S+", 0), "S+")
    assert {state.view(player).kitty for player in range(4)} == {Hand("AQ...")}, "turned up"


def test_option_partner_sees_kitty_is_known_to_them_when_they_infer():
    deal = "N:AK... .AK.. ..AK. ...AK | 65..."
    for sees, columns in ((True, {1, 4}), (False, {0, 1, 2, 4})):
        state = to_play(started(deal, dealer=3, partner_sees_kitty=sees), "NT+", 1)
        partner, opponent = (Knowledge.of_view(state.view(player), deck=whole(state)) for player in (3, 0))
        six = Card.from_text("S6")
        assert {column for column in range(5) if six not in partner.barred[column]} - {3} == columns
        assert not any(six in barred for barred in opponent.barred)

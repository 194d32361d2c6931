"""The table and the pack: what is dealt and done first, which cards there are, and who deals."""

import random

import pytest
from tests.support.hands_played import played_out, pushed, started, texts, to_declare, to_play

from whistsolve.errors import DealError
from whistsolve.game import HandState, Match, first_dealer
from whistsolve.rules import Rules
from whistsolve.values import Card, Hand

SEED = "bid_whist_seed"


def dealt(**options: object) -> HandState:
    return HandState.random(1, Rules.preset(SEED, **options), dealer=3)


def cards_of(state: HandState) -> Hand:
    """All cards of a deal."""
    return Hand(card for hand in (*state.hands, state.deal.kitty or ()) for card in hand)


def test_option_game_says_what_is_dealt_and_done() -> None:
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


def test_option_direction_of_play_is_that_of_calls_cards_and_deals() -> None:
    for direction, second in (("clockwise", 1), ("counterclockwise", 3)):
        state = HandState.random(1, Rules.preset(SEED, direction_of_play=direction), dealer=0)
        assert state.to_act == second
        to_play(state, "S+", 0)
        assert pushed(state, state.legal_cards[0]).hand_to_play == second
        match = Match(state.rules, dealer=0)
        match.add(played_out(state).result())
        assert match.dealer == second


def test_option_jokers_says_which_cards_are_dealt() -> None:
    for jokers, named in enumerate(([], ["BJ"], ["BJ", "LJ"])):
        state = dealt(jokers=jokers)
        assert (texts(cards_of(state).jokers), len(state.deal.kitty)) == (named, 4 + jokers)


def test_option_lowest_rank_says_which_cards_are_dealt() -> None:
    for lowest, size, ranks in ((2, 12, "AKQJT98765432"), (7, 8, "AKQJT987"), (8, 7, "AKQJT98")):
        state = dealt(lowest_rank=lowest, hand_size=size, min_bid=1)
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


def test_option_hand_size_and_kitty_size_say_what_is_played_and_lies_on_the_table() -> None:
    for options, size, kitty, books in (
        ({"hand_size": 12}, 12, 6, 13),
        ({"hand_size": 13}, 13, 2, 14),
        ({"kitty_size": 6}, 12, 6, 13),
        ({"kitty_size": 2}, 13, 2, 14),
        ({"kitty_size": 2, "joker_no_trump": "removed", "hand_size": None}, 13, 2, 14),
    ):
        state = dealt(**options)
        assert ([len(hand) for hand in state.hands], len(state.deal.kitty)) == ([size] * 4, kitty), options
        assert pushed(to_declare(state, "S+", 0), "S+").discard_number == kitty, options
        result = played_out(to_play(state, "S+")).result()
        assert (sum(result.tricks), sum(result.books)) == (size, books), options


def test_option_removed_cards_leave_the_pack() -> None:
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

    def sample(self, population: object, k: int) -> list[int]:  # type: ignore[override]
        Drawn.ranks = frozenset(Card(index).rank for index in population)  # type: ignore[attr-defined]
        rest = [index for index in range(52) if str(Card(index)) not in self.cards]
        return ([Card.from_text(text).index for text in self.cards] + rest)[:k]

    def choice(self, seq: list[int]) -> int:  # type: ignore[override]
        return seq[3]


def test_option_first_dealer_says_how_they_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_every_player_may_be_drawn_as_the_first_dealer() -> None:
    for how in ("random", "low_card", "high_card", "first_diamond", "first_club"):
        rules = Rules.preset(SEED, first_dealer=how, lowest_rank=13, hand_size=2, bid_base=0)
        if how == "random":
            rules = Rules.preset(SEED, first_dealer=how)
        assert {first_dealer(rules, seed) for seed in range(60)} == {0, 1, 2, 3}, how

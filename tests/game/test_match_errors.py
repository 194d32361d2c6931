"""Errors of HandState(...), Match(...) and Match.add: what is refused, and what the message names."""

import dataclasses

import pytest
from tests.support.hands_played import counted, played_hand, pushed

from whistsolve.errors import ActError, DealError, RulesError, WhistError
from whistsolve.game import HandResult, HandState, Match, Session
from whistsolve.rules import Rules
from whistsolve.values import Deal, Hand

SEED = "bid_whist_seed"
SMALL = "N:A2... K3... Q4... J5..."
WITH_KITTY = SMALL + " | ..2."
WITH_TWO = SMALL + " | ..32."
WITH_JOKERS = "N:A2... K....L Q4... J....B"


@pytest.mark.parametrize(
    ("preset", "options", "deal", "words"),
    [
        (SEED, {}, "0:A2... K3... Q4... | 5", "the deal has 3 hands: expected 4 in bid_whist"),
        ("dummy_seed", {}, "0:A2... K3... Q4...", "the deal has 3 hands: expected 4 in dummy"),
        ("double_dummy_seed", {}, "0:A2... K3...", "the deal has 2 hands: expected 4 in double_dummy"),
        (SEED, {}, SMALL, "the deal has no kitty: expected one, for .* kitty_size above 0"),
        ("bid_whist_no_kitty", {}, WITH_KITTY, "a kitty of 1: expected none, for kitty_size is 0"),
        ("dummy_seed", {"jokers": 2}, WITH_KITTY, "a kitty of 1: expected 2 cards that the dummies have"),
        ("bid_whist_no_kitty", {}, WITH_JOKERS, "2 jokers: expected no more than jokers=0"),
        (SEED, {"jokers": 0}, SMALL + " | ....B", "1 jokers: expected no more than jokers=0"),
        (
            SEED,
            {"joker_no_trump": "exchanged"},
            WITH_JOKERS + " | ..2.",
            "the kitty has 1 cards: expected at least as many as jokers, 2",
        ),
        (SEED, {}, 7, "deal 7"),
    ],
)
def test_deals_that_do_not_fit(preset: str, options: dict[str, object], deal: object, words: str) -> None:
    with pytest.raises(DealError, match=words):
        HandState(deal, Rules.preset(preset, **options))


@pytest.mark.parametrize(
    ("turned", "words"),
    [
        (None, "turned is missing: expected the card of the dealer's that makes trumps"),
        ("SA", "turned SA is wrong: expected a card of a suit in hand 1, the dealer's"),
        ("C9", "turned C9 is wrong: .* hand 1"),
    ],
)
def test_the_turned_card_is_one_of_the_dealers(turned: str | None, words: str) -> None:
    with pytest.raises(DealError, match=words):
        HandState(SMALL, Rules.preset("whist_seed"), dealer=1, turned=turned)
    assert HandState(SMALL, Rules.preset("whist_seed"), dealer=1, turned="S3").stage == "play"


def test_no_card_is_turned_where_trumps_are_declared() -> None:
    with pytest.raises(DealError, match="turned 'SA' is wrong: trumps are declared"):
        HandState(WITH_KITTY, Rules.preset(SEED), turned="SA")


@pytest.mark.parametrize("extra", [["D3"], [["D3"], ["D3"]], [["D3", "D2"], []], [["D3"], ["S9"]]])
def test_what_the_dummies_have_too_many_is_the_kitty(extra: object) -> None:
    rules = Rules.preset("double_dummy_seed", jokers=2)
    with pytest.raises((DealError, WhistError), match=r"extra|hand|card"):
        HandState(WITH_TWO, rules, extra=extra)
    state = HandState(WITH_TWO, rules, extra=[["D2"], ["D3"]])
    assert state.hands[2:] == (Hand("Q4..2."), Hand("J5..3."))


def test_players_that_do_not_exist() -> None:
    for make in (lambda: HandState(WITH_KITTY, dealer=4), lambda: Match(dealer="X")):
        with pytest.raises(ActError, match="dealer"):
            make()
    with pytest.raises(ActError, match="player"):
        HandState(WITH_KITTY).view(4)


def test_players_and_dealers_by_game() -> None:
    with pytest.raises(ActError, match="dealer 3"):
        HandState("0:A2... K3... Q4... | 5", Rules.preset("cutthroat_3"), dealer=3)
    with pytest.raises(ActError, match="dealer 'N'"):
        HandState("0:A2... K3... Q4... | 5", Rules.preset("cutthroat_3"), dealer="N")
    with pytest.raises(ActError, match="dealer 4"):
        HandState(SMALL, Rules.preset("dummy_classic"), dealer=4, turned="S5")
    assert HandState(SMALL, Rules.preset("dummy_classic"), dealer=3, turned="S5").dealer == 3


@pytest.mark.parametrize("scores", [(0, 0), (0, 0, 0, "x")])
def test_scores_that_are_not_one_for_each_player(scores: object) -> None:
    with pytest.raises(WhistError, match="score"):
        HandState(WITH_KITTY, scores=scores)
    with pytest.raises(WhistError, match="score"):
        Match(scores=scores)


def test_rules_that_cannot_be_played() -> None:
    for leader in ("bidder", "left_of_bidder"):
        with pytest.raises(RulesError, match=f"first_leader '{leader}' is wrong without an auction"):
            Rules.preset("whist", first_leader=leader)


@pytest.mark.parametrize(("argument", "value"), [("partner", 3), ("target", 0)])
def test_other_arguments(argument: str, value: object) -> None:
    with pytest.raises(WhistError, match=argument):
        HandState(SMALL, Rules.preset("dummy_seed"), **{argument: value})
    if argument == "partner":
        with pytest.raises(WhistError, match="partner"):
            Match(Rules.preset("dummy_classic"), partner=value)


@pytest.mark.parametrize(
    ("preset", "scores", "words"),
    [
        (SEED, (7, 0, 7, 0), "score 7 of player 0 is wrong: it ends the game"),
        (SEED, (0, -7, 0, -7), "score -7 of player 1 is wrong: it ends the game"),
        (SEED, (1, 0, 2, 0), "expected partners to have the same"),
        ("cutthroat_3", (0, 0, 30), "score 30 of player 2"),
        ("dummy_classic", (0, 1, 2), "expected partners to have the same"),
    ],
)
def test_scores_that_a_match_cannot_begin_with(preset: str, scores: tuple[int, ...], words: str) -> None:
    with pytest.raises(WhistError, match=words):
        Match(Rules.preset(preset), scores=scores)


def refused(match: Match, result: object, *words: str) -> None:
    """Adding this raises an error that names these, and changes nothing."""
    before, results = match.standing, match.results
    with pytest.raises(ActError) as caught:
        match.add(result)
    assert not [word for word in words if word not in str(caught.value)], str(caught.value)
    assert match.standing == before and match.results == results


def result_of(rules: Rules, dealer: int) -> HandResult:
    return played_hand(Match(rules, dealer=dealer), 9, "4+")


def test_results_of_other_hands() -> None:
    rules = Rules.preset(SEED)
    match = Match(rules, dealer=3)
    refused(match, result_of(rules, 2), "not of this match", "dealer 3")
    refused(match, result_of(Rules.preset(SEED, target=9), 3), "not of this match: expected its rules")
    refused(match, HandState.random(1, rules, dealer=3), "expected what HandState.result() gives")
    match.add(result_of(rules, 3))
    refused(match, match.results[0], "dealer 0")


def test_nothing_is_added_to_a_match_that_is_over() -> None:
    match = Match(Rules.preset(SEED), dealer=3)
    played_hand(match, 12, "4+")
    assert match.is_over
    refused(match, dataclasses.replace(match.results[0], dealer=match.dealer), "the match is over")
    with pytest.raises(ActError, match="the match is over: expected no more hands"):
        match.new_hand()
    match.pop()
    assert not match.is_over and match.new_hand(1).dealer == 3


def test_nothing_to_take_back_before_the_first_hand() -> None:
    match = Match(Rules.preset(SEED), dealer=3)
    with pytest.raises(ActError, match="no hand was played yet"):
        match.pop()
    counted(match, (1, 0, 1, 0))
    match.pop()
    with pytest.raises(ActError, match="nothing to take back"):
        match.pop()
    assert match.scores == (0, 0, 0, 0) and match.dealer == 3


def test_sessions_count_matches_of_two_sides_that_are_over() -> None:
    session = Session.of(["one", "two", "three"])
    match = Match(Rules.preset(SEED), dealer=3)
    with pytest.raises(ActError, match="cannot be counted: expected one that is over"):
        session.after(match)
    alone = Match(Rules.preset("cutthroat_4"), dealer=3, scores=(29, 0, 0, 0))
    played_hand(alone, 9, "5")
    assert alone.is_over
    with pytest.raises(ActError, match="expected one of two sides of partners"):
        session.after(alone)
    for sides in (["one"], ["one", "one"]):
        with pytest.raises(WhistError, match="expected two or more different names"):
            Session.of(sides)


def test_a_hand_that_was_thrown_in_has_no_points() -> None:
    rules = Rules.preset(SEED, all_pass="redeal_next_dealer")
    match = Match(rules, dealer=3)
    state = pushed(HandState(Deal.from_text(WITH_KITTY), rules, dealer=3), *["pass"] * 4)
    with pytest.raises(ActError, match="the hand is over"):
        state.push("pass")
    match.add(state.result())
    assert (match.scores, match.dealer, match.standing.sets) == ((0,) * 4, 0, (0,) * 4)

"""The hands of a match: new ones with its standing, those of another refused; matches that go on."""

from dataclasses import replace

import pytest
from tests.support.hands_played import counted, played_hand, played_out, sure_deal

from whistsolve.errors import ActError, DealError, WhistError
from whistsolve.game import HandState, Match, Standing
from whistsolve.game.match.single_hand import outcome_of
from whistsolve.rules import Rules
from whistsolve.values import Contract, Deal, Hand

SEED = "bid_whist_seed"
NORTH = frozenset({0, 2})


def test_a_new_hand_with_a_deal_has_what_the_match_has() -> None:
    rules = Rules.preset("whist_seed", match="two_sessions")
    match = Match(rules, dealer=0)
    counted(match, (6, 1, 6, 1))
    deal = Deal.random(3, rules)
    turned = next(iter(deal.hands[match.dealer]))
    state = match.new_hand(deal=str(deal), turned=turned)
    assert (state.deal, state.dealer, state.setup.turned) == (deal, match.dealer, turned)
    assert (state.setup.scores, state.setup.target) == (match.scores, 10) == ((8, 1, 8, 1), 10)
    with pytest.raises(DealError, match="turned is missing"):
        match.new_hand(deal=deal)
    with pytest.raises(ActError, match="seed and deal are given"):
        match.new_hand(3, deal=deal, turned=turned)
    for given in ({"turned": turned}, {"extra": [["D2"], ["D3"]]}):
        with pytest.raises(ActError, match="is given without a deal"):
            match.new_hand(3, **given)
    dummies = Match(Rules.preset("double_dummy_seed", jokers=2), dealer=1)
    state = dummies.new_hand(deal="N:A2... K3... Q4... J5... | ..32.", extra=[["D2"], ["D3"]])
    assert state.hands[2:] == (Hand("Q4..2."), Hand("J5..3."))
    partner = Match(Rules.preset("dummy_classic"), dealer=3, partner=2)
    assert partner.new_hand(deal="N:A2... K3... Q4... J5...", turned="S5").setup.partner == 2


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"scores": (1, 0, 1, 0)}, "the hand was played at .*: expected the scores"),
        ({"target": 5}, "the hand was played to 5: expected the target 10"),
    ],
)
def test_a_hand_that_was_played_at_another_standing_is_refused(
    changes: dict[str, object], words: str
) -> None:
    match = Match(Rules.preset("whist_seed", match="two_sessions"), dealer=0)
    counted(match, (6, 1, 6, 1))
    given = {"scores": match.scores, "target": match.target, **changes}
    state = HandState(sure_deal(7, match.rules, (3, 0, 1, 2)), match.rules, dealer=3, turned="SA", **given)
    before = match.standing
    with pytest.raises(ActError, match=words):
        match.add(played_out(state).result())
    assert match.standing == before


def test_a_hand_with_the_dummy_of_another_player_is_refused() -> None:
    rules = Rules.preset("dummy_classic")
    match = Match(rules, dealer=3, partner=2)
    deal = Deal.random(1, rules)
    turned = next(iter(deal.hands[3]))
    other = played_out(HandState(deal, rules, dealer=3, turned=turned, partner=1)).result()
    with pytest.raises(ActError, match="the dummy of player 1: expected that of player 2"):
        match.add(other)
    own = played_out(match.new_hand(deal=deal, turned=turned)).result()
    assert (own.partner, own.target) == (2, match.target)
    match.add(own)


def test_a_match_goes_on_from_a_standing() -> None:
    rules = Rules.preset(SEED, match="best_of", lies_limit=2, hand_limit=9)
    match = Match(rules, dealer=3)
    played_hand(match, 12, "4+")
    played_hand(match, 7, "3+", declarer=1)
    resumed = Match.from_standing(match.standing, rules)
    for each in (match, resumed):
        played_hand(each, 7, "3+", declarer=3)
    assert resumed.standing == match.standing and resumed.winners == NORTH
    assert resumed.pop() and resumed.standing == Match.from_standing(resumed.standing, rules).standing
    with pytest.raises(ActError, match="nothing to take back"):
        resumed.pop()
    seconds = [1000.0]
    timed = Match.from_standing(
        Standing((1, 0, 1, 0), 3, (0,) * 4, (0,) * 4, (0,) * 4, minutes=14),
        Rules.preset(SEED, time_limit=15),
        clock=lambda: seconds[-1],
    )
    seconds.append(1061.0)
    counted(timed, (0, 0, 0, 0))
    assert timed.winners == NORTH and timed.standing.minutes == pytest.approx(14 + 61 / 60)


@pytest.mark.parametrize(
    ("standing", "words"),
    [
        (None, "standing None is wrong: expected a Standing"),
        ({"winners": NORTH}, "of a match that is over"),
        ({"scores": (7, 0, 7, 0)}, "score 7 of player 0 is wrong: it ends the game"),
        ({"games": (0, 0)}, r"games \(0, 0\) of the standing are wrong: expected one for each of 4"),
        ({"session": 3}, "session 3 of the standing is wrong"),
    ],
)
def test_standings_that_no_match_goes_on_from(standing: dict[str, object] | None, words: str) -> None:
    given = None
    if standing is not None:
        given = replace(Standing((0,) * 4, 3, (0,) * 4, (0,) * 4, (0,) * 4), **standing)
    with pytest.raises(WhistError, match=words):
        Match.from_standing(given, Rules.preset(SEED))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "changes", "tricks", "games"),
    [
        ({}, {}, 9, (0, 0)),
        ({"hand_limit": 4}, {"hands": 3}, 9, (1, -1)),
        ({"hand_limit": 4}, {"hands": 2}, 9, (0, 0)),
        ({"lies_limit": 3}, {"sets": (2, 0, 2, 0)}, 8, (-1, 1)),
        ({"lies_limit": 3}, {"sets": (1, 0, 1, 0)}, 8, (0, 0)),
        ({"match": "best_of"}, {"scores": (5, 0, 5, 0), "games": (1, 1, 1, 1)}, 9, (1, -1)),
        ({"match": "best_of", "two_games_for": "no_trump_made"}, {"scores": (5, 0, 5, 0)}, 9, (2, -2)),
        ({"match": "rubber"}, {"scores": (5, 0, 5, 0)}, 9, (1, -1)),
        ({"time_limit": 15}, {"minutes": 14.9}, 9, (0, 0)),
        ({"time_limit": 15}, {"minutes": 15.5}, 9, (1, -1)),
        ({"win_on_own_bid": True}, {"scores": (0, 9, 0, 9)}, 9, (0, 0)),
    ],
)
def test_the_outcome_of_a_contract_depends_on_the_standing(
    options: dict[str, object], changes: dict[str, object], tricks: int, games: tuple[int, int]
) -> None:
    """Four in no-trump, made with nine tricks and the kitty's book."""
    rules = Rules.preset(SEED, **options)
    standing = replace(Standing((0,) * 4, 3, (0,) * 4, (0,) * 4, (0,) * 4), **changes)
    state = Match.from_standing(standing, rules).new_hand(1)
    outcome = outcome_of(state.setup, Contract.from_text("4NT+ by N"), tricks, 0, standing)
    assert outcome.games == games * 2
    assert outcome.points[:2] == ((4, 0) if tricks == 9 else (-4, 0))

"""Bid whist of six players: two teams of three, or three teams of two."""

import re

import pytest
from tests.support.hands_played import played_hand, played_out, sure_deal, to_play, trick_with_reneges
from tests.support.random_matches import SIX_PLAYERS, WITH_RENEGES, Counts, play_match
from tests.support.thorough import by_default

from whistsolve import solve
from whistsolve.errors import ActError, RulesError, WhistError
from whistsolve.game import Auction, HandState, Match, Session, score_hand
from whistsolve.rules import Rules
from whistsolve.rules.sides import are_partners, declarer_side, side_count, side_of
from whistsolve.values import Deal

#: The teams of six players, and the options that make them.
TWO, THREE = {"players": 6}, {"players": 6, "teams": 3}
ALL_TEAMS = {2: ({0, 2, 4}, {1, 3, 5}), 3: ({0, 3}, {1, 4}, {2, 5})}


def six(**options: object) -> Rules:
    return Rules.preset("bid_whist_seed", players=6, **options)


def points(tricks: int, bid: str, strain: str = "S+", **options: object) -> tuple[int, ...]:
    """What every player scores where player 0 bids and takes so many tricks at the table."""
    return played_hand(Match(six(**options), dealer=5), tricks, bid, strain=strain).points


@pytest.mark.parametrize(
    ("options", "sizes"),
    [
        ({}, (8, 6, 9)),
        ({"jokers": 1}, (8, 5, 9)),
        ({"jokers": 0}, (8, 4, 9)),
        ({"hand_size": 9, "kitty_size": 0}, (9, 0, 9)),
    ],
)
def test_option_players_of_six_have_eight_cards_or_nine(
    options: dict[str, int], sizes: tuple[int, int, int]
) -> None:
    rules = six(**options)
    assert (rules.hand_size, rules.kitty_size, rules.books) == sizes
    assert (rules.bid_base, rules.min_bid, rules.max_bid) == (4, 1, 5)
    assert rules.warnings() == ()
    deal = Deal.random(1, rules)
    assert [len(hand) for hand in deal.hands] == [sizes[0]] * 6
    assert len(deal.kitty or ()) == sizes[1]
    assert len(HandState(deal, rules, dealer=0).legal_calls) == 16  # a pass, five numbers in three forms


@pytest.mark.parametrize("direction", ["clockwise", "counterclockwise"])
@pytest.mark.parametrize("teams", [2, 3])
def test_option_teams_says_who_sits_with_whom(teams: int, direction: str) -> None:
    rules = six(teams=teams, direction_of_play=direction)
    assert side_count(rules) == teams
    match = Match(rules, dealer=0)
    state = HandState.random(1, rules, dealer=0)
    for team in ALL_TEAMS[teams]:
        for player in team:
            assert declarer_side(player, rules, 6) == team == set(match.side_of(player))
            assert set(state.seating.side_hands(player)) == team
            assert {other for other in range(6) if are_partners(player, other, rules)} == team
    # Sides are numbered in the order of play.
    assert [side_of(seat, rules) for seat in state.seating.order] == [turn % teams for turn in range(6)]


@pytest.mark.parametrize(("bid", "made"), [("3+", True), ("4+", False)])
def test_option_bid_base_leaves_half_of_all_books_out(bid: str, made: bool) -> None:
    """Six tricks and the kitty are seven books of nine, three above four."""
    assert points(6, bid) == ((3, 0) * 3 if made else (-4, 0) * 3)
    assert points(6, bid, bid_base=3) == ((4, 0) * 3)
    assert six(bid_base=0).max_bid == 9 and six(bid_base=6).max_bid == 3


@pytest.mark.parametrize(
    ("options", "base", "highest"),
    [
        ({"kitty_book": "none"}, 4, 4),
        ({"lowest_rank": 7, "hand_size": 5}, 3, 3),
        ({"lowest_rank": 11, "hand_size": 2, "jokers": 0}, 1, 2),
    ],
)
def test_option_bid_base_follows_from_the_books(options: dict[str, object], base: int, highest: int) -> None:
    rules = six(**options)
    assert (rules.bid_base, rules.max_bid) == (base, highest)
    assert 2 * (rules.bid_base + 1) > rules.books >= rules.max_bid + rules.bid_base
    assert rules.overrides() == {"game": "bid_whist", "players": 6, **options}
    assert Rules.from_dict(rules.overrides()) == rules


def test_option_bid_base_of_four_players_may_be_any() -> None:
    rules = Rules.preset("bid_whist_seed", bid_base=4)
    assert (rules.max_bid, rules.warnings()) == (9, ())
    assert score_hand("9S+ by N", 12, rules=rules).points == (9, 0, 9, 0)
    assert score_hand("7S+ by N", 10, rules=rules).points == (7, 0, 7, 0)
    assert score_hand("7S+ by N", 9, rules=rules).points == (-7, 0, -7, 0)


@pytest.mark.parametrize(
    ("teams", "set_scoring", "expected"),
    [
        (2, "bidder_loses", (-3, 0) * 3),
        (2, "opponents_gain", (0, 3) * 3),
        (2, "both", (-3, 3) * 3),
        (2, "opponents_odd_tricks", (0, 1) * 3),
        (2, "both_odd", (-3, 1) * 3),
        (3, "bidder_loses", (-3, 0, 0) * 2),
        (3, "opponents_gain", (0, 3, 3) * 2),
        (3, "both", (-3, 3, 3) * 2),
    ],
)
def test_option_teams_of_opponents_each_gain_by_a_set(
    teams: int, set_scoring: str, expected: tuple[int, ...]
) -> None:
    """Four books with the kitty: the others have five of nine."""
    assert points(3, "3+", teams=teams, set_scoring=set_scoring) == expected
    assert points(6, "3+", teams=teams, set_scoring=set_scoring) == ((3, *(0,) * (teams - 1)) * (6 // teams))


@pytest.mark.parametrize(("teams", "others"), [(2, (0, 4)), (3, (0, 0, 4))])
def test_option_teams_score_their_own_tricks(teams: int, others: tuple[int, ...]) -> None:
    """Player 0 takes four tricks and has the kitty, player 5 four."""
    options = {"teams": teams, "nonbidders_score": "per_trick"}
    expected = (1, *others[1:]) * (6 // teams)
    assert points(4, "1+", **options) == expected
    rules = six(**options)
    assert score_hand("1S+ by 0", (4, 0, 0, 0, 0, 4), rules=rules).points == expected
    spread = (2, 1, 0, 2, 0, 3) if teams == 3 else (2, 1, 1, 0, 1, 3)
    alike = {2: (1, 4), 3: (1, 1, 3)}[teams] * (6 // teams)
    assert score_hand("1S+ by 0", spread, rules=rules).points == alike


def test_partners_of_four_score_their_tricks_alike() -> None:
    rules = Rules.preset("bid_whist_seed", nonbidders_score="per_trick")
    assert score_hand("4S+ by N", (9, 1, 0, 2), rules=rules).points == (4, 3, 4, 3)
    played = played_hand(Match(rules, dealer=3), 9, "4+")
    assert played.points == (4, 3, 4, 3)


@pytest.mark.parametrize(("teams", "team"), [(2, {1, 3, 5}), (3, {2, 5})])
@pytest.mark.parametrize("kitty_book", ["bidder", "first_trick_winner", "none"])
def test_the_book_of_the_kitty_goes_to_a_team(teams: int, team: set[int], kitty_book: str) -> None:
    """Player 0 declares and takes six tricks, but player 5 leads and wins the first."""
    rules = six(teams=teams, kitty_book=kitty_book, first_leader="left_of_dealer")
    deal = sure_deal(2, rules, (5, 1, 2, 3, 4, 0))
    state = played_out(to_play(HandState(deal, rules, dealer=4), "NT+", 0, level=2))
    result = state.result()
    assert (state.tricks[0].winner, result.tricks) == (5, (6, 0, 0, 0, 0, 2))
    books = [6 if 0 in each else 2 if each == team else 0 for each in ALL_TEAMS[teams]]
    books[0] += kitty_book == "bidder"
    books[side_of(5, rules)] += kitty_book == "first_trick_winner"
    assert result.books == tuple(books)
    assert result.made is True
    assert result.points == tuple((books[0] - rules.bid_base) * (side_of(p, rules) == 0) for p in range(6))


@pytest.mark.parametrize(("boston_bonus", "expected"), [("none", 5), ("double", 10), ("quadruple", 20)])
def test_a_boston_of_six_players_is_all_nine_books(boston_bonus: str, expected: int) -> None:
    assert points(8, "5+", boston_bonus=boston_bonus) == (expected, 0) * 3
    assert points(8, "4+", boston_bonus=boston_bonus)[0] == (20 if boston_bonus == "quadruple" else 5)
    assert points(7, "4+", boston_bonus=boston_bonus) == (4, 0) * 3


@pytest.mark.parametrize(("bid", "games"), [("5+", 2), ("4+", 1)])
def test_a_game_won_by_bidding_all_books_counts_double(bid: str, games: int) -> None:
    match = Match(six(), dealer=5, scores=(4, 0) * 3)
    played_hand(match, 8, bid)
    assert match.standing.games == (games, 0) * 3


@pytest.mark.parametrize(("teams", "before"), [(2, (5, 0) * 3), (3, (5, 0, 1) * 2)])
def test_option_teams_win_together(teams: int, before: tuple[int, ...]) -> None:
    match = Match(six(teams=teams), dealer=5, scores=before)
    played_hand(match, 6, "3+")
    assert match.winners == ALL_TEAMS[teams][0]
    assert match.scores == tuple(score + 3 * (score == 5) for score in before)
    low = Match(six(teams=teams), dealer=5, scores=[score - 10 * (score == 5) for score in before])
    played_hand(low, 3, "3+")
    assert low.scores[0] == low.scores[-teams] == -8 and low.standing.reason == "negative_target"
    assert low.winners == ALL_TEAMS[teams][-1]  # the highest of the others


def test_scores_of_a_team_are_the_same() -> None:
    with pytest.raises(WhistError, match="partners to have the same"):
        Match(six(), scores=(1, 0, 1, 0, 0, 0))
    with pytest.raises(WhistError, match="partners to have the same"):
        Match(six(teams=3), scores=(1, 0) * 3)
    assert Match(six(teams=3), scores=(1, 0, 2) * 2).scores == (1, 0, 2, 1, 0, 2)


def test_rise_and_fly_is_for_two_teams() -> None:
    waiting = Session.of(["A", "B", "C"])
    two = Match(six(rise_and_fly="on_set"), dealer=5)
    played_hand(two, 3, "3+")
    after = waiting.after(two)
    assert (after.table, after.waiting) == (("C", "B"), ("A",))
    three = Match(six(teams=3), dealer=5, scores=(5, 0, 0) * 2)
    played_hand(three, 6, "3+")
    with pytest.raises(ActError, match="two sides of partners"):
        waiting.after(three)


@pytest.mark.parametrize(("options", "named"), [(TWO, True), (THREE, False)])
def test_who_reneged_is_named_where_there_are_three_teams(options: dict[str, int], named: bool) -> None:
    rules = Rules.preset("bid_whist_seed", **options, **WITH_RENEGES)
    deal = sure_deal(7, rules, (0, 1, 2, 3, 4, 5))
    state = trick_with_reneges(to_play(HandState(deal, rules, dealer=5), "S+", 0), 1)
    if named:
        state.push("renege 1 by 2")
    else:
        with pytest.raises(ActError, match="more than two sides"):
            state.push("renege 1 by 2")
        with pytest.raises(ActError, match="plays against"):
            state.push("renege 1 by 4 of 1")
        state.push("renege 1 by 2 of 1")
    assert state.reneges_called[0].accused == 1 and state.reneges_called[0].right
    while state.stage == "play":
        trick_with_reneges(state)
    state.push("settle")
    result = state.result()
    # The books of player 1 and partners pass to the side of who called: they have only one trick.
    assert result.books == ((9, 0) if named else (8, 0, 1))
    assert result.revoked == ALL_TEAMS[2 if named else 3][1]


@pytest.mark.parametrize(("options", "partner"), [(TWO, 2), (THREE, 3)])
def test_a_trick_may_be_reviewed_until_a_partner_has_played(options: dict[str, int], partner: int) -> None:
    rules = Rules.preset("bid_whist_seed", **options)
    deal = sure_deal(7, rules, (0, 1, 2, 3, 4, 5))
    state = trick_with_reneges(to_play(HandState(deal, rules, dealer=5), "S+", 0))
    own = set(declarer_side(0, rules, 6))
    assert partner in own
    state.push(state.legal_cards[0])
    for player in range(6):
        assert state.view(player).review == (() if player in own else (1,))


@pytest.mark.parametrize("changes", SIX_PLAYERS, ids=["two teams", "three teams"])
@pytest.mark.parametrize("reneges", [{}, WITH_RENEGES], ids=["", "reneges"])
@pytest.mark.parametrize(
    "more",
    by_default(
        2,
        [
            {},
            {"joker_no_trump": "exchanged", "kitty_book": "first_trick_winner"},
            {"direction_of_play": "counterclockwise", "jokers": 1, "bid_form": "number_only"},
            {"hand_size": 9, "kitty_size": 0, "auction_rounds": "until_one_left"},
            {"rise_and_fly": "on_set", "trick_review": "all"},
            {"nonbidders_score": "per_trick", "target": 21, "tie_break": "shared"},
            {"match": "rubber", "negative_target": None, "set_scoring": "both"},
        ],
    ),
    ids=str,
)
def test_option_teams_in_random_matches(
    changes: dict[str, int], reneges: dict[str, str], more: dict[str, object]
) -> None:
    counts = Counts()
    rules = Rules.preset("bid_whist_seed", **changes, **reneges, **more)
    for seed in range(3):
        play_match(rules, seed, counts)
    assert counts.matches == 3 and counts.swaps > 3
    assert (counts.reneges > 0) == bool(reneges)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"teams": 3}, "teams 3 .* expected 2; three teams .*game='bid_whist' with players=6"),
        ({"game": "whist", "teams": 3}, "teams 3 .* whist with 4 players"),
        ({"players": 5}, "players 5 .* bid_whist has 4 or 6"),
        ({"game": "whist", "players": 6}, "players 6 .* whist has 4"),
        ({**TWO, "teams": 4}, "teams 4 .* expected 2 or 3"),
        ({**THREE, "set_scoring": "both_odd"}, "set_scoring 'both_odd' .* or both, or teams=2"),
        ({**THREE, "set_scoring": "opponents_odd_tricks"}, "'opponents_odd_tricks' is wrong with teams 3"),
        ({**TWO, "boston_bonus": "fixed_13"}, "'fixed_13' .* 9 books .* expected none, double or quadruple"),
        ({**TWO, "trump_rule": "last_dealt_card"}, "trump_rule 'last_dealt_card' .* expected 'declared'"),
        ({**TWO, "min_bid": 6}, "min_bid 6 .* highest bid is 5"),
        ({**TWO, "bid_base": 6, "lowest_rank": 7, "hand_size": 5}, "bid_base 6 .* there are 6 books"),
        ({"bid_base": 7}, "bid_base 7 .* 0 to 6"),
    ],
)
def test_what_six_players_cannot_have(options: dict[str, object], message: str) -> None:
    with pytest.raises(RulesError, match=message):
        Rules(**options)


def test_option_teams_is_nothing_where_each_plays_alone() -> None:
    """Six hands under rules of four players, or of cutthroat, are each a side."""
    deal = Deal.from_text("0:A... K... Q... .A.. .K.. .Q..")
    for rules in (Rules.preset("bid_whist_seed"), Rules.preset("cutthroat_6")):
        assert declarer_side(1, rules, 6) == {1}
        assert solve(deal, "S+", 0, declarer=2, rules=rules).tricks == 0
    assert solve(deal, "S+", 0, declarer=2, rules=six()).tricks == 1
    assert solve(deal, "S+", 0, declarer=2, rules=six(teams=3)).tricks == 0
    assert solve(deal, "S+", 0, declarer=3, rules=six(teams=3)).tricks == 1
    # Four hands under rules of six players are two against two.
    assert declarer_side(1, six(teams=3), 4) == {1, 3}


def test_the_auction_goes_round_six_players() -> None:
    auction = Auction.start(six(), 2)
    for call in ("pass", "1+", "pass", "2NT", "pass"):
        auction = auction.after(call)
    assert auction.to_act == 2
    with pytest.raises(ActError, match=re.escape("2NT")):
        auction.after("2+")
    assert auction.after("pass").high[0] == 0

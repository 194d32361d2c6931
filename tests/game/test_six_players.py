"""Bid whist of six players: two teams of three, or three teams of two."""

import pytest
from tests.support.hands_played import played_hand, refused, sure_deal, to_play, trick_with_reneges

from whistsolve import solve
from whistsolve.errors import WhistError
from whistsolve.game import HandState, Match, score_hand
from whistsolve.rules import Rules
from whistsolve.rules.sides import are_partners, declarer_side, side_of
from whistsolve.values import Deal

ALL_TEAMS = {2: ({0, 2, 4}, {1, 3, 5}), 3: ({0, 3}, {1, 4}, {2, 5})}


def six(**options):
    return Rules.preset("bid_whist_seed", players=6, **options)


def points(tricks, bid, **options):
    """What every player scores where player 0 bids and takes so many tricks at the table."""
    return played_hand(Match(six(**options), dealer=5), tricks, bid).points


def test_option_players_of_six_have_eight_cards_or_nine():
    for options, sizes in (
        ({}, (8, 6, 9)),
        ({"jokers": 1}, (8, 5, 9)),
        ({"jokers": 0}, (8, 4, 9)),
        ({"hand_size": 9, "kitty_size": 0}, (9, 0, 9)),
    ):
        rules = six(**options)
        assert (rules.hand_size, rules.kitty_size, rules.books) == sizes
        assert (rules.bid_base, rules.min_bid, rules.max_bid, rules.warnings()) == (4, 1, 5, ())
        deal = Deal.random(1, rules)
        assert [len(hand) for hand in deal.hands] == [sizes[0]] * 6
        assert len(deal.kitty or ()) == sizes[1]
        # A pass, and five numbers in three forms.
        assert len(HandState(deal, rules, dealer=0).legal_calls) == 16, options


def test_option_teams_says_who_sits_with_whom():
    for teams, all_teams in ALL_TEAMS.items():
        for direction in ("clockwise", "counterclockwise"):
            rules = six(teams=teams, direction_of_play=direction)
            assert rules.side_count == teams
            match, state = Match(rules, dealer=0), HandState.random(1, rules, dealer=0)
            for player in range(6):
                [team] = [each for each in all_teams if player in each]
                assert declarer_side(player, rules, 6) == team == set(match.side_of(player))
                assert set(state.seating.side_hands(player)) == team
                assert {other for other in range(6) if are_partners(player, other, rules)} == team
            # Sides are numbered in the order of play.
            numbers = [side_of(seat, rules) for seat in state.seating.order]
            assert numbers == [turn % teams for turn in range(6)], (teams, direction)
    # Six hands under rules of four players, or of cutthroat, are each a side; four hands are two against two.
    deal = Deal.from_text("0:A... K... Q... .A.. .K.. .Q..")
    for rules in (Rules.preset("bid_whist_seed"), Rules.preset("cutthroat_6")):
        assert declarer_side(1, rules, 6) == {1}
        assert solve(deal, "S+", 0, declarer=2, rules=rules).tricks == 0
    for rules, declarer, tricks in ((six(), 2, 1), (six(teams=3), 2, 0), (six(teams=3), 3, 1)):
        assert solve(deal, "S+", 0, declarer=declarer, rules=rules).tricks == tricks
    assert declarer_side(1, six(teams=3), 4) == {1, 3}


def test_option_bid_base_follows_from_the_books():
    for options, base, highest in (
        ({}, 4, 5),
        ({"kitty_book": "none"}, 4, 4),
        ({"lowest_rank": 7, "hand_size": 5}, 3, 3),
        ({"lowest_rank": 11, "hand_size": 2, "jokers": 0}, 1, 2),
        ({"bid_base": 0}, 0, 9),
        ({"bid_base": 6}, 6, 3),
    ):
        rules = six(**options)
        assert (rules.bid_base, rules.max_bid) == (base, highest), options
        assert rules.overrides() == {"game": "bid_whist", "players": 6, **options}
        assert Rules.from_dict(rules.overrides()) == rules
    rules = Rules.preset("bid_whist_seed", bid_base=4)  # of four players it may be any
    assert (rules.max_bid, rules.warnings()) == (9, ())


def test_scores_of_teams():
    """Player 0 bids and takes tricks, with the kitty's book: options, tricks, bid, and points of a round."""
    double, quadruple = ({"boston_bonus": each} for each in ("double", "quadruple"))
    for options, tricks, bid, expected in (
        ({}, 6, "3+", (3, 0)),
        ({}, 6, "4+", (-4, 0)),
        ({"bid_base": 3}, 6, "4+", (4, 0)),
        ({}, 8, "5+", (5, 0)),
        (double, 8, "5+", (10, 0)),
        (double, 8, "4+", (5, 0)),
        (quadruple, 8, "4+", (20, 0)),
        (quadruple, 7, "4+", (4, 0)),
        *(
            ({"teams": len(lost), "set_scoring": rule}, 3, "3+", lost)
            for rule, lost in (
                ("bidder_loses", (-3, 0)),
                ("opponents_gain", (0, 3)),
                ("both", (-3, 3)),
                ("opponents_odd_tricks", (0, 1)),
                ("both_odd", (-3, 1)),
                ("bidder_loses", (-3, 0, 0)),
                ("opponents_gain", (0, 3, 3)),
                ("both", (-3, 3, 3)),
            )
        ),
        ({"teams": 3, "set_scoring": "both"}, 6, "3+", (3, 0, 0)),
        # Teams score their own tricks: player 5 takes four.
        ({"teams": 2, "nonbidders_score": "per_trick"}, 4, "1+", (1, 4)),
        ({"teams": 3, "nonbidders_score": "per_trick"}, 4, "1+", (1, 0, 4)),
    ):
        assert points(tricks, bid, **options) == expected * (6 // len(expected)), (options, tricks, bid)
    # The book of the kitty goes to the team of who wins the first trick.
    for teams, expected in ((2, (2, 0)), (3, (2, 0, 0))):
        rules = six(teams=teams, kitty_book="first_trick_winner")
        score = score_hand("2S+ by 0", (6, 0, 0, 0, 0, 2), rules=rules, first_trick=5)
        assert (score.books, score.points) == (6, expected * (6 // teams))
    for teams, tricks, expected in ((2, (2, 1, 1, 0, 1, 3), (1, 4)), (3, (2, 1, 0, 2, 0, 3), (1, 1, 3))):
        rules = six(teams=teams, nonbidders_score="per_trick")
        assert score_hand("1S+ by 0", tricks, rules=rules).points == expected * (6 // teams)


def test_option_teams_win_together():
    for teams, before in ((2, (5, 0) * 3), (3, (5, 0, 1) * 2)):
        match = Match(six(teams=teams), dealer=5, scores=before)
        played_hand(match, 6, "3+")
        assert match.winners == ALL_TEAMS[teams][0]
        assert match.scores == tuple(score + 3 * (score == 5) for score in before)
        low = Match(six(teams=teams), dealer=5, scores=[score - 10 * (score == 5) for score in before])
        played_hand(low, 3, "3+")
        assert low.scores[0] == low.scores[-teams] == -8 and low.standing.reason == "negative_target"
        assert low.winners == ALL_TEAMS[teams][-1]  # the highest of the others
    for bid, games in (("5+", 2), ("4+", 1)):  # all books bid, or taken
        match = Match(six(), dealer=5, scores=(4, 0) * 3)
        played_hand(match, 8, bid)
        assert match.standing.games == (games, 0) * 3
    for teams, scores in ((2, (1, 0, 1, 0, 0, 0)), (3, (1, 0) * 3)):
        with pytest.raises(WhistError, match="partners to have the same"):
            Match(six(teams=teams), scores=scores)
    assert Match(six(teams=3), scores=(1, 0, 2) * 2).scores == (1, 0, 2, 1, 0, 2)


def test_reneges_and_reviews_of_teams():
    """Who reneged is named where there are three teams; a trick is looked at until a partner has played."""
    for teams, books in ((2, (9, 0)), (3, (8, 0, 1))):
        rules = six(teams=teams, renege_mode="detect_and_call")
        state = to_play(HandState(sure_deal(7, rules, range(6)), rules, dealer=5), "S+", 0)
        trick_with_reneges(state, 1)
        if teams == 3:
            for call, words in (("renege 1 by 2", "more than two sides"), ("renege 1 by 4 of 1", "against")):
                refused(state, call, words)
        state.push("renege 1 by 2" if teams == 2 else "renege 1 by 2 of 1")
        assert state.reneges_called[0].accused == 1 and state.reneges_called[0].right
        own = declarer_side(0, rules, 6)
        state.push(state.legal_cards[0])
        assert [state.view(player).review == () for player in range(6)] == [each in own for each in range(6)]
        while state.stage == "play":
            trick_with_reneges(state)
        state.push("settle")
        # The books of player 1 and partners pass to the side of who called: they have only one trick.
        assert (state.result().books, state.result().revoked) == (books, ALL_TEAMS[teams][1])

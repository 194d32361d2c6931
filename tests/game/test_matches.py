"""Matches: what ends them by each option, games and their value, standings, errors."""

from dataclasses import replace

import pytest
from tests.support.hands_played import counted, of_whist, played_hand, played_out, pushed, settled, sure_deal

from whistsolve.errors import ActError, DealError, WhistError
from whistsolve.game import HandResult, HandState, Match, Session, Standing, score_whist_hand
from whistsolve.game.match.single_hand import outcome_of
from whistsolve.rules import Rules
from whistsolve.values import Contract, Deal, Hand

SEED = "bid_whist_seed"
NORTH, EAST, NOBODY = frozenset({0, 2}), frozenset({1, 3}), frozenset()
START = Standing((0,) * 4, 3, (0,) * 4, (0,) * 4, (0,) * 4)
SMALL = "N:A2... K3... Q4... J5..."


def bid_whist(score=0, others=0, **options):
    """A match of bid whist, West to deal, so that North calls first."""
    return Match(Rules.preset(SEED, **options), dealer=3, scores=(score, others, score, others))


def whist(*points, **options):
    """A match of whist after hands in which both sides scored this."""
    match = Match(Rules.preset("whist_seed", **options), dealer=0)
    for each in points:
        counted(match, each * 2)
    return match


def after(match, *hands):
    """The match after hands of so many tricks on a bid, and more arguments of `played_hand`."""
    for tricks, bid, *more in hands:
        played_hand(match, tricks, bid, *more)
    return match


def ended(match):
    """Score of players 0 and 1, who has won, and why."""
    return match.scores[:2], match.winners, match.standing.reason


def test_everybody_begins_with_a_score_of_nothing():
    for preset in ("bid_whist", "cutthroat_4", "whist", "dummy", "double_dummy"):
        assert set(Match(Rules.preset(preset), seed=1).scores) == {0}, preset


def test_what_ends_a_game_of_bid_whist():
    """T12 to T18 among them: scores before, options, hands, and what is then."""
    seven, set_seven, lost_four = (12, "7+"), (11, "7+"), (8, "4+")
    for before, options, hands, scores, winners, reason, games in (
        ((0, 0), {}, [seven], (7, 0), NORTH, "target", (2, 0)),
        ((0, 0), {}, [set_seven], (-7, 0), EAST, "negative_target", (0, 1)),
        ((-3, 0), {}, [seven], (4, 0), NOBODY, "", (0, 0)),
        ((5, 0), {}, [(12, "4+")], (12, 0), NORTH, "target", (1, 0)),
        ((0, 3), {"set_scoring": "both"}, [lost_four], (-4, 7), EAST, "target", (0, 1)),  # the back door
        ((-4, 0), {}, [lost_four], (-8, 0), EAST, "negative_target", (0, 1)),
        ((3, 0), {"target": 7}, [(9, "4+")], (7, 0), NORTH, "target", (1, 0)),
        ((3, 0), {"target": 8}, [(9, "4+")], (7, 0), NOBODY, "", (0, 0)),
        ((-2, 0), {"negative_target": None}, [lost_four], (-6, 0), NOBODY, "", (0, 0)),
        ((-2, 0), {"negative_target": -6}, [lost_four], (-6, 0), EAST, "negative_target", (0, 1)),
        ((-2, 0), {"negative_target": -7}, [lost_four], (-6, 0), NOBODY, "", (0, 0)),
        ((0, 0), {"lies_limit": 2}, [(7, "3+"), (7, "3+", 2)], (-6, 0), EAST, "lies_limit", (0, 1)),
        ((0, 0), {"lies_limit": None}, [(7, "3+"), (7, "3+", 2)], (-6, 0), NOBODY, "", (0, 0)),
        ((0, 0), {"lies_limit": 1}, [(7, "3+")], (-3, 0), EAST, "lies_limit", (0, 1)),
        ((0, 0), {"boston_game_value": 1}, [seven], (7, 0), NORTH, "target", (1, 0)),
        # Only in their own bid, which may begin above the target.
        ((0, 5), {"set_scoring": "both"}, [lost_four], (-4, 9), EAST, "target", (0, 1)),
        ((0, 5), {"set_scoring": "both", "win_on_own_bid": True}, [lost_four], (-4, 9), NOBODY, "", (0, 0)),
        ((0, 9), {"win_on_own_bid": True}, [(7, "3+", 3)], (0, 6), NOBODY, "", (0, 0)),
        ((0, 9), {"win_on_own_bid": True}, [(8, "3+", 3)], (0, 12), EAST, "target", (0, 1)),
        ((12, 0), {"win_on_own_bid": True}, [lost_four], (8, 0), NOBODY, "", (0, 0)),
        ((9, 3), {"win_on_own_bid": True}, [(9, "4+", 1)], (9, 7), EAST, "target", (0, 1)),
    ):
        match = after(bid_whist(*before, **options), *hands)
        assert (*ended(match), match.standing.games) == (scores, winners, reason, games * 2), (options, hands)
    assert after(bid_whist(), (7, "3+"), (7, "3+", 2)).standing.sets == (2, 0, 2, 0)


def test_the_first_with_thirty_points_wins_cutthroat_and_a_low_score_loses_nothing():
    match = Match(Rules.preset("cutthroat_4"), dealer=3, scores=(18, 29, -100, 0))
    assert played_hand(match, 10, "5").points == (11, 0, 0, 2) and not match.is_over
    played_hand(match, 11, "7NT", 1, "NT+")
    assert (match.winners, match.scores) == ({1}, (30, 41, -100, 2))


def test_option_tie_break_where_two_reach_the_target():
    for rule, higher_other, equal in (
        ("highest_wins_then_replay", {3}, set()),
        ("bidder_first", {0}, {0}),
        ("shared", {0, 3}, {0, 3}),
    ):
        for before, scores, winners in ((29, (30, 31), higher_other), (28, (30, 30), equal)):
            match = Match(Rules.preset("cutthroat_4", tie_break=rule), dealer=3, scores=(19, 0, 0, before))
            played_hand(match, 10, "5")
            assert ((match.scores[0], match.scores[3]), match.winners) == (scores, winners), rule
        if not equal:  # another hand decides
            played_hand(match, 12, "5", 3)
            assert match.winners == {3}
    # Of two who reach twenty-one the higher wins, also where the bidder does not (T48).
    for rule in ("highest_wins_then_replay", "bidder_first"):
        match = Match(Rules.preset("dummy_seed", tie_break=rule), dealer=2, scores=(0, 16, 17))
        played_hand(match, 10, "5+", roles=(0, 1, 3, 2))
        assert (match.scores, match.winners) == ((0, 21, 22), {2}), rule


def test_option_rise_and_fly_says_when_who_leaves():
    session = Session.of(["one", "two", "three"])
    match = bid_whist(rise_and_fly="on_set")
    for declarer in range(4):  # contracts made win nothing, however many
        played_hand(match, 12, "6+", declarer)
        assert not match.is_over and match.scores == (0, 0, 0, 0)
    assert after(match, (8, "4+")).leaving == NORTH
    assert (session.after(match).table, session.after(match).waiting) == (("three", "two"), ("one",))
    for rule, leaving, table in (("off", NOBODY, ("one", "two")), ("on_game_loss", EAST, ("one", "three"))):
        match = bid_whist(rise_and_fly=rule)
        assert not after(match, (8, "4+")).is_over
        match = after(bid_whist(rise_and_fly=rule), (12, "4+"))
        assert (match.leaving, session.after(match).table) == (leaving, table), rule
    with pytest.raises(ActError, match="cannot be counted: expected one that is over"):
        session.after(bid_whist())
    alone = after(Match(Rules.preset("cutthroat_4"), dealer=3, scores=(29, 0, 0, 0)), (9, "5"))
    with pytest.raises(ActError, match="expected one of two sides of partners"):
        session.after(alone)
    for sides in (["one"], ["one", "one"]):
        with pytest.raises(WhistError, match="expected two or more different names"):
            Session.of(sides)


def test_option_match_says_what_five_points_win():
    five = ((3, 0), (2, 2))
    assert ended(whist(*five)) == ((5, 2), NORTH, "target")
    assert ended(whist((3, 0), (1, 2)))[1] == ended(whist(*five, target=7))[1] == NOBODY
    match = whist(*five, match="two_sessions")
    assert (*ended(match), match.standing.session) == ((7, 2), NOBODY, "", 2)
    counted(match, (3, 0, 3, 0))
    assert ended(match) == ((10, 2), NORTH, "sessions")
    match = whist(*five, match="rubber")
    assert (*ended(match), match.standing.games) == ((0, 0), NOBODY, "", (1, 0, 1, 0))
    counted(match, (5, 0, 5, 0))
    assert (match.winners, match.standing.reason) == (NORTH, "rubber")
    assert match.standing.ledger == (2 + 3 + 2, 0, 2 + 3 + 2, 0)


def test_option_match_rubber_of_three_games():
    """A single won, a double lost, a treble won: one and three, two for the rubber, less two."""
    match = whist((0, 3), (5, 0), match="rubber")
    assert match.standing.ledger == (1, 0, 1, 0)
    counted(match, (1, 0, 1, 0))
    counted(match, (0, 5, 0, 5))
    assert match.standing.ledger == (1, 2, 1, 2) and not match.is_over
    counted(match, (5, 0, 5, 0))
    assert (match.winners, match.standing.ledger) == (NORTH, (4, 0, 4, 0))
    # A game is a double only against less than half the target.
    doubles = [whist((0, theirs), (10, 0), match="rubber", target=10).standing.ledger[0] for theirs in (4, 5)]
    assert doubles == [2, 1]


def test_option_session_targets_and_bonus():
    for targets, session in (((5, 10), 1), ((3, 6), 2)):
        match = whist((3, 2), match="two_sessions", session_targets=targets)
        assert (match.standing.session, match.target) == (session, targets[session - 1])
        match = whist((6, 2), match="two_sessions", session_targets=targets, session_bonus_to="ledger")
        assert match.is_over == (targets == (3, 6))
    for bonus_to, score, ledger in (("score", 8, 0), ("ledger", 5, 3)):
        match = whist((5, 0), match="two_sessions", session_bonus_to=bonus_to)
        assert (match.scores[:2], match.standing.ledger[:2]) == ((score, 0), (ledger, 0))
        counted(match, (2, 0, 2, 0))
        assert match.is_over == (bonus_to == "score")


def test_option_match_best_of_and_games_from_zero():
    match = after(bid_whist(match="best_of"), (12, "4+"))
    assert (match.standing.games, match.scores, match.is_over) == ((1, 0, 1, 0), (0,) * 4, False)
    after(match, (12, "4+", 1), (7, "3+", 1))
    assert (match.standing.games, match.standing.sets, match.scores[1]) == ((1,) * 4, (0, 1, 0, 1), -3)
    after(match, (12, "4+", 2))
    assert (match.winners, match.standing.reason, match.standing.games) == (NORTH, "best_of", (2, 1, 2, 1))
    assert dict(Session.of(["one", "two"]).after(match).games) == {"one": 1, "two": 0}
    for best_of, needed in ((1, 1), (3, 2), (5, 3), (99, 50)):
        match = bid_whist(match="best_of", best_of=best_of)
        while not match.is_over:
            counted(match, (7, 0, 7, 0))
        assert match.standing.games == (needed, 0, needed, 0)
    # A game that counts two counts two.
    assert after(bid_whist(match="best_of"), (12, "7+")).winners == NORTH
    assert not after(bid_whist(match="best_of", best_of=5), (12, "7+")).is_over


def test_option_hand_limit_ends_the_game():
    for limit, hands in ((None, 5), (1, 1), (3, 3)):
        match = whist(hand_limit=limit)
        while not match.is_over:
            counted(match, (0, 1, 0, 1) if len(match.results) % 2 else (2, 0, 2, 0))
        assert (len(match.results), match.winners) == (match.standing.hands, NORTH) == (hands, NORTH)
        assert match.standing.reason == ("hand_limit" if limit else "target")
    match = bid_whist(hand_limit=2, all_pass="redeal_next_dealer")
    for _ in range(3):  # void hands are not counted
        match.add(pushed(match.new_hand(1), *["pass"] * 4).result())
    assert match.standing.hands == 0 and not match.is_over
    after(match, (9, "4+", match.dealer - 1), (7, "3+", match.dealer))
    assert (match.standing.reason, match.standing.hands) == ("hand_limit", 2)
    match.pop()
    assert (match.standing.hands, match.is_over) == (1, False)


def test_option_time_limit_lets_the_hand_in_play_be_the_last():
    for limit, hands in ((None, 2), (15, 2), (10, 1)):
        seconds = [1000.0]
        match = Match(Rules.preset(SEED, time_limit=limit), dealer=3, clock=lambda now=seconds: now[-1])
        while not match.is_over and len(match.results) < 2:
            seconds.append(seconds[-1] + 600)
            counted(match, (0, 1, 0, 1) if match.results else (4, 0, 4, 0))
        assert (len(match.results), match.is_over) == (hands, limit is not None)
        assert match.standing.minutes == (0 if limit is None else 10 * hands)
        if limit is not None:
            assert (match.winners, match.standing.reason) == (NORTH, "time_limit")
            match.pop()
            assert match.standing.minutes == 10 * (hands - 1) and not match.is_over


def test_minutes_of_hands_are_given_or_asked_of_the_clock():
    """A tied round is decided by one hand."""
    match = Match(Rules.preset(SEED, time_limit=15), dealer=3, clock=lambda: 0.0)

    def add(points, minutes):
        match.add(HandResult(match.rules, match.dealer, None, (), (), None, points * 2), minutes=minutes)
        return match

    for minutes, points in ((5, (4, 0)), (12, (0, 4)), (15.5, (0, 0))):
        assert add(points, minutes).standing.minutes == minutes and not match.is_over
    assert add((0, 0), None).standing.minutes == 15.5, "the clock does not run backwards"
    before = match.standing
    for wrong in (float("nan"), 3):
        with pytest.raises(ActError, match="minutes"):
            add((1, 0), wrong)
        assert match.standing == before
    assert add((0, 2), 19).winners == EAST and match.standing.reason == "time_limit"


def test_options_game_points_and_bonuses_go_to_the_ledger():
    for points, ledgers in ((0, ((0, 0), (0, 0), (0, 0))), (5, ((5, 0), (5, 5), (15, 5)))):
        match = bid_whist(match="best_of", best_of=5, game_points=points)
        for hand, ledger in zip(((12, "4+"), (12, "4+", 1), (12, "7+", 2)), ledgers, strict=True):
            assert after(match, hand).standing.ledger == ledger * 2
        assert match.is_over, "the third game counts two"
    for bonus in (0, 5):
        given = {"first_hand_bonus": bonus, "game_points": 2, "target": 5, "match": "best_of"}
        # North is set in the first hand and falls to the limit below; East has bid in the next.
        match = after(bid_whist(**given), (9, "5+"))
        assert match.standing.ledger == (0, 2 + bonus) * 2
        assert after(match, (11, "5+", 1)).standing.ledger == (0, 4 + bonus) * 2
        match = after(bid_whist(**given), (7, "3+"), (7, "3+", 2))  # not in the first hand
        assert match.standing.ledger == (0, 2) * 2
        # A game lost by missed bids, or by a renege.
        forfeit = {"forfeit_bonus": bonus, "game_points": 2}
        match = after(bid_whist(lies_limit=2, **forfeit), (5, "3+"), (5, "3+"))
        assert (match.standing.reason, match.standing.ledger) == ("lies_limit", (0, 2 + bonus) * 2)
        match = whist(renege_mode="detect_and_call", renege_penalty="lose_game", **forfeit)
        match.add(settled(of_whist(match.rules), 2, calls=["renege 1 by 3"]))
        assert (match.winners, match.standing.ledger) == (EAST, (0, 2 + bonus) * 2)
        match = whist((7, 0), renege_mode="detect_and_call", renege_penalty="lose_game", **forfeit)
        assert match.standing.ledger == (2, 0) * 2


def test_option_two_games_for_the_hand_that_wins():
    """Bids of seven, four and four no-trump with all books; a no-trump made with eleven."""
    hands = [(12, "7+", 0, "S+"), (12, "4+", 0, "S+"), (12, "4NT", 0, "NT+"), (10, "4NT", 0, "NT+")]
    for value, worth in {
        "boston_bid": [2, 1, 1, 1],
        "boston_taken": [2, 2, 2, 1],
        "no_trump_made": [1, 1, 2, 2],
        "boston_or_no_trump": [2, 2, 2, 2],
    }.items():
        games = [after(bid_whist(6, two_games_for=value), hand).standing.games[0] for hand in hands]
        assert games == worth, value
    match = after(bid_whist(two_games_for="no_trump_made", match="best_of"), (10, "4NT", 0, "NT+"))
    assert match.standing.games == (0,) * 4  # the game goes on
    assert after(match, (11, "4+", 2)).standing.games == (1, 0, 1, 0)  # it is won by a suit
    match = after(match, (6, "7NT", 1, "NT+"))
    assert match.standing.games == (2, 0, 2, 0)  # the others lose one by no-trump
    # A seven made by a penalty counts two games where penalties do.
    for counts, games in ((True, 2), (False, 1)):
        match = bid_whist(renege_mode="detect_and_call", boston_counts_penalties=counts)
        state = match.new_hand(deal=sure_deal(11, match.rules))
        pushed(state, "7+", "pass", "pass", "pass", "S+", state.deal.kitty)
        match.add(settled(state, 1, calls=["renege 1 by 0"]))
        assert (match.results[0].made, match.winners, match.standing.games[0]) == (True, NORTH, games)


def revoking(score, *reneging, **options):
    """Whist: player 0's side takes seven tricks; reneges of trick 1, called by who sits next, count."""
    rules = Rules.preset("whist_seed", renege_mode="detect_and_call", **options)
    match = Match(rules, dealer=0, scores=(score, 0, score, 0))
    state = HandState(sure_deal(7, rules), rules, dealer=0, turned="SA", scores=match.scores)
    calls = [f"renege 1 by {(hand + 1) % 4} of {hand}" for hand in reneging]
    match.add(settled(state, *reneging, calls=calls))
    return match


def test_option_revoker_cannot_win_in_that_hand():
    for cannot, score, winners in ((False, 5, NORTH), (True, 4, NOBODY)):
        match = revoking(4, 2, revoker_cannot_win=cannot, renege_penalty="plus_points_opp:2")
        assert ended(match)[:2] == ((score, 2), winners)
        # Nor by their own bid, of four that is made in spite of the books lost.
        options = {"win_on_own_bid": True, "renege_mode": "detect_and_call", "revoker_cannot_win": cannot}
        options |= {"renege_penalty": "transfer_tricks:1", "joker_no_trump": "free_discard"}
        match = bid_whist(8, **options)
        state = match.new_hand(deal=sure_deal(11, match.rules))
        pushed(state, "4+", "pass", "pass", "pass", "S+", state.deal.kitty)
        match.add(settled(state, 2, calls=["renege 1 by 3"]))
        assert match.results[0].made and match.results[0].revoked == NORTH
        assert (match.scores[0] >= 7, match.winners) == (True, winners)


def test_option_both_sides_revoke():
    for rule, scores, dealer in (("independent", (3, -2), 3), ("cancel", (4, 0), 3), ("new_deal", (4, 0), 0)):
        match = revoking(4, 1, 2, both_sides_revoke=rule)
        [result] = match.results
        assert (match.scores[:2], match.winners, match.dealer) == (scores, NOBODY, dealer), rule
        assert result.void == ("same_dealer" if rule == "new_deal" else "")
        assert len(result.penalties) == (2 if rule == "independent" else 0)
        assert result.barred == ({0, 1, 2, 3} if rule == "cancel" else set())
        # Where one side revokes alone, it pays; without reneges seven tricks win the game.
        assert revoking(4, 2, both_sides_revoke=rule).scores[:2] == (3, 0)
        assert revoking(4, both_sides_revoke=rule).winners == NORTH


def test_option_score_floor_zero_stops_penalties():
    for floor, score in ((False, -2), (True, 0)):
        options = {"renege_mode": "detect_and_call", "score_floor_zero": floor}
        match = whist((1, 0), renege_penalty="minus_points:3", **options)
        deal = sure_deal(7, match.rules, (3, 0, 1, 2))
        state = HandState(deal, match.rules, dealer=3, turned="SA", scores=match.scores)
        match.add(settled(state, 0, calls=["renege 1 by 1"]))
        assert match.scores[0] == score


def test_option_honours_void_if_both_reach_or_tricks_win_before_them():
    """One side reaches the target by tricks, the other would by honours, which are counted after tricks."""
    for void, points in ((True, (3, 0)), (False, (3, 4))):
        rules = Rules.preset("whist_seed", honours=True, honours_void_if_both_reach=void)
        score = score_whist_hand(9, rules=rules, honours=(0, 4), scores=(2, 3))
        assert score.points[:2] == points
        match = Match(rules, dealer=0, scores=(2, 3, 2, 3))
        counted(match, score.points, honours=score.honours * 2)
        assert match.winners == NORTH


def test_a_new_hand_with_a_deal_has_what_the_match_has():
    match = whist((6, 1), match="two_sessions")
    deal = Deal.random(3, match.rules)
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
    state = dummies.new_hand(deal=f"{SMALL} | ..32.", extra=[["D2"], ["D3"]])
    assert state.hands[2:] == (Hand("Q4..2."), Hand("J5..3."))


def refused(match, result, words):
    """Adding this raises an error that says so, and changes nothing."""
    before, results = match.standing, match.results
    with pytest.raises(ActError, match=words):
        match.add(result)
    assert match.standing == before and match.results == results


def test_hands_that_are_not_of_this_match_are_refused():
    rules, match = Rules.preset(SEED), bid_whist()
    other_dealer = played_hand(Match(rules, dealer=2), 9, "4+")
    refused(match, other_dealer, "not of this match.*dealer 3")
    refused(match, played_hand(bid_whist(target=9), 9, "4+"), "not of this match: expected its rules")
    refused(match, HandState.random(1, rules, dealer=3), r"expected what HandState.result\(\) gives")
    match.add(played_hand(bid_whist(), 9, "4+"))
    refused(match, match.results[0], "dealer 0")
    match = whist((6, 1), match="two_sessions")
    for changes, words in (
        ({"scores": (1, 0, 1, 0)}, "the hand was played at .*: expected the scores"),
        ({"target": 5}, "the hand was played to 5: expected the target 10"),
    ):
        given = {"scores": match.scores, "target": match.target, **changes}
        deal = sure_deal(7, match.rules, (3, 0, 1, 2))
        state = HandState(deal, match.rules, dealer=3, turned="SA", **given)
        refused(match, played_out(state).result(), words)
    match = Match(Rules.preset("dummy_classic"), dealer=3, partner=2)
    given = {"deal": SMALL, "turned": "S5"}
    other = played_out(HandState(rules=match.rules, dealer=3, partner=1, **given)).result()
    refused(match, other, "the dummy of player 1: expected 2")
    own = played_out(match.new_hand(**given)).result()
    assert (own.partner, own.target) == (2, match.target)
    match.add(own)
    # Nor is anything added to a match that is over, or taken back before the first hand.
    match = after(bid_whist(), (12, "4+"))
    refused(match, replace(match.results[0], dealer=match.dealer), "the match is over")
    with pytest.raises(ActError, match="the match is over: expected no more hands"):
        match.new_hand()
    match.pop()
    assert not match.is_over and match.new_hand(1).dealer == 3 and match.scores == (0,) * 4
    with pytest.raises(ActError, match="nothing to take back"):
        match.pop()
    with pytest.raises(ActError, match="no hand was played yet"):
        bid_whist().pop()


def test_scores_that_a_match_cannot_begin_with():
    for preset, scores, words in (
        (SEED, (7, 0, 7, 0), "score 7 of player 0 is wrong: it ends the game"),
        (SEED, (0, -7, 0, -7), "score -7 of player 1 is wrong: it ends the game"),
        (SEED, (1, 0, 2, 0), "expected partners to have the same"),
        (SEED, (0, 0), "score"),
        (SEED, (0, 0, 0, "x"), "score"),
        ("cutthroat_3", (0, 0, 30), "score 30 of player 2"),
        ("dummy_classic", (0, 1, 2), "expected partners to have the same"),
    ):
        with pytest.raises(WhistError, match=words):
            Match(Rules.preset(preset), scores=scores)
    for options in ({"dealer": "X"}, {"partner": 3}):
        with pytest.raises(WhistError, match=next(iter(options))):
            Match(Rules.preset("dummy_classic"), **options)


def test_a_match_goes_on_from_a_standing():
    rules = Rules.preset(SEED, match="best_of", lies_limit=2, hand_limit=9)
    match = after(Match(rules, dealer=3), (12, "4+"), (7, "3+", 1))
    resumed = Match.from_standing(match.standing, rules)
    for each in (match, resumed):
        after(each, (7, "3+", 3))
    assert resumed.standing == match.standing and resumed.winners == NORTH
    assert resumed.pop() and resumed.standing == Match.from_standing(resumed.standing, rules).standing
    with pytest.raises(ActError, match="nothing to take back"):
        resumed.pop()
    seconds = [1000.0]
    timed, standing = Rules.preset(SEED, time_limit=15), replace(START, scores=(1, 0, 1, 0), minutes=14)
    match = Match.from_standing(standing, timed, clock=lambda: seconds[-1])
    seconds.append(1061.0)
    counted(match, (0, 0, 0, 0))
    assert match.winners == NORTH and match.standing.minutes == pytest.approx(14 + 61 / 60)
    for wrong, words in (
        (None, "standing None is wrong: expected a Standing"),
        (replace(START, winners=NORTH), "of a match that is over"),
        (replace(START, scores=(7, 0, 7, 0)), "score 7 of player 0 is wrong: it ends the game"),
        (replace(START, games=(0, 0)), r"games \(0, 0\) of the standing are wrong: expected one for each of"),
        (replace(START, session=3), "session 3 of the standing is wrong"),
    ):
        with pytest.raises(WhistError, match=words):
            Match.from_standing(wrong, Rules.preset(SEED))


def test_the_outcome_of_a_contract_depends_on_the_standing():
    """Four in no-trump, made with nine tricks and the kitty's book, or set with eight: games of North."""
    ahead = {"scores": (5, 0, 5, 0)}
    for options, changes, tricks, games in (
        ({}, {}, 9, 0),
        ({"hand_limit": 4}, {"hands": 3}, 9, 1),
        ({"hand_limit": 4}, {"hands": 2}, 9, 0),
        ({"lies_limit": 3}, {"sets": (2, 0, 2, 0)}, 8, -1),
        ({"lies_limit": 3}, {"sets": (1, 0, 1, 0)}, 8, 0),
        ({"match": "best_of"}, {**ahead, "games": (1, 1, 1, 1)}, 9, 1),
        ({"match": "best_of", "two_games_for": "no_trump_made"}, ahead, 9, 2),
        ({"match": "rubber"}, ahead, 9, 1),
        ({"time_limit": 15}, {"minutes": 14.9}, 9, 0),
        ({"time_limit": 15}, {"minutes": 15.5}, 9, 1),
        ({"win_on_own_bid": True}, {"scores": (0, 9, 0, 9)}, 9, 0),
    ):
        standing = replace(START, **changes)
        state = Match.from_standing(standing, Rules.preset(SEED, **options)).new_hand(1)
        outcome = outcome_of(state.setup, Contract.from_text("4NT+ by N"), tricks, 0, standing)
        assert outcome.games == (games, -games) * 2, (options, changes)
        assert outcome.points[:2] == ((4, 0) if tricks == 9 else (-4, 0))

"""`check_claim`, `perfect_moments` and `analyse_play` against the oracle on random hands."""

import random
from dataclasses import replace

import pytest
from tests.oracle.minimax import card_values, play_values, value
from tests.oracle.positions import Problem
from tests.support.command import NO_TRUMP
from tests.support.hands_played import pushed, short_hand, started, to_play
from tests.support.random_matches import random_act
from tests.support.refusals import assert_refused
from tests.support.thorough import by_default
from tests.support.traced import checked

import whistsolve as ws
from whistsolve.analysis import perfect_moments
from whistsolve.analysis.claims import position_in_play
from whistsolve.errors import ActError, WhistError
from whistsolve.game import Claim
from whistsolve.game.record import PlayedHand
from whistsolve.rules import Rules

NAMES_SUIT = {"joker_no_trump": "high_no_suit", "joker_lead_no_trump": "leader_names_suit"}
PLAIN = ("bid_whist_seed", "bid_whist_52_whistportal", "cutthroat_3", "cutthroat_4", "dummy_seed")
GAMES = [(name, {}) for name in PLAIN]
GAMES += [("bid_whist_seed", NAMES_SUIT), ("double_dummy_seed", {"seating": "alternating"})]
OVER_GAMES = pytest.mark.parametrize(("preset", "changes"), GAMES, ids=str)


def somewhere(preset, changes, seed):
    """A short hand of random acts, at the first lead or some cards later."""
    draw = random.Random(seed)
    state = short_hand(Rules.preset(preset, **changes), seed, 4)
    while state.stage != "play":
        state.push(random_act(state, draw))
    for _ in range(draw.randrange(9)):
        state.push(random_act(state, draw))
    if state.rules.kitty_book == "first_trick_winner":
        while not state.tricks:
            state.push(random_act(state, draw))
    return state


def problem_of(state, claimant):
    """The hand as the oracle reads it, by chair, for the tricks of the claimant's side."""
    seating, plays = state.seating, state.snapshot.plays
    held = [set(hand) for hand in state.hands]
    for played in plays:
        held[played.hand].add(played.card)
    hands = tuple(str(ws.Hand(held[hand])) for hand in seating.chairs)
    leader = seating.chair_of(plays[0].hand if plays else state.snapshot.to_play)
    options = {name: getattr(state.rules, name) for name in NAMES_SUIT}
    partners, played = state.rules.game != "cutthroat", tuple(map(str, plays))
    return Problem(hands, str(state.strain), leader, seating.chair_of(claimant), played, partners, options)


@OVER_GAMES
@pytest.mark.parametrize("hands", by_default(1, [2, 40]))
def test_what_holds_is_what_the_oracle_takes(hands, preset, changes):
    seen = {True: 0, False: 0}
    for seed in range(hands):
        state = somewhere(preset, changes, seed)
        before = state.copy()
        left = len(state.hands[state.hand_to_play])
        for player in range(state.rules.players):
            problem, memo = problem_of(state, player), {}
            tricks = value(problem.position(), problem.side, memo)
            for number in range(left + 1) if len(set(state.seating.sides)) == 2 else [left]:
                check = ws.check_claim(state, Claim(number, player))
                assert (check.player, check.claimed, check.left) == (player, number, left)
                assert (check.tricks, check.holds) == (tricks, number <= tricks)
                seen[check.holds] += 1
                if check.holds:
                    assert check.refutation == () and str(check).endswith(": holds")
                else:
                    check_line(state, check, problem, memo)
        assert state == before
    assert all(seen.values())


def check_line(state, check, problem, memo):
    """Each card is legal and best for its side, and the last trick puts the claim out of reach."""
    position = problem.position()
    walk, reachable = state.copy(), check.left
    start = walk.tricks_won
    sides = state.seating.sides
    own = [hand for hand in state.seating.order if sides[hand] == sides[check.player]]
    for trick in check.refuting_tricks:
        assert reachable >= check.claimed
        for played in trick:
            assert played.hand == walk.hand_to_play
            values = play_values(position, problem.side, memo)
            best = max if played.hand in own else min
            assert values[str(played)] == best(values.values())
            walk.push(str(played))
            position = position.put(str(played))
        assert not walk.trick
        left = check.left - (len(walk.tricks) - len(state.tricks))
        reachable = left + sum(walk.tricks_won[hand] - start[hand] for hand in own)
    assert reachable < check.claimed
    assert sum(map(len, check.refuting_tricks)) == len(check.refutation)


def test_a_claim_on_the_table_is_checked_where_it_was_made():
    state = to_play(started("N:AK6... QJ3... T9.2.. 87..2. | 542...", dealer="W"), "S+")
    pushed(state, "SA", "S3", "claim")  # by South, whose turn it is
    for _ in range(2):  # before and after the first answer
        check = ws.check_claim(state)
        assert (check.player, check.claimed, check.tricks, check.holds) == (2, 3, 2, False)
        assert str(check) == (
            "3 of 3 tricks claimed by S: refuted, 2 with best play: S S9 W S7; N SK E SJ S ST W S8;"
            " N S6 E SQ S H2 W D2"
        )
        state.push("accept")
    assert state.is_over
    later = to_play(started("N:AK6... QJ3... T9.2.. 87..2. | 542...", dealer="W"), "S+")
    assert ws.check_claim(pushed(later, "SA", "S3", "claim", "contest", "S9", "S7", "claim 1")).claimed == 1
    with pytest.raises(ActError, match="not of this stage of the hand, over: expected a claim during"):
        ws.check_claim(state, "claim 1")


def test_a_claim_can_be_checked_that_the_rules_do_not_allow():
    state = to_play(started("N:A2... K3... Q4... J5...", "bid_whist_no_kitty", dealer=3, claims="none"), "S+")
    assert ws.check_claim(state, "claim 1").as_dict()["refutation"] == []
    found = ws.check_claim(state, "claim")
    line = [["N SA", "E S3", "S S4", "W S5"], ["N S2", "E SK", "S SQ", "W SJ"]]
    assert found.as_dict() == {
        **{"player": "N", "claimed": 2, "left": 2, "tricks": 1, "holds": False},
        "refutation": [[text.split() for text in trick] for trick in line],
    }
    assert found.as_dict(("me", "left", "dummy", "right"))["player"] == "me"
    cases = [
        ("SA", "claim 'SA' is wrong: expected such as 'claim 5'"),
        (None, "no claim is to be answered"),
        ("claim 3", "3 tricks are claimed: expected 2 at most"),
        ("claim 1 by 7", "player 7 is wrong: expected a whole number from 0 to 3"),
        ("claim some", "act 'claim some' is wrong: expected such as 'claim 5', 'claim' for all tricks"),
    ]
    assert_refused(lambda claim: ws.check_claim(state, claim), WhistError, cases)


def test_cards_of_a_renege_in_an_earlier_trick_are_played_on():
    deal = "N:AK... Q..2. J..3. T..4. | 95..."
    state = to_play(started(deal, dealer=3, renege_mode="detect_and_call"), "S+")
    pushed(state, "SA", "D2")
    with pytest.raises(ActError, match="nothing can be claimed in a trick with a renege"):
        ws.check_claim(state, "claim 1 by 0")
    pushed(state, "SJ", "ST")
    assert ws.check_claim(state, "claim").holds


@OVER_GAMES
@pytest.mark.parametrize("seed", by_default(1, range(50)))
def test_moments_and_traces_are_those_of_the_oracle(seed, preset, changes):
    draw, state = random.Random(seed), somewhere(preset, changes, seed)
    while state.stage == "play":
        state.push(random_act(state, draw))
    declarer = state.snapshot.leader if state.declarer is None else state.declarer
    found = perfect_moments(position_in_play(state, declarer))
    moments = {len(moment.position.played): moment for moment in found}
    problem, memo = problem_of(state, declarer), {}
    # A hand that does not say which suit a led joker names cannot be traced.
    traced = None if any(":" in play for play in problem.played) else checked(state)
    problem = replace(problem, options={**problem.options, "kitty_book": state.rules.kitty_book})
    position = problem.start()
    for number, play in enumerate(problem.played):
        values = card_values(position, problem.side, memo)
        ours = position.to_play in problem.side
        worth = (max if ours else min)(values.values())
        best = {card for card, tricks in values.items() if tricks == worth}
        if traced is not None:
            card, won = traced.cards[number], sum(position.won[seat] for seat in problem.side)
            assert (card.seat, card.by_declarer, card.before) == (position.to_play, ours, won + worth)
            assert (card.after, bool(card.lost)) == (won + values[play], play not in best)
            assert {str(each) for each in card.better} == (best if card.lost else set())
        moment = moments.pop(number, None)
        if moment is not None:
            assert {str(card) for card in moment.cards} == best
            lost = {card: abs(worth - tricks) for card, tricks in values.items() if tricks != worth}
            assert {str(card): tricks for card, tricks in moment.losses} == lost
            assert (moment.seat, str(moment.played)) == (position.to_play, play.partition(":")[0])
            assert moment.missed == (str(moment.played) not in best)
            assert moment.tricks == (worth if ours else moment.left - worth)
        else:
            assert len(best) > 1 or len(values) == 1
        position = position.put(play)
    assert not moments
    if traced is not None:
        assert traced.finished and traced.taken == sum(position.won[seat] for seat in problem.side)
        if traced.discard is not None and state.strain is not None:
            best_discard = ws.best_discard(state.deal, state.strain, declarer, rules=state.rules)
            assert traced.discard.best == best_discard.tricks


def test_the_most_surprising_come_first_and_progress_is_told():
    rules, told = Rules.preset("bid_whist", jokers=0), []
    moments = perfect_moments(NO_TRUMP.read_text(), rules=rules, progress=lambda *done: told.append(done))
    assert told == [(number, 49) for number in range(1, 50)]
    order = [(not each.missed, -sum(dict(each.losses).values())) for each in moments]
    assert order == sorted(order) and not order[0][0]


def test_the_forms_of_a_moment():
    hand = PlayedHand("N:AQ... T9... 76... K3...", contract="1NT+ by S", leader="S", plays="S6 S3 SA")
    (moment,) = perfect_moments(hand)
    assert moment.as_dict() == {
        **{"deal": "N:AQ... T9... 76... K3...", "strain": "NT+", "leader": "S", "declarer": "S"},
        **{"played": ["S6", "S3"], "seat": "N", "cards": ["SQ"], "tricks": 2, "left": 2},
        **{"losses": {"SA": 1}, "next": "SA"},
    }
    html = moment._repr_html_()
    assert "N, for N-S to win 2 of the 2 tricks left" in html and "1 trick lost by" in html
    cases = [
        (3, "expected a PlayedHand, a file or text"),
        (PlayedHand("N:A2... K3... Q4... J5..."), "no contract"),
    ]
    assert_refused(perfect_moments, WhistError, cases)

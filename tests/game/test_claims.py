"""Claims, concessions and resignations: what they do to play, tricks and score, and what they refuse."""

import pytest
from tests.support.hands_played import pushed, refused, started, texts, to_declare, to_play

import whistsolve as ws
from whistsolve.errors import ActError, WhistError
from whistsolve.game import Answer, CallRenege, Claim, Resign
from whistsolve.game.hand.acts import read_act
from whistsolve.rules import Rules

#: Three cards each and a kitty of three; North takes two tricks in spades.
THREE = "N:AK2... QJ3... T9.2.. 87..2. | 654..."
#: The same, but that East and West have a card of another suit.
RENEGING = "N:AK2... QJ.3.. T9.2.. 87..2. | 654..."
DUMMIES = "0:AK... Q2... J3... T4..."
RENEGES = {"renege_mode": "detect_and_call"}
RESIGNING = {"resigning": "after_kitty"}


def in_play(deal=THREE, **options):
    """A hand at the first lead, dealt by West and declared by North."""
    return to_play(started(deal, dealer=3, **options), "S+")


def test_acts_read_what_they_print():
    acts = {
        "claim": Claim(),
        "claim 5": Claim(5),
        "claim 5 by 2": Claim(5, 2),
        "claim by 2": Claim(None, 2),
        "concede": Claim(0),
        "concede by 1": Claim(0, 1),
        "accept": Answer(True),
        "contest": Answer(False),
        "resign": Resign(),
    }
    assert {text: read_act(text, "play") for text in acts} == acts
    assert [str(act) for act in acts.values()] == list(acts)
    for other, text in (
        *(("Claim ALL", "claim"), ("claim the rest", "claim"), ("claim  5 by 2", "claim 5 by 2")),
        *(("claim 0", "concede"), ("Contest", "contest"), ("claim 5 by South", "claim 5 by 2")),
    ):
        assert read_act(other, "play") == acts[text], other
    for text in ("claim five", "claim -1", "concede 3", "claim 5 by"):
        with pytest.raises(ActError, match="such as 'claim 5', 'claim' for all tricks that are left"):
            read_act(text, "play")


def test_option_claims_lets_tricks_be_claimed_or_not():
    refused(in_play(claims="none"), "claim 2", "under claims='none': expected every card to be played")
    state = pushed(in_play(), "SA", "SQ", "claim 2 by 0")
    assert (state.stage, state.to_act, texts(state.legal_acts())) == ("claim", 1, ["accept", "contest"])
    assert state.legal_cards == () and state.hand_to_play is None
    state.push("accept")
    assert (state.stage, state.to_act) == ("claim", 3)  # South, the partner, is not asked
    state.push("accept")
    assert state.is_over and state.snapshot.claims[0].accepted is True
    # The trick in progress is one of the three; the third goes to the first opponent who was asked.
    assert state.tricks_won == state.snapshot.claimed == state.result().tricks == (2, 1, 0, 0)
    assert state.result().books == (3, 1)  # one of them the kitty's
    assert state.view(3).tricks_won == (2, 1, 0, 0)
    assert [str(state.pop()) for _ in range(3)] == ["accept", "accept", "claim 2 by 0"]
    assert (state.stage, state.to_act) == ("play", 2)


def test_a_claim_comes_to_what_play_comes_to():
    state = in_play()
    claimed = pushed(state.copy(), "SA", "SJ", "S9", "S7", "claim 1", "accept", "accept").result()
    pushed(state, "SA", "SJ", "S9", "S7", "SK", "S3", "ST", "S8", "S2", "SQ", "H2", "D2")
    assert claimed == state.result()
    assert claimed.points == (-3, 0, -3, 0)


def test_the_first_who_contests_ends_a_claim_and_play_goes_on():
    before = pushed(in_play(), "SA", "SQ")
    state = pushed(before.copy(), "claim by 0", "contest")
    assert (state.stage, state.to_act, state.legal_cards) == ("play", 2, before.legal_cards)
    assert state.tricks_won == (0, 0, 0, 0) and state.snapshot.claimed == ()
    claim = state.snapshot.claims[0]
    assert (claim.player, claim.tricks, claim.left, claim.asked) == (0, 3, 3, (1, 3))
    assert (claim.answers, claim.accepted, claim.to_answer) == ((False,), False, None)
    # The claimant's hand lies open from then on.
    for view in map(state.view, range(4)):
        assert view.hands[0] == state.hands[0] and view.claims == state.snapshot.claims
    assert state.view(3).hands[1] is None and state.view(0).hands[3] is None
    # Another claim may follow, and is recorded beside the first.
    pushed(state, "S9", "S7", "concede by 1", "accept", "accept")
    assert [each.accepted for each in state.snapshot.claims] == [False, True]
    assert state.tricks_won == (1, 0, 2, 0)  # those conceded go to the first opponent who was asked
    state = pushed(in_play(), "SA", "claim")  # without a player it is whose turn it is
    assert (state.snapshot.claims[0].player, state.snapshot.claims[0].asked) == (1, (2, 0))


def test_players_answer_and_dummies_do_not():
    state = to_play(started(DUMMIES, "dummy_seed", dealer=2), "S+")
    assert pushed(state.copy(), "claim 1 by 0").snapshot.claims[0].asked == (1, 2)
    assert pushed(state.copy(), "claim 1 by 1").snapshot.claims[0].asked == (0,)
    state = to_play(started(DUMMIES, "double_dummy_seed", dealer=1), "S+")
    refused(state, "claim by 3", "player 3 is wrong: expected a whole number from 0 to 1")
    assert pushed(state, "claim", "accept").result().tricks == (2, 0, 0, 0)


def test_with_three_sides_only_all_tricks_can_be_claimed():
    state = to_play(started("0:AK2... QJ3... T9.2.. | 65...", "cutthroat_3", dealer=2), "S+")
    for claim, words in (("claim 2", "expected a claim"), ("claim 1 by 2", ""), ("concede", "are conceded")):
        with pytest.raises(ActError, match="with 3 sides nobody says who takes the others") as caught:
            state.push(claim)
        assert words in str(caught.value)
    pushed(state, "SA", "SJ", "S9", "claim", "accept", "accept")
    assert state.tricks_won == (3, 0, 0) and state.result().books == (4, 0, 0)


def test_what_cannot_be_claimed_or_answered():
    for acts, message in (
        (["claim 4"], "4 tricks are claimed: expected 3 at most, as many as are left"),
        (["SA", "SQ", "S9", "S7", "claim 3"], "3 tricks are claimed: expected 2 at most"),
        (["claim 1 by 4"], "player 4 is wrong: expected a whole number from 0 to 3"),
        (["accept"], "act accept is not of this stage of the hand, play: expected a card"),
        (["claim", "SA"], "a claim awaits an answer, expected 'accept' or 'contest'"),
        (["claim", "claim"], "act claim is not of this stage of the hand, claim: expected 'accept' or"),
        (["claim", "settle"], "expected 'accept' or 'contest'"),
        (["claim", "accept", "resign"], "cannot resign under resigning='none'"),
    ):
        state = pushed(in_play(), *acts[:-1])
        before = state.snapshot
        with pytest.raises(WhistError) as raised:
            state.push(acts[-1])
        assert message in str(raised.value) and state.snapshot == before, acts
    state = started(THREE, dealer=3)
    for stage in ("auction", "declaration"):
        refused(state, "claim", f"act claim is not of this stage of the hand, {stage}: expected")
        to_declare(state, "S+", 0)
    state = in_play(kitty_book="first_trick_winner")
    refused(state, "claim 2", "before the first is complete: its winner has the kitty's book")
    pushed(state, "SA", "S3", "S9", "S7", "claim 1", "accept", "accept")
    assert state.result().books == (3, 1)


def test_reneges_before_and_in_the_trick_that_a_claim_ended_can_still_be_called():
    state = in_play(RENEGING, renege_correction="before_quitted", **RENEGES)
    pushed(state, *["SA", "H3", "S9", "S7", "SK", "SQ", "ST", "D2"])
    assert any(str(act).startswith("correct") for act in state.legal_acts())
    pushed(state, "claim", "accept", "accept")
    # What is left behind cannot be corrected any more.
    assert (state.stage, state.to_act, texts(state.legal_acts())) == ("settlement", None, ["settle"])
    pushed(state, CallRenege(0, 1), CallRenege(0, 2), "settle")
    assert [(called.trick, called.accused) for called in state.reneges_called] == [(1, 1), (2, 3)]
    assert state.result().tricks == (3, 0, 0, 0)
    state = pushed(in_play(RENEGING, **RENEGES), "SA", "H3")
    refused(state, "renege 1 by 0", "a renege cannot be called now: expected a trick that is complete")
    pushed(state, "claim 3 by 0", "accept", "accept", "renege 1 by 0", "settle")
    assert state.reneges_called[0].right and state.result().books == (4, 0)
    assert pushed(in_play(**RENEGES), "claim", "accept", "accept").is_over, "there is nothing to settle"


def test_option_resigning_sets_the_contract():
    refused(in_play(), "resign", "cannot resign under resigning='none': expected the hand to be pl")
    state = pushed(in_play(**RESIGNING), "SA", "SJ", "S9", "S7", "SK")
    assert "resign" not in texts(state.legal_acts())
    state.push("resign")  # whoever has the turn
    assert state.is_over and state.snapshot.resigned_at == "play"
    result = state.result()
    # One trick and the kitty's book are kept, all others go to the opponents.
    assert (result.tricks, result.books) == ((1, 2, 0, 0), (2, 2))
    assert (result.made, result.points) == (False, (-3, 0, -3, 0))
    assert str(state.pop()) == "resign" and state.stage == "play"
    # A contract that has its books already is set too.
    options = {"bid_base": 0, "min_bid": 1, "set_scoring": "both", **RESIGNING}
    state = pushed(in_play(**options), "SA", "SJ", "S9", "S7")
    made = pushed(state.copy(), "concede by 0", "accept", "accept").result()
    result = pushed(state, "resign").result()
    assert (made.made, result.made, result.points) == (True, False, (-1, 1, -1, 1))
    assert result.books == made.books
    # The kitty's book goes with the first trick.
    options = {"kitty_book": "first_trick_winner", **RESIGNING}
    assert pushed(in_play(**options), "SA", "resign").result().books == (0, 4)
    assert pushed(in_play(**options), "SA", "SJ", "S9", "S7", "resign").result().books == (2, 2)


def test_resigning_before_the_play():
    for timing, stages in (
        ("before_kitty", ["discard"]),
        ("after_kitty", ["declaration", "discard"]),
        ("after_discard", ["discard", "declaration"]),
    ):
        state = started(THREE, dealer=3, declare_timing=timing, nt_multiplier=2, **RESIGNING)
        pushed(state, "3NT", "pass", "pass", "pass")
        seen = []
        while state.stage != "play":
            resigning = state.copy()
            try:
                resigning.push("resign")
            except ActError as error:
                assert (timing, state.stage) == ("before_kitty", "declaration")
                assert "once they have seen the kitty" in str(error)
            else:
                seen.append(state.stage)
                assert (resigning.stage, resigning.to_act, resigning.hand_to_play) == ("over", None, None)
                result = resigning.result()
                # Where no strain was named yet, no-trump counts as no-trump.
                assert result.contract is not None and result.contract.strain.is_no_trump
                assert (result.tricks, result.books) == ((0, 3, 0, 0), (1, 3))
                assert result.points == (-6, 0, -6, 0), timing
                assert (resigning.contract is None) == (resigning.strain is None)
            pushed(state, {"declaration": "NT-", "discard": "S2 S4 S5"}[state.stage])
        assert seen == stages, timing
    # A bid of a number is not of no-trump where the strain was not named.
    options = {"bid_form": "number_only", "declare_timing": "after_kitty", "nt_multiplier": 2}
    state = started(THREE, dealer=3, **options, **RESIGNING)
    result = pushed(state, "3", "pass", "pass", "pass", "resign").result()
    assert (result.points, str(result.contract)) == ((-3, 0, -3, 0), "3S+ by N")


def test_nobody_resigns_without_a_contract_of_two_sides():
    claimed = pushed(in_play(**RESIGNING, **RENEGES), "claim")
    settling = pushed(claimed.copy(), "contest", "SA", "resign")
    for state in (started(THREE, dealer=3, **RESIGNING), claimed, settling):
        refused(state, "resign", f"cannot resign at the stage '{state.stage}'")
    assert settling.stage == "settlement"


def test_resignations_are_missed_bids_of_a_match():
    match = ws.Match(Rules.preset("bid_whist_no_kitty", lies_limit=2, **RESIGNING), dealer=3)
    while not match.is_over:
        hand = match.new_hand(seed=3)
        pushed(hand, "2+", "pass", "pass", "pass", "resign")  # nothing is to be seen first
        assert hand.snapshot.resigned_at == "declaration"
        match.add(hand.result())
    assert match.standing.reason == "lies_limit" and len(match.results) == 3

"""Claims, concessions and resignations: what they do to play, tricks and score, and what they refuse."""

import pytest
from tests.support.hands_played import pushed, started, texts, to_declare, to_play

import whistsolve as ws
from whistsolve.errors import ActError, RulesError, WhistError
from whistsolve.game import Answer, CallRenege, Claim, HandState, Resign
from whistsolve.game.hand.act_texts import read_act
from whistsolve.game.record.record import record_hand
from whistsolve.notation import format_ptn, parse_ptn
from whistsolve.rules import Rules

SEED = "bid_whist_seed"
#: Three cards each and a kitty of three; North takes two tricks in spades.
THREE = "N:AK2... QJ3... T9.2.. 87..2. | 654..."
RENEGES = {"renege_mode": "detect_and_call"}
RESIGNING = {"resigning": "after_kitty"}


def in_play(preset: str = SEED, deal: str = THREE, strain: str = "S+", **options: object) -> HandState:
    """A hand at the first lead, dealt by West and declared by North."""
    return to_play(started(deal, preset, dealer=3, **options), strain)


# The acts.


@pytest.mark.parametrize(
    ("text", "act", "printed"),
    [
        ("claim", Claim(), "claim"),
        ("Claim ALL", Claim(), "claim"),
        ("claim the rest", Claim(), "claim"),
        ("claim 5", Claim(5), "claim 5"),
        ("claim  5 by 2", Claim(5, 2), "claim 5 by 2"),
        ("claim by 2", Claim(None, 2), "claim by 2"),
        ("concede", Claim(0), "concede"),
        ("claim 0", Claim(0), "concede"),
        ("concede by 1", Claim(0, 1), "concede by 1"),
        ("accept", Answer(True), "accept"),
        ("Contest", Answer(False), "contest"),
        ("resign", Resign(), "resign"),
        ("claim 5 by North", Claim(5, 0), "claim 5 by 0"),
    ],
)
def test_acts_read_what_they_print(text: str, act: ws.game.Act, printed: str) -> None:
    assert read_act(text, "play") == act and str(act) == printed
    assert read_act(printed, "play") == act


@pytest.mark.parametrize("text", ["claim five", "claim -1", "concede 3", "claim 5 by"])
def test_a_claim_that_cannot_be_read_says_what_can(text: str) -> None:
    with pytest.raises(ActError, match="expected such as 'claim 5', 'claim' for all tricks that are left"):
        read_act(text, "play")


# A claim, and the answers.


def test_option_claims_lets_tricks_be_claimed_or_not() -> None:
    with pytest.raises(ActError, match="under claims='none': expected every card to be played"):
        in_play(claims="none").push("claim 2")
    state = pushed(in_play(), "SA", "SQ", "claim 2 by 0")
    assert (state.stage, state.to_act, texts(state.legal_acts())) == ("claim", 1, ["accept", "contest"])
    assert state.legal_cards == () and state.hand_to_play is None
    state.push("accept")
    assert (state.stage, state.to_act) == ("claim", 3)  # South, the partner, is not asked
    state.push("accept")
    assert state.is_over and state.snapshot.claims[0].accepted is True
    # The trick in progress is one of the three; the third goes to the first opponent who was asked.
    assert state.tricks_won == (2, 1, 0, 0) and state.snapshot.claimed == (2, 1, 0, 0)
    assert state.result().tricks == (2, 1, 0, 0)
    assert state.result().books == (3, 1)  # one of them the kitty's
    assert [str(state.pop()) for _ in range(3)] == ["accept", "accept", "claim 2 by 0"]
    assert (state.stage, state.to_act) == ("play", 2)


def test_a_claim_comes_to_what_play_comes_to() -> None:
    state = in_play()
    claimed = pushed(state.copy(), "SA", "SJ", "S9", "S7", "claim 1", "accept", "accept").result()
    played = pushed(state, "SA", "SJ", "S9", "S7", "SK", "S3", "ST", "S8", "S2", "SQ", "H2", "D2").result()
    assert claimed == played
    assert claimed.points == (-3, 0, -3, 0)


def test_the_first_who_contests_ends_a_claim_and_play_goes_on() -> None:
    before = pushed(in_play(), "SA", "SQ")
    state = pushed(before.copy(), "claim by 0", "contest")
    assert (state.stage, state.to_act, state.legal_cards) == ("play", 2, before.legal_cards)
    assert state.tricks_won == (0, 0, 0, 0) and state.snapshot.claimed == ()
    claim = state.snapshot.claims[0]
    assert (claim.player, claim.tricks, claim.left, claim.asked) == (0, 3, 3, (1, 3))
    assert claim.answers == (False,) and claim.accepted is False and claim.to_answer is None
    # Another claim may follow, and is recorded beside the first.
    pushed(state, "S9", "S7", "concede by 1", "accept", "accept")
    assert [each.accepted for each in state.snapshot.claims] == [False, True]
    assert state.tricks_won == (1, 0, 2, 0)  # those conceded go to the first opponent who was asked


def test_without_a_player_it_is_whose_turn_it_is() -> None:
    state = pushed(in_play(), "SA", "claim")
    assert state.snapshot.claims[0].player == 1 and state.snapshot.claims[0].asked == (2, 0)


def test_the_hand_of_who_claims_lies_open_from_then_on() -> None:
    state = in_play()
    assert [state.view(3).hands[hand] for hand in (0, 1)] == [None, None]
    pushed(state, "claim 2", "contest")
    for view in map(state.view, range(4)):
        assert view.hands[0] == state.hands[0]
        assert view.claims == state.snapshot.claims and view.claimed == ()
    assert state.view(3).hands[1] is None and state.view(0).hands[3] is None
    pushed(state, "claim 2 by 0", "accept", "accept")
    assert state.view(3).tricks_won == (2, 1, 0, 0)


def test_players_answer_and_dummies_do_not() -> None:
    state = to_play(started("0:AK... Q2... J3... T4...", "dummy_seed", dealer=2), "S+")
    assert pushed(state.copy(), "claim 1 by 0").snapshot.claims[0].asked == (1, 2)
    assert pushed(state.copy(), "claim 1 by 1").snapshot.claims[0].asked == (0,)
    state = to_play(started("0:AK... Q2... J3... T4...", "double_dummy_seed", dealer=1), "S+")
    pushed(state, "claim", "accept")
    assert state.is_over and state.result().tricks == (2, 0, 0, 0)
    with pytest.raises(ActError, match="player 3 is wrong: expected a whole number from 0 to 1"):
        to_play(started("0:AK... Q2... J3... T4...", "double_dummy_seed", dealer=1), "S+").push("claim by 3")


def test_with_three_sides_only_all_tricks_can_be_claimed() -> None:
    state = to_play(started("0:AK2... QJ3... T9.2.. | 65...", "cutthroat_3", dealer=2), "S+")
    for claim in ("claim 2", "claim 1 by 2"):
        with pytest.raises(ActError, match="with 3 sides nobody says who takes the others, expected a claim"):
            state.push(claim)
    with pytest.raises(ActError, match="tricks are conceded: with 3 sides nobody says who takes the others"):
        state.push("concede")
    pushed(state, "SA", "SJ", "S9", "claim", "accept", "accept")
    assert state.tricks_won == (3, 0, 0) and state.result().books == (4, 0, 0)


def test_the_winner_of_the_kitty_is_known_before_a_claim() -> None:
    state = in_play(kitty_book="first_trick_winner")
    with pytest.raises(
        ActError, match="claimed before the first is complete: its winner has the kitty's book"
    ):
        state.push("claim 2")
    pushed(state, "SA", "S3", "S9", "S7", "claim 1", "accept", "accept")
    assert state.result().tricks == (2, 1, 0, 0) and state.result().books == (3, 1)


@pytest.mark.parametrize(
    ("acts", "message"),
    [
        (["claim 4"], "4 tricks are claimed: expected 3 at most, as many as are left"),
        (["SA", "SQ", "S9", "S7", "claim 3"], "3 tricks are claimed: expected 2 at most"),
        (["claim 1 by 4"], "player 4 is wrong: expected a whole number from 0 to 3"),
        (["accept"], "act accept is not of this stage of the hand, play: expected a card"),
        (["claim", "SA"], "a claim awaits an answer, expected 'accept' or 'contest'"),
        (["claim", "claim"], "act claim is not of this stage of the hand, claim: expected 'accept' or"),
        (["claim", "settle"], "a claim awaits an answer"),
        (["claim", "accept", "resign"], "cannot resign under resigning='none'"),
    ],
)
def test_what_cannot_be_claimed_or_answered(acts: list[str], message: str) -> None:
    state = pushed(in_play(), *acts[:-1])
    before = state.snapshot
    with pytest.raises(WhistError) as raised:
        state.push(acts[-1])
    assert message in str(raised.value) and state.snapshot == before


def test_cards_are_claimed_in_play_only() -> None:
    state = started(THREE, dealer=3)
    with pytest.raises(
        ActError, match="act claim 2 is not of this stage of the hand, auction: expected a call"
    ):
        state.push("claim 2")
    to_declare(state, "S+", 0)
    with pytest.raises(ActError, match="act claim is not of this stage of the hand, declaration"):
        state.push("claim")


# Reneges.


def test_what_was_played_before_a_claim_can_still_be_called() -> None:
    state = in_play(
        deal="N:AK2... QJ.3.. T9.2.. 87..2. | 654...", renege_correction="before_quitted", **RENEGES
    )
    pushed(state, "SA", "H3", "S9", "S7", "SK", "SQ", "ST", "D2")
    assert any(str(act).startswith("correct") for act in state.legal_acts())
    pushed(state, "claim", "accept", "accept")
    assert (state.stage, state.to_act) == ("settlement", None)
    assert texts(state.legal_acts()) == ["settle"]  # what is left behind cannot be corrected any more
    pushed(state, CallRenege(0, 1), CallRenege(0, 2), "settle")
    assert [(called.trick, called.accused) for called in state.reneges_called] == [(1, 1), (2, 3)]
    assert state.result().tricks == (3, 0, 0, 0)


def test_a_renege_in_the_trick_that_a_claim_ended_can_be_called() -> None:
    state = pushed(in_play(deal="N:AK2... QJ.3.. T9.2.. 87..2. | 654...", **RENEGES), "SA", "H3")
    with pytest.raises(ActError, match="a renege cannot be called now: expected a trick that is complete"):
        state.push("renege 1 by 0")
    pushed(state, "claim 3 by 0", "accept", "accept", "renege 1 by 0")
    assert state.reneges_called[0].right
    pushed(state, "settle")
    assert state.result().books == (4, 0)


def test_a_hand_without_a_card_played_has_nothing_to_settle() -> None:
    assert pushed(in_play(**RENEGES), "claim", "accept", "accept").is_over


# Resigning.


def test_option_resigning_sets_the_contract() -> None:
    with pytest.raises(
        ActError, match="cannot resign under resigning='none': expected the hand to be played"
    ):
        in_play().push("resign")
    state = pushed(in_play(**RESIGNING), "SA", "SJ", "S9", "S7", "SK")
    assert "resign" not in texts(state.legal_acts())
    state.push("resign")  # whoever has the turn
    assert state.is_over and state.snapshot.resigned_at == "play"
    result = state.result()
    # One trick and the kitty's book are kept, all others go to the opponents.
    assert (result.tricks, result.books) == ((1, 2, 0, 0), (2, 2))
    assert result.made is False and result.points == (-3, 0, -3, 0)
    assert str(state.pop()) == "resign" and state.stage == "play"


def test_a_contract_that_has_its_books_is_set_by_resigning_too() -> None:
    options = {"bid_base": 0, "min_bid": 1, "set_scoring": "both", **RESIGNING}
    state = pushed(in_play(**options), "SA", "SJ", "S9", "S7")
    made = pushed(state.copy(), "concede by 0", "accept", "accept").result()
    assert made.made is True and made.score is not None and made.points[0] > 0
    result = pushed(state, "resign").result()
    assert result.books == made.books and result.made is False and result.points == (-1, 1, -1, 1)


@pytest.mark.parametrize(
    ("timing", "stages"),
    [
        ("before_kitty", ["discard"]),
        ("after_kitty", ["declaration", "discard"]),
        ("after_discard", ["discard", "declaration"]),
    ],
)
def test_resigning_before_the_play(timing: str, stages: list[str]) -> None:
    state = started(THREE, dealer=3, declare_timing=timing, nt_multiplier=2, **RESIGNING)
    pushed(state, "3NT", "pass", "pass", "pass")
    seen = []
    while state.stage != "play":
        resigning = state.copy()
        try:
            resigning.push("resign")
        except ActError as error:
            assert timing == "before_kitty" and state.stage == "declaration"
            assert "once they have seen the kitty" in str(error)
        else:
            seen.append(state.stage)
            assert (resigning.stage, resigning.to_act, resigning.hand_to_play) == ("over", None, None)
            result = resigning.result()
            # Where no strain was named yet, no-trump counts as no-trump.
            assert result.contract is not None and result.contract.strain.is_no_trump
            assert (result.tricks, result.books, result.points) == ((0, 3, 0, 0), (1, 3), (-6, 0, -6, 0))
            assert (resigning.contract is None) == (resigning.strain is None)
        pushed(state, {"declaration": "NT-", "discard": "S2 S4 S5"}[state.stage])
    assert seen == stages


def test_a_bid_of_a_number_is_not_of_no_trump_where_the_strain_was_not_named() -> None:
    options = {"bid_form": "number_only", "declare_timing": "after_kitty", "nt_multiplier": 2, **RESIGNING}
    state = pushed(started(THREE, dealer=3, **options), "3", "pass", "pass", "pass", "resign")
    assert state.result().points == (-3, 0, -3, 0) and str(state.result().contract) == "3S+ by N"


def test_the_kitty_goes_with_the_first_trick_to_the_opponents() -> None:
    options = {"kitty_book": "first_trick_winner", **RESIGNING}
    assert pushed(in_play(**options), "SA", "resign").result().books == (0, 4)
    assert pushed(in_play(**options), "SA", "SJ", "S9", "S7", "resign").result().books == (2, 2)


def test_a_declarer_resigns_once_they_have_seen_the_dummy() -> None:
    deal = "0:AK... Q2... J3... T4..."
    state = started(deal, "dummy_seed", dealer=2, declare_timing="before_dummy", **RESIGNING)
    pushed(state, "1+", "pass", "pass")
    with pytest.raises(ActError, match="at the stage 'declaration': expected it once they have seen"):
        state.push("resign")
    pushed(state, "S+", "resign")
    assert state.result().tricks == (0, 2, 0, 0) and state.result().points == (0, 1, 1)
    state = pushed(started(deal, "dummy_seed", dealer=2, **RESIGNING), "1+", "pass", "pass", "resign")
    assert state.snapshot.resigned_at == "declaration" and state.result().made is False


def test_nobody_resigns_without_a_contract_of_two_sides() -> None:
    with pytest.raises(RulesError, match="resigning 'after_kitty' is wrong in cutthroat"):
        Rules.preset("cutthroat_3", **RESIGNING)
    state = started(THREE, dealer=3, **RESIGNING)
    with pytest.raises(ActError, match="cannot resign at the stage 'auction'"):
        state.push("resign")
    state = in_play(**RESIGNING, **RENEGES)
    with pytest.raises(ActError, match="cannot resign at the stage 'claim'"):
        pushed(state, "claim", "resign")
    pushed(state, "contest", "SA", "resign")
    assert state.stage == "settlement"
    with pytest.raises(ActError, match="cannot resign at the stage 'settlement'"):
        state.push("resign")


# Where a hand goes on to.


def test_a_hand_that_ended_early_is_written_with_a_tag() -> None:
    claimed = record_hand(pushed(in_play(), "SA", "SJ", "claim 2 by 0", "accept", "accept"))
    assert [(tag.name, tag.text) for tag in claimed.tags] == [("Claim", "2 by N")]
    assert list(map(str, claimed.plays)) == ["SA", "SJ"]
    resigned = record_hand(pushed(in_play(**RESIGNING), "resign"))
    assert [(tag.name, tag.text) for tag in resigned.tags] == [("Resigned", "N")]
    contested = record_hand(pushed(in_play(), "SA", "claim", "contest"))
    assert contested == record_hand(pushed(in_play(), "SA"))
    for hand in (claimed, resigned, contested):
        assert parse_ptn(format_ptn(hand)) == hand


def test_resignations_are_missed_bids_of_a_match() -> None:
    match = ws.Match(Rules.preset("bid_whist_no_kitty", lies_limit=2, **RESIGNING), dealer=3)
    for _ in range(3):
        hand = match.new_hand(seed=3)
        declarer = (match.dealer + 1) % 4
        pushed(hand, "2+", "pass", "pass", "pass", "resign")  # nothing is to be seen first
        assert hand.snapshot.resigned_at == "declaration" and hand.declarer == declarer
        match.add(hand.result())
        if match.is_over:
            break
    assert match.standing.reason == "lies_limit" and len(match.results) == 3

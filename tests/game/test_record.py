"""record_hand, and recorded hands under the rules of a game."""

import random
from contextlib import suppress

import pytest
from tests.support.command import NO_TRUMP, SPADES
from tests.support.random_matches import WITH_RENEGES, random_act

import whistsolve as ws
from whistsolve.errors import ActError, NotationError
from whistsolve.game import HandState
from whistsolve.game.record import PlayedHand
from whistsolve.game.record.record import dealt_hands, record_hand, score_played, winners_under
from whistsolve.notation import format_ptn, parse_ptn
from whistsolve.rules import Rules

WITH_CONTRACTS = [
    name
    for name in Rules.preset_names()
    if Rules.preset(name).trump_rule == "declared" and Rules.preset(name).double_dummy_mode == "four_hands"
]
SIX_PLAYERS = [("bid_whist_seed", {"players": 6}), ("bid_whist_seed", {"players": 6, "teams": 3})]
DEAL = "N:AK... Q2... J3... T4... | 95..."


def played(rules: Rules, seed: int, *, stops: bool = False) -> HandState:
    """A hand of random legal acts, to its end or to somewhere on the way."""
    draw = random.Random(seed)
    state = HandState.random(seed, rules, dealer=seed % rules.players)
    most = draw.randrange(60) if stops else 1000
    while not state.is_over and len(state.acts) < most:
        state.push(random_act(state, draw))
    return state


def acted(deal: str, acts: str, preset: str = "bid_whist_seed", **changes: object) -> HandState:
    """A hand dealt by West with these acts, which have commas between."""
    state = HandState(deal, Rules.preset(preset, **changes), dealer=changes.pop("dealer", "W"))
    for act in acts.split(","):
        state.push(act)
    return state


@pytest.mark.parametrize(
    ("preset", "changes"), [*((name, {}) for name in WITH_CONTRACTS), *SIX_PLAYERS], ids=str
)
def test_random_hands_are_written_and_read_back(preset: str, changes: dict[str, object]) -> None:
    rules = Rules.preset(preset, **changes)
    for seed in range(8):
        for stops in (False, True):
            state = played(rules, seed, stops=stops)
            hand = record_hand(state)
            assert parse_ptn(format_ptn(hand)) == hand
            on_chairs = state.seating.on_chairs
            winners = [trick.winner for trick in state.tricks]
            won = [winners.count(number) for number in range(rules.dealt_hands)]
            assert state.tricks_won == tuple(won) and hand.tricks_won == tuple(on_chairs(won))
            assert [call.text == "Pass" for call in hand.calls] == [str(c) == "Pass" for _, c in state.calls]
            assert hand.plays == tuple(p.card for t in state.tricks for p in t.plays) + state.trick
            assert (hand.contract is None) == (state.contract is None)
            if state.stage in ("play", "over") and hand.contract is not None:
                assert [str(cards) for cards in hand.removed] == [str(c) for c in on_chairs(state.discards)]
                assert winners_under(hand, rules) == tuple(map(state.seating.chair_of, winners))


@pytest.mark.parametrize("preset", WITH_CONTRACTS)
def test_a_written_deal_is_dealt_again(preset: str) -> None:
    rules = Rules.preset(preset)
    for seed in range(4):
        state = played(rules, seed)
        deal, dealer = dealt_hands(record_hand(state), rules)
        assert dealer == state.dealer
        if None in state.snapshot.kept or all(state.snapshot.kept):
            assert deal == state.deal
        else:  # swapped
            assert set(map(str, deal.hands)) == set(map(str, state.deal.hands))


@pytest.mark.parametrize("preset", [name for name in WITH_CONTRACTS if Rules.preset(name).has_dummies])
def test_hands_with_dummies_are_read_back_scored_and_analysed(preset: str) -> None:
    rules = Rules.preset(preset)
    for seed in range(4):
        state = played(rules, seed)
        hand = parse_ptn(format_ptn(record_hand(state)))
        assert hand.contract is not None
        seats = [state.seating.chair_of(player) for player in range(rules.players)]
        assert hand.declarer == seats[state.declarer]
        side = tuple(sorted(map(state.seating.chair_of, state.seating.side_hands(state.declarer))))
        won = sum(hand.tricks_won[seat] for seat in side)
        score = ws.score_hand(hand.contract, won, rules=rules, kept=state.snapshot.kept.count(True))
        assert tuple(score.points[seat] for seat in seats) == state.result().points
        analysis = ws.analyse_play(hand, rules=rules, contract=True)
        assert (analysis.side, analysis.end) == (side, won)


def test_what_is_written() -> None:
    state = acted(DEAL, "3-,pass,3NT,pass,NT+,SJ S3", jokers=2)
    state.push("S9")
    hand = record_hand(state)
    text = format_ptn(hand)
    assert hand.contract == ws.Contract.from_text("3NT+ by S")
    assert '[Auction "N"]\n3↓ Pass 3NT Pass\n' in text
    assert '[CardsAdded "S:S9S5"]' in text and '[CardsRemoved "S:SJS3"]' in text
    assert '[Dealer "W"]' in text and '[Play "S"]\nS9 - - -' in text
    # Before the first act there are only deal and dealer.
    bare = record_hand(HandState(DEAL, dealer="W"))
    assert bare == PlayedHand(DEAL, dealer="W", rules=Rules.preset("bid_whist"))


def test_suits_and_directions_in_bids() -> None:
    named = acted(
        "N:AK... Q2... J3... T4...", "1S,pass,pass,pass", "bid_whist_no_kitty", bid_form="named_suit"
    )
    assert [call.text for call in record_hand(named).calls] == ["1♠", "Pass", "Pass", "Pass"]
    no_trump = acted(DEAL, "4NT-,pass,pass,pass", nt_direction_in_bid=True)
    assert record_hand(no_trump).calls[0].text == "4NT↓"


def test_dummies_sit_opposite_the_declarer() -> None:
    state = HandState("N:AK... Q2... J3... T4...", Rules.preset("dummy_seed"), dealer=0)
    for act in ("pass", "1+", "pass", "S+", "SJ"):
        state.push(act)
    hand = record_hand(state)
    # The declarer is player 2; the next is player 0, then the dummy, then player 1.
    assert [str(cards) for cards in hand.deal.hands] == ["T4...", "Q2...", "J3...", "AK..."]
    assert (hand.contract, hand.dealer, hand.leader) == (ws.Contract.from_text("1S+ by S"), 3, 2)
    assert [(call.seat, call.text) for call in hand.calls] == [(1, "Pass"), (2, "1↑"), (3, "Pass")]
    assert dealt_hands(hand, state.rules) == (state.deal, 0)
    wrong = PlayedHand(hand.deal, contract="1S+ by W")
    with pytest.raises(NotationError, match="chair 3: expected player 0 to 2"):
        dealt_hands(wrong, state.rules)


def test_a_hand_that_was_swapped_is_written_where_it_was_played() -> None:
    state = HandState("N:AK... Q2... J3... T4...", Rules.preset("double_dummy_seed"), dealer=0)
    for act in ("keep", "swap"):  # player 1 first
        state.push(act)
    # On the chairs of the table: a player, the other's dummy, the other, their own dummy.
    assert [str(cards) for cards in record_hand(state).deal.hands] == ["J3...", "T4...", "Q2...", "AK..."]


NO_TRUMP_CALLS = "3NT,pass,pass,pass,NT+"


def test_what_cannot_be_written() -> None:
    named = acted(
        "N:A....B 2....L J3... T4... | 95...",
        f"{NO_TRUMP_CALLS},S9 S5,BJ:H",
        joker_lead_no_trump="leader_names_suit",
    )
    with pytest.raises(NotationError, match="BJ is led to trick 1, and the hand does not say which suit"):
        record_hand(named)
    void = acted("N:A... 2... J... T... | 9...", "misdeal", misdeal="same_dealer")
    with pytest.raises(NotationError, match="void by a misdeal cannot be written"):
        record_hand(void)


def test_exchanged_jokers_are_written_as_they_lie_at_the_first_lead() -> None:
    state = acted(
        "N:AK... 2.3.. J3... 9....L | .6..4",
        f"{NO_TRUMP_CALLS},H6 C4,H6",
        joker_no_trump="exchanged",
        exchange_pick="bidder_chooses",
    )
    hand = record_hand(state)
    assert hand.deal == ws.Deal("N:AK... 2.3.. J3... 9.6.. | ...4.L") and not any(hand.added)


def test_a_renege_is_a_card_as_any_other_and_has_no_score() -> None:
    state = acted(
        "N:A.2.. 2.3.. J3... T4... | 95...",
        f"{NO_TRUMP_CALLS},S9 S5,SA,H3,SJ,ST,renege 1 by 0",
        **WITH_RENEGES,
    )
    hand = record_hand(state)
    assert hand.reneges == (1,) and parse_ptn(str(hand)) == hand
    with pytest.raises(ActError, match="card 2 of the play is a renege"):
        winners_under(hand, state.rules)


def test_hands_out_of_play_lie_in_the_kitty() -> None:
    state = HandState("N:AK... Q2... J3... T4...", Rules.preset("humbug"), dealer=0)
    for act in ("keep", "swap"):  # player 1 first
        state.push(act)
    assert record_hand(state).deal == ws.Deal("0:J3... Q2... | AKT4...")


# Written hands under the rules of a game.


def test_real_hands_have_the_winners_that_the_notation_finds() -> None:
    for path, jokers in ((NO_TRUMP, 0), (SPADES, 2)):
        hand = parse_ptn(path.read_bytes().decode())
        rules = Rules.preset("bid_whist_seed", jokers=jokers)
        winners = winners_under(hand, rules)
        assert tuple(winners.count(seat) for seat in range(4)) == hand.tricks_won


LAST = {"contract": "1NT+ by N", "leader": "N", "plays": "SA S2 SJ ST SK BJ S3 S4"}
LAST_DEAL = "N:AK... 2....B J3... T4..."


@pytest.mark.parametrize(
    ("changes", "error", "words"),
    [
        ({"joker_no_trump": "high_no_suit"}, NotationError, "trick 2 cannot be written: E won it"),
        ({"joker_no_trump": "exchanged"}, ActError, "E holds BJ in NT"),
        ({"direction_of_play": "counterclockwise"}, ActError, "W plays S2, which E holds"),
    ],
)
def test_written_hands_that_the_rules_judge_otherwise(
    changes: dict[str, object], error: type[Exception], words: str
) -> None:
    hand = PlayedHand(LAST_DEAL, **LAST)  # type: ignore[arg-type]
    assert winners_under(hand, Rules.preset("bid_whist_seed")) == (0, 0)
    with pytest.raises(error, match=words):
        winners_under(hand, Rules.preset("bid_whist_seed", **changes))


def test_cards_against_the_rules_of_a_game() -> None:
    kept = PlayedHand("N:AK... .2...B J3... T4...", contract="1NT+ by N", leader="N", plays="SA H2")
    with pytest.raises(ActError, match="E plays H2 to trick 1 in spades: under joker_no_trump"):
        winners_under(kept, Rules.preset("bid_whist_seed"))
    assert winners_under(kept, Rules.preset("bid_whist_seed", joker_no_trump="free_discard")) == ()
    led = PlayedHand("N:A....B 2.3.. J3... T4...", contract="1NT+ by N", leader="N", plays="BJ S2")
    with pytest.raises(NotationError, match="BJ is led to trick 1, and the hand does not say"):
        winners_under(led, Rules.preset("bid_whist_seed", joker_lead_no_trump="leader_names_suit"))
    with pytest.raises(ActError, match="has no contract"):
        winners_under(PlayedHand(LAST_DEAL), Rules.preset("bid_whist_seed"))


# Scores.

SCORED = [
    *((name, {}) for name in Rules.preset_names()),
    ("bid_whist_52_whistportal", {"resigning": "after_kitty"}),
    ("whist_portland", {"honours": "won"}),
    ("whist_portland", {"honours_called": True}),
]


@pytest.mark.parametrize(("preset", "changes"), SCORED, ids=str)
def test_a_record_is_scored_as_the_hand_was(preset: str, changes: dict[str, object]) -> None:
    rules = Rules.preset(preset, **changes)
    counted = 0
    for seed in range(12):
        draw = random.Random(seed)
        scores = [3 * (seed % 2 and (player + seed // 2) % 2) for player in range(rules.players)]
        state = HandState.random(seed, rules, dealer=seed % rules.players, scores=scores)
        while not state.is_over:
            act = "resign" if "resigning" in changes and draw.random() < 0.03 else random_act(state, draw)
            if seed % 3 == 0 and state.stage == "play" and state.tricks and draw.random() < 0.1:
                act = "claim"
            with suppress(ActError):
                state.push(act)
        result = state.result()
        if result.void:
            continue
        hand = parse_ptn(format_ptn(record_hand(state)))
        if hand.reneges or result.penalties:
            continue
        found, seats = score_played(hand, rules), state.seating.in_play
        points = [found.points[seats.index(player)] for player in range(rules.players)]
        assert tuple(points) == result.points
        counted += 1
    assert counted > 5

"""record_hand, recorded hands under the rules of a game and scored by them, and rules that tags name."""

import pytest
from tests.support.command import NO_TRUMP, SPADES
from tests.support.ptn_texts import REAL
from tests.support.random_matches import WITH_RENEGES, played  # noqa: F401

import whistsolve as ws
from whistsolve.errors import ActError, NotationError
from whistsolve.game import HandState
from whistsolve.game.record import PlayedHand
from whistsolve.game.record.named_rules import rules_of_hand, scores_before, unread_options
from whistsolve.game.record.record import dealt_hands, record_hand, winners_under
from whistsolve.notation import format_ptn, parse_ptn
from whistsolve.rules import Rules

DEAL, FOUR = "N:AK... Q2... J3... T4... | 95...", "N:AK... Q2... J3... T4..."


def acted(deal: str, acts: str, preset: str = "bid_whist_seed", **changes: object) -> HandState:
    """A hand dealt by West with these acts, which have commas between."""
    state = HandState(deal, Rules.preset(preset, **changes), dealer="W")
    for act in acts.split(","):
        state.push(act)
    return state


def test_what_is_written() -> None:
    state = acted(DEAL, "3-,pass,3NT,pass,NT+,SJ S3,S9")
    hand = record_hand(state)
    text = format_ptn(hand)
    assert hand.contract == ws.Contract.from_text("3NT+ by S")
    for part in (
        '[Auction "N"]\n3↓ Pass 3NT Pass\n',
        *('[CardsAdded "S:S9S5"]', '[CardsRemoved "S:SJS3"]', '[Dealer "W"]', '[Play "S"]\nS9 - - -'),
    ):
        assert part in text
    # Before the first act there are only deal and dealer.
    bare = record_hand(HandState(DEAL, dealer="W"))
    assert bare == PlayedHand(DEAL, dealer="W", rules=Rules.preset("bid_whist"))
    no_kitty = acted(FOUR, "1S,pass,pass,pass", "bid_whist_no_kitty", bid_form="named_suit")
    assert [call.text for call in record_hand(no_kitty).calls] == ["1♠", "Pass", "Pass", "Pass"]
    no_trump = acted(DEAL, "4NT-,pass,pass,pass", nt_direction_in_bid=True)
    assert record_hand(no_trump).calls[0].text == "4NT↓"


def test_hands_of_dummies_are_written_where_they_were_played() -> None:
    state = HandState(FOUR, Rules.preset("dummy_seed"), dealer=0)
    for act in ("pass", "1+", "pass", "S+", "SJ"):
        state.push(act)
    hand = record_hand(state)
    # The declarer is player 2; the next is player 0, then the dummy, then player 1.
    assert [str(cards) for cards in hand.deal.hands] == ["T4...", "Q2...", "J3...", "AK..."]
    assert (hand.contract, hand.dealer, hand.leader) == (ws.Contract.from_text("1S+ by S"), 3, 2)
    assert [(call.seat, call.text) for call in hand.calls] == [(1, "Pass"), (2, "1↑"), (3, "Pass")]
    assert dealt_hands(hand, state.rules) == (state.deal, 0)
    with pytest.raises(NotationError, match="chair 3: expected player 0 to 2"):
        dealt_hands(PlayedHand(hand.deal, contract="1S+ by W"), state.rules)
    # On the chairs of the table: a player, the other's dummy, the other, their own dummy; or out of play.
    for preset, deal in (
        ("double_dummy_seed", "N:J3... T4... Q2... AK..."),
        ("humbug", "0:J3... Q2... | AKT4..."),
    ):
        state = HandState(FOUR, Rules.preset(preset), dealer=0)
        for act in ("keep", "swap"):  # player 1 first
            state.push(act)
        assert record_hand(state).deal == ws.Deal(deal), preset


def test_jokers_and_reneges_that_are_written_or_cannot_be() -> None:
    calls = "3NT,pass,pass,pass,NT+"
    led = {"joker_lead_no_trump": "leader_names_suit"}
    named = acted("N:A....B 2....L J3... T4... | 95...", f"{calls},S9 S5,BJ:H", **led)
    with pytest.raises(NotationError, match="BJ is led to trick 1, and the hand does not say which suit"):
        record_hand(named)
    # Exchanged jokers are written as they lie at the first lead.
    options = {"joker_no_trump": "exchanged", "exchange_pick": "bidder_chooses"}
    hand = record_hand(acted("N:AK... 2.3.. J3... 9....L | .6..4", f"{calls},H6 C4,H6", **options))
    assert hand.deal == ws.Deal("N:AK... 2.3.. J3... 9.6.. | ...4.L") and not any(hand.added)
    # A renege is a card as any other and has no score.
    acts = f"{calls},S9 S5,SA,H3,SJ,ST,renege 1 by 0"
    state = acted("N:A.2.. 2.3.. J3... T4... | 95...", acts, **WITH_RENEGES)
    hand = record_hand(state)
    assert hand.reneges == (1,) and parse_ptn(str(hand)) == hand
    with pytest.raises(ActError, match="card 2 of the play is a renege"):
        winners_under(hand, state.rules)


def test_written_hands_that_the_rules_judge_otherwise() -> None:
    for path, jokers in ((NO_TRUMP, 0), (SPADES, 2)):
        hand = parse_ptn(path.read_bytes().decode())
        winners = winners_under(hand, Rules.preset("bid_whist_seed", jokers=jokers))
        assert tuple(winners.count(seat) for seat in range(4)) == hand.tricks_won
    last = {"contract": "1NT+ by N", "leader": "N"}
    deal = "N:AK... 2....B J3... T4..."
    hand = PlayedHand(deal, plays="SA S2 SJ ST SK BJ S3 S4", **last)
    kept = PlayedHand("N:AK... .2...B J3... T4...", plays="SA H2", **last)
    led = PlayedHand("N:A....B 2.3.. J3... T4...", plays="BJ S2", **last)
    assert winners_under(hand, Rules.preset("bid_whist_seed")) == (0, 0)
    assert winners_under(kept, Rules.preset("bid_whist_seed", joker_no_trump="free_discard")) == ()
    for wrong, changes, error, words in (
        (hand, {"joker_no_trump": "high_no_suit"}, NotationError, "trick 2 cannot be written: E won it"),
        (hand, {"joker_no_trump": "exchanged"}, ActError, "E holds BJ in NT"),
        (hand, {"direction_of_play": "counterclockwise"}, ActError, "W plays S2, which E holds"),
        (kept, {}, ActError, "E plays H2 to trick 1 in spades: under joker_no_trump"),
        (led, {"joker_lead_no_trump": "leader_names_suit"}, NotationError, "BJ is led .* does not say"),
        (PlayedHand(deal), {}, ActError, "has no contract"),
    ):
        with pytest.raises(error, match=words):
            winners_under(wrong, Rules.preset("bid_whist_seed", **changes))


def test_the_options_and_the_title_name_the_same_rules() -> None:
    for number, rules in (
        (241, Rules("trickster", jokers=0, low_beats_high="downtown_over_uptown")),
        (327, Rules("trickster")),
    ):
        lines = REAL[number].splitlines(keepends=True)
        assert rules_of_hand(parse_ptn("".join(lines))) == rules
        title = "".join(line for line in lines if "GameOptionsJson" not in line)
        assert rules_of_hand(parse_ptn(title)) == rules
    text = REAL[327].replace('\\"doubleForNT\\":true', '\\"minBid\\":4,\\"gameOverScore\\":5,\\"doubles\\":2')
    hand = parse_ptn(text)
    found = rules_of_hand(hand)
    assert (found.nt_multiplier, found.min_bid, found.target, found.set_scoring) == (1, 4, 5, "both_odd")
    assert unread_options(hand) == ["'doubles': 2"]
    assert rules_of_hand(hand, {"min_bid": 3}).min_bid == 3
    with pytest.raises(NotationError, match="GameOptionsJson"):
        rules_of_hand(parse_ptn(REAL[327].replace("{\\", "[\\", 1)))


def test_scores_are_those_before_the_hand() -> None:
    """A hand that is over has the scores after it: a set of three in no-trump took six from -1."""
    for text, expected in (
        (REAL[241], (-1, 2, -1, 2)),
        (REAL[327], (0, 0, 0, 0)),
        ('[Deal "N:A... K... Q... J..."]', None),
    ):
        hand = parse_ptn(text)
        assert scores_before(hand, rules_of_hand(hand)) == expected

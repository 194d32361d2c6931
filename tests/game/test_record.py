"""Records of hands, rules that their tags name, views and copies, and all of these for random hands."""

import copy
import json
import pickle
import random
from itertools import islice

import pytest
from tests.support.command import NO_TRUMP, SPADES
from tests.support.hands_played import played_out
from tests.support.ptn_texts import REAL
from tests.support.random_matches import WITH_RENEGES, play_on, random_act

import whistsolve as ws
from whistsolve.errors import ActError, NotationError
from whistsolve.game import HandState, HandView, Match
from whistsolve.game.match.single_hand import outcome_of
from whistsolve.game.record import PlayedHand
from whistsolve.game.record.named_rules import rules_of_hand, scores_before, unread_options
from whistsolve.game.record.played_hand import dealt_hands
from whistsolve.game.record.record import record_hand, score_played, winners_under
from whistsolve.notation import format_ptn, parse_ptn
from whistsolve.rules import Rules
from whistsolve.rules.sides import side_of
from whistsolve.values import Suit

DEAL, FOUR = "N:AK... Q2... J3... T4... | 95...", "N:AK... Q2... J3... T4..."


def acted(deal, acts, preset="bid_whist_seed", **changes):
    """A hand dealt by West with these acts, which have commas between."""
    state = HandState(deal, Rules.preset(preset, **changes), dealer="W")
    for act in acts.split(","):
        state.push(act)
    return state


def test_what_is_written():
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


def test_hands_of_dummies_are_written_where_they_were_played():
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


def test_jokers_and_reneges_that_are_written_or_cannot_be():
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


def test_written_hands_that_the_rules_judge_otherwise():
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


def test_the_options_and_the_title_name_the_same_rules():
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
    milder = text.replace('\\"defensiveScoring\\":true', '\\"defensiveScoring\\":false')
    assert rules_of_hand(parse_ptn(milder)).set_scoring == "bidder_loses"
    with pytest.raises(NotationError, match="GameOptionsJson"):
        rules_of_hand(parse_ptn(REAL[327].replace("{\\", "[\\", 1)))


def test_scores_are_those_before_the_hand():
    """A hand that is over has the scores after it: a set of three in no-trump took six from -1."""
    for text, expected in (
        (REAL[241], (-1, 2, -1, 2)),
        (REAL[327], (0, 0, 0, 0)),
        ('[Deal "N:A... K... Q... J..."]', None),
    ):
        hand = parse_ptn(text)
        assert scores_before(hand, rules_of_hand(hand)) == expected


def states(name, seed, **options):
    """The states of a random hand of a match, before every act."""
    draw, match = random.Random(seed), Match(ws.Rules.preset(name, **options))
    state = match.new_hand(seed=seed)
    while not state.is_over:
        yield state
        state.push(draw.choice(list(islice(state.legal_acts(), 40)) or ["settle"]))


def test_partner_winner_and_voids():
    state = ws.HandState("N:A4... K3... Q.2.. J5...", ws.Rules.preset("bid_whist_no_kitty"), dealer="W")
    for act in ("2+", "pass", "pass", "pass", "S+", "SA", "SK", "SQ", "SJ", "S4", "S3", "H2"):
        state.push(act)
    view = state.view("N")
    assert (view.partner, state.view("W").winning, view.unseen & state.hands[3]) == (2, 0, state.hands[3])
    assert view.voids == (frozenset(), frozenset(), frozenset({Suit.SPADES}), frozenset())
    assert ws.HandState.random(1, ws.Rules.preset("cutthroat_4")).view(0).partner is None


def test_a_wrong_view_names_its_field():
    good = ws.HandState.random(1).view(0).as_dict()
    for field, value, message in (
        ("hands", 3, r"view.hands 3 is wrong: expected a list"),
        ("strain", "X+", r"view.strain: strain 'X\+' is wrong"),
        ("stage", "lunch", r"view.stage 'lunch' is wrong: expected 'hand_option'"),
        ("sizes", ["a"], r"view.sizes\[0\] 'a' is wrong: expected int"),
        ("trick", [{"hand": 1}], r"view.trick\[0\] .* expected hand, card, named"),
        ("rules", {"jokers": 9}, "view.rules: "),
    ):
        with pytest.raises(ws.WhistError, match=message):
            HandView.from_dict({**good, field: value})
        with pytest.raises(ws.WhistError, match=f"view .*{field}"):
            HandView.from_dict({name: each for name, each in good.items() if name != field})


def test_a_record_that_ended_early_or_has_no_calls_goes_back_too():
    for end in (("claim 3 by 1", "accept", "accept"), ("resign",)):
        hand = states("bid_whist", 3, resigning="after_kitty")
        state = next(each for each in hand if each.stage == "play" and len(each.tricks) == 2)
        for act in end:
            state.push(act)
        again = record_hand(state).state()
        assert again.is_over and again.result().points == state.result().points
        assert score_played(record_hand(state), state.rules).points == state.result().points
    # A contract without calls is bid by its declarer.
    deal, rules = "N:A4... K3... Q2... J5...", ws.Rules.preset("bid_whist_no_kitty")
    state = PlayedHand(deal, contract="1S+ by S", leader="S", plays="S2 SJ", rules=rules).state()
    assert state.contract == ws.Contract(1, "S+", 2) and list(map(str, state.trick)) == ["S2", "SJ"]


TO_THE_RIGHT = {"direction_of_play": "counterclockwise"}
PER_TRICK = {"nonbidders_score": "per_trick"}
TABLES = [
    *((preset, {}) for preset in Rules.preset_names()),
    *(("bid_whist_seed", {"players": 6, "teams": teams}) for teams in (2, 3)),
    ("bid_whist_seed", {"bid_form": "named_strain", **PER_TRICK}),
    ("bid_whist_52_whistportal", {"resigning": "after_kitty"}),
    ("whist_portland", {"honours": "won"}),
    ("whist_portland", {"honours_called": True}),
    ("dummy_seed", {"jokers": 2, "set_scoring": "both"} | TO_THE_RIGHT),
    ("dummy_seed", {"nt_multiplier": 2} | PER_TRICK),
    ("double_dummy_seed", {"seating": "alternating", "jokers": 2}),
    ("double_dummy_seed", {"seating": "facing", "set_scoring": "both"} | TO_THE_RIGHT),
    ("double_dummy", {"double_dummy_mode": "two_hands"} | TO_THE_RIGHT),
]


@pytest.mark.parametrize(("preset", "changes"), TABLES, ids=str)
def test_views_records_and_scores_of_random_hands(preset, changes):
    rules = Rules.preset(preset, **changes)
    counted, declarers = 0, set()
    for seed in range(4):
        draw = random.Random(seed)
        ahead = seed // 2 if seed % 2 else None
        scores = [3 * (side_of(player, rules) == ahead) for player in range(rules.players)]
        state = HandState.random(seed, rules, dealer=seed % rules.players, scores=scores)
        while not state.is_over:
            if len(state.acts) % 20 == 5 * seed:
                check_views(state)
                check_record(state)
            ending = state.stage == "play" and state.tricks and draw.random() < 0.04
            resigns = ending and rules.resigning != "none"
            state.push("resign" if resigns else "claim" if ending else random_act(state, draw))
        result = state.result()
        check_views(state)
        if not result.void:
            check_record(state)
            counted += check_scores(state)
            declarers.add(state.declarer)
    assert counted > 1 and (not rules.has_auction or len(declarers) > 1)


def check_views(state):
    for player in range(state.rules.players):
        view = state.view(player)
        assert HandView.from_dict(json.loads(json.dumps(view.as_dict()))) == view
        assert view.contract == state.contract and view.standing == state.setup.standing
        for number, hand in enumerate(state.hands):
            assert view.hands[number] is not None or not hand - view.unseen
            assert not any(card.suit in view.voids[number] for card in hand)
        if view.is_turn:
            assert list(islice(view.legal_acts(), 40)) == list(islice(state.legal_acts(), 40))
        elif state.stage != "settlement":
            assert not list(view.legal_acts())


def check_record(state):
    """What is written is read back, has the acts and winners of the hand, and goes back to it act by act."""
    rules, on_chairs, hand = state.rules, state.seating.on_chairs, record_hand(state)
    assert parse_ptn(format_ptn(hand)) == hand
    winners = [trick.winner for trick in state.tricks]
    won = [winners.count(number) for number in range(rules.dealt_hands)]
    assert rules.double_dummy_mode == "two_hands" or hand.tricks_won == tuple(on_chairs(won))
    assert [call.text == "Pass" for call in hand.calls] == [str(call) == "Pass" for _, call in state.calls]
    assert hand.plays == tuple(p.card for trick in state.tricks for p in trick.plays) + state.trick
    assert not rules.has_auction or (hand.contract is None) == (state.contract is None)
    if rules.double_dummy_mode == "two_hands":
        return
    if state.stage in ("play", "over") and state.contract is not None:
        assert [str(cards) for cards in hand.removed] == [str(cards) for cards in on_chairs(state.discards)]
        assert winners_under(hand, rules) == tuple(map(state.seating.chair_of, winners))
    if state.is_over and rules.has_auction:
        deal, dealer = dealt_hands(hand, rules)
        swapped = False in state.snapshot.kept and None not in state.snapshot.kept
        assert dealer == state.dealer and (swapped or deal == state.deal)
        assert sorted(map(str, deal.hands)) == sorted(map(str, state.deal.hands))


def check_scores(state):
    """The score of the record, and of the contract and tricks by hand, by seat, and of the side in all."""
    rules, seating, result = state.rules, state.seating, state.result()
    hand = parse_ptn(format_ptn(record_hand(state)))
    if hand.reneges or result.penalties:
        return False
    found = score_played(hand, rules).points
    assert tuple(found[seating.in_play.index(player)] for player in range(rules.players)) == result.points
    contract = result.contract
    if contract is None or state.snapshot.resigned_at is not None or not state.tricks:
        return True
    first, kept = state.tricks[0].winner, state.snapshot.kept.count(True)
    given = {"rules": rules, "kept": kept}
    score = ws.score_hand(contract, result.tricks, first_trick=first, by="hands", **given)
    assert score == result.score
    assert (score.points, score.contract, score.made) == (result.points, contract, result.made)
    seats = {each: seat for seat, each in enumerate(seating.chairs)}
    seated = ws.Contract(contract.level, contract.strain, seats[contract.declarer])
    tricks = [result.tricks[each] for each in seating.chairs]
    by_seat = ws.score_hand(seated, tricks, first_trick=seats[first], **given).points
    assert [by_seat[seats[player]] for player in range(rules.players)] == [*result.points]
    side = seating.sides[contract.declarer]
    total = sum(result.tricks[each] for each, own in enumerate(seating.sides) if own == side)
    if rules.nonbidders_score == "none" and rules.kitty_book != "first_trick_winner":
        assert score == ws.score_hand(contract, total, by="hands", **given)
    if rules.kitty_book != "first_trick_winner" and rules.game != "cutthroat":
        assert outcome_of(state.setup, contract, total, kept).points == result.points
    return True


def test_records_go_back_to_hands_act_by_act():
    for preset in sorted({*Rules.preset_names()} - {"humbug"}):
        for seed in (2, 4) if preset == "double_dummy" else (2,):  # hands kept, and one swapped
            state = play_on(Match(Rules.preset(preset)).new_hand(seed=seed), seed)
            again = record_hand(state).state()
            assert again.acts == state.acts and again.result().points == state.result().points, preset
            assert again.copy(acts=3).acts == again.acts[:3]
            with pytest.raises(ws.ActError, match="acts"):
                again.copy(acts=len(again.acts) + 1)


WAYS = {
    "copy": lambda each: each.copy(),
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    "pickle": lambda each: pickle.loads(pickle.dumps(each)),
}


RULES = ws.Rules.preset("whist", lowest_rank=10, hand_size=5)


def test_copies_of_hands_and_matches_are_independent():
    for way, copied in WAYS.items():
        state = ws.HandState.random(1, RULES)
        state.push(state.legal_cards[0])
        other = copied(state)
        assert other == state and other.snapshot == state.snapshot, way
        other.push(other.legal_cards[0])
        assert (len(state.acts), len(state.trick), len(other.acts), len(other.trick)) == (1, 1, 2, 2), way
        state.pop()
        assert not state.acts and len(other.trick) == 2, way
        match = Match(RULES, dealer=0)
        for seed in range(2):
            result = played_out(match.new_hand(seed)).result()
            other = copied(match)
            assert other.standing == match.standing and other.results == match.results, way
            match.add(result)
            assert (len(other.results), len(match.results)) == (seed, seed + 1), way
            assert other.standing != match.standing
            other.add(result)
            assert other.standing == match.standing, way
        other.pop()
        assert len(match.results) == 2 and other.dealer != match.dealer, way

"""Played hands analysed: two real ones and small ones; refusals, and what is shown and told on the way."""

import json
import random
from dataclasses import replace

import pytest
from tests.support.command import NO_TRUMP, SMALL, SPADES, done, refused
from tests.support.refusals import assert_refused
from tests.support.traced import HAND_241, HAND_327, NO_JOKERS, checked, losses

import whistsolve as ws
from whistsolve.errors import DealError, WhistError
from whistsolve.game.auction.calls import all_strains
from whistsolve.game.record import PlayedHand


def test_the_spade_hand_loses_nothing_from_the_second_trick_on():
    found = checked(HAND_327)
    assert losses(found) == [(1, "S4", 1, "D5 H5 D4 D3 DA")]
    assert all(card.after == 9 for card in found.cards if card.trick > 1)
    assert (found.start, found.end, found.taken, found.finished) == (10, 9, 5, False)
    assert (found.discard.lost, found.discard.tricks, found.discard.best) == (0, 10, 10)
    assert found.discard.best_cards == found.discard.cards == tuple(HAND_327.removed[2])
    assert found == checked(SPADES.read_bytes().decode()) and hash(found) == hash(checked(HAND_327))


def test_a_hand_that_ends_anywhere():
    whole = checked(HAND_241)
    assert whole.discard.best_cards in ws.optimal_discards(HAND_241.deal, "NT+", "S")
    for count in (0, 1, 13, 47):
        part = checked(replace(HAND_241, plays=HAND_241.plays[:count]))
        assert (part.cards, part.start, part.discard) == (whole.cards[:count], whole.start, whole.discard)
        assert part.end == (whole.cards[count - 1].after if count else whole.start)
        solution = ws.solve(HAND_241.deal_in_play, "NT+", "S", played=HAND_241.plays[:count])
        assert (part.taken, part.finished) == (solution.won, False)


def test_discards_of_a_part_and_of_the_wrong_card():
    for deal, added, removed, plays, lost, best in (
        ("N:A... K... Q... J... | 2...", "S2", "SA", "S2 SK SQ SJ", 1, "S2"),
        # Where a part of the kitty is taken, that is all that can be given up.
        ("N:2... K... Q... J... | A3...", "S3", "S2", "", 0, "S2"),
    ):
        exchange = {"added": {"N": [added]}, "removed": {"N": [removed]}}
        found = checked(PlayedHand(deal, contract="1NT+ by N", leader="N", plays=plays, **exchange))
        assert (found.discard.lost, " ".join(map(str, found.discard.best_cards))) == (lost, best)
        assert (found.best, found.start, found.losses, found.first_loss) == (lost, 0, (), None)


#: Contracts for books, from one on, so that hands of three cards make them.
SHORT = ws.Rules.preset("bid_whist_seed", hand_size=3, kitty_size=42, bid_base=0, min_bid=1)


@pytest.mark.parametrize(
    ("downtown_ace", "marks", "kitty_book"),
    [("good", "+-", "bidder"), ("bad", "+~", "first_trick_winner"), ("declarer_choice", "+-~", "none")],
)
def test_the_best_contract_of_short_hands(downtown_ace, marks, kitty_book):
    cards = [suit + rank for suit in "SHDC" for rank in "AK32"]
    random.Random(0).shuffle(cards)
    deal = ws.Deal([cards[i * 3 : i * 3 + 3] for i in range(4)], cards[12:14])
    rules = replace(SHORT, downtown_ace=downtown_ace, kitty_book=kitty_book, nt_multiplier=2)
    exchange = {"added": {"E": deal.kitty}, "removed": {"E": deal.kitty}}
    hand = PlayedHand(deal, contract="1S+ by E", leader="E", **exchange)
    verdict = checked(hand, rules=rules, contract=True).contract
    want = {}
    for strain in (trump + mark for mark in marks for trump in ("S", "H", "D", "C", "NT")):
        tricks = int(ws.best_discard(deal, strain, "E", rules=rules).tricks)
        books = tricks + (kitty_book == "bidder")
        # All books score in a contract made; the smallest contract is the cheapest to lose.
        points = (2 if strain.startswith("NT") else 1) * (books or -1)
        want[strain] = points, max(books, 1), tricks
    most = max(points for points, _, _ in want.values())
    assert (verdict.played.tricks, verdict.played.points) == (want["S+"][2], want["S+"][0])
    assert verdict.lost == most - want["S+"][0] > 0
    assert {each.contract.declarer for each in verdict.best} == {1}
    got = {
        str(each.contract.strain): (each.points, each.contract.level, each.tricks) for each in verdict.best
    }
    assert got == {strain: numbers for strain, numbers in want.items() if numbers[0] == most}


def test_opponents_points_count_against_a_contract():
    high = replace(HAND_241, contract=ws.Contract.from_text("5NT+ by S"))
    for scoring, points, lost in ((NO_JOKERS.set_scoring, -5, 9), ("both", -10, 14)):
        verdict = checked(high, rules=replace(NO_JOKERS, set_scoring=scoring), contract=True).contract
        assert (verdict.played.points, verdict.lost) == (points, lost)


def test_a_contract_without_a_kitty():
    rules = ws.Rules.preset("bid_whist_no_kitty", lowest_rank=13, hand_size=2, bid_base=0)
    hand = PlayedHand("N:AQ... K2... JT... 98...", contract="1H+ by N", leader="N")
    found = checked(hand, rules=rules, contract=True)
    tricks = {strain: ws.solve(hand.deal, strain, "N").tricks for strain in all_strains(rules)}
    assert found.discard is None and found.contract.played.tricks == tricks[ws.Strain.of("H+")]
    points = [(2 if strain.is_no_trump else 1) * number for strain, number in tricks.items()]
    assert found.contract.best[0].points == max(points)


def test_jokers_exchanged_by_a_choice_are_whole_tricks():
    changes = {"joker_no_trump": "exchanged", "exchange_pick": "bidder_chooses", "bid_base": 0}
    rules = ws.Rules.preset("bid_whist_seed", hand_size=2, kitty_size=46, **changes)
    exchange = {"added": {"N": ["S9", "S8"]}, "removed": {"N": ["S4", "S8"]}}
    deal = "N:A4... K3... QJ... T....B | 98..."
    hand = PlayedHand(deal, contract="3S+ by N", leader="N", plays="SA", **exchange)
    verdict = checked(hand, rules=rules, contract=True).contract
    best = {each: ws.best_discard(deal, each, "N", rules=rules).tricks for each in all_strains(rules)}
    assert verdict.best[0].tricks in best.values() and isinstance(verdict.played.tricks, int)
    assert verdict.played.tricks == best[ws.Strain.of("S+")]


def test_each_card_is_told_as_it_is_found_and_better_cards_after_that():
    told, done, cards_of = [], [], []

    def progress(answered, _):
        done.append(answered)
        cards_of.append(len(told))

    found = ws.analyse_play(HAND_241, rules=NO_JOKERS, on_card=told.append, progress=progress)
    assert found == ws.analyse_play(HAND_241, rules=NO_JOKERS)
    values = [replace(card, better=()) for card in found.cards]
    assert told == [*reversed(values), *found.losses] and len(found.losses) == 2
    # A card for each position but the last one, and the best discard when all were told.
    assert cards_of == [0, *range(48), 50] and done == list(range(1, 51))

    def stop(card):
        raise KeyboardInterrupt(card.number)

    with pytest.raises(KeyboardInterrupt, match="48"):
        ws.analyse_play(HAND_241, rules=NO_JOKERS, on_card=stop)
    with pytest.raises(WhistError, match="on_card 'x' is wrong: expected a function of a card"):
        ws.analyse_play(HAND_241, rules=NO_JOKERS, on_card="x")


def test_discards_that_are_too_many_are_refused_before_any_card():
    """Seven cards of 33 are kept: the search for the best discard would refuse them later."""
    deck, told = list(ws.Rules.preset("bid_whist").deck), []
    deal = ws.Deal([deck[start : start + 7] for start in range(0, 28, 7)], deck[28:])
    exchanged = {"added": {"N": deal.kitty}, "removed": {"N": deal.kitty}}
    hand = PlayedHand(deal, contract="1S+ by N", leader="N", plays="SA", **exchanged)
    with pytest.raises(DealError, match="discards: expected at most 2,000,000"):
        ws.analyse_play(hand, on_card=told.append)
    assert told == []


TINY = "N:A2... K3... QJ... T9..."


def under(preset="bid_whist_seed", **options):
    return {"rules": ws.Rules.preset(preset, **options)}


def played(plays, deal=TINY, contract="1S+ by N", **more):
    return PlayedHand(deal, contract=contract, leader=contract[-1], plays=plays, **more)


def test_what_cannot_be_analysed_is_said():
    two, contract = {"N": ["S4"], "S": ["S5"]}, {"contract": True}
    joker, exchanged = "N:A2... .3...B QJ... T9...", under(joker_no_trump="exchanged")
    high, turned = under(joker_no_trump="high_no_suit"), under(direction_of_play="counterclockwise")
    named = under(joker_lead_no_trump="leader_names_suit")
    led = "N:2....B .3...L QJ... T9..."
    three = PlayedHand("0:A2... K3... QJ...", contract="1S+ by 0", leader=0)
    low = replace(HAND_241, contract=ws.Contract(2, "NT+", 2))
    whist = under("whist_portland", lowest_rank=3, hand_size=12)
    cases = [
        (PlayedHand(TINY), {}, "no contract: expected"),
        (PlayedHand(TINY, contract="1S+ by N"), {}, "no leader: expected"),
        (played("", f"{TINY} | 4...", added={"N": ["S4"]}), {}, "taken the kitty and not discarded"),
        (played("", f"{TINY} | 54...", added=two, removed=two), {}, "taken by N and S: expected one seat"),
        (played("", "N:A... K... Q... ....B", "1NT+ by N"), exchanged, "W holds BJ in NT[+]: under joker_no"),
        # By the rules the joker has won, or had to be played, or names a suit, or the turn is the other way.
        (played("SA BJ SQ S9 S2", joker, "1NT+ by N"), high, "card 5 of those played, S2 by E, is not legal"),
        (played("SA H3", joker, "1NT+ by N"), {}, "E cannot follow and holds a joker"),
        (played("BJ H3", led, "1NT+ by N"), named, "card 1 of .* BJ, is led, and .* not say which suit"),
        (played("SA S3"), turned, "card 2 of those played, S3 by W, is not legal"),
        (HAND_241, {"contract": 1}, "contract 1 is wrong: expected True or False"),
        ("no text of this kind", {}, "neither a file nor a deal"),
        (three, under("cutthroat_3") | contract, "nonbidders_score='per_trick'.*expected contract=False"),
        (played("", contract="3S+ by N"), contract, "rules are of 4 hands of 12 cards: expected 4 of 2"),
        (low, {"rules": NO_JOKERS} | contract, "level 2 is wrong: expected 3 to 7"),
        (HAND_241, whist | contract, "has no contracts"),
        (HAND_327, exchanged | contract, "tricks in NT[+] are an expected number"),
    ]
    assert_refused(
        lambda asked: ws.analyse_play(asked[0], **asked[1]),
        ws.WhistError,
        [((hand, options), words) for hand, options, words in cases],
    )


def test_both_hands_as_json():
    both = done("trace", "--json", stdin=NO_TRUMP.read_bytes() + SPADES.read_bytes()).splitlines()
    found = ws.analyse_play(HAND_241)
    assert [json.loads(line) for line in both] == [found.as_dict(), ws.analyse_play(HAND_327).as_dict()]
    first = json.loads(both[0])
    assert first.pop("nodes") > 0 and found.contract is None
    cards = first.pop("cards")
    assert first == {
        **{"deal": str(HAND_241.deal_in_play), "contract": "3NT+ by S", "leader": "S", "side": ["N", "S"]},
        **{"best": 8, "start": 7, "end": 7, "taken": 7, "finished": True, "points": None},
        **{"given_by_declarer": 1, "given_by_defence": 1, "given_by_seat": [0, 0, 1, 1], "first_loss": 13},
        "discard": {
            **{"seat": "S", "cards": ["HT", "H2", "DQ", "D2"], "tricks": 7, "best": 8, "lost": 1},
            "best_cards": ["S7", "H2", "D2", "CT"],
        },
    }
    assert len(cards) == 48 and cards[12] == {
        **{"number": 13, "trick": 4, "seat": "W", "card": "C4", "by": "defence"},
        **{"before": 7, "after": 8, "lost": 1, "better": ["D5", "D9"]},
    }
    points = json.loads(done("trace", NO_TRUMP, "--json", "--contract"))["points"]
    assert points["played"] == {"contract": "3NT+ by S", "tricks": 8, "points": 6}
    assert points["lost"] == 2 and points["best"] == [{"contract": "4NT- by S", "tricks": 9, "points": 8}]
    # Without points the quickstart shows it.
    lost = "points      3NT↑ +6 with 8 tricks: 2 less than the best\n            4NT↓ +8 with 9 tricks\n"
    assert lost in done("trace", NO_TRUMP, "--contract")


def test_wrong_calls_of_the_command():
    no_play = "a deal and no play: expected hands in PTN, or --contract and --play"
    for args, stdin, words in (
        ([SMALL], None, no_play),
        ([], f"{SMALL}\n{SMALL}\n", "line 1: there is a deal and no play"),
        ([], '[Deal "N:AQ... K2... JT... 98..."]\n', "the hand has no contract"),
        ([NO_TRUMP, "--contract", "--rules", "cutthroat_4"], None, "nonbidders_score='per_trick'"),
        ([NO_TRUMP, "--memory-mb", "0"], None, "memory_mb 0"),
        (["nothing.ptn"], None, "neither a file nor a deal"),
    ):
        assert words in refused("trace", *args, stdin=stdin), args

"""Played hands analysed: two real ones and small ones; refusals, and what is shown and told on the way."""

import json
import random
from dataclasses import replace

import pytest
from tests.support.command import NO_TRUMP, SMALL, SPADES, done, refused
from tests.support.refusals import assert_refused
from tests.support.traced import HAND_241, HAND_327, NO_JOKERS, checked, losses

import whistsolve as ws
from whistsolve.analysis import CardValue
from whistsolve.errors import DealError, WhistError
from whistsolve.game.auction.calls import all_strains
from whistsolve.game.record import PlayedHand
from whistsolve.show import to_text
from whistsolve.show.analysis import played_tricks

# The hands that were played.


def test_the_spade_hand_loses_nothing_from_the_second_trick_on() -> None:
    found = checked(HAND_327)
    assert [card.trick for card in found.losses] == [1]
    assert all(card.lost == 0 and card.after == 9 for card in found.cards if card.trick > 1)
    assert (found.start, found.end, found.taken, found.finished) == (10, 9, 5, False)
    assert losses(found) == [(1, "S4", 1, "D5 H5 D4 D3 DA")]
    assert found.discard is not None
    assert (found.discard.lost, found.discard.tricks, found.discard.best) == (0, 10, 10)
    assert found.discard.best_cards == found.discard.cards == tuple(HAND_327.removed[2])
    assert found == checked(SPADES.read_bytes().decode())


def test_the_discard_of_the_no_trump_hand_costs_exactly_one_trick() -> None:
    found = checked(HAND_241, rules=NO_JOKERS)
    assert (found.best, found.start, found.end, found.taken, found.finished) == (8, 7, 7, 7, True)
    discard = found.discard
    assert discard is not None
    assert (discard.seat, discard.tricks, discard.best, discard.lost) == (2, 7, 8, 1)
    assert discard.cards == tuple(ws.Hand.from_text(".T2.Q2."))
    assert discard.best_cards in ws.optimal_discards(HAND_241.deal, "NT+", "S")
    assert losses(found) == [(13, "C4", 1, "D5 D9"), (37, "SA", 1, "S7")]
    assert found.first_loss == found.losses[0] == found.cards[12]
    assert [card.by_declarer for card in found.losses] == [False, True]
    assert (found.side, found.given_by_declarer, found.given_by_defence) == ((0, 2), 1, 1)


def test_every_trick_of_a_hand_is_what_the_solver_says() -> None:
    found = checked(HAND_241)
    for count in range(0, 48, 5):
        asked = {"declarer": "S", "played": HAND_241.plays[:count]}
        solution = ws.solve(HAND_241.deal_in_play, "NT+", "S", **asked)
        assert found.cards[count].before == solution.won + solution.tricks
    assert found.nodes > 0 and found.contract is None
    assert hash(found) == hash(checked(HAND_241))


def test_a_hand_that_ends_anywhere() -> None:
    whole = checked(HAND_241)
    for count in (0, 1, 13, 47):
        part = checked(replace(HAND_241, plays=HAND_241.plays[:count]))
        assert part.cards == whole.cards[:count]
        assert (part.start, part.discard) == (whole.start, whole.discard)
        assert part.end == (whole.cards[count - 1].after if count else whole.start)
        won = ws.solve(HAND_241.deal_in_play, "NT+", "S", played=HAND_241.plays[:count]).won
        assert (part.taken, part.finished) == (won, False)


# Small hands, checked by hand.


def test_discards_of_a_part_and_of_the_wrong_card() -> None:
    for deal, added, removed, plays, lost, best, start in (
        ("N:A... K... Q... J... | 2...", "S2", "SA", "S2 SK SQ SJ", 1, "S2", 0),
        # Where a part of the kitty is taken, that is all that can be given up.
        ("N:2... K... Q... J... | A3...", "S3", "S2", "", 0, "S2", 0),
    ):
        exchange = {"added": {"N": [added]}, "removed": {"N": [removed]}}
        found = checked(PlayedHand(deal, contract="1NT+ by N", leader="N", plays=plays, **exchange))
        assert found.discard is not None
        assert (found.discard.lost, " ".join(map(str, found.discard.best_cards))) == (lost, best)
        assert (found.best, found.start, found.losses, found.first_loss) == (lost, start, (), None)


# Contracts.

#: Contracts for books, from one on, so that hands of three cards make them.
SHORT = ws.Rules.preset("bid_whist_seed", hand_size=3, kitty_size=42, bid_base=0, min_bid=1)


@pytest.mark.parametrize(
    ("downtown_ace", "kitty_book"),
    [("good", "bidder"), ("bad", "first_trick_winner"), ("declarer_choice", "none")],
)
def test_the_best_contract_of_short_hands(downtown_ace: str, kitty_book: str) -> None:
    cards = [suit + rank for suit in "SHDC" for rank in "AK32"]
    random.Random(0).shuffle(cards)
    deal = ws.Deal([cards[i * 3 : i * 3 + 3] for i in range(4)], cards[12:14])
    rules = replace(SHORT, downtown_ace=downtown_ace, kitty_book=kitty_book, nt_multiplier=2)  # type: ignore[arg-type]
    exchange = {"added": {"E": deal.kitty}, "removed": {"E": deal.kitty}}
    hand = PlayedHand(deal, contract="1S+ by E", leader="E", **exchange)
    verdict = checked(hand, rules=rules, contract=True).contract
    assert verdict is not None
    marks = {"good": "+-", "bad": "+~", "declarer_choice": "+-~"}[downtown_ace]
    want: dict[str, tuple[int, int, int]] = {}
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
    best = {str(each.contract.strain): each for each in verdict.best}
    got = {strain: (each.points, each.contract.level, each.tricks) for strain, each in best.items()}
    assert got == {strain: numbers for strain, numbers in want.items() if numbers[0] == most}


def test_opponents_points_count_against_a_contract() -> None:
    high = replace(HAND_241, contract=ws.Contract.from_text("5NT+ by S"))
    for scoring, points, lost in ((NO_JOKERS.set_scoring, -5, 9), ("both", -10, 14)):
        verdict = checked(high, rules=replace(NO_JOKERS, set_scoring=scoring), contract=True).contract
        assert verdict is not None and (verdict.played.points, verdict.lost) == (points, lost)


def test_a_contract_without_a_kitty() -> None:
    rules = ws.Rules.preset("bid_whist_no_kitty", lowest_rank=13, hand_size=2, bid_base=0)
    hand = PlayedHand("N:AQ... K2... JT... 98...", contract="1H+ by N", leader="N")
    found = checked(hand, rules=rules, contract=True)
    assert found.discard is None and found.contract is not None
    assert found.contract.played.tricks == found.start == ws.solve(hand.deal, "H+", "N").tricks
    tricks = {strain: ws.solve(hand.deal, strain, "N").tricks for strain in all_strains(rules)}
    assert found.contract.best[0].tricks == max(
        tricks[value.contract.strain] for value in found.contract.best
    )
    assert found.contract.best[0].points == max(
        (2 if strain.is_no_trump else 1) * number for strain, number in tricks.items()
    )


def test_each_card_is_told_as_it_is_found_and_better_cards_after_that() -> None:
    told: list[CardValue] = []
    done: list[int] = []
    cards_of: list[int] = []

    def progress(answered: int, _: int | None) -> None:
        done.append(answered)
        cards_of.append(len(told))

    found = ws.analyse_play(HAND_241, rules=NO_JOKERS, on_card=told.append, progress=progress)
    assert found == ws.analyse_play(HAND_241, rules=NO_JOKERS)
    values = [replace(card, better=()) for card in found.cards]
    assert told == [*reversed(values), *found.losses] and len(found.losses) == 2
    # A card for each position but the last one, and the best discard when all were told.
    assert cards_of == [0, *range(48), 50] and done == list(range(1, 51))
    # Later ones replace those before them.
    assert tuple({card.number: card for card in told}[number] for number in range(1, 49)) == found.cards


def test_what_is_raised_on_the_way_is_passed_on() -> None:
    def stop(card: CardValue) -> None:
        raise KeyboardInterrupt(card.number)

    with pytest.raises(KeyboardInterrupt, match="48"):
        ws.analyse_play(HAND_241, rules=NO_JOKERS, on_card=stop)
    with pytest.raises(WhistError, match="on_card 'x' is wrong: expected a function of a card"):
        ws.analyse_play(HAND_241, rules=NO_JOKERS, on_card="x")  # type: ignore[arg-type]


def test_discards_that_are_too_many_are_refused_before_any_card() -> None:
    """Seven cards of 33 are kept: the search for the best discard would refuse them later."""
    deck = [*(f"{suit}{rank}" for suit in "SHDC" for rank in "AKQJT98765432"), "LJ", "BJ"]
    hands = [ws.Hand(deck[start : start + 7]) for start in range(0, 28, 7)]
    deal = ws.Deal(hands, ws.Hand(deck[28:]))
    assert deal.kitty is not None
    exchanged = {"added": {"N": deal.kitty}, "removed": {"N": deal.kitty}}
    hand = PlayedHand(deal, contract="1S+ by N", leader="N", plays="SA", **exchanged)
    told: list[CardValue] = []
    with pytest.raises(DealError, match="discards: expected at most 2,000,000"):
        ws.analyse_play(hand, on_card=told.append)
    assert told == []


# What is refused.

TINY = "N:A2... K3... QJ... T9..."


def under(preset: str = "bid_whist_seed", **options: object) -> dict[str, object]:
    return {"rules": ws.Rules.preset(preset, **options)}


def played(plays: str, deal: str = TINY, contract: str = "1S+ by N") -> PlayedHand:
    return PlayedHand(deal, contract=contract, leader="N", plays=plays)


def test_what_cannot_be_analysed_is_said() -> None:
    kitty = {"contract": "1S+ by N", "leader": "N"}
    two = {"N": ["S4"], "S": ["S5"]}
    contract, joker = {"contract": True}, "N:A2... .3...B QJ... T9..."
    three = PlayedHand("0:A2... K3... QJ...", contract="1S+ by 0", leader=0)
    cases: list[tuple[tuple[object, dict[str, object]], str]] = [
        ((PlayedHand(TINY), {}), "no contract: expected"),
        ((PlayedHand(TINY, contract="1S+ by N"), {}), "no leader: expected"),
        (
            (PlayedHand(f"{TINY} | 4...", added={"N": ["S4"]}, **kitty), {}),
            "N has taken the kitty and not discarded",
        ),
        (
            (PlayedHand(f"{TINY} | 54...", added=two, removed=two, **kitty), {}),
            "taken by N and S: expected one seat",
        ),
        (
            (played("", "N:A... K... Q... ....B", "1NT+ by N"), under(joker_no_trump="exchanged")),
            "W holds BJ in NT[+]: under joker_no_trump='exchanged'",
        ),
        # By the rules the joker has won, or had to be played, or names a suit, or the turn is the other way.
        (
            (played("SA BJ SQ S9 S2", joker, "1NT+ by N"), under(joker_no_trump="high_no_suit")),
            "card 5 of those played, S2 by E, is not legal",
        ),
        ((played("SA H3", joker, "1NT+ by N"), {}), "E cannot follow and holds a joker"),
        (
            (
                played("BJ H3", "N:2....B .3...L QJ... T9...", "1NT+ by N"),
                under(joker_lead_no_trump="leader_names_suit"),
            ),
            "card 1 of those played, BJ, is led, and the hand does not say which suit",
        ),
        (
            (played("SA S3"), under(direction_of_play="counterclockwise")),
            "card 2 of those played, S3 by W, is not legal",
        ),
        ((HAND_241, {"contract": 1}), "contract 1 is wrong: expected True or False"),
        (("no text of this kind", {}), "neither a file nor a deal"),
        (
            (
                three,
                under("cutthroat_3") | contract,
            ),
            "nonbidders_score='per_trick'.*expected contract=False",
        ),
        (
            (played("", contract="3S+ by N"), contract),
            "the rules are of 4 hands of 12 cards: expected 4 of 2",
        ),
        (
            (replace(HAND_241, contract=ws.Contract(2, "NT+", 2)), {"rules": NO_JOKERS} | contract),
            "level 2 is wrong: expected 3 to 7",
        ),
        ((HAND_241, under("whist_portland", lowest_rank=3, hand_size=12) | contract), "has no contracts"),
        ((HAND_327, under(joker_no_trump="exchanged") | contract), "tricks in NT[+] are an expected number"),
    ]
    assert_refused(lambda asked: ws.analyse_play(asked[0], **asked[1]), ws.WhistError, cases)


def test_jokers_exchanged_by_a_choice_are_whole_tricks() -> None:
    rules = ws.Rules.preset(
        "bid_whist_seed",
        joker_no_trump="exchanged",
        exchange_pick="bidder_chooses",
        bid_base=0,
        hand_size=2,
        kitty_size=46,
    )
    hand = PlayedHand(
        "N:A4... K3... QJ... T....B | 98...",
        contract="3S+ by N",
        leader="N",
        added={"N": ["S9", "S8"]},
        removed={"N": ["S4", "S8"]},
        plays="SA",
    )
    verdict = checked(hand, rules=rules, contract=True).contract
    assert verdict is not None
    best = {
        strain: ws.best_discard(hand.deal, strain, "N", rules=rules).tricks for strain in all_strains(rules)
    }
    assert verdict.best[0].tricks in best.values() and isinstance(verdict.played.tricks, int)
    assert verdict.played.tricks == best[ws.Strain.of("S+")]


# On the screen.


def test_a_hand_of_three_on_the_screen() -> None:
    # The second hand has the king of spades, and plays the five under the queen.
    hand = PlayedHand("0:AQ.2.. K5.3.. J4.6..", contract="1NT+ by 0", leader=2, plays="SJ SQ S5 SA")
    found = checked(hand)
    assert losses(found) == [(3, "S5", 1, "SK")]
    assert to_text(played_tricks(found), ascii_only=True).splitlines() == [
        "trick  leader  cards               tricks",
        "    1  2       SJ     SQ  S5 (-1)       2",
        "    2  0       SA                       2",
        "tricks of the declarer's side, 0, won and still to win after each trick; both sides' best play, all"
        " hands open",
        "",
        "contract    1NT+ by 0",
        "losses      trick 1, 1: S5 costs 1 trick, better SK",
        "given away  0 tricks by 0, 1 trick by 1-2",
        "by player   1 1 trick",
        "balance     1 - 0 (0) + 1 (1-2) = 2 tricks",
        "            2 tricks to be had with best play from here on, 1 taken so far",
    ]


# The command.


def test_the_no_trump_hand_on_the_command_line() -> None:
    lines = done("trace", NO_TRUMP, "--contract").splitlines()
    assert "discards: ♥T2 ♦Q2" in lines
    tricks = lines[lines.index("") + 1 :]
    assert tricks[0].split() == ["trick", "leader", "cards", "tricks"]
    assert tricks[1].split() == ["1", "S", "♣T", "♣A", "♣3", "♣2", "7"]
    assert tricks[4].split() == ["4", "W", "♣4", "(-1)", "♣7", "♣9", "♣K", "8"]
    assert sum("(-1)" in line for line in tricks) == 2
    assert tricks[15:] == [
        "contract    3NT↑ by S",
        "discard     ♥T2 ♦Q2 by S: costs 1 trick, 7 in place of 8",
        "            best, among others, is ♠7 ♥2 ♦2 ♣T",
        "losses      trick 4, W: ♣4 costs 1 trick, better ♦95",
        "            trick 10, S: ♠A costs 1 trick, better ♠7",
        "given away  1 trick by N-S, 1 trick by E-W",
        "by player   S 2 tricks, W 1 trick, the discard among them",
        "balance     8 - 1 (discard) - 1 (N-S) + 1 (E-W) = 7 tricks",
        "            7 tricks taken",
        "points      3NT↑ +6 with 8 tricks: 2 less than the best",
        "            4NT↓ +8 with 9 tricks",
    ]


def test_both_hands_as_json() -> None:
    both = done("trace", "--json", stdin=NO_TRUMP.read_bytes() + SPADES.read_bytes()).splitlines()
    assert [json.loads(line) for line in both] == [
        ws.analyse_play(hand).as_dict() for hand in (HAND_241, HAND_327)
    ]
    first = json.loads(both[0])
    del first["nodes"]
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


def test_wrong_calls_of_the_command() -> None:
    for args, stdin, words in (
        (
            [SMALL],
            None,
            "a deal and no play: expected hands in PTN, or --contract and --play",
        ),
        ([], f"{SMALL}\n{SMALL}\n", "line 1: there is a deal and no play"),
        ([], '[Deal "N:AQ... K2... JT... 98..."]\n', "the hand has no contract"),
        ([NO_TRUMP, "--contract", "--rules", "cutthroat_4"], None, "nonbidders_score='per_trick'"),
        ([NO_TRUMP, "--memory-mb", "0"], None, "memory_mb 0"),
        (["nothing.ptn"], None, "neither a file nor a deal"),
    ):
        assert words in refused("trace", *args, stdin=stdin), args

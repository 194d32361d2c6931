"""Analyses of played hands: what is refused, and what is shown on the screen and by the command."""

import json
from dataclasses import replace

from tests.support.command import NO_TRUMP, SMALL, SPADES, done, refused
from tests.support.refusals import assert_refused
from tests.support.traced import HAND_241, HAND_327, NO_JOKERS, checked, losses

import whistsolve as ws
from whistsolve.game.auction.calls import all_strains
from whistsolve.game.record import PlayedHand
from whistsolve.show import to_text
from whistsolve.show.analysis import played_tricks

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

"""Plays, discards and auctions given in text on the command line come to the same as in PTN."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.support.command import NO_TRUMP, SMALL, SPADES, done, refused
from tests.support.traced import HAND_241, HAND_327

import whistsolve as ws
from whistsolve.show import DealDiagram, to_text

DEAL = str(HAND_241.deal)
DISCARD = "♥T2 ♦Q2"
PLAY = " ".join(map(str, HAND_241.plays))
TEXT = (DEAL, "--contract", "3NT↑ by S", "--discard", DISCARD, "--set", "jokers=0")
QUICK = ("--discards", "estimated", "--samples", "12", "--json")

# trace


def test_a_hand_in_text_is_traced_as_one_in_ptn() -> None:
    assert done("trace", *TEXT, "--play", PLAY, "--json") == done("trace", NO_TRUMP, "--json")
    assert done("trace", *TEXT, "--play", PLAY.replace(" ", ", "), "--leader", "South", "--json") == (
        done("trace", *TEXT, "--play", PLAY, "--holder", "2", "--json")
    )
    assert done("trace", *TEXT, "--play", PLAY) == done("trace", NO_TRUMP)


def test_options_of_a_trace_stand_in_place_of_the_file() -> None:
    best = json.loads(done("trace", NO_TRUMP, "--discard", "S5 S2 H2 D2", "--play", "CT CA", "--json"))
    assert (best["discard"]["cards"], best["discard"]["lost"]) == (["S5", "S2", "H2", "D2"], 0)
    assert len(best["cards"]) == 2 and best["contract"] == "3NT+ by S"
    low = json.loads(done("trace", SPADES, "--contract", "3S- by S", "--json"))
    assert low["contract"] == "3S- by S" and len(low["cards"]) == len(HAND_327.plays)


def test_the_best_contract_is_asked_for_in_either_way() -> None:
    wanted = done("trace", NO_TRUMP, "--best", "--json")
    assert json.loads(wanted)["points"]["lost"] == 1
    assert done("trace", NO_TRUMP, "--contract", "--json") == wanted
    assert done("trace", "--contract", NO_TRUMP, "--json") == wanted
    assert json.loads(done("trace", *TEXT, "--json"))["points"] is None


def test_a_trace_says_who_gave_what_away() -> None:
    lines = [line.split("  ", 1)[-1].strip() for line in done("trace", NO_TRUMP).splitlines()]
    at = next(number for number, line in enumerate(lines) if "S 1 trick: ♠A in trick 10" in line)
    assert lines[at + 1 : at + 3] == ["W 1 trick: ♣4 in trick 4", "S 1 trick: the discard"]
    found = ws.analyse_play(HAND_241, rules=ws.Rules.preset("bid_whist", jokers=0))
    assert found.given_by_seat == (0, 0, 1, 1)
    assert sum(found.given_by_seat) == found.given_by_declarer + found.given_by_defence
    assert json.loads(done("trace", NO_TRUMP, "--json"))["given_by_seat"] == [0, 0, 1, 1]
    tiny = done("trace", "N:A2... K3... QJ... T9...", "--contract", "1S+ by N", "--play", "SA S3 SJ S9")
    assert "by seat" not in tiny and "first loss  none" in tiny


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((DEAL,), "there is a deal and no play: expected hands in PTN, or --contract and --play"),
        ((DEAL, "--contract", "3NT+"), "names no declarer"),
        ((DEAL, "--contract", "3X+ by S"), "strain"),
        ((*TEXT[:4], "S2 H2 D2"), "S takes 4 cards and discards 3"),
        ((*TEXT[:4], "SK H2 D2 DQ"), "S discards SK"),
        ((*TEXT, "--holder", "E"), "E discards"),
        ((*TEXT[:3], "--holder", "S"), "--holder is given without --discard"),
        ((*TEXT, "--play", "CT CA C3 C2 S7"), "W plays S7, which S holds"),
        ((*TEXT, "--play", "CT XX"), "XX"),
        ((SMALL, "--contract", "1S+ by N", "--discard", "SA"), "the deal has no kitty"),
    ],
)
def test_what_cannot_be_traced_is_said(arguments: tuple[str, ...], words: str) -> None:
    assert words in refused("trace", *arguments)


# discard


def test_a_discard_in_text_is_compared() -> None:
    asked = ("discard", DEAL, "--strain", "NT+", "--declarer", "S", "--set", "jokers=0")
    assert f"given    {DISCARD}: costs 1 trick" in done(*asked, "--discard", DISCARD)
    answer = json.loads(done(*asked, "--discard", "S5 S2 H2 D2", "--json"))
    assert answer["given"] == {"cards": ["S5", "S2", "H2", "D2"], "tricks": answer["tricks"]}
    assert "at the table" in done("discard", NO_TRUMP, "--discard", "S5 S2 H2 D2")
    assert "--discard has 3 cards: expected 4" in refused(*asked, "--discard", "S5 S2 H2")
    assert "--discard has SK, which S holds neither" in refused(*asked, "--discard", "SK S2 H2 D2")


# bid


def test_a_call_of_a_hand_in_ptn_is_asked_about() -> None:
    calls = ("", "Pass", "Pass Pass", "Pass Pass 3-")
    for at, (seat, said) in enumerate(zip("WNES", calls, strict=True), 1):
        hand = str(HAND_327.deal.hands["NESW".index(seat)])
        in_text = done("bid", hand, "--seat", seat, "--dealer", "S", "--calls", said, *QUICK)
        assert done("bid", SPADES, "--at", at, *QUICK) == in_text
        assert done("bid", SPADES, "--seat", seat, *QUICK) == in_text
    # The auction is over: the bid that won.
    assert done("bid", SPADES, *QUICK) == in_text
    text = SPADES.read_bytes()
    assert done("bid", "-", *QUICK, stdin=text) == in_text
    assert done("bid", text.decode(), *QUICK) == in_text


def test_an_auction_in_progress_is_asked_about_where_it_stands() -> None:
    text = SPADES.read_text("utf-8").split("[CardsAdded")[0].replace("Pass Pass 3↓ 4♠↓", "Pass Pass")
    text = "\n".join(line for line in text.splitlines() if "Contract" not in line and "Declarer" not in line)
    answer = json.loads(done("bid", text, *QUICK))
    assert (answer["seat"], answer["dealer"]) == (1, 2)
    assert answer["hand"] == str(HAND_327.deal.hands[1])


def test_scores_of_a_hand_in_ptn_count() -> None:
    text = SPADES.read_text("utf-8")
    ahead = text.replace('"S:0 0 0 0"', '"S:6 0 6 0"')
    behind = text.replace('"S:0 0 0 0"', '"W:6 0 6 0"')
    assert done("bid", ahead, *QUICK) == done("bid", SPADES, "--scores", "6,0", *QUICK)
    assert done("bid", behind, *QUICK) == done("bid", SPADES, "--scores", "0,6", *QUICK)
    assert done("bid", ahead, "--scores", "0,0", *QUICK) == done("bid", SPADES, *QUICK)
    wrong = refused("bid", NO_TRUMP, *QUICK)
    assert "the game would be over by these rules with the scores of the hand: expected --scores" in wrong
    assert json.loads(done("bid", NO_TRUMP, "--scores", "0,0", *QUICK))["seat"] == 2


def test_the_strain_of_a_hand_in_ptn_is_asked_about() -> None:
    asked = ("--strains", "--samples", "4", "--discards", "heuristic", "--json")
    answer = json.loads(done("bid", SPADES, *asked))
    assert (answer["bid"], answer["seat"], answer["kitty_seen"]) == ("4-", 2, False)
    kitty = json.loads(done("bid", SPADES, *asked, "--set", "declare_timing=after_kitty"))
    assert kitty["kitty_seen"] is True and len(ws.Hand(kitty["hand"])) == 18


def test_a_seat_of_a_deal_is_asked_about() -> None:
    deal = ws.Deal.random(seed=3)
    for text in (str(deal), to_text(DealDiagram(deal))):
        asked = ("--seat", "East", "--dealer", "North", *QUICK)
        assert done("bid", text, *asked) == done("bid", str(deal.hands[1]), *asked)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((str(SPADES), "--at", "9"), "--at 9 is wrong: expected 1 to 4"),
        ((str(SPADES), "--at", "5"), "the auction is over after call 4"),
        ((str(SPADES), "--at", "0"), "--at"),
        ((str(SPADES), "--set", "min_bid=4"), "call 3 of the hand: call 3- of E is not legal"),
        ((DEAL, "--at", "1"), "--at is given without an auction"),
        ((DEAL, "--seat", "S"), "Missing option '--dealer'"),
        (("AKQJ.T9.32.9876", "--at", "1"), "--at is given without an auction"),
        (("AKQJ.T9.32.9876", "--dealer", "S"), "Missing option '--seat'"),
        ((f"{DEAL}\n{DEAL}", "--seat", "S", "--dealer", "W"), "there are 2 deals: expected one"),
    ],
)
def test_what_cannot_be_asked_is_said(arguments: tuple[str, ...], words: str) -> None:
    assert words in refused("bid", *arguments)


def test_a_file_with_diagrams_is_read(tmp_path: Path) -> None:
    deals = [ws.Deal.random(seed=seed) for seed in range(2)]
    file = tmp_path / "deals.txt"
    file.write_text("\n".join(to_text(DealDiagram(deal)) for deal in deals), "utf-8")
    lines = "\n".join(map(str, deals))
    asked = ("table", "--strains", "S+", "--json")
    assert done(*asked, file) == done(*asked, stdin=lines)
    assert done("deal", "--seed", 1, "--count", 2, "--diagram").count("kitty") == 2
    broken = file.read_text("utf-8").replace("W  ", "W", 1).replace("kitty", "cat", 1)
    assert "expected" in refused(*asked, stdin=broken)

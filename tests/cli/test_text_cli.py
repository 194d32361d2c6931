"""Plays, discards and auctions given in text on the command line come to the same as in PTN."""

import json
from pathlib import Path

import pytest
from tests.support.command import NO_TRUMP, SMALL, SPADES, done, refused, run
from tests.support.traced import HAND_241, HAND_327

import whistsolve as ws
from whistsolve.show import Diagram, to_text

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
    assert json.loads(wanted)["points"]["lost"] == 2
    assert done("trace", NO_TRUMP, "--contract", "--json") == wanted
    assert done("trace", "--contract", NO_TRUMP, "--json") == wanted
    assert json.loads(done("trace", *TEXT, "--json"))["points"] is None


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((DEAL,), "there is a deal and no play: expected hands in PTN, or --contract and --play"),
        ((*TEXT[:4], "S2 H2 D2"), "S takes 4 cards and discards 3"),
        ((*TEXT[:3], "--holder", "S"), "--holder is given without --discard"),
        ((*TEXT, "--play", "CT CA C3 C2 S7"), "W plays S7, which S holds"),
        ((SMALL, "--contract", "1S+ by N", "--discard", "SA"), "the deal has no kitty"),
    ],
)
def test_what_cannot_be_traced_is_said(arguments: tuple[str, ...], words: str) -> None:
    assert words in refused("trace", *arguments)


# discard


def test_a_hand_alone_is_advised_without_the_cards_of_others() -> None:
    cards = "AKQJT987.AK32.32.32.BL"
    report = json.loads(done("discard", cards, "--strain", "S+", "--json"))
    assert report == ws.evaluate_discards(cards, "S+", seat="N", dealer="N").as_dict()
    assert "Missing option '--strain'" in refused("discard", cards)
    assert "one hand takes --strain and --declarer alone" in refused(
        "discard", cards, "--strain", "S+", "--leader", "N"
    )
    assert "neither a file nor a deal" in refused("discard", "hnad.ptn", "--strain", "S+")


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
        asked = ("--seat", seat, "--dealer", "S", "--calls", said, "--rules", "trickster")
        in_text = done("bid", hand, *asked, *QUICK)
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
    # After the last card the scores are those after the hand, in which N-S lost six points.
    assert done("bid", NO_TRUMP, *QUICK) == done("bid", NO_TRUMP, "--scores", "-1,2", *QUICK)
    over = text.replace('"S:0 0 0 0"', '"S:9 0 9 0"')
    wrong = refused("bid", over, *QUICK)
    assert "it ends the game by these rules with the scores of the hand: expected --scores" in wrong


def test_the_strain_of_a_hand_in_ptn_is_asked_about() -> None:
    asked = ("--strains", "--samples", "4", "--discards", "heuristic", "--json")
    answer = json.loads(done("bid", SPADES, *asked))
    assert (answer["bid"], answer["seat"], answer["kitty_seen"]) == ("4-", 2, False)
    kitty = json.loads(done("bid", SPADES, *asked, "--set", "declare_timing=after_kitty"))
    assert kitty["kitty_seen"] is True and len(ws.Hand(kitty["hand"])) == 18


def test_a_seat_of_a_deal_is_asked_about() -> None:
    deal = ws.Deal.random(seed=3)
    for text in (str(deal), to_text(Diagram.of_deal(deal))):
        asked = ("--seat", "East", "--dealer", "North", *QUICK)
        assert done("bid", text, *asked) == done("bid", str(deal.hands[1]), *asked)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((str(SPADES), "--at", "9"), "--at 9 is wrong: expected 1 to 4"),
        ((str(SPADES), "--at", "5"), "the auction is over after call 4"),
        ((str(SPADES), "--set", "min_bid=4"), "call 3 of the hand: call 3- of E is not legal"),
        ((DEAL, "--at", "1"), "--at is given without an auction"),
        (("AKQJ.T9.32.9876", "--dealer", "S"), "Missing option '--seat'"),
        (("AKQJ.T9.32.9876", "--calls", "pass"), "Missing options '--seat' and '--dealer'"),
        (("AKQJ.T9.32.9876", "--seat", "E", "--dealer", "N", "--calls", "3+"), "it is S's (dealer N, E 3+)"),
        ((DEAL,), "Missing options '--seat' and '--dealer'"),
        ((f"{DEAL}\n{DEAL}", "--seat", "S", "--dealer", "W"), "there are 2 deals: expected one"),
    ],
)
def test_what_cannot_be_asked_is_said(arguments: tuple[str, ...], words: str) -> None:
    assert words in refused("bid", *arguments)


def test_a_hand_alone_opens_the_auction() -> None:
    status, out, err = run("bid", HAND, *QUICK)
    assert (status, err) == (0, "note: read as the first to call: --seat E --dealer N\n")
    assert out == done("bid", HAND, "--seat", "E", "--dealer", "N", *QUICK)


@pytest.mark.parametrize("seat", ["", "South: "])
def test_a_hand_in_a_file_or_with_its_seat(seat: str, tmp_path: Path) -> None:
    hand = "Spades: 9 8 4 2\nHearts: A 7 5\nDiamonds: K Q 8\nClubs: A 10"
    dealt = ("--seat", "S", "--dealer", "E") if seat else ("--seat", "E", "--dealer", "N")
    file = tmp_path / "hand.txt"
    file.write_text(seat + hand)
    answers = [
        run("bid", file, *QUICK),
        run("bid", "-", *QUICK, stdin=seat + hand),
        run("bid", seat + hand, *QUICK),
    ]
    notes = f"note: read as 9842.A75.KQ8.AT\nnote: read as the first to call: {' '.join(dealt)}\n"
    assert answers == [(0, done("bid", "9842.A75.KQ8.AT", *dealt, *QUICK), notes)] * 3


def test_words_of_cards_played_and_how_a_deal_was_read() -> None:
    printed = "N:A2.K.. K.A3.. 3.42.. 5.76.."
    asked = ("--strain", "S+", "--leader", "N", "--json")
    played = run("solve", printed, *asked, "--played", "ace of spades, king of spades, S3")
    assert played == (0, done("solve", printed, *asked, "--played", "SA SK S3"), "")
    for text in ("North ♠A2 ♥K East ♠K ♥A3 South ♠3 ♥42 West ♠5 ♥76", "N: A2.K. K.A3.. 3.42.. 5.76.."):
        assert run("solve", text, *asked)[2] == f"note: read as {printed}\n"
    traced = ("trace", printed, "--contract", "1S+ by N", "--json", "--play")
    assert done(*traced, "ace of spades, SK; 3 of spades") == done(*traced, "SA SK S3")


def test_a_file_with_diagrams_is_read(tmp_path: Path) -> None:
    deals = [ws.Deal.random(seed=seed) for seed in range(2)]
    file = tmp_path / "deals.txt"
    file.write_text("\n".join(to_text(Diagram.of_deal(deal)) for deal in deals), "utf-8")
    lines = "\n".join(map(str, deals))
    asked = ("table", "--strains", "S+", "--json")
    assert done(*asked, file) == done(*asked, stdin=lines)
    assert done("deal", "--seed", 1, "--count", 2, "--diagram").count("kitty") == 2
    broken = file.read_text("utf-8").replace("W  ", "W", 1).replace("kitty", "cat", 1)
    assert "expected" in refused(*asked, stdin=broken)


# words

HAND = "AKQJ.T9.32.9876"
IN_WORDS = ("--seat", "South", "--dealer", "west", "--calls", "Pass, 3 high")


@pytest.mark.parametrize(
    ("words", "letters"),
    [
        (
            ("table", SMALL, "--strains", "spades uptown, no trump low,H- ♦+"),
            ("table", SMALL, "--strains", "S+ NT- H- D+"),
        ),
        (
            ("solve", SMALL, "--strain", "spades high", "--leader", "North"),
            ("solve", SMALL, "--strain", "S+", "--leader", "N"),
        ),
        (
            ("bid", "♠AKQJ ♥T9 ♦32 ♣9876", *IN_WORDS, *QUICK),
            ("bid", HAND, "--seat", "S", "--dealer", "3", "--calls", "pass 3+", *QUICK),
        ),
        (("score", "five spades high by North", "11"), ("score", "5S+ by N", "11")),
    ],
)
def test_words_and_letters_come_to_the_same(words: tuple[str, ...], letters: tuple[str, ...]) -> None:
    assert done(*words) == done(*letters)


def test_a_hand_is_played_in_words() -> None:
    lines = ["Pass", "four low", "p", "P", "SPADES", "help", "undo", "quit"]
    found = done("play", "--open", "--seed", "1", "--dealer", "West", "--json", stdin="\n".join(lines))
    answers = [json.loads(line) for line in found.splitlines()]
    assert not [answer for answer in answers if "error" in answer]
    assert [call for _, call in answers[4]["calls"]] == ["Pass", "4-", "Pass", "Pass"]
    assert answers[5]["contract"] == "4S- by E"
    assert "7+, 7-, 7NT, pass" in answers[6]["help"]
    named = done("play", "--open", "--seed", "1", "--set", "bid_form=named_strain", stdin="help\n4\nquit\n")
    assert "7C+, 7C-, 7NT-, pass" in named
    assert "wrong: call 4 of E is not legal" in named
    assert "expected pass or a bid such as 4C+, 4C-" in " ".join(named.split())


@pytest.mark.parametrize(
    ("dealer", "caller", "leader"), [("S", "W", "N"), ("South", "West", "North"), ("2", "player 3", "seat 0")]
)
def test_errors_name_seats_as_the_caller_did(dealer: str, caller: str, leader: str) -> None:
    asked = ("bid", HAND, "--dealer", dealer)
    assert f"call 8+ of {caller} is not legal" in refused(*asked, "--seat", "N", "--calls", "8+")
    seat = leader.removeprefix("seat ")
    first = leader.replace("seat", "player")
    assert f"not the turn of {first}: it is {caller}'s" in refused(*asked, "--seat", seat)
    assert f"{first} has not won the auction" in refused(*asked, "--seat", seat, "--strains")
    wrong = refused("solve", SMALL, "--strain", "S+", "--leader", seat, "--played", "SK")
    assert f"SK by {leader}, is not legal: {leader} does not hold it" in wrong
    no_kitty = refused("discard", SMALL, "--strain", "S+", "--declarer", seat)
    assert f"expected the cards that {leader} takes" in no_kitty
    found = done("play", "--open", "--seed", "1", "--dealer", dealer, stdin="8+\nquit\n")
    assert f"wrong: call 8+ of {caller} is not legal" in found

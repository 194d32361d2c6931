"""Hands, plays, auctions and words typed on the command line come to the same as in PTN and in letters."""

import json

from tests.support.command import NO_TRUMP, SMALL, SPADES, done, refused, run
from tests.support.traced import HAND_241, HAND_327

import whistsolve as ws
from whistsolve.show import Diagram, to_text

DEAL = str(HAND_241.deal)
DISCARD = "♥T2 ♦Q2"
PLAY = " ".join(map(str, HAND_241.plays))
TEXT = (DEAL, "--contract", "3NT↑ by S", "--discard", DISCARD, "--set", "jokers=0")
HAND = "AKQJ.T9.32.9876"
QUICK = ("--discards", "estimated", "--samples", "12", "--json")
FIRST = "note: read as the first to call: --seat E --dealer N\n"


def parsed(*args):
    return json.loads(done(*args, "--json"))


# trace and discard


def test_a_hand_in_text_is_traced_as_one_in_ptn():
    assert done("trace", *TEXT, "--play", PLAY) == done("trace", NO_TRUMP)
    want = done("trace", NO_TRUMP, "--json")
    assert done("trace", *TEXT, "--play", PLAY, "--json") == want
    assert done("trace", *TEXT, "--play", PLAY.replace(" ", ", "), "--leader", "South", "--json") == want
    assert done("trace", *TEXT, "--play", PLAY, "--holder", "2", "--json") == want


def test_options_of_a_trace_stand_in_place_of_the_file():
    best = parsed("trace", NO_TRUMP, "--discard", "S5 S2 H2 D2", "--play", "CT CA")
    assert (best["discard"]["cards"], best["discard"]["lost"]) == (["S5", "S2", "H2", "D2"], 0)
    assert len(best["cards"]) == 2 and best["contract"] == "3NT+ by S"
    low = parsed("trace", SPADES, "--contract", "3S- by S")
    assert low["contract"] == "3S- by S" and len(low["cards"]) == len(HAND_327.plays)
    wanted = parsed("trace", NO_TRUMP, "--best")
    assert wanted["points"]["lost"] == 2 and parsed("trace", *TEXT)["points"] is None
    assert parsed("trace", NO_TRUMP, "--contract") == parsed("trace", "--contract", NO_TRUMP) == wanted


def test_a_discard_in_text_is_advised_and_compared():
    cards = "AKQJT987.AK32.32.32.BL"
    report = ws.evaluate_discards(cards, "S+", seat="N", dealer="N").as_dict()
    assert parsed("discard", cards, "--strain", "S+") == report, "without the cards of others"
    asked = ("discard", DEAL, "--strain", "NT+", "--declarer", "S", "--set", "jokers=0", "--discard")
    assert f"given    {DISCARD}: costs 1 trick" in done(*asked, DISCARD)
    answer = parsed(*asked, "S5 S2 H2 D2")
    assert answer["given"] == {"cards": ["S5", "S2", "H2", "D2"], "tricks": answer["tricks"]}
    assert "at the table" in done("discard", NO_TRUMP, "--discard", "S5 S2 H2 D2")


def test_what_cannot_be_asked_is_said():
    in_turn = (HAND, "--seat", "E", "--dealer", "N", "--calls", "3+")
    dealt = ("discard", DEAL, "--strain", "NT+", "--declarer", "S", "--set", "jokers=0", "--discard")
    for (command, *args), words in {
        ("trace", DEAL): "there is a deal and no play: expected hands in PTN, or --contract and --play",
        ("trace", *TEXT[:4], "S2 H2 D2"): "S takes 4 cards and discards 3",
        ("trace", *TEXT[:3], "--holder", "S"): "--holder is given without --discard",
        ("trace", *TEXT, "--play", "CT CA C3 C2 S7"): "W plays S7, which S holds",
        ("trace", SMALL, "--contract", "1S+ by N", "--discard", "SA"): "the deal has no kitty",
        ("discard", HAND): "Missing option '--strain'",
        ("discard", HAND, "--strain", "S+", "--leader", "N"): "one hand takes --strain and --declarer alone",
        ("discard", "hnad.ptn", "--strain", "S+"): "neither a file nor a deal",
        (*dealt, "S5 S2 H2"): "--discard has 3 cards: expected 4",
        (*dealt, "SK S2 H2 D2"): "--discard has SK, which S holds neither",
        ("bid", SPADES, "--at", "9"): "--at 9 is wrong: expected 1 to 4",
        ("bid", SPADES, "--at", "5"): "the auction is over after call 4",
        ("bid", SPADES, "--set", "min_bid=4"): "call 3 of the hand: call 3- of E is not legal",
        ("bid", DEAL, "--at", "1"): "--at is given without an auction",
        ("bid", HAND, "--dealer", "S"): "Missing option '--seat'",
        ("bid", HAND, "--calls", "pass"): "Missing options '--seat' and '--dealer'",
        ("bid", *in_turn): "it is S's (dealer N, E 3+)",
        ("bid", DEAL): "Missing options '--seat' and '--dealer'",
        ("bid", f"{DEAL}\n{DEAL}", "--seat", "S", "--dealer", "W"): "there are 2 deals: expected one",
    }.items():
        assert words in refused(command, *args), args


# bid


def test_a_call_of_a_hand_in_ptn_is_asked_about():
    for at, (seat, said) in enumerate(zip("WNES", ("", "Pass", "Pass Pass", "Pass Pass 3-"), strict=True), 1):
        hand = str(HAND_327.deal.hands["NESW".index(seat)])
        asked = ("--seat", seat, "--dealer", "S", "--calls", said, "--rules", "trickster")
        in_text = done("bid", hand, *asked, *QUICK)
        assert (
            done("bid", SPADES, "--at", at, *QUICK) == done("bid", SPADES, "--seat", seat, *QUICK) == in_text
        )
    # The auction is over: the bid that won.
    text = SPADES.read_bytes()
    assert done("bid", "-", *QUICK, stdin=text) == done("bid", text.decode(), *QUICK) == in_text
    # Where it goes on, the call of who is to act.
    text = SPADES.read_text("utf-8").split("[CardsAdded")[0].replace("Pass Pass 3↓ 4♠↓", "Pass Pass")
    text = "\n".join(line for line in text.splitlines() if "Contract" not in line and "Declarer" not in line)
    answer = parsed("bid", text, *QUICK)
    assert (answer["seat"], answer["dealer"], answer["hand"]) == (1, 2, str(HAND_327.deal.hands[1]))


def test_scores_of_a_hand_in_ptn_count():
    text = SPADES.read_text("utf-8")
    ahead, behind, over = (
        text.replace("S:0 0 0 0", each) for each in ("S:6 0 6 0", "W:6 0 6 0", "S:9 0 9 0")
    )
    for hand, scores in ((ahead, "6,0"), (behind, "0,6")):
        assert done("bid", hand, *QUICK) == done("bid", SPADES, "--scores", scores, *QUICK)
    assert done("bid", ahead, "--scores", "0,0", *QUICK) == done("bid", SPADES, *QUICK)
    # After the last card the scores are those after the hand, in which N-S lost six points.
    assert done("bid", NO_TRUMP, *QUICK) == done("bid", NO_TRUMP, "--scores", "-1,2", *QUICK)
    wrong = refused("bid", over, *QUICK)
    assert "it ends the game by these rules with the scores of the hand: expected --scores" in wrong


def test_the_strain_of_a_hand_in_ptn_is_asked_about():
    asked = ("bid", SPADES, "--strains", "--samples", "4", "--discards", "heuristic")
    answer = parsed(*asked)
    assert (answer["bid"], answer["seat"], answer["kitty_seen"]) == ("4-", 2, False)
    kitty = parsed(*asked, "--set", "declare_timing=after_kitty")
    assert kitty["kitty_seen"] is True and len(ws.Hand(kitty["hand"])) == 18


def test_a_hand_alone_in_a_file_or_of_a_deal(tmp_path):
    found = run("bid", HAND, *QUICK)
    assert found == (0, done("bid", HAND, "--seat", "E", "--dealer", "N", *QUICK), FIRST)
    deal = ws.Deal.random(seed=3)
    asked = ("--seat", "East", "--dealer", "North", *QUICK)
    for text in (str(deal), to_text(Diagram.of_deal(deal))):
        assert done("bid", text, *asked) == done("bid", str(deal.hands[1]), *asked)
    file, hand = tmp_path / "hand.txt", "Spades: 9 8 4 2\nHearts: A 7 5\nDiamonds: K Q 8\nClubs: A 10"
    for seat, first in (("", FIRST), ("South: ", FIRST.replace("E --dealer N", "S --dealer E"))):
        file.write_text(seat + hand)
        notes = f"note: read as 9842.A75.KQ8.AT\n{first}"
        want = (0, done("bid", "9842.A75.KQ8.AT", *first.split()[-4:], *QUICK), notes)
        assert run("bid", file, *QUICK) == run("bid", seat + hand, *QUICK) == want
        assert run("bid", "-", *QUICK, stdin=seat + hand) == want


# words


def test_words_and_letters_come_to_the_same():
    asked = ("--strain", "S+", "--leader", "N", "--json")
    printed, calls = "N:A2.K.. K.A3.. 3.42.. 5.76..", "Pass, 3 high"
    traced = ("trace", printed, "--contract", "1S+ by N", "--play")
    in_words = ("--seat", "South", "--dealer", "west", "--calls", calls)
    for words, letters in (
        (
            ("table", SMALL, "--strains", "spades uptown, no trump low,H- ♦+"),
            ("table", SMALL, "--strains", "S+ NT- H- D+"),
        ),
        (
            ("solve", SMALL, "--strain", "spades high", "--leader", "North"),
            ("solve", SMALL, "--strain", "S+", "--leader", "N"),
        ),
        (
            ("bid", "♠AKQJ ♥T9 ♦32 ♣9876", *in_words, *QUICK),
            ("bid", HAND, "--seat", "S", "--dealer", "3", "--calls", "pass 3+", *QUICK),
        ),
        (("score", "five spades high by North", "11"), ("score", "5S+ by N", "11")),
        ((*traced, "ace of spades, SK; 3 of spades"), (*traced, "SA SK S3")),
    ):
        assert done(*words) == done(*letters)
    played = run("solve", printed, *asked, "--played", "ace of spades, king of spades, S3")
    assert played == (0, done("solve", printed, *asked, "--played", "SA SK S3"), "")
    for text in ("North ♠A2 ♥K East ♠K ♥A3 South ♠3 ♥42 West ♠5 ♥76", "N: A2.K.-. K.A3.. 3.42.. 5.76.."):
        assert run("solve", text, *asked)[2] == f"note: read as {printed}\n"


def test_a_hand_is_played_in_words():
    lines = ["Pass", "four low", "p", "P", "SPADES", "help", "undo", "quit"]
    found = done("play", "--open", "--seed", "1", "--dealer", "West", "--json", stdin="\n".join(lines))
    answers = [json.loads(line) for line in found.splitlines()]
    assert not [answer for answer in answers if "error" in answer]
    assert [call for _, call in answers[4]["calls"]] == ["Pass", "4-", "Pass", "Pass"]
    assert answers[5]["contract"] == "4S- by E" and "7+, 7-, 7NT, pass" in answers[6]["help"]
    named = done("play", "--open", "--seed", "1", "--set", "bid_form=named_strain", stdin="help\n4\nquit\n")
    assert "7C+, 7C-, 7NT-, pass" in named and "wrong: call 4 of E is not legal" in named
    assert "expected pass or a bid such as 4C+, 4C-" in " ".join(named.split())


def test_errors_name_seats_as_the_caller_did():
    for dealer, caller, first in (("S", "W", "N"), ("South", "West", "North"), ("2", "player 3", "player 0")):
        asked, number = ("bid", HAND, "--dealer", dealer), first.removeprefix("player ")
        assert f"call 8+ of {caller} is not legal" in refused(*asked, "--seat", "N", "--calls", "8+")
        assert f"not the turn of {first}: it is {caller}'s" in refused(*asked, "--seat", number)
        assert f"{first} has not won the auction" in refused(*asked, "--seat", number, "--strains")
        leader = first.replace("player", "seat")
        wrong = refused("solve", SMALL, "--strain", "S+", "--leader", number, "--played", "SK")
        assert f"SK by {leader}, is not legal: {leader} does not hold it" in wrong
        no_kitty = refused("discard", SMALL, "--strain", "S+", "--declarer", number)
        assert f"expected the cards that {leader} takes" in no_kitty
        found = done("play", "--open", "--seed", "1", "--dealer", dealer, stdin="8+\nquit\n")
        assert f"wrong: call 8+ of {caller} is not legal" in found

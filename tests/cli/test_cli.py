"""The command line: table, solve, deal and bench with their JSON, and a line for every error."""

import json

from tests.support.command import DATA, NO_TRUMP, SMALL, SPADES, THREE, UPTOWN, done, refused, run

import whistsolve as ws
from whistsolve.cli import main
from whistsolve.notation import parse_ptn, read_pbn
from whistsolve.values import STRAINS

SOLVE_SMALL = ("solve", SMALL, *UPTOWN)


def parsed(*args, stdin=None):
    """The one answer of a command as JSON."""
    return json.loads(done(*args, "--json", stdin=stdin))


# The command as a whole.


def test_version_and_help():
    assert done("--version") == f"whistsolve {ws.__version__}\n"
    assert main(["--version"]) == 0
    text = done("--help")
    assert text == done()
    for name in ("solve", "table", "batch", "deal", "rules", "bench"):
        assert f"\n  {name} " in text
        assert "--json" in done(name, "-h")
        assert done(name, "-h") == done(name, "--help") == done("help", name)


def test_wrong_input_is_one_line_and_status_2():
    with_spades = ["solve", SMALL, "--strain", "S+", "--leader", "N"]
    for args, words in (
        (["frobnicate"], ["frobnicate"]),
        (["trcae", "hand.ptn"], ["No such command 'trcae'; did you mean trace?; see whistsolve --help"]),
        (["solve", "--frob"], ["--frob", "whistsolve solve --help"]),
        (["table", SMALL, "more"], ["more"]),
        (["table", SMALL, "--threads", "many"], ["--threads", "many"]),
        (["table", SMALL, "--strains", "S+,X"], ["'X'", "strain"]),
        (["table", "N:AQ... K2... JT... 9..."], ["hand of W", "expected equal numbers"]),
        (["table", "nothing.ptn"], ["'nothing.ptn'", "neither a file nor a deal"]),
        (["table", "a\nb\x00"], ["holds the character"]),
        (["table", "\udcff"], ["neither a file nor a deal"]),
        (["table", "--file", "nothing.ptn"], ["'nothing.ptn'", "cannot be read"]),
        (["table", "--file", SPADES, SMALL], ["--file"]),
        (["table", str(ws.Deal.random(1)), "--pbn"], ["without jokers"]),
        (["solve", SMALL], ["--strain", "whistsolve solve --help"]),
        (["solve", SMALL, "--strain", "S+"], ["--leader"]),
        (["solve", SMALL, "--strain", "S+", "--leader", "5"], ["leader '5'", "N, E, S or W"]),
        (["solve", THREE, "--strain", "S+", "--leader", "N"], ["leader 'N'", "0 to 2"]),
        ([*with_spades, "--played", "SK"], ["SK", "N does not hold"]),
        ([*with_spades, "--after-trick", "1"], ["PTN"]),
        (["solve", SPADES, "--after-trick", "8"], ["--after-trick 8", "7 whole tricks"]),
        ([*SOLVE_SMALL, "--set", "jokers"], ["'jokers'", "option=value"]),
        ([*SOLVE_SMALL, "--set", "jockers=1"], ["jockers", "did you mean 'jokers'"]),
        ([*SOLVE_SMALL, "--set", "jokers=1", "--set", "jokers=1"], ["twice"]),
        (["deal", "--count", "0"], ["--count"]),
        (["deal", "--json", "--diagram"], ["--json"]),
    ):
        message = refused(*args)
        assert [each for each in words if each not in message] == [], (args, message)


def test_wrong_files_are_one_line_and_status_2():
    spades = SPADES.read_text()
    for text, words in (
        ("", "no deal in standard input"),
        ("# nothing\n\n", "no deal in standard input"),
        ("% PTN\n", "no deal in standard input"),
        ("[Deal\n", "line 1"),
        (spades.replace("SK SQ", "SQ SK"), "line 23: W plays SQ, which N holds"),
        # Typed in the order of play.
        (spades.replace("D4 D2 DK DQ", "DQ D4 D2 DK"), "columns stay with their seats: each row begins with"),
        (b"N:A\xff", "\\xff"),
    ):
        assert words in refused("table", "-", stdin=text), text
    assert "no deal in standard input" in refused("table", stdin="")
    status, out, err = run("table", "-", stdin=f"{SMALL}\n# right\n{SMALL[:-4]}...\n")
    assert status == 2 and "error: line 3: the hand of W" in err and "leader" in out
    status, out, err = run("solve", "--strain", "S+", "--leader", "3", stdin=f"{SMALL}\n{THREE}\n")
    assert status == 2 and err.startswith("whistsolve: error: line 2: leader '3'") and "tricks" in out


def test_interrupted(monkeypatch):
    def interrupted(*args, **kwargs):
        raise KeyboardInterrupt

    monkeypatch.setattr(ws, "table", interrupted)
    assert run("table", SMALL) == (130, "", "")


# Table.


def test_table_json_is_exactly_that():
    strains, tricks = [str(strain) for strain in STRAINS], ws.table(SMALL).to_numpy().tolist()
    answer = {"strains": strains, "leaders": ["N", "E", "S", "W"], "tricks": tricks}
    assert done("table", SMALL, "--json") == json.dumps(answer) + "\n"
    assert parsed("table", "--threads", 1, SMALL) == answer
    assert done("table", SMALL, "--rules", "whist").endswith("play goes counterclockwise\n")
    several = done("table", NO_TRUMP, SPADES, "--json", "--strains", "S+").splitlines()
    assert len(several) == 2


def test_table_takes_hands_as_they_were_played():
    hand = parse_ptn(SPADES.read_bytes().decode())
    answer = parsed("table", SPADES, "--strains", "S-")
    assert answer["tricks"] == ws.table(hand.deal_in_play, strains=["S-"]).to_numpy().tolist()
    assert answer["tricks"] != ws.table(hand.deal, strains=["S-"]).to_numpy().tolist()


def test_a_table_as_pbn_has_the_values_of_bridge():
    """Declarer's left-hand opponent leads, as the tables of bridge programs have it."""
    with open(DATA / "bridge_tables.jsonl", encoding="utf-8") as file:
        known = json.loads(next(file))
    (board,) = read_pbn(done("table", known["deal"], "--pbn"))
    found = [line.split() for line in board.tag("OptimumResultTable").lines]
    assert len(found) == 20
    for seat, trump, tricks in found:
        leader = ("NESW".index(seat) + 1) % 4
        assert int(tricks) == 13 - known["leader_tricks"][f"{trump}+"][leader]
    assert "play counterclockwise" in refused("table", known["deal"], "--pbn", "--rules", "whist")


# Solve.


def test_solve_a_deal():
    assert done(*SOLVE_SMALL).splitlines() == [
        "tricks  1 for the declarer's side, N-S (both sides' best play, all hands open)",
        "strain  NT↑, N leads first",
    ]
    assert "books   2 with the kitty's" in done("solve", f"{SMALL} | 7...", *UPTOWN).splitlines()
    answer = parsed(*SOLVE_SMALL, "--cards")
    assert isinstance(answer.pop("nodes"), int)
    numbers = {"tricks": 1, "low": 1, "high": 1, "exact": True, "won": 0, "books": 2}
    asked = {"deal": SMALL, "strain": "NT+", "leader": "N", "declarer": "N", "played": []}
    assert answer == {**asked, **numbers, "relevant": ["SA", "SK"], "cards": {"SA": 1, "SQ": 1}}


def test_solve_after_cards_played():
    asked = (*SOLVE_SMALL, "--declarer", "E", "--played")
    answer = parsed(*asked, "SA S2, SJ S8 SQ", "--cards")
    assert (answer["declarer"], answer["played"]) == ("E", ["SA", "S2", "SJ", "S8", "SQ"])
    assert (answer["tricks"], answer["won"], answer["cards"]) == (1, 0, {"SK": 1})
    shown = done(*asked, "SA SK SJ S8", "--cards")
    assert "if N plays" in shown and "won before" not in shown
    assert "won before  1" in done(*SOLVE_SMALL, "--played", "SA SK SJ S8").splitlines()


def test_solve_the_no_trump_hand_as_played():
    text = done("solve", NO_TRUMP)
    assert text.splitlines()[:6] == [
        "double dummy  7 tricks for the declarer's side, N-S (both sides' best play, all hands open)",
        "              8 books with the kitty's: one short",
        "contract      3NT↑ by S, 9 books needed",
        "at the table  7 tricks of 12",
        "              8 books with the kitty's: one short",
        "",
    ]
    assert "♣ KQJT85" in text and "discards: ♥T2 ♦Q2" in text
    answer = parsed("solve", NO_TRUMP)
    names = ("strain", "leader", "declarer", "tricks", "won", "books", "contract", "books_needed")
    assert [answer[name] for name in names] == ["NT+", "S", "S", 7, 0, 8, "3NT+ by S", 9]
    assert (answer["tricks_played"], answer["tricks_taken"]) == (12, 7)
    assert answer["deal"] == str(parse_ptn(NO_TRUMP.read_bytes().decode()).deal_in_play)
    text = done("solve", NO_TRUMP, "--after-trick", 9, "--played", "SA", "--line", "--cards")
    assert "double dummy  after trick 9, ♠A: 1 trick for the declarer's side, N-S, 6 won before" in text
    assert "trick 10  W ♠9, N ♦6, E ♦8: 0 left" in text
    shown, answer = done("solve", NO_TRUMP, "--strain", "NT-"), parsed("solve", NO_TRUMP, "--strain", "NT-")
    assert "tricks  8 for the declarer's side, N-S" in shown and "contract" not in shown
    assert answer["tricks"] == 8 and not {"contract", "books_needed", "line"} & set(answer)


def test_solve_reads_ptn_from_anywhere():
    text, expected = NO_TRUMP.read_bytes(), done("solve", NO_TRUMP, "--json")
    assert done("solve", "--file", NO_TRUMP, "--json") == expected
    assert done("solve", "--json", stdin=text) == expected
    assert done("solve", "-", "--json", stdin=text.replace(b"\n", b"\r\n")) == expected
    assert done("solve", text.decode(), "--json") == expected
    both = done("solve", "--json", stdin=text + SPADES.read_bytes()).splitlines()
    assert both == [expected.strip(), done("solve", SPADES, "--json").strip()]


def test_solve_ptn_without_contract_asks_for_it():
    text = f'[Deal "{SMALL}"]\n'
    assert "--strain" in refused("solve", stdin=text)
    assert "--leader" in refused("solve", "--strain", "S+", stdin=text)
    answer = parsed("solve", *UPTOWN, stdin=text)
    assert answer["tricks"] == 1 and "tricks_taken" not in answer
    # The declarer leads where the file does not say who does.
    with_contract = text + '[Declarer "N"]\n[Contract "1NT↑"]\n'
    answer = parsed("solve", stdin=with_contract)
    assert (answer["leader"], answer["books_needed"], answer["tricks_played"]) == ("N", 7, 0)
    assert "at the table" not in done("solve", stdin=with_contract)


def test_solve_ptn_under_other_rules():
    # Where the first trick counts two there is no other book for the kitty. East won it at the table.
    answer = parsed("solve", SPADES, "--set", "kitty_book=first_trick_winner")
    assert answer["books"] == answer["tricks"] and answer["tricks_taken"] == 5
    assert parsed("solve", NO_TRUMP, "--rules", "bid_whist_common")["books_needed"] == 9
    cutthroat = '[Deal "S:AK... QJ... T9..."]\n[Declarer "W"]\n[Contract "1♠↓"]\n[Play "W"]\n'
    answer = parsed("solve", stdin=cutthroat)
    assert (answer["declarer"], answer["leader"], answer["books_needed"]) == (1, 1, 1)


def test_limits_give_bounds():
    deal = ws.Deal.random(1, ws.Rules.preset("bid_whist_seed", hand_size=9, kitty_size=18))
    asked, side = ("solve", deal, *UPTOWN), "for the declarer's side, N-S (not exact: the limit was reached; "
    exact, found = parsed(*asked, "--cards"), parsed(*asked, "--cards", "--node-limit", 100)
    low, high = found["low"], found["high"]
    assert exact["exact"] is True and exact["low"] == exact["high"] == exact["tricks"]
    assert (found["exact"], found["tricks"], found["books"]) == (False, None, None)
    assert low <= exact["tricks"] <= high and "card_bounds" not in exact
    assert list(exact["cards"]) == list(map(str, ws.solve_cards(deal, "NT+", "N")))
    assert list(found["cards"]) == list(found["card_bounds"]) and set(found["cards"]) == set(exact["cards"])
    for card, (least, most) in found["card_bounds"].items():
        assert least <= exact["cards"][card] <= most
        assert found["cards"][card] == (least if least == most else None)
    said = done(*asked, "--node-limit", 100)
    assert f"tricks  {low} to {high} {side}" in said and f"{low + 1} to {high + 1} with the kitty's" in said
    assert "tricks  if N plays" in done(*asked, "--cards", "--time-limit", 1e-6)
    said, found = done("solve", NO_TRUMP, "--node-limit", 1), parsed("solve", NO_TRUMP, "--node-limit", 1)
    low, high = found["low"], found["high"]
    assert low < 8 <= high and f"{low} to {high} tricks {side}" in said
    assert f"{low + 1} to {high + 1} books with the kitty's: made or short" in said


# Deal and bench.


def test_deals_are_those_of_their_seed():
    lines = done("deal", "--seed", 7, "--count", 3).splitlines()
    assert lines[0] == str(ws.Deal.random(seed=7))
    assert len(set(lines)) == 3 and all(ws.Deal.from_text(line).hand_size == 12 for line in lines)
    answers = [json.loads(line) for line in done("deal", "--seed", 7, "--count", 3, "--json").splitlines()]
    assert answers == [{"seed": 7, "number": i, "deal": line} for i, line in enumerate(lines)]
    more, fewer = (done("deal", "--seed", -7, "--count", count).splitlines() for count in (1100, 1025))
    assert more[:1025] == fewer
    answer = parsed("deal")
    assert done("deal", "--seed", answer["seed"]) == answer["deal"] + "\n" != done("deal")
    assert "standard error" in done("deal", "--seed", 1, "--count", 5, "--average", "hcp(N)")


def test_solve_several_deals():
    text = f"{SMALL}\n{SMALL.replace('N:', 'E:')}\n"
    answers = [json.loads(line) for line in done("solve", *UPTOWN, "--json", stdin=text).splitlines()]
    expected = [ws.solve(line, "NT+", "N") for line in text.splitlines()]
    assert [(each["tricks"], each["nodes"]) for each in answers] == [
        (each.tricks, each.nodes) for each in expected
    ]
    shown = done("solve", *UPTOWN, stdin=text).splitlines()
    assert shown[0] == SMALL and "N:98... AQ... K2... JT..." in shown

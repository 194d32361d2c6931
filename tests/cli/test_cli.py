"""The command line: every command with its JSON, sources of deals, a line and a status for every error."""

import json
from pathlib import Path

import pytest
from tests.support.command import NO_TRUMP, SMALL, SPADES, THREE, UPTOWN, done, refused, run

import whistsolve as ws
from whistsolve.cli import main
from whistsolve.notation import parse_ptn, read_pbn
from whistsolve.solving.bench.fixed import run_bench
from whistsolve.values import STRAINS

DATA = Path(__file__).parents[1] / "data"

# The command as a whole.


def test_version_and_help():
    assert done() == done("--help")
    assert done("--version") == f"whistsolve {ws.__version__}\n"
    assert main(["--version"]) == 0
    text = done("--help")
    for name in ("solve", "table", "batch", "deal", "rules", "bench"):
        assert f"\n  {name} " in text
        help_text = done(name, "-h")
        assert help_text == done(name, "--help") == done("help", name)
        assert "--json" in help_text


@pytest.mark.parametrize(
    ("args", "words"),
    [
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
        (["table", "--file", str(SPADES), SMALL], ["--file"]),
        (["solve", SMALL], ["--strain", "whistsolve solve --help"]),
        (["solve", SMALL, "--strain", "S+"], ["--leader"]),
        (["solve", SMALL, "--strain", "S+", "--leader", "5"], ["leader '5'", "N, E, S or W"]),
        (["solve", THREE, "--strain", "S+", "--leader", "N"], ["leader 'N'", "0 to 2"]),
        (["solve", SMALL, "--strain", "S+", "--leader", "N", "--played", "SK"], ["SK", "N does not hold"]),
        (["solve", SMALL, "--strain", "S+", "--leader", "N", "--after-trick", "1"], ["PTN"]),
        (["solve", SPADES, "--after-trick", "8"], ["--after-trick 8", "7 whole tricks"]),
        (["solve", SMALL, *UPTOWN, "--set", "jokers"], ["'jokers'", "option=value"]),
        (["solve", SMALL, *UPTOWN, "--set", "jockers=1"], ["jockers", "did you mean 'jokers'"]),
        (["solve", SMALL, *UPTOWN, "--set", "jokers=1", "--set", "jokers=1"], ["twice"]),
        (["deal", "--count", "0"], ["--count"]),
        (["deal", "--json", "--diagram"], ["--json"]),
    ],
)
def test_wrong_input_is_one_line_and_status_2(args, words):
    message = refused(*args)
    for word in words:
        assert word in message


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no deal in standard input"),
        ("# nothing\n\n", "no deal in standard input"),
        (f"{SMALL}\n# right\n{SMALL[:-4]}...\n", "line 3: the hand of W"),
        (f"{SMALL}\n{THREE}\nN:A K\n", "line 3"),
        ("% PTN\n", "no deal in standard input"),
        ("[Deal\n", "line 1"),
        (SPADES.read_text().replace("SK SQ", "SQ SK"), "line 23: W plays SQ, which N holds"),
        # Typed in the order of play.
        (
            SPADES.read_text().replace("D4 D2 DK DQ", "DQ D4 D2 DK"),
            "columns stay with their seats: each row begins with that of S",
        ),
        (b"N:A\xff", "\\xff"),
    ],
)
def test_wrong_files_are_one_line_and_status_2(text, words):
    assert words in refused("table", stdin=text)
    assert words in refused("table", "-", stdin=text)


def test_errors_behind_the_first_deal_name_their_line():
    status, out, err = run("solve", "--strain", "S+", "--leader", "3", stdin=f"{SMALL}\n{THREE}\n")
    assert status == 2 and err.startswith("whistsolve: error: line 2: leader '3'")
    assert "tricks" in out


def test_interrupted(monkeypatch):
    def interrupted(*args, **kwargs):
        raise KeyboardInterrupt

    monkeypatch.setattr(ws, "table", interrupted)
    assert run("table", SMALL) == (130, "", "")


# Table.


def test_table_json_is_exactly_that():
    expected = ws.table(SMALL)
    text = done("table", SMALL, "--json")
    strains, tricks = [str(strain) for strain in STRAINS], expected.to_numpy().tolist()
    answer = {"strains": strains, "leaders": ["N", "E", "S", "W"], "tricks": tricks}
    assert text == json.dumps(answer) + "\n"
    assert text.isascii()
    assert done("table", "--json", "--threads", 1, SMALL) == text


def test_table_takes_rules():
    joker = "N:A....L Q2... JT... 98..."
    high = ws.Rules.preset("bid_whist_seed", joker_no_trump="high_no_suit")
    expected = ws.table(joker, strains=["NT+"], rules=high).to_numpy().tolist()
    setting = "joker_no_trump=high_no_suit"
    answer = json.loads(done("table", joker, "--json", "--strains", "NT+", "--set", setting))
    assert answer["tricks"] == expected != ws.table(joker, strains=["NT+"]).to_numpy().tolist()


def test_table_of_a_hand_in_ptn_is_of_the_hands_played():
    hand = parse_ptn(SPADES.read_bytes().decode())
    answer = json.loads(done("table", SPADES, "--json", "--strains", "S-"))
    assert answer["tricks"] == ws.table(hand.deal_in_play, strains=["S-"]).to_numpy().tolist()
    assert answer["tricks"] != ws.table(hand.deal, strains=["S-"]).to_numpy().tolist()


# Solve.


def test_solve_a_deal():
    assert done("solve", SMALL, *UPTOWN).splitlines() == [
        "strain  NT↑, N leads first",
        "tricks  1 for the declarer's side, N-S (both sides' best play, all hands open)",
    ]
    assert "books   2 with the kitty's" in done("solve", f"{SMALL} | 7...", *UPTOWN).splitlines()
    answer = json.loads(done("solve", SMALL, *UPTOWN, "--json", "--cards"))
    nodes = answer.pop("nodes")
    assert isinstance(nodes, int)
    assert answer == {
        "deal": SMALL,
        "strain": "NT+",
        "leader": "N",
        "declarer": "N",
        "played": [],
        "tricks": 1,
        "low": 1,
        "high": 1,
        "exact": True,
        "won": 0,
        "books": 2,
        "relevant": ["SA", "SK"],
        "cards": {"SA": 1, "SQ": 1},
    }


def test_solve_after_cards_played():
    options = ["--strain", "NT+", "--leader", "N", "--declarer", "E", "--json"]
    answer = json.loads(done("solve", SMALL, *options, "--cards", "--played", "SA S2, SJ S8 SQ"))
    assert (answer["declarer"], answer["played"]) == ("E", ["SA", "S2", "SJ", "S8", "SQ"])
    assert (answer["tricks"], answer["won"], answer["cards"]) == (1, 0, {"SK": 1})
    shown = done("solve", SMALL, *options[:-1], "--played", "SA SK SJ S8", "--cards")
    assert "if N plays" in shown and "won before" not in shown
    won = done("solve", SMALL, *options[:4], "--played", "SA SK SJ S8")
    assert "won before  1" in won.splitlines()


def test_solve_several_deals():
    text = f"{SMALL}\n{SMALL.replace('N:', 'E:')}\n"
    answers = [json.loads(line) for line in done("solve", *UPTOWN, "--json", stdin=text).splitlines()]
    expected = [ws.solve(line, "NT+", "N") for line in text.splitlines()]
    assert [(answer["tricks"], answer["nodes"]) for answer in answers] == [
        (solution.tricks, solution.nodes) for solution in expected
    ]
    shown = done("solve", *UPTOWN, stdin=text).splitlines()
    assert shown[0] == SMALL and "N:98... AQ... K2... JT..." in shown


def test_solve_the_no_trump_hand_as_played():
    text = done("solve", NO_TRUMP)
    assert text.splitlines()[-6:] == [
        "",
        "contract      3NT↑ by S, 9 books needed",
        "double dummy  7 tricks for the declarer's side, N-S (both sides' best play, all hands open)",
        "              8 books with the kitty's: one short",
        "at the table  7 tricks of 12",
        "              8 books with the kitty's: one short",
    ]
    assert "♣ KQJT85" in text and "discards: ♥T2 ♦Q2" in text
    answer = json.loads(done("solve", NO_TRUMP, "--json"))
    names = ("strain", "leader", "declarer", "tricks", "won", "books", "contract", "books_needed")
    assert [answer[name] for name in names] == ["NT+", "S", "S", 7, 0, 8, "3NT+ by S", 9]
    assert (answer["tricks_played"], answer["tricks_taken"]) == (12, 7)
    assert answer["deal"] == str(parse_ptn(NO_TRUMP.read_bytes().decode()).deal_in_play)


def test_a_card_of_a_hand_in_ptn_is_refuted():
    text = done("solve", NO_TRUMP, "--after-trick", 9, "--played", "SA", "--line", "--cards")
    assert "double dummy  after trick 9, ♠A: 1 trick for the declarer's side, N-S, 6 won before" in text
    assert "trick 10  W ♠9, N ♦6, E ♦8: 0 left" in text


def test_solve_the_no_trump_hand_downtown():
    shown = done("solve", NO_TRUMP, "--strain", "NT-")
    assert "tricks  8 for the declarer's side, N-S" in shown and "contract" not in shown
    answer = json.loads(done("solve", NO_TRUMP, "--strain", "NT-", "--json"))
    assert answer["tricks"] == 8 and "contract" not in answer and "books_needed" not in answer


@pytest.mark.parametrize("tricks", [1, 4, 7])
def test_solve_the_spade_hand_from_every_later_trick(tricks):
    # From the second trick on, every card played at the table keeps nine tricks for South.
    answer = json.loads(done("solve", SPADES, "--after-trick", tricks, "--json", "--cards"))
    assert answer["tricks"] + answer["won"] == 9
    assert answer["books"] == answer["books_needed"] == 10
    assert len(answer["played"]) == 4 * tricks
    assert max(answer["cards"].values()) + answer["won"] >= 9


def test_solve_reads_ptn_from_anywhere():
    text = NO_TRUMP.read_bytes()
    expected = done("solve", NO_TRUMP, "--json")
    assert done("solve", "--file", NO_TRUMP, "--json") == expected
    assert done("solve", "--json", stdin=text) == expected
    assert done("solve", "-", "--json", stdin=text.replace(b"\n", b"\r\n")) == expected
    assert done("solve", text.decode(), "--json") == expected
    both = done("solve", "--json", stdin=text + SPADES.read_bytes()).splitlines()
    assert both == [expected.strip(), done("solve", SPADES, "--json").strip()]


def test_solve_ptn_without_contract_asks_for_it():
    text = '[Deal "N:AQ... K2... JT... 98..."]\n'
    assert "--strain" in refused("solve", stdin=text)
    assert "--leader" in refused("solve", "--strain", "S+", stdin=text)
    answer = json.loads(done("solve", "--strain", "NT+", "--leader", "N", "--json", stdin=text))
    assert answer["tricks"] == 1 and "tricks_taken" not in answer
    # The declarer leads where the file does not say who does.
    with_contract = text + '[Declarer "N"]\n[Contract "1NT↑"]\n'
    answer = json.loads(done("solve", "--json", stdin=with_contract))
    assert (answer["leader"], answer["books_needed"], answer["tricks_played"]) == ("N", 7, 0)
    assert "at the table" not in done("solve", stdin=with_contract)


def test_solve_ptn_under_other_rules():
    # Where the first trick counts two there is no other book for the kitty. East won it at the table.
    answer = json.loads(done("solve", SPADES, "--set", "kitty_book=first_trick_winner", "--json"))
    assert answer["books"] == answer["tricks"]
    assert answer["tricks_taken"] == 5
    no_trump = json.loads(done("solve", NO_TRUMP, "--rules", "bid_whist_common", "--json"))
    assert no_trump["books_needed"] == 9


def test_ptn_for_three_hands_is_cutthroat():
    text = '[Deal "S:AK... QJ... T9..."]\n[Declarer "W"]\n[Contract "1♠↓"]\n[Play "W"]\n'
    answer = json.loads(done("solve", "--json", stdin=text))
    assert (answer["declarer"], answer["leader"], answer["books_needed"]) == (1, 1, 1)


# Deal.


def test_deals_are_those_of_their_seed():
    lines = done("deal", "--seed", 7, "--count", 3).splitlines()
    assert lines[0] == str(ws.Deal.random(seed=7))
    assert len(set(lines)) == 3 and all(ws.Deal.from_text(line).hand_size == 12 for line in lines)
    answers = [json.loads(line) for line in done("deal", "--seed", 7, "--count", 3, "--json").splitlines()]
    assert answers == [{"seed": 7, "number": i, "deal": line} for i, line in enumerate(lines)]
    assert done("deal", "--seed", -7, "--count", 1100).splitlines()[:1025] == (
        done("deal", "--seed", -7, "--count", 1025).splitlines()
    )


def test_deals_without_a_seed_can_be_had_again():
    answer = json.loads(done("deal", "--json"))
    assert done("deal", "--seed", answer["seed"]) == answer["deal"] + "\n"
    assert done("deal") != done("deal")


# Bench.


def test_bench():
    answer = json.loads(done("bench", "--deals", 1, "--json"))
    expected = run_bench(deals=1)
    assert (answer["deals"], answer["nodes"]) == (expected.deals, expected.nodes)
    assert answer["tricks_checksum"] == expected.tricks_checksum
    assert answer["seconds"] > 0 and answer["peak_memory_mb"] >= 0
    lines = done("bench", "--deals", 1).splitlines()
    assert lines[-1].split() == ["signature", str(expected.nodes), "nodes"]


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
    assert "without jokers" in refused("table", str(ws.Deal.random(1)), "--pbn")
    assert "play counterclockwise" in refused("table", known["deal"], "--pbn", "--rules", "whist")


def test_averages_say_what_their_error_is():
    assert "standard error" in done("deal", "--seed", 1, "--count", 5, "--average", "hcp(N)")


def test_a_table_says_which_way_play_goes():
    assert done("table", SMALL, "--rules", "whist").endswith("play goes counterclockwise\n")

"""The command ``play``: whole hands typed in, what is taken back, and what a player is not shown."""

import json
import random
import re
from pathlib import Path

import pytest
from tests.support.command import NO_TRUMP, THREE, done, process, refused, run
from tests.support.hands_played import short_hand
from tests.support.random_matches import known_cards

import whistsolve as ws
from whistsolve.cli.play_json import state_json
from whistsolve.game import HandState
from whistsolve.notation import parse_ptn, read_ptn
from whistsolve.players import DoubleDummyPlayer, InteractiveHand, SamplingPlayer
from whistsolve.rules import Rules
from whistsolve.show import hand_names, to_text
from whistsolve.show.solving import card_tricks

SHORT = "N:AK2... QJ3... T9.2.. 87..2. | 654..."
STARTED = ["3+", "pass", "pass", "pass", "S+", "S2 S4 S5"]


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def printed(*args: object, lines: list[str]) -> str:
    """What is printed with all hands open, or as it is seen from a seat where one is given."""
    seated = any(str(arg).startswith("--seat") for arg in args)
    return done("play", *args, *([] if seated else ["--open"]), stdin=typed(*lines))


def answers(*args: object, lines: list[str]) -> list[dict[str, object]]:
    """The JSON objects of a session, the one before the first line left out."""
    return [json.loads(line) for line in printed(*args, "--json", lines=lines).splitlines()][1:]


# Whole hands.


@pytest.mark.parametrize("preset", ["bid_whist_seed", "whist_seed", "double_dummy_seed", "humbug"])
def test_a_whole_hand_by_the_double_dummy_player(preset: str) -> None:
    rules = Rules.preset(preset)
    state, bot = HandState.random(7, rules), DoubleDummyPlayer(seed=7)
    while not state.is_over:
        state.push(bot.act(state))
    last = answers("--rules", preset, "--seed", 7, lines=["auto all"])[-1]
    acts = [each["act"] for each in last["done"]]  # type: ignore[union-attr,index]
    assert acts == [str(act) for act in state.acts]
    assert list(last["points"].values()) == list(state.result().points)  # type: ignore[union-attr]
    assert last["stage"] == "over" and last["made"] == state.result().made
    text = printed("--rules", preset, "--seed", 7, lines=["auto all"])
    assert text.startswith(f"{rules.game}, all hands open, seed 7;")
    assert text.count("\npoints ") == 1 and "the hand is over" in text
    assert text.count(" won it\n") == len(state.tricks) + 1  # the last once more with the score
    assert (
        text.index(f"\n{hand_names(rules)[-1]} ")
        < text.index("the hand is over")
        < text.index("'next' deals the next hand")
    )
    assert "balance" in text and "analysis" in last


@pytest.mark.parametrize("preset", ["cutthroat_3", "cutthroat_6"])
def test_a_short_hand_by_the_double_dummy_player(preset: str, tmp_path: Path) -> None:
    start = short_hand(Rules.preset(preset), 1)
    file = tmp_path / "hand.ptn"
    args = (start.deal, "--rules", preset, "--dealer", start.dealer, "--seed", 1, "--save", file)
    last = answers(*args, lines=["auto all"])[-1]
    assert last["stage"] == "over" and last["points"] is not None
    hand = parse_ptn(file.read_bytes().decode())
    assert hand.deal == start.deal and hand.tricks_won == tuple(last["tricks_won"].values())  # type: ignore[union-attr]
    # From the file the same cards are dealt, and the same bot plays them.
    again = answers(file, "--rules", preset, "--seed", 1, lines=["auto all"])[-1]
    assert again == last


def test_what_is_shown_on_the_way() -> None:
    text = printed(SHORT, "--dealer", "W", "--seed", 3, lines=[*STARTED, "SA", "SQ", "score", "show"])
    assert "to act  N, a call: Pass 3+ 3- 3NT 4+" in text
    assert "kitty   ♠654" in text and "contract  3♠↑ by N" in text
    assert "to act    N, 3 cards to give up" in text
    assert "N gives up ♠542" in text and "out of N  ♠542" in text
    assert "trick 1   N ♠A, E ♠Q" in text
    assert "won  N 0, E 0, S 0, W 0" in text
    assert "tricks of the declarer's side, N-S, this one counted; both sides' best play" in text


# Values.


@pytest.mark.parametrize("preset", ["bid_whist_seed", "dummy_seed"])
def test_card_values_are_those_of_solve_cards(preset: str, tmp_path: Path) -> None:
    rules = Rules.preset(preset)
    start = short_hand(rules, 2)
    args = (start.deal, "--rules", preset, "--dealer", start.dealer, "--seed", 5)
    acts = [each["act"] for each in answers(*args, lines=["auto all"])[-1]["done"]]  # type: ignore[union-attr,index]
    file = tmp_path / "hand.ptn"
    compared = 0
    for number in range(len(acts)):
        *_, here = answers(*args, "--save", file, lines=[*acts[:number], "show"])
        if here["stage"] != "play":
            assert "cards" not in here
            continue
        hand = parse_ptn(file.read_bytes().decode())
        assert hand.contract is not None and hand.leader is not None
        tricks = ws.solve_cards(
            hand.deal_in_play,
            hand.contract.strain,
            hand.leader,
            declarer=hand.contract.declarer,
            played=hand.plays,
            rules=rules,
        )
        assert list(here["cards"].items()) == [(str(card), value) for card, value in tricks.items()]  # type: ignore[attr-defined]
        assert set(here["cards"]) == set(here["legal"])  # type: ignore[arg-type]
        compared += 1
    assert compared == 4 * rules.dealt_hands


def test_values_in_words_name_the_side() -> None:
    deal = "N:AK... QJ... T9... 87..."
    text = printed(deal, "--rules", "whist_seed", "--turned", "SA", lines=["show"])
    tricks = dict.fromkeys(map(ws.Card.from_text, ("SK", "SA")), (2, 2))
    assert to_text(card_tricks(tricks, seat="N", side="N-S")) in text
    assert "trumps  ♠A was turned up by N" in text
    # West leads, and the values are still those of the side of player 0.
    text = printed(deal, "--rules", "whist_seed", "--dealer", "W", "--turned", "S8", lines=[])
    tricks = dict.fromkeys(map(ws.Card.from_text, ("S7", "S8")), (2, 2))
    assert to_text(card_tricks(tricks, seat="W", side="N-S")) in text


def test_hints_at_every_stage() -> None:
    lines = ["hint", *STARTED[:4], "hint", "S+", "hint", "S2 S4 S5", "hint"]
    found = [each for each in answers(SHORT, "--dealer=W", lines=lines) if "hint" in each]
    assert [each["hint"] for each in found[:2]] == ["Pass", "H+"]
    assert found[1]["strains"] == {"S+": 2, "H+": 3, "D+": 2, "C+": 2}
    best = ws.best_discard(SHORT, "S+", "N")
    assert (found[2]["hint"], found[2]["tricks"]) == (" ".join(map(str, best.cards)), best.tricks)
    cards = ws.solve_cards("N:AK6... QJ3... T9.2.. 87..2.", "S+", "N")
    assert list(found[3]["cards"].items()) == [(str(card), tricks) for card, tricks in cards.items()]  # type: ignore[attr-defined]
    assert found[3]["hint"] == next(iter(found[3]["cards"])) == "S6" and cards[
        ws.Card.from_text("S6")
    ] == max(cards.values())
    text = printed(SHORT, "--dealer=W", lines=lines)
    assert "hint  Pass, with all hands seen" in text
    assert f"{best.tricks} tricks for N-S; both sides' best play, all hands open" in text
    keep = answers("--rules", "double_dummy_seed", "--seed", 1, lines=["hint"])
    assert keep == [{"hint": "keep", "advice": {"act": "keep", "report": None}}]


# Claims.


def test_a_claim_that_holds_is_accepted_by_the_others() -> None:
    found = answers(SHORT, "--dealer=W", "--seat=N", "--open", lines=[*STARTED, "claim 2", "undo"])
    claimed, undone = found[-2:]
    assert [each["act"] for each in claimed["done"]] == ["claim 2", "accept", "accept"]  # type: ignore[union-attr]
    assert claimed["stage"] == "over" and claimed["tricks_won"] == {"N": 2, "E": 1, "S": 0, "W": 0}
    assert claimed["claims"] == [{"player": "N", "tricks": 2, "left": 3, "accepted": True}]
    assert "claim_check" not in claimed
    assert undone["stage"] == "play" and undone["claims"] == []


def test_a_claim_that_does_not_hold_is_shown_with_the_line() -> None:
    *_, found = answers(SHORT, "--dealer=W", "--seat=N", "--open", lines=[*STARTED, "claim"])
    assert [each["act"] for each in found["done"]] == ["claim", "contest"]  # type: ignore[union-attr]
    check = found["claim_check"]
    state = HandState(SHORT, dealer="W")
    for act in [*STARTED, "claim"]:
        state.push(act)
    expected = ws.check_claim(state)
    names = "NESW"
    assert check == {
        "player": "N",
        "claimed": 3,
        "left": 3,
        "tricks": expected.tricks,
        "holds": False,
        "refutation": [[[names[p.hand], str(p)] for p in trick] for trick in expected.refuting_tricks],
    }
    assert found["stage"] == "play" and found["to_act"] == "N"
    text = printed(SHORT, "--dealer=W", "--seat=N", "--open", lines=[*STARTED, "claim"])
    assert "E: contest\nclaim  N, 3 of 3 tricks left: refuted, 2 with both sides' best play" in text
    assert "\nline   N ♠A" in text and "claim     N, 3 of 3 tricks left, contested" in text


def test_with_all_hands_open_everybody_answers() -> None:
    lines = [*STARTED, "claim 2", "show", "hint", "accept", "auto"]
    text = printed(SHORT, "--dealer=W", lines=lines)
    assert "to act    E, accept or contest" in text and "to act    W, accept or contest" in text
    assert "hint  accept, with all hands seen" in text and "W: accept" in text
    assert "claim     N, 2 of 3 tricks left, accepted" in text
    lines = [*STARTED, "claim 1 by 1", "hint", "contest", "concede by 1", "auto all"]
    text = printed(SHORT, "--dealer=W", lines=lines)
    assert "hint  accept" in text and "E: concede by 1" in text
    assert "E, none of 3 tricks left, accepted" in text
    text = printed(SHORT, "--dealer=W", lines=[*STARTED, "claim", "hint", "auto"])
    assert text.count("refuted, 2 with both sides' best play") == 2
    hint = answers(SHORT, "--dealer=W", lines=[*STARTED, "claim", "hint"])[-1]
    assert hint["hint"] == "contest" and hint["claim_check"]["tricks"] == 2  # type: ignore[index]


def test_the_declarer_resigns_where_the_rules_allow_it() -> None:
    args = (SHORT, "--dealer=W", "--set", "resigning=after_kitty")
    text = printed(*args, lines=[*STARTED[:5], "resign"])
    resigned = "books     1 with the kitty's, 9 needed: set, for the declarer resigned"
    assert "N: resign" in text and resigned in text
    refusal = "wrong: the declarer cannot resign under resigning='none'"
    assert refusal in printed(SHORT, lines=[*STARTED, "resign"])


def test_a_hand_that_ended_by_a_claim_is_saved_with_the_claim(tmp_path: Path) -> None:
    file = tmp_path / "hand.ptn"
    printed(SHORT, "--dealer=W", "--save", file, lines=[*STARTED, "SA", "auto", "claim 2 by 0", "auto all"])
    assert '[Claim "2 by N"]' in file.read_text("utf-8")
    assert "claim       2 by N" in done("trace", file)


# Undo and redo.


def test_undo_and_redo_restore() -> None:
    acts = [each["act"] for each in answers(SHORT, "--dealer=W", lines=["auto all"])[-1]["done"]]  # type: ignore[union-attr,index]
    number = len(acts)
    lines = [line for act in acts for line in (act, "show")]
    forth = [each for each in answers(SHORT, "--dealer=W", lines=lines) if not each["done"]]
    back = answers(SHORT, "--dealer=W", lines=[*acts, *["undo"] * number])[number:]
    assert back[:-1] == forth[-2::-1]
    again = answers(SHORT, "--dealer=W", lines=[*acts, *["undo"] * number, *["redo"] * number])[2 * number :]
    assert [{**each, "done": []} for each in again] == forth


def test_undo_goes_back_to_your_last_decision() -> None:
    lines = ["pass", "show", "auto", "auto", "auto", "show", "auto", "undo", "undo", "redo"]
    state = short_hand(Rules.preset("bid_whist_seed"), 3)
    args = (state.deal, "--dealer", "N", "--seat", "E", "--seed", 1)
    found = answers(*args, lines=lines)
    assert found[0]["to_act"] == found[5]["to_act"] == "E"
    assert found[7] == found[5] and found[9] == {**found[5], "done": found[9]["done"]}
    everything = answers(*args, lines=["pass", "undo"])
    assert everything[1]["calls"] == [] and everything[1]["to_act"] == "E"


# Wrong lines.


@pytest.mark.parametrize(
    ("before", "line", "words"),
    [
        ([], "nonsense", "call 'nonsense' is wrong"),
        ([], "2+", "call 2+ of N is not legal"),
        ([], "undo", "nothing to take back"),
        ([], "redo", "nothing to do again"),
        ([], "save", "save names no file"),
        ([], "save /nothing/here.ptn", "'/nothing/here.ptn' cannot be written"),
        ([], "save \0", "cannot be written"),
        (STARTED[:4], "S-", "strain S- is not what was bid"),
        (STARTED[:5], "S2 S3 S4", "S3 cannot be discarded"),
        (STARTED, "SQ", "does not hold it"),
        ([*STARTED, "auto all"], "SA", "the hand is over"),
        ([*STARTED, "auto all"], "hint", "the hand is over"),
        ([], "\ufffd", "expected plain letters and digits"),
    ],
)
def test_a_wrong_line_says_why_and_changes_nothing(before: list[str], line: str, words: str) -> None:
    args = (SHORT, "--dealer=W")
    found = answers(*args, lines=[*before, "show", line, "show"])
    assert list(found[-2]) == ["error"] and words in str(found[-2]["error"])
    assert found[-1] == found[-3]
    text = printed(*args, lines=[*before, line])
    assert f"\nwrong: {found[-2]['error']}\n" in text and text.count("\nwrong: ") == 1


def test_lines_that_say_nothing_and_the_end() -> None:
    quiet = printed(SHORT, "--dealer=W", "--seed=1", lines=["", "  ", "# a comment"])
    assert quiet == printed(SHORT, "--dealer=W", "--seed=1", lines=[])
    assert quiet == printed(SHORT, "--dealer=W", "--seed=1", lines=["quit", "3+"])
    status, out, err = run("play", SHORT, "--dealer=W", "--open", stdin=b"\xff\n3+\n")  # type: ignore[arg-type]
    assert (status, err) == (0, "") and out.count("wrong: ") == 1 and "calls   N 3+" in out
    assert process("play", SHORT, stdin="3+")[0] == 0
    for command in ("hint", "undo, redo", "auto", "save FILE", "quit"):
        assert command in printed(SHORT, lines=["help"])
    assert "quit" in answers(SHORT, lines=["help"])[0]["help"]  # type: ignore[operator]


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--strength", "wild"], ["'wild'", "quick", "strong"]),
        (["--seat", "X"], ["player 'X'"]),
        (["-"], ["expected a deal, or a file"]),
        ([THREE], ["3 hands", "expected 4"]),
        (["N:AK... QJ... T9... 87..."], ["no kitty"]),
        (["--turned", "SA"], ["trumps are declared"]),
        (["--save", "/nothing/here.ptn"], ["'/nothing/here.ptn' cannot be written"]),
        (["--time-limit", "0"], ["time_limit"]),
    ],
)
def test_wrong_arguments(args: list[str], words: list[str]) -> None:
    message = refused("play", *args, stdin="")
    for word in words:
        assert word in message


def test_json_gives_a_seat_its_own_acts_only_and_an_open_claim_no_answer() -> None:
    state = HandState("N:A2... K3... Q4... J5...", Rules.preset("bid_whist_no_kitty"), dealer=3)
    for act in ("2+", "pass", "pass", "pass", "S+", "claim by 1"):
        state.push(act)
    legal = [state_json(state, seat, "NESW")["legal"] for seat in range(4)]
    assert [seat for seat in range(4) if legal[seat]] == [state.to_act] and legal.count(None) == 3
    assert state_json(state, None, "NESW")["claims"] == [
        {"player": "E", "tricks": 2, "left": 2, "accepted": None}
    ]


# What is dealt.


def test_deals_are_those_of_their_seed() -> None:
    state = json.loads(printed("--seed", 7, "--json", lines=[]))
    assert list(state["hands"].values()) == [str(hand) for hand in ws.Deal.random(7).hands]
    text = printed(lines=[])
    seed = re.search(r"seed (\d+);", text)
    assert seed is not None and printed("--seed", seed[1], lines=[]) == text


def test_a_hand_in_ptn_is_dealt_again() -> None:
    hand = parse_ptn(NO_TRUMP.read_bytes().decode())
    state = json.loads(printed(NO_TRUMP, "--json", lines=[]))
    assert list(state["hands"].values()) == [str(cards) for cards in hand.deal.hands]
    assert (state["dealer"], state["to_act"], state["calls"]) == ("N", "E", [])
    assert json.loads(printed("--file", NO_TRUMP, "--dealer=E", "--json", lines=[]))["to_act"] == "S"


def test_the_card_turned_up() -> None:
    deal = "N:AK... QJ... T9... 87..."
    state = json.loads(printed(deal, "--rules", "whist_seed", "--seed", 1, "--json", lines=[]))
    assert state["turned"] in ("SA", "SK") and state["stage"] == "play"
    card = next(iter(ws.Deal.random(1, Rules.preset("whist_seed")).hands[0]))
    args = ("--rules=whist_seed", "--seed=1", "--turned", card, "--json")
    assert json.loads(printed(*args, lines=[]))["turned"] == str(card)
    assert "in hand 0" in refused("play", deal, "--rules=whist_seed", "--turned=SQ", stdin="")


def test_the_next_hand_is_of_the_same_match(tmp_path: Path) -> None:
    file = tmp_path / "hands.ptn"
    args, lines = (SHORT, "--dealer=W", "--seed", 3, "--save", file), [*STARTED, "auto all", "next"]
    played, following = answers(*args, lines=lines)[-2:]
    assert (following["dealer"], following["stage"]) == ("N", "auction")
    assert "wrong: the hand is not over" in printed(*args, lines=[*lines[:-2], "next"])
    points = played["points"]
    assert f"score   {', '.join(f'{name} {each}' for name, each in points.items())}" in printed(
        *args, lines=lines
    )  # type: ignore[attr-defined]
    deals = [hand.deal for hand in read_ptn(file.read_text("utf-8"))]
    assert deals == [ws.Deal(SHORT), ws.Deal.random(4, Rules.preset("bid_whist"))]


# Saving.


def test_save_and_read_back(tmp_path: Path) -> None:
    begun, ended = tmp_path / "begun.ptn", tmp_path / "ended file.ptn"
    text = printed(SHORT, "--dealer=W", "--save", ended, lines=[*STARTED, f"save {begun}", "auto all"])
    assert f"saved {begun}\n" in text
    first, last = (parse_ptn(file.read_bytes().decode()) for file in (begun, ended))
    assert first.plays == () and [str(card) for card in first.removed[0]] == ["S5", "S4", "S2"]
    assert last.deal == first.deal == ws.Deal.from_text(SHORT) and len(last.plays) == 12
    assert answers(SHORT, lines=[f"save {begun}"]) == [{"saved": str(begun)}]
    assert answers(SHORT, "--set=direction_of_play=counterclockwise", lines=[f"save {begun}"]) == [
        {"saved": str(begun)}
    ]


def test_an_interrupted_hand_is_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*args: object) -> None:
        raise KeyboardInterrupt

    file = tmp_path / "hand.ptn"
    monkeypatch.setattr(InteractiveHand, "redo", interrupted)
    status, _, err = run("play", SHORT, "--dealer=W", "--open", "--save", file, stdin=typed("3+", "redo"))
    assert (status, err) == (130, "")
    assert [call.text for call in parse_ptn(file.read_bytes().decode()).calls] == ["3↑"]


# What is not shown.

_GROUP = re.compile("([♠♥♦♣])([2-9TJQKA]+)")
_SUITS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}


def cards_in(text: str) -> set[ws.Card]:
    """Every card that a text names in any way."""
    found = {f"{_SUITS[suit]}{rank}" for suit, ranks in _GROUP.findall(text) for rank in ranks}
    found |= set(re.findall(r"\b(?:[SHDC][2-9TJQKA]|[BL]J)\b", text))
    return {ws.Card.from_text(card) for card in found}


@pytest.mark.parametrize(
    ("preset", "changes"),
    [
        ("bid_whist_seed", {}),
        ("bid_whist_seed", {"sport_kitty": "never", "reveal_discards_at_end": True}),
        ("bid_whist_seed", {"joker_no_trump": "exchanged", "exchange_pick": "bidder_chooses"}),
        ("cutthroat_3", {}),
        ("whist_seed", {}),
        ("dummy_seed", {}),
        ("dummy_seed", {"jokers": 2}),
        ("double_dummy_seed", {"jokers": 2, "hand_option": "simultaneous"}),
        ("humbug", {}),
    ],
    ids=str,
)
@pytest.mark.parametrize(("seat", "form"), [(0, []), (1, ["--json"])], ids=["text", "JSON"])
def test_a_player_is_shown_no_card_that_they_have_not_seen(
    preset: str, changes: dict[str, object], seat: int, form: list[str]
) -> None:
    rules = Rules.preset(preset, **changes)
    start = short_hand(rules, 5, 3)
    args: list[object] = [start.deal, "--rules", preset, "--dealer", start.dealer, "--seed", 1]
    args += [f"--set={name}={str(value).lower()}" for name, value in changes.items()]
    if start.setup.turned is not None:
        args += ["--turned", start.setup.turned]
    # The same hand beside it, which tells what this player has seen after each of their lines.
    deck = {card for dealt in (*start.deal.hands, start.deal.kitty or ()) for card in dealt}
    bot = SamplingPlayer("quick", seed=1, deck=deck)
    hand = InteractiveHand(start, bot, seat, double_dummy=DoubleDummyPlayer(seed=1))
    list(hand.answers())
    lines: list[str] = []
    draw = random.Random(seat)
    # All hands open, the same session shows cards that they have not seen.
    everything = printed(*args, *form, lines=[])
    assert not cards_in_session(everything, bool(form)) <= known_cards(hand.state, seat)
    while True:
        known = known_cards(hand.state, seat)
        session = printed(*args, "--seat", seat, "--strength=quick", *form, lines=lines)
        shown = cards_in_session(session, bool(form))
        # After the last card all hands are shown.
        assert shown <= known or hand.state.is_over, (lines, {str(card) for card in shown - known})
        assert set(hand.state.hands[seat]) <= shown
        if hand.state.is_over:
            break
        # Something else than the bot would do, where there is something.
        acts = list(hand.state.legal_acts()) if hand.state.stage != "discard" else []
        act = draw.choice(acts) if acts else hand.double_dummy.act(hand.state)
        lines.append(str(act))
        hand.do(str(act))
        list(hand.answers())
    assert lines


def cards_in_session(text: str, is_json: bool) -> set[ws.Card]:
    if not is_json:
        return cards_in(text)
    found = set()
    for line in text.splitlines():
        answer = json.loads(line)
        found |= cards_in(line)
        for hand in answer.get("hands", {}).values():
            found |= set(ws.Hand(hand)) if hand is not None else set()
    return found


def test_what_the_document_shows() -> None:
    text = (Path(__file__).parents[2] / "docs" / "play.md").read_text("utf-8")
    board, score = re.findall(r"```text\n(.*?)```", text, re.DOTALL)
    assert board in printed(SHORT, "--dealer=W", lines=[*STARTED, "S6"])
    assert score == done("score", "5S+ by N", 11)

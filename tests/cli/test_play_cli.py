"""The command ``play``: whole hands typed in, hints, claims, undo, seats, and what a player is not shown."""

import json
import random
import re

import pytest
from tests.support.command import NO_TRUMP, THREE, done, refused, run
from tests.support.hands_played import short_hand
from tests.support.random_matches import known_cards

import whistsolve as ws
from whistsolve.game import HandState
from whistsolve.notation import parse_ptn, read_ptn
from whistsolve.players import DoubleDummyPlayer, InteractiveHand, SamplingPlayer
from whistsolve.rules import Rules
from whistsolve.show import hand_names, to_text
from whistsolve.show.solving import card_tricks

SHORT = "N:AK2... QJ3... T9.2.. 87..2. | 654..."
STARTED = ["3+", "pass", "pass", "pass", "S+", "S2 S4 S5"]
#: A session with all hands open, one at the seat of N that sees the others, and one that does not.
OPEN = (SHORT, "--dealer=W", "--open")
SEATED_OPEN = (*OPEN, "--seat=N")
QUICK = ("--strength", "quick")
SEATED = (SHORT, "--dealer=W", "--seat=N", *QUICK)
SEED_3 = ("--rules", "bid_whist_no_kitty", "--seed", 3, *QUICK)
WHIST = "N:AK... QJ... T9... 87..."


def typed(*lines):
    return "".join(f"{line}\n" for line in lines)


def printed(*args, lines=()):
    return done("play", *args, stdin=typed(*lines))


def answers(*args, lines=()):
    """The JSON objects of a session: one before the first line, and one after each."""
    return [json.loads(line) for line in printed(*args, "--json", lines=lines).splitlines()]


def acts_of(answer):
    return [each["act"] for each in answer["done"]]


def in_order(text, *words):
    """Some words are in a text, one after the other."""
    places = [text.index(each) for each in words]
    assert places == sorted(places)


def begun(preset, seed, size=4, **changes):
    """A short hand, and the arguments of a session of it."""
    start = short_hand(Rules.preset(preset, **changes), seed, size)
    args = [start.deal, "--rules", preset, "--dealer", start.dealer, "--seed", 1]
    args += [f"--set={name}={str(value).lower()}" for name, value in changes.items()]
    return start, [*args, *(() if start.setup.turned is None else ("--turned", start.setup.turned))]


# Whole hands.


@pytest.mark.parametrize("preset", ["bid_whist_seed", "double_dummy_seed", "cutthroat_3"])
def test_a_whole_hand_by_the_double_dummy_player(preset, tmp_path):
    """Its acts and points; the values of cards on the way are those of `solve_cards`."""
    state, args = begun(preset, 2)
    args.append("--open")
    rules, bot, file = state.rules, DoubleDummyPlayer(seed=1), tmp_path / "hand.ptn"
    last = answers(*args, "--save", file, lines=["auto all"])[-1]
    again = answers(file, "--rules", preset, "--seed", 1, "--open", lines=["auto all"])[-1]
    assert again == last, "from the file the same cards are dealt, and the same bot plays them"
    while not state.is_over:
        state.push(bot.act(state))
    points = dict(zip(hand_names(rules), state.result().points, strict=False))
    assert (last["stage"], last["made"], last["points"]) == ("over", state.result().made, points)
    acts = acts_of(last)
    assert acts == [str(act) for act in state.acts]
    hand = parse_ptn(file.read_bytes().decode())
    assert sorted(hand.tricks_won) == sorted(last["tricks_won"].values())
    shown = [each for each in answers(*args, lines=acts)[:-1] if "cards" in each]
    assert len(shown) == 4 * rules.dealt_hands and {each["stage"] for each in shown} == {"play"}
    strain, declarer = hand.contract.strain, hand.contract.declarer
    for number, each in enumerate(shown):
        given = {"declarer": declarer, "played": hand.plays[:number], "rules": rules}
        tricks = ws.solve_cards(hand.deal_in_play, strain, hand.leader, **given)
        assert list(each["cards"].items()) == [(str(card), value) for card, value in tricks.items()]
        assert set(each["cards"]) == set(each["legal"])
    text = printed(*args, lines=["auto all"])
    assert text.startswith(f"{rules.game}, all hands open, seed 1;")
    assert text.count("\npoints ") == 1 and "balance" in text and "analysis" in last
    assert text.count(" won it\n") == len(state.tricks) + 1  # the last once more with the score
    in_order(text, f"\n{hand_names(rules)[-1]} ", "the hand is over", "'next' deals the next hand")


# Values and hints.


def test_the_card_turned_up_and_values_in_words():
    """They name the side of player 0, whoever leads."""
    rules = ("--rules", "whist_seed", "--open")
    for dealer, turned, cards in (("N", "SA", ("SK", "SA")), ("W", "S8", ("S7", "S8"))):
        text = printed(WHIST, *rules, "--dealer", dealer, "--turned", turned, lines=["show"])
        tricks = dict.fromkeys(map(ws.Card.from_text, cards), (2, 2))
        assert to_text(card_tricks(tricks, seat=dealer, side="N-S")) in text
        assert f"trumps  ♠{turned[1]} was turned up by {dealer}" in text
    state = answers(WHIST, *rules, "--seed", 1)[0]
    assert state["turned"] in ("SA", "SK") and state["stage"] == "play"
    card = next(iter(ws.Deal.random(1, Rules.preset("whist_seed")).hands[0]))
    assert answers(*rules, "--seed=1", "--turned", card)[0]["turned"] == str(card)


def test_hints_at_every_stage():
    lines = ["hint", *STARTED[:4], "hint", "S+", "hint", "S2 S4 S5", "hint"]
    found = [each for each in answers(*OPEN, lines=lines) if "hint" in each]
    best = ws.best_discard(SHORT, "S+", "N")
    cards = ws.solve_cards("N:AK6... QJ3... T9.2.. 87..2.", "S+", "N")
    assert [each["hint"] for each in found] == ["Pass", "H+", " ".join(map(str, best.cards)), "S6"]
    assert found[1]["strains"] == {"S+": 2, "H+": 3, "D+": 2, "C+": 2} and found[2]["tricks"] == best.tricks
    assert list(found[3]["cards"].items()) == [(str(card), tricks) for card, tricks in cards.items()]
    assert cards[ws.Card.from_text("S6")] == max(cards.values())
    text = printed(*OPEN, lines=lines)
    assert "hint  Pass, with all hands seen" in text
    assert f"{best.tricks} tricks for N-S; both sides' best play, all hands open" in text
    keep = answers("--rules", "double_dummy_seed", "--seed", 1, "--open", lines=["hint"])[-1]
    assert keep == {"hint": "keep", "advice": {"act": "keep", "report": None}}


# Claims and resignations.


def test_a_claim_that_holds_is_accepted_by_the_others():
    claimed, undone = answers(*SEATED_OPEN, lines=[*STARTED, "claim 2", "undo"])[-2:]
    assert acts_of(claimed) == ["claim 2", "accept", "accept"]
    assert claimed["stage"] == "over" and claimed["tricks_won"] == {"N": 2, "E": 1, "S": 0, "W": 0}
    assert claimed["claims"] == [{"player": "N", "tricks": 2, "left": 3, "accepted": True}]
    assert "claim_check" not in claimed
    assert undone["stage"] == "play" and undone["claims"] == []


def test_a_claim_that_does_not_hold_is_shown_with_the_line():
    """With all hands open alone."""
    found = answers(*SEATED_OPEN, lines=[*STARTED, "claim"])[-1]
    state = HandState(SHORT, dealer="W")
    for act in [*STARTED, "claim"]:
        state.push(act)
    expected = ws.check_claim(state)
    line = [[["NESW"[play.hand], str(play)] for play in trick] for trick in expected.refuting_tricks]
    assert found["claim_check"] == {
        "player": "N", "claimed": 3, "left": 3, "tricks": expected.tricks, "holds": False, "refutation": line,
    }  # fmt: skip
    assert (acts_of(found), found["stage"], found["to_act"]) == (["claim", "contest"], "play", "N")
    text = printed(*SEATED_OPEN, lines=[*STARTED, "claim"])
    assert "E: contest\nclaim  N, 3 of 3 tricks left: refuted, 2 with both sides' best play" in text
    assert "\nline   N ♠A" in text and "claim     N, 3 of 3 tricks left, contested" in text
    lines = ["3+", "S+", "S2 S4 S5", "claim"]
    text = printed(*SEATED, lines=lines)
    assert ": contest" in text and "refuted" not in text
    assert "claim_check" not in answers(*SEATED, lines=lines)[-1]


def test_with_all_hands_open_everybody_answers_a_claim():
    pending = {"player": "N", "tricks": 2, "left": 3, "accepted": None}
    assert answers(*OPEN, lines=[*STARTED, "claim 2"])[-1]["claims"] == [pending]
    for lines, words in (
        (
            ["claim 2", "show", "hint"],
            ["to act    E, accept or contest", "hint  accept, with all hands seen"],
        ),
        (["claim 2", "accept"], ["to act    W, accept or contest"]),
        (["claim 2", "accept", "auto"], ["W: accept", "N, 2 of 3 tricks left, accepted"]),
        (["claim 1 by 1", "hint"], ["hint  accept"]),
        (
            ["claim 1 by 1", "contest", "concede by 1", "auto all"],
            ["E: concede by 1", "E, none of 3 tricks left, accepted"],
        ),
        (["claim", "hint", "auto"], ["hint  contest", "refuted, 2 with both sides' best play"]),
    ):
        in_order(printed(*OPEN, lines=[*STARTED, *lines]), *words)


def test_the_declarer_resigns_where_the_rules_allow_it():
    text = printed(*OPEN, "--set", "resigning=after_kitty", lines=[*STARTED[:5], "resign"])
    resigned = "books     1 with the kitty's, 9 needed: set, for the declarer resigned"
    assert "N: resign" in text and resigned in text
    refusal = "wrong: the declarer cannot resign under resigning='none'"
    assert refusal in printed(SHORT, "--open", lines=[*STARTED, "resign"])


# Undo and redo.


def test_undo_and_redo_restore():
    acts = acts_of(answers(*OPEN, lines=["auto all"])[-1])
    steps = [*acts, *["undo"] * len(acts), *["redo"] * len(acts)]
    states = [{**each, "done": []} for each in answers(*OPEN, lines=steps)]
    forth, back, again = (states[at * len(acts) : (at + 1) * len(acts) + 1] for at in range(3))
    assert back == forth[::-1] and again == forth


def test_undo_goes_back_to_your_last_decision():
    lines = ["pass", "show", "auto", "auto", "auto", "show", "auto", "undo", "undo", "redo"]
    deal = short_hand(Rules.preset("bid_whist_seed"), 3).deal
    args = (deal, "--dealer", "N", "--seat", "E", "--seed", 1)
    _, *found = answers(*args, lines=lines)
    assert found[0]["to_act"] == found[5]["to_act"] == "E"
    assert found[7] == found[5] and found[9] == {**found[5], "done": found[9]["done"]}
    undone = answers(*args, lines=["pass", "undo"])[-1]
    assert undone["calls"] == [] and undone["to_act"] == "E"


# Wrong lines.


def test_a_wrong_line_says_why_and_changes_nothing():
    for before, line, words in (
        ([], "nonsense", "call 'nonsense' is wrong"),
        ([], "2+", "call 2+ of N is not legal"),
        ([], "undo", "nothing to take back"),
        ([], "redo", "nothing to do again"),
        ([], "save", "save names no file"),
        ([], "save /nothing/here.ptn", "'/nothing/here.ptn' cannot be written"),
        ([], "save \0", "cannot be written"),
        ([], "\ufffd", "expected plain letters and digits"),
        ([], "next", "the hand is not over"),
        (STARTED[:4], "S-", "strain S- is not what was bid"),
        (STARTED[:5], "S2 S3 S4", "S3 cannot be discarded"),
        (STARTED, "SQ", "does not hold it"),
        ([*STARTED, "auto all"], "SA", "the hand is over"),
        ([*STARTED, "auto all"], "hint", "the hand is over"),
    ):
        *_, earlier, wrong, later = answers(*OPEN, lines=[*before, "show", line, "show"])
        assert list(wrong) == ["error"] and words in wrong["error"], line
        assert earlier == later, line
    text = printed(*OPEN, lines=["nonsense"])
    assert "\nwrong: call 'nonsense' is wrong" in text and text.count("\nwrong: ") == 1


def test_lines_that_say_nothing_and_the_end():
    quiet = printed(*OPEN, "--seed=1")
    for lines in (["", "  ", "# a comment"], ["quit", "3+"]):
        assert printed(*OPEN, "--seed=1", lines=lines) == quiet
    status, out, err = run("play", *OPEN, stdin=b"\xff\n3+\n")
    assert (status, err) == (0, "") and out.count("wrong: ") == 1 and "calls   N 3+" in out
    assert run("play", *OPEN, stdin="3+")[0] == 0
    text = printed(*OPEN, lines=["help"])
    assert all(command in text for command in ("hint", "undo, redo", "auto", "save FILE", "quit"))
    assert "quit" in answers(*OPEN, lines=["help"])[-1]["help"]


def test_wrong_arguments():
    for args, words in (
        (["--strength", "wild"], ["'wild'", "quick", "strong"]),
        (["--seat", "X"], ["player 'X'"]),
        (["-"], ["expected a deal, or a file"]),
        ([THREE], ["3 hands", "expected 4"]),
        ([WHIST], ["no kitty"]),
        ([WHIST, "--rules=whist_seed", "--turned=SQ"], ["in hand 0"]),
        ([NO_TRUMP, NO_TRUMP], ["there are 2 deals: expected one"]),
        (["--turned", "SA"], ["trumps are declared"]),
        (["--save", "/nothing/here.ptn"], ["'/nothing/here.ptn' cannot be written"]),
        (["--time-limit", "0"], ["time_limit"]),
    ):
        message = refused("play", *args, stdin="")
        assert [each for each in words if each not in message] == []


# What is dealt, and saved.


def test_deals_are_those_of_their_seed_or_of_a_file():
    text = printed("--open")
    assert printed("--open", "--seed", re.search(r"seed (\d+);", text)[1]) == text
    hand = parse_ptn(NO_TRUMP.read_bytes().decode())
    for asked, deal in (("--seed=7", ws.Deal.random(7)), (NO_TRUMP, hand.deal)):
        state = answers(asked, "--open")[0]
        assert list(state["hands"].values()) == list(map(str, deal.hands))
    assert (state["dealer"], state["to_act"], state["calls"]) == ("N", "E", [])
    assert answers("--file", NO_TRUMP, "--open", "--dealer=E")[0]["to_act"] == "S"


def test_the_next_hand_is_of_the_same_match(tmp_path):
    file = tmp_path / "hands.ptn"
    args, lines = (*OPEN, "--seed", 3, "--save", file), [*STARTED, "auto all", "next"]
    played, following = answers(*args, lines=lines)[-2:]
    assert (following["dealer"], following["stage"]) == ("N", "auction")
    score = ", ".join(f"{name} {points}" for name, points in played["points"].items())
    assert f"score   {score}" in printed(*args, lines=lines)
    deals = [hand.deal for hand in read_ptn(file.read_text("utf-8"))]
    assert deals == [ws.Deal(SHORT), ws.Deal.random(4, Rules.preset("bid_whist"))]


def test_save_and_read_back(tmp_path):
    early, ended = tmp_path / "early.ptn", tmp_path / "ended file.ptn"
    lines = [*STARTED, f"save {early}", "SA", "auto", "claim 2 by 0", "auto all"]
    text = printed(*OPEN, "--save", ended, lines=lines)
    assert f"saved {early}\n" in text
    first, last = (parse_ptn(file.read_bytes().decode()) for file in (early, ended))
    assert first.plays == () and [str(card) for card in first.removed[0]] == ["S5", "S4", "S2"]
    assert last.deal == first.deal == ws.Deal.from_text(SHORT) and len(last.plays) == 2
    assert '[Claim "2 by N"]' in ended.read_text("utf-8") and "claim       2 by N" in done("trace", ended)
    for more in ([], ["--set=direction_of_play=counterclockwise"]):
        assert answers(*OPEN, *more, lines=[f"save {early}"])[-1] == {"saved": str(early)}


def test_an_interrupted_hand_is_saved(tmp_path, monkeypatch):
    def interrupted(*args):
        raise KeyboardInterrupt

    file = tmp_path / "hand.ptn"
    monkeypatch.setattr(InteractiveHand, "redo", interrupted)
    status, _, err = run("play", *OPEN, "--save", file, stdin=typed("3+", "redo"))
    assert (status, err) == (130, "")
    assert [call.text for call in parse_ptn(file.read_bytes().decode()).calls] == ["3↑"]


# At a seat.


def test_a_person_sits_at_a_seat():
    for preset, seat, dealer in (("bid_whist_no_kitty", "S", 1), ("cutthroat_3", "0", 2), ("dummy", "0", 2)):
        args = ("--rules", preset, "--seed", 3, "--dealer", dealer, *QUICK)
        first = answers(*args)[0]
        shown = [name for name, hand in first["hands"].items() if hand is not None]
        assert shown == [seat] and first["to_act"] == seat
        assert f"you are {seat}, seed 3;" in printed(*args)
        assert answers(*args, "--seat", seat)[0] == first


def test_a_hint_says_what_one_could_know_and_apart_what_double_dummy_says():
    args = (*SEED_3, "--dealer", "E")
    state = HandState.random(3, Rules.preset("bid_whist_no_kitty"), dealer="E")
    advice = SamplingPlayer("quick", seed=3).advise(state.view(2))
    *_, hint = answers(*args, lines=["hint"])
    report = json.loads(json.dumps(advice.report.as_dict()))
    assert hint["advice"] == {"act": str(advice.act), "report": report}
    assert hint["hint"] == str(DoubleDummyPlayer().act(state))
    text = printed(*args, lines=["hint"])
    in_order(text, f"advice  {advice.act}, by what you can know", "brackets show the 95 % interval")
    in_order(text, "brackets show the 95 % interval", "with all hands seen")
    north, east, south, west = map(str, state.deal.hands)
    swapped = answers(f"N:{west} {east} {south} {north}", *args, lines=["hint"])[-1]
    assert swapped["advice"] == hint["advice"], "other cards in the hands that are not seen"


# What is not shown.


def cards_in(text, is_json):
    """Every card that a session names in any way."""
    suits = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
    groups = re.findall("([♠♥♦♣])([2-9TJQKA]+)", text)
    names = {f"{suits[suit]}{rank}" for suit, ranks in groups for rank in ranks}
    names |= set(re.findall(r"\b(?:[SHDC][2-9TJQKA]|[BL]J)\b", text))
    found = set(map(ws.Card.from_text, names))
    for line in text.splitlines() if is_json else ():
        for hand in json.loads(line).get("hands", {}).values():
            found |= set(ws.Hand(hand)) if hand is not None else set()
    return found


@pytest.mark.parametrize(
    ("preset", "changes", "seat"),
    [
        ("bid_whist_seed", {"sport_kitty": "never", "reveal_discards_at_end": True}, 0),
        ("bid_whist_seed", {"joker_no_trump": "exchanged", "exchange_pick": "bidder_chooses"}, 1),
        ("cutthroat_3", {}, 0),
        ("whist_seed", {}, 1),
        ("dummy_seed", {"jokers": 2}, 0),
        ("double_dummy_seed", {"jokers": 2, "hand_option": "simultaneous"}, 1),
        ("humbug", {}, 0),
    ],
    ids=str,
)
def test_a_player_is_shown_no_card_that_they_have_not_seen(preset, changes, seat):
    """Seat 0 in text, seat 1 in JSON."""
    start, args = begun(preset, 5, 3, **changes)
    args += ["--json"] * seat
    # The same hand beside it, which tells what this player has seen after each of their lines.
    deck = {card for dealt in (*start.deal.hands, start.deal.kitty or ()) for card in dealt}
    bot = SamplingPlayer("quick", seed=1, deck=deck)
    hand = InteractiveHand(start, bot, seat, double_dummy=DoubleDummyPlayer(seed=1))
    list(hand.answers())
    lines, draw = [], random.Random(seat)
    everything = cards_in(printed(*args, "--open"), seat)
    assert not everything <= known_cards(hand.state, seat), "all hands open, there is more to see"
    while True:
        shown = cards_in(printed(*args, "--seat", seat, *QUICK, lines=lines), seat)
        unseen = shown - known_cards(hand.state, seat)
        assert set(hand.state.hands[seat]) <= shown
        if hand.state.is_over:  # all hands are shown
            break
        assert not unseen, (lines, set(map(str, unseen)))
        # Something else than the bot would do, where there is something.
        acts = list(hand.state.legal_acts()) if hand.state.stage != "discard" else []
        lines.append(str(draw.choice(acts) if acts else hand.double_dummy.act(hand.state)))
        hand.do(lines[-1])
        list(hand.answers())
    assert lines

"""What could have been known, on the board: the library's reports, and no card that the player cannot see."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from tests.support.board_answers import answered, played_by_heuristics
from tests.support.other_layouts import with_other_layout
from tests.support.thorough import by_default

import whistsolve as ws
from whistsolve.advice import CallModel, evaluate_bids, evaluate_cards
from whistsolve.advice.calls.self_play import default_model
from whistsolve.errors import RulesError, WhistError
from whistsolve.game import HandState
from whistsolve.game.auction.calls import all_strains
from whistsolve.inference.play_model import PlayModel
from whistsolve.notation import read_ptn
from whistsolve.players import HeuristicPlayer
from whistsolve.rules import PRESETS, Rules
from whistsolve.values import seat_name
from whistsolve_board.finished import hand_of_state
from whistsolve_board.hands import BoardHand
from whistsolve_board.playing_out import PlayedOut
from whistsolve_board.sources import read_hands
from whistsolve_board.states import auction_on_board, state_on_board

PTN = Path(__file__).parents[1] / "data" / "ptn"
REAL = ("trickster-241.ptn", "trickster-327.ptn")
FEW_CARDS = "N:AK... Q..A. J..K. T..Q."


def real_hand(name: str) -> dict[str, str]:
    _, [hand] = read_hands((PTN / name).read_text("utf-8"), None)
    return hand


def state_of_ptn(name: str, rules: Rules) -> HandState:
    """The state before the first lead, pushed from the file's own words."""
    [hand] = read_ptn((PTN / name).read_text("utf-8"))
    assert hand.contract is not None and hand.dealer is not None
    state = HandState(hand.deal, rules, dealer=hand.dealer)
    for call in hand.calls:
        text = call.text.replace("↑", "+").replace("↓", "-")
        for symbol in "♠♥♦♣":
            text = text.replace(symbol, "")
        state.push("3NT" if text == "3NT+" else text)
    while state.stage != "play":
        given = hand.removed[hand.contract.declarer]
        state.push(hand.contract.strain if state.stage == "declaration" else given)
    return state


def as_json(value: Any) -> Any:
    return json.loads(json.dumps(value))


def test_calls_are_those_of_the_library() -> None:
    hand = real_hand("trickster-241.ptn")
    rules = Rules("trickster", jokers=0, low_beats_high="downtown_over_uptown")
    parts, found = answered("bids", hand=hand, seat="W", samples=4, seed=3)
    held = ws.Deal.from_text(hand["deal"]).hands[3]
    question: dict[str, Any] = {"rules": rules, "seat": "W", "dealer": "N", "calls": "pass 3NT", "seed": 3}
    expected = evaluate_bids(held, samples=4, **question)
    assert found["report"] == as_json(expected.as_dict())
    assert found["report"]["discards"] == "sampled"
    [sight] = [part["report"] for part in parts]
    assert sight == as_json(evaluate_bids(held, samples=240, discards="estimated", **question).as_dict())
    assert found["heard"] == [{"seat": "E", "call": "Pass"}, {"seat": "S", "call": "3NT"}]
    assert (found["seat"], found["dealer"], found["actual"]) == ("W", "N", "Pass")
    assert found["auction"] == "known"
    assert found["chances"] == [{"call": number, "seat": seat} for number, seat in enumerate("ESWN")]


def test_reports_come_while_layouts_are_played_out() -> None:
    hand = {"rules": "bid_whist jokers=0", "deal": real_hand("trickster-241.ptn")["deal"], "dealer": "S"}
    parts, found = answered("bids", hand=hand, seat="W", samples=50)
    numbers = [part["report"]["samples"] for part in parts[1:]]
    assert numbers and numbers == sorted(set(numbers)) and numbers[-1] < found["report"]["samples"]
    first = {row["call"] for row in parts[0]["report"]["rows"]}
    assert all({row["call"] for row in part["report"]["rows"]} == first for part in parts)


@pytest.mark.parametrize("name", REAL)
def test_every_call_of_a_hand_is_found(name: str) -> None:
    hand = BoardHand.read(real_hand(name))
    in_form = {"Pass": "Pass", "3NT↑": "3NT", "3↓": "3-", "4♠↓": "4-"}
    assert hand.dealer is not None
    for number, call in enumerate(hand.calls):
        seat = (hand.dealer + 1 + number) % 4
        for given in (None, number):
            found = auction_on_board(hand, seat, given)
            assert found.actual == in_form[call] and not found.is_assumed
            assert [str(made) for _, made in found.before.calls] == [
                in_form[each] for each in hand.calls[:number]
            ]
        with pytest.raises(WhistError, match="has no call to make after"):
            auction_on_board(hand, (seat + 1) % 4, number)


def test_where_no_call_is_known_the_seat_calls_first_or_after_passes() -> None:
    deal = BoardHand.read({"rules": "bid_whist", "deal": str(ws.Deal.random(1))})
    for seat in range(4):
        found = auction_on_board(deal, seat)
        assert found.is_assumed and not found.before.calls and found.before.to_act == seat
        known = auction_on_board(BoardHand.read({**deal.fields(), "dealer": "N"}), seat)
        assert [str(call) for _, call in known.before.calls] == ["Pass"] * ((seat - 1) % 4)
        assert known.is_assumed == (seat != 1) and known.actual is None
    begun = BoardHand.read({**deal.fields(), "dealer": "N", "calls": "3-"})
    found = auction_on_board(begun, 3)
    assert [str(call) for _, call in found.before.calls] == ["3-", "Pass"]
    assert found.is_assumed


def test_calls_that_are_not_known_are_no_evidence() -> None:
    hand = {"rules": "bid_whist jokers=0", "deal": real_hand("trickster-241.ptn")["deal"]}
    contract = {"strain": "NT+", "level": "3", "declarer": "S"}
    _, found = answered("bids", hand={**hand, **contract}, seat="W", samples=1)
    assert found["auction"] == "assumed" and found["actual"] is None
    assert found["heard"] == [{"seat": "S", "call": "3NT"}]
    rules = Rules.preset("bid_whist", jokers=0)
    expected = evaluate_bids(
        ws.Deal.from_text(hand["deal"]).hands[3],
        rules=rules,
        seat="W",
        dealer="E",
        calls="3NT",
        samples=1,
        model=CallModel(rules, trust=0),
    )
    assert found["report"] == as_json(expected.as_dict())


@pytest.mark.parametrize(("name", "at"), [(REAL[0], 0), (REAL[0], 26), (REAL[1], 7), (REAL[1], 28)])
def test_cards_are_those_of_the_library(name: str, at: int) -> None:
    hand = real_hand(name)
    board = BoardHand.read(hand)
    state = state_of_ptn(name, board.rules)
    plays = hand["played"].split()
    for card in plays[:at]:
        state.push(card)
    parts, found = answered("cards", hand=hand, at=at, samples=20, seed=5)
    expected = evaluate_cards(state.view(state.to_act or 0), samples=20, seed=5)
    assert found["report"] == as_json(expected.as_dict())
    assert found["actual"] == (plays[at] if at < len(plays) else None)
    assert (found["auction"], found["open"]) == ("known", None)
    assert parts[0] == {key: found[key] for key in ("view", "actual", "auction")}
    assert all(part["report"]["samples"] <= 20 for part in parts[1:])
    view = found["view"]
    assert state.to_act is not None
    seat = seat_name(state.to_act, 4)
    assert view["seat"] == view["to_play"] == seat
    seen = [index for index, cards in enumerate(view["hands"]) if cards is not None]
    assert seen == [state.to_act]
    assert view["hands"][state.to_act] == str(state.hands[state.to_act])
    assert view["sizes"] == [len(each) for each in state.hands]


@pytest.mark.parametrize(("name", "at"), [(REAL[0], 0), (REAL[0], 25), (REAL[0], 27), (REAL[1], 26)])
def test_open_hands_stand_beside_the_rows_where_they_are_wanted(name: str, at: int) -> None:
    hand = real_hand(name)
    _, found = answered("cards", hand=hand, at=at, samples=1, open=True)
    board = BoardHand.read(hand)
    side = found["view"]["to_play"]
    rows = [row["card"] for row in found["report"]["rows"]]
    assert [each["card"] for each in found["open"]] == rows
    position = board.position(at, "NESW".index(side))
    whole = len(PlayedOut.of(position).tricks)
    for each in found["open"]:
        after = position.followed_by(each["card"])
        won = [trick.winner in position.side for trick in PlayedOut.of(after).tricks[whole:]]
        assert each["tricks"] == ws.Solver().solve_position(after).tricks + sum(won)


def test_a_defender_alone_has_the_tricks_that_the_declarer_has_not() -> None:
    state = HandState.random(4, Rules.preset("cutthroat_3"), dealer="0")
    for act in ("6", "pass", "pass"):
        state.push(act)
    player = HeuristicPlayer()
    while state.stage != "play" or not state.trick:
        assert state.to_act is not None
        state.push(player.act(state.view(state.to_act)))
    hand, _ = hand_of_state(state)
    _, found = answered("cards", hand=hand.fields(), samples=1, open=True)
    declarers = ws.Solver().bound_cards(hand.position())
    row = {str(card): 16 - low for card, (low, _) in declarers.items()}
    assert {each["card"]: each["tricks"] for each in found["open"]} == row


def test_without_calls_the_contract_alone_is_evidence() -> None:
    hand = real_hand("trickster-327.ptn")
    for name in ("calls", "dealer"):
        del hand[name]
    parts, found = answered("cards", hand=hand, at=9, samples=6)
    assert found["auction"] == parts[0]["auction"] == "assumed"
    rules = BoardHand.read(hand).rules
    state = HandState(hand["deal"], rules, dealer="E")  # the declarer calls first
    for act in ("4-", "pass", "pass", "pass", "S-", hand["discard"], *hand["played"].split()[:9]):
        state.push(act)
    silent = CallModel(rules, trust=0)
    assert state.to_act is not None
    expected = evaluate_cards(
        state.view(state.to_act),
        samples=6,
        model=silent,
        equity=None,
        play_model=PlayModel(),
    )
    assert [row["tricks"] for row in found["report"]["rows"]] == [row.tricks for row in expected.rows]
    assert default_model(rules).trust > 0  # the model of others is what it was


def test_a_lower_level_is_assumed_where_none_is_known() -> None:
    hand = BoardHand.read({"deal": str(ws.Deal.random(3)), "strain": "H-", "declarer": "W"})
    found = state_on_board(hand)
    assert found.is_assumed and str(found.state.contract) == "3H- by W"
    higher = state_on_board(BoardHand.read({**hand.fields(), "level": "6"}))
    assert str(higher.state.contract) == "6H- by W"


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("preset", [each for each in PRESETS if each != "humbug"])
def test_an_auction_is_found_for_every_contract(preset: str, seed: int) -> None:
    rules, draw = Rules.preset(preset), random.Random(seed)  # type: ignore[arg-type]
    deal = ws.Deal.random(seed, rules)
    declared = rules.trump_rule == "declared"
    strain = draw.choice([each for each in all_strains(rules) if declared or str(each) in ("S+", "D+")])
    hand = BoardHand(rules, deal, strain=strain, declarer=draw.randrange(rules.players))
    found = state_on_board(hand)
    state = found.state
    assert found.is_assumed and state.stage == "play" and state.strain == strain
    if declared:
        assert state.declarer is not None and found.seat_of(state.declarer) == hand.declarer
    assert state.hand_to_play is not None and found.seat_of(state.hand_to_play) == hand.leads
    assert [state.hands[each] for each in state.seating.chairs] == list(hand.deal.hands)


@pytest.mark.parametrize("preset", by_default(lambda each: each in ("bid_whist", "cutthroat_5"), PRESETS))
def test_nothing_depends_on_cards_that_the_player_cannot_see(preset: str) -> None:
    for seed in range(4):
        state = played_by_heuristics(Rules.preset(preset), seed, 5 * seed)
        if state.stage != "play" or preset == "humbug" or state.to_act is None:
            continue
        other = with_other_layout(state, state.to_act, seed)
        answers = []
        for each in (state, other):
            hand, exact = hand_of_state(each)
            assert exact
            parts, found = answered("cards", hand=hand.fields(), samples=4)
            answers.append((parts, found))
        assert answers[0] == answers[1]
        dealt = [hand_of_state(each)[0].deal for each in (state, other)]
        assert state.rules.has_dummies or dealt[0] != dealt[1]


def test_a_dummy_lies_open_and_is_played_by_its_partner() -> None:
    state = played_by_heuristics(Rules.preset("dummy"), 3, 2)
    hand, _ = hand_of_state(state)
    _, found = answered("cards", hand=hand.fields(), samples=4)
    view, chairs = found["view"], state.seating.chairs
    assert state.to_act is not None and state.hand_to_play == 3
    assert view["seat"] == "NESW"[chairs.index(state.to_act)]
    assert view["to_play"] == "NESW"[chairs.index(3)]
    assert {chairs[seat] for seat, cards in enumerate(view["hands"]) if cards is not None} == {
        state.to_act,
        3,
    }
    expected = evaluate_cards(state.view(state.to_act), samples=4)
    rows = found["report"]["rows"]
    assert [row["card"] for row in rows] == [str(row.card) for row in expected.rows]


def test_a_short_deal_and_jokers_that_the_rules_have_otherwise() -> None:
    short = {"rules": "bid_whist_no_kitty", "deal": FEW_CARDS, "strain": "S+", "declarer": "N"}
    _, found = answered("cards", hand=short, samples=90)
    assert found["report"]["exact"] and found["report"]["samples"] == 90  # 6! / (2! 2! 2!)
    assert {row["card"]: row["tricks"] for row in found["report"]["rows"]} == {"SA": 2.0, "SK": 2.0}
    deal = real_hand("trickster-241.ptn")["deal"]
    hand = {"rules": "bid_whist", "deal": deal, "strain": "NT+", "declarer": "S"}
    assert state_on_board(BoardHand.read(hand)).state.rules == Rules.preset("bid_whist", jokers=0)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"strain": None, "declarer": None, "level": None, "discard": None}, "no strain and declarer"),
        ({"calls": "pass pass pass 3-"}, "do not make S the declarer"),
        ({"calls": "pass 3-"}, "do not make S the declarer"),
        ({"calls": "pass 3- pass pass"}, "does not allow NT+"),
        ({"calls": "pass 9-"}, "call 2 of the hand"),
        ({"leader": "N"}, "N leads to the first trick: by the rules S does"),
        ({"holder": "N", "discard": None}, "N takes the kitty"),
        ({"rules": "cutthroat_3"}, "4 hands"),
        ({"rules": "whist"}, "no card that makes"),
        ({"rules": "bid_whist_no_kitty"}, "kitty"),
    ],
)
def test_hands_that_cannot_be_played_by_the_rules(changes: dict[str, str | None], message: str) -> None:
    hand = {**real_hand("trickster-241.ptn"), **changes}
    with pytest.raises(WhistError, match=message.replace("+", r"\+")):
        answered("cards", hand=hand, at=0)


def test_other_errors() -> None:
    hand = real_hand("trickster-241.ptn")
    with pytest.raises(WhistError, match="at 49"):
        answered("cards", hand=hand, at=49)
    with pytest.raises(WhistError, match="the hand is over"):
        answered("cards", hand=hand)
    with pytest.raises(WhistError, match="expected 0 to 4"):
        answered("bids", hand=hand, seat="N", call=5)
    with pytest.raises(WhistError, match="samples"):
        answered("bids", hand=hand, seat="N", samples=100_000)
    dummies = {"rules": "dummy", "deal": str(ws.Deal.random(1, Rules.preset("dummy")))}
    with pytest.raises(RulesError, match="has dummies"):
        answered("bids", hand=dummies, seat="N")
    whist = {"rules": "whist", "deal": str(ws.Deal.random(1, Rules.preset("whist")))}
    with pytest.raises(RulesError, match="no auction"):
        answered("bids", hand=whist, seat="N", call=0)
    with pytest.raises(RulesError, match="out of play"):
        answered("cards", hand={**dummies, "rules": "humbug", "strain": "S+", "declarer": "N"})


# ------------------------------------------------------------------------------------------------- ends

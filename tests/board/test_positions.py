"""Points of the play on the board: against the references of play, the solver, and plain minimax."""

from typing import Any

import pytest
from tests.oracle import asking, minimax
from tests.oracle.positions import Problem, random_problem
from tests.support.board_answers import NO_KITTY, REAL, answered, real_hand, real_record, refused
from tests.support.thorough import by_default

import whistsolve as ws
from whistsolve.rules import rules_from_text, rules_to_text
from whistsolve.values import seat_name

SHORT = {"rules": NO_KITTY, "deal": "N:A2... K3... Q4... J5...", "strain": "S+", "declarer": "N"}


def hand_of(problem: Problem) -> dict[str, str]:
    """A problem as the page has it."""
    name = [seat_name(seat, problem.seats) for seat in range(problem.seats)]
    return {
        "rules": rules_to_text(asking.rules_of(problem)),
        "deal": str(ws.Deal(problem.hands)),
        "strain": problem.strain,
        "declarer": name[problem.leader if problem.declarer is None else problem.declarer],
        "leader": name[problem.leader],
        "played": " ".join(problem.played),
    }


@pytest.mark.parametrize("seed", by_default(12, range(40)))
def test_a_point_of_the_play(seed: int) -> None:
    for seats in (2, 3, 4, 5, 6):
        problem = random_problem(seed, seats, left=2)
        expected = problem.position()
        names = [seat_name(seat, seats) for seat in range(seats)]
        parts, found = answered("position", hand=hand_of(problem))
        position, values = found["position"], found["values"]
        assert parts == [{"position": position}]
        turns = ((names[(expected.leader + turn) % seats], card) for turn, card in enumerate(expected.table))
        assert {**position, "legal": set(position["legal"]), "side": set(position["side"])} == {
            **position,
            "legal": {play[:2] for play in expected.legal()},
            "to_play": None if expected.finished else names[expected.to_play],
            "trick": [{"seat": seat, "card": card} for seat, card in turns],
            "won": list(expected.won),
            "side": {names[seat] for seat in problem.side},
        }, seats
        held = [{card[:2] for card in hand} for hand in expected.hands]
        assert [set(map(str, ws.Hand(text))) for text in position["hands"]] == held, seats
        if expected.finished:
            assert values is None
            continue
        best = minimax.card_values(expected, problem.side)
        wanted = (max if expected.to_play in problem.side else min)(best.values())
        assert {each["card"]: (each["tricks"], each["best"]) for each in values["cards"]} == {
            card: (tricks, tricks == wanted) for card, tricks in best.items()
        }, seats
        assert values["tricks"] == wanted == minimax.value(expected, problem.side), seats


def test_best_play_takes_what_the_solver_says() -> None:
    for seed in range(12):
        problem = random_problem(seed, 2 + seed % 5, left=3)
        hand = hand_of(problem)
        before, line = (answered(question, hand=hand)[1] for question in ("position", "line"))
        after = answered("position", hand={**hand, "played": " ".join((*problem.played, *line["cards"]))})[1]
        assert after["position"]["to_play"] is None, seed
        side = [before["position"]["seats"].index(seat) for seat in before["position"]["side"]]
        won = [sum(found["position"]["won"][seat] for seat in side) for found in (before, after)]
        tricks = (before["values"] or {"tricks": 0})["tricks"]
        assert won[1] - won[0] == line["tricks"] == tricks, seed


@pytest.mark.parametrize("name", by_default(1, REAL))
def test_every_point_and_the_tables_of_a_real_hand(name: str) -> None:
    hand, record = real_hand(name), real_record(name)
    rules = rules_from_text(hand["rules"])
    assert record.contract is not None and record.leader is not None
    strain, declarer = record.contract.strain, record.contract.declarer
    played = [trick for trick in record.tricks if trick.winner is not None]
    for at in range(0, len(record.plays), 3):
        found = answered("position", hand=hand, at=at)[1]
        given: Any = {"declarer": declarer, "played": record.plays[:at], "rules": rules}
        expected = ws.solve_cards(record.deal_in_play, strain, record.leader, **given)
        cards = [(each["card"], each["tricks"]) for each in found["values"]["cards"]]
        assert cards == [(str(card), tricks) for card, tricks in expected.items()], at
        tricks = [(trick["leader"], trick["cards"], trick["winner"]) for trick in found["position"]["tricks"]]
        assert tricks == [
            ("NESW"[trick.leader], [str(card) for card in trick.cards], "NESW"[trick.winner or 0])
            for trick in played[: at // 4]
        ], at
    assert name != REAL[0] or answered("position", hand=hand, at=len(record.plays))[1]["values"] is None
    for kitty in (False, True):
        parts, found = answered("table", hand=hand, kitty=kitty)
        table: Any = ws.table(record.deal_in_play, rules=rules)
        if kitty:
            table = ws.table(record.deal, rules=rules, kitty="optimal")
            assert all(len(part["discard"]) == rules.kitty_size for part in parts)
        assert kitty or found["discards"] is None
        strains = [ws.Strain.of(strain) for strain in found["strains"]]
        assert found["tricks"] == [[table[seat, strain] for strain in strains] for seat in range(4)]
        assert {(part["seat"], part["strain"]): part["tricks"] for part in parts} == {
            (row, strain): tricks
            for row, numbers in zip(found["rows"], found["tricks"], strict=True)
            for strain, tricks in zip(found["strains"], numbers, strict=True)
        }


def test_a_claim_that_holds_and_one_that_is_refuted() -> None:
    holds = answered("claim", hand=SHORT, seat="S", tricks=1)[1]
    assert holds == {"holds": True, "claimed": 1, "left": 2, "tricks": 1, "refutation": []}
    refuted = answered("claim", hand=SHORT, seat="N", tricks=2)[1]
    assert not refuted["holds"] and refuted["tricks"] == 1
    played = [each["card"] for each in refuted["refutation"]]
    won = [
        answered("position", hand={**SHORT, "played": " ".join(cards)})[1]["position"]["won"]
        for cards in (played[:-1], played)
    ]
    # The other side has taken the trick that was claimed, and no card more is shown.
    assert won[1][1] + won[1][3] == 1 and sum(won[0]) < 2
    other = answered("claim", hand=SHORT, seat="E", tricks=1)[1]
    assert other["holds"] and other["tricks"] == 1


def test_a_deal_without_a_contract_and_an_illegal_card() -> None:
    found = answered("position", hand={"deal": f"{SHORT['deal']} | .2..."})[1]
    hands = ["A2...", "K3...", "Q4...", "J5..."]
    seats = {"seats": ["N", "E", "S", "W"], "dealt": hands, "hands": hands, "kitty": ".2..", "out": ".2.."}
    assert found == {"values": None, "position": seats}
    message = "S4 by E, is not legal: E does not hold it"
    refused(ws.ActError, message, "position", hand={**SHORT, "played": "SA S4"})

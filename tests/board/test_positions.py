"""Points of the play on the board: against the references of play, the solver, and plain minimax."""

from pathlib import Path
from typing import Any

import pytest
from tests.oracle import asking, minimax
from tests.oracle.positions import Problem, random_problem
from tests.support.board_answers import answered
from tests.support.thorough import by_default

import whistsolve as ws
from whistsolve.rules import rules_to_text
from whistsolve.values import seat_name
from whistsolve_board.sources import read_hands

PTN = Path(__file__).parents[1] / "data" / "ptn"


def hand_of(problem: Problem) -> dict[str, str]:
    """A problem as the page has it."""
    name = [seat_name(seat, problem.seats) for seat in range(problem.seats)]
    declarer = problem.leader if problem.declarer is None else problem.declarer
    return {
        "rules": rules_to_text(asking.rules_of(problem)),
        "deal": str(ws.Deal(problem.hands)),
        "strain": problem.strain,
        "declarer": name[declarer],
        "leader": name[problem.leader],
        "played": " ".join(problem.played),
    }


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("seed", by_default(12, range(40)))
def test_a_point_of_the_play(seed: int, seats: int) -> None:
    problem = random_problem(seed, seats, left=2)
    expected = problem.position()
    names = [seat_name(seat, seats) for seat in range(seats)]
    parts, found = answered("position", hand=hand_of(problem))
    position, values = found["position"], found["values"]
    assert parts == [{"position": position}]
    legal = {play[:2] for play in expected.legal()}
    assert set(position["legal"]) == legal
    assert position["to_play"] == (None if expected.finished else names[expected.to_play])
    assert position["trick"] == [
        {"seat": names[(expected.leader + turn) % seats], "card": card}
        for turn, card in enumerate(expected.table)
    ]
    assert position["won"] == list(expected.won)
    assert [set(map(str, ws.Hand(text))) for text in position["hands"]] == [
        {card[:2] for card in hand} for hand in expected.hands
    ]
    assert {names.index(seat) for seat in position["side"]} == problem.side
    if expected.finished:
        assert values is None
        return
    best = minimax.card_values(expected, problem.side)
    assert {each["card"]: each["tricks"] for each in values["cards"]} == best
    wanted = (max if expected.to_play in problem.side else min)(best.values())
    assert values["tricks"] == wanted == minimax.value(expected, problem.side)
    assert {each["card"] for each in values["cards"] if each["best"]} == {
        card for card, tricks in best.items() if tricks == wanted
    }


@pytest.mark.parametrize("seed", range(12))
def test_best_play_takes_what_the_solver_says(seed: int) -> None:
    problem = random_problem(seed, 2 + seed % 5, left=3)
    hand = hand_of(problem)
    before = answered("position", hand=hand)[1]
    line = answered("line", hand=hand)[1]
    whole = {**hand, "played": " ".join((*problem.played, *line["cards"]))}
    after = answered("position", hand=whole)[1]
    assert after["position"]["to_play"] is None
    side = [before["position"]["seats"].index(seat) for seat in before["position"]["side"]]
    won = [sum(found["position"]["won"][seat] for seat in side) for found in (before, after)]
    assert won[1] - won[0] == line["tricks"] == (before["values"] or {"tricks": 0})["tricks"]


@pytest.mark.parametrize("name", ["trickster-241", "trickster-327"])
def test_every_point_of_a_real_hand(name: str) -> None:
    kind, [hand] = read_hands((PTN / f"{name}.ptn").read_text(), None)
    assert kind == "ptn"
    record = ws.notation.read_ptn((PTN / f"{name}.ptn").read_text())[0]
    rules = ws.rules.rules_from_text(hand["rules"])
    assert record.contract is not None and record.leader is not None
    for at in range(len(record.plays) + 1):
        found = answered("position", hand=hand, at=at)[1]
        if at == record.deal_in_play.seats * record.deal_in_play.hand_size:
            assert found["values"] is None
            continue
        expected = ws.solve_cards(
            record.deal_in_play,
            record.contract.strain,
            record.leader,
            declarer=record.contract.declarer,
            played=record.plays[:at],
            rules=rules,
        )
        cards = {each["card"]: each["tricks"] for each in found["values"]["cards"]}
        assert list(cards.items()) == [(str(card), tricks) for card, tricks in expected.items()]
        tricks = [trick for trick in record.tricks if trick.winner is not None][: at // 4]
        assert found["position"]["tricks"] == [
            {
                "leader": "NESW"[trick.leader],
                "cards": [str(card) for card in trick.cards],
                "winner": "NESW"[trick.winner],
            }
            for trick in tricks
            if trick.winner is not None
        ]


@pytest.mark.parametrize("name", by_default(1, ["trickster-241", "trickster-327"]))
def test_the_table_of_a_real_hand(name: str) -> None:
    _, [hand] = read_hands((PTN / f"{name}.ptn").read_text(), None)
    record = ws.notation.read_ptn((PTN / f"{name}.ptn").read_text())[0]
    rules = ws.rules.rules_from_text(hand["rules"])
    for kitty in (False, True):
        parts, found = answered("table", hand=hand, kitty=kitty)
        expected: Any
        if kitty:
            expected = ws.table(record.deal, rules=rules, kitty="optimal")
        else:
            expected = ws.table(record.deal_in_play, rules=rules)
        strains = [ws.Strain.of(strain) for strain in found["strains"]]
        assert found["tricks"] == [[expected[seat, strain] for strain in strains] for seat in range(4)]
        cells = {(part["seat"], part["strain"]): part["tricks"] for part in parts}
        assert cells == {
            (row, strain): tricks
            for row, numbers in zip(found["rows"], found["tricks"], strict=True)
            for strain, tricks in zip(found["strains"], numbers, strict=True)
        }
        if kitty:
            cards = [part["discard"] for part in parts]
            assert all(len(each) == rules.kitty_size for each in cards)
        else:
            assert found["discards"] is None


def test_a_claim_that_holds_and_one_that_is_refuted() -> None:
    hand = {
        "deal": "N:A2... K3... Q4... J5...",
        "strain": "S+",
        "declarer": "N",
        "rules": "bid_whist_no_kitty",
    }
    holds = answered("claim", hand=hand, seat="S", tricks=1)[1]
    assert holds == {"holds": True, "claimed": 1, "left": 2, "tricks": 1, "refutation": []}
    refuted = answered("claim", hand=hand, seat="N", tricks=2)[1]
    assert not refuted["holds"] and refuted["tricks"] == 1
    played = [each["card"] for each in refuted["refutation"]]
    after = answered("position", hand={**hand, "played": " ".join(played)})[1]["position"]
    # The other side has taken the trick that was claimed, and no card more is shown.
    assert sum(after["won"][seat] for seat in (1, 3)) == 1
    assert sum(answered("position", hand={**hand, "played": " ".join(played[:-1])})[1]["position"]["won"]) < 2
    other = answered("claim", hand=hand, seat="E", tricks=1)[1]
    assert other["holds"] and other["tricks"] == 1


def test_a_deal_without_a_contract() -> None:
    found = answered("position", hand={"deal": "N:A2... K3... Q4... J5... | .2..."})[1]
    assert found["values"] is None
    assert found["position"] == {
        "seats": ["N", "E", "S", "W"],
        "dealt": ["A2...", "K3...", "Q4...", "J5..."],
        "kitty": ".2..",
        "hands": ["A2...", "K3...", "Q4...", "J5..."],
        "out": ".2..",
    }


def test_an_illegal_card_is_named() -> None:
    hand = {"deal": "N:A2... K3... Q4... J5...", "strain": "S+", "declarer": "N", "played": "SA S4"}
    with pytest.raises(ws.ActError, match="S4 by E, is not legal: E does not hold it"):
        answered("position", hand=hand)

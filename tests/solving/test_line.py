"""`best_line` against the oracle: every card keeps the value, and the values after each card are right."""

from itertools import count

import pytest
from tests.oracle import asking
from tests.oracle.minimax import play_values, value
from tests.oracle.positions import random_problem
from tests.support.thorough import by_default

import whistsolve as ws


def line_of(problem):
    where, more = asking.asked(problem)
    return ws.best_line(*where, declarer=problem.declarer, **more)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("seeds", by_default(1, [(*range(8), 48, 57), range(8, 400)]))
def test_every_card_is_best_play(seeds, seats):
    """Defenders lead jokers too, in 48 and 57."""
    for seed in seeds:
        problem = random_problem(seed, seats, left={2: 5, 3: 4, 4: 3, 5: 2, 6: 2}[seats])
        line, position = line_of(problem), problem.position()
        memo = {}
        assert line.tricks == value(position, problem.side, memo)
        for played, after in zip(line, line.after, strict=True):
            assert played.hand == position.to_play
            values = play_values(position, problem.side, memo)
            best = max if played.hand in problem.side else min
            assert values[str(played)] == best(values.values()), problem
            position = position.put(str(played))
            assert after == value(position, problem.side, memo), problem
        assert position.finished
        assert sum(line.by_trick, ()) == line.cards
        assert all(len(trick) == seats for trick in line.by_trick[1:])


def test_a_joker_that_is_led_names_the_suit():
    """Among random positions there are such lines; the oracle, which needs the name, has followed them."""
    problems = (random_problem(seed, 3, left=4) for seed in count())
    named = next(each for problem in problems for each in line_of(problem) if each.named is not None)
    assert str(named) in {f"{joker}:{suit}" for joker in ("BJ", "LJ") for suit in "SHDC"}


def test_of_equal_cards_the_declarer_leads_the_highest_and_all_else_is_cheap():
    line = ws.best_line("N:AK2... QJ3... T94... 876...", "NT+", "N")
    assert str(line) == "N SA E S3 S S4 W S6; N SK E SJ S S9 W S7; N S2 E SQ S ST W S8"
    defended = ws.best_line("N:AK2... QJ3... T94... 876...", "NT+", "N", declarer="E")
    assert str(defended) == "N S2 E SJ S S4 W S6; E SQ S S9 W S7 N SK; N SA E S3 S ST W S8"


def test_the_forms_of_a_line():
    line = ws.best_line("N:A2... K3... Q4... J5...", "S+", "N", played="SA S3")
    assert [len(trick) for trick in line.by_trick] == [2, 4]
    assert str(line) == "S S4 W S5; N S2 E SK S SQ W SJ"
    found = line.as_dict()
    assert found["played"] == ["SA", "S3"] and found["tricks"] == 1
    assert found["line"][1] == ["W", "S5", 0]
    html = line._repr_html_()
    assert "trick 1" in html and "trick 2" in html and "1 trick for the declarer" in html
    over = ws.best_line("N:A... K... Q... J...", "S+", "N", played="SA SK SQ SJ")
    assert (over.cards, over.tricks, over.by_trick, str(over)) == ((), 0, (), "")

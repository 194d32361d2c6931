"""`perfect_moments` and `analyse_play` against the oracle: what each card of random hands is worth."""

import random
from dataclasses import replace

import pytest
from tests.analysis.test_claims import GAMES, problem_of, somewhere
from tests.oracle.minimax import Memo, card_values
from tests.support.command import NO_TRUMP
from tests.support.random_matches import random_act
from tests.support.thorough import by_default
from tests.support.traced import checked

import whistsolve as ws
from whistsolve.analysis import perfect_moments
from whistsolve.analysis.position_in_play import position_in_play
from whistsolve.errors import ActError, NotationError
from whistsolve.game.record import PlayedHand
from whistsolve.solving.position import Position


@pytest.mark.parametrize(("preset", "changes"), GAMES, ids=str)
@pytest.mark.parametrize("seed", by_default(1, range(50)))
def test_they_are_those_of_the_oracle(seed: int, preset: str, changes: dict[str, str]) -> None:
    draw, state = random.Random(seed), somewhere(preset, changes, seed)
    while state.stage == "play":
        state.push(random_act(state, draw))
    declarer = state.snapshot.leader if state.declarer is None else state.declarer
    found = perfect_moments(position_in_play(state, declarer))
    moments = {len(moment.position.played): moment for moment in found}
    problem, memo = problem_of(state, declarer), Memo()
    # A hand that does not say which suit a led joker names cannot be traced.
    traced = None if any(":" in play for play in problem.played) else checked(state)  # type: ignore[arg-type]
    problem = replace(problem, options={**problem.options, "kitty_book": state.rules.kitty_book})
    position = problem.start()
    for number, play in enumerate(problem.played):
        values = card_values(position, problem.side, memo)
        ours = position.to_play in problem.side
        worth = (max if ours else min)(values.values())
        best = {card for card, tricks in values.items() if tricks == worth}
        if traced is not None:
            card, won = traced.cards[number], sum(position.won[seat] for seat in problem.side)
            assert (card.seat, card.by_declarer, card.before) == (position.to_play, ours, won + worth)
            assert (card.after, bool(card.lost)) == (won + values[play], play not in best)
            assert {str(each) for each in card.better} == (best if card.lost else set())
        moment = moments.pop(number, None)
        if moment is not None:
            assert {str(card) for card in moment.cards} == best
            assert {str(card): lost for card, lost in moment.losses} == {
                card: abs(worth - tricks) for card, tricks in values.items() if tricks != worth
            }
            assert (moment.seat, str(moment.played)) == (position.to_play, play.partition(":")[0])
            assert moment.missed == (str(moment.played) not in best)
            assert moment.tricks == (worth if ours else moment.left - worth)
        else:
            assert len(best) > 1 or len(values) == 1
        position = position.put(play)
    assert not moments
    if traced is not None:
        assert traced.finished and traced.taken == sum(position.won[seat] for seat in problem.side)
        if traced.discard is not None and state.strain is not None:
            best_discard = ws.best_discard(state.deal, state.strain, declarer, rules=state.rules)
            assert traced.discard.best == best_discard.tricks


def test_neighbours_are_one_card() -> None:
    for deal, cards in {
        "N:A32... 9.Q5.. T6.3.. 85.A..": [["S2", "S3"]],
        "N:K75... AQJ... .T83.. T8.A..": [["S5", "S7"]],  # nobody holds the six
        "N:Q8.2.. 7.AQ.. KJ4... .J53..": [],  # South's jack lies between the queen and the eight
    }.items():
        values = ws.solve_cards(deal, "NT+", "N")
        assert sum(tricks == max(values.values()) for tricks in values.values()) == 2 < len(values)
        moments = perfect_moments(PlayedHand(deal, contract="1NT+ by N", leader="N"))
        assert [list(map(str, moment.cards)) for moment in moments] == cards


def test_the_most_surprising_come_first_and_progress_is_told() -> None:
    text = NO_TRUMP.read_text()
    rules, told = ws.Rules.preset("bid_whist", jokers=0), list[tuple[int, int]]()
    moments = perfect_moments(text, rules=rules, progress=lambda *done: told.append(done))
    assert told == [(number, 49) for number in range(1, 50)]
    assert list(moments) == sorted(
        moments, key=lambda each: (not each.missed, -sum(dict(each.losses).values()))
    )
    losses = ws.analyse_play(text, rules=rules).losses
    missed = {each.played: each.cards for each in moments if each.missed}
    assert missed == {each.card: each.better for each in losses if each.card in missed} and missed


def test_the_forms_of_a_moment() -> None:
    hand = PlayedHand("N:AQ... T9... 76... K3...", contract="1NT+ by S", leader="S", plays="S6 S3 SA")
    (moment,) = perfect_moments(hand)
    assert moment.as_dict() == {
        "deal": "N:AQ... T9... 76... K3...",
        "strain": "NT+",
        "leader": "S",
        "declarer": "S",
        "played": ["S6", "S3"],
        "seat": "N",
        "cards": ["SQ"],
        "tricks": 2,
        "left": 2,
        "losses": {"SA": 1},
        "next": "SA",
    }
    html = moment._repr_html_()
    assert "N, for N-S to win 2 of the 2 tricks left" in html and "1 trick lost by" in html


def test_the_solver_takes_the_cards_of_a_position() -> None:
    rules = ws.Rules.preset("bid_whist_seed", joker_lead_no_trump="leader_names_suit")
    asked = {"strain": "NT+", "leader": "N", "rules": rules}
    position = Position.read("N:A2....B K3.4.. Q4.5.. J5.6..", **asked, played=["BJ:H", "H4"])  # type: ignore[arg-type]
    line = ws.best_line(position.deal, **asked, played=[*position.played, "H5"])  # type: ignore[arg-type]
    assert line.position == position.followed_by("H5")


def test_what_cannot_be_asked() -> None:
    with pytest.raises(NotationError, match="expected a PlayedHand, a file or text"):
        perfect_moments(3)  # type: ignore[arg-type]
    with pytest.raises(ActError, match="no contract"):
        perfect_moments(PlayedHand("N:A2... K3... Q4... J5..."))

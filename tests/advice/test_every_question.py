"""Every game under the questions of advice: an answer, or an error that docs/games.md lists."""

from pathlib import Path

import pytest
from tests.support.random_matches import play_on
from tests.support.thorough import by_default

import whistsolve as ws
from whistsolve.game.auction.auction import Auction
from whistsolve.inference import Knowledge
from whistsolve.rules import Rules

#: The table of questions without an answer.
LISTED = (Path(__file__).parents[2] / "docs/games.md").read_text("utf-8").split("## What has no answer")[1]
SMALL = {"lowest_rank": 12, "hand_size": 3}
REMOVED = {"joker_no_trump": "removed", "hand_size": None, "kitty_size": 6}


def answers(question):
    """Whether there is an answer; if not, the reason must be listed."""
    try:
        question()
    except ws.RulesError as error:
        where = str(error).removeprefix("there is no answer where ").partition(":")[0]
        assert f"| {where} |" in LISTED
        return False
    return True


#: Other presets are variants of these, which the questions treat alike.
GAMES = ("bid_whist", "bid_whist_no_kitty", "cutthroat_3", "dummy_classic", "double_dummy", "humbug", "whist")


@pytest.mark.parametrize(
    ("preset", "changes"),
    by_default(
        lambda case: case[0] in GAMES if not case[1] else case[0] != "dummy",
        [
            *((name, {}) for name in Rules.preset_names()),
            ("dummy", {"jokers": 2}),
            ("double_dummy", {"jokers": 2}),
            ("bid_whist", {"players": 6}),
            ("bid_whist", {"lowest_rank": 8, "hand_size": 5}),
            ("bid_whist", {"joker_no_trump": "exchanged"}),
            ("bid_whist", REMOVED),
        ],
    ),
    ids=str,
)
def test_every_question_has_an_answer_or_a_reason(preset, changes):
    rules = Rules.preset(preset, **changes)
    deal = ws.Deal.random(2, rules)
    hand, kitty = deal.hands[0], deal.kitty or ws.Hand()
    asked = {"rules": rules, "seat": 0, "dealer": rules.players - 1, "samples": 1, "discards": "heuristic"}
    auction, both = rules.trump_rule == "declared", rules.game == "double_dummy" and rules.jokers > 0
    bid = Auction.start(rules, 0).legal_calls[-1] if auction else "3+"
    assert answers(lambda: ws.evaluate_bids(hand, **asked)) == (auction and not both)
    assert answers(lambda: ws.evaluate_strains(hand, bid=bid, **asked)) == (auction and not both)
    del asked["discards"]
    if rules.game != "dummy" or not kitty:
        found = answers(lambda: ws.evaluate_discards(hand | kitty, "NT+", double_dummy_samples=0, **asked))
        assert found == (bool(kitty) and not both)
    state = play_on(ws.HandState.random(2, rules, dealer=rules.players - 1), 3, most=3)
    while state.stage not in ("play", "over"):
        play_on(state, 3, most=len(state.acts) + 1)
    if state.stage == "play":
        view = state.view(state.to_act)
        assert answers(lambda: ws.evaluate_cards(view, samples=1))


def test_what_to_throw_out_of_a_dummy():
    rules = Rules.preset("dummy", jokers=2, **SMALL)
    state = ws.HandState.random(4, rules, dealer=0)
    while state.stage == "auction":
        state.push(state.legal_calls[-1])  # pass, or the highest bid
    assert state.stage == "discard" and state.hand_to_play == 3
    asked = {"rules": rules, "seat": state.to_act, "dealer": 0}
    known = Knowledge.of_view(state.view(state.to_act))
    report = ws.evaluate_discards(state.hands[3], "S+", knowledge=known, samples=10_000, **asked)
    assert report.exact and len(report.rows) == 10 and len(report.best.cards) == 2
    assert not report.best.cards.jokers
    for wrong, knowledge in (("knowledge is missing", None), ("of a dummy with", known)):
        with pytest.raises(ws.LayoutError, match=wrong):
            ws.evaluate_discards("AKQ.A..A", "S+", knowledge=knowledge, **asked)

"""Scores of whist: the worked ones of the rules, by their numbers, and every option of honours."""

import pytest

import whistsolve as ws

SEED = ws.Rules.preset("whist_seed", honours=True)
PORTLAND = ws.Rules.preset("whist_portland")


@pytest.mark.parametrize("tricks", range(14))
def test_odd_tricks_t34_t35(tricks: int) -> None:
    score = ws.score_whist_hand(tricks, rules=ws.Rules.preset("whist_seed"))
    ours, theirs = max(tricks - 6, 0), max(7 - tricks, 0)
    assert score.points == (ours, theirs, ours, theirs)
    assert (score.odd_tricks, score.honours) == ((ours, theirs), (0, 0))
    pair = (tricks, 13 - tricks)
    assert ws.score_whist_hand(pair, rules=ws.Rules.preset("whist_seed")) == score
    by_seat = (tricks // 2, 13 - tricks, tricks - tricks // 2, 0)
    assert ws.score_whist_hand(by_seat, rules=ws.Rules.preset("whist_seed")) == score


@pytest.mark.parametrize(
    ("row", "rules", "tricks", "honours", "scores", "expected"),
    [
        ("T36", SEED, 7, (4, 0), (1, 0), (5, 0)),
        ("T37", SEED, 7, (3, 1), (0, 0), (4, 0)),
        ("T37", PORTLAND, 7, (3, 1), (0, 0), (3, 0)),
        ("T38", SEED, 7, (4, 0), (3, 0), (1, 0)),
        ("T38", PORTLAND, 7, (4, 0), (3, 0), (5, 0)),
        ("T39", SEED, 6, (4, 0), (4, 0), (0, 1)),
        ("T39", PORTLAND, 6, (4, 0), (4, 0), (0, 1)),
        # A reaches the target by tricks, B would by honours.
        ("T40", SEED, 9, (0, 4), (2, 3), (3, 0)),
        ("not T40: B would not reach it", SEED, 9, (0, 4), (2, 0), (3, 4)),
    ],
)
def test_worked_scores(
    row: str,
    rules: ws.Rules,
    tricks: int,
    honours: tuple[int, int],
    scores: tuple[int, int],
    expected: tuple[int, int],
) -> None:
    score = ws.score_whist_hand(tricks, rules=rules, honours=honours, scores=scores)
    assert score.points == expected * 2, row


def test_honours_that_are_not_void() -> None:
    rules = ws.Rules.preset("whist_seed", honours=True, honours_void_if_both_reach=False)
    assert ws.score_whist_hand(9, rules=rules, honours=(0, 4), scores=(2, 3)).points == (3, 4, 3, 4)


def test_honours_only_where_the_rules_score_them() -> None:
    assert ws.score_whist_hand(7, rules=ws.Rules.preset("whist_seed"), honours=(4, 0)).honours == (0, 0)
    assert ws.score_whist_hand(7, rules=SEED, honours=(2, 2)).honours == (0, 0)


def test_the_bar_follows_the_target() -> None:
    rules = ws.Rules.preset("whist_seed", honours=True, target=7, honours_bar="target_minus_1")
    assert ws.score_whist_hand(7, rules=rules, honours=(3, 0), scores=(4, 0)).honours == (3, 0)
    assert ws.score_whist_hand(7, rules=rules, honours=(3, 0), scores=(5, 0)).honours == (0, 0)
    # In the second session, to ten, a bar of four lies at nine.
    rules = ws.Rules.preset("whist_seed", honours=True, match="two_sessions")
    for before, scored in ((7, 3), (8, 0)):
        score = ws.score_whist_hand(7, rules=rules, honours=(3, 0), scores=(before, 0), target=10)
        assert score.honours == (scored, 0)


def test_sides_of_chairs_that_face_each_other() -> None:
    rules = ws.Rules.preset("double_dummy_classic", seating="facing")
    assert ws.score_whist_hand(9, rules=rules).points == (3, 0, 0, 3)
    assert ws.score_whist_hand((4, 2, 2, 5), rules=rules).points == (3, 0, 0, 3)


@pytest.mark.parametrize(
    ("tricks", "options", "error", "message"),
    [
        (14, {}, ws.WhistError, "tricks 14"),
        ((7, 7), {}, ws.WhistError, "two or four numbers of sum 13"),
        (7, {"honours": (3, 2)}, ws.WhistError, "no more than four"),
        (7, {"scores": (1, 2, 3)}, ws.WhistError, "scores"),
        (7, {"rules": ws.Rules.preset("bid_whist_seed")}, ws.RulesError, "has contracts"),
    ],
)
def test_wrong_calls(
    tricks: object, options: dict[str, object], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        ws.score_whist_hand(tricks, **{"rules": SEED, **options})  # type: ignore[arg-type]


def test_hands_kept_multiply_scores_of_double_dummy() -> None:
    rules = ws.Rules.preset("double_dummy_classic", hand_option="sequential")
    assert ws.score_whist_hand(9, rules=rules, honours=(3, 1)).points == (5, 0, 5, 0)
    assert ws.score_whist_hand(9, rules=rules, honours=(3, 1), kept=2).points == (20, 0, 20, 0)
    with pytest.raises(ws.WhistError, match="no hand option"):
        ws.score_whist_hand(9, rules=SEED, kept=1)

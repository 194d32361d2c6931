"""The match before a given hand, and the outcome of a contract for a given number of tricks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from whistsolve.errors import WhistError
from whistsolve.game.hand.setup import Setup, Standing
from whistsolve.game.match.match import Match
from whistsolve.game.scoring.contract_score import score_books
from whistsolve.game.scoring.hand_result import HandResult
from whistsolve.rules import Rules
from whistsolve.rules.sides import read_scores
from whistsolve.values.contracts import Contract


@dataclass(frozen=True, slots=True)
class Outcome:
    """The points of a hand, and the games won by it."""

    #: Points of each player. If all sides score their own tricks, the defending sides share theirs equally.
    points: tuple[Fraction, ...]
    #: For each player, games won by the hand, negative for games lost; 0 if no game ends. Games of a rubber
    #: and of a best-of match count too.
    games: tuple[int, ...]
    #: For each player, the players of their side.
    sides: tuple[tuple[int, ...], ...]


def outcome_of(
    setup: Setup, contract: Contract | None, tricks: int, kept: int, standing: Standing | None = None
) -> Outcome:
    """The outcome of a contract (declarers are numbered as players), or of a hand thrown in (``None``).

    `tricks` are those of the declarer's side as the solver counts them: the first counts two if its winner
    gets the kitty's book. In double dummy whist `kept` is how many players kept the hand they were dealt.
    `standing` is that of the match before the hand; by default no bid was missed, no game won and no hand
    played. Its minutes count, but this hand adds none, since players cannot know how long it will take.
    """
    rules = setup.rules
    match = Match(rules, dealer=setup.dealer, scores=setup.scores)
    if standing is not None:
        match = Match.from_standing(standing, rules)
    sides = tuple(match.side_of(player) for player in range(rules.players))
    nothing = (Fraction(0),) * rules.players
    if contract is None:
        return Outcome(nothing, (0,) * rules.players, sides)
    own = tricks + rules.books_from_kitty
    theirs = setup.size + (rules.kitty_book != "none") - own
    kept = kept if rules.game == "double_dummy" and rules.hand_option != "off" else 0
    each = (0,) * rules.dealt_hands
    score = score_books(contract, own, theirs, each, rules=rules, by="hands", kept=kept)
    points = [Fraction(number) for number in score.points]
    others = {sides[player] for player in range(rules.players)} - {sides[contract.declarer]}
    if rules.nonbidders_score == "per_trick" and not rules.has_dummies and len(others) > 1:
        for player in frozenset(range(rules.players)) - set(sides[contract.declarer]):
            points[player] += Fraction(theirs, len(others))
    tally, before = tuple(points), match.standing
    # Points may be fractions here: `Match` adds and compares them like integers.
    match.add(
        HandResult(rules, setup.dealer, contract, (), (), score, tally),  # type: ignore[arg-type]
        minutes=before.minutes,
    )
    won = [after - games for after, games in zip(match.standing.games, before.games, strict=True)]
    return Outcome(tally, tuple(games or -max(won) for games in won), sides)


def match_before(scores: Sequence[int] | Standing, rules: Rules, dealer: int) -> Match:
    """The match before a hand that the given player deals.

    Scores alone, in any form that `read_scores` accepts, mean that nothing was played before.
    """
    if not isinstance(scores, Standing):
        return Match(rules, dealer=dealer, scores=read_scores(scores, rules))
    if scores.dealer != dealer:
        raise WhistError(f"dealer {dealer} is wrong: expected {scores.dealer}, who deals by the standing")
    return Match.from_standing(scores, rules)

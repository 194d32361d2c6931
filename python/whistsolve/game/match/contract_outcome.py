"""Outcome of a contract that takes a given number of tricks: points and games, without playing the hand."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from whistsolve.game.hand.seating import Seating
from whistsolve.game.hand.setup import Setup
from whistsolve.game.match.match import Match
from whistsolve.game.scoring.contract_score import score_books
from whistsolve.game.scoring.hand_result import HandResult
from whistsolve.values.contracts import Contract

__all__ = ["Outcome", "outcome_of"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Points and games of a hand.

    Attributes
    ----------
    points : tuple of Fraction
        Points of each player. Where all score their tricks, the other sides share theirs equally.
    games : tuple of int
        For each player, games won by the hand, negative for games lost; 0 where no game ends.
    sides : tuple of tuple of int
        For each player, the players of his side.
    """

    points: tuple[Fraction, ...]
    games: tuple[int, ...]
    sides: tuple[tuple[int, ...], ...]

    def side_of(self, player: int) -> tuple[int, ...]:
        """The players of a player's side."""
        return self.sides[player]


def outcome_of(setup: Setup, contract: Contract | None, tricks: int, kept: int) -> Outcome:
    """The outcome of a contract, or of a hand that is thrown in.

    Parameters
    ----------
    setup : Setup
        Rules, deal, dealer, and scores before the hand.
    contract : Contract or None
        Its declarer is the number of a player.
    tricks : int
        Tricks of the declarer's side as the solver counts them: the first counts two where the kitty's book
        goes to its winner.
    kept : int
        In double dummy whist, how many players play the hand they were dealt.
    """
    rules = setup.rules
    match = Match(rules, dealer=setup.dealer, scores=setup.scores)
    sides = tuple(match.side_of(player) for player in range(rules.players))
    nothing = (Fraction(0),) * rules.players
    if contract is None:
        return Outcome(nothing, (0,) * rules.players, sides)
    seating = Seating.of(rules, contract.declarer)
    own = tricks + rules.books_from_kitty
    theirs = setup.size + (rules.kitty_book != "none") - own
    chair = seating.chair_of(contract.declarer)
    score = score_books(
        Contract(contract.level, contract.strain, chair),
        own,
        theirs,
        (0,) * len(seating.chairs),
        rules=rules,
        kept=kept if rules.game == "double_dummy" and rules.hand_option != "off" else 0,
    )
    points = [Fraction(score.points[seating.chair_of(player)]) for player in range(rules.players)]
    if rules.nonbidders_score == "per_trick":
        others = [player for player in range(rules.players) if player not in sides[contract.declarer]]
        for player in others:
            points[player] += Fraction(theirs, len({seating.sides[other] for other in others}))
    tally = tuple(points)
    # Points may be fractions here, which `Match` adds and compares like integers.
    match.add(
        HandResult(rules, setup.dealer, contract, (), (), score, tally)  # type: ignore[arg-type]
    )
    worth = max(match.standing.games) if match.is_over else 0
    games = tuple(
        0 if not match.is_over else worth if player in match.winners else -worth
        for player in range(rules.players)
    )
    return Outcome(tally, games, sides)

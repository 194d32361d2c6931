"""Outcome of a contract that takes a given number of tricks: points and games, without playing the hand."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from whistsolve.game.hand.setup import Setup
from whistsolve.game.match.match import Match
from whistsolve.game.match.standing import Standing
from whistsolve.game.scoring.contract_score import score_books_by_hand
from whistsolve.game.scoring.hand_result import HandResult
from whistsolve.values.contracts import Contract

__all__ = ["Outcome", "outcome_of"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Points and games of a hand.

    Attributes
    ----------
    points : tuple of Fraction
        Points of each player. Where all score their own tricks, the other sides share theirs equally.
    games : tuple of int
        For each player, games won by the hand, negative for games lost; 0 where no game ends. A game of a
        rubber, or of the best of several, is a game.
    sides : tuple of tuple of int
        For each player, the players of his side.
    """

    points: tuple[Fraction, ...]
    games: tuple[int, ...]
    sides: tuple[tuple[int, ...], ...]

    def side_of(self, player: int) -> tuple[int, ...]:
        """The players of a player's side."""
        return self.sides[player]


def outcome_of(
    setup: Setup, contract: Contract | None, tricks: int, kept: int, standing: Standing | None = None
) -> Outcome:
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
    standing : Standing, optional
        Of the match before the hand, with its missed bids, games and hands; where it is left out there were
        none. Minutes of its last hand count, those of this one do not: who plays cannot know them.
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
    score = score_books_by_hand(
        contract,
        own,
        theirs,
        (0,) * rules.dealt_hands,
        rules=rules,
        kept=kept if rules.game == "double_dummy" and rules.hand_option != "off" else 0,
    )
    points = [Fraction(number) for number in score.points]
    others = {sides[player] for player in range(rules.players)} - {sides[contract.declarer]}
    if rules.nonbidders_score == "per_trick" and not rules.has_dummies and len(others) > 1:
        for player in frozenset(range(rules.players)) - set(sides[contract.declarer]):
            points[player] += Fraction(theirs, len(others))
    tally = tuple(points)
    before = match.standing
    # Points may be fractions here, which `Match` adds and compares like integers.
    match.add(
        HandResult(rules, setup.dealer, contract, (), (), score, tally),  # type: ignore[arg-type]
        minutes=before.minutes,
    )
    won = [after - games for after, games in zip(match.standing.games, before.games, strict=True)]
    return Outcome(tally, tuple(games or -max(won) for games in won), sides)

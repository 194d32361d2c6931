"""The score of a hand with a number of tricks, and its effect on the probabilities of winning the match."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from whistsolve.advice.calls.call_model import quick_equity
from whistsolve.advice.request import read_state
from whistsolve.equity.payoffs import ScoreTable
from whistsolve.errors import ActError, NotationError, RulesError, WhistError
from whistsolve.game import HandScore, score_hand, score_whist_hand
from whistsolve.rules.sides import declarer_side, partner_of, side_of
from whistsolve.values import Contract
from whistsolve_board.arguments import Arguments
from whistsolve_board.context import RequestContext
from whistsolve_board.hands import BoardHand
from whistsolve_board.playing_out import PlayedOut

_HONOURS: Final = "AKQJ"


@dataclass(frozen=True, slots=True)
class _Taken:
    """Tricks of the declarer's side, of all others and, if known, by seat; the first trick has its weight."""

    own: int
    rest: int
    by_seat: tuple[int, ...] | None


def answer_score(arguments: Arguments, context: RequestContext) -> dict[str, Any]:
    """The points of a hand, then the probabilities of winning the match before and after it."""
    hand = arguments.hand()
    taken = _taken(arguments, hand)
    rules, deal = hand.rules, hand.deal
    if (deal.seats, deal.hand_size) != (rules.dealt_hands, rules.dealt_hand_size):
        raise RulesError(
            f"the rules are of {rules.dealt_hands} hands of {rules.dealt_hand_size} cards: expected"
            f" {deal.seats} of {deal.hand_size} as in the deal, for it to be scored"
        )
    if not rules.has_auction:
        found = _of_whist(hand, taken)
        context.send(**found)
        return {**found, "equity": None}
    score = _of_contract(hand, taken)
    points = _points(hand, taken, score)
    found = {
        "tricks": taken.own,
        "books": score.books,
        "needed": score.needed,
        "over": score.books - score.needed,
        "made": score.made,
        "boston": score.boston,
        "points": [int(each) if each.denominator == 1 else float(each) for each in points],
        "odd_tricks": None,
        "honours": None,
    }
    context.send(**found)
    return {**found, "equity": _equity(hand, taken, score)}


def played_result(hand: BoardHand) -> dict[str, int | None] | None:
    """Tricks of the declarer's side, and the books above those needed where a contract can be scored;
    ``None`` for a hand that was not played to its end."""
    with suppress(WhistError):
        taken = _taken(Arguments({}), hand)
        over = None
        with suppress(WhistError):
            score = _of_contract(hand, taken)
            over = score.books - score.needed
        return {"tricks": taken.own, "over": over}
    return None


def _taken(arguments: Arguments, hand: BoardHand) -> _Taken:
    """The tricks given in the request, by default those won in the play."""
    _, declarer = hand.required_contract()
    side = declarer_side(declarer, hand.rules, hand.deal.seats)
    tricks = PlayedOut.of(hand.position(0)).left - 1 + hand.rules.first_trick_weight
    if "tricks" in arguments and not arguments.is_list("tricks"):
        own = arguments.integer("tricks", 0, tricks)
        return _Taken(own, tricks - own, None)
    if "tricks" in arguments:
        by_seat = arguments.integers("tricks", hand.deal.seats, 0, tricks)
    else:
        point = PlayedOut.of(hand.position())
        if point.left:
            raise ActError(
                f"the hand is not complete, {point.left} tricks are left: expected tricks in the request"
            )
        by_seat = list(point.won)
    if len(by_seat) != hand.deal.seats or sum(by_seat) != tricks:
        raise WhistError(f"tricks {by_seat} are wrong: expected {hand.deal.seats} with the sum {tricks}")
    own = sum(by_seat[seat] for seat in side)
    return _Taken(own, tricks - own, tuple(by_seat))


def _contract(hand: BoardHand) -> Contract:
    strain, declarer = hand.required_contract()
    if hand.level is None:
        raise NotationError("the hand has no level: expected one, for the contract to be scored")
    return Contract(hand.level, strain, declarer)


def _of_contract(hand: BoardHand, taken: _Taken) -> HandScore:
    """The score of the contract; if opponents' tricks are not known by seat, one opponent gets them all."""
    rules, contract = hand.rules, _contract(hand)
    by_seat = list(taken.by_seat or _one_opponent(hand, taken))
    first = None
    if rules.first_trick_weight > 1:
        # The score is the same whichever seat that won tricks gets the kitty's book.
        first = by_seat.index(max(by_seat))
        by_seat[first] -= 1
    side = declarer_side(contract.declarer, rules, hand.deal.seats)
    tricks = by_seat if rules.nonbidders_score == "per_trick" else sum(by_seat[seat] for seat in side)
    return score_hand(contract, tricks, rules=rules, first_trick=first)


def _one_opponent(hand: BoardHand, taken: _Taken) -> Sequence[int]:
    """Tricks by seat if only those by side are known: all to the declarer and to the next seat."""
    _, declarer = hand.required_contract()
    by_seat = [0] * hand.deal.seats
    by_seat[declarer] = taken.own
    by_seat[(declarer + 1) % hand.deal.seats] = taken.rest
    return by_seat


def _points(hand: BoardHand, taken: _Taken, score: HandScore) -> list[Fraction]:
    """Points by seat; if opponents score tricks that are not known by seat, they get equal shares."""
    rules, seats = hand.rules, hand.deal.seats
    points = [Fraction(each) for each in score.points]
    if rules.nonbidders_score != "per_trick" or taken.by_seat is not None:
        return points
    _, declarer = hand.required_contract()
    scored = declarer_side((declarer + 1) % seats, rules, seats)
    others = set(range(seats)) - declarer_side(declarer, rules, seats)
    opponents = len(others) // len(scored)
    for seat in others if opponents > 1 else ():
        points[seat] += Fraction(taken.rest, opponents) - (taken.rest if seat in scored else 0)
    return points


def _equity(hand: BoardHand, taken: _Taken, score: HandScore) -> dict[str, Any] | None:
    """Each side's probability of winning the match, before and after the hand; ``None`` if unknown."""
    rules, contract = hand.rules, score.contract
    if hand.dealer is None:
        return None
    try:
        equity = quick_equity(rules)
    except RulesError:  # there is no match equity for this game
        return None
    if equity is None:
        return None
    state = read_state(hand.scores or (0, 0), rules, hand.dealer)
    sides, dealer = rules.side_count, side_of(hand.dealer, rules)
    declarer, table = side_of(contract.declarer, rules), ScoreTable.of(rules)
    kind = contract.level, int(contract.strain.is_no_trump), taken.own
    seats = [[seat for seat in range(rules.players) if side_of(seat, rules) == side] for side in range(sides)]
    points = table.all_points(declarer)[kind].tolist()
    if taken.by_seat is not None:
        points = [score.points[each[0]] for each in seats]
    after = equity.after_hand(
        state,
        points,
        dealer=(dealer + 1) % sides,
        declarer=declarer,
        made=score.made,
        two_games=bool(table.two_games[kind]),
    )
    return {
        "sides": [[hand.named(seat) for seat in each] for each in seats],
        "before": list(equity.win(state.scores, dealer)),
        "after": list(after.win),
    }


def _of_whist(hand: BoardHand, taken: _Taken) -> dict[str, Any]:
    """The score of a hand of whist without an auction: points for odd tricks and honours."""
    strain, declarer = hand.required_contract()
    rules, first = hand.rules, {0, partner_of(0, hand.rules)}
    held = [0, 0]
    for seat, cards in enumerate(hand.deal.hands):
        honours = (card for card in cards if str(card)[0] == strain.trump and str(card)[1] in _HONOURS)
        held[seat not in first] += sum(1 for _ in honours)
    ours = taken.own if declarer in first else taken.rest
    before = hand.scores[:2] or (0, 0)
    score = score_whist_hand(ours, rules=rules, honours=(held[0], held[1]), scores=(before[0], before[1]))
    nothing = dict.fromkeys(("books", "needed", "over", "made", "boston"))
    return {
        "tricks": taken.own,
        **nothing,
        "points": list(score.points),
        "odd_tricks": list(score.odd_tricks),
        "honours": list(score.honours),
    }

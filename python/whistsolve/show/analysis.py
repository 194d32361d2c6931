"""Double-dummy analyses: a played hand, the values of its cards and contracts, claims, and par."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from whistsolve.game import Bid
from whistsolve.game.hand.trick_rules import CardPlayed
from whistsolve.game.record.record import ENDS
from whistsolve.show.diagram import Diagram
from whistsolve.show.document import BLANK, Block, Content, Facts, Lines, Part, Styled, Table, bold, dim
from whistsolve.show.game import played_cards, tags_line
from whistsolve.show.phrases import (
    BEST_PLAY,
    claim_text,
    contract_parts,
    numbered_points,
    seat_names,
    signed,
    tricks_of,
)
from whistsolve.values import Hand, seat_name

if TYPE_CHECKING:
    from whistsolve.analysis import (
        CardValue,
        CardValues,
        ClaimCheck,
        ContractValue,
        ContractVerdict,
        DiscardVerdict,
        PerfectMoment,
        PlayAnalysis,
    )
    from whistsolve.analysis.par import Par, ParContract

_OF_DECLARER: Final = f"tricks of the declarer's side; {BEST_PLAY}"
_OF_CARDS: Final = f"tricks of the declarer's side in the whole hand, before and after the card; {BEST_PLAY}"
_OF_CONTRACT: Final = f"points of the declarer's side less those of its opponents; {BEST_PLAY}"


# Played hands.


def play_analysis(found: PlayAnalysis) -> list[Block]:
    """The hands, with the cards that cost tricks marked; below them the play, trick by trick."""
    diagram = marked_diagram(found)
    legend = "marked: cards that cost their side tricks; after a seat, the total" if diagram.marks else ""
    return [tags_line(found.hand), diagram, dim(legend), *played_tricks(found)]


def marked_diagram(found: PlayAnalysis) -> Diagram:
    """The hands in play; cards that cost tricks are marked, with their number after the name of the seat."""
    deal, seats = found.hand.deal_in_play, found.hand.seats
    marks = {each.card: f"trick {each.trick}: costs {tricks_of(each.lost)}" for each in found.losses}
    if found.discard is not None and found.lost_by_discard:
        kept = Hand(found.discard.cards) - Hand(found.discard.best_cards)
        marks |= dict.fromkeys(kept, "the best discard keeps it")
    lost = zip(seat_names(seats), found.given_by_seat, strict=True)
    names = tuple(f"{name} -{tricks}" if tricks else name for name, tricks in lost)
    middle_name = "discards" if any(found.hand.removed) else "kitty"
    return Diagram(names, deal.hands, (deal.hand_size,) * seats, deal.kitty, middle_name, marks)


def played_tricks(found: PlayAnalysis) -> list[Block]:
    """A summary of the hand, then a row for each trick, its cards in the order played."""
    facts = Facts(_summary(found))
    if not found.cards:
        return [facts]
    seats = found.hand.seats
    rows: list[list[Content]] = []
    for first in range(0, len(found.cards), seats):
        trick = found.cards[first : first + seats]
        cards: list[Content] = [
            [each.card, Styled(f" (-{each.lost})", "loss")] if each.lost > 0 else each.card for each in trick
        ]
        missing = [""] * (seats - len(trick))
        leader = bold(seat_name(trick[0].seat, seats))
        rows.append([str(trick[0].trick), leader, *cards, *missing, str(trick[-1].after)])
    heads = ["trick", "leader", "cards", *[""] * (seats - 1), "tricks"]
    side = "-".join(seat_name(seat, seats) for seat in found.side)
    return [
        facts,
        BLANK,
        Table(rows, heads, "r" + "l" * (seats + 1) + "r"),
        dim(f"tricks of the declarer's side, {side}, won and still to win after each trick; {BEST_PLAY}"),
    ]


def _summary(found: PlayAnalysis) -> Lines:
    names, contract = seat_names(found.hand.seats), found.hand.contract
    us = "-".join(names[seat] for seat in found.side)
    them = "-".join(name for seat, name in enumerate(names) if seat not in found.side)
    ours, theirs = found.given_by_declarer, found.given_by_defence
    lines: Lines = [("given away", f"{tricks_of(ours)} by {us}, {tricks_of(theirs)} by {them}")]
    # What each player gave away by cards, a dummy's among them, and the discard; the largest first.
    lost = Counter[str]()
    for seat, tricks in enumerate(found.given_by_seat):
        lost[names[found.owners[seat]]] += tricks
    if found.discard is not None:
        lost[names[found.owners[found.discard.seat]]] += found.discard.lost
    if blamed := [f"{name} {tricks_of(tricks)}" for name, tricks in lost.most_common() if tricks]:
        among = ", the discard among them" if found.lost_by_discard else ""
        lines.append(("by player", f"{', '.join(blamed)}{among}"))
    if contract is not None:
        lines.append(("contract", contract_parts(contract, found.hand.seats)))
    if (discarded := found.discard) is not None:
        made: list[Part] = [Hand(discarded.cards), f" by {names[discarded.seat]}: "]
        if discarded.lost:
            costs = f"costs {tricks_of(discarded.lost)}, {discarded.tricks} in place of {discarded.best}"
            lines.append(("discard", [*made, costs]))
            lines.append(("", ["best, among others, is ", Hand(discarded.best_cards)]))
        else:
            lines.append(("discard", [*made, f"as good as any, {tricks_of(discarded.tricks)}"]))
    for number, card in enumerate(found.losses):
        owner, hand = names[found.owners[card.seat]], names[card.seat]
        where = f"trick {card.trick}, {hand}{'' if owner == hand else f' played by {owner}'}: "
        cost = f" costs {tricks_of(card.lost)}, better "
        lines.append(("" if number else "losses", [where, card.card, cost, Hand(card.better)]))
    if not found.losses:
        lines.append(("losses", "none"))
    discard = "" if found.discard is None else f" - {found.discard.lost} (discard)"
    end = tricks_of(found.end)
    lines.append(("balance", f"{found.best}{discard} - {ours} ({us}) + {theirs} ({them}) = {end}"))
    so_far = f"in all with best play from here on, {found.taken} of them taken"
    lines.append(("", f"{end} {'taken' if found.finished else so_far}"))
    lines += [(tag.name.lower(), tag.value) for tag in found.hand.tags if tag.name in ENDS]
    verdict = found.contract
    if verdict is None:
        return lines
    if not verdict.lost:
        none = ": no contract by the same declarer scores more"
        return [*lines, ("points", [*_contract_scored(verdict.played), none])]
    played = [*_contract_scored(verdict.played), f": {verdict.lost} less than the best"]
    return [*lines, ("points", played), *(("", _contract_scored(value)) for value in verdict.best)]


def _contract_scored(value: ContractValue) -> list[Part]:
    contract, scored = value.contract, f" {value.points:+d} with {tricks_of(value.tricks)}"
    return [str(contract.level), contract.strain, scored]


def perfect_moment(moment: PerfectMoment) -> list[Block]:
    return [*puzzle_question(moment), *puzzle_solution(moment)]


def puzzle_question(moment: PerfectMoment) -> list[Block]:
    """The cards left, the trick in progress, and what the hand to play is asked for."""
    position, names = moment.position, seat_names(moment.position.deal.seats)
    hands = tuple(hand - [card for card, _ in position.played] for hand in position.deal.hands)
    trick = position.played[len(position.played) // len(names) * len(names) :]
    table = [CardPlayed(position.seat_of(card), card, named) for card, named in trick]
    ours = moment.seat in position.side
    side = "-".join(name for seat, name in enumerate(names) if (seat in position.side) == ours)
    asked = f"{names[moment.seat]}, for {side} to win {moment.tricks} of the {tricks_of(moment.left)} left"
    facts: Lines = [("strain", position.strain), ("trick", played_cards(table, names) or "none")]
    return [Diagram(names, hands, tuple(map(len, hands))), BLANK, Facts([*facts, ("to play", asked)])]


def puzzle_solution(moment: PerfectMoment) -> list[Block]:
    lines: Lines = [("solution", Hand(moment.cards))]
    for cost in sorted({lost for _, lost in moment.losses}):
        cards = Hand([card for card, lost in moment.losses if lost == cost])
        lines.append(("", [f"{tricks_of(cost)} lost by ", cards]))
    return [Facts([*lines, *([("played", moment.played)] if moment.played else [])])]


def card_value(value: CardValue) -> list[Block]:
    return card_values((value,))


def card_values(values: CardValues | tuple[CardValue, ...]) -> list[Block]:
    if not values:
        return [dim("no cards")]
    rows: list[list[Content]] = []
    for value in values:
        change = f"{value.before} → {value.after}" if value.lost else str(value.after)
        # The number of hands is not known here: seats 0 to 3 get the letters of a deal of four hands.
        seat = seat_name(value.seat, 4) if value.seat < 4 else str(value.seat)
        side = "declarer's side" if value.by_declarer else "defence"
        lost: Content = Styled(f"-{value.lost}", "loss") if value.lost else "0"
        numbers, better = [str(value.trick), str(value.number)], Hand(value.better) or ""
        rows.append([*numbers, seat, value.card, side, change, lost, better])
    heads = ["trick", "no.", "seat", "card", "by", "tricks", "lost", "better"]
    return [Table(rows, heads, "rrllllrl"), dim(_OF_CARDS)]


def discard_verdict(verdict: DiscardVerdict) -> list[Block]:
    lines: Lines = [("discard", Hand(verdict.cards)), ("tricks", tricks_of(verdict.tricks))]
    if verdict.lost:
        lines.append(("best", [Hand(verdict.best_cards), f": {tricks_of(verdict.best)}"]))
    lines.append(("lost", bold(tricks_of(verdict.lost) if verdict.lost else "nothing")))
    return [Facts(lines), dim(_OF_DECLARER)]


def contract_value(value: ContractValue) -> list[Block]:
    return [Table([_contract_row(value)], ["contract", "tricks", "points"], "lr"), dim(_OF_CONTRACT)]


def contract_verdict(verdict: ContractVerdict) -> list[Block]:
    rows = [["played", *_contract_row(verdict.played)]]
    if verdict.lost:
        rows += [["best", *_contract_row(value)] for value in verdict.best]
    lost = f"{verdict.lost} points less than the best" if verdict.lost else "no contract scores more"
    return [Table(rows, ["", "contract", "tricks", "points"], "llr"), dim(f"{lost}; {_OF_CONTRACT}")]


def _contract_row(value: ContractValue) -> list[Content]:
    return [contract_parts(value.contract), str(value.tricks), f"{value.points:+d}"]


# Claims.


def claim_check(check: ClaimCheck, names: Sequence[str] | None = None) -> list[Block]:
    """Whether a claim holds, and the line of play that refutes it, one trick per row."""
    named = check.names if names is None else names
    verdict = "it holds" if check.holds else f"refuted, {check.tricks}"
    claim = f"{named[check.player]}, {claim_text(check.claimed, check.left)}: {verdict} with {BEST_PLAY}"
    lines: Lines = [("claim", claim)]
    for number, trick in enumerate(check.refuting_tricks):
        lines.append(("" if number else "line", played_cards(trick, named)))
    return [Facts(lines)]


# Par.


def par(found: Par) -> list[Block]:
    """Par, and the points that result from each first call; calls with equal points share a row."""
    names = seat_names(len(found.points))
    calls: dict[tuple[float, ...], list[object]] = {}
    for call, points in found.first_calls:
        calls.setdefault(points, []).append(call)
    best = [any(call in found.best_first_calls for call in same) for same in calls.values()]
    rows = [[" ".join(map(str, same)), *map(signed, points)] for points, same in calls.items()]
    return [
        *par_facts(found, names),
        Table(rows, ["first call", *names], "lr", best={index for index, each in enumerate(best) if each}),
        dim(f"points of each player with best calls from there on; {BEST_PLAY}"),
    ]


def par_facts(found: Par, names: Sequence[str]) -> list[Block]:
    """Par with the contract of the auction that leads to it, and all contracts that reach par."""
    calls = ", ".join(f"{names[player]} {call}" for player, call in found.calls)
    bids = [(player, call.level) for player, call in found.calls if isinstance(call, Bid)]
    ends = (each.contract for each in found.contracts)
    last = next((each for each in ends if bids and (each.declarer, each.level) == bids[-1]), None)
    by = [] if last is None else [*contract_parts(last, len(names)), ": "]
    lines: Lines = [("par", [*by, _scored(found.points, names)]), ("calls", calls)]
    for number, each in enumerate(found.contracts):
        contract = each.contract
        behind = f" by {names[contract.declarer]}: {tricks_of(each.tricks)}"
        if each.points != found.points:
            behind += f", {_scored(each.points, names)}"
        lines.append(("" if number else "contracts", [str(contract.level), contract.strain, behind]))
    if not found.contracts:
        lines.append(("contracts", "none, the hand is thrown in"))
    if len(found.best_first_calls) > 1:
        lines.append(("first call", f"equally good: {', '.join(map(str, found.best_first_calls))}"))
    return [Facts(lines)]


def _scored(points: Sequence[float], names: Sequence[str]) -> str:
    """The points of each player; players who score nothing are left out."""
    return " ".join(f"{names[i]} {each:+.4g}" for i, each in enumerate(points) if each) or "nobody scores"


def par_contract(value: ParContract) -> list[Block]:
    names = seat_names(len(value.points))
    lines: Lines = [
        ("contract", bold(*contract_parts(value.contract, len(names)))),
        ("tricks", tricks_of(value.tricks)),
        ("points", numbered_points(value.points, names)),
    ]
    return [Facts(lines), dim(_OF_DECLARER)]

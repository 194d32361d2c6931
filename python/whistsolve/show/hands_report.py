"""A report over many hands: totals by player, the hands and cards to discuss, and every hand for itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from whistsolve.analysis.hands_report import ROLES, names_apart
from whistsolve.game import HandScore
from whistsolve.notation import player_names
from whistsolve.show.analysis import play_analysis
from whistsolve.show.document import BLANK, Block, Content, Line, Part, Table, bold, dim
from whistsolve.show.game import hand_score, verdict_on
from whistsolve.show.html import html_of, page_of
from whistsolve.show.phrases import BEST_PLAY, count_of, numbered_points, seat_names, shorter, tricks_of
from whistsolve.show.terminal import to_text
from whistsolve.values import Hand

if TYPE_CHECKING:
    from whistsolve.analysis import CardValue, HandsReport, PlayAnalysis, ReportedHand
    from whistsolve.game.record import PlayedHand

_TOTALS: Final = ("player", "hands", "made", "bid", "strain", "discard", "play")


def hands_report(report: HandsReport) -> list[Block]:
    """The totals by player, then hands and cards, those most worth discussing first."""
    totals = [[shorter(str(total[name])) for name in _TOTALS] + _by_role(total) for total in report.players]
    lost_most = report.worst_cards
    worst = [[*_played(hand, card), tricks_of(lost), Hand(card.better)] for hand, card, lost in lost_most]
    best = [[*_played(hand, card), f"1 of {legal}"] for hand, card, legal in report.best_cards]
    refused = [[str(number), shorter(source), reason] for number, source, reason in report.refused]
    hands = list(map(_row, report.by_swing))
    card = ["hand", "player", "trick", "card"]
    tables = {
        "Players": Table(totals, [*_TOTALS, *ROLES], "lr"),
        "Hands, by the tricks lost": Table(hands, ["hand", "result", "lost", "by", "source"], "rlrl"),
        "Cards that lost most": Table(worst, [*card, "lost", "better"], "rlrlrl"),
        "Cards that alone kept the value": Table(best, [*card, "of the legal cards"], "rlrlr"),
        "Not analysed": Table(refused, ["hand", "source", "reason"], "rl"),
    }
    blocks: list[Block] = [BLANK, *_most_lost(report)]
    for title, table in tables.items():
        if table.rows:
            blocks += [BLANK, Line(title, "title"), table]
    made = "made: contracts as declarer; bid, strain: points that other contracts would have brought"
    play = f"discard, play: tricks lost; by role: those by play, in how many hands; {BEST_PLAY}"
    return [*blocks[1:], BLANK, dim(made), dim(play)]


def _most_lost(report: HandsReport) -> list[Block]:
    lost = {str(total["player"]): total["discard"] + total["play"] for total in report.players}
    player = max(lost, key=lambda each: lost[each], default="")
    if not lost:
        return []
    who = f"{shorter(player)} lost most: {tricks_of(lost[player])}" if lost[player] else "Nobody lost a trick"
    return [Line(bold(f"{who} in {count_of(len(report.hands), 'hand')}"))]


def _by_role(total: dict[str, Any]) -> list[str]:
    pairs = [(total[f"play_as_{role}"], total[f"hands_as_{role}"]) for role in ROLES]
    return [f"{tricks} in {hands}" if hands else "" for tricks, hands in pairs]


def _row(hand: ReportedHand) -> list[Content]:
    lost = ((each["player"], each["play"] + each["discard"]) for each in hand.players)
    by = [f"{shorter(player)} {tricks}" for player, tricks in lost if tricks]
    verdict = hand.analysis.contract
    if verdict is not None and verdict.lost:
        by.append(f"contract {count_of(verdict.lost, 'point')}")
    return [str(hand.number), _result(hand), tricks_of(hand.swing), ", ".join(by), shorter(hand.source)]


def _result(hand: ReportedHand) -> list[Part]:
    if hand.score is None:
        count = count_of(len(hand.analysis.hand.plays), "card")
        return [*_contract(hand.analysis.hand), f", unfinished after {count}"]
    points = numbered_points(hand.score.points, seat_names(len(hand.score.points)))
    verdict = verdict_on(hand.score) if isinstance(hand.score, HandScore) else points
    return [*_contract(hand.analysis.hand), f", {verdict}"]


def _contract(hand: PlayedHand) -> list[Part]:
    assert hand.contract is not None
    declarer = shorter(names_apart(hand)[hand.contract.declarer])
    return [str(hand.contract.level or ""), hand.contract.strain, f" by {declarer}"]


def _played(hand: ReportedHand, card: CardValue) -> list[Content]:
    player = shorter(names_apart(hand.analysis.hand)[hand.analysis.owners[card.seat]])
    return [str(hand.number), player, str(card.trick), card.card]


def reported_hand(hand: ReportedHand) -> list[Block]:
    score = [] if hand.score is None else hand_score(hand.score, hand.analysis.rules)
    return [*score, *play_analysis(hand.analysis)]


def hand_heading(hand: PlayedHand, place: str) -> list[Part]:
    """What stands above a hand: its place in the file, players and contract."""
    named = zip(seat_names(hand.seats), map(shorter, player_names(hand)), strict=True)
    players = ", ".join(seat if seat == name else f"{seat} {name}" for seat, name in named)
    return [f"{place}: {players}; ", *_contract(hand)]


def report_page(report: HandsReport, name: str = "") -> str:
    """The report as a page of HTML in one file, named, with every hand after the totals."""
    events = {tag.value if (tag := hand.analysis.hand.tag("Event")) else "" for hand in report.hands}
    event = "".join(f", {shorter(each)}" for each in events if each and len(events) == 1)
    title = ": ".join(filter(None, (shorter(name), count_of(len(report.hands), "hand") + event)))
    hands = [(["Hand ", str(each.number), ": ", *_result(each)], each) for each in report.by_swing]
    sections = ((_plain(head), html_of(hand), str(hand.number)) for head, hand in hands)
    return page_of(title, [("All hands", html_of(report)), *sections])


def traces_page(traced: Sequence[tuple[Content, PlayAnalysis]]) -> str:
    hands = ((_plain(head), html_of(found), str(at)) for at, (head, found) in enumerate(traced, 1))
    return page_of(count_of(len(traced), "hand"), hands)


def _plain(heading: Content) -> str:
    return to_text(Line(heading)).strip()

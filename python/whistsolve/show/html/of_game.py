"""The games: auctions, hands in play and as they were recorded, scores, matches, sessions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from whistsolve.game import Auction, HandResult, HandScore, HandState, HandView, Match, Session, WhistScore
from whistsolve.game.hand.trick_rules import CardPlayed
from whistsolve.game.record import PlayedHand
from whistsolve.rules import Rules
from whistsolve.show.html.cards import card, cards, contract, strain
from whistsolve.show.html.diagram import Diagram
from whistsolve.show.html.forms import form
from whistsolve.show.html.markup import block, bold, caption, facts, grid, shorter, text
from whistsolve.show.html.terminal import from_terminal
from whistsolve.show.scores import ResultLines, hand_names, numbered
from whistsolve.values import Hand, seat_name

__all__ = ["tags_line"]

#: Tags of a hand that people look for first; the others follow, and files have many.
_FIRST_TAGS = ("Event", "Site", "Date", "UTCDate", "North", "East", "South", "West")
_MOST_TAGS = 8
#: Stages in which the kitty may lie on the table.
_BEFORE_KITTY = ("hand_option", "auction", "declaration")


@form.register(Auction)
def _auction(auction: Auction) -> str:
    return block(_calls(auction.calls, auction.rules, auction.dealer), _to_call(auction))


def _to_call(auction: Auction) -> str:
    if auction.to_act is None:
        return caption("thrown in" if auction.is_thrown_in else "the auction is over")
    legal = " ".join(text(call) for call in auction.legal_calls)
    return caption(f"{text(_players(auction.rules)[auction.to_act])} to call: {legal}")


def _players(rules: Rules) -> tuple[str, ...]:
    """What the players are called: in games with dummies by numbers."""
    return hand_names(rules)[: rules.players]


def _calls(calls: Iterable[tuple[int, object]], rules: Rules, dealer: int) -> str:
    """A column for each player, a row for each round."""
    names = _players(rules)
    rows: list[list[str]] = []
    for player, call in calls:
        if not rows or rows[-1][player]:
            rows.append([""] * len(names))
        rows[-1][player] = text(call)
    heads = [text(name) + (" (dealer)" if player == dealer else "") for player, name in enumerate(names)]
    return grid(rows, head=heads)


@form.register(HandState)
def _hand_state(state: HandState) -> str:
    """A hand with all cards open."""
    sizes = tuple(map(len, state.hands))
    kitty = Hand.from_mask(state.snapshot.kitty | state.snapshot.sported)
    return _in_play(state, state.hands, sizes, kitty, state.discards)


@form.register(HandView)
def _hand_view(view: HandView) -> str:
    """A hand as one player sees it."""
    seen = f"as {hand_names(view.rules)[view.player]} sees it"
    return _in_play(view, view.hands, view.sizes, view.kitty or Hand(), view.discards, seen)


def _in_play(
    hand: HandState | HandView,
    hands: Sequence[Hand | None],
    sizes: tuple[int, ...],
    kitty: Hand,
    discards: Sequence[Hand | None],
    seen: str = "",
) -> str:
    names = hand_names(hand.rules)
    given = [held for held in discards if held]
    # The kitty lies there until it is taken, then what was given up for it.
    lying = kitty if hand.stage in _BEFORE_KITTY else Hand()
    for held in hands:
        lying -= held or Hand()
    middle = lying or (given[0] if len(given) == 1 else Hand())
    diagram = Diagram(names, tuple(hands), sizes, middle, "kitty" if lying else "discards")
    lines = [("dealer", names[hand.dealer])]
    if any(hand.scores):
        lines.append(("score", numbered(hand.scores, names)))
    if hand.declarer is not None and hand.strain is not None:
        bids = [call for player, call in hand.calls if player == hand.declarer and str(call) != "Pass"]
        bid = f" after {bids[-1]}" if bids else ""
        lines.append(("declarer", f"{names[hand.declarer]} in {bold(strain(hand.strain))}{text(bid)}"))
    elif hand.strain is not None:
        lines.append(("trumps", strain(hand.strain)))
    if kitty and not lying:
        lines.append(("kitty", cards(kitty)))
    if len(given) > 1:
        lines += [(f"out of {names[i]}", cards(held)) for i, held in enumerate(discards) if held]
    if hand.tricks:
        last = hand.tricks[-1]
        lines.append(
            (f"trick {len(hand.tricks)}", f"{_played(last.plays, names)}: {names[last.winner]} won it")
        )
        lines.append(("won", numbered(hand.tricks_won, names)))
    table = hand.trick if isinstance(hand, HandView) else hand.snapshot.trick
    if table:
        lines.append((f"trick {len(hand.tricks) + 1}", _played(table, names)))
    lines.append(("stage", text(hand.stage) + _whose(hand, names)))
    calls = _calls(hand.calls, hand.rules, hand.dealer) if hand.calls else ""
    return block(caption(text(seen)), diagram.svg(), calls, facts(lines))


def _whose(hand: HandState | HandView, names: Sequence[str]) -> str:
    """Whose turn it is, and what he may play."""
    if hand.to_act is None:
        return ""
    legal = cards(Hand(hand.legal_cards)) if hand.legal_cards else ""
    return f": {names[hand.to_act]} to act{', legal ' if legal else ''}{legal}"


def _played(plays: Iterable[CardPlayed], names: Sequence[str]) -> str:
    parts = []
    for played in plays:
        named = "" if played.named is None else f":{played.named.letter}"
        parts.append(f"{names[played.hand]} {card(played.card)}{named}")
    return ", ".join(parts)


@form.register(PlayedHand)
def _played_hand(hand: PlayedHand) -> str:
    seats = hand.seats
    names = [seat_name(seat, seats) for seat in range(seats)]
    exchanged = any(hand.removed)
    deal = hand.deal_in_play if exchanged else hand.deal
    lines = []
    if hand.dealer is not None:
        lines.append(("dealer", names[hand.dealer]))
    if hand.calls:
        lines.append(("calls", ", ".join(f"{names[call.seat]} {shorter(call.text)}" for call in hand.calls)))
    if hand.contract is not None:
        lines.append(("contract", bold(contract(hand.contract, seats))))
    lines += [(f"{names[seat]} took", cards(some)) for seat, some in enumerate(hand.added) if some]
    rows = [
        (
            str(number),
            *(f"{names[(trick.leader + i) % seats]} {card(each)}" for i, each in enumerate(trick.cards)),
            *[""] * (seats - len(trick.cards)),
            "" if trick.winner is None else bold(names[trick.winner]),
        )
        for number, trick in enumerate(hand.tricks, 1)
    ]
    heads = ("trick", "cards", *[""] * (seats - 1), "won by")
    return block(
        tags_line(hand),
        Diagram.of_deal(deal, "discards" if exchanged else "kitty").svg(),
        facts(lines),
        grid(rows, head=heads, aligned="r") if rows else "",
    )


def tags_line(hand: PlayedHand) -> str:
    """The first tags of a hand, in small print: whatever a file has in them is plain text."""
    order = {name: index for index, name in enumerate(_FIRST_TAGS)}
    tags = sorted(hand.tags, key=lambda tag: order.get(tag.name, len(order)))[:_MOST_TAGS]
    return caption(" · ".join(f"{text(tag.name)}: {shorter(tag.value)}" for tag in tags))


# Scores.


@form.register(HandScore)
def _hand_score(score: HandScore) -> str:
    seats = len(score.points)
    verdict = "made" if score.made else "set"
    reason = " by a penalty" if score.by_penalty is not None else ""
    reason = ", for the declarer resigned" if score.resigned else reason
    boston = ", a Boston" if score.boston else ""
    lines = [
        ("contract", contract(score.contract, seats)),
        ("books", f"{score.books}, {score.needed} needed: {bold(verdict)}{reason}{boston}"),
        ("points", _points(score.points)),
    ]
    return block(facts(lines))


@form.register(WhistScore)
def _whist_score(score: WhistScore) -> str:
    sides = ("first side", "other side")
    lines = [("odd tricks", numbered(score.odd_tricks, sides)), ("honours", numbered(score.honours, sides))]
    return block(facts([*lines, ("points", _points(score.points))]))


def _points(points: Sequence[int]) -> str:
    names = [seat_name(seat, len(points)) for seat in range(len(points))]
    return numbered((f"{number:+d}" if number else "0" for number in points), names)


@form.register(HandResult)
def _hand_result(result: HandResult) -> str:
    return block(from_terminal(ResultLines(result)))


# Matches.


@form.register(Match)
def _match(match: Match) -> str:
    names, standing = _players(match.rules), match.standing
    # In whist with dummies a hand deals, which may be a dummy.
    lines = [
        ("rules", text(match.rules.game)),
        ("score", f"{numbered(standing.scores, names)}, to {match.target}"),
    ]
    if any(standing.games):
        lines.append(("games", numbered(standing.games, names)))
    if match.is_over:
        winners = ", ".join(names[player] for player in sorted(match.winners))
        lines.append(("won", f"{bold(winners)} ({text(standing.reason.replace('_', ' '))})"))
    else:
        lines.append(("next dealer", hand_names(match.rules)[match.dealer]))
    rows = [
        (str(number), hand_names(match.rules)[each.dealer], *_hand_row(each, names))
        for number, each in enumerate(match.results, 1)
    ]
    heads = ("hand", "dealer", "contract", "", *names)
    table = grid(rows, head=heads, aligned="rlll" + "r" * len(names)) if rows else ""
    return block(facts(lines), table, caption("points of each hand" if rows else "no hand was played yet"))


def _hand_row(result: HandResult, names: Sequence[str]) -> list[str]:
    played = "" if result.contract is None else contract(result.contract, len(names))
    verdict = "void" if result.void else {True: "made", False: "set", None: ""}[result.made]
    return [played, verdict, *(f"{number:+d}" if number else "0" for number in result.points)]


@form.register(Session)
def _session(session: Session) -> str:
    at_table = {session.table[0]: "at the table", session.table[1]: "at the table"}
    waiting = {name: f"waiting, number {number}" for number, name in enumerate(session.waiting, 1)}
    where = at_table | waiting
    rows = [(bold(shorter(name)), str(games), where.get(name, "")) for name, games in session.games]
    said = "1 match" if session.matches == 1 else f"{session.matches} matches"
    return block(grid(rows, head=("side", "games", ""), aligned="lrl"), caption(f"{said} counted"))

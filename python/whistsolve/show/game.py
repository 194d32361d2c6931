"""Auctions, hands in play, recorded hands, scores, matches and sessions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from whistsolve.game import (
    Auction,
    Discard,
    Exchange,
    HandChoice,
    HandResult,
    HandScore,
    HandState,
    HandView,
    Match,
    Play,
    Session,
    TrickPlayed,
    WhistScore,
)
from whistsolve.game.hand.trick_rules import CardPlayed
from whistsolve.game.record import PlayedHand
from whistsolve.rules import Rules
from whistsolve.rules.sides import partner_of
from whistsolve.show.diagram import Diagram
from whistsolve.show.document import Block, Content, Facts, Line, Lines, Part, Table, bold, dim
from whistsolve.show.phrases import (
    claim_text,
    contract_parts,
    count_of,
    hand_names,
    numbered,
    numbered_points,
    seat_names,
    shorter,
)
from whistsolve.values import Hand

#: Tags that are shown first, since people look for them; files have many others.
_FIRST_TAGS: Final = ("Event", "Site", "Date", "UTCDate", "North", "East", "South", "West")
_MOST_TAGS: Final = 8
#: Stages in which the kitty may lie on the table.
_BEFORE_KITTY: Final = ("hand_option", "auction", "declaration")


# Auctions.


def auction(value: Auction) -> list[Block]:
    if value.to_act is None:
        turn = "thrown in" if value.is_thrown_in else "the auction is over"
    else:
        legal = " ".join(map(str, value.legal_calls))
        turn = f"{_players(value.rules)[value.to_act]} to call: {legal}"
    return [*_calls(value.calls, value.rules, value.dealer), dim(turn)]


def _players(rules: Rules) -> tuple[str, ...]:
    return hand_names(rules)[: rules.players]


def _calls(calls: Iterable[tuple[int, object]], rules: Rules, dealer: int) -> list[Block]:
    """A column for each player, a row for each round."""
    names = _players(rules)
    rows: list[list[str]] = []
    for player, call in calls:
        if not rows or rows[-1][player]:
            rows.append([""] * len(names))
        rows[-1][player] = str(call)
    heads = [f"{name} (dealer)" if player == dealer else name for player, name in enumerate(names)]
    return [Table(rows, heads)] if rows else []


# Hands in play.


def hand_state(state: HandState) -> list[Block]:
    return _in_play(state, _kitty(state), tuple(map(len, state.hands)))


def hand_view(view: HandView) -> list[Block]:
    seen = dim(f"as {hand_names(view.rules)[view.player]} sees it")
    return [seen, *_in_play(view, view.kitty or Hand(), view.sizes)]


def _kitty(state: HandState) -> Hand:
    return Hand.from_mask(state.snapshot.kitty | state.snapshot.sported)


def _in_play(hand: HandState | HandView, kitty: Hand, sizes: tuple[int, ...]) -> list[Block]:
    names = hand_names(hand.rules)
    given = [held for held in hand.discards if held]
    # The middle of the diagram shows the kitty until it is taken, then the discards.
    lying = kitty if hand.stage in _BEFORE_KITTY else Hand()
    for held in hand.hands:
        lying -= held or Hand()
    middle = lying or (given[0] if len(given) == 1 else None)
    acts = isinstance(hand, HandState) or hand.is_turn
    return [
        Diagram(names, tuple(hand.hands), sizes, middle, "kitty" if lying else "discards"),
        *_calls(hand.calls, hand.rules, hand.dealer),
        Facts(_on_table(hand, names, Hand() if lying else kitty, acts)),
    ]


def board(state: HandState, seat: int | None = None) -> list[Block]:
    """A hand in play as lines, all open or as ``seat`` sees it, with legal acts only on that seat's turn."""
    names = hand_names(state.rules)
    seen: HandState | HandView = state if seat is None else state.view(seat)
    kitty = _kitty(state) if isinstance(seen, HandState) else seen.kitty
    lines: Lines = []
    if state.calls:
        lines.append(("calls", ", ".join(f"{names[player]} {call}" for player, call in state.calls)))
    for name, hand, cards in zip(names, seen.hands, state.hands, strict=True):
        if not state.is_over:  # the hands as they were dealt are shown then
            lines.append((name, count_of(len(cards), "card") if hand is None else hand or "no cards"))
    return [Facts(_on_table(seen, names, kitty, seat is None or state.to_act == seat, lines))]


def _on_table(
    hand: HandState | HandView,
    names: Sequence[str],
    kitty: Hand | None,
    acts: bool,
    more: Sequence[tuple[str, Content]] = (),
) -> Lines:
    """All but the hands: contract, kitty, discards, tricks and whose turn it is, with the legal ``acts``."""
    seen = hand.snapshot if isinstance(hand, HandState) else hand
    turned = hand.setup.turned if isinstance(hand, HandState) else hand.turned
    lines: Lines = [("dealer", names[hand.dealer])]
    if any(hand.scores):
        lines.append(("score", numbered(hand.scores, names)))
    if hand.contract is not None:
        by = f" by {names[hand.contract.declarer]}"
        lines.append(("contract", [str(hand.contract.level), bold(hand.contract.strain), by]))
    if turned is not None:
        lines.append(("trumps", [turned, f" was turned up by {names[hand.dealer]}"]))
    elif not hand.rules.has_auction and hand.strain is not None:
        lines.append(("trumps", hand.strain))
    lines += more
    if kitty:
        lines.append(("kitty", kitty))
    lines += [(f"out of {name}", cards) for name, cards in zip(names, hand.discards, strict=True) if cards]
    for done in seen.exchanges:
        what: Content = "a joker for a discard"
        if done.card is not None:
            what = ["a joker" if done.joker is None else done.joker, " for ", done.card]
        lines.append((f"{names[done.hand]} exchanged", what))
    if hand.tricks:
        lines.append((f"trick {len(hand.tricks)}", won_trick(hand.tricks[-1], names)))
        lines.append(("won", numbered(hand.tricks_won, names)))
    if seen.trick:
        lines.append((f"trick {len(hand.tricks) + 1}", played_cards(seen.trick, names)))
    if seen.claims:
        claim = seen.claims[-1]
        verdict = {None: "", True: ", accepted", False: ", contested"}[claim.accepted]
        lines.append(("claim", f"{names[claim.player]}, {claim_text(claim.tricks, claim.left)}{verdict}"))
    return [*lines, _turn(hand, names, acts)]


def won_trick(trick: TrickPlayed, names: Sequence[str]) -> list[Part]:
    """``N ♠A, E ♠3, S ♠4, W ♠2: N won it``."""
    return [*played_cards(trick.plays, names), f": {names[trick.winner]} won it"]


def played_cards(plays: Iterable[CardPlayed], names: Sequence[str]) -> list[Part]:
    """``N ♠A, E BJ:H``."""
    parts: list[Part] = []
    for played in plays:
        named = "" if played.named is None else f":{played.named.letter}"
        parts += [f"{', ' if parts else ''}{names[played.hand]} ", played.card, named]
    return parts


def _turn(state: HandState | HandView, names: Sequence[str], is_known: bool) -> tuple[str, Content]:
    """The player to act, and their legal acts if these may be seen."""
    stage = state.stage
    if stage == "over":
        return "over", "the hand is over"
    if stage == "settlement":
        honours = "'honours by' a player, " if state.rules.honours_called else ""
        return "to act", f"anybody: {honours}reneges are called, or settle"
    who = "drawn" if state.to_act is None else names[state.to_act]
    hand = state.hand_to_play
    of = "" if hand is None or hand == state.to_act else f" from the hand of {names[hand]}"
    number = state.discard_number
    must = state.forced_discards if is_known else Hand()
    what: list[Part] = [
        f"{who}, ",
        {
            "hand_option": "keep or swap",
            "auction": "a call",
            "declaration": "a strain",
            "discard": f"{count_of(number, 'card')} to give up{of}",
            "exchange": "a card for a joker" + of,
            "play": "a card" + of,
            "claim": "accept or contest",
        }[stage],
    ]
    if is_known and isinstance(state, HandState) and state.may_claim_redeal:
        what.append(" or redeal")
    if is_known and stage in ("auction", "declaration"):
        what.append(": " + " ".join(map(str, state.legal_calls or state.legal_strains)))
    elif is_known and stage in ("play", "exchange"):
        what += [": ", Hand(state.legal_cards or state.legal_picks)]
    elif must:
        what += [", among them ", must]
    return "to act", what


def act_line(act: object, name: str, *, is_hidden: bool = False) -> Line:
    """One line for an act: ``N plays ♠A``."""
    if isinstance(act, HandChoice):
        return Line(f"{name} has chosen" if is_hidden else f"{name}: {act}")
    if isinstance(act, Discard):
        return Line([f"{name} gives up ", count_of(len(act.cards), "card") if is_hidden else act.cards])
    if isinstance(act, Exchange):
        return Line([f"{name} gets ", "a card" if is_hidden else act.card, " for a joker"])
    if isinstance(act, Play) and act.named is None:
        return Line([f"{name} plays ", act.card])
    return Line(f"{name}: {act}")


# Recorded hands.


def played_hand(hand: PlayedHand) -> list[Block]:
    seats, names = hand.seats, seat_names(hand.seats)
    is_exchanged = any(hand.removed)
    lines: Lines = []
    if hand.dealer is not None:
        lines.append(("dealer", names[hand.dealer]))
    if hand.calls:
        lines.append(("calls", ", ".join(f"{names[call.seat]} {shorter(call.text)}" for call in hand.calls)))
    if hand.contract is not None:
        lines.append(("contract", bold(*contract_parts(hand.contract, seats))))
    lines += [(f"{names[seat]} took", some) for seat, some in enumerate(hand.added) if some]
    rows: list[list[Content]] = []
    for number, trick in enumerate(hand.tricks, 1):
        held = enumerate(trick.cards)
        cards: list[Content] = [
            [f"{names[(trick.leader + hand.step * turn) % seats]} ", card] for turn, card in held
        ]
        winner = "" if trick.winner is None else bold(names[trick.winner])
        rows.append([str(number), *cards, *[""] * (seats - len(cards)), winner])
    deal, middle = (hand.deal_in_play, "discards") if is_exchanged else (hand.deal, "kitty")
    return [
        tags_line(hand),
        Diagram.of_deal(deal, middle),
        Facts(lines),
        Table(rows, ["trick", "cards", *[""] * (seats - 1), "won by"], "rl"),
    ]


def tags_line(hand: PlayedHand) -> Line:
    """The first tags of a hand, in small print: whatever a file has in them is plain text."""
    order = {name: index for index, name in enumerate(_FIRST_TAGS)}
    tags = sorted(hand.tags, key=lambda tag: order.get(tag.name, len(order)))[:_MOST_TAGS]
    return dim(" · ".join(f"{tag.name}: {shorter(tag.value)}" for tag in tags))


# Scores.


def hand_score(score: HandScore | WhistScore, rules: Rules | None = None) -> list[Block]:
    """The score of a hand by seat; with its rules, it says whether the kitty counts, and names sides."""
    names = seat_names(len(score.points))
    return [Facts([("points", numbered_points(score.points, names)), *_outcome(score, rules, names)])]


whist_score = hand_score


def hand_result(result: HandResult) -> list[Block]:
    rules, score, names = result.rules, result.score, hand_names(result.rules)
    lines: Lines = [("points", numbered_points(result.points, names))]
    # Sides of whist are named by seats; in games with dummies the names are not those of seats.
    if score is not None and not (isinstance(score, WhistScore) and rules.has_dummies):
        lines += _outcome(score, rules, names)
    lines.append(("tricks", numbered(result.tricks, names)))
    for paid in result.penalties:
        kind = "renege" if paid.called.right else "false call"
        lines.append((kind, f"in trick {paid.called.trick}: {paid.penalty}"))
    if result.void:
        who = "the same dealer" if result.void == "same_dealer" else "the next dealer"
        lines.append(("void", f"nothing is scored, {who} deals again"))
    return [Facts(lines)]


def _outcome(score: HandScore | WhistScore, rules: Rules | None, names: Sequence[str]) -> Lines:
    if isinstance(score, HandScore):
        played = score.contract
        kitty = " with the kitty's" if rules is not None and rules.books_from_kitty else ""
        return [
            ("contract", [str(played.level), played.strain, f" by {names[played.declarer]}"]),
            ("books", f"{score.books}{kitty}, {score.needed} needed: {verdict_on(score)}"),
        ]
    sides = ["first side", "other side"]
    if rules is not None:
        first = (0, partner_of(0, rules))
        other = [seat for seat in range(len(names)) if seat not in first]
        sides = ["-".join(names[seat] for seat in sorted(side)) for side in (first, other)]
    every = rules is not None and rules.made_scoring == "per_trick"
    lines: Lines = [("tricks" if every else "odd tricks", numbered(score.odd_tricks, sides))]
    has_honours = any(score.honours) if rules is None else rules.honours
    return [*lines, ("honours", numbered(score.honours, sides))] if has_honours else lines


def verdict_on(score: HandScore) -> str:
    """Whether the contract was made: ``made, 1 over``."""
    over = score.books - score.needed
    verdict = "just made" if not over else f"made, {over} over" if over > 0 else f"set, {-over} short"
    if score.by_penalty is not None:
        verdict = f"{'made' if score.made else 'set'} by a penalty"
    if score.resigned:
        verdict = "set, for the declarer resigned"
    return f"{verdict}, a Boston" if score.boston else verdict


# Matches.


def match(value: Match) -> list[Block]:
    names, standing = _players(value.rules), value.standing
    hands = hand_names(value.rules)
    lines: Lines = [
        ("rules", value.rules.game),
        ("score", numbered(standing.scores, names) + (f", to {value.target}" if value.target else "")),
    ]
    if any(standing.games):
        lines.append(("games", numbered(standing.games, names)))
    if value.is_over:
        winners = ", ".join(names[player] for player in sorted(value.winners))
        lines.append(("won", [bold(winners), f" ({standing.reason.replace('_', ' ')})"]))
    else:  # in whist with dummies the dealer is a hand, perhaps a dummy's
        lines.append(("next dealer", hands[value.dealer]))
    rows: list[list[Content]] = []
    for number, each in enumerate(value.results, 1):
        played = "" if each.contract is None else contract_parts(each.contract, len(names))
        verdict = "void" if each.void else {True: "made", False: "set", None: ""}[each.made]
        points = [f"{number:+d}" if number else "0" for number in each.points]
        rows.append([str(number), hands[each.dealer], played, verdict, *points])
    return [
        Facts(lines),
        Table(rows, ["hand", "dealer", "contract", "", *names], "rlllr"),
        dim("points of each hand" if rows else "no hand was played yet"),
    ]


def session(value: Session) -> list[Block]:
    where = dict.fromkeys(value.table[:2], "at the table")
    where |= {name: f"waiting, number {number}" for number, name in enumerate(value.waiting, 1)}
    rows = [[shorter(name), str(games), where.get(name, "")] for name, games in value.games]
    matches = "match" if value.matches == 1 else "matches"
    return [Table(rows, ["side", "games", ""], "lrl"), dim(f"{value.matches} {matches} counted")]

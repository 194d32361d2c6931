"""Terminal view of a hand in play: cards, calls, tricks, legal acts. Nothing is computed here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from whistsolve.game import Discard, Exchange, HandChoice, HandState, HandView, Play
from whistsolve.game.hand.trick_rules import CardPlayed
from whistsolve.show.claims import claim_text
from whistsolve.show.glyphs import Glyphs, glyphs_for
from whistsolve.show.results import Facts, Part
from whistsolve.show.scores import hand_names, numbered
from whistsolve.values import Hand

if TYPE_CHECKING:
    from whistsolve.players import PerformedAct

__all__ = ["ActLine", "Board"]

Lines = list[tuple[str, Sequence[Part]]]


class Board:
    """A hand in play, with all hands open or as one player sees it.

    Parameters
    ----------
    state : HandState
    seat : int or None
        The player; ``None`` shows everything.
    """

    def __init__(self, state: HandState, seat: int | None = None) -> None:
        self._state = state
        self._seat = seat
        self._names = hand_names(state.rules)
        #: What the player may see; ``None`` where everything is shown.
        self._view: HandView | None = None if seat is None else state.view(seat)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Facts([*self._head(), *self._hands(), *self._table(), *self._turn()])

    def _head(self) -> Lines:
        state, names = self._state, self._names
        lines: Lines = [("dealer", [names[state.dealer]])]
        if any(state.scores):
            lines.append(("score", [numbered(state.scores, names)]))
        if state.calls:
            lines.append(("calls", [", ".join(f"{names[player]} {call}" for player, call in state.calls)]))
        contract = state.contract
        if contract is not None:
            by = f" by {names[contract.declarer]}"
            lines.append(("contract", [str(contract.level), contract.strain, by]))
        turned = state.setup.turned
        if turned is not None:
            lines.append(("trumps", [turned, f" was turned up by {names[state.dealer]}"]))
        return lines

    def _hands(self) -> Lines:
        state, view, names = self._state, self._view, self._names
        known: Sequence[Hand | None] = state.hands if view is None else view.hands
        lines: Lines = []
        for name, hand, all_cards in zip(names, known, state.hands, strict=True):
            number = len(all_cards)
            hidden = f"{number} {'card' if number == 1 else 'cards'}"
            lines.append((name, [hidden if hand is None else hand or "no cards"]))
        kitty = Hand.from_mask(state.snapshot.kitty | state.snapshot.sported) if view is None else view.kitty
        if kitty:
            lines.append(("kitty", [kitty]))
        given: Sequence[Hand | None] = state.discards if view is None else view.discards
        lines += [(f"out of {name}", [cards]) for name, cards in zip(names, given, strict=True) if cards]
        exchanges = state.snapshot.exchanges if view is None else view.exchanges
        for done in exchanges:
            what: list[Part] = ["a joker for a discard"]
            if done.joker is not None and done.card is not None:
                what = [done.joker, " for ", done.card]
            elif done.card is not None:
                what = ["a joker for ", done.card]
            lines.append((f"{names[done.hand]} exchanged", what))
        return lines

    def _table(self) -> Lines:
        state, names = self._state, self._names
        lines: Lines = []
        if state.tricks:
            last = state.tricks[-1]
            won_it = f": {names[last.winner]} won it"
            lines.append((f"trick {len(state.tricks)}", [*self._cards(last.plays), won_it]))
            lines.append(("won", [numbered(state.tricks_won, names)]))
        if state.trick:
            lines.append((f"trick {len(state.tricks) + 1}", self._cards(state.snapshot.trick)))
        if state.snapshot.claims:
            claim = state.snapshot.claims[-1]
            verdict = {None: "", True: ", accepted", False: ", contested"}[claim.accepted]
            lines.append(
                ("claim", [f"{names[claim.player]}, {claim_text(claim.tricks, claim.left)}{verdict}"])
            )
        return lines

    def _cards(self, plays: Iterable[CardPlayed]) -> list[Part]:
        parts: list[Part] = []
        for played in plays:
            named = "" if played.named is None else f":{played.named.letter}"
            parts += [f"{', ' if parts else ''}{self._names[played.hand]} ", played.card, named]
        return parts

    def _turn(self) -> Lines:
        """The player to act, and his legal acts where they reveal nothing hidden."""
        state, names, stage = self._state, self._names, self._state.stage
        if stage == "over":
            return [("over", ["the hand is over"])]
        if stage == "settlement":
            return [("to act", ["anybody: reneges are called, or settle"])]
        who = "drawn" if state.to_act is None else names[state.to_act]
        known = self._seat is None or state.to_act == self._seat
        hand = state.hand_to_play
        of = "" if hand is None or hand == state.to_act else f" from the hand of {names[hand]}"
        number = state.discard_number
        must = state.forced_discards if known else Hand()
        what: list[Part] = [
            {
                "hand_option": "keep or swap",
                "auction": "a call",
                "declaration": "a strain",
                "discard": f"{number} {'card' if number == 1 else 'cards'} to give up{of}",
                "exchange": "a card for a joker" + of,
                "play": "a card" + of,
                "claim": "accept or contest",
            }[stage]
        ]
        if known and state.may_claim_redeal:
            what.append(" or redeal")
        if known and stage in ("auction", "declaration"):
            legal = state.legal_calls or state.legal_strains
            what.append(": " + " ".join(map(str, legal)))
        elif known and stage in ("play", "exchange"):
            what += [": ", Hand(state.legal_cards or state.legal_picks)]
        elif must:
            what += [", among them ", must]
        return [("to act", [f"{who}, ", *what])]


class ActLine:
    """One line for an act: ``N plays ♠A``.

    Parameters
    ----------
    done : PerformedAct
    names : sequence of str
        Names of the hands.
    """

    def __init__(self, done: PerformedAct, names: Sequence[str]) -> None:
        self._done = done
        self._names = names

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield _said(self._done, self._names, glyphs_for(options))


def _said(done: PerformedAct, names: Sequence[str], glyphs: Glyphs) -> Text:
    act = done.act
    whose = done.hand if done.hand is not None else done.player
    name = "all" if whose is None else names[whose]
    if isinstance(act, HandChoice):
        return Text(f"{name} has chosen" if done.hidden else f"{name}: {act}")
    if isinstance(act, Discard):
        number = f"{len(act.cards)} {'card' if len(act.cards) == 1 else 'cards'}"
        return Text.assemble(f"{name} gives up ", number if done.hidden else glyphs.cards(act.cards))
    if isinstance(act, Exchange):
        return Text.assemble(
            f"{name} gets ", "a card" if done.hidden else glyphs.card(act.card), " for a joker"
        )
    if isinstance(act, Play) and act.named is None:
        return Text.assemble(f"{name} plays ", glyphs.card(act.card))
    return Text(f"{name}: {act}")

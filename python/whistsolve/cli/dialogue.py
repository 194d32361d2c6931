"""The dialogue of ``whistsolve play``: reads lines, does what they say, prints the answers."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from rich.console import RenderableType
from rich.text import Text

from whistsolve.analysis import ClaimCheck, check_claim
from whistsolve.cli.output import print_json, print_shown
from whistsolve.cli.play_hints import Hint, hint_of_advice
from whistsolve.cli.play_json import check_json, done_json, score_json, state_json, values_json
from whistsolve.errors import ActError, NotationError, WhistError
from whistsolve.files import write_whole
from whistsolve.game import Answer, Claim, HandState
from whistsolve.game.auction.calls import all_bids
from whistsolve.game.record.record import record_hand
from whistsolve.notation import format_ptn
from whistsolve.players import InteractiveHand, PerformedAct, SamplingPlayer
from whistsolve.rules import Rules
from whistsolve.show import (
    BEST_PLAY,
    ActLine,
    Board,
    CardTricks,
    ClaimLines,
    Facts,
    ResultLines,
    hand_names,
    numbered,
    tricks_of,
)
from whistsolve.values import Card
from whistsolve.values.reading import shown

__all__ = ["Dialogue", "save_hand"]

_HELP = (
    ("S+, NT-", "the strain, once it is to be named"),
    ("SA H2 BJ", "the cards to give up"),
    ("SA", "the card to play; BJ:H where a led joker names a suit"),
    ("misdeal, redeal", "have the cards dealt again before the first call, where the rules let you"),
    ("claim 5", "claim tricks still to be played; 'claim' all of them, 'concede' none, 'claim 5 by 2'"),
    ("accept, contest", "the answer to a claim"),
    ("resign", "the declarer gives up, where the rules allow it"),
    ("keep, swap", "the hand that was dealt, or the dummy's, in double dummy whist"),
    ("hint", "what is best by what you can know; and apart from it with all hands seen"),
    ("undo, redo", "take back, and do again"),
    ("auto", "the player of the other seats acts for you; 'auto all' for the rest of the hand"),
    ("show, score", "the hand as it lies; what it has come to"),
    ("save FILE", "write the hand so far in PTN"),
    ("quit", "end; so does the end of the input"),
)


def save_hand(state: HandState, path: str) -> None:
    """Write a hand in PTN as far as it was played.

    Raises
    ------
    NotationError
        Where PTN cannot express the hand, or the file cannot be written.
    """
    text = format_ptn(record_hand(state))
    try:
        write_whole(Path(path), text.encode())
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise NotationError(f"file {shown(path)} cannot be written: {reason}") from None


class Dialogue:
    """Reads the person's lines and answers each, until the end of the input.

    Parameters
    ----------
    hand : InteractiveHand
    adviser : SamplingPlayer
        Says what the player to act could know.
    as_json : bool
        Print JSON objects, one for each line, instead of text.
    seed : int
        The seed that the hand was dealt with, to be shown.
    """

    def __init__(self, hand: InteractiveHand, adviser: SamplingPlayer, *, as_json: bool, seed: int) -> None:
        self._hand = hand
        self._adviser = adviser
        self._as_json = as_json
        self._seed = seed
        self._names = hand_names(hand.state.rules)
        self._commands: dict[str, Callable[[], None]] = {
            "hint": self._hint,
            "undo": self._undo,
            "redo": self._redo,
            "auto": self._auto,
            "auto all": self._auto_all,
            "show": self._show,
            "score": self._score,
            "help": self._help,
        }

    def run(self) -> None:
        """Read and answer all lines."""
        rules, seat = self._hand.state.rules, self._hand.seat
        who = "" if seat is None else f"you are {self._names[seat]}"
        if self._hand.is_open:
            who += ", all hands open" if who else "all hands open"
        self._say(Text(f"{rules.game}, {who}, seed {self._seed}; 'help' tells what can be typed"))
        self._go_on(None)
        for line in _lines():
            words = line.split()
            if not words or words[0].startswith("#"):
                continue
            if len(words) == 1 and words[0].lower() in ("quit", "exit"):
                return
            try:
                self._answer(line.strip(), words)
            except WhistError as error:
                self._wrong(str(error))

    def _answer(self, line: str, words: Sequence[str]) -> None:
        command = self._commands.get(" ".join(words).lower())
        if command is not None:
            command()
        elif words[0].lower() == "save":
            self._save(line[len(words[0]) :].strip())
        else:
            self._go_on(self._hand.do(line))

    # ----------------------------------------------------------------------------------------------- commands

    def _go_on(self, first: PerformedAct | None, *, by_bot: bool = False) -> None:
        """Let the other players act until it is the person's turn, then show the hand."""
        done = [] if first is None else [first]
        check = self._tell(done, by_bot=by_bot)
        for each in self._hand.answers():
            check = self._tell([each], by_bot=True) or check
            done.append(each)
        self._show(done, check)

    def _undo(self) -> None:
        self._hand.undo()
        self._show([])

    def _redo(self) -> None:
        done = self._hand.redo()
        self._tell(done)
        self._show(done)

    def _auto(self) -> None:
        self._go_on(self._hand.auto(), by_bot=True)

    def _auto_all(self) -> None:
        done = [self._hand.auto()]
        check = self._tell(done, by_bot=True)
        while not self._hand.state.is_over:
            each = self._hand.auto()
            check = self._tell([each], by_bot=True) or check
            done.append(each)
        self._show(done, check)

    def _show(self, done: Sequence[PerformedAct] = (), check: ClaimCheck | None = None) -> None:
        hand, state = self._hand, self._hand.state
        values = self._values() if hand.is_open and state.stage == "play" else {}
        if self._as_json:
            told = [done_json(each, self._names) for each in done]
            shown_now = {**state_json(state, hand.shown_to, self._names), **values_json(values)}
            print_json({"done": told, **shown_now, **check_json(check, self._names)})
            return
        parts: list[RenderableType] = [Text(), Board(state, hand.shown_to)]
        if values:
            parts.append(self._card_tricks(values))
        if state.is_over:
            parts += [Text(), ResultLines(state.result())]
        print_shown(*parts, Text())

    def _score(self) -> None:
        state = self._hand.state
        if self._as_json:
            print_json(score_json(state, self._names))
        elif state.is_over:
            print_shown(ResultLines(state.result()))
        else:
            print_shown(Facts([("won", [numbered(state.tricks_won, self._names)])]))

    def _hint(self) -> None:
        """What the player to act could know, and apart from it what is best with all hands seen."""
        known, seen = self._known(), self._seen()
        if self._as_json:
            print_json({**seen.values, **known.values})
        else:
            print_shown(*known.parts, Text(), *seen.parts)

    def _known(self) -> Hint:
        """The advice for the player to act, from his view alone; none where nobody decides."""
        state = self._hand.state
        if state.to_act is None:
            return Hint({"advice": None}, [Text("nobody has to decide")])
        advice = self._adviser.advise(state.view(state.to_act))
        return hint_of_advice(advice)

    def _seen(self) -> Hint:
        """The act of the double-dummy player, with the tricks that each choice takes."""
        state, bot = self._hand.state, self._hand.double_dummy
        act = bot.act(state)
        lines: list[tuple[str, Sequence[str]]] = [("hint", [f"{act}, with all hands seen"])]
        parts: list[RenderableType] = []
        found: dict[str, object] = {"hint": str(act)}
        if state.stage == "play":
            values = self._values()
            found |= values_json(values)
            parts += [self._card_tricks(values)] if values else []
        elif state.stage == "discard" and state.hand_to_play is not None:
            best = bot.discard(state)
            side = self._named(state.seating.side_hands(state.hand_to_play))
            lines.append(("", [f"{tricks_of(best.low, best.high)} for {side}; {BEST_PLAY}"]))
            found |= {"tricks": best.tricks if best.exact else None, "low": best.low, "high": best.high}
        elif state.stage == "claim" and bot.claim_tricks(state)[0] < state.snapshot.claims[-1].tricks:
            check = self._refuted()
            found |= check_json(check, self._names)
            parts += [] if check is None else [ClaimLines(check, self._names)]
        elif state.stage == "declaration":
            strains = bot.strain_tricks(state)
            lines += [(str(strain), [tricks_of(number, number)]) for strain, number in strains.items()]
            found["strains"] = {str(strain): number for strain, number in strains.items()}
        return Hint(found, [Facts(lines), *parts])

    def _save(self, path: str) -> None:
        if not path:
            raise ActError("save names no file: expected such as 'save hand.ptn'")
        save_hand(self._hand.state, path)
        if self._as_json:
            print_json({"saved": path})
        else:
            print_shown(Text(f"saved {path}"))

    def _help(self) -> None:
        lines: tuple[tuple[str, str], ...] = _HELP
        rules = self._hand.state.rules
        if rules.trump_rule == "declared":
            lines = (
                (_examples(rules), "a call; '4 low', '4 spades down', '4 no trump' are read too"),
                *_HELP,
            )
        if self._as_json:
            print_json({"help": dict(lines)})
        else:
            print_shown(Facts([(what, [meaning]) for what, meaning in lines]))

    # ------------------------------------------------------------------------------------------------ answers

    def _say(self, text: Text) -> None:
        if not self._as_json:
            print_shown(text)

    def _wrong(self, message: str) -> None:
        message = " ".join(message.split())
        if self._as_json:
            print_json({"error": message})
        else:
            print_shown(Text(f"wrong: {message}"))

    def _tell(self, done: Sequence[PerformedAct], *, by_bot: bool = False) -> ClaimCheck | None:
        """Say what was done; returns the check of a claim that the double-dummy player has just contested.

        The line names cards of all hands, so that it is shown with all hands open alone.
        """
        contests = by_bot and self._hand.is_open and bool(done) and done[-1].act == Answer(False)
        check = self._refuted() if contests else None
        if not self._as_json:
            print_shown(*(ActLine(each, self._names) for each in done))
            if check is not None:
                print_shown(ClaimLines(check, self._names))
            sys.stdout.flush()
        return check

    def _refuted(self) -> ClaimCheck | None:
        """The last claim with the line that refutes it; `None` where it was only not proven in time."""
        state = self._hand.state
        claim = state.snapshot.claims[-1]
        if self._hand.double_dummy.claim_tricks(state)[1] >= claim.tricks:
            return None
        return check_claim(state, Claim(claim.tricks, claim.player))

    def _values(self) -> dict[Card, tuple[int, int]]:
        """Bounds on the tricks of each card; none where the trick in progress has a renege."""
        try:
            return self._hand.double_dummy.card_values(self._hand.state)
        except ActError:
            return {}

    def _card_tricks(self, values: dict[Card, tuple[int, int]]) -> CardTricks:
        state = self._hand.state
        assert state.hand_to_play is not None
        side = self._named(self._hand.double_dummy.side(state))
        if state.declarer is not None:
            side = f"the declarer's side, {side}"
        return CardTricks(values, seat=self._names[state.hand_to_play], side=side)

    def _named(self, hands: Sequence[int]) -> str:
        return "-".join(self._names[hand] for hand in hands)


def _examples(rules: Rules) -> str:
    """Some calls that the rules have."""
    bids = [bid for bid in all_bids(rules) if bid.level == rules.max_bid]
    return ", ".join(map(str, (*bids[:2], *bids[2:][-1:], "pass")))


def _lines() -> Iterator[str]:
    """The lines of the standard input; a prompt is shown on terminals only."""
    stdin = sys.stdin
    if stdin is None or stdin.closed:
        return
    if stdin.isatty() and sys.stdout.isatty():
        while True:
            try:
                yield input("> ")
            except EOFError:
                sys.stdout.write("\n")
                return
    while True:
        sys.stdout.flush()
        raw = stdin.buffer.readline()
        if not raw:
            return
        yield raw.decode("utf-8", "replace").removeprefix("\ufeff")

"""The dialogue of ``whistsolve play``: reads lines, acts on them, prints the answers."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final, TypeAlias

from whistsolve.analysis import ClaimCheck, analyse_play, check_claim
from whistsolve.cli.output import Working, card_values, print_answer, print_shown
from whistsolve.cli.sources import typed_lines, write_text
from whistsolve.errors import ActError, WhistError
from whistsolve.game import Answer, Claim, HandState, Match, Play
from whistsolve.game.auction.calls import all_bids
from whistsolve.game.record.record import record_hand
from whistsolve.notation import format_ptn
from whistsolve.players import InteractiveHand, PerformedAct, SamplingPlayer
from whistsolve.show import BEST_PLAY, BLANK, Block, Diagram, Facts, Line, describe, hand_names
from whistsolve.show.advice import advice_report
from whistsolve.show.analysis import claim_check, played_tricks
from whistsolve.show.game import act_line, board, won_trick
from whistsolve.show.phrases import numbered, tricks_of
from whistsolve.show.solving import card_tricks
from whistsolve.values import Card, Hand

#: A part of a hint, as JSON and for people.
_Hint: TypeAlias = tuple[dict[str, object], Sequence[Block]]
_HELP: Final[tuple[tuple[str, str], ...]] = (
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
    ("next", "after a hand: the next one of the match, or the first of a new match"),
    ("save FILE", "write the hand so far in PTN"),
    ("quit", "end; so does the end of the input"),
)


def save_hand(state: HandState, path: str, earlier: Sequence[HandState] = ()) -> None:
    """Write a hand in PTN as far as it was played, after earlier ones."""
    write_text(path, "\n".join(format_ptn(record_hand(each)) for each in (*earlier, state)))


class Dialogue:
    """Reads the person's lines and answers each, until the end of the input.

    ``seated`` makes of a hand one with players at the other seats, and the player that gives hints.
    """

    def __init__(
        self,
        state: HandState,
        seated: Callable[[HandState], tuple[InteractiveHand, SamplingPlayer]],
        *,
        as_json: bool,
        seed: int,
    ) -> None:
        self._seated = seated
        self._hand, self._adviser = seated(state)
        self._earlier: list[HandState] = []  # the hands before this one
        partner = state.setup.partner
        self._match = Match(state.rules, dealer=state.dealer, scores=state.scores, partner=partner)
        self._as_json = as_json
        self._seed = seed
        self._names = hand_names(state.rules)
        self._printed = 0  # how many tricks of the hand

    def run(self) -> None:
        """Read and answer all lines."""
        rules, seat = self._hand.state.rules, self._hand.seat
        who = "" if seat is None else f"you are {self._names[seat]}"
        if self._hand.is_open:
            who += ", all hands open" if who else "all hands open"
        if not self._as_json:
            print_shown(Line(f"{rules.game}, {who}, seed {self._seed}; 'help' tells what can be typed"))
        self._go_on()
        for line in typed_lines():
            words = line.split()
            if not words or words[0].startswith("#"):
                continue
            if len(words) == 1 and words[0].lower() in ("quit", "exit"):
                return
            try:
                self._answer(line.strip(), words)
            except WhistError as error:
                message = " ".join(str(error).split())
                print_answer(self._as_json, {"error": message}, Line(f"wrong: {message}"))

    def save(self, path: str) -> None:
        """Write all hands in PTN."""
        save_hand(self._hand.state, path, self._earlier)

    def _answer(self, line: str, words: Sequence[str]) -> None:
        hand = self._hand
        match " ".join(words).lower():
            case "hint":  # by what the player to act can know and, apart from it, with all hands seen
                (known, advice), (seen, best) = self._known(), self._seen()
                print_answer(self._as_json, {**seen, **known}, [*advice, BLANK, *best])
            case "undo":
                hand.undo()
                self._show()
            case "redo":
                done = hand.redo()
                self._print_acts(done)
                self._show(done)
            case "auto":
                self._go_on(hand.auto(), by_bot=True)
            case "auto all":
                self._go_on(hand.auto(), by_bot=True, to_end=True)
            case "show":
                self._show()
            case "score":
                state = hand.state
                won = Facts([("won", numbered(state.tricks_won, self._names))])
                view = describe(state.result()) if state.is_over else won
                print_answer(self._as_json, score_json(state, self._names), view)
            case "next":
                self._next()
            case "help":
                rules, lines = hand.state.rules, _HELP
                if rules.has_auction:
                    bids = [bid for bid in all_bids(rules) if bid.level == rules.max_bid]
                    calls = ", ".join(map(str, (*bids[:2], *bids[2:][-1:], "pass")))
                    lines = ((calls, "a call; '4 low', '4 spades down', '4 no trump' too"), *_HELP)
                print_answer(self._as_json, {"help": dict(lines)}, Facts(lines))
            case command if command.split()[0] == "save":
                path = line[len(words[0]) :].strip()
                if not path:
                    raise ActError("save names no file: expected such as 'save hand.ptn'")
                save_hand(hand.state, path)
                print_answer(self._as_json, {"saved": path}, Line(f"saved {path}"))
            case _:
                self._go_on(hand.do(line))

    def _go_on(self, *first: PerformedAct, by_bot: bool = False, to_end: bool = False) -> None:
        """Let the other players act until it is the person's turn, or all to the end; then show the hand."""
        done, check, hand = [*first], self._print_acts(first, by_bot=by_bot), self._hand
        while not hand.state.is_over and (to_end or not hand.is_turn):
            done.append(hand.auto())
            check = self._print_acts(done[-1:], by_bot=True) or check
        self._show(done, check)

    def _next(self) -> None:
        """Deal the next hand of the match; after its last one, the first of another."""
        state = self._hand.state
        if not state.is_over:
            raise ActError("the hand is not over: expected it to be played, or 'auto all'")
        self._match.add(state.result())
        if self._match.is_over:
            self._match = Match(state.rules, dealer=self._match.dealer, partner=self._match.partner)
        self._earlier.append(state)
        new = self._match.new_hand(seed=self._seed + len(self._earlier))
        self._hand, self._adviser = self._seated(new)
        self._go_on()

    def _show(self, done: Sequence[PerformedAct] = (), check: ClaimCheck | None = None) -> None:
        hand, state = self._hand, self._hand.state
        self._printed = len(state.tricks)
        values = self._values() if hand.is_open and state.stage == "play" else {}
        names: dict[int | None, str] = dict(enumerate(self._names))
        acts = [
            {"player": names.get(each.player), "hand": names.get(each.hand)}
            | {"act": None if each.hidden else str(each.act)}
            for each in done
        ]
        answer: dict[str, object] = {"done": acts, **state_json(state, hand.shown_to, self._names)}
        blocks: list[Block] = [BLANK, *board(state, hand.shown_to)]
        if values:
            answer |= card_values(values)
            blocks += self._card_tricks(values)
        if check is not None:
            answer["claim_check"] = check.as_dict(self._names)
        if state.is_over:
            dealt = replace(Diagram.of_deal(state.deal), names=self._names)
            blocks = [BLANK, dealt, *blocks, BLANK, *describe(state.result())]
            # Some hands cannot be recorded, or have no play.
            with suppress(WhistError), Working("analysing the hand") as working:
                found = analyse_play(record_hand(state), rules=state.rules, progress=working)
                answer["analysis"] = found.as_dict()
                blocks += [BLANK, *played_tricks(found)]
            blocks += [BLANK, Line("'next' deals the next hand")]
        print_answer(self._as_json, answer, [*blocks, BLANK])

    def _known(self) -> _Hint:
        """The advice for the player to act, from their view alone; none if nobody is to act."""
        state = self._hand.state
        if state.to_act is None:
            return {"advice": None}, [Line("nobody has to decide")]
        advice = self._adviser.advise(state.view(state.to_act))
        report: Any = advice.report
        by = ", by heuristics" if report is None else ""
        blocks: list[Block] = [Facts([("advice", f"{advice.act}{by}, by what you can know")])]
        if report is not None:
            blocks += advice_report(report, every=False)
        values = {"act": str(advice.act), "report": None if report is None else report.as_dict()}
        return {"advice": values}, blocks

    def _seen(self) -> _Hint:
        """The double-dummy player's act, with the tricks of the choices."""
        state, bot = self._hand.state, self._hand.double_dummy
        act = bot.act(state)
        lines = [("hint", f"{act}, with all hands seen")]
        parts: list[Block] = []
        found: dict[str, object] = {"hint": str(act)}
        if state.stage == "play":
            if values := self._values():
                found |= card_values(values)
                parts += self._card_tricks(values)
        elif state.stage == "discard" and state.hand_to_play is not None:
            best = bot.discard(state)
            side = self._named(state.seating.side_hands(state.hand_to_play))
            lines.append(("", f"{tricks_of(best.low, best.high)} for {side}; {BEST_PLAY}"))
            found |= {"tricks": best.tricks if best.exact else None, "low": best.low, "high": best.high}
        elif state.stage == "claim" and bot.claim_tricks(state)[0] < state.snapshot.claims[-1].tricks:
            if check := self._refuted():
                found["claim_check"] = check.as_dict(self._names)
                parts += claim_check(check, self._names)
        elif state.stage == "declaration":
            strains = bot.strain_tricks(state)
            lines += [(str(strain), tricks_of(number)) for strain, number in strains.items()]
            found["strains"] = {str(strain): number for strain, number in strains.items()}
        return found, [Facts(lines), *parts]

    def _print_acts(self, done: Sequence[PerformedAct], *, by_bot: bool = False) -> ClaimCheck | None:
        """Print acts; return the check of a claim contested as false, shown only with all hands open."""
        contests = by_bot and self._hand.is_open and bool(done) and done[-1].act == Answer(False)
        check = self._refuted() if contests else None
        if not self._as_json:
            for each in done:
                if isinstance(each.act, Play):
                    continue  # printed with its trick, and until then shown on the table
                whose = each.player if each.hand is None else each.hand
                who = "all" if whose is None else self._names[whose]
                print_shown(act_line(each.act, who, is_hidden=each.hidden))
            tricks = self._hand.state.tricks
            for number, trick in enumerate(tricks[self._printed :], self._printed + 1):
                print_shown(Line([f"trick {number:<2}  ", *won_trick(trick, self._names)]))
            self._printed = len(tricks)
            if check is not None:
                print_shown(claim_check(check, self._names))
            sys.stdout.flush()
        return check

    def _refuted(self) -> ClaimCheck | None:
        """The last claim with the line that refutes it; `None` if the search did not refute it in time."""
        state = self._hand.state
        claim = state.snapshot.claims[-1]
        if self._hand.double_dummy.claim_tricks(state)[1] >= claim.tricks:
            return None
        return check_claim(state, Claim(claim.tricks, claim.player))

    def _values(self) -> dict[Card, tuple[int, int]]:
        """Bounds on the tricks of each card; empty if there is a renege in the trick in progress."""
        try:
            return self._hand.double_dummy.card_values(self._hand.state)
        except ActError:
            return {}

    def _card_tricks(self, values: dict[Card, tuple[int, int]]) -> list[Block]:
        state = self._hand.state
        assert state.hand_to_play is not None
        side = self._named(self._hand.double_dummy.side(state))
        if state.declarer is not None:
            side = f"the declarer's side, {side}"
        return card_tricks(values, self._names[state.hand_to_play], side)

    def _named(self, hands: Sequence[int]) -> str:
        return "-".join(self._names[hand] for hand in hands)


# JSON: the hand as far as the person may know it.


def state_json(state: HandState, seat: int | None, names: Sequence[str]) -> dict[str, object]:
    """The state of a hand as one player sees it, or with all hands open."""
    view = None if seat is None else state.view(seat)
    hands: Sequence[Hand | None] = state.hands if view is None else view.hands
    contract, turned = state.contract, state.setup.turned
    # There may be thousands of discards.
    legal = [] if state.stage == "discard" else [str(act) for act in state.legal_acts()]
    values: dict[str, object] = {
        "stage": state.stage,
        "to_act": None if state.to_act is None else names[state.to_act],
        "hand_to_play": None if state.hand_to_play is None else names[state.hand_to_play],
        "dealer": names[state.dealer],
        "calls": [[names[player], str(call)] for player, call in state.calls],
        "contract": contract and f"{contract.level}{contract.strain} by {names[contract.declarer]}",
        "turned": None if turned is None else str(turned),
        "hands": {name: None if hand is None else str(hand) for name, hand in zip(names, hands, strict=True)},
        "sizes": {name: len(hand) for name, hand in zip(names, state.hands, strict=True)},
        "trick": [[names[played.hand], str(played)] for played in state.snapshot.trick],
        "legal": legal if seat is None or state.to_act == seat else None,
        "discard_number": state.discard_number,
    }
    values["claims"] = [
        {"player": names[each.player], "tricks": each.tricks, "left": each.left, "accepted": each.accepted}
        for each in state.snapshot.claims
    ]
    return {**values, **score_json(state, names)}


def score_json(state: HandState, names: Sequence[str]) -> dict[str, object]:
    """Tricks won so far, and at the end the result."""
    result = state.result() if state.is_over else None
    return {
        "tricks_won": dict(zip(names, state.tricks_won, strict=True)),
        "points": None if result is None else dict(zip(names, result.points, strict=False)),
        "made": None if result is None else result.made,
        "void": None if result is None else result.void or None,
    }

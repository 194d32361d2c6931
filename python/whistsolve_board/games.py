"""`Game`: a hand that a person plays on the board, read from a JSON document with all acts so far."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass, replace
from typing import Final, get_args

from whistsolve.errors import WhistError
from whistsolve.game import HandState
from whistsolve.players import DoubleDummyPlayer, InteractiveHand, SamplingPlayer
from whistsolve.players.sampling import Strength
from whistsolve.rules import Rules, short_deck
from whistsolve.rules.reading import rules_from_text, rules_to_text
from whistsolve.rules.sides import read_player, read_scores
from whistsolve.values import Deal, seat_name
from whistsolve_board.arguments import Arguments

_STRENGTHS: Final = get_args(Strength)
_MOST_SEED: Final = 2**32 - 1
#: Upper limits above the acts of any hand and the characters of any act; maximum layouts for a decision.
_MOST_ACTS, _LONGEST_ACT, _MOST_SAMPLES = 300, 100, 1024
#: Time limit of the double-dummy player for a hint.
_SECONDS: Final = 10.0


def hand_ids(rules: Rules) -> tuple[str, ...]:
    """The names of all hands of a game, players first: seat letters, or numbers in games with dummies."""
    hands = rules.dealt_hands
    return tuple(str(hand) if rules.has_dummies else seat_name(hand, hands) for hand in range(hands))


@dataclass(frozen=True, slots=True)
class Game:
    """A hand before its first act, its players, and the acts so far.

    Attributes
    ----------
    start : HandState
    seat : int
        The person's seat.
    strength : str
        Strength of the other players.
    samples : int or None
        Layouts for each decision of the other players; ``None`` for the number that the strength sets.
    seed : int
    acts : tuple of str
    """

    start: HandState
    seat: int
    strength: Strength
    samples: int | None
    seed: int
    acts: tuple[str, ...] = ()

    @classmethod
    def new(cls, arguments: Arguments) -> Game:
        """A game before its first act; the deal is random if none is given."""
        rules = arguments.rules()
        seed = arguments.integer("seed", 0, _MOST_SEED, secrets.randbelow(_MOST_SEED))
        names = hand_ids(rules)
        dealer = arguments.text("dealer", names[0])
        turned = arguments.text("turned") if "turned" in arguments else None
        if "deal" in arguments:
            deal = Deal.from_text(arguments.text("deal"))
        else:
            drawn = HandState.random(seed, rules, dealer=dealer)
            deal, turned = drawn.deal, None if drawn.setup.turned is None else str(drawn.setup.turned)
        start = _start(deal, rules, dealer, turned, arguments)
        return cls._with_players(start, arguments, names[2 if "S" in names else 0], seed)

    @classmethod
    def read(cls, arguments: Arguments) -> Game:
        """The game in the field ``game`` of a request."""
        fields = Arguments(arguments.fields("game"))
        rules = rules_from_text(fields.text("rules"))
        turned = fields.text("turned") if "turned" in fields else None
        start = _start(Deal.from_text(fields.text("deal")), rules, fields.text("dealer"), turned, fields)
        game = cls._with_players(start, fields, None, fields.integer("seed", 0, _MOST_SEED))
        acts = fields.texts("acts", _MOST_ACTS)
        if any(len(act) > _LONGEST_ACT for act in acts):
            raise WhistError(f"an act of the game is longer than {_LONGEST_ACT} characters: expected none")
        return replace(game, acts=tuple(acts))

    @classmethod
    def _with_players(cls, start: HandState, arguments: Arguments, seat: str | None, seed: int) -> Game:
        person = read_player(arguments.text("seat", seat), start.rules, "seat")
        strength: Strength = arguments.choice("strength", _STRENGTHS, "normal")  # type: ignore[assignment]
        samples = arguments.integer("samples", 1, _MOST_SAMPLES) if "samples" in arguments else None
        return cls(start, person, strength, samples, seed)

    def as_dict(self) -> dict[str, object]:
        """The document of the game, which `read` reads."""
        setup, names = self.start.setup, hand_ids(self.start.rules)
        fields: dict[str, object] = {
            "rules": rules_to_text(self.start.rules),
            "deal": str(self.start.deal),
            "dealer": names[self.start.dealer],
            "seat": names[self.seat],
            "strength": self.strength,
            "seed": self.seed,
            "acts": list(self.acts),
        }
        if setup.trump is not None:
            fields["turned"] = str(setup.turned or setup.trump)
        if self.start.rules.game == "dummy":
            fields["partner"] = names[setup.partner]
        if any(self.start.scores):
            fields["scores"] = list(self.start.scores)
        if self.samples is not None:
            fields["samples"] = self.samples
        return fields

    def after(self, act: str) -> Game:
        """The game with one more act."""
        return replace(self, acts=(*self.acts, act))

    def played(self) -> tuple[InteractiveHand, int | None]:
        """The hand after the acts so far, and the number of acts before the person's last decision if any."""
        state, last = self.start.copy(), None
        for number, act in enumerate(self.acts):
            if state.to_act == self.seat or state.stage == "settlement":
                last = number
            try:
                state.push(act)
            except WhistError as error:
                raise type(error)(f"act {number + 1} of the game: {error}") from None
        return InteractiveHand(state, self.player(), self.seat, double_dummy=self.drawer()), last

    def player(self) -> SamplingPlayer:
        """The player at the other seats, who also gives hints."""
        state = self.start
        return SamplingPlayer(
            self.strength,
            seed=self.seed,
            threads=os.cpu_count() or 1,
            samples=self.samples,
            deck=short_deck(state.deal, state.rules),
        )

    def drawer(self) -> DoubleDummyPlayer:
        """The double-dummy player: it gives hints with all hands open, and draws cards if the rules do."""
        return DoubleDummyPlayer(seed=self.seed, time_limit=_SECONDS)


def _start(deal: Deal, rules: Rules, dealer: str, turned: str | None, arguments: Arguments) -> HandState:
    """The hand before its first act; scores in the request are given by player or by side."""
    scores = None
    if "scores" in arguments:
        scores = read_scores(arguments.integers("scores", rules.players), rules)
    return HandState(
        deal,
        rules,
        dealer=dealer,
        turned=turned,
        scores=scores,
        partner=arguments.text("partner", hand_ids(rules)[0]),
    )

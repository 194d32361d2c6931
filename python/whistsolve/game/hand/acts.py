"""Acts of a hand as values, and the text of each: the stage of the hand decides what text can mean."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from whistsolve._internal.reading import read_integer, shown
from whistsolve._internal.words import StrainWords, read_strain_words, read_symbols
from whistsolve.errors import ActError, NotationError
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import Bid, Pass, read_call
from whistsolve.rules import Rules, RulesLike
from whistsolve.rules.sides import read_player
from whistsolve.values import Card, Hand, Strain, Suit
from whistsolve.values.written import names_suits


@dataclass(frozen=True, slots=True)
class HandChoice:
    """Double dummy whist: keep the hand dealt, or swap it for the dummy. Text: ``keep``, ``swap``."""

    keep: bool

    def __str__(self) -> str:
        return "keep" if self.keep else "swap"


class _Word:
    """An act without fields, whose text is its name."""

    __slots__ = ()

    def __str__(self) -> str:
        return type(self).__name__.lower()


@dataclass(frozen=True, slots=True)
class Misdeal(_Word):
    """Claim, by any player, that the cards were dealt wrongly. Text: ``misdeal``."""


@dataclass(frozen=True, slots=True)
class Redeal:
    """The claim by a player, or by the one to act, of a redeal. Text: ``redeal``, ``redeal by 2``."""

    player: int | None = None

    def __str__(self) -> str:
        return "redeal" if self.player is None else f"redeal by {self.player}"


@dataclass(frozen=True, slots=True)
class Declare:
    """Name trump suit and ranking. Text: the strain."""

    strain: Strain

    def __str__(self) -> str:
        return str(self.strain)


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard the surplus cards of a hand. Text: the cards, separated by blanks."""

    cards: Hand

    def __str__(self) -> str:
        return " ".join(map(str, self.cards))


@dataclass(frozen=True, slots=True)
class Exchange:
    """Exchange a joker for a discarded card. Text: the card."""

    card: Card

    def __str__(self) -> str:
        return str(self.card)


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card; a led joker names a suit where the rules require it. Text: ``SA``, ``BJ:H``."""

    card: Card
    named: Suit | None = None

    def __str__(self) -> str:
        return f"{self.card}:{self.named.letter}" if self.named is not None else str(self.card)


@dataclass(frozen=True, slots=True)
class Correct:
    """Play this card instead of a renege, of the hand given or the only one. Text: ``correct SA of 2``."""

    card: Card
    hand: int | None = None

    def __str__(self) -> str:
        return f"correct {self.card}" + ("" if self.hand is None else f" of {self.hand}")


@dataclass(frozen=True, slots=True)
class CallRenege:
    """Claim that an opponent reneged in a trick.

    Text: ``renege 3 by 1``, ``renege 3 by 1 of 2``, ``renege 3 by 1 for minus_points:3``. `player` makes
    the call; tricks count from 1. The accused hand must be given if there are more than two sides. The
    penalty is one of the alternatives in ``renege_penalty``; ``None`` is the first of them.
    """

    player: int
    trick: int
    accused: int | None = None
    penalty: str | None = None

    def __str__(self) -> str:
        of = "" if self.accused is None else f" of {self.accused}"
        chosen = "" if self.penalty is None else f" for {self.penalty}"
        return f"renege {self.trick} by {self.player}{of}{chosen}"


@dataclass(frozen=True, slots=True)
class CallHonours:
    """Call the honours of a player's side after the last card. Text: ``honours by 2``.

    Under ``honours_called`` they score only if they are called.
    """

    player: int

    def __str__(self) -> str:
        return f"honours by {self.player}"


@dataclass(frozen=True, slots=True)
class Claim:
    """Claim some or all of the tricks that are still to be completed, or concede them all.

    Text: ``claim 5``, ``claim`` for all that are left, ``concede`` for none; ``claim 5 by 2`` names the
    player. The claimant's side gets `tricks` of those left, including one in progress, and its opponents
    the rest; ``None`` claims all that are left, 0 concedes them. The claimant is a player; ``None`` is the
    player whose turn it is.
    """

    tricks: int | None = None
    player: int | None = None

    def __str__(self) -> str:
        what = "claim" if self.tricks is None else f"claim {self.tricks}" if self.tricks else "concede"
        return what if self.player is None else f"{what} by {self.player}"


@dataclass(frozen=True, slots=True)
class Answer:
    """An opponent's answer to a claim. Text: ``accept``, ``contest``."""

    accept: bool

    def __str__(self) -> str:
        return "accept" if self.accept else "contest"


@dataclass(frozen=True, slots=True)
class Resign(_Word):
    """The declarer gives up: the contract is set. Text: ``resign``."""


@dataclass(frozen=True, slots=True)
class Settle(_Word):
    """End the stage after the last card in which reneges or honours may be called. Text: ``settle``."""


#: Acts that annul the hand so that the cards are dealt again.
DealAgain: TypeAlias = Misdeal | Redeal
_BeforePlay: TypeAlias = HandChoice | Bid | Pass | Declare | Discard | Exchange
_InPlay: TypeAlias = Play | Correct | CallRenege | CallHonours | Claim | Answer | Resign | Settle
Act: TypeAlias = _BeforePlay | _InPlay | DealAgain

#: Types of the fields of acts that are not numbers or text.
_FIELDS: Final = {"card": Card, "named": Suit, "cards": Hand, "strain": Strain}
#: Acts whose text means the same at every stage.
_WORDS: Final[dict[str, Act]] = {
    str(act): act for act in (Answer(True), Answer(False), Resign(), Misdeal(), Settle())
}
_RENEGE: Final = re.compile(r"renege (\d{1,2}) by (\w+)(?: of (\w+))?(?: for (\S+))?", re.ASCII)
_HONOURS: Final = re.compile(r"honours by (\w+)", re.ASCII)
_BY: Final = r"(?: by (?P<by>\w+))?"
_REDEAL: Final = re.compile("redeal" + _BY, re.ASCII)
_CLAIMS: Final = r"(?:claim(?: (?P<tricks>\d{1,2}|all|the rest))?|concede(?: all| the rest)?)"
_CLAIM: Final = re.compile(_CLAIMS + _BY, re.ASCII)
_CORRECT: Final = re.compile(r"correct (\S.*?)(?: of (\w+))?")


def read_act(
    act: object,
    stage: str,
    rules: RulesLike | None = None,
    *,
    auction: Auction | None = None,
    strains: Sequence[Strain] = (),
) -> Act:
    """An act from a value or its text; the stage of the hand decides how text is read.

    The rules decide how players are named, and the auction supplies the legal calls for error messages. Text
    may give only the part that singles out one of `strains`: ``spades`` after ``4-``, ``low`` after ``4NT``.
    """
    if isinstance(act, Act):
        return _checked(act, Rules.or_default(rules))
    if isinstance(act, Strain):
        return Declare(act)
    if isinstance(act, Card):
        return Exchange(act) if stage == "exchange" else Play(act)
    if isinstance(act, Hand):
        return Discard(act)
    upper = " ".join(read_symbols(act, "act", ActError).split())
    text = " ".join(str(act).split())
    rules = Rules.or_default(rules)
    found = _WORDS.get(upper.lower()) or _read_claim(upper.lower(), rules)
    if found is not None:
        return found
    if stage == "claim":
        raise ActError(f"act {shown(act)} is wrong: a claim awaits an answer, expected 'accept' or 'contest'")
    if stage in ("play", "settlement"):
        return _read_play(text, rules)
    if stage == "hand_option":
        if upper not in ("KEEP", "SWAP"):
            raise ActError(f"act {shown(act)} is wrong: expected 'keep' or 'swap'")
        return HandChoice(upper == "KEEP")
    if stage == "auction":
        return read_call(text) if auction is None else auction.read(text)
    if stage == "declaration":
        return Declare(_read_strain(text, upper, strains))
    if stage == "discard":
        return Discard(_read_discards(text, upper))
    if stage == "exchange":
        return Exchange(Card.from_text(text))
    raise ActError(f"act {shown(act)} is wrong: the hand is over")


def _checked(act: Act, rules: Rules) -> Act:
    """The act with its fields checked, which constructors leave as they are because they run often."""
    if isinstance(act, (Bid, Pass)) or (type(act) is Play and act.named is None and type(act.card) is Card):
        return act  # at once, for most are such acts
    for name, kind in _FIELDS.items():
        value = getattr(act, name, None)
        if not isinstance(value, kind) and (value is not None or (name != "named" and hasattr(act, name))):
            expected = f"{kind.__name__}{' or None' if name == 'named' else ''}"
            raise ActError(f"{name} {shown(value)} of the act is wrong: expected a {expected}")
    numbers: dict[str, Any] = {}
    for name, low, high in (("player", 0, rules.players - 1), ("tricks", 0, None), ("trick", 1, None)):
        given = getattr(act, name, None)
        if given is not None or (name == "player" and isinstance(act, (CallRenege, CallHonours))):
            numbers[name] = read_integer(given, name, ActError, low, high)
    return replace(act, **numbers) if numbers else act


def _read_claim(lower: str, rules: Rules) -> Act | None:
    """A redeal or a claim of tricks, which any stage reads alike; ``None`` for other text."""
    found = _CLAIM.fullmatch(lower) or _REDEAL.fullmatch(lower)
    if found is None:
        if lower.split(" ")[0] not in ("claim", "concede"):
            return None
        raise ActError(
            f"act {shown(lower)} is wrong: expected such as 'claim 5', 'claim' for all tricks that are left,"
            " 'concede', or 'claim 5 by 2' with the player's number"
        )
    player = None if found["by"] is None else read_player(found["by"], rules)
    if found.re is _REDEAL:
        return Redeal(player)
    tricks = "0" if lower.startswith("concede") else found["tricks"] or "all"
    return Claim(int(tricks) if tricks.isdigit() else None, player)


def _read_strain(text: str, upper: str, strains: Sequence[Strain]) -> Strain:
    """A strain from its full text, or from words that match only one of the allowed strains."""
    words = read_strain_words(upper)
    if words is None or not strains:
        return Strain.from_text(text)
    fitting = [strain for strain in strains if _agrees(words, strain)]
    if len(fitting) == 1:
        return fitting[0]
    if words.trump is not None and words.direction is not None and (words.aces or not fitting):
        return Strain.from_text(text)
    expected = ", ".join(map(str, fitting or strains))
    what = "may be several" if fitting else "is not what was bid"
    raise ActError(f"strain {shown(text)} {what}: expected one of {expected}")


def _agrees(words: StrainWords, strain: Strain) -> bool:
    is_uptown, is_bad = strain.ranking == "uptown", strain.ranking == "downtown_aces_bad"
    return (
        words.trump in (None, strain.trump)
        and (words.direction is None or (words.direction == "uptown") == is_uptown)
        and (words.direction is None or words.aces is None or (words.aces == "bad") == is_bad)
    )


def _read_discards(text: str, upper: str) -> Hand:
    """Cards separated by blanks or commas, or a hand whose text names its suits."""
    if "." in text:
        return Hand(text)
    try:
        return Hand(text.replace(",", " ").split())
    except NotationError:
        if names_suits(upper):
            with suppress(NotationError):  # the first error, about a single card, is more specific
                return Hand(text)
        raise


def _read_play(text: str, rules: Rules) -> Act:
    lower = text.lower()
    if renege := _RENEGE.fullmatch(lower):
        trick, player, accused, penalty = renege.groups()
        return CallRenege(read_player(player, rules), int(trick), _read_hand_number(accused, rules), penalty)
    if honours := _HONOURS.fullmatch(lower):
        return CallHonours(read_player(honours[1], rules))
    if correct := _CORRECT.fullmatch(lower):
        return Correct(Card.from_text(correct[1]), _read_hand_number(correct[2], rules))
    card, colon, suit = text.partition(":")
    return Play(Card.from_text(card), Suit.of(suit.strip()) if colon else None)


def _read_hand_number(text: str | None, rules: Rules) -> int | None:
    """The number of a hand, ``None`` if it is not given; dummies can be named by number only."""
    if text is None:
        return None
    return int(text) if re.fullmatch("[0-9]", text) else read_player(text, rules)

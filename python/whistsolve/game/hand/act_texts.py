"""Parsing of text as an act: the stage of the hand decides what the text can mean."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from whistsolve._internal.reading import shown
from whistsolve._internal.words import StrainWords, read_strain_words, read_symbols
from whistsolve.errors import ActError, NotationError
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import read_call
from whistsolve.game.hand import acts
from whistsolve.game.hand.acts import Act
from whistsolve.rules import Rules
from whistsolve.rules.players import read_player
from whistsolve.values import Card, Hand, Strain, Suit
from whistsolve.values.written import names_suits

_RENEGE: Final = re.compile(r"renege (\d{1,2}) by (\w+)(?: of (\w+))?(?: for (\S+))?", re.ASCII)
_HONOURS: Final = re.compile(r"honours by (\w+)", re.ASCII)
_REDEAL: Final = re.compile(r"redeal(?: by (?P<player>\w+))?", re.ASCII)
_CLAIM: Final = re.compile(r"claim(?: (?P<tricks>\d{1,2}|all|the rest))?(?: by (?P<player>\w+))?", re.ASCII)
_CONCEDE: Final = re.compile(r"concede(?: all| the rest)?(?: by (?P<player>\w+))?", re.ASCII)
_CORRECT: Final = re.compile(r"correct (\S.*?)(?: of (\w+))?")


def read_act(
    act: object,
    stage: str,
    rules: Rules | None = None,
    *,
    auction: Auction | None = None,
    strains: Sequence[Strain] = (),
) -> Act:
    """An act from a value or its text; the stage of the hand decides how text is read.

    The rules decide how players are named, and the auction supplies the legal calls for error messages. Text
    may give only the part that singles out one of `strains`: ``spades`` after ``4-``, ``low`` after ``4NT``.
    """
    value = _act_of_value(act, stage)
    if value is not None:
        return value
    upper = " ".join(read_symbols(act, "act", ActError).split())
    text = " ".join(str(act).split())
    rules = Rules.or_default(rules)
    anywhere = _read_anywhere(upper.lower(), rules)
    if anywhere is not None:
        return anywhere
    if stage == "claim":
        raise ActError(f"act {shown(act)} is wrong: a claim awaits an answer, expected 'accept' or 'contest'")
    if stage in ("play", "settlement"):
        return _read_play(text, rules)
    if stage == "hand_option":
        if upper not in ("KEEP", "SWAP"):
            raise ActError(f"act {shown(act)} is wrong: expected 'keep' or 'swap'")
        return acts.HandChoice(upper == "KEEP")
    if stage == "auction":
        return read_call(text) if auction is None else auction.read(text)
    if stage == "declaration":
        return acts.Declare(_read_strain(text, upper, strains))
    if stage == "discard":
        return acts.Discard(_read_discards(text, upper))
    if stage == "exchange":
        return acts.Exchange(Card.from_text(text))
    raise ActError(f"act {shown(act)} is wrong: the hand is over")


def _act_of_value(act: object, stage: str) -> Act | None:
    """The act given as an `Act`, a strain, a card or a discarded hand; ``None`` for text."""
    if isinstance(act, Act):
        _check_cards(act)
        return act
    if isinstance(act, Strain):
        return acts.Declare(act)
    if isinstance(act, Card):
        return acts.Exchange(act) if stage == "exchange" else acts.Play(act)
    return acts.Discard(act) if isinstance(act, Hand) else None


def _check_cards(act: Act) -> None:
    """Check the field types of an act from a caller; constructors skip the checks because they run often."""
    if isinstance(act, (acts.Play, acts.Exchange, acts.Correct)) and not isinstance(act.card, Card):
        raise ActError(f"card {shown(act.card)} of the act is wrong: expected a Card")
    if isinstance(act, acts.Play) and not (act.named is None or isinstance(act.named, Suit)):
        raise ActError(f"suit {shown(act.named)} of the act is wrong: expected a Suit or None")
    if isinstance(act, acts.Discard) and not isinstance(act.cards, Hand):
        raise ActError(f"cards {shown(act.cards)} of the act are wrong: expected a Hand")
    if isinstance(act, acts.Declare) and not isinstance(act.strain, Strain):
        raise ActError(f"strain {shown(act.strain)} of the act is wrong: expected a Strain")


def _read_anywhere(lower: str, rules: Rules) -> Act | None:
    """An act whose text means the same at every stage: claim, answer, resignation, misdeal, redeal."""
    words: dict[str, Act] = {
        "accept": acts.Answer(True),
        "contest": acts.Answer(False),
        "resign": acts.Resign(),
        "misdeal": acts.Misdeal(),
    }
    if lower in words:
        return words[lower]
    redeal, claim, concession = (form.fullmatch(lower) for form in (_REDEAL, _CLAIM, _CONCEDE))
    found = redeal or claim or concession
    if found is not None:
        named = found["player"]
        player = None if named is None else read_player(named, rules)
        if redeal is not None:
            return acts.Redeal(player)
        number = "0" if claim is None else claim["tricks"]
        return acts.Claim(int(number) if number is not None and number.isdigit() else None, player)
    if lower.split(" ")[0] in ("claim", "concede"):
        raise ActError(
            f"act {shown(lower)} is wrong: expected such as 'claim 5', 'claim' for all tricks that are left,"
            " 'concede', or 'claim 5 by 2' with the player's number"
        )
    return None


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
    if words.trump not in (None, strain.trump):
        return False
    if words.direction is None:
        return True
    if (words.direction == "uptown") != (strain.ranking == "uptown"):
        return False
    return words.aces is None or (words.aces == "bad") == (strain.ranking == "downtown_aces_bad")


def _read_discards(text: str, upper: str) -> Hand:
    """Cards separated by blanks or commas, or a hand whose text names its suits."""
    if "." in text:
        return Hand(text)
    try:
        return Hand(text.replace(",", " ").split())
    except NotationError:
        if not names_suits(upper):
            raise
        try:
            return Hand(text)
        except NotationError:
            pass  # the first error, about a single card, is more specific
        raise


def _read_play(text: str, rules: Rules) -> Act:
    lower = text.lower()
    if lower == "settle":
        return acts.Settle()
    renege = _RENEGE.fullmatch(lower)
    if renege is not None:
        trick, player, accused, penalty = renege.groups()
        of = None if accused is None else _read_hand_number(accused, rules)
        return acts.CallRenege(read_player(player, rules), int(trick), of, penalty)
    honours = _HONOURS.fullmatch(lower)
    if honours is not None:
        return acts.CallHonours(read_player(honours[1], rules))
    correct = _CORRECT.fullmatch(lower)
    if correct is not None:
        card, hand = correct.groups()
        return acts.Correct(Card.from_text(card), None if hand is None else _read_hand_number(hand, rules))
    if ":" in text:
        joker, _, suit = text.partition(":")
        return acts.Play(Card.from_text(joker), Suit.of(suit.strip()))
    return acts.Play(Card.from_text(text))


def _read_hand_number(text: str, rules: Rules) -> int:
    """The number of a hand; dummies can be named by number only."""
    if text.isascii() and text.isdigit() and len(text) == 1:
        return int(text)
    return read_player(text, rules)

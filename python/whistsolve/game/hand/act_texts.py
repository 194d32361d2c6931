"""How text is read as an act: the stage of the hand decides what it can mean."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from whistsolve.arguments import read_player, read_rules
from whistsolve.errors import ActError, CardError, HandError
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import read_call
from whistsolve.game.hand.acts import (
    Act,
    Answer,
    CallRenege,
    Claim,
    Correct,
    Declare,
    Discard,
    Exchange,
    HandChoice,
    Misdeal,
    Play,
    Redeal,
    Resign,
    Settle,
)
from whistsolve.rules import Rules
from whistsolve.values.cards import Card, Suit
from whistsolve.values.hands import Hand, names_suits
from whistsolve.values.reading import shown
from whistsolve.values.strains import Strain
from whistsolve.values.words import StrainWords, read_strain_words, read_symbols

__all__ = ["read_act"]

_RENEGE: Final = re.compile(r"renege (\d{1,2}) by (\w+)(?: of (\w+))?(?: for (\S+))?", re.ASCII)
_REDEAL: Final = re.compile(r"redeal(?: by (\w+))?", re.ASCII)
_CLAIM: Final = re.compile(r"claim(?: (\d{1,2}|all|the rest))?(?: by (\w+))?", re.ASCII)
_CONCEDE: Final = re.compile(r"concede(?: all| the rest)?(?: by (\w+))?", re.ASCII)
_CORRECT: Final = re.compile(r"correct (\S.*?)(?: of (\w+))?")


def read_act(
    act: object,
    stage: str,
    rules: Rules | None = None,
    *,
    auction: Auction | None = None,
    strains: Sequence[Strain] = (),
) -> Act:
    """An act from itself or its text; the stage of the hand decides how text is read.

    Parameters
    ----------
    act : Act, Card, Strain, Hand or str
    stage : str
    rules : Rules, optional
        Default rules where they are left out. They say how players are called.
    auction : Auction, optional
        At the stage of that name, for messages on what may be called.
    strains : sequence of Strain
        Those that may be named; of these text may name a part that tells one from the others: ``spades``
        after ``4-``, ``low`` after ``4NT``.

    Raises
    ------
    ActError
        Where the text is no act of the stage.
    WhistError
        Where a card or strain in it cannot be read.
    """
    if isinstance(act, Act):
        _check_cards(act)
        return act
    if isinstance(act, Strain):
        return Declare(act)
    if isinstance(act, Card):
        return Exchange(act) if stage == "exchange" else Play(act)
    if isinstance(act, Hand):
        return Discard(act)
    upper = " ".join(read_symbols(act, "act", ActError).split())
    text = " ".join(str(act).split())
    read = read_rules(rules)
    anywhere = _read_anywhere(upper.lower(), read)
    if anywhere is not None:
        return anywhere
    if stage == "claim":
        raise ActError(
            f"act {shown(act)} is wrong: a claim is to be answered, expected 'accept' or 'contest'"
        )
    if stage in ("play", "settlement"):
        return _read_play(text, read_rules(rules))
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


def _check_cards(act: Act) -> None:
    """Acts keep what they are made with, for they are made often; what a caller made is looked at here."""
    if isinstance(act, (Play, Exchange, Correct)) and not isinstance(act.card, Card):
        raise ActError(f"card {shown(act.card)} of the act is wrong: expected a Card")
    if isinstance(act, Play) and not (act.named is None or isinstance(act.named, Suit)):
        raise ActError(f"suit {shown(act.named)} of the act is wrong: expected a Suit or None")
    if isinstance(act, Discard) and not isinstance(act.cards, Hand):
        raise ActError(f"cards {shown(act.cards)} of the act are wrong: expected a Hand")
    if isinstance(act, Declare) and not isinstance(act.strain, Strain):
        raise ActError(f"strain {shown(act.strain)} of the act is wrong: expected a Strain")


def _read_anywhere(lower: str, rules: Rules) -> Act | None:
    """Words that mean the same at every stage: claims and answers, resigning, cards dealt again."""
    words: dict[str, Act] = {
        "accept": Answer(True),
        "contest": Answer(False),
        "resign": Resign(),
        "misdeal": Misdeal(),
    }
    if lower in words:
        return words[lower]
    redeal, claim, concession = (form.fullmatch(lower) for form in (_REDEAL, _CLAIM, _CONCEDE))
    if redeal is not None:
        return Redeal(_read_claimant(redeal[1], rules))
    if claim is not None:
        number, player = claim.groups()
        tricks = int(number) if number is not None and number.isdigit() else None
        return Claim(tricks, _read_claimant(player, rules))
    if concession is not None:
        return Claim(0, _read_claimant(concession[1], rules))
    if lower.split(" ")[0] in ("claim", "concede"):
        raise ActError(
            f"act {shown(lower)} is wrong: expected such as 'claim 5', 'claim' for all tricks that are left,"
            " 'concede', or 'claim 5 by 2' with the player's number"
        )
    return None


def _read_claimant(text: str | None, rules: Rules) -> int | None:
    return None if text is None else read_player(text, rules)


def _read_strain(text: str, upper: str, strains: Sequence[Strain]) -> Strain:
    """A strain, or words that only one of those allowed agrees with."""
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
    """Cards with blanks or commas between, or a hand that names its suits."""
    if "." in text:
        return Hand(text)
    try:
        return Hand(text.replace(",", " ").split())
    except CardError:
        if not names_suits(upper):
            raise
        try:
            return Hand(text)
        except HandError:
            pass  # the message on the single card says more
        raise


def _read_play(text: str, rules: Rules) -> Act:
    lower = text.lower()
    if lower == "settle":
        return Settle()
    renege = _RENEGE.fullmatch(lower)
    if renege is not None:
        trick, player, accused, penalty = renege.groups()
        of = None if accused is None else _read_hand_number(accused, rules)
        return CallRenege(read_player(player, rules), int(trick), of, penalty)
    correct = _CORRECT.fullmatch(lower)
    if correct is not None:
        card, hand = correct.groups()
        return Correct(Card.from_text(card), None if hand is None else _read_hand_number(hand, rules))
    if ":" in text:
        joker, _, suit = text.partition(":")
        return Play(Card.from_text(joker), Suit.of(suit.strip()))
    return Play(Card.from_text(text))


def _read_hand_number(text: str, rules: Rules) -> int:
    """The number of a hand; dummies have numbers only."""
    if text.isascii() and text.isdigit() and len(text) == 1:
        return int(text)
    return read_player(text, rules)

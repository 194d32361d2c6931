"""The rules and scores that the tags of a recorded hand name, and its calls under rules.

Trickster Cards, whose exports are the PTN in circulation, writes its options as JSON in ``GameOptionsJson``,
without those at their defaults, in words in the title (``Event``), and the scores at the time of the export
in ``GameScores``. Which default each option has was found from the titles of records that leave it out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from whistsolve._internal.reading import shown
from whistsolve.errors import ActError, NotationError
from whistsolve.game.auction.auction import auction_of_calls
from whistsolve.game.auction.calls import CalledHand
from whistsolve.game.record.played_hand import PlayedHand, recorded_scores
from whistsolve.game.record.record import score_played
from whistsolve.rules import Rules, usual_rules

#: For each option of the site that is true or false: its default, and what it means when true and when false.
_FLAGS: Final[Mapping[str, tuple[bool, dict[str, Any], dict[str, Any]]]] = {
    "bidderLeads": (False, {"first_leader": "bidder"}, {"first_leader": "left_of_bidder"}),
    "lowBeatsHigh": (True, {"low_beats_high": "downtown_over_uptown"}, {"low_beats_high": "equal"}),
    "doubleForNT": (False, {"nt_multiplier": 2}, {"nt_multiplier": 1}),
    "defensiveScoring": (False, {"set_scoring": "both_odd"}, {"set_scoring": "bidder_loses"}),
}
_NUMBERS: Final = {"minBid": "min_bid", "gameOverScore": "target"}
#: Options that the deal itself shows, or that change no rule.
_WITHOUT_EFFECT: Final = (
    "kittySize", "bidderGetsKitty", "noSuggestions", "noWatching", "isPrivate", "variation"
)  # fmt: skip
#: The same options in a title.
_IN_TITLE: Final = {
    "bidderLeads": r"bidder (?:gets kitty & )?leads",
    "lowBeatsHigh": r"low beats high",
    "doubleForNT": r"2x for NT",
    "defensiveScoring": r"defensive scoring",
    "minBid": r"min bid (\d)",
    "gameOverScore": r"to ±(\d{1,2})\b",
}


def rules_of_hand(hand: PlayedHand, options: Mapping[str, Any] | None = None) -> Rules:
    """The rules of a hand or those that its tags name, otherwise `usual_rules` of its deal.

    ``options`` override both. Raises `RulesError` if they do not go together.
    """
    if hand.rules is not None:
        return hand.rules.with_options(**(options or {}))
    named = _site_options(hand)
    if named is None:
        return usual_rules(hand.deal, options)
    jokers = {"jokers": len(hand.deal.cards.jokers)}
    return Rules.preset("trickster", **{**jokers, **named, **(options or {})})


def names_rules(hand: PlayedHand) -> bool:
    """Whether a hand has rules, or its tags name some."""
    return hand.rules is not None or _site_options(hand) is not None


def unread_options(hand: PlayedHand) -> list[str]:
    """The options that the tags of a hand name and this library does not know, such as ``'doubles': 2``."""
    known = (*_FLAGS, *_NUMBERS, *_WITHOUT_EFFECT)
    given = _json(hand) or {}
    return [f"{shown(name)}: {shown(value)}" for name, value in given.items() if name not in known]


def scores_before(hand: PlayedHand, rules: Rules) -> tuple[int, ...] | None:
    """The scores before a hand by player, from a tag ``GameScores`` or ``Scores``; ``None`` without one.

    From ``GameScores``, those of the export, the points of a hand that was played to its end are subtracted.
    """
    tag = hand.tag("GameScores")
    found = re.fullmatch(r"([NESW]):((?:\s*[-+]?\d{1,4}\b){4})\s*", "" if tag is None else tag.value)
    if found is None or hand.seats != 4:
        return recorded_scores(hand, rules)
    scores = [int(score) for score in found[2].split()]
    shift = -"NESW".index(found[1]) % 4
    scores = scores[shift:] + scores[:shift]
    if hand.contract is not None and len(hand.plays) == hand.seats * hand.deal.hand_size:
        points = score_played(hand, rules).points
        scores = [score - gained for score, gained in zip(scores, points, strict=True)]
    return tuple(scores)


def _json(hand: PlayedHand) -> dict[str, Any] | None:
    tag, code = hand.tag("GameOptionsJson"), hand.tag("GameCode")
    if tag is None or (code is not None and code.value != "Whist"):
        return None
    # Copies of records on web pages have the quotes inside without backslashes.
    for text in (tag.value, tag.text):
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            continue
        if isinstance(found, dict):
            return found
    raise NotationError("tag GameOptionsJson is no JSON object: expected the options of the game")


def _site_options(hand: PlayedHand) -> dict[str, Any] | None:
    """Options of `Rules` that the tags name; ``None`` if they name none."""
    given, event = _json(hand), hand.tag("Event")
    if given is None:
        if event is None or "Bid Whist" not in event.value:
            return None
        given = {"lowBeatsHigh": False}
        for name, form in _IN_TITLE.items():
            if found := re.search(form, event.value):
                given[name] = True if name in _FLAGS else int(found[1])
    options: dict[str, Any] = {}
    for name, (default, when_true, when_false) in _FLAGS.items():
        options |= when_true if given.get(name, default) else when_false
    return options | {option: given[name] for name, option in _NUMBERS.items() if name in given}


def called_hand(hand: PlayedHand, rules: Rules) -> CalledHand:
    """The calls of a record, with the hands as dealt; the scores before it are 0 if they are not recorded.

    Raises `ActError` if there is no dealer, or a call is not legal under the rules, and other errors of
    `WhistError` if calls or scores cannot be read.
    """
    if hand.dealer is None or hand.seats != rules.players:
        raise ActError(
            f"a record of {hand.seats} hands, dealer {hand.dealer}, is wrong: expected {rules.players} hands"
            " and the dealer"
        )
    auction = auction_of_calls((call.text for call in hand.calls), rules, hand.dealer)
    for call, (turn, _) in zip(hand.calls, auction.calls, strict=True):
        if call.seat != turn:
            raise ActError(f"the call {call.text} is of seat {call.seat}: expected one of {turn}")
    scores = scores_before(hand, rules) or (0,) * rules.players
    return CalledHand(hand.dealer, scores, auction.calls, hand.deal.hands)

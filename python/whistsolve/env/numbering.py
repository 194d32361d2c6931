"""The numbers of acts, and of what is observed, under some rules."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any, Final, get_args

import numpy as np

from whistsolve import _kernels
from whistsolve.game import PASS, Act, Stage, strains_of
from whistsolve.game.auction.calls import all_bids, all_strains
from whistsolve.game.hand.acts import Declare, Discard, Exchange, HandChoice, Play, Redeal
from whistsolve.game.hand.trick_rules import CardPlayed, TrickRules
from whistsolve.rules import Rules
from whistsolve.values import Hand, Strain, Suit
from whistsolve.values.cards import CARDS, DECK_SIZE, LITTLE_JOKER, SUIT_LETTERS
from whistsolve.values.strains import RANKINGS, TRUMPS

#: The number of each stage.
NUMBERED_STAGES: Final = {stage: number for number, stage in enumerate(get_args(Stage))}
#: What jokers do in no-trump, as `_kernels.HandTable` takes it.
_JOKERS: Final = {"removed": 1, "high_no_suit": 2, "must_discard_first_void": 4}
_JOKERS_LED: Final = {"free_play": 16, "leader_names_suit": 32, "forbidden_unless_only_jokers": 64}


@functools.lru_cache(maxsize=64)
def acts_of(rules: Rules) -> tuple[Act, ...]:
    """The acts under some rules in the order of their numbers, cards by `Card.index` first."""
    named = [Play(joker, suit) for joker in CARDS[LITTLE_JOKER:] for suit in Suit]
    bids = all_bids(rules) if rules.has_auction else ()
    strains = dict.fromkeys(strain for bid in bids for strain in strains_of(bid, rules))
    calls: tuple[Act, ...] = (PASS, *bids) if bids else ()
    other = (HandChoice(True), HandChoice(False), Redeal(), *calls)
    return (*map(Play, CARDS), *named, *other, *map(Declare, strains))


def number_of_play(played: CardPlayed) -> int:
    """The number of the act of playing a card."""
    joker = played.card.index - LITTLE_JOKER
    return played.card.index if played.named is None else DECK_SIZE + 4 * joker + played.named


@functools.lru_cache(maxsize=64)
def layout(rules: Rules) -> np.dtype[np.void]:
    """Names and shapes of what is observed: ``vector.view(layout(rules))[0]["hands"]`` is one array of it."""
    players, hands, cards = (rules.players,), (rules.dealt_hands,), (DECK_SIZE,)
    calls = (1 + len(all_bids(rules)) if rules.has_auction else 0,)
    shapes: dict[str, tuple[int, ...]] = {
        "player": players, "dealer": hands, "scores": players, "stage": (len(NUMBERED_STAGES),),
        "to_act": players, "hand_to_play": hands, "hands": hands + cards, "sizes": hands, "unseen": cards,
        "kitty": cards, "turned": cards, "kept": (*players, 2), "calls": players + calls, "level": (1,),
        "declarer": players, "trump": (len(TRUMPS),), "ranking": (len(RANKINGS),),
        "discards": hands + cards, "chosen": cards, "exchanges": hands, "exchanged": hands + cards,
        "leader": hands, "winning": hands, "named": (4,), "trick": hands + cards, "played": hands + cards,
        "tricks_won": hands, "voids": (*hands, 4),
    }  # fmt: skip
    return np.dtype([(name, np.float32, shape) for name, shape in shapes.items()])


class Numbering:
    """All of it for some rules."""

    def __init__(self, rules: Rules) -> None:
        self.acts, self.layout = acts_of(rules), layout(rules)
        #: The number of each act; a card has the same to play it, to discard it and to take it for a joker.
        self.number: Mapping[Act, int] = {
            **{act: card.index for card in CARDS for act in (Discard(Hand([card])), Exchange(card))},
            **{act: number for number, act in enumerate(self.acts)},
        }
        fields: Mapping[str, Any] = self.layout.fields or {}
        #: Where each array of the layout begins, and how many numbers there are.
        self.at: dict[str, int] = {name: place // 4 for name, (_, place) in fields.items()}
        self.size = self.layout.itemsize // 4
        #: For each player, where a call is observed, less the number of the call.
        first, calls = self.at["calls"] - self.number.get(PASS, 0), fields["calls"][0].shape[1]
        self.calls = [first + player * calls for player in range(rules.players)]
        #: Trumps and ranking of each strain by number; no-trump is -1.
        self.strains = {
            each: (-1 if each.is_no_trump else SUIT_LETTERS.index(each.trump), RANKINGS.index(each.ranking))
            for each in all_strains(rules)
        }
        #: Whether calls may follow the last card, and whether the cards may be dealt again.
        self.settles = rules.renege_mode == "detect_and_call" or rules.honours_called
        self.redeals = rules.redeal_claim != "none"
        heights = [TrickRules(rules, Strain("NT", ranking)).heights for ranking in RANKINGS]
        jokers = _JOKERS.get(rules.joker_no_trump, 0) + _JOKERS_LED.get(rules.joker_lead_no_trump, 0)
        self._facts = (
            rules.players, rules.dealt_hands, np.array([*self.at.values()], np.int32), self.size,
            len(self.acts), rules.deck.mask, np.array(heights, np.int8), jokers + 8 * rules.joker_any_time,
            rules.reveal_discards_at_end,
        )  # fmt: skip

    @staticmethod
    @functools.lru_cache(maxsize=64)
    def of(rules: Rules) -> Numbering:
        """The numbering of some rules, made once."""
        return Numbering(rules)

    def table(self, rows: int) -> _kernels.HandTable:
        """A table for so many hands."""
        return _kernels.HandTable(rows, *self._facts)

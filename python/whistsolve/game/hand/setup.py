"""What is fixed before the first act of a hand: rules, cards, dealer, scores; all checks of them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice

from whistsolve.arguments import player_names, read_player, seed_text
from whistsolve.errors import ActError, DealError, WhistError
from whistsolve.rules import Rules
from whistsolve.values.cards import Card
from whistsolve.values.deals import Deal
from whistsolve.values.hands import Hand
from whistsolve.values.reading import read_integer, read_several, shown

__all__ = ["Setup", "first_target", "random_cards", "read_dealer", "read_setup"]


@dataclass(frozen=True, slots=True)
class Setup:
    """What is fixed before the first act.

    Attributes
    ----------
    rules : Rules
    deal : Deal
        Hands of players, then of dummies, and the kitty. Surplus cards of dummies are in `extra`.
    dealer : int
        A player; in whist with a dummy the hand that dealt.
    turned : Card or None
        Games without an auction: the card that makes trumps.
    scores : tuple of int
        For each player, before the hand.
    partner : int
        Whist with one dummy: the player whose dummy it is.
    extra : tuple of int
        For each hand, a mask of the cards dealt to it beyond the number of the others.
    target : int
        The score that ends what is being played for.
    first_hand : bool
        Whether no hand of the game has counted yet.
    names : tuple of str
        How messages call the hands at a table without dummies: as the dealer was named by a letter or a word.
    """

    rules: Rules
    deal: Deal
    dealer: int
    turned: Card | None
    scores: tuple[int, ...]
    partner: int
    extra: tuple[int, ...]
    target: int
    first_hand: bool = True
    names: tuple[str, ...] = field(default=(), compare=False, repr=False)

    def name(self, hand: int | None, kind: str = "hand") -> str:
        """How messages call a hand, or a player: by its name, otherwise by kind and number."""
        return self.names[hand] if self.names and hand is not None else f"{kind} {hand}"

    @property
    def size(self) -> int:
        """Cards of each hand once play begins."""
        return self.deal.hand_size

    @property
    def dummies(self) -> tuple[int, ...]:
        """The hands that are dummies."""
        return tuple(range(self.rules.players, self.rules.dealt_hands))


def first_target(rules: Rules) -> int:
    """The score that ends a game, or its first session."""
    return rules.session_targets[0] if rules.match == "two_sessions" else rules.target


def read_dealer(dealer: object, rules: Rules) -> int:
    """The dealer: a player; in games without an auction any hand.

    Raises
    ------
    ActError
        Where there is no such player or hand.
    """
    if rules.trump_rule == "last_dealt_card":
        if isinstance(dealer, str) and dealer.isascii() and dealer.strip().isdigit():
            dealer = int(dealer)
        if not isinstance(dealer, str):
            return read_integer(dealer, "dealer", ActError, 0, rules.dealt_hands - 1)
    return read_player(dealer, rules, "dealer")


def read_setup(
    deal: object,
    rules: Rules,
    dealer: object,
    *,
    turned: Card | str | None,
    scores: Sequence[int] | None,
    partner: int | str,
    extra: Sequence[Hand | str | Iterable[Card]] | None,
    target: int | None,
    first_hand: bool,
) -> Setup:
    """The checked setup of a hand; parameters and errors are those of `HandState`."""
    read = deal if isinstance(deal, Deal) else Deal.from_text(deal)
    _check_deal(read, rules)
    nobody = [0] * rules.players
    before = (
        nobody
        if scores is None
        else [
            read_integer(score, "score", WhistError)
            for score in islice(read_several(scores, "scores", WhistError), rules.players + 1)
        ]
    )
    if len(before) != rules.players:
        raise WhistError(
            f"scores {shown(scores)} are wrong: expected one for each of {rules.players} players"
        )
    dealing = read_dealer(dealer, rules)
    return Setup(
        rules,
        read,
        dealing,
        _read_turned(turned, read, rules, dealing),
        tuple(before),
        read_player(partner, rules, "partner"),
        _read_extra(extra, read, rules),
        first_target(rules) if target is None else read_integer(target, "target", WhistError, 1),
        _read_first_hand(first_hand),
        _read_names(dealer, rules),
    )


def _read_names(dealer: object, rules: Rules) -> tuple[str, ...]:
    """The names of hands where the dealer was named by a letter or a word, and none is a dummy."""
    if rules.has_dummies or not isinstance(dealer, str) or dealer.strip().isdigit():
        return ()
    return player_names(dealer, rules)


def _read_first_hand(first_hand: object) -> bool:
    if not isinstance(first_hand, bool):
        raise WhistError(f"first_hand {shown(first_hand)} is wrong: expected True or False")
    return first_hand


def random_cards(
    seed: int | None, rules: Rules, dealer: int | str
) -> tuple[Deal, Card | None, list[list[Card]] | None]:
    """Cards drawn with equal chances: the deal, the card turned up, and surplus cards of two dummies."""
    deal = Deal.random(seed, rules)
    draw = random.Random(None if seed is None else seed_text(seed))  # text: the same on every version
    turned = None
    if rules.trump_rule == "last_dealt_card":
        suited = [card for card in deal.hands[read_dealer(dealer, rules)] if not card.is_joker]
        turned = draw.choice(suited) if suited else None  # a joker makes no trumps
    extra = None
    if rules.game == "double_dummy" and deal.kitty is not None:
        extra = [[card] for card in draw.sample(list(deal.kitty), 2)]
    return deal, turned, extra


def _check_deal(deal: Deal, rules: Rules) -> None:
    """Check hands, kitty, jokers and deck of a deal against the rules."""
    if deal.seats != rules.dealt_hands:
        raise DealError(f"the deal has {deal.seats} hands: expected {rules.dealt_hands} in {rules.game}")
    kitty = deal.kitty if deal.kitty is not None else Hand()
    jokers = len(deal.cards.jokers)
    if jokers > rules.jokers:
        raise DealError(f"the deal has {jokers} jokers: expected no more than jokers={rules.jokers}")
    for card in deal.cards - rules.deck:
        if not card.is_joker:  # of these any may be dealt, and there are as many as the rules have
            removed = str(card) in (rules.removed_cards or "").split()
            which = "of removed_cards" if removed else f"below lowest_rank={rules.lowest_rank}"
            raise DealError(f"the deal has {card}: expected no card {which}")
    extra = rules.jokers if rules.has_dummies else 0
    if rules.kitty_size and not kitty:
        raise DealError("the deal has no kitty: expected one, for the rules have kitty_size above 0")
    if not rules.kitty_size and len(kitty) != extra:
        expected = f"{extra} cards that the dummies have too many" if extra else "none, for kitty_size is 0"
        raise DealError(f"the deal has a kitty of {len(kitty)}: expected {expected}")
    if rules.joker_no_trump == "exchanged" and len(kitty) < jokers:
        raise DealError(
            f"the kitty has {len(kitty)} cards: expected at least as many as jokers, {jokers}, which are"
            " exchanged for discards"
        )


def _read_turned(turned: object, deal: Deal, rules: Rules, dealer: int) -> Card | None:
    """The card turned up for trumps."""
    if rules.trump_rule == "declared":
        if turned is not None:
            raise DealError(f"turned {shown(turned)} is wrong: trumps are declared under these rules")
        return None
    if turned is None:
        raise DealError("turned is missing: expected the card of the dealer's that makes trumps")
    card = Card.of(turned)
    if card not in deal.hands[dealer] or card.is_joker:
        raise DealError(
            f"turned {card} is wrong: expected a card of a suit that hand {dealer}, the dealer's, holds"
        )
    return card


def _read_extra(extra: object, deal: Deal, rules: Rules) -> tuple[int, ...]:
    """Surplus cards of each hand, as masks."""
    more = [0] * deal.seats
    if extra is not None and (rules.game != "double_dummy" or deal.kitty is None):
        raise DealError(
            f"extra {shown(extra)} is wrong: expected none, for no two dummies have too many cards"
        )
    if not rules.has_dummies or deal.kitty is None:
        return tuple(more)
    if rules.game == "dummy":
        more[3] = deal.kitty.mask
        return tuple(more)
    first, second = deal.kitty
    given: object = [[first], [second]] if extra is None else extra
    read = [Hand.of(cards) for cards in _several(given)]
    together = sum(hand.mask for hand in read)
    if [len(hand) for hand in read] != [1, 1] or together != deal.kitty.mask:
        raise DealError(
            f"extra {shown(extra)} is wrong: expected a card for each dummy, {first} and {second}"
        )
    return 0, 0, read[0].mask, read[1].mask


def _several(given: object) -> Iterable[object]:
    if isinstance(given, Iterable) and not isinstance(given, str):
        return read_several(given, "extra", DealError)
    raise DealError(f"extra {shown(given)} is wrong: expected a card for each dummy")

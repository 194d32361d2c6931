"""`Setup`: rules, cards, dealer, and the standing of the match before a hand; and the draw for the dealer."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from whistsolve._internal.arguments import seed_text
from whistsolve._internal.reading import read_flag, read_integer, read_several, shown
from whistsolve._internal.shown import Brief
from whistsolve._internal.words import read_trump
from whistsolve.errors import ActError, DealError, WhistError
from whistsolve.game.auction.calls import CalledHand
from whistsolve.rules import Rules, RulesLike
from whistsolve.rules.sides import each_score, player_names, read_player, turn_step
from whistsolve.values import Card, CardLike, Deal, Hand, HandLike, SeatLike


@dataclass(frozen=True, slots=True)
class Standing(Brief):
    """The state of a match between two hands. Each tuple has a number per player, equal for partners."""

    #: Scores in this game; in a match of two sessions, in both together.
    scores: tuple[int, ...]
    #: The next dealer.
    dealer: int
    #: Contracts in which the player's side was set in this game.
    sets: tuple[int, ...]
    #: Games won; a game won by a hand of ``two_games_for`` counts as ``boston_game_value`` games.
    games: tuple[int, ...]
    #: Points that are not part of the score: values of games of a rubber, bonuses of sessions, game points
    #: and their bonuses.
    ledger: tuple[int, ...]
    #: 1, or 2 in the second session.
    session: int = 1
    #: Players who have won the match; empty while it goes on.
    winners: frozenset[int] = frozenset()
    #: Why the match ended: ``renege``, ``set`` (rise and fly), ``lies_limit``, ``negative_target``,
    #: ``target``, ``hand_limit`` or ``time_limit``; for a match of several games ``best_of``, ``rubber`` or
    #: ``sessions``; empty while it goes on.
    reason: str = ""
    #: Hands of this game that counted; void hands do not.
    hands: int = 0
    #: Minutes from the beginning of the match to the end of the last hand; 0 if they are not recorded.
    minutes: float = 0.0
    #: The calls of the last hands of the match, oldest first, at most 100.
    history: tuple[CalledHand, ...] = ()


@dataclass(frozen=True, slots=True)
class Setup(Brief):
    """Everything that is fixed before the first act of a hand."""

    rules: Rules
    #: Hands of players, then of dummies, and the kitty. Surplus cards of dummies are in `extra`.
    deal: Deal
    #: The player who dealt; in games without an auction the hand.
    dealer: int
    #: In games without an auction, the card turned up, and trumps: a suit, or NT.
    turned: Card | None
    trump: str | None
    #: The score of each player before the hand.
    scores: tuple[int, ...]
    #: In whist with one dummy, the player whose dummy it is.
    partner: int
    #: For each hand, a mask of its surplus cards: those dealt to it beyond the size of the other hands.
    extra: tuple[int, ...]
    #: The score that ends the game or session, if one does.
    target: int | None
    #: Whether no hand of the game has counted yet.
    first_hand: bool = True
    #: The state of the match before the hand, if it is one of a match.
    standing: Standing | None = None
    #: Names of the hands in messages if the dealer was named by a letter or word and there is no dummy.
    names: tuple[str, ...] = field(default=(), compare=False, repr=False)

    def name(self, hand: int | None, kind: str = "hand") -> str:
        """The name of a hand or a player in messages; without names, `kind` and number."""
        return self.names[hand] if self.names and hand is not None else f"{kind} {hand}"

    @property
    def size(self) -> int:
        """The number of cards of each hand once play begins."""
        return self.deal.hand_size

    @property
    def dummies(self) -> tuple[int, ...]:
        """The numbers of the hands that are dummies."""
        return tuple(range(self.rules.players, self.rules.dealt_hands))

    @property
    def everybody(self) -> int:
        """A mask with a bit for each player."""
        return (1 << self.rules.players) - 1


def first_target(rules: Rules) -> int | None:
    """The score that ends a game, or its first session; ``None`` if none does."""
    return rules.session_targets[0] if rules.match == "two_sessions" else rules.target


def read_dealer(dealer: object, rules: Rules) -> int:
    """The number of the dealer: of a player, or in games without an auction of any hand."""
    if not rules.has_auction:
        if isinstance(dealer, str) and dealer.isascii() and dealer.strip().isdigit():
            dealer = int(dealer)
        if not isinstance(dealer, str):
            return read_integer(dealer, "dealer", ActError, 0, rules.dealt_hands - 1)
    return read_player(dealer, rules, "dealer")


def first_dealer(rules: RulesLike, seed: int | None = None) -> int:
    """The first dealer, drawn as the rule ``first_dealer`` says.

    Under ``low_card`` and ``high_card`` every player draws a card and the lowest or highest deals; ties draw
    again; the ace is low in the first, high in the second. Under ``first_diamond`` and ``first_club`` cards
    are dealt face up from player 0 on, and whoever gets that suit first deals. Jokers are left out. In whist
    with one dummy the dummy deals first. Sources: seed rules of whist, Portland Club 1900, and for the others
    the published rules of bid whist.

    The same seed draws the same dealer. The result is a player, in whist with one dummy hand 3. Raises
    `WhistError` if the seed is not an integer, `RulesError` if ``rules`` is not a Rules.
    """
    rules = Rules.of(rules)
    draw = random.Random(None if seed is None else seed_text(seed))
    players = list(range(rules.players))
    deck = sorted(card.index for card in rules.deck if not card.is_joker)
    if rules.game == "dummy" and not rules.has_auction:
        return 3
    if rules.first_dealer == "random":
        return draw.choice(players)
    if rules.first_dealer in ("low_card", "high_card"):
        while len(players) > 1:
            drawn = draw.sample(deck, len(players))
            low = rules.first_dealer == "low_card"
            # Ranks are 0 for the two to 12 for the ace; under low_card the ace counts below the two.
            ranks = [-((card % 13 + 1) % 13) if low else card % 13 for card in drawn]
            players = [player for player, rank in zip(players, ranks, strict=True) if rank == max(ranks)]
        return players[0]
    wanted = 1 if rules.first_dealer == "first_diamond" else 0
    turned = draw.sample(deck, len(deck))
    turn = next(turn for turn, card in enumerate(turned) if card // 13 == wanted)
    return turn_step(rules) * turn % rules.players


def read_setup(
    deal: object,
    rules: Rules,
    dealer: object,
    turned: CardLike | None,
    scores: Sequence[int] | Standing | None,
    partner: SeatLike,
    extra: Sequence[HandLike] | None,
    target: int | None,
    first_hand: bool,
) -> Setup:
    """The checked setup of a hand; parameters and errors are those of `HandState`."""
    read = deal if isinstance(deal, Deal) else Deal.from_text(deal)
    _check_deal(read, rules)
    standing = scores if isinstance(scores, Standing) else None
    given = scores.scores if isinstance(scores, Standing) else scores
    before = (0,) * rules.players if given is None else each_score(given, rules)
    dealing = read_dealer(dealer, rules)
    card, trump = _read_turned(turned, read, rules, dealing)
    # Messages name hands in the way in which the dealer was named, if that is not a number.
    by_number = rules.has_dummies or not isinstance(dealer, str) or dealer.strip().isdigit()
    return Setup(
        rules,
        read,
        dealing,
        card,
        trump,
        before,
        read_player(partner, rules, "partner"),
        _read_extra(extra, read, rules),
        first_target(rules) if target is None else read_integer(target, "target", WhistError, 1),
        read_flag(first_hand, "first_hand", WhistError),
        standing,
        () if by_number else player_names(dealer, rules),
    )


def trump_of(rules: Rules, hands: int) -> str | None:
    """Trumps after so many hands of a game where their order is fixed, otherwise ``None``."""
    order = rules.trump_order.split(",")
    return order[hands % len(order)] if rules.trump_rule == "fixed_order" else None


def random_cards(
    seed: int | None, rules: Rules, dealer: SeatLike
) -> tuple[Deal, Card | None, list[list[Card]] | None]:
    """Cards drawn uniformly: the deal, the card turned up, and the surplus cards of two dummies."""
    deal = Deal.random(seed, rules)
    draw = random.Random(None if seed is None else seed_text(seed))  # text: the same on all versions
    turned = None
    if rules.trump_rule == "last_dealt_card":
        suited = [card for card in deal.hands[read_dealer(dealer, rules)] if not card.is_joker]
        turned = draw.choice(suited) if suited else None  # a joker has no suit that could be trumps
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
        if not card.is_joker:  # any jokers may be dealt, up to the number checked above
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


def _read_turned(turned: object, deal: Deal, rules: Rules, dealer: int) -> tuple[Card | None, str | None]:
    """The card turned up for trumps, and trumps."""
    if rules.has_auction:
        if turned is not None:
            raise DealError(f"turned {shown(turned)} is wrong: trumps are declared under these rules")
        return None, None
    if rules.trump_rule == "fixed_order":
        order = rules.trump_order.split(",")
        trump = order[0] if turned is None else read_trump(str(turned).strip().upper())
        if trump not in order:
            expected = ", ".join(dict.fromkeys(order))
            raise DealError(f"turned {shown(turned)} is wrong: expected trumps of trump_order, {expected}")
        return None, trump
    if turned is None:
        raise DealError("turned is missing: expected the card of the dealer's that makes trumps")
    card = Card.of(turned)
    if card not in deal.hands[dealer] or card.is_joker:
        raise DealError(f"turned {card} is wrong: expected a card of a suit in hand {dealer}, the dealer's")
    return card, None if card.suit is None else card.suit.letter


def _read_extra(extra: object, deal: Deal, rules: Rules) -> tuple[int, ...]:
    """The surplus cards of each hand, as masks."""
    more = [0] * deal.seats
    if extra is not None and (rules.game != "double_dummy" or deal.kitty is None):
        raise DealError(f"extra {shown(extra)} is wrong: expected none, no two dummies have too many cards")
    if not rules.has_dummies or deal.kitty is None:
        return tuple(more)
    if rules.game == "dummy":
        more[3] = deal.kitty.mask
        return tuple(more)
    first, second = deal.kitty
    if extra is None:
        extra = [[first], [second]]
    if isinstance(extra, str) or not isinstance(extra, Iterable):
        raise DealError(f"extra {shown(extra)} is wrong: expected a card for each dummy")
    read = [Hand.of(cards) for cards in read_several(extra, "extra", DealError)]
    together = sum(hand.mask for hand in read)
    if [len(hand) for hand in read] != [1, 1] or together != deal.kitty.mask:
        raise DealError(f"extra {shown(extra)} is wrong: expected one for each dummy, {first} and {second}")
    return 0, 0, read[0].mask, read[1].mask

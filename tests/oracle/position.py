"""A plain model of play: cards are text, positions are immutable, a play copies the position.

Written from the rules alone, so that a mistake in the engine is not repeated here. Cards are ``SA`` ...
``C2``, ``BJ`` and ``LJ``; where the leader of a joker names a suit, the play is written ``BJ:H``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

SUITS = "SHDC"
JOKERS = ("BJ", "LJ")
BEST_FIRST = {"uptown": "AKQJT98765432", "downtown": "A23456789TJQK", "downtown_aces_bad": "23456789TJQKA"}


@dataclass(frozen=True)
class Terms:
    """What decides legality, winners and worth; the field names are those of the options of the package."""

    trump: str
    ranking: str
    partners: bool = True
    joker_no_trump: str = "must_discard_first_void"
    joker_any_time: bool = False
    joker_lead_no_trump: str = "first_suited_card"
    kitty_book: str = "bidder"

    @property
    def no_trump(self) -> bool:
        return self.trump == "NT"

    @property
    def names_suit(self) -> bool:
        """Whether a led joker carries a suit. A joker laid aside is never really led, so it names nothing."""
        return (
            self.no_trump
            and self.joker_lead_no_trump == "leader_names_suit"
            and self.joker_no_trump != "removed"
        )


def card_of(play: str) -> str:
    """The card of a play: ``BJ`` of ``BJ:H``."""
    return play[:2]


def is_joker(play: str) -> bool:
    return card_of(play) in JOKERS


def suit_of(play: str, terms: Terms) -> str | None:
    """The suit that a play counts as: a joker is a trump, or has no suit in no-trump."""
    if is_joker(play):
        return None if terms.no_trump else terms.trump
    return play[0]


def strength(play: str, terms: Terms) -> int:
    """How good a card is within its suit; more is better."""
    if is_joker(play):
        return 101 if card_of(play) == "BJ" else 100
    return -BEST_FIRST[terms.ranking].index(play[1])


def first_suit(table: Sequence[str], terms: Terms) -> str | None:
    """The suit of the first card on the table that has one."""
    return next((suit for play in table if (suit := suit_of(play, terms)) is not None), None)


def suit_to_follow(table: Sequence[str], terms: Terms) -> str | None:
    """The suit that the next hand must follow, or None while no suit is fixed."""
    if table and suit_of(table[0], terms) is None and terms.joker_no_trump != "removed":
        if terms.joker_lead_no_trump == "free_play":
            return None
        if terms.joker_lead_no_trump == "leader_names_suit":
            return table[0][3]
    return first_suit(table, terms)


def winning_play(table: Sequence[str], terms: Terms) -> int:
    """Place on the table (0: the leader's) of the card that wins a complete trick."""
    places = range(len(table))

    def best(suit: str) -> int | None:
        of_suit = [i for i in places if suit_of(table[i], terms) == suit]
        return max(of_suit, key=lambda i: strength(table[i], terms), default=None)

    if not terms.no_trump:
        ruff = best(terms.trump)
        if ruff is not None:
            return ruff
    elif terms.joker_no_trump == "high_no_suit" and any(is_joker(play) for play in table):
        return max((i for i in places if is_joker(table[i])), key=lambda i: strength(table[i], terms))
    elif ":" in table[0]:
        named = best(table[0][3])
        if named is not None:
            return named
    led = first_suit(table, terms)
    following = best(led) if led is not None else None
    return following if following is not None else 0  # jokers only: the trick stays with the leader


@dataclass(frozen=True)
class Position:
    """The hands still held, the trick on the table, what each seat has won."""

    terms: Terms
    hands: tuple[frozenset[str], ...]
    leader: int
    table: tuple[str, ...] = ()
    first_trick: bool = True
    won: tuple[int, ...] = ()

    @staticmethod
    def start(terms: Terms, hands: Iterable[Iterable[str]], leader: int) -> Position:
        held = tuple(frozenset(hand) for hand in hands)
        return Position(terms, held, leader, won=(0,) * len(held))

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def to_play(self) -> int:
        return (self.leader + len(self.table)) % self.seats

    @property
    def finished(self) -> bool:
        """Whether no trick is left; where jokers are laid aside, they make no trick among themselves."""
        if self.terms.no_trump and self.terms.joker_no_trump == "removed":
            return not self.table and all(hand <= set(JOKERS) for hand in self.hands)
        return not self.table and not any(self.hands)

    def legal(self) -> tuple[str, ...]:
        """Every legal play of the hand to play, in a fixed order; a joker that names a suit is four plays."""
        if self.finished:
            return ()
        hand = sorted(self.hands[self.to_play])
        jokers = [card for card in hand if is_joker(card)]
        suited = [card for card in hand if not is_joker(card)]
        terms = self.terms
        if terms.no_trump and terms.joker_no_trump == "removed" and suited:
            hand, jokers = suited, []
        follow = suit_to_follow(self.table, terms)
        if follow is not None:
            following = [card for card in hand if suit_of(card, terms) == follow]
            if following:
                instead = jokers if terms.no_trump and terms.joker_any_time else []
                return tuple(following + instead)
            if terms.no_trump and terms.joker_no_trump == "must_discard_first_void" and jokers:
                return tuple(jokers)
        if not self.table and terms.no_trump:
            if terms.joker_lead_no_trump == "forbidden_unless_only_jokers" and suited:
                return tuple(suited)
            if terms.names_suit:
                named = [f"{joker}:{suit}" for joker in jokers for suit in SUITS]
                return tuple(card for card in hand if card not in jokers) + tuple(named)
        return tuple(hand)

    def play(self, play: str) -> Position:
        """The position after a legal play; ValueError where the play is not legal."""
        if play not in self.legal():
            raise ValueError(f"seat {self.to_play} may not play {play}, only {' '.join(self.legal())}")
        return self.put(play)

    def put(self, play: str) -> Position:
        """The position after a play that is known to be legal."""
        seat = self.to_play
        hands = (*self.hands[:seat], self.hands[seat] - {card_of(play)}, *self.hands[seat + 1 :])
        table = (*self.table, play)
        if len(table) < self.seats:
            return Position(self.terms, hands, self.leader, table, self.first_trick, self.won)
        winner = (self.leader + winning_play(table, self.terms)) % self.seats
        won = list(self.won)
        won[winner] += 2 if self.first_trick and self.terms.kitty_book == "first_trick_winner" else 1
        return Position(self.terms, hands, winner, (), False, tuple(won))

    def after(self, plays: Iterable[str]) -> Position:
        """The position after several plays."""
        position = self
        for play in plays:
            position = position.play(play)
        return position


def side_of(declarer: int, seats: int, partners: bool, teams: int = 0) -> frozenset[int]:
    """The declarer's side: with the hand opposite in a partnership game of four, a team of six hands.

    Two teams of six sit alternately, the two hands of each of three opposite; otherwise they are alone.
    """
    if teams == 2:
        return frozenset({declarer, (declarer + 2) % 6, (declarer + 4) % 6})
    if teams == 3:
        return frozenset({declarer, (declarer + 3) % 6})
    return frozenset({declarer, (declarer + 2) % 4} if partners and seats == 4 else {declarer})

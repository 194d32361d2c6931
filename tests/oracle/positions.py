"""Problems: a deal, what was played, and the rules, as data; and seeded generators of random ones."""

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from .position import BEST_FIRST, JOKERS, SUITS, Position, Terms, side_of

RANKINGS = {"+": "uptown", "-": "downtown", "~": "downtown_aces_bad"}
JOKER_NO_TRUMP = ("must_discard_first_void", "free_discard", "removed", "high_no_suit")
#: The values under which jokers are played in no-trump, where ``joker_any_time`` matters.
JOKERS_PLAYED = ("must_discard_first_void", "free_discard", "high_no_suit")
JOKER_LEAD_NO_TRUMP = ("first_suited_card", "free_play", "forbidden_unless_only_jokers", "leader_names_suit")
DECK = tuple(suit + rank for suit in SUITS for rank in BEST_FIRST["uptown"])


def cards_of(hand: str) -> frozenset[str]:
    """The cards of a hand in text, ``AK.Q..2.BL``."""
    fields = hand.split(".")
    suited = {
        suit + rank for suit, ranks in zip(SUITS, fields[:4], strict=True) for rank in ranks.replace("-", "")
    }
    return frozenset(suited | {joker + "J" for ranks in fields[4:] for joker in ranks})


def hand_text(cards: Iterable[str]) -> str:
    """A hand in text, ranked A K Q ... 2; the field of the jokers only where there are any."""
    held = set(cards)
    fields = ["".join(rank for rank in BEST_FIRST["uptown"] if suit + rank in held) for suit in SUITS]
    jokers = "".join(joker[0] for joker in JOKERS if joker in held)
    return ".".join([*fields, jokers] if jokers else fields)


@dataclass(frozen=True)
class Problem:
    """One question to the engine, in text and numbers, with the reference solver's view of it."""

    hands: tuple[str, ...]
    strain: str
    leader: int = 0
    declarer: int | None = None
    played: tuple[str, ...] = ()
    partners: bool = True
    options: Mapping[str, Any] = field(default_factory=dict)
    #: Of six hands, 2 or 3; 0 where each is a side.
    teams: int = 0

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def hand_size(self) -> int:
        return len(cards_of(self.hands[0]))

    @property
    def preset(self) -> str:
        """Two hands have no cutthroat preset, but nobody sits opposite there either."""
        alone = not self.partners and self.seats > 2
        return f"cutthroat_{self.seats}" if alone and not self.teams else "bid_whist_seed"

    @property
    def table(self) -> dict[str, int]:
        """Options of the table, where they are not those of the preset."""
        return {"players": 6, "teams": self.teams} if self.teams else {}

    @property
    def side(self) -> frozenset[int]:
        declarer = self.leader if self.declarer is None else self.declarer
        return side_of(declarer, self.seats, self.partners, self.teams)

    @property
    def terms(self) -> Terms:
        return Terms(self.strain[:-1], RANKINGS[self.strain[-1]], self.partners, **self.options)

    def start(self) -> Position:
        return Position.start(self.terms, map(cards_of, self.hands), self.leader)

    def position(self) -> Position:
        return self.start().after(self.played)


def random_hands(
    rng: random.Random, seats: int, size: int, jokers: int, *, narrow: bool = False
) -> tuple[str, ...]:
    """Hands with a number of jokers among them; narrow ones from few suits, so that suits are followed."""
    deck = list(DECK)
    if narrow:
        for suit in rng.sample(SUITS, 3):
            if sum(card[0] != suit for card in deck) + jokers >= seats * size:
                deck = [card for card in deck if card[0] != suit]
    cards = [*JOKERS] if jokers == 2 else [rng.choice(JOKERS)] if jokers else []
    cards += rng.sample(deck, seats * size - jokers)
    rng.shuffle(cards)
    return tuple(hand_text(cards[i * size : (i + 1) * size]) for i in range(seats))


def random_play(rng: random.Random, position: Position, count: int) -> tuple[str, ...]:
    """A number of plays from the position, or all there are, each chosen among the legal ones."""
    plays: list[str] = []
    while len(plays) < count and not position.finished:
        plays.append(rng.choice(position.legal()))
        position = position.play(plays[-1])
    return tuple(plays)


def random_options(rng: random.Random, strain: str, jokers: int) -> dict[str, Any]:
    """One value of every option that bears on play, but for `joker_any_time`."""
    ways = JOKER_NO_TRUMP if strain.startswith("NT") and jokers else (*JOKER_NO_TRUMP, "exchanged")
    return {
        "joker_no_trump": rng.choice(ways),
        "joker_lead_no_trump": rng.choice(JOKER_LEAD_NO_TRUMP),
        "kitty_book": rng.choice(("bidder", "bidder", "none", "first_trick_winner")),
    }


def random_problem(
    seed: int, seats: int, *, left: int, partners: bool | None = None, teams: int = 0
) -> Problem:
    """A problem with ``left`` cards a hand at most at the start of its current trick, any rules."""
    rng = random.Random(1_000_003 * seed + seats)
    jokers = rng.choice((0, 1, 1, 2, 2, 2))
    before = rng.choice((0, 0, 0, 1, 1, 2))
    size = rng.randint(max(1, left - 1), left)
    strain = rng.choice(("NT", "NT", "NT", *SUITS) if jokers else ("NT", *SUITS)) + rng.choice("++--~")
    hands = random_hands(rng, seats, size + before, jokers, narrow=rng.random() < 0.6)
    leader = rng.randrange(seats)
    declarer = rng.choice((None, rng.randrange(seats)))
    partners = seats == 4 and (rng.random() < 0.6 if partners is None else partners)
    options = random_options(rng, strain, jokers)
    if options["joker_no_trump"] in JOKERS_PLAYED and random.Random(seed).random() < 0.3:
        options["joker_any_time"] = True
    problem = Problem(hands, strain, leader, declarer, partners=partners, options=options, teams=teams)
    count = before * seats + rng.choice((0, rng.randrange(seats)))
    played = random_play(rng, problem.start(), count)
    return replace(problem, played=played)

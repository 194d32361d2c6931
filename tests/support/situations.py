"""Situations in play with several layouts of the cards not seen: random ones, under any rules of play."""

import random
from dataclasses import dataclass
from typing import Any

import numpy as np

import whistsolve as ws
from whistsolve.rules.sides import turn_step
from whistsolve.solving import legal_cards, solve_card_rows
from whistsolve.values.strains import RANKINGS, TRUMPS

Played = list[tuple[int, str]]

#: Presets with the numbers of hands that play: partners, cutthroat, teams, dummies.
TABLES = (
    ("bid_whist", 4),
    ("bid_whist", 2),
    ("bid_whist", 3),
    ("cutthroat_3", 3),
    ("cutthroat_4", 4),
    ("cutthroat_5", 5),
    ("teams_of_three", 6),
    ("teams_of_two", 6),
    ("cutthroat_6", 6),
    ("dummy", 4),
    ("double_dummy", 4),
)
JOKERS = ("must_discard_first_void", "free_discard", "high_no_suit", "removed")
LEADS = ("first_suited_card", "free_play", "forbidden_unless_only_jokers", "leader_names_suit")


@dataclass
class Situation:
    """A hand after some cards, and other layouts of the cards that this player has not seen."""

    rules: ws.Rules
    strain: ws.Strain
    leader: int
    declarer: int
    to_play: int
    played: Played
    hands: np.ndarray  #: (rows, seats), now

    @property
    def seats(self) -> int:
        return int(self.hands.shape[1])

    @property
    def in_trick(self) -> Played:
        return self.played[len(self.played) // self.seats * self.seats :]

    def dealt(self, row: int) -> ws.Deal:
        """The hands before the first card."""
        masks = self.hands[row].tolist()
        for seat, text in self.played:
            masks[seat] |= 1 << ws.Card.from_text(text.split(":")[0]).index
        return ws.Deal([ws.Hand.from_mask(mask) for mask in masks])

    def wanted(self, row: int) -> dict[ws.Card, int]:
        """The values of `solve_cards` after all the play so far."""
        played = [text for _, text in self.played]
        return ws.solve_cards(
            self.dealt(row),
            self.strain,
            self.leader,
            declarer=self.declarer,
            played=played,
            rules=self.rules,
        )

    def solve(self, **options: Any) -> tuple[tuple[ws.Card, ...], np.ndarray]:
        return solve_card_rows(
            self.hands,
            self.strain,
            self.to_play,
            self.declarer,
            first_trick=len(self.played) < self.seats,
            trick=[text for _, text in self.in_trick],
            rules=self.rules,
            **options,
        )


def rules_of(rng: random.Random, preset: str) -> ws.Rules:
    teams = {"teams_of_three": 2, "teams_of_two": 3}.get(preset)
    options: dict[str, Any] = {} if teams is None else {"players": 6, "teams": teams}
    preset = preset if teams is None else "bid_whist"
    options["direction_of_play"] = rng.choice(("clockwise", "counterclockwise"))
    if ws.Rules.preset(preset).game not in ("dummy", "double_dummy"):
        options["joker_no_trump"] = rng.choice(JOKERS)
        if options["joker_no_trump"] == "removed":
            options["hand_size"] = None
        else:
            options["joker_lead_no_trump"] = rng.choice(LEADS)
            options["joker_any_time"] = rng.random() < 0.4
        options["kitty_book"] = rng.choice(("first_trick_winner", "bidder"))
    return ws.Rules.preset(preset, **options)


def play_cards(
    rng: random.Random, deal: ws.Deal, strain: ws.Strain, leader: int, rules: ws.Rules, count: int
) -> tuple[Played, int]:
    """A number of random legal cards, with the seats that played them, and who plays next."""
    played: Played = []
    step, seat = turn_step(rules), leader
    named = strain.is_no_trump and rules.joker_lead_no_trump == "leader_names_suit"
    for number in range(count):
        texts = [text for _, text in played]
        card = rng.choice(legal_cards(deal, strain, leader, played=texts, rules=rules))
        text = str(card)
        if named and card.is_joker and number % deal.seats == 0 and rules.joker_no_trump != "removed":
            text += ":" + rng.choice("SHDC")
        played.append((seat, text))
        seat = (seat + step) % deal.seats
        if len(played) % deal.seats == 0:
            seat = winner(deal, strain, leader, rules, played)
    return played, seat


def winner(deal: ws.Deal, strain: ws.Strain, leader: int, rules: ws.Rules, played: Played) -> int:
    """Who leads to the next trick: the seat that holds what is legal now."""
    texts = [text for _, text in played]
    card = legal_cards(deal, strain, leader, played=texts, rules=rules)[0]
    return next(seat for seat, hand in enumerate(deal.hands) if card in hand)


def random_situation(rng: random.Random, preset: str, seats: int, known: int = 1) -> Situation:
    """Four rows or fewer, of which the first is what was dealt; `known` hands are the same in all."""
    rules = rules_of(rng, preset)
    size = rng.randint(3, 5 if seats < 5 else 3)
    # Jokers come often.
    deck = [*rng.sample(range(52), seats * size - 2), 52, 53]
    rng.shuffle(deck)
    hands = [deck[seat * size : (seat + 1) * size] for seat in range(seats)]
    deal = ws.Deal([ws.Hand(map(ws.Card.from_index, hand)) for hand in hands])
    strain = ws.Strain(rng.choice((*TRUMPS, "NT", "NT")), rng.choice(RANKINGS))
    leader, declarer = rng.randrange(seats), rng.randrange(seats)
    # Where every hand holds a joker, they may be laid aside.
    most = seats * (size - 1 - (rules.joker_no_trump == "removed")) - 1
    played, to_play = play_cards(rng, deal, strain, leader, rules, rng.randint(0, most))
    gone = {text.split(":")[0] for _, text in played}
    left = [[card.index for card in hand if str(card) not in gone] for hand in deal.hands]
    seen = {to_play, *[(to_play + 2 * more) % seats for more in range(known)]}
    found = Situation(rules, strain, leader, declarer, to_play, played, np.zeros((0, seats), dtype=np.uint64))
    rows = [[sum(1 << card for card in hand) for hand in left]]
    kitty = rng.sample([card for card in range(52) if card not in deck], 3)
    for _ in range(12):
        unseen = kitty + [card for seat in range(seats) if seat not in seen for card in left[seat]]
        rng.shuffle(unseen)
        row = [
            sum(1 << (card if seat in seen else unseen.pop()) for card in left[seat]) for seat in range(seats)
        ]
        found.hands = np.array([row], dtype=np.uint64)
        if len(rows) < 4 and row not in rows and could_be(found):
            rows.append(row)
    found.hands = np.array(rows, dtype=np.uint64)
    return found


def could_be(situation: Situation) -> bool:
    """Whether all cards played so far were legal in the first row, and the same hand plays next."""
    try:
        cards = legal_cards(
            situation.dealt(0),
            situation.strain,
            situation.leader,
            played=[text for _, text in situation.played],
            rules=situation.rules,
        )
    except ws.ActError:
        return False
    return all(int(situation.hands[0, situation.to_play]) >> card.index & 1 for card in cards)

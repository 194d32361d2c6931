"""`NumberedHand`: a hand whose acts are numbers, with what each player knows as numbers, and rewards."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from whistsolve._internal.reading import read_integer
from whistsolve._kernels import HandTable
from whistsolve.env.numbering import NUMBERED_STAGES, Numbering, number_of_play
from whistsolve.errors import ActError
from whistsolve.game import Act, HandState, HandView
from whistsolve.game.hand.acts import Declare, Discard, Exchange
from whistsolve.game.hand.snapshot import TrickPlayed, changed
from whistsolve.game.hand.turn import exchanges_seen, kitty_seen
from whistsolve.game.scoring.hand_result import result_of
from whistsolve.rules.sides import read_player
from whistsolve.values import Card, Hand, Strain
from whistsolve.values.cards import CARDS


class NumberedHand:
    """A `HandState`, `hand`, in which one player after another chooses the number of one of its `acts`.

    A discard is one card after another, in ascending order of `Card.index`; `chosen` are those chosen so far.
    Claims, resignations, reneges and their calls are left out; honours that have to be called are called for
    both sides.
    """

    def __init__(self, hand: HandState, chosen: Hand | None = None) -> None:
        self._numbering = Numbering.of(hand.rules)
        self._hand, self.acts, self.chosen = hand, self._numbering.acts, chosen or Hand()
        # Cards are played on a table of numbers, and on the hand when somebody asks for it.
        self._table, self._played = self._numbering.table(1), list[int]()
        self._placed: object = None
        self._numbers, self._numbered = list[int](), (object(), self.chosen)

    def __copy__(self, _: object = None) -> NumberedHand:
        return NumberedHand(self.hand.copy(), self.chosen)

    __deepcopy__ = __copy__

    def __reduce__(self) -> tuple[type, tuple[HandState, Hand]]:
        return NumberedHand, (self.hand, self.chosen)

    @property
    def hand(self) -> HandState:
        """The hand as it is now."""
        if self._played:
            for number in self._played:
                self._hand.push(self.acts[number])
            self._played.clear()
            self._placed = self._hand.snapshot
        return self._hand

    @property
    def to_act(self) -> int | None:
        """The player to act, as in `HandState`."""
        if self._played:
            turn = self._table.to_act(0)
            return None if turn < 0 else turn
        return self._hand.to_act

    @property
    def is_over(self) -> bool:
        """Whether the hand is over."""
        return self._table.to_act(0) < 0 if self._played else self._hand.is_over

    @property
    def view(self) -> HandView:
        """The view of the player to act, for a `Player`. Raises `ActError` if nobody is."""
        return self.hand.view()

    @property
    def draws(self) -> tuple[Card, ...]:
        """If a card is drawn blindly for a joker now, the cards of which one is to be pushed to `hand`."""
        is_exchange = not self._played and self._hand.stage == "exchange"
        return self._hand.legal_picks if is_exchange and self._hand.to_act is None else ()

    def numbers(self) -> list[int]:
        """The numbers of what the player to act may do, in ascending order; none if nobody is to act."""
        if self._played:
            return self._table.legal(0)
        now = self._hand.snapshot
        if self._numbered[0] is not now or self._numbered[1] is not self.chosen:
            self._numbers, self._numbered = self._legal_numbers(), (now, self.chosen)
        return self._numbers

    def legal(self) -> dict[int, Act]:
        """What the player to act may do, by number; nothing if nobody is to act."""
        return {number: self._act(number) for number in self.numbers()}

    def push(self, action: object) -> None:
        """Do an action. Raises `ActError` if it is not legal."""
        number = read_integer(action, "action", ActError, 0, len(self.acts) - 1)
        if number not in self.numbers():
            raise self._illegal(f"action {number} ({self.acts[number]})")
        if self._on_table():
            self._table.play(0, number)
            self._played.append(number)
            if not (self._numbering.settles and self.is_over):
                return
        elif self._hand.stage == "discard":
            chosen = Hand.from_mask(self.chosen.mask | 1 << number)
            if len(chosen) < self._hand.discard_number:
                self.chosen = chosen
                return
            self._hand.push(Discard(chosen))
            self.chosen = Hand()
        else:
            self._hand.push(self._act(number))
        while self.hand.stage == "settlement":
            self.hand.push(next(self.hand.legal_acts()))

    def action(self, act: Act | Card | Strain | Hand | str) -> int:
        """The number of an act in any form that `HandState.push` reads; of a discard, that of its next card.

        Raises `ActError` if it is not legal.
        """
        read = self.hand.read(act)
        parts = [Discard(Hand([card])) for card in read.cards] if isinstance(read, Discard) else [read]
        for number, legal in self.legal().items():
            if legal in parts:
                return number
        raise self._illegal(f"act {read}")

    def observation(self, player: int) -> NDArray[np.float32]:
        """What a player knows: the arrays of `layout`. Raises `ActError` if there is no such player."""
        self._place()
        row, seat = np.empty(self._numbering.size, np.float32), read_player(player, self._hand.rules)
        self._table.observe(0, seat, self.chosen.mask, row)
        return row

    def rewards(self) -> list[float]:
        """The points of each player less the mean of the players of other sides; 0 before the end."""
        rules = self._hand.rules
        if not self.is_over:
            return [0.0] * rules.players
        if self._played and not rules.honours:
            points: Sequence[int] = points_of_tricks(self._hand, *self._table.tricks(0))
        else:
            points = self.hand.result().points
        return differences(points, self._hand.seating.sides)

    def _on_table(self) -> bool:
        """Whether the next act is a card, and all that can be done is to play it."""
        if self._played:
            return True
        now = self._hand.snapshot
        if now.stage != "play" or now.reneges or now.claims or self._numbering.redeals:
            return False
        self._place()
        return True

    def _act(self, number: int) -> Act:
        stage = "play" if self._played else self._hand.stage
        if stage == "discard":
            return Discard(Hand.from_mask(1 << number))
        return Exchange(CARDS[number]) if stage == "exchange" else self.acts[number]

    def _legal_numbers(self) -> list[int]:
        hand = self._hand
        if self._on_table():
            return self._table.legal(0)
        if hand.stage == "discard":
            return self._discards()
        if hand.to_act is None:
            return []
        # Views have all acts, but take time.
        calls = not self._numbering.redeals and (*hand.legal_calls, *map(Declare, hand.legal_strains))
        return sorted(self._numbering.number[act] for act in calls or self.view.legal_acts())

    def _discards(self) -> list[int]:
        """The cards that may be chosen next, so that the rest can follow in ascending order."""
        hand, chosen = self._hand, self.chosen.mask
        held, forced = hand.snapshot.hands[hand.hand_to_play or 0], hand.forced_discards.mask & ~chosen
        left = hand.discard_number - chosen.bit_count()
        if left == forced.bit_count():
            return [(forced & -forced).bit_length() - 1]  # jokers last
        later = [card for card in range(chosen.bit_length(), held.bit_length()) if held >> card & 1]
        return later[: len(later) - left + 1]

    def _place(self) -> None:
        """See to it that the table has the hand as it is now."""
        if not self._played and self._placed is not self._hand.snapshot:
            place(self._hand, self._table)
            self._placed = self._hand.snapshot

    def _illegal(self, what: str) -> ActError:
        expected = ", ".join(f"{number} ({self.acts[number]})" for number in self.numbers())
        return ActError(f"{what} is not legal: expected {expected or 'no more, for nobody is to act'}")


def place(hand: HandState, table: HandTable, row: int = 0) -> None:
    """Put a hand as it is now on a row of a table."""
    numbering, setup, now, turn = Numbering.of(hand.rules), hand.setup, hand.snapshot, hand.hand_to_play
    players, sizes, order = range(setup.rules.players), range(len(now.hands)), now.seating.order
    hands, plays, at, strain = list(now.hands), now.plays, numbering.at, now.strain
    for played in plays:
        hands[played.hand] |= 1 << played.card.index
    marks = [numbering.calls[player] + numbering.number[call] for player, call in hand.calls]
    marks += [at["dealer"] + setup.dealer]
    marks += [] if now.declarer is None else [at["declarer"] + now.declarer]
    marks += [] if setup.turned is None else [at["turned"] + setup.turned.index]
    leader = plays[0].hand if plays else now.leader if now.stage in ("play", "claim") else -1
    exchanged = [exchanges_seen(setup, now, player) for player in players] if now.exchanges else ()
    high = now.auction and now.auction.high
    table.put(
        row, hands, [setup.everybody if now.laid_open >> each & 1 else now.seen[each] for each in sizes],
        now.removed, now.removed_seen, [kitty_seen(setup, now, player) for player in players],
        [[sum(1 << e.card.index for e in seen if e.card and e.hand == each) for each in sizes]
         for seen in exchanged],
        [sum(done.hand == each for done in now.exchanges) for each in sizes],
        marks, setup.scores, [-1 if keep is None else keep for keep in now.kept],
        setup.rules.hand_option == "simultaneous" and None in now.kept, high[1].level if high else 0,
        *((-1, -1) if strain is None else numbering.strains[strain]),
        [order[order.index(each) - len(order) + 1] if each in order else -1 for each in sizes],
        now.seating.controllers, leader, [number_of_play(played) for played in plays], now.claimed,
        NUMBERED_STAGES[now.stage], -1 if hand.to_act is None else hand.to_act, -1 if turn is None else turn,
    )  # fmt: skip


def points_of_tricks(hand: HandState, tricks: Sequence[int], first: int) -> Sequence[int]:
    """The points of each player after the hand, which is at its play, was played without honours.

    `tricks` are those that each hand won, the first of them `first`.
    """
    others = tuple(number - (each == first) for each, number in enumerate(tricks))
    end = changed(hand.snapshot, stage="over", trick=(), tricks=(TrickPlayed((), first),), claimed=others)
    return result_of(hand.setup, end).points


def differences(points: Sequence[int], sides: Sequence[int]) -> list[float]:
    """The points of each player less the mean of the players of other sides."""
    found = []
    for player, own in enumerate(points):
        others = [each for other, each in enumerate(points) if sides[other] != sides[player]]
        found.append(own - sum(others) / len(others))
    return found

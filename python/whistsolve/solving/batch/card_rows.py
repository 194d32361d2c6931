"""`solve_card_rows`: every card of the hand to play, in many layouts of the cards at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from whistsolve import _core
from whistsolve.arguments import (
    DEFAULT_MEMORY_MB,
    Limits,
    Progress,
    Resources,
    read_progress,
    read_rules,
)
from whistsolve.cancelling import Cancel, cancellable
from whistsolve.encoding import array_to_deals, check_deal_array, check_deal_columns
from whistsolve.errors import DealError, PlayError, WhistError
from whistsolve.rules import Rules
from whistsolve.solving.batch.cells import check_jokers
from whistsolve.solving.batch.monitor import BatchMonitor, CarryPartial
from whistsolve.solving.batch.partial import PartialRows, RowsInterrupted, RowsStopped
from whistsolve.solving.engine_rules import EngineRules
from whistsolve.solving.position import PlayedCard, Position, read_played
from whistsolve.values.cards import DECK_SIZE, Card
from whistsolve.values.hands import Hand
from whistsolve.values.reading import shown
from whistsolve.values.seats import seat_index, seat_name
from whistsolve.values.strains import Strain

__all__ = ["solve_card_rows"]


@cancellable
def solve_card_rows(
    hands: NDArray[np.uint64],
    strain: Strain | str,
    hand_to_play: int | str,
    declarer: int | str,
    *,
    first_trick: bool,
    trick: Iterable[Card | str] = (),
    each_name: bool = False,
    rules: Rules | None = None,
    threads: int | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
    progress: Progress | None = None,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> tuple[tuple[Card, ...], NDArray[np.uint8]]:
    """For every row of hands and every legal card, the tricks of the declarer's side if it is played now.

    The rows are layouts of the cards in one situation: the hand to play and the trick in progress are the
    same in all of them, the cards of the other hands are not.

    Parameters
    ----------
    hands : ndarray
        uint64, shape (rows, seats), one row or more: the cards that each hand holds now, so that the cards of
        the trick in progress are in none. As `whistsolve.inference.Layouts.draw` makes them from what a
        player sees (its columns beyond the seats left out).
    strain : Strain or str
    hand_to_play : int or str
        Seat of the hand that plays the next card, which holds the same cards in every row.
    declarer : int or str
        Seat whose side's tricks are counted.
    first_trick : bool
        Whether the trick in progress, or about to be led, is the first of the hand. It matters under
        ``kitty_book="first_trick_winner"``, where that trick counts two.
    trick : iterable of Card or str
        The trick in progress, in order from the lead; none where `hand_to_play` leads. Where the rules let a
        led joker name a suit, it is written ``"BJ:H"``, as ``map(str, view.trick)`` has it.
    each_name : bool
        Whether a joker that would be led and name a suit has a column for each suit, clubs first, and not one
        for the best.
    rules : Rules, optional
        As for `solve`.
    threads : int, optional
        How many to use; as many as there are processors where it is left out. The answers do not depend on
        it.
    memory_mb : int
        Cap on the transposition tables of all threads together, 1 to 65536 MiB; there are no more threads
        than MiB.
    progress : callable, optional
        Called about twenty times a second from the calling thread with the number of rows done and in all.
        An exception of it ends the call and is raised with the finished rows in its attribute ``partial``,
        where its class allows one.
    time_limit : float, optional
        Seconds, above 0. The call ends within a tenth of a second of them.
    cancel : Cancellation or threading.Event, optional
        Ends the call within a tenth of a second, see `Cancellation`.

    Returns
    -------
    cards : tuple of Card
        The legal cards, which are the same in every row, in the order of `legal_cards`; with `each_name` a
        joker that names a suit four times.
    tricks : ndarray
        uint8, shape (rows, cards): tricks that the declarer's side still wins once the card is played, the
        trick in progress counted, as `solve_cards` says. Where a led joker names a suit, that of the best
        suit for its leader.

    Raises
    ------
    DealError
        Where a row holds no deal, a card of the trick, other cards of the hand to play than the first row, or
        a joker that should have been exchanged: names the row. Or there is no row.
    PlayError
        Where the trick cannot be read or is whole already, or a card of it was not legal in some row: names
        the row, the card, the seat and the rule.
    StrainError, SeatError, RulesError, WhistError
        Where another argument cannot be read.
    RowsStopped
        Where the time was over; ``.partial`` is what was finished.
    RowsInterrupted
        A `KeyboardInterrupt`, within a tenth of a second of an interrupt; ``.partial`` is what was finished.
    CallCancelled
        Where `cancel` ended it; ``.partial`` is what was finished.

    Notes
    -----
    There is no Python loop over the rows. Where two hands or more are those of the row before, as with a
    dummy on the table, a thread keeps its transposition table from row to row.

    Examples
    --------
    >>> from whistsolve.encoding import deals_to_array
    >>> from whistsolve.values.deals import Deal
    >>> texts = ["N:AQ... K2... JT... 98...", "N:AQ... JT... K2... 98..."]
    >>> hands = deals_to_array(map(Deal.from_text, texts))
    >>> cards, tricks = solve_card_rows(hands, "NT+", "N", "N", first_trick=True)
    >>> print(*cards)
    SA SQ
    >>> tricks
    array([[1, 1],
           [2, 2]], dtype=uint8)
    """
    situation = _Situation.read(hands, strain, hand_to_play, declarer, trick, first_trick, rules)
    if not isinstance(each_name, (bool, np.bool_)):
        raise WhistError(f"each_name {shown(each_name)} is wrong: expected True or False")
    read_progress(progress)
    resources = Resources.read(threads, memory_mb)
    batch = _core.Batch(resources.threads, resources.memory_bytes)
    seconds = Limits.read(time_limit=time_limit).seconds
    rows, cards = len(situation.deals), situation.columns(bool(each_name))
    monitor = BatchMonitor(seconds, progress, rows, 1)
    ascending = np.zeros((rows, len(cards)), dtype=np.uint8)
    done = np.zeros(rows, dtype=np.uint8)
    order = np.argsort([card.index for card in cards], kind="stable")
    columns = np.argsort(order)

    def partial() -> PartialRows:
        return PartialRows((ascending * done[:, np.newaxis])[:, columns], done != 0, cards)

    with CarryPartial(partial, seconds, RowsStopped, RowsInterrupted), situation.problem() as problem:
        batch.run_cards(
            situation.in_turn(),
            problem,
            sum(1 << card.index for card in situation.cards),
            tricks=ascending,
            done=done,
            progress=monitor.callback(0, rows),
            time_limit=seconds,
            each_name=bool(each_name),
        )
        if not done.all():
            monitor.check()
    return cards, ascending[:, columns]


@dataclass(frozen=True, slots=True, eq=False)
class _Situation:
    """What is the same in all rows, checked, and the hands of each row.

    Attributes
    ----------
    deals : ndarray
        uint64, shape (rows, seats): the hands before the trick in progress, as seated.
    first_row : Position
        That of the first row.
    cards : tuple of Card
        Legal in every row: the trick and the hand to play decide which.
    """

    deals: NDArray[np.uint64]
    first_row: Position
    cards: tuple[Card, ...]

    @classmethod
    def read(
        cls,
        hands: NDArray[np.uint64],
        strain: Strain | str,
        hand_to_play: int | str,
        declarer: int | str,
        trick: Iterable[Card | str],
        first_trick: bool,
        rules: Rules | None,
    ) -> _Situation:
        """From the arguments of `solve_card_rows`, with its errors."""
        now = check_deal_columns(hands)
        if not len(now):
            raise DealError(
                "hands have no rows: expected one or more, which tell the cards of the hand to play"
            )
        seats = now.shape[1]
        engine_rules = EngineRules(read_rules(rules), seats)
        in_strain = Strain.of(strain)
        seat = seat_index(hand_to_play, seats, "hand_to_play")
        declares = seat_index(declarer, seats, "declarer")
        played = read_played(trick, DECK_SIZE)
        if len(played) >= seats:
            sizes = f"trick has {len(played)} cards and there are {seats} hands"
            raise PlayError(f"{sizes}: expected at most {seats - 1} before {seat_name(seat, seats)} plays")
        if not isinstance(first_trick, (bool, np.bool_)):
            raise WhistError(f"first_trick {shown(first_trick)} is wrong: expected True or False")
        _check_hand_to_play(now, seat)
        # Seats in order of play, of which the hand to play comes last.
        turn = engine_rules.turn(seat) - len(played)
        seats_played = [engine_rules.turn((turn + number) % seats) for number in range(len(played))]
        deals = _with_trick(now, seats_played, played)
        check_jokers(engine_rules, deals, (in_strain,))
        first_row = Position(
            deal=array_to_deals(deals[:1])[0],
            strain=in_strain,
            leader=engine_rules.turn(turn % seats),
            declarer=declares,
            played=played,
            rules=engine_rules.rules,
            first_trick=bool(first_trick),
        )
        situation = cls(deals, first_row, ())
        return replace(situation, cards=situation.legal_cards(0))

    def columns(self, each_name: bool) -> tuple[Card, ...]:
        """The card of each column of the answer."""
        position = self.first_row
        if not each_name or position.played or not position.engine_rules.names_suit(position.strain):
            return self.cards
        return tuple(card for card in self.cards for _ in range(4 if card.is_joker else 1))

    def legal_cards(self, row: int) -> tuple[Card, ...]:
        """Those of the hand to play in a row.

        Raises
        ------
        PlayError
            Where a card of the trick was not legal there.
        """
        deal = array_to_deals(self.deals[row : row + 1])[0]
        try:
            return replace(self.first_row, deal=deal).legal_cards()
        except PlayError as error:
            raise PlayError(f"row {row}: {error}") from None

    @contextmanager
    def problem(self) -> Iterator[_core.Problem]:
        """The first row as the engine takes it, for a call that solves all rows.

        Raises
        ------
        PlayError
            Where the engine finds that a card of the trick was not legal in some row: names the first one.
        """
        try:
            with self.first_row.problem() as problem:
                yield problem
        except PlayError:
            for row in range(len(self.deals)):
                self.legal_cards(row)
            raise

    def in_turn(self) -> NDArray[np.uint64]:
        """The hands in order of play, as the engine counts seats."""
        engine_rules = self.first_row.engine_rules
        turns = [engine_rules.turn(turn) for turn in range(engine_rules.seats)]
        return np.ascontiguousarray(self.deals[:, turns])


def _check_hand_to_play(hands: NDArray[np.uint64], seat: int) -> None:
    """The hand to play is the same in every row."""
    others = np.nonzero(hands[:, seat] != hands[0, seat])[0]
    if others.size:
        row, name = int(others[0]), seat_name(seat, hands.shape[1])
        raise DealError(
            f"row {row}: {name}, who is to play, holds {_shown_hand(hands[row, seat])} and in row 0"
            f" {_shown_hand(hands[0, seat])}: expected the same cards in every row"
        )


def _with_trick(
    hands: NDArray[np.uint64], seats: Sequence[int], played: Sequence[PlayedCard]
) -> NDArray[np.uint64]:
    """The hands before the trick in progress, each row checked to be a deal."""
    deals = hands.copy()
    for seat, (card, _) in zip(seats, played, strict=True):
        mask = np.uint64(1 << card.index)
        for row, holder in np.argwhere(hands & mask)[:1].tolist():
            held = f"row {row}: {seat_name(holder, hands.shape[1])} holds {card}, which is in the trick"
            raise DealError(f"{held}: expected the cards that each hand holds now")
        deals[:, seat] |= mask
    try:
        return check_deal_array(deals)
    except DealError as error:
        if not played:
            raise
        trick = " ".join(str(card) for card, _ in played)
        raise DealError(f"with the trick {trick} put back into the hands, {error}") from None


def _shown_hand(mask: np.uint64) -> str:
    """The cards of a hand for a message, which may be wrong themselves."""
    try:
        return str(Hand.from_mask(int(mask)))
    except WhistError:
        return shown(int(mask))

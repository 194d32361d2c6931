"""Rows of hands: `solve_rows`, many questions at once; `solve_card_rows`, every card in many layouts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from whistsolve._internal.arguments import DEFAULT_MEMORY_MB, Progress
from whistsolve._internal.reading import read_flag, read_integer, shown
from whistsolve.cancelling import Cancellation, cancellable
from whistsolve.encoding import array_to_deals, check_deal_array, check_deal_columns, strain_code
from whistsolve.errors import ActError, DealError, NotationError, WhistError
from whistsolve.rules import Rules, RulesLike
from whistsolve.solving.batch.cells import BatchMonitor, check_jokers
from whistsolve.solving.engine_rules import EngineRules
from whistsolve.solving.position import PlayedCard, Position, read_played
from whistsolve.values import Card, CardLike, Hand, SeatLike, Strain, StrainLike, seat_index, seat_name
from whistsolve.values.cards import DECK_SIZE
from whistsolve.values.strains import read_strains

#: Integers, one for each row.
Numbers: TypeAlias = NDArray[np.integer]


@cancellable
def solve_rows(
    hands: NDArray[np.uint64],
    strains: Numbers | StrainLike | int,
    leaders: Numbers | SeatLike,
    declarers: Numbers | SeatLike,
    *,
    columns: Iterable[StrainLike] | None = None,
    rules: RulesLike | None = None,
    threads: int | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
    progress: Progress | None = None,
    time_limit: float | None = None,
    cancel: Cancellation | None = None,
) -> NDArray[np.uint8]:
    """Tricks of the declarer's side for every row of hands, each with its own strain, leader and declarer.

    The hands are uint64, shape (rows, seats), of any size, as `whistsolve.encoding.deals_to_array` makes
    them, and the tricks uint8, shape (rows,). ``strains`` are integers, shape (rows,), that index ``columns``
    (by default S+ H+ D+ C+ NT+ S- H- D- C- NT-), or one strain or index for all rows. ``leaders`` are the
    seats that lead to the first trick, ``declarers`` those whose side's tricks are counted: integers, shape
    (rows,), or one seat for all rows. Other parameters are as for `solve_many`; ``progress`` counts rows.

    Raises `DealError` or `NotationError`, which name the row, if it is not a deal or has a joker that should
    have been exchanged, or if a number is not a strain or seat; `RulesError` or `WhistError` if another
    argument cannot be read, or the arrays differ in length. The ``.partial`` of `Interrupted` and `Stopped`
    is the result so far: a `numpy.ma.MaskedArray` in which rows that are not done are masked; ``None`` if
    solving had not begun.

    Notes
    -----
    Rows with the same hands and strain are solved faster if they are adjacent, whatever their leaders.
    There is no Python loop over the rows.

    Examples
    --------
    >>> from whistsolve.encoding import deals_to_array
    >>> from whistsolve.values.deals import Deal
    >>> texts = ["N:AK... QJ... T9... 87...", "N:2... 3... 4... 5..."]
    >>> hands = deals_to_array(map(Deal.from_text, texts))
    >>> solve_rows(hands, "NT+", leaders="E", declarers=np.array([0, 3]))
    array([2, 1], dtype=uint8)
    """
    read = check_deal_array(hands)
    rows, seats = read.shape
    engine_rules = EngineRules(Rules.or_default(rules), seats)
    if isinstance(strains, (Strain, str)):
        if columns is not None:
            raise NotationError(
                f"strains {shown(strains)} is one for all rows: expected no columns beside it"
            )
        listed: tuple[Strain, ...] = (Strain.of(strains, engine_rules.rules.only_ranking),)
        strains = 0
    else:
        listed = read_strains(columns, engine_rules.rules.only_ranking)
    if isinstance(strains, np.ndarray):
        indices = _read_numbers(strains, "strains", rows, len(listed))
    else:
        index = read_integer(strains, "strains", NotationError, 0, len(listed) - 1)
        indices = np.full(rows, index, dtype=np.uint8)
    leading = _read_seats(leaders, "leaders", rows, seats)
    declaring = _read_seats(declarers, "declarers", rows, seats)
    check_jokers(engine_rules, read, listed, columns=indices)
    monitor = BatchMonitor(threads, memory_mb, progress, time_limit)
    turns = engine_rules.turns
    codes = np.array([strain_code(strain) for strain in listed], dtype=np.uint8)
    sides = np.array([engine_rules.side(seat) for seat in range(seats)], dtype=np.uint8)
    tricks, high, done = (np.zeros(rows, dtype=np.uint8) for _ in range(3))
    with monitor.of(lambda: partial_rows(tricks, done), rows):
        monitor.batch.run_rows(
            np.ascontiguousarray(read[:, turns]),
            codes[indices, 0],
            codes[indices, 1],
            np.array(turns, dtype=np.uint8)[leading],
            sides[declaring],
            rules=engine_rules.core_rules,
            low=tricks,
            high=high,
            done=done,
            progress=monitor.callback(0, rows),
        )
    return tricks


def partial_rows(tricks: NDArray[np.uint8], done: NDArray[np.uint8]) -> tuple[np.ma.MaskedArray, str]:
    """The tricks with rows that are not done masked, and a text of how many rows are done."""
    finished = done != 0
    open_rows = np.broadcast_to(~finished.reshape(-1, *[1] * (tricks.ndim - 1)), tricks.shape)
    found = np.ma.MaskedArray(tricks.copy(), mask=open_rows)
    return found, f"{int(finished.sum())} of {len(done)} rows are done"


def _read_seats(given: object, name: str, rows: int, seats: int) -> NDArray[np.uint8]:
    if isinstance(given, np.ndarray):
        return _read_numbers(given, name, rows, seats)
    return np.full(rows, seat_index(given, seats, name), dtype=np.uint8)


def _read_numbers(given: NDArray[np.generic], name: str, rows: int, below: int) -> NDArray[np.uint8]:
    """The given integers, checked: one for each row, from 0 to ``below - 1``."""
    if not np.issubdtype(given.dtype, np.integer) or given.shape != (rows,):
        shape = f"{name} of dtype {given.dtype} and shape {given.shape} are wrong"
        raise WhistError(f"{shape}: expected whole numbers of shape {(rows,)}, one for each row of hands")
    bad = np.nonzero((given < 0) | (given >= below))[0]  # type: ignore[operator]
    if bad.size:
        row = int(bad[0])
        raise NotationError(f"row {row} of {name} is {given[row]}: expected a number from 0 to {below - 1}")
    return given.astype(np.uint8)


@cancellable
def solve_card_rows(
    hands: NDArray[np.uint64],
    strain: StrainLike,
    hand_to_play: SeatLike,
    declarer: SeatLike,
    *,
    first_trick: bool,
    trick: Iterable[CardLike] = (),
    each_name: bool = False,
    rules: RulesLike | None = None,
    threads: int | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
    progress: Progress | None = None,
    time_limit: float | None = None,
    cancel: Cancellation | None = None,
) -> tuple[tuple[Card, ...], NDArray[np.uint8]]:
    """For every row of hands and every legal card, the tricks of the declarer's side if it is played now.

    The hand to play and the trick in progress are the same in all rows; the other hands may differ. ``hands``
    are uint64, shape (rows, seats), one row or more: the cards that each hand holds now, without those of the
    trick in progress, such as the first columns of `whistsolve.inference.Layouts.draw`. ``hand_to_play`` is
    the seat that plays the next card, ``declarer`` the one whose side's tricks are counted. ``first_trick``
    is whether the trick in progress, or about to be led, is the first of the deal, which may count two.
    ``trick`` has its cards in order from the lead; if the rules let a led joker name a suit, it is written
    ``"BJ:H"``, as ``map(str, view.trick)`` gives it. Other parameters are as for `solve_many`; ``progress``
    counts rows.

    Returns the legal cards, the same in every row, in the order of `legal_cards`, and the tricks as in
    `solve_cards`: uint8, shape (rows, cards). With ``each_name`` a led joker that names a suit has a column
    for each suit, clubs first, not one for the best.

    Raises `DealError` if there is no row, or a row, which the message names, is not a deal, has a card of the
    trick, differs from the first row in the hand to play, or has a joker that should have been exchanged;
    `ActError` if the trick cannot be read or is complete, or a card of it was not legal in some row;
    `NotationError`, `RulesError` or `WhistError` if another argument cannot be read. The ``.partial`` of
    `Interrupted` and `Stopped` is the result so far, its tricks masked as for `solve_rows`.

    Notes
    -----
    A thread keeps its transposition table from row to row if two hands are the same as in the row before.

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
    now = check_deal_columns(hands)
    if not len(now):
        raise DealError("hands have no rows: expected one or more, which tell the cards of the hand to play")
    rows, seats = now.shape
    engine_rules = EngineRules(Rules.or_default(rules), seats)
    in_strain = Strain.of(strain, engine_rules.rules.only_ranking)
    to_play = seat_index(hand_to_play, seats, "hand_to_play")
    declares = seat_index(declarer, seats, "declarer")
    played = read_played(trick, DECK_SIZE)
    if len(played) >= seats:
        sizes = f"trick has {len(played)} cards and there are {seats} hands"
        raise ActError(f"{sizes}: expected at most {seats - 1} before {seat_name(to_play, seats)} plays")
    is_first = read_flag(first_trick, "first_trick", WhistError)
    by_name = read_flag(each_name, "each_name", WhistError)
    monitor = BatchMonitor(threads, memory_mb, progress, time_limit)
    # The hand to play and those that played before it in the trick, the leader first.
    turn = engine_rules.turn(to_play) - len(played)
    in_trick = [engine_rules.turn((turn + number) % seats) for number in range(len(played) + 1)]
    deals = _with_trick(now, in_trick, played)
    for row in np.nonzero(now[:, to_play] != now[0, to_play])[0][:1].tolist():
        held, first = (Hand.from_mask(int(now[each, to_play])) for each in (row, 0))
        raise DealError(
            f"row {row}: {seat_name(to_play, seats)}, who is to play, holds {held} and in row 0 {first}:"
            " expected the same cards in every row"
        )
    check_jokers(engine_rules, deals, (in_strain,))
    [deal] = array_to_deals(deals[:1])
    position = Position(
        deal, in_strain, in_trick[0], declares, played, engine_rules.rules, first_trick=is_first
    )
    legal = _legal_cards(position, deals, 0)
    cards = legal
    if by_name and not played and engine_rules.names_suit(in_strain):
        cards = tuple(card for card in legal for _ in range(4 if card.is_joker else 1))
    ascending = np.zeros((rows, len(cards)), dtype=np.uint8)
    done = np.zeros(rows, dtype=np.uint8)
    columns = np.argsort(np.argsort([card.index for card in cards], kind="stable"))

    def partial() -> tuple[object, str]:
        found, how_many = partial_rows(ascending[:, columns], done)
        return (cards, found), how_many

    with monitor.of(partial, rows):
        try:
            with position.problem() as problem:
                monitor.batch.run_cards(
                    np.ascontiguousarray(deals[:, engine_rules.turns]),
                    problem,
                    sum(1 << card.index for card in legal),
                    tricks=ascending,
                    done=done,
                    progress=monitor.callback(0, rows),
                    time_limit=monitor.seconds,
                    each_name=by_name,
                )
        except ActError:
            for row in range(rows):
                _legal_cards(position, deals, row)
            raise
        if not done.all():
            monitor.check()
    return cards, ascending[:, columns]


def _legal_cards(first_row: Position, deals: NDArray[np.uint64], row: int) -> tuple[Card, ...]:
    try:
        return replace(first_row, deal=array_to_deals(deals[row : row + 1])[0]).legal_cards()
    except ActError as error:
        raise ActError(f"row {row}: {error}") from None


def _with_trick(
    hands: NDArray[np.uint64], seats: Sequence[int], played: Sequence[PlayedCard]
) -> NDArray[np.uint64]:
    """The hands before the trick in progress, of which ``seats`` played; DealError if a row is no deal."""
    deals = hands.copy()
    for seat, (card, _) in zip(seats, played, strict=False):
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

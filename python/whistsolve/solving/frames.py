"""Many deals, and the results of `solve_many`, as tables for data frames and databases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from whistsolve._internal.reading import is_instance, read_several, shown
from whistsolve._internal.shown import Shown
from whistsolve.encoding import deal_texts, numbered_deal
from whistsolve.errors import DealError, WhistError
from whistsolve.tabular import Column, Tabular, integers, small, texts
from whistsolve.values import Deal, DealLike, StrainLike, seat_name
from whistsolve.values.strains import read_strains

#: Deals per record batch: keeps the bytes of a column of text far below Arrow's limit of 2 GiB.
_BATCH = 1000


class DealFrame(Shown, Tabular):
    """Deals as a table with the column ``deal``: their texts, which `solve_many` can read.

    An array is uint64, shape (deals, seats), as from `random_deals`; with ``kitty`` its last column is the
    kitty. Raises `DealError` if a deal cannot be read; the message has its number.

    Examples
    --------
    >>> DealFrame(["N:AK... QJ... T9... 87..."]).to_dicts()
    [{'deal': 'N:AK... QJ... T9... 87...'}]
    """

    __slots__ = ("_texts",)

    def __init__(self, deals: Iterable[DealLike] | NDArray[np.uint64], *, kitty: bool = False) -> None:
        self._texts, _ = _read(deals, kitty)

    def __len__(self) -> int:
        return len(self._texts)

    def __repr__(self) -> str:
        return f"<DealFrame of {len(self)} deals>"

    def _columns(self) -> Mapping[str, Column]:
        return {"deal": texts(self._texts)}

    def _batches(self) -> Iterator[Mapping[str, Column]]:
        return ({"deal": texts(part)} for part in _parts(self._texts))


class TrickFrame(Shown, Tabular):
    """Deals and their tricks from `solve_many`, as a table.

    There is a row for each deal, leader and strain, with the columns ``number`` (int64, number of the deal
    from 0), ``deal``, ``leader``, ``strain`` (text) and ``tricks`` of the leader's side (uint8). With
    ``wide=True`` there is a row for each deal, in a thirtieth of the memory: ``deal``, and a column of tricks
    for each leader and strain, ``N S+`` to ``W NT-``.

    ``deals`` and ``kitty`` are as for `DealFrame`. ``tricks`` are uint8, shape (deals, seats, strains), as
    `solve_many` returns them; ``strains`` are those that were solved, by default its own. Raises `WhistError`
    if an argument cannot be read, or the shape of the tricks does not fit the deals and strains.

    Examples
    --------
    >>> from whistsolve import solve_many
    >>> deals = ["N:AK... QJ... T9... 87..."]
    >>> TrickFrame(deals, solve_many(deals, ["NT+"]), ["NT+"], wide=True).to_dicts()
    [{'deal': 'N:AK... QJ... T9... 87...', 'N NT+': 2, 'E NT+': 0, 'S NT+': 2, 'W NT+': 0}]
    """

    __slots__ = ("_deals", "_strains", "_tricks", "_wide")

    def __init__(
        self,
        deals: Iterable[DealLike] | NDArray[np.uint64],
        tricks: NDArray[np.uint8],
        strains: Iterable[StrainLike] | None = None,
        *,
        kitty: bool = False,
        wide: bool = False,
    ) -> None:
        self._deals, seats = _read(deals, kitty)
        self._strains = tuple(str(strain) for strain in read_strains(strains))
        if not is_instance(tricks, np.ndarray) or tricks.dtype != np.uint8 or tricks.ndim != 3:
            raise WhistError(f"tricks {shown(tricks)} are wrong: expected an array of uint8 with 3 axes")
        shape = (len(self._deals), seats or tricks.shape[1], len(self._strains))
        if tricks.shape != shape:
            expected = f"expected {shape}: deals, seats, strains"
            raise WhistError(f"tricks of shape {tricks.shape} are wrong: {expected}")
        self._tricks = tricks
        self._wide = wide

    def __len__(self) -> int:
        return len(self._deals) if self._wide else self._tricks.size

    def __repr__(self) -> str:
        return f"<TrickFrame of {len(self._deals)} deals and {len(self._strains)} strains>"

    def _columns(self) -> Mapping[str, Column]:
        return self._batch(0, self._deals)

    def _batches(self) -> Iterator[Mapping[str, Column]]:
        return (self._batch(_BATCH * number, part) for number, part in enumerate(_parts(self._deals)))

    def _batch(self, start: int, deals: list[str]) -> dict[str, Column]:
        tricks = self._tricks[start : start + len(deals)]
        leaders = [seat_name(seat, tricks.shape[1]) for seat in range(tricks.shape[1])]
        if self._wide:
            cells = {
                f"{leader} {strain}": small(tricks[:, seat, column])
                for seat, leader in enumerate(leaders)
                for column, strain in enumerate(self._strains)
            }
            return {"deal": texts(deals), **cells}
        deal, leader, strain = (axis.ravel() for axis in np.indices(tricks.shape))
        return {
            "number": integers(deal + start),
            "deal": Column("string", deal, deals),
            "leader": Column("string", leader, leaders),
            "strain": Column("string", strain, self._strains),
            "tricks": small(tricks.ravel()),
        }


def _parts(deals: list[str]) -> Iterator[list[str]]:
    return (deals[start : start + _BATCH] for start in range(0, max(len(deals), 1), _BATCH))


def _read(deals: Iterable[DealLike] | NDArray[np.uint64], kitty: bool) -> tuple[list[str], int]:
    """The texts of deals, and how many hands the first has, 0 if there is none."""
    if isinstance(deals, np.ndarray):
        texts = deal_texts(deals, kitty=kitty)
        return texts, deals.shape[1] - kitty if texts else 0
    if isinstance(deals, (str, Deal)) or not isinstance(deals, Iterable):
        raise DealError(f"deals {shown(deals)} are wrong: expected several deals, such as [deal]")
    several = read_several(deals, "deals", DealError)
    read = [numbered_deal(each, number) for number, each in enumerate(several)]
    return [str(deal) for deal in read], read[0].seats if read else 0

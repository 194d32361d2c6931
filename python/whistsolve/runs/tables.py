"""The question ``table`` of a batch: lines of JSON from arrays of deals, and columns from these lines."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whistsolve import _kernels
from whistsolve._internal.arguments import Progress
from whistsolve.encoding import array_to_deals
from whistsolve.errors import Interrupted, WhistError
from whistsolve.runs.rows import Answer, Chunk, DealtChunk, QuestionOptions, fields_of
from whistsolve.solving.batch.deals import solve_many
from whistsolve.solving.engine_rules import EngineRules
from whistsolve.values.cards import JOKER_MASK
from whistsolve.values.deals import Deal
from whistsolve.values.hands import Hand
from whistsolve.values.seats import MAX_SEATS, MIN_SEATS, seat_value


def answer_tables(chunk: Chunk, options: QuestionOptions, progress: Progress | None) -> Iterator[Answer]:
    """The tricks for every leader and strain, by `solve_many`: a line of the output for each row."""
    found, hands, masks = _read(chunk, options)
    strains = [str(strain) for strain in options.strains]
    interrupted = False
    for seats in np.unique(hands[hands > 0]).tolist():
        rows = np.nonzero(hands == seats)[0]
        deals = masks[seats][rows]
        try:
            tricks = solve_many(
                np.ascontiguousarray(deals[:, :seats]),
                options.strains,
                rules=options.rules,
                threads=options.resources.threads,
                memory_mb=options.resources.memory_mb,
                progress=progress if len(rows) == len(hands) else None,
            )
        except Interrupted as error:
            interrupted = True
            tricks = error.partial.tricks[: error.partial.whole_deals]
        done, template = len(tricks), _template([seat_value(seat, seats) for seat in range(seats)], strains)
        cells = tricks.reshape(done, seats * len(strains))
        texts = _kernels.texts_of_deals(template, deals[:done], seats, chunk.first + rows[:done], cells)
        for row, line in zip(rows.tolist(), texts.splitlines(keepends=True), strict=not interrupted):
            found[row] = line
        if interrupted:
            break
    for answer in found:
        if answer is None:
            break
        yield answer
    if interrupted:
        raise KeyboardInterrupt


def columns_of_tables(lines: bytes, count: int) -> dict[str, list[Any]] | None:
    """The columns of such lines as buffers for Arrow; ``None`` if the deals differ in number of hands."""
    first = json.loads(lines[: lines.index(b"\n")])
    leaders, strains = first["leaders"], first["strains"]
    names = [f"{leader} {strain}" for leader in leaders for strain in strains]
    ends, numbers = np.empty(count + 1, dtype=np.int32), np.empty(count, dtype=np.int64)
    tricks = np.empty((count, len(names)), dtype=np.uint8)
    texts = _kernels.columns_of_texts(_template(leaders, strains), lines, ends, numbers, tricks)
    if texts is None:
        return None
    cells = np.ascontiguousarray(tricks.T)
    return {"number": [numbers], "deal": [ends, texts], **{name: [cells[i]] for i, name in enumerate(names)}}


def _template(leaders: Sequence[object], strains: Sequence[str]) -> bytes:
    """A line for the kernels, with a byte 0 for its number, 1 for its deal and 2 for each of its tricks."""
    tricks = [["\2"] * len(strains)] * len(leaders)
    answer = {"deal": "\1", "leaders": leaders, "strains": strains, "tricks": tricks}
    line = json.dumps({"number": "\0", **answer}) + "\n"
    line = line.replace('"\\u0000"', "\0").replace("\\u0001", "\1").replace('"\\u0002"', "\2")
    return line.encode("ascii")


def _read(
    chunk: Chunk, options: QuestionOptions
) -> tuple[list[Answer | None], NDArray[np.int64], dict[int, NDArray[np.uint64]]]:
    """The faults of the rows, how many hands the others have, and by that their deals, the kitty last."""
    found: list[Answer | None]
    if isinstance(chunk, DealtChunk):
        deals = chunk.deals()
        masks = {deals.shape[1] - 1: deals}
        found, hands = [None] * len(deals), np.full(len(deals), deals.shape[1] - 1)
    else:
        rows = fields_of(chunk, options)
        found, hands = [None] * len(rows), np.zeros(len(rows), dtype=np.int64)
        given = [None if fields.row.fault else fields.get("deal") for fields in rows]
        sizes = range(MIN_SEATS, MAX_SEATS + 1)
        masks = {seats: np.zeros((len(rows), seats + 1), dtype=np.uint64) for seats in sizes}
        row, seats = 0, 4
        while (end := _kernels.masks_of_deals(given, masks[seats], row)) < len(given):
            hands[row:end] = seats
            try:
                deal = Deal.of(rows[end].required("deal"))
                hands[end] = seats = deal.seats
                masks[seats][end] = [hand.mask for hand in (*deal.hands, deal.kitty or Hand())]
            except WhistError as error:
                found[end] = error
            row = end + 1
        hands[row:] = seats
    if options.rules.joker_no_trump == "exchanged":
        for seats, deals in masks.items():
            jokers = (deals[:, :seats] & np.uint64(JOKER_MASK)).any(axis=1)
            for row in np.nonzero(jokers & (hands == seats))[0].tolist():
                [deal] = array_to_deals(deals[row : row + 1], kitty=True)
                try:
                    for strain in options.strains:
                        EngineRules.of(options.rules, seats).check_jokers(deal, strain)
                except WhistError as error:
                    found[row], hands[row] = error, 0
    return found, hands, masks

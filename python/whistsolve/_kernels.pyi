from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

DECK_SIZE: int
LITTLE_JOKER: int
BIG_JOKER: int
RANKS: int
MIN_SEATS: int
MAX_SEATS: int
MAX_HAND: int
PLAY_TRAITS: int
PLAY_CONTEXTS: int
MOST_PLAYS: int
MOST_CALLS: int

def draw_deals(
    deals: NDArray[np.uint64],
    pool: NDArray[np.uint8],
    needs: NDArray[np.uint8],
    known: NDArray[np.uint64],
    key_low: int,
    key_high: int,
    first_row: int,
) -> None: ...
def draw_layouts(
    layouts: NDArray[np.uint64],
    rows: NDArray[np.uint64],
    known: NDArray[np.uint64],
    needs: NDArray[np.uint8],
    group_of: NDArray[np.uint8],
    children: NDArray[np.int32],
    cards: NDArray[np.uint8],
    card_first: NDArray[np.int32],
    state_first: NDArray[np.int32],
    counts: NDArray[np.uint8],
    choice_first: NDArray[np.int32],
    thresholds: NDArray[np.uint64],
    chosen: NDArray[np.int32],
    key_low: int,
    key_high: int,
) -> None: ...
def first_bad_deal(deals: NDArray[np.uint64], seats: int) -> int: ...
def count_suits(deals: NDArray[np.uint64], lengths: NDArray[np.uint8]) -> None: ...
def play_probabilities(
    layouts: NDArray[np.uint64],
    probabilities: NDArray[np.float64],
    masks: NDArray[np.uint64],
    suits: NDArray[np.uint8],
    numbers: NDArray[np.int8],
    heights: NDArray[np.uint16],
    trump: int,
    weights: NDArray[np.float64],
) -> None: ...
def play_choices(
    layout: NDArray[np.uint64],
    traits: NDArray[np.float64],
    sizes: NDArray[np.uint8],
    chosen: NDArray[np.int32],
    masks: NDArray[np.uint64],
    suits: NDArray[np.uint8],
    numbers: NDArray[np.int8],
    heights: NDArray[np.uint16],
    trump: int,
) -> None: ...
def call_chances(
    chances: NDArray[np.float64],
    kinds: NDArray[np.int64],
    layouts: NDArray[np.int64],
    features: NDArray[np.float64],
    agreed: NDArray[np.float64],
    told: NDArray[np.uint8],
    intercepts: NDArray[np.float64],
    slopes: NDArray[np.float64],
    weights: NDArray[np.float64],
) -> None: ...
def draw_calls(
    chances: NDArray[np.float64], uniforms: NDArray[np.float64], calls: NDArray[np.int64]
) -> None: ...
def normal_cdf(values: NDArray[np.float64], found: NDArray[np.float64]) -> None: ...
def masks_of_deals(texts: list[Any], deals: NDArray[np.uint64], start: int) -> int: ...
def mask_of_hand(text: object) -> int | None: ...
def text_of_hand(mask: int) -> str: ...
def texts_of_deals(
    template: bytes,
    deals: NDArray[np.uint64],
    seats: int,
    numbers: NDArray[np.int64],
    tricks: NDArray[np.uint8],
) -> bytes: ...
def columns_of_texts(
    template: bytes,
    texts: bytes,
    ends: NDArray[np.int32],
    numbers: NDArray[np.int64],
    tricks: NDArray[np.uint8],
) -> bytes | None: ...

@disjoint_base
class HandTable:
    def __new__(
        cls,
        rows: int,
        players: int,
        hands: int,
        offsets: NDArray[np.int32],
        numbers: int,
        acts: int,
        deck: int,
        heights: NDArray[np.int8],
        jokers: int,
        reveals: bool,
    ) -> HandTable: ...
    def put(
        self,
        row: int,
        hands: Sequence[int],
        seen: Sequence[int],
        discards: Sequence[int],
        discards_seen: Sequence[int],
        kitty: Sequence[int],
        exchanged: Sequence[Sequence[int]],
        exchanges: Sequence[int],
        marks: Sequence[int],
        scores: Sequence[int],
        kept: Sequence[int],
        choosing: bool,
        level: int,
        trump: int,
        ranking: int,
        after: Sequence[int],
        controllers: Sequence[int],
        leader: int,
        plays: Iterable[int],
        claimed: Sequence[int],
        stage: int,
        to_act: int,
        turn: int,
    ) -> None: ...
    def legal(self, row: int) -> list[int]: ...
    def play(self, row: int, act: int) -> None: ...
    def to_act(self, row: int) -> int: ...
    def tricks(self, row: int) -> tuple[tuple[int, ...], int]: ...
    def observe(self, row: int, player: int, chosen: int, out: NDArray[np.float32]) -> None: ...
    def acts_played(self, row: int) -> list[int]: ...
    def deal(
        self,
        kinds: HandTable,
        kind: NDArray[np.int64],
        hands: NDArray[np.uint64],
        discards: NDArray[np.uint64],
        kitties: NDArray[np.uint64],
    ) -> None: ...
    def step(self, acts: NDArray[np.int64]) -> int: ...
    def look(
        self, known: NDArray[np.float32], masks: NDArray[np.int8], players: NDArray[np.int32]
    ) -> None: ...

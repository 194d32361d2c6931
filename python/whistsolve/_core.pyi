from collections.abc import Callable, Sequence
from typing import overload

import numpy as np
from numpy.typing import NDArray

from whistsolve.errors import WhistError

class IllegalPlay(WhistError): ...

class GameRules:
    def __init__(
        self,
        *,
        first_trick_weight: int = ...,
        joker_kind: int = ...,
        joker_lead: int = ...,
        must_throw: bool = ...,
        any_time: bool = ...,
    ) -> None: ...
    @property
    def first_trick_weight(self) -> int: ...
    @property
    def joker_kind(self) -> int: ...
    @property
    def joker_lead(self) -> int: ...
    @property
    def must_throw(self) -> bool: ...
    @property
    def any_time(self) -> bool: ...

class Problem:
    def __init__(
        self,
        hands: Sequence[int],
        trump: int,
        ranking: int,
        leader: int,
        side: int,
        played: Sequence[tuple[int, int]] = ...,
        rules: GameRules = ...,
    ) -> None: ...

class Solver:
    def __init__(self, table_bytes: int) -> None: ...
    def solve(
        self, problem: Problem, node_limit: int | None = None, time_limit: float | None = None
    ) -> tuple[int, int, int, int]: ...
    def solve_cards(
        self, problem: Problem, node_limit: int | None = None, time_limit: float | None = None
    ) -> list[tuple[int, int, int]]: ...
    def clear(self) -> None: ...
    @property
    def nodes(self) -> int: ...
    @property
    def stats(self) -> dict[str, int]: ...

class DiscardSolver:
    def __init__(self, problem: Problem, holder: int, table_bytes: int) -> None: ...
    def best(
        self, node_limit: int | None = None, time_limit: float | None = None
    ) -> tuple[int, int, int, dict[str, int]]: ...
    def value(
        self, discard: int, node_limit: int | None = None, time_limit: float | None = None
    ) -> tuple[int, int]: ...
    def count(self, tricks: int) -> int: ...
    def each(self, tricks: int) -> list[int]: ...
    @property
    def nodes(self) -> int: ...
    @property
    def last(self) -> tuple[int, int, int, dict[str, int]] | None: ...

class Batch:
    def __init__(self, threads: int, table_bytes: int) -> None: ...
    def run(
        self,
        hands: NDArray[np.uint64],
        strains: Sequence[tuple[int, int]],
        side_of: Sequence[int],
        *,
        rules: GameRules,
        low: NDArray[np.uint8],
        high: NDArray[np.uint8],
        done: NDArray[np.uint8],
        progress: Callable[[int], object] | None = None,
        time_limit: float | None = None,
    ) -> bool: ...
    def run_rows(
        self,
        hands: NDArray[np.uint64],
        trumps: NDArray[np.uint8],
        rankings: NDArray[np.uint8],
        leaders: NDArray[np.uint8],
        sides: NDArray[np.uint8],
        *,
        rules: GameRules,
        low: NDArray[np.uint8],
        high: NDArray[np.uint8],
        done: NDArray[np.uint8],
        progress: Callable[[int], object] | None = None,
        time_limit: float | None = None,
    ) -> bool: ...
    def run_cards(
        self,
        hands: NDArray[np.uint64],
        situation: Problem,
        cards: int,
        *,
        tricks: NDArray[np.uint8],
        done: NDArray[np.uint8],
        progress: Callable[[int], object] | None = None,
        time_limit: float | None = None,
        each_name: bool = False,
    ) -> bool: ...
    @property
    def threads(self) -> int: ...
    @property
    def nodes(self) -> int: ...

def alpha_mu(
    game: Problem,
    layouts: NDArray[np.uint64],
    *,
    weights: Sequence[float],
    controls: int,
    target: int,
    depth: int,
    best_only: bool,
    ally: bool,
    table_bytes: int,
    time_limit: float | None = None,
) -> tuple[list[tuple[int, int, int, float, bool]], int, int]: ...

class Cancellation:
    @overload
    def __init__(self, seconds: float | None = None) -> None: ...
    @overload
    def __init__(self, one: Cancellation, other: Cancellation, /) -> None: ...
    @staticmethod
    def current() -> Cancellation: ...
    def cancel(self) -> None: ...
    @property
    def cancelled(self) -> bool: ...
    def __enter__(self) -> None: ...
    def __exit__(self, *args: object) -> None: ...

def perft(problem: Problem, depth: int) -> int: ...
def legal_cards(problem: Problem) -> tuple[int, int]: ...
def architecture() -> str: ...

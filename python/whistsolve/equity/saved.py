"""Match equity in files."""

from __future__ import annotations

import json
import os
from typing import Final

from whistsolve._internal.files import read_path, write_whole
from whistsolve._internal.reading import read_instance, shortened, shown
from whistsolve.equity.match_equity import MatchEquity
from whistsolve.equity.transitions import HandOutcomes, MatchState
from whistsolve.errors import WhistError
from whistsolve.rules import Rules

_FORMAT: Final = "whistsolve match equity 1"
#: The fields of `HandOutcomes`.
_COLUMNS: Final = ("points", "probabilities", "declarers", "made", "two_games")


def save_equity(equity: MatchEquity, path: str | os.PathLike[str]) -> None:
    """Write match equity, with the chances simulated so far, to a file (JSON) that `load_equity` reads.

    Raises `WhistError` if `equity` is not a `MatchEquity` or `path` is not a path; `OSError` if the file
    cannot be written: an existing file, otherwise replaced, is then left as it was.
    """
    read_instance(equity, MatchEquity, "equity", WhistError)
    file = read_path(path, "path")
    columns = ((name, getattr(equity.outcomes, name)) for name in _COLUMNS)
    document = {
        "format": _FORMAT,
        "rules": equity.rules.overrides(),
        "seed": equity.seed,
        "matches": equity.matches,
        **{name: None if column is None else column.tolist() for name, column in columns},
        "simulated": [
            [state.scores, state.sets, state.games, state.hands, dealer, win]
            for (state, dealer), win in equity.simulated.items()
        ],
    }
    write_whole(file, json.dumps(document).encode())


def load_equity(path: str | os.PathLike[str]) -> MatchEquity:
    """Match equity from a file that `save_equity` wrote, with the same chances.

    Raises `WhistError` if `save_equity` did not write the file, `OSError` if it cannot be read.

    Examples
    --------
    >>> import numpy as np
    >>> from tempfile import TemporaryDirectory
    >>> hand = HandOutcomes(np.array([[3, 0], [0, 3], [-4, 0], [0, -4]]), np.full(4, 0.25))
    >>> with TemporaryDirectory() as folder:
    ...     save_equity(MatchEquity(Rules("bid_whist"), hand), f"{folder}/bid.json")
    ...     [round(chance, 3) for chance in load_equity(f"{folder}/bid.json").win((0, 0), dealer=0)]
    [0.5, 0.5]
    """
    file = read_path(path, "path")
    try:
        given = json.loads(file.read_text(encoding="utf-8"))
        if not isinstance(given, dict) or given.get("format") != _FORMAT:
            raise KeyError("format")
        outcomes = HandOutcomes(*(given[name] for name in _COLUMNS))
        rules = Rules.from_dict(given["rules"])
        equity = MatchEquity(rules, outcomes, seed=given["seed"], matches=given["matches"])
        sides = outcomes.points.shape[1]
        for simulated in given["simulated"]:
            scores, sets, games, hands, dealer, win = simulated
            if not (
                all(isinstance(each, list) and len(each) == sides for each in (scores, sets, games, win))
                and all(type(each) is int for each in (*scores, *sets, *games, hands, dealer))
                and all(isinstance(each, (int, float)) and 0 <= each <= 1 for each in win)
                and 0 <= dealer < sides
            ):
                expected = f"four lists of {sides} numbers, the last of chances, and a side that deals"
                raise ValueError(f"simulated {shown(simulated)} is wrong: expected {expected}")
            state = MatchState(tuple(scores), tuple(sets), tuple(games), hands)
            equity.simulated[state, dealer] = tuple(map(float, win))
    except (KeyError, TypeError, ValueError, OverflowError, RecursionError) as error:
        raise WhistError(
            f"{shown(file)} holds no match equity: expected a file that save_equity wrote"
            f" ({shortened(str(error), 200)})"
        ) from error
    return equity

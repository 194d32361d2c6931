"""pyarrow, which is an extra of the package: loaded where Parquet is read or written, and not before."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from whistsolve.errors import NotationError, WhistError
from whistsolve.values.reading import shown

__all__ = ["import_arrow", "import_parquet", "reading_parquet"]


def import_arrow() -> Any:
    """The module ``pyarrow``.

    Raises
    ------
    WhistError
        Where it is not installed.
    """
    try:
        return import_module("pyarrow")
    except ImportError:
        raise WhistError("Parquet needs pyarrow: expected pip install 'whistsolve[parquet]'") from None


def import_parquet() -> Any:
    """The module ``pyarrow.parquet``, with the same error."""
    import_arrow()
    return import_module("pyarrow.parquet")


@contextmanager
def reading_parquet(name: str) -> Iterator[None]:
    """A block that reads a file of that name.

    Raises
    ------
    NotationError
        Where pyarrow cannot read it.
    """
    arrow = import_arrow()
    try:
        yield
    except (arrow.ArrowException, OSError, UnicodeDecodeError) as error:
        # A file that is broken is an OSError of pyarrow's too, which says in lines what could not be decoded.
        raise NotationError(
            f"{shown(name)} cannot be read as Parquet: {shown(' '.join(str(error).split()))}"
        ) from None

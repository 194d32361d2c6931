"""How one option, and a group of options, are put into words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["Group", "Meaning"]


@dataclass(frozen=True, slots=True)
class Meaning:
    """What an option decides, and what each of its values stands for.

    Attributes
    ----------
    text : str
        One or two sentences.
    values : mapping from value to str
        Every value that is named one by one, with what it means: no capital, no full stop. The form
        ``kind:n`` stands for all penalties of that kind. Whole numbers of a range mean themselves.
    follows : str
        What the default depends on beyond the game, in words.
    """

    text: str
    values: Mapping[object, str] = field(default_factory=dict)
    follows: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Options that belong together.

    Attributes
    ----------
    title : str
    options : mapping from str to Meaning
    """

    title: str
    options: Mapping[str, Meaning]

"""The texts of the page: one catalogue a language, the same keys and placeholders in each, none unused."""

from __future__ import annotations

import json
import re
from typing import cast

import pytest
from tests.support.sources import PACKAGE

TEXTS = PACKAGE / "board" / "texts"
SOURCE = PACKAGE / "board" / "page" / "source"
LANGUAGES = ("en", "es", "it", "sv")
#: `t('key')`, `count('stem', …)` and other texts of the page, with what is asked for by its beginning.
LITERALS = re.compile(r"""'([^'\n]+)'""")
CALLS = re.compile(r"""\b(t|count)\(\s*'([^'\n]+)'""")
BEGINNINGS = re.compile(r"""`([a-z_]+\.[a-z_.]*)\$\{""")
PLURALS = (".one", ".other")


def catalogue(language: str) -> dict[str, str]:
    return cast(dict[str, str], json.loads((TEXTS / f"{language}.json").read_text("utf-8")))


def source() -> str:
    paths = sorted(path for path in SOURCE.rglob("*") if path.suffix in (".ts", ".tsx"))
    assert len(paths) > 20
    return "\n".join(path.read_text("utf-8") for path in paths)


def placeholders(text: str) -> list[str]:
    return sorted(re.findall(r"\{(\w+)\}", text))


def stem(key: str) -> str:
    return next((key.removesuffix(end) for end in PLURALS if key.endswith(end)), key)


def test_there_is_a_catalogue_for_each_language_of_the_sources() -> None:
    found = [path.stem for path in TEXTS.glob("*.json") if "." not in path.stem]  # others are of the rules
    assert sorted(found) == sorted(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogues_say_the_same(language: str) -> None:
    english, texts = catalogue("en"), catalogue(language)
    assert list(texts) == sorted(english), "all keys of the English catalogue, in order"
    assert all(text.strip() for text in texts.values())
    assert not [key for key in english if placeholders(texts[key]) != placeholders(english[key])]


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_translations_are_translated(language: str) -> None:
    english, texts = catalogue("en"), catalogue(language)
    sentences = [key for key, text in english.items() if text.count(" ") > 2 and "{" not in text]
    assert len(sentences) > 10
    assert not [key for key in sentences if texts[key] == english[key]]


def test_what_has_one_form_of_the_number_has_the_other() -> None:
    keys = set(catalogue("en"))
    plural = {stem(key) for key in keys if key.endswith(PLURALS)}
    assert plural
    assert not [name for name in plural if not {f"{name}.one", f"{name}.other"} <= keys]


def test_every_text_that_is_asked_for_exists() -> None:
    keys = set(catalogue("en"))
    called = CALLS.findall(source())
    assert len(called) > 30
    missing = [key for kind, key in called if kind == "t" and key not in keys]
    missing += [key for kind, key in called if kind == "count" and f"{key}.other" not in keys]
    missing += [key for key in BEGINNINGS.findall(source()) if not any(each.startswith(key) for each in keys)]
    assert not missing


def test_no_text_is_left_over() -> None:
    text = source()
    used, beginnings = set(LITERALS.findall(text)), tuple(BEGINNINGS.findall(text))
    used |= set(re.findall(r'"(report\.\w+)"', (PACKAGE / "board" / "report_page.py").read_text("utf-8")))
    left = [
        key
        for key in catalogue("en")
        if key not in used and stem(key) not in used and not key.startswith(beginnings)
    ]
    assert not left

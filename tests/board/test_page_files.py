"""What the page is made of and served as: its texts, and the files in static."""

import json
import re

from tests.support.sources import BOARD

from whistsolve.rules import PRESETS

SOURCE = BOARD / "page" / "source"
STATIC = BOARD / "static"


def stem(key: str) -> str:
    """A key without the ending of its number."""
    return key.removesuffix(".one").removesuffix(".other")


def test_every_text_is_used_and_has_both_numbers() -> None:
    """That every key in use has a text is an error of the type checker."""
    keys = list(json.loads((SOURCE / "en.json").read_text("utf-8")))
    assert keys == sorted(keys)
    source = "\n".join(path.read_text("utf-8") for path in SOURCE.rglob("*.ts*"))
    used = set(re.findall(r"'([^'\n]+)'", source))
    beginnings = tuple(re.findall(r"`([a-z_]+\.[a-z_.]*)\$\{", source))
    assert {f"preset.{name}" for name in PRESETS} == {key for key in keys if key.startswith("preset.")}
    assert not [key for key in keys if not {key, stem(key)} & used and not key.startswith(beginnings)]
    plural = {stem(key) for key in keys if key != stem(key)}
    assert plural and not [name for name in plural if not {f"{name}.one", f"{name}.other"} <= set(keys)]


def test_the_page_keeps_its_content_security_policy_and_the_licence_of_its_library() -> None:
    """No script or style of its own, nothing from elsewhere, and no other library than Preact."""
    page = (STATIC / "index.html").read_text("utf-8")
    assert page.count("<script") == 1 and '<script type="module" src="board.js"></script>' in page
    assert not [word for word in ("<style", "style=", "onload=", "onclick=", "//") if word in page]
    assert "//" not in (STATIC / "board.css").read_text("utf-8")
    script = (STATIC / "board.js").read_text("utf-8")
    assert not re.search(r"^import |\beval\(|\bnew Function\(", script, re.MULTILINE)
    assert "Copyright (c) 2015-present Jason Miller" in script
    package = json.loads((BOARD / "page" / "package.json").read_text("utf-8"))
    assert list(package["dependencies"]) == ["preact"]

"""The site: pages in MyST, the API from the docstrings, the command line from click.

CONTRIBUTING.md says how to build it.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.ext.napoleon import Config, NumpyDocstring

import whistsolve

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "_extensions"))

project = "whistsolve"
author = "the whistsolve authors"
version = release = whistsolve.__version__

extensions = ["sphinx.ext.autodoc", "myst_nb", "command_reference"]
exclude_patterns = ["_build", "_extensions", "**/.ipynb_checkpoints"]
default_role = "py:obj"
smartquotes = False  # they make a dash of the two hyphens of an option

# MyST: anchors as on the code host, so that links work in both places.
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 4

# Notebooks are executed by the tests and stored with their outputs; no script for widgets is loaded.
nb_execution_mode = "off"
nb_ipywidgets_js: dict[str, dict[str, str]] = {}

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_default_options = {"members": True}
maximum_signature_line_length = 72
python_use_unqualified_type_names = True
#: Attributes may share a line, "low, high : int", and are no links: several classes have the same name.
DOCSTRINGS = Config(napoleon_use_rtype=False, napoleon_custom_sections=[("Attributes", "params_style")])

html_theme = "furo"
pygments_dark_style = "github-dark"  # the theme's own underlines names of modules
html_title = f"whistsolve {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
# The board without a server, where `nox -s web` built it.
html_extra_path = ["../build/web/site"] if (HERE.parent / "build" / "web" / "site").exists() else []
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False

# Read from time to time by a machine, and refused to machines by some.
linkcheck_timeout = 30
linkcheck_retries = 2

#: Files of the repository outside this folder that are pages of the site as well.
ELSEWHERE = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "benchmarks/README.md": "benchmarks.md",
    "tests/data/README.md": "known-answers.md",
}


def with_links_inside(text: str, file: Path, page: Path) -> str:
    """The text of a file as a page has it: relative links lead to pages of the site."""
    pages = {HERE.parent / path: HERE / name for path, name in ELSEWHERE.items()}

    def link(found: re.Match[str]) -> str:
        path, hash_sign, anchor = found[1].partition("#")
        target = (file.parent / path).resolve()
        target = pages.get(target, target)
        if not target.is_relative_to(HERE):
            return found[0]
        return f"]({os.path.relpath(target, page.parent)}{hash_sign}{anchor})"

    text = re.sub(r"\[[\w./-]+\.md\]\(", "[](", text)  # in place of a file's name MyST puts the title
    return re.sub(r"\]\((?![a-z]+:|#)([^)\s]+)\)", link, text)


def read_page(app: Sphinx, docname: str, source: list[str]) -> None:
    page = Path(app.env.doc2path(docname))
    if page.suffix == ".md":
        # A session for doctest ends with a blank line, which is not shown.
        source[0] = re.sub(r"\n+^```$", "\n```", with_links_inside(source[0], page, page), flags=re.MULTILINE)


def read_included(app: Sphinx, path: Path, docname: str, source: list[str]) -> None:
    source[0] = with_links_inside(source[0], (HERE / path).resolve(), Path(app.env.doc2path(docname)))


def read_docstring(
    app: Sphinx, what: str, name: str, thing: object, settings: object, lines: list[str]
) -> None:
    """The markup of a docstring.

    Not by napoleon's own hook, which takes the first line of a property for a type where it has a colon.
    """
    lines[:] = NumpyDocstring(lines, DOCSTRINGS, app, "", name, thing, settings).lines()


def setup(app: Sphinx) -> None:
    app.connect("autodoc-process-docstring", read_docstring)
    app.connect("source-read", read_page)
    app.connect("include-read", read_included)

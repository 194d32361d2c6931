"""The Python of documents and notebooks as modules, for mypy and pyright.

``python -m tests.support.typed_examples FOLDER``. Lines are numbered as on the page. An example whose error
is shown is left out; one that a checker refuses for the fault of another's stubs has a ``type: ignore``.
"""

import doctest
import json
import shutil
import sys
from pathlib import Path

from tests.repository.test_documents import WITH_PYTHON, blocks
from tests.support.sources import ROOT, named

NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


def source_of_page(page):
    """The session of a page, each statement on its line."""
    lines = page.read_text("utf-8").count("\n") * [""]
    for language, start, text in blocks(page, "python", "pycon"):
        parts = [(0, text)]
        if language == "pycon":
            examples = doctest.DocTestParser().get_examples(text)
            parts = [(each.lineno, each.source) for each in examples if each.exc_msg is None]
        for number, source in parts:
            for offset, line in enumerate(source.splitlines()):
                lines[start + number + offset] = line
    return "\n".join(lines) + "\n"


def source_of_notebook(path):
    cells = json.loads(path.read_text("utf-8"))["cells"]
    return "\n\n".join("".join(each["source"]) for each in cells if each["cell_type"] == "code") + "\n"


#: What is switched off says that a value may be None or unbound, or that nothing is done with it.
OFF = ["OptionalMemberAccess", "OptionalIterable", "OptionalSubscript", "PossiblyUnboundVariable"]
OFF += ["UnusedExpression", "MissingImports"]


def write(folder):
    """A module for each page and notebook, the calls of `typed_calls`, and the settings of pyright."""
    shutil.copy(Path(__file__).with_name("typed_calls.py"), folder)
    checks = {f"report{name}": False for name in OFF}
    settings = {"typeCheckingMode": "standard", "extraPaths": [str(ROOT / "python")], **checks}
    Path(folder, "pyrightconfig.json").write_text(json.dumps(settings), "utf-8")
    sources = {page: source_of_page(page) for page in WITH_PYTHON.values()}
    for path, text in {**sources, **{path: source_of_notebook(path) for path in NOTEBOOKS}}.items():
        name = named(path).replace("/", "_").replace("-", "_").partition(".")[0].lower()
        Path(folder, f"{name}_{path.suffix[1:]}.py").write_text(text, "utf-8")


if __name__ == "__main__":
    write(sys.argv[1])

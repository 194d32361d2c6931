"""The notebooks of the documentation: executing them, and comparing what came out with what they have.

``python -m tests.support.notebooks`` executes all of them and keeps their outputs; ``--check`` compares them.
"""

import json
import os
import re
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

import whistsolve as ws

NOTEBOOKS = sorted((Path(__file__).resolve().parents[2] / "docs" / "notebooks").glob("*.ipynb"))
#: What is committed stays small.
MOST_BYTES = 250_000
#: Times are others on each machine.
_TIME = re.compile(r"\d+\.\d+ m?s\b")


def executed(path):
    """A notebook after a run from its first cell to the last, with the package under test."""
    notebook = nbformat.read(path, as_version=4)
    resources = {"metadata": {"path": str(path.parent)}}
    client = NotebookClient(notebook, timeout=300, kernel_name="python3", resources=resources)
    client.execute(env={**os.environ, "PYTHONPATH": str(Path(ws.__file__).parents[1])})
    return tidy(notebook)


def tidy(notebook):
    """The notebook without what changes from run to run: times, versions, identities of the kernel."""
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    notebook.metadata = nbformat.from_dict(metadata)
    for index, cell in enumerate(notebook.cells):
        cell.id, cell.metadata = f"cell-{index}", nbformat.from_dict({})
    for count, cell in enumerate((cell for cell in notebook.cells if cell.cell_type == "code"), 1):
        cell.execution_count = count
        for output in cell.outputs:
            if "execution_count" in output:
                output.execution_count = count
    return notebook


def outputs(notebook):
    """What each cell of code put out, as text; of pictures that there are some, since fonts differ."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return [[_said(json.loads(json.dumps(output))) for output in cell.outputs] for cell in cells]


def _said(output):
    data = dict(output.get("data", {}))
    if "image/png" in data:
        return "a picture"
    shown = data.get("text/html") or data.get("text/plain") or output.get("text") or output
    return _TIME.sub("a time", "".join(shown) if isinstance(shown, list) else str(shown))


def main():
    """Execute all notebooks, and keep their outputs or fail where they differ."""
    for path in NOTEBOOKS:
        found = executed(path)
        if "--check" not in sys.argv:
            nbformat.write(found, path)
            continue
        kept = nbformat.read(path, as_version=4)
        nbformat.validate(kept)
        if outputs(found) != outputs(kept):
            sys.exit(f"{path.name} has other outputs now: python -m tests.support.notebooks keeps them")
        shown = json.dumps(outputs(kept))
        if "<svg" not in shown or "<script" in shown or path.stat().st_size > MOST_BYTES:
            sys.exit(f"{path.name} is too long, shows no diagram, or has scripts")


if __name__ == "__main__":
    main()

"""Sub-interpreters: the engine says that it is for the main interpreter, and serves that on."""

import sys

import pytest
from tests.support.programs import run_program

#: A sub-interpreter that imports the engine; first the main one where there is an argument.
PROGRAM = """
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
import os

INSIDE = '''
import os, sys, warnings
warnings.simplefilter("ignore")
sys.path[:0] = %r
from whistsolve import errors
for attempt in range(2):
    try:
        from whistsolve import _core
    except ImportError as error:
        said = str(error)
    else:
        said = "loaded"
    os.write(1, (said + chr(10)).encode())
''' % (sys.path,)


def tricks():
    import whistsolve as ws

    return ws.solve("N:AK... Q2... J3... T4...", "S+", "N").tricks


kind = sys.argv[1]
if kind == "after the main one":
    tricks()
for _ in range(3):
    made = interpreters.create() if kind != "legacy" else interpreters.create("legacy")
    interpreters.run_string(made, INSIDE)
    interpreters.destroy(made)
print(tricks())
"""
KINDS = ["first of all", "after the main one", *["legacy"] * (sys.version_info >= (3, 13))]


@pytest.mark.skipif(sys.platform == "emscripten", reason="there is no process")
@pytest.mark.parametrize("kind", KINDS)
def test_a_sub_interpreter_is_refused(kind):
    """Again and again, with the same error; the main interpreter solves afterwards."""
    *said, tricks = run_program(PROGRAM, kind)
    assert tricks == "2"
    assert len(said) == 6
    assert all(("interpreter" in each and "_core" in each) or "main interpreter" in each for each in said), (
        said
    )

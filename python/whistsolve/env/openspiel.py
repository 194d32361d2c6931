"""Importing this registers the game ``python_whistsolve`` with OpenSpiel, if that is installed."""

from importlib.util import find_spec

if find_spec("pyspiel") is not None:
    import whistsolve.env._openspiel  # noqa: F401

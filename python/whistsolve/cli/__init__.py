"""The command line: one module a verb."""

from whistsolve.cli.app import app, main

__all__ = ["app", "main"]

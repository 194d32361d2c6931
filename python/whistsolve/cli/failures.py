"""Errors of the command line itself."""

from __future__ import annotations

import click

__all__ = ["Failed"]


class Failed(click.ClickException):
    """A check that the command made itself has failed; the input was right. Exit status 1."""

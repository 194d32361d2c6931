"""Helpers that several packages share, none of them public."""

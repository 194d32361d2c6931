"""Calls and the auction."""

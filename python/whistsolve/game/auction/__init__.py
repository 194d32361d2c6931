"""Calls, and the auction under every form of bidding."""

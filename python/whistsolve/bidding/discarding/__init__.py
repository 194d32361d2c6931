"""Discards chosen from what the declarer sees, or with all hands open."""

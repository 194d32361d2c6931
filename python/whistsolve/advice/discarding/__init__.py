"""Discards chosen from what the declarer sees, or double dummy."""

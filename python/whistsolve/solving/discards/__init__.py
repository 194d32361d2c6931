"""The double-dummy value of discards: the best discard, and all optimal ones."""

"""The double-dummy value of discards: the best, all optimal ones, tables with a kitty."""

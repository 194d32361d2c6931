"""The analysis board: a local page, and the server that answers it."""

"""The analysis board: the server of a local page that shows, solves and plays hands."""

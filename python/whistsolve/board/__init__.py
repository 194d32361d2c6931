"""The analysis board: a local page that shows, solves and plays hands, and the server that answers it."""

"""One hand as immutable snapshots, and the transitions between them."""

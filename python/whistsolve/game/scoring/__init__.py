"""What a hand scores: contracts, whist, and the result of a hand played."""

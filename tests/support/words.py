"""Pieces of calls, strains and cards as people write them, for texts drawn at random."""

#: Levels, signs, words and symbols of bids.
CALL_WORDS = (
    *("4", "four", " ", "-", "+", "~", "↓", "no", "trump", "nt", "spades", "♠", "S", "high", "low"),
    *("N", "pass", ",", "_", "\ufe0f"),
)

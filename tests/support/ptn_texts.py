"""PTN texts of the tests: the two public exports, and a hand of two tricks."""

from pathlib import Path

FILES = Path(__file__).parents[1] / "data" / "ptn"
# Read as bytes: a changed line end would be a loss.
REAL = {number: (FILES / f"trickster-{number}.ptn").read_bytes().decode() for number in (241, 327)}

SMALL = """\
% PTN ---------------------------
[Event "Two tricks"]
[Dealer "E"]
[Deal "N:A.2.. K.3.. Q.4.. J.5.."]
[Undealt "DAD2"]
[Declarer "W"]
[Contract "3♠↑"]
[Auction "S"]
Pass 3↑ - -
[CardsAdded "W:DAD2"]
[CardsRemoved "W:H5DA"]
[Play "W"]
SJ SA SK SQ
"""

"""Values and results as HTML and SVG, for notebooks and pages, without scripts and outside resources."""

# Whole rooms first, as threads that load several at once need one order.
import whistsolve.bidding  # noqa: F401
from whistsolve.show.html.diagram import deal_svg
from whistsolve.show.html.forms import html_of

__all__ = ["deal_svg", "html_of"]

"""A hand as a picture, drawn by matplotlib: the diagram of its cards, and below it what was done."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from numpy.typing import NDArray

from whistsolve.game import HandState
from whistsolve.show import Diagram, describe, to_text


def picture(hand: HandState) -> NDArray[np.uint8]:
    """Red, green and blue of each pixel, shape (600, 800, 3)."""
    figure: Any = Figure(figsize=(8, 6), dpi=100)
    axes, font = (
        figure.add_axes((0, 0, 1, 1), frameon=False, xlim=(0, 800), ylim=(600, 0)),
        "DejaVu Sans Mono",
    )
    diagram, *others = describe(hand)
    assert isinstance(diagram, Diagram)
    root = ElementTree.fromstring(diagram.svg().replace("currentColor", "black"))
    for text in root.iterfind(".//{*}text"):
        places, words = text.attrib["x"].split(), str(text.text).strip("\ufe0e")
        style = {"color": text.get("fill", "black"), "weight": text.get("font-weight", "normal")}
        for x, word in zip(places, words if len(places) > 1 else [words], strict=True):
            axes.text(float(x), float(text.attrib["y"]), word, family=font, fontsize=11, **style)
    below = float(root.attrib["height"]) + 20
    axes.text(8, below, to_text(*others), family=font, fontsize=9, va="top")
    canvas: Any = FigureCanvasAgg(figure)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())[..., :3].copy()

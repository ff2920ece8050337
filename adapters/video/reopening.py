"""Opening a group of pictures within: one picture is encoded anew, and all that follow it are copied."""

from __future__ import annotations

from typing import Any

from adapters.video.cut_range import Range, openable
from adapters.video.edges import coded, encoded_alike
from adapters.video.slices import Counting


def reopened(cut: Range, like: Any) -> Range:
    """The cut with as many pictures copied as can be. `like` is its first picture, decoded.

    What our own encoder made is opened anew where the cut begins: there each picture refers to the one before it
    alone. In a stranger's stream pictures may refer to several, and to later ones.
    """
    found = openable(cut)
    if found is None:
        return cut
    key, opened = found
    sets = cut.reel.pictures[key].sets
    counting = Counting.of(sets) if sets else None
    if counting is None or not encoded_alike(cut, like, sets):
        return cut
    ...

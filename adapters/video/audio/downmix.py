"""Mixes any number of channels to stereo (ITU-R BS.775-4, annex 4)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

_HALF_POWER = 0.5**0.5
_STEREO = ["FL", "FR"]
_STEREO_SIDES = ((1.0, 0.0), (0.0, 1.0))
_SHARES = {
    "FL": (1.0, 0.0),
    "FR": (0.0, 1.0),
    "FC": (_HALF_POWER, _HALF_POWER),
    "BC": (0.5, 0.5),
    "BL": (_HALF_POWER, 0.0),
    "SL": (_HALF_POWER, 0.0),
    "FLC": (1.0, 0.0),
    "BR": (0.0, _HALF_POWER),
    "SR": (0.0, _HALF_POWER),
    "FRC": (0.0, 1.0),
}
"""The share of a channel in left and right. The low-frequency channel (LFE) is left out, as the
recommendation says: stereo speakers would distort it.
"""


def create_stereo_matrix(channels: Sequence[str]) -> NDArray[np.float32] | None:
    """Return the two rows that mix the channels to left and right. None if they are left and right already.

    No sum of full-scale channels is above full scale, so nothing clips. Mono is as loud as before on each
    side. Channels that are not known by name are mixed by their numbers: odd ones to the right.
    """
    if list(channels) == _STEREO:
        return None
    if len(channels) == 1:
        return np.ones((2, 1), np.float32)
    columns = [
        (0.0, 0.0) if name.startswith("LFE") else _SHARES.get(name, _STEREO_SIDES[number % 2])
        for number, name in enumerate(channels)
    ]
    matrix = np.asarray(columns, np.float32).T
    return np.asarray(matrix / max(1.0, float(matrix.sum(axis=1).max())), np.float32)

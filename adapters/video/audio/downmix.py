"""Mixes any number of channels to stereo (ITU-R BS.775-4, annex 4), and limits what would clip."""

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
_RELEASE_SAMPLES = 24_000
"""Samples in which the volume returns to normal after a peak: half a second."""

Samples = NDArray[np.float32]


class StereoMixer:
    """Mixes chunks of consecutive samples with these channels to left and right.

    Speech in the center stays as loud as it was in the room. Where the sum of loud channels would be above
    full scale, the volume goes down at once and comes back slowly.
    """

    def __init__(self, channels: Sequence[str]) -> None:
        self._matrix = _create_matrix(channels)
        self._gain = 1.0

    def mix(self, samples: Samples) -> Samples:
        """Return two rows of samples. Mono is as loud as before on each side, and stereo is unchanged."""
        if self._matrix is None:
            return samples
        mixed = self._matrix @ samples
        count = mixed.shape[1]
        if not count or len(samples) == 1:
            return np.asarray(mixed, np.float32)
        highest = 1.0 / max(1.0, float(np.abs(mixed).max()))
        start = min(self._gain, highest)
        self._gain = min(highest, start + count / _RELEASE_SAMPLES)
        if start == self._gain == 1.0:
            return np.asarray(mixed, np.float32)
        return np.asarray(mixed * np.linspace(start, self._gain, count, dtype=np.float32), np.float32)


def _create_matrix(channels: Sequence[str]) -> Samples | None:
    """Return the two rows that mix the channels to left and right. None if they are left and right already.

    Channels that are not known by name are mixed by their numbers: odd ones to the right.
    """
    if list(channels) == _STEREO:
        return None
    if len(channels) == 1:
        return np.ones((2, 1), np.float32)
    columns = [
        (0.0, 0.0) if name.startswith("LFE") else _SHARES.get(name, _STEREO_SIDES[number % 2])
        for number, name in enumerate(channels)
    ]
    return np.ascontiguousarray(np.asarray(columns, np.float32).T)

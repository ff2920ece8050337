"""Time stamps that jump, have holes, or go on for hours."""

from __future__ import annotations

from contracts.media.cases import Case, Expected, film
from contracts.media.drawing import AAC, H264, Film
from contracts.media.inputs_sound import in_a_row

_PART = Film(seconds=5)
_KEYS = (*H264, "-bf", "0", "-g", "20", "-keyint_min", "20", "-sc_threshold", "0", *AAC)

CASES = (
    Case("ts: an hour's jump", in_a_row(_PART, _PART, offsets=(0, 3605)), Expected(10, flashes=10)),
    Case("ts: an hour back", in_a_row(_PART, _PART, offsets=(3600, 0)), Expected(10, flashes=10)),
    Case(
        "ts: hole of 20 s",
        in_a_row(_PART, _PART, offsets=(0, 25)),
        Expected(30, flashes=10, sound=((0, 5), (25, 30))),
    ),
    Case(
        "ts: hole of 2 s",
        in_a_row(_PART, _PART, offsets=(0, 7)),
        Expected(12, flashes=10, sound=((0, 5), (7, 12))),
    ),
    Case("one second", film("film.mp4", Film(seconds=1), *_KEYS), Expected(1, flashes=1)),
    Case(
        "past 2:13:20",
        film("film.mp4", Film(seconds=8100, size="64x48", rate="10"), *_KEYS),
        Expected(8100, (64, 48), 10, flashes=8100, copied=True),
    ),
)

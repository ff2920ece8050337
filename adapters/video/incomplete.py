"""Files that end before their header says: a download or a recording that broke off."""

from adapters.video.clock import CLOCK
from adapters.video.probe import Source
from adapters.video.survey import Survey
from touchline.catalog.ports.video import VideoRefused

_LEAST_SHARE = 0.9
_LEAST_SECONDS = 0.5


def missing_part(source: Source, found: Survey) -> str:
    """Return a sentence that says how much of the pictures is missing, "" where nothing is.

    `VideoRefused` where more than a tenth is missing, so that half a file is not shown as a whole one. The
    file's own timestamps count: they may begin late or jump.
    """
    promised = source.picture_seconds
    first, last = (instant / CLOCK for instant in found.own_span)
    step = 1 / float(found.rate)
    read = max(found.seconds, last + step, last - first + step)
    if not promised or promised - read <= _LEAST_SECONDS:
        return ""
    if read < promised * _LEAST_SHARE and promised - read > 1:
        raise VideoRefused(
            f"The file is incomplete: it says it lasts {_clock(promised)}, "
            f"but can only be read up to {_clock(read)}."
        )
    return (
        f"The file is cut off: it says it lasts {_clock(promised)}, "
        f"but its last {promised - read:.1f} seconds are missing."
    )


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02d}:{rest:02d}"

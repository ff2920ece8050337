"""Detection of files that end before their header says, such as an incomplete download or recording."""

from adapters.video.source.analysis import SourceAnalysis
from adapters.video.source.probe import MediaSource
from adapters.video.timing.segment_clock import TICKS_PER_SECOND
from touchline.catalog.ports.media.video_packager import VideoRefusedError

_MIN_READABLE_SHARE = 0.9
_TOLERANCE_SECONDS = 0.5


def check_truncation(source: MediaSource, analysis: SourceAnalysis) -> str:
    """Return a sentence that says how much of the video is missing, or "" if nothing is.

    Raises `VideoRefusedError` if more than a tenth is missing, so that half a file is not shown as a whole
    one. The check uses the file's own timestamps, which may start late or jump.
    """
    declared_seconds = source.video_seconds
    first, last = (timestamp / TICKS_PER_SECOND for timestamp in analysis.source_span)
    frame_duration = 1 / float(analysis.frame_rate)
    readable_seconds = max(analysis.seconds, last + frame_duration, last - first + frame_duration)
    if not declared_seconds or declared_seconds - readable_seconds <= _TOLERANCE_SECONDS:
        return ""
    if readable_seconds < declared_seconds * _MIN_READABLE_SHARE and declared_seconds - readable_seconds > 1:
        raise VideoRefusedError(
            f"The file is incomplete. Its header says {_format_duration(declared_seconds)}, "
            f"but it can only be read up to {_format_duration(readable_seconds)}."
        )
    return (
        f"The file is cut off. Its header says {_format_duration(declared_seconds)}, "
        f"but the last {declared_seconds - readable_seconds:.1f} seconds are missing."
    )


def _format_duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02d}:{rest:02d}"

"""Selection of the frames of a cut, and of the frames that can be copied."""

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from statistics import median

from adapters.video.cutting.segment_index import ENCODABLE_PIXEL_FORMATS, SegmentIndex, VideoFormat
from adapters.video.renditions.ladder import choose_frame_rate
from adapters.video.timing.segment_clock import TICKS_PER_SECOND

_MAX_PARAMETER_SET_ID = 31
_RATE_TOLERANCE = 0.02


@dataclass(frozen=True)
class FrameRange:
    """The frames of a cut, from `start` up to `stop`. Frames from `copy_start` up to `copy_stop` are
    copied."""

    index: SegmentIndex
    start: int
    stop: int
    copy_start: int
    copy_stop: int

    @property
    def format(self) -> VideoFormat:
        """Return the format of the first frame."""
        return self.index.formats[self.index.get_run(self.index.frames[self.start])]

    @property
    def frame_rate(self) -> Fraction:
        """Return the frames per second: the declared rate if the frames match it, otherwise a rate based on
        the measured one.
        """
        timestamps = [frame.pts for frame in self.index.frames[self.start : self.stop]]
        steps = [later - timestamp for timestamp, later in pairwise(timestamps) if later > timestamp]
        measured_rate = TICKS_PER_SECOND / Fraction(median(steps) if steps else self.index.frame_duration)
        declared_rate = self.format.frame_rate
        return (
            declared_rate
            if declared_rate and abs(declared_rate - measured_rate) <= _RATE_TOLERANCE * measured_rate
            else choose_frame_rate(measured_rate)
        )

    @property
    def start_pts(self) -> int:
        """Return the PTS of the first frame."""
        return self.index.frames[self.start].pts

    @property
    def end_pts(self) -> int:
        """Return the end time of the last frame."""
        frames = self.index.frames
        return frames[self.stop].pts if self.stop < len(frames) else self.index.end

    @property
    def reorder_delay(self) -> int:
        """Return how many frames are decoded before the first one is shown."""
        copied_frames = enumerate(self.index.frames[self.copy_start : self.copy_stop], self.copy_start)
        return max((frame.decode_order - number for number, frame in copied_frames), default=0)

    def compute_dts(self, number: int, delay: int) -> int:
        """Return the DTS of the frame at a position in decoding order, early enough for its PTS."""
        missing_frames = min(0, number - delay - self.start)
        return (
            self.index.frames[max(self.start, number - delay)].pts
            + missing_frames * self.index.frame_duration
        )

    def frame_duration(self, number: int) -> int:
        """Return how long a frame is shown."""
        next_pts = self.index.frames[number + 1].pts if number + 1 < self.stop else self.end_pts
        return next_pts - self.index.frames[number].pts


def find_frame_range(index: SegmentIndex, start_pts: int, end_pts: int) -> FrameRange:
    """Return the frames from `start_pts` up to, not including, the frame shown at `end_pts`. The range has at
    least one frame.
    """
    start = index.frame_number_at(start_pts)
    stop = max(start + 1, index.frame_number_at(end_pts))
    return FrameRange(index, start, stop, *_find_longest_copy(index, start, stop))


def restart_gop(frame_range: FrameRange) -> tuple[range, FrameRange] | None:
    """Return the GOP in which the cut starts, and the cut if its first frame restarts that GOP.

    All frames after the first one are then copied. Returns None if that is impossible or saves nothing.
    """
    index, start = frame_range.index, frame_range.start
    idr_numbers = (number for number in range(start, -1, -1) if index.frames[number].is_idr)
    gop_start = next(idr_numbers, start)
    if (
        gop_start == start
        or not _is_encodable_as_is(index, gop_start, frame_range.stop)
        or _find_copy_stop(index, gop_start, frame_range.stop) < frame_range.stop
    ):
        return None
    stop = next(
        (number for number in range(start + 1, frame_range.stop) if index.frames[number].is_idr),
        frame_range.stop,
    )
    if stop == start + 1:
        return None
    return range(gop_start, stop), replace(frame_range, copy_start=start + 1, copy_stop=frame_range.stop)


def _find_longest_copy(index: SegmentIndex, start: int, stop: int) -> tuple[int, int]:
    """Return the first frame of the longest sequence that can be copied, and the frame after its end."""
    frames, copy_stop = index.frames, start
    longest = stop, stop
    if not _is_encodable_as_is(index, start, stop):
        return longest
    for number in range(start, stop):
        if number >= copy_stop and frames[number].is_idr and frames[number].decode_order == number:
            copy_stop = _find_copy_stop(index, number, stop)
            longest = max(longest, (number, copy_stop), key=lambda copy: copy[1] - copy[0])
    return longest


def _is_encodable_as_is(index: SegmentIndex, start: int, stop: int) -> bool:
    """Return whether all frames are in one run and the encoder supports their pixel format and size as they
    are.
    """
    run_number = index.get_run(index.frames[start])
    video_format = index.formats[run_number]
    has_even_size = video_format.width % 2 == video_format.height % 2 == 0
    return (
        index.get_run(index.frames[stop - 1]) == run_number
        and video_format.pixel_format in ENCODABLE_PIXEL_FORMATS
        and has_even_size
    )


def _find_copy_stop(index: SegmentIndex, number: int, stop: int) -> int:
    """Return the end of the frames that use the same parameter sets, where no frame decoded so far is shown
    later.
    """
    parameter_sets = index.frames[number].parameter_sets
    if (
        not parameter_sets
        or not parameter_sets.sps
        or not parameter_sets.pps
        or parameter_sets.next_free_id > _MAX_PARAMETER_SET_ID
    ):
        return number
    copy_stop = highest = number
    for position, frame in enumerate(index.frames[number:stop], number):
        if frame.parameter_sets not in (None, parameter_sets):
            break
        highest = max(highest, frame.decode_order)
        copy_stop = position + 1 if highest == position else copy_stop
    return copy_stop

"""Compare an output with the expectation. Each problem is a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import repeat

import numpy as np

from contracts.media.cases import ExpectedOutput
from contracts.media.decoded_streams import DecodedStream, Thumbnail
from contracts.media.outputs import ClipOutput, MediaOutput

_CUE = re.compile(r"^(?:(\d+):)?(\d\d):(\d\d\.\d{3}) --> ", re.MULTILINE)
_CUE_TOLERANCE = 0.02
_RATE_TOLERANCE = 0.002
_MAX_AUDIO_GAP = 0.002
"""Maximum seconds of gap or overlap between two pieces of audio. Some timestamps are rounded to 1 ms."""
_AUDIO_END_TOLERANCE = 0.1
_MAX_CLIP_OFFSET_MS = 25
_MAX_THUMBNAIL_DIFFERENCE = 8.0
_TIME_TOLERANCE = 0.05
"""Seconds around an audio range in which its end may still be audible."""


def check_output(expected: ExpectedOutput, output: MediaOutput) -> list[str]:
    """Return the problems of an output."""
    if expected.refusal or output.refusal:
        return list(_check_refusal(expected, output))
    return [*_check_package(expected, output), *_check_parts(expected, output)]


def _check_refusal(expected: ExpectedOutput, output: MediaOutput) -> Iterator[str]:
    if not expected.refusal:
        yield f"refused: {output.refusal}"
    elif expected.refusal not in output.refusal:
        yield f"the refusal is {output.refusal!r}, not {expected.refusal!r}"


def _check_package(expected: ExpectedOutput, output: MediaOutput) -> Iterator[str]:
    package, largest = output.package, output.largest
    assert package is not None
    frame_duration = 1 / expected.frame_rate
    if not _is_close(
        package.duration_ms / 1000, expected.seconds, frame_duration + 0.001 + expected.tolerance
    ):
        yield f"the package is {package.duration_ms / 1000:.3f} s long, not {expected.seconds:.3f} s"
    if (package.width, package.height) != expected.size:
        yield f"the package is {package.width}x{package.height}, not {expected.size[0]}x{expected.size[1]}"
    if not _is_close(largest.frame_rate, expected.frame_rate, expected.frame_rate * _RATE_TOLERANCE):
        yield f"{largest.frame_rate:.3f} frames per second, not {expected.frame_rate:.3f}"
    if largest.sizes != [expected.size]:
        yield f"the largest rendition is {largest.sizes}, not {expected.size}"
    if expected.is_copied is not None and (output.copied_share > 0.95) != expected.is_copied:
        yield f"{output.copied_share:.0%} of the frames are copied"
    if package.has_captions != expected.has_captions:
        yield (
            "captions are missing"
            if expected.has_captions
            else "there are captions that are not in the source"
        )
    cues = _read_cue_times(output) if expected.cue_times else []
    if len(cues) != len(expected.cue_times) or not all(
        map(_is_close, cues, expected.cue_times, repeat(_CUE_TOLERANCE))
    ):
        yield f"cues at {cues}, not at {[*expected.cue_times]}"
    if expected.audio_track_count > 1:
        audio_tracks = output.master.find_group("AUDIO", output.master.variants[0].tag.get_attribute("AUDIO"))
        if len(audio_tracks) != expected.audio_track_count:
            yield f"{len(audio_tracks)} audio tracks in the AUDIO group, not {expected.audio_track_count}"
    if bool(getattr(package, "warning", "")) != expected.has_warning:
        yield (
            "the warning about a missing part is missing"
            if expected.has_warning
            else "a warning without a reason"
        )


def _read_cue_times(output: MediaOutput) -> list[float]:
    """Return when each cue of the first captions starts, in seconds."""
    file = output.folder / "captions" / "1.vtt"
    result = _CUE.findall(file.read_text("utf-8")) if file.is_file() else []
    return [int(hours or 0) * 3600 + int(minutes) * 60 + float(seconds) for hours, minutes, seconds in result]


def _check_parts(expected: ExpectedOutput, output: MediaOutput) -> Iterator[str]:
    for name, stream in output.renditions.items():
        yield from (f"{name}: {problem}" for problem in check_stream(expected, stream))
    for number, clip in enumerate(output.clips, 1):
        yield from (f"clip {number}: {problem}" for problem in _check_clip(clip, output.largest))
    if output.full_recording is not None:
        yield from (f"download: {problem}" for problem in _check_download(expected, output))


def check_stream(expected: ExpectedOutput, stream: DecodedStream) -> Iterator[str]:
    """Yield the problems of one rendition or file over its whole length."""
    if not _is_close(stream.duration, expected.seconds, 1 / expected.frame_rate + 0.001 + expected.tolerance):
        yield f"{stream.duration:.3f} s long, not {expected.seconds:.3f} s"
    flashes = stream.find_flashes()
    if expected.flash_count is not None and len(flashes) != expected.flash_count:
        yield f"{len(flashes)} flashes, not {expected.flash_count}"
    steps = np.diff(stream.frame_times)
    max_step = 1.6 * max(stream.frame_duration, 1 / expected.frame_rate)
    if len(steps) and (steps.min() <= 0 or steps.max() > max_step):
        position = int(steps.argmax())
        yield f"frames are {steps.max():.3f} s apart at {stream.frame_times[position]:.2f} s"
    yield from _check_audio(expected, stream, flashes)


def _check_audio(expected: ExpectedOutput, stream: DecodedStream, flashes: list[float]) -> Iterator[str]:
    if stream.audio is None:
        yield "no audio"
        return
    offsets = stream.av_offsets()
    beeps_out_of_sync = [(time, offset) for time, offset in offsets if abs(offset) > expected.max_offset_ms]
    if beeps_out_of_sync:
        time, offset = max(beeps_out_of_sync, key=lambda beep: abs(beep[1]))
        yield (
            f"audio is {offset:+.0f} ms out of sync at {time:.2f} s, at most "
            f"{expected.max_offset_ms:.0f} ms are allowed"
        )
    flashes_with_beep = [time for time, _ in offsets]
    flashes_without_beep = [
        time
        for time in flashes
        if _is_audible(expected, time) and not _contains_time(flashes_with_beep, time)
    ]
    if flashes_without_beep:
        yield (
            f"no beep at {', '.join(f'{time:.2f}' for time in flashes_without_beep[:5])} s "
            f"({len(flashes_without_beep)} in all)"
        )
    yield from _check_silence(expected, stream)
    if stream.max_audio_gap > _MAX_AUDIO_GAP:
        yield f"audio has a gap or overlap of {stream.max_audio_gap * 1000:.1f} ms"
    if (
        abs(stream.audio_start) > _AUDIO_END_TOLERANCE
        or abs(stream.audio_end - stream.duration) > _AUDIO_END_TOLERANCE
    ):
        yield f"audio from {stream.audio_start:.3f} to {stream.audio_end:.3f} s"


def _check_silence(expected: ExpectedOutput, stream: DecodedStream) -> Iterator[str]:
    silence_edges = [
        0.0,
        *(time for audio_range in expected.audible_ranges for time in audio_range),
        expected.seconds,
    ]
    for start, end in zip(silence_edges[::2], silence_edges[1::2], strict=True):
        if end - start > 4 * _TIME_TOLERANCE and not stream.is_silent(
            start + 2 * _TIME_TOLERANCE, end - 2 * _TIME_TOLERANCE
        ):
            yield f"audio between {start:.2f} and {end:.2f} s, where there should be silence"
    unexpected_beeps = [beep for beep in stream.find_beeps() if not _is_audible(expected, beep)]
    if unexpected_beeps:
        yield f"a beep at {unexpected_beeps[0]:.2f} s, where there should be silence"


def _check_clip(clip: ClipOutput, recording: DecodedStream) -> Iterator[str]:
    count = clip.end_frame - clip.first_frame
    if len(clip.stream.frame_times) != count:
        yield f"{len(clip.stream.frame_times)} frames from number {clip.first_frame}, not {count}"
        return
    for position in (0, count // 2, count - 1):
        number = clip.first_frame + position
        result = _most_similar_frame(clip.stream.thumbnails[position], recording, number)
        if result != number:
            yield f"frame {position} is number {result} of the recording, not {number}"
    start = recording.frame_times[clip.first_frame]
    expected = {round(time - start, 3): offset for time, offset in recording.av_offsets()}
    for time, offset in clip.stream.av_offsets():
        matching_offsets = [
            expected_offset
            for flash_time, expected_offset in expected.items()
            if abs(flash_time - time) < _TIME_TOLERANCE
        ]
        if (
            time > _TIME_TOLERANCE
            and matching_offsets
            and abs(matching_offsets[0] - offset) > _MAX_CLIP_OFFSET_MS
        ):
            yield (
                f"audio is {offset:+.0f} ms out of sync at {time:.2f} s, "
                f"{matching_offsets[0]:+.0f} ms in the recording"
            )


def _most_similar_frame(thumbnail: Thumbnail, recording: DecodedStream, number: int) -> int:
    """Return the most similar frame around `number`, or `number` itself if it is similar enough."""
    candidates = range(max(0, number - 4), min(len(recording.thumbnails), number + 5))
    differences = {
        candidate: float(np.abs(recording.thumbnails[candidate].astype(int) - thumbnail.astype(int)).mean())
        for candidate in candidates
    }
    best_number = min(candidates, key=lambda candidate: differences[candidate])
    return (
        number
        if differences[number] <= differences[best_number] + 0.5
        and differences[number] < _MAX_THUMBNAIL_DIFFERENCE
        else best_number
    )


def _check_download(expected: ExpectedOutput, output: MediaOutput) -> Iterator[str]:
    assert output.full_recording is not None
    if len(output.full_recording.frame_times) != len(output.largest.frame_times):
        yield f"{len(output.full_recording.frame_times)} frames, not {len(output.largest.frame_times)}"
    yield from check_stream(expected, output.full_recording)


def _is_audible(expected: ExpectedOutput, time: float) -> bool:
    return any(
        start - _TIME_TOLERANCE <= time < end - _TIME_TOLERANCE for start, end in expected.audible_ranges
    )


def _contains_time(times: list[float], time: float) -> bool:
    return any(abs(other - time) < _TIME_TOLERANCE for other in times)


def _is_close(value: float, expected_value: float, tolerance: float) -> bool:
    return abs(value - expected_value) <= tolerance
